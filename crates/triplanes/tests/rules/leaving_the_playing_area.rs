//! LEAVING THE PLAYING AREA.

use crate::support::*;
use table::{Viewer, proves};
use triplanes::*;

const FLY: [&str; 3] = ["R_straight"; 3];
const STAND: [&str; 3] = ["TA_standing_still"; 3];

/// What becomes of a Nieuport that starts here and flies this card, if others stay on the table.
fn fate_after(scene: Scene, (x, y): (f64, f64), heading: i32, card: &str) -> Fate {
    let scene = scene.put("nieuport_16", x, y, heading).put("nieuport_16", 450.0, 450.0, 0);
    let mut play = scene.put("mk1_locust", 100.0, 450.0, 0).begin();
    play.plan(0, &[card, "R_stall", "R_straight"]).plan(1, &["R_right_60"; 3]).plan(2, &STAND).pass(2);
    assert_eq!(play.step(), Step::Actions { phase: 1 });
    play.see(0).fate
}

#[test]
fn a_vehicle_is_outside_when_its_centre_is() {
    proves!("TT-EXT-01");
    for (y, outside) in [(900.1, true), (900.02, true), (900.0, false), (899.9, false)] {
        let fate = fate_after(Scene::new(), (450.0, y - 97.0), 0, "R_straight");
        assert_eq!(fate == Fate::Exited { earthling_side: false }, outside, "at {y}");
        assert_eq!(fate == Fate::InPlay, !outside, "at {y}");
    }
}

#[test]
fn every_border_counts() {
    proves!("TT-EXT-01");
    for ((x, y), heading, earthling_side) in [
        ((96.9, 300.0), 270, false),
        ((803.1, 300.0), 90, false),
        ((300.0, 803.1), 0, false),
        ((300.0, 96.9), 180, true),
    ] {
        let fate = fate_after(Scene::new(), (x, y), heading, "R_straight");
        assert_eq!(fate, Fate::Exited { earthling_side }, "heading {heading}");
        let shorter = ahead((x, y), heading, -0.2);
        assert_eq!(fate_after(Scene::new(), shorter, heading, "R_straight"), Fate::InPlay);
    }
}

/// Airplane 0 leaves an area of 900 mm in phase 2, straight before the front projector of tripod 2 at
/// (520, 790). Airplane 1 comes from the west and has the tripod before its guns in phase 2.
fn departure(height: f64) -> Play {
    let mut play = Scene::new()
        .set(|s| s.area = [900.0, height])
        .put("nieuport_16", 520.0, 720.0, 0)
        .damage(&["B 1"])
        .put("nieuport_16", 170.0, 790.0, 90)
        .put("mk1_locust", 520.0, 790.0, 0)
        .begin();
    play.plan(0, &FLY).plan(1, &FLY).plan(2, &STAND).pass(2);
    assert_eq!(play.step(), Step::Actions { phase: 1 });
    play.act(2, Action::HeatRay { from: Side::Front });
    assert_eq!(play.step(), Step::Firing { phase: 1 });
    play
}

#[test]
fn who_is_outside_at_the_end_of_a_movement_step_is_out_of_the_game() {
    proves!("TT-EXT-02");
    let mut play = departure(900.0);
    let gone = play.see(0);
    assert_eq!((gone.fate, gone.pose), (Fate::Exited { earthling_side: false }, None));
    assert!(play.cites("TT-EXT-02"));
    assert_eq!(play.fire_refused(0, 2, Through::Open).rule.0, "TT-EXT-02");
    assert_eq!(play.ways_to_hit(2), []);
    assert_eq!(play.ray_refused(2, 0, RulerPosition::RightAngle).rule.0, "TT-TFR-05");
    assert!(gone.plan.iter().all(|space| *space == SpaceView::Empty), "no plan for phase 3");
    play.hold(1);
    assert!(!play.happened(Viewer::Umpire).iter().any(|w| matches!(w, What::RayFired { .. })));
    play.rest_of_turn();
    assert_eq!(play.view().turn, 2);
    assert_eq!(play.asks(EARTH), [Ask::Plan { vehicle: v(1) }], "it does not come back");
    assert_eq!(play.plan_refused(0, &FLY).rule.0, "TT-EXT-02");

    let wider = departure(1000.0);
    assert_eq!(wider.see(0).fate, Fate::InPlay);
    assert!(wider.ways_to_hit(2).contains(&(0, RulerPosition::RightAngle)), "there the ray would hit");
}

