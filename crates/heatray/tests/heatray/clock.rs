//! The machine's clock jumps under the running program: nobody's time is taken, no order is lost. Nobody can set the clock
//! for one program alone, so a library that is loaded before all others (`clock.c`) tells it another time.

use load::http::{make_match, request};
use load::{Player, Program};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const MINUTES: u32 = 5;
const HOUR: i64 = 3600;

/// Compiles the library with what links every Rust program, too.
fn library() -> PathBuf {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/heatray/clock.c");
    let made = Path::new(env!("CARGO_TARGET_TMPDIR")).join("clock.so");
    let built = Command::new("cc").args(["-shared", "-fPIC", "-o"]).args([&made, &source]).status();
    assert!(built.expect("a C compiler").success(), "clock.c can not be compiled");
    made
}

/// A program whose machine's clock can be set.
struct Tried {
    library: PathBuf,
    clock: PathBuf,
    db: String,
}

impl Tried {
    async fn start(&self, port: &str) -> Program {
        let binary = Path::new(env!("CARGO_BIN_EXE_heatray"));
        let environment =
            [("LD_PRELOAD", self.library.as_path()), ("HEATRAY_TEST_CLOCK", self.clock.as_path())];
        Program::start_with(binary, &["--port", port, "--db", &self.db], &environment).await.unwrap()
    }

    fn set(&self, seconds: i64) {
        // At once: the program may look at any moment.
        let new = self.clock.with_extension("new");
        fs::write(&new, seconds.to_string()).unwrap();
        fs::rename(new, &self.clock).unwrap();
    }
}

/// What the program takes for the time, in seconds: a word in the chat has it.
async fn machine_time(player: &mut Player) -> i64 {
    player.say(&json!({ "op": "chat", "text": "What time is it?" })).await.unwrap();
    player.until_op("chat").await.unwrap()["line"]["at"].as_i64().unwrap()
}

async fn summary(program: &Program, id: &str, key: &str) -> Value {
    let bearer = [format!("authorization: Bearer {key}")];
    let path = format!("/api/matches/{id}");
    request(program.address, "GET", &path, &bearer, None).await.unwrap().json().unwrap()
}

/// Milliseconds that both have left together.
fn left(summary: &Value) -> f64 {
    let seats = summary["people"]["seats"].as_array().unwrap();
    seats.iter().map(|person| person["left_ms"].as_f64().unwrap()).sum()
}

/// One of them answers.
async fn decide(one: &mut Player, two: &mut Player) {
    for player in [one, two] {
        // A ping is answered after everything that was said before it.
        player.say(&json!({ "op": "ping", "at": 1 })).await.unwrap();
        player.until_op("pong").await.unwrap();
        if player.answer_one().await.unwrap() {
            return;
        }
    }
    panic!("nobody is to decide");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_clock_that_jumps_takes_nobodys_time() {
    let library = library();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let (db, clock) = (folder.join("jumps.db"), folder.join("jumps.clock"));
    for ending in ["", "-wal", "-shm"] {
        let _ = fs::remove_file(format!("{}{ending}", db.display()));
    }
    let tried = Tried { library, clock, db: db.to_str().unwrap().to_owned() };
    tried.set(0);
    let program = tried.start("0").await;
    let address = program.address;
    let wish = json!({
        "setup": { "scenario": "simple-battle" }, "seed": 5, "hot_seat": true,
        "clock": { "kind": "live", "minutes": MINUTES, "gain_seconds": 0 },
    });
    let (id, keys, _) = make_match(address, &wish).await.unwrap();
    let mut one = Player::join(address, &id, &keys[0]).await.unwrap();
    let mut two = Player::join(address, &id, &keys[1]).await.unwrap();
    let begun = machine_time(&mut one).await;
    let whole = f64::from(2 * MINUTES * 60_000);

    // Forward, back behind the beginning, and forward again: somebody is to decide all the time.
    let mut orders = 0;
    for jump in [HOUR, -HOUR, 30 * 24 * HOUR] {
        tried.set(jump);
        let now = machine_time(&mut one).await;
        assert!((now - begun - jump).abs() < HOUR / 2, "the program does not see the jump: {begun}, {now}");
        let told = summary(&program, &id, &keys[0]).await;
        assert!(told["over"].is_null(), "somebody lost by a jump of {jump} s: {told}");
        assert!(left(&told) > whole / 2.0, "a jump of {jump} s took time: {told}");
        decide(&mut one, &mut two).await;
        orders += 1;
    }

    // It is killed, and the clock is set back before it is started again: what was written stands in the future then.
    program.kill().await.unwrap();
    tried.set(-HOUR);
    let program = tried.start(&address.port().to_string()).await;
    one.come_back().await.unwrap();
    two.come_back().await.unwrap();
    let told = summary(&program, &id, &keys[0]).await;
    assert!(told["over"].is_null() && left(&told) > whole / 2.0 && left(&told) <= whole, "{told}");
    decide(&mut one, &mut two).await;
    orders += 1;
    let bearer = [format!("authorization: Bearer {}", keys[0])];
    let log = request(address, "GET", &format!("/api/matches/{id}/log"), &bearer, None).await.unwrap().body;
    assert_eq!(log.lines().filter(|line| line.contains("\"order\":")).count(), orders, "{log}");
    program.kill().await.unwrap();
}
