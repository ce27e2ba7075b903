//! How much a server bears: `cargo xtask load`.

use anyhow::{Context, Result, bail};
use clap::Parser;
use load::http::make_match;
use load::process::{memory, processor};
use load::script::{Board, Habits, pair, percentile};
use load::{Program, Socket};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

/// Measures a server: one match, many matches, memory
#[derive(Clone, Debug, Parser)]
struct Args {
    /// The program to measure
    program: PathBuf,
    /// The database of the measurement: a SQLite file that does not exist yet, or postgres://…
    #[arg(long)]
    db: String,
    /// Servers at one PostgreSQL; each pair of clients plays at one of them
    #[arg(long, default_value_t = 1)]
    nodes: usize,
    /// When SQLite calls an order stored: normal or full
    #[arg(long, default_value = "normal")]
    sync: String,
    /// Matches at once
    #[arg(long, default_value_t = 500)]
    matches: u32,
    /// Milliseconds that a client thinks, on average; 280 makes some 2,100 orders a second of 500 matches
    #[arg(long, default_value_t = 280)]
    pace: u64,
    /// Only one match with two clients, as one JSON object
    #[arg(long)]
    one_match: bool,
    /// Only all matches as fast as they can, as one JSON object
    #[arg(long)]
    flat_out: bool,
    /// So many matches of bots alone go on beside each measurement, each with somebody who watches
    #[arg(long, default_value_t = 0)]
    bots: u32,
    /// Who plays them
    #[arg(long, default_value = "veteran")]
    bot: String,
    /// Only the matches whose clients think, without and with those of bots
    #[arg(long, requires = "bots")]
    beside: bool,
    /// Seconds of each measurement
    #[arg(long, default_value_t = 10)]
    seconds: u64,
}

#[tokio::main]
async fn main() -> Result<()> {
    let args = Args::parse();
    let is_file = !args.db.starts_with("postgres");
    if is_file && Path::new(&args.db).exists() {
        bail!("{}: there is something already", args.db);
    }
    if args.nodes == 0 || (is_file && args.nodes > 1) {
        bail!("--nodes {}: expected 1 for a file, 1 or more for a PostgreSQL", args.nodes);
    }
    let mut programs = Vec::new();
    for _ in 0..args.nodes {
        let mut serve = vec!["--port", "0", "--db", &args.db];
        serve.extend(if is_file { ["--sync", &args.sync] } else { ["--node-address", "127.0.0.1"] });
        programs.push(Program::start(&args.program, &serve).await?);
    }
    let span = Duration::from_secs(args.seconds);

    if args.one_match || args.flat_out {
        let found = run(&programs, if args.one_match { 1 } else { args.matches }, None, span).await?;
        println!("{}", json!({ "orders_per_s": found.orders_per_s, "processor_us": found.processor_us }));
        return Ok(());
    }
    let storage =
        if is_file { format!("SQLite, synchronous={}", args.sync) } else { "PostgreSQL".to_owned() };
    if args.beside {
        let pace = Duration::from_millis(args.pace);
        println!("{} matches at once, clients that think for {} ms on average", args.matches, args.pace);
        run(&programs, args.matches, Some(pace), span).await?.print();
        let table = BotTable::all(&programs, args.bots, &args.bot).await?;
        println!("the same beside {} matches of {} alone", args.bots, args.bot);
        run(&programs, args.matches, Some(pace), span).await?.print();
        println!("  the bots gave {} orders meanwhile", table.stop().await?);
        return Ok(());
    }
    println!("one match, two clients, each acting on the server's news; {storage}, {} node(s)", args.nodes);
    run(&programs, 1, None, span).await?.print();

    let empty = memory_of(&programs)?;
    let mut idle = Vec::new();
    for program in programs.iter().cycle().take(args.matches as usize) {
        let (id, keys, _) =
            make_match(program.address, &json!({ "setup": { "scenario": "simple-battle" } })).await?;
        for key in keys {
            let mut socket = Socket::connect(program.address, &id).await?;
            socket.send(json!({ "op": "hello", "key": key }).to_string()).await?;
            socket.receive().await?;
            idle.push(socket);
        }
    }
    let with_idle = memory_of(&programs)?;
    println!(
        "memory: {} MB before, {:.1} kB more for each of {} idle matches with two sockets",
        empty / 1024,
        (with_idle - empty) as f64 / f64::from(args.matches),
        args.matches
    );
    drop(idle);

    println!("{} matches at once, clients that think for {} ms on average", args.matches, args.pace);
    let pace = Duration::from_millis(args.pace);
    run(&programs, args.matches, Some(pace), span).await?.print();
    println!(
        "memory: {} MB, {:.1} kB for each busy match",
        memory_of(&programs)? / 1024,
        (memory_of(&programs)? - empty) as f64 / f64::from(args.matches)
    );

    println!("{} matches at once, as fast as they can", args.matches);
    run(&programs, args.matches, None, span).await?.print();
    println!("memory: {} MB", memory_of(&programs)? / 1024);
    Ok(())
}

