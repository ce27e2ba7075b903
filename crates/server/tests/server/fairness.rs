//! Those who want more than their share of a match, or of the server: the others at the table notice nothing of it.

use crate::common::{Server, battle};
use load::Player;
use load::http::make_match;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

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
