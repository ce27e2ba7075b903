//! The playing area and its four borders.

use serde::{Deserialize, Serialize};

use crate::TOLERANCE;
use crate::convex::Convex;
use crate::vec2::Vec2;

/// A rectangle from the corner (0, 0) to the corner (`width`, `height`).
///
/// ```text
///          North (y = height)
///         +------------------+
///   West  |                  |  East (x = width)
/// (x = 0) |                  |
///         +------------------+
///          South (y = 0)
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Area {
    pub width: f64,
    pub height: f64,
}

/// A border of an [`Area`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Border {
    South,
    North,
    West,
    East,
}

/// Where a straight way leaves an [`Area`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Exit {
    Border(Border),
    /// Through the corner of two borders: south or north first, then west or east.
    Corner(Border, Border),
}

impl Border {
    pub const ALL: [Self; 4] = [Self::South, Self::North, Self::West, Self::East];
}

impl Exit {
    /// Can the way be said to cross this border?
    pub fn crosses(self, border: Border) -> bool {
        match self {
            Self::Border(b) => b == border,
            Self::Corner(b, c) => b == border || c == border,
        }
    }
}

impl Area {
    pub const fn new(width: f64, height: f64) -> Self {
        Self { width, height }
    }

    /// How far inside the border a point lies; negative outside.
    pub fn inside_by(&self, border: Border, point: Vec2) -> f64 {
        match border {
            Border::South => point.y,
            Border::North => self.height - point.y,
            Border::West => point.x,
            Border::East => self.width - point.x,
        }
    }

    /// Is the point inside? On the border line it is.
    ///
    /// ```
    /// # use geometry::{Area, Vec2};
    /// let area = Area::new(900.0, 900.0);
    /// assert!(area.contains(Vec2::new(450.0, 900.0)));
    /// assert!(!area.contains(Vec2::new(450.0, 900.1)));
    /// ```
    pub fn contains(&self, point: Vec2) -> bool {
        Border::ALL.iter().all(|&border| self.inside_by(border, point) >= -TOLERANCE)
    }

    /// Is the whole shape inside?
    pub fn encloses(&self, shape: &Convex) -> bool {
        shape.vertices().iter().all(|&corner| self.contains(corner))
    }

    /// The shortest way by which the shape comes inside; along an axis on which it is too large, to the middle.
    ///
    /// ```
    /// # use geometry::{Angle, Area, Convex, Pose, Vec2};
    /// let base = Convex::rectangle(Pose::new(Vec2::new(450.0, 20.0), Angle::ZERO), 44.0, 68.0);
    /// assert_eq!(Area::new(900.0, 900.0).shift_inside(&base), Vec2::new(0.0, 14.0));
    /// ```
    pub fn shift_inside(&self, shape: &Convex) -> Vec2 {
        let along = |least: Border, most: Border| {
            let inside = |border| {
                let corners = shape.vertices().iter().map(|&corner| self.inside_by(border, corner));
                corners.fold(f64::INFINITY, f64::min)
            };
            let (low, high) = (inside(least), inside(most));
            if low + high < 0.0 { f64::midpoint(high, -low) } else { (-low).max(0.0) - (-high).max(0.0) }
        };
        Vec2::new(along(Border::West, Border::East), along(Border::South, Border::North))
    }

    /// The distance from the border line to the nearest point of the shape; 0 if it reaches the line or
    /// sticks out.
    ///
    /// ```
    /// # use geometry::{Angle, Area, Border, Convex, Pose, Vec2};
    /// let base = Convex::rectangle(Pose::new(Vec2::new(450.0, 134.0), Angle::ZERO), 44.0, 68.0);
    /// assert_eq!(Area::new(900.0, 900.0).distance_to_border(Border::South, &base), 100.0);
    /// ```
    pub fn distance_to_border(&self, border: Border, shape: &Convex) -> f64 {
        let distances = shape.vertices().iter().map(|&corner| self.inside_by(border, corner));
        distances.fold(f64::INFINITY, f64::min).max(0.0)
    }

