//! TERRAIN EFFECTS ON MOVEMENT: each kind by each class (TH-TER).

use crate::support::{Scene, go, p, pick};
use hussars::ground::Walker;
use hussars::measure::P;
use hussars::{Class, Content, Ground, Phase};
use table::proves;

/// What one inch costs, or the entry that bars it.
fn inch(kind: &str, class: Class) -> Result<i32, &'static str> {
    let content = Scene::new().rect(kind, 10.0, 10.0, 60.0, 60.0).content();
    let map = &content.scenario("test").expect("the test").map;
    map.price(&Walker::of(class, 1000), &[p(30.0, 30.0), p(31.0, 30.0)]).map_err(|b| b.rule)
}

#[test]
fn every_ground_by_every_class() {
    proves!(
        "TH-TER-01",
        "TH-TER-02",
        "TH-TER-03",
        "TH-TER-04",
        "TH-TER-05",
        "TH-TER-07",
        "TH-TER-08",
        "TH-TER-09",
        "TH-TER-14",
        "TH-MOV-08"
    );
    use Class::{Artillery as A, Cavalry as C, Flyer as F, Infantry as I, Ship as W, Tripod as T};
    type Price = Result<i32, &'static str>;
    let rows: &[(&str, [(Class, Price); 6])] = &[
        (
            "woods",
            [(I, Ok(100)), (T, Ok(100)), (C, Ok(200)), (A, Ok(200)), (F, Ok(100)), (W, Err("TH-IRN-01"))],
        ),
        (
            "forest",
            [
                (I, Ok(100)),
                (T, Ok(100)),
                (C, Err("TH-TER-03")),
                (A, Err("TH-TER-03")),
                (F, Err("TH-TER-04")),
                (W, Err("TH-IRN-01")),
            ],
        ),
        (
            "swamp",
            [
                (I, Ok(100)),
                (T, Ok(100)),
                (C, Ok(400)),
                (A, Err("TH-TER-05")),
                (F, Err("TH-TER-04")),
                (W, Err("TH-IRN-01")),
            ],
        ),
        (
            "town",
            [(I, Ok(100)), (T, Ok(200)), (C, Ok(200)), (A, Ok(200)), (F, Ok(100)), (W, Err("TH-IRN-01"))],
        ),
        (
            "fordable_river",
            [(I, Ok(200)), (T, Ok(100)), (C, Ok(200)), (A, Ok(200)), (F, Ok(100)), (W, Err("TH-IRN-01"))],
        ),
        (
            "impassable_river",
            [
                (I, Err("TH-TER-08")),
                (T, Ok(100)),
                (C, Err("TH-TER-08")),
                (A, Err("TH-TER-08")),
                (F, Ok(100)),
                (W, Ok(100)),
            ],
        ),
        (
            "lake",
            [
                (I, Err("TH-TER-09")),
                (T, Ok(100)),
                (C, Err("TH-TER-09")),
                (A, Err("TH-TER-09")),
                (F, Ok(100)),
                (W, Ok(100)),
            ],
        ),
        ("bridge", [(I, Ok(50)), (T, Ok(50)), (C, Ok(50)), (A, Ok(50)), (F, Ok(100)), (W, Err("TH-IRN-01"))]),
    ];
    for (kind, classes) in rows {
        for (class, cost) in classes {
            assert_eq!(inch(kind, *class), *cost, "{kind} {class:?}");
        }
    }
    let clear = Scene::new().content();
    let map = &clear.scenario("test").expect("the test").map;
    for class in [I, T, C, A, F] {
        assert_eq!(map.price(&Walker::of(class, 900), &[p(30.0, 30.0), p(39.0, 30.0)]), Ok(900), "{class:?}");
    }
}

