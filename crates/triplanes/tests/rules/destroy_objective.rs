//! DESTROY OBJECTIVE.

use crate::support::*;
use table::{Viewer, proves};
use triplanes::*;

const FLY: [&str; 3] = ["R_straight"; 3];
const STAND: [&str; 3] = ["TA_standing_still"; 3];

fn destroy(objective: Option<u8>) -> Action {
    Action::DestroyObjective { objective }
}

/// Airplane 0 comes from the south and has tripod 1 at (450, 500) before its guns after its first card.
fn scene() -> Scene {
    Scene::new().put("nieuport_16", 450.0, 200.0, 0).put("mk1_locust", 450.0, 500.0, 0).energy(4)
}

fn window(scene: &Scene) -> Play {
    let mut play = scene.begin();
    play.plan(0, &FLY).plan(1, &STAND);
    play
}

fn destroyed(play: &Play) -> Vec<bool> {
    play.view().objectives.iter().map(|o| o.destroyed).collect()
}

#[test]
fn an_objective_under_the_base_is_destroyed_at_the_end_of_the_movement_step() {
    proves!("TT-OBJ-01");
    let scene = scene().objective(100.0, 800.0).objective(800.0, 800.0).objective(480.0, 540.0);
    let mut play = window(&scene);
    play.act(1, destroy(Some(2)));
    assert_eq!(play.step(), Step::Firing { phase: 0 });
    assert_eq!(destroyed(&play), [false, false, true]);
    assert!(play.cites("TT-OBJ-01"));
    play.hold(0);
    assert_eq!(play.act_refused(1, destroy(Some(2))).rule.0, "TT-OBJ-02", "it is removed from the game");
    assert_eq!(play.act_refused(1, Action::Recharge { objective: Some(2) }).rule.0, "TT-RCH-02");
}

#[test]
fn an_objective_must_be_overlapped_not_touched() {
    proves!("TT-OBJ-01");
    // The front of the base is at y = 531.2, the template reaches 30 mm to either side of its centre.
    let apart = window(&scene().objective(450.0, 561.2));
    assert_eq!(apart.act_refused(1, destroy(Some(0))).rule.0, "TT-OBJ-02");
    let mut play = window(&scene().objective(450.0, 561.1));
    play.act(1, destroy(Some(0)));
    assert_eq!(destroyed(&play), [true]);
}

#[test]
fn of_several_objectives_the_player_names_one() {
    proves!("TT-OBJ-01");
    let scene = scene().objective(410.0, 500.0).objective(490.0, 500.0);
    let mut play = window(&scene);
    assert_eq!(play.act_refused(1, destroy(None)).rule.0, "TT-OBJ-01");
    play.act(1, destroy(Some(1)));
    assert_eq!(destroyed(&play), [false, true]);
    play.hold(0);
    play.act(1, destroy(None));
    assert_eq!(destroyed(&play), [true, true], "the only one left need not be named");
}

#[test]
fn nothing_is_destroyed_by_a_tripod_that_turns_out_to_walk() {
    proves!("TT-OBJ-01");
    let mut play = scene().printed().objective(450.0, 540.0).begin();
    play.plan(0, &FLY).plan(1, &["TA_long_straight", "TA_standing_still", "TA_standing_still"]);
    play.act(1, destroy(Some(0)));
    assert_eq!(destroyed(&play), [false]);
    assert!(play.cites("TT-ACT-06"));
}

#[test]
fn destroying_away_from_any_objective_is_a_wasted_action() {
    proves!("TT-OBJ-02");
    let mut play = window(&scene().objective(100.0, 800.0));
    assert_eq!(play.act_refused(1, destroy(Some(0))).rule.0, "TT-OBJ-02");
    play.act(1, destroy(None));
    assert!(play.cites("TT-OBJ-02") && !play.cites("TT-ACT-06"));
    play.hold(0);
    assert_eq!(destroyed(&play), [false]);
    assert_eq!(play.energy(1), 4);
}

#[test]
fn destroying_costs_no_energy_and_ignores_red_weed() {
    proves!("TT-OBJ-03");
    let flipped = scene().energy(0).objective(450.0, 540.0).set(|s| s.objectives[0].red_weed = true);
    let mut play = window(&flipped);
    play.act(1, destroy(Some(0)));
    assert_eq!(destroyed(&play), [true]);
    assert_eq!((play.energy(1), play.tripod(1).console.toppled), (0, 0));
    let mut play = window(&scene().objective(450.0, 540.0));
    play.act(1, destroy(Some(0)));
    assert_eq!(play.energy(1), 4);
}

#[test]
fn an_objective_that_two_tripods_name_is_destroyed_once() {
    proves!("TT-OBJ-03");
    let mut play = scene().put("mk1_locust", 550.0, 500.0, 0).objective(500.0, 500.0).begin();
    play.plan(0, &FLY).plan(1, &STAND).plan(2, &STAND).act(1, destroy(Some(0))).act(2, destroy(Some(0)));
    assert_eq!(destroyed(&play), [true]);
    let log = play.happened(Viewer::Umpire);
    assert_eq!(log.iter().filter(|w| matches!(w, What::ObjectiveDestroyed { .. })).count(), 1);
}
