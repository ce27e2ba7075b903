//! A match comes into memory: its base is read, its steps are taken again. If today's rules lead elsewhere it is shown
//! from what was stored.

use super::learned::Learned;
use super::old::Old;
use super::shown::{Picture, Shown};
use super::stream::{self, Stream};
use super::{Accepted, ChatLine, Clocks, Cmd, Hall, Over, People, Room, Seating, now_ms, print_of, told};
use crate::failure::{Code, failure, not_found};
use crate::limits::Client;
use crate::line::HEARTBEAT;
use crate::storage::{ChatRow, MatchRow, PictureRow, StepRow};
use crate::wire::{EventLine, FailureBody};
use serde_json::Value;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Instant;
use table::face::{AnyGame, AnyMatch, GAME, SeenEvent};
use table::{SeatId, StateHash, log};
use tokio::sync::mpsc;

/// The kind of a step with which a match goes on from its position by other rules: its payload is the base of a new
/// stretch, and what was stored before it is only told.
pub(super) const CONTINUE: &str = "continue";

/// Everything that storage knows of a match, and the game with the components that it is played with.
pub struct Beginning {
    pub game: Arc<dyn AnyGame>,
    pub row: MatchRow,
    pub steps: Vec<StepRow>,
    pub chat: Vec<ChatRow>,
    pub picture: Option<PictureRow>,
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

/// How a match ends outside the rules: `resign` and `time` are of the seat that loses, `draw` is of nobody.
pub(super) fn ending(play: &dyn AnyMatch, kind: &str, seat: Option<SeatId>) -> Over {
    let side = seat.and_then(|seat| play.seats().iter().find(|other| other.id == seat));
    let side = side.map_or("other side", |seat| seat.team_name.as_str());
    let how = match kind {
        "resign" => format!("the {side} resigned"),
        "time" => format!("the time of the {side} ran out"),
        _ => "a draw was agreed".to_owned(),
    };
    let winner = seat.and_then(|seat| play.winner_against(seat));
    Over { winner, grade: None, rule: None, how }
}

/// Why a stored match is not played again.
enum Trouble {
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
    Trouble::Differs(format!("Step {}: the stored match and today's rules differ.", step + 1))
}

/// What an unreadable base says to people.
fn why_not(game: &dyn AnyGame, base: &str, error: &str) -> String {
    match log::header_of(base) {
        Some(header) if header.rules != game.rules() => {
            format!("Played under rules version {}; now {}.", header.rules, game.rules())
        }
        Some(header) if header.content != game.content() => {
            "Played with components that are not here any more.".to_owned()
        }
        _ => format!("The stored match and today's rules differ: {error}."),
    }
}

/// Plays a match again from its storage, or shows it.
pub fn begin(
    hall: &Arc<Hall>,
    door: &mpsc::WeakSender<Cmd>,
    beginning: &Beginning,
) -> Result<Room, FailureBody> {
    let pictured = beginning.picture.as_ref().map(|picture| picture.step);
    let missing = beginning.steps.iter().zip(0_i64..).find(|(step, number)| step.n != *number);
    if let Some((step, number)) = missing {
        let why = format!("step {number} is missing; the next one is step {}", step.n);
        return Err(broken(&beginning.row.id, &why));
    }
    let mut room = match replay(hall, door, beginning) {
        Ok(room) => room,
        Err(Trouble::Broken(failure)) => return Err(failure),
        Err(Trouble::Differs(why)) => show(hall, door, beginning, &why)?,
    };
    room.pictured_at(pictured);
    Ok(room)
}

fn replay(hall: &Arc<Hall>, door: &mpsc::WeakSender<Cmd>, beginning: &Beginning) -> Result<Room, Trouble> {
    let Beginning { game, row, steps, .. } = beginning;
    let (base, before) = stretch(row, steps);
    let play = game.load_log(base).map_err(|error| {
        tracing::warn!(id = row.id, %error, "a stored match can not be played again");
        Trouble::Differs(why_not(game.as_ref(), base, &error.to_string()))
    })?;
    let mut earlier = vec![Vec::new(); play.seats().len() + 1];
    if let Some(record) = before.checked_sub(1).and_then(|last| steps[last].told.as_deref()) {
        told::retell(&mut earlier, record).map_err(|why| broken(&row.id, &why))?;
        // The last of that is what the stretch begins with: it is told by the match itself.
        for (events, viewer) in earlier.iter_mut().zip(stream::viewers(play.seats().len())) {
            let first = play.count_between(viewer, 0, play.happened_after(0));
            events.truncate(events.len().saturating_sub(first));
        }
    }
    let streams = stream::all(play.as_ref(), earlier, before as u32);
    let mut room = Room::new(hall, door, beginning, play, streams)?;
    for (index, step) in steps.iter().enumerate() {
        if index < before {
            room.step_of_before(step)?;
        } else {
            room.step_again(step)?;
        }
        let led_to = step.hash.filter(|_| index + 1 >= before);
        if led_to.is_some_and(|hash| StateHash(hash as u64) != room.play.hash()) {
            return Err(differs(step.n, "the hashes of the states"));
        }
    }
    let tells = |step: &&StepRow| matches!(step.kind.as_str(), "order" | "undo" | "rewind");
    room.gaps = row.told.is_none() || steps.iter().filter(tells).any(|step| step.told.is_none());
    Ok(room)
}

/// A match as it was stored, to be looked at.
fn show(
    hall: &Arc<Hall>,
    door: &mpsc::WeakSender<Cmd>,
    beginning: &Beginning,
    why: &str,
) -> Result<Room, FailureBody> {
    let Beginning { game, row, steps, picture, .. } = beginning;
    let nothing = || {
        let words = format!("{why} An older program played this match, and stored no picture of it.");
        failure(Code::Stale, words)
    };
    let stored = picture.as_ref().ok_or_else(nothing)?;
    let picture: Picture = serde_json::from_str(&stored.body).map_err(|error| {
        tracing::error!(id = row.id, %error, "the picture of a match can not be read");
        nothing()
    })?;
    let (base, before) = stretch(row, steps);
    let mut events: Vec<Vec<EventLine>> = vec![Vec::new(); picture.seats.len() + 1];
    let mut tell = |record: Option<&str>| -> Result<Vec<usize>, FailureBody> {
        if let Some(record) = record {
            told::retell(&mut events, record).map_err(|why| broken(&row.id, &why))?;
        }
        Ok(events.iter().map(Vec::len).collect())
    };
    let at = usize::try_from(stored.step).unwrap_or_default().min(steps.len());
    // Where to begin to tell: with the picture if it has it all, with the stretch, or with the match.
    let (first, from) = match (&picture.told, before.checked_sub(1)) {
        (Some(all), _) => (Some(all.as_str()), at),
        (None, Some(last)) if before <= at => (steps[last].told.as_deref(), before),
        (None, _) => (row.told.as_deref(), 0),
    };
    let mut seen = tell(first)?;
    let mut last = seen.clone();
    let mut learned = vec![row.created; last.len()];
    for (index, step) in steps.iter().enumerate().skip(from) {
        let now = tell(step.told.as_deref())?;
        for ((learned, _), _) in
            learned.iter_mut().zip(&now).zip(&last).filter(|((_, now), last)| now != last)
        {
            *learned = step.at;
        }
        last.clone_from(&now);
        if index < at {
            seen = now;
        }
    }
    let mut setup = log::header_of(base).map(|header| header.setup).unwrap_or_default();
    if let Value::Object(fields) = &mut setup {
        fields.insert(GAME.to_owned(), Value::from(game.id()));
    }
    let picture = Arc::new(picture);
    let play = Box::new(Shown { game: game.id(), picture: Arc::clone(&picture), setup });
    let streams = stream::all(play.as_ref(), events, steps.len() as u32);
    let mut room = Room::new(hall, door, beginning, play, streams)?;
    for step in &steps[..at] {
        room.step_of_before(step)?;
    }
    room.ended.clone_from(&picture.over);
    for step in &steps[at..] {
        room.step_of_before(step)?;
    }
    for (own, at) in room.learned.iter_mut().zip(learned) {
        own.not_before(at);
    }
    let changes = |step: &&StepRow| matches!(step.kind.as_str(), "order" | "undo" | "rewind");
    let behind = steps[at..].iter().filter(changes).count();
    let mut words = format!("{why} It can be looked at to its end");
    words.push_str(if room.ended.is_some() {
        "."
    } else {
        "; it goes on from its position under today's rules if all at the table agree."
    });
    if behind > 0 {
        words.push_str(&format!(" The table is shown as it was {behind} steps before that."));
    }
    room.old = Some(Old { words, picture, seen, asked: Vec::new() });
    Ok(room)
}

impl Room {
    fn new(
        hall: &Arc<Hall>,
        door: &mpsc::WeakSender<Cmd>,
        beginning: &Beginning,
        play: Box<dyn AnyMatch>,
        streams: Vec<Stream>,
    ) -> Result<Self, FailureBody> {
        let Beginning { row, chat, opener, .. } = beginning;
        let seating: Seating =
            serde_json::from_str(&row.seats).map_err(|e| broken(&row.id, &e.to_string()))?;
        let seats = play.seats().len();
        if seats != seating.chairs.len() {
            return Err(broken(&row.id, "the number of seats"));
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
            clocks: Clocks::new(seating.clock, seats, now_ms()),
            subs: Vec::new(),
            last_sub: 0,
            turn: 0,
            next_beat: Instant::now() + HEARTBEAT,
            undo_asked: None,
            draw_offered: None,
            rematch_asked: None,
            rematch: None,
            thinking: HashMap::new(),
            halted: None,
            questions: HashMap::new(),
            // Nobody knows yet.
            slow: true,
            voids: 0,
            told_people: People::default(),
            next_watching: Instant::now(),
            watching_waits: false,
            broken: false,
            old: None,
            pictured: -1,
            stepped: Instant::now(),
            gaps: false,
            seating,
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

/// What a viewer has after something was taken back: so many of his events, and then these.
pub(super) struct Retold {
    pub from: u32,
    pub events: Vec<EventLine>,
}

impl Room {
    fn take_again(&mut self, step: &StepRow, seat: SeatId) -> Result<(), Trouble> {
        let order = serde_json::from_str(&step.payload).map_err(|e| broken(&self.id, &e.to_string()))?;
        let from = self.play.happened();
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
            "undo" => drop(self.take_back(seat).map_err(|e| differs(step.n, &e))?),
            "rewind" => {
                let rewind =
                    Rewind::read(&step.payload).ok_or_else(|| broken(&self.id, "the length of a rewind"))?;
                let earlier = self.play.past(rewind.keep)().map_err(|e| differs(step.n, &e.to_string()))?;
                self.rewind_to(earlier, rewind.dice);
            }
            _ => self.step_of_people(step, seat)?,
        }
        self.passed(step);
        Ok(())
    }

    /// A step of an earlier stretch: its table is not played again.
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
            "rewind" => self.ended = None,
            CONTINUE => {
                self.ended = None;
                self.clocks.renew_days();
            }
            _ => self.step_of_people(step, seat)?,
        }
        self.passed(step);
        Ok(())
    }

