//! 4.0 MANEUVERS and 5.0 OTHER MANEUVERS: conditions and borders.

use crate::support::*;
use Maneuver::*;

fn spad(edit: impl FnOnce(&mut Plane) + 'static) -> Board {
    Scene::new().allied("spad_vii", 5, 15, E, 5).change(edit).moving()
}

const ALL_TURNS: [Maneuver; 7] = [
    LevelTurnInner,
    LevelTurnOuter,
    EasyTurnInnerInner,
    EasyTurnOuterOuter,
    ClimbingTurn,
    DivingTurnLate,
    DivingTurnEarly,
];

#[test]
fn climbing_needs_elevators() {
    proves!("WV-CLB-01", "WV-DIV-01");
    let board = spad(|p| p.controls[1] = 4);
    assert_eq!(board.no(go(ZoomClimb)), "WV-CLB-01");
    assert_eq!(board.no(go(PowerDive)), "WV-DIV-01");
    assert!(spad(|p| p.controls[1] = 3).may(go(ZoomClimb)), "one hit less leaves it working");
    let diver = Scene::new().allied("spad_vii", 5, 15, Se, 5).change(|p| p.controls[1] = 4).moving();
    assert_eq!(diver.no(go(LevelOff)), "WV-DIV-01");
    assert!(diver.may(ON));
}

#[test]
fn one_climbed_hex_ends_the_move() {
    proves!("WV-CLB-02", "WV-CLB-05");
    let zoom = flown("spad_vii", (5, 5), E, 6, 6, &[go(ZoomClimb)]);
    assert_eq!((zoom.plane(0).flown, zoom.plane(0).mp), (2, 0));
    let climb = flown("spad_vii", (5, 5), Ne, 6, 6, &[ON]);
    assert_eq!((climb.plane(0).flown, climb.plane(0).mp, climb.plane(0).delta), (1, 0, -4));
    assert_eq!(climb.no(LEVEL), "WV-CLB-02");
}

#[test]
fn levelling_off_is_free_and_always_possible() {
    proves!("WV-CLB-03");
    let scene = Scene::new().allied("spad_vii", 5, 15, Ne, 4).change(|p| p.controls = [4, 4, 3]);
    let mut board = scene.moving();
    board.fly(&[LEVEL]);
    assert_eq!((board.plane(0).facing, board.plane(0).mp, board.plane(0).delta), (E, 4, 0));
    board.fly(&[ON, ON, ON, ON]);
    assert_eq!(board.plane(0).at, hex(9, 15));
    assert_eq!(spad(|_| {}).no(LEVEL), "WV-CLB-03");
}

#[test]
fn a_zoom_climb_takes_prep_and_a_hex() {
    proves!("WV-CLB-04");
    let two = Scene::new().allied("spad_vii", 5, 15, E, 2).moving();
    assert_eq!(two.no(go(ZoomClimb)), "WV-MOV-06", "Prep 2 and one hex are three points");
    let three = Scene::new().allied("spad_vii", 5, 15, E, 3).moving();
    assert!(three.may(go(ZoomClimb)));
}

#[test]
fn dives_gain_their_levels() {
    proves!("WV-DIV-02", "WV-DIV-01");
    let dive = flown("spad_vii", (2, 23), E, 4, 0, &[go(PowerDive), ON, ON]);
    assert_eq!((dive.plane(0).at.y, dive.plane(0).delta, dive.acts()), (20, 3, vec![END]));
    let one = Scene::new().allied("spad_vii", 5, 15, E, 2).moving();
    assert_eq!(one.no(go(PowerDive)), "WV-MOV-06");
}

