//! Simple polygons: what lies inside, and which stretches of a leg do.

use smallvec::SmallVec;

use super::line::{Bounds, apart, in_box, met_at, orient, segments_touch};
use super::point::{Hundredths, Point};

/// Shares of a leg nearer to each other than this are the same place.
const SAME: f64 = 1e-12;

/// Where a point lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    Inside,
    Outline,
    Outside,
}

/// Does the outline belong to the area?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outline {
    /// It does, as where a centre on the boundary is inside.
    Counts,
    /// It does not: only what lies strictly inside does.
    Apart,
}

/// A part of a leg, in shares of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stretch {
    pub from: f64,
    pub to: f64,
}

pub type Stretches = SmallVec<[Stretch; 4]>;

/// Why points enclose no area.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PolygonError {
    #[error("an outline needs at least three points, not {0}")]
    TooFew(usize),
    #[error("point {0} of the outline lies off every table")]
    OutOfBounds(usize),
    #[error("point {0} of the outline repeats the one before it")]
    Repeated(usize),
    #[error("at point {0} the outline turns back on itself")]
    Spike(usize),
    #[error("the sides from point {0} and from point {1} of the outline meet")]
    Crossing(usize, usize),
}

/// A simple polygon: its sides meet only at its corners, and it is kept counter-clockwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Polygon {
    points: Vec<Point>,
    bounds: Bounds,
}

impl Polygon {
    /// Points in either sense of rotation, the first not repeated at the end.
    ///
    /// ```
    /// # use geometry::ground::{Point, Polygon, PolygonError};
    /// let [a, b, c, d] = [(0, 0), (9, 0), (9, 9), (0, 9)].map(|(x, y)| Point::new(x, y));
    /// assert!(Polygon::new(vec![a, b, c, d]).is_ok());
    /// assert_eq!(Polygon::new(vec![a, c, b, d]), Err(PolygonError::Crossing(0, 2)));
    /// ```
    pub fn new(points: Vec<Point>) -> Result<Self, PolygonError> {
        let n = points.len();
        if n < 3 {
            return Err(PolygonError::TooFew(n));
        }
        if let Some(i) = points.iter().position(|p| !p.in_bounds()) {
            return Err(PolygonError::OutOfBounds(i));
        }
        let corner = |i: usize| points[i % n];
        for i in 0..n {
            let (a, b, c) = (corner(i), corner(i + 1), corner(i + 2));
            if a == b {
                return Err(PolygonError::Repeated((i + 1) % n));
            }
            if orient(a, b, c) == 0 && (b - a).dot(c - b) < 0 {
                return Err(PolygonError::Spike((i + 1) % n));
            }
        }
        for i in 0..n {
            for j in i + 2..n {
                let neighbours = i == 0 && j == n - 1;
                if !neighbours && segments_touch(corner(i), corner(i + 1), corner(j), corner(j + 1)) {
                    return Err(PolygonError::Crossing(i, j));
                }
            }
        }
        let mut polygon = Self { bounds: Bounds::of(&points), points };
        if polygon.doubled_area() < 0 {
            polygon.points.reverse();
        }
        Ok(polygon)
    }

    /// A box between two corners.
    pub fn rectangle(a: Point, c: Point) -> Result<Self, PolygonError> {
        Self::new(vec![a, Point::new(c.x, a.y), c, Point::new(a.x, c.y)])
    }

    /// The corners, counter-clockwise.
    pub fn points(&self) -> &[Point] {
        &self.points
    }

    pub fn bounds(&self) -> &Bounds {
        &self.bounds
    }

