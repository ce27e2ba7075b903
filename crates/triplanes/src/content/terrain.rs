//! Terrain templates (TT-TER-01).

use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum TerrainKind {
    Crater,
    Marsh,
    Pond,
    Woods,
    Trench,
}

impl TerrainKind {
    pub const ALL: [Self; 5] = [Self::Crater, Self::Marsh, Self::Pond, Self::Woods, Self::Trench];

    pub fn word(self) -> &'static str {
        ["crater", "marsh", "pond", "woods", "trench"][self as usize]
    }

    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|k| k.word() == word)
    }
}

/// The outline of a template.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TerrainShape {
    Circle { radius: f64 },
    Rectangle { width: f64, length: f64 },
}
