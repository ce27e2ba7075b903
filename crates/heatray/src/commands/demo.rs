//! `heatray demo`: a match between bots, told in words.

use super::{key_value, map, request};
use ::games::Shelf;
use anyhow::{Context, Result, bail};
use bots::Bot;
use std::io::Write;
use table::face::{AnyGame, AnyMatch};
use table::{Dice, Viewer};

pub const EXAMPLES: &str = "\
Examples:
  heatray demo
  heatray demo --seed 3
  heatray demo --scenario simple-battle --option earthlings=nieuport_16,nieuport_16";

/// A match with a bit of everything.
const SEED: u64 = 239;

/// No demo is that long; a match that is, has a fault.
const MOST_ORDERS: usize = 100_000;

#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// A game; `heatray games` lists them. Without it the first one that has the scenario
    #[arg(long)]
    pub game: Option<String>,
    /// A scenario of the game
    #[arg(long, default_value = "bring-proof")]
    pub scenario: String,
    /// A variant of the scenario
    #[arg(long)]
    pub variant: Option<String>,
    /// An option of the scenario; may be given several times
    #[arg(long = "option", value_name = "KEY=VALUE", value_parser = key_value)]
    pub options: Vec<(String, String)>,
    /// Another seed is another match
    #[arg(long, default_value_t = SEED)]
    pub seed: u64,
}

impl Default for Args {
    fn default() -> Self {
        Self {
            game: None,
            scenario: "bring-proof".to_owned(),
            variant: None,
            options: Vec::new(),
            seed: SEED,
        }
    }
}

pub fn run(shelf: &Shelf, args: &Args, out: &mut dyn Write) -> Result<bool> {
    let has = |game: &&dyn AnyGame| game.scenarios().iter().any(|s| s.id == args.scenario);
    let game = match &args.game {
        Some(id) => shelf.game(id)?,
        None => shelf.games().find(has).with_context(|| {
            let known: Vec<String> = shelf.games().flat_map(AnyGame::scenarios).map(|s| s.id).collect();
            format!("no scenario {:?}; expected one of {}", args.scenario, known.join(", "))
        })?,
    };
    let mut options = args.options.clone();
    let scenarios = game.scenarios();
    let scenario = scenarios.iter().find(|s| s.id == args.scenario);
    let can_be_quick = scenario.is_some_and(|s| s.options.iter().any(|o| o.id == "setup"));
    if can_be_quick && !options.iter().any(|(key, _)| key == "setup") {
        options.push(("setup".to_owned(), "quick".to_owned()));
    }
    let mut game = game.new_match(&request(&args.scenario, args.variant.as_ref(), &options), args.seed)?;
    let mut bots = (0..game.seats().len() as u64)
        .map(|seat| bots::by_name("random", Dice::derive(args.seed, 1 + seat).next_u64()))
        .collect::<Result<Vec<_>, _>>()?;
    let title = scenario.map_or(args.scenario.as_str(), |s| s.title.as_str());
    writeln!(out, "{title}: two bots that give any legal order; seed {}.", args.seed)?;
    if let Some(scenario) = scenario {
        writeln!(out, "{}", scenario.about)?;
    }
    play(game.as_mut(), &mut bots, out)?;
    writeln!(out, "\nWhat next:")?;
    writeln!(out, "  heatray demo --seed {}             another match", args.seed.wrapping_add(1))?;
    writeln!(out, "  heatray rules TT-PRF              the rules behind the codes")?;
    writeln!(out, "  heatray games                     what can be played, with all options")?;
    writeln!(out, "  heatray lab run triplanes bring-proof --games 1000    who wins, and how often")?;
    writeln!(out, "  heatray engine --help             play it from your own program")?;
    Ok(true)
}

fn play(game: &mut dyn AnyMatch, bots: &mut [Box<dyn Bot>], out: &mut dyn Write) -> Result<()> {
    let (mut told, mut turn) = (0, None);
    while let Some((prompt, seat)) = game.owed() {
        told = tell(game, told, out)?;
        if turn != Some(game.turn()) {
            turn = Some(game.turn());
            if let Some(map) = map::draw(&game.view(Viewer::Umpire)) {
                writeln!(out, "\n{map}")?;
            }
        }
        if game.orders() > MOST_ORDERS || !bots::answer(bots[seat.index()].as_mut(), game, prompt, seat) {
            bail!("the match can not go on; please report the seed");
        }
    }
    tell(game, told, out)?;
    if let Some(outcome) = game.outcome() {
        let winner =
            outcome.winner_name.map_or_else(|| "Nobody wins".to_owned(), |name| format!("The {name} win"));
        let grade = outcome.grade.map_or_else(String::new, |grade| format!(", {grade}"));
        writeln!(out, "\n{winner}{grade}: {} [{}].", outcome.how, outcome.rule)?;
    }
    Ok(())
}

/// Prints what happened since event number `from`; returns the number of the next one.
fn tell(game: &dyn AnyMatch, from: usize, out: &mut dyn Write) -> Result<usize> {
    let events = game.events(Viewer::Umpire, from);
    for event in &events {
        writeln!(out, "  {:<10}  {}", event.rule, event.text)?;
    }
    Ok(from + events.len())
}
