//! How far a mover gets.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use geometry::Angle;
use geometry::ground::{
    Base, Bounds, Factor, Footprint, Hundredths, Length, Network, Onset, Point, Polygon, Rate, Route, Tariff,
    Terrain, first_within, no_halt,
};

use crate::support::{Country, area, at, rectangle};

fn board() -> Bounds {
    Bounds { min: at(0.0, 0.0), max: at(40.0, 40.0) }
}

fn network(country: (Terrain, Tariff)) -> Network {
    Network::new(country.0, country.1, board(), 2_000)
}

fn is_near(cost: Length, units: f64) -> bool {
    (cost.as_units() - units).abs() < 0.05
}

#[test]
fn a_way_goes_round_what_bars_it() {
    let pond = rectangle((10.0, 10.0), (20.0, 20.0));
    let network = network(Country::default().area(pond, 1, Rate::Barred).done());
    let reach = network.reach(at(8.0, 12.0), Hundredths::units(30), Length::ZERO, &no_halt);
    let (route, bill) = reach.way(at(22.0, 12.0), &no_halt).expect("a way");
    // Past the two southern corners.
    assert_eq!(route.points().len(), 4);
    assert!(is_near(bill.cost, 10.0 + 2.0 * 8.0_f64.sqrt()), "{:?}", bill.cost);
    assert!(reach.way(at(15.0, 15.0), &no_halt).is_none(), "nobody stands in the pond");
    assert!(reach.way(at(41.0, 12.0), &no_halt).is_none(), "nor off the board");
    let short = network.reach(at(8.0, 12.0), Hundredths::units(15), Length::ZERO, &no_halt);
    assert!(short.way(at(22.0, 12.0), &no_halt).is_none());
}

#[test]
fn a_way_may_bend_at_corners_that_are_open_and_on_the_board() {
    let pond = rectangle((10.0, 10.0), (20.0, 20.0));
    let network = network(Country::default().area(pond.clone(), 1, Rate::Barred).done());
    assert!(network.nodes().len() >= 4);
    for corner in pond.points() {
        let near = network.nodes().iter().any(|node| (*node - *corner).squared() < 100 * 100);
        assert!(near, "{corner:?} has no node beside it");
    }
    assert!(network.nodes().iter().all(|node| board().contains(*node) && !pond.holds_strictly(&[*node])));
    let edge = Country::default().area(rectangle((30.0, 30.0), (50.0, 50.0)), 1, Rate::Barred).done();
    let edge = Network::new(edge.0, edge.1, board(), 2_000);
    assert!(edge.nodes().iter().all(|node| board().contains(*node)), "beyond the edge nobody walks");
}

#[test]
fn a_way_takes_the_road_if_that_is_cheaper() {
    // TH-TER-10: joins it and leaves it within one move.
    let country = || Country::default().road(&[(2.0, 10.0), (30.0, 10.0)], Factor::HALF);
    let road = network(country().done());
    let reach = road.reach(at(4.0, 11.0), Hundredths::units(14), Length::ZERO, &no_halt);
    let (route, bill) = reach.way(at(26.0, 10.0), &no_halt).expect("a way");
    assert!(bill.cost.as_units() <= 1.0 + 11.0 && route.points().len() > 2, "{:?}", bill.cost);
    assert!(reach.way(at(26.0, 20.0), &no_halt).is_none());
}

#[test]
fn a_bridge_is_found() {
    let river = Country::default().area(rectangle((10.0, 0.0), (14.0, 40.0)), 1, Rate::Barred);
    let bridged = river.area(rectangle((10.0, 19.0), (14.0, 21.0)), 0, Rate::Carries(Factor::HALF));
    let network = network(bridged.done());
    let reach = network.reach(at(6.0, 14.0), Hundredths::units(24), Length::ZERO, &no_halt);
    let (route, _) = reach.way(at(18.0, 14.0), &no_halt).expect("a way over the bridge");
    assert!(route.points().iter().any(|p| (19_000..=21_000).contains(&p.y)));
}

#[test]
fn a_stream_is_crossed_only_if_its_toll_can_be_paid() {
    let stream = Country::default().line(&[(12.0, 0.0), (12.0, 30.0)], Rate::Toll);
    let network = network(stream.done());
    let allowance = Length::units(14);
    let reach = network.reach(at(8.0, 10.0), Hundredths::units(14), allowance.half(), &no_halt);
    // TH-TER-06: 4 to the stream, 7 for it, 3 beyond.
    let bill = reach.way(at(15.0, 10.0), &no_halt).expect("just").1;
    assert_eq!((bill.cost, bill.tolls()), (Length::units(14), 1));
    assert!(reach.way(at(15.01, 10.0), &no_halt).is_none());
}

