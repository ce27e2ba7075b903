//! Steep cards, reversals and special damage of WW2 airplanes (INV-WW2-15, INV-WW2-17).

use super::{apart, idle};
use crate::support::*;
use table::{Viewer, proves};
use triplanes::*;

const SLOW: Speed = Speed::Slow;
const FAST: Speed = Speed::Fast;

/// The airplane of [`apart`] has flown this last.
fn after(last: LastManeuver) -> Play {
    apart("spitfire_mk1").set(|s| s.vehicles[0].airplane.last = last).begin()
}

/// Every card with its marker that may be flown next.
fn free(play: &Play) -> Vec<String> {
    let deck = play.m.content().model(&play.see(0).model).expect("a model").deck().clone();
    let cards = play.legal(EARTH).into_iter().filter_map(|order| match order {
        Order::Fly { card, speed: Some(speed), .. } => {
            deck.row_of(speed.number(card)).map(|row| deck.card(row).id.clone())
        }
        _ => None,
    });
    cards.collect()
}

#[test]
fn no_two_steep_cards_in_a_row() {
    proves!("INV-WW2-15");
    let mut play = after(LastManeuver::Steep);
    for card in ["right_60", "left_60", "stall"] {
        assert_eq!(play.fly_refused(0, card, SLOW), "INV-WW2-15");
    }
    play.fly(0, "right_45", SLOW);
    idle(&mut play);
    play.fly(0, "right_60", SLOW).pass(1);
    // From A2 to A3, and over the end of the Martian turn, it is all the same.
    assert_eq!(play.fly_refused(0, "left_60", FAST), "INV-WW2-15");
    play.fly(0, "right_45", SLOW).pass(1).fly(0, "stall", FAST);
}

#[test]
fn an_immelmann_between_straights() {
    proves!("INV-WW2-15");
    for last in [LastManeuver::None, LastManeuver::Straight, LastManeuver::Steep, LastManeuver::Other] {
        assert_eq!(after(last).fly_refused(0, "immelmann", SLOW), "INV-WW2-15");
    }
    let mut play = apart("spitfire_mk1").begin();
    play.fly(0, "straight", FAST);
    idle(&mut play);
    let from = play.at(0);
    // Flown with its slow arrow, whatever marker lies on it.
    play.fly(0, "immelmann", FAST).pass(1);
    let (_, y, facing) = play.at(0);
    assert!((facing - 180.0).abs() < 1e-9);
    let mut slow =
        apart("spitfire_mk1").set(|s| s.vehicles[0].airplane.last = LastManeuver::FastStraight).begin();
    slow.fly(0, "immelmann", SLOW);
    idle(&mut slow);
    assert!((slow.at(0).1 - 300.0 - (y - from.1)).abs() < 0.01);
    // Then nothing but a slow straight.
    assert_eq!(free(&play), ["W2A_straight_slow"]);
    assert_eq!(play.fly_refused(0, "straight", FAST), "INV-WW2-15");
    play.fly(0, "straight", SLOW).pass(1);
    assert_eq!(play.airplane(0).console.last, LastManeuver::Straight);
}

#[test]
fn a_split_s_out_of_a_stall() {
    proves!("INV-WW2-15");
    let mut play = apart("spitfire_mk1").begin();
    play.fly(0, "stall", SLOW);
    idle(&mut play);
    play.fly(0, "immelmann", SLOW).pass(1);
    assert_eq!(play.airplane(0).console.last, LastManeuver::SplitS);
    assert_eq!(play.see(0).flown, None);
    assert_eq!(free(&play), ["W2A_straight_fast"]);
    // The fast arrow: 12 mm longer than the slow one would be if it were an Immelmann.
    let moved = play.happened(Viewer::Spectator).into_iter().filter_map(|what| match what {
        What::Moved { vehicle, from, to, .. } if vehicle == v(0) => Some(to.centre.y - from.centre.y),
        _ => None,
    });
    let ways: Vec<f64> = moved.collect();
    let deck = Content::built_in().model("spitfire_mk1").expect("a model").deck().clone();
    let row = deck.by_id("W2A_immelmann_fast").expect("a card");
    // The reversal puts the rear edge where the front edge would be.
    assert!((ways[1] - deck.card(row).path.forward).abs() < 1e-6, "{ways:?}");
}

