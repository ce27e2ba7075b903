//! PLANNING.

use crate::support::*;
use table::{Game, Viewer, proves};
use triplanes::*;

const STILL: [&str; 3] = ["TA_standing_still"; 3];
const STRAIGHT: [&str; 3] = ["R_straight"; 3];
const STEEP: [&str; 3] = ["R_stall", "R_stall", "R_wide_sideslip_right"];

fn apart() -> Scene {
    Scene::new().put("nieuport_16", 100.0, 100.0, 0).put("mk1_locust", 700.0, 800.0, 180)
}

fn numbers(id: u8, cards: [Option<u8>; 3]) -> Order {
    Order::Plan { vehicle: v(id), cards: Cards(cards) }
}

/// The cards that were illegal when they were revealed, with the rule that each broke.
fn illegal(play: &Play) -> Vec<(String, &'static str)> {
    let found = play.happened(Viewer::Spectator).into_iter().filter_map(|w| match w {
        What::Illegal { card, broken, .. } => Some((card, broken)),
        _ => None,
    });
    found.collect()
}

#[test]
fn each_vehicle_plans_three_cards() {
    proves!("TT-PLN-01");
    let play = apart().begin();
    for cards in
        [["R_straight", "R_straight", ""], ["", "R_straight", "R_straight"], ["R_straight", "", "R_straight"]]
    {
        assert_eq!(play.plan_refused(0, &cards).rule.0, "TT-PLN-01");
    }
    assert_eq!(play.plan_refused(1, &["TA_standing_still", "TA_standing_still", ""]).rule.0, "TT-PLN-01");
    assert_eq!(play.refused_by(EARTH, &numbers(0, [None; 3])), "TT-PLN-01");
    assert!(serde_json::from_str::<Cards>("[1, 2, 4, 5]").is_err());
    assert_eq!(serde_json::from_str::<Cards>("[1, 2]").ok(), Some(Cards([Some(1), Some(2), None])));
}

#[test]
fn a_draft_that_can_not_be_completed_says_why() {
    proves!("TT-PLN-06");
    let play = apart().begin();
    // Two steep cards, an Immelmann turn after a stall: no third card mends that.
    assert_eq!(play.plan_refused(0, &["R_stall", "R_wide_sideslip_right", ""]).rule.0, "TT-AMN-03");
    assert_eq!(play.plan_refused(0, &["R_stall", "R_immelmann", ""]).rule.0, "TT-AMN-04");
    assert_eq!(play.plan_refused(0, &["R_immelmann", "", ""]).rule.0, "TT-AMN-04");
    // A draft that can be completed only lacks cards.
    assert_eq!(play.plan_refused(0, &["R_straight", "R_immelmann", ""]).rule.0, "TT-PLN-01");
    assert_eq!(play.plan_refused(0, &["R_stall", "", ""]).rule.0, "TT-PLN-01");
}

#[test]
fn cards_are_used_in_the_order_of_their_spaces() {
    proves!("TT-PLN-01");
    let mut play = apart().begin();
    play.plan(0, &["R_straight", "R_stall", "R_sideslip_right"]).plan(1, &STILL).pass(1);
    assert_at(&play, 0, 100.0, 197.0, 0.0);
    play.pass(1);
    assert_at(&play, 0, 100.0, 271.5, 0.0);
    play.pass(1);
    assert_at(&play, 0, 116.5, 372.0, 0.0);
}

#[test]
fn the_first_phase_waits_for_the_cards_of_every_vehicle() {
    proves!("TT-PLN-01");
    let mut play = apart().put("mk1_locust", 500.0, 800.0, 180).begin();
    play.plan(0, &STRAIGHT).plan(1, &STILL);
    assert_eq!(play.step(), Step::Planning);
    play.plan(2, &STILL);
    assert_eq!(play.step(), Step::Actions { phase: 0 });
}

#[test]
fn a_card_can_lie_in_one_space_only() {
    proves!("TT-PLN-02");
    let play = apart().begin();
    assert_eq!(play.refused_by(EARTH, &numbers(0, [Some(11), Some(1), Some(11)])), "TT-PLN-02");
    assert_eq!(play.refused_by(EARTH, &numbers(0, [Some(1), Some(1), Some(2)])), "TT-PLN-02");
    apart().begin().give(EARTH, &numbers(0, [Some(11), Some(1), Some(10)]));
    // The printed setting punishes illegal maneuvers, it does not add cards to a deck.
    assert_eq!(
        apart().printed().begin().refused_by(EARTH, &numbers(0, [Some(11), Some(1), Some(11)])),
        "TT-PLN-02"
    );
}

