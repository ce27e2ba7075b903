//! RECHARGE.

use crate::support::*;
use std::sync::Arc;
use table::{Viewer, proves};
use triplanes::*;

const FLY: [&str; 3] = ["R_straight"; 3];
const STAND: [&str; 3] = ["TA_standing_still"; 3];

fn recharge(objective: Option<u8>) -> Action {
    Action::Recharge { objective }
}

/// The MK. I with another energy rating, and recharge level 3.
fn rated(rating: u8) -> Arc<Content> {
    content_with(&[(
        "tripods.toml",
        "resistance = 22\nenergy_rating = 9\nrecharge_level = 4",
        &format!("resistance = 22\nenergy_rating = {rating}\nrecharge_level = 3"),
    )])
}

/// Airplane 0 is far away from tripod 1, which stands at (450, 500).
fn peace(rating: u8, energy: u8) -> Scene {
    let scene = Scene::new().content(rated(rating));
    scene.put("nieuport_16", 100.0, 100.0, 0).put("mk1_locust", 450.0, 500.0, 0).energy(energy)
}

/// After its first card airplane 0 stands to the south of tripod 1 at long range.
fn attack(facing: i32, energy: u8) -> Scene {
    Scene::new().put("nieuport_16", 450.0, 221.8, 0).put("mk1_locust", 450.0, 500.0, facing).energy(energy)
}

fn window(scene: &Scene) -> Play {
    let mut play = scene.begin();
    play.plan(0, &FLY).plan(1, &STAND);
    play
}

fn red_weed(play: &Play) -> Vec<bool> {
    play.view().objectives.iter().map(|o| o.red_weed).collect()
}

#[test]
fn recharge_gives_one_energy_at_the_end_of_the_phase() {
    proves!("TT-RCH-01");
    let scene = attack(180, 2).stack(DeckId::B, &["2 +1"]);
    let mut play = window(&scene);
    play.act(1, recharge(None));
    assert_eq!(play.step(), Step::Firing { phase: 0 });
    assert_eq!(play.energy(1), 2, "nothing yet in the firing step");
    play.fire(0, 1, Through::Armor);
    let counts = play.m.events().iter().filter_map(|e| match e.seen_by(Viewer::Umpire)? {
        What::ArmorHit { energy, .. } => Some(("hit", *energy)),
        What::Recharged { gained: 1, energy, .. } if e.rule.0 == "TT-RCH-01" => Some(("recharged", *energy)),
        _ => None,
    });
    assert_eq!(counts.collect::<Vec<_>>(), [("hit", 1), ("recharged", 2)]);
    assert_eq!(play.energy(1), 2);
}

#[test]
fn an_objective_gives_the_recharge_level_and_is_flipped() {
    proves!("TT-RCH-02");
    let scene = peace(8, 1).objective(450.0, 540.0);
    let mut chosen = window(&scene);
    chosen.act(1, recharge(Some(0)));
    assert_eq!((chosen.energy(1), red_weed(&chosen)), (4, vec![true]));
    assert!(chosen.cites("TT-RCH-02"));
    let mut declined = window(&scene);
    declined.act(1, recharge(None));
    assert_eq!((declined.energy(1), red_weed(&declined)), (2, vec![false]));
}

#[test]
fn the_objective_must_lie_under_the_base() {
    proves!("TT-RCH-02");
    // The front of the base is at y = 531.2, the template reaches 30 mm to either side of its centre.
    let scene = peace(8, 1).objective(450.0, 561.2).objective(450.0, 439.0);
    let mut play = window(&scene);
    assert_eq!(play.act_refused(1, recharge(Some(0))).rule.0, "TT-RCH-02");
    assert_eq!(play.act_refused(1, recharge(Some(2))).rule.0, "TT-RCH-02", "there is no third one");
    play.act(1, recharge(Some(1)));
    assert_eq!((play.energy(1), red_weed(&play)), (4, vec![false, true]));
}

#[test]
fn a_flipped_objective_gives_no_more_energy() {
    proves!("TT-RCH-03");
    let scene = peace(8, 1).objective(450.0, 540.0).set(|s| s.objectives[0].red_weed = true);
    let mut play = window(&scene);
    assert_eq!(play.act_refused(1, recharge(Some(0))).rule.0, "TT-RCH-03");
    play.act(1, recharge(None));
    assert_eq!(play.energy(1), 2);
}

