//! `heatray lab tune`: a game's weights are fitted by play.

use super::common::{BatchArgs, MAX_ORDERS, Progress, SetupArgs, few_panics, told_fault};
use crate::commands::request;
use ::games::{Fit, Judged, Shelf};
use anyhow::{Context, Result, bail};
use lab::{Ear, Mode, Trial, Tune, TuneReport};
use serde_json::json;
use std::fmt::Write as _;
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use table::face::AnyGame;

pub const EXAMPLES: &str = "\
Examples:
  heatray lab tune worlds core refugee-crisis --bots steward --rounds 3 --games 2000 --out judgement.toml
  heatray lab tune worlds core --bots steward --weights harbours,infantry,plans --json
  heatray lab tune triplanes bring-proof hunters-hunted --option setup=quick --bots greedy --games 80 \\
    --weights hope,danger,life --resume tune.jsonl --out judgement.toml

One weight after the other is moved up or down and stays where it does better against the same chance.
At the end the new values play the old ones on fresh seeds. FILE is written only if they are better
beyond chance; it takes the place of content/GAME/judgement.toml.";

#[derive(Clone, Debug, clap::Args)]
pub struct TuneArgs {
    /// A game, such as worlds; `heatray games` lists them
    pub game: String,
    /// The scenarios that are played in turn
    #[arg(required = true)]
    pub scenarios: Vec<String>,
    #[command(flatten)]
    pub setup: SetupArgs,
    /// The bot that plays every seat
    #[arg(long, default_value = "greedy", value_name = "B")]
    pub bots: String,
    /// The weights that may move; without it all of the game's
    #[arg(long, value_delimiter = ',', value_name = "A,B,…")]
    pub weights: Vec<String>,
    /// How often the search comes round to each of them
    #[arg(long, default_value_t = 2)]
    pub rounds: u32,
    /// How many games a value is tried in
    #[arg(long, default_value_t = 400)]
    pub games: u64,
    /// How many seeds the new values and the old ones are compared on at the end; four times the games of a trial if it is
    /// not said
    #[arg(long, value_name = "N")]
    pub confirm: Option<u64>,
    /// The seed of the fit
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Threads; 0 for as many as the machine has
    #[arg(long, default_value_t = 0)]
    pub threads: usize,
    /// A game with more orders counts as endless
    #[arg(long, default_value_t = MAX_ORDERS, value_name = "N")]
    pub max_orders: u64,
    /// Writes the values here if they are better beyond chance, with where they come from
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Writes each game down here, and goes on from the games that stand there already
    #[arg(long, value_name = "FILE")]
    pub resume: Option<PathBuf>,
    /// Prints the report as one JSON object
    #[arg(long)]
    pub json: bool,
}

impl TuneArgs {
    fn tune(&self, game: &dyn AnyGame) -> Result<Tune> {
        let weights = game.weights();
        if weights.is_empty() {
            bail!("{} names no weights that could be fitted", game.title());
        }
        let place = |name: &String| {
            let known = || weights.iter().map(|weight| &*weight.name).collect::<Vec<_>>().join(", ");
            let place = weights.iter().position(|weight| weight.name == *name);
            place.with_context(|| format!("no weight {name:?}; expected some of {}", known()))
        };
        let mut moved: Vec<usize> = self.weights.iter().map(place).collect::<Result<_>>()?;
        if moved.is_empty() {
            moved = (0..weights.len()).collect();
        }
        moved.sort_unstable();
        moved.dedup();
        Ok(Tune {
            bot: self.bots.clone(),
            weights: weights.to_vec(),
            moved,
            rounds: self.rounds,
            games: self.games,
            confirm: self.confirm.unwrap_or(self.games.saturating_mul(4)),
            seed: self.seed,
            threads: self.threads,
            max_orders: self.max_orders,
        })
    }

    /// The command that does it again.
    fn command(&self, confirm: u64) -> String {
        let Self { game, bots, rounds, games, seed, .. } = self;
        let (scenarios, setup) = (self.scenarios.join(" "), self.setup.words());
        let weights = self.weights.join(",");
        let weights = if weights.is_empty() { weights } else { format!(" --weights {weights}") };
        format!(
            "heatray lab tune {game} {scenarios}{setup} --bots {bots}{weights} --rounds {rounds} --games {games} --confirm \
             {confirm} --seed {seed}"
        )
    }
}

