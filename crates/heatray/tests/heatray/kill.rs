//! The program is killed in the middle of fifty matches and started again: every order that it acknowledged is there,
//! done once, and the clients go on by themselves.

use load::http::{make_match, request};
use load::script::peaceful;
use load::{Player, Program};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use table::SeatId;
use table::proof::vow;
use tokio::sync::Notify;

const MATCHES: usize = 50;
/// Acknowledged orders before the program is killed, and after it is back.
const BEFORE: usize = 1500;
const AFTER: usize = 1500;

#[derive(Default)]
struct Count {
    acknowledged: AtomicUsize,
    returns: AtomicUsize,
    /// The first half is played.
    enough: Notify,
}

/// Plays one seat until enough is played or the match is over; returns its orders in the order of acknowledgement.
async fn play(server: SocketAddr, id: String, key: String, count: Arc<Count>) -> Vec<Value> {
    let mut player = Player::join(server, &id, &key).await.unwrap();
    let mut orders = Vec::new();
    // An order that was sent and not answered: it is sent again under its id.
    let mut open: Option<(String, Value)> = None;
    while player.over.is_null() && count.acknowledged.load(Ordering::Relaxed) < BEFORE + AFTER {
        match step(&mut player, &mut open).await {
            Ok(None) => {}
            Ok(Some(order)) => {
                orders.push(order);
                if count.acknowledged.fetch_add(1, Ordering::Relaxed) == BEFORE {
                    count.enough.notify_one();
                }
            }
            Err(_) => {
                player.come_back().await.unwrap();
                count.returns.fetch_add(1, Ordering::Relaxed);
            }
        }
    }
    orders
}

/// One decision, or one message if none is awaited.
async fn step(player: &mut Player, open: &mut Option<(String, Value)>) -> anyhow::Result<Option<Value>> {
    if open.is_none() {
        if !player.is_awaited() {
            player.hear().await?;
            return Ok(None);
        }
        let peaceful = player.awaited().as_ref().and_then(peaceful);
        let order = match peaceful {
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
    *open = None;
    Ok((told["op"] == "ack").then_some(order))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_acknowledged_survives_kill_9() {
    let db = Path::new(env!("CARGO_TARGET_TMPDIR")).join("killed.db");
    for ending in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(format!("{}{ending}", db.display()));
    }
    let (binary, db) = (Path::new(env!("CARGO_BIN_EXE_heatray")), db.to_str().unwrap());
    let program = Program::start(binary, &["--port", "0", "--db", db]).await.unwrap();
    let address = program.address;
    let count = Arc::new(Count::default());
    let mut seats = Vec::new();
    for _ in 0..MATCHES {
        let wish = json!({ "setup": { "scenario": "simple-battle" }, "hot_seat": true });
        let (id, keys, _) = make_match(address, &wish).await.unwrap();
        for key in &keys {
            let playing = tokio::spawn(play(address, id.clone(), key.clone(), Arc::clone(&count)));
            seats.push((id.clone(), key.clone(), playing));
        }
    }
    count.enough.notified().await;
    program.kill().await.unwrap();
    let port = address.port().to_string();
    let program = Program::start(binary, &["--port", &port, "--db", db]).await.unwrap();
    assert_eq!(program.address, address);

    let mut done = 0;
    for (seat, (id, key, playing)) in seats.into_iter().enumerate() {
        let orders = playing.await.unwrap();
        let bearer = [format!("authorization: Bearer {key}")];
        let path = format!("/api/matches/{id}/log");
        let log = request(address, "GET", &path, &bearer, None).await.unwrap();
        assert_eq!(log.status, 200, "{}", log.body);
        let stored: Vec<Value> = log
            .body
            .lines()
            .filter_map(|line| serde_json::from_str::<Value>(line).ok())
            .filter(|line| line["seat"] == (seat % 2))
            .map(|line| line["order"].clone())
            .collect();
        assert_eq!(stored, orders, "match {id}, seat {}", seat % 2);
        done += orders.len();
    }
    assert!(count.returns.load(Ordering::Relaxed) >= 2 * MATCHES, "everybody had to come back");
    assert!(done >= BEFORE + AFTER, "and play went on");
    program.kill().await.unwrap();
}

/// Killed with one hand sealed and the other one open: what was sealed is what is played, and the proof says so.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_fair_match_that_is_killed_between_seal_and_reveal_still_proves_itself() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let db = folder.join("killed-fair.db");
    for ending in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(format!("{}{ending}", db.display()));
    }
    let (binary, db) = (Path::new(env!("CARGO_BIN_EXE_heatray")), db.to_str().unwrap());
    let program = Program::start(binary, &["--port", "0", "--db", db]).await.unwrap();
    let address = program.address;
    let wish = json!({ "setup": { "scenario": "simple-battle" }, "fair": true });
    let (id, keys, _) = make_match(address, &wish).await.unwrap();
    let mut players = Vec::new();
    for (seat, key) in keys.iter().enumerate() {
        let mut player = Player::join(address, &id, key).await.unwrap();
        player.vow(&vow(&id, SeatId(seat as u8), "0a")).await.unwrap();
        player.until(|_, tell| tell["fair"]["vows"][seat].is_string()).await.unwrap();
        players.push(player);
    }
    for player in &mut players {
        player.salt("0a").await.unwrap();
    }
    for player in &mut players {
        player.until(|player, _| player.is_awaited()).await.unwrap();
    }
    players[0].answer_all().await.unwrap();
    let sealed = players[1].until_op("sealed").await.unwrap();
    program.kill().await.unwrap();
    let port = address.port().to_string();
    let program = Program::start(binary, &["--port", &port, "--db", db]).await.unwrap();
    for player in &mut players {
        player.come_back().await.unwrap();
        assert_eq!(player.welcome["fair"]["last"], sealed["hash"], "the same seal as before");
    }
    players[1].answer_all().await.unwrap();
    players[0].say(&json!({ "op": "wish", "wish": "resign" })).await.unwrap();
    players[0].until(|player, _| !player.over.is_null()).await.unwrap();
    let bearer = [format!("authorization: Bearer {}", keys[0])];
    let log = request(address, "GET", &format!("/api/matches/{id}/log"), &bearer, None).await.unwrap();
    program.kill().await.unwrap();
    let file = folder.join("killed-fair.jsonl");
    std::fs::write(&file, log.body).unwrap();
    let verified = std::process::Command::new(binary)
        .args(["replay", file.to_str().unwrap(), "--verify", "--json"])
        .output()
        .unwrap();
    let verified: Value = serde_json::from_slice(&verified.stdout).unwrap();
    assert_eq!((&verified["ok"], &verified["proof"]["ok"]), (&json!(true), &json!(true)), "{verified}");
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sigterm_stops_politely() {
    let binary = Path::new(env!("CARGO_BIN_EXE_heatray"));
    let program = Program::start(binary, &["--port", "0", "--db", ":memory:"]).await.unwrap();
    let wish = json!({ "setup": { "scenario": "simple-battle" } });
    let (id, keys, _) = make_match(program.address, &wish).await.unwrap();
    let mut player = Player::join(program.address, &id, &keys[0]).await.unwrap();
    let pid = program.pid().unwrap().to_string();
    assert!(std::process::Command::new("kill").args(["-TERM", &pid]).status().unwrap().success());
    player.until_op("bye").await.unwrap();
    assert!(program.ended().await.unwrap(), "and the exit code is 0");
}
