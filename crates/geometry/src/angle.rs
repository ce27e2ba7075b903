//! Angles and headings in tenths of a degree, and the only trigonometry of the crate.

use std::f64::consts::PI;
use std::ops::{Add, Neg, Sub};
use std::sync::LazyLock;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::vec2::Vec2;

const FULL: i32 = 3600;
const QUARTER: usize = 900;

/// Sines of 0.0, 0.1 ... 90.0 degrees. The other three quarters follow by symmetry, exactly.
static SINES: LazyLock<[f64; QUARTER + 1]> = LazyLock::new(|| {
    let mut table: [f64; QUARTER + 1] = std::array::from_fn(|i| libm::sin(i as f64 * PI / 1800.0));
    table[300] = 0.5;
    table[QUARTER] = 1.0;
    table
});

/// An angle in tenths of a degree, from 0 up to and without 360 degrees. As a heading it grows clockwise from
/// north, seen from above.
///
/// It is written and read as a number of degrees: `90`, `62.5`.
///
/// ```
/// # use geometry::{Angle, Vec2};
/// let east = Angle::degrees(90);
/// assert_eq!(east.fwd(), Vec2::new(1.0, 0.0));
/// assert_eq!(east.right(), Vec2::new(0.0, -1.0));
/// assert_eq!(east + Angle::degrees(300), Angle::degrees(30));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "ts", ts(type = "number"))]
pub struct Angle(i32);

/// Why a number is not an [`Angle`].
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum AngleError {
    #[error("an angle must be a finite number of degrees, not {0}")]
    NotFinite(f64),
    #[error("an angle must be a multiple of 0.1 degrees, not {0}")]
    NotATenth(f64),
    #[error("an angle of {0} degrees is more than a million degrees")]
    TooLarge(f64),
}

impl Angle {
    pub const ZERO: Self = Self(0);
    /// Half a turn.
    pub const HALF: Self = Self(1800);

    /// ```
    /// # use geometry::Angle;
    /// assert_eq!(Angle::from_tenths(-1), Angle::from_tenths(3599));
    /// ```
    pub const fn from_tenths(tenths: i32) -> Self {
        Self(tenths.rem_euclid(FULL))
    }

    pub const fn degrees(degrees: i32) -> Self {
        Self::from_tenths(degrees.rem_euclid(360) * 10)
    }

    /// Accepts multiples of 0.1 with a slack of a millionth of a degree.
    ///
    /// ```
    /// # use geometry::Angle;
    /// assert_eq!(Angle::try_from_degrees(-62.5), Ok(Angle::from_tenths(2975)));
    /// assert!(Angle::try_from_degrees(0.05).is_err());
    /// ```
    pub fn try_from_degrees(degrees: f64) -> Result<Self, AngleError> {
        if !degrees.is_finite() {
            return Err(AngleError::NotFinite(degrees));
        }
        if degrees.abs() > 1e6 {
            return Err(AngleError::TooLarge(degrees));
        }
        let tenths = (degrees * 10.0).round();
        if (degrees - tenths / 10.0).abs() > 1e-6 {
            return Err(AngleError::NotATenth(degrees));
        }
        Ok(Self::from_tenths(tenths as i32))
    }

    /// The heading of a direction, rounded to the nearest tenth of a degree; north for no direction at all.
    ///
    /// ```
    /// # use geometry::{Angle, Vec2};
    /// assert_eq!(Angle::from_direction(Vec2::new(1.0, -1.0)), Angle::degrees(135));
    /// ```
    pub fn from_direction(direction: Vec2) -> Self {
        let tenths = libm::atan2(direction.x, direction.y) * (1800.0 / PI);
        Self::from_tenths(tenths.round() as i32)
    }

    /// Tenths of a degree, `0..3600`.
    pub const fn tenths(self) -> i32 {
        self.0
    }

    /// Tenths of a degree the shorter way round, `-1800..=1799`.
    ///
    /// ```
    /// # use geometry::Angle;
    /// assert_eq!(Angle::degrees(330).signed_tenths(), -300);
    /// ```
    pub const fn signed_tenths(self) -> i32 {
        if self.0 < FULL / 2 { self.0 } else { self.0 - FULL }
    }

