//! 3.1 DASHBOARD and 3.2 FLIGHT PREPARATION.

use crate::support::*;
use Maneuver::*;

#[test]
fn a_dashboard_is_set_up() {
    proves!("WV-DSH-01", "WV-CMP-05");
    let tom = Board::fresh("toms-revenge", &[], 1);
    let p = tom.plane(0);
    assert_eq!((p.throttle, p.cue, p.guns[0].left[0]), (6, 6, 6));
    assert_eq!((p.structure, p.controls, p.engine, p.punctured), (0, [0; 3], 0, false));
    let osnago = resolve("prancing-horse", &[]);
    let board = Board { m: Match::begin(&Content::built_in(), osnago, 1).unwrap() };
    assert_eq!((board.plane(1).cue, board.plane(1).throttle), (7, 6), "cut to the top speed of the low band");
    let spad = Scene::new().allied("spad_vii", 5, 15, E, 5).moving();
    assert_eq!((spad.plane(0).throttle, spad.plane(0).cue), (5, 5));
}

#[test]
fn nine_scenarios() {
    proves!("WV-DSH-03");
    let content = Content::built_in();
    let count = |kind: &str| content.scenarios.iter().filter(|s| s.kind == kind).count();
    assert_eq!((count("solitaire"), count("two aircraft"), count("multi-aircraft")), (3, 3, 3));
    let numbers: Vec<u8> = content.scenarios.iter().map(|s| s.number).collect();
    assert_eq!(numbers, [1, 2, 3, 4, 5, 6, 7, 8, 9]);
    let error = State::resolve(&content, &request("campaign", &[])).unwrap_err();
    assert_eq!((error.place.as_str(), error.rule.map(|r| r.0)), ("scenario", Some("WV-DSH-03")));
}

#[test]
fn eight_options_all_off() {
    proves!("WV-DSH-04");
    let plain = resolve("over-the-top", &[]);
    assert_eq!(plain.options.list().count(), 0);
    let all: Vec<(&str, &str)> = Opt::ALL.iter().map(|o| (o.word(), "on")).collect();
    assert_eq!(resolve("over-the-top", &all).options.list().count(), 8);
    let camel = Scene::new().allied("sopwith_camel", 5, 15, E, 5).with(Opt::Rotary).moving();
    assert_eq!(camel.no(throttle(4)), "WV-SPD-03");
    let error = State::resolve(&Content::built_in(), &request("recon", &[("rotary", "maybe")])).unwrap_err();
    assert_eq!((error.place.as_str(), error.rule.map(|r| r.0)), ("options.rotary", Some("WV-SPD-03")));
    // No order of any moment changes them: they are part of the set-up that a log begins with.
    let mut board = camel;
    board.play_out_round();
    assert!(board.m.state().table().options.has(Opt::Rotary));
}

#[test]
fn the_throttle_is_set_once() {
    proves!("WV-SPD-01");
    let mut board = Scene::new().allied("spad_vii", 5, 15, E, 5).moving();
    board.fly(&[throttle(3)]);
    assert_eq!(board.no(throttle(4)), "WV-SPD-01");
    board.fly(&[ON]);
    assert_eq!(board.no(throttle(5)), "WV-SPD-01");
    // Without an order it stays where it is, as far as that is legal.
    let mut kept = Scene::new().allied("spad_vii", 5, 25, E, 4).change(|p| p.throttle = 6).moving();
    kept.fly(&[ON]);
    assert_eq!(kept.plane(0).throttle, 4);
}

#[test]
fn the_band_at_that_moment_limits_the_throttle() {
    proves!("WV-SPD-02");
    // Set at level 10, then a climb into the medium band: the throttle stays.
    let board = flown("spad_vii", (5, 10), E, 5, 6, &[go(ZoomClimb)]);
    assert_eq!((board.plane(0).at.y, board.plane(0).throttle), (11, 6));
}

#[test]
fn a_rotary_engine_that_runs_goes_on_at_full_speed() {
    proves!("WV-SPD-03");
    let scene = Scene::new().allied("sopwith_camel", 5, 20, E, 5).change(|p| p.throttle = 5);
    let mut board = scene.with(Opt::Rotary).moving();
    board.fly(&[ON]);
    assert_eq!(board.plane(0).throttle, 6);
    let scene = Scene::new().allied("sopwith_camel", 5, 20, E, 5).change(|p| p.throttle = 0);
    let mut off = scene.with(Opt::Rotary).moving();
    off.fly(&[ON]);
    assert_eq!(off.plane(0).throttle, 0);
    // A plane without a rotary engine does not care.
    let spad = Scene::new().allied("spad_vii", 5, 15, E, 5).with(Opt::Rotary).moving();
    assert!(spad.may(throttle(3)));
}

#[test]
fn movement_points_are_the_initial_speed() {
    proves!("WV-SPD-04", "WV-MOV-02");
    // A level turn drops the cue by 3 (drag at speed 4), the points stay four.
    let board = flown("spad_vii", (5, 15), E, 4, 4, &[go(LevelTurnInner)]);
    assert_eq!(cue_of(board.plane(0).initial, board.plane(0).delta), 1);
    assert_eq!((board.plane(0).initial, board.plane(0).mp), (4, 1));
    let level = flown("spad_vii", (5, 15), E, 4, 4, &[ON, ON, ON, ON]);
    assert_eq!((level.plane(0).at, level.plane(0).mp), (hex(9, 15), 0));
}

