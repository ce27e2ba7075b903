//! OVERWATCH (TH-OVR).

use crate::support::{Scene, fire, go, march, needed, p, pick};
use hussars::{Ask, Attack, Moment, Order, Phase, Side, What};
use table::{Game, proves};

fn react(holder: hussars::StandId, mark: u16, target: hussars::StandId) -> Order {
    Order::React { holder, mark, attack: Attack::Fire { gun: 0, target } }
}

#[test]
fn before_movement_without_a_modifier_and_only_once() {
    proves!("TH-OVR-01", "TH-OVR-02", "TH-OVR-05");
    let mut s = Scene::new().dice(&[1, 1, 1]);
    let t = s.martian("tripod", 20.0, 20.0, 0.0);
    let foot = s.human("regular_infantry", 20.0, 41.0, 0.0);
    s.set(t, |x| x.marker = 7);
    let mut play = s.start(Phase::HumanMovement);
    play.must_watch(Side::Martian, Moment::Before);
    let news = play.order(react(t, 0, foot));
    assert_eq!(needed(&news), 3);
    assert_eq!(play.stand(t).marker, 0);
    assert_eq!(play.asked(), Some((Side::Human, Ask::Move)));
    play.walk(foot, 20.0, 42.0);
    play.end();
    assert_ne!(play.asked().map(|(side, _)| side), Some(Side::Martian), "no second shot");
}

#[test]
fn one_at_each_moment_where_that_is_agreed() {
    proves!("TH-OVR-05", "TH-OVR-06");
    let mut s = Scene::new().option("overwatch_shots", "3").dice(&[1, 4, 4, 1, 1]);
    let t = s.martian("tripod", 20.0, 20.0, 0.0);
    let foot = s.human("regular_infantry", 20.0, 41.0, 0.0);
    s.set(t, |x| (x.marker, x.gas) = (7, 2));
    let mut play = s.start(Phase::HumanMovement);
    play.order(react(t, 0, foot));
    assert_eq!(play.stand(t).marker, 6);
    play.walk(foot, 20.0, 44.0);
    let news = play.order(react(t, 0, foot));
    assert_eq!(needed(&news), 4);
    play.end();
    play.must_watch(Side::Martian, Moment::After);
    let news = play.order(react(t, 0, foot));
    assert_eq!(needed(&news), 3);
    assert_eq!((play.stand(t).marker, play.stand(t).gas), (0, 2));
}

#[test]
fn without_close_combats_the_next_question_is_the_one_after_all_moves() {
    proves!("TH-OVR-09", "TH-OVR-04");
    let mut s = Scene::new().dice(&[3]);
    let t = s.martian("tripod", 20.0, 20.0, 0.0);
    let foot = s.human("regular_infantry", 20.0, 41.0, 0.0);
    s.set(t, |x| x.marker = 7);
    let mut play = s.start(Phase::HumanMovement);
    play.order(Order::Pass);
    play.walk(foot, 20.0, 44.0);
    play.order(Order::Pass);
    play.end();
    play.must_watch(Side::Martian, Moment::After);
    assert_eq!(needed(&play.order(react(t, 0, foot))), 3, "a shot after the moves has no modifier");
}

#[test]
fn a_marker_may_be_spent_on_gas_and_goes_with_the_phase() {
    proves!("TH-OVR-05", "TH-OVR-06");
    let mut s = Scene::new().dice(&[6]);
    let t = s.martian("tripod", 20.0, 20.0, 0.0);
    let foot = s.human("regular_infantry", 20.0, 41.0, 0.0);
    s.human("regular_infantry", 90.0, 41.0, 0.0);
    s.set(t, |x| (x.marker, x.gas) = (7, 2));
    let mut play = s.start(Phase::HumanMovement);
    play.order(Order::React { holder: t, mark: 0, attack: Attack::Gas { at: p(20.0, 41.0) } });
    assert_eq!((play.stand(t).gas, play.stand(t).marker, play.alive(foot)), (1, 0, false));
    let mut s = Scene::new();
    let t = s.martian("tripod", 20.0, 20.0, 0.0);
    let foot = s.human("regular_infantry", 20.0, 41.0, 0.0);
    s.set(t, |x| x.marker = 7);
    let mut play = s.start(Phase::HumanMovement);
    play.until(3, Phase::FirstFire);
    assert_eq!(play.stand(t).marker, 0);
    assert!(play.accepts(fire(t, foot)));
}

