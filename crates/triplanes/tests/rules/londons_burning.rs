//! LONDON'S BURNING (INV-LON).

use crate::support::*;
use geometry::{Angle, Vec2};
use table::{Game, SetupRequest, proves};
use triplanes::*;

fn resolve(options: &[(&str, &str)]) -> Result<Setup, table::SetupError> {
    State::resolve(&Content::built_in(), &SetupRequest::of("londons-burning", options))
}

fn refused(options: &[(&str, &str)]) -> &'static str {
    resolve(options).expect_err("a refusal").rule.expect("a rule").0
}

fn place(id: u8, x: f64, y: f64, facing: i32) -> Order {
    Order::PlaceVehicle { vehicle: v(id), at: Vec2::new(x, y), facing: Angle::degrees(facing) }
}

/// Five objectives in a regular pentagon one ruler around the middle.
fn pentagon() -> [Vec2; 5] {
    [0, 720, 1440, 2160, 2880].map(|t| Vec2::new(450.0, 700.0) + Angle::from_tenths(t).fwd() * 200.0)
}

fn with_objectives() -> Play {
    let mut play = Scene::scenario("londons-burning", &[]).begin();
    for at in pentagon() {
        play.give(EARTH, &Order::PlaceObjective { at });
    }
    play
}

#[test]
fn the_frame() {
    proves!("INV-LON-01");
    let setup = resolve(&[]).expect("a set-up");
    assert_eq!((setup.area, setup.ww2, setup.objectives.len()), ([900.0, 1400.0], true, 5));
    assert_eq!(resolve(&[("players", "3,2")]).expect("five players").seats.len(), 5);
    assert_eq!(refused(&[("players", "3,3")]), "INV-LON-01");
    // A mat stands for 90 x 90 cm, and London is larger.
    let mat = resolve(&[("mat", "on")]).expect("a set-up");
    assert_eq!((mat.area, mat.mat), ([900.0, 1400.0], false));
    assert_eq!(refused(&[("bombing", "on")]), "INV-LON-04");
}

#[test]
fn two_tripods_along_the_martian_side() {
    proves!("INV-LON-02");
    let mut play = with_objectives();
    let y = 1400.0 - 31.2;
    play.give(MARS, &place(3, 400.0, y, 180));
    assert_eq!(play.refused_by(MARS, &place(4, 430.0, y, 180)), "TT-SET-08");
    assert_eq!(play.refused_by(MARS, &place(4, 600.0, 1300.0, 180)), "INV-LON-02");
    play.give(MARS, &place(4, 600.0, y, 180));
    assert_eq!(refused(&[("martians", "mk2_scarab,mk2_scarab")]), "INV-LON-02");
}

#[test]
fn five_objectives_find_their_places() {
    proves!("INV-LON-03");
    let mut play = with_objectives();
    assert_eq!(play.asks(MARS), [Ask::PlaceVehicle { vehicle: v(3) }]);
    play = Scene::scenario("londons-burning", &[]).begin();
    let far = Order::PlaceObjective { at: Vec2::new(450.0, 905.0) };
    assert_eq!(play.refused_by(EARTH, &far), "INV-LON-03");
    play.give(EARTH, &Order::PlaceObjective { at: pentagon()[0] });
    let close = Order::PlaceObjective { at: pentagon()[0] - Vec2::new(0.0, 190.0) };
    assert_eq!(play.refused_by(EARTH, &close), "INV-LON-03");
}

#[test]
fn three_fighters_in_their_own_half() {
    proves!("INV-LON-04");
    assert!(resolve(&[("earthlings", "hurricane,hurricane,hurricane")]).is_ok());
    assert!(resolve(&[("earthlings", "bf109e,spitfire_mk1,hurricane")]).is_ok());
    assert_eq!(refused(&[("earthlings", "bf109e,spitfire_mk1,ju87_stuka")]), "INV-LON-04");
    assert_eq!(refused(&[("earthlings", "bf109e,spitfire_mk1")]), "INV-LON-04");
    let mut play = with_objectives();
    let y = 1400.0 - 31.2;
    play.give(MARS, &place(3, 300.0, y, 180)).give(MARS, &place(4, 600.0, y, 180));
    assert_eq!(play.refused_by(EARTH, &place(0, 450.0, 710.0, 0)), "INV-LON-04");
    play.give(EARTH, &place(0, 450.0, 700.0, 0)).give(EARTH, &place(1, 100.0, 300.0, 45));
    play.give(EARTH, &place(2, 450.0, 690.0, 180));
    assert_eq!(play.step(), Step::PlanningPhase { phase: 0 });
}

