//! Sight between two bases over cover, hills and ridges.
//!
//! Each of the nine points of one base is joined with each of the other: 81 segments whose height runs evenly from
//! end to end. One that nothing blocks is enough. The two bases are put in order first, so that the answer is the
//! same whichever of them looks.

use smallvec::SmallVec;

use super::base::Base;
use super::line::{Bounds, apart, crosses, is_left, met_at};
use super::point::{Hundredths, Point};
use super::polygon::Outline;
use super::relief::{Level, Relief};
use crate::vec2::Vec2;

/// A line so little below a top, in thousandths of a level, is at the top: shares of a leg are rounded numbers.
const HAIR: f64 = 1e-6;

/// The figures of a sight test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grain {
    /// A stretch inside cover blocks if it is longer than this, in thousandths.
    pub graze: i32,
    /// The parts into which a segment is cut over a hill are no longer than this, in thousandths.
    pub step: i32,
    /// Ground blocks where it is higher than the line by more than this.
    pub slack: Level,
    /// Two bases no farther apart than this, their centres in one cover, see each other along lines inside it.
    pub inside: Hundredths,
    /// A base no farther than this from a ridge touches it, and the ridge does not block.
    pub touch: Hundredths,
    /// A ridge blocks nothing between two bases no farther than this from it.
    pub shared: Hundredths,
}

/// Somebody who looks or is looked at: a base, and the height at which it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Eye {
    pub base: Base,
    pub height: Level,
}

/// What can be in the way, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    Cover(usize),
    Hill(usize),
    Ridge(usize),
}

/// Where a line of sight is blocked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    pub by: Obstacle,
    pub at: Point,
    /// The height of the line there.
    pub line: Level,
    /// What it would have to clear there; `None` if no height would do.
    pub top: Option<Level>,
}

/// Whether two bases see each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sight {
    /// Along this line, among others.
    Clear { from: Point, to: Point },
    /// All lines are blocked, the one between the centres here.
    Blocked(Block),
}

impl Sight {
    pub fn is_clear(&self) -> bool {
        matches!(self, Self::Clear { .. })
    }
}

impl Relief {
    /// Somebody on a base, looking from a height above the ground at its centre.
    pub fn eye(&self, base: Base, above: Level) -> Eye {
        Eye { base, height: self.ground(base.centre).plus(above) }
    }

    /// Do the two see each other? The cover `except` is left out.
    pub fn sight(&self, a: &Eye, b: &Eye, grain: &Grain, except: Option<usize>) -> Sight {
        // Nothing is between two of one centre.
        let swap = a.base.centre > b.base.centre;
        let (first, second) = if swap { (b, a) } else { (a, b) };
        let mut look = Look::new(self, first, second, grain, except);
        match look.sight() {
            Sight::Clear { from, to } if swap => Sight::Clear { from: to, to: from },
            sight => sight,
        }
    }

    /// Does somebody see one of the points, each at the height of its ground? The cover `except` is left out.
    pub fn sees_ground(&self, eye: &Eye, points: &[Point], grain: &Grain, except: Option<usize>) -> bool {
        points.iter().any(|p| {
            let there = self.eye(Base::point(*p), Level::GROUND);
            self.sight(eye, &there, grain, except).is_clear()
        })
    }
}

/// An obstacle near enough to matter, and what was found out about it.
struct Near {
    obstacle: Obstacle,
    /// The share of the last line that it blocked at which it did so: the next one is probably alike.
    hint: f64,
    /// A cover: may lines inside of it pass? A ridge: does it block at all?
    known: Option<bool>,
}

struct Look<'a> {
    relief: &'a Relief,
    a: &'a Eye,
    b: &'a Eye,
    grain: &'a Grain,
    near: SmallVec<[Near; 8]>,
}

/// One of the 81.
struct Line {
    p: Point,
    q: Point,
    from: Vec2,
    way: Vec2,
    length: f64,
    start: f64,
    rise: f64,
    /// The number of equal parts.
    parts: i64,
}

impl Line {
    fn height(&self, share: f64) -> f64 {
        self.start + self.rise * share
    }

    fn at(&self, share: f64) -> Vec2 {
        self.from + self.way * share
    }

    /// The division points from one share to another, neither end of the line among them.
    fn samples(&self, from: f64, to: f64) -> (i64, i64) {
        let parts = self.parts as f64;
        (((from * parts).ceil() as i64).max(1), ((to * parts).floor() as i64).min(self.parts - 1))
    }

