//! What people ask of each other: to take something back, to end it, to play again.

use super::load::Rewind;
use super::{Asked, FailureBody, Made, Room, SeatId, Seating, Tell, Viewer, Wish, steady_ms};
use crate::ending::CALLED_OFF;
use crate::failure::{Code, failure, refused};
use crate::wire::SeatKey;
use crate::{hall, laid, stream};
use table::TeamId;

/// How often a match goes back behind a barrier: each time, and with every load, it is played again from its beginning.
const REWINDS: u32 = 200;

fn stale(message: &str) -> FailureBody {
    failure(Code::Stale, message)
}

/// In a longer match nobody is told which turn an undo would lead back to.
const TOLD_ORDERS: usize = 300;

impl Room {
    pub(super) async fn wish(&mut self, viewer: Viewer, wish: Wish) -> Result<(), FailureBody> {
        let seat = self.player(viewer)?;
        if !matches!(wish, Wish::Rematch | Wish::Continue | Wish::DeclineContinue) {
            self.must_be_played()?;
        }
        let needs_a_match = matches!(wish, Wish::Resign | Wish::OfferDraw | Wish::HandOver);
        if (needs_a_match || matches!(wish, Wish::CallOff)) && self.is_over() {
            return Err(stale("the match is over"));
        }
        if needs_a_match {
            // Who has vowed shows his salt, or the match does not begin: he could know by then what dice come of it.
            self.must_have_begun()?;
        }
        match wish {
            Wish::Undo => return self.undo(seat).await,
            Wish::AllowUndo => {
                let none = "nobody asks to take an order back";
                let (asked, sides) = (self.undo_asked.clone(), self.sides_of_leave());
                let asked = self.consent(asked, &sides, seat, none)?;
                if asked.is_granted(&sides) {
                    self.undo_asked = None;
                    self.rewind(asked.by).await?;
                } else {
                    self.undo_asked = Some(asked);
                }
            }
            Wish::DenyUndo => {
                let sides = self.sides_of_leave();
                self.consent(self.undo_asked.clone(), &sides, seat, "nobody asks to take an order back")?;
                self.undo_asked = None;
            }
            Wish::Resign => return self.end("resign", Some(seat)).await,
            // Nobody has to wait for ever, and nobody loses what has not begun.
            Wish::CallOff if self.has_begun() => return Err(stale("the match has begun")),
            Wish::CallOff => return self.end(CALLED_OFF, None).await,
            Wish::OfferDraw => {
                if self.seating.is_one_screen() {
                    return self.end("draw", None).await;
                }
                let own = self.team(seat);
                let played = self.sides(|other| other != seat);
                let mut others =
                    self.play.seats().iter().map(|seat| seat.team).filter(|team| Some(*team) != own);
                if played.iter().all(|team| Some(*team) == own) {
                    return Err(refused("nobody is there who could agree to a draw"));
                }
                if !others.all(|team| played.contains(&team)) {
                    return Err(refused("bots do not agree to a draw"));
                }
                self.draw_offered = Some(Asked { by: seat, agreed: Vec::new(), turn: None });
            }
            Wish::AcceptDraw => {
                let sides = self.sides_asked(self.draw_offered.as_ref());
                let asked = self.consent(self.draw_offered.clone(), &sides, seat, "nobody offers a draw")?;
                if asked.is_granted(&sides) {
                    return self.end("draw", None).await;
                }
                self.draw_offered = Some(asked);
            }
            Wish::DeclineDraw => {
                let sides = self.sides_asked(self.draw_offered.as_ref());
                self.consent(self.draw_offered.clone(), &sides, seat, "nobody offers a draw")?;
                self.draw_offered = None;
            }
            Wish::Rematch => return self.ask_rematch(seat).await,
            Wish::Continue => self.agree_to_continue(seat).await?,
            Wish::DeclineContinue => self.decline_to_continue()?,
            Wish::HandOver => {
                let bot = laid::substitute();
                self.write("hand_over", Some(seat), bot.to_owned(), None).await?;
                self.seating.chairs[seat.index()].bot = Some(bot.to_owned());
                // Who was asked, and who asked, were other people than those who are here now.
                (self.undo_asked, self.draw_offered) = (None, None);
                self.run_clocks();
                self.wake_bots();
            }
        }
        self.tell_people();
        Ok(())
    }

