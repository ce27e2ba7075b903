//! Bots against bots: who plays better, and how sure that is.
//!
//! Each seed is played twice. Where two sides are played the bots change them; where a game or its procedure plays one side
//! by itself, both bots play the same seats with the same chance. The two games of a seed are one observation.

use crate::batch::{LabError, known};
use crate::elo::{Scores, elo, elo_bound, table};
use crate::journal::Journal;
use crate::play::{Fault, Job, Played, Terms, game_seed};
use crate::report::hash_of;
use crate::runner::play_all;
use crate::stats::{mean, score_interval, wilson};
use serde::Serialize;
use table::face::{AnyMatch, Starter};
use table::{StateHash, TeamId};

/// What to play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Duel {
    /// Games of each two bots; an odd number is rounded up.
    pub games: u64,
    pub seed: u64,
    /// 0 for as many as the machine has.
    pub threads: usize,
    /// Two or more. Each plays each other.
    pub bots: Vec<String>,
    /// Replays each log and compares hashes.
    pub verify: bool,
    /// A game with more orders counts as endless.
    pub max_orders: u64,
}

/// How bots are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// They play each other, and change sides.
    Sides,
    /// They play the same seats on the same seeds, one after the other.
    SameSeat,
}

impl Mode {
    pub fn words(self) -> &'static str {
        match self {
            Self::Sides => {
                "the bots play each other; each seed is played twice, with sides changed, and is one observation"
            }
            Self::SameSeat => {
                "one side plays itself here, so both bots play the same seats on the same seeds and their win \
                 rates are compared; a seed is one observation, and the score counts who did better on it"
            }
        }
    }
}

/// How a side fared, and who played it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SideScore {
    pub side: String,
    /// Games in which somebody played this side, and how many of them it won, at 95 % from `low` to `high`.
    pub games: u64,
    pub wins: u64,
    pub low: f64,
    pub high: f64,
    /// The same for each of the two bots on this side.
    pub a: Rate,
    pub b: Rate,
}

/// Wins of so many games, with the Wilson interval of their rate at 95 %.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Rate {
    pub games: u64,
    pub wins: u64,
    pub rate: f64,
    pub low: f64,
    pub high: f64,
}

impl Rate {
    pub(crate) fn of(wins: u64, games: u64) -> Self {
        let [low, high] = wilson(wins, games);
        Self { games, wins, rate: wins as f64 / games.max(1) as f64, low, high }
    }
}

/// What two bots made of each other.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Pairing {
    pub a: String,
    pub b: String,
    pub games: u64,
    pub a_wins: u64,
    pub b_wins: u64,
    pub draws: u64,
    /// Games that came to no end: their seeds count for nobody.
    pub broken: u64,
    /// None where one bot won everything; the ends of the interval are finite then, too.
    pub elo: Option<f64>,
    pub elo_low: Option<f64>,
    pub elo_high: Option<f64>,
    /// The first bot's score over pairs of games, at 95 % from `score_low` to `score_high`.
    pub pairs: u64,
    pub score: Option<f64>,
    pub score_low: f64,
    pub score_high: f64,
    /// How much more often the first bot won, over pairs; only where both play the same seats.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difference: Option<[f64; 3]>,
    pub sides: Vec<SideScore>,
}

/// A bot in the table of all.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Standing {
    pub bot: String,
    pub elo: f64,
    pub elo_low: f64,
    pub elo_high: f64,
    pub games: u64,
    pub wins: u64,
}

/// Two bots, or a table of more.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Body {
    Two(Pairing),
    Many { games: u64, bots: Vec<Standing>, duels: Vec<Pairing> },
}

impl Body {
    pub fn pairings(&self) -> &[Pairing] {
        match self {
            Self::Two(pairing) => std::slice::from_ref(pairing),
            Self::Many { duels, .. } => duels,
        }
    }
}

