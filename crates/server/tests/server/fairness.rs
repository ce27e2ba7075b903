//! Those who want more than their share of a match, or of the server: the others at the table notice nothing of it.

use crate::common::odd::{Gate, Odd, OddGame};
use crate::common::{SLOW_SOCKETS, Server, battle, games};
use load::http::{make_match, request};
use load::{Player, Socket};
use serde_json::{Value, json};
use server::storage::Place;
use server::{Config, Patience};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};
use table::SeatId;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

/// Who waits longer for the server than this waits for ever.
const LONG: Duration = Duration::from_secs(20);
/// A ping, and a part of a message that goes on, as a client sends them.
const PING: [u8; 6] = [0x89, 0x80, 0, 0, 0, 0];
const GOES_ON: [u8; 6] = [0x00, 0x80, 0, 0, 0, 0];

/// A text as a client sends it on a socket, with a mask that changes nothing.
fn text(text: &str) -> Vec<u8> {
    let length = u16::try_from(text.len()).expect("a short text").to_be_bytes();
    [&[0x81, 0xfe, length[0], length[1], 0, 0, 0, 0], text.as_bytes()].concat()
}

fn upgrade(id: &str) -> String {
    format!(
        "GET /api/matches/{id}/stream HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
         sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
}

/// Opens a socket by hand and says hello.
async fn greet(mut stream: TcpStream, id: &str, key: &str) -> TcpStream {
    stream.write_all(upgrade(id).as_bytes()).await.unwrap();
    stream.write_all(&text(&json!({ "op": "hello", "key": key }).to_string())).await.unwrap();
    stream
}

async fn by_hand(to: SocketAddr, id: &str, key: &str) -> TcpStream {
    greet(TcpStream::connect(to).await.unwrap(), id, key).await
}

fn plan(n: usize) -> Value {
    json!({ "plan": { "vehicle": 0, "cards": [1, 2, if n.is_multiple_of(2) { 3 } else { 4 }] } })
}

/// The longest that one of so many orders took to be acknowledged.
async fn slowest_order(player: &mut Player, orders: usize) -> Duration {
    let mut slowest = Duration::ZERO;
    for n in 0..orders {
        let sent = Instant::now();
        let told = tokio::time::timeout(LONG, player.order(&plan(n))).await.expect("the player is not heard");
        assert_eq!(told.unwrap()["op"], "ack");
        slowest = slowest.max(sent.elapsed());
    }
    slowest
}

/// Sends these bytes again and again until the server has enough; what it said last.
async fn flood(stream: TcpStream, bytes: Vec<u8>) -> String {
    let (mut read, mut write) = stream.into_split();
    let send = async {
        while write.write_all(&bytes).await.is_ok() {}
        std::future::pending::<()>().await;
    };
    let mut heard = Vec::new();
    tokio::select! {
        () = send => {}
        _ = read.read_to_end(&mut heard) => {}
    }
    String::from_utf8_lossy(&heard[heard.len().saturating_sub(400)..]).into_owned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_pings_without_end_keeps_nobody_unheard_and_is_let_go() {
    let server = Server::start().await;
    let (id, keys, watch) = make_match(server.at, &battle()).await.unwrap();
    let mut floods = Vec::new();
    for _ in 0..8 {
        floods.push(by_hand(server.at, &id, &watch).await);
    }
    let mut player = Player::join(server.at, &id, &keys[0]).await.unwrap();
    let floods: Vec<_> =
        floods.into_iter().map(|stream| tokio::spawn(flood(stream, PING.repeat(10_000)))).collect();
    slowest_order(&mut player, 20).await;
    for flood in floods {
        let last = tokio::time::timeout(LONG, flood).await.expect("his pings are taken for ever").unwrap();
        assert!(last.contains("pings and pongs in a second"), "{last}");
    }
    server.stop().await;
}

/// Before the hello, too.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_pings_without_end_before_he_says_hello_is_let_go() {
    let server = Server::start().await;
    let mut stream = TcpStream::connect(server.at).await.unwrap();
    stream.write_all(upgrade("nobody").as_bytes()).await.unwrap();
    let begun = Instant::now();
    let last = tokio::time::timeout(LONG, flood(stream, PING.repeat(1000))).await.unwrap();
    assert!(last.contains("pings and pongs in a second"), "after {:?}: {last}", begun.elapsed());
    server.stop().await;
}

/// A message that never ends is nothing that could be heard, and costs the others no turn.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_message_in_parts_without_end_keeps_nobody_unheard() {
    let server = Server::start().await;
    let (id, keys, watch) = make_match(server.at, &battle()).await.unwrap();
    let mut stream = by_hand(server.at, &id, &watch).await;
    let mut player = Player::join(server.at, &id, &keys[0]).await.unwrap();
    // The beginning of a text.
    stream.write_all(&[0x01, 0x81, 0, 0, 0, 0, b'{']).await.unwrap();
    let flood = tokio::spawn(flood(stream, GOES_ON.repeat(10_000)));
    let slowest = slowest_order(&mut player, 20).await;
    assert!(slowest < Duration::from_secs(5), "{slowest:?}");
    flood.abort();
    server.stop().await;
}

