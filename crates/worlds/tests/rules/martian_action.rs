//! MARTIAN ACTION PHASE, ZONE DESTRUCTION.

use crate::support::*;

/// Wave 1 in this zone acts with these dice.
fn acts(zone: &str, workforce: u8, tripods: &str, dice: &[Chance]) -> Played {
    let mut scene = Scene::core();
    scene.no_wave(5).wave(1, zone, tripods).workforce(zone, workforce).next_event("EV36");
    scene.play(Order::Done, dice)
}

fn result(played: &Played) -> MartianAction {
    let found = played.events().into_iter().find_map(|(rule, w)| match w {
        What::MartianDoes { action, .. } if rule == "WW-MAC-02" => Some(action),
        _ => None,
    });
    found.expect("an action")
}

#[test]
fn each_wave_rolls_for_its_action() {
    proves!("WW-MAC-01");
    let mut scene = Scene::core();
    scene.no_wave(5).wave(2, "leeds", "g").wave(5, "hull", "y").cylinder(3, "wales", 4).next_event("EV36");
    let played = scene.play(Order::Done, &[]);
    let rolls: Vec<u8> = played
        .events()
        .into_iter()
        .filter_map(|(_, w)| match w {
            What::Die { roll: Roll::MartianAction { band, .. }, .. } => Some(band),
            _ => None,
        })
        .collect();
    assert_eq!(rolls, [1, 4]);
}

#[test]
fn the_martian_action_chart_row_by_row() {
    proves!("WW-MAC-02");
    use MartianAction::{Devastate as D, FlyingMachine as F, Move as M};
    for (workforce, row) in [
        (8, [M, D, F]),
        (7, [M, D, F]),
        (6, [M, M, D]),
        (5, [M, M, D]),
        (4, [M, M, D]),
        (3, [M, M, F]),
        (2, [M, M, F]),
        (1, [M, M, F]),
        (0, [M, D, D]),
    ] {
        for (die, expected) in [G, Y, R].into_iter().zip(row) {
            assert_eq!(result(&acts("leeds", workforce, "g", &[die])), expected, "{workforce} {die:?}");
        }
    }
    for (die, expected) in [G, Y, R].into_iter().zip([M, D, F]) {
        let mut scene = Scene::core();
        scene.no_wave(5).wave(1, "leeds", "g").weed("leeds").next_event("EV36");
        assert_eq!(result(&scene.play(Order::Done, &[die])), expected, "Red Weed {die:?}");
    }
    for (die, expected) in [G, Y, R].into_iter().zip([M, D, F]) {
        assert_eq!(result(&acts("london", 12, "g", &[die])), expected, "London {die:?}");
    }
}

#[test]
fn the_movement_chart_row_by_row() {
    proves!("WW-MAC-03");
    let content = Content::built_in();
    for (i, zone) in content.zones.iter().enumerate() {
        for (die, to) in [G, Y, R].into_iter().zip(zone.martian_move) {
            // At Workforce 4 to 6 Green is a move.
            let played = acts(&zone.id, 5, "g", &[G, die]);
            let from = ZoneId(i as u8);
            assert!(played.told("WW-MAC-03", &What::WaveMoved { band: 0, from, to }), "{} {die:?}", zone.id);
            assert!(zone.adjacent & to.bit() != 0);
        }
    }
    let row = content.zones[z("oxford").index()].martian_move;
    assert_eq!(row, [z("cambridge"), z("london"), z("southampton")]);
}

#[test]
fn a_devastating_wave_rolls_on_the_devastation_chart() {
    proves!("WW-MAC-04");
    let played = acts("leicester", 6, "gy", &[R, Y]);
    assert!(played.told("WW-DEV-04", &What::Workforce { zone: z("leicester"), lost: 4, left: 2 }));
}

#[test]
fn a_wave_builds_the_flying_machine() {
    proves!("WW-MAC-05");
    let mut scene = Scene::core();
    scene.no_wave(5).wave(1, "leeds", "g").wave(2, "leeds", "y").next_event("EV36");
    scene.now.flying_machine = 1;
    let played = scene.play(Order::Done, &[R, R]);
    assert!(played.told("WW-MAC-05", &What::FlyingMachine { pieces: 3 }));
    assert_eq!(played.ending(), None);
}

#[test]
fn a_wave_captures_refugees() {
    proves!("WW-MAC-06", "WW-ZON-02");
    let mut scene = Scene::core();
    // Leeds at 5: Green is M, Red on its row is Hull.
    scene.no_wave(5).wave(1, "leeds", "g").workforce("leeds", 5).refugees("hull", 2, 0).next_event("EV36");
    let played = scene.play(Order::Done, &[G, R]);
    assert!(played.told("WW-MAC-06", &What::RefugeesCaptured { zone: z("hull"), points: 2 }));
    assert_eq!(played.martian_points("WW-ZON-02"), 2);
    // D with Panic: those who were there are captured, those who flee now stay.
    let mut scene = Scene::core();
    scene.no_wave(5).wave(1, "oxford", "gyrb").refugees("oxford", 0, 1).next_event("EV36");
    let played = scene.play(Order::Done, &[R, R]);
    assert_eq!((played.martian_points("WW-ZON-02"), played.refugees("oxford")), (2, [0, 4]));
    // Nobody else is taken, and a Cylinder takes nobody.
    let mut scene = Scene::core();
    scene.no_wave(5).cylinder(1, "oxford", 4).refugees("oxford", 1, 0).next_event("EV36");
    let unit = scene.unit(Infantry, "oxford");
    let played = scene.play(Order::Done, &[]);
    assert_eq!(played.refugees("oxford"), [1, 0]);
    assert_eq!(played.now().unit_zone[unit.index()], Some(z("oxford")));
}

#[test]
fn destroyed_zones_roll_for_red_weed_and_score() {
    use ZoneState::{Destroyed, RedWeed};
    proves!("WW-ZON-01", "WW-ZON-03", "WW-ZON-04");
    let mut scene = Scene::core();
    for zone in ["hull", "norwich", "dover"] {
        scene.workforce(zone, 0);
    }
    scene.weed("plymouth").no_wave(5).cylinder(1, "scotland", 4).next_event("EV36");
    let played = scene.play(Order::Done, &[R, G, Y]);
    assert_eq!(played.dice(|r| matches!(r, Roll::RedWeed { .. })), [Red, Green, Yellow]);
    let states = ["hull", "norwich", "dover", "plymouth"].map(|zone| played.zone_state(zone));
    assert_eq!(states, [RedWeed, Destroyed, Destroyed, RedWeed]);
    assert_eq!((played.martian_points("WW-ZON-03"), played.martian_points("WW-ZON-04")), (4, 12));
    // Every turn again.
    let mut scene = Scene::core();
    scene
        .workforce("hull", 0)
        .workforce("norwich", 0)
        .no_wave(5)
        .cylinder(1, "scotland", 4)
        .next_event("EV36");
    let played = scene.play(Order::Done, &[G, R]);
    assert_eq!((played.martian_points("WW-ZON-03"), played.martian_points("WW-ZON-04")), (2, 6));
}