#[test]
fn who_may_roll() {
    proves!("WV-ROL-01", "WV-DMG-07");
    assert_eq!(spad(|p| p.controls[2] = 3).no(go(Roll)), "WV-ROL-01");
    assert_eq!(spad(|p| p.controls[0] = 4).no(go(Roll)), "WV-ROL-01");
    assert_eq!(spad(|p| p.controls[1] = 4).no(go(Roll)), "WV-ROL-01");
    assert_eq!(spad(|p| p.pilot = Health::Wounded).no(go(Roll)), "WV-CRW-02");
    let climber = Scene::new().allied("spad_vii", 5, 15, Ne, 5).moving();
    assert_eq!(climber.no(go(Roll)), "WV-ROL-03", "only level or diving");
    let diver = Scene::new().allied("spad_vii", 5, 15, Se, 5).moving();
    assert!(diver.may(go(Roll)));
}

#[test]
fn recruits_test_first() {
    proves!("WV-ROL-02", "WV-HDL-01");
    let recruit = |dice: &[Loaded], maneuver: Maneuver| {
        let scene = Scene::new().allied("spad_vii", 5, 15, E, 5).skill(Skill::Recruit).dice(dice);
        let mut board = scene.moving();
        board.fly(&[go(maneuver)]);
        board
    };
    let failed = recruit(&[FAIL], Roll);
    assert_eq!(failed.tests(Test::Handling), [Colour::Pink]);
    let p = failed.plane(0);
    assert_eq!((p.at, p.stalled, p.cue, p.mp), (hex(5, 15), true, 0, 0), "before its Prep");
    let passed = recruit(&[PASS], Roll);
    assert_eq!((passed.plane(0).at, passed.plane(0).inverted), (hex(7, 15), true));
    let critical = recruit(&[CRIT, PASS], Roll);
    assert_eq!((critical.plane(0).structure, critical.plane(0).inverted), (5, true));
    assert_eq!(recruit(&[CRIT, FAIL], Roll).plane(0).fate, Fate::Destroyed);
    for tested in [HalfLoop, Sideslip, Immelmann, FallingLeaf] {
        assert_eq!(recruit(&[PASS], tested).tests(Test::Handling).len(), 1, "{tested:?}");
    }
    for plain in [WingoverDive, LevelTurnInner, Jink, ZoomClimb] {
        assert!(recruit(&[FAIL], plain).tests(Test::Handling).is_empty(), "{plain:?}");
    }
}

#[test]
fn flying_a_roll() {
    proves!("WV-ROL-03", "WV-ROL-04", "WV-ROL-05");
    let scene = Scene::new().allied("spad_vii", 5, 15, W, 3).change(|p| p.inverted = true);
    let mut board = scene.moving();
    board.fly(&[go(Roll)]);
    assert_eq!((board.plane(0).at, board.plane(0).inverted, board.plane(0).delta), (hex(3, 15), false, -3));
    board.fly(&[ON]);
    assert_eq!(board.plane(0).at, hex(2, 15));
    // Prep 0 counts as 1.
    let mut quick = Scene::new().allied("fokker_dr1", 5, 15, E, 3).moving();
    quick.fly(&[go(Roll)]);
    assert_eq!(quick.plane(0).flown, 1);
    // In a dive the levels are gained as usual.
    let mut dive = Scene::new().allied("spad_vii", 5, 15, Se, 4).moving();
    dive.fly(&[go(Roll)]);
    assert_eq!((dive.plane(0).at.y, dive.plane(0).delta), (13, 2 - 3));
    // Nobody fires in the round of a roll.
    let scene = Scene::new().allied("sopwith_camel", 5, 15, E, 4).change(|p| p.no_fire = true);
    let board = scene.german("albatros_d3", 7, 15, E, 4).combat();
    assert_ne!(board.ask(), Ask::Gun { plane: 0, gun: 0 });
    let rolled = flown("sopwith_camel", (5, 15), E, 4, 4, &[go(Roll)]);
    assert!(rolled.plane(0).no_fire && rolled.plane(0).no_bombs);
}

