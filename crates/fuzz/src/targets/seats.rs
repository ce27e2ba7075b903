//! What a program sends at its seat: lines of the engine's protocol over a socket. The first line says which table, each
//! further one is a frame of text; one that begins with a byte from 1 to 15 has that as its kind. `$0.1` is the key of a seat.

use super::world::{self, World};
use super::{refusal, text};
use crate::Target;
use crate::mutate::Grammar;
use load::Socket;
use serde_json::{Value, json};
use std::time::Duration;

pub const TARGET: Target = Target { name: "seats", grammar: Grammar::Lines, seeds, run };

const PATIENCE: Duration = Duration::from_secs(60);
/// More lines say nothing more.
const LINES: usize = 30;
/// The id of the line that is sent last.
const LAST: &str = "the last line";

fn seeds() -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    for (n, (game, setup)) in world::scenarios().enumerate() {
        let play = game.new_match(&setup, world::SEED).expect("a match");
        for (seat, info) in play.seats().iter().enumerate().take(2) {
            let (orders, _) = play.legal(info.id, 2);
            let order = orders.into_iter().next().unwrap_or_default();
            let lines = [
                json!({ "id": 0, "op": "sit", "key": format!("${n}.{seat}") }),
                json!({ "id": 1, "op": "prompts", "match": format!("${n}"), "seat": seat }),
                json!({ "id": 2, "op": "legal", "limit": 3, "words": true, "within": order }),
                json!({ "id": 3, "op": "nearest", "order": order }),
                json!({ "id": 4, "op": "preview", "order": order }),
                json!({ "id": 5, "op": "order", "order": order }),
                json!({ "id": 6, "op": "events", "from": 1 }),
                json!({ "id": 7, "op": "view" }),
                json!({ "id": 8, "op": "briefing" }),
                json!({ "id": 9, "op": "log" }),
                json!({ "id": 10, "op": "undo" }),
            ];
            all.push([format!("${n}\n").into_bytes(), text(&lines)].concat());
        }
    }
    let guest = world::inviting();
    let sit = json!({ "id": "s", "op": "sit", "invitation": format!("${guest}.i"),
        "key": "a-key-of-the-programs-ow", "name": "Deep Heat" });
    let lines = [
        sit,
        json!({ "id": "s", "op": "suggest" }),
        json!({ "id": "w", "op": "wish", "wish": "decline_draw" }),
        json!({ "id": "o", "op": "order", "order": {}, "decision": "" }),
    ];
    all.push([format!("${guest}\n").into_bytes(), text(&lines)].concat());
    all.push(b"$0\n{\"op\":\"sit\",\"key\":\"$0.w\"}\n\x09ping\n{\"op\":\"view\"}\n\x02bytes\n".to_vec());
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
    let is_plain = id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-');
    let table = if is_plain { id } else { "x".to_owned() };
    let mut words = Vec::new();
    if let Ok(mut socket) = Socket::engine(world.at, &table, None).await {
        for line in lines.filter(|line| !line.is_empty()).take(LINES) {
            let sent = match line.split_first() {
                Some((&kind, rest)) if (1..=15).contains(&kind) => socket.send_frame(kind, rest).await,
                _ => socket.send_raw(line).await,
            };
            if sent.is_err() {
                break;
            }
        }
        let _ = socket.send(json!({ "id": LAST, "op": "prompts" }).to_string()).await;
        while let Ok(text) = socket.receive().await {
            let told: Value = serde_json::from_str(&text).expect("a line in JSON");
            words.push(judge(&told));
            if told["id"] == LAST {
                break;
            }
        }
    }
    others_go_on(world).await;
    words
}

fn judge(told: &Value) -> String {
    let part = |value: &Value, name: &str| value[name].as_str().unwrap_or_default().to_owned();
    if told["error"].is_object() {
        let error = &told["error"];
        let (code, message) = (part(error, "code"), part(error, "message"));
        assert!(code != "internal" && !message.is_empty() && message.chars().count() <= 800, "{told}");
        return format!("error {code} {message}");
    }
    if told["refused"].is_object() {
        assert!(told["refused"]["rule"].is_string(), "a refusal without a rule: {told}");
        return refusal(&told["refused"]);
    }
    let fields = told.as_object().expect("an object");
    let pushed = ["asked", "wished", "over", "bye"];
    assert!(
        fields.contains_key("id") || pushed.iter().any(|name| fields.contains_key(*name)),
        "nobody asked for {told}"
    );
    format!("fine {}", fields.keys().cloned().collect::<Vec<_>>().join(" "))
}

/// Somebody else is heard.
async fn others_go_on(world: &World) {
    let table = String::from_utf8(world.filled(b"$0")).expect("an id");
    let key = String::from_utf8(world.filled(b"$0.w")).expect("a key");
    let mut socket = Socket::engine(world.at, &table, None).await.expect("the server takes nobody else");
    socket.send(json!({ "id": 1, "op": "sit", "key": key }).to_string()).await.expect("a line");
    socket.send(json!({ "id": LAST, "op": "view" }).to_string()).await.expect("a line");
    loop {
        let text = socket.receive().await.expect("nobody else is heard");
        let told: Value = serde_json::from_str(&text).expect("a line in JSON");
        if told["id"] == LAST {
            assert!(told["view"].is_object(), "{told}");
            return;
        }
    }
}
