//! Footprints: small convex polygons with numbered sides.

use crate::TOLERANCE;
use crate::pose::Pose;
use crate::span::Span;
use crate::vec2::Vec2;

/// The most sides that a [`Convex`] can have.
pub const MAX_SIDES: usize = 8;

const SQRT_3: f64 = 1.732_050_807_568_877_2;

/// A convex polygon of three to eight vertices, clockwise seen from above. Side `i` runs from vertex `i` to
/// the next one; the inside lies to its right.
///
/// ```text
///     0 ---side 0--> 1         heading        0 -side 0-> 1
///     ^              |            ^          /             \
///   side 3         side 1         |       side 5          side 1
///     |              v            |        /                 \
///     3 <--side 2--- 2                    5                   2
///                                          \                 /
///   rectangle: front, right,            side 4          side 2
///   rear, left                               \             /
///                                             4 <-side 3- 3
///
///                              hexagon: front, front-right, rear-right,
///                              rear, rear-left, front-left
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Convex {
    vertices: [Vec2; MAX_SIDES],
    normals: [Vec2; MAX_SIDES],
    count: usize,
    centre: Vec2,
    /// No vertex is farther from the centre.
    radius: f64,
    /// No side is nearer to the centre.
    inner_radius: f64,
}

impl Convex {
    /// A rectangle about the pose, `width` across the heading and `length` along it. Both are positive.
    ///
    /// ```
    /// # use geometry::{Angle, Convex, Pose, Vec2};
    /// let base = Convex::rectangle(Pose::default(), 44.0, 68.0);
    /// assert_eq!(base.vertices()[0], Vec2::new(-22.0, 34.0)); // front-left
    /// assert_eq!(base.vertices()[2], Vec2::new(22.0, -34.0)); // rear-right
    /// assert_eq!(base.side_middle(1), Vec2::new(22.0, 0.0));
    /// ```
    pub fn rectangle(pose: Pose, width: f64, length: f64) -> Self {
        let (ahead, aside) = (pose.heading.fwd(), pose.heading.right());
        let (x, y) = (width * 0.5, length * 0.5);
        let (right, front) = (aside * x, ahead * y);
        let c = pose.centre;
        let o = Vec2::ZERO;
        Self {
            vertices: [
                c + front - right,
                c + front + right,
                c - front + right,
                c - front - right,
                o,
                o,
                o,
                o,
            ],
            normals: [ahead, aside, -ahead, -aside, o, o, o, o],
            count: 4,
            centre: c,
            radius: (x * x + y * y).sqrt(),
            inner_radius: x.min(y),
        }
    }

    /// A regular hexagon about the pose whose front side is perpendicular to the heading, at the distance
    /// `apothem` from the centre. It is positive.
    ///
    /// ```
    /// # use geometry::{Convex, Pose, Vec2};
    /// let base = Convex::hexagon(Pose::default(), 30.0);
    /// assert!(base.side_middle(1).distance(Vec2::new(25.98, 15.0)) < 0.01); // front-right
    /// ```
    pub fn hexagon(pose: Pose, apothem: f64) -> Self {
        let (ahead, aside) = (pose.heading.fwd(), pose.heading.right());
        let half_side = apothem / SQRT_3;
        let (front, right) = (ahead * apothem, aside * half_side);
        let (up, out) = (ahead * 0.5, aside * (SQRT_3 * 0.5));
        let c = pose.centre;
        let o = Vec2::ZERO;
        Self {
            vertices: [
                c + front - right,
                c + front + right,
                c + right * 2.0,
                c - front + right,
                c - front - right,
                c - right * 2.0,
                o,
                o,
            ],
            normals: [ahead, up + out, out - up, -ahead, -up - out, up - out, o, o],
            count: 6,
            centre: c,
            radius: half_side * 2.0,
            inner_radius: apothem,
        }
    }

