//! The opening within which a ruler may be swung.

use crate::TOLERANCE;
use crate::angle::Angle;
use crate::span::Span;
use crate::vec2::Vec2;

/// The two borders of the arc: unit normals that point out of it, clockwise and counter-clockwise.
#[derive(Clone, Copy, Debug)]
pub struct Arc {
    ahead: Vec2,
    right: Vec2,
    left: Vec2,
    /// Up to half a turn the arc is what lies inside both borders, above it what lies inside either.
    pub convex: bool,
}

impl Arc {
    pub fn new(heading: Angle, half_arc: Angle) -> Self {
        // All round, every direction is inside one of the two borders.
        let half_arc = half_arc.min(Angle::HALF);
        Self {
            ahead: heading.fwd(),
            right: (heading + half_arc).right(),
            left: -(heading - half_arc).right(),
            convex: half_arc <= Angle::degrees(90),
        }
    }

    /// Is the direction inside, or outside by no more than the tolerance, measured sideways?
    pub fn contains(&self, way: Vec2) -> bool {
        let (in_right, in_left) = (self.right.dot(way) <= TOLERANCE, self.left.dot(way) <= TOLERANCE);
        if self.convex {
            in_right && in_left && self.ahead.dot(way) >= -TOLERANCE
        } else {
            in_right || in_left
        }
    }

    /// The part of a stretch of the line `start + t * along` inside an arc of up to half a turn.
    pub fn cut(&self, stretch: Span, start: Vec2, along: Vec2) -> Span {
        stretch
            .where_at_most_zero(self.right.dot(start) - TOLERANCE, self.right.dot(along))
            .where_at_most_zero(self.left.dot(start) - TOLERANCE, self.left.dot(along))
            .where_at_most_zero(-self.ahead.dot(start) - TOLERANCE, -self.ahead.dot(along))
    }

    /// The open part of the segment outside an arc of more than half a turn: the wedge behind both borders.
    /// It may reach beyond the segment.
    pub fn blind_part(&self, start: Vec2, along: Vec2) -> Span {
        Span::EVERYTHING
            .where_below_zero(TOLERANCE - self.right.dot(start), -self.right.dot(along))
            .where_below_zero(TOLERANCE - self.left.dot(start), -self.left.dot(along))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Straight to the north; and all but the quarter between west and south, whose borders these are.
    fn arcs() -> (Arc, Arc) {
        (Arc::new(Angle::ZERO, Angle::ZERO), Arc::new(Angle::degrees(45), Angle::degrees(135)))
    }

    #[test]
    fn what_is_off_a_border_by_the_tolerance_is_inside() {
        let (slim, wide) = arcs();
        for (x, y) in [(TOLERANCE, 5.0), (-TOLERANCE, 5.0), (0.0, -TOLERANCE)] {
            assert!(slim.contains(Vec2::new(x, y)) && !slim.contains(Vec2::new(x, y) * 1.000_001), "{x} {y}");
        }
        for (x, y) in [(-TOLERANCE, -5.0), (-5.0, -TOLERANCE)] {
            assert!(wide.contains(Vec2::new(x, y)) && !wide.contains(Vec2::new(x, y) * 1.000_001), "{x} {y}");
        }
    }

    #[test]
    fn lines_are_cut_where_they_are_off_a_border_by_the_tolerance() {
        let (slim, wide) = arcs();
        let (enters, leaves) = (0.5 * (1.0 - TOLERANCE), 0.5 * (1.0 + TOLERANCE));
        let across = slim.cut(Span::UNIT, Vec2::new(-1.0, 8.0), Vec2::new(2.0, 0.0));
        assert_eq!((across.lo, across.hi), (enters, leaves));
        let ahead = slim.cut(Span::UNIT, Vec2::new(0.0, -1.0), Vec2::new(0.0, 2.0));
        assert_eq!((ahead.lo, ahead.hi), (enters, 1.0));
        for (start, along) in
            [(Vec2::new(-2.0, 1.0), Vec2::new(0.0, -2.0)), (Vec2::new(1.0, -2.0), Vec2::new(-2.0, 0.0))]
        {
            let blind = wide.blind_part(start, along);
            assert_eq!((blind.lo, blind.hi), (leaves, f64::INFINITY));
        }
    }

    #[test]
    fn more_than_all_round_is_all_round() {
        for half in [Angle::HALF, Angle::degrees(200)] {
            let round = Arc::new(Angle::degrees(30), half);
            for tenths in (0..3600).step_by(150) {
                assert!(round.contains(Angle::from_tenths(tenths).fwd() * 100.0), "{tenths}");
            }
            assert!(!round.blind_part(Vec2::new(-50.0, -20.0), Vec2::new(100.0, 10.0)).has_inside());
        }
    }
}
