//! CLOSE COMBAT (TH-CLC).

use crate::support::{Played, Scene, fire, go, p, pick};
use hussars::measure::Place;
use hussars::{Ask, Attack, Mode, Order, Phase, Side, StandId, Weapon, What};
use table::proves;

fn shots(news: &[What]) -> Vec<(StandId, u8)> {
    news.iter()
        .filter_map(|w| if let What::Shot { stand, needed, .. } = w { Some((*stand, *needed)) } else { None })
        .collect()
}

/// Infantry walks up to a tripod without gas.
fn duel(dice: &[u16], kind: &str) -> (Played, StandId, StandId) {
    let mut s = Scene::new().dice(dice);
    let t = s.martian("tripod", 20.0, 30.0, 0.0);
    let foot = s.human(kind, 20.0, 23.0, 0.0);
    s.human("regular_infantry", 100.0, 100.0, 0.0);
    s.set(t, |x| x.gas = 0);
    let mut play = s.play(Phase::HumanMovement);
    play.walk(foot, 20.0, 29.0);
    (play, t, foot)
}

#[test]
fn a_mover_stops_within_an_inch_and_remembers_what_is_left() {
    proves!("TH-CLC-01", "TH-CLC-02", "TH-CLC-03");
    let (play, _, foot) = duel(&[4, 5], "regular_infantry");
    assert!(play.stand(foot).stopped);
    assert_eq!(play.stand(foot).at, p(20.0, 27.996));
    assert_eq!(play.stand(foot).left, 900 - 500);
    assert_eq!(play.asked(), Some((Side::Human, Ask::Move)), "others move first");
}

#[test]
fn the_stand_that_stood_still_fires_first() {
    proves!("TH-CLC-04", "TH-CLC-05");
    let (mut play, t, foot) = duel(&[4, 5, 4, 6], "regular_infantry");
    let news = play.end();
    assert_eq!(shots(&news), [(t, 3)]);
    assert!(!play.alive(foot));
    // Round after round, until one is gone: the ray misses, the infantry misses, the ray hits.
    let (mut play, t, foot) = duel(&[4, 5, 1, 1, 2, 2, 1, 1, 4, 6], "regular_infantry");
    let news = play.end();
    assert_eq!(shots(&news), [(t, 3), (foot, 6), (t, 3), (foot, 6), (t, 3), (foot, 6), (t, 3)]);
    assert!(!play.alive(foot));
}

#[test]
fn each_shot_costs_the_mover_an_inch_and_it_may_go_on() {
    proves!("TH-CLC-06", "TH-CLC-07", "TH-CLC-08");
    let mut s = Scene::new().dice(&[1, 1, 1, 3, 5, 1, 3, 5]);
    let t = s.martian("tripod", 20.0, 20.0, 0.0);
    let one = s.human("regular_infantry", 20.0, 30.0, 180.0);
    let two = s.human("regular_infantry", 26.0, 28.0, 180.0);
    s.human("regular_infantry", 100.0, 100.0, 0.0);
    s.set(t, |x| x.gas = 0);
    let mut play = s.play(Phase::MartianMovement);
    play.walk(t, 20.0, 29.0);
    assert_eq!(play.stand(t).left, 2400 - 800);
    let news = play.end();
    assert_eq!(shots(&news).len(), 4, "two rounds: {news:?}");
    assert!(!play.alive(one));
    assert_eq!(play.asked(), Some((Side::Martian, Ask::Continue)));
    assert_eq!(play.stand(t).left, 1400, "two shots");
    assert_eq!(play.refused(Order::Continue { stand: t, path: vec![p(20.0, 44.0)], facing: 0 }), "TH-GEO-11");
    let news = play.order(Order::Continue { stand: t, path: vec![p(26.0, 28.0)], facing: 0 });
    assert!(news.contains(&What::Contact { stand: t, enemy: two }));
    assert_eq!(shots(&news)[0].0, two, "the new enemy fires first");
    assert!(!play.alive(two));
}

