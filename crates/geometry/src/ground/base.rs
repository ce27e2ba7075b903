//! Bases: rectangles and discs that stand on the table, how far apart they are, and how deep they overlap.

use smallvec::SmallVec;

use super::line::{Apart, Bounds, Polyline, apart, segments_touch};
use super::point::{Hundredths, Point, Step};
use super::polygon::Polygon;
use crate::angle::Angle;

/// Bases that share less depth than this, in thousandths, merely touch.
const TOUCH: i64 = 5;

/// What a base covers around its centre, facing included. It is what slides along a leg.
///
/// ```text
///   front left   front   front right
///         +--------^--------+          Corners and middles are rounded to thousandths as seen
///         |        |        |          from the centre, so a footprint is the same wherever it
///    left |      centre     | right    stands, and opposite corners are exactly opposite.
///         |                 |
///         +-----------------+
///   rear left    rear    rear right
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Footprint {
    kind: Kind,
    span: i64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Rectangle { front_left: Step, front_right: Step, front: Step, right: Step },
    Disc { radius: i32 },
}

impl Footprint {
    /// A single point.
    pub const POINT: Self = Self::disc(0);

    /// A rectangle, its width across the facing and its depth along it, in thousandths.
    pub fn rectangle(width: i32, depth: i32, facing: Angle) -> Self {
        let (ahead, aside) =
            (facing.fwd() * (f64::from(depth) / 2.0), facing.right() * (f64::from(width) / 2.0));
        let round = |v: crate::vec2::Vec2| Step::new(v.x.round() as i64, v.y.round() as i64);
        let (front_left, front_right) = (round(ahead - aside), round(ahead + aside));
        let far = front_left.squared().max(front_right.squared());
        Self {
            kind: Kind::Rectangle { front_left, front_right, front: round(ahead), right: round(aside) },
            span: (far as f64).sqrt().ceil() as i64,
        }
    }

    /// A disc about the centre, its radius in thousandths.
    pub const fn disc(radius: i32) -> Self {
        Self { kind: Kind::Disc { radius }, span: radius as i64 }
    }

    pub const fn at(self, centre: Point) -> Base {
        Base { centre, footprint: self }
    }

    /// No part of it is farther from the centre than this, in thousandths.
    pub const fn span(&self) -> i64 {
        self.span
    }

    /// The radius by which the corners are rounded off: that of a disc, none for a rectangle.
    fn radius(&self) -> i64 {
        match self.kind {
            Kind::Disc { radius } => i64::from(radius),
            Kind::Rectangle { .. } => 0,
        }
    }

    /// The corners counter-clockwise; a disc has its centre for a single one.
    fn corners(&self) -> SmallVec<[Step; 4]> {
        match self.kind {
            Kind::Disc { .. } => smallvec::smallvec![Step::ZERO],
            Kind::Rectangle { front_left, front_right, .. } => {
                smallvec::smallvec![front_left, -front_right, -front_left, front_right]
            }
        }
    }
}

/// A footprint in its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Base {
    pub centre: Point,
    pub footprint: Footprint,
}

impl Base {
    /// A rectangle, its width across the facing and its depth along it.
    ///
    /// ```
    /// # use geometry::{Angle, ground::{Base, Hundredths, Point}};
    /// let north = |y| Base::rectangle(Point::new(10_000, y), 1_000, 500, Angle::ZERO);
    /// assert_eq!(north(10_000).gap(&north(13_000)), Hundredths(250));
    /// ```
    pub fn rectangle(centre: Point, width: i32, depth: i32, facing: Angle) -> Self {
        Footprint::rectangle(width, depth, facing).at(centre)
    }

    pub const fn disc(centre: Point, radius: i32) -> Self {
        Footprint::disc(radius).at(centre)
    }

    pub const fn point(at: Point) -> Self {
        Footprint::POINT.at(at)
    }

    /// A square parallel to the table's edges.
    pub fn square(centre: Point, side: i32) -> Self {
        Self::rectangle(centre, side, side, Angle::ZERO)
    }

    #[must_use]
    pub const fn moved_to(self, centre: Point) -> Self {
        self.footprint.at(centre)
    }

    /// The corners counter-clockwise; a disc has its centre for a single one.
    pub fn corners(&self) -> SmallVec<[Point; 4]> {
        self.footprint.corners().iter().map(|c| self.centre + *c).collect()
    }

