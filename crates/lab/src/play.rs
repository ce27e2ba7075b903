//! One game of a batch.

use crate::batch::Batch;
use bots::{Bot, Desk, UnknownBot};
use serde::{Deserialize, Serialize};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use table::face::{AnyMatch, Starter};
use table::{Dice, Luck, Seat, SeatId, StateHash, TeamId};

/// The seed of one game of a batch.
pub fn game_seed(batch_seed: u64, index: u64) -> u64 {
    Dice::derive(batch_seed, index).next_u64()
}

/// How a game broke.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FaultKind {
    /// The rules panicked, or refused to begin.
    Crash,
    /// The match is not over, and nobody has a legal order.
    DeadEnd,
    /// More orders than the batch allows.
    Endless,
    /// The log leads to another state than the game did.
    Mismatch,
}

impl FaultKind {
    pub fn name(self) -> &'static str {
        match self {
            Self::Crash => "crash",
            Self::DeadEnd => "dead end",
            Self::Endless => "endless game",
            Self::Mismatch => "replay mismatch",
        }
    }
}

/// A game that broke, and where to find it again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    pub kind: FaultKind,
    /// The game's number in the batch.
    pub index: u64,
    /// The game's own seed.
    pub seed: u64,
    /// Orders carried out before it broke.
    pub orders: u64,
    pub turn: u32,
    pub message: String,
}

/// One game to be played.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Job {
    /// Its number, by which it is found again.
    pub index: u64,
    pub seed: u64,
    /// Who plays: a name for each seat, or for each team.
    pub bots: Vec<String>,
    /// What the bot of each seat judges by; nobody's own where there is none.
    pub minds: Vec<Arc<[f64]>>,
}

/// What holds for every game of a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Terms {
    /// Replays each log and compares hashes.
    pub verify: bool,
    /// A game with more orders counts as endless.
    pub max_orders: u64,
    /// Looks at the appraisal turn by turn, and at what chance gave.
    pub watch: bool,
}

/// A game that was played, as a line of a journal tells it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Played {
    pub index: u64,
    pub seed: u64,
    /// None if it broke.
    pub ending: Option<Ending>,
    pub orders: u64,
    pub turns: u32,
    pub hash: StateHash,
    /// Whether the log replayed to the same state; `None` if nobody looked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verified: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<Fault>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub watched: Option<Watched>,
}

impl Played {
    /// What a game is worth to a team: 1 won, one half drawn; none if it broke.
    pub fn points(&self, team: TeamId) -> Option<f64> {
        let ending = self.ending.as_ref().filter(|_| self.fault.is_none())?;
        Some(match ending.winner {
            Some(winner) if winner == team => 1.0,
            Some(_) => 0.0,
            None => 0.5,
        })
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Ending {
    /// None is a draw.
    pub winner: Option<TeamId>,
    /// The winner as people call it.
    pub side: Option<String>,
    pub grade: Option<String>,
    pub how: String,
}

/// What somebody saw who watched a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Watched {
    /// What the table was worth to the team of seat 0 when half the turns were over; none without an opinion, and in a game
    /// of one turn.
    pub half: Option<f64>,
    /// What the throws of each side and kind came to.
    pub luck: Vec<Thrown>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Thrown {
    pub side: String,
    pub kind: String,
    pub came: i32,
}

/// The seats that these names give to the game's own procedure.
pub fn automated_seats(names: &[String], seats: &[Seat]) -> Vec<SeatId> {
    let automated = |seat: &&Seat| name_for(names, seats, seat) == bots::AUTOMATED;
    seats.iter().filter(automated).map(|seat| seat.id).collect()
}

/// Who plays a seat: by seat if there are enough names, else by team, and around again.
fn name_for<'a>(names: &'a [String], seats: &[Seat], seat: &Seat) -> &'a str {
    let by_seat = names.len() >= seats.len();
    let index = if by_seat { seat.id.index() } else { usize::from(seat.team.0) };
    names.get(index % names.len().max(1)).map_or("random", String::as_str)
}

/// Sits in a seat that the game's own procedure plays, and is never asked.
struct Nobody;

impl Bot for Nobody {
    fn name(&self) -> &'static str {
        bots::AUTOMATED
    }

    fn choose(&mut self, _desk: &Desk<'_>, _prompt: usize) -> usize {
        0
    }
}

/// A bot for each seat.
pub(crate) fn seat_bots(
    names: &[String],
    seats: &[Seat],
    game_seed: u64,
) -> Result<Vec<Box<dyn Bot>>, UnknownBot> {
    let bot = |seat: &Seat| {
        let name = name_for(names, seats, seat);
        if name == bots::AUTOMATED {
            return Ok(Box::new(Nobody) as Box<dyn Bot>);
        }
        bots::by_name(name, Dice::derive(game_seed, 1 + seat.id.index() as u64).next_u64())
    };
    seats.iter().map(bot).collect()
}

/// The appraisal at the beginning of each turn.
#[derive(Default)]
struct Course(Vec<f64>);

impl Course {
    fn look(&mut self, game: &dyn AnyMatch) {
        let turn = game.turn() as usize;
        if turn > self.0.len() {
            let Some(worth) = game.seats().first().and_then(|seat| game.appraise(seat.id)) else { return };
            // A turn in which nobody decided anything looked as the next one does.
            self.0.resize(turn, worth.value);
        }
    }

    /// How the table stood when half the turns were over.
    fn half(&self, turns: u32) -> Option<f64> {
        let half = turns as usize / 2;
        if half == 0 { None } else { self.0.get(half).copied() }
    }
}