#[test]
fn only_cards_of_the_own_deck_can_be_planned() {
    proves!("TT-PLN-02");
    let play = apart().begin();
    assert_eq!(play.refused_by(EARTH, &numbers(0, [Some(1), Some(2), Some(23)])), "TT-PLN-02");
    assert_eq!(play.refused_by(EARTH, &numbers(0, [Some(0), Some(2), Some(3)])), "TT-PLN-02");
    assert_eq!(play.refused_by(MARS, &numbers(1, [Some(11), Some(12), Some(16)])), "TT-PLN-02");
    assert_eq!(play.refused_by(MARS, &numbers(1, [Some(14), Some(11), Some(14)])), "TT-PLN-02");
    // Deck R holds two stalls, but only one wide sideslip to the left.
    assert!(play.legal(EARTH).contains(&numbers(0, [Some(10), Some(1), Some(11)])));
    assert!(!play.legal(EARTH).contains(&numbers(0, [Some(20), Some(1), Some(20)])));
    apart().begin().give(MARS, &numbers(1, [Some(11), Some(12), Some(13)]));
}

#[test]
fn a_plan_may_be_replaced_until_the_last_one_is_in() {
    proves!("TT-PLN-03");
    let mut play = apart().begin();
    play.plan(0, &["R_stall", "R_straight", "R_stall"]).plan(0, &STRAIGHT);
    assert_eq!(play.step(), Step::Planning);
    play.plan(1, &STILL);
    assert_eq!(play.step(), Step::Actions { phase: 0 });
    assert_eq!(play.plan_refused(0, &["R_stall", "R_straight", "R_stall"]).rule.0, "TT-PLN-03");
    assert_eq!(play.plan_refused(1, &STILL).rule.0, "TT-PLN-03");
    play.pass(1);
    assert_at(&play, 0, 100.0, 197.0, 0.0);
    assert_eq!(play.plan_refused(0, &STRAIGHT).rule.0, "TT-PLN-03");
}

#[test]
fn others_do_not_see_that_a_plan_was_replaced() {
    proves!("TT-PLN-03");
    let sight = |play: &Play| {
        let view = serde_json::to_string(&play.view_of(MARS)).expect("a view");
        (view, play.log(Viewer::Seat(MARS)))
    };
    let mut play = apart().begin();
    play.plan(0, &["R_stall", "R_straight", "R_stall"]);
    let before = sight(&play);
    play.plan(0, &STRAIGHT);
    assert_eq!(sight(&play), before);
}

#[test]
fn the_first_card_is_compared_with_the_last_maneuver_of_the_turn_before() {
    proves!("TT-PLN-04");
    let mut play = apart().begin();
    play.plan(0, &["R_straight", "R_straight", "R_wide_sideslip_left"]).plan(1, &STILL).rest_of_turn();
    assert_eq!(play.plan_refused(0, &["R_stall", "R_straight", "R_straight"]).rule.0, "TT-AMN-03");
    assert_eq!(play.plan_refused(0, &["R_immelmann", "R_straight", "R_straight"]).rule.0, "TT-AMN-04");
    play.plan(0, &["R_straight", "R_stall", "R_straight"]);
}

#[test]
fn before_the_first_turn_there_is_no_previous_maneuver() {
    proves!("TT-PLN-04");
    let play = apart().begin();
    assert_eq!(play.plan_refused(0, &["R_immelmann", "R_straight", "R_straight"]).rule.0, "TT-AMN-04");
    apart().begin().plan(0, &["R_stall", "R_straight", "R_straight"]);
}

#[test]
fn the_maneuver_that_was_carried_out_counts_across_turns() {
    proves!("TT-PLN-04");
    // The stall of phase 3 is illegal and flown as a straight: then a stall or an Immelmann may begin.
    for first in ["R_stall", "R_immelmann"] {
        let mut play = apart().printed().stack(DeckId::A, &["0"]).begin();
        play.plan(0, &["R_straight", "R_stall", "R_stall"]).plan(1, &STILL).rest_of_turn();
        assert_eq!(illegal(&play), [("R_stall".to_owned(), "TT-AMN-03")]);
        play.plan(0, &[first, "R_straight", "R_straight"]).plan(1, &STILL).rest_of_turn();
        assert_eq!(illegal(&play).len(), 1);
    }
}

