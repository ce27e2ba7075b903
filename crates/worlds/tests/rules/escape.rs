//! ESCAPE PHASE, NEW CYLINDERS LAND.

use crate::support::*;

fn escape(refugees: &[(&str, u8, u8)], harbours: &[&str], dice: &[Chance]) -> Played {
    let mut scene = Scene::core();
    scene.no_wave(5).cylinder(1, "scotland", 4).next_event("EV36");
    scene.now.hvp = 5;
    for (zone, ones, twos) in refugees {
        scene.refugees(zone, *ones, *twos);
    }
    for zone in harbours {
        scene.harbour(zone);
    }
    scene.play(Order::Done, dice)
}

#[test]
fn refugees_roll_where_there_is_a_harbour() {
    proves!("WW-ESC-01");
    let played = escape(&[("hull", 2, 0), ("leeds", 1, 0)], &["hull"], &[G, G]);
    assert_eq!(played.dice(|r| matches!(r, Roll::Escape { .. })).len(), 2);
    assert_eq!(played.refugees("leeds"), [1, 0]);
}

#[test]
fn the_escape_chart() {
    proves!("WW-ESC-02", "WW-ESC-03");
    for (die, points) in [(G, 1), (Y, 1)] {
        let played = escape(&[("hull", 1, 0)], &["hull"], &[die]);
        assert_eq!((played.human_points("WW-ESC-03"), played.refugees("hull")), (points, [0, 0]));
    }
    let played = escape(&[("hull", 0, 1)], &["hull"], &[G]);
    assert_eq!((played.human_points("WW-ESC-03"), played.refugees("hull")), (2, [0, 0]));
    assert!(played.told("WW-ESC-03", &What::HumanPoints { gained: 2, points: 7, germs: 0 }));
    let played = escape(&[("hull", 0, 1)], &["hull"], &[Y]);
    assert_eq!((played.human_points("WW-ESC-03"), played.refugees("hull")), (1, [1, 0]));
    assert_eq!(played.dice(|r| matches!(r, Roll::Escape { .. })).len(), 1, "who stays does not roll again");
    for points in [1, 2] {
        let played = escape(&[("hull", 2 - points, points - 1)], &["hull"], &[R]);
        assert!(played.told("WW-ESC-04", &What::Intercepted { zone: z("hull"), points }));
    }
}

#[test]
fn all_red_results_share_one_naval_battle() {
    proves!("WW-ESC-04");
    let played = escape(
        &[("hull", 1, 0), ("dover", 1, 0), ("norwich", 1, 0)],
        &["hull", "dover", "norwich"],
        &[R, G, R],
    );
    let battles: Vec<What> = played
        .events()
        .into_iter()
        .map(|(_, w)| w)
        .filter(|w| matches!(w, What::SeaBattleBegan { .. }))
        .collect();
    assert_eq!(battles, [What::SeaBattleBegan { refugees: 2, tripods: 1 }]);
    assert!(matches!(played.ask(), Ask::PlaceRefugee { .. }));
}

fn landings(played: &Played) -> Vec<ZoneId> {
    let landed = |(rule, w): (&'static str, What)| match w {
        What::WaveLanded { zone, cylinder: true, .. } if rule == "WW-CYL-02" => Some(zone),
        _ => None,
    };
    played.events().into_iter().filter_map(landed).collect()
}

#[test]
fn cylinders_land_at_two_four_six_and_eight() {
    proves!("WW-CYL-01");
    // From 1 to 7: three Refugee 2.
    let mut scene = Scene::core();
    scene.no_wave(5).cylinder(1, "scotland", 4).next_event("EV36");
    scene.now.hvp = 1;
    for zone in ["hull", "dover", "norwich"] {
        scene.refugees(zone, 0, 1).harbour(zone);
    }
    assert_eq!(landings(&scene.play(Order::Done, &[G, G, G])).len(), 3);
    // From 8 by four: a Germ, and the counter at 2.
    let mut scene = Scene::core();
    scene.no_wave(5).cylinder(1, "scotland", 4).next_event("EV36");
    scene.now.hvp = 8;
    scene.refugees("hull", 0, 2).harbour("hull");
    let played = scene.play(Order::Done, &[G, G]);
    assert_eq!(landings(&played).len(), 1);
    // They wait for the end of the Escape Phase: points of a battle land none at once.
    let mut scene = Scene::core();
    scene.battle("leeds", "GC5 yA1");
    scene.now.hvp = 1;
    let gun = scene.set(FieldGun, "C6", 1);
    let played = scene.play(Order::Fire { gun, tripod: 0 }, &[G]);
    assert!(landings(&played).is_empty() && played.now().landings == 1);
}

#[test]
fn a_cylinder_lands_where_the_chart_says() {
    proves!("WW-CYL-02");
    for (die, zone, workforce) in [(G, "scotland", 4), (Y, "wales", 5), (R, "bristol", 0)] {
        let mut scene = Scene::core();
        scene.no_wave(5).cylinder(1, "scotland", 4).workforce("bristol", 0).next_event("EV36");
        scene.now.landings = 1;
        let played = scene.play(Order::Done, &[die]);
        assert_eq!(landings(&played), [z(zone)]);
        assert_eq!(played.workforce(zone), workforce);
        let wave = played.now().waves[1];
        assert!(wave.zone == Some(z(zone)) && wave.cylinder && wave.building == 4);
    }
}

#[test]
fn no_more_than_five_waves() {
    proves!("WW-CYL-03");
    let mut scene = Scene::core();
    scene
        .no_wave(5)
        .cylinder(1, "scotland", 4)
        .wave(2, "leeds", "g")
        .wave(4, "hull", "g")
        .wave(5, "dover", "g");
    scene.next_event("EV36");
    scene.now.landings = 3;
    let played = scene.play(Order::Done, &[]);
    assert_eq!(landings(&played).len(), 1);
    assert!(played.now().waves[2].zone.is_some(), "the lowest free number");
    let told = played.events().into_iter().filter(|(_, w)| matches!(w, What::LandingsLost { .. })).count();
    assert_eq!(told, 1, "one line for all that are lost");
    let lost: u8 = played
        .events()
        .iter()
        .filter_map(|(r, w)| match w {
            What::LandingsLost { count } if *r == "WW-CYL-03" => Some(*count),
            _ => None,
        })
        .sum();
    assert_eq!((lost, played.now().landings), (2, 0));
}
