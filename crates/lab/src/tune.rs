//! Fitting a game's weights by play: one weight after the other is moved up or down, against the same chance, and stays where
//! it does better. What comes of it is compared with what it began with on seeds that the search has not seen.

use crate::batch::{LabError, known};
use crate::duel::{Mode, played_teams};
use crate::journal::Journal;
use crate::play::{Fault, Job, Played, Terms, game_seed};
use crate::runner::play_all;
use crate::stats::{mean, score_interval};
use serde::Serialize;
use std::sync::Arc;
use std::time::Instant;
use table::face::Starter;
use table::{Dice, StateHash, TeamId, Weight};

/// A value is taken that does better by so many standard errors: by chance alone one of twenty seems to.
const DOUBT: f64 = 1.645;
/// The games of a trial are played in so many parts, and whatever is hopeless after one of them is dropped.
const PARTS: u64 = 4;
/// The first step is this part of the way from the lowest sensible value to the highest one.
const FIRST_STEP: f64 = 0.125;

/// What to fit.
#[derive(Clone, Debug, PartialEq)]
pub struct Tune {
    /// Who plays.
    pub bot: String,
    /// The game's weights, and which of them may be moved.
    pub weights: Vec<Weight>,
    pub moved: Vec<usize>,
    /// How often the search comes round to each of them.
    pub rounds: u32,
    /// Games of a trial, and of each of the two in the comparison at the end.
    pub games: u64,
    pub confirm: u64,
    pub seed: u64,
    /// 0 for as many as the machine has.
    pub threads: usize,
    /// A game with more orders counts as endless.
    pub max_orders: u64,
}

/// What is told while it goes on.
#[derive(Clone, Copy)]
pub struct Ear<'a> {
    /// A game is over that no journal tells of.
    pub played: &'a (dyn Fn() + Sync),
    /// So many games will not be played.
    pub dropped: &'a dyn Fn(u64),
    pub tried: &'a dyn Fn(&Trial),
}

impl std::fmt::Debug for Ear<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("somebody who listens")
    }
}

impl Ear<'static> {
    /// Nobody listens.
    pub const DEAF: Self = Self { played: &|| {}, dropped: &|_| {}, tried: &|_| {} };
}

/// A value that was tried in place of another one.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Trial {
    pub round: u32,
    pub weight: String,
    pub from: f64,
    pub to: f64,
    /// Seeds that were played with both values.
    pub seeds: u64,
    /// How much better it did on one of them, and the standard error of that.
    pub difference: f64,
    pub error: f64,
    pub taken: bool,
}

/// A weight before and after.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Moved {
    pub name: String,
    pub before: f64,
    pub after: f64,
}

/// The new values against the old ones on seeds of their own.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Confirmation {
    /// Seeds that were played to their end with both.
    pub seeds: u64,
    /// What the new values scored, and what the old ones did, a seed.
    pub new: f64,
    pub old: f64,
    /// The difference, at 95 % from `low` to `high`.
    pub difference: f64,
    pub low: f64,
    pub high: f64,
}

/// The result of a fit, as `--json` prints it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TuneReport {
    pub bot: String,
    pub mode: Mode,
    /// What a difference is measured in.
    pub measure: &'static str,
    pub seed: u64,
    pub weights: Vec<Moved>,
    /// All values that the search came to, in the order of the game's weights.
    pub values: Vec<f64>,
    /// None where no value was taken.
    pub confirmation: Option<Confirmation>,
    /// Whether the whole interval lies above nothing.
    pub better: bool,
    pub trials: Vec<Trial>,
    /// Games that the search and the comparison needed.
    pub games: u64,
    pub confirmed: u64,
    /// Covers all final states: equal fits have equal hashes.
    pub hash: StateHash,
    pub seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_fault: Option<Fault>,
}

type Values = Arc<[f64]>;

/// The tables that are played at in turn, and what was played there.
struct Bench<'a> {
    tables: Vec<Table<'a>>,
    mode: Mode,
    tune: &'a Tune,
    journal: Option<&'a Journal>,
    ear: Ear<'a>,
    games: u64,
    hash: StateHash,
    first_fault: Option<Fault>,
}

struct Table<'a> {
    starter: &'a dyn Starter,
    /// The first team that somebody plays, the team of each seat, and who sits there.
    first: TeamId,
    teams: Vec<TeamId>,
    bots: Vec<String>,
}