    fn share(&self, sample: i64) -> f64 {
        sample as f64 / self.parts as f64
    }
}

/// Where a line is blocked: the share, and the top there.
type Stop = (f64, Option<Level>);

impl<'a> Look<'a> {
    fn new(relief: &'a Relief, a: &'a Eye, b: &'a Eye, grain: &'a Grain, except: Option<usize>) -> Self {
        let mut look = Self { relief, a, b, grain, near: SmallVec::new() };
        let bounds = a.base.bounds().joined(&b.base.bounds());
        let low = a.height.min(b.height);
        let band = Band::new(a, b);
        let mut take = |obstacle, around: &Bounds, points: &[Point]| {
            if bounds.meets(around) && band.meets(points) {
                look.near.push(Near { obstacle, hint: 0.5, known: None });
            }
        };
        // Cheap ones first: a hill takes many samples to be cleared of suspicion.
        for (i, ridge) in relief.ridges().iter().enumerate() {
            let over = ridge.height.is_some_and(|h| relief.ridge_hills[i].is_empty() && low >= h);
            if !over {
                take(Obstacle::Ridge(i), ridge.line.bounds(), ridge.line.points());
            }
        }
        for (i, cover) in relief.covers().iter().enumerate() {
            let over = relief.cover_hills[i].is_empty() && low >= cover.height;
            if !over && except != Some(i) {
                take(Obstacle::Cover(i), cover.area.bounds(), cover.area.points());
            }
        }
        for (i, hill) in relief.hills().iter().enumerate() {
            if low.plus(grain.slack) < hill.top() {
                take(Obstacle::Hill(i), hill.base().bounds(), hill.base().points());
            }
        }
        look
    }

    fn sight(&mut self) -> Sight {
        let (a, b) = (self.a.base, self.b.base);
        if self.near.is_empty() {
            return Sight::Clear { from: a.centre, to: b.centre };
        }
        let Some(first) = self.blocked(a.centre, b.centre) else {
            return Sight::Clear { from: a.centre, to: b.centre };
        };
        if self.is_walled() {
            return Sight::Blocked(first);
        }
        let others = b.points();
        for (i, from) in a.points().into_iter().enumerate() {
            for (j, to) in others.iter().copied().enumerate() {
                if (i, j) != (0, 0) && self.blocked(from, to).is_none() {
                    return Sight::Clear { from, to };
                }
            }
        }
        Sight::Blocked(first)
    }

    /// A quick no: one obstacle is in the way of all 81 lines. At a share of the way every line is as far from the line
    /// between the centres as the two bases, drawn to it in proportion, are wide.
    fn is_walled(&mut self) -> bool {
        let (a, b) = (&self.a.base, &self.b.base);
        let line = self.line(a.centre, b.centre);
        let spans = (a.footprint.span() as f64, b.footprint.span() as f64);
        (0..self.near.len()).any(|i| match self.near[i].obstacle {
            Obstacle::Cover(c) => self.is_cover_a_wall(&line, spans, i, c),
            Obstacle::Hill(h) => self.is_hill_a_wall(&line, spans, h),
            Obstacle::Ridge(r) => self.is_ridge_a_wall(i, r),
        })
    }

    /// At one share all lines run through the cover, below its top wherever its ground is.
    fn is_cover_a_wall(&mut self, line: &Line, (one, other): (f64, f64), near: usize, number: usize) -> bool {
        if self.may_see_inside(near, number) {
            return false;
        }
        let cover = &self.relief.covers()[number];
        cover.area.stretches(line.p, line.q, Outline::Apart).iter().any(|s| {
            let share = f64::midpoint(s.from, s.to);
            let at = line.p.toward(line.q, share);
            // Wide enough for a stretch longer than a graze on every line, roundings included.
            let wide = (one * (1.0 - share) + other * share).ceil() as i64 + i64::from(self.grain.graze) + 10;
            line.height(share) < f64::from(cover.height.0 - 1)
                && cover.area.contains(at)
                && cover.area.sides().all(|(c, d)| !apart(at, c, d).below(wide))
        })
    }

