//! Units, footprints, rulers and the playing area.

use crate::support::*;
use geometry::Vec2;
use std::sync::Arc;
use table::{Game, Viewer, proves};
use triplanes::*;

const STRAIGHT: [&str; 3] = ["R_straight"; 3];
const STILL: [&str; 3] = ["TA_standing_still"; 3];

fn near(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-6, "{found} instead of {expected}");
}

fn near_point(found: Vec2, x: f64, y: f64) {
    assert!(found.distance(Vec2::new(x, y)) <= 0.01, "{found:?} instead of ({x}, {y})");
}

/// Tripod bases with an apothem of 30 mm.
fn apothem_30() -> Arc<Content> {
    content_with(&[("geometry.toml", "flat_to_flat_mm = 62.4", "flat_to_flat_mm = 60.0")])
}

/// In the firing step: an airplane whose stand is so far from the rear side of a tripod's base.
fn guns_at(away: f64) -> Play {
    let scene = Scene::new().content(apothem_30());
    let scene = scene.put("nieuport_16", 450.0, 570.0 - away, 0).planned(&STRAIGHT);
    let scene = scene.put("mk1_locust", 450.0, 600.0, 0).planned(&STILL);
    scene.from_step(Step::Firing { phase: 0 }).begin()
}

/// The range of the shot from there.
fn gun_range(away: f64) -> Range {
    let mut play = guns_at(away);
    play.fire(0, 1, Through::Open);
    let shot = play.happened(Viewer::Spectator).into_iter().find_map(|w| match w {
        What::GunsFired { range, distance, .. } => Some((range, distance)),
        _ => None,
    });
    let (range, distance) = shot.expect("a shot");
    near(distance, away);
    range
}

/// A heat-ray from this side at an airplane whose base begins so far from the middle of that side.
fn ray_range(from: Side, turn: i32, gap: f64) -> Option<Range> {
    let scene = Scene::new().content(apothem_30());
    // A stall carries the airplane 34 + 6.5 + 34 mm.
    let scene = scene.put("nieuport_16", 450.0, 570.0 - gap - 34.0 - 74.5, 0).planned(&[
        "R_stall",
        "R_straight",
        "R_stall",
    ]);
    let scene = scene.put("mk1_locust", 450.0, 600.0, turn).planned(&STILL);
    let mut play = scene.from_step(Step::Actions { phase: 0 }).begin();
    play.act(1, Action::HeatRay { from }).rest_of_phase();
    play.happened(Viewer::Spectator).into_iter().find_map(|w| match w {
        What::RayFired { range, distance, .. } => {
            near(distance, gap);
            Some(range)
        }
        _ => None,
    })
}

#[test]
fn within_includes_the_limit_itself() {
    proves!("TT-GEO-01");
    assert_eq!(gun_range(100.0), Range::Short);
    assert_eq!(gun_range(100.1), Range::Long);
    assert_eq!(gun_range(200.0), Range::Long);
    assert_eq!(guns_at(200.1).fire_refused(0, 1, Through::Open).rule.0, "TT-AFR-02");
}

#[test]
fn one_tolerance_of_a_hundredth_of_a_millimetre_rules_all_limits() {
    proves!("TT-GEO-01");
    assert_eq!(gun_range(100.009), Range::Short);
    assert_eq!(gun_range(100.011), Range::Long);
    assert_eq!(gun_range(200.009), Range::Long);
    assert_eq!(guns_at(200.011).fire_refused(0, 1, Through::Open).rule.0, "TT-AFR-02");
    assert_eq!(facing_each_other(59.991), None);
    assert_eq!(facing_each_other(59.989), Some("TT-SET-08"));
}

#[test]
fn places_are_lengths_on_the_table() {
    proves!("TT-GEO-01");
    let nowhere =
        Scene::new().put("nieuport_16", f64::NAN, 300.0, 0).with(|v| v.fate = Some(Fate::Eliminated));
    assert_eq!(nowhere.put("mk1_locust", 450.0, 600.0, 0).refused_by(), "TT-GEO-01");
}