#[test]
fn a_path_makes_clear_ground_of_what_it_crosses() {
    proves!("TH-TER-11", "TH-TER-10");
    let content = Scene::new()
        .rect("forest", 10.0, 10.0, 60.0, 60.0)
        .area("path", &[(10.0, 30.0), (60.0, 30.0)])
        .content();
    let map = &content.scenario("test").expect("the test").map;
    let way = [p(20.0, 30.0), p(27.0, 30.0)];
    assert_eq!(map.price(&Walker::of(Class::Artillery, 700), &way), Ok(700));
    assert_eq!(map.price(&Walker::of(Class::Flyer, 700), &way).map_err(|b| b.rule), Err("TH-TER-04"));
    let content = Scene::new().area("road", &[(10.0, 30.0), (90.0, 30.0)]).content();
    let map = &content.scenario("test").expect("the test").map;
    let way = [p(20.0, 30.0), p(68.0, 30.0)];
    assert_eq!(map.price(&Walker::of(Class::Tripod, 2400), &way), Ok(2400), "48 in of road for 24");
    assert_eq!(map.price(&Walker::of(Class::Flyer, 4800), &way), Ok(4800));
    // Crossing it squarely earns nothing.
    assert_eq!(map.price(&Walker::of(Class::Infantry, 800), &[p(20.0, 28.0), p(20.0, 32.0)]), Ok(400));
}

#[test]
fn a_road_is_paid_along_it_and_not_across() {
    proves!("TH-GEO-11", "TH-GEO-04", "TH-TER-10", "TH-TER-11");
    let content = Scene::new()
        .rect("forest", 10.0, 34.0, 90.0, 50.0)
        .area("road", &[(10.0, 30.0), (90.0, 30.0)])
        .area("path", &[(30.0, 32.0), (30.0, 50.0)])
        .content();
    let map = &content.scenario("test").expect("the test").map;
    let price = |class, way: &[P]| map.price(&Walker::of(class, 2400), way);
    assert_eq!(price(Class::Cavalry, &[p(50.0, 27.0), p(50.0, 33.0)]), Ok(600), "squarely across");
    assert_eq!(price(Class::Cavalry, &[p(47.0, 27.0), p(53.0, 33.0)]), Ok(849), "across at 45 degrees");
    assert_eq!(
        price(Class::Cavalry, &[p(40.0, 30.2), p(60.0, 29.8)]),
        Ok(1000),
        "along it, not quite straight"
    );
    // Who follows a path through the forest may not turn off it there, not even inside its strip.
    assert_eq!(price(Class::Cavalry, &[p(30.0, 33.0), p(30.2, 40.0)]), Ok(700));
    let off = price(Class::Cavalry, &[p(30.0, 33.0), p(30.0, 40.0), p(30.2, 40.0)]);
    assert_eq!(off.expect_err("forest").rule, "TH-TER-03");
}

#[test]
fn a_bridge_is_paid_along_it_and_not_across() {
    proves!("TH-TER-10", "TH-GEO-04", "TH-TER-08");
    // 6 in long from bank to bank, 2 in wide.
    let content = Scene::new()
        .rect("impassable_river", 0.0, 31.0, 120.0, 35.0)
        .rect("fordable_river", 0.0, 50.0, 120.0, 60.0)
        .rect("bridge", 40.0, 30.0, 42.0, 36.0)
        .rect("bridge", 70.0, 52.0, 72.0, 58.0)
        .content();
    let map = &content.scenario("test").expect("the test").map;
    let price = |class, way: &[P]| map.price(&Walker::of(class, 2400), way).map_err(|b| b.rule);
    assert_eq!(price(Class::Infantry, &[p(41.0, 30.0), p(41.0, 36.0)]), Ok(300), "along it");
    assert_eq!(price(Class::Infantry, &[p(40.0, 36.0), p(42.0, 30.0)]), Ok(316), "from corner to corner");
    assert_eq!(price(Class::Infantry, &[p(40.0, 33.0), p(42.0, 33.0)]), Ok(200), "squarely across its deck");
    assert_eq!(
        price(Class::Cavalry, &[p(40.0, 32.0), p(42.0, 34.0)]),
        Ok(283),
        "aslant, aside more than along"
    );
    let round = [p(41.0, 30.0), p(41.0, 33.0), p(41.8, 33.0), p(41.8, 36.0)];
    assert_eq!(
        price(Class::Artillery, &round),
        Ok(150 + 80 + 150),
        "aside on the deck nobody falls into the river"
    );
    assert_eq!(price(Class::Infantry, &[p(41.0, 33.0), p(43.0, 33.0)]), Err("TH-TER-08"), "off it they do");
    // Waded through under the other: 2 in of deck at clear cost, the ford on both sides at double.
    assert_eq!(price(Class::Infantry, &[p(69.0, 55.0), p(73.0, 55.0)]), Ok(600));
    assert_eq!(price(Class::Flyer, &[p(41.0, 30.0), p(41.0, 36.0)]), Ok(600));
    // However a straight leg across is split, it costs the same.
    let split: Vec<P> = (0..=20).map(|i| p(69.0 + f64::from(i) * 0.2, 55.0)).collect();
    assert_eq!(price(Class::Infantry, &split), Ok(600));
}

