//! `heatray lab`: many games at once.

use super::{key_value, request};
use ::games::Shelf;
use anyhow::{Context, Result, bail};
use clap::Subcommand;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use lab::{Batch, Report};
use std::fmt::Write as _;
use std::fs;
use std::io::{IsTerminal, Write, stderr};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

/// No match is that long, whatever its forces.
const MAX_ORDERS: u64 = 100_000;

#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    pub command: LabCommand,
}

#[derive(Clone, Debug, Subcommand)]
pub enum LabCommand {
    /// Plays a batch and reports who wins, how long it takes and whether a game breaks
    #[command(after_long_help = EXAMPLES)]
    Run(RunArgs),
}

pub const EXAMPLES: &str = "\
Examples:
  heatray lab run triplanes simple-battle --games 1000 --seed 1
  heatray lab run triplanes bring-proof --option setup=quick --games 5000 --threads 4 --verify
  heatray lab run triplanes simple-battle --option martians=mk1_locust,mk1_locust --json
  heatray lab run triplanes simple-battle --games 100 --seed 1 --log 17=game17.jsonl

The same seed gives the same games with any number of threads. The exit code is 1 if a game
crashed, came to a dead end, did not end, or (with --verify) if its log led elsewhere.";

#[derive(Clone, Debug, clap::Args)]
pub struct RunArgs {
    /// A game, such as triplanes; `heatray games` lists them
    pub game: String,
    /// A scenario, such as simple-battle
    pub scenario: String,
    /// A variant of the scenario
    #[arg(long)]
    pub variant: Option<String>,
    /// An option of the scenario; may be given several times
    #[arg(long = "option", value_name = "KEY=VALUE", value_parser = key_value)]
    pub options: Vec<(String, String)>,
    /// A bot for each seat, or one for each team
    #[arg(long, value_delimiter = ',', default_value = "random")]
    pub bots: Vec<String>,
    /// How many games
    #[arg(long, default_value_t = 1000)]
    pub games: u64,
    /// The seed of the batch
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Threads; 0 for as many as the machine has
    #[arg(long, default_value_t = 0)]
    pub threads: usize,
    /// Replays each game's log and compares the final states
    #[arg(long)]
    pub verify: bool,
    /// A game with more orders counts as endless
    #[arg(long, default_value_t = MAX_ORDERS, value_name = "N")]
    pub max_orders: u64,
    /// Writes the log of one game of the batch, counted from 0; may be given several times
    #[arg(long = "log", value_name = "INDEX=FILE", value_parser = index_file)]
    pub logs: Vec<(u64, PathBuf)>,
    /// Prints the report as one JSON object
    #[arg(long)]
    pub json: bool,
}

fn index_file(text: &str) -> Result<(u64, PathBuf), String> {
    let (index, file) = text.split_once('=').ok_or("expected INDEX=FILE, such as 17=game17.jsonl")?;
    let index = index.trim().parse().map_err(|_| format!("expected a game's number, found {index:?}"))?;
    Ok((index, PathBuf::from(file)))
}

pub fn run(shelf: &Shelf, args: &Args, out: &mut dyn Write) -> Result<bool> {
    match &args.command {
        LabCommand::Run(args) => run_batch(shelf, args, out),
    }
}

fn run_batch(shelf: &Shelf, args: &RunArgs, out: &mut dyn Write) -> Result<bool> {
    let game = shelf.game(&args.game)?;
    let mut asked = request(&args.scenario, args.variant.as_ref(), &args.options);
    if args.bots.iter().any(|name| name == bots::AUTOMATED) {
        // The procedure is part of the set-up: its seats are named there.
        let sample = game.starter(&asked)?.start(args.seed)?;
        let seats = lab::automated_seats(&args.bots, sample.seats());
        let seats: Vec<String> = seats.iter().map(|seat| seat.0.to_string()).collect();
        asked.options.insert(bots::AUTOMATED.to_owned(), seats.join(","));
    }
    let starter = game.starter(&asked)?;
    let batch = Batch {
        games: args.games,
        seed: args.seed,
        threads: args.threads,
        bots: args.bots.clone(),
        verify: args.verify,
        max_orders: args.max_orders,
    };
    if let Some((index, _)) = args.logs.iter().find(|(index, _)| *index >= args.games) {
        bail!("--log {index}: the batch has {} games, counted from 0", args.games);
    }
    few_panics();
    let bar = progress_bar(args);
    let report = lab::run(starter.as_ref(), &batch, &|| bar.inc(1))?;
    bar.finish_and_clear();
    for (index, file) in &args.logs {
        let text = lab::log_of(starter.as_ref(), &batch, *index).map_err(anyhow::Error::msg)?;
        fs::write(file, text).with_context(|| file.display().to_string())?;
    }
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&report)?)?;
    } else {
        write!(out, "{}", table(&report))?;
    }
    if let Some(fault) = &report.first_fault {
        eprint!("{}", how_to_reproduce(args, fault));
    }
    Ok(report.is_clean())
}