    /// Any convex polygon, from its vertices in clockwise order. None if there are fewer than three or more
    /// than eight, if they are not finite, not clockwise or not convex, or if a side is so short that it is
    /// lost when the polygon shrinks by [`TOLERANCE`].
    ///
    /// ```
    /// # use geometry::{Convex, Vec2};
    /// let corners = [Vec2::new(0.0, 0.0), Vec2::new(0.0, 9.0), Vec2::new(9.0, 0.0)];
    /// assert!(Convex::from_vertices(&corners).is_some());
    /// let [a, b, c] = corners;
    /// assert!(Convex::from_vertices(&[a, c, b]).is_none());
    /// ```
    pub fn from_vertices(corners: &[Vec2]) -> Option<Self> {
        let count = corners.len();
        if !(3..=MAX_SIDES).contains(&count) || !corners.iter().all(|v| v.is_finite()) {
            return None;
        }
        let mut shape = Self {
            vertices: [Vec2::ZERO; MAX_SIDES],
            normals: [Vec2::ZERO; MAX_SIDES],
            count,
            centre: corners.iter().fold(Vec2::ZERO, |sum, &v| sum + v) / count as f64,
            radius: 0.0,
            inner_radius: f64::INFINITY,
        };
        shape.vertices[..count].copy_from_slice(corners);
        for i in 0..count {
            let (a, b) = shape.side(i);
            let along = b - a;
            shape.normals[i] = along.perp_left() / along.length();
            shape.radius = shape.radius.max(a.distance(shape.centre));
            shape.inner_radius = shape.inner_radius.min(shape.normals[i].dot(a - shape.centre));
        }
        (0..count).all(|i| shape.bounds_all_others(i) && shape.outlasts_tolerance(i)).then_some(shape)
    }

    /// Do all vertices but the side's own ends lie inside its line?
    fn bounds_all_others(&self, side: usize) -> bool {
        let (a, _) = self.side(side);
        (2..self.count).all(|k| self.side_normal(side).dot(self.vertex(side + k) - a) < 0.0)
    }

    /// Is a part of the side left when all sides move in by the tolerance?
    fn outlasts_tolerance(&self, side: usize) -> bool {
        let (a, b) = self.side(side);
        (self.inset_vertex(side + 1) - self.inset_vertex(side)).dot(b - a) > 0.0
    }

    /// The corners in clockwise order.
    #[inline]
    pub fn vertices(&self) -> &[Vec2] {
        &self.vertices[..self.count]
    }

    /// The unit normals of the sides, pointing outward.
    #[inline]
    pub fn normals(&self) -> &[Vec2] {
        &self.normals[..self.count]
    }

    #[inline]
    pub fn side_count(&self) -> usize {
        self.count
    }

    /// Where rectangle and hexagon stand; the mean of the vertices of any other shape.
    #[inline]
    pub fn centre(&self) -> Vec2 {
        self.centre
    }

    /// The radius of a circle about the centre that encloses the shape.
    #[inline]
    pub fn radius(&self) -> f64 {
        self.radius
    }

    /// The radius of a circle about the centre that lies within the shape.
    #[inline]
    pub fn inner_radius(&self) -> f64 {
        self.inner_radius
    }

    /// Sides and vertices are counted round and round: the one after the last is the first. Dividing is
    /// slow and seldom needed.
    #[inline]
    fn wrap(&self, index: usize) -> usize {
        if index < self.count { index } else { index % self.count }
    }

    #[inline]
    fn vertex(&self, index: usize) -> Vec2 {
        self.vertices[self.wrap(index)]
    }

    /// The ends of a side, in clockwise order. Sides are counted round and round.
    ///
    /// ```
    /// # use geometry::{Convex, Pose, Vec2};
    /// let base = Convex::rectangle(Pose::default(), 44.0, 68.0);
    /// assert_eq!(base.side(0), (Vec2::new(-22.0, 34.0), Vec2::new(22.0, 34.0)));
    /// ```
    #[inline]
    pub fn side(&self, index: usize) -> (Vec2, Vec2) {
        let start = self.wrap(index);
        let end = if start + 1 < self.count { start + 1 } else { 0 };
        (self.vertices[start], self.vertices[end])
    }

