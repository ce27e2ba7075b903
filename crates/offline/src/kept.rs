//! What outlives the page: a row for each match, and its steps. They only ever grow.

use serde::{Deserialize, Serialize};
use server::wire::{Agreed, ChatLine, Made};
use table::{SeatId, StateHash, Viewer};

/// A match as it began.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    #[serde(rename = "match")]
    pub id: String,
    pub game: String,
    pub scenario: String,
    pub title: String,
    /// A log's text: what came before the first step.
    pub base: String,
    pub chairs: Vec<Chair>,
    /// The key of spectators.
    pub watch: String,
    pub hot_seat: bool,
    pub agreed: Agreed,
    /// Milliseconds since 1970.
    pub created: i64,
}

/// Who sits in a seat. His key is kept as it is: nobody else can come here.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chair {
    pub name: String,
    pub bot: Option<String>,
    pub key: Option<String>,
}

impl Row {
    /// Whose key this is.
    pub fn viewer(&self, key: &str) -> Option<Viewer> {
        let seat = self.chairs.iter().position(|chair| chair.key.as_deref() == Some(key));
        match seat {
            Some(seat) => Some(Viewer::Seat(SeatId(seat as u8))),
            None => (self.watch == key).then_some(Viewer::Spectator),
        }
    }
}

/// Whatever changes a match.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Step {
    Order {
        seat: u8,
        order: serde_json::Value,
        /// What the page called it; none if a bot gave it.
        id: Option<String>,
        /// The table that it was given at, so that rules which lead elsewhere are noticed; none where older sites wrote it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<StateHash>,
    },
    /// The last order of a seat since the last barrier is taken back.
    Undo {
        seat: u8,
    },
    /// All orders but the first so many are, and perhaps the match goes on with other dice.
    Rewind {
        seat: u8,
        keep: usize,
        dice: Option<u64>,
    },
    /// It ends outside the rules: see [`server::ending`].
    End {
        how: String,
        seat: Option<u8>,
    },
    HandOver {
        seat: u8,
        bot: String,
    },
    Name {
        seat: u8,
        name: String,
    },
    Chat {
        line: ChatLine,
    },
    /// It is played once more, there.
    Rematch {
        made: Made,
    },
}
