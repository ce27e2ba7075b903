//! AIRPLANE MANEUVERS and AIRPLANE ILLEGAL MANEUVERS.

use crate::support::*;
use std::collections::BTreeSet;
use std::sync::Arc;
use table::{Viewer, proves};
use triplanes::content::{CardClass, Rudder};
use triplanes::*;

const STILL: [&str; 3] = ["TA_standing_still"; 3];

fn nieuport() -> Scene {
    Scene::new().put("nieuport_16", 450.0, 200.0, 0).put("mk1_locust", 450.0, 800.0, 180)
}

/// A Nieuport with this maneuver behind it.
fn after(last: LastManeuver) -> Scene {
    nieuport().set(|s| s.vehicles[0].airplane.last = last)
}

/// The printed setting, with the cards that come next from deck A.
fn punished(scene: Scene, cards: &[&str]) -> Scene {
    scene.printed().stack(DeckId::A, cards)
}

/// Plays a whole turn with these cards; the tripod stands still.
fn fly(scene: &Scene, cards: &[&str]) -> Play {
    let mut play = scene.begin();
    play.plan(0, cards).plan(1, &STILL).rest_of_turn();
    play
}

/// The phase, card and broken rule of each illegal card.
fn illegal(play: &Play) -> Vec<(u8, String, &'static str)> {
    let mut now = 0;
    let found = play.happened(Viewer::Spectator).into_iter().filter_map(|w| match w {
        What::Revealed { phase, .. } => {
            now = phase;
            None
        }
        What::Illegal { card, broken, .. } => Some((now, card, broken)),
        _ => None,
    });
    found.collect()
}

fn deck_r() -> Arc<content::ManeuverDeck> {
    Arc::clone(Content::built_in().model("nieuport_16").expect("a Nieuport").deck())
}

#[test]
fn every_airplane_card_has_one_symbol_a_steep_flag_and_a_number() {
    proves!("TT-AMN-01");
    let (_, text) = content::BUILT_IN.iter().find(|(file, _)| *file == "maneuvers.toml").expect("the cards");
    let file: toml::Table = text.parse().expect("toml");
    let decks = file["maneuver_deck"].as_array().expect("decks");
    let deck = decks.iter().find(|d| d["id"].as_str() == Some("R")).expect("deck R");
    let mut numbers = BTreeSet::new();
    for row in deck["card"].as_array().expect("cards") {
        let (id, kind, symbol) = (row["id"].as_str(), row["kind"].as_str(), row["symbol"].as_str());
        let symbol = symbol.expect("a symbol");
        assert!(
            ["straight", "left", "right", "immelmann", "climb", "dive", "none"].contains(&symbol),
            "{id:?}"
        );
        assert_eq!(symbol == "none", kind == Some("stall"), "{id:?}");
        assert!(row["steep"].is_bool(), "{id:?}");
        for number in row["numbers"].as_array().expect("numbers") {
            assert!(numbers.insert(number.as_integer().expect("a number")), "{id:?}");
        }
    }
    assert_eq!(numbers.into_iter().collect::<Vec<_>>(), (1..=22).collect::<Vec<i64>>());
}

#[test]
fn cards_are_read_as_what_the_rules_ask_for() {
    proves!("TT-AMN-01");
    use {CardClass as C, Rudder as R};
    let deck = deck_r();
    let cards = || deck.cards.iter().filter(|c| !c.class.is_taxi());
    let read: Vec<_> = cards().map(|c| (c.class, c.rudder, c.steep, c.copies())).collect();
    let expected = [
        (C::Straight, R::Neither, false, 3),
        (C::Turn, R::Right, false, 3),
        (C::Turn, R::Left, false, 3),
        (C::Stall, R::Neither, true, 2),
        (C::Immelmann, R::Neither, false, 1),
        (C::Turn, R::Right, false, 3),
        (C::Turn, R::Left, false, 3),
        (C::Turn, R::Right, true, 1),
        (C::Turn, R::Left, true, 1),
        (C::Climb, R::Neither, true, 1),
        (C::Dive, R::Neither, true, 1),
    ];
    assert_eq!(read, expected);
    assert!(cards().all(|c| c.class.is_movement() && c.id.starts_with("R_")));
}

