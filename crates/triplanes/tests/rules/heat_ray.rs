//! HEAT-RAY, the action card.

use crate::support::*;
use geometry::Angle;
use table::{Viewer, proves};
use triplanes::*;

const FLY: [&str; 3] = ["R_straight"; 3];
const STAND: [&str; 3] = ["TA_standing_still"; 3];

fn ray(from: Side) -> Action {
    Action::HeatRay { from }
}

/// Airplane 0 comes from the north: after its first card it is 75.8 mm from the front of tripod 1, guns on it.
fn duel(energy: u8) -> Scene {
    Scene::new().put("nieuport_16", 450.0, 654.0, 180).put("mk1_locust", 450.0, 450.0, 0).energy(energy)
}

fn window(scene: &Scene) -> Play {
    let mut play = scene.begin();
    play.plan(0, &FLY).plan(1, &STAND);
    play
}

fn is_fired(play: &Play) -> bool {
    let fired = |what: &What| matches!(what, What::RayFired { .. } | What::RayMissed { .. });
    play.happened(Viewer::Umpire).iter().any(fired)
}

#[test]
fn the_energy_is_spent_on_selection_and_can_open_the_own_armor() {
    proves!("TT-HRA-01");
    let scene = duel(1).stack(DeckId::B, &["2 +1", "3 +1"]);
    let mut play = window(&scene);
    play.act(1, ray(Side::FrontRight));
    assert_eq!(play.step(), Step::Firing { phase: 0 });
    let seen = play.tripod_seen_by(EARTH, 1);
    assert_eq!((seen.energy, seen.action), (0, Some(ray(Side::FrontRight))), "the token is public");
    assert_eq!(play.fire_refused(0, 1, Through::Armor).rule.0, "TT-AFR-06");
    play.fire(0, 1, Through::Open);
    assert_eq!(play.points(1), 5);
    assert_eq!(play.energy(1), 0);
}

#[test]
fn with_a_second_counter_the_armor_still_works() {
    proves!("TT-HRA-01");
    let mut play = window(&duel(2));
    play.act(1, ray(Side::FrontRight));
    assert_eq!(play.energy(1), 1);
    assert_eq!(play.fire_refused(0, 1, Through::Open).rule.0, "TT-AFR-06");
}

#[test]
fn the_chosen_projector_is_the_one_that_fires() {
    proves!("TT-HRA-01");
    let mut front = window(&duel(5));
    front.act(1, ray(Side::Front)).rest_of_phase();
    let hit = |what: &What| matches!(what, What::RayFired { from: Side::Front, target: VehicleId(0), .. });
    assert!(front.happened(Viewer::Umpire).iter().any(hit));
    let mut right = window(&duel(5));
    right.act(1, ray(Side::FrontRight)).hold(0);
    let missed = |what: &What| matches!(what, What::RayMissed { from: Side::FrontRight, .. });
    assert!(right.happened(Viewer::Umpire).iter().any(missed));
}

#[test]
fn the_energy_is_lost_even_without_a_target() {
    proves!("TT-HRA-02");
    let mut play = window(&duel(5).set(|s| s.vehicles[0].at = Some(geometry::Vec2::new(100.0, 800.0))));
    play.act(1, ray(Side::Front));
    assert_eq!(play.step(), Step::Actions { phase: 1 });
    assert_eq!((play.energy(1), play.tripod(1).console.cooling), (4, 1));
    assert!(play.cites("TT-TFR-09"));
}

#[test]
fn heat_ray_without_energy_does_nothing() {
    proves!("TT-HRA-03");
    for scene in [duel(0), duel(0).printed()] {
        let mut play = window(&scene);
        play.act(1, ray(Side::Front));
        assert!(play.cites("TT-HRA-03"), "accepted, and wasted");
        assert_eq!(play.tripod_seen_by(EARTH, 1).action, None, "no token is placed");
        play.hold(0);
        assert!(!is_fired(&play));
        let tripod = play.tripod(1);
        assert_eq!((tripod.energy, tripod.console.cooling, tripod.console.toppled), (0, 0, 0));
        assert!(play.see(0).damage.is_empty());
    }
}

#[test]
fn the_last_counter_is_enough_for_a_ray() {
    proves!("TT-HRA-03");
    let mut play = window(&duel(1));
    play.act(1, ray(Side::Front)).rest_of_phase();
    assert!(is_fired(&play) && !play.cites("TT-HRA-03"));
    assert_eq!(play.tripod(1).console.cooling, 1);
}

#[test]
fn the_token_goes_to_a_side_with_a_projector() {
    proves!("TT-HRA-04");
    let front = [Side::Front, Side::FrontRight, Side::FrontLeft];
    let all_but_rear = [Side::Front, Side::FrontRight, Side::RearRight, Side::RearLeft, Side::FrontLeft];
    for (model, stand, sides) in
        [("mk1_locust", "TA_standing_still", &front[..]), ("mk3_squid", "TC_standing_still", &all_but_rear)]
    {
        let scene = Scene::new().put("nieuport_16", 100.0, 100.0, 0).put(model, 450.0, 450.0, 0);
        for side in Side::ALL {
            let mut play = scene.begin();
            play.plan(0, &FLY).plan(1, &[stand; 3]);
            if sides.contains(&side) {
                play.act(1, ray(side));
            } else {
                assert_eq!(play.act_refused(1, ray(side)).rule.0, "TT-HRA-04", "{model} {}", side.name());
            }
        }
    }
}

#[test]
fn the_projector_moves_with_the_tripod() {
    proves!("TT-HRA-05");
    // A curve to the right: 31.2 + 24.5 ahead and 12 to the right, then 31.2 along the new facing.
    let centre = ahead((412.0, 455.7), 60, 31.2);
    let foot = ahead(centre, 60, 31.2);
    // The airplane flies away; its base begins 90 mm from the projector.
    let (x, y) = ahead(foot, 60, 90.0 + 34.0 - 97.0);
    let scene = Scene::new().put("nieuport_16", x, y, 60).put("mk1_locust", 400.0, 400.0, 0);
    let mut play = scene.begin();
    play.plan(0, &FLY).plan(1, &["TA_curve_right_60", "TA_standing_still", "TA_standing_still"]);
    play.act(1, ray(Side::Front));
    assert_at(&play, 1, centre.0, centre.1, 60.0);
    let log = play.happened(Viewer::Umpire);
    let line = log.iter().find_map(|what| match what {
        What::RayFired {
            from: Side::Front,
            target: VehicleId(0),
            ruler: RulerPosition::RightAngle,
            line,
            ..
        } => Some(*line),
        _ => None,
    });
    let [from, to] = line.expect("a hit");
    assert_eq!(Angle::from_direction(to - from), Angle::degrees(60));
    assert!((from.x - foot.0).abs() < 0.01 && (from.y - foot.1).abs() < 0.01, "{from:?}");
    assert!((from.distance(to) - 90.0).abs() < 0.01);
}