#[test]
fn one_question_for_a_move_in_view() {
    proves!("TH-OVR-09", "TH-OVR-03", "TH-GEO-13");
    // A wall of forest with a gap: the walker is in view of one tripod from inch 3 to inch 5 only.
    let scene = || {
        let mut s = Scene::new()
            .tall("forest", &[(10.0, 30.0), (22.4, 30.0), (22.4, 32.0), (10.0, 32.0)], 9)
            .tall("forest", &[(26.1, 30.0), (60.0, 30.0), (60.0, 32.0), (26.1, 32.0)], 9)
            .dice(&[3, 4, 1, 6, 6]);
        let seer = s.martian("tripod", 24.25, 20.0, 0.0);
        let blind = s.martian("tripod", 80.0, 20.0, 0.0);
        let foot = s.human("regular_infantry", 20.0, 33.0, 90.0);
        for t in [seer, blind] {
            s.set(t, |x| (x.marker, x.gas) = (7, 0));
        }
        let far = s.human("regular_infantry", 110.0, 110.0, 90.0);
        for id in [foot, far] {
            s.hide(id);
        }
        (s, seer, blind, foot)
    };
    let (s, seer, blind, foot) = scene();
    let mut play = s.play(Phase::HumanMovement);
    play.walk(foot, 27.0, 33.0);
    play.must_watch(Side::Martian, Moment::During);
    let chances = &play.state().now.chances;
    assert!(!chances.is_empty() && chances.iter().all(|c| c.holder == seer), "{chances:?}");
    let marks = hussars::marks(&[p(20.0, 33.0), p(27.0, 33.0)], 900);
    let seen: Vec<i64> = chances.iter().map(|c| marks[usize::from(c.mark)].walked.0 / 1_000_000).collect();
    assert!(seen.is_sorted() && seen[0] > 0 && seen[seen.len() - 1] < 7, "{seen:?}");
    assert_eq!(play.refused(react(blind, chances[0].mark, foot)), "TH-LOS-02");
    assert_eq!(play.refused(react(seer, 0, foot)), "TH-OVR-09", "it is not asked about there");
    let mark = chances[0].mark;
    let news = play.order(react(seer, mark, foot));
    assert_eq!(needed(&news), 4, "-1 during movement");
    assert_eq!(play.stand(foot).at, p(27.0, 33.0), "it survives and finishes its path");
    // After 'hold' no further move is asked about, and the last shot is offered without modifier.
    let (mut s, seer, _, foot) = scene();
    let other = s.human("regular_infantry", 24.0, 36.0, 90.0);
    let mut play = s.play(Phase::HumanMovement);
    play.walk(foot, 24.0, 33.0);
    play.order(Order::Hold);
    play.walk(other, 25.0, 36.0);
    assert_eq!(play.asked(), Some((Side::Human, Ask::Move)));
    play.end();
    play.must_watch(Side::Martian, Moment::After);
    assert!(play.accepts(react(seer, 0, foot)));
}

