//! A match comes into memory: its base is read, its steps are taken again. If today's rules lead elsewhere it is shown
//! from what was stored.

use super::fair::Fair;
use super::learned::Learned;
use super::old::{Album, Old};
use super::shown::{Picture, Shown};
use super::{Accepted, ChatLine, Clocks, Cmd, Hall, People, Room, Seating, print_of, steady_ms, told};
use crate::ending::{CALLED_OFF, ending};
use crate::failure::{Code, failure, not_found};
use crate::limits::Client;
use crate::reasons::Reasons;
use crate::storage::{ChatRow, Lease, MatchRow, PictureRow, Pictured, StepRow, ToldRow};
use crate::stream::{self, Stream};
use crate::wire::{EventLine, FailureBody, Tell};
use serde_json::Value;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Instant;
use table::face::{AnyGame, AnyMatch, GAME, SeenEvent};
use table::proof::{Pledged, first_version};
use table::{SeatId, StateHash, log};
use tokio::sync::mpsc;

/// The kind of a step with which a match goes on from its position by other rules: its payload is the base of a new
/// stretch, and what was stored before it is only told.
pub(super) const CONTINUE: &str = "continue";

/// More often than this nothing is taken back in a match. What a client knows of one that is shown, or goes on, it must not
/// take for what it knew before.
const VOIDS: u32 = 1 << 20;

/// Everything that storage knows of a match, and the game with the components that it is played with.
pub struct Beginning {
    pub game: Arc<dyn AnyGame>,
    pub row: MatchRow,
    pub steps: Vec<StepRow>,
    pub chat: Vec<ChatRow>,
    /// When the last picture of it was taken.
    pub pictured: Option<Pictured>,
    /// What was told, where that does not follow from the steps.
    pub told: Vec<ToldRow>,
    /// Who wants it.
    pub opener: Client,
}

impl std::fmt::Debug for Beginning {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Beginning").field("row", &self.row).finish_non_exhaustive()
    }
}

/// The base of the stretch that is played now: a log's text, and how many steps came before it.
fn stretch<'a>(row: &'a MatchRow, steps: &'a [StepRow]) -> (&'a str, usize) {
    match steps.iter().rposition(|step| step.kind == CONTINUE) {
        Some(at) => (&steps[at].payload, at + 1),
        None => (&row.base, 0),
    }
}

/// How often a match went on by other rules than it began with.
pub(crate) fn continued(steps: &[StepRow]) -> u32 {
    steps.iter().filter(|step| step.kind == CONTINUE).count() as u32
}

/// The components that a match is played with, by their hash.
pub(crate) fn content_of(row: &MatchRow, steps: &[StepRow]) -> Option<StateHash> {
    log::header_of(stretch(row, steps).0).map(|header| header.content)
}

/// A step back: how many orders stay, and the dice to go on with if something had been shown since.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rewind {
    pub keep: usize,
    pub dice: Option<u64>,
}

impl Rewind {
    pub fn written(self) -> String {
        self.dice.map_or_else(|| self.keep.to_string(), |dice| format!("{} {dice}", self.keep))
    }

    fn read(payload: &str) -> Option<Self> {
        let (keep, dice) = match payload.split_once(' ') {
            Some((keep, dice)) => (keep, Some(dice.parse().ok()?)),
            // As it was written when the dice stayed the same.
            None => (payload, None),
        };
        Some(Self { keep: keep.parse().ok()?, dice })
    }
}

/// Why a stored match is not played again.
#[derive(Debug)]
pub enum Trouble {
    /// What is stored is not in order.
    Broken(FailureBody),
    /// The rules of today lead elsewhere: why, as people read it.
    Differs(String),
}

impl From<FailureBody> for Trouble {
    fn from(failure: FailureBody) -> Self {
        Self::Broken(failure)
    }
}

fn differs(step: i64, why: &str) -> Trouble {
    tracing::warn!(step, why, "a stored match and today's rules differ");
    // People count from one.
    let place = if step < 0 { "At its beginning".to_owned() } else { format!("Step {}", step + 1) };
    Trouble::Differs(format!("{place}: the stored match and today's rules differ."))
}

