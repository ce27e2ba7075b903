//! SEEING YOUR OPPONENT: sight, spotting, levels, cover (TH-LOS, TH-SPO, TH-ELV, TH-COV).

use crate::support::{Played, Scene, fire, go, p, pick};
use hussars::{Mode, Order, Phase, Side, StandId, Weapon, What};
use table::proves;

fn still(s: Scene) -> Played {
    s.play(Phase::SmallArms)
}

/// Whether two stands see each other; the answer is one for both directions.
fn see(s: Scene, a: StandId, b: StandId) -> bool {
    let play = still(s);
    assert_eq!(play.state().sees(a, b), play.state().sees(b, a));
    play.state().sees(a, b)
}

#[test]
fn only_what_is_spotted_is_fired_at() {
    proves!("TH-LOS-01");
    let mut s = Scene::new();
    let t = s.martian("tripod", 20.0, 20.0, 0.0);
    let foot = s.human("regular_infantry", 20.0, 29.0, 0.0);
    let other = s.human("regular_infantry", 40.0, 29.0, 0.0);
    s.hide(foot);
    let play = s.play(Phase::FirstFire);
    assert_eq!(play.refused(fire(t, foot)), "TH-LOS-01");
    assert!(play.accepts(fire(t, other)));
}

#[test]
fn the_firer_needs_its_own_line_of_sight() {
    proves!("TH-LOS-02", "TH-SPO-07");
    let scene = |indirect: &str| {
        let hill = [(44.0, 58.0), (56.0, 58.0), (56.0, 64.0), (44.0, 64.0)];
        let mut s =
            Scene::new().hill(&hill, &[(46.0, 61.0), (54.0, 61.0)], 3).option("indirect_fire", indirect);
        let gun = s.human("regular_field_artillery", 50.0, 50.0, 0.0);
        let a = s.martian("tripod", 30.0, 50.0, 0.0);
        let b = s.martian("tripod", 50.0, 70.0, 0.0);
        (s, gun, a, b)
    };
    let (s, gun, a, b) = scene("false");
    let play = s.play(Phase::FirstFire);
    assert!(play.accepts(fire(a, gun)));
    assert_eq!(play.refused(fire(b, gun)), "TH-LOS-02");
    let (s, gun, _, b) = scene("true");
    assert!(s.play(Phase::Artillery).accepts(fire(gun, b)), "artillery over the hill");
    let (s, gun, _, b) = scene("false");
    assert!(!s.play(Phase::Artillery).accepts(fire(gun, b)));
}

#[test]
fn any_part_sees_any_part() {
    proves!("TH-LOS-03", "TH-LOS-08");
    for (x0, x1, seen) in [(29.7, 29.8, true), (29.4, 29.4, false)] {
        let mut s = Scene::new().rect("forest", 20.0, 20.0, 30.0, 24.0);
        let a = s.human("regular_infantry", x0, 18.0, 0.0);
        let b = s.martian("cylinder", 90.0, 90.0, 0.0);
        let c = s.human("regular_infantry", x1, 26.0, 0.0);
        assert_eq!(see(s, a, c), seen, "{x0} {x1}");
        let _ = b;
    }
}

#[test]
fn every_stand_sees_a_flyer_and_it_sees_open_ground() {
    proves!("TH-LOS-04", "TH-LOS-06");
    let scene = |sight: &str| {
        let mut s = Scene::new()
            .option("flyer_sight", sight)
            .rect("forest", 20.0, 20.0, 30.0, 30.0)
            .area("ridge", &[(60.0, 30.0), (80.0, 30.0)])
            .hill(&[(40.0, 20.0), (50.0, 20.0), (50.0, 30.0), (40.0, 30.0)], &[(45.0, 25.0)], 9);
        let f = s.martian("flyer", 65.0, 25.0, 0.0);
        let deep = s.human("regular_infantry", 25.0, 25.0, 0.0);
        let gun = s.human("regular_field_artillery", 70.0, 33.0, 0.0);
        let edge = s.human("regular_infantry", 29.6, 25.0, 0.0);
        (s, f, deep, gun, edge)
    };
    let (s, f, deep, gun, edge) = scene("open_ground");
    let play = still(s);
    let sees = |a, b| play.state().sees(a, b);
    assert!(sees(deep, f) && sees(gun, f));
    assert!(sees(f, gun) && sees(f, edge) && !sees(f, deep));
    let (s, f, deep, ..) = scene("mutual");
    assert!(still(s).state().sees(f, deep));
}