    /// The nine points that stand for the base: the centre; the corners front left, front right, rear right, rear left;
    /// the middles of front, right, rear and left. A disc has eight points of its rim, from north clockwise, and a
    /// single point is only itself.
    pub fn points(&self) -> SmallVec<[Point; 9]> {
        let mut all: SmallVec<[Point; 9]> = smallvec::smallvec![self.centre];
        match self.footprint.kind {
            Kind::Disc { radius: 0 } => {}
            Kind::Disc { radius } => {
                all.extend((0..8).map(|i| self.centre.moved(Angle::degrees(45 * i), radius)));
            }
            Kind::Rectangle { front_left, front_right, front, right } => {
                let around =
                    [front_left, front_right, -front_left, -front_right, front, right, -front, -right];
                all.extend(around.map(|step| self.centre + step));
            }
        }
        all
    }

    pub fn bounds(&self) -> Bounds {
        Bounds::of(&self.corners()).grown(self.footprint.radius() as i32)
    }

    /// What the other's centre may not enter: this base grown by the other one turned about.
    pub fn around(&self, other: &Footprint) -> Around {
        Around::new(self, other)
    }

    /// The distance between the nearest parts, rounded; 0 if they touch or overlap.
    pub fn gap(&self, other: &Self) -> Hundredths {
        self.around(&other.footprint).gap(other.centre)
    }

    /// The same unrounded, in thousandths as near as floating point tells: to compare by, never to hold against a limit.
    pub fn distance(&self, other: &Self) -> f64 {
        self.around(&other.footprint).distance(other.centre)
    }

    /// Is the rounded gap no more than the limit?
    pub fn within(&self, other: &Self, limit: Hundredths) -> bool {
        let (reach, span) = (limit.reach(), self.footprint.span() + other.footprint.span());
        let centres = Apart::points(other.centre - self.centre);
        // The centres themselves decide unless they are about as far apart as the limit.
        if !centres.below(reach + span) {
            return false;
        }
        centres.below(reach) || self.around(&other.footprint).within(other.centre, limit)
    }

    /// Do the bases share more than 0.005 of depth? Less is touching.
    ///
    /// ```
    /// # use geometry::{Angle, ground::{Base, Point}};
    /// let north = |x| Base::rectangle(Point::new(x, 10_000), 1_000, 500, Angle::ZERO);
    /// assert!(!north(10_000).overlaps(&north(11_000)));
    /// assert!(north(10_000).overlaps(&north(10_990)));
    /// ```
    pub fn overlaps(&self, other: &Self) -> bool {
        let span = self.footprint.span() + other.footprint.span();
        Apart::points(other.centre - self.centre).below(span)
            && self.around(&other.footprint).is_deep(other.centre)
    }

    /// Does the base cover the point, its outline included?
    pub fn covers(&self, p: Point) -> bool {
        let (to, radius) = (p - self.centre, self.footprint.radius());
        match self.footprint.kind {
            Kind::Disc { .. } => to.squared() <= radius * radius,
            // No farther to either side of the centre than a corner, along both pairs of sides.
            Kind::Rectangle { front_left, front_right, .. } => {
                let corner = front_right.cross(front_left);
                [front_right - front_left, front_right + front_left]
                    .iter()
                    .all(|side| side.cross(to).abs() <= corner)
            }
        }
    }

    /// The distance to a segment, rounded.
    pub fn gap_to_segment(&self, a: Point, b: Point) -> Hundredths {
        let corners = self.corners();
        let n = corners.len();
        let sides = || (0..n).map(|i| (corners[i], corners[(i + 1) % n]));
        if self.covers(a) || sides().any(|(c, d)| segments_touch(a, b, c, d)) {
            return Hundredths::ZERO;
        }
        let radius = self.footprint.radius();
        let mine = corners.iter().map(|c| Apart::segment(b - a, *c - a));
        let others = sides().flat_map(|(c, d)| [Apart::segment(d - c, a - c), Apart::segment(d - c, b - c)]);
        mine.chain(others).map(|apart| apart.rounded(radius)).min().unwrap_or_default()
    }

    /// The distance to a line, rounded.
    pub fn gap_to_line(&self, line: &Polyline) -> Hundredths {
        line.segments().map(|(a, b)| self.gap_to_segment(a, b)).min().unwrap_or_default()
    }

    /// Is the rounded distance to a line no more than the limit?
    pub fn is_near_line(&self, line: &Polyline, limit: Hundredths) -> bool {
        let reach = limit.reach().min(i64::from(i32::MAX)) as i32;
        self.bounds().grown(reach).meets(line.bounds()) && self.gap_to_line(line) <= limit
    }

