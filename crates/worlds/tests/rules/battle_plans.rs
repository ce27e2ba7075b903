//! BATTLE PLANS.

use crate::support::*;

/// The start of a battle with so many points.
fn start(points: u16) -> Played {
    let mut scene = Scene::core().production(points);
    scene.no_wave(5).wave(1, "leeds", "gyr");
    scene.unit(FieldGun, "leeds");
    scene.play(Order::Done, &[R])
}

#[test]
fn plans_are_bought_before_the_initiative() {
    proves!("WW-PLN-01");
    let mut played = start(22);
    assert_eq!(played.ask(), Ask::Plans);
    played.order(Order::ChosenPlan { plan: Plan::Trap });
    played.order(Order::RandomPlan).order(Order::RandomPlan);
    assert_eq!(played.now().production, 2);
    // Nine points buy a random plan, and none of choice.
    let cheap = start(9);
    assert_eq!(cheap.refusal(Order::ChosenPlan { plan: Plan::Trap }), "WW-PLN-01", "some are left");
    // With 2 points nothing more can be bought, so the battle has begun: too late.
    assert_ne!(played.ask(), Ask::Plans);
    assert_eq!(played.refusal(Order::RandomPlan), "WW-PLN-01");
}

#[test]
fn the_mix_limits_the_plans() {
    proves!("WW-PLN-02");
    let mut played = start(99);
    for _ in 0..3 {
        played.order(Order::ChosenPlan { plan: Plan::Trap });
    }
    assert_eq!(played.refusal(Order::ChosenPlan { plan: Plan::Trap }), "WW-PLN-02");
    assert_eq!(Content::built_in().plans, [3, 3, 4, 3, 4, 3]);
    let mut position = played.state().position();
    let now = position.position.as_mut().expect("a position");
    now.land.held = [3, 3, 4, 3, 4, 3];
    now.production = 99;
    let m = Match::<State>::begin(&Content::built_in(), position, 1).expect("a match");
    assert_eq!(Played { m, from: 0 }.refusal(Order::RandomPlan), "WW-PLN-02");
}

#[test]
fn plans_are_given_up_when_the_battle_is_over() {
    proves!("WW-PLN-03");
    let mut scene = Scene::core();
    scene.battle("leeds", "GC5").hold(Plan::Trap, 2).hold(Plan::Terrain, 1);
    let gun = scene.set(FieldGun, "C6", 1);
    let played = scene.play(Order::Fire { gun, tripod: 0 }, &[G]);
    assert!(played.cites("WW-END-01"));
    assert_eq!(played.now().land.held, [0; 6]);
    assert_eq!(played.now().land.used, [0; 6]);
    // A plan that is used is out of the mix until then.
    let played = scene.play(Order::Terrain, &[]);
    assert_eq!((played.now().land.held[5], played.now().land.used[5]), (0, 1));
    assert_eq!(played.refusal(Order::Terrain), "WW-PLN-03");
}

#[test]
fn kriegspiel_draws_a_second_card() {
    proves!("WW-PLN-04");
    let mut scene = Scene::core();
    scene.battle("leeds", "rC2").card("B7").hold(Plan::Kriegspiel, 1);
    scene.set(FieldGun, "C6", 1);
    let mut played = scene.begin(&[]);
    played.order(Order::Done);
    assert_eq!(played.ask(), Ask::Card);
    // The pile is empty: the second card comes from the shuffled discards, B17 is the 17th of the other nineteen.
    played = played.again(&[Nth(19, 15)]);
    played.order(Order::Kriegspiel);
    assert!(played.told("WW-PLN-04", &What::BattleCard { card: 16 }));
    assert_eq!(played.orders(), [Order::Apply { second: false }, Order::Apply { second: true }]);
    played.order(Order::Apply { second: true });
    // B17 moves red down-left, B7 would have fired.
    assert!(played.told("WW-MAR-03", &What::TripodMoved { tripod: 0, from: h("C2"), to: h("B2") }));
    let discard = played.now().land_deck.discard;
    assert!(discard & (1 << 6) != 0 && discard & (1 << 16) != 0);
}

#[test]
fn a_trap_flips_up_to_two() {
    proves!("WW-PLN-05");
    let mut scene = Scene::core();
    scene.battle("leeds", "gA3 yB3 rC3").hold(Plan::Trap, 1);
    scene.set(FieldGun, "C6", 1);
    let mut played = scene.play(Order::Trap, &[G]);
    assert_eq!(played.ask(), Ask::Flip);
    played.order(Order::Flip { tripod: 0 });
    played.order(Order::Flip { tripod: 2 });
    assert_eq!(played.ask(), Ask::Fire);
    let damaged: Vec<bool> = played.now().land.tripods[..3].iter().map(|t| t.damaged).collect();
    assert_eq!(damaged, [true, false, true]);
    assert_eq!((played.now().hvp, played.now().waves[0].tripods.count()), (0, 3));
    let played = scene.play(Order::Trap, &[Y]);
    assert!(played.now().land.tripods[..3].iter().all(|t| !t.damaged));
    assert_eq!(played.now().land.held[Plan::Trap as usize], 0);
    // Damaged ones can not be flipped.
    let mut scene = Scene::core();
    scene.battle("leeds", "GA3").hold(Plan::Trap, 1).set(FieldGun, "C6", 1);
    assert_eq!(scene.refusal(Order::Trap), "WW-PLN-03");
}

