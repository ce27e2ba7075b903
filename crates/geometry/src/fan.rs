//! A ruler swung about a point, inside an arc.

use smallvec::SmallVec;

use crate::TOLERANCE;
use crate::angle::Angle;
use crate::arc::Arc;
use crate::convex::{Convex, MAX_SIDES};
use crate::shadow::Shadow;
use crate::span::Span;
use crate::vec2::Vec2;
use crate::view::{Stretches, View};

/// All the ways to lay a ruler of some length from a point, within an arc.
///
/// ```text
///              heading
///       \         ^         /
///        \........|......../   <- length
///         \       |       /
///          \      |      /       The arc opens by `half_arc` to either side of
///           \     |     /        the heading, up to 180 degrees: all round.
///            \    |    /
///             \   |   /
///              origin
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fan {
    pub origin: Vec2,
    pub heading: Angle,
    pub half_arc: Angle,
    pub length: f64,
}

/// The nearest point of a side that the ruler's edge reaches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reach {
    pub point: Vec2,
    pub distance: f64,
    pub side: usize,
}

/// Room for more than ever stand between two pieces; beyond that, memory is taken.
type Shadows<'a> = SmallVec<[Shadow<'a>; 4]>;

impl Fan {
    /// The nearest point of one side of `target` that the ruler can reach.
    ///
    /// A side is reached only from outside its line; the line from the origin to the point must not enter a
    /// blocker; length and arc include their limits. A bare corner belongs to no side: a side that can be
    /// reached only within [`TOLERANCE`] of one of its ends is not reached.
    ///
    /// ```text
    ///           +=====x--+      x: the nearest free point of that side
    ///            \   /   :
    ///             \ / +--+--+
    ///              /  |block|
    ///             /   +-----+
    ///           origin
    /// ```
    ///
    /// ```
    /// # use geometry::{Angle, Convex, Fan, Pose, Vec2};
    /// let fan = Fan { origin: Vec2::ZERO, heading: Angle::ZERO, half_arc: Angle::degrees(35), length: 200.0 };
    /// let target = Convex::hexagon(Pose::new(Vec2::new(0.0, 180.0), Angle::ZERO), 30.0);
    /// let rear = fan.reach(&target, 3, &[]).unwrap();
    /// assert_eq!((rear.point, rear.distance), (Vec2::new(0.0, 150.0), 150.0));
    /// assert_eq!(fan.reach(&target, 0, &[]), None);
    /// ```
    pub fn reach(&self, target: &Convex, side: usize, blockers: &[Convex]) -> Option<Reach> {
        if self.falls_short(target) {
            return None;
        }
        let mut stretches = Stretches::new();
        let mut view = self.view(target, side, &Arc::new(self.heading, self.half_arc), &mut stretches)?;
        let mut shadows = SmallVec::new();
        self.cast_shadows(target, blockers, &mut shadows);
        for shadow in &shadows {
            view.shade(shadow);
        }
        view.nearest(self.origin)
    }

    /// [`Fan::reach`] for every side of the target at once, by the number of the side.
    ///
    /// ```
    /// # use geometry::{Angle, Convex, Fan, Pose, Vec2};
    /// let fan = Fan { origin: Vec2::ZERO, heading: Angle::ZERO, half_arc: Angle::degrees(35), length: 200.0 };
    /// let target = Convex::hexagon(Pose::new(Vec2::new(0.0, 180.0), Angle::ZERO), 30.0);
    /// let reached = fan.sees(&target, &[]).map(|reach| reach.is_some());
    /// assert_eq!(reached, [false, false, true, true, true, false, false, false]);
    /// ```
    pub fn sees(&self, target: &Convex, blockers: &[Convex]) -> [Option<Reach>; MAX_SIDES] {
        let mut reaches = [None; MAX_SIDES];
        self.visit(target, blockers, |reach| reaches[reach.side] = Some(reach));
        reaches
    }

