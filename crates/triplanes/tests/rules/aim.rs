//! AIM.

use crate::support::*;
use table::{Viewer, proves};
use triplanes::*;

/// A Nieuport behind two Locusts, P (1) and Q (2), in a chase: at long range of both in every phase.
fn behind_two() -> Play {
    let scene = Scene::new().set(|s| s.area = [900.0, 3000.0]).put("nieuport_16", 450.0, 200.0, 0);
    let scene = scene.put("mk1_locust", 405.0, 410.0, 0).put("mk1_locust", 495.0, 410.0, 0);
    let mut play = scene.stack(DeckId::B, &["1", "1", "1", "3"]).begin();
    play.plan_chase();
    play
}

/// A Nieuport that fires at a standing Locust at long range in phase 1 and flies up to short range for phase 2:
/// the first card is not aimed, the next two are. Facing 0 the Locust shows its open rear, facing 180 its
/// armored front.
fn closing_in(facing: i32, cards: &[&str]) -> Scene {
    Scene::duel("nieuport_16", 190.0, facing).stack(DeckId::B, cards)
}

fn fire_in(play: &mut Play, phase: u8, target: u8) {
    play.until(Step::Firing { phase }).fire(0, target, Through::Open);
}

fn fire_twice(scene: Scene, through: Through) -> Play {
    let mut play = scene.firing().begin();
    play.fire(0, 1, through).until(Step::Firing { phase: 1 }).fire(0, 1, through);
    play
}

/// For each shot whether it was aimed.
fn aimed(play: &Play) -> Vec<bool> {
    let shots = play.happened(Viewer::Umpire).into_iter().filter_map(|what| match what {
        What::GunsFired { aimed, .. } => Some(aimed),
        _ => None,
    });
    shots.collect()
}

#[test]
fn fire_at_the_same_target_in_consecutive_phases_is_aimed() {
    proves!("TT-AIM-01");
    let mut play = behind_two();
    fire_in(&mut play, 0, 1);
    fire_in(&mut play, 1, 1);
    assert_eq!(aimed(&play), [false, true]);
}

#[test]
fn a_pause_or_another_target_breaks_the_aim() {
    proves!("TT-AIM-01");
    let mut pause = behind_two();
    fire_in(&mut pause, 0, 1);
    pause.until(Step::Firing { phase: 1 }).hold(0);
    fire_in(&mut pause, 2, 1);
    assert_eq!(aimed(&pause), [false, false]);

    let mut other = behind_two();
    for (phase, target) in [(0, 1), (1, 2), (2, 1)] {
        fire_in(&mut other, phase, target);
    }
    assert_eq!(aimed(&other), [false, false, false]);
}

#[test]
fn another_gun_is_another_weapon() {
    proves!("TT-AIM-01");
    // A Caproni and a Locust go north side by side; the Locust is abeam of both guns.
    let scene = Scene::new().set(|s| s.area = [900.0, 3000.0]).put("caproni_ca3", 450.0, 200.0, 0);
    let scene = scene.planned(&["XD_straight"; 3]).put("mk1_locust", 600.0, 200.0, 0);
    let scene = scene.planned(&["TA_long_straight", "TA_long_straight", "TA_running"]);
    let mut play = scene.stack(DeckId::B, &["1"; 6]).firing_in(0).begin();
    for (phase, gun) in [(0, 0), (1, 1), (2, 1)] {
        let order = Order::Fire {
            vehicle: v(0),
            target: v(1),
            gun,
            through: Through::Open,
            sniper: false,
            perfect_aim: false,
        };
        play.until(Step::Firing { phase }).give(EARTH, &order);
    }
    play.hold(0);
    assert_eq!(aimed(&play), [false, false, true]);
}