/// What a base that is not played says to people.
fn why_not(game: &dyn AnyGame, base: &str) -> String {
    match log::header_of(base) {
        Some(header) if header.rules != game.rules() => {
            format!("Played under rules version {}; now {}.", header.rules, game.rules())
        }
        Some(header) if header.content != game.content() => {
            "Played with components that are not here any more.".to_owned()
        }
        _ => "The stored match and today's rules differ.".to_owned(),
    }
}

/// Plays a match again from its storage.
pub fn begin(hall: &Arc<Hall>, door: &mpsc::WeakSender<Cmd>, beginning: &Beginning) -> Result<Room, Trouble> {
    let Beginning { game, row, steps, pictured, told, .. } = beginning;
    let missing = steps.iter().zip(0_i64..).find(|(step, number)| step.n != *number);
    if let Some((step, number)) = missing {
        let why = format!("step {number} is missing; the next one is step {}", step.n);
        return Err(broken(&row.id, &why).into());
    }
    let (base, before) = stretch(row, steps);
    let play = game.load_log(base).map_err(|error| {
        tracing::warn!(id = row.id, %error, "a stored match can not be played again");
        Trouble::Differs(why_not(game.as_ref(), base))
    })?;
    // What was told since the last time that it went on is told by the match itself.
    let earlier = retold(row, told, before as i64 - 1, play.seats().len())?;
    let streams = stream::all(play.as_ref(), earlier, VOIDS.saturating_mul(2 * continued(steps)));
    let mut room = Room::new(hall, door, beginning, play, streams)?;
    room.fair = room.seating.pledged.as_deref().map(|secret| {
        let (seats, base) = (room.seating.chairs.len(), room.play.first(0));
        let header = base.lines().next().unwrap_or_default();
        let is_first = room.seating.proof == first_version();
        let first = || Pledged::first(&row.id, secret, seats);
        Fair::new(game, if is_first { first() } else { Pledged::new(&row.id, secret, seats, header) })
    });
    // The last step that changed the table: if that is another one now, it was changed there.
    let mut changed = -1;
    for taken in 0..=steps.len() {
        let pictured = pictured.filter(|at| at.step == taken as i64 && taken >= before);
        let next = steps.get(taken);
        let mut known = pictured.map(|at| at.hash).into_iter().chain(next.and_then(|step| step.hash));
        if taken >= before && known.any(|hash| hash != room.table_hash().0 as i64) {
            return Err(differs(changed, "the hash of the table"));
        }
        if pictured.is_some() {
            room.album.records(room.play.orders());
        }
        let Some(step) = next else { break };
        if taken < before {
            room.step_of_before(step)?;
        } else {
            room.step_again(step)?;
        }
        if changes_the_table(step) {
            changed = step.n;
        }
    }
    Ok(room)
}

fn changes_the_table(step: &StepRow) -> bool {
    matches!(step.kind.as_str(), "order" | "undo" | "rewind" | "salt" | CONTINUE)
}

/// What each viewer was told when so many steps had been taken, as far as it was stored.
fn retold(
    row: &MatchRow,
    told: &[ToldRow],
    steps: i64,
    seats: usize,
) -> Result<Vec<Vec<EventLine>>, FailureBody> {
    let mut events = vec![Vec::new(); seats + 1];
    for piece in told.iter().filter(|piece| piece.step <= steps) {
        told::retell(&mut events, &piece.body).map_err(|why| broken(&row.id, &why))?;
    }
    Ok(events)
}

