//! TERRAIN EFFECTS ON MOVEMENT: the board, and what a path over it costs (TH-GEO-02 to TH-GEO-04, TH-GEO-11,
//! TH-TER-01 to TH-TER-14).

use crate::content::GroundRow;
use crate::kinds::{Class, Ground};
use crate::measure::{P, Polygon, Polyline, Route, sum};
use geometry::ground::{
    Bar, Bill, Bounds, Cover, Deck, Factor, Feature, Hill, Lane, Level, Network, Onset, Rate, Relief, Ridge,
    Tariff, Terrain,
};
use std::sync::{Arc, OnceLock};

/// A piece of a road's strip, or a path's, lies within this of its line, in thousandths (TH-GEO-04).
const STRIP: i32 = 250;
/// Nodes of the reach stand this far apart along roads and the sides of dear ground, in thousandths (note TH-N01).
const SPACING: i32 = 6_000;
/// Paths and the firm ground of bridges decide after roads, and before whatever lies under them.
const PATH: u8 = 2;
/// Classes that a road, a bridge or a path carries.
const ON_FOOT: [Class; 4] = [Class::Infantry, Class::Tripod, Class::Cavalry, Class::Artillery];

#[derive(Clone, Debug)]
pub struct Area {
    pub id: String,
    pub kind: Ground,
    pub shape: Polygon,
    /// Above its ground, where it is cover (TH-COV-02).
    pub height: Level,
    pub cover: bool,
}

#[derive(Clone, Debug)]
pub struct Line {
    pub id: String,
    pub kind: Ground,
    pub line: Polyline,
    pub height: Level,
    /// Human stands gain no speed on it (TH-RL-02).
    pub thronged: bool,
}

/// What lies on a board, before it is made ready to be walked on.
#[derive(Clone, Debug, Default)]
pub struct Sketch {
    pub width: i32,
    pub height: i32,
    pub areas: Vec<Area>,
    pub lines: Vec<Line>,
    pub hills: Vec<(String, Hill)>,
}

/// A board that is ready: features for pricing, reliefs for sight.
#[derive(Debug)]
pub struct Map {
    pub width: i32,
    pub height: i32,
    pub areas: Vec<Area>,
    pub lines: Vec<Line>,
    pub hills: Vec<(String, Hill)>,
    grounds: Arc<[GroundRow]>,
    board: Bounds,
    terrain: Terrain,
    /// What each feature of the terrain is made of: the areas first, then the lines, then the decks of bridges.
    kinds: Vec<Ground>,
    tariffs: Vec<Tariff>,
    /// Flyers that pass over anything (option flyer_overflight).
    overflight: Tariff,
    reliefs: [Relief; 2],
    /// The number of each area among the covers.
    covers: Vec<Option<usize>>,
    networks: [OnceLock<Network>; 6],
}

/// Why a path can not be walked: the entry, what lies there, and where.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    pub rule: &'static str,
    pub ground: Ground,
    pub at: P,
}

/// Who walks, as far as ground cares.
#[derive(Clone, Copy, Debug)]
pub struct Walker {
    pub class: Class,
    /// Hundredths of an inch: streams take half of it.
    pub allowance: i32,
    /// Flyers pass over anything (option flyer_overflight).
    pub overflight: bool,
    /// The area that a flyer may leave although it may not enter it (TH-TER-04).
    pub leaving: Option<usize>,
    /// What lies behind it: the bank from which it came to the line that it stands on (TH-GEO-12).
    pub onset: Onset,
}

impl Walker {
    pub const fn of(class: Class, allowance: i32) -> Self {
        Self { class, allowance, overflight: false, leaving: None, onset: Onset::Fresh }
    }
}

/// A way out of an area does not lead into it again.
fn barred_behind(mut bill: Bill, route: &Route, area: usize) -> Bill {
    let again = (1..bill.pieces.len()).find(|k| bill.pieces[*k].feature == Some(area));
    if let Some(k) = again {
        let mark = route.at(bill.pieces[k].from);
        bill.pieces.truncate(k);
        bill.crossings.retain(|c| c.walked <= mark.walked);
        bill.cost = bill.cost_to(mark.walked);
        bill.bar = Some(Bar { walked: mark.walked, at: mark.at, leg: mark.leg, feature: Some(area) });
    }
    bill
}

impl Area {
    fn feature(&self) -> (Feature, u8) {
        // A bridge is firm ground like a path; the other areas follow in the order of TH-GEO-04.
        let rank = if self.kind == Ground::Bridge { PATH } else { self.kind.index() as u8 };
        (Feature::Area(self.shape.clone()), rank)
    }

    /// Along it a bridge carries like a road (TH-TER-10).
    fn deck(&self) -> Option<(Feature, u8)> {
        (self.kind == Ground::Bridge).then(|| (Feature::Deck(Deck::new(self.shape.clone())), 0))
    }

    fn rate(&self, class: Class, row: &GroundRow) -> Rate {
        let carried = ON_FOOT.contains(&class);
        match (self.kind, row.cost[class.index()]) {
            // Who does not go along it has the deck under him all the same, and gains nothing by it.
            (Ground::Bridge, Some(_)) if carried => Rate::Carries(Factor::PLAIN),
            (Ground::Bridge, _) => Rate::Ignored,
            (_, Some(factor)) => Rate::Pays(factor),
            _ => Rate::Barred,
        }
    }
}

