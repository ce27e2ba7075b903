//! IMPORTANT TERMS.

use super::pursued;
use crate::support::*;
use table::proves;
use triplanes::EnergyStatus::{Cruising, Emergency, Full, Powerless};
use triplanes::*;

#[test]
fn the_energy_status_is_one_of_four() {
    proves!("INV-AUT-09", "INV-AUT-10", "INV-AUT-11", "INV-AUT-12");
    let of = |energy| EnergyStatus::of(energy, 8, 3);
    let all: Vec<EnergyStatus> = (0..=8).map(of).collect();
    assert_eq!(
        all,
        [Powerless, Emergency, Emergency, Emergency, Cruising, Cruising, Cruising, Cruising, Full]
    );
    // After a battery damage the maximum is lower.
    assert_eq!(EnergyStatus::of(7, 7, 3), Full);
    assert_eq!(EnergyStatus::of(3, 3, 3), Full);
    assert_eq!(EnergyStatus::of(0, 0, 3), Powerless);
    let told = |energy: u8| Scene::lonely(450.0, 500.0, 180).energy(energy).phase(0).decision();
    for (energy, rule) in [(8, "INV-AUT-10"), (7, "INV-AUT-11"), (2, "INV-AUT-12"), (0, "INV-AUT-09")] {
        let decision = told(energy);
        assert!(decision.cites(rule), "{energy}: {decision:?}");
        assert_eq!(decision.status, EnergyStatus::of(energy, decision.rating, decision.recharge_level));
    }
    let battery =
        Scene::lonely(450.0, 500.0, 180).with(|v| (v.tripod.battery, v.energy) = (1, Some(7))).phase(0);
    assert_eq!(battery.decision().status, Full);
}

#[test]
fn enemies_are_nearby_within_one_and_a_half_rulers_from_base_to_base() {
    proves!("INV-AUT-08", "INV-AUT-15");
    let near = |gap: f64| pursued(gap).phase(0).decision().airplanes[0].nearby;
    assert!(near(300.0) && !near(301.0));
    let decision = pursued(310.0).phase(0).decision();
    assert!((decision.airplanes[0].distance - 310.0).abs() < 0.01);
    // One of several is enough, wherever it is.
    let two = |gap: f64| {
        let scene = pursued(450.0).put("nieuport_16", 450.0 + super::centres(gap), 520.0, 90);
        scene.set(|s| s.area = [1400.0, 3000.0]).phase(0).decision()
    };
    // Seen from the side the base is a corner wide: 36.0 mm.
    assert!(two(290.0).airplanes.iter().any(|s| s.nearby));
    assert!(two(310.0).airplanes.iter().all(|s| !s.nearby));
}

#[test]
fn it_faces_the_earthling_side_if_no_turn_shortens_the_way_by_more_than_half_a_ruler() {
    proves!("INV-AUT-13", "INV-AUT-14");
    let marches = |y: f64, facing: i32| {
        let decision = Scene::lonely(450.0, y, facing).top(&[1]).phase(0).decision();
        assert_ne!(decision.cites("INV-AUT-18"), decision.cites("INV-AUT-19"), "{decision:?}");
        decision.cites("INV-AUT-19")
    };
    assert!(marches(500.0, 180));
    assert!(!marches(500.0, 0));
    // 40 degrees off: the next orientation saves 120.6 mm at 500 mm, and 72.4 mm at 300 mm.
    assert!(!marches(500.0, 140));
    assert!(marches(300.0, 140));
    // A line that leaves by another side is no line at all.
    let aslant = Scene::lonely(850.0, 300.0, 140).top(&[1]).phase(0).decision();
    assert!(aslant.cites("INV-AUT-18"));
}
