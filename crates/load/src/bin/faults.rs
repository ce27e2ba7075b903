//! A disk that fills up under a server with people at work: `cargo xtask faults`.

use anyhow::{Context, Result, bail};
use clap::{Parser, ValueEnum};
use load::Program;
use load::crowd::{self, Crowd};
use std::fs::{self, File};
use std::io::Write;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, PoisonError};
use std::time::Duration;

/// Fills the disk of a server's database, frees it, stops the server and looks for what it had acknowledged
#[derive(Clone, Debug, Parser)]
struct Args {
    /// The program to harm
    program: PathBuf,
    /// Its database, on the disk that is filled
    #[arg(long)]
    db: String,
    /// A folder on that disk
    #[arg(long)]
    disk: PathBuf,
    /// Matches at once, with two people each
    #[arg(long, default_value_t = 10)]
    matches: usize,
    /// Seconds of each part: before, full, freed
    #[arg(long, default_value_t = 4)]
    seconds: u64,
    /// How the server is stopped in the end
    #[arg(long, value_enum)]
    stop: Stop,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Stop {
    Clean,
    Kill,
}

#[tokio::main]
async fn main() -> Result<()> {
    let args = Args::parse();
    let serve = ["--port", "0", "--db", args.db.as_str()];
    let program = Program::start(&args.program, &serve).await?;
    let (crowd, span) = (Arc::new(Crowd::default()), Duration::from_secs(args.seconds));
    let people = crowd::gather(program.address, &crowd, args.matches).await?;
    let health = Health::watch(program.address);

    tokio::time::sleep(span).await;
    let (before, _) = (crowd.count(), health.turn());
    let ballast = Ballast::fill(&args.disk)?;
    tokio::time::sleep(span).await;
    let (full, ill) = (crowd.count(), health.turn());
    ballast.free()?;
    // A database that has to recover takes a moment; then it must take orders again.
    let mut waited = Duration::ZERO;
    while !crowd::is_well(program.address).await.unwrap_or(false) && waited < Duration::from_secs(60) {
        tokio::time::sleep(Duration::from_millis(100)).await;
        waited += Duration::from_millis(100);
    }
    tokio::time::sleep(span).await;
    let freed = crowd.count();
    crowd.stop.store(true, Ordering::Relaxed);
    for person in people {
        person.await??;
    }
    let failed = crowd.failed.load(Ordering::Relaxed);
    let acknowledged =
        std::mem::take(&mut *crowd.acknowledged.lock().unwrap_or_else(PoisonError::into_inner));

    match args.stop {
        Stop::Kill => program.kill().await?,
        Stop::Clean => {
            let pid = program.pid().context("the program has ended")?;
            if !Command::new("kill").args(["-TERM", &pid.to_string()]).status()?.success() {
                bail!("the program can not be stopped");
            }
            program.ended().await?;
        }
    }
    let program = Program::start(&args.program, &serve).await?;
    let lost = crowd::missing(program.address, &acknowledged).await?;
    program.kill().await?;
    println!(
        "  {} people; acknowledged: {before} before, {} while the disk was full, {} after it was freed ({:.1} s until it \
         was well); {failed} orders failed, health was bad {ill} times while it was full; stopped: {:?}; {} \
         acknowledged in all, {lost} of them missing after the restart",
        args.matches * 2,
        full - before,
        freed - full,
        waited.as_secs_f64(),
        args.stop,
        acknowledged.len(),
    );
    if lost > 0 {
        bail!("{lost} orders that were acknowledged are lost");
    }
    if failed == 0 || ill == 0 {
        bail!("the disk was never full: nothing was tried");
    }
    if (freed - full) * 4 < before {
        bail!("the server does not recover: the people did not get back to their pace");
    }
    Ok(())
}

/// A file that takes all room there is, and what is freed meanwhile.
struct Ballast {
    path: PathBuf,
    stop: Arc<AtomicBool>,
    filling: std::thread::JoinHandle<()>,
}

impl Ballast {
    fn fill(disk: &Path) -> Result<Self> {
        let path = disk.join("ballast");
        let mut file = File::create(&path)?;
        while file.write_all(&[7; 1 << 12]).is_ok() {}
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = Arc::clone(&stop);
        let filling = std::thread::spawn(move || {
            while !stopped.load(Ordering::Relaxed) {
                while file.write_all(&[7; 512]).is_ok() {}
                std::thread::sleep(Duration::from_millis(20));
            }
        });
        Ok(Self { path, stop, filling })
    }

    fn free(self) -> Result<()> {
        self.stop.store(true, Ordering::Relaxed);
        let _ = self.filling.join();
        Ok(fs::remove_file(self.path)?)
    }
}

/// Asks again and again how the server is, and counts the bad answers.
struct Health(Arc<AtomicU64>);

impl Health {
    fn watch(server: SocketAddr) -> Self {
        let ill = Arc::new(AtomicU64::new(0));
        let count = Arc::clone(&ill);
        tokio::spawn(async move {
            loop {
                if !crowd::is_well(server).await.unwrap_or(false) {
                    count.fetch_add(1, Ordering::Relaxed);
                }
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        });
        Self(ill)
    }

    /// The bad answers since the last time.
    fn turn(&self) -> u64 {
        self.0.swap(0, Ordering::Relaxed)
    }
}
