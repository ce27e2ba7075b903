//! A server in this process with a table of every game, for the doors that lead into one. It works on threads of its own,
//! as it does everywhere: what an input costs is bounded by the server's own limits, and by the patience of who asks.

use super::SHELF;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::header::{AUTHORIZATION, CONTENT_TYPE, HOST};
use axum::http::{Method, Request, StatusCode};
use http_body_util::BodyExt;
use serde_json::{Value, json};
use server::storage::Place;
use server::{App, Config};
use std::cell::RefCell;
use std::mem::ManuallyDrop;
use std::net::{Ipv4Addr, SocketAddr};
use table::face::AnyGame;
use table::proof::vow;
use table::{SeatId, SetupRequest};
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};
use tower::ServiceExt;

/// After so many inputs everything begins anew: tables fill up, and matches end.
const INPUTS: u32 = 60;
/// The seed of every table, so that seeds of a target can be made for it.
pub const SEED: u64 = 3;
/// What the person at the fair table adds to its dice.
pub const SALT: &str = "0a";

/// A match: in inputs it is `$0`, the key of its second seat `$0.1`, that of its spectators `$0.w`, an invitation to it `$0.i`,
/// what its first seat vows if its salt is [`SALT`] `$0.v`.
#[derive(Debug)]
struct Table {
    id: String,
    keys: Vec<String>,
    watch: String,
    invitation: Option<String>,
    vow: String,
}

#[derive(Debug)]
pub struct World {
    app: App,
    pub at: SocketAddr,
    tables: Vec<Table>,
}

struct Running {
    world: World,
    runtime: Runtime,
    inputs: u32,
}

impl Running {
    /// A bot that is deep in thought is not waited for.
    fn end(self) {
        self.runtime.block_on(self.world.app.hall.stop());
        self.runtime.shutdown_background();
    }
}

thread_local! {
    /// Left as it is when the thread ends: a runtime does not end well among the last things of a thread.
    static WORLD: RefCell<Option<ManuallyDrop<Running>>> = const { RefCell::new(None) };
}

/// Does something in the world of this thread. If that fails, the next one has a new world.
pub fn within<T>(act: impl AsyncFnOnce(&World) -> T) -> T {
    let mut running = match WORLD.take().map(ManuallyDrop::into_inner) {
        Some(running) if running.inputs < INPUTS => running,
        old => {
            old.into_iter().for_each(Running::end);
            begin()
        }
    };
    running.inputs += 1;
    let done = running.runtime.block_on(act(&running.world));
    WORLD.set(Some(ManuallyDrop::new(running)));
    done
}

fn begin() -> Running {
    let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build().expect("a runtime");
    let world = runtime.block_on(World::begin());
    Running { world, runtime, inputs: 0 }
}

/// The number of the table that waits for a guest: it stands after those of all games.
pub fn inviting() -> usize {
    scenarios().count()
}

/// The number of the fair table, at which somebody sits down with a bot.
pub fn fair() -> usize {
    inviting() + 1
}

/// The scenario that each table plays: the first of its game.
pub fn scenarios() -> impl Iterator<Item = (&'static dyn AnyGame, SetupRequest)> {
    SHELF.games().filter_map(|game| {
        let scenario = game.scenarios().into_iter().next()?.id;
        Some((game, SetupRequest { scenario, ..SetupRequest::default() }))
    })
}

impl World {
    async fn begin() -> Self {
        let config = Config::new(SHELF.with_boards(), Place::Memory);
        let app = App::new(config).await.expect("a server");
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.expect("a port");
        let at = listener.local_addr().expect("an address");
        tokio::spawn(app.clone().serve(listener, std::future::pending()));
        let mut world = Self { app, at, tables: Vec::new() };
        for (game, setup) in scenarios() {
            world.lay(game, &setup, json!({ "seed": SEED, "hot_seat": true })).await;
        }
        for (game, setup) in scenarios().take(1) {
            world.lay(game, &setup, json!({ "seed": SEED })).await;
            let seats = json!([{ "kind": "human", "name": "" }, { "kind": "bot", "bot": "random" }]);
            world.lay(game, &setup, json!({ "fair": true, "seats": seats })).await;
        }
        world
    }

    /// Makes a match. At one screen all seats are taken; else the others are invited.
    async fn lay(&mut self, game: &dyn AnyGame, setup: &SetupRequest, mut wish: Value) {
        wish["game"] = json!(game.id());
        wish["setup"] = json!({ "scenario": setup.scenario });
        let made = self.ask(Method::POST, "/api/matches", "", wish.to_string().into_bytes()).await;
        let (status, made) = made.expect("an answer");
        assert!(status.is_success(), "no match: {}", String::from_utf8_lossy(&made));
        let made: Value = serde_json::from_slice(&made).expect("a match");
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let keys = made["keys"].as_array().into_iter().flatten().map(|key| text(&key["key"])).collect();
        let invitation = made["invitations"][0]["token"].as_str().map(str::to_owned);
        let id = text(&made["match"]);
        let vow = vow(&id, SeatId(0), SALT);
        self.tables.push(Table { id, keys, watch: text(&made["watch"]), invitation, vow });
    }

    /// An input with the ids and keys of this world.
    pub fn filled(&self, input: &[u8]) -> Vec<u8> {
        let mut out = Vec::with_capacity(input.len());
        let mut rest = input;
        while let Some((first, more)) = rest.split_first() {
            let named = more.first().and_then(|digit| self.tables.get(usize::from(digit.wrapping_sub(b'0'))));
            let Some(table) = named.filter(|_| *first == b'$') else {
                out.push(*first);
                rest = more;
                continue;
            };
            let of = match more.get(1..3) {
                Some([b'.', b'w']) => Some(&table.watch),
                Some([b'.', b'v']) => Some(&table.vow),
                Some([b'.', b'i']) => table.invitation.as_ref(),
                Some([b'.', seat]) => table.keys.get(usize::from(seat.wrapping_sub(b'0'))),
                _ => None,
            };
            out.extend_from_slice(of.unwrap_or(&table.id).as_bytes());
            rest = &more[if of.is_some() { 3 } else { 1 }..];
        }
        out
    }

    /// Asks the router; none if this is no request that could be sent.
    pub async fn ask(
        &self,
        method: Method,
        path: &str,
        key: &str,
        body: Vec<u8>,
    ) -> Option<(StatusCode, Vec<u8>)> {
        let mut request = Request::builder()
            .method(method)
            .uri(path)
            .header(HOST, "127.0.0.1")
            .header(CONTENT_TYPE, "application/json");
        if !key.is_empty() {
            request = request.header(AUTHORIZATION, format!("Bearer {key}"));
        }
        let peer = SocketAddr::from((Ipv4Addr::LOCALHOST, 1));
        let request = request.extension(ConnectInfo(peer)).body(Body::from(body)).ok()?;
        let answer = self.app.router().oneshot(request).await.unwrap_or_else(|never| match never {});
        let status = answer.status();
        let body = answer.into_body().collect().await.expect("a whole answer");
        Some((status, body.to_bytes().to_vec()))
    }
}