#[test]
fn a_stall_is_steep_and_is_not_a_straight() {
    proves!("TT-AMN-02");
    let play = nieuport().begin();
    assert_eq!(play.plan_refused(0, &["R_stall", "R_immelmann", "R_straight"]).rule.0, "TT-AMN-04");
    assert_eq!(play.plan_refused(0, &["R_stall", "R_wide_sideslip_left", "R_straight"]).rule.0, "TT-AMN-03");
    let burning = || nieuport().set(|s| s.vehicles[0].flames = 3);
    assert_eq!(
        burning().begin().plan_refused(0, &["R_straight", "R_stall", "R_left_60"]).rule.0,
        "TT-SPV-04"
    );
    burning().begin().plan(0, &["R_stall", "R_left_60", "R_stall"]);
}

#[test]
fn a_short_arrow_alone_makes_no_stall() {
    proves!("TT-AMN-02");
    let fokker = |engine: u8| {
        let scene = Scene::new().put("fokker_dvii", 450.0, 200.0, 0).with(|v| v.hidden.engine = engine);
        scene.put("mk1_locust", 450.0, 800.0, 180).begin()
    };
    // Without the steep symbol it is a straight: an Immelmann may follow.
    fokker(0).plan(0, &["L_short_straight", "L_immelmann", "L_straight"]);
    // A steep turn with a short arrow is no stall either: a damaged engine still asks for one.
    let hanging = ["L_hanging_left_60", "L_short_straight", "L_straight"];
    assert_eq!(fokker(1).plan_refused(0, &hanging).rule.0, "TT-SPV-01");
    fokker(0).plan(0, &hanging);
    fokker(1).plan(0, &["L_stall", "L_short_straight", "L_straight"]);
}

#[test]
fn no_two_steep_cards_in_a_row() {
    proves!("TT-AMN-03", "TT-PLN-06");
    let play = nieuport().begin();
    assert_eq!(play.plan_refused(0, &["R_stall", "R_stall", "R_straight"]).rule.0, "TT-AMN-03");
    assert_eq!(play.plan_refused(0, &["R_straight", "R_wide_sideslip_left", "R_stall"]).rule.0, "TT-AMN-03");
    nieuport().begin().plan(0, &["R_stall", "R_straight", "R_stall"]);
    nieuport().begin().plan(0, &["R_stall", "R_left_60", "R_wide_sideslip_right"]);
    let after_steep = after(LastManeuver::Steep).begin();
    assert_eq!(after_steep.plan_refused(0, &["R_stall", "R_straight", "R_straight"]).rule.0, "TT-AMN-03");
    after(LastManeuver::Steep).begin().plan(0, &["R_straight", "R_stall", "R_straight"]);
    after(LastManeuver::Other).begin().plan(0, &["R_stall", "R_straight", "R_straight"]);
}

#[test]
fn immelmann_needs_a_straight_before_and_after() {
    proves!("TT-AMN-04", "TT-AMN-05");
    let play = nieuport().begin();
    assert_eq!(play.plan_refused(0, &["R_immelmann", "R_straight", "R_left_60"]).rule.0, "TT-AMN-04");
    assert_eq!(play.plan_refused(0, &["R_left_60", "R_immelmann", "R_straight"]).rule.0, "TT-AMN-04");
    assert_eq!(play.plan_refused(0, &["R_straight", "R_immelmann", "R_left_60"]).rule.0, "TT-AMN-05");
    nieuport().begin().plan(0, &["R_straight", "R_immelmann", "R_straight"]);
    after(LastManeuver::Straight).begin().plan(0, &["R_immelmann", "R_straight", "R_left_60"]);
    for last in [LastManeuver::None, LastManeuver::Other, LastManeuver::Steep] {
        let play = after(last).begin();
        assert_eq!(play.plan_refused(0, &["R_immelmann", "R_straight", "R_left_60"]).rule.0, "TT-AMN-04");
    }
}

#[test]
fn the_straight_that_replaced_an_illegal_card_lets_an_immelmann_follow() {
    proves!("TT-AMN-04");
    let play = fly(&punished(after(LastManeuver::Steep), &["0"]), &["R_stall", "R_immelmann", "R_straight"]);
    assert_eq!(illegal(&play), [(1, "R_stall".to_owned(), "TT-AMN-03")]);
    assert_at(&play, 0, 450.0, 200.0 + 97.0 + 29.0 - 97.0, 180.0);
}