#[test]
fn one_mistake_does_not_make_a_chain_of_penalties() {
    proves!("TT-PLN-05");
    let mut play = apart().printed().stack(DeckId::A, &["2"]).begin();
    play.plan(0, &STEEP).plan(1, &STILL).pass(1);
    assert_eq!(illegal(&play), []);
    assert_at(&play, 0, 100.0, 174.5, 0.0);
    play.pass(1);
    assert_eq!(illegal(&play), [("R_stall".to_owned(), "TT-AMN-03")]);
    assert_at(&play, 0, 100.0, 271.5, 0.0);
    play.pass(1);
    assert_eq!(illegal(&play).len(), 1);
    assert_at(&play, 0, 128.5, 359.5, 0.0);
    assert_eq!((play.see(0).damage.len(), play.points(0)), (1, 2));
}

#[test]
fn the_strict_setting_refuses_what_the_printed_one_penalizes() {
    proves!("TT-PLN-06");
    let plan = ["R_stall", "R_wide_sideslip_left", "R_straight"];
    assert_eq!(apart().begin().plan_refused(0, &plan).rule.0, "TT-AMN-03");
    let mut play = apart().printed().stack(DeckId::A, &["3"]).begin();
    play.plan(0, &plan).plan(1, &STILL).pass(1);
    assert_eq!(play.see(0).damage.len(), 0);
    play.pass(1);
    assert_at(&play, 0, 100.0, 271.5, 0.0);
    assert_eq!((play.see(0).damage.len(), play.points(0)), (1, 3));
    play.pass(1);
    assert_eq!(play.see(0).damage.len(), 1);
}

#[test]
fn strict_is_the_default() {
    proves!("TT-PLN-06");
    assert_eq!(Scene::scenario("simple-battle", &[]).setup.planning, Planning::Strict);
    assert_eq!(
        Scene::scenario("simple-battle", &[("planning", "printed")]).setup.planning,
        Planning::Printed
    );
}

#[test]
fn energy_is_never_tested_when_planning() {
    proves!("TT-PLN-06");
    let mut play = apart().energy(0).begin();
    play.plan(0, &STRAIGHT).plan(1, &["TA_running", "TA_standing_still", "TA_standing_still"]).pass(1);
    assert_eq!(illegal(&play), [("TA_running".to_owned(), "TT-TIL-02")]);
}

#[test]
fn an_action_that_is_certain_to_break_a_rule_is_refused_or_penalized() {
    proves!("TT-PLN-06");
    let plan = ["TA_long_straight", "TA_standing_still", "TA_standing_still"];
    let mut strict = apart().begin();
    strict.plan(0, &STRAIGHT).plan(1, &plan);
    assert_eq!(strict.act_refused(1, Action::Recharge { objective: None }).rule.0, "TT-ACT-04");
    let mut printed = apart().printed().energy(5).begin();
    printed.plan(0, &STRAIGHT).plan(1, &plan).act(1, Action::Recharge { objective: None });
    assert_eq!(printed.energy(1), 4);
}

/// On fire with a jammed rudder: no straights, nothing to that side.
fn crippled(left: bool, right: bool) -> Scene {
    apart().set(|s| {
        s.vehicles[0].flames = 3;
        (s.vehicles[0].hidden.left_jam, s.vehicles[0].hidden.right_jam) = (left, right);
    })
}

#[test]
fn a_straight_is_free_in_a_space_for_which_no_card_is_legal() {
    proves!("TT-PLN-07");
    let plan = ["R_stall", "R_straight", "R_stall"];
    let mut play = crippled(true, true).begin();
    play.plan(0, &plan).plan(1, &STILL).rest_of_turn();
    assert_eq!(illegal(&play), []);
    assert_at(&play, 0, 100.0, 100.0 + 74.5 + 97.0 + 74.5, 0.0);
    // One A card for the flames, none for the straight.
    assert_eq!(play.see(0).damage.len(), 1);
    // A turn to the other side would have been left.
    for (left, right) in [(false, true), (true, false)] {
        assert_eq!(crippled(left, right).begin().plan_refused(0, &plan).rule.0, "TT-SPV-04");
    }
}

