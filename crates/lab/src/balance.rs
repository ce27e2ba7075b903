//! Whether a scenario is fair: who wins, how long it lasts, whether the lead changes, what decides, and what one piece more
//! or less does to it.

use crate::batch::{LabError, known};
use crate::duel::Rate;
use crate::journal::Journal;
use crate::pieces::{Change, changes};
use crate::play::{Fault, Job, Played, Terms, game_seed};
use crate::report::hash_of;
use crate::runner::play_all;
use crate::stats::{difference_interval, mean, mean_interval, quartiles, wilson, wilson_rate};
use serde::Serialize;
use std::collections::BTreeMap;
use table::face::{AnyGame, Starter};
use table::{Seat, SetupRequest, StateHash, TeamId};

/// A first side that scores less or more is named.
pub const FAIR: [f64; 2] = [0.35, 0.65];

/// What to play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Balance {
    /// Games of each scenario, and of each change of its pieces.
    pub games: u64,
    pub seed: u64,
    /// 0 for as many as the machine has.
    pub threads: usize,
    /// A bot for each seat, or for each team.
    pub bots: Vec<String>,
    /// A game with more orders counts as endless.
    pub max_orders: u64,
    /// Plays each scenario with one piece less, more or other, too.
    pub pieces: bool,
}

/// How one side fared.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SideBalance {
    pub side: String,
    #[serde(flatten)]
    pub rate: Rate,
    /// Its wins by their degree, of all games.
    pub grades: BTreeMap<String, Rate>,
}

/// How long games are, in turns.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Lengths {
    pub mean: f64,
    /// The interval of the mean at 95 %.
    pub mean_low: f64,
    pub mean_high: f64,
    pub min: u32,
    pub lower_quartile: f64,
    pub median: f64,
    pub upper_quartile: f64,
    pub max: u32,
    /// How many games took so many turns.
    pub counts: BTreeMap<u32, u64>,
}

/// How often the side that was ahead at half time did not win.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Swing {
    /// Games in which somebody was ahead by the game's own appraisal when half the turns were over.
    pub games: u64,
    /// So many of them the other side won, at 95 % from `low` to `high`.
    pub lost: u64,
    pub rate: f64,
    pub low: f64,
    pub high: f64,
}

/// What a kind of throw came to for a side, in games that it won and in others.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Decider {
    pub side: String,
    /// What was thrown: "Hits by Guns".
    pub kind: String,
    /// In a game that the side won, on average, and in one that it lost.
    pub won: f64,
    pub lost: f64,
    /// How much more it was in games that were won, at 95 % from `low` to `high`; none where one of the means has too few
    /// games.
    pub difference: f64,
    pub low: Option<f64>,
    pub high: Option<f64>,
    /// Whether the interval leaves out 0.
    pub decides: bool,
}

/// What becomes of a scenario with one piece less, more or other.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PieceBalance {
    /// In words: "earthlings without nieuport_16".
    pub change: String,
    pub option: String,
    pub value: String,
    /// Why it can not be played; nothing else is said then.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<String>,
    /// The first side's score with the change, at 95 % from `low` to `high`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<[f64; 3]>,
    /// How much more that is than without it, over the same seeds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difference: Option<[f64; 3]>,
}

/// What was found of one scenario.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ScenarioBalance {
    pub scenario: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variant: Option<String>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, String>,
    pub games: u64,
    pub finished: u64,
    pub sides: Vec<SideBalance>,
    pub draws: u64,
    /// The first side, and its score: a draw is half a win. At 95 % from `low` to `high`.
    pub first: String,
    pub score: f64,
    pub low: f64,
    pub high: f64,
    /// Whether the score lies outside of what is called fair, and whether the whole interval does.
    pub outside: bool,
    pub surely: bool,
    pub turns: Lengths,
    /// None where the game has no appraisal.
    pub swing: Option<Swing>,
    pub endings: BTreeMap<String, u64>,
    /// What decided, the clearest first.
    pub decided: Vec<Decider>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pieces: Vec<PieceBalance>,
    pub hash: StateHash,
}

