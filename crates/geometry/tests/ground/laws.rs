//! Fast answers against slow ones, and laws that hold on every table.

use std::cell::Cell;

use geometry::Angle;
use geometry::ground::{
    Base, Cover, Deck, Factor, Feature, Footprint, Hill, Hundredths, Lane, Length, Level, Outline, Place,
    Point, Polygon, Polyline, Rate, Relief, Ridge, Route, Tariff, Terrain, crosses, first_within,
};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

use crate::oracle;
use crate::support::GRAIN;

/// Runs `law` on random cases. It tells whether the case decided anything; at least the given share must.
pub fn check<S: Strategy>(cases: u32, decisive: f64, strategy: S, law: impl Fn(S::Value) -> bool) {
    let (count, decided) = (Cell::new(0_u32), Cell::new(0_u32));
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let outcome = runner.run(&strategy, |case| {
        count.set(count.get() + 1);
        decided.set(decided.get() + u32::from(law(case)));
        Ok(())
    });
    if let Err(failure) = outcome {
        panic!("{failure}");
    }
    assert!(f64::from(decided.get()) >= decisive * f64::from(count.get()), "{decided:?} of {count:?}");
}

pub fn point(size: i32) -> impl Strategy<Value = Point> {
    (0..=size, 0..=size).prop_map(|(x, y)| Point::new(x, y))
}

/// A polygon seen whole from its middle, with corners at random distances: mostly not convex.
fn blob(size: i32, radius: i32) -> impl Strategy<Value = Polygon> {
    (point(size), vec(radius / 4..radius, 3..9), 0..3600).prop_filter_map(
        "simple",
        |(middle, radii, turn)| {
            let n = radii.len() as i32;
            let corner = |i: i32| middle.moved(Angle::from_tenths(turn + 3600 * i / n), radii[i as usize]);
            Polygon::new((0..n).map(corner).collect()).ok()
        },
    )
}

/// Few places, so that points on lines, shared corners and legs along sides are common.
fn small_blob() -> impl Strategy<Value = Polygon> {
    vec(point(6), 3..7).prop_filter_map("simple", |points| Polygon::new(points).ok())
}

fn polyline(size: i32) -> impl Strategy<Value = Polyline> {
    vec(point(size), 2..5).prop_filter_map("a line", |points| Polyline::new(points).ok())
}

fn base(size: i32) -> impl Strategy<Value = Base> {
    let rectangle = (point(size), 200..3000, 200..3000, 0..3600)
        .prop_map(|(at, width, depth, facing)| Base::rectangle(at, width, depth, Angle::from_tenths(facing)));
    let disc = (point(size), 300..2000).prop_map(|(at, radius)| Base::disc(at, radius));
    prop_oneof![3 => rectangle, 1 => disc, 1 => point(size).prop_map(Base::point)]
}

#[test]
fn a_point_is_inside_where_the_outline_winds_round_it() {
    check(3000, 0.95, (blob(9000, 6000), point(9000)), |(area, at)| {
        let close = oracle::to_outline(oracle::p(at), &area) < 1e-6;
        let place = area.place(at);
        assert!(close || place != Place::Outline);
        if !close {
            let inside = oracle::is_inside(oracle::p(at), &oracle::corners(&area));
            assert_eq!(place == Place::Inside, inside);
        }
        !close
    });
}

#[test]
fn points_of_the_outline_are_told_apart_exactly() {
    check(4000, 0.1, (small_blob(), point(6)), |(area, at)| {
        // Corners lie on whole places, so a distance below a hundredth is none.
        let on = oracle::to_outline(oracle::p(at), &area) < 1e-2;
        assert_eq!(area.place(at) == Place::Outline, on);
        on
    });
}

#[test]
fn stretches_are_what_lies_inside() {
    check(1500, 0.5, (blob(9000, 6000), point(9000), point(9000)), |(area, from, to)| {
        let outline = oracle::corners(&area);
        for kind in [Outline::Counts, Outline::Apart] {
            let stretches = area.stretches(from, to, kind);
            for k in 0..=200 {
                let share = f64::from(k) / 200.0;
                let x = oracle::between(oracle::p(from), oracle::p(to), share);
                if oracle::to_outline(x, &area) > 1e-3 {
                    let found = stretches.iter().any(|s| s.from <= share && share <= s.to);
                    assert_eq!(found, oracle::is_inside(x, &outline), "at {share}");
                }
            }
        }
        !area.stretches(from, to, Outline::Apart).is_empty()
    });
}

