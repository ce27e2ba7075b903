//! One match as one task. Whatever anybody wants of it comes through its door, one at a time: an order is checked,
//! stored, carried out and told, in that order.

mod answers;
mod bots;
mod fair;
mod guests;
mod learned;
mod listeners;
mod load;
mod old;
mod programs;
mod questions;
mod review;
mod say;
mod seating;
mod shown;
mod told;
mod wishes;

pub use load::{Beginning, Trouble, begin, show};
pub(crate) use load::{content_of, continued, row};
pub use questions::Questions;
pub use review::Finished;
pub use seating::{Chair, Place, Seating};

use self::bots::AtWork;
use crate::asked::{ID_LIMIT, odd_id, refused as refused_order};
use crate::clocks::Clocks;
use crate::ending::ending;
use crate::failure::{Code, failure, forbidden, misplaced, refused};
use crate::figures::FIGURES;
use crate::hall::Hall;
use crate::limits::Client;
use crate::line::{Heard, Line};
use crate::reasons::Reasons;
use crate::storage::{Lease, StepRow, StoreError, Write};
use crate::stream::Stream;
use crate::thinkers::Thought;
use crate::wire::{
    ChatLine, ClaimWish, FailureBody, History, Invitation, Made, Offer, Over, People, Root, Say, Summary,
    Tell, Wish,
};
use learned::Learned;
use old::{Album, Old};
use programs::Program;
use serde_json::Value;
use std::collections::HashMap;
use std::sync::{Arc, LazyLock};
use std::task::Poll;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use table::face::{AnyMatch, Past};
use table::{SeatId, StateHash, TeamId, Viewer};
use tokio::sync::{mpsc, oneshot};

/// Commands that may wait at the door of one match.
const DOOR: usize = 256;
/// Orders of one seat between two barriers. Nobody changes his mind so often; a program that does makes every undo
/// dearer.
const CHANGES_OF_MIND: usize = 500;
/// A match that nobody listens to leaves memory after so long.
const IDLE: Duration = Duration::from_secs(600);
/// A step that took longer is not taken on the threads that all matches share.
const LONG: Duration = Duration::from_millis(5);

/// Milliseconds since 1970.
pub fn now_ms() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64)
}

/// The same by a clock that does not jump, for whatever is counted against somebody: what the machine's clock said when it
/// was first asked, and how much time has passed since. Nobody loses because somebody sets the machine's clock.
pub fn steady_ms() -> i64 {
    static FIRST: LazyLock<(i64, Instant)> = LazyLock::new(|| (now_ms(), Instant::now()));
    let (then, since) = *FIRST;
    then + since.elapsed().as_millis() as i64
}

/// Who asks.
#[derive(Clone, Debug)]
pub enum Caller {
    Key(String),
    /// A seat that the caller's account keeps.
    Seat(u8),
    /// Somebody who has an invitation and no seat yet.
    Nobody,
}

/// What a client says of itself in its hello.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    pub events: u32,
    pub voids: u32,
    /// It takes views as what changed in them.
    pub changes: bool,
}

/// What comes through the door.
#[derive(Debug)]
pub enum Cmd {
    Join {
        caller: Caller,
        known: Known,
        /// Boxed: every place of the queue at the door is as large as the largest command.
        line: Box<Line>,
        reply: oneshot::Sender<Result<(), FailureBody>>,
    },
    /// A listener has said something. This comes from his line, not through the door.
    Heard {
        sub: u64,
        heard: Heard,
    },
    Ask {
        caller: Caller,
        ask: Ask,
        reply: oneshot::Sender<Result<Reply, FailureBody>>,
    },
    Thought {
        seat: SeatId,
        ticket: Ticket,
        thought: Box<Thought>,
    },
    /// A question of this listener is answered.
    Answered {
        sub: u64,
        tell: Box<Tell>,
    },
    /// A bot takes so long that people should know.
    StillThinking {
        seat: SeatId,
        ticket: Ticket,
        share: Option<u8>,
    },
    /// Leave memory, if nobody listens.
    Retire,
    /// The program stops.
    Stop {
        done: oneshot::Sender<()>,
    },
}