#[test]
fn an_objective_is_used_once_by_any_tripod() {
    proves!("TT-RCH-03");
    let mut play = peace(8, 1).put("mk1_locust", 450.0, 580.0, 0).energy(1).objective(450.0, 540.0).begin();
    play.plan(0, &FLY).plan(1, &STAND).plan(2, &STAND).act(1, recharge(Some(0))).pass(2);
    assert_eq!(play.act_refused(2, recharge(Some(0))).rule.0, "TT-RCH-03");
    assert_eq!(play.act_refused(1, recharge(Some(0))).rule.0, "TT-RCH-03");
}

#[test]
fn energy_never_exceeds_the_rating() {
    proves!("TT-RCH-04");
    let over = |rating, energy| peace(rating, energy).objective(450.0, 540.0);
    for (before, after) in [(2, 5), (3, 6), (5, 6), (6, 6)] {
        let mut play = window(&over(6, before));
        play.act(1, recharge(Some(0)));
        assert_eq!((play.energy(1), red_weed(&play)), (after, vec![true]), "from {before}");
        let what =
            What::Recharged { vehicle: v(1), gained: after - before, energy: after, objective: Some(0) };
        assert!(play.happened(Viewer::Umpire).contains(&what), "from {before}");
    }
    let mut full = window(&over(6, 6));
    full.act(1, recharge(None));
    assert_eq!(full.energy(1), 6);
    assert_eq!(over(6, 7).refused_by(), "TT-RCH-04");
}

#[test]
fn the_rating_counts_as_battery_damage_has_lowered_it() {
    proves!("TT-RCH-04");
    let damaged = peace(6, 4).with(|v| v.tripod.battery = 1).objective(450.0, 540.0);
    let mut play = window(&damaged);
    assert_eq!(play.tripod(1).energy_rating, 5);
    play.act(1, recharge(Some(0)));
    assert_eq!((play.energy(1), red_weed(&play)), (5, vec![true]));
}

/// Two tripods with energy 1, 100 mm apart, both with a part of their base on objective 0.
fn two_on_one() -> Play {
    let mut play = peace(8, 1).put("mk1_locust", 550.0, 500.0, 0).energy(1).objective(500.0, 500.0).begin();
    play.plan(0, &FLY).plan(1, &STAND).plan(2, &STAND);
    play
}

#[test]
fn destroying_comes_before_recharging() {
    proves!("TT-RCH-05");
    for (destroyer, other) in [(1, 2), (2, 1)] {
        let mut play = two_on_one();
        play.act(destroyer, Action::DestroyObjective { objective: Some(0) }).act(other, recharge(Some(0)));
        assert!(play.view().objectives[0].destroyed);
        assert_eq!((play.energy(other), red_weed(&play)), (2, vec![false]));
    }
}

#[test]
fn of_two_tripods_on_one_objective_the_first_gets_the_recharge_level() {
    proves!("TT-RCH-05");
    let mut play = two_on_one();
    play.act(2, recharge(Some(0))).act(1, recharge(Some(0)));
    assert_eq!((play.energy(1), play.energy(2)), (4, 2));
    assert_eq!(red_weed(&play), [true]);
}

#[test]
fn a_tripod_that_falls_does_not_recharge() {
    proves!("TT-RCH-06");
    for (card, energy) in [("2 toppled +1 /rudder_left", 3), ("2 +1", 4)] {
        let mut play = window(&attack(0, 3).stack(DeckId::B, &[card]));
        play.act(1, recharge(None)).fire(0, 1, Through::Open);
        assert_eq!(play.energy(1), energy, "{card}");
        assert_eq!(play.cites("TT-RCH-01"), energy == 4);
    }
}

#[test]
fn a_tripod_that_is_eliminated_does_not_recharge() {
    proves!("TT-RCH-06");
    let scene = attack(0, 3).with(|v| v.hidden.note = 21).stack(DeckId::B, &["1"]);
    let mut play = window(&scene);
    play.act(1, recharge(None)).fire(0, 1, Through::Open);
    assert_eq!(play.see(1).fate, Fate::Eliminated);
    assert!(!play.cites("TT-RCH-01"));
}
