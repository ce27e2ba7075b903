//! The worked examples of the book, with their printed numbers.

use crate::support::*;
use Maneuver::*;

#[track_caller]
fn stands(board: &Board, at: (i8, i8), facing: Facing, cue: i8, speed: i8) {
    let p = board.plane(0);
    assert_eq!((p.at, p.facing), (hex(at.0, at.1), facing));
    let over = board.told().into_iter().rev().find_map(|(_, w)| match w {
        What::MoveOver { plane: 0, cue, speed } => Some((cue, speed)),
        _ => None,
    });
    assert_eq!(over, Some((cue, speed)), "cue and final speed");
    assert_eq!(p.cue, speed);
}

#[test]
fn shifting_dice() {
    proves!("WV-EX-01", "WV-DIC-02");
    assert_eq!(Colour::Red.combat(1), Colour::Blue);
    assert_eq!(Colour::Red.combat(-2), Colour::Green);
}

#[test]
fn reading_drag() {
    proves!("WV-EX-02", "WV-DRG-01");
    let drags = |id: &str| [Band::High, Band::Medium, Band::Low].map(|b| kind(id).strip(b).drag(3));
    assert_eq!(drags("sopwith_strutter"), [4, 3, 3]);
    assert_eq!(drags("spad_vii"), [3, 3, 2]);
}

#[test]
fn top_speeds_and_throttle_of_the_spad() {
    proves!("WV-EX-03", "WV-SPD-02", "WV-DRG-04");
    assert_eq!([Band::High, Band::Medium, Band::Low].map(|b| kind("spad_vii").strip(b).top), [4, 5, 6]);
    let board = Scene::new().allied("spad_vii", 5, 22, E, 4).moving();
    assert_eq!(board.throttles(), [0, 1, 2, 3, 4]);
    assert_eq!(board.no(throttle(5)), "WV-SPD-02");
    let low = Scene::new().allied("spad_vii", 5, 8, E, 4).moving();
    assert!(low.may(throttle(6)));
    assert_eq!(low.no(throttle(7)), "WV-SPD-02");
}

#[test]
fn throttle_of_the_camel() {
    proves!("WV-EX-04", "WV-SPD-03");
    for (level, legal) in [(15, [0, 6]), (25, [0, 5])] {
        let board = Scene::new().allied("sopwith_camel", 5, level, E, 5).with(Opt::Rotary).moving();
        assert_eq!(board.throttles(), legal);
        assert_eq!(board.no(throttle(4)), "WV-SPD-03");
    }
}

#[test]
fn level_flight() {
    proves!("WV-EX-05", "WV-EX-06", "WV-EX-07", "WV-MOV-05", "WV-SPD-06");
    stands(&flown("spad_vii", (2, 15), E, 5, 5, &[ON, ON, ON, ON, ON, END]), (7, 15), E, 5, 5);
    stands(&flown("spad_vii", (7, 15), E, 5, 1, &[ON, ON, ON, ON, ON, END]), (12, 15), E, 5, 3);
    stands(&flown("spad_vii", (2, 15), E, 3, 2, &[ON, ON, ON, END]), (5, 15), E, 3, 2);
}

#[test]
fn prep_of_the_spad() {
    proves!("WV-EX-08", "WV-ATT-04");
    let prep = |level: i8| kind("spad_vii").strip(Band::of(level)).prep;
    assert_eq!([25, 20, 15, 8, 5].map(prep), [1, 2, 2, 1, 1]);
}

#[test]
fn climbing() {
    proves!("WV-EX-09", "WV-EX-10", "WV-EX-11", "WV-CLB-03", "WV-CLB-04", "WV-CLB-05");
    let zoom = flown("spad_vii", (2, 5), E, 6, 6, &[go(ZoomClimb), END]);
    assert_eq!(zoom.path(0), [(3, 5), (4, 6)]);
    stands(&zoom, (4, 6), Ne, 4, 5);
    stands(&flown("spad_vii", (4, 6), Ne, 5, 6, &[ON, END]), (4, 7), Ne, 2, 4);
    stands(&flown("spad_vii", (4, 7), Ne, 4, 6, &[LEVEL, ON, ON, ON, ON, END]), (8, 7), E, 4, 5);
}

