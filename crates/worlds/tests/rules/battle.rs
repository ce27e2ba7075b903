//! BATTLE PHASE, initiative and set-up.

use crate::support::*;

/// The Battle Phase of a table: the Devastation rolls are Red (Panic) for the Waves that stand there.
fn battle_phase(scene: &Scene, waves: usize) -> Played {
    let mut scene = scene.clone();
    (scene.now.phase, scene.now.flow, scene.now.ask) = (Phase::Production, Flow::Buying, Ask::Production);
    scene.play(Order::Done, &vec![R; waves])
}

fn fought(played: &Played) -> Vec<u8> {
    played
        .events()
        .into_iter()
        .filter_map(|(_, w)| match w {
            What::BattleBegan { band, .. } => Some(band),
            _ => None,
        })
        .collect()
}

#[test]
fn a_wave_and_a_gun_make_a_battle() {
    proves!("WW-BAT-01");
    let mut scene = Scene::core();
    scene.no_wave(5).wave(1, "hull", "g");
    scene.units(3, Infantry, "hull");
    assert!(fought(&battle_phase(&scene, 1)).is_empty());
    scene.unit(FieldGun, "hull");
    assert_eq!(fought(&battle_phase(&scene, 1)), [0]);
    let mut scene = Scene::core();
    scene.cylinder(1, "wales", 4).machine("wales", Red);
    scene.units(2, SiegeGun, "wales");
    assert!(fought(&battle_phase(&scene, 1)).is_empty());
}

/// Plays on with the obvious answers until the Battle Phase is over; which bands fought.
fn fight_on(mut played: Played) -> Vec<u8> {
    let mut bands = fought(&played);
    while played.now().phase == Phase::Battle && played.ending().is_none() {
        let order = played.state().suggestion().expect("an answer");
        played.order(order);
        bands.extend(fought(&played));
    }
    bands
}

#[test]
fn waves_fight_one_at_a_time_while_a_gun_is_left() {
    proves!("WW-BAT-02", "WW-END-05");
    let mut scene = Scene::core();
    scene.no_wave(5).wave(1, "leeds", "gyrb").wave(3, "leeds", "gyrb");
    scene.units(2, FieldGun, "leeds");
    let played = battle_phase(&scene, 2);
    assert_eq!(played.ask(), Ask::Battle);
    assert_eq!(played.orders(), [Order::Battle { band: 0 }, Order::Battle { band: 2 }]);
    let (mut one, mut two) = (0, 0);
    for seed in 0..40 {
        let m = Match::begin(&Content::built_in(), played.state().position(), seed).expect("a match");
        let mut trial = Played { m, from: 0 };
        trial.order(Order::Battle { band: 2 });
        let mut bands = vec![2];
        while trial.now().phase == Phase::Battle && trial.ending().is_none() {
            let guns = trial.state().guns_at(z("leeds"));
            let order = trial.state().suggestion().expect("an answer");
            trial.order(order);
            let new = fought(&trial);
            assert!(new.is_empty() || guns != 0, "no battle without a Gun");
            bands.extend(new);
        }
        match bands.as_slice() {
            [2] => one += 1,
            [2, 0] => two += 1,
            other => panic!("{other:?}"),
        }
    }
    assert!(one > 0 && two > 0, "{one} {two}");
    // Two zones: two battles, and none twice.
    let mut scene = Scene::core();
    scene.no_wave(5).wave(1, "hull", "g").wave(2, "leeds", "y");
    scene.unit(FieldGun, "hull");
    scene.unit(FieldGun, "leeds");
    let mut played = battle_phase(&scene, 2);
    played.order(Order::Battle { band: 0 });
    assert_eq!(fight_on(played), [0, 1]);
}

#[test]
fn all_units_of_the_zone_take_part() {
    proves!("WW-BAT-03", "WW-BSU-03");
    let mut scene = Scene::core();
    scene.no_wave(5).wave(2, "leeds", "gyr").card("B2");
    scene.units(2, FieldGun, "leeds");
    scene.unit(Infantry, "leeds");
    scene.unit(Cavalry, "leeds");
    scene.unit(Curate, "leeds");
    scene.refugees("leeds", 0, 1);
    let mut played = battle_phase(&scene, 1);
    let mut placed = 0;
    while let Ask::PlaceGun { .. } | Ask::PlaceFoot { .. } = played.ask() {
        if let Ask::PlaceFoot { .. } = played.ask() {
            assert_eq!(played.refusal(Order::Place { hex: h("A6") }), "WW-BSU-03");
            assert!(!played.accepts(Order::LeaveOff), "nobody is left behind");
            played.order(Order::Place { hex: h("A7") });
        } else {
            let order = played.state().suggestion().expect("a place");
            played.order(order);
        }
        placed += 1;
    }
    assert_eq!(placed, 5);
    if played.ask() == Ask::ChoosePlan {
        played.order(Order::ChosenPlan { plan: Plan::Terrain });
    }
    assert_eq!(played.now().land.tripod_count, 3);
    assert_eq!(played.refugees("leeds"), [0, 4], "Refugees stay on the map");
}

#[test]
fn a_round_begins_with_the_martians() {
    proves!("WW-BAT-04");
    let mut scene = Scene::core();
    scene.battle("leeds", "rC4").card("B7");
    scene.set(FieldGun, "C5", 3);
    // Focused Fire destroys the only Gun: there is no human step.
    let played = scene.play(Order::Done, &[]);
    assert!(played.cites("WW-BAT-04") && played.cites("WW-SPC-05") && played.cites("WW-END-01"));
    assert_ne!(played.ask(), Ask::Fire);
}

