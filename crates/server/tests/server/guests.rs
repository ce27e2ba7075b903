//! Who comes, by which name, from where: what strangers and their pages are told.

use crate::common::{Server, games};
use load::Player;
use load::http::{Answer, request};
use serde_json::{Value, json};
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

/// A server behind a proxy, of which we are the proxy.
async fn proxied() -> Server {
    let mut config = Config::new(games(), Place::Memory);
    config.behind_proxy = true;
    Server::with(config).await
}

/// How many matches can be made in a row by somebody of whom the proxy says this.
async fn matches(server: &Server, said: &[&str]) -> usize {
    let headers: Vec<String> = said.iter().map(|line| (*line).to_owned()).collect();
    for made in 0..40 {
        // Counted before it is looked at, and dear to nobody.
        let answer = request(server.at, "POST", "/api/matches", &headers, Some(&json!({}))).await.unwrap();
        if answer.status == 429 {
            assert!(answer.body.contains("too many matches at once from this address"), "{}", answer.body);
            return made;
        }
    }
    40
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn behind_a_proxy_its_last_word_says_who_comes() {
    let server = proxied().await;
    assert!((30..40).contains(&matches(&server, &["x-forwarded-for: 192.0.2.1"]).await));
    // What he says of himself before the proxy does makes nobody else of him.
    assert!(matches(&server, &["x-forwarded-for: 198.51.100.7, 192.0.2.1"]).await < 10);
    assert!(matches(&server, &["x-forwarded-for: 198.51.100.7", "x-forwarded-for: 192.0.2.1"]).await < 10);
    assert!((30..40).contains(&matches(&server, &["x-forwarded-for: 192.0.2.2"]).await));
    // Of IPv6 everybody has as many addresses as he likes, in one network.
    assert!((30..40).contains(&matches(&server, &["x-forwarded-for: 2001:db8:0:1::1"]).await));
    assert!(matches(&server, &["x-forwarded-for: 2001:db8:0:1:2:3:4:5"]).await < 10);
    assert!((30..40).contains(&matches(&server, &["x-forwarded-for: 2001:db8:0:2::1"]).await));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whom_the_proxy_does_not_name_is_limited_with_all_others_like_him() {
    let server = proxied().await;
    assert!((30..40).contains(&matches(&server, &[]).await), "our own address is the proxy's, not his");
    for odd in ["x-forwarded-for: unknown", "x-forwarded-for: 192.0.2.1, ", "x-forwarded-for: 192.0.2.1 evil"]
    {
        assert!(matches(&server, &[odd]).await < 10, "{odd}");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_a_proxy_nobody_is_believed() {
    let server = Server::start().await;
    assert_eq!(
        matches(&server, &["x-forwarded-for: 192.0.2.1"]).await,
        40,
        "the machine itself is not limited"
    );
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn behind_tls_the_cookie_is_for_tls_alone() {
    async fn cookie(server: &Server, name: &str, headers: &[String]) -> String {
        let ada: Value = json!({ "name": name, "password": "analytical" });
        let made = request(server.at, "POST", "/api/accounts", headers, Some(&ada)).await.unwrap();
        made.header("set-cookie").unwrap_or_else(|| panic!("{}", made.body)).to_owned()
    }
    let tls = ["x-forwarded-for: 192.0.2.1".to_owned(), "x-forwarded-proto: https".to_owned()];
    let server = proxied().await;
    assert!(cookie(&server, "Ada", &tls).await.ends_with("; Secure"));
    assert!(!cookie(&server, "Bea", &tls[..1]).await.contains("Secure"));
    let out = request(server.at, "DELETE", "/api/sessions", &tls, None).await.unwrap();
    assert!(out.header("set-cookie").unwrap().ends_with("; Secure"), "{}", out.head);
    server.stop().await;
    let server = Server::start().await;
    assert!(!cookie(&server, "Ada", &tls).await.contains("Secure"), "nobody but a proxy knows");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_gets_a_name_that_is_taken_for_anothers() {
    let server = Server::start().await;
    let register = async |name: &str| {
        server.post("/api/accounts", "", &json!({ "name": name, "password": "analytical" })).await
    };
    for name in ["Ada Lovelace", "Bepa", "Ж. д'Арк", "花子 Smith"] {
        assert_eq!(register(name).await.status, 200, "{name}");
    }
    for taken in ["ADA LOVELACE", "Ada LoveIace", "Ada  Lovelace", "Вера"] {
        let answer = register(taken).await;
        assert_eq!(
            (answer.status, &answer.json().unwrap()["error"]["place"]),
            (409, &json!("name")),
            "{taken}"
        );
    }
    for (odd, words) in
        [("Аda", "mixes alphabets"), ("Ada\u{200b}", "can be seen"), ("Ａda", "plain letters")]
    {
        let answer = register(odd).await;
        assert_eq!(
            (answer.status, &answer.json().unwrap()["error"]["place"]),
            (400, &json!("name")),
            "{odd}"
        );
        assert!(answer.body.contains(words), "{}", answer.body);
    }
    let log_in = async |name: &str| {
        server.post("/api/sessions", "", &json!({ "name": name, "password": "analytical" })).await.status
    };
    assert_eq!((log_in("ada lovelace").await, log_in("Ada LoveIace").await), (200, 403));

    // At a table, too: when it is laid, and when somebody sits down.
    let seats = |one: &str, two: &str| {
        json!({ "setup": { "scenario": "simple-battle" },
            "seats": [{ "kind": "human", "name": one }, { "kind": "human", "name": two }] })
    };
    let refused = server.post("/api/matches", "", &seats("Adal", "AdaI")).await;
    assert_eq!((refused.status, &refused.json().unwrap()["error"]["place"]), (400, &json!("seats.1.name")));
    assert_eq!(server.post("/api/matches", "", &seats("Ada", "Adа")).await.status, 400);
    let (_, mut one, _two) = server.two(&seats("", "Adal")).await;
    one.say(&json!({ "op": "name", "name": "AdaI" })).await.unwrap();
    let told = one.until_op("error").await.unwrap();
    assert!(told["error"]["message"].as_str().unwrap().contains("looks like \"Adal\""), "{told}");
    one.say(&json!({ "op": "name", "name": "Bea" })).await.unwrap();
    one.until(|player, _| player.people["seats"][0]["name"] == "Bea").await.unwrap();
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_at_a_table_has_the_name_of_another() {
    let server = Server::start().await;
    let wish = |other: Value, hot_seat: bool| {
        json!({ "setup": { "scenario": "simple-battle" }, "hot_seat": hot_seat,
            "seats": [{ "kind": "human", "name": "Ann" }, other] })
    };
    // The host gives one name to two people; with both seats before his own screen he may.
    let ann = json!({ "kind": "human", "name": "Ann" });
    let refused = server.post("/api/matches", "", &wish(ann.clone(), false)).await;
    assert_eq!((refused.status, &refused.json().unwrap()["error"]["place"]), (400, &json!("seats.1.name")));
    assert_eq!(server.post("/api/matches", "", &wish(ann, true)).await.status, 200);

    // A guest takes the host's name when he sits down, or later; it makes no difference how many seats the host has.
    for hot_seat in [false, true] {
        let made = server.post("/api/matches", "", &wish(json!({ "kind": "guest" }), hot_seat)).await;
        let made = made.json().unwrap();
        let id = made["match"].as_str().unwrap();
        let key = "a-key-of-the-guests-own-";
        let claim = async |name: &str| {
            let wish = json!({ "invitation": made["invitations"][0]["token"], "key": key, "name": name });
            server.post(&format!("/api/matches/{id}/claim"), "", &wish).await
        };
        for taken in ["Ann", "Ann ", "ANN", "Ａnn"] {
            let refused = claim(taken).await;
            assert_eq!(
                (refused.status, &refused.json().unwrap()["error"]["place"]),
                (400, &json!("name")),
                "{taken}"
            );
            assert!(refused.body.contains("who is at this table"), "{}", refused.body);
        }
        assert_eq!(claim("Bea").await.status, 200, "none of it has used the invitation up");
        let mut guest = Player::join(server.at, id, key).await.unwrap();
        guest.say(&json!({ "op": "name", "name": "Ann" })).await.unwrap();
        let told = guest.until_op("error").await.unwrap();
        assert!(told["error"]["message"].as_str().unwrap().contains("it is the name of \"Ann\""), "{told}");
        let names = [0, 1].map(|seat| guest.people["seats"][seat]["name"].clone());
        assert_eq!(names, ["Ann", "Bea"]);
    }
    server.stop().await;
}
