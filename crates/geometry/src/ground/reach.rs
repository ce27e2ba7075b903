//! How far a mover gets through ground of different price, and the cheapest way to any place of it.
//!
//! A way that is cheapest bends where obstacles and dear areas have their corners, and where roads begin, bend and
//! cross outlines. Those are the nodes of a [`Network`]; straight legs join them. What can be reached is the union of
//! stars, one around each node that is reached with something left. Every way that comes out of it has been priced as
//! a whole by [`Terrain::price`] and is within the sum. A cheapest way may also bend anywhere along a side or a road, as
//! light is refracted: there it is tried at spaced nodes only, so a few places just beyond the stars can be reached by a
//! way that somebody draws himself.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::OnceLock;

use smallvec::SmallVec;

use super::crossing::Onset;
use super::line::{Bounds, met_at, segments_touch};
use super::point::{BOUND, Hundredths, Length, Point, Step};
use super::route::{MAX_POINTS, Route};
use super::terrain::{Bill, Feature, Rate, Tariff, Terrain};
use crate::angle::Angle;
use crate::vec2::Vec2;

/// How far a node stands off the corner that it goes round, in thousandths.
const OFF: f64 = 10.0;

/// What a straight leg costs: without its tolls, and how many there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Link {
    cost: i64,
    tolls: u16,
}

impl Link {
    fn price(self, toll: Length) -> i64 {
        self.cost + toll.0 * i64::from(self.tolls)
    }
}

/// Nodes of a terrain for one class of movers, and the straight legs between them. Made once for a table; the legs from
/// a node are priced when somebody first comes by.
#[derive(Clone, Debug)]
pub struct Network {
    terrain: Terrain,
    tariff: Tariff,
    board: Bounds,
    nodes: Vec<Point>,
    /// From each node, the nodes that a straight leg joins.
    links: Vec<OnceLock<Vec<(u32, Link)>>>,
}

/// What ends a leg early, seen from its start: `None` if it can be walked to its end, else the last place to which it
/// can be.
pub type Halts<'a> = &'a dyn Fn(Point, Point) -> Option<Point>;

/// What is reached from one place with one sum.
#[derive(Clone, Debug)]
pub struct Reach<'a> {
    network: &'a Network,
    sum: Hundredths,
    toll: Length,
    onset: Onset,
    reached: Vec<Reached>,
}

#[derive(Clone, Copy, Debug)]
struct Reached {
    at: Point,
    cost: i64,
    /// The place before it, by its number in the list.
    before: Option<usize>,
    /// How many legs lead here.
    legs: usize,
}

/// The places that straight legs reach from one node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Star {
    pub centre: Point,
    /// One for each ray, clockwise from north.
    pub tips: Vec<Point>,
}

impl Network {
    /// Besides the corners there is a node at least every `spacing` thousandths along lanes, where a way joins and leaves
    /// them, and along the sides of dear areas, where it enters and leaves those. None of these if it is not positive.
    pub fn new(terrain: Terrain, tariff: Tariff, board: Bounds, spacing: i32) -> Self {
        let mut nodes = nodes(&terrain, &tariff, spacing);
        nodes.retain(|p| board.contains(*p) && terrain.is_open(&tariff, *p));
        nodes.sort_unstable();
        nodes.dedup();
        let links = vec![OnceLock::new(); nodes.len()];
        Self { terrain, tariff, board, nodes, links }
    }

    pub fn terrain(&self) -> &Terrain {
        &self.terrain
    }

    pub fn tariff(&self) -> &Tariff {
        &self.tariff
    }

    pub fn nodes(&self) -> &[Point] {
        &self.nodes
    }

    /// The legs to the nodes, no farther away than `span` thousandths if given.
    fn links_from(&self, from: Point, span: Option<i64>, onset: Onset) -> Vec<(u32, Link)> {
        let near = |to: &Point| *to != from && span.is_none_or(|s| (*to - from).squared() <= s * s);
        let all = self.nodes.iter().enumerate().filter(|(_, to)| near(to));
        all.filter_map(|(i, to)| Some((i as u32, self.link(from, *to, onset)?))).collect()
    }

    fn link(&self, from: Point, to: Point, onset: Onset) -> Option<Link> {
        let bill = self.bill(from, to, Length::ZERO, onset);
        bill.bar.is_none().then(|| Link { cost: bill.cost.0, tolls: bill.tolls() as u16 })
    }

    fn bill(&self, from: Point, to: Point, toll: Length, onset: Onset) -> Bill {
        self.terrain.price_on(&self.tariff, &Route::of(&[from, to]), toll, onset)
    }