#[test]
fn a_ship_goes_round_a_headland() {
    let bay = area(&[
        (0.0, 10.0),
        (15.0, 10.0),
        (18.0, 20.0),
        (21.0, 10.0),
        (40.0, 10.0),
        (40.0, 40.0),
        (0.0, 40.0),
    ]);
    let (terrain, tariff) = Country::default().area(bay, 1, Rate::Pays(Factor::PLAIN)).open(None);
    let network = Network::new(terrain, tariff, board(), 2_000);
    let reach = network.reach(at(12.0, 12.0), Hundredths::units(24), Length::ZERO, &no_halt);
    let (route, bill) = reach.way(at(24.0, 12.0), &no_halt).expect("a way round");
    assert_eq!(route.points().len(), 3);
    assert!(is_near(bill.cost, 20.0), "{:?}", bill.cost);
    assert!(reach.way(at(12.0, 9.0), &no_halt).is_none(), "not on land");
}

#[test]
fn an_enemy_ends_a_ray_and_is_walked_round() {
    let network =
        network(Country::default().area(rectangle((30.0, 30.0), (31.0, 31.0)), 1, Rate::Barred).done());
    let enemy = Base::square(at(20.0, 10.0), 1000);
    let halts = |from: Point, to: Point| {
        let footprint = Footprint::rectangle(1000, 500, from.bearing(to));
        first_within(&enemy.around(&footprint), from, to, Hundredths(100)).map(|halt| halt.at)
    };
    let reach = network.reach(at(12.0, 10.0), Hundredths::units(10), Length::ZERO, &halts);
    let stars = reach.stars(72, &halts);
    let east = stars[0].tips[18];
    assert_eq!(east, at(18.246, 10.0), "0.5 of its depth, 1 in, 0.5 of the enemy");
    assert!(reach.way(at(19.0, 10.0), &halts).is_none());
    assert!(reach.way(at(18.2, 10.0), &halts).is_some());
}

/// A board with a bit of everything, barred and dear.
fn mixed() -> Country {
    Country::default()
        .area(rectangle((10.0, 8.0), (16.0, 30.0)), 1, Rate::Barred)
        .area(
            area(&[(18.0, 12.0), (30.0, 10.0), (33.0, 20.0), (24.0, 26.0), (19.0, 22.0)]),
            6,
            Rate::Pays(Factor::DOUBLE),
        )
        .area(rectangle((2.0, 30.0), (12.0, 38.0)), 5, Rate::Pays(Factor::FOURFOLD))
        .line(&[(4.0, 4.0), (9.0, 6.0), (22.0, 5.0)], Rate::Barred)
        .line(&[(0.0, 20.0), (9.0, 22.0)], Rate::Toll)
        .road(&[(0.0, 12.0), (8.0, 14.0), (8.0, 26.0), (26.0, 32.0), (40.0, 30.0)], Factor::HALF)
        .road(&[(17.0, 0.0), (26.0, 16.0), (36.0, 24.0)], Factor::PLAIN)
}

#[test]
fn every_place_of_a_star_has_a_way_within_the_sum() {
    // TH-N01
    let network = network(mixed().done());
    let mut tips = 0;
    for (start, sum) in
        [((6.0, 18.0), 14), ((6.0, 18.0), 24), ((20.0, 20.0), 9), ((36.0, 5.0), 20), ((17.0, 29.0), 6)]
    {
        let (sum, toll) = (Hundredths::units(sum), Length::units(sum).half());
        let reach = network.reach(at(start.0, start.1), sum, toll, &no_halt);
        let stars = reach.stars(72, &no_halt);
        assert_eq!(stars[0].centre, at(start.0, start.1));
        for star in &stars {
            for tip in star.tips.iter().step_by(5) {
                for share in [0.3, 0.8, 1.0] {
                    let place = star.centre.toward(*tip, share);
                    let Some((route, bill)) = reach.way(place, &no_halt) else {
                        panic!("no way from {} to {place} by {} with {sum}", reach.start(), star.centre)
                    };
                    assert_eq!((route.start(), route.end()), (reach.start(), place));
                    let again = Route::new(route.points()).expect("a way that an order may name");
                    let price = network.terrain().price(network.tariff(), &again, toll);
                    assert_eq!(price, bill);
                    assert!(price.bar.is_none() && price.cost.rounded() <= sum);
                    tips += 1;
                }
            }
        }
    }
    assert!(tips > 2_000, "{tips}");
}

/// Cheapest ways on a fine grid whose legs go to places up to three rows and columns away: the ways that it finds can
/// be walked, so no cheapest way costs more.
struct Grid {
    step: i32,
    columns: i32,
    costs: Vec<Option<i64>>,
}

