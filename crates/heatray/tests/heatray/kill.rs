//! The program is killed under people at work and started again: every order that it acknowledged is there, done once, the
//! logs lead to the states that they were written in, and the clients go on by themselves. `cargo xtask faults` kills it a
//! hundred times.

use load::http::make_match;
use load::kills::{Kills, endure};
use load::{Player, Program};
use serde_json::json;
use std::path::Path;

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
