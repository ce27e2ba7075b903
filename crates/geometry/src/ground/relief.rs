//! What rises from the table: cover, hills and ridges, with their heights.

use super::line::{Bounds, Polyline};
use super::point::Point;
use super::polygon::Polygon;
use crate::vec2::Vec2;

/// A height in thousandths of a level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(pub i32);

impl Level {
    pub const GROUND: Self = Self(0);

    pub const fn levels(levels: i32) -> Self {
        Self(levels * 1000)
    }

    pub fn as_levels(self) -> f64 {
        f64::from(self.0) / 1000.0
    }

    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

/// Why figures make no hill.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HillError {
    #[error("a hill needs a crest of at least one point")]
    NoCrest,
    #[error("point {0} of the crest lies outside of the hill")]
    CrestOutside(usize),
    #[error("a hill must be one level high or more")]
    Flat,
}

/// A hill that rises evenly from its outline to its crest.
///
/// ```text
///       crest          height = levels * b / (b + c), where b is the
///        ____          distance to the outline and c that to the crest
///      /      \
///    / b | c    \
///   ---------------- outline
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hill {
    base: Polygon,
    crest: Vec<Point>,
    top: Level,
}

impl Hill {
    pub fn new(base: Polygon, crest: Vec<Point>, top: Level) -> Result<Self, HillError> {
        if crest.is_empty() {
            return Err(HillError::NoCrest);
        }
        if let Some(i) = crest.iter().position(|p| !base.contains(*p)) {
            return Err(HillError::CrestOutside(i));
        }
        if top < Level::levels(1) {
            return Err(HillError::Flat);
        }
        Ok(Self { base, crest, top })
    }

    pub fn base(&self) -> &Polygon {
        &self.base
    }

    pub fn crest(&self) -> &[Point] {
        &self.crest
    }

    pub fn top(&self) -> Level {
        self.top
    }

    /// The height at a place in thousandths, rounded to a thousandth of a level; 0 outside.
    pub fn height(&self, at: Vec2) -> Level {
        let Some((b, c)) = self.to_rim_and_crest(at) else { return Level::GROUND };
        // Where the crest meets the outline this is no number, and so the ground.
        Level((f64::from(self.top.0) * b / (b + c) + 0.5).floor() as i32)
    }

    /// Nowhere within this radius is the hill lower, in thousandths of a level; none if the outline may be so near. A way of
    /// that length brings nobody nearer to the outline or farther from the crest than by itself.
    pub(super) fn least_height(&self, at: Vec2, radius: f64) -> Option<f64> {
        let (b, c) = self.to_rim_and_crest(at)?;
        (b > radius).then(|| f64::from(self.top.0) * (b - radius) / (b + c))
    }

    /// The distances to outline and crest; none outside.
    fn to_rim_and_crest(&self, at: Vec2) -> Option<(f64, f64)> {
        let mut inside = false;
        let mut rim = f64::INFINITY;
        for (a, b) in self.base.sides() {
            let (a, b) = (a.as_vec(), b.as_vec());
            rim = rim.min(squared_distance(at, a, b));
            let (before, after) = (a.y > at.y, b.y > at.y);
            if before != after && (b - a).cross(at - a).is_sign_positive() == after {
                inside = !inside;
            }
        }
        if !inside {
            return None;
        }
        let first = self.crest[0].as_vec();
        let mut crest = at.distance_squared(first);
        for pair in self.crest.windows(2) {
            // From a point that is there twice it is no number, and the least is that to the others.
            crest = crest.min(squared_distance(at, pair[0].as_vec(), pair[1].as_vec()));
        }
        Some((rim.sqrt(), crest.sqrt()))
    }
}

fn squared_distance(p: Vec2, a: Vec2, b: Vec2) -> f64 {
    let (along, to) = (b - a, p - a);
    let share = (to.dot(along) / along.length_squared()).clamp(0.0, 1.0);
    (to - along * share).length_squared()
}

/// An area that blocks sight below its top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cover {
    pub area: Polygon,
    /// Above its ground.
    pub height: Level,
}

/// A line that blocks sight below its top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ridge {
    pub line: Polyline,
    /// Above its ground; `None` cannot be looked over.
    pub height: Option<Level>,
}

/// Everything on a table that can be in the way of a look.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Relief {
    covers: Vec<Cover>,
    hills: Vec<Hill>,
    ridges: Vec<Ridge>,
    /// Which hills a cover or a ridge may stand on.
    pub(super) cover_hills: Vec<Vec<usize>>,
    pub(super) ridge_hills: Vec<Vec<usize>>,
}

impl Relief {
    pub fn new(covers: Vec<Cover>, hills: Vec<Hill>, ridges: Vec<Ridge>) -> Self {
        let under = |bounds: &Bounds| -> Vec<usize> {
            (0..hills.len()).filter(|i| hills[*i].base.bounds().meets(bounds)).collect()
        };
        let cover_hills = covers.iter().map(|cover| under(cover.area.bounds())).collect();
        let ridge_hills = ridges.iter().map(|ridge| under(ridge.line.bounds())).collect();
        Self { covers, hills, ridges, cover_hills, ridge_hills }
    }

    pub fn covers(&self) -> &[Cover] {
        &self.covers
    }

    pub fn hills(&self) -> &[Hill] {
        &self.hills
    }

    pub fn ridges(&self) -> &[Ridge] {
        &self.ridges
    }

