//! `heatray games`: what can be played.

use super::rules::wrapped;
use ::games::Shelf;
use anyhow::Result;
use serde_json::{Value, json};
use std::io::Write;
use table::{ExtraInfo, ListInfo, RowInfo};

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
                for list in &option.lists {
                    write_list(list, out)?;
                }
            }
        }
    }
    writeln!(out, "\nWhat next: heatray demo --scenario bring-proof --seed 7")?;
    Ok(true)
}

/// What a list may hold: the words for its rows, and what can be said of each after a plus sign.
fn write_list(list: &ListInfo, out: &mut dyn Write) -> Result<()> {
    if let Some(variant) = &list.variant {
        writeln!(out, "        with the variant {variant}:")?;
    }
    let more = list.more.iter().map(|row| ("any", row));
    let numbers: Vec<String> = (1..=list.rows.len()).map(|n| n.to_string()).collect();
    let rows: Vec<(&str, &RowInfo)> = match &list.more {
        Some(_) => more.collect(),
        None => numbers.iter().map(String::as_str).zip(&list.rows).collect(),
    };
    for (number, row) in rows {
        let words: Vec<&str> = row.choices.iter().map(|c| c.word.as_str()).collect();
        let given =
            if row.given.is_empty() { String::new() } else { format!("; has {}", row.given.join(", ")) };
        let line = format!("{number}: {}{given}", words.join(", "));
        writeln!(out, "{}", wrapped(&line, "          "))?;
    }
    let mut groups: Vec<&str> = list.extras.iter().map(|e| e.group.as_str()).collect();
    groups.dedup();
    for group in groups {
        let extra = |e: &ExtraInfo| {
            let count = if e.most > 1 { "[:number]" } else { "" };
            let when = e.when.as_ref().map(|w| format!(", with {w}")).unwrap_or_default();
            format!("+{}{count} ({}{when})", e.word, e.name)
        };
        let words: Vec<String> = list.extras.iter().filter(|e| e.group == group).map(extra).collect();
        writeln!(out, "{}", wrapped(&format!("{group}: {}", words.join(", ")), "          "))?;
    }
    Ok(())
}
