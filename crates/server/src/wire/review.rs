//! A match that is over, looked at again.

use serde::Serialize;
#[cfg(feature = "ts")]
use ts_rs::TS;
#[cfg(feature = "ts")]
use utoipa::ToSchema;

/// `GET /api/matches/{id}/review`, of a match that is over: the review, or how far it has come. Who waits asks again; when nobody
/// does any more, it is given up.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(TS, ToSchema))]
pub struct Reviewed {
    pub done: u32,
    pub of: u32,
    pub review: Option<Review>,
}

/// What a match was worth, turn by turn, and the decisions at which it turned: the same for everybody.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(TS, ToSchema))]
pub struct Review {
    /// The two sides. The odds of moments are the first one's.
    pub sides: Vec<String>,
    pub moments: Vec<ReviewMoment>,
    /// In the order of the match.
    pub points: Vec<TurningPoint>,
    /// How many times the match was played on from one of its moments.
    pub playouts: u32,
    /// Some of them were draws, which count half.
    pub draws: bool,
    /// Why there is nothing to say, if there is nothing.
    pub silent: Option<String>,
}

/// How often a side wins from here, and between which bounds that lies 95 times of 100; from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(TS, ToSchema))]
pub struct Odds {
    pub mean: f64,
    pub low: f64,
    pub high: f64,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(TS, ToSchema))]
pub struct ReviewMoment {
    /// How many orders had been given.
    pub orders: u32,
    pub turn: u32,
    /// How many events each seat had seen by then; the last figure is the spectators'.
    pub seen: Vec<u32>,
    pub odds: Odds,
}

/// A decision of a person. All odds are those of his side.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(TS, ToSchema))]
pub struct TurningPoint {
    /// How many orders had been given before it.
    pub orders: u32,
    pub turn: u32,
    pub seat: u8,
    pub seen: Vec<u32>,
    /// What was asked, and what was answered.
    pub asked: String,
    pub chosen: String,
    /// Had he gone on without thinking.
    pub before: Odds,
    /// With his answer, whatever the dice would be.
    pub after: Odds,
    /// How much better it was than the other answer, or than going on without thinking; below 0 it was worse.
    pub gain: f64,
    pub margin: f64,
    /// What a bot would have answered, if that was something else.
    pub better: Option<BetterAnswer>,
    /// When he was asked again.
    pub then: Odds,
    /// Nothing but dice lies between.
    pub dice_alone: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(TS, ToSchema))]
pub struct BetterAnswer {
    pub words: String,
    pub why: Option<String>,
    pub odds: Odds,
}
