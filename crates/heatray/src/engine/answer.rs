//! Answers, and errors with codes that stay.

use serde::Serialize;
use serde_json::{Map, Value, json};
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

pub fn ok(id: &Value, body: &Body) -> String {
    let body = Value::Object(body.clone()).to_string();
    let rest = body.strip_prefix('{').filter(|rest| *rest != "}");
    // The id first: a person who reads along looks for it.
    rest.map_or_else(|| format!("{{\"id\":{id}}}"), |rest| format!("{{\"id\":{id},{rest}"))
}

pub fn error(id: &Value, error: &EngineError) -> String {
    let mut body = Body::new();
    body.insert("error".to_owned(), json!(error));
    ok(id, &body)
}
