//! TERRAIN ELEMENTS: TERRAIN AND MOVEMENT, TERRAIN AND FIRING.

use crate::support::*;
use geometry::{Angle, Vec2};
use std::sync::Arc;
use table::{Game, Match, SetupRequest, Viewer, proves};
use triplanes::*;

use TerrainKind::{Crater, Marsh, Pond, Trench, Woods};
use Through::{Armor, Open};

const STILL: [&str; 3] = ["TA_standing_still"; 3];
/// 88.4 mm ahead: the front side comes from y = 481.2 to y = 569.6.
const WALK: [&str; 3] = ["TA_long_straight", "TA_standing_still", "TA_standing_still"];
/// 102.4 mm ahead: the front side comes to y = 583.6.
const RUN: [&str; 3] = ["TA_running", "TA_standing_still", "TA_standing_still"];

/// In the action window of phase 1: a Locust, vehicle 1, at (450, 450) that faces north. The airplane is far away.
fn walker(cards: &[&str]) -> Scene {
    let scene = Scene::new().put("nieuport_16", 100.0, 100.0, 0).planned(&["R_straight"; 3]);
    scene.put("mk1_locust", 450.0, 450.0, 0).planned(cards).from_step(Step::Actions { phase: 0 })
}

#[test]
fn a_template_has_a_length_and_a_width() {
    let is_read = |shape: &str| {
        let files = content::BUILT_IN
            .iter()
            .map(|(file, text)| (*file, text.replacen("size_mm = [136.0, 40.0]", shape, 1)));
        let files: Vec<(&str, String)> = files.collect();
        let files: Vec<(&str, &str)> = files.iter().map(|(file, text)| (*file, text.as_str())).collect();
        Content::parse(&files).is_ok()
    };
    assert!(is_read("size_mm = [136.0, 40.0]") && is_read("size_mm = [0.1, 0.1]"));
    assert!(!is_read("size_mm = [0.0, 40.0]") && !is_read("size_mm = [136.0, 0.0]"));
}

/// Plays the first phase; the tripods use no action cards.
fn walk(scene: &Scene) -> Play {
    let mut play = scene.begin();
    play.rest_of_phase();
    play
}

/// What made this tripod fall in the first phase, and how many cards were drawn as a test.
fn fall(play: &Play, id: u8) -> (Option<&'static str>, usize) {
    let seen = play.m.events().iter().filter_map(|e| Some((e.rule.0, e.seen_by(Viewer::Spectator)?)));
    let mut falls = Vec::new();
    let mut tests = 0;
    for (rule, what) in seen {
        match what {
            What::Toppled { vehicle, counters } if *vehicle == v(id) => {
                assert_eq!(*counters, 2);
                falls.push(rule);
            }
            What::TestDrawn { vehicle, .. } if *vehicle == v(id) => tests += 1,
            _ => {}
        }
    }
    assert!(falls.len() <= 1, "{falls:?}");
    (falls.first().copied(), tests)
}

/// One walk onto this terrain with these A cards to come.
fn onto(kind: TerrainKind, y: f64, cards: &[&str], deck: &[&str]) -> Play {
    walk(&walker(cards).terrain(kind, 450.0, y).stack(DeckId::A, deck))
}

/// The tripod touches the woods there: two things within 0.01 mm of each other only touch.
fn stops_at(play: &Play, y: f64) {
    let (x, at, facing) = play.at(1);
    assert!((x - 450.0).abs() < 1e-9 && (at - y).abs() < 0.011, "({x}, {at}) instead of {y}");
    assert!(facing.abs() < 1e-9, "{facing}");
}

fn place(at: (f64, f64)) -> Order {
    Order::PlaceTerrain { at: Vec2::new(at.0, at.1), facing: Angle::ZERO }
}

#[test]
fn terrain_is_placed_only_if_it_was_agreed_on() {
    proves!("TT-TER-01");
    let none = Scene::scenario("simple-battle", &[("setup", "played")]);
    assert_eq!(none.begin().step(), Step::Placing);
    assert_eq!(none.begin().refused_by(EARTH, &place((450.0, 450.0))), "TT-TER-01");
    assert_eq!(walker(&WALK).begin().refused_by(EARTH, &place((450.0, 450.0))), "TT-TER-01");
    let options = [("terrain".to_owned(), "lake".to_owned())].into();
    let request = SetupRequest { scenario: "simple-battle".to_owned(), variant: None, options };
    let unknown = State::resolve(&Content::built_in(), &request).expect_err("no such terrain");
    assert_eq!(unknown.rule.expect("a rule").0, "TT-TER-01");
}