    pub fn as_degrees(self) -> f64 {
        f64::from(self.0) / 10.0
    }

    /// Sine and cosine.
    ///
    /// ```text
    ///   quarter   3 | 0      sin and cos of every angle are plus or
    ///           ----+---->   minus two entries of the table of the
    ///             2 | 1      first quarter, so symmetry is exact.
    /// ```
    #[inline]
    pub fn sin_cos(self) -> (f64, f64) {
        let tenths = self.0 as usize;
        let rest = tenths % QUARTER;
        let (s, c) = (SINES[rest], SINES[QUARTER - rest]);
        // `0.0 - s` rather than `-s`: no negative zeros.
        match tenths / QUARTER {
            0 => (s, c),
            1 => (c, 0.0 - s),
            2 => (0.0 - s, 0.0 - c),
            _ => (0.0 - c, s),
        }
    }

    /// The unit vector of this heading.
    #[inline]
    pub fn fwd(self) -> Vec2 {
        let (sin, cos) = self.sin_cos();
        Vec2::new(sin, cos)
    }

    /// The unit vector to the right of this heading.
    #[inline]
    pub fn right(self) -> Vec2 {
        let (sin, cos) = self.sin_cos();
        Vec2::new(cos, 0.0 - sin)
    }
}

impl Add for Angle {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self::from_tenths(self.0 + other.0)
    }
}

impl Sub for Angle {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self::from_tenths(self.0 - other.0)
    }
}

impl Neg for Angle {
    type Output = Self;
    fn neg(self) -> Self {
        Self::from_tenths(-self.0)
    }
}

impl Serialize for Angle {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0 % 10 == 0 {
            serializer.serialize_i32(self.0 / 10)
        } else {
            serializer.serialize_f64(self.as_degrees())
        }
    }
}

impl<'de> Deserialize<'de> for Angle {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::try_from_degrees(f64::deserialize(deserializer)?).map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn angles_wrap_round() {
        assert_eq!(Angle::from_tenths(3600).tenths(), 0);
        assert_eq!(Angle::from_tenths(-3601).tenths(), 3599);
        assert_eq!(Angle::degrees(-90).tenths(), 2700);
        assert_eq!(Angle::degrees(i32::MAX).tenths(), 1270);
        assert_eq!((Angle::degrees(350) + Angle::degrees(20)).tenths(), 100);
        assert_eq!((Angle::degrees(10) - Angle::degrees(20)).tenths(), 3500);
        assert_eq!((-Angle::degrees(10)).tenths(), 3500);
        assert_eq!(-Angle::ZERO, Angle::ZERO);
        assert_eq!(Angle::HALF, Angle::degrees(180));
    }

    #[test]
    fn signed_tenths_take_the_shorter_way() {
        assert_eq!(Angle::from_tenths(1799).signed_tenths(), 1799);
        assert_eq!(Angle::from_tenths(1800).signed_tenths(), -1800);
        assert_eq!(Angle::from_tenths(3599).signed_tenths(), -1);
        assert_eq!(Angle::ZERO.signed_tenths(), 0);
    }

    #[test]
    fn numbers_that_are_no_angles_are_refused() {
        assert_eq!(Angle::try_from_degrees(33.5), Ok(Angle::from_tenths(335)));
        assert_eq!(Angle::try_from_degrees(0.1 + 0.2), Ok(Angle::from_tenths(3)));
        assert_eq!(Angle::try_from_degrees(12.300_000_9), Ok(Angle::from_tenths(123)));
        assert_eq!(Angle::try_from_degrees(1e-6), Ok(Angle::ZERO));
        assert_eq!(Angle::try_from_degrees(1.000_001e-6), Err(AngleError::NotATenth(1.000_001e-6)));
        assert_eq!(Angle::try_from_degrees(12.300_002), Err(AngleError::NotATenth(12.300_002)));
        assert_eq!(Angle::try_from_degrees(12.299_998), Err(AngleError::NotATenth(12.299_998)));
        assert_eq!(Angle::try_from_degrees(f64::INFINITY), Err(AngleError::NotFinite(f64::INFINITY)));
        assert!(matches!(Angle::try_from_degrees(f64::NAN), Err(AngleError::NotFinite(_))));
        assert_eq!(Angle::try_from_degrees(-1e6), Ok(Angle::degrees(-1_000_000)));
        assert_eq!(Angle::try_from_degrees(-1_000_001.0), Err(AngleError::TooLarge(-1_000_001.0)));
        assert_eq!(
            AngleError::NotATenth(0.05).to_string(),
            "an angle must be a multiple of 0.1 degrees, not 0.05"
        );
    }

