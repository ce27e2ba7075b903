//! Moves along a curved arrow, laid against the front or the rear of a piece.

use serde::{Deserialize, Serialize};

use crate::angle::Angle;
use crate::pose::Pose;
use crate::vec2::Vec2;

/// Where an arrow ends, seen from its start, and how much it turns.
///
/// ```text
///                 end, turned clockwise by `turn`
///                 ->
///               /
///   forward    |
///              |
///            start     right: how far the end lies to the right of the start
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Path {
    pub forward: f64,
    pub right: f64,
    pub turn: Angle,
}

/// The pose after a move ahead: the arrow starts at the middle of the front edge, and the middle of the rear
/// edge comes to lie on the arrow's end. `front` and `rear` are the distances of those edges from the centre.
///
/// ```text
///   new centre  x
///               |  rear, along the new heading
///   arrow end   ^
///               |  path
///   arrow start +
///               |  front, along the old heading
///   old centre  x
/// ```
///
/// ```
/// # use geometry::{Angle, Path, Pose, Vec2, forward_move};
/// let path = Path { forward: 20.0, right: 0.0, turn: Angle::ZERO };
/// assert_eq!(forward_move(Pose::default(), &path, 34.0, 34.0).centre, Vec2::new(0.0, 88.0));
/// ```
pub fn forward_move(pose: Pose, path: &Path, front: f64, rear: f64) -> Pose {
    let heading = pose.heading + path.turn;
    let end = pose.to_table(Vec2::new(path.right, front + path.forward));
    Pose { centre: end + heading.fwd() * rear, heading }
}

/// The pose after a move back: the arrow, turned by half a turn, starts at the middle of the rear edge, and
/// the middle of the rear edge comes to lie on the arrow's end. `apothem` is the distance from the centre to
/// that edge. The rear leads, so the move is shorter than ahead by twice the apothem.
///
/// ```
/// # use geometry::{Angle, Path, Pose, Vec2, backward_move};
/// let path = Path { forward: 40.0, right: 0.0, turn: Angle::ZERO };
/// assert_eq!(backward_move(Pose::default(), &path, 30.0).centre, Vec2::new(0.0, -40.0));
/// ```
pub fn backward_move(pose: Pose, path: &Path, apothem: f64) -> Pose {
    let heading = pose.heading + path.turn;
    let rear = pose.to_table(Vec2::new(-path.right, -apothem - path.forward));
    Pose { centre: rear + heading.fwd() * apothem, heading }
}

/// The way of the centre in [`forward_move`], from the old to the new centre, written into all of `way`:
/// a straight run to the front edge, a cubic curve along the arrow, a straight run along the new heading.
/// The curve's handles are `handle` times the arrow's chord.
///
/// ```
/// # use geometry::{Angle, Path, Pose, Vec2, trace_forward};
/// let path = Path { forward: 60.0, right: 0.0, turn: Angle::ZERO };
/// let mut way = [Vec2::ZERO; 5];
/// trace_forward(Pose::default(), &path, 34.0, 34.0, 0.5, &mut way);
/// assert_eq!(way.map(|p| p.y), [0.0, 34.0, 64.0, 94.0, 128.0]);
/// ```
pub fn trace_forward(pose: Pose, path: &Path, front: f64, rear: f64, handle: f64, way: &mut [Vec2]) {
    let arrow = Pose { centre: pose.to_table(Vec2::new(0.0, front)), heading: pose.heading };
    let curve = Curve::along(arrow, path, handle);
    let last = way.len().saturating_sub(1);
    for (i, point) in way.iter_mut().enumerate() {
        *point = if i == 0 {
            pose.centre
        } else if i == last {
            forward_move(pose, path, front, rear).centre
        } else {
            // The points between the first and the last share the curve, both its ends included.
            curve.at(share(i - 1, last - 2))
        };
    }
}

