//! TRIPOD ACTION CARDS.

use crate::support::*;
use table::{Viewer, proves};
use triplanes::*;

const FLY: [&str; 3] = ["R_straight"; 3];
const STAND: [&str; 3] = ["TA_standing_still"; 3];
const RECHARGE: Action = Action::Recharge { objective: None };
const DESTROY: Action = Action::DestroyObjective { objective: None };
const TURN: Action = Action::ChangeFacing { to: Side::FrontRight };
const RAY: Action = Action::HeatRay { from: Side::Front };

/// Airplane 0 starts at this height and flies north, 97 mm a phase; the rear of tripod 1 is at y = 468.8 and
/// in range from y = 268.8 on.
fn chase(y: f64) -> Scene {
    Scene::new().put("nieuport_16", 450.0, y, 0).put("mk1_locust", 450.0, 500.0, 0).energy(4)
}

/// Airplane 0 is nowhere near tripod 1.
fn alone() -> Scene {
    Scene::new().put("nieuport_16", 100.0, 100.0, 0).put("mk1_locust", 450.0, 500.0, 0).energy(4)
}

/// The action window of phase 1, with these cards planned for tripod 1.
fn window(scene: &Scene, cards: &[&str]) -> Play {
    let mut play = scene.begin();
    play.plan(0, &FLY).plan(1, cards);
    play
}

fn is_shown(play: &Play, id: u8, wanted: Action) -> bool {
    play.happened(Viewer::Umpire).iter().any(
        |what| matches!(what, What::ActionShown { vehicle, action, .. } if *vehicle == v(id) && *action == wanted),
    )
}

fn is_fired(play: &Play) -> bool {
    let fired = |what: &What| matches!(what, What::RayFired { .. } | What::RayMissed { .. });
    play.happened(Viewer::Umpire).iter().any(fired)
}

#[test]
fn actions_are_chosen_before_the_cards_of_the_phase_are_revealed() {
    proves!("TT-ACT-01");
    let mut play = chase(100.0).begin();
    assert_eq!(play.act_refused(1, RECHARGE).rule.0, "TT-ACT-01", "not yet, while planning");
    play.plan(0, &FLY).plan(1, &STAND).pass(1);
    assert_eq!(play.step(), Step::Actions { phase: 1 });
    let before = play.m.events().len();
    let mut too_late = play.m.clone();
    play.act(1, RECHARGE);
    let shown =
        play.m.events()[before..].iter().filter_map(|e| e.seen_by(Viewer::Seat(EARTH))).filter_map(|what| {
            match what {
                What::ActionShown { .. } => Some("action"),
                What::Revealed { .. } => Some("cards"),
                _ => None,
            }
        });
    assert_eq!(shown.collect::<Vec<_>>(), ["action", "cards"]);
    too_late.order(MARS, &Order::Act { vehicle: v(1), action: Action::Pass }).expect("no action");
    let too_late = Play { m: too_late };
    assert_eq!(too_late.step(), Step::Firing { phase: 1 });
    assert_eq!(too_late.act_refused(1, RECHARGE).rule.0, "TT-ACT-01");
}

#[test]
fn one_action_for_each_tripod_and_phase() {
    proves!("TT-ACT-02");
    let mut play = window(&chase(200.0), &STAND);
    play.act(1, RECHARGE);
    assert_eq!(play.step(), Step::Firing { phase: 0 });
    assert_eq!(play.act_refused(1, RAY).rule.0, "TT-ACT-02");
    play.hold(0);
    assert_eq!(play.energy(1), 5, "the recharge alone took place");
    assert!(!is_fired(&play));
}

#[test]
fn using_an_action_is_voluntary() {
    proves!("TT-ACT-02");
    let mut play = window(&alone(), &STAND);
    play.pass(1);
    assert_eq!(play.step(), Step::Actions { phase: 1 });
    assert_eq!(play.energy(1), 4);
    assert_at(&play, 1, 450.0, 500.0, 0.0);
    assert!(!play.cites("TT-INF-02"), "no action card was laid");
}

#[test]
fn a_chosen_action_is_binding() {
    proves!("TT-ACT-03");
    let mut play = chase(200.0).begin();
    play.plan(0, &["R_left_60", "R_straight", "R_straight"]).plan(1, &STAND).act(1, TURN);
    let (x, ..) = play.at(0);
    assert!(x < 450.0, "the airplane went to the left");
    assert_at(&play, 1, 450.0, 500.0, 60.0);
}

