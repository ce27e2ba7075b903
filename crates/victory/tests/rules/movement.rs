//! 3.3 MOVEMENT GUIDELINES and 4.1 ATTITUDE & PREP.

use crate::support::*;
use Maneuver::*;

#[test]
fn planes_move_along_the_nose() {
    proves!("WV-MOV-01");
    let board = Scene::new().allied("spad_vii", 5, 15, E, 5).moving();
    // Whatever is legal, the first hex entered is the one ahead; only a sideslip goes elsewhere.
    for act in board.acts() {
        let preview = board.m.state().preview(SeatId(0), &Order::Act(act)).expect("a legal order");
        if let Some(first) = preview.path.first() {
            let expected = if act == go(Sideslip) { hex(6, 14) } else { hex(6, 15) };
            assert_eq!(*first, expected, "{act:?}");
        }
    }
}

#[test]
fn all_points_must_be_spent() {
    proves!("WV-MOV-03", "WV-CLB-02");
    let mut board = Scene::new().allied("spad_vii", 5, 15, E, 5).moving();
    board.fly(&[ON, ON, ON]);
    assert_eq!(board.no(END), "WV-MOV-03");
    board.fly(&[ON, ON]);
    assert_eq!(board.acts(), [END]);
    // A climbed hex ends the move and drops the rest; a jink takes half.
    let climb = flown("spad_vii", (5, 5), E, 6, 6, &[go(ZoomClimb)]);
    assert_eq!((climb.plane(0).mp, climb.plane(0).flown, climb.acts()), (0, 2, vec![END]));
    assert_eq!(flown("spad_vii", (5, 15), E, 5, 5, &[go(Jink)]).acts(), [END]);
}

#[test]
fn planes_in_one_hex_collide() {
    proves!("WV-MOV-04");
    let scene = Scene::new().allied("spad_vii", 7, 12, E, 4).german("albatros_d3", 7, 13, W, 4);
    let both = scene.edit(|now| now.planes[1].at = hex(7, 12)).dice(&[PASS, CRIT]).moved();
    assert_eq!(both.tests(Test::Structural).len(), 2);
    assert_eq!((both.plane(0).structure, both.plane(1).structure), (5, 0));
    assert_eq!(both.happened(|w| matches!(w, What::Collided { .. })), 1);
    assert!(both.shots().is_empty(), "and they do not fire at each other");
    // Crossing a hex is no collision.
    let scene = Scene::new().allied("spad_vii", 5, 12, E, 4).german("albatros_d3", 7, 12, W, 4);
    let mut past = scene.moving();
    past.fly(&[ON, ON, ON, ON, END, ON, ON, ON, ON, END]);
    assert_eq!(past.happened(|w| matches!(w, What::Collided { .. })), 0);
}

#[test]
fn maneuvers_are_chained_while_points_last() {
    proves!("WV-MOV-06");
    let board = Scene::new().allied("spad_vii", 5, 15, E, 3).moving();
    assert_eq!(board.no(go(HalfLoop)), "WV-MOV-06");
    assert!(board.may(go(LevelTurnInner)));
    let chained = flown("spad_vii", (9, 15), E, 5, 5, &[go(LevelTurnInner)]);
    assert_eq!(chained.no(go(FallingLeaf)), "WV-MOV-06", "it fills the whole move");
    assert!(chained.may(go(Jink)) && chained.may(go(Sideslip)), "half of five is two, and two are left");
    let short = flown("spad_vii", (9, 15), E, 5, 5, &[go(LevelTurnInner), ON]);
    for half in [Jink, Sideslip] {
        assert_eq!(short.no(go(half)), "WV-MOV-06", "{half:?} takes two, and one is left");
    }
    // After the free level-off a maneuver from level may follow.
    let mut climber = Scene::new().allied("spad_vii", 5, 15, Ne, 5).moving();
    climber.fly(&[LEVEL]);
    assert!(climber.may(go(HalfLoop)) && climber.may(go(Sideslip)));
}

#[test]
fn touching_the_ground() {
    proves!("WV-MOV-07");
    let scene = Scene::new().allied("bristol_f2b", 7, 2, E, 0).change(|p| (p.stalled, p.wild) = (true, true));
    let board = scene.moving();
    let p = board.plane(0);
    assert_eq!(
        (p.fate, p.at, p.pilot, p.gunners[0]),
        (Fate::Destroyed, hex(7, 0), Health::Dead, Health::Dead)
    );
    assert!(board.tests(Test::Handling).is_empty());
}

#[test]
fn shot_down() {
    proves!("WV-MOV-08");
    let scene = Scene::new().allied("spad_vii", 5, 12, E, 4).german("albatros_d3", 6, 12, E, 4);
    let mut board = scene.dice(&[GONE, d20(7)]).combat();
    board.give(Order::Fire { target: UnitId(1), long: false });
    assert!(board.plane(1).shot_down() && board.plane(1).in_play(), "though it keeps falling");
    // Lost without a hit, and lost after one.
    let lost = |hit: bool| Scene::new().allied("spad_vii", 5, 8, E, 9).change(move |p| p.hit = hit).ending();
    assert_eq!((lost(false).plane(0).fate, lost(false).plane(0).shot_down()), (Fate::Destroyed, false));
    assert!(lost(true).plane(0).shot_down());
}

