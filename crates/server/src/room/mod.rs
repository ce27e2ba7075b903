//! One match as one task. Whatever anybody wants of it comes through its door, one at a time: an order is checked,
//! stored, carried out and told, in that order.

mod answers;
mod load;
mod seating;
mod stream;
mod wishes;

pub(crate) use load::row;
pub use load::{Beginning, begin};
pub use seating::{Chair, Seating, tidy};

use crate::clocks::Clocks;
use crate::failure::{Code, failure, forbidden, not_found};
use crate::hall::Hall;
use crate::storage::{ChatRow, StepRow, Write};
use crate::thinkers::{self, Question};
use crate::wire::{
    ChatLine, FailureBody, History, LegalAsk, Made, News, Over, People, Person, Say, Summary, Tell, Wish,
};
use axum::extract::ws::Utf8Bytes;
use serde_json::Value;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use stream::{Stream, Told};
use table::face::{AnyMatch, Past};
use table::{SeatId, Viewer};
use tokio::sync::{mpsc, oneshot};

/// Messages that a listener may be behind; who is slower is let go and comes back when he can.
pub const OUTBOX: usize = 256;
/// Commands that may wait at the door of one match.
const DOOR: usize = 256;
const CHAT_LIMIT: usize = 500;
/// Lines of chat that a match keeps.
const CHAT_LINES: usize = 1000;
const ID_LIMIT: usize = 64;
/// Legal orders that are looked through for one question.
const OPTIONS_LIMIT: usize = 200_000;
/// A match that nobody listens to leaves memory after so long.
const IDLE: Duration = Duration::from_secs(600);
/// A bot that is quicker is not worth a message.
const NOTICEABLE: Duration = Duration::from_millis(250);

/// What one step has to say to somebody goes out together.
pub type Outbox = mpsc::Sender<Vec<Utf8Bytes>>;

/// Milliseconds since 1970.
pub fn now_ms() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64)
}

/// Who asks.
#[derive(Clone, Debug)]
pub enum Caller {
    Key(String),
    /// A seat that the caller's account keeps.
    Seat(u8),
}

/// What comes through the door.
#[derive(Debug)]
pub enum Cmd {
    Join {
        caller: Caller,
        events: u32,
        voids: u32,
        out: Outbox,
        reply: oneshot::Sender<Result<u64, FailureBody>>,
    },
    Leave {
        sub: u64,
    },
    Say {
        sub: u64,
        say: Say,
        at: Instant,
    },
    Ask {
        caller: Caller,
        ask: Ask,
        reply: oneshot::Sender<Result<Reply, FailureBody>>,
    },
    Thought {
        seat: SeatId,
        ticket: Ticket,
        order: Option<Value>,
    },
    /// A bot takes so long that people should know.
    StillThinking {
        seat: SeatId,
        ticket: Ticket,
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
    Moment { events: u32, all: bool },
    History,
    Log,
    Fork { events: u32 },
    WhoAmI,
}

/// Answers to [`Ask`].
pub enum Reply {
    Told(Box<Tell>),
    Summary(Box<Summary>),
    Moment { past: Past, viewer: Viewer, events: u32 },
    History(History),
    LogText(String),
    LogValue(Value),
    Fork { game: String, scenario: String, title: String, base: String },
    Viewer(Viewer),
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
    voids: u64,
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

#[derive(Debug)]
struct Sub {
    id: u64,
    viewer: Viewer,
    out: Outbox,
    /// Messages of the step that is being taken.
    waiting: Vec<Utf8Bytes>,
}

/// A match in memory.
#[derive(Debug)]
pub struct Room {
    hall: Arc<Hall>,
    door: mpsc::WeakSender<Cmd>,
    id: String,
    scenario: String,
    title: String,
    play: Box<dyn AnyMatch>,
    seating: Seating,
    streams: Vec<Stream>,
    /// The number of the next step.
    step: i64,
    changed: i64,
    /// Orders that were accepted, by seat and the id that the client made.
    accepted: HashSet<(u8, Box<str>)>,
    chat: Vec<ChatLine>,
    chat_count: i64,
    /// How the match ended outside the rules.
    ended: Option<Over>,
    clocks: Clocks,
    subs: Vec<Sub>,
    last_sub: u64,
    undo_asked: Option<SeatId>,
    draw_offered: Option<SeatId>,
    rematch_asked: Option<SeatId>,
    rematch: Option<Made>,
    /// Bots at work, and whether people were told.
    thinking: HashMap<SeatId, (Ticket, bool)>,
    voids: u64,
    /// What people were told last about themselves.
    told_people: People,
    /// Storage and memory may disagree: this match must be loaded again.
    broken: bool,
}

impl Room {
    /// Starts the task of a match.
    pub fn open(mut self, inbox: mpsc::Receiver<Cmd>) {
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
        loop {
            let wait = self.clocks.next().map_or(IDLE, |ms| IDLE.min(Duration::from_millis(ms as u64 + 1)));
            match tokio::time::timeout(wait, inbox.recv()).await {
                Ok(Some(Cmd::Stop { done })) => {
                    self.tell_all(&Tell::Bye);
                    self.flush();
                    inbox.close();
                    let _ = done.send(());
                    return;
                }
                Ok(Some(Cmd::Retire)) if self.may_retire() => inbox.close(),
                Ok(Some(cmd)) => self.handle(cmd).await,
                Ok(None) => return,
                Err(_) if self.clocks.next().is_none() && self.may_retire() => inbox.close(),
                Err(_) => self.look_at_the_clock().await,
            }
            if self.broken {
                self.tell_all(&Tell::Bye);
            }
            self.flush();
            if self.broken {
                return;
            }
        }
    }

