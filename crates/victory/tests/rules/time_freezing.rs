//! 8.1.6 TIME FREEZING.

use crate::support::*;

/// Two planes head on, engaged; the first one moves first.
fn merge(first: (&str, i8, i8, i8), second: (&str, i8, i8, i8)) -> Scene {
    Scene::new()
        .allied(first.0, first.1, first.2, E, first.3)
        .change(|p| p.foes = 2)
        .german(second.0, second.1, second.2, W, second.3)
        .change(|p| p.foes = 1)
        .with(Opt::TimeFreezing)
}

#[test]
fn declaring() {
    proves!("WV-TFZ-01");
    let mut board = merge(("se5a", 2, 15, 7), ("pfalz_d3", 12, 15, 5)).dice(&[MISS, MISS]).moving();
    assert_eq!(board.refused(Order::Freeze), "WV-TFZ-01", "only after a hex it enters");
    board.fly(&[ON]);
    assert_eq!(board.ask(), Ask::Window { plane: 0, hexes: 1 });
    let seats: Vec<SeatId> = board.m.prompts().iter().map(|p| p.seat).collect();
    assert_eq!(seats, [SeatId(0), SeatId(1)], "any pilot of the group");
    assert!(board.m.prompts().iter().all(|p| p.duty == table::Duty::Window));
    // Who lets the whole move pass is not asked again.
    board.by(A, Order::StandDown).by(G, Order::Pass);
    board.fly(&[ON]);
    let seats: Vec<SeatId> = board.m.prompts().iter().map(|p| p.seat).collect();
    assert_eq!(seats, [SeatId(1)]);
    board.by(G, Order::Freeze);
    // Once a round for each group.
    while board.ask() != (Ask::Fly { plane: 0 }) {
        let order = if matches!(board.ask(), Ask::Gun { .. }) { Order::Hold } else { Order::Act(ON) };
        board.give(order);
    }
    board.fly(&[ON]);
    assert_eq!(board.ask(), Ask::Fly { plane: 0 }, "no second window");
    // Without the option there is no window at all.
    let mut scene = merge(("se5a", 2, 15, 7), ("pfalz_d3", 12, 15, 5));
    scene.setup.options = Options::default();
    let mut plain = scene.moving();
    plain.fly(&[ON]);
    assert_eq!(plain.ask(), Ask::Fly { plane: 0 });
}

#[test]
fn only_while_the_first_plane_moves() {
    proves!("WV-TFZ-01");
    let mut board = merge(("se5a", 2, 15, 2), ("pfalz_d3", 12, 15, 5)).moving();
    board.fly(&[ON]).by(A, Order::StandDown).by(G, Order::StandDown);
    board.fly(&[ON, END]);
    assert_eq!(board.ask(), Ask::Fly { plane: 1 });
    board.fly(&[ON]);
    assert_eq!(board.ask(), Ask::Fly { plane: 1 });
}

#[test]
fn the_table() {
    proves!("WV-TFZ-02", "WV-TFZ-03");
    let table = Content::built_in().time_freeze;
    assert_eq!((table[3][6], table[1][4], table[2][4], table[4][4]), (6, 4, 7, 11));
    let mut filled = 0;
    for hexes in 1..=11_u32 {
        for speed in 1..=11_u32 {
            let cell = u32::from(table[hexes as usize - 1][speed as usize - 1]);
            if hexes > speed {
                assert_eq!(cell, 0);
            } else {
                assert_eq!(cell, (22 * hexes + speed) / (2 * speed), "{hexes} hexes at speed {speed}");
                filled += 1;
            }
        }
    }
    assert_eq!(filled, 66);
}

#[test]
fn the_others_move_for_the_same_time() {
    proves!("WV-TFZ-04");
    // Elapsed time 6: four hexes at speed 7.
    for (speed, hexes) in [(5, 2), (4, 2), (10, 5)] {
        let mut board = merge(("se5a", 2, 15, 7), ("fokker_d7", 19, 15, speed)).moving();
        for n in 1..=4 {
            board.fly(&[ON]);
            if n < 4 {
                board.by(A, Order::Pass).by(G, Order::Pass);
            }
        }
        board.by(A, Order::Freeze);
        let mut flown = 0;
        while board.ask() == (Ask::Fly { plane: 1 }) && board.now().freeze.now.is_some() {
            board.fly(&[ON]);
            flown += 1;
        }
        assert_eq!(flown, hexes, "speed {speed}");
    }
    // Speed 1 moves none at all: time goes on at once.
    let mut board = merge(("se5a", 2, 9, 7), ("fokker_d7", 19, 9, 1)).moving();
    for n in 1..=4 {
        board.fly(&[ON]);
        if n < 4 {
            board.by(A, Order::Pass).by(G, Order::Pass);
        }
    }
    board.by(G, Order::Freeze);
    assert_eq!((board.ask(), board.plane(1).flown), (Ask::Fly { plane: 0 }, 0));
}

#[test]
fn fire_and_go_on() {
    proves!("WV-TFZ-05");
    let mut board = merge(("se5a", 2, 15, 7), ("pfalz_d3", 9, 15, 5)).dice(&[MISS, MISS]).moving();
    for n in 1..=4 {
        board.fly(&[ON]);
        if n < 4 {
            board.by(A, Order::Pass).by(G, Order::Pass);
        }
    }
    board.by(G, Order::Freeze);
    board.fly(&[throttle(4), ON, ON]);
    assert_eq!(board.ask(), Ask::Gun { plane: 0, gun: 0 });
    board.give(Order::Fire { target: UnitId(1), long: false });
    board.give(Order::Fire { target: UnitId(0), long: false });
    assert_eq!((board.plane(0).mp, board.plane(1).mp), (3, 3));
    // Who has fired does not fire again in the combat phase.
    board.fly(&[ON, ON, ON, END]);
    board.fly(&[ON, ON, ON, END]);
    assert!(!matches!(board.ask(), Ask::Gun { .. }));
    assert_eq!(board.shots().len(), 2);
}