#[test]
fn landing() {
    proves!("WV-MOV-09");
    let at =
        |speed: i8, dice: Loaded| Scene::new().allied("bristol_f2b", 12, 1, Se, speed).dice(&[dice]).moving();
    let mut hard = at(3, PASS);
    hard.fly(&[Act::Land]);
    assert!(hard.told().contains(&("WV-MOV-09", What::Landed { plane: 0, hard: true })));
    assert_eq!((hard.plane(0).fate, hard.plane(0).pilot), (Fate::Landed, Health::Healthy));
    let mut smooth = at(3, CRIT);
    smooth.fly(&[Act::Land]);
    assert!(smooth.told().contains(&("WV-MOV-09", What::Landed { plane: 0, hard: false })));
    let mut crash = at(3, FAIL);
    crash.fly(&[Act::Land]);
    assert_eq!(crash.plane(0).fate, Fate::Destroyed);
    assert_eq!(at(4, PASS).no(Act::Land), "WV-MOV-09");
    let over = Scene::new().allied("spad_vii", 12, 1, Se, 3).change(|p| p.inverted = true).moving();
    assert_eq!(over.no(Act::Land), "WV-MOV-09");
    let high = Scene::new().allied("spad_vii", 12, 2, Se, 3).moving();
    assert_eq!(high.no(Act::Land), "WV-MOV-09");
}

#[test]
fn steps_for_both_headings() {
    proves!("WV-MOV-10");
    let prep_1 = |at: (i8, i8), maneuver: Maneuver| {
        let mut board = Scene::new().allied("sopwith_camel", at.0, at.1, W, 4).moving();
        board.fly(&[go(maneuver)]);
        (board.path(0), board.plane(0).facing)
    };
    assert_eq!(prep_1((5, 14), WingoverLevel), (vec![(4, 14), (3, 13), (4, 13)], E));
    assert_eq!(prep_1((7, 14), HalfLoop), (vec![(6, 14), (5, 15), (6, 16)], E));
    assert_eq!(prep_1((7, 14), Immelmann), (vec![(6, 14), (5, 15), (6, 14), (7, 14)], E));
    // A step that leaves the map voids the rest; the speed cost stands.
    let mut edge = Scene::new().allied("sopwith_camel", 1, 14, W, 4).moving();
    edge.fly(&[go(HalfLoop)]);
    assert_eq!(edge.plane(0).fate, Fate::LeftWest);
}

#[test]
fn there_is_always_a_legal_step() {
    proves!("WV-MOV-11", "WV-DIV-03", "WV-CLB-03");
    let dead = |p: &mut Plane| p.controls[1] = 4;
    let diver = Scene::new().allied("spad_vii", 6, 1, Se, 3).change(dead).moving();
    let acts: Vec<Act> = diver.acts().into_iter().filter(|a| !matches!(a, Act::Throttle { .. })).collect();
    assert_eq!(acts, [ON, go(Jink), Act::Land], "plain, as a jink, or as a landing");
    let mut diver = diver;
    diver.fly(&[ON]);
    assert_eq!(diver.plane(0).fate, Fate::Destroyed);
    let climber = Scene::new().allied("spad_vii", 6, 8, Ne, 3).change(dead).moving();
    let acts: Vec<Act> = climber.acts().into_iter().filter(|a| !matches!(a, Act::Throttle { .. })).collect();
    assert_eq!(acts, [LEVEL]);
    assert_eq!(climber.no(ON), "WV-CLB-01");
    let mut edge = Scene::new().allied("spad_vii", 1, 10, W, 7).moving();
    edge.fly(&[ON]);
    assert_eq!(edge.plane(0).fate, Fate::LeftWest);
}

#[test]
fn a_begun_maneuver_is_flown_to_its_end() {
    proves!("WV-MOV-12");
    let spad = |n: usize| {
        let mut board = Scene::new().allied("spad_vii", 5, 15, E, 5).moving();
        board.fly(&vec![ON; n]);
        board
    };
    let mut one = spad(1);
    one.fly(&[go(HalfLoop)]);
    assert_eq!((one.plane(0).flown, one.acts()), (5, vec![END]));
    assert_eq!(spad(2).no(go(HalfLoop)), "WV-MOV-06", "hexes flown before are not its Prep");
    // With somebody who may interrupt, the maneuver stands still and nothing else can be ordered.
    let scene = Scene::new()
        .allied("spad_vii", 5, 15, E, 5)
        .change(|p| p.foes = 2)
        .german("albatros_d3", 12, 15, W, 4)
        .change(|p| p.foes = 1)
        .with(Opt::TimeFreezing);
    let mut board = scene.moving();
    board.fly(&[go(Immelmann)]);
    assert_eq!(board.ask(), Ask::Window { plane: 0, hexes: 1 });
    assert_eq!(board.no(go(Jink)), "WV-MOV-12");
}