    pub fn sides(&self) -> impl Iterator<Item = (Point, Point)> + '_ {
        let next = self.points.iter().skip(1).chain(self.points.first());
        self.points.iter().copied().zip(next.copied())
    }

    fn doubled_area(&self) -> i64 {
        let origin = self.points[0];
        self.sides().map(|(a, b)| (a - origin).cross(b - origin)).sum()
    }

    /// Exactly where a point lies.
    pub fn place(&self, p: Point) -> Place {
        if !self.bounds.contains(p) {
            return Place::Outside;
        }
        let mut inside = false;
        for (a, b) in self.sides() {
            let side = orient(a, b, p);
            if side == 0 && in_box(a, b, p) {
                return Place::Outline;
            }
            // A side counts its lower end but not its upper one, so a corner is never counted twice.
            let (before, after) = (a.y > p.y, b.y > p.y);
            if before != after && side.is_positive() == after {
                inside = !inside;
            }
        }
        if inside { Place::Inside } else { Place::Outside }
    }

    /// Inside or on the outline.
    pub fn contains(&self, p: Point) -> bool {
        self.place(p) != Place::Outside
    }

    /// Do all points lie strictly inside, none of them on the outline?
    pub fn holds_strictly(&self, points: &[Point]) -> bool {
        points.iter().all(|p| self.place(*p) == Place::Inside)
    }

    /// The stretches of the leg from `p` to `q` that lie inside, in order.
    ///
    /// ```text
    ///          +-----------+
    ///   p ----[=====]      |      Each side is met where its ends lie on different sides of the
    ///         |      \     |      leg, ends on the leg counting as left; between two meetings
    ///         |       \  [=|==> q the leg is inside or outside for good. A side that runs along
    ///         +---------+--+      the leg is the outline itself, and is added or taken away.
    /// ```
    pub fn stretches(&self, p: Point, q: Point, outline: Outline) -> Stretches {
        let mut found = Stretches::new();
        let way = q - p;
        let whole = way.squared();
        if whole == 0 || !self.bounds.meets(&Bounds::of(&[p, q])) {
            return found;
        }
        let mut met: SmallVec<[f64; 8]> = SmallVec::new();
        let mut along = Stretches::new();
        let mut inside = false;
        let last = self.points[self.points.len() - 1];
        let (mut a, mut side_a) = (last, way.cross(last - p));
        for &b in &self.points {
            let side_b = way.cross(b - p);
            if (side_a >= 0) != (side_b >= 0) {
                let share = met_at(p, q, a, b);
                if share <= 0.0 {
                    inside = !inside;
                } else if share < 1.0 {
                    met.push(share);
                }
            } else if side_a == 0 && side_b == 0 {
                let share = |c: Point| (way.dot(c - p) as f64 / whole as f64).clamp(0.0, 1.0);
                let (from, to) = (share(a).min(share(b)), share(a).max(share(b)));
                if from < to {
                    along.push(Stretch { from, to });
                }
            }
            (a, side_a) = (b, side_b);
        }
        met.sort_by(f64::total_cmp);
        let mut from = 0.0;
        for &share in &met {
            if inside {
                found.push(Stretch { from, to: share });
            }
            (inside, from) = (!inside, share);
        }
        if inside {
            found.push(Stretch { from, to: 1.0 });
        }
        match outline {
            Outline::Counts => {
                found.extend(along);
                joined(found)
            }
            // Two areas of one polygon that meet in a point of the leg stay two stretches: the outline is there.
            Outline::Apart => {
                for side in along {
                    found = without(&found, side);
                }
                found.retain(|s| s.to - s.from > SAME);
                found
            }
        }
    }

    /// Does the area, outline included, hold the whole leg?
    pub fn holds_leg(&self, p: Point, q: Point) -> bool {
        if p == q {
            return self.contains(p);
        }
        matches!(self.stretches(p, q, Outline::Counts)[..], [s] if s.from <= SAME && s.to >= 1.0 - SAME)
    }

    /// The distance from a point, rounded: 0 inside.
    pub fn gap(&self, p: Point) -> Hundredths {
        if self.contains(p) { Hundredths::ZERO } else { self.outline_gap(p) }
    }

    /// The distance from a point to the outline, rounded.
    pub fn outline_gap(&self, p: Point) -> Hundredths {
        self.sides().map(|(a, b)| apart(p, a, b).rounded(0)).min().unwrap_or_default()
    }

    /// Every corner moved outward (inward if negative) along the line that halves its angle, so that both sides
    /// are that far away; at sharp corners no farther than four times as far.
    pub fn pushed(&self, thousandths: f64) -> Vec<Point> {
        let n = self.points.len();
        (0..n)
            .map(|i| {
                let (a, b, c) = (self.points[(i + n - 1) % n], self.points[i], self.points[(i + 1) % n]);
                let (back, on) = ((b - a).as_vec(), (c - b).as_vec());
                let (m, k) = ((back / back.length()).perp_right(), (on / on.length()).perp_right());
                // m and k are the outward normals of the two sides; their sum over 1 + m.k reaches both.
                let push = (m + k) * (thousandths / (1.0 + m.dot(k)).max(0.25));
                Point::new(b.x + push.x.round() as i32, b.y + push.y.round() as i32)
            })
            .collect()
    }

    /// Does the outline turn left at corner `i`, as a convex one does everywhere?
    pub fn is_convex_at(&self, i: usize) -> bool {
        let n = self.points.len();
        orient(self.points[(i + n - 1) % n], self.points[i], self.points[(i + 1) % n]) > 0
    }
}