#[test]
fn stretches_on_few_places_are_exact_too() {
    check(6000, 0.3, (small_blob(), point(6), point(6)), |(area, from, to)| {
        let outline = oracle::corners(&area);
        let (with, without) =
            (area.stretches(from, to, Outline::Counts), area.stretches(from, to, Outline::Apart));
        let back = area.stretches(to, from, Outline::Counts);
        assert_eq!(with.len(), back.len(), "the same the other way round");
        for k in 0..=64 {
            let share = (f64::from(k) + 0.371) / 65.0;
            let x = oracle::between(oracle::p(from), oracle::p(to), share);
            let on = oracle::to_outline(x, &area) < 1e-9;
            let near = oracle::to_outline(x, &area) < 1e-6;
            if from == to || (near && !on) {
                continue;
            }
            let inside = oracle::is_inside(x, &outline) && !on;
            let holds =
                |list: &[geometry::ground::Stretch]| list.iter().any(|s| s.from <= share && share <= s.to);
            assert_eq!(holds(&with), inside || on, "{share}");
            assert_eq!(holds(&without), inside, "{share}");
        }
        !with.is_empty()
    });
}

#[test]
fn a_crossing_is_where_two_segments_meet() {
    check(3000, 0.9, (point(900), point(900), point(900), point(900)), |(from, to, a, b)| {
        let side = |p: Point, q: Point, x: Point| (q - p).cross(x - p);
        let signs = [side(a, b, from), side(a, b, to), side(from, to, a), side(from, to, b)];
        let plain = signs.iter().all(|s| *s != 0);
        if plain {
            let meet = (signs[0] > 0) != (signs[1] > 0) && (signs[2] > 0) != (signs[3] > 0);
            assert_eq!(crosses(from, to, a, b), meet);
            assert_eq!(crosses(to, from, a, b), meet);
        }
        plain
    });
}

#[test]
fn gaps_are_the_distance_of_the_nearest_parts() {
    check(4000, 0.6, (base(9000), base(9000)), |(a, b)| {
        let distance = oracle::base_distance(&a, &b);
        let gap = a.gap(&b);
        assert_eq!(gap, b.gap(&a));
        // A disc is a circle here; the oracle reads its radius off a rim point, half a thousandth off at most.
        let steps = (distance + 5.0) / 10.0;
        let slack = 0.06;
        if (steps - steps.round()).abs() > slack {
            assert_eq!(gap, Hundredths(steps.floor() as i32), "{distance}");
        }
        for limit in [0, 50, 200, gap.0, (gap.0 - 1).max(0)] {
            assert_eq!(a.within(&b, Hundredths(limit)), gap.0 <= limit, "{limit}");
        }
        gap.0 > 0
    });
}

#[test]
fn bases_overlap_when_they_share_some_depth() {
    let two = (point(2500), point(2500), vec((200..3000, 200..3000, 0..3600), 2));
    check(4000, 0.4, two, |(at, other, sizes)| {
        let [a, b] = [(at, sizes[0]), (other, sizes[1])]
            .map(|(at, (w, d, f))| Base::rectangle(at, w, d, Angle::from_tenths(f)));
        let depth = oracle::depth(&oracle::shape(&a).0, &oracle::shape(&b).0);
        assert_eq!(a.overlaps(&b), b.overlaps(&a));
        if (depth - 5.0).abs() > 1e-6 {
            assert_eq!(a.overlaps(&b), depth > 5.0, "{depth}");
        }
        if a.overlaps(&b) {
            assert_eq!(a.gap(&b), Hundredths(0));
        }
        depth > 5.0
    });
}

#[test]
fn gaps_to_lines_and_areas_are_distances() {
    check(3000, 0.5, (base(9000), polyline(9000), blob(9000, 4000)), |(base, line, area)| {
        let close = |distance: f64, gap: Hundredths| {
            let steps = (distance + 5.0) / 10.0;
            let sure = (steps - steps.round()).abs() > 0.06;
            assert!(!sure || gap == Hundredths(steps.floor() as i32), "{distance} {gap}");
        };
        let gap = base.gap_to_line(&line);
        close(oracle::base_to_line(&base, &line), gap);
        assert_eq!(base.is_near_line(&line, Hundredths(100)), gap <= Hundredths(100));
        let (corners, radius) = oracle::shape(&base);
        let outline = oracle::corners(&area);
        let inside = oracle::is_inside(oracle::p(base.centre), &outline);
        let apart = oracle::ring(&outline)
            .iter()
            .map(|(a, b)| oracle::outline_distance(&corners, &[*a, *b]))
            .fold(f64::INFINITY, f64::min);
        close(if inside { 0.0 } else { (apart - radius).max(0.0) }, base.gap_to_polygon(&area));
        gap.0 > 0
    });
}

