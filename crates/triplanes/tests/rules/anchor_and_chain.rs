//! ANCHOR AND CHAIN.

use crate::support::*;
use geometry::Vec2;
use table::{Viewer, proves};
use triplanes::*;

const STRAIGHT: [&str; 3] = ["R_straight"; 3];
const STILL: [&str; 3] = ["TA_standing_still"; 3];

/// The firing step: a Nieuport with an anchor at (300, 300) facing north, vehicle 0, and a Locust with an apothem
/// of 30 mm facing east at this place as seen from it. Another pair keeps the step open.
fn beside(x: f64, y: f64) -> Scene {
    let content = content_with(&[("geometry.toml", "flat_to_flat_mm = 62.4", "flat_to_flat_mm = 60.0")]);
    let scene = Scene::new().content(content).put("nieuport_16", 300.0, 300.0, 0);
    let scene = scene.with(|v| v.airplane.anchor = Anchor::Ready).put("mk1_locust", 300.0 + x, 300.0 + y, 90);
    scene.put("nieuport_16", 800.0, 600.0, 0).put("mk1_locust", 800.0, 750.0, 0).firing()
}

fn thrown(play: &Play) -> Vec<What> {
    let all = play.caused_by("TT-ANC-03", Viewer::Spectator);
    all.into_iter().filter(|w| matches!(w, What::AnchorThrown { .. })).collect()
}

#[test]
fn an_attempt_takes_the_place_of_other_weapons() {
    proves!("TT-ANC-01", "TT-AFR-07");
    // Beside the airplane and within its arc.
    let scene = || {
        beside(75.0, 80.0).set(|s| {
            let hunter = &mut s.vehicles[0];
            (hunter.airplane.rockets, hunter.airplane.cannon) = (2, true);
            hunter.last_shot = Some(LastShot { target: v(1), gun: 0, when: 2 });
        })
    };
    let mut play = scene().stack(DeckId::A, &["0"]).begin();
    assert!(play.legal(EARTH).iter().any(|o| matches!(o, Order::Fire { vehicle: VehicleId(0), .. })));
    play.hook(0, 1);
    for through in [Through::Open, Through::Armor] {
        assert_eq!(play.fire_refused(0, 1, through).rule.0, "TT-AFR-07");
        assert_eq!(play.cannon_refused(0, 1, through), "TT-AFR-07");
    }
    assert_eq!(play.launch_refused(0, 1, 1), "TT-AFR-07");
    assert_eq!(play.hook_refused(0, 1), "TT-AFR-03");
    // A series of aimed fire is broken.
    assert_eq!(play.airplane(0).aiming_at, Some(v(1)));
    play.hold(2);
    assert_eq!(play.airplane(0).aiming_at, None);
}

#[test]
fn lines_of_sight_and_arcs_do_not_matter_for_the_anchor() {
    proves!("TT-ANC-01");
    // Abeam, with another airplane in between.
    let scene = beside(120.0, 0.0).put("nieuport_16", 350.0, 300.0, 0).firing();
    let mut play = scene.begin();
    assert_eq!(play.fire_refused(0, 1, Through::Open).rule.0, "TT-AFR-02");
    play.hook(0, 1);
}

#[test]
fn the_tripod_must_be_on_the_side_within_half_a_ruler() {
    proves!("TT-ANC-02");
    for (x, y) in [(110.0, 0.0), (-110.0, 0.0), (130.0, 0.0), (66.0, 101.0), (-66.0, -101.0)] {
        assert!(beside(x, y).begin().legal(EARTH).contains(&Order::Hook { vehicle: v(0), target: v(1) }));
        beside(x, y).begin().hook(0, 1);
    }
    for (x, y, why) in [
        (0.0, 110.0, "ahead"),
        (0.0, -110.0, "behind"),
        (160.0, 0.0, "130 mm away"),
        (130.1, 0.0, "0.1 mm too far"),
        (66.0, 102.0, "through the corner"),
        (-66.0, -102.0, "through the rear corner"),
        (22.0, 5.0, "centre on the border of the base"),
        (15.0, 5.0, "centre under the base"),
    ] {
        assert_eq!(beside(x, y).begin().hook_refused(0, 1), "TT-ANC-02", "{why}");
    }
    beside(25.0, 5.0).begin().hook(0, 1);
    let play = beside(110.0, 0.0).begin();
    assert_eq!(play.hook_refused(0, 2), "TT-ANC-02", "a friend");
    assert_eq!(play.hook_refused(0, 9), "TT-ANC-02", "nobody");
}

