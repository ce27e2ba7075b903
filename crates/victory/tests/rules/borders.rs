//! Border cases of the book's own sentences: exactly at a limit, both options, the exception in the sentence.

use crate::support::*;
use Maneuver::*;

fn spad(at: (i8, i8), facing: Facing, speed: i8) -> Scene {
    Scene::new().allied("spad_vii", at.0, at.1, facing, speed)
}

fn fire(target: u8) -> Order {
    Order::Fire { target: UnitId(target), long: false }
}

/// A SPAD VII right behind an Albatros that it hits with these dice; the Albatros as the case has it.
fn shot(edit: impl FnOnce(&mut Plane) + 'static, dice: &[Loaded]) -> Board {
    let scene = Scene::new().allied("spad_vii", 9, 12, E, 4).german("albatros_d3", 10, 12, E, 4);
    let mut board = scene.change(edit).dice(dice).combat();
    board.give(fire(1));
    board
}

// ---- 3.1, 3.2: speed, throttle, boxes

#[test]
fn the_cue_moves_at_least_a_box_and_never_past_the_throttle() {
    proves!("WV-SPD-05", "WV-SPD-06");
    for (cue, throttle, then) in
        [(4, 4, 4), (4, 5, 5), (4, 3, 3), (4, 6, 5), (4, 7, 5), (4, 8, 6), (7, 0, 4), (-2, 0, -1), (11, 0, 6)]
    {
        assert_eq!(updated(cue, throttle), then, "{cue} towards {throttle}");
    }
}

#[test]
fn the_throttle_is_bounded_by_the_band_it_is_set_in() {
    proves!("WV-SPD-02", "WV-DRG-04");
    for (level, top) in [(10, 6), (11, 5), (20, 5), (21, 4)] {
        let board = spad((5, level), E, 4).moving();
        assert_eq!(board.throttles(), (0..=top).collect::<Vec<_>>(), "level {level}");
        assert_eq!(board.no(throttle(top + 1)), "WV-SPD-02");
        assert_eq!(board.no(throttle(-1)), "WV-SPD-02");
    }
}

#[test]
fn a_throttle_outlives_the_band_it_was_set_in() {
    proves!("WV-SPD-02");
    // Set to 6 at level 10, where 6 is legal; the climb ends in the medium band, whose top is 5.
    let mut board = flown("spad_vii", (5, 10), E, 6, 6, &[go(ZoomClimb)]);
    assert_eq!((board.plane(0).at.y, board.plane(0).throttle), (11, 6));
    board.fly(&[END]);
    assert_eq!(board.plane(0).cue, 5, "4 after the drag, half way to 6");
}

#[test]
fn a_running_rotary_engine_goes_on_at_the_top_speed_of_its_band() {
    proves!("WV-SPD-03");
    let kept = |throttle: i8, option: bool| {
        let scene = Scene::new().allied("sopwith_camel", 5, 22, E, 5).change(move |p| p.throttle = throttle);
        let scene = if option { scene.with(Opt::Rotary) } else { scene };
        scene.moving().plane(0).throttle
    };
    assert_eq!((kept(3, true), kept(3, false)), (5, 3));
    assert_eq!((kept(0, true), kept(6, false)), (0, 5), "off stays off; what is too high is cut down");
}

#[test]
fn red_and_candy_boxes_begin_where_they_are_printed() {
    proves!("WV-DRG-05", "WV-DRG-06", "WV-OVS-01");
    let end = |level: i8, speed: i8| {
        let board = spad((5, level), E, speed).dice(&[CRIT]).ending();
        (board.tests(Test::Structural).len(), board.plane(0).in_play())
    };
    assert_eq!([end(9, 7), end(9, 8), end(9, 9)], [(0, true), (1, true), (0, false)]);
    assert_eq!([end(15, 8), end(15, 9), end(15, 10)], [(0, true), (1, true), (0, false)]);
    assert_eq!([end(21, 9), end(21, 10), end(21, 11)], [(0, true), (1, true), (1, true)]);
}

#[test]
fn zebra_boxes_end_where_the_first_number_stands() {
    proves!("WV-DRG-07", "WV-STL-01");
    for (level, speed, stalls) in
        [(10, 0, true), (10, 1, false), (11, 1, true), (11, 2, false), (21, 2, true), (21, 3, false)]
    {
        let board = spad((5, level), E, speed).round();
        assert_eq!(board.plane(0).wild, stalls, "speed {speed} at level {level}");
    }
}

// ---- 4: climbs, dives, turns

#[test]
fn the_band_of_a_climb_is_that_of_its_first_hex() {
    proves!("WV-DRG-02", "WV-ATT-04", "WV-CLB-04");
    // Level 10: Prep 1 and the low drag of 5, though it ends at level 11, where Prep is 2.
    let low = flown("spad_vii", (5, 10), E, 5, 5, &[go(ZoomClimb)]);
    assert_eq!((low.plane(0).flown, low.plane(0).delta, low.plane(0).at.y), (2, -1, 11));
    let medium = flown("spad_vii", (5, 11), E, 5, 5, &[go(ZoomClimb)]);
    assert_eq!((medium.plane(0).flown, medium.plane(0).delta, medium.plane(0).at.y), (3, -2, 12));
}

