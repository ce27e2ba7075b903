//! 9.0 WEATHER.

use crate::support::*;

fn map() -> Map {
    Content::built_in().lay(&['A', 'C']).expect("mats")
}

/// The die that a green-eyed Expert rolls for a target, if he must roll at all.
fn die(sky: impl FnOnce(&mut Sky), from: (i8, i8), to: (i8, i8)) -> Option<Colour> {
    let scene = Scene::new()
        .mats("AC")
        .allied("sopwith_pup", from.0, from.1, E, 4)
        .german("albatros_d3", to.0, to.1, W, 4)
        .sky(sky)
        .dice(&[FAIL]);
    let mut board = scene.spotting();
    if board.ask() != (Ask::Look { plane: 0 }) {
        return None;
    }
    board.give(Order::LookAround);
    board.tests(Test::Spotting).first().copied()
}

#[test]
fn times_of_day() {
    proves!("WV-WEA-01", "WV-WEA-02");
    let content = Content::built_in();
    let sun = |d6: u8, columns: i8| {
        content.times.iter().find(|t| t.d6 == d6).and_then(|t| t.sun(columns)).map(|m| (m.0.x, m.0.y))
    };
    let one: Vec<_> = (1..=6).map(|n| sun(n, 20)).collect();
    assert_eq!(one, [None, Some((18, 4)), Some((18, 28)), Some((10, 28)), Some((2, 28)), Some((2, 4))]);
    let two: Vec<_> = (1..=6).map(|n| sun(n, 40)).collect();
    assert_eq!(two, [None, Some((38, 4)), Some((38, 28)), Some((18, 28)), Some((2, 28)), Some((2, 4))]);
    // The printed levels 5 and 30 lie in the same MegaHexes.
    assert!(Mega(hex(2, 4)).holds(hex(2, 5)) && Mega(hex(10, 28)).holds(hex(10, 30)));
}

#[test]
fn the_moon_shifts_nothing() {
    proves!("WV-WEA-03");
    assert_eq!(die(|s| s.moon = true, (2, 12), (10, 12)), die(|_| {}, (2, 12), (10, 12)));
    assert_eq!(die(|_| {}, (2, 12), (10, 12)), Some(Colour::Green));
}

#[test]
fn haze() {
    proves!("WV-WEA-04");
    let haze = |s: &mut Sky| s.haze = Some(4);
    assert_eq!(die(haze, (2, 9), (10, 3)), Some(Colour::Grey));
    assert_eq!(die(haze, (2, 4), (10, 3)), Some(Colour::Grey), "one shift even if both are in it");
    assert_eq!(die(haze, (2, 9), (10, 5)), Some(Colour::Green));
}

#[test]
fn thunderstorm() {
    proves!("WV-WEA-05");
    let storm = |s: &mut Sky| s.storm = Some(20);
    let board = Scene::new().allied("spad_vii", 5, 19, E, 5).sky(storm).moving();
    assert_eq!(board.no(go(Maneuver::ZoomClimb)), "WV-WEA-05");
    assert_eq!(board.no(go(Maneuver::HalfLoop)), "WV-WEA-05");
    assert!(board.may(ON) && board.may(go(Maneuver::PowerDive)));
    let climber = Scene::new().allied("spad_vii", 5, 19, Ne, 5).sky(storm).moving();
    assert_eq!(climber.no(ON), "WV-WEA-05");
    assert!(climber.may(LEVEL));
    assert_eq!(die(storm, (2, 10), (10, 21)), None, "it blocks the line of sight");
    let at = |level: i8| {
        let scene = Scene::new().allied("spad_vii", 5, level, E, 4).german("albatros_d3", 19, 5, W, 4);
        scene.sky(storm).dice(&[H1, d20(14)]).ending()
    };
    assert_eq!((at(21).shots(), at(21).plane(0).structure), (vec![Colour::Red], 1));
    assert!(at(19).shots().is_empty());
}

#[test]
fn high_stratus() {
    proves!("WV-WEA-06");
    let high = |s: &mut Sky| s.high_stratus = true;
    assert_eq!(die(high, (2, 8), (18, 15)), None, "spotted without a roll");
    let sky = Sky { high_stratus: true, ..Sky::default() };
    assert!(sky.silhouettes(hex(2, 8), hex(18, 15)) && !sky.silhouettes(hex(2, 15), hex(18, 8)));
    assert_eq!(die(high, (2, 8), (10, 22)), Some(Colour::Grey));
    assert_eq!(die(high, (2, 15), (10, 8)), Some(Colour::Green));
}

