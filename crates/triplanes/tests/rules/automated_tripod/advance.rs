//! OPERATIVE TRIPOD ACTIONS with no enemies nearby.

use super::{assert_share, pursued};
use crate::support::*;
use table::proves;
use triplanes::*;

/// Two moves of this turn lie behind it.
fn moved_twice(scene: Scene) -> Scene {
    scene.cards(|own| own.moves = 2)
}

#[test]
fn a_cruising_tripod_recharges_on_an_objective_if_two_energy_are_lacking() {
    proves!("INV-AUT-17", "INV-AUT-56");
    let on = |energy: u8| Scene::lonely(450.0, 500.0, 180).energy(energy).objective(450.0, 500.0).phase(2);
    let scene = on(6);
    let decision = scene.decision();
    assert!(decision.cites("INV-AUT-17"), "{decision:?}");
    assert_eq!((decision.choice().as_str(), decision.objective), ("TA_standing_still", Some(0)));
    let play = scene.begin();
    assert_eq!((play.energy(1), play.recharges(1)), (8, vec![(8, Some(0))]));
    assert!(play.view().objectives[0].red_weed);
    // With one lacking the step does not apply; a plain counter leaves the template alone.
    let seven = on(7).top(&[11]);
    assert!(!seven.decision().cites("INV-AUT-17"));
    let play = seven.begin();
    assert_eq!((play.energy(1), play.view().objectives[0].red_weed), (8, false));
    // A full one gains nothing.
    let full = Scene::lonely(450.0, 500.0, 0).objective(450.0, 500.0).phase(2).begin();
    assert!(full.recharges(1).is_empty());
    // A used template is no reason to stay.
    let weed = on(6).set(|s| s.objectives[0].red_weed = true).top(&[1]);
    assert_eq!(weed.decision().choice(), "TA_long_straight");
}

#[test]
fn over_two_templates_the_larger_overlap_is_used() {
    let two =
        Scene::lonely(450.0, 500.0, 180).energy(5).objective(410.0, 500.0).objective(480.0, 500.0).phase(2);
    assert_eq!(two.begin().recharges(1), [(8, Some(1))]);
}

#[test]
fn it_turns_to_the_earthling_side_within_its_limits() {
    proves!("INV-AUT-18");
    let away = Scene::lonely(450.0, 500.0, 0).phase(0);
    let turns = away.decisions(200);
    assert_eq!(turns.len(), 2, "{turns:?}");
    assert_share(turns.get("TA_standing_still rear-right"), 200, 0.5);
    assert_share(turns.get("TA_standing_still rear-left"), 200, 0.5);
    let play = away.begin();
    let second = &play.decisions()[1];
    assert!(second.cites("INV-AUT-18"));
    let (.., facing) = play.at(1);
    assert!((facing - 180.0).abs() < 1e-9, "{facing}");
    assert!(play.cites("TT-CHF-01"));
    // With the gyroscope out of order it can not turn, and moves.
    let stuck = away.with(|v| v.hidden.gyroscope = true).top(&[1]);
    assert_eq!(stuck.decision().choice(), "TA_long_straight");
}

#[test]
fn it_draws_a_card_and_moves() {
    proves!("INV-AUT-19");
    let scene = Scene::lonely(450.0, 500.0, 180).top(&[1]).phase(2);
    assert_eq!(scene.decision().choice(), "TA_long_straight");
    assert_at(&scene.begin(), 1, 450.0, 411.6, 180.0);
}

#[test]
fn a_draw_that_leaves_by_another_side_is_replaced() {
    proves!("INV-AUT-20");
    // Facing south, its left hand is the east.
    let edge = Scene::lonely(890.0, 500.0, 180).top(&[8, 1]).phase(2);
    let decision = edge.decision();
    assert_eq!(decision.choice(), "TA_long_straight");
    assert!(decision.cites("INV-AUT-20"));
    // Leaving by the Earthling side is wanted.
    let home = Scene::lonely(450.0, 20.0, 180).top(&[1]).phase(0);
    assert_eq!(home.decision().choice(), "TA_long_straight");
    assert_eq!(home.begin().see(1).fate, Fate::Exited { earthling_side: true });
    // A used-up deck is filled with the discard pile, without what was rejected in this step.
    let used_up = Scene::lonely(890.0, 500.0, 180).phase(2).cards(|own| {
        own.discard = own.current.iter().copied().filter(|n| *n != 8).collect();
        own.current = vec![8];
    });
    let decision = used_up.decision();
    assert!(decision.cites("INV-AUT-20") && decision.card.is_some(), "{decision:?}");
    assert_ne!(decision.choice(), "TA_long_sideslip_left");
    // With nothing left it stands still.
    let nothing = Scene::lonely(890.0, 500.0, 180).phase(2).cards(|own| {
        own.reserve.extend(own.current.drain(..).filter(|n| *n != 8));
        own.current = vec![8];
    });
    assert_eq!(nothing.decision().choice(), "TA_standing_still");
}

