//! MOVEMENT MANEUVERS.

use crate::support::*;
use std::sync::Arc;
use table::{Viewer, proves};
use triplanes::*;

const FLY: [&str; 3] = ["R_straight"; 3];

/// Tripod bases with an apothem of 30 mm.
fn apothem_30(more: &[(&str, &str, &str)]) -> Arc<Content> {
    let mut changes = vec![("geometry.toml", "flat_to_flat_mm = 62.4", "flat_to_flat_mm = 60.0")];
    changes.extend_from_slice(more);
    content_with(&changes)
}

/// Airplane 0 far away, tripod 1 at (400, 400) facing north.
fn walker(content: &Arc<Content>) -> Play {
    let scene = Scene::new().content(Arc::clone(content));
    scene.put("nieuport_16", 800.0, 100.0, 0).put("mk1_locust", 400.0, 400.0, 0).begin()
}

#[test]
fn all_cards_of_a_phase_are_revealed_together() {
    proves!("TT-MOV-01");
    let mut play = Scene::new()
        .put("nieuport_16", 100.0, 100.0, 0)
        .put("nieuport_16", 800.0, 100.0, 0)
        .put("mk1_locust", 450.0, 500.0, 0)
        .begin();
    play.plan(0, &FLY).plan(1, &["R_stall", "R_straight", "R_straight"]);
    play.plan(2, &["TA_long_straight", "TA_standing_still", "TA_standing_still"]).pass(2);
    assert_eq!(play.step(), Step::Actions { phase: 1 });
    let log = play.happened(Viewer::Seat(EARTH));
    let revealed: Vec<&Vec<_>> = log
        .iter()
        .filter_map(|what| match what {
            What::Revealed { phase: 1, cards } => Some(cards),
            _ => None,
        })
        .collect();
    assert_eq!(revealed.len(), 1, "one event");
    let cards: Vec<(u8, &str)> = revealed[0].iter().map(|c| (c.vehicle.0, c.card.as_str())).collect();
    assert_eq!(cards, [(0, "R_straight"), (1, "R_stall"), (2, "TA_long_straight")]);
    let reveal = log.iter().position(|what| matches!(what, What::Revealed { .. })).expect("a reveal");
    let moves: Vec<usize> = (0..log.len()).filter(|i| matches!(log[*i], What::Moved { .. })).collect();
    assert_eq!(moves.len(), 3);
    assert!(moves.iter().all(|i| *i > reveal), "nobody moves before the reveal");
    assert!(play.cites("TT-MOV-01"));
}

#[test]
fn vehicles_do_not_block_each_other_while_moving() {
    proves!("TT-MOV-02");
    // 26 mm of arrow and a base of 62.4 mm: each walks exactly to where the other one stood.
    let mut play = Scene::new()
        .put("nieuport_16", 100.0, 100.0, 0)
        .put("mk1_locust", 450.0, 400.0, 0)
        .put("mk1_locust", 450.0, 488.4, 180)
        .begin();
    let walk = ["TA_long_straight", "TA_standing_still", "TA_standing_still"];
    play.plan(0, &FLY).plan(1, &walk).plan(2, &walk).pass(1).pass(2);
    assert_at(&play, 1, 450.0, 488.4, 0.0);
    assert_at(&play, 2, 450.0, 400.0, 180.0);
    assert!(!play.cites("TT-OVL-03"));
}

#[test]
fn a_straight_leads_ahead_by_the_base_and_the_arrow() {
    proves!("TT-MOV-03");
    let content = content_with(&[(
        "maneuvers.toml",
        r#"shape = "straight", forward_mm = 29.0"#,
        r#"shape = "straight", forward_mm = 20.0"#,
    )]);
    let mut play = walker(&content);
    play.plan(0, &FLY).plan(1, &["TA_standing_still"; 3]).pass(1);
    assert_at(&play, 0, 800.0, 188.0, 0.0);
    assert!(play.cites("TT-MOV-03"));
}

#[test]
fn a_curve_leads_along_the_old_and_then_the_new_heading() {
    proves!("TT-MOV-03");
    let content = apothem_30(&[(
        "maneuvers.toml",
        "forward_mm = 24.5, right_mm = 12.0, turn_deg = 60",
        "forward_mm = 25.0, right_mm = 10.0, turn_deg = 90",
    )]);
    let mut play = walker(&content);
    play.plan(0, &FLY).plan(1, &["TA_curve_right_60", "TA_standing_still", "TA_standing_still"]).pass(1);
    assert_at(&play, 1, 440.0, 455.0, 90.0);
}

