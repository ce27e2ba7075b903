//! The library against brute force, on random tables.

mod support;

use std::cell::Cell;

use geometry::{
    Angle, Convex, Edge, Fan, Path, Pose, Strip, TOLERANCE, Vec2, backward_move, distance_to, enters,
    forward_move, nearest_point, overlaps, separation, touches,
};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use support::{Shape, inside, point_to_outline, polygon_distance, polygons_overlap, segment_enters};

/// How much nearer or farther than the tolerance a brute-force limit is set: between the two the library
/// may decide either way.
const BAND: f64 = 0.005;

fn pose(spread: f64) -> impl Strategy<Value = Pose> {
    (-spread..spread, -spread..spread, 0..3600)
        .prop_map(|(x, y, tenths)| Pose::new(Vec2::new(x, y), Angle::from_tenths(tenths)))
}

fn shape(spread: f64) -> impl Strategy<Value = Shape> {
    prop_oneof![
        pose(spread).prop_map(|pose| Shape::Rectangle { pose, width: 44.0, length: 68.0 }),
        pose(spread).prop_map(|pose| Shape::Hexagon { pose, apothem: 31.2 }),
        (pose(spread), 5.0..120.0, 5.0..120.0).prop_map(|(pose, width, length)| Shape::Rectangle {
            pose,
            width,
            length
        }),
    ]
}