    fn may_retire(&self) -> bool {
        self.subs.is_empty() && self.thinking.is_empty()
    }

    async fn handle(&mut self, cmd: Cmd) {
        match cmd {
            Cmd::Join { caller, events, voids, out, reply } => {
                let joined = self.join(&caller, events, voids, out).await;
                let _ = reply.send(joined);
            }
            Cmd::Leave { sub } => self.leave(sub),
            Cmd::Say { sub, say, at } => {
                let Some(viewer) = self.subs.iter().find(|s| s.id == sub).map(|s| s.viewer) else { return };
                let is_order = matches!(say, Say::Order { .. });
                let answer = self.say(viewer, say).await;
                if let Some(answer) = answer {
                    self.tell_one(sub, &answer);
                }
                self.flush();
                if is_order {
                    metrics::histogram!("heatray_order_seconds").record(at.elapsed().as_secs_f64());
                }
            }
            Cmd::Ask { caller, ask, reply } => {
                let answer = self.answer(&caller, ask).await;
                let _ = reply.send(answer);
            }
            Cmd::Thought { seat, ticket, order } => self.thought(seat, ticket, order).await,
            Cmd::StillThinking { seat, ticket } => {
                if let Some((at_work, told)) = self.thinking.get_mut(&seat)
                    && *at_work == ticket
                {
                    *told = true;
                    self.tell_people();
                }
            }
            Cmd::Retire | Cmd::Stop { .. } => {}
        }
    }

    fn viewer(&self, caller: &Caller) -> Result<Viewer, FailureBody> {
        match caller {
            Caller::Key(key) => self.seating.viewer(key).ok_or_else(|| {
                forbidden("this key opens no seat of this match; expected the key of a seat or of spectators")
            }),
            Caller::Seat(seat) => Ok(Viewer::Seat(SeatId(*seat))),
        }
    }