#[test]
fn terrain_is_placed_before_the_tripods_who_keep_off_it() {
    proves!("TT-TER-01");
    let options = [("setup", "played"), ("terrain", "pond, trench"), ("objectives", "1")];
    let mut play = Scene::scenario("simple-battle", &options).begin();
    assert_eq!(play.asks(EARTH), [Ask::PlaceObjective { objective: 0 }]);
    play.give(EARTH, &Order::PlaceObjective { at: Vec2::new(450.0, 450.0) });
    assert_eq!((play.asks(EARTH), play.asks(MARS)), (vec![Ask::PlaceTerrain { piece: 0 }], vec![]));
    assert_eq!(play.refused_by(MARS, &place((450.0, 700.0))), "TT-SET-01");
    assert_eq!(play.refused_by(EARTH, &place((450.0, 41.0))), "TT-SCN-04");
    // The pond in the way of the tripods: half a ruler from the north side their bases end at y = 800.
    play.give(EARTH, &place((450.0, 735.0))).give(EARTH, &place((450.0, 200.0)));
    assert_eq!(play.view().terrain.len(), 2);
    let tripod = *play.m.prompts().first().expect("a tripod to place");
    let Ask::PlaceVehicle { vehicle } = tripod.ask else { panic!("{tripod:?}") };
    let stand =
        |x: f64| Order::PlaceVehicle { vehicle, at: Vec2::new(x, 768.8), facing: Angle::degrees(180) };
    assert_eq!(play.refused_by(MARS, &stand(450.0)), "TT-TER-01");
    play.give(MARS, &stand(540.0));
    let set_up = Scene::new().put("nieuport_16", 100.0, 100.0, 0).put("mk1_locust", 450.0, 450.0, 0);
    assert_eq!(set_up.clone().terrain(Pond, 450.0, 523.0).refused_by(), "TT-TER-01");
    set_up.terrain(Pond, 450.0, 523.3).begin();
}

#[test]
fn a_quick_set_up_deals_terrain_beside_the_tripods() {
    proves!("TT-TER-01");
    let kinds = "crater, crater, woods, woods, pond, pond, marsh, marsh, trench, trench";
    let scene = Scene::scenario("simple-battle", &[("terrain", kinds)]);
    for seed in 0..40 {
        let game: Match<State> =
            Match::begin(&scene.content, scene.setup.clone(), seed).expect("room enough");
        assert!(game.state().view(Viewer::Umpire).terrain.iter().all(|t| t.pose.is_some()));
    }
}

#[test]
fn terrain_does_not_affect_airplanes() {
    proves!("TT-TER-01");
    let mut scene = walker(&STILL);
    for kind in TerrainKind::ALL {
        scene = scene.terrain(kind, 100.0, 197.0);
    }
    let play = walk(&scene);
    assert_at(&play, 0, 100.0, 197.0, 0.0);
    assert_eq!((play.see(0).fate, play.left_in(DeckId::A)), (Fate::InPlay, 43));
    assert!(!play.cites("TT-TER-02"));
}

#[test]
fn a_zero_topples_on_craters_and_marshes() {
    proves!("TT-TER-02", "TT-TER-03");
    for (kind, radius) in [(Crater, 45.0), (Marsh, 48.0)] {
        // Partly: the template reaches 5 mm under the base.
        let play = onto(kind, 569.6 + radius - 5.0, &WALK, &["0"]);
        assert_eq!(fall(&play, 1), (Some("TT-TER-02"), 1));
        assert_at(&play, 1, 450.0, 538.4, 0.0);
        let play = onto(kind, 569.6 + radius - 5.0, &WALK, &["1"]);
        assert_eq!(fall(&play, 1), (None, 1));
        assert_at(&play, 1, 450.0, 538.4, 0.0);
        // Beside the template there is no test.
        assert_eq!(fall(&onto(kind, 569.6 + radius + 0.1, &WALK, &["0"]), 1), (None, 0));
        assert_eq!(fall(&onto(kind, 569.6 + radius - 0.1, &WALK, &["0"]), 1), (Some("TT-TER-02"), 1));
        // An explosion is not a 0.
        assert_eq!(fall(&onto(kind, 569.6 + radius - 5.0, &WALK, &["explosion"]), 1), (None, 1));
    }
}

#[test]
fn a_tripod_tests_again_with_each_movement_on_the_terrain() {
    proves!("TT-TER-03");
    let on_marsh = |cards: &[&str]| walker(cards).terrain(Marsh, 450.0, 487.0).stack(DeckId::A, &["0"]);
    // 74.4 mm ahead and still on it.
    let play = walk(&on_marsh(&["TA_short_straight", STILL[0], STILL[1]]));
    assert_at(&play, 1, 450.0, 524.4, 0.0);
    assert_eq!(fall(&play, 1), (Some("TT-TER-02"), 1));
    for stays in [STILL, ["TA_reverse", STILL[0], STILL[1]]] {
        assert_eq!(fall(&walk(&on_marsh(&stays)), 1), (None, 0));
    }
    let mut turns = on_marsh(&STILL).begin();
    turns.act(1, Action::ChangeFacing { to: Side::FrontRight });
    assert_at(&turns, 1, 450.0, 450.0, 60.0);
    assert_eq!(fall(&turns, 1), (None, 0));
    let fallen = on_marsh(&["", STILL[0], STILL[1]])
        .set(|s| (s.vehicles[0].plan, s.vehicles[1].tripod.toppled) = (None, 1));
    let mut stands_up = fallen.from_step(Step::Planning).begin();
    stands_up.plan(0, &["R_straight"; 3]);
    assert!(stands_up.cites("TT-TOP-05") && stands_up.tripod(1).console.toppled == 0);
    assert_eq!(fall(&stands_up, 1), (None, 0));
}