#[test]
fn pull_up() {
    proves!("WV-PUL-01", "WV-ATT-01");
    let mut board = Scene::new().allied("spad_vii", 4, 18, Se, 6).moving();
    board.fly(&[throttle(5), go(PullUp)]);
    let p = board.plane(0);
    assert_eq!((p.at, p.facing, p.mp), (hex(5, 17), Ne, 0));
    assert_eq!(cue_of(p.initial, p.delta), 4);
    let short = Scene::new().allied("spad_vii", 4, 18, Se, 2).moving();
    assert_eq!(short.no(go(PullUp)), "WV-MOV-06");
    let dead = Scene::new().allied("spad_vii", 4, 18, Se, 6).change(|p| p.controls[1] = 4).moving();
    assert_eq!(dead.no(go(PullUp)), "WV-PUL-01");
    let over = Scene::new().allied("spad_vii", 4, 18, Se, 6).change(|p| p.inverted = true).moving();
    assert_eq!(over.no(go(PullUp)), "WV-ATT-06");
}

#[test]
fn turns_need_all_controls() {
    proves!("WV-TRN-01");
    for control in 0..3 {
        let board = spad(move |p| p.controls[control] = 4.min([4, 4, 3][control]));
        for turn in ALL_TURNS {
            assert_eq!(board.no(go(turn)), "WV-TRN-01", "{turn:?} without control {control}");
        }
    }
}

#[test]
fn level_turns() {
    proves!("WV-TRN-02", "WV-TRN-03", "WV-TRN-04");
    let mut quick = Scene::new().allied("fokker_dr1", 5, 15, E, 4).moving();
    quick.fly(&[go(LevelTurnInner)]);
    assert_eq!((quick.plane(0).flown, quick.plane(0).facing), (3, W), "whatever its own Prep");
    let inner = flown("spad_vii", (5, 11), E, 5, 5, &[go(LevelTurnInner)]);
    let outer = flown("spad_vii", (5, 11), E, 5, 5, &[go(LevelTurnOuter)]);
    assert_eq!((inner.plane(0).at, outer.plane(0).at), (hex(7, 10), hex(8, 10)));
    assert_eq!(inner.plane(0).delta, -4, "the level it loses adds no speed");
    let left = flown("spad_vii", (15, 11), W, 5, 5, &[go(LevelTurnInner)]);
    assert_eq!((left.plane(0).at, left.plane(0).facing), (hex(14, 10), E));
}

#[test]
fn easy_turns() {
    proves!("WV-TRN-05");
    let easy = flown("spad_vii", (5, 10), W, 5, 5, &[go(EasyTurnInnerInner)]);
    assert_eq!(easy.path(0), [(4, 10), (3, 10), (3, 9), (4, 8)]);
    assert_eq!((easy.plane(0).facing, easy.plane(0).delta), (E, -1));
    let ends: Vec<Hex> = [EasyTurnInnerInner, EasyTurnInnerOuter, EasyTurnOuterInner, EasyTurnOuterOuter]
        .iter()
        .map(|m| flown("spad_vii", (5, 15), E, 5, 5, &[go(*m)]).plane(0).at)
        .collect();
    assert_eq!(ends, [hex(6, 13), hex(7, 13), hex(7, 13), hex(8, 13)]);
}

#[test]
fn a_turn_runs_over() {
    proves!("WV-TRN-06", "WV-TRN-07");
    let begun = flown("spad_vii", (5, 10), E, 5, 5, &[ON, ON, ON, go(EasyTurnInnerInner)]);
    let p = begun.plane(0);
    assert_eq!((p.at, p.facing, p.mp, p.delta), (hex(10, 10), E, 0, -1), "the cost is paid at once");
    assert!(p.running.is_some());
    assert_eq!(begun.acts(), [END]);
    let one = flown("spad_vii", (5, 10), E, 5, 5, &[ON, ON, ON, ON]);
    assert!(one.may(go(LevelTurnInner)), "with as little as one point");
    assert_eq!(one.no(go(ZoomClimb)), "WV-MOV-06", "only turns carry over");
}