/// Overlapping and adjoining stretches as one, in order.
pub(crate) fn joined(mut stretches: Stretches) -> Stretches {
    stretches.sort_by(|a, b| a.from.total_cmp(&b.from));
    let mut out = Stretches::new();
    for s in stretches {
        match out.last_mut() {
            Some(last) if s.from <= last.to + SAME => last.to = last.to.max(s.to),
            _ => out.push(s),
        }
    }
    out.retain(|s| s.to - s.from > SAME);
    out
}

fn without(stretches: &[Stretch], hole: Stretch) -> Stretches {
    let mut out = Stretches::new();
    for &s in stretches {
        let before = Stretch { from: s.from, to: s.to.min(hole.from) };
        let behind = Stretch { from: s.from.max(hole.to), to: s.to };
        out.extend([before, behind].into_iter().filter(|s| s.from < s.to));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hole_leaves_what_is_before_and_behind_it() {
        let stretch = |from: f64, to: f64| Stretch { from, to };
        let left = |from, to| without(&[stretch(0.25, 0.75)], stretch(from, to)).to_vec();
        assert_eq!(left(0.4, 0.5), [stretch(0.25, 0.4), stretch(0.5, 0.75)]);
        assert_eq!(left(0.25, 0.5), [stretch(0.5, 0.75)]);
        assert_eq!(left(0.5, 0.75), [stretch(0.25, 0.5)]);
        assert_eq!(left(0.25, 0.75), []);
        assert_eq!(left(0.1, 0.9), []);
        for (from, to) in [(0.0, 0.25), (0.75, 1.0), (0.0, 0.1), (0.8, 1.0)] {
            assert_eq!(left(from, to), [stretch(0.25, 0.75)], "{from} {to}");
        }
    }

    fn at(x: i32, y: i32) -> Point {
        Point::new(x * 1000, y * 1000)
    }

    fn polygon(points: &[(i32, i32)]) -> Polygon {
        Polygon::new(points.iter().map(|p| at(p.0, p.1)).collect()).unwrap()
    }

    fn shares(polygon: &Polygon, p: Point, q: Point, outline: Outline) -> Vec<(f64, f64)> {
        polygon.stretches(p, q, outline).iter().map(|s| (s.from, s.to)).collect()
    }

    #[test]
    fn outlines_that_enclose_no_area_are_refused() {
        let made = |points: &[(i32, i32)]| {
            Polygon::new(points.iter().map(|p| at(p.0, p.1)).collect()).map(|p| p.points.len())
        };
        assert_eq!(made(&[(0, 0), (4, 0)]), Err(PolygonError::TooFew(2)));
        assert_eq!(made(&[(0, 0), (4, 0), (4, 0), (0, 4)]), Err(PolygonError::Repeated(2)));
        assert_eq!(made(&[(0, 0), (4, 0), (4, 4), (0, 0)]), Err(PolygonError::Repeated(0)));
        assert_eq!(made(&[(0, 0), (4, 0), (2, 0), (2, 4)]), Err(PolygonError::Spike(1)));
        assert_eq!(made(&[(0, 0), (4, 4), (4, 0), (0, 4)]), Err(PolygonError::Crossing(0, 2)));
        assert_eq!(made(&[(0, 0), (4, 0), (4, 4), (2, 0), (0, 4)]), Err(PolygonError::Crossing(0, 2)));
        assert_eq!(made(&[(0, 0), (4, 0), (4, 1000)]), Err(PolygonError::OutOfBounds(2)));
        assert_eq!(made(&[(0, 0), (2, 0), (4, 0), (4, 4)]), Ok(4));
        assert_eq!(made(&[(0, 0), (4, 0), (8, 0)]), Err(PolygonError::Spike(2)));
        assert_eq!(
            PolygonError::Crossing(0, 2).to_string(),
            "the sides from point 0 and from point 2 of the outline meet"
        );
    }

    #[test]
    fn a_point_on_the_outline_is_inside_but_not_strictly() {
        // TH-GEO-02, TH-GEO-16
        let woods = polygon(&[(0, 0), (10, 0), (10, 20), (0, 20)]);
        assert_eq!(woods.place(Point::new(10_000, 10_000)), Place::Outline);
        assert!(woods.contains(Point::new(10_000, 10_000)));
        assert!(!woods.contains(Point::new(10_300, 10_000)));
        assert!(!woods.contains(Point::new(10_001, 10_000)));
        assert_eq!(woods.place(at(0, 0)), Place::Outline);
        assert!(!woods.holds_strictly(&[at(5, 5), at(10, 5)]));
        assert!(woods.holds_strictly(&[at(5, 5), at(9, 5)]));
    }

    #[test]
    fn the_sense_of_rotation_does_not_matter() {
        let (left, right) = (
            polygon(&[(0, 0), (4, 0), (4, 4), (2, 2), (0, 4)]),
            polygon(&[(0, 4), (2, 2), (4, 4), (4, 0), (0, 0)]),
        );
        assert_eq!(left.points().len(), right.points().len());
        for (x, y) in [(1, 1), (2, 3), (0, 4), (1, 3), (3, 3), (2, 2), (5, 2)] {
            assert_eq!(left.place(at(x, y)), right.place(at(x, y)), "{x} {y}");
        }
        assert_eq!(left.place(at(2, 3)), Place::Outside);
        assert!(left.is_convex_at(0) && !left.is_convex_at(3));
    }

    #[test]
    fn stretches_of_a_notched_area() {
        let notched = polygon(&[(0, 0), (8, 0), (8, 8), (4, 4), (0, 8)]);
        let both = [Outline::Counts, Outline::Apart];
        for outline in both {
            assert_eq!(shares(&notched, at(-2, 2), at(14, 2), outline), [(0.125, 0.625)]);
            assert_eq!(shares(&notched, at(0, 6), at(8, 6), outline), [(0.0, 0.25), (0.75, 1.0)]);
            assert_eq!(shares(&notched, at(2, 2), at(3, 2), outline), [(0.0, 1.0)]);
            assert_eq!(shares(&notched, at(-2, 9), at(14, 9), outline), []);
            // Past a corner without entering.
            assert_eq!(shares(&notched, at(-4, 4), at(4, 12), outline), []);
        }
        // Through the notch's very point: inside all the way, but for the point itself.
        assert_eq!(shares(&notched, at(0, 4), at(8, 4), Outline::Counts), [(0.0, 1.0)]);
    }

    #[test]
    fn a_leg_along_a_side_is_on_the_outline() {
        // TH-COV-03: it may run along the edge.
        let square = polygon(&[(0, 0), (8, 0), (8, 8), (0, 8)]);
        for (p, q) in [(at(-8, 0), at(8, 0)), (at(-8, 8), at(8, 8))] {
            assert_eq!(shares(&square, p, q, Outline::Counts), [(0.5, 1.0)]);
            assert_eq!(shares(&square, q, p, Outline::Counts), [(0.0, 0.5)]);
            assert_eq!(shares(&square, p, q, Outline::Apart), []);
            assert_eq!(shares(&square, q, p, Outline::Apart), []);
        }
        // A side along the leg, with the area before and behind it.
        let step = polygon(&[(0, 0), (4, 0), (4, 4), (8, 4), (8, 8), (0, 8)]);
        assert_eq!(shares(&step, at(0, 4), at(8, 4), Outline::Counts), [(0.0, 1.0)]);
        assert_eq!(shares(&step, at(0, 4), at(8, 4), Outline::Apart), [(0.0, 0.5)]);
        assert_eq!(shares(&step, at(8, 4), at(0, 4), Outline::Apart), [(0.5, 1.0)]);
        assert!(step.holds_leg(at(0, 4), at(8, 4)) && !step.holds_leg(at(0, 4), at(9, 4)));
        assert!(!step.holds_leg(at(3, 1), at(7, 5)), "over the notch");
        assert!(step.holds_leg(at(8, 8), at(8, 8)));
    }

    #[test]
    fn gaps_to_an_area() {
        let square = polygon(&[(0, 0), (8, 0), (8, 8), (0, 8)]);
        assert_eq!(square.gap(at(3, 3)), Hundredths(0));
        assert_eq!(square.outline_gap(at(3, 3)), Hundredths(300));
        assert_eq!(square.gap(at(11, 12)), Hundredths(500));
    }

    #[test]
    fn corners_are_pushed_outward() {
        let square = polygon(&[(0, 0), (8, 0), (8, 8), (0, 8)]);
        let corners = |by| square.pushed(by).iter().map(|p| (p.x, p.y)).collect::<Vec<_>>();
        assert_eq!(corners(10.0), [(-10, -10), (8010, -10), (8010, 8010), (-10, 8010)]);
        assert_eq!(corners(-10.0), [(10, 10), (7990, 10), (7990, 7990), (10, 7990)]);
    }

    #[test]
    fn a_point_at_the_height_of_corners_has_its_place() {
        // Notches from above and from below, their tips at the height of four other corners.
        let comb = polygon(&[
            (0, 4),
            (2, 0),
            (4, 4),
            (6, 0),
            (8, 4),
            (10, 4),
            (10, 8),
            (7, 4),
            (4, 8),
            (2, 4),
            (0, 8),
        ]);
        let place = |halves: i32| comb.place(Point::new(halves * 500, 4000));
        for halves in [-1, 21] {
            assert_eq!(place(halves), Place::Outside, "{halves}");
        }
        for halves in [1, 3, 5, 7, 9, 11, 13, 15] {
            assert_eq!(place(halves), Place::Inside, "{halves}");
        }
        for halves in [0, 4, 8, 14, 16, 17, 18, 20] {
            assert_eq!(place(halves), Place::Outline, "{halves}");
        }
    }

    #[test]
    fn a_straight_corner_is_not_convex() {
        let straight = polygon(&[(0, 0), (2, 0), (4, 0), (4, 4)]);
        assert_eq!((0..4).map(|i| straight.is_convex_at(i)).collect::<Vec<_>>(), [true, false, true, true]);
    }

    #[test]
    fn stretches_as_near_as_the_same_place_are_one() {
        let made = |list: &[(f64, f64)]| {
            let all = joined(list.iter().map(|&(from, to)| Stretch { from, to }).collect());
            all.iter().map(|s| (s.from, s.to)).collect::<Vec<_>>()
        };
        assert_eq!(made(&[(0.5, 1.0), (SAME, 0.25), (-0.5, 0.0)]), [(-0.5, 0.25), (0.5, 1.0)]);
        assert_eq!(made(&[(3.0 * SAME, 0.25), (-0.5, 0.0)]).len(), 2);
        assert_eq!(made(&[(0.0, SAME), (0.5, 0.75), (0.5, 0.625)]), [(0.5, 0.75)]);
        assert_eq!(made(&[(0.0, 2.0 * SAME)]).len(), 1);
    }
}