#[test]
fn only_the_end_of_a_movement_counts() {
    proves!("TT-TER-03");
    // Half way a corner of the base is over the pond, at neither end.
    let play = walk(&walker(&WALK).terrain(Pond, 523.0, 494.2));
    assert_eq!(fall(&play, 1), (None, 0));
    assert_at(&play, 1, 450.0, 538.4, 0.0);
    let play = walk(&walker(&WALK).terrain(Pond, 523.0, 538.4));
    assert_eq!(fall(&play, 1), (Some("TT-TER-04"), 0));
}

#[test]
fn a_backward_movement_counts_like_a_forward_one() {
    proves!("TT-TER-03");
    // 26 mm back: the rear side comes from y = 418.8 to y = 392.8.
    for (y, rule) in [(352.8, Some("TT-TER-04")), (350.7, None)] {
        let play = walk(&walker(&WALK).set(|s| s.vehicles[1].tripod.reverse = true).terrain(Pond, 450.0, y));
        assert_at(&play, 1, 450.0, 424.0, 0.0);
        assert_eq!(fall(&play, 1), (rule, 0));
    }
}

#[test]
fn on_several_templates_each_is_resolved_and_the_tripod_topples_once() {
    proves!("TT-TER-03");
    let both = |other: TerrainKind, deck: &[&str]| {
        let scene = walker(&WALK).terrain(Marsh, 420.0, 600.0).terrain(other, 480.0, 600.0);
        fall(&walk(&scene.stack(DeckId::A, deck)), 1)
    };
    assert_eq!(both(Crater, &["1", "0"]), (Some("TT-TER-02"), 2));
    assert_eq!(both(Crater, &["1", "2"]), (None, 2));
    assert_eq!(both(Pond, &["1"]), (Some("TT-TER-04"), 0));
    assert_eq!(both(Woods, &["1"]), (Some("TT-TER-05"), 0));
}

#[test]
fn a_tripod_that_walks_onto_a_pond_topples_without_a_draw() {
    proves!("TT-TER-04");
    let play = onto(Pond, 569.6 + 42.0 - 5.0, &WALK, &["5"]);
    assert_eq!(fall(&play, 1), (Some("TT-TER-04"), 0));
    assert_at(&play, 1, 450.0, 538.4, 0.0);
    assert_eq!(fall(&onto(Pond, 569.6 + 42.0 + 0.1, &WALK, &[]), 1), (None, 0));
    assert_eq!(fall(&onto(Pond, 569.6 + 42.0 - 0.1, &WALK, &[]), 1), (Some("TT-TER-04"), 0));
}

/// The components with long straights of exactly 100 mm.
fn hundred() -> Arc<Content> {
    let (_, text) = content::BUILT_IN.iter().find(|(file, _)| *file == "maneuvers.toml").expect("the cards");
    let old = text.lines().find(|l| l.contains("\"TA_long_straight\"")).expect("the card");
    content_with(&[("maneuvers.toml", old, &old.replace("forward_mm = 26.0", "forward_mm = 37.6"))])
}

#[test]
fn woods_stop_a_tripod_where_it_touches_them() {
    proves!("TT-TER-05");
    let toward =
        |ahead: f64| walk(&walker(&WALK).content(hundred()).terrain(Woods, 450.0, 481.2 + ahead + 48.0));
    let play = toward(60.0);
    stops_at(&play, 510.0);
    assert_eq!(fall(&play, 1), (Some("TT-TER-05"), 0));
    let play = toward(99.9);
    stops_at(&play, 549.9);
    assert_eq!(fall(&play, 1), (Some("TT-TER-05"), 0));
    let play = toward(100.1);
    assert_at(&play, 1, 450.0, 550.0, 0.0);
    assert_eq!(fall(&play, 1), (None, 0));
}

#[test]
fn woods_matter_only_if_the_full_move_would_end_in_them() {
    proves!("TT-TER-05");
    // Half way a corner of the base is over the woods, at neither end.
    let play = walk(&walker(&WALK).terrain(Woods, 531.0, 494.2));
    assert_at(&play, 1, 450.0, 538.4, 0.0);
    assert_eq!(fall(&play, 1), (None, 0));
}

