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
use std::time::{Duration, Instant};
use table::SeatId;
use table::face::AnyMatch;
use tokio::sync::oneshot;

/// Those who think about matches: bots, and those who answer questions about orders.
#[derive(Clone, Debug)]
pub struct Thinkers {
    bots: Turns,
    /// Bots that search have a place of their own and threads of low priority ([`crate::searcher`]): the others never wait for them.
    searches: Turns,
    pub questions: Turns,
    /// Reviews take one core, however many are wanted, and clients take turns with each piece of theirs.
    pub reviews: Turns,
}

/// A bounded number of places to think at; the others queue up, and clients take turns. Who keeps a place for long while others
/// wait goes on beside them: his place is there for the next one, and until he is done nobody else thinks for his client.
#[derive(Clone, Debug)]
pub struct Turns(Arc<Mutex<Queue>>);

/// So often somebody who waits looks whether a place has been kept for long.
const LOOK: Duration = Duration::from_millis(250);
/// So many go on beside the places at most.
const BESIDE: usize = 4;

#[derive(Debug)]
struct Queue {
    free: usize,
    /// How long a place may be kept while others wait.
    long: Duration,
    /// Those who think, by the numbers of their places.
    held: Vec<Held>,
    given: u64,
    /// Those who wait, by the client for whom. The first client's first one is next; then this client stands last.
    waiting: VecDeque<(Client, VecDeque<oneshot::Sender<Place>>)>,
}

#[derive(Debug)]
struct Held {
    number: u64,
    client: Client,
    since: Instant,
    /// His place has been given to somebody else.
    beside: bool,
}

impl Queue {
    fn is_beside(&self, client: Client) -> bool {
        self.held.iter().any(|held| held.beside && held.client == client)
    }

    /// The number of a place that is free, for this client.
    fn hold(&mut self, client: Client) -> u64 {
        self.free -= 1;
        self.given += 1;
        self.held.push(Held { number: self.given, client, since: Instant::now(), beside: false });
        self.given
    }

    fn release(&mut self, number: u64) {
        if let Some(at) = self.held.iter().position(|held| held.number == number) {
            let held = self.held.swap_remove(at);
            self.free += usize::from(!held.beside);
        }
    }

    /// Who has kept his place for long while another client waits goes on beside it.
    fn lend(&mut self) {
        let beside = self.held.iter().filter(|held| held.beside).count();
        let waiting = &self.waiting;
        let others = |client: Client| waiting.iter().any(|(other, _)| *other != client);
        let long = self.held.iter_mut().filter(|held| !held.beside && held.since.elapsed() >= self.long);
        for held in long.filter(|held| others(held.client)).take(BESIDE.saturating_sub(beside)) {
            held.beside = true;
            self.free += 1;
        }
    }

    fn stand(&mut self, client: Client) -> oneshot::Receiver<Place> {
        let (called, call) = oneshot::channel();
        match self.waiting.iter_mut().find(|(waiting, _)| *waiting == client) {
            Some((_, his)) => his.push_back(called),
            None => self.waiting.push_back((client, [called].into())),
        }
        call
    }

    fn next(&mut self) -> Option<(Client, oneshot::Sender<Place>)> {
        let at = self.waiting.iter().position(|(client, _)| !self.is_beside(*client))?;
        let (client, mut his) = self.waiting.remove(at)?;
        let next = his.pop_front();
        if !his.is_empty() {
            self.waiting.push_back((client, his));
        }
        next.map(|next| (client, next))
    }
}

/// A thread to think on, which the next one gets when it is dropped.
#[derive(Debug)]
pub struct Place {
    /// None once it was given back.
    turns: Option<Turns>,
    number: u64,
}