#[test]
fn a_sideslip_keeps_the_heading_and_a_turned_vehicle_its_own_directions() {
    proves!("TT-MOV-03");
    // To the east, so right is south: 34 + 32.5 + 34 ahead, 16.5 to the left.
    let mut play =
        Scene::new().put("nieuport_16", 200.0, 200.0, 90).put("mk1_locust", 450.0, 700.0, 0).begin();
    play.plan(0, &["R_sideslip_left", "R_straight", "R_straight"]).plan(1, &["TA_standing_still"; 3]).pass(1);
    assert_at(&play, 0, 300.5, 216.5, 90.0);
}

#[test]
fn after_a_reverse_the_rear_of_the_base_leads() {
    proves!("TT-MOV-04");
    let content = apothem_30(&[]);
    let mut back = walker(&content);
    back.plan(0, &FLY).plan(1, &["TA_reverse", "TA_running", "TA_standing_still"]).pass(1).pass(1);
    assert_at(&back, 1, 400.0, 360.0, 0.0);
    assert!(back.cites("TT-MOV-04"));
    let mut forth = walker(&content);
    forth.plan(0, &FLY).plan(1, &["TA_running", "TA_standing_still", "TA_standing_still"]).pass(1);
    assert_at(&forth, 1, 400.0, 500.0, 0.0);
    assert!(!forth.cites("TT-MOV-04"));
}

#[test]
fn a_curve_backward_turns_the_same_way() {
    proves!("TT-MOV-04");
    let mut play = walker(&apothem_30(&[]));
    play.plan(0, &FLY).plan(1, &["TA_reverse", "TA_curve_right_60", "TA_standing_still"]).pass(1).pass(1);
    assert_at(&play, 1, 413.98, 360.5, 60.0);
}

#[test]
fn stationary_tripods_do_not_move() {
    proves!("TT-MOV-05");
    let mut play = walker(&Content::built_in());
    play.plan(0, &FLY).plan(1, &["TA_reverse", "TA_standing_still", "TA_standing_still"]).pass(1);
    assert_eq!(play.step(), Step::Actions { phase: 1 });
    assert_at(&play, 1, 400.0, 400.0, 0.0);
    play.pass(1);
    assert_at(&play, 1, 400.0, 400.0, 0.0);
    let laid = |what: &What| matches!(what, What::Moved { vehicle: VehicleId(1), .. });
    assert!(!play.happened(Viewer::Umpire).iter().any(laid), "their cards are not laid on the table");
}

#[test]
fn a_used_card_can_be_planned_again() {
    proves!("TT-MOV-06");
    let mut play = walker(&Content::built_in());
    let order = Order::Plan { vehicle: v(0), cards: Cards([Some(7), Some(8), Some(9)]) };
    for turn in [1, 2] {
        assert_eq!(play.view().turn, turn);
        play.give(EARTH, &order).plan(1, &["TA_standing_still"; 3]).rest_of_turn();
    }
    assert_eq!(play.view().turn, 3);
    // Three turns of 60 degrees to the left in each turn: a full circle.
    assert_eq!(play.see(0).pose.expect("in play").heading, geometry::Angle::ZERO);
}

#[test]
fn a_card_used_this_turn_can_replace_an_illegal_one() {
    proves!("TT-MOV-06");
    // Deck L has two kinds of straights; the short one is number 14.
    let illegal_in = |phase: u8, cards: &[&str]| {
        let mut play = Scene::new()
            .printed()
            .put("fokker_dvii", 100.0, 100.0, 0)
            .put("mk1_locust", 450.0, 700.0, 0)
            .begin();
        play.plan(0, cards).plan(1, &["TA_standing_still"; 3]).until(Step::Actions { phase }).pass(1);
        play
    };
    let flown = illegal_in(2, &["L_short_straight", "L_stall", "L_hanging_left_60"]);
    let straight = |card| Order::FlyStraight { vehicle: v(0), card };
    assert_eq!(flown.legal(EARTH), [straight(1), straight(14)], "number 14 is back in the deck");
    let planned = illegal_in(1, &["L_stall", "L_hanging_left_60", "L_short_straight"]);
    let flies = What::FliesStraight { vehicle: v(0), card: "L_straight".to_owned() };
    assert!(planned.happened(Viewer::Umpire).contains(&flies), "number 14 still lies in space 3");
}
