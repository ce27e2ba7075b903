//! Sides, crossings and distances of straight lines, all by whole numbers.

use super::crossing::{Onset, crossings};
use super::point::{Hundredths, Point, Step};
use super::route::Route;

/// Twice the area of the triangle `a b p`: positive if `p` lies to the left of the line from `a` to `b`.
pub fn orient(a: Point, b: Point, p: Point) -> i64 {
    (b - a).cross(p - a)
}

/// Does `p` lie to the left of the line from `a` to `b`? A point on the line counts as left, so every point has
/// exactly one side.
pub fn is_left(a: Point, b: Point, p: Point) -> bool {
    orient(a, b, p) >= 0
}

/// Does the leg from `p` to `q` cross the segment from `a` to `b`?
///
/// ```text
///        b           p and q lie on different sides of ab, and
///   p ---|---> q     a and b on different sides of pq. Since a point on
///        a           a line counts as left of it, a walk through the
///                    line's very point crosses once, not twice or never.
/// ```
///
/// ```
/// # use geometry::ground::{Point, crosses};
/// let (a, b) = (Point::new(10, 0), Point::new(10, 20));
/// let (p, on, q) = (Point::new(6, 10), Point::new(10, 10), Point::new(14, 10));
/// assert!(crosses(p, q, a, b));
/// assert_eq!((crosses(p, on, a, b), crosses(on, q, a, b)), (false, true));
/// ```
pub fn crosses(p: Point, q: Point, a: Point, b: Point) -> bool {
    is_left(a, b, p) != is_left(a, b, q) && is_left(p, q, a) != is_left(p, q, b)
}

/// The share of the way from `p` to `q` at which the line through `a` and `b` is met; both ways must differ
/// in direction.
pub(crate) fn met_at(p: Point, q: Point, a: Point, b: Point) -> f64 {
    let (way, edge) = (q - p, b - a);
    // Both products are whole numbers below 2^53, so this is the share rounded once.
    (a - p).cross(edge) as f64 / way.cross(edge) as f64
}

/// Do the two segments share a point, ends included?
pub fn segments_touch(p: Point, q: Point, a: Point, b: Point) -> bool {
    let (sa, sb) = (orient(p, q, a).signum(), orient(p, q, b).signum());
    let (sp, sq) = (orient(a, b, p).signum(), orient(a, b, q).signum());
    // The boxes decide for segments of one line.
    sa * sb <= 0 && sp * sq <= 0 && Bounds::of(&[p, q]).meets(&Bounds::of(&[a, b]))
}

/// Does `p` lie in the box of which `a` and `b` are corners?
pub(crate) fn in_box(a: Point, b: Point, p: Point) -> bool {
    p.x >= a.x.min(b.x) && p.x <= a.x.max(b.x) && p.y >= a.y.min(b.y) && p.y <= a.y.max(b.y)
}

/// An exact squared distance in thousandths, as a fraction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Apart {
    over: i128,
    under: i64,
}

impl Apart {
    pub const ZERO: Self = Self { over: 0, under: 1 };

    pub fn points(step: Step) -> Self {
        Self { over: i128::from(step.squared()), under: 1 }
    }

    /// From a point to a segment; `to` is where the point lies, seen from the segment's start.
    pub fn segment(along: Step, to: Step) -> Self {
        let (share, whole) = (along.dot(to), along.squared());
        if share <= 0 {
            Self::points(to)
        } else if share >= whole {
            Self::points(to - along)
        } else {
            let cross = i128::from(along.cross(to));
            Self { over: cross * cross, under: whole }
        }
    }

    /// Is it less than another one?
    pub fn is_less(self, other: Self) -> bool {
        self.over * i128::from(other.under) < other.over * i128::from(self.under)
    }

    /// Is it less than so many thousandths?
    pub fn below(self, thousandths: i64) -> bool {
        let limit = i128::from(thousandths.max(0));
        self.over < limit * limit * i128::from(self.under)
    }

    /// The distance in thousandths.
    pub fn thousandths(self) -> f64 {
        (self.over as f64 / self.under as f64).sqrt()
    }