/// Three Hurricanes, the tripods where they are told, and what of their goal is reached.
fn battle(tripods: [(f64, f64); 2], reached: usize) -> Scene {
    Scene::scenario("londons-burning", &[("setup", "quick")]).set(|s| {
        let places = [(150.0, 300.0), (450.0, 300.0), (750.0, 300.0), tripods[0], tripods[1]];
        for (vehicle, (x, y)) in s.vehicles.iter_mut().zip(places) {
            vehicle.at = Some(Vec2::new(x, y));
        }
        for tripod in &mut s.vehicles[3..] {
            tripod.facing = Angle::degrees(180);
        }
        for (index, (objective, at)) in s.objectives.iter_mut().zip(pentagon()).enumerate() {
            (objective.at, objective.reached) = (Some(at), index < reached);
        }
    })
}

/// One phase: airplanes turn away, each tripod that is in play carries out its first card.
fn phase(play: &mut Play, card: [&str; 2]) {
    for (id, card) in [(3, card[0]), (4, card[1])] {
        if play.see(id).fate == Fate::InPlay {
            let deck = play.see(id).maneuver_deck;
            let name = |card: &str| format!("{deck}_{card}");
            let cards = [name(card), name("standing_still"), name("standing_still")];
            let cards: Vec<&str> = cards.iter().map(String::as_str).collect();
            play.plan(id, &cards);
        }
    }
    for id in 0..3 {
        if play.see(id).fate == Fate::InPlay {
            play.fly(id, "left_45", Speed::Slow);
        }
    }
    for id in [3, 4] {
        if play.asks(MARS).contains(&Ask::Act { vehicle: v(id) }) {
            play.pass(id);
        }
    }
}

#[test]
fn both_tripods_have_to_be_destroyed() {
    proves!("INV-LON-05");
    let one = |s: &mut Setup| {
        s.vehicles[3].fate = Some(Fate::Eliminated);
    };
    let mut play = battle([(300.0, 1300.0), (600.0, 1300.0)], 0).set(one).begin();
    phase(&mut play, ["standing_still", "standing_still"]);
    assert_eq!(play.ended(), None);
    let play = battle([(300.0, 1300.0), (600.0, 1300.0)], 0).set(one).set(|s| {
        s.vehicles[4].fate = Some(Fate::Eliminated);
        s.step = Some(Step::Over);
    });
    assert_eq!(play.begin().ended(), Some(wins(Team::Earthlings, "INV-LON-05")));
}

#[test]
fn all_five_reached_and_both_through() {
    proves!("INV-LON-06");
    // One has left already; the other leaves now.
    let left = |s: &mut Setup| s.vehicles[3].fate = Some(Fate::Exited { earthling_side: true });
    for (reached, winner) in
        [(5, wins(Team::Martians, "INV-LON-06")), (4, wins(Team::Earthlings, "INV-WWS-03"))]
    {
        let mut play = battle([(300.0, 1300.0), (600.0, 25.0)], reached).set(left).begin();
        phase(&mut play, ["standing_still", "long_straight"]);
        assert_eq!(play.ended(), Some(winner));
    }
    // The first that leaves does not win alone.
    let mut play = battle([(300.0, 1300.0), (600.0, 25.0)], 5).begin();
    phase(&mut play, ["standing_still", "long_straight"]);
    assert_eq!((play.ended(), play.see(4).fate), (None, Fate::Exited { earthling_side: true }));
    // With one destroyed only the destruction of all airplanes is left.
    let dead = |s: &mut Setup| s.vehicles[3].fate = Some(Fate::Eliminated);
    let mut play = battle([(300.0, 1300.0), (600.0, 25.0)], 5).set(dead).begin();
    phase(&mut play, ["standing_still", "long_straight"]);
    assert_eq!(play.ended(), Some(wins(Team::Earthlings, "INV-WWS-03")));
    let gone = |s: &mut Setup| {
        for airplane in &mut s.vehicles[..3] {
            airplane.fate = Some(Fate::Eliminated);
        }
        s.step = Some(Step::Over);
    };
    let play = battle([(300.0, 1300.0), (600.0, 1300.0)], 0).set(dead).set(gone).begin();
    assert_eq!(play.ended(), Some(wins(Team::Martians, "INV-LON-06")));
}
