//! 1.1 MAP: the frame of complete hexes, mats side by side, and MegaHexes (WV-MAP-01 to WV-MAP-15).

use crate::kinds::TOP_LEVEL;
use geometry::{Axial, Hex};
use serde::{Deserialize, Serialize};

/// Columns of one mat (WV-MAP-06).
pub const COLUMNS: i8 = 20;

/// A MegaHex, by the hex in its centre.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Mega(pub Hex);

/// The MegaHexes that a hex belongs to: one, or the two that share it (WV-MAP-08).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Megas {
    first: Mega,
    second: Option<Mega>,
}

/// Whether an offset from a centre lies in the MegaHex, its shared hexes included.
#[inline]
const fn belongs(offset: Axial) -> bool {
    let (q, r) = (offset.q as i16, offset.r as i16);
    (2 * q + r).abs() <= 4 && (q + 2 * r).abs() <= 4 && (r - q).abs() <= 4
}

/// Whether it lies inside, and is shared with no other.
#[inline]
pub const fn is_inside(offset: Axial) -> bool {
    let (q, r) = (offset.q as i16, offset.r as i16);
    (2 * q + r).abs() < 4 && (q + 2 * r).abs() < 4 && (r - q).abs() < 4
}

impl Mega {
    #[inline]
    const fn lattice(self) -> (i8, i8) {
        let a = self.0.axial();
        (a.q >> 2, a.r >> 2)
    }

    /// A centre of the lattice: every fourth hex.
    pub const fn is_centre(hex: Hex) -> bool {
        let a = hex.axial();
        a.q.rem_euclid(4) == 0 && a.r.rem_euclid(4) == 0
    }

    /// Whether a hex is inside it or shared by it.
    #[inline]
    pub const fn holds(self, hex: Hex) -> bool {
        belongs(self.0.to(hex))
    }

    /// Steps on the lattice of centres.
    #[inline]
    pub const fn distance(self, other: Self) -> u8 {
        let ((a, b), (c, d)) = (self.lattice(), other.lattice());
        Axial { q: c - a, r: d - b }.length()
    }

    /// All 19 hexes, whether the frame cuts them or not.
    pub fn hexes(self) -> impl Iterator<Item = Hex> {
        self.0.disc(2).filter(move |h| self.holds(*h))
    }

    /// The centres on a map of so many columns, row by row (WV-MAP-08).
    pub fn all(columns: i8) -> impl Iterator<Item = Self> {
        (0..=8_i8).flat_map(move |row| {
            let level = row * 4;
            let first = if row & 1 == 0 { 0 } else { 2 };
            (first..=columns).step_by(4).map(move |x| Self(Hex::new(x, level)))
        })
    }
}

impl Megas {
    /// The nearest centres: of the nine around, those that hold the hex.
    pub fn of(hex: Hex) -> Self {
        let a = hex.axial();
        let (mut first, mut second) = (None, None);
        let mut db = 0;
        while db <= 1 {
            let mut da = 0;
            while da <= 1 {
                let centre = Axial { q: ((a.q >> 2) + da) * 4, r: ((a.r >> 2) + db) * 4 };
                if belongs(Axial { q: a.q - centre.q, r: a.r - centre.r }) {
                    let mega = Mega(Hex::at(centre));
                    if first.is_none() {
                        first = Some(mega);
                    } else {
                        second = Some(mega);
                    }
                }
                da += 1;
            }
            db += 1;
        }
        // Every hex lies within two steps of a corner of its cell; the fallback is never taken.
        Self { first: first.unwrap_or(Mega(hex)), second }
    }

    pub fn iter(self) -> impl Iterator<Item = Mega> {
        [Some(self.first), self.second].into_iter().flatten()
    }

    /// The smallest distance where a shared hex gives a choice.
    #[inline]
    pub fn distance(self, other: Self) -> u8 {
        let mut least = self.first.distance(other.first);
        if let Some(second) = other.second {
            least = least.min(self.first.distance(second));
        }
        if let Some(own) = self.second {
            least = least.min(own.distance(other.first));
            if let Some(second) = other.second {
                least = least.min(own.distance(second));
            }
        }
        least
    }
}

/// The distance of two hexes in MegaHexes.
#[inline]
pub fn mega_distance(one: Hex, other: Hex) -> u8 {
    Megas::of(one).distance(Megas::of(other))
}

/// What lies on the ground under a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ground {
    Land,
    Sea,
}

/// The mats of a match as one frame.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Map {
    pub columns: i8,
    /// By column: the highest level filled with rock, 0 if there is none (WV-MAP-04).
    pub rock: Vec<i8>,
    pub ground: Vec<Ground>,
    /// Where the front runs, if a front line mat is in play (WV-MAP-03).
    pub front: Option<i8>,
}

impl Map {
    /// A complete hex of the frame (WV-MAP-06).
    #[inline]
    pub fn holds(&self, hex: Hex) -> bool {
        let first = i8::from(hex.y & 1 == 0);
        hex.y >= 0 && hex.y <= TOP_LEVEL && hex.x >= first && hex.x < self.columns
    }

    /// The first complete column of a level, from the left and from the right.
    pub fn first_column(&self, level: i8, from_left: bool) -> i8 {
        if from_left { i8::from(level & 1 == 0) } else { self.columns - 1 }
    }

    /// The nth complete hex from a side, the outermost being number 1.
    pub fn from_side(&self, n: i8, level: i8, left: bool) -> Hex {
        let first = self.first_column(level, left);
        Hex::new(if left { first + n - 1 } else { first - n + 1 }, level)
    }

    /// Rock that can not be flown through.
    #[inline]
    pub fn is_rock(&self, hex: Hex) -> bool {
        let top = self.rock.get(hex.x.max(0) as usize).copied().unwrap_or(0);
        top > 0 && hex.y <= top
    }

    pub fn has_rock(&self) -> bool {
        self.rock.iter().any(|top| *top > 0)
    }

    pub fn ground(&self, x: i8) -> Ground {
        self.ground.get(x.max(0) as usize).copied().unwrap_or(Ground::Land)
    }
}
