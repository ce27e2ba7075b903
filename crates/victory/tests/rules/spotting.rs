//! 7.2 SPOTTING.

use crate::support::*;

fn seen(board: &Board, plane: usize, target: u8) -> bool {
    board.plane(plane).seen & UnitId(target).bit() != 0
}

#[test]
fn spotting_only_decides_the_order() {
    proves!("WV-SPT-01", "WV-GND-01");
    let scene = Scene::new().german("albatros_d3", 5, 12, E, 5).allied("spad_vii", 7, 12, E, 5);
    let board = scene.combat();
    assert_eq!(board.plane(0).seen, 0);
    assert!(board.can(Order::Fire { target: UnitId(1), long: false }));
    // The same from the air to the ground, with guns and with bombs.
    let infantry = UnitId::ground(0);
    let scene = Scene::new().german("albatros_d3", 5, 3, Se, 5).ground("infantry", A, 7, 0);
    let board = scene.combat();
    assert_eq!(board.plane(0).seen, 0);
    assert!(board.can(Order::Fire { target: infantry, long: false }));
    let scene = Scene::new().german("gotha", 8, 16, E, 3).change(|p| p.start = hex(5, 16));
    let board = scene.ground("artillery", A, 15, 0).combat();
    assert_eq!((board.plane(0).seen, board.ask()), (0, Ask::Bombs { plane: 0 }));
    assert!(board.can(Order::Bombs { target: infantry }));
}

#[test]
fn spotting_range() {
    proves!("WV-SPT-02");
    // MegaHex centres of level 12 lie at x = 2, 6, 10 and so on: distances 0, 1, 5 and 6.
    for (x, plain, tested) in [(3, true, false), (6, false, true), (22, false, true), (26, false, false)] {
        let scene =
            Scene::new().mats("AC").allied("spad_vii", 2, 12, E, 5).german("albatros_d3", x, 12, W, 5);
        let board = scene.dice(&[FAIL]).spotting();
        assert_eq!(seen(&board, 0, 1), plain, "x = {x}");
        assert_eq!(board.ask() == (Ask::Look { plane: 0 }), tested, "x = {x}");
    }
    // A spotted target that gets beyond 5 MegaHexes is lost.
    let scene = Scene::new().mats("AC").allied("spad_vii", 2, 12, E, 5).change(|p| p.seen = UnitId(1).bit());
    assert!(!seen(&scene.german("albatros_d3", 26, 12, W, 5).spotting(), 0, 1));
}

#[test]
fn the_spotting_test() {
    proves!("WV-SPT-03");
    let look = |x: i8, die: Loaded| {
        let scene =
            Scene::new().mats("AC").allied("spad_vii", 2, 12, E, 5).german("albatros_d3", x, 12, W, 5);
        let mut board = scene.dice(&[die]).spotting();
        board.give(Order::Look { target: UnitId(1) });
        seen(&board, 0, 1)
    };
    assert!(!look(22, PASS), "a success spots within 4 MegaHexes");
    assert!(look(22, CRIT) && look(18, PASS) && !look(18, FAIL));
    // What was a success on the die, and too far, says so.
    let told = |x: i8, die: Loaded| {
        let scene =
            Scene::new().mats("AC").allied("spad_vii", 2, 12, E, 5).german("albatros_d3", x, 12, W, 5);
        let mut board = scene.dice(&[die]).spotting();
        let row = board.m.state().row(&board.m.prompts()[0], &Order::Look { target: UnitId(1) });
        board.give(Order::Look { target: UnitId(1) });
        let (rule, what) = board
            .told()
            .into_iter()
            .find(|(_, w)| matches!(w, What::Tested { unit: UnitId(0), .. }))
            .expect("a test");
        assert_eq!(rule, "WV-SPT-03");
        (row.detail, board.m.state().tell(&what))
    };
    let (before, after) = told(22, PASS);
    assert!(before.contains("5 MegaHexes are too far for a plain success"), "{before}");
    assert!(after.contains("success, but not seen: 5 MegaHexes are too far"), "{after}");
    assert!(after.contains("a plain success spots up to 4"), "{after}");
    for (x, die) in [(18, PASS), (22, CRIT), (22, FAIL)] {
        assert!(!told(x, die).1.contains("too far"), "x = {x}");
    }
    // A player may leave a target untested.
    let scene = Scene::new().mats("AC").allied("spad_vii", 2, 12, E, 5).german("albatros_d3", 10, 12, W, 5);
    let mut board = scene.spotting();
    board.give(Order::LookAway);
    assert!(!board.told().iter().any(|(_, w)| matches!(w, What::Tested { unit: UnitId(0), .. })));
    assert_eq!(board.refused(Order::Look { target: UnitId(9) }), "WV-SPT-03");
}