impl Drop for Place {
    fn drop(&mut self) {
        if let Some(turns) = self.turns.take() {
            turns.queue().release(self.number);
            turns.serve();
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
    fn new(places: usize, long: Duration) -> Self {
        let queue = Queue { free: places, long, held: Vec::new(), given: 0, waiting: VecDeque::new() };
        Self(Arc::new(Mutex::new(queue)))
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A place, when it is this client's turn.
    pub async fn place(&self, client: Client) -> Option<Place> {
        let mut call = {
            let mut queue = self.queue();
            if queue.free > 0 && !queue.is_beside(client) {
                return Some(Place { turns: Some(self.clone()), number: queue.hold(client) });
            }
            queue.stand(client)
        };
        loop {
            if let Ok(called) = tokio::time::timeout(LOOK, &mut call).await {
                return called.ok();
            }
            self.queue().lend();
            self.serve();
        }
    }

    /// Gives the places that are free to those whose turn it is and who are still there.
    fn serve(&self) {
        loop {
            let (next, number) = {
                let mut queue = self.queue();
                if queue.free == 0 {
                    return;
                }
                let Some((client, next)) = queue.next() else { return };
                (next, queue.hold(client))
            };
            if let Err(mut place) = next.send(Place { turns: Some(self.clone()), number }) {
                // He is gone.
                place.turns = None;
                self.queue().release(number);
            }
        }
    }
}

impl Thinkers {
    pub fn new(bots_at_once: usize) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self {
            bots: Turns::new(bots_at_once, Duration::from_secs(5)),
            searches: Turns::new(1, Duration::from_secs(10)),
            questions: Turns::new(cores * 2, Duration::from_secs(2)),
            reviews: Turns::new(1, Duration::from_secs(5)),
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
            tracing::error!("there is no thread for a search");
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
            "Sets whole plans of both sides against each other in imagined games and draws from the best mix: hard to foresee, though nobody has shown yet that it beats Sergeant. May take a while: a bar shows how far it is.",
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

    const LONG: Duration = Duration::from_secs(60);

    fn client(n: u8) -> Client {
        Client::At([192, 0, 2, n].into())
    }

    /// Asks for a place, and looks once whether one has been kept for long; none if he has to wait.
    fn asked(turns: &Turns, client: Client) -> Option<Place> {
        let mut context = Context::from_waker(Waker::noop());
        let mut place = Box::pin(turns.place(client));
        if let Poll::Ready(place) = place.as_mut().poll(&mut context) {
            return place;
        }
        turns.queue().lend();
        turns.serve();
        match place.as_mut().poll(&mut context) {
            Poll::Ready(place) => place,
            Poll::Pending => None,
        }
    }

    #[tokio::test]
    async fn who_thinks_for_long_keeps_nobody_but_himself_waiting() {
        let turns = Turns::new(2, Duration::ZERO);
        let first = [asked(&turns, client(1)), asked(&turns, client(1))];
        assert!(first.iter().all(Option::is_some));
        assert!(asked(&turns, client(1)).is_none() && turns.queue().free == 0, "he waits for himself");
        // Another client's turn comes although both places are kept, as often as he asks.
        for _ in 0..3 {
            assert!(asked(&turns, client(2)).is_some());
        }
        assert!(asked(&turns, client(1)).is_none(), "his own others wait until he is done");
        drop(first);
        assert!(asked(&turns, client(1)).is_some());
        let queue = turns.queue();
        assert_eq!((queue.free, queue.held.len()), (2, 0));
    }

    #[tokio::test]
    async fn who_is_quick_keeps_his_place_and_only_so_many_go_on_beside_it() {
        let turns = Turns::new(1, LONG);
        let quick = asked(&turns, client(1));
        assert!(quick.is_some() && asked(&turns, client(2)).is_none());
        drop(quick);
        let turns = Turns::new(1, Duration::ZERO);
        let mut held: Vec<Place> = (0..=BESIDE as u8).filter_map(|n| asked(&turns, client(n))).collect();
        assert_eq!(held.len(), BESIDE + 1);
        assert!(asked(&turns, client(99)).is_none());
        // One who went on beside the place has none to give, but another one may do so now.
        drop(held.remove(0));
        assert_eq!(turns.queue().free, 0);
        assert!(asked(&turns, client(99)).is_some());
    }

    #[test]
    fn no_two_bots_go_by_the_same_name() {
        let names: std::collections::BTreeSet<_> = known().into_iter().map(|(_, name, _)| name).collect();
        assert_eq!(names.len(), bots::KNOWN.len(), "{names:?}");
        assert!(known().iter().all(|(id, _, about)| *about != "A bot." && *id != "planner"));
    }

    #[tokio::test]
    async fn clients_take_turns_whatever_one_of_them_has_in_the_queue() {
        let turns = Turns::new(1, LONG);
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

    #[tokio::test]
    async fn who_is_gone_when_he_is_called_keeps_nobody_waiting() {
        let turns = Turns::new(1, LONG);
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
