//! Lines are crossed as often as a way gets to the other bank (TH-GEO-12): from whichever side it comes, however it is
//! split, over one move or two.

use geometry::ground::{Bounds, Reach};
use geometry::ground::{
    Factor, Feature, Hundredths, Length, Network, Onset, Point, Polyline, Rate, Route, Tariff, Terrain, bank,
    crossings, no_halt, orient, segments_touch,
};
use proptest::collection::vec;
use proptest::prelude::*;

use crate::laws::{check, point};
use crate::support::{Country, at, line, points, rectangle, route};

/// Few places, so that points on lines, legs along them and ways through their ends are common.
const GRID: i32 = 1000;

fn scaled(p: Point) -> Point {
    Point::new(p.x * GRID, p.y * GRID)
}

/// A line that touches itself nowhere.
fn simple(size: i32) -> impl Strategy<Value = Polyline> {
    vec(point(size), 2..5).prop_filter_map("a simple line", |points| {
        let points: Vec<Point> = points.into_iter().map(scaled).collect();
        let line = Polyline::new(points.clone()).ok()?;
        let legs: Vec<(Point, Point)> = line.segments().collect();
        for (i, one) in legs.iter().enumerate() {
            for (k, other) in legs.iter().enumerate().skip(i + 1) {
                let touch = segments_touch(one.0, one.1, other.0, other.1);
                let bend = k == i + 1 && (one.1 - one.0).cross(other.1 - other.0) != 0;
                if touch && !bend {
                    return None;
                }
            }
        }
        Some(line)
    })
}

fn way(size: i32) -> impl Strategy<Value = Vec<Point>> {
    vec(point(size), 2..7).prop_filter_map("a way", |points| {
        let mut points: Vec<Point> = points.into_iter().map(scaled).collect();
        points.dedup();
        (points.len() > 1).then_some(points)
    })
}

fn count(line: &Polyline, way: &[Point], onset: Onset) -> usize {
    crossings(line, &Route::new(way).expect("a way"), onset).len()
}

fn fresh(line: &Polyline, way: &[Point]) -> usize {
    count(line, way, Onset::Fresh)
}

#[test]
fn a_long_line_is_crossed_at_each_change_of_sides() {
    check(6000, 0.4, (point(6), (-3..=3, -3..=3), way(6)), |(from, step, way)| {
        if step == (0, 0) {
            return false;
        }
        let end = |k: i32| Point::new((from.x + step.0 * k) * GRID, (from.y + step.1 * k) * GRID);
        let (a, b) = (end(-30), end(30));
        let line = Polyline::new(vec![a, b]).expect("a line");
        let mut banks: Vec<i64> = way.iter().map(|p| orient(a, b, *p).signum()).filter(|s| *s != 0).collect();
        banks.dedup();
        let changes = banks.len().saturating_sub(1);
        assert_eq!(fresh(&line, &way), changes);
        changes > 0
    });
}

#[test]
fn nothing_depends_on_direction_side_or_splitting() {
    check(8000, 0.3, (simple(6), way(6), 1..4), |(line, way, parts)| {
        let found = fresh(&line, &way);
        let back: Vec<Point> = way.iter().rev().copied().collect();
        assert_eq!(fresh(&line, &back), found, "the other way round");
        let turned = Polyline::new(line.points().iter().rev().copied().collect()).expect("a line");
        assert_eq!(fresh(&turned, &way), found, "the line drawn the other way");
        for mirror in [
            |p: Point| Point::new(-p.x, p.y),
            |p: Point| Point::new(p.x, -p.y),
            |p: Point| Point::new(p.y, p.x),
        ] {
            let mirrored = Polyline::new(line.points().iter().map(|p| mirror(*p)).collect()).expect("a line");
            let way: Vec<Point> = way.iter().map(|p| mirror(*p)).collect();
            assert_eq!(fresh(&mirrored, &way), found, "in a mirror");
        }
        // Split at every point of the grid that lies on a leg.
        let mut split = vec![way[0]];
        for leg in way.windows(2) {
            let step = leg[1] - leg[0];
            for k in 1..12 * parts {
                let (x, y) = (step.x * i64::from(k), step.y * i64::from(k));
                let whole = i64::from(12 * parts);
                if x % whole == 0 && y % whole == 0 {
                    split.push(Point::new(leg[0].x + (x / whole) as i32, leg[0].y + (y / whole) as i32));
                }
            }
            split.push(leg[1]);
        }
        split.truncate(64);
        if split.last() == way.last() {
            assert_eq!(fresh(&line, &split), found, "split");
        }
        found > 0
    });
}

