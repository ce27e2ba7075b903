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
use tokio::task::{JoinHandle, JoinSet};

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
/// Fewer looks in a third of the time say nothing.
const LOOKS: usize = 5;
/// Everybody has come by then.
const GATHERED: Duration = Duration::from_secs(300);

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
    let third = Duration::from_secs_f64(args.minutes.max(0.0) * 20.0);
    if third < LOOK * LOOKS as u32 {
        bail!("--minutes {}: too short to tell anything; expected at least 1", args.minutes);
    }
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
    while board.matches.load(Ordering::Relaxed) < busy as u64 {
        fail_with_the_first(&mut pairs).await?;
        if begun.elapsed() > GATHERED {
            bail!(
                "{} of {busy} matches have begun: they do not come together",
                board.matches.load(Ordering::Relaxed)
            );
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    println!(
        "  {} matches, {busy} of them played, are there after {:.0} s",
        args.matches,
        begun.elapsed().as_secs_f64()
    );

    board.measuring.store(true, Ordering::Relaxed);
    let mut thirds = Vec::new();
    for name in ["first", "middle", "last"] {
        let (until, before) = (Instant::now() + third, board.orders.load(Ordering::Relaxed));
        let mut samples = Vec::new();
        while Instant::now() < until {
            tokio::time::sleep(LOOK).await;
            samples.push(look(at, pid).await?);
            fail_with_the_first(&mut pairs).await?;
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
        [_, middle, last] => last.is_no_more_than(middle)?,
        _ => bail!("there are three thirds"),
    }
    println!("  flat: the last third takes no more than the middle one");
    Ok(())
}

/// Nobody ends before he is told to: if one has, why.
async fn fail_with_the_first(pairs: &mut Vec<JoinHandle<Result<()>>>) -> Result<()> {
    let Some(ended) = pairs.iter().position(JoinHandle::is_finished) else { return Ok(()) };
    pairs.swap_remove(ended).await??;
    bail!("somebody has gone home by himself")
}

/// Matches at which one player sits and says nothing. He answers the server's signs of life.
async fn sit_and_wait(at: SocketAddr, matches: usize) -> Result<JoinSet<Result<()>>> {
    let (mut coming, mut there) = (JoinSet::new(), JoinSet::new());
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
        if !more.is_empty() {
            bail!("not flat: the last third takes more than the one before it: {}", more.join("; "))
        }
        // A server that does less and less takes no more, either.
        if self.orders_per_s < before.orders_per_s * 0.8 {
            let (then, now) = (before.orders_per_s, self.orders_per_s);
            bail!("not flat: {then:.0} orders a second, then {now:.0}: the players do not get on");
        }
        Ok(())
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

    const BEFORE: Third = Third {
        mean: Sample { memory: 200_000.0, threads: 10.0, tasks: 4000.0, descriptors: 3000.0 },
        orders_per_s: 500.0,
        p50: 1.0,
        p99: 10.0,
        worst: 9.0,
    };

    /// What comes after it, with something changed.
    fn after(change: impl Fn(&mut Third)) -> Result<()> {
        let mut now = BEFORE;
        change(&mut now);
        now.is_no_more_than(&BEFORE)
    }

    #[test]
    fn what_wavers_is_flat() {
        let wavers = |now: &mut Third| {
            now.mean = Sample { memory: 215_000.0, threads: 12.0, tasks: 4200.0, descriptors: 3100.0 };
            (now.p99, now.orders_per_s) = (30.0, 450.0);
        };
        assert!(after(|_| {}).is_ok() && after(wavers).is_ok());
    }

    #[test]
    fn what_grows_is_named_and_not_called_flat() {
        for (name, refused) in [
            ("memory", after(|now| now.mean.memory = 230_000.0)),
            ("threads", after(|now| now.mean.threads = 15.0)),
            ("tasks", after(|now| now.mean.tasks = 4400.0)),
            ("descriptors", after(|now| now.mean.descriptors = 3300.0)),
            ("p99", after(|now| now.p99 = 41.0)),
            ("orders a second", after(|now| now.orders_per_s = 390.0)),
        ] {
            let why = refused.expect_err(name).to_string();
            assert!(why.contains("not flat") && why.contains(name), "{why}");
        }
    }

    #[test]
    fn a_look_at_nothing_is_no_third() {
        let look = BEFORE.mean;
        assert!(Third::of(&[look], &Board::default(), 500.0).is_err(), "no order was followed");
        let board = Board::default();
        board.delays.lock().unwrap().extend([1000, 3000]);
        let third = Third::of(&[look, Sample { tasks: 5000.0, ..look }], &board, 500.0).unwrap();
        assert!((third.mean.tasks - 4500.0).abs() < 1e-9 && (third.worst - 3.0).abs() < 1e-9, "{third}");
    }
}