    /// The height of the ground: where hills overlap, the greater one.
    pub fn ground(&self, at: Point) -> Level {
        let hills = self.hills.iter().filter(|hill| hill.base.bounds().contains(at));
        hills.map(|hill| hill.height(at.as_vec())).max().unwrap_or_default()
    }

    pub(super) fn ground_of(&self, hills: &[usize], at: Vec2) -> Level {
        hills.iter().map(|i| self.hills[*i].height(at)).max().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::super::polygon::Place;
    use super::*;

    fn at(x: i32, y: i32) -> Point {
        Point::new(x * 1000, y * 1000)
    }

    fn hill() -> Hill {
        let base = Polygon::rectangle(at(0, 0), at(12, 12)).unwrap();
        Hill::new(base, vec![at(6, 6)], Level::levels(2)).unwrap()
    }

    #[test]
    fn a_hill_rises_evenly() {
        // TH-ELV-02
        let height = |x: f64, y: f64| hill().height(Vec2::new(x * 1000.0, y * 1000.0));
        assert_eq!(height(6.0, 3.0), Level(1000));
        assert_eq!(height(6.0, 6.0), Level(2000));
        assert_eq!(height(6.0, 0.0), Level(0));
        assert_eq!(height(6.0, 1.5), Level(500));
        assert_eq!(height(0.0, 0.0), Level(0));
        assert_eq!(height(-1.0, 6.0), Level(0));
        assert_eq!(height(13.0, 13.0), Level(0));
        // Off the axes: 3 from the outline, 5 from the crest.
        assert_eq!(height(10.0, 3.0), Level(571), "2 to the outline, 5 to the crest");
    }

    #[test]
    fn overlapping_hills_take_the_greater_height() {
        let low = Polygon::rectangle(at(0, 0), at(40, 40)).unwrap();
        let low = Hill::new(low, vec![at(10, 20), at(30, 20)], Level::levels(1)).unwrap();
        let relief = Relief::new(vec![], vec![low, hill()], vec![]);
        assert_eq!(relief.ground(at(6, 6)), Level(2000));
        assert_eq!(relief.ground(at(20, 20)), Level(1000));
        assert_eq!(relief.ground(at(41, 20)), Level(0));
    }

    #[test]
    fn figures_that_make_no_hill_are_refused() {
        // TH-ELV-03
        let base = || Polygon::rectangle(at(0, 0), at(12, 12)).unwrap();
        assert_eq!(Hill::new(base(), vec![], Level(2000)), Err(HillError::NoCrest));
        assert_eq!(
            Hill::new(base(), vec![at(6, 6), at(13, 6)], Level(2000)),
            Err(HillError::CrestOutside(1))
        );
        assert_eq!(Hill::new(base(), vec![at(6, 6)], Level(0)), Err(HillError::Flat));
        for levels in 1..=3 {
            assert!(Hill::new(base(), vec![at(6, 6)], Level::levels(levels)).is_ok());
        }
    }

    #[test]
    fn the_ground_at_the_height_of_a_corner_is_inside_or_outside() {
        // Notches from above and from below, their tips at the same height as two corners.
        let list = [(0, 4), (2, 0), (4, 4), (6, 0), (8, 4), (10, 4), (10, 8), (7, 4), (4, 8), (2, 4), (0, 8)];
        let base = Polygon::new(list.iter().map(|p| at(p.0, p.1)).collect()).unwrap();
        let hill = Hill::new(base.clone(), vec![at(2, 2)], Level::levels(1)).unwrap();
        for x in -2..24 {
            for y in -2..18 {
                let p = Point::new(x * 500, y * 500);
                let inside = base.place(p) == Place::Inside;
                assert_eq!(hill.height(p.as_vec()) > Level::GROUND, inside, "{p}");
            }
        }
    }

    #[test]
    fn a_crest_on_the_outline_rises_at_once() {
        let base = Polygon::rectangle(at(0, 0), at(12, 12)).unwrap();
        let cliff = Hill::new(base, vec![at(0, 6), at(12, 6)], Level::levels(2)).unwrap();
        assert_eq!(
            (cliff.height(at(0, 6).as_vec()), cliff.height(at(6, 6).as_vec())),
            (Level(0), Level(2000))
        );
        assert_eq!(cliff.height(Vec2::new(1.0, 6_000.0)), Level(2000));
        // A point of the crest that is there twice is one.
        let base = Polygon::rectangle(at(0, 0), at(12, 12)).unwrap();
        let twice = Hill::new(base, vec![at(6, 6), at(6, 6), at(8, 6)], Level::levels(2)).unwrap();
        assert_eq!(
            (twice.height(at(6, 3).as_vec()), twice.height(at(8, 6).as_vec())),
            (Level(1000), Level(2000))
        );
    }

    #[test]
    fn the_least_height_around_a_place() {
        let least = |y: i32, radius: f64| hill().least_height(at(6, y).as_vec(), radius);
        // 3 inches from the outline and from the crest.
        assert_eq!((least(3, 0.0), least(3, 1_500.0)), (Some(1000.0), Some(500.0)));
        assert_eq!((least(3, 2_999.0).is_some(), least(3, 3_000.0)), (true, None));
        assert_eq!(least(-1, 0.0), None);
    }

    #[test]
    fn heights_are_told_in_levels() {
        assert_eq!((Level(1500).as_levels(), Level::levels(2).as_levels()), (1.5, 2.0));
    }
}
