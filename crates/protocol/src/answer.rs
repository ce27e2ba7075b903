//! Answers, and errors with codes that stay.

use serde::Serialize;
use serde_json::{Map, Value};
use std::fmt::Display;
use table::{RuleId, SetupError};

/// What an answer holds besides its `id`.
pub type Body = Map<String, Value>;

/// Why a request was not carried out. The list is closed, and a code never changes its meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Code {
    /// The line is not JSON, or not UTF-8.
    MalformedJson,
    LineTooLong,
    NotAnObject,
    UnknownOp,
    MissingField,
    /// A field that the request does not have, or a value that it can not have.
    BadField,
    UnknownGame,
    /// The scenario, its options or the position can not be played.
    BadSetup,
    BadLog,
    UnknownMatch,
    UnknownSeat,
    /// A spectator or the umpire can not give orders.
    NotYourSeat,
    /// The order was meant for another round.
    Stale,
    /// Not an order of this game at all.
    BadOrder,
    /// The seat owes no decision.
    NothingOwed,
    NothingToUndo,
    UnknownBot,
    UnknownRule,
    TooManyMatches,
    /// The key, or the invitation, opens nothing here.
    Forbidden,
    /// It can not be done here and now, and no rule of the game says so.
    NotGranted,
    /// Too much at once: try again in a moment.
    Busy,
    /// A fault in this program.
    Internal,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct EngineError {
    pub code: Code,
    pub message: String,
    /// The rule that a set-up breaks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<RuleId>,
    /// Where in the set-up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
}

impl EngineError {
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), rule: None, place: None }
    }
}

impl From<SetupError> for EngineError {
    fn from(error: SetupError) -> Self {
        let message = error.to_string();
        Self { code: Code::BadSetup, message, rule: error.rule, place: Some(error.place) }
    }
}

/// An answer; the id as JSON.
pub fn ok(id: &impl Display, body: &impl Serialize) -> String {
    let body = serde_json::to_string(body).unwrap_or_else(|error| {
        let why = Value::String(format!("an answer that can not be written: {error}"));
        format!("{{\"error\":{{\"code\":\"internal\",\"message\":{why}}}}}")
    });
    let rest = body.strip_prefix('{').filter(|rest| *rest != "}");
    // The id first: a person who reads along looks for it.
    rest.map_or_else(|| format!("{{\"id\":{id}}}"), |rest| format!("{{\"id\":{id},{rest}"))
}

pub fn error(id: &impl Display, error: &EngineError) -> String {
    #[derive(Serialize)]
    struct Failed<'a> {
        error: &'a EngineError,
    }
    ok(id, &Failed { error })
}
