//! `heatray lab balance`: whether scenarios are fair.

use super::badges;
use super::common::{BatchArgs, Progress, SetupArgs, few_panics, percent, told_fault};
use crate::commands::request;
use ::games::Shelf;
use anyhow::{Result, bail};
use lab::{Balance, BalancePlan, BalanceReport, PieceBalance, ScenarioBalance};
use serde_json::json;
use std::fmt::Write as _;
use std::io::Write;
use std::path::PathBuf;
use table::face::AnyGame;
use table::{ScenarioInfo, SetupRequest};

pub const EXAMPLES: &str = "\
Examples:
  heatray lab balance triplanes --bots greedy --games 200 --option setup=quick --html balance.html
  heatray lab balance triplanes hunters-hunted --bots greedy --games 100 --pieces
  heatray lab balance worlds --bots steward --games 1000 --json --resume worlds.jsonl
  heatray lab balance worlds --bots steward --games 1000 --badges content/worlds/balance.toml

Without a scenario all of the game's are played, each with the options that it knows. `--pieces` plays
each force with one piece less, more or other, too, which takes as many games again for each change.
Scenarios whose first side scores less than 35 or more than 65 of 100 are named.";

#[derive(Clone, Debug, clap::Args)]
pub struct BalanceArgs {
    /// A game, such as triplanes; `heatray games` lists them
    pub game: String,
    /// A scenario; without it all of them
    pub scenario: Option<String>,
    #[command(flatten)]
    pub setup: SetupArgs,
    /// A bot for each seat, or one for each team
    #[arg(long, value_delimiter = ',', default_value = "greedy")]
    pub bots: Vec<String>,
    /// How many games of each scenario
    #[arg(long, default_value_t = 200)]
    pub games: u64,
    /// Plays each force with one piece less, more or other, too
    #[arg(long)]
    pub pieces: bool,
    /// Writes what came of it into this file for the cards of the home page: content/GAME/balance.toml. Scenarios that were
    /// not played keep what stands there
    #[arg(long, value_name = "FILE")]
    pub badges: Option<PathBuf>,
    #[command(flatten)]
    pub batch: BatchArgs,
}

/// The scenarios that are asked for, each with the options that it knows.
fn requests(game: &dyn AnyGame, args: &BalanceArgs) -> Result<Vec<SetupRequest>> {
    let SetupArgs { variant, options } = &args.setup;
    if let Some(scenario) = &args.scenario {
        return Ok(vec![request(scenario, variant.as_ref(), options)]);
    }
    let infos = game.scenarios();
    let knows = |info: &ScenarioInfo, key: &str| info.options.iter().any(|option| option.id == key);
    if let Some((key, _)) = options.iter().find(|(key, _)| !infos.iter().any(|info| knows(info, key))) {
        bail!(
            "--option {key}: no scenario of {} knows it; `heatray games` lists what each one does",
            game.id()
        );
    }
    if let Some(variant) = variant {
        bail!("--variant {variant}: expected a scenario to go with it");
    }
    let asked = |info: &ScenarioInfo| {
        let own: Vec<_> = options.iter().filter(|(key, _)| knows(info, key)).cloned().collect();
        request(&info.id, None, &own)
    };
    Ok(infos.iter().map(asked).collect())
}