/// A match as it was stored, to be looked at: by what everybody was told, and the last picture that was taken of it. `why` it
/// is not played stands before all other words.
pub fn show(
    hall: &Arc<Hall>,
    door: &mpsc::WeakSender<Cmd>,
    beginning: &Beginning,
    told: &[ToldRow],
    picture: Option<&PictureRow>,
    why: &str,
) -> Result<Room, FailureBody> {
    let Beginning { game, row, steps, .. } = beginning;
    let nothing = || {
        let words = format!("{why} Nothing was stored of this match but its orders, so it can not be shown.");
        failure(Code::Stale, words)
    };
    let stored = picture.ok_or_else(nothing)?;
    let picture: Picture = serde_json::from_str(&stored.body).map_err(|error| {
        tracing::error!(id = row.id, %error, "the picture of a match can not be read");
        nothing()
    })?;
    let at = usize::try_from(stored.at.step).unwrap_or_default().min(steps.len());
    let events = retold(row, told, stored.at.step, picture.seats.len())?;
    let mut setup = log::header_of(&row.base).map(|header| header.setup).unwrap_or_default();
    if let Value::Object(fields) = &mut setup {
        fields.insert(GAME.to_owned(), Value::from(game.id()));
    }
    let picture = Arc::new(picture);
    let play = Box::new(Shown { game: game.id(), picture: Arc::clone(&picture), setup });
    let streams = stream::all(play.as_ref(), events, VOIDS.saturating_mul(2 * continued(steps) + 1));
    let room = Room::new(hall, door, beginning, play, streams);
    let mut room = room.map_err(|trouble| match trouble {
        Trouble::Broken(failure) => failure,
        Trouble::Differs(_) => broken(&row.id, "the number of seats"),
    })?;
    for step in &steps[..at] {
        room.step_of_before(step)?;
    }
    room.ended.clone_from(&picture.over);
    for step in &steps[at..] {
        room.step_of_before(step)?;
    }
    for (learned, at) in room.learned.iter_mut().zip(&picture.learned) {
        learned.not_before(*at);
    }
    // How many steps they are is nobody's business: some of them may be secret.
    let is_behind = steps[at..].iter().any(changes_the_table);
    let mut words = format!("{why} It can be looked at");
    words.push_str(if is_behind { ", but for its last moments" } else { " to its end" });
    words.push_str(if room.ended.is_some() {
        "."
    } else {
        "; it goes on from its position under today's rules if all at the table agree."
    });
    if room.ended.is_none() && room.seating.pledged.is_some() {
        words.push_str(" It would not be a fair match any more: those dice are the server's.");
    }
    if is_behind {
        words.push_str(" Of those only the orders are stored.");
    }
    room.old = Some(Old { words, picture, agreed: Vec::new() });
    Ok(room)
}

impl Room {
    fn new(
        hall: &Arc<Hall>,
        door: &mpsc::WeakSender<Cmd>,
        beginning: &Beginning,
        play: Box<dyn AnyMatch>,
        streams: Vec<Stream>,
    ) -> Result<Self, Trouble> {
        let Beginning { row, steps, chat, opener, pictured, .. } = beginning;
        let mut seating: Seating =
            serde_json::from_str(&row.seats).map_err(|e| broken(&row.id, &e.to_string()))?;
        if continued(steps) > 0 {
            seating.no_longer_fair();
        }
        let seats = play.seats().len();
        if seats != seating.chairs.len() {
            return Err(differs(-1, "the number of seats"));
        }
        let learned = streams.iter().map(|stream| Learned::of(stream, row.created)).collect();
        let given = (0..play.orders()).filter_map(|n| play.entry(n)).map(|(seat, _)| (seat, None)).collect();
        Ok(Self {
            hall: Arc::clone(hall),
            door: door.clone(),
            opener: *opener,
            scenario: row.scenario.clone(),
            title: row.title.clone(),
            streams,
            step: 0,
            learned,
            accepted: HashMap::new(),
            given,
            rewinds: 0,
            chat: chat.iter().map(line).collect(),
            chat_count: chat.len() as i64,
            ended: None,
            clocks: Clocks::new(seating.clock, seats, steady_ms()),
            subs: Vec::new(),
            last_sub: 0,
            turn: 0,
            next_beat: Instant::now() + hall.beat,
            undo_asked: None,
            draw_offered: None,
            rematch_asked: None,
            rematch: None,
            thinking: HashMap::new(),
            reasons: Reasons::default(),
            halted: None,
            questions: HashMap::new(),
            // Nobody knows yet.
            slow: true,
            voids: 0,
            told_people: People::default(),
            next_watching: Instant::now(),
            watching_waits: false,
            hash: None,
            album: Album::of(*pictured),
            old: None,
            broken: false,
            lost: false,
            lease: Lease::alone(),
            seating,
            fair: None,
            play,
            id: row.id.clone(),
        })
    }
}

