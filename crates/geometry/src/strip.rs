//! A ruler laid as a rectangle.

use crate::TOLERANCE;
use crate::angle::Angle;
use crate::convex::Convex;
use crate::overlap;
use crate::pose::Pose;
use crate::segment::enters_any;
use crate::span::Span;
use crate::vec2::Vec2;

/// Corners of the nearest edge of a target count as level up to here.
const LEVEL: f64 = 1e-9;

/// A ruler with a width, put down from the middle of its foot.
///
/// ```text
///      left edge        right edge
///          +------------+            ^ direction
///          |            |            |
///          |            |  length
///          |            |
///          +---foot-----+
///              width
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Strip {
    pub foot: Vec2,
    pub direction: Angle,
    pub length: f64,
    pub width: f64,
}

/// A long edge of a [`Strip`], looking from the foot along its direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Edge {
    Left,
    Right,
}

/// Where a strip reaches a target.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StripReach {
    /// How far from the foot, along the strip, the target begins: `0..=length`.
    pub along: f64,
    /// A point of the target there, as near to the strip's middle line as possible.
    pub point: Vec2,
    /// The long edge that is free as far as the target; none if the line from the foot is.
    pub edge: Option<Edge>,
}

/// A target in the frame of a strip: x to the right of the middle line, y along it.
struct Laid<'a> {
    strip: &'a Strip,
    target: &'a Convex,
    ahead: Vec2,
    right: Vec2,
}

impl Strip {
    /// The strip's footprint; its front is the far end.
    ///
    /// ```
    /// # use geometry::{Angle, Strip, Vec2};
    /// let strip = Strip { foot: Vec2::new(0.0, 30.0), direction: Angle::ZERO, length: 180.0, width: 20.0 };
    /// assert_eq!(strip.outline().vertices()[0], Vec2::new(-10.0, 210.0));
    /// assert_eq!(strip.outline().vertices()[2], Vec2::new(10.0, 30.0));
    /// ```
    pub fn outline(&self) -> Convex {
        let centre = self.foot + self.direction.fwd() * (self.length * 0.5);
        Convex::rectangle(Pose { centre, heading: self.direction }, self.width, self.length)
    }

    /// Does the target overlap the strip or lie in contact with it, whatever is in the way?
    pub fn touches(&self, target: &Convex) -> bool {
        self.comes_near(target) && overlap::touches(&self.outline(), target)
    }

    /// Whether the circle around the target comes near the strip: most targets are sorted out by it.
    fn comes_near(&self, target: &Convex) -> bool {
        let way = target.centre() - self.foot;
        let around = target.radius() + 2.0 * TOLERANCE;
        let (ahead, aside) = (way.dot(self.direction.fwd()), way.dot(self.direction.right()));
        (-around..=self.length + around).contains(&ahead) && aside.abs() <= self.width / 2.0 + around
    }

