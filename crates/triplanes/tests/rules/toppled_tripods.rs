//! TOPPLED TRIPODS.

use crate::support::*;
use table::{Viewer, proves};
use triplanes::*;

const FLY: [&str; 3] = ["R_straight"; 3];
const STAND: [&str; 3] = ["TA_standing_still"; 3];
const RUN: [&str; 3] = ["TA_running", "TA_long_straight", "TA_long_straight"];
const TOPPLE: &str = "2 toppled +1 /rudder_left";
const RAY: Action = Action::HeatRay { from: Side::Front };

/// Airplane 0 flies north, 97 mm a phase, and in `phase` it is at long range of the open rear of tripod 1.
/// Tripod 2 stands apart: every action window waits for it.
fn attack(phase: u8) -> Scene {
    Scene::new()
        .set(|s| s.area = [900.0, 1200.0])
        .put("nieuport_16", 450.0, 318.8 - 97.0 * f64::from(phase), 0)
        .put("mk1_locust", 450.0, 500.0, 0)
        .energy(5)
        .put("mk1_locust", 850.0, 1100.0, 0)
}

/// Tripod 1 with these plans after the hit of phase 1 that topples it.
fn felled(cards: &[&str]) -> Play {
    let mut play = attack(1).stack(DeckId::B, &[TOPPLE]).begin();
    play.plan(0, &FLY).plan(1, cards).plan(2, &STAND).pass(1).pass(2).fire(0, 1, Through::Open);
    play
}

fn counters(play: &Play, id: u8) -> Option<u8> {
    play.happened(Viewer::Umpire).into_iter().rev().find_map(|what| match what {
        What::Toppled { vehicle, counters } if vehicle == v(id) => Some(counters),
        _ => None,
    })
}

/// One shot at long range from the south at tripod 1, which draws this card.
fn hit_by(scene: Scene, model: &str, deck: DeckId, card: &str) -> Play {
    let scene = scene.put(model, 450.0, 318.8, 0).put("mk1_locust", 450.0, 500.0, 0);
    let mut play = scene.stack(deck, &[card]).firing().begin();
    play.fire(0, 1, Through::Open);
    play
}

#[test]
fn in_the_basic_layer_no_damage_card_topples() {
    proves!("TT-TOP-01");
    let content = Content::built_in();
    for (model, deck) in [("sopwith_camel", DeckId::A), ("nieuport_16", DeckId::B)] {
        for card in &content.damage[deck.index()].cards {
            let basic = hit_by(Scene::new().basic(), model, deck, &card.name);
            assert_eq!(counters(&basic, 1), None, "{deck} {}", card.name);
        }
    }
}

#[test]
fn in_the_basic_layer_illegal_maneuvers_topple() {
    proves!("TT-TOP-01");
    let mut three = attack(0).basic().printed().begin();
    three.plan(0, &["R_right_60"; 3]).plan(1, &["TA_long_straight"; 3]).plan(2, &STAND).rest_of_turn();
    assert!(three.cites("TT-TIL-01") && three.cites("TT-TOP-01"));
    assert_eq!((counters(&three, 1), counters(&three, 2)), (Some(2), None));
    let mut tired = attack(0).basic().set(|s| s.vehicles[1].energy = Some(0)).begin();
    tired.plan(0, &FLY).plan(1, &RUN).plan(2, &STAND).pass(1).pass(2);
    assert!(tired.cites("TT-TIL-02") && tired.cites("TT-TOP-01"));
    assert_eq!(counters(&tired, 1), Some(2));
}

#[test]
fn in_the_standard_layer_the_topple_symbol_topples() {
    proves!("TT-TOP-01");
    assert_eq!(counters(&hit_by(Scene::new(), "nieuport_16", DeckId::B, TOPPLE), 1), Some(2));
    assert_eq!(counters(&hit_by(Scene::new(), "nieuport_16", DeckId::B, "2 +1"), 1), None);
}