    /// The distance less a radius, rounded half up; never below zero.
    pub fn rounded(self, radius: i64) -> Hundredths {
        // Whole thousandths decide: what is more than them does not reach the next one.
        let whole = ((self.over / i128::from(self.under)) as i64).isqrt();
        Hundredths((whole - radius + 5).div_euclid(10).max(0) as i32)
    }
}

/// The distance from `p` to the segment from `a` to `b`.
pub fn apart(p: Point, a: Point, b: Point) -> Apart {
    Apart::segment(b - a, p - a)
}

/// A box parallel to the table's edges, its outline included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    pub min: Point,
    pub max: Point,
}

impl Bounds {
    pub fn of(points: &[Point]) -> Self {
        let mut all = points.iter();
        let first = all.next().copied().unwrap_or_default();
        let mut bounds = Self { min: first, max: first };
        for p in all {
            bounds.take(*p);
        }
        bounds
    }

    fn take(&mut self, p: Point) {
        self.min = Point::new(self.min.x.min(p.x), self.min.y.min(p.y));
        self.max = Point::new(self.max.x.max(p.x), self.max.y.max(p.y));
    }

    pub fn contains(&self, p: Point) -> bool {
        in_box(self.min, self.max, p)
    }

    pub fn meets(&self, other: &Self) -> bool {
        self.min.x <= other.max.x
            && other.min.x <= self.max.x
            && self.min.y <= other.max.y
            && other.min.y <= self.max.y
    }

    #[must_use]
    pub fn grown(&self, by: i32) -> Self {
        Self {
            min: Point::new(self.min.x.saturating_sub(by), self.min.y.saturating_sub(by)),
            max: Point::new(self.max.x.saturating_add(by), self.max.y.saturating_add(by)),
        }
    }

    #[must_use]
    pub fn joined(mut self, other: &Self) -> Self {
        self.take(other.min);
        self.take(other.max);
        self
    }

    /// The share of a leg that starts inside at which it leaves the box; `None` if it ends inside.
    pub fn left_at(&self, p: Point, q: Point) -> Option<f64> {
        if self.contains(q) {
            return None;
        }
        let way = q - p;
        let to = |edge: i32, from: i32, step: i64| (i64::from(edge) - i64::from(from)) as f64 / step as f64;
        // No way at all in one direction leads to its edge after more than any share, or to no number.
        let x = to(if way.x < 0 { self.min.x } else { self.max.x }, p.x, way.x);
        let y = to(if way.y < 0 { self.min.y } else { self.max.y }, p.y, way.y);
        Some(1.0_f64.min(x).min(y).max(0.0))
    }
}

/// Why points are no line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LineError {
    #[error("a line needs at least two points, not {0}")]
    TooFew(usize),
    #[error("point {0} of the line lies off every table")]
    OutOfBounds(usize),
    #[error("point {0} of the line repeats the one before it")]
    Repeated(usize),
}

/// A line of straight segments: a stream, a road, a crest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Polyline {
    points: Vec<Point>,
    bounds: Bounds,
}

impl Polyline {
    /// ```
    /// # use geometry::ground::{LineError, Point, Polyline};
    /// let p = Point::new(1, 1);
    /// assert_eq!(Polyline::new(vec![p, p]), Err(LineError::Repeated(1)));
    /// ```
    pub fn new(points: Vec<Point>) -> Result<Self, LineError> {
        if points.len() < 2 {
            return Err(LineError::TooFew(points.len()));
        }
        if let Some(i) = points.iter().position(|p| !p.in_bounds()) {
            return Err(LineError::OutOfBounds(i));
        }
        if let Some(i) = points.windows(2).position(|w| w[0] == w[1]) {
            return Err(LineError::Repeated(i + 1));
        }
        let bounds = Bounds::of(&points);
        Ok(Self { points, bounds })
    }

    pub fn points(&self) -> &[Point] {
        &self.points
    }

    pub fn bounds(&self) -> &Bounds {
        &self.bounds
    }

