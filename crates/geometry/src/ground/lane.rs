//! Strips along lines, and decks: which stretch of a leg follows a road or a bridge.

use super::line::{Bounds, Polyline};
use super::point::{Point, Step};
use super::polygon::{Outline, Polygon, Stretch, Stretches, joined};

/// A line and what lies no farther from it than half the width of its strip, rounded at the ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lane {
    line: Polyline,
    half_width: i32,
    bounds: Bounds,
}

impl Lane {
    /// `half_width` in thousandths; a negative one is none.
    pub fn new(line: Polyline, half_width: i32) -> Self {
        let half_width = half_width.max(0);
        Self { bounds: line.bounds().grown(half_width), line, half_width }
    }

    pub fn line(&self) -> &Polyline {
        &self.line
    }

    pub fn bounds(&self) -> &Bounds {
        &self.bounds
    }

    /// Does the point lie in the strip, its edge included?
    pub fn contains(&self, p: Point) -> bool {
        let reach = i64::from(self.half_width);
        self.bounds.contains(p) && self.line.segments().any(|(a, b)| near(p, p, a, b, reach).is_some())
    }

    /// The stretches of the leg that follow the line, in order: they lie in the strip of a segment of it and run along
    /// that segment. Where the leg merely crosses the strip there are none.
    pub fn stretches(&self, p: Point, q: Point) -> Stretches {
        if p == q || !self.bounds.meets(&Bounds::of(&[p, q])) {
            return Stretches::new();
        }
        let reach = i64::from(self.half_width);
        let along = self.line.segments().filter(|(a, b)| runs_along(q - p, *b - *a));
        joined(along.filter_map(|(a, b)| near(p, q, a, b, reach)).collect())
    }
}

/// An area that is followed in one direction only: that of its longest side, the first given among equals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deck {
    area: Polygon,
    along: Step,
}

impl Deck {
    pub fn new(area: Polygon) -> Self {
        let mut along = Step::new(0, 0);
        for (a, b) in area.sides() {
            if (b - a).squared() > along.squared() {
                along = b - a;
            }
        }
        Self { area, along }
    }

    pub fn area(&self) -> &Polygon {
        &self.area
    }

    pub fn bounds(&self) -> &Bounds {
        self.area.bounds()
    }

    pub fn contains(&self, p: Point) -> bool {
        self.area.contains(p)
    }

    /// The stretches of the leg on it, if the leg runs along it; none for one that crosses it aside.
    pub fn stretches(&self, p: Point, q: Point) -> Stretches {
        if p == q || !runs_along(q - p, self.along) {
            return Stretches::new();
        }
        self.area.stretches(p, q, Outline::Counts)
    }
}

/// A way runs along a segment, in either direction, if it gets on by it at least twice as far as it gets aside: then
/// any two places of a strip as wide as half their distance along it follow it. The direction of the leg decides, and
/// nothing else, so it does not matter how a straight leg is split.
fn runs_along(way: Step, segment: Step) -> bool {
    way.dot(segment).abs() >= 2 * way.cross(segment).abs()
}

