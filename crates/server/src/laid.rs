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

#[cfg(test)]
mod tests {
    use super::{differs_at, substitute, why_not};
    use table::{SetupRequest, StateHash};

    #[test]
    fn whoever_leaves_is_played_on_by_a_bot_that_knows_the_goal() {
        assert_eq!(substitute(), "greedy");
    }

    #[test]
    fn why_a_match_is_not_played_again_is_said_of_what_is_other() {
        let game = (games::EXAMPLES[0].plain)();
        let play = game.new_match(&SetupRequest::of("road", &[]), 7).expect("a match");
        let base = play.first(0);
        let (rules, content) = (format!("\"rules\":{}", game.rules()), game.content().to_string());
        let other_content = base.replace(&content, &StateHash(7).to_string());
        assert!(base.contains(&rules) && other_content != base, "{base}");
        let older = format!("Played under rules version 0; now {}.", game.rules());
        for (base, why) in [
            (base.clone(), "The stored match and today's rules differ."),
            (base.replace(&rules, "\"rules\":0"), older.as_str()),
            (other_content, "Played with components that are not here any more."),
            ("no log".to_owned(), "The stored match and today's rules differ."),
        ] {
            assert_eq!(why_not(game.as_ref(), &base), why, "{base}");
        }
    }

    #[test]
    fn steps_are_counted_from_one() {
        assert_eq!(differs_at(None), "At its beginning: the stored match and today's rules differ.");
        assert_eq!(differs_at(Some(0)), "Step 1: the stored match and today's rules differ.");
    }
}
