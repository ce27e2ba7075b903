//! Just enough HTTP for a script: one request, one answer, no connection kept.

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};
use std::fmt::Write;
use std::net::SocketAddr;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// An answer.
#[derive(Clone, Debug)]
pub struct Answer {
    pub status: u16,
    /// The header lines, in lower case.
    pub head: String,
    pub body: String,
}

impl Answer {
    pub fn json(&self) -> Result<Value> {
        serde_json::from_str(&self.body).with_context(|| format!("not JSON: {}", self.body))
    }

    /// The value of a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
    }
}

/// Sends a request; the headers are lines such as `authorization: Bearer …`.
pub async fn request(
    to: SocketAddr,
    method: &str,
    path: &str,
    headers: &[String],
    body: Option<&Value>,
) -> Result<Answer> {
    let mut stream = TcpStream::connect(to).await?;
    let mut text = format!("{method} {path} HTTP/1.1\r\nhost: {to}\r\nconnection: close\r\n");
    for header in headers {
        text += header;
        text += "\r\n";
    }
    let body = body.map(Value::to_string);
    if let Some(body) = &body {
        let _ = write!(text, "content-type: application/json\r\ncontent-length: {}\r\n", body.len());
    }
    text += "\r\n";
    text += body.as_deref().unwrap_or_default();
    stream.write_all(text.as_bytes()).await?;
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).await?;
    let end = bytes.windows(4).position(|four| four == b"\r\n\r\n").context("an answer without a head")?;
    let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
    let status =
        head.split(' ').nth(1).and_then(|word| word.parse().ok()).context("an answer without a status")?;
    let lower: Vec<String> = head
        .lines()
        .map(|line| match line.split_once(": ") {
            Some((name, value)) => format!("{}: {value}", name.to_lowercase()),
            None => line.to_lowercase(),
        })
        .collect();
    let head = lower.join("\n");
    let rest = &bytes[end + 4..];
    let body = if head.contains("transfer-encoding: chunked") { chunks(rest)? } else { rest.to_vec() };
    Ok(Answer { status, head, body: String::from_utf8_lossy(&body).into_owned() })
}

fn chunks(mut rest: &[u8]) -> Result<Vec<u8>> {
    let mut all = Vec::new();
    loop {
        let end = rest.windows(2).position(|two| two == b"\r\n").context("a chunk without a length")?;
        let length = usize::from_str_radix(std::str::from_utf8(&rest[..end])?.trim(), 16)?;
        rest = &rest[end + 2..];
        if length == 0 {
            return Ok(all);
        }
        if rest.len() < length + 2 {
            bail!("a chunk is cut off");
        }
        all.extend_from_slice(&rest[..length]);
        rest = &rest[length + 2..];
    }
}

/// Makes a match and sits down in every seat of a person, as host and as all guests: its id, the keys of its seats in their
/// order, and the key of spectators.
pub async fn make_match(to: SocketAddr, wish: &Value) -> Result<(String, Vec<String>, String)> {
    let answer = request(to, "POST", "/api/matches", &[], Some(wish)).await?;
    let made = answer.json()?;
    let id = made["match"].as_str().with_context(|| format!("no match: {made}"))?.to_owned();
    let keys = sit_down(to, &made, &[]).await?;
    Ok((id, keys, made["watch"].as_str().unwrap_or_default().to_owned()))
}

/// The keys of all seats of people in a match that was just made, in the order of the seats; the invitations are exchanged.
pub async fn sit_down(to: SocketAddr, made: &Value, headers: &[String]) -> Result<Vec<String>> {
    let id = made["match"].as_str().with_context(|| format!("no match: {made}"))?;
    let list = |name: &str, value: &str| -> Vec<(u64, String)> {
        let all = made[name].as_array().into_iter().flatten();
        all.filter_map(|one| Some((one["seat"].as_u64()?, one[value].as_str()?.to_owned()))).collect()
    };
    let mut keys = list("keys", "key");
    for (seat, token) in list("invitations", "token") {
        keys.push((seat, claim(to, id, &token, headers).await?));
    }
    keys.sort();
    Ok(keys.into_iter().map(|(_, key)| key).collect())
}

/// Exchanges an invitation for a seat; its key.
pub async fn claim(to: SocketAddr, id: &str, token: &str, headers: &[String]) -> Result<String> {
    // Nobody guards anything here, but no two seats may have the same key.
    let key = format!("{:08x}{:016x}", std::process::id(), crate::player::number());
    let wish = json!({ "invitation": token, "key": key });
    let answer = request(to, "POST", &format!("/api/matches/{id}/claim"), headers, Some(&wish)).await?;
    if answer.status != 200 {
        bail!("no seat: {}", answer.body);
    }
    Ok(key)
}
