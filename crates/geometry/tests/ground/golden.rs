//! The same answers on every machine: a hash over gaps, stops, prices, sights and ways on a thousand random tables.

use geometry::Angle;
use geometry::ground::{
    Base, Bounds, Cover, Factor, Feature, Footprint, Hill, Hundredths, Lane, Length, Level, Network,
    Obstacle, Point, Polygon, Polyline, Rate, Relief, Ridge, Route, Sight, Tariff, Terrain, first_within,
    no_halt,
};

use crate::support::GRAIN;

struct Dice(u64);

impl Dice {
    fn below(&mut self, n: i32) -> i32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % n as u64) as i32
    }

    fn point(&mut self) -> Point {
        Point::new(self.below(20_000), self.below(20_000))
    }

    fn area(&mut self) -> Polygon {
        let (middle, turn) = (self.point(), self.below(3600));
        let corner = |i: i32, radius: i32| middle.moved(Angle::from_tenths(turn + 720 * i), radius);
        let corners = (0..5).map(|i| corner(i, 2_000 + self.below(3_000))).collect();
        Polygon::new(corners).expect("seen from its middle")
    }

    fn line(&mut self) -> Polyline {
        Polyline::new((0..3).map(|_| self.point()).collect()).expect("three places")
    }

    fn base(&mut self) -> Base {
        let at = self.point();
        match self.below(4) {
            0 => Base::disc(at, 1_000),
            _ => Base::rectangle(at, 1_000, 500 + self.below(1_000), Angle::from_tenths(self.below(3600))),
        }
    }
}

/// FNV-1a over 64-bit words.
struct Bits(u64);

impl Bits {
    fn add(&mut self, number: i64) {
        for byte in number.to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn place(&mut self, p: Point) {
        self.add(i64::from(p.x));
        self.add(i64::from(p.y));
    }
}

#[test]
fn a_thousand_tables() {
    let (mut dice, mut bits) = (Dice(20_260_101), Bits(0xcbf2_9ce4_8422_2325));
    let (mut blocked, mut halted, mut ways) = (0, 0, 0);
    for _ in 0..1000 {
        let (a, b) = (dice.base(), dice.base());
        bits.add(i64::from(a.gap(&b).0));
        bits.add(i64::from(a.overlaps(&b)));
        let around = a.around(&Footprint::rectangle(1_500, 1_500, Angle::from_tenths(dice.below(3600))));
        if let Some(halt) = first_within(&around, b.centre, dice.point(), Hundredths(100)) {
            bits.place(halt.at);
            bits.add(halt.walked.0);
            halted += 1;
        }
        let mut terrain = Terrain::new();
        let rates = [Rate::Pays(Factor::DOUBLE), Rate::Barred, Rate::Carries(Factor::HALF), Rate::Toll];
        let woods = dice.area();
        terrain.add(Feature::Area(woods.clone()), 2);
        terrain.add(Feature::Area(dice.area()), 1);
        terrain.add(Feature::Lane(Lane::new(dice.line(), 250)), 0);
        terrain.add(Feature::Line(dice.line()), 0);
        let tariff = Tariff::new(&terrain, Some(Factor::PLAIN), |i| rates[i]);
        let route = Route::new(&[dice.point(), dice.point(), dice.point()]).expect("a way");
        let bill = terrain.price(&tariff, &route, Length::units(4));
        bits.add(bill.cost.0);
        for piece in &bill.pieces {
            bits.add(piece.to.0);
        }
        let middle = dice.point();
        let base = Polygon::new(Base::square(middle, 9_000).corners().to_vec()).expect("a square");
        let hill = Hill::new(base, vec![middle], Level::levels(2)).expect("a hill");
        let cover = Cover { area: woods, height: Level::levels(1) };
        let ridge = Ridge { line: dice.line(), height: Some(Level::levels(1)) };
        let relief = Relief::new(vec![cover], vec![hill], vec![ridge]);
        let (eye, other) = (relief.eye(a, Level::levels(dice.below(3))), relief.eye(b, Level::GROUND));
        match relief.sight(&eye, &other, &GRAIN, None) {
            Sight::Clear { from, to } => {
                bits.place(from);
                bits.place(to);
            }
            Sight::Blocked(block) => {
                bits.add(match block.by {
                    Obstacle::Cover(_) => 1,
                    Obstacle::Hill(_) => 2,
                    Obstacle::Ridge(_) => 3,
                });
                bits.place(block.at);
                bits.add(i64::from(block.line.0));
                blocked += 1;
            }
        }
        if dice.below(20) == 0 {
            let board = Bounds { min: Point::new(0, 0), max: Point::new(20_000, 20_000) };
            let network = Network::new(terrain, tariff, board, 2_000);
            let reach = network.reach(dice.point(), Hundredths::units(9), Length::units(4), &no_halt);
            for star in reach.stars(12, &no_halt) {
                star.tips.iter().for_each(|tip| bits.place(*tip));
            }
            for _ in 0..20 {
                if let Some((route, bill)) = reach.way(dice.point(), &no_halt) {
                    route.points().iter().for_each(|p| bits.place(*p));
                    bits.add(bill.cost.0);
                    ways += 1;
                }
            }
        }
    }
    assert!(blocked > 200 && halted > 100 && ways > 100, "{blocked} {halted} {ways}");
    assert_eq!(bits.0, 0x2f89_225a_b5c4_ea2d, "{:#018x}", bits.0);
}
