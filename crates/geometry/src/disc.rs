//! Round templates.

use serde::{Deserialize, Serialize};

use crate::TOLERANCE;
use crate::convex::Convex;
use crate::overlap::distance_to;
use crate::vec2::Vec2;

/// A filled circle. One no larger than the tolerance overlaps nothing.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Disc {
    pub centre: Vec2,
    pub radius: f64,
}

impl Disc {
    pub const fn new(centre: Vec2, radius: f64) -> Self {
        Self { centre, radius }
    }

    /// Does the point lie on the disc, its rim included?
    ///
    /// ```
    /// # use geometry::{Disc, Vec2};
    /// assert!(Disc::new(Vec2::ZERO, 5.0).contains(Vec2::new(3.0, 4.0)));
    /// ```
    pub fn contains(&self, point: Vec2) -> bool {
        self.centre.distance(point) <= self.radius + TOLERANCE
    }

    /// Do disc and shape share some area?
    ///
    /// ```
    /// # use geometry::{Convex, Disc, Pose, Vec2};
    /// let base = Convex::rectangle(Pose::default(), 44.0, 68.0);
    /// assert!(Disc::new(Vec2::new(25.0, 38.0), 5.1).overlaps_convex(&base));
    /// assert!(!Disc::new(Vec2::new(25.0, 38.0), 5.0).overlaps_convex(&base));
    /// ```
    pub fn overlaps_convex(&self, shape: &Convex) -> bool {
        distance_to(shape, self.centre) < self.radius - TOLERANCE
    }

    /// Do disc and shape overlap or lie in contact?
    pub fn touches_convex(&self, shape: &Convex) -> bool {
        distance_to(shape, self.centre) <= self.radius + TOLERANCE
    }

    /// Do the two discs share some area?
    pub fn overlaps_disc(&self, other: &Self) -> bool {
        self.centre.distance(other.centre) < self.radius + other.radius - TOLERANCE
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::angle::Angle;
    use crate::pose::Pose;

    fn disc(x: f64, y: f64, radius: f64) -> Disc {
        Disc::new(Vec2::new(x, y), radius)
    }

    #[test]
    fn a_disc_holds_its_rim() {
        assert!(disc(1.0, 2.0, 5.0).contains(Vec2::new(4.0, 6.0)));
        assert!(disc(1.0, 2.0, 5.0).contains(Vec2::new(1.0, 7.009)));
        assert!(!disc(1.0, 2.0, 5.0).contains(Vec2::new(1.0, 7.011)));
    }

    #[test]
    fn discs_overlap_shapes_beyond_contact() {
        let base = Convex::rectangle(Pose::default(), 44.0, 68.0);
        let check = |x, y, radius, overlap, touch| {
            assert_eq!(disc(x, y, radius).overlaps_convex(&base), overlap, "{x} {y} {radius}");
            assert_eq!(disc(x, y, radius).touches_convex(&base), touch, "{x} {y} {radius}");
        };
        check(32.0, 0.0, 10.0, false, true);
        check(32.0, 0.0, 10.009, false, true);
        check(32.0, 0.0, 10.011, true, true);
        check(32.0, 0.0, 9.991, false, true);
        check(32.0, 0.0, 9.989, false, false);
        check(25.0, 38.0, 5.02, true, true);
        check(25.0, 38.0, 4.98, false, false);
        check(0.0, 0.0, 1.0, true, true);
        check(0.0, 0.0, 0.005, false, true);
    }

    #[test]
    fn discs_overlap_discs_beyond_contact() {
        assert!(!disc(0.0, 0.0, 6.0).overlaps_disc(&disc(6.0, 8.0, 4.0)));
        assert!(!disc(0.0, 0.0, 6.0).overlaps_disc(&disc(6.0, 8.0, 4.009)));
        assert!(disc(0.0, 0.0, 6.0).overlaps_disc(&disc(6.0, 8.0, 4.011)));
    }

    #[test]
    fn the_tolerance_itself_is_contact() {
        let base = Convex::rectangle(Pose::new(Vec2::new(0.0, -34.0), Angle::ZERO), 44.0, 68.0);
        assert!(disc(0.0, 0.0, 5.0).contains(Vec2::new(0.0, 5.0 + TOLERANCE)));
        assert!(disc(0.0, 5.0 + TOLERANCE, 5.0).touches_convex(&base));
        assert!(!disc(0.0, 5.0 - TOLERANCE, 5.0).overlaps_convex(&base));
        let far = 5.0 + 4.0 - TOLERANCE;
        assert!(!disc(0.0, 0.0, 5.0).overlaps_disc(&disc(0.0, far, 4.0)));
        assert!(disc(0.0, 0.0, 5.0).overlaps_disc(&disc(0.0, far - 1e-9, 4.0)));
    }
}
