//! STRATEGIC MOVEMENT (TH-STR).

use crate::support::{Scene, fire, go, march, p, pick};
use hussars::{Mode, Order, Phase, Weapon, What};
use table::proves;

#[test]
fn only_human_stands_march_and_at_fixed_rates() {
    proves!("TH-STR-01", "TH-STR-02");
    let mut s = Scene::new().rect("lake", 60.0, 60.0, 119.0, 119.0);
    let rows = [
        ("regular_infantry", 1200),
        ("regular_cavalry", 2400),
        ("regular_heavy_artillery", 1800),
        ("regular_machinegun", 1800),
        ("regular_field_artillery", 1800),
    ];
    let ids: Vec<_> = rows
        .iter()
        .enumerate()
        .map(|(i, (kind, _))| s.human(kind, 10.0 + 5.0 * i as f64, 10.0, 0.0))
        .collect();
    let ship = s.human("ironclad", 90.0, 90.0, 0.0);
    s.martian("tripod", 55.0, 100.0, 0.0);
    let mut play = s.play(Phase::HumanMovement);
    assert_eq!(play.refused(march(ship)), "TH-STR-01");
    for (id, (_, rate)) in ids.iter().zip(rows) {
        let news = play.order(march(*id));
        assert!(news.contains(&What::Picked { stand: *id, dice: vec![], allowance: rate, strategic: true }));
        play.order(Order::Stay { facing: 0 });
    }
    let mut s = Scene::new();
    let t = s.martian("tripod", 10.0, 10.0, 0.0);
    s.human("regular_infantry", 90.0, 90.0, 0.0);
    assert_eq!(s.play(Phase::MartianMovement).refused(march(t)), "TH-STR-01");
}

#[test]
fn a_march_is_whole_and_silent() {
    proves!("TH-STR-03", "TH-STR-05", "TH-STR-07", "TH-STR-04");
    let mut s = Scene::new().dice(&[6, 6, 1, 1]);
    let foot = s.human("regular_infantry", 10.0, 10.0, 0.0);
    let horse = s.human("regular_horse_artillery", 20.0, 10.0, 0.0);
    let other = s.human("regular_infantry", 14.0, 12.0, 0.0);
    let t = s.martian("tripod", 10.0, 33.5, 0.0);
    s.set(horse, |x| x.fired = true);
    let mut play = s.play(Phase::HumanMovement);
    assert_eq!(play.refused(march(horse)), "TH-STR-05");
    assert!(play.accepts(pick(horse)));
    play.order(march(foot));
    play.order(go(&[(10.0, 16.0)], 0.0));
    assert_eq!(play.refused(pick(foot)), "TH-MOV-01", "6 of 12 in, and no dice for more");
    play.order(pick(other));
    assert_eq!(play.refused(march(other)), "TH-STR-03", "it rolled its dice");
    play.order(Order::Stay { facing: 0 });
    play.until(2, Phase::SmallArms);
    assert_eq!(play.refused(fire(foot, t)), "TH-STR-05");
    play.end();
    assert_eq!(play.refused(Order::Mark { stands: vec![foot] }), "TH-STR-07");
    play.order(Order::Mark { stands: vec![] });
    // Bound through the Martians' player turn, free from phase 3 of the next turn.
    play.until(3, Phase::MartianMovement);
    assert!(play.stand(foot).strategic);
    play.until(3, Phase::Artillery);
    assert!(!play.stand(foot).strategic);
}