#[test]
fn a_tripod_stands_up_where_it_fell() {
    proves!("TT-TOP-02");
    // The airplane ends its second card on top of the toppled tripod.
    let scene = Scene::new().put("nieuport_16", 100.0, 6.0, 0).put("mk1_locust", 100.0, 200.0, 240).energy(0);
    let mut play = scene.put("mk1_locust", 800.0, 800.0, 0).begin();
    play.plan(0, &FLY).plan(1, &RUN).plan(2, &STAND).pass(1).pass(2);
    play.until(Step::Actions { phase: 1 });
    assert_eq!(play.tripod(1).console.toppled, 1);
    assert_at(&play, 1, 100.0, 200.0, 240.0);
    play.until(Step::Actions { phase: 2 });
    assert_at(&play, 0, 100.0, 200.0, 0.0);
    assert_eq!(play.tripod(1).console.toppled, 0);
    assert_at(&play, 1, 100.0, 200.0, 240.0);
}

#[test]
fn toppling_discards_the_plan() {
    proves!("TT-TOP-03");
    let mut play = felled(&["TA_standing_still", "TA_long_straight", "TA_running"]);
    assert_eq!(play.step(), Step::Actions { phase: 1 });
    assert!(play.see(1).plan.iter().all(|space| *space == SpaceView::Empty));
    play.rest_of_turn();
    let shown = play.happened(Viewer::Umpire).into_iter().filter_map(|what| match what {
        What::Revealed { phase, cards } => {
            Some((phase, cards.iter().map(|c| c.vehicle.0).collect::<Vec<_>>()))
        }
        _ => None,
    });
    assert_eq!(shown.collect::<Vec<_>>(), [(1, vec![0, 1, 2]), (2, vec![0, 2]), (3, vec![0, 2])]);
    assert_at(&play, 1, 450.0, 500.0, 0.0);
    assert_eq!(play.energy(1), 5);
}

#[test]
fn a_tripod_that_falls_in_the_movement_step_does_not_fire() {
    proves!("TT-TOP-04");
    // The third normal card is illegal. It falls at (450, 676.8); airplane 3 hovers before its projector.
    let scene = attack(0).printed().set(|s| s.vehicles[1].energy = Some(3));
    let mut play = scene.put("nieuport_16", 450.0, 567.0, 0).begin();
    play.plan(0, &["R_right_60"; 3]).plan(1, &["TA_long_straight"; 3]).plan(2, &STAND).plan(3, &FLY);
    play.until(Step::Actions { phase: 2 }).act(1, RAY).pass(2).until(Step::Planning);
    assert_eq!(play.view().turn, 2);
    let tripod = play.tripod(1);
    assert_eq!((tripod.energy, tripod.console.cooling, tripod.console.toppled), (2, 0, 2));
    assert_at(&play, 1, 450.0, 676.8, 0.0);
    let fired = |what: &What| matches!(what, What::RayFired { .. } | What::RayMissed { .. });
    assert!(!play.happened(Viewer::Umpire).iter().any(fired));
    assert!(play.see(3).damage.is_empty());
}

#[test]
fn a_pending_reverse_is_lost() {
    proves!("TT-TOP-04");
    let walks = |card: &str| {
        let mut play = attack(3).printed().stack(DeckId::B, &[card]).begin();
        play.plan(0, &FLY).plan(2, &STAND);
        play.plan(1, &["TA_standing_still", "TA_standing_still", "TA_reverse"]);
        play.until(Step::Firing { phase: 2 }).fire(0, 1, Through::Open);
        assert_eq!(play.view().turn, 2);
        play
    };
    let mut fallen = walks(TOPPLE);
    assert!(!fallen.tripod(1).console.reverse);
    fallen.plan(0, &["R_right_60"; 3]).plan(1, &["", "", "TA_long_straight"]).plan(2, &STAND).rest_of_turn();
    assert_at(&fallen, 1, 450.0, 588.4, 0.0);
    let mut standing = walks("2 +1");
    assert!(standing.tripod(1).console.reverse);
    standing.plan(0, &["R_right_60"; 3]).plan(2, &STAND);
    standing.plan(1, &["TA_long_straight", "TA_standing_still", "TA_standing_still"]).rest_of_turn();
    assert_at(&standing, 1, 450.0, 474.0, 0.0);
}

