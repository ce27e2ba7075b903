//! MARTIAN STEP.

use crate::support::*;

/// One Martian step by this card, and then the human step.
fn step(tripods: &str, card: &str, guns: &[(&str, u8)], dice: &[Chance]) -> (Played, Vec<UnitId>) {
    let mut scene = Scene::core();
    scene.battle("leeds", tripods).card(card);
    let units = guns.iter().map(|(hex, level)| scene.set(FieldGun, hex, *level)).collect();
    let dice: Vec<Chance> = [Any(1)].into_iter().chain(dice.iter().copied()).collect();
    (scene.play(Order::Done, &dice), units)
}

fn hex_of(played: &Played, tripod: usize) -> String {
    played.now().land.tripods[tripod].hex.expect("a hex").to_string()
}

#[test]
fn one_card_drives_all_tripods_in_the_order_of_colours() {
    proves!("WW-MAR-01");
    // Red comes first on the list of counters, green first in the step.
    let (played, _) = step("rC2 gA1", "B9", &[("C6", 0)], &[G]);
    let moves: Vec<u8> = played
        .events()
        .into_iter()
        .filter_map(|(_, w)| match w {
            What::TripodMoved { tripod, .. } => Some(tripod),
            _ => None,
        })
        .collect();
    assert_eq!(moves, [1, 0]);
    assert_eq!((hex_of(&played, 0), hex_of(&played, 1)), ("C3".to_owned(), "A2".to_owned()));
    assert_eq!(played.dice(|r| matches!(r, Roll::Attack { .. })), [Green]);
}

#[test]
fn moves_straight_and_angled() {
    proves!("WW-MAR-02", "WW-MAR-03");
    // B2: green and yellow move, red moves down-left.
    let (played, _) = step("gC3 yC2 rC3", "B2", &[("E6", 1)], &[]);
    assert_eq!(hex_of(&played, 0), "C4");
    assert_eq!(hex_of(&played, 1), "C3");
    assert_eq!(hex_of(&played, 2), "B3");
    let (played, _) = step("gC3 yC4", "B17", &[("E6", 1)], &[]);
    assert_eq!(hex_of(&played, 0), "C4", "it enters, yellow stands there still");
    let (played, _) = step("gB3", "B5", &[("E6", 1)], &[]);
    assert_eq!(hex_of(&played, 0), "C4");
}

#[test]
fn the_edge_turns_an_angled_move_straight_and_the_blue_row_ends_it() {
    proves!("WW-MAR-04");
    let (played, _) = step("gA3", "B3", &[("E6", 1)], &[]);
    assert_eq!(hex_of(&played, 0), "A4");
    assert!(played.cites("WW-MAR-04"));
    let (played, _) = step("gB7 yA1", "B2", &[("E6", 1)], &[]);
    assert!(played.told("WW-MAR-04", &What::TripodStays { tripod: 0, hex: h("B7") }));
    assert_eq!(hex_of(&played, 0), "B7");
}

#[test]
fn a_gun_is_overrun_whatever_its_earthworks() {
    proves!("WW-MAR-05");
    let (played, guns) = step("gC4", "B2", &[("C5", 3), ("E6", 1)], &[]);
    assert!(played.told("WW-MAR-05", &What::GunOverrun { unit: guns[0] }));
    assert_eq!((played.now().mvp, played.state().in_play(FieldGun)), (0, 1));
}

#[test]
fn infantry_and_cavalry_are_captured() {
    proves!("WW-MAR-06");
    let mut scene = Scene::core();
    scene.battle("leeds", "gD6 yA1").card("B2");
    for kind in [Infantry, Infantry, Cavalry] {
        scene.set(kind, "D7", 0);
    }
    scene.set(FieldGun, "A6", 1);
    let played = scene.play(Order::Done, &[]);
    assert_eq!(played.martian_points("WW-MAR-06"), 3);
    assert_eq!((played.state().in_play(Infantry), played.state().in_play(Cavalry)), (0, 0));
}

#[test]
fn detect_takes_the_closest_gun_with_earthworks() {
    proves!("WW-MAR-07", "WW-MAR-08");
    // B4: green detects. Guns at ranges 2 and 3.
    for (die, level) in [(Y, 1), (G, 2), (R, 2)] {
        let (played, guns) = step("gC4", "B4", &[("C6", 2), ("E6", 2)], &[die]);
        assert_eq!(played.now().land.level[guns[0].index()], level);
        assert_eq!(played.now().land.level[guns[1].index()], 2);
    }
    // A level is left, so it can not be attacked; after a second success it is revealed.
    let (played, guns) = step("gC4", "B4", &[("C6", 1)], &[Y]);
    assert!(played.told("WW-MAR-08", &What::Detected { gun: guns[0], level: 0 }));
    // Range 4: no roll.
    let (played, _) = step("gA1", "B4", &[("A5", 1), ("E6", 1)], &[]);
    assert!(played.dice(|r| matches!(r, Roll::Detect { .. })).is_empty());
}

#[test]
fn attack_takes_the_closest_gun_without_earthworks() {
    proves!("WW-MAR-09");
    // B20: green detects, then attacks. C5 has a level and stands next door; E5 is revealed at range 3.
    for (die, left) in [(R, 1), (G, 2)] {
        let (played, _) = step("gC4", "B20", &[("C5", 2), ("E6", 0)], &[R, die]);
        assert_eq!(played.state().in_play(FieldGun), left);
    }
}

#[test]
fn the_player_settles_ties() {
    proves!("WW-MAR-10");
    let (mut played, guns) = step("gC4", "B20", &[("B5", 0), ("D5", 0)], &[]);
    assert_eq!(played.ask(), Ask::Target { tripod: 0, aim: Aim::Attack });
    assert_eq!(played.orders(), [Order::Target { unit: guns[0] }, Order::Target { unit: guns[1] }]);
    assert_eq!(played.refusal(Order::Done), "WW-MAR-10");
    played.order(Order::Target { unit: guns[1] });
    let die = played.events().into_iter().find_map(|(_, w)| match w {
        What::Die { roll: Roll::Attack { gun, range, .. }, .. } => Some((gun, range)),
        _ => None,
    });
    assert_eq!(die, Some((guns[1], 2)));
}