    /// What can be reached from a place with a sum. Each crossing costs the toll; `halts` says what else ends a leg.
    pub fn reach(&self, from: Point, sum: Hundredths, toll: Length, halts: Halts<'_>) -> Reach<'_> {
        self.reach_on(from, Onset::Fresh, sum, toll, halts)
    }

    /// The same for a mover who may have come to a line before.
    pub fn reach_on(
        &self,
        from: Point,
        onset: Onset,
        sum: Hundredths,
        toll: Length,
        halts: Halts<'_>,
    ) -> Reach<'_> {
        let mut reach = Reach { network: self, sum, toll, onset, reached: Vec::new() };
        // The places: where it begins, the feet of perpendiculars on roads, then the nodes.
        let feet = self.feet(from);
        let own: Vec<Point> = std::iter::once(from).chain(feet).collect();
        let limit = sum.length().0;
        let first = own.len();
        let count = first + self.nodes.len();
        let at = |i: usize| if i < first { own[i] } else { self.nodes[i - first] };
        let mut best: Vec<Option<Reached>> = vec![None; count];
        let mut done = vec![false; count];
        best[0] = Some(Reached { at: from, cost: 0, before: None, legs: 0 });
        let mut open = BinaryHeap::from([Reverse((0_i64, 0_usize))]);
        let mut place = vec![usize::MAX; count];
        while let Some(Reverse((cost, i))) = open.pop() {
            if std::mem::replace(&mut done[i], true) {
                continue;
            }
            let Some(here) = best[i] else { continue };
            place[i] = reach.reached.len();
            reach.reached.push(here);
            if here.legs + 2 >= MAX_POINTS {
                continue;
            }
            let mut relax = |j: usize, link: Link| {
                let total = cost + link.price(toll);
                let better = best[j].is_none_or(|known| total < known.cost);
                if total <= limit && better && halts(here.at, at(j)).is_none() {
                    best[j] =
                        Some(Reached { at: at(j), cost: total, before: Some(place[i]), legs: here.legs + 1 });
                    open.push(Reverse((total, j)));
                }
            };
            if i < first {
                // The start's own legs, and those of the feet, are new for each mover.
                if i == 0 {
                    for (j, foot) in own.iter().enumerate().skip(1) {
                        if let Some(link) = self.link(from, *foot, onset) {
                            relax(j, link);
                        }
                    }
                }
                let behind = reach.onset_at(i);
                for (j, link) in self.links_from(here.at, Some(self.span(Length(limit - cost))), behind) {
                    relax(first + j as usize, link);
                }
            } else {
                for (j, link) in
                    self.links[i - first].get_or_init(|| self.links_from(here.at, None, Onset::Either))
                {
                    relax(first + *j as usize, *link);
                }
            }
        }
        reach
    }

    /// How far a sum goes at the best price, in thousandths: no farther than across any table.
    fn span(&self, sum: Length) -> i64 {
        (sum.0 * 2 / i64::from(self.tariff.least().0).max(1) / 1000 + 1).clamp(0, 4 * i64::from(BOUND))
    }

    fn feet(&self, from: Point) -> SmallVec<[Point; 8]> {
        let mut feet: SmallVec<[Point; 8]> = SmallVec::new();
        for (i, feature) in self.terrain.features().enumerate() {
            let (Feature::Lane(lane), Rate::Carries(_)) = (feature, self.tariff.rate(i)) else { continue };
            let foot = lane.line().nearest(from);
            if self.board.contains(foot) && foot != from && !feet.contains(&foot) {
                feet.push(foot);
            }
        }
        feet
    }
}