#[test]
fn the_card_after_an_immelmann_is_the_illegal_one() {
    proves!("TT-AMN-05");
    let play = fly(&punished(nieuport(), &["2"]), &["R_straight", "R_immelmann", "R_left_60"]);
    assert_eq!(illegal(&play), [(3, "R_left_60".to_owned(), "TT-AMN-05")]);
    assert_eq!((play.see(0).damage.len(), play.points(0)), (1, 2));
    // North by 97 and 29, then back by 97.
    assert_at(&play, 0, 450.0, 229.0, 180.0);
}

#[test]
fn the_first_card_after_an_immelmann_in_space_three_must_be_a_straight() {
    proves!("TT-AMN-05");
    let play = after(LastManeuver::Immelmann).begin();
    for card in ["R_left_60", "R_stall", "R_sideslip_right"] {
        assert_eq!(play.plan_refused(0, &[card, "R_straight", "R_straight"]).rule.0, "TT-AMN-05");
    }
    after(LastManeuver::Immelmann).begin().plan(0, &["R_straight", "R_left_60", "R_straight"]);
}

#[test]
fn the_straight_owed_after_an_immelmann_is_flown_even_on_fire() {
    proves!("TT-AMN-05");
    let burning = || after(LastManeuver::Immelmann).set(|s| s.vehicles[0].flames = 3);
    let play = burning().begin();
    assert_eq!(play.plan_refused(0, &["R_stall", "R_left_60", "R_stall"]).rule.0, "TT-AMN-05");
    // In that one space only.
    assert_eq!(play.plan_refused(0, &["R_straight", "R_straight", "R_stall"]).rule.0, "TT-SPV-04");
    let play = fly(&burning(), &["R_straight", "R_stall", "R_left_60"]);
    assert_eq!(illegal(&play), []);
    assert_eq!(play.see(0).damage.len(), 1);
}

#[test]
fn the_immelmann_reverses_the_heading() {
    proves!("TT-AMN-06");
    let row = "kind = \"immelmann\", symbol = \"immelmann\", steep = false, path = { shape = \"flip\", forward_mm = 29.0";
    let content = content_with(&[("maneuvers.toml", row, &row.replace("29.0", "40.0"))]);
    let scene = after(LastManeuver::Straight).content(content);
    let mut play = scene.begin();
    play.plan(0, &["R_immelmann", "R_straight", "R_left_60"]).plan(1, &STILL).pass(1);
    assert_at(&play, 0, 450.0, 240.0, 180.0);
}

#[test]
fn an_immelmann_is_not_steep() {
    proves!("TT-AMN-06");
    // After the straight that it needs a steep card may follow at once.
    nieuport().begin().plan(0, &["R_straight", "R_immelmann", "R_straight"]);
    let play = fly(&after(LastManeuver::Straight), &["R_immelmann", "R_straight", "R_stall"]);
    assert_eq!(play.airplane(0).console.last, LastManeuver::Steep);
    let play = fly(&nieuport(), &["R_stall", "R_straight", "R_immelmann"]);
    assert_eq!((play.airplane(0).console.last, play.times("TT-REM-01")), (LastManeuver::Immelmann, 0));
}

#[test]
fn an_illegal_card_is_replaced_by_a_straight_and_costs_an_a_card() {
    proves!("TT-AIL-01");
    let mut play = punished(after(LastManeuver::Steep), &["2"]).begin();
    play.plan(0, &["R_stall", "R_left_60", "R_left_60"]).plan(1, &STILL).pass(1);
    assert_at(&play, 0, 450.0, 297.0, 0.0);
    assert_eq!((play.points(0), play.see(0).resistance), (2, 10));
    let flies = What::FliesStraight { vehicle: v(0), card: "R_straight".to_owned() };
    assert!(play.happened(Viewer::Spectator).contains(&flies));
    // The card is kept face down and without an aim bonus.
    let seen = play.seen_by(MARS, 0);
    assert_eq!((seen.points, seen.damage.len()), (None, 1));
    assert_eq!((seen.damage[0].deck, seen.damage[0].aimed, &seen.damage[0].card), (DeckId::A, false, &None));
    assert_eq!(play.seen_by(EARTH, 0).damage[0].card.as_deref(), Some("2 +1"));
}

#[test]
fn the_strain_can_destroy_an_airplane() {
    proves!("TT-AIL-01");
    for (note, fate) in [(7, Fate::InPlay), (8, Fate::Eliminated)] {
        let scene = punished(after(LastManeuver::Steep), &["2"]).set(|s| s.vehicles[0].hidden.note = note);
        let mut play = scene.begin();
        play.plan(0, &["R_stall", "R_left_60", "R_left_60"]).plan(1, &STILL).pass(1);
        assert_eq!(play.see(0).fate, fate);
    }
}