#[test]
fn the_way_into_the_woods_follows_the_arrow() {
    proves!("TT-TER-05");
    // Forward the centre goes an apothem straight on, along the curve, and an apothem along the new facing.
    let curve = ["TA_curve_right_60", STILL[0], STILL[1]];
    let play = walk(&walker(&curve).terrain(Woods, 490.0, 585.0));
    let (x, y, facing) = play.at(1);
    assert!((x - 463.487).abs() < 0.02 && (y - 506.559).abs() < 0.02, "({x}, {y})");
    assert!((facing - 60.0).abs() < 1e-6, "{facing}");
    assert_eq!(fall(&play, 1), (Some("TT-TER-05"), 0));
    // Backward the middle of the rear side goes along the curve, and the tripod looks back along it.
    let scene = walker(&curve).set(|s| s.vehicles[1].tripod.reverse = true);
    let play = walk(&scene.terrain(Woods, 440.0, 340.0));
    let (x, y, facing) = play.at(1);
    assert!((x - 467.91).abs() < 0.5 && (y - 419.25).abs() < 0.5, "({x}, {y})");
    assert!((facing - 48.8).abs() < 1.0, "{facing}");
    assert_eq!(fall(&play, 1), (Some("TT-TER-05"), 0));
}

#[test]
fn a_tripod_that_touches_woods_may_walk_away_but_not_in() {
    proves!("TT-TER-05");
    // It stands with its front side against the woods, as after a fall.
    let touching = walker(&WALK).terrain(Woods, 450.0, 481.2 + 48.0);
    let play = walk(&touching);
    assert_at(&play, 1, 450.0, 450.0, 0.0);
    assert_eq!(fall(&play, 1), (Some("TT-TER-05"), 0));
    let play = walk(&touching.set(|s| s.vehicles[1].tripod.reverse = true));
    assert_at(&play, 1, 450.0, 424.0, 0.0);
    assert_eq!(fall(&play, 1), (None, 0));
}

#[test]
fn a_tripod_that_leaves_the_centre_of_a_trench_tests_at_the_reveal() {
    proves!("TT-TER-06");
    let play = onto(Trench, 450.0, &WALK, &["0"]);
    assert_at(&play, 1, 450.0, 450.0, 0.0);
    assert_eq!(fall(&play, 1), (Some("TT-TER-06"), 1));
    let play = onto(Trench, 450.0, &WALK, &["2"]);
    assert_at(&play, 1, 450.0, 538.4, 0.0);
    assert_eq!(fall(&play, 1), (None, 1));
    // The centre of the template under the front side, or just ahead of it: then only its edge is under the base.
    assert_eq!(fall(&onto(Trench, 481.1, &WALK, &["0"]), 1), (Some("TT-TER-06"), 1));
    assert_eq!(fall(&onto(Trench, 481.3, &WALK, &["0"]), 1), (None, 0));
    // No movement, no test; and none for walking onto a trench, not even onto its centre.
    assert_eq!(fall(&onto(Trench, 450.0, &STILL, &["0"]), 1), (None, 0));
    assert_eq!(fall(&onto(Trench, 450.0, &["TA_reverse", STILL[0], STILL[1]], &["0"]), 1), (None, 0));
    assert_eq!(fall(&onto(Trench, 538.4, &WALK, &["0"]), 1), (None, 0));
    // Passing over one makes no test either.
    let over = walker(&WALK).terrain(Trench, 540.0, 494.2);
    assert_eq!(fall(&walk(&over.stack(DeckId::A, &["0"])), 1), (None, 0));
}

#[test]
fn the_energy_icon_is_paid_before_the_trench_is_tested() {
    proves!("TT-TER-06");
    let play = onto(Trench, 450.0, &RUN, &["0"]);
    assert_eq!((fall(&play, 1), play.energy(1)), ((Some("TT-TER-06"), 1), 8));
    assert_at(&play, 1, 450.0, 450.0, 0.0);
    // An illegal card topples without a test.
    let broke = walker(&RUN).energy(0).terrain(Trench, 450.0, 450.0).stack(DeckId::A, &["0"]);
    assert_eq!(fall(&walk(&broke), 1), (Some("TT-TOP-01"), 0));
}

#[test]
fn a_running_tripod_topples_on_any_terrain() {
    proves!("TT-TER-07");
    for (kind, reach) in [(Trench, 20.0), (Marsh, 48.0), (Crater, 45.0), (Pond, 42.0)] {
        let play = onto(kind, 583.6 + reach - 5.0, &RUN, &["5"]);
        assert_at(&play, 1, 450.0, 552.4, 0.0);
        assert_eq!(fall(&play, 1), (Some("TT-TER-07"), 0), "{kind:?}");
        assert_eq!(fall(&onto(kind, 583.6 + reach + 0.1, &RUN, &["0"]), 1), (None, 0), "{kind:?}");
    }
    // A trench turned by a quarter reaches farther ahead.
    for (ahead, rule) in [(67.9, Some("TT-TER-07")), (68.1, None)] {
        let scene = walker(&RUN).terrain(Trench, 450.0, 583.6 + ahead);
        let play = walk(&scene.set(|s| s.terrain[0].facing = Angle::degrees(90)));
        assert_eq!(fall(&play, 1), (rule, 0));
    }
    // On woods it stops at the edge.
    let play = onto(Woods, 583.6 + 48.0 - 5.0, &RUN, &[]);
    stops_at(&play, 547.4);
    assert_eq!(fall(&play, 1), (Some("TT-TER-05"), 0));
}