#[test]
fn a_stop_is_the_first_place_that_is_near_enough() {
    // TH-GEO-14
    let mover = (200..2500, 200..2500, 0..3600);
    let case =
        (base(5000), mover, point(5000), point(5000), prop_oneof![Just(0), Just(5), Just(100), Just(200)]);
    check(400, 0.15, case, |(enemy, (width, depth, facing), from, to, limit)| {
        let footprint = Footprint::rectangle(width, depth, Angle::from_tenths(facing));
        let (around, limit) = (enemy.around(&footprint), Hundredths(limit));
        let halt = first_within(&around, from, to, limit);
        let way = to - from;
        let length = (way.squared() as f64).sqrt();
        // Every thousandth of the leg in turn, and its end.
        let place = |k: i64| {
            let part = |s: i64| (s as f64 * (k as f64 / length)).round() as i32;
            Point::new(from.x + part(way.x), from.y + part(way.y))
        };
        let mut places: Vec<Point> =
            if from == to { vec![from] } else { (0..=length as i64).map(place).collect() };
        places.push(to);
        let slow = places.iter().find(|at| enemy.gap(&footprint.at(**at)) <= limit);
        assert_eq!(halt.map(|h| h.at), slow.copied());
        match halt {
            Some(halt) if halt.at != from => {
                assert_eq!(around.gap(halt.at), limit, "the rounded gap is the limit itself");
                let straight = from.distance(halt.at).0 - halt.walked.0;
                assert!(straight.abs() <= 1_000, "{straight}");
                true
            }
            _ => false,
        }
    });
}

/// A terrain with everything on it, and one class of movers.
fn country() -> impl Strategy<Value = (Terrain, Tariff)> {
    let rate = prop_oneof![
        Just(Rate::Pays(Factor::PLAIN)),
        Just(Rate::Pays(Factor::DOUBLE)),
        Just(Rate::Pays(Factor::FOURFOLD)),
        Just(Rate::Ignored),
    ];
    let areas = vec((blob(20_000, 6_000), 1_u8..5, rate), 0..5);
    let lanes = vec((polyline(20_000), prop_oneof![Just(Factor::HALF), Just(Factor::PLAIN)]), 0..3);
    let decks = vec((blob(20_000, 6_000), Just(Factor::HALF)), 0..2);
    let lines = vec(polyline(20_000), 0..3);
    (areas, lanes, decks, lines).prop_map(|(areas, lanes, decks, lines)| {
        let mut terrain = Terrain::new();
        let mut rates = Vec::new();
        for (area, rank, rate) in areas {
            terrain.add(Feature::Area(area), rank);
            rates.push(rate);
        }
        for (line, factor) in lanes {
            terrain.add(Feature::Lane(Lane::new(line, 250)), 0);
            rates.push(Rate::Carries(factor));
        }
        for (area, factor) in decks {
            terrain.add(Feature::Deck(Deck::new(area)), 0);
            rates.push(Rate::Carries(factor));
        }
        for line in lines {
            terrain.add(Feature::Line(line), 0);
            rates.push(Rate::Toll);
        }
        let tariff = Tariff::new(&terrain, Some(Factor::PLAIN), |i| rates[i]);
        (terrain, tariff)
    })
}

/// The price of a place for somebody who walks from `a` to `b`, in halves.
fn factor_at(
    terrain: &Terrain,
    tariff: &Tariff,
    ranks: &[u8],
    (a, b): (oracle::P, oracle::P),
    x: oracle::P,
) -> u8 {
    let mut best = (u8::MAX, Factor::PLAIN.0);
    for (i, feature) in terrain.features().enumerate() {
        let inside = match feature {
            Feature::Area(area) => oracle::is_inside(x, &oracle::corners(area)),
            Feature::Lane(lane) => oracle::follows(a, b, x, lane.line(), 250.0),
            Feature::Deck(deck) => oracle::goes_along(a, b, x, deck.area()),
            Feature::Line(_) => false,
        };
        if let (true, Rate::Pays(f) | Rate::Carries(f)) = (inside && ranks[i] < best.0, tariff.rate(i)) {
            best = (ranks[i], f.0);
        }
    }
    best.1
}