#[test]
fn a_shot_that_met_armor_counts_for_aiming() {
    proves!("TT-AIM-01");
    let mut play = closing_in(180, &["2", "1", "0"]).energy(1).firing().begin();
    play.fire(0, 1, Through::Armor);
    assert_eq!((play.energy(1), play.points(1)), (0, 0));
    fire_in(&mut play, 1, 1);
    assert_eq!(aimed(&play), [false, true]);
    assert_eq!(play.points(1), 2);
}

#[test]
fn aimed_cards_that_cause_damage_score_one_more_point() {
    proves!("TT-AIM-02");
    let play = fire_twice(closing_in(0, &["0", "2", "0"]), Through::Open);
    assert_eq!(aimed(&play), [false, true]);
    assert_eq!(play.points(1), 3);
}

#[test]
fn the_bonus_never_grows() {
    proves!("TT-AIM-03");
    let mut play = behind_two();
    for phase in 0..3 {
        fire_in(&mut play, phase, 1);
    }
    assert_eq!(play.points(1), 1 + 2 + 2);
    play.plan_chase();
    fire_in(&mut play, 0, 1);
    assert_eq!(aimed(&play), [false, true, true, true]);
    assert_eq!(play.points(1), 5 + 4, "the 3 of the fourth phase counts 4");
}

#[test]
fn aiming_runs_over_the_turn_boundary() {
    proves!("TT-AIM-04");
    for (next, expected) in [(0, true), (1, false)] {
        let mut play = behind_two();
        fire_in(&mut play, 2, 1);
        play.plan_chase();
        fire_in(&mut play, next, 1);
        assert_eq!(play.view().turn, 2);
        assert_eq!(aimed(&play), [false, expected]);
    }
}

#[test]
fn aimed_cards_lie_in_the_plus_one_space() {
    proves!("TT-AIM-05");
    // In the Basic layer as well.
    for scene in [closing_in(0, &["2", "1", "0"]), closing_in(0, &["2", "1", "0"]).basic()] {
        let play = fire_twice(scene, Through::Open);
        let card = |name: &str, aimed| (name.to_owned(), aimed);
        assert_eq!(play.held(1), [card("B 2 +1", false), card("B 1", true), card("B 0", true)]);
        assert_eq!(play.points(1), 4);
        let public: Vec<bool> = play.seen_by(EARTH, 1).damage.iter().map(|d| d.aimed).collect();
        assert_eq!(public, [false, true, true], "everybody sees the two areas of the console");
    }
}

#[test]
fn an_aimed_explosion_scores_one_more_point() {
    proves!("TT-AIM-06");
    let content = content_with(&[("tripods.toml", "resistance = 22", "resistance = 15")]);
    let play = fire_twice(closing_in(0, &["0", "explosion", "0"]).content(content), Through::Open);
    assert_eq!(play.points(1), 8 + 1);
}

#[test]
fn aim_has_no_effect_on_armor() {
    proves!("TT-AIM-06");
    let play = fire_twice(closing_in(180, &["0", "2", "1"]), Through::Armor);
    assert_eq!(aimed(&play), [false, true]);
    assert_eq!((play.points(1), play.energy(1)), (0, 9 - 1), "one icon, one counter");
    assert_eq!(play.held(1), []);
}

#[test]
fn heat_rays_have_no_aim_bonus() {
    proves!("TT-AIM-07");
    // The Locust walks after the Nieuport and fires at its back in phases 1 and 3.
    let scene = Scene::under_the_ray().planned(&["TA_long_straight", "TA_running", "TA_long_straight"]);
    let scene = scene.set(|s| s.vehicles[0].plan = Some(Cards([1, 2, 3].map(Some))));
    let mut play = scene.stack(DeckId::X, &["4", "3"]).begin();
    let ray = Action::HeatRay { from: Side::Front };
    play.act(1, ray).until(Step::Actions { phase: 2 }).act(1, ray);
    assert_eq!(play.held(0), [("X 4".to_owned(), false), ("X 3".to_owned(), false)]);
    assert_eq!(play.points(0), 7);
}
