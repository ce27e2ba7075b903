//! JSON Lines over a pipe: one request a line, one answer a line.
//!
//! Whatever stands on a line, it gets exactly one answer, and the engine goes on. Blank lines are skipped.

mod lines;
mod ops;

pub use lines::LINE_LIMIT;
pub use protocol::{Code, EngineError};

use ::games::Shelf;
use lines::{Line, read_line};
use protocol::{Body, Fields};
use serde_json::Value;
use std::collections::BTreeMap;
use std::io::{self, BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use table::face::AnyMatch;

/// Matches that may be open at once: a client that forgets to close must not eat the machine.
pub const MATCH_LIMIT: usize = 1024;

/// Open matches, and the games to begin more of them.
#[derive(Debug)]
pub struct Engine<'a> {
    shelf: &'a Shelf,
    matches: BTreeMap<u64, Box<dyn AnyMatch>>,
    last: u64,
}

impl<'a> Engine<'a> {
    pub fn new(shelf: &'a Shelf) -> Self {
        Self { shelf, matches: BTreeMap::new(), last: 0 }
    }

    /// Answers line after line until the input ends.
    pub fn run(&mut self, mut input: impl BufRead, mut output: impl Write) -> io::Result<()> {
        let mut line = Vec::new();
        loop {
            let answer = match read_line(&mut input, &mut line)? {
                Line::End => return Ok(()),
                Line::TooLong => {
                    let why = format!("a line may have {LINE_LIMIT} bytes; this one was skipped");
                    Some(protocol::error(&Value::Null, &EngineError::new(Code::LineTooLong, why)))
                }
                Line::Whole => self.answer(&line),
            };
            if let Some(answer) = answer {
                output.write_all(answer.as_bytes())?;
                output.write_all(b"\n")?;
                output.flush()?;
            }
        }
    }

    /// The answer to one line, without its line break; `None` to a blank one.
    pub fn answer(&mut self, line: &[u8]) -> Option<String> {
        if line.trim_ascii().is_empty() {
            return None;
        }
        let request: Value = match serde_json::from_slice(line) {
            Ok(request) => request,
            Err(error) => {
                let why = format!("not a JSON value: {error}");
                return Some(protocol::error(&Value::Null, &EngineError::new(Code::MalformedJson, why)));
            }
        };
        let Value::Object(request) = request else {
            let why = "expected an object such as {\"id\":1,\"op\":\"games\"}";
            return Some(protocol::error(&Value::Null, &EngineError::new(Code::NotAnObject, why)));
        };
        let id = request.get("id").cloned().unwrap_or(Value::Null);
        Some(match self.perform_safely(&Fields::new(&request)) {
            Ok(body) => protocol::ok(&id, &body),
            Err(error) => protocol::error(&id, &error),
        })
    }

    /// A fault in the rules of one match must not end the others.
    fn perform_safely(&mut self, fields: &Fields<'_>) -> Result<Body, EngineError> {
        catch_unwind(AssertUnwindSafe(|| self.perform(fields))).unwrap_or_else(|_| {
            if let Ok(number) = fields.number("match") {
                self.matches.remove(&number);
            }
            let why = "a fault in the program; the match is closed. Please report it with the match's log";
            Err(EngineError::new(Code::Internal, why))
        })
    }
}
