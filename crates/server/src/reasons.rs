//! Why bots did what they did, for whoever asks. What a bot weighs follows from what its seat knows: where anything is hidden
//! its reasons are told when the match is over, and no sooner.

use crate::asked::{ID_LIMIT, odd_id, refused};
use crate::failure::{Code, failure};
use crate::wire::{Reason, Tell, Weighed};
use bots::{Alternative, Bot};
use std::collections::VecDeque;
use table::face::AnyMatch;
use table::{SeatId, Viewer};

/// So many of the last reasons are kept, in memory alone: they are no part of the match.
const KEPT: usize = 400;
/// So many of a seat are told at once.
const TOLD: usize = 12;

/// What a bot can say of the order that it gave last; nothing where there was nothing to weigh.
pub fn reason(bot: &dyn Bot, turn: u32, words: String) -> Option<Reason> {
    let (why, report) = (bot.why(), bot.report());
    if why.is_none() && report.is_none() {
        return None;
    }
    let weighed = |other: Alternative| Weighed { order: other.words, value: other.value };
    let report = report.unwrap_or_default();
    let is_plan = !report.plan.words.is_empty();
    Some(Reason {
        turn,
        value: is_plan.then_some(report.plan.value),
        order: if is_plan { report.plan.words } else { words },
        why,
        alternatives: report.alternatives.into_iter().map(weighed).collect(),
        feared: report.feared,
    })
}

/// The reasons of the bots at a table, each with the number of the order that it explains.
#[derive(Debug, Default)]
pub struct Reasons(VecDeque<(SeatId, usize, Reason)>);

/// Who asks, and about whom.
#[derive(Clone, Copy, Debug)]
pub struct Asker {
    pub viewer: Viewer,
    pub seat: SeatId,
    /// A bot sits there.
    pub is_bot: bool,
    /// The match is over.
    pub is_over: bool,
}

impl Reasons {
    /// A bot has given the order of this number. What was taken back since then is forgotten.
    pub fn keep(&mut self, seat: SeatId, order: usize, reason: Reason) {
        self.0.retain(|(_, before, _)| *before < order);
        if self.0.len() == KEPT {
            self.0.pop_front();
        }
        self.0.push_back((seat, order, reason));
    }

    /// The reasons of a bot, as far as this viewer may know them.
    pub fn tell(&self, play: &dyn AnyMatch, asker: Asker, id: String) -> Tell {
        if id.len() > ID_LIMIT {
            return refused(id, odd_id());
        }
        let no = |why: &str| failure(Code::Refused, why);
        if !asker.is_bot {
            return refused(id, no("no bot sits there"));
        }
        if play.hides() && !asker.is_over && asker.viewer != Viewer::Umpire {
            let why = "its reasons are told when the match is over: they tell of what is still secret";
            return refused(id, no(why));
        }
        Tell::Reasons { id, reasons: self.of(asker.seat, play.orders()) }
    }

    /// Those of a seat in a match of so many orders, the last first.
    fn of(&self, seat: SeatId, orders: usize) -> Vec<Reason> {
        let own = self.0.iter().rev().filter(|(by, order, _)| *by == seat && *order < orders);
        own.take(TOLD).map(|(_, _, reason)| reason.clone()).collect()
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
        assert_eq!(told(&kept, 9), ["7", "3"], "the last order was taken back");
        assert_eq!(told(&kept, 8), ["7", "3"], "two orders were taken back");
        kept.keep(SeatId(0), 9, reason("another"));
        assert_eq!(told(&kept, 10), ["another", "7", "3"]);
        kept.keep(SeatId(0), 5, reason("again"));
        assert_eq!(told(&kept, 10), ["again", "3"]);
        for order in 10..10 + 2 * KEPT {
            kept.keep(SeatId(0), order, reason("many"));
        }
        assert_eq!((kept.0.len(), told(&kept, usize::MAX).len()), (KEPT, TOLD));
    }
}