#[test]
fn a_toppled_tripod_may_be_hooked() {
    proves!("TT-ANC-02");
    beside(110.0, 0.0)
        .set(|s| (s.vehicles[1].tripod.toppled, s.vehicles[1].plan) = (2, None))
        .begin()
        .hook(0, 1);
}

#[test]
fn a_zero_means_failure() {
    proves!("TT-ANC-03");
    let mut play = beside(110.0, 0.0).stack(DeckId::A, &["0"]).begin();
    play.hook(0, 1).hold(2);
    assert_eq!(thrown(&play), [What::AnchorThrown { vehicle: v(0), target: v(1), hooked: false }]);
    assert_eq!((play.airplane(0).console.anchor, play.airplane(0).console.hook), (Anchor::Ready, None));
    // The card was shown, did nothing and went back.
    let shown = What::TestDrawn { vehicle: v(0), card: "0".to_owned() };
    assert!(play.caused_by("TT-ANC-03", Viewer::Seat(MARS)).contains(&shown));
    assert_eq!((play.left_in(DeckId::A), play.see(0).damage.len(), play.see(1).damage.len()), (43, 0, 0));
}

#[test]
fn anything_else_hooks_the_tripod_and_uses_the_anchor() {
    proves!("TT-ANC-03");
    for card in ["2", "explosion", "2 toppled"] {
        for (x, right) in [(110.0, true), (-110.0, false)] {
            let mut play = beside(x, 0.0).stack(DeckId::A, &[card]).begin();
            play.hook(0, 1).hold(2);
            assert_eq!(thrown(&play), [What::AnchorThrown { vehicle: v(0), target: v(1), hooked: true }]);
            let seen = play.airplane_seen_by(MARS, 0).console;
            assert_eq!(seen.hook, Some(Hook { target: v(1), right, when: 5 }));
            assert_eq!(
                (seen.anchor, play.left_in(DeckId::A), play.tripod(1).console.toppled),
                (Anchor::Used, 43, 0)
            );
        }
    }
    let used = beside(110.0, 0.0).set(|s| s.vehicles[0].airplane.anchor = Anchor::Used).begin();
    assert_eq!(used.hook_refused(0, 1), "TT-ANC-03");
}

#[test]
fn another_attempt_follows_a_failure() {
    proves!("TT-ANC-03");
    let scene = Scene::new().put("nieuport_16", 450.0, 200.0, 0).with(|v| v.airplane.anchor = Anchor::Ready);
    let mut play = scene.put("mk1_locust", 560.0, 320.0, 0).stack(DeckId::A, &["0", "2"]).begin();
    play.plan(0, &STRAIGHT).plan(1, &["TA_standing_still", "TA_long_straight", "TA_standing_still"]);
    play.pass(1).hook(0, 1).pass(1).hook(0, 1);
    assert_eq!((play.airplane(0).console.anchor, thrown(&play).len()), (Anchor::Used, 2));
}

/// Phase 3 of turn 1: a tripod hooked on the left in phase 1 stands here, as seen from where the airplane will
/// come to by a straight. A second airplane is far away.
fn hooked(x: f64, y: f64) -> Scene {
    let scene = Scene::new().set(|s| s.area = [1200.0, 1200.0]).from_step(Step::Actions { phase: 2 });
    let scene = scene.put("nieuport_16", 600.0, 600.0, 0).planned(&STRAIGHT);
    let scene = scene.with(|v| {
        v.airplane.anchor = Anchor::Used;
        v.airplane.hook = Some(Hook { target: VehicleId(1), right: false, when: 5 });
    });
    let scene = scene.put("mk1_locust", 600.0 + x, 697.0 + y, 0).planned(&STILL);
    scene.put("nieuport_16", 1000.0, 300.0, 0).planned(&STRAIGHT)
}