/// How many games a fit has at most.
pub fn games_of_tune(starters: &[Box<dyn Starter>], tune: &Tune) -> Result<u64, LabError> {
    let bench = Bench::new(starters, tune, None, Ear::DEAF)?;
    let trials = 2 * tune.moved.len() as u64 * tune.games;
    Ok(match bench.mode {
        Mode::Sides => u64::from(tune.rounds) * trials + 2 * tune.confirm,
        Mode::SameSeat => u64::from(tune.rounds) * (trials + tune.games) + 2 * tune.confirm,
    })
}

/// Fits weights at these tables, seed by seed in turn.
pub fn tune(
    starters: &[Box<dyn Starter>],
    tune: &Tune,
    journal: Option<&Journal>,
    ear: Ear<'_>,
) -> Result<TuneReport, LabError> {
    let start = Instant::now();
    let mut bench = Bench::new(starters, tune, journal, ear)?;
    let before: Vec<f64> = tune.weights.iter().map(|weight| weight.value).collect();
    let (values, trials) = bench.search(before.clone())?;
    let searched = bench.games;
    let confirmation = if values == before {
        (ear.dropped)(2 * tune.confirm);
        None
    } else {
        Some(bench.confirm(&before, &values)?)
    };
    let moved = |n: &usize| {
        let name = tune.weights[*n].name.clone();
        Moved { name, before: before[*n], after: values[*n] }
    };
    Ok(TuneReport {
        bot: tune.bot.clone(),
        mode: bench.mode,
        measure: measure(bench.mode),
        seed: tune.seed,
        weights: tune.moved.iter().map(moved).collect(),
        better: confirmation.as_ref().is_some_and(|found| found.low > 0.0),
        values,
        confirmation,
        trials,
        games: searched,
        confirmed: bench.games - searched,
        hash: bench.hash,
        seconds: start.elapsed().as_secs_f64(),
        first_fault: bench.first_fault,
    })
}

fn measure(mode: Mode) -> &'static str {
    match mode {
        Mode::Sides => {
            "score of the new values less that of the old ones when they play each other with sides changed, a draw half a \
             win"
        }
        Mode::SameSeat => {
            "share of games that the new values win less that of the old ones, on the same seats and seeds"
        }
    }
}

impl<'a> Bench<'a> {
    fn new(
        starters: &'a [Box<dyn Starter>],
        tune: &'a Tune,
        journal: Option<&'a Journal>,
        ear: Ear<'a>,
    ) -> Result<Self, LabError> {
        let refused = |why: String| Err(LabError::Settings(why));
        if tune.moved.is_empty() || tune.moved.iter().any(|n| *n >= tune.weights.len()) {
            return refused("a fit needs a weight or more that the game has".to_owned());
        }
        if starters.is_empty() || tune.rounds == 0 || tune.games < 2 * PARTS || tune.confirm < 2 {
            let least = 2 * PARTS;
            return refused(format!(
                "a fit needs a scenario, a round, {least} games of a trial and 2 of the comparison, or more"
            ));
        }
        let mut tables = Vec::new();
        let mut mode = None;
        for starter in starters {
            let sample = starter.start(tune.seed)?;
            known(std::slice::from_ref(&tune.bot), sample.as_ref())?;
            let played = played_teams(sample.as_ref());
            let Some((first, _)) = played.first() else {
                return refused("nobody is left to play: the game's procedure has every seat".to_owned());
            };
            let own = if played.len() < 2 { Mode::SameSeat } else { Mode::Sides };
            if mode.is_some_and(|mode| mode != own) {
                return refused(
                    "in some of these scenarios one side plays itself, and not in the others".to_owned(),
                );
            }
            mode = Some(own);
            let who = |seat: &table::Seat| {
                if sample.plays_itself(seat.id) { bots::AUTOMATED.to_owned() } else { tune.bot.clone() }
            };
            tables.push(Table {
                starter: starter.as_ref(),
                first: *first,
                teams: sample.seats().iter().map(|seat| seat.team).collect(),
                bots: sample.seats().iter().map(who).collect(),
            });
        }
        let mode = mode.unwrap_or(Mode::Sides);
        Ok(Self { tables, mode, tune, journal, ear, games: 0, hash: StateHash(0), first_fault: None })
    }

    /// Seeds of a trial: two games each where the values play each other.
    fn seeds(&self, games: u64) -> u64 {
        if self.mode == Mode::Sides { games.div_ceil(2) } else { games }
    }