#[test]
fn a_tripod_that_falls_in_the_firing_step_has_fired() {
    proves!("TT-TOP-04");
    let mut play = attack(1).stack(DeckId::B, &[TOPPLE]).begin();
    play.plan(0, &FLY).plan(1, &STAND).plan(2, &STAND).act(1, RAY).pass(2).fire(0, 1, Through::Open);
    assert_eq!(counters(&play, 1), Some(2));
    assert!(play.cites("TT-TFR-09"));
    assert_eq!((play.energy(1), play.tripod(1).console.cooling), (4, 1));
    assert_eq!(play.tripod(1).action, None);
}

/// What happens to tripod 1's counters from here on, phase by phase, until the turn ends.
fn recovery(mut play: Play) -> Vec<(u8, u8)> {
    let mut seen = Vec::new();
    while let Step::Actions { phase } = play.step() {
        seen.push((phase + 1, play.tripod(1).console.toppled));
        assert_at(&play, 1, 450.0, 500.0, 0.0);
        play.rest_of_phase();
    }
    assert_eq!(play.tripod(1).console.toppled, 0);
    assert_at(&play, 1, 450.0, 500.0, 0.0);
    seen
}

#[test]
fn one_recovery_counter_goes_at_each_movement_step() {
    proves!("TT-TOP-05");
    let cards = ["TA_standing_still", "TA_long_straight", "TA_long_straight"];
    let hit = felled(&cards);
    assert_eq!(counters(&hit, 1), Some(2));
    assert_eq!(recovery(hit), [(2, 1), (3, 0)], "toppled in the firing step of phase 1");
    let mut run = attack(0).set(|s| s.vehicles[1].energy = Some(0)).begin();
    run.plan(0, &["R_right_60"; 3]).plan(1, &RUN).plan(2, &STAND).pass(1).pass(2);
    assert_eq!(counters(&run, 1), Some(2));
    assert_eq!(recovery(run), [(2, 1), (3, 0)], "toppled in the movement step of phase 1");
}

#[test]
fn a_tripod_stands_up_at_the_start_of_the_movement_step() {
    proves!("TT-TOP-05");
    let mut play = felled(&STAND);
    play.until(Step::Actions { phase: 2 });
    let steps = play.m.events().iter().filter_map(|e| match e.seen_by(Viewer::Seat(EARTH))? {
        What::Toppled { .. } => Some("toppled"),
        What::RecoveryCounter { left: 1, .. } if e.rule.0 == "TT-TOP-05" => Some("one left"),
        What::StoodUp { .. } if e.rule.0 == "TT-TOP-05" => Some("up"),
        What::Revealed { .. } => Some("reveal"),
        _ => None,
    });
    assert_eq!(steps.collect::<Vec<_>>(), ["reveal", "toppled", "one left", "reveal", "up"]);
}

#[test]
fn armor_works_again_in_the_phase_in_which_it_stands_up() {
    proves!("TT-TOP-05");
    // Airplane 3 comes from the north, to 197 mm from the armored front in phase 2 and 100 mm in phase 3.
    let mut play = attack(1).put("nieuport_16", 450.0, 922.2, 180).stack(DeckId::B, &[TOPPLE]).begin();
    play.plan(0, &FLY).plan(1, &STAND).plan(2, &STAND).plan(3, &FLY);
    play.pass(1).pass(2).fire(0, 1, Through::Open).pass(2);
    assert_eq!((play.step(), play.tripod(1).console.toppled), (Step::Firing { phase: 1 }, 1));
    let may = |play: &Play, through| play.legal(EARTH).contains(&play.fire_order(3, 1, through));
    assert!(may(&play, Through::Open) && !may(&play, Through::Armor));
    play.hold(0).hold(3).pass(2);
    assert_eq!((play.step(), play.tripod(1).console.toppled), (Step::Firing { phase: 2 }, 0));
    assert!(may(&play, Through::Armor) && !may(&play, Through::Open));
}