    #[test]
    fn degrees_are_what_is_written_down() {
        assert_eq!(serde_json::to_string(&Angle::degrees(90)).unwrap(), "90");
        assert_eq!(serde_json::to_string(&Angle::from_tenths(625)).unwrap(), "62.5");
        assert_eq!(serde_json::to_string(&Angle::from_tenths(-1)).unwrap(), "359.9");
        assert_eq!(serde_json::from_str::<Angle>("-90").unwrap(), Angle::degrees(270));
        assert_eq!(serde_json::from_str::<Angle>("62.5").unwrap(), Angle::from_tenths(625));
        let refusal = serde_json::from_str::<Angle>("62.55").unwrap_err().to_string();
        assert!(refusal.contains("multiple of 0.1 degrees, not 62.55"), "{refusal}");
    }

    #[test]
    fn round_angles_are_exact() {
        let check =
            |degrees, sin, cos| assert_eq!(Angle::degrees(degrees).sin_cos(), (sin, cos), "{degrees}");
        check(0, 0.0, 1.0);
        check(90, 1.0, 0.0);
        check(180, 0.0, -1.0);
        check(270, -1.0, 0.0);
        for (degrees, sin) in [(30, 0.5), (150, 0.5), (210, -0.5), (330, -0.5)] {
            assert_eq!(Angle::degrees(degrees).sin_cos().0, sin);
            assert_eq!(Angle::degrees(90 - degrees).sin_cos().1, sin);
        }
    }

    #[test]
    fn sines_and_cosines_are_exactly_symmetric() {
        for tenths in 0..FULL {
            let angle = Angle::from_tenths(tenths);
            let (sin, cos) = angle.sin_cos();
            assert_eq!((-angle).sin_cos(), (0.0 - sin, cos));
            assert_eq!((Angle::degrees(90) - angle).sin_cos(), (cos, sin));
            assert_eq!((angle + Angle::HALF).sin_cos(), (0.0 - sin, 0.0 - cos));
            assert!((sin - libm::sin(f64::from(tenths) * PI / 1800.0)).abs() < 2e-15);
            assert!((cos - libm::cos(f64::from(tenths) * PI / 1800.0)).abs() < 2e-15);
            assert!(sin.to_bits() != (-0.0_f64).to_bits() && cos.to_bits() != (-0.0_f64).to_bits());
            assert_eq!((angle.fwd(), angle.right()), (Vec2::new(sin, cos), Vec2::new(cos, -sin)));
            assert!(angle.right().y.to_bits() != (-0.0_f64).to_bits());
        }
    }

    #[test]
    fn directions_round_to_the_nearest_tenth() {
        for tenths in 0..FULL {
            let angle = Angle::from_tenths(tenths);
            assert_eq!(Angle::from_direction(angle.fwd() * 37.0), angle);
            let (near, far) = (0.04 * PI / 180.0, 0.06 * PI / 180.0);
            assert_eq!(Angle::from_direction(angle.fwd() + angle.right() * near), angle);
            assert_eq!(
                Angle::from_direction(angle.fwd() + angle.right() * far),
                angle + Angle::from_tenths(1)
            );
            assert_eq!(
                Angle::from_direction(angle.fwd() - angle.right() * far),
                angle - Angle::from_tenths(1)
            );
        }
        assert_eq!(Angle::from_direction(Vec2::ZERO), Angle::ZERO);
    }

    #[test]
    fn degrees_as_a_number() {
        assert_eq!(Angle::from_tenths(625).as_degrees(), 62.5);
        assert_eq!(Angle::degrees(359).as_degrees(), 359.0);
    }
}
