//! People who play at several servers of one database, and go to the next one when theirs does not answer.

use crate::http::{make_match, request};
use crate::script::peaceful;
use crate::{Player, Program};
use anyhow::{Context, Result, bail, ensure};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use tokio::task::JoinHandle;
use tokio::time::timeout;

/// A client that hears nothing for so long looks for another server.
const PATIENCE: Duration = Duration::from_secs(2);
/// Between two knocks.
const BREATH: Duration = Duration::from_millis(50);
/// So long at most until somebody is let in again.
const GIVE_UP: Duration = Duration::from_secs(60);

/// Three programs, each at an address that it keeps when it is started again.
#[derive(Debug)]
pub struct Nodes {
    program: PathBuf,
    db: String,
    lease: String,
    pub addresses: Vec<SocketAddr>,
    running: Vec<Option<Program>>,
}

impl Nodes {
    pub async fn start(program: PathBuf, db: &str, lease: Duration) -> Result<Self> {
        let lease = lease.as_millis().to_string();
        let mut nodes =
            Self { program, db: db.to_owned(), lease, addresses: Vec::new(), running: Vec::new() };
        for _ in 0..3 {
            let program = nodes.run("0").await?;
            nodes.addresses.push(program.address);
            nodes.running.push(Some(program));
        }
        Ok(nodes)
    }

    async fn run(&self, port: &str) -> Result<Program> {
        let arguments =
            ["--port", port, "--db", &self.db, "--lease", &self.lease, "--node-address", "127.0.0.1"];
        Program::start(&self.program, &arguments).await
    }

    /// Ends a node at once.
    pub async fn kill(&mut self, node: usize) -> Result<()> {
        self.running[node].take().context("it does not run")?.kill().await
    }

    /// Starts a node again where it was.
    pub async fn revive(&mut self, node: usize) -> Result<()> {
        let port = self.addresses[node].port().to_string();
        self.running[node] = Some(self.run(&port).await?);
        Ok(())
    }

    /// Sends a node a signal: STOP, CONT, TERM.
    pub fn signal(&self, node: usize, signal: &str) -> Result<()> {
        let pid = self.running[node].as_ref().and_then(Program::pid).context("it does not run")?;
        let sent = Command::new("kill").args([format!("-{signal}"), pid.to_string()]).status()?;
        ensure!(sent.success(), "the signal {signal} can not be sent");
        Ok(())
    }
}

/// What all who play share.
#[derive(Debug)]
pub struct Company {
    servers: Vec<SocketAddr>,
    stop: AtomicBool,
    /// Orders that were acknowledged, by match.
    acknowledged: Vec<AtomicUsize>,
    /// How often somebody had to go elsewhere.
    pub moves: AtomicUsize,
    /// The longest time in milliseconds from a cut line to the next welcome.
    worst: AtomicU64,
}

impl Company {
    pub fn count(&self) -> usize {
        self.acknowledged.iter().map(|count| count.load(Ordering::Relaxed)).sum()
    }

