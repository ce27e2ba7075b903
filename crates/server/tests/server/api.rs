//! The routes: described, guarded, and hard to upset.

use crate::common::{Server, battle};
use load::http::{make_match, request};
use load::{Player, Socket};
use serde_json::{Value, json};
use server::page::{Page, PageFile};
use server::storage::Place;
use server::{App, Config};
use std::borrow::Cow;
use std::net::SocketAddr;
use std::sync::Arc;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// Method and path of every operation of the OpenAPI document.
fn operations(document: &Value) -> Vec<(String, String)> {
    let paths = document["paths"].as_object().unwrap();
    let methods = |(path, item): (&String, &Value)| {
        let item = item.as_object().unwrap().clone();
        let methods = item.into_iter().map(|(method, _)| method.to_uppercase());
        methods.map(|method| (method, path.clone())).collect::<Vec<_>>()
    };
    paths.iter().flat_map(methods).collect()
}

/// Every route that stands in the sources: what `utoipa::path` says of a handler.
fn written() -> Vec<(String, String)> {
    let sources = [
        include_str!("../../src/api/accounts.rs"),
        include_str!("../../src/api/games.rs"),
        include_str!("../../src/api/matches.rs"),
        include_str!("../../src/api/ops.rs"),
    ];
    let mut found = Vec::new();
    for part in sources.iter().flat_map(|source| source.split("utoipa::path(").skip(1)) {
        let method = part.split(',').next().unwrap().trim().to_uppercase();
        let path = part.split("path = \"").nth(1).unwrap().split('"').next().unwrap();
        found.push((method, path.to_owned()));
    }
    found.sort();
    found
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_route_is_described_and_everything_described_is_a_route() {
    let server = Server::start().await;
    let document = server.get("/api/openapi.json", "").await.json().unwrap();
    let mut described = operations(&document);
    described.sort();
    assert_eq!(described, written(), "each handler is in the router, and the router in the document");
    for (method, path) in described {
        let path = path.replace("{id}", "nobody").replace("{game}", "triplanes");
        let answer = request(server.at, &method, &path, &[], None).await.unwrap();
        assert_ne!(answer.status, 405, "{method} {path}");
        assert!(!answer.body.contains("there is no route"), "{method} {path}: {}", answer.body);
    }
    let none = server.get("/api/castle", "").await;
    assert_eq!((none.status, none.json().unwrap()["error"]["code"].clone()), (404, json!("not_found")));
    for schema in ["Say", "Tell", "Failure", "NewMatch", "News"] {
        assert!(document["components"]["schemas"][schema].is_object(), "{schema}");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_games_own_procedure_takes_the_seats_that_it_can_play() {
    let server = Server::start().await;
    let games = server.get("/api/games", "").await.json().unwrap();
    let first = &games[0]["scenarios"][0];
    assert_eq!((first["id"].clone(), first["solo"].clone()), (json!("a-lonely-invader"), json!(true)));
    let automated = games[0]["bots"].as_array().unwrap().iter().find(|b| b["id"] == "automated").unwrap();
    assert_eq!(automated["team"], "Martians");
    let make = async |scenario: &str, seats: Value| {
        let wish = json!({"setup": {"scenario": scenario, "options": {"setup": "quick"}}, "seats": seats});
        server.post("/api/matches", "", &wish).await
    };
    let seats_with_keys = |made: &Value| -> Vec<u64> {
        let all = ["keys", "invitations"].map(|list| made[list].as_array().unwrap());
        all.into_iter().flatten().map(|k| k["seat"].as_u64().unwrap()).collect()
    };
    let bot = |name: &str| json!({"kind": "bot", "bot": name});
    let open = json!({"kind": "open"});
    // Alone it sits there without being asked for, anywhere else if somebody gives it a seat.
    let made = make("a-lonely-invader", json!([])).await.json().unwrap();
    assert_eq!(seats_with_keys(&made), [0]);
    let made = make("simple-battle", json!([open, bot("automated")])).await.json().unwrap();
    assert_eq!(seats_with_keys(&made), [0]);
    // A person may have the seat in a scenario for one player, too.
    let made = make("a-lonely-invader", json!([open, open])).await.json().unwrap();
    assert_eq!(seats_with_keys(&made), [0, 1]);
    let refused = make("simple-battle", json!([bot("automated"), open])).await;
    assert_eq!(refused.status, 400, "{}", refused.body);
    assert_eq!(refused.json().unwrap()["error"]["rule"], "INV-AUT-01");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_rules_and_figures_can_be_read() {
    let server = Server::start().await;
    assert_eq!(server.get("/healthz", "").await.body, "ok\n");
    let reach = server.get("/api/server", "").await.json().unwrap();
    assert_eq!(reach, json!({ "network": false, "addresses": [] }), "it listens to this machine alone");
    let games = server.get("/api/games", "").await.json().unwrap();
    let scenarios = games[0]["scenarios"].as_array().unwrap();
    assert!(scenarios.len() > 3);
    for scenario in scenarios {
        assert!(scenario["picture"]["vehicles"].is_array(), "{}", scenario["id"]);
        assert!((1..=3).contains(&scenario["difficulty"].as_u64().unwrap()));
        let planning =
            scenario["options"].as_array().unwrap().iter().find(|o| o["id"] == "planning").unwrap();
        assert_eq!(planning["takes"], json!({ "kind": "one_of", "words": ["strict", "printed"] }));
    }
    assert_eq!(games[0]["bots"][0]["id"], "random");
    let bots = games[0]["bots"].as_array().unwrap();
    let gentle: Vec<_> = bots.iter().filter(|bot| bot["gentle"] == true).map(|bot| &bot["id"]).collect();
    assert_eq!(gentle, ["cadet"]);
    assert!(server.get("/api/games/triplanes/components", "").await.json().unwrap().is_object());
    assert_eq!(server.get("/api/games/chess/components", "").await.status, 400);

    let rule = server.get("/api/rules/tt-gen-01", "").await.json().unwrap();
    assert_eq!((&rule["id"], &rule["title"]), (&json!("TT-GEN-01"), &json!("Two sides")));
    assert_eq!(
        (&rule["game"], &rule["book"], &rule["section"]),
        (&json!("triplanes"), &json!("Tripods & Triplanes"), &json!("Players and vehicles"))
    );
    assert_eq!(server.get("/api/rules/TT-GEN-99", "").await.status, 404);
    let shelf = server.get("/api/books", "").await.json().unwrap();
    assert_eq!((&shelf[0]["game"], &shelf[0]["rules"]), (&json!("triplanes"), &json!(522)));
    let book = server.get("/api/games/triplanes/book", "").await.json().unwrap();
    let titles: Vec<_> = book["books"].as_array().unwrap().iter().map(|b| b["title"].clone()).collect();
    assert_eq!(titles, [json!("Tripods & Triplanes"), json!("Invasion")]);
    assert!(book["glossary"].as_array().unwrap().len() > 20);
    let pages = book["scenarios"].as_array().unwrap();
    assert_eq!(pages.len(), scenarios.len());
    for page in pages {
        assert!(!page["goals"].as_array().unwrap().is_empty(), "{} has no goals", page["id"]);
        let sides = page["briefing"]["sides"].as_array().unwrap();
        assert!(sides.iter().any(|side| side["aim"] != ""), "{} has no aim", page["id"]);
    }
    assert_eq!(server.get("/api/games/chess/book", "").await.status, 400);
    let found = server.get("/api/rules?search=heat%20ray", "").await.json().unwrap();
    assert!(!found.as_array().unwrap().is_empty());
    assert_eq!(server.get("/api/rules", "").await.status, 400);
    for (letters, status) in [(200, 200), (201, 400)] {
        let answer = server.get(&format!("/api/rules?search={}", "e".repeat(letters)), "").await;
        assert_eq!(answer.status, status, "{letters} letters");
    }
    let long = server.get(&format!("/api/rules?search={}", "e+".repeat(30_000)), "").await;
    assert_eq!((long.status, long.json().unwrap()["error"]["place"].clone()), (400, json!("search")));

    make_match(server.at, &battle()).await.unwrap();
    let figures = server.get("/metrics", "").await.body;
    for figure in ["heatray_matches_made_total", "heatray_matches_in_memory"] {
        assert!(figures.contains(figure), "{figure}");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_the_key_there_is_nothing_to_see() {
    let server = Server::start().await;
    let (id, keys, watch) = make_match(server.at, &battle()).await.unwrap();
    let paths = ["", "/moment?events=1", "/history", "/log"];
    for path in paths {
        let path = format!("/api/matches/{id}{path}");
        assert_eq!(server.get(&path, "").await.status, 403, "{path}");
        assert_eq!(server.get(&path, "wrong").await.status, 403, "{path}");
        assert_eq!(server.get(&path, &keys[0]).await.status, 200, "{path}");
        assert_eq!(server.get(&path, &watch).await.status, 200, "{path}");
    }
    assert_eq!(server.get("/api/matches/nobody", &keys[0]).await.status, 404);
    let log = server.get(&format!("/api/matches/{id}/log"), &keys[0]).await.json().unwrap();
    assert!(log["seed"].is_null() && log["setup"].is_null(), "a seat's log does not tell the future: {log}");
    let order = json!({ "id": "a", "order": { "plan": { "vehicle": 0, "cards": [1, 2, 3] } } });
    let path = format!("/api/matches/{id}/orders");
    assert_eq!(server.post(&path, &watch, &order).await.status, 422);
    assert_eq!(server.post(&path, &keys[1], &order).await.status, 422);
    assert_eq!(server.post(&path, &keys[0], &order).await.status, 200);
    assert_eq!(server.post(&path, &keys[0], &order).await.json().unwrap(), json!({ "op": "ack", "id": "a" }));
    let fork = json!({ "fork": { "of": id, "key": keys[0], "events": 3 } });
    assert_eq!(
        server.post("/api/matches", "", &fork).await.status,
        403,
        "others play it, and it is not over"
    );
    assert!(Player::join(server.at, &id, "wrong").await.is_err());
    assert!(Player::join(server.at, "nobody", "wrong").await.is_err());
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_that_can_not_be_made_says_why() {
    let server = Server::start().await;
    for (wish, place, words) in [
        (json!({}), Value::Null, "exactly one of"),
        (json!({ "setup": { "scenario": "waterloo" } }), json!("scenario"), "simple-battle"),
        (json!({ "game": "chess", "setup": { "scenario": "x" } }), json!("game"), "triplanes"),
        (json!({ "log": "nonsense" }), json!("log"), "line 1"),
        (json!({ "position": { "scenario": 7 } }), json!("position"), "string"),
        (json!({ "castle": 1 }), json!("castle"), "unknown field"),
        (
            json!({ "setup": { "scenario": "simple-battle" }, "seats": [{ "kind": "human", "name": "A\0da" }] }),
            json!("seats.0.name"),
            "one line",
        ),
        (
            json!({ "setup": { "scenario": "simple-battle" }, "seats": [{ "kind": "bot", "bot": "kasparov" }] }),
            json!("seats.0"),
            "kasparov",
        ),
        (
            json!({ "setup": { "scenario": "simple-battle" }, "seats": [{ "kind": "open" }, { "kind": "open" }, { "kind": "open" }] }),
            json!("seats"),
            "2 seats",
        ),
    ] {
        let answer = server.post("/api/matches", "", &wish).await;
        let error = &answer.json().unwrap()["error"];
        assert_eq!((answer.status, &error["place"]), (400, &place), "{wish}: {error}");
        assert!(error["message"].as_str().unwrap().contains(words), "{error}");
    }
    let headers = ["content-type: text/plain".to_owned(), "content-length: 2".to_owned()];
    let form = request(server.at, "POST", "/api/matches", &headers, None).await;
    assert!(form.is_err() || form.unwrap().status == 400, "another site's form makes nothing here");
    for (kind, status) in [
        ("application/json; charset=utf-8", 200),
        ("Application/JSON", 200),
        ("application/jsonx", 400),
        ("application/json-patch+json", 400),
        ("text/plain; application/json", 400),
    ] {
        assert_eq!(of_kind(server.at, kind, &battle().to_string()).await, status, "{kind}");
    }
    server.stop().await;
}

/// The status of the answer to a new match whose body is said to be of this kind.
async fn of_kind(to: SocketAddr, kind: &str, body: &str) -> u16 {
    let mut stream = TcpStream::connect(to).await.unwrap();
    let head = format!(
        "POST /api/matches HTTP/1.1\r\nhost: {to}\r\nconnection: close\r\ncontent-type: {kind}\r\ncontent-length: {}",
        body.len()
    );
    stream.write_all(format!("{head}\r\n\r\n{body}").as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    answer.split(' ').nth(1).unwrap().parse().unwrap()
}

/// What somebody sends comes back in short, wherever he writes it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_error_does_not_tell_a_long_text_again() {
    let server = Server::start().await;
    let long = "z".repeat(5000);
    let mut bodies = Vec::new();
    for path in ["matches", "games", "rules", "castle", "games/triplanes/lessons"] {
        let path = if path == "games" { format!("games/{long}/book") } else { format!("{path}/{long}") };
        bodies.push(server.get(&format!("/api/{path}"), "key").await);
    }
    for wish in [
        json!({ "game": long, "setup": { "scenario": "x" } }),
        json!({ "setup": { "scenario": long } }),
        json!({ "setup": { "scenario": "simple-battle", "options": { &long: "on" } } }),
        json!({ "setup": { "scenario": "simple-battle", "variant": long } }),
        json!({ "setup": { "scenario": "simple-battle" }, "seats": [{ "kind": "bot", "bot": long }] }),
        json!({ "setup": { "scenario": "simple-battle" }, "seats": [{ "kind": long }] }),
        json!({ "position": { "game": "triplanes", "scenario": long } }),
        json!({ "log": long }),
        json!({ &long: 1 }),
    ] {
        bodies.push(server.post("/api/matches", "", &wish).await);
    }
    for answer in bodies {
        assert!((400..500).contains(&answer.status), "{}", answer.body);
        assert!(answer.body.chars().count() < 1200, "{} letters: {}", answer.body.len(), answer.body);
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_no_text_is_told_so() {
    let server = Server::start().await;
    let (id, mut one, _two) = server.two(&battle()).await;
    let bytes = [b"{\"op\":\"chat\",\"text\":\"\xff\xfe\"}".as_slice(), b"\xc3\x28"];
    for bytes in bytes {
        let mut socket = Socket::connect(server.at, &id).await.unwrap();
        socket.send(json!({ "op": "hello", "key": one.key() }).to_string()).await.unwrap();
        socket.send_raw(bytes).await.unwrap();
        let reason = loop {
            let heard = socket.receive().await.unwrap();
            if heard.contains("\"error\"") {
                break heard;
            }
        };
        assert!(reason.contains("expected text in UTF-8"), "{reason}");
        let mut socket = Socket::connect(server.at, &id).await.unwrap();
        socket.send_raw(bytes).await.unwrap();
        assert!(socket.receive().await.unwrap().contains("expected text in UTF-8"), "in place of a hello");
    }
    one.answer_all().await.unwrap();
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_log_and_a_position_become_matches() {
    let server = Server::start().await;
    let game = &crate::common::games()[0];
    let request =
        table::SetupRequest { scenario: "simple-battle".to_owned(), ..table::SetupRequest::default() };
    let mut play = game.new_match(&request, 3).unwrap();
    for _ in 0..20 {
        let Some((prompt, _)) = play.owed() else { break };
        play.choose(prompt, 0);
    }
    let right = format!("\"{}\"", play.hash());
    let wrong = play.log_text().replace(&right, "\"0123456789abcdef\"");
    let answer = server.post("/api/matches", "", &json!({ "log": wrong })).await;
    let error = answer.json().unwrap()["error"].clone();
    assert_eq!((answer.status, &error["place"]), (400, &json!("log")), "{error}");
    assert!(error["message"].as_str().unwrap().contains("line 17"), "{error}");
    let (id, keys, _) =
        make_match(server.at, &json!({ "log": play.log_text(), "hot_seat": true })).await.unwrap();
    let one = Player::join(server.at, &id, &keys[0]).await.unwrap();
    assert_eq!(one.events.len(), play.events(table::Viewer::Seat(table::SeatId(0)), 0).len());
    assert_eq!(
        (&one.view, &one.welcome["own"]),
        (&play.view(table::Viewer::Seat(table::SeatId(0))), &json!(true))
    );
    let log = server.get(&format!("/api/matches/{id}/log"), &keys[1]).await.body;
    assert_eq!(log, play.log_text());

    let (id, keys, _) =
        make_match(server.at, &json!({ "position": play.position(), "seed": 9 })).await.unwrap();
    let one = Player::join(server.at, &id, &keys[0]).await.unwrap();
    assert_eq!(one.view["turn"], json!(play.turn()));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_account_keeps_matches_and_opens_their_seats() {
    let server = Server::start().await;
    let send = async |method: &str, path: &str, cookie: &str, body: Option<Value>| {
        let headers = if cookie.is_empty() { vec![] } else { vec![format!("cookie: {cookie}")] };
        request(server.at, method, path, &headers, body.as_ref()).await.unwrap()
    };
    let ada = json!({ "name": "Ada", "password": "analytical" });
    let made = send("POST", "/api/accounts", "", Some(ada.clone())).await;
    assert_eq!((made.status, made.json().unwrap()), (200, json!({ "name": "Ada" })));
    let cookie = made.header("set-cookie").unwrap();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
    let cookie = cookie.split(';').next().unwrap().to_owned();
    assert_eq!(send("GET", "/api/me", &cookie, None).await.json().unwrap()["name"], "Ada");
    assert_eq!(send("GET", "/api/me", "", None).await.status, 403);

    let taken = json!({ "name": "ada", "password": "difference" });
    assert_eq!(send("POST", "/api/accounts", "", Some(taken)).await.status, 409);
    for wrong in
        [json!({ "name": " x", "password": "analytical" }), json!({ "name": "x", "password": "short" })]
    {
        assert_eq!(send("POST", "/api/accounts", "", Some(wrong)).await.status, 400);
    }
    for wrong in [
        json!({ "name": "Ada", "password": "difference" }),
        json!({ "name": "Eve", "password": "analytical" }),
    ] {
        assert_eq!(send("POST", "/api/sessions", "", Some(wrong)).await.status, 403);
    }

    let (id, keys, watch) = make_match(server.at, &battle()).await.unwrap();
    let keep = |key: &str| Some(json!({ "match": id, "key": key }));
    assert_eq!(send("POST", "/api/me/matches", &cookie, keep("wrong")).await.status, 403);
    assert_eq!(send("POST", "/api/me/matches", &cookie, keep(&watch)).await.status, 403);
    for _ in 0..2 {
        assert_eq!(send("POST", "/api/me/matches", &cookie, keep(&keys[1])).await.status, 200);
    }
    let again = send("POST", "/api/sessions", "", Some(ada)).await;
    let other = again.header("set-cookie").unwrap().split(';').next().unwrap().to_owned();
    assert_ne!(other, cookie);
    let mine = send("GET", "/api/me/matches", &other, None).await.json().unwrap();
    assert_eq!((mine.as_array().unwrap().len(), &mine[0]["seat"]), (1, &json!(1)));
    let history = send("GET", &format!("/api/matches/{id}/history"), &other, None).await;
    assert_eq!(history.status, 200, "the cookie opens the seat");
    // A page of another site may not use it, though the browser sends it there, too.
    for (origin, op) in [(server.at.to_string(), "welcome"), ("elsewhere.example".to_owned(), "error")] {
        let headers = [("cookie", other.as_str()), ("origin", &format!("http://{origin}"))];
        let mut socket = Socket::connect_with(server.at, &id, &headers).await.unwrap();
        socket.send(json!({ "op": "hello", "key": "" }).to_string()).await.unwrap();
        let told: Value = serde_json::from_str(&socket.receive().await.unwrap()).unwrap();
        assert_eq!(told["op"], op, "{origin}: {told}");
        assert!(op == "error" || told["seat"] == 1, "{told}");
    }

    assert_eq!(send("DELETE", "/api/sessions", &cookie, None).await.status, 200);
    assert_eq!(send("GET", "/api/me", &cookie, None).await.status, 403);
    assert_eq!(send("GET", "/api/me", &other, None).await.status, 200);
    server.stop().await;
}

/// A small generator of its own: the same nonsense every time.
struct Nonsense(u64);

impl Nonsense {
    fn next(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }

    fn value(&mut self, depth: u64) -> Value {
        const WORDS: &[&str] = &[
            "op",
            "id",
            "order",
            "plan",
            "vehicle",
            "cards",
            "hello",
            "key",
            "legal",
            "ask",
            "within",
            "spread",
            "wish",
            "undo",
            "chat",
            "text",
            "",
            "/plan/cards/0",
            "fire",
            "target",
            "name",
            "act",
            "action",
            "limit",
        ];
        let mut word = || WORDS[self.next(WORDS.len() as u64) as usize];
        match depth {
            0 => json!(word()),
            _ => match self.next(8) {
                0 => Value::Null,
                1 => json!(self.next(2) == 0),
                2 => json!(self.next(1000) as i64 - 3),
                3 => json!(self.next(1000) as f64 / 7.0 * 1e300),
                4 => json!(WORDS[self.next(WORDS.len() as u64) as usize]),
                5 => (0..self.next(4)).map(|_| self.value(depth - 1)).collect(),
                _ => {
                    let entries = (0..self.next(4)).map(|_| {
                        let key = WORDS[self.next(WORDS.len() as u64) as usize];
                        (key.to_owned(), self.value(depth - 1))
                    });
                    Value::Object(entries.collect())
                }
            },
        }
    }

    /// A message that is nearly one: known words with wrong parts.
    fn message(&mut self) -> Value {
        let inner = self.value(4);
        match self.next(12) {
            0 => json!({ "op": "order", "id": "x", "order": inner }),
            1 => json!({ "op": "order", "id": "y", "order": { "plan": inner } }),
            2 => json!({ "op": "check", "id": "x", "order": { "fire": inner } }),
            3 => json!({ "op": "legal", "id": "x", "ask": { "within": inner, "limit": 5 } }),
            4 => json!({ "op": "legal", "id": "x", "ask": { "spread": self.value(0), "limit": 5 } }),
            5 => json!({ "op": "wish", "wish": inner }),
            6 => json!({ "op": "chat", "text": inner }),
            7 => json!({ "op": "order", "id": inner, "order": { "act": self.value(3) } }),
            8 => json!({ "op": "legal", "id": "x", "ask": { "words": inner } }),
            9 => json!({ "op": "preview", "id": "x", "order": inner }),
            10 => json!({ "op": "suggest", "id": "x", "order": inner }),
            _ => inner,
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nonsense_upsets_nobody() {
    let server = Server::start().await;
    let (_, mut one, mut two) = server.two(&battle()).await;
    let mut nonsense = Nonsense(7);
    for round in 0..40 {
        for _ in 0..25 {
            one.say(&nonsense.message()).await.unwrap();
        }
        one.say(&json!({ "op": "ping", "at": round })).await.unwrap();
        one.until_op("pong").await.unwrap();
    }
    for _ in 0..200 {
        let body = nonsense.value(4);
        let answer = server.post("/api/matches", "", &body).await;
        assert!((200..500).contains(&answer.status), "{body}: {}", answer.body);
    }
    // The match goes on as if nothing had been said.
    one.answer_all().await.unwrap();
    two.answer_all().await.unwrap();

    let mut socket = Socket::connect(server.at, "nobody").await.unwrap();
    socket.send("{\"op\":\"order\"").await.unwrap();
    assert!(socket.receive().await.unwrap().contains("bad_request"));
    let id = one.welcome["match"].as_str().unwrap();
    let mut socket = Socket::connect(server.at, id).await.unwrap();
    socket.send(json!({ "op": "hello", "key": "x".repeat(100_000) }).to_string()).await.unwrap();
    // The reason may be lost: the connection is closed while the rest of the message is under way.
    if let Ok(reason) = socket.receive().await {
        assert!(reason.contains("at most 65536 bytes"), "{reason}");
    }
    assert!(socket.receive().await.is_err(), "a message that is too long ends the talk");
    server.stop().await;
}

struct OnePage;

impl Page for OnePage {
    fn file(&self, path: &str) -> Option<PageFile> {
        let known = ["index.html", "assets/app-0123.js"].contains(&path);
        known.then(|| PageFile {
            plain: Cow::Borrowed(b"<!doctype html> plain"),
            brotli: Some(Cow::Borrowed(b"brotli")),
            gzip: Some(Cow::Borrowed(b"gzip")),
            kind: "text/html; charset=utf-8".to_owned(),
            tag: "t1".to_owned(),
        })
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_page_is_served_with_its_headers() {
    let mut config = Config::new(crate::common::games(), Place::Memory);
    config.page = Some(Arc::new(OnePage));
    let server = Server::with(config).await;
    let get = async |path: &str, header: &str| {
        request(server.at, "GET", path, &[header.to_owned()], None).await.unwrap()
    };
    let plain = get("/", "accept-encoding: identity").await;
    assert_eq!((plain.status, plain.body.as_str()), (200, "<!doctype html> plain"));
    assert_eq!(plain.header("cache-control"), Some("no-cache"));
    assert!(plain.header("content-security-policy").unwrap().contains("script-src 'self';"));
    assert_eq!(plain.header("content-type"), Some("text/html; charset=utf-8"));
    let asset = get("/assets/app-0123.js", "accept-encoding: gzip, deflate, br").await;
    assert_eq!((asset.body.as_str(), asset.header("content-encoding")), ("brotli", Some("br")));
    assert!(asset.header("cache-control").unwrap().contains("immutable"));
    assert_eq!(get("/", "if-none-match: \"t1\"").await.status, 304);
    assert_eq!(get("/no/such/file", "x: y").await.status, 404);
    assert_eq!(get("/../Cargo.toml", "x: y").await.status, 404);
    let post = request(server.at, "POST", "/", &[], Some(&json!({}))).await.unwrap();
    assert_eq!(post.status, 405);
    let head = request(server.at, "HEAD", "/", &[], None).await.unwrap();
    assert_eq!((head.status, head.header("etag"), head.body.as_str()), (200, Some("\"t1\""), ""));
    let route = get("/api", "x: y").await;
    assert_eq!((route.status, &route.json().unwrap()["error"]["code"]), (404, &json!("not_found")));
    server.stop().await;
    let _: fn(Config) -> _ = App::new;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn half_a_request_does_not_keep_the_program() {
    let server = Server::start().await;
    let (_, mut one, _two) = server.two(&battle()).await;
    let mut half = TcpStream::connect(server.at).await.unwrap();
    let head = "POST /api/matches HTTP/1.1\r\nhost: h\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{";
    half.write_all(head.as_bytes()).await.unwrap();
    // It is answered after what was sent before it.
    assert_eq!(server.get("/healthz", "").await.status, 200);
    let stopped = tokio::time::timeout(std::time::Duration::from_secs(15), server.stop()).await;
    assert!(stopped.is_ok(), "the program waits for somebody who says nothing more");
    assert_eq!(one.until_op("bye").await.unwrap()["op"], "bye");
}

/// Each template is measured against all others: as many as two boxes hold, by whatever door they come.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_full_of_terrain_is_refused_at_once() {
    let server = Server::start().await;
    let woods = |n: usize| vec!["woods"; n].join(",");
    let wish = |n| json!({ "setup": { "scenario": "simple-battle", "options": { "terrain": woods(n) } } });
    assert_eq!(server.post("/api/matches", "", &wish(6)).await.status, 200);
    let many = server.post("/api/matches", "", &wish(13)).await;
    assert_eq!((many.status, many.json().unwrap()["error"]["rule"].clone()), (400, json!("TT-TER-01")));
    let position = |n: usize| {
        json!({ "position": { "game": "triplanes", "scenario": "simple-battle",
            "seats": [{ "name": "A", "team": "earthlings" }, { "name": "B", "team": "martians" }],
            "terrain": vec![json!({ "kind": "woods" }); n],
            "vehicles": [{ "model": "nieuport_16", "seat": 0, "at": { "x": 450.0, "y": 200.0 }, "facing": 0 },
                { "model": "mk1_locust", "seat": 1, "at": { "x": 450.0, "y": 700.0 }, "facing": 180 }] } })
    };
    let many = server.post("/api/matches", "", &position(13)).await;
    assert_eq!((many.status, many.json().unwrap()["error"]["rule"].clone()), (400, json!("TT-TER-01")));
    server.stop().await;
}
