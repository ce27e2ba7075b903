//! MORALE (TH-MOR).

use crate::support::{Played, Scene};
use hussars::{Phase, Side, StandId, What, Where};
use table::proves;

/// A battalion with so many stands lost already, and one shot at its next stand.
fn battalion(kind: &str, all: usize, lost: usize, dice: &[u16]) -> (Played, Vec<StandId>, Vec<What>) {
    let mut s = Scene::new().dice(dice);
    let t = s.martian("tripod", 20.0, 20.0, 0.0);
    let stands: Vec<_> = (0..all).map(|i| (kind, 20.0 + 2.0 * i as f64, 30.0, 180.0)).collect();
    let ids = s.unit(Side::Human, &stands, "");
    s.human("elite_infantry", 100.0, 100.0, 0.0);
    for id in &ids[..lost] {
        s.set(*id, |x| x.place = Where::Lost);
    }
    let mut play = s.play(Phase::FirstFire);
    let news = play.fire(t, ids[lost]);
    (play, ids, news)
}

fn unit_checks(news: &[What]) -> Vec<(u8, u8, bool)> {
    news.iter()
        .filter_map(|w| {
            if let What::UnitChecked { needed, roll, passed, .. } = w {
                Some((*needed, *roll, *passed))
            } else {
                None
            }
        })
        .collect()
}

#[test]
fn martians_never_check() {
    proves!("TH-MOR-01");
    let mut s = Scene::new().dice(&[6, 1, 6]);
    let ids = s.unit(
        Side::Martian,
        &[
            ("tripod", 20.0, 30.0, 0.0),
            ("tripod", 30.0, 30.0, 0.0),
            ("tripod", 40.0, 30.0, 0.0),
            ("tripod", 50.0, 30.0, 0.0),
            ("tripod", 60.0, 30.0, 0.0),
        ],
        "",
    );
    let gun = s.human("regular_field_artillery", 20.0, 20.0, 0.0);
    for id in &ids[1..4] {
        s.set(*id, |x| x.place = Where::Lost);
    }
    let mut play = s.play(Phase::Artillery);
    let news = play.fire(gun, ids[0]);
    assert!(!play.alive(ids[0]) && play.alive(ids[4]) && unit_checks(&news).is_empty());
}

#[test]
fn a_unit_checks_when_two_thirds_are_lost() {
    proves!("TH-MOR-02", "TH-MOR-03");
    for (all, at) in [(8, 6), (7, 5), (6, 4), (4, 3)] {
        for lost in 1..all - 1 {
            let (_, _, news) = battalion("regular_infantry", all, lost, &[3, 5, 6]);
            let checks = unit_checks(&news).len();
            assert_eq!(checks, usize::from(lost + 1 >= at), "{all} stands, {} lost", lost + 1);
        }
    }
    // No loss, no check: the shot misses.
    let (_, _, news) = battalion("regular_infantry", 8, 6, &[1]);
    assert!(unit_checks(&news).is_empty());
    // Nobody left, no check.
    let (_, _, news) = battalion("regular_infantry", 4, 3, &[3, 5]);
    assert!(unit_checks(&news).is_empty());
}

#[test]
fn one_roll_for_the_unit_and_it_stays_or_goes_whole() {
    proves!("TH-MOR-04", "TH-MOR-05", "TH-MOR-06");
    let (play, ids, news) = battalion("regular_infantry", 8, 5, &[3, 5, 5]);
    assert_eq!(unit_checks(&news), [(5, 5, true)]);
    assert!(play.alive(ids[6]) && play.alive(ids[7]));
    let (play, ids, news) = battalion("regular_infantry", 8, 5, &[3, 5, 4]);
    assert_eq!(unit_checks(&news), [(5, 4, false)]);
    assert!(!play.alive(ids[6]) && !play.alive(ids[7]));
    assert_eq!(play.stand(ids[7]).place, Where::Lost);
    // Elite units pass without a roll.
    let (play, ids, news) = battalion("elite_infantry", 8, 5, &[3, 5]);
    assert!(unit_checks(&news).is_empty() && play.alive(ids[7]));
    // However many it loses in a phase, it rolls once: a sweep takes two.
    let mut s = Scene::new().dice(&[5, 5, 5, 5, 6]);
    let t = s.martian("tripod", 30.0, 20.0, 0.0);
    let stands: Vec<_> =
        (0..8).map(|i| ("regular_infantry", 20.0 + 2.0 * f64::from(i), 30.0, 180.0)).collect();
    let ids = s.unit(Side::Human, &stands, "");
    for id in &ids[..5] {
        s.set(*id, |x| x.place = Where::Lost);
    }
    let mut play = s.play(Phase::FirstFire);
    let news = play.order(crate::support::sweep(t, 26.0, 30.0, 90.0));
    assert_eq!((unit_checks(&news).len(), play.alive(ids[7])), (1, true), "from 5 to 7 lost: {news:?}");
}

