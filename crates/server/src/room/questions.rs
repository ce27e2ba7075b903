//! Questions about orders, which change nothing and may take long: they are answered beside the match, on a copy of
//! the table as it stood when they were asked, so that neither this match nor any other one waits for them.

use super::{Asker, Cmd, ID_LIMIT, Reply, Room, odd_id};
use crate::failure::{Code, failure};
use crate::limits::Client;
use crate::pattern::Sieve;
use crate::thinkers;
use crate::wire::{FailureBody, LegalAsk, LegalOrders, Say, Tell};
use bots::{Desk, Suggestion};
use serde_json::Value;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use table::face::AnyMatch;
use table::{Refusal, SeatId, Viewer};
use tokio::sync::Semaphore;

/// Questions of one viewer that may wait for an answer; one of them is being answered.
const WAITING: usize = 32;
/// Legal orders that are looked through for one question.
const OPTIONS: usize = 200_000;
/// Values of one answer.
const VALUES: usize = 10_000;
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
        let (id, asked) = match say {
            Say::Check { id, order } => (id, Asked::Check(order)),
            Say::Nearest { id, order } => (id, Asked::Nearest(order)),
            Say::Legal { id, ask } => (id, Asked::Legal(ask)),
            Say::Preview { id, order } => (id, Asked::Preview(order)),
            Say::Suggest { id } => (id, Asked::Suggest),
            _ => return,
        };
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
            deliver(match told {
                Ok(Answer::Fine) => Tell::Fine { id },
                Ok(Answer::Nearest(order, moved)) => {
                    let (rule, why) = moved.map(|r| (r.rule.0.to_owned(), r.why.into_owned())).unzip();
                    Tell::Nearest { id, order, rule, why }
                }
                Ok(Answer::Legal(legal)) => Tell::Legal { id, legal },
                Ok(Answer::Preview(preview)) => Tell::Preview { id, preview },
                Ok(Answer::Suggest(Suggestion { order, words, why })) => {
                    Tell::Suggested { id, order, words, why }
                }
                Err(error) => refused(id, error),
            })
            .await;
        });
    }

    /// Whose turn a question takes.
    fn who_asks(&self, asker: &Asker) -> Client {
        let Asker::Sub(sub) = asker else { return self.for_whom() };
        let line = self.subs.iter().find(|s| s.id == *sub).and_then(|s| s.line.as_ref());
        line.map_or_else(|| self.for_whom(), |line| line.guest.client)
    }
}

/// The answer to an order or a question that is not granted. Of an id that is too long it has the beginning.
pub(super) fn refused(mut id: String, error: FailureBody) -> Tell {
    if id.len() > ID_LIMIT {
        let end = (0..=ID_LIMIT).rev().find(|end| id.is_char_boundary(*end));
        id.truncate(end.unwrap_or_default());
        id.push('…');
    }
    let FailureBody { code, message, rule, .. } = error;
    Tell::Refused { id, code, rule, why: message }
}

enum Asked {
    Check(Value),
    Nearest(Value),
    Legal(LegalAsk),
    Preview(Value),
    Suggest,
}

enum Answer {
    Fine,
    Nearest(Value, Option<Refusal>),
    Legal(LegalOrders),
    Preview(Option<Value>),
    Suggest(Suggestion),
}

fn too_long() -> FailureBody {
    failure(Code::Busy, "this question takes too long; ask for less, with `within`")
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
        let answer = decide(table.as_ref(), seat, &asked, until);
        drop(begun);
        answer
    });
    match tokio::time::timeout_at(until.into(), work).await {
        Ok(Ok(answer)) => answer,
        Ok(Err(_)) => Err(failure(Code::Internal, "a fault in the rules")),
        Err(_) => Err(too_long()),
    }
}

fn decide(table: &dyn AnyMatch, seat: SeatId, asked: &Asked, until: Instant) -> Result<Answer, FailureBody> {
    let ask = match asked {
        Asked::Check(order) => return Ok(table.check(seat, order).map(|()| Answer::Fine)?),
        Asked::Nearest(order) => {
            let (near, moved) = table.nearest(seat, order)?;
            return Ok(Answer::Nearest(near, moved));
        }
        Asked::Preview(order) => return Ok(Answer::Preview(table.preview(seat, order)?)),
        Asked::Suggest => {
            let suggestion = bots::suggest(&Desk::new(table, seat)).map(Answer::Suggest);
            return suggestion.ok_or_else(|| failure(Code::Refused, "nothing is awaited from you now"));
        }
        Asked::Legal(ask) => ask,
    };
    let limit = ask.limit.map_or(1000, |limit| limit as usize).min(VALUES);
    let mut sieve = Sieve::new(ask.within.as_ref(), ask.spread.as_deref(), limit);
    let mut in_time = true;
    let mut looked = 0;
    let mut rows = Vec::new();
    let words = ask.words == Some(true) && ask.spread.is_none();
    table.each_legal(seat, &mut |order, row| {
        if sieve.take(order) && words {
            rows.push(row());
        }
        looked += 1;
        // The clock costs more than an order.
        in_time = looked % 64 != 0 || Instant::now() < until;
        in_time && looked < OPTIONS
    });
    if !in_time {
        return Err(too_long());
    }
    let (total, values) = sieve.finish();
    Ok(Answer::Legal(LegalOrders { total: total as u32, values, rows }))
}
