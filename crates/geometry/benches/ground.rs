//! The costs of a table with terrain on it: a river town with a bit of everything.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use geometry::Angle;
use geometry::ground::{
    Base, Bounds, Cover, Factor, Feature, Footprint, Grain, Hill, Hundredths, Lane, Length, Level, Network,
    Obstacle, Point, Polygon, Polyline, Rate, Relief, Ridge, Route, Sight, Tariff, Terrain, first_within,
    no_halt,
};

const GRAIN: Grain = Grain {
    graze: 10,
    step: 250,
    slack: Level(50),
    inside: Hundredths(200),
    touch: Hundredths(5),
    shared: Hundredths(100),
};

fn at(x: f64, y: f64) -> Point {
    Point::units(x, y).expect("a point")
}

fn points(list: &[(f64, f64)]) -> Vec<Point> {
    list.iter().map(|p| at(p.0, p.1)).collect()
}

fn area(list: &[(f64, f64)]) -> Polygon {
    Polygon::new(points(list)).expect("an area")
}

fn line(list: &[(f64, f64)]) -> Polyline {
    Polyline::new(points(list)).expect("a line")
}

const RIVER: [(f64, f64); 10] = [
    (0.0, 20.0),
    (18.0, 22.0),
    (36.0, 19.0),
    (54.0, 22.0),
    (72.0, 20.0),
    (72.0, 25.0),
    (54.0, 27.0),
    (36.0, 24.0),
    (18.0, 27.0),
    (0.0, 25.0),
];
const TOWN: [(f64, f64); 4] = [(30.0, 27.0), (42.0, 27.0), (43.0, 36.0), (31.0, 37.0)];
const WOODS: [(f64, f64); 4] = [(50.0, 30.0), (62.0, 29.0), (63.0, 38.0), (51.0, 39.0)];
const FOREST: [(f64, f64); 4] = [(8.0, 32.0), (20.0, 31.0), (21.0, 42.0), (9.0, 43.0)];
const SWAMP: [(f64, f64); 4] = [(44.0, 8.0), (54.0, 8.0), (55.0, 16.0), (45.0, 17.0)];
const COPSE: [(f64, f64); 4] = [(4.0, 6.0), (12.0, 6.0), (12.0, 14.0), (4.0, 14.0)];
const HILL: [(f64, f64); 4] = [(14.0, 3.0), (28.0, 3.0), (29.0, 13.0), (15.0, 14.0)];

fn terrain() -> (Terrain, Tariff) {
    let mut terrain = Terrain::new();
    let mut rates = Vec::new();
    let mut add = |feature, rank, rate| {
        terrain.add(feature, rank);
        rates.push(rate);
    };
    add(Feature::Area(area(&RIVER)), 1, Rate::Barred);
    add(Feature::Area(area(&TOWN)), 2, Rate::Pays(Factor::DOUBLE));
    add(Feature::Area(area(&WOODS)), 5, Rate::Pays(Factor::DOUBLE));
    add(Feature::Area(area(&FOREST)), 3, Rate::Barred);
    add(Feature::Area(area(&SWAMP)), 4, Rate::Pays(Factor::FOURFOLD));
    add(Feature::Area(area(&COPSE)), 5, Rate::Pays(Factor::DOUBLE));
    add(Feature::Area(area(&HILL)), 9, Rate::Ignored);
    add(
        Feature::Area(area(&[(35.0, 18.5), (37.0, 18.5), (37.0, 24.5), (35.0, 24.5)])),
        0,
        Rate::Carries(Factor::HALF),
    );
    let lane = |list: &[(f64, f64)]| Feature::Lane(Lane::new(line(list), 250));
    let road = [(36.0, 0.0), (36.0, 18.0), (36.0, 25.0), (36.5, 37.0), (40.0, 42.0), (40.0, 48.0)];
    add(lane(&road), 0, Rate::Carries(Factor::HALF));
    add(lane(&[(0.0, 16.0), (20.0, 17.0), (36.0, 15.0)]), 0, Rate::Carries(Factor::PLAIN));
    add(Feature::Line(line(&[(60.0, 0.0), (58.0, 10.0), (61.0, 16.0), (60.0, 21.0)])), 0, Rate::Toll);
    add(Feature::Line(line(&[(66.0, 30.0), (70.0, 40.0)])), 0, Rate::Barred);
    add(Feature::Line(line(&[(22.0, 30.0), (26.0, 36.0), (26.0, 42.0)])), 0, Rate::Ignored);
    let tariff = Tariff::new(&terrain, Some(Factor::PLAIN), |i| rates[i]);
    (terrain, tariff)
}

