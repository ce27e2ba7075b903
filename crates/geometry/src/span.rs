//! A stretch of a line, cut by linear conditions. Sight lines, shadows and chords are all found this way.

/// The parameters `t` of a line from `lo` to `hi`; empty if `lo > hi`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Span {
    pub lo: f64,
    pub hi: f64,
}

impl Span {
    pub const EVERYTHING: Self = Self { lo: f64::NEG_INFINITY, hi: f64::INFINITY };
    pub const UNIT: Self = Self { lo: 0.0, hi: 1.0 };
    const NOTHING: Self = Self { lo: f64::INFINITY, hi: f64::NEG_INFINITY };

    /// Keeps the part where `offset + slope * t <= 0`.
    #[inline]
    #[must_use]
    pub fn where_at_most_zero(self, offset: f64, slope: f64) -> Self {
        if slope == 0.0 {
            return if offset > 0.0 { Self::NOTHING } else { self };
        }
        self.cut(offset, slope)
    }

    /// Keeps the part where `offset + slope * t < 0`, as far as `t` is a share from 0 to 1: outside of that
    /// the answer means nothing. The span is read as open then: see [`Self::has_inside`].
    ///
    /// Most conditions hold at both ends or at neither, and need no division.
    #[inline]
    #[must_use]
    pub fn where_below_zero(self, offset: f64, slope: f64) -> Self {
        match (offset < 0.0, offset + slope < 0.0) {
            (true, true) => self,
            (false, false) => Self::NOTHING,
            _ => self.cut(offset, slope),
        }
    }

    #[inline]
    fn cut(self, offset: f64, slope: f64) -> Self {
        let t = -offset / slope;
        if slope > 0.0 {
            Self { lo: self.lo, hi: if t < self.hi { t } else { self.hi } }
        } else {
            Self { lo: if t > self.lo { t } else { self.lo }, hi: self.hi }
        }
    }

    #[inline]
    pub fn intersect(self, other: Self) -> Self {
        Self { lo: self.lo.max(other.lo), hi: self.hi.min(other.hi) }
    }

    /// As a closed stretch: is there any point, were it a single one?
    #[inline]
    pub fn has_points(self) -> bool {
        self.lo <= self.hi
    }

    /// As an open stretch: is there any point between the ends?
    #[inline]
    pub fn has_inside(self) -> bool {
        self.lo < self.hi
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn span(lo: f64, hi: f64) -> Span {
        Span { lo, hi }
    }

    #[test]
    fn cuts_take_the_right_end() {
        assert_eq!(Span::UNIT.where_at_most_zero(-0.5, 2.0), span(0.0, 0.25));
        assert_eq!(Span::UNIT.where_at_most_zero(0.5, -2.0), span(0.25, 1.0));
        assert_eq!(Span::UNIT.where_below_zero(-3.0, 2.0), Span::UNIT);
        assert_eq!(Span::UNIT.where_below_zero(-3.0, -2.0), Span::UNIT);
        assert!(!Span::UNIT.where_below_zero(3.0, -2.0).has_points());
        assert!(!Span::UNIT.where_below_zero(0.0, 2.0).has_inside());
        assert!(!Span::UNIT.where_below_zero(2.0, -2.0).has_inside());
        assert_eq!(Span::UNIT.where_below_zero(-0.5, 2.0), span(0.0, 0.25));
        assert_eq!(Span::UNIT.where_below_zero(0.5, -2.0), span(0.25, 1.0));
        assert_eq!(Span::EVERYTHING.where_below_zero(1.0, -2.0), span(0.5, f64::INFINITY));
        assert_eq!(Span::EVERYTHING.where_at_most_zero(4.0, -2.0), span(2.0, f64::INFINITY));
    }

    #[test]
    fn parallel_conditions_keep_all_or_nothing() {
        assert_eq!(Span::UNIT.where_at_most_zero(0.0, 0.0), Span::UNIT);
        assert!(!Span::UNIT.where_at_most_zero(1e-300, 0.0).has_points());
        assert!(!Span::UNIT.where_below_zero(0.0, 0.0).has_inside());
        assert!(!Span::UNIT.where_below_zero(0.0, 0.0).has_points());
        assert_eq!(Span::UNIT.where_below_zero(-1e-300, 0.0), Span::UNIT);
    }

    #[test]
    fn a_single_point_is_closed_but_not_open() {
        assert!(span(0.5, 0.5).has_points() && !span(0.5, 0.5).has_inside());
        assert!(span(0.5, 0.6).has_inside());
        assert!(!span(0.6, 0.5).has_points());
        assert_eq!(span(0.0, 5.0).intersect(span(-1.0, 3.0)), span(0.0, 3.0));
        assert_eq!(span(-2.0, 1.0).intersect(span(-1.0, 3.0)), span(-1.0, 1.0));
    }
}