    /// The border that the straight way between two points crosses first; none if it ends inside. The way
    /// starts inside. Crossings no farther apart than the tolerance are one, through the corner.
    ///
    /// ```text
    ///      |  from
    ///      |  /
    ///   ---+-/------ South is crossed first,
    ///      |/
    ///      /         then West
    ///    to
    /// ```
    ///
    /// ```
    /// # use geometry::{Area, Border, Exit, Vec2};
    /// let area = Area::new(900.0, 900.0);
    /// let exit = area.exit_border(Vec2::new(20.0, 30.0), Vec2::new(-10.0, -20.0));
    /// assert_eq!(exit, Some(Exit::Border(Border::South)));
    /// ```
    pub fn exit_border(&self, from: Vec2, to: Vec2) -> Option<Exit> {
        let upright = self.crossing([Border::South, Border::North], from, to);
        let sideways = self.crossing([Border::West, Border::East], from, to);
        match (upright, sideways) {
            (None, None) => None,
            (Some((border, _)), None) | (None, Some((border, _))) => Some(Exit::Border(border)),
            (Some((a, s)), Some((b, t))) => {
                let between = (s - t) * from.distance(to);
                Some(if between < -TOLERANCE {
                    Exit::Border(a)
                } else if between > TOLERANCE {
                    Exit::Border(b)
                } else {
                    Exit::Corner(a, b)
                })
            }
        }
    }

