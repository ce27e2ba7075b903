//! What a review of this match is made of. It is made beside the match: see [`crate::reviews`].

use super::{Code, FailureBody, Room, failure};
use crate::reviewed;
use bots::review::Ending;
use table::face::Past;
use table::{SeatId, StateHash};

/// A match that is over.
pub struct Finished {
    /// Tells it from any other one: an end that was taken back may come again otherwise.
    pub mark: StateHash,
    /// As it was before its first order, and as it is now.
    pub first: Past,
    pub last: Past,
    pub ended: Ending,
    pub people: Vec<SeatId>,
    /// For each seat, and then for the spectators: how many events they had seen after how many orders.
    pub marks: Vec<Vec<(u32, u32)>>,
}

impl std::fmt::Debug for Finished {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "a match that is over, {}", self.mark)
    }
}

impl Room {
    /// Everything lies open now, to everybody.
    pub(super) fn finished(&mut self) -> Result<Finished, FailureBody> {
        self.must_be_played()?;
        let Some(over) = self.over() else {
            return Err(failure(Code::Stale, "a match is reviewed when it is over, not before"));
        };
        let play = self.play.as_ref();
        let ended = reviewed::how(play, &over);
        let seats = || play.seats().iter().map(|seat| seat.id).filter(|seat| !play.plays_itself(*seat));
        let mut people: Vec<SeatId> = seats().filter(|seat| self.seating.is_human(*seat)).collect();
        if people.is_empty() {
            people = seats().collect();
        }
        let orders = play.orders();
        let (first, last) = (play.past(0), play.past(orders));
        let marks = self.streams.iter().map(|stream| stream.marks.clone()).collect();
        let mark = table::state_hash(&(self.table_hash().0, orders, &over.how, &over.winner));
        Ok(Finished { mark, first, last, ended, people, marks })
    }
}