#[test]
fn ten_inches_from_every_enemy() {
    proves!("TH-STR-06");
    for (gap, legal) in [(10.0, false), (10.5, true)] {
        let mut s = Scene::new();
        let foot = s.human("regular_infantry", 10.0, 10.0, 0.0);
        s.martian("tripod", 10.0, 11.0 + gap, 0.0);
        let play = s.play(Phase::HumanMovement);
        assert_eq!(play.accepts(march(foot)), legal, "{gap}");
        if !legal {
            assert_eq!(play.refused(march(foot)), "TH-STR-06");
        }
    }
    let mut s = Scene::new();
    let foot = s.human("regular_infantry", 10.0, 10.0, 0.0);
    s.martian("tripod", 16.0, 21.0, 0.0);
    let mut play = s.play(Phase::HumanMovement);
    play.order(march(foot));
    assert_eq!(play.refused(go(&[(22.0, 10.0)], 90.0)), "TH-STR-06", "9.75 in on the way");
    assert!(play.accepts(go(&[(21.5, 9.0)], 90.0)), "10.17 in at the nearest");
    // As it comes to lie: marching east it is half an inch deep along the way, turned north an inch wide.
    let mut s = Scene::new();
    let foot = s.human("regular_infantry", 10.0, 10.0, 90.0);
    s.martian("tripod", 32.1, 10.0, 0.0);
    let mut play = s.play(Phase::HumanMovement);
    play.order(march(foot));
    assert!(play.accepts(go(&[(21.05, 10.0)], 90.0)), "10.05 in");
    assert_eq!(play.refused(go(&[(21.05, 10.0)], 0.0)), "TH-STR-06", "9.8 in");
    // An enemy that its side does not know of: it keeps the facing of its leg.
    let mut s = Scene::new().option("hidden_stands", "true").rect("forest", 30.0, 0.0, 60.0, 30.0);
    let foot = s.human("regular_infantry", 10.0, 10.0, 90.0);
    let t = s.martian("tripod", 32.1, 10.0, 0.0);
    s.hide(t);
    let mut play = s.play(Phase::HumanMovement);
    play.order(march(foot));
    play.order(go(&[(21.05, 10.0)], 0.0));
    let news = play.pass();
    assert_eq!(play.stand(foot).facing, 900);
    assert!(news.iter().any(|w| matches!(w, What::CutShort { stand, .. } if *stand == foot)), "{news:?}");
    // Silent cylinders and flyers are enemies, too.
    let mut s = Scene::new();
    let foot = s.human("regular_infantry", 10.0, 10.0, 0.0);
    s.cylinder(10.0, 20.0, 0, &["tripod"]);
    assert_eq!(s.play(Phase::HumanMovement).refused(march(foot)), "TH-STR-06");
    let mut s = Scene::new();
    let foot = s.human("regular_infantry", 10.0, 10.0, 0.0);
    s.martian("flyer", 10.0, 20.0, 0.0);
    assert_eq!(s.play(Phase::HumanMovement).refused(march(foot)), "TH-STR-06");
}

#[test]
fn a_marching_stand_is_shaken_and_easy_to_hit() {
    proves!("TH-STR-08", "TH-STR-09", "TH-STR-04");
    // Effect 3, then 5 - 1 = 4 is below 5.
    let mut s = Scene::new().dice(&[2, 3, 5]);
    let t = s.martian("tripod", 10.0, 10.0, 0.0);
    let foot = s.human("regular_infantry", 10.0, 31.0, 0.0);
    s.human("regular_infantry", 90.0, 90.0, 0.0);
    s.set(foot, |x| x.strategic = true);
    let mut play = s.play(Phase::FirstFire);
    let news = play.fire(t, foot);
    assert_eq!(crate::support::needed(&news), 2);
    assert!(news.contains(&What::Checked { stand: foot, needed: 6, roll: 5, passed: false }), "{news:?}");
    assert!(!play.alive(foot));
    let mut s = Scene::new();
    let t = s.martian("tripod", 10.0, 10.0, 0.0);
    let far = s.human("regular_infantry", 10.0, 41.0, 0.0);
    let near = s.human("regular_infantry", 10.0, 31.0, 0.0);
    s.set(far, |x| x.strategic = true);
    s.set(near, |x| x.strategic = true);
    let play = s.play(Phase::FirstFire);
    let needs = |target, sweep| play.state().odds(t, Weapon::HeatRay, target, Mode::Phase, sweep).needed();
    assert_eq!((needs(far, false), needs(near, true)), (3, 4));
}

#[test]
fn assaulted_on_the_march_it_fights_as_usual() {
    proves!("TH-STR-10");
    // The infantry fires first in the round, on its own number; the tripod then hits on 3, not on 2.
    let mut s = Scene::new().dice(&[5, 2, 5, 2, 5, 2, 5, 3, 5]);
    let t = s.martian("tripod", 10.0, 10.0, 0.0);
    let foot = s.human("regular_infantry", 10.0, 20.0, 180.0);
    s.human("regular_infantry", 90.0, 90.0, 0.0);
    s.set(foot, |x| x.strategic = true);
    s.set(t, |x| x.gas = 0);
    let mut play = s.play(Phase::MartianMovement);
    play.walk(t, 10.0, 20.0);
    let news = play.end();
    let shots: Vec<_> = news
        .iter()
        .filter_map(|w| if let What::Shot { stand, needed, .. } = w { Some((*stand, *needed)) } else { None })
        .collect();
    assert_eq!(shots[..2], [(foot, 6), (t, 3)]);
    assert!(!play.alive(foot));
    let _ = p(0.0, 0.0);
}
