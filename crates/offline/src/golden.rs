//! Matches that were played elsewhere, played again: the same orders lead to the same hashes on every machine.

use serde::Serialize;
use server::failure::{bad, misplaced};
use server::wire::FailureBody;
use std::collections::BTreeMap;
use table::face::AnyGame;
use table::{Dice, MatchLog, SetupRequest, Viewer};

/// More than any golden playthrough has.
const MOST: usize = 20_000;

/// Where a match led.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Replayed {
    /// The hash of the table at the beginning and after every order.
    pub hashes: Vec<String>,
    /// What was written down of the last one; none if nothing was.
    pub written: Option<String>,
}

/// Plays a log again, order by order.
pub fn replay_log(game: &dyn AnyGame, text: &str) -> Result<Replayed, FailureBody> {
    let log: MatchLog<serde_json::Value, serde_json::Value> = MatchLog::parse(text)?;
    if !log.rerolls.is_empty() {
        return Err(misplaced("log", "expected a log in which nobody went back"));
    }
    let mut play = game.load_log(text.lines().next().unwrap_or_default())?;
    let mut hashes = vec![play.hash().to_string()];
    for entry in &log.entries {
        play.order(entry.seat, &entry.order)?;
        hashes.push(play.hash().to_string());
    }
    Ok(Replayed { hashes, written: log.hash.map(|hash| hash.to_string()) })
}

/// Plays a golden playthrough again, by the same throws as `table::conformance` does.
pub fn replay_golden(game: &dyn AnyGame, text: &str) -> Result<Replayed, FailureBody> {
    let mut lines = text.lines();
    let (title, header) = (lines.next().unwrap_or_default(), lines.next().unwrap_or_default());
    let odd = |why| misplaced("text", why);
    let (_, asked) = title.split_once(": ").ok_or_else(|| odd("expected `TITLE: SCENARIO` in line 1"))?;
    let seed = header.rsplit_once("seed ").and_then(|(_, seed)| seed.parse().ok());
    let seed: u64 = seed.ok_or_else(|| odd("expected `seed N` at the end of line 2"))?;
    let mut words = asked.split(", ");
    let scenario = words.next().unwrap_or_default().to_owned();
    let (mut variant, mut options) = (None, BTreeMap::new());
    for word in words {
        match word.split_once('=') {
            Some((option, value)) => drop(options.insert(option.to_owned(), value.to_owned())),
            None => variant = Some(word.to_owned()),
        }
    }
    let mut play = game.new_match(&SetupRequest { scenario, variant, options }, seed)?;
    let mut dice = Dice::derive(seed, 1);
    let mut hashes = vec![play.hash().to_string()];
    while play.outcome().is_none() {
        let prompts = play.open(Viewer::Umpire);
        let (must, may): (Vec<usize>, Vec<usize>) = (0..prompts.len()).partition(|&n| prompts[n].must);
        if must.is_empty() || hashes.len() > MOST {
            return Err(bad("the match comes to no end"));
        }
        let from = if may.is_empty() || dice.below(8) > 0 { &must } else { &may };
        let prompt = from[dice.pick(from.len())];
        let option = dice.pick(prompts[prompt].options);
        play.choose(prompt, option);
        hashes.push(play.hash().to_string());
    }
    let written = text.lines().next_back().and_then(|line| line.strip_prefix("hash "));
    Ok(Replayed { hashes, written: written.map(str::to_owned) })
}
