//! What is seen to when a table is laid, wherever that is.

use crate::failure::misplaced;
use crate::wire::{FailureBody, SetupWish, Sitting};
use table::face::{AnyGame, AnyMatch};
use table::log;

/// The bot that plays on for a person who leaves.
pub fn substitute() -> &'static str {
    bots::KNOWN.iter().find(|id| **id == "greedy").or(bots::KNOWN.last()).copied().unwrap_or("random")
}

/// The seats that somebody gave to `automated` are part of the set-up. Where he filled the seats that the procedure
/// would play with somebody else, it stays away.
pub fn name_automated(game: &dyn AnyGame, setup: &mut SetupWish, sittings: &[Sitting]) {
    let Some(team) = game.procedure() else { return };
    if setup.options.contains_key(bots::AUTOMATED) {
        return;
    }
    let is_automated = |sitting: &Sitting| matches!(sitting, Sitting::Bot { bot } if bot == bots::AUTOMATED);
    let seats: Vec<String> = (0..sittings.len())
        .filter(|seat| is_automated(&sittings[*seat]))
        .map(|seat| seat.to_string())
        .collect();
    let info = game.scenarios().into_iter().find(|s| s.id == setup.scenario);
    let first = info.and_then(|s| s.seats.iter().position(|seat| seat.team == team));
    if !seats.is_empty() {
        setup.options.insert(bots::AUTOMATED.to_owned(), seats.join(","));
    } else if first.is_some_and(|first| sittings.len() > first) {
        setup.options.insert(bots::AUTOMATED.to_owned(), "off".to_owned());
    }
}

/// Whoever the form names, the procedure sits where the match says so, and nowhere else.
pub fn seat_procedure(play: &dyn AnyMatch, sittings: &mut Vec<Sitting>) -> Result<(), FailureBody> {
    for (index, seat) in play.seats().iter().enumerate() {
        let itself = play.plays_itself(seat.id);
        let named = matches!(sittings.get(index), Some(Sitting::Bot { bot }) if bot == bots::AUTOMATED);
        if named && !itself {
            let why = format!("{} is no seat that plays by itself in this match", seat.name);
            return Err(misplaced(format!("seats.{index}"), why));
        }
        if itself {
            let missing = (index + 1).saturating_sub(sittings.len());
            sittings.extend((0..missing).map(|_| Sitting::Open {}));
            sittings[index] = Sitting::Bot { bot: bots::AUTOMATED.to_owned() };
        }
    }
    Ok(())
}

/// What is said of a stored match whose base is not played again.
pub fn why_not(game: &dyn AnyGame, base: &str) -> String {
    match log::header_of(base) {
        Some(header) if header.rules != game.rules() => {
            format!("Played under rules version {}; now {}.", header.rules, game.rules())
        }
        Some(header) if header.content != game.content() => {
            "Played with components that are not here any more.".to_owned()
        }
        _ => "The stored match and today's rules differ.".to_owned(),
    }
}

/// The same of one whose steps lead elsewhere: by which of them, if it was not there from the beginning.
pub fn differs_at(step: Option<usize>) -> String {
    // People count from one.
    let place = step.map_or_else(|| "At its beginning".to_owned(), |step| format!("Step {}", step + 1));
    format!("{place}: the stored match and today's rules differ.")
}
