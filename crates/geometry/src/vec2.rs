//! Points and vectors of the table plane.

use std::hash::{Hash, Hasher};
use std::ops::{Add, Div, Mul, Neg, Sub};

use serde::{Deserialize, Serialize};

/// A point or a vector, in millimetres: `x` grows to the east, `y` to the north.
///
/// Equal points hash alike: `-0.0` and `0.0` are the same coordinate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Vec2 {
    pub x: f64,
    pub y: f64,
}

impl Vec2 {
    /// The origin, and the vector that goes nowhere.
    pub const ZERO: Self = Self::new(0.0, 0.0);

    pub const fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }

    /// The scalar product: the length of `other` along `self`, times the length of `self`.
    pub fn dot(self, other: Self) -> f64 {
        self.x * other.x + self.y * other.y
    }

    /// The cross product, positive if `other` points to the left of `self`.
    ///
    /// ```
    /// # use geometry::Vec2;
    /// let (east, north) = (Vec2::new(2.0, 0.0), Vec2::new(0.0, 3.0));
    /// assert_eq!(east.cross(north), 6.0);
    /// ```
    pub fn cross(self, other: Self) -> f64 {
        self.x * other.y - self.y * other.x
    }

    pub fn length_squared(self) -> f64 {
        self.dot(self)
    }

    pub fn length(self) -> f64 {
        self.length_squared().sqrt()
    }

    pub fn distance_squared(self, other: Self) -> f64 {
        (self - other).length_squared()
    }

    /// ```
    /// # use geometry::Vec2;
    /// assert_eq!(Vec2::new(1.0, 1.0).distance(Vec2::new(4.0, 5.0)), 5.0);
    /// ```
    pub fn distance(self, other: Self) -> f64 {
        self.distance_squared(other).sqrt()
    }

    /// The same vector turned clockwise by a right angle.
    ///
    /// ```
    /// # use geometry::Vec2;
    /// let north = Vec2::new(0.0, 1.0);
    /// assert_eq!(north.perp_right(), Vec2::new(1.0, 0.0));
    /// assert_eq!(north.perp_left(), Vec2::new(-1.0, 0.0));
    /// ```
    #[must_use]
    pub fn perp_right(self) -> Self {
        Self::new(self.y, -self.x)
    }

    /// The same vector turned counter-clockwise by a right angle.
    #[must_use]
    pub fn perp_left(self) -> Self {
        Self::new(-self.y, self.x)
    }

    /// The point at share `t` of the way from `self` to `other`.
    #[must_use]
    pub fn lerp(self, other: Self, t: f64) -> Self {
        self + (other - self) * t
    }

    pub fn is_finite(self) -> bool {
        self.x.is_finite() && self.y.is_finite()
    }
}

impl Add for Vec2 {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self::new(self.x + other.x, self.y + other.y)
    }
}

impl Sub for Vec2 {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self::new(self.x - other.x, self.y - other.y)
    }
}

impl Neg for Vec2 {
    type Output = Self;
    fn neg(self) -> Self {
        Self::new(-self.x, -self.y)
    }
}

impl Mul<f64> for Vec2 {
    type Output = Self;
    fn mul(self, factor: f64) -> Self {
        Self::new(self.x * factor, self.y * factor)
    }
}

impl Div<f64> for Vec2 {
    type Output = Self;
    fn div(self, divisor: f64) -> Self {
        Self::new(self.x / divisor, self.y / divisor)
    }
}

impl Hash for Vec2 {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // Adding 0.0 turns -0.0 into 0.0 and leaves every other number alone.
        state.write_u64((self.x + 0.0).to_bits());
        state.write_u64((self.y + 0.0).to_bits());
    }
}

#[cfg(test)]
mod tests {
    use std::hash::DefaultHasher;

    use super::*;

    fn hash(v: Vec2) -> u64 {
        let mut hasher = DefaultHasher::new();
        v.hash(&mut hasher);
        hasher.finish()
    }

    #[test]
    fn arithmetic_works_per_coordinate() {
        let (a, b) = (Vec2::new(3.0, -4.0), Vec2::new(0.5, 2.0));
        assert_eq!(a + b, Vec2::new(3.5, -2.0));
        assert_eq!(a - b, Vec2::new(2.5, -6.0));
        assert_eq!(-a, Vec2::new(-3.0, 4.0));
        assert_eq!(a * 2.0, Vec2::new(6.0, -8.0));
        assert_eq!(a / 2.0, Vec2::new(1.5, -2.0));
        assert_eq!(a.lerp(b, 0.25), Vec2::new(2.375, -2.5));
        assert_eq!(Vec2::default(), Vec2::ZERO);
    }

    #[test]
    fn products_and_lengths() {
        let (a, b) = (Vec2::new(3.0, -4.0), Vec2::new(0.5, 2.0));
        assert_eq!(a.dot(b), -6.5);
        assert_eq!(a.cross(b), 8.0);
        assert_eq!(b.cross(a), -8.0);
        assert_eq!(a.length_squared(), 25.0);
        assert_eq!(a.length(), 5.0);
        assert_eq!(a.distance_squared(b), 42.25);
        assert_eq!(a.distance(b), 6.5);
        assert_eq!(a.perp_right(), Vec2::new(-4.0, -3.0));
        assert_eq!(a.perp_left(), Vec2::new(4.0, 3.0));
    }

    #[test]
    fn finite_needs_both_coordinates() {
        assert!(Vec2::ZERO.is_finite());
        assert!(!Vec2::new(f64::NAN, 0.0).is_finite());
        assert!(!Vec2::new(0.0, f64::INFINITY).is_finite());
    }

    #[test]
    fn equal_points_hash_alike() {
        assert_eq!(hash(Vec2::new(-0.0, 1.0)), hash(Vec2::new(0.0, 1.0)));
        assert_eq!(hash(Vec2::new(1.0, -0.0)), hash(Vec2::new(1.0, 0.0)));
        assert_ne!(hash(Vec2::new(1.0, 0.0)), hash(Vec2::new(0.0, 1.0)));
        assert_ne!(hash(Vec2::new(1.0, 0.0)), hash(Vec2::new(-1.0, 0.0)));
        assert_ne!(hash(Vec2::new(1.0, 2.0)), hash(Vec2::new(1.0, -2.0)));
    }
}