impl Reach<'_> {
    pub fn start(&self) -> Point {
        self.reached[0].at
    }

    /// What lies behind a leg that begins at a place: a node on a line is reached from either bank.
    fn onset_at(&self, place: usize) -> Onset {
        if place == 0 { self.onset } else { Onset::Either }
    }

    /// The cheapest way found to a place, and its bill; `None` if none is within the sum.
    pub fn way(&self, to: Point, halts: Halts<'_>) -> Option<(Route, Bill)> {
        let network = self.network;
        if !network.board.contains(to) {
            return None;
        }
        let least = i64::from(network.tariff.least().0);
        // What rounds to the sum is within it.
        let limit = self.sum.length().0 + 5_000;
        let bound = |node: &Reached| node.cost + node.at.distance(to).0 * least / 2;
        let mut tries: Vec<(i64, usize)> =
            self.reached.iter().map(bound).zip(0..).filter(|(bound, _)| *bound < limit).collect();
        tries.sort_unstable();
        let mut found: Vec<(i64, usize)> = Vec::new();
        let mut best = limit;
        for (bound, i) in tries {
            if bound > best {
                break;
            }
            let node = &self.reached[i];
            let leg = if node.at == to {
                Some(0)
            } else {
                network.link(node.at, to, self.onset_at(i)).map(|l| l.price(self.toll))
            };
            let Some(total) = leg.map(|leg| node.cost + leg).filter(|total| *total < limit) else { continue };
            if halts(node.at, to).is_none() {
                best = best.min(total);
                found.push((total, i));
            }
        }
        found.sort_unstable();
        // A way costs as much as its legs but for a hair: the whole of it has the last word.
        found.into_iter().find_map(|(_, i)| {
            let route = self.route(i, to);
            let bill = network.terrain.price_on(&network.tariff, &route, self.toll, self.onset);
            (bill.bar.is_none() && bill.cost.rounded() <= self.sum).then_some((route, bill))
        })
    }

    fn route(&self, last: usize, to: Point) -> Route {
        let mut points: SmallVec<[Point; 16]> = smallvec::smallvec![to];
        let mut next = Some(last);
        while let Some(i) = next {
            points.push(self.reached[i].at);
            next = self.reached[i].before;
        }
        points.reverse();
        Route::of(&points)
    }

    /// The stars that together are what can be reached, with so many rays each: first that around the start. The way to
    /// the centre of a star and on along its ray is within the sum for every place up to the tip.
    pub fn stars(&self, rays: u16, halts: Halts<'_>) -> Vec<Star> {
        let rays = i32::from(rays.clamp(3, 360));
        let limit = self.sum.length().0;
        let left = (0..self.reached.len()).filter(|i| self.reached[*i].cost < limit);
        left.map(|i| {
            let tip = |ray| self.tip(i, Angle::from_tenths(3600 * ray / rays), halts);
            Star { centre: self.reached[i].at, tips: (0..rays).map(tip).collect() }
        })
        .collect()
    }

    /// The last place of a ray that the rest pays for.
    fn tip(&self, node: usize, bearing: Angle, halts: Halts<'_>) -> Point {
        let (network, from) = (self.network, self.reached[node].at);
        let rest = Length(self.sum.length().0 - self.reached[node].cost);
        let mut to = from + Step::on(bearing, network.span(rest) as f64);
        if let Some(share) = network.board.left_at(from, to) {
            to = from.toward(to, share);
        }
        if let Some(halt) = halts(from, to) {
            to = halt;
        }
        let bill = network.bill(from, to, self.toll, self.onset_at(node));
        let mut far = bill.walked_for(rest);
        // What a leg costs by itself and as part of a way may differ by a hair, and places are rounded: so the way is
        // priced as a whole, and drawn in until it is within the sum.
        for back in [0, 2_000, 10_000, 20_000] {
            far = Length((far.0 - back).max(0));
            let at = from.toward(to, far.0 as f64 / bill.length.0.max(1) as f64);
            let whole =
                network.terrain.price_on(&network.tariff, &self.route(node, at), self.toll, self.onset);
            if whole.bar.is_none() && whole.cost.rounded() <= self.sum {
                return at;
            }
        }
        from
    }
}

/// Where a cheapest way may bend.
fn nodes(terrain: &Terrain, tariff: &Tariff, spacing: i32) -> Vec<Point> {
    let mut nodes = Vec::new();
    let open = tariff.open();
    for (i, feature) in terrain.features().enumerate() {
        match (feature, tariff.rate(i)) {
            (_, Rate::Ignored) | (Feature::Line(_), Rate::Pays(_) | Rate::Carries(_)) => {}
            (Feature::Area(area), rate) => {
                let factor = match rate {
                    Rate::Pays(factor) | Rate::Carries(factor) => Some(factor),
                    _ => None,
                };
                let dear = factor.is_none_or(|f| open.is_some_and(|o| f >= o));
                // Dear ground is gone round at its corners; cheap ground is kept to, round the corners of what is outside.
                let pushed = area.pushed(if dear { OFF } else { -OFF });
                let kept = |k: usize| area.is_convex_at(k) == dear;
                nodes.extend((0..pushed.len()).filter(|k| kept(*k)).map(|k| pushed[k]));
                if factor.is_some() && factor != open {
                    for (a, b) in area.sides() {
                        nodes.extend(spaced(a, b, spacing));
                    }
                }
                if !dear && open.is_some() {
                    nodes.extend(gates(area.points()));
                }
            }
            (Feature::Lane(lane), _) => {
                nodes.extend(lane.line().points());
                for (a, b) in lane.line().segments() {
                    nodes.extend(meetings(terrain, a, b));
                    nodes.extend(spaced(a, b, spacing));
                }
            }
            (Feature::Deck(deck), _) => {
                nodes.extend(gates(deck.area().points()));
                for (a, b) in deck.area().sides() {
                    nodes.extend(spaced(a, b, spacing));
                }
            }
            (Feature::Line(line), _) => nodes.extend(around_line(line.points())),
        }
    }
    nodes
}

