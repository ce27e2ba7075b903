//! Hexes in upright columns of rows: pointy tops, odd rows half a hex to the right.
//!
//! ```text
//!      NW  NE          row 1    (0,1) (1,1) (2,1)
//!    W   +   E        row 0   (0,0) (1,0) (2,0)
//!      SW  SE
//! ```
//!
//! A hex is `(x, y)`: `y` counts rows upwards, `x` counts from the left. On axial coordinates
//! `q = x - floor(y / 2)`, `r = y` a straight line is a straight line whatever the row. Everything is whole numbers:
//! angles are compared by products, never worked out.

use serde::{Deserialize, Serialize};

/// One of the six sides of a hex, counted from the right against the clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Facing {
    E,
    Ne,
    Nw,
    W,
    Sw,
    Se,
}

impl Facing {
    pub const ALL: [Self; 6] = [Self::E, Self::Ne, Self::Nw, Self::W, Self::Sw, Self::Se];

    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The facing so many sides further against the clock.
    #[must_use]
    #[inline]
    pub const fn turned(self, sides: i8) -> Self {
        Self::ALL[(self as i8 + sides).rem_euclid(6) as usize]
    }

    #[must_use]
    #[inline]
    pub const fn opposite(self) -> Self {
        self.turned(3)
    }

    /// Right and left change places.
    #[must_use]
    #[inline]
    pub const fn mirrored(self) -> Self {
        [Self::W, Self::Nw, Self::Ne, Self::E, Self::Se, Self::Sw][self as usize]
    }

    /// E, NE and SE.
    #[inline]
    pub const fn is_right(self) -> bool {
        matches!(self, Self::E | Self::Ne | Self::Se)
    }

    /// The step to the neighbour on this side.
    #[inline]
    pub const fn step(self) -> Axial {
        const STEPS: [(i8, i8); 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];
        let (q, r) = STEPS[self as usize];
        Axial { q, r }
    }

    /// The direction in units of half a column and of a row.
    #[inline]
    const fn nose(self) -> (i32, i32) {
        [(2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1)][self as usize]
    }
}

/// A difference of two hexes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "(i8, i8)", into = "(i8, i8)")]
pub struct Axial {
    pub q: i8,
    pub r: i8,
}

impl From<(i8, i8)> for Axial {
    fn from((q, r): (i8, i8)) -> Self {
        Self { q, r }
    }
}

impl From<Axial> for (i8, i8) {
    fn from(a: Axial) -> Self {
        (a.q, a.r)
    }
}

impl Axial {
    /// Turned by one hex side against the clock: E becomes NE.
    #[must_use]
    #[inline]
    pub const fn turned(self) -> Self {
        Self { q: -self.r, r: self.q + self.r }
    }

    /// Turned by so many sides against the clock.
    #[must_use]
    pub const fn turned_by(self, sides: u8) -> Self {
        let (mut out, mut n) = (self, sides % 6);
        while n > 0 {
            out = out.turned();
            n -= 1;
        }
        out
    }

    /// Right and left change places.
    #[must_use]
    #[inline]
    pub const fn mirrored(self) -> Self {
        Self { q: -self.q - self.r, r: self.r }
    }

    /// The least number of steps.
    #[inline]
    pub const fn length(self) -> u8 {
        let (q, r) = (self.q as i16, self.r as i16);
        ((q.abs() + r.abs() + (q + r).abs()) / 2) as u8
    }
}

/// A hex: a column and a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(from = "(i8, i8)", into = "(i8, i8)")]
pub struct Hex {
    pub x: i8,
    pub y: i8,
}

impl From<(i8, i8)> for Hex {
    fn from((x, y): (i8, i8)) -> Self {
        Self { x, y }
    }
}

impl From<Hex> for (i8, i8) {
    fn from(hex: Hex) -> Self {
        (hex.x, hex.y)
    }
}

impl Hex {
    pub const fn new(x: i8, y: i8) -> Self {
        Self { x, y }
    }

    #[inline]
    pub const fn axial(self) -> Axial {
        Axial { q: self.x - (self.y >> 1), r: self.y }
    }

    #[inline]
    pub const fn at(axial: Axial) -> Self {
        Self { x: axial.q + (axial.r >> 1), y: axial.r }
    }

    #[must_use]
    #[inline]
    pub const fn plus(self, by: Axial) -> Self {
        let here = self.axial();
        Self::at(Axial { q: here.q + by.q, r: here.r + by.r })
    }