#[test]
fn a_way_over_two_moves_crosses_as_often_as_the_whole() {
    let parted = std::cell::Cell::new(0_u32);
    check(8000, 0.3, (simple(6), way(6)), |(line, way)| {
        let found = fresh(&line, &way);
        for k in 1..way.len() - 1 {
            let (one, two) = (&way[..=k], &way[k..]);
            let came = bank([&line].into_iter(), &Route::new(one).expect("a way"), Onset::Fresh);
            let onset = came.map_or(Onset::Fresh, Onset::From);
            parted.set(parted.get() + u32::from(came.is_some()));
            assert_eq!(fresh(&line, one) + count(&line, two, onset), found, "at {k}: {came:?}");
            // And three moves, a stop on the line in each.
            for m in k + 1..way.len() - 1 {
                let (two, three) = (&way[k..=m], &way[m..]);
                let then = bank([&line].into_iter(), &Route::new(two).expect("a way"), onset);
                let last = then.map_or(Onset::Fresh, Onset::From);
                let sum = fresh(&line, one) + count(&line, two, onset) + count(&line, three, last);
                assert_eq!(sum, found, "at {k} and {m}");
            }
        }
        found > 0
    });
    assert!(parted.get() > 500, "{parted:?} moves ended on the line");
}

#[test]
fn the_two_ends_of_a_shifted_way_lie_as_its_crossings_say() {
    // A way that is shifted by a hair crosses by pairs more, never by one, nor less.
    check(6000, 0.3, (simple(6), way(6), 0..16), |(line, way, turn)| {
        let on = |p: Point| line.segments().any(|(a, b)| segments_touch(p, p, a, b));
        let ends = [line.points()[0], line.points()[line.points().len() - 1]];
        let past = |leg: &[Point]| ends.iter().any(|e| segments_touch(*e, *e, leg[0], leg[1]));
        if on(way[0]) || on(way[way.len() - 1]) || way.windows(2).any(past) {
            return false;
        }
        let angle = f64::from(turn) * std::f64::consts::FRAC_PI_8 + 0.1;
        let hair = ((libm::cos(angle) * 7.3).round() as i32, (libm::sin(angle) * 7.3).round() as i32);
        let shifted: Vec<Point> = way.iter().map(|p| Point::new(p.x + hair.0, p.y + hair.1)).collect();
        let plain = |leg: &[Point]| {
            let meet = |(a, b): (Point, Point)| {
                (orient(a, b, leg[0]) > 0) != (orient(a, b, leg[1]) > 0)
                    && (orient(leg[0], leg[1], a) > 0) != (orient(leg[0], leg[1], b) > 0)
            };
            line.segments().filter(|s| meet(*s)).count()
        };
        let there: usize = shifted.windows(2).map(plain).sum();
        let found = fresh(&line, &way);
        assert!(there >= found && (there - found).is_multiple_of(2), "{found}, shifted {there}");
        found > 0
    });
}

#[test]
fn a_stop_on_a_stream_is_paid_once_from_either_side() {
    // The stream of a table, met at 46 from 48 and from 44.
    let (terrain, tariff) = Country::default().line(&[(46.0, 0.0), (46.0, 60.0)], Rate::Toll).done();
    let toll = Length::units(6);
    let price =
        |way: &[(f64, f64)], onset| terrain.price_on(&tariff, &route(way), toll, onset).cost.rounded();
    for side in [2.0, -2.0] {
        let (here, on, over) = ((46.0 + side, 40.0), (46.0, 40.0), (46.0 - side, 40.0));
        assert_eq!(price(&[here, on], Onset::Fresh), Hundredths(200));
        let came = terrain.bank(&tariff, &route(&[here, on]), Onset::Fresh).expect("a bank");
        assert_eq!((came.x > 46_000), side > 0.0);
        assert_eq!(price(&[on, here], Onset::From(came)), Hundredths(200), "back");
        assert_eq!(price(&[on, over], Onset::From(came)), Hundredths(200 + 600), "across");
        assert_eq!(price(&[on, over], Onset::Fresh), Hundredths(200), "who was put there");
        assert_eq!(price(&[on, over], Onset::Either), Hundredths(200 + 600));
        // Along it, and then off: the bank is remembered.
        let along = [on, (46.0, 42.0)];
        let still = terrain.bank(&tariff, &route(&along), Onset::From(came)).expect("a bank");
        assert_eq!((still.x > 46_000), side > 0.0);
        assert_eq!(terrain.bank(&tariff, &route(&along), Onset::Fresh), None);
        assert_eq!(terrain.bank(&tariff, &route(&[here, (46.0 + side / 2.0, 40.0)]), Onset::Fresh), None);
    }
}

