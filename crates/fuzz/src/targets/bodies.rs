//! Requests over HTTP, to every route. The first line is `METHOD PATH KEY`, under it stands the body; `$0` is a match of the
//! server, `$0.1` the key of a seat there, `$5.i` an invitation.

use super::world::{self, World};
use crate::Target;
use crate::mutate::Grammar;
use axum::http::{Method, StatusCode};
use serde_json::{Value, json};
use std::time::Duration;

pub const TARGET: Target = Target { name: "bodies", grammar: Grammar::Headed, seeds, run };

/// Nobody waits longer for an answer, on a machine however busy.
const PATIENCE: Duration = Duration::from_secs(60);

fn seeds() -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    let mut push = |head: String, body: Value| {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        all.push(format!("{head}\n{body}").into_bytes());
    };
    for (n, (game, setup)) in world::scenarios().enumerate() {
        let play = game.new_match(&setup, world::SEED).expect("a match");
        let (orders, _) = play.legal(play.seats()[0].id, 2);
        let order = orders.into_iter().next().unwrap_or_default();
        for route in ["check", "nearest", "preview", "orders"] {
            push(format!("POST /api/matches/${n}/{route} ${n}.0"), json!({ "id": "a", "order": order }));
        }
        let ask = json!({ "within": order, "limit": 5, "words": true });
        push(format!("POST /api/matches/${n}/legal ${n}.0"), ask);
        for route in ["", "/history", "/log", "/review", "/moment?events=2", "/moment?events=0&all=1"] {
            push(format!("GET /api/matches/${n}{route} ${n}.0"), Value::Null);
        }
        let new = json!({
            "game": game.id(), "setup": { "scenario": setup.scenario, "variant": null, "options": {} }, "seed": 5,
            "seats": [{ "kind": "human", "name": "Ada" }, { "kind": "bot", "bot": "random" }],
            "clock": { "kind": "live", "minutes": 5, "gain_seconds": 3 }, "hot_seat": false,
        });
        push("POST /api/matches".to_owned(), new);
        push("POST /api/matches".to_owned(), json!({ "position": play.position() }));
        push(
            "POST /api/matches".to_owned(),
            json!({ "log": play.log_text(), "clock": { "kind": "days", "days": 3 } }),
        );
        push(
            "POST /api/matches".to_owned(),
            json!({ "fork": { "of": format!("${n}"), "key": format!("${n}.0"), "events": 1 } }),
        );
        for route in ["components", "book", "lessons/first-tripod"] {
            push(format!("GET /api/games/{}/{route}", game.id()), Value::Null);
        }
    }
    for wish in ["undo", "resign", "offer_draw", "accept_draw", "rematch", "hand_over"] {
        push("POST /api/matches/$0/wish $0.1".to_owned(), json!({ "wish": wish }));
    }
    let open = world::inviting();
    push(format!("GET /api/matches/${open}/invitation ${open}.i"), Value::Null);
    push(format!("POST /api/matches/${open}/seats/1/invitation ${open}.0"), Value::Null);
    let claim =
        json!({ "invitation": format!("${open}.i"), "key": "a-key-of-my-own-0123456789", "name": "Bob" });
    push(format!("POST /api/matches/${open}/claim"), claim);
    let fair = world::fair();
    push(format!("POST /api/matches/${fair}/vow ${fair}.0"), json!({ "hash": format!("${fair}.v") }));
    push(format!("POST /api/matches/${fair}/salt ${fair}.0"), json!({ "salt": world::SALT }));
    push("POST /api/matches".to_owned(), json!({ "fair": true, "setup": { "scenario": "simple-battle" } }));
    push("GET /api/matches/$0/stream $0.0".to_owned(), Value::Null);
    push("GET /api/matches/$0/engine $0.0".to_owned(), Value::Null);
    push("POST /api/matches/$0/chat $0.0".to_owned(), json!({ "text": "Hello" }));
    push("POST /api/accounts".to_owned(), json!({ "name": "Ada", "password": "analytical" }));
    push("POST /api/sessions".to_owned(), json!({ "name": "Ada", "password": "analytical" }));
    push("POST /api/me/matches".to_owned(), json!({ "match": "$0", "key": "$0.0" }));
    push("DELETE /api/sessions".to_owned(), Value::Null);
    for path in [
        "/api/me",
        "/api/me/matches",
        "/api/server",
        "/api/openapi.json",
        "/healthz",
        "/api/games",
        "/api/rules?search=ray",
        "/api/rules/TT-GEN-01",
        "/api/books",
        "/metrics",
        "/",
    ] {
        push(format!("GET {path}"), Value::Null);
    }
    all
}

fn run(input: &[u8]) -> Vec<String> {
    world::within(async |world| {
        let asked = tokio::time::timeout(PATIENCE, ask(world, input)).await;
        asked.expect("no answer comes")
    })
}

async fn ask(world: &World, input: &[u8]) -> Vec<String> {
    let input = world.filled(input);
    let end = input.iter().position(|byte| *byte == b'\n').unwrap_or(input.len());
    let (head, body) = input.split_at(end);
    let head = String::from_utf8_lossy(head);
    let mut words = head.split(' ');
    let (method, path, key) = (
        words.next().unwrap_or_default(),
        words.next().unwrap_or_default(),
        words.next().unwrap_or_default(),
    );
    let method = Method::from_bytes(method.as_bytes()).unwrap_or_default();
    let body = body.strip_prefix(b"\n").unwrap_or(body).to_vec();
    let Some((status, answer)) = world.ask(method.clone(), path, key, body).await else {
        return vec!["no request".to_owned()];
    };
    let well = world.ask(Method::GET, "/api/server", "", Vec::new()).await.expect("a request");
    assert_eq!(well.0, StatusCode::OK, "it does not go on");
    vec![judge(&method, path, status, &answer)]
}

fn judge(method: &Method, path: &str, status: StatusCode, answer: &[u8]) -> String {
    let text = std::str::from_utf8(answer).expect("an answer in UTF-8");
    assert_ne!(status, StatusCode::INTERNAL_SERVER_ERROR, "{text}");
    let route = path.split(['?', '$']).next().unwrap_or_default().rsplit('/').next().unwrap_or_default();
    let route = if route.len() > 16 { "?" } else { route };
    let is_ours = path.starts_with("/api/") && status != StatusCode::METHOD_NOT_ALLOWED;
    if status.is_success() || !is_ours || method == Method::HEAD {
        return format!("{route} {}", status.as_u16());
    }
    let told: Value = serde_json::from_str(text).unwrap_or_else(|_| panic!("{status}, no JSON: {text}"));
    let error = &told["error"];
    let part = |name: &str| error[name].as_str().unwrap_or_default();
    assert!(!part("code").is_empty() && !part("message").is_empty(), "{status}: {text}");
    assert!(part("message").chars().count() < 2000, "{status}, a long answer: {text}");
    format!("{route} {} {} {} {}", part("code"), part("rule"), part("place"), part("message"))
}
