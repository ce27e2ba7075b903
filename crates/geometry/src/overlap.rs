//! Overlap, contact and distance of footprints.

use crate::TOLERANCE;
use crate::convex::Convex;
use crate::vec2::Vec2;

/// What rounding may do to a length.
const HAIR: f64 = 1e-9;

/// Do the shapes share some area, that is, do they penetrate each other by more than [`TOLERANCE`]?
///
/// Shapes that do not overlap are parted by the line of some side of one of them, so it is enough to look
/// how far the other shape reaches inside each side.
///
/// ```text
///     +-------+                  +-------+
///     |       | : +-----+        |    +--:--+     no side parts them:
///     |       | : |     |        |    |  :  |     they overlap
///     +-------+ : +-----+        +-------+  |
///               parted                +-----+
/// ```
///
/// ```
/// # use geometry::{Angle, Convex, Pose, Vec2, overlaps};
/// let hexagon = |y| Convex::hexagon(Pose::new(Vec2::new(0.0, y), Angle::ZERO), 30.0);
/// assert!(!overlaps(&hexagon(0.0), &hexagon(60.0)));
/// assert!(overlaps(&hexagon(0.0), &hexagon(59.9)));
/// ```
pub fn overlaps(a: &Convex, b: &Convex) -> bool {
    do_circles_overlap(a, b)
        .unwrap_or_else(|| !has_parting_side(a, b, -TOLERANCE) && !has_parting_side(b, a, -TOLERANCE))
}

/// What the circles about and within the shapes say: they settle most pairs.
fn do_circles_overlap(a: &Convex, b: &Convex) -> Option<bool> {
    let apart = a.centre().distance_squared(b.centre());
    let outer = (a.radius() + b.radius() - TOLERANCE).max(0.0);
    if apart >= outer * outer {
        return Some(false);
    }
    let inner = (a.inner_radius() + b.inner_radius() - TOLERANCE).max(0.0);
    (apart < inner * inner).then_some(true)
}

/// Is all of `b` outside one of the sides of `a` by `gap` or more?
fn has_parting_side(a: &Convex, b: &Convex, gap: f64) -> bool {
    for (&v, &n) in a.vertices().iter().zip(a.normals()) {
        let middle = n.dot(b.centre() - v);
        // The circles about and within `b` settle most sides without a look at its corners.
        if middle - b.radius() >= gap {
            return true;
        }
        if middle - b.inner_radius() >= gap && nearest_outside(n, v, b) >= gap {
            return true;
        }
    }
    false
}

/// How far the innermost corner of `shape` lies outside the line through `v` with the normal `n`.
#[inline]
fn nearest_outside(n: Vec2, v: Vec2, shape: &Convex) -> f64 {
    let mut least = f64::INFINITY;
    for &w in shape.vertices() {
        let outside = n.dot(w - v);
        if outside < least {
            least = outside;
        }
    }
    least
}

/// Do the shapes overlap or lie in contact, no farther apart than [`TOLERANCE`]?
///
/// ```
/// # use geometry::{Angle, Convex, Pose, Vec2, touches};
/// let hexagon = |y| Convex::hexagon(Pose::new(Vec2::new(0.0, y), Angle::ZERO), 30.0);
/// assert!(touches(&hexagon(0.0), &hexagon(60.0)));
/// assert!(!touches(&hexagon(0.0), &hexagon(60.1)));
/// ```
pub fn touches(a: &Convex, b: &Convex) -> bool {
    let outer = a.radius() + b.radius() + TOLERANCE;
    if a.centre().distance_squared(b.centre()) > outer * outer {
        return false;
    }
    // A gap along some side is never more than the distance: most pairs need no distance.
    let parted = |a: &Convex, b: &Convex| has_parting_side(a, b, TOLERANCE + HAIR);
    !parted(a, b) && !parted(b, a) && separation(a, b) <= TOLERANCE
}

