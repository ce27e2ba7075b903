//! TRIPOD MANEUVERS and TRIPOD ILLEGAL MANEUVERS.

use crate::support::*;
use std::sync::Arc;
use table::{Viewer, proves};
use triplanes::content::CardClass;
use triplanes::*;

const STRAIGHT: [&str; 3] = ["R_straight"; 3];
/// How far a long straight carries a tripod: ahead it adds the depth of the base, backward it does not.
const AHEAD: f64 = 88.4;
const BACK: f64 = 26.0;

/// A MK. I in the middle that faces north, and an airplane out of reach.
fn locust() -> Scene {
    Scene::new().put("nieuport_16", 100.0, 100.0, 0).put("mk1_locust", 450.0, 450.0, 0)
}

/// Plays a turn with these cards and no action: how far north the tripod goes in each phase that waits for
/// it. While it lies on the ground nothing does.
fn walk(play: &mut Play, cards: &[&str]) -> Vec<f64> {
    play.plan(0, &["R_straight", "R_stall", "R_straight"]).plan(1, cards);
    let turn = play.view().turn;
    let (mut steps, mut from) = (Vec::new(), play.at(1).1);
    while play.view().turn == turn {
        play.rest_of_phase();
        assert!(play.at(1).2.abs() < 1e-9);
        steps.push(play.at(1).1 - from);
        from = play.at(1).1;
    }
    steps
}

fn assert_steps(found: &[f64], expected: &[f64]) {
    let same = found.len() == expected.len() && found.iter().zip(expected).all(|(f, e)| (f - e).abs() < 0.01);
    assert!(same, "{found:?} instead of {expected:?}");
}

fn illegal(play: &Play) -> Vec<(String, &'static str)> {
    let found = play.m.events().iter().filter_map(|e| match e.seen_by(Viewer::Spectator) {
        Some(What::Illegal { card, broken, .. }) => {
            assert_eq!(e.rule.0, *broken);
            Some((card.clone(), *broken))
        }
        _ => None,
    });
    found.collect()
}

/// A running card with an energy icon but no stop icon.
fn running_without_stop() -> Arc<Content> {
    let row = "id = \"TA_running\", numbers = [15], count = 1, kind = \"running\", movement = \"running\", auto_deck = \"reserve\", stop = true";
    content_with(&[("maneuvers.toml", row, &row.replace("stop = true", "stop = false"))])
}

#[test]
fn tripod_cards_are_normal_running_standing_still_or_reverse() {
    proves!("TT-TMN-01");
    use CardClass as C;
    let deck = Arc::clone(Content::built_in().model("mk1_locust").expect("a Locust").deck());
    let read: Vec<_> = deck.cards.iter().map(|c| (c.class, c.copies(), c.stop, c.energy)).collect();
    let mut expected = vec![(C::Normal, 3, false, false)];
    expected.extend([(C::Normal, 1, false, false); 7]);
    expected.push((C::StandingStill, 3, false, false));
    expected.push((C::Reverse, 1, true, false));
    expected.push((C::Running, 1, true, true));
    assert_eq!(read, expected);
    assert_eq!(read.iter().map(|(_, copies, ..)| copies).sum::<usize>(), 15);
    let moves = |class: C| class.is_movement();
    assert_eq!([C::Normal, C::Running, C::StandingStill, C::Reverse].map(moves), [true, true, false, false]);
}

#[test]
fn the_kind_of_a_normal_card_does_not_matter() {
    proves!("TT-TMN-01");
    // Straights, curves and sideslips are all normal movement: none of them is the card that a turn needs.
    let play = locust().begin();
    for card in ["TA_short_straight", "TA_curve_left_60", "TA_long_sideslip_right", "TA_short_sideslip_left"]
    {
        assert_eq!(play.plan_refused(1, &["TA_long_straight", card, "TA_long_straight"]).rule.0, "TT-TMN-08");
    }
    // Steep has no meaning on a tripod card.
    locust().begin().plan(1, &["TA_short_sideslip_left", "TA_short_sideslip_right", "TA_standing_still"]);
}

#[test]
fn standing_still_leaves_a_tripod_where_it_is() {
    proves!("TT-TMN-02");
    let scene = Scene::new().put("nieuport_16", 600.0, 600.0, 90).put("mk1_locust", 100.0, 200.0, 60);
    let mut play = scene.begin();
    play.plan(0, &STRAIGHT).plan(1, &["TA_standing_still"; 3]).pass(1);
    assert_at(&play, 1, 100.0, 200.0, 60.0);
    play.act(1, Action::ChangeFacing { to: Side::FrontRight });
    assert_at(&play, 1, 100.0, 200.0, 120.0);
    assert!(
        !play.happened(Viewer::Umpire).iter().any(|w| matches!(w, What::Moved { vehicle: VehicleId(1), .. }))
    );
}

