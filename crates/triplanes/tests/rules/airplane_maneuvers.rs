//! AIRPLANE MANEUVERS and AIRPLANE ILLEGAL MANEUVERS.

use crate::support::*;
use table::proves;
use triplanes::*;

fn nieuport() -> Scene {
    Scene::new().put("nieuport_16", 450.0, 200.0, 0).put("mk1_locust", 450.0, 800.0, 180)
}

#[test]
fn no_two_steep_cards_in_a_row() {
    proves!("TT-AMN-03", "TT-PLN-06");
    let play = nieuport().begin();
    assert_eq!(play.plan_refused(0, &["R_stall", "R_stall", "R_straight"]).rule.0, "TT-AMN-03");
    nieuport().begin().plan(0, &["R_stall", "R_straight", "R_stall"]);
    let after_steep = nieuport().set(|s| s.vehicles[0].last = LastManeuver::Steep).begin();
    assert_eq!(after_steep.plan_refused(0, &["R_stall", "R_straight", "R_straight"]).rule.0, "TT-AMN-03");
}

#[test]
fn immelmann_needs_a_straight_before_and_after() {
    proves!("TT-AMN-04", "TT-AMN-05");
    let play = nieuport().begin();
    assert_eq!(play.plan_refused(0, &["R_immelmann", "R_straight", "R_left_60"]).rule.0, "TT-AMN-04");
    assert_eq!(play.plan_refused(0, &["R_straight", "R_immelmann", "R_left_60"]).rule.0, "TT-AMN-05");
    let counter = nieuport().set(|s| s.vehicles[0].last = LastManeuver::Straight);
    counter.begin().plan(0, &["R_immelmann", "R_straight", "R_left_60"]);
}