#[test]
fn diving() {
    proves!(
        "WV-EX-12",
        "WV-EX-13",
        "WV-EX-14",
        "WV-DIV-01",
        "WV-DIV-02",
        "WV-DIV-03",
        "WV-DIV-04",
        "WV-SPD-05"
    );
    let dive = flown("spad_vii", (0, 23), E, 4, 0, &[go(PowerDive), ON, ON, END]);
    assert_eq!(dive.path(0), [(1, 23), (2, 22), (2, 21), (3, 20)]);
    stands(&dive, (3, 20), Se, 7, 4);
    let exit = flown("spad_vii", (3, 20), Se, 4, 0, &[ON, ON, go(LevelOff), END]);
    assert_eq!(exit.path(0), [(3, 19), (4, 18), (4, 17), (5, 16)]);
    stands(&exit, (5, 16), E, 8, 4);
    assert!(dive.tests(Test::Structural).is_empty() && exit.tests(Test::Structural).is_empty());
}

#[test]
fn roll() {
    proves!("WV-EX-15", "WV-EX-16", "WV-ROL-03", "WV-ROL-04");
    let first = flown("spad_xiii", (2, 15), E, 5, 6, &[go(Roll), ON, ON, ON, END]);
    stands(&first, (7, 15), E, 1, 3);
    assert!(first.plane(0).inverted);
    let back = |id: &str, to: i8| {
        let scene = Scene::new().allied(id, 7, 15, E, 3).change(|p| p.inverted = true);
        let mut board = scene.moving();
        board.fly(&[throttle(to), go(Roll), ON, END]);
        board
    };
    let second = back("spad_xiii", 6);
    stands(&second, (10, 15), E, 0, 3);
    assert!(!second.plane(0).inverted);
    stands(&back("spad_vii", 5), (10, 15), E, 0, 2);
}

#[test]
fn turns() {
    proves!("WV-EX-17", "WV-EX-18", "WV-TRN-03", "WV-TRN-05", "WV-TRN-06", "WV-TRN-07", "WV-TRN-08");
    let begun = flown("spad_vii", (5, 11), E, 5, 5, &[go(LevelTurnInner), go(EasyTurnInnerInner), END]);
    assert_eq!(begun.path(0), [(6, 11), (7, 11), (7, 10), (6, 10), (5, 10)]);
    stands(&begun, (5, 10), W, 0, 2);
    assert!(begun.plane(0).running.is_some(), "2 points are owed");

    let owed = *begun.plane(0);
    let scene = Scene::new().allied("spad_vii", 5, 10, W, 2).change(move |p| p.running = owed.running);
    let mut board = scene.moving();
    assert_eq!(board.acts().iter().filter(|a| !matches!(a, Act::Throttle { .. })).count(), 1);
    board.fly(&[throttle(6)]);
    assert_eq!(board.path(0), [(5, 9), (6, 8)]);
    board.fly(&[END]);
    stands(&board, (6, 8), E, 2, 4);
}

#[test]
fn turning_in_a_climb_and_in_a_dive() {
    proves!("WV-EX-19", "WV-EX-20", "WV-EX-21", "WV-TRN-09", "WV-TRN-10");
    let climb = flown("fokker_dr1", (5, 15), E, 5, 5, &[go(ClimbingTurn), END]);
    assert_eq!(climb.path(0), [(6, 15), (7, 15), (8, 16)]);
    stands(&climb, (8, 16), Nw, 1, 3);
    let late = flown("fokker_dr1", (8, 16), Nw, 3, 5, &[LEVEL, go(DivingTurnLate), END]);
    assert_eq!(late.path(0), [(7, 16), (6, 16), (5, 15)]);
    stands(&late, (5, 15), Se, 2, 3);
    let twice = flown("fokker_dr1", (5, 14), Se, 4, 5, &[go(DivingTurn), go(DivingTurn), END]);
    assert_eq!((twice.plane(0).at.y, twice.plane(0).facing, twice.plane(0).cue), (10, Se, 5));
}

#[test]
fn half_loop_and_wingover() {
    proves!("WV-EX-22", "WV-EX-23", "WV-HLP-01", "WV-HLP-03", "WV-WGO-01", "WV-WGO-02", "WV-WGO-04");
    let spad = |acts: &[Act]| flown("spad_vii", (5, 15), E, 5, 5, acts);
    let looped = spad(&[go(HalfLoop), ON, END]);
    assert_eq!(looped.path(0), [(6, 15), (7, 15), (8, 16), (7, 17), (6, 17)]);
    stands(&looped, (6, 17), W, 1, 3);
    let over = spad(&[go(WingoverDive), LEVEL, ON, END]);
    assert_eq!(over.path(0), [(6, 15), (7, 15), (8, 14), (7, 13), (6, 13)]);
    stands(&over, (6, 13), W, 5, 5);
    assert!(!over.plane(0).inverted);
}

