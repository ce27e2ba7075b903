//! Bots think on a few threads of their own, so that no match waits for another one's bot. Clients take turns: who has
//! sixty matches with bots waits for his own, and nobody else does.

use crate::figures::FIGURES;
use crate::limits::Client;
use crate::reasons::reason;
use crate::searcher::search;
use crate::wire::Reason;
use bots::{Bot, Desk, Level, Meter, PlannerBot};
use serde_json::Value;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;
use table::SeatId;
use table::face::AnyMatch;
use tokio::sync::oneshot;

/// Those who think about matches: bots, and those who answer questions about orders.
#[derive(Clone, Debug)]
pub struct Thinkers {
    bots: Turns,
    /// Bots that search take one thread together ([`crate::searcher`]): the others never wait for them.
    searches: Turns,
    pub questions: Turns,
    /// Reviews take one core, however many are wanted, and clients take turns with each piece of theirs.
    pub reviews: Turns,
}

/// A bounded number of places to think at; the others queue up, and clients take turns.
#[derive(Clone, Debug)]
pub struct Turns(Arc<Mutex<Queue>>);

#[derive(Debug)]
struct Queue {
    free: usize,
    /// Those who wait, by the client for whom. The first client's first one is next; then this client stands last.
    waiting: VecDeque<(Client, VecDeque<oneshot::Sender<Place>>)>,
}

impl Queue {
    fn stand(&mut self, client: Client) -> oneshot::Receiver<Place> {
        let (called, call) = oneshot::channel();
        match self.waiting.iter_mut().find(|(waiting, _)| *waiting == client) {
            Some((_, his)) => his.push_back(called),
            None => self.waiting.push_back((client, [called].into())),
        }
        call
    }

    fn next(&mut self) -> Option<oneshot::Sender<Place>> {
        let (client, mut his) = self.waiting.pop_front()?;
        let next = his.pop_front();
        if !his.is_empty() {
            self.waiting.push_back((client, his));
        }
        next
    }
}

/// A thread to think on, which the next one gets when it is dropped.
#[derive(Debug)]
pub struct Place(Option<Turns>);

