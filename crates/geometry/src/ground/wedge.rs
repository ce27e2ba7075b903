//! Arcs of fire, and lines laid on the ground.

use super::base::Base;
use super::point::{Hundredths, Point, Step};
use crate::angle::Angle;

/// How far the sides of an arc are drawn, in thousandths: beyond every table.
const FAR: f64 = 3_000_000.0;

/// An arc without end: what lies no more than half an angle from a facing, seen from a point, its sides included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wedge {
    pub tip: Point,
    pub facing: Angle,
    /// To each side of the facing; a half turn or more is all round.
    pub half: Angle,
}

impl Wedge {
    /// Is some part of the base on or inside the arc? A gap that rounds to nothing is none.
    ///
    /// ```
    /// # use geometry::{Angle, ground::{Base, Point, Wedge}};
    /// let arc = Wedge { tip: Point::new(20_000, 20_000), facing: Angle::ZERO, half: Angle::from_tenths(225) };
    /// let tripod = |x| Base::rectangle(Point::new(x, 40_000), 1_500, 1_500, Angle::ZERO);
    /// assert!(arc.touches(&tripod(29_000)) && !arc.touches(&tripod(30_000)));
    /// ```
    pub fn touches(&self, base: &Base) -> bool {
        self.contains(base.centre) || {
            let [left, right] = self.sides();
            base.covers(self.tip)
                || base.gap_to_segment(self.tip, self.tip + left) == Hundredths::ZERO
                || base.gap_to_segment(self.tip, self.tip + right) == Hundredths::ZERO
        }
    }

    /// Is the point on or inside the arc? One that is off it by less than rounding tells is on it.
    pub fn contains(&self, p: Point) -> bool {
        let to = p - self.tip;
        let [left, right] = self.sides();
        let (from_left, from_right) = (left.cross(to) <= 0, right.cross(to) >= 0);
        let inside =
            if self.half <= Angle::degrees(90) { from_left && from_right } else { from_left || from_right };
        inside || {
            let point = Base::point(p);
            [left, right]
                .iter()
                .any(|side| point.gap_to_segment(self.tip, self.tip + *side) == Hundredths::ZERO)
        }
    }

    fn sides(&self) -> [Step; 2] {
        // All round, everything lies on one side of the line behind or on the other.
        let half = self.half.min(Angle::HALF);
        [Step::on(self.facing - half, FAR), Step::on(self.facing + half, FAR)]
    }
}

/// A straight line laid on the ground by its middle and bearing, its ends rounded to thousandths.
///
/// ```
/// # use geometry::{Angle, ground::{Point, Ruler}};
/// let ruler = Ruler::new(Point::new(16_000, 30_000), Angle::degrees(90), 6_000);
/// assert_eq!((ruler.from, ruler.to), (Point::new(10_000, 30_000), Point::new(22_000, 30_000)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ruler {
    pub from: Point,
    pub to: Point,
}

impl Ruler {
    /// `half` is the distance from the middle to each end, in thousandths.
    pub fn new(middle: Point, bearing: Angle, half: i32) -> Self {
        let way = Step::on(bearing, f64::from(half));
        Self { from: middle + -way, to: middle + way }
    }

    /// Does the line touch the base?
    pub fn touches(&self, base: &Base) -> bool {
        base.gap_to_segment(self.from, self.to) == Hundredths::ZERO
    }

    /// Is every point of the line within the limit of the base? Its ends are the farthest, since a base is convex.
    pub fn is_within(&self, base: &Base, limit: Hundredths) -> bool {
        base.within(&Base::point(self.from), limit) && base.within(&Base::point(self.to), limit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(x: f64, y: f64) -> Point {
        Point::units(x, y).unwrap()
    }

    fn battery(facing: i32) -> Wedge {
        Wedge { tip: at(20.0, 20.0), facing: Angle::degrees(facing), half: Angle::from_tenths(225) }
    }

    #[test]
    fn a_base_is_in_arc_by_any_part() {
        // TH-ARC-03
        let tripod = |x: f64| Base::rectangle(at(x, 40.0), 1500, 1500, Angle::ZERO);
        assert!(battery(0).touches(&tripod(29.0)) && !battery(0).touches(&tripod(30.0)));
        assert!(battery(0).touches(&tripod(11.0)) && !battery(0).touches(&tripod(10.0)));
        assert!(!battery(180).touches(&tripod(20.0)) && battery(0).touches(&tripod(20.0)));
        // TH-ARC-01: a centre 22 degrees off, and a point a little more than 22.5 off.
        assert!(battery(0).contains(at(20.0, 20.0).moved(Angle::degrees(22), 10_000)));
        assert!(battery(0).contains(at(20.0, 20.0).moved(Angle::from_tenths(225), 10_000)));
        assert!(!battery(0).contains(at(20.0, 20.0).moved(Angle::from_tenths(226), 10_000)));
        assert!(!battery(0).contains(at(20.0, 19.0)));
    }

    #[test]
    fn an_arc_that_passes_between_the_corners() {
        // No corner is in the arc, but the arc runs right through the long front.
        let wide = Base::rectangle(at(20.0, 20.5), 3000, 200, Angle::ZERO);
        assert!(battery(0).touches(&wide));
        // A disc a hair nearer than 1.005 to the side, and a hair farther.
        let beside = |gap: i32| {
            let side = Angle::from_tenths(225);
            let foot = at(20.0, 20.0).moved(side, 10_000);
            Base::disc(foot.moved(side + Angle::degrees(90), 1000 + gap), 1000)
        };
        assert!(battery(0).touches(&beside(4)) && !battery(0).touches(&beside(6)));
        // A base around the tip itself.
        assert!(battery(90).touches(&Base::square(at(19.5, 20.0), 1200)));
    }

    #[test]
    fn wide_arcs() {
        let half = Wedge { half: Angle::degrees(90), ..battery(0) };
        assert!(
            half.contains(at(30.0, 20.0)) && half.contains(at(10.0, 20.0)) && !half.contains(at(20.0, 19.0))
        );
        let most = Wedge { half: Angle::degrees(135), ..battery(0) };
        assert!(most.contains(at(30.0, 19.0)) && !most.contains(at(20.0, 19.0)));
        let all = Wedge { half: Angle::HALF, ..battery(0) };
        assert!(all.contains(at(20.0, 19.0)));
    }

    #[test]
    fn a_sweep_touches_bases_and_keeps_within_range() {
        // TH-HRY-04, TH-HRY-05
        let tripod = Base::rectangle(at(16.0, 0.0), 1500, 1500, Angle::ZERO);
        let sweep = Ruler::new(at(16.0, 30.0), Angle::degrees(90), 6000);
        assert!(sweep.is_within(&tripod, Hundredths::units(48)));
        let infantry = |x: f64, y: f64| Base::rectangle(at(x, y), 1000, 500, Angle::ZERO);
        assert!(sweep.touches(&infantry(12.0, 30.2)) && sweep.touches(&infantry(22.5, 30.0)));
        assert!(!sweep.touches(&infantry(22.51, 30.0)) && !sweep.touches(&infantry(12.0, 30.26)));
        // One end 48.5 from the base.
        let far = Ruler::new(at(16.0, 43.25), Angle::ZERO, 6000);
        assert_eq!(tripod.gap(&Base::point(far.to)), Hundredths(4850));
        assert!(!far.is_within(&tripod, Hundredths::units(48)));
    }
}