#[test]
fn leaving_a_dive_takes_the_prep_of_the_band_it_has_come_to() {
    proves!("WV-ATT-04", "WV-DIV-04");
    // From level 21 one hex down into the medium band: there Prep is 2, so two points are too few for three hexes.
    let mut board = spad((5, 21), Se, 4).moving();
    board.fly(&[throttle(0), ON, go(LevelOff)]);
    let p = board.plane(0);
    assert_eq!((p.at.y, p.facing, p.mp, p.delta), (18, E, 1, 3));
    let short = flown("spad_vii", (5, 21), Se, 2, 0, &[ON]);
    assert_eq!(short.no(go(LevelOff)), "WV-MOV-06");
}

#[test]
fn with_prep_nought_two_rotations_still_have_a_hex_between() {
    proves!("WV-ATT-01");
    // The Dr.I has Prep 0 at level 15: it may level off at once, and then not climb in the same hex.
    let mut board = Scene::new().german("fokker_dr1", 5, 15, Se, 4).moving();
    board.fly(&[go(LevelOff)]);
    assert_eq!((board.plane(0).at, board.plane(0).facing), (hex(5, 15), E));
    assert_eq!(board.no(go(ZoomClimb)), "WV-ATT-01");
    // Who rolls over first swings the nose in the same hex as well.
    assert_eq!(board.no(go(WingoverDive)), "WV-ATT-01");
    assert_eq!(board.no(go(WingoverLevel)), "WV-ATT-01");
    board.fly(&[ON]);
    assert!(board.may(go(ZoomClimb)));
}

#[test]
fn an_inverted_plane_dives_and_rolls_and_little_else() {
    proves!("WV-ATT-06", "WV-CLB-01");
    let board = spad((5, 15), E, 6).change(|p| p.inverted = true).moving();
    assert!(board.may(ON) && board.may(go(PowerDive)) && board.may(go(Roll)));
    for barred in [ZoomClimb, LevelTurnInner, HalfLoop, WingoverDive, Jink, Sideslip, Immelmann, FallingLeaf]
    {
        assert_eq!(board.no(go(barred)), "WV-ATT-06", "{barred:?}");
    }
}

#[test]
fn prep_plus_its_points_is_exactly_enough() {
    proves!("WV-HLP-01", "WV-WGO-01", "WV-IMM-01", "WV-PUL-01", "WV-MOV-06");
    // Prep 2 at level 15.
    for (maneuver, facing, enough) in
        [(HalfLoop, E, 4), (WingoverDive, E, 4), (Immelmann, E, 5), (PullUp, Se, 3), (FallingLeaf, E, 2)]
    {
        assert!(spad((5, 15), facing, enough).moving().may(go(maneuver)), "{maneuver:?} with {enough}");
        let short = spad((5, 15), facing, enough - 1).change(move |p| p.initial = enough - 1).moving();
        assert_eq!(short.no(go(maneuver)), "WV-MOV-06", "{maneuver:?} with {}", enough - 1);
    }
}

#[test]
fn half_the_allowance_is_rounded_down_but_is_never_nothing() {
    proves!("WV-JNK-01", "WV-SSL-01");
    for (speed, hexes) in [(1, 1), (2, 1), (3, 1), (4, 2), (7, 3)] {
        for maneuver in [Jink, Sideslip] {
            let board = flown("spad_vii", (2, 10), E, speed, 5, &[go(maneuver)]);
            assert_eq!((board.plane(0).flown, board.plane(0).mp), (hexes, 0), "{maneuver:?} at {speed}");
        }
    }
}

#[test]
fn jink_and_sideslip_take_half_the_allowance_wherever_in_the_move() {
    proves!("WV-MOV-06", "WV-JNK-01", "WV-SSL-01");
    let moved = flown("spad_vii", (5, 15), E, 5, 5, &[ON]);
    assert_eq!(moved.no(go(FallingLeaf)), "WV-MOV-06", "it wants the entire allowance");
    // Half of the allowance of the round, not of what is left; then the move is over.
    for (before, ends) in [(0, [(7, 15), (6, 13)]), (1, [(8, 15), (7, 13)]), (3, [(10, 15), (9, 13)])] {
        for (maneuver, end) in [Jink, Sideslip].into_iter().zip(ends) {
            let mut board = flown("spad_vii", (5, 15), E, 5, 5, &vec![ON; before]);
            board.fly(&[go(maneuver)]);
            let p = board.plane(0);
            assert_eq!(((p.at.x, p.at.y), p.mp), (end, 0), "{maneuver:?} after {before}");
            assert_eq!((p.jinked, p.slipped), (maneuver == Jink, maneuver == Sideslip));
            assert_eq!(board.acts(), [END], "it ends the move");
        }
    }
    let late = flown("spad_vii", (5, 15), E, 5, 5, &[ON, ON, ON, ON]);
    assert_eq!((late.no(go(Jink)), late.no(go(Sideslip))), ("WV-MOV-06", "WV-MOV-06"), "one is left of two");
    // The free level-off of a climb is no hex and no maneuver.
    let mut climber = spad((5, 15), Ne, 5).moving();
    climber.fly(&[LEVEL]);
    assert!(climber.may(go(Jink)) && climber.may(go(Sideslip)) && climber.may(go(FallingLeaf)));
}

