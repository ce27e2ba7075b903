//! Who comes, by which name, from where: what strangers and their pages are told.

use crate::common::{Server, games};
use load::http::Answer;
use server::Config;
use server::storage::Place;
use std::net::SocketAddr;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// Sends a request whose head is just this; the answer.
async fn raw(to: SocketAddr, head: &str) -> Answer {
    let mut stream = TcpStream::connect(to).await.unwrap();
    stream.write_all(format!("{head}connection: close\r\n\r\n").as_bytes()).await.unwrap();
    let mut text = String::new();
    stream.read_to_string(&mut text).await.unwrap();
    let (head, body) = text.split_once("\r\n\r\n").unwrap();
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    Answer { status, head: head.to_lowercase(), body: body.to_owned() }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_that_gives_its_own_name_our_address_reads_nothing() {
    let mut config = Config::new(games(), Place::Memory);
    config.hosts = vec!["play.example".to_owned()];
    let server = Server::with(config).await;
    let ask = async |hosts: &[&str]| {
        let lines: Vec<String> = hosts.iter().map(|host| format!("host: {host}\r\n")).collect();
        raw(server.at, &format!("GET /api/server HTTP/1.1\r\n{}", lines.concat())).await
    };
    for good in
        ["127.0.0.1", "192.168.1.7:8724", "[::1]:8724", "localhost:8724", "play.example", "Play.Example:443"]
    {
        assert_eq!(ask(&[good]).await.status, 200, "{good}");
    }
    for bad in
        [&["evil.example:8724"][..], &["localhost.evil.example"], &["127.0.0.1", "evil.example"], &[""]]
    {
        let refused = ask(bad).await;
        assert_eq!(refused.status, 403, "{bad:?}: {}", refused.body);
        assert_eq!(refused.json().unwrap()["error"]["place"], "host", "{bad:?}");
        assert!(refused.head.contains("content-security-policy"), "{}", refused.head);
    }
    let told = ask(&["evil.example:8724"]).await.json().unwrap()["error"]["message"].clone();
    assert!(
        told.as_str().unwrap().contains("\"evil.example:8724\"; who runs it can allow the name with --host")
    );
    // A request may name the host in its first line, too.
    let both = raw(server.at, "GET http://evil.example/api/server HTTP/1.1\r\nhost: 127.0.0.1\r\n").await;
    assert_eq!(both.status, 403, "{}", both.body);
    // The page and the sockets are behind the same door.
    assert_eq!(raw(server.at, "GET / HTTP/1.1\r\nhost: evil.example\r\n").await.status, 403);
    let socket = "GET /api/matches/x/stream HTTP/1.1\r\nhost: evil.example\r\nupgrade: websocket\r\n";
    assert_eq!(raw(server.at, socket).await.status, 403);
    server.stop().await;
}
