//! Airplanes with several gun positions (INV-BOM-35).

use crate::support::*;
use table::{Viewer, proves};
use triplanes::*;

/// A Caproni at (450, 400) looking north, one Locust ahead, another behind, and a Nieuport that keeps the step open.
fn between_two() -> Scene {
    Scene::new()
        .put("caproni_ca3", 450.0, 400.0, 0)
        .put("mk1_locust", 450.0, 560.0, 0)
        .put("mk1_locust", 450.0, 240.0, 180)
        .put("nieuport_16", 100.0, 100.0, 0)
        .put("mk1_locust", 100.0, 230.0, 0)
}

fn shot(gun: u8, target: u8) -> Order {
    let (vehicle, target, through) = (v(0), v(target), Through::Open);
    Order::Fire { vehicle, target, gun, through, sniper: false, perfect_aim: false }
}

fn hold_rear() -> Order {
    Order::HoldGun { vehicle: v(0), gun: 1 }
}

fn fired(play: &Play) -> Vec<(u8, u8, bool)> {
    let told = play.happened(Viewer::Spectator).into_iter();
    told.filter_map(|what| match what {
        What::GunsFired { gun, target, aimed, .. } => Some((gun, target.0, aimed)),
        _ => None,
    })
    .collect()
}

#[test]
fn each_gun_fires_once_at_one_tripod_in_its_arc() {
    proves!("INV-BOM-35");
    let mut play = between_two().stack(DeckId::B, &["2", "3", "1", "1"]).firing().begin();
    assert_eq!(
        play.asks(EARTH),
        [Ask::Fire { vehicle: v(0) }, Ask::Fire { vehicle: v(3) }, Ask::FireGun { vehicle: v(0), gun: 1 }]
    );
    // Each sees only what lies in its own arc.
    assert_eq!(play.refused_by(EARTH, &shot(0, 2)), "TT-AFR-02");
    assert_eq!(play.refused_by(EARTH, &shot(1, 1)), "TT-AFR-02");
    assert_eq!(play.refused_by(EARTH, &shot(2, 1)), "INV-BOM-35");
    play.give(EARTH, &shot(1, 2));
    assert_eq!(play.refused_by(EARTH, &shot(1, 2)), "INV-BOM-35");
    assert_eq!(play.refused_by(EARTH, &hold_rear()), "INV-BOM-35");
    play.give(EARTH, &shot(0, 1));
    assert_eq!(play.refused_by(EARTH, &shot(0, 1)), "TT-AFR-03");
    play.hold(3);
    assert_eq!(fired(&play), [(0, 1, false), (1, 2, false)]);
    assert_eq!(play.held(1), [("B 2 +1".to_owned(), false)]);
    assert_eq!(play.held(2), [("B 3 +1".to_owned(), false)]);
}

#[test]
fn the_arc_of_a_gun_begins_at_its_place() {
    proves!("INV-BOM-35");
    // Abeam, both reach the same tripod; the origins are 16 and 1 mm ahead of the middle.
    let scene = Scene::new().put("caproni_ca3", 450.0, 400.0, 0).put("mk1_locust", 600.0, 400.0, 0);
    let mut play = scene.stack(DeckId::B, &["1"; 4]).firing().begin();
    play.give(EARTH, &shot(0, 1)).give(EARTH, &shot(1, 1));
    let told = play.happened(Viewer::Umpire).into_iter();
    let origins: Vec<(f64, f64)> = told
        .filter_map(|what| match what {
            What::GunsFired { line, .. } => Some((line[0].x, line[0].y)),
            _ => None,
        })
        .collect();
    assert_eq!(origins, [(450.0, 416.0), (450.0, 401.0)]);
}

#[test]
fn a_gun_may_be_held_while_the_other_fires() {
    proves!("INV-BOM-35");
    let mut play = between_two().stack(DeckId::B, &["2"]).firing().begin();
    play.give(EARTH, &hold_rear()).give(EARTH, &shot(0, 1)).hold(3);
    assert_eq!(fired(&play), [(0, 1, false)]);
    let told = play.log(Viewer::Spectator).join("\n");
    assert!(told.contains("Caproni Ca.3 fires its front gun at"), "{told}");
}