#[test]
fn the_stuka_has_no_reversal() {
    proves!("INV-WW2-15");
    let play = apart("ju87_stuka").set(|s| s.vehicles[0].airplane.last = LastManeuver::FastStraight).begin();
    assert!(free(&play).iter().all(|card| !card.contains("immelmann")));
}

#[test]
fn an_illegal_card_becomes_a_straight_at_the_planned_speed() {
    proves!("INV-WW2-15", "TT-AIL-01");
    for (speed, way) in [(FAST, 128.0), (SLOW, 108.0)] {
        let scene =
            apart("spitfire_mk1").printed().set(|s| s.vehicles[0].airplane.last = LastManeuver::Steep);
        let mut play = scene.stack(DeckId::PA, &["2"]).begin();
        play.fly(0, "right_60", speed);
        idle(&mut play);
        assert_at(&play, 0, 750.0, 300.0 + way, 0.0);
        assert_eq!((play.drawn(0), play.points(0)), (vec![DeckId::PA], 2));
    }
}

#[test]
fn where_no_card_is_left_a_straight_is_free() {
    proves!("INV-WW2-15", "TT-PLN-07");
    let crippled = |s: &mut Setup| {
        let plane = &mut s.vehicles[0];
        (plane.flames, plane.airplane.last) = (2, LastManeuver::Steep);
        (plane.hidden.left_jam, plane.hidden.right_jam, plane.plane.rudder) = (true, true, [2, 2]);
    };
    let play = apart("spitfire_mk1").set(crippled).begin();
    assert_eq!(free(&play), ["W2A_straight_slow", "W2A_straight_fast"]);
    let play = apart("spitfire_mk1").set(crippled).set(|s| s.vehicles[0].hidden.engine = 1).begin();
    assert_eq!(free(&play), ["W2A_straight_slow"]);
}

/// A Spitfire that a Locust's ray hits in A1: it has just flown away from its front.
fn burnt_by(card: &str) -> Play {
    let scene = Scene::new().ww2().set(|s| s.area = [1500.0, 3000.0]).put("spitfire_mk1", 750.0, 800.0, 0);
    let scene = scene.put("mk1_locust", 750.0, 700.0, 0);
    let deck = scene.content.model("mk1_locust").and_then(|m| m.tripod()).expect("a tripod").firepower;
    let mut play = scene.stack(deck, &[card]).begin();
    play.fly(0, "straight", SLOW).plan(1, &["TA_standing_still"; 3]);
    play.act(1, Action::HeatRay { from: Side::Front });
    assert_eq!(play.step(), Step::PlanningPhase { phase: 1 });
    play
}

/// A card of the Locust's deck with this symbol.
fn card_with(special: &str) -> String {
    let content = Content::built_in();
    let deck = content.model("mk1_locust").and_then(|m| m.tripod()).expect("a tripod").firepower;
    let cards = &content.damage[deck.index()].cards;
    let fits = |c: &&content::DamageCard| c.special == Special::ALL.into_iter().find(|s| s.word() == special);
    cards.iter().find(fits).unwrap_or_else(|| panic!("{deck} has no {special}")).name.clone()
}

#[test]
fn a_damaged_engine_is_slow() {
    proves!("INV-WW2-17");
    let mut play = burnt_by(&card_with("engine"));
    assert_eq!(play.fly_refused(0, "left_45", FAST), "INV-WW2-17");
    assert!(free(&play).iter().all(|card| card.ends_with("_slow")));
    play.fly(0, "stall", SLOW).pass(1);
    // After a Split-S the straight is flown slow.
    play.fly(0, "immelmann", SLOW).pass(1);
    assert_eq!(free(&play), ["W2A_straight_slow"]);
    // A second engine damage is the end: a position with two is refused.
    let two = apart("spitfire_mk1").set(|s| s.vehicles[0].hidden.engine = 2);
    assert_eq!(two.refused_by(), "TT-SPC-06");
}

