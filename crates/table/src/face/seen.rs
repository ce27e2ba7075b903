//! What a viewer is shown of events, decisions and orders.

use crate::game::{Duty, Outcome, Row};
use crate::rule::RuleId;
use crate::seat::SeatId;
use serde::Serialize;
use serde_json::Value;
use serde_json::value::RawValue;

/// An event as one viewer may know it.
#[derive(Clone, Debug, Serialize)]
pub struct SeenEvent {
    /// The turn in which it happened; 0 is before the first.
    #[serde(skip)]
    pub turn: u32,
    pub rule: RuleId,
    /// As JSON text: it is passed on, not looked into.
    pub what: Box<RawValue>,
    pub text: String,
}

/// A legal order and its words.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OrderRow {
    pub order: Value,
    #[serde(flatten)]
    pub row: Row,
}

impl PartialEq for SeenEvent {
    fn eq(&self, other: &Self) -> bool {
        (self.turn, self.rule, self.what.get(), &self.text)
            == (other.turn, other.rule, other.what.get(), &other.text)
    }
}

/// An open decision, as its owner reads it.
#[derive(Clone, Debug, Serialize)]
pub struct SeenPrompt {
    pub seat: SeatId,
    /// The match waits for it.
    pub must: bool,
    pub duty: Duty,
    pub ask: Box<RawValue>,
    pub text: String,
    /// How many legal orders answer it.
    pub options: usize,
    /// A window that nothing can be done with: [`Game::is_vain`].
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub vain: bool,
}

impl PartialEq for SeenPrompt {
    fn eq(&self, other: &Self) -> bool {
        (self.seat, self.must, self.duty, self.ask.get(), &self.text, self.options, self.vain)
            == (other.seat, other.must, other.duty, other.ask.get(), &other.text, other.options, other.vain)
    }
}

/// Where a match stands: whom it waits for, and what the viewer is asked.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Asked {
    pub round: u64,
    pub turn: u32,
    pub waiting: Vec<SeatId>,
    pub prompts: Vec<SeenPrompt>,
    pub outcome: Option<Outcome>,
}
