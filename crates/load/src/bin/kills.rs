//! Kills a server again and again under people at work: `cargo xtask faults`.

use anyhow::Result;
use clap::Parser;
use load::kills::{Kills, endure};
use std::path::PathBuf;

/// Kills a server, starts it again, and looks for what it had acknowledged
#[derive(Clone, Debug, Parser)]
struct Args {
    /// The program to kill
    program: PathBuf,
    /// Its database
    #[arg(long)]
    db: String,
    #[arg(long, default_value_t = 100)]
    kills: usize,
    /// Matches at once, with two people each
    #[arg(long, default_value_t = 10)]
    matches: usize,
    /// Orders between two kills
    #[arg(long, default_value_t = 100)]
    orders: usize,
    /// Tears the last write of the SQLite journal after every second kill
    #[arg(long)]
    torn: bool,
    /// A file that is there while harm may be done to the database
    #[arg(long)]
    harm: Option<PathBuf>,
    /// A folder for logs
    #[arg(long)]
    folder: PathBuf,
}

#[tokio::main]
async fn main() -> Result<()> {
    let Args { program, db, kills, matches, orders, torn, harm, folder } = Args::parse();
    let plan = Kills { program: &program, db: &db, matches, kills, orders, torn, harm, folder: &folder };
    let done = endure(&plan).await?;
    println!(
        "  {} people, killed {kills} times: {} orders acknowledged, none lost, none twice; {} logs lead to the state they \
         were written in; {} returns, {} orders sent again, {} journals torn",
        matches * 2,
        done.acknowledged,
        done.logs,
        done.returns,
        done.failed,
        done.torn
    );
    Ok(())
}