/// The way of the centre in [`backward_move`], written into all of `way`: the middle of the rear edge runs
/// along the curve, and the piece looks back along it.
///
/// ```
/// # use geometry::{Angle, Path, Pose, Vec2, trace_backward};
/// let path = Path { forward: 40.0, right: 0.0, turn: Angle::ZERO };
/// let mut way = [Vec2::ZERO; 3];
/// trace_backward(Pose::default(), &path, 30.0, 0.5, &mut way);
/// assert_eq!(way.map(|p| p.y), [0.0, -20.0, -40.0]);
/// ```
pub fn trace_backward(pose: Pose, path: &Path, apothem: f64, handle: f64, way: &mut [Vec2]) {
    let arrow = Pose { centre: pose.to_table(Vec2::new(0.0, -apothem)), heading: pose.heading + Angle::HALF };
    let curve = Curve::along(arrow, path, handle);
    let last = way.len().saturating_sub(1);
    for (i, point) in way.iter_mut().enumerate() {
        *point = if i == 0 {
            pose.centre
        } else if i == last {
            backward_move(pose, path, apothem).centre
        } else {
            let t = share(i, last);
            curve.at(t) - curve.direction(t) * apothem
        };
    }
}

fn share(step: usize, steps: usize) -> f64 {
    if steps == 0 { 0.0 } else { step as f64 / steps as f64 }
}

/// A cubic Bezier curve.
struct Curve {
    points: [Vec2; 4],
}

impl Curve {
    fn along(start: Pose, path: &Path, handle: f64) -> Self {
        let end = start.to_table(Vec2::new(path.right, path.forward));
        let reach = handle * start.centre.distance(end);
        let (first, last) = (start.heading.fwd(), (start.heading + path.turn).fwd());
        Self { points: [start.centre, start.centre + first * reach, end - last * reach, end] }
    }

    fn at(&self, t: f64) -> Vec2 {
        let s = 1.0 - t;
        let [a, b, c, d] = self.points;
        a * (s * s * s) + b * (3.0 * s * s * t) + c * (3.0 * s * t * t) + d * (t * t * t)
    }

    /// The unit vector along the curve; along the chord where the curve halts.
    fn direction(&self, t: f64) -> Vec2 {
        let s = 1.0 - t;
        let [a, b, c, d] = self.points;
        let slope = (b - a) * (s * s) + (c - b) * (2.0 * s * t) + (d - c) * (t * t);
        unit(slope).or_else(|| unit(d - a)).unwrap_or(Vec2::ZERO)
    }
}

