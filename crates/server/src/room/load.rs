//! A match comes into memory: its base is read, its steps are taken again.

use super::learned::Learned;
use super::{ChatLine, Clocks, Cmd, Hall, Over, People, Room, Seating, steady_ms, stream};
use crate::failure::{Code, failure, not_found};
use crate::limits::Client;
use crate::line::HEARTBEAT;
use crate::storage::{ChatRow, Lease, MatchRow, StepRow};
use crate::wire::FailureBody;
use serde_json::Value;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Instant;
use table::SeatId;
use table::face::{AnyGame, AnyMatch};
use tokio::sync::mpsc;

/// Everything that storage knows of a match.
#[derive(Clone, Debug)]
pub struct Beginning {
    pub row: MatchRow,
    pub steps: Vec<StepRow>,
    pub chat: Vec<ChatRow>,
    /// Who wants it.
    pub opener: Client,
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
    Over { winner, grade: None, rule: None, how, luck: Vec::new() }
}

/// Plays a match again from its storage.
pub fn begin(
    hall: &Arc<Hall>,
    door: mpsc::WeakSender<Cmd>,
    beginning: Beginning,
) -> Result<Room, FailureBody> {
    let Beginning { row, steps, chat, opener } = beginning;
    let game = hall.game(&row.game)?;
    let seating: Seating = serde_json::from_str(&row.seats).map_err(|e| broken(&row.id, &e.to_string()))?;
    let play = game.load_log(&row.base).map_err(|e| broken(&row.id, &e.to_string()))?;
    let seats = play.seats().len();
    let mut streams = stream::all(seats);
    for stream in &mut streams {
        stream.restart(play.as_ref());
    }
    if seats != seating.chairs.len() {
        return Err(broken(&row.id, "the number of seats"));
    }
    let learned = streams.iter().map(|stream| Learned::of(stream, row.created)).collect();
    let given = (0..play.orders()).filter_map(|n| play.entry(n)).map(|(seat, _)| (seat, None)).collect();
    let mut room = Room {
        hall: Arc::clone(hall),
        door,
        opener,
        scenario: row.scenario,
        title: row.title,
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
        lost: false,
        lease: Lease::alone(),
        seating,
        play,
        id: row.id,
    };
    for (number, step) in steps.into_iter().enumerate() {
        let number = number as i64;
        if step.n != number {
            return Err(broken(
                &room.id,
                &format!("step {number} is missing; the next one is step {}", step.n),
            ));
        }
        room.step_again(step)?;
    }
    Ok(room)
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
    fn take_again(&mut self, seat: SeatId, order: &Value) -> Result<(), FailureBody> {
        let from = self.play.happened();
        self.play.order(seat, order).map_err(|e| broken(&self.id, &e.to_string()))?;
        for stream in &mut self.streams {
            stream.count(self.play.as_ref(), from);
        }
        Ok(())
    }

    fn step_again(&mut self, step: StepRow) -> Result<(), FailureBody> {
        let seat = SeatId(u8::try_from(step.seat).unwrap_or_default());
        match step.kind.as_str() {
            "order" => {
                let order =
                    serde_json::from_str(&step.payload).map_err(|e| broken(&self.id, &e.to_string()))?;
                self.take_again(seat, &order)?;
                self.note_given(seat, step.client_id, super::print_of(&step.payload));
            }
            "undo" => self.take_back(seat).map_err(|e| broken(&self.id, &e))?,
            "rewind" => {
                let rewind =
                    Rewind::read(&step.payload).ok_or_else(|| broken(&self.id, "the length of a rewind"))?;
                let earlier = self.play.past(rewind.keep)().map_err(|e| broken(&self.id, &e.to_string()))?;
                self.rewind_to(earlier, rewind.dice);
            }
            "resign" | "time" | "draw" => {
                let loser = (step.seat >= 0).then_some(seat);
                self.ended = Some(ending(self.play.as_ref(), &step.kind, loser));
            }
            "start" => self.clocks.start(step.at),
            "name" => self.chair(seat)?.name = step.payload,
            "hand_over" => self.chair(seat)?.bot = Some(step.payload),
            "claim" => self.chair(seat)?.key = Some(step.payload),
            "invite" => self.chair(seat)?.invitation = Some(step.payload),
            other => return Err(broken(&self.id, &format!("a step of kind {other:?}"))),
        }
        if let Some(left) =
            step.clocks.as_deref().and_then(|text| serde_json::from_str::<Vec<i64>>(text).ok())
        {
            self.clocks.restore(&left, step.at);
        }
        self.step = step.n + 1;
        self.learn(&step.kind, step.at);
        self.learn_events(step.at);
        Ok(())
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
        self.play.undo(Some(seat)).map_err(|e| e.to_string())?;
        self.forget_last_of(seat);
        self.recount(settled, &before);
        Ok(())
    }

    /// Goes on from an earlier moment of this match, which has been played again as far as that.
    pub(super) fn rewind_to(&mut self, earlier: Box<dyn AnyMatch>, dice: Option<u64>) {
        let keep = earlier.orders();
        let before = self.events_after(keep);
        self.play = earlier;
        if let Some(seed) = dice {
            self.play.reroll(seed);
        }
        self.ended = None;
        self.rewinds += 1;
        self.forget_after(keep);
        self.recount(keep, &before);
    }

    /// What each viewer has seen since so many orders.
    fn events_after(&self, orders: usize) -> Vec<Vec<table::face::SeenEvent>> {
        let events =
            |stream: &stream::Stream| self.play.events(stream.viewer, stream.count_at(orders) as usize);
        self.streams.iter().map(events).collect()
    }

    /// Counts what came after the first so many orders anew. Every viewer whose events were taken back has a new stream;
    /// tells those who listen.
    fn recount(&mut self, kept: usize, before: &[Vec<table::face::SeenEvent>]) {
        self.voids += 1;
        for (index, before) in before.iter().enumerate() {
            let stream = &mut self.streams[index];
            let common = stream.count_at(kept) as usize;
            stream.recount(self.play.as_ref(), kept);
            let now = self.play.events(stream.viewer, common);
            let same = before.iter().zip(&now).take_while(|(one, two)| one == two).count();
            if same < before.len() {
                stream.voids += 1;
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
