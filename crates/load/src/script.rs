//! A pair of scripted clients that play match after match, each acting only on what the server tells it.

use crate::http::make_match;
use crate::player::pattern;
use crate::socket::Socket;
use anyhow::{Context, Result, bail};
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use std::borrow::Cow;
use std::collections::VecDeque;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// An order that makes a match last: vehicles fly circles on the table, nobody acts, nobody fires. None where the
/// question is another one.
pub fn peaceful(ask: &Value) -> Option<Value> {
    let (kind, inner) = ask.as_object()?.iter().next()?;
    let vehicle = &inner["vehicle"];
    match kind.as_str() {
        "plan" => {
            let cards = if *vehicle == 0 { [7, 8, 9] } else { [15, 14, 8] };
            Some(json!({ "plan": { "vehicle": vehicle, "cards": cards } }))
        }
        "act" => Some(json!({ "act": { "vehicle": vehicle, "action": "pass" } })),
        "fire" => Some(json!({ "hold": { "vehicle": vehicle } })),
        _ => None,
    }
}

/// Who hears nothing for so long, beside what the others think, has lost the thread.
const PATIENCE: Duration = Duration::from_secs(20);

/// How a pair plays.
#[derive(Clone, Copy, Debug)]
pub struct Habits {
    /// The mean time between a prompt and its answer; none: at once.
    pub pace: Option<Duration>,
    /// Turns of a match.
    pub turns: u32,
    /// Orders after which somebody leaves the table, to come back when he has thought; none: he stays.
    pub stay: Option<u32>,
}

impl Habits {
    /// Stays to the end of a long match.
    pub fn steady(pace: Option<Duration>) -> Self {
        Self { pace, turns: 500, stay: None }
    }

    /// The others may think, leave, come back and think again.
    fn patience(&self) -> Duration {
        PATIENCE + self.pace.unwrap_or_default() * 6
    }
}

/// What all pairs share.
#[derive(Debug, Default)]
pub struct Board {
    /// Orders that were acknowledged.
    pub orders: AtomicU64,
    pub matches: AtomicU64,
    pub refused: AtomicU64,
    /// How often somebody came back to his table.
    pub returns: AtomicU64,
    /// From an order sent to the other side's news of it, in microseconds; only while measuring.
    pub delays: Mutex<Vec<u32>>,
    pub measuring: AtomicBool,
    pub stop: AtomicBool,
}

/// The part of a message that a script needs.
#[derive(Deserialize)]
struct Heard<'a> {
    op: &'a str,
    #[serde(borrow)]
    news: Option<HeardNews<'a>>,
    #[serde(borrow)]
    values: Option<Vec<&'a RawValue>>,
    #[serde(borrow)]
    why: Option<Cow<'a, str>>,
}

#[derive(Deserialize)]
struct HeardNews<'a> {
    #[serde(borrow)]
    prompts: HeardPrompts<'a>,
    #[serde(borrow)]
    over: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct HeardPrompts<'a> {
    #[serde(borrow)]
    mine: Vec<HeardPrompt<'a>>,
}

#[derive(Deserialize)]
struct HeardPrompt<'a> {
    must: bool,
    #[serde(borrow)]
    ask: &'a RawValue,
}

/// When each side's orders were sent that the other side has not heard of yet.
#[derive(Debug, Default)]
struct Sent([Mutex<VecDeque<Instant>>; 2]);