#[test]
fn a_reverse_stays_now_and_moves_backward_next() {
    proves!("TT-TMN-03");
    let mut play = locust().begin();
    let steps = walk(&mut play, &["TA_reverse", "TA_long_straight", "TA_long_straight"]);
    assert_steps(&steps, &[0.0, -BACK, AHEAD]);
    // A running card as well.
    let steps = walk(&mut play, &["TA_reverse", "TA_running", "TA_standing_still"]);
    assert_steps(&steps, &[0.0, -40.0, 0.0]);
}

#[test]
fn a_reverse_lasts_for_one_card_only() {
    proves!("TT-TMN-04");
    let mut play = locust().begin();
    let steps = walk(&mut play, &["TA_reverse", "TA_standing_still", "TA_long_straight"]);
    assert_steps(&steps, &[0.0, 0.0, AHEAD]);
    let mut play = locust().begin();
    walk(&mut play, &["TA_standing_still", "TA_standing_still", "TA_reverse"]);
    let steps = walk(&mut play, &["TA_reverse", "TA_long_straight", "TA_long_straight"]);
    assert_steps(&steps, &[0.0, -BACK, AHEAD]);
}

#[test]
fn a_topple_clears_a_pending_reverse() {
    proves!("TT-TMN-04");
    let mut play = locust().printed().energy(0).begin();
    let steps = walk(&mut play, &["TA_standing_still", "TA_reverse", "TA_running"]);
    assert_steps(&steps, &[0.0, 0.0, 0.0]);
    assert_eq!((play.tripod(1).console.toppled, play.tripod(1).console.reverse), (2, false));
    // It plans one card for the third phase; that goes ahead.
    let steps = walk(&mut play, &["", "", "TA_long_straight"]);
    assert_steps(&steps, &[AHEAD]);
}

#[test]
fn a_reverse_carries_over_to_the_next_turn() {
    proves!("TT-TMN-05");
    let mut play = locust().begin();
    walk(&mut play, &["TA_standing_still", "TA_standing_still", "TA_reverse"]);
    assert!(play.tripod(1).console.reverse);
    let steps = walk(&mut play, &["TA_long_straight", "TA_long_straight", "TA_standing_still"]);
    assert_steps(&steps, &[-BACK, AHEAD, 0.0]);
    assert!(!play.tripod(1).console.reverse);
}

#[test]
fn the_reverse_token_is_gone_after_the_first_card() {
    proves!("TT-TMN-05");
    let mut play = locust().with(|v| v.tripod.reverse = true).begin();
    play.plan(0, &STRAIGHT).plan(1, &["TA_long_straight", "TA_standing_still", "TA_standing_still"]);
    assert!(play.tripod(1).console.reverse);
    play.pass(1);
    assert!(!play.tripod(1).console.reverse);
    assert_at(&play, 1, 450.0, 450.0 - BACK, 0.0);
}

#[test]
fn a_stop_icon_forbids_any_action() {
    proves!("TT-TMN-06");
    let mut play = locust().objective(450.0, 450.0).begin();
    play.plan(0, &STRAIGHT).plan(1, &["TA_standing_still", "TA_reverse", "TA_standing_still"]).pass(1);
    assert_eq!(play.step(), Step::Actions { phase: 1 });
    let actions = [
        Action::HeatRay { from: Side::Front },
        Action::ChangeFacing { to: Side::FrontLeft },
        Action::DestroyObjective { objective: Some(0) },
        Action::Recharge { objective: None },
    ];
    for action in actions {
        assert_eq!(play.act_refused(1, action).rule.0, "TT-TMN-06");
    }
    assert_eq!(play.legal(MARS), [Order::Act { vehicle: v(1), action: Action::Pass }]);
    // Without the icon the same tripod may choose again.
    play.pass(1);
    for action in actions {
        assert!(play.legal(MARS).contains(&Order::Act { vehicle: v(1), action }), "{action:?}");
    }
}

#[test]
fn an_energy_icon_costs_one_energy_counter() {
    proves!("TT-TMN-07");
    let mut play = locust().energy(3).begin();
    play.plan(0, &STRAIGHT).plan(1, &["TA_long_straight", "TA_running", "TA_standing_still"]).pass(1);
    assert_eq!(play.energy(1), 3);
    play.pass(1);
    assert_eq!(play.energy(1), 2);
    assert_at(&play, 1, 450.0, 450.0 + AHEAD + 102.4, 0.0);
    play.rest_of_turn();
    assert_eq!((play.energy(1), play.times("TT-TMN-07")), (2, 1));
}