#[test]
fn a_cruising_tripod_that_draws_a_standing_card_recharges() {
    proves!("INV-AUT-21");
    let scene = Scene::lonely(450.0, 500.0, 180).energy(5).top(&[11]).phase(2);
    assert!(scene.decision().cites("INV-AUT-21"));
    let play = scene.begin();
    assert_eq!(play.energy(1), 6);
    assert_at(&play, 1, 450.0, 500.0, 180.0);
}

#[test]
fn a_full_tripod_that_draws_a_standing_card_draws_again() {
    proves!("INV-AUT-22");
    let scene = Scene::lonely(450.0, 500.0, 180).top(&[11, 12, 6]).phase(2);
    let decision = scene.decision();
    assert_eq!(decision.choice(), "TA_curve_left_60");
    assert!(decision.cites("INV-AUT-22"));
    assert!(scene.begin().log(table::Viewer::Spectator).iter().any(|l| l.contains("3 used cards go home")));
}

#[test]
fn a_third_move_in_a_row_becomes_the_running_card() {
    proves!("INV-AUT-23");
    let third = moved_twice(Scene::lonely(450.0, 500.0, 180)).top(&[1]).phase(2);
    let decision = third.decision();
    assert_eq!(decision.choice(), "TA_running");
    assert!(decision.cites("INV-AUT-23"));
    let play = third.begin();
    assert_eq!(play.energy(1), 7);
    assert!(play.reasons().iter().any(|r| r.firing && r.thoughts[0].text.contains("stop icon")));
    // After a standing card the draw is carried out as it is.
    let after = Scene::lonely(450.0, 500.0, 180).cards(|own| (own.moves, own.stationary) = (1, 1));
    assert_eq!(after.top(&[1]).phase(2).decision().choice(), "TA_long_straight");
    // Without the running card it stands still and recharges.
    let none = moved_twice(Scene::lonely(450.0, 500.0, 180)).energy(7).phase(2).cards(|own| {
        own.reserve.retain(|n| *n != 15);
        own.discard.push(15);
        own.top = vec![1];
    });
    assert_eq!(none.decision().choice(), "TA_standing_still");
    assert_eq!(none.begin().energy(1), 8);
}

#[test]
fn in_emergency_close_to_the_goal_it_marches_on() {
    proves!("INV-AUT-24");
    // The base is 180 mm from the edge.
    let close = Scene::lonely(450.0, 211.2, 180).energy(2);
    let decision = close.clone().top(&[1]).phase(0).decision();
    assert!(decision.cites("INV-AUT-24") && decision.choice() == "TA_long_straight", "{decision:?}");
    let third = moved_twice(close.clone()).top(&[1]).phase(2);
    assert_eq!(third.decision().choice(), "TA_standing_still");
    assert_eq!(third.begin().energy(1), 3);
    // A drawn standing card is one to recharge with.
    assert!(close.top(&[11]).phase(0).decision().cites("INV-AUT-21"));
}

/// A Locust in emergency at (450, 700) that faces south, and an airplane 450 mm behind it that comes nearer.
fn emergency() -> Scene {
    let at = 700.0 + super::centres(450.0);
    Scene::new()
        .automated()
        .set(|s| s.area = [900.0, 3000.0])
        .put("nieuport_16", 450.0, at, 180)
        .put("mk1_locust", 450.0, 700.0, 180)
        .energy(2)
}

#[test]
fn in_emergency_with_an_airplane_about_it_makes_for_an_objective() {
    proves!("INV-AUT-25", "INV-AUT-31");
    let scene = emergency().objective(450.0, 300.0).phase(0);
    assert!(scene.decision().cites("INV-AUT-25"));
    let far = scene.clone().set(|s| {
        s.vehicles[0].at = Some(::geometry::Vec2::new(450.0, 700.0 + super::centres(510.0)));
    });
    let decision = far.top(&[1]).decision();
    assert!(decision.cites("INV-AUT-31") && !decision.cites("INV-AUT-25"), "{decision:?}");
    assert_eq!(decision.choice(), "TA_long_straight");
    // Nor is there a way to go without an unused objective.
    let weed = scene.set(|s| s.objectives[0].red_weed = true).top(&[1]);
    assert!(weed.decision().cites("INV-AUT-31"));
}