    /// Plays these games, each with the values of the first team that is played and of all others.
    fn play(&mut self, batch: u64, games: Vec<(u64, [&Values; 2])>) -> Result<Vec<Played>, LabError> {
        let jobs: Vec<(&dyn Starter, Job)> = games
            .into_iter()
            .enumerate()
            .map(|(n, (seed, values))| {
                let table = &self.tables[seed as usize % self.tables.len()];
                let mind = |team: &TeamId| Arc::clone(values[usize::from(*team != table.first)]);
                let job = Job {
                    index: self.games + n as u64,
                    seed: game_seed(batch, seed),
                    bots: table.bots.clone(),
                    minds: table.teams.iter().map(mind).collect(),
                };
                (table.starter, job)
            })
            .collect();
        let terms = Terms { verify: false, max_orders: self.tune.max_orders, watch: false };
        let (played, _) = play_all(&jobs, terms, self.tune.threads, self.journal, self.ear.played, &|| true)?;
        self.games += played.len() as u64;
        self.hash = played.iter().fold(self.hash, |hash, game| hash.then(game.hash));
        if self.first_fault.is_none() {
            self.first_fault = played.iter().find_map(|game| game.fault.clone());
        }
        Ok(played)
    }

    /// What these values score on some seeds of a batch when they play the game alone.
    fn alone(
        &mut self,
        batch: u64,
        seeds: std::ops::Range<u64>,
        values: &Values,
    ) -> Result<Vec<Option<f64>>, LabError> {
        let first: Vec<TeamId> = seeds.clone().map(|seed| self.first_at(seed)).collect();
        let games = self.play(batch, seeds.map(|seed| (seed, [values; 2])).collect())?;
        Ok(games.iter().zip(first).map(|(game, first)| game.points(first)).collect())
    }

    /// The new values' score against the old ones on some seeds of a batch, with sides changed.
    fn against(
        &mut self,
        batch: u64,
        seeds: std::ops::Range<u64>,
        [new, old]: [&Values; 2],
    ) -> Result<Vec<Option<f64>>, LabError> {
        let first: Vec<TeamId> = seeds.clone().map(|seed| self.first_at(seed)).collect();
        let both = |seed| [(seed, [new, old]), (seed, [old, new])];
        let games = self.play(batch, seeds.flat_map(both).collect())?;
        let score = |(pair, first): (&[Played], TeamId)| {
            let [with, without] = pair else { return None };
            Some(f64::midpoint(with.points(first)?, 1.0 - without.points(first)?))
        };
        Ok(games.chunks(2).zip(first).map(score).collect())
    }

    fn first_at(&self, seed: u64) -> TeamId {
        self.tables[seed as usize % self.tables.len()].first
    }

    /// Moves one weight after the other. The steps get longer where they help and shorter where they do not.
    fn search(&mut self, mut values: Vec<f64>) -> Result<(Vec<f64>, Vec<Trial>), LabError> {
        let tune = self.tune;
        let mut steps: Vec<f64> = tune.weights.iter().map(|w| FIRST_STEP * (w.high - w.low)).collect();
        let mut trials = Vec::new();
        for round in 1..=tune.rounds {
            let mut dice = Dice::derive(tune.seed, u64::from(round));
            let batch = dice.next_u64();
            let mut order = tune.moved.clone();
            dice.shuffle(&mut order);
            let mut course = Course { batch, old: Vec::new() };
            for n in order {
                let (weight, begun) = (&tune.weights[n], self.games - course.old.len() as u64);
                // Up or down first: whatever comes first has the better chance to be taken.
                let up = if dice.pick(2) == 0 { 1.0 } else { -1.0 };
                let mut better = false;
                for way in [up, -up] {
                    let step = if weight.whole { steps[n].max(1.0) } else { steps[n] };
                    let to = weight.within(values[n] + way * step);
                    // Not a hair's breadth: the bounds stop a step.
                    if (to - values[n]).abs() < 1e-9 {
                        continue;
                    }
                    let mut new = values.clone();
                    new[n] = to;
                    let tried = self.try_out(&mut course, &values, &new)?;
                    let trial = Trial {
                        round,
                        weight: weight.name.clone(),
                        from: values[n],
                        to,
                        seeds: tried.0,
                        difference: tried.1,
                        error: tried.2,
                        taken: tried.3,
                    };
                    (self.ear.tried)(&trial);
                    better = trial.taken;
                    trials.push(trial);
                    if better {
                        values = new;
                        break;
                    }
                }
                steps[n] *= if better { 1.5 } else { 0.5 };
                // The games of the values that stand are counted by themselves.
                let played = self.games - course.old.len() as u64 - begun;
                (self.ear.dropped)((2 * tune.games).saturating_sub(played));
            }
            if self.mode == Mode::SameSeat {
                (self.ear.dropped)(tune.games - course.old.len() as u64);
            }
        }
        Ok((values, trials))
    }