#[test]
fn a_step_out_and_back_can_be_shot_at() {
    proves!("TH-GEO-13", "TH-OVR-03", "TH-SPO-02");
    // Behind the end of a wall: 0.4 in to the side it is in view, and it goes back at once.
    let mut s = Scene::new()
        .tall("forest", &[(10.0, 30.0), (24.0, 30.0), (24.0, 32.0), (10.0, 32.0)], 9)
        .dice(&[3, 4, 4, 5]);
    let t = s.martian("tripod", 24.75, 20.0, 0.0);
    let foot = s.human("regular_infantry", 23.2, 33.0, 0.0);
    s.human("regular_infantry", 110.0, 110.0, 0.0);
    s.set(t, |x| (x.marker, x.gas) = (7, 0));
    s.hide(foot);
    let mut play = s.play(Phase::HumanMovement);
    assert!(!play.state().sees(t, foot), "behind it");
    play.order(pick(foot));
    play.order(go(&[(23.6, 33.0), (23.2, 33.0)], 0.0));
    play.must_watch(Side::Martian, Moment::During);
    let marks: Vec<u16> = play.state().now.chances.iter().map(|c| c.mark).collect();
    assert_eq!(marks, [1], "outside, and neither before nor after");
    let news = play.order(react(t, 1, foot));
    assert_eq!(needed(&news), 4);
    assert!(!play.alive(foot), "a 4 hits, a 5 destroys");
}

#[test]
fn a_move_out_of_sight_brings_no_prompt() {
    proves!("TH-OVR-09");
    let mut s = Scene::new()
        .tall("forest", &[(0.0, 30.0), (119.0, 30.0), (119.0, 32.0), (0.0, 32.0)], 9)
        .dice(&[3, 4]);
    let t = s.martian("tripod", 24.0, 20.0, 0.0);
    let foot = s.human("regular_infantry", 20.0, 36.0, 90.0);
    let other = s.human("regular_infantry", 110.0, 36.0, 90.0);
    s.set(t, |x| (x.marker, x.gas) = (7, 0));
    for id in [foot, other] {
        s.hide(id);
    }
    let mut play = s.play(Phase::HumanMovement);
    play.walk(foot, 27.0, 36.0);
    assert_eq!(play.asked(), Some((Side::Human, Ask::Move)));
}

#[test]
fn human_stands_watch_too() {
    proves!("TH-OVR-07", "TH-OVR-01");
    let scene = |option: &str| {
        let mut s = Scene::new().option("human_overwatch", option).dice(&[1, 1, 1]);
        let t = s.martian("tripod", 20.0, 50.0, 180.0);
        let gun = s.human("regular_field_artillery", 20.0, 20.0, 0.0);
        let ship = s.human("ironclad", 90.0, 90.0, 0.0);
        s = s.rect("lake", 80.0, 80.0, 119.0, 119.0);
        (s, t, gun, ship)
    };
    for busy in [|x: &mut hussars::Stand| x.speed = 200, |x: &mut hussars::Stand| x.guns_fired = 1] {
        let (mut s, _, _, ship) = scene("true");
        s.set(ship, busy);
        let play = s.begin(Phase::SmallArms, hussars::Flow::Marks);
        assert!(!play.accepts(Order::Mark { stands: vec![ship] }), "a ship that moves, or has fired");
    }
    let (s, t, gun, ship) = scene("true");
    let mut play = s.begin(Phase::SmallArms, hussars::Flow::Marks);
    assert_eq!(play.asked(), Some((Side::Human, Ask::Mark)));
    assert!(play.accepts(Order::Mark { stands: vec![ship] }), "a ship at rest");
    play.order(Order::Mark { stands: vec![gun] });
    play.until(3, Phase::MartianMovement);
    if play.watches(Side::Human, Moment::Before) {
        play.order(Order::Pass);
    }
    play.order(pick(t));
    play.order(go(&[(20.0, 45.0)], 180.0));
    play.must_watch(Side::Human, Moment::During);
    let mark = play.state().now.chances[0].mark;
    let news = play.order(react(gun, mark, t));
    assert_eq!(needed(&news), 7, "6 and -1 for movement");
    play.until(3, Phase::Artillery);
    assert!(play.accepts(fire(gun, t)), "and again in phase 3");
    let (s, ..) = scene("false");
    let play = s.begin(Phase::SmallArms, hussars::Flow::Marks);
    assert_ne!(play.asked(), Some((Side::Human, Ask::Mark)));
}

