//! What a convex blocker hides from an observer.

use crate::TOLERANCE;
use crate::convex::Convex;
use crate::span::Span;
use crate::vec2::Vec2;

/// The points that an observer cannot see because the line to them enters a blocker by more than the
/// tolerance.
///
/// It is convex: the part of the cone between the two tangents that lies behind the sides turned towards
/// the observer. So on any line it hides one open stretch.
///
/// ```text
///                      /:::::::::
///            facing   /::::::::::
///             sides  +::::::::::     The blocker is taken with its sides moved
///                   /:+--+::::::     in by the tolerance: a line that grazes it
///    observer o    /::|  |::::::     is free.
///                  \::|  |::::::
///                   \:+--+::::::
///                    +::::::::::
///                     \:::::::::
/// ```
#[derive(Clone, Copy, Debug)]
pub enum Shadow<'a> {
    /// The blocker is too slim to hide anything.
    Nothing,
    /// The observer is inside the blocker.
    Everything,
    Behind(Behind<'a>),
}

#[derive(Clone, Copy, Debug)]
pub struct Behind<'a> {
    observer: Vec2,
    blocker: &'a Convex,
    /// The facing sides: the first one, clockwise, and how many there are.
    first: usize,
    facing: usize,
    /// The corners where the tangents touch, seen from the observer.
    rightmost: Vec2,
    leftmost: Vec2,
}

impl<'a> Shadow<'a> {
    #[inline]
    pub fn cast(observer: Vec2, blocker: &'a Convex) -> Self {
        if blocker.inner_radius() <= TOLERANCE {
            return Self::Nothing;
        }
        // One bit for each side that faces the observer.
        let mut facing = 0_u32;
        for (i, (&v, &n)) in blocker.vertices().iter().zip(blocker.normals()).enumerate() {
            facing |= u32::from(n.dot(observer - v) >= -TOLERANCE) << i;
        }
        if facing == 0 {
            return Self::Everything;
        }
        // The same bits one side on, round and round: the facing sides are one run, which begins where the
        // side before does not face the observer.
        let sides = blocker.side_count();
        let before = facing << 1 | facing >> (sides - 1);
        let (first, end) = ((facing & !before).trailing_zeros(), (before & !facing).trailing_zeros());
        // Seen by the observer, the clockwise run goes from right to left.
        Self::Behind(Behind {
            observer,
            blocker,
            first: first as usize,
            facing: facing.count_ones() as usize,
            rightmost: blocker.inset_vertex(first as usize) - observer,
            leftmost: blocker.inset_vertex(end as usize) - observer,
        })
    }

    /// The hidden, open stretch of the segment `start + t * along`, `t` from 0 to 1, given as seen from the
    /// observer. It may reach beyond the ends.
    #[inline]
    pub fn on_line(&self, start: Vec2, along: Vec2) -> Option<Span> {
        match self {
            Self::Nothing => None,
            Self::Everything => Some(Span::EVERYTHING),
            Self::Behind(behind) => behind.on_line(start, along),
        }
    }
}