/// A server behind a proxy, of which we are the proxy: whoever comes has an address.
async fn proxied() -> Server {
    let mut config = Config::new(games(), Place::Memory);
    config.behind_proxy = true;
    Server::with(config).await
}

/// The first thing that somebody hears who comes to this table.
async fn come(to: SocketAddr, from: Option<&str>, id: &str, key: &str) -> (Socket, Value) {
    let mut socket = Socket::connect_from(to, id, from).await.unwrap();
    socket.send(json!({ "op": "hello", "key": key }).to_string()).await.unwrap();
    let told = serde_json::from_str(&socket.receive().await.unwrap()).unwrap();
    (socket, told)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_comes_again_and_again_is_told_to_wait() {
    let server = proxied().await;
    let (id, keys, watch) = make_match(server.at, &battle()).await.unwrap();
    let mut welcome = 0;
    let refused = loop {
        let (_, told) = come(server.at, Some("192.0.2.1"), &id, &watch).await;
        if told["op"] != "welcome" {
            break told;
        }
        welcome += 1;
        assert!(welcome < 1000, "there is no end");
    };
    assert!(welcome >= 120, "{welcome}");
    assert_eq!(refused["error"]["code"], "busy", "{refused}");
    assert!(refused["error"]["message"].as_str().unwrap().contains("too many hellos"), "{refused}");
    let (_, told) = come(server.at, Some("192.0.2.2"), &id, &keys[0]).await;
    assert_eq!(told["op"], "welcome", "somebody else may");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn how_many_watch_is_told_once_a_second_and_who_plays_at_once() {
    let server = Server::start().await;
    let (id, keys, watch) = make_match(server.at, &battle()).await.unwrap();
    let mut one = Player::join(server.at, &id, &keys[0]).await.unwrap();
    let begun = Instant::now();
    let mut watchers = Vec::new();
    for _ in 0..60 {
        drop(come(server.at, None, &id, &watch).await);
        watchers.push(come(server.at, None, &id, &watch).await.0);
    }
    let two = Player::join(server.at, &id, &keys[1]).await.unwrap();
    let mut told = 0;
    loop {
        let tell = one.hear().await.unwrap();
        told += u64::from(tell["op"] == "people");
        if one.people["seats"][1]["online"] == true {
            break;
        }
    }
    let online = begun.elapsed();
    drop(two);
    // The newest number comes, late.
    while one.people["watching"] != 60 || one.people["seats"][1]["online"] == true {
        let tell =
            tokio::time::timeout(LONG, one.hear()).await.expect("the last number is not told").unwrap();
        told += u64::from(tell["op"] == "people");
    }
    assert!(told <= begun.elapsed().as_secs() + 4, "{told} times in {:?}, {online:?}", begun.elapsed());
    server.stop().await;
}

/// Everybody who comes is told the whole table; who is at the table waits for one of them, not for all.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn those_at_the_door_do_not_come_before_those_at_the_table() {
    let server = Server::start().await;
    let (id, keys, watch) = make_match(server.at, &battle()).await.unwrap();
    // So much is to be told that the match has no time between two of those who come.
    let (mut talker, _) = come(server.at, None, &id, &watch).await;
    for _ in 0..200 {
        talker.send(json!({ "op": "chat", "text": "\u{1f600}".repeat(500) }).to_string()).await.unwrap();
        talker.receive().await.unwrap();
    }
    drop(talker);
    let mut player = Player::join(server.at, &id, &keys[0]).await.unwrap();
    let coming: Vec<_> = (0..24)
        .map(|_| {
            let (at, id, watch) = (server.at, id.clone(), watch.clone());
            tokio::spawn(async move {
                loop {
                    let mut stream = by_hand(at, &id, &watch).await;
                    // The answer to the upgrade, and the beginning of the welcome.
                    let mut some = vec![0; 1000];
                    let _ = stream.read_exact(&mut some).await;
                }
            })
        })
        .collect();
    let slowest = slowest_order(&mut player, 30).await;
    assert!(slowest < Duration::from_secs(2), "{slowest:?}");
    coming.iter().for_each(tokio::task::JoinHandle::abort);
    server.stop().await;
}

/// Short answers that nobody reads take more room than their letters.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn short_answers_that_nobody_reads_have_an_end() {
    let _alone = SLOW_SOCKETS.lock().await;
    // Little is under way at once.
    let listener = TcpSocket::new_v4().unwrap();
    listener.set_send_buffer_size(4096).unwrap();
    listener.bind("127.0.0.1:0".parse().unwrap()).unwrap();
    let server = Server::on(listener.listen(16).unwrap(), Config::new(games(), Place::Memory)).await;
    let (id, keys, watch) = make_match(server.at, &battle()).await.unwrap();
    let narrow = TcpSocket::new_v4().unwrap();
    narrow.set_recv_buffer_size(4096).unwrap();
    let lazy = greet(narrow.connect(server.at).await.unwrap(), &id, &watch).await;
    let mut player = Player::join(server.at, &id, &keys[0]).await.unwrap();
    if player.people["watching"] != 1 {
        player.until(|player, _| player.people["watching"] == 1).await.unwrap();
    }
    let (mut read, mut write) = lazy.into_split();
    // Their answers have 22 letters each: less than a megabyte of letters.
    let ping = text(&json!({ "op": "ping", "at": 1 }).to_string());
    let asked = async { write.write_all(&ping.repeat(40_000)).await };
    let _ = tokio::time::timeout(LONG, asked).await.expect("nobody hears him");
    let gone = player.until(|player, _| player.people["watching"] == 0);
    tokio::time::timeout(LONG, gone).await.expect("all of it is kept for him").unwrap();
    let mut heard = Vec::new();
    let _ = tokio::time::timeout(LONG, read.read_to_end(&mut heard)).await;
    let heard = String::from_utf8_lossy(&heard);
    let answers = heard.matches("pong").count();
    assert!(heard.contains("does not keep up") && (1000..30_000).contains(&answers), "{answers} answers");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_order_that_is_stored_is_acknowledged_again_whatever_else_is_too_much() {
    let server = proxied().await;
    let (id, keys, _) = make_match(server.at, &battle()).await.unwrap();
    let (mut socket, _) = come(server.at, Some("192.0.2.1"), &id, &keys[0]).await;
    let order = |id: &str, n| json!({ "op": "order", "id": id, "order": plan(n) }).to_string();
    socket.send(order("first", 0)).await.unwrap();
    for _ in 0..1000 {
        socket
            .send(json!({ "op": "order", "id": "more", "order": { "castle": 1 } }).to_string())
            .await
            .unwrap();
    }
    socket.send(order("first", 0)).await.unwrap();
    socket.send(order("first", 1)).await.unwrap();
    let (mut busy, mut first) = (0, Vec::new());
    while first.len() < 3 {
        let tell: Value = serde_json::from_str(&socket.receive().await.unwrap()).unwrap();
        busy += usize::from(tell["id"] == "more" && tell["code"] == "busy");
        if tell["id"] == "first" {
            first.push(tell);
        }
    }
    assert!(busy > 100, "{busy} were too many");
    assert_eq!((&first[0]["op"], &first[1]["op"]), (&json!("ack"), &json!("ack")), "{first:?}");
    assert!(first[2]["why"].as_str().unwrap().contains("another order"), "{first:?}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_id_without_end_comes_back_cut() {
    let server = Server::start().await;
    let (id, keys, watch) = make_match(server.at, &battle()).await.unwrap();
    for (key, letters) in [(&keys[0], 33), (&keys[0], 20_000), (&watch, 20_000)] {
        let (mut socket, _) = come(server.at, None, &id, key).await;
        for op in ["order", "check", "nearest", "preview", "legal", "suggest"] {
            let mut say = json!({ "op": op, "id": "ß".repeat(letters) });
            match op {
                "legal" => say["ask"] = json!({}),
                "suggest" => {}
                _ => say["order"] = plan(0),
            }
            socket.send(say.to_string()).await.unwrap();
            let told = loop {
                let told: Value = serde_json::from_str(&socket.receive().await.unwrap()).unwrap();
                if told["op"] != "people" {
                    break told;
                }
            };
            assert_eq!(
                (&told["op"], &told["id"]),
                (&json!("refused"), &json!(format!("{}…", "ß".repeat(32))))
            );
            let why = told["why"].as_str().unwrap();
            assert!(why.contains("an id of 1 to 64 letters") || key == &watch, "{op}: {why}");
        }
    }
    server.stop().await;
}

/// Whose questions all of those are that stop at the gate.
const THINKS: &str = "198.51.100.0";

/// A server whose questions stop at a gate, and so many that nobody else's begins; and seats of other matches.
async fn all_think(gate: &Arc<Gate>, others: usize) -> (Server, Vec<Socket>, Vec<(String, Vec<String>)>) {
    let odd = Odd::Slow(Arc::clone(gate));
    let mut config = Config::new(vec![Arc::new(OddGame { game: games().remove(0), odd })], Place::Memory);
    config.behind_proxy = true;
    let server = Server::with(config).await;
    let places = std::thread::available_parallelism().map_or(1, usize::from) * 2;
    let (mut sockets, mut rest) = (Vec::new(), Vec::new());
    for n in 0..places + others {
        let from = format!("198.51.100.{}", n / 20);
        let headers = [format!("x-forwarded-for: {from}")];
        let made = request(server.at, "POST", "/api/matches", &headers, Some(&battle())).await.unwrap();
        let made = made.json().unwrap();
        let id = made["match"].as_str().unwrap().to_owned();
        let keys = load::http::sit_down(server.at, &made, &headers).await.unwrap();
        if n < places {
            let (mut socket, _) = come(server.at, Some(THINKS), &id, &keys[0]).await;
            socket.send(legal()).await.unwrap();
            sockets.push(socket);
        } else {
            rest.push((id, keys));
        }
    }
    knocked(gate, places).await;
    (server, sockets, rest)
}

fn legal() -> String {
    json!({ "op": "legal", "id": "q", "ask": { "limit": 1 } }).to_string()
}

async fn knocked(gate: &Arc<Gate>, count: usize) {
    let gate = Arc::clone(gate);
    tokio::task::spawn_blocking(move || gate.wait_for(count)).await.unwrap();
}

async fn answer(socket: &mut Socket) -> Value {
    loop {
        let tell: Value = serde_json::from_str(&socket.receive().await.unwrap()).unwrap();
        if tell["id"] == "q" {
            return tell;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_asks_at_many_seats_is_answered_in_turn_with_the_others() {
    let gate = Arc::new(Gate::default());
    let (server, sockets, rest) = all_think(&gate, 8).await;
    let mut waiting = Vec::new();
    for (id, keys) in &rest {
        waiting.push(come(server.at, Some("192.0.2.1"), id, &keys[0]).await.0);
    }
    let (id, keys) = &rest[0];
    let (mut other, _) = come(server.at, Some("192.0.2.2"), id, &keys[1]).await;
    for socket in &mut waiting {
        socket.send(legal()).await.unwrap();
    }
    // They stand in the queue before him.
    tokio::time::sleep(Duration::from_millis(300)).await;
    other.send(legal()).await.unwrap();
    tokio::time::sleep(Duration::from_millis(300)).await;
    for more in 1..=3 {
        gate.admit();
        knocked(&gate, sockets.len() + more).await;
    }
    let seats = gate.seats();
    assert!(seats[sockets.len()..].contains(&SeatId(1)), "he still waits: {seats:?}");
    gate.open();
    assert_eq!(answer(&mut other).await["op"], "legal");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_question_that_could_not_begin_is_not_too_much_asked() {
    let gate = Arc::new(Gate::default());
    let (server, mut sockets, rest) = all_think(&gate, 1).await;
    let (id, keys) = &rest[0];
    let (mut other, _) = come(server.at, Some(THINKS), id, &keys[0]).await;
    other.send(legal()).await.unwrap();
    let (late, long) = (answer(&mut other).await, answer(&mut sockets[0]).await);
    assert_eq!((&late["code"], &long["code"]), (&json!("busy"), &json!("busy")));
    assert!(late["why"].as_str().unwrap().contains("the server is busy"), "{late}");
    assert!(long["why"].as_str().unwrap().contains("takes too long"), "{long}");
    gate.open();
    other.send(legal()).await.unwrap();
    assert_eq!(answer(&mut other).await["op"], "legal");
    server.stop().await;
}

/// All places are kept by one client, and none of his questions comes to an end.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn questions_that_never_end_keep_nobody_else_from_thinking() {
    let gate = Arc::new(Gate::default());
    let (server, sockets, rest) = all_think(&gate, 1).await;
    let (id, keys) = &rest[0];
    let (mut other, _) = come(server.at, Some("192.0.2.2"), id, &keys[0]).await;
    other.send(legal()).await.unwrap();
    // He is at work beside them.
    knocked(&gate, sockets.len() + 1).await;
    gate.open();
    assert_eq!(answer(&mut other).await["op"], "legal");
    server.stop().await;
}

/// Opens connections that ask for nothing, until one is closed at once.
async fn fill(to: SocketAddr) -> Vec<TcpStream> {
    let mut open = Vec::new();
    loop {
        let mut stream = TcpStream::connect(to).await.unwrap();
        let read = tokio::time::timeout(Duration::from_millis(300), stream.read(&mut [0; 1])).await;
        if read.is_ok() {
            return open;
        }
        open.push(stream);
        assert!(open.len() < 30, "there is no end");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn idle_connections_have_an_end_and_a_match_goes_on() {
    let few = |limit: fn(&mut Patience)| {
        let mut config = Config::new(games(), Place::Memory);
        limit(&mut config.patience);
        config
    };
    let of_one = few(|patience| (patience.from_one, patience.spares_itself) = (8, false));
    let in_all = few(|patience| patience.in_all = 8);
    for config in [of_one, in_all] {
        let server = Server::with(config).await;
        let (id, keys, _) = make_match(server.at, &battle()).await.unwrap();
        let mut player = Player::join(server.at, &id, &keys[0]).await.unwrap();
        let idle = fill(server.at).await;
        assert!((5..8).contains(&idle.len()), "{}", idle.len());
        slowest_order(&mut player, 2).await;
        drop(idle);
        let again = async {
            while request(server.at, "GET", "/healthz", &[], None).await.is_err() {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        tokio::time::timeout(LONG, again).await.expect("there is no room again");
        // A socket that ends leaves room, too.
        drop(player);
        for _ in 0..20 {
            let (socket, _) = come(server.at, None, &id, &keys[0]).await;
            drop(socket);
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        server.stop().await;
    }
}

/// Who is behind now and then and reads it all in the end keeps up, however much that is with time.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_read_counts_no_more() {
    const AT_ONCE: usize = 1000;
    let listener = TcpSocket::new_v4().unwrap();
    listener.set_send_buffer_size(4096).unwrap();
    listener.bind("127.0.0.1:0".parse().unwrap()).unwrap();
    let server = Server::on(listener.listen(16).unwrap(), Config::new(games(), Place::Memory)).await;
    let (id, _, watch) = make_match(server.at, &battle()).await.unwrap();
    let narrow = TcpSocket::new_v4().unwrap();
    narrow.set_recv_buffer_size(4096).unwrap();
    let (mut read, mut write) =
        greet(narrow.connect(server.at).await.unwrap(), &id, &watch).await.into_split();
    let pings = text(&json!({ "op": "ping", "at": 1 }).to_string()).repeat(AT_ONCE);
    let (mut heard, mut answers) = (Vec::new(), 0);
    // More than two megabytes in all, with what each answer takes while it waits; a tenth of that at once.
    for round in 1..=20 {
        write.write_all(&pings).await.unwrap();
        while answers < round * AT_ONCE {
            let more =
                tokio::time::timeout(LONG, read.read_buf(&mut heard)).await.expect("no answer").unwrap();
            assert!(more > 0, "he is let go after {answers} answers");
            answers += heard.windows(4).filter(|word| word == b"pong").count();
            // The beginning of a word may have come.
            heard.drain(..heard.len().saturating_sub(3));
        }
    }
    server.stop().await;
}
