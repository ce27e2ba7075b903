//! ASSEMBLY PHASE.

use crate::support::*;

fn assembled(zone: &str, machine: Option<Colour>, building: u8, die: Chance) -> Played {
    let mut scene = Scene::core();
    scene.no_wave(5).cylinder(2, zone, building).next_event("EV36");
    if let Some(colour) = machine {
        scene.machine(zone, colour);
    }
    scene.play(Order::Done, &[die])
}

#[test]
fn a_cylinder_does_nothing() {
    proves!("WW-ASM-01");
    let mut scene = Scene::core().production(0);
    scene.no_wave(5).cylinder(2, "wales", 4).machine("wales", Yellow).next_event("EV36");
    scene.unit(SiegeGun, "wales");
    let mut played = scene.begin(&[G]);
    played.order(Order::Done).order(Order::Done);
    assert_eq!((played.now().turn, played.workforce("wales")), (2, 5));
    let wave = played.now().waves[1];
    assert!(wave.cylinder && wave.zone == Some(z("wales")));
}

#[test]
fn the_colour_of_the_machine_opens_a_cylinder() {
    proves!("WW-ASM-02", "WW-ASM-03");
    for (die, opens) in [(G, true), (Y, false), (R, false)] {
        let played = assembled("scotland", Some(Green), 4, die);
        let wave = played.now().waves[1];
        assert_eq!((!wave.cylinder, wave.tripods.count()), (opens, if opens { 4 } else { 0 }));
        assert_eq!(wave.tripods.damaged, [0; 5]);
    }
    for (die, opens) in [(G, false), (Y, false), (R, true)] {
        assert_eq!(!assembled("bristol", Some(Red), 4, die).now().waves[1].cylinder, opens);
    }
    assert!(assembled("scotland", None, 4, G).now().waves[1].cylinder, "without a machine it stays shut");
    assert_eq!(assembled("scotland", Some(Green), 3, G).now().waves[1].tripods.count(), 3);
}
