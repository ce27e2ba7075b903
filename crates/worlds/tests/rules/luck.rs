//! Luck: each die, by what its colours are worth. Three faces are green, two yellow, one is red.

use crate::support::*;
use std::collections::BTreeMap;

/// What came of the throws of a kind, and what could have come of each.
fn of<'a>(played: &'a Played, side: &str, kind: &str) -> Vec<(i32, &'a [(i32, u32)])> {
    let own = played.m.throws().iter().filter(|throw| (throw.side, throw.kind) == (side, kind));
    own.map(|throw| (throw.came, throw.odds())).collect()
}

#[test]
fn a_gun_hits_by_three_two_or_one_in_six() {
    for (tripod, faces) in [("gC5 yA1", 3), ("gC4 yA1", 2), ("gC3 yA1", 1)] {
        let mut scene = Scene::core();
        scene.battle("leeds", tripod);
        let gun = scene.set(FieldGun, "C6", 2);
        let played = scene.play(Order::Fire { gun, tripod: 0 }, &[]);
        let hit = i32::from(played.now().land.tripods[0].damaged);
        assert_eq!(
            of(&played, "Humans", "Hits by Guns"),
            [(hit, &[(0, 6 - faces), (1, faces)][..])],
            "{tripod}"
        );
        let laid = scene.play(Order::Fire { gun, tripod: 0 }, &[G]);
        assert_eq!(of(&laid, "Humans", "Hits by Guns"), [], "a die that was laid down is no luck");
    }
}

#[test]
fn a_die_that_is_rolled_again_is_a_throw_of_its_own() {
    let mut scene = Scene::core();
    scene.battle("leeds", "gC5 yA1").hold(Plan::LineOfSight, 1);
    let gun = scene.set(FieldGun, "C6", 1);
    let mut played = scene.play(Order::Fire { gun, tripod: 0 }, &[]);
    played.order(Order::LineOfSight);
    let throws = of(&played, "Humans", "Hits by Guns");
    assert_eq!(throws.iter().map(|(_, odds)| *odds).collect::<Vec<_>>(), [&[(0, 3), (1, 3)]; 2]);
    assert_eq!(throws[1].0 == 1, played.now().land.tripods[0].damaged, "the second one counts");
}

#[test]
fn an_attack_on_a_cylinder_is_luck_of_both() {
    let mut scene = Scene::core();
    scene.cylinder(1, "wales", 4);
    let unit = scene.unit(Infantry, "wales");
    scene.unit(Infantry, "leeds");
    let played = scene.play(Order::AttackCylinder { unit, wave: 0 }, &[]);
    let worked = i32::from(played.now().waves[0].building == 3);
    let lost = i32::from(played.state().in_play(Infantry) == 1);
    // Green works, red costs the Infantry.
    let kind = "Attacks on Cylinders that worked";
    assert_eq!(of(&played, "Humans", kind), [(worked, &[(0, 3), (1, 3)][..])]);
    assert_eq!(of(&played, "Martians", "Units lost at their tasks"), [(lost, &[(0, 5), (1, 1)][..])]);
}

#[test]
fn refugees_that_escape_are_counted_by_their_points() {
    let mut scene = Scene::core();
    scene.no_wave(5).cylinder(1, "scotland", 4).next_event("EV36").refugees("hull", 1, 1).harbour("hull");
    let played = scene.play(Order::Done, &[]);
    let throws = of(&played, "Humans", "Refugees escaped");
    // The one escapes by green and yellow; of the two yellow saves one.
    assert_eq!(
        throws.iter().map(|(_, odds)| *odds).collect::<Vec<_>>(),
        [&[(0, 1), (1, 5)][..], &[(0, 1), (1, 2), (2, 3)][..],]
    );
    let escaped: i32 = throws.iter().map(|(came, _)| came).sum();
    assert_eq!(escaped, i32::from(played.human_points("WW-ESC-03")));
}

#[test]
fn devastation_takes_no_more_than_there_is() {
    let mut scene = Scene::core().production(0);
    scene.no_wave(5).wave(1, "leeds", "gy").workforce("leeds", 3);
    let played = scene.play(Order::Done, &[]);
    let [(came, odds)] = of(&played, "Martians", "Workforce devastated")[..] else { panic!("one die") };
    assert_eq!(came, 3 - i32::from(played.workforce("leeds")));
    // Two Tripods: the heat-ray (green) takes a point each, smoke (yellow) would take two, panic (red) none.
    assert_eq!(odds, [(0, 1), (2, 3), (3, 2)]);
}

#[test]
fn what_is_told_of_a_whole_war_is_what_happened_in_it() {
    let mut played = Match::<State>::new(&Content::built_in(), &request("core", &[]), 7).unwrap();
    let mut dice = table::Dice::new(7);
    while played.state().outcome().is_none() {
        assert!(played.draw(0, &mut dice));
    }
    let mut sums: BTreeMap<&str, i32> = BTreeMap::new();
    for throw in played.throws() {
        *sums.entry(throw.kind).or_default() += throw.came;
    }
    let count = |rule: &str, wanted: fn(&What) -> bool| {
        let by_rule = played.events().iter().filter(|event| event.rule.0 == rule);
        by_rule.filter_map(|event| event.seen_by(Viewer::Umpire)).filter(|what| wanted(what)).count() as i32
    };
    assert_eq!(sums["Cylinders opened"], count("WW-ASM-02", |what| matches!(what, What::Opened { .. })));
    let weed = count("WW-ZON-01", |what| matches!(what, What::RedWeed { .. }));
    assert_eq!(sums["Zones overgrown by Red Weed"], weed);
    let lines = played.luck();
    assert!(lines.iter().all(|line| ["Humans", "Martians"].contains(&&*line.side)), "{lines:?}");
    assert!(lines.iter().any(|line| line.side == "Humans") && lines.len() > 5, "{lines:?}");
}
