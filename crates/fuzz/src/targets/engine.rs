//! Lines of the engine's protocol: one answer to each, and never a fault of the program.

use super::{SHELF, refusal, text};
use crate::Target;
use crate::mutate::Grammar;
use heatray::engine::{Engine, LINE_LIMIT};
use serde_json::{Value, json};

pub const TARGET: Target = Target { name: "engine", grammar: Grammar::Lines, seeds, run };

/// More lines say nothing more.
const LINES: usize = 40;

fn seeds() -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    for game in SHELF.games() {
        let scenarios = game.scenarios();
        for scenario in [scenarios.first(), scenarios.last()].into_iter().flatten() {
            let mut lines =
                vec![json!({ "id": 1, "op": "new", "game": game.id(), "scenario": scenario.id, "seed": 3 })];
            let play = |seat: u8, seed: u8| json!({ "id": "b", "op": "bot", "match": 1, "seat": seat, "bot": "random", "seed": seed, "play": true });
            lines.extend((0..4).map(|n| play(n % 2, n)));
            let looks = ["prompts", "view", "briefing", "events", "position", "hash", "log", "undo"];
            lines.extend(looks.map(|op| json!({ "id": op, "op": op, "match": 1 })));
            lines.push(json!({ "op": "legal", "match": 1, "seat": 0, "limit": 3 }));
            lines.push(json!({ "op": "legal", "match": 1, "seat": 1, "limit": 2, "words": false }));
            all.push(text(&lines));
            all.extend(orders(game.id(), &scenario.id));
        }
    }
    let rest = [
        json!({ "id": 1, "op": "games" }),
        json!({ "id": 2, "op": "rules", "rule": "TT-GEN-01" }),
        json!({ "id": 3, "op": "rules", "search": "heat ray" }),
        json!({ "id": 4, "op": "close", "match": 1 }),
        json!({ "id": 5, "op": "components", "game": "ambush" }),
    ];
    all.push(text(&rest));
    all
}

/// A match in which each legal order of the first decision is given, checked and foreseen: the soil of near-legal orders.
fn orders(game: &str, scenario: &str) -> Option<Vec<u8>> {
    let mut engine = Engine::new(&SHELF);
    let new = json!({ "id": 1, "op": "new", "game": game, "scenario": scenario, "seed": 3 });
    engine.answer(new.to_string().as_bytes())?;
    let mut lines = vec![new];
    for seat in [0, 1] {
        let legal = json!({ "op": "legal", "match": 1, "seat": seat, "limit": 2, "words": false });
        let answer: Value = serde_json::from_str(&engine.answer(legal.to_string().as_bytes())?).ok()?;
        for order in answer["orders"].as_array().into_iter().flatten() {
            for op in ["nearest", "preview", "order"] {
                lines.push(json!({ "op": op, "match": 1, "seat": seat, "order": order }));
            }
        }
    }
    Some(text(&lines))
}

fn run(input: &[u8]) -> Vec<String> {
    let mut engine = Engine::new(&SHELF);
    let mut words = Vec::new();
    for line in input.split(|byte| *byte == b'\n').take(LINES) {
        assert!(line.len() <= LINE_LIMIT, "the line is cut by who reads it");
        match engine.answer(line) {
            None => assert!(line.trim_ascii().is_empty(), "a line without an answer"),
            Some(answer) => words.push(judge(line, &answer)),
        }
    }
    // It goes on.
    let on = engine.answer(b"{\"id\":\"on\",\"op\":\"rules\",\"rule\":\"TT-GEN-01\"}").expect("an answer");
    assert!(on.starts_with("{\"id\":\"on\",\"rule\":{"), "{on}");
    words
}

fn judge(line: &[u8], answer: &str) -> String {
    assert!(!answer.contains('\n'), "one line is answered by two");
    let answer: Value = serde_json::from_str(answer).expect("an answer in JSON");
    let id = serde_json::from_slice::<Value>(line).ok().and_then(|line| line.get("id").cloned());
    assert_eq!(answer["id"], id.unwrap_or_default(), "the answer to somebody else");
    let error = &answer["error"];
    if error.is_null() {
        if !answer["refused"].is_null() {
            assert!(answer["refused"]["rule"].is_string(), "a refusal without a rule: {answer}");
            return refusal(&answer["refused"]);
        }
        let fields = answer.as_object().map(|fields| fields.keys().cloned().collect::<Vec<_>>());
        return format!("fine {}", fields.unwrap_or_default().join(" "));
    }
    let part = |name: &str| error[name].as_str().unwrap_or_default();
    let (code, message, place) = (part("code"), part("message"), part("place"));
    assert!(code != "internal" && !message.is_empty(), "{error}");
    match code {
        "bad_field" | "missing_field" => assert!(message.contains('`'), "no field is named: {message}"),
        "bad_setup" => assert!(!place.is_empty() || message.contains('`'), "no place is named: {error}"),
        "bad_log" => assert!(message.starts_with("line "), "no line is named: {message}"),
        _ => {}
    }
    format!("{code} {place} {message}")
}