#[test]
fn the_exit_comes_first() {
    proves!("WV-TRN-08", "WV-SEQ-03");
    let owed = Running { maneuver: EasyTurnInnerInner, step: 2, left: None, prep: 1, half: 1, right: false };
    let scene =
        |speed: i8| Scene::new().allied("spad_vii", 8, 10, W, speed).change(move |p| p.running = Some(owed));
    let mut board = scene(5).moving();
    assert_eq!(board.no(go(ZoomClimb)), "WV-TRN-08");
    assert!(board.may(throttle(6)), "the throttle comes before the first hex");
    board.fly(&[throttle(6)]);
    assert_eq!((board.plane(0).at, board.plane(0).facing, board.plane(0).mp), (hex(9, 8), E, 3));
    assert_eq!(board.plane(0).delta, 0, "no new drag");
    assert!(board.may(go(ZoomClimb)));
    // With fewer points it goes on owing; a dead control does not matter.
    let mut slow = scene(1).change(|p| p.controls = [4, 4, 3]).moving();
    slow.fly(&[ON]);
    assert!(slow.plane(0).running.is_some() && slow.plane(0).flown == 1);
    // A stall voids it.
    let stalled = scene(0).round();
    assert!(stalled.plane(0).running.is_none());
}

#[test]
fn turning_in_climb_and_dive() {
    proves!("WV-TRN-09", "WV-TRN-10", "WV-TRN-11");
    let climb = flown("fokker_dr1", (5, 15), E, 5, 5, &[go(ClimbingTurn)]);
    assert_eq!((climb.plane(0).facing, climb.plane(0).delta), (Nw, -4));
    assert_eq!(
        (climb.acts(), climb.no(go(SustainedTurn))),
        (vec![END], "WV-TRN-11"),
        "one turn a level climbed"
    );
    let on = flown("fokker_dr1", (5, 15), Ne, 5, 5, &[go(SustainedTurn)]);
    assert_eq!((on.plane(0).at, on.plane(0).facing, on.plane(0).delta), (hex(6, 16), Nw, -6), "no Prep");
    // In a dive: two, flip, two, flip; not after one.
    let dive = flown("fokker_dr1", (5, 15), Se, 4, 5, &[go(DivingTurn), go(DivingTurn)]);
    assert_eq!((dive.plane(0).at.y, dive.plane(0).facing), (11, Se));
    let one = flown("fokker_dr1", (5, 15), Se, 2, 5, &[ON]);
    assert_eq!(one.no(go(DivingTurn)), "WV-MOV-06");
    // From level with three points both ways are open.
    let early = flown("fokker_dr1", (5, 15), E, 3, 5, &[go(DivingTurnEarly)]);
    assert_eq!((early.plane(0).at.y, early.plane(0).facing), (13, Sw));
    let late = flown("fokker_dr1", (5, 15), E, 3, 5, &[go(DivingTurnLate)]);
    assert_eq!((late.plane(0).at.y, late.plane(0).facing), (14, Sw));
}

#[test]
fn half_loop_conditions() {
    proves!("WV-HLP-01", "WV-HLP-02", "WV-HLP-03");
    assert_eq!(spad(|p| p.pilot = Health::Wounded).no(go(HalfLoop)), "WV-CRW-02");
    assert!(spad(|p| p.controls[2] = 3).may(go(HalfLoop)), "the rudder is not needed");
    assert_eq!(spad(|p| p.controls[0] = 4).no(go(HalfLoop)), "WV-HLP-02");
    let looped = flown("spad_vii", (5, 15), E, 5, 5, &[go(HalfLoop)]);
    assert!(looped.plane(0).no_fire && looped.plane(0).no_bombs);
    assert_eq!((looped.plane(0).mp, looped.plane(0).delta), (1, -4), "the climbed hexes do not end the move");
}

#[test]
fn what_breaks_tailing() {
    proves!("WV-HLP-04");
    for (maneuver, breaks) in [
        (HalfLoop, true),
        (WingoverDive, true),
        (WingoverLevel, true),
        (Immelmann, true),
        (Jink, false),
        (Roll, false),
    ] {
        let scene = Scene::new().german("fokker_dr1", 8, 15, E, 5).allied("sopwith_camel", 7, 15, E, 5);
        let mut board = scene.change(|p| p.tails = 1).moving();
        board.fly(&[go(maneuver)]);
        assert_eq!(board.plane(1).tails == 0, breaks, "{maneuver:?}");
    }
}