/// A Fokker D.VII after a steep maneuver: its deck has two kinds of straights.
fn fokker() -> Scene {
    let scene =
        Scene::new().put("fokker_dvii", 450.0, 200.0, 0).with(|v| v.airplane.last = LastManeuver::Steep);
    punished(scene.put("mk1_locust", 450.0, 800.0, 180), &["0"])
}

#[test]
fn the_player_chooses_among_several_straights() {
    proves!("TT-AIL-01");
    let revealed = || {
        let mut play = fokker().begin();
        play.plan(0, &["L_stall", "L_left_60", "L_left_60"]).plan(1, &STILL).pass(1);
        play
    };
    let fly = |card| Order::FlyStraight { vehicle: v(0), card };
    let mut play = revealed();
    assert_eq!(
        (play.step(), play.asks(EARTH)),
        (Step::Straights { phase: 0 }, vec![Ask::FlyStraight { vehicle: v(0) }])
    );
    assert_eq!(play.legal(EARTH), [fly(1), fly(14)]);
    assert_eq!(play.refused_by(EARTH, &fly(15)), "TT-AIL-01");
    assert_eq!(play.refused_by(EARTH, &fly(99)), "TT-AIL-01");
    assert_at(&play, 0, 450.0, 200.0, 0.0);
    play.give(EARTH, &fly(14));
    assert_at(&play, 0, 450.0, 274.0, 0.0);
    assert_eq!(play.refused_by(EARTH, &fly(14)), "TT-AIL-01");
    let mut play = revealed();
    play.give(EARTH, &fly(3));
    assert_at(&play, 0, 450.0, 315.5, 0.0);
}

#[test]
fn a_straight_that_lies_in_a_later_space_is_not_free() {
    proves!("TT-AIL-01");
    let mut play = fokker().begin();
    play.plan(0, &["L_stall", "L_left_60", "L_short_straight"]).plan(1, &STILL).pass(1);
    assert_eq!(play.step(), Step::Actions { phase: 1 });
    assert_at(&play, 0, 450.0, 315.5, 0.0);
    // In a space that was played already it is free again.
    let mut play = fokker().set(|s| s.vehicles[0].airplane.last = LastManeuver::None).begin();
    play.plan(0, &["L_short_straight", "L_stall", "L_hanging_left_60"])
        .plan(1, &STILL)
        .pass(1)
        .pass(1)
        .pass(1);
    let both = [1, 14].map(|card| Order::FlyStraight { vehicle: v(0), card });
    assert_eq!((play.step(), play.legal(EARTH)), (Step::Straights { phase: 2 }, both.to_vec()));
}

#[test]
fn a_straight_is_lent_if_all_lie_in_later_spaces() {
    proves!("TT-AIL-01");
    let one_straight = content_with(&[
        (
            "maneuvers.toml",
            "\"R_straight\", numbers = [1, 2, 3], count = 3",
            "\"R_straight\", numbers = [1], count = 1",
        ),
        (
            "maneuvers.toml",
            "id = \"R\"\nkind = \"airplane_ww1\"\ntotal_cards = 22",
            "id = \"R\"\nkind = \"airplane_ww1\"\ntotal_cards = 20",
        ),
    ]);
    let scene = punished(after(LastManeuver::Steep), &["0"]).content(one_straight);
    let mut play = scene.begin();
    play.plan(0, &["R_stall", "R_straight", "R_left_60"]).plan(1, &STILL).pass(1);
    assert_at(&play, 0, 450.0, 297.0, 0.0);
    play.pass(1);
    assert_at(&play, 0, 450.0, 394.0, 0.0);
    assert_eq!(illegal(&play).len(), 1);
}

#[test]
fn special_damage_on_the_card_of_an_illegal_maneuver_applies() {
    proves!("TT-AIL-02");
    let row = "count = 2, points = 0, zero = true, special = \"jammed_guns\", energy_icons = 0, corner_special = \"\", jam_color = \"red\"";
    let to = row.replace("corner_special = \"\"", "corner_special = \"smoke_trail\"");
    let content = content_with(&[("damage.toml", row, &to)]);
    for (standard, smoke) in [(true, 3), (false, 0)] {
        let scene = punished(after(LastManeuver::Steep).content(Arc::clone(&content)), &["0 jammed_guns"]);
        let mut play = scene.set(|s| s.standard = standard).begin();
        play.plan(0, &["R_stall", "R_left_60", "R_left_60"]).plan(1, &STILL).pass(1);
        assert_eq!((play.airplane(0).console.smoke, play.airplane(0).jammed), (smoke, 0));
    }
}

