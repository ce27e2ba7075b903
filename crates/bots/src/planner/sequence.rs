//! Decisions that follow each other: the candidates are played on in the same imagined worlds, and the worse half of them
//! drops out again and again.

use super::{Alternative, Budget, Choice, meter, on_threads};
use crate::Desk;
use table::face::AnyMatch;
use table::{Breadth, Dice, PlayedOut};

/// A world in which candidates are tried, and the chance of everybody in it.
pub(super) struct World {
    pub game: Box<dyn AnyMatch>,
    pub prompt: usize,
    pub dice: Dice,
}

/// A candidate and what came of it, world by world.
pub(super) struct Trial {
    /// The option, or the place in whatever list is tried.
    pub number: usize,
    /// What it is worth beside what comes of it.
    prior: f64,
    values: Vec<f64>,
    lost: usize,
    /// The worst value so far, and what the other side did at first there.
    worst: (f64, Option<String>),
}

impl Trial {
    pub fn new(number: usize, prior: f64) -> Self {
        Self { number, prior, values: Vec::new(), lost: 0, worst: (f64::INFINITY, None) }
    }

    pub fn worth(&self) -> f64 {
        self.prior + self.values.iter().sum::<f64>() / (self.values.len().max(1) as f64)
    }

    /// By how much it is better than another one in the same worlds, and the standard error of that.
    fn beyond(&self, other: &Self) -> (f64, f64) {
        let apart: Vec<f64> = self.values.iter().zip(&other.values).map(|(a, b)| a - b).collect();
        let n = apart.len().max(2) as f64;
        let mean = apart.iter().sum::<f64>() / n;
        let variance = apart.iter().map(|d| (d - mean) * (d - mean)).sum::<f64>() / (n - 1.0);
        (mean + self.prior - other.prior, (variance / n).sqrt())
    }
}

/// The best of the candidates, if it is better than the base beyond doubt, or else the base. None where nobody knows how
/// to play on.
pub(super) fn choose(
    desk: &Desk<'_>,
    base: usize,
    budget: &Budget,
    threads: usize,
    dice: &mut Dice,
) -> Option<Choice> {
    let seed = dice.next_u64();
    let first = imagined(desk, seed, 0)?;
    let breadth = Breadth { options: budget.options, strays: budget.strays };
    let mut trials = vec![Trial::new(base, 0.0)];
    let candidates = first.game.candidates(first.prompt, breadth, &mut Dice::derive(seed, u64::MAX));
    trials.extend(candidates.into_iter().filter(|option| *option != base).map(|n| Trial::new(n, 0.0)));
    let play =
        |world: &World, option: usize| world.game.play_out(world.prompt, option, &mut world.dice.clone());
    let contest = Contest { desk, seed, playouts: budget.playouts * first.game.haste(), threads };
    let verdict = contest.judge(trials, budget.doubt, play)?;
    let words = |option| desk.option_text(first.prompt, option).unwrap_or_default();
    let chosen = verdict.chosen.number;
    Some(verdict.told(chosen, "options", &words))
}

/// The world of this number: always the same for a seed.
pub(super) fn imagined(desk: &Desk<'_>, seed: u64, number: usize) -> Option<World> {
    let mut dice = Dice::derive(seed, number as u64);
    let game = desk.muse(&mut dice);
    let prompt = game.owed_by(desk.seat())?;
    Some(World { game, prompt, dice })
}

/// What candidates are tried with.
pub(super) struct Contest<'a> {
    pub desk: &'a Desk<'a>,
    pub seed: u64,
    pub playouts: usize,
    pub threads: usize,
}

/// Which of the candidates it is to be.
pub(super) struct Verdict {
    pub chosen: Trial,
    /// Whether it is better than the first one.
    better: bool,
    tried: usize,
    /// The others, the best first.
    others: Vec<Trial>,
}

