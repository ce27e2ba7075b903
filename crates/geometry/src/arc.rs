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