/// Runs `law` on random cases. It tells whether the case decided anything; at least the given share must.
fn check<S: Strategy>(cases: u32, decisive: f64, strategy: S, law: impl Fn(S::Value) -> bool) {
    let (count, decided) = (Cell::new(0), Cell::new(0));
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(
        config,
        proptest::test_runner::TestRng::deterministic_rng(proptest::test_runner::RngAlgorithm::ChaCha),
    );
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

#[test]
fn corners_are_where_trigonometry_puts_them() {
    check(300, 1.0, shape(500.0), |shape| {
        let (built, corners) = (shape.build(), shape.corners(0.0));
        assert_eq!(built.vertices().len(), corners.len());
        built.vertices().iter().zip(&corners).all(|(a, b)| a.distance(*b) < 1e-9)
    });
}

#[test]
fn overlap_is_a_shared_inside() {
    check(4000, 0.95, (shape(60.0), shape(60.0)), |(a, b)| {
        let (p, q) = (a.build(), b.build());
        let found = overlaps(&p, &q);
        assert_eq!(found, overlaps(&q, &p));
        // Shrinking both by half the tolerance leaves an overlap exactly if they penetrate by more.
        let surely =
            polygons_overlap(&a.corners(-TOLERANCE / 2.0 - BAND), &b.corners(-TOLERANCE / 2.0 - BAND));
        let maybe =
            polygons_overlap(&a.corners(-TOLERANCE / 2.0 + BAND), &b.corners(-TOLERANCE / 2.0 + BAND));
        assert!(!surely || found, "a shared inside was missed");
        assert!(maybe || !found, "an overlap without a shared inside");
        assert!(!found || touches(&p, &q));
        surely == maybe
    });
}

#[test]
fn separation_is_the_least_distance_of_corners_and_sides() {
    check(1500, 0.3, (shape(110.0), shape(110.0)), |(a, b)| {
        let (p, q) = (a.build(), b.build());
        let expected = polygon_distance(&a.corners(0.0), &b.corners(0.0));
        assert!((separation(&p, &q) - expected).abs() < 1e-6, "{expected} {}", separation(&p, &q));
        assert!((separation(&q, &p) - expected).abs() < 1e-6);
        if (expected - TOLERANCE).abs() > 1e-6 {
            assert_eq!(touches(&p, &q), expected <= TOLERANCE);
        }
        expected > TOLERANCE
    });
}

#[test]
fn contact_is_found_when_shapes_are_pushed_together() {
    // The second shape starts on the first and is drawn away until they part.
    check(600, 0.95, (shape(30.0), shape(30.0), 0..3600), |(a, b, tenths)| {
        let way = Angle::from_tenths(tenths).fwd();
        let (mut near, mut far) = (0.0, 400.0);
        let moved = |by: f64| b.at(Pose::new(a.pose().centre + way * by, b.pose().heading));
        for _ in 0..80 {
            let middle = near + (far - near) * 0.5;
            if polygons_overlap(&a.corners(0.0), &moved(middle).corners(0.0)) {
                near = middle;
            } else {
                far = middle;
            }
        }
        let p = a.build();
        assert!(!overlaps(&p, &moved(far).build()), "contact");
        assert!(touches(&p, &moved(far).build()), "contact");
        assert!(overlaps(&p, &moved(far - 1.0).build()));
        let (gap, apart) = (far + 1.0, moved(far + 1.0).build());
        let distance = polygon_distance(&a.corners(0.0), &moved(gap).corners(0.0));
        assert_eq!(touches(&p, &apart), distance <= TOLERANCE);
        distance > TOLERANCE
    });
}

#[test]
fn nearest_points_are_nearest() {
    check(1500, 0.5, (shape(50.0), -120.0..120.0, -120.0..120.0), |(shape, x, y)| {
        let (built, corners, point) = (shape.build(), shape.corners(0.0), Vec2::new(x, y));
        let within = inside(&corners, point);
        let expected = if within { 0.0 } else { point_to_outline(point, &corners) };
        assert!((distance_to(&built, point) - expected).abs() < 1e-6);
        let nearest = nearest_point(&built, point);
        assert!((nearest.distance(point) - expected).abs() < 1e-6);
        assert!(built.contains(nearest, 1e-9));
        if point_to_outline(point, &corners) > 1e-6 {
            assert_eq!(built.contains(point, 0.0), within);
        }
        !within
    });
}

#[test]
fn segments_enter_what_they_cross() {
    let ends = (-150.0..150.0, -150.0..150.0, -150.0..150.0, -150.0..150.0);
    check(4000, 0.95, (shape(60.0), ends), |(shape, (ax, ay, bx, by))| {
        let (a, b) = (Vec2::new(ax, ay), Vec2::new(bx, by));
        let found = enters(a, b, &shape.build());
        assert_eq!(found, enters(b, a, &shape.build()));
        let surely = segment_enters(a, b, &shape.corners(-TOLERANCE - BAND));
        let maybe = segment_enters(a, b, &shape.corners(-TOLERANCE + BAND));
        assert!((!surely || found) && (maybe || !found), "{surely} {found} {maybe}");
        surely == maybe
    });
}

/// The nearest sampled point of a side that the ruler reaches; `slack` loosens every limit.
fn sampled_reach(fan: &Fan, target: &Shape, side: usize, blockers: &[Shape], slack: f64) -> Option<f64> {
    const SAMPLES: i32 = 600;
    let corners = target.corners(0.0);
    let (a, b) = (corners[side], corners[(side + 1) % corners.len()]);
    let outward = Vec2::new(a.y - b.y, b.x - a.x) / a.distance(b);
    if outward.dot(fan.origin - a) <= TOLERANCE - slack {
        return None;
    }
    let blockers: Vec<Vec<Vec2>> = blockers.iter().map(|shape| shape.corners(-TOLERANCE - slack)).collect();
    let half = fan.half_arc.as_degrees();
    let mut best: Option<f64> = None;
    for i in 0..=SAMPLES {
        let t = f64::from(i) / f64::from(SAMPLES);
        let end = t.min(1.0 - t) * a.distance(b);
        if end < 2.0 * TOLERANCE && slack < 0.0 {
            continue;
        }
        let point = a.lerp(b, t);
        let (way, distance) = (point - fan.origin, point.distance(fan.origin));
        if distance > fan.length + TOLERANCE + slack {
            continue;
        }
        let bearing = libm::atan2(way.x, way.y) * 180.0 / std::f64::consts::PI - fan.heading.as_degrees();
        let off = (bearing + 720.0) % 360.0;
        let off = off.min(360.0 - off);
        // Sideways measure of what is missing, positive outside the arc.
        let outside =
            if off <= half { -1.0 } else { distance * libm::sin((off - half).min(90.0).to_radians()) };
        let deep = if off >= half { 1.0 } else { distance * libm::sin((half - off).min(90.0).to_radians()) };
        let in_arc = if slack > 0.0 { outside <= TOLERANCE + slack } else { off <= half && deep >= -slack };
        if !in_arc || blockers.iter().any(|corners| segment_enters(fan.origin, point, corners)) {
            continue;
        }
        best = Some(best.map_or(distance, |least| least.min(distance)));
    }
    best
}

#[test]
fn fans_reach_what_samples_reach() {
    let fan = (pose(20.0), 0..1801, 60.0..260.0).prop_map(|(pose, half, length)| Fan {
        origin: pose.centre,
        heading: pose.heading,
        half_arc: Angle::from_tenths(half),
        length,
    });
    let blockers = prop::collection::vec(shape(130.0), 0..4);
    let (reached, hidden) = (Cell::new(0), Cell::new(0));
    check(2000, 0.8, (fan, shape(170.0), blockers), |(fan, target, blockers)| {
        let (built, walls) = (target.build(), blockers.iter().map(Shape::build).collect::<Vec<_>>());
        let sees = fan.sees(&built, &walls);
        let mut decisive = true;
        for (side, &seen) in sees.iter().enumerate().take(built.side_count()) {
            let reach = fan.reach(&built, side, &walls);
            assert_eq!(reach, seen);
            let strict = sampled_reach(&fan, &target, side, &blockers, -BAND);
            let loose = sampled_reach(&fan, &target, side, &blockers, BAND);
            let step = built.side(side).0.distance(built.side(side).1) / 600.0;
            if let Some(least) = strict {
                let found = reach.expect("a sampled point is free").distance;
                assert!(found <= least + 1e-9, "side {side}: {found} is beyond the sample at {least}");
            }
            if let Some(found) = reach {
                let (a, b) = built.side(side);
                assert_eq!(found.side, side);
                assert!((a.distance(found.point) + found.point.distance(b) - a.distance(b)).abs() < 1e-9);
                assert!((found.distance - found.point.distance(fan.origin)).abs() < 1e-9);
                assert!(
                    fan.reaches_point(found.point)
                        || found.distance > fan.length + TOLERANCE - 1e-6
                        || arc_limit(&fan, found.point)
                );
                assert!(blockers.iter().all(|shape| {
                    !segment_enters(fan.origin, found.point, &shape.corners(-TOLERANCE - BAND))
                }));
                // Nothing nearer is free by a wide margin, and the samples next to it are free by a narrow one.
                if let Some(least) = loose {
                    assert!(found.distance >= least - step, "side {side}: {} before {least}", found.distance);
                }
            }
            decisive &= strict.is_some() == loose.is_some() && strict.is_some() == reach.is_some();
            let open = sampled_reach(&fan, &target, side, &[], -BAND).is_some();
            reached.set(reached.get() + u32::from(reach.is_some()));
            hidden.set(hidden.get() + u32::from(open && reach.is_none()));
        }
        let best = sees.iter().flatten().map(|reach| reach.distance).fold(f64::INFINITY, f64::min);
        let nearest = fan.nearest(&built, &walls).map_or(f64::INFINITY, |reach| reach.distance);
        assert_eq!(nearest.to_bits(), best.to_bits());
        decisive
    });
    assert!(reached.get() > 1000 && hidden.get() > 200, "{reached:?} reached, {hidden:?} hidden");
}

/// Is the point on the border of the arc, where a test of the single point may fall either way?
fn arc_limit(fan: &Fan, point: Vec2) -> bool {
    let way = point - fan.origin;
    [fan.heading + fan.half_arc, fan.heading - fan.half_arc]
        .iter()
        .any(|border| (way.dot(border.right()).abs() - TOLERANCE).abs() < 1e-6)
}

/// Sampled first point of the target on the strip.
fn sampled_along(strip: &Strip, target: &[Vec2], slack: f64) -> Option<f64> {
    let (ahead, right) = (strip.direction.fwd(), strip.direction.right());
    let mut best: Option<f64> = None;
    let mut try_point = |x: f64, y: f64| {
        if x.abs() <= strip.width / 2.0 + slack && y >= -slack && y <= strip.length + slack {
            best = Some(best.map_or(y, |least: f64| least.min(y)));
        }
    };
    for (i, &a) in target.iter().enumerate() {
        let b = target[(i + 1) % target.len()];
        for k in 0..=500 {
            let way = a.lerp(b, f64::from(k) / 500.0) - strip.foot;
            try_point(way.dot(right), way.dot(ahead));
        }
    }
    for k in 0..=200 {
        let x = (f64::from(k) / 200.0 - 0.5) * strip.width;
        if inside(target, strip.foot + right * x) {
            try_point(x, 0.0);
        }
        for x in [-strip.width / 2.0, strip.width / 2.0] {
            let y = f64::from(k) / 200.0 * strip.length;
            if inside(target, strip.foot + right * x + ahead * y) {
                try_point(x, y);
            }
        }
    }
    best
}

/// Walks along a long edge until it is in the target: (walked so far without, found).
fn walk_edge(strip: &Strip, edge: Edge, target: &[Vec2]) -> (Vec2, Option<f64>) {
    let half = if edge == Edge::Left { -strip.width / 2.0 } else { strip.width / 2.0 };
    let start = strip.foot + strip.direction.right() * half;
    let steps = 4000;
    let found = (0..=steps)
        .map(|k| strip.length * f64::from(k) / f64::from(steps))
        .find(|&y| inside(target, start + strip.direction.fwd() * y));
    (start, found)
}

#[test]
fn strips_reach_what_samples_reach() {
    let strip = (pose(20.0), 50.0..250.0, 5.0..40.0).prop_map(|(pose, length, width)| Strip {
        foot: pose.centre,
        direction: pose.heading,
        length,
        width,
    });
    // The target lies ahead or thereabouts, or few would be reached.
    let case = (strip, shape(45.0), 20.0..200.0, prop::collection::vec((shape(50.0), 0.0..150.0), 0..4));
    let (reached, blocked) = (Cell::new(0), Cell::new(0));
    check(2000, 0.8, case, |(strip, target, ahead, blockers)| {
        let shift = |shape: Shape, by: f64| {
            shape.at(Pose::new(
                shape.pose().centre + strip.foot + strip.direction.fwd() * by,
                shape.pose().heading,
            ))
        };
        let target = shift(target, ahead);
        let blockers: Vec<Shape> = blockers.into_iter().map(|(shape, by)| shift(shape, by)).collect();
        let (built, walls) = (target.build(), blockers.iter().map(Shape::build).collect::<Vec<_>>());
        let reach = strip.reach(&built, &walls);
        let outline = Shape::Rectangle {
            pose: Pose::new(strip.foot + strip.direction.fwd() * (strip.length / 2.0), strip.direction),
            width: strip.width,
            length: strip.length,
        };
        let corners = target.corners(0.0);
        let gap = polygon_distance(&outline.corners(0.0), &corners);
        if (gap - TOLERANCE).abs() < BAND {
            return false;
        }
        assert_eq!(strip.touches(&built), gap <= TOLERANCE);
        if gap > TOLERANCE {
            assert_eq!(reach, None);
            return true;
        }
        // The way to the target without blockers.
        let open = strip.reach(&built, &[]).expect("touched and nothing in the way");
        let step = 0.3;
        if let Some(least) = sampled_along(&strip, &corners, 0.0) {
            assert!(open.along <= least + 1e-9, "{} {least}", open.along);
        }
        let least = sampled_along(&strip, &corners, step).unwrap();
        assert!(open.along >= least - 2.0 * step, "{} {least}", open.along);
        assert!(built.contains(open.point, TOLERANCE + 1e-9) && outline.build().contains(open.point, 1e-9));
        assert!(((open.point - strip.foot).dot(strip.direction.fwd()) - open.along).abs() < 1e-9);

        // Sight, surely and maybe, by walking along the edges.
        let free = |a: Vec2, b: Vec2, slack: f64| {
            !blockers.iter().any(|shape| segment_enters(a, b, &shape.corners(-TOLERANCE - slack)))
        };
        let walks = [Edge::Left, Edge::Right].map(|edge| walk_edge(&strip, edge, &corners));
        let (mut surely, mut maybe) = (false, false);
        for (start, found) in walks {
            if let Some(y) = found {
                surely |= free(start, start + strip.direction.fwd() * y, -BAND);
                maybe |= free(start, start + strip.direction.fwd() * (y - 0.1).max(0.0), BAND);
            }
        }
        if walks.iter().all(|(_, found)| found.is_none()) {
            let near_edge = |half: f64| {
                let start = strip.foot + strip.direction.right() * half;
                (0..=4000).any(|k| {
                    let p = start + strip.direction.fwd() * (strip.length * f64::from(k) / 4000.0);
                    inside(&target.corners(0.1), p)
                })
            };
            if near_edge(strip.width / 2.0) || near_edge(-strip.width / 2.0) {
                return false;
            }
            assert_eq!(open.edge, None);
            surely = free(strip.foot, open.point, -BAND);
            maybe = free(strip.foot, open.point, BAND);
        }
        // With one edge barely met, the walk may have missed it.
        let both = walks.iter().all(|(_, found)| found.is_some());
        if surely {
            assert!(reach.is_some(), "a free edge was missed");
        }
        if !maybe && (both || reach.is_none()) {
            assert_eq!(reach, None);
        }
        if let Some(found) = reach {
            assert_eq!((found.along, found.point), (open.along, open.point));
            reached.set(reached.get() + 1);
        } else {
            blocked.set(blocked.get() + 1);
        }
        surely == maybe
    });
    assert!(reached.get() > 500 && blocked.get() > 200, "{reached:?} reached, {blocked:?} blocked");
}

#[test]
fn moves_can_be_undone_by_construction() {
    let path = (0.0..120.0, -60.0..60.0, 0..3600).prop_map(|(forward, right, tenths)| Path {
        forward,
        right,
        turn: Angle::from_tenths(tenths),
    });
    check(500, 1.0, (pose(400.0), path, 1.0..40.0, 1.0..40.0), |(start, path, front, rear)| {
        let end = forward_move(start, &path, front, rear);
        assert_eq!(end.heading - path.turn, start.heading);
        // The middle of the rear edge lies on the arrow's end, seen from the old front.
        let arrowhead = end.to_table(Vec2::new(0.0, -rear));
        assert!(start.to_local(arrowhead).distance(Vec2::new(path.right, front + path.forward)) < 1e-9);
        let back = backward_move(start, &path, rear);
        assert_eq!(back.heading - path.turn, start.heading);
        let arrowhead = back.to_table(Vec2::new(0.0, -rear));
        assert!(start.to_local(arrowhead).distance(Vec2::new(-path.right, -rear - path.forward)) < 1e-9);
        // Going back by the mirrored arrow undoes a straight move of the rear edge.
        let straight = Path { forward: path.forward, right: 0.0, turn: Angle::ZERO };
        let there = forward_move(start, &straight, 0.0, 0.0);
        backward_move(there, &straight, rear).centre.distance(start.centre) < 1e-9
    });
}

/// The same table turned by quarter turns about the origin, and moved.
fn moved(pose: Pose, quarters: i32, by: Vec2) -> Pose {
    let mut centre = pose.centre;
    for _ in 0..quarters {
        centre = centre.perp_right();
    }
    Pose::new(centre + by, pose.heading + Angle::degrees(90 * quarters))
}

#[test]
fn answers_do_not_depend_on_where_the_table_stands() {
    let case = (pose(20.0), shape(150.0), shape(100.0), 0..1801, 0..4, (-500.0..500.0, -500.0..500.0));
    check(1500, 0.2, case, |(from, target, wall, half, quarters, (x, y))| {
        let by = Vec2::new(x, y);
        let fan = |pose: Pose| Fan {
            origin: pose.centre,
            heading: pose.heading,
            half_arc: Angle::from_tenths(half),
            length: 200.0,
        };
        let strip =
            |pose: Pose| Strip { foot: pose.centre, direction: pose.heading, length: 180.0, width: 20.0 };
        let put = |shape: Shape| shape.at(moved(shape.pose(), quarters, by)).build();
        let (here, there) = ((target.build(), wall.build()), (put(target), put(wall)));
        let far = moved(from, quarters, by);
        let first = fan(from).nearest(&here.0, &[here.1]).map(|reach| reach.distance);
        let second = fan(far).nearest(&there.0, &[there.1]).map(|reach| reach.distance);
        assert!(close(first, second), "{first:?} {second:?}");
        let third = strip(from).reach(&here.0, &[here.1]).map(|reach| reach.along);
        let fourth = strip(far).reach(&there.0, &[there.1]).map(|reach| reach.along);
        assert!(close(third, fourth), "{third:?} {fourth:?}");
        assert_eq!(overlaps(&here.0, &here.1), overlaps(&there.0, &there.1));
        assert!((separation(&here.0, &here.1) - separation(&there.0, &there.1)).abs() < 1e-9);
        first.is_some()
    });
}

fn close(a: Option<f64>, b: Option<f64>) -> bool {
    match (a, b) {
        (None, None) => true,
        (Some(a), Some(b)) => (a - b).abs() < 1e-6,
        _ => false,
    }
}

#[test]
fn polygons_from_corners_behave_like_the_ones_built_in() {
    check(500, 0.2, (shape(60.0), shape(60.0)), |(a, b)| {
        let rebuilt = Convex::from_vertices(a.build().vertices()).expect("a footprint is convex");
        assert_eq!(overlaps(&rebuilt, &b.build()), overlaps(&a.build(), &b.build()));
        assert!((separation(&rebuilt, &b.build()) - separation(&a.build(), &b.build())).abs() < 1e-9);
        overlaps(&rebuilt, &b.build())
    });
}