/// What the deck of a bridge is to a class.
fn deck_rate(class: Class, row: &GroundRow) -> Rate {
    match row.cost[class.index()] {
        Some(factor) if ON_FOOT.contains(&class) => Rate::Carries(factor),
        _ => Rate::Ignored,
    }
}

impl Line {
    /// Where several carry a stand, the cheapest does: a thronged road comes after a free one, a path last.
    fn feature(&self) -> (Feature, u8) {
        match self.kind {
            Ground::Road | Ground::Path => {
                let rank = if self.kind == Ground::Path { PATH } else { u8::from(self.thronged) };
                (Feature::Lane(Lane::new(self.line.clone(), STRIP)), rank)
            }
            _ => (Feature::Line(self.line.clone()), 0),
        }
    }

    fn rate(&self, class: Class, row: &GroundRow) -> Rate {
        match self.kind {
            Ground::Road | Ground::Path if ON_FOOT.contains(&class) => {
                let throng = self.thronged && class != Class::Tripod;
                let factor = row.cost[class.index()].filter(|_| !throng);
                Rate::Carries(factor.unwrap_or(Factor::PLAIN))
            }
            Ground::Stream | Ground::Cliff if class != Class::Ship => {
                match (row.passes[class.index()], row.half[class.index()]) {
                    (false, _) => Rate::Barred,
                    (true, true) => Rate::Toll,
                    (true, false) => Rate::Ignored,
                }
            }
            _ => Rate::Ignored,
        }
    }
}

impl Sketch {
    pub fn new(width: i32, height: i32) -> Self {
        Self { width, height, ..Self::default() }
    }

    pub fn finish(self, grounds: Arc<[GroundRow]>) -> Map {
        let Self { width, height, areas, lines, hills } = self;
        let mut terrain = Terrain::new();
        let mut kinds = Vec::new();
        let features = areas.iter().map(|a| (a.feature(), a.kind));
        let features = features.chain(lines.iter().map(|l| (l.feature(), l.kind)));
        let decks = areas.iter().filter_map(|a| Some((a.deck()?, a.kind)));
        for ((feature, rank), kind) in features.chain(decks) {
            terrain.add(feature, rank);
            kinds.push(kind);
        }
        let row = |kind: Ground| &grounds[kind.index()];
        let tariff = |class: Class| {
            let open = row(Ground::Clear).cost[class.index()];
            Tariff::new(&terrain, open, |i| match (areas.get(i), lines.get(i.wrapping_sub(areas.len()))) {
                (Some(area), _) => area.rate(class, row(area.kind)),
                (_, Some(line)) => line.rate(class, row(line.kind)),
                _ => deck_rate(class, row(Ground::Bridge)),
            })
        };
        let tariffs: Vec<Tariff> =
            Class::ALL.iter().filter(|c| **c != Class::None).map(|c| tariff(*c)).collect();
        let overflight = Tariff::new(&terrain, Some(Factor::PLAIN), |_| Rate::Ignored);
        let mut covers = Vec::new();
        let mut count = 0;
        for area in &areas {
            covers.push(area.cover.then_some(count));
            count += usize::from(area.cover);
        }
        let relief = |always: bool| {
            let cover = |a: &Area| Cover { area: a.shape.clone(), height: a.height };
            let ridge = |l: &Line| Ridge { line: l.line.clone(), height: (!always).then_some(l.height) };
            Relief::new(
                areas.iter().filter(|a| a.cover).map(cover).collect(),
                hills.iter().map(|(_, hill)| hill.clone()).collect(),
                lines.iter().filter(|l| l.kind == Ground::Ridge).map(ridge).collect(),
            )
        };
        let reliefs = [relief(false), relief(true)];
        let board = Bounds::of(&[P::new(0, 0), P::new(width, height)]);
        let networks = Default::default();
        Map {
            width,
            height,
            areas,
            lines,
            hills,
            grounds,
            board,
            terrain,
            kinds,
            tariffs,
            overflight,
            reliefs,
            covers,
            networks,
        }
    }
}

impl Map {
    pub fn row(&self, kind: Ground) -> &GroundRow {
        &self.grounds[kind.index()]
    }

    pub fn on_board(&self, p: P) -> bool {
        self.board.contains(p)
    }

    pub(crate) fn bounds(&self) -> Bounds {
        self.board
    }

    /// What can be in the way of sight; `always` blocks at any height by ridges (option ridge_sight).
    pub(crate) fn relief(&self, always: bool) -> &Relief {
        &self.reliefs[usize::from(always)]
    }

    /// The number of an area among the covers of the relief.
    pub(crate) fn cover_number(&self, area: usize) -> Option<usize> {
        self.covers.get(area).copied().flatten()
    }