    /// The nearest of the points of [`Fan::sees`]; of two at the same distance, that on the lower side.
    ///
    /// ```
    /// # use geometry::{Angle, Convex, Fan, Pose, Vec2};
    /// let fan = Fan { origin: Vec2::ZERO, heading: Angle::ZERO, half_arc: Angle::degrees(35), length: 200.0 };
    /// let target = Convex::hexagon(Pose::new(Vec2::new(0.0, 180.0), Angle::ZERO), 30.0);
    /// assert_eq!(fan.nearest(&target, &[]).map(|reach| reach.side), Some(3));
    /// ```
    pub fn nearest(&self, target: &Convex, blockers: &[Convex]) -> Option<Reach> {
        let mut best: Option<Reach> = None;
        self.visit(target, blockers, |reach| {
            if best.is_none_or(|best| reach.distance < best.distance) {
                best = Some(reach);
            }
        });
        best
    }

    /// Does the ruler reach the point, if nothing is in the way?
    ///
    /// ```
    /// # use geometry::{Angle, Fan, Vec2};
    /// let fan = Fan { origin: Vec2::ZERO, heading: Angle::ZERO, half_arc: Angle::degrees(45), length: 200.0 };
    /// assert!(fan.reaches_point(Vec2::new(100.0, 100.0)));
    /// assert!(!fan.reaches_point(Vec2::new(100.1, 100.0)));
    /// ```
    pub fn reaches_point(&self, point: Vec2) -> bool {
        let way = point - self.origin;
        let limit = self.length + TOLERANCE;
        way.length_squared() <= limit * limit && Arc::new(self.heading, self.half_arc).contains(way)
    }

    fn falls_short(&self, target: &Convex) -> bool {
        let limit = self.length + TOLERANCE + target.radius();
        self.origin.distance_squared(target.centre()) > limit * limit
    }

    /// Tells what is reached of each side, in the order of the sides.
    fn visit(&self, target: &Convex, blockers: &[Convex], mut tell: impl FnMut(Reach)) {
        if self.falls_short(target) {
            return;
        }
        let arc = Arc::new(self.heading, self.half_arc);
        let mut shadows = SmallVec::new();
        let mut cast = false;
        let mut stretches = Stretches::new();
        for side in 0..target.side_count() {
            let Some(mut view) = self.view(target, side, &arc, &mut stretches) else { continue };
            if !cast {
                self.cast_shadows(target, blockers, &mut shadows);
                cast = true;
            }
            for shadow in &shadows {
                view.shade(shadow);
            }
            if let Some(reach) = view.nearest(self.origin) {
                tell(reach);
            }
        }
    }