/// Points between two others, in equal parts no longer than the spacing.
fn spaced(a: Point, b: Point, spacing: i32) -> impl Iterator<Item = Point> {
    let parts = if spacing > 0 { (a.distance(b).0 / 1000 / i64::from(spacing)) + 1 } else { 1 };
    (1..parts).map(move |k| a.toward(b, k as f64 / parts as f64))
}

/// The middles of the sides of a cheap area: where one enters it.
fn gates(points: &[Point]) -> impl Iterator<Item = Point> + '_ {
    (0..points.len()).map(|i| points[i].toward(points[(i + 1) % points.len()], 0.5))
}

/// Where a piece of road meets the outlines of areas.
fn meetings(terrain: &Terrain, a: Point, b: Point) -> Vec<Point> {
    let mut found = Vec::new();
    for feature in terrain.features() {
        let Feature::Area(area) = feature else { continue };
        for (c, d) in area.sides() {
            if segments_touch(a, b, c, d) && (b - a).cross(d - c) != 0 {
                found.push(a.toward(b, met_at(a, b, c, d).clamp(0.0, 1.0)));
            }
        }
    }
    found
}

/// Just past both ends of a line, and on both sides of its bends.
fn around_line(points: &[Point]) -> Vec<Point> {
    let unit = |a: Point, b: Point| {
        let way = (b - a).as_vec();
        way / way.length()
    };
    let mut nodes = Vec::new();
    let n = points.len();
    let mut push = |p: Point, by: Vec2| {
        nodes.push(Point::new(p.x + (by.x * OFF).round() as i32, p.y + (by.y * OFF).round() as i32));
    };
    // On both sides of the end: from a single place in line with it, rounding would hide one of the two sides.
    for (end, past) in
        [(points[0], unit(points[1], points[0])), (points[n - 1], unit(points[n - 2], points[n - 1]))]
    {
        push(end, past + past.perp_left());
        push(end, past + past.perp_right());
    }
    for i in 1..n - 1 {
        let (m, k) =
            (unit(points[i - 1], points[i]).perp_right(), unit(points[i], points[i + 1]).perp_right());
        let aside = (m + k) * (1.0 / (1.0 + m.dot(k)).max(0.25));
        push(points[i], aside);
        push(points[i], -aside);
    }
    nodes
}

/// Nothing ends a leg.
pub fn no_halt(_: Point, _: Point) -> Option<Point> {
    None
}

#[cfg(test)]
mod tests {
    use super::super::lane::Lane;
    use super::super::line::Polyline;
    use super::super::polygon::Polygon;
    use super::super::terrain::Factor;
    use super::*;

    fn at(x: i32, y: i32) -> Point {
        Point::new(x * 1000, y * 1000)
    }

    /// A network of roads at the price of open ground, on a table of 40 inches.
    fn roads(lines: &[&[(i32, i32)]]) -> Network {
        let mut terrain = Terrain::new();
        for list in lines {
            let line = Polyline::new(list.iter().map(|p| at(p.0, p.1)).collect()).unwrap();
            terrain.add(Feature::Lane(Lane::new(line, 250)), 0);
        }
        let tariff = Tariff::new(&terrain, Some(Factor::PLAIN), |_| Rate::Carries(Factor::PLAIN));
        Network::new(terrain, tariff, Bounds { min: at(0, 0), max: at(40, 40) }, 0)
    }

    fn places(reach: &Reach<'_>) -> Vec<Point> {
        reach.reached.iter().map(|here| here.at).collect()
    }

