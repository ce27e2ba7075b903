//! EXPLOSION.

use crate::support::*;
use std::sync::Arc;
use table::proves;
use triplanes::*;

/// The points of a Locust of these components that draws an explosion through its open rear.
fn exploded(content: Arc<Content>) -> Play {
    let scene = Scene::duel("nieuport_16", 150.0, 0).content(content).stack(DeckId::B, &["explosion"]);
    let mut play = scene.firing().begin();
    play.fire(0, 1, Through::Open);
    play
}

fn resistance(figure: u16) -> Arc<Content> {
    content_with(&[("tripods.toml", "resistance = 22", &format!("resistance = {figure}"))])
}

#[test]
fn an_explosion_takes_half_the_resistance_rounded_up() {
    proves!("TT-EXP-01");
    assert_eq!(exploded(resistance(15)).points(1), 8);
    assert_eq!(exploded(resistance(16)).points(1), 8);
    assert_eq!(exploded(resistance(17)).points(1), 9);
    let play = exploded(resistance(15));
    assert_eq!((play.energy(1), play.see(1).fate), (9, Fate::InPlay));
}

#[test]
fn an_explosion_takes_half_of_what_the_vehicle_started_with() {
    proves!("TT-EXP-01");
    let scene = Scene::duel("nieuport_16", 150.0, 0).content(resistance(15)).damage(&["A 5", "A 1"]);
    let mut play = scene.stack(DeckId::B, &["explosion"]).firing().begin();
    play.fire(0, 1, Through::Open);
    assert_eq!(play.points(1), 6 + 8, "not half of the 9 that were left");
}

#[test]
fn two_explosions_eliminate() {
    proves!("TT-EXP-01");
    // A Nieuport draws from deck B and a Camel from deck A: 11 + 11 of 22.
    let scene = Scene::duel("nieuport_16", 150.0, 0).put("sopwith_camel", 510.0, 200.0, 0);
    let scene = scene.stack(DeckId::A, &["explosion"]).stack(DeckId::B, &["explosion"]);
    let mut play = scene.firing().begin();
    play.fire(0, 1, Through::Open).fire(2, 1, Through::Open);
    assert_eq!(play.see(1).fate, Fate::Eliminated);
    assert_eq!(play.times("TT-DMG-02"), 1);
}

#[test]
fn a_number_on_an_explosion_is_not_added() {
    proves!("TT-EXP-01");
    let numbered = content_with(&[(
        "damage.toml",
        r#"points = 0, zero = false, special = "explosion""#,
        r#"points = 3, zero = false, special = "explosion""#,
    )]);
    assert_eq!(exploded(numbered).points(1), 11);
}

#[test]
fn an_explosion_across_working_armor_takes_energy_instead() {
    proves!("TT-EXP-01");
    let scene = Scene::duel("nieuport_16", 150.0, 180).stack(DeckId::B, &["explosion"]);
    let mut play = scene.firing().begin();
    play.fire(0, 1, Through::Armor);
    assert_eq!((play.points(1), play.energy(1)), (0, 9 - 5));
}
