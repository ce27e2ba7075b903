//! CYLINDERS (TH-CYL).

use crate::support::{Scene, fire, gas, go, p, pick};
use hussars::measure::Gauge;
use hussars::{Flow, Order, Phase, StandId, What, Where};
use table::proves;

const FIVE: [&str; 5] = ["tripod"; 5];

#[test]
fn a_cylinder_is_a_disc_two_inches_across() {
    proves!("TH-CYL-01", "TH-CYL-10");
    let mut s = Scene::new();
    let (c, _) = s.cylinder(24.0, 28.0, 1, &FIVE);
    let foot = s.human("regular_infantry", 24.0, 40.0, 0.0);
    let play = s.play(Phase::MartianMovement);
    assert_eq!(
        (play.state().base(c).gap_to(p(25.0, 28.0)), play.state().base(c).gap_to(p(25.01, 28.0))),
        (0, 1)
    );
    assert!(play.state().may_take_marker(c), "an active one that did not fire");
    assert_eq!(play.refused(pick(c)), "TH-CYL-10");
    let _ = foot;
}

fn landing(
    dice: &[u16],
    at: (f64, f64),
    scene: impl FnOnce(Scene) -> Scene,
) -> (crate::support::Played, StandId, Vec<What>) {
    let mut s = scene(Scene::new().dice(dice));
    s.turn = 4;
    let (c, _) = s.cylinder(at.0, at.1, 0, &FIVE);
    s.set(c, |x| (x.place, x.falls, x.spotted) = (Where::Falling, 5, false));
    s.human("regular_infantry", 100.0, 100.0, 0.0);
    s.martian("tripod", 100.0, 10.0, 0.0);
    let play = s.begin(Phase::SmallArms, Flow::PhaseEnd);
    let news = play.news();
    (play, c, news)
}

#[test]
fn it_lands_on_its_point_or_scatters() {
    proves!("TH-CYL-02", "TH-CYL-03");
    let (play, c, news) = landing(&[3], (24.0, 40.0), |s| s);
    assert_eq!(
        (play.state().now.turn, play.stand(c).at, play.stand(c).place),
        (5, p(24.0, 40.0), Where::Board)
    );
    assert!(news.contains(&What::Landed { cylinder: c, at: p(24.0, 40.0), roll: 3, scatter: None }));
    let (play, c, _) = landing(&[2, 270, 3, 3, 4], (24.0, 40.0), |s| s);
    assert_eq!(play.stand(c).at, p(14.0, 40.0));
    assert_eq!(play.refused(Order::Land { cylinder: c, at: p(1.0, 1.0), turn: 6 }), "TH-CYL-02");
}

#[test]
fn it_falls_before_it_is_spotted_and_rolls_in_the_phase_after() {
    proves!("TH-CYL-03", "TH-CYL-07", "TH-SPO-05");
    let (play, c, _) = landing(&[3, 6, 6], (90.0, 100.0), |s| s.option("hidden_stands", "true"));
    assert_eq!((play.state().now.turn, play.stand(c).sixes), (5, 0), "no die in the phase of its landing");
    let human = table::Viewer::Seat(table::SeatId(1));
    let told: Vec<_> = play.m.events().iter().filter_map(|e| e.seen_by(human).cloned()).collect();
    let fell = told.iter().position(|w| matches!(w, What::Landed { .. })).expect("it falls in sight");
    let seen = told.iter().position(|w| matches!(w, What::Spotted { stand, .. } if *stand == c));
    assert_eq!(seen, Some(fell + 1), "{told:?}");
}

