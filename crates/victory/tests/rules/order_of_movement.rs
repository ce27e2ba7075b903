//! 7.3 ORDER OF MOVEMENT and 7.4 TIE-BRAKING PROCEDURE.

use crate::support::*;

fn order(board: &Board) -> Vec<u8> {
    board
        .told()
        .into_iter()
        .find_map(|(_, w)| if let What::OrderSet { order } = w { Some(order) } else { None })
        .expect("an order of movement")
}

/// A round up to its order of movement: everybody looks away.
fn begun(scene: Scene) -> Board {
    let mut board = scene.round();
    while matches!(board.ask(), Ask::Look { .. }) {
        board.give(Order::LookAway);
    }
    board
}

#[test]
fn five_pools() {
    proves!("WV-ORD-01", "WV-ORD-02", "WV-ORD-04");
    let scene = Scene::new()
        .mats("AC")
        // Free, with a target in sight; engaged; tailing its enemy; the tailed one; stalled and engaged.
        .allied("spad_vii", 8, 25, E, 5)
        .change(|p| p.seen = UnitId(3).bit())
        .allied("spad_vii", 30, 12, E, 5)
        .allied("spad_vii", 20, 12, E, 5)
        .german("albatros_d3", 21, 12, E, 5)
        .german("albatros_d3", 31, 13, W, 0)
        .dice(&[FAIL]);
    let board = begun(scene);
    assert_eq!(order(&board), [4, 3, 2, 1, 0]);
    assert!(board.plane(4).wild);
}

#[test]
fn a_plane_after_a_falling_leaf_is_out_of_control() {
    proves!("WV-ORD-02");
    let scene = Scene::new().allied("spad_vii", 2, 12, E, 5).german("albatros_d3", 14, 12, W, 0);
    let board = begun(scene.change(|p| p.stalled = true).dice(&[FAIL]));
    assert_eq!(order(&board)[0], 1);
    let dead = Scene::new().allied("spad_vii", 2, 12, E, 5).german("albatros_d3", 14, 12, W, 6);
    let board = begun(dead.change(|p| p.pilot = Health::Dead));
    assert_eq!(order(&board)[0], 1, "so is one without a pilot");
}

#[test]
fn tail_sectors() {
    proves!("WV-TAI-01");
    let behind = [(9, 12), (8, 12), (9, 11), (9, 13), (8, 13), (9, 14), (8, 11), (9, 10)];
    for h in hex(10, 12).disc(3).filter(|h| *h != hex(10, 12)) {
        let tails = |facing: Facing| {
            let scene =
                Scene::new().german("albatros_d3", 10, 12, E, 5).allied("spad_vii", h.x, h.y, facing, 5);
            begun(scene).plane(1).tails == 1
        };
        // The place alone counts: one that flies the other way tails as well.
        for facing in [E, W] {
            assert_eq!(tails(facing), behind.contains(&(h.x, h.y)), "{h:?} {facing:?}");
        }
    }
    // One that climbs or dives across the tail of a climbing enemy tails it.
    let astern = hex(10, 12).next(Se);
    for heading in [Nw, Ne, Se] {
        let target = Scene::new().german("albatros_d3", 10, 12, Nw, 5);
        let board = begun(target.allied("spad_vii", astern.x, astern.y, heading, 5));
        assert_eq!(board.plane(1).tails, 1, "{heading:?}");
    }
    // A plane out of control tails nobody; if it is tailed, its tailer moves in pool 2.
    let scene =
        Scene::new().german("albatros_d3", 10, 12, E, 0).allied("spad_vii", 9, 12, E, 5).dice(&[FAIL]);
    let board = begun(scene);
    assert_eq!((board.plane(1).tails, order(&board)), (1, vec![0, 1]));
}

#[test]
fn chains_move_from_the_foremost_plane_back() {
    proves!("WV-ORD-03");
    let scene = Scene::new().allied("spad_vii", 8, 12, E, 5).german("albatros_d3", 10, 12, E, 5).allied(
        "sopwith_camel",
        12,
        12,
        E,
        5,
    );
    let board = begun(scene);
    assert_eq!(order(&board), [2, 1, 0]);
}