#[test]
fn a_wingover_costs_only_what_exceeds_four() {
    proves!("WV-WGO-04");
    for (speed, loss) in [(5, 0), (6, 0), (7, 1), (9, 2)] {
        let board = flown("spad_vii", (2, 15), E, speed, 0, &[go(WingoverLevel)]);
        assert_eq!(board.plane(0).delta, -loss, "speed {speed}");
    }
}

#[test]
fn the_ceiling_itself_is_flown() {
    proves!("WV-STL-01");
    let top = kind("hp_400").ceiling;
    let mut below = Scene::new().allied("hp_400", 7, top - 1, Ne, 4).moving();
    below.fly(&[ON]);
    assert_eq!((below.plane(0).at.y, below.plane(0).stalled), (top, false));
}

#[test]
fn landing_is_slow_low_and_face_up() {
    proves!("WV-MOV-09");
    let may = |level: i8, facing: Facing, speed: i8, inverted: bool| {
        spad((5, level), facing, speed).change(move |p| p.inverted = inverted).moving().may(Act::Land)
    };
    assert!(may(1, Se, 3, false) && may(1, Sw, 1, false));
    assert!(!may(1, Se, 4, false) && !may(2, Se, 3, false) && !may(1, E, 3, false) && !may(1, Se, 3, true));
    let landed = |die: Loaded| {
        let mut board = spad((5, 1), Se, 3).dice(&[die]).moving();
        board.fly(&[Act::Land]);
        (board.plane(0).fate, board.plane(0).shot_down())
    };
    assert_eq!(landed(FAIL), (Fate::Destroyed, false), "a crash, but nobody shot him down");
    assert_eq!((landed(PASS).0, landed(CRIT).0), (Fate::Landed, Fate::Landed));
    // Without the declaration the same step is a crash.
    let mut crash = spad((5, 1), Se, 3).moving();
    crash.fly(&[ON]);
    assert_eq!(crash.plane(0).fate, Fate::Destroyed);
}

// ---- 6: stall, tests, collisions

#[test]
fn a_stalled_plane_keeps_its_heading_and_comes_out_face_up() {
    proves!("WV-STL-03");
    let scene = spad((7, 13), Nw, 0).change(|p| (p.stalled, p.wild, p.inverted) = (true, true, true));
    let board = scene.dice(&[PASS]).moving();
    assert_eq!((board.plane(0).facing, board.plane(0).inverted, board.plane(0).at), (W, false, hex(7, 11)));
}

#[test]
fn friends_collide_too_and_passing_through_is_no_collision() {
    proves!("WV-MOV-04");
    let scene = spad((5, 12), E, 4).allied("spad_vii", 6, 12, E, 4);
    let board = scene.edit(|now| now.planes[1].at = hex(5, 12)).dice(&[CRIT, CRIT]).moved();
    assert_eq!(board.tests(Test::Structural).len(), 2);
    let scene = spad((5, 12), E, 4).german("albatros_d3", 7, 12, W, 4);
    let mut through = scene.moving();
    through.fly(&[ON, ON, ON, ON, END]).fly(&[ON, ON, ON, ON, END]);
    assert!(through.tests(Test::Structural).is_empty());
    // A balloon is no obstacle.
    let mut balloon = spad((5, 12), E, 1).ground("balloon", G, 6, 12).moving();
    balloon.fly(&[ON, END]).play_out_round();
    assert_eq!(balloon.happened(|w| matches!(w, What::Collided { .. })), 0);
}