/// Plays until nobody owes a decision. `Err` is the fault.
fn play_on(
    game: &mut dyn AnyMatch,
    bots: &mut [Box<dyn Bot>],
    minds: &[Arc<[f64]>],
    max_orders: u64,
    mut course: Option<&mut Course>,
) -> Result<(), FaultKind> {
    let (mut orders, mut judge) = (0, None);
    while let Some((prompt, seat)) = game.owed() {
        if orders == max_orders {
            return Err(FaultKind::Endless);
        }
        if let Some(course) = &mut course {
            course.look(game);
        }
        if let Some(values) = minds.get(seat.index()).filter(|_| judge != Some(seat)) {
            game.judge_by(values);
            judge = Some(seat);
        }
        if !bots::answer(bots[seat.index()].as_mut(), game, prompt, seat) {
            return Err(FaultKind::DeadEnd);
        }
        orders += 1;
    }
    Ok(())
}

pub(crate) fn play(starter: &dyn Starter, job: &Job, terms: Terms) -> Played {
    let mut game = None;
    let result = catch_unwind(AssertUnwindSafe(|| play_into(starter, job, terms, &mut game)));
    let broken = |kind, message: String| {
        // The orders are whole even where the state is not: an order is written down after it was carried out.
        let (orders, turn) = game.as_deref().map_or((0, 0), |g: &dyn AnyMatch| (g.orders() as u64, g.turn()));
        nothing(Fault { kind, index: job.index, seed: job.seed, orders, turn, message })
    };
    match result {
        Ok(Ok(played)) => played,
        Ok(Err((kind, message))) => broken(kind, message),
        Err(panic) => broken(FaultKind::Crash, message_of(&*panic)),
    }
}

fn nothing(fault: Fault) -> Played {
    Played {
        index: fault.index,
        seed: fault.seed,
        ending: None,
        orders: fault.orders,
        turns: fault.turn,
        hash: StateHash(0),
        verified: None,
        fault: Some(fault),
        watched: None,
    }
}

fn message_of(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("a panic without a message").to_owned()
}

/// Leaves the match in `slot`, so that a crash does not take its orders along.
fn play_into(
    starter: &dyn Starter,
    job: &Job,
    terms: Terms,
    slot: &mut Option<Box<dyn AnyMatch>>,
) -> Result<Played, (FaultKind, String)> {
    let crash = |message: String| (FaultKind::Crash, message);
    let Job { index, seed, bots, minds } = job;
    let (index, seed) = (*index, *seed);
    let begun = if terms.watch { starter.start_recorded(seed) } else { starter.start(seed) };
    let game = slot.insert(begun.map_err(|e| crash(e.to_string()))?);
    let mut bots = seat_bots(bots, game.seats(), seed).map_err(|e| crash(e.to_string()))?;
    let mut course = terms.watch.then(Course::default);
    let end = play_on(game.as_mut(), &mut bots, minds, terms.max_orders, course.as_mut());
    let outcome = game.outcome();
    let (orders, turns) = (game.orders() as u64, game.turn());
    let fault = |kind, message: String| Fault { kind, index, seed, orders, turn: turns, message };
    let mut found = match (end, &outcome) {
        (Err(FaultKind::Endless), _) => {
            Some(fault(FaultKind::Endless, format!("not over after {} orders", terms.max_orders)))
        }
        (Err(kind), _) => Some(fault(kind, "the decision that is owed has no legal order".to_owned())),
        (Ok(()), None) => {
            Some(fault(FaultKind::DeadEnd, "nobody owes a decision, and the match is not over".to_owned()))
        }
        (Ok(()), Some(_)) => None,
    };
    let hash = game.hash();
    let mut verified = None;
    if terms.verify {
        let replayed = game.replayed_hash();
        verified = Some(replayed.as_ref() == Ok(&hash));
        let message = match replayed {
            Ok(other) if other != hash => format!("the log leads to {other}, the game to {hash}"),
            Ok(_) => String::new(),
            Err(error) => error.to_string(),
        };
        if found.is_none() && !message.is_empty() {
            found = Some(fault(FaultKind::Mismatch, message));
        }
    }
    let came = |luck: Luck| Thrown { side: luck.side.into(), kind: luck.kind.into(), came: luck.came };
    let watched = course.map(|course| Watched {
        half: course.half(turns),
        luck: game.luck().into_iter().map(came).collect(),
    });
    let ending = outcome.map(|o| Ending {
        side: o.winner.map(|team| o.winner_name.unwrap_or_else(|| team_name(game.seats(), team))),
        winner: o.winner,
        grade: o.grade,
        how: o.how.to_owned(),
    });
    Ok(Played { index, seed, ending, orders, turns, hash, verified, fault: found, watched })
}

fn team_name(seats: &[Seat], team: TeamId) -> String {
    seats.iter().find(|s| s.team == team).map_or_else(|| format!("team {}", team.0), |s| s.team_name.clone())
}

/// The log of one game of a batch; of a game that broke, the orders before it broke.
pub fn log_of(starter: &dyn Starter, batch: &Batch, index: u64) -> Result<String, String> {
    let job = batch.job(index);
    let terms = Terms { verify: false, max_orders: batch.max_orders, watch: false };
    let mut game = None;
    let result = catch_unwind(AssertUnwindSafe(|| play_into(starter, &job, terms, &mut game)));
    let Some(game) = game else {
        return Err(match result {
            Ok(Err((_, message))) => message,
            Err(panic) => message_of(&*panic),
            Ok(Ok(_)) => "the game did not begin".to_owned(),
        });
    };
    let text = game.log_text();
    if result.is_ok() {
        return Ok(text);
    }
    // Without the last line: the hash of a state that is half changed proves nothing.
    let end = text.trim_end().rfind('\n').map_or(text.len(), |newline| newline + 1);
    Ok(text[..end].to_owned())
}