#[test]
fn running_out_of_a_trench_is_tested_first() {
    proves!("TT-TER-07", "TT-TER-06");
    let run = |deck: &[&str]| {
        let scene = walker(&RUN).terrain(Trench, 450.0, 450.0).terrain(Marsh, 450.0, 600.0);
        walk(&scene.stack(DeckId::A, deck))
    };
    let play = run(&["2", "0"]);
    assert_at(&play, 1, 450.0, 552.4, 0.0);
    assert_eq!(fall(&play, 1), (Some("TT-TER-07"), 1));
    let play = run(&["0"]);
    assert_at(&play, 1, 450.0, 450.0, 0.0);
    assert_eq!(fall(&play, 1), (Some("TT-TER-06"), 1));
}

#[test]
fn a_tripod_that_fell_on_terrain_neither_fires_nor_is_protected() {
    proves!("TT-TER-08");
    // The airplane's stall ends 150 mm before the tripod's armored front side.
    let scene = |pond: f64| {
        let scene = Scene::new().put("nieuport_16", 450.0, 569.6 + 150.0 + 74.5, 180);
        let scene =
            scene.planned(&["R_stall", "R_straight", "R_straight"]).put("mk1_locust", 450.0, 450.0, 0);
        scene.planned(&WALK).from_step(Step::Actions { phase: 0 }).terrain(Pond, pond, 569.6)
    };
    let mut play = scene(450.0).begin();
    play.act(1, Action::HeatRay { from: Side::Front });
    assert_eq!((play.step(), play.energy(1)), (Step::Firing { phase: 0 }, 8));
    assert_eq!(play.fire_refused(0, 1, Armor).rule.0, "TT-AFR-06");
    play.fire(0, 1, Open);
    assert_eq!((play.energy(1), play.tripod(1).console.cooling, play.see(1).damage.len()), (8, 0, 1));
    assert!(
        !play
            .happened(Viewer::Spectator)
            .iter()
            .any(|w| matches!(w, What::RayFired { .. } | What::RayMissed { .. }))
    );
    // With the pond out of the way it fires and its armor works.
    let mut play = scene(800.0).begin();
    play.act(1, Action::HeatRay { from: Side::Front });
    assert_eq!(play.fire_refused(0, 1, Open).rule.0, "TT-AFR-06");
    play.rest_of_phase();
    assert!(play.happened(Viewer::Spectator).iter().any(|w| matches!(w, What::RayFired { .. })));
}

/// In the firing step: the duel of a Nieuport and a Locust with a crater centred this far from the tripod's centre,
/// toward the airplane, and these B cards to come.
fn cratered(gap: f64, facing: i32, off: f64, cards: &[&str]) -> Scene {
    let scene = Scene::duel("nieuport_16", gap, facing).terrain(Crater, 450.0, 231.2 + gap - off);
    scene.stack(DeckId::B, cards).firing()
}

const AGAIN: Order = Order::DrawAgain { vehicle: VehicleId(1), again: true };
const ENOUGH: Order = Order::DrawAgain { vehicle: VehicleId(1), again: false };
const FIRST: Order = Order::Apply { vehicle: VehicleId(1), second: false };
const SECOND: Order = Order::Apply { vehicle: VehicleId(1), second: true };

fn answer(play: &mut Play, answers: &[&Order]) {
    for order in answers {
        play.give(MARS, order);
    }
}

/// A shot through the open rear at a tripod inside a crater, and the answers of its player.
fn hit(gap: f64, cards: &[&str], answers: &[&Order]) -> Play {
    let mut play = cratered(gap, 0, 0.0, cards).begin();
    play.fire(0, 1, Open);
    answer(&mut play, answers);
    play
}

#[test]
fn a_tripod_is_inside_a_crater_if_its_base_overlaps_the_centre() {
    proves!("TT-TER-09");
    let content = content_with(&[("geometry.toml", "flat_to_flat_mm = 62.4", "flat_to_flat_mm = 60.0")]);
    for (off, inside) in [(29.0, true), (31.0, false)] {
        let mut play = cratered(150.0, 0, off, &["3", "1"]).content(Arc::clone(&content)).begin();
        play.fire(0, 1, Open);
        assert_eq!(play.asks(MARS) == [Ask::DrawAgain { vehicle: v(1) }], inside, "{off}");
        assert_eq!(play.see(1).damage.len(), usize::from(!inside));
    }
}