#[test]
fn who_touches_a_stream_has_not_crossed_it() {
    proves!("TH-GEO-12", "TH-TER-06", "TH-TER-12");
    let content = Scene::new()
        .area("stream", &[(30.0, 0.0), (30.0, 20.0), (34.0, 24.0), (30.0, 28.0), (30.0, 60.0)])
        .area("cliff", &[(60.0, 0.0), (60.0, 60.0)])
        .content();
    let map = &content.scenario("test").expect("the test").map;
    let price = |way: &[(f64, f64)]| {
        let way: Vec<P> = way.iter().map(|(x, y)| p(*x, *y)).collect();
        map.price(&Walker::of(Class::Cavalry, 1400), &way).map_err(|b| b.rule)
    };
    for side in [-1.0, 1.0] {
        let at = |far: f64| 30.0 + side * far;
        assert_eq!(
            price(&[(at(3.0), 10.0), (30.0, 10.0), (at(3.0), 10.0)]),
            Ok(600),
            "there and back, {side}"
        );
        assert_eq!(
            price(&[(at(3.0), 10.0), (30.0, 10.0), (30.0, 12.0), (at(3.0), 12.0)]),
            Ok(800),
            "two inches on the bank, {side}"
        );
        assert_eq!(
            price(&[(at(3.0), 10.0), (30.0, 10.0), (at(-3.0), 10.0)]),
            Ok(600 + 700),
            "through, {side}"
        );
        assert_eq!(
            price(&[(at(3.0), 10.0), (30.0, 10.0), (30.0, 12.0), (at(-3.0), 12.0)]),
            Ok(800 + 700),
            "along it and over, {side}"
        );
        assert_eq!(
            price(&[(at(0.1), 10.0), (at(-0.1), 10.0), (at(0.1), 10.0)]),
            Ok(40 + 1400),
            "twice, {side}"
        );
    }
    // A straight leg past the very tip of a bend, from outside it.
    assert_eq!(price(&[(34.0, 21.0), (34.0, 27.0)]), Ok(600));
    let cliff = |back: f64| price(&[(60.0 + back, 10.0), (60.0, 10.0), (60.0 + back, 12.0)]);
    assert!(cliff(2.0).is_ok() && cliff(-2.0).is_ok(), "up to its foot and back, on either side");
    assert_eq!(price(&[(58.0, 10.0), (60.0, 10.0), (62.0, 10.0)]), Err("TH-TER-12"));
}

#[test]
fn streams_take_half_unless_a_road_carries_across() {
    proves!("TH-TER-06", "TH-GEO-04");
    let content = Scene::new()
        .area("stream", &[(30.0, 0.0), (30.0, 60.0)])
        .area("road", &[(10.0, 40.0), (50.0, 40.0)])
        .content();
    let map = &content.scenario("test").expect("the test").map;
    let across =
        |class, allowance, y: f64| map.price(&Walker::of(class, allowance), &[p(26.0, y), p(33.0, y)]);
    assert_eq!(across(Class::Cavalry, 1400, 10.0), Ok(1400), "4 in, half of 14, 3 in");
    assert_eq!(across(Class::Artillery, 800, 10.0), Ok(1100));
    assert_eq!(
        (
            across(Class::Infantry, 800, 10.0),
            across(Class::Tripod, 2400, 10.0),
            across(Class::Flyer, 4800, 10.0)
        ),
        (Ok(700), Ok(700), Ok(700))
    );
    assert_eq!(across(Class::Cavalry, 1400, 40.0), Ok(350), "by the road");
}

