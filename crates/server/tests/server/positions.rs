//! Positions that were meddled with: each is refused with a place, or can be played on.

use serde_json::Value;
use table::face::AnyMatch;
use table::{Dice, SetupRequest};

/// So many of each set-up.
fn wounds() -> u64 {
    table::conformance::games(60)
}

/// The places of a value that hold something plain, or a list.
fn leaves(value: &Value, at: &str, out: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            for (name, field) in fields {
                leaves(field, &format!("{at}/{}", name.replace('~', "~0").replace('/', "~1")), out);
            }
        }
        Value::Array(items) => {
            out.push(at.to_owned());
            for (index, item) in items.iter().enumerate() {
                leaves(item, &format!("{at}/{index}"), out);
            }
        }
        _ => out.push(at.to_owned()),
    }
}

/// Changes one place: another number, the opposite, nothing, a list without its last.
fn wound(position: &mut Value, dice: &mut Dice) {
    let mut places = Vec::new();
    leaves(position, "", &mut places);
    let place = places[dice.pick(places.len())].clone();
    let Some(value) = position.pointer_mut(&place) else { return };
    *value = match value.take() {
        Value::Bool(yes) => Value::Bool(!yes),
        Value::Number(_) => Value::from(dice.below(8)),
        Value::Array(mut items) => {
            items.pop();
            Value::Array(items)
        }
        _ => Value::Null,
    };
}

fn can_go_on(play: &dyn AnyMatch) -> bool {
    play.outcome().is_some() || play.owed().is_some_and(|(prompt, _)| play.options(prompt) > 0)
}

#[test]
fn a_wounded_position_is_refused_or_can_be_played_on() {
    let games = ["triplanes", "worlds"].map(crate::common::game);
    let (mut loaded, mut refused, mut dead_ends) = (0, 0, 0);
    for (game, scenario) in [(0, "simple-battle"), (0, "bring-proof"), (0, "a-lonely-invader"), (1, "core")] {
        let game = &games[game];
        let options =
            if scenario == "core" { vec![] } else { vec![("setup".to_owned(), "quick".to_owned())] };
        let request = SetupRequest {
            scenario: scenario.to_owned(),
            variant: None,
            options: options.into_iter().collect(),
        };
        for seed in 0..wounds() {
            let mut dice = Dice::derive(1898, seed);
            let mut play = game.new_match(&request, seed).unwrap();
            for _ in 0..dice.below(60) {
                let Some((prompt, _)) = play.owed() else { break };
                play.choose(prompt, dice.pick(play.options(prompt)));
            }
            let mut position = play.position();
            for _ in 0..=dice.below(3) {
                wound(&mut position, &mut dice);
            }
            match game.load_position(&position, seed) {
                Ok(play) => {
                    loaded += 1;
                    assert!(can_go_on(play.as_ref()), "{scenario}, seed {seed}: a dead end: {position}");
                }
                Err(error) => {
                    refused += 1;
                    dead_ends += usize::from(error.why.contains("can be played on"));
                    assert!(!error.place.is_empty() && !error.why.is_empty(), "{error}");
                }
            }
        }
    }
    eprintln!("{loaded} loaded, {refused} refused, {dead_ends} of them because nobody could go on");
    assert!(loaded > 10 && refused > 10, "{loaded} loaded, {refused} refused: the wounds are of one kind");
}

/// Names go to everybody with every list of people, and with every line of chat.
#[test]
fn a_name_that_can_not_be_shown_is_refused_by_its_place() {
    let game = &crate::common::games()[0];
    let request = SetupRequest { scenario: "simple-battle".to_owned(), ..SetupRequest::default() };
    let play = game.new_match(&request, 5).unwrap();
    let named = |name: &str| {
        let mut setup = play.setup();
        setup["seats"][0]["name"] = name.into();
        setup
    };
    let long = "N".repeat(61);
    for name in [long.as_str(), "A\nda", "A\0da", "\u{200b}", "\u{202e}adA"] {
        let refused = game.load_position(&named(name), 5).unwrap_err();
        assert_eq!(refused.place, "seats[0].name", "{name:?}");
        assert!(!refused.why.contains(name), "the answer is short");
        let mut header: Value = serde_json::from_str(play.log_text().lines().next().unwrap()).unwrap();
        header["setup"] = named(name);
        let refused = game.load_log(&header.to_string()).unwrap_err().to_string();
        assert!(refused.contains("seats[0].name"), "{refused}");
    }
    let seats = game.load_position(&named(&"ß".repeat(60)), 5).unwrap();
    assert_eq!(seats.seats()[0].name, "ß".repeat(60));
}
