//! How battles of Tripods & Hussars end: wins by side and grade, and how often what scores has happened.
//!
//! ```sh
//! cargo run --release -p bots --example battles -- weybridge greedy,greedy 300 1918
//! cargo run --release -p bots --example battles -- london greedy,random 300 1918 content=my-content hidden_stands=false
//! ```
//!
//! Martians are named first. A folder takes the place of those built-in component files that it holds, as `heatray --content`
//! does; every other word with an equals sign is an option of the set-up. With `games=` each game is a line of figures, too, with
//! `tale=` what happened is told. The player `counsel` follows the game's counsel at once, where the levels of the search begin.

use std::collections::BTreeMap;
use std::error::Error;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bots::{Bot, Desk};
use hussars::{Content, State};
use table::face::AnyMatch;
use table::{Dice, Game, Match, Memory, SetupRequest, Viewer};

/// Orders after which a battle is given up: none is that long.
const ENDLESS: usize = 50_000;

/// Who follows the game's counsel at once: nothing is searched.
struct Counsel {
    dice: Dice,
    memory: Memory,
    /// Its decisions, the time that they took and the slowest of them.
    asked: (u32, Duration, Duration),
}

impl Counsel {
    fn new(seed: u64) -> Self {
        Self { dice: Dice::derive(seed, 0x0c04_e5e1), memory: Memory::default(), asked: Default::default() }
    }
}

impl Bot for Counsel {
    fn name(&self) -> &'static str {
        "counsel"
    }

    fn choose(&mut self, desk: &Desk<'_>, prompt: usize) -> usize {
        if desk.options(prompt) < 2 {
            return 0;
        }
        let begun = Instant::now();
        let world = desk.imagine(&mut self.dice);
        let there = world.owed_by(desk.seat());
        let counsel = there.and_then(|there| world.counsel(there, &mut self.memory, &mut self.dice));
        let (took, (decisions, all, slowest)) = (begun.elapsed(), self.asked);
        self.asked = (decisions + 1, all + took, slowest.max(took));
        counsel.map_or(0, |counsel| counsel.option)
    }

    fn why(&self) -> Option<String> {
        let (decisions, all, slowest) = self.asked;
        Some(format!("{decisions} decisions, {:?} each, {slowest:?} at most", all / decisions.max(1)))
    }
}

fn player(name: &str, seed: u64) -> Result<Box<dyn Bot>, bots::UnknownBot> {
    if name == "counsel" { Ok(Box::new(Counsel::new(seed))) } else { bots::by_name(name, seed) }
}

#[derive(Default)]
struct Tally {
    each: bool,
    tale: bool,
    games: u64,
    turns: u64,
    /// By winner (none: a draw) and grade.
    ends: BTreeMap<(Option<u8>, String), u64>,
    points: [u64; 2],
    /// Of each score of the scenario: how often it happened, in all.
    feats: Vec<u64>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let (mut words, mut options, mut content) = (Vec::new(), BTreeMap::new(), Content::built_in());
    let (mut each, mut tale) = (false, false);
    for arg in std::env::args().skip(1) {
        match arg.split_once('=') {
            Some(("content", folder)) => content = Arc::new(read(Path::new(folder))?),
            Some(("games", _)) => each = true,
            Some(("tale", _)) => tale = true,
            Some((key, value)) => {
                options.insert(key.to_owned(), value.to_owned());
            }
            None => words.push(arg),
        }
    }
    let word = |n: usize, otherwise: &str| words.get(n).cloned().unwrap_or_else(|| otherwise.to_owned());
    let (scenario, players) = (word(0, "weybridge"), word(1, "greedy,greedy"));
    let (games, seed): (u64, u64) = (word(2, "100").parse()?, word(3, "1918").parse()?);
    let players: Vec<&str> = players.split(',').collect();
    let request = SetupRequest { scenario: scenario.clone(), variant: None, options };
    let mut tally = Tally { each, tale, ..Tally::default() };
    for index in 0..games {
        tally.play(&content, &request, &players, Dice::derive(seed, index).next_u64())?;
    }
    tally.print(&content, &scenario, &players);
    Ok(())
}