#[test]
fn wingover() {
    proves!("WV-WGO-01", "WV-WGO-02", "WV-WGO-03", "WV-WGO-04");
    let dive = flown("spad_vii", (5, 15), E, 5, 5, &[go(WingoverDive)]);
    assert_eq!((dive.plane(0).at, dive.plane(0).facing, dive.plane(0).inverted), (hex(7, 13), Sw, false));
    assert!(dive.may(LEVEL) && dive.may(ON), "level off without Prep, or fly on down");
    let mut on = dive;
    on.fly(&[ON]);
    assert_eq!(on.plane(0).delta, 1, "an ordinary dive from here");
    let level = flown("spad_vii", (5, 15), E, 5, 5, &[go(WingoverLevel)]);
    assert_eq!((level.plane(0).at, level.plane(0).facing), (hex(7, 14), W));
    assert_eq!(spad(|p| p.controls[0] = 4).no(go(WingoverDive)), "WV-WGO-03");
    assert_eq!(spad(|p| p.pilot = Health::Wounded).no(go(WingoverDive)), "WV-CRW-02");
    assert!(spad(|p| p.controls[2] = 3).may(go(WingoverDive)));
    assert!(!level.plane(0).no_fire && level.plane(0).no_bombs);
    // Drag 6 costs 2, drag 3 nothing.
    let fast = flown("spad_vii", (2, 15), E, 9, 0, &[go(WingoverDive)]);
    assert_eq!(fast.plane(0).delta, -2);
    let slow = flown("spad_vii", (2, 15), E, 4, 0, &[go(WingoverDive)]);
    assert_eq!(slow.plane(0).delta, 0);
    // On its last point it may still raise the nose.
    assert_eq!(slow.acts(), [LEVEL, END]);
}

#[test]
fn barrel_roll() {
    proves!("WV-BRL-01", "WV-MOD-07");
    let board = flown("spad_vii", (5, 15), E, 5, 0, &[go(Roll), go(Roll)]);
    let p = board.plane(0);
    assert_eq!((p.mp, p.inverted, p.barrel, cue_of(p.initial, p.delta)), (1, false, true, -2));
    // Over two rounds with level flight between; another maneuver between breaks it.
    let half = flown("spad_vii", (5, 15), E, 5, 5, &[go(Roll), ON, ON, ON]);
    assert!(half.plane(0).half_barrel && !half.plane(0).barrel);
    let other = flown("sopwith_camel", (5, 15), E, 6, 5, &[go(Roll), go(Roll), go(Roll)]);
    assert!(other.plane(0).half_barrel && other.plane(0).barrel);
    let broken = flown("spad_vii", (5, 15), E, 7, 5, &[go(Roll), go(PowerDive)]);
    assert!(!broken.plane(0).half_barrel);
    // A Recruit tests before each of the two.
    let scene = Scene::new().allied("spad_vii", 5, 15, E, 5).skill(Skill::Recruit).dice(&[PASS, PASS]);
    let mut recruit = scene.moving();
    recruit.fly(&[go(Roll), go(Roll)]);
    assert_eq!(recruit.tests(Test::Handling).len(), 2);
}

#[test]
fn jinks() {
    proves!("WV-JNK-01", "WV-JNK-02");
    assert_eq!(flown("spad_vii", (5, 9), E, 1, 5, &[go(Jink)]).plane(0).flown, 1);
    assert_eq!(flown("spad_vii", (5, 15), E, 5, 5, &[go(Jink)]).plane(0).flown, 2);
    let dive = flown("spad_vii", (5, 15), Se, 5, 5, &[go(Jink)]);
    assert_eq!((dive.plane(0).at.y, dive.plane(0).delta), (13, 2 - 2));
    assert_eq!(spad(|p| p.controls[2] = 3).no(go(Jink)), "WV-JNK-02");
    assert!(spad(|p| p.pilot = Health::Wounded).may(go(Jink)));
    let climber = Scene::new().allied("spad_vii", 5, 15, Ne, 5).moving();
    assert_eq!(climber.no(go(Jink)), "WV-JNK-01");
    let jinked = flown("spad_vii", (5, 15), E, 5, 5, &[go(Jink)]);
    assert!(jinked.plane(0).jinked && !jinked.plane(0).no_fire && jinked.plane(0).no_bombs);
}

