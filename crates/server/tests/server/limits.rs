//! Those who want too much: each is told so in a sentence, and what others want is done.

use crate::common::odd::{Gate, Odd, OddGame};
use crate::common::{Server, battle, games};
use load::http::{Answer, make_match, request};
use load::{Player, Socket};
use serde_json::{Value, json};
use server::Config;
use server::storage::Place;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use table::SeatId;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_flood_of_passwords_is_told_to_come_again() {
    let server = Server::start().await;
    let mut tasks = Vec::new();
    for n in 0..120 {
        let at = server.at;
        tasks.push(tokio::spawn(async move {
            let wrong = json!({ "name": format!("Eve{n}"), "password": "difference" });
            request(at, "POST", "/api/sessions", &[], Some(&wrong)).await.unwrap()
        }));
    }
    assert_eq!(server.get("/healthz", "").await.status, 200);
    let (mut looked_at, mut sent_away) = (0, 0);
    for task in tasks {
        let answer = task.await.unwrap();
        match answer.status {
            403 => looked_at += 1,
            429 => {
                assert!(answer.body.contains("try again in a moment"), "{}", answer.body);
                sent_away += 1;
            }
            _ => panic!("{}", answer.body),
        }
    }
    assert!(looked_at >= 32 && sent_away > 0, "{looked_at} looked at, {sent_away} sent away");
    let right = json!({ "name": "Ada", "password": "analytical" });
    assert_eq!(server.post("/api/accounts", "", &right).await.status, 200, "and then it is quiet again");
    server.stop().await;
}

/// A server behind a proxy, of which we are the proxy: whoever comes has an address.
async fn proxied() -> Server {
    let mut config = Config::new(games(), Place::Memory);
    config.behind_proxy = true;
    Server::with(config).await
}

async fn post(server: &Server, from: &str, path: &str, key: &str, body: &Value) -> Answer {
    let headers = [format!("x-forwarded-for: {from}"), format!("authorization: Bearer {key}")];
    request(server.at, "POST", path, &headers, Some(body)).await.unwrap()
}

/// Somebody at the table.
async fn join(server: &Server, from: &str, id: &str, key: &str) -> Socket {
    let mut socket = Socket::connect_from(server.at, id, Some(from)).await.unwrap();
    socket.send(json!({ "op": "hello", "key": key }).to_string()).await.unwrap();
    until(&mut socket, |tell| tell["op"] == "welcome").await;
    socket
}

async fn until(socket: &mut Socket, fits: impl Fn(&Value) -> bool) -> Value {
    loop {
        let tell: Value = serde_json::from_str(&socket.receive().await.unwrap()).unwrap();
        if fits(&tell) {
            return tell;
        }
    }
}

/// Says this so often, and then a ping; what is answered until that is.
async fn say_often(socket: &mut Socket, say: &Value, times: usize) -> Vec<Value> {
    for _ in 0..times {
        socket.send(say.to_string()).await.unwrap();
    }
    socket.send(json!({ "op": "ping", "at": 1 }).to_string()).await.unwrap();
    let mut told = Vec::new();
    loop {
        let tell: Value = serde_json::from_str(&socket.receive().await.unwrap()).unwrap();
        if tell["op"] == "pong" {
            return told;
        }
        told.push(tell);
    }
}