/// The planning phase with this many counters on tripod 1.
fn planning(counters: u8) -> Play {
    attack(0).set(|s| s.vehicles[1].tripod.toppled = counters).begin()
}

#[test]
fn a_toppled_tripod_plans_for_the_last_phases_of_the_turn() {
    proves!("TT-TOP-06");
    let s = "TA_standing_still";
    let two = planning(2);
    for cards in [[s, s, s], ["", s, s], [s, "", ""], ["", s, ""], ["", "", ""]] {
        assert_eq!(two.plan_refused(1, &cards).rule.0, "TT-TOP-06", "{cards:?}");
    }
    let mut two = attack(0).printed().set(|s| s.vehicles[1].tripod.toppled = 2).begin();
    two.plan(1, &["", "", "TA_long_straight"]).plan(0, &["R_right_60"; 3]).plan(2, &STAND);
    let mut seen = Vec::new();
    while let Step::Actions { .. } = two.step() {
        seen.push((two.tripod(1).console.toppled, two.asks(MARS).contains(&Ask::Act { vehicle: v(1) })));
        two.rest_of_phase();
    }
    assert_eq!(seen, [(1, false), (0, false), (0, true)]);
    assert_at(&two, 1, 450.0, 588.4, 0.0);
}

#[test]
fn never_fewer_than_no_card_is_planned() {
    proves!("TT-TOP-06");
    for counters in [3, 6] {
        let play = planning(counters);
        assert_eq!(play.asks(MARS), [Ask::Plan { vehicle: v(2) }]);
        for cards in [&["", "", ""], &["", "", "TA_standing_still"], &STAND] {
            assert_eq!(play.plan_refused(1, cards).rule.0, "TT-TOP-06");
        }
    }
    let mut six = planning(6);
    for (turn, left) in [(1, 6), (2, 3), (3, 0)] {
        assert_eq!((six.view().turn, six.tripod(1).console.toppled), (turn, left));
        if left > 0 {
            six.plan(0, &["R_right_60"; 3]).plan(2, &STAND).rest_of_turn();
        }
    }
    six.plan(1, &STAND);
}

/// Airplane 0 is 80 mm from the armored front of tripod 1 in a firing step.
fn point_blank(model: &str, toppled: u8) -> Scene {
    let scene = Scene::new().put(model, 450.0, 611.2, 180).put("mk1_locust", 450.0, 500.0, 0);
    scene.energy(5).with(|v| v.tripod.toppled = toppled)
}

#[test]
fn a_toppled_tripod_counts_as_having_no_energy_when_hit() {
    proves!("TT-TOP-08");
    let mut play = point_blank("nieuport_16", 1).stack(DeckId::B, &["2 +1", "3 +1"]).firing().begin();
    assert_eq!(play.fire_refused(0, 1, Through::Armor).rule.0, "TT-AFR-06");
    play.fire(0, 1, Through::Open);
    assert_eq!((play.points(1), play.energy(1)), (5, 5));
    let standing = point_blank("nieuport_16", 0).firing().begin();
    assert_eq!(standing.fire_refused(0, 1, Through::Open).rule.0, "TT-AFR-06");
}

#[test]
fn toppling_again_gives_the_greater_of_what_it_has_and_two() {
    proves!("TT-TOP-09");
    for (before, after) in [(1, 2), (2, 2), (5, 5)] {
        let mut play = point_blank("nieuport_16", before).stack(DeckId::B, &[TOPPLE, "0"]).firing().begin();
        play.fire(0, 1, Through::Open);
        assert_eq!(counters(&play, 1), Some(after), "from {before}");
    }
}

#[test]
fn several_topple_symbols_at_once_count_once() {
    proves!("TT-TOP-09");
    let cards = ["2 toppled +1 /rudder_left", "4 toppled +2 /rudder_right"];
    let mut play = point_blank("sopwith_camel", 1).stack(DeckId::A, &cards).firing().begin();
    play.fire(0, 1, Through::Open);
    assert_eq!((counters(&play, 1), play.points(1)), (Some(2), 6));
}