pub fn run(shelf: &Shelf, args: &BalanceArgs, out: &mut dyn Write) -> Result<bool> {
    let BalanceArgs { bots, games, pieces, batch, .. } = args;
    let game = shelf.game(&args.game)?;
    let requests = requests(game, args)?;
    let kept = args.badges.as_ref().map(|file| badges::kept(game, args, file)).transpose()?;
    let balance = Balance {
        games: *games,
        seed: batch.seed,
        threads: batch.threads,
        bots: bots.clone(),
        max_orders: batch.max_orders,
        pieces: *pieces,
    };
    let settings = json!({ "setups": requests, "bots": bots, "games": games, "pieces": pieces });
    let plan = BalancePlan::new(game, requests, &balance)?;
    let journal = batch.journal("balance", game, &settings)?;
    few_panics();
    let progress = Progress::new(plan.games(&balance), journal.as_ref());
    let report = lab::balance(game, &plan, &balance, journal.as_ref(), &|| progress.tick())?;
    progress.finish();
    let what =
        args.scenario.as_ref().map_or_else(|| game.title().to_owned(), |id| format!("{} {id}", game.title()));
    if let (Some(file), Some(kept)) = (&args.badges, kept) {
        badges::write(file, game, kept, &report, &command(args))?;
    }
    batch.write_html(&what, |what| report.to_html(what, &command(args)))?;
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

fn command(args: &BalanceArgs) -> String {
    let BalanceArgs { game, scenario, setup, bots, games, pieces, batch, .. } = args;
    let scenario = scenario.as_ref().map(|id| format!(" {id}")).unwrap_or_default();
    let pieces = if *pieces { " --pieces" } else { "" };
    let (setup, bots, seed) = (setup.words(), bots.join(","), batch.seed);
    format!("heatray lab balance {game}{scenario}{setup} --bots {bots} --games {games} --seed {seed}{pieces}")
}

/// The report for people.
fn told(report: &BalanceReport) -> String {
    let mut text = String::new();
    for scenario in &report.scenarios {
        told_scenario(&mut text, scenario);
    }
    if report.outside.is_empty() {
        text.push_str("every first side scores 35 to 65 of 100\n");
    } else {
        let _ = writeln!(text, "outside of 35 to 65 of 100: {}", report.outside.join(", "));
    }
    let _ = writeln!(text, "hash            {}", report.hash);
    text
}

fn told_scenario(text: &mut String, scenario: &ScenarioBalance) {
    let variant = scenario.variant.as_ref().map(|variant| format!(" ({variant})")).unwrap_or_default();
    let _ =
        writeln!(text, "{}{variant}: {} of {} games", scenario.scenario, scenario.finished, scenario.games);
    for side in &scenario.sides {
        let rate = percent(side.rate.rate, side.rate.low, side.rate.high);
        let _ = writeln!(text, "  {:<14}{rate}", side.side);
        for (grade, rate) in &side.grades {
            let _ = writeln!(text, "    {grade:<12}{}", percent(rate.rate, rate.low, rate.high));
        }
    }
    let _ = writeln!(text, "  {:<14}{}", "draws", scenario.draws);
    let surely = match (scenario.outside, scenario.surely) {
        (true, true) => "  outside of 35 to 65, surely",
        (true, false) => "  outside of 35 to 65, perhaps by chance",
        _ => "",
    };
    let score = percent(scenario.score, scenario.low, scenario.high);
    let _ = writeln!(text, "  {:<14}{score} for {}{surely}", "score", scenario.first);
    let turns = &scenario.turns;
    let _ = writeln!(
        text,
        "  {:<14}{:.1} on average ({:.1} to {:.1}), quartiles {} {} {}, {} to {}",
        "turns",
        turns.mean,
        turns.mean_low,
        turns.mean_high,
        turns.lower_quartile,
        turns.median,
        turns.upper_quartile,
        turns.min,
        turns.max
    );
    if let Some(swing) = &scenario.swing {
        let rate = percent(swing.rate, swing.low, swing.high);
        let _ = writeln!(
            text,
            "  {:<14}{rate} of {} games were lost by who was ahead at half time",
            "swing", swing.games
        );
    }
    for (how, count) in &scenario.endings {
        let _ = writeln!(text, "  {:<14}{count:>6} by {how}", "ended");
    }
    for decider in scenario.decided.iter().filter(|decider| decider.decides).take(6) {
        let lab::Decider { side, kind, won, lost, .. } = decider;
        let _ = writeln!(
            text,
            "  {:<14}{side}, {kind}: {won:.2} in games won, {lost:.2} in games lost",
            "decided"
        );
    }
    for PieceBalance { change, refused, score, difference, .. } in &scenario.pieces {
        let said = match (refused, score, difference) {
            (Some(why), ..) => format!("not possible: {why}"),
            (_, Some([score, low, high]), Some([more, less, most])) => {
                let [more, less, most] = [more, less, most].map(|share| 100.0 * share);
                format!("{} ({more:+.1}, {less:+.1} to {most:+.1})", percent(*score, *low, *high))
            }
            (_, Some([score, low, high]), None) => percent(*score, *low, *high),
            _ => String::new(),
        };
        let _ = writeln!(text, "  {change}: {said}");
    }
    text.push('\n');
}