impl Sent {
    fn queue(&self, seat: usize) -> std::sync::MutexGuard<'_, VecDeque<Instant>> {
        self.0[seat].lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The delay in milliseconds that this part of them does not pass; they stand in order.
pub fn percentile(delays: &[u32], part: f64) -> f64 {
    let index = ((delays.len() as f64 * part) as usize).min(delays.len().saturating_sub(1));
    delays.get(index).map_or(f64::NAN, |micros| f64::from(*micros) / 1000.0)
}

/// Plays matches until the board says stop.
pub async fn pair(server: SocketAddr, board: Arc<Board>, habits: Habits) -> Result<()> {
    while !board.stop.load(Ordering::Relaxed) {
        let options = json!({ "turn_limit": habits.turns.to_string() });
        let wish = json!({ "setup": { "scenario": "simple-battle", "options": options } });
        let (id, keys, _) = make_match(server, &wish).await?;
        board.matches.fetch_add(1, Ordering::Relaxed);
        let sent = Arc::new(Sent::default());
        let two =
            tokio::spawn(seat(server, id.clone(), keys[1].clone(), 1, board.clone(), sent.clone(), habits));
        let one = seat(server, id, keys[0].clone(), 0, board.clone(), sent, habits).await;
        two.await?.and(one)?;
    }
    Ok(())
}

async fn seat(
    server: SocketAddr,
    id: String,
    key: String,
    seat: usize,
    board: Arc<Board>,
    sent: Arc<Sent>,
    habits: Habits,
) -> Result<()> {
    let mut socket = hello(server, &id, &key).await?;
    let mut script = Script {
        seat,
        number: 0,
        asked: None,
        next: None,
        due: None,
        plan: None,
        pending: None,
        given: 0,
        dice: crate::player::number(),
    };
    loop {
        if board.stop.load(Ordering::Relaxed) {
            return Ok(());
        }
        let until = script.due.unwrap_or_else(|| Instant::now() + habits.patience());
        let Ok(text) = tokio::time::timeout_at(until.into(), socket.receive()).await else {
            if script.due.take().is_some() {
                script.speak(&mut socket, &sent).await?;
                continue;
            }
            if board.stop.load(Ordering::Relaxed) {
                return Ok(());
            }
            bail!("seat {seat} hears nothing");
        };
        let (text, now) = (text?, Instant::now());
        let heard: Heard<'_> = serde_json::from_str(&text).with_context(|| text.to_string())?;
        script.settle(heard.op, &board, &sent);
        match heard.op {
            "welcome" | "news" => {
                let news = heard.news.context("news without news")?;
                if heard.op == "news" {
                    script.pending = Some(now);
                } else {
                    // What the other one did meanwhile is in the welcome: no news of it will come.
                    sent.queue(1 - seat).clear();
                }
                if news.over.is_some_and(|over| over.get() != "null") {
                    return Ok(());
                }
                let prompt = news.prompts.mine.iter().find(|prompt| prompt.must);
                script.next = prompt.map(|prompt| serde_json::from_str(prompt.ask.get())).transpose()?;
                script.act(&mut socket, &sent, habits.pace).await?;
            }
            "legal" => {
                let values = heard.values.unwrap_or_default();
                let ask = script.asked.take().context("an answer without a question")?;
                // A plan somewhere in the middle of the list turns; the first one flies straight off the table.
                let order = values.get(values.len() / 2).context("no legal order")?.get().to_owned();
                if ask.get("plan").is_some() {
                    script.plan = Some(order.clone());
                }
                script.send(&mut socket, Words::Order(order), ask, &sent).await?;
            }
            "ack" => {
                script.asked = None;
                board.orders.fetch_add(1, Ordering::Relaxed);
                script.given += 1;
                if habits.stay.is_some_and(|stay| script.given >= stay) {
                    drop(socket);
                    script.leave();
                    tokio::time::sleep(script.thought(habits.pace.unwrap_or_default())).await;
                    socket = hello(server, &id, &key).await?;
                    board.returns.fetch_add(1, Ordering::Relaxed);
                    continue;
                }
                script.act(&mut socket, &sent, habits.pace).await?;
            }
            "refused" => {
                board.refused.fetch_add(1, Ordering::Relaxed);
                sent.queue(seat).pop_back();
                let ask = script.asked.take().with_context(|| format!("refused: {:?}", heard.why))?;
                script.plan = None;
                script.send(&mut socket, Words::Legal, ask, &sent).await?;
            }
            "error" => bail!("{text}"),
            "bye" => return Ok(()),
            _ => {}
        }
    }
}

async fn hello(server: SocketAddr, id: &str, key: &str) -> Result<Socket> {
    let mut socket = Socket::connect(server, id).await?;
    socket.send(json!({ "op": "hello", "key": key, "changes": true }).to_string()).await?;
    Ok(socket)
}

enum Words {
    Order(String),
    Legal,
}

struct Script {
    seat: usize,
    number: u64,
    /// The decision that is being answered.
    asked: Option<Value>,
    /// The decision that is awaited, as of the last news.
    next: Option<Value>,
    /// When it is answered; meanwhile the socket is read.
    due: Option<Instant>,
    /// A plan that was legal the last time.
    plan: Option<String>,
    /// News whose cause is known with the next message: an acknowledgement says that it was our own order.
    pending: Option<Instant>,
    /// Orders since he came to the table.
    given: u32,
    dice: u64,
}

impl Script {
    fn settle(&mut self, op: &str, board: &Board, sent: &Sent) {
        // Who is ready is told after the news, whosever order it was: that settles nothing.
        let Some(heard) = self.pending.take_if(|_| op == "ack" || op == "news") else { return };
        if op == "ack" {
            return;
        }
        if let Some(at) = sent.queue(1 - self.seat).pop_front()
            && board.measuring.load(Ordering::Relaxed)
        {
            let micros = heard.saturating_duration_since(at).as_micros() as u32;
            board.delays.lock().unwrap_or_else(PoisonError::into_inner).push(micros);
        }
    }

    /// Answers what is awaited, at once or when it is due, unless an answer is under way: its acknowledgement comes
    /// after the news of it.
    async fn act(&mut self, socket: &mut Socket, sent: &Sent, pace: Option<Duration>) -> Result<()> {
        let Some(pace) = pace else { return self.speak(socket, sent).await };
        if self.asked.is_none() && self.next.is_some() && self.due.is_none() {
            self.due = Some(Instant::now() + self.thought(pace));
        }
        Ok(())
    }

    /// Between half and one and a half of the pace, so that the matches do not march in step.
    fn thought(&mut self, pace: Duration) -> Duration {
        self.dice = self.dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        pace.mul_f64(0.5 + (self.dice >> 40) as f64 / f64::from(1 << 24))
    }

    /// Forgets what was heard: the welcome will say how things stand.
    fn leave(&mut self) {
        (self.asked, self.next, self.due, self.pending, self.given) = (None, None, None, None, 0);
    }

    async fn speak(&mut self, socket: &mut Socket, sent: &Sent) -> Result<()> {
        if self.asked.is_some() {
            return Ok(());
        }
        let Some(ask) = self.next.take() else { return Ok(()) };
        let words = self.answer(&ask);
        self.send(socket, words, ask, sent).await
    }

    fn answer(&self, ask: &Value) -> Words {
        if ask.get("plan").is_some() && self.plan.is_some() {
            return self.plan.clone().map_or(Words::Legal, Words::Order);
        }
        peaceful(ask).map_or(Words::Legal, |order| Words::Order(order.to_string()))
    }

    async fn send(&mut self, socket: &mut Socket, words: Words, ask: Value, sent: &Sent) -> Result<()> {
        self.number += 1;
        let text = match words {
            Words::Order(order) => {
                sent.queue(self.seat).push_back(Instant::now());
                format!("{{\"op\":\"order\",\"id\":\"{}\",\"order\":{order}}}", self.number)
            }
            Words::Legal => {
                json!({ "op": "legal", "id": "l", "ask": { "within": pattern(&ask), "limit": 400 } })
                    .to_string()
            }
        };
        self.asked = Some(ask);
        socket.send(text).await
    }
}
