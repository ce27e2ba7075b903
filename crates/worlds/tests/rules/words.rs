//! What the log says: numbers with their words, every target named, no place said twice.

use crate::support::*;

#[test]
fn one_is_one_and_two_are_several() {
    proves!("WW-END-01");
    let state = Scene::core().begin(&[]);
    let tell = |what: What| state.state().tell(&what);
    let over = tell(What::BattleEnded { humans: 1, tripods: 2 });
    assert_eq!(over, "The battle is over; left are 1 unit and 2 Tripods.");
    assert_eq!(tell(What::FlyingMachine { pieces: 1 }), "Flying Machine: 1 piece.");
    assert_eq!(tell(What::SeaBattleBegan { refugees: 1, tripods: 1 }), "Naval Battle: 1 Refugee, 1 Tripod.");
    assert!(tell(What::LandingsLost { count: 9 }).contains("9 Cylinders are lost"));
    assert!(tell(What::LandingsLost { count: 1 }).contains("1 Cylinder is lost"));
    assert!(tell(What::HumanPoints { gained: 1, points: 3, germs: 0 }).starts_with("1 Human Victory point:"));
    assert!(tell(What::Escaped { zone: z("hull"), points: 1 }).starts_with("1 point escapes"));
}

#[test]
fn the_tripods_of_a_zone_are_said_once_and_in_the_plural() {
    proves!("WW-SC2-06");
    let mut scene = Scene::of("handling-machine-uprising");
    scene.group("scotland", "gy");
    let state = scene.begin(&[]);
    let band = z("scotland").0;
    let does = What::MartianDoes { band, zone: z("scotland"), action: MartianAction::Devastate };
    assert_eq!(state.state().tell(&does), "The Tripods in Scotland devastate.");
    let uses = What::Devastates { band, zone: z("scotland"), attack: Devastation::HeatRay };
    assert_eq!(state.state().tell(&uses), "The Tripods in Scotland use the Heat Ray.");
    let roll = Roll::MartianAction { band, zone: z("scotland") };
    let die = What::Die { roll, colour: Green };
    assert_eq!(state.state().tell(&die), "Green is rolled for the Tripods in Scotland.");
    let moved = What::WaveMoved { band, from: z("scotland"), to: z("carlisle") };
    assert_eq!(state.state().tell(&moved), "Tripods move from Scotland to Carlisle.");
    // In the core game a Wave does one thing in its zone.
    let core = Scene::core().begin(&[]);
    let does = What::MartianDoes { band: 4, zone: z("scotland"), action: MartianAction::Devastate };
    assert_eq!(core.state().tell(&does), "Wave 5 in Scotland devastates.");
}

#[test]
fn the_roll_at_the_end_of_a_turn_names_its_colour() {
    proves!("WW-VIC-08", "WW-VIC-09");
    let mut scene = Scene::core();
    scene.no_wave(5).cylinder(1, "wales", 4).next_event("EV36");
    (scene.now.germs, scene.now.colonization) = (8, 7);
    let played = scene.play(Order::Done, &[G, Any(1), G, G]);
    let said = |entry: &str| -> Vec<String> {
        let told = played.events().into_iter().filter(|(rule, _)| *rule == entry);
        told.map(|(_, what)| played.state().tell(&what)).collect()
    };
    let (won, lost) = (&said("WW-VIC-08")[0], &said("WW-VIC-09")[0]);
    assert!(won.ends_with("is rolled for the Germs (yellow wins)."), "{won}");
    assert!(lost.ends_with("is rolled for the Colonization (red loses)."), "{lost}");
}
