//! Who sees whom.

use geometry::ground::{Base, Block, Cover, Hill, Level, Obstacle, Point, Polygon, Relief, Ridge, Sight};

use crate::support::{
    GRAIN, area, at, cover, hill, infantry, line, low, points, rectangle, ridge, sees, tall, tripod,
};

#[test]
fn any_part_sees_any_part() {
    // TH-LOS-03
    let forest = cover(rectangle((0.0, 0.0), (10.0, 4.0)), 1);
    let pair = |x: f64, y: f64| (low(&forest, infantry(x, -2.0)), low(&forest, infantry(y, 6.0)));
    let (a, b) = pair(9.7, 9.8);
    assert!(sees(&forest, &a, &b));
    let (a, b) = pair(9.4, 9.4);
    assert!(!sees(&forest, &a, &b));
    // TH-COV-03: a line along the edge is clear. The right-hand corners stand at x 10.
    let (a, b) = pair(9.5, 9.5);
    assert!(sees(&forest, &a, &b));
}

#[test]
fn a_line_passes_over_what_is_lower() {
    // TH-LOS-05
    let woods = |from: f64, to: f64| cover(rectangle((from, -9.0), (to, 9.0)), 1);
    let seen = |relief: &Relief| {
        sees(relief, &tall(relief, Base::point(at(0.0, 0.0))), &low(relief, Base::point(at(20.0, 0.0))))
    };
    assert!(seen(&woods(4.0, 8.0)));
    assert!(!seen(&woods(12.0, 14.0)));
    // Exactly at the top it passes: at x 10 the line is at one level.
    assert!(seen(&woods(4.0, 10.0)));
    assert!(!seen(&woods(4.0, 10.001)));
    let relief = woods(12.0, 14.0);
    let sight = relief.sight(
        &tall(&relief, Base::point(at(0.0, 0.0))),
        &low(&relief, Base::point(at(20.0, 0.0))),
        &GRAIN,
        None,
    );
    // It enters them at 0.8 already.
    let block = Block { by: Obstacle::Cover(0), at: at(12.0, 0.0), line: Level(800), top: Some(Level(1000)) };
    assert_eq!(sight, Sight::Blocked(block));
}

#[test]
fn a_graze_of_cover_is_no_cover() {
    // TH-LOS-08: ten thousandths of a line are a graze. Shares of this one have no rounding.
    let seen = |deep: i32| {
        let corner = |x: i32, y: i32| Point::new(x, y);
        let strip = Polygon::rectangle(corner(4096, -9000), corner(4096 + deep, 9000)).expect("a box");
        let relief = cover(strip, 1);
        let point = |x| low(&relief, Base::point(corner(x, 0)));
        sees(&relief, &point(0), &point(8192))
    };
    assert!(seen(10) && seen(9) && !seen(11));
}

#[test]
fn a_hill_hides_what_stands_behind_it() {
    // TH-LOS-08
    let relief = hill(rectangle((0.0, 0.0), (12.0, 12.0)), &[(6.0, 6.0)], 2);
    let (west, east) = (infantry(-4.0, 6.0), infantry(16.0, 6.0));
    assert!(!sees(&relief, &low(&relief, west), &low(&relief, east)));
    let (a, b) = (tripod(-4.0, 6.0), tripod(16.0, 6.0));
    assert!(sees(&relief, &tall(&relief, a), &tall(&relief, b)));
    assert!(!sees(&relief, &tall(&relief, a), &low(&relief, east)));
    assert!(!sees(&relief, &low(&relief, west), &tall(&relief, b)));
    // Half way up it the line would have to be as high as the ground but for the slack.
    let Sight::Blocked(block) = relief.sight(&low(&relief, west), &low(&relief, east), &GRAIN, None) else {
        panic!("the hill is in the way")
    };
    assert_eq!((block.at, block.line, block.top), (at(6.0, 6.0), Level::GROUND, Some(Level(1950))));
    // Upon the crest everything is in view.
    assert!(sees(&relief, &low(&relief, infantry(6.0, 6.0)), &low(&relief, east)));
    // TH-ELV-01: a tripod half way up stands at level 3.
    assert_eq!(tall(&relief, tripod(6.0, 3.0)).height, Level(3000));
}