#[test]
fn its_damage_cards_return_to_their_decks() {
    proves!("TT-EXT-02");
    assert_eq!(departure(900.0).left_in(DeckId::B), 44);
    assert_eq!(departure(1000.0).left_in(DeckId::B), 43);
}

#[test]
fn a_tripod_that_is_sent_back_did_not_leave() {
    proves!("TT-EXT-02");
    let end_of_step = |x: f64| {
        let scene = Scene::new().put("nieuport_16", 100.0, 100.0, 0).put("mk1_locust", 450.0, 890.0, 0);
        let mut play = scene.put("mk1_locust", x, 815.0, 0).begin();
        play.plan(0, &FLY).plan(1, &STAND);
        play.plan(2, &["TA_long_straight", "TA_standing_still", "TA_standing_still"]).pass(1).pass(2);
        play
    };
    let bumped = end_of_step(450.0);
    assert!(bumped.cites("TT-OVL-03"));
    assert_at(&bumped, 2, 450.0, 815.0, 0.0);
    assert_eq!(end_of_step(550.0).see(2).fate, Fate::Exited { earthling_side: false });
}

#[test]
fn exiting_is_not_being_destroyed() {
    proves!("TT-EXT-03");
    let scene = Scene::new().put("nieuport_16", 100.0, 100.0, 0).put("mk1_locust", 450.0, 815.0, 0);
    let mut play = scene.put("mk1_locust", 450.0, 400.0, 0).begin();
    play.plan(0, &FLY).plan(1, &["TA_long_straight", "TA_standing_still", "TA_standing_still"]);
    play.plan(2, &STAND).pass(1).pass(2);
    let fates: Vec<Fate> = play.view().vehicles.iter().map(|v| v.fate).collect();
    assert_eq!(fates, [Fate::InPlay, Fate::Exited { earthling_side: false }, Fate::InPlay]);
    assert_eq!(fates.iter().filter(|f| **f == Fate::Eliminated).count(), 0);
    let told = |what: &What| matches!(what, What::Eliminated { .. });
    assert!(!play.happened(Viewer::Umpire).iter().any(told));
}

/// A base 40 mm long and a sideslip whose arrow ends 10 mm ahead and 30 mm to the right: 50 and 30 in all.
fn slanting() -> Scene {
    Scene::new().content(content_with(&[
        ("geometry.toml", "airplane_base_length_mm = 68.0", "airplane_base_length_mm = 40.0"),
        ("maneuvers.toml", "forward_mm = 32.5, right_mm = 16.5", "forward_mm = 10.0, right_mm = 30.0"),
    ]))
}

#[test]
fn the_side_is_the_border_that_is_crossed_first() {
    proves!("TT-EXT-04");
    let slip = |from| fate_after(slanting(), from, 180, "R_sideslip_right");
    // To (-10, -20): y = 0 is met at (2, 0), before x = 0 at (0, -3.33).
    assert_eq!(slip((20.0, 30.0)), Fate::Exited { earthling_side: true });
    // To (-10, -15): x = 0 is met at (0, 1.67), before y = 0.
    assert_eq!(slip((20.0, 35.0)), Fate::Exited { earthling_side: false });
    // To (5, -20): it leaves across y = 0 alone.
    assert_eq!(slip((35.0, 30.0)), Fate::Exited { earthling_side: true });
}

#[test]
fn exactly_through_a_corner_the_owner_chooses() {
    proves!("TT-EXT-04");
    let slip = |from| fate_after(slanting(), from, 180, "R_sideslip_right");
    assert_eq!(slip((15.0, 25.0)), Fate::Exited { earthling_side: true });
    assert_eq!(slip((15.0, 25.1)), Fate::Exited { earthling_side: false });
}
