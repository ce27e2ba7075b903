//! SCALE: whole thousandths of an inch, one rounding before every limit (TH-GEO-01, TH-GEO-10, TH-GEO-16, TH-SCA-03).
//!
//! The arithmetic is that of [`geometry::ground`]; here it speaks the units of this game: facings are tenths of a degree
//! clockwise from north, limits whole hundredths of an inch.

use geometry::Angle;
use geometry::ground::{Footprint, Hundredths, Step, Wedge, apart};
use std::sync::Arc;

pub use geometry::ground::{Base, Length, Point as P, Polygon, Polyline, Route, crosses};

/// Half the front arc (TH-ARC-01).
const HALF_ARC: Angle = Angle::from_tenths(225);

pub fn mils(inches: f64) -> i32 {
    (inches * 1000.0).round().clamp(-2e9, 2e9) as i32
}

/// A facing in tenths of a degree.
pub fn tenths(degrees: f64) -> u16 {
    ((degrees * 10.0).round() as i64).rem_euclid(3600) as u16
}

pub fn angle(tenths: u16) -> Angle {
    Angle::from_tenths(tenths.into())
}

/// A sum of hundredths of an inch as a length that can be spent.
pub fn sum(hundredths: i32) -> Length {
    Hundredths(hundredths).length()
}

/// Points by bearing and length.
pub trait Place: Copy {
    /// How far, in thousandths: to choose by, never to judge by.
    fn far(self, to: P) -> f64;
    /// So far in this direction (tenths of a degree, thousandths).
    #[must_use]
    fn ahead(self, bearing: u16, length: f64) -> Self;
    /// The bearing of another point, to a tenth of a degree; 0 for the point itself.
    fn heading(self, to: P) -> u16;
    /// On a stretch of the board's edge.
    fn is_on(self, edge: [P; 2]) -> bool;
}

impl Place for P {
    fn far(self, to: P) -> f64 {
        ((to - self).squared() as f64).sqrt()
    }

    fn ahead(self, bearing: u16, length: f64) -> Self {
        self + Step::on(angle(bearing), length)
    }

    fn heading(self, to: P) -> u16 {
        self.bearing(to).tenths().rem_euclid(3600) as u16
    }

    fn is_on(self, [a, b]: [P; 2]) -> bool {
        apart(self, a, b).below(1)
    }
}

/// The length of a way (TH-GEO-10).
pub fn length(path: &[P]) -> Length {
    path.windows(2).map(|leg| leg[0].distance(leg[1])).sum()
}

/// The shape of a base (TH-SCA-03).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    Rect { width: i32, depth: i32 },
    Disc { radius: i32 },
}

impl Form {
    pub fn at(self, at: P, facing: u16) -> Base {
        match self {
            Self::Disc { radius } => Base::disc(at, radius),
            Self::Rect { width, depth } => Footprint::rectangle(width, depth, angle(facing)).at(at),
        }
    }

    /// From the middle to the front edge.
    pub fn half_depth(self) -> i32 {
        match self {
            Self::Rect { depth, .. } => depth / 2,
            Self::Disc { radius } => radius,
        }
    }
}

/// A form in every facing, worked out once: what a base covers is asked more often than anything else.
#[derive(Clone, Debug)]
pub struct Shape {
    prints: Arc<[Footprint]>,
    /// No part is farther from the middle, in thousandths.
    pub span: i64,
}

impl Shape {
    pub fn new(form: Form) -> Self {
        let facings = if matches!(form, Form::Disc { .. }) { 1 } else { 3600 };
        let prints: Arc<[Footprint]> =
            (0..facings).map(|facing| form.at(P::default(), facing).footprint).collect();
        // A turned base is rounded to thousandths: a hair more serves all facings.
        Self { span: prints[0].span() + 2, prints }
    }

    pub fn at(&self, at: P, facing: u16) -> Base {
        self.prints[usize::from(facing) % self.prints.len()].at(at)
    }
}

/// Gaps and arcs of a base, in whole hundredths of an inch.
pub trait Gauge {
    /// The gap as every limit reads it (TH-GEO-01).
    fn apart(&self, other: &Base) -> i32;
    fn near(&self, other: &Base, limit: i32) -> bool;
    fn gap_to(&self, point: P) -> i32;
    /// The point is within this many hundredths: quicker than to measure.
    fn reaches(&self, point: P, limit: i32) -> bool;
    /// No part of the base is farther from its middle, in thousandths.
    fn span(&self) -> f64;
    /// Some part of the base lies in the wedge of 45 degrees before a gun (TH-ARC-03).
    fn in_arc(&self, tip: P, facing: u16) -> bool;
}

impl Gauge for Base {
    fn apart(&self, other: &Base) -> i32 {
        self.gap(other).0
    }

    fn near(&self, other: &Base, limit: i32) -> bool {
        self.within(other, Hundredths(limit))
    }

    fn gap_to(&self, point: P) -> i32 {
        self.gap(&Base::point(point)).0
    }

    fn reaches(&self, point: P, limit: i32) -> bool {
        self.within(&Base::point(point), Hundredths(limit))
    }

    fn span(&self) -> f64 {
        self.footprint.span() as f64
    }

    fn in_arc(&self, tip: P, facing: u16) -> bool {
        wedge(tip, facing).touches(self)
    }
}

/// The front arc of a stand.
pub fn wedge(tip: P, facing: u16) -> Wedge {
    Wedge { tip, facing: angle(facing), half: HALF_ARC }
}

/// Two areas lie no farther apart than this.
pub fn polygons_near(one: &Polygon, other: &Polygon, limit: i32) -> bool {
    let near = |a: &Polygon, b: &Polygon| a.points().iter().any(|p| b.gap(*p).0 <= limit);
    let meet = |(a, b): (P, P)| other.sides().any(|(c, d)| geometry::ground::segments_touch(a, b, c, d));
    near(one, other) || near(other, one) || one.sides().any(meet)
}
