//! FIRING TRIPODS.

use crate::support::*;
use RulerPosition::{RightAngle, TiltedLeft, TiltedRight};
use geometry::{Angle, Vec2};
use std::sync::Arc;
use table::{Viewer, proves};
use triplanes::*;

/// A firing step: tripod 0 at (450, 450) facing north fires from this side. Airplane 1 behind it has a shot of
/// its own, so that the step waits for it. Targets come next.
fn tripod(model: &str, side: Side) -> Scene {
    let scene = Scene::new().put(model, 450.0, 450.0, 0).ray_from(side);
    scene.put("nieuport_16", 450.0, 300.0, 0)
}

/// Puts an airplane that looks straight away from the projector on this side; its base begins `gap` mm from
/// there in the direction of this bearing.
fn beyond(scene: Scene, side: Side, bearing: i32, gap: f64) -> Scene {
    let foot = ahead((450.0, 450.0), 60 * side.index() as i32, 31.2);
    let (x, y) = ahead(foot, bearing, gap + 34.0);
    scene.put("nieuport_16", x, y, bearing)
}

/// Puts an airplane whose base begins this far to the right and ahead of the tripod's centre.
fn covering(scene: Scene, right: f64, ahead: f64) -> Scene {
    scene.put("nieuport_16", 450.0 + right + 22.0, 450.0 + ahead + 34.0, 0)
}

/// The ruler of the ledger: 180 mm long and 20 mm wide, at a base with an apothem of 30 mm.
fn round_figures() -> Arc<Content> {
    content_with(&[
        ("geometry.toml", "flat_to_flat_mm = 62.4", "flat_to_flat_mm = 60.0"),
        (
            "rulers.toml",
            "length_mm = 200.0\nhalf_mm = 100.0\nwidth_mm = 28.0",
            "length_mm = 180.0\nhalf_mm = 90.0\nwidth_mm = 20.0",
        ),
    ])
}

fn ways(scene: &Scene) -> Vec<(u8, RulerPosition)> {
    scene.clone().firing().begin().ways_to_hit(0)
}

/// Whether airplane 2 is reached with the ruler at a right angle.
fn is_reached(scene: &Scene) -> bool {
    ways(scene).contains(&(2, RightAngle))
}

struct Shot {
    target: u8,
    ruler: RulerPosition,
    range: Range,
    distance: f64,
    line: [Vec2; 2],
}

/// The ray, once the airplane behind the tripod holds its fire.
fn shot(play: &mut Play) -> Option<Shot> {
    play.hold(1);
    play.happened(Viewer::Umpire).into_iter().find_map(|what| match what {
        What::RayFired { target, ruler, range, distance, line, .. } => {
            Some(Shot { target: target.0, ruler, range, distance, line })
        }
        _ => None,
    })
}

/// Airplane 2 straight ahead of the front projector of a MK. I, this far away; these X cards come next.
fn straight_ahead(gap: f64, cards: &[&str]) -> Scene {
    beyond(tripod("mk1_locust", Side::Front), Side::Front, 0, gap).stack(DeckId::X, cards)
}

#[test]
fn the_ruler_belongs_to_the_type_of_the_projector() {
    proves!("TT-TFR-01");
    for (model, side, length) in [
        ("mk1_locust", Side::FrontRight, 150.0),
        ("mk1_locust", Side::FrontLeft, 150.0),
        ("mk1_locust", Side::Front, 200.0),
        ("mk4_cuttlefish", Side::FrontRight, 200.0),
    ] {
        let bearing = 60 * side.index() as i32;
        let at = |gap| beyond(tripod(model, side), side, bearing, gap);
        assert_eq!(ways(&at(length - 0.1)), [(2, RightAngle)], "{model} {}", side.name());
        assert_eq!(ways(&at(length + 0.1)), [], "{model} {}", side.name());
    }
}

#[test]
fn the_ruler_starts_at_the_middle_of_the_side() {
    proves!("TT-TFR-02");
    let laid = || tripod("mk1_locust", Side::Front).content(round_figures());
    for (right, ahead, reached) in [
        (9.9, 100.0, true),
        (10.1, 100.0, false),
        (-53.9, 100.0, true),
        (-54.1, 100.0, false),
        (-22.0, 209.9, true),
        (-22.0, 210.1, false),
    ] {
        assert_eq!(is_reached(&covering(laid(), right, ahead)), reached, "({right}, {ahead})");
    }
    let mut play = covering(laid(), -22.0, 100.0).firing().begin();
    let shot = shot(&mut play).expect("a hit");
    assert_eq!((shot.line[0], shot.distance), (Vec2::new(450.0, 480.0), 70.0));
    assert_eq!(shot.line[1], Vec2::new(450.0, 550.0));
}

