//! FIRING AIRPLANES.

use crate::support::*;
use table::{Viewer, proves};
use triplanes::*;

/// The figures of the ledger: an arc of 35 degrees to either side, an apothem of 30 mm.
fn ledger_figures() -> std::sync::Arc<Content> {
    content_with(&[
        ("airplanes.toml", "front_arc_deg = 67.0", "front_arc_deg = 70.0"),
        ("geometry.toml", "flat_to_flat_mm = 62.4", "flat_to_flat_mm = 60.0"),
    ])
}

/// A Nieuport at (300, 300) facing north, and a Locust without energy at this place as seen from it. A second
/// Nieuport with a target of its own keeps the firing step open.
fn sighted(x: f64, y: f64) -> Play {
    let scene = Scene::new().content(ledger_figures()).put("nieuport_16", 300.0, 300.0, 0);
    let scene = scene.put("mk1_locust", 300.0 + x, 300.0 + y, 0).energy(0);
    scene.put("nieuport_16", 800.0, 600.0, 0).put("mk1_locust", 800.0, 750.0, 0).firing().begin()
}

/// The last shot: its range, the side it crossed, its length.
fn last_shot(play: &Play) -> (Range, Side, f64) {
    let shot = play.happened(Viewer::Umpire).into_iter().rev().find_map(|what| match what {
        What::GunsFired { range, side, distance, .. } => Some((range, side, distance)),
        _ => None,
    });
    shot.expect("a shot")
}

fn assert_shot(play: &Play, range: Range, side: Side, distance: f64) {
    let (r, s, d) = last_shot(play);
    assert_eq!((r, s), (range, side));
    assert!((d - distance).abs() < 0.1, "{d} mm instead of {distance} mm");
}

#[test]
fn airplanes_may_fire_and_rays_must_once_all_have_moved() {
    proves!("TT-AFR-01");
    // So near that the ruler of the heat-ray reaches the Nieuport in all three positions.
    let mut play = Scene::duel("nieuport_16", 84.0, 180).ray_from(Side::Front).firing().begin();
    assert_eq!(play.asks(EARTH), [Ask::Fire { vehicle: v(0) }]);
    assert_eq!(play.asks(MARS), [Ask::Ray { vehicle: v(1) }]);
    assert!(play.legal(EARTH).contains(&Order::Hold { vehicle: v(0) }));
    assert_eq!(play.refused_by(MARS, &Order::Hold { vehicle: v(1) }), "TT-TFR-09");
    assert!(play.legal(MARS).iter().all(|order| matches!(order, Order::Ray { .. })));
    play.hold(0).ray(1, 0, RulerPosition::RightAngle);
    assert_eq!(
        play.happened(Viewer::Umpire).iter().filter(|w| matches!(w, What::GunsFired { .. })).count(),
        0
    );
    assert_eq!(play.times("TT-TFR-06"), 1, "the ray was fired");
}

#[test]
fn nobody_fires_before_the_moves_nor_holds_a_fire_that_he_has_not() {
    proves!("TT-AFR-01");
    let standing = ["TA_standing_still"; 3];
    let scene = Scene::duel("nieuport_16", 190.0, 0).planned(&standing);
    let scene = scene.set(|s| s.vehicles[0].plan = Some(Cards([Some(1), Some(2), Some(3)])));
    let mut play = scene.from_step(Step::Actions { phase: 0 }).begin();
    assert_eq!(play.fire_refused(0, 1, Through::Open).rule.0, "TT-SEQ-02");
    assert_eq!(play.refused_by(EARTH, &Order::Hold { vehicle: v(0) }), "TT-SEQ-02");
    play.pass(1).fire(0, 1, Through::Open);
    assert_shot(&play, Range::Short, Side::Rear, 93.0);

    let blind = sighted(0.0, -200.0);
    assert_eq!(blind.refused_by(EARTH, &Order::Hold { vehicle: v(0) }), "TT-AFR-01");
}

