//! Days in short: matches whose players come and go, and whether the server stays as it is. `cargo xtask soak`.

use anyhow::{Context, Result, bail};
use clap::Parser;
use load::http::{make_match, request};
use load::process::{descriptors, memory, threads};
use load::script::{Board, Habits, pair, percentile};
use load::{Program, Socket};
use serde_json::json;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

/// Plays many matches for a while and compares the last third of the time with the one before it
#[derive(Clone, Debug, Parser)]
struct Args {
    /// The program to soak
    program: PathBuf,
    /// Its database, which must not exist
    #[arg(long)]
    db: PathBuf,
    #[arg(long, default_value_t = 10.0)]
    minutes: f64,
    /// Matches at once
    #[arg(long, default_value_t = 1000)]
    matches: usize,
    /// How many of them are played; at the others somebody sits and waits
    #[arg(long, default_value_t = 1000)]
    busy: usize,
    /// Milliseconds that a client thinks, on average
    #[arg(long, default_value_t = 4000)]
    pace: u64,
}

/// Turns of a match: it ends, and the next one begins.
const TURNS: u32 = 4;
/// Orders after which a client leaves its table and comes back.
const STAY: u32 = 7;
/// How often it is looked.
const LOOK: Duration = Duration::from_secs(3);
/// Clients that come at the same time in the beginning.
const AT_ONCE: usize = 16;

/// One look at the server.
#[derive(Clone, Copy, Debug)]
struct Sample {
    /// In kilobytes.
    memory: f64,
    threads: f64,
    tasks: f64,
    descriptors: f64,
}