/// What can be asked without a socket.
#[derive(Debug)]
pub enum Ask {
    Say(Say),
    Summary,
    Moment {
        events: u32,
        all: bool,
    },
    History,
    Log,
    Fork {
        events: u32,
        orders: Option<u32>,
    },
    /// What a review is made of, when the match is over.
    Review,
    /// A new invitation in place of one that nobody has exchanged.
    Invite {
        seat: u8,
    },
    /// What an invitation is to. Whoever has it needs no key to ask this, nor to exchange it.
    Offer {
        invitation: String,
    },
    Claim(ClaimWish),
}

/// Answers to [`Ask`].
pub enum Reply {
    Told(Box<Tell>),
    Summary(Box<Summary>),
    Moment { past: Past, viewer: Viewer, events: u32 },
    History(History),
    LogText(String),
    LogValue(Value),
    Fork { game: String, scenario: String, title: String, base: String, root: Option<Root> },
    Review(Box<Finished>),
    Invitation(Invitation),
    Offer(Box<Offer>),
    Claimed(SeatId),
}

impl std::fmt::Debug for Reply {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("an answer")
    }
}

/// Which decision a bot thinks about: one that was asked before something was taken back is void.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ticket {
    round: u64,
    orders: usize,
    voids: u64,
}

impl Ticket {
    /// What others decide in the same round leaves the question as it is.
    fn asks_the_same(self, other: Self) -> bool {
        (self.round, self.voids) == (other.round, other.voids)
    }
}

/// The door of a match.
#[derive(Clone, Debug)]
pub struct Door(mpsc::Sender<Cmd>);

impl Door {
    /// Nobody is behind it any more.
    pub fn is_closed(&self) -> bool {
        self.0.is_closed()
    }

    pub async fn send(&self, cmd: Cmd) -> Result<(), Cmd> {
        self.0.send(cmd).await.map_err(|error| error.0)
    }

    /// For the match itself: its own door does not keep it in memory.
    pub fn weak(&self) -> mpsc::WeakSender<Cmd> {
        self.0.downgrade()
    }
}

/// What a client says beside its order: an id of its own making, and the decision that it answers.
#[derive(Debug, Default)]
struct Given {
    id: Option<String>,
    decision: Option<String>,
}

/// What somebody asks of the other sides, and which of them have agreed.
#[derive(Clone, Debug)]
struct Asked {
    by: SeatId,
    agreed: Vec<TeamId>,
    /// The turn that the table would go back to, where an order is to be taken back.
    turn: Option<u32>,
}

/// Who waits for an answer.
#[derive(Debug)]
enum Asker {
    Sub(u64),
    Http(oneshot::Sender<Result<Reply, FailureBody>>),
}

/// An order that was accepted once.
#[derive(Clone, Copy, Debug)]
struct Accepted {
    print: StateHash,
    /// It was not taken back.
    stands: bool,
}

/// Whether two orders are the same, by their text.
fn print_of(order: &str) -> StateHash {
    table::state_hash(order)
}

#[derive(Debug)]
struct Sub {
    id: u64,
    viewer: Viewer,
    changes: bool,
    /// Of a program: what it was told.
    program: Option<Program>,
    /// None when nobody is there any more who could hear.
    line: Option<Box<Line>>,
}

