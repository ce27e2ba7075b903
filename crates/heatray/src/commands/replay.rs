//! `heatray replay`: a match log, verified or told.

use super::viewer;
use ::games::Shelf;
use ::games::position::line_at;
use anyhow::{Context, Result, bail};
use serde_json::{Value, json};
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use table::face::ProofChecked;
use table::log::Entry;
use table::{LogError, MatchLog, Viewer};

pub const EXAMPLES: &str = "\
Examples:
  heatray replay game.jsonl
  heatray replay game.jsonl --seat 0
  heatray replay game.jsonl --verify --json

A log comes from `heatray lab run … --log 0=game.jsonl` or from the engine's op `log`. The exit
code is 1 if it can not be read, if an order is refused, or if it leads elsewhere than it says. Of a
log of other rules or other content the orders are shown as they are written.";

#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// A match log
    pub file: PathBuf,
    /// Only replays the orders, compares the final state with the log's hash, and checks its proof if it has one
    #[arg(long)]
    pub verify: bool,
    /// Prints one JSON object
    #[arg(long)]
    pub json: bool,
    /// Tells the match as this seat knows it: a number, spectator or umpire
    #[arg(long, value_parser = viewer, default_value = "umpire")]
    pub seat: Viewer,
}

pub fn run(shelf: &Shelf, args: &Args, out: &mut dyn Write) -> Result<bool> {
    let result = if args.verify { verify(shelf, args, out) } else { tell(shelf, args, out) };
    match result {
        Err(error) if args.json && error.downcast_ref::<std::io::Error>().is_none() => {
            let why = format!("{error:#}");
            writeln!(out, "{}", json!({ "orders": null, "hash": null, "ok": false, "error": why }))?;
            Ok(false)
        }
        other => other,
    }
}

fn read(shelf: &Shelf, args: &Args) -> Result<(String, String)> {
    let bytes = fs::read(&args.file).with_context(|| args.file.display().to_string())?;
    let file = || args.file.display().to_string();
    let text = String::from_utf8(bytes).map_err(|e| {
        let line = line_at(e.as_bytes(), e.utf8_error().valid_up_to());
        anyhow::anyhow!("{}: line {line}: expected UTF-8 text", file())
    })?;
    let game = table::log::game_of(&text).with_context(file)?;
    shelf.game(&game).with_context(file)?;
    Ok((game, text))
}

fn verify(shelf: &Shelf, args: &Args, out: &mut dyn Write) -> Result<bool> {
    let (game, text) = read(shelf, args)?;
    let verified = shelf.game(&game)?.verify_log(&text).with_context(|| args.file.display().to_string())?;
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&verified)?)?;
    } else if verified.ok {
        writeln!(out, "ok: {} orders lead to {}", verified.orders, verified.hash)?;
        match &verified.proof {
            Some(proof) => tell_proof(proof, out)?,
            None => {
                writeln!(out, "no proof: the dice of this match were not pledged, or the proof was cut off")?;
            }
        }
    } else if let Some(why) = verified.proof.as_ref().and_then(|proof| proof.why.as_ref()) {
        writeln!(out, "not ok: the proof does not hold: {why}")?;
    } else {
        let last = text.lines().rfind(|line| !line.starts_with("{\"proof\"")).unwrap_or_default();
        writeln!(
            out,
            "not ok: {} orders lead to {}; the log ends with {last}",
            verified.orders, verified.hash
        )?;
    }
    Ok(verified.ok)
}

/// A log of other rules or other content: its orders as they are written, and why they are not played.
fn tell_old(text: &str, args: &Args, why: &LogError, out: &mut dyn Write) -> Result<bool> {
    let file = || args.file.display().to_string();
    let log: MatchLog<Value, Value> = MatchLog::parse(text).with_context(file)?;
    let mine = |entry: &&Entry<Value>| match args.seat {
        Viewer::Umpire => true,
        Viewer::Spectator => false,
        Viewer::Seat(seat) => entry.seat == seat,
    };
    let error = format!("{}: {why}", file());
    if args.json {
        let entries: Vec<_> = log.entries.iter().filter(mine).collect();
        let (game, rules, hash) = (&log.header.game, log.header.rules, log.hash);
        let all = json!({
            "game": game, "rules": rules, "orders": log.entries.len(), "hash": hash, "ok": false,
            "error": error, "entries": entries,
        });
        writeln!(out, "{all}")?;
        return Ok(false);
    }
    writeln!(
        out,
        "{} orders of {} rules {}, as they were written",
        log.entries.len(),
        log.header.game,
        log.header.rules
    )?;
    for entry in log.entries.iter().filter(mine) {
        writeln!(out, "  {:<8}  {}", entry.seat.to_string(), entry.order)?;
    }
    writeln!(out, "{error}")?;
    Ok(false)
}

/// A proof that agrees with itself proves nothing to who was not there: what he was told has to be in it.
fn tell_proof(proof: &ProofChecked, out: &mut dyn Write) -> Result<()> {
    writeln!(out, "ok: the dice follow from what was pledged before the match and from the salts of")?;
    writeln!(out, "    the seats, and what was sealed is what was played. Compare with what you were told:")?;
    writeln!(out, "    pledge {}", proof.pledge)?;
    if proof.version == 1 {
        writeln!(
            out,
            "    (the proof of an older program: neither the set-up nor what the last one to decide"
        )?;
        writeln!(out, "    chose is bound by it)")?;
    }
    for (seat, salt) in proof.salts.iter().enumerate().filter(|(_, salt)| !salt.is_empty()) {
        writeln!(out, "    salt of seat {seat} {salt}")?;
    }
    if let Some(last) = &proof.last {
        writeln!(out, "    last of {} links {last}", proof.links)?;
    }
    Ok(())
}

fn tell(shelf: &Shelf, args: &Args, out: &mut dyn Write) -> Result<bool> {
    let (game, text) = read(shelf, args)?;
    let game = shelf.game(&game)?;
    let played = match game.load_log(&text) {
        Err(error @ LogError::Version { .. }) => return tell_old(&text, args, &error, out),
        played => played.with_context(|| args.file.display().to_string())?,
    };
    if let Viewer::Seat(seat) = args.seat
        && seat.index() >= played.seats().len()
    {
        bail!("there is no {seat}; expected 0 to {}", played.seats().len() - 1);
    }
    let events = played.events(args.seat, 0);
    // What chance gave whom tells of secrets: it is for the end.
    let luck = if played.outcome().is_some() { played.luck() } else { Vec::new() };
    if args.json {
        let all = json!({
            "game": played.game(),
            "orders": played.orders(),
            "hash": played.hash(),
            "events": events,
            "outcome": played.outcome(),
            "luck": luck,
        });
        writeln!(out, "{all}")?;
        return Ok(true);
    }
    writeln!(out, "{}, {} orders, seen by {}", game.title(), played.orders(), args.seat)?;
    for event in events {
        writeln!(out, "  {:<10}  {}", event.rule, event.text)?;
    }
    for line in luck {
        writeln!(out, "luck: {}", line.told())?;
    }
    writeln!(out, "hash {}", played.hash())?;
    Ok(true)
}
