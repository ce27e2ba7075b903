//! Lessons: a first game, coached step by step at the real table, with real rules and a fixed seed.
//!
//! A lesson is a file (docs/lessons.md): what to say, what to point at, and which press or order is awaited. [`read`] reads
//! it, and tells a mistake with its line; [`rehearse`] plays it with its own orders against its own opponents, so that a
//! lesson whose orders are no longer legal, or which tells of something that no longer happens, is found. Knows no game.

mod read;
mod rehearse;

pub use read::read;
pub use rehearse::{Rehearsed, Wrong, rehearse};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use table::SetupRequest;
#[cfg(feature = "ts")]
use ts_rs::TS;

/// The seat of whoever learns, in [`Lesson::seats`].
pub const ME: &str = "me";

/// A guided match.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(TS))]
pub struct Lesson {
    pub game: String,
    pub id: String,
    pub title: String,
    /// What it teaches, in one sentence.
    pub about: String,
    pub minutes: u16,
    /// The first thing that a newcomer is offered.
    pub first: bool,
    pub scenario: String,
    pub variant: Option<String>,
    pub options: BTreeMap<String, String>,
    /// Who sits where: one `me`, and bots.
    pub seats: Vec<String>,
    pub seed: u32,
    pub steps: Vec<LessonStep>,
    pub end: LessonEnd,
    #[serde(skip)]
    pub file: String,
}

/// One thing to read, and what is awaited then.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(TS))]
pub struct LessonStep {
    /// How things stand.
    pub say: String,
    /// What is to be done now; empty where there is nothing but to read on.
    pub task: String,
    pub point: Option<LessonPoint>,
    pub until: Until,
    /// What is said when something else is pressed.
    pub otherwise: String,
    /// What the log has told since the last order of the lesson: without it the step's words are not true.
    pub told: Vec<String>,
    #[serde(skip)]
    pub line: usize,
}

/// The thing on the page that a step is about.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(TS))]
#[serde(deny_unknown_fields)]
pub struct LessonPoint {
    /// Where to look, as a CSS selector; anything that can be pressed if it is left out.
    #[serde(default)]
    pub at: Option<String>,
    /// What it says, or how it is called: the beginning of its words is enough.
    #[serde(default)]
    pub says: Option<String>,
    /// What is pressed first where it is not in sight yet, by its words: a heading that folds, a piece that is picked up.
    #[serde(default)]
    pub behind: Option<String>,
}

/// What ends a step.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum Until {
    /// The reader reads on.
    Next,
    /// The thing that it points at is pressed.
    Press,
    /// An order is given: fields that the pattern leaves out may be anything.
    Order(#[cfg_attr(feature = "ts", ts(type = "unknown"))] Value),
    /// Something stands on the page: a CSS selector.
    Shown(String),
}

/// What is said when all is done, and what must be true then.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(TS))]
pub struct LessonEnd {
    pub say: String,
    /// The team that has won; none if the match goes on.
    pub winner: Option<String>,
    pub told: Vec<String>,
    /// What it leads to, one press away.
    pub next: Option<LessonNext>,
    #[serde(skip)]
    pub line: usize,
}

/// Where somebody goes on after a lesson: to a scenario of the same game, against whoever plays it best.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(TS))]
#[serde(deny_unknown_fields)]
pub struct LessonNext {
    /// What the button says.
    pub press: String,
    pub scenario: String,
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// The team that the learner plays; the one that the briefing speaks to, if it is left out.
    #[serde(default)]
    pub team: Option<String>,
}

impl Lesson {
    /// The seat of whoever learns.
    pub fn me(&self) -> usize {
        self.seats.iter().position(|seat| seat == ME).unwrap_or_default()
    }

    /// The set-up of its match. The seats of the game's own procedure are part of it.
    pub fn request(&self) -> SetupRequest {
        let mut options = self.options.clone();
        let itself: Vec<String> = (0..self.seats.len())
            .filter(|seat| self.seats[*seat] == bots::AUTOMATED)
            .map(|seat| seat.to_string())
            .collect();
        if !itself.is_empty() {
            options.insert(bots::AUTOMATED.to_owned(), itself.join(","));
        }
        SetupRequest { scenario: self.scenario.clone(), variant: self.variant.clone(), options }
    }
}

/// Whether an order is the one that a pattern means: what the pattern leaves out may be anything.
///
/// ```
/// use serde_json::json;
/// let order = json!({ "fire": { "vehicle": 0, "target": 1 } });
/// assert!(lessons::fits(&json!({ "fire": { "target": 1 } }), &order));
/// assert!(!lessons::fits(&json!({ "fire": { "target": 2 } }), &order));
/// ```
pub fn fits(pattern: &Value, order: &Value) -> bool {
    match (pattern, order) {
        (Value::Object(wanted), Value::Object(given)) => {
            wanted.iter().all(|(key, value)| given.get(key).is_some_and(|given| fits(value, given)))
        }
        (Value::Array(wanted), Value::Array(given)) => {
            wanted.len() == given.len() && wanted.iter().zip(given).all(|(value, given)| fits(value, given))
        }
        (Value::Number(wanted), Value::Number(given)) => {
            let apart = wanted.as_f64().zip(given.as_f64()).map(|(wanted, given)| (wanted - given).abs());
            apart.is_some_and(|apart| apart < 1e-6)
        }
        _ => pattern == order,
    }
}