#[test]
fn a_line_runs_straight_in_three_dimensions() {
    proves!("TH-LOS-05", "TH-ELV-01", "TH-COV-03");
    for (x0, x1, seen) in [(24.0, 28.0, true), (32.0, 34.0, false)] {
        let mut s = Scene::new().rect("woods", x0, 10.0, x1, 30.0);
        let t = s.martian("tripod", 20.0, 20.0, 0.0);
        let foot = s.human("regular_infantry", 40.0, 20.0, 90.0);
        assert_eq!(see(s, t, foot), seen, "woods from {x0} to {x1}");
    }
    // Two tripods look over any woods; a line at the very top passes.
    let mut s = Scene::new().rect("woods", 25.0, 10.0, 28.0, 30.0).rect("town", 30.0, 10.0, 35.0, 30.0);
    let (a, b) = (s.martian("tripod", 20.0, 20.0, 0.0), s.martian("tripod", 40.0, 20.0, 0.0));
    assert!(see(s, a, b));
    let mut s = Scene::new();
    let t = s.martian("tripod", 20.0, 20.0, 0.0);
    s = s.hill(&[(10.0, 10.0), (30.0, 10.0), (30.0, 30.0), (10.0, 30.0)], &[(20.0, 20.0)], 1);
    let play = still(s);
    assert!((play.state().eye(t) - 3.0).abs() < 1e-9, "on a level-1 crest it is at height 3");
}

#[test]
fn stands_and_gas_hide_nobody() {
    proves!("TH-LOS-07");
    let mut s = Scene::new();
    let t = s.martian("tripod", 20.0, 20.0, 0.0);
    s.martian("tripod", 25.0, 20.0, 0.0);
    let gun = s.human("regular_field_artillery", 40.0, 20.0, 0.0);
    s.clouds = vec![hussars::Cloud { at: p(30.0, 20.0), turn: 2 }];
    let play = s.play(Phase::FirstFire);
    assert!(play.accepts(fire(t, gun)));
    assert_eq!(play.state().odds(t, Weapon::HeatRay, gun, Mode::Phase, false).needed(), 3);
}

#[test]
fn the_sight_test_over_a_hill() {
    proves!("TH-LOS-08", "TH-ELV-02");
    let scene = |one: (&str, Side), other: (&str, Side)| {
        let square = [(20.0, 20.0), (32.0, 20.0), (32.0, 32.0), (20.0, 32.0)];
        let mut s = Scene::new().hill(&square, &[(26.0, 26.0)], 2);
        let a = s.unit(one.1, &[(one.0, 16.0, 26.0, 90.0)], "")[0];
        let b = s.unit(other.1, &[(other.0, 36.0, 26.0, 270.0)], "")[0];
        see(s, a, b)
    };
    let (foot, tripod) = (("regular_infantry", Side::Human), ("tripod", Side::Martian));
    assert!(!scene(foot, foot) && scene(tripod, tripod) && !scene(tripod, foot));
    let square = [(0.0, 0.0), (12.0, 0.0), (12.0, 12.0), (0.0, 12.0)];
    let content = Scene::new().hill(&square, &[(6.0, 6.0)], 2).content();
    let map = &content.scenario("test").expect("the test").map;
    for (y, level) in [(3.0, 1.0), (6.0, 2.0), (0.0, 0.0)] {
        assert!((map.level(p(6.0, y)) - level).abs() < 1e-9);
    }
}

#[test]
fn a_hill_has_a_level_at_least() {
    proves!("TH-ELV-03");
    for levels in [1, 2, 3] {
        Scene::new().hill(&[(0.0, 0.0), (9.0, 0.0), (9.0, 9.0)], &[(6.0, 3.0)], levels).content();
    }
    let flat = std::panic::catch_unwind(|| {
        Scene::new().hill(&[(0.0, 0.0), (9.0, 0.0), (9.0, 9.0)], &[(6.0, 3.0)], 0).content()
    });
    let why = *flat.expect_err("a hill of 0 levels").downcast::<String>().expect("words");
    assert!(why.contains("TH-ELV-03") && why.starts_with("scenarios/test.toml:"), "{why}");
}

