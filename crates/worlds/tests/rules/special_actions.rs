//! SPECIAL ACTIONS.

use crate::support::*;

fn step(tripods: &str, card: &str, guns: &[(&str, u8)], dice: &[Chance]) -> (Played, Vec<UnitId>) {
    let mut scene = Scene::core();
    scene.battle("leeds", tripods).card(card);
    let units = guns.iter().map(|(hex, level)| scene.set(FieldGun, hex, *level)).collect();
    let dice: Vec<Chance> = [Any(1)].into_iter().chain(dice.iter().copied()).collect();
    (scene.play(Order::Done, &dice), units)
}

fn rolls(played: &Played) -> Vec<Roll> {
    let roll = |(_, w): (&'static str, What)| match w {
        What::Die { roll, .. } => Some(roll),
        _ => None,
    };
    played.events().into_iter().filter_map(roll).collect()
}

#[test]
fn a_special_action_replaces_the_others_and_smoke_kills_all_around() {
    proves!("WW-SPC-01", "WW-SPC-04");
    // B10: green uses Black Smoke. Another Tripod stands at D4.
    let mut scene = Scene::core();
    scene.battle("leeds", "gC5 vD4").card("B10");
    let guns: Vec<UnitId> =
        [("C6", 3), ("B5", 1), ("E5", 1)].iter().map(|(x, l)| scene.set(FieldGun, x, *l)).collect();
    let played = scene.play(Order::Done, &[]);
    let gone = |u: UnitId| played.now().unit_zone[u.index()].is_none();
    assert_eq!((gone(guns[0]), gone(guns[1]), gone(guns[2])), (true, true, false));
    assert_eq!(played.now().mvp, 0);
    assert_eq!(played.now().land.tripods[0].hex, Some(h("C5")), "it did not move");
    assert!(played.now().land.tripods[1].hex.is_some());
    assert!(rolls(&played).is_empty());
}

#[test]
fn focused_detect_needs_no_roll() {
    proves!("WW-SPC-02");
    // B1: yellow.
    let (played, guns) = step("yC4", "B1", &[("C6", 1), ("E6", 1)], &[]);
    assert!(played.told("WW-SPC-02", &What::Detected { gun: guns[0], level: 0 }));
    assert_eq!(played.now().land.level[guns[1].index()], 1);
    assert!(rolls(&played).is_empty());
    // It knows no range, and says so where there is nobody to find.
    let (played, guns) = step("yA1", "B1", &[("A5", 2)], &[]);
    assert_eq!(played.now().land.level[guns[0].index()], 1, "range 4");
    let (played, _) = step("yA1", "B1", &[("A5", 0)], &[]);
    let missed = What::NoTarget { tripod: 0, colour: Yellow, aim: Some(Aim::FocusedDetect) };
    assert!(played.told("WW-SPC-02", &missed));
    assert_eq!(
        played.state().tell(&missed),
        "The yellow Tripod finds no Gun with Earthworks: nothing happens."
    );
}

#[test]
fn detect_all_rolls_for_each_gun_in_range() {
    proves!("WW-SPC-03");
    // B14: green. Ranges 1, 2 and 4; one in range has no Earthworks.
    let (played, guns) = step("gA4", "B14", &[("A5", 1), ("A6", 1), ("B5", 0), ("E6", 1)], &[G, Y]);
    assert_eq!(
        rolls(&played),
        [
            Roll::Detect { tripod: 0, gun: guns[0], range: 1 },
            Roll::Detect { tripod: 0, gun: guns[1], range: 2 },
        ]
    );
    let level = &played.now().land.level;
    assert_eq!((level[guns[0].index()], level[guns[1].index()], level[guns[3].index()]), (0, 0, 1));
}

#[test]
fn focused_fire_destroys_the_nearest_gun() {
    proves!("WW-SPC-05");
    // B7: red. Earthworks do not protect.
    let (played, guns) = step("rC4", "B7", &[("C6", 2), ("E6", 0)], &[]);
    assert!(played.told("WW-SPC-05", &What::GunDestroyed { gun: guns[0] }));
    assert_eq!(played.state().in_play(FieldGun), 1);
    let (played, _) = step("rA1", "B7", &[("A5", 1), ("E6", 0)], &[]);
    assert_eq!(played.state().in_play(FieldGun), 1, "range 4 is as good as any");
    let mut scene = Scene::core();
    scene.battle("leeds", "rA1").card("B7");
    scene.set(Infantry, "E7", 0);
    let played = scene.play(Order::Done, &[]);
    assert!(
        played.told("WW-SPC-05", &What::NoTarget { tripod: 0, colour: Red, aim: Some(Aim::FocusedFire) })
    );
}