#[test]
fn a_base_within_the_ruler_and_the_arc_can_be_fired_at() {
    proves!("TT-AFR-02");
    let mut play = sighted(0.0, 180.0);
    play.fire(0, 1, Through::Open).hold(2);
    assert_shot(&play, Range::Long, Side::Rear, 150.0);
    let mut longest = sighted(0.0, 230.0);
    longest.fire(0, 1, Through::Open).hold(2);
    assert_shot(&longest, Range::Long, Side::Rear, 200.0);
    assert_eq!(sighted(0.0, 230.1).fire_refused(0, 1, Through::Open).rule.0, "TT-AFR-02");
}

#[test]
fn only_what_lies_inside_the_arc_is_measured() {
    proves!("TT-AFR-02");
    // The nearest corner is 191.8 mm away, but at 42 degrees; what the arc holds is 201.5 mm away.
    assert_eq!(sighted(146.29, 171.93).fire_refused(0, 1, Through::Open).rule.0, "TT-AFR-02");
    // 3 mm nearer the arc holds a point at 199.9 mm.
    let mut play = sighted(146.29, 168.93);
    play.fire(0, 1, Through::Open).hold(2);
    assert_shot(&play, Range::Long, Side::RearLeft, 199.9);
}

#[test]
fn the_arc_opens_half_its_width_to_either_side() {
    proves!("TT-AFR-02");
    // A corner of the base touches the border of the arc, 150 mm away at 35 degrees; half a millimetre decides.
    for side in [1.0, -1.0] {
        sighted(side * (103.36 - 0.5), 92.87).fire(0, 1, Through::Open);
        let beside = sighted(side * (103.36 + 0.5), 92.87);
        assert_eq!(beside.fire_refused(0, 1, Through::Open).rule.0, "TT-AFR-02");
    }
    assert_eq!(sighted(0.0, -180.0).fire_refused(0, 1, Through::Open).rule.0, "TT-AFR-02", "behind it");
}

#[test]
fn an_airplane_fires_at_one_target_in_a_phase() {
    proves!("TT-AFR-03");
    let scene = Scene::new().put("nieuport_16", 450.0, 200.0, 0).put("nieuport_16", 520.0, 200.0, 0);
    let scene = scene.put("mk1_locust", 405.0, 380.0, 0).put("mk1_locust", 495.0, 380.0, 0);
    let mut play = scene.stack(DeckId::B, &["1", "1"]).firing().begin();
    assert_eq!(play.fire_refused(0, 1, Through::Open).rule.0, "TT-AFR-03", "a friendly airplane");
    assert_eq!(play.fire_refused(0, 9, Through::Open).rule.0, "TT-AFR-03", "nobody");
    play.fire(0, 2, Through::Open);
    assert_eq!(play.fire_refused(0, 3, Through::Open).rule.0, "TT-AFR-03");
    assert_eq!(play.fire_refused(0, 2, Through::Open).rule.0, "TT-AFR-03");
    play.hold(1);
    assert_eq!((play.held(2).len(), play.held(3).len()), (1, 0));
    assert_eq!(play.left_in(DeckId::B), 43);
}

#[test]
fn short_range_draws_two_cards() {
    proves!("TT-AFR-04");
    let mut play = Scene::duel("sopwith_camel", 80.0, 0).stack(DeckId::A, &["1", "0"]).firing().begin();
    play.fire(0, 1, Through::Open);
    assert_shot(&play, Range::Short, Side::Rear, 80.0);
    assert_eq!(play.held(1), [("A 1".to_owned(), false), ("A 0".to_owned(), false)]);
    assert_eq!(play.left_in(DeckId::A), 43 - 2);
    assert_eq!((play.times("TT-AFR-04"), play.times("TT-AFR-05")), (1, 0));

    let mut half = Scene::duel("sopwith_camel", 100.0, 0).stack(DeckId::A, &["1", "1"]).firing().begin();
    half.fire(0, 1, Through::Open);
    assert_eq!(half.held(1).len(), 2);
}