#[test]
fn the_ruler_may_be_tilted() {
    proves!("TT-TFR-03");
    for (bearing, ruler) in [(30, TiltedRight), (-30, TiltedLeft)] {
        let scene = beyond(tripod("mk1_locust", Side::Front), Side::Front, bearing, 90.0);
        assert_eq!(ways(&scene), [(2, ruler)], "reached in this position only");
        let mut play = scene.firing().begin();
        let shot = shot(&mut play).expect("a hit");
        assert_eq!((shot.target, shot.ruler), (2, ruler));
        assert_eq!(play.see(2).damage[0].deck, DeckId::X);
    }
}

#[test]
fn the_player_freely_uses_either_position() {
    proves!("TT-TFR-03");
    let scene = covering(tripod("mk1_locust", Side::Front), 9.0, 100.0);
    assert_eq!(ways(&scene), [(2, RightAngle), (2, TiltedRight)]);
    for ruler in [RightAngle, TiltedRight] {
        let mut play = scene.clone().firing().begin();
        play.ray(0, 2, ruler);
        assert_eq!(shot(&mut play).map(|s| s.ruler), Some(ruler));
    }
}

#[test]
fn a_side_projector_uses_the_ruler_face_of_its_own_side() {
    proves!("TT-TFR-04");
    let all = [RightAngle, TiltedLeft, TiltedRight];
    for (side, positions) in [
        (Side::Front, &[(0, RightAngle), (-30, TiltedLeft), (30, TiltedRight)][..]),
        (Side::FrontRight, &[(60, RightAngle), (90, TiltedRight)]),
        (Side::FrontLeft, &[(-60, RightAngle), (-90, TiltedLeft)]),
    ] {
        for &(bearing, ruler) in positions {
            let scene = beyond(tripod("mk1_locust", side), side, bearing, 90.0);
            assert_eq!(ways(&scene), [(2, ruler)], "{bearing}");
            let [from, to] = shot(&mut scene.firing().begin()).expect("a hit").line;
            assert_eq!(Angle::from_direction(to - from), Angle::degrees(bearing));
        }
        let play = beyond(tripod("mk1_locust", side), side, 180, 300.0).firing().begin();
        for ruler in all {
            let allowed = positions.iter().any(|(_, p)| *p == ruler);
            let rule = if allowed { "TT-TFR-05" } else { "TT-TFR-04" };
            assert_eq!(play.ray_refused(0, 1, ruler).rule.0, rule, "{} {}", side.name(), ruler.name());
        }
    }
}

#[test]
fn the_ray_hits_what_the_ruler_reaches() {
    proves!("TT-TFR-05");
    let laid = |right| covering(tripod("mk1_locust", Side::Front).content(round_figures()), right, 100.0);
    assert!(is_reached(&laid(9.0)));
    assert!(is_reached(&laid(10.0)), "contact along a line is enough");
    assert!(!is_reached(&laid(10.02)));
    assert!(!is_reached(&laid(11.0)));
    let play = laid(11.0).firing().begin();
    assert_eq!(play.ray_refused(0, 2, RightAngle).rule.0, "TT-TFR-05");
    let mut play = laid(9.0).firing().begin();
    play.ray(0, 2, RightAngle);
    assert_eq!(shot(&mut play).map(|s| (s.target, s.distance)), Some((2, 70.0)));
    assert_eq!(play.see(2).damage[0].deck, DeckId::X);
}

#[test]
fn only_enemy_airplanes_are_targets() {
    proves!("TT-TFR-05");
    let mut play = tripod("mk1_locust", Side::Front).put("mk1_locust", 450.0, 580.0, 0).firing().begin();
    assert_eq!(play.ways_to_hit(0), []);
    for nobody in [2, 9] {
        assert_eq!(play.ray_refused(0, nobody, RightAngle).rule.0, "TT-TFR-05");
    }
    assert!(shot(&mut play).is_none());
}

/// Fires at airplane 2 straight ahead: the range, then the cards as the Martian sees them, then the points.
fn fired(gap: f64, cards: &[&str]) -> (Range, String, u16) {
    let mut play = straight_ahead(gap, cards).firing().begin();
    let range = shot(&mut play).expect("a hit").range;
    let seen =
        play.seen_by(MARS, 2).damage.into_iter().map(|d| d.card.unwrap_or_else(|| "hidden".to_owned()));
    (range, seen.collect::<Vec<_>>().join(", "), play.points(2))
}

#[test]
fn at_short_range_a_zero_is_drawn_again() {
    proves!("TT-TFR-06");
    assert_eq!(fired(90.0, &["0", "3"]), (Range::Short, "0, hidden".to_owned(), 3));
    assert_eq!(fired(90.0, &["2", "3"]), (Range::Short, "2".to_owned(), 2));
    assert_eq!(fired(90.0, &["0", "0", "3"]), (Range::Short, "0, hidden".to_owned(), 0), "no third card");
}

