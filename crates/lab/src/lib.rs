//! Many games at once: who wins, how long it takes, and whether any game breaks.
//!
//! Each game of a batch has a seed of its own, mixed from the batch's seed and the game's number, so the
//! number of threads never changes a result. What was played can be written down in a [`Journal`], and a batch that was
//! stopped goes on from there.

mod balance;
mod batch;
mod bench;
mod duel;
mod elo;
mod html;
mod journal;
mod page;
mod pieces;
mod play;
mod report;
mod runner;
mod stats;
mod tune;

pub use balance::{
    Balance, BalancePlan, BalanceReport, Decider, FAIR, Lengths, PieceBalance, ScenarioBalance, SideBalance,
    Swing, balance,
};
pub use batch::{Batch, LabError, run};
pub use bench::{BenchReport, Decisions, Speed, bench};
pub use duel::{Body, Duel, DuelReport, Mode, Pairing, Rate, SideScore, Standing, duel, games_of};
pub use elo::elo;
pub use journal::Journal;
pub use play::{Fault, FaultKind, automated_seats, game_seed, log_of};
pub use report::Report;
pub use stats::wilson;
pub use tune::{Confirmation, Ear, Moved, Trial, Tune, TuneReport, games_of_tune, tune};
