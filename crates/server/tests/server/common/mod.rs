//! A server on a port of its own, and people at it.
#![allow(dead_code)]

pub mod odd;

use anyhow::Result;
use load::http::{self, Answer};
use load::{Player, http::make_match};
use serde_json::{Value, json};
use server::storage::Place;
use server::{App, Config};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use table::SeatId;
use table::face::AnyGame;
use table::proof::vow;
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// Slow sockets are counted for all servers of this program: one test at a time makes some.
pub static SLOW_SOCKETS: tokio::sync::Mutex<()> = tokio::sync::Mutex::const_new(());

pub struct Server {
    pub at: SocketAddr,
    pub app: App,
    stop: Option<oneshot::Sender<()>>,
    task: JoinHandle<std::io::Result<()>>,
}

/// A game of the register.
pub fn game(id: &str) -> Arc<dyn AnyGame> {
    let entry = games::GAMES.iter().find(|entry| entry.id == id).expect("a game of the register");
    (entry.plain)()
}

/// What most tests play.
pub fn games() -> Vec<Arc<dyn AnyGame>> {
    vec![game("triplanes")]
}

impl Server {
    pub async fn start() -> Self {
        Self::at(Place::Memory).await
    }

    pub async fn at(place: Place) -> Self {
        Self::with(Config::new(games(), place)).await
    }

    pub async fn with(config: Config) -> Self {
        Self::on(TcpListener::bind("127.0.0.1:0").await.unwrap(), config).await
    }

    pub async fn on(listener: TcpListener, config: Config) -> Self {
        let app = App::new(config).await.unwrap();
        let at = listener.local_addr().unwrap();
        let (stop, stopped) = oneshot::channel();
        let serving = app.clone().serve(listener, async move {
            let _ = stopped.await;
        });
        Self { at, app, stop: Some(stop), task: tokio::spawn(serving) }
    }

    /// Stops it as SIGTERM would.
    pub async fn stop(mut self) {
        let _ = self.stop.take().map(|stop| stop.send(()));
        self.task.await.unwrap().unwrap();
    }

    pub async fn get(&self, path: &str, key: &str) -> Answer {
        http::request(self.at, "GET", path, &bearer(key), None).await.unwrap()
    }

    pub async fn post(&self, path: &str, key: &str, body: &Value) -> Answer {
        http::request(self.at, "POST", path, &bearer(key), Some(body)).await.unwrap()
    }

    /// A match between two people, both at the table.
    pub async fn two(&self, wish: &Value) -> (String, Player, Player) {
        let (id, keys, _) = make_match(self.at, wish).await.unwrap();
        let one = Player::join(self.at, &id, &keys[0]).await.unwrap();
        let two = Player::join(self.at, &id, &keys[1]).await.unwrap();
        (id, one, two)
    }

    /// A match of one person against a bot.
    pub async fn solo(&self) -> (String, String, Player) {
        let wish = json!({ "setup": { "scenario": "simple-battle" }, "seed": 5,
            "seats": [{ "kind": "human", "name": "Ada" }, { "kind": "bot", "bot": "random" }] });
        let (id, keys, _) = make_match(self.at, &wish).await.unwrap();
        let player = Player::join(self.at, &id, &keys[0]).await.unwrap();
        (id, keys[0].clone(), player)
    }
}

fn bearer(key: &str) -> Vec<String> {
    if key.is_empty() { Vec::new() } else { vec![format!("authorization: Bearer {key}")] }
}

pub fn battle() -> Value {
    json!({ "setup": { "scenario": "simple-battle" }, "seed": 5 })
}

/// The same with fair dice. Three against two: chance does not end it in a turn or two, and a plan is not yet a whole hand.
pub fn fair() -> Value {
    let options =
        json!({ "earthlings": "nieuport_16,nieuport_16,nieuport_16", "martians": "mk1_locust,mk1_locust" });
    json!({ "setup": { "scenario": "simple-battle", "options": options }, "fair": true })
}

/// A database file that is not there yet. Who runs a test twice at once names another folder for each.
pub fn file(name: &str) -> PathBuf {
    let folder = std::env::var_os("HEATRAY_TEST_FOLDER");
    let folder = folder.map_or_else(|| PathBuf::from(env!("CARGO_TARGET_TMPDIR")), PathBuf::from);
    let path = folder.join(format!("{name}.db"));
    for ending in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(format!("{}{ending}", path.display()));
    }
    path
}

/// Both answer with first legal orders until the match is over or the turn has begun.
pub async fn play_until(one: &mut Player, two: &mut Player, turn: u64) -> Result<()> {
    loop {
        for player in [&mut *one, &mut *two] {
            while player.prompts["turn"].as_u64() < Some(turn) && player.answer_one().await? {}
        }
        // Whoever is awaited now was told so, or is about to be.
        catch_up(one, two).await?;
        if !one.over.is_null() || one.prompts["turn"].as_u64() >= Some(turn) {
            return Ok(());
        }
    }
}

/// What two people add to the dice of a fair match: both vow, then both show it.
pub const SALTS: [&str; 2] = ["01", "ffeeddccbbaa99887766554433221100ffeeddccbbaa99887766554433221100"];

pub async fn add_salts(id: &str, one: &mut Player, two: &mut Player) -> Result<()> {
    for (seat, player) in [&mut *one, &mut *two].into_iter().enumerate() {
        player.vow(&vow(id, SeatId(seat as u8), SALTS[seat])).await?;
    }
    // Whoever vows last hears that all have.
    let all =
        |tell: &Value| tell["fair"]["vows"].as_array().is_some_and(|vows| vows.iter().all(Value::is_string));
    two.until(|_, tell| all(tell)).await?;
    for (seat, player) in [&mut *one, &mut *two].into_iter().enumerate() {
        player.salt(SALTS[seat]).await?;
    }
    for player in [&mut *one, &mut *two] {
        player.until(|_, tell| tell["op"] == "fair" && tell["fair"]["begun"] == true).await?;
    }
    catch_up(one, two).await
}

/// Both hear what is under way: a ping is answered after everything that was said before it.
pub async fn catch_up(one: &mut Player, two: &mut Player) -> Result<()> {
    for player in [one, two] {
        player.say(&json!({ "op": "ping", "at": 1 })).await?;
        player.until_op("pong").await?;
    }
    Ok(())
}