#[test]
fn an_explosion_is_not_a_zero() {
    proves!("TT-TFR-06");
    assert_eq!(fired(90.0, &["explosion", "3"]), (Range::Short, "explosion".to_owned(), 5));
}

#[test]
fn a_zero_with_a_symbol_is_still_a_zero() {
    proves!("TT-TFR-06");
    let content = content_with(&[(
        "damage.toml",
        r#"{ count = 1, points = 2, zero = false, special = "smoke_trail", energy_icons = 0"#,
        r#"{ count = 1, points = 0, zero = true, special = "smoke_trail", energy_icons = 0"#,
    )]);
    let scene = straight_ahead(90.0, &[]).content(content).stack(DeckId::X, &["0 smoke_trail", "3"]);
    let mut play = scene.firing().begin();
    play.hold(1);
    assert_eq!((play.see(2).damage.len(), play.points(2), play.airplane(2).console.smoke), (2, 3, 3));
}

#[test]
fn the_near_half_of_the_ruler_is_short_range() {
    proves!("TT-TFR-06", "TT-TFR-07");
    assert_eq!(fired(100.0, &["2"]).0, Range::Short);
    assert_eq!(fired(100.1, &["2"]).0, Range::Long);
    let side = |gap| {
        let scene = beyond(tripod("mk1_locust", Side::FrontRight), Side::FrontRight, 60, gap);
        shot(&mut scene.firing().begin()).expect("a hit").range
    };
    assert_eq!((side(75.0), side(75.1)), (Range::Short, Range::Long), "the medium ruler has its own half");
}

#[test]
fn at_long_range_one_card_is_drawn() {
    proves!("TT-TFR-07");
    assert_eq!(fired(150.0, &["0", "3"]), (Range::Long, "hidden".to_owned(), 0));
    assert_eq!(fired(150.0, &["4", "3"]), (Range::Long, "hidden".to_owned(), 4));
}

#[test]
fn the_deck_is_that_of_the_tripods_firepower() {
    proves!("TT-TFR-06", "TT-TFR-07");
    for (model, deck) in [("mk1_locust", DeckId::X), ("mk2_scarab", DeckId::Y)] {
        for gap in [90.0, 150.0] {
            let scene = beyond(tripod(model, Side::Front), Side::Front, 0, gap).stack(deck, &["2"]);
            let mut play = scene.firing().begin();
            play.hold(1);
            let drawn: Vec<DeckId> = play.see(2).damage.iter().map(|d| d.deck).collect();
            assert_eq!((drawn, play.points(2)), (vec![deck], 2), "{model}");
        }
    }
}

#[test]
fn a_tripod_fires_at_a_single_target() {
    proves!("TT-TFR-08");
    // Airplane 2 lies on the left edge of the ruler and nearer, airplane 3 on the right edge.
    let scene = covering(covering(tripod("mk1_locust", Side::Front), -50.0, 80.0), 6.0, 160.0);
    let scene = scene.stack(DeckId::X, &["2"]);
    let reached = ways(&scene);
    assert!(reached.contains(&(2, RightAngle)) && reached.contains(&(3, RightAngle)));
    let mut play = scene.firing().begin();
    play.ray(0, 3, RightAngle);
    assert_eq!(play.ray_refused(0, 2, RightAngle).rule.0, "TT-TFR-08");
    assert_eq!(shot(&mut play).map(|s| s.target), Some(3), "it need not be the nearest");
    assert_eq!((play.see(2).damage.len(), play.see(3).damage.len()), (0, 1));
}

#[test]
fn firing_is_mandatory_after_the_action() {
    proves!("TT-TFR-09");
    let mut play = tripod("mk1_locust", Side::Front).firing().begin();
    assert_eq!(play.ways_to_hit(0), []);
    assert!(shot(&mut play).is_none());
    assert_eq!(play.step(), Step::Actions { phase: 1 });
    assert_eq!(play.tripod(0).console.cooling, 1);
    assert!(play.cites("TT-TFR-09"));
}

#[test]
fn the_player_may_not_choose_to_miss() {
    proves!("TT-TFR-09");
    let scene = covering(tripod("mk1_locust", Side::Front), 9.0, 100.0);
    let play = scene.firing().begin();
    assert_eq!(play.asks(MARS), [Ask::Ray { vehicle: v(0) }]);
    assert_eq!(play.refused_by(MARS, &Order::Hold { vehicle: v(0) }), "TT-TFR-09");
    assert!(play.legal(MARS).iter().all(|order| matches!(order, Order::Ray { .. })));
    let mut single = straight_ahead(90.0, &["2"]).firing().begin();
    assert_eq!(single.asks(MARS), [], "a single way to hit is taken without asking");
    assert_eq!(shot(&mut single).map(|s| s.target), Some(2));
    assert_eq!(single.tripod(0).console.cooling, 1);
}
