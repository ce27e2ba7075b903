//! What a way over the terrain costs, piece by piece.

use smallvec::SmallVec;

use super::crossing::{Meeting, Onset, bank, crossings};
use super::lane::{Deck, Lane};
use super::line::{Bounds, Polyline};
use super::point::{Length, Point};
use super::polygon::{Outline, Polygon, Stretches};
use super::route::Route;

/// A piece shorter than this takes the price of the piece before it, and bars nobody: so that a grazed corner is
/// harmless.
const SHORT: i64 = 2_000;

/// Something on the ground that a mover meets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Feature {
    /// It prices the pieces inside, its outline included.
    Area(Polygon),
    /// It prices the pieces in its strip.
    Lane(Lane),
    /// It prices the pieces inside that run along it.
    Deck(Deck),
    /// It acts where it is crossed.
    Line(Polyline),
}

impl Feature {
    fn bounds(&self) -> Bounds {
        *match self {
            Self::Area(area) => area.bounds(),
            Self::Lane(lane) => lane.bounds(),
            Self::Deck(deck) => deck.bounds(),
            Self::Line(line) => line.bounds(),
        }
    }

    fn contains(&self, p: Point) -> bool {
        match self {
            Self::Area(area) => area.contains(p),
            Self::Lane(lane) => lane.contains(p),
            Self::Deck(deck) => deck.contains(p),
            Self::Line(_) => false,
        }
    }

    fn stretches(&self, p: Point, q: Point) -> Stretches {
        match self {
            Self::Area(area) => area.stretches(p, q, Outline::Counts),
            Self::Lane(lane) => lane.stretches(p, q),
            Self::Deck(deck) => deck.stretches(p, q),
            Self::Line(_) => Stretches::new(),
        }
    }
}

/// What an inch costs, in halves of an inch: 1 is half price, 2 the plain one, 4 double.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Factor(pub u8);

impl Factor {
    pub const HALF: Self = Self(1);
    pub const PLAIN: Self = Self(2);
    pub const DOUBLE: Self = Self(4);
    pub const FOURFOLD: Self = Self(8);
}

/// What a feature is to one class of movers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rate {
    /// As if it were not there.
    Ignored,
    Pays(Factor),
    /// Pays, and is carried over whatever lines are crossed there.
    Carries(Factor),
    /// To cross it costs the toll.
    Toll,
    Barred,
}

/// The rates of one class of movers on one terrain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tariff {
    open: Option<Factor>,
    rates: Vec<Rate>,
}

impl Tariff {
    /// What ground without features costs (`None`: it is barred), and each feature by its number.
    pub fn new(terrain: &Terrain, open: Option<Factor>, rate: impl FnMut(usize) -> Rate) -> Self {
        Self { open, rates: (0..terrain.features.len()).map(rate).collect() }
    }

    pub fn open(&self) -> Option<Factor> {
        self.open
    }

    /// Of a feature by its number.
    pub fn rate(&self, feature: usize) -> Rate {
        self.rates.get(feature).copied().unwrap_or(Rate::Ignored)
    }

    /// The cheapest price of an inch anywhere.
    pub(crate) fn least(&self) -> Factor {
        let rates = self.rates.iter().filter_map(|rate| match rate {
            Rate::Pays(factor) | Rate::Carries(factor) => Some(*factor),
            _ => None,
        });
        rates.chain(self.open).min().unwrap_or(Factor::PLAIN)
    }

    fn factor(&self, feature: Option<usize>) -> Option<Factor> {
        match feature {
            None => self.open,
            Some(i) => match self.rate(i) {
                Rate::Pays(factor) | Rate::Carries(factor) => Some(factor),
                _ => None,
            },
        }
    }

    fn carries(&self, feature: Option<usize>) -> bool {
        feature.is_some_and(|i| matches!(self.rate(i), Rate::Carries(_)))
    }
}

/// Areas, lanes and lines, numbered in the order in which they were given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Terrain {
    features: Vec<Placed>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Placed {
    feature: Feature,
    rank: u8,
    bounds: Bounds,
}

/// A piece of a way under one price.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// What is walked where it begins.
    pub from: Length,
    /// What is walked where it ends.
    pub to: Length,
    /// The feature that prices it; `None` is open ground.
    pub feature: Option<usize>,
    pub factor: Factor,
}

/// A line that costs a toll, where it is crossed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crossing {
    pub walked: Length,
    pub at: Point,
    pub feature: usize,
    /// The lane or area that carries the way across free of toll.
    pub carried_by: Option<usize>,
}

/// Where a way may not go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bar {
    pub walked: Length,
    pub at: Point,
    pub leg: usize,
    /// What bars it: a line that may not be crossed, an area, or (`None`) open ground itself.
    pub feature: Option<usize>,
}

/// What a way costs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bill {
    /// The sum, unrounded, up to the bar if there is one.
    pub cost: Length,
    pub length: Length,
    /// In order, without gaps, up to the bar.
    pub pieces: SmallVec<[Piece; 8]>,
    /// In order, up to the bar.
    pub crossings: SmallVec<[Crossing; 2]>,
    pub toll: Length,
    pub bar: Option<Bar>,
}