    fn over(&self) -> Option<Over> {
        if self.ended.is_some() {
            return self.ended.clone();
        }
        self.play.outcome().map(|outcome| Over {
            winner: outcome.winner_name,
            grade: outcome.grade,
            rule: Some(outcome.rule.to_string()),
            how: outcome.how.to_owned(),
        })
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

    // ---- listeners

    async fn join(
        &mut self,
        caller: &Caller,
        events: u32,
        voids: u32,
        out: Outbox,
    ) -> Result<u64, FailureBody> {
        let viewer = self.viewer(caller)?;
        self.last_sub += 1;
        let id = self.last_sub;
        self.subs.push(Sub { id, viewer, out, waiting: Vec::new() });
        self.start_the_clock().await;
        let people = self.people();
        let (own, chat) = (self.owns(viewer), self.chat.clone());
        let told = self.table_for(viewer);
        let Some(stream) = self.streams.iter_mut().find(|stream| stream.viewer == viewer) else {
            return Err(not_found("there is no such seat"));
        };
        let from = if voids == stream.voids { events.min(stream.count) } else { 0 };
        let news = News {
            from,
            voids: stream.voids,
            events: stream::lines(self.play.events(viewer, from as usize)),
            view: told.view.clone(),
            prompts: told.prompts.clone(),
            over: told.over.clone(),
        };
        let marks = stream.event_marks();
        stream.told = Some(told);
        let welcome = Tell::Welcome {
            id: self.id.clone(),
            game: self.play.game().to_owned(),
            scenario: self.scenario.clone(),
            title: self.title.clone(),
            seat: viewer.seat().map(|seat| seat.0),
            own,
            marks,
            chat,
            people,
            news,
        };
        self.tell_one(id, &welcome);
        if let Some(made) = &self.rematch {
            let made = self.share_of(viewer, made);
            self.tell_one(id, &Tell::Rematch { made });
        }
        self.tell_people();
        self.wake_bots();
        Ok(id)
    }

    fn leave(&mut self, sub: u64) {
        self.subs.retain(|s| s.id != sub);
        let listening: Vec<Viewer> = self.subs.iter().map(|s| s.viewer).collect();
        for stream in self.streams.iter_mut().filter(|stream| !listening.contains(&stream.viewer)) {
            stream.told = None;
        }
        self.tell_people();
    }

    fn tell_one(&mut self, sub: u64, tell: &Tell) {
        let text = written(tell);
        self.send(&text, |s| s.id == sub);
    }

    fn tell_all(&mut self, tell: &Tell) {
        let text = written(tell);
        self.send(&text, |_| true);
    }

    fn send(&mut self, text: &Utf8Bytes, to: impl Fn(&Sub) -> bool) {
        for index in 0..self.subs.len() {
            if to(&self.subs[index]) {
                self.subs[index].waiting.push(text.clone());
            }
        }
    }

    /// Sends everything that the last step had to say. A queue that is full belongs to somebody who does not keep up:
    /// he is let go.
    fn flush(&mut self) {
        let before = self.subs.len();
        self.subs.retain_mut(|sub| {
            sub.waiting.is_empty() || sub.out.try_send(std::mem::take(&mut sub.waiting)).is_ok()
        });
        if self.subs.len() < before {
            metrics::counter!("heatray_slow_sockets_total").increment((before - self.subs.len()) as u64);
        }
    }

    fn table_for(&self, viewer: Viewer) -> Told {
        Told {
            view: self.play.view_text(viewer),
            prompts: stream::prompts(self.play.as_ref(), viewer, self.is_over()),
            over: self.over(),
        }
    }

    /// Counts what happened since number `from` of all events, and tells everybody who listens what he may know.
    fn tell_step(&mut self, from: usize) {
        for index in 0..self.streams.len() {
            let new = self.streams[index].count(self.play.as_ref(), from);
            self.tell_viewer(index, from, self.streams[index].count - new);
        }
    }

    /// Tells one kind of viewer: events since number `from` of all, which are those since `own` of his.
    fn tell_viewer(&mut self, index: usize, from: usize, own: u32) {
        let viewer = self.streams[index].viewer;
        if self.streams[index].told.is_none() {
            return;
        }
        let told = self.table_for(viewer);
        let stream = &mut self.streams[index];
        let events = if stream.count > own { self.play.seen_since(viewer, from) } else { Vec::new() };
        if events.is_empty() && stream.told.as_ref() == Some(&told) {
            return;
        }
        let news = News {
            from: own,
            voids: stream.voids,
            events: stream::lines(events),
            view: told.view.clone(),
            prompts: told.prompts.clone(),
            over: told.over.clone(),
        };
        stream.told = Some(told);
        let text = written(&Tell::News { news });
        self.send(&text, |sub| sub.viewer == viewer);
    }

    fn people(&self) -> People {
        let waiting = if self.is_over() { Vec::new() } else { self.play.waiting() };
        let seats = self.play.seats().iter().enumerate().map(|(index, seat)| {
            let chair = &self.seating.chairs[index];
            Person {
                seat: seat.id.0,
                team: seat.team_name.clone(),
                name: if chair.name.is_empty() { seat.name.clone() } else { chair.name.clone() },
                bot: chair.bot.clone(),
                online: self.subs.iter().any(|sub| sub.viewer == Viewer::Seat(seat.id)),
                thinking: self.thinking.get(&seat.id).is_some_and(|(_, told)| *told),
                ready: !waiting.contains(&seat.id),
                left_ms: if chair.bot.is_some() { None } else { self.clocks.left(index).map(|ms| ms as f64) },
            }
        });
        People {
            seats: seats.collect(),
            watching: self.subs.iter().filter(|sub| sub.viewer == Viewer::Spectator).count() as u32,
            undo_asked: self.undo_asked.map(|seat| seat.0),
            draw_offered: self.draw_offered.map(|seat| seat.0),
            rematch_asked: self.rematch_asked.map(|seat| seat.0),
            clock: self.clocks.kind(),
        }
    }

    /// Tells who is at the table, if that changed. The time left alone is no news: everybody has a watch.
    fn tell_people(&mut self) {
        self.clocks.pass(now_ms());
        let people = self.people();
        let mut timeless = people.clone();
        timeless.seats.iter_mut().for_each(|person| person.left_ms = None);
        if self.told_people != timeless {
            self.told_people = timeless;
            self.tell_all(&Tell::People { people });
        }
    }

    // ---- steps

    async fn write(
        &mut self,
        kind: &str,
        seat: Option<SeatId>,
        payload: String,
        id: Option<String>,
    ) -> Result<(), FailureBody> {
        let now = now_ms();
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
        };
        if let Err(error) = self.hall.store.write(vec![Write::Step(row)]).await {
            // Perhaps it was written and only the answer was lost: memory can not know.
            self.broken = true;
            return Err(error.into());
        }
        self.step += 1;
        self.changed = now;
        Ok(())
    }

