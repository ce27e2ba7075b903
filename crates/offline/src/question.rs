//! What a page asks of [`crate::Home`], and what it gets.

use crate::golden::Replayed;
use crate::kept::Row;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use server::wire::{FailureBody, NewMatch, Say, Summary};
use table::SetupRequest;

/// What is asked. `now` is in milliseconds since 1970, `chance` 64 bits in hexadecimal digits that nobody could know.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Question {
    /// The components of the game come from these files, by name and text, in place of its own.
    Content { files: Vec<(String, String)> },
    /// Makes a match, which is in memory then.
    Make { wish: Box<NewMatch>, now: i64, chance: String },
    /// Brings a match into memory: its row and its steps as they were stored.
    Open { row: String, steps: Vec<String> },
    /// The log of a match that was stored, whatever rules it was played by: nothing of it is played.
    Save { row: String, steps: Vec<String> },
    /// A match leaves memory: it could not be stored, or somebody else has gone on with it.
    Drop { r#match: String },
    /// Somebody says something on a line, first of all `hello`.
    Hear { r#match: String, line: u32, say: Box<Say>, now: i64, chance: String },
    /// A line ends.
    Leave { r#match: String, line: u32 },
    /// The same without a line, for one answer: see [`Ask`].
    Ask { r#match: String, key: String, ask: Ask },
    /// Lets whoever has something to do at this table do a piece of it: a bot, or a review.
    Work { r#match: String, now: i64 },
    /// Plays a log of this game again.
    Replay { log: String },
    /// Plays a golden playthrough again.
    Golden { text: String },
    /// Lets a bot give so many orders, for all seats of a scenario, match after match: to measure how fast that is here.
    Pace { game: String, setup: SetupRequest, bot: String, orders: u32, seed: u32 },
}

/// What can be asked without a line.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Ask {
    /// The table as the viewer saw it when he had seen so many events.
    Moment {
        events: u32,
        #[serde(default)]
        all: bool,
    },
    History,
    Log,
    Review,
}

/// What is answered. First `rows` and `steps` are stored, then `tells` are passed on.
#[derive(Debug, Default, Serialize)]
pub struct Answer {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<Box<RawValue>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<FailureBody>,
    /// Matches that are new, as text.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rows: Vec<(String, String)>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<Stored>,
    /// How those matches stand now that changed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub briefs: Vec<Brief>,
    /// Messages, each for a line.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tells: Vec<(u32, Box<RawValue>)>,
    /// Somebody at the table of the match that was spoken of has something to do: it wants [`Question::Work`].
    pub busy: bool,
}

/// A step to be stored: the match, its number there, and its text.
#[derive(Debug, Serialize)]
pub struct Stored {
    pub r#match: String,
    pub n: u32,
    pub step: String,
}

/// How a match stands, for a list of matches: nobody has to play it again for that.
#[derive(Debug, Serialize)]
pub struct Brief {
    pub summary: Summary,
    /// The seats that it waits for.
    pub waiting: Vec<u8>,
    /// The key of each seat that has one.
    pub keys: Vec<Option<String>>,
}

/// What was done in a measurement.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct Paced {
    /// Matches that were begun.
    pub games: u32,
    pub orders: u32,
    /// Imagined matches that were played on, where the bot is one that counts them.
    pub playouts: u64,
    /// Of the tables at the end of all matches: who decides alike comes to the same.
    pub hash: String,
}

/// What a value is made of, whatever it is.
pub fn value(of: &impl Serialize) -> Box<RawValue> {
    // Plain data: writing to memory does not fail.
    serde_json::value::to_raw_value(of).unwrap_or_else(|_| RawValue::NULL.to_owned())
}

impl Answer {
    pub fn failed(error: FailureBody) -> Self {
        Self { error: Some(error), ..Self::default() }
    }

    pub fn with(of: &impl Serialize) -> Self {
        Self { value: Some(value(of)), ..Self::default() }
    }

    /// A row as it is stored.
    pub fn keep(&mut self, row: &Row) {
        self.rows.push((row.id.clone(), value(row).get().to_owned()));
    }
}

impl From<Result<Replayed, FailureBody>> for Answer {
    fn from(replayed: Result<Replayed, FailureBody>) -> Self {
        match replayed {
            Ok(replayed) => Self::with(&replayed),
            Err(error) => Self::failed(error),
        }
    }
}