#[test]
fn a_second_engine_damage_or_wound_eliminates() {
    proves!("INV-WW2-17", "TT-SPC-06");
    for special in ["engine", "wounded"] {
        let scene = Scene::new().ww2().set(|s| s.area = [900.0, 3000.0]).put("spitfire_mk1", 450.0, 400.0, 0);
        let scene = scene.with(|v| match special {
            "engine" => v.hidden.engine = 1,
            _ => v.wounds = 1,
        });
        let scene =
            scene.put("mk1_locust", 450.0, 280.0, 0).ray_from(Side::Front).put("hurricane", 100.0, 100.0, 0);
        let deck = scene.content.model("mk1_locust").and_then(|m| m.tripod()).expect("a tripod").firepower;
        let mut play = scene.stack(deck, &[&card_with(special)]).firing().begin();
        play.until(Step::PlanningPhase { phase: 1 });
        assert_eq!(play.see(0).fate, Fate::Eliminated, "{special}");
    }
}

#[test]
fn a_rudder_jam_lasts_three_turns_of_the_earthlings() {
    proves!("INV-WW2-17");
    let content = Content::built_in();
    let deck = content.model("mk1_locust").and_then(|m| m.tripod()).expect("a tripod").firepower;
    let left = content.damage[deck.index()]
        .cards
        .iter()
        .find(|c| c.corner.or(c.special) == Some(Special::RudderLeft));
    let mut play = burnt_by(&left.expect("a card").name);
    // P2, P3 and the next P1.
    for _ in 0..3 {
        for card in ["left_45", "left_60", "sideslip_left"] {
            assert_eq!(play.fly_refused(0, card, SLOW), "INV-WW2-17");
        }
        // Nobody else can tell.
        assert_eq!(play.seen_by(MARS, 0).hidden, None);
        play.fly(0, "right_45", SLOW);
        idle(&mut play);
    }
    play.fly(0, "left_45", SLOW);
}

#[test]
fn smoke_and_flames_count_in_turns_of_the_earthlings() {
    proves!("INV-WW2-17");
    let mut play = apart("spitfire_mk1").set(|s| s.vehicles[0].airplane.smoke = 3).begin();
    for left in [2, 1, 0] {
        play.fly(0, "straight", SLOW);
        idle(&mut play);
        assert_eq!(play.airplane(0).console.smoke, left);
    }
    let play = burnt_by(&card_with("fire"));
    assert_eq!(play.see(0).flames, 3);
    assert_eq!(play.fly_refused(0, "straight", SLOW), "INV-WW2-17");
    // The straight owed after a reversal is flown by a burning airplane, too (TT-AMN-05).
    let burning =
        |s: &mut Setup| (s.vehicles[0].airplane.last, s.vehicles[0].flames) = (LastManeuver::Immelmann, 3);
    let play = apart("spitfire_mk1").set(burning).begin();
    assert_eq!(free(&play), ["W2A_straight_slow"]);
}

#[test]
fn a_wounded_pilot_does_not_fire_after_a_steep_card_or_a_reversal() {
    proves!("INV-WW2-17");
    for (last, silent) in [
        (LastManeuver::Steep, true),
        (LastManeuver::Stall, true),
        (LastManeuver::SplitS, true),
        (LastManeuver::Immelmann, true),
        (LastManeuver::FastStraight, false),
        (LastManeuver::Other, false),
    ] {
        let scene = Scene::ww2_duel("spitfire_mk1", 150.0, 0);
        let scene = scene.set(|s| {
            let plane = &mut s.vehicles[0];
            (plane.wounds, plane.airplane.last, plane.flown) = (1, last, Some(1));
        });
        let play = scene.firing().begin();
        let asked = play.asks(EARTH).contains(&Ask::Fire { vehicle: v(0) });
        assert_eq!(asked, !silent, "{last:?}");
        if silent {
            assert_eq!(play.fire_refused(0, 1, Through::Open).rule.0, "TT-SPA-05");
        }
    }
}

#[test]
fn jammed_guns_are_silent_for_three_turns() {
    proves!("INV-WW2-17");
    // It follows a Locust that walks away, and its guns jam in A1.
    let mut play =
        Scene::ww2_duel("spitfire_mk1", 150.0, 0).stack(DeckId::WB, &["0 jammed_guns"]).firing().begin();
    play.fire(0, 1, Through::Open);
    assert_eq!(play.airplane(0).jammed, 3);
    for left in [2, 1, 0] {
        play.fly(0, "straight", SLOW);
        if play.step() == (Step::PlanningPhase { phase: 0 }) {
            play.plan(1, &["TA_standing_still"; 3]);
        }
        play.pass(1);
        assert_eq!((play.airplane(0).jammed, play.times("INV-WW2-16")), (left, 1));
    }
}