fn relief() -> Relief {
    let cover = |list: &[(f64, f64)]| Cover { area: area(list), height: Level::levels(1) };
    let hill = Hill::new(area(&HILL), points(&[(18.0, 8.0), (24.0, 8.0)]), Level::levels(2)).expect("a hill");
    let ridge =
        Ridge { line: line(&[(22.0, 30.0), (26.0, 36.0), (26.0, 42.0)]), height: Some(Level::levels(1)) };
    Relief::new([&TOWN, &WOODS, &FOREST, &SWAMP, &COPSE].map(|c| cover(c)).to_vec(), vec![hill], vec![ridge])
}

fn infantry(x: f64, y: f64) -> Base {
    Base::rectangle(at(x, y), 1000, 500, Angle::degrees(20))
}

fn tripod(x: f64, y: f64) -> Base {
    Base::rectangle(at(x, y), 1500, 1500, Angle::degrees(70))
}

fn bases(c: &mut Criterion) {
    let (a, b) = (infantry(10.0, 10.0), tripod(13.0, 12.0));
    assert_eq!(a.gap(&b), Hundredths(222), "{}", a.gap(&b));
    c.bench_function("ground: gap of two bases", |bench| bench.iter(|| black_box(&a).gap(black_box(&b))));
    c.bench_function("ground: within 24, clearly", |bench| {
        bench.iter(|| black_box(&a).within(black_box(&b), Hundredths::units(24)));
    });
    c.bench_function("ground: overlap", |bench| bench.iter(|| black_box(&a).overlaps(black_box(&b))));
    let around = a.around(&Footprint::rectangle(1500, 1500, Angle::degrees(90)));
    let (from, to) = (at(0.0, 10.5), at(24.0, 10.2));
    assert!(first_within(&around, from, to, Hundredths(100)).is_some());
    c.bench_function("ground: stop at 1 in", |bench| {
        bench.iter(|| first_within(black_box(&around), black_box(from), black_box(to), Hundredths(100)));
    });
    let past = at(24.0, 40.0);
    assert!(first_within(&around, at(0.0, 30.0), past, Hundredths(100)).is_none());
    c.bench_function("ground: no stop", |bench| {
        bench.iter(|| {
            first_within(black_box(&around), black_box(at(0.0, 30.0)), black_box(past), Hundredths(100))
        });
    });
}

fn prices(c: &mut Criterion) {
    let (terrain, tariff) = terrain();
    let priced = |list: &[(f64, f64)]| Route::new(&points(list)).expect("a way");
    let mut bench = |name: &str, list: &[(f64, f64)], cost: i32, pieces: usize| {
        let bill = terrain.price(&tariff, &priced(list), Length::units(6));
        assert_eq!((bill.cost.rounded(), bill.pieces.len()), (Hundredths(cost), pieces), "{name}");
        let way = points(list);
        c.bench_function(name, |bench| {
            bench.iter(|| {
                let route = Route::new(black_box(&way)).expect("a way");
                terrain.price(&tariff, &route, Length::units(6))
            });
        });
    };
    bench("ground: price of one leg in the open", &[(30.0, 5.0), (30.0, 14.0)], 900, 1);
    bench(
        "ground: price over the bridge into town",
        &[(33.0, 14.0), (36.0, 17.0), (36.0, 25.0), (33.0, 30.0)],
        1757,
        6,
    );
    bench(
        "ground: price of six legs through everything",
        &[(40.0, 4.0), (46.0, 9.0), (53.0, 12.0), (57.0, 12.0), (62.0, 12.0), (64.0, 5.0), (66.0, 1.9)],
        7343,
        3,
    );
}

