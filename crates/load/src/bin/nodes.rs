//! Three servers at one PostgreSQL, killed and stopped in turn under people at work: `cargo xtask faults --nodes`.

use anyhow::{Result, ensure};
use clap::Parser;
use load::nodes::{self, Nodes};
use std::path::PathBuf;
use std::time::Duration;

/// Kills and stops servers in turn, and looks for every order that they had acknowledged
#[derive(Clone, Debug, Parser)]
struct Args {
    /// The program to harm
    program: PathBuf,
    /// Its database: postgres://…
    #[arg(long)]
    db: String,
    /// Matches at once, with two people each
    #[arg(long, default_value_t = 30)]
    matches: usize,
    /// How often somebody is harmed; each third time a server is stopped for a while instead of killed
    #[arg(long, default_value_t = 12)]
    rounds: usize,
    /// Milliseconds of a lease
    #[arg(long, default_value_t = 5000)]
    lease: u64,
    /// Orders in each match between two faults
    #[arg(long, default_value_t = 20)]
    orders: usize,
}

#[tokio::main]
async fn main() -> Result<()> {
    let args = Args::parse();
    let lease = Duration::from_millis(args.lease);
    let mut nodes = Nodes::start(args.program, &args.db, lease).await?;
    let addresses = nodes.addresses.clone();
    let (company, seats) = nodes::gather(&addresses, args.matches).await?;
    company.all_go_on(args.orders).await?;
    let (mut killed, mut stopped, mut worst) = (0, 0, Duration::ZERO);
    for round in 0..args.rounds {
        let (victim, before) = (round % addresses.len(), company.count());
        company.worst();
        let went_on = if round % 3 == 2 {
            stopped += 1;
            nodes.signal(victim, "STOP")?;
            let went_on = company.all_go_on(1).await?;
            nodes.signal(victim, "CONT")?;
            went_on
        } else {
            killed += 1;
            nodes.kill(victim).await?;
            let went_on = company.all_go_on(1).await?;
            nodes.revive(victim).await?;
            went_on
        };
        company.all_go_on(args.orders).await?;
        let cut = company.worst();
        worst = worst.max(went_on);
        println!(
            "  {} node {victim}: every match went on after {:.1} s at most, nobody was without a line for more than \
             {:.1} s; {} orders acknowledged since",
            if round % 3 == 2 { "stopped" } else { "killed" },
            went_on.as_secs_f64(),
            cut.as_secs_f64(),
            company.count() - before,
        );
    }
    company.stop();
    let moves = company.moves.load(std::sync::atomic::Ordering::Relaxed);
    let done = nodes::judge(&company, &addresses, seats).await?;
    println!(
        "  {} people at three nodes, a lease of {} ms; {killed} kills, {stopped} stops, {moves} times somebody went \
         elsewhere; {done} orders acknowledged, each stored once and in its order, the same from every node; the longest \
         until all went on: {:.1} s",
        args.matches * 2,
        args.lease,
        worst.as_secs_f64(),
    );
    ensure!(moves > 0, "nobody had to go elsewhere: nothing was tried");
    Ok(())
}
