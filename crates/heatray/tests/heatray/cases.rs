//! Cases that a referee wrote from the sentences of two rulebooks: whole scripts of the pipe, each with its own position
//! and its own dice. What the engine answers to their orders is kept in words beside them.

use games::Shelf;
use heatray::engine::Engine;
use serde_json::Value;
use std::fmt::Write;

fn asked(engine: &mut Engine<'_>, line: &str) -> Value {
    let answer = engine.answer(line.as_bytes()).expect("an answer");
    serde_json::from_str(&answer).expect("JSON")
}

/// Each case with the words of what came of its orders: events with their rules, or the refusal.
fn played(scripts: &str) -> String {
    let shelf = Shelf::default();
    let mut engine = Engine::new(&shelf);
    let mut told = String::new();
    let mut cases = 0;
    for line in scripts.lines() {
        let script: Value = serde_json::from_str(line).expect("a line of JSON");
        if let Some(case) = script["case"].as_str() {
            engine = Engine::new(&shelf);
            let _ = writeln!(told, "{case}");
            cases += 1;
            continue;
        }
        let answer = asked(&mut engine, line);
        assert!(answer.get("error").is_none(), "{line}: {answer}");
        for event in answer["events"].as_array().into_iter().flatten() {
            let _ = writeln!(told, "  {} [{}]", words(&event["text"]), words(&event["rule"]));
        }
        if let Some(refused) = answer.get("refused") {
            let _ = writeln!(told, "  Refused: {} [{}]", words(&refused["why"]), words(&refused["rule"]));
        }
    }
    assert!(cases > 60, "{cases} cases were read");
    told
}

fn words(value: &Value) -> &str {
    value.as_str().expect("words")
}

#[test]
fn a_referees_cases_of_tripods_and_hussars() {
    let told = played(include_str!("../cases/hussars.jsonl"));
    table::conformance::assert_golden("tests/cases/hussars.txt", &told);
}

#[test]
fn a_referees_cases_of_winged_victory() {
    let told = played(include_str!("../cases/victory.jsonl"));
    table::conformance::assert_golden("tests/cases/victory.txt", &told);
}
