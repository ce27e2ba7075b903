//! What people ask of each other: to take something back, to end it, to play again.

use super::{FailureBody, Made, Room, SeatId, Tell, Viewer, Wish};
use crate::failure::{Code, failure, forbidden};
use crate::thinkers;

fn stale(message: &str) -> FailureBody {
    failure(Code::Stale, message)
}

/// Who asked, if it was somebody else.
fn asked_by_another(asked: Option<SeatId>, seat: SeatId, none: &str) -> Result<SeatId, FailureBody> {
    match asked {
        None => Err(stale(none)),
        Some(asker) if asker == seat => Err(forbidden("the others answer that")),
        Some(asker) => Ok(asker),
    }
}

impl Room {
    pub(super) async fn wish(&mut self, viewer: Viewer, wish: Wish) -> Result<(), FailureBody> {
        let seat = self.player(viewer)?;
        let needs_a_match = matches!(wish, Wish::Resign | Wish::OfferDraw | Wish::HandOver);
        if needs_a_match && self.is_over() {
            return Err(stale("the match is over"));
        }
        match wish {
            Wish::Undo => return self.undo(seat).await,
            Wish::AllowUndo => {
                let asker = asked_by_another(self.undo_asked, seat, "nobody asks to take an order back")?;
                self.undo_asked = None;
                self.rewind(asker).await?;
            }
            Wish::DenyUndo => {
                asked_by_another(self.undo_asked, seat, "nobody asks to take an order back")?;
                self.undo_asked = None;
            }
            Wish::Resign => return self.end("resign", Some(seat)).await,
            Wish::OfferDraw => {
                if !self.others(seat).is_empty() {
                    self.draw_offered = Some(seat);
                } else if self.seating.hot_seat {
                    return self.end("draw", None).await;
                } else {
                    return Err(forbidden("bots do not agree to a draw"));
                }
            }
            Wish::AcceptDraw => {
                asked_by_another(self.draw_offered, seat, "nobody offers a draw")?;
                return self.end("draw", None).await;
            }
            Wish::DeclineDraw => {
                asked_by_another(self.draw_offered, seat, "nobody offers a draw")?;
                self.draw_offered = None;
            }
            Wish::Rematch => return self.ask_rematch(seat).await,
            Wish::HandOver => {
                let bot = thinkers::substitute();
                self.write("hand_over", Some(seat), bot.to_owned(), None).await?;
                self.seating.chairs[seat.index()].bot = Some(bot.to_owned());
                self.run_clocks();
                self.wake_bots();
            }
        }
        self.tell_people();
        Ok(())
    }

    /// The other people at the table; on one screen there are none.
    fn others(&self, seat: SeatId) -> Vec<SeatId> {
        if self.seating.hot_seat {
            return Vec::new();
        }
        self.seating.humans().filter(|other| *other != seat).collect()
    }

    /// Takes back an order: at once where nobody else is touched by it, else the others are asked.
    async fn undo(&mut self, seat: SeatId) -> Result<(), FailureBody> {
        let alone = self.others(seat).is_empty();
        if self.ended.is_none() && self.can_take_back(seat) {
            self.write("undo", Some(seat), String::new(), None).await?;
            if let Err(error) = self.take_back(seat) {
                tracing::error!(error, "an undo that was tried out fails");
                self.broken = true;
            }
            self.after_undo();
            return Ok(());
        }
        self.last_of(seat).ok_or_else(|| stale("there is no order of yours to take back"))?;
        if alone {
            return self.rewind(seat).await;
        }
        if self.is_over() {
            return Err(stale("the match is over"));
        }
        self.undo_asked = Some(seat);
        self.tell_people();
        Ok(())
    }

    /// Whether the kernel would take it back: tried on a table of its own, because what is written must succeed.
    fn can_take_back(&self, seat: SeatId) -> bool {
        let again = self.play.past(self.play.orders())();
        again.is_ok_and(|mut copy| copy.undo(Some(seat)).is_ok())
    }

    /// The number of the last order of this seat.
    fn last_of(&self, seat: SeatId) -> Option<usize> {
        (0..self.play.orders()).rev().find(|n| self.play.entry(*n).is_some_and(|(by, _)| by == seat))
    }

    /// Goes back to before the last order of a seat, whatever has been shown since.
    async fn rewind(&mut self, seat: SeatId) -> Result<(), FailureBody> {
        let keep = self.last_of(seat).ok_or_else(|| stale("there is no order to take back"))?;
        self.write("rewind", Some(seat), keep.to_string(), None).await?;
        if let Err(error) = self.rewind_to(keep) {
            tracing::error!(%error, "a rewind fails");
            self.broken = true;
        }
        self.after_undo();
        Ok(())
    }

    fn after_undo(&mut self) {
        self.undo_asked = None;
        self.run_clocks();
        self.tell_people();
        self.wake_bots();
    }

    async fn ask_rematch(&mut self, seat: SeatId) -> Result<(), FailureBody> {
        let alone = self.others(seat).is_empty();
        if !self.is_over() && !alone {
            return Err(stale("the match is not over yet"));
        }
        let agreed = self.rematch_asked.is_some_and(|asker| asker != seat);
        if self.rematch.is_none() && (alone || agreed) {
            let made = self.hall.rematch(self.play.as_ref(), &self.seating).await?;
            self.rematch = Some(made);
            self.rematch_asked = None;
        } else if self.rematch.is_none() {
            self.rematch_asked = Some(seat);
        }
        if let Some(made) = self.rematch.clone() {
            for index in 0..self.streams.len() {
                let viewer = self.streams[index].viewer;
                let text = super::written(&Tell::Rematch { made: self.share_of(viewer, &made) });
                self.send(&text, |sub| sub.viewer == viewer);
            }
        }
        self.tell_people();
        Ok(())
    }

    /// What this viewer may have of the keys: his own, which is for the other side now; all on one screen.
    pub(super) fn share_of(&self, viewer: Viewer, made: &Made) -> Made {
        let last = self.seating.chairs.len() - 1;
        let mine = viewer.seat().map(|seat| (last - seat.index()) as u8);
        let all = self.seating.hot_seat && viewer.seat().is_some();
        let keys = made.keys.iter().filter(|key| all || Some(key.seat) == mine).cloned().collect();
        Made { keys, ..made.clone() }
    }
}
