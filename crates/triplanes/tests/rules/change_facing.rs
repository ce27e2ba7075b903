//! CHANGE FACING.

use crate::support::*;
use table::{Viewer, proves};
use triplanes::*;

const FLY: [&str; 3] = ["R_straight"; 3];
const STAND: [&str; 3] = ["TA_standing_still"; 3];

fn turn(to: Side) -> Action {
    Action::ChangeFacing { to }
}

/// Airplane 0 comes from the north and has tripod 1 before its guns, 134.8 mm away, after its first card.
fn duel() -> Scene {
    Scene::new().put("nieuport_16", 450.0, 713.0, 180).put("mk1_locust", 450.0, 450.0, 0)
}

#[test]
fn the_token_is_laid_first_and_the_turn_comes_at_the_end_of_the_movement_step() {
    proves!("TT-CHF-01");
    let mut play = duel().begin();
    play.plan(0, &FLY).plan(1, &STAND).act(1, turn(Side::RearRight));
    assert_eq!(play.step(), Step::Firing { phase: 0 });
    assert_at(&play, 1, 450.0, 450.0, 120.0);
    let order = play.m.events().iter().filter_map(|e| match e.seen_by(Viewer::Seat(EARTH))? {
        What::ActionShown { action, .. } if *action == turn(Side::RearRight) => Some("token"),
        What::Revealed { .. } => Some("reveal"),
        What::Moved { .. } => Some("move"),
        What::FacingChanged { .. } if e.rule.0 == "TT-CHF-01" => Some("turn"),
        _ => None,
    });
    assert_eq!(order.collect::<Vec<_>>(), ["token", "reveal", "move", "turn"]);
}

#[test]
fn armored_sides_have_turned_before_the_firing_step() {
    proves!("TT-CHF-01");
    let mut play = duel().begin();
    play.plan(0, &FLY).plan(1, &STAND).pass(1);
    assert_eq!(play.fire_refused(0, 1, Through::Open).rule.0, "TT-AFR-06", "the front is armored");
    let mut play = duel().begin();
    play.plan(0, &FLY).plan(1, &STAND).act(1, turn(Side::RearRight));
    play.fire(0, 1, Through::Open);
    let hit = |what: &What| matches!(what, What::GunsFired { side: Side::RearLeft | Side::Rear, .. });
    assert!(play.happened(Viewer::Umpire).iter().any(hit));
}

#[test]
fn projectors_turn_with_the_tripod() {
    proves!("TT-CHF-01");
    // In phase 2 airplane 2 is 161.2 mm from the tripod's centre, on the bearing of 120 degrees.
    let (x, y) = ahead((450.0, 450.0), 120, 161.2);
    let mut play = duel().put("nieuport_16", x, y + 194.0, 180).begin();
    play.plan(0, &["R_left_60"; 3]).plan(1, &STAND).plan(2, &FLY);
    play.act(1, turn(Side::RearRight)).until(Step::Actions { phase: 1 });
    play.act(1, Action::HeatRay { from: Side::Front }).rest_of_phase();
    let hit = |what: &What| matches!(what, What::RayFired { from: Side::Front, target: VehicleId(2), .. });
    assert!(play.happened(Viewer::Umpire).iter().any(hit));
}

#[test]
fn each_model_has_its_own_limits() {
    proves!("TT-CHF-02");
    let table: [(&str, &str, &[Side]); 4] = [
        (
            "mk1_locust",
            "TA_standing_still",
            &[Side::FrontRight, Side::RearRight, Side::RearLeft, Side::FrontLeft],
        ),
        ("mk2_scarab", "TB_standing_still", &[Side::FrontRight, Side::FrontLeft]),
        (
            "mk3_squid",
            "TC_standing_still",
            &[Side::FrontRight, Side::RearRight, Side::Rear, Side::RearLeft, Side::FrontLeft],
        ),
        (
            "mk4_cuttlefish",
            "TD_standing_still",
            &[Side::FrontRight, Side::RearRight, Side::RearLeft, Side::FrontLeft],
        ),
    ];
    for (model, stand, sides) in table {
        let scene = Scene::new().put("nieuport_16", 100.0, 100.0, 0).put(model, 450.0, 450.0, 0);
        for side in Side::ALL {
            let mut play = scene.begin();
            play.plan(0, &FLY).plan(1, &[stand; 3]);
            if sides.contains(&side) {
                play.act(1, turn(side));
                assert_at(&play, 1, 450.0, 450.0, 60.0 * side.index() as f64);
            } else {
                assert_eq!(play.act_refused(1, turn(side)).rule.0, "TT-CHF-02", "{model} to {}", side.name());
            }
        }
    }
}

#[test]
fn turning_keeps_the_footprint() {
    proves!("TT-CHF-03");
    // Tripod 2 stands flush with the front of tripod 1: turning makes no overlap.
    let scene = Scene::new().put("nieuport_16", 100.0, 800.0, 0).put("mk1_locust", 300.0, 400.0, 0).put(
        "mk1_locust",
        300.0,
        462.4,
        0,
    );
    let mut play = scene.begin();
    let before = play.see(1).base;
    play.plan(0, &["R_stall", "R_right_60", "R_right_60"]).plan(1, &STAND).plan(2, &STAND);
    play.act(1, turn(Side::RearRight)).pass(2);
    assert_at(&play, 1, 300.0, 400.0, 120.0);
    assert_at(&play, 2, 300.0, 462.4, 0.0);
    let after = play.see(1).base;
    assert_eq!(after.len(), 6);
    for corner in before {
        assert!(after.iter().any(|other| other.distance(corner) <= 0.01), "{corner:?} is left bare");
    }
    assert!(!play.cites("TT-OVL-03"));
}

#[test]
fn a_bumped_tripod_keeps_the_facing_it_had() {
    proves!("TT-CHF-05", "TT-OVL-03");
    let bump = |y: f64| {
        let scene = Scene::new().put("nieuport_16", 100.0, 100.0, 0).put("mk1_locust", 450.0, y, 0).put(
            "mk1_locust",
            450.0,
            400.0,
            0,
        );
        let mut play = scene.begin();
        play.plan(0, &FLY).plan(1, &STAND);
        play.plan(2, &["TA_long_straight", "TA_standing_still", "TA_standing_still"]);
        play.act(1, turn(Side::FrontRight)).pass(2);
        play
    };
    let play = bump(500.0);
    assert!(play.cites("TT-OVL-03"));
    assert_at(&play, 2, 450.0, 400.0, 0.0);
    assert_at(&play, 1, 450.0, 500.0, 0.0);
    let seen = What::TurnHindered { vehicle: v(1) };
    assert_eq!(play.caused_by("TT-CHF-05", Viewer::Spectator), [seen]);
    // Whoever is not touched turns: 88.4 mm on, the other stands flush behind it.
    let free = bump(400.0 + 88.4 + 62.5);
    assert!(!free.cites("TT-OVL-03"));
    assert_at(&free, 1, 450.0, 400.0 + 88.4 + 62.5, 60.0);
}