#[test]
fn ridges_block_unless_touched_or_overlooked() {
    proves!("TH-ELV-04", "TH-ELV-05");
    let ridge = |y: f64, option: &str, foe: (&str, f64)| {
        let mut s = Scene::new().area("ridge", &[(10.0, 20.0), (60.0, 20.0)]).option("ridge_sight", option);
        let foot = s.human("regular_infantry", 30.0, y, 0.0);
        let other = if foe.0 == "cylinder" {
            s.cylinder(30.0, foe.1, 1, &[]).0
        } else {
            s.martian(foe.0, 30.0, foe.1, 0.0)
        };
        see(s, foot, other)
    };
    assert!(!ridge(16.75, "by_height", ("cylinder", 31.0)));
    assert!(ridge(19.75, "by_height", ("cylinder", 31.0)), "touching it");
    assert!(ridge(19.70, "by_height", ("cylinder", 31.0)), "0.05 in is touching");
    assert!(!ridge(19.68, "by_height", ("cylinder", 31.0)));
    // A tripod 8 in before it: over the head of who stands close behind, not of who stands far.
    assert!(ridge(8.0, "by_height", ("tripod", 28.0)));
    assert!(!ridge(14.0, "by_height", ("tripod", 28.0)));
    assert!(!ridge(8.0, "always", ("tripod", 28.0)));
}

#[test]
fn a_ridge_covers_against_lines_that_cross_it() {
    proves!("TH-ELV-06", "TH-ELV-07");
    let mut s = Scene::new().area("ridge", &[(10.0, 20.0), (60.0, 20.0)]);
    let foot = s.human("regular_infantry", 30.0, 19.75, 0.0);
    let beyond = s.martian("tripod", 30.0, 30.0, 0.0);
    let own_side = s.martian("tripod", 30.0, 8.0, 0.0);
    let close = s.martian("tripod", 33.0, 21.75, 0.0);
    let apart = s.martian("tripod", 36.0, 21.85, 0.0);
    let play = still(s);
    let covered = |from, artillery| play.state().in_cover(foot, from, artillery);
    assert!(covered(beyond, false) && !covered(own_side, false));
    assert!(!covered(beyond, true), "never against artillery");
    assert!(!covered(close, false) && covered(apart, false), "both within 1 in of it: the ridge is ignored");
    // It does not block either: 0.8 in and 1.0 in from the line; at 1.1 in it does again.
    for (y, seen) in [(21.75, true), (21.85, false)] {
        let mut s = Scene::new().area("ridge", &[(10.0, 20.0), (60.0, 20.0)]).option("ridge_sight", "always");
        let foot = s.human("regular_infantry", 30.0, 18.95, 0.0);
        let t = s.martian("tripod", 30.0, y, 0.0);
        assert_eq!(see(s, foot, t), seen, "{y}");
    }
}