/// A match in memory.
#[derive(Debug)]
pub struct Room {
    hall: Arc<Hall>,
    door: mpsc::WeakSender<Cmd>,
    id: String,
    /// Without it nothing is stored.
    lease: Lease,
    /// Who wanted it in memory.
    opener: Client,
    scenario: String,
    title: String,
    play: Box<dyn AnyMatch>,
    seating: Seating,
    fair: Option<fair::Fair>,
    streams: Vec<Stream>,
    /// The number of the next step.
    step: i64,
    /// When each viewer last learned something.
    learned: Vec<Learned>,
    /// Orders that were accepted, by seat and the id that the client made.
    accepted: HashMap<(u8, Box<str>), Accepted>,
    /// The seats of all orders that stand, and the ids that their clients made.
    given: Vec<(SeatId, Option<Box<str>>)>,
    /// How often the match went back behind a barrier.
    rewinds: u32,
    chat: Vec<ChatLine>,
    chat_count: i64,
    /// How the match ended outside the rules.
    ended: Option<Over>,
    clocks: Clocks,
    subs: Vec<Sub>,
    last_sub: u64,
    /// The listener who is heard first, if several speak at once.
    turn: usize,
    /// When everybody gets a sign of life.
    next_beat: Instant,
    undo_asked: Option<Asked>,
    draw_offered: Option<Asked>,
    rematch_asked: Option<SeatId>,
    rematch: Option<Made>,
    thinking: HashMap<SeatId, AtWork>,
    reasons: Reasons,
    /// A bot that found no order for a decision that the match waits for, and the words about it.
    halted: Option<(Ticket, String)>,
    /// The questions of each viewer that are being answered beside this task.
    questions: HashMap<Viewer, Questions>,
    /// The last step took so long that the next one must not hold up other matches.
    slow: bool,
    voids: u64,
    /// What people were told last about themselves.
    told_people: People,
    /// Before this moment nobody is told again how many watch.
    next_watching: Instant,
    /// Something of that was not told yet.
    watching_waits: bool,
    /// The hash of the table, if somebody has worked it out since it changed.
    hash: Option<StateHash>,
    album: Album,
    /// Why this match can only be looked at, if it can.
    old: Option<Old>,
    /// Storage and memory may disagree, or the match goes on by other rules: it must be loaded again.
    broken: bool,
    /// It is another node's: what was asked is answered there.
    lost: bool,
}

impl Room {
    /// Starts the task of a match.
    pub fn open(mut self, inbox: mpsc::Receiver<Cmd>, lease: Lease) {
        self.lease = lease;
        tokio::spawn(async move {
            self.resume();
            self.run(inbox).await;
        });
    }

    pub fn door() -> (Door, mpsc::Receiver<Cmd>) {
        let (sender, inbox) = mpsc::channel(DOOR);
        (Door(sender), inbox)
    }

    async fn run(&mut self, mut inbox: mpsc::Receiver<Cmd>) {
        let (hall, id) = (Arc::clone(&self.hall), self.id.clone());
        // Also when a fault ends this task: who knocks next loads the match anew.
        let _left = scopeguard(move || hall.forget(&id));
        // Those at the door and those at the table take turns.
        let mut door_first = false;
        // Nobody is let in any more.
        let mut leaves = false;
        loop {
            let wait = self.clocks.next().map_or(IDLE, |ms| IDLE.min(Duration::from_millis(ms as u64 + 1)));
            let wait = if self.subs.is_empty() { wait } else { wait.min(self.until_news()) };
            let wait = self.until_picture().map_or(wait, |due| wait.min(due));
            let next = std::future::poll_fn(|context| {
                self.pump(context);
                door_first = !door_first;
                if door_first && let Poll::Ready(cmd) = inbox.poll_recv(context) {
                    return Poll::Ready(cmd);
                }
                if let Poll::Ready((sub, heard)) = self.poll_heard(context) {
                    return Poll::Ready(Some(Cmd::Heard { sub, heard }));
                }
                if door_first { Poll::Pending } else { inbox.poll_recv(context) }
            });
            match tokio::time::timeout(wait, next).await {
                Ok(Some(Cmd::Stop { done })) => {
                    self.tell_all(&Tell::Bye);
                    self.flush().await;
                    inbox.close();
                    self.take_picture().await;
                    let _ = done.send(());
                    return;
                }
                Ok(Some(Cmd::Retire)) if self.may_retire() => {
                    inbox.close();
                    leaves = true;
                }
                // He had knocked before the door was closed: whoever brought him knocks at the next one.
                Ok(Some(Cmd::Join { .. })) if leaves => {}
                Ok(Some(cmd)) => self.handle_in_time(cmd).await,
                Ok(None) => return self.take_picture().await,
                Err(_)
                    if self.clocks.next().is_none()
                        && self.until_picture().is_none()
                        && self.may_retire() =>
                {
                    inbox.close();
                    leaves = true;
                }
                Err(_) => self.look_at_the_clock().await,
            }
            if !self.broken {
                self.beat();
                self.tell_watching();
                self.tell_programs();
                self.flush().await;
                self.at_leisure().await;
            }
            if self.broken {
                self.tell_all(&Tell::Bye);
                self.flush().await;
                return;
            }
        }
    }

