//! Those who do not go on: half a request, a connection that asks for nothing, somebody who takes nothing of what he is
//! sent. Each is let go, and nobody else notices.

use crate::common::{Server, battle, games};
use load::http::make_match;
use load::{Player, Socket};
use serde_json::json;
use server::storage::Place;
use server::{Config, Patience};
use std::net::SocketAddr;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

/// Who waits longer for the server than this waits for ever.
const LONG: Duration = Duration::from_secs(20);

/// A server of little patience in one thing.
fn config(hurry: impl Fn(&mut Patience)) -> Config {
    let mut config = Config::new(games(), Place::Memory);
    hurry(&mut config.patience);
    config
}

/// Says something and nothing more; what the server says until it closes the connection.
async fn last_words(to: SocketAddr, said: &str) -> String {
    let mut stream = TcpStream::connect(to).await.unwrap();
    stream.write_all(said.as_bytes()).await.unwrap();
    let mut heard = Vec::new();
    let read = tokio::time::timeout(LONG, stream.read_to_end(&mut heard)).await;
    read.unwrap_or_else(|_| panic!("after {said:?} the connection stays open")).unwrap();
    String::from_utf8_lossy(&heard).into_owned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn half_a_head_and_a_connection_that_asks_for_nothing_are_closed() {
    let server = Server::with(config(|patience| patience.head = Duration::from_millis(200))).await;
    assert_eq!(last_words(server.at, "").await, "");
    assert_eq!(last_words(server.at, "GET /healthz HTTP/1.1\r\nhost: 127.0.0.1\r\nx: ").await, "");
    let kept = last_words(server.at, "GET /healthz HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n").await;
    assert!(kept.starts_with("HTTP/1.1 200") && kept.ends_with("ok\n"), "{kept}");
    server.stop().await;
}

/// Letters one by one keep a head from ending, not the clock from running.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_head_that_never_ends_is_cut_off() {
    let server = Server::with(config(|patience| patience.head = Duration::from_millis(300))).await;
    let (mut read, mut write) = TcpStream::connect(server.at).await.unwrap().into_split();
    write.write_all(b"GET /healthz HTTP/1.1\r\nhost: 127.0.0.1\r\n").await.unwrap();
    let drip = async {
        let mut every = tokio::time::interval(Duration::from_millis(20));
        while write.write_all(b"x: y\r\n").await.is_ok() {
            every.tick().await;
        }
    };
    let mut heard = Vec::new();
    let cut = async {
        tokio::select! {
            () = drip => {}
            _ = read.read_to_end(&mut heard) => {}
        }
    };
    tokio::time::timeout(LONG, cut).await.expect("the head goes on for ever");
    assert!(!String::from_utf8_lossy(&heard).contains("200 OK"));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_body_that_does_not_come_is_not_waited_for() {
    let server = Server::with(config(|patience| patience.body = Duration::from_millis(200))).await;
    let head = "POST /api/matches HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n";
    let answer = last_words(server.at, &format!("{head}content-length: 99\r\n\r\n{{")).await;
    assert!(answer.starts_with("HTTP/1.1 400"), "{answer}");
    assert!(answer.contains("expected the whole body within 200ms"), "{answer}");
    let answer = last_words(server.at, &format!("{head}transfer-encoding: chunked\r\n\r\n1\r\n{{\r\n")).await;
    assert!(answer.contains("expected the whole body within 200ms"), "{answer}");
    server.stop().await;
}

/// A connection whose own side holds little of what comes.
async fn narrow(to: SocketAddr) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4096).unwrap();
    socket.connect(to).await.unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_asks_and_does_not_read_is_cut_off() {
    let server = Server::with(config(|patience| patience.write = Duration::from_millis(300))).await;
    let mut stream = narrow(server.at).await;
    let request = "GET /api/games HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n".repeat(20);
    // Sooner or later nothing more fits into the pipes, and both sides wait for each other.
    let asking = async { while stream.write_all(request.as_bytes()).await.is_ok() {} };
    tokio::time::timeout(LONG, asking).await.expect("the server waits for somebody who does not read");
    assert_eq!(server.get("/healthz", "").await.status, 200);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_socket_that_takes_nothing_is_let_go() {
    // Little is under way at once, so that a few messages fill the pipe.
    let listener = TcpSocket::new_v4().unwrap();
    listener.set_send_buffer_size(4096).unwrap();
    listener.bind("127.0.0.1:0".parse().unwrap()).unwrap();
    let listener = listener.listen(16).unwrap();
    let server = Server::on(listener, config(|patience| patience.write = Duration::from_millis(300))).await;
    let (id, keys, _) = make_match(server.at, &battle()).await.unwrap();

    let mut lazy = narrow(server.at).await;
    lazy.write_all(upgrade(&id).as_bytes()).await.unwrap();
    lazy.write_all(&frame(&json!({ "op": "hello", "key": keys[0] }).to_string())).await.unwrap();

    let mut two = Player::join(server.at, &id, &keys[1]).await.unwrap();
    if two.people["seats"][0]["online"] != true {
        two.until(|player, _| player.people["seats"][0]["online"] == true).await.unwrap();
    }
    for n in 0..100 {
        two.say(&json!({ "op": "chat", "text": format!("{n} {}", "x".repeat(490)) })).await.unwrap();
    }
    let gone = two.until(|player, _| player.people["seats"][0]["online"] == false).await;
    assert!(gone.is_ok(), "he who takes nothing is still at the table");
    server.stop().await;
}

/// Who is asked for a sign of life again and again and gives none is let go; who answers stays, however quiet he is.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_socket_without_a_sign_of_life_is_let_go() {
    let server = Server::with(config(|patience| patience.beat = Duration::from_millis(500))).await;
    let (id, keys, _) = make_match(server.at, &battle()).await.unwrap();
    let mut here = Player::join(server.at, &id, &keys[0]).await.unwrap();
    // Nobody reads from this socket, so nobody answers.
    let mut gone = Socket::connect(server.at, &id).await.unwrap();
    gone.send(json!({ "op": "hello", "key": keys[1] }).to_string()).await.unwrap();
    here.until(|player, _| player.people["seats"][1]["online"] == true).await.unwrap();
    here.until(|player, _| player.people["seats"][1]["online"] == false).await.unwrap();
    // Four beats later the other one is still there: he has done nothing but listen.
    here.say(&json!({ "op": "ping", "at": 1 })).await.unwrap();
    here.until_op("pong").await.unwrap();
    assert_eq!(here.people["seats"][0]["online"], true);
    server.stop().await;
}