#[test]
fn four_kinds_of_cover() {
    proves!("TH-COV-01", "TH-COV-02", "TH-COV-07", "TH-CBT-04");
    for (kind, needed) in
        [("woods", 4), ("forest", 4), ("town", 4), ("swamp", 4), ("fordable_river", 3), ("bridge", 3)]
    {
        let mut s = Scene::new().rect(kind, 15.0, 29.75, 25.0, 40.0);
        let t = s.martian("tripod", 20.0, 20.0, 0.0);
        let foot = s.human("regular_infantry", 20.0, 30.0, 0.0);
        assert_eq!(
            still(s).state().odds(t, Weapon::HeatRay, foot, Mode::Phase, false).needed(),
            needed,
            "{kind}"
        );
    }
    let mut s = Scene::new()
        .hill(&[(15.0, 29.75), (25.0, 29.75), (25.0, 40.0)], &[(20.0, 32.0)], 2)
        .area("road", &[(10.0, 30.0), (30.0, 30.0)]);
    let t = s.martian("tripod", 20.0, 20.0, 0.0);
    let foot = s.human("regular_infantry", 20.0, 30.0, 0.0);
    assert_eq!(still(s).state().odds(t, Weapon::HeatRay, foot, Mode::Phase, false).needed(), 3);
    // A town without a height is one level high; three levels hide tripods from each other.
    for (height, seen) in [(None, true), (Some(3), false)] {
        let town = [(25.0, 10.0), (30.0, 10.0), (30.0, 30.0), (25.0, 30.0)];
        let mut s = match height {
            None => Scene::new().area("town", &town),
            Some(h) => Scene::new().tall("town", &town, h),
        };
        let (a, b) = (s.martian("tripod", 20.0, 20.0, 0.0), s.martian("tripod", 40.0, 20.0, 0.0));
        assert_eq!(see(s, a, b), seen);
    }
    // Several covers are one, and change nothing in the spotting chart.
    let mut s =
        Scene::new().rect("woods", 15.0, 29.5, 25.0, 40.0).area("stream", &[(10.0, 29.0), (40.0, 29.0)]);
    let t = s.martian("tripod", 20.0, 22.75, 0.0);
    let gun = s.human("regular_field_artillery", 20.0, 30.0, 0.0);
    s.hide(gun);
    let play = s.start(Phase::FirstFire);
    assert_eq!(play.state().odds(t, Weapon::HeatRay, gun, Mode::Phase, false).needed(), 4);
    assert!(play.state().gap(t, gun) == 600 && play.stand(gun).spotted, "spotted at 6 in");
}

#[test]
fn two_inches_within_cover_and_not_out_of_it() {
    proves!("TH-COV-03", "TH-COV-04", "TH-COV-05");
    for (gap, seen) in [(2.0, true), (2.1, false)] {
        let mut s = Scene::new().rect("forest", 10.0, 10.0, 40.0, 40.0);
        let a = s.human("regular_infantry", 20.0, 20.0, 0.0);
        let b = s.martian("tripod", 20.0, 90.0, 0.0);
        let c = s.human("regular_infantry", 20.0, 20.5 + gap, 0.0);
        assert_eq!(see(s, a, c), seen, "{gap}");
        let _ = b;
    }
    // One inch inside: neither sees nor is seen; with its base at the edge both.
    for (y, seen) in [(38.75, false), (39.75, true)] {
        let mut s = Scene::new().rect("forest", 10.0, 10.0, 40.0, 40.0);
        let foot = s.human("regular_infantry", 20.0, y, 0.0);
        let t = s.martian("tripod", 20.0, 43.75, 0.0);
        let play = still(s);
        assert_eq!(play.state().sees(t, foot), seen);
        assert!(play.state().in_cover(foot, t, false));
    }
    // On either side of an inch of wood; a line along the outline is clear.
    let mut s = Scene::new().rect("woods", 10.0, 20.0, 40.0, 21.0);
    let a = s.human("regular_infantry", 20.0, 18.0, 0.0);
    let b = s.human("regular_infantry", 20.0, 23.0, 0.0);
    assert!(!see(s, a, b));
    let mut s = Scene::new().rect("woods", 10.0, 20.0, 19.5, 30.0);
    let a = s.human("regular_infantry", 19.0, 18.0, 0.0);
    let b = s.human("regular_infantry", 19.0, 33.0, 0.0);
    assert!(see(s, a, b), "from right-hand corner to right-hand corner along the edge");
    // A tripod in one-level cover stands above it.
    let mut s = Scene::new().rect("forest", 10.0, 10.0, 40.0, 40.0);
    let t = s.martian("tripod", 20.0, 30.0, 0.0);
    let gun = s.human("regular_field_artillery", 20.0, 90.0, 0.0);
    assert!(see(s, t, gun));
}

#[test]
fn a_stream_covers_those_at_its_bank() {
    proves!("TH-COV-06", "TH-COV-07");
    for (y, option, covered) in [(30.75, "bank", true), (33.25, "bank", false), (33.25, "any", true)] {
        let mut s = Scene::new().area("stream", &[(10.0, 30.0), (60.0, 30.0)]).option("stream_cover", option);
        let foot = s.human("regular_infantry", 20.0, y, 0.0);
        let far = s.martian("tripod", 20.0, 20.0, 0.0);
        let near = s.martian("tripod", 20.0, 45.0, 0.0);
        let play = still(s);
        assert_eq!(
            (play.state().in_cover(foot, far, false), play.state().in_cover(foot, near, false)),
            (covered, false),
            "{y} {option}"
        );
        assert!(play.state().sees(far, foot), "a stream never blocks");
    }
}

