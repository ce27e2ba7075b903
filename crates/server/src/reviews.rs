//! Reviews of matches that are over. They take seconds, so they are made beside everything else: piece by piece on one core,
//! clients by turns, one for each client at a time, and only as long as somebody asks for them. What was made is kept.

use crate::failure::{Code, failure};
use crate::laid::substitute;
use crate::limits::Client;
use crate::reviewed::told;
use crate::room::Finished;
use crate::thinkers::Turns;
use crate::wire::{FailureBody, Review, Reviewed};
use bots::review::{Budget, Reviewer};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use table::StateHash;

/// Reviews that are being made at the same time, of all clients.
const AT_ONCE: usize = 16;
/// Reviews that are kept.
const KEPT: usize = 128;
/// Who does not ask for so long does not wait any more.
const PATIENCE: Duration = Duration::from_secs(20);

/// The reviews of all matches.
#[derive(Clone, Debug)]
pub struct Reviews {
    turns: Turns,
    jobs: Arc<Mutex<HashMap<String, Job>>>,
}

#[derive(Debug)]
struct Job {
    mark: StateHash,
    client: Client,
    asked: Instant,
    done: (usize, usize),
    review: Option<Result<Review, FailureBody>>,
}

impl Job {
    fn is_waited_for(&self) -> bool {
        self.review.is_none() && self.asked.elapsed() < PATIENCE
    }
}

impl Reviews {
    pub fn new(turns: Turns) -> Self {
        Self { turns, jobs: Arc::default() }
    }

    fn jobs(&self) -> MutexGuard<'_, HashMap<String, Job>> {
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The review of a match, or how far it has come. Who asks first begins it.
    pub fn of(&self, id: &str, finished: Finished, client: Client) -> Result<Reviewed, FailureBody> {
        let mut jobs = self.jobs();
        if let Some(job) = jobs.get_mut(id).filter(|job| job.mark == finished.mark) {
            job.asked = Instant::now();
            let review = job.review.clone().transpose()?;
            return Ok(Reviewed { done: job.done.0 as u32, of: job.done.1 as u32, review });
        }
        let at_work = jobs.iter().filter(|(other, job)| *other != id && job.is_waited_for());
        let clients: Vec<Client> = at_work.map(|(_, job)| job.client).collect();
        if clients.contains(&client) {
            return Err(failure(Code::Busy, "another review is being made for you; wait until it is done"));
        }
        if clients.len() >= AT_ONCE {
            return Err(failure(
                Code::Busy,
                "too many reviews are being made just now; try again in a moment",
            ));
        }
        if jobs.len() >= KEPT {
            let oldest = jobs.iter().filter(|(_, job)| job.review.is_some()).min_by_key(|(_, job)| job.asked);
            let oldest = oldest.map(|(id, _)| id.clone());
            oldest.map(|id| jobs.remove(&id));
        }
        let (mark, done) = (finished.mark, (0, 1));
        jobs.insert(id.to_owned(), Job { mark, client, asked: Instant::now(), done, review: None });
        drop(jobs);
        let (reviews, id) = (self.clone(), id.to_owned());
        tokio::spawn(async move { reviews.make(id, finished, client).await });
        Ok(Reviewed { done: 0, of: 1, review: None })
    }

    /// Notes how far a review has come; false if nobody waits for it.
    fn note(&self, id: &str, mark: StateHash, done: (usize, usize)) -> bool {
        let mut jobs = self.jobs();
        let Some(job) = jobs.get_mut(id).filter(|job| job.mark == mark) else { return false };
        job.done = done;
        if job.is_waited_for() {
            return true;
        }
        jobs.remove(id);
        false
    }

    async fn make(&self, id: String, finished: Finished, client: Client) {
        let (mark, marks) = (finished.mark, finished.marks.clone());
        let made = self.pieces(&id, finished, client).await;
        let review = match made {
            Ok(None) => return,
            Ok(Some(review)) => Ok(told(review, &marks)),
            Err(error) => Err(error),
        };
        if let Some(job) = self.jobs().get_mut(&id).filter(|job| job.mark == mark) {
            job.done = (job.done.1, job.done.1);
            job.review = Some(review);
        }
    }