    #[test]
    fn what_is_beyond_the_sum_is_not_reached_and_every_place_once() {
        let network = roads(&[&[(10, 4), (10, 16)], &[(10, 8), (10, 30)]]);
        let from = |start: Point, units| {
            places(&network.reach(start, Hundredths::units(units), Length::ZERO, &no_halt))
        };
        // Six inches are just enough for the nearest place of both roads.
        assert_eq!(from(at(4, 10), 6), [at(4, 10), at(10, 10)]);
        let stars = |units| {
            network.reach(at(4, 10), Hundredths::units(units), Length::ZERO, &no_halt).stars(3, &no_halt)
        };
        assert_eq!((stars(6).len(), stars(7).len()), (1, 3), "who has nothing left looks no farther");
        assert_eq!(from(at(4, 10), 5), [at(4, 10)]);
        assert_eq!(from(at(2, 10), 8), [at(2, 10), at(10, 10)]);
        // From a road, and from the end of one.
        assert_eq!(from(at(10, 12), 4), [at(10, 12), at(10, 8), at(10, 16)]);
        assert_eq!(from(at(10, 16), 8), [at(10, 16), at(10, 8)]);
    }

    #[test]
    fn the_nearest_place_of_a_road_counts_if_it_is_on_the_board() {
        let network = roads(&[&[(-10, -5), (30, 35)]]);
        let feet = |x, y| network.feet(at(x, y)).to_vec();
        assert_eq!(feet(2, 1), [] as [Point; 0], "straight beside it the road is off the board");
        assert_eq!(feet(10, 5), [at(5, 10)]);
        assert_eq!(feet(7, 12), [] as [Point; 0], "there is no way to it from itself");
    }

    #[test]
    fn a_sum_that_is_more_than_enough_leads_to_the_edge() {
        let edge = Bounds { min: at(-999, -999), max: at(999, 999) };
        let terrain = Terrain::new();
        let tariff = Tariff::new(&terrain, Some(Factor::PLAIN), |_| Rate::Ignored);
        let network = Network::new(terrain, tariff, edge, 0);
        let reach = network.reach(at(-999, 0), Hundredths::units(3_000), Length::ZERO, &no_halt);
        assert_eq!(
            reach.stars(4, &no_halt)[0].tips,
            [at(-999, 999), at(999, 0), at(-999, -999), at(-999, 0)]
        );
    }

    #[test]
    fn a_way_asks_no_farther_than_it_must() {
        use std::cell::Cell;
        let line: Vec<(i32, i32)> = (0..20).map(|i| (2 * i, 20 + i % 2)).collect();
        let network = roads(&[&line]);
        let reach = network.reach(at(20, 10), Hundredths::units(30), Length::ZERO, &no_halt);
        assert!(reach.reached.len() > 20);
        let asked = |to| {
            let count = Cell::new(0);
            let halts = |_: Point, _: Point| {
                count.set(count.get() + 1);
                None
            };
            assert_eq!(reach.way(to, &halts).unwrap().0.legs(), 1);
            count.get()
        };
        // Nothing is nearer than the start; what lies on the straight way is as near: a corner, which is the nearest place of
        // the road as well.
        assert_eq!((asked(at(21, 10)), asked(at(20, 30))), (1, 3));
    }

    #[test]
    fn an_area_at_the_price_of_open_ground_is_gone_round() {
        let mut terrain = Terrain::new();
        terrain.add(Feature::Area(Polygon::rectangle(at(10, 10), at(20, 20)).unwrap()), 1);
        let nodes = |factor| {
            let tariff = Tariff::new(&terrain, Some(Factor::PLAIN), |_| Rate::Pays(factor));
            let board = Bounds { min: at(0, 0), max: at(40, 40) };
            Network::new(terrain.clone(), tariff, board, 0).nodes().to_vec()
        };
        let corners = [(9_990, 9_990), (9_990, 20_010), (20_010, 9_990), (20_010, 20_010)];
        assert_eq!(nodes(Factor::PLAIN), corners.map(|(x, y)| Point::new(x, y)));
        assert_eq!(nodes(Factor::DOUBLE), nodes(Factor::PLAIN));
        // A cheap one is entered at the middles of its sides; there is nothing to go round.
        assert_eq!(nodes(Factor::HALF), [at(10, 15), at(15, 10), at(15, 20), at(20, 15)]);
    }

    #[test]
    fn an_area_is_entered_at_the_middle_of_any_side() {
        let [a, b, c] = [(0, 0), (400, 0), (0, 300)].map(|(x, y)| Point::new(x, y));
        let middles = [(200, 0), (200, 150), (0, 150)].map(|(x, y)| Point::new(x, y));
        assert!(gates(&[a, b, c]).eq(middles));
    }
}
