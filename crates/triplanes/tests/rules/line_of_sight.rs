//! LINE OF SIGHT.

use crate::support::*;
use RulerPosition::RightAngle;
use table::{Viewer, proves};
use triplanes::*;

/// Airplane 0 at (450, 300) looks north; the rear of tripod 1 is 95 mm from its centre. 36.0 mm either side.
fn guns() -> Scene {
    Scene::new().put("nieuport_16", 450.0, 300.0, 0).put("mk1_locust", 450.0, 426.2, 0)
}

/// The heat-ray of tripod 0 at (450, 450): its ruler covers x from 436 to 464 and y from 481.2 to 681.2.
/// Airplane 1 behind it has a shot of its own, so that the step waits for it.
fn ray() -> Scene {
    let scene = Scene::new().put("mk1_locust", 450.0, 450.0, 0).ray_from(Side::Front);
    scene.put("nieuport_16", 450.0, 300.0, 0)
}

fn may_fire(scene: Scene, id: u8, target: u8) -> Result<(), &'static str> {
    let play = scene.firing().begin();
    let order = play.fire_order(id, target, Through::Open);
    if play.legal(EARTH).contains(&order) { Ok(()) } else { Err(play.refused_by(EARTH, &order)) }
}

fn may_burn(scene: Scene, id: u8, target: u8) -> Result<(), &'static str> {
    let play = scene.firing().begin();
    let reached = play.ways_to_hit(id).contains(&(target, RightAngle));
    if reached { Ok(()) } else { Err(play.ray_refused(id, target, RightAngle).rule.0) }
}

#[test]
fn guns_do_not_fire_through_a_friend() {
    proves!("TT-LOS-01");
    // Across the way, 68 mm wide, 35 mm from the centre of the firer.
    assert_eq!(may_fire(guns().put("nieuport_16", 450.0, 357.0, 90), 0, 1), Err("TT-LOS-01"));
    assert_eq!(may_fire(guns(), 0, 1), Ok(()));
    // Behind the target it hides nothing.
    assert_eq!(may_fire(guns().put("nieuport_16", 450.0, 500.0, 90), 0, 1), Ok(()));
}

#[test]
fn what_stays_visible_decides_the_range() {
    proves!("TT-LOS-01");
    let shot = |scene: Scene| {
        let mut play = scene.firing().begin();
        play.fire(0, 1, Through::Open);
        play.happened(Viewer::Umpire).into_iter().find_map(|what| match what {
            What::GunsFired { range, distance, .. } => Some((range, distance)),
            _ => None,
        })
    };
    assert_eq!(shot(guns()), Some((Range::Short, 95.0)));
    // The friend ends 8 mm to the right: the line past its corner (8, 35) meets the rear-right side of the
    // target, from (18.01, 95) to (36.03, 126.2), at (24.1, 105.6).
    let (range, distance) = shot(guns().put("nieuport_16", 424.0, 357.0, 90)).expect("a shot");
    assert_eq!(range, Range::Long);
    assert!((distance - 108.3).abs() < 0.1, "{distance}");
    // At 14 mm the line passes the right corner of the target as well.
    assert_eq!(may_fire(guns().put("nieuport_16", 430.0, 357.0, 90), 0, 1), Err("TT-LOS-01"));
}

#[test]
fn an_enemy_in_the_way_may_be_the_target_instead() {
    proves!("TT-LOS-01");
    let two = || guns().set(|s| s.vehicles[1].at = Some(geometry::Vec2::new(450.0, 430.0)));
    let blocked = two().put("mk1_locust", 450.0, 366.2, 0);
    assert_eq!(may_fire(blocked.clone(), 0, 1), Err("TT-LOS-01"));
    assert_eq!(may_fire(blocked, 0, 2), Ok(()));
    assert_eq!(may_fire(two(), 0, 1), Ok(()));
}