    /// From this hex to the other.
    #[inline]
    pub const fn to(self, other: Self) -> Axial {
        let (a, b) = (self.axial(), other.axial());
        Axial { q: b.q - a.q, r: b.r - a.r }
    }

    /// The neighbour on this side.
    #[must_use]
    #[inline]
    pub const fn next(self, side: Facing) -> Self {
        self.plus(side.step())
    }

    #[inline]
    pub const fn distance(self, other: Self) -> u8 {
        self.to(other).length()
    }

    /// Twice the horizontal place of the centre: whole on every row.
    #[inline]
    pub const fn doubled(self) -> i32 {
        2 * self.x as i32 + (self.y & 1) as i32
    }

    /// How another hex lies from here, for somebody who faces this way.
    #[inline]
    pub const fn bearing(self, facing: Facing, other: Self) -> Bearing {
        let (u, v) = (other.doubled() - self.doubled(), other.y as i32 - self.y as i32);
        let (a, b) = facing.nose();
        let side = a * v - b * u;
        Bearing {
            dot: a * u + 3 * b * v,
            len: u * u + 3 * v * v,
            upper: if facing.is_right() { side > 0 } else { side < 0 },
        }
    }

    /// Whether this hex lies on the line between two others: its centre within half a hex of the straight segment
    /// between theirs, both ends included.
    pub const fn is_between(self, from: Self, to: Self) -> bool {
        let (dx, dy) = (to.doubled() - from.doubled(), to.y as i32 - from.y as i32);
        let (u, v) = (self.doubled() - from.doubled(), self.y as i32 - from.y as i32);
        let (len, off, along) = (dx * dx + 3 * dy * dy, dx * v - dy * u, u * dx + 3 * v * dy);
        if len == 0 {
            return u == 0 && v == 0;
        }
        3 * off * off <= len && 0 <= along && along <= len
    }

    /// Every hex of the line between two hexes, row by row.
    pub fn line(self, to: Self) -> impl Iterator<Item = Self> {
        let (low, high) = (self.y.min(to.y), self.y.max(to.y));
        let (left, right) = (self.x.min(to.x) - 1, self.x.max(to.x) + 1);
        (low..=high)
            .flat_map(move |y| (left..=right).map(move |x| Self { x, y }))
            .filter(move |hex| hex.is_between(self, to))
    }

    /// The hexes at exactly this distance, beginning with the one straight to the right; itself at 0.
    pub fn ring(self, radius: u8) -> impl Iterator<Item = Self> {
        let sides: u8 = if radius == 0 { 0 } else { 6 };
        let corner = move |side: u8| {
            let step = Facing::ALL[usize::from(side)].step();
            Axial { q: step.q * radius as i8, r: step.r * radius as i8 }
        };
        let along = move |side: u8, n: u8| {
            let (from, step) = (corner(side), Facing::ALL[usize::from(side)].turned(2).step());
            self.plus(Axial { q: from.q + step.q * n as i8, r: from.r + step.r * n as i8 })
        };
        let centre = (sides == 0).then_some(self);
        centre.into_iter().chain((0..sides).flat_map(move |s| (0..radius).map(move |n| along(s, n))))
    }

    /// The hexes up to this distance, itself first.
    pub fn disc(self, radius: u8) -> impl Iterator<Item = Self> {
        (0..=radius).flat_map(move |r| self.ring(r))
    }
}

/// Where a hex lies from a nose, in whole numbers: borders belong to the narrower sector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bearing {
    dot: i32,
    len: i32,
    /// Above the line along the nose, for somebody who is not upside down.
    pub upper: bool,
}

impl Bearing {
    #[inline]
    pub const fn within_30(self) -> bool {
        self.dot > 0 && self.dot * self.dot >= 3 * self.len
    }

    #[inline]
    pub const fn within_60(self) -> bool {
        self.dot > 0 && self.dot * self.dot >= self.len
    }

    #[inline]
    pub const fn beyond_120(self) -> bool {
        self.dot < 0 && self.dot * self.dot >= self.len
    }

