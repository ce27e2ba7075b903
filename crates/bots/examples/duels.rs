//! Two bots against each other in Tripods & Triplanes: the same seeds with sides swapped, quick set-up.
//!
//! ```sh
//! cargo run --release -p bots --example duels -- simple-battle,first-contact veteran greedy 20
//! cargo run --release -p bots --example duels -- simple-battle seer greedy 20 earthlings
//! ```
//!
//! `seer` cheats: it sees the sealed cards of the other side before it lays its own, and takes what looks best at the end of the
//! turn. It tells what guessing the other's cards costs; it does not look farther, so it is no bound on what could be won. A
//! word more leaves the first bot on one side (`both` for both), and a number behind it takes other seeds.

use bots::{Bot, GreedyBot};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::error::Error;
use std::time::Instant;
use table::face::{AnyGame, AnyMatch, Shelved, Starter};
use table::{Breadth, Dice, SeatId, SetupRequest};
use triplanes::{Content, State};

/// Orders after which a battle is given up: none is that long.
const ENDLESS: usize = 20_000;
const SEER: &str = "seer";
/// Futures in which a seer tries each of its options.
const FUTURES: u64 = 24;
const LOOK: Breadth = Breadth { options: 96, strays: 16 };

struct Played {
    side: u8,
    winner: Option<u8>,
    turns: u32,
    how: &'static str,
    /// The dearest decision of the first bot, in milliseconds.
    slowest: u128,
}

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let word = |n: usize, otherwise: &str| words.get(n).cloned().unwrap_or_else(|| otherwise.to_owned());
    let (first, second, games) = (word(1, "veteran"), word(2, "greedy"), word(3, "20").parse::<u64>()?);
    let sides: &[u8] = match word(4, "both").as_str() {
        "earthlings" => &[0],
        "martians" => &[1],
        _ => &[0, 1],
    };
    let seed = word(5, "1918").parse::<u64>()?;
    // Each game has a thread already.
    bots::use_threads(1);
    for scenario in word(0, "simple-battle").split(',') {
        let request = SetupRequest::of(scenario, &[("setup", "quick")]);
        let starter = Shelved::<State>::new(Content::built_in()).starter(&request)?;
        let jobs: Vec<(u64, u8)> =
            (0..games).flat_map(|game| sides.iter().map(move |s| (game, *s))).collect();
        let played = jobs
            .par_iter()
            .map(|(game, side)| play(starter.as_ref(), [&first, &second], seed, *game, *side))
            .collect::<Result<Vec<_>, String>>()?;
        print(scenario, [&first, &second], sides, &played);
    }
    Ok(())
}

fn play(starter: &dyn Starter, names: [&str; 2], seed: u64, game: u64, side: u8) -> Result<Played, String> {
    let seed = Dice::derive(seed, game).next_u64();
    let mut game = starter.start(seed).map_err(|e| e.to_string())?;
    let mut chance = Dice::derive(seed, 99);
    let seats = game.seats().to_vec();
    let name = |seat: SeatId| names[usize::from(seats[seat.index()].team.0 != side)];
    let mut bots = Vec::new();
    for seat in &seats {
        let seed = Dice::derive(seed, 1 + seat.id.index() as u64).next_u64();
        let bot: Box<dyn Bot> = match name(seat.id) {
            SEER => Box::new(GreedyBot::new(seed)),
            name => bots::by_name(name, seed).map_err(|e| e.to_string())?,
        };
        bots.push(bot);
    }
    let mut slowest = 0;
    for _ in 0..ENDLESS {
        // Who sees everything decides last.
        let owed = game.all_owed();
        let Some((prompt, seat)) = owed.iter().find(|(_, s)| name(*s) != SEER).or(owed.first()).copied()
        else {
            break;
        };
        if name(seat) == SEER && game.is_sealed() {
            let option = foreseen(game.as_ref(), prompt, &mut chance);
            game.choose(prompt, option);
            continue;
        }
        let began = Instant::now();
        if !bots::answer(bots[seat.index()].as_mut(), game.as_mut(), prompt, seat) {
            return Err(format!("seed {seed}: nothing answers"));
        }
        if seats[seat.index()].team.0 == side {
            slowest = slowest.max(began.elapsed().as_millis());
        }
    }
    let outcome = game.outcome();
    let how = outcome.as_ref().map_or("unfinished", |o| o.how);
    Ok(Played { side, winner: outcome.and_then(|o| o.winner).map(|t| t.0), turns: game.turn(), how, slowest })
}

/// The option that looks best at the end of the turn, in the true match with other dice.
fn foreseen(game: &dyn AnyMatch, prompt: usize, chance: &mut Dice) -> usize {
    let futures: Vec<_> = (0..FUTURES)
        .map(|_| {
            let mut future = game.still();
            future.reroll(chance.next_u64());
            (future, Dice::new(chance.next_u64()))
        })
        .collect();
    let worth = |option: usize| -> f64 {
        let ends = futures.iter().filter_map(|(g, dice)| g.rehearse(prompt, option, 1, &mut dice.clone()));
        ends.map(|end| end.value).sum()
    };
    let rated = game.candidates(prompt, LOOK, chance).into_iter().map(|option| (worth(option), option));
    rated.max_by(|a, b| a.0.total_cmp(&b.0)).map_or(0, |(_, option)| option)
}

fn print(scenario: &str, names: [&str; 2], sides: &[u8], played: &[Played]) {
    let score = |of: &[&Played]| {
        let won = of.iter().filter(|p| p.winner == Some(p.side)).count() as f64;
        let drawn = of.iter().filter(|p| p.winner.is_none()).count() as f64;
        (won, drawn, 100.0 * (won + drawn / 2.0) / of.len().max(1) as f64)
    };
    let all: Vec<&Played> = played.iter().collect();
    let slowest = played.iter().map(|p| p.slowest).max().unwrap_or(0);
    let (won, drawn, share) = score(&all);
    println!(
        "{scenario}: {} against {}: {won} won, {drawn} drawn of {}: {share:.0} %",
        names[0],
        names[1],
        all.len()
    );
    for side in sides {
        let of: Vec<&Played> = played.iter().filter(|p| p.side == *side).collect();
        let ((won, drawn, share), turns) = (score(&of), of.iter().map(|p| p.turns).sum::<u32>());
        let turns = f64::from(turns) / of.len().max(1) as f64;
        let name = if *side == 0 { "Earthlings" } else { "Martians" };
        println!("  as {name}: {won} won, {drawn} drawn of {}: {share:.0} %, {turns:.1} turns", of.len());
    }
    let mut hows: BTreeMap<&str, u32> = BTreeMap::new();
    for p in played {
        *hows.entry(p.how).or_default() += 1;
    }
    println!("  {hows:?}; slowest decision {slowest} ms");
}