#[test]
fn a_cut_maneuver_is_flown_on_and_paid_once() {
    proves!("WV-TFZ-05", "WV-TFZ-06");
    // The first plane is caught after a hex of its half loop, before any free step.
    let mut board = merge(("spad_vii", 2, 15, 5), ("pfalz_d3", 12, 15, 5)).moving();
    board.fly(&[go(Maneuver::HalfLoop)]);
    board.by(A, Order::Pass).by(G, Order::Pass);
    assert_eq!(board.plane(0).at, hex(4, 15));
    board.by(G, Order::Freeze);
    assert_eq!(board.plane(0).facing, E, "the nose has not turned yet");
    while board.ask() != (Ask::Fly { plane: 0 }) {
        let order = match board.ask() {
            Ask::Gun { .. } => Order::Hold,
            Ask::Due { .. } => Order::TurnLater,
            _ => Order::Act(ON),
        };
        board.give(order);
    }
    assert_eq!((board.plane(0).at, board.plane(0).facing), (hex(4, 17), W), "flown on afterwards");
    assert_eq!(board.plane(0).delta, -4, "its cost counts once");
}

#[test]
fn free_steps_are_due_or_left() {
    proves!("WV-TFZ-06");
    let scene = |now: bool| {
        let mut board = merge(("se5a", 2, 15, 7), ("fokker_dr1", 14, 15, 5)).moving();
        for n in 1..=4 {
            board.fly(&[ON]);
            if n < 4 {
                board.by(A, Order::Pass).by(G, Order::Pass);
            }
        }
        board.by(G, Order::Freeze);
        // Speed 5 covers two hexes: exactly the level ones of its climbing turn.
        board.fly(&[go(Maneuver::ClimbingTurn)]);
        assert_eq!(board.ask(), Ask::Due { plane: 1 });
        board.give(if now { Order::TurnNow } else { Order::TurnLater });
        board
    };
    assert_eq!((scene(true).plane(1).at, scene(true).plane(1).facing), (hex(12, 15), Nw));
    assert_eq!(scene(false).plane(1).facing, W);
    // At speed 7 its four hexes cover the whole turn.
    let mut board = merge(("se5a", 2, 15, 7), ("fokker_dr1", 14, 15, 7)).moving();
    for n in 1..=4 {
        board.fly(&[ON]);
        if n < 4 {
            board.by(A, Order::Pass).by(G, Order::Pass);
        }
    }
    board.by(G, Order::Freeze);
    board.fly(&[go(Maneuver::ClimbingTurn)]);
    assert_eq!((board.plane(1).facing, board.plane(1).at.y), (Ne, 16));
    // The drop of a falling leaf comes after the freeze.
    let mut board = merge(("se5a", 2, 15, 7), ("spad_vii", 14, 15, 7)).moving();
    for n in 1..=4 {
        board.fly(&[ON]);
        if n < 4 {
            board.by(A, Order::Pass).by(G, Order::Pass);
        }
    }
    board.by(G, Order::Freeze);
    board.fly(&[go(Maneuver::FallingLeaf)]);
    assert_eq!((board.plane(1).at, board.plane(1).stalled), (hex(12, 15), false));
}

#[test]
fn planes_out_of_control_belong_to_no_group() {
    proves!("WV-TFZ-06");
    let scene = merge(("se5a", 2, 15, 7), ("pfalz_d3", 12, 15, 5));
    let mut board = scene.edit(|now| now.planes[1].wild = true).moving();
    board.fly(&[ON]);
    assert_eq!(board.ask(), Ask::Fly { plane: 0 }, "a group of one freezes nothing");
}

#[test]
fn planes_in_one_hex_at_a_freeze_collide() {
    proves!("WV-MOV-04");
    let mut board = merge(("se5a", 2, 15, 7), ("pfalz_d3", 8, 15, 5)).dice(&[CRIT, CRIT]).moving();
    for n in 1..=4 {
        board.fly(&[ON]);
        if n < 4 {
            board.by(A, Order::Pass).by(G, Order::Pass);
        }
    }
    board.by(G, Order::Freeze);
    board.fly(&[ON, ON]);
    assert_eq!(board.plane(0).at, board.plane(1).at);
    assert_eq!(board.tests(Test::Structural).len(), 2);
}

#[test]
fn a_whole_move_stops_at_a_freeze() {
    proves!("WV-TFZ-05", "WV-MOV-12");
    let mut board = merge(("se5a", 2, 15, 7), ("pfalz_d3", 12, 15, 5)).moving();
    let whole = |n: usize| {
        let acts: Vec<Act> = std::iter::repeat_n(ON, n).chain([END]).collect();
        Order::Move { acts: Course::new(&acts).expect("few acts") }
    };
    board.give(whole(7));
    assert_eq!(board.ask(), Ask::Window { plane: 0, hexes: 1 }, "everybody has his say after each hex");
    board.by(A, Order::Pass).by(G, Order::Pass);
    assert_eq!(board.ask(), Ask::Window { plane: 0, hexes: 2 }, "and the move goes on by itself");
    board.by(A, Order::Pass).by(G, Order::Freeze);
    // What the other side flies in the freeze is its own: the first plane is asked for the rest of its move.
    board.give(whole(5));
    assert_eq!((board.ask(), board.plane(0).flown, board.plane(1).flown), (Ask::Fly { plane: 0 }, 2, 1));
}