/// A batch may crash a thousand times for one reason: the first few tell it.
fn few_panics() {
    static SEEN: AtomicUsize = AtomicUsize::new(0);
    std::panic::set_hook(Box::new(|info| {
        if SEEN.fetch_add(1, Ordering::Relaxed) < 3 {
            eprintln!("{info}");
        }
    }));
}

fn progress_bar(args: &RunArgs) -> ProgressBar {
    let bar = ProgressBar::new(args.games);
    if args.json || !stderr().is_terminal() {
        bar.set_draw_target(ProgressDrawTarget::hidden());
    }
    let template = "{bar:40} {pos}/{len} games  {per_sec}  {eta} left";
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar
}

/// The report for people.
fn table(report: &Report) -> String {
    let mut text = String::new();
    let mut line = |name: &str, value: String| {
        let _ = writeln!(text, "{name:<14}{value}");
    };
    line("games", format!("{} of {} finished", report.finished, report.games));
    let percent = |n: u64| 100.0 * n as f64 / (report.finished.max(1) as f64);
    for (side, wins) in &report.wins {
        let [low, high] = report.intervals.get(side).copied().unwrap_or([0.0, 1.0]);
        let rate = percent(*wins);
        let (low, high) = (100.0 * low, 100.0 * high);
        line(side, format!("{wins:>7} wins  {rate:5.1} %  (95 %: {low:.1} to {high:.1} %)"));
    }
    line("draws", format!("{:>7}       {:5.1} %", report.draws, percent(report.draws)));
    for (how, n) in &report.endings {
        line("", format!("{n:>7} ended by {how}"));
    }
    for (grade, n) in &report.grades {
        line("", format!("{n:>7} {grade}"));
    }
    let (mean, median, max) = (report.turns_mean, report.turns_median, report.turns_max);
    line("turns", format!("{mean:.1} on average, median {median}, {max} at most"));
    line("orders", report.orders.to_string());
    line(
        "speed",
        format!(
            "{:.2} s, {:.0} games/s, {:.0} orders/s",
            report.seconds, report.games_per_s, report.orders_per_s
        ),
    );
    for (name, n) in [
        ("crashes", report.crashes),
        ("dead ends", report.dead_ends),
        ("endless", report.endless),
        ("mismatches", report.mismatches),
    ] {
        if n > 0 {
            line(name, n.to_string());
        }
    }
    if report.verified > 0 {
        line("verified", format!("{} logs lead to the same state", report.verified));
    }
    line("hash", report.hash.to_string());
    text
}

fn how_to_reproduce(args: &RunArgs, fault: &lab::Fault) -> String {
    let mut command = format!("heatray lab run {} {}", args.game, args.scenario);
    if let Some(variant) = &args.variant {
        let _ = write!(command, " --variant {variant}");
    }
    for (key, value) in &args.options {
        let _ = write!(command, " --option {key}={value}");
    }
    let (index, bots) = (fault.index, args.bots.join(","));
    let _ = write!(command, " --bots {bots} --games {} --seed {}", index + 1, args.seed);
    if args.max_orders != MAX_ORDERS {
        let _ = write!(command, " --max-orders {}", args.max_orders);
    }
    let _ = write!(command, " --log {index}=game{index}.jsonl");
    format!(
        "{}: game {index} (its seed is {}) after {} orders, in turn {}: {}\nto see it again: {command}\n",
        fault.kind.name(),
        fault.seed,
        fault.orders,
        fault.turn,
        fault.message
    )
}