#[test]
fn a_jam_on_the_card_of_an_illegal_maneuver_has_no_effect() {
    proves!("TT-AIL-02");
    let mut play = punished(after(LastManeuver::Steep), &["0 jammed_guns"]).begin();
    play.plan(0, &["R_stall", "R_left_60", "R_left_60"]).plan(1, &STILL).pass(1);
    assert_eq!(
        (play.airplane(0).console.smoke, play.airplane(0).jammed, play.see(0).damage.len()),
        (0, 0, 1)
    );
}

/// In the third phase of a turn, after a stall: the next stall is illegal.
fn third_phase() -> Scene {
    let mut scene = punished(Scene::new(), &["0"]).from_step(Step::Actions { phase: 2 });
    scene = scene.put("nieuport_16", 450.0, 200.0, 0).planned(&["R_straight", "R_stall", "R_stall"]);
    scene = scene.with(|v| v.airplane.last = LastManeuver::Steep);
    scene.put("mk1_locust", 450.0, 500.0, 180).planned(&STILL)
}

#[test]
fn the_replacement_straight_counts_in_every_respect() {
    proves!("TT-AIL-03");
    let mut play = third_phase().set(|s| s.vehicles[0].jammed = 3).begin();
    play.pass(1);
    assert_eq!((play.view().turn, play.step()), (2, Step::Planning));
    assert_eq!((play.airplane(0).jammed, play.airplane(0).console.last), (2, LastManeuver::Straight));
    assert_eq!((play.times("TT-REM-01"), play.times("TT-REM-03")), (0, 1));
}

#[test]
fn a_wounded_pilot_may_fire_after_the_replacement_straight() {
    proves!("TT-AIL-03");
    let mut play = third_phase().set(|s| s.vehicles[0].wounds = 1).begin();
    play.pass(1);
    assert_eq!(play.step(), Step::Firing { phase: 2 });
    play.fire(0, 1, Through::Armor);
    assert_eq!(play.times("TT-AFR-05"), 1);
}

#[test]
fn a_straight_on_fire_is_an_illegal_maneuver() {
    proves!("TT-AIL-04");
    let scene = punished(nieuport(), &["1", "2"]).set(|s| s.vehicles[0].flames = 3);
    let mut play = scene.begin();
    play.plan(0, &["R_straight", "R_stall", "R_left_60"]).plan(1, &STILL).pass(1);
    assert_eq!(illegal(&play), [(1, "R_straight".to_owned(), "TT-SPV-04")]);
    assert_at(&play, 0, 450.0, 297.0, 0.0);
    // One point for the flames, two for the strain.
    assert_eq!((play.see(0).damage.len(), play.points(0)), (2, 3));
}

#[test]
fn without_a_stall_the_last_card_of_a_damaged_engine_is_illegal() {
    proves!("TT-AIL-04");
    let damaged = || punished(nieuport(), &["1"]).set(|s| s.vehicles[0].hidden.engine = 1);
    let play = fly(&damaged(), &["R_left_60", "R_straight", "R_right_60"]);
    assert_eq!(illegal(&play), [(3, "R_right_60".to_owned(), "TT-SPV-01")]);
    assert_eq!((play.airplane(0).console.last, play.see(0).damage.len()), (LastManeuver::Straight, 1));
    for plan in [["R_left_60", "R_straight", "R_stall"], ["R_stall", "R_straight", "R_right_60"]] {
        assert_eq!(illegal(&fly(&damaged(), &plan)), []);
    }
}

#[test]
fn a_card_to_the_side_of_a_rudder_jam_is_illegal() {
    proves!("TT-AIL-04");
    let jammed = |left: bool| {
        punished(nieuport(), &["0", "0"]).set(|s| {
            (s.vehicles[0].hidden.left_jam, s.vehicles[0].hidden.right_jam) = (left, !left);
        })
    };
    let plan = ["R_left_60", "R_straight", "R_sideslip_right"];
    assert_eq!(illegal(&fly(&jammed(true), &plan)), [(1, "R_left_60".to_owned(), "TT-SPA-02")]);
    assert_eq!(illegal(&fly(&jammed(false), &plan)), [(3, "R_sideslip_right".to_owned(), "TT-SPA-02")]);
}
