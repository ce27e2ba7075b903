//! Luck: each card drawn, against the cards that its deck still held.

use crate::support::*;
use triplanes::*;

/// What was thrown: for whom, what, what came, what could have come.
type Told<'a> = (&'a str, &'a str, i32, &'a [(i32, u32)]);

fn told(play: &Play) -> Vec<Told<'_>> {
    play.m.throws().iter().map(|throw| (throw.side, throw.kind, throw.came, throw.odds())).collect()
}

/// The B cards, as counts and points, that a Nieuport's guns draw from at the open rear of a Locust.
fn behind(cards: &[(u16, u8)]) -> Scene {
    Scene::duel("nieuport_16", 190.0, 0).content(content_with_deck(DeckId::B, cards))
}

#[test]
fn the_points_on_the_cards_that_are_left_are_what_was_to_be_expected() {
    // Five cards with 0, 0, 0, 4 and 6 points: 2 were to be expected.
    let mut play = behind(&[(3, 0), (1, 4), (1, 6)]).firing().begin();
    play.fire(0, 1, Through::Open);
    let points = i32::from(play.points(1));
    assert_eq!(told(&play), [("Earthlings", "Damage drawn by shots", points, &[(0, 3), (4, 1), (6, 1)][..])]);
    assert!((play.m.throws()[0].mean() - 2.0).abs() < 1e-12);
}

#[test]
fn a_card_on_a_console_is_not_expected_again_and_an_aim_point_is() {
    // Of two twos and two fives one two lies with the Locust, and fire of the last phase has aimed this shot: 3, 6 or 6.
    let aimed = LastShot { target: v(1), gun: 0, when: 2 };
    let scene = behind(&[(2, 2), (2, 5)]).damage(&["B 2"]).set(|s| s.vehicles[0].last_shot = Some(aimed));
    let mut play = scene.firing().begin();
    play.fire(0, 1, Through::Open);
    let drawn = i32::from(play.points(1)) - 2;
    assert_eq!(told(&play), [("Earthlings", "Damage drawn by shots", drawn, &[(3, 1), (6, 2)][..])]);
    assert!((play.m.throws()[0].mean() - 5.0).abs() < 1e-12);
}

#[test]
fn armor_loses_energy_and_no_more_than_there_is() {
    let mut play = Scene::duel("nieuport_16", 190.0, 180).energy(1).firing().begin();
    play.fire(0, 1, Through::Armor);
    let lost = 1 - i32::from(play.energy(1));
    let [(side, kind, came, odds)] = told(&play)[..] else { panic!("{:?}", told(&play)) };
    assert_eq!((side, kind, came), ("Earthlings", "Energy drained through armor", lost));
    // Cards with icons or an explosion take the one counter that is left, of 44.
    assert_eq!(odds.iter().map(|(value, _)| *value).collect::<Vec<_>>(), [0, 1]);
    assert_eq!(odds.iter().map(|(_, weight)| *weight).sum::<u32>(), 44);
}

#[test]
fn what_harms_an_airplane_is_luck_of_the_martians() {
    let mut play = Scene::under_the_ray().content(content_with_deck(DeckId::X, &[(1, 1), (3, 2)])).begin();
    play.act(1, Action::HeatRay { from: Side::Front });
    let points = i32::from(play.points(0));
    assert_eq!(told(&play), [("Martians", "Damage drawn by shots", points, &[(1, 1), (2, 3)][..])]);
}

#[test]
fn a_card_that_was_laid_down_is_no_luck() {
    let mut play = behind(&[(3, 0), (1, 4), (1, 6)]).stack(DeckId::B, &["4"]).firing().begin();
    play.fire(0, 1, Through::Open);
    assert_eq!((told(&play), play.points(1)), (vec![], 4));
}
