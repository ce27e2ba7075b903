//! THE MARTIANS: sheets, systems, crashes (TH-MAR).

use crate::support::{Scene, fire, gas, go, p, pick};
use hussars::{Content, Phase, StandId, System, What};
use table::proves;

#[test]
fn sheets_have_their_boxes() {
    proves!("TH-MAR-01", "TH-MAR-02", "TH-MAR-07");
    let content = Content::built_in();
    let row = |id: &str| &content.profiles[content.profile(id).expect(id)];
    assert_eq!((row("tripod").boxes, row("tripod").inches), ([1, 3, 1, 1, 1], 24));
    assert_eq!((row("flyer").boxes, row("flyer").inches), ([0, 2, 1, 1, 1], 48));
    assert_eq!(row("tripod").boxes.iter().sum::<u8>(), 7);
    assert_eq!(row("flyer").boxes.iter().sum::<u8>(), 5);
    for weapon in [hussars::Weapon::HeatRay, hussars::Weapon::GasProjector] {
        assert_eq!((content.arm(weapon).range, content.arm(weapon).to_hit), (24, 3));
    }
    // 24 in away in the open: hit on 3.
    let mut s = Scene::new().dice(&[3, 5]);
    let t = s.martian("tripod", 10.0, 10.0, 0.0);
    let foot = s.human("regular_infantry", 10.0, 35.0, 0.0);
    s.human("regular_infantry", 90.0, 90.0, 0.0);
    let mut play = s.play(Phase::FirstFire);
    assert_eq!(play.state().gap(t, foot), 2400);
    play.fire(t, foot);
    assert!(!play.alive(foot));
}

fn tripod_with(marks: [u8; 5]) -> (crate::support::Played, StandId, StandId) {
    let mut s = Scene::new().dice(&[1, 1, 1]);
    let t = s.martian("tripod", 10.0, 10.0, 0.0);
    let foot = s.human("elite_infantry", 10.0, 20.0, 0.0);
    s.set(t, |x| x.marks = marks);
    (s.play(Phase::MartianMovement), t, foot)
}

#[test]
fn a_tripod_without_legs_stands() {
    proves!("TH-MAR-03");
    let (mut play, t, foot) = tripod_with([1, 0, 0, 0, 0]);
    play.order(pick(t));
    assert_eq!(play.refused(go(&[(10.0, 11.0)], 0.0)), "TH-MAR-03");
    let mut s = Scene::new();
    let own = s.martian("tripod", 10.0, 10.0, 0.0);
    let foe = s.human("elite_infantry", 10.0, 20.0, 0.0);
    s.set(own, |x| x.marks = [1, 0, 0, 0, 0]);
    assert!(s.play(Phase::FirstFire).accepts(fire(own, foe)));
    let _ = foot;
}

#[test]
fn motive_marks_slow_and_kill() {
    proves!("TH-MAR-04", "TH-MOV-04");
    for (marks, allowance) in [(0, 2400), (1, 1200), (2, 0)] {
        let (play, t, _) = tripod_with([0, marks, 0, 0, 0]);
        assert_eq!(play.state().machine_allowance(t), allowance);
    }
    // The third destroys it.
    let mut s = Scene::new().dice(&[6, 1, 4]);
    let t = s.martian("tripod", 10.0, 20.0, 0.0);
    let gun = s.human("regular_field_artillery", 10.0, 10.0, 0.0);
    s.set(t, |x| x.marks = [0, 2, 0, 0, 0]);
    let mut play = s.play(Phase::Artillery);
    play.fire(gun, t);
    assert!(!play.alive(t));
}

#[test]
fn weapons_that_are_hit_are_silent() {
    proves!("TH-MAR-05");
    let mut s = Scene::new();
    let t = s.martian("tripod", 10.0, 10.0, 0.0);
    let foot = s.human("elite_infantry", 10.0, 20.0, 0.0);
    s.set(t, |x| (x.marks, x.gas) = ([0, 0, 0, 1, 0], 2));
    let play = s.play(Phase::FirstFire);
    assert_eq!(play.refused(gas(t, 10.0, 20.0)), "TH-MAR-05");
    assert!(play.accepts(fire(t, foot)));
    let mut s = Scene::new();
    let t = s.martian("tripod", 10.0, 10.0, 0.0);
    let foot = s.human("elite_infantry", 10.0, 20.0, 0.0);
    s.set(t, |x| x.marks = [0, 0, 1, 0, 0]);
    let play = s.play(Phase::FirstFire);
    assert_eq!(play.refused(fire(t, foot)), "TH-MAR-05");
    assert_eq!(play.refused(crate::support::sweep(t, 10.0, 20.0, 90.0)), "TH-MAR-05");
    assert!(play.accepts(gas(t, 10.0, 20.0)));
}

