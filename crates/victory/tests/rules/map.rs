//! 1.1 MAP and 1.2 PLAYING PIECES.

use crate::support::*;
use victory::map::{is_inside, mega_distance};

fn frame(mats: &str) -> Map {
    Content::built_in().lay(&mats.chars().collect::<Vec<_>>()).expect("mats")
}

#[test]
fn the_sky_is_seen_from_the_side() {
    proves!("WV-MAP-01", "WV-MAP-05");
    for (facing, level) in [(Ne, 13), (Nw, 13), (Se, 11), (Sw, 11), (E, 12), (W, 12)] {
        assert_eq!(hex(5, 12).next(facing).y, level);
    }
    let around = |h: Hex| [E, Ne, Nw, Se, Sw].map(|f| h.next(f));
    assert_eq!(around(hex(5, 15)), [hex(6, 15), hex(6, 16), hex(5, 16), hex(6, 14), hex(5, 14)]);
    assert_eq!(around(hex(5, 14))[1..], [hex(5, 15), hex(4, 15), hex(5, 13), hex(4, 13)]);
}

#[test]
fn mats_lie_side_by_side() {
    proves!("WV-MAP-02");
    assert_eq!((frame("A").columns, frame("AC").columns), (20, 40));
    let mut board = Scene::new().mats("AC").allied("spad_vii", 19, 15, E, 5).moving();
    board.fly(&[throttle(5), ON]);
    assert!(board.plane(0).in_play());
    assert_eq!(board.plane(0).at, hex(20, 15));
    let error = State::resolve(&Content::built_in(), &request("free", &[("mats", "BG")])).unwrap_err();
    assert_eq!((error.place.as_str(), error.rule.map(|r| r.0)), ("options.mats", Some("WV-MAP-02")));
}

#[test]
fn the_front_runs_through_mat_b() {
    proves!("WV-MAP-03");
    assert_eq!(
        (frame("B").front, frame("AB").front, frame("BC").front, frame("AC").front),
        (Some(10), Some(30), Some(10), None)
    );
    let kill = |x: i8| {
        let scene = Scene::new().german("albatros_d3", x, 15, W, 4);
        let scene = scene.change(|p| (p.hit, p.fate, p.at.y) = (true, Fate::Destroyed, 0));
        scene.german("albatros_d3", 19, 29, W, 4).moving().m.state().half_kills(A)
    };
    assert_eq!((kill(14), kill(6), kill(10)), (1, 2, 2), "own side, enemy side, on the tick");
}

#[test]
fn mountains_are_not_flown_through() {
    proves!("WV-MAP-04", "WV-MOV-07");
    let at = |level: i8| {
        let mut board = Scene::new().mats("D").allied("spad_vii", 7, level, E, 5).moving();
        board.fly(&[throttle(5), ON]);
        board
    };
    let low = at(9);
    assert_eq!((low.plane(0).fate, low.plane(0).at), (Fate::Destroyed, hex(8, 9)));
    assert_eq!(low.plane(0).pilot, Health::Dead);
    let high = at(10);
    assert_eq!((high.plane(0).fate, high.plane(0).at), (Fate::Flying, hex(8, 10)));
}

#[test]
fn complete_hexes() {
    proves!("WV-MAP-06");
    let mat = frame("A");
    assert_eq!(mat.from_side(4, 10, false), hex(16, 10));
    assert_eq!(mat.from_side(10, 9, false), hex(10, 9));
    assert_eq!(mat.from_side(9, 0, true), hex(9, 0));
    assert!(mat.holds(hex(0, 15)) && !mat.holds(hex(0, 14)) && mat.holds(hex(1, 14)));
    assert!(mat.holds(hex(19, 15)) && mat.holds(hex(19, 14)) && !mat.holds(hex(20, 14)));
    assert!(frame("AC").holds(hex(20, 14)), "the half hexes of the seam make one");
    let all = (0..20).flat_map(|x| (0..31).map(move |y| hex(x, y)));
    assert_eq!(all.filter(|h| mat.holds(*h)).count(), 604);
}

