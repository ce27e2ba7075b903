//! OVERLAPPING DURING MOVEMENT.

use crate::support::*;
use table::{Viewer, proves};
use triplanes::*;

const FLY: [&str; 3] = ["R_straight"; 3];
const STAND: [&str; 3] = ["TA_standing_still"; 3];
const WALK: [&str; 3] = ["TA_long_straight", "TA_standing_still", "TA_standing_still"];

/// Airplane 0 is far away; the tripods are numbered from 1 on.
fn tripods(places: &[(f64, f64, i32)]) -> Scene {
    let scene = Scene::new().put("nieuport_16", 100.0, 100.0, 0);
    places.iter().fold(scene, |scene, (x, y, facing)| scene.put("mk1_locust", *x, *y, *facing))
}

/// Plays phase 1 of these plans without actions.
fn first_phase(scene: &Scene, plans: &[&[&str]]) -> Play {
    let mut play = scene.begin();
    play.plan(0, &FLY);
    for (index, cards) in plans.iter().enumerate() {
        play.plan(index as u8 + 1, cards);
    }
    play.rest_of_phase();
    play
}

fn sent_back(play: &Play) -> Vec<u8> {
    let log = play.happened(Viewer::Umpire);
    let back = log.iter().filter_map(|what| match what {
        What::SentBack { vehicle, .. } => Some(vehicle.0),
        _ => None,
    });
    back.collect()
}

#[test]
fn airplanes_may_overlap_anything() {
    proves!("TT-OVL-01");
    let mut play = Scene::new()
        .put("nieuport_16", 450.0, 303.0, 0)
        .put("nieuport_16", 353.0, 400.0, 90)
        .put("mk1_locust", 450.0, 311.6, 0)
        .begin();
    play.plan(0, &FLY).plan(1, &FLY).plan(2, &WALK).pass(2);
    assert_eq!(play.step(), Step::Actions { phase: 1 });
    assert_at(&play, 0, 450.0, 400.0, 0.0);
    assert_at(&play, 1, 450.0, 400.0, 90.0);
    assert_at(&play, 2, 450.0, 400.0, 0.0);
    for id in 0..3 {
        assert_eq!((play.points(id), play.see(id).fate), (0, Fate::InPlay));
    }
    assert!(sent_back(&play).is_empty());
}

#[test]
fn an_airplane_that_overlaps_another_fires_as_if_its_model_stood_there() {
    proves!("TT-OVL-02");
    // From the centre of airplane 0, the red dot of its card, the rear of the tripod is 100 mm away.
    let shot = |others: &[(f64, f64)]| {
        let scene = Scene::new().put("nieuport_16", 450.0, 300.0, 0).put("mk1_locust", 450.0, 431.2, 0);
        let scene = others.iter().fold(scene, |scene, (x, y)| scene.put("nieuport_16", *x, *y, 90));
        let mut play = scene.firing().begin();
        let options: Vec<Order> = play
            .legal(EARTH)
            .into_iter()
            .filter(|o| matches!(o, Order::Fire { vehicle: VehicleId(0), .. }))
            .collect();
        play.fire(0, 1, Through::Open);
        for id in 0..others.len() as u8 {
            if play.asks(EARTH).contains(&Ask::Fire { vehicle: v(id + 2) }) {
                play.hold(id + 2);
            }
        }
        let log = play.happened(Viewer::Umpire);
        let fired = log.into_iter().find_map(|what| match what {
            What::GunsFired { range, distance, line, .. } => Some((range, distance, line)),
            _ => None,
        });
        (options, fired.expect("a shot"))
    };
    let (options, fired) = shot(&[]);
    assert_eq!(options.len(), 1);
    assert_eq!((fired.0, fired.1), (Range::Short, 100.0));
    assert_eq!((fired.2[0].x, fired.2[0].y), (450.0, 300.0));
    assert_eq!(shot(&[(450.0, 310.0)]), (options, fired), "the same with its card under another airplane");
}

#[test]
fn overlapping_tripods_that_both_moved_go_back() {
    proves!("TT-OVL-03");
    // The curve ends at (489.02, 471.3) facing 60 degrees, the straight at (489, 511.6).
    let scene = tripods(&[(450.0, 400.0, 0), (489.0, 600.0, 180)]);
    let curve = ["TA_curve_right_60", "TA_standing_still", "TA_standing_still"];
    let play = first_phase(&scene, &[&curve, &WALK]);
    assert_eq!(sent_back(&play), [1, 2]);
    assert!(play.cites("TT-OVL-03"));
    assert_at(&play, 1, 450.0, 400.0, 0.0);
    assert_at(&play, 2, 489.0, 600.0, 180.0);
}

#[test]
fn a_tripod_that_stood_still_stays_where_it_is() {
    proves!("TT-OVL-03");
    let play = first_phase(&tripods(&[(450.0, 500.0, 0), (450.0, 400.0, 0)]), &[&STAND, &WALK]);
    assert_eq!(sent_back(&play), [2]);
    assert_at(&play, 1, 450.0, 500.0, 0.0);
    assert_at(&play, 2, 450.0, 400.0, 0.0);
}

