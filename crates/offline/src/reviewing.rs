//! The review of a match that is over, piece by piece between whatever else is asked.

use bots::review::{Budget, Reviewer};
use server::failure::{Code, failure};
use server::laid::substitute;
use server::reviewed::{how, told};
use server::wire::{FailureBody, Over, Review, Reviewed};
use table::SeatId;
use table::face::AnyMatch;

/// A review that is made, or was made.
#[derive(Debug)]
pub struct Reviewing {
    /// How many orders the match had: one that was taken up again has another review.
    orders: usize,
    work: Option<Box<Reviewer>>,
    done: (usize, usize),
    marks: Vec<Vec<(u32, u32)>>,
    review: Option<Review>,
}

impl Reviewing {
    pub fn begin(
        play: &dyn AnyMatch,
        over: &Over,
        people: Vec<SeatId>,
        marks: Vec<Vec<(u32, u32)>>,
    ) -> Result<Self, FailureBody> {
        let fault = || failure(Code::Internal, "this match can not be reviewed");
        let orders = play.orders();
        let (first, last) = (play.past(0)().map_err(|_| fault())?, play.past(orders)().map_err(|_| fault())?);
        let budget = Budget::fitting(last.as_ref());
        let work = Reviewer::new(first, last.as_ref(), how(play, over), people, substitute(), budget);
        let work = work.map_err(|_| fault())?;
        Ok(Self { orders, done: work.progress(), work: Some(Box::new(work)), marks, review: None })
    }

    pub fn is_of(&self, play: &dyn AnyMatch) -> bool {
        self.orders == play.orders()
    }

    pub fn is_at_work(&self) -> bool {
        self.work.is_some()
    }

    /// Does a piece of it.
    pub fn step(&mut self) {
        let Some(mut work) = self.work.take() else { return };
        let more = work.step();
        self.done = work.progress();
        if more {
            self.work = Some(work);
        } else {
            self.review = Some(told(work.review(), &self.marks));
        }
    }

    pub fn told(&self) -> Reviewed {
        Reviewed { done: self.done.0 as u32, of: self.done.1 as u32, review: self.review.clone() }
    }
}
