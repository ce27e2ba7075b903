//! docs/positions.md puts a star behind every field of a position that must be written.

use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use table::{Game, Match, SetupRequest};
use victory::map::Mega;
use victory::{Content, Freeze, Frozen, Maneuver, Marker, Running, Side, State};

/// The fields of a table without which it can not be read.
fn required<T: Serialize + for<'de> Deserialize<'de>>(example: &T) -> BTreeSet<String> {
    let whole = serde_json::to_value(example).expect("a table");
    assert!(serde_json::from_value::<T>(whole.clone()).is_ok(), "the example itself can be read");
    let fields: Vec<String> = whole.as_object().expect("a table of fields").keys().cloned().collect();
    let needed = |field: &String| {
        let mut rest = whole.clone();
        rest.as_object_mut().and_then(|table| table.remove(field));
        serde_json::from_value::<T>(rest).is_err()
    };
    fields.into_iter().filter(needed).collect()
}

/// The fields with a star, by heading.
fn starred(text: &str) -> BTreeMap<String, BTreeSet<String>> {
    let mut tables: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut heading = String::new();
    for line in text.lines() {
        if let Some(title) = line.strip_prefix('#') {
            title.trim_start_matches('#').trim().clone_into(&mut heading);
        }
        let Some((name, _)) = line.strip_prefix("| `").and_then(|rest| rest.split_once("` \\* |")) else {
            continue;
        };
        tables.entry(heading.clone()).or_default().insert(name.to_owned());
    }
    tables
}

#[test]
fn every_required_field_of_a_position_has_its_star() {
    let request = SetupRequest { scenario: "recon".to_owned(), ..SetupRequest::default() };
    let m = Match::<State>::new(&Content::built_in(), &request, 1).expect("a match");
    let setup = m.state().position();
    let now = setup.position.as_deref().expect("a position");
    let plane = &now.planes()[0];
    let running =
        Running { maneuver: Maneuver::LevelTurnInner, step: 1, left: Some(1), prep: 1, half: 2, right: true };
    let frozen = Frozen { group: 3, first: 0, time: 4, caught_up: 1 };
    let marker = Marker { mega: Mega(plane.at), side: Side::German };
    let read = [
        ("Winged Victory: the match", required(&setup)),
        ("Airplanes of a set-up", required(&setup.planes[0])),
        ("Ground units of a set-up", required(&setup.ground[0])),
        ("Photographs", required(setup.recon.as_ref().expect("photographs"))),
        ("The sky", required(&now.sky)),
        ("A round", required(now)),
        ("Airplanes in the air", required(plane)),
        ("A maneuver in flight", required(&running)),
        ("Firing positions", required(&plane.guns[0])),
        ("Ground units", required(&now.grounds()[0])),
        ("Flak markers", required(&marker)),
        ("Frozen time", required(&Freeze { used: 1, now: Some(frozen) })),
        ("Planes in frozen time", required(&frozen)),
    ];
    let mut said = starred(include_str!("../../../docs/positions.md"));
    for (heading, read) in read {
        assert_eq!(said.remove(heading).unwrap_or_default(), read, "{heading}: starred, then required");
    }
    assert!(said.is_empty(), "stars in tables of other games: {:?}", said.keys());
}