    /// What nobody waits for: the next step will name the table that it was taken at, and perhaps a picture is due.
    async fn at_leisure(&mut self) {
        self.table_hash();
        if self.is_picture_due() {
            self.take_picture().await;
        }
    }

    /// Nobody listens, nothing is thought about, and nobody has asked for something that the others have not answered yet:
    /// that is kept in memory alone.
    fn may_retire(&self) -> bool {
        let nobody = self.subs.is_empty() && self.thinking.is_empty();
        nobody && (!self.is_something_asked() || self.hall.is_crowded())
    }

    /// Handles a command. Rules that are slow at this table must not hold up the others: then their step is taken while
    /// somebody else takes over this thread.
    async fn handle_in_time(&mut self, cmd: Cmd) {
        // Who slept for too long may know an old table: nobody is told of it.
        if !self.hall.store.is_sure(&self.lease).await {
            (self.broken, self.lost) = (true, true);
            return;
        }
        // Whatever comes in, and however often: who comes after the flag finds the match over.
        self.look_at_the_clock().await;
        if self.broken {
            return;
        }
        let (slow, mut busy) = (self.slow, Duration::ZERO);
        {
            let mut handling = std::pin::pin!(self.handle(cmd));
            std::future::poll_fn(|context| {
                let started = Instant::now();
                let mut poll = || handling.as_mut().poll(context);
                let ready = if slow { tokio::task::block_in_place(poll) } else { poll() };
                busy += started.elapsed();
                ready
            })
            .await;
        }
        self.slow = busy > LONG;
    }

    async fn handle(&mut self, cmd: Cmd) {
        match cmd {
            Cmd::Join { caller, known, line, reply } => {
                let joined = self.join(&caller, known, line).await;
                let _ = reply.send(joined);
            }
            Cmd::Heard { sub, heard: Heard::Gone(last) } => self.leave(sub, last),
            Cmd::Heard { sub, heard: Heard::Noise(error) } => self.tell_one(sub, &Tell::Error { error }),
            Cmd::Heard { sub, heard: Heard::Line(line, at) } => {
                self.line(sub, *line, at).await;
                self.flush().await;
            }
            Cmd::Heard { sub, heard: Heard::Say(say, at) } => {
                let Some(from) = self.subs.iter().find(|s| s.id == sub) else { return };
                let viewer = from.viewer;
                if let Some(Err(error)) = from.line.as_ref().map(|line| line.guest.may_say(&say))
                    && !self.is_known(viewer, &say)
                {
                    let tell = match say {
                        Say::Order { id, .. } => refused_order(id, error),
                        _ => Tell::Error { error },
                    };
                    return self.tell_one(sub, &tell);
                }
                let is_order = matches!(say, Say::Order { .. });
                if say.is_question() {
                    return self.question(viewer, say, Asker::Sub(sub));
                }
                let answer = self.say(viewer, say).await;
                if let Some(answer) = answer.filter(|_| !self.lost) {
                    self.tell_one(sub, &answer);
                }
                self.flush().await;
                if is_order {
                    FIGURES.order_time.time(at.elapsed());
                }
            }
            Cmd::Ask { ask: Ask::Offer { invitation }, reply, .. } => {
                let _ = reply.send(self.offer(&invitation).map(|offer| Reply::Offer(Box::new(offer))));
            }
            Cmd::Ask { ask: Ask::Claim(wish), reply, .. } => {
                let _ = reply.send(self.claim(&wish).await.map(Reply::Claimed));
            }
            Cmd::Ask { caller, ask, reply } => match (self.viewer(&caller), ask) {
                (Ok(viewer), Ask::Say(say)) if say.is_question() => {
                    self.question(viewer, say, Asker::Http(reply));
                }
                (viewer, ask) => {
                    let answer = match viewer {
                        Ok(viewer) => self.answer(viewer, ask).await,
                        Err(error) => Err(error),
                    };
                    let _ = reply.send(answer);
                }
            },
            Cmd::Answered { sub, tell } => self.answered(sub, *tell),
            Cmd::Thought { seat, ticket, thought } => self.thought(seat, ticket, *thought).await,
            Cmd::StillThinking { seat, ticket, share } => self.still_thinking(seat, ticket, share),
            Cmd::Retire | Cmd::Stop { .. } => {}
        }
    }