#[test]
fn cliffs_stop_all_but_flyers() {
    proves!("TH-TER-12");
    let content = Scene::new().area("cliff", &[(10.0, 0.0), (10.0, 20.0)]).content();
    let map = &content.scenario("test").expect("the test").map;
    let way = [p(6.0, 10.0), p(14.0, 10.0)];
    for class in [Class::Infantry, Class::Tripod, Class::Cavalry, Class::Artillery] {
        assert_eq!(
            map.price(&Walker::of(class, 2400), &way).map_err(|b| (b.rule, b.ground)),
            Err(("TH-TER-12", Ground::Cliff))
        );
    }
    assert_eq!(map.price(&Walker::of(Class::Flyer, 2400), &way), Ok(800));
}

#[test]
fn ridges_and_hills_cost_nothing() {
    proves!("TH-TER-13");
    let content = Scene::new()
        .area("ridge", &[(10.0, 0.0), (10.0, 20.0)])
        .hill(&[(12.0, 0.0), (30.0, 0.0), (30.0, 20.0), (12.0, 20.0)], &[(20.0, 10.0)], 2)
        .content();
    let map = &content.scenario("test").expect("the test").map;
    assert_eq!(map.price(&Walker::of(Class::Cavalry, 1400), &[p(8.0, 10.0), p(22.0, 10.0)]), Ok(1400));
}

#[test]
fn a_flyer_keeps_out_of_forest_unless_it_came_from_there() {
    proves!("TH-TER-04");
    let flight = |option: &str, from: (f64, f64), to: (f64, f64)| {
        let mut s = Scene::new().option("flyer_overflight", option).rect("forest", 20.0, 20.0, 26.0, 40.0);
        let f = s.martian("flyer", from.0, from.1, 90.0);
        s.human("regular_infantry", 110.0, 110.0, 0.0);
        let mut play = s.play(Phase::MartianMovement);
        play.order(pick(f));
        play.accepts(go(&[to], 90.0))
    };
    assert!(!flight("printed", (10.0, 30.0), (30.0, 30.0)));
    assert!(flight("free", (10.0, 30.0), (30.0, 30.0)));
    assert!(flight("printed", (10.0, 45.0), (30.0, 45.0)), "around it");
    assert!(flight("printed", (24.0, 30.0), (34.0, 30.0)), "out of the one it stands above");
    assert!(!flight("printed", (21.0, 30.0), (25.0, 30.0)), "not to another place above it");
    assert!(flight("free", (21.0, 30.0), (25.0, 30.0)));
    // Out of one arm of a forest and over the other.
    let bent = [(20.0, 20.0), (40.0, 20.0), (40.0, 40.0), (34.0, 40.0), (34.0, 26.0), (26.0, 26.0)];
    let mut s = Scene::new().area("forest", &[&bent[..], &[(26.0, 40.0), (20.0, 40.0)]].concat());
    let f = s.martian("flyer", 23.0, 35.0, 90.0);
    s.human("regular_infantry", 110.0, 110.0, 0.0);
    let mut play = s.play(Phase::MartianMovement);
    play.order(pick(f));
    assert!(play.accepts(go(&[(30.0, 35.0)], 90.0)), "between the arms");
    assert_eq!(play.refused(go(&[(37.0, 35.0)], 90.0)), "TH-TER-04", "above the other arm");
    assert_eq!(play.refused(go(&[(46.0, 35.0)], 90.0)), "TH-TER-04", "over the other arm");
    assert!(play.accepts(hussars::Order::Stay { facing: 1800 }), "it may pivot where it is");
}

#[test]
fn a_row_of_ground_that_is_wrong_is_named() {
    proves!("TH-TER-01");
    let text = include_str!("../../../../content/hussars/ground.toml").replacen(
        "infantry = 1.0",
        "infantry = -1.0",
        1,
    );
    let mut files = hussars::content::BUILT_IN.to_vec();
    files[2] = ("ground.toml", &text);
    let error = Content::parse(&files).expect_err("a negative cost").to_string();
    assert!(error.starts_with("ground.toml:5:"), "{error}");
}
