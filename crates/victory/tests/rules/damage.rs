//! 8.1.4 Damage assessment and 8.1.5 Damaged components effects.

use crate::support::*;
use Maneuver::*;

/// A SPAD VII fires at a German plane from behind, one hex away; these dice follow.
fn hit(target: &str, dice: &[Loaded], edit: impl FnOnce(&mut Plane) + 'static) -> Board {
    let scene = Scene::new().allied("spad_vii", 9, 12, E, 4).german(target, 10, 12, E, 4).change(edit);
    let mut board = scene.dice(dice).combat();
    // A gunner may ask first or last; only the SPAD fires.
    while let Ask::Gun { plane, .. } = board.ask() {
        let order = if plane == 0 { Order::Fire { target: UnitId(1), long: false } } else { Order::Hold };
        board.give(order);
        if board.happened(|w| matches!(w, What::Shot { .. })) > 0 {
            break;
        }
    }
    board
}

#[test]
fn hit_location() {
    proves!("WV-DMG-01", "WV-DMG-03");
    let part = |id: &str, roll: u8| Content::built_in().damages[kind(id).damage].part(roll);
    assert_eq!(part("bristol_f2b", 5), Part::Gunner);
    assert_eq!(part("sopwith_camel", 8), Part::Pilot);
    assert_eq!(part("albatros_d5", 7), Part::Pilot);
    assert_eq!(part("spad_vii", 12), Part::Structure);
    let two: Vec<Part> = (1..=20).map(|n| part("bristol_f2b", n)).collect();
    assert_eq!(
        two[..6],
        [Part::Engine, Part::Engine, Part::GasTank, Part::Pilot, Part::Gunner, Part::Gunner]
    );
    assert_eq!(
        (two[6], two[9], two[16], two[19]),
        (Part::Ailerons, Part::Structure, Part::Elevators, Part::Rudder)
    );
    let board = hit("albatros_d3", &[H2, d20(12)], |_| {});
    assert_eq!(board.plane(1).structure, 2, "all hits go to one part");
}

#[test]
fn front_and_rear_hits() {
    proves!("WV-DMG-02");
    let roll = |behind: bool, n: u8, option: bool| {
        let facing = if behind { E } else { W };
        let scene = Scene::new().allied("spad_vii", 9, 12, E, 4).german("dfw_c5", 10, 12, facing, 4);
        let scene = if option { scene.with(Opt::HitDirection) } else { scene };
        let mut board = scene.dice(&[H1, d20(n)]).combat();
        board.give(Order::Fire { target: UnitId(1), long: false });
        while matches!(board.ask(), Ask::Gun { .. })
            && board.happened(|w| matches!(w, What::PartHit { .. })) == 0
        {
            board.give(Order::Hold);
        }
        board
            .told()
            .into_iter()
            .find_map(|(_, w)| match w {
                What::PartHit { natural, roll, .. } => {
                    assert_eq!(natural, n, "the die itself is not touched");
                    Some((roll, board.m.state().tell(&w)))
                }
                _ => None,
            })
            .expect("a part")
    };
    let moved = |behind, n, option| roll(behind, n, option).0;
    assert_eq!((moved(true, 10, true), moved(true, 20, true), moved(false, 1, true)), (11, 20, 1));
    assert_eq!((moved(false, 10, true), moved(true, 10, false)), (9, 10));
    // The die is told as it fell, and what became of it.
    assert!(roll(true, 10, true).1.starts_with("The d20 shows 10, 11 from the rear: "));
    assert!(roll(false, 10, true).1.starts_with("The d20 shows 10, 9 head-to-head: "));
    assert!(roll(true, 10, false).1.starts_with("The d20 shows 10: "));
}