    fn viewer(&self, caller: &Caller) -> Result<Viewer, FailureBody> {
        match caller {
            Caller::Key(key) => self.seating.viewer(key).ok_or_else(|| {
                forbidden("this key opens no seat of this match; expected the key of a seat or of spectators")
            }),
            Caller::Seat(seat) => Ok(Viewer::Seat(SeatId(*seat))),
            Caller::Nobody => Err(forbidden("expected the key of a seat or of spectators")),
        }
    }

    /// How the match ended. Only now may anybody know what chance gave whom.
    fn over(&self) -> Option<Over> {
        let by_the_rules = || {
            self.play.outcome().map(|outcome| Over {
                winner: outcome.winner_name,
                grade: outcome.grade,
                rule: Some(outcome.rule.to_string()),
                how: outcome.how.to_owned(),
                luck: Vec::new(),
            })
        };
        let over = self.ended.clone().or_else(by_the_rules)?;
        Some(Over { luck: self.play.luck(), ..over })
    }

    fn is_over(&self) -> bool {
        self.ended.is_some() || self.play.outcome().is_some()
    }

    /// Whether this viewer has the whole match to himself.
    fn owns(&self, viewer: Viewer) -> bool {
        viewer.seat().is_some_and(|seat| self.seating.is_human(seat)) && self.seating.is_solo()
    }

    fn stream(&mut self, viewer: Viewer) -> Option<&mut Stream> {
        self.streams.iter_mut().find(|stream| stream.viewer == viewer)
    }

    // ---- steps

    async fn write(
        &mut self,
        kind: &str,
        seat: Option<SeatId>,
        payload: String,
        id: Option<String>,
    ) -> Result<(), FailureBody> {
        let now = steady_ms();
        self.clocks.pass(now);
        let row = StepRow {
            match_id: self.id.clone(),
            n: self.step,
            kind: kind.to_owned(),
            seat: seat.map_or(-1, |seat| i64::from(seat.0)),
            payload,
            client_id: id,
            clocks: self.clocks.written(),
            at: now,
            hash: self.old.is_none().then(|| self.table_hash().0 as i64),
        };
        if let Err(error) = self.store(vec![Write::Step(row)]).await {
            // Perhaps it was written and only the answer was lost: memory can not know.
            self.broken = true;
            return Err(error.into());
        }
        self.step += 1;
        self.album.step();
        self.learn(kind, now);
        Ok(())
    }

    /// Stores something of this match, as long as it is ours. What somebody else has stored in its place we do not know.
    async fn store(&mut self, writes: Vec<Write>) -> Result<(), StoreError> {
        let stored = self.hall.store.write_held(&self.lease, writes).await;
        self.lost |= matches!(stored, Err(StoreError::Elsewhere));
        self.broken |= self.lost || matches!(stored, Err(StoreError::Taken));
        stored
    }

    /// An order that was accepted once is answered as often as it is sent: nothing is done again.
    fn is_known(&self, viewer: Viewer, say: &Say) -> bool {
        let (Some(seat), Say::Order { id, .. }) = (viewer.seat(), say) else { return false };
        self.accepted.contains_key(&(seat.0, id.as_str().into()))
    }