#[test]
fn the_spotting_chart() {
    proves!("TH-SPO-03", "TH-SPO-04", "TH-SPO-05", "TH-SPO-09");
    let spotted = |kind: &str, depth: f64, gap: f64| {
        let mut s = Scene::new();
        s.martian("tripod", 20.0, 20.0, 0.0);
        let id = s.human(kind, 20.0, 20.75 + gap + depth, 0.0);
        s.hide(id);
        s.start(Phase::FirstFire).stand(id).spotted
    };
    for (kind, depth, limit) in [
        ("regular_infantry", 0.25, 2.0),
        ("regular_cavalry", 0.5, 2.0),
        ("regular_field_artillery", 0.5, 6.0),
        ("regular_machinegun", 0.375, 6.0),
    ] {
        assert!(spotted(kind, depth, limit) && !spotted(kind, depth, limit + 0.1), "{kind}");
    }
    for (kind, hidden) in [("tripod", false), ("flyer", false), ("tripod", true)] {
        let mut s = Scene::new();
        if hidden {
            s = s.hill(
                &[(10.0, 40.0), (60.0, 40.0), (60.0, 60.0), (10.0, 60.0)],
                &[(12.0, 50.0), (58.0, 50.0)],
                4,
            );
        }
        let t = s.martian(kind, 30.0, 30.0, 0.0);
        s.human("regular_field_artillery", 30.0, 100.0, 180.0);
        s.hide(t);
        assert_eq!(s.start(Phase::Artillery).stand(t).spotted, !hidden);
    }
}

#[test]
fn spotted_at_once_on_the_way_and_while_it_moves() {
    proves!("TH-SPO-01", "TH-SPO-02", "TH-SPO-08");
    // A tripod walks past a still battery at 6 in and goes on to 20.
    let mut s = Scene::new();
    let t = s.martian("tripod", 20.0, 20.0, 90.0);
    let gun = s.human("regular_field_artillery", 32.0, 27.25, 0.0);
    s.hide(gun);
    let mut play = s.play(Phase::MartianMovement);
    let news = play.walk(t, 44.0, 20.0);
    assert!(news.iter().any(|w| matches!(w, What::Spotted { stand, .. } if *stand == gun)));
    assert!(play.stand(gun).spotted && play.state().gap(t, gun) > 1000);
    // Infantry that crosses an open gap 60 in away is spotted, though it ends behind a wall.
    let mut s = Scene::new()
        .tall("forest", &[(10.0, 70.0), (20.0, 70.0), (20.0, 72.0), (10.0, 72.0)], 9)
        .tall("forest", &[(22.0, 70.0), (40.0, 70.0), (40.0, 72.0), (22.0, 72.0)], 9)
        .dice(&[6, 6]);
    s.martian("tripod", 21.0, 10.0, 0.0);
    let foot = s.human("regular_infantry", 15.0, 76.0, 90.0);
    s.hide(foot);
    let mut play = s.play(Phase::HumanMovement);
    play.walk(foot, 27.0, 76.0);
    assert!(play.stand(foot).spotted);
    // At the start of the next phase it is out of sight and unspotted.
    play.until(2, Phase::SmallArms);
    if play.state().now.phase != Phase::HumanMovement {
        assert!(!play.stand(foot).spotted);
    }
}

