//! Who wins how often, and how it ends: `greedy` (the pilot of this crate) and `random`, without logs and on one thread.
//!
//! ```sh
//! cargo run --release -p victory --example sides -- SCENARIO greedy,random 200 1918 [VARIANT|-] [OPTION=VALUE …]
//! ```
//!
//! `content=DIR` among the options takes the component files of a folder: what another figure would do.

use std::collections::BTreeMap;
use std::sync::Arc;
use table::{Dice, Game, Memory, SetupRequest, Sink, TeamId};
use victory::{Content, State};

/// Wins in per cent with the 95 % interval (Wilson).
fn share(wins: u32, games: u64) -> String {
    let (n, p, z) = (games as f64, f64::from(wins) / games as f64, 1.96_f64);
    let middle = (p + z * z / (2.0 * n)) / (1.0 + z * z / n);
    let half = z * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt() / (1.0 + z * z / n);
    format!(
        "{:.1} ({:.1}–{:.1})",
        100.0 * p,
        100.0 * (middle - half).max(0.0),
        100.0 * (middle + half).min(1.0)
    )
}

/// The components in a folder.
fn read(dir: &str) -> Arc<Content> {
    let entries = std::fs::read_dir(dir).expect("a folder").map(|entry| entry.expect("a file").path());
    let files: Vec<(String, String)> = entries
        .filter(|path| path.extension().is_some_and(|e| e == "toml"))
        .map(|path| {
            let name = path.file_name().expect("a name").to_string_lossy();
            (format!("victory/{name}"), std::fs::read_to_string(&path).expect("a text"))
        })
        .collect();
    let files: Vec<(&str, &str)> = files.iter().map(|(n, t)| (n.as_str(), t.as_str())).collect();
    Arc::new(Content::parse(&files).unwrap_or_else(|e| panic!("{e}")))
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [scenario, players, games, seed, more @ ..] = words.as_slice() else {
        eprintln!("sides SCENARIO greedy,random GAMES SEED [VARIANT|-] [OPTION=VALUE …]");
        std::process::exit(2);
    };
    let (Ok(games), Ok(seed)) = (games.parse::<u64>(), seed.parse::<u64>()) else {
        eprintln!("games and seed are numbers");
        std::process::exit(2);
    };
    let (folder, options): (Vec<_>, Vec<_>) =
        more.iter().skip(1).filter_map(|o| o.split_once('=')).partition(|(key, _)| *key == "content");
    let request = SetupRequest {
        scenario: scenario.clone(),
        variant: more.first().filter(|v| *v != "-").cloned(),
        options: options.into_iter().map(|(k, v)| (k.to_owned(), v.to_owned())).collect(),
    };
    let content = folder.first().map_or_else(Content::built_in, |(_, dir)| read(dir));
    let setup = State::resolve(&content, &request).expect("a set-up");
    let thinks: Vec<bool> = players.split(',').map(|p| p == "greedy").collect();
    let (mut wins, mut rounds, mut endings) = ([0_u32; 3], 0, BTreeMap::<&str, u32>::new());
    for game in 0..games {
        let seed = seed * 1000 + game;
        let (mut sink, mut dice) = (Sink::off(), Dice::derive(seed, 1));
        let mut state = State::begin(&content, &setup, seed, &mut sink).expect("a match");
        let mut minds = [Memory::default(), Memory::default()];
        let mut prompts = Vec::new();
        while !state.is_over() {
            prompts.clear();
            state.prompts(&mut prompts);
            let prompt = prompts[0];
            let seat = prompt.seat.index();
            let order = if thinks.get(seat).copied().unwrap_or(false) {
                let advice = state.advise(&prompt, &mut minds[seat], &mut dice).expect("advice");
                state.option(&prompt, advice.option)
            } else {
                state.draw(&prompt, &mut dice).expect("an order")
            };
            state.apply(prompt.seat, &order, &mut sink);
        }
        let outcome = state.outcome().expect("it is over");
        wins[outcome.winner.map_or(2, |TeamId(team)| usize::from(team))] += 1;
        rounds += state.turn();
        *endings.entry(outcome.how).or_default() += 1;
    }
    println!(
        "| {scenario} {} | `{players}` | {} | {} | {:.1} | {:.1} |",
        request.variant.unwrap_or_default(),
        share(wins[0], games),
        share(wins[1], games),
        100.0 * f64::from(wins[2]) / games as f64,
        f64::from(rounds) / games as f64,
    );
    for (how, n) in endings {
        println!("    {n} {how}");
    }
}
