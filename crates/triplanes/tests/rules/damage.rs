//! DAMAGE.

use crate::support::*;
use table::{Viewer, proves};
use triplanes::*;

/// A Nieuport with this many points written down that a heat-ray hits for one X card.
fn struck_by_ray(points: u16, card: &str) -> Play {
    let scene = Scene::under_the_ray().stack(DeckId::X, &[card]);
    let mut play = scene.set(|s| s.vehicles[0].hidden.note = points).begin();
    play.act(1, Action::HeatRay { from: Side::Front });
    play
}

/// A Locust with this many points written down, its open rear 150 mm ahead of a Nieuport.
fn rear_of(points: u16) -> Scene {
    Scene::duel("nieuport_16", 150.0, 0).with(|v| v.hidden.note = points)
}

#[test]
fn the_player_of_the_target_draws_and_keeps_the_cards_facedown() {
    proves!("TT-DMG-01");
    let scene = Scene::duel("sopwith_camel", 150.0, 0).damage(&["A 2"]).stack(DeckId::A, &["3"]);
    let mut play = scene.firing().begin();
    let before = play.left_in(DeckId::A);
    play.fire(0, 1, Through::Open);
    assert_eq!(play.left_in(DeckId::A), before - 1);
    assert_eq!(play.held(1), [("A 2 +1".to_owned(), false), ("A 3 +1".to_owned(), false)]);
    assert_eq!(play.seen_by(MARS, 1).points, Some(5));
    let faces: Vec<Option<String>> = play.seen_by(EARTH, 1).damage.into_iter().map(|d| d.card).collect();
    assert_eq!(faces, [None, None]);
    assert_eq!(play.held(0), [], "the attacker draws nothing");
}

#[test]
fn points_that_reach_the_resistance_eliminate() {
    proves!("TT-DMG-02");
    let stays = struck_by_ray(5, "4");
    assert_eq!((stays.points(0), stays.see(0).fate), (9, Fate::InPlay));
    for card in ["5", "6"] {
        let play = struck_by_ray(5, card);
        assert_eq!(play.see(0).fate, Fate::Eliminated);
        assert_eq!(play.see(0).pose, None);
        assert_eq!(play.caused_by("TT-DMG-02", Viewer::Spectator), [What::Eliminated { vehicle: v(0) }]);
    }
}

#[test]
fn cards_of_an_eliminated_vehicle_return_to_their_decks() {
    proves!("TT-DMG-03");
    let scene = rear_of(9).damage(&["A 5", "A 4", "A 3"]).stack(DeckId::B, &["1"]);
    let mut play = scene.put("mk1_locust", 800.0, 800.0, 0).firing().begin();
    assert_eq!((play.left_in(DeckId::A), play.left_in(DeckId::B)), (43 - 3, 44));
    play.fire(0, 1, Through::Open);
    assert_eq!(play.see(1).fate, Fate::Eliminated);
    assert_eq!(play.held(1), []);
    assert_eq!((play.left_in(DeckId::A), play.left_in(DeckId::B)), (43, 44), "3 of A and 1 of B are back");
}

#[test]
fn returned_cards_can_be_drawn_again() {
    proves!("TT-DMG-03");
    // The second Locust holds three of the four B cards; the fourth eliminates the first, then hits the second.
    let scene = rear_of(21).content(content_with_deck(DeckId::B, &[(4, 4)]));
    let scene = scene.put("nieuport_16", 700.0, 200.0, 0).put("mk1_locust", 700.0, 470.0, 0);
    let mut play = scene.damage(&["B 4"; 3]).firing().begin();
    play.fire(0, 1, Through::Open).until(Step::Firing { phase: 1 }).fire(2, 3, Through::Open);
    assert_eq!((play.see(1).fate, play.held(3).len()), (Fate::Eliminated, 4));
    assert!(!play.cites("TT-DCK-01"), "the deck did not run out");
}

#[test]
fn cards_of_a_vehicle_that_leaves_return_to_their_decks() {
    proves!("TT-DMG-03");
    let scene = Scene::new().put("nieuport_16", 450.0, 850.0, 0).damage(&["X 5", "X 0", "A 1"]);
    let scene = scene.put("nieuport_16", 100.0, 100.0, 0).put("mk1_locust", 800.0, 100.0, 0);
    let mut play = scene.begin();
    assert_eq!((play.left_in(DeckId::A), play.left_in(DeckId::X)), (43 - 1, 40 - 2));
    play.plan_chase().until(Step::Actions { phase: 1 });
    assert_eq!(play.see(0).fate, Fate::Exited { earthling_side: false });
    assert_eq!((play.left_in(DeckId::A), play.left_in(DeckId::X)), (43, 40));
}

#[test]
fn all_damage_of_a_firing_step_is_simultaneous() {
    proves!("TT-DMG-04");
    // Face to face, the armor without energy: each needs one point to be gone.
    let scene = Scene::duel("nieuport_16", 170.0, 180).energy(0).with(|v| v.hidden.note = 21);
    let scene = scene.ray_from(Side::Front).set(|s| s.vehicles[0].hidden.note = 9);
    let mut play = scene.stack(DeckId::B, &["1"]).stack(DeckId::X, &["2"]).firing().begin();
    play.fire(0, 1, Through::Open);
    assert_eq!((play.see(0).fate, play.see(1).fate), (Fate::Eliminated, Fate::Eliminated));
    assert_eq!(play.ended(), Some((None, "TT-VIC-02")));
}

