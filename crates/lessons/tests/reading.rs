//! A mistake in a lesson is told where it stands.

use lessons::{Until, read};
use serde_json::json;

const GOOD: &str = r#"game = "any"
id = "first-steps"
title = "First steps"
about = "Walking."
minutes = 3
scenario = "walk"
seats = ["me", "random"]
seed = 7
provenance = "designed"

[[step]]
say = "This is a foot."
point = { at = ".foot" }

[[step]]
say = "It can be lifted."
task = "Lift it."
point = { says = "Lift" }
until = "press"
otherwise = "That is a hand."

[[step]]
say = "And put down."
task = "Put it down."
until = { order = { step = { foot = "left" } } }
told = ["A foot is lifted."]

[end]
say = "You can walk."
winner = "Walkers"
"#;

#[test]
fn a_lesson_is_read() {
    let lesson = read("lessons/walk.toml", GOOD).expect("a good lesson");
    assert_eq!((lesson.id.as_str(), lesson.me(), lesson.steps.len()), ("first-steps", 0, 3));
    assert_eq!(lesson.steps[0].until, Until::Next);
    assert_eq!(lesson.steps[2].until, Until::Order(json!({ "step": { "foot": "left" } })));
    assert_eq!(lesson.steps.iter().map(|step| step.line).collect::<Vec<_>>(), [11, 15, 22]);
    assert_eq!(lesson.end.winner.as_deref(), Some("Walkers"));
    assert!(!lesson.first);
}

#[test]
fn the_seats_that_play_by_themselves_are_part_of_the_set_up() {
    let lesson = read("a.toml", &GOOD.replace("\"random\"", "\"automated\"")).expect("a good lesson");
    assert_eq!(lesson.request().options.get("automated").map(String::as_str), Some("1"));
    let plain = read("a.toml", GOOD).expect("a good lesson");
    assert!(plain.request().options.is_empty());
}

#[test]
fn a_step_can_be_taken_several_times() {
    let text = GOOD.replace("told = [\"A foot is lifted.\"]", "told = [\"A foot is lifted.\"]\ntimes = 3");
    let lesson = read("a.toml", &text).expect("a good lesson");
    assert_eq!(lesson.steps.len(), 5);
    assert_eq!(lesson.steps[4].say, "3 of 3: the same once more.");
    assert_eq!(
        (lesson.steps[3].until.clone(), lesson.steps[3].told.len()),
        (lesson.steps[2].until.clone(), 0)
    );
}

#[test]
fn a_mistake_is_told_with_its_line() {
    let wrong = |from: &str, to: &str| {
        assert!(GOOD.contains(from), "{from}");
        let error = read("lessons/walk.toml", &GOOD.replacen(from, to, 1)).expect_err("a mistake");
        assert_eq!(error.file, "lessons/walk.toml");
        (error.line, error.why)
    };
    let is = |(at, why): (usize, String), line: usize, word: &str| {
        assert!(at == line && why.contains(word), "{at}: {why}");
    };
    is(wrong("first-steps", "First Steps"), 2, "small letters");
    is(wrong("\"random\"", "\"kasparov\""), 7, "expected one of random");
    is(wrong("[\"me\", \"random\"]", "[\"random\"]"), 7, "one seat \"me\"");
    is(wrong("provenance = \"designed\"\n", ""), 1, "provenance");
    is(wrong("This is a foot.", ""), 12, "1 to 260");
    is(wrong("point = { at = \".foot\" }", "point = {}"), 13, "expected `at`");
    is(wrong("point = { says = \"Lift\" }\n", ""), 15, "points at what is to be pressed");
    is(wrong("task = \"Put it down.\"\n", ""), 22, "says what to do");
    is(wrong("until = \"press\"", "until = \"later\""), 19, "unknown variant `later`");
    is(wrong("otherwise", "elsewise"), 20, "unknown field");
    is(wrong("[end]\nsay", "[end]\nsaid"), 29, "said");
}