#[test]
fn several_stands_fight_as_one_combat() {
    proves!("TH-CLC-03", "TH-CLC-10");
    let mut s = Scene::new().dice(&[6, 6, 6, 6, 6, 6, 1, 2, 2, 2, 1, 6, 6, 6]);
    let t = s.martian("tripod", 20.0, 30.0, 0.0);
    let left = s.human("regular_infantry", 18.0, 24.0, 0.0);
    let middle = s.human("regular_infantry", 20.0, 24.0, 0.0);
    let right = s.human("regular_infantry", 22.0, 24.0, 0.0);
    let bystander = s.martian("tripod", 20.0, 33.0, 0.0);
    s.set(t, |x| x.gas = 0);
    let mut play = s.play(Phase::HumanMovement);
    play.walk(left, 19.0, 28.5);
    play.walk(middle, 20.0, 28.5);
    play.walk(right, 21.0, 28.5);
    let stopped = [left, middle, right].map(|id| play.stand(id).stopped);
    assert_eq!(stopped, [true; 3]);
    let news = play.end();
    let began = news.iter().find_map(|w| {
        if let What::CombatBegan { movers, others } = w {
            Some((movers.clone(), others.clone()))
        } else {
            None
        }
    });
    assert_eq!(began, Some((vec![left, middle, right], vec![t])), "the friend behind takes no part");
    assert_eq!(play.asked(), Some((Side::Martian, Ask::Shot { stand: t })), "it picks its target");
    assert_eq!(play.refused(crate::support::fire(t, bystander)), "TH-CBT-01");
    let news = play.order(fire(t, middle));
    assert_eq!(shots(&news).iter().map(|(id, _)| *id).take(4).collect::<Vec<_>>(), [t, left, middle, right]);
}

#[test]
fn guns_fire_in_their_arc_and_small_arms_out_of_it() {
    proves!("TH-CLC-09");
    let scene = |facing: f64, kind: &str| {
        let mut s = Scene::new();
        let t = s.martian("tripod", 20.0, 20.0, 0.0);
        let gun = s.human(kind, 20.0, 26.0, facing);
        s.set(gun, |x| x.fired = true);
        s.set(t, |x| x.gas = 0);
        let mut play = s.play(Phase::MartianMovement);
        play.walk(t, 20.0, 25.0);
        (play, t, gun)
    };
    let first = |facing: f64, kind: &str| {
        let (mut play, _, gun) = scene(facing, kind);
        let news = play.end();
        news.iter().find_map(|w| match w {
            What::Shot { stand, weapon, rolls, needed, .. } if *stand == gun => {
                Some((*weapon, rolls.len(), *needed))
            }
            _ => None,
        })
    };
    assert_eq!(
        first(180.0, "regular_field_artillery"),
        Some((Weapon::FieldArtillery, 1, 6)),
        "even if it fired in phase 3"
    );
    assert_eq!(first(0.0, "regular_field_artillery"), Some((Weapon::SmallArms, 1, 6)));
    assert_eq!(first(180.0, "regular_machinegun"), Some((Weapon::Machinegun, 4, 6)));
    assert_eq!(first(0.0, "regular_machinegun"), Some((Weapon::SmallArms, 1, 6)));
}

#[test]
fn heat_ray_checks_are_rolled_at_once_and_only_one_counts() {
    proves!("TH-CLC-11", "TH-MOR-07");
    // Round 1: hit, effect 2, check 5 passed. Round 2: hit, effect 2, nothing. Round 3: hit, effect 6.
    let (mut play, _, foot) = duel(&[4, 5, 3, 2, 5, 1, 3, 2, 1, 3, 6], "regular_infantry");
    let news = play.end();
    let checks = news.iter().filter(|w| matches!(w, What::Checked { .. })).count();
    assert_eq!(checks, 1, "{news:?}");
    assert!(!play.alive(foot));
    assert_eq!(shots(&news).len(), 5);
}

#[test]
fn a_check_owed_from_before_is_rolled_before_the_first_round() {
    proves!("TH-CLC-11");
    let mut s = Scene::new().dice(&[4, 5, 1]);
    let t = s.martian("tripod", 20.0, 30.0, 0.0);
    let foot = s.human("regular_infantry", 20.0, 23.0, 0.0);
    s.human("regular_infantry", 100.0, 100.0, 0.0);
    s.set(t, |x| x.gas = 0);
    s.set(foot, |x| (x.owes, x.checked) = (true, true));
    let mut play = s.play(Phase::HumanMovement);
    play.walk(foot, 20.0, 29.0);
    let news = play.end();
    assert!(news.contains(&What::Checked { stand: foot, needed: 5, roll: 1, passed: false }));
    assert!(shots(&news).is_empty() && !play.alive(foot));
}