#[test]
fn a_choice_may_be_replaced_until_every_martian_has_confirmed() {
    proves!("TT-ACT-03");
    let duo = chase(200.0).put("mk1_locust", 700.0, 500.0, 0);
    let mut play = duo.begin();
    play.plan(0, &FLY).plan(1, &STAND).plan(2, &STAND).act(1, RAY);
    assert_eq!(play.energy(1), 4, "the cost is paid when the window closes");
    play.act(1, TURN).pass(2);
    assert_eq!(play.energy(1), 4);
    assert!(is_shown(&play, 1, TURN) && !is_shown(&play, 1, RAY));
    assert_at(&play, 1, 450.0, 500.0, 60.0);
    assert_eq!(play.step(), Step::Firing { phase: 0 });
    assert_eq!(play.act_refused(1, Action::Pass).rule.0, "TT-ACT-02", "it can not be taken back");

    let mut play = duo.begin();
    play.plan(0, &FLY).plan(1, &STAND).plan(2, &STAND).act(1, RAY).pass(2);
    assert_eq!(play.energy(1), 3);
    assert!(is_shown(&play, 1, RAY));
}

#[test]
fn change_facing_destroy_objective_and_recharge_need_a_standing_still_card() {
    proves!("TT-ACT-04");
    let walking = window(&alone(), &["TA_long_straight", "TA_standing_still", "TA_standing_still"]);
    for action in [RECHARGE, DESTROY, TURN] {
        assert_eq!(walking.act_refused(1, action).rule.0, "TT-ACT-04");
        window(&alone(), &STAND).act(1, action);
    }
    let mut walking = walking;
    walking.act(1, RAY);
    assert_eq!(walking.energy(1), 3);
    window(&alone(), &STAND).act(1, RAY);
}

#[test]
fn a_reverse_is_not_standing_still() {
    proves!("TT-ACT-04");
    let no_stop = content_with(&[(
        "maneuvers.toml",
        r#"kind = "reverse", movement = "stationary", auto_deck = "reserve", stop = true"#,
        r#"kind = "reverse", movement = "stationary", auto_deck = "reserve", stop = false"#,
    )]);
    let mut play = window(&alone().content(no_stop), &["TA_reverse", "TA_long_straight", "TA_long_straight"]);
    for action in [RECHARGE, DESTROY, TURN] {
        assert_eq!(play.act_refused(1, action).rule.0, "TT-ACT-04");
    }
    play.act(1, RAY);
    assert_eq!(play.energy(1), 3);
}

#[test]
fn a_stop_icon_forbids_any_action() {
    proves!("TT-ACT-05");
    let mut play = window(&alone(), &["TA_reverse", "TA_standing_still", "TA_standing_still"]);
    for action in [RECHARGE, DESTROY, TURN, RAY] {
        assert_eq!(play.act_refused(1, action).rule.0, "TT-TMN-06");
    }
    assert_eq!(play.legal(MARS), [Order::Act { vehicle: v(1), action: Action::Pass }]);
    play.pass(1).act(1, RECHARGE);
    assert_eq!(play.energy(1), 5, "accepted in phase 2");
    play.act(1, RECHARGE);
    assert_eq!(play.energy(1), 6, "accepted in phase 3");
}

#[test]
fn a_forbidden_action_has_no_effect_and_costs_an_energy_counter() {
    proves!("TT-ACT-06");
    let cards = ["TA_long_straight", "TA_standing_still", "TA_standing_still"];
    let mut play = window(&alone().printed(), &cards);
    play.act(1, RECHARGE);
    assert_eq!(play.step(), Step::Actions { phase: 1 });
    assert_eq!(play.energy(1), 3);
    assert!(play.cites("TT-ACT-06") && !play.cites("TT-RCH-01"));
    assert_at(&play, 1, 450.0, 588.4, 0.0);

    let mut play = window(&alone().printed(), &cards);
    play.act(1, TURN);
    assert_eq!(play.energy(1), 3);
    assert_at(&play, 1, 450.0, 588.4, 0.0);

    assert_eq!(window(&alone(), &cards).act_refused(1, RECHARGE).rule.0, "TT-ACT-04", "strict");
}

#[test]
fn the_cost_of_a_forbidden_heat_ray_is_not_returned() {
    proves!("TT-ACT-06");
    let cards = ["TA_reverse", "TA_standing_still", "TA_standing_still"];
    let mut play = window(&alone().printed(), &cards);
    play.act(1, RAY);
    assert_eq!(play.energy(1), 2, "1 paid on selection, 1 penalty");
    assert!(!is_fired(&play));
    assert_eq!(play.tripod(1).console.cooling, 0);
    assert_eq!(window(&alone(), &cards).act_refused(1, RAY).rule.0, "TT-TMN-06", "strict");
}

