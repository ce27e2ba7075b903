//! One search for all games: it improves on what a game's own judgement would do.
//!
//! It knows no game. Decisions that several seats seal at once go to [`sealed`]; all others are made by playing the best
//! candidates on in imagined worlds ([`sequence`]). How much it looks at is a number of playouts, never a time.

mod courses;
mod meter;
mod mixed;
mod sealed;
mod sequence;

pub use meter::Meter;

use crate::{Bot, Desk, GreedyBot};
use rayon::prelude::*;
use serde::Serialize;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use table::{Dice, Memory};

/// How well the search plays: each level is a fixed [`Budget`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    Recruit,
    Regular,
    Veteran,
    Ace,
}

impl Level {
    pub const ALL: [Self; 4] = [Self::Recruit, Self::Regular, Self::Veteran, Self::Ace];

    pub fn name(self) -> &'static str {
        match self {
            Self::Recruit => "recruit",
            Self::Regular => "regular",
            Self::Veteran => "veteran",
            Self::Ace => "ace",
        }
    }

    /// The level of this name.
    ///
    /// ```
    /// use bots::Level;
    /// assert!(Level::ALL.iter().all(|level| Level::named(level.name()) == Some(*level)));
    /// assert_eq!(Level::named("marshal"), None);
    /// ```
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.name() == name)
    }

    pub fn budget(self) -> Budget {
        match self {
            Self::Recruit => Budget { options: 4, strays: 2, playouts: 8, doubt: 0.0 },
            Self::Regular => Budget { options: 6, strays: 2, playouts: 24, doubt: 2.0 },
            Self::Veteran => Budget { options: 8, strays: 2, playouts: 64, doubt: 2.0 },
            Self::Ace => Budget { options: 12, strays: 3, playouts: 256, doubt: 2.0 },
        }
    }
}

/// How much a search looks at: numbers, not time, so that a seed gives the same order on every machine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Budget {
    /// Options that are tried at all.
    pub options: usize,
    /// Of them some are left to chance, should the first impression be wrong.
    pub strays: usize,
    /// Imagined matches that are played on for one decision; more of them where a game is played on quickly
    /// ([`table::Game::haste`]).
    pub playouts: usize,
    /// By how many standard errors an option must be better than the game's own answer to be taken in its place.
    pub doubt: f64,
}

/// What a search chose, and what it can say of that.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Choice {
    pub option: usize,
    /// One sentence.
    pub why: String,
    /// What the choice itself is expected to bring, in the game's own measure.
    pub value: f64,
    /// The two best of the others.
    pub alternatives: Vec<Alternative>,
    /// The worst that came of it in thought.
    pub feared: Option<String>,
}

/// An order that was weighed, and what it is expected to bring.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Alternative {
    pub words: String,
    pub value: f64,
}

/// What a bot weighed at its last decision. It tells of intentions: for the owner of the seat, or after the match.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Report {
    /// What it does.
    pub plan: Alternative,
    /// What it might have done instead, the best first.
    pub alternatives: Vec<Alternative>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub feared: Option<String>,
}

/// Threads that playouts of one decision may use if a bot is not told otherwise; 0 for all there are.
static THREADS: AtomicUsize = AtomicUsize::new(0);

/// Sets how many threads the playouts of one decision may use from now on: 1 where other things run beside it, 0 for all there
/// are. It changes how long a decision takes, and nothing else.
pub fn use_threads(most: usize) {
    THREADS.store(most, Ordering::Relaxed);
}

/// Does so many jobs on at most so many threads; the answers come in the order of the jobs.
fn on_threads<T: Send>(threads: usize, jobs: usize, job: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let threads = if threads == 0 { rayon::current_num_threads() } else { threads };
    if threads == 1 || jobs < 2 {
        return (0..jobs).map(job).collect();
    }
    // Each thread takes every so manieth job: long and short ones lie side by side.
    let meter = meter::here();
    let shares: Vec<Vec<T>> = (0..threads.min(jobs))
        .into_par_iter()
        .map(|first| meter::with(meter.clone(), || (first..jobs).step_by(threads).map(&job).collect()))
        .collect();
    let mut shares: Vec<_> = shares.into_iter().map(Vec::into_iter).collect();
    let rows = (0..jobs).filter_map(|n| {
        let share = n % threads;
        shares[share].next()
    });
    rows.collect()
}

