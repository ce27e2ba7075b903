//! SEQUENCE OF PLAY (TH-SEQ).

use crate::support::{Scene, fire, gas, go, p, pick};
use hussars::measure::Place;
use hussars::{Ask, Flow, Moment, Order, Phase, Side, What};
use table::proves;

#[test]
fn five_phases_in_fixed_order() {
    proves!("TH-SEQ-01", "TH-SEQ-02");
    let mut s = Scene::new();
    s.martian("tripod", 10.0, 10.0, 0.0);
    let battery = s.human("regular_field_artillery", 10.0, 30.0, 180.0);
    let tripod = hussars::StandId(0);
    let mut play = s.start(Phase::FirstFire);
    let mut seen = vec![play.state().now.phase];
    for _ in 0..40 {
        let order = match play.asked().map(|(_, ask)| ask) {
            Some(Ask::Mark) => Order::Mark { stands: Vec::new() },
            Some(Ask::Watch { .. }) => Order::Pass,
            _ => Order::EndStep,
        };
        if play.state().now.phase == Phase::HumanMovement {
            assert_eq!(play.refused(fire(battery, tripod)), "TH-SEQ-01", "guns are silent in phase 4");
        }
        play.order(order);
        if seen.last() != Some(&play.state().now.phase) {
            seen.push(play.state().now.phase);
        }
        if play.state().now.turn == 3 {
            break;
        }
    }
    let five =
        [Phase::FirstFire, Phase::MartianMovement, Phase::Artillery, Phase::HumanMovement, Phase::SmallArms];
    assert_eq!(seen, [&five[..], &[Phase::FirstFire]].concat());
    assert_eq!((play.state().now.turn, play.state().now.phase), (3, Phase::FirstFire));
    // Phases 1 and 2 are the Martians', 3 to 5 the humans'.
    assert_eq!(five.map(Phase::side), [Side::Martian, Side::Martian, Side::Human, Side::Human, Side::Human]);
}

#[test]
fn a_tripod_that_fired_may_still_move() {
    proves!("TH-SEQ-03", "TH-SEQ-10");
    let mut s = Scene::new().dice(&[1]);
    let t = s.martian("tripod", 10.0, 10.0, 0.0);
    let foot = s.human("elite_infantry", 10.0, 20.0, 0.0);
    s.human("elite_infantry", 40.0, 20.0, 0.0);
    let mut play = s.play(Phase::FirstFire);
    play.fire(t, foot);
    assert_eq!(
        play.state().now.phase,
        Phase::MartianMovement,
        "the only Martian has fired: the phase is over"
    );
    play.order(pick(t));
    play.order(go(&[(34.0, 10.0)], 90.0));
    assert_eq!(play.stand(t).at, p(34.0, 10.0));
}

#[test]
fn one_attack_with_one_weapon() {
    proves!("TH-SEQ-10");
    let mut s = Scene::new().dice(&[1]);
    let (a, b) = (s.martian("tripod", 10.0, 10.0, 0.0), s.martian("tripod", 20.0, 10.0, 0.0));
    let foot = s.human("elite_infantry", 10.0, 20.0, 0.0);
    let mut play = s.play(Phase::FirstFire);
    play.fire(a, foot);
    assert_eq!(play.refused(gas(a, 10.0, 20.0)), "TH-SEQ-10");
    assert!(play.accepts(gas(b, 10.0, 20.0)));
}

#[test]
fn checks_wait_for_the_end_of_first_fire() {
    proves!("TH-SEQ-04", "TH-CBT-13");
    let mut s = Scene::new().dice(&[3, 2, 6, 1, 4]);
    let (a, b) = (s.martian("tripod", 10.0, 10.0, 0.0), s.martian("tripod", 20.0, 10.0, 0.0));
    let foot = s.human("regular_infantry", 10.0, 20.0, 0.0);
    s.human("regular_infantry", 50.0, 20.0, 0.0);
    let mut play = s.play(Phase::FirstFire);
    let news = play.fire(a, foot);
    assert!(news.contains(&What::CheckOwed { stand: foot }));
    assert!(!news.iter().any(|w| matches!(w, What::Checked { .. })));
    assert!(play.alive(foot) && play.accepts(fire(b, foot)), "it may be shot at again");
    let news = play.fire(b, foot);
    assert!(news.contains(&What::Checked { stand: foot, needed: 5, roll: 4, passed: false }), "{news:?}");
    assert!(!play.alive(foot));
}

#[test]
fn only_who_neither_fired_nor_moved_takes_a_marker() {
    proves!("TH-SEQ-05", "TH-OVR-01", "TH-MOV-05");
    let mut s = Scene::new();
    let (a, b) = (s.martian("tripod", 10.0, 10.0, 0.0), s.martian("tripod", 20.0, 10.0, 0.0));
    let (c, d) = (s.martian("tripod", 30.0, 10.0, 0.0), s.martian("tripod", 40.0, 10.0, 0.0));
    s.human("elite_infantry", 10.0, 80.0, 0.0);
    s.set(a, |t| t.fired = true);
    let mut play = s.play(Phase::MartianMovement);
    play.walk(b, 23.0, 10.0);
    play.order(pick(d));
    play.order(Order::Stay { facing: 900 });
    play.end();
    assert_eq!(play.asked(), Some((Side::Martian, Ask::Mark)));
    for mover in [a, b] {
        assert_eq!(play.refused(Order::Mark { stands: vec![mover] }), "TH-SEQ-05");
    }
    play.order(Order::Mark { stands: vec![c, d] });
    assert_eq!((play.stand(c).marker, play.stand(d).marker > 0, play.stand(a).marker), (7, true, 0));
}