impl Tally {
    fn play(
        &mut self,
        content: &Arc<Content>,
        request: &SetupRequest,
        players: &[&str],
        seed: u64,
    ) -> Result<(), Box<dyn Error>> {
        let mut game = Match::<State>::new(content, request, seed)?;
        let seats = players.iter().zip(0..);
        let mut bots = seats
            .map(|(name, seat)| player(name, Dice::derive(seed, 100 + seat).next_u64()))
            .collect::<Result<Vec<_>, _>>()?;
        for _ in 0..ENDLESS {
            let Some((prompt, seat)) = game.owed() else { break };
            let bot = bots.get_mut(usize::from(seat.0)).ok_or("a player is missing")?;
            if !bots::answer(bot.as_mut(), &mut game, prompt, seat) {
                return Err(format!("seed {seed}: nothing answers").into());
            }
        }
        let state = game.state();
        let end = state.outcome().ok_or_else(|| format!("seed {seed}: it does not end"))?;
        let scores = state.scores();
        let scored: &[_] = content.scenario(&request.scenario).map_or(&[], |s| &s.scores);
        let feats: Vec<u64> = scored.iter().map(|s| u64::from(state.feats(s))).collect();
        if self.each {
            println!("{} {} {feats:?} turn {}", scores[0], scores[1], state.turn());
            for (bot, name) in bots.iter().zip(players).filter(|(_, name)| **name == "counsel") {
                println!("  {name}: {}", bot.why().unwrap_or_default());
            }
        }
        if self.tale {
            for (event, turn) in game.events().iter().zip(game.event_turns()) {
                if let Some(what) = event.seen_by(Viewer::Umpire) {
                    println!("{turn} {} {}", event.rule.0, state.tell(what));
                }
            }
        }
        self.games += 1;
        self.turns += u64::from(state.turn());
        *self.ends.entry((end.winner.map(|team| team.0), end.grade.unwrap_or_default())).or_default() += 1;
        self.points = [self.points[0] + u64::from(scores[0]), self.points[1] + u64::from(scores[1])];
        self.feats.resize(feats.len(), 0);
        for (sum, n) in self.feats.iter_mut().zip(feats) {
            *sum += n;
        }
        Ok(())
    }

    fn print(&self, content: &Content, scenario: &str, players: &[&str]) {
        let games = self.games.max(1) as f64;
        let mean = |n: u64| n as f64 / games;
        println!("{scenario} {}: {} games, {:.1} turns", players.join(","), self.games, mean(self.turns));
        for (side, name) in [(Some(0), "Martians"), (Some(1), "Humans"), (None, "nobody")] {
            let of = self.ends.iter().filter(|((winner, _), _)| *winner == side);
            let won: u64 = of.clone().map(|(_, n)| n).sum();
            let (low, high) = wilson(won as f64, games);
            let grades: Vec<String> = of.map(|((_, how), n)| format!("{how} {n}")).collect();
            println!("  {name}: {:.1} ({low:.1} to {high:.1})  {}", 100.0 * mean(won), grades.join(", "));
        }
        println!("  points {:.1} : {:.1}", mean(self.points[0]), mean(self.points[1]));
        if let Some(scenario) = content.scenario(scenario) {
            for (score, n) in scenario.scores.iter().zip(&self.feats) {
                println!(
                    "    {:?} {:?} x {}/{}: {:.2}",
                    score.side,
                    score.feat,
                    score.vp,
                    score.per,
                    mean(*n)
                );
            }
        }
    }
}

/// The 95 per cent interval of a share, in per cent.
fn wilson(won: f64, games: f64) -> (f64, f64) {
    let (z, p) = (1.96_f64, won / games);
    let middle = p + z * z / (2.0 * games);
    let half = z * (p * (1.0 - p) / games + z * z / (4.0 * games * games)).sqrt();
    let whole = 1.0 + z * z / games;
    (100.0 * ((middle - half) / whole).max(0.0), 100.0 * ((middle + half) / whole).min(1.0))
}

fn read(folder: &Path) -> Result<Content, Box<dyn Error>> {
    let mut files: Vec<(&str, String)> = Vec::new();
    for (name, built_in) in hussars::content::BUILT_IN {
        let path = folder.join(name);
        let own = path.exists().then(|| std::fs::read_to_string(&path)).transpose()?;
        files.push((name, own.unwrap_or_else(|| (*built_in).to_owned())));
    }
    let pairs: Vec<(&str, &str)> = files.iter().map(|(name, text)| (*name, text.as_str())).collect();
    Content::parse(&pairs).map_err(|e| format!("{}:{}: {}", e.file, e.line, e.why).into())
}