/// The result of a duel, as `--json` prints it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DuelReport {
    #[serde(flatten)]
    pub body: Body,
    pub mode: Mode,
    /// How the bots were compared, in words.
    pub how: &'static str,
    /// Covers all final states in the games' order: equal duels have equal hashes.
    pub hash: StateHash,
    pub seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_fault: Option<Fault>,
}

impl DuelReport {
    /// Whether every game came to its end and every log led where its game did.
    pub fn is_clean(&self) -> bool {
        self.first_fault.is_none()
    }
}

/// The teams that somebody has to play, with their names, in the order of their seats.
pub(crate) fn played_teams(sample: &dyn AnyMatch) -> Vec<(TeamId, String)> {
    let mut teams: Vec<(TeamId, String)> = Vec::new();
    for seat in sample.seats().iter().filter(|seat| !sample.plays_itself(seat.id)) {
        if !teams.iter().any(|(team, _)| *team == seat.team) {
            teams.push((seat.team, seat.team_name.clone()));
        }
    }
    teams
}

/// One game: who plays which team.
struct Bout {
    /// The bot of the first team that is played, and of all others.
    bots: [usize; 2],
    /// The number of the seed.
    seed: u64,
}

/// The games of all pairings, pair by pair, or of all bots, one after the other.
fn bouts(mode: Mode, bots: usize, seeds: u64) -> Vec<Bout> {
    match mode {
        Mode::SameSeat => {
            let of = |bot| (0..seeds).map(move |seed| Bout { bots: [bot; 2], seed });
            (0..bots).flat_map(of).collect()
        }
        Mode::Sides => {
            let of =
                |(a, b)| (0..seeds).flat_map(move |seed| [[a, b], [b, a]].map(|bots| Bout { bots, seed }));
            pairings(bots).flat_map(of).collect()
        }
    }
}

fn pairings(bots: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..bots).flat_map(move |a| (a + 1..bots).map(move |b| (a, b)))
}

/// What a duel is made of.
pub(crate) struct Plan {
    mode: Mode,
    teams: Vec<(TeamId, String)>,
    seeds: u64,
    pub jobs: Vec<Job>,
}

impl Plan {
    pub fn of(duel: &Duel, sample: &dyn AnyMatch) -> Result<Self, LabError> {
        let teams = check(duel, sample)?;
        let mode = if teams.len() < 2 { Mode::SameSeat } else { Mode::Sides };
        let seeds = duel.games.div_ceil(2);
        let cast = |bout: &Bout| {
            let name = |seat: &table::Seat| {
                let first = teams.first().is_some_and(|(team, _)| *team == seat.team);
                let bot = duel.bots[bout.bots[usize::from(!first)]].clone();
                if sample.plays_itself(seat.id) { bots::AUTOMATED.to_owned() } else { bot }
            };
            sample.seats().iter().map(name).collect()
        };
        let bouts = bouts(mode, duel.bots.len(), seeds);
        let job = |(index, bout): (usize, &Bout)| {
            let seed = game_seed(duel.seed, bout.seed);
            Job { index: index as u64, seed, bots: cast(bout), minds: Vec::new() }
        };
        let jobs = bouts.iter().enumerate().map(job).collect();
        Ok(Self { mode, teams, seeds, jobs })
    }
}

