//! `heatray lab bench`: how fast a bot decides.

use super::common::{MAX_ORDERS, Progress, TableArgs, few_panics, game_and_request};
use ::games::Shelf;
use anyhow::Result;
use lab::{Batch, BenchReport};
use std::io::Write;

pub const EXAMPLES: &str = "\
Examples:
  heatray lab bench triplanes simple-battle --option setup=quick --bots greedy --games 20
  heatray lab bench worlds core --bots steward --json

The games are played three times: on one thread, on all, and with a watch on each decision. Times
depend on the machine and on what else it does: the ratios are what can be compared.";

#[derive(Clone, Debug, clap::Args)]
pub struct BenchArgs {
    #[command(flatten)]
    pub table: TableArgs,
    /// A bot for each seat, or one for each team
    #[arg(long, value_delimiter = ',', default_value = "greedy")]
    pub bots: Vec<String>,
    /// How many games
    #[arg(long, default_value_t = 20)]
    pub games: u64,
    /// The seed of the batch
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Threads to compare with one; 0 for as many as the machine has
    #[arg(long, default_value_t = 0)]
    pub threads: usize,
    /// Prints the report as one JSON object
    #[arg(long)]
    pub json: bool,
}

pub fn run(shelf: &Shelf, args: &BenchArgs, out: &mut dyn Write) -> Result<bool> {
    let BenchArgs { table, bots, games, seed, threads, json } = args;
    let (game, request) = game_and_request(shelf, table, bots, *seed)?;
    let starter = game.starter(&request)?;
    let batch = Batch {
        games: *games,
        seed: *seed,
        threads: *threads,
        bots: bots.clone(),
        verify: false,
        max_orders: MAX_ORDERS,
    };
    few_panics();
    let progress = Progress::new(games.saturating_mul(3), None);
    let report = lab::bench(starter.as_ref(), &batch, &|| progress.tick())?;
    progress.finish();
    if *json {
        writeln!(out, "{}", serde_json::to_string(&report)?)?;
        return Ok(true);
    }
    let BenchReport { games, orders, decisions, one, all, speedup, hash } = report;
    writeln!(out, "games       {games} with {orders} orders, {} of them decisions", decisions.count)?;
    for speed in [one, all] {
        let lab::Speed { threads, games_per_s, orders_per_s, .. } = speed;
        writeln!(out, "threads {threads:<3} {games_per_s:.1} games/s, {orders_per_s:.0} orders/s")?;
    }
    writeln!(out, "speed-up    {speedup:.2} times")?;
    let lab::Decisions { per_s, p50_ms, p99_ms, p99_to_p50, .. } = decisions;
    writeln!(
        out,
        "a decision  {p50_ms:.2} ms at the median, {p99_ms:.2} ms for the slowest in 100 ({p99_to_p50:.1} times), {per_s:.0} a second"
    )?;
    writeln!(out, "hash        {hash}")?;
    Ok(true)
}