#[test]
fn fire_gives_a_stand_away_to_all() {
    proves!("TH-SPO-06", "TH-SPO-07", "TH-SPO-08");
    let mut s = Scene::new().dice(&[1]);
    let a = s.martian("tripod", 20.0, 20.0, 0.0);
    let b = s.martian("tripod", 40.0, 20.0, 0.0);
    let gun = s.human("regular_field_artillery", 20.0, 57.0, 180.0);
    s.hide(gun);
    let mut play = s.play(Phase::Artillery);
    play.fire(gun, a);
    assert!(play.stand(gun).spotted);
    play.until(3, Phase::FirstFire);
    assert!(play.stand(gun).spotted, "still in sight at 36 in");
    assert!(play.accepts(fire(a, gun)) && play.accepts(fire(b, gun)));
    // Distance alone never unspots; being hidden from all does.
    let mut s = Scene::new().tall("forest", &[(10.0, 40.0), (60.0, 40.0), (60.0, 45.0), (10.0, 45.0)], 9);
    s.martian("tripod", 20.0, 20.0, 0.0);
    let gun = s.human("regular_field_artillery", 20.0, 57.0, 180.0);
    let play = s.start(Phase::HumanMovement);
    assert!(!play.stand(gun).spotted);
    assert_eq!(play.stand(gun).seen.map(|x| (x.turn, x.at)), Some((2, p(20.0, 57.0))));
    let _ = (go(&[(0.0, 0.0)], 0.0), pick(gun));
}

#[test]
fn who_leaves_a_place_in_view_is_seen_leaving_it() {
    proves!("TH-SPO-02", "TH-GEO-13", "TH-SPO-10");
    // Half inside the edge of a forest: after half an inch it is out of sight.
    for x in [49.8, 49.9, 49.7] {
        let mut s =
            Scene::new().option("hidden_stands", "true").rect("forest", 50.0, 0.0, 60.0, 38.0).dice(&[4, 4]);
        s.martian("tripod", 30.0, 20.0, 90.0);
        let foot = s.human("regular_infantry", x, 20.0, 270.0);
        s.human("regular_infantry", 100.0, 100.0, 0.0);
        s.hide(foot);
        let mut play = s.play(Phase::HumanMovement);
        play.order(crate::support::pick(foot));
        play.order(crate::support::go(&[(52.0, 20.0)], 90.0));
        play.pass();
        assert!(play.stand(foot).spotted, "{x}");
        let martian = table::Viewer::Seat(table::SeatId(0));
        let told: Vec<_> = play.m.events().iter().filter_map(|e| e.seen_by(martian).cloned()).collect();
        assert!(told.iter().any(|w| matches!(w, What::Moved { stand, .. } if *stand == foot)), "{told:?}");
    }
    // Overwatch may fire at it there, at -1; before it sets out it was not spotted, and nobody could.
    let mut s = Scene::new().rect("forest", 50.0, 0.0, 60.0, 38.0).dice(&[4, 4, 1]);
    let t = s.martian("tripod", 30.0, 20.0, 90.0);
    let foot = s.human("regular_infantry", 49.8, 20.0, 270.0);
    s.set(t, |x| (x.marker, x.gas) = (7, 0));
    s.hide(foot);
    let far = s.human("regular_infantry", 100.0, 100.0, 0.0);
    s.hide(far);
    let mut play = s.start(Phase::HumanMovement);
    assert_eq!(play.asked(), Some((hussars::Side::Human, hussars::Ask::Move)), "nothing to fire at before");
    play.order(crate::support::pick(foot));
    play.order(crate::support::go(&[(52.0, 20.0)], 90.0));
    let attack = hussars::Attack::Fire { gun: 0, target: foot };
    let news = play.order(hussars::Order::React { holder: t, mark: 0, attack });
    assert_eq!(crate::support::needed(&news), 4, "3+ and -1 while it moves");
}

#[test]
fn streams_and_ridges_are_read_by_the_letter() {
    proves!("TH-COV-06", "TH-ELV-05");
    let mut s = Scene::new().area("stream", &[(50.0, 0.0), (50.0, 39.0)]);
    let t = s.martian("tripod", 40.0, 20.0, 0.0);
    let foot = s.human("regular_infantry", 55.0, 20.0, 0.0);
    let play = still(s);
    assert_eq!(
        play.state().odds(t, Weapon::HeatRay, foot, Mode::Phase, false).needed(),
        4,
        "behind the stream"
    );
    let mut s = Scene::new().area("ridge", &[(55.0, 0.0), (55.0, 39.0)]);
    let t = s.martian("tripod", 53.0, 20.0, 0.0);
    let foot = s.human("regular_infantry", 60.0, 20.0, 0.0);
    assert!(!see(s, t, foot), "nobody touches the ridge");
}

