//! `heatray lab`: many games at once.

mod badges;
mod balance;
mod bench;
mod common;
mod duel;
mod run;
mod tune;

use ::games::Shelf;
use anyhow::Result;
use clap::Subcommand;
use std::io::Write;

#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    pub command: LabCommand,
}

#[derive(Clone, Debug, Subcommand)]
pub enum LabCommand {
    /// Plays a batch and reports who wins, how long it takes and whether a game breaks
    #[command(after_long_help = run::EXAMPLES)]
    Run(run::RunArgs),
    /// Lets bots play each other, with sides changed, and reports how much better one is
    #[command(after_long_help = duel::EXAMPLES)]
    Duel(duel::DuelArgs),
    /// Says of each scenario whether it is fair, how long it lasts and what decides it
    #[command(after_long_help = balance::EXAMPLES)]
    Balance(balance::BalanceArgs),
    /// Fits the weights of a game's judgement by play, and says whether that made it better
    #[command(after_long_help = tune::EXAMPLES)]
    Tune(tune::TuneArgs),
    /// Measures how fast a bot decides, on one thread and on all
    #[command(after_long_help = bench::EXAMPLES)]
    Bench(bench::BenchArgs),
}

pub const EXAMPLES: &str = "\
Examples:
  heatray lab run triplanes simple-battle --games 1000 --seed 1
  heatray lab duel triplanes bring-proof --option setup=quick --bots greedy,cadet --games 200
  heatray lab balance triplanes --option setup=quick --games 200 --html balance.html

The same seed gives the same games with any number of threads. `--resume FILE` writes each game
down, so that a batch that was stopped goes on where it stopped. docs/lab.md tells what the figures mean.";

pub fn run(shelf: &Shelf, args: &Args, out: &mut dyn Write) -> Result<bool> {
    match &args.command {
        LabCommand::Run(args) => run::run(shelf, args, out),
        LabCommand::Duel(args) => duel::run(shelf, args, out),
        LabCommand::Balance(args) => balance::run(shelf, args, out),
        LabCommand::Tune(args) => tune::run(shelf, args, out),
        LabCommand::Bench(args) => bench::run(shelf, args, out),
    }
}
