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
async fn a_body_that_can_not_be_read_names_the_field() {
    let server = Server::start().await;
    let (id, keys, _) = make_match(server.at, &battle()).await.unwrap();
    let setup = json!({ "scenario": "simple-battle" });
    let orders = format!("/api/matches/{id}/orders");
    let fork = |of: &str, key: &str| json!({ "fork": { "of": of, "key": key, "events": 0 } });
    for (path, body, status, place) in [
        ("/api/matches", json!({ "setup": { "scenario": 7 } }), 400, "setup.scenario"),
        ("/api/matches", json!({ "setup": setup, "seed": "x" }), 400, "seed"),
        ("/api/matches", json!({ "setup": setup, "seats": [{ "kind": "open" }, 5] }), 400, "seats.1"),
        ("/api/matches", json!({ "setup": setup, "castle": 1 }), 400, "castle"),
        ("/api/matches", json!({ "fork": { "key": "x" } }), 400, "fork.of"),
        ("/api/matches", json!(5), 400, "body"),
        ("/api/matches", fork("AAAAAAAAAAAA", "x"), 404, "fork.of"),
        ("/api/matches", fork(&id, "x"), 403, "fork.key"),
        (&orders, json!({ "id": 5, "order": {} }), 400, "id"),
        (&orders, json!({ "id": "x" }), 400, "order"),
    ] {
        let answer = server.post(path, &keys[0], &body).await;
        let error = &answer.json().unwrap()["error"];
        assert_eq!((answer.status, &error["place"]), (status, &json!(place)), "{body}: {error}");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_message_that_can_not_be_read_names_its_op_and_its_field() {
    let server = Server::start().await;
    let (_, mut one, _two) = server.two(&battle()).await;
    for (message, place, words) in [
        (json!({ "op": "chat" }), "text", "not a message \"chat\": missing field"),
        (json!({ "op": "chat", "text": 5 }), "text", "not a message \"chat\": invalid type"),
        (
            json!({ "op": "chat", "text": "x", "castle": 1 }),
            "castle",
            "not a message \"chat\": unknown field",
        ),
        (json!({ "op": "order", "id": "x", "order": {}, "decision": 1 }), "decision", "\"order\""),
        (json!({ "op": "wish", "wish": "castle" }), "wish", "not a message \"wish\": unknown variant"),
        (json!({ "op": "legal", "id": "x", "ask": { "limit": "x" } }), "ask", "not a message \"legal\""),
        (json!({ "op": "legal", "id": "x", "ask": { "castle": 1 } }), "ask.castle", "unknown field"),
        (json!({ "op": "chat", "text": vec![7; 4000] }), "chat", "not a message \"chat\""),
        (json!({ "op": "order", "order": vec![7; 4000] }), "id", "not a message \"order\": missing field"),
        (json!({ "op": "castle" }), "op", "such as {\"op\":\"ping\",\"at\":0}: unknown variant"),
        (json!({ "op": 5 }), "op", "such as"),
        (json!({}), "op", "missing field `op`"),
        (json!(5), "line 1 column 1", "such as"),
    ] {
        one.say(&message).await.unwrap();
        let told = one.until_op("error").await.unwrap();
        let error = &told["error"];
        assert_eq!(error["place"], place, "{error}");
        assert!(error["message"].as_str().unwrap().contains(words), "{error}");
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
async fn a_body_has_room_to_its_last_byte() {
    let server = Server::start().await;
    let empty = json!({ "name": "Ada", "password": "" });
    let of_length = |length: usize| {
        let password = "x".repeat(length - empty.to_string().len());
        json!({ "name": "Ada", "password": password })
    };
    let read = server.post("/api/sessions", "", &of_length(64 << 10)).await;
    assert_eq!(read.status, 403, "it is read, and no password is so long: {}", read.body);
    let long = server.post("/api/sessions", "", &of_length((64 << 10) + 1)).await;
    assert_eq!((long.status, &long.json().unwrap()["error"]["place"]), (400, &json!("body")));
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