#[test]
fn the_icon_of_a_card_is_paid_before_the_penalty() {
    proves!("TT-ACT-06", "TT-TMN-07");
    let cards = ["TA_running", "TA_standing_still", "TA_standing_still"];
    let mut last = window(&alone().energy(1).printed(), &cards);
    last.act(1, TURN);
    assert!(last.cites("TT-TMN-07") && last.cites("TT-ACT-06") && !last.cites("TT-TIL-02"));
    assert_eq!((last.energy(1), last.tripod(1).console.toppled), (0, 0), "it runs with its last counter");
    let mut two = window(&alone().energy(2).printed(), &cards);
    two.act(1, TURN);
    assert_eq!(
        (two.energy(1), two.tripod(1).console.toppled),
        (0, 0),
        "one for the icon, one for the penalty"
    );
}

#[test]
fn the_penalty_takes_no_more_than_there_is_and_never_topples() {
    proves!("TT-ACT-06");
    let cards = ["TA_long_straight", "TA_standing_still", "TA_standing_still"];
    let mut empty = window(&alone().energy(0).printed(), &cards);
    empty.act(1, RECHARGE);
    assert!(empty.cites("TT-ACT-06"));
    assert_eq!((empty.energy(1), empty.tripod(1).console.toppled), (0, 0));
    let cards = ["TA_reverse", "TA_standing_still", "TA_standing_still"];
    let mut last = window(&alone().energy(1).printed(), &cards);
    last.act(1, RAY);
    assert_eq!((last.energy(1), last.tripod(1).console.toppled), (0, 0));
}

#[test]
fn action_cards_return_at_the_end_of_the_phase() {
    proves!("TT-ACT-07");
    let mut play = window(&chase(200.0), &STAND);
    let offered = |play: &Play, action| play.legal(MARS).contains(&Order::Act { vehicle: v(1), action });
    assert!(offered(&play, RAY));
    play.act(1, RAY);
    assert_eq!(play.tripod_seen_by(EARTH, 1).action, Some(RAY), "the token lies there in the firing step");
    play.hold(0);
    assert_eq!(play.step(), Step::Actions { phase: 1 });
    assert_eq!(play.tripod_seen_by(EARTH, 1).action, None, "the token is back");
    assert!(!offered(&play, RAY), "the ray is cooling");
    play.act(1, RECHARGE).hold(0);
    assert_eq!(play.step(), Step::Actions { phase: 2 });
    assert!(offered(&play, RAY) && offered(&play, RECHARGE));
    play.act(1, RECHARGE);
    assert_eq!(play.energy(1), 5, "4, 3 after the ray, 4 and 5 with the same card used twice");
}

#[test]
fn a_tripod_without_a_card_in_this_phase_has_no_action() {
    proves!("TT-ACT-08");
    let mut play = alone().energy(0).put("mk1_locust", 700.0, 500.0, 0).begin();
    play.plan(0, &FLY).plan(1, &["TA_running", "TA_long_straight", "TA_long_straight"]).plan(2, &STAND);
    assert_eq!(play.asks(MARS), [Ask::Act { vehicle: v(1) }, Ask::Act { vehicle: v(2) }]);
    play.pass(1).pass(2);
    assert_eq!(play.tripod(1).console.toppled, 1, "on the ground in phase 2");
    assert_eq!(play.act_refused(1, RAY).rule.0, "TT-ACT-08");
    play.pass(2);
    assert_eq!(play.step(), Step::Actions { phase: 2 });
    assert_eq!(play.tripod(1).console.toppled, 0, "up again at the start of phase 3");
    assert_eq!(play.act_refused(1, RAY).rule.0, "TT-ACT-08");
    assert_eq!(play.act_refused(1, Action::Pass).rule.0, "TT-ACT-08");
    assert_eq!(play.asks(MARS), [Ask::Act { vehicle: v(2) }]);
}

#[test]
fn black_smoke_needs_its_optional_rule() {
    proves!("TT-ACT-09");
    let smoke = Action::BlackSmoke { from: Side::RearRight };
    for scene in [alone(), alone().printed()] {
        let play = window(&scene, &STAND);
        assert_eq!(play.act_refused(1, smoke).rule.0, "TT-ACT-09");
        let play = window(&scene, &["TA_long_straight", "TA_standing_still", "TA_standing_still"]);
        assert_eq!(play.act_refused(1, smoke).rule.0, "TT-ACT-09");
    }
}