#[test]
fn a_dead_pilot_ends_a_tripod_and_nothing_else() {
    proves!("TH-MAR-06", "TH-CBT-14");
    let mut s = Scene::new().dice(&[6, 1, 6]);
    let t = s.martian("tripod", 10.0, 20.0, 0.0);
    let gun = s.human("regular_field_artillery", 10.0, 10.0, 0.0);
    let near = s.human("regular_infantry", 10.0, 21.5, 0.0);
    let mut play = s.play(Phase::Artillery);
    let news = play.fire(gun, t);
    assert!(news.contains(&What::Located { target: t, roll: 6, system: System::Pilot }));
    assert!(!play.alive(t) && play.alive(near));
}

fn shot_flyer(dice: &[u16], marks: [u8; 5]) -> (crate::support::Played, StandId, Vec<What>) {
    let mut s = Scene::new().dice(dice);
    let flyer = s.martian("flyer", 30.0, 20.0, 90.0);
    let gun = s.human("veteran_field_artillery", 30.0, 50.0, 180.0);
    s.set(flyer, |x| x.marks = marks);
    let mut play = s.play(Phase::Artillery);
    let news = play.fire(gun, flyer);
    (play, flyer, news)
}

#[test]
fn a_flyer_crashes_by_its_second_motive_hit_or_its_pilot() {
    proves!("TH-MAR-08", "TH-MAR-09", "TH-MAR-10");
    let (play, flyer, _) = shot_flyer(&[6, 1, 4], [0; 5]);
    assert_eq!((play.alive(flyer), play.state().machine_allowance(flyer)), (true, 2400));
    for (dice, marks) in [([6, 1, 4, 3, 4], [0, 1, 0, 0, 0]), ([6, 1, 6, 3, 4], [0; 5])] {
        let (play, flyer, news) = shot_flyer(&dice, marks);
        assert!(news.contains(&What::Crashed { flyer, at: p(37.0, 20.0) }), "{news:?}");
        assert!(!play.alive(flyer));
    }
}

#[test]
fn a_crash_follows_the_last_leg_and_not_the_nose() {
    proves!("TH-MAR-10");
    // A turn of 45 degrees at the end of a flight, and a pivot on the spot.
    let here: &[(f64, f64)] = &[(36.0, 20.0)];
    for (path, facing) in [(here, 45.0), (&[(36.0, 20.0), (36.0, 20.0)], 0.0)] {
        let mut s = Scene::new().dice(&[6, 1, 6, 3, 4]);
        let flyer = s.martian("flyer", 30.0, 20.0, 90.0);
        let gun = s.human("veteran_field_artillery", 36.0, 50.0, 180.0);
        let mut play = s.play(Phase::MartianMovement);
        play.order(pick(flyer));
        play.order(go(path, facing));
        assert_eq!(play.stand(flyer).facing, crate::support::deg(facing));
        play.until(2, Phase::Artillery);
        let news = play.fire(gun, flyer);
        assert!(news.contains(&What::Crashed { flyer, at: p(43.0, 20.0) }), "{news:?}");
    }
}

#[test]
fn a_crash_takes_all_within_an_inch_of_the_point() {
    proves!("TH-MAR-11");
    let mut s = Scene::new().dice(&[6, 1, 6, 3, 4]);
    let flyer = s.martian("flyer", 30.0, 20.0, 90.0);
    let gun = s.human("veteran_field_artillery", 30.0, 50.0, 180.0);
    let at_one = s.human("regular_infantry", 37.0, 21.25, 0.0);
    let beyond = s.human("regular_infantry", 37.0, 18.74, 0.0);
    let tripod = s.martian("tripod", 38.25, 20.0, 0.0);
    let mut play = s.play(Phase::Artillery);
    play.fire(gun, flyer);
    assert!(!play.alive(at_one) && play.alive(beyond) && !play.alive(tripod));
    // Off the board it harms nobody.
    let mut s = Scene::new().dice(&[6, 1, 6, 3, 4]).board(36.0, 60.0);
    let flyer = s.martian("flyer", 30.0, 20.0, 90.0);
    let gun = s.human("veteran_field_artillery", 30.0, 50.0, 180.0);
    let edge = s.human("regular_infantry", 35.9, 20.0, 0.0);
    let mut play = s.play(Phase::Artillery);
    play.fire(gun, flyer);
    assert!(!play.alive(flyer) && play.alive(edge));
}