    /// Around one share of the way lies a disc that holds a sample of every line, and everywhere in it the hill is higher
    /// than all of them.
    ///
    /// ```text
    ///    a (   .--+--.   ) b     Samples lie no farther apart than a step, so a line has one within half of it from
    ///   - (---(---x---)---) -    the share; the rest of the radius is what the bases are wide there.
    ///      (   '--+--'   )
    /// ```
    fn is_hill_a_wall(&self, line: &Line, (one, other): (f64, f64), number: usize) -> bool {
        let step = f64::from(self.grain.step.max(1));
        // Lines that differ little in length: then their samples near a share do, too.
        if line.length < 4.0 * (one + other) + 4.0 * step {
            return false;
        }
        let hill = &self.relief.hills()[number];
        let drift = line.rise.abs() * step / line.length;
        hill.base().stretches(line.p, line.q, Outline::Counts).iter().any(|s| {
            [0.5, 0.25, 0.75].into_iter().any(|part| {
                let share = s.from + (s.to - s.from) * part;
                let radius = one * (1.0 - share) + other * share + step + 10.0;
                let ends = (share * line.length).min((1.0 - share) * line.length);
                let least = hill.least_height(line.at(share), radius);
                // A thousandth of a level for each of two roundings.
                let clear = line.height(share) + drift + f64::from(self.grain.slack.0) + 2.0;
                ends > 2.0 * step && least.is_some_and(|height| height > clear)
            })
        })
    }

    /// All lines cross one segment of the ridge, and both bases are lower than its top.
    fn is_ridge_a_wall(&mut self, near: usize, number: usize) -> bool {
        let ridge = &self.relief.ridges()[number];
        if self.near[near].known == Some(false)
            || ridge.height.is_some_and(|height| self.a.height.max(self.b.height).0 >= height.0 - 1)
        {
            return false;
        }
        let (from, to) = (self.a.base.points(), self.b.base.points());
        let all = |(c, d): (Point, Point)| {
            let side = is_left(c, d, from[0]);
            from.iter().all(|p| is_left(c, d, *p) == side)
                && to.iter().all(|q| is_left(c, d, *q) != side)
                && from.iter().all(|p| to.iter().all(|q| is_left(*p, *q, c) != is_left(*p, *q, d)))
        };
        ridge.line.segments().any(all) && self.does_ridge_block(near, number)
    }

    /// What blocks a segment. The obstacle that does so is asked first about the next one.
    fn blocked(&mut self, p: Point, q: Point) -> Option<Block> {
        let line = self.line(p, q);
        for i in 0..self.near.len() {
            let stop = match self.near[i].obstacle {
                Obstacle::Cover(c) => self.in_cover(&line, i, c),
                Obstacle::Hill(h) => self.under_hill(&line, i, h),
                Obstacle::Ridge(r) => self.behind_ridge(&line, i, r),
            };
            if let Some((share, top)) = stop {
                let by = self.near[i].obstacle;
                self.near[..=i].rotate_right(1);
                let height = (line.height(share) + 0.5).floor() as i32;
                return Some(Block { by, at: p.toward(q, share), line: Level(height), top });
            }
        }
        None
    }

    fn line(&self, p: Point, q: Point) -> Line {
        let way = q - p;
        let length = (way.squared() as f64).sqrt();
        let start = f64::from(self.a.height.0);
        let parts = (length / f64::from(self.grain.step.max(1))).ceil() as i64;
        let rise = f64::from(self.b.height.0) - start;
        Line { p, q, from: p.as_vec(), way: way.as_vec(), length, start, rise, parts: parts.max(1) }
    }

    fn in_cover(&mut self, line: &Line, near: usize, number: usize) -> Option<Stop> {
        let cover = &self.relief.covers()[number];
        let hills = &self.relief.cover_hills[number];
        let graze = f64::from(self.grain.graze);
        for s in cover.area.stretches(line.p, line.q, Outline::Apart) {
            if (s.to - s.from) * line.length <= graze {
                continue;
            }
            let top_at = |share: f64| {
                if hills.is_empty() {
                    cover.height
                } else {
                    self.relief.ground_of(hills, line.at(share)).plus(cover.height)
                }
            };
            let stop = |share: f64| {
                let top = top_at(share);
                (line.height(share) < f64::from(top.0) - HAIR).then_some((share, Some(top)))
            };
            let found = stop(s.from).or_else(|| stop(s.to)).or_else(|| {
                let (from, to) = line.samples(s.from, s.to);
                // Over level ground the ends of the stretch have said it all.
                (from..=to).filter(|_| !hills.is_empty()).find_map(|k| stop(line.share(k)))
            });
            if found.is_some() {
                let waived = self.may_see_inside(near, number) && cover.area.holds_leg(line.p, line.q);
                return if waived { None } else { found };
            }
        }
        None
    }