#[test]
fn a_mixed_unit_takes_the_number_of_most() {
    proves!("TH-MOR-04");
    let mut s = Scene::new();
    s.martian("tripod", 90.0, 90.0, 0.0);
    let ids = s.unit(
        Side::Human,
        &[
            ("regular_infantry", 20.0, 30.0, 0.0),
            ("veteran_infantry", 22.0, 30.0, 0.0),
            ("veteran_infantry", 24.0, 30.0, 0.0),
            ("elite_infantry", 80.0, 30.0, 0.0),
        ],
        "",
    );
    let play = s.play(Phase::HumanMovement);
    let state = play.state();
    assert_eq!(state.unit_needed(&ids[..3]), 4, "two of three are veterans");
    assert_eq!(state.unit_needed(&ids[..2]), 5, "the worse on a tie");
    assert_eq!(state.unit_needed(&ids[3..]), 0, "most are elite");
    let mut s = Scene::new();
    s.martian("tripod", 90.0, 90.0, 0.0);
    let ids = s.unit(
        Side::Human,
        &[("regular_infantry", 20.0, 30.0, 0.0), ("regular_infantry", 40.0, 30.0, 0.0)],
        "",
    );
    assert_eq!(s.play(Phase::HumanMovement).state().unit_needed(&ids), 6, "most are out of cohesion");
}

#[test]
fn one_heat_ray_check_a_phase() {
    proves!("TH-MOR-07");
    let shoot = |dice: &[u16]| {
        let mut s = Scene::new().dice(dice);
        let tripods = [10.0, 20.0, 30.0].map(|x| s.martian("tripod", x, 20.0, 0.0));
        let foot = s.human("regular_infantry", 20.0, 30.0, 0.0);
        s.human("regular_infantry", 100.0, 100.0, 0.0);
        let mut play = s.play(Phase::FirstFire);
        let mut news = Vec::new();
        for t in tripods {
            if play.alive(foot) {
                news.extend(play.fire(t, foot));
            }
        }
        (play.alive(foot), news.iter().filter(|w| matches!(w, What::Checked { .. })).count())
    };
    assert_eq!(shoot(&[3, 2, 3, 4, 3, 3, 5]), (true, 1));
    assert_eq!(shoot(&[3, 2, 3, 6]), (false, 0), "destroyed without a roll");
}

#[test]
fn single_stands_first_then_units() {
    proves!("TH-MOR-09", "TH-SEQ-04");
    // 5 of 8 lost; the sixth fails its heat-ray check at the end of the phase, and the unit rolls in the same phase.
    let (_, ids, news) = battalion("regular_infantry", 8, 5, &[3, 2, 4, 6]);
    let order: Vec<_> =
        news.iter().filter(|w| matches!(w, What::Checked { .. } | What::UnitChecked { .. })).collect();
    assert!(
        matches!(order[..], [What::Checked { passed: false, .. }, What::UnitChecked { passed: true, .. }]),
        "{order:?}"
    );
    let _ = ids;
}

#[test]
fn elite_stands_are_said_to_pass() {
    proves!("TH-MOR-08");
    let mut s = Scene::new().dice(&[6, 3]);
    let t = s.martian("tripod", 30.0, 10.0, 0.0);
    let foot = s.human("elite_infantry", 30.0, 30.0, 0.0);
    s.human("regular_infantry", 90.0, 90.0, 0.0);
    let mut play = s.play(Phase::FirstFire);
    let news = play.fire(t, foot);
    assert!(!news.iter().any(|w| matches!(w, What::CheckOwed { .. })), "{news:?}");
    let told: Vec<String> = news.iter().map(|w| table::Game::tell(play.state(), w)).collect();
    assert!(told.iter().any(|line| line.contains("is elite and passes")), "{told:?}");
    assert!(play.alive(foot) && !play.stand(foot).owes);
}
