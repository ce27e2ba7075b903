//! Where a piece stands and which way it points.

use serde::{Deserialize, Serialize};

use crate::angle::Angle;
use crate::vec2::Vec2;

/// A place on the table and a heading: the frame in which a piece's own measures are given.
///
/// ```text
///        forward (local y)
///          ^    ^ heading
///          |   /
///          |  /
///        centre ----> right (local x), turned with the heading
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Pose {
    pub centre: Vec2,
    pub heading: Angle,
}

impl Pose {
    pub const fn new(centre: Vec2, heading: Angle) -> Self {
        Self { centre, heading }
    }

    /// The same heading elsewhere, farther on by this way of the table.
    #[must_use]
    pub fn moved(self, by: Vec2) -> Self {
        Self { centre: self.centre + by, ..self }
    }

    /// The table point of a local one, given as (right, forward).
    ///
    /// ```
    /// # use geometry::{Angle, Pose, Vec2};
    /// let pose = Pose::new(Vec2::new(100.0, 50.0), Angle::degrees(90));
    /// assert_eq!(pose.to_table(Vec2::new(5.0, 20.0)), Vec2::new(120.0, 45.0));
    /// ```
    pub fn to_table(self, local: Vec2) -> Vec2 {
        self.centre + self.heading.right() * local.x + self.heading.fwd() * local.y
    }

    /// The local point, as (right, forward), of a table point.
    ///
    /// ```
    /// # use geometry::{Angle, Pose, Vec2};
    /// let pose = Pose::new(Vec2::new(100.0, 50.0), Angle::degrees(90));
    /// assert_eq!(pose.to_local(Vec2::new(120.0, 45.0)), Vec2::new(5.0, 20.0));
    /// ```
    pub fn to_local(self, point: Vec2) -> Vec2 {
        let way = point - self.centre;
        Vec2::new(way.dot(self.heading.right()), way.dot(self.heading.fwd()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn local_and_table_frames_are_inverse() {
        for tenths in (0..3600).step_by(7) {
            let pose = Pose::new(Vec2::new(-37.5, 210.0), Angle::from_tenths(tenths));
            let local = Vec2::new(12.0, -81.0);
            assert!(pose.to_local(pose.to_table(local)).distance(local) < 1e-12);
        }
    }

    #[test]
    fn local_frame_turns_with_the_heading() {
        let pose = Pose::new(Vec2::new(1.0, 2.0), Angle::degrees(180));
        assert_eq!(pose.to_table(Vec2::new(10.0, 3.0)), Vec2::new(-9.0, -1.0));
        assert_eq!(pose.to_local(Vec2::new(-9.0, -1.0)), Vec2::new(10.0, 3.0));
    }

    #[test]
    fn a_pose_is_moved_by_a_way_of_the_table() {
        let pose = Pose::new(Vec2::new(1.0, 2.0), Angle::degrees(90)).moved(Vec2::new(10.0, -3.0));
        assert_eq!(pose, Pose::new(Vec2::new(11.0, -1.0), Angle::degrees(90)));
    }

    #[test]
    fn poses_are_written_as_centre_and_heading() {
        let pose = Pose::new(Vec2::new(1.5, 2.0), Angle::degrees(60));
        let text = serde_json::to_string(&pose).unwrap();
        assert_eq!(text, r#"{"centre":{"x":1.5,"y":2.0},"heading":60}"#);
        assert_eq!(serde_json::from_str::<Pose>(&text).unwrap(), pose);
    }
}