#[test]
fn structure() {
    proves!("WV-DMG-04", "WV-CRK-01");
    // The Albatros has the medium gauge: ten boxes.
    let boxes = Content::built_in().structures[kind("albatros_d3").structure].boxes;
    let on = hit("albatros_d3", &[H1, d20(12)], move |p| p.structure = boxes - 1);
    assert_eq!((on.plane(1).structure, on.plane(1).fate), (boxes, Fate::Flying));
    let past = hit("albatros_d3", &[H2, d20(12)], move |p| p.structure = boxes - 1);
    assert_eq!(past.plane(1).fate, Fate::Destroyed);
    assert!(past.plane(1).shot_down());
}

#[test]
fn structure_destroyed() {
    proves!("WV-DMG-05");
    let gauge = &Content::built_in().structures[kind("spad_vii").structure];
    assert_eq!(gauge.lines, [4, 7, 10]);
    for (from, to) in [(0, 4), (3, 4), (4, 8), (5, 7), (7, 11), (8, 10), (10, 11)] {
        assert_eq!(gauge.destroyed(from), to, "from {from}");
    }
    let board = hit("albatros_d3", &[GONE, d20(12)], |_| {});
    let gauge = &Content::built_in().structures[kind("albatros_d3").structure];
    assert_eq!(board.plane(1).structure, gauge.destroyed(0));
}

#[test]
fn control_surfaces() {
    proves!("WV-DMG-06", "WV-DMG-07");
    let rudder = hit("fokker_dr1", &[H2, d20(19)], |_| {});
    assert_eq!((rudder.plane(1).controls[2], rudder.plane(1).structure), (2, 2));
    let dead = hit("fokker_dr1", &[H1, d20(19)], |p| p.controls[2] = 2);
    assert_eq!((dead.plane(1).controls[2], dead.plane(1).structure), (3, 1));
    // Destroyed moves the disc; it is no damage point, so the structure does not suffer.
    for (before, part) in [(0, 19), (1, 19), (3, 19)] {
        let gone = hit("fokker_dr1", &[GONE, d20(part)], move |p| p.controls[2] = before);
        assert_eq!((gone.plane(1).controls[2], gone.plane(1).structure), (3, 0), "from {before}");
    }
    let more = hit("fokker_dr1", &[H2, d20(19)], |p| p.controls[2] = 3);
    assert_eq!((more.plane(1).controls[2], more.plane(1).structure), (3, 2));
    assert_eq!(hit("fokker_dr1", &[H1, d20(9)], |_| {}).plane(1).controls, [1, 0, 0]);
    assert_eq!(hit("fokker_dr1", &[H1, d20(17)], |_| {}).plane(1).controls, [0, 1, 0]);
    // What a dead rudder bars.
    let board = Scene::new().allied("spad_vii", 5, 15, E, 5).change(|p| p.controls[2] = 3).moving();
    for barred in [Roll, LevelTurnInner, Jink, Sideslip, Immelmann, FallingLeaf] {
        assert!(!board.may(go(barred)), "{barred:?}");
    }
    let board = Scene::new().allied("spad_vii", 5, 15, E, 5).change(|p| p.controls[2] = 2).moving();
    assert!(board.may(go(Roll)));
}

#[test]
fn engine() {
    proves!("WV-DMG-08", "WV-DMG-09");
    let tops = |engine: u8| {
        [22, 15, 5].map(|level| {
            let board =
                Scene::new().allied("spad_vii", 5, level, E, 3).change(move |p| p.engine = engine).moving();
            board.throttles().into_iter().max().unwrap()
        })
    };
    assert_eq!(
        (tops(0), tops(1), tops(2), tops(3), tops(4)),
        ([4, 5, 6], [4, 5, 6], [3, 4, 5], [3, 4, 5], [2, 3, 4])
    );
    // Boxes passed over take effect as well.
    let board = hit("albatros_d3", &[H3, d20(1), d6(4)], |p| p.engine = 1);
    assert_eq!(board.plane(1).engine, 4);
    assert_eq!(board.happened(|w| matches!(w, What::Leaking { rounds: 4, .. })), 1);
    let fire = hit("albatros_d3", &[H1, d20(1)], |p| (p.engine, p.leak) = (4, Some(6)));
    assert_eq!(fire.happened(|w| matches!(w, What::CaughtFire { .. })), 1);
}

