use super::super::line::Polyline;
use super::super::polygon::Polygon;
use super::super::relief::{Cover, Hill, Ridge};
use super::*;

const GRAIN: Grain = Grain {
    graze: 10,
    step: 250,
    slack: Level(50),
    inside: Hundredths(200),
    touch: Hundredths(5),
    shared: Hundredths(100),
};

fn at(x: i32, y: i32) -> Point {
    Point::new(x, y)
}

/// Does the quick look see a wall between two discs of 1000 thousandths, 20 inches apart? Whatever it says, all
/// 81 lines are looked at, too.
fn is_wall(relief: &Relief) -> bool {
    is_wall_between(relief, (0, Level::GROUND), (20_000, Level::GROUND))
}

/// The same for two of any height.
fn is_wall_between(relief: &Relief, a: (i32, Level), b: (i32, Level)) -> bool {
    let eye = |(x, height)| Eye { base: Base::disc(at(x, 0), 1000), height };
    let (a, b) = (eye(a), eye(b));
    let mut look = Look::new(relief, &a, &b, &GRAIN, None);
    let walled = look.is_walled();
    let (from, to) = (a.base.points(), b.base.points());
    let blocked = from.iter().all(|p| to.iter().all(|q| look.blocked(*p, *q).is_some()));
    assert!(blocked || !walled, "a wall that can be looked past");
    walled
}

/// Around the middle of the way, so far to each side.
fn middle(far: i32, aside: i32) -> Polygon {
    Polygon::rectangle(at(10_000 - far, -aside), at(10_000 + far, aside)).unwrap()
}

#[test]
fn a_wood_is_a_wall_where_it_is_wider_than_the_bases() {
    let wood = |area| Relief::new(vec![Cover { area, height: Level::levels(1) }], vec![], vec![]);
    assert!(is_wall(&wood(middle(1_300, 1_300))) && is_wall(&wood(middle(4_000, 9_000))));
    assert!(!is_wall(&wood(middle(900, 1_300))) && !is_wall(&wood(middle(1_300, 900))));
    let low = Relief::new(vec![Cover { area: middle(4_000, 9_000), height: Level(1) }], vec![], vec![]);
    assert!(!is_wall(&low));
}

#[test]
fn a_hill_is_a_wall_where_all_of_it_is_higher_than_the_lines() {
    let hill = |far, levels| {
        let crest = vec![at(10_000, -1_000), at(10_000, 1_000)];
        let hill = Hill::new(middle(far, far), crest, Level::levels(levels)).unwrap();
        Relief::new(vec![], vec![hill], vec![])
    };
    assert!(is_wall(&hill(4_000, 2)));
    assert!(!is_wall(&hill(1_200, 2)), "the outline is too near");
}

#[test]
fn a_ridge_is_a_wall_where_every_line_crosses_it() {
    let ridge = |aside: i32, height| {
        let line = Polyline::new(vec![at(10_000, -aside), at(10_000, aside)]).unwrap();
        Relief::new(vec![], vec![], vec![Ridge { line, height }])
    };
    assert!(is_wall(&ridge(1_200, Some(Level::levels(1)))) && is_wall(&ridge(1_200, None)));
    assert!(!is_wall(&ridge(900, None)), "one can look past its end");
    assert!(!is_wall(&ridge(1_200, Some(Level(1)))), "nearly as low as the two are");
}

#[test]
fn a_wood_is_a_wall_up_to_a_thousandth() {
    let wood = |aside, height| {
        is_wall(&Relief::new(vec![Cover { area: middle(aside, aside), height }], vec![], vec![]))
    };
    // The bases are 1000 wide there, a graze is 10, and 10 are for roundings.
    assert!(wood(1_020, Level::levels(1)) && !wood(1_019, Level::levels(1)));
    assert!(wood(2_000, Level(2)) && !wood(2_000, Level(1)));
    // Nearer to the broader one of two.
    let relief =
        Relief::new(vec![Cover { area: middle(800, 800), height: Level::levels(1) }], vec![], vec![]);
    let walled = |radius: i32, other: i32| {
        let eye = |x, radius| Eye { base: Base::disc(at(x, 0), radius), height: Level::GROUND };
        let (a, b) = (eye(0, radius), eye(20_000, other));
        Look::new(&relief, &a, &b, &GRAIN, None).is_walled()
    };
    assert!(walled(780, 780) && walled(1_060, 500) && walled(500, 1_060));
    assert!(!walled(782, 782) && !walled(1_064, 500) && !walled(500, 1_064));
}

#[test]
fn a_hill_is_a_wall_up_to_a_thousandth() {
    // 2000 * (b - radius) / (b + c): 1312 to the outline, so many to the crest, and a radius of 1000 for the bases, 250 for
    // a step, 10 for roundings. It must be more than the slack, and 2 for roundings.
    let hill = |out: i32, crest: i32| {
        let base = Polygon::rectangle(at(10_000 - out, -out), at(10_000 + out, 9_000)).unwrap();
        let hill = Hill::new(base, vec![at(10_000, crest)], Level::levels(2)).unwrap();
        Relief::new(vec![], vec![hill], vec![])
    };
    assert!(is_wall(&hill(1_312, 685)) && !is_wall(&hill(1_312, 690)));
    // Lines that rise by 1000 are at 500 there, and at 12.5 more a step farther: 2000 * (1762 - 1260) / 1779.
    let rising = |crest| is_wall_between(&hill(1_762, crest), (0, Level::GROUND), (20_000, Level(1000)));
    assert!(rising(14) && !rising(19));
    let falling = |crest| is_wall_between(&hill(1_762, crest), (0, Level(1000)), (20_000, Level::GROUND));
    assert!(falling(14) && !falling(19));
}

