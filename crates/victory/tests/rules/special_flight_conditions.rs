//! 6.0 SPECIAL FLIGHT CONDITIONS, and the sequence of a move.

use crate::support::*;
use Maneuver::*;

fn stalled(level: i8, dice: &[Loaded]) -> Board {
    let scene =
        Scene::new().allied("spad_vii", 7, level, E, 0).change(|p| (p.stalled, p.wild) = (true, true));
    scene.dice(dice).moving()
}

#[test]
fn a_crack_up_falls_straight_down() {
    proves!("WV-CRK-01");
    let scene = Scene::new().allied("bristol_f2b", 7, 15, E, 11).dice(&[FAIL]);
    let board = scene.change(|p| (p.hit, p.last_hit) = (true, Some(UnitId(1)))).ending();
    let p = board.plane(0);
    assert_eq!(
        (p.fate, p.at, p.pilot, p.gunners[0]),
        (Fate::Destroyed, hex(7, 0), Health::Dead, Health::Dead)
    );
    let told = What::CrackedUp { plane: 0, at: hex(7, 0), by: Some(UnitId(1)) };
    assert!(board.told().contains(&("WV-CRK-01", told)), "the shooter scores");
}

#[test]
fn overspeed_is_tested_once_at_the_end_of_the_round() {
    proves!("WV-OVS-01");
    let mut board = Scene::new().allied("spad_vii", 5, 15, E, 9).dice(&[CRIT]).ending();
    assert_eq!(board.tests(Test::Structural).len(), 1);
    board.play_out_round();
    assert_eq!(board.tests(Test::Structural).len(), 1, "and not again when the next one begins");
}

#[test]
fn the_structural_test() {
    proves!("WV-OVS-02");
    let scene = Scene::new().allied("spad_vii", 5, 15, E, 9).change(|p| p.structure = 2).dice(&[PASS]);
    assert_eq!(scene.ending().plane(0).structure, 7);
    let die = |skill: Skill| {
        let board = Scene::new().allied("spad_vii", 5, 15, E, 9).skill(skill).dice(&[CRIT]).ending();
        board.tests(Test::Structural)[0]
    };
    assert_eq!(
        [Skill::Recruit, Skill::Expert, Skill::Ace].map(die),
        [Colour::Grey, Colour::Green, Colour::Yellow]
    );
}

#[test]
fn the_handling_test() {
    proves!("WV-HDL-01");
    let scene = Scene::new().allied("sopwith_camel", 7, 13, E, 0).skill(Skill::Ace);
    let board = scene.change(|p| (p.stalled, p.wild) = (true, true)).dice(&[CRIT, PASS]).moving();
    assert_eq!(board.tests(Test::Handling), [Colour::Grey]);
    assert_eq!(board.tests(Test::Structural).len(), 1, "a critical is a structural test");
    assert!(!board.plane(0).stalled && board.plane(0).structure == 5, "and then control is regained");
}

#[test]
fn the_ceiling_stalls() {
    proves!("WV-STL-01");
    // The H.P. 400 of the data has a ceiling of 24.
    let scene = Scene::new().allied("hp_400", 7, 24, Ne, 4);
    let mut board = scene.moving();
    board.fly(&[ON]);
    let p = board.plane(0);
    assert_eq!((p.at.y, p.stalled, p.cue, p.mp), (25, true, 0, 0));
    // There is no level 31: the plane stays where it was.
    let mut top = Scene::new().allied("spad_vii", 7, 30, Ne, 4).moving();
    top.fly(&[ON]);
    assert_eq!((top.plane(0).at, top.plane(0).stalled), (hex(7, 30), true));
    let speeds =
        |level: i8, speed: i8| Scene::new().allied("spad_vii", 5, level, E, speed).round().plane(0).wild;
    assert!(speeds(15, 1) && !speeds(9, 1));
}

#[test]
fn a_stalled_plane_falls_first() {
    proves!("WV-STL-02", "WV-ORD-02");
    let board = stalled(13, &[FAIL]);
    assert_eq!((board.plane(0).at, board.plane(0).stalled, board.plane(0).done), (hex(7, 11), true, true));
    assert_eq!(stalled(2, &[PASS]).plane(0).fate, Fate::Destroyed);
    assert_eq!(stalled(1, &[PASS]).plane(0).at, hex(7, 0));
    assert_eq!(stalled(3, &[FAIL]).plane(0).fate, Fate::Flying);
}

#[test]
fn recovering() {
    proves!("WV-STL-03");
    for (level, speed) in [(13, 2), (12, 1), (24, 3)] {
        let board = stalled(level, &[PASS]);
        let p = board.plane(0);
        assert_eq!((p.cue, p.mp, p.stalled), (speed, speed, false), "level {level}");
        assert_eq!((p.facing, p.inverted), (E, false));
        assert_eq!(board.ask(), Ask::Fly { plane: 0 }, "it flies in the same activation");
        assert!(board.may(throttle(4)));
    }
}

#[test]
fn nobody_fires_from_a_stalled_plane() {
    proves!("WV-STL-04");
    let scene = |stalled: bool| {
        Scene::new()
            .allied("bristol_f2b", 10, 15, E, 3)
            .change(move |p| (p.stalled, p.wild) = (stalled, true))
            .german("albatros_d3", 9, 15, E, 4)
            .combat()
    };
    assert_ne!(scene(true).ask(), Ask::Gun { plane: 0, gun: 1 });
    assert_eq!(scene(false).ask(), Ask::Gun { plane: 0, gun: 1 }, "had it recovered, it could fire");
}

