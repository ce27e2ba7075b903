//! `heatray games`: what can be played.

use super::rules::wrapped;
use crate::shelf::Shelf;
use anyhow::Result;
use serde_json::{Value, json};
use std::io::Write;

pub const EXAMPLES: &str = "\
Examples:
  heatray games
  heatray games --json";

#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// Prints a JSON array
    #[arg(long)]
    pub json: bool,
}

/// All games with their scenarios.
pub fn games_json(shelf: &Shelf) -> Value {
    let game = |g: &dyn table::face::AnyGame| json!({ "game": g.id(), "title": g.title(), "kind": g.kind(), "scenarios": g.scenarios() });
    shelf.games().map(game).collect()
}

pub fn run(shelf: &Shelf, args: &Args, out: &mut dyn Write) -> Result<bool> {
    if args.json {
        writeln!(out, "{}", games_json(shelf))?;
        return Ok(true);
    }
    for game in shelf.games() {
        writeln!(out, "{}  {}", game.id(), game.title())?;
        for scenario in game.scenarios() {
            writeln!(out, "\n  {}  {}", scenario.id, scenario.title)?;
            writeln!(out, "    {}", scenario.about)?;
            let seats: Vec<String> =
                scenario.seats.iter().map(|s| format!("{} {} ({})", s.seat.0, s.name, s.team)).collect();
            writeln!(out, "    seats: {}", seats.join(", "))?;
            if !scenario.variants.is_empty() {
                writeln!(out, "    variants: {}", scenario.variants.join(", "))?;
            }
            for option in &scenario.options {
                writeln!(out, "    --option {}={}", option.id, option.default)?;
                writeln!(out, "{}", wrapped(&format!("{}; {}", option.about, option.expects), "        "))?;
            }
        }
    }
    writeln!(out, "\nWhat next: heatray demo --scenario bring-proof --seed 7")?;
    Ok(true)
}