    async fn order(&mut self, seat: SeatId, id: Option<String>, order: &Value) -> Result<(), FailureBody> {
        if let Some(id) = &id {
            if id.is_empty() || id.len() > ID_LIMIT {
                return Err(crate::failure::misplaced(
                    "id",
                    format!("expected an id of 1 to {ID_LIMIT} letters"),
                ));
            }
            if self.accepted.contains(&(seat.0, id.as_str().into())) {
                return Ok(());
            }
        }
        if self.is_over() {
            return Err(failure(Code::Stale, "the match is over"));
        }
        self.play.check(seat, order)?;
        self.write("order", Some(seat), order.to_string(), id.clone()).await?;
        if let Some(id) = id {
            self.accepted.insert((seat.0, id.into()));
        }
        let (from, round) = (self.play.happened(), self.play.round());
        if let Err(error) = self.play.order(seat, order) {
            tracing::error!(%error, "an order that was checked is refused");
            self.broken = true;
            return Err(failure(Code::Internal, "a fault in the rules; the match is loaded again"));
        }
        metrics::counter!("heatray_orders_total").increment(1);
        if self.play.round() != round {
            (self.undo_asked, self.draw_offered) = (None, None);
        }
        self.after_step(from);
        Ok(())
    }

    /// What follows every change of the table.
    fn after_step(&mut self, from: usize) {
        self.tell_step(from);
        self.run_clocks();
        self.tell_people();
        self.wake_bots();
    }

    // ---- bots

