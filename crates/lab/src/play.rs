//! One game of a batch.

use crate::batch::Batch;
use bots::{Bot, Desk, UnknownBot};
use serde::Serialize;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use table::face::{AnyMatch, Starter};
use table::{Dice, Seat, SeatId, StateHash, TeamId};

/// The seed of one game of a batch.
pub fn game_seed(batch_seed: u64, index: u64) -> u64 {
    Dice::derive(batch_seed, index).next_u64()
}

/// How a game broke.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
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

#[derive(Clone, Debug)]
pub(crate) struct Played {
    pub hash: StateHash,
    pub orders: u64,
    pub turns: u32,
    pub ending: Ending,
    /// Whether the log replayed to the same state; `None` if nobody looked.
    pub verified: Option<bool>,
    pub fault: Option<Fault>,
}

#[derive(Clone, Debug)]
pub(crate) enum Ending {
    Over { winner: Option<TeamId>, winner_name: Option<String>, grade: Option<String>, how: &'static str },
    Broken,
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

/// Plays until nobody owes a decision. `Err` is the fault.
fn play_on(game: &mut dyn AnyMatch, bots: &mut [Box<dyn Bot>], max_orders: u64) -> Result<(), FaultKind> {
    let mut orders = 0;
    while let Some((prompt, seat)) = game.owed() {
        if orders == max_orders {
            return Err(FaultKind::Endless);
        }
        if !bots::answer(bots[seat.index()].as_mut(), game, prompt, seat) {
            return Err(FaultKind::DeadEnd);
        }
        orders += 1;
    }
    Ok(())
}

pub(crate) fn play(starter: &dyn Starter, batch: &Batch, index: u64) -> Played {
    let seed = game_seed(batch.seed, index);
    let mut game = None;
    let result = catch_unwind(AssertUnwindSafe(|| play_into(starter, batch, seed, &mut game)));
    let broken = |kind, message: String| {
        // The orders are whole even where the state is not: an order is written down after it was carried out.
        let (orders, turn) = game.as_deref().map_or((0, 0), |g: &dyn AnyMatch| (g.orders() as u64, g.turn()));
        Fault { kind, index, seed, orders, turn, message }
    };
    let mut played = match result {
        Ok(Ok(played)) => played,
        Ok(Err((kind, message))) => nothing(broken(kind, message)),
        Err(panic) => nothing(broken(FaultKind::Crash, message_of(&*panic))),
    };
    if let Some(fault) = &mut played.fault {
        (fault.index, fault.seed) = (index, seed);
    }
    played
}

fn nothing(fault: Fault) -> Played {
    Played {
        hash: StateHash(0),
        orders: fault.orders,
        turns: fault.turn,
        ending: Ending::Broken,
        verified: None,
        fault: Some(fault),
    }
}

fn message_of(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("a panic without a message").to_owned()
}

/// Leaves the match in `slot`, so that a crash does not take its orders along.
fn play_into(
    starter: &dyn Starter,
    batch: &Batch,
    seed: u64,
    slot: &mut Option<Box<dyn AnyMatch>>,
) -> Result<Played, (FaultKind, String)> {
    let crash = |message: String| (FaultKind::Crash, message);
    let game = slot.insert(starter.start(seed).map_err(|e| crash(e.to_string()))?);
    let mut bots = seat_bots(&batch.bots, game.seats(), seed).map_err(|e| crash(e.to_string()))?;
    let end = play_on(game.as_mut(), &mut bots, batch.max_orders);
    let outcome = game.outcome();
    let fault = |kind, message: String| Fault {
        kind,
        index: 0,
        seed,
        orders: game.orders() as u64,
        turn: game.turn(),
        message,
    };
    let mut found = match (end, &outcome) {
        (Err(FaultKind::Endless), _) => {
            Some(fault(FaultKind::Endless, format!("not over after {} orders", batch.max_orders)))
        }
        (Err(kind), _) => Some(fault(kind, "the decision that is owed has no legal order".to_owned())),
        (Ok(()), None) => {
            Some(fault(FaultKind::DeadEnd, "nobody owes a decision, and the match is not over".to_owned()))
        }
        (Ok(()), Some(_)) => None,
    };
    let hash = game.hash();
    let mut verified = None;
    if batch.verify {
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
    let ending = match outcome {
        Some(o) => Ending::Over { winner: o.winner, winner_name: o.winner_name, grade: o.grade, how: o.how },
        None => Ending::Broken,
    };
    Ok(Played { hash, orders: game.orders() as u64, turns: game.turn(), ending, verified, fault: found })
}

/// The log of one game of a batch; of a game that broke, the orders before it broke.
pub fn log_of(starter: &dyn Starter, batch: &Batch, index: u64) -> Result<String, String> {
    let seed = game_seed(batch.seed, index);
    let unverified = Batch { verify: false, ..batch.clone() };
    let mut game = None;
    let result = catch_unwind(AssertUnwindSafe(|| play_into(starter, &unverified, seed, &mut game)));
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