#[test]
fn sideslips() {
    proves!("WV-SSL-01", "WV-SSL-02");
    let left = flown("spad_vii", (9, 15), W, 5, 5, &[go(Sideslip)]);
    assert_eq!((left.plane(0).at, left.plane(0).facing, left.plane(0).delta), (hex(8, 13), W, 0));
    for control in 0..3 {
        assert_eq!(spad(move |p| p.controls[control] = [4, 4, 3][control]).no(go(Sideslip)), "WV-SSL-02");
    }
    assert_eq!(spad(|p| p.pilot = Health::Wounded).no(go(Sideslip)), "WV-CRW-02");
    assert!(left.plane(0).no_fire && left.plane(0).no_bombs);
    let diver = Scene::new().allied("spad_vii", 5, 15, Se, 5).moving();
    assert_eq!(diver.no(go(Sideslip)), "WV-SSL-01");
    // The gunner of a plane that slipped does not fire.
    let scene = Scene::new()
        .allied("bristol_f2b", 10, 15, W, 5)
        .change(|p| (p.no_fire, p.slipped) = (true, true))
        .german("albatros_d3", 12, 15, W, 5);
    assert_ne!(scene.combat().ask(), Ask::Gun { plane: 0, gun: 1 });
}

#[test]
fn immelmann_conditions() {
    proves!("WV-IMM-01", "WV-IMM-02", "WV-IMM-03");
    assert!(spad(|p| p.controls[0] = 4).may(go(Immelmann)), "ailerons are not needed");
    assert_eq!(spad(|p| p.controls[2] = 3).no(go(Immelmann)), "WV-IMM-02");
    assert_eq!(spad(|p| p.pilot = Health::Wounded).no(go(Immelmann)), "WV-CRW-02");
    let board = flown("spad_vii", (5, 15), E, 5, 5, &[go(Immelmann)]);
    assert!(!board.plane(0).no_fire && board.plane(0).no_bombs);
    assert_eq!(board.plane(0).delta, 0);
    let four = Scene::new().allied("spad_vii", 5, 15, E, 4).moving();
    assert_eq!(four.no(go(Immelmann)), "WV-MOV-06");
}

#[test]
fn falling_leaf_conditions() {
    proves!("WV-FLF-01", "WV-FLF-02");
    let climber = flown("spad_vii", (5, 15), Ne, 5, 5, &[go(FallingLeaf)]);
    assert_eq!((climber.plane(0).at, climber.plane(0).facing), (hex(7, 13), W), "levels off first");
    assert!(climber.plane(0).leafed && climber.plane(0).no_fire && climber.plane(0).stalled);
    assert_eq!(spad(|p| p.controls[2] = 3).no(go(FallingLeaf)), "WV-FLF-02");
    assert!(spad(|p| p.controls[0] = 4).may(go(FallingLeaf)));
    let dfw = Scene::new().german("dfw_c5", 10, 8, W, 4).moving();
    assert_eq!(dfw.no(go(FallingLeaf)), "WV-ATT-05");
    let short = Scene::new().allied("spad_vii", 5, 15, E, 1).change(|p| p.initial = 1).moving();
    assert_eq!(short.no(go(FallingLeaf)), "WV-MOV-06", "it needs its Prep");
    // The move ends with a final speed of 0, without an update.
    let mut board = climber;
    board.play_out_round();
    assert!(board.told().contains(&("WV-SPD-05", What::MoveOver { plane: 0, cue: 0, speed: 0 })));
}
