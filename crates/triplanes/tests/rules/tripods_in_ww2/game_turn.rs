//! THE MARTIAN GAME TURN AND THE EARTHLING GAME TURN (INV-WW2-05 to INV-WW2-09).

use super::{apart, idle};
use crate::support::*;
use table::{Viewer, proves};
use triplanes::*;

/// One planning and one action phase in which nothing happens.
fn quiet_phase(play: &mut Play) {
    let card = if play.fly_allowed("left_45") { "left_45" } else { "straight" };
    play.fly(0, card, Speed::Slow);
    idle(play);
}

impl Play {
    fn fly_allowed(&self, card: &str) -> bool {
        self.legal(EARTH).contains(&self.flight(0, card, Speed::Slow))
    }
}

#[test]
fn six_phases_make_a_martian_turn() {
    proves!("INV-WW2-05", "INV-WW2-06");
    let mut play = apart("spitfire_mk1").begin();
    for phase in [0, 1, 2, 0] {
        assert_eq!(play.step(), Step::PlanningPhase { phase });
        quiet_phase(&mut play);
    }
    let steps: Vec<String> = play
        .happened(Viewer::Spectator)
        .iter()
        .filter_map(|what| match what {
            What::TurnBegan { turn } => Some(format!("turn {turn}")),
            What::PlanningBegan { phase, earthling_turn } => Some(format!("P{phase}/{earthling_turn}")),
            What::Revealed { phase, .. } => Some(format!("A{phase}")),
            _ => None,
        })
        .collect();
    let expected = ["turn 1", "P1/1", "A1", "P2/2", "A2", "P3/3", "A3", "turn 2", "P1/4", "A1", "P2/5"];
    assert_eq!(steps, expected);
}

#[test]
fn three_turns_of_the_earthlings_in_one_of_the_martians() {
    proves!("INV-WW2-06");
    let mut play = apart("spitfire_mk1").set(|s| s.turn = 4).begin();
    for turn in [10, 11, 12, 13] {
        assert_eq!(play.view().earthling_turn, Some(turn));
        quiet_phase(&mut play);
    }
}

#[test]
fn a_turn_is_a_turn_of_its_own_book() {
    proves!("INV-WW2-07", "INV-WW2-09");
    // Both on fire since the end of turn 1.
    let scene = apart("spitfire_mk1").with(|v| v.flames = 3).set(|s| s.vehicles[0].flames = 3);
    let scene = scene.stack(DeckId::PA, &["1", "1", "1"]).stack(DeckId::WA, &["1"]).set(|s| s.turn = 2);
    let mut play = scene.begin();
    for left in [2, 1, 0] {
        quiet_phase(&mut play);
        assert_eq!((play.see(0).flames, play.see(1).flames), (left, 2));
    }
    assert_eq!(play.drawn(0), [DeckId::PA; 3]);
    assert_eq!((play.points(0), play.points(1)), (3, 1));
    assert_eq!(play.times("INV-WW2-09"), 6);
}

#[test]
fn flames_take_points_and_explosions_alone() {
    proves!("INV-WW2-09");
    let scene = apart("spitfire_mk1").set(|s| s.vehicles[0].flames = 3);
    let mut play = scene.stack(DeckId::PA, &["1 gyroscope +1 /rudder_left"]).begin();
    quiet_phase(&mut play);
    assert_eq!(play.points(0), 1);
    assert_eq!(play.see(0).hidden.map(|h| h.left_jam || h.next_left_jam), Some(false));
    assert!(play.fly_allowed("left_45"));
}

#[test]
fn stationary_or_running_once_a_martian_turn() {
    proves!("INV-WW2-08");
    let mut play = apart("spitfire_mk1").begin();
    let three = play.plan_refused(1, &["TA_long_straight", "TA_short_straight", "TA_long_straight"]);
    assert_eq!(three.rule.0, "TT-TMN-08");
    play.plan(1, &["TA_long_straight", "TA_short_straight", "TA_standing_still"]);
    for _ in 0..3 {
        play.fly(0, "straight", Speed::Slow).pass(1);
    }
    assert_eq!((play.view().turn, play.times("TT-TIL-01")), (2, 0));
}
