//! PLANNING (INV-WW2-10, INV-WW2-11, INV-WW2-14).

use super::apart;
use crate::support::*;
use table::{Viewer, proves};
use triplanes::*;

#[test]
fn three_cards_for_tripods_one_with_a_marker_for_airplanes() {
    proves!("INV-WW2-10");
    let mut play = apart("spitfire_mk1").put("hurricane", 500.0, 300.0, 0).begin();
    assert_eq!(play.asks(EARTH), [Ask::Fly { vehicle: v(0) }, Ask::Fly { vehicle: v(2) }]);
    assert_eq!(play.asks(MARS), [Ask::Plan { vehicle: v(1) }]);
    let plan = |vehicle| Order::Plan { vehicle, cards: Cards([Some(1), Some(2), Some(3)]) };
    assert_eq!(play.refused_by(EARTH, &plan(v(0))), "INV-WW2-10");
    let fly = Order::Fly { vehicle: v(1), card: 1, speed: Some(Speed::Slow) };
    assert_eq!(play.refused_by(MARS, &fly), "INV-WW2-10");
    // The action comes once the cards are set.
    let act = Order::Act { vehicle: v(1), action: Action::Pass };
    assert_eq!(play.refused_by(MARS, &act), "INV-WW2-10");
    play.plan(1, &["TA_standing_still"; 3]);
    assert_eq!(play.asks(MARS), [Ask::Plan { vehicle: v(1) }, Ask::Act { vehicle: v(1) }]);
    play.act(1, Action::Recharge { objective: None });
    // Other cards in their place ask for the action anew.
    play.plan(1, &["TA_standing_still", "TA_short_straight", "TA_standing_still"]);
    assert_eq!(play.tripod(1).action, None);
}

#[test]
fn later_phases_are_for_actions_and_new_cards() {
    proves!("INV-WW2-11");
    let mut play = apart("spitfire_mk1").begin();
    play.fly(0, "straight", Speed::Slow).plan(1, &["TA_standing_still"; 3]).pass(1);
    for phase in [1, 2] {
        assert_eq!(play.step(), Step::PlanningPhase { phase });
        assert_eq!(play.asks(MARS), [Ask::Act { vehicle: v(1) }]);
        assert_eq!(play.asks(EARTH), [Ask::Fly { vehicle: v(0) }]);
        assert_eq!(play.plan_refused(1, &["TA_short_straight"; 3]).rule.0, "INV-WW2-11");
        play.fly(0, "straight", Speed::Slow);
        // Until all are locked another card may take its place.
        play.fly(0, "left_45", Speed::Fast).pass(1);
        assert_eq!(play.turned_up(0).last().map(String::as_str), Some("W2A_left_45_fast"));
    }
}

#[test]
fn choices_are_hidden_until_all_are_locked() {
    proves!("INV-WW2-11", "INV-WW2-14");
    let begin = || {
        let mut play = apart("spitfire_mk1").begin();
        play.plan(1, &["TA_standing_still"; 3]);
        play
    };
    let bytes = |play: &Play, viewer| table::conformance::bytes_for(&play.m, viewer);
    // What the Martian chooses tells the Earthling nothing.
    let (mut ray, mut rest) = (begin(), begin());
    ray.act(1, Action::HeatRay { from: Side::Front });
    rest.act(1, Action::Recharge { objective: None });
    assert_eq!(bytes(&ray, Viewer::Seat(EARTH)), bytes(&rest, Viewer::Seat(EARTH)));
    assert_eq!(ray.tripod_seen_by(EARTH, 1).action, None);
    // Nor the other way round: the marker is hidden together with its card.
    let (mut slow, mut fast) = (begin(), begin());
    slow.fly(0, "straight", Speed::Slow);
    fast.fly(0, "right_60", Speed::Fast);
    assert_eq!(bytes(&slow, Viewer::Seat(MARS)), bytes(&fast, Viewer::Seat(MARS)));
    assert_eq!(slow.seen_by(MARS, 0).plan[0], SpaceView::Hidden);
    let own = SpaceView::Card { number: 1, card: "W2A_straight_slow".to_owned() };
    assert_eq!(slow.seen_by(EARTH, 0).plan[0], own);
    // Locked: the action lies open, its energy is paid.
    let before = ray.energy(1);
    ray.fly(0, "straight", Speed::Slow);
    let shown = What::ActionShown {
        vehicle: v(1),
        action: Action::HeatRay { from: Side::Front },
        energy: before - 1,
    };
    assert!(ray.happened(Viewer::Seat(EARTH)).contains(&shown));
}

#[test]
fn actions_are_shown_before_flames_and_before_the_cards() {
    proves!("INV-WW2-10");
    let mut play = apart("spitfire_mk1").set(|s| s.vehicles[0].flames = 1).stack(DeckId::PA, &["1"]).begin();
    play.fly(0, "left_45", Speed::Slow).plan(1, &["TA_standing_still"; 3]);
    play.act(1, Action::Recharge { objective: None });
    let told = play.happened(Viewer::Spectator);
    let place = |f: &dyn Fn(&What) -> bool| told.iter().position(f).expect("an event");
    let shown = place(&|w| matches!(w, What::ActionShown { .. }));
    let burns = place(&|w| matches!(w, What::Burns { .. }));
    let cards = place(&|w| matches!(w, What::Revealed { .. }));
    assert!(shown < burns && burns < cards);
}

