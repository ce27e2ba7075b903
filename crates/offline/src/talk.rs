//! What is said at a table.

use crate::kept::Step;
use crate::laying::{Chance, tidy};
use crate::room::{Room, Wanted};
use serde_json::Value;
use server::asked::{Answer, Asked, ID_LIMIT, decide, odd_id, refused as refused_order};
use server::failure::{Code, bad, failure, misplaced, refused};
use server::laid::substitute;
use server::wire::{ChatLine, FailureBody, LegalOrders, Say, Tell, Wish};
use table::names::{is_name, is_plain};
use table::{SeatId, Viewer};

const CHAT_LIMIT: usize = 500;
/// Lines of chat that a match keeps.
const CHAT_LINES: usize = 1000;

fn stale(message: &str) -> FailureBody {
    failure(Code::Stale, message)
}

impl Room {
    /// Hears what somebody says on a line; what it needs others for, if it does.
    pub fn hear(&mut self, line: u32, say: Say, now: i64, chance: &mut Chance) -> Option<Wanted> {
        let Some(viewer) = self.viewer_of(line) else {
            let joined = match say {
                Say::Hello { key, events, voids, .. } => self.join(line, &key, events, voids),
                _ => Err(bad("expected `hello` first of all")),
            };
            if let Err(error) = joined {
                self.tell(line, Tell::Error { error });
            }
            return None;
        };
        let (answer, wanted) = match say {
            Say::Order { id, order, decision } => {
                let given = self.player(viewer).and_then(|seat| self.order(seat, &id, order, decision, now));
                let told = match given {
                    Ok(()) => Tell::Ack { id },
                    Err(error) => refused_order(id, error),
                };
                (Some(told), None)
            }
            Say::Why { id, seat } => (Some(self.why(viewer, seat, id)), None),
            Say::Ping { at } => (Some(Tell::Pong { at }), None),
            Say::Hello { .. } => (Some(Tell::Error { error: bad("this line has said hello already") }), None),
            Say::Wish { wish: Wish::Rematch } => match self.player(viewer) {
                Ok(_) => (self.rematch.clone().map(|made| Tell::Rematch { made }), Some(Wanted::Rematch)),
                Err(error) => (Some(Tell::Error { error }), None),
            },
            say if say.is_question() => (self.question(viewer, say), None),
            say => {
                let done = self.player(viewer).and_then(|seat| self.done(seat, say, now, chance));
                (done.err().map(|error| Tell::Error { error }), None)
            }
        };
        if let Some(answer) = answer {
            self.tell(line, answer);
        }
        wanted.filter(|_| self.rematch.is_none())
    }

    /// The seat that may decide.
    fn player(&self, viewer: Viewer) -> Result<SeatId, FailureBody> {
        let seat = viewer.seat().ok_or_else(|| refused("spectators have no orders to give"))?;
        if self.is_human(seat) { Ok(seat) } else { Err(refused("a bot plays this seat")) }
    }

    fn order(
        &mut self,
        seat: SeatId,
        id: &str,
        order: Value,
        decision: Option<String>,
        now: i64,
    ) -> Result<(), FailureBody> {
        if id.is_empty() || id.len() > ID_LIMIT || !is_plain(id) {
            return Err(odd_id());
        }
        match self.known(seat, id) {
            Some(true) => return Ok(()),
            Some(false) => return Err(stale("the order of this id was taken back; expected a new id")),
            None => {}
        }
        if self.is_over() {
            return Err(stale("the match is over"));
        }
        if decision.is_some_and(|decision| decision != self.decision(seat)) {
            return Err(stale("this was meant for another decision than the one now open"));
        }
        self.step(Step::Order { seat: seat.0, order, id: Some(id.to_owned()) }, now)
    }

    fn question(&mut self, viewer: Viewer, say: Say) -> Option<Tell> {
        let (id, asked) = Asked::of(say)?;
        let answer = self.player(viewer).and_then(|seat| {
            if id.len() > ID_LIMIT {
                return Err(odd_id());
            }
            match (&asked, self.is_over()) {
                (Asked::Legal(_), true) => Ok(Answer::Legal(LegalOrders::default())),
                (_, true) => Err(stale("the match is over")),
                // Nobody else waits meanwhile: there is always time.
                _ => decide(self.play.as_ref(), seat, &asked, &|| true),
            }
        });
        Some(Answer::tell(answer, id))
    }

    fn done(&mut self, seat: SeatId, say: Say, now: i64, chance: &mut Chance) -> Result<(), FailureBody> {
        match say {
            Say::Chat { text } => self.say_aloud(seat, &text, now),
            Say::Name { name } => {
                let name = tidy("name", &name)?;
                self.step(Step::Name { seat: seat.0, name }, now)
            }
            Say::Wish { wish } => self.wish(seat, wish, now, chance),
            _ => Err(refused("that needs a server")),
        }
    }

    fn say_aloud(&mut self, seat: SeatId, text: &str, now: i64) -> Result<(), FailureBody> {
        let text = text.trim();
        if text.is_empty() || !is_name(text, CHAT_LIMIT) {
            let why = format!("expected one line of 1 to {CHAT_LIMIT} letters that can be seen");
            return Err(misplaced("text", why));
        }
        if self.chat.len() >= CHAT_LINES {
            return Err(failure(Code::Busy, format!("a match keeps {CHAT_LINES} lines of chat")));
        }
        let person = self.people().seats.into_iter().find(|person| person.seat == seat.0);
        let name = person.map(|person| person.name).unwrap_or_default();
        let line = ChatLine { seat: Some(seat.0), name, text: text.to_owned(), at: now / 1000 };
        self.step(Step::Chat { line: line.clone() }, now)?;
        self.tell_all(&Tell::Chat { line });
        Ok(())
    }

    fn wish(&mut self, seat: SeatId, wish: Wish, now: i64, chance: &mut Chance) -> Result<(), FailureBody> {
        let over = self.is_over();
        match wish {
            Wish::Undo => self.undo(seat, now, chance),
            Wish::Resign | Wish::OfferDraw | Wish::HandOver if over => Err(stale("the match is over")),
            Wish::Resign => self.step(Step::End { how: "resign".to_owned(), seat: Some(seat.0) }, now),
            Wish::OfferDraw if self.row.hot_seat => {
                self.step(Step::End { how: "draw".to_owned(), seat: None }, now)
            }
            Wish::OfferDraw => Err(refused("bots do not agree to a draw")),
            Wish::HandOver => self.step(Step::HandOver { seat: seat.0, bot: substitute().to_owned() }, now),
            _ => Err(refused("nobody else is here who could answer that")),
        }
    }

    /// Takes back the last order of a seat, whatever has been shown since: nobody else is touched by it.
    fn undo(&mut self, seat: SeatId, now: i64, chance: &mut Chance) -> Result<(), FailureBody> {
        if self.ended.is_none() && self.play.can_undo(Some(seat)).is_ok() {
            return self.step(Step::Undo { seat: seat.0 }, now);
        }
        let last =
            (0..self.play.orders()).rev().find(|n| self.play.entry(*n).is_some_and(|(by, _)| by == seat));
        let keep = last.ok_or_else(|| stale("there is no order of yours to take back"))?;
        let earlier = self.play.past(keep)().map_err(|error| failure(Code::Internal, error.to_string()))?;
        // Who looked ahead must not know what is to come.
        let dice = self.other_dice(earlier.as_ref(), chance);
        self.step(Step::Rewind { seat: seat.0, keep, dice }, now)
    }
}
