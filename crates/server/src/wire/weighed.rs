//! What bots made of a scenario, and of a decision.

use serde::Serialize;
#[cfg(feature = "ts")]
use ts_rs::TS;
#[cfg(feature = "ts")]
use utoipa::ToSchema;

/// What a batch of games between equal bots made of a scenario.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(TS, ToSchema))]
pub struct BalanceCard {
    pub sides: Vec<BalanceSide>,
    /// Games that nobody won, and all of them.
    pub draws: u32,
    pub games: u32,
    pub bots: Vec<String>,
    /// The day, such as 2026-11-18.
    pub date: String,
}

/// How often a side won, and between which shares its true rate lies, at 95 %.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(TS, ToSchema))]
pub struct BalanceSide {
    pub name: String,
    pub wins: u32,
    pub low: f64,
    pub high: f64,
}

/// Why a bot gave an order.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(TS, ToSchema))]
pub struct Reason {
    pub turn: u32,
    /// The order, or the whole plan that it belongs to, in words.
    pub order: String,
    /// One sentence.
    pub why: Option<String>,
    /// What it was expected to bring, in the game's own measure; none where the bot does not search.
    pub value: Option<f64>,
    /// The two best of what was weighed beside it.
    pub alternatives: Vec<Weighed>,
    pub feared: Option<String>,
}

/// An order that was weighed, and what it was expected to bring.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(TS, ToSchema))]
pub struct Weighed {
    pub order: String,
    pub value: f64,
}