#[test]
fn what_a_shot_does_is_judged_by_the_beginning_of_the_step() {
    proves!("TT-DMG-04");
    // The first shot topples the Locust from behind; in the same step its armor still stops the second.
    let scene = rear_of(0).energy(5).put("nieuport_16", 450.0, 550.0, 180);
    let scene = scene.stack(DeckId::B, &["2 toppled", "3"]).firing();
    let mut play = scene.begin();
    play.fire(0, 1, Through::Open).fire(2, 1, Through::Armor);
    assert_eq!((play.tripod(1).console.toppled, play.points(1), play.energy(1)), (1, 2, 4));
    // Cards are drawn in the order of the vehicles, whoever declares first.
    let mut turned = scene.begin();
    turned.fire(2, 1, Through::Armor).fire(0, 1, Through::Open);
    assert_eq!(turned.held(1), play.held(1));
}

#[test]
fn all_shots_at_one_vehicle_add_up() {
    proves!("TT-DMG-05");
    let scene = rear_of(4).put("nieuport_16", 510.0, 200.0, 0).stack(DeckId::B, &["2", "3"]);
    let mut play = scene.firing().begin();
    play.fire(0, 1, Through::Open).fire(2, 1, Through::Open);
    assert_eq!((play.points(1), play.held(1).len()), (4 + 5, 2));
    assert_eq!(play.times("TT-AFR-05"), 2, "two shots, each for itself");
}

/// A burning Nieuport with this many points, a Locust 150 mm ahead of where it will be, and what the flames draw.
fn burning(points: u16, card: &str) -> Play {
    let scene = Scene::duel("nieuport_16", 240.0, 0).stack(DeckId::A, &[card]);
    let scene = scene.set(|s| (s.vehicles[0].flames, s.vehicles[0].hidden.note) = (1, points));
    let mut play = scene.put("nieuport_16", 800.0, 200.0, 0).begin();
    play.plan(0, &["R_left_60", "R_right_60", "R_left_60"]).plan(2, &["R_straight"; 3]);
    play.plan(1, &["TA_standing_still"; 3]);
    play
}

fn revealed(play: &Play) -> Vec<u8> {
    let cards = play.happened(Viewer::Umpire).into_iter().find_map(|what| match what {
        What::Revealed { cards, .. } => Some(cards),
        _ => None,
    });
    cards.expect("a reveal").iter().map(|c| c.vehicle.0).collect()
}

#[test]
fn flames_eliminate_before_the_reveal() {
    proves!("TT-DMG-06");
    let mut play = burning(9, "1");
    assert_eq!(play.see(0).fate, Fate::Eliminated);
    assert_eq!(play.step(), Step::Actions { phase: 0 });
    play.pass(1);
    assert_eq!(revealed(&play), [1, 2], "its card is not revealed");

    let mut alive = burning(8, "1");
    alive.pass(1);
    assert_eq!((alive.see(0).fate, alive.points(0)), (Fate::InPlay, 9));
    assert_eq!(revealed(&alive), [0, 1, 2]);
}

#[test]
fn an_illegal_maneuver_eliminates_before_the_moves() {
    proves!("TT-DMG-06");
    for (card, fate) in [("1", Fate::Eliminated), ("0", Fate::InPlay)] {
        // A stall after a stall, straight at a Locust that would be 93 mm away.
        let scene = Scene::duel("nieuport_16", 190.0, 0).printed().stack(DeckId::A, &[card]);
        let scene = scene
            .set(|s| (s.vehicles[0].airplane.last, s.vehicles[0].hidden.note) = (LastManeuver::Steep, 9));
        let mut play = scene.put("nieuport_16", 800.0, 200.0, 0).begin();
        play.plan(0, &["R_stall", "R_straight", "R_straight"]).plan(2, &["R_straight"; 3]);
        play.plan(1, &["TA_standing_still"; 3]).pass(1);
        assert_eq!(play.see(0).fate, fate);
        let gone = fate == Fate::Eliminated;
        let moved = play.happened(Viewer::Umpire).into_iter();
        let moved = moved.filter(|w| matches!(w, What::Moved { vehicle, .. } if *vehicle == v(0))).count();
        assert_eq!(moved, usize::from(!gone));
        assert_eq!(play.asks(EARTH).contains(&Ask::Fire { vehicle: v(0) }), !gone);
    }
}

#[test]
fn damages_of_the_same_kind_are_simultaneous() {
    proves!("TT-DMG-06");
    let scene = Scene::duel("nieuport_16", 300.0, 0).with(|v| (v.flames, v.hidden.note) = (1, 21));
    let scene = scene.set(|s| (s.vehicles[0].flames, s.vehicles[0].hidden.note) = (1, 9));
    let mut play = scene.stack(DeckId::A, &["1", "1"]).begin();
    play.plan(0, &["R_left_60", "R_right_60", "R_left_60"]).plan(1, &["TA_standing_still"; 3]);
    assert_eq!((play.see(0).fate, play.see(1).fate), (Fate::Eliminated, Fate::Eliminated));
    assert_eq!(play.ended(), Some((None, "TT-VIC-02")));
}
