//! Bodies that are longer than anybody needs, requests that no route takes, and those who ask and do not wait.

use crate::common::{Server, battle};
use load::http::{make_match, request};
use serde_json::{Value, json};
use server::limits::Client;
use std::future::poll_fn;
use std::pin::pin;
use std::task::Poll;

/// A text of JSON that takes little room on the wire and much in memory.
fn swollen(count: usize) -> Value {
    json!(vec![json!({ "a": 0 }); count])
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_a_new_match_may_be_long_and_its_position_may_not() {
    let server = Server::start().await;
    let (id, keys, _) = make_match(server.at, &battle()).await.unwrap();
    let orders = format!("/api/matches/{id}/orders");
    let long = json!({ "id": "x", "order": swollen(20_000) });
    for (path, key, body) in [
        (orders.as_str(), "", &long),
        (orders.as_str(), keys[0].as_str(), &long),
        ("/api/matches/nosuch/orders", "", &long),
        ("/api/sessions", "", &json!({ "name": "\u{fdfa}".repeat(30_000), "password": "analytical" })),
        ("/api/accounts", "", &json!({ "name": "Ada", "password": "a".repeat(70_000) })),
    ] {
        let answer = server.post(path, key, body).await;
        assert_eq!(answer.status, 400, "{path}: {}", answer.body);
        let error = &answer.json().unwrap()["error"];
        assert_eq!(error["place"], "body", "{path}");
        assert_eq!(error["message"], "expected a body of at most 65536 bytes", "{path}");
    }
    // A log may be long: this one is read to its first line, and is none.
    let log = server.post("/api/matches", "", &json!({ "log": "x\n".repeat(400_000) })).await;
    assert_eq!(log.status, 400);
    assert!(!log.body.contains("bytes"), "{}", log.body);
    let position = server.post("/api/matches", "", &json!({ "position": swollen(70_000) })).await;
    assert_eq!(position.status, 400);
    assert!(position.body.contains("a position of at most 524288 bytes"), "{}", position.body);
    let all = server.post("/api/matches", "", &json!({ "log": "x".repeat(5_000_000) })).await;
    assert_eq!(all.status, 400);
    assert!(all.body.contains("a body of at most 4194304 bytes"), "{}", all.body);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_no_route_takes_is_refused_in_json_by_its_place() {
    let server = Server::start().await;
    for (method, path, place) in [
        ("GET", "/api/matches/%ff", "id"),
        ("POST", "/api/matches/%ff/orders", "id"),
        ("POST", "/api/matches/x/seats/%ff/invitation", "seat"),
        ("GET", "/api/matches/%c3%28/stream", "id"),
        ("GET", "/api/games/%ff/book", "game"),
        ("GET", "/api/games/triplanes/lessons/a%ff", "lesson"),
        ("GET", "/api/rules/%ff", "id"),
    ] {
        let body = (method == "POST").then(|| json!({}));
        let answer = request(server.at, method, path, &[], body.as_ref()).await.unwrap();
        let error = &answer.json().unwrap()["error"];
        assert_eq!(
            (answer.status, &error["code"], &error["place"]),
            (400, &json!("bad_request"), &json!(place)),
            "{path}"
        );
        assert!(error["message"].as_str().unwrap().contains("UTF-8"), "{path}: {error}");
    }
    for (method, path, allow) in [
        ("DELETE", "/api/matches", "POST"),
        ("PUT", "/api/matches/x/orders", "POST"),
        ("POST", "/api/games", "GET,HEAD"),
        ("GET", "/api/sessions", "POST,DELETE"),
        ("PATCH", "/api/me/matches", "GET,HEAD,POST"),
        ("OPTIONS", "/api/server", "GET,HEAD"),
    ] {
        let answer = request(server.at, method, path, &[], None).await.unwrap();
        let error = &answer.json().unwrap()["error"];
        assert_eq!(
            (answer.status, answer.header("allow"), &error["code"], &error["place"]),
            (405, Some(allow), &json!("bad_request"), &json!("method")),
            "{method} {path}"
        );
        assert!(error["message"].as_str().unwrap().contains(method), "{error}");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_has_a_name_or_a_password_of_any_length() {
    let server = Server::start().await;
    for (name, password) in [("A".repeat(41), "analytical".to_owned()), ("Ada".to_owned(), "a".repeat(201))] {
        let answer = server.post("/api/sessions", "", &json!({ "name": name, "password": password })).await;
        assert_eq!(answer.status, 403);
        assert!(answer.body.contains("do not fit"), "{}", answer.body);
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_asks_for_a_match_and_goes_away_leaves_nothing_behind() {
    let server = Server::start().await;
    for odd in ["x".repeat(60_000), "nosuchmatch!".to_owned(), "..%2F..%2Fetc12".to_owned()] {
        assert_eq!(server.get(&format!("/api/matches/{odd}"), "key").await.status, 404);
    }
    assert_eq!(server.app.hall.in_memory(), 0);
    for n in 0..50 {
        let id = format!("nosuchmatch{}", char::from(b'A' + n % 26));
        let mut asked = pin!(server.app.hall.door(&id, Client::Here));
        // It has begun to look for the match when its asker goes away.
        poll_fn(|context| Poll::Ready(asked.as_mut().poll(context).is_ready())).await;
    }
    assert!(server.app.hall.in_memory() > 0, "nothing was begun");
    server.app.hall.sweep().await;
    assert_eq!(server.app.hall.in_memory(), 0);
    // A match that there is stays.
    make_match(server.at, &battle()).await.unwrap();
    server.app.hall.sweep().await;
    assert_eq!(server.app.hall.in_memory(), 1);
    server.stop().await;
}