#[test]
fn the_energy_counter_is_spent_even_if_the_tripod_is_moved_back() {
    proves!("TT-TMN-07");
    let mut play = locust().energy(3).put("mk1_locust", 450.0, 560.0, 0).begin();
    play.plan(0, &STRAIGHT).plan(1, &["TA_running", "TA_standing_still", "TA_standing_still"]);
    play.plan(2, &["TA_standing_still"; 3]).pass(1).pass(2);
    assert_at(&play, 1, 450.0, 450.0, 0.0);
    assert_eq!((play.energy(1), play.tripod(1).console.toppled), (2, 0));
}

#[test]
fn every_turn_needs_a_stationary_or_a_running_card() {
    proves!("TT-TMN-08");
    let normal = "TA_long_straight";
    assert_eq!(locust().begin().plan_refused(1, &[normal; 3]).rule.0, "TT-TMN-08");
    for card in ["TA_running", "TA_reverse", "TA_standing_still"] {
        for plan in [[card, normal, normal], [normal, card, normal], [normal, normal, card]] {
            locust().begin().plan(1, &plan);
        }
    }
}

#[test]
fn a_toppled_tripod_that_plans_fewer_cards_needs_one_all_the_same() {
    proves!("TT-TMN-08", "TT-TOP-06");
    let plans = [
        (1, ["", "TA_long_straight", "TA_long_straight"], ["", "TA_long_straight", "TA_running"]),
        (2, ["", "", "TA_long_straight"], ["", "", "TA_standing_still"]),
    ];
    for (counters, none, one) in plans {
        let toppled = || locust().with(|v| v.tripod.toppled = counters);
        let mut strict = toppled().begin();
        assert_eq!(strict.plan_refused(1, &none).rule.0, "TT-TMN-08");
        assert!(strict.legal(MARS).iter().all(|order| *order != strict.plan_order(1, &none)));
        strict.plan(0, &STRAIGHT).plan(1, &one);
        // The penalty is for a third movement card, and there is none.
        let mut printed = toppled().printed().begin();
        printed.plan(0, &STRAIGHT).plan(1, &none).rest_of_turn();
        assert_eq!((illegal(&printed), printed.tripod(1).console.toppled), (vec![], 0));
    }
    // Whoever may plan nothing is not held to it.
    let mut down = locust().with(|v| v.tripod.toppled = 3).begin();
    down.plan(0, &STRAIGHT);
    assert_eq!(
        (down.view().turn, down.tripod(1).console.toppled),
        (2, 0),
        "the turn went by without its cards"
    );
}

#[test]
fn the_third_normal_movement_of_a_turn_is_illegal() {
    proves!("TT-TIL-01");
    let mut play = locust().printed().begin();
    let steps = walk(&mut play, &["TA_long_straight"; 3]);
    assert_steps(&steps, &[AHEAD, AHEAD, 0.0]);
    assert_eq!(illegal(&play), [("TA_long_straight".to_owned(), "TT-TIL-01")]);
    assert_eq!(play.tripod(1).console.toppled, 2);
    let fell = What::Toppled { vehicle: v(1), counters: 2 };
    assert!(
        play.m
            .events()
            .iter()
            .any(|e| e.rule.0 == "TT-TOP-01" && e.seen_by(Viewer::Spectator) == Some(&fell))
    );
    for card in ["TA_running", "TA_reverse", "TA_standing_still"] {
        let mut play = locust().printed().begin();
        walk(&mut play, &["TA_long_straight", card, "TA_long_straight"]);
        assert_eq!((illegal(&play), play.tripod(1).console.toppled), (vec![], 0));
    }
}

#[test]
fn being_moved_back_is_not_standing_still() {
    proves!("TT-TIL-01");
    let mut play = locust().printed().put("mk1_locust", 450.0, 540.0, 0).begin();
    play.plan(0, &STRAIGHT)
        .plan(1, &["TA_long_straight"; 3])
        .plan(2, &["TA_standing_still"; 3])
        .rest_of_turn();
    assert_at(&play, 1, 450.0, 450.0, 0.0);
    assert_eq!(play.times("TT-OVL-03"), 2);
    assert_eq!(illegal(&play), [("TA_long_straight".to_owned(), "TT-TIL-01")]);
}