#[test]
fn ending_a_move_where_somebody_has_yet_to_move_is_no_collision_until_he_stays() {
    proves!("WV-MOV-04", "WV-EX-33");
    let merge = |pfalz: &[Act]| {
        let scene = Scene::new().allied("se5a", 2, 15, E, 7).german("pfalz_d3", 9, 15, W, 5);
        let mut board = scene.dice(&[CRIT, CRIT]).moving();
        board.fly(&[ON; 7]).fly(&[END]);
        assert_eq!(board.plane(0).at, board.plane(1).at, "the last hex is the other's");
        assert!(board.tests(Test::Structural).is_empty(), "nobody tests in the middle of the movement");
        board.fly(pfalz);
        (board.plane(1).at, board.happened(|w| matches!(w, What::Collided { .. })))
    };
    // The example of time freezing, without a freeze: the Pfalz flies on, and nothing happens.
    assert_eq!(merge(&[ON, ON, ON, ON, ON, END]), (hex(4, 15), 0));
    // Who is there when all have moved is struck: a Pfalz that has no speed to leave with.
    let scene = Scene::new().allied("se5a", 2, 15, E, 7).german("pfalz_d3", 9, 15, W, 0);
    let mut stays = scene.dice(&[CRIT, CRIT]).moving();
    stays.fly(&[ON; 7]).fly(&[END, END]);
    assert_eq!(stays.tests(Test::Structural).len(), 2, "both test");
    // At a freeze they occupy it as well: four hexes and two from six apart.
    let scene = Scene::new().allied("se5a", 2, 15, E, 7).change(|p| p.foes = 2);
    let scene = scene.german("pfalz_d3", 8, 15, W, 5).change(|p| p.foes = 1).with(Opt::TimeFreezing);
    let mut frozen = scene.dice(&[CRIT, CRIT]).moving();
    for _ in 0..4 {
        frozen.fly(&[ON]);
        if frozen.plane(0).flown < 4 {
            frozen.by(A, Order::Pass).by(G, Order::Pass);
        }
    }
    frozen.by(G, Order::Freeze).fly(&[ON, ON]);
    assert_eq!(frozen.tests(Test::Structural).len(), 2);
}

#[test]
fn a_structural_test_on_the_last_boxes_is_a_crack_up() {
    proves!("WV-OVS-02", "WV-DMG-04");
    let content = Content::built_in();
    let zebra = content.structures[kind("spad_vii").structure].zebra();
    let end = |left: u8| {
        let scene = spad((5, 15), E, 9).change(move |p| p.structure = zebra - left);
        scene.dice(&[PASS]).ending().plane(0).in_play()
    };
    assert!(end(6) && !end(5));
}

// ---- 7: spotting, order, tailing

#[test]
fn a_success_spots_at_four_megahexes_and_not_at_five() {
    proves!("WV-SPT-02", "WV-SPT-03");
    let seen = |x: i8, die: Loaded| {
        let scene =
            Scene::new().mats("AC").allied("spad_vii", 2, 12, E, 4).german("albatros_d3", x, 12, W, 4);
        let mut board = scene.dice(&[die, FAIL]).spotting();
        if board.ask() == (Ask::Look { plane: 0 }) {
            board.give(Order::LookAround);
        }
        board.plane(0).seen != 0
    };
    // (2, 12) is a centre; centres of one row are four columns apart.
    assert!(seen(18, PASS) && !seen(22, PASS) && seen(22, CRIT) && !seen(26, CRIT));
    assert!(!seen(18, FAIL));
}

#[test]
fn who_fails_to_find_his_man_in_the_sun_is_told_so() {
    proves!("WV-SPT-04", "WV-SPT-07");
    let scene =
        spad((2, 24), E, 4).german("albatros_d3", 14, 27, W, 4).sky(|s| s.sun = Some(Mega(hex(18, 28))));
    let mut board = scene.edit(|now| now.planes[0].seen = 2).dice(&[FAIL, FAIL]).spotting();
    assert_eq!(board.ask(), Ask::Look { plane: 0 });
    board.give(Order::LookAround);
    let lost = What::SightLost { unit: UnitId(0), target: UnitId(1) };
    assert!(board.told().contains(&("WV-SPT-04", lost)));
    assert_eq!(board.plane(0).seen, 0);
}

#[test]
fn haze_begins_at_its_level_and_counts_once() {
    proves!("WV-WEA-04");
    let sky = Sky { haze: Some(4), ..Sky::default() };
    assert_eq!(sky.shift(hex(2, 5), hex(9, 5)), 0);
    assert_eq!((sky.shift(hex(2, 4), hex(9, 5)), sky.shift(hex(2, 5), hex(9, 4))), (-1, -1));
    assert_eq!(sky.shift(hex(2, 4), hex(9, 1)), -1, "both in it");
}

#[test]
fn the_layers_begin_with_their_bands() {
    proves!("WV-WEA-06", "WV-WEA-07");
    let high = Sky { high_stratus: true, ..Sky::default() };
    assert_eq!((high.shift(hex(2, 20), hex(9, 20)), high.shift(hex(2, 20), hex(9, 21))), (0, -1));
    assert!(high.silhouettes(hex(2, 10), hex(9, 20)) && !high.silhouettes(hex(2, 10), hex(9, 21)));
    assert!(!high.silhouettes(hex(2, 10), hex(9, 10)), "not above the spotter");
    let medium = Sky { medium_stratus: true, ..Sky::default() };
    assert_eq!(medium.shift(hex(2, 10), hex(9, 21)), -2, "through it");
    assert_eq!((medium.shift(hex(2, 10), hex(9, 10)), medium.shift(hex(2, 21), hex(9, 25))), (0, 0));
    assert_eq!((medium.shift(hex(2, 11), hex(9, 10)), medium.shift(hex(2, 20), hex(9, 21))), (-2, -2));
}