    /// Whether somebody waits for the answer of others.
    pub(super) fn is_something_asked(&self) -> bool {
        let asked = self.undo_asked.is_some() || self.draw_offered.is_some() || self.rematch_asked.is_some();
        asked || self.old.as_ref().is_some_and(|old| !old.agreed.is_empty())
    }

    fn team(&self, seat: SeatId) -> Option<TeamId> {
        self.play.seats().iter().find(|other| other.id == seat).map(|seat| seat.team)
    }

    /// The sides of those people who are meant.
    fn sides(&self, who: impl Fn(SeatId) -> bool) -> Vec<TeamId> {
        let mut sides: Vec<TeamId> =
            self.seating.humans().filter(|seat| who(*seat)).filter_map(|seat| self.team(seat)).collect();
        sides.sort_unstable();
        sides.dedup();
        sides
    }

    /// The sides that must agree to what was asked: every other one that people play. Team mates answer for nobody
    /// but themselves.
    fn sides_asked(&self, asked: Option<&Asked>) -> Vec<TeamId> {
        let Some(asked) = asked else { return Vec::new() };
        let own = self.team(asked.by);
        self.sides(|seat| self.team(seat) != own)
    }

    /// The sides that give leave to take an order back. Against bots alone it is the team mates: their orders go, too.
    fn sides_of_leave(&self) -> Vec<TeamId> {
        let others = self.sides_asked(self.undo_asked.as_ref());
        if others.is_empty() { self.sides(|_| true) } else { others }
    }

    /// What was asked, with the consent of this seat's side; an error if this seat has no say in it.
    fn consent(
        &self,
        asked: Option<Asked>,
        sides: &[TeamId],
        seat: SeatId,
        none: &str,
    ) -> Result<Asked, FailureBody> {
        let mut asked = asked.ok_or_else(|| stale(none))?;
        let side = self.team(seat).filter(|side| sides.contains(side) && asked.by != seat);
        // Who plays on both sides agrees for nobody else.
        let is_others =
            |side: &TeamId| self.sides(|other| !self.seating.is_one_person(asked.by, other)).contains(side);
        let side = side.filter(|side| !self.seating.is_one_person(asked.by, seat) || !is_others(side));
        asked.agreed.push(side.ok_or_else(|| refused("the other side answers that"))?);
        Ok(asked)
    }

    /// The other people at the table; on one screen there are none.
    fn others(&self, seat: SeatId) -> Vec<SeatId> {
        if self.seating.is_one_screen() {
            return Vec::new();
        }
        self.seating.humans().filter(|other| *other != seat).collect()
    }

    /// Takes back an order: at once where nobody else is touched by it, else the others are asked.
    async fn undo(&mut self, seat: SeatId) -> Result<(), FailureBody> {
        let alone = self.others(seat).is_empty();
        // When it is over its log lies open: where somebody else has played, nobody goes back behind that.
        if self.is_over() && !self.seating.is_solo() || self.ended.is_some() && self.clocks.is_on() {
            return Err(stale("the match is over"));
        }
        if self.ended.is_none() && self.play.can_undo(Some(seat)).is_ok() {
            self.write("undo", Some(seat), String::new(), None).await?;
            if let Err(error) = self.take_back(seat) {
                tracing::error!(error, "an undo that was tried out fails");
                self.broken = true;
            }
            self.after_undo();
            return Ok(());
        }
        let last = self.last_of(seat).ok_or_else(|| stale("there is no order of yours to take back"))?;
        if alone {
            return self.rewind(seat).await;
        }
        if self.is_over() {
            return Err(stale("the match is over"));
        }
        // Told where it costs little: the match is played again to find it.
        let short = self.play.orders() <= TOLD_ORDERS;
        let turn = short.then(|| self.play.past(last)().ok().map(|before| before.turn())).flatten();
        self.undo_asked = Some(Asked { by: seat, agreed: Vec::new(), turn });
        self.tell_people();
        Ok(())
    }