    /// Do lines inside of the cover pass between the two?
    fn may_see_inside(&mut self, near: usize, number: usize) -> bool {
        let area = &self.relief.covers()[number].area;
        let (a, b) = (&self.a.base, &self.b.base);
        *self.near[near].known.get_or_insert_with(|| {
            area.contains(a.centre) && area.contains(b.centre) && a.within(b, self.grain.inside)
        })
    }

    fn under_hill(&mut self, line: &Line, near: usize, number: usize) -> Option<Stop> {
        let hill = &self.relief.hills()[number];
        let (slack, hint) = (self.grain.slack, self.near[near].hint);
        let stop = |sample: i64| {
            let share = line.share(sample);
            let ground = hill.height(line.at(share));
            let over = f64::from(ground.0) > line.height(share) + f64::from(slack.0) + HAIR;
            over.then(|| (share, Some(Level(ground.0 - slack.0))))
        };
        let guess = (hint * line.parts as f64).round() as i64;
        let mut found = (1..line.parts).contains(&guess).then(|| stop(guess)).flatten();
        if found.is_none() {
            let stretches = hill.base().stretches(line.p, line.q, Outline::Counts);
            found = stretches.iter().find_map(|s| {
                let (from, to) = line.samples(s.from, s.to);
                let start = guess.clamp(from.min(to), to);
                // From where the last line was blocked to both sides.
                (0..=(to - start).max(start - from)).find_map(|away| {
                    let inside = |k: &i64| (from..=to).contains(k);
                    [start - away, start + away].into_iter().filter(inside).find_map(stop)
                })
            });
        }
        if let Some((share, _)) = found {
            self.near[near].hint = share;
        }
        found
    }

    fn behind_ridge(&mut self, line: &Line, near: usize, number: usize) -> Option<Stop> {
        let ridge = &self.relief.ridges()[number];
        if self.near[near].known == Some(false) {
            return None;
        }
        let hills = &self.relief.ridge_hills[number];
        let mut found = None;
        for (a, b) in ridge.line.segments().filter(|(a, b)| crosses(line.p, line.q, *a, *b)) {
            let share = met_at(line.p, line.q, a, b).clamp(0.0, 1.0);
            match ridge.height {
                None => found = Some((share, None)),
                Some(height) => {
                    let top = self.relief.ground_of(hills, line.at(share)).plus(height);
                    if line.height(share) < f64::from(top.0) - HAIR {
                        found = Some((share, Some(top)));
                    }
                }
            }
        }
        let stop = found?;
        self.does_ridge_block(near, number).then_some(stop)
    }

    /// A ridge that one of the two touches, or that both are near, is in nobody's way.
    fn does_ridge_block(&mut self, near: usize, number: usize) -> bool {
        let (line, grain) = (&self.relief.ridges()[number].line, self.grain);
        let (a, b) = (&self.a.base, &self.b.base);
        *self.near[near].known.get_or_insert_with(|| {
            let near = |base: &Base, limit| base.is_near_line(line, limit);
            let touched = near(a, grain.touch) || near(b, grain.touch);
            let shared = near(a, grain.shared) && near(b, grain.shared);
            !(touched || shared)
        })
    }
}

/// The strip in which all 81 lines lie, for a quick no.
struct Band {
    from: Vec2,
    way: Vec2,
    width: f64,
}

impl Band {
    fn new(a: &Eye, b: &Eye) -> Self {
        let (from, way) = (a.base.centre.as_vec(), (b.base.centre - a.base.centre).as_vec());
        let span = a.base.footprint.span().max(b.base.footprint.span());
        Self { from, way, width: (span + 2) as f64 * way.length() }
    }

    /// Do the points lie on both sides of the strip, or in it? A shape all of whose points lie on one side is out of it.
    fn meets(&self, points: &[Point]) -> bool {
        let (mut left, mut right) = (true, true);
        for p in points {
            let side = self.way.cross(p.as_vec() - self.from);
            left &= side > self.width;
            right &= side < -self.width;
        }
        !left && !right
    }
}

#[cfg(test)]
mod tests;
