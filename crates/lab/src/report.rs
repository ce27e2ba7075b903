//! The report of a batch.

use crate::play::{Ending, Fault, FaultKind, Played};
use crate::stats::wilson;
use serde::Serialize;
use std::collections::BTreeMap;
use std::time::Duration;
use table::{Seat, StateHash};

/// The result of a batch, as `--json` prints it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    pub games: u64,
    pub finished: u64,
    pub dead_ends: u64,
    pub endless: u64,
    pub crashes: u64,
    /// Logs that did not lead to the game's own state.
    pub mismatches: u64,
    /// Logs that did, if they were replayed.
    pub verified: u64,
    pub orders: u64,
    pub turns_mean: f64,
    pub turns_median: u32,
    pub turns_max: u32,
    /// How many games took so many turns.
    pub lengths: BTreeMap<u32, u64>,
    pub seconds: f64,
    pub games_per_s: f64,
    pub orders_per_s: f64,
    pub wins: BTreeMap<String, u64>,
    pub draws: u64,
    /// Win rates at 95 %: `[low, high]`, of the games that finished.
    pub intervals: BTreeMap<String, [f64; 2]>,
    pub grades: BTreeMap<String, u64>,
    pub endings: BTreeMap<String, u64>,
    /// Covers all final states in the games' order: equal batches have equal hashes.
    pub hash: StateHash,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_fault: Option<Fault>,
}

/// What a call did by itself: games that a journal told of took no time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Effort {
    pub time: Duration,
    pub games: u64,
    pub orders: u64,
}

impl Report {
    pub(crate) fn of(seats: &[Seat], games: &[Played], effort: Effort) -> Self {
        let mut report = Self {
            games: games.len() as u64,
            finished: 0,
            dead_ends: 0,
            endless: 0,
            crashes: 0,
            mismatches: 0,
            verified: 0,
            orders: 0,
            turns_mean: 0.0,
            turns_median: 0,
            turns_max: 0,
            lengths: BTreeMap::new(),
            seconds: effort.time.as_secs_f64(),
            games_per_s: 0.0,
            orders_per_s: 0.0,
            wins: seats.iter().map(|s| (s.team_name.clone(), 0)).collect(),
            draws: 0,
            intervals: BTreeMap::new(),
            grades: BTreeMap::new(),
            endings: BTreeMap::new(),
            hash: hash_of(games),
            first_fault: None,
        };
        let mut turns = 0_u64;
        for game in games {
            report.orders += game.orders;
            turns += u64::from(game.turns);
            report.turns_max = report.turns_max.max(game.turns);
            *report.lengths.entry(game.turns).or_default() += 1;
            report.verified += u64::from(game.verified == Some(true));
            report.mismatches += u64::from(game.verified == Some(false));
            report.count_ending(game.ending.as_ref());
            report.count_fault(game.fault.as_ref());
        }
        let per_second = |n: u64| if report.seconds > 0.0 { n as f64 / report.seconds } else { 0.0 };
        (report.games_per_s, report.orders_per_s) = (per_second(effort.games), per_second(effort.orders));
        report.turns_mean = turns as f64 / (games.len().max(1) as f64);
        let mut lengths: Vec<u32> = games.iter().map(|g| g.turns).collect();
        lengths.sort_unstable();
        report.turns_median = lengths.get(lengths.len() / 2).copied().unwrap_or(0);
        report.intervals =
            report.wins.iter().map(|(side, n)| (side.clone(), wilson(*n, report.finished))).collect();
        report
    }

    fn count_ending(&mut self, ending: Option<&Ending>) {
        let Some(Ending { side, grade, how, .. }) = ending else { return };
        self.finished += 1;
        match side {
            Some(side) => *self.wins.entry(side.clone()).or_default() += 1,
            None => self.draws += 1,
        }
        if let Some(grade) = grade {
            *self.grades.entry(grade.clone()).or_default() += 1;
        }
        *self.endings.entry(how.clone()).or_default() += 1;
    }

    fn count_fault(&mut self, fault: Option<&Fault>) {
        let Some(fault) = fault else { return };
        match fault.kind {
            FaultKind::Crash => self.crashes += 1,
            FaultKind::DeadEnd => self.dead_ends += 1,
            FaultKind::Endless => self.endless += 1,
            // Counted by the comparison itself: a broken game can be a mismatch, too.
            FaultKind::Mismatch => {}
        }
        self.first_fault.get_or_insert_with(|| fault.clone());
    }

    /// Whether every game came to its end and every log led where its game did.
    pub fn is_clean(&self) -> bool {
        self.finished == self.games && self.first_fault.is_none() && self.mismatches == 0
    }
}

/// One hash for the final states of all games, in their order.
pub(crate) fn hash_of(games: &[Played]) -> StateHash {
    games.iter().fold(StateHash(0), |hash, game| hash.then(game.hash))
}
