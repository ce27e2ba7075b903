//! Every Land and Sea Battle card, row by row: what is printed is what happens.

use crate::support::*;

/// What each card makes each colour do, told from the events of a Martian step.
#[test]
fn every_land_card_drives_every_colour() {
    let content = Content::built_in();
    for card in &content.land_cards {
        for colour in Colour::ALL {
            let letter = ["g", "y", "r", "b", "v"][colour.index()];
            let mut scene = Scene::core();
            scene.battle("leeds", &format!("{letter}C2")).card(&card.id);
            scene.set(FieldGun, "A6", 1);
            let played = scene.play(Order::Done, &[]);
            let acts: Vec<Action> = played
                .events()
                .into_iter()
                .take_while(|(_, w)| !matches!(w, What::RoundBegan { round: 3 }))
                .filter_map(|(_, w)| match w {
                    What::TripodActs { action, .. } => Some(action),
                    _ => None,
                })
                .collect();
            let printed = &card.actions[colour.index()];
            assert_eq!(&acts[..printed.len()], printed.as_slice(), "{} {colour:?}", card.id);
        }
    }
}

#[test]
fn every_land_card_places_each_colour_on_its_letter() {
    let content = Content::built_in();
    for (n, card) in content.land_cards.iter().enumerate() {
        let mut scene = Scene::core().production(0);
        scene.no_wave(5).wave(1, "leeds", "gyrbv").card(&card.id);
        scene.unit(FieldGun, "leeds");
        scene.unit(Heliograph, "leeds");
        let played = scene.play(Order::Done, &[R]);
        assert!(played.told("WW-BSU-05", &What::BattleCard { card: n as u8 }));
        for (i, colour) in Colour::ALL.into_iter().enumerate() {
            let hex = Hex::at(card.place[colour.index()], 1);
            assert_eq!(played.now().land.tripods[i].hex, Some(hex), "{} {colour:?}", card.id);
        }
        // Each letter once.
        let mut letters = card.place;
        letters.sort_unstable();
        assert_eq!(letters, [0, 1, 2, 3, 4], "{}", card.id);
    }
    let humans = content.land_cards.iter().filter(|c| c.humans).count();
    assert_eq!((content.land_cards.len(), humans), (20, 10));
}

#[test]
fn every_land_card_gives_the_initiative_it_shows() {
    let content = Content::built_in();
    for (n, card) in content.land_cards.iter().enumerate() {
        let mut scene = Scene::core().production(0);
        scene.no_wave(5).wave(1, "leeds", "g").card(&card.id);
        scene.unit(FieldGun, "leeds");
        let played = scene.play(Order::Done, &[R]);
        let what = What::Initiative { card: Some(n as u8), humans: card.humans };
        assert!(played.told("WW-INI-01", &what), "{}", card.id);
    }
}

#[test]
fn every_sea_card_is_carried_out() {
    let content = Content::built_in();
    for (n, card) in content.sea_cards.iter().enumerate() {
        let mut scene = Scene::core();
        scene.sea("gC4").sea_card(&card.id);
        // One Refugee and one ship in its column, which stays hidden: no choice is open.
        scene.boat(1, "C2", 0);
        scene.ship(ShipKind::Cruiser, "C6", 2);
        let played = scene.play(Order::Done, &[]);
        assert!(played.told("WW-NAV-08", &What::SeaCard { card: n as u8 }));
        let mut done = Vec::new();
        for (_, what) in played.events() {
            match what {
                What::SeaTripodMoved { action, .. } => done.push(action),
                What::Die { roll: Roll::SeaFire { .. }, .. } => done.push(SeaAction::Fire),
                What::Die { roll: Roll::SeaDetect { .. }, .. } => done.push(SeaAction::Detect),
                _ => {}
            }
        }
        assert_eq!(done, card.actions, "{}", card.id);
    }
    assert_eq!(content.sea_cards.len(), 12);
}

#[test]
fn a_wrong_component_file_is_refused_with_file_and_line() {
    let files = content::BUILT_IN;
    let with = |name: &str, from: &str, to: &str| {
        let changed: Vec<(&str, String)> = files
            .iter()
            .map(|(file, text)| {
                assert!(*file != name || text.contains(from), "{name} contains {from:?}");
                (*file, if *file == name { text.replacen(from, to, 1) } else { (*text).to_owned() })
            })
            .collect();
        let pairs: Vec<(&str, &str)> = changed.iter().map(|(f, t)| (*f, t.as_str())).collect();
        Content::parse(&pairs)
    };
    assert!(with("map.toml", "x", "x").is_ok());
    for (file, from, to, why) in [
        ("map.toml", "factory = false", "factory = false\nfort = true", "unknown field"),
        ("map.toml", "workforce = 4", "workforce = 14", "1 to 12"),
        ("map.toml", "\"carlisle\", \"newcastle\"]", "\"newcastle\"]", "not adjacent"),
        ("charts.toml", "green = \"scotland\"", "green = \"ireland\"", "no zone"),
        ("cards.toml", "[\"move_right\"]", "[\"dance\"]", "unknown variant"),
        ("events.toml", "op = \"place_counter\"", "op = \"vanish\"", "unknown variant"),
        ("counters.toml", "count = 30", "count = 31", "30 Tripods"),
        ("boards.toml", "id = \"A2\"", "id = \"B2\"", "column by column"),
    ] {
        let error = with(file, from, to).expect_err("a wrong file");
        assert_eq!(error.file, file);
        assert!(error.why.contains(why), "{file}: {error}");
    }
}