#[test]
fn an_airplane_base_is_as_large_as_its_card_with_the_stand_at_its_centre() {
    proves!("TT-GEO-02");
    let scene = Scene::new().put("nieuport_16", 450.0, 450.0, 0).put("mk1_locust", 450.0, 800.0, 180);
    let mut play = scene.begin();
    let base = play.see(0).base;
    assert_eq!(base.len(), 4);
    for (corner, (x, y)) in base.iter().zip([(-22.0, 34.0), (22.0, 34.0), (22.0, -34.0), (-22.0, -34.0)]) {
        near_point(*corner, 450.0 + x, 450.0 + y);
    }
    near_point((base[0] + base[1]) / 2.0, 450.0, 484.0);
    near_point((base[2] + base[3]) / 2.0, 450.0, 416.0);
    // The arrow begins at the front point and its end is where the rear point comes to lie.
    play.plan(0, &STRAIGHT).plan(1, &STILL).pass(1);
    assert_at(&play, 0, 450.0, 450.0 + 34.0 + 29.0 + 34.0, 0.0);
}

#[test]
fn the_long_sides_of_an_airplane_base_are_the_left_and_the_right_one() {
    proves!("TT-GEO-02");
    let scene = Scene::new().put("nieuport_16", 450.0, 450.0, 90).put("mk1_locust", 450.0, 800.0, 180);
    let base = scene.begin().see(0).base;
    // It flies to the east: the left side looks to the north.
    near_point(base[0], 484.0, 472.0);
    near_point(base[1], 484.0, 428.0);
    near_point((base[3] + base[0]) / 2.0, 450.0, 472.0);
}

#[test]
fn a_tripod_base_has_six_sides_clockwise_from_the_front() {
    proves!("TT-GEO-03");
    let scene = Scene::new().content(apothem_30()).put("nieuport_16", 450.0, 100.0, 0);
    let play = scene.put("mk1_locust", 450.0, 450.0, 0).begin();
    let tripod = play.see(1);
    assert_eq!(tripod.base.len(), 6);
    let middle = |side: usize| (tripod.base[side] + tripod.base[(side + 1) % 6]) / 2.0;
    let expected =
        [(0.0, 30.0), (25.98, 15.0), (25.98, -15.0), (0.0, -30.0), (-25.98, -15.0), (-25.98, 15.0)];
    for (side, (x, y)) in expected.into_iter().enumerate() {
        near_point(middle(side), 450.0 + x, 450.0 + y);
    }
    assert_eq!(play.tripod(1).armored, [Side::Front, Side::FrontRight, Side::FrontLeft]);
}

#[test]
fn weapons_stand_in_the_middle_of_their_side() {
    proves!("TT-GEO-03");
    // The side that is turned to the airplane fires; the same side turned away does not reach it.
    for (from, turn) in [(Side::Front, 180), (Side::FrontRight, 120), (Side::FrontLeft, 240)] {
        assert_eq!(ray_range(from, turn, 70.0), Some(Range::Short));
        assert_eq!(ray_range(from, turn + 180, 70.0), None);
    }
    let mut play =
        Scene::new().put("nieuport_16", 450.0, 100.0, 0).put("mk1_locust", 450.0, 600.0, 0).begin();
    play.plan(0, &STRAIGHT).plan(1, &STILL);
    for from in [Side::RearRight, Side::Rear, Side::RearLeft] {
        assert_eq!(play.act_refused(1, Action::HeatRay { from }).rule.0, "TT-HRA-04");
    }
}

#[test]
fn turning_by_a_side_leaves_the_footprint_unchanged() {
    proves!("TT-GEO-03");
    let mut play =
        Scene::new().put("nieuport_16", 450.0, 100.0, 0).put("mk1_locust", 450.0, 600.0, 0).begin();
    let before = play.see(1).base;
    play.plan(0, &STRAIGHT).plan(1, &STILL).act(1, Action::ChangeFacing { to: Side::RearRight });
    assert_at(&play, 1, 450.0, 600.0, 120.0);
    for (corner, old) in play.see(1).base.iter().zip([2, 3, 4, 5, 0, 1]) {
        near_point(*corner, before[old].x, before[old].y);
    }
}

