//! The program is killed under people at work and started again: every order that it acknowledged is there, done once, the
//! logs lead to the states that they were written in, and the clients go on by themselves. `cargo xtask faults` kills it a
//! hundred times.

use load::http::{make_match, request};
use load::kills::{Kills, endure};
use load::{Player, Program};
use serde_json::{Value, json};
use std::path::Path;
use table::SeatId;
use table::proof::vow;

const MATCHES: usize = 20;
const KILLS: usize = 3;
/// Acknowledged orders between two kills.
const ORDERS: usize = 300;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_acknowledged_survives_kill_9_and_a_torn_journal() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let db = folder.join("killed.db");
    for ending in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(format!("{}{ending}", db.display()));
    }
    let plan = Kills {
        program: Path::new(env!("CARGO_BIN_EXE_heatray")),
        db: db.to_str().unwrap(),
        matches: MATCHES,
        kills: KILLS,
        orders: ORDERS,
        torn: true,
        harm: None,
        folder,
    };
    let done = endure(&plan).await.unwrap();
    assert_eq!((done.logs, done.torn), (MATCHES, 1));
    assert!(done.acknowledged >= (KILLS + 1) * ORDERS, "and play went on: {done:?}");
    assert!(done.returns as usize >= 2 * MATCHES, "everybody had to come back: {done:?}");
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