#[test]
fn medium_stratus() {
    proves!("WV-WEA-07");
    let medium = |s: &mut Sky| s.medium_stratus = true;
    assert_eq!(die(medium, (2, 25), (10, 8)), Some(Colour::Pink), "through it");
    assert_eq!(die(medium, (2, 15), (10, 8)), Some(Colour::Pink), "from it");
    let sky = Sky { medium_stratus: true, ..Sky::default() };
    assert!(sky.silhouettes(hex(2, 26), hex(10, 22)) && sky.silhouettes(hex(2, 2), hex(10, 8)));
    assert!(!sky.silhouettes(hex(2, 22), hex(10, 26)) && !sky.silhouettes(hex(2, 25), hex(10, 8)));
    assert_eq!(die(medium, (2, 26), (10, 22)), None, "spotted without a roll");
}

#[test]
fn low_stratus() {
    proves!("WV-WEA-08");
    let low = |s: &mut Sky| s.low_stratus[0] = Some(Mega(hex(4, 8)));
    assert_eq!(die(low, (1, 8), (8, 8)), Some(Colour::Pink), "not impossible");
    assert_eq!(die(low, (1, 16), (10, 16)), Some(Colour::Green));
}

#[test]
fn cumulus() {
    proves!("WV-WEA-09");
    assert_eq!(die(|s| s.cumulus[0] = Some(Mega(hex(4, 8))), (1, 8), (8, 8)), None);
    let sky = Sky { cumulus: [Some(Mega(hex(4, 8))), None, None, None, None, None], ..Sky::default() };
    assert!(sky.blocks(&map(), hex(1, 8), hex(8, 8)) && !sky.blocks(&map(), hex(1, 16), hex(8, 16)));
}

#[test]
fn weather_adds_up() {
    proves!("WV-WEA-10");
    let sky = |s: &mut Sky| {
        s.haze = Some(4);
        (s.low_stratus[0], s.low_stratus[1]) = (Some(Mega(hex(2, 4))), Some(Mega(hex(6, 4))));
    };
    assert_eq!(die(sky, (1, 4), (10, 3)), Some(Colour::White), "green - 1 - 2");
    // The own MegaHex comes first, whatever the weather.
    let scene = Scene::new().allied("sopwith_pup", 4, 8, E, 4).german("albatros_d3", 5, 8, W, 4);
    let board = scene.sky(|s| s.cumulus[0] = Some(Mega(hex(4, 8)))).spotting();
    assert_eq!(board.plane(0).seen, UnitId(1).bit());
    // A blocked line beats a silhouette.
    let blocked = |s: &mut Sky| (s.high_stratus, s.cumulus[0]) = (true, Some(Mega(hex(8, 8))));
    assert_eq!(die(blocked, (1, 8), (14, 9)), None);
    let scene = Scene::new().mats("AC").allied("sopwith_pup", 1, 8, E, 4).german("albatros_d3", 14, 9, W, 4);
    assert_eq!(scene.sky(blocked).spotting().plane(0).seen, 0);
}

#[test]
fn a_mountain_hides_what_lies_behind_it_and_not_what_stands_on_it() {
    proves!("WV-SPT-06");
    let mut rock = vec![0; 20];
    rock[10] = 12;
    let map = Map { columns: 20, rock, ground: vec![victory::map::Ground::Land; 20], front: None };
    let hides =
        |from: (i8, i8), to: (i8, i8)| Sky::default().blocks(&map, hex(from.0, from.1), hex(to.0, to.1));
    assert!(hides((6, 12), (14, 12)), "its highest level");
    assert!(!hides((6, 13), (14, 13)), "just above it");
    assert!(!hides((2, 12), (8, 12)), "beside it");
    assert!(!hides((8, 12), (10, 12)) && !hides((10, 12), (8, 12)), "an end of the line hides nothing");
}

#[test]
fn a_layer_is_a_background_for_whom_it_lies_behind() {
    proves!("WV-WEA-06", "WV-WEA-07");
    let stands_out = |layer: fn(&mut Sky), from: i8, to: i8| {
        let mut sky = Sky::default();
        layer(&mut sky);
        sky.silhouettes(hex(5, from), hex(8, to))
    };
    let medium = |from, to| stands_out(|s| s.medium_stratus = true, from, to);
    // From below, both under the layer; from above, both over it.
    assert_eq!([medium(5, 10), medium(5, 5), medium(10, 5)], [true, false, false]);
    assert_eq!([medium(30, 21), medium(21, 21), medium(21, 30)], [true, false, false]);
    assert_eq!([medium(10, 11), medium(5, 15), medium(5, 25)], [false; 3], "into the layer, or through it");
    assert_eq!([medium(25, 15), medium(25, 5), medium(11, 15), medium(15, 11)], [false; 4]);
    let high = |from, to| stands_out(|s| s.high_stratus = true, from, to);
    assert_eq!([high(5, 20), high(15, 16), high(5, 21), high(16, 15)], [true, true, false, false]);
}