#[test]
fn a_line_that_is_nothing_to_a_class_has_no_bank() {
    let way = route(&[(6.0, 10.0), (10.0, 10.0)]);
    let bank = |rate| {
        let (terrain, tariff) = Country::default().line(&[(10.0, 0.0), (10.0, 20.0)], rate).done();
        terrain.bank(&tariff, &way, Onset::Fresh)
    };
    assert_eq!(bank(Rate::Ignored), None);
    assert!(bank(Rate::Toll).is_some() && bank(Rate::Barred).is_some());
}

#[test]
fn a_stream_at_the_edge_of_what_bars_the_way_is_still_told() {
    let pond = rectangle((10.0, 0.0), (20.0, 20.0));
    let country =
        Country::default().area(pond, 1, Rate::Barred).line(&[(10.0, 0.0), (10.0, 20.0)], Rate::Toll);
    let (terrain, tariff) = country.done();
    let bill = terrain.price(&tariff, &route(&[(6.0, 10.0), (14.0, 10.0)]), Length::units(1));
    assert_eq!(bill.bar.expect("a pond").at, at(10.0, 10.0));
    assert_eq!(bill.crossings.len(), 1);
}

#[test]
fn a_cliff_is_not_climbed_in_two_moves() {
    let (terrain, tariff) = Country::default().line(&[(10.0, 0.0), (10.0, 20.0)], Rate::Barred).done();
    let bar = |way: &[(f64, f64)], onset| terrain.price_on(&tariff, &route(way), Length::ZERO, onset).bar;
    for side in [4.0, -4.0] {
        let (here, on, over) = ((10.0 + side, 10.0), (10.0, 10.0), (10.0 - side, 10.0));
        assert_eq!(bar(&[here, on], Onset::Fresh), None);
        let came = terrain.bank(&tariff, &route(&[here, on]), Onset::Fresh).expect("a bank");
        assert!(bar(&[on, over], Onset::From(came)).is_some());
        assert_eq!(bar(&[on, here], Onset::From(came)), None);
    }
}

#[test]
fn reach_from_a_stream_knows_the_bank() {
    let mut terrain = Terrain::new();
    terrain.add(Feature::Line(line(&[(20.0, 0.0), (20.0, 40.0)])), 0);
    let tariff = Tariff::new(&terrain, Some(Factor::PLAIN), |_| Rate::Toll);
    let board = Bounds::of(&points(&[(0.0, 0.0), (40.0, 40.0)]));
    let network = Network::new(terrain, tariff, board, 0);
    let (sum, toll) = (Hundredths::units(10), Length::units(5));
    let start = at(20.0, 20.0);
    let far = |reach: &Reach<'_>, x: f64| reach.way(at(x, 20.0), &no_halt).is_some();
    let from = Onset::From(at(19.0, 20.0));
    let reach = network.reach_on(start, from, sum, toll, &no_halt);
    assert!(far(&reach, 10.5) && !far(&reach, 25.5) && far(&reach, 24.5));
    let tips = reach.stars(4, &no_halt);
    assert_eq!((tips[0].tips[1], tips[0].tips[3]), (at(25.0, 20.0), at(10.0, 20.0)));
    let fresh = network.reach(start, sum, toll, &no_halt);
    assert!(far(&fresh, 10.5) && far(&fresh, 29.5));
}

#[test]
fn a_bank_beside_a_line_is_told_from_the_south_west_on() {
    let (terrain, tariff) = Country::default().line(&[(10.0, 0.0), (10.0, 20.0)], Rate::Toll).done();
    let beside = |side: f64| {
        let way = route(&[(10.0 + side, 8.0), (10.0, 8.0), (10.0, 10.0)]);
        terrain.bank(&tariff, &way, Onset::Fresh).expect("a bank")
    };
    assert_eq!((beside(-3.0), beside(3.0)), (Point::new(9_996, 9_996), Point::new(10_001, 9_996)));
}

#[test]
fn who_may_have_come_from_either_bank_crosses_only_what_he_leaves() {
    let stream = line(&[(10.0, 0.0), (10.0, 20.0)]);
    let count = |way: &[(f64, f64)]| crossings(&stream, &route(way), Onset::Either).len();
    assert_eq!(count(&[(10.0, 10.0), (14.0, 10.0)]), 1);
    // Touched on the way, and at its end.
    assert_eq!(
        (count(&[(14.0, 10.0), (10.0, 10.0), (14.0, 12.0)]), count(&[(14.0, 10.0), (10.0, 10.0)])),
        (0, 0)
    );
    assert_eq!(count(&[(10.0, 10.0), (14.0, 10.0), (10.0, 12.0), (14.0, 12.0)]), 1);
}
