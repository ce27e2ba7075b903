//! VICTORY.

use crate::support::*;
use table::Stands;

#[test]
fn ten_points_are_a_step_and_the_rest_is_carried() {
    proves!("WW-VIC-01", "WW-VIC-02");
    let mut scene = Scene::core();
    scene.harbour("hull").refugees("hull", 0, 2).next_event("EV36");
    (scene.now.hvp, scene.now.germs) = (9, 3);
    let played = scene.play(Order::Done, &[G, G]);
    let mut last = played.events().into_iter().filter_map(|(_, w)| match w {
        What::HumanPoints { points, germs, .. } => Some((points, germs)),
        _ => None,
    });
    assert_eq!(last.next_back(), Some((3, 4)));
    // Seven Destroyed zones are 14 points.
    let mut scene = Scene::core();
    for zone in ["wales", "hull", "dover", "norwich", "oxford", "plymouth", "leeds"] {
        scene.workforce(zone, 0);
    }
    scene.no_wave(5).cylinder(1, "scotland", 4).next_event("EV36");
    (scene.now.mvp, scene.now.colonization) = (8, 6);
    let played = scene.play(Order::Done, &[G, G, G, G, G, G, G]);
    assert!(played.told("WW-ZON-03", &What::MartianPoints { gained: 14, points: 2, colonization: 8 }));
}

#[test]
fn an_empty_map_wins_at_once() {
    proves!("WW-VIC-03");
    let mut scene = Scene::core();
    scene.no_wave(5).battle("leeds", "GC5");
    let gun = scene.set(FieldGun, "C6", 1);
    scene.now.hvp = 1;
    let played = scene.play(Order::Fire { gun, tripod: 0 }, &[G]);
    assert_eq!(played.ending(), Some(Ending::EmptyMap));
    assert!(played.told("WW-END-04", &What::WaveRemoved { wave: 0 }));
    assert!(played.m.prompts().is_empty());
    // With a Cylinder on the map it goes on.
    scene.cylinder(2, "wales", 4);
    assert_eq!(scene.play(Order::Fire { gun, tripod: 0 }, &[G]).ending(), None);
}

/// The end of a turn with these tracks: Wave 5 is a Cylinder, so that only these dice are rolled after its own.
fn turn_end(germs: u8, colonization: u8, dice: &[Chance]) -> Played {
    let mut scene = Scene::core();
    scene.no_wave(5).cylinder(1, "scotland", 4).next_event("EV36");
    (scene.now.germs, scene.now.colonization) = (germs, colonization);
    // The Assembly roll, the draw of the only card, then the rolls of the turn's end.
    let all: Vec<Chance> = [G, Any(1)].into_iter().chain(dice.iter().copied()).collect();
    scene.play(Order::Done, &all)
}

#[test]
fn ten_on_a_track_ends_the_game_and_germs_are_looked_at_first() {
    proves!("WW-VIC-04");
    // A Refugee 1 escapes for the tenth Germ; the Martians have nine.
    let mut scene = Scene::core();
    scene.harbour("hull").refugees("hull", 1, 0);
    (scene.now.germs, scene.now.hvp) = (9, 9);
    assert_eq!(scene.play(Order::Done, &[G]).ending(), Some(Ending::Germs));
    let mut scene = Scene::core();
    scene.workforce("hull", 0).no_wave(5).cylinder(1, "scotland", 4);
    (scene.now.colonization, scene.now.mvp) = (9, 9);
    assert_eq!(scene.play(Order::Done, &[G]).ending(), Some(Ending::Colonization));
    // Both tracks at ten: the Germs are looked at first.
    let mut scene = Scene::core();
    (scene.now.germs, scene.now.colonization) = (10, 10);
    let error = Match::<State>::begin(&Content::built_in(), scene.setup(), 1).unwrap_err();
    assert!(error.why.ends_with("germs at ten"), "{error}");
    scene.now.germs = 9;
    let error = Match::<State>::begin(&Content::built_in(), scene.setup(), 1).unwrap_err();
    assert!(error.why.ends_with("colonization at ten"), "{error}");
}

#[test]
fn london_destroyed_loses_at_once() {
    proves!("WW-VIC-05");
    let mut scene = Scene::core().production(0);
    scene.no_wave(5).wave(1, "london", "gyrb").workforce("london", 7);
    let played = scene.play(Order::Done, &[Y]);
    assert_eq!(played.ending(), Some(Ending::London));
    assert!(!played.told("WW-SEQ-01", &What::PhaseBegan { phase: Phase::Battle }));
}

#[test]
fn the_fourth_piece_loses_before_the_next_wave_rolls() {
    proves!("WW-VIC-06");
    let mut scene = Scene::core();
    scene.wave(1, "leeds", "g").wave(2, "leeds", "y");
    scene.now.flying_machine = 3;
    let played = scene.play(Order::Done, &[R]);
    assert_eq!(played.ending(), Some(Ending::FlyingMachine));
    assert_eq!(played.dice(|r| matches!(r, Roll::MartianAction { .. })).len(), 1);
}