    #[inline]
    pub const fn beyond_150(self) -> bool {
        self.dot < 0 && self.dot * self.dot >= 3 * self.len
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Facing::{E, Ne, Nw, Se, Sw, W};

    fn hex(x: i8, y: i8) -> Hex {
        Hex::new(x, y)
    }

    #[test]
    fn neighbours_depend_on_the_row() {
        let around = |h: Hex| Facing::ALL.map(|f| h.next(f));
        assert_eq!(
            around(hex(5, 15)),
            [hex(6, 15), hex(6, 16), hex(5, 16), hex(4, 15), hex(5, 14), hex(6, 14)]
        );
        assert_eq!(
            around(hex(5, 14)),
            [hex(6, 14), hex(5, 15), hex(4, 15), hex(4, 14), hex(4, 13), hex(5, 13)]
        );
    }

    #[test]
    fn axial_and_offset_are_each_others_inverse() {
        for h in (-4..5).flat_map(|x| (-4..5).map(move |y| hex(x, y))) {
            assert_eq!(Hex::at(h.axial()), h);
            assert_eq!(h.plus(h.to(hex(2, -3))), hex(2, -3));
        }
    }

    #[test]
    fn distances_count_steps() {
        assert_eq!(hex(5, 15).distance(hex(7, 13)), 3);
        assert_eq!(hex(5, 15).distance(hex(5, 13)), 2);
        for f in Facing::ALL {
            assert_eq!(hex(5, 4).distance(hex(5, 4).next(f)), 1);
        }
    }

    #[test]
    fn turning_and_mirroring_fit_facings_and_offsets() {
        for f in Facing::ALL {
            assert_eq!(f.step().turned(), f.turned(1).step());
            assert_eq!(f.step().mirrored(), f.mirrored().step());
            assert_eq!(f.opposite().opposite(), f);
            assert_eq!(f.is_right(), !f.mirrored().is_right());
        }
        assert_eq!(Axial { q: -1, r: 2 }.mirrored(), Axial { q: -1, r: 2 });
        assert_eq!(Axial { q: 1, r: -1 }.mirrored(), Axial { q: 0, r: -1 });
        assert_eq!([E, Ne, Nw, W, Sw, Se].map(|f| f.turned(-1)), [Se, E, Ne, Nw, W, Sw]);
    }

    #[test]
    fn a_line_holds_what_lies_within_half_a_hex() {
        let line: Vec<Hex> = hex(5, 12).line(hex(8, 14)).collect();
        let expected =
            [(5, 12), (6, 12), (5, 13), (6, 13), (7, 13), (7, 14), (8, 14)].map(|(x, y)| hex(x, y));
        assert_eq!(line, expected);
        assert_eq!(hex(1, 8).line(hex(8, 8)).count(), 8);
        assert_eq!(hex(3, 3).line(hex(3, 3)).collect::<Vec<_>>(), [hex(3, 3)]);
    }

    #[test]
    fn a_line_is_the_same_from_both_ends() {
        let ends = [(0, 0), (7, 3), (3, 9), (12, 4), (5, 5)].map(|(x, y)| hex(x, y));
        for (a, b) in ends.iter().flat_map(|a| ends.iter().map(move |b| (*a, *b))) {
            assert_eq!(a.line(b).collect::<Vec<_>>(), b.line(a).collect::<Vec<_>>());
        }
    }

    #[test]
    fn rings_hold_six_times_their_radius() {
        for radius in 1..6 {
            let ring: std::collections::BTreeSet<Hex> = hex(9, 9).ring(radius).collect();
            assert_eq!(ring.len(), 6 * usize::from(radius));
            assert!(ring.iter().all(|h| h.distance(hex(9, 9)) == radius));
        }
        assert_eq!(hex(9, 9).ring(0).collect::<Vec<_>>(), [hex(9, 9)]);
        assert_eq!(hex(9, 9).disc(4).count(), 61);
    }

    #[test]
    fn borders_of_sectors_belong_to_the_narrower_one() {
        let from = hex(10, 12);
        let behind = from.bearing(E, hex(9, 14));
        assert!(behind.beyond_120() && !behind.beyond_150() && behind.upper);
        assert!(from.bearing(E, hex(8, 13)).beyond_150(), "exactly 150 degrees");
        assert!(from.bearing(E, hex(12, 12)).within_30());
        assert!(from.bearing(Ne, from.next(E)).within_60() && !from.bearing(Ne, from.next(E)).within_30());
        assert!(from.bearing(W, from.next(Nw)).upper && !from.bearing(W, from.next(Sw)).upper);
    }
}