    #[inline]
    fn view<'a>(
        &self,
        target: &Convex,
        side: usize,
        arc: &Arc,
        stretches: &'a mut Stretches,
    ) -> Option<View<'a>> {
        let (a, b) = target.side(side);
        let (start, along) = (a - self.origin, b - a);
        let outside = -target.side_normal(side).dot(start);
        let limit = self.length + TOLERANCE;
        if outside <= TOLERANCE || outside > limit {
            return None;
        }
        // In range: as far from the foot of the perpendicular as Pythagoras allows.
        let side_squared = along.length_squared();
        let foot = -start.dot(along) / side_squared;
        let swing = ((limit * limit - outside * outside) / side_squared).sqrt();
        let mut stretch = Span::UNIT.intersect(Span { lo: foot - swing, hi: foot + swing });
        if arc.convex {
            stretch = arc.cut(stretch, start, along);
        }
        if !stretch.has_points() {
            return None;
        }
        let mut view = View::new(side % target.side_count(), (start, along), foot, stretch, stretches);
        if !arc.convex {
            view.hide(arc.blind_part(start, along));
        }
        Some(view)
    }

    /// The shadows of the blockers that may hide a part of the target.
    fn cast_shadows<'a>(&self, target: &Convex, blockers: &'a [Convex], shadows: &mut Shadows<'a>) {
        // Some side of the target faces the origin, so that is not its centre.
        let way = target.centre() - self.origin;
        let way_squared = way.length_squared();
        for blocker in blockers {
            // All lines to the target run within its radius of the line to its centre.
            let beside = blocker.centre() - self.origin;
            let share = (beside.dot(way) / way_squared).clamp(0.0, 1.0);
            let clear = target.radius() + blocker.radius();
            if (beside - way * share).length_squared() <= clear * clear {
                shadows.push(Shadow::cast(self.origin, blocker));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pose::Pose;

    /// From the origin, heading north.
    fn fan(half_arc_tenths: i32, length: f64) -> Fan {
        Fan {
            origin: Vec2::ZERO,
            heading: Angle::ZERO,
            half_arc: Angle::from_tenths(half_arc_tenths),
            length,
        }
    }

    fn hexagon(x: f64, y: f64) -> Convex {
        Convex::hexagon(Pose::new(Vec2::new(x, y), Angle::ZERO), 30.0)
    }

    fn bar(x: f64, y: f64, width: f64, length: f64) -> Convex {
        Convex::rectangle(Pose::new(Vec2::new(x, y), Angle::ZERO), width, length)
    }

    #[track_caller]
    fn check(reach: Option<Reach>, expected: Option<(f64, f64)>) {
        match (reach, expected) {
            (None, None) => {}
            (Some(reach), Some((x, y))) => {
                assert!(reach.point.distance(Vec2::new(x, y)) < 1e-9, "{reach:?}");
                assert!((reach.distance - reach.point.length()).abs() < 1e-9, "{reach:?}");
            }
            _ => panic!("{reach:?} is not {expected:?}"),
        }
    }

    #[test]
    fn range_includes_its_limit() {
        // TT-GEO-01
        for (gap, expected) in
            [(100.0, true), (200.0, true), (200.009, true), (200.02, false), (200.1, false)]
        {
            let reach = fan(350, 200.0).reach(&hexagon(0.0, gap + 30.0), 3, &[]);
            check(reach, expected.then_some((0.0, gap)));
        }
        assert_eq!(fan(350, 200.0).reach(&hexagon(0.0, 130.0), 3, &[]).unwrap().distance, 100.0);
        assert_eq!(fan(350, 200.0).reach(&hexagon(0.0, 9130.0), 3, &[]), None);
    }

    #[test]
    fn only_points_inside_the_arc_count() {
        // TT-AFR-02
        assert!(fan(350, 200.0).nearest(&hexagon(0.0, 180.0), &[]).is_some());
        // Of what lies within 200 mm nothing is inside the arc, and what is inside is farther.
        let aside = bar(250.0, 195.0, 200.0, 20.0);
        check(fan(450, 200.0).reach(&aside, 2, &[]), None);
        check(fan(450, 250.0).reach(&aside, 2, &[]), Some((150.0, 185.0)));
    }

    #[test]
    fn arc_borders_are_included() {
        // The left end of the wall lies at x = 100, y = 100: on the border of a half arc of 45 degrees.
        let wall = |x: f64| bar(x + 50.0, 110.0, 100.0, 20.0);
        check(fan(450, 200.0).reach(&wall(99.9), 2, &[]), Some((99.9, 100.0)));
        check(fan(450, 200.0).reach(&wall(100.1), 2, &[]), None);
        check(fan(451, 200.0).reach(&wall(100.1), 2, &[]), Some((100.1, 100.0)));
        let wall = |x: f64| bar(x - 50.0, 110.0, 100.0, 20.0);
        check(fan(450, 200.0).reach(&wall(-99.9), 2, &[]), Some((-99.9, 100.0)));
        check(fan(450, 200.0).reach(&wall(-100.1), 2, &[]), None);
        // A side cut by the border is reached up to 0.01 mm sideways of it.
        let post = bar(110.0, 100.0, 20.0, 200.0);
        let reach = fan(450, 200.0).reach(&post, 3, &[]).unwrap();
        assert!((reach.point.y - (100.0 - 0.01 * 2.0_f64.sqrt())).abs() < 1e-9, "{reach:?}");
    }

    #[test]
    fn points_are_reached_in_arc_and_range() {
        for (x, y, expected) in [
            (0.0, 200.0, true),
            (0.0, 200.009, true),
            (0.0, 200.011, false),
            (100.0, 100.0, true),
            (100.014, 100.0, true),
            (100.015, 100.0, false),
            (-100.014, 100.0, true),
            (-100.015, 100.0, false),
            (0.0, -0.009, true),
            (0.0, -0.02, false),
            (0.0, -50.0, false),
        ] {
            assert_eq!(fan(450, 200.0).reaches_point(Vec2::new(x, y)), expected, "({x}, {y})");
        }
        let moved = Fan { origin: Vec2::new(50.0, 60.0), heading: Angle::degrees(90), ..fan(450, 100.0) };
        assert!(moved.reaches_point(Vec2::new(150.0, 60.0)));
        assert!(!moved.reaches_point(Vec2::new(50.0, 150.0)));
    }

    #[test]
    fn slim_arcs_do_not_look_back() {
        assert!(fan(0, 200.0).reaches_point(Vec2::new(0.009, 150.0)));
        assert!(!fan(0, 200.0).reaches_point(Vec2::new(0.011, 150.0)));
        assert!(!fan(0, 200.0).reaches_point(Vec2::new(0.0, -1.0)));
        assert!(fan(0, 200.0).nearest(&hexagon(0.0, 100.0), &[]).is_some());
        check(fan(0, 200.0).nearest(&hexagon(0.0, -100.0), &[]), None);
        check(fan(1, 200.0).nearest(&hexagon(0.0, -32.0), &[]), None);
    }

    #[test]
    fn arcs_of_half_a_turn_and_more_open_backward() {
        for (half, degrees, expected) in [
            (900, 90, true),
            (900, 270, true),
            (900, 91, false),
            (899, 90, false),
            (901, 90, true),
            (1350, 135, true),
            (1350, 225, true),
            (1350, 136, false),
            (1350, 224, false),
            (1350, 180, false),
            (1799, 180, false),
            (1800, 180, true),
            (2000, 180, true),
            (2000, 0, true),
        ] {
            let point = Angle::degrees(degrees).fwd() * 100.0;
            assert_eq!(fan(half, 200.0).reaches_point(point), expected, "{half} {degrees}");
        }
    }

    #[test]
    fn a_blind_wedge_behind_cuts_one_hole() {
        // The wall stands behind; 45 degrees to either side of the rear are blind.
        let wall = bar(0.0, -60.0, 400.0, 20.0);
        let edge = 50.0 + 0.01 * 2.0_f64.sqrt();
        check(fan(1350, 200.0).reach(&wall, 0, &[]), Some((-edge + 0.02 * 2.0_f64.sqrt(), -50.0)));
        check(fan(1800, 200.0).reach(&wall, 0, &[]), Some((0.0, -50.0)));
        check(fan(2000, 200.0).reach(&wall, 0, &[]), Some((0.0, -50.0)));
        check(fan(1000, 200.0).reach(&wall, 0, &[]), None);
        let right = bar(150.0, -60.0, 200.0, 20.0);
        check(fan(1350, 200.0).reach(&right, 0, &[]), Some((50.0, -50.0)));
        check(fan(1350, 200.0).reach(&bar(0.0, -60.0, 60.0, 20.0), 0, &[]), None);
    }

    #[test]
    fn a_side_is_hit_only_from_outside_its_line() {
        // TT-ARM-03
        let target = Convex::hexagon(Pose::default(), 30.0);
        let above = Fan { origin: Vec2::new(0.0, 150.0), heading: Angle::HALF, ..fan(350, 200.0) };
        let seen = above.sees(&target, &[]).map(|reach| reach.is_some());
        assert_eq!(seen, [true, true, false, false, false, true, false, false]);
        // The line of the front-right side passes (0, 60): nearer than that only the front is in view.
        let at = |y| Fan { origin: Vec2::new(0.0, y), ..above };
        assert!(at(60.1).reach(&target, 1, &[]).is_some());
        assert!(at(60.019).reach(&target, 1, &[]).is_none());
        assert!(at(59.9).reach(&target, 1, &[]).is_none());
        assert!(at(59.9).reach(&target, 0, &[]).is_some());
        assert!(at(30.02).reach(&target, 0, &[]).is_some());
        assert!(at(30.005).reach(&target, 0, &[]).is_none());
        assert!(at(0.0).nearest(&target, &[]).is_none());
    }

    #[test]
    fn each_side_has_its_own_range() {
        // TT-AFR-06: one side at 90 mm, its neighbour only at more than 100.
        let target = Convex::hexagon(Pose::new(Vec2::new(0.0, 120.0), Angle::degrees(180)), 30.0);
        let reaches = fan(350, 200.0).sees(&target, &[]);
        assert_eq!(reaches[0].unwrap().distance, 90.0);
        let corner = (90.0_f64 * 90.0 + 300.0).sqrt();
        for side in [1, 5] {
            assert!((reaches[side].unwrap().distance - corner).abs() < 1e-9);
            assert_eq!(reaches[side].unwrap().side, side);
        }
        assert_eq!(reaches[2..5], [None; 3]);
        assert_eq!(fan(350, 200.0).nearest(&target, &[]).unwrap().side, 0);
        assert_eq!(fan(350, 200.0).reach(&target, 7, &[]), reaches[1]);
    }

    #[test]
    fn equal_distances_go_to_the_lower_side() {
        // Corner 1 of the square, between sides 0 and 1, points at the origin.
        let target = Convex::rectangle(Pose::new(Vec2::new(0.0, 100.0), Angle::degrees(135)), 20.0, 20.0);
        let reaches = fan(350, 200.0).sees(&target, &[]);
        assert_eq!(reaches[0].unwrap().distance, reaches[1].unwrap().distance);
        assert_eq!(fan(350, 200.0).nearest(&target, &[]).unwrap().side, 0);
    }

    #[test]
    fn a_blocker_that_covers_the_view_blocks() {
        // TT-LOS-01
        let target = hexagon(0.0, 180.0);
        let wall = bar(0.0, 75.0, 80.0, 10.0);
        assert_eq!(fan(350, 200.0).nearest(&target, &[wall]), None);
        assert_eq!(fan(350, 200.0).sees(&target, &[wall]), [None; MAX_SIDES]);
        assert!(fan(350, 200.0).nearest(&target, &[bar(0.0, 250.0, 80.0, 10.0)]).is_some());
        assert!(fan(350, 200.0).nearest(&target, &[bar(0.0, -75.0, 80.0, 10.0)]).is_some());
    }

    #[test]
    fn what_stays_visible_beside_a_blocker_counts() {
        // TT-LOS-01
        let target = hexagon(0.0, 180.0);
        let wall = bar(-40.0, 75.0, 80.0, 10.0);
        // The wall ends at x = 0, where the line straight ahead passes it.
        let reach = fan(350, 200.0).reach(&target, 3, &[wall]).unwrap();
        assert!((reach.point.y - 150.0).abs() < 1e-9);
        assert_eq!(reach.point.x, 0.0);
        // It ends at x = 3: the nearest free line grazes its near corner.
        let wall = bar(-37.0, 75.0, 80.0, 10.0);
        let reach = fan(350, 200.0).reach(&target, 3, &[wall]).unwrap();
        let x = 150.0 * (3.0 - TOLERANCE) / (70.0 + TOLERANCE);
        check(Some(reach), Some((x, 150.0)));
        assert!((reach.distance - (x * x + 22500.0).sqrt()).abs() < 1e-9);
    }

    #[test]
    fn a_gap_between_blockers_is_found() {
        let target = bar(0.0, 110.0, 200.0, 20.0);
        let post = |x| bar(x, 50.0, 20.0, 0.04);
        let half = 0.02 - TOLERANCE;
        let near = 50.0 - half;
        // Posts over x = -10..10, 12..32 and -32..-14: the gap on the right is nearer.
        let blockers = [post(0.0), post(22.0), bar(-23.0, 50.0, 18.0, 0.04)];
        let right = (10.0 - TOLERANCE) * 100.0 / near;
        check(fan(900, 200.0).reach(&target, 2, &blockers), Some((right, 100.0)));
        for rotated in [[1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            let blockers = rotated.map(|i| blockers[i]);
            let reach = fan(900, 200.0).reach(&target, 2, &blockers).unwrap();
            assert!((reach.point.x.abs() - right).abs() < 1e-9);
        }
        // With the right gap closed, the left one; with all closed, round the ends or not at all.
        let closed = [post(0.0), post(19.0), bar(-23.0, 50.0, 18.0, 0.04)];
        check(fan(900, 200.0).reach(&target, 2, &closed), Some((-right, 100.0)));
        let all = [post(0.0), post(19.5), post(-19.0)];
        let end = (29.0 - TOLERANCE) * 100.0 / near;
        check(fan(900, 200.0).reach(&target, 2, &all), Some((-end, 100.0)));
        check(fan(300, 200.0).reach(&target, 2, &all), None);
    }

    #[test]
    fn more_gaps_than_fit_inline_are_no_harm() {
        let target = bar(0.0, 110.0, 400.0, 20.0);
        let posts: Vec<Convex> = (-10..=10).map(|i| bar(f64::from(i) * 8.0, 50.0, 4.0, 1.0)).collect();
        let reach = fan(900, 300.0).reach(&target, 2, &posts).unwrap();
        let x = (2.0 - TOLERANCE) * 100.0 / (49.5 + TOLERANCE);
        assert!((reach.point.x.abs() - x).abs() < 1e-9, "{reach:?}");
    }

    #[test]
    fn grazing_a_blocker_is_free() {
        // TT-LOS-01: the line along the wall's face is free, one 0.02 mm inside is not.
        let line = fan(0, 200.0);
        let target = hexagon(0.0, 180.0);
        assert!(line.reach(&target, 3, &[bar(10.0, 75.0, 20.0, 60.0)]).is_some());
        assert!(line.reach(&target, 3, &[bar(9.97, 75.0, 20.0, 60.0)]).is_none());
        assert!(line.reach(&target, 3, &[bar(-9.97, 75.0, 20.0, 60.0)]).is_none());
    }

    #[test]
    fn a_blocker_around_the_origin_blocks_everything() {
        // TT-LOS-04
        let target = hexagon(0.0, 180.0);
        let under = |y| bar(0.0, y, 40.0, 40.0);
        assert_eq!(fan(350, 200.0).nearest(&target, &[under(0.0)]), None);
        assert_eq!(fan(350, 200.0).nearest(&target, &[under(-19.9)]), None);
        assert!(fan(350, 200.0).nearest(&target, &[under(-20.1)]).is_some());
        assert_eq!(fan(350, 200.0).reach(&target, 3, &[under(-19.9)]), None);
    }

    #[test]
    fn a_blocker_on_the_target_hides_what_it_covers() {
        // TT-LOS-04
        let target = bar(0.0, 110.0, 60.0, 20.0);
        let cover = bar(-10.0, 110.0, 80.0, 10.0);
        check(fan(350, 200.0).reach(&target, 2, &[cover]), Some((0.0, 100.0)));
        let cover = bar(-10.0, 110.0, 80.0, 30.0);
        assert_eq!(fan(350, 200.0).reach(&target, 2, &[cover]), None);
        let cover = bar(-20.0, 110.0, 80.0, 30.0);
        let x = (20.0 - TOLERANCE) * 100.0 / 95.01;
        check(fan(350, 200.0).reach(&target, 2, &[cover]), Some((x, 100.0)));
    }

    #[test]
    fn a_bare_corner_belongs_to_no_side() {
        // TT-ARM-03: the arc's right border runs through the left end of the wall's face, at x = 100.
        let wall = |x: f64| bar(x + 50.0, 110.0, 100.0, 20.0);
        // The border reaches 0.01 * sqrt(2) = 0.0141 mm beyond: stretches of 0.0131, 0.0101 and 0.0091 mm.
        assert!(fan(450, 200.0).reach(&wall(100.001), 2, &[]).is_some());
        assert!(fan(450, 200.0).reach(&wall(100.004), 2, &[]).is_some());
        assert!(fan(450, 200.0).reach(&wall(100.005), 2, &[]).is_none());
        let wall = |x: f64| bar(x - 50.0, 110.0, 100.0, 20.0);
        assert!(fan(450, 200.0).reach(&wall(-100.004), 2, &[]).is_some());
        assert!(fan(450, 200.0).reach(&wall(-100.005), 2, &[]).is_none());
        // A point in the middle of a side is no corner, however short the stretch around it.
        assert!(fan(0, 200.0).reach(&bar(0.0, 110.0, 100.0, 20.0), 2, &[]).is_some());
    }

    /// A wall of this width whose near side lies exactly at this height.
    fn wall(y: f64, half: f64) -> Convex {
        Convex::from_vertices(&[
            Vec2::new(-half, y + 10.0),
            Vec2::new(half, y + 10.0),
            Vec2::new(half, y),
            Vec2::new(-half, y),
        ])
        .unwrap()
    }

    #[test]
    fn the_tolerance_itself_is_in_range_and_on_the_line_of_a_side() {
        let limit = 200.0 + TOLERANCE;
        assert!(fan(450, 200.0).reaches_point(Vec2::new(0.0, limit)));
        assert!(!fan(450, 200.0).reaches_point(Vec2::new(0.0, limit + 1e-9)));
        check(fan(450, 200.0).reach(&wall(limit, 50.0), 2, &[]), Some((0.0, limit)));
        check(fan(450, 200.0).reach(&wall(limit + 1e-9, 50.0), 2, &[]), None);
        check(fan(450, 200.0).reach(&wall(TOLERANCE, 50.0), 2, &[]), None);
        check(fan(450, 200.0).reach(&wall(TOLERANCE + 1e-9, 50.0), 2, &[]), Some((0.0, TOLERANCE)));
    }

    #[test]
    fn the_quick_look_asks_for_the_circle_about_the_target() {
        // Its corners are 5 away from its centre.
        let target = |y: f64| Convex::rectangle(Pose::new(Vec2::new(0.0, y), Angle::ZERO), 6.0, 8.0);
        let limit = 200.0 + TOLERANCE + 5.0;
        assert!(
            !fan(450, 200.0).falls_short(&target(limit))
                && fan(450, 200.0).falls_short(&target(limit + 1e-9))
        );
        assert!(!fan(450, 200.0).falls_short(&target(100.0)));
    }

    #[test]
    fn only_blockers_near_the_line_to_the_target_cast_shadows() {
        let cast = |x: f64, y: f64| {
            let (blockers, mut shadows) = ([bar(x, y, 6.0, 8.0)], SmallVec::new());
            fan(450, 200.0).cast_shadows(&bar(0.0, 100.0, 6.0, 8.0), &blockers, &mut shadows);
            shadows.len()
        };
        // The circles about them have a radius of 5.
        for (x, y) in [(10.0, 50.0), (-10.0, 50.0), (0.0, 110.0), (0.0, -10.0), (6.0, 108.0), (6.0, -8.0)] {
            assert_eq!((cast(x, y), cast(x * 1.01, y * 1.01)), (1, 0), "{x} {y}");
        }
    }

    #[test]
    fn of_two_sides_as_near_the_lower_one_is_told() {
        let corners = [(0.0, 100.0), (-100.0, 200.0), (0.0, 300.0), (100.0, 200.0)];
        let tip = Convex::from_vertices(&corners.map(|(x, y)| Vec2::new(x, y))).unwrap();
        let sees = fan(450, 200.0).sees(&tip, &[]);
        assert_eq!((sees[0].unwrap().distance, sees[3].unwrap().distance), (100.0, 100.0));
        assert_eq!(fan(450, 200.0).nearest(&tip, &[]).unwrap().side, 0);
    }
}