#[test]
fn jink_and_sideslip() {
    proves!("WV-EX-24", "WV-EX-25", "WV-JNK-01", "WV-JNK-02", "WV-SSL-01");
    stands(&flown("spad_vii", (5, 15), E, 5, 5, &[go(Jink), END]), (7, 15), E, 3, 4);
    let slip = flown("spad_vii", (5, 15), E, 5, 5, &[go(Sideslip), END]);
    assert_eq!(slip.path(0), [(6, 14), (6, 13)]);
    stands(&slip, (6, 13), E, 5, 5);
}

#[test]
fn immelmann() {
    proves!("WV-EX-26", "WV-IMM-01", "WV-IMM-03");
    let board = flown("spad_vii", (5, 15), E, 5, 5, &[go(Immelmann), END]);
    assert_eq!(board.path(0), [(6, 15), (7, 15), (8, 16), (7, 15), (6, 15)]);
    stands(&board, (6, 15), W, 5, 5);
}

#[test]
fn falling_leaf() {
    proves!("WV-EX-27", "WV-FLF-01", "WV-HLP-04");
    let scene = Scene::new().allied("spad_vii", 5, 15, E, 5).german("albatros_d3", 4, 15, E, 5);
    let mut board = scene.change(|p| p.tails = 1).moving();
    board.fly(&[throttle(5), go(FallingLeaf)]);
    let p = *board.plane(0);
    assert_eq!((p.at, p.facing, p.cue, p.stalled, p.mp), (hex(7, 13), W, 0, true, 0));
    assert_eq!(board.plane(1).tails, 0, "no longer tailed");
}

#[test]
fn spotting_in_round_1() {
    proves!("WV-EX-28", "WV-SPT-02", "WV-SPT-03");
    let scene = Scene::new()
        .mats("AB")
        .allied("spad_vii", 2, 12, E, 5)
        .skill(Skill::Ace)
        .german("albatros_d3", 10, 12, W, 5)
        .german("aviatik_c1", 18, 12, W, 4)
        .ground("flak", G, 16, 0);
    let mut board = scene.dice(&[PASS, FAIL]).spotting();
    assert_eq!(board.ask(), Ask::Look { plane: 0 });
    board.give(Order::Look { target: UnitId(1) }).give(Order::Look { target: UnitId(2) });
    board.give(Order::LookAway);
    assert_eq!(board.tests(Test::Spotting)[..2], [Colour::Green, Colour::Green]);
    assert_eq!(board.plane(0).seen, UnitId(1).bit(), "only the Albatros, and no roll for the flak");
}

#[test]
fn spotting_in_round_5() {
    proves!("WV-EX-29", "WV-SPT-07");
    let scene = Scene::new()
        .allied("spad_vii", 4, 4, E, 5)
        .skill(Skill::Ace)
        .change(|p| p.seen = UnitId(1).bit())
        .german("albatros_d3", 9, 4, W, 5)
        .sky(|sky| sky.sun = Some(Mega(hex(18, 4))));
    let mut board = scene.dice(&[FAIL]).spotting();
    board.give(Order::LookAround);
    assert_eq!(board.plane(0).seen, 0);
}

#[test]
fn combat_against_a_spad() {
    proves!("WV-EX-30", "WV-MOD-02", "WV-MOD-09", "WV-DMG-01");
    let table = |size: bool| {
        // The triplane stands two hexes ahead of its target's flank: above and behind, exactly at 120 degrees.
        let scene = Scene::new()
            .german("fokker_dr1", 9, 14, Se, 4)
            .skill(Skill::Ace)
            .allied("spad_vii", 10, 12, E, 4);
        let scene = if size { scene.with(Opt::TargetSize) } else { scene };
        let mut board = scene.dice(&[H2, d20(12)]).combat();
        board.give(Order::Fire { target: UnitId(1), long: true });
        board
    };
    let board = table(false);
    assert_eq!(board.shots()[0], Colour::Green);
    assert_eq!(board.plane(1).structure, 2);
    assert_eq!(board.plane(0).guns[0].left[0], 4);
    assert_eq!(table(true).shots()[0], Colour::Grey);
}