/// What came of it when the turn is over.
fn fell(play: &Play) -> bool {
    let held = play.happened(Viewer::Spectator).into_iter().find_map(|what| match what {
        What::AnchorHolds { held, .. } => Some(held),
        _ => None,
    });
    let fell = play.tripod(1).console.toppled == 6;
    assert_eq!(held, Some(fell), "the look is announced");
    assert_eq!((play.times("TT-ANC-04"), play.times("TT-ANC-06")), (usize::from(fell), usize::from(!fell)));
    assert_eq!((play.airplane(0).console.anchor, play.airplane(0).console.hook), (Anchor::Used, None));
    fell
}

#[test]
fn a_hooked_tripod_is_entangled_two_movement_steps_later() {
    proves!("TT-ANC-04", "TT-ANC-06");
    // A corner of the base, 36.03 mm from its centre, points to the airplane.
    for (x, y, entangled) in [
        (-150.0 - 36.03, 0.0, true),
        (-200.0 - 36.02, 0.0, true),
        (-200.1 - 36.03, 0.0, false),
        (150.0 + 36.03, 0.0, false),
        (0.0, 120.0, false),
        (-66.0, 101.0, true),
        (-66.0, 103.0, false),
    ] {
        let mut play = hooked(x, y).begin();
        play.rest_of_turn();
        assert_eq!(fell(&play), entangled, "({x}, {y})");
    }
}

#[test]
fn the_phase_between_does_not_matter() {
    proves!("TT-ANC-04");
    // After phase 2 the tripod is ahead of the airplane, after phase 3 on its left.
    let scene = hooked(-60.0, 23.0).from_step(Step::Actions { phase: 1 });
    let scene = scene.set(|s| s.vehicles[0].at = Some(Vec2::new(600.0, 503.0)));
    let mut play = scene.begin();
    play.rest_of_phase();
    assert_eq!((play.tripod(1).console.entangled, play.tripod(1).console.toppled), (false, 0));
    assert_eq!(play.airplane(0).console.hook, Some(Hook { target: v(1), right: false, when: 5 }));
    play.rest_of_phase();
    assert!(fell(&play));
}

#[test]
fn a_hook_in_the_third_phase_is_looked_at_in_the_next_turn() {
    proves!("TT-ANC-04");
    let scene = Scene::new().set(|s| s.area = [900.0, 3000.0]).put("nieuport_16", 450.0, 200.0, 0);
    let scene = scene.with(|v| v.airplane.anchor = Anchor::Ready).put("mk1_locust", 560.0, 230.0, 0);
    let mut play = scene.stack(DeckId::A, &["2"]).begin();
    let walk = ["TA_long_straight", "TA_long_straight", "TA_running"];
    play.plan(0, &STRAIGHT).plan(1, &walk).until(Step::Firing { phase: 2 }).hook(0, 1);
    assert_eq!(play.airplane(0).console.hook, Some(Hook { target: v(1), right: true, when: 7 }));
    play.plan(0, &STRAIGHT).plan(1, &walk).rest_of_phase();
    assert_eq!((play.times("TT-ANC-04"), play.tripod(1).console.toppled), (0, 0));
    play.rest_of_phase();
    // It lost its third card.
    assert_eq!((play.times("TT-ANC-04"), play.times("TT-ANC-05"), play.view().turn), (1, 1, 3));
}