    /// The longest that somebody was without a line since this was asked last.
    pub fn worst(&self) -> Duration {
        Duration::from_millis(self.worst.swap(0, Ordering::Relaxed))
    }

    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Returns when so many more orders were acknowledged in every match, and how long that took.
    pub async fn all_go_on(&self, more: usize) -> Result<Duration> {
        let now = || self.acknowledged.iter().map(|count| count.load(Ordering::Relaxed));
        let (since, before): (Instant, Vec<usize>) = (Instant::now(), now().collect());
        while !now().zip(&before).all(|(now, before)| now >= before + more) {
            if since.elapsed() > GIVE_UP {
                let stuck = now().zip(&before).filter(|(now, before)| *now < **before + more).count();
                bail!("{stuck} of {} matches do not go on", before.len());
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        Ok(since.elapsed())
    }
}

/// A hand at a seat of a match; in the end his orders in the order in which they were acknowledged.
#[derive(Debug)]
pub struct Hand {
    id: String,
    key: String,
    seat: usize,
    playing: JoinHandle<Result<Vec<Value>>>,
}

/// Makes matches, each at another node; the two people of a match come to different nodes.
pub async fn gather(servers: &[SocketAddr], matches: usize) -> Result<(Arc<Company>, Vec<Hand>)> {
    let company = Arc::new(Company {
        servers: servers.to_vec(),
        stop: AtomicBool::new(false),
        acknowledged: (0..matches).map(|_| AtomicUsize::new(0)).collect(),
        moves: AtomicUsize::new(0),
        worst: AtomicU64::new(0),
    });
    let mut seats = Vec::new();
    for number in 0..matches {
        let options = json!({ "turn_limit": "65535" });
        // On one screen: then everybody may read the whole log in the end.
        let wish = json!({ "setup": { "scenario": "simple-battle", "options": options }, "hot_seat": true });
        let (id, keys, _) = make_match(servers[number % servers.len()], &wish).await?;
        for (seat, key) in keys.into_iter().enumerate() {
            let first = number + seat + 1;
            let playing = tokio::spawn(play(Arc::clone(&company), number, id.clone(), key.clone(), first));
            seats.push(Hand { id: id.clone(), key, seat, playing });
        }
    }
    Ok((company, seats))
}

/// Plays one seat until the company stops and its last order is answered.
async fn play(
    company: Arc<Company>,
    number: usize,
    id: String,
    key: String,
    first: usize,
) -> Result<Vec<Value>> {
    let (mut at, servers) = (first, &company.servers);
    let mut player = Player::join(servers[at % servers.len()], &id, &key).await?;
    let mut orders = Vec::new();
    // An order that was sent and not answered: it is sent again under its id.
    let mut open: Option<(String, Value)> = None;
    while player.over.is_null() && (open.is_some() || !company.stop.load(Ordering::Relaxed)) {
        match timeout(PATIENCE, step(&mut player, &mut open)).await {
            Ok(Ok(None)) => {}
            Ok(Ok(Some(order))) => {
                orders.push(order);
                company.acknowledged[number].fetch_add(1, Ordering::Relaxed);
            }
            Ok(Err(_)) | Err(_) => {
                let cut = Instant::now();
                company.moves.fetch_add(1, Ordering::Relaxed);
                loop {
                    at += 1;
                    player.moved(servers[at % servers.len()]);
                    if let Ok(Ok(())) = timeout(PATIENCE, player.knock()).await {
                        break;
                    }
                    ensure!(cut.elapsed() < GIVE_UP, "no server lets {id} go on");
                    tokio::time::sleep(BREATH).await;
                }
                company.worst.fetch_max(cut.elapsed().as_millis() as u64, Ordering::Relaxed);
            }
        }
    }
    Ok(orders)
}

/// One decision, or one message if none is awaited.
async fn step(player: &mut Player, open: &mut Option<(String, Value)>) -> Result<Option<Value>> {
    if open.is_none() {
        let Some(ask) = player.awaited() else {
            let tell = player.hear().await?;
            ensure!(tell["op"] != "bye", "the server says good-bye");
            return Ok(None);
        };
        let order = match peaceful(&ask) {
            Some(order) if player.check(&order).await? => order,
            _ => match player.legal(&json!({ "limit": 1 })).await?.pop() {
                Some(order) => order,
                None => return Ok(None),
            },
        };
        *open = Some((player.next_id(), order));
    }
    let Some((id, order)) = open.clone() else { return Ok(None) };
    let told = player.order_as(&id, &order).await?;
    let code = told["code"].as_str().unwrap_or_default();
    ensure!(!["busy", "internal"].contains(&code), "it was not taken: {told}");
    *open = None;
    Ok((told["op"] == "ack").then_some(order))
}

/// Looks at every match from every server: each order that was acknowledged is there once, in its order, nothing else is,
/// and all servers tell the same. Returns how many orders that are.
pub async fn judge(company: &Company, servers: &[SocketAddr], seats: Vec<Hand>) -> Result<usize> {
    let mut done = 0;
    for Hand { id, key, seat, playing } in seats {
        let orders = playing.await??;
        let bearer = [format!("authorization: Bearer {key}")];
        let mut logs = Vec::new();
        for server in servers {
            let log = request(*server, "GET", &format!("/api/matches/{id}/log"), &bearer, None).await?;
            ensure!(log.status == 200, "no log of {id}: {}", log.body);
            logs.push(log.body);
        }
        ensure!(logs.iter().all(|log| *log == logs[0]), "two servers tell {id} differently");
        let stored: Vec<Value> = logs[0]
            .lines()
            .filter_map(|line| serde_json::from_str::<Value>(line).ok())
            .filter(|line| line["seat"] == seat)
            .map(|line| line["order"].clone())
            .collect();
        ensure!(
            stored == orders,
            "match {id}, seat {seat}: {} orders were acknowledged, {} are stored",
            orders.len(),
            stored.len()
        );
        done += orders.len();
    }
    ensure!(done == company.count(), "{done} orders of {}", company.count());
    Ok(done)
}