#[test]
fn bad_ground_destroys_it() {
    proves!("TH-CYL-04");
    for (kind, lost) in [
        ("swamp", true),
        ("lake", true),
        ("town", true),
        ("impassable_river", true),
        ("fordable_river", true),
        ("woods", false),
        ("forest", false),
    ] {
        let (play, c, _) = landing(&[3], (24.0, 40.0), |s| s.rect(kind, 20.0, 36.0, 28.0, 44.0));
        assert_eq!(play.stand(c).place == Where::Lost, lost, "{kind}");
        let aboard = play.state().ids().filter(|id| play.stand(*id).place == Where::Inside(c)).count();
        assert_eq!(aboard, if lost { 0 } else { 5 });
    }
    let (play, c, _) = landing(&[3], (24.0, 40.0), |s| s.area("stream", &[(24.2, 30.0), (24.2, 50.0)]));
    assert_eq!(play.stand(c).place, Where::Board, "a stream is no river");
    let (play, c, _) = landing(&[1, 270, 6, 6, 6], (10.0, 40.0), |s| s);
    assert_eq!(play.stand(c).place, Where::Lost, "off the board");
    // Onto another cylinder: 2 in from its centre.
    let (play, c, _) = landing(&[3], (24.0, 41.0), |mut s| {
        s.cylinder(24.0, 40.0, 1, &[]);
        s
    });
    assert_eq!(play.stand(c).at, p(24.0, 42.0));
}

#[test]
fn stands_under_it_are_pushed_clear() {
    proves!("TH-CYL-05");
    let mut foot = StandId(0);
    let (play, c, news) = landing(&[3], (24.0, 40.0), |mut s| {
        foot = s.human("regular_infantry", 24.0, 40.5, 0.0);
        s
    });
    assert!(news.iter().any(|w| matches!(w, What::Pushed { stand, .. } if *stand == foot)));
    assert_eq!((play.state().gap(foot, c), play.alive(foot), play.stand(foot).moving), (100, true, false));
    assert_eq!(play.stand(foot).at.x, 24_000, "the shortest way");
}

#[test]
fn who_is_pushed_goes_on_past_who_stands_there() {
    proves!("TH-CYL-05");
    let mut foot = StandId(0);
    let (play, c, _) = landing(&[3], (24.0, 40.0), |mut s| {
        foot = s.human("regular_infantry", 24.0, 40.5, 0.0);
        s.human("regular_infantry", 24.0, 42.4, 0.0);
        s
    });
    // Straight behind it he would stand at 42.25; three quarters of an inch farther there is room.
    assert_eq!((play.stand(foot).at, play.alive(foot)), (p(24.0, 43.0), true));
    assert!(play.state().gap(foot, c) > 100);
}

#[test]
fn five_machines_and_one_flyer() {
    proves!("TH-CYL-06");
    let mut s = Scene::new();
    s.cylinder(24.0, 28.0, 1, &["tripod", "tripod", "tripod", "tripod", "flyer"]);
    s.content();
    let mut s = Scene::new();
    s.cylinder(24.0, 28.0, 1, &["tripod", "tripod", "tripod", "tripod", "tripod", "tripod"]);
    let six = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| s.content()));
    assert!(six.expect_err("six machines").downcast::<String>().expect("words").contains("TH-CYL-06"));
    let mut s = Scene::new();
    s.cylinder(24.0, 28.0, 1, &["flyer", "flyer"]);
    let two = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| s.content()));
    assert!(two.expect_err("two flyers").downcast::<String>().expect("words").contains("TH-ARM-02"));
}

fn working(sixes: u8, falls: u8, dice: &[u16]) -> (crate::support::Played, StandId, Vec<StandId>) {
    let mut s = Scene::new().dice(dice);
    let (c, aboard) = s.cylinder(24.0, 28.0, sixes, &FIVE);
    s.set(c, |x| x.falls = falls);
    s.human("regular_infantry", 24.0, 40.0, 0.0);
    s.martian("tripod", 24.0, 55.0, 0.0);
    s.turn = 5;
    (s.start(Phase::FirstFire), c, aboard)
}