impl Contest<'_> {
    /// The best of the candidates, if it is better than the first of them by more than so many standard errors, or else
    /// the first.
    pub fn judge(
        &self,
        mut trials: Vec<Trial>,
        doubt: f64,
        play: impl Fn(&World, usize) -> Option<PlayedOut> + Sync,
    ) -> Option<Verdict> {
        if trials.len() < 2 {
            return None;
        }
        let tried = trials.len();
        let rounds = tried.next_power_of_two().trailing_zeros().max(1) as usize;
        let (mut played, mut dropped) = (0, Vec::new());
        for round in 0..rounds {
            let worlds = (self.playouts / rounds / trials.len()).max(2);
            meter::round(round, rounds, worlds);
            self.play_on(played, worlds, &mut trials, &play)?;
            played += worlds;
            if round + 1 < rounds {
                drop_half(&mut trials, &mut dropped);
                drop_hopeless(&mut trials, &mut dropped);
            }
            if trials.len() < 2 {
                break;
            }
        }
        let best = (1..trials.len()).reduce(|a, b| if trials[b].worth() > trials[a].worth() { b } else { a });
        let better = best.filter(|n| {
            let (mean, error) = trials[*n].beyond(&trials[0]);
            mean > 0.0 && mean > doubt * error
        });
        let chosen = trials.swap_remove(better.unwrap_or(0));
        let mut others: Vec<Trial> = trials.into_iter().chain(dropped).collect();
        others.sort_by(|a, b| b.worth().total_cmp(&a.worth()).then(a.number.cmp(&b.number)));
        Some(Verdict { chosen, better: better.is_some(), tried, others })
    }

    /// Plays every candidate on in so many more worlds: the same worlds and the same chance for all of them.
    fn play_on(
        &self,
        from: usize,
        worlds: usize,
        trials: &mut [Trial],
        play: &(impl Fn(&World, usize) -> Option<PlayedOut> + Sync),
    ) -> Option<()> {
        let numbers: Vec<usize> = trials.iter().map(|trial| trial.number).collect();
        let results = on_threads(self.threads, worlds, |n| {
            let world = imagined(self.desk, self.seed, from + n)?;
            let ends = numbers.iter().map(|number| play(&world, *number)).collect::<Option<Vec<_>>>();
            meter::count(1);
            ends
        });
        for world in results {
            for (trial, end) in trials.iter_mut().zip(world?) {
                trial.values.push(end.value);
                trial.lost += usize::from(end.won.is_some_and(|won| won < 0.0));
                if end.value < trial.worst.0 {
                    trial.worst = (end.value, end.answer);
                }
            }
        }
        Some(())
    }
}

/// The better half stays, and the base with it, which is the first.
fn drop_half(trials: &mut Vec<Trial>, dropped: &mut Vec<Trial>) {
    let keep = trials.len().div_ceil(2).max(2);
    let mut others = trials.split_off(1);
    others.sort_by(|a, b| b.worth().total_cmp(&a.worth()).then(a.number.cmp(&b.number)));
    dropped.extend(others.split_off((keep - 1).min(others.len())));
    trials.append(&mut others);
}

/// Who is worse than the base by more than a standard error is not looked at any longer, nor who comes to the same.
fn drop_hopeless(trials: &mut Vec<Trial>, dropped: &mut Vec<Trial>) {
    let mut others = trials.split_off(1);
    let hopeful = |trial: &mut Trial| {
        let (mean, error) = trial.beyond(&trials[0]);
        mean + error > 0.0
    };
    let hopeful: Vec<Trial> = others.extract_if(.., hopeful).collect();
    dropped.append(&mut others);
    trials.extend(hopeful);
}

impl Verdict {
    /// The choice of an option, with what was weighed in words.
    pub fn told(&self, option: usize, what: &str, words: &dyn Fn(usize) -> String) -> Choice {
        let Self { chosen, better, tried, others } = self;
        let worlds = chosen.values.len();
        let alternative = |other: &Trial| Alternative { words: words(other.number), value: other.worth() };
        let why = if *better {
            format!("Best of {tried} {what}, each played on in up to {worlds} imagined worlds.")
        } else {
            format!("None of {tried} {what} was clearly better in {worlds} imagined worlds.")
        };
        let lost =
            (chosen.lost > 0).then(|| format!("the match was lost in {} of {worlds} tries", chosen.lost));
        let answer =
            chosen.worst.1.as_ref().map(|words| format!("at worst the other side began with: {words}"));
        let feared = [lost, answer].into_iter().flatten().collect::<Vec<_>>().join("; ");
        Choice {
            option,
            why,
            value: chosen.worth(),
            alternatives: others.iter().take(2).map(alternative).collect(),
            feared: (!feared.is_empty()).then_some(feared),
        }
    }
}