#[test]
fn a_seized_engine() {
    proves!("WV-DMG-10");
    let gone = hit("albatros_d3", &[GONE, d20(1)], |_| {});
    let boxes = Content::built_in().engines[kind("albatros_d3").engine].boxes.len() as u8;
    assert_eq!((gone.plane(1).engine, gone.plane(1).throttle), (boxes, 0));
    assert_eq!(gone.happened(|w| matches!(w, What::Leaking { .. } | What::CaughtFire { .. })), 0);
    let board = Scene::new().allied("spad_vii", 5, 15, E, 5).change(move |p| p.engine = boxes).moving();
    assert_eq!((board.no(throttle(1)), board.throttles()), ("WV-DMG-10", vec![0]));
    let speeds: Vec<i8> = std::iter::successors(Some(6), |cue| Some(updated(*cue, 0))).take(5).collect();
    assert_eq!(speeds, [6, 3, 2, 1, 0]);
}

#[test]
fn gas_tank_and_leak() {
    proves!("WV-DMG-11", "WV-LEK-01");
    let board = hit("albatros_d3", &[H1, d20(4), d6(2), MISS], |_| {});
    assert!(board.plane(1).punctured);
    assert_eq!(board.happened(|w| matches!(w, What::Leaking { rounds: 2, .. })), 1);
    let second = hit("albatros_d3", &[H1, d20(4), MISS], |p| (p.punctured, p.leak) = (true, Some(5)));
    assert_eq!(second.happened(|w| matches!(w, What::Leaking { .. })), 0);
    assert_eq!(second.plane(1).leak, Some(4), "a second hit changes nothing but the round does");
    // Rolled 2: one left after this round, seized at the end of the next.
    let one =
        Scene::new().allied("spad_vii", 5, 15, E, 5).change(|p| p.leak = Some(2)).dice(&[MISS]).ending();
    assert_eq!((one.plane(0).leak, one.plane(0).engine), (Some(1), 0));
    let dry =
        Scene::new().allied("spad_vii", 5, 15, E, 5).change(|p| p.leak = Some(1)).dice(&[MISS]).ending();
    assert_eq!(dry.happened(|w| matches!(w, What::Seized { plane: 0 })), 1);
    assert!(!dry.plane(0).fire);
}

#[test]
fn a_leak_may_catch_fire() {
    proves!("WV-LEK-02");
    for (die, burns) in [(GONE, true), (H3, false), (MISS, false)] {
        let board =
            Scene::new().allied("spad_vii", 5, 15, E, 5).change(|p| p.leak = Some(4)).dice(&[die]).ending();
        assert_eq!(board.plane(0).fire, burns);
    }
}

#[test]
fn fouled_goggles() {
    proves!("WV-LEK-03");
    let scene = |facing: Facing| {
        let scene = Scene::new().allied("spad_vii", 5, 15, facing, 5).change(|p| p.fouled = true);
        scene.with(Opt::Goggles).moving()
    };
    let climber = scene(Ne);
    assert_eq!(climber.no(LEVEL), "WV-LEK-03");
    assert!(climber.may(ON));
    let level = scene(E);
    assert_eq!(level.no(go(Maneuver::LevelTurnInner)), "WV-LEK-03");
    assert_eq!(level.no(go(Maneuver::ZoomClimb)), "WV-LEK-03");
    // The leak itself fouls in the next round, and whoever flies through the hex behind it.
    let scene = Scene::new().allied("spad_vii", 9, 12, E, 4).german("albatros_d3", 10, 12, E, 4);
    let mut board = scene.with(Opt::Goggles).dice(&[H1, d20(4), d6(5), MISS]).combat();
    board.give(Order::Fire { target: UnitId(1), long: false });
    assert!(board.plane(1).fouled, "bound in the round that has just begun");
    let scene = Scene::new().allied("spad_vii", 6, 12, E, 4).german("albatros_d3", 10, 12, E, 4);
    let mut follower = scene.change(|p| p.leak = Some(6)).with(Opt::Goggles).moving();
    follower.fly(&[ON, ON]);
    assert!(!follower.plane(0).fouling);
    follower.fly(&[ON]);
    assert!(follower.plane(0).fouling && follower.plane(0).at == hex(9, 12));
    // Behind a plane without a leak the air is clean.
    let scene = Scene::new().allied("spad_vii", 6, 12, E, 4).german("albatros_d3", 10, 12, E, 4);
    let mut clean = scene.with(Opt::Goggles).moving();
    clean.fly(&[ON, ON, ON]);
    assert!(!clean.plane(0).fouling && clean.plane(0).at == hex(9, 12));
}

