//! TRIPODS AND ROCKETS - EVASIVE MANEUVERS.

use super::assert_share;
use crate::support::*;
use table::proves;
use triplanes::*;

/// The airplane that was put last has launched rockets at this tripod in the phase before turn 2, phase 1.
fn launched(scene: Scene, target: u8) -> Scene {
    scene.with(|v| v.airplane.flight = Some(Flight { target: VehicleId(target), count: 2, when: 5 }))
}

/// A Locust at (450, 500) that faces south, vehicle 0; an airplane south of it has rockets in flight, vehicle 1.
fn rocketed(phase: u8) -> Scene {
    let scene = Scene::new()
        .automated()
        .set(|s| (s.area, s.turn) = ([900.0, 3000.0], 2))
        .put("mk1_locust", 450.0, 500.0, 180)
        .put("nieuport_16", 450.0, 330.0, 0);
    launched(scene, 0).phase(phase)
}

#[test]
fn rockets_are_looked_at_before_the_energy() {
    proves!("INV-AUT-57", "INV-AUT-63");
    let decision = rocketed(0).decision();
    assert_eq!(decision.thoughts[0].rule.0, "INV-AUT-15");
    let rules: Vec<&str> = decision.thoughts.iter().map(|t| t.rule.0).collect();
    let at = |rule: &str| rules.iter().position(|r| *r == rule);
    assert!(at("INV-AUT-57").is_some(), "{rules:?}");
    if let (Some(rockets), Some(energy)) = (at("INV-AUT-57"), at("INV-AUT-10")) {
        assert!(rockets < energy);
    }
    // Straight ahead and so close that every card ends in the arc: it acts as usual.
    assert!(decision.cites("INV-AUT-63"), "{decision:?}");
    assert!(decision.cites("INV-AUT-10"), "{decision:?}");
    // Without rockets nobody asks.
    let calm = rocketed(0).with(|v| v.airplane.flight = None).decision();
    assert!(!calm.cites("INV-AUT-57"));
}

/// The airplane stands so that its ghost looks past the Locust's right hand: some cards end clear of the arc.
fn beside(phase: u8) -> Scene {
    let scene = Scene::new()
        .automated()
        .set(|s| (s.area, s.turn) = ([900.0, 3000.0], 2))
        .put("mk1_locust", 450.0, 500.0, 180)
        .put("nieuport_16", 390.0, 420.0, 0);
    launched(scene, 0).phase(phase)
}

#[test]
fn a_maneuver_that_ends_clear_of_the_ghost_is_evasive() {
    proves!("INV-AUT-58");
    let decision = beside(0).decision();
    assert!(decision.cites("INV-AUT-58") && !decision.cites("INV-AUT-10"), "{decision:?}");
    // Where it went, the ghost's arc does not reach: the ghost stands 74.5 mm ahead of the airplane, its arc opens
    // 33.5 degrees to either side.
    for seed in 0..40 {
        let decision = beside(0).decision_with(seed);
        let end = decision.end.expect("an end").centre;
        let (aside, ahead) = ((end.x - 390.0).abs() - 36.1, end.y - 494.5 + 36.1);
        assert!(ahead < 0.0 || aside > ahead * 0.55, "{decision:?}");
    }
}

#[test]
fn in_the_first_phase_it_prefers_to_fire() {
    proves!("INV-AUT-59");
    let decision = beside(0).decision();
    assert!(decision.cites("INV-AUT-59"), "{decision:?}");
    // A second airplane before its front gives some cards a target.
    let two = beside(0).put("nieuport_16", 560.0, 250.0, 0).phase(0);
    let decision = two.decision();
    let told = decision.thoughts.iter().find(|t| t.rule.0 == "INV-AUT-59").expect("told");
    assert!(!told.text.starts_with("0 of them"), "{decision:?}");
    // A cooling ray has no wish.
    let cooling = beside(0).set(|s| s.vehicles[0].tripod.cooling = 1).decision();
    assert!(cooling.thoughts.iter().any(|t| t.rule.0 == "INV-AUT-59" && t.text.contains("cooling")));
}

#[test]
fn without_energy_it_prefers_an_objective() {
    proves!("INV-AUT-60");
    let scene = beside(0).set(|s| s.vehicles[0].energy = Some(0));
    assert!(scene.decision().cites("INV-AUT-60"));
    let all = scene.decisions(60);
    // An objective where only a few of them end.
    let end = scene.decision().end.expect("an end").centre;
    let with = scene.clone().objective(end.x + 55.0, end.y);
    let some = with.decisions(60);
    assert!(some.len() <= all.len(), "{some:?} {all:?}");
    let decision = with.decision();
    let told = decision.thoughts.iter().find(|t| t.rule.0 == "INV-AUT-60").expect("told");
    assert!(!told.text.starts_with("0 of them"), "{decision:?}");
}

#[test]
fn later_in_the_turn_it_tosses_for_it() {
    proves!("INV-AUT-61");
    let scene = beside(1)
        .set(|s| s.vehicles[1].airplane.flight = Some(Flight { target: VehicleId(0), count: 2, when: 6 }));
    let mut usual = 0;
    for seed in 0..300 {
        let decision = scene.decision_with(seed);
        assert!(decision.cites("INV-AUT-61"));
        usual += u64::from(decision.cites("INV-AUT-10"));
    }
    assert_share(Some(&usual), 300, 0.5);
    assert!(scene.begin().view().automated[0].reserve.len() <= 5);
}

#[test]
fn of_several_volleys_it_evades_as_many_as_it_can() {
    proves!("INV-AUT-62");
    // The second one comes from straight ahead and can not be evaded.
    let scene = beside(0).put("nieuport_16", 450.0, 250.0, 0);
    let decision = launched(scene, 0).phase(0).decision();
    let told = decision.thoughts.iter().find(|t| t.rule.0 == "INV-AUT-62").expect("told");
    assert_eq!(told.text, "At best 1 of 2 volleys are evaded.", "{decision:?}");
    // A volley whose airplane is gone can not hit any more.
    let gone =
        launched(beside(0).put("nieuport_16", 450.0, 250.0, 0), 0).with(|v| v.fate = Some(Fate::Eliminated));
    assert!(!gone.phase(0).decision().cites("INV-AUT-62"));
}