    /// The first of: road, bridge or path; water; town; forest; swamp; woods; clear (TH-GEO-04).
    pub fn ground_at(&self, class: Class, p: P) -> Ground {
        let decides = self.tariffs.get(class.index()).and_then(|t| self.terrain.feature_at(t, p));
        decides.map_or(Ground::Clear, |i| self.kinds[i])
    }

    /// Whether a stand of this class may be there at all.
    pub fn may_stand(&self, class: Class, p: P) -> bool {
        self.tariffs.get(class.index()).is_some_and(|t| self.terrain.is_open(t, p))
    }

    /// The bill of a path (TH-GEO-11); none for a path that is none.
    pub fn bill(&self, walker: &Walker, path: &[P]) -> Option<Bill> {
        let route = Route::new(path).ok()?;
        let toll = sum(walker.allowance).half();
        let price = |tariff: &Tariff| self.terrain.price_on(tariff, &route, toll, walker.onset);
        if walker.class == Class::Flyer {
            if walker.overflight {
                return Some(price(&self.overflight));
            }
            if let Some(area) = walker.leaving {
                let own = &self.tariffs[walker.class.index()];
                let rate = |i: usize| if i == area { Rate::Pays(Factor::PLAIN) } else { own.rate(i) };
                let bill = price(&Tariff::new(&self.terrain, own.open(), rate));
                return Some(barred_behind(bill, &route, area));
            }
        }
        self.tariffs.get(walker.class.index()).map(price)
    }

    /// The bank from which a path came that ends on a stream or a cliff (TH-GEO-12).
    pub fn bank(&self, walker: &Walker, path: &[P]) -> Option<P> {
        let (route, tariff) = (Route::new(path).ok()?, self.tariffs.get(walker.class.index())?);
        self.terrain.bank(tariff, &route, walker.onset)
    }

    /// What a path costs in hundredths of an inch, rounded once.
    pub fn price(&self, walker: &Walker, path: &[P]) -> Result<i32, Block> {
        let at = path.first().copied().unwrap_or_default();
        let Some(bill) = self.bill(walker, path) else {
            let rule = if walker.class == Class::None { "TH-CYL-10" } else { "TH-GEO-10" };
            return Err(Block { rule, ground: self.ground_at(walker.class, at), at });
        };
        match bill.bar {
            None => Ok(bill.cost.rounded().0),
            Some(bar) => {
                let ground = self.kind(bar.feature);
                let rule = match walker.class {
                    Class::Ship => "TH-IRN-01",
                    Class::Flyer => "TH-TER-04",
                    _ => self.row(ground).rule,
                };
                Err(Block { rule, ground, at: bar.at })
            }
        }
    }

    /// What a feature of a bill is made of.
    pub fn kind(&self, feature: Option<usize>) -> Ground {
        feature.map_or(Ground::Clear, |i| self.kinds[i])
    }

    /// As far along a straight leg as the allowance and the ground let somebody go.
    pub fn farthest(&self, walker: &Walker, p: P, q: P) -> P {
        let Some(bill) = self.bill(walker, &[p, q]) else { return p };
        let mut far = bill.walked_for(sum(walker.allowance));
        if far >= bill.length && bill.bar.is_none() {
            return q;
        }
        // A place is rounded to thousandths: drawn in until the way to it is paid for.
        for back in [0, 2_000, 10_000, 20_000] {
            far.0 = (far.0 - back).max(0);
            let at = p.toward(q, far.0 as f64 / bill.length.0.max(1) as f64);
            if self.price(walker, &[p, at]).is_ok_and(|cost| cost <= walker.allowance) {
                return at;
            }
        }
        p
    }

    /// Ground level: hills rise evenly to their crest (TH-ELV-02).
    pub fn level(&self, p: P) -> f64 {
        self.reliefs[0].ground(p).as_levels()
    }

    /// The cover that a centre lies in (TH-COV-01).
    pub fn cover_at(&self, p: P) -> Option<usize> {
        self.areas.iter().position(|a| a.cover && a.shape.contains(p))
    }

    /// Navigable water under this point (TH-IRN-01).
    pub fn is_water(&self, p: P) -> bool {
        self.areas.iter().any(|a| a.kind.is_navigable() && a.shape.contains(p))
    }

    /// The share of a leg that lies on the board.
    pub fn left_at(&self, p: P, q: P) -> f64 {
        self.board.left_at(p, q).unwrap_or(1.0)
    }

    /// How far along the leg a ship may go before it meets the shore or the edge: a share of it (TH-IRN-01).
    pub fn shore(&self, p: P, q: P) -> f64 {
        let edge = self.left_at(p, q);
        let Some(bill) = self.bill(&Walker::of(Class::Ship, 0), &[p, q]) else { return 0.0 };
        let shore = bill.bar.map_or(1.0, |bar| bar.walked.0 as f64 / bill.length.0.max(1) as f64);
        edge.min(shore)
    }

    /// What this class can reach, and by which ways (note TH-N01); worked out when somebody first asks.
    pub fn network(&self, class: Class) -> Option<&Network> {
        let (cell, tariff) = (self.networks.get(class.index())?, self.tariffs.get(class.index())?);
        Some(cell.get_or_init(|| Network::new(self.terrain.clone(), tariff.clone(), self.board, SPACING)))
    }
}
