//! AIRPLANE SPECIAL DAMAGE EFFECTS.

use super::*;
use table::Game;

/// Two Nieuports, 0 and 2, chase a Locust: both at its open rear at long range in every phase.
fn chase(cards: &[&str], wounds: u8) -> Play {
    let scene = rear(190.0, cards).set(|s| s.vehicles[0].wounds = wounds);
    let mut play = scene.put("nieuport_16", 510.0, 200.0, 0).begin();
    play.plan_chase();
    play
}

/// Phases of the chase in which Nieuport 0 can not fire, with the counters it then has; its wingman holds.
fn assert_jammed(play: &mut Play, phases: &[(u16, u8, u8)]) {
    for &(turn, phase, counters) in phases {
        if play.step() == Step::Planning {
            play.plan_chase();
        }
        play.until(Step::Firing { phase });
        assert_eq!((play.view().turn, play.airplane(0).jammed), (turn, counters));
        assert_eq!(play.fire_refused(0, 1, Through::Open).rule.0, "TT-SPA-01");
        assert!(!play.asks(EARTH).contains(&Ask::Fire { vehicle: v(0) }));
        play.hold(2);
    }
}

#[test]
fn jammed_guns_are_silent_for_three_maneuvers() {
    proves!("TT-SPA-01");
    let mut play = chase(&["0 jammed_guns"], 0);
    play.until(Step::Firing { phase: 1 }).fire(0, 1, Through::Open).hold(2);
    let jam = What::GunsJammed { vehicle: v(0), counters: 3, gun: 0 };
    assert_eq!(play.caused_by("TT-SPA-01", Viewer::Seat(MARS))[0], jam, "announced");
    assert_eq!(play.airplane(0).jammed, 3);
    assert_jammed(&mut play, &[(1, 2, 2), (2, 0, 1), (2, 1, 0)]);
    play.until(Step::Firing { phase: 2 });
    assert_eq!((play.view().turn, play.airplane(0).jammed), (2, 0));
    play.fire(0, 1, Through::Open);
}

#[test]
fn two_jams_at_once_are_three_counters() {
    proves!("TT-SPA-01");
    let play = shot(rear(80.0, &["0 jammed_guns", "0 jammed_guns (green)"]));
    assert_eq!(play.held(1).len(), 2);
    assert_eq!(play.airplane(0).jammed, 3);
    let counters = What::GunsJammed { vehicle: v(0), counters: 3, gun: 0 };
    assert_eq!(play.caused_by("TT-SPA-01", Viewer::Spectator), [counters]);
}

#[test]
fn a_jam_strikes_the_airplane_that_drew_it() {
    proves!("TT-SPA-01");
    let mut play = chase(&["1", "0 jammed_guns"], 0);
    play.until(Step::Firing { phase: 0 }).fire(0, 1, Through::Open).fire(2, 1, Through::Open);
    assert_eq!((play.airplane(0).jammed, play.airplane(2).jammed), (0, 3));
    play.until(Step::Firing { phase: 1 });
    assert_eq!(play.fire_refused(2, 1, Through::Open).rule.0, "TT-SPA-01");
    play.fire(0, 1, Through::Open);
}

/// The Nieuport is hit in phase 1 of turn 2, with this card in space 3.
fn jammed_rudder(card: &str, last: &str) -> Play {
    let scene = Scene::under_the_ray().set(|s| s.turn = 2);
    let numbers = Play::plan_order(&scene.begin(), 0, &["R_straight", "R_straight", last]);
    let Order::Plan { cards, .. } = numbers else { panic!("a plan") };
    rayed(scene.set(|s| s.vehicles[0].plan = Some(cards)), card)
}

#[test]
fn a_rudder_jam_forbids_a_side_in_the_next_turn() {
    proves!("TT-SPA-02");
    let sides = [
        (
            "1 rudder_left",
            Special::RudderLeft,
            ["R_left_60", "R_sideslip_left"],
            ["R_right_60", "R_sideslip_right"],
        ),
        (
            "2 rudder_right",
            Special::RudderRight,
            ["R_right_60", "R_sideslip_right"],
            ["R_left_60", "R_sideslip_left"],
        ),
    ];
    for (card, special, jammed, free) in sides {
        let mut play = jammed_rudder(card, jammed[0]);
        assert_secret(&play, EARTH, "TT-SPA-02", 0, special);
        // The card that was already selected is flown.
        play.until(Step::Actions { phase: 2 }).pass(1);
        assert!(!play.cites("TT-AIL-01"));
        assert!((play.at(0).2 - if special == Special::RudderLeft { 300.0 } else { 60.0 }).abs() < 1e-9);
        assert_eq!((play.view().turn, play.step()), (3, Step::Planning));
        for turn in jammed {
            assert_eq!(play.plan_refused(0, &["R_straight", "R_straight", turn]).rule.0, "TT-SPA-02");
        }
        for turn in free {
            assert_eq!(play.m.state().check(EARTH, &play.plan_order(0, &["R_straight", turn, turn])), Ok(()));
        }
        // One turn later all is well.
        play.plan(0, &FLY).plan(1, &STAND).rest_of_turn();
        assert_eq!(play.view().turn, 4);
        play.plan(0, &["R_straight", jammed[0], jammed[1]]);
    }
}