#[test]
fn a_whole_move_at_once() {
    proves!("WV-MOV-12");
    let acts = [throttle(5), go(HalfLoop), ON, END];
    let mut board = Scene::new().allied("spad_vii", 5, 15, E, 5).moving();
    let order = Order::Move { acts: Course::new(&acts).expect("few acts") };
    let preview = board.m.state().preview(SeatId(0), &order).expect("it is legal");
    board.give(order);
    let single = flown("spad_vii", (5, 15), E, 5, 5, &acts[1..]);
    assert_eq!(board.plane(0), single.plane(0));
    assert_eq!(
        (preview.at, preview.facing, preview.speed),
        (Some(board.plane(0).at), Some(board.plane(0).facing), board.plane(0).cue)
    );
    let whole = |acts: &[Act]| {
        let board = Scene::new().allied("spad_vii", 5, 15, E, 5).moving();
        board.refused(Order::Move { acts: Course::new(acts).expect("few acts") })
    };
    assert_eq!(whole(&[ON, ON, END]), "WV-MOV-03");
    assert_eq!(whole(&[ON, ON]), "WV-MOV-03");
    assert_eq!(whole(&[ON, throttle(3), END]), "WV-SPD-01");
    assert_eq!(whole(&[ON, ON, ON, ON, ON, END, ON]), "WV-MOV-12");
}

#[test]
fn two_rotations_need_a_hex_between() {
    proves!("WV-ATT-01");
    // The triplane has Prep 0 in the medium band: levelling off and raising the nose again in one hex is refused.
    let mut board = Scene::new().allied("fokker_dr1", 5, 15, Ne, 4).moving();
    board.fly(&[LEVEL]);
    assert_eq!(board.no(go(ZoomClimb)), "WV-ATT-01");
    board.fly(&[ON]);
    assert!(board.may(go(ZoomClimb)));
    // From a dive only a pull-up turns two sides at once; the count starts anew each round.
    let mut diver = Scene::new().allied("fokker_dr1", 5, 15, Se, 4).moving();
    diver.fly(&[go(LevelOff)]);
    assert_eq!(diver.no(go(ZoomClimb)), "WV-ATT-01");
    let fresh = Scene::new().allied("fokker_dr1", 5, 15, E, 4).moving();
    assert!(fresh.may(go(ZoomClimb)));
}

#[test]
fn prep_is_flown_straight_in_the_present_attitude() {
    proves!("WV-ATT-02", "WV-ATT-03");
    let zoom = flown("spad_vii", (5, 15), E, 5, 5, &[go(ZoomClimb)]);
    assert_eq!(zoom.path(0), [(6, 15), (7, 15), (8, 16)]);
    let exit = flown("spad_vii", (5, 18), Se, 5, 0, &[go(LevelOff)]);
    assert_eq!((exit.path(0).len(), exit.plane(0).at.y, exit.plane(0).facing), (2, 16, E));
    let diver = Scene::new().allied("spad_vii", 5, 18, Se, 5).moving();
    assert_eq!(diver.no(LEVEL), "WV-DIV-04");
    let mut climber = Scene::new().allied("spad_vii", 5, 18, Ne, 5).moving();
    climber.fly(&[LEVEL]);
    assert_eq!((climber.plane(0).at, climber.plane(0).facing), (hex(5, 18), E));
}

#[test]
fn sluggish_planes() {
    proves!("WV-ATT-05");
    let gotha = Scene::new().german("gotha", 10, 8, W, 4).allied("spad_vii", 1, 29, E, 4);
    let board = gotha.moving();
    for barred in [Roll, HalfLoop, WingoverDive, WingoverLevel, Immelmann, FallingLeaf] {
        assert_eq!(board.no(go(barred)), "WV-ATT-05", "{barred:?}");
    }
    assert!(board.may(go(Jink)) && board.may(go(Sideslip)) && board.may(go(LevelTurnInner)));
}

#[test]
fn upside_down() {
    proves!("WV-ATT-06");
    let scene = Scene::new().allied("spad_vii", 10, 15, W, 5).change(|p| p.inverted = true);
    let board = scene.moving();
    for barred in [
        ZoomClimb,
        LevelTurnInner,
        EasyTurnInnerInner,
        ClimbingTurn,
        DivingTurnLate,
        Jink,
        Sideslip,
        HalfLoop,
        WingoverDive,
        Immelmann,
        FallingLeaf,
    ] {
        assert_eq!(board.no(go(barred)), "WV-ATT-06", "{barred:?}");
    }
    assert!(board.may(ON) && board.may(go(Roll)) && board.may(go(PowerDive)));
    // Forward guns fire, gunners do not.
    let scene = Scene::new()
        .allied("bristol_f2b", 10, 15, W, 5)
        .change(|p| p.inverted = true)
        .german("albatros_d3", 8, 15, W, 5)
        .german("albatros_d3", 12, 15, W, 5);
    let mut board = scene.combat();
    assert_eq!(board.ask(), Ask::Gun { plane: 0, gun: 0 });
    board.give(Order::Hold);
    assert_ne!(board.ask(), Ask::Gun { plane: 0, gun: 1 });
}