impl Bill {
    /// What the way costs up to a place on it, tolls of lines crossed there included.
    pub fn cost_to(&self, walked: Length) -> Length {
        let halves: i64 =
            self.pieces.iter().map(|p| (p.to.min(walked) - p.from).0.max(0) * i64::from(p.factor.0)).sum();
        let tolls = self.crossings.iter().filter(|c| c.carried_by.is_none() && c.walked <= walked).count();
        Length((halves + 1) / 2 + self.toll.0 * tolls as i64)
    }

    /// How many tolls are due.
    pub fn tolls(&self) -> usize {
        self.crossings.iter().filter(|c| c.carried_by.is_none()).count()
    }

    /// How far the way can be walked for a sum: to its end, its bar, or the bank of a line whose toll is too much.
    pub fn walked_for(&self, sum: Length) -> Length {
        let mut halves = sum.0.max(0) * 2;
        let mut tolls = self.crossings.iter().filter(|c| c.carried_by.is_none()).peekable();
        let mut walked = Length::ZERO;
        for piece in &self.pieces {
            let factor = i64::from(piece.factor.0).max(1);
            let mut from = piece.from;
            loop {
                let bank = tolls.next_if(|c| c.walked <= piece.to).map(|c| c.walked.max(from));
                let to = bank.unwrap_or(piece.to);
                let (way, paid) = ((to - from).0, halves / factor);
                if paid < way {
                    return from + Length(paid);
                }
                halves -= way * factor;
                (from, walked) = (to, to);
                if bank.is_none() {
                    break;
                }
                halves -= self.toll.0 * 2;
                if halves < 0 {
                    return to;
                }
            }
        }
        walked
    }
}

/// A stretch of a way inside a feature, in millionths from the start of the way.
struct Inside {
    from: i64,
    to: i64,
    rank: u8,
    feature: usize,
}

/// A part of the way that one feature decides, before short ones are absorbed.
#[derive(Clone, Copy)]
struct Run {
    from: i64,
    to: i64,
    feature: Option<usize>,
}

type Runs = SmallVec<[Run; 16]>;

impl Terrain {
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a feature and tells its number. Where several hold a piece of a way, the lowest rank prices it, and the
    /// first given among equals.
    pub fn add(&mut self, feature: Feature, rank: u8) -> usize {
        self.features.push(Placed { bounds: feature.bounds(), feature, rank });
        self.features.len() - 1
    }

    pub fn features(&self) -> impl ExactSizeIterator<Item = &Feature> {
        self.features.iter().map(|placed| &placed.feature)
    }

    pub fn feature(&self, number: usize) -> Option<&Feature> {
        self.features.get(number).map(|placed| &placed.feature)
    }

    /// The feature that prices a point for a class; `None` is open ground.
    pub fn feature_at(&self, tariff: &Tariff, p: Point) -> Option<usize> {
        let held = self.features.iter().enumerate().filter(|(i, placed)| {
            tariff.rate(*i) != Rate::Ignored && placed.bounds.contains(p) && placed.feature.contains(p)
        });
        held.min_by_key(|(i, placed)| (placed.rank, *i)).map(|(i, _)| i)
    }

    /// May the class stand on the point?
    pub fn is_open(&self, tariff: &Tariff, p: Point) -> bool {
        tariff.factor(self.feature_at(tariff, p)).is_some()
    }

    /// The cost of a way: each leg is cut wherever it meets an outline or the edge of a strip; every piece costs its
    /// length times the factor of the feature that decides it; every crossing of a line that nothing carries adds the
    /// toll. Pieces go on through bends, so it does not matter how a straight leg is split.
    pub fn price(&self, tariff: &Tariff, route: &Route, toll: Length) -> Bill {
        self.price_on(tariff, route, toll, Onset::Fresh)
    }

    /// The same for a way that goes on from another one: one that begins on a line crosses it where it comes out on the
    /// other bank.
    pub fn price_on(&self, tariff: &Tariff, route: &Route, toll: Length, onset: Onset) -> Bill {
        let (runs, judged) = absorbed(self.runs(tariff, route));
        let mut bill = Bill {
            cost: Length::ZERO,
            length: route.length(),
            pieces: SmallVec::new(),
            crossings: SmallVec::new(),
            toll,
            bar: None,
        };
        let mut halves = 0;
        for run in &runs {
            let factor = match tariff.factor(run.feature) {
                Some(factor) => factor,
                // A way too short to be judged pays as if it were open.
                None if !judged => Factor::PLAIN,
                None => {
                    let mark = route.at(Length(run.from));
                    bill.bar =
                        Some(Bar { walked: mark.walked, at: mark.at, leg: mark.leg, feature: run.feature });
                    break;
                }
            };
            halves += (run.to - run.from) * i64::from(factor.0);
            let (from, to) = (Length(run.from), Length(run.to));
            bill.pieces.push(Piece { from, to, feature: run.feature, factor });
        }
        self.cross(tariff, route, &runs, onset, &mut bill);
        bill.cost = match &bill.bar {
            None => Length((halves + 1) / 2 + toll.0 * bill.tolls() as i64),
            Some(bar) => bill.cost_to(bar.walked),
        };
        bill
    }