#[test]
fn the_marker_says_which_arrow_is_flown() {
    proves!("INV-WW2-14");
    for (speed, way) in [(Speed::Fast, 128.0), (Speed::Slow, 108.0)] {
        let mut play = apart("spitfire_mk1").begin();
        play.fly(0, "straight", speed).plan(1, &["TA_standing_still"; 3]).pass(1);
        assert_at(&play, 0, 750.0, 300.0 + way, 0.0);
    }
    let play = apart("spitfire_mk1").begin();
    let bare = Order::Fly { vehicle: v(0), card: 1, speed: None };
    assert_eq!(play.refused_by(EARTH, &bare), "INV-WW2-14");
    // Climbs and dives stay in the box; what is no card is none.
    assert_eq!(play.fly_refused(0, "climb", Speed::Slow), "TT-SET-04");
    for card in [0, 99, 101, 255] {
        let order = Order::Fly { vehicle: v(0), card, speed: Some(Speed::Slow) };
        assert_eq!(play.refused_by(EARTH, &order), "TT-PLN-02");
    }
    let ww1 = Scene::duel("nieuport_16", 500.0, 0).begin();
    let order = Order::Fly { vehicle: v(0), card: 1, speed: Some(Speed::Slow) };
    assert_eq!(ww1.refused_by(EARTH, &order), "TT-PLN-01");
}

#[test]
fn one_turn_ahead_where_it_is_agreed() {
    proves!("INV-WW2-10");
    let mut play = apart("spitfire_mk1").set(|s| s.plan_ahead = true).begin();
    // At the very beginning two cards: of this phase and of the next.
    assert_eq!(play.fly_refused(0, "immelmann", Speed::Slow), "INV-WW2-15");
    play.fly(0, "straight", Speed::Fast).fly(0, "immelmann", Speed::Slow);
    play.plan(1, &["TA_standing_still"; 3]);
    let ahead = |number, card: &str| SpaceView::Card { number, card: card.to_owned() };
    assert_eq!(play.airplane_seen_by(EARTH, 0).carried, ahead(9, "W2A_immelmann_slow"));
    assert_eq!(play.airplane_seen_by(MARS, 0).carried, SpaceView::Hidden);
    play.pass(1);
    // In P2 the card of A3 is chosen: after the reversal only a slow straight.
    assert_eq!(play.fly_refused(0, "straight", Speed::Fast), "INV-WW2-15");
    play.fly(0, "straight", Speed::Slow).pass(1);
    assert_eq!(play.turned_up(0), ["W2A_straight_fast", "W2A_immelmann_slow"]);
    play.fly(0, "left_45", Speed::Fast).pass(1);
    assert_eq!(play.turned_up(0)[2], "W2A_straight_slow");
}

#[test]
fn damage_does_not_touch_a_card_that_lies_ahead() {
    proves!("INV-WW2-10", "INV-WW2-17");
    let scene = apart("spitfire_mk1").set(|s| s.plan_ahead = true).printed();
    let mut play = scene.begin();
    play.fly(0, "straight", Speed::Fast).fly(0, "straight", Speed::Fast);
    play.plan(1, &["TA_standing_still"; 3]).pass(1);
    // The engine is hit in A1: the card of A2 was chosen before.
    let mut setup = table::Game::position(play.m.state());
    setup.vehicles[0].hidden.engine = 1;
    let mut play = Scene { content: Content::built_in(), setup }.begin();
    play.fly(0, "straight", Speed::Fast).pass(1);
    assert_eq!(play.times("INV-WW2-15"), 0);
    // That of A3 was not.
    play.fly(0, "left_45", Speed::Slow).pass(1);
    assert_eq!(play.times("INV-WW2-15"), 2);
}

#[test]
fn secret_action_cards_are_laid_after_the_planning_phase_and_shown_in_their_turn() {
    proves!("INV-WW2-11", "INV-GEN-01");
    // A bomber: nobody is asked for an action while cards are planned.
    let mut play = apart("ju87_stuka").bombing().set(|s| s.vehicles[0].loads = 1).begin();
    assert_eq!(play.asks(MARS), [Ask::Plan { vehicle: v(1) }]);
    play.plan(1, &["TA_standing_still"; 3]);
    let ray = Order::Act { vehicle: v(1), action: Action::HeatRay { from: Side::Front } };
    assert_eq!(play.refused_by(MARS, &ray), "TT-ACT-01");
    play.fly(0, "straight", Speed::Slow);
    assert_eq!(play.step(), Step::Commit { phase: 0 });
    play.give(MARS, &Order::Commit { vehicle: v(1), card: ActionCard::HeatRay });
    assert_eq!(play.step(), Step::Drops { phase: 0 });
    assert_eq!(play.tripod(1).energy, 9);
    play.give(EARTH, &Order::Drop { vehicle: v(0), loads: 1 });
    assert_eq!(play.step(), Step::Reveal { phase: 0 });
    play.act(1, Action::HeatRay { from: Side::Front });
    assert_eq!(play.tripod(1).energy, 8);
    // The last load is gone: actions are chosen in planning phases again (INV-GEN-04).
    assert_eq!(play.step(), Step::PlanningPhase { phase: 1 });
    assert_eq!(play.asks(MARS), [Ask::Act { vehicle: v(1) }]);
}

#[test]
fn the_procedure_plays_tripods_in_ww2_too() {
    proves!("INV-WW2-03", "INV-AUT-01");
    let scene = apart("spitfire_mk1")
        .set(|s| s.automated = Some(AutomatedSetup { seats: vec![MARS], ..AutomatedSetup::default() }));
    let mut play = scene.begin();
    assert_eq!(play.asks(MARS), []);
    for phase in [0, 1, 2] {
        assert_eq!(play.step(), Step::PlanningPhase { phase });
        play.fly(0, "straight", Speed::Slow);
    }
    let decisions = play.decisions();
    assert_eq!(decisions.iter().map(|r| r.phase).collect::<Vec<_>>(), [1, 2, 3]);
    // The doubled recharge level of the Locust tells whether it is in emergency.
    assert_eq!(decisions[0].recharge_level, 8);
}
