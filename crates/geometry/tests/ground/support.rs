//! Short names for building tables.

use geometry::Angle;
use geometry::ground::{
    Base, Cover, Eye, Factor, Feature, Grain, Hill, Hundredths, Lane, Level, Point, Polygon, Polyline, Rate,
    Relief, Ridge, Route, Tariff, Terrain,
};

pub fn at(x: f64, y: f64) -> Point {
    Point::units(x, y).expect("a point of the table")
}

pub fn points(list: &[(f64, f64)]) -> Vec<Point> {
    list.iter().map(|p| at(p.0, p.1)).collect()
}

pub fn area(list: &[(f64, f64)]) -> Polygon {
    Polygon::new(points(list)).expect("a simple polygon")
}

pub fn rectangle(from: (f64, f64), to: (f64, f64)) -> Polygon {
    Polygon::rectangle(at(from.0, from.1), at(to.0, to.1)).expect("a box")
}

pub fn line(list: &[(f64, f64)]) -> Polyline {
    Polyline::new(points(list)).expect("a line")
}

pub fn route(list: &[(f64, f64)]) -> Route {
    Route::new(&points(list)).expect("a way")
}

/// One class of movers on a terrain that is built up feature by feature.
#[derive(Default)]
pub struct Country {
    terrain: Terrain,
    rates: Vec<Rate>,
}

impl Country {
    pub fn area(mut self, area: Polygon, rank: u8, rate: Rate) -> Self {
        self.terrain.add(Feature::Area(area), rank);
        self.rates.push(rate);
        self
    }

    pub fn road(mut self, list: &[(f64, f64)], factor: Factor) -> Self {
        self.terrain.add(Feature::Lane(Lane::new(line(list), 250)), 0);
        self.rates.push(Rate::Carries(factor));
        self
    }

    pub fn line(mut self, list: &[(f64, f64)], rate: Rate) -> Self {
        self.terrain.add(Feature::Line(line(list)), 0);
        self.rates.push(rate);
        self
    }

    pub fn open(self, open: Option<Factor>) -> (Terrain, Tariff) {
        let tariff = Tariff::new(&self.terrain, open, |i| self.rates[i]);
        (self.terrain, tariff)
    }

    pub fn done(self) -> (Terrain, Tariff) {
        self.open(Some(Factor::PLAIN))
    }
}

/// The figures of TH-LOS-08.
pub const GRAIN: Grain = Grain {
    graze: 10,
    step: 250,
    slack: Level(50),
    inside: Hundredths(200),
    touch: Hundredths(5),
    shared: Hundredths(100),
};

pub fn infantry(x: f64, y: f64) -> Base {
    Base::rectangle(at(x, y), 1000, 500, Angle::ZERO)
}

pub fn tripod(x: f64, y: f64) -> Base {
    Base::rectangle(at(x, y), 1500, 1500, Angle::ZERO)
}

pub fn cover(area: Polygon, levels: i32) -> Relief {
    Relief::new(vec![Cover { area, height: Level::levels(levels) }], vec![], vec![])
}

pub fn hill(base: Polygon, crest: &[(f64, f64)], levels: i32) -> Relief {
    let hill = Hill::new(base, points(crest), Level::levels(levels)).expect("a hill");
    Relief::new(vec![], vec![hill], vec![])
}

pub fn ridge(list: &[(f64, f64)]) -> Relief {
    Relief::new(vec![], vec![], vec![Ridge { line: line(list), height: Some(Level::levels(1)) }])
}

/// On the ground, as all but tripods are.
pub fn low(relief: &Relief, base: Base) -> Eye {
    relief.eye(base, Level::GROUND)
}

/// Two levels up.
pub fn tall(relief: &Relief, base: Base) -> Eye {
    relief.eye(base, Level::levels(2))
}

/// Sight, asked both ways.
pub fn sees(relief: &Relief, a: &Eye, b: &Eye) -> bool {
    let sight = relief.sight(a, b, &GRAIN, None).is_clear();
    assert_eq!(sight, relief.sight(b, a, &GRAIN, None).is_clear(), "sight is the same both ways");
    sight
}