#[test]
fn an_objective_within_reach_comes_first() {
    proves!("INV-AUT-26");
    // The left curve leads to the east; straight back lies another one.
    let two = emergency().objective(450.0, 790.0).objective(535.0, 640.0).phase(0);
    let decision = two.decision();
    assert_eq!(decision.objective, Some(1), "{decision:?}");
    assert!(decision.cites("INV-AUT-26"));
    let base = decision.end.expect("an end");
    assert!(base.centre.x > 450.0 && base.centre.y < 700.0, "{decision:?}");
    // The third move of the turn is replaced.
    let third = moved_twice(emergency().objective(450.0, 600.0)).phase(2).decision();
    assert!(third.cites("INV-AUT-32") && third.choice() == "TA_standing_still", "{third:?}");
}

#[test]
fn a_turn_or_a_reverse_comes_a_phase_before_the_walk() {
    proves!("INV-AUT-27");
    // 60 degrees to the right of the front, which looks south, 115 mm away: only the long straights reach it then.
    let (x, y) = ahead((450.0, 700.0), 240, 138.0);
    let scene = emergency().objective(x, y).phase(0);
    let decision = scene.decision();
    assert_eq!(decision.choice(), "TA_standing_still front-right", "{decision:?}");
    let play = scene.clone().begin();
    assert_eq!(play.recharges(1).first(), Some(&(3, None)));
    let second = &play.decisions()[1];
    assert_eq!((second.choice().as_str(), second.objective), ("TA_long_straight", Some(0)));
    assert!(second.cites("INV-AUT-26"), "{second:?}");
    // Straight behind it is reached backward.
    let back = emergency().objective(450.0, 780.0).with(|v| v.hidden.gyroscope = true).phase(0);
    let decision = back.decision();
    assert_eq!(decision.choice(), "TA_reverse", "{decision:?}");
    let play = back.clone().begin();
    assert!(
        play.happened(table::Viewer::Umpire)
            .iter()
            .any(|w| matches!(w, What::Moved { vehicle, backward: true, .. } if *vehicle == v(1)))
    );
    // Not with a destroyed mechanism.
    let broken = back.with(|v| v.hidden.reverse_destroyed = true).top(&[1]).decision();
    assert_ne!(broken.choice(), "TA_reverse");
}

#[test]
fn the_objective_it_turned_to_is_remembered_while_a_card_reaches_it() {
    proves!("INV-AUT-27", "INV-AUT-26");
    // One to the right, a little nearer to the Earthling side, one to the left, and one that only a reverse reaches.
    let with = |goal: Option<u8>| {
        let scene = emergency().objective(365.0, 635.0).objective(535.0, 640.0).objective(450.0, 790.0);
        scene.cards(move |own| own.goal = goal).phase(1).decision().objective
    };
    assert_eq!(with(None), Some(0));
    assert_eq!(with(Some(1)), Some(1));
    assert_eq!(with(Some(2)), Some(0), "it is out of direct reach, and forgotten");
}

#[test]
fn farther_objectives_near_and_forward_or_the_nearest_ahead() {
    proves!("INV-AUT-28", "INV-AUT-29");
    // Gaps of about 250 and 280 mm.
    let near = emergency().objective(330.0, 420.0).objective(560.0, 380.0).top(&[1]).phase(0).decision();
    assert!(near.cites("INV-AUT-28"), "{near:?}");
    assert_eq!(near.objective, Some(1));
    // At y 400 and y 200, both farther than 300 mm from the base at y 770; the one behind is not considered.
    let ahead = |scene: Scene| scene.top(&[1]).phase(0).decision();
    let scene = Scene::new()
        .automated()
        .set(|s| s.area = [900.0, 3000.0])
        .put("nieuport_16", 450.0, 770.0 + super::centres(450.0), 0)
        .put("mk1_locust", 450.0, 770.0, 180)
        .energy(2);
    let decision = ahead(scene.objective(450.0, 370.0).objective(450.0, 200.0).objective(80.0, 800.0));
    assert!(decision.cites("INV-AUT-29"), "{decision:?}");
    assert_eq!(decision.objective, Some(0));
}

#[test]
fn it_turns_to_an_objective_that_is_more_than_thirty_degrees_off() {
    proves!("INV-AUT-30");
    let toward = |degrees: i32| {
        let (x, y) = ahead((450.0, 700.0), 180 + degrees, 260.0);
        emergency().objective(x, y).top(&[1]).phase(0).decision()
    };
    let decision = toward(50);
    assert!(decision.cites("INV-AUT-30"), "{decision:?}");
    assert_eq!(decision.choice(), "TA_standing_still front-right");
    assert_eq!(toward(25).choice(), "TA_long_straight");
}

