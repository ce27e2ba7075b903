//! What a client sends on its socket. The first line says which table, each further line is a frame; one that begins with a
//! byte from 1 to 15 has that as its kind, the others are text. `$0.1` is the key of a seat.

use super::world::{self, World};
use super::{refusal, text};
use crate::Target;
use crate::mutate::Grammar;
use load::Socket;
use serde_json::{Value, json};
use std::time::Duration;

pub const TARGET: Target = Target { name: "frames", grammar: Grammar::Lines, seeds, run };

const PATIENCE: Duration = Duration::from_secs(60);
/// More frames say nothing more.
const FRAMES: usize = 30;

fn seeds() -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    for (n, (game, setup)) in world::scenarios().enumerate() {
        let play = game.new_match(&setup, world::SEED).expect("a match");
        for (seat, info) in play.seats().iter().enumerate().take(2) {
            let (orders, _) = play.legal(info.id, 2);
            let order = orders.into_iter().next().unwrap_or_default();
            let frames = [
                json!({ "op": "hello", "key": format!("${n}.{seat}"), "events": 0, "voids": 0, "changes": true }),
                json!({ "op": "check", "id": "c", "order": order }),
                json!({ "op": "nearest", "id": "n", "order": order }),
                json!({ "op": "preview", "id": "p", "order": order }),
                json!({ "op": "legal", "id": "l", "ask": { "within": order, "limit": 3, "words": true } }),
                json!({ "op": "order", "id": "o", "order": order }),
                json!({ "op": "chat", "text": "Hello" }),
                json!({ "op": "name", "name": "Ada" }),
                json!({ "op": "wish", "wish": "undo" }),
                json!({ "op": "why", "id": "w", "seat": 1 }),
                json!({ "op": "ping", "at": 1.5 }),
            ];
            all.push([format!("${n}\n").into_bytes(), text(&frames)].concat());
        }
    }
    all.push(
        b"$0\n{\"op\":\"hello\",\"key\":\"$0.w\"}\n{\"op\":\"suggest\",\"id\":\"s\"}\n\x09ping\n\x02bytes\n"
            .to_vec(),
    );
    for wish in ["undo", "allow_undo", "deny_undo", "offer_draw", "accept_draw", "hand_over", "rematch"] {
        let [hello, wish] = [json!({ "op": "hello", "key": "$0.1" }), json!({ "op": "wish", "wish": wish })];
        all.push([b"$0\n".to_vec(), text(&[hello, wish])].concat());
    }
    all.push(
        b"$0\n{\"op\":\"hello\",\"key\":\"$0.0\",\"events\":9}\n{\"op\":\"wish\",\"wish\":\"offer_draw\"}\n"
            .to_vec(),
    );
    let fair = world::fair();
    let frames = [
        json!({ "op": "hello", "key": format!("${fair}.0") }),
        json!({ "op": "vow", "hash": format!("${fair}.v") }),
        json!({ "op": "salt", "salt": world::SALT }),
        json!({ "op": "wish", "wish": "call_off" }),
    ];
    for frames in [&frames[..2], &frames[..3], &frames] {
        all.push([format!("${fair}\n").into_bytes(), text(frames)].concat());
    }
    all
}

fn run(input: &[u8]) -> Vec<String> {
    world::within(async |world| {
        let input = world.filled(input);
        let talked = tokio::time::timeout(PATIENCE, talk(world, &input)).await;
        talked.expect("nothing is heard any more")
    })
}

async fn talk(world: &World, input: &[u8]) -> Vec<String> {
    let mut lines = input.split(|byte| *byte == b'\n');
    let id = String::from_utf8_lossy(lines.next().unwrap_or_default()).into_owned();
    let table = if id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-') {
        id
    } else {
        "x".to_owned()
    };
    let mut words = Vec::new();
    if let Ok(mut socket) = Socket::connect(world.at, &table).await {
        for line in lines.filter(|line| !line.is_empty()).take(FRAMES) {
            let sent = match line.split_first() {
                Some((&kind, rest)) if (1..=15).contains(&kind) => socket.send_frame(kind, rest).await,
                _ => socket.send_raw(line).await,
            };
            if sent.is_err() {
                break;
            }
        }
        let _ = socket.send(json!({ "op": "ping", "at": LAST }).to_string()).await;
        while let Ok(text) = socket.receive().await {
            let tell: Value = serde_json::from_str(&text).expect("a message in JSON");
            words.push(judge(&tell));
            if tell["op"] == "pong" && tell["at"] == LAST {
                break;
            }
        }
    }
    others_go_on(world).await;
    words
}

/// The number of the ping that is sent last.
const LAST: f64 = 4711.5;

fn judge(tell: &Value) -> String {
    let part = |value: &Value, name: &str| value[name].as_str().unwrap_or_default().to_owned();
    match tell["op"].as_str() {
        Some("error") => {
            let error = &tell["error"];
            let (code, message) = (part(error, "code"), part(error, "message"));
            assert!(code != "internal" && !message.is_empty(), "{tell}");
            format!("error {code} {message}")
        }
        Some("refused") => {
            assert!(part(tell, "code") != "internal" && !part(tell, "why").is_empty(), "{tell}");
            format!("{} {}", part(tell, "code"), refusal(tell))
        }
        Some(op) => op.to_owned(),
        None => panic!("a message without a kind: {tell}"),
    }
}

/// Somebody else at each table is heard.
async fn others_go_on(world: &World) {
    let table = String::from_utf8(world.filled(b"$0")).expect("an id");
    let key = String::from_utf8(world.filled(b"$0.w")).expect("a key");
    let mut socket = Socket::connect(world.at, &table).await.expect("the server takes nobody else");
    socket.send(json!({ "op": "hello", "key": key }).to_string()).await.expect("a line");
    socket.send(json!({ "op": "ping", "at": LAST }).to_string()).await.expect("a line");
    loop {
        let text = socket.receive().await.expect("nobody else is heard");
        let tell: Value = serde_json::from_str(&text).expect("a message in JSON");
        if tell["op"] == "pong" {
            return;
        }
    }
}
