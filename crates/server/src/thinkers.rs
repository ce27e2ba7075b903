//! Bots think on a few threads of their own, so that no match waits for another one's bot. Clients take turns: who has
//! sixty matches with bots waits for his own, and nobody else does.

use crate::figures::FIGURES;
use crate::limits::Client;
use bots::Desk;
use serde_json::Value;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;
use table::SeatId;
use table::face::AnyMatch;
use tokio::sync::oneshot;

/// A bounded number of bots at work; the others queue up.
#[derive(Clone, Debug)]
pub struct Thinkers(Arc<Mutex<Queue>>);

#[derive(Debug)]
struct Queue {
    free: usize,
    /// Those who wait, by the client for whom. The first client's first bot is next; then this client stands last.
    waiting: VecDeque<(Client, VecDeque<oneshot::Sender<Place>>)>,
}

impl Queue {
    fn stand(&mut self, client: Client) -> oneshot::Receiver<Place> {
        let (called, call) = oneshot::channel();
        match self.waiting.iter_mut().find(|(waiting, _)| *waiting == client) {
            Some((_, bots)) => bots.push_back(called),
            None => self.waiting.push_back((client, [called].into())),
        }
        call
    }

    fn next(&mut self) -> Option<oneshot::Sender<Place>> {
        let (client, mut bots) = self.waiting.pop_front()?;
        let next = bots.pop_front();
        if !bots.is_empty() {
            self.waiting.push_back((client, bots));
        }
        next
    }
}

/// A thread to think on, which the next one gets when it is dropped.
#[derive(Debug)]
struct Place(Option<Thinkers>);

impl Drop for Place {
    fn drop(&mut self) {
        if let Some(thinkers) = self.0.take() {
            thinkers.pass_on();
        }
    }
}

/// What a bot is asked.
#[derive(Debug)]
pub struct Question {
    /// For whom it thinks.
    pub client: Client,
    pub bot: String,
    pub seat: SeatId,
    /// A copy of the match that has no past: the desk shows the bot what its seat may see.
    pub table: Box<dyn AnyMatch>,
    pub seed: u64,
}

impl Thinkers {
    pub fn new(places: usize) -> Self {
        Self(Arc::new(Mutex::new(Queue { free: places, waiting: VecDeque::new() })))
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn place(&self, client: Client) -> Option<Place> {
        let call = {
            let mut queue = self.queue();
            if queue.free > 0 {
                queue.free -= 1;
                return Some(Place(Some(self.clone())));
            }
            queue.stand(client)
        };
        call.await.ok()
    }

    /// Gives a place to the next one who is still there.
    fn pass_on(&self) {
        loop {
            let next = {
                let mut queue = self.queue();
                let next = queue.next();
                queue.free += usize::from(next.is_none());
                next
            };
            let Some(next) = next else { return };
            match next.send(Place(Some(self.clone()))) {
                Ok(()) => return,
                Err(mut place) => place.0 = None,
            }
        }
    }

    /// The bot's order; nothing if it owes none.
    pub async fn ask(&self, question: Question) -> Option<Value> {
        let place = self.place(question.client).await?;
        let thought = tokio::task::spawn_blocking(move || {
            let started = Instant::now();
            let order = catch_unwind(AssertUnwindSafe(|| decide(&question)));
            FIGURES.bot_thought(&question.bot, started.elapsed());
            drop(place);
            order.unwrap_or_else(|_| {
                tracing::error!(bot = question.bot, "a bot failed; its first legal order is taken");
                first(&question)
            })
        });
        thought.await.ok().flatten()
    }
}

fn decide(question: &Question) -> Option<Value> {
    let Question { bot, seat, table, seed, .. } = question;
    let desk = Desk::new(table.as_ref(), *seat);
    let prompt = desk.owed()?;
    let mut bot = bots::by_name(bot, *seed).ok()?;
    let order = bots::order(bot.as_mut(), &desk, prompt);
    order.map(|(order, _)| order).or_else(|| first(question))
}

fn first(question: &Question) -> Option<Value> {
    let desk = Desk::new(question.table.as_ref(), question.seat);
    desk.option(desk.owed()?, 0)
}

/// The bots that can be asked to sit down, weakest first: id, name, and what to expect.
pub fn known() -> Vec<(&'static str, &'static str, &'static str)> {
    let about = |id: &'static str| match id {
        "random" => ("Recruit", "Gives any legal order. For a first look at the rules."),
        "greedy" => ("Veteran", "Weighs the coming turn: damage, position and the scenario's goal."),
        "steward" => {
            ("Steward", "Harbours for the Refugees, Guns where the Martians will be. The War of the Worlds.")
        }
        _ => (id, "A bot."),
    };
    bots::KNOWN.iter().map(|id| (*id, about(id).0, about(id).1)).collect()
}

/// The bot that plays on for a person who leaves.
pub fn substitute() -> &'static str {
    bots::KNOWN.iter().find(|id| **id == "greedy").or(bots::KNOWN.last()).copied().unwrap_or("random")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::future::Future;
    use std::task::{Context, Poll, Waker};

    fn client(n: u8) -> Client {
        Client::At([192, 0, 2, n].into())
    }

    #[test]
    fn clients_take_turns_whatever_one_of_them_has_in_the_queue() {
        let thinkers = Thinkers::new(1);
        let mut context = Context::from_waker(Waker::noop());
        let mut at_work = None;
        let mut waiting = Vec::new();
        for (name, client) in [(0, client(1)), (1, client(1)), (2, client(1)), (3, client(1)), (4, client(2))]
        {
            waiting.push((name, Box::pin(thinkers.place(client))));
        }
        let mut order = Vec::new();
        while !waiting.is_empty() {
            drop(at_work.take());
            waiting.retain_mut(|(name, place)| match place.as_mut().poll(&mut context) {
                Poll::Ready(place) => {
                    order.push(*name);
                    at_work = place;
                    false
                }
                Poll::Pending => true,
            });
        }
        assert_eq!(order, [0, 1, 4, 2, 3], "one of the first client stood there already");
    }

    #[test]
    fn who_is_gone_when_he_is_called_keeps_nobody_waiting() {
        let thinkers = Thinkers::new(1);
        let mut context = Context::from_waker(Waker::noop());
        let Poll::Ready(first) = Box::pin(thinkers.place(client(1))).as_mut().poll(&mut context) else {
            panic!("nobody is at work");
        };
        let mut gone = Box::pin(thinkers.place(client(1)));
        let mut here = Box::pin(thinkers.place(client(1)));
        assert!(
            gone.as_mut().poll(&mut context).is_pending() && here.as_mut().poll(&mut context).is_pending()
        );
        drop(gone);
        drop(first);
        let Poll::Ready(place) = here.as_mut().poll(&mut context) else { panic!("the place is lost") };
        drop(place);
        assert_eq!(thinkers.queue().free, 1);
    }
}
