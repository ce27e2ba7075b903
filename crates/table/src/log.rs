//! A match on paper: header, orders, and the hash they lead to. One JSON value a line.
//!
//! ```text
//! {"heatray":1,"game":"…","rules":1,"dice":"chacha8","content":"…","seed":7,"setup":{…}}
//! {"seat":0,"order":{…}}
//! {"dice":11}
//! {"seat":1,"order":{…}}
//! {"orders":2,"hash":"0123456789abcdef"}
//! {"proof":{"version":2,"match":"…","pledge":"…","secret":"…","salts":["…","…"],"chain":[…]}}
//! ```
//!
//! A line of dice stands where a match went on with other dice: after something had been taken back that showed what
//! was to come, or where a new match branched off. The last line is there if the match was a fair one: [`crate::proof`].

use crate::dice::Dice;
use crate::hash::StateHash;
use crate::proof::Proof;
use crate::seat::SeatId;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// The format of the file. The rules have a version of their own.
pub const FORMAT: u32 = 1;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header<S> {
    #[serde(rename = "heatray")]
    pub format: u32,
    pub game: String,
    pub rules: u32,
    pub dice: String,
    pub content: StateHash,
    pub seed: u64,
    pub setup: S,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry<O> {
    pub seat: SeatId,
    pub order: O,
}

/// Other dice from here on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reroll {
    /// How many orders had been given.
    pub after: usize,
    pub seed: u64,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct DiceLine {
    dice: u64,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Footer {
    orders: usize,
    hash: StateHash,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ProofLine {
    proof: Proof,
}

/// The proof as the last line of a log.
pub fn proof_line(proof: Proof) -> String {
    // Plain data: numbers, strings and lists of them.
    serde_json::to_string(&ProofLine { proof }).unwrap_or_default() + "\n"
}

/// A whole match: set-up, seed, orders; the hash says where they led.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchLog<S, O> {
    pub header: Header<S>,
    pub entries: Vec<Entry<O>>,
    /// In the order of their places, at most one at each.
    pub rerolls: Vec<Reroll>,
    pub hash: Option<StateHash>,
    pub proof: Option<Proof>,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LogError {
    #[error("line {line}: {why}")]
    Line { line: usize, why: String },
    #[error("line 1: this log was written by {found}; this program reads {expected}")]
    Version { found: String, expected: String },
    #[error("line 1: {0}")]
    Setup(String),
    #[error("line {line}: the order is refused: {why}")]
    Refused { line: usize, why: String },
    #[error("line {line}: these orders lead to the state {found}, and the log says {written}")]
    Hash { line: usize, written: StateHash, found: StateHash },
}

impl LogError {
    fn line(line: usize, why: impl Into<String>) -> Self {
        Self::Line { line, why: why.into() }
    }
}

/// A line is read on its own, so the reader's "line 1" would point at the wrong place: only the column counts.
fn said(error: &serde_json::Error) -> String {
    if error.line() == 0 { error.to_string() } else { format!("{} (column {})", bare(error), error.column()) }
}

/// What is wrong, without its place in a text.
pub fn bare(error: &serde_json::Error) -> String {
    let mut text = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    if text.ends_with(&place) {
        text.truncate(text.len() - place.len());
    }
    text
}

/// The one field that tells which game a log belongs to.
pub fn game_of(text: &str) -> Result<String, LogError> {
    #[derive(Deserialize)]
    struct Peek {
        heatray: u32,
        game: String,
    }
    let first = text.lines().next().unwrap_or_default();
    let peek: Peek = serde_json::from_str(first)
        .map_err(|e| LogError::line(1, format!("expected the header of a match log: {}", said(&e))))?;
    if peek.heatray != FORMAT {
        return Err(LogError::Version {
            found: format!("log format {}", peek.heatray),
            expected: format!("log format {FORMAT}"),
        });
    }
    Ok(peek.game)
}

/// What a log of any game and any version of its rules says of itself, if its first line can be read at all.
pub fn header_of(text: &str) -> Option<Header<serde_json::Value>> {
    serde_json::from_str(text.lines().next()?).ok()
}

/// Reads a line that is not an order, for the reason given: the footer, or nothing of a log.
fn footer(
    number: usize,
    line: &str,
    orders: usize,
    no_order: &serde_json::Error,
) -> Result<StateHash, LogError> {
    match serde_json::from_str::<Footer>(line) {
        Ok(footer) if footer.orders == orders => Ok(footer.hash),
        Ok(footer) => Err(LogError::line(
            number,
            format!("{} orders are announced, {orders} stand here", footer.orders),
        )),
        Err(error) if line.contains("\"hash\":") && !line.contains("\"seat\":") => {
            Err(LogError::line(number, format!("expected the hash of the match: {}", said(&error))))
        }
        Err(_) => Err(LogError::line(number, format!("expected an order: {}", said(no_order)))),
    }
}

impl<S: Serialize + DeserializeOwned, O: Serialize + DeserializeOwned> MatchLog<S, O> {
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        let mut push = |line: serde_json::Result<String>| {
            // Set-ups and orders are plain data: enums, numbers, strings and lists of them.
            text.push_str(&line.unwrap_or_else(|e| format!("{{\"unwritable\":{:?}}}", e.to_string())));
            text.push('\n');
        };
        push(serde_json::to_string(&self.header));
        let mut rerolls = self.rerolls.iter().peekable();
        for (number, entry) in self.entries.iter().enumerate() {
            while let Some(reroll) = rerolls.next_if(|reroll| reroll.after <= number) {
                push(serde_json::to_string(&DiceLine { dice: reroll.seed }));
            }
            push(serde_json::to_string(entry));
        }
        for reroll in rerolls {
            push(serde_json::to_string(&DiceLine { dice: reroll.seed }));
        }
        if let Some(hash) = self.hash {
            push(serde_json::to_string(&Footer { orders: self.entries.len(), hash }));
        }
        if let Some(proof) = &self.proof {
            text.push_str(&proof_line(proof.clone()));
        }
        text
    }

    pub fn parse(text: &str) -> Result<Self, LogError> {
        game_of(text)?;
        let mut lines = text.lines().enumerate().map(|(i, line)| (i + 1, line));
        let (_, first) = lines.next().unwrap_or((1, ""));
        let header: Header<S> = serde_json::from_str(first).map_err(|e| LogError::line(1, said(&e)))?;
        if header.dice != Dice::ALGORITHM {
            return Err(LogError::Version {
                found: format!("dice {:?}", header.dice),
                expected: format!("dice {:?}", Dice::ALGORITHM),
            });
        }
        let mut log = Self { header, entries: Vec::new(), rerolls: Vec::new(), hash: None, proof: None };
        let mut empty = None;
        for (number, line) in lines {
            if line.trim().is_empty() {
                empty = empty.or(Some(number));
                continue;
            }
            if log.hash.is_some() && log.proof.is_none() && line.trim_start().starts_with("{\"proof\"") {
                let read: ProofLine = serde_json::from_str(line).map_err(|e| {
                    LogError::line(number, format!("expected the proof of a match: {}", said(&e)))
                })?;
                log.proof = Some(read.proof);
                continue;
            }
            if log.hash.is_some() {
                return Err(LogError::line(number, "expected the end of the file after the hash"));
            }
            // Lines are counted when an order is refused; a gap would make the message point at the wrong one.
            if let Some(gap) = empty {
                return Err(LogError::line(gap, "expected an order, found an empty line"));
            }
            match serde_json::from_str::<Entry<O>>(line) {
                Ok(entry) => log.entries.push(entry),
                Err(_) if line.trim_start().starts_with("{\"dice\"") => {
                    log.reroll(number, line)?;
                }
                Err(error) => log.hash = Some(footer(number, line, log.entries.len(), &error)?),
            }
        }
        Ok(log)
    }

    fn reroll(&mut self, number: usize, line: &str) -> Result<(), LogError> {
        let read: DiceLine = serde_json::from_str(line)
            .map_err(|e| LogError::line(number, format!("expected the seed of other dice: {}", said(&e))))?;
        let after = self.entries.len();
        if self.rerolls.last().is_some_and(|last| last.after == after) {
            return Err(LogError::line(number, "expected an order between two lines of dice"));
        }
        self.rerolls.push(Reroll { after, seed: read.dice });
        Ok(())
    }

    /// The line on which the order of this number stands.
    pub fn line_of(&self, order: usize) -> usize {
        order + 2 + self.rerolls.iter().filter(|reroll| reroll.after <= order).count()
    }
}