    pub fn segments(&self) -> impl Iterator<Item = (Point, Point)> + '_ {
        self.points.windows(2).map(|w| (w[0], w[1]))
    }

    /// Does the straight leg lead from one side of the line to the other? One that ends on it does not.
    pub fn is_crossed(&self, p: Point, q: Point) -> bool {
        self.bounds.meets(&Bounds::of(&[p, q]))
            && !crossings(self, &Route::of(&[p, q]), Onset::Fresh).is_empty()
    }

    /// The distance from a point, rounded.
    pub fn gap(&self, p: Point) -> Hundredths {
        self.segments().map(|(a, b)| apart(p, a, b).rounded(0)).min().unwrap_or_default()
    }

    /// The point of the line nearest to `p`, rounded; the earlier one on a tie.
    pub fn nearest(&self, p: Point) -> Point {
        let mut best = (f64::INFINITY, self.points[0]);
        for (a, b) in self.segments() {
            let away = apart(p, a, b).thousandths();
            if away < best.0 {
                best = (away, foot(p, a, b));
            }
        }
        best.1
    }
}

/// The point of the segment from `a` to `b` nearest to `p`, rounded.
pub fn foot(p: Point, a: Point, b: Point) -> Point {
    let along = b - a;
    let whole = along.squared();
    if whole == 0 {
        return a;
    }
    a.toward(b, (along.dot(p - a) as f64 / whole as f64).clamp(0.0, 1.0))
}

#[cfg(test)]
mod tests {
    use super::super::crossing::is_on;
    use super::*;

    fn at(x: i32, y: i32) -> Point {
        Point::new(x * 1000, y * 1000)
    }

    #[test]
    fn boxes_meet_if_they_share_a_point() {
        let bounds = |x: i32, y: i32| Bounds { min: at(x, y), max: at(x + 10, y + 10) };
        for (x, y) in [(0, 0), (10, 0), (-10, 0), (0, 10), (0, -10), (10, 10), (-10, -10), (3, -4)] {
            assert!(bounds(0, 0).meets(&bounds(x, y)), "{x} {y}");
        }
        for (x, y) in [(11, 0), (-11, 0), (0, 11), (0, -11), (11, 11), (-11, 3)] {
            assert!(!bounds(0, 0).meets(&bounds(x, y)), "{x} {y}");
        }
    }

    fn count(line: &Polyline, path: &[Point]) -> usize {
        crossings(line, &Route::of(path), Onset::Fresh).len()
    }

    #[test]
    fn a_point_is_on_a_line_if_it_is_on_one_of_its_segments() {
        let bend = Polyline::new(vec![at(0, 0), at(10, 0), at(10, 10)]).unwrap();
        for p in [at(0, 0), at(4, 0), at(10, 0), at(10, 7), at(10, 10)] {
            assert!(is_on(&bend, p), "{p:?}");
        }
        // In its box, or in line with a segment, is not on it.
        for p in [at(5, 5), at(9, 1), at(11, 0), at(10, 11), at(-1, 0), Point::new(4000, 1)] {
            assert!(!is_on(&bend, p), "{p:?}");
        }
    }

    #[test]
    fn a_walk_through_a_line_crosses_it_once() {
        // TH-GEO-12
        let stream = Polyline::new(vec![at(10, 0), at(10, 20)]).unwrap();
        assert_eq!(count(&stream, &[at(6, 10), at(10, 10), at(14, 10)]), 1);
        assert_eq!(count(&stream, &[at(6, 10), at(10, 10), at(6, 12)]), 0);
        assert_eq!(count(&stream, &[at(14, 10), at(10, 10), at(14, 12)]), 0);
        // Walking along it and leaving on either side.
        assert_eq!(count(&stream, &[at(6, 10), at(10, 10), at(10, 12), at(6, 12)]), 0);
        assert_eq!(count(&stream, &[at(6, 10), at(10, 10), at(10, 12), at(14, 12)]), 1);
        assert_eq!(count(&stream, &[at(14, 10), at(10, 10), at(10, 12), at(14, 12)]), 0);
        // Who ends on it, or begins there, has not crossed it.
        for side in [6, 14] {
            assert_eq!(count(&stream, &[at(side, 10), at(10, 10)]), 0);
            assert_eq!(count(&stream, &[at(10, 10), at(side, 10)]), 0);
            assert!(!stream.is_crossed(at(side, 10), at(10, 10)));
        }
        assert!(stream.is_crossed(at(6, 10), at(14, 10)) && stream.is_crossed(at(14, 10), at(6, 10)));
        // Beyond its ends; its very ends are part of it.
        assert_eq!(count(&stream, &[at(6, 21), at(14, 21)]), 0);
        for end in [0, 20] {
            assert_eq!(count(&stream, &[at(6, end), at(14, end)]), 1);
            assert_eq!(count(&stream, &[at(14, end), at(6, end)]), 1);
        }
    }

