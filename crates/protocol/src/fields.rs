//! The fields of a request, read with errors that name what was expected.

use crate::answer::{Code, EngineError};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use table::{SeatId, Viewer};

/// A request.
#[derive(Debug)]
pub struct Fields<'a>(&'a Map<String, Value>);

/// The beginning of something that was sent, with what can not be seen written out.
fn shown(text: &str) -> String {
    const LONGEST: usize = 60;
    let mut shown = String::new();
    for letter in text.chars().take(LONGEST) {
        match letter {
            // As text they stand for themselves, and their escapes are not what was sent.
            '"' | '\'' | '\\' => shown.push(letter),
            _ => shown.extend(letter.escape_debug()),
        }
    }
    if text.chars().nth(LONGEST).is_some() {
        shown.push('…');
    }
    shown
}

/// A field that can not be what it is; a long one is told in short.
pub fn bad(field: &str, expected: &str, found: &Value) -> EngineError {
    let found = shown(&found.to_string());
    EngineError::new(Code::BadField, format!("`{field}`: expected {expected}, found {found}"))
}

impl<'a> Fields<'a> {
    pub fn new(request: &'a Map<String, Value>) -> Self {
        Self(request)
    }

    /// A field that is there and not null.
    pub fn get(&self, name: &str) -> Option<&'a Value> {
        self.0.get(name).filter(|value| !value.is_null())
    }

    pub fn need(&self, name: &str) -> Result<&'a Value, EngineError> {
        self.get(name)
            .ok_or_else(|| EngineError::new(Code::MissingField, format!("the field `{name}` is missing")))
    }

    /// Refuses fields that this op does not have: a misspelt one would go unnoticed.
    pub fn only(&self, op: &str, known: &[&str]) -> Result<(), EngineError> {
        let common = ["id", "op"];
        match self.0.keys().find(|k| !common.contains(&k.as_str()) && !known.contains(&k.as_str())) {
            None => Ok(()),
            Some(field) => {
                let list = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
                let why = format!("`{op}` has no field `{}`; expected {list}", shown(field));
                Err(EngineError::new(Code::BadField, why))
            }
        }
    }

    pub fn text(&self, name: &str) -> Result<&'a str, EngineError> {
        let value = self.need(name)?;
        value.as_str().ok_or_else(|| bad(name, "a text", value))
    }

    pub fn maybe_text(&self, name: &str) -> Result<Option<&'a str>, EngineError> {
        self.get(name).map(|_| self.text(name)).transpose()
    }

    pub fn number(&self, name: &str) -> Result<u64, EngineError> {
        let value = self.need(name)?;
        value.as_u64().ok_or_else(|| bad(name, "a whole number from 0", value))
    }

    pub fn maybe_number(&self, name: &str) -> Result<Option<u64>, EngineError> {
        self.get(name).map(|_| self.number(name)).transpose()
    }

    pub fn maybe_bool(&self, name: &str) -> Result<Option<bool>, EngineError> {
        let read = |value: &Value| value.as_bool().ok_or_else(|| bad(name, "true or false", value));
        self.get(name).map(read).transpose()
    }

    /// Options in words; numbers and booleans are words, too.
    pub fn options(&self) -> Result<BTreeMap<String, String>, EngineError> {
        let Some(value) = self.get("options") else { return Ok(BTreeMap::new()) };
        let map = value.as_object().ok_or_else(|| bad("options", "an object of options", value))?;
        let word = |(key, value): (&String, &Value)| match value {
            Value::String(text) => Ok((key.clone(), text.clone())),
            Value::Number(_) | Value::Bool(_) => Ok((key.clone(), value.to_string())),
            _ => Err(bad(&format!("options.{key}"), "a text, a number or true or false", value)),
        };
        map.iter().map(word).collect()
    }

    /// Who looks; the umpire if nobody is named.
    pub fn viewer(&self) -> Result<Viewer, EngineError> {
        let Some(value) = self.get("seat") else { return Ok(Viewer::Umpire) };
        let wrong = || bad("seat", "a seat's number, \"spectator\" or \"umpire\"", value);
        match value {
            Value::String(text) if text == "spectator" => Ok(Viewer::Spectator),
            Value::String(text) if text == "umpire" => Ok(Viewer::Umpire),
            Value::Number(_) => {
                let number = value.as_u64().ok_or_else(wrong)?;
                let seat = u8::try_from(number)
                    .map_err(|_| EngineError::new(Code::UnknownSeat, format!("there is no seat {number}")))?;
                Ok(Viewer::Seat(SeatId(seat)))
            }
            _ => Err(wrong()),
        }
    }
}
