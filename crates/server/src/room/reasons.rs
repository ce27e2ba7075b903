//! Why bots did what they did, for whoever asks. What a bot weighs follows from what its seat knows: where anything is hidden
//! its reasons are told when the match is over, and no sooner.

use super::Room;
use crate::failure::{Code, failure};
use crate::wire::{FailureBody, Reason};
use std::collections::VecDeque;
use table::{SeatId, Viewer};

/// So many of the last reasons are kept, in memory alone: they are no part of the match.
const KEPT: usize = 400;
/// So many of a seat are told at once.
const TOLD: usize = 12;

/// The reasons of the bots at a table, each with the number of the order that it explains.
#[derive(Debug, Default)]
pub struct Reasons(VecDeque<(SeatId, usize, Reason)>);

impl Reasons {
    /// A bot has given the order of this number. What was taken back since then is forgotten.
    pub fn keep(&mut self, seat: SeatId, order: usize, reason: Reason) {
        self.0.retain(|(_, before, _)| *before < order);
        if self.0.len() == KEPT {
            self.0.pop_front();
        }
        self.0.push_back((seat, order, reason));
    }

    /// Those of a seat in a match of so many orders, the last first.
    fn of(&self, seat: SeatId, orders: usize) -> Vec<Reason> {
        let own = self.0.iter().rev().filter(|(by, order, _)| *by == seat && *order < orders);
        own.take(TOLD).map(|(_, _, reason)| reason.clone()).collect()
    }
}

impl Room {
    /// The reasons of a bot, as far as this viewer may know them.
    pub(super) fn reasons(&self, viewer: Viewer, seat: u8) -> Result<Vec<Reason>, FailureBody> {
        let seat = SeatId(seat);
        let refused = |why: &str| Err(failure(Code::Refused, why));
        if self.play.seats().iter().all(|known| known.id != seat) || self.seating.bot(seat).is_none() {
            return refused("no bot sits there");
        }
        let open = self.hall.game(self.play.game()).is_ok_and(|game| !game.kind().hidden);
        if !open && !self.is_over() && viewer != Viewer::Umpire {
            return refused("its reasons are told when the match is over: they tell of what is still secret");
        }
        Ok(self.reasons.of(seat, self.play.orders()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reason(order: &str) -> Reason {
        Reason { order: order.to_owned(), ..Reason::default() }
    }

    #[test]
    fn the_last_reasons_of_a_seat_come_first_and_none_that_was_taken_back() {
        let mut kept = Reasons::default();
        for (seat, order) in [(0, 3), (1, 4), (0, 7), (0, 9)] {
            kept.keep(SeatId(seat), order, reason(&order.to_string()));
        }
        let told = |kept: &Reasons, orders| -> Vec<String> {
            kept.of(SeatId(0), orders).into_iter().map(|reason| reason.order).collect()
        };
        assert_eq!(told(&kept, 10), ["9", "7", "3"]);
        assert_eq!(told(&kept, 8), ["7", "3"], "two orders were taken back");
        kept.keep(SeatId(0), 5, reason("again"));
        assert_eq!(told(&kept, 10), ["again", "3"]);
        for order in 10..10 + 2 * KEPT {
            kept.keep(SeatId(0), order, reason("many"));
        }
        assert_eq!((kept.0.len(), told(&kept, usize::MAX).len()), (KEPT, TOLD));
    }
}