#[test]
fn cover_counts_and_rays_do_not_sweep() {
    proves!("TH-CLC-12");
    let mut s = Scene::new().rect("woods", 15.0, 24.0, 25.0, 35.0).dice(&[1, 1]);
    let t = s.martian("tripod", 20.0, 20.0, 0.0);
    let foot = s.human("regular_infantry", 20.0, 25.0, 180.0);
    let mut play = s.play(Phase::MartianMovement);
    play.walk(t, 20.0, 25.0);
    assert!(play.stand(t).stopped);
    play.end();
    assert_eq!(play.asked(), Some((Side::Martian, Ask::Shot { stand: t })), "ray or gas");
    let odds = |a, weapon, b| play.state().odds(a, weapon, b, Mode::Melee, false).needed();
    assert_eq!((odds(t, Weapon::HeatRay, foot), odds(foot, Weapon::SmallArms, t)), (4, 6));
    assert_eq!(play.refused(crate::support::sweep(t, 20.0, 25.0, 90.0)), "TH-CLC-12");
    let at = play.stand(foot).at;
    assert!(play.accepts(Order::Attack { stand: t, attack: Attack::Gas { at } }));
    assert_eq!(play.refused(crate::support::gas(t, 40.0, 40.0)), "TH-CLC-12");
}

#[test]
fn ships_and_silent_cylinders_do_not_fight() {
    proves!("TH-CLC-13", "TH-CYL-11");
    let mut s = Scene::new().rect("lake", 10.0, 25.0, 40.0, 60.0);
    let t = s.martian("tripod", 20.0, 20.0, 0.0);
    s.human("ironclad", 22.0, 40.0, 0.0);
    let mut play = s.play(Phase::MartianMovement);
    play.walk(t, 20.0, 44.0);
    assert_eq!((play.stand(t).at, play.stand(t).stopped), (p(20.0, 44.0), false), "0.75 in past the ship");
    let mut s = Scene::new().dice(&[6, 6]);
    let (c, aboard) = s.cylinder(20.0, 30.0, 0, &["tripod", "tripod", "tripod", "tripod", "tripod"]);
    let foot = s.human("regular_infantry", 20.0, 20.0, 0.0);
    let mut play = s.play(Phase::HumanMovement);
    play.walk(foot, 20.0, 28.74);
    assert!(!play.alive(c) && aboard.iter().all(|m| !play.alive(*m)));
}

#[test]
fn nobody_left_who_can_harm_ends_it() {
    proves!("TH-CLC-14");
    // An unarmed tripod against infantry goes on until the tripod is destroyed.
    let mut dice = vec![4, 5];
    dice.extend([1, 1, 1, 6, 5, 6]);
    let mut s = Scene::new().dice(&dice);
    let t = s.martian("tripod", 20.0, 30.0, 0.0);
    let foot = s.human("regular_infantry", 20.0, 23.0, 0.0);
    s.set(t, |x| (x.marks, x.gas) = ([0, 0, 1, 1, 0], 0));
    let mut play = s.play(Phase::HumanMovement);
    play.walk(foot, 20.0, 29.0);
    let news = play.end();
    assert!(!play.alive(t) && play.alive(foot), "{news:?}");
    // Infantry in no state to hit: a cylinder in cover, its crew silent, needs 7.
    let mut s = Scene::new().dice(&[6, 6]).rect("woods", 10.0, 29.0, 30.0, 40.0);
    let t = s.martian("tripod", 20.0, 30.0, 0.0);
    let (c, _) = s.cylinder(24.0, 31.0, 1, &[]);
    let foot = s.human("regular_infantry", 24.0, 22.0, 0.0);
    let mut play = s.play(Phase::HumanMovement);
    play.walk(foot, 24.0, 29.5);
    assert!(play.stand(foot).stopped);
    let odds = play.state().odds(foot, Weapon::SmallArms, c, Mode::Melee, false);
    assert_eq!(odds.needed(), 7);
    let _ = (t, pick(foot), go(&[(0.0, 0.0)], 0.0));
}

#[test]
fn who_leaves_an_enemy_and_comes_back_is_stopped() {
    proves!("TH-CLC-01");
    let mut s = Scene::new();
    let t = s.martian("tripod", 20.0, 50.0, 0.0);
    let foot = s.human("regular_infantry", 20.0, 48.0, 0.0);
    let mut play = s.play(Phase::MartianMovement);
    assert_eq!(play.state().gap(t, foot), 100, "beside it from the start");
    play.order(pick(t));
    let news = play.order(go(&[(20.0, 56.0), (20.0, 49.5)], 180.0));
    assert!(news.contains(&What::Contact { stand: t, enemy: foot }), "{news:?}");
    assert_eq!(play.stand(t).at, p(20.0, 50.004));
}

