//! How fast a bot decides: on one thread and on all, and how long a single decision takes.

use crate::batch::{Batch, LabError, known, run};
use crate::play::{game_seed, seat_bots};
use serde::Serialize;
use std::time::Instant;
use table::StateHash;
use table::face::Starter;

/// What one batch of games on so many threads came to.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Speed {
    pub threads: usize,
    pub seconds: f64,
    pub games_per_s: f64,
    pub orders_per_s: f64,
}

/// The times of single decisions, in milliseconds. A decision has more than one answer.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Decisions {
    pub count: u64,
    pub per_s: f64,
    pub p50_ms: f64,
    pub p99_ms: f64,
    /// How many times longer the slow ones take than the usual one: it says more than times do on a busy machine.
    pub p99_to_p50: f64,
}

/// The result of a measurement, as `--json` prints it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BenchReport {
    pub games: u64,
    pub orders: u64,
    pub decisions: Decisions,
    pub one: Speed,
    pub all: Speed,
    /// How many times faster all threads are than one.
    pub speedup: f64,
    /// Covers the final states of the batch, which is the same on one thread and on all.
    pub hash: StateHash,
}

/// Plays the batch on one thread, on all, and once more with a watch on each decision.
pub fn bench(
    starter: &dyn Starter,
    batch: &Batch,
    progress: &(dyn Fn() + Sync),
) -> Result<BenchReport, LabError> {
    if batch.games == 0 {
        return Err(LabError::Settings("a measurement needs a game or more".to_owned()));
    }
    known(&batch.bots, starter.start(batch.seed)?.as_ref())?;
    let decisions = decisions(starter, batch, progress)?;
    let many = if batch.threads == 0 { rayon::current_num_threads() } else { batch.threads };
    let speed = |threads| {
        let report = run(starter, &Batch { threads, ..batch.clone() }, None, progress)?;
        if let Some(fault) = &report.first_fault {
            return Err(LabError::Settings(format!("game {} broke: {}", fault.index, fault.message)));
        }
        let (seconds, games_per_s, orders_per_s) = (report.seconds, report.games_per_s, report.orders_per_s);
        Ok((Speed { threads, seconds, games_per_s, orders_per_s }, report))
    };
    let ((one, first), (all, second)) = (speed(1)?, speed(many)?);
    if first.hash != second.hash {
        let why = format!("one thread leads to {}, {many} lead to {}", first.hash, second.hash);
        return Err(LabError::Settings(why));
    }
    let speedup = all.games_per_s / one.games_per_s.max(f64::MIN_POSITIVE);
    Ok(BenchReport {
        games: batch.games,
        orders: first.orders,
        decisions,
        one,
        all,
        speedup,
        hash: first.hash,
    })
}

/// The games of the batch on this thread, with the time of every decision that has more than one answer.
fn decisions(
    starter: &dyn Starter,
    batch: &Batch,
    progress: &(dyn Fn() + Sync),
) -> Result<Decisions, LabError> {
    let mut times = Vec::new();
    for index in 0..batch.games {
        let seed = game_seed(batch.seed, index);
        let mut game = starter.start(seed)?;
        let mut bots = seat_bots(&batch.bots, game.seats(), seed)?;
        let mut orders = 0;
        while let Some((prompt, seat)) = game.owed().filter(|_| orders < batch.max_orders) {
            let open = game.options(prompt) > 1;
            let start = Instant::now();
            if !bots::answer(bots[seat.index()].as_mut(), game.as_mut(), prompt, seat) {
                break;
            }
            if open {
                times.push(start.elapsed().as_secs_f64());
            }
            orders += 1;
        }
        progress();
    }
    times.sort_by(f64::total_cmp);
    let at = |share: f64| {
        times.get((share * times.len().saturating_sub(1) as f64) as usize).copied().unwrap_or(0.0)
    };
    let (p50, p99, sum) = (at(0.5), at(0.99), times.iter().sum::<f64>());
    Ok(Decisions {
        count: times.len() as u64,
        per_s: if sum > 0.0 { times.len() as f64 / sum } else { 0.0 },
        p50_ms: 1000.0 * p50,
        p99_ms: 1000.0 * p99,
        p99_to_p50: if p50 > 0.0 { p99 / p50 } else { 0.0 },
    })
}