#[test]
fn the_initiative_card_says_who_sets_up_second() {
    proves!("WW-INI-01");
    let mut scene = Scene::core();
    scene.no_wave(5).wave(1, "leeds", "gyb");
    scene.unit(FieldGun, "leeds");
    // H: the Tripods are placed first.
    scene.card("B1");
    let played = battle_phase(&scene, 1);
    assert!(played.told("WW-INI-01", &What::Initiative { card: Some(0), humans: true }));
    assert!(matches!(played.ask(), Ask::PlaceGun { .. }) && played.now().land.martians_placed);
    // M: you place first.
    scene.card("B2");
    let played = battle_phase(&scene, 1);
    assert!(played.told("WW-INI-01", &What::Initiative { card: Some(1), humans: false }));
    assert!(matches!(played.ask(), Ask::PlaceGun { .. }) && !played.now().land.martians_placed);
}

#[test]
fn guns_stand_alone_in_green_hexes() {
    proves!("WW-BSU-01");
    let mut scene = Scene::core();
    scene.no_wave(5).wave(1, "leeds", "g").card("B2");
    scene.units(2, FieldGun, "leeds");
    let mut played = battle_phase(&scene, 1);
    assert_eq!(played.refusal(Order::Place { hex: h("C3") }), "WW-BSU-01");
    assert_eq!(played.refusal(Order::LeaveOff), "WW-BSU-01");
    played.order(Order::Place { hex: h("C5") });
    assert_eq!(played.refusal(Order::Place { hex: h("C5") }), "WW-BSU-01");
    played.order(Order::Place { hex: h("C6") });
    // Fifteen Guns: three wait, unharmed, and come back.
    let mut scene = Scene::core();
    scene.no_wave(5).wave(1, "leeds", "g").card("B2");
    scene.units(8, FieldGun, "leeds");
    scene.units(6, SiegeGun, "leeds");
    scene.unit(Gun95t, "leeds");
    let mut played = battle_phase(&scene, 1);
    played.order(Order::LeaveOff);
    while let Ask::PlaceGun { .. } = played.ask() {
        let hex = played.orders().into_iter().find(|o| matches!(o, Order::Place { .. })).expect("a hex");
        played.order(hex);
    }
    assert_eq!((played.now().land.on_board.count_ones(), played.now().land.waiting.count_ones()), (12, 3));
}

#[test]
fn one_level_of_earthworks_is_free() {
    proves!("WW-BSU-02");
    let mut scene = Scene::core();
    scene.no_wave(5).wave(1, "leeds", "g").card("B2");
    let guns = scene.units(2, FieldGun, "leeds");
    scene.now.works[guns[0].index()] = 2;
    let mut played = battle_phase(&scene, 1);
    played.order(Order::Place { hex: h("C5") });
    played.order(Order::Place { hex: h("C6") });
    let level = &played.now().land.level;
    assert_eq!((level[guns[0].index()], level[guns[1].index()]), (3, 1));
    assert_eq!(played.state().free_works(), 10, "the free level is no counter");
}

#[test]
fn cavalry_scouts() {
    proves!("WW-BSU-04");
    let mut scene = Scene::core();
    scene.no_wave(5).wave(1, "leeds", "g").card("B2");
    scene.unit(FieldGun, "leeds");
    let riders = scene.units(3, Cavalry, "leeds");
    let mut played = battle_phase(&scene, 1);
    for hex in ["C6", "A7", "A7"] {
        played.order(Order::Place { hex: h(hex) });
    }
    // The last placement sets off the scouting: Red, Yellow, Green.
    let mut played = played.again(&[R, Y, G]);
    played.order(Order::Place { hex: h("A7") });
    assert_eq!(played.ask(), Ask::ChoosePlan);
    played.order(Order::ChosenPlan { plan: Plan::Terrain });
    let land = &played.now().land;
    assert_eq!((land.held.iter().sum::<u8>(), land.held[Plan::Terrain as usize] > 0), (2, true));
    assert_eq!(units_of(land.on_board).filter(|u| riders.contains(u)).count(), 2);
    assert_eq!(played.state().in_play(Cavalry), 2);
    assert_eq!(played.now().mvp, 0);
}

/// Where the Tripods stand after their set-up by this card.
fn placed(card: &str, tripods: &str) -> Vec<(Colour, Hex)> {
    let mut scene = Scene::core();
    scene.no_wave(5).wave(1, "leeds", tripods).card(card);
    scene.unit(FieldGun, "leeds");
    scene.unit(Heliograph, "leeds");
    // The Heliograph has the initiative, so the card is the set-up's.
    let played = battle_phase(&scene, 1);
    assert!(played.told("WW-EVT-04", &What::Initiative { card: None, humans: true }));
    let land = &played.now().land;
    land.tripods[..usize::from(land.tripod_count)].iter().map(|t| (t.colour, t.hex.expect("a hex"))).collect()
}

#[test]
fn the_card_places_the_tripods_by_colour() {
    proves!("WW-BSU-05", "WW-BSU-06");
    assert_eq!(placed("B2", "gyb"), [(Green, h("D1")), (Yellow, h("E1")), (Blue, h("B1"))]);
    assert_eq!(placed("B1", "gyr"), [(Green, h("A1")), (Yellow, h("B1")), (Red, h("C1"))]);
}