/// The distance between the nearest points of two shapes; 0 if they share a point.
///
/// ```
/// # use geometry::{Angle, Convex, Pose, Vec2, separation};
/// let square = |x, y| Convex::rectangle(Pose::new(Vec2::new(x, y), Angle::ZERO), 10.0, 10.0);
/// assert_eq!(separation(&square(0.0, 0.0), &square(13.0, 14.0)), 5.0);
/// ```
pub fn separation(a: &Convex, b: &Convex) -> f64 {
    if !has_parting_side(a, b, f64::MIN_POSITIVE) && !has_parting_side(b, a, f64::MIN_POSITIVE) {
        return 0.0;
    }
    // Apart, a corner of one of them is always among the nearest points.
    let mut least = f64::INFINITY;
    for (shape, other) in [(a, b), (b, a)] {
        for &corner in other.vertices() {
            least = least.min(nearest_on_outline(shape, corner).distance_squared(corner));
        }
    }
    least.sqrt()
}

/// The area that two shapes have in common, in square millimetres: one is cut along the sides of the other.
///
/// ```
/// # use geometry::{Angle, Convex, Pose, Vec2, shared_area};
/// let square = |x, y| Convex::rectangle(Pose::new(Vec2::new(x, y), Angle::ZERO), 10.0, 10.0);
/// assert_eq!(shared_area(&square(0.0, 0.0), &square(6.0, 5.0)), 20.0);
/// assert_eq!(shared_area(&square(0.0, 0.0), &square(10.0, 0.0)), 0.0);
/// ```
pub fn shared_area(a: &Convex, b: &Convex) -> f64 {
    let mut rest: Vec<Vec2> = a.vertices().to_vec();
    for index in 0..b.side_count() {
        let (corner, normal) = (b.side(index).0, b.side_normal(index));
        let out_by = |point: Vec2| (point - corner).dot(normal);
        let mut kept = Vec::with_capacity(rest.len() + 1);
        for (number, &here) in rest.iter().enumerate() {
            let next = rest[(number + 1) % rest.len()];
            let (from, to) = (out_by(here), out_by(next));
            if from <= 0.0 {
                kept.push(here);
            }
            if from * to < 0.0 {
                kept.push(here.lerp(next, from / (from - to)));
            }
        }
        rest = kept;
    }
    let twice: f64 = (0..rest.len()).map(|n| rest[n].cross(rest[(n + 1) % rest.len()])).sum();
    (twice * 0.5).abs()
}

/// The distance of a point from the shape; 0 inside.
///
/// ```
/// # use geometry::{Convex, Pose, Vec2, distance_to};
/// let base = Convex::rectangle(Pose::default(), 44.0, 68.0);
/// assert_eq!(distance_to(&base, Vec2::new(25.0, 38.0)), 5.0);
/// ```
pub fn distance_to(shape: &Convex, point: Vec2) -> f64 {
    nearest_point(shape, point).distance(point)
}

/// The point of the shape nearest to the given one: that one itself if it lies inside.
///
/// ```
/// # use geometry::{Convex, Pose, Vec2, nearest_point};
/// let base = Convex::rectangle(Pose::default(), 44.0, 68.0);
/// assert_eq!(nearest_point(&base, Vec2::new(25.0, 3.0)), Vec2::new(22.0, 3.0));
/// ```
pub fn nearest_point(shape: &Convex, point: Vec2) -> Vec2 {
    if shape.contains(point, 0.0) { point } else { nearest_on_outline(shape, point) }
}

fn nearest_on_outline(shape: &Convex, point: Vec2) -> Vec2 {
    let corners = shape.vertices();
    let mut best = shape.vertices()[0];
    let mut least = f64::INFINITY;
    for i in 0..corners.len() {
        let (a, b) = shape.side(i);
        let candidate = nearest_on_segment(a, b, point);
        let distance = candidate.distance_squared(point);
        if distance < least {
            (best, least) = (candidate, distance);
        }
    }
    best
}