    /// A step that leaves the table as it is.
    fn step_of_people(&mut self, step: &StepRow, seat: SeatId) -> Result<(), FailureBody> {
        match step.kind.as_str() {
            "resign" | "time" | "draw" => {
                let loser = (step.seat >= 0).then_some(seat);
                self.ended = Some(ending(self.play.as_ref(), &step.kind, loser));
            }
            "start" => self.clocks.start(step.at),
            "name" => self.chair(seat)?.name.clone_from(&step.payload),
            "hand_over" => self.chair(seat)?.bot = Some(step.payload.clone()),
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
        self.learn(&step.kind, step.at);
        self.learn_events(step.at);
    }

    fn chair(&mut self, seat: SeatId) -> Result<&mut super::Chair, FailureBody> {
        self.seating.chairs.get_mut(seat.index()).ok_or_else(|| not_found("no such seat"))
    }

    /// Goes on where the storage ends.
    pub(super) fn resume(&mut self) {
        let awaited = self.awaited();
        self.clocks.resume(now_ms(), &awaited);
        self.clocks.pass(now_ms());
        self.told_people = self.people();
        self.told_people.seats.iter_mut().for_each(|person| person.left_ms = None);
        self.wake_bots();
    }

    /// Takes back the last order of a seat since the last barrier: what lies behind that is not looked at.
    pub(super) fn take_back(&mut self, seat: SeatId) -> Result<Vec<Retold>, String> {
        let settled = self.play.settled();
        let before = self.events_after(settled);
        self.play.undo(Some(seat)).map_err(|e| e.to_string())?;
        self.forget_last_of(seat);
        Ok(self.recount(settled, &before))
    }

    /// Goes on from an earlier moment of this match, which has been played again as far as that.
    pub(super) fn rewind_to(&mut self, earlier: Box<dyn AnyMatch>, dice: Option<u64>) -> Vec<Retold> {
        let keep = earlier.orders();
        let before = self.events_after(keep);
        self.play = earlier;
        if let Some(seed) = dice {
            self.play.reroll(seed);
        }
        self.ended = None;
        self.rewinds += 1;
        self.forget_after(keep);
        self.recount(keep, &before)
    }

    /// What each viewer has seen since so many orders.
    fn events_after(&self, orders: usize) -> Vec<Vec<SeenEvent>> {
        let events = |stream: &Stream| stream.played(self.play.as_ref(), stream.count_at(orders) as usize);
        self.streams.iter().map(events).collect()
    }

    /// Counts what came after the first so many orders anew. Every viewer whose events were taken back has a new stream.
    fn recount(&mut self, kept: usize, before: &[Vec<SeenEvent>]) -> Vec<Retold> {
        self.voids += 1;
        let play = self.play.as_ref();
        let recount = |(stream, before): (&mut Stream, &Vec<SeenEvent>)| {
            let common = stream.count_at(kept) as usize;
            stream.recount(play, kept);
            let now = stream.played(play, common);
            let same = before.iter().zip(&now).take_while(|(one, two)| one == two).count();
            if same < before.len() {
                stream.voids += 1;
            }
            let events = now.into_iter().skip(same).map(stream::line).collect();
            Retold { from: (common + same) as u32, events }
        };
        self.streams.iter_mut().zip(before).map(recount).collect()
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
    let viewers = stream::viewers(play.seats().len());
    MatchRow {
        id,
        game: game.id().to_owned(),
        title: title.unwrap_or_else(|| game.title().to_owned()),
        scenario,
        base: play.first(play.orders()),
        seats: serde_json::to_string(seating).unwrap_or_default(),
        created,
        told: told::added(viewers.len(), &play.told_since(0, &viewers)),
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