/// Plays a duel. `progress` is called from any thread after each game that a journal does not tell of already.
pub fn duel(
    starter: &dyn Starter,
    duel: &Duel,
    journal: Option<&Journal>,
    progress: &(dyn Fn() + Sync),
) -> Result<DuelReport, LabError> {
    let sample = starter.start(duel.seed)?;
    let Plan { mode, teams, seeds, jobs } = Plan::of(duel, sample.as_ref())?;
    let jobs: Vec<(&dyn Starter, Job)> = jobs.into_iter().map(|job| (starter, job)).collect();
    let terms = Terms { verify: duel.verify, max_orders: duel.max_orders, watch: false };
    let (games, effort) = play_all(&jobs, terms, duel.threads, journal, progress, &|| true)?;
    let judge = Judge { mode, teams: &teams, seeds, games: &games };
    let mut duels = Vec::new();
    let mut scores = Vec::new();
    for (number, (a, b)) in pairings(duel.bots.len()).enumerate() {
        let pairs = judge.pairs(number, a, b);
        duels.push(judge.pairing([&duel.bots[a], &duel.bots[b]], &pairs));
        scores.push(Scores { a, b, seeds: pairs.iter().map(|pair| judge.score(pair)).collect() });
    }
    let body = match <[Pairing; 1]>::try_from(duels) {
        Ok([pairing]) => Body::Two(pairing),
        Err(duels) => {
            let figures = table(duel.bots.len(), &scores, duel.seed);
            let standing = |(bot, (elo, [elo_low, elo_high])): (usize, (f64, [f64; 2]))| {
                let own = duels.iter().zip(&scores).filter(|(_, s)| s.a == bot || s.b == bot);
                // Alone with the game, a bot's games are the same in every pairing.
                let own = own.take(if mode == Mode::Sides { duel.bots.len() } else { 1 });
                let (mut games, mut wins) = (0, 0);
                for (pairing, s) in own {
                    games += if mode == Mode::Sides { pairing.games } else { seeds };
                    wins += if s.a == bot { pairing.a_wins } else { pairing.b_wins };
                }
                Standing { bot: duel.bots[bot].clone(), elo, elo_low, elo_high, games, wins }
            };
            let bots = figures.into_iter().enumerate().map(standing).collect();
            Body::Many { games: games.len() as u64, bots, duels }
        }
    };
    Ok(DuelReport {
        body,
        mode,
        how: mode.words(),
        hash: hash_of(&games),
        seconds: effort.time.as_secs_f64(),
        first_fault: games.iter().find_map(|game| game.fault.clone()),
    })
}

/// Refuses what can not be compared; gives the teams that are played.
fn check(duel: &Duel, sample: &dyn AnyMatch) -> Result<Vec<(TeamId, String)>, LabError> {
    let refused = |why: String| Err(LabError::Settings(why));
    if duel.bots.len() < 2 {
        return refused(format!(
            "a duel needs two bots or more, such as {},{}",
            bots::KNOWN[0],
            bots::KNOWN[1]
        ));
    }
    if duel.games == 0 {
        return refused("a duel needs two games or more".to_owned());
    }
    if duel.bots.iter().any(|bot| bot == bots::AUTOMATED) {
        let why = "is the game's own procedure and can not change sides; give it its seats by the option `automated`";
        return refused(format!("{} {why}", bots::AUTOMATED));
    }
    if duel.bots.len() > 2 {
        let again = |(at, bot): (usize, &String)| duel.bots[..at].contains(bot).then(|| bot.clone());
        if let Some(bot) = duel.bots.iter().enumerate().find_map(again) {
            return refused(format!(
                "{bot} is named twice; among more than two bots each needs its own place"
            ));
        }
    }
    for bot in &duel.bots {
        known(std::slice::from_ref(bot), sample)?;
    }
    let teams = played_teams(sample);
    if teams.is_empty() {
        return refused("nobody is left to play: the game's procedure has every seat".to_owned());
    }
    Ok(teams)
}

/// A game of a pair, and which team the first bot had in it; none if it was the other bot's game.
type Seen<'a> = (&'a Played, Option<TeamId>);

/// Says what came of the games.
struct Judge<'a> {
    mode: Mode,
    teams: &'a [(TeamId, String)],
    seeds: u64,
    games: &'a [Played],
}