    /// The distance to an area, rounded; 0 if they touch or overlap.
    pub fn gap_to_polygon(&self, area: &Polygon) -> Hundredths {
        if area.contains(self.centre) {
            return Hundredths::ZERO;
        }
        area.sides().map(|(a, b)| self.gap_to_segment(a, b)).min().unwrap_or_default()
    }

    /// Do all nine points lie strictly inside the area?
    pub fn is_wholly_inside(&self, area: &Polygon) -> bool {
        area.holds_strictly(&self.points())
    }
}

/// A base grown by another one turned about: where the other's centre touches or overlaps it. The gap of the two
/// bases is the distance of that centre from this shape.
///
/// ```text
///      .--------.       A rectangle grown by a rectangle has up to eight corners;
///     /  +----+  \      grown by a disc it keeps its corners and gets a radius.
///    |   |    |   |
///     \  +----+  /
///      '--------'
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Around {
    centre: Point,
    /// Counter-clockwise, seen from the centre; a single one if both are discs.
    corners: SmallVec<[Step; 8]>,
    radius: i64,
    span: i64,
}

impl Around {
    pub fn new(fixed: &Base, other: &Footprint) -> Self {
        let mut sides: SmallVec<[Step; 4]> = SmallVec::new();
        let mut start = Step::ZERO;
        for footprint in [&fixed.footprint, other] {
            if let Kind::Rectangle { front_left, front_right, .. } = footprint.kind {
                for side in [front_right - front_left, front_right + front_left] {
                    // Every side points east, or due north.
                    let east = side.max(-side);
                    if east != Step::ZERO {
                        sides.push(east);
                        start = start - east;
                    }
                }
            }
        }
        // Each pair of sides sums to twice a corner, so the half is whole.
        start = Step::new(start.x / 2, start.y / 2);
        sides.sort_by(|a, b| 0.cmp(&a.cross(*b)));
        let mut corners: SmallVec<[Step; 8]> = SmallVec::new();
        let mut corner = start;
        for step in sides.iter().copied().chain(sides.iter().map(|side| -*side)) {
            corners.push(corner);
            corner = corner + step;
        }
        if corners.is_empty() {
            corners.push(Step::ZERO);
        }
        Self {
            centre: fixed.centre,
            corners,
            radius: fixed.footprint.radius() + other.radius(),
            span: fixed.footprint.span() + other.span(),
        }
    }

