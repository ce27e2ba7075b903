//! What of a side can still be reached.

use smallvec::SmallVec;

use crate::TOLERANCE;
use crate::fan::Reach;
use crate::shadow::Shadow;
use crate::span::Span;
use crate::vec2::Vec2;

/// The parts of a side that the ruler can reach so far, as shares of the way along it.
#[derive(Debug)]
pub struct View<'a> {
    side: usize,
    /// The side's first end and its direction, both seen from the origin of the fan.
    start: Vec2,
    along: Vec2,
    /// Where the perpendicular from the origin meets the side's line.
    foot: f64,
    stretches: &'a mut Stretches,
}

/// In order. Room for more than blockers ever leave; beyond that, memory is taken.
pub type Stretches = SmallVec<[Span; 4]>;

impl<'a> View<'a> {
    /// The room for the stretches is the caller's, to be used for one side after another.
    #[inline]
    pub fn new(
        side: usize,
        (start, along): (Vec2, Vec2),
        foot: f64,
        stretch: Span,
        stretches: &'a mut Stretches,
    ) -> Self {
        stretches.clear();
        stretches.push(stretch);
        Self { side, start, along, foot, stretches }
    }

    /// Is this share of the side, counted from one of its ends, less than the tolerance?
    fn is_bare_corner(&self, share: f64) -> bool {
        share * share * self.along.length_squared() < TOLERANCE * TOLERANCE
    }

    #[inline]
    pub fn shade(&mut self, shadow: &Shadow) {
        if let Some(dark) = shadow.on_line(self.start, self.along) {
            self.hide(dark);
        }
    }

    /// Removes an open stretch; its ends stay.
    pub fn hide(&mut self, dark: Span) {
        if !dark.has_inside() {
            return;
        }
        let mut i = 0;
        while i < self.stretches.len() {
            let lit = self.stretches[i];
            let before = Span { lo: lit.lo, hi: lit.hi.min(dark.lo) };
            let after = Span { lo: lit.lo.max(dark.hi), hi: lit.hi };
            match (before.has_points(), after.has_points()) {
                (true, true) => {
                    self.stretches[i] = before;
                    self.stretches.insert(i + 1, after);
                    i += 2;
                }
                (true, false) => {
                    self.stretches[i] = before;
                    i += 1;
                }
                (false, true) => {
                    self.stretches[i] = after;
                    i += 1;
                }
                (false, false) => {
                    self.stretches.remove(i);
                }
            }
        }
    }

    #[inline]
    pub fn nearest(&self, origin: Vec2) -> Option<Reach> {
        let mut best: Option<(f64, f64)> = None;
        for stretch in self.stretches.iter() {
            if self.is_bare_corner(stretch.hi) || self.is_bare_corner(1.0 - stretch.lo) {
                continue;
            }
            let t = self.foot.max(stretch.lo).min(stretch.hi);
            let distance = (self.start + self.along * t).length_squared();
            if best.is_none_or(|(least, _)| distance < least) {
                best = Some((distance, t));
            }
        }
        best.map(|(squared, t)| Reach {
            point: origin + self.start + self.along * t,
            distance: squared.sqrt(),
            side: self.side,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hiding_leaves_the_ends_of_the_dark() {
        let check = |dark: (f64, f64), expected: &[(f64, f64)]| {
            let mut room = Stretches::new();
            let line = (Vec2::ZERO, Vec2::new(1.0, 0.0));
            let mut lit = View::new(0, line, 0.0, Span::UNIT, &mut room);
            lit.hide(Span { lo: 0.4, hi: 0.6 });
            lit.hide(Span { lo: dark.0, hi: dark.1 });
            let left: Vec<_> = room.iter().map(|span| (span.lo, span.hi)).collect();
            assert_eq!(left, expected, "{dark:?}");
        };
        check((0.4, 0.6), &[(0.0, 0.4), (0.6, 1.0)]);
        check((0.3, 0.7), &[(0.0, 0.3), (0.7, 1.0)]);
        check((0.1, 0.2), &[(0.0, 0.1), (0.2, 0.4), (0.6, 1.0)]);
        check((0.7, 0.8), &[(0.0, 0.4), (0.6, 0.7), (0.8, 1.0)]);
        check((0.0, 0.5), &[(0.0, 0.0), (0.6, 1.0)]);
        check((0.0, 0.4), &[(0.0, 0.0), (0.4, 0.4), (0.6, 1.0)]);
        check((-1.0, 0.5), &[(0.6, 1.0)]);
        check((-1.0, 2.0), &[]);
        check((0.5, 0.8), &[(0.0, 0.4), (0.8, 1.0)]);
        check((0.2, 0.2), &[(0.0, 0.4), (0.6, 1.0)]);
        check((0.2, 0.1), &[(0.0, 0.4), (0.6, 1.0)]);
    }

    /// What is nearest of stretches of a side as long as two tolerances, straight ahead.
    fn nearest(along: f64, foot: f64, lit: &[(f64, f64)]) -> Option<(f64, f64)> {
        let mut room = Stretches::new();
        let line = (Vec2::new(-along * foot, 1.0), Vec2::new(along, 0.0));
        let view = View::new(0, line, foot, Span::UNIT, &mut room);
        view.stretches.clear();
        view.stretches.extend(lit.iter().map(|&(lo, hi)| Span { lo, hi }));
        view.nearest(Vec2::ZERO).map(|reach| (reach.point.x, reach.distance))
    }

    #[test]
    fn a_corner_is_bare_up_to_the_tolerance() {
        let along = 2.0 * TOLERANCE;
        assert_eq!(nearest(along, 0.5, &[(0.5, 0.5)]), Some((0.0, 1.0)), "as far from both ends");
        assert_eq!(nearest(along, 0.5, &[(0.0, 0.499)]), None);
        assert_eq!(nearest(along, 0.5, &[(0.501, 1.0)]), None);
        assert_eq!(nearest(along, 0.5, &[(0.0, 1.0)]), Some((0.0, 1.0)));
    }

    #[test]
    fn of_two_places_as_near_the_first_one_is_told() {
        let distance = 1.0625_f64.sqrt();
        assert_eq!(nearest(1.0, 0.5, &[(0.0, 0.25), (0.75, 1.0)]), Some((-0.25, distance)));
        assert_eq!(nearest(1.0, 0.5, &[(0.0, 0.125), (0.75, 1.0)]), Some((0.25, distance)));
    }
}
