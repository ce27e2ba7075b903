//! `heatray lab run`: one batch.

use super::common::{BatchArgs, MAX_ORDERS, Progress, TableArgs, few_panics, game_and_request, told_fault};
use ::games::Shelf;
use anyhow::{Context, Result, bail};
use lab::{Batch, Report};
use serde_json::json;
use std::fmt::Write as _;
use std::fs;
use std::io::Write;
use std::path::PathBuf;

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
    #[command(flatten)]
    pub table: TableArgs,
    /// A bot for each seat, or one for each team
    #[arg(long, value_delimiter = ',', default_value = "random")]
    pub bots: Vec<String>,
    /// How many games
    #[arg(long, default_value_t = 1000)]
    pub games: u64,
    /// Replays each game's log and compares the final states
    #[arg(long)]
    pub verify: bool,
    /// Writes the log of one game of the batch, counted from 0; may be given several times
    #[arg(long = "log", value_name = "INDEX=FILE", value_parser = index_file)]
    pub logs: Vec<(u64, PathBuf)>,
    #[command(flatten)]
    pub batch: BatchArgs,
}

fn index_file(text: &str) -> Result<(u64, PathBuf), String> {
    let (index, file) = text.split_once('=').ok_or("expected INDEX=FILE, such as 17=game17.jsonl")?;
    let index = index.trim().parse().map_err(|_| format!("expected a game's number, found {index:?}"))?;
    Ok((index, PathBuf::from(file)))
}

pub fn run(shelf: &Shelf, args: &RunArgs, out: &mut dyn Write) -> Result<bool> {
    let RunArgs { bots, games, verify, batch: asked, .. } = args;
    let (game, request) = game_and_request(shelf, &args.table, bots, asked.seed)?;
    let starter = game.starter(&request)?;
    let batch = Batch {
        games: *games,
        seed: asked.seed,
        threads: asked.threads,
        bots: bots.clone(),
        verify: *verify,
        max_orders: asked.max_orders,
    };
    if let Some((index, _)) = args.logs.iter().find(|(index, _)| index >= games) {
        bail!("--log {index}: the batch has {games} games, counted from 0");
    }
    let settings = json!({ "setup": request, "bots": bots, "games": games, "verify": verify });
    let journal = asked.journal("run", game, &settings)?;
    few_panics();
    let progress = Progress::new(*games, journal.as_ref());
    let report = lab::run(starter.as_ref(), &batch, journal.as_ref(), &|| progress.tick())?;
    progress.finish();
    for (index, file) in &args.logs {
        let text = lab::log_of(starter.as_ref(), &batch, *index).map_err(anyhow::Error::msg)?;
        fs::write(file, text).with_context(|| file.display().to_string())?;
    }
    let what = format!("{} {}", game.title(), args.table.scenario);
    asked.write_html(&what, |what| report.to_html(what, &command(args, *games)))?;
    if asked.json {
        writeln!(out, "{}", serde_json::to_string(&report)?)?;
    } else {
        write!(out, "{}", table(&report))?;
    }
    if let Some(fault) = &report.first_fault {
        eprint!("{}", told_fault(fault, &how_to_reproduce(args, fault.index)));
    }
    Ok(report.is_clean())
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

/// The words that play so many games of this batch again.
fn command(args: &RunArgs, games: u64) -> String {
    let (seed, bots) = (args.batch.seed, args.bots.join(","));
    let mut command =
        format!("heatray lab run {} --bots {bots} --games {games} --seed {seed}", args.table.words());
    if args.batch.max_orders != MAX_ORDERS {
        let _ = write!(command, " --max-orders {}", args.batch.max_orders);
    }
    command
}

fn how_to_reproduce(args: &RunArgs, index: u64) -> String {
    format!("to see it again: {} --log {index}=game{index}.jsonl\n", command(args, index + 1))
}