#[test]
fn spotted_stays_spotted() {
    proves!("WV-SPT-04");
    let scene = Scene::new().mats("AC").allied("spad_vii", 2, 12, E, 5).change(|p| p.seen = UnitId(1).bit());
    let board = scene.german("albatros_d3", 18, 12, W, 5).spotting();
    assert!(seen(&board, 0, 1));
    assert_ne!(board.ask(), Ask::Look { plane: 0 }, "without a roll");
}

#[test]
fn tailing_pilots_see_only_each_other() {
    proves!("WV-SPT-05");
    let scene = Scene::new()
        .allied("sopwith_camel", 9, 12, E, 5)
        .change(|p| p.seen = UnitId(1).bit() | UnitId(2).bit())
        .german("albatros_d3", 10, 12, E, 5)
        .german("albatros_d3", 16, 12, W, 5);
    let board = scene.round();
    assert!(seen(&board, 0, 1) && !seen(&board, 0, 2));
    assert_ne!(board.ask(), Ask::Look { plane: 0 });
}

#[test]
fn blocked_lines() {
    proves!("WV-SPT-06", "WV-WEA-09");
    let scene =
        |cloud: bool| {
            let scene = Scene::new()
                .allied("spad_vii", 1, 8, E, 5)
                .change(|p| p.seen = UnitId(1).bit())
                .german("albatros_d3", 8, 8, W, 5);
            scene.sky(move |sky| sky.cumulus[0] = cloud.then_some(Mega(hex(4, 8)))).spotting()
        };
    let behind = scene(true);
    assert!(!seen(&behind, 0, 1));
    assert_ne!(behind.ask(), Ask::Look { plane: 0 }, "it can not be spotted while the cloud lies between");
    assert!(seen(&scene(false), 0, 1));
    // A mountain on the line hides, too; plain ground does not.
    let scene = |mats: &str| {
        let scene =
            Scene::new().mats(mats).allied("spad_vii", 1, 4, E, 5).change(|p| p.seen = UnitId(1).bit());
        scene.german("albatros_d3", 18, 4, W, 5).spotting()
    };
    assert!(!seen(&scene("D"), 0, 1) && seen(&scene("A"), 0, 1));
}

#[test]
fn targets_in_the_sun() {
    proves!("WV-SPT-07", "WV-WEA-01");
    let scene = |level: i8, was_seen: bool| {
        let scene = Scene::new()
            .allied("spad_vii", 4, 4, E, 5)
            .change(move |p| p.seen = if was_seen { UnitId(1).bit() } else { 0 })
            .german("albatros_d3", 12, level, W, 5)
            .sky(|sky| sky.sun = Some(Mega(hex(18, 4))));
        scene.dice(&[PASS]).spotting()
    };
    // A spotted one gets one test, an unspotted one none.
    let mut tested = scene(4, true);
    assert_eq!(tested.ask(), Ask::Look { plane: 0 });
    tested.give(Order::LookAround);
    assert!(seen(&tested, 0, 1));
    assert_ne!(scene(4, false).ask(), Ask::Look { plane: 0 });
    let aside = scene(16, true);
    assert!(seen(&aside, 0, 1), "beside the line it stays in sight");
    let sky = Sky { sun: Some(Mega(hex(18, 4))), ..Sky::default() };
    assert!(sky.dazzles(hex(4, 4), hex(9, 4)) && !sky.dazzles(hex(4, 4), hex(9, 12)));
    // Inside the sun's MegaHex, or in a hex that it shares, nobody is between it and the spotter.
    let sun = Mega(hex(18, 4));
    assert!(sun.hexes().all(|inside| !sky.dazzles(hex(4, 4), inside)));
    assert!(sky.dazzles(hex(4, 4), hex(15, 4)), "right before it somebody is");
}