    #[test]
    fn a_walk_through_a_bend_crosses_once() {
        let stream = Polyline::new(vec![at(10, 0), at(12, 10), at(9, 20)]).unwrap();
        for (p, q) in [(at(6, 10), at(14, 10)), (at(14, 10), at(6, 10)), (at(10, 5), at(14, 15))] {
            assert_eq!(count(&stream, &[p, q]), 1, "{p} {q}");
        }
    }

    #[test]
    fn distances_round_half_up_and_exactly() {
        // TH-GEO-10: a gap of 2.0049 is within 2, one of 2.0051 is not.
        let far = |x: i64, y: i64| Apart::points(Step::new(x, y)).rounded(0);
        assert_eq!((far(2004, 0), far(2005, 0)), (Hundredths(200), Hundredths(201)));
        assert_eq!((far(4, 0), far(5, 0), far(3, 4)), (Hundredths(0), Hundredths(1), Hundredths(1)));
        assert_eq!(Apart::points(Step::new(3004, 0)).rounded(1000), Hundredths(200));
        assert_eq!(Apart::points(Step::new(800, 0)).rounded(1000), Hundredths(0));
        // To a sloping segment: 5 thousandths exactly is a hundredth, a hair less is none.
        let along = Step::new(3000, 4000);
        assert_eq!(Apart::segment(along, Step::new(1500 + 4, 2000 - 3)).rounded(0), Hundredths(1));
        assert_eq!(Apart::segment(along, Step::new(1500 + 4, 2001 - 3)).rounded(0), Hundredths(0));
        assert!(!Apart::ZERO.below(0) && Apart::ZERO.below(1));
        assert!(Apart::points(Step::new(2_000_000, 2_000_000)).below(Hundredths(i32::MAX).reach()));
    }

    #[test]
    fn segments_touch_at_their_ends_and_along_each_other() {
        let touch = |p: (i32, i32), q: (i32, i32), a: (i32, i32), b: (i32, i32)| {
            segments_touch(at(p.0, p.1), at(q.0, q.1), at(a.0, a.1), at(b.0, b.1))
        };
        assert!(touch((0, 0), (4, 4), (0, 4), (4, 0)));
        assert!(touch((0, 0), (4, 0), (4, 0), (8, 3)));
        assert!(touch((0, 0), (4, 0), (2, 0), (2, 5)));
        assert!(touch((0, 0), (4, 0), (2, 0), (9, 0)));
        assert!(!touch((0, 0), (4, 0), (5, 0), (9, 0)));
        assert!(!touch((0, 0), (4, 0), (0, 1), (4, 1)));
    }

    #[test]
    fn a_leg_leaves_the_board_where_it_meets_the_edge() {
        let board = Bounds { min: at(0, 0), max: at(72, 48) };
        assert_eq!(board.left_at(at(70, 20), at(72, 20)), None);
        let share = board.left_at(at(70, 20), at(73, 20)).unwrap();
        assert_eq!(at(70, 20).toward(at(73, 20), share), at(72, 20));
        assert_eq!(board.left_at(at(2, 2), at(-2, -6)), Some(0.25));
    }

    #[test]
    fn nearest_points_of_a_line() {
        let road = Polyline::new(vec![at(0, 0), at(10, 0), at(10, 10)]).unwrap();
        assert_eq!(road.nearest(at(4, 3)), at(4, 0));
        assert_eq!(road.nearest(at(20, 20)), at(10, 10));
        assert_eq!(road.gap(at(4, 3)), Hundredths(300));
        assert_eq!(Polyline::new(vec![at(0, 0)]), Err(LineError::TooFew(1)));
        assert_eq!(Polyline::new(vec![at(0, 0), at(2000, 0)]), Err(LineError::OutOfBounds(1)));
    }