#[test]
fn tailing_ends_after_two_hexes_and_asks_for_no_heading() {
    proves!("WV-TAI-01");
    let tails = |x: i8, level: i8, facing: Facing| {
        let scene =
            Scene::new().german("fokker_dr1", 10, 12, E, 4).allied("sopwith_camel", x, level, facing, 4);
        scene.round().plane(1).tails == 1
    };
    assert!(tails(9, 12, E) && tails(8, 12, E) && !tails(7, 12, E));
    assert!(tails(9, 13, E) && tails(9, 11, E), "exactly 120 degrees off the nose is inside");
    assert!(tails(9, 11, Se), "diving there, each is on the other's tail");
    assert!(!tails(10, 13, E), "60 degrees before the beam is not");
    assert!(tails(9, 12, W), "he passes the other way");
}

#[test]
fn skill_goes_before_altitude_and_altitude_before_speed() {
    proves!("WV-TIE-01", "WV-CRW-02");
    let first = |edit: fn(&mut Now)| {
        let scene = Scene::new().allied("spad_vii", 5, 14, E, 4).german("albatros_d3", 9, 12, W, 5);
        let mut board = scene.edit(edit).dice(&[d6(2), d6(5)]).round();
        while matches!(board.ask(), Ask::Look { .. }) {
            board.give(Order::LookAway);
        }
        board.now().order()[0]
    };
    assert_eq!(first(|_| {}), 1, "the lower one");
    assert_eq!(first(|n| n.planes[0].pilot = Health::Wounded), 0, "a wounded Expert is a Recruit");
    assert_eq!(first(|n| n.planes[1].at.y = 14), 0, "the slower one");
    assert_eq!(first(|n| (n.planes[1].at.y, n.planes[1].cue) = (14, 4)), 0, "the lower roll");
}

#[test]
fn planes_without_company_fly_no_acrobatics_but_everything_else() {
    proves!("WV-ORD-05");
    let board = spad((5, 15), E, 5).change(|p| p.idle = true).moving();
    for barred in [Roll, HalfLoop, WingoverDive, Immelmann, FallingLeaf, Jink, Sideslip] {
        assert_eq!(board.no(go(barred)), "WV-ORD-05", "{barred:?}");
    }
    for free in [ZoomClimb, PowerDive, LevelTurnInner] {
        assert!(board.may(go(free)), "{free:?}");
    }
    let burning = spad((5, 15), E, 5).change(|p| (p.idle, p.fire) = (true, true)).moving();
    assert!(burning.may(go(Sideslip)), "the only way to put out a fire");
    assert_eq!(burning.no(go(Jink)), "WV-ORD-05");
    let over = spad((5, 15), E, 5).change(|p| (p.idle, p.inverted) = (true, true)).moving();
    assert!(over.may(go(Roll)), "back to face up");
}

#[test]
fn the_printed_missions_ask_for_height_while_nobody_is_in_sight() {
    proves!("WV-ORD-05");
    // The Bristol of scenario 5 must come from level 13 to 15, Tom of scenario 2 down to his guns.
    for (scenario, maneuver) in [("recon", ZoomClimb), ("toms-revenge", PowerDive)] {
        let mut board = Board::fresh(scenario, &[], 1);
        while matches!(board.ask(), Ask::Look { .. }) {
            board.give(Order::LookAway);
        }
        let Ask::Fly { plane } = board.ask() else { panic!("{scenario}: {:?}", board.ask()) };
        assert_eq!(board.plane(usize::from(plane)).seen, 0, "{scenario}");
        assert!(board.plane(usize::from(plane)).idle, "{scenario}");
        assert!(board.may(go(maneuver)) && board.may(ON), "{scenario}");
        assert_eq!((board.no(go(Jink)), board.no(go(Sideslip))), ("WV-ORD-05", "WV-ORD-05"), "{scenario}");
    }
}

#[test]
fn in_a_ring_both_have_the_bonus_of_the_tailer() {
    proves!("WV-ORD-03", "WV-MOD-08");
    // Back to back at the start of the round, each in the other's tail sectors; then one comes about.
    let ring = |x: i8| {
        let scene = Scene::new().allied("spad_vii", 9, 12, W, 5).german("albatros_d3", x, 12, E, 4);
        let board = scene.dice(&[FAIL, FAIL, FAIL, FAIL]).round();
        (board.plane(0).tails, board.plane(1).tails)
    };
    assert_eq!((ring(10), ring(11), ring(12)), ((2, 1), (2, 1), (0, 0)));
    let die = |tails: (u8, u8)| {
        let scene = Scene::new().allied("spad_vii", 9, 12, E, 5).change(move |p| p.tails = tails.0);
        let scene = scene.german("albatros_d3", 10, 12, W, 4).change(move |p| p.tails = tails.1);
        let mut board = scene.dice(&[MISS, MISS]).combat();
        board.give(fire(1)).give(fire(0));
        board.shots()
    };
    let (plain, tailing) = (die((0, 0)), die((2, 1)));
    for gun in 0..2 {
        assert_eq!(tailing[gun], plain[gun].combat(1), "one colour for tailing, whoever else tails whom");
    }
}

