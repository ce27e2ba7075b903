//! One entry of the ledger.

use serde::{Deserialize, Serialize};
use std::fmt;

/// One rule of one book, in own words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Rule {
    /// `PREFIX-TOPIC-NN`; stable, never reused.
    pub id: String,
    pub title: String,
    /// Number of the rulebook, then the heading that the rule stands under.
    pub source: String,
    /// `basic`, `standard`, or `optional:`, `advanced:`, `scenario:` with a name.
    pub layer: String,
    pub kind: Kind,
    /// The rule, exact enough to implement from.
    pub text: String,
    /// One concrete case that a test can assert.
    pub check: String,
    /// What was decided where the book is silent or contradicts itself.
    pub ruling: Option<String>,
    /// Ids of entries that this one leans on.
    pub needs: Vec<String>,
}

impl Rule {
    /// The book's part of the id: `TT` of `TT-GEN-01`.
    pub fn prefix(&self) -> &str {
        crate::prefix_of(&self.id)
    }
}

/// What sort of statement an entry makes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    Rule,
    Definition,
    Setup,
    Sequence,
    Limit,
    Victory,
    Data,
    Scenario,
    Example,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Rule => "rule",
            Self::Definition => "definition",
            Self::Setup => "setup",
            Self::Sequence => "sequence",
            Self::Limit => "limit",
            Self::Victory => "victory",
            Self::Data => "data",
            Self::Scenario => "scenario",
            Self::Example => "example",
        })
    }
}

/// Whether `layer` is written as the format asks.
pub(crate) fn is_layer(layer: &str) -> bool {
    match layer.split_once(':') {
        None => matches!(layer, "basic" | "standard"),
        Some((group, name)) => {
            matches!(group, "optional" | "advanced" | "scenario")
                && !name.is_empty()
                && name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
        }
    }
}