/// The rule that refuses two tripods whose front and rear sides face each other, this far apart.
fn facing_each_other(apart: f64) -> Option<&'static str> {
    let scene = Scene::new().content(apothem_30()).put("nieuport_16", 450.0, 100.0, 0);
    let scene = scene.put("mk1_locust", 450.0, 500.0, 0).put("mk1_locust", 450.0, 500.0 + apart, 0);
    scene.try_begin().err().map(|e| e.rule.expect("a rule").0)
}

#[test]
fn touching_is_not_overlapping() {
    proves!("TT-GEO-04");
    assert_eq!(facing_each_other(60.0), None);
    assert_eq!(facing_each_other(59.9), Some("TT-SET-08"));
}

#[test]
fn a_move_that_ends_edge_to_edge_is_no_overlap() {
    proves!("TT-GEO-04");
    // A long straight carries a tripod 30 + 26 + 30 mm.
    for (start, end) in [(454.0, 540.0), (454.1, 454.1)] {
        let scene = Scene::new().content(apothem_30()).put("nieuport_16", 450.0, 100.0, 0);
        let scene = scene.put("mk1_locust", 450.0, start, 0).put("mk1_locust", 450.0, 600.0, 0);
        let mut play = scene.begin();
        play.plan(0, &STRAIGHT).plan(2, &STILL);
        play.plan(1, &["TA_long_straight", "TA_standing_still", "TA_standing_still"]).pass(1).pass(2);
        assert_at(&play, 1, 450.0, end, 0.0);
    }
}

#[test]
fn the_near_half_of_a_heat_ray_ruler_is_short_range() {
    proves!("TT-GEO-05");
    // Heavy: 200 mm; the nearest reached point decides, wherever the base ends.
    assert_eq!(ray_range(Side::Front, 180, 99.9), Some(Range::Short));
    assert_eq!(ray_range(Side::Front, 180, 100.1), Some(Range::Long));
    assert_eq!(ray_range(Side::Front, 180, 199.9), Some(Range::Long));
    assert_eq!(ray_range(Side::Front, 180, 200.1), None);
    // Medium: 150 mm.
    assert_eq!(ray_range(Side::FrontRight, 120, 74.9), Some(Range::Short));
    assert_eq!(ray_range(Side::FrontRight, 120, 75.1), Some(Range::Long));
    assert_eq!(ray_range(Side::FrontRight, 120, 149.9), Some(Range::Long));
    assert_eq!(ray_range(Side::FrontRight, 120, 150.1), None);
}

#[test]
fn half_a_ruler_is_half_the_length_of_the_airplane_ruler() {
    proves!("TT-GEO-05");
    let content = Content::built_in();
    near(content.half_ruler(), 100.0);
    near(3.0 * content.half_ruler(), 300.0);
    let longer = content_with(&[(
        "geometry.toml",
        "length_mm = 200.0\nhalf_mm = 100.0",
        "length_mm = 240.0\nhalf_mm = 120.0",
    )]);
    near(longer.half_ruler(), 120.0);
    for (content, half, other) in [(content, 100.0, 120.0), (longer, 120.0, 100.0)] {
        let quick = Scene::new().content(content).set(|s| s.placement = Placement::Played);
        let play = quick
            .put("nieuport_16", 0.0, 0.0, 0)
            .with(|v| v.at = None)
            .put("mk1_locust", 450.0, 700.0, 180)
            .begin();
        let place = |off: f64| Order::PlaceVehicle {
            vehicle: v(0),
            at: Vec2::new(450.0, off + 34.0),
            facing: geometry::Angle::ZERO,
        };
        assert_eq!(play.refused_by(EARTH, &place(other)), "TT-SCN-04");
        assert_eq!(play.m.state().check(EARTH, &place(half)), Ok(()));
    }
}

