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

/// Who hears nothing for so long has lost the thread.
const PATIENCE: Duration = Duration::from_secs(5);

/// What all pairs share.
#[derive(Debug, Default)]
pub struct Board {
    /// Orders that were acknowledged.
    pub orders: AtomicU64,
    pub matches: AtomicU64,
    pub refused: AtomicU64,
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

/// Plays matches until the board says stop. `pace` is the mean time between a prompt and its answer.
pub async fn pair(server: SocketAddr, board: Arc<Board>, pace: Option<Duration>) -> Result<()> {
    while !board.stop.load(Ordering::Relaxed) {
        let wish = json!({ "setup": { "scenario": "simple-battle", "options": { "turn_limit": "500" } } });
        let (id, keys, _) = make_match(server, &wish).await?;
        board.matches.fetch_add(1, Ordering::Relaxed);
        let sent = Arc::new(Sent::default());
        let two =
            tokio::spawn(seat(server, id.clone(), keys[1].clone(), 1, board.clone(), sent.clone(), pace));
        let one = seat(server, id, keys[0].clone(), 0, board.clone(), sent, pace).await;
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
    pace: Option<Duration>,
) -> Result<()> {
    let mut socket = Socket::connect(server, &id).await?;
    socket.send(json!({ "op": "hello", "key": key, "changes": true }).to_string()).await?;
    let mut script = Script {
        seat,
        number: 0,
        asked: None,
        next: None,
        due: None,
        plan: None,
        pending: None,
        dice: crate::player::number(),
    };
    loop {
        if board.stop.load(Ordering::Relaxed) {
            return Ok(());
        }
        let until = script.due.unwrap_or_else(|| Instant::now() + PATIENCE);
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
                }
                if news.over.is_some_and(|over| over.get() != "null") {
                    return Ok(());
                }
                let prompt = news.prompts.mine.iter().find(|prompt| prompt.must);
                script.next = prompt.map(|prompt| serde_json::from_str(prompt.ask.get())).transpose()?;
                script.act(&mut socket, &sent, pace).await?;
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
                script.act(&mut socket, &sent, pace).await?;
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
            self.dice =
                self.dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            // Between half and one and a half, so that the matches do not march in step.
            let part = 0.5 + (self.dice >> 40) as f64 / f64::from(1 << 24);
            self.due = Some(Instant::now() + pace.mul_f64(part));
        }
        Ok(())
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