#[test]
fn a_high_hill_hides_a_battery_from_a_tripod() {
    // TH-LOS-02
    let relief = hill(rectangle((24.0, 8.0), (36.0, 14.0)), &[(24.5, 11.0), (35.5, 11.0)], 3);
    let battery = low(&relief, Base::rectangle(at(30.0, 0.0), 1000, 1000, geometry::Angle::ZERO));
    assert!(sees(&relief, &tall(&relief, tripod(10.0, 0.0)), &battery));
    assert!(!sees(&relief, &tall(&relief, tripod(30.0, 20.0)), &battery));
    let sight = relief.sight(
        &low(&relief, Base::point(at(30.0, 0.0))),
        &tall(&relief, Base::point(at(30.0, 20.0))),
        &GRAIN,
        None,
    );
    let Sight::Blocked(block) = sight else { panic!("{sight:?}") };
    assert_eq!(block.by, Obstacle::Hill(0));
    assert!(block.at.y > 8_000 && block.at.y < 14_000 && block.top > Some(block.line));
}

#[test]
fn two_inches_within_cover() {
    // TH-COV-04
    let forest = cover(rectangle((0.0, 0.0), (30.0, 30.0)), 1);
    let pair = |gap: f64| {
        let (a, b) = (infantry(10.0, 10.0), infantry(10.0, 10.5 + gap));
        sees(&forest, &low(&forest, a), &low(&forest, b))
    };
    assert!(pair(2.0) && pair(2.004) && !pair(2.005) && !pair(2.1));
    // Two covers that touch are two: within 2 in, but not in the same one.
    let split = Relief::new(
        vec![
            Cover { area: rectangle((0.0, 0.0), (30.0, 11.0)), height: Level::levels(1) },
            Cover { area: rectangle((0.0, 11.0), (30.0, 30.0)), height: Level::levels(1) },
        ],
        vec![],
        vec![],
    );
    let (a, b) = (low(&split, infantry(10.0, 10.0)), low(&split, infantry(10.0, 12.0)));
    assert!(!sees(&split, &a, &b));
}