#[test]
fn who_slides_along_an_enemy_is_stopped() {
    proves!("TH-CLC-01");
    // Beside it from the start, 0.5 in off: along its side at the same gap; along it and a hundredth, or a quarter of an
    // inch, off for each inch; aslant away from it by more than half of the way; straight away; nearer.
    let ways = [
        ((24.0, 50.0), true),
        ((24.0, 50.04), true),
        ((24.0, 51.0), true),
        ((24.0, 52.2), true),
        ((24.0, 52.5), false),
        ((20.0, 54.0), false),
        ((20.0, 49.9), true),
    ];
    for (to, met) in ways {
        let mut s = Scene::new();
        let t = s.martian("tripod", 20.0, 50.0, 0.0);
        let foot = s.human("regular_infantry", 20.0, 48.5, 0.0);
        let mut play = s.play(Phase::MartianMovement);
        assert_eq!(play.state().gap(t, foot), 50);
        play.order(pick(t));
        let facing = play.stand(t).at.heading(p(to.0, to.1));
        let order = Order::Go { path: vec![p(to.0, to.1)], facing };
        let stop = play.state().foresee(Side::Martian.seat(), &order).expect("a preview").stopped_by;
        let news = play.order(order);
        assert_eq!(news.contains(&What::Contact { stand: t, enemy: foot }), met, "{to:?}: {news:?}");
        assert_eq!(stop, met.then_some(foot), "{to:?}: as foreseen");
    }
}

#[test]
fn nobody_slides_along_an_enemy_in_tiny_steps() {
    proves!("TH-CLC-01");
    let mut s = Scene::new();
    let t = s.martian("tripod", 20.0, 50.0, 90.0);
    let foot = s.human("regular_infantry", 20.0, 48.5, 0.0);
    let mut play = s.play(Phase::MartianMovement);
    play.order(pick(t));
    let steps: Vec<(f64, f64)> = (1..=60).map(|k| (20.0 + 0.015 * f64::from(k), 50.0)).collect();
    let news = play.order(go(&steps, 90.0));
    assert!(news.contains(&What::Contact { stand: t, enemy: foot }), "{news:?}");
    assert!(play.stand(t).at.x < 20_050, "stopped at once, at {:?}", play.stand(t).at);
}

#[test]
fn a_turn_at_the_end_of_a_move_can_bring_close_combat() {
    proves!("TH-CLC-01");
    // Half an inch deep it ends 1.1 in from the tripod; turned it is an inch wide and 0.85 in off.
    for (facing, met) in [(270.0, false), (0.0, true)] {
        let mut s = Scene::new().dice(&[6, 6, 1, 1, 1, 1]);
        let t = s.martian("tripod", 20.0, 25.0, 0.0);
        let foot = s.human("elite_infantry", 26.0, 25.0, 270.0);
        let mut play = s.play(Phase::HumanMovement);
        play.order(pick(foot));
        let news = play.order(go(&[(22.1, 25.0)], facing));
        assert_eq!(news.contains(&What::Contact { stand: foot, enemy: t }), met, "{facing}");
        assert_eq!((play.stand(foot).stopped, play.stand(foot).left), (met, if met { 810 } else { 0 }));
        assert_eq!(play.end().iter().any(|w| matches!(w, What::CombatBegan { .. })), met);
    }
    // A turn on the spot, too.
    let mut s = Scene::new().dice(&[6, 6, 1, 1, 1, 1]);
    let t = s.martian("tripod", 20.0, 25.0, 0.0);
    let foot = s.human("elite_infantry", 22.1, 25.0, 270.0);
    let mut play = s.play(Phase::HumanMovement);
    play.order(pick(foot));
    let news = play.order(Order::Stay { facing: 0 });
    assert!(news.contains(&What::Contact { stand: foot, enemy: t }));
}

#[test]
fn a_motive_hit_in_close_combat_shortens_the_rest_of_the_move() {
    proves!("TH-CLC-02", "TH-MAR-04", "TH-MAR-03");
    // The gun hits first: location 4 is motive, 1 the legs. Then the tripod burns it.
    for (location, left) in [(4, 825), (1, 0)] {
        let mut s = Scene::new().dice(&[5, 1, location, 3, 5]);
        let t = s.martian("tripod", 20.0, 25.0, 0.0);
        let gun = s.human("elite_field_artillery", 25.0, 25.0, 270.0);
        s.human("regular_infantry", 100.0, 100.0, 0.0);
        s.set(t, |x| x.gas = 0);
        let mut play = s.play(Phase::MartianMovement);
        play.walk(t, 23.0, 25.0);
        let before = play.stand(t).left;
        assert!(before > 2_000, "{before}");
        play.end();
        assert!(!play.alive(gun));
        let expected = if left == 0 { 0 } else { before - 1_200 - 100 };
        assert_eq!(play.stand(t).left, expected, "an inch for the shot, 12 in for the motive faculties");
        assert_eq!(play.stand(t).freed, left > 0);
    }
}