    /// The lines crossed, up to what bars the way.
    fn cross(&self, tariff: &Tariff, route: &Route, runs: &Runs, onset: Onset, bill: &mut Bill) {
        let mut met: SmallVec<[(usize, Meeting); 4]> = SmallVec::new();
        let bounds = Bounds::of(route.points());
        for (i, placed) in self.features.iter().enumerate() {
            let Feature::Line(line) = &placed.feature else { continue };
            if tariff.rate(i) != Rate::Ignored && placed.bounds.meets(&bounds) {
                met.extend(crossings(line, route, onset).into_iter().map(|m| (i, m)));
            }
        }
        met.sort_by_key(|(i, m)| (m.walked, *i, m.leg));
        for (feature, Meeting { walked, leg, share }) in met {
            if bill.bar.is_some_and(|bar| bar.walked < walked) {
                break;
            }
            let (p, q) = route.leg(leg);
            let at = p.toward(q, share);
            let here = |run: &&Run| run.from <= walked.0 && walked.0 <= run.to && tariff.carries(run.feature);
            let carried_by = runs.iter().find(here).and_then(|run| run.feature);
            if tariff.rate(feature) == Rate::Toll {
                bill.crossings.push(Crossing { walked, at, feature, carried_by });
            } else if carried_by.is_none() {
                bill.bar = Some(Bar { walked, at, leg, feature: Some(feature) });
                bill.pieces.retain(|piece| piece.from < walked);
                if let Some(last) = bill.pieces.last_mut() {
                    last.to = last.to.min(walked);
                }
                break;
            }
        }
    }

    /// The bank from which a way came that ends on a line which is something to this class ([`bank`]).
    pub fn bank(&self, tariff: &Tariff, route: &Route, onset: Onset) -> Option<Point> {
        let lines = self.features.iter().enumerate().filter(|(i, placed)| {
            matches!(tariff.rate(*i), Rate::Toll | Rate::Barred) && placed.bounds.contains(route.end())
        });
        let lines = lines.filter_map(|(_, placed)| match &placed.feature {
            Feature::Line(line) => Some(line),
            _ => None,
        });
        bank(lines, route, onset)
    }

    /// The way cut into runs, each decided by one feature.
    fn runs(&self, tariff: &Tariff, route: &Route) -> Runs {
        let mut runs = Runs::new();
        for leg in 0..route.legs() {
            let (p, q) = route.leg(leg);
            let (start, end) = (route.walked_to(leg).0, route.walked_to(leg + 1).0);
            let inside = self.inside(tariff, p, q, start, end);
            let mut cuts: SmallVec<[i64; 16]> = smallvec::smallvec![start, end];
            cuts.extend(inside.iter().flat_map(|s| [s.from, s.to]));
            cuts.sort_unstable();
            cuts.dedup();
            for pair in cuts.windows(2) {
                let holds = |s: &&Inside| s.from <= pair[0] && pair[1] <= s.to;
                let decides = inside.iter().filter(holds).min_by_key(|s| (s.rank, s.feature));
                push(&mut runs, Run { from: pair[0], to: pair[1], feature: decides.map(|s| s.feature) });
            }
        }
        runs
    }

    fn inside(&self, tariff: &Tariff, p: Point, q: Point, start: i64, end: i64) -> SmallVec<[Inside; 8]> {
        let bounds = Bounds::of(&[p, q]);
        let mut inside = SmallVec::new();
        for (i, placed) in self.features.iter().enumerate() {
            if !placed.bounds.meets(&bounds) || tariff.rate(i) == Rate::Ignored {
                continue;
            }
            for s in placed.feature.stretches(p, q) {
                let at = |share: f64| start + ((end - start) as f64 * share).round() as i64;
                let (from, to) = (at(s.from), at(s.to));
                if from < to {
                    inside.push(Inside { from, to, rank: placed.rank, feature: i });
                }
            }
        }
        inside
    }
}

fn push(runs: &mut Runs, run: Run) {
    match runs.last_mut() {
        Some(last) if last.feature == run.feature => last.to = run.to,
        _ => runs.push(run),
    }
}

/// Short runs become part of the one before them, or of the first long one. Without a long one all of them are one
/// run, and nothing is judged by it.
fn absorbed(runs: Runs) -> (Runs, bool) {
    let mut out = Runs::new();
    for run in &runs {
        if run.to - run.from >= SHORT {
            let from = if out.is_empty() { 0 } else { run.from };
            push(&mut out, Run { from, ..*run });
        } else if let Some(last) = out.last_mut() {
            last.to = run.to;
        }
    }
    if let (true, Some(first), Some(last)) = (out.is_empty(), runs.first(), runs.last()) {
        out.push(Run { to: last.to, ..*first });
        return (out, false);
    }
    (out, true)
}