#[test]
fn a_cost_is_the_sum_over_small_steps() {
    // TH-GEO-11
    let area = (blob(20_000, 6_000), prop_oneof![Just(Factor::DOUBLE), Just(Factor::FOURFOLD)]);
    let places = (vec(polyline(20_000), 0..3), vec(blob(20_000, 6_000), 0..2));
    check(200, 0.35, (vec(area, 0..5), places, vec(point(20_000), 2..5)), |(areas, (lanes, decks), way)| {
        let mut terrain = Terrain::new();
        let (mut ranks, mut rates) = (Vec::new(), Vec::new());
        for (k, (area, factor)) in areas.into_iter().enumerate() {
            terrain.add(Feature::Area(area), 9 - k as u8);
            ranks.push(9 - k as u8);
            rates.push(Rate::Pays(factor));
        }
        for line in lanes {
            terrain.add(Feature::Lane(Lane::new(line, 250)), 0);
            ranks.push(0);
            rates.push(Rate::Carries(Factor::HALF));
        }
        for deck in decks {
            terrain.add(Feature::Deck(Deck::new(deck)), 0);
            ranks.push(0);
            rates.push(Rate::Carries(Factor::HALF));
        }
        let tariff = Tariff::new(&terrain, Some(Factor::PLAIN), |i| rates[i]);
        let route = Route::new(&way).unwrap();
        let bill = terrain.price(&tariff, &route, Length::ZERO);
        let mut slow = 0.0;
        let steps = 2000;
        for leg in route.points().windows(2) {
            let (a, b) = (oracle::p(leg[0]), oracle::p(leg[1]));
            let step = oracle::distance(a, b) / f64::from(steps);
            for k in 0..steps {
                let x = oracle::between(a, b, (f64::from(k) + 0.5) / f64::from(steps));
                slow += step * f64::from(factor_at(&terrain, &tariff, &ranks, (a, b), x)) / 2.0;
            }
        }
        // Each cut may be misjudged by half a step, and grazed corners by a little more.
        let step = route.length().0 as f64 / 1000.0 / f64::from(steps);
        let slack = (bill.pieces.len() + 3) as f64 * step * 4.0 + 30.0;
        let cost = bill.cost.0 as f64 / 1000.0;
        assert!((cost - slow).abs() <= slack, "{cost} against {slow}, slack {slack}");
        bill.pieces.len() > 2
    });
}

#[test]
fn a_cost_does_not_depend_on_how_a_straight_leg_is_split() {
    // TH-GEO-11
    let leg = (point(20_000), (-40..=40, -40..=40), vec(1..120, 1..9));
    check(3000, 0.15, (country(), leg), |((terrain, tariff), (from, step, parts))| {
        let mut places = vec![from];
        for part in parts {
            let last = places[places.len() - 1];
            places.push(Point::new(last.x + step.0 * part, last.y + step.1 * part));
        }
        let end = places[places.len() - 1];
        let toll = Length::units(3);
        let whole = terrain.price(&tariff, &Route::new(&[from, end]).unwrap(), toll);
        let split = terrain.price(&tariff, &Route::new(&places).unwrap(), toll);
        assert_eq!(whole.tolls(), split.tolls());
        assert_eq!(whole.pieces.len(), split.pieces.len());
        // Lengths are rounded to millionths once for each leg, and once for each cut.
        let off = (whole.cost - split.cost).0.abs();
        assert!(off <= 4 * (places.len() + whole.pieces.len()) as i64, "{off} millionths");
        for (a, b) in whole.pieces.iter().zip(&split.pieces) {
            assert_eq!((a.feature, a.factor), (b.feature, b.factor));
        }
        whole.pieces.len() > 1 && places.len() > 2
    });
}

#[test]
fn a_bill_says_how_far_a_sum_goes() {
    check(
        1500,
        0.35,
        (country(), vec(point(20_000), 2..5), 0_i64..60_000_000),
        |((terrain, tariff), way, sum)| {
            let bill = terrain.price(&tariff, &Route::new(&way).unwrap(), Length::units(3));
            let far = bill.walked_for(Length(sum));
            assert!(far <= bill.length);
            if far < bill.length {
                assert!(bill.cost_to(far + Length(2_000)) > Length(sum), "no farther");
            } else {
                assert!(bill.cost <= Length(sum + 10));
            }
            // A toll that is too much leaves the mover on the bank, before it is paid.
            assert!(bill.cost_to(far - Length(1)) <= Length(sum + 10), "it is paid for");
            far < bill.length
        },
    );
}