    /// The one of two opposite borders that the way crosses, and at which share of the way.
    fn crossing(&self, borders: [Border; 2], from: Vec2, to: Vec2) -> Option<(Border, f64)> {
        let border = borders.into_iter().find(|&border| self.inside_by(border, to) < -TOLERANCE)?;
        let (start, end) = (self.inside_by(border, from).max(0.0), self.inside_by(border, to));
        Some((border, start / (start - end)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::angle::Angle;

    #[test]
    fn a_shape_comes_inside_by_the_shortest_way() {
        let area = Area::new(900.0, 600.0);
        let shift = |x: f64, y: f64| {
            area.shift_inside(&Convex::rectangle(Pose::new(Vec2::new(x, y), Angle::ZERO), 40.0, 60.0))
        };
        assert_eq!(shift(450.0, 300.0), Vec2::ZERO);
        assert_eq!(shift(10.0, 590.0), Vec2::new(10.0, -20.0));
        assert_eq!(shift(1000.0, -100.0), Vec2::new(-120.0, 130.0));
        let wide = Convex::rectangle(Pose::new(Vec2::new(100.0, 300.0), Angle::ZERO), 1000.0, 60.0);
        assert_eq!(area.shift_inside(&wide), Vec2::new(350.0, 0.0));
    }
    use crate::pose::Pose;

    const AREA: Area = Area::new(900.0, 600.0);

    #[track_caller]
    fn check_exit(from: (f64, f64), to: (f64, f64), expected: Option<Exit>) {
        assert_eq!(AREA.exit_border(Vec2::new(from.0, from.1), Vec2::new(to.0, to.1)), expected);
    }

    #[test]
    fn the_border_line_is_inside() {
        // TT-EXT-01
        let area = Area::new(900.0, 900.0);
        assert!(!area.contains(Vec2::new(450.0, 900.1)));
        assert!(area.contains(Vec2::new(450.0, 899.9)));
        for (x, y) in [(0.0, 300.0), (900.0, 300.0), (450.0, 0.0), (450.0, 600.0), (0.0, 0.0)] {
            assert!(AREA.contains(Vec2::new(x, y)));
            assert!(AREA.contains(Vec2::new(x * 1.00001, y * 1.00001)));
        }
        for (x, y) in [(-0.02, 300.0), (900.02, 300.0), (450.0, -0.02), (450.0, 600.02)] {
            assert!(!AREA.contains(Vec2::new(x, y)));
        }
        assert!(AREA.contains(Vec2::new(-0.009, -0.009)));
    }

    #[test]
    fn the_first_border_crossed_counts() {
        // TT-EXT-04
        check_exit((20.0, 30.0), (-10.0, -20.0), Some(Exit::Border(Border::South)));
        check_exit((20.0, 40.0), (-10.0, -10.0), Some(Exit::Border(Border::West)));
        check_exit((20.0, 30.0), (-20.0, -30.0), Some(Exit::Corner(Border::South, Border::West)));
        check_exit((880.0, 590.0), (920.0, 610.0), Some(Exit::Corner(Border::North, Border::East)));
        check_exit((880.0, 590.0), (920.0, 612.0), Some(Exit::Border(Border::North)));
        check_exit((880.0, 590.0), (920.0, 608.0), Some(Exit::Border(Border::East)));
        check_exit((10.0, 590.0), (-10.0, 610.0), Some(Exit::Corner(Border::North, Border::West)));
        check_exit((890.0, 10.0), (910.0, -10.0), Some(Exit::Corner(Border::South, Border::East)));
    }

    #[test]
    fn a_way_inside_leaves_nowhere() {
        check_exit((20.0, 30.0), (899.0, 599.0), None);
        check_exit((20.0, 30.0), (900.0, 600.0), None);
        check_exit((20.0, 30.0), (900.009, 30.0), None);
        check_exit((20.0, 30.0), (900.011, 30.0), Some(Exit::Border(Border::East)));
        check_exit((20.0, 30.0), (-5.0, 30.0), Some(Exit::Border(Border::West)));
        check_exit((20.0, 30.0), (20.0, 605.0), Some(Exit::Border(Border::North)));
        check_exit((20.0, 30.0), (20.0, -0.02), Some(Exit::Border(Border::South)));
    }

    #[test]
    fn a_way_that_starts_on_a_border_leaves_there() {
        check_exit((0.0, 300.0), (-50.0, -200.0), Some(Exit::Border(Border::West)));
        check_exit((0.0, 0.0), (-50.0, -200.0), Some(Exit::Corner(Border::South, Border::West)));
        check_exit((-0.005, 300.0), (-50.0, -200.0), Some(Exit::Border(Border::West)));
    }

    #[test]
    fn crossings_within_the_tolerance_are_one() {
        // South at x = 0.006 and 0.008, at 45 degrees: 0.0085 and 0.0113 before the corner.
        check_exit((20.006, 20.0), (-19.994, -20.0), Some(Exit::Corner(Border::South, Border::West)));
        check_exit((20.008, 20.0), (-19.992, -20.0), Some(Exit::Border(Border::South)));
        check_exit((20.0, 20.008), (-20.0, -19.992), Some(Exit::Border(Border::West)));
    }

    #[test]
    fn a_corner_crosses_two_borders() {
        let corner = Exit::Corner(Border::South, Border::West);
        assert!(corner.crosses(Border::South) && corner.crosses(Border::West));
        assert!(!corner.crosses(Border::North) && !corner.crosses(Border::East));
        assert!(Exit::Border(Border::East).crosses(Border::East));
        assert!(!Exit::Border(Border::East).crosses(Border::West));
    }

    #[test]
    fn shapes_are_enclosed_whole() {
        let base = |x, y| Convex::rectangle(Pose::new(Vec2::new(x, y), Angle::ZERO), 44.0, 68.0);
        assert!(AREA.encloses(&base(22.0, 34.0)));
        assert!(!AREA.encloses(&base(21.9, 34.0)));
        assert!(!AREA.encloses(&base(450.0, 566.1)));
    }

    #[test]
    fn borders_are_measured_to_the_nearest_point() {
        let base = Convex::rectangle(Pose::new(Vec2::new(300.0, 200.0), Angle::ZERO), 44.0, 68.0);
        let distances = Border::ALL.map(|border| AREA.distance_to_border(border, &base));
        assert_eq!(distances, [166.0, 366.0, 278.0, 578.0]);
        let out = Convex::rectangle(Pose::new(Vec2::new(10.0, 200.0), Angle::ZERO), 44.0, 68.0);
        assert_eq!(AREA.distance_to_border(Border::West, &out), 0.0);
    }

    #[test]
    fn the_tolerance_itself_is_inside() {
        for (x, y) in [(-TOLERANCE, 5.0), (5.0, -TOLERANCE)] {
            assert!(AREA.contains(Vec2::new(x, y)));
            check_exit((20.0, 30.0), (x, y), None);
            assert!(!AREA.contains(Vec2::new(x, y) * 1.000_001));
        }
    }

    #[test]
    fn crossings_apart_by_just_the_tolerance_are_one() {
        // South and west are met 1/1024 of the way apart, which is 10.24 long.
        let corner = Some(Exit::Corner(Border::South, Border::West));
        check_exit((3.072, 4.104), (-3.072, -4.088), corner);
        check_exit((3.072, 4.088), (-3.072, -4.104), corner);
        check_exit((3.072, 4.105), (-3.072, -4.087), Some(Exit::Border(Border::West)));
        check_exit((3.072, 4.087), (-3.072, -4.105), Some(Exit::Border(Border::South)));
    }
}