#[test]
fn for_a_ray_one_free_edge_of_the_ruler_is_enough() {
    proves!("TT-LOS-01");
    // Airplane 2 is the target, airplane 3 lies across the way and is 68 mm wide.
    let with = |x: f64| ray().put("nieuport_16", 450.0, 620.0, 0).put("nieuport_16", x, 530.0, 90);
    assert_eq!(may_burn(with(450.0), 0, 2), Err("TT-LOS-01"));
    assert_eq!(may_burn(with(450.0), 0, 3), Ok(()));
    assert_eq!(may_burn(with(469.9), 0, 2), Err("TT-LOS-01"), "both edges are covered");
    assert_eq!(may_burn(with(470.0), 0, 2), Ok(()), "the left edge at x = 436 is grazed");
    assert_eq!(may_burn(with(430.0), 0, 2), Ok(()), "the right edge at x = 464 is grazed");
    assert_eq!(may_burn(with(430.1), 0, 2), Err("TT-LOS-01"));
}

#[test]
fn a_ray_does_not_pass_a_friendly_tripod() {
    proves!("TT-LOS-01");
    let blocked = ray().put("nieuport_16", 450.0, 640.0, 0).put("mk1_locust", 450.0, 540.0, 0);
    assert_eq!(may_burn(blocked, 0, 2), Err("TT-LOS-01"));
    assert_eq!(may_burn(ray().put("nieuport_16", 450.0, 640.0, 0), 0, 2), Ok(()));
}

#[test]
fn a_target_at_the_far_end_is_seen_from_the_foot() {
    proves!("TT-LOS-01");
    // A base turned by 45 degrees: its lowest corner is 39.6 mm below its centre and 8.5 mm to the left; it
    // reaches 1.2 mm into the far end, between the edges. Airplane 3 leaves one edge free in either case.
    let with = |right_end: f64| {
        let scene = ray().put("nieuport_16", 458.5, 719.6, 45);
        scene.put("nieuport_16", right_end - 22.0, 560.0, 0)
    };
    assert_eq!(may_burn(with(449.9), 0, 2), Ok(()));
    assert_eq!(may_burn(with(451.0), 0, 2), Err("TT-LOS-01"));
}

#[test]
fn overlapping_airplanes_do_not_block_each_other() {
    proves!("TT-LOS-02");
    // Airplane 2 stands across the way of airplane 0, from y = 328 on; the base of airplane 0 ends at 334.
    assert_eq!(may_fire(guns().put("nieuport_16", 450.0, 350.0, 90), 0, 1), Ok(()));
    assert_eq!(may_fire(guns().put("nieuport_16", 450.0, 355.9, 90), 0, 1), Ok(()));
    assert_eq!(may_fire(guns().put("nieuport_16", 450.0, 356.0, 90), 0, 1), Err("TT-LOS-01"), "they touch");
}

#[test]
fn overlapping_airplanes_do_not_block_a_ray_at_one_of_them() {
    proves!("TT-LOS-02");
    // Airplane 3 lies before airplane 2, whose base begins 34 mm below its centre.
    let with = |y: f64| ray().put("nieuport_16", 450.0, y, 0).put("nieuport_16", 450.0, 560.0, 0);
    assert_eq!(may_burn(with(620.0), 0, 2), Ok(()));
    assert_eq!(may_burn(with(627.9), 0, 2), Ok(()));
    assert_eq!(may_burn(with(628.1), 0, 2), Err("TT-LOS-01"), "apart, it does");
}

#[test]
fn no_fire_between_an_airplane_and_the_tripod_under_it() {
    proves!("TT-LOS-03");
    // Airplane 2 flies over tripod 0; tripod 3 looks at it from the north.
    let scene = || {
        let scene = ray().put("nieuport_16", 450.0, 470.0, 180).put("mk1_locust", 450.0, 700.0, 180);
        scene.ray_from(Side::Front).stack(DeckId::X, &["2"])
    };
    assert_eq!(may_fire(scene(), 2, 0), Err("TT-LOS-03"));
    assert_eq!(may_burn(scene(), 0, 2), Err("TT-LOS-03"));
    assert_eq!(may_burn(scene(), 3, 2), Ok(()));
    let mut play = scene().firing().begin();
    play.hold(1);
    assert_eq!((play.points(2), play.see(2).damage.len()), (2, 1), "one ray hit it");
}

