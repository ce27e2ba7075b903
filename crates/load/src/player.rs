//! A client that keeps what it is told, and comes back by itself when the connection is lost.

use crate::socket::Socket;
use anyhow::{Result, bail};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// One viewer of one match.
#[derive(Debug)]
pub struct Player {
    server: SocketAddr,
    id: String,
    key: String,
    socket: Option<Socket>,
    /// This viewer's stream so far.
    pub events: Vec<Value>,
    pub voids: u64,
    pub welcome: Value,
    pub view: Value,
    pub prompts: Value,
    pub over: Value,
    pub people: Value,
    /// Views come as what changed in them.
    changes: bool,
    /// Every message as it came.
    pub heard: Vec<String>,
    sent: u64,
    /// Two clients of one seat must not make the same ids.
    name: u64,
    /// How often it had to come back.
    pub returns: u32,
}

static PLAYERS: AtomicU64 = AtomicU64::new(0);

/// A number that no other player of this process has.
pub(crate) fn number() -> u64 {
    PLAYERS.fetch_add(1, Ordering::Relaxed)
}

/// Waiting longer than this is a failure: nothing here takes long.
const PATIENCE: Duration = Duration::from_secs(20);

impl Player {
    pub async fn join(server: SocketAddr, id: &str, key: &str) -> Result<Self> {
        Self::join_for(server, id, key, true).await
    }

    /// The simplest client there is: it is told every view as a whole.
    pub async fn join_simply(server: SocketAddr, id: &str, key: &str) -> Result<Self> {
        Self::join_for(server, id, key, false).await
    }

    async fn join_for(server: SocketAddr, id: &str, key: &str, changes: bool) -> Result<Self> {
        let mut player = Self {
            server,
            id: id.to_owned(),
            key: key.to_owned(),
            socket: None,
            events: Vec::new(),
            voids: 0,
            welcome: Value::Null,
            view: Value::Null,
            prompts: Value::Null,
            over: Value::Null,
            people: Value::Null,
            changes,
            heard: Vec::new(),
            sent: 0,
            name: number(),
            returns: 0,
        };
        player.connect().await?;
        Ok(player)
    }

    async fn connect(&mut self) -> Result<()> {
        let mut socket = Socket::connect(self.server, &self.id).await?;
        let mut hello =
            json!({ "op": "hello", "key": self.key, "events": self.events.len(), "voids": self.voids });
        if self.changes {
            hello["changes"] = json!(true);
        }
        socket.send(hello.to_string()).await?;
        self.socket = Some(socket);
        loop {
            let tell = self.hear().await?;
            match tell["op"].as_str() {
                Some("welcome") => return Ok(()),
                Some("error") => bail!("{tell}"),
                _ => {}
            }
        }
    }

    pub fn key(&self) -> &str {
        &self.key
    }

    /// The match goes on at another address: the server was started again.
    pub fn moved(&mut self, server: SocketAddr) {
        self.server = server;
    }

    /// Tries once to connect again.
    pub async fn knock(&mut self) -> Result<()> {
        self.socket = None;
        self.returns += 1;
        self.connect().await
    }

    /// Connects again and says how much it has, until there is somebody to listen.
    pub async fn come_back(&mut self) -> Result<()> {
        self.socket = None;
        self.returns += 1;
        for _ in 0..400 {
            match self.connect().await {
                Ok(()) => return Ok(()),
                Err(_) => tokio::time::sleep(Duration::from_millis(25)).await,
            }
        }
        bail!("the server does not come back")
    }

    /// Closes the connection without a word.
    pub fn drop_line(&mut self) {
        self.socket = None;
    }

    pub async fn say(&mut self, say: &Value) -> Result<()> {
        match &mut self.socket {
            Some(socket) => socket.send(say.to_string()).await,
            None => bail!("not connected"),
        }
    }

    /// The next message, taken in.
    pub async fn hear(&mut self) -> Result<Value> {
        let Some(socket) = &mut self.socket else { bail!("not connected") };
        let Ok(text) = tokio::time::timeout(PATIENCE, socket.receive()).await else {
            bail!("nothing is heard of the server; the last word was {:?}", self.heard.last())
        };
        let text = text?;
        let tell: Value = serde_json::from_str(&text)?;
        self.heard.push(text.to_string());
        match tell["op"].as_str() {
            Some("welcome") => {
                self.people = tell["people"].clone();
                self.take(&tell["news"])?;
                self.welcome = tell.clone();
            }
            Some("news") => self.take(&tell["news"])?,
            Some("people") => self.people = tell["people"].clone(),
            _ => {}
        }
        Ok(tell)
    }