    /// Asks every bot that the match waits for. A match of bots alone plays while somebody watches.
    fn wake_bots(&mut self) {
        if self.is_over() || (self.seating.humans().next().is_none() && self.subs.is_empty()) {
            return;
        }
        let ticket = Ticket { round: self.play.round(), voids: self.voids };
        for seat in self.play.waiting() {
            let Some(bot) = self.seating.bot(seat).map(str::to_owned) else { continue };
            if self.thinking.get(&seat).is_some_and(|(at_work, _)| *at_work == ticket) {
                continue;
            }
            let Some(door) = self.door.upgrade() else { return };
            self.thinking.insert(seat, (ticket, false));
            let seed = thinkers::seed(self.play.as_ref(), seat);
            let question = Question { bot, seat, table: self.play.still(), seed };
            let thinkers = self.hall.thinkers.clone();
            tokio::spawn(async move {
                let thought = thinkers.ask(question);
                tokio::pin!(thought);
                let order = if let Ok(order) = tokio::time::timeout(NOTICEABLE, &mut thought).await {
                    order
                } else {
                    let _ = door.send(Cmd::StillThinking { seat, ticket }).await;
                    thought.await
                };
                let _ = door.send(Cmd::Thought { seat, ticket, order }).await;
            });
        }
    }

    async fn thought(&mut self, seat: SeatId, ticket: Ticket, order: Option<Value>) {
        if self.thinking.get(&seat).is_some_and(|(at_work, _)| *at_work == ticket) {
            self.thinking.remove(&seat);
        }
        let still = Ticket { round: self.play.round(), voids: self.voids } == ticket;
        let is_its = self.seating.bot(seat).is_some() && self.play.waiting().contains(&seat);
        if let Some(order) = order.filter(|_| still && is_its)
            && let Err(error) = self.order(seat, None, &order).await
        {
            tracing::error!(code = error.code, message = error.message, "a bot's order is refused");
        }
        self.tell_people();
        self.wake_bots();
    }

    // ---- clocks

    fn awaited(&self) -> Vec<bool> {
        let waiting = if self.is_over() { Vec::new() } else { self.play.waiting() };
        (0..self.seating.chairs.len())
            .map(|seat| SeatId(seat as u8))
            .map(|seat| self.seating.is_human(seat) && waiting.contains(&seat))
            .collect()
    }

    fn run_clocks(&mut self) {
        let awaited = self.awaited();
        self.clocks.run(now_ms(), &awaited);
    }

    /// Clocks start when everybody is at the table.
    async fn start_the_clock(&mut self) {
        if !self.clocks.is_on() || self.clocks.started() || self.is_over() {
            return;
        }
        let here = |seat| self.subs.iter().any(|sub| sub.viewer == Viewer::Seat(seat));
        if self.seating.humans().all(here) || self.seating.is_solo() {
            if self.write("start", None, String::new(), None).await.is_err() {
                return;
            }
            self.clocks.start(now_ms());
            self.run_clocks();
        }
    }

    async fn look_at_the_clock(&mut self) {
        self.clocks.pass(now_ms());
        if let Some(seat) = self.clocks.expired().filter(|_| !self.is_over()) {
            let _ = self.end("time", Some(SeatId(seat as u8))).await;
        }
    }

    /// Ends the match outside the rules.
    async fn end(&mut self, kind: &str, seat: Option<SeatId>) -> Result<(), FailureBody> {
        self.write(kind, seat, String::new(), None).await?;
        self.ended = Some(load::ending(self.play.as_ref(), kind, seat));
        self.clocks.stop(now_ms());
        (self.undo_asked, self.draw_offered) = (None, None);
        self.after_step(self.play.happened());
        Ok(())
    }

    // ---- what people say