fn line(row: &ChatRow) -> ChatLine {
    ChatLine {
        seat: row.seat.map(|seat| seat as u8),
        name: row.name.clone(),
        text: row.body.clone(),
        at: row.at,
    }
}

fn broken(id: &str, why: &str) -> FailureBody {
    tracing::error!(id, why, "a stored match can not be loaded");
    failure(Code::Internal, format!("the match can not be loaded: {why}"))
}

impl Room {
    fn take_again(&mut self, step: &StepRow, seat: SeatId) -> Result<(), Trouble> {
        let order = serde_json::from_str(&step.payload).map_err(|e| broken(&self.id, &e.to_string()))?;
        let from = self.play.happened();
        self.hash = None;
        self.play.order(seat, &order).map_err(|e| differs(step.n, &e.to_string()))?;
        for stream in &mut self.streams {
            stream.count(self.play.as_ref(), from);
        }
        self.note_given(seat, step.client_id.clone(), print_of(&step.payload));
        Ok(())
    }

    fn step_again(&mut self, step: &StepRow) -> Result<(), Trouble> {
        let seat = SeatId(u8::try_from(step.seat).unwrap_or_default());
        match step.kind.as_str() {
            "order" => self.take_again(step, seat)?,
            "undo" => self.take_back(seat).map_err(|e| differs(step.n, &e))?,
            "rewind" => {
                let rewind =
                    Rewind::read(&step.payload).ok_or_else(|| broken(&self.id, "the length of a rewind"))?;
                let earlier = self.play.past(rewind.keep)().map_err(|e| differs(step.n, &e.to_string()))?;
                self.rewind_to(seat, earlier, rewind.dice);
            }
            _ => self.step_of_people(step, seat)?,
        }
        self.passed(step);
        Ok(())
    }

    /// A step whose table is not played again.
    fn step_of_before(&mut self, step: &StepRow) -> Result<(), FailureBody> {
        let seat = SeatId(u8::try_from(step.seat).unwrap_or_default());
        match step.kind.as_str() {
            "order" => {
                if let Some(id) = &step.client_id {
                    let known = Accepted { print: print_of(&step.payload), stands: true };
                    self.accepted.insert((seat.0, id.as_str().into()), known);
                }
            }
            "undo" => {}
            "rewind" | CONTINUE => self.ended = None,
            _ => self.step_of_people(step, seat)?,
        }
        self.passed(step);
        Ok(())
    }

    /// A step that leaves the table as it is.
    fn step_of_people(&mut self, step: &StepRow, seat: SeatId) -> Result<(), FailureBody> {
        match step.kind.as_str() {
            "resign" | "time" | "draw" | CALLED_OFF => {
                let loser = (step.seat >= 0).then_some(seat);
                self.ended = Some(ending(self.play.as_ref(), &step.kind, loser));
            }
            "start" => self.clocks.start(step.at),
            "name" => self.chair(seat)?.name.clone_from(&step.payload),
            "hand_over" => self.chair(seat)?.bot = Some(step.payload.clone()),
            "vow" => self.take_vow(seat, step.payload.clone()),
            "salt" => self.take_salt(seat, step.payload.clone())?,
            "claim" => self.chair(seat)?.key = Some(step.payload.clone()),
            "invite" => self.chair(seat)?.invitation = Some(step.payload.clone()),
            other => return Err(broken(&self.id, &format!("a step of kind {other:?}"))),
        }
        Ok(())
    }

    /// What every step leaves behind.
    fn passed(&mut self, step: &StepRow) {
        if let Some(left) =
            step.clocks.as_deref().and_then(|text| serde_json::from_str::<Vec<i64>>(text).ok())
        {
            self.clocks.restore(&left, step.at);
        }
        self.step = step.n + 1;
        self.seal();
        self.learn(&step.kind, step.at);
        self.learn_events(step.at);
    }

    fn chair(&mut self, seat: SeatId) -> Result<&mut super::Chair, FailureBody> {
        self.seating.chairs.get_mut(seat.index()).ok_or_else(|| not_found("no such seat"))
    }