/// The balance of a game's scenarios, as `--json` prints it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BalanceReport {
    pub game: String,
    /// The version of the game's rules.
    pub rules: u32,
    pub bots: Vec<String>,
    pub seed: u64,
    pub games: u64,
    pub scenarios: Vec<ScenarioBalance>,
    /// Scenarios whose first side scores less than 35 or more than 65 of 100.
    pub outside: Vec<String>,
    pub hash: StateHash,
    pub seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_fault: Option<Fault>,
}

impl BalanceReport {
    /// Whether every game came to its end.
    pub fn is_clean(&self) -> bool {
        self.first_fault.is_none()
    }
}

/// A table to be played, with one change or as it is.
struct Table {
    starter: Box<dyn Starter>,
    /// The scenario it belongs to, by its number.
    scenario: usize,
    change: Option<Change>,
}

/// What is going to be played.
#[allow(missing_debug_implementations)]
pub struct BalancePlan {
    requests: Vec<SetupRequest>,
    tables: Vec<Table>,
    refused: Vec<(usize, Change, String)>,
    seats: Vec<Vec<Seat>>,
}

impl BalancePlan {
    /// Sees whether these scenarios can be played with these bots.
    pub fn new(game: &dyn AnyGame, requests: Vec<SetupRequest>, balance: &Balance) -> Result<Self, LabError> {
        if balance.games == 0 {
            return Err(LabError::Settings("a balance needs a game or more".to_owned()));
        }
        let infos = game.scenarios();
        let mut plan =
            Self { requests: Vec::new(), tables: Vec::new(), refused: Vec::new(), seats: Vec::new() };
        for (scenario, request) in requests.into_iter().enumerate() {
            let starter = game.starter(&request)?;
            let sample = starter.start(balance.seed)?;
            known(&balance.bots, sample.as_ref())?;
            plan.seats.push(sample.seats().to_vec());
            plan.tables.push(Table { starter, scenario, change: None });
            let info = infos.iter().find(|info| info.id == request.scenario).filter(|_| balance.pieces);
            for change in info.map(|info| changes(info, &request)).unwrap_or_default() {
                let mut changed = request.clone();
                changed.options.insert(change.option.clone(), change.value.clone());
                let begun = game.starter(&changed).and_then(|starter| {
                    let same = starter.start(balance.seed)?.seats().len() == sample.seats().len();
                    Ok((starter, same))
                });
                match begun {
                    Ok((starter, true)) => {
                        plan.tables.push(Table { starter, scenario, change: Some(change) });
                    }
                    Ok((_, false)) => {
                        plan.refused.push((scenario, change, "it takes other players".to_owned()));
                    }
                    Err(error) => plan.refused.push((scenario, change, error.to_string())),
                }
            }
            plan.requests.push(request);
        }
        Ok(plan)
    }

    /// How many games that is.
    pub fn games(&self, balance: &Balance) -> u64 {
        self.tables.len() as u64 * balance.games
    }

    /// The game of this number: table by table.
    pub(crate) fn job(&self, balance: &Balance, index: u64) -> (&dyn Starter, Job) {
        let table = &self.tables[(index / balance.games) as usize];
        // The same seeds for every table, so that a change is seen against the same chance.
        let seed = game_seed(balance.seed, index % balance.games);
        (table.starter.as_ref(), Job { index, seed, bots: balance.bots.clone(), minds: Vec::new() })
    }
}