#[test]
fn fire_all_rolls_for_each_revealed_gun() {
    proves!("WW-SPC-06");
    // B5: blue. Revealed at ranges 1 and 3, one with a level at range 1.
    let (played, guns) = step("bC4", "B5", &[("C5", 0), ("E6", 0), ("D4", 1)], &[G, R]);
    assert_eq!(
        rolls(&played),
        [
            Roll::Attack { tripod: 0, gun: guns[0], range: 1 },
            Roll::Attack { tripod: 0, gun: guns[1], range: 3 },
        ]
    );
    assert_eq!(played.state().in_play(FieldGun), 1);
}

#[test]
fn double_move_goes_two_hexes_straight_down() {
    proves!("WW-SPC-07");
    // B11: green.
    let (played, _) = step("gC4", "B11", &[("C5", 1), ("C6", 1), ("A6", 1)], &[]);
    assert_eq!(played.now().land.tripods[0].hex, Some(h("C6")));
    assert_eq!(played.state().in_play(FieldGun), 1);
    let (played, _) = step("gC6 yA1", "B11", &[("A6", 1)], &[]);
    assert_eq!(played.now().land.tripods[0].hex, Some(h("C7")));
}

#[test]
fn reinforcement_joins_the_wave_for_good() {
    proves!("WW-SPC-08");
    // B14: yellow calls; green, yellow, red and blue are there.
    let (played, _) = step("gA2 yC2 rB2 bE2", "B14", &[("C6", 1)], &[]);
    assert!(played.told("WW-SPC-08", &What::Reinforced { colour: Violet, hex: h("C1") }));
    assert_eq!((played.now().waves[0].tripods.count(), played.now().land.tripod_count), (5, 5));
    assert_eq!(played.now().land.tripods[4].hex, Some(h("C1")), "it acts from the next round on");
}

#[test]
fn high_activity_detects_twice_and_fires_twice_at_the_nearest_gun() {
    proves!("WW-SPC-09");
    // B19: red. A single Gun with 1 level next door: Green reveals it, the second Detect finds nobody; Red and Yellow
    // miss.
    let (played, guns) = step("rC5", "B19", &[("C6", 1)], &[G, R, Y]);
    let gun = guns[0];
    assert_eq!(
        rolls(&played),
        [
            Roll::Detect { tripod: 0, gun, range: 1 },
            Roll::Attack { tripod: 0, gun, range: 1 },
            Roll::Attack { tripod: 0, gun, range: 1 },
        ]
    );
    assert!(played.told("WW-MAR-07", &What::NoTarget { tripod: 0, colour: Red, aim: Some(Aim::Detect) }));
    assert_eq!(played.state().in_play(FieldGun), 1);
    // The nearest Gun is fired at although it is hidden, and another is not.
    let (played, guns) = step("rC5", "B19", &[("C6", 3), ("E6", 0)], &[R, R, G, Y]);
    assert_eq!(rolls(&played)[2], Roll::Attack { tripod: 0, gun: guns[0], range: 1 });
    assert!(played.told("WW-MAR-09", &What::GunDestroyed { gun: guns[0] }));
}

#[test]
fn what_finds_no_target_says_so() {
    proves!("WW-SPC-03", "WW-SPC-04", "WW-SPC-06", "WW-SPC-09");
    for (tripods, card, rule, aim) in [
        ("gA1", "B14", "WW-SPC-03", Some(Aim::Detect)),
        ("gA1", "B10", "WW-SPC-04", None),
        ("bA1", "B5", "WW-SPC-06", Some(Aim::Attack)),
        ("rA1", "B19", "WW-SPC-09", Some(Aim::Fire)),
    ] {
        let (played, _) = step(tripods, card, &[("E6", 1)], &[]);
        let said = played.events().into_iter().find_map(|(r, what)| match what {
            What::NoTarget { aim, .. } if r == rule => Some(aim),
            _ => None,
        });
        assert_eq!(said, Some(aim), "{card}");
    }
}