#[test]
fn a_look_names_what_is_in_the_way() {
    proves!("TH-LOS-03", "TH-LOS-08", "TH-COV-03", "TH-ELV-05");
    let seat = Side::Human.seat();
    let look = |scene: Scene, tripod: (f64, f64)| {
        let mut s = scene;
        let foot = s.human("regular_infantry", 10.0, 50.0, 90.0);
        let t = s.martian("tripod", tripod.0, tripod.1, 270.0);
        let play = s.play(Phase::HumanMovement);
        let both = [foot, t].map(|id| {
            let answer =
                table::Game::draft(play.state(), seat, &Order::Look { stand: id }).expect("an answer");
            assert_eq!(answer.looks.len(), 1);
            answer.looks[0].clone()
        });
        assert_eq!(both[0], both[1], "the same line, from either of the two");
        assert_eq!((both[0].from, both[0].to), (foot, t));
        assert_eq!(both[0].sees, play.state().sees(foot, t), "as the rule says");
        assert_eq!(play.refused(Order::Look { stand: foot }), "TH-SEQ-01", "it is no order");
        both[0].clone()
    };
    let clear = look(Scene::new(), (40.0, 50.0));
    assert!(clear.sees && clear.along.is_some() && clear.block.is_none());
    // Foot just behind a wood: the line to a tripod two levels high is too low where it enters.
    let wood =
        look(Scene::new().rect("woods", 12.0, 40.0, 20.0, 60.0), (40.0, 50.0)).block.expect("the wood");
    assert_eq!((wood.kind, wood.top, wood.rule), ("woods", Some(1.0), "TH-COV-03"));
    assert!(wood.line < 1.0 && wood.at.y == 50_000 && (12_000..=20_000).contains(&wood.at.x), "{wood:?}");
    assert!((wood.far - (wood.at.x - 10_000) / 10).abs() <= 1);
    assert!(wood.words.contains(&wood.name) && wood.words.contains("1 level"), "{}", wood.words);
    // A line that misses by a hair is told by that hair, not as the height that it misses.
    let hair =
        look(Scene::new().rect("woods", 24.0, 40.0, 26.0, 60.0), (40.0, 50.0)).block.expect("the wood");
    assert!(hair.line > 0.9 && hair.line < 1.0, "{hair:?}");
    assert!(hair.words.ends_with(&format!("the line runs at {} levels", hair.line)), "{}", hair.words);
    let ridge = look(Scene::new().area("ridge", &[(20.0, 40.0), (20.0, 60.0)]), (40.0, 50.0)).block;
    let ridge = ridge.expect("the ridge");
    assert_eq!((ridge.kind, ridge.top, ridge.at), ("ridge", None, p(20.0, 50.0)));
    let hill = [(20.0, 40.0), (32.0, 40.0), (32.0, 60.0), (20.0, 60.0)];
    let hill = look(Scene::new().hill(&hill, &[(26.0, 50.0)], 3), (40.0, 50.0)).block.expect("the hill");
    assert_eq!(hill.kind, "hill");
    assert!(hill.top.expect("a height") > hill.line);
}

#[test]
fn a_look_tells_nothing_of_hidden_stands() {
    proves!("TH-SPO-10", "TH-LOS-03");
    let mut s = Scene::new().option("hidden_stands", "true");
    let foot = s.human("regular_infantry", 10.0, 50.0, 90.0);
    let other = s.human("regular_infantry", 10.0, 60.0, 90.0);
    let t = s.martian("tripod", 40.0, 50.0, 270.0);
    s.hide(foot);
    let play = s.play(Phase::MartianMovement);
    let ask = |side: Side, stand| table::Game::draft(play.state(), side.seat(), &Order::Look { stand });
    assert!(ask(Side::Martian, foot).is_none(), "hidden");
    assert!(ask(Side::Human, foot).is_some(), "its own side knows it");
    let seen: Vec<_> = ask(Side::Martian, t).expect("an answer").looks.iter().map(|l| l.to).collect();
    assert_eq!(seen, [other], "the hidden one is not among them");
    assert!(ask(Side::Martian, hussars::StandId(99)).is_none());
}