    /// One piece after the other, each when it is this client's turn; nothing if nobody waits for it any more.
    async fn pieces(
        &self,
        id: &str,
        finished: Finished,
        client: Client,
    ) -> Result<Option<bots::review::Review>, FailureBody> {
        let fault = || failure(Code::Internal, "a fault in the rules: this match can not be reviewed");
        let Finished { mark, first, last, ended, people, .. } = finished;
        let place = self.turns.place(client).await;
        let begun = tokio::task::spawn_blocking(move || {
            let (first, last) = (first().ok()?, last().ok()?);
            let budget = Budget::fitting(last.as_ref());
            let reviewer = Reviewer::new(first, last.as_ref(), ended, people, substitute(), budget);
            drop(place);
            reviewer.ok()
        });
        let mut reviewer = begun.await.ok().flatten().ok_or_else(fault)?;
        loop {
            let place = self.turns.place(client).await;
            let step = tokio::task::spawn_blocking(move || {
                let more = reviewer.step();
                drop(place);
                (reviewer, more)
            });
            let more;
            (reviewer, more) = step.await.map_err(|_| fault())?;
            if !more {
                return Ok(Some(reviewer.review()));
            }
            if !self.note(id, mark, reviewer.progress()) {
                return Ok(None);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{AT_ONCE, Job, KEPT, PATIENCE, Reviews};
    use crate::limits::Client;
    use crate::room::Finished;
    use crate::thinkers::Thinkers;
    use crate::wire::Review;
    use bots::review::Ending;
    use std::net::Ipv4Addr;
    use std::time::{Duration, Instant};
    use table::{LogError, StateHash};

    fn client(number: usize) -> Client {
        Client::at(Ipv4Addr::from_bits(0x0a00_0000 + number as u32).into())
    }

    /// A match that is over and can not be played again.
    fn finished(mark: StateHash) -> Finished {
        let gone = || Box::new(|| Err(LogError::Setup("it is not played again here".to_owned())));
        let (first, last) = (gone(), gone());
        Finished { mark, first, last, ended: Ending::Drawn, people: Vec::new(), marks: Vec::new() }
    }

    /// Asks for a review while so many others are at work.
    fn asked_beside(others: usize) -> Result<(), String> {
        let reviews = Reviews::new(Thinkers::new(1).reviews);
        let mark = StateHash(1);
        for number in 0..others {
            let job = Job { mark, client: client(number), asked: Instant::now(), done: (0, 1), review: None };
            reviews.jobs().insert(format!("match {number}"), job);
        }
        let told = reviews.of("another match", finished(mark), client(others));
        told.map(drop).map_err(|why| format!("{why:?}"))
    }

    #[tokio::test]
    async fn only_so_many_reviews_are_made_at_once() {
        assert_eq!(asked_beside(AT_ONCE - 1), Ok(()));
        let busy = asked_beside(AT_ONCE).expect_err("one too many");
        assert!(busy.contains("too many reviews"), "{busy}");
    }

    #[tokio::test]
    async fn so_many_reviews_are_kept_and_the_one_goes_that_was_not_asked_for_longest() {
        for (kept, left) in [(KEPT - 1, KEPT), (KEPT, KEPT)] {
            let reviews = Reviews::new(Thinkers::new(1).reviews);
            let (mark, now) = (StateHash(1), Instant::now());
            for number in 0..kept {
                let review = Review {
                    sides: Vec::new(),
                    moments: Vec::new(),
                    points: Vec::new(),
                    playouts: 0,
                    draws: false,
                    silent: None,
                };
                let asked = now + Duration::from_secs(u64::from(number != 5));
                let job = Job { mark, client: client(number), asked, done: (1, 1), review: Some(Ok(review)) };
                reviews.jobs().insert(format!("match {number}"), job);
            }
            reviews.of("another match", finished(mark), client(kept)).expect("nobody is at work");
            let jobs = reviews.jobs();
            assert_eq!((jobs.len(), jobs.contains_key("match 5")), (left, kept < KEPT), "{kept} are kept");
        }
    }

    #[test]
    fn a_review_is_made_as_long_as_somebody_asks_for_this_very_one() {
        let reviews = Reviews::new(Thinkers::new(1).reviews);
        let (mark, now) = (StateHash(1), Instant::now());
        let begun = |asked| {
            let job = Job { mark, client: client(1), asked, done: (0, 1), review: None };
            reviews.jobs().insert("match".to_owned(), job);
        };
        begun(now);
        assert!(reviews.note("match", mark, (3, 9)), "he has just asked");
        assert_eq!(reviews.jobs()["match"].done, (3, 9));
        assert!(!reviews.note("match", StateHash(2), (4, 9)), "it came to another end since then");
        assert!(!reviews.note("another", mark, (4, 9)));
        assert_eq!(reviews.jobs()["match"].done, (3, 9));
        let Some(long_ago) = now.checked_sub(PATIENCE) else { return };
        begun(long_ago);
        assert!(!reviews.note("match", mark, (4, 9)) && reviews.jobs().is_empty(), "nobody waits any more");
    }
}