/// Plays every scenario of a plan. `progress` is called from any thread after each game that a journal does not tell of
/// already.
pub fn balance(
    game: &dyn AnyGame,
    plan: &BalancePlan,
    balance: &Balance,
    journal: Option<&Journal>,
    progress: &(dyn Fn() + Sync),
) -> Result<BalanceReport, LabError> {
    let jobs: Vec<(&dyn Starter, Job)> = (0..plan.games(balance)).map(|n| plan.job(balance, n)).collect();
    let terms = Terms { verify: false, max_orders: balance.max_orders, watch: true };
    let (games, effort) = play_all(&jobs, terms, balance.threads, journal, progress, &|| true)?;
    let of_table: Vec<&[Played]> = games.chunks(balance.games as usize).collect();
    let scenarios: Vec<ScenarioBalance> = plan
        .requests
        .iter()
        .enumerate()
        .map(|(number, request)| {
            let own = |table: &Table| table.scenario == number;
            let mut own = plan.tables.iter().zip(&of_table).filter(|(table, _)| own(table));
            let base = own.next().map_or(&[][..], |(_, games)| *games);
            let mut found = ScenarioBalance::of(request, &plan.seats[number], base);
            found.pieces = own
                .filter_map(|(table, games)| Some((table.change.as_ref()?, *games)))
                .map(|(change, games)| PieceBalance::of(change, base, games, first_team(&plan.seats[number])))
                .collect();
            let refused = plan.refused.iter().filter(|(scenario, ..)| *scenario == number);
            found.pieces.extend(refused.map(|(_, change, why)| PieceBalance::refused(change, why)));
            found
        })
        .collect();
    Ok(BalanceReport {
        game: game.id().to_owned(),
        rules: game.rules(),
        bots: balance.bots.clone(),
        seed: balance.seed,
        games: games.len() as u64,
        outside: scenarios.iter().filter(|s| s.outside).map(|s| s.scenario.clone()).collect(),
        scenarios,
        hash: hash_of(&games),
        seconds: effort.time.as_secs_f64(),
        first_fault: games.iter().find_map(|game| game.fault.clone()),
    })
}

fn first_team(seats: &[Seat]) -> TeamId {
    seats.first().map_or(TeamId(0), |seat| seat.team)
}

/// What a game is worth to a team; none if it broke.
fn points(game: &Played, team: TeamId) -> Option<f64> {
    let ending = game.ending.as_ref()?;
    Some(ending.winner.map_or(0.5, |winner| f64::from(u8::from(winner == team))))
}

impl ScenarioBalance {
    fn of(request: &SetupRequest, seats: &[Seat], games: &[Played]) -> Self {
        let first = first_team(seats);
        let ended = || games.iter().filter_map(|game| game.ending.as_ref());
        let finished = ended().count() as u64;
        let mut names: Vec<String> = Vec::new();
        let winners = ended().filter_map(|ending| ending.side.as_ref());
        for name in seats.iter().map(|seat| &seat.team_name).chain(winners) {
            if !names.contains(name) {
                names.push(name.clone());
            }
        }
        let side = |side: String| {
            let wins = || ended().filter(|ending| ending.side.as_ref() == Some(&side));
            let mut grades: BTreeMap<String, u64> = BTreeMap::new();
            for grade in wins().filter_map(|ending| ending.grade.as_ref()) {
                *grades.entry(grade.clone()).or_default() += 1;
            }
            let grades = grades.into_iter().map(|(grade, n)| (grade, Rate::of(n, finished))).collect();
            let rate = Rate::of(wins().count() as u64, finished);
            SideBalance { side, rate, grades }
        };
        let mut endings: BTreeMap<String, u64> = BTreeMap::new();
        for ending in ended() {
            *endings.entry(ending.how.clone()).or_default() += 1;
        }
        let scores: Vec<f64> = games.iter().filter_map(|game| points(game, first)).collect();
        let score = mean(&scores);
        let [low, high] = wilson_rate(score, finished);
        let beyond = |score: f64| !(FAIR[0]..=FAIR[1]).contains(&score);
        Self {
            scenario: request.scenario.clone(),
            variant: request.variant.clone(),
            options: request.options.clone(),
            games: games.len() as u64,
            finished,
            draws: ended().filter(|ending| ending.winner.is_none()).count() as u64,
            first: names.first().cloned().unwrap_or_default(),
            score,
            low,
            high,
            outside: finished > 0 && beyond(score),
            surely: finished > 0 && (high < FAIR[0] || low > FAIR[1]),
            turns: Lengths::of(games),
            swing: Swing::of(games, first),
            endings,
            decided: deciders(games, &names),
            pieces: Vec::new(),
            sides: names.into_iter().map(side).collect(),
            hash: hash_of(games),
        }
    }
}