#[test]
fn low_and_behind() {
    proves!("WV-SPT-08");
    let scene = |x: i8, level: i8, option: bool| {
        let scene =
            Scene::new().mats("AC").allied("spad_vii", 18, 15, E, 5).change(|p| p.seen = UnitId(1).bit());
        let scene = scene.german("albatros_d3", x, level, E, 5);
        let scene = if option { scene.with(Opt::BlindSpot) } else { scene };
        scene.dice(&[FAIL]).spotting().ask() == (Ask::Look { plane: 0 })
    };
    assert!(scene(8, 12, true), "lower and behind: tested again");
    assert!(!scene(8, 16, true) && !scene(28, 12, true) && !scene(8, 12, false));
}

#[test]
fn everyone_spots_for_himself() {
    proves!("WV-SPT-09");
    let scene = Scene::new()
        .mats("AC")
        .allied("spad_vii", 2, 12, E, 5)
        .allied("spad_vii", 2, 16, E, 5)
        .german("albatros_d3", 14, 12, W, 5)
        .ground("aa_mg", G, 10, 0);
    let mut board = scene.dice(&[PASS, FAIL]).spotting();
    board.give(Order::Look { target: UnitId(2) }).give(Order::LookAway);
    board.give(Order::Look { target: UnitId(2) }).give(Order::LookAway);
    assert!(seen(&board, 0, 2) && !seen(&board, 1, 2));
    board.give(Order::LookAway);
    let looks = |unit: UnitId| {
        board.told().iter().any(|(_, w)| matches!(w, What::Tested { unit: u, .. } if *u == unit))
    };
    assert!(looks(UnitId::ground(0)), "the machine gun tests on its own");
}

#[test]
fn a_phase_in_which_nothing_happens_is_told() {
    proves!("WV-SEQ-01", "WV-SPT-09");
    let skipped = |board: &Board, phase: Phase| {
        board.happened(|w| matches!(w, What::PhaseSkipped { phase: p } if *p == phase))
    };
    let far = Scene::new().mats("AC").allied("spad_vii", 2, 12, E, 5).german("albatros_d3", 30, 12, W, 5);
    assert_eq!(skipped(&far.spotting(), Phase::Spotting), 1);
    let near = Scene::new().allied("spad_vii", 2, 12, E, 5).german("albatros_d3", 10, 12, W, 5);
    assert_eq!(skipped(&near.spotting(), Phase::Spotting), 0, "there is somebody to look for");
    let apart = Scene::new().allied("spad_vii", 2, 12, E, 5).german("albatros_d3", 18, 12, E, 5);
    assert_eq!(skipped(&apart.moved(), Phase::Combat), 1);
    let scene = Scene::new().allied("spad_vii", 5, 12, E, 4).german("albatros_d3", 6, 12, E, 4);
    let mut board = scene.dice(&[MISS]).combat();
    board.give(Order::Fire { target: UnitId(1), long: false });
    assert_eq!(skipped(&board, Phase::Combat), 0);
    // Without any flak one word is enough; with it each silent round is told.
    let flak = |round: u8, flak: bool| {
        let mut scene =
            Scene::new().mats("AC").allied("spad_vii", 2, 12, E, 5).german("albatros_d3", 10, 28, W, 5);
        if flak {
            // Everybody is out of its reach.
            scene = scene.ground("flak", A, 38, 0);
        }
        skipped(&scene.edit(move |n| n.round = round).round(), Phase::Flak)
    };
    assert_eq!((flak(0, false), flak(3, false), flak(3, true)), (1, 0, 1));
}
