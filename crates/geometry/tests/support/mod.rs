//! A slow and obvious second opinion: sampling and brute force, and no code shared with the library.
#![allow(dead_code)] // every test file uses its own part of it

use geometry::{Angle, Convex, Pose, Vec2};

/// A footprint by its measures, so that it can be built anew a little larger or smaller.
#[derive(Clone, Copy, Debug)]
pub enum Shape {
    Rectangle { pose: Pose, width: f64, length: f64 },
    Hexagon { pose: Pose, apothem: f64 },
}

impl Shape {
    pub fn build(&self) -> Convex {
        match *self {
            Self::Rectangle { pose, width, length } => Convex::rectangle(pose, width, length),
            Self::Hexagon { pose, apothem } => Convex::hexagon(pose, apothem),
        }
    }

    pub fn pose(&self) -> Pose {
        match *self {
            Self::Rectangle { pose, .. } | Self::Hexagon { pose, .. } => pose,
        }
    }

    pub fn at(self, new: Pose) -> Self {
        match self {
            Self::Rectangle { width, length, .. } => Self::Rectangle { pose: new, width, length },
            Self::Hexagon { apothem, .. } => Self::Hexagon { pose: new, apothem },
        }
    }

    /// Corners with every side moved out by `margin`, by plain trigonometry about the centre.
    pub fn corners(&self, margin: f64) -> Vec<Vec2> {
        let local: Vec<(f64, f64)> = match *self {
            Self::Rectangle { width, length, .. } => {
                let (x, y) = (width / 2.0 + margin, length / 2.0 + margin);
                vec![(-x, y), (x, y), (x, -y), (-x, -y)]
            }
            Self::Hexagon { apothem, .. } => {
                let radius = (apothem + margin) / sin_cos(30.0).1;
                let corner = |degrees: f64| {
                    let (sin, cos) = sin_cos(degrees);
                    (radius * sin, radius * cos)
                };
                [-30.0, 30.0, 90.0, 150.0, 210.0, 270.0].map(corner).to_vec()
            }
        };
        let pose = self.pose();
        let (sin, cos) = sin_cos(pose.heading.as_degrees());
        let turn = |(x, y): (f64, f64)| pose.centre + Vec2::new(x * cos + y * sin, y * cos - x * sin);
        local.into_iter().map(turn).collect()
    }
}

fn sin_cos(degrees: f64) -> (f64, f64) {
    let radians = degrees * std::f64::consts::PI / 180.0;
    (libm::sin(radians), libm::cos(radians))
}

/// Even-odd rule: how often does a ray to the right cross the outline?
pub fn inside(corners: &[Vec2], p: Vec2) -> bool {
    let mut inside = false;
    for (i, &a) in corners.iter().enumerate() {
        let b = corners[(i + 1) % corners.len()];
        if (a.y > p.y) != (b.y > p.y) && p.x < a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x) {
            inside = !inside;
        }
    }
    inside
}

fn orientation(a: Vec2, b: Vec2, c: Vec2) -> f64 {
    (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
}

pub fn segments_cross(a: Vec2, b: Vec2, c: Vec2, d: Vec2) -> bool {
    orientation(a, b, c) * orientation(a, b, d) < 0.0 && orientation(c, d, a) * orientation(c, d, b) < 0.0
}

/// Does the segment have a point inside the polygon?
pub fn segment_enters(a: Vec2, b: Vec2, corners: &[Vec2]) -> bool {
    let crosses = |i: usize| segments_cross(a, b, corners[i], corners[(i + 1) % corners.len()]);
    inside(corners, a)
        || inside(corners, b)
        || inside(corners, a.lerp(b, 0.5))
        || (0..corners.len()).any(crosses)
}

pub fn polygons_overlap(p: &[Vec2], q: &[Vec2]) -> bool {
    p.iter().any(|&v| inside(q, v))
        || q.iter().any(|&v| inside(p, v))
        || (0..p.len()).any(|i| {
            (0..q.len()).any(|j| segments_cross(p[i], p[(i + 1) % p.len()], q[j], q[(j + 1) % q.len()]))
        })
}

/// Distance from a point to a segment, by ternary search.
pub fn point_to_segment(p: Vec2, a: Vec2, b: Vec2) -> f64 {
    let (mut lo, mut hi) = (0.0, 1.0);
    for _ in 0..100 {
        let (s, t) = (lo + (hi - lo) / 3.0, hi - (hi - lo) / 3.0);
        if a.lerp(b, s).distance(p) < a.lerp(b, t).distance(p) {
            hi = t;
        } else {
            lo = s;
        }
    }
    a.lerp(b, lo).distance(p)
}

pub fn point_to_outline(p: Vec2, corners: &[Vec2]) -> f64 {
    let side = |i: usize| point_to_segment(p, corners[i], corners[(i + 1) % corners.len()]);
    (0..corners.len()).map(side).fold(f64::INFINITY, f64::min)
}

pub fn polygon_distance(p: &[Vec2], q: &[Vec2]) -> f64 {
    if polygons_overlap(p, q) {
        return 0.0;
    }
    let from_p = p.iter().map(|&v| point_to_outline(v, q));
    let from_q = q.iter().map(|&v| point_to_outline(v, p));
    from_p.chain(from_q).fold(f64::INFINITY, f64::min)
}

/// A small generator of numbers, the same everywhere.
pub struct Lcg(pub u64);

impl Lcg {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 33
    }

    pub fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit
    }

    /// A multiple of 1/64 mm: exact in binary.
    pub fn length(&mut self, from: i64, to: i64) -> f64 {
        (from * 64 + self.below((to - from) as u64 * 64) as i64) as f64 / 64.0
    }

    pub fn angle(&mut self) -> Angle {
        Angle::from_tenths(self.below(3600) as i32)
    }

    pub fn shape(&mut self, spread: i64) -> Shape {
        let pose =
            Pose::new(Vec2::new(self.length(-spread, spread), self.length(-spread, spread)), self.angle());
        match self.below(3) {
            0 => Shape::Rectangle { pose, width: 44.0, length: 68.0 },
            1 => Shape::Rectangle { pose, width: self.length(4, 90), length: self.length(4, 90) },
            _ => Shape::Hexagon { pose, apothem: 31.25 },
        }
    }
}