impl Lengths {
    fn of(games: &[Played]) -> Self {
        let mut turns: Vec<u32> =
            games.iter().filter(|g| g.ending.is_some()).map(|game| game.turns).collect();
        turns.sort_unstable();
        let mut counts = BTreeMap::new();
        for turn in &turns {
            *counts.entry(*turn).or_default() += 1;
        }
        let values: Vec<f64> = turns.iter().map(|turns| f64::from(*turns)).collect();
        let middle = mean(&values);
        let [mean_low, mean_high] = mean_interval(&values).unwrap_or([middle; 2]);
        let [lower_quartile, median, upper_quartile] = quartiles(&turns);
        let (min, max) = (turns.first().copied().unwrap_or(0), turns.last().copied().unwrap_or(0));
        Self { mean: middle, mean_low, mean_high, min, lower_quartile, median, upper_quartile, max, counts }
    }
}

impl Swing {
    fn of(games: &[Played], first: TeamId) -> Option<Self> {
        let (mut ahead, mut lost) = (0, 0);
        for game in games {
            let half = game.watched.as_ref().and_then(|watched| watched.half);
            let (Some(half), Some(ending)) = (half, &game.ending) else { continue };
            // The worth is that of the first side; on a par nobody leads.
            if half.abs() > 1e-9 {
                ahead += 1;
                lost += u64::from(ending.winner.is_some_and(|winner| (winner == first) != (half > 0.0)));
            }
        }
        let [low, high] = wilson(lost, ahead);
        (ahead > 0).then(|| Self { games: ahead, lost, rate: lost as f64 / ahead as f64, low, high })
    }
}

/// What each side threw in games that it won and in others, the clearest difference first.
fn deciders(games: &[Played], sides: &[String]) -> Vec<Decider> {
    let ended = || games.iter().filter_map(|game| Some((game.ending.as_ref()?, game.watched.as_ref()?)));
    let mut kinds: Vec<(&String, &String)> = Vec::new();
    for came in ended().flat_map(|(_, watched)| &watched.luck) {
        if !kinds.contains(&(&came.side, &came.kind)) {
            kinds.push((&came.side, &came.kind));
        }
    }
    // By name, so that the order in which games ended does not matter.
    kinds.sort();
    let mut deciders: Vec<(f64, Decider)> = Vec::new();
    for (side, kind) in kinds.into_iter().filter(|(side, _)| sides.contains(side)) {
        let (mut won, mut lost) = (Vec::new(), Vec::new());
        for (ending, watched) in ended() {
            let same = watched.luck.iter().filter(|came| &came.side == side && &came.kind == kind);
            let sum = f64::from(same.map(|came| came.came).sum::<i32>());
            match &ending.side {
                Some(winner) if winner == side => won.push(sum),
                Some(_) => lost.push(sum),
                None => {}
            }
        }
        let interval = difference_interval(&won, &lost);
        let difference = mean(&won) - mean(&lost);
        // How many times its own uncertainty the difference is.
        let clear = interval.map_or(0.0, |[low, high]| difference.abs() / ((high - low) / 2.0).max(1e-9));
        let decider = Decider {
            side: side.clone(),
            kind: kind.clone(),
            won: mean(&won),
            lost: mean(&lost),
            difference,
            low: interval.map(|[low, _]| low),
            high: interval.map(|[_, high]| high),
            decides: clear > 1.0,
        };
        deciders.push((clear, decider));
    }
    deciders.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    deciders.into_iter().map(|(_, decider)| decider).collect()
}

impl PieceBalance {
    fn refused(change: &Change, why: &str) -> Self {
        let Change { option, value, words } = change.clone();
        Self { change: words, option, value, refused: Some(why.to_owned()), score: None, difference: None }
    }

    fn of(change: &Change, base: &[Played], games: &[Played], first: TeamId) -> Self {
        let Change { option, value, words } = change.clone();
        let scores: Vec<f64> = games.iter().filter_map(|game| points(game, first)).collect();
        let pair = |(before, after)| Some(points(after, first)? - points(before, first)?);
        let differences: Vec<f64> = base.iter().zip(games).filter_map(pair).collect();
        let difference = mean(&differences);
        let [low, high] = wilson_rate(mean(&scores), scores.len() as u64);
        let of = mean_interval(&differences).map(|[low, high]| [difference, low, high]);
        Self {
            change: words,
            option,
            value,
            refused: None,
            score: Some([mean(&scores), low, high]),
            difference: of,
        }
    }
}