    /// Where the strip reaches the target; none if it does not touch it, or if blockers hide it.
    ///
    /// Along one of the two long edges, the stretch from the foot to the first point of the target must not
    /// enter a blocker; one free edge is enough. If no long edge meets the target, the line from the middle
    /// of the foot to [`StripReach::point`] must be free instead. Of two free edges the one that meets the
    /// target first is told, the left one if they are equal.
    ///
    /// ```text
    ///      +----------+              +----------+
    ///      |    +-----|---+          |   +--+   |
    ///      |    |     |   |          |   |  |   |
    ///      |    +-----|---+          |   +-^+   |
    ///      |          ^              |    /     |
    ///      |          | right edge   |   / line |
    ///      +----------+              +--+-------+
    /// ```
    ///
    /// ```
    /// # use geometry::{Angle, Convex, Edge, Pose, Strip, Vec2};
    /// let strip = Strip { foot: Vec2::new(0.0, 30.0), direction: Angle::ZERO, length: 180.0, width: 20.0 };
    /// let target = Convex::rectangle(Pose::new(Vec2::new(31.0, 134.0), Angle::ZERO), 44.0, 68.0);
    /// let reach = strip.reach(&target, &[]).unwrap();
    /// assert_eq!((reach.along, reach.point, reach.edge), (70.0, Vec2::new(9.0, 100.0), Some(Edge::Right)));
    /// ```
    pub fn reach(&self, target: &Convex, blockers: &[Convex]) -> Option<StripReach> {
        if !self.touches(target) {
            return None;
        }
        let laid = Laid { strip: self, target, ahead: self.direction.fwd(), right: self.direction.right() };
        let (x, along) = laid.first_point(0.0).or_else(|| laid.first_point(TOLERANCE))?;
        let point = laid.to_table(x, along);
        let (left, right) = (laid.meets_edge(Edge::Left), laid.meets_edge(Edge::Right));
        if left.is_none() && right.is_none() {
            let free = !enters_any(self.foot, point, blockers);
            return free.then_some(StripReach { along, point, edge: None });
        }
        let mut edges = [(Edge::Left, left), (Edge::Right, right)];
        if let (Some(l), Some(r)) = (left, right)
            && r < l
        {
            edges.reverse();
        }
        let free =
            edges.into_iter().find(|&(edge, met)| met.is_some_and(|y| laid.is_free(edge, y, blockers)));
        free.map(|(edge, _)| StripReach { along, point, edge: Some(edge) })
    }
}