#[test]
fn the_playing_area_is_at_least_ninety_centimetres_square() {
    proves!("TT-GEO-06");
    let area = |width: f64, height: f64| {
        let scene = Scene::new().set(|s| s.area = [width, height]);
        scene.put("nieuport_16", 450.0, 100.0, 0).put("mk1_locust", 450.0, 700.0, 180)
    };
    assert_eq!(area(800.0, 900.0).refused_by(), "TT-GEO-06");
    assert_eq!(area(899.9, 900.0).refused_by(), "TT-GEO-06");
    assert_eq!(area(900.0, 899.9).refused_by(), "TT-GEO-06");
    assert_eq!(area(f64::INFINITY, 900.0).refused_by(), "TT-GEO-06");
    for play in [area(900.0, 900.0).begin(), area(1400.0, 900.0).begin()] {
        near(play.view().area[1], 900.0);
    }
}

#[test]
fn two_hundred_vehicles_are_the_most() {
    let crowd = |count: usize| {
        let mut scene = Scene::new().set(|s| s.area = [3000.0, 3000.0]);
        for n in 0..count {
            let model = if n == 0 { "mk1_locust" } else { "nieuport_16" };
            scene = scene.put(model, 150.0 + 150.0 * (n % 18) as f64, 150.0 + 150.0 * (n / 18) as f64, 0);
        }
        scene.try_begin()
    };
    assert_eq!(crowd(200).expect("a table").view().vehicles.len(), 200);
    assert_eq!(crowd(201).map(|_| ()).expect_err("a crowd").place, "vehicles");
}

#[test]
fn the_earthling_side_lies_opposite_to_the_martian_side() {
    proves!("TT-GEO-06");
    let leaves = |x: f64, y: f64, facing: i32| {
        let scene = Scene::new().put("nieuport_16", x, y, facing).put("nieuport_16", 450.0, 450.0, 0);
        let mut play = scene.put("mk1_locust", 450.0, 700.0, 180).begin();
        play.plan(0, &STRAIGHT).plan(1, &STRAIGHT).plan(2, &STILL).pass(2);
        play.see(0).fate
    };
    assert_eq!(leaves(450.0, 50.0, 180), Fate::Exited { earthling_side: true });
    assert_eq!(leaves(450.0, 850.0, 0), Fate::Exited { earthling_side: false });
    assert_eq!(leaves(50.0, 450.0, 270), Fate::Exited { earthling_side: false });
    assert_eq!(leaves(850.0, 450.0, 90), Fate::Exited { earthling_side: false });
}

#[test]
fn objectives_never_hinder_movement() {
    proves!("TT-GEO-07");
    let scene = Scene::new().put("nieuport_16", 450.0, 100.0, 0).put("mk1_locust", 450.0, 600.0, 0);
    let mut play = scene.objective(450.0, 688.4).begin();
    play.plan(0, &STRAIGHT).plan(1, &["TA_long_straight", "TA_standing_still", "TA_standing_still"]).pass(1);
    assert_at(&play, 1, 450.0, 688.4, 0.0);
    assert!(!play.happened(Viewer::Umpire).iter().any(|w| matches!(w, What::Toppled { .. })));
    let objective = &play.view().objectives[0];
    near_point(objective.at.expect("a template on the table"), 450.0, 688.4);
    assert!(!objective.destroyed && !objective.red_weed);
}

#[test]
fn objectives_never_hinder_firing() {
    proves!("TT-GEO-07");
    let scene = Scene::new().put("nieuport_16", 450.0, 400.0, 0).planned(&STRAIGHT);
    let scene = scene.put("mk1_locust", 450.0, 600.0, 0).planned(&STILL).objective(450.0, 510.0);
    let mut play = scene.from_step(Step::Firing { phase: 0 }).begin();
    play.fire(0, 1, Through::Open);
    assert_eq!(play.see(1).damage.len(), 1);
}

#[test]
fn a_template_on_its_red_weed_side_is_still_an_objective() {
    proves!("TT-GEO-07");
    let scene = Scene::new().put("nieuport_16", 450.0, 100.0, 0).put("mk1_locust", 450.0, 600.0, 0);
    let mut play = scene.objective(450.0, 600.0).set(|s| s.objectives[0].red_weed = true).begin();
    play.plan(0, &STRAIGHT).plan(1, &STILL);
    assert_eq!(play.act_refused(1, Action::Recharge { objective: Some(0) }).rule.0, "TT-RCH-03");
    play.act(1, Action::DestroyObjective { objective: Some(0) });
    assert!(play.view().objectives[0].destroyed);
}