#[test]
fn line_of_sight_rolls_a_die_again() {
    proves!("WW-PLN-06");
    let mut scene = Scene::core();
    scene.battle("leeds", "gC5").hold(Plan::LineOfSight, 1);
    let gun = scene.set(FieldGun, "C6", 1);
    let mut played = scene.play(Order::Fire { gun, tripod: 0 }, &[Y, G]);
    assert_eq!(played.ask(), Ask::Reroll);
    played.order(Order::LineOfSight);
    assert!(played.told("WW-PLN-06", &What::Rerolled { colour: Green }));
    assert!(played.now().land.tripods[0].damaged);
    // A Martian die too.
    let mut scene = Scene::core();
    scene.battle("leeds", "rC4").hold(Plan::LineOfSight, 1).card("B9");
    scene.set(FieldGun, "C6", 0);
    let mut played = scene.play(Order::Done, &[Any(1), G, R]);
    assert_eq!(played.ask(), Ask::Reroll);
    played.order(Order::LineOfSight);
    assert_eq!(played.state().in_play(FieldGun), 1, "Red misses at range 1");
}

#[test]
fn explosive_shell_finishes_a_damaged_tripod() {
    proves!("WW-PLN-07");
    let mut scene = Scene::core();
    scene.battle("leeds", "gC5 yA1").hold(Plan::ExplosiveShell, 1).hold(Plan::Trap, 1);
    let gun = scene.set(FieldGun, "C6", 1);
    let mut played = scene.play(Order::Fire { gun, tripod: 0 }, &[G]);
    assert_eq!(played.ask(), Ask::Shell);
    played.order(Order::Shell);
    assert_eq!((played.now().hvp, played.now().land.tripods[0].hex), (2, None));
    // Not after a Trap.
    let mut played = scene.play(Order::Trap, &[G]);
    played.order(Order::Flip { tripod: 0 });
    played.order(Order::Done);
    assert_eq!(played.ask(), Ask::Fire);
}

#[test]
fn a_position_that_asks_for_a_shell_has_a_shot_and_a_shell() {
    proves!("WW-PLN-07");
    let mut scene = Scene::core();
    scene.battle("leeds", "gC5 yA1").hold(Plan::ExplosiveShell, 1);
    let gun = scene.set(FieldGun, "C6", 1);
    let asked = scene.play(Order::Fire { gun, tripod: 0 }, &[G]);
    assert_eq!(asked.ask(), Ask::Shell);
    let wrong = |change: fn(&mut Now)| {
        let mut setup = asked.state().position();
        change(setup.position.as_mut().expect("a position"));
        Match::<State>::begin(&Content::built_in(), setup, 1).err().map(|error| error.place)
    };
    assert_eq!(wrong(|_| {}), None);
    assert_eq!(wrong(|now| now.land.shot = None).as_deref(), Some("position.ask"));
    assert_eq!(
        wrong(|now| now.land.held[Plan::ExplosiveShell as usize] = 0).as_deref(),
        Some("position.ask")
    );
}

#[test]
fn surprise_shot_adds_a_die_once() {
    proves!("WW-PLN-08");
    let mut scene = Scene::core();
    scene.battle("leeds", "gC5").hold(Plan::SurpriseShot, 1).hold(Plan::Terrain, 1);
    let gun = scene.set(FieldGun, "C6", 1);
    let mut played = scene.begin(&[R, R, R]);
    played.order(Order::Surprise { gun }).order(Order::Terrain);
    let dice = |played: &Played| played.dice(|r| matches!(r, Roll::Shot { .. })).len();
    played.order(Order::Fire { gun, tripod: 0 });
    assert_eq!(dice(&played), 2);
    played.order(Order::Fire { gun, tripod: 0 });
    assert_eq!(dice(&played), 1);
}

#[test]
fn terrain_lets_every_gun_fire_twice() {
    proves!("WW-PLN-09");
    let mut scene = Scene::core();
    scene.battle("leeds", "gC4 yA1").hold(Plan::Terrain, 1);
    let guns: Vec<UnitId> = ["C6", "B5", "D5"].iter().map(|hex| scene.set(FieldGun, hex, 1)).collect();
    let mut played = scene.begin(&[R, R, R, R, R, R]);
    played.order(Order::Terrain);
    for gun in guns.iter().chain(&guns) {
        played.order(Order::Fire { gun: *gun, tripod: 0 });
    }
    // Six shots, and the step is over by itself: nothing more can be done in it.
    assert!(played.m.entries().len() == 7 && played.now().land.round == 2 || played.ask() != Ask::Fire);
    let mut played = scene.begin(&[R, R]);
    played.order(Order::Terrain).order(Order::Fire { gun: guns[0], tripod: 0 });
    played.order(Order::Fire { gun: guns[0], tripod: 0 });
    assert_eq!(played.now().land.level[guns[0].index()], 0);
    assert_eq!(played.refusal(Order::Fire { gun: guns[0], tripod: 0 }), "WW-FIR-01");
}