pub fn run(shelf: &Shelf, args: &TuneArgs, out: &mut dyn Write) -> Result<bool> {
    let game = shelf.game(&args.game)?;
    let tune = args.tune(game)?;
    let requests: Vec<_> = args
        .scenarios
        .iter()
        .map(|scenario| request(scenario, args.setup.variant.as_ref(), &args.setup.options))
        .collect();
    let starters = requests.iter().map(|request| game.starter(request)).collect::<Result<Vec<_>, _>>()?;
    let expected = lab::games_of_tune(&starters, &tune)?;
    let (rounds, games, confirm) = (tune.rounds, tune.games, tune.confirm);
    let settings = json!({
        "setups": requests, "bot": tune.bot, "moved": tune.moved, "weights": tune.weights,
        "rounds": rounds, "games": games, "confirm": confirm,
    });
    let batch = BatchArgs {
        seed: args.seed,
        threads: args.threads,
        max_orders: args.max_orders,
        resume: args.resume.clone(),
        html: None,
        json: args.json,
    };
    let journal = batch.journal("tune", game, &settings)?;
    few_panics();
    let progress = Progress::new(expected, journal.as_ref());
    let ear = Ear {
        played: &|| progress.tick(),
        dropped: &|games| progress.drop_games(games),
        tried: &|trial| {
            if trial.taken {
                progress.say(&told_trial(trial));
            }
        },
    };
    let report = lab::tune(&starters, &tune, journal.as_ref(), ear)?;
    progress.finish();
    let written = match (&args.out, report.better) {
        (Some(file), true) => {
            fs::write(file, judgement(game, args, &report, confirm)?)
                .with_context(|| file.display().to_string())?;
            Some(file)
        }
        _ => None,
    };
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&report)?)?;
    } else {
        write!(out, "{}", told(&report))?;
        match (&args.out, written) {
            (_, Some(file)) => writeln!(out, "written         {}", file.display())?,
            (Some(file), None) => writeln!(out, "not written     {}", file.display())?,
            (None, _) => {}
        }
    }
    if let Some(fault) = &report.first_fault {
        eprint!("{}", told_fault(fault, ""));
    }
    Ok(report.first_fault.is_none())
}

/// The game's values with the new ones among them, and where these come from.
fn judgement(game: &dyn AnyGame, args: &TuneArgs, report: &TuneReport, confirm: u64) -> Result<String> {
    let files: Vec<(&str, &str)> = game.files().iter().map(|(name, text)| (&**name, &**text)).collect();
    let names: Vec<&str> = game.weights().iter().map(|weight| &*weight.name).collect();
    let mut judged = Judged::read(&files, &[], &names)?;
    let Some(found) = &report.confirmation else { bail!("nothing was compared") };
    judged.fits.push(Fit {
        command: args.command(confirm),
        rules: game.rules(),
        bot: report.bot.clone(),
        seed: report.seed,
        games: report.games,
        confirmed: report.confirmed,
        measure: report.measure.to_owned(),
        difference: found.difference,
        low: found.low,
        high: found.high,
    });
    let fit = judged.fits.len();
    for (weight, value) in judged.weights.iter_mut().zip(&report.values) {
        if weight.value.total_cmp(value).is_ne() {
            (weight.value, weight.fit) = (*value, Some(fit));
        }
    }
    Ok(judged.to_text())
}

fn told_trial(trial: &Trial) -> String {
    let Trial { round, weight, from, to, seeds, difference, error, .. } = trial;
    format!(
        "round {round}: {weight} {from:.3} -> {to:.3}, {:+.1} of 100 (± {:.1}) over {seeds} seeds",
        100.0 * difference,
        196.0 * error
    )
}

/// The report for people.
fn told(report: &TuneReport) -> String {
    let mut text = String::new();
    let taken: Vec<&Trial> = report.trials.iter().filter(|trial| trial.taken).collect();
    let _ = writeln!(
        text,
        "{} of {} values that were tried seemed better, in {} games",
        taken.len(),
        report.trials.len(),
        report.games
    );
    for trial in taken {
        let _ = writeln!(text, "  {}", told_trial(trial));
    }
    let Some(found) = &report.confirmation else {
        text.push_str("nothing better than chance was found: the values stay as they are\n");
        return text;
    };
    for moved in report.weights.iter().filter(|moved| moved.before.total_cmp(&moved.after).is_ne()) {
        let _ = writeln!(text, "  {:<16}{:>8.3} -> {:.3}", moved.name, moved.before, moved.after);
    }
    let [difference, low, high] = [found.difference, found.low, found.high].map(|share| 100.0 * share);
    let of = match report.mode {
        Mode::Sides => "score of the new values against the old ones",
        Mode::SameSeat => "wins of the new values, and of the old ones on the same seeds",
    };
    let _ = writeln!(
        text,
        "{of}: {:.1} and {:.1} of 100, {} fresh seeds\ndifference      {difference:+.1} of 100 ({low:+.1} to {high:+.1}), 95 %",
        100.0 * found.new,
        100.0 * found.old,
        found.seeds
    );
    text.push_str(if report.better {
        "the new values are better beyond chance\n"
    } else {
        "nothing better than chance was found: the values stay as they are\n"
    });
    let _ = writeln!(text, "hash            {}", report.hash);
    text
}