#[test]
fn a_jam_strikes_the_gun_that_fired() {
    proves!("INV-BOM-35", "TT-SPC-01");
    let mut play = between_two().stack(DeckId::B, &["1", "0 jammed_guns"]).firing().begin();
    play.give(EARTH, &shot(0, 1)).give(EARTH, &shot(1, 2)).hold(3);
    let seen = play.airplane(0);
    assert_eq!((seen.jammed, seen.guns[0].jammed, seen.guns[0].name), (0, 3, "rear"));
    let told = play.log(Viewer::Spectator).join("\n");
    assert!(told.contains("Caproni Ca.3's rear gun jams: 3 counters. [TT-SPA-01]"), "{told}");
    // The rear gun is silent in the phase in which a counter goes; the front gun is not.
    let jammed = |s: &mut Setup| {
        let gun = GunSetup { gun: 1, jammed: 2, jammed_now: Some(true), ..GunSetup::default() };
        s.vehicles[0].guns = vec![gun];
    };
    let play = between_two().set(jammed).firing().begin();
    assert_eq!(play.refused_by(EARTH, &shot(1, 2)), "TT-SPA-01");
    assert!(play.legal(EARTH).contains(&shot(0, 1)));
    assert!(!play.asks(EARTH).contains(&Ask::FireGun { vehicle: v(0), gun: 1 }));
    // And the other way round.
    let play = between_two().set(|s| s.vehicles[0].jammed_now = Some(true)).firing().begin();
    assert_eq!(play.refused_by(EARTH, &shot(0, 1)), "TT-SPA-01");
    assert!(play.legal(EARTH).contains(&shot(1, 2)));
}

#[test]
fn jams_are_cleared_for_each_gun_apart() {
    proves!("INV-BOM-35");
    let scene = Scene::new().set(|s| s.area = [900.0, 3000.0]).put("caproni_ca3", 450.0, 400.0, 0);
    let jam = |gun| GunSetup { gun, jammed: 3, ..GunSetup::default() };
    let scene = scene.with(|v| (v.jammed, v.guns) = (1, vec![jam(1)])).put("mk1_locust", 450.0, 2000.0, 180);
    let mut play = scene.begin();
    play.plan(0, &["XD_straight"; 3]).plan(1, &["TA_standing_still"; 3]);
    for left in [(0, 2), (0, 1), (0, 0)] {
        play.rest_of_phase();
        assert_eq!((play.airplane(0).jammed, play.airplane(0).guns[0].jammed), left);
    }
}

#[test]
fn aim_is_kept_for_each_gun_apart() {
    proves!("INV-BOM-35", "TT-AIM-01");
    // Front and rear have both fired at their targets in the last phase; then the front gun fires at the other's.
    let last = |target: u8, gun| Some(LastShot { target: v(target), gun, when: 3 });
    let aims = |s: &mut Setup| {
        s.vehicles[0].last_shot = last(2, 0);
        s.vehicles[0].guns = vec![GunSetup { gun: 1, last_shot: last(2, 1), ..GunSetup::default() }];
    };
    let mut play = between_two().set(aims).stack(DeckId::B, &["2", "2"]).firing_in(1).begin();
    play.give(EARTH, &shot(0, 1)).give(EARTH, &shot(1, 2)).hold(3);
    assert_eq!(fired(&play), [(0, 1, false), (1, 2, true)]);
    assert_eq!(play.airplane(0).aiming_at, Some(v(1)));
    assert_eq!(play.airplane(0).guns[0].aiming_at, Some(v(2)));
}

#[test]
fn a_skill_is_the_pilots() {
    proves!("INV-BOM-35", "TT-ACE-11");
    let play = between_two().ace(0, &[(Skill::Sniper, 0)]).firing().begin();
    let with_skill = |gun: u8, target: u8| match shot(gun, target) {
        Order::Fire { vehicle, target, gun, through, perfect_aim, .. } => {
            Order::Fire { vehicle, target, gun, through, sniper: true, perfect_aim }
        }
        other => other,
    };
    assert!(play.legal(EARTH).contains(&with_skill(0, 1)));
    assert_eq!(play.refused_by(EARTH, &with_skill(1, 2)), "TT-ACE-11");
}

#[test]
fn a_sealed_gunner_is_his_sides_secret() {
    proves!("INV-BOM-35", "TT-INF-16");
    let mut fires = between_two().firing().begin();
    let mut holds = between_two().firing().begin();
    fires.give(EARTH, &shot(1, 2));
    holds.give(EARTH, &hold_rear());
    assert!(fires.airplane_seen_by(EARTH, 0).guns[0].declared.is_some());
    assert_eq!(fires.airplane_seen_by(MARS, 0).guns[0].declared, None);
    let bytes = |play: &Play| table::conformance::bytes_for(&play.m, Viewer::Seat(MARS));
    assert_eq!(bytes(&fires), bytes(&holds));
}

#[test]
fn a_position_keeps_every_gun() {
    proves!("INV-BOM-35");
    let gun = GunSetup { gun: 1, jammed: 2, jammed_now: Some(false), ..GunSetup::default() };
    let mut play = between_two().set(|s| s.vehicles[0].guns = vec![gun]).firing().begin();
    play.give(EARTH, &shot(1, 2));
    let position = table::Game::position(play.m.state());
    assert_eq!(position.vehicles[0].guns[0].jammed, 2);
    assert!(position.vehicles[0].guns[0].declared.is_some());
    let wrong = between_two().set(|s| s.vehicles[0].guns = vec![GunSetup { gun: 2, ..gun }]);
    assert_eq!(wrong.firing().refused_by(), "INV-BOM-35");
}
