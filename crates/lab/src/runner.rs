//! Many games over all threads, and what is written down of them.

use crate::batch::LabError;
use crate::journal::Journal;
use crate::play::{Job, Played, Terms, play};
use crate::report::Effort;
use rayon::prelude::*;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;
use table::face::Starter;

/// Plays these games, but for those that the journal tells of. They come back in their order, whoever played them when.
pub(crate) fn play_all(
    jobs: &[(&dyn Starter, Job)],
    terms: Terms,
    threads: usize,
    journal: Option<&Journal>,
    progress: &(dyn Fn() + Sync),
    goes_on: &(dyn Fn() -> bool + Sync),
) -> Result<(Vec<Played>, Effort), LabError> {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .map_err(|e| LabError::Threads(e.to_string()))?;
    let (start, games, orders) = (Instant::now(), AtomicU64::new(0), AtomicU64::new(0));
    let one = |(starter, job): &(&dyn Starter, Job)| {
        if let Some(journal) = journal
            && let Some(played) = journal.told(job)?
        {
            return Ok(played);
        }
        if !goes_on() {
            return Err(LabError::Stopped);
        }
        let played = play(*starter, job, terms);
        if let Some(journal) = journal {
            journal.add(&played)?;
        }
        games.fetch_add(1, Ordering::Relaxed);
        orders.fetch_add(played.orders, Ordering::Relaxed);
        progress();
        Ok(played)
    };
    let played: Result<Vec<Played>, LabError> = pool.install(|| jobs.par_iter().map(one).collect());
    let effort = Effort { time: start.elapsed(), games: games.into_inner(), orders: orders.into_inner() };
    Ok((played?, effort))
}