#[test]
fn a_hill_is_no_wall_between_two_that_are_near_or_beside_one_of_them() {
    let hill = |from: i32, to: i32, crest: i32| {
        let base = Polygon::rectangle(at(from, -5_000), at(to, 5_000)).unwrap();
        let hill = Hill::new(base, vec![at(crest, 0)], Level::levels(2)).unwrap();
        Relief::new(vec![], vec![hill], vec![])
    };
    let apart = |far: i32| {
        let between = hill(far / 2 - 3_000, far / 2 + 3_000, far / 2);
        is_wall_between(&between, (0, Level::GROUND), (far, Level::GROUND))
    };
    assert!(apart(9_000) && !apart(8_999));
    // Two steps from an end a line has no samples to both sides.
    assert!(is_wall(&hill(-9_000, 2_004, 501)) && !is_wall(&hill(-9_000, 1_996, 499)));
    assert!(is_wall(&hill(17_996, 29_000, 19_499)) && !is_wall(&hill(18_004, 29_000, 19_501)));
}

/// How many obstacles are looked at between two discs of 1000 thousandths, 20 inches apart, at these heights.
fn looked_at(relief: &Relief, heights: (Level, Level)) -> usize {
    let eye = |x, height| Eye { base: Base::disc(at(x, 0), 1000), height };
    Look::new(relief, &eye(0, heights.0), &eye(20_000, heights.1), &GRAIN, None).near.len()
}

#[test]
fn what_lies_beside_all_lines_is_not_looked_at() {
    let wood = |low: i32, high: i32| {
        let area = Polygon::rectangle(at(5_000, low), at(9_000, high)).unwrap();
        let relief = Relief::new(vec![Cover { area, height: Level::levels(1) }], vec![], vec![]);
        looked_at(&relief, (Level::GROUND, Level::GROUND))
    };
    // Beyond the bases by two thousandths, for roundings; then the box around both is a thousandth too small.
    let band = |y: i32| {
        let eye = |x| Eye { base: Base::disc(at(x, 0), 1000), height: Level::GROUND };
        Band::new(&eye(0), &eye(20_000)).meets(&[at(5_000, y), at(9_000, 3 * y)])
    };
    assert!(band(1_002) && !band(1_003) && band(-1_002) && !band(-1_003));
    assert_eq!((wood(1_000, 3_000), wood(1_003, 3_000)), (1, 0));
    assert_eq!((wood(-3_000, -1_000), wood(-3_000, -1_003)), (1, 0));
    assert_eq!((wood(-3_000, 3_000), wood(-100, 100)), (1, 1));
}

#[test]
fn what_is_too_low_for_both_is_not_looked_at() {
    let line = Polyline::new(vec![at(10_000, -500), at(10_000, 500)]).unwrap();
    let top = Level::levels(1);
    let cover = Relief::new(vec![Cover { area: middle(500, 500), height: top }], vec![], vec![]);
    let ridge = Relief::new(vec![], vec![], vec![Ridge { line: line.clone(), height: Some(top) }]);
    let hill = Hill::new(middle(500, 500), vec![at(10_000, 0)], top).unwrap();
    let hill = Relief::new(vec![], vec![hill], vec![]);
    let wall = Relief::new(vec![], vec![], vec![Ridge { line, height: None }]);
    let both = |relief, height: i32| {
        let one = looked_at(relief, (Level(height), Level(9_000)));
        assert_eq!(one, looked_at(relief, (Level(9_000), Level(height))));
        one
    };
    assert_eq!((both(&cover, 999), both(&cover, 1000)), (1, 0));
    assert_eq!((both(&ridge, 999), both(&ridge, 1000)), (1, 0));
    // Ground may rise above a line by the slack.
    assert_eq!((both(&hill, 949), both(&hill, 950)), (1, 0));
    assert_eq!(both(&wall, 9_000), 1);
}

#[test]
fn a_cover_that_stands_on_a_hill_is_looked_at_from_above_its_own_height() {
    let hill = Hill::new(middle(4_000, 4_000), vec![at(10_000, 0)], Level::levels(2)).unwrap();
    let cover = Cover { area: middle(500, 500), height: Level::levels(1) };
    let line = Polyline::new(vec![at(10_000, -500), at(10_000, 500)]).unwrap();
    let ridge = Ridge { line, height: Some(Level::levels(1)) };
    let relief = Relief::new(vec![cover], vec![hill], vec![ridge]);
    assert_eq!(looked_at(&relief, (Level(1_500), Level(1_500))), 3);
    assert_eq!(looked_at(&relief, (Level(1_950), Level(1_950))), 2, "the hill itself is too low");
}