fn unit(v: Vec2) -> Option<Vec2> {
    let length = v.length();
    (length > 1e-9).then(|| v / length)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(forward: f64, right: f64, degrees: i32) -> Path {
        Path { forward, right, turn: Angle::degrees(degrees) }
    }

    #[test]
    fn a_move_ahead_carries_the_rear_edge_to_the_arrowhead() {
        // TT-MOV-03
        let pose = forward_move(Pose::default(), &path(20.0, 0.0, 0), 34.0, 34.0);
        assert_eq!(pose, Pose::new(Vec2::new(0.0, 88.0), Angle::ZERO));
        let pose = forward_move(Pose::default(), &path(25.0, 10.0, 90), 30.0, 30.0);
        assert_eq!(pose, Pose::new(Vec2::new(40.0, 55.0), Angle::degrees(90)));
    }

    #[test]
    fn front_and_rear_lengths_may_differ() {
        let start = Pose::new(Vec2::new(5.0, 6.0), Angle::degrees(90));
        let pose = forward_move(start, &path(20.0, 3.0, 90), 10.0, 4.0);
        assert_eq!(pose, Pose::new(Vec2::new(35.0, -1.0), Angle::degrees(180)));
    }

    #[test]
    fn a_move_back_is_led_by_the_rear_edge() {
        // TT-MOV-04
        let pose = backward_move(Pose::default(), &path(40.0, 0.0, 0), 30.0);
        assert_eq!(pose, Pose::new(Vec2::new(0.0, -40.0), Angle::ZERO));
        assert_eq!(
            forward_move(Pose::default(), &path(40.0, 0.0, 0), 30.0, 30.0).centre,
            Vec2::new(0.0, 100.0)
        );
        let pose = backward_move(Pose::default(), &path(24.5, 12.0, 60), 30.0);
        assert!(pose.centre.distance(Vec2::new(13.980_762, -39.5)) < 1e-6, "{pose:?}");
        assert_eq!(pose.heading, Angle::degrees(60));
    }

    #[test]
    fn the_way_ahead_runs_straight_then_curved_then_straight() {
        let bend = path(25.0, 25.0, 90);
        let mut way = [Vec2::ZERO; 7];
        trace_forward(Pose::default(), &bend, 30.0, 10.0, 0.5, &mut way);
        assert_eq!(way[0], Vec2::ZERO);
        assert_eq!(way[1], Vec2::new(0.0, 30.0));
        assert!(way[5].distance(Vec2::new(25.0, 55.0)) < 1e-12);
        assert_eq!(way[6], Vec2::new(35.0, 55.0));
        // Handles of half the chord: control points (0, 47.68) and (7.32, 55).
        let reach = 0.5 * 1250.0_f64.sqrt();
        let middle = Vec2::new(
            (3.0 * (25.0 - reach) + 25.0) / 8.0,
            (30.0 + 3.0 * (30.0 + reach) + 3.0 * 55.0 + 55.0) / 8.0,
        );
        assert!(way[3].distance(middle) < 1e-12, "{:?}", way[3]);
        // The bend is the same seen from either end.
        for (near, far) in [(2, 4), (3, 3)] {
            let mirrored = Vec2::new(55.0 - way[far].y, 55.0 - way[far].x);
            assert!(way[near].distance(mirrored) < 1e-12);
        }
    }

    #[test]
    fn the_way_back_looks_away_from_its_direction() {
        let bend = path(24.0, 24.0, 90);
        let mut way = [Vec2::ZERO; 5];
        trace_backward(Pose::default(), &bend, 30.0, 0.5, &mut way);
        assert_eq!(way[0], Vec2::ZERO);
        assert_eq!(way[4], backward_move(Pose::default(), &bend, 30.0).centre);
        // Half-way the rear's middle goes south-west, so the centre is 30 mm north-east of it.
        let reach = 0.5 * 1152.0_f64.sqrt();
        let rear = Vec2::new(
            -(3.0 * (24.0 - reach) + 24.0) / 8.0,
            -(30.0 + 3.0 * (30.0 + reach) + 3.0 * 54.0 + 54.0) / 8.0,
        );
        let north_east = Vec2::new(1.0, 1.0) / 2.0_f64.sqrt();
        assert!(way[2].distance(rear + north_east * 30.0) < 1e-12, "{:?}", way[2]);
        // A quarter of the way: the curve's slope is 9/16, 6/16 and 1/16 of its three legs.
        let legs = [Vec2::new(0.0, -reach), Vec2::new(-24.0 + reach, -24.0 + reach), Vec2::new(-reach, 0.0)];
        let slope = legs[0] * 9.0 + legs[1] * 6.0 + legs[2];
        let start = Vec2::new(0.0, -30.0);
        let rear = start + legs[0] * (37.0 / 64.0) + legs[1] * (10.0 / 64.0) + legs[2] * (1.0 / 64.0);
        assert!(way[1].distance(rear - slope / slope.length() * 30.0) < 1e-12);
    }

    #[test]
    fn short_and_halting_traces_are_harmless() {
        let mut none: [Vec2; 0] = [];
        trace_forward(Pose::default(), &path(10.0, 0.0, 0), 1.0, 1.0, 0.5, &mut none);
        trace_backward(Pose::default(), &path(10.0, 0.0, 0), 1.0, 0.5, &mut none);
        let start = Pose::new(Vec2::new(3.0, 4.0), Angle::ZERO);
        let mut one = [Vec2::ZERO];
        trace_forward(start, &path(10.0, 0.0, 0), 1.0, 1.0, 0.5, &mut one);
        assert_eq!(one, [start.centre]);
        let mut three = [Vec2::ZERO; 3];
        trace_forward(start, &path(10.0, 0.0, 0), 1.0, 1.0, 0.5, &mut three);
        assert_eq!(three.map(|p| p.y), [4.0, 5.0, 16.0]);
        // An arrow of no length has no direction; one without handles has that of its chord.
        trace_backward(start, &path(0.0, 0.0, 0), 1.0, 0.5, &mut three);
        assert_eq!(three[1], Vec2::new(3.0, 3.0));
        trace_backward(start, &path(10.0, 0.0, 0), 1.0, 0.0, &mut three);
        assert_eq!(three[1], Vec2::new(3.0, -1.0));
    }
}