impl Behind<'_> {
    #[inline]
    fn on_line(&self, start: Vec2, along: Vec2) -> Option<Span> {
        let mut span = Span::EVERYTHING
            .where_below_zero(start.cross(self.rightmost), along.cross(self.rightmost))
            .where_below_zero(self.leftmost.cross(start), self.leftmost.cross(along));
        for side in self.first..self.first + self.facing {
            if !span.has_inside() {
                return None;
            }
            let normal = self.blocker.side_normal(side);
            let outside = normal.dot(start + (self.observer - self.blocker.side(side).0)) + TOLERANCE;
            span = span.where_below_zero(outside, normal.dot(along));
        }
        span.has_inside().then_some(span)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::angle::Angle;
    use crate::pose::Pose;
    use crate::segment::enters;

    fn hidden(observer: Vec2, blocker: &Convex, a: Vec2, b: Vec2) -> Option<(f64, f64)> {
        Shadow::cast(observer, blocker).on_line(a - observer, b - a).map(|span| (span.lo, span.hi))
    }

    #[test]
    fn a_blocker_hides_what_lies_behind_it() {
        // A square of 2 x 2, shrunk to 1.98, seen from 10 away: at 20 its near side has twice the size.
        let blocker = Convex::rectangle(Pose::new(Vec2::new(0.0, 11.01), Angle::ZERO), 2.02, 2.02);
        let (a, b) = (Vec2::new(-10.0, 20.02), Vec2::new(10.0, 20.02));
        let (lo, hi) = hidden(Vec2::ZERO, &blocker, a, b).unwrap();
        let half = 20.02 / 10.01;
        assert!((lo - (10.0 - half) / 20.0).abs() < 1e-12 && (hi - (10.0 + half) / 20.0).abs() < 1e-12);
        assert_eq!(hidden(Vec2::ZERO, &blocker, a - Vec2::new(0.0, 12.0), b - Vec2::new(0.0, 12.0)), None);
        assert_eq!(hidden(Vec2::ZERO, &blocker, -a, -b), None, "behind the observer");
    }

    #[test]
    fn an_observer_inside_sees_nothing() {
        let blocker = Convex::hexagon(Pose::default(), 30.0);
        let (a, b) = (Vec2::new(-10.0, 90.0), Vec2::new(10.0, 90.0));
        assert!(matches!(Shadow::cast(Vec2::new(0.0, 29.98), &blocker), Shadow::Everything));
        assert_eq!(
            hidden(Vec2::ZERO, &blocker, a, b),
            Some((f64::NEG_INFINITY, f64::INFINITY)),
            "from the middle"
        );
        assert_eq!(hidden(Vec2::new(0.0, 29.995), &blocker, a, b), None, "from its edge");
        assert!(hidden(Vec2::new(0.0, 29.995), &blocker, -a, -b).is_some(), "across it");
    }

    #[test]
    fn specks_hide_nothing() {
        let speck = Convex::rectangle(Pose::new(Vec2::new(0.0, 10.0), Angle::ZERO), 10.0, 0.02);
        assert_eq!(hidden(Vec2::ZERO, &speck, Vec2::new(-5.0, 20.0), Vec2::new(5.0, 20.0)), None);
        let bar = Convex::rectangle(Pose::new(Vec2::new(0.0, 10.0), Angle::ZERO), 10.0, 0.03);
        assert!(hidden(Vec2::ZERO, &bar, Vec2::new(-5.0, 20.0), Vec2::new(5.0, 20.0)).is_some());
    }

    #[test]
    fn shadows_agree_with_single_lines_from_all_around() {
        for shape in [
            Convex::rectangle(Pose::new(Vec2::new(3.0, 4.0), Angle::degrees(20)), 44.0, 68.0),
            Convex::hexagon(Pose::new(Vec2::new(3.0, 4.0), Angle::degrees(5)), 30.0),
            Convex::from_vertices(&[Vec2::ZERO, Vec2::new(0.0, 50.0), Vec2::new(30.0, 0.0)]).unwrap(),
        ] {
            for tenths in (0..3600).step_by(45) {
                let heading = Angle::from_tenths(tenths);
                let observer = heading.fwd() * 61.7;
                let (a, b) = (heading.right() * 90.0, heading.right() * -90.0 - heading.fwd() * 40.0);
                let shadow = hidden(observer, &shape, a, b);
                for step in 0..=100 {
                    let t = f64::from(step) / 100.0;
                    let dark = shadow.is_some_and(|(lo, hi)| lo < t && t < hi);
                    assert_eq!(dark, enters(observer, a.lerp(b, t), &shape), "{tenths} {t}");
                }
            }
        }
    }

    #[test]
    fn the_tolerance_itself_is_on_the_edge() {
        let corners = [(-5.0, TOLERANCE), (5.0, TOLERANCE), (5.0, -9.0), (-5.0, -9.0)];
        let blocker = Convex::from_vertices(&corners.map(|(x, y)| Vec2::new(x, y))).unwrap();
        assert!(matches!(Shadow::cast(Vec2::ZERO, &blocker), Shadow::Behind(_)));
        assert!(matches!(Shadow::cast(Vec2::new(0.0, -1e-9), &blocker), Shadow::Everything));
        let bar = |width: f64| Convex::rectangle(Pose::default(), width, 10.0);
        assert!(matches!(Shadow::cast(Vec2::new(9.0, 0.0), &bar(2.0 * TOLERANCE)), Shadow::Nothing));
        assert!(matches!(Shadow::cast(Vec2::new(9.0, 0.0), &bar(2.001 * TOLERANCE)), Shadow::Behind(_)));
    }
}