#[test]
fn a_tripod_inside_a_crater_may_draw_another_card_and_choose() {
    proves!("TT-TER-10");
    let mut play = hit(150.0, &["4", "1"], &[]);
    assert_eq!(play.step(), Step::Drawing { phase: 0 });
    assert_eq!((play.asks(EARTH), play.asks(MARS)), (vec![], vec![Ask::DrawAgain { vehicle: v(1) }]));
    assert_eq!(play.refused_by(MARS, &SECOND), "TT-TER-10");
    play.give(MARS, &AGAIN);
    assert_eq!(play.asks(MARS), [Ask::Apply { vehicle: v(1) }]);
    assert_eq!(play.refused_by(MARS, &AGAIN), "TT-TER-10");
    play.give(MARS, &SECOND);
    assert_eq!((play.points(1), play.held(1)), (1, vec![("B 1".to_owned(), false)]));
    assert_eq!(play.left_in(DeckId::B), 43);
    // Or the first card, or no second draw at all.
    for answers in [&[&AGAIN, &FIRST][..], &[&ENOUGH]] {
        let play = hit(150.0, &["4", "1"], answers);
        assert_eq!((play.points(1), play.see(1).damage.len(), play.left_in(DeckId::B)), (4, 1, 43));
    }
}

#[test]
fn a_first_draw_of_zero_gives_no_second_one() {
    proves!("TT-TER-10");
    let play = hit(150.0, &["0", "1"], &[]);
    assert_eq!((play.step(), play.points(1), play.see(1).damage.len()), (Step::Actions { phase: 1 }, 0, 1));
    // An explosion is not a 0.
    let play = hit(150.0, &["explosion", "0"], &[&AGAIN, &SECOND]);
    assert_eq!((play.points(1), play.held(1)), (0, vec![("B 0".to_owned(), false)]));
}

#[test]
fn each_card_of_a_short_range_hit_is_decided_by_itself() {
    proves!("TT-TER-10");
    let play = hit(80.0, &["4", "1", "3", "2"], &[&AGAIN, &SECOND, &AGAIN, &FIRST]);
    assert_eq!((play.points(1), play.see(1).damage.len(), play.left_in(DeckId::B)), (4, 2, 42));
    let play = hit(80.0, &["0", "3", "2"], &[&AGAIN, &SECOND]);
    assert_eq!((play.points(1), play.see(1).damage.len()), (2, 2));
}

#[test]
fn the_other_side_sees_neither_card() {
    proves!("TT-TER-10");
    let mut play = hit(150.0, &["4", "1"], &[&AGAIN]);
    let hand = |play: &Play, seat| play.view_of(seat).hand.map(|h| (h.card, h.other)).expect("two cards");
    assert_eq!(hand(&play, MARS), (Some("4 +2".to_owned()), Some("1".to_owned())));
    assert_eq!(hand(&play, EARTH), (None, None));
    play.give(MARS, &SECOND);
    let drawn = |card: Option<&str>| What::CraterDraw {
        vehicle: v(1),
        deck: DeckId::B,
        card: card.map(str::to_owned),
    };
    let choice = What::CraterChoice { vehicle: v(1), deck: DeckId::B };
    assert_eq!(play.caused_by("TT-TER-10", Viewer::Seat(EARTH)), [drawn(None), choice.clone()]);
    assert_eq!(play.caused_by("TT-TER-10", Viewer::Seat(MARS)), [drawn(Some("1")), choice]);
}

#[test]
fn across_armor_all_cards_are_shown_and_their_energy_is_chosen() {
    proves!("TT-TER-10");
    for (answers, energy) in [(&[&AGAIN, &SECOND][..], 9), (&[&AGAIN, &FIRST], 7), (&[&ENOUGH], 7)] {
        let mut play = cratered(150.0, 180, 0.0, &["4", "1"]).begin();
        play.fire(0, 1, Armor);
        let shown = play.view_of(EARTH).hand.expect("a card").card;
        assert_eq!(shown, Some("4 +2".to_owned()));
        answer(&mut play, answers);
        assert_eq!((play.energy(1), play.points(1), play.left_in(DeckId::B)), (energy, 0, 44));
        if answers.len() == 2 {
            let second = What::CraterDraw { vehicle: v(1), deck: DeckId::B, card: Some("1".to_owned()) };
            assert!(play.caused_by("TT-TER-10", Viewer::Seat(EARTH)).contains(&second));
        }
    }
}

#[test]
fn the_chosen_card_has_the_aim_point_and_the_rejected_one_no_effect() {
    proves!("TT-TER-10");
    let aim = LastShot { target: v(1), gun: 0, when: 2 };
    let mut play = cratered(150.0, 0, 0.0, &["4", "1"]).set(|s| s.vehicles[0].last_shot = Some(aim)).begin();
    play.fire(0, 1, Open);
    answer(&mut play, &[&AGAIN, &SECOND]);
    assert_eq!((play.points(1), play.held(1)), (2, vec![("B 1".to_owned(), true)]));
    // A fall, and a jam.
    for (answers, fell) in [([&AGAIN, &FIRST], true), ([&AGAIN, &SECOND], false)] {
        assert_eq!(hit(150.0, &["2 toppled", "1"], &answers).cites("TT-SPT-06"), fell);
    }
    for (answers, jammed) in [([&AGAIN, &FIRST], 0), ([&AGAIN, &SECOND], 3)] {
        assert_eq!(hit(150.0, &["3", "0 jammed_guns"], &answers).airplane(0).jammed, jammed);
    }
}