#[test]
fn overwatch_obeys_all_limits_of_fire() {
    proves!("TH-OVR-08", "TH-ARC-01");
    let mut s = Scene::new();
    let t = s.martian("tripod", 45.0, 43.0, 180.0);
    let far = s.martian("tripod", 20.0, 61.25, 180.0);
    let gun = s.human("regular_field_artillery", 20.0, 20.0, 0.0);
    s.set(gun, |x| x.marker = 7);
    let play = s.start(Phase::MartianMovement);
    play.must_watch(Side::Human, Moment::Before);
    assert_eq!(play.refused(react(gun, 0, t)), "TH-ARC-01");
    let odds = play.state().odds(
        gun,
        hussars::Weapon::FieldArtillery,
        far,
        hussars::Mode::Watch(Moment::Before),
        false,
    );
    assert_eq!((play.state().gap(gun, far), odds.needed()), (4000, 7));
}

#[test]
fn a_shot_may_be_at_another_spotted_enemy() {
    proves!("TH-OVR-03");
    let mut s = Scene::new().dice(&[6, 6, 1]);
    let t = s.martian("tripod", 20.0, 20.0, 0.0);
    let foot = s.human("regular_infantry", 20.0, 41.0, 0.0);
    let other = s.human("regular_infantry", 30.0, 41.0, 0.0);
    s.set(t, |x| x.marker = 7);
    let mut play = s.play(Phase::HumanMovement);
    play.walk(foot, 20.0, 47.0);
    let news = play.order(react(t, 0, other));
    assert!(news.iter().any(|w| matches!(w, What::Shot { target, needed: 4, .. } if *target == other)));
    assert_eq!(play.stand(foot).at, p(20.0, 47.0));
    let _ = march(t);
}

#[test]
fn a_mover_that_loses_its_legs_walks_no_farther() {
    proves!("TH-MAR-03", "TH-MAR-04", "TH-OVR-03");
    // Hit on the first mark: location 1 is the legs, 4 the motive faculties.
    for (location, goal, end) in [(1, 20.0, 5.0), (4, 20.0, 17.0), (4, 15.0, 15.0)] {
        let mut s = Scene::new().dice(&[6, 1, location]);
        let t = s.martian("tripod", 5.0, 25.0, 90.0);
        let gun = s.human("elite_field_artillery", 40.0, 25.0, 270.0);
        s.set(gun, |x| x.marker = 7);
        let mut play = s.play(Phase::MartianMovement);
        play.walk(t, goal, 25.0);
        play.must_watch(Side::Human, Moment::During);
        play.order(react(gun, 0, t));
        // Without legs it stops where it stands; with half of them the last inch is found to a few thousandths.
        let far = (play.stand(t).at.x - p(end, 0.0).x).abs();
        assert!(far <= if location == 1 { 0 } else { 5 }, "{location} {goal}: {:?}", play.stand(t).at);
    }
}

#[test]
fn a_window_whose_shots_all_miss_is_vain() {
    proves!("TH-OVR-09", "TH-CBT-07");
    for (far, natural, vain) in [(19.5, "false", true), (19.5, "true", false), (8.0, "false", false)] {
        let mut s = Scene::new().option("natural_six_hits", natural);
        let foot = s.human("regular_infantry", 30.0, 10.0, 0.0);
        s.martian("tripod", 30.0, 10.0 + far, 180.0);
        s.set(foot, |x| x.marker = 7);
        let play = s.start(Phase::MartianMovement);
        let prompts = play.m.prompts();
        assert!(matches!(play.asked(), Some((Side::Human, Ask::Watch { .. }))), "{:?}", play.asked());
        assert_eq!(play.state().is_vain(&prompts[0]), vain, "at {far} in, natural six {natural}");
    }
}