/// Matches of bots alone, and those who watch them.
struct BotTable {
    over: Arc<AtomicBool>,
    watchers: Vec<tokio::task::JoinHandle<Result<u64>>>,
}

impl BotTable {
    async fn all(programs: &[Program], matches: u32, bot: &str) -> Result<Self> {
        let over = Arc::new(AtomicBool::new(false));
        let mut watchers = Vec::new();
        for program in programs.iter().cycle().take(matches as usize) {
            let (at, bot, over) = (program.address, bot.to_owned(), Arc::clone(&over));
            watchers.push(tokio::spawn(async move {
                let mut news = 0;
                while !over.load(Ordering::Relaxed) {
                    news += watch_bots(at, &bot, &over).await?;
                }
                Ok(news)
            }));
        }
        Ok(Self { over, watchers })
    }

    /// How many times there was news of them.
    async fn stop(self) -> Result<u64> {
        self.over.store(true, Ordering::Relaxed);
        let mut news = 0;
        for watcher in self.watchers {
            news += watcher.await??;
        }
        Ok(news)
    }
}

/// Watches one match of bots until it is over, or nobody wants to any more.
async fn watch_bots(at: SocketAddr, bot: &str, over: &AtomicBool) -> Result<u64> {
    let setup = json!({ "scenario": "simple-battle", "options": { "setup": "quick" } });
    let wish =
        json!({ "setup": setup, "seats": [{ "kind": "bot", "bot": bot }, { "kind": "bot", "bot": bot }] });
    let (id, _, watch) = make_match(at, &wish).await?;
    let mut socket = Socket::connect(at, &id).await?;
    socket.send(json!({ "op": "hello", "key": watch }).to_string()).await?;
    let mut news = 0;
    while !over.load(Ordering::Relaxed) {
        let Ok(told) = tokio::time::timeout(Duration::from_millis(500), socket.receive()).await else {
            continue;
        };
        let told: Value = serde_json::from_str(&told?)?;
        if told["op"] == "news" {
            news += 1;
            if !told["news"]["over"].is_null() {
                break;
            }
        }
    }
    Ok(news)
}

struct Found {
    orders_per_s: f64,
    /// Processor time of the server for one order, in microseconds.
    processor_us: f64,
    delays: String,
}

impl Found {
    fn print(&self) {
        println!(
            "  {:.0} orders/s, {:.0} µs of processor time of the server each; {}",
            self.orders_per_s, self.processor_us, self.delays
        );
    }
}

async fn run(programs: &[Program], pairs: u32, pace: Option<Duration>, span: Duration) -> Result<Found> {
    let board = Arc::new(Board::default());
    let mut tasks = Vec::new();
    for program in programs.iter().cycle().take(pairs as usize) {
        tasks.push(tokio::spawn(pair(program.address, Arc::clone(&board), Habits::steady(pace))));
    }
    // All are there and have played a little before it counts.
    tokio::time::sleep(span.mul_f64(0.3)).await;
    let (orders, matches) = (board.orders.load(Ordering::Relaxed), board.matches.load(Ordering::Relaxed));
    board.measuring.store(true, Ordering::Relaxed);
    let (started, used) = (Instant::now(), processor_of(programs)?);
    tokio::time::sleep(span).await;
    let (seconds, used) = (started.elapsed().as_secs_f64(), processor_of(programs)? - used);
    board.measuring.store(false, Ordering::Relaxed);
    let orders = board.orders.load(Ordering::Relaxed) - orders;
    let matches = board.matches.load(Ordering::Relaxed) - matches;
    board.stop.store(true, Ordering::Relaxed);
    for task in tasks {
        task.await??;
    }
    let mut delays = std::mem::take(&mut *board.delays.lock().unwrap_or_else(PoisonError::into_inner));
    delays.sort_unstable();
    let at = |part: f64| percentile(&delays, part);
    let delays = format!(
        "order to the other side's news: p50 {:.2} ms, p99 {:.2} ms, worst {:.2} ms of {}; {matches} matches begun, \
         {} orders refused",
        at(0.5),
        at(0.99),
        at(1.0),
        delays.len(),
        board.refused.load(Ordering::Relaxed),
    );
    Ok(Found { orders_per_s: orders as f64 / seconds, processor_us: used * 1e6 / orders as f64, delays })
}

/// The memory of all servers together, in kilobytes.
fn memory_of(programs: &[Program]) -> Result<i64> {
    programs.iter().map(|program| memory(program.pid().context("the program has ended")?)).sum()
}

/// The seconds of processor time that all servers together have used; a database's own is not in it.
fn processor_of(programs: &[Program]) -> Result<f64> {
    programs.iter().map(|program| processor(program.pid().context("the program has ended")?)).sum()
}