    /// The number of the last order of this seat.
    fn last_of(&self, seat: SeatId) -> Option<usize> {
        (0..self.play.orders()).rev().find(|n| self.play.entry(*n).is_some_and(|(by, _)| by == seat))
    }

    /// Goes back to before the last order of a seat, whatever has been shown since. If anything has, the match goes on
    /// with other dice: who looked ahead must not know what is to come.
    async fn rewind(&mut self, seat: SeatId) -> Result<(), FailureBody> {
        if self.rewinds >= REWINDS {
            return Err(refused(format!("a match goes back {REWINDS} times at most")));
        }
        let keep = self.last_of(seat).ok_or_else(|| stale("there is no order to take back"))?;
        // A long match takes a while to be played again: elsewhere.
        let earlier = tokio::task::spawn_blocking(self.play.past(keep)).await;
        let earlier =
            earlier.map_err(|_| failure(Code::Internal, "a fault while the match was played again"))?;
        let earlier = earlier.map_err(|e| failure(Code::Internal, e.to_string()))?;
        let dice = (earlier.round() != self.play.round()).then(|| self.other_dice());
        let rewind = Rewind { keep, dice };
        self.write("rewind", Some(seat), rewind.written(), None).await?;
        self.rewind_to(seat, earlier, dice);
        self.clocks.renew_days();
        self.after_undo();
        Ok(())
    }

    fn after_undo(&mut self) {
        self.undo_asked = None;
        self.seal();
        self.learn_events(steady_ms());
        let awaited = self.awaited();
        self.clocks.run_back(steady_ms(), &awaited);
        self.tell_people();
        self.wake_bots();
    }

    async fn ask_rematch(&mut self, seat: SeatId) -> Result<(), FailureBody> {
        let alone = self.others(seat).is_empty();
        if !self.is_over() && !alone {
            return Err(stale("the match is not over yet"));
        }
        // Team mates do not agree for the other side, but where nobody else is there they are all there is. Nobody agrees
        // with himself.
        let agreed = self.rematch_asked.is_some_and(|asker| {
            let across = |other| self.team(other) != self.team(asker);
            let others = self.sides(|other| !self.seating.is_one_person(asker, other) && across(other));
            !self.seating.is_one_person(asker, seat) && (others.is_empty() || across(seat))
        });
        if self.rematch.is_none() && (alone || agreed) {
            let made = self.hall.rematch(self.play.as_ref(), &self.seating, self.for_whom()).await?;
            self.rematch = Some(made);
            self.rematch_asked = None;
        } else if self.rematch.is_none() && self.rematch_asked.is_none() {
            self.rematch_asked = Some(seat);
        }
        if let Some(made) = self.rematch.clone() {
            for index in 0..self.streams.len() {
                let viewer = self.streams[index].viewer;
                let text = stream::written(&Tell::Rematch { made: self.share_of(viewer, &made) }, 256);
                self.send(&text, |sub| sub.viewer == viewer);
            }
        }
        self.tell_people();
        Ok(())
    }

    /// What this viewer may have of the keys: his own, which is for the other side if sides are changed; those of all
    /// seats before one screen. Invitations are sent by whoever sent those of this match.
    pub(super) fn share_of(&self, viewer: Viewer, made: &Made) -> Made {
        let Seating { chairs, .. } = &self.seating;
        let me = viewer.seat().and_then(|seat| Some((seat, chairs.get(seat.index())?)));
        let host = me.is_some_and(|(_, chair)| chair.host);
        let his = |key: &&SeatKey| {
            let was = hall::seat_again(self.play.as_ref(), &self.seating, usize::from(key.seat));
            me.is_some_and(|(seat, _)| seat.index() == was)
                || me.is_some() && self.seating.is_one_screen()
                || host && chairs.get(was).is_some_and(|chair| chair.host)
        };
        let keys = made.keys.iter().filter(his).cloned().collect();
        let invitations = if host { made.invitations.clone() } else { Vec::new() };
        Made { keys, invitations, ..made.clone() }
    }
}

impl Asked {
    fn is_granted(&self, sides: &[TeamId]) -> bool {
        sides.iter().all(|side| self.agreed.contains(side))
    }
}