    #[test]
    fn of_two_places_of_a_line_as_near_the_earlier_one_is_told() {
        let bend = [at(0, 0), at(10, 0), at(10, 10)];
        assert_eq!(Polyline::new(bend.to_vec()).unwrap().nearest(at(5, 5)), at(5, 0));
        let back = bend.iter().rev().copied().collect();
        assert_eq!(Polyline::new(back).unwrap().nearest(at(5, 5)), at(10, 5));
    }

    #[test]
    fn a_leg_along_an_edge_leaves_at_the_other_ones() {
        let board = Bounds { min: at(0, 0), max: at(64, 48) };
        let left = |from: (i32, i32), to: (i32, i32)| board.left_at(at(from.0, from.1), at(to.0, to.1));
        for x in [0, 20, 64] {
            assert_eq!((left((x, 40), (x, 56)), left((x, 8), (x, -24))), (Some(0.5), Some(0.25)), "{x}");
        }
        for y in [0, 20, 48] {
            assert_eq!((left((60, y), (76, y)), left((8, y), (-8, y))), (Some(0.25), Some(0.5)), "{y}");
        }
        assert_eq!((left((64, 20), (65, 20)), left((0, 0), (-1, 1))), (Some(0.0), Some(0.0)));
        assert_eq!((left((64, 48), (0, 0)), left((10, 10), (10, 10))), (None, None));
    }

    #[test]
    fn segments_touch_where_they_share_a_single_point() {
        let touch = |p: (i32, i32), q: (i32, i32), a: (i32, i32), b: (i32, i32)| {
            let (p, q, a, b) = (at(p.0, p.1), at(q.0, q.1), at(a.0, a.1), at(b.0, b.1));
            let found = segments_touch(p, q, a, b);
            for other in [segments_touch(q, p, a, b), segments_touch(a, b, p, q), segments_touch(b, a, q, p)]
            {
                assert_eq!(found, other);
            }
            found
        };
        // An end in the middle of the other, and just before it.
        assert!(touch((0, 0), (8, 4), (4, 2), (4, 9)) && !touch((0, 0), (8, 4), (4, 3), (4, 9)));
        // The boxes meet, the segments do not; the line of one meets the other, but beyond its end.
        assert!(!touch((0, 0), (8, 8), (4, 0), (8, 3)) && !touch((0, 0), (8, 8), (0, 9), (20, 9)));
        assert!(!touch((0, 0), (4, 4), (6, 6), (9, 2)) && !touch((0, 0), (4, 4), (5, 5), (9, 9)));
        // A point is a segment, too.
        assert!(touch((4, 2), (4, 2), (0, 0), (8, 4)) && !touch((4, 3), (4, 3), (0, 0), (8, 4)));
        assert!(!touch((10, 5), (10, 5), (0, 0), (8, 4)) && touch((3, 3), (3, 3), (3, 3), (3, 3)));
    }

    #[test]
    fn a_distance_less_a_radius_is_rounded_once() {
        let gap = |far: i64, radius: i64| Apart::points(Step::new(0, far)).rounded(radius);
        for radius in [0, 7, 250, 1000] {
            assert_eq!(
                (gap(radius, radius), gap(radius + 4, radius)),
                (Hundredths(0), Hundredths(0)),
                "{radius}"
            );
            assert_eq!(
                (gap(radius + 5, radius), gap(radius + 14, radius)),
                (Hundredths(1), Hundredths(1)),
                "{radius}"
            );
            assert_eq!(gap(radius + 1_234_565, radius), Hundredths(123_457), "{radius}");
        }
        assert_eq!(gap(0, 1000), Hundredths(0));
        // Less than 15 by less than floating point tells: 15 squared is 225.
        let along = Step::new(900_000, 899_999);
        let apart = Apart::segment(along, Step::new(450_010, 449_989));
        assert_eq!(apart.rounded(0), Hundredths(if apart.below(15) { 1 } else { 2 }));
    }
}
