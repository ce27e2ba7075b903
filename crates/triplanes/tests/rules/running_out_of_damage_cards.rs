//! RUNNING OUT OF DAMAGE CARDS.

use crate::support::*;
use table::{Viewer, proves};
use triplanes::*;

/// A Camel with 3 points from deck X, behind a Locust with 6 points from deck A. Deck A has four cards, each a
/// 2; the last of them is in the deck.
fn few_cards_left(gap: f64) -> Scene {
    let scene = Scene::duel("sopwith_camel", gap, 0).content(content_with_deck(DeckId::A, &[(4, 2)]));
    scene.damage(&["A 2"; 3]).set(|s| s.vehicles[0].damage = held(&["X 3"]))
}

/// A second Camel, vehicle 2, holds the last card of deck A.
fn no_cards_left() -> Scene {
    few_cards_left(150.0).put("sopwith_camel", 800.0, 200.0, 0).damage(&["A 2"])
}

fn note(play: &Play, id: u8) -> u16 {
    play.see(id).hidden.expect("the umpire sees it").note
}

#[test]
fn totals_are_noted_and_all_cards_return() {
    proves!("TT-DCK-01");
    let mut play = no_cards_left().firing().begin();
    assert_eq!((play.left_in(DeckId::A), play.left_in(DeckId::X)), (0, 39));
    assert_eq!((play.points(1), play.points(0)), (6, 3));
    play.fire(0, 1, Through::Open);
    assert_eq!(play.caused_by("TT-DCK-01", Viewer::Spectator), [What::DeckRanOut { deck: DeckId::A }]);
    assert_eq!((note(&play, 1), note(&play, 0), note(&play, 2)), (6, 3, 2));
    assert!(play.see(1).has_note && play.see(0).has_note);
    // All four A cards came back and one was drawn; the X card came back.
    assert_eq!((play.left_in(DeckId::A), play.left_in(DeckId::X)), (3, 40));
    assert_eq!((play.held(0), play.held(2)), (Vec::new(), Vec::new()));
    assert_eq!(play.held(1), [("A 2".to_owned(), false)]);
    assert_eq!((play.points(1), play.points(0)), (6 + 2, 3));
}

#[test]
fn the_last_card_of_a_deck_is_drawn_without_notes() {
    proves!("TT-DCK-01");
    let mut play = few_cards_left(150.0).firing().begin();
    play.fire(0, 1, Through::Open);
    assert_eq!((play.left_in(DeckId::A), play.held(1).len()), (0, 4));
    assert!(!play.cites("TT-DCK-01") && !play.see(1).has_note);
}

#[test]
fn a_deck_that_runs_out_in_the_middle_of_a_shot() {
    proves!("TT-DCK-01", "TT-DCK-02");
    // An aimed shot at short range: the first card is the last of the deck, and its +1 goes into the note.
    let last = LastShot { target: v(1), gun: 0, when: 2 };
    let scene = few_cards_left(80.0).set(|s| s.vehicles[0].last_shot = Some(last));
    let mut play = scene.firing().begin();
    play.fire(0, 1, Through::Open);
    assert_eq!(note(&play, 1), 6 + 3);
    assert_eq!(play.held(1), [("A 2".to_owned(), true)]);
    assert_eq!(play.points(1), 9 + 3);
}

/// What special damage did stays in force although its card went back.
#[test]
fn special_damages_outlast_their_cards() {
    proves!("TT-DCK-01");
    let scene = no_cards_left().set(|s| (s.vehicles[1].hidden.engine, s.vehicles[1].wounds) = (1, 1));
    let mut play = scene.firing().begin();
    play.fire(0, 1, Through::Open);
    assert!(play.cites("TT-DCK-01"));
    let locust = play.see(1);
    assert_eq!((locust.hidden.expect("the umpire sees it").engine, locust.wounds), (1, 1));
}

#[test]
fn noted_points_add_to_later_cards() {
    proves!("TT-DCK-02");
    for (note, fate, x_cards) in [(7, Fate::Eliminated, 40), (6, Fate::InPlay, 39)] {
        let scene = Scene::under_the_ray().set(|s| s.vehicles[0].hidden.note = note);
        let mut play = scene.stack(DeckId::X, &["3"]).begin();
        assert_eq!(play.points(0), note);
        play.act(1, Action::HeatRay { from: Side::Front });
        assert_eq!(play.see(0).fate, fate);
        // Only the later card goes back: the deck has its 40 cards and not one more.
        assert_eq!(play.left_in(DeckId::X), x_cards);
    }
}

#[test]
fn test_draws_go_back_to_the_deck() {
    proves!("TT-DCK-03");
    // Deck A with 30 cards, one of them a 3 that topples; the airplane has drawn the other 13.
    let content = content_with(&[(
        "damage.toml",
        "points = 4, zero = false, special = \"toppled\", energy_icons = 2, corner_special = \"rudder_right\"",
        "points = 3, zero = false, special = \"toppled\", energy_icons = 2, corner_special = \"rudder_right\"",
    )]);
    let mut drawn = vec!["A 0"; 10];
    drawn.extend(["A 0 jammed_guns", "A 0 jammed_guns", "A 0 jammed_guns (green)"]);
    for (card, falls) in [("3 toppled", false), ("0 jammed_guns (green)", true), ("explosion", false)] {
        let scene = Scene::new().content(content.clone()).put("nieuport_16", 100.0, 100.0, 0).damage(&drawn);
        let scene = scene.planned(&["R_straight"; 3]).put("mk1_locust", 450.0, 450.0, 0);
        let scene = scene.planned(&["TA_long_straight", "TA_standing_still", "TA_standing_still"]);
        let scene = scene.from_step(Step::Actions { phase: 0 }).terrain(TerrainKind::Crater, 450.0, 600.0);
        let mut play = scene.stack(DeckId::A, &[card]).begin();
        assert_eq!(play.left_in(DeckId::A), 30);
        play.pass(1);
        // Everybody sees the card; it has no effect of its own.
        let tests = play.caused_by("TT-TER-02", Viewer::Spectator);
        let shown = |w: &What| matches!(w, What::TestDrawn { card: c, .. } if c.starts_with(card));
        assert!(shown(&tests[0]), "{tests:?}");
        let fell = tests.contains(&What::Toppled { vehicle: v(1), counters: 2 });
        assert_eq!((tests.len(), fell, play.cites("TT-SPT-06")), (1 + usize::from(falls), falls, false));
        assert_eq!((play.points(1), play.held(1).len(), play.left_in(DeckId::A)), (0, 0, 30));
    }
}