fn relief(size: i32) -> impl Strategy<Value = Relief> {
    let covers = vec((blob(size, 5_000), 1..3), 0..4);
    let hills = vec((point(size), vec(2_500..6_000, 4..7), 1..4, any::<bool>()), 0..3);
    let ridges = vec(polyline(size), 0..3);
    (covers, hills, ridges).prop_filter_map("hills", |(covers, hills, ridges)| {
        let covers = covers.into_iter().map(|(area, h)| Cover { area, height: Level::levels(h) }).collect();
        let hills: Option<Vec<Hill>> = hills
            .into_iter()
            .map(|(middle, radii, levels, long)| {
                let n = radii.len() as i32;
                let corner = |i: i32| middle.moved(Angle::from_tenths(3600 * i / n), radii[i as usize]);
                let base = Polygon::new((0..n).map(corner).collect()).ok()?;
                let mut crest = vec![middle];
                if long {
                    crest.push(Point::new(middle.x + 700, middle.y + 300));
                }
                Hill::new(base, crest, Level::levels(levels)).ok()
            })
            .collect();
        let ridge = |line| Ridge { line, height: Some(Level::levels(1)) };
        Some(Relief::new(covers, hills?, ridges.into_iter().map(ridge).collect()))
    })
}

#[test]
fn sight_is_one_of_81_lines_that_nothing_blocks() {
    // TH-LOS-08
    let case = (relief(20_000), base(20_000), base(20_000), (0..3, 0..3));
    check(600, 0.7, case, |(relief, a, b, (up, on))| {
        let (eye, other) = (relief.eye(a, Level::levels(up)), relief.eye(b, Level::levels(on)));
        let sight = relief.sight(&eye, &other, &GRAIN, None).is_clear();
        let heights = |flip: bool| {
            let (x, y) = (f64::from(eye.height.0), f64::from(other.height.0));
            if flip { (y, x) } else { (x, y) }
        };
        assert!(
            (oracle::ground(&relief, oracle::p(a.centre)) + f64::from(up * 1000) - heights(false).0).abs()
                <= 1.0
        );
        let mut clear = Some(false);
        for from in a.points() {
            for to in b.points() {
                let ends = (oracle::p(from), oracle::p(to));
                match oracle::is_blocked(&relief, &a, heights(false), &b, ends) {
                    Some(false) => clear = Some(true),
                    None if clear == Some(false) => clear = None,
                    _ => {}
                }
            }
        }
        if let Some(clear) = clear {
            assert_eq!(sight, clear);
        }
        clear.is_some()
    });
}

#[test]
fn sight_is_the_same_both_ways() {
    // TH-LOS-03, on few places, where lines run through corners and along sides.
    let coarse = |at: Point| Point::new(at.x / 1000 * 1000, at.y / 1000 * 1000);
    let rough = move |area: &Polygon| Polygon::new(area.points().iter().map(|c| coarse(*c)).collect()).ok();
    let case = (relief(12_000), base(12_000), base(12_000), (0..3, 0..3));
    check(1500, 0.2, case, |(relief, a, b, (up, on))| {
        let covers =
            relief.covers().iter().filter_map(|c| Some(Cover { area: rough(&c.area)?, height: c.height }));
        let ridges = relief.ridges().iter().filter_map(|r| {
            let line = Polyline::new(r.line.points().iter().map(|c| coarse(*c)).collect()).ok()?;
            Some(Ridge { line, height: r.height })
        });
        let relief = Relief::new(covers.collect(), relief.hills().to_vec(), ridges.collect());
        let (a, b) = (a.moved_to(coarse(a.centre)), b.moved_to(coarse(b.centre)));
        let (eye, other) = (relief.eye(a, Level::levels(up)), relief.eye(b, Level::levels(on)));
        let (there, back) =
            (relief.sight(&eye, &other, &GRAIN, None), relief.sight(&other, &eye, &GRAIN, None));
        match (there, back) {
            (
                geometry::ground::Sight::Clear { from, to },
                geometry::ground::Sight::Clear { from: back_from, to: back_to },
            ) => assert_eq!((from, to), (back_to, back_from)),
            (there, back) => assert_eq!(there, back),
        }
        !there.is_clear()
    });
}