fn nearest_on_segment(a: Vec2, b: Vec2, point: Vec2) -> Vec2 {
    let along = b - a;
    let t = (point - a).dot(along) / along.length_squared();
    if t <= 0.0 {
        a
    } else if t >= 1.0 {
        b
    } else {
        a + along * t
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::angle::Angle;
    use crate::pose::Pose;

    fn hexagon(x: f64, y: f64, degrees: i32) -> Convex {
        Convex::hexagon(Pose::new(Vec2::new(x, y), Angle::degrees(degrees)), 30.0)
    }

    fn rectangle(x: f64, y: f64, degrees: i32) -> Convex {
        Convex::rectangle(Pose::new(Vec2::new(x, y), Angle::degrees(degrees)), 44.0, 68.0)
    }

    #[test]
    fn contact_is_a_distance_within_the_tolerance() {
        let base = hexagon(0.0, 0.0, 10);
        let (mut contacts, mut corners) = (0, 0);
        for tenths in (0..3600).step_by(37) {
            for out in [40.0, 55.0, 60.0, 66.0, 70.0, 75.0, 90.0] {
                let far = |out: f64| {
                    let centre = Angle::from_tenths(tenths).fwd() * out;
                    Convex::rectangle(Pose::new(centre, Angle::from_tenths(3 * tenths)), 44.0, 68.0)
                };
                // Then just out of contact and just in contact.
                let gap = separation(&base, &far(out));
                for other in [far(out), far(out - gap + 0.02), far(out - gap + 0.005), far(out - gap)] {
                    let touch = separation(&base, &other) <= TOLERANCE;
                    assert_eq!(touches(&base, &other), touch, "{tenths} {out}");
                    contacts += usize::from(touch && !overlaps(&base, &other));
                    corners += usize::from(!touch);
                }
            }
        }
        assert!(contacts > 50 && corners > 50, "{contacts} {corners}");
    }

    #[track_caller]
    fn check(a: &Convex, b: &Convex, overlap: bool, touch: bool) {
        assert_eq!((overlaps(a, b), overlaps(b, a)), (overlap, overlap), "overlap");
        assert_eq!((touches(a, b), touches(b, a)), (touch, touch), "touch");
    }

    #[test]
    fn contact_is_no_overlap() {
        // TT-GEO-04
        check(&hexagon(0.0, 0.0, 0), &hexagon(0.0, 60.0, 0), false, true);
        check(&hexagon(0.0, 0.0, 0), &hexagon(0.0, 59.9, 0), true, true);
        check(&hexagon(0.0, 0.0, 0), &hexagon(0.0, 60.1, 0), false, false);
    }

    #[test]
    fn the_tolerance_counts_both_ways() {
        // TT-GEO-01
        check(&rectangle(0.0, 0.0, 0), &rectangle(43.991, 0.0, 0), false, true);
        check(&rectangle(0.0, 0.0, 0), &rectangle(43.989, 0.0, 0), true, true);
        check(&rectangle(0.0, 0.0, 0), &rectangle(44.009, 0.0, 0), false, true);
        check(&rectangle(0.0, 0.0, 0), &rectangle(44.011, 0.0, 0), false, false);
    }

    #[test]
    fn corners_may_meet_corners_and_sides() {
        check(&rectangle(0.0, 0.0, 0), &rectangle(44.0, 68.0, 0), false, true);
        check(&rectangle(0.0, 0.0, 0), &rectangle(43.9, 67.9, 0), true, true);
        // Diagonally apart by 0.0099 and by 0.0113.
        check(&rectangle(0.0, 0.0, 0), &rectangle(44.007, 68.007, 0), false, true);
        check(&rectangle(0.0, 0.0, 0), &rectangle(44.008, 68.008, 0), false, false);
        // The same with circles that overlap.
        let small = |x, y| Convex::rectangle(Pose::new(Vec2::new(x, y), Angle::ZERO), 2.0, 2.0);
        check(&rectangle(0.0, 0.0, 0), &small(23.007, 35.007), false, true);
        check(&rectangle(0.0, 0.0, 0), &small(23.008, 35.008), false, false);
        let tip = 60.0 / 3.0_f64.sqrt();
        check(&rectangle(0.0, 0.0, 0), &hexagon(22.0 + tip, 0.0, 0), false, true);
        check(&rectangle(0.0, 0.0, 0), &hexagon(22.0 + tip - 0.1, 0.0, 0), true, true);
        check(&rectangle(0.0, 0.0, 0), &hexagon(22.0 + tip + 0.1, 0.0, 0), false, false);
    }

    #[test]
    fn near_misses_inside_the_outer_circles_are_seen() {
        // The corner of the turned rectangle points into the gap beside the other one's corner.
        check(&rectangle(0.0, 0.0, 0), &rectangle(56.0, 56.0, 45), false, false);
        check(&rectangle(0.0, 0.0, 0), &rectangle(56.0, 56.0, 135), false, false);
        check(&rectangle(0.0, 0.0, 0), &rectangle(44.0, 44.0, 135), false, false);
        check(&rectangle(0.0, 0.0, 0), &rectangle(43.0, 43.0, 135), true, true);
        check(&hexagon(0.0, 0.0, 0), &hexagon(0.0, 64.7, 30), false, false);
        check(&hexagon(0.0, 0.0, 0), &hexagon(64.7, 0.0, 30), false, false);
        check(&hexagon(0.0, 0.0, 0), &hexagon(64.6, 0.0, 30), true, true);
        check(&hexagon(0.0, 0.0, 0), &hexagon(64.0, 0.0, 30), true, true);
    }

    #[test]
    fn shapes_inside_each_other_overlap() {
        let small = Convex::hexagon(Pose::new(Vec2::new(18.0, 30.0), Angle::ZERO), 1.0);
        check(&rectangle(0.0, 0.0, 0), &small, true, true);
        check(&small, &small, true, true);
        let speck = Convex::hexagon(Pose::default(), 0.001);
        check(&speck, &speck, false, true);
        assert_eq!(separation(&rectangle(0.0, 0.0, 0), &small), 0.0);
    }

    #[test]
    fn separation_is_measured_between_nearest_points() {
        assert_eq!(separation(&rectangle(0.0, 0.0, 0), &rectangle(47.0, 72.0, 0)), 5.0);
        assert_eq!(separation(&rectangle(0.0, 0.0, 0), &rectangle(-47.0, 10.0, 0)), 3.0);
        assert_eq!(separation(&rectangle(0.0, 0.0, 0), &rectangle(44.0, 0.0, 0)), 0.0);
        assert_eq!(separation(&rectangle(0.0, 0.0, 0), &rectangle(40.0, 0.0, 0)), 0.0);
        let (a, b) = (hexagon(0.0, 0.0, 0), hexagon(0.0, 70.0, 0));
        assert!((separation(&a, &b) - 10.0).abs() < 1e-12);
        // A long corner of one against a side of the other: found from whichever is asked first.
        let (side, corner) = (rectangle(0.0, 0.0, 0), hexagon(60.0, 0.0, 0));
        let gap = 60.0 - 22.0 - 60.0 / 3.0_f64.sqrt();
        assert!((separation(&side, &corner) - gap).abs() < 1e-12);
        assert!((separation(&corner, &side) - gap).abs() < 1e-12);
    }

    #[test]
    fn the_shared_area_is_that_of_what_both_cover() {
        let square = |x, y| Convex::rectangle(Pose::new(Vec2::new(x, y), Angle::ZERO), 10.0, 10.0);
        for (x, y, area) in [(0.0, 0.0, 100.0), (6.0, 5.0, 20.0), (-6.0, 5.0, 20.0), (6.0, -5.0, 20.0)] {
            assert_eq!(shared_area(&square(0.0, 0.0), &square(x, y)), area, "{x} {y}");
        }
        assert_eq!(shared_area(&square(0.0, 0.0), &square(10.0, 0.0)), 0.0);
        assert_eq!(shared_area(&square(0.0, 0.0), &square(30.0, 30.0)), 0.0);
        // A square on its corner leaves an octagon of a square of the same size.
        let turned = Convex::rectangle(Pose::new(Vec2::ZERO, Angle::degrees(45)), 10.0, 10.0);
        let octagon = 200.0 * (2.0_f64.sqrt() - 1.0);
        for (a, b) in [(square(0.0, 0.0), turned), (turned, square(0.0, 0.0))] {
            assert!((shared_area(&a, &b) - octagon).abs() < 1e-9, "{}", shared_area(&a, &b));
        }
        // All of a small one, wherever it lies in a large one.
        let small = Convex::hexagon(Pose::new(Vec2::new(18.0, 30.0), Angle::degrees(10)), 1.0);
        let whole = shared_area(&small, &small);
        assert!((whole - 2.0 * 3.0_f64.sqrt()).abs() < 1e-9, "{whole}");
        assert!((shared_area(&small, &rectangle(0.0, 0.0, 0)) - whole).abs() < 1e-9);
        assert!((shared_area(&rectangle(0.0, 0.0, 0), &small) - whole).abs() < 1e-9);
    }

    #[test]
    fn nearest_points_lie_on_sides_and_corners() {
        let base = rectangle(100.0, 50.0, 90);
        let check = |x, y, nx, ny| {
            let (point, nearest) = (Vec2::new(x, y), Vec2::new(nx, ny));
            assert!(nearest_point(&base, point).distance(nearest) < 1e-12, "{point:?}");
            assert!((distance_to(&base, point) - point.distance(nearest)).abs() < 1e-12);
        };
        check(100.0, 50.0, 100.0, 50.0);
        check(134.0, 72.0, 134.0, 72.0);
        check(140.0, 60.0, 134.0, 60.0);
        check(110.0, 90.0, 110.0, 72.0);
        check(138.0, 75.0, 134.0, 72.0);
        check(60.0, 20.0, 66.0, 28.0);
        check(60.0, 35.0, 66.0, 35.0);
        check(70.0, 0.0, 70.0, 28.0);
        assert_eq!(distance_to(&base, Vec2::new(138.0, 75.0)), 5.0);
        assert_eq!(distance_to(&base, Vec2::new(101.0, 55.0)), 0.0);
    }

    #[test]
    fn circles_settle_what_they_can() {
        // The circle about it has a radius of 5, that within it one of 3.
        let shape = |y: f64| Convex::rectangle(Pose::new(Vec2::new(0.0, y), Angle::ZERO), 6.0, 8.0);
        let circles = |y: f64| do_circles_overlap(&shape(0.0), &shape(y));
        let (outer, inner) = (5.0 + 5.0 - TOLERANCE, 3.0 + 3.0 - TOLERANCE);
        assert_eq!((circles(outer), circles(outer - 1e-9)), (Some(false), None));
        assert_eq!((circles(inner), circles(inner - 1e-9)), (None, Some(true)));
        let speck = |apothem: f64| Convex::hexagon(Pose::default(), apothem);
        assert_eq!(do_circles_overlap(&speck(0.001), &speck(0.001)), Some(false), "lost in the tolerance");
        assert_eq!(do_circles_overlap(&speck(0.0045), &speck(0.0045)), None);
    }

    #[test]
    fn the_tolerance_itself_is_contact() {
        // Bars twice as wide as the tolerance: the second one begins in the middle of the first.
        let bar =
            |x: f64| Convex::rectangle(Pose::new(Vec2::new(x, 0.0), Angle::ZERO), 2.0 * TOLERANCE, 10.0);
        check(&bar(-TOLERANCE), &bar(0.0), false, true);
        check(&bar(-TOLERANCE + 1e-9), &bar(0.0), true, true);
        let wall = |x: f64| {
            let corners = [(x, 10.0), (x + 8.0, 10.0), (x + 8.0, 0.0), (x, 0.0)];
            Convex::from_vertices(&corners.map(|(x, y)| Vec2::new(x, y))).unwrap()
        };
        check(&wall(-8.0), &wall(TOLERANCE), false, true);
        check(&wall(-8.0), &wall(TOLERANCE + 1e-8), false, false);
        assert_eq!(separation(&wall(-8.0), &wall(TOLERANCE)), TOLERANCE);
    }

    #[test]
    fn the_end_of_a_side_is_free_of_rounding() {
        // 0.7 and 0.1 - 0.7 more are a little less than 0.1.
        let corners = [(5.0, 0.1), (5.0, -9.0), (0.0, -9.0), (0.0, 0.7)].map(|(x, y)| Vec2::new(x, y));
        let shape = Convex::from_vertices(&corners).unwrap();
        assert_eq!(nearest_point(&shape, Vec2::new(9.0, 0.5)), corners[0]);
        let upright = [(0.7, 5.0), (0.1, 5.0), (0.1, 9.0), (0.7, 9.0)].map(|(x, y)| Vec2::new(x, y));
        let shape = Convex::from_vertices(&upright).unwrap();
        assert_eq!(nearest_point(&shape, Vec2::new(0.1, 2.0)), upright[1]);
    }
}