    #[inline]
    pub fn side_middle(&self, index: usize) -> Vec2 {
        let (a, b) = self.side(index);
        (a + b) * 0.5
    }

    /// The unit vector that points straight out of a side.
    #[inline]
    pub fn side_normal(&self, index: usize) -> Vec2 {
        self.normals[self.wrap(index)]
    }

    /// The vertex of the same polygon with every side moved in by [`TOLERANCE`].
    ///
    /// ```text
    ///    side i-1   ___--v         v - k (m + n) lies TOLERANCE inside
    ///      m ^ ___--    / \        both sides if k = TOLERANCE / (1 + m.n)
    ///            ___--x'   \ side i
    ///                  \    \ n >
    /// ```
    #[inline]
    pub(crate) fn inset_vertex(&self, index: usize) -> Vec2 {
        let index = self.wrap(index);
        let previous = if index > 0 { index - 1 } else { self.count - 1 };
        let (before, after) = (self.normals[previous], self.normals[index]);
        self.vertices[index] - (before + after) * (TOLERANCE / (1.0 + before.dot(after)))
    }

    /// How far a point lies outside the line of its outermost side; negative inside the shape.
    #[inline]
    pub(crate) fn outside_by(&self, point: Vec2) -> f64 {
        let mut most = f64::NEG_INFINITY;
        for (&v, &n) in self.vertices().iter().zip(self.normals()) {
            let outside = n.dot(point - v);
            if outside > most {
                most = outside;
            }
        }
        most
    }

    /// Is the point inside every side, or outside by no more than `margin`? A negative margin asks for a
    /// point deep inside.
    ///
    /// ```
    /// # use geometry::{Convex, Pose, Vec2};
    /// let base = Convex::rectangle(Pose::default(), 44.0, 68.0);
    /// assert!(base.contains(Vec2::new(22.0, 0.0), 0.0));
    /// assert!(!base.contains(Vec2::new(22.0, 0.0), -0.5));
    /// ```
    #[inline]
    pub fn contains(&self, point: Vec2, margin: f64) -> bool {
        self.outside_by(point) <= margin
    }

