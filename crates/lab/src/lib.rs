//! Many games at once: who wins, how long it takes, and whether any game breaks.
//!
//! Each game of a batch has a seed of its own, mixed from the batch's seed and the game's number, so the
//! number of threads never changes a result.

mod batch;
mod play;
mod report;
mod wilson;

pub use batch::{Batch, LabError, run};
pub use play::{Fault, FaultKind, automated_seats, game_seed, log_of};
pub use report::Report;
pub use wilson::wilson;
