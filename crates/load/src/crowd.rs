//! People who play on whatever happens to the server, and remember what was acknowledged.

use crate::http::{make_match, request};
use crate::player::pattern;
use crate::script::peaceful;
use crate::{Player, Socket};
use anyhow::{Context, Result, bail};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// An order that the server said it had stored.
#[derive(Clone, Debug)]
pub struct Acknowledged {
    pub id: String,
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
    pub stop: AtomicBool,
}

impl Crowd {
    pub fn count(&self) -> usize {
        self.acknowledged.lock().unwrap_or_else(PoisonError::into_inner).len()
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
        let wish = json!({ "setup": { "scenario": "simple-battle", "options": { "turn_limit": "5000" } } });
        let (id, keys, _) = make_match(server, &wish).await?;
        for key in keys {
            let player = Player::join(server, &id, &key).await?;
            people.push(tokio::spawn(play(player, id.clone(), Arc::clone(crowd))));
        }
    }
    Ok(people)
}

async fn play(mut player: Player, id: String, crowd: Arc<Crowd>) -> Result<()> {
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
        let order = match peaceful(&ask) {
            Some(order) => Some(order),
            None => match player.legal(&json!({ "within": pattern(&ask), "limit": 1 })).await {
                Ok(orders) => orders.into_iter().next(),
                Err(_) => {
                    return_to(&mut player, &crowd).await?;
                    continue;
                }
            },
        };
        let Some(order) = order else { continue };
        give(&mut player, &id, &order, &crowd).await?;
    }
    Ok(())
}

/// Gives one order until it is answered for good: under the same id, as a client does whose line was cut.
async fn give(player: &mut Player, id: &str, order: &Value, crowd: &Crowd) -> Result<()> {
    let order_id = player.next_id();
    while !crowd.stopped() {
        let told = player.order_as(&order_id, order).await;
        match &told {
            Ok(tell) if tell["op"] == "ack" => {
                let (id, key) = (id.to_owned(), player.key().to_owned());
                let done = Acknowledged { id, key, order_id, order: order.clone() };
                crowd.acknowledged.lock().unwrap_or_else(PoisonError::into_inner).push(done);
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