    /// The sides with what lies outside to their right; from a single corner to itself there is no outside.
    fn sides(&self) -> impl Iterator<Item = (Step, Step)> + '_ {
        let n = self.corners.len();
        (0..n).map(move |i| (self.corners[i], self.corners[(i + 1) % n]))
    }

    /// The distance of the shape without its radius; `None` inside.
    fn apart(&self, at: Point) -> impl Iterator<Item = Apart> + '_ {
        let to = at - self.centre;
        let lone = (self.corners.len() == 1).then(|| Apart::points(to));
        let outside = move |(a, b): (Step, Step)| {
            let along = b - a;
            (along.cross(to - a) < 0).then(|| Apart::segment(along, to - a))
        };
        lone.into_iter().chain(self.sides().filter_map(outside))
    }

    /// The gap of the two bases, rounded, with the other's centre at this place.
    pub fn gap(&self, at: Point) -> Hundredths {
        let nearer = |a: Apart, b: Apart| if b.is_less(a) { b } else { a };
        self.apart(at).reduce(nearer).map_or(Hundredths::ZERO, |apart| apart.rounded(self.radius))
    }

    fn distance(&self, at: Point) -> f64 {
        let nearest = self.apart(at).map(Apart::thousandths).reduce(f64::min);
        nearest.map_or(0.0, |far| (far - self.radius as f64).max(0.0))
    }

    /// Is that gap no more than the limit?
    pub fn within(&self, at: Point, limit: Hundredths) -> bool {
        let reach = limit.reach() + self.radius;
        let mut outside = self.apart(at).peekable();
        outside.peek().is_none() || outside.any(|apart| apart.below(reach))
    }

    /// Does the other base overlap with its centre at this place, by more than a touch?
    pub fn is_deep(&self, at: Point) -> bool {
        let to = at - self.centre;
        let mut outside = self.apart(at).peekable();
        if outside.peek().is_some() {
            return outside.any(|apart| apart.below(self.radius - TOUCH));
        }
        self.sides().all(|(a, b)| {
            let along = b - a;
            let deep = TOUCH - self.radius;
            let cross = i128::from(along.cross(to - a));
            deep < 0 || cross * cross > i128::from(deep * deep) * i128::from(along.squared())
        })
    }

    /// The first share of the leg at which the other's centre is less than `reach` thousandths from the two bases
    /// touching, as near as floating point tells; 0 if it is so from the start.
    pub(crate) fn entered(&self, p: Point, q: Point, reach: i64) -> Option<f64> {
        // Quick: does the leg come near at all?
        if !apart(self.centre, p, q).below(reach + self.span) {
            return None;
        }
        let (from, way) = ((p - self.centre).as_vec(), (q - p).as_vec());
        let reach = (reach + self.radius) as f64;
        let whole = way.length_squared();
        let start = self
            .apart(p)
            .map(Apart::thousandths)
            .fold(None, |least: Option<f64>, d| Some(least.map_or(d, |l| l.min(d))));
        if start.is_none_or(|d| d < reach) {
            return Some(0.0);
        }
        // What is not met has a share that is no number, or off the leg.
        let mut first = f64::INFINITY;
        let mut take = |share: f64| {
            if (0.0..=1.0).contains(&share) {
                first = first.min(share);
            }
        };
        for corner in &self.corners {
            // |from + way t - corner| = reach
            let to = from - corner.as_vec();
            let (b, c) = (to.dot(way), to.length_squared() - reach * reach);
            take((-b - (b * b - whole * c).sqrt()) / whole);
        }
        for (a, b) in self.sides() {
            let (a, along) = (a.as_vec(), (b - a).as_vec());
            let side = along.length();
            let toward = along.cross(way);
            if toward > 0.0 {
                // The line `reach` outside of this side.
                let share = (-reach * side - along.cross(from - a)) / toward;
                let foot = along.dot(from + way * share - a);
                if (0.0..=side * side).contains(&foot) {
                    take(share);
                }
            }
        }
        first.is_finite().then_some(first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(x: f64, y: f64) -> Point {
        Point::units(x, y).unwrap()
    }

    fn infantry(x: f64, y: f64, facing: i32) -> Base {
        Base::rectangle(at(x, y), 1000, 500, Angle::degrees(facing))
    }

    #[test]
    fn corners_are_rounded_to_thousandths() {
        // TH-GEO-10
        let points = infantry(10.0, 10.0, 45).points();
        let corners = [(9_823, 10_530), (10_530, 9_823), (10_177, 9_470), (9_470, 10_177)];
        assert_eq!(points[0], at(10.0, 10.0));
        assert_eq!(points[1..5], corners.map(|(x, y)| Point::new(x, y)));
        let middles = [(10_177, 10_177), (10_354, 9_646), (9_823, 9_823), (9_646, 10_354)];
        assert_eq!(points[5..9], middles.map(|(x, y)| Point::new(x, y)));
    }

    #[test]
    fn a_disc_has_nine_points_and_a_point_one() {
        let points = Base::disc(at(5.0, 5.0), 1000).points();
        assert_eq!(points.len(), 9);
        assert_eq!((points[1], points[2]), (at(5.0, 6.0), at(5.707, 5.707)));
        assert_eq!((points[5], points[8]), (at(5.0, 4.0), at(4.293, 5.707)));
        assert_eq!(Base::point(at(5.0, 5.0)).points().as_slice(), [at(5.0, 5.0)]);
    }

    #[test]
    fn a_base_covers_its_outline_and_what_is_inside() {
        let long = Base::rectangle(at(10.0, 20.0), 2000, 1000, Angle::ZERO);
        for (x, y) in [(10.0, 20.0), (11.0, 20.5), (9.0, 19.5), (10.9, 19.6), (9.0, 20.0)] {
            assert!(long.covers(at(x, y)), "{x} {y}");
        }
        for (x, y) in
            [(11.001, 20.0), (8.999, 20.0), (10.0, 20.501), (10.0, 19.499), (10.4, 20.9), (0.0, 0.0)]
        {
            assert!(!long.covers(at(x, y)), "{x} {y}");
        }
        let turned = Base::rectangle(at(10.0, 20.0), 2000, 1000, Angle::degrees(90));
        assert!(turned.covers(at(10.4, 20.9)) && !turned.covers(at(10.9, 20.4)));
        let disc = Base::disc(at(0.0, 0.0), 5000);
        assert!(disc.covers(at(3.0, 4.0)) && !disc.covers(at(3.0, 4.001)));
    }

    #[test]
    fn gaps_are_between_the_nearest_parts() {
        // TH-GEO-01
        let gap = infantry(10.0, 10.0, 0).gap(&infantry(10.0, 13.0, 0));
        assert_eq!(gap, Hundredths(250));
        assert!(infantry(10.0, 10.0, 0).within(&infantry(10.0, 13.0, 0), Hundredths(250)));
        assert!(!infantry(10.0, 10.0, 0).within(&infantry(10.0, 13.0, 0), Hundredths(200)));
        // Corner to corner: 3 and 4 aside.
        assert_eq!(infantry(0.0, 0.0, 0).gap(&infantry(4.0, 4.5, 0)), Hundredths(500));
        assert_eq!(infantry(0.0, 0.0, 0).gap(&infantry(0.2, 0.1, 30)), Hundredths(0));
        let disc = Base::disc(at(0.0, 0.0), 1000);
        assert_eq!(disc.gap(&Base::disc(at(3.0, 4.0), 1000)), Hundredths(300));
        assert_eq!(disc.gap(&infantry(0.0, 3.25, 0)), Hundredths(200));
        assert_eq!(infantry(0.0, 3.25, 0).gap(&disc), Hundredths(200));
        assert_eq!(disc.gap(&Base::point(at(3.0, 4.0))), Hundredths(400));
        assert_eq!(Base::point(at(0.0, 0.0)).gap(&Base::point(at(3.0, 4.0))), Hundredths(500));
        // Unrounded, in thousandths.
        let far = |one: &Base, other: Base| Some(one.distance(&other));
        let origin = Base::point(at(0.0, 0.0));
        assert_eq!(far(&origin, Base::point(at(1.0, 1.0))), Some(2_000_000.0_f64.sqrt()));
        assert_eq!(far(&disc, Base::disc(at(3.0, 4.0), 1000)), Some(3000.0));
        assert_eq!(far(&disc, Base::disc(at(0.0, 1.0), 1000)), Some(0.0), "they overlap");
    }

    #[test]
    fn a_touch_is_no_overlap() {
        // TH-GEO-16, TH-GEO-05
        let here = infantry(10.0, 10.0, 0);
        assert!(!here.overlaps(&infantry(11.0, 10.0, 0)));
        assert!(here.overlaps(&infantry(10.99, 10.0, 0)));
        assert!(!here.overlaps(&infantry(10.995, 10.0, 0)), "5 thousandths are a touch");
        assert!(here.overlaps(&infantry(10.994, 10.0, 0)));
        assert!(here.overlaps(&infantry(10.4, 10.0, 0)) && !here.overlaps(&infantry(12.0, 10.0, 0)));
        assert!(here.overlaps(&here));
        let disc = Base::disc(at(10.0, 11.25), 1000);
        assert!(!disc.overlaps(&here) && !here.overlaps(&disc));
        assert!(disc.overlaps(&infantry(10.0, 10.006, 0)) && !disc.overlaps(&infantry(10.0, 10.005, 0)));
        assert!(disc.overlaps(&infantry(10.0, 11.0, 0)));
        assert!(disc.overlaps(&Base::disc(at(10.0, 13.244), 1000)));
        assert!(!disc.overlaps(&Base::disc(at(10.0, 13.245), 1000)));
    }

    #[test]
    fn a_base_touches_gas_at_its_edge() {
        // TH-GAS-03, TH-GAS-04
        let cloud = Base::square(at(30.0, 30.0), 2000);
        assert_eq!(cloud.points()[1..5], [at(29.0, 31.0), at(31.0, 31.0), at(31.0, 29.0), at(29.0, 29.0)]);
        assert_eq!(infantry(31.5, 30.0, 0).gap(&cloud), Hundredths(0));
        assert_eq!(infantry(31.6, 30.0, 0).gap(&cloud), Hundredths(10));
        assert_eq!(infantry(31.504, 30.0, 0).gap(&cloud), Hundredths(0));
        assert_eq!(infantry(31.505, 30.0, 0).gap(&cloud), Hundredths(1));
    }

    #[test]
    fn gaps_to_lines_and_areas() {
        // TH-ELV-04: touching a ridge is being within 0.05 of it.
        let ridge = Polyline::new(vec![at(20.0, 20.0), at(40.0, 20.0)]).unwrap();
        let near = |y: f64| infantry(30.0, y, 0).is_near_line(&ridge, Hundredths(5));
        assert!(near(19.75) && near(19.7) && near(19.696) && !near(19.695));
        assert!(infantry(-900.0, 900.0, 0).is_near_line(&ridge, Hundredths(i32::MAX)));
        assert_eq!(infantry(30.0, 17.0, 0).gap_to_line(&ridge), Hundredths(275));
        assert_eq!(infantry(30.0, 20.1, 70).gap_to_line(&ridge), Hundredths(0));
        assert_eq!(Base::disc(at(30.0, 23.0), 1000).gap_to_line(&ridge), Hundredths(200));
        assert_eq!(Base::point(at(44.0, 23.0)).gap_to_line(&ridge), Hundredths(500));
        let area = Polygon::rectangle(at(0.0, 0.0), at(10.0, 20.0)).unwrap();
        assert_eq!(infantry(12.5, 10.0, 0).gap_to_polygon(&area), Hundredths(200));
        assert_eq!(infantry(10.3, 10.0, 0).gap_to_polygon(&area), Hundredths(0));
        assert_eq!(Base::disc(at(5.0, 5.0), 100).gap_to_polygon(&area), Hundredths(0));
        // A line through the middle, its ends far outside.
        let sweep = infantry(5.0, 5.0, 20).gap_to_segment(at(-1.0, 5.0), at(11.0, 5.0));
        assert_eq!(sweep, Hundredths(0));
    }

    #[test]
    fn wholly_inside_needs_all_nine_points() {
        // TH-GEO-16
        let wood = Polygon::rectangle(at(0.0, 0.0), at(10.0, 10.0)).unwrap();
        assert!(infantry(9.4, 5.0, 0).is_wholly_inside(&wood));
        assert!(!infantry(9.5, 5.0, 0).is_wholly_inside(&wood), "two corners on the edge");
        assert!(Base::disc(at(5.0, 5.0), 1000).is_wholly_inside(&wood));
        assert!(!Base::disc(at(1.0, 5.0), 1000).is_wholly_inside(&wood));
    }

    #[test]
    fn a_leg_enters_where_it_is_nearer_than_the_reach() {
        let entered = |base: &Base, from: (i32, i32), to: (i32, i32)| {
            let point = |(x, y)| Point::new(x, y);
            base.around(&Footprint::POINT).entered(point(from), point(to), 500)
        };
        // The rim of the disc and the side of the square lie at 1000, so both are entered at 1500.
        let (disc, square) = (Base::disc(at(0.0, 0.0), 1000), Base::square(at(0.0, 0.0), 2000));
        for base in [disc, square] {
            assert_eq!(entered(&base, (3000, 0), (0, 0)), Some(0.5));
            assert_eq!(entered(&base, (3000, 0), (-3000, 0)), Some(0.25));
            assert_eq!(entered(&base, (3000, 0), (1501, 0)), None);
            assert_eq!(entered(&base, (1500, 0), (3000, 0)), None, "it leaves from just as far");
            assert_eq!(entered(&base, (1499, 0), (3000, 0)), Some(0.0));
            assert_eq!(
                (entered(&base, (1500, 0), (1500, 0)), entered(&base, (1400, 0), (1400, 0))),
                (None, Some(0.0))
            );
            assert_eq!(entered(&base, (-3000, 1500), (3000, 1500)).is_some(), base == square, "grazed");
            assert_eq!(entered(&base, (-3000, 1501), (3000, 1501)), None);
        }
        // Past a corner: 300 aside and 400 before it.
        assert_eq!(entered(&square, (3000, 1300), (-1000, 1300)), Some(0.4));
        assert_eq!(entered(&square, (1600, 3000), (1600, -3000)), None);
    }

    #[test]
    fn a_disc_as_small_as_a_touch_overlaps_what_covers_its_centre() {
        let wall = Base::square(at(0.0, 0.0), 2000);
        let speck = |x: i32| Base::disc(Point::new(x, 0), TOUCH as i32);
        assert!(!wall.overlaps(&speck(1000)) && wall.overlaps(&speck(999)));
        assert!(Base::disc(at(0.0, 0.0), 6).overlaps(&Base::point(at(0.0, 0.0))));
        assert!(!Base::disc(at(0.0, 0.0), 5).overlaps(&Base::point(at(0.0, 0.0))));
    }
}
