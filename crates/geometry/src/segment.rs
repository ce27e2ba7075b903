//! Straight lines of sight.

use crate::TOLERANCE;
use crate::convex::Convex;
use crate::span::Span;
use crate::vec2::Vec2;

/// Does the segment from `a` to `b` enter the shape, by more than [`TOLERANCE`]? Grazing a side or a corner
/// is no entering.
///
/// ```text
///        +-------+
///   a ---|-------|--- b    enters
///        +-------+
///   a ----------------b    does not
/// ```
///
/// ```
/// # use geometry::{Convex, Pose, Vec2, enters};
/// let base = Convex::rectangle(Pose::default(), 44.0, 68.0);
/// let (west, east) = (Vec2::new(-90.0, 34.0), Vec2::new(90.0, 34.0));
/// assert!(!enters(west, east, &base));
/// assert!(enters(west, Vec2::ZERO, &base));
/// ```
pub fn enters(a: Vec2, b: Vec2, shape: &Convex) -> bool {
    let along = b - a;
    let mut span = Span::UNIT;
    for (&v, &n) in shape.vertices().iter().zip(shape.normals()) {
        span = span.where_below_zero(n.dot(a - v) + TOLERANCE, n.dot(along));
        if !span.has_inside() {
            return false;
        }
    }
    true
}

/// Does the segment enter any of the shapes?
pub fn enters_any(a: Vec2, b: Vec2, shapes: &[Convex]) -> bool {
    shapes.iter().any(|shape| enters(a, b, shape))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::angle::Angle;
    use crate::pose::Pose;

    fn check(from: (f64, f64), to: (f64, f64), expected: bool) {
        let base = Convex::rectangle(Pose::new(Vec2::new(10.0, 20.0), Angle::ZERO), 44.0, 68.0);
        let (a, b) = (Vec2::new(from.0, from.1), Vec2::new(to.0, to.1));
        assert_eq!(enters(a, b, &base), expected, "{from:?} -> {to:?}");
        assert_eq!(enters(b, a, &base), expected, "{to:?} -> {from:?}");
        assert_eq!(enters_any(a, b, &[Convex::hexagon(Pose::default(), 0.02), base]), expected);
    }

    #[test]
    fn a_line_through_the_shape_enters_it() {
        check((-50.0, 20.0), (80.0, 20.0), true);
        check((10.0, -50.0), (10.0, 90.0), true);
        check((-50.0, -30.0), (70.0, 70.0), true);
        check((-50.0, 20.0), (-20.0, 20.0), false);
        check((40.0, 20.0), (80.0, 20.0), false);
        check((-50.0, 60.0), (80.0, 60.0), false);
    }

    #[test]
    fn grazing_is_no_entering() {
        // TT-LOS-01
        check((-50.0, 54.0), (80.0, 54.0), false);
        check((-50.0, 53.991), (80.0, 53.991), false);
        check((-50.0, 53.98), (80.0, 53.98), true);
        check((32.0, -90.0), (32.0, 90.0), false);
        check((22.0, 64.0), (42.0, 44.0), false);
        check((21.9, 64.0), (41.9, 44.0), true);
    }

    #[test]
    fn a_line_that_starts_or_ends_inside_has_entered() {
        // TT-LOS-04
        check((10.0, 20.0), (80.0, 90.0), true);
        check((10.0, 20.0), (11.0, 21.0), true);
        check((10.0, 20.0), (10.0, 20.0), true);
        check((10.0, 54.0), (10.0, 90.0), false);
        check((10.0, 53.98), (10.0, 90.0), true);
        check((10.0, 54.0), (10.0, 54.0), false);
        check((10.0, -14.0), (10.0, -90.0), false);
    }

    #[test]
    fn no_shape_no_entering() {
        assert!(!enters_any(Vec2::ZERO, Vec2::new(9.0, 9.0), &[]));
    }
}