#[test]
fn conditions_hold_at_any_time() {
    proves!("WW-VIC-07");
    let mut scene = Scene::core();
    scene.harbour("hull").refugees("hull", 0, 1);
    (scene.now.germs, scene.now.hvp) = (9, 8);
    let mut played = scene.play(Order::Done, &[G]);
    assert_eq!(played.ending(), Some(Ending::Germs));
    assert!(!played.told("WW-SEQ-01", &What::PhaseBegan { phase: Phase::MartianAction }));
    assert_eq!(played.refusal(Order::Done), "WW-VIC-07");
    let won = played.m.state().outcome().expect("an outcome");
    assert_eq!(
        (won.rule.0, won.winner, won.winner_name.as_deref()),
        ("WW-VIC-04", Some(table::TeamId(0)), Some("Humans"))
    );
    let mut scene = Scene::core();
    scene.workforce("hull", 0).no_wave(5).cylinder(1, "scotland", 4);
    (scene.now.colonization, scene.now.mvp) = (9, 9);
    let lost = scene.play(Order::Done, &[G]).m.state().outcome().expect("an outcome");
    assert_eq!((lost.winner, lost.winner_name.as_deref()), (Some(table::TeamId(1)), Some("Martians")));
    played.from = 0;
}

#[test]
fn the_last_rolls_of_a_turn() {
    proves!("WW-VIC-08", "WW-VIC-09");
    for (germs, die) in [(7, R), (8, Y), (9, G)] {
        assert_eq!(turn_end(germs, 0, &[die]).ending(), Some(Ending::GermRoll), "{germs}");
        assert_eq!(turn_end(0, germs, &[die]).ending(), Some(Ending::ColonizationRoll), "{germs}");
    }
    for other in [R, G] {
        assert_eq!(turn_end(8, 0, &[other]).ending(), None);
        assert_eq!(turn_end(0, 8, &[other]).ending(), None);
    }
    let none = turn_end(6, 6, &[]);
    assert!(none.dice(|r| matches!(r, Roll::Germs { .. } | Roll::Colonization { .. })).is_empty());
    let won = turn_end(7, 9, &[R]);
    assert_eq!(won.ending(), Some(Ending::GermRoll));
    assert!(won.dice(|r| matches!(r, Roll::Colonization { .. })).is_empty());
    assert_eq!(turn_end(7, 9, &[G, G]).ending(), Some(Ending::ColonizationRoll));
}

#[test]
fn eight_phases_and_turns_without_end() {
    use Phase::{Assembly, Battle, Devastation, Escape, Event, HumanAction, MartianAction, Production};
    proves!("WW-SEQ-01", "WW-SEQ-02");
    let mut scene = Scene::core().production(0);
    scene.now.turn = 25;
    (scene.now.germs, scene.now.colonization) = (5, 6);
    scene.no_wave(5).cylinder(1, "wales", 4).next_event("EV36");
    let mut played = scene.begin(&[]);
    let mut phases = Vec::new();
    for order in [Order::Done, Order::Done] {
        played.order(order);
        phases.extend(played.events().into_iter().filter_map(|(rule, what)| match what {
            What::PhaseBegan { phase } if rule == "WW-SEQ-01" => Some(phase),
            _ => None,
        }));
    }
    assert_eq!(
        phases,
        [Devastation, Battle, HumanAction, Escape, MartianAction, Assembly, Event, Production]
    );
    assert_eq!((played.now().turn, played.ask()), (26, Ask::Production));
    // An order of another phase is refused.
    let mut scene = Scene::core();
    scene.battle("leeds", "gA1").set(FieldGun, "C6", 1);
    let unit = scene.unit(Infantry, "london");
    assert_eq!(scene.refusal(Order::Move { unit, to: z("oxford") }), "WW-FIR-07");
    let scene = Scene::core().production(0);
    assert_eq!(scene.refusal(Order::Move { unit, to: z("oxford") }), "WW-SEQ-01");
}

#[test]
fn a_goal_says_how_far_it_is() {
    proves!("WW-VIC-04", "WW-VIC-05", "WW-VIC-08");
    let mut scene = Scene::core();
    scene.no_wave(5).cylinder(1, "wales", 4);
    (scene.now.germs, scene.now.colonization) = (8, 3);
    let goals = scene.begin(&[]).m.state().goals(Viewer::Spectator);
    let of = |rule: &str| goals.iter().find(|g| g.rule.0 == rule).unwrap_or_else(|| panic!("{goals:?}"));
    assert_eq!(
        (of("WW-VIC-08").state.as_str(), of("WW-VIC-08").stands),
        ("space 8: Yellow, 2 faces of 6", Stands::Urgent)
    );
    assert_eq!(of("WW-VIC-09").state, "space 3: nothing is rolled for yet");
    assert_eq!((of("WW-VIC-05").stands, of("WW-VIC-05").team.as_deref()), (Stands::Open, Some("Martians")));
    assert_eq!((of("WW-VIC-03").state.as_str(), of("WW-VIC-03").stands), ("1 on the map", Stands::Urgent));
    for (id, has, not) in [
        ("core", "WW-VIC-03", "WW-SC2-09"),
        ("mars-ironclads", "WW-SC1-11", "WW-SC2-09"),
        ("handling-machine-uprising", "WW-SC2-09", "WW-VIC-03"),
    ] {
        let goals = Scene::of(id).begin(&[]).m.state().goals(Viewer::Spectator);
        assert!(goals.iter().any(|g| g.rule.0 == has), "{id}: {goals:?}");
        assert!(goals.iter().all(|g| g.rule.0 != not), "{id}: {goals:?}");
    }
}