#[test]
fn the_first_six_wakes_the_ray_each_further_one_builds() {
    proves!("TH-CYL-07", "TH-CYL-08");
    let (play, c, _) = working(0, 4, &[3]);
    assert_eq!(play.stand(c).sixes, 0);
    let (play, c, _) = working(0, 4, &[6]);
    assert_eq!((play.stand(c).sixes, play.stand(c).ready), (1, 0));
    assert!(play.accepts(fire(c, StandId(6))), "it may fire in that same phase");
    assert_eq!(play.refused(gas(c, 24.0, 40.0)), "TH-CYL-07", "it has no gas");
    let (play, c, aboard) = working(1, 0, &[6]);
    assert_eq!(play.stand(c).ready, 1);
    assert_eq!(play.stand(aboard[0]).place, Where::Inside(c));
    let (play, c, _) = working(0, 4, &[1]);
    assert_eq!(play.refused(fire(c, StandId(6))), "TH-CYL-07");
}

#[test]
fn an_assembled_machine_leaves_in_the_movement_phase() {
    proves!("TH-CYL-09", "TH-CYL-08");
    let mut s = Scene::new();
    let (c, aboard) = s.cylinder(24.0, 28.0, 2, &["tripod", "tripod", "tripod", "tripod", "flyer"]);
    s.set(c, |x| x.ready = 1);
    s.human("regular_infantry", 24.0, 60.0, 0.0);
    let mut play = s.play(Phase::MartianMovement);
    let out = |machine, bearing| Order::Emerge { machine, bearing };
    assert_eq!(play.refused(out(aboard[4], 0)), "TH-CYL-08", "the first is a tripod");
    assert_eq!(play.refused(out(aboard[0], 360)), "TH-GEO-10");
    let news = play.order(out(aboard[0], 0));
    assert!(news.iter().any(|w| matches!(w, What::Emerged { .. })));
    assert_eq!((play.stand(aboard[0]).at, play.stand(aboard[0]).facing), (p(24.0, 29.75), 0));
    assert_eq!(play.state().gap(aboard[0], c), 0, "touching the disc");
    play.order(go(&[(24.0, 53.75)], 0.0));
    assert_eq!(play.stand(aboard[0]).at, p(24.0, 53.75));
    assert!(!play.state().may_take_marker(aboard[0]));
    // Set down beside an enemy it is in close combat with its whole allowance.
    let mut s = Scene::new();
    let (c, aboard) = s.cylinder(24.0, 28.0, 2, &FIVE);
    s.set(c, |x| x.ready = 1);
    let foot = s.human("regular_infantry", 24.0, 31.5, 0.0);
    let mut play = s.play(Phase::MartianMovement);
    let news = play.order(out(aboard[0], 0));
    assert!(news.contains(&What::Contact { stand: aboard[0], enemy: foot }));
}

#[test]
fn stormed_while_silent_only() {
    proves!("TH-CYL-11", "TH-CYL-12");
    let ride = |sixes: u8| {
        let mut s = Scene::new().dice(&[4, 4, 3, 3, 1]);
        let (c, aboard) = s.cylinder(40.0, 28.0, sixes, &FIVE);
        let horse = s.human("regular_cavalry", 26.5, 28.0, 90.0);
        let mut play = s.play(Phase::HumanMovement);
        let news = play.walk(horse, 38.5, 28.0);
        (play, c, aboard, horse, news)
    };
    let (play, c, aboard, horse, news) = ride(0);
    assert!(!play.alive(c) && aboard.iter().all(|m| play.stand(*m).place == Where::Lost));
    assert!(news.iter().any(|w| matches!(w, What::Destroyed { cause: hussars::Cause::Stormed, .. })));
    assert_eq!(play.stand(horse).at, p(38.5, 28.0));
    let (mut play, c, _, horse, _) = ride(1);
    assert!(play.alive(c) && play.stand(horse).stopped);
    let news = play.end();
    let first = news.iter().find_map(|w| if let What::Shot { stand, .. } = w { Some(*stand) } else { None });
    assert_eq!(first, Some(c), "it fires first");
}