/// The stretch of the leg from `p` to `q` that is no farther than `reach` from the segment from `a` to `b`.
///
/// ```text
///     .--------------.      The leg is near in the disc about `a`, in the disc about `b`,
///    ( a ---------- b )     and between the two lines beside the segment. All of it is one
///     '--------------'      stretch, since the shape is convex.
/// ```
fn near(p: Point, q: Point, a: Point, b: Point, reach: i64) -> Option<Stretch> {
    let (way, along) = (q - p, b - a);
    let whole = way.squared();
    let mut found: Option<Stretch> = None;
    let mut take = |from: f64, to: f64| {
        let (from, to) = (from.max(0.0), to.min(1.0));
        if from <= to {
            found = Some(
                found.map_or(Stretch { from, to }, |s| Stretch { from: s.from.min(from), to: s.to.max(to) }),
            );
        }
    };
    for end in [a, b] {
        let to = p - end;
        let (middle, beyond) = (to.dot(way), to.squared() - reach * reach);
        if whole == 0 {
            if beyond <= 0 {
                take(0.0, 1.0);
            }
            continue;
        }
        let (m, w) = (i128::from(middle), i128::from(whole));
        let square = m * m - w * i128::from(beyond);
        if square >= 0 {
            let (root, whole) = ((square as f64).sqrt(), whole as f64);
            take((-(middle as f64) - root) / whole, (-(middle as f64) + root) / whole);
        }
    }
    let length = along.squared();
    let beside = {
        let (start, rate) = (along.cross(p - a), along.cross(way));
        let (c, r) = (i128::from(start), i128::from(reach));
        if rate == 0 {
            // Parallel: whole numbers say whether it is near all the way.
            (c * c <= r * r * i128::from(length)).then_some((f64::NEG_INFINITY, f64::INFINITY))
        } else {
            let side = reach as f64 * (length as f64).sqrt();
            let (s, t) = ((-side - start as f64) / rate as f64, (side - start as f64) / rate as f64);
            Some((s.min(t), s.max(t)))
        }
    };
    let between = {
        let (start, rate) = (along.dot(p - a), along.dot(way));
        if rate == 0 {
            (0..=length).contains(&start).then_some((f64::NEG_INFINITY, f64::INFINITY))
        } else {
            let (s, t) = (-start as f64 / rate as f64, (length - start) as f64 / rate as f64);
            Some((s.min(t), s.max(t)))
        }
    };
    if let (Some(x), Some(y)) = (beside, between) {
        take(x.0.max(y.0), x.1.min(y.1));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(x: i32, y: i32) -> Point {
        Point::new(x, y)
    }

    fn shares(lane: &Lane, p: Point, q: Point) -> Vec<(f64, f64)> {
        lane.stretches(p, q).iter().map(|s| (s.from, s.to)).collect()
    }

    #[test]
    fn a_leg_beside_a_road_follows_it_up_to_its_edge() {
        // TH-GEO-04: within 0.25 of the line.
        let road = Lane::new(Polyline::new(vec![at(0, 0), at(10_000, 0)]).unwrap(), 250);
        assert_eq!(shares(&road, at(0, 250), at(10_000, 250)), [(0.0, 1.0)]);
        assert_eq!(shares(&road, at(0, 251), at(10_000, 251)), []);
        assert_eq!(shares(&road, at(0, -250), at(8_000, -250)), [(0.0, 1.0)]);
        // Squarely across, and past its end, which is round.
        assert_eq!(shares(&road, at(5_000, -1_000), at(5_000, 1_000)), []);
        assert_eq!(shares(&road, at(10_250, -1_000), at(10_250, 1_000)), []);
        // Aslant: twice as far along it as aside of it, and a hair less; in both directions.
        assert_eq!(shares(&road, at(3_000, -1_000), at(7_000, 1_000)), [(0.375, 0.625)]);
        assert_eq!(shares(&road, at(7_000, 1_000), at(3_000, -1_000)), [(0.375, 0.625)]);
        assert_eq!(shares(&road, at(3_001, -1_000), at(7_000, 1_000)), []);
        assert_eq!(shares(&road, at(8_000, 0), at(12_000, 0)), [(0.0, 0.5625)]);
        assert!(road.contains(at(5_000, 250)) && !road.contains(at(5_000, 251)));
        assert!(road.contains(at(10_150, 200)) && !road.contains(at(10_151, 200)));
    }

    #[test]
    fn a_deck_is_followed_along_its_longest_side() {
        // TH-TER-10: squarely across, or nearer to that than to its length, is not along.
        let deck = Deck::new(Polygon::rectangle(at(0, 0), at(1_000, 6_000)).unwrap());
        let shares = |p, q| deck.stretches(p, q).iter().map(|s| (s.from, s.to)).collect::<Vec<_>>();
        assert_eq!(shares(at(500, -2_000), at(500, 8_000)), [(0.2, 0.8)]);
        assert_eq!(shares(at(500, 8_000), at(500, -2_000)), [(0.2, 0.8)]);
        assert_eq!(shares(at(-500, 3_000), at(1_500, 3_000)), []);
        assert_eq!(shares(at(-500, 2_000), at(1_500, 6_000)), [(0.25, 0.75)], "twice as far along as aside");
        assert_eq!(shares(at(-500, 2_000), at(1_500, 5_999)), []);
        assert!(deck.contains(at(1_000, 0)) && !deck.contains(at(1_001, 0)));
        // Of sides as long the first one given.
        let square = Deck::new(Polygon::rectangle(at(0, 0), at(1_000, 1_000)).unwrap());
        assert_eq!(square.stretches(at(500, 0), at(500, 1_000)).len(), 0);
        assert_eq!(square.stretches(at(0, 500), at(1_000, 500)).len(), 1);
    }

    #[test]
    fn a_slanting_road_is_as_exact_as_a_straight_one() {
        let slanting = Lane::new(Polyline::new(vec![at(0, 0), at(3_000, 4_000)]).unwrap(), 250);
        assert_eq!(shares(&slanting, at(200, -150), at(3_200, 3_850)), [(0.0, 1.0)]);
        assert_eq!(shares(&slanting, at(201, -150), at(3_201, 3_850)), [], "a hair beyond its edge");
    }

    #[test]
    fn a_bent_road_is_one_stretch() {
        let bent = Lane::new(Polyline::new(vec![at(0, 0), at(5_000, 0), at(9_000, 3_000)]).unwrap(), 250);
        assert_eq!(shares(&bent, at(1_000, 0), at(5_000, 0)), [(0.0, 1.0)]);
        assert_eq!(shares(&bent, at(4_800, 150), at(5_400, 400)), [(0.0, 1.0)]);
        // In, out and in again.
        assert_eq!(shares(&bent, at(0, 200), at(9_000, 2_900)).len(), 2);
        assert_eq!(shares(&bent, at(0, 0), at(0, 0)), []);
    }
}