#[test]
fn both_sides_can_be_jammed_together() {
    proves!("TT-SPA-02");
    let mut play = crossfire(["1 rudder_left", "2 rudder_right"]);
    play.rest_of_turn();
    for turn in ["R_left_60", "R_right_60"] {
        assert_eq!(play.plan_refused(0, &["R_straight", "R_straight", turn]).rule.0, "TT-SPA-02");
    }
    play.plan(0, &FLY);
}

#[test]
fn a_jam_of_this_turn_follows_one_of_the_last() {
    proves!("TT-SPA-02");
    // A jam from the turn before binds this turn's plan; the same jam again binds the next one.
    let jammed = |s: &mut Setup| s.vehicles[0].hidden.left_jam = true;
    let mut play = rayed(Scene::under_the_ray().set(jammed), "1 rudder_left");
    play.rest_of_turn();
    assert_eq!(play.plan_refused(0, &["R_straight", "R_straight", "R_left_60"]).rule.0, "TT-SPA-02");
    play.plan(0, &FLY).plan(1, &STAND).rest_of_turn();
    play.plan(0, &["R_straight", "R_straight", "R_left_60"]);
}

#[test]
fn a_smoke_trail_lasts_three_turns() {
    proves!("TT-SPA-03");
    let mut play = rayed(Scene::under_the_ray().set(|s| s.turn = 2), "2 smoke_trail");
    assert_announced(&play, "TT-SPA-03", 0, Special::SmokeTrail);
    assert_eq!(play.airplane_seen_by(MARS, 0).console.smoke, 3);
    for (turn, left) in [(3, 2), (4, 1), (5, 0), (6, 0)] {
        play.rest_of_turn();
        assert_eq!((play.view().turn, play.airplane(0).console.smoke), (turn, left));
    }
    let counters = play.happened(Viewer::Spectator).into_iter().filter_map(|what| match what {
        What::SmokeCounter { left, .. } => Some(left),
        _ => None,
    });
    assert_eq!(counters.collect::<Vec<_>>(), [2, 1, 0]);
}

#[test]
fn smoke_is_no_drawback_against_tripods() {
    proves!("TT-SPA-03");
    let smoking = |s: &mut Setup| s.vehicles[0].airplane.smoke = 2;
    let plans = |scene: Scene| scene.begin().legal(EARTH);
    assert_eq!(plans(rear(150.0, &[]).set(smoking)), plans(rear(150.0, &[])));
    let shots = |scene: Scene| scene.firing().begin().legal(EARTH);
    assert_eq!(shots(rear(150.0, &[]).set(smoking)), shots(rear(150.0, &[])));
    let play = shot(rear(150.0, &["3"]).set(smoking));
    assert_eq!(play.points(1), 3);
}

#[test]
fn a_second_smoke_is_a_fire() {
    proves!("TT-SPA-04");
    let play = rayed(Scene::under_the_ray().set(|s| s.vehicles[0].airplane.smoke = 1), "2 smoke_trail");
    assert_eq!((play.airplane(0).console.smoke, play.see(0).flames), (0, 3));
    assert_announced(&play, "TT-SPA-04", 0, Special::Fire);
    let burning =
        Scene::under_the_ray().set(|s| (s.vehicles[0].airplane.smoke, s.vehicles[0].flames) = (1, 2));
    let burning = rayed(burning, "2 smoke_trail");
    assert_eq!(
        (burning.airplane(0).console.smoke, burning.see(0).flames),
        (0, 3),
        "three counters, however many it had"
    );
}

#[test]
fn smoke_on_a_burning_airplane_without_smoke_is_smoke() {
    proves!("TT-SPA-04");
    let play = rayed(Scene::under_the_ray().set(|s| s.vehicles[0].flames = 2), "2 smoke_trail");
    assert_eq!((play.airplane(0).console.smoke, play.see(0).flames), (3, 2));
}