#[test]
fn fire() {
    proves!("WV-FIR-01", "WV-FIR-03");
    let scene = Scene::new().allied("sopwith_camel", 5, 8, E, 5).change(|p| p.fire = true);
    let mut board = scene.dice(&[H2, d20(14), MISS, H1, d20(14)]).ending();
    assert_eq!((board.shots(), board.plane(0).structure), (vec![Colour::Red], 2));
    board.play_out_round();
    board.play_out_round();
    assert_eq!(board.shots().len(), 3, "an attack every round");
    assert!(board.plane(0).fire);
    // Head-to-head matters for the d20 only.
    let scene =
        Scene::new().allied("sopwith_camel", 5, 8, E, 5).change(|p| p.fire = true).with(Opt::HitDirection);
    let board = scene.dice(&[H1, d20(14)]).ending();
    assert_eq!(board.happened(|w| matches!(w, What::PartHit { roll: 13, .. })), 1);
}

#[test]
fn putting_the_fire_out() {
    proves!("WV-FIR-02");
    let slip = |dice: &[Loaded], slipped: bool| {
        let scene = Scene::new().allied("spad_vii", 5, 8, E, 4);
        scene.change(move |p| (p.fire, p.slipped) = (true, slipped)).dice(dice).ending()
    };
    assert!(!slip(&[PASS], true).plane(0).fire);
    let burst = slip(&[CRIT], true);
    assert_eq!((burst.plane(0).fate, burst.plane(0).pilot), (Fate::Destroyed, Health::Dead));
    let none = slip(&[MISS], false);
    assert!(none.tests(Test::Extinguish).is_empty() && none.plane(0).fire);
}

#[test]
fn wounds() {
    proves!("WV-CRW-01", "WV-CRW-02");
    let pilot = |die: Loaded, before: Health| {
        hit("albatros_d3", &[die, d20(7)], move |p| p.pilot = before).plane(1).pilot
    };
    assert_eq!(pilot(H3, Health::Healthy), Health::Wounded);
    assert_eq!(pilot(H1, Health::Wounded), Health::Dead);
    assert_eq!(pilot(GONE, Health::Healthy), Health::Dead);
    let ace =
        Scene::new().allied("spad_xiii", 9, 12, E, 4).skill(Skill::Ace).change(|p| p.pilot = Health::Wounded);
    let mut board = ace.german("albatros_d3", 10, 12, E, 4).dice(&[MISS]).combat();
    board.give(Order::Fire { target: UnitId(1), long: false });
    assert_eq!(board.shots(), [Colour::Yellow], "-1 instead of +1, rear +1");
    let scene = Scene::new().allied("spad_vii", 5, 15, E, 5).change(|p| p.pilot = Health::Wounded);
    let board = scene.moving();
    for barred in [Roll, HalfLoop, WingoverDive, WingoverLevel, Sideslip, Immelmann, FallingLeaf] {
        assert_eq!(board.no(go(barred)), "WV-CRW-02", "{barred:?}");
    }
    assert!(board.may(go(Jink)) && board.may(go(LevelTurnInner)));
}