#[test]
fn an_energy_card_without_energy_is_illegal() {
    proves!("TT-TIL-02");
    let mut play = locust().energy(0).begin();
    play.plan(0, &STRAIGHT).plan(1, &["TA_running", "TA_standing_still", "TA_standing_still"]).pass(1);
    assert_at(&play, 1, 450.0, 450.0, 0.0);
    assert_eq!(illegal(&play), [("TA_running".to_owned(), "TT-TIL-02")]);
    let fell = What::Toppled { vehicle: v(1), counters: 2 };
    assert!(play.happened(Viewer::Spectator).contains(&fell));
    // One energy counter is enough.
    let mut play = locust().energy(1).begin();
    play.plan(0, &STRAIGHT).plan(1, &["TA_running", "TA_standing_still", "TA_standing_still"]).pass(1);
    assert_eq!((illegal(&play), play.energy(1)), (vec![], 0));
}

#[test]
fn an_action_is_paid_before_the_energy_icon() {
    proves!("TT-TIL-02", "TT-TMN-07");
    let played = |energy: u8| {
        let mut play = locust().content(running_without_stop()).energy(energy).begin();
        play.plan(0, &STRAIGHT).plan(1, &["TA_running", "TA_standing_still", "TA_standing_still"]);
        play.act(1, Action::HeatRay { from: Side::Front });
        play
    };
    let play = played(1);
    assert_at(&play, 1, 450.0, 450.0, 0.0);
    assert_eq!(illegal(&play), [("TA_running".to_owned(), "TT-TIL-02")]);
    assert!(play.happened(Viewer::Spectator).contains(&What::Toppled { vehicle: v(1), counters: 2 }));
    // It does not fire, so nothing has to cool.
    assert_eq!((play.energy(1), play.times("TT-TFR-09"), play.times("TT-COO-01")), (0, 0, 0));
    let play = played(2);
    assert_eq!((illegal(&play), play.energy(1), play.tripod(1).console.cooling), (vec![], 0, 1));
    assert_at(&play, 1, 450.0, 552.4, 0.0);
}

#[test]
fn a_reverse_after_its_mechanism_was_destroyed_is_illegal() {
    proves!("TT-TIL-03");
    let plan = ["TA_reverse", "TA_long_straight", "TA_standing_still"];
    let destroyed = || locust().with(|v| v.hidden.reverse_destroyed = true);
    let refusal = destroyed().begin().plan_refused(1, &plan);
    assert_eq!(
        refusal.to_string(),
        "the reverse mechanism is destroyed: the reverse can not be planned [TT-SPT-03]"
    );
    let mut play = destroyed().printed().begin();
    play.plan(0, &STRAIGHT).plan(1, &plan).pass(1);
    assert_eq!(illegal(&play), [("TA_reverse".to_owned(), "TT-TIL-03")]);
    assert!(play.happened(Viewer::Spectator).contains(&What::Toppled { vehicle: v(1), counters: 2 }));
    assert!(!play.tripod(1).console.reverse);
}

#[test]
fn a_damaged_engine_without_a_stationary_card_makes_the_last_card_illegal() {
    proves!("TT-TIL-03");
    let plan = ["TA_running", "TA_long_straight", "TA_long_straight"];
    let damaged = |engine: u8| locust().with(|v| v.hidden.engine = engine);
    let refusal = damaged(1).begin().plan_refused(1, &plan);
    assert_eq!(
        refusal.to_string(),
        "the engine is damaged: one card of every turn must be stationary [TT-SPV-02]"
    );
    let mut play = damaged(1).printed().begin();
    assert_steps(&walk(&mut play, &plan), &[102.4, AHEAD, 0.0]);
    assert_eq!(illegal(&play), [("TA_long_straight".to_owned(), "TT-TIL-03")]);
    assert_eq!(play.tripod(1).console.toppled, 2);
    // A stationary card anywhere in the turn is enough.
    let mut play = damaged(1).printed().begin();
    walk(&mut play, &["TA_standing_still", "TA_long_straight", "TA_long_straight"]);
    assert_eq!(illegal(&play), []);
}

#[test]
fn after_two_engine_damages_every_movement_is_illegal() {
    proves!("TT-TIL-03");
    let plan = ["TA_standing_still", "TA_long_straight", "TA_standing_still"];
    let damaged = || locust().with(|v| v.hidden.engine = 2);
    let refusal = damaged().begin().plan_refused(1, &plan);
    assert_eq!(
        refusal.to_string(),
        "after two engine damages only stationary cards can be planned, not the long straight [TT-SPV-02]"
    );
    let mut play = damaged().printed().begin();
    assert_steps(&walk(&mut play, &plan), &[0.0, 0.0]);
    assert_eq!(illegal(&play), [("TA_long_straight".to_owned(), "TT-TIL-03")]);
}
