//! Points in whole thousandths, and the two measures that limits are written in.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul, Neg, Sub};

use serde::{Deserialize, Serialize};

use crate::angle::Angle;
use crate::vec2::Vec2;

/// Coordinates stay below this, in thousandths: so every product of two of them is a whole number of 64 bits.
pub const BOUND: i32 = 1_000_000;

/// A place on the table in whole thousandths of its unit (an inch, say): `x` grows to the east, `y` to the north.
///
/// It is read from numbers of any fineness, which are rounded half away from zero, and a place beyond
/// [`BOUND`] is refused there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "Raw")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Point {
    pub x: i32,
    pub y: i32,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    x: f64,
    y: f64,
}

/// Why two numbers are no place on a table.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum PointError {
    #[error("a point needs two finite numbers, not ({0}, {1})")]
    NotFinite(f64, f64),
    #[error("the point ({0}, {1}) lies off every table: each number must be less than {BOUND} thousandths")]
    TooFar(f64, f64),
}

impl TryFrom<Raw> for Point {
    type Error = PointError;
    fn try_from(raw: Raw) -> Result<Self, PointError> {
        Self::rounded(raw.x, raw.y)
    }
}

impl Point {
    pub const fn new(x: i32, y: i32) -> Self {
        Self { x, y }
    }

    /// The nearest point to a place in thousandths, halves away from zero.
    ///
    /// ```
    /// # use geometry::ground::Point;
    /// assert_eq!(Point::rounded(10.5, -0.5), Ok(Point::new(11, -1)));
    /// assert!(Point::rounded(1e6, 0.0).is_err());
    /// assert!(Point::rounded(f64::NAN, 0.0).is_err());
    /// ```
    pub fn rounded(x: f64, y: f64) -> Result<Self, PointError> {
        if !(x.is_finite() && y.is_finite()) {
            return Err(PointError::NotFinite(x, y));
        }
        let (near_x, near_y) = (x.round(), y.round());
        if near_x.abs() >= f64::from(BOUND) || near_y.abs() >= f64::from(BOUND) {
            return Err(PointError::TooFar(x, y));
        }
        Ok(Self::new(near_x as i32, near_y as i32))
    }

    /// The nearest point to a place in whole units.
    ///
    /// ```
    /// # use geometry::ground::Point;
    /// assert_eq!(Point::units(17.9964, 3.0), Ok(Point::new(17_996, 3_000)));
    /// ```
    pub fn units(x: f64, y: f64) -> Result<Self, PointError> {
        Self::rounded(x * 1000.0, y * 1000.0)
    }

    pub const fn in_bounds(self) -> bool {
        self.x > -BOUND && self.x < BOUND && self.y > -BOUND && self.y < BOUND
    }

    pub fn as_vec(self) -> Vec2 {
        Vec2::new(f64::from(self.x), f64::from(self.y))
    }

    /// The point so many thousandths away on a bearing, rounded.
    ///
    /// ```
    /// # use geometry::{Angle, ground::Point};
    /// assert_eq!(Point::new(20_000, 20_000).moved(Angle::degrees(90), 7_000), Point::new(27_000, 20_000));
    /// ```
    #[must_use]
    pub fn moved(self, bearing: Angle, thousandths: i32) -> Self {
        self + Step::on(bearing, f64::from(thousandths))
    }

    /// The point at a share of the way to another, rounded.
    #[must_use]
    pub fn toward(self, to: Self, share: f64) -> Self {
        let step = to - self;
        self + Step::new((step.x as f64 * share).round() as i64, (step.y as f64 * share).round() as i64)
    }

    /// The bearing to another point, to a tenth of a degree; north if it is the same.
    pub fn bearing(self, to: Self) -> Angle {
        Angle::from_direction((to - self).as_vec())
    }

    /// How far it is to another point.
    pub fn distance(self, to: Self) -> Length {
        (to - self).length()
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", f64::from(self.x) / 1000.0, f64::from(self.y) / 1000.0)
    }
}

/// The way from one point to another, in thousandths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Step {
    pub x: i64,
    pub y: i64,
}

impl Step {
    pub const ZERO: Self = Self::new(0, 0);

    pub const fn new(x: i64, y: i64) -> Self {
        Self { x, y }
    }

    /// So many thousandths on a bearing, each coordinate rounded half away from zero.
    pub fn on(bearing: Angle, thousandths: f64) -> Self {
        let way = bearing.fwd() * thousandths;
        Self::new(way.x.round() as i64, way.y.round() as i64)
    }

    pub const fn dot(self, other: Self) -> i64 {
        self.x * other.x + self.y * other.y
    }

    /// Positive if `other` points to the left of `self`.
    pub const fn cross(self, other: Self) -> i64 {
        self.x * other.y - self.y * other.x
    }

    pub const fn squared(self) -> i64 {
        self.dot(self)
    }

    pub fn as_vec(self) -> Vec2 {
        Vec2::new(self.x as f64, self.y as f64)
    }

    pub fn length(self) -> Length {
        Length((self.squared() as f64).sqrt().mul(1000.0).round() as i64)
    }
}

impl Add for Step {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self::new(self.x + other.x, self.y + other.y)
    }
}

impl Sub for Step {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self::new(self.x - other.x, self.y - other.y)
    }
}

impl Neg for Step {
    type Output = Self;
    fn neg(self) -> Self {
        Self::new(-self.x, -self.y)
    }
}

impl Sub for Point {
    type Output = Step;
    fn sub(self, from: Self) -> Step {
        Step::new(i64::from(self.x) - i64::from(from.x), i64::from(self.y) - i64::from(from.y))
    }
}