impl Grid {
    fn new(network: &Network, from: Point, sum: Hundredths, toll: Length, step: i32) -> Self {
        let columns = 40_000 / step + 1;
        let mut grid = Self { step, columns, costs: vec![None; (columns * columns) as usize] };
        let origin = (from.x / step, from.y / step);
        assert_eq!(grid.at(origin), from, "it begins on the grid");
        let mut ways: Vec<(i32, i32)> = Vec::new();
        for (x, y) in [(0, 1), (1, 0), (1, 1), (1, 2), (2, 1), (1, 3), (3, 1), (2, 3), (3, 2)] {
            ways.extend([(x, y), (-x, y), (x, -y), (-x, -y)]);
        }
        let mut open = BinaryHeap::from([Reverse((0_i64, origin))]);
        while let Some(Reverse((cost, cell))) = open.pop() {
            let slot = (cell.1 * columns + cell.0) as usize;
            if grid.costs[slot].is_some() {
                continue;
            }
            grid.costs[slot] = Some(cost);
            for way in &ways {
                let next = (cell.0 + way.0, cell.1 + way.1);
                if !(0..columns).contains(&next.0) || !(0..columns).contains(&next.1) {
                    continue;
                }
                let leg = Route::new(&[grid.at(cell), grid.at(next)]).expect("a leg");
                // A place on a stream is reached from either bank.
                let onset = if cell == origin { Onset::Fresh } else { Onset::Either };
                let bill = network.terrain().price_on(network.tariff(), &leg, toll, onset);
                let total = cost + bill.cost.0;
                if bill.bar.is_none() && total <= sum.length().0 {
                    open.push(Reverse((total, next)));
                }
            }
        }
        grid
    }

    fn at(&self, cell: (i32, i32)) -> Point {
        Point::new(cell.0 * self.step, cell.1 * self.step)
    }

    fn reached(&self) -> impl Iterator<Item = (Point, i64)> + '_ {
        let cell = |i: usize| (i as i32 % self.columns, i as i32 / self.columns);
        self.costs.iter().enumerate().filter_map(move |(i, cost)| Some((self.at(cell(i)), (*cost)?)))
    }
}

#[test]
fn where_ground_is_open_or_barred_no_way_is_cheaper() {
    let country = Country::default()
        .area(rectangle((10.2, 8.1), (16.3, 30.4)), 1, Rate::Barred)
        .area(area(&[(18.1, 12.2), (30.3, 10.1), (33.2, 20.3), (24.4, 26.2), (19.3, 22.1)]), 6, Rate::Barred)
        .line(&[(4.1, 4.2), (9.3, 6.1), (22.2, 5.3)], Rate::Barred);
    let network = network(country.done());
    let mut seen = 0;
    for start in [(8.0, 18.0), (17.0, 20.0), (12.0, 4.0)] {
        let (from, sum) = (at(start.0, start.1), Hundredths::units(18));
        let grid = Grid::new(&network, from, sum, Length::ZERO, 500);
        let reach = network.reach(from, sum, Length::ZERO, &no_halt);
        for (place, cost) in grid.reached() {
            // Nodes stand a hundredth off the corners, twelve of which may be gone round.
            if cost + 60_000 < sum.length().0 {
                let (_, bill) = reach.way(place, &no_halt).unwrap_or_else(|| panic!("a way to {place}"));
                assert!(bill.cost.0 <= cost + 60_000, "{place}: {} against {cost}", bill.cost.0);
                seen += 1;
            }
        }
    }
    assert!(seen > 2_000, "{seen}");
}

/// How many places of a grid are found and missed, and by how much a way is dearer than on the grid at worst.
fn against_grid(spacing: i32) -> (i32, i32, f64) {
    let (terrain, tariff) = mixed().done();
    let network = Network::new(terrain, tariff, board(), spacing);
    let (mut found, mut missed, mut excess) = (0, 0, 0.0_f64);
    for start in [(6.0, 18.0), (20.0, 20.0), (35.0, 15.0)] {
        let (from, sum, toll) = (at(start.0, start.1), Hundredths::units(14), Length::units(7));
        let grid = Grid::new(&network, from, sum, toll, 500);
        let reach = network.reach(from, sum, toll, &no_halt);
        for (place, cost) in grid.reached() {
            match reach.way(place, &no_halt) {
                Some((_, bill)) => {
                    found += 1;
                    excess = excess.max((bill.cost.0 - cost) as f64 / 1e6);
                }
                None => missed += 1,
            }
        }
    }
    (found, missed, excess)
}

#[test]
fn where_ground_is_dear_hardly_any_way_is_missed() {
    let (found, missed, excess) = against_grid(2_000);
    assert!(found > 3_000 && missed * 70 < found, "{found} found, {missed} missed");
    assert!(excess < 1.5, "{excess} in dearer than a way on the grid");
    // Corners alone miss some of the ways that leave a road or enter a wood in the middle of a side.
    let (fewer, more, _) = against_grid(0);
    assert!(fewer < found && more > 4 * missed, "{fewer} found, {more} missed");
}

#[test]
fn a_triangle_has_a_corner_to_go_round_at_each_tip() {
    let sharp = Polygon::new(vec![at(10.0, 10.0), at(30.0, 10.5), at(10.0, 11.0)]).expect("a triangle");
    let network = network(Country::default().area(sharp, 1, Rate::Barred).done());
    let reach = network.reach(at(28.0, 9.0), Hundredths::units(12), Length::ZERO, &no_halt);
    let (route, bill) = reach.way(at(28.0, 12.0), &no_halt).expect("round the sharp tip");
    assert!(route.points().len() >= 3 && is_near(bill.cost, 2.0 * 6.25_f64.sqrt()), "{:?}", bill.cost);
    assert_eq!(route.facing(0), Some(at(28.0, 9.0).bearing(route.points()[1])));
    assert_ne!(route.facing(0), Some(Angle::ZERO));
}