    /// The part of the line `from + t * along` inside the shape, its sides moved out by `margin`.
    #[inline]
    pub(crate) fn chord(&self, from: Vec2, along: Vec2, margin: f64) -> Span {
        let mut span = Span::EVERYTHING;
        for (&v, &n) in self.vertices().iter().zip(self.normals()) {
            span = span.where_at_most_zero(n.dot(from - v) - margin, n.dot(along));
        }
        span
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::angle::Angle;

    fn close(a: Vec2, b: Vec2) -> bool {
        a.distance(b) < 1e-12
    }

    fn octagon(step: i32) -> Vec<Vec2> {
        (0..8).map(|i| Angle::degrees(i * step).fwd() * 10.0).collect()
    }

    #[test]
    fn a_rectangle_has_its_corners_clockwise_from_the_front_left() {
        // TT-GEO-02
        let base = Convex::rectangle(Pose::default(), 44.0, 68.0);
        let corners = [(-22.0, 34.0), (22.0, 34.0), (22.0, -34.0), (-22.0, -34.0)];
        assert_eq!(base.vertices(), corners.map(|(x, y)| Vec2::new(x, y)));
        assert_eq!(base.side_middle(0), Vec2::new(0.0, 34.0));
        assert_eq!(base.side_middle(2), Vec2::new(0.0, -34.0));
        assert_eq!(base.side(3), (Vec2::new(-22.0, -34.0), Vec2::new(-22.0, 34.0)));
        assert_eq!(base.side_count(), 4);
        assert_eq!(base.radius(), 1640.0_f64.sqrt());
        assert_eq!(base.inner_radius(), 22.0);
    }

    #[test]
    fn a_rectangle_turns_with_its_heading() {
        let base = Convex::rectangle(Pose::new(Vec2::new(100.0, 7.0), Angle::degrees(90)), 44.0, 68.0);
        let corners = [(134.0, 29.0), (134.0, -15.0), (66.0, -15.0), (66.0, 29.0)];
        assert_eq!(base.vertices(), corners.map(|(x, y)| Vec2::new(x, y)));
        assert_eq!(base.centre(), Vec2::new(100.0, 7.0));
    }

    #[test]
    fn a_hexagon_numbers_its_sides_clockwise_from_the_front() {
        // TT-GEO-03
        let base = Convex::hexagon(Pose::default(), 30.0);
        assert!(base.side_middle(1).distance(Vec2::new(25.98, 15.0)) < 0.01);
        for i in 0..6 {
            let out = Angle::degrees(60 * i).fwd();
            assert!(close(base.side_middle(i as usize), out * 30.0), "side {i}");
            assert!(close(base.side_normal(i as usize), out), "side {i}");
        }
        assert!(close(base.side(0).0, Vec2::new(-30.0 / SQRT_3, 30.0)));
        assert!((base.radius() - 60.0 / SQRT_3).abs() < 1e-12);
        assert_eq!(base.inner_radius(), 30.0);
        assert_eq!(base.side_count(), 6);
        assert_eq!(base.vertices().len(), 6);
    }

    #[test]
    fn turning_a_hexagon_by_sixty_degrees_leaves_its_outline() {
        // TT-GEO-03
        let at = |degrees| Convex::hexagon(Pose::new(Vec2::new(3.0, 4.0), Angle::degrees(degrees)), 30.0);
        for (i, &corner) in at(0).vertices().iter().enumerate() {
            assert!(close(at(60).vertex(i + 5), corner));
        }
    }

    #[test]
    fn normals_point_straight_out_of_their_sides() {
        for tenths in (0..3600).step_by(37) {
            let pose = Pose::new(Vec2::new(-5.0, 8.0), Angle::from_tenths(tenths));
            let triangle =
                Convex::from_vertices(&[Vec2::ZERO, Vec2::new(0.0, 9.0), Vec2::new(9.0, 0.0)]).unwrap();
            for shape in [Convex::rectangle(pose, 44.0, 68.0), Convex::hexagon(pose, 31.2), triangle] {
                for i in 0..shape.side_count() {
                    let (a, b) = shape.side(i);
                    let normal = (b - a).perp_left() / (b - a).length();
                    assert!(close(shape.side_normal(i), normal));
                    assert!(normal.dot(a - shape.centre()) >= shape.inner_radius() - 1e-12);
                    assert!(a.distance(shape.centre()) <= shape.radius() + 1e-12);
                }
            }
        }
    }

    #[test]
    fn sides_are_counted_round_and_round() {
        let base = Convex::hexagon(Pose::default(), 30.0);
        assert_eq!(base.side(7), base.side(1));
        assert_eq!(base.side_normal(6), base.side_normal(0));
        assert_eq!(base.side_middle(11), base.side_middle(5));
    }

    #[test]
    fn polygons_are_taken_from_three_to_eight_corners() {
        let octagon = octagon(45);
        for count in 3..=8 {
            let shape = Convex::from_vertices(&octagon[..count]).unwrap();
            assert_eq!(shape.vertices(), &octagon[..count]);
        }
        assert!(Convex::from_vertices(&octagon[..2]).is_none());
        assert!(Convex::from_vertices(&[]).is_none());
        let nine: Vec<_> = (0..9).map(|i| Angle::degrees(i * 40).fwd() * 10.0).collect();
        assert!(Convex::from_vertices(&nine).is_none());
        let whole = Convex::from_vertices(&octagon).unwrap();
        assert!(close(whole.centre(), Vec2::ZERO));
        assert!((whole.radius() - 10.0).abs() < 1e-12);
        assert!((whole.inner_radius() - 10.0 * Angle::from_tenths(225).fwd().y).abs() < 1e-12);
    }

    #[test]
    fn crooked_polygons_are_refused() {
        let square = [(0.0, 0.0), (0.0, 9.0), (9.0, 9.0), (9.0, 0.0)].map(|(x, y)| Vec2::new(x, y));
        assert!(Convex::from_vertices(&square).is_some());
        let mut reversed = square;
        reversed.reverse();
        assert!(Convex::from_vertices(&reversed).is_none(), "counter-clockwise");
        let mut dented = square;
        dented[2] = Vec2::new(4.0, 4.0);
        assert!(Convex::from_vertices(&dented).is_none(), "not convex");
        let [a, b, c, d] = square;
        assert!(Convex::from_vertices(&[a, b, b, c, d]).is_none(), "a corner twice");
        assert!(Convex::from_vertices(&[a, (a + b) * 0.5, b, c, d]).is_none(), "a corner on a side");
        assert!(Convex::from_vertices(&[a, b, c, Vec2::new(f64::NAN, 0.0)]).is_none());
        assert!(Convex::from_vertices(&octagon(135)).is_none(), "a star");
    }

    #[test]
    fn slivers_lost_in_the_tolerance_are_refused() {
        let bar = |width| [(0.0, 0.0), (0.0, 9.0), (width, 9.0), (width, 0.0)].map(|(x, y)| Vec2::new(x, y));
        assert!(Convex::from_vertices(&bar(0.021)).is_some());
        assert!(Convex::from_vertices(&bar(0.019)).is_none());
        assert!(Convex::from_vertices(&bar(2.0 * TOLERANCE)).is_none(), "nothing is left of it");
    }

    #[test]
    fn containing_includes_the_border() {
        let base = Convex::rectangle(Pose::default(), 44.0, 68.0);
        assert!(base.contains(Vec2::new(22.0, 34.0), 0.0));
        assert!(!base.contains(Vec2::new(22.0, 34.001), 0.0));
        assert!(base.contains(Vec2::new(22.5, -34.5), 0.5));
        assert!(!base.contains(Vec2::new(-22.6, 0.0), 0.5));
        assert!(base.contains(Vec2::new(-21.5, 0.0), -0.5));
        assert!(!base.contains(Vec2::new(-21.6, 0.0), -0.5));
        assert_eq!(base.outside_by(Vec2::new(25.0, 30.0)), 3.0);
        assert_eq!(base.outside_by(Vec2::new(0.0, -30.0)), -4.0);
    }

    #[test]
    fn inset_vertices_lie_inside_both_sides() {
        for shape in [
            Convex::rectangle(Pose::default(), 44.0, 68.0),
            Convex::hexagon(Pose::default(), 30.0),
            Convex::from_vertices(&[Vec2::ZERO, Vec2::new(0.0, 9.0), Vec2::new(9.0, 0.0)]).unwrap(),
        ] {
            for i in 0..shape.side_count() {
                let inset = shape.inset_vertex(i);
                for side in [i, i + shape.side_count() - 1] {
                    let depth = shape.side_normal(side).dot(inset - shape.side(side).0);
                    assert!((depth + TOLERANCE).abs() < 1e-12);
                }
            }
        }
    }

    #[test]
    fn chords_are_measured_from_the_given_point() {
        let base = Convex::rectangle(Pose::default(), 44.0, 68.0);
        let east = Vec2::new(1.0, 0.0);
        let chord = base.chord(Vec2::new(-100.0, 3.0), east, 0.0);
        assert_eq!((chord.lo, chord.hi), (78.0, 122.0));
        let chord = base.chord(Vec2::new(-100.0, 3.0), east * 2.0, 0.5);
        assert_eq!((chord.lo, chord.hi), (38.75, 61.25));
        assert!(base.chord(Vec2::new(-100.0, 34.0), east, 0.0).has_points());
        assert!(!base.chord(Vec2::new(-100.0, 34.1), east, 0.0).has_points());
        assert!(base.chord(Vec2::new(-100.0, 34.1), east, 0.2).has_points());
    }
}