#[test]
fn an_entangled_tripod_falls_with_six_counters() {
    proves!("TT-ANC-05");
    let mut play = hooked(-150.0, 0.0).begin();
    play.rest_of_turn();
    let topples = What::Toppled { vehicle: v(1), counters: 6 };
    assert_eq!(play.caused_by("TT-ANC-05", Viewer::Spectator), [topples]);
    let around = ["R_left_60", "R_left_60", "R_left_60"];
    for (turn, counters) in [(2, 6), (3, 3)] {
        assert_eq!((play.view().turn, play.tripod(1).console.toppled), (turn, counters));
        assert!(play.asks(MARS).is_empty(), "it plans no card");
        play.plan(0, &around).plan(2, &around);
        if play.view().turn == turn {
            play.rest_of_turn();
        }
    }
    // It stood up at the start of phase 3 of turn 3.
    let stood = play
        .m
        .events()
        .iter()
        .position(|e| *e.seen_by(Viewer::Umpire).expect("all") == What::StoodUp { vehicle: v(1) });
    let reveals = play.m.events().iter().enumerate().filter(|(_, e)| e.rule.0 == "TT-MOV-01");
    let before = reveals.filter(|(index, _)| Some(*index) < stood).count();
    assert_eq!(before, 1 + 3 + 2);
    assert_eq!((play.view().turn, play.tripod(1).console.toppled), (4, 0));
    assert_eq!(play.asks(MARS), [Ask::Plan { vehicle: v(1) }]);
    play.plan(1, &STILL);
}

#[test]
fn it_falls_after_the_firing_step() {
    proves!("TT-ANC-05");
    // The tripod faces the airplane that flies past it, and its heat-ray hits.
    let scene = hooked(-110.0, 0.0).stack(DeckId::X, &["2"]);
    let mut play = scene.set(|s| s.vehicles[1].facing = geometry::Angle::degrees(90)).begin();
    play.act(1, Action::HeatRay { from: Side::Front });
    assert_eq!(play.step(), Step::Firing { phase: 2 });
    assert_eq!((play.tripod(1).console.entangled, play.tripod(1).console.toppled), (true, 0));
    play.rest_of_phase();
    assert_eq!((play.points(0), play.tripod(1).console.toppled, play.energy(1)), (2, 6, 8));
    let rules: Vec<&str> = play.m.events().iter().map(|e| e.rule.0).collect();
    let place =
        |rules: &[&str], names: [&str; 2]| rules.iter().position(|r| names.contains(r)).expect("an event");
    assert!(place(&rules, ["TT-TFR-06", "TT-TFR-07"]) < place(&rules, ["TT-ANC-05", "TT-ANC-05"]));
}

#[test]
fn counters_do_not_add_up() {
    proves!("TT-ANC-05");
    // It lies already, and nobody has anything to decide in this phase.
    for counters in [1, 4, 6] {
        let scene = hooked(-150.0, 0.0)
            .set(|s| (s.vehicles[1].tripod.toppled, s.vehicles[1].plan) = (counters, None));
        let play = scene.begin();
        assert_eq!((play.view().turn, play.tripod(1).console.toppled), (2, 6));
    }
}

#[test]
fn an_airplane_that_is_gone_entangles_nobody() {
    proves!("TT-ANC-06");
    // It leaves across the Martian side in phase 3.
    let scene = hooked(-150.0, 0.0).set(|s| {
        s.vehicles[0].at = Some(Vec2::new(600.0, 1150.0));
        s.vehicles[1].at = Some(Vec2::new(450.0, 1160.0));
    });
    let mut play = scene.begin();
    play.rest_of_turn();
    assert!(matches!(play.see(0).fate, Fate::Exited { .. }));
    assert!(!fell(&play));
    assert_eq!(play.tripod(1).console.toppled, 0);
}

#[test]
fn only_who_carries_an_anchor_throws_one() {
    proves!("TT-ANC-07");
    let none = beside(110.0, 0.0).set(|s| s.vehicles[0].airplane.anchor = Anchor::None).begin();
    assert_eq!(none.hook_refused(0, 1), "TT-ANC-07");
    assert!(!none.legal(EARTH).iter().any(|o| matches!(o, Order::Hook { .. })));
    let options = [("earthlings", "nieuport_16,fokker_dvii+anchor")];
    let play = Scene::scenario("simple-battle", &options).begin();
    assert_eq!([0, 1].map(|id| play.airplane(id).console.anchor), [Anchor::None, Anchor::Ready]);
    let tripod = beside(110.0, 0.0).set(|s| s.vehicles[1].airplane.anchor = Anchor::Ready);
    assert_eq!(tripod.refused_by(), "TT-AFR-07");
}