#[test]
fn the_cue_goes_half_way() {
    proves!("WV-SPD-05", "WV-SPD-06");
    for (cue, to, speed) in
        [(7, 0, 4), (0, 5, 2), (3, 2, 2), (2, 6, 4), (4, 5, 5), (5, 5, 5), (1, 0, 0), (-2, 0, -1)]
    {
        assert_eq!(updated(cue, to), speed, "{cue} towards {to}");
    }
}

#[test]
fn losses_are_read_at_the_initial_speed() {
    proves!("WV-SPD-07", "WV-DRG-02");
    // Turn at level 11 (drag 4 medium), then another at level 10: drag(low, 5) = 3 whole, not drag(low, 1) = 1.
    let board = flown("spad_vii", (5, 11), E, 5, 5, &[go(LevelTurnInner), go(LevelTurnInner)]);
    assert_eq!(board.plane(0).delta, -7);
    let zoom = flown("spad_vii", (5, 10), E, 5, 5, &[go(ZoomClimb)]);
    assert_eq!(zoom.plane(0).delta, -1, "floor(3 / 2), not floor(4 / 2)");
}

#[test]
fn the_strip_ends() {
    proves!("WV-SPD-08");
    let board = flown("spad_vii", (5, 15), E, 5, 0, &[go(LevelTurnInner), go(LevelTurnInner), END]);
    assert!(board.told().contains(&("WV-SPD-05", What::MoveOver { plane: 0, cue: -2, speed: -1 })));
    // Summed first, cut once: 11 with 4 dived and a loss of 4 stays 11.
    assert_eq!((cue_of(11, 0), cue_of(9, 5), cue_of(2, -9)), (11, 11, -2));
}

#[test]
fn the_repaired_rows() {
    proves!("WV-DRG-03");
    let high = |id: &str, n: i8| kind(id).strip(Band::High).drag(n);
    assert_eq!(["sopwith_strutter", "spad_vii", "sopwith_camel"].map(|id| high(id, 5)), [5, 4, 3]);
    let medium = |id: &str| kind(id).strip(Band::Medium).drag(9);
    assert_eq!(["spad_vii", "sopwith_camel"].map(medium), [6, 5]);
    assert_eq!(kind("spad_vii").strip(Band::Low).drag(8), 5);
    for (id, c) in [("sopwith_strutter", 3), ("spad_vii", 2), ("sopwith_camel", 0)] {
        for (band, more) in [(Band::Low, 0), (Band::Medium, 1), (Band::High, 2)] {
            let strip = kind(id).strip(band);
            for speed in strip.first..=strip.last {
                assert_eq!(strip.drag(speed), (speed + c + more) / 2, "{id} {band:?} {speed}");
            }
        }
    }
}

#[test]
fn red_and_candy_boxes() {
    proves!("WV-DRG-05", "WV-DRG-06", "WV-OVS-01", "WV-CRK-01");
    let end =
        |level: i8, speed: i8| Scene::new().allied("spad_vii", 5, level, E, speed).dice(&[CRIT]).ending();
    assert_eq!(end(8, 8).tests(Test::Structural).len(), 1);
    assert!(end(8, 7).tests(Test::Structural).is_empty());
    let broken = end(8, 9);
    assert!(broken.tests(Test::Structural).is_empty(), "without a test");
    assert_eq!((broken.plane(0).fate, broken.plane(0).at), (Fate::Destroyed, hex(5, 0)));
    assert_eq!(end(15, 9).tests(Test::Structural).len(), 1);
    assert_eq!(end(15, 10).plane(0).fate, Fate::Destroyed);
}

#[test]
fn zebra_boxes() {
    proves!("WV-DRG-07", "WV-STL-01");
    for (level, speed, stalls) in
        [(25, 2, true), (25, 3, false), (15, 1, true), (15, 2, false), (9, 0, true), (9, 1, false)]
    {
        let board = Scene::new().allied("spad_vii", 5, level, E, speed).round();
        assert_eq!(board.plane(0).stalled || board.plane(0).wild, stalls, "level {level}, speed {speed}");
    }
}

#[test]
fn drag_where_the_row_has_no_number() {
    proves!("WV-DRG-08");
    let board = flown("spad_vii", (2, 12), Se, 9, 0, &[go(LevelOff), go(ZoomClimb)]);
    // Two levels dived, then the drag of box 8 of the low row, 5: half is 2.
    assert_eq!((board.plane(0).at.y, board.plane(0).delta), (11, 0));
}

#[test]
fn the_round_marker() {
    proves!("WV-CMP-04", "WV-SEQ-01");
    let mut board = Scene::new().allied("spad_vii", 5, 15, E, 5).edit(|now| now.round = 4).moving();
    assert_eq!(board.refused(Order::Flak { mega: Mega(hex(10, 12)) }), "WV-SEQ-01");
    board.play_out_round();
    assert_eq!(board.now().round, 5);
    assert!(board.told().contains(&("WV-CMP-04", What::RoundBegan { round: 5 })));
}