#[test]
fn a_free_straight_counts_as_a_legal_straight() {
    proves!("TT-PLN-07");
    let play = crippled(true, true).begin();
    // After it an Immelmann or a stall is left for space 3, so that a second straight is not free.
    assert_eq!(play.plan_refused(0, &["R_stall", "R_straight", "R_straight"]).rule.0, "TT-SPV-04");
    crippled(true, true).begin().plan(0, &["R_stall", "R_straight", "R_immelmann"]);
}

#[test]
fn a_straight_is_not_free_where_a_stall_could_have_been_planned() {
    proves!("TT-PLN-07");
    let plan = ["R_straight", "R_stall", "R_stall"];
    assert_eq!(crippled(true, true).begin().plan_refused(0, &plan).rule.0, "TT-SPV-04");
    // That both stalls lie in later spaces is the player's own choice.
    let mut play = crippled(true, true).printed().stack(DeckId::A, &["0", "0"]).begin();
    play.plan(0, &plan).plan(1, &STILL).pass(1);
    assert_eq!(illegal(&play), [("R_straight".to_owned(), "TT-SPV-04")]);
}

#[test]
fn a_card_that_was_used_up_leaves_no_choice() {
    proves!("TT-PLN-07");
    let deck = |cards: u8| format!("id = \"XD\"\nkind = \"airplane_ww1\"\ntotal_cards = {cards}");
    let one_stall = content_with(&[
        (
            "maneuvers.toml",
            "\"XD_stall\", numbers = [10, 11], count = 2",
            "\"XD_stall\", numbers = [10], count = 1",
        ),
        ("maneuvers.toml", &deck(13), &deck(12)),
    ]);
    let plan = ["XD_stall", "XD_straight", "XD_straight"];
    let caproni = crippled(true, true).set(|s| s.vehicles[0].model = "caproni_ca3".to_owned());
    // Its deck has no Immelmann: after the straight only a second stall would be left.
    assert_eq!(caproni.begin().plan_refused(0, &plan).rule.0, "TT-SPV-04");
    let mut play = caproni.content(one_stall).begin();
    play.plan(0, &plan).plan(1, &STILL).rest_of_turn();
    assert_eq!((illegal(&play), play.see(0).damage.len()), (vec![], 1));
}

#[test]
fn a_refused_plan_is_told_which_card_is_wrong() {
    proves!("TT-PLN-06");
    let why = |scene: Scene, cards: [&str; 3]| scene.begin().plan_refused(0, &cards).why.into_owned();
    let after = |last: LastManeuver| apart().set(|s| s.vehicles[0].airplane.last = last);
    let told = [
        (
            why(apart(), ["R_stall", "R_stall", "R_straight"]),
            "the stall in space 2 is steep, and so is the card in space 1",
        ),
        (
            why(after(LastManeuver::Steep), ["R_stall", "R_straight", "R_straight"]),
            "the stall in space 1 is steep, and so is the last maneuver",
        ),
        (
            why(apart(), ["R_left_60", "R_immelmann", "R_straight"]),
            "the Immelmann in space 2 needs a straight before it; the card in space 1 is none",
        ),
        (
            why(after(LastManeuver::Immelmann), ["R_stall", "R_straight", "R_straight"]),
            "the last maneuver is an Immelmann turn: a straight must follow, not the stall in space 1",
        ),
        (
            why(crippled(true, false), ["R_stall", "R_left_60", "R_stall"]),
            "the rudder is jammed on that side: the turn left 60° in space 2 can not be flown",
        ),
        (
            why(crippled(true, false), ["R_straight", "R_stall", "R_right_60"]),
            "a burning airplane may not fly straight on: take another card in space 1",
        ),
    ];
    for (found, expected) in told {
        assert_eq!(found, expected);
    }
}

#[test]
fn a_card_is_called_by_what_it_does() {
    let play = Scene::new().put("nieuport_16", 450.0, 300.0, 0).put("mk1_locust", 450.0, 700.0, 180).begin();
    let state = play.m.state();
    let words: Vec<String> = play
        .m
        .prompts()
        .iter()
        .flat_map(|prompt| {
            (0..state.options(prompt)).map(move |n| state.order_text(&state.option(prompt, n)))
        })
        .collect();
    for name in ["sideslip left", "standing still"] {
        assert!(words.iter().any(|words| words.contains(name)), "{name}");
    }
    assert!(words.iter().all(|words| !words.contains('_') && !words.contains("R_")), "{words:?}");
}