#[test]
fn phases_of_a_round() {
    proves!("WV-SEQ-01");
    let mut board = Scene::new().allied("spad_vii", 2, 12, E, 4).german("albatros_d3", 14, 12, W, 4).round();
    board.play_out_round();
    let phases: Vec<Phase> = board
        .told()
        .into_iter()
        .filter_map(|(_, w)| if let What::PhaseBegan { phase } = w { Some(phase) } else { None })
        .take(3)
        .collect();
    assert_eq!(phases, [Phase::Spotting, Phase::Movement, Phase::Combat]);
    let spotting =
        Scene::new().mats("AB").allied("spad_vii", 2, 12, E, 4).german("albatros_d3", 14, 12, W, 4).round();
    assert!(matches!(spotting.ask(), Ask::Look { .. }));
    assert_eq!(spotting.no(throttle(3)), "WV-SPD-01");
    assert_eq!(spotting.refused(Order::Fire { target: UnitId(1), long: false }), "WV-MOD-01");
}

#[test]
fn the_end_of_a_round_goes_in_order() {
    proves!("WV-SEQ-02", "WV-FIR-02");
    // Extinguish test before fire damage: a success saves it.
    let scene = |dice: &[Loaded]| {
        let scene = Scene::new().allied("spad_vii", 5, 8, E, 4);
        scene.change(|p| (p.fire, p.slipped) = (true, true)).dice(dice).ending()
    };
    let out = scene(&[PASS]);
    assert_eq!((out.tests(Test::Extinguish), out.shots().len()), (vec![Colour::Grey], 0));
    assert!(!out.plane(0).fire);
    let burns = scene(&[FAIL, H2, d20(14)]);
    assert_eq!((burns.shots(), burns.plane(0).structure), (vec![Colour::Red], 2));
    // Fire, storm, leak and overspeed of one plane, in this order.
    let all = Scene::new()
        .allied("spad_vii", 5, 22, E, 10)
        .german("albatros_d3", 19, 5, W, 4)
        .edit(|now| (now.planes[0].fire, now.planes[0].leak) = (true, Some(3)))
        .sky(|sky| sky.storm = Some(21))
        .dice(&[MISS, MISS, MISS, CRIT])
        .ending();
    let order: Vec<&str> = all
        .told()
        .into_iter()
        .map(|(rule, _)| rule)
        .filter(|r| ["WV-FIR-01", "WV-WEA-05", "WV-LEK-02", "WV-OVS-02"].contains(r))
        .collect();
    assert_eq!(order, ["WV-FIR-01", "WV-WEA-05", "WV-LEK-02", "WV-OVS-02"]);
}

#[test]
fn a_planes_own_move() {
    proves!("WV-SEQ-03");
    // Flak where it stands, then the stall's drop and test, then the throttle.
    let scene = Scene::new()
        .allied("spad_vii", 10, 12, E, 0)
        .change(|p| (p.stalled, p.wild) = (true, true))
        .edit(|now| now.markers[0] = Some(Marker { mega: Mega(hex(10, 12)), side: G }))
        .dice(&[FAIL, PASS]);
    let board = scene.moving();
    let rules: Vec<&str> = board.told().iter().map(|(rule, _)| *rule).collect();
    let place = |rule: &str| rules.iter().position(|r| *r == rule).unwrap_or_else(|| panic!("{rule}"));
    assert!(place("WV-FLK-03") < place("WV-STL-02") && place("WV-STL-02") < place("WV-HDL-01"));
    assert!(board.may(throttle(0)));
}

#[test]
fn how_long_a_game_lasts() {
    proves!("WV-SEQ-04");
    let last = |scenario: &str, edit: fn(&mut Now)| {
        let scene = Scene::of(scenario).edit(|now| now.round = 30).edit(edit);
        scene.ending().m.state().outcome().expect("it is over").winner_name
    };
    assert_eq!(last("over-the-top", |_| {}), None);
    let mut setup = resolve("dogfight", &[("placing", "line")]);
    setup.rounds = 30;
    let scene = Scene::of("over-the-top");
    let mut scene = scene.edit(|now| {
        now.round = 30;
        (now.planes[2].fate, now.planes[2].hit) = (Fate::Destroyed, true);
    });
    scene.setup = setup;
    let board = scene.ending();
    assert_eq!(board.m.state().outcome().and_then(|o| o.winner_name).as_deref(), Some("Allies"));
    let early = Scene::of("over-the-top").edit(|now| now.round = 12).ending();
    assert!(early.m.state().outcome().is_none());
    assert_eq!(Content::built_in().scenario("bombing-run").map(|s| s.rounds), Some(10));
}

#[test]
fn a_wingover_needs_no_test() {
    proves!("WV-WGO-03");
    let scene = Scene::new().allied("sopwith_camel", 5, 15, E, 5).skill(Skill::Recruit);
    let mut board = scene.moving();
    board.fly(&[go(WingoverDive)]);
    assert!(board.tests(Test::Handling).is_empty());
    assert!(!board.plane(0).no_fire);
}