impl Add<Step> for Point {
    type Output = Self;
    fn add(self, step: Step) -> Self {
        Self::new((i64::from(self.x) + step.x) as i32, (i64::from(self.y) + step.y) as i32)
    }
}

/// A length walked or paid, in whole millionths: fine enough to add up hundreds of pieces, and exact in sums.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "ts", ts(type = "number"))]
pub struct Length(pub i64);

impl Length {
    pub const ZERO: Self = Self(0);

    pub const fn units(units: i32) -> Self {
        Self(units as i64 * 1_000_000)
    }

    pub const fn thousandths(thousandths: i64) -> Self {
        Self(thousandths * 1000)
    }

    pub const fn millionths(self) -> i64 {
        self.0
    }

    /// Half of it, halves of a millionth up.
    ///
    /// ```
    /// # use geometry::ground::Length;
    /// assert_eq!(Length::units(13).half(), Length(6_500_000));
    /// ```
    #[must_use]
    pub const fn half(self) -> Self {
        Self((self.0 + 1).div_euclid(2))
    }

    /// Rounded half up, as every figure is before it meets a limit.
    ///
    /// ```
    /// # use geometry::ground::{Hundredths, Length};
    /// assert_eq!(Length(13_004_999).rounded(), Hundredths(1300));
    /// assert_eq!(Length(13_005_000).rounded(), Hundredths(1301));
    /// ```
    pub const fn rounded(self) -> Hundredths {
        Hundredths((self.0 + 5_000).div_euclid(10_000) as i32)
    }

    pub fn as_units(self) -> f64 {
        self.0 as f64 / 1_000_000.0
    }
}

impl Add for Length {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl AddAssign for Length {
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl Sub for Length {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl Sum for Length {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        Self(all.map(|l| l.0).sum())
    }
}

/// A figure in whole hundredths: what a distance or a cost is after its one rounding, and what limits are
/// written in. Written and read as a whole number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Hundredths(pub i32);

impl Hundredths {
    pub const ZERO: Self = Self(0);

    pub const fn units(units: i32) -> Self {
        Self(units * 100)
    }

    pub const fn length(self) -> Length {
        Length(self.0 as i64 * 10_000)
    }

    pub fn as_units(self) -> f64 {
        f64::from(self.0) / 100.0
    }

    /// Every distance below this, in thousandths, rounds to `self` or less.
    pub(crate) const fn reach(self) -> i64 {
        self.0 as i64 * 10 + 5
    }
}

impl fmt::Display for Hundredths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.as_units())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finer_figures_are_rounded_half_away_from_zero() {
        // TH-GEO-10
        let read = |text: &str| serde_json::from_str::<Point>(text).map_err(|e| e.to_string());
        assert_eq!(read(r#"{"x": 10500, "y": -3}"#), Ok(Point::new(10_500, -3)));
        assert_eq!(read(r#"{"x": 10500.5, "y": -3.5}"#), Ok(Point::new(10_501, -4)));
        assert_eq!(read(r#"{"x": 0.49, "y": -0.49}"#), Ok(Point::new(0, 0)));
        assert!(read(r#"{"x": 1000000, "y": 0}"#).unwrap_err().contains("off every table"));
        assert!(read(r#"{"x": 999999.6, "y": 0}"#).is_err());
        assert_eq!(read(r#"{"x": -999999.4, "y": 0}"#), Ok(Point::new(-999_999, 0)));
        assert!(read(r#"{"x": 1, "y": 0, "z": 3}"#).is_err());
        assert_eq!(serde_json::to_string(&Point::new(5, -7)).unwrap(), r#"{"x":5,"y":-7}"#);
    }

    #[test]
    fn lengths_round_half_up_to_hundredths() {
        assert_eq!(Length(2_004_900).rounded(), Hundredths(200));
        assert_eq!(Length(2_005_100).rounded(), Hundredths(201));
        assert_eq!(Length(4_999).rounded(), Hundredths(0));
        assert_eq!(Length(5_000).rounded(), Hundredths(1));
        assert_eq!(Hundredths(200).length().rounded(), Hundredths(200));
        assert_eq!(Length(7).half(), Length(4));
    }

    #[test]
    fn bearings_and_moves() {
        // TH-GEO-07, TH-MAR-10
        assert_eq!(Point::new(30_000, 30_000).moved(Angle::HALF, 5_000), Point::new(30_000, 25_000));
        let (from, to) = (Point::new(30_000, 20_000), Point::new(37_000, 20_000));
        assert_eq!(from.bearing(to), Angle::degrees(90));
        assert_eq!(from.moved(Angle::degrees(90), 7_000), to);
        assert_eq!(from.distance(to), Length::units(7));
        assert_eq!(from.toward(to, 0.5), Point::new(33_500, 20_000));
        assert_eq!(Point::new(0, 0).distance(Point::new(1, 1)), Length(1_414));
    }

    #[test]
    fn places_off_every_table_are_refused() {
        for (x, y) in [(1e6, 0.0), (0.0, 1e6), (-1e6, 0.0), (0.0, -1e6)] {
            assert_eq!(Point::rounded(x, y), Err(PointError::TooFar(x, y)));
        }
        for (x, y) in [(f64::NAN, 0.0), (0.0, f64::NAN), (0.0, f64::INFINITY), (f64::NEG_INFINITY, 0.0)] {
            assert!(matches!(Point::rounded(x, y), Err(PointError::NotFinite(..))), "{x} {y}");
        }
        assert_eq!(Point::rounded(999_999.4, -999_999.4), Ok(Point::new(999_999, -999_999)));
    }

    #[test]
    fn figures_are_told_in_units() {
        assert_eq!((Hundredths(250).as_units(), Length(2_500_000).as_units()), (2.5, 2.5));
        assert_eq!(Hundredths(-25).to_string(), "-0.25");
    }
}
