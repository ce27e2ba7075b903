//! The program: the table in the browser, games in the terminal, over a pipe, and in batches.
//!
//! Each command is a function over the [`games::Shelf`] and a writer, so that tests call it without a
//! process. `Ok(false)` is an exit code of 1: the answer is "not ok".

pub mod commands;
pub mod engine;

use anyhow::Result;
use clap::{Parser, Subcommand};
use commands::{check, demo, export_site, games, lab, replay, rules, serve};
use std::io::{self, ErrorKind, Write};
use std::path::PathBuf;
use std::process::ExitCode;

/// A digital tabletop that knows the rules of miniatures games
///
/// Every order is carried out, or refused with the rule that forbids it. Every match can be replayed to the
/// last bit from its seed and its orders.
#[derive(Clone, Debug, Parser)]
#[command(name = "heatray", version, after_long_help = EXAMPLES)]
pub struct Cli {
    /// A folder with component files, such as airplanes.toml, that take the place of the built-in ones
    #[arg(long, global = true, value_name = "DIR")]
    pub content: Option<PathBuf>,
    /// Puts the small example games on the shelf, too: see docs/adding-a-game.md
    #[arg(long, global = true)]
    pub examples: bool,
    #[command(subcommand)]
    pub command: Option<Command>,
}

const EXAMPLES: &str = "\
Examples:
  heatray                                               the table, in your browser
  heatray demo                                          a match between bots, in the terminal
  heatray games                                         what can be played, with all options
  heatray lab run triplanes simple-battle --games 1000  who wins, and how often
  heatray rules --search heat ray                       the rules
  heatray engine                                        JSON Lines, for your own program

Without a command the program serves the table on this machine and opens the browser. With
--json a command prints JSON and nothing else on stdout. Exit codes: 0 fine, 1 not ok, 2 wrong usage.";

#[derive(Clone, Debug, Subcommand)]
pub enum Command {
    /// Serves the table: for this machine, or for many people
    #[command(after_long_help = serve::EXAMPLES)]
    Serve(serve::Args),
    /// Writes the table as files for any web host: it plays without a server, and without a network
    #[command(after_long_help = export_site::EXAMPLES)]
    ExportSite(export_site::Args),
    /// Shows a match between bots in the terminal
    #[command(after_long_help = demo::EXAMPLES)]
    Demo(demo::Args),
    /// Lists games, scenarios and their options
    #[command(after_long_help = games::EXAMPLES)]
    Games(games::Args),
    /// Speaks JSON Lines over stdin and stdout: one request, one answer
    #[command(after_long_help = commands::engine::EXAMPLES)]
    Engine,
    /// Plays many games at once
    #[command(after_long_help = lab::EXAMPLES)]
    Lab(lab::Args),
    /// Verifies a match log, or tells it in words
    #[command(after_long_help = replay::EXAMPLES)]
    Replay(replay::Args),
    /// Shows the rule ledger
    #[command(after_long_help = rules::EXAMPLES)]
    Rules(rules::Args),
    /// Validates content, scenarios, positions and match logs
    #[command(after_long_help = check::EXAMPLES)]
    Check(check::Args),
}

/// Carries out a command. `Ok(false)` if the answer is "not ok".
pub fn perform(cli: &Cli, out: &mut dyn Write) -> Result<bool> {
    let mut shelf = ::games::Shelf::open(cli.content.as_deref())?;
    if cli.examples {
        shelf = shelf.with_examples();
    }
    match &cli.command {
        None => serve::run(&shelf, &serve::Args::default(), out),
        Some(Command::Serve(args)) => serve::run(&shelf, args, out),
        Some(Command::ExportSite(args)) => export_site::run(&shelf, args, out),
        Some(Command::Demo(args)) => demo::run(&shelf, args, out),
        Some(Command::Games(args)) => games::run(&shelf, args, out),
        Some(Command::Engine) => commands::engine::run(&shelf),
        Some(Command::Lab(args)) => lab::run(&shelf, args, out),
        Some(Command::Replay(args)) => replay::run(&shelf, args, out),
        Some(Command::Rules(args)) => rules::run(args, out),
        Some(Command::Check(args)) => check::run(&shelf, args, out),
    }
}

/// The program.
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    let mut out = io::LineWriter::new(io::stdout());
    let result = perform(&cli, &mut out).and_then(|ok| Ok(out.flush().map(|()| ok)?));
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        // Somebody closed the pipe, as `head` does: they have seen enough.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("heatray: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let mut causes = error.chain().filter_map(|cause| cause.downcast_ref::<io::Error>());
    causes.any(|cause| cause.kind() == ErrorKind::BrokenPipe)
}
