//! ANY VEHICLE SPECIAL DAMAGE EFFECTS.

use super::*;
use table::Game;

const RUN: [&str; 3] = ["TA_running", "TA_long_straight", "TA_long_straight"];
const WALK: [&str; 3] = ["TA_standing_still", "TA_long_straight", "TA_long_straight"];

#[test]
fn an_airplane_with_engine_damage_must_plan_a_stall() {
    proves!("TT-SPV-01");
    let straights = Some(Cards([1, 2, 3].map(Some)));
    let mut play = rayed(Scene::under_the_ray().set(|s| s.vehicles[0].plan = straights), "3 engine");
    assert_secret(&play, EARTH, "TT-SPV-01", 0, Special::Engine);
    // The three straights of this turn are flown; the damage begins with the next plan and lasts.
    play.rest_of_turn();
    assert_eq!((play.times("TT-AIL-01"), play.view().turn), (0, 2));
    for turn in [2, 3] {
        assert_eq!(play.view().turn, turn);
        assert_eq!(play.plan_refused(0, &["R_straight", "R_left_60", "R_straight"]).rule.0, "TT-SPV-01");
        play.plan(0, &["R_straight", "R_stall", "R_straight"]).plan(1, &STAND).rest_of_turn();
    }
    let whole = rear(150.0, &[]).begin();
    assert_eq!(
        whole.m.state().check(EARTH, &whole.plan_order(0, &["R_straight", "R_left_60", "R_straight"])),
        Ok(())
    );
}

#[test]
fn a_second_engine_damage_eliminates_an_airplane() {
    proves!("TT-SPV-01");
    let play = rayed(Scene::under_the_ray().set(|s| s.vehicles[0].hidden.engine = 1), "3 engine");
    assert_eq!(play.see(0).fate, Fate::Eliminated);
    assert_eq!(play.caused_by("TT-SPC-06", Viewer::Spectator), [What::Eliminated { vehicle: v(0) }]);
}

#[test]
fn a_tripod_with_engine_damage_must_plan_a_stationary_maneuver() {
    proves!("TT-SPV-02");
    let mut play = shot(rear(150.0, &["3 engine"]).planned(&RUN));
    assert_secret(&play, MARS, "TT-SPV-02", 1, Special::Engine);
    // The plan without a stationary card was made before.
    play.rest_of_turn();
    assert_eq!((play.tripod(1).console.toppled, play.times("TT-TIL-03"), play.view().turn), (0, 0, 2));
    for turn in [2, 3] {
        assert_eq!(play.view().turn, turn);
        assert_eq!(play.plan_refused(1, &RUN).rule.0, "TT-SPV-02");
        play.plan(0, &FLY).plan(1, &WALK).rest_of_turn();
    }
    rear(150.0, &[]).begin().plan(1, &RUN);
}

#[test]
fn a_tripod_with_two_engine_damages_plans_stationary_cards_only() {
    proves!("TT-SPV-02");
    // The third one has no effect.
    for before in [1, 2] {
        let scene = rear(150.0, &["3 engine"]).planned(&WALK).with(|v| v.hidden.engine = before);
        let mut play = shot(scene);
        assert_eq!((hidden(&play, 1).engine, play.see(1).fate), (2, Fate::InPlay));
        let y = play.at(1).1;
        play.rest_of_turn();
        assert_at(&play, 1, 450.0, y + 2.0 * 88.4, 0.0);
        for movement in ["TA_long_straight", "TA_running"] {
            let plan = ["TA_standing_still", "TA_standing_still", movement];
            assert_eq!(play.plan_refused(1, &plan).rule.0, "TT-SPV-02");
        }
        play.plan(1, &["TA_standing_still", "TA_reverse", "TA_standing_still"]);
    }
}

#[test]
fn a_toppled_tripod_needs_a_stationary_card_for_its_engine_too() {
    proves!("TT-SPV-02", "TT-TIL-03");
    let toppled = |engine| rear(150.0, &[]).with(|v| (v.tripod.toppled, v.hidden.engine) = (1, engine));
    for plan in [["", "TA_long_straight", "TA_running"], ["", "TA_running", "TA_long_straight"]] {
        assert_eq!(toppled(1).begin().plan_refused(1, &plan).rule.0, "TT-SPV-02");
        assert_eq!(toppled(2).begin().plan_refused(1, &plan).rule.0, "TT-SPV-02");
        // With the printed setting the last card is the illegal one.
        let mut play = toppled(1).printed().begin();
        play.plan(0, &FLY).plan(1, &plan).rest_of_turn();
        assert_eq!((play.times("TT-TIL-03"), play.tripod(1).console.toppled), (1, 2));
    }
    toppled(1).begin().plan(1, &["", "TA_long_straight", "TA_standing_still"]);
}

/// How many cards the flames have drawn so far.
fn flame_cards(play: &Play) -> usize {
    let drawn = play.happened(Viewer::Spectator).into_iter();
    drawn.filter(|what| matches!(what, What::CardDrawn { why: DrawnFor::Flames, .. })).count()
}