impl<'a> Judge<'a> {
    /// The two games of each seed of a pairing.
    fn pairs(&self, number: usize, a: usize, b: usize) -> Vec<[Seen<'a>; 2]> {
        let seeds = self.seeds as usize;
        let first = self.teams.first().map(|(team, _)| *team);
        let second = self.teams.get(1).map(|(team, _)| *team);
        let pair = |seed: usize| match self.mode {
            Mode::Sides => {
                let at = 2 * (number * seeds + seed);
                [(&self.games[at], first), (&self.games[at + 1], second)]
            }
            Mode::SameSeat => [(&self.games[a * seeds + seed], first), (&self.games[b * seeds + seed], None)],
        };
        (0..seeds).map(pair).collect()
    }

    /// The first bot's score of one seed.
    fn score(&self, pair: &[Seen<'_>; 2]) -> Option<f64> {
        let seat = self.teams.first().map(|(team, _)| *team)?;
        let of = |(game, team): &Seen<'_>| match team {
            Some(team) => game.points(*team),
            None => game.points(seat).map(|points| 1.0 - points),
        };
        Some(f64::midpoint(of(&pair[0])?, of(&pair[1])?))
    }

    fn pairing(&self, [a, b]: [&String; 2], pairs: &[[Seen<'_>; 2]]) -> Pairing {
        let games = 2 * pairs.len() as u64;
        let scores: Vec<f64> = pairs.iter().filter_map(|pair| self.score(pair)).collect();
        let sides: Vec<SideScore> =
            self.teams.iter().map(|(team, side)| Self::side(*team, side, pairs)).collect();
        let all = || pairs.iter().flatten();
        let ended = |(game, _): &&Seen<'_>| game.ending.is_some() && game.fault.is_none();
        let drawn = |(game, _): &&Seen<'_>| game.ending.as_ref().is_some_and(|e| e.winner.is_none());
        let score = (!scores.is_empty()).then(|| mean(&scores));
        let [score_low, score_high] = score_interval(&scores);
        let bound = |end: f64| score.map(|_| elo_bound(end, 2 * scores.len() as u64));
        let difference = |score: f64| [score, score_low, score_high].map(|score| 2.0 * score - 1.0);
        Pairing {
            a: a.clone(),
            b: b.clone(),
            games,
            a_wins: sides.iter().map(|side| side.a.wins).sum(),
            b_wins: sides.iter().map(|side| side.b.wins).sum(),
            draws: all().filter(ended).filter(drawn).count() as u64,
            broken: games - all().filter(ended).count() as u64,
            elo: score.and_then(elo),
            elo_low: bound(score_low),
            elo_high: bound(score_high),
            pairs: scores.len() as u64,
            score,
            score_low,
            score_high,
            difference: score.filter(|_| self.mode == Mode::SameSeat).map(difference),
            sides,
        }
    }

    /// How a team fared, and with which bot.
    fn side(team: TeamId, side: &str, pairs: &[[Seen<'_>; 2]]) -> SideScore {
        let (mut counts, mut wins) = ([0; 2], [0; 2]);
        for (game, own) in pairs.iter().flatten() {
            let Some(points) = game.points(team) else { continue };
            let who = usize::from(*own != Some(team));
            counts[who] += 1;
            wins[who] += u64::from(points >= 1.0);
        }
        let all = Rate::of(wins[0] + wins[1], counts[0] + counts[1]);
        SideScore {
            side: side.to_owned(),
            games: all.games,
            wins: all.wins,
            low: all.low,
            high: all.high,
            a: Rate::of(wins[0], counts[0]),
            b: Rate::of(wins[1], counts[1]),
        }
    }
}

/// How many games a duel has, if it can be played at all.
pub fn games_of(starter: &dyn Starter, duel: &Duel) -> Result<u64, LabError> {
    let sample = starter.start(duel.seed)?;
    let teams = check(duel, sample.as_ref())?;
    let (bots, seeds) = (duel.bots.len() as u64, duel.games.div_ceil(2));
    Ok(seeds * if teams.len() < 2 { bots } else { bots * (bots - 1) })
}
