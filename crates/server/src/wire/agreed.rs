//! What was agreed on before anybody sat down, and what is told of fair dice.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
#[cfg(feature = "ts")]
use ts_rs::TS;
#[cfg(feature = "ts")]
use utoipa::ToSchema;

/// What whoever made a match chose: shown to all before they sit down, and ever after.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(TS, ToSchema))]
pub struct Agreed {
    pub from: Origin,
    pub variant: Option<String>,
    pub options: BTreeMap<String, String>,
    /// The seed, if it was chosen and not drawn: who knows it can know the dice.
    pub seed: Option<u32>,
    /// Orders of a log or a fork that had been given before anybody sat down.
    pub orders: u32,
    /// The seats whose keys went to who made the match. Several are played on one screen.
    pub host: Vec<u8>,
    pub bots: Vec<SeatBot>,
    /// How the first match was laid that a fork comes from, if that is known.
    #[serde(default)]
    pub root: Option<Root>,
    /// Nothing of it could be chosen, and the dice are pledged.
    #[serde(default)]
    pub fair: bool,
}

/// How a table was laid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(TS, ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    #[default]
    Setup,
    /// A log that somebody loaded: he knows what was decided in it.
    Log,
    /// A position that somebody wrote: it may say which cards and dice come next.
    Position,
    /// A moment of another match.
    Fork,
    /// Another match once more.
    Rematch,
}

/// What a fork brings with it from its beginning: a position may have stacked what has been dealt since, and who chose a
/// seed may have known it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(TS, ToSchema))]
pub struct Root {
    pub from: Origin,
    pub seed: Option<u32>,
}

impl Agreed {
    /// The root of what is forked from a match that was laid so.
    pub fn root(&self) -> Root {
        self.root.unwrap_or(Root { from: self.from, seed: self.seed })
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(TS, ToSchema))]
pub struct SeatBot {
    pub seat: u8,
    pub bot: String,
}

/// What is told of the dice of a fair match, and of what was sealed in it. The log of a match that is over says what it was
/// made of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(TS, ToSchema))]
pub struct Fairness {
    /// SHA-256 of what the server drew before anybody sat down.
    pub pledge: String,
    /// What each seat vowed: SHA-256 of what it will add. When every person has, all of them show it.
    pub vows: Vec<Option<String>>,
    /// How often all vowed again, because somebody had lost what he would have shown.
    pub again: u32,
    /// What each seat added, in hexadecimal digits; none of it until it has.
    pub salts: Vec<Option<String>>,
    /// Everybody sits, and the table is dealt by pledge and salts.
    pub begun: bool,
    /// How many links the chain of seals has, and the last of them; the pledge if there is none.
    pub links: u32,
    pub last: String,
}

/// `POST /api/matches/{id}/vow`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(TS, ToSchema))]
#[serde(deny_unknown_fields)]
pub struct VowWish {
    pub hash: String,
}

/// `POST /api/matches/{id}/salt`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(TS, ToSchema))]
#[serde(deny_unknown_fields)]
pub struct SaltWish {
    pub salt: String,
}