#[test]
fn a_burning_vehicle_takes_a_card_at_the_start_of_three_turns() {
    proves!("TT-SPV-03");
    let scene = rear(150.0, &["2 fire"]).stack(DeckId::A, &["1", "0", "2"]).firing_in(1);
    let mut play = scene.begin();
    play.fire(0, 1, Through::Open);
    assert_announced(&play, "TT-SPV-03", 1, Special::Fire);
    assert_eq!((play.seen_by(EARTH, 1).flames, flame_cards(&play)), (3, 0));
    for (turn, flames, cards, points) in [(2, 2, 1, 3), (3, 1, 2, 3), (4, 0, 3, 5), (5, 0, 3, 5)] {
        play.until(Step::Planning);
        assert_eq!((play.view().turn, flame_cards(&play)), (turn, cards.min(usize::from(turn) - 2)));
        play.plan(0, &FLY).plan(1, &STAND);
        assert_eq!(play.step(), Step::Actions { phase: 0 }, "before the actions and the reveal");
        assert_eq!((play.see(1).flames, flame_cards(&play), play.points(1)), (flames, cards, points));
        play.rest_of_turn();
        assert_eq!(flame_cards(&play), cards, "once a turn");
    }
    let burns = play.caused_by("TT-SPV-03", Viewer::Spectator).into_iter();
    let left: Vec<u8> =
        burns.filter_map(|w| if let What::Burns { flames, .. } = w { Some(flames) } else { None }).collect();
    assert_eq!(left, [2, 1, 0]);
}

/// A Locust with flame counters that draws this A card at the start of the turn.
fn burning(flames: u8, card: &str) -> Play {
    let mut play = rear(400.0, &[]).with(|v| v.flames = flames).stack(DeckId::A, &[card]).begin();
    play.plan(0, &FLY).plan(1, &STAND);
    play
}

#[test]
fn flames_take_points_and_explosions_alone() {
    proves!("TT-SPV-03");
    for card in ["2 wounded", "2 toppled", "2 battery"] {
        let play = burning(2, card);
        let locust = play.see(1);
        assert_eq!((play.points(1), locust.flames), (2, 1));
        let tripod = play.tripod(1);
        assert_eq!((tripod.console.toppled, tripod.console.battery), (0, 0));
        assert_eq!((locust.wounds, tripod.energy), (0, 9));
    }
    assert_eq!(burning(2, "3 fire").see(1).flames, 1, "flames do not feed themselves");
    assert_eq!(burning(2, "explosion").points(1), 11);
}

#[test]
fn a_card_for_flames_lies_facedown_and_unaimed() {
    proves!("TT-SPV-03");
    let play = burning(1, "3");
    assert_eq!(play.held(1), [("A 3 +1".to_owned(), false)]);
    assert_eq!(play.seen_by(EARTH, 1).damage[0].card, None);
    assert_eq!((play.points(1), play.energy(1)), (3, 9), "armor does not help");
    assert!(play.m.state().position().vehicles[1].damage[0].points_only, "as written down, too");
}

#[test]
fn a_toppled_tripod_burns_on() {
    proves!("TT-SPV-03");
    let still = "TA_standing_still";
    for (counters, plan) in [(2, ["", "", still]), (1, ["", still, still])] {
        let scene = rear(400.0, &[]).with(|v| (v.flames, v.tripod.toppled) = (2, counters));
        let mut play = scene.stack(DeckId::A, &["2"]).begin();
        play.plan(0, &FLY).plan(1, &plan);
        assert_eq!((play.see(1).flames, play.points(1)), (1, 2));
        let rules: Vec<&str> = play.m.events().iter().map(|e| e.rule.0).collect();
        let place = |rule| rules.iter().position(|r| *r == rule).expect("an event");
        assert!(place("TT-TOP-05") < place("TT-SPV-03"), "recovery comes first");
    }
}

#[test]
fn a_burning_airplane_plans_no_straights() {
    proves!("TT-SPV-04");
    let scene = Scene::duel("nieuport_16", 600.0, 0).set(|s| (s.turn, s.vehicles[0].flames) = (4, 1));
    let mut play = scene.stack(DeckId::A, &["1"]).begin();
    for plan in [["R_straight", "R_left_60", "R_right_60"], ["R_left_60", "R_right_60", "R_straight"]] {
        assert_eq!(play.plan_refused(0, &plan).rule.0, "TT-SPV-04");
    }
    play.plan(0, &["R_left_60", "R_right_60", "R_left_60"]).plan(1, &STAND);
    assert_eq!(play.see(0).flames, 0);
    play.rest_of_turn();
    assert_eq!(play.view().turn, 5);
    play.plan(0, &["R_straight", "R_left_60", "R_straight"]);
}

#[test]
fn straights_planned_before_the_fire_are_flown() {
    proves!("TT-SPV-04");
    let mut play = rayed(Scene::under_the_ray(), "3 fire");
    assert_eq!(play.see(0).flames, 3);
    play.rest_of_turn();
    assert!(!play.cites("TT-AIL-01"));
    // Straight, stall, straight: 97 + 74.5 + 97.
    assert_at(&play, 0, 450.0, 400.0 + 268.5, 0.0);
    assert_eq!(play.plan_refused(0, &["R_left_60", "R_right_60", "R_straight"]).rule.0, "TT-SPV-04");
    // A tripod that burns walks as it likes.
    rear(150.0, &[]).with(|v| v.flames = 3).begin().plan(1, &WALK);
}

#[test]
fn fire_on_a_burning_vehicle_starts_again_with_three_counters() {
    proves!("TT-SPV-05");
    let airplane = rayed(Scene::under_the_ray().set(|s| s.vehicles[0].flames = 1), "3 fire");
    assert_eq!(airplane.see(0).flames, 3);
    assert_announced(&airplane, "TT-SPV-05", 0, Special::Fire);
    let tripod = shot(rear(150.0, &["2 fire"]).with(|v| v.flames = 2));
    assert_eq!(tripod.see(1).flames, 3);
    assert_announced(&tripod, "TT-SPV-05", 1, Special::Fire);
}
