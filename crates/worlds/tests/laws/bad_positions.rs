//! A position that somebody changed by hand is refused with a place and a reason, or it can be played.

use serde_json::Value;
use table::{Dice, Game, Match, SetupRequest};
use worlds::{Content, State};

/// Every number, flag and word of a value, by its path.
fn leaves(value: &Value, path: String, out: &mut Vec<String>) {
    match value {
        Value::Array(list) => {
            for (i, item) in list.iter().enumerate() {
                leaves(item, format!("{path}/{i}"), out);
            }
        }
        Value::Object(map) => {
            for (key, item) in map {
                leaves(item, format!("{path}/{key}"), out);
            }
        }
        _ => out.push(path),
    }
}

fn changed(value: &Value, dice: &mut Dice) -> Value {
    let mut copy = value.clone();
    let mut paths = Vec::new();
    leaves(value, String::new(), &mut paths);
    for _ in 0..=dice.below(2) {
        let path = &paths[dice.pick(paths.len())];
        let Some(leaf) = copy.pointer_mut(path) else { continue };
        let numbers = [0, 1, 2, 5, 17, 18, 29, 31, 35, 36, 60, 99, 200, 255];
        *leaf = match leaf {
            Value::Bool(flag) => Value::Bool(!*flag),
            Value::String(word) if word.len() == 2 => {
                Value::String(["A1", "C7", "E4", "B3"][dice.pick(4)].to_owned())
            }
            Value::String(_) => {
                let words =
                    ["live", "destroyed", "green", "violet", "action", "fire", "sea", "over", "production"];
                Value::String(words[dice.pick(words.len())].to_owned())
            }
            Value::Null => Value::from(dice.below(40)),
            _ => Value::from(numbers[dice.pick(numbers.len())]),
        };
    }
    copy
}

fn play_some(mut played: Match<State>, dice: &mut Dice) {
    for _ in 0..40 {
        let Some(prompt) = played.prompts().first().copied() else { return };
        let options = played.state().options(&prompt);
        assert!(options > 0, "a dead end: {:?}", prompt.ask);
        let _ = played.state().view(table::Viewer::Spectator);
        played.choose(0, dice.pick(options));
    }
}

#[test]
fn a_changed_position_is_refused_or_played() {
    let tries = table::conformance::games(6);
    let content = Content::built_in();
    let (mut refused, mut taken) = (0, 0);
    for scenario in ["core", "mars-ironclads", "handling-machine-uprising"] {
        for seed in 0..tries {
            let request = SetupRequest { scenario: scenario.to_owned(), ..SetupRequest::default() };
            let mut played = Match::<State>::new(&content, &request, seed).expect("a match");
            let mut dice = Dice::derive(seed, 77);
            while let Some(prompt) = played.prompts().first().copied() {
                if dice.below(5) == 0 {
                    let position = serde_json::to_value(played.state().position()).expect("a position");
                    let changed = changed(&position, &mut dice);
                    match serde_json::from_value(changed)
                        .ok()
                        .map(|s| Match::<State>::begin_silent(&content, s, seed))
                    {
                        Some(Ok(other)) => {
                            taken += 1;
                            play_some(other, &mut dice);
                        }
                        Some(Err(error)) => {
                            refused += 1;
                            assert!(
                                error.place.starts_with("position") || error.place == "scenario",
                                "{error}"
                            );
                        }
                        None => refused += 1,
                    }
                }
                let options = played.state().options(&prompt);
                played.choose(0, dice.pick(options));
            }
        }
    }
    assert!(refused > 100 && taken > 100, "{refused} refused, {taken} played");
}

/// The place that a position is refused for, if it is, with a figure of it set to this.
fn refused(scenario: &str, path: &str, figure: u64) -> Option<String> {
    let content = Content::built_in();
    let request = SetupRequest { scenario: scenario.to_owned(), ..SetupRequest::default() };
    let played = Match::<State>::new(&content, &request, 1).expect("a match");
    let mut written = serde_json::to_value(played.state().position()).expect("a position");
    let mut place = &mut written["position"];
    for part in path.split('.') {
        place = match part.parse::<usize>() {
            Ok(index) => &mut place[index],
            Err(_) => &mut place[part],
        };
    }
    *place = Value::from(figure);
    let setup = serde_json::from_value(written).expect("a figure that can be written");
    Match::<State>::begin_silent(&content, setup, 1).err().map(|error| error.place)
}

