//! SET-UP.

use crate::support::*;

#[test]
fn the_table_before_the_first_turn() {
    proves!("WW-SET-01", "WW-SET-02", "WW-SET-04", "WW-SEQ-01");
    let played = fresh("core", &[G]);
    let now = played.now();
    assert_eq!((now.phase, now.turn, now.ask), (Phase::Production, 1, Ask::Production));
    assert_eq!(now.event_deck.pile.count_ones(), 36);
    assert_eq!(now.land_deck.pile.count_ones(), 20);
    assert_eq!(now.sea_deck.pile.count_ones(), 12);
    assert_eq!((now.germs, now.colonization, now.hvp, now.mvp, now.flying_machine), (0, 0, 0, 0, 0));
    assert!(now.unit_zone.iter().all(Option::is_none) && now.harbours == 0);
    assert!(now.refugees.iter().all(|r| *r == [0, 0]));
    // Scotland was the landing zone: nothing but the income is there.
    assert_eq!(now.production, 60 - 2);
    let mut machines = Vec::new();
    for zone in ZoneId::all() {
        for colour in Colour::DIE {
            for _ in 0..now.machines[zone.index()][colour.index()] {
                machines.push((zone, colour));
            }
        }
    }
    assert_eq!(machines, [(z("scotland"), Green), (z("wales"), Yellow), (z("bristol"), Red)]);
    assert!(played.m.events().iter().any(|e| e.rule.0 == "WW-SET-04"));
}

#[test]
fn zones_start_at_their_printed_workforce() {
    proves!("WW-SET-03");
    let played = fresh("handling-machine-uprising", &[]);
    assert_eq!(played.workforce("leicester"), 6);
    assert_eq!(played.workforce("scotland"), 4);
    assert_eq!(played.workforce("london"), 12);
    let content = Content::built_in();
    assert_eq!(content.zones[z("leicester").index()].colour, GearColour::Green);
    assert_eq!(content.zones[z("scotland").index()].colour, GearColour::Yellow);
    assert_eq!(content.zones[z("london").index()].colour, GearColour::Blue);
    assert_eq!(played.state().income(), 60);
}

#[test]
fn the_first_wave_lands_ready_and_destroys_its_zone() {
    proves!("WW-SET-05", "WW-SET-06", "WW-SET-07", "WW-SET-09");
    for (die, zone, bonus, income) in [(G, "scotland", 0, 58), (Y, "wales", 5, 58), (R, "bristol", 10, 56)] {
        let played = fresh("core", &[die]);
        let wave = &played.now().waves[0];
        assert_eq!((wave.zone, wave.cylinder), (Some(z(zone)), false));
        assert_eq!((wave.tripods.count(), wave.tripods.damaged), (4, [0; 5]));
        assert_eq!(played.zone_state(zone), ZoneState::Destroyed);
        assert_eq!(played.now().production, bonus + income);
    }
}

#[test]
fn a_second_counter_starts_as_a_cylinder() {
    proves!("WW-SET-08");
    // Wave 1 in Bristol: a die, four Tripods among 5, 4, 3 and 2 colours; then Green.
    let played = fresh("core", &[R, Any(5), Any(4), Any(3), Any(2), G]);
    let wave = &played.now().waves[1];
    assert_eq!((wave.zone, wave.cylinder, wave.building), (Some(z("scotland")), true, 4));
    assert!(wave.tripods.is_empty());
    assert_eq!(played.zone_state("scotland"), ZoneState::Live);
}
