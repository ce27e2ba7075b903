//! Questions about orders, which change nothing and may take long: they are answered beside the match, on a copy of
//! the table as it stood when they were asked, so that neither this match nor any other one waits for them.

use super::{Asker, Cmd, Reply, Room};
use crate::asked::{Answer, Asked, ID_LIMIT, decide, odd_id, refused, too_long};
use crate::failure::{Code, failure};
use crate::limits::Client;
use crate::thinkers;
use crate::wire::{FailureBody, LegalOrders, Say, Tell};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use table::face::AnyMatch;
use table::{SeatId, Viewer};
use tokio::sync::Semaphore;

/// Questions of one viewer that may wait for an answer; one of them is being answered.
const WAITING: usize = 32;
/// How long a question may wait until somebody thinks about it, and how long somebody then may.
const PATIENCE: Duration = Duration::from_secs(5);

/// The questions of one viewer, one after the other.
#[derive(Clone, Debug)]
pub struct Questions {
    turn: Arc<Semaphore>,
    waiting: Arc<AtomicUsize>,
}

impl Default for Questions {
    fn default() -> Self {
        Self { turn: Arc::new(Semaphore::new(1)), waiting: Arc::default() }
    }
}

/// One of the questions that wait; gives its place back when it is answered or forgotten.
struct Place(Arc<AtomicUsize>);

impl Drop for Place {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Questions {
    fn place(&self) -> Option<Place> {
        let place = Place(Arc::clone(&self.waiting));
        (self.waiting.fetch_add(1, Ordering::Relaxed) < WAITING).then_some(place)
    }
}

impl Room {
    /// Answers a question elsewhere. Who asks hears of it when it is done.
    pub(super) fn question(&mut self, viewer: Viewer, say: Say, asker: Asker) {
        let Some((id, asked)) = Asked::of(say) else { return };
        let questions = self.questions.entry(viewer).or_default().clone();
        let asks = self.must_be_played().and_then(|()| self.must_have_begun());
        let begun = asks.and_then(|()| self.player(viewer)).and_then(|seat| match questions.place() {
            _ if id.len() > ID_LIMIT => Err(odd_id()),
            Some(place) => Ok((seat, place)),
            None => Err(failure(Code::Busy, "too many questions at once; wait for an answer")),
        });
        let (seat, place) = match begun {
            Ok(begun) => begun,
            Err(error) => {
                let tell = refused(id, error);
                match asker {
                    Asker::Sub(sub) => self.answered(sub, tell),
                    Asker::Http(reply) => drop(reply.send(Ok(Reply::Told(Box::new(tell))))),
                }
                return;
            }
        };
        let client = self.who_asks(&asker);
        let Some(door) = self.door.upgrade() else { return };
        let deliver = async move |tell: Tell| match asker {
            Asker::Sub(sub) => {
                let _ = door.send(Cmd::Answered { sub, tell: Box::new(tell) }).await;
            }
            Asker::Http(reply) => {
                let _ = reply.send(Ok(Reply::Told(Box::new(tell))));
            }
        };
        let table = (!self.is_over()).then(|| self.play.still());
        let turns = self.hall.thinkers.questions.clone();
        tokio::spawn(async move {
            let told = answer(table, seat, asked, &questions, turns.place(client)).await;
            drop(place);
            deliver(Answer::tell(told, id)).await;
        });
    }

    /// Whose turn a question takes.
    fn who_asks(&self, asker: &Asker) -> Client {
        let Asker::Sub(sub) = asker else { return self.for_whom() };
        let line = self.subs.iter().find(|s| s.id == *sub).and_then(|s| s.line.as_ref());
        line.map_or_else(|| self.for_whom(), |line| line.guest.client)
    }
}

async fn answer(
    table: Option<Box<dyn AnyMatch>>,
    seat: SeatId,
    asked: Asked,
    questions: &Questions,
    place: impl Future<Output = Option<thinkers::Place>>,
) -> Result<Answer, FailureBody> {
    let Some(table) = table else {
        return match asked {
            Asked::Check(_) | Asked::Nearest(_) | Asked::Preview(_) | Asked::Suggest => {
                Err(failure(Code::Stale, "the match is over"))
            }
            Asked::Legal(_) => Ok(Answer::Legal(LegalOrders::default())),
        };
    };
    let begin = async {
        let turn = Arc::clone(&questions.turn).acquire_owned().await;
        (turn, place.await)
    };
    let Ok(begun) = tokio::time::timeout(PATIENCE, begin).await else {
        return Err(failure(Code::Busy, "the server is busy, and nobody could think about this; ask again"));
    };
    let until = Instant::now() + PATIENCE;
    // Who is no longer waited for goes on to the end of his step, and keeps his place and his turn until then: more than
    // so many are never at work.
    let work = tokio::task::spawn_blocking(move || {
        let answer = decide(table.as_ref(), seat, &asked, &|| Instant::now() < until);
        drop(begun);
        answer
    });
    match tokio::time::timeout_at(until.into(), work).await {
        Ok(Ok(answer)) => answer,
        Ok(Err(_)) => Err(failure(Code::Internal, "a fault in the rules")),
        Err(_) => Err(too_long()),
    }
}
