//! DEVASTATION PHASE.

use crate::support::*;

/// A Wave in a zone before the Devastation Phase; the turn goes on with these dice.
fn devastated(zone: &str, workforce: u8, tripods: &str, die: Chance) -> Played {
    let mut scene = Scene::core().production(0);
    scene.no_wave(5).wave(1, zone, tripods).workforce(zone, workforce);
    scene.play(Order::Done, &[die])
}

#[test]
fn each_wave_rolls_in_rising_number_and_cylinders_do_not() {
    proves!("WW-DEV-01");
    let mut scene = Scene::core().production(0);
    scene.no_wave(5).wave(4, "leeds", "g").wave(1, "hull", "y").cylinder(2, "wales", 4);
    let played = scene.play(Order::Done, &[G, Y]);
    let rolls: Vec<Roll> = played
        .events()
        .into_iter()
        .filter_map(|(_, what)| match what {
            What::Die { roll, .. } => Some(roll),
            _ => None,
        })
        .collect();
    assert_eq!(rolls, [Roll::Devastation { band: 0 }, Roll::Devastation { band: 3 }]);
    assert_eq!((played.workforce("hull"), played.workforce("leeds"), played.workforce("wales")), (4, 6, 5));
}

#[test]
fn the_chart_of_attacks() {
    proves!("WW-DEV-02");
    for (die, attack) in [(G, Devastation::HeatRay), (Y, Devastation::BlackSmoke), (R, Devastation::Panic)] {
        let played = devastated("leeds", 8, "g", die);
        assert!(played.told("WW-DEV-02", &What::Devastates { band: 0, zone: z("leeds"), attack }));
    }
}

#[test]
fn heat_ray_smoke_and_panic() {
    proves!("WW-DEV-03", "WW-DEV-04", "WW-DEV-05");
    let played = devastated("leeds", 8, "gyR", G);
    assert_eq!((played.workforce("leeds"), played.refugees("leeds")), (5, [3, 0]));
    assert_eq!(played.state().gears(z("leeds")), 4);
    let played = devastated("leeds", 8, "gyR", Y);
    assert_eq!((played.workforce("leeds"), played.refugees("leeds")), (2, [0, 0]));
    assert_eq!(played.state().gears(z("leeds")), 2);
    let played = devastated("oxford", 6, "gyrb", R);
    assert_eq!((played.workforce("oxford"), played.refugees("oxford")), (6, [0, 4]));
    for (die, rule) in [(G, "WW-DEV-03"), (Y, "WW-DEV-04"), (R, "WW-DEV-05")] {
        assert!(devastated("leeds", 8, "g", die).cites(rule));
    }
}

#[test]
fn lost_workforce_lowers_the_gears() {
    proves!("WW-DEV-06");
    let played = devastated("birmingham", 5, "g", G);
    assert_eq!((played.workforce("birmingham"), played.state().gears(z("birmingham"))), (4, 2));
}

#[test]
fn workforce_zero_destroys_the_zone_and_touches_nothing_else() {
    proves!("WW-DEV-07");
    let mut scene = Scene::core().production(0);
    scene.no_wave(5).wave(1, "wales", "gyrb").workforce("wales", 4).harbour("wales").refugees("wales", 1, 0);
    scene.machine("wales", Yellow);
    scene.now.mills[z("wales").index()] = 1;
    let unit = scene.unit(Infantry, "wales");
    let played = scene.play(Order::Done, &[Y]);
    assert_eq!((played.zone_state("wales"), played.workforce("wales")), (ZoneState::Destroyed, 0));
    let now = played.now();
    assert_eq!(now.unit_zone[unit.index()], Some(z("wales")));
    assert!(now.harbours & z("wales").bit() != 0 && now.mills[z("wales").index()] == 1);
    assert_eq!((played.refugees("wales"), now.machines[z("wales").index()]), ([1, 0], [0, 1, 0]));
    assert!(played.told("WW-DEV-07", &What::ZoneDestroyed { zone: z("wales") }));
}

#[test]
fn whoever_flees_does_so_for_each_tripod_also_from_ruins() {
    proves!("WW-DEV-08");
    let played = devastated("dover", 2, "gyrb", G);
    assert_eq!((played.zone_state("dover"), played.refugees("dover")), (ZoneState::Destroyed, [4, 0]));
    let played = devastated("scotland", 0, "gyrb", R);
    assert_eq!(played.refugees("scotland"), [0, 4]);
    assert!(played.told("WW-DEV-08", &What::Refugees { zone: z("scotland"), points: 2, count: 4 }));
    let played = devastated("scotland", 0, "gyrb", G);
    assert_eq!((played.workforce("scotland"), played.refugees("scotland")), (0, [4, 0]));
    // Black Smoke takes Workforce and nothing else.
    let played = devastated("scotland", 0, "gyrb", Y);
    assert_eq!(played.refugees("scotland"), [0, 0]);
    assert!(played.told("WW-DEV-08", &What::NothingToDevastate { band: 0, zone: z("scotland") }));
}

#[test]
fn a_storm_may_stop_an_attack_on_ruins_too() {
    proves!("WW-EVT-03", "WW-DEV-08");
    let mut scene = Scene::core().production(0);
    scene.no_wave(5).wave(1, "scotland", "g").workforce("scotland", 0).save("EV23");
    let mut played = scene.play(Order::Done, &[]);
    assert_eq!(played.ask(), Ask::Storm { band: 0 });
    played.order(Order::Play { card: ev("EV23") });
    assert_eq!(played.refugees("scotland"), [0, 0]);
}
