//! A batch of games over all threads.

use crate::play::{Played, play, seat_bots};
use crate::report::Report;
use bots::UnknownBot;
use rayon::prelude::*;
use std::time::Instant;
use table::SetupError;
use table::face::Starter;

/// What to play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Batch {
    pub games: u64,
    pub seed: u64,
    /// 0 for as many as the machine has.
    pub threads: usize,
    /// A bot for each seat, or for each team: the first name for team 0, the second for team 1.
    pub bots: Vec<String>,
    /// Replays each log and compares hashes.
    pub verify: bool,
    /// A game with more orders counts as endless.
    pub max_orders: u64,
}

impl Default for Batch {
    fn default() -> Self {
        Self {
            games: 1000,
            seed: 1,
            threads: 0,
            bots: vec!["random".to_owned()],
            verify: false,
            max_orders: 100_000,
        }
    }
}

/// Why a batch can not be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LabError {
    #[error(transparent)]
    Setup(#[from] SetupError),
    #[error(transparent)]
    UnknownBot(#[from] UnknownBot),
    #[error("no threads: {0}")]
    Threads(String),
}

/// Plays a batch. `progress` is called from any thread after each game.
pub fn run(starter: &dyn Starter, batch: &Batch, progress: &(dyn Fn() + Sync)) -> Result<Report, LabError> {
    let sample = starter.start(batch.seed)?;
    seat_bots(&batch.bots, sample.seats(), 0)?;
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(batch.threads)
        .build()
        .map_err(|e| LabError::Threads(e.to_string()))?;
    let start = Instant::now();
    let games: Vec<Played> = pool.install(|| {
        let one = |index| {
            let played = play(starter, batch, index);
            progress();
            played
        };
        (0..batch.games).into_par_iter().map(one).collect()
    });
    Ok(Report::of(sample.seats(), &games, start.elapsed()))
}