// ---- 8.1: fire and damage

#[test]
fn one_hit_jams_a_long_burst_and_nothing_else_does() {
    proves!("WV-JAM-01");
    let jams = |long: bool, die: Loaded| {
        let scene = Scene::new().allied("spad_vii", 9, 12, E, 4).german("albatros_d3", 10, 12, E, 4);
        let mut board = scene.dice(&[die, d20(12)]).combat();
        board.give(Order::Fire { target: UnitId(1), long });
        board.plane(0).guns[0].jammed
    };
    assert!(jams(true, H1));
    assert!(!jams(false, H1) && !jams(true, MISS) && !jams(true, H2) && !jams(true, GONE));
}

#[test]
fn the_part_table_ends_at_one_and_twenty() {
    proves!("WV-DMG-02", "WV-DMG-03");
    let part = |target: Facing, roll: u8, option: bool| {
        let scene = Scene::new().allied("spad_vii", 9, 12, E, 4).german("albatros_d3", 10, 12, target, 4);
        let scene = if option { scene.with(Opt::HitDirection) } else { scene };
        let mut board = scene.dice(&[H1, d20(roll), MISS]).combat();
        board.give(fire(1));
        if matches!(board.ask(), Ask::Gun { .. }) {
            board.give(Order::Hold);
        }
        board.told().into_iter().find_map(|(_, w)| match w {
            What::PartHit { part, .. } => Some(part),
            _ => None,
        })
    };
    assert_eq!((part(E, 10, true), part(E, 10, false)), (Some(Part::Structure), Some(Part::Ailerons)));
    assert_eq!((part(W, 11, true), part(W, 11, false)), (Some(Part::Ailerons), Some(Part::Structure)));
    assert_eq!((part(E, 20, true), part(W, 1, true)), (Some(Part::Rudder), Some(Part::Engine)));
    assert_eq!(part(Ne, 10, true), Some(Part::Ailerons), "from the side nothing is added");
}

#[test]
fn a_dead_control_still_costs_structure() {
    proves!("WV-DMG-06", "WV-DMG-07");
    // 19 and 20 are the rudder, whose stripe is the third box.
    let after = |rudder: u8, die: Loaded| {
        let board = shot(move |p| p.controls[2] = rudder, &[die, d20(19)]);
        (board.plane(1).controls[2], board.plane(1).structure)
    };
    assert_eq!(after(0, H2), (2, 2));
    assert_eq!(after(2, H2), (3, 2), "one box, two points");
    assert_eq!((after(0, GONE), after(2, GONE)), ((3, 0), (3, 0)), "destroyed has no points");
    assert_eq!((after(3, H2), after(3, GONE)), ((3, 2), (3, 0)));
}

#[test]
fn a_leak_of_one_round_stops_the_engine_at_its_end() {
    proves!("WV-LEK-01", "WV-DMG-10");
    let engine = |left: u8| {
        let scene = spad((5, 15), E, 4).change(move |p| p.leak = Some(left));
        let board = scene.dice(&[MISS]).ending();
        (board.plane(0).leak, board.plane(0).throttle, board.happened(|w| matches!(w, What::Seized { .. })))
    };
    assert_eq!((engine(1), engine(2)), ((Some(0), 0, 1), (Some(1), 4, 0)));
    let mut seized = spad((5, 15), E, 4).change(|p| p.engine = kind_boxes()).moving();
    assert_eq!((seized.throttles(), seized.no(throttle(1))), (vec![0], "WV-DMG-10"));
    seized.fly(&[throttle(0)]);
}

fn kind_boxes() -> u8 {
    Content::built_in().engines[kind("spad_vii").engine].boxes.len() as u8
}

#[test]
fn only_the_destroyed_face_lights_a_leak() {
    proves!("WV-LEK-02", "WV-FIR-01");
    let burns =
        |die: Loaded| spad((5, 15), E, 4).change(|p| p.leak = Some(3)).dice(&[die]).ending().plane(0).fire;
    assert!(!burns(H3) && burns(GONE));
}

#[test]
fn a_fire_that_is_put_out_does_no_more_harm() {
    proves!("WV-FIR-02", "WV-SEQ-02");
    let end = |slipped: bool, dice: &[Loaded]| {
        let scene = spad((5, 15), E, 4).change(move |p| (p.fire, p.slipped) = (true, slipped));
        let board = scene.dice(dice).ending();
        (board.plane(0).fire, board.shots().len(), board.plane(0).fate)
    };
    assert_eq!(end(true, &[PASS]), (false, 0, Fate::Flying));
    assert_eq!(end(true, &[FAIL, MISS]), (true, 1, Fate::Flying));
    assert_eq!(end(true, &[CRIT]).2, Fate::Destroyed);
    assert_eq!(end(false, &[MISS]), (true, 1, Fate::Flying), "without a sideslip there is no test");
}

