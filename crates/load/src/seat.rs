//! A program at its seat: it speaks the engine's protocol over a socket.

use crate::socket::Socket;
use anyhow::{Result, bail};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::time::Duration;

/// Waiting longer than this is a failure: nothing here takes long.
const PATIENCE: Duration = Duration::from_secs(60);

#[derive(Debug)]
pub struct Seat {
    pub socket: Socket,
    /// The answer to its first line.
    pub sat: Value,
    /// What was told unasked, and nobody has looked at.
    pub pushed: Vec<Value>,
    /// Every line as it came.
    pub heard: Vec<String>,
    sent: u64,
}

impl Seat {
    /// Sits down with a key.
    pub async fn with_key(to: SocketAddr, id: &str, key: &str) -> Result<Self> {
        Self::sit(Socket::engine(to, id, None).await?, &json!({ "id": 0, "op": "sit", "key": key })).await
    }

    /// Sits down with this first line; what is answered with an error is an error.
    pub async fn sit(mut socket: Socket, first: &Value) -> Result<Self> {
        socket.send(first.to_string()).await?;
        let mut seat = Self { socket, sat: Value::Null, pushed: Vec::new(), heard: Vec::new(), sent: 0 };
        seat.sat = seat.hear().await?;
        if !seat.sat["match"].is_string() {
            bail!("{}", seat.sat);
        }
        Ok(seat)
    }

    /// The next line, whatever it is.
    pub async fn hear(&mut self) -> Result<Value> {
        let Ok(text) = tokio::time::timeout(PATIENCE, self.socket.receive()).await else {
            bail!("nothing is heard of the server; the last word was {:?}", self.heard.last())
        };
        let text = text?;
        self.heard.push(text.to_string());
        Ok(serde_json::from_str(&text)?)
    }

    /// The answer to a line, under an id of its own.
    pub async fn ask(&mut self, mut line: Value) -> Result<Value> {
        self.sent += 1;
        line["id"] = json!(self.sent);
        self.socket.send(line.to_string()).await?;
        self.answer(&line["id"]).await
    }

    /// The answer to this id; what nobody has asked for is kept.
    pub async fn answer(&mut self, id: &Value) -> Result<Value> {
        loop {
            let told = self.hear().await?;
            match told.get("id") {
                Some(of) if of == id => return Ok(told),
                Some(_) => bail!("the answer to somebody else: {told}"),
                None => self.pushed.push(told),
            }
        }
    }

    /// What comes unasked next.
    pub async fn next(&mut self) -> Result<Value> {
        if !self.pushed.is_empty() {
            return Ok(self.pushed.remove(0));
        }
        let told = self.hear().await?;
        if told.get("id").is_some() {
            bail!("an answer that nobody waits for: {told}");
        }
        Ok(told)
    }

    /// Answers a decision with the first legal order; what was answered.
    pub async fn answer_first(&mut self, asked: &Value) -> Result<Value> {
        let legal = self.ask(json!({ "op": "legal", "limit": 1, "words": false })).await?;
        self.ask(json!({ "op": "order", "order": legal["orders"][0], "decision": asked["decision"] })).await
    }

    /// Plays to the end with first legal orders: how it ended, and how many orders were given.
    pub async fn play(&mut self) -> Result<(Value, usize)> {
        let mut orders = 0;
        loop {
            let told = self.next().await?;
            if !told["over"].is_null() {
                return Ok((told["over"].clone(), orders));
            }
            if !told["asked"].is_null() {
                let given = self.answer_first(&told["asked"]).await?;
                if !given["events"].is_array() {
                    bail!("a legal order is refused: {given}");
                }
                orders += 1;
            }
        }
    }
}