    /// Plays new values against the old ones until they are hopeless or all games are played: seeds, difference, its
    /// standard error, and whether they are better.
    fn try_out(
        &mut self,
        course: &mut Course,
        old: &[f64],
        new: &[f64],
    ) -> Result<(u64, f64, f64, bool), LabError> {
        let (old, new): (Values, Values) = (old.into(), new.into());
        let (seeds, batch) = (self.seeds(self.tune.games), course.batch);
        let (mut apart, mut own): (Vec<f64>, Vec<Option<f64>>) = (Vec::new(), Vec::new());
        for part in 0..PARTS {
            let range = part * seeds / PARTS..(part + 1) * seeds / PARTS;
            let found: Vec<Option<f64>> = match self.mode {
                Mode::Sides => {
                    let scores = self.against(batch, range, [&new, &old])?;
                    scores.into_iter().map(|score| Some(2.0 * score? - 1.0)).collect()
                }
                Mode::SameSeat => {
                    let known = course.old.len() as u64;
                    if known < range.end {
                        let more = self.alone(batch, known..range.end, &old)?;
                        course.old.extend(more);
                    }
                    let before = &course.old[range.start as usize..range.end as usize];
                    let before = before.to_vec();
                    let after = self.alone(batch, range, &new)?;
                    own.extend(&after);
                    after.iter().zip(before).map(|(new, old)| Some((*new)? - old?)).collect()
                }
            };
            apart.extend(found.into_iter().flatten());
            let (difference, error) = beyond(&apart);
            let same = apart.iter().all(|apart| apart.abs() < 1e-9);
            let last = part + 1 == PARTS;
            if last || same || difference + error <= 0.0 {
                let taken = last && !same && difference > DOUBT * error;
                if taken && self.mode == Mode::SameSeat {
                    course.old = own;
                }
                return Ok((apart.len() as u64, difference, error, taken));
            }
        }
        Ok((0, 0.0, 0.0, false))
    }

    /// The new values against the old ones on seeds that no trial had.
    fn confirm(&mut self, old: &[f64], new: &[f64]) -> Result<Confirmation, LabError> {
        let (old, new): (Values, Values) = (old.into(), new.into());
        let batch = Dice::derive(self.tune.seed, u64::MAX).next_u64();
        let scores: Vec<[f64; 2]> = match self.mode {
            Mode::Sides => {
                let scores = self.against(batch, 0..self.tune.confirm, [&new, &old])?;
                scores.into_iter().flatten().map(|score| [score, 1.0 - score]).collect()
            }
            Mode::SameSeat => {
                let after = self.alone(batch, 0..self.tune.confirm, &new)?;
                let before = self.alone(batch, 0..self.tune.confirm, &old)?;
                after.into_iter().zip(before).filter_map(|(new, old)| Some([new?, old?])).collect()
            }
        };
        let halves: Vec<f64> = scores.iter().map(|[new, old]| f64::midpoint(1.0, new - old)).collect();
        let [low, high] = score_interval(&halves).map(|end| 2.0 * end - 1.0);
        let of = |who: usize| mean(&scores.iter().map(|pair| pair[who]).collect::<Vec<_>>());
        let (new, old) = (of(0), of(1));
        Ok(Confirmation { seeds: scores.len() as u64, new, old, difference: new - old, low, high })
    }
}

/// The seeds of a round, and what the values that stand score on them one by one, as far as they were played.
struct Course {
    batch: u64,
    old: Vec<Option<f64>>,
}

/// The mean and its standard error, with two seeds thought of that went either way, so that a few that came out alike are no
/// certainty.
fn beyond(apart: &[f64]) -> (f64, f64) {
    let thought: Vec<f64> = apart.iter().copied().chain([1.0, -1.0]).collect();
    let (n, middle) = (thought.len() as f64, mean(&thought));
    let variance = thought.iter().map(|d| (d - middle) * (d - middle)).sum::<f64>() / (n - 1.0);
    (mean(apart), (variance / n).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_few_seeds_that_came_out_alike_are_no_certainty() {
        let (difference, error) = beyond(&[1.0; 2]);
        assert!(difference < DOUBT * error * 1.5, "{difference} {error}");
        let (difference, error) = beyond(&[1.0; 40]);
        assert!(difference > DOUBT * error, "{difference} {error}");
    }
}