/// A Nieuport flies a straight and then this card; before and behind it stand Locusts, 1 and 2. Its wingman, 3,
/// always has a target.
fn after_flying(card: &str, wounds: u8) -> Play {
    let scene = Scene::new().put("nieuport_16", 450.0, 400.0, 0).with(|v| v.wounds = wounds);
    let scene = scene.put("mk1_locust", 450.0, 752.7, 0).put("mk1_locust", 450.0, 344.8, 180);
    let mut play = scene.put("nieuport_16", 520.0, 400.0, 0).stack(DeckId::B, &["1"; 4]).begin();
    play.plan(0, &["R_straight", card, "R_straight"]).plan(1, &STAND).plan(2, &STAND);
    play.plan(3, &["R_straight", "R_straight", "R_stall"]).until(Step::Firing { phase: 1 });
    play
}

#[test]
fn a_wounded_airplane_pilot_does_not_fire_in_sharp_maneuvers() {
    proves!("TT-SPA-05");
    for (card, target) in [("R_stall", 1), ("R_wide_sideslip_left", 1), ("R_immelmann", 2)] {
        let wounded = after_flying(card, 1);
        assert_eq!(wounded.fire_refused(0, target, Through::Open).rule.0, "TT-SPA-05", "{card}");
        assert!(!wounded.asks(EARTH).contains(&Ask::Fire { vehicle: v(0) }));
        after_flying(card, 0).fire(0, target, Through::Open);
    }
    after_flying("R_sideslip_left", 1).fire(0, 1, Through::Open);
}

#[test]
fn a_wounded_airplane_pilot_fires_after_a_turn() {
    proves!("TT-SPA-05");
    // A stall in phase 2, a left turn in phase 3 towards a Locust in the north-west.
    let scene = Scene::new().put("nieuport_16", 450.0, 200.0, 0).with(|v| v.wounds = 1);
    let scene = scene.put("mk1_locust", 450.0, 552.7, 0).put("mk1_locust", 248.1, 546.1, 300);
    let mut play = scene.put("nieuport_16", 520.0, 200.0, 0).stack(DeckId::B, &["1"; 2]).begin();
    play.plan(0, &["R_straight", "R_stall", "R_left_60"]).plan(1, &STAND).plan(2, &STAND);
    play.plan(3, &["R_straight", "R_straight", "R_stall"]).until(Step::Firing { phase: 1 });
    assert_eq!(play.fire_refused(0, 1, Through::Open).rule.0, "TT-SPA-05");
    play.hold(3).until(Step::Firing { phase: 2 }).fire(0, 2, Through::Open);
}

#[test]
fn a_wound_of_an_airplane_pilot_is_announced_and_stays() {
    proves!("TT-SPA-05");
    let mut play = rayed(Scene::under_the_ray(), "4 wounded");
    assert_announced(&play, "TT-SPA-05", 0, Special::Wounded);
    play.rest_of_turn().rest_of_turn();
    assert_eq!(play.seen_by(MARS, 0).wounds, 1);
    let second = rayed(Scene::under_the_ray().set(|s| s.vehicles[0].wounds = 1), "4 wounded");
    assert_eq!((second.see(0).fate, second.times("TT-SPC-06")), (Fate::Eliminated, 1));
}

#[test]
fn a_wound_does_not_cancel_the_shot_of_its_own_step() {
    proves!("TT-SPA-05");
    // He has just flown a stall when the ray wounds him.
    let scene = face_to_face("3", "4 wounded").set(|s| {
        (s.vehicles[0].airplane.last, s.vehicles[0].flown) = (LastManeuver::Steep, Some(10));
        s.vehicles[0].plan = Some(Cards([10, 1, 2].map(Some)));
    });
    let play = shot(scene);
    assert_eq!((play.see(0).wounds, play.points(1)), (1, 3));
}

#[test]
fn a_wounded_pilot_needs_four_maneuvers_to_clear_a_jam() {
    proves!("TT-SPA-06");
    let mut play = chase(&["0 jammed_guns"], 1);
    play.until(Step::Firing { phase: 0 }).fire(0, 1, Through::Open).hold(2);
    assert_eq!(play.airplane(0).jammed, 4);
    assert_jammed(&mut play, &[(1, 1, 3), (1, 2, 2), (2, 0, 1), (2, 1, 0)]);
    play.until(Step::Firing { phase: 2 }).fire(0, 1, Through::Open);
}

#[test]
fn a_wound_and_a_jam_of_the_same_step_are_four_counters() {
    proves!("TT-SPA-06");
    let play = shot(face_to_face("0 jammed_guns", "4 wounded"));
    assert_eq!((play.see(0).wounds, play.airplane(0).jammed), (1, 4));
}

#[test]
fn a_wound_during_a_jam_adds_no_counter() {
    proves!("TT-SPA-06");
    let play = rayed(Scene::under_the_ray().set(|s| s.vehicles[0].jammed = 3), "4 wounded");
    assert_eq!((play.see(0).wounds, play.airplane(0).jammed), (1, 2), "the maneuver of this phase took one");
}