#[test]
fn touching_the_tripod_is_not_overlapping_it() {
    proves!("TT-LOS-03");
    // The front of the base is at y = 481.2.
    assert_eq!(may_burn(ray().put("nieuport_16", 450.0, 515.2, 180), 0, 2), Ok(()));
    assert_eq!(may_burn(ray().put("nieuport_16", 450.0, 515.1, 180), 0, 2), Err("TT-LOS-03"));
    let over = |y: f64| Scene::new().put("nieuport_16", 450.0, y, 0).put("mk1_locust", 450.0, 450.0, 0);
    assert_eq!(may_fire(over(384.8), 0, 1), Ok(()));
    assert_eq!(may_fire(over(384.9), 0, 1), Err("TT-LOS-03"));
}

#[test]
fn a_tripod_under_an_airplane_still_blocks() {
    proves!("TT-LOS-04");
    // Tripod 1 is the one under the airplane, tripod 2 the target ahead of it.
    let over = |x: f64| {
        let scene = Scene::new().put("nieuport_16", x, 450.0, 0).put("mk1_locust", 450.0, 450.0, 0);
        scene.put("mk1_locust", x, 600.0, 0)
    };
    assert_eq!(may_fire(over(450.0), 0, 2), Err("TT-LOS-01"));
    assert_eq!(may_fire(over(485.0), 0, 2), Err("TT-LOS-01"), "the centre is still inside the base");
    let wing = over(497.0);
    assert_eq!(may_fire(wing.clone(), 0, 1), Err("TT-LOS-03"), "a wing overlaps");
    assert_eq!(may_fire(wing, 0, 2), Ok(()));
}

#[test]
fn an_airplane_over_the_target_blocks_other_shooters() {
    proves!("TT-LOS-04");
    let over = |y: f64| guns().put("nieuport_16", 450.0, y, 90);
    assert_eq!(may_fire(over(400.0), 0, 1), Err("TT-LOS-01"), "it covers the near side");
    assert_eq!(may_fire(over(430.0), 0, 1), Ok(()), "the near side sticks out by 13 mm");
}

#[test]
fn a_toppled_tripod_blocks() {
    proves!("TT-LOS-05");
    let far = || guns().set(|s| s.vehicles[1].at = Some(geometry::Vec2::new(450.0, 430.0)));
    let between = |change: fn(&mut VehicleSetup)| far().put("mk1_locust", 450.0, 366.2, 0).with(change);
    assert_eq!(may_fire(between(|v| v.tripod.toppled = 2), 0, 1), Err("TT-LOS-01"));
    assert_eq!(may_fire(between(|v| v.fate = Some(Fate::Eliminated)), 0, 1), Ok(()), "not in the game");
}

#[test]
fn an_objective_does_not_block() {
    proves!("TT-LOS-05");
    assert_eq!(may_fire(guns().objective(450.0, 365.0), 0, 1), Ok(()));
    let burn = ray().put("nieuport_16", 450.0, 620.0, 0).objective(450.0, 530.0);
    assert_eq!(may_burn(burn, 0, 2), Ok(()));
}

#[test]
fn a_vehicle_that_is_eliminated_blocks_until_the_end_of_the_firing_step() {
    proves!("TT-LOS-05");
    // Tripod 2 stands before tripod 1 and has one point left; airplane 3 shoots at it from the east.
    let scene = guns().set(|s| s.vehicles[1].at = Some(geometry::Vec2::new(450.0, 430.0)));
    let scene = scene.put("mk1_locust", 450.0, 366.2, 0).with(|v| v.hidden.note = 21);
    let scene = scene.put("nieuport_16", 600.0, 366.2, 270).stack(DeckId::B, &["1"]);
    let mut play = scene.firing().begin();
    play.fire(3, 2, Through::Open);
    assert_eq!(play.fire_refused(0, 1, Through::Open).rule.0, "TT-LOS-01");
    play.hold(0);
    assert_eq!(play.see(2).fate, Fate::Eliminated);
}