    /// Does what somebody says; the answer to him alone, if there is one.
    async fn say(&mut self, viewer: Viewer, say: Say) -> Option<Tell> {
        let refused =
            |id: String, error: FailureBody| Tell::Refused { id, rule: error.rule, why: error.message };
        let result = match say {
            Say::Order { id, order } => {
                return Some(match self.player(viewer) {
                    Err(error) => refused(id, error),
                    Ok(seat) => match self.order(seat, Some(id.clone()), &order).await {
                        Ok(()) => Tell::Ack { id },
                        Err(error) => refused(id, error),
                    },
                });
            }
            Say::Check { id, order } => {
                let checked = self.player(viewer).and_then(|seat| {
                    if self.is_over() {
                        return Err(failure(Code::Stale, "the match is over"));
                    }
                    Ok(self.play.check(seat, &order)?)
                });
                return Some(
                    checked
                        .map_or_else(|error| refused(id.clone(), error), |()| Tell::Fine { id: id.clone() }),
                );
            }
            Say::Nearest { id, order } => {
                let near = self.player(viewer).and_then(|seat| {
                    if self.is_over() {
                        return Err(failure(Code::Stale, "the match is over"));
                    }
                    Ok(self.play.nearest(seat, &order)?)
                });
                return Some(match near {
                    Err(error) => refused(id, error),
                    Ok((order, moved)) => {
                        let (rule, why) = moved.map(|r| (r.rule.0.to_owned(), r.why.into_owned())).unzip();
                        Tell::Nearest { id, order, rule, why }
                    }
                });
            }
            Say::Legal { id, ask } => {
                return Some(match self.player(viewer) {
                    Err(error) => refused(id, error),
                    Ok(seat) => {
                        let (total, values) = self.legal(seat, &ask);
                        Tell::Legal { id, total: total as u32, values }
                    }
                });
            }
            Say::Ping { at } => return Some(Tell::Pong { at }),
            Say::Hello { .. } => Err(crate::failure::bad("this socket has said hello already")),
            Say::Chat { text } => self.chat(viewer, &text).await,
            Say::Name { name } => self.name(viewer, &name).await,
            Say::Wish { wish } => self.wish(viewer, wish).await,
        };
        result.err().map(|error| Tell::Error { error })
    }

    /// The seat that may decide.
    fn player(&self, viewer: Viewer) -> Result<SeatId, FailureBody> {
        let seat = viewer.seat().ok_or_else(|| forbidden("spectators have no orders to give"))?;
        if self.seating.is_human(seat) {
            return Ok(seat);
        }
        Err(forbidden("a bot plays this seat"))
    }

    fn legal(&self, seat: SeatId, ask: &LegalAsk) -> (usize, Vec<Value>) {
        if self.is_over() {
            return (0, Vec::new());
        }
        let limit = ask.limit.map_or(1000, |limit| limit as usize).min(10_000);
        let mut sieve = crate::pattern::Sieve::new(ask.within.as_ref(), ask.spread.as_deref(), limit);
        let (orders, _) = self.play.legal(seat, OPTIONS_LIMIT);
        for order in orders {
            sieve.take(order);
        }
        sieve.finish()
    }

    async fn chat(&mut self, viewer: Viewer, text: &str) -> Result<(), FailureBody> {
        let text = text.trim();
        if text.is_empty() || text.chars().count() > CHAT_LIMIT {
            return Err(crate::failure::misplaced("text", format!("expected 1 to {CHAT_LIMIT} letters")));
        }
        if self.chat_count as usize >= CHAT_LINES {
            return Err(failure(Code::Busy, format!("a match keeps {CHAT_LINES} lines of chat")));
        }
        let seat = viewer.seat();
        let name = seat.and_then(|seat| self.people().seats.into_iter().find(|p| p.seat == seat.0));
        let name = name.map_or_else(|| "Spectator".to_owned(), |person| person.name);
        let line = ChatLine { seat: seat.map(|s| s.0), name, text: text.to_owned(), at: now_ms() / 1000 };
        let row = ChatRow {
            match_id: self.id.clone(),
            n: self.chat_count,
            seat: line.seat.map(i64::from),
            name: line.name.clone(),
            body: line.text.clone(),
            at: line.at,
        };
        self.hall.store.write(vec![Write::Chat(row)]).await?;
        self.chat_count += 1;
        self.chat.push(line.clone());
        self.tell_all(&Tell::Chat { line });
        Ok(())
    }

    async fn name(&mut self, viewer: Viewer, name: &str) -> Result<(), FailureBody> {
        let seat = self.player(viewer)?;
        let name = tidy(name);
        if self.seating.chairs[seat.index()].name != name {
            self.write("name", Some(seat), name.clone(), None).await?;
            self.seating.chairs[seat.index()].name = name;
            self.tell_people();
        }
        Ok(())
    }
}

fn written(tell: &Tell) -> Utf8Bytes {
    match serde_json::to_string(tell) {
        Ok(text) => text.into(),
        Err(error) => {
            tracing::error!(%error, "a message that can not be written");
            "{\"op\":\"error\",\"error\":{\"code\":\"internal\",\"message\":\"a fault in the server\"}}"
                .into()
        }
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