/// Signs of life are no hello.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_socket_that_only_pings_is_not_waited_for() {
    let server = Server::with(config(|patience| patience.hello = Duration::from_millis(300))).await;
    let (mut read, mut write) = TcpStream::connect(server.at).await.unwrap().into_split();
    write.write_all(upgrade("nobody").as_bytes()).await.unwrap();
    let pings = async {
        let mut every = tokio::time::interval(Duration::from_millis(50));
        while write.write_all(&[0x89, 0x80, 0, 0, 0, 0]).await.is_ok() {
            every.tick().await;
        }
        std::future::pending::<()>().await;
    };
    let mut heard = Vec::new();
    let closed = async {
        tokio::select! {
            () = pings => {}
            _ = read.read_to_end(&mut heard) => {}
        }
    };
    tokio::time::timeout(LONG, closed).await.expect("a hello is waited for for ever");
    assert!(String::from_utf8_lossy(&heard).contains("as the first message"));
    server.stop().await;
}

fn upgrade(id: &str) -> String {
    format!(
        "GET /api/matches/{id}/stream HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
         sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
}

/// A text as a client sends it on a socket, with a mask that changes nothing.
fn frame(text: &str) -> Vec<u8> {
    let length = u8::try_from(text.len()).ok().filter(|length| *length < 126).expect("a short text");
    [&[0x81, 0x80 | length, 0, 0, 0, 0], text.as_bytes()].concat()
}
