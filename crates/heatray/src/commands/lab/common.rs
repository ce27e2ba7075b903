//! What the commands of the lab have in common: what is played, how much of it, and what is told meanwhile.

use crate::commands::{key_value, request};
use ::games::Shelf;
use anyhow::{Context, Result};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use lab::Journal;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::fs;
use std::io::{IsTerminal, stderr};
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use table::SetupRequest;
use table::face::AnyGame;

/// No match is that long, whatever its forces.
pub const MAX_ORDERS: u64 = 100_000;

/// Without a terminal somebody hears so often how far it is.
const WORD: Duration = Duration::from_secs(20);

/// A table to play at.
#[derive(Clone, Debug, clap::Args)]
pub struct TableArgs {
    /// A game, such as triplanes; `heatray games` lists them
    pub game: String,
    /// A scenario, such as simple-battle
    pub scenario: String,
    #[command(flatten)]
    pub setup: SetupArgs,
}

#[derive(Clone, Debug, clap::Args)]
pub struct SetupArgs {
    /// A variant of the scenario
    #[arg(long)]
    pub variant: Option<String>,
    /// An option of the scenario; may be given several times
    #[arg(long = "option", value_name = "KEY=VALUE", value_parser = key_value)]
    pub options: Vec<(String, String)>,
}

impl TableArgs {
    pub fn request(&self) -> SetupRequest {
        request(&self.scenario, self.setup.variant.as_ref(), &self.setup.options)
    }

    /// The words of a command line that lead to this table.
    pub fn words(&self) -> String {
        let mut words = format!("{} {}", self.game, self.scenario);
        words.push_str(&self.setup.words());
        words
    }
}

impl SetupArgs {
    pub fn words(&self) -> String {
        let mut words = String::new();
        if let Some(variant) = &self.variant {
            let _ = write!(words, " --variant {variant}");
        }
        for (key, value) in &self.options {
            let _ = write!(words, " --option {key}={value}");
        }
        words
    }
}

/// How much is played, and where it is told.
#[derive(Clone, Debug, clap::Args)]
pub struct BatchArgs {
    /// The seed of the batch
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Threads; 0 for as many as the machine has
    #[arg(long, default_value_t = 0)]
    pub threads: usize,
    /// A game with more orders counts as endless
    #[arg(long, default_value_t = MAX_ORDERS, value_name = "N")]
    pub max_orders: u64,
    /// Writes each game down here, and goes on from the games that stand there already
    #[arg(long, value_name = "FILE")]
    pub resume: Option<PathBuf>,
    /// Writes the report as one page of HTML, too
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Prints the report as one JSON object
    #[arg(long)]
    pub json: bool,
}

impl BatchArgs {
    /// The journal that was asked for, if it is one of a batch with the same settings: whatever the games depend on.
    pub fn journal(&self, command: &str, game: &dyn AnyGame, settings: &Value) -> Result<Option<Journal>> {
        let Some(file) = &self.resume else { return Ok(None) };
        let settings = json!({
            "command": command,
            "game": game.id(),
            "rules": game.rules(),
            "content": game.content(),
            "judgement": game.weights().iter().map(|weight| weight.value).collect::<Vec<f64>>(),
            "seed": self.seed,
            "max_orders": self.max_orders,
            "played": settings,
        });
        Ok(Some(Journal::open(file, &settings)?))
    }

    /// Writes the page that was asked for; `page` makes it of the name of what was played.
    pub fn write_html(&self, what: &str, page: impl FnOnce(&str) -> String) -> Result<()> {
        let Some(file) = &self.html else { return Ok(()) };
        fs::write(file, page(what)).with_context(|| file.display().to_string())
    }
}

/// The game, and the set-up with the seats that `automated` among the bots asks for.
pub fn game_and_request<'a>(
    shelf: &'a Shelf,
    table: &TableArgs,
    bots: &[String],
    seed: u64,
) -> Result<(&'a dyn AnyGame, SetupRequest)> {
    let game = shelf.game(&table.game)?;
    let mut asked = table.request();
    if bots.iter().any(|name| name == bots::AUTOMATED) {
        // The procedure is part of the set-up: its seats are named there.
        let sample = game.starter(&asked)?.start(seed)?;
        let seats = lab::automated_seats(bots, sample.seats());
        let seats: Vec<String> = seats.iter().map(|seat| seat.0.to_string()).collect();
        asked.options.insert(bots::AUTOMATED.to_owned(), seats.join(","));
    }
    Ok((game, asked))
}

/// A batch may crash a thousand times for one reason: the first few tell it.
pub fn few_panics() {
    static SEEN: AtomicUsize = AtomicUsize::new(0);
    std::panic::set_hook(Box::new(|info| {
        if SEEN.fetch_add(1, Ordering::Relaxed) < 3 {
            eprintln!("{info}");
        }
    }));
}

/// How far it is and how much time is left, on stderr: a bar for a terminal, a line now and then for a file.
pub struct Progress {
    bar: ProgressBar,
    start: Instant,
    total: AtomicU64,
    /// When the last line was written; none where there is a bar.
    told: Option<Mutex<Instant>>,
}

impl Progress {
    /// So many games are to be played, and so many of them stand in a journal.
    pub fn new(games: u64, journal: Option<&Journal>) -> Self {
        let done = journal.map_or(0, |journal| journal.len() as u64).min(games);
        if done > 0 {
            eprintln!("{done} of {games} games stand in the journal");
        }
        let (total, start) = (games - done, Instant::now());
        let bar = ProgressBar::new(total);
        let terminal = stderr().is_terminal();
        if !terminal {
            bar.set_draw_target(ProgressDrawTarget::hidden());
        }
        if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len} games  {per_sec}  {eta} left") {
            bar.set_style(style);
        }
        Self { bar, start, total: AtomicU64::new(total), told: (!terminal).then(|| Mutex::new(start)) }
    }

    /// A game is over.
    pub fn tick(&self) {
        self.bar.inc(1);
        let Some(Ok(mut told)) = self.told.as_ref().map(Mutex::try_lock) else { return };
        if told.elapsed() >= WORD {
            *told = Instant::now();
            drop(told);
            let done = self.bar.position().max(1);
            let total = self.total.load(Ordering::Relaxed);
            let left = self.start.elapsed().as_secs_f64() / done as f64 * total.saturating_sub(done) as f64;
            eprintln!("{done}/{total} games, {left:.0} s left");
        }
    }

    /// So many games will not be played.
    pub fn drop_games(&self, games: u64) {
        let before = self.total.fetch_sub(games, Ordering::Relaxed);
        self.bar.set_length(before.saturating_sub(games));
    }

    /// Something that is worth a line meanwhile.
    pub fn say(&self, line: &str) {
        self.bar.suspend(|| eprintln!("{line}"));
    }

    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// A rate with its interval, as people read it: `48.0 % (41.1 to 55.0)`.
pub fn percent(rate: f64, low: f64, high: f64) -> String {
    format!("{:5.1} % ({:.1} to {:.1})", 100.0 * rate, 100.0 * low, 100.0 * high)
}

/// Which game broke first, and how to see it again.
pub fn told_fault(fault: &lab::Fault, again: &str) -> String {
    format!(
        "{}: game {} (its seed is {}) after {} orders, in turn {}: {}\n{again}",
        fault.kind.name(),
        fault.index,
        fault.seed,
        fault.orders,
        fault.turn,
        fault.message
    )
}