#[test]
fn standing_edge_to_edge_is_no_overlap() {
    proves!("TT-OVL-03");
    for (gap, back) in [(62.4, vec![]), (62.3, vec![1, 2])] {
        // Both walk 88.4 mm towards each other.
        let scene = tripods(&[(450.0, 400.0, 0), (450.0, 400.0 + 2.0 * 88.4 + gap, 180)]);
        assert_eq!(sent_back(&first_phase(&scene, &[&WALK, &WALK])), back, "{gap} mm apart");
    }
}

#[test]
fn the_energy_of_a_card_is_not_refunded() {
    proves!("TT-OVL-03");
    let scene = tripods(&[(450.0, 500.0, 0), (450.0, 400.0, 0)]).energy(4);
    let run = ["TA_running", "TA_standing_still", "TA_standing_still"];
    let play = first_phase(&scene, &[&STAND, &run]);
    assert_eq!((sent_back(&play), play.energy(2)), (vec![2], 3));
}

#[test]
fn a_pending_reverse_is_used_up() {
    proves!("TT-OVL-03");
    // Tripod 2 backs into tripod 1, is sent back, and then walks forward.
    let scene = tripods(&[(450.0, 400.0, 0), (450.0, 470.0, 0)]);
    let mut play = first_phase(&scene, &[&STAND, &["TA_reverse", "TA_long_straight", "TA_long_straight"]]);
    assert!(sent_back(&play).is_empty());
    play.rest_of_phase();
    assert_eq!(sent_back(&play), [2]);
    assert_at(&play, 2, 450.0, 470.0, 0.0);
    play.rest_of_phase();
    assert_at(&play, 2, 450.0, 558.4, 0.0);
}

#[test]
fn a_card_that_led_back_still_counts_as_a_movement() {
    proves!("TT-OVL-03");
    let scene = tripods(&[(450.0, 500.0, 0), (450.0, 400.0, 0)]).printed();
    let mut play = first_phase(&scene, &[&STAND, &["TA_long_straight"; 3]]);
    play.rest_of_phase().rest_of_phase();
    assert_eq!(sent_back(&play), [2, 2]);
    assert!(play.cites("TT-TIL-01"));
    assert_eq!(play.tripod(2).console.toppled, 2);
    assert_at(&play, 2, 450.0, 400.0, 0.0);
}

#[test]
fn a_toppled_tripod_sends_others_back() {
    proves!("TT-OVL-03", "TT-TOP-02");
    let scene =
        tripods(&[(450.0, 500.0, 0)]).with(|v| v.tripod.toppled = 3).put("mk1_locust", 450.0, 400.0, 0);
    let mut play = scene.begin();
    play.plan(0, &FLY).plan(2, &WALK).pass(2);
    assert_eq!(sent_back(&play), [2]);
    assert_at(&play, 1, 450.0, 500.0, 0.0);
    assert_at(&play, 2, 450.0, 400.0, 0.0);
}

#[test]
fn a_tripod_that_was_sent_back_fires_from_its_old_position() {
    proves!("TT-OVL-03");
    // The airplane flies away from the front-right projector as it was; its base ends 70 mm from there.
    let foot = ahead((450.0, 400.0), 60, 31.2);
    let (x, y) = ahead(foot, 60, 70.0 + 34.0 - 97.0);
    let mut play = tripods(&[(450.0, 500.0, 0), (450.0, 400.0, 0)]).put("nieuport_16", x, y, 60).begin();
    play.plan(0, &FLY).plan(1, &STAND).plan(2, &WALK).plan(3, &FLY);
    play.pass(1).act(2, Action::HeatRay { from: Side::FrontRight });
    assert_eq!(sent_back(&play), [2]);
    let start = play.happened(Viewer::Umpire).into_iter().find_map(|what| match what {
        What::RayFired { vehicle: VehicleId(2), target: VehicleId(3), line, .. } => Some(line[0]),
        _ => None,
    });
    let start = start.expect("a hit");
    assert!((start.x - foot.0).abs() < 0.01 && (start.y - foot.1).abs() < 0.01, "{start:?}");
}

#[test]
fn a_chain_of_tripods_goes_back() {
    proves!("TT-OVL-04");
    // Tripod 1 walks from a to b, tripod 2 stands at b, tripod 3 walks from c to a.
    let scene = tripods(&[(450.0, 400.0, 0), (450.0, 500.0, 0), (361.6, 400.0, 90)]);
    let play = first_phase(&scene, &[&WALK, &STAND, &WALK]);
    assert_eq!(sent_back(&play), [1, 3], "one after the other");
    assert_at(&play, 1, 450.0, 400.0, 0.0);
    assert_at(&play, 2, 450.0, 500.0, 0.0);
    assert_at(&play, 3, 361.6, 400.0, 90.0);
    // Without the tripod at b all is well.
    let free = tripods(&[(450.0, 400.0, 0), (800.0, 500.0, 0), (361.6, 400.0, 90)]);
    let play = first_phase(&free, &[&WALK, &STAND, &WALK]);
    assert!(sent_back(&play).is_empty());
    assert_at(&play, 1, 450.0, 488.4, 0.0);
    assert_at(&play, 3, 450.0, 400.0, 90.0);
}