#[test]
fn wounded_gunners() {
    proves!("WV-CRW-03", "WV-DMG-03");
    let scene = Scene::new()
        .allied("bristol_f2b", 10, 12, E, 4)
        .change(|p| p.gunners[0] = Health::Wounded)
        .german("albatros_d3", 12, 12, W, 4)
        .german("albatros_d3", 8, 12, E, 4);
    let mut board = scene.combat();
    assert_eq!(board.ask(), Ask::Gun { plane: 0, gun: 0 }, "the pilot may still fire");
    board.give(Order::Hold);
    assert_ne!(board.ask(), Ask::Gun { plane: 0, gun: 1 });
    let hit_gunner = |die: Loaded, before: Health| {
        hit("dfw_c5", &[die, d20(5)], move |p| p.gunners[0] = before).plane(1).gunners[0]
    };
    assert_eq!(hit_gunner(H1, Health::Healthy), Health::Wounded);
    assert_eq!(hit_gunner(H2, Health::Wounded), Health::Dead);
    assert_eq!(hit_gunner(GONE, Health::Healthy), Health::Dead);
    let dead = hit("dfw_c5", &[H3, d20(5)], |p| p.gunners[0] = Health::Dead);
    assert_eq!(dead.plane(1).structure, 0, "a hit on a dead gunner does nothing");
}

#[test]
fn a_dead_pilot() {
    proves!("WV-CRW-04");
    let dead = |p: &mut Plane| (p.pilot, p.wild, p.hit) = (Health::Dead, true, true);
    let board = Scene::new().allied("sopwith_camel", 5, 4, E, 6).change(dead).moving();
    let p = board.plane(0);
    assert_eq!((p.fate, p.at.y, p.flown), (Fate::Destroyed, 0, 4));
    assert_eq!(board.path(0)[..3], [(5, 3), (6, 2), (6, 1)]);
    let climber = Scene::new().allied("sopwith_camel", 5, 4, Ne, 6).change(dead).moving();
    assert_eq!((climber.plane(0).at.y, climber.plane(0).flown), (5, 1));
    // One that stalls falls two levels without a test.
    let scene = Scene::new().allied("sopwith_camel", 5, 9, Ne, 0).change(dead).change(|p| p.stalled = true);
    let stalled = scene.moving();
    assert_eq!((stalled.plane(0).at.y, stalled.tests(Test::Handling).len()), (7, 0));
}

#[test]
fn a_plane_without_a_pilot_is_out_of_the_fight() {
    proves!("WV-CRW-05");
    let dead = |p: &mut Plane| (p.pilot, p.wild, p.throttle) = (Health::Dead, true, 6);
    let board = Scene::new().allied("sopwith_camel", 5, 9, Se, 6).change(dead).moving();
    assert_eq!(board.plane(0).at.y, 3);
    assert!(board.told().contains(&("WV-SPD-05", What::MoveOver { plane: 0, cue: 11, speed: 9 })));
    let scene = Scene::new()
        .allied("spad_vii", 9, 12, E, 4)
        .german("albatros_d3", 10, 12, E, 4)
        .change(|p| p.pilot = Health::Dead)
        .german("albatros_d3", 11, 12, E, 4);
    let board = scene.combat();
    assert_eq!(board.refused(Order::Fire { target: UnitId(1), long: false }), "WV-CRW-05");
    // Candy boxes do nothing to it, and in a collision only the others test.
    let scene = Scene::new().allied("spad_vii", 5, 8, E, 11).change(|p| p.pilot = Health::Dead);
    assert_eq!(scene.allied("spad_vii", 1, 29, E, 4).ending().plane(0).fate, Fate::Flying);
    let scene = Scene::new().allied("spad_vii", 7, 12, E, 4).german("albatros_d3", 7, 13, W, 4);
    let scene = scene.edit(|now| (now.planes[1].at, now.planes[1].pilot) = (hex(7, 12), Health::Dead));
    let struck = scene.german("albatros_d3", 19, 29, W, 4).dice(&[CRIT]).moved();
    assert_eq!(struck.tests(Test::Structural).len(), 1);
}
