//! `heatray lab duel`: bots against bots.

use super::common::{BatchArgs, Progress, TableArgs, few_panics, percent, told_fault};
use ::games::Shelf;
use anyhow::{Result, bail};
use lab::{Body, Duel, DuelReport, Pairing, Standing};
use serde_json::json;
use std::fmt::Write as _;
use std::io::Write;

pub const EXAMPLES: &str = "\
Examples:
  heatray lab duel triplanes bring-proof --option setup=quick --bots greedy,cadet --games 200
  heatray lab duel victory dogfight --bots greedy,cadet,random --games 100 --json
  heatray lab duel worlds core --bots steward,random --games 400 --resume duel.jsonl

Each seed is played twice, with sides changed, and the two games are one observation. More than two
bots play each other in turn and get a table. Where a side plays itself, as in The War of the Worlds,
both bots play the same seat on the same seeds.";

#[derive(Clone, Debug, clap::Args)]
pub struct DuelArgs {
    #[command(flatten)]
    pub table: TableArgs,
    /// Two bots, or more: each plays each other
    #[arg(long, value_delimiter = ',', required = true, value_name = "A,B")]
    pub bots: Vec<String>,
    /// How many games each two bots play; an odd number is rounded up, since each seed is played twice
    #[arg(long, default_value_t = 200)]
    pub games: u64,
    /// Replays each game's log and compares the final states
    #[arg(long)]
    pub verify: bool,
    #[command(flatten)]
    pub batch: BatchArgs,
}

pub fn run(shelf: &Shelf, args: &DuelArgs, out: &mut dyn Write) -> Result<bool> {
    let DuelArgs { table, bots, games, verify, batch } = args;
    let Some(games) = games.checked_add(games % 2) else {
        bail!("--games {games}: that many are never played")
    };
    let game = shelf.game(&table.game)?;
    let request = table.request();
    let starter = game.starter(&request)?;
    let duel = Duel {
        games,
        seed: batch.seed,
        threads: batch.threads,
        bots: bots.clone(),
        verify: *verify,
        max_orders: batch.max_orders,
    };
    let expected = lab::games_of(starter.as_ref(), &duel)?;
    let settings = json!({ "setup": request, "bots": bots, "games": games, "verify": verify });
    let journal = batch.journal("duel", game, &settings)?;
    few_panics();
    let progress = Progress::new(expected, journal.as_ref());
    let report = lab::duel(starter.as_ref(), &duel, journal.as_ref(), &|| progress.tick())?;
    progress.finish();
    let what = format!("{} {}", game.title(), table.scenario);
    batch.write_html(&what, |what| {
        let (table, bots, seed) = (table.words(), bots.join(","), batch.seed);
        let command = format!("heatray lab duel {table} --bots {bots} --games {games} --seed {seed}");
        report.to_html(what, &command)
    })?;
    if batch.json {
        writeln!(out, "{}", serde_json::to_string(&report)?)?;
    } else {
        write!(out, "{}", told(&report))?;
    }
    if let Some(fault) = &report.first_fault {
        eprint!("{}", told_fault(fault, ""));
    }
    Ok(report.is_clean())
}

/// An Elo difference with its interval, as people read it.
fn elo(pairing: &Pairing) -> String {
    let figure = |elo: Option<f64>| elo.map_or_else(|| "no figure".to_owned(), |elo| format!("{elo:+.0}"));
    format!("{} ({} to {})", figure(pairing.elo), figure(pairing.elo_low), figure(pairing.elo_high))
}

/// The report for people.
fn told(report: &DuelReport) -> String {
    let mut text = format!("{}\n", report.how);
    if let Body::Many { games, bots, .. } = &report.body {
        let _ =
            writeln!(text, "\n{games} games in all\n{:<12}{:>6}  {:<18}{:>6}", "bot", "Elo", "95 %", "wins");
        let mut sorted: Vec<&Standing> = bots.iter().collect();
        sorted.sort_by(|one, other| other.elo.total_cmp(&one.elo));
        for Standing { bot, elo, elo_low, elo_high, games, wins } in sorted {
            let interval = format!("{elo_low:+.0} to {elo_high:+.0}");
            let _ = writeln!(text, "{bot:<12}{elo:>+6.0}  {interval:<18}{wins:>6} of {games}");
        }
    }
    for pairing in report.body.pairings() {
        let Pairing { a, b, games, a_wins, b_wins, draws, broken, pairs, .. } = pairing;
        let _ = writeln!(text, "\n{a} against {b}: {games} games, {pairs} pairs");
        let _ = writeln!(text, "  wins          {a} {a_wins}, {b} {b_wins}, draws {draws}");
        if *broken > 0 {
            let _ = writeln!(text, "  broken        {broken} games; their seeds count for nobody");
        }
        if let Some(score) = pairing.score {
            let score = percent(score, pairing.score_low, pairing.score_high);
            let _ = writeln!(text, "  {a}'s score  {score} over pairs, 95 %");
        }
        if let Some([difference, low, high]) = pairing.difference {
            let [difference, low, high] = [difference, low, high].map(|d| 100.0 * d);
            let _ = writeln!(
                text,
                "  wins of {a} less wins of {b}: {difference:+.1} of 100 ({low:+.1} to {high:+.1})"
            );
        }
        let _ = writeln!(text, "  Elo           {}", elo(pairing));
        for side in &pairing.sides {
            let rate = |rate: &lab::Rate| percent(rate.rate, rate.low, rate.high);
            let all = percent(side.wins as f64 / side.games.max(1) as f64, side.low, side.high);
            let _ = writeln!(text, "  {:<12}  {all} of all games", side.side);
            for (bot, own) in [(a, &side.a), (b, &side.b)] {
                let _ = writeln!(text, "    {bot:<10}  {} of {}", rate(own), own.games);
            }
        }
    }
    let _ = writeln!(text, "\nhash          {}", report.hash);
    text
}