#[test]
fn in_emergency_a_third_move_becomes_standing_still() {
    proves!("INV-AUT-32");
    let scene = moved_twice(emergency().objective(450.0, 300.0)).top(&[1]).phase(2);
    let decision = scene.decision();
    assert!(decision.cites("INV-AUT-32") && decision.choice() == "TA_standing_still", "{decision:?}");
    let play = scene.begin();
    assert_eq!(play.energy(1), 3);
    assert!(play.view().automated[0].reserve.contains(&"TA_running".to_owned()));
}

#[test]
fn enemies_nearby_are_looked_for_first() {
    proves!("INV-AUT-16", "INV-AUT-49");
    // Behind a Scarab that may turn by 60 degrees and faces the Earthling side: no card and no facing aims.
    let scene = Scene::new()
        .automated()
        .set(|s| s.area = [900.0, 3000.0])
        .put("nieuport_16", 450.0, 500.0 + super::centres(250.0), 0)
        .put("mk2_scarab", 450.0, 500.0, 180)
        .top(&[1])
        .phase(0);
    let decision = scene.decision();
    assert!(decision.cites("INV-AUT-38") && decision.cites("INV-AUT-49"), "{decision:?}");
    assert_eq!(decision.choice(), "TB_long_straight");
    // Not facing the Earthling side and with an enemy nearby it still engages first.
    let turned = pursued(200.0).with(|v| v.facing = ::geometry::Angle::degrees(90)).phase(0).decision();
    assert!(turned.cites("INV-AUT-38"), "{turned:?}");
}

#[test]
fn a_card_onto_another_tripod_is_replaced() {
    proves!("INV-AUT-73");
    let scene = Scene::lonely(450.0, 500.0, 180)
        .put("mk1_locust", 450.0, 420.0, 180)
        .with(|v| v.tripod.toppled = 2)
        .phase(0);
    let decision = scene.decision();
    assert!(decision.cites("INV-AUT-73"), "{decision:?}");
    assert_eq!((decision.vehicle, decision.choice().as_str()), (v(1), "TA_standing_still"));
}

#[test]
fn base_limits_bind_it() {
    proves!("INV-AUT-66", "INV-AUT-37");
    // One engine damage and no stationary card so far: phase 3 is standing still.
    let engine = Scene::lonely(450.0, 500.0, 180).with(|v| v.hidden.engine = 1);
    let third = moved_twice(engine.clone()).top(&[1]).phase(2).decision();
    assert_eq!(third.choice(), "TA_standing_still", "{third:?}");
    let moved_once = engine.clone().cards(|own| (own.moves, own.stationary) = (1, 1)).top(&[1]).phase(2);
    assert_eq!(moved_once.decision().choice(), "TA_long_straight");
    let fallen = engine.cards(|own| own.lay = true).top(&[1]).phase(2);
    assert_eq!(fallen.decision().choice(), "TA_long_straight");
    // After two it never walks again.
    let two = Scene::lonely(450.0, 500.0, 180).energy(7).with(|v| v.hidden.engine = 2).phase(0);
    assert_eq!(two.decisions(30).keys().collect::<Vec<_>>(), ["TA_standing_still"]);
    // No steep card after a steep one, while the deck is enlarged.
    let steep = |previous: u8| {
        let scene = Scene::new()
            .automated()
            .set(|s| s.area = [900.0, 3000.0])
            .put("nieuport_16", 450.0, 500.0 + super::centres(250.0), 0)
            .put("mk2_scarab", 450.0, 500.0, 180);
        scene.cards(|own| (own.previous, own.top) = (Some(previous), vec![9, 1])).phase(0).decision()
    };
    let decision = steep(10);
    assert!(decision.cites("INV-AUT-37"), "{decision:?}");
    assert_eq!(decision.choice(), "TB_long_straight");
    assert_eq!(steep(1).choice(), "TB_short_sideslip_right");
    let decision = steep(10);
    let refused = decision.candidates.iter().find(|c| c.card == "TB_short_sideslip_left").expect("looked at");
    assert_eq!(refused.refused.expect("a rule").0, "INV-AUT-37");
}

#[test]
fn a_toppled_tripod_decides_nothing_while_it_gets_up() {
    proves!("INV-AUT-67");
    let scene = Scene::lonely(450.0, 500.0, 180).with(|v| v.tripod.toppled = 2);
    let mut play = scene.begin();
    play.plan(0, &["R_straight"; 3]);
    let decisions = play.decisions();
    let cards: Vec<String> = decisions.iter().map(Decided::choice).collect();
    assert_eq!(&cards[..2], ["nothing", "nothing"]);
    assert_ne!(cards[2], "nothing");
    assert!(decisions[0].cites("INV-AUT-67"));
}
