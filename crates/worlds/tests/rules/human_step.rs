//! HUMAN STEP.

use crate::support::*;

fn shot(tripods: &str, kind: UnitKind, dice: &[Chance]) -> Played {
    let mut scene = Scene::core();
    scene.battle("leeds", tripods);
    let gun = scene.set(kind, "C6", 2);
    scene.play(Order::Fire { gun, tripod: 0 }, dice)
}

#[test]
fn guns_may_fire_at_any_tripod_in_range() {
    proves!("WW-FIR-01");
    let mut scene = Scene::core();
    scene.battle("leeds", "gC3 yC2 rC7");
    let gun = scene.set(FieldGun, "C6", 1);
    scene.set(FieldGun, "A6", 1);
    let played = scene.begin(&[]);
    assert!(played.accepts(Order::Fire { gun, tripod: 0 }));
    assert_eq!(played.refusal(Order::Fire { gun, tripod: 1 }), "WW-FIR-01");
    assert!(played.accepts(Order::Fire { gun, tripod: 2 }), "a Tripod that has passed the Gun");
    assert!(played.accepts(Order::Done));
    let played = scene.play(Order::Fire { gun, tripod: 0 }, &[G]);
    assert_eq!(played.refusal(Order::Fire { gun, tripod: 0 }), "WW-FIR-01");
}

#[test]
fn a_shot_costs_a_level() {
    proves!("WW-FIR-02");
    let played = shot("gC4", FieldGun, &[R]);
    let gun = UnitId(played.now().land.on_board.trailing_zeros() as u8);
    assert_eq!(played.now().land.level[gun.index()], 1);
    let mut scene = Scene::core();
    scene.battle("leeds", "gC4");
    let gun = scene.set(FieldGun, "C6", 0);
    assert_eq!(scene.play(Order::Fire { gun, tripod: 0 }, &[R]).now().land.level[gun.index()], 0);
}

#[test]
fn the_colour_of_the_range_hits() {
    proves!("WW-FIR-03");
    for (tripod, good) in [("gC5", Green), ("gC4", Yellow), ("gC3", Red)] {
        for (die, colour) in [(G, Green), (Y, Yellow), (R, Red)] {
            let played = shot(tripod, FieldGun, &[die]);
            assert_eq!(played.now().land.tripods[0].damaged, colour == good, "{tripod} {colour:?}");
        }
    }
}

#[test]
fn the_first_hit_damages_the_second_destroys() {
    proves!("WW-FIR-04", "WW-FIR-05");
    let played = shot("gC4", FieldGun, &[Y]);
    assert!(played.cites("WW-FIR-04"));
    assert_eq!((played.now().hvp, played.now().waves[0].tripods), (0, band("G")));
    let mut scene = Scene::core();
    scene.battle("leeds", "GC4 yA1");
    scene.now.hvp = 3;
    let gun = scene.set(FieldGun, "C6", 1);
    let played = scene.play(Order::Fire { gun, tripod: 0 }, &[Y]);
    assert_eq!((played.now().hvp, played.now().waves[0].tripods), (5, band("y")));
    assert_eq!(played.now().land.tripods[0].hex, None);
}

#[test]
fn a_siege_gun_rolls_two_dice_the_great_gun_three() {
    proves!("WW-FIR-06");
    let played = shot("gC5 yA1", SiegeGun, &[G, G]);
    assert_eq!((played.now().hvp, played.now().land.tripods[0].hex), (2, None));
    let played = shot("gC5", SiegeGun, &[G, R]);
    assert!(played.now().land.tripods[0].damaged && played.now().hvp == 0);
    let played = shot("gC5", Gun95t, &[R, R, R]);
    assert_eq!(played.dice(|r| matches!(r, Roll::Shot { .. })).len(), 3);
    assert_eq!(shot("gC5", FieldGun, &[R]).dice(|r| matches!(r, Roll::Shot { .. })).len(), 1);
}

#[test]
fn infantry_and_cavalry_do_nothing() {
    proves!("WW-FIR-07");
    let mut scene = Scene::core();
    scene.battle("leeds", "gC5");
    scene.set(FieldGun, "C6", 1);
    let unit = scene.set(Infantry, "A7", 0);
    assert_eq!(scene.refusal(Order::Fire { gun: unit, tripod: 0 }), "WW-FIR-07");
    assert_eq!(scene.refusal(Order::Place { hex: h("B7") }), "WW-FIR-07");
}

#[test]
fn a_step_without_a_target_asks_nothing() {
    proves!("WW-FIR-01");
    // Terrain and Surprise Shot in hand, and nobody within range 3: both can wait.
    let mut scene = Scene::core();
    scene.battle("leeds", "vA1").card("B2").hold(Plan::Terrain, 1).hold(Plan::SurpriseShot, 1);
    scene.set(FieldGun, "E6", 1);
    let played = scene.play(Order::Done, &[]);
    let rounds = played.events().iter().filter(|(_, w)| matches!(w, What::RoundBegan { .. })).count();
    assert!(played.ask() == Ask::Card && rounds == 2, "{:?} after {rounds} rounds", played.ask());
    assert_eq!(played.now().land.held[Plan::Terrain as usize], 1);
}