    /// Goes on where the storage ends.
    pub(super) fn resume(&mut self) {
        let awaited = self.awaited();
        self.clocks.resume(steady_ms(), &awaited);
        self.clocks.pass(steady_ms());
        self.told_people = self.people();
        self.told_people.seats.iter_mut().for_each(|person| person.left_ms = None);
        self.wake_bots();
    }

    /// Takes back the last order of a seat since the last barrier: what lies behind that is not looked at.
    pub(super) fn take_back(&mut self, seat: SeatId) -> Result<(), String> {
        let settled = self.play.settled();
        let before = self.events_after(settled);
        self.hash = None;
        self.play.undo(Some(seat)).map_err(|e| e.to_string())?;
        self.forget_last_of(seat);
        self.recount(settled, &before, &Tell::Back { seat: seat.0, dice: false });
        Ok(())
    }

    /// Goes on from an earlier moment of this match, which has been played again as far as that.
    pub(super) fn rewind_to(&mut self, seat: SeatId, earlier: Box<dyn AnyMatch>, dice: Option<u64>) {
        let keep = earlier.orders();
        let before = self.events_after(keep);
        self.hash = None;
        self.play = earlier;
        if let Some(seed) = dice {
            self.play.reroll(seed);
        }
        self.ended = None;
        self.rewinds += 1;
        self.forget_after(keep);
        self.recount(keep, &before, &Tell::Back { seat: seat.0, dice: dice.is_some() });
        self.seal_rewind(keep, dice.is_some());
    }

    /// What each viewer has seen since so many orders.
    fn events_after(&self, orders: usize) -> Vec<Vec<SeenEvent>> {
        let events = |stream: &Stream| stream.played(self.play.as_ref(), stream.count_at(orders) as usize);
        self.streams.iter().map(events).collect()
    }

    /// Counts what came after the first so many orders anew. Every viewer whose events were taken back has a new stream;
    /// tells those who listen who took it back.
    fn recount(&mut self, kept: usize, before: &[Vec<SeenEvent>], back: &Tell) {
        self.voids += 1;
        self.album.forget_after(kept);
        for (index, before) in before.iter().enumerate() {
            let stream = &mut self.streams[index];
            let common = stream.count_at(kept) as usize;
            stream.recount(self.play.as_ref(), kept);
            let now = stream.played(self.play.as_ref(), common);
            let same = before.iter().zip(&now).take_while(|(one, two)| one == two).count();
            let viewer = stream.viewer;
            if same < before.len() {
                stream.voids += 1;
                let text = stream::written(back, 64);
                self.send(&text, |sub| sub.viewer == viewer);
            }
            let new = now.into_iter().skip(same).collect();
            self.tell_viewer(index, (common + same) as u32, new);
        }
    }
}

/// A new match as storage takes it.
pub(crate) fn row(
    id: String,
    game: &dyn AnyGame,
    play: &dyn AnyMatch,
    seating: &Seating,
    created: i64,
) -> MatchRow {
    let scenario = play.setup().get("scenario").and_then(Value::as_str).unwrap_or_default().to_owned();
    let title = game.scenarios().into_iter().find(|s| s.id == scenario).map(|s| s.title);
    MatchRow {
        id,
        game: game.id().to_owned(),
        title: title.unwrap_or_else(|| game.title().to_owned()),
        scenario,
        base: play.first(play.orders()),
        seats: serde_json::to_string(seating).unwrap_or_default(),
        created,
    }
}

#[cfg(test)]
mod tests {
    use super::Rewind;

    #[test]
    fn a_rewind_is_read_as_it_was_written_also_by_older_programs() {
        let with = Rewind { keep: 7, dice: Some(u64::MAX) };
        assert_eq!(Rewind::read(&with.written()), Some(with));
        assert_eq!(Rewind::read("7"), Some(Rewind { keep: 7, dice: None }));
        for wrong in ["", "x", "7 x", "7 1 2", "-1"] {
            assert_eq!(Rewind::read(wrong), None, "{wrong:?}");
        }
    }
}