#[test]
fn the_borders_of_a_position_lie_where_it_is_said() {
    let core = [
        ("production", 30_000),
        ("hvp", 9),
        ("mvp", 9),
        ("turn", 59_999),
        ("landings", 40),
        ("land.band", 4),
        ("land.flips", 2),
    ];
    let uprising = [("land.band", 17), ("land.flips", 2)];
    let of = |scenario, borders: &[(&'static str, u64)]| {
        for (path, last) in borders {
            let place = Some(format!("position.{path}"));
            assert_ne!(refused(scenario, path, *last), place, "{scenario}: {last}");
            assert_eq!(refused(scenario, path, last + 1), place, "{scenario}: {}", last + 1);
        }
    };
    of("core", &core);
    of("handling-machine-uprising", &uprising);
    // It has no place of its own.
    assert_eq!(refused("core", "land.heliograph_used", 9), Some("position.land.flips".to_owned()));
    assert_ne!(refused("core", "land.heliograph_used", 8), Some("position.land.flips".to_owned()));
}

/// The same with figures in lists: the field that is named is the list.
#[test]
fn the_borders_of_lists_lie_where_it_is_said() {
    let content = Content::built_in();
    let last = |cards: usize| cards as u64 - 1;
    // As many as there are beside those that the table begins with elsewhere.
    let request = SetupRequest { scenario: "core".to_owned(), ..SetupRequest::default() };
    let fresh = Match::<State>::new(&content, &request, 1).expect("a match");
    let yellow: Vec<u8> = fresh.state().now.machines.iter().map(|zone| zone[1]).collect();
    let elsewhere = yellow.iter().sum::<u8>() - yellow[4];
    let borders = [
        ("workforce", "workforce.0", 12),
        ("refugees", "refugees.3.0", 120),
        ("refugees", "refugees.3.1", 120),
        ("rested", "rested.3.0", 0),
        ("mills", "mills.4", u64::from(content.powder_mills)),
        ("machines", "machines.4.1", u64::from(content.machines[1] - elsewhere)),
        ("works", "works.0", 0),
        ("trains", "trains", 64),
        ("waves", "waves.4.building", 5),
        ("waves", "waves.0.zone", 17),
        ("waves", "waves.4.attracted", 17),
        ("drawn", "drawn.card", last(content.events.len())),
        ("drawn", "drawn.half", 1),
        ("drawn", "drawn.op", 64),
        ("land.zone", "land.zone", 17),
        ("land.card", "land.card", last(content.land_cards.len())),
        ("land.second_card", "land.second_card", last(content.land_cards.len())),
        ("land.held", "land.held.0", u64::from(content.plans[0])),
        ("land.held", "land.used.0", u64::from(content.plans[0])),
        ("land.level", "land.level.2", 40),
        ("land.tripod_count", "land.tripod_count", 30),
        ("land.acting", "land.acting", 0),
        ("land.cursor", "land.cursor.colour", 5),
        ("land.cursor", "land.cursor.tripod", 30),
        ("land.cursor", "land.cursor.action", 8),
        ("land.cursor", "land.cursor.part", 8),
        ("naval.boat_count", "naval.boat_count", 32),
        ("naval.ship_count", "naval.ship_count", 32),
        ("naval.tripod_count", "naval.tripod_count", 2),
        ("naval.tripod_count", "naval.tripod", 2),
        ("naval.card", "naval.card", last(content.sea_cards.len())),
        ("naval.action", "naval.action", 16),
        ("naval.free", "naval.free.3", 30),
    ];
    for (field, path, most) in borders {
        let place = Some(format!("position.{field}"));
        assert_ne!(refused("core", path, most), place, "{path}: {most}");
        assert_eq!(refused("core", path, most + 1), place, "{path}: {}", most + 1);
    }
}