#[test]
fn facing_and_distance() {
    proves!("WV-MAP-07", "WV-CMP-01");
    assert_eq!(hex(5, 15).distance(hex(7, 13)), 3);
    assert_eq!(hex(5, 15).distance(hex(5, 13)), 2);
    assert_eq!(Attitude::of(Ne), Attitude::Climb);
    assert_eq!(
        [E, W, Nw, Se, Sw].map(Attitude::of),
        [Attitude::Level, Attitude::Level, Attitude::Climb, Attitude::Dive, Attitude::Dive]
    );
    assert!([E, Ne, Se].iter().all(|f| f.is_right()) && [W, Nw, Sw].iter().all(|f| !f.is_right()));
}

#[test]
fn every_hex_is_in_one_megahex_or_shared_by_two() {
    proves!("WV-MAP-08");
    for (mats, inside, shared) in [("A", Some(488), Some(116)), ("AC", None, None)] {
        let map = frame(mats);
        let centres: Vec<Mega> = Mega::all(map.columns).collect();
        let (mut one, mut two) = (0, 0);
        for h in (0..map.columns).flat_map(|x| (0..31).map(move |y| hex(x, y))).filter(|h| map.holds(*h)) {
            let holders: Vec<Mega> = centres.iter().copied().filter(|m| m.holds(h)).collect();
            let found: Vec<Mega> = Megas::of(h).iter().collect();
            assert_eq!(found.len(), holders.len(), "{h:?}");
            assert!(found.iter().all(|m| holders.contains(m)), "{h:?}");
            match holders.as_slice() {
                [own] => {
                    assert!(is_inside(own.0.to(h)), "{h:?}");
                    one += 1;
                }
                [_, _] => two += 1,
                other => panic!("{h:?} is in {other:?}"),
            }
        }
        assert!(inside.is_none_or(|n| n == one) && shared.is_none_or(|n| n == two), "{one} {two}");
    }
    assert_eq!(Megas::of(hex(12, 30)).iter().collect::<Vec<_>>(), [Mega(hex(12, 32))]);
    let centre = Mega(hex(10, 28));
    assert_eq!(centre.hexes().filter(|h| is_inside(centre.0.to(*h))).count(), 13);
    assert_eq!(centre.hexes().count(), 19);
    assert!(Mega(hex(6, 28)).holds(hex(8, 28)) && centre.holds(hex(8, 28)));
    assert_eq!(mega_distance(hex(2, 4), hex(18, 4)), 4);
    assert_eq!(mega_distance(hex(8, 28), hex(10, 28)), 0, "a shared hex is inside whichever is asked about");
}

#[test]
fn landing_on_sea_is_a_crash() {
    proves!("WV-MAP-09");
    let land = |x: i8| {
        let scene = Scene::new().mats("E").allied("bristol_f2b", x, 1, Se, 3).dice(&[PASS]);
        let mut board = scene.moving();
        board.fly(&[Act::Land]);
        board
    };
    let sea = Scene::new().mats("E").allied("bristol_f2b", 5, 1, Se, 3).moving();
    let state = sea.m.state();
    let row = state.row(&sea.m.prompts()[0], &Order::Act(Act::Land));
    assert_eq!(row.detail, "There is no ground to land on: a crash.");
    assert_eq!((land(5).plane(0).at, land(5).plane(0).fate), (hex(6, 0), Fate::Destroyed));
    assert_eq!((land(14).plane(0).at, land(14).plane(0).fate), (hex(15, 0), Fate::Landed));
}

#[test]
fn altitude_bands() {
    proves!("WV-MAP-10");
    assert_eq!(
        [0, 10, 11, 20, 21, 30].map(Band::of),
        [Band::Low, Band::Low, Band::Medium, Band::Medium, Band::High, Band::High]
    );
}

