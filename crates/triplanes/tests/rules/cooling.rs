//! COOLING.

use crate::support::*;
use table::proves;
use triplanes::*;

const FLY: [&str; 3] = ["R_straight"; 3];
const STAND: [&str; 3] = ["TA_standing_still"; 3];

fn ray(from: Side) -> Action {
    Action::HeatRay { from }
}

/// Airplane 0 has the rear of tripod 1 before its guns in phases 1 and 2.
fn chase() -> Scene {
    Scene::new().put("nieuport_16", 450.0, 200.0, 0).put("mk1_locust", 450.0, 500.0, 0).energy(5)
}

fn window(scene: &Scene) -> Play {
    let mut play = scene.begin();
    play.plan(0, &FLY).plan(1, &STAND);
    play
}

#[test]
fn a_projector_that_fired_cools_until_the_next_firing_step() {
    proves!("TT-COO-01");
    let mut play = window(&chase());
    play.act(1, ray(Side::Front));
    assert_eq!((play.step(), play.tripod(1).console.cooling), (Step::Firing { phase: 0 }, 0));
    play.hold(0);
    assert_eq!((play.step(), play.tripod(1).console.cooling), (Step::Actions { phase: 1 }, 1));
    assert!(play.cites("TT-COO-01"));
    play.pass(1);
    assert_eq!((play.step(), play.tripod(1).console.cooling), (Step::Firing { phase: 1 }, 0));
    play.hold(0);
    assert_eq!(play.tripod(1).console.cooling, 0, "a phase without a shot needs no cooling");
}

#[test]
fn no_projector_fires_while_the_generator_cools() {
    proves!("TT-COO-02");
    for scene in [chase(), chase().printed()] {
        let mut play = window(&scene);
        play.act(1, ray(Side::Front)).hold(0);
        for side in [Side::Front, Side::FrontRight, Side::FrontLeft] {
            assert_eq!(play.act_refused(1, ray(side)).rule.0, "TT-COO-02");
        }
        assert_eq!(play.energy(1), 4, "the refusal costs nothing");
        play.pass(1).hold(0);
        assert_eq!(play.step(), Step::Actions { phase: 2 });
        play.act(1, ray(Side::FrontRight));
        assert_eq!(play.energy(1), 3);
    }
}

#[test]
fn a_shot_in_phase_3_blocks_phase_1_of_the_next_turn() {
    proves!("TT-COO-02");
    let mut play = window(&chase());
    play.until(Step::Actions { phase: 2 }).act(1, ray(Side::Front)).until(Step::Planning);
    assert_eq!((play.view().turn, play.tripod(1).console.cooling), (2, 1));
    play.plan(0, &["R_right_60"; 3]).plan(1, &STAND);
    assert_eq!(play.act_refused(1, ray(Side::FrontLeft)).rule.0, "TT-COO-02");
    play.pass(1).until(Step::Actions { phase: 1 }).act(1, ray(Side::FrontLeft));
    assert_eq!(play.energy(1), 3);
}

#[test]
fn cooling_goes_on_while_the_tripod_is_toppled() {
    proves!("TT-COO-02");
    let fallen = chase().with(|v| (v.tripod.toppled, v.tripod.cooling) = (3, 1));
    let mut play = fallen.put("mk1_locust", 800.0, 800.0, 0).begin();
    play.plan(0, &FLY).plan(2, &STAND);
    assert_eq!(play.tripod(1).console.cooling, 1);
    play.pass(2);
    assert_eq!((play.step(), play.tripod(1).console.cooling), (Step::Firing { phase: 0 }, 0));
    assert_eq!(play.tripod(1).console.toppled, 2);
}