    fn take(&mut self, news: &Value) -> Result<()> {
        let from = news["from"].as_u64().unwrap_or(u64::MAX) as usize;
        if from > self.events.len() {
            bail!("events are missing: {} are here, the news begin at {from}", self.events.len());
        }
        self.events.truncate(from);
        self.events.extend(news["events"].as_array().into_iter().flatten().cloned());
        self.voids = news["voids"].as_u64().unwrap_or_default();
        match news["changes"].as_array() {
            Some(changes) => changes.iter().try_for_each(|change| put(&mut self.view, change))?,
            None => self.view = news["view"].clone(),
        }
        self.prompts = news["prompts"].clone();
        self.over = news["over"].clone();
        Ok(())
    }

    /// Hears messages until one fits.
    pub async fn until(&mut self, fits: impl Fn(&Self, &Value) -> bool) -> Result<Value> {
        loop {
            let tell = self.hear().await?;
            if fits(self, &tell) {
                return Ok(tell);
            }
        }
    }

    /// Hears messages until one of this kind.
    pub async fn until_op(&mut self, op: &str) -> Result<Value> {
        self.until(|_, tell| tell["op"] == op).await
    }

    /// An id for the next order.
    pub fn next_id(&mut self) -> String {
        self.sent += 1;
        format!("{}-{}", self.name, self.sent)
    }

    /// Gives an order and waits for the answer.
    pub async fn order(&mut self, order: &Value) -> Result<Value> {
        let id = self.next_id();
        self.order_as(&id, order).await
    }

    pub async fn order_as(&mut self, id: &str, order: &Value) -> Result<Value> {
        self.say(&json!({ "op": "order", "id": id, "order": order })).await?;
        self.until(|_, tell| tell["id"] == *id && (tell["op"] == "ack" || tell["op"] == "refused")).await
    }

    /// Says the hash of what will be added to the dice of a fair match.
    pub async fn vow(&mut self, hash: &str) -> Result<()> {
        self.say(&json!({ "op": "vow", "hash": hash })).await
    }

    /// Adds something to the dice of a fair match, when all have vowed.
    pub async fn salt(&mut self, salt: &str) -> Result<()> {
        self.say(&json!({ "op": "salt", "salt": salt })).await
    }

    /// The legal orders that fit a pattern.
    pub async fn legal(&mut self, ask: &Value) -> Result<Vec<Value>> {
        self.say(&json!({ "op": "legal", "id": "legal", "ask": ask })).await?;
        let tell = self.until(|_, tell| tell["id"] == "legal").await?;
        Ok(tell["values"].as_array().cloned().unwrap_or_default())
    }

    /// Whether an order would be accepted.
    pub async fn check(&mut self, order: &Value) -> Result<bool> {
        self.say(&json!({ "op": "check", "id": "check", "order": order })).await?;
        Ok(self.until(|_, tell| tell["id"] == "check").await?["op"] == "fine")
    }

    /// Whether the match waits for this seat.
    pub fn is_awaited(&self) -> bool {
        self.prompts["mine"].as_array().is_some_and(|mine| mine.iter().any(|prompt| prompt["must"] == true))
    }

    /// The vehicle and the kind of the first decision that is awaited.
    pub fn awaited(&self) -> Option<Value> {
        self.prompts["mine"]
            .as_array()?
            .iter()
            .find(|prompt| prompt["must"] == true)
            .map(|p| p["ask"].clone())
    }

    /// Answers the first decision that is awaited of this seat with the first legal order, if there is one.
    pub async fn answer_one(&mut self) -> Result<bool> {
        let Some(ask) = self.awaited() else { return Ok(false) };
        let orders = self.legal(&json!({ "within": pattern(&ask), "limit": 1 })).await?;
        if let Some(order) = orders.first() {
            // The news of an order come before its acknowledgement.
            let told = self.order(order).await?;
            if told["op"] != "ack" {
                bail!("a legal order is refused: {told}");
            }
        }
        Ok(true)
    }

    /// Answers until nothing is awaited of this seat.
    pub async fn answer_all(&mut self) -> Result<()> {
        while self.answer_one().await? {}
        Ok(())
    }
}

/// What an order looks like that answers this ask, as far as the ask tells.
pub fn pattern(ask: &Value) -> Value {
    match ask.as_object().and_then(|ask| ask.iter().next()) {
        Some((kind, inner)) if kind == "plan" || kind == "act" => json!({ kind: inner }),
        _ => Value::Null,
    }
}

/// Puts one value of `changes` in its place.
fn put(view: &mut Value, change: &Value) -> Result<()> {
    let mut place = view;
    for token in change[0].as_array().into_iter().flatten() {
        let found = match token {
            Value::String(key) => place.get_mut(key.as_str()),
            index => index.as_u64().and_then(|index| place.get_mut(index as usize)),
        };
        let Some(found) = found else { bail!("the view has no such place: {change}") };
        place = found;
    }
    *place = change[1].clone();
    Ok(())
}