#[test]
fn long_range_draws_one_card() {
    proves!("TT-AFR-05");
    let mut play = Scene::duel("sopwith_camel", 130.0, 0).stack(DeckId::A, &["1", "1"]).firing().begin();
    play.fire(0, 1, Through::Open);
    assert_shot(&play, Range::Long, Side::Rear, 130.0);
    assert_eq!(play.held(1), [("A 1".to_owned(), false)]);
    assert_eq!(play.left_in(DeckId::A), 43 - 1);
    assert_eq!((play.times("TT-AFR-04"), play.times("TT-AFR-05")), (0, 1));

    let mut beyond = Scene::duel("sopwith_camel", 100.1, 0).stack(DeckId::A, &["1", "1"]).firing().begin();
    beyond.fire(0, 1, Through::Open);
    assert_eq!(beyond.held(1).len(), 1);
}

/// The front-left side of the Locust is open, its front armored. The Nieuport in front of it reaches the front
/// at 90 mm; a friendly airplane on a small base hides the near part of the front-left side, so that the first
/// free point of it is 120 mm away.
fn two_ways_to_hit() -> Play {
    let content = content_with(&[
        (
            "tripods.toml",
            r#"side = "front_left", projector = "medium", armor = true"#,
            r#"side = "front_left", projector = "medium", armor = false"#,
        ),
        ("geometry.toml", "airplane_base_width_mm = 44.0", "airplane_base_width_mm = 10.0"),
        ("geometry.toml", "airplane_base_length_mm = 68.0", "airplane_base_length_mm = 20.0"),
    ]);
    let scene = Scene::duel("nieuport_16", 90.0, 180).energy(5).put("nieuport_16", 462.0, 270.0, 180);
    scene.content(content).stack(DeckId::B, &["1", "1"]).firing().begin()
}

#[test]
fn the_base_decides_the_range_and_the_side_the_armor() {
    proves!("TT-AFR-06");
    let mut play = two_ways_to_hit();
    let (open, armor) = (play.fire_order(0, 1, Through::Open), play.fire_order(0, 1, Through::Armor));
    assert_eq!(play.legal(EARTH), [Order::Hold { vehicle: v(0) }, open, armor]);
    play.fire(0, 1, Through::Armor);
    assert_shot(&play, Range::Short, Side::Front, 90.0);
    assert_eq!(play.times("TT-ARM-05"), 2, "two cards against armor");
    assert_eq!(play.points(1), 0);

    let mut other_way = two_ways_to_hit();
    other_way.fire(0, 1, Through::Open);
    // The base is reached at 90 mm, its open side at 120 mm.
    assert_shot(&other_way, Range::Short, Side::FrontLeft, 90.0);
    assert_eq!(other_way.held(1).len(), 2, "two cards without armor");
    assert_eq!(other_way.times("TT-ARM-05"), 0);
}

#[test]
fn a_way_to_hit_that_is_not_there_can_not_be_chosen() {
    proves!("TT-AFR-06");
    let rear = Scene::duel("nieuport_16", 90.0, 0).firing().begin();
    assert_eq!(rear.fire_refused(0, 1, Through::Armor).rule.0, "TT-AFR-06");
    let front = Scene::duel("nieuport_16", 90.0, 180).firing().begin();
    assert_eq!(front.fire_refused(0, 1, Through::Open).rule.0, "TT-AFR-06");
}

#[test]
fn a_pilot_uses_one_weapon_in_a_phase() {
    proves!("TT-AFR-07");
    let armed = |s: &mut Setup| (s.vehicles[0].airplane.rockets, s.vehicles[0].airplane.cannon) = (2, true);
    let scene = Scene::duel("nieuport_16", 120.0, 0).set(armed).put("nieuport_16", 450.0, 230.0, 0);
    let mut play = scene.firing().begin();
    assert!(play.legal(EARTH).contains(&play.cannon_order(0, 1, Through::Open)));
    play.fire(0, 1, Through::Open);
    assert_eq!(play.cannon_refused(0, 1, Through::Open), "TT-AFR-07");
    assert_eq!(play.launch_refused(0, 1, 1), "TT-AFR-07");
    assert_eq!(play.fire_refused(0, 1, Through::Open).rule.0, "TT-AFR-03");
}