/// Improves on what the game's own judgement, or the [`GreedyBot`], would do.
#[derive(Debug)]
pub struct PlannerBot {
    level: Level,
    threads: Option<usize>,
    meter: Option<Arc<Meter>>,
    dice: Dice,
    /// What it does unless something is better beyond doubt.
    base: GreedyBot,
    /// The dice of the game's better judgement, where it has one, and what that keeps in mind.
    counsel: (Dice, Memory),
    memory: Memory,
    course: Memory,
    why: Option<String>,
    report: Option<Report>,
}

impl PlannerBot {
    pub fn new(level: Level, seed: u64) -> Self {
        let (dice, base) = (Dice::derive(seed, 0x091a_44e7), GreedyBot::new(seed));
        let counsel = (Dice::derive(seed, 0x0c04_e5e1), Memory::default());
        let (memory, course) = (Memory::default(), Memory::default());
        Self {
            level,
            threads: None,
            meter: None,
            dice,
            base,
            counsel,
            memory,
            course,
            why: None,
            report: None,
        }
    }

    /// The same on at most so many threads, 0 for all there are: it decides the same.
    #[must_use]
    pub fn on_threads(self, most: usize) -> Self {
        Self { threads: Some(most), ..self }
    }

    /// What it does unless something is better beyond doubt, and why: the game's better judgement where it has one, or else
    /// what `greedy` does.
    fn base(&mut self, desk: &Desk<'_>, prompt: usize) -> (usize, Option<String>) {
        let (dice, memory) = &mut self.counsel;
        let world = desk.imagine(dice);
        match desk.owed_in(world.as_ref(), |prompt| world.counsel(prompt, memory, dice)) {
            Some(counsel) if counsel.option < desk.options(prompt) => (counsel.option, counsel.why),
            _ => (self.base.choose(desk, prompt), self.base.why()),
        }
    }

    /// The same, with somebody who watches how far it is.
    #[must_use]
    pub fn watched(self, meter: Arc<Meter>) -> Self {
        Self { meter: Some(meter), ..self }
    }

    fn keep(&mut self, desk: &Desk<'_>, prompt: usize, choice: Choice) -> usize {
        let words = desk.option_text(prompt, choice.option).unwrap_or_default();
        let plan = Alternative { words, value: choice.value };
        self.why = Some(choice.why);
        self.report = Some(Report { plan, alternatives: choice.alternatives, feared: choice.feared });
        choice.option
    }
}

impl Bot for PlannerBot {
    fn name(&self) -> &'static str {
        self.level.name()
    }

    fn choose(&mut self, desk: &Desk<'_>, prompt: usize) -> usize {
        meter::with(self.meter.clone(), || self.decide(desk, prompt))
    }

    fn why(&self) -> Option<String> {
        self.why.clone()
    }

    fn report(&self) -> Option<Report> {
        self.report.clone()
    }
}

impl PlannerBot {
    fn decide(&mut self, desk: &Desk<'_>, prompt: usize) -> usize {
        (self.why, self.report) = (None, None);
        if let Some(option) = courses::follow(desk, prompt, &mut self.dice, &mut self.course) {
            return option;
        }
        if desk.options(prompt) < 2 {
            return 0;
        }
        let budget = self.level.budget();
        let threads = self.threads.unwrap_or_else(|| THREADS.load(Ordering::Relaxed));
        let sealed = sealed::choose(desk, prompt, &budget, threads, &mut self.dice, &mut self.memory);
        if let Some(choice) = sealed {
            return self.keep(desk, prompt, choice);
        }
        let course = courses::choose(desk, prompt, &budget, threads, &mut self.dice, &mut self.course);
        if let Some(choice) = course {
            return self.keep(desk, prompt, choice);
        }
        let (base, why) = self.base(desk, prompt);
        if let Some(mut choice) = sequence::choose(desk, base, &budget, threads, &mut self.dice) {
            if choice.option == base {
                choice.why = why.unwrap_or(choice.why);
            }
            self.keep(desk, prompt, choice)
        } else {
            self.why = why;
            base
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jobs_come_back_in_their_order_on_any_number_of_threads() {
        for threads in [0, 1, 2, 3, 7] {
            for jobs in [0, 1, 2, 5, 8] {
                let squares: Vec<usize> = (0..jobs).map(|n| n * n).collect();
                assert_eq!(on_threads(threads, jobs, |n| n * n), squares, "{threads} threads, {jobs} jobs");
            }
        }
    }

    #[test]
    fn a_higher_level_looks_at_more() {
        for pair in Level::ALL.windows(2) {
            let (weak, strong) = (pair[0].budget(), pair[1].budget());
            assert!(weak.playouts < strong.playouts && weak.options < strong.options, "{pair:?}");
        }
    }
}