    async fn order(&mut self, seat: SeatId, given: Given, order: &Value) -> Result<(), FailureBody> {
        let Given { id, decision } = given;
        if let Some(id) = &id {
            if id.is_empty() || id.len() > ID_LIMIT || !table::names::is_plain(id) {
                return Err(odd_id());
            }
            match self.accepted.get(&(seat.0, id.as_str().into())) {
                Some(known) if !known.stands => {
                    return Err(failure(
                        Code::Stale,
                        "the order of this id was taken back; expected a new id",
                    ));
                }
                Some(known) if known.print == print_of(&order.to_string()) => return Ok(()),
                Some(_) => {
                    return Err(misplaced("id", "this id was that of another order; expected a new one"));
                }
                None => {}
            }
        }
        if self.is_over() {
            return Err(failure(Code::Stale, "the match is over"));
        }
        self.must_be_played()?;
        self.must_have_begun()?;
        if decision.is_some_and(|decision| decision != self.decision(seat)) {
            return Err(failure(Code::Stale, "this was meant for another decision than the one now open"));
        }
        if self.changes_of_mind(seat) >= CHANGES_OF_MIND {
            return Err(refused(format!(
                "{CHANGES_OF_MIND} orders of a seat lie open; the others are waited for now"
            )));
        }
        let judged = self.play.judge(seat, order)?;
        let text = order.to_string();
        let print = print_of(&text);
        self.write("order", Some(seat), text, id.clone()).await?;
        self.note_given(seat, id, print);
        let (from, round) = (self.play.happened(), self.play.round());
        self.hash = None;
        if let Err(judged) = self.play.carry_out(judged) {
            tracing::error!(?judged, "the match has changed since an order was judged");
            self.broken = true;
            return Err(failure(Code::Internal, "a fault in the rules; the match is loaded again"));
        }
        FIGURES.orders.add(1);
        if self.play.round() != round {
            (self.undo_asked, self.draw_offered) = (None, None);
        }
        // Leave was asked for the order before this one.
        self.undo_asked.take_if(|asked| asked.by == seat);
        self.after_step(from);
        Ok(())
    }

    /// What follows every change of the table.
    fn after_step(&mut self, from: usize) {
        // Who reads what was shown has the link that binds it.
        self.seal();
        self.tell_step(from);
        self.learn_events(steady_ms());
        self.run_clocks();
        self.tell_people();
        self.wake_bots();
    }

    // ---- clocks

    fn awaited(&self) -> Vec<bool> {
        let waiting = if self.has_begun() { self.waiting() } else { Vec::new() };
        (0..self.seating.chairs.len())
            .map(|seat| SeatId(seat as u8))
            .map(|seat| self.seating.is_human(seat) && waiting.contains(&seat))
            .collect()
    }

    fn run_clocks(&mut self) {
        let awaited = self.awaited();
        self.clocks.run(steady_ms(), &awaited);
    }

    /// Clocks start when everybody is at the table.
    async fn start_the_clock(&mut self) {
        let is_played = self.old.is_none() && self.has_begun();
        if !self.clocks.is_on() || self.clocks.started() || self.is_over() || !is_played {
            return;
        }
        let here = |seat| self.subs.iter().any(|sub| sub.viewer == Viewer::Seat(seat));
        if self.seating.humans().all(here) || self.seating.is_solo() {
            if self.write("start", None, String::new(), None).await.is_err() {
                return;
            }
            self.clocks.start(steady_ms());
            self.run_clocks();
        }
    }

    async fn look_at_the_clock(&mut self) {
        self.clocks.pass(steady_ms());
        if let Some(seat) = self.clocks.expired().filter(|_| !self.is_over()) {
            let _ = self.end("time", Some(SeatId(seat as u8))).await;
        }
    }

    /// Ends the match outside the rules.
    async fn end(&mut self, kind: &str, seat: Option<SeatId>) -> Result<(), FailureBody> {
        self.write(kind, seat, String::new(), None).await?;
        self.ended = Some(ending(self.play.as_ref(), kind, seat));
        self.clocks.stop(steady_ms());
        (self.undo_asked, self.draw_offered) = (None, None);
        self.after_step(self.play.happened());
        Ok(())
    }
}

/// Calls a function when it is dropped, also while a fault unwinds.
fn scopeguard<F: FnOnce()>(end: F) -> impl Drop {
    struct Guard<F: FnOnce()>(Option<F>);
    impl<F: FnOnce()> Drop for Guard<F> {
        fn drop(&mut self) {
            if let Some(end) = self.0.take() {
                end();
            }
        }
    }
    Guard(Some(end))
}

#[cfg(test)]
mod tests {
    use super::Ticket;

    #[test]
    fn a_bot_is_asked_the_same_until_the_round_goes_on_or_something_is_taken_back() {
        let asked = Ticket { round: 3, orders: 7, voids: 1 };
        assert!(
            asked.asks_the_same(Ticket { orders: 9, ..asked }),
            "what others decide meanwhile is no matter"
        );
        assert!(!asked.asks_the_same(Ticket { round: 4, ..asked }));
        assert!(!asked.asks_the_same(Ticket { voids: 2, ..asked }));
    }
}
