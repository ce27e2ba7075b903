//! People who play on whatever happens to the server, and remember what was acknowledged.

use crate::http::{make_match, request};
use crate::player::pattern;
use crate::script::peaceful;
use crate::{Player, Socket};
use anyhow::{Context, Result, bail};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::process::Command;
use tokio::sync::Notify;

/// An order that the server said it had stored.
#[derive(Clone, Debug)]
pub struct Acknowledged {
    pub id: String,
    pub seat: usize,
    pub key: String,
    pub order_id: String,
    pub order: Value,
}

/// What the crowd shares.
#[derive(Debug, Default)]
pub struct Crowd {
    pub acknowledged: Mutex<Vec<Acknowledged>>,
    /// Orders that were not taken because of the server.
    pub failed: AtomicU64,
    /// How often somebody had to come back.
    pub returns: AtomicU64,
    pub stop: AtomicBool,
    progress: Notify,
}

impl Crowd {
    pub fn count(&self) -> usize {
        self.acknowledged.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// Returns when so many orders are acknowledged.
    pub async fn reached(&self, orders: usize) {
        loop {
            let next = self.progress.notified();
            if self.count() >= orders {
                return;
            }
            next.await;
        }
    }

    fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// Makes matches, and seats two people at each; the tasks end when the crowd is told to stop.
pub async fn gather(
    server: SocketAddr,
    crowd: &Arc<Crowd>,
    matches: usize,
) -> Result<Vec<tokio::task::JoinHandle<Result<()>>>> {
    let mut people = Vec::new();
    for _ in 0..matches {
        let setup = json!({ "scenario": "simple-battle", "options": { "turn_limit": "65535" } });
        // At one screen: either of them may see the whole log.
        let wish = json!({ "setup": setup, "hot_seat": true });
        let (id, keys, _) = make_match(server, &wish).await?;
        for (seat, key) in keys.into_iter().enumerate() {
            let player = Player::join(server, &id, &key).await?;
            people.push(tokio::spawn(play(player, (id.clone(), seat), Arc::clone(crowd))));
        }
    }
    Ok(people)
}

async fn play(mut player: Player, at: (String, usize), crowd: Arc<Crowd>) -> Result<()> {
    while !crowd.stopped() {
        let Some(ask) = player.awaited() else {
            if !player.over.is_null() {
                return Ok(());
            }
            // Nobody waits for him: he listens, and comes back when the line is cut.
            let heard = tokio::time::timeout(Duration::from_millis(500), player.hear()).await;
            if matches!(&heard, Ok(Err(_))) || matches!(&heard, Ok(Ok(tell)) if tell["op"] == "bye") {
                return_to(&mut player, &crowd).await?;
            }
            continue;
        };
        let mut order = peaceful(&ask);
        if order.is_none() {
            let legal = player.legal(&json!({ "within": pattern(&ask), "limit": 1 })).await;
            let Ok(legal) = legal else {
                return_to(&mut player, &crowd).await?;
                continue;
            };
            order = legal.into_iter().next();
        }
        let Some(order) = order else { continue };
        give(&mut player, &at, &order, &crowd).await?;
    }
    Ok(())
}

/// Gives one order until it is answered for good: under the same id, as a client does whose line was cut.
async fn give(player: &mut Player, (id, seat): &(String, usize), order: &Value, crowd: &Crowd) -> Result<()> {
    let order_id = player.next_id();
    while !crowd.stopped() {
        let told = player.order_as(&order_id, order).await;
        match &told {
            Ok(tell) if tell["op"] == "ack" => {
                let (id, key) = (id.clone(), player.key().to_owned());
                let done = Acknowledged { id, seat: *seat, key, order_id, order: order.clone() };
                crowd.acknowledged.lock().unwrap_or_else(PoisonError::into_inner).push(done);
                crowd.progress.notify_waiters();
                return Ok(());
            }
            Ok(tell) if tell["code"] != "internal" && tell["code"] != "busy" => return Ok(()),
            _ => {
                crowd.failed.fetch_add(1, Ordering::Relaxed);
                return_to(player, crowd).await?;
            }
        }
    }
    Ok(())
}

async fn return_to(player: &mut Player, crowd: &Crowd) -> Result<()> {
    crowd.returns.fetch_add(1, Ordering::Relaxed);
    for _ in 0..10 {
        // People do not knock faster than that.
        tokio::time::sleep(Duration::from_millis(200)).await;
        if crowd.stopped() || player.come_back().await.is_ok() {
            return Ok(());
        }
    }
    bail!("the server does not come back")
}

/// How many of these the server does not know. Each is sent again under its own id and for a decision that nobody was
/// ever asked: who knows it answers as he did, who does not refuses it as stale.
pub async fn missing(server: SocketAddr, acknowledged: &[Acknowledged]) -> Result<usize> {
    let mut lost = 0;
    for (key, orders) in by_key(acknowledged) {
        let mut socket = Socket::connect(server, &orders[0].id).await?;
        socket.send(json!({ "op": "hello", "key": key }).to_string()).await?;
        for order in orders {
            let say =
                json!({ "op": "order", "id": order.order_id, "order": order.order, "decision": "none" });
            socket.send(say.to_string()).await?;
            loop {
                let tell: Value = serde_json::from_str(&socket.receive().await?)?;
                if tell["id"] == order.order_id.as_str() {
                    lost += usize::from(tell["op"] != "ack");
                    break;
                }
            }
        }
    }
    Ok(lost)
}

/// The logs of all matches in which something was acknowledged, by match. They must hold every order that was, once and in
/// its turn, and nothing else but at most one for each seat that was under way when everybody stopped.
pub async fn logs(server: SocketAddr, acknowledged: &[Acknowledged]) -> Result<BTreeMap<String, String>> {
    let mut logs = BTreeMap::new();
    for (key, orders) in by_key(acknowledged) {
        let (id, seat) = (&orders[0].id, orders[0].seat);
        let bearer = [format!("authorization: Bearer {key}")];
        let answer = request(server, "GET", &format!("/api/matches/{id}/log"), &bearer, None).await?;
        if answer.status != 200 {
            bail!("match {id}: no log: {}", answer.body);
        }
        let lines = answer.body.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
        let stored: Vec<Value> =
            lines.filter(|line| line["seat"] == seat).map(|line| line["order"].clone()).collect();
        let given: Vec<&Value> = orders.iter().map(|order| &order.order).collect();
        let same = stored.iter().zip(&given).take_while(|(stored, given)| stored == *given).count();
        if same < given.len() || stored.len() > given.len() + 1 {
            let (stored, given) = (stored.len(), given.len());
            bail!(
                "match {id}, seat {seat}: {given} orders were acknowledged, {stored} are stored, the first {same} are the same"
            );
        }
        logs.insert(id.clone(), answer.body);
    }
    Ok(logs)
}

/// Lets the program replay these logs; fails if one leads elsewhere than to the state that it was written in.
pub async fn replay(program: &Path, logs: &BTreeMap<String, String>, folder: &Path) -> Result<()> {
    let folder = folder.join(format!("logs-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let mut check = Command::new(program);
    check.arg("check");
    for (id, text) in logs {
        let file = folder.join(format!("{id}.jsonl"));
        std::fs::write(&file, text)?;
        check.arg(file);
    }
    let checked = check.output().await?;
    std::fs::remove_dir_all(&folder)?;
    if !checked.status.success() {
        bail!("a log leads elsewhere: {}", String::from_utf8_lossy(&checked.stdout));
    }
    Ok(())
}

fn by_key(acknowledged: &[Acknowledged]) -> Vec<(&str, Vec<&Acknowledged>)> {
    let mut seats: Vec<(&str, Vec<&Acknowledged>)> = Vec::new();
    for order in acknowledged {
        match seats.iter_mut().find(|(key, _)| *key == order.key) {
            Some((_, orders)) => orders.push(order),
            None => seats.push((&order.key, vec![order])),
        }
    }
    seats
}

/// Whether the server says that it is well.
pub async fn is_well(server: SocketAddr) -> Result<bool> {
    let answer = request(server, "GET", "/healthz", &[], None).await.context("no answer to /healthz")?;
    Ok(answer.status == 200)
}