#[test]
fn two_inches_do_not_reach_across_a_clearing() {
    // TH-COV-04: the whole line must lie inside. The notch parts the two arms.
    let fork =
        cover(area(&[(0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (5.0, 9.0), (4.5, 1.0), (4.0, 9.0), (0.0, 9.0)]), 1);
    let (a, b) = (low(&fork, infantry(3.2, 7.0)), low(&fork, infantry(5.8, 7.0)));
    assert!(!sees(&fork, &a, &b), "1.6 in apart, but on either side of the clearing");
    let near = |x: f64| low(&fork, infantry(x, 0.5));
    assert!(sees(&fork, &near(3.5), &near(5.5)), "below the notch");
}

#[test]
fn sight_stops_at_the_edge_of_cover() {
    // TH-COV-05
    let forest = cover(rectangle((0.0, 0.0), (20.0, 20.0)), 1);
    let outside = tall(&forest, tripod(10.0, 23.75));
    let inside = |y: f64| low(&forest, infantry(10.0, y));
    assert!(!sees(&forest, &outside, &inside(18.75)), "its front 1.0 in inside");
    assert!(sees(&forest, &outside, &inside(19.75)), "its front on the edge");
    assert!(!sees(&forest, &outside, &inside(19.70)), "0.05 in inside");
    // A tripod in one-level cover stands above it.
    assert!(sees(&forest, &tall(&forest, tripod(10.0, 10.0)), &outside));
    // TH-COV-02: a town of three levels hides even tripods from each other.
    let town = cover(rectangle((0.0, 0.0), (20.0, 20.0)), 3);
    assert!(!sees(&town, &tall(&town, tripod(10.0, -3.0)), &tall(&town, tripod(10.0, 23.0))));
    let low_town = cover(rectangle((0.0, 0.0), (20.0, 20.0)), 2);
    assert!(sees(&low_town, &tall(&low_town, tripod(10.0, -3.0)), &tall(&low_town, tripod(10.0, 23.0))));
}

#[test]
fn a_ridge_blocks_unless_it_is_touched_or_overlooked() {
    // TH-ELV-04, TH-ELV-05
    let relief = ridge(&[(-20.0, 0.0), (20.0, 0.0)]);
    let cylinder = low(&relief, Base::disc(at(0.0, 11.0), 1000));
    assert!(!sees(&relief, &low(&relief, infantry(0.0, -3.25)), &cylinder));
    assert!(sees(&relief, &low(&relief, infantry(0.0, -0.25)), &cylinder));
    assert!(sees(&relief, &low(&relief, infantry(0.0, -0.30)), &cylinder));
    assert!(!sees(&relief, &low(&relief, infantry(0.0, -0.31)), &cylinder));
    let look = |behind: f64| {
        let machine = tall(&relief, Base::point(at(0.0, -8.0)));
        sees(&relief, &machine, &low(&relief, Base::point(at(0.0, behind))))
    };
    assert!(look(12.0) && !look(6.0));
    assert!(look(8.0), "one level exactly");
    // Past its end nothing is crossed.
    assert!(sees(&relief, &low(&relief, infantry(24.0, -5.0)), &low(&relief, infantry(24.0, 5.0))));
    // A ridge that cannot be looked over at all.
    let wall =
        Relief::new(vec![], vec![], vec![Ridge { line: line(&[(-20.0, 0.0), (20.0, 0.0)]), height: None }]);
    let machine = tall(&wall, tripod(0.0, -8.0));
    assert!(!sees(&wall, &machine, &tall(&wall, tripod(0.0, 8.0))));
}

#[test]
fn a_ridge_is_nothing_between_two_beside_it() {
    // TH-ELV-07
    let relief = ridge(&[(-20.0, 0.0), (20.0, 0.0)]);
    let pair = |south: f64, north: f64| {
        let a = low(&relief, infantry(0.0, -0.25 - south));
        sees(&relief, &a, &low(&relief, infantry(0.0, 0.25 + north)))
    };
    assert!(pair(0.8, 1.0) && !pair(0.8, 1.1) && !pair(1.1, 0.8) && pair(1.0, 1.0));
}

#[test]
fn several_ridges_are_tested_one_by_one() {
    let two = Relief::new(
        vec![],
        vec![],
        [0.0, 4.0]
            .map(|y| Ridge { line: line(&[(-20.0, y), (20.0, y)]), height: Some(Level::levels(1)) })
            .to_vec(),
    );
    let far = low(&two, infantry(0.0, 9.0));
    assert!(!sees(&two, &low(&two, infantry(0.0, -0.25)), &far), "the second one still blocks");
    assert!(sees(&two, &low(&two, infantry(0.0, 3.75)), &far));
}

#[test]
fn a_cloud_behind_a_ridge() {
    // TH-LOS-09
    let relief = ridge(&[(20.0, 20.0), (40.0, 20.0)]);
    let cloud = Base::square(at(30.0, 30.0), 2000).points();
    let seen = |y: f64| relief.sees_ground(&low(&relief, infantry(30.0, y)), &cloud, &GRAIN, None);
    assert!(!seen(17.0) && seen(19.75));
}

#[test]
fn the_cover_that_holds_the_aim_is_left_out() {
    // TH-GAS-09
    let woods = cover(rectangle((10.0, 0.0), (20.0, 20.0)), 1);
    let firer = tall(&woods, tripod(0.0, 10.0));
    let aim = [at(15.0, 10.0)];
    assert!(!woods.sees_ground(&firer, &aim, &GRAIN, None));
    assert!(woods.sees_ground(&firer, &aim, &GRAIN, Some(0)));
}

#[test]
fn cover_and_ridges_stand_on_the_ground_below_them() {
    // A wood on the crest of a hill reaches a level above the crest; so does a ridge.
    let mound =
        || Hill::new(rectangle((0.0, 0.0), (12.0, 12.0)), points(&[(6.0, 6.0)]), Level::levels(1)).unwrap();
    let wood = Cover { area: rectangle((5.0, 5.0), (7.0, 7.0)), height: Level::levels(1) };
    let bare = Relief::new(vec![], vec![mound()], vec![]);
    let wooded = Relief::new(vec![wood], vec![mound()], vec![]);
    let crest = Ridge { line: line(&[(6.0, 0.0), (6.0, 12.0)]), height: Some(Level::levels(1)) };
    let ridged = Relief::new(vec![], vec![mound()], vec![crest]);
    let look = |relief: &Relief, above: i32| {
        let eye = |x: f64| relief.eye(Base::point(at(x, 6.0)), Level(above));
        sees(relief, &eye(-4.0), &eye(16.0))
    };
    assert!(look(&bare, 1500) && look(&bare, 960) && !look(&bare, 940));
    assert!(!look(&wooded, 1500) && look(&wooded, 2000) && !look(&wooded, 1960));
    assert!(!look(&ridged, 1500) && look(&ridged, 2000) && !look(&ridged, 1999));
}