/// A cannon shot at a tripod inside a crater, aimed or not.
fn cannon(aimed: bool, cards: &[&str], answers: &[&Order]) -> Play {
    let scene = cratered(150.0, 0, 0.0, &[]).stack(DeckId::C, cards).set(|s| {
        s.vehicles[0].airplane.cannon = true;
        s.vehicles[0].last_shot = aimed.then_some(LastShot { target: v(1), gun: 0, when: 2 });
    });
    let mut play = scene.begin();
    play.give(EARTH, &Order::Cannon { vehicle: v(0), target: v(1), through: Open });
    answer(&mut play, answers);
    play
}

#[test]
fn cannon_and_rocket_cards_are_drawn_again_too() {
    proves!("TT-TER-10");
    let play = cannon(false, &["4", "2"], &[&AGAIN, &SECOND]);
    assert_eq!(play.held(1), [("C 2 +1".to_owned(), false)]);
    // For an aimed shot the redraw of a 0 comes first.
    let play = cannon(true, &["0", "4", "2"], &[&AGAIN, &SECOND]);
    assert_eq!(play.held(1), [("C 0".to_owned(), false), ("C 2 +1".to_owned(), false)]);
    // A 0 that was chosen calls for no redraw.
    let play = cannon(true, &["4", "0", "2"], &[&AGAIN, &SECOND]);
    assert_eq!((play.step(), play.held(1)), (Step::Actions { phase: 1 }, vec![("C 0".to_owned(), false)]));
    let flight = Flight { target: v(1), count: 1, when: 2 };
    let scene = cratered(150.0, 0, 0.0, &[]).set(|s| {
        s.vehicles[0].airplane.flight = Some(flight);
        s.vehicles[0].flown = Some(1);
    });
    let play = scene.begin();
    let drawing = matches!(play.asks(MARS)[..], [Ask::DrawAgain { .. }]);
    assert_eq!(play.view().hand.map(|h| (h.deck, drawing)), Some((DeckId::D, true)));
}

#[test]
fn perfect_aim_comes_before_the_second_draw_of_a_crater() {
    proves!("TT-ACE-13", "TT-TER-10");
    let scene = cratered(150.0, 0, 0.0, &["0", "4", "1"]).ace(0, &[(Skill::PerfectAim, 0)]);
    let mut play = scene.begin();
    let order = play.fire_using(0, 1, Open, &[Skill::PerfectAim]);
    play.give(EARTH, &order);
    answer(&mut play, &[&AGAIN, &SECOND]);
    assert_eq!((play.held(1), play.left_in(DeckId::B)), (vec![("B 1".to_owned(), false)], 43));
}

#[test]
fn other_terrain_does_not_affect_firing() {
    proves!("TT-TER-11");
    for kind in [Woods, Marsh, Pond, Trench] {
        // Between the two, and under the tripod.
        let scene =
            Scene::duel("nieuport_16", 150.0, 0).terrain(kind, 450.0, 290.0).terrain(kind, 450.0, 381.2);
        let mut play = scene.stack(DeckId::B, &["3", "1"]).firing().begin();
        play.fire(0, 1, Open);
        assert_eq!((play.step(), play.points(1)), (Step::Actions { phase: 1 }, 3), "{kind:?}");
    }
    // An airplane above a crater gets no second draw.
    let scene = Scene::under_the_ray().terrain(Crater, 450.0, 497.0).stack(DeckId::X, &["3", "0"]);
    let mut play = scene.begin();
    play.act(1, Action::HeatRay { from: Side::Front });
    assert_eq!((play.step(), play.points(0)), (Step::Actions { phase: 1 }, 3));
}

#[test]
fn terrain_is_no_objective_unless_a_scenario_says_so() {
    proves!("TT-TER-12");
    let on_marsh = |counts: bool| {
        let scene = walker(&STILL).energy(3).terrain(Marsh, 450.0, 450.0);
        scene.set(|s| s.terrain_objectives = counts).begin()
    };
    let mut play = on_marsh(false);
    assert_eq!(play.act_refused(1, Action::Recharge { objective: Some(0) }).rule.0, "TT-RCH-02");
    assert_eq!(play.act_refused(1, Action::DestroyObjective { objective: Some(0) }).rule.0, "TT-OBJ-02");
    play.act(1, Action::Recharge { objective: None });
    assert_eq!((play.energy(1), play.view().terrain[0].used), (4, false));
    let mut play = on_marsh(false);
    play.act(1, Action::DestroyObjective { objective: None });
    assert!(play.happened(Viewer::Spectator).contains(&What::NothingToDestroy { vehicle: v(1) }));
    assert!(!play.view().terrain[0].destroyed);
    // Where terrain counts, a Locust gains its level of 4, and the template can be destroyed.
    let mut play = on_marsh(true);
    play.act(1, Action::Recharge { objective: Some(0) });
    assert_eq!((play.energy(1), play.view().terrain[0].used), (7, true));
    let mut play = on_marsh(true);
    play.act(1, Action::DestroyObjective { objective: Some(0) });
    assert!(play.view().terrain[0].destroyed);
}