#[test]
fn in_a_ring_everybody_tails_and_the_tie_break_says_who_is_first() {
    proves!("WV-ORD-01", "WV-ORD-03", "WV-SPT-05");
    let scene = Scene::new().allied("spad_vii", 5, 13, Ne, 5).german("albatros_d3", 5, 12, Se, 4);
    let ring = begun(scene);
    assert_eq!((ring.plane(0).tails, ring.plane(1).tails), (2, 1));
    assert_eq!(order(&ring), [1, 0], "the lower one first");
    // Two Aces back to back, and two more engaged near by: the ring moves before them, in pool 2.
    let scene = Scene::new()
        .mats("AC")
        .allied("spad_vii", 9, 12, W, 5)
        .skill(Skill::Ace)
        .german("albatros_d3", 10, 12, E, 4)
        .skill(Skill::Ace)
        .allied("sopwith_camel", 13, 12, E, 5)
        .german("fokker_dr1", 12, 15, W, 5);
    let board = begun(scene);
    assert_eq!((board.plane(0).tails, board.plane(1).tails), (2, 1));
    assert_ne!(board.plane(3).foes, 0, "the others are engaged");
    assert_eq!(order(&board)[..2], [1, 0], "of the two Aces the slower one first");
    // They have eyes for each other only, though others are in their own MegaHex.
    assert_eq!((board.plane(0).seen, board.plane(1).seen), (UnitId(1).bit(), UnitId(0).bit()));
    // Who tails the ring from outside moves after the plane that he tails.
    let scene = Scene::new().allied("spad_vii", 9, 12, W, 5).german("albatros_d3", 10, 12, E, 4);
    let outside = begun(scene.german("fokker_dr1", 11, 12, W, 3).skill(Skill::Recruit));
    assert_eq!((outside.plane(0).tails, outside.plane(1).tails, outside.plane(2).tails), (2, 1, 1));
    assert_eq!(order(&outside), [1, 0, 2], "a Recruit, but not before the one whom he tails");
}

#[test]
fn engaged_in_the_same_or_an_adjacent_megahex() {
    proves!("WV-ORD-04");
    let foes = |x: i8| {
        let scene =
            Scene::new().mats("AC").allied("spad_vii", 10, 12, E, 5).german("albatros_d3", x, 12, W, 5);
        begun(scene).plane(0).foes
    };
    assert_eq!((foes(11), foes(14), foes(18)), (2, 2, 0));
    let friends = Scene::new().mats("AC").allied("spad_vii", 10, 12, E, 5).allied("spad_vii", 11, 12, E, 5);
    assert_eq!(begun(friends.german("albatros_d3", 39, 12, W, 5)).plane(0).foes, 0);
}

#[test]
fn planes_that_see_nobody_fly_no_acrobatics() {
    proves!("WV-ORD-05");
    use Maneuver::*;
    let scene = |seen: u32| {
        let scene = Scene::new().mats("AC").allied("spad_vii", 3, 15, E, 5).change(move |p| p.seen = seen);
        let mut board = begun(scene.german("albatros_d3", 39, 29, W, 5).skill(Skill::Ace));
        while board.ask() != (Ask::Fly { plane: 0 }) {
            board.play_out_round();
        }
        board
    };
    let idle = scene(0);
    for barred in [Roll, HalfLoop, WingoverDive, Immelmann, FallingLeaf, Jink, Sideslip] {
        assert_eq!(idle.no(go(barred)), "WV-ORD-05", "{barred:?}");
    }
    assert!(
        idle.may(ON) && idle.may(go(LevelTurnInner)) && idle.may(go(PowerDive)) && idle.may(go(ZoomClimb))
    );
    // Upside down it may roll back.
    let scene = Scene::new().mats("AC").allied("spad_vii", 3, 15, E, 5).change(|p| p.inverted = true);
    let board = begun(scene.german("albatros_d3", 39, 29, W, 5).skill(Skill::Ace));
    assert_eq!(board.ask(), Ask::Fly { plane: 0 });
    assert!(board.may(go(Roll)));
}

#[test]
fn ties() {
    proves!("WV-TIE-01");
    let scene = Scene::new()
        .mats("AC")
        .allied("spad_vii", 2, 9, E, 5)
        .skill(Skill::Ace)
        .allied("spad_vii", 4, 14, E, 6)
        .allied("spad_vii", 6, 14, E, 4)
        .german("albatros_d3", 39, 29, W, 5)
        .skill(Skill::Ace);
    assert_eq!(order(&begun(scene))[..3], [2, 1, 0]);
    // The lower one first, then a die, ties again. A wounded pilot counts as a Recruit.
    let scene = Scene::new()
        .mats("AC")
        .allied("spad_vii", 2, 14, E, 5)
        .allied("spad_vii", 6, 14, E, 5)
        .german("albatros_d3", 39, 29, W, 5)
        .dice(&[d6(4), d6(4), d6(5), d6(2)]);
    let board = begun(scene);
    assert_eq!(order(&board)[..2], [1, 0]);
    assert_eq!(board.happened(|w| matches!(w, What::TieRolled { .. })), 4);
    let scene = Scene::new().mats("AC").allied("spad_vii", 2, 14, E, 5).skill(Skill::Ace);
    let scene = scene.change(|p| p.pilot = Health::Wounded).german("albatros_d3", 39, 2, W, 5);
    assert_eq!(order(&begun(scene)), [0, 1]);
}