#[test]
fn a_move_may_end_where_it_storms_a_silent_cylinder() {
    proves!("TH-CYL-11", "TH-GEO-05");
    let scene = |sixes: u8, x: f64| {
        let mut s = Scene::new().dice(&[4, 4, 3, 3, 1]);
        let (c, _) = s.cylinder(40.0, 28.0, sixes, &FIVE);
        let horse = s.human("regular_cavalry", x, 28.0, 90.0);
        let mut play = s.play(Phase::HumanMovement);
        play.order(pick(horse));
        (play, c, horse)
    };
    for end in [39.0, 40.0, 40.4] {
        let (mut play, c, horse) = scene(0, 26.5);
        let news = play.order(go(&[(end, 28.0)], 90.0));
        assert!(news.iter().any(|w| matches!(w, What::Destroyed { cause: hussars::Cause::Stormed, .. })));
        assert_eq!((play.alive(c), play.stand(horse).at), (false, p(end, 28.0)));
    }
    // Turned into it, not moved: an inch square, its corners reach farther than its sides.
    let (play, ..) = scene(0, 38.4);
    assert_eq!(play.refused(Order::Stay { facing: 450 }), "TH-GEO-05");
    let (play, ..) = scene(0, 30.0);
    assert_eq!(play.refused(go(&[(38.4, 28.0)], 45.0)), "TH-GEO-05", "nor at the end of a way");
    assert!(play.accepts(go(&[(38.4, 28.0)], 90.0)));
}

#[test]
fn five_hits_and_each_kills_a_machine_inside() {
    proves!("TH-CYL-13", "TH-CYL-14");
    let shoot = |kind: &str, hits: u8, dice: &[u16]| {
        let mut s = Scene::new().dice(dice);
        let (c, aboard) = s.cylinder(24.0, 28.0, 1, &FIVE);
        let gun = s.human(kind, 24.0, 50.0, 180.0);
        s.set(c, |x| x.hits = hits);
        let mut play = s.play(Phase::Artillery);
        play.fire(gun, c);
        let left = aboard.iter().filter(|m| play.stand(**m).place == Where::Inside(c)).count();
        (play, c, left)
    };
    let (play, c, left) = shoot("regular_heavy_artillery", 0, &[6, 6, 1, 1, 1]);
    assert_eq!((play.alive(c), play.stand(c).hits, left), (true, 3, 2));
    let (play, c, left) = shoot("regular_field_artillery", 3, &[6, 4, 1, 1]);
    assert_eq!((play.alive(c), left), (false, 0), "the fifth takes all with it");
    let (play, c, _) = shoot("regular_field_artillery", 3, &[6, 1, 1]);
    assert!(play.alive(c) && play.stand(c).sixes == 1, "after four it still fires");
    // Which machine is lost is drawn: each face of the die another one.
    for n in 1..=5_u16 {
        let mut s = Scene::new().dice(&[6, 1, n]);
        let (c, aboard) = s.cylinder(24.0, 28.0, 1, &FIVE);
        let gun = s.human("regular_field_artillery", 24.0, 50.0, 180.0);
        let mut play = s.play(Phase::Artillery);
        play.fire(gun, c);
        assert_eq!(play.stand(aboard[usize::from(n) - 1]).place, Where::Lost);
    }
}

#[test]
fn one_die_wakes_a_cylinder_unless_the_scenario_gives_more() {
    proves!("TH-CYL-07", "TH-HC-03");
    for (word, ready) in [("1", 0), ("scenario", 1)] {
        let options = [("cylinder_dice".to_owned(), word.to_owned())].into();
        let request = table::SetupRequest { scenario: "horsell".to_owned(), variant: None, options };
        let content = hussars::Content::built_in();
        let mut setup = <hussars::State as table::Game>::resolve(&content, &request).expect("a scenario");
        setup.stack = vec![1, 6];
        let mut m = table::Match::<hussars::State>::begin(&content, setup, 1).expect("a match");
        while let Some((side, hussars::Ask::Deploy)) = m.state().now.ask {
            m.order(side.seat(), &Order::DeployPrinted { unit: None }).expect("printed places");
            m.order(side.seat(), &Order::EndStep).expect("a deployment");
        }
        let pit = m.state().ids().find(|id| m.state().stand(*id).sixes > 0).expect("the pit");
        assert_eq!(m.state().stand(pit).ready, ready, "{word}: a 1, then a 6");
    }
}