#[test]
fn three_hits_wound_as_one_does_and_a_second_wound_kills() {
    proves!("WV-CRW-01", "WV-CRW-02");
    let pilot = |health: Health, die: Loaded| shot(move |p| p.pilot = health, &[die, d20(7)]).plane(1).pilot;
    assert_eq!((pilot(Health::Healthy, H3), pilot(Health::Healthy, H1)), (Health::Wounded, Health::Wounded));
    assert_eq!((pilot(Health::Wounded, H1), pilot(Health::Healthy, GONE)), (Health::Dead, Health::Dead));
}

#[test]
fn without_a_pilot_a_climb_goes_on_and_level_flight_becomes_a_dive() {
    proves!("WV-CRW-04");
    let frozen = |facing: Facing| {
        let scene = spad((5, 15), facing, 4).change(|p| (p.pilot, p.wild) = (Health::Dead, true));
        let board = scene.moving();
        (board.plane(0).at, board.plane(0).facing, board.plane(0).done)
    };
    assert_eq!(frozen(Ne), (hex(6, 16), Ne, true));
    assert_eq!(frozen(W), (hex(3, 11), Sw, true));
}

#[test]
fn the_fire_of_friends_makes_no_kill() {
    proves!("WV-MOV-08", "WV-FLK-03");
    let hit = |sides: &'static [Side]| {
        let scene = spad((2, 12), E, 5).edit(move |now| {
            for (n, side) in sides.iter().enumerate() {
                now.markers[n] = Some(Marker { mega: Mega(hex(6, 12)), side: *side });
            }
        });
        let mut board = scene.dice(&[CRIT, GONE, d20(7)]).moving();
        board.fly(&[ON, ON]);
        (board.plane(0).pilot, board.plane(0).shot_down())
    };
    assert_eq!(hit(&[A]), (Health::Dead, false), "own flak");
    assert_eq!(hit(&[G]), (Health::Dead, true));
    assert_eq!(hit(&[A, G]), (Health::Dead, true), "heavy flak of both");
}

#[test]
fn a_target_in_the_own_hex_is_safe_from_every_gun() {
    proves!("WV-ARC-01", "WV-ARC-03");
    let scene = Scene::new().allied("bristol_f2b", 10, 12, E, 4).german("albatros_d3", 9, 12, E, 4);
    let board = scene.edit(|now| now.planes[1].at = hex(10, 12)).combat();
    assert!(!matches!(board.ask(), Ask::Gun { .. }), "neither of them is asked");
}

#[test]
fn a_wounded_gunner_is_silent_and_a_wounded_pilot_is_not() {
    proves!("WV-CRW-03", "WV-MOD-03");
    let scene = || Scene::new().allied("bristol_f2b", 10, 12, E, 4).german("albatros_d3", 8, 12, E, 4);
    assert_eq!(scene().combat().ask(), Ask::Gun { plane: 0, gun: 1 });
    let board = scene().edit(|now| now.planes[0].gunners[0] = Health::Wounded).combat();
    assert_ne!(board.ask(), Ask::Gun { plane: 0, gun: 1 });
    let board = shot(|_| {}, &[MISS]);
    let scene = Scene::new().allied("spad_vii", 9, 12, E, 4).change(|p| p.pilot = Health::Wounded);
    let mut hurt = scene.german("albatros_d3", 10, 12, E, 4).dice(&[MISS]).combat();
    hurt.give(fire(1));
    assert_eq!((board.shots()[0], hurt.shots()[0]), (Colour::Yellow, Colour::Green), "he fires as a Recruit");
}

// ---- 8.2 to 10: ground, weather, scenarios

#[test]
fn bombs_lose_a_colour_at_each_full_five_levels() {
    proves!("WV-BMB-03");
    let die = |level: i8| {
        let column = 15 - (level + 1) / 2;
        let scene = Scene::new().german("gotha", column, level, E, 3);
        let scene = scene.change(move |p| p.start = hex(column, level)).ground("artillery", A, 15, 0);
        let mut board = scene.dice(&[FAIL]).combat();
        board.give(Order::Bombs { target: UnitId::ground(0) });
        board.tests(Test::Bombing)[0]
    };
    assert_eq!(
        [die(4), die(5), die(9), die(10)],
        [Colour::Yellow, Colour::Green, Colour::Green, Colour::Grey]
    );
    assert_eq!(
        [die(14), die(15), die(19), die(20)],
        [Colour::Grey, Colour::Pink, Colour::Pink, Colour::White]
    );
}

