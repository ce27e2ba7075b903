//! REMINDERS.

use crate::support::*;
use table::{Viewer, proves};
use triplanes::*;

const STILL: [&str; 3] = ["TA_standing_still"; 3];

/// A Nieuport and a MK. I, far apart.
fn apart() -> Scene {
    Scene::new().put("nieuport_16", 100.0, 100.0, 0).put("mk1_locust", 600.0, 600.0, 0)
}

/// One turn with these cards for the Nieuport, and these for the MK. I.
fn after(airplane: &[&str], tripod: &[&str]) -> Play {
    let mut play = apart().begin();
    play.plan(0, airplane).plan(1, tripod).rest_of_turn();
    play
}

/// The counters that were placed, each with its rule.
fn placed(play: &Play) -> Vec<(&'static str, What)> {
    let seen = play.m.events().iter().filter_map(|e| Some((e.rule.0, e.seen_by(Viewer::Spectator)?.clone())));
    seen.filter(|(_, w)| matches!(w, What::Reminder { .. } | What::ReverseReminder { .. })).collect()
}

fn counter(of: LastManeuver) -> What {
    What::Reminder { vehicle: v(0), of }
}

#[test]
fn a_steep_third_maneuver_leaves_a_steep_counter() {
    proves!("TT-REM-01");
    for steep in ["R_stall", "R_wide_sideslip_right"] {
        let mut play = after(&["R_straight", "R_straight", steep], &STILL);
        assert_eq!(placed(&play), [("TT-REM-01", counter(LastManeuver::Steep))]);
        assert_eq!(play.airplane(0).console.last, LastManeuver::Steep);
        assert_eq!(play.plan_refused(0, &["R_stall", "R_straight", "R_straight"]).rule.0, "TT-AMN-03");
        play.plan(0, &["R_left_60", "R_stall", "R_straight"]);
    }
}

#[test]
fn an_immelmann_as_third_maneuver_leaves_an_immelmann_counter() {
    proves!("TT-REM-02");
    let mut play = after(&["R_stall", "R_straight", "R_immelmann"], &STILL);
    assert_eq!(placed(&play), [("TT-REM-02", counter(LastManeuver::Immelmann))]);
    for card in ["R_right_60", "R_stall", "R_sideslip_left"] {
        assert_eq!(play.plan_refused(0, &[card, "R_straight", "R_straight"]).rule.0, "TT-AMN-05");
    }
    play.plan(0, &["R_straight", "R_right_60", "R_straight"]);
}

#[test]
fn an_immelmann_that_is_steep_leaves_both_counters() {
    proves!("TT-REM-01", "TT-REM-02");
    let row = "kind = \"immelmann\", symbol = \"immelmann\", steep = false";
    let content = content_with(&[("maneuvers.toml", row, &row.replace("false", "true"))]);
    let mut play = apart().content(content).begin();
    play.plan(0, &["R_stall", "R_straight", "R_immelmann"]).plan(1, &STILL).rest_of_turn();
    let both = [("TT-REM-01", counter(LastManeuver::Steep)), ("TT-REM-02", counter(LastManeuver::Immelmann))];
    assert_eq!(placed(&play), both);
    assert_eq!(play.plan_refused(0, &["R_right_60", "R_straight", "R_straight"]).rule.0, "TT-AMN-05");
}

#[test]
fn a_straight_as_third_maneuver_leaves_a_straight_counter() {
    proves!("TT-REM-03");
    let mut play = after(&["R_stall", "R_straight", "R_straight"], &STILL);
    assert_eq!(placed(&play), [("TT-REM-03", counter(LastManeuver::Straight))]);
    play.plan(0, &["R_immelmann", "R_straight", "R_left_60"]);
}

#[test]
fn any_other_third_maneuver_leaves_no_counter() {
    proves!("TT-REM-01", "TT-REM-02", "TT-REM-03");
    let play = after(&["R_stall", "R_straight", "R_right_60"], &STILL);
    assert_eq!((placed(&play), play.airplane(0).console.last), (vec![], LastManeuver::Other));
    // Only the third maneuver counts: the straight of phase 2 lets no Immelmann begin the next turn.
    assert_eq!(play.plan_refused(0, &["R_immelmann", "R_straight", "R_left_60"]).rule.0, "TT-AMN-04");
}

#[test]
fn a_reverse_as_third_maneuver_leaves_a_reverse_counter() {
    proves!("TT-REM-04");
    let reversed = ["TA_standing_still", "TA_standing_still", "TA_reverse"];
    let mut play = after(&["R_stall", "R_straight", "R_right_60"], &reversed);
    assert_eq!(placed(&play), [("TT-REM-04", What::ReverseReminder { vehicle: v(1) })]);
    assert!(play.tripod(1).console.reverse);
    play.plan(0, &["R_straight", "R_straight", "R_right_60"])
        .plan(1, &["TA_long_straight", "TA_standing_still", "TA_standing_still"])
        .pass(1);
    assert_at(&play, 1, 600.0, 574.0, 0.0);
}

#[test]
fn the_reverse_counter_is_used_up_by_the_first_card_whatever_it_is() {
    proves!("TT-REM-04");
    let mut play = after(
        &["R_stall", "R_straight", "R_right_60"],
        &["TA_standing_still", "TA_standing_still", "TA_reverse"],
    );
    play.plan(0, &["R_straight", "R_straight", "R_right_60"])
        .plan(1, &["TA_standing_still", "TA_long_straight", "TA_standing_still"]);
    play.pass(1);
    assert!(!play.tripod(1).console.reverse);
    play.pass(1);
    assert_at(&play, 1, 600.0, 688.4, 0.0);
    play.rest_of_turn();
    assert_eq!(placed(&play).len(), 1);
}