#[test]
fn level_0_is_only_for_landing() {
    proves!("WV-MAP-11");
    let mut board = Scene::new().allied("spad_vii", 6, 1, Se, 2).moving();
    board.fly(&[ON]);
    assert_eq!((board.plane(0).fate, board.plane(0).at.y), (Fate::Destroyed, 0));
    assert_eq!(board.told().iter().filter(|(rule, _)| *rule == "WV-MAP-11").count(), 1);
}

#[test]
fn the_hex_with_the_printed_number() {
    proves!("WV-MAP-12");
    let setup = resolve("red-baron", &[]);
    assert_eq!((setup.planes[1].at, setup.planes[0].at), (hex(39, 3), hex(36, 2)));
}

#[test]
fn leaving_the_map() {
    proves!("WV-MAP-13");
    let leave = |fire: bool| {
        let scene = Scene::new().allied("spad_vii", 1, 12, W, 3).change(move |p| p.fire = fire);
        let mut board = scene.moving();
        board.fly(&[ON]);
        board
    };
    let calm = leave(false);
    assert_eq!((calm.plane(0).fate, calm.plane(0).safe), (Fate::LeftWest, true));
    assert_ne!(calm.ask(), Ask::Fly { plane: 0 }, "unspent points are dropped");
    assert_eq!((leave(true).plane(0).fate, leave(true).plane(0).safe), (Fate::LeftWest, false));
    assert!(calm.told().contains(&("WV-MAP-13", What::Left { plane: 0, east: false, safe: true })));
    let mut right = Scene::new().allied("spad_vii", 19, 12, E, 3).moving();
    right.fly(&[ON]);
    assert_eq!(right.plane(0).fate, Fate::LeftEast);
}

#[test]
fn lines_of_hexes() {
    proves!("WV-MAP-14");
    let line: std::collections::BTreeSet<Hex> = hex(5, 12).line(hex(8, 14)).collect();
    let expected = [(5, 12), (5, 13), (6, 12), (6, 13), (7, 13), (7, 14), (8, 14)].map(|(x, y)| hex(x, y));
    assert_eq!(line, expected.into_iter().collect());
    let flat: Vec<Hex> = hex(1, 8).line(hex(8, 8)).collect();
    assert_eq!(flat, (1..=8).map(|x| hex(x, 8)).collect::<Vec<_>>());
}

#[test]
fn a_plot_can_be_taken_back_until_a_die_is_rolled() {
    proves!("WV-CMP-02");
    let mut board = Scene::new().allied("spad_vii", 3, 12, E, 4).moving();
    let before = board.m.hash();
    board.fly(&[ON, ON, ON, ON]);
    assert_eq!((board.plane(0).at, board.plane(0).start), (hex(7, 12), hex(3, 12)));
    for _ in 0..4 {
        board.m.undo(Some(SeatId(0))).expect("no die was rolled");
    }
    assert_eq!((board.m.hash(), board.plane(0).at, board.plane(0).mp), (before, hex(3, 12), 4));

    let recruit = Scene::new().allied("spad_vii", 3, 12, E, 4).skill(Skill::Recruit).dice(&[PASS]);
    let mut board = recruit.moving();
    board.fly(&[go(Maneuver::Roll)]);
    assert!(board.m.undo(Some(SeatId(0))).is_err(), "a handling test was rolled");
}

#[test]
fn angles_in_whole_numbers() {
    proves!("WV-MAP-15");
    let from = hex(10, 12);
    let behind = from.bearing(E, hex(9, 14));
    assert!(behind.beyond_120() && !behind.beyond_150());
    assert!(from.bearing(E, hex(8, 13)).beyond_150());
    let offset = |q, r| geometry::Axial { q, r };
    assert_eq!(offset(-1, 2).mirrored(), offset(-1, 2));
    assert_eq!(offset(1, -1).mirrored(), offset(0, -1));
}