impl Drop for Place {
    fn drop(&mut self) {
        if let Some(turns) = self.0.take() {
            turns.pass_on();
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
    /// Tells how far a search is.
    pub meter: Arc<Meter>,
}

/// What a bot answers: nothing if it finds no order.
#[derive(Debug, Default)]
pub struct Thought {
    pub order: Option<Value>,
    pub reason: Option<Reason>,
}

impl Turns {
    fn new(places: usize) -> Self {
        Self(Arc::new(Mutex::new(Queue { free: places, waiting: VecDeque::new() })))
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A place, when it is this client's turn.
    pub async fn place(&self, client: Client) -> Option<Place> {
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
}

impl Thinkers {
    pub fn new(bots_at_once: usize) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let searches = Turns::new(1);
        Self {
            bots: Turns::new(bots_at_once),
            searches,
            questions: Turns::new(cores * 2),
            reviews: Turns::new(1),
        }
    }

    /// The bot's order; none if it owes none.
    pub async fn ask(&self, question: Question) -> Thought {
        let planner = (question.bot == "planner").then_some(Level::Veteran);
        let level = Level::named(&question.bot).or(planner);
        let turns = if level.is_some() { &self.searches } else { &self.bots };
        let Some(place) = turns.place(question.client).await else { return Thought::default() };
        let (tell, told) = oneshot::channel();
        let work = move || {
            let started = Instant::now();
            let thought = catch_unwind(AssertUnwindSafe(|| decide(&question, level)));
            FIGURES.bot_thought(&question.bot, started.elapsed());
            drop(place);
            let thought = thought.unwrap_or_else(|_| {
                tracing::error!(bot = question.bot, "a bot failed; its first legal order is taken");
                Thought { order: first(&question), reason: None }
            });
            // Whoever asked may be gone.
            let _ = tell.send(thought);
        };
        if level.is_none() {
            tokio::task::spawn_blocking(work);
        } else if !search(work) {
            tracing::error!("there is no thread for searches");
        }
        told.await.unwrap_or_default()
    }
}

fn decide(question: &Question, level: Option<Level>) -> Thought {
    let Question { bot, seat, table, seed, meter, .. } = question;
    let desk = Desk::new(table.as_ref(), *seat);
    let Some(prompt) = desk.owed() else { return Thought::default() };
    let mut bot: Box<dyn Bot> = match level {
        // On this thread alone: the others are people's.
        Some(level) => Box::new(PlannerBot::new(level, *seed).on_threads(1).watched(Arc::clone(meter))),
        None => match bots::by_name(bot, *seed) {
            Ok(bot) => bot,
            Err(_) => return Thought::default(),
        },
    };
    let Some((order, words)) = bots::order(bot.as_mut(), &desk, prompt) else {
        return Thought { order: first(question), reason: None };
    };
    let reason = reason(bot.as_ref(), desk.turn(), words);
    Thought { order: Some(order), reason }
}

fn first(question: &Question) -> Option<Value> {
    let desk = Desk::new(question.table.as_ref(), question.seat);
    desk.option(desk.owed()?, 0)
}

/// The bots that can be asked to sit down, weakest first: id, name, and what to expect.
pub fn known() -> Vec<(&'static str, &'static str, &'static str)> {
    let about = |id: &'static str| match id {
        "random" => ("Random", "Gives any legal order. For a first look at the rules."),
        "cadet" => ("Cadet", "Knows the goal, looks at little and errs now and then. For a first game."),
        "recruit" => {
            ("Recruit", "Plays a few orders on in thought and takes what looks best, well founded or not.")
        }
        "greedy" => ("Sergeant", "Weighs the coming turn: damage, position and the scenario's goal."),
        "steward" => {
            ("Steward", "Harbours for the Refugees, Guns where the Martians will be. The War of the Worlds.")
        }
        "regular" => ("Regular", "Plays some orders on in thought, against what the others would do."),
        "veteran" => (
            "Veteran",
            "Tries a few orders against many imagined games, and departs from the obvious only for good reasons. Takes a while: a bar shows how far it is.",
        ),
        "ace" => ("Ace", "The same with four times as many imagined games, and as much more time."),
        _ => (id, "A bot."),
    };
    bots::KNOWN.iter().map(|id| (*id, about(id).0, about(id).1)).collect()
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
    fn no_two_bots_go_by_the_same_name() {
        let names: std::collections::BTreeSet<_> = known().into_iter().map(|(_, name, _)| name).collect();
        assert_eq!(names.len(), bots::KNOWN.len(), "{names:?}");
        assert!(known().iter().all(|(id, _, about)| *about != "A bot." && *id != "planner"));
    }

    #[test]
    fn clients_take_turns_whatever_one_of_them_has_in_the_queue() {
        let turns = Turns::new(1);
        let mut context = Context::from_waker(Waker::noop());
        let mut at_work = None;
        let mut waiting = Vec::new();
        for (name, client) in [(0, client(1)), (1, client(1)), (2, client(1)), (3, client(1)), (4, client(2))]
        {
            waiting.push((name, Box::pin(turns.place(client))));
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
        let turns = Turns::new(1);
        let mut context = Context::from_waker(Waker::noop());
        let Poll::Ready(first) = Box::pin(turns.place(client(1))).as_mut().poll(&mut context) else {
            panic!("nobody is at work");
        };
        let mut gone = Box::pin(turns.place(client(1)));
        let mut here = Box::pin(turns.place(client(1)));
        assert!(
            gone.as_mut().poll(&mut context).is_pending() && here.as_mut().poll(&mut context).is_pending()
        );
        drop(gone);
        drop(first);
        let Poll::Ready(place) = here.as_mut().poll(&mut context) else { panic!("the place is lost") };
        drop(place);
        assert_eq!(turns.queue().free, 1);
    }
}
