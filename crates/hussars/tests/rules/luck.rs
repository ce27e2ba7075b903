//! Luck: each die, by what its faces are worth to a side.

use crate::support::{Played, Scene, pick};
use hussars::{Phase, What};

/// The throws of a kind: what came, and what could have come.
fn of<'a>(play: &'a Played, side: &str, kind: &str) -> Vec<(i32, &'a [(i32, u32)])> {
    let own = play.m.throws().iter().filter(|throw| (throw.side, throw.kind) == (side, kind));
    own.map(|throw| (throw.came, throw.odds())).collect()
}

/// A veteran field gun that fires at a tripod, and what it shot.
fn field_gun(dice: &[u16]) -> (Played, u8) {
    let mut s = Scene::new().dice(dice);
    let t = s.martian("tripod", 20.0, 20.0, 0.0);
    let gun = s.human("veteran_field_artillery", 20.0, 40.0, 180.0);
    s.human("veteran_field_artillery", 40.0, 40.0, 180.0);
    let mut play = s.play(Phase::Artillery);
    let news = play.fire(gun, t);
    let hits = |what: &What| if let What::Shot { hits, .. } = what { Some(*hits) } else { None };
    let hits = news.iter().find_map(hits).expect("a shot");
    (play, hits)
}

#[test]
fn a_veteran_gun_hits_by_five_and_six() {
    let (play, hits) = field_gun(&[]);
    assert_eq!(of(&play, "Humans", "Hits by field guns"), [(i32::from(hits), &[(0, 4), (1, 2)][..])]);
}

#[test]
fn what_a_hit_does_is_a_throw_of_its_own() {
    // The hit is laid down; a field gun's effect is one hit by 1 to 3, two by 4 to 6: one and a half.
    let (play, _) = field_gun(&[6]);
    assert_eq!(of(&play, "Humans", "Hits by field guns"), [], "a die that was laid down is no luck");
    let effects = of(&play, "Humans", "Damage done by hits");
    let [(hits, odds)] = effects[..] else { panic!("one hit, one effect: {effects:?}") };
    assert_eq!(odds, [(1, 3), (2, 3)]);
    assert!((play.m.throws()[0].mean() - 1.5).abs() < 1e-12);
    // Each of them is located: a six finds the pilot of a sound machine, and nothing else fells it.
    let felled = of(&play, "Humans", "Machines felled by damage");
    assert_eq!(felled[0].1, [(0, 5), (1, 1)]);
    assert!(felled.len() <= hits as usize, "{felled:?}");
}

#[test]
fn a_heat_ray_hits_by_four_faces_and_destroys_by_two() {
    let ray = |dice: &[u16]| {
        let mut s = Scene::new().dice(dice);
        let t = s.martian("tripod", 20.0, 20.0, 0.0);
        let foot = s.human("regular_infantry", 20.0, 31.0, 180.0);
        s.human("elite_infantry", 100.0, 100.0, 0.0);
        let mut play = s.play(Phase::FirstFire);
        play.fire(t, foot);
        (play, foot)
    };
    let (play, _) = ray(&[]);
    assert_eq!(of(&play, "Martians", "Hits by heat-rays")[0].1, [(0, 2), (1, 4)]);
    let (play, foot) = ray(&[3]);
    let [(destroyed, odds)] = of(&play, "Martians", "Destroyed at once by heat-rays")[..] else {
        panic!("a hit has an effect")
    };
    assert_eq!(odds, [(0, 4), (1, 2)]);
    assert!(destroyed == 0 || !play.alive(foot));
    // Who is not destroyed checks its morale: regular infantry by 4 and more.
    for (passed, odds) in of(&play, "Humans", "Morale checks passed") {
        assert_eq!((passed == 1, odds.len()), (play.alive(foot), 2));
    }
}

#[test]
fn each_die_of_a_move_counts_by_its_inches() {
    let mut s = Scene::new();
    let id = s.human("regular_infantry", 20.0, 20.0, 0.0);
    s.martian("tripod", 110.0, 110.0, 0.0);
    let mut play = s.play(Phase::HumanMovement);
    let news = play.order(pick(id));
    let rolled =
        news.iter().find_map(|what| if let What::Picked { dice, .. } = what { Some(dice) } else { None });
    let rolled: Vec<i32> = rolled.expect("dice").iter().map(|die| i32::from(*die)).collect();
    let throws = of(&play, "Humans", "Inches rolled for movement");
    assert_eq!(throws.iter().map(|(came, _)| *came).collect::<Vec<_>>(), rolled);
    assert_eq!(throws[0].1, [(1, 1), (2, 1), (3, 1), (4, 1), (5, 1), (6, 1)]);
}