#[test]
fn a_storm_begins_at_its_base() {
    proves!("WV-WEA-05");
    let attacks = |level: i8| {
        let scene = spad((5, level), E, 5).sky(|s| s.storm = Some(16));
        let board = scene.dice(&[MISS]).ending();
        board.happened(|w| {
            matches!(w, What::Shot { from: From::Storm, target: UnitId(0), colour: Colour::Red, .. })
        })
    };
    assert_eq!((attacks(15), attacks(16)), (0, 1));
    let below = spad((5, 15), E, 5).sky(|s| s.storm = Some(16)).moving();
    assert_eq!(below.no(go(ZoomClimb)), "WV-WEA-05");
    assert!(spad((5, 14), E, 5).sky(|s| s.storm = Some(16)).moving().may(go(ZoomClimb)));
    let inside = spad((5, 16), E, 5).sky(|s| s.storm = Some(16)).moving();
    assert!(inside.may(go(ZoomClimb)), "who is inside flies as he can");
}

#[test]
fn a_kill_on_the_front_tick_is_confirmed() {
    proves!("WV-SCN-16");
    let board = Board::fresh("dogfight", &[("placing", "line")], 1);
    let front = board.m.state().table().map.front.expect("mat B has a front");
    let halves = |x: i8, level: i8| {
        let scene = Scene::of("dogfight").edit(move |now| {
            let i = now.planes().iter().position(|p| p.side == G).expect("a German");
            let p = &mut now.planes[i];
            (p.hit, p.fate, p.pilot, p.at) = (true, Fate::Destroyed, Health::Dead, hex(x, level));
        });
        scene.ending().m.state().half_kills(A)
    };
    // On its own, right side of the tick a German falls unconfirmed.
    assert_eq!([halves(front, 0), halves(front - 1, 0), halves(front + 1, 0)], [2, 2, 1]);
}

#[test]
fn a_crossing_is_level_at_its_level_and_past_the_line() {
    proves!("WV-SCN-11");
    let crossings = |at: (i8, i8), facing: Facing, acts: &[Act]| {
        let scene = Scene::of("recon").edit(move |now| {
            let p = &mut now.planes[0];
            (p.at, p.start, p.facing, p.line_side) = (hex(at.0, at.1), hex(at.0, at.1), facing, 1);
        });
        let mut board = scene.moving();
        board.fly(acts);
        board.plane(0).crossings
    };
    // The line is X = 16; odd rows lie half a hex to the right.
    assert_eq!(crossings((17, 15), W, &[ON]), 0, "(16, 15) is still to the right");
    assert_eq!(crossings((17, 15), W, &[ON, ON]), 1);
    assert_eq!(crossings((17, 14), W, &[ON, ON]), 0, "another level");
    assert_eq!(crossings((17, 16), Sw, &[ON, ON]), 0, "not level");
}

#[test]
fn baracca_may_leave_when_nobody_is_near() {
    proves!("WV-SCN-18", "WV-MAP-13");
    let fled = |foes: u8, seen: u32| {
        let scene = Scene::of("prancing-horse").edit(move |now| {
            let p = &mut now.planes[0];
            (p.at, p.facing, p.foes, p.seen) = (hex(1, 10), W, foes, seen);
        });
        let mut board = scene.moving();
        board.fly(&[ON]);
        board.plane(0).fled
    };
    assert!(!fled(0, 0) && fled(4, 0) && fled(0, UnitId(2).bit()));
}

#[test]
fn baraccas_fall_ends_it_at_once() {
    proves!("WV-SCN-18");
    // He breaks up in the fire of the infantry below, while others have still to move.
    let scene = Scene::of("prancing-horse").edit(|now| {
        let p = &mut now.planes[0];
        (p.at, p.facing, p.fate, p.hit) = (hex(31, 3), E, Fate::Destroyed, true);
    });
    let board = scene.moving();
    let over = board.m.state().outcome().expect("the match is over");
    assert_eq!((over.winner_name.as_deref(), over.rule.0), (Some("Germans"), "WV-SCN-18"));
    assert_eq!(board.now().round, 1);
}

#[test]
fn a_matchup_is_flown_as_it_was_chosen() {
    proves!("WV-SCN-15");
    let types = |word: &str, options: &[(&str, &str)]| {
        let request = SetupRequest { variant: Some(word.to_owned()), ..request("dogfight", options) };
        State::resolve(&Content::built_in(), &request)
            .map(|s| s.planes.into_iter().map(|p| p.kind).collect::<Vec<_>>())
            .map_err(|e| (e.place, e.rule.map(|r| r.0)))
    };
    assert_eq!(types("matchup-1", &[]).expect("a set-up")[..1], ["sopwith_pup"]);
    assert_eq!(types("matchup-5", &[]).expect("a set-up")[..1], ["sopwith_snipe"]);
    // A Camel belongs to two matchups; the Germans come from the one that was named.
    let camel = [("allied", "sopwith_camel")];
    assert!(types("matchup-3", &camel).expect("a set-up").contains(&"albatros_d5".to_owned()));
    assert!(types("matchup-4", &camel).expect("a set-up").contains(&"fokker_d7".to_owned()));
    let wrong = types("matchup-1", &camel);
    assert_eq!(wrong, Err(("options.allied".to_owned(), Some("WV-SCN-15"))));
}