#[tokio::main]
async fn main() -> Result<()> {
    let args = Args::parse();
    if args.db.exists() {
        bail!("{}: there is something already", args.db.display());
    }
    let db = args.db.to_str().context("the database's name is not UTF-8")?;
    // Matches that are over leave memory soon: else it would grow for ten minutes by design.
    let program = Program::start(&args.program, &["--port", "0", "--db", db, "--keep", "0"]).await?;
    let pid = program.pid().context("the program has ended")?;
    let at = program.address;
    let empty = look(at, pid).await?;

    let busy = args.busy.min(args.matches);
    let begun = Instant::now();
    let waiting = sit_and_wait(at, args.matches - busy).await?;
    let board = Arc::new(Board::default());
    let habits = Habits { pace: Some(Duration::from_millis(args.pace)), turns: TURNS, stay: Some(STAY) };
    let mut pairs: Vec<_> = Vec::new();
    for n in 0..busy {
        pairs.push(tokio::spawn(pair(at, Arc::clone(&board), habits)));
        if n % AT_ONCE == 0 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
    println!(
        "  {} matches, {busy} of them played, are there after {:.0} s",
        args.matches,
        begun.elapsed().as_secs_f64()
    );

    board.measuring.store(true, Ordering::Relaxed);
    let third = Duration::from_secs_f64(args.minutes * 20.0);
    let mut thirds = Vec::new();
    for name in ["first", "middle", "last"] {
        let (until, before) = (Instant::now() + third, board.orders.load(Ordering::Relaxed));
        let mut samples = Vec::new();
        while Instant::now() < until || samples.is_empty() {
            tokio::time::sleep(LOOK.min(third)).await;
            samples.push(look(at, pid).await?);
            if let Some(ended) = pairs.iter().position(tokio::task::JoinHandle::is_finished) {
                pairs.swap_remove(ended).await??;
            }
        }
        let orders = board.orders.load(Ordering::Relaxed) - before;
        let part = Third::of(&samples, &board, orders as f64 / third.as_secs_f64())?;
        println!("  {name:<7} {part}");
        thirds.push(part);
    }
    println!(
        "  {} matches begun, {} returns to a table, {} orders refused; memory before anybody came {:.0} MB",
        board.matches.load(Ordering::Relaxed),
        board.returns.load(Ordering::Relaxed),
        board.refused.load(Ordering::Relaxed),
        empty.memory / 1024.0,
    );
    board.stop.store(true, Ordering::Relaxed);
    for pair in pairs {
        pair.await??;
    }
    drop(waiting);
    program.kill().await?;
    match thirds.as_slice() {
        [_, middle, last] => last.is_no_more_than(middle),
        _ => bail!("there are three thirds"),
    }
}

/// Matches at which one player sits and says nothing. He answers the server's signs of life.
async fn sit_and_wait(at: SocketAddr, matches: usize) -> Result<tokio::task::JoinSet<Result<()>>> {
    let (mut coming, mut there) = (tokio::task::JoinSet::new(), tokio::task::JoinSet::new());
    for n in 0..matches {
        coming.spawn(async move {
            let wish = json!({ "setup": { "scenario": "simple-battle" }, "seed": n });
            let (id, keys, _) = make_match(at, &wish).await?;
            let mut socket = Socket::connect(at, &id).await?;
            socket.send(json!({ "op": "hello", "key": keys[0] }).to_string()).await?;
            socket.receive().await?;
            anyhow::Ok(socket)
        });
        while coming.len() >= AT_ONCE || n + 1 == matches {
            let Some(came) = coming.join_next().await else { break };
            let mut socket = came??;
            there.spawn(async move {
                loop {
                    socket.receive().await?;
                }
            });
        }
    }
    Ok(there)
}

async fn look(at: SocketAddr, pid: u32) -> Result<Sample> {
    let figures = request(at, "GET", "/metrics", &[], None).await?.body;
    let tasks = figures.lines().find_map(|line| line.strip_prefix("heatray_tasks ")?.parse().ok());
    Ok(Sample {
        memory: memory(pid)? as f64,
        threads: threads(pid)? as f64,
        tasks: tasks.context("/metrics does not tell the tasks")?,
        descriptors: descriptors(pid)? as f64,
    })
}

/// A third of the time.
#[derive(Clone, Copy, Debug)]
struct Third {
    /// The mean of all looks.
    mean: Sample,
    orders_per_s: f64,
    p50: f64,
    p99: f64,
    worst: f64,
}

impl Third {
    fn of(samples: &[Sample], board: &Board, orders_per_s: f64) -> Result<Self> {
        let mean = |of: fn(&Sample) -> f64| samples.iter().map(of).sum::<f64>() / samples.len() as f64;
        let mut delays = std::mem::take(&mut *board.delays.lock().unwrap_or_else(PoisonError::into_inner));
        delays.sort_unstable();
        if delays.is_empty() {
            bail!("no order was followed from one player to the other: nothing is measured");
        }
        let mean = Sample {
            memory: mean(|s| s.memory),
            threads: mean(|s| s.threads),
            tasks: mean(|s| s.tasks),
            descriptors: mean(|s| s.descriptors),
        };
        let [p50, p99, worst] = [0.5, 0.99, 1.0].map(|part| percentile(&delays, part));
        Ok(Self { mean, orders_per_s, p50, p99, worst })
    }

    /// Whether everything stays as it is, but for what comes and goes by chance.
    fn is_no_more_than(&self, before: &Self) -> Result<()> {
        let (now, then) = (&self.mean, &before.mean);
        let mut more = Vec::new();
        for (name, now, then, slack) in [
            ("memory, in kB", now.memory, then.memory, 8192.0),
            ("threads", now.threads, then.threads, 4.0),
            ("tasks", now.tasks, then.tasks, 100.0),
            ("descriptors", now.descriptors, then.descriptors, 50.0),
        ] {
            if now > then * 1.05 + slack {
                more.push(format!("{name}: {then:.0}, then {now:.0}"));
            }
        }
        // A delay is at the mercy of whatever else the machine does.
        if self.p99 > before.p99 * 2.0 + 20.0 {
            more.push(format!("p99 of order to news: {:.1} ms, then {:.1} ms", before.p99, self.p99));
        }
        if more.is_empty() {
            return Ok(());
        }
        bail!("the last third takes more than the one before it: {}", more.join("; "))
    }
}

impl std::fmt::Display for Third {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Sample { memory, threads, tasks, descriptors } = self.mean;
        write!(
            f,
            "{:.0} MB, {threads:.0} threads, {tasks:.0} tasks, {descriptors:.0} descriptors; {:.0} orders/s, order to the \
             other side's news: p50 {:.2} ms, p99 {:.2} ms, worst {:.1} ms",
            memory / 1024.0,
            self.orders_per_s,
            self.p50,
            self.p99,
            self.worst
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn third(memory: f64, tasks: f64, p99: f64) -> Third {
        let mean = Sample { memory, threads: 10.0, tasks, descriptors: 3000.0 };
        Third { mean, orders_per_s: 500.0, p50: 1.0, p99, worst: 9.0 }
    }

    #[test]
    fn what_grows_is_named_and_what_wavers_is_not() {
        let before = third(200_000.0, 4000.0, 10.0);
        assert!(third(215_000.0, 4200.0, 30.0).is_no_more_than(&before).is_ok());
        for (now, name) in [
            (third(230_000.0, 4000.0, 10.0), "memory"),
            (third(200_000.0, 4400.0, 10.0), "tasks"),
            (third(200_000.0, 4000.0, 41.0), "p99"),
        ] {
            let why = now.is_no_more_than(&before).expect_err(name).to_string();
            assert!(why.contains(name), "{why}");
        }
    }
}
