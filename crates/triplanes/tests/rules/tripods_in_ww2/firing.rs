//! Gunnery of WW2 airplanes (INV-WW2-16).

use crate::support::*;
use table::{Viewer, proves};
use triplanes::*;

fn lists(play: &Play) -> Vec<(u8, Range, Vec<DeckId>)> {
    let told = play.happened(Viewer::Spectator).into_iter();
    told.filter_map(|what| match what {
        What::GunsFired { gun, range, counters, .. } => Some((gun, range, counters)),
        _ => None,
    })
    .collect()
}

#[test]
fn each_gun_draws_its_list() {
    proves!("INV-WW2-16");
    use DeckId::{A, B, C};
    for (airplane, short, long) in [
        ("bf109e", vec![A, C, C], vec![C]),
        ("spitfire_mk1", vec![B, B], vec![B]),
        ("hurricane", vec![B, B], vec![B]),
        ("yak1", vec![A, C], vec![C]),
        ("re2001", vec![A, B], vec![A]),
    ] {
        for (gap, range, list) in [(90.0, Range::Short, &short), (150.0, Range::Long, &long)] {
            let mut play = Scene::ww2_duel(airplane, gap, 0).firing().begin();
            play.fire(0, 1, Through::Open);
            assert_eq!(lists(&play), [(0, range, list.clone())], "{airplane}");
            let drawn: Vec<DeckId> = list.iter().filter_map(|d| d.counters()).collect();
            assert_eq!(play.drawn(1), drawn, "{airplane}");
        }
    }
}

/// A Stuka with a Locust ahead and another behind.
fn stuka() -> Scene {
    let scene = Scene::new().ww2().set(|s| s.area = [900.0, 3000.0]).put("ju87_stuka", 450.0, 400.0, 0);
    scene.put("mk1_locust", 450.0, 560.0, 0).put("mk1_locust", 450.0, 240.0, 180)
}

fn shot(gun: u8, target: u8) -> Order {
    let (vehicle, target, through) = (v(0), v(target), Through::Open);
    Order::Fire { vehicle, target, gun, through, sniper: false, perfect_aim: false }
}

#[test]
fn the_rear_gunner_fires_on_his_own() {
    proves!("INV-WW2-16");
    let mut play = stuka().stack(DeckId::WA, &["2", "3 battery"]).firing().begin();
    assert_eq!(play.asks(EARTH), [Ask::Fire { vehicle: v(0) }, Ask::FireGun { vehicle: v(0), gun: 1 }]);
    assert_eq!(play.refused_by(EARTH, &shot(0, 2)), "TT-AFR-02");
    assert_eq!(play.refused_by(EARTH, &shot(1, 1)), "TT-AFR-02");
    play.give(EARTH, &shot(0, 1));
    assert_eq!(play.refused_by(EARTH, &shot(0, 1)), "TT-AFR-03");
    play.give(EARTH, &shot(1, 2));
    assert_eq!((play.drawn(1), play.drawn(2)), (vec![DeckId::WA], vec![DeckId::WA]));
    assert_eq!((play.points(1), play.points(2)), (2, 3));
}

#[test]
fn aim_and_jams_belong_to_a_gun() {
    proves!("INV-WW2-16", "INV-WW2-04");
    let aim = |s: &mut Setup| {
        let last_shot = Some(LastShot { target: v(2), gun: 1, when: 2 });
        s.vehicles[0].guns = vec![GunSetup { gun: 1, last_shot, ..GunSetup::default() }];
    };
    let mut play = stuka().set(aim).stack(DeckId::WA, &["0 jammed_guns", "2"]).firing().begin();
    play.give(EARTH, &shot(0, 1)).give(EARTH, &shot(1, 2));
    // One more point for an aimed counter that is not a 0; the front gun jams alone.
    assert_eq!((play.points(1), play.points(2)), (0, 3));
    assert_eq!((play.airplane(0).jammed, play.airplane(0).guns[0].jammed), (3, 0));
    assert_eq!(play.fly_asked(), [Ask::Fly { vehicle: v(0) }]);
}

impl Play {
    fn fly_asked(&self) -> Vec<Ask> {
        self.asks(EARTH)
    }
}

#[test]
fn within_one_ruler_and_the_arc() {
    proves!("INV-WW2-16");
    let far = Scene::ww2_duel("bf109e", 201.0, 0).firing().begin();
    assert_eq!(far.fire_refused(0, 1, Through::Open).rule.0, "TT-AFR-02");
    let abeam = Scene::new().ww2().put("bf109e", 450.0, 400.0, 0).put("mk1_locust", 600.0, 400.0, 0);
    assert_eq!(abeam.firing().begin().fire_refused(0, 1, Through::Open).rule.0, "TT-AFR-02");
    // 100 mm is short range, a little more is long range.
    for (gap, range) in [(100.0, Range::Short), (100.5, Range::Long)] {
        let mut play = Scene::ww2_duel("bf109e", gap, 0).firing().begin();
        play.fire(0, 1, Through::Open);
        assert_eq!(lists(&play)[0].1, range);
    }
}

#[test]
fn rockets_draw_counters_too() {
    proves!("INV-WW2-13");
    let flight = |s: &mut Setup| {
        let rockets = Flight { target: v(1), count: 2, when: 2 };
        (s.vehicles[0].airplane.flight, s.vehicles[0].flown) = (Some(rockets), Some(1));
    };
    let scene = Scene::ww2_duel("spitfire_mk1", 150.0, 0).set(flight).stack(DeckId::WD, &["2", "3"]);
    let mut play = scene.firing().begin();
    play.until(Step::PlanningPhase { phase: 1 });
    assert_eq!((play.drawn(1), play.points(1)), (vec![DeckId::WD; 2], 5));
}