fn words(tell: &Value) -> &str {
    tell["why"].as_str().or(tell["error"]["message"].as_str()).unwrap_or_default()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn orders_undos_and_chat_of_one_client_have_an_end_and_hinder_nobody() {
    let server = proxied().await;
    let (one, two) = ("192.0.2.1", "192.0.2.2");
    for (say, most, limit) in [
        (json!({ "op": "order", "id": "x", "order": { "castle": 1 } }), 1000, "too many orders at once"),
        (json!({ "op": "wish", "wish": "undo" }), 200, "too many orders taken back at once"),
        (json!({ "op": "chat", "text": "Hello" }), 100, "too many words at once"),
        (json!({ "op": "name", "name": "Ada" }), 100, "too many words at once"),
        (json!({ "op": "wish", "wish": "offer_draw" }), 100, "too many words at once"),
    ] {
        let (id, keys, _) = make_match(server.at, &battle()).await.unwrap();
        let mut loud = join(&server, one, &id, &keys[0]).await;
        let told = say_often(&mut loud, &say, most).await;
        let refused = told.iter().find(|tell| words(tell).contains(limit));
        let refused = refused.unwrap_or_else(|| panic!("{say} is never refused: {:?}", told.last()));
        let code = if say["op"] == "order" { &refused["code"] } else { &refused["error"]["code"] };
        assert_eq!(code, "busy", "{refused}");
        // Another socket does not help, and neither does HTTP.
        let mut again = join(&server, one, &id, &keys[0]).await;
        let told = say_often(&mut again, &say, most).await;
        assert!(told.iter().any(|tell| words(tell).contains(limit)), "{say} by another socket");

        // The other one at the table notices nothing of it.
        let mut quiet = join(&server, two, &id, &keys[1]).await;
        let told = say_often(&mut quiet, &say, 1).await;
        assert!(!told.iter().any(|tell| words(tell).contains("at once")), "{told:?}");
    }
    let (id, keys, _) = make_match(server.at, &battle()).await.unwrap();
    let (path, hello) = (format!("/api/matches/{id}/chat"), json!({ "text": "Hello" }));
    let mut status = Vec::new();
    for _ in 0..60 {
        status.push(post(&server, one, &path, &keys[0], &hello).await.status);
    }
    assert!(status.contains(&429), "{status:?}");
    assert_eq!(post(&server, two, &path, &keys[1], &hello).await.status, 200);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_machine_itself_is_not_limited() {
    let server = Server::start().await;
    let (id, keys, _) = make_match(server.at, &battle()).await.unwrap();
    let mut socket = Socket::connect(server.at, &id).await.unwrap();
    socket.send(json!({ "op": "hello", "key": keys[0] }).to_string()).await.unwrap();
    let say = json!({ "op": "order", "id": "x", "order": { "castle": 1 } });
    let told = say_often(&mut socket, &say, 1000).await;
    assert!(!told.iter().any(|tell| words(tell).contains("at once")));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sockets_of_one_client_have_an_end() {
    let server = proxied().await;
    let (id, keys, _) = make_match(server.at, &battle()).await.unwrap();
    let mut open = Vec::new();
    let refused = loop {
        match Socket::connect_from(server.at, &id, Some("192.0.2.1")).await {
            Ok(socket) => open.push(socket),
            Err(error) => break error.to_string(),
        }
        assert!(open.len() < 400, "there is no end");
    };
    assert!(open.len() >= 200 && refused.contains("429"), "{} are open: {refused}", open.len());
    join(&server, "192.0.2.2", &id, &keys[1]).await;
    // When one is closed there is room for another one.
    let mut last = open.pop().unwrap();
    last.send("nonsense").await.unwrap();
    while last.receive().await.is_ok() {}
    drop(last);
    while Socket::connect_from(server.at, &id, Some("192.0.2.1")).await.is_err() {}
    drop(open);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bots_of_one_client_have_an_end() {
    let server = proxied().await;
    let options = json!({ "earthlings": "nieuport_16,sopwith_camel", "martians": "mk1_locust,mk2_scarab",
        "players": "2,2" });
    let bot = json!({ "kind": "bot", "bot": "random" });
    let wish = json!({ "setup": { "scenario": "simple-battle", "options": options },
        "seats": [{ "kind": "open" }, bot, bot, bot] });
    let mut made = 0;
    let refused = loop {
        let answer = post(&server, "192.0.2.1", "/api/matches", "", &wish).await;
        if answer.status != 200 {
            break answer;
        }
        made += 1;
        assert!(made < 30, "there is no end");
    };
    assert!(made >= 20 && refused.body.contains("too many bots at once"), "{made}: {}", refused.body);
    assert_eq!(post(&server, "192.0.2.2", "/api/matches", "", &wish).await.status, 200);
    assert_eq!(
        post(&server, "192.0.2.1", "/api/matches", "", &battle()).await.status,
        200,
        "against people he may"
    );
    server.stop().await;
}

/// One bot thinks at a time, and somebody has twenty-five that wait: another one's is next but one.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_has_many_bots_at_work_does_not_slow_anothers() {
    let (gate, thought) = (Arc::new(Gate::default()), Arc::new(Mutex::new(Vec::new())));
    let odd = Odd::Queued(Arc::clone(&gate), Arc::clone(&thought));
    let mut config = Config::new(vec![Arc::new(OddGame { game: games().remove(0), odd })], Place::Memory);
    config.behind_proxy = true;
    config.bots_at_once = 1;
    let server = Server::with(config).await;
    let wish = |seats: [&Value; 2]| json!({ "setup": { "scenario": "simple-battle" }, "seats": seats });
    let (open, bot) = (json!({ "kind": "open" }), json!({ "kind": "bot", "bot": "random" }));
    for _ in 0..25 {
        let made = post(&server, "192.0.2.1", "/api/matches", "", &wish([&open, &bot])).await;
        assert_eq!(made.status, 200, "{}", made.body);
    }
    // His bots have the second seat, the other one's has the first.
    let made = post(&server, "192.0.2.2", "/api/matches", "", &wish([&bot, &open])).await.json().unwrap();
    let (id, key) = (made["match"].as_str().unwrap(), made["keys"][0]["key"].as_str().unwrap());
    let mut player = Player::join(server.at, id, key).await.unwrap();
    tokio::task::spawn_blocking({
        let gate = Arc::clone(&gate);
        move || gate.wait_for(1)
    })
    .await
    .unwrap();
    gate.open();
    if player.people["seats"][0]["ready"] != true {
        player.until(|player, _| player.people["seats"][0]["ready"] == true).await.unwrap();
    }
    let order = thought.lock().unwrap().clone();
    let place = order.iter().position(|seat| *seat == SeatId(0));
    assert!(
        place.is_some_and(|place| place <= 2),
        "the seats in the order in which their bots thought: {order:?}"
    );
    server.stop().await;
}

/// The figure is of all servers of this program, so that others are counted, too.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sockets_that_were_closed_are_not_counted_any_more() {
    let server = Server::start().await;
    let (id, _, watch) = make_match(server.at, &battle()).await.unwrap();
    for _ in 0..400 {
        let mut socket = Socket::connect(server.at, &id).await.unwrap();
        socket.send(json!({ "op": "hello", "key": watch }).to_string()).await.unwrap();
        until(&mut socket, |tell| tell["op"] == "welcome").await;
    }
    let end = Instant::now() + Duration::from_secs(20);
    loop {
        let figures = server.get("/metrics", "").await.body;
        let count = figures.lines().find_map(|line| line.strip_prefix("heatray_sockets "));
        if count.unwrap().parse::<i64>().unwrap() < 700 {
            break;
        }
        assert!(Instant::now() < end, "all that ever came are counted: {count:?}");
    }
    server.stop().await;
}