fn sights(c: &mut Criterion) {
    let relief = relief();
    let mut bench = |name: &str, a: (Base, i32), b: (Base, i32), by: Option<Obstacle>| {
        let (a, b) = (relief.eye(a.0, Level::levels(a.1)), relief.eye(b.0, Level::levels(b.1)));
        let found = match relief.sight(&a, &b, &GRAIN, None) {
            Sight::Clear { .. } => None,
            Sight::Blocked(block) => Some(block.by),
        };
        assert_eq!(found, by, "{name}");
        c.bench_function(name, |bench| {
            bench.iter(|| relief.sight(black_box(&a), black_box(&b), &GRAIN, None));
        });
    };
    bench("ground: sight in the open", (infantry(57.0, 4.0), 0), (tripod(70.0, 6.0), 2), None);
    bench("ground: sight past a swamp", (infantry(30.0, 17.5), 0), (tripod(60.0, 18.3), 2), None);
    bench("ground: sight over woods", (tripod(45.0, 34.0), 2), (tripod(68.0, 34.0), 2), None);
    bench("ground: sight past a corner", (infantry(29.8, 40.0), 0), (infantry(30.2, 20.0), 0), None);
    bench(
        "ground: no sight, woods",
        (infantry(45.0, 34.0), 0),
        (tripod(68.0, 34.0), 2),
        Some(Obstacle::Cover(1)),
    );
    bench(
        "ground: no sight, hill",
        (infantry(12.8, 9.0), 0),
        (tripod(40.0, 8.0), 2),
        Some(Obstacle::Hill(0)),
    );
    bench(
        "ground: no sight, ridge",
        (infantry(22.0, 38.0), 0),
        (infantry(29.0, 38.0), 0),
        Some(Obstacle::Ridge(0)),
    );
    bench(
        "ground: no sight, ridge and town",
        (infantry(22.0, 34.0), 0),
        (infantry(48.0, 33.0), 0),
        Some(Obstacle::Ridge(0)),
    );
    let (camp, far) = ((infantry(2.0, 10.0), 0), (infantry(60.0, 34.0), 0));
    bench("ground: no sight, half the board", camp, far, Some(Obstacle::Cover(1)));
    bench("ground: sight up a hill", (infantry(31.0, 8.0), 0), (infantry(24.0, 8.0), 0), None);
}

fn reaches(c: &mut Criterion) {
    let (terrain, tariff) = terrain();
    let board = Bounds { min: at(0.0, 0.0), max: at(72.0, 48.0) };
    let network = Network::new(terrain.clone(), tariff.clone(), board, 2_000);
    assert!(network.nodes().len() > 40, "{}", network.nodes().len());
    c.bench_function("ground: network of a table", |bench| {
        bench.iter(|| Network::new(terrain.clone(), tariff.clone(), board, 2_000));
    });
    let (start, sum, toll) = (at(38.0, 12.0), Hundredths::units(14), Length::units(7));
    c.bench_function("ground: reach of 14 in", |bench| {
        bench.iter(|| network.reach(black_box(start), sum, toll, &no_halt));
    });
    let reach = network.reach(start, sum, toll, &no_halt);
    let (route, bill) = reach.way(at(39.0, 28.0), &no_halt).expect("over the bridge");
    assert!(route.legs() > 1 && bill.cost.rounded() <= sum);
    c.bench_function("ground: way to a place in reach", |bench| {
        bench.iter(|| reach.way(black_box(at(39.0, 28.0)), &no_halt));
    });
    c.bench_function("ground: stars of 14 in", |bench| bench.iter(|| reach.stars(72, &no_halt)));
}

criterion_group!(benches, bases, prices, sights, reaches);
criterion_main!(benches);