#[test]
fn line_of_fire_on_a_spine() {
    proves!("WV-EX-31", "WV-ARC-02");
    let board = Scene::new()
        .german("fokker_dr1", 5, 12, Ne, 4)
        .allied("spad_vii", 6, 12, E, 4)
        .allied("bristol_f2b", 6, 13, E, 4)
        .with(Opt::SpineAim)
        .combat();
    assert_eq!(board.refused(Order::Fire { target: UnitId(1), long: false }), "WV-ARC-01");
    assert!(board.can(Order::Fire { target: UnitId(2), long: false }));
}

#[test]
fn engine_on_minus_2() {
    proves!("WV-EX-32", "WV-DMG-08");
    let board = Scene::new().allied("spad_vii", 5, 5, E, 4).change(|p| p.engine = 4).moving();
    assert!(board.may(throttle(4)));
    assert_eq!(board.no(throttle(5)), "WV-SPD-02");
}

#[test]
fn time_freezing() {
    proves!("WV-EX-33", "WV-TFZ-02", "WV-TFZ-04", "WV-TFZ-05");
    let scene = Scene::new()
        .allied("se5a", 2, 15, E, 7)
        .change(|p| p.foes = 2)
        .german("pfalz_d3", 9, 15, W, 5)
        .change(|p| p.foes = 1)
        .with(Opt::TimeFreezing);
    let mut board = scene.dice(&[MISS, MISS]).moving();
    for _ in 0..4 {
        board.fly(&[ON]);
        if board.plane(0).flown < 4 {
            board.by(A, Order::Pass).by(G, Order::Pass);
        }
    }
    board.by(G, Order::Freeze);
    assert_eq!(board.ask(), Ask::Fly { plane: 1 });
    board.fly(&[ON, ON]);
    assert_eq!((board.plane(0).at, board.plane(1).at), (hex(6, 15), hex(7, 15)));
    board.give(Order::Fire { target: UnitId(1), long: false });
    board.give(Order::Fire { target: UnitId(0), long: false });
    assert_eq!(board.shots().len(), 2, "both fire at once");
    assert_eq!((board.plane(0).mp, board.plane(1).mp), (3, 3));
    board.fly(&[ON, ON, ON, END, ON, ON, ON, END]);
    assert_eq!((board.plane(0).at, board.plane(1).at), (hex(9, 15), hex(4, 15)));
}

#[test]
fn flak() {
    proves!("WV-EX-34", "WV-FLK-02", "WV-FLK-03", "WV-CRW-01");
    let marker = |side| Some(Marker { mega: Mega(hex(10, 12)), side });
    let scene = Scene::new()
        .german("albatros_d5", 10, 12, E, 3)
        .allied("sopwith_camel", 9, 12, E, 3)
        .edit(move |now| (now.markers[0], now.markers[1]) = (marker(A), marker(A)))
        .dice(&[FAIL, CRIT, GONE, d20(8)]);
    let mut board = scene.moving();
    board.fly(&[ON, ON, ON, END]);
    let first = board.tests(Test::Flak);
    assert_eq!(first, [Colour::Grey, Colour::Grey], "heavy flak: pink becomes grey");
    assert_eq!((board.plane(0).pilot, board.plane(0).structure), (Health::Healthy, 0));
    assert_eq!(board.plane(1).pilot, Health::Dead);
    assert_eq!(board.shots(), [Colour::Purple], "not shifted by the heavy flak");
    assert!(!board.plane(1).shot_down(), "its own side's fire scores nothing");
}

#[test]
fn strafing() {
    proves!("WV-EX-35", "WV-STF-01", "WV-STF-02", "WV-GND-02", "WV-GND-03");
    let scene = Scene::new().german("albatros_d5", 10, 1, Se, 4).ground("infantry", A, 11, 0);
    let mut board = scene.dice(&[H1, GONE, d20(7)]).combat();
    board.give(Order::Fire { target: UnitId::ground(0), long: false });
    assert_eq!(board.shots(), [Colour::Yellow, Colour::Green]);
    assert_eq!(board.unit(0).hits, 1);
    assert_eq!(board.plane(0).pilot, Health::Dead);
}