#[test]
fn a_tripod_sent_back_makes_no_terrain_test() {
    proves!("TT-OVL-05");
    // A second Locust stands where the first one would come to.
    let blocked = |kind: TerrainKind, y: f64| {
        let scene = walker(&WALK).put("mk1_locust", 450.0, 600.0, 0).planned(&STILL);
        let play = walk(&scene.terrain(kind, 480.0, y).stack(DeckId::A, &["0"]));
        assert_at(&play, 1, 450.0, 450.0, 0.0);
        assert!(play.cites("TT-OVL-03"));
        fall(&play, 1)
    };
    assert_eq!(blocked(Pond, 580.0), (None, 0));
    // Neither for the terrain that it goes back to.
    assert_eq!(blocked(Marsh, 450.0), (None, 0));
}

#[test]
fn a_tripod_that_woods_stop_on_another_one_goes_back_and_does_not_topple() {
    proves!("TT-OVL-05", "TT-TER-05");
    let scene = |x: f64| {
        let scene = walker(&WALK).content(hundred()).put("mk1_locust", x, 520.0, 0).planned(&STILL);
        walk(&scene.terrain(Woods, 450.0, 481.2 + 60.0 + 48.0))
    };
    let play = scene(510.0);
    assert_at(&play, 1, 450.0, 450.0, 0.0);
    assert_eq!((fall(&play, 1), play.cites("TT-OVL-03")), ((None, 0), true));
    let play = scene(530.0);
    stops_at(&play, 510.0);
    assert_eq!(fall(&play, 1), (Some("TT-TER-05"), 0));
}

#[test]
fn a_trench_test_stands_although_the_tripod_is_sent_back() {
    proves!("TT-OVL-05");
    let blocked = |deck: &[&str]| {
        let scene = walker(&WALK).put("mk1_locust", 450.0, 600.0, 0).planned(&STILL);
        walk(&scene.terrain(Trench, 450.0, 450.0).stack(DeckId::A, deck))
    };
    let play = blocked(&["2"]);
    assert_eq!((fall(&play, 1), play.cites("TT-OVL-03")), ((None, 1), true));
    let play = blocked(&["0"]);
    assert_eq!((fall(&play, 1), play.cites("TT-OVL-03")), ((Some("TT-TER-06"), 1), false));
}

/// Trench tests, early shots, moves, overlaps, terrain tests, changes of facing, in this order.
#[test]
fn terrain_and_early_fire_have_their_places_in_the_movement_step() {
    proves!("TT-SEQ-03");
    let scene = Scene::duel("nieuport_16", 90.0, 0).ace(0, &[(Skill::ItchyTriggerFinger, 0)]);
    let scene = scene.planned(&WALK).terrain(Trench, 450.0, 321.2);
    let scene = scene.put("mk1_locust", 150.0, 300.0, 0).planned(&WALK).terrain(Marsh, 150.0, 450.0);
    let scene = scene.put("mk1_locust", 750.0, 450.0, 0).planned(&STILL);
    let scene = scene.put("mk1_locust", 750.0, 300.0, 0).planned(&WALK);
    let scene = scene.put("mk1_locust", 450.0, 800.0, 0).planned(&STILL).set(|s| {
        s.vehicles[0].plan = Some(Cards([Some(1), Some(2), Some(3)]));
    });
    let scene = scene.stack(DeckId::A, &["2", "0"]).stack(DeckId::B, &["0", "0"]);
    let mut play = scene.from_step(Step::Actions { phase: 0 }).begin();
    play.pass(1)
        .pass(2)
        .pass(3)
        .pass(4)
        .act(5, Action::ChangeFacing { to: Side::FrontRight })
        .fire(0, 1, Open);
    let mut order: Vec<&str> = Vec::new();
    for event in play.m.events() {
        let name = match event.seen_by(Viewer::Spectator) {
            Some(What::Revealed { .. }) => "reveal",
            Some(What::TestDrawn { vehicle: VehicleId(1), .. }) => "trench test",
            Some(What::GunsFired { .. }) => "early shot",
            Some(What::Moved { .. }) => "moves",
            Some(What::SentBack { .. }) => "overlap",
            Some(What::TestDrawn { .. }) => "terrain test",
            Some(What::Toppled { .. }) => "fall",
            Some(What::FacingChanged { .. }) => "change of facing",
            _ => continue,
        };
        order.push(name);
    }
    order.dedup();
    let expected = [
        "reveal",
        "trench test",
        "early shot",
        "moves",
        "overlap",
        "terrain test",
        "fall",
        "change of facing",
    ];
    assert_eq!(order, expected);
}