#[test]
fn guns_in_phase_three_small_arms_in_phase_five() {
    proves!("TH-SEQ-06", "TH-SEQ-09", "TH-MGS-01");
    let scene = || {
        let mut s = Scene::new().dice(&[1, 1, 1, 1, 1, 1]);
        let t = s.martian("tripod", 20.0, 20.0, 0.0);
        let gun = s.human("regular_field_artillery", 20.0, 10.0, 0.0);
        let foot = s.human("regular_infantry", 22.0, 10.0, 0.0);
        let fast = s.human("regular_machinegun", 18.0, 10.0, 0.0);
        (s, t, gun, foot, fast)
    };
    let (s, t, gun, foot, fast) = scene();
    let play = s.play(Phase::Artillery);
    assert!(play.accepts(fire(gun, t)));
    assert_eq!((play.refused(fire(foot, t)), play.refused(fire(fast, t))), ("TH-SEQ-06", "TH-MGS-01"));
    let (mut s, t, gun, foot, fast) = scene();
    s.set(foot, |x| (x.moving, x.stirred) = (true, true));
    let play = s.play(Phase::SmallArms);
    assert!(play.accepts(fire(foot, t)) && play.accepts(fire(fast, t)));
    assert_eq!(play.refused(fire(gun, t)), "TH-SEQ-09");
}

#[test]
fn guns_that_fired_stay_put() {
    proves!("TH-SEQ-07", "TH-MOV-06", "TH-MOV-07", "TH-MOV-05");
    let mut s = Scene::new().dice(&[2, 6, 3, 3]);
    s.martian("tripod", 20.0, 90.0, 0.0);
    let fired = s.human("regular_field_artillery", 20.0, 10.0, 0.0);
    let silent = s.human("regular_field_artillery", 25.0, 10.0, 0.0);
    let horse = s.human("regular_horse_artillery", 30.0, 10.0, 0.0);
    s.set(fired, |x| x.fired = true);
    s.set(horse, |x| x.fired = true);
    let mut play = s.play(Phase::HumanMovement);
    play.order(pick(fired));
    assert_eq!(play.refused(go(&[(20.0, 12.0)], 0.0)), "TH-MOV-06");
    assert_eq!(play.refused(go(&[(20.0, 10.1)], 0.0)), "TH-MOV-06");
    play.order(Order::Stay { facing: 900 });
    assert_eq!(play.stand(fired).facing, 900);
    play.walk(horse, 30.0, 18.0);
    play.walk(silent, 25.0, 12.0);
    assert_eq!((play.stand(horse).at, play.stand(silent).at), (p(30.0, 18.0), p(25.0, 12.0)));
}

#[test]
fn the_late_shot_comes_after_continued_moves_and_before_checks() {
    proves!("TH-SEQ-08", "TH-OVR-04", "TH-CLC-06", "TH-CLC-07");
    // Infantry rolls 9, walks 5 and meets a silent-legged tripod; wins after two rounds; 2 in are left.
    let mut s = Scene::new().dice(&[4, 5, 1, 6, 5, 6, 1]);
    let t = s.martian("tripod", 20.0, 50.0, 0.0);
    let watcher = s.martian("tripod", 20.0, 70.0, 0.0);
    let foot = s.human("regular_infantry", 20.0, 43.0, 0.0);
    s.human("regular_infantry", 100.0, 10.0, 0.0);
    s.set(watcher, |x| x.marker = 7);
    s.set(t, |x| (x.marks, x.gas) = ([0, 0, 1, 1, 0], 0));
    let mut play = s.begin(Phase::HumanMovement, Flow::Moving);
    play.order(pick(foot));
    play.order(go(&[(20.0, 49.0)], 0.0));
    play.must_watch(Side::Martian, Moment::During);
    play.order(Order::Hold);
    assert!(play.stand(foot).stopped);
    let left = play.stand(foot).left;
    play.end();
    assert_eq!(
        play.asked(),
        Some((Side::Human, Ask::Continue)),
        "the unarmed tripod lost: {:?}",
        play.news()
    );
    assert_eq!((left, play.stand(foot).left), (400, 200), "each of its two shots cost an inch");
    let at = play.stand(foot).at;
    let to = at.ahead(0, 2_000.0);
    play.order(Order::Continue { stand: foot, path: vec![to], facing: 0 });
    play.must_watch(Side::Martian, Moment::After);
    let shot =
        Order::React { holder: watcher, mark: 0, attack: hussars::Attack::Fire { gun: 0, target: foot } };
    let news = play.order(shot);
    assert_eq!(crate::support::needed(&news), 3, "no modifier after movement");
}