impl Laid<'_> {
    fn to_table(&self, x: f64, y: f64) -> Vec2 {
        self.strip.foot + self.right * x + self.ahead * y
    }

    fn to_local(&self, point: Vec2) -> Vec2 {
        let way = point - self.strip.foot;
        Vec2::new(way.dot(self.right), way.dot(self.ahead))
    }

    /// The first point of the target on the strip, the strip and the target taken larger by `margin`.
    ///
    /// ```text
    ///        :    |    :
    ///    +---:----|----:--+     The sides of the target between the two
    ///     \  :    |    : /      long edges (:) hold its first and last point.
    ///      \_:____|____:/
    ///        :    x    :
    /// ```
    fn first_point(&self, margin: f64) -> Option<(f64, f64)> {
        let half = self.strip.width * 0.5 + margin;
        let mut first = f64::INFINITY;
        let mut last = f64::NEG_INFINITY;
        let mut level = Span { lo: 0.0, hi: 0.0 };
        for side in 0..self.target.side_count() {
            let (a, b) = self.target.side(side);
            let (a, b) = (self.to_local(a), self.to_local(b));
            let within = Span::UNIT
                .where_at_most_zero(a.x - half, b.x - a.x)
                .where_at_most_zero(-a.x - half, a.x - b.x);
            if !within.has_points() {
                continue;
            }
            for t in [within.lo, within.hi] {
                // The ends of the side are taken as they are, free of rounding.
                let p = if t >= 1.0 { b } else { a.lerp(b, t) };
                last = last.max(p.y);
                if p.y < first - LEVEL {
                    level = Span { lo: p.x, hi: p.x };
                    first = p.y;
                } else if p.y <= first + LEVEL {
                    level = Span { lo: level.lo.min(p.x), hi: level.hi.max(p.x) };
                    first = first.min(p.y);
                }
            }
        }
        if first > self.strip.length + margin || last < -margin {
            return None;
        }
        if first < 0.0 {
            // The target reaches behind the foot: what counts is where it lies across the foot.
            let foot = self.target.chord(self.strip.foot, self.right, margin);
            level = foot.intersect(Span { lo: -half, hi: half });
        }
        let half = self.strip.width * 0.5;
        let x = 0.0_f64.max(level.lo).min(level.hi).max(-half).min(half);
        Some((x, first.max(0.0).min(self.strip.length)))
    }

    /// How far along a long edge its first point of the target lies.
    fn meets_edge(&self, edge: Edge) -> Option<f64> {
        let start = self.edge_start(edge);
        for margin in [0.0, TOLERANCE] {
            let on_edge = Span { lo: -margin, hi: self.strip.length + margin };
            let met = self.target.chord(start, self.ahead, margin).intersect(on_edge);
            if met.has_points() {
                return Some(met.lo.max(0.0).min(self.strip.length));
            }
        }
        None
    }

    fn is_free(&self, edge: Edge, along: f64, blockers: &[Convex]) -> bool {
        let start = self.edge_start(edge);
        !enters_any(start, start + self.ahead * along, blockers)
    }

    fn edge_start(&self, edge: Edge) -> Vec2 {
        let half = self.strip.width * 0.5;
        match edge {
            Edge::Left => self.to_table(-half, 0.0),
            Edge::Right => self.to_table(half, 0.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 20 mm wide and 180 mm long, from (0, 30) north.
    const STRIP: Strip =
        Strip { foot: Vec2::new(0.0, 30.0), direction: Angle::ZERO, length: 180.0, width: 20.0 };

    #[test]
    fn the_quick_look_sorts_out_what_is_far_ahead_behind_or_aside() {
        let base = |x, y| Convex::rectangle(Pose::new(Vec2::new(x, y), Angle::ZERO), 44.0, 68.0);
        assert!(STRIP.comes_near(&base(0.0, 100.0)) && STRIP.comes_near(&base(45.0, 240.0)));
        for (x, y) in [(60.0, 100.0), (-60.0, 100.0), (0.0, 260.0), (0.0, -20.0)] {
            assert!(!STRIP.comes_near(&base(x, y)), "{x} {y}");
        }
    }

    #[test]
    fn an_edge_meets_what_is_off_its_end_by_no_more_than_the_tolerance() {
        // The far end lies at 210; the target begins half a tolerance beyond it, or one and a half.
        let beyond =
            |gap: f64| Convex::rectangle(Pose::new(Vec2::new(0.0, 220.0 + gap), Angle::ZERO), 44.0, 20.0);
        let reach = STRIP.reach(&beyond(0.5 * TOLERANCE), &[]).expect("within the tolerance");
        assert_eq!((reach.edge, reach.point.y), (Some(Edge::Left), 210.0));
        assert!(STRIP.reach(&beyond(1.5 * TOLERANCE), &[]).is_none());
    }

    #[test]
    fn the_quick_look_never_loses_a_target() {
        let mut touched = 0;
        for tenths in (0..3600).step_by(50) {
            for out in [20.0, 60.0, 120.0, 200.0, 240.0, 260.0] {
                let centre = STRIP.foot + Angle::from_tenths(tenths).fwd() * out;
                let target = Convex::rectangle(Pose::new(centre, Angle::from_tenths(7 * tenths)), 44.0, 68.0);
                let touches = overlap::touches(&STRIP.outline(), &target);
                assert_eq!(STRIP.touches(&target), touches, "{tenths} {out}");
                touched += usize::from(touches);
            }
        }
        assert!((40..400).contains(&touched), "{touched}");
    }

    /// The rectangle over the given x and y.
    fn over(x: (f64, f64), y: (f64, f64)) -> Convex {
        let centre = Vec2::new((x.0 + x.1) * 0.5, (y.0 + y.1) * 0.5);
        Convex::rectangle(Pose::new(centre, Angle::ZERO), x.1 - x.0, y.1 - y.0)
    }

    #[track_caller]
    fn check(target: &Convex, blockers: &[Convex], expected: Option<(f64, (f64, f64), Option<Edge>)>) {
        let reach = STRIP.reach(target, blockers);
        match (reach, expected) {
            (None, None) => {}
            (Some(reach), Some((along, (x, y), edge))) => {
                assert!((reach.along - along).abs() < 1e-9, "{reach:?}");
                assert!(reach.point.distance(Vec2::new(x, y)) < 1e-9, "{reach:?}");
                assert_eq!(reach.edge, edge);
            }
            _ => panic!("{reach:?} is not {expected:?}"),
        }
    }

    #[test]
    fn the_strip_is_laid_from_its_foot() {
        // TT-TFR-02
        let outline = STRIP.outline();
        let corners = [(-10.0, 210.0), (10.0, 210.0), (10.0, 30.0), (-10.0, 30.0)];
        assert_eq!(outline.vertices(), corners.map(|(x, y)| Vec2::new(x, y)));
        let east = Strip { direction: Angle::degrees(90), ..STRIP }.outline();
        assert_eq!(east.vertices()[0], Vec2::new(180.0, 40.0));
        assert_eq!(east.vertices()[2], Vec2::new(0.0, 20.0));
    }

    #[test]
    fn a_target_on_the_strip_is_reached() {
        // TT-TFR-05
        let hit = over((9.0, 53.0), (100.0, 168.0));
        let miss = over((11.0, 55.0), (100.0, 168.0));
        check(&hit, &[], Some((70.0, (9.0, 100.0), Some(Edge::Right))));
        check(&miss, &[], None);
        assert!(STRIP.touches(&hit) && !STRIP.touches(&miss));
    }

    #[test]
    fn contact_is_enough() {
        // TT-TFR-05
        check(&over((10.0, 54.0), (100.0, 168.0)), &[], Some((70.0, (10.0, 100.0), Some(Edge::Right))));
        check(&over((10.009, 54.0), (100.0, 168.0)), &[], Some((70.0, (10.0, 100.0), Some(Edge::Right))));
        check(&over((10.011, 54.0), (100.0, 168.0)), &[], None);
        check(&over((-54.0, -10.0), (100.0, 168.0)), &[], Some((70.0, (-10.0, 100.0), Some(Edge::Left))));
        check(&over((-5.0, 5.0), (210.0, 220.0)), &[], Some((180.0, (0.0, 210.0), None)));
        check(&over((-5.0, 5.0), (210.009, 220.0)), &[], Some((180.0, (0.0, 210.0), None)));
        check(&over((-5.0, 5.0), (210.011, 220.0)), &[], None);
        check(&over((-5.0, 5.0), (0.0, 30.0)), &[], Some((0.0, (0.0, 30.0), None)));
        check(&over((-5.0, 5.0), (0.0, 29.991)), &[], Some((0.0, (0.0, 30.0), None)));
        check(&over((-5.0, 5.0), (0.0, 29.989)), &[], None);
    }

    #[test]
    fn along_is_measured_to_the_first_point_on_the_strip() {
        // A wide target turned by 45 degrees: its lower-left side crosses the strip.
        let target = Convex::rectangle(Pose::new(Vec2::new(40.0, 140.0), Angle::degrees(45)), 80.0, 80.0);
        let tip = 140.0 - 40.0 * 2.0_f64.sqrt();
        // At x = 10 the side has risen by 30 from its tip at x = 40.
        check(&target, &[], Some((tip, (10.0, tip + 30.0), Some(Edge::Right))));
        // Behind the foot nothing counts.
        check(&over((-3.0, 40.0), (0.0, 50.0)), &[], Some((0.0, (0.0, 30.0), Some(Edge::Right))));
        check(&over((2.0, 40.0), (0.0, 50.0)), &[], Some((0.0, (2.0, 30.0), Some(Edge::Right))));
        check(&over((-40.0, -2.0), (0.0, 50.0)), &[], Some((0.0, (-2.0, 30.0), Some(Edge::Left))));
        check(&over((-40.0, 40.0), (0.0, 300.0)), &[], Some((0.0, (0.0, 30.0), Some(Edge::Left))));
    }

    #[test]
    fn the_point_is_the_one_nearest_to_the_middle_line() {
        check(&over((-40.0, 40.0), (100.0, 120.0)), &[], Some((70.0, (0.0, 100.0), Some(Edge::Left))));
        check(&over((3.0, 40.0), (100.0, 120.0)), &[], Some((70.0, (3.0, 100.0), Some(Edge::Right))));
        check(&over((-40.0, -3.0), (100.0, 120.0)), &[], Some((70.0, (-3.0, 100.0), Some(Edge::Left))));
        check(&over((3.0, 5.0), (100.0, 120.0)), &[], Some((70.0, (3.0, 100.0), None)));
        check(&over((-5.0, -3.0), (100.0, 120.0)), &[], Some((70.0, (-3.0, 100.0), None)));
    }

    #[test]
    fn one_free_edge_is_enough() {
        // TT-LOS-01
        let target = over((-40.0, 40.0), (100.0, 120.0));
        let left = over((-30.0, -9.9), (60.0, 70.0));
        let right = over((9.9, 30.0), (60.0, 70.0));
        check(&target, &[], Some((70.0, (0.0, 100.0), Some(Edge::Left))));
        check(&target, &[left], Some((70.0, (0.0, 100.0), Some(Edge::Right))));
        check(&target, &[right], Some((70.0, (0.0, 100.0), Some(Edge::Left))));
        check(&target, &[left, right], None);
        assert!(STRIP.touches(&target), "blocked, not out of reach");
        // Between the edges or beyond the target nothing blocks; grazing does not either.
        let middle = over((-9.0, 9.0), (60.0, 70.0));
        check(&target, &[left, middle], Some((70.0, (0.0, 100.0), Some(Edge::Right))));
        let behind = over((-30.0, 30.0), (115.0, 130.0));
        check(&target, &[behind], Some((70.0, (0.0, 100.0), Some(Edge::Left))));
        let grazing = over((-30.0, -10.0), (60.0, 70.0));
        check(&target, &[grazing, right], Some((70.0, (0.0, 100.0), Some(Edge::Left))));
    }

    #[test]
    fn an_edge_that_misses_the_target_gives_no_sight() {
        let target = over((0.0, 40.0), (100.0, 120.0));
        let right = over((9.9, 30.0), (60.0, 70.0));
        check(&target, &[right], None);
        check(&target, &[over((-30.0, 5.0), (60.0, 70.0))], Some((70.0, (0.0, 100.0), Some(Edge::Right))));
    }

    #[test]
    fn each_edge_is_tested_as_far_as_its_own_first_point() {
        // The lower side rises to the left: the right edge meets the target first.
        let low = [(-40.0, 140.0), (-40.0, 200.0), (40.0, 200.0), (40.0, 60.0)].map(|(x, y)| Vec2::new(x, y));
        let target = Convex::from_vertices(&low).unwrap();
        check(&target, &[], Some((60.0, (10.0, 90.0), Some(Edge::Right))));
        let late = over((-30.0, -9.0), (100.0, 105.0));
        let right = over((9.0, 30.0), (40.0, 50.0));
        check(&target, &[right], Some((60.0, (10.0, 90.0), Some(Edge::Left))));
        check(&target, &[right, late], None);
        check(&target, &[over((9.0, 30.0), (95.0, 99.0))], Some((60.0, (10.0, 90.0), Some(Edge::Right))));
        // Mirrored, the left edge comes first.
        let low = [(-40.0, 60.0), (-40.0, 200.0), (40.0, 200.0), (40.0, 140.0)].map(|(x, y)| Vec2::new(x, y));
        let target = Convex::from_vertices(&low).unwrap();
        check(&target, &[], Some((60.0, (-10.0, 90.0), Some(Edge::Left))));
    }

    #[test]
    fn a_target_between_the_edges_is_seen_from_the_foot() {
        // TT-LOS-01
        let target = over((-5.0, 5.0), (210.0, 250.0));
        check(&target, &[over((-30.0, -1.0), (60.0, 70.0))], Some((180.0, (0.0, 210.0), None)));
        check(&target, &[over((-30.0, 1.0), (60.0, 70.0))], None);
        let inside = over((2.0, 6.0), (130.0, 140.0));
        // The line from (0, 30) to (2, 130) passes (1, 80).
        check(&inside, &[over((1.5, 30.0), (79.0, 81.0))], Some((100.0, (2.0, 130.0), None)));
        check(&inside, &[over((0.5, 30.0), (79.0, 81.0))], None);
    }

    #[test]
    fn a_blocker_on_the_foot_blocks() {
        let target = over((-40.0, 40.0), (100.0, 120.0));
        check(&target, &[over((-15.0, 15.0), (20.0, 40.0))], None);
        check(&target, &[over((-15.0, 15.0), (0.0, 30.0))], Some((70.0, (0.0, 100.0), Some(Edge::Left))));
    }

    /// From the origin to the north: its borders are whole numbers.
    const NORTH: Strip = Strip { foot: Vec2::ZERO, ..STRIP };

    #[test]
    fn the_quick_look_asks_for_the_circle_around_the_target() {
        // Its corners are 5 away from its centre.
        let near = |x: f64, y: f64| {
            NORTH.comes_near(&Convex::rectangle(Pose::new(Vec2::new(x, y), Angle::ZERO), 6.0, 8.0))
        };
        let around = 5.0 + 2.0 * TOLERANCE;
        for (x, y) in [(0.0, 180.0 + around), (0.0, -around), (10.0 + around, 90.0), (-10.0 - around, 90.0)] {
            assert!(near(x, y) && !near(x * 1.000_001, if x == 0.0 { y * 1.000_001 } else { y }), "{x} {y}");
        }
    }

    #[test]
    fn the_tolerance_itself_is_contact() {
        let wall = |low: f64, high: f64| {
            let corners = [(-5.0, high), (5.0, high), (5.0, low), (-5.0, low)];
            Convex::from_vertices(&corners.map(|(x, y)| Vec2::new(x, y))).unwrap()
        };
        let along = |target: &Convex| NORTH.reach(target, &[]).map(|reach| reach.along);
        assert_eq!(along(&wall(180.0 + TOLERANCE, 200.0)), Some(180.0));
        assert_eq!(along(&wall(-9.0, -TOLERANCE)), Some(0.0));
        assert_eq!(along(&wall(-9.0, -TOLERANCE - 1e-9)), None);
        // Its edges meet what ends behind the foot by less than that, too.
        let behind =
            Convex::rectangle(Pose::new(Vec2::new(0.0, -10.0 - 0.5 * TOLERANCE), Angle::ZERO), 44.0, 20.0);
        assert_eq!(NORTH.reach(&behind, &[]).map(|reach| reach.edge), Some(Some(Edge::Left)));
    }

    #[test]
    fn the_end_of_a_side_is_free_of_rounding() {
        // 0.7 and 0.1 - 0.7 more are a little less than 0.1.
        let corners = [(-5.0, 9.0), (5.0, 9.0), (5.0, 0.7), (-5.0, 0.1)].map(|(x, y)| Vec2::new(x, y));
        let reach = NORTH.reach(&Convex::from_vertices(&corners).unwrap(), &[]).unwrap();
        assert_eq!((reach.along, reach.point), (0.1, Vec2::new(-5.0, 0.1)));
    }

    #[test]
    fn corners_that_are_level_up_to_a_hair_are_one_edge() {
        let x = |low: f64| {
            let corners = [(-5.0, 0.0), (-5.0, 9.0), (5.0, 9.0), (5.0, low)].map(|(x, y)| Vec2::new(x, y));
            NORTH.reach(&Convex::from_vertices(&corners).unwrap(), &[]).unwrap().point.x
        };
        assert_eq!((x(LEVEL), x(2.0 * LEVEL)), (0.0, -5.0));
    }
}
