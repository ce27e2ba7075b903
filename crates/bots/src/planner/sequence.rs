//! Decisions that follow each other: the candidates are played on in the same imagined worlds, and the worse half of them
//! drops out again and again.

use super::{Alternative, Budget, Choice, meter, on_threads};
use crate::Desk;
use table::face::AnyMatch;
use table::{Breadth, Dice};

/// A world in which options are tried, and the chance of everybody in it.
struct World {
    game: Box<dyn AnyMatch>,
    prompt: usize,
    dice: Dice,
}

/// A candidate and what came of it, world by world.
struct Trial {
    option: usize,
    values: Vec<f64>,
    lost: usize,
    /// The worst value so far, and what the other side did at first there.
    worst: (f64, Option<String>),
}

impl Trial {
    fn new(option: usize) -> Self {
        Self { option, values: Vec::new(), lost: 0, worst: (f64::INFINITY, None) }
    }

    fn mean(&self) -> f64 {
        self.values.iter().sum::<f64>() / (self.values.len().max(1) as f64)
    }

    /// By how much it is better than another one in the same worlds, and the standard error of that.
    fn beyond(&self, other: &Self) -> (f64, f64) {
        let apart: Vec<f64> = self.values.iter().zip(&other.values).map(|(a, b)| a - b).collect();
        let n = apart.len().max(2) as f64;
        let mean = apart.iter().sum::<f64>() / n;
        let variance = apart.iter().map(|d| (d - mean) * (d - mean)).sum::<f64>() / (n - 1.0);
        (mean, (variance / n).sqrt())
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
    let mut trials = vec![Trial::new(base)];
    let candidates = first.game.candidates(first.prompt, breadth, &mut Dice::derive(seed, u64::MAX));
    trials.extend(candidates.into_iter().filter(|option| *option != base).map(Trial::new));
    if trials.len() < 2 {
        return None;
    }
    let tried = trials.len();
    let rounds = tried.next_power_of_two().trailing_zeros().max(1) as usize;
    let playouts = budget.playouts * first.game.haste();
    let (mut played, mut dropped) = (0, Vec::new());
    for round in 0..rounds {
        let worlds = (playouts / rounds / trials.len()).max(2);
        meter::round(round, rounds, worlds);
        play_on(desk, seed, played, worlds, threads, &mut trials)?;
        played += worlds;
        if round + 1 < rounds {
            drop_half(&mut trials, &mut dropped);
            drop_hopeless(&mut trials, &mut dropped);
        }
        if trials.len() < 2 {
            break;
        }
    }
    Some(decided(desk, first.prompt, trials, dropped, budget, tried))
}

/// The world of this number: always the same for a seed.
fn imagined(desk: &Desk<'_>, seed: u64, number: usize) -> Option<World> {
    let mut dice = Dice::derive(seed, number as u64);
    let game = desk.muse(&mut dice);
    let prompt = game.owed_by(desk.seat())?;
    Some(World { game, prompt, dice })
}

/// Plays every candidate on in so many more worlds: the same worlds and the same chance for all of them.
fn play_on(
    desk: &Desk<'_>,
    seed: u64,
    from: usize,
    worlds: usize,
    threads: usize,
    trials: &mut [Trial],
) -> Option<()> {
    let options: Vec<usize> = trials.iter().map(|trial| trial.option).collect();
    let results = on_threads(threads, worlds, |n| {
        let world = imagined(desk, seed, from + n)?;
        let play = |option: &usize| world.game.play_out(world.prompt, *option, &mut world.dice.clone());
        let ends = options.iter().map(play).collect::<Option<Vec<_>>>();
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

/// The better half stays, and the base with it, which is the first.
fn drop_half(trials: &mut Vec<Trial>, dropped: &mut Vec<Trial>) {
    let keep = trials.len().div_ceil(2).max(2);
    let mut others = trials.split_off(1);
    others.sort_by(|a, b| b.mean().total_cmp(&a.mean()).then(a.option.cmp(&b.option)));
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

fn decided(
    desk: &Desk<'_>,
    prompt: usize,
    mut trials: Vec<Trial>,
    dropped: Vec<Trial>,
    budget: &Budget,
    tried: usize,
) -> Choice {
    let base = &trials[0];
    let best = (1..trials.len()).reduce(|a, b| if trials[b].mean() > trials[a].mean() { b } else { a });
    let better = best.filter(|n| {
        let (mean, error) = trials[*n].beyond(base);
        mean > 0.0 && mean > budget.doubt * error
    });
    let chosen = trials.swap_remove(better.unwrap_or(0));
    let worlds = chosen.values.len();
    let mut others: Vec<Trial> = trials.into_iter().chain(dropped).collect();
    others.sort_by(|a, b| b.mean().total_cmp(&a.mean()).then(a.option.cmp(&b.option)));
    let words = |option| desk.option_text(prompt, option).unwrap_or_default();
    let alternatives = others
        .iter()
        .take(2)
        .map(|other| Alternative { words: words(other.option), value: other.mean() })
        .collect();
    let why = match better {
        Some(_) => format!("Best of {tried} options, each played on in up to {worlds} imagined worlds."),
        None => format!("None of {tried} options was clearly better in {worlds} imagined worlds."),
    };
    let lost = (chosen.lost > 0).then(|| format!("the match was lost in {} of {worlds} tries", chosen.lost));
    let answer = chosen.worst.1.as_ref().map(|words| format!("at worst the other side began with: {words}"));
    let feared = [lost, answer].into_iter().flatten().collect::<Vec<_>>().join("; ");
    Choice {
        option: chosen.option,
        why,
        value: chosen.mean(),
        alternatives,
        feared: (!feared.is_empty()).then_some(feared),
    }
}
