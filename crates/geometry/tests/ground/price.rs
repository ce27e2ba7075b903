//! What ways cost.

use geometry::ground::{Factor, Hundredths, Length, Rate, Route, Tariff, Terrain};

use crate::support::{Country, at, rectangle, route};

const WOODS: Rate = Rate::Pays(Factor::DOUBLE);

fn cost(country: &(Terrain, Tariff), list: &[(f64, f64)], allowance: f64) -> Hundredths {
    let bill = country.0.price(&country.1, &route(list), Length((allowance * 500_000.0) as i64));
    assert_eq!(bill.bar, None);
    assert_eq!(bill.cost_to(bill.length), bill.cost);
    bill.cost.rounded()
}

#[test]
fn a_move_pays_by_the_piece() {
    // TH-GEO-03: 3 clear and 4 woods cost a rider 11; 3 and 6 cost 15.
    let country = Country::default().area(rectangle((3.0, -5.0), (20.0, 5.0)), 6, WOODS).done();
    assert_eq!(cost(&country, &[(0.0, 0.0), (7.0, 0.0)], 14.0), Hundredths(1100));
    assert_eq!(cost(&country, &[(0.0, 0.0), (9.0, 0.0)], 14.0), Hundredths(1500));
    // TH-TER-02, TH-TER-05: half and quarter rates.
    assert_eq!(cost(&country, &[(4.0, 0.0), (8.0, 0.0)], 8.0), Hundredths(800));
    let swamp = Country::default().area(rectangle((0.0, 0.0), (20.0, 5.0)), 5, Rate::Pays(Factor::FOURFOLD));
    assert_eq!(cost(&swamp.done(), &[(1.0, 1.0), (4.5, 1.0)], 14.0), Hundredths(1400));
    // TH-TER-07: a ford 3 wide costs 6.
    let ford = Country::default().area(rectangle((0.0, 0.0), (3.0, 9.0)), 1, WOODS).done();
    assert_eq!(cost(&ford, &[(0.0, 4.0), (5.0, 4.0)], 8.0), Hundredths(800));
}

#[test]
fn the_first_in_rank_prices_a_piece() {
    // TH-GEO-04, TH-TER-10, TH-TER-14
    let town = || Country::default().area(rectangle((0.0, -5.0), (10.0, 5.0)), 2, WOODS);
    let road = town().road(&[(0.0, 0.0), (10.0, 0.0)], Factor::HALF).done();
    assert_eq!(cost(&road, &[(0.0, 0.0), (10.0, 0.0)], 24.0), Hundredths(500));
    // TH-GEO-11: 10 of town, 4 of them on a road.
    let short = town().road(&[(0.0, 0.0), (4.0, 0.0)], Factor::HALF).done();
    let bill =
        short.0.price(&short.1, &route(&[(0.0, 0.0), (4.0, 0.0), (4.0, 0.3), (9.75, 0.3)]), Length::ZERO);
    let features: Vec<_> = bill.pieces.iter().map(|p| p.feature).collect();
    assert_eq!(features, [Some(1), Some(0)], "the road goes first, then the town");
    // It is left squarely: 4.0 along the road, then 0.3 and 5.75 of town.
    assert_eq!(bill.cost, Length(4_000_000 / 2 + 6_050_000 * 2));
    let ten = town().road(&[(0.0, 0.0), (3.75, 0.0)], Factor::HALF).done();
    assert_eq!(cost(&ten, &[(0.0, 0.0), (10.0, 0.0)], 24.0), Hundredths(1400), "6 x 2 + 4 x 0.5");
}

#[test]
fn a_road_that_is_merely_crossed_gives_nothing() {
    // TH-GEO-11
    let road = Country::default().road(&[(5.0, -9.0), (5.0, 9.0)], Factor::HALF).done();
    assert_eq!(cost(&road, &[(0.0, 0.0), (10.0, 0.0)], 24.0), Hundredths(1000));
    assert_eq!(cost(&road, &[(2.0, -4.0), (5.0, 0.0), (8.0, 4.0)], 24.0), Hundredths(1000), "aslant");
    // Twice as far along it as aside of it: the strip of 0.5 is followed for 0.5 times the root of five.
    let along = road.0.price(&road.1, &route(&[(3.0, -4.0), (7.0, 4.0)]), Length::ZERO);
    assert_eq!(along.pieces.iter().map(|p| p.feature).collect::<Vec<_>>(), [None, Some(0), None]);
    assert_eq!((along.length - along.cost).0, 559_017);
    // A stream that is crossed squarely beside a bridge of the road is not carried: only who follows the road is.
    let stream = Country::default()
        .line(&[(4.9, 1.0), (9.0, 1.0)], Rate::Toll)
        .road(&[(5.0, -9.0), (5.0, 9.0)], Factor::HALF)
        .done();
    assert_eq!(cost(&stream, &[(5.1, 0.0), (5.1, 2.0)], 10.0), Hundredths(100));
    let slant = [(4.8, 0.8), (5.2, 1.2)];
    assert_eq!(stream.0.price(&stream.1, &route(&slant), Length::units(5)).tolls(), 1);
}

#[test]
fn a_stream_costs_half_the_allowance() {
    // TH-GEO-11, TH-TER-06
    let stream = Country::default().line(&[(3.0, -9.0), (3.0, 9.0)], Rate::Toll).done();
    let to = |x: f64| cost(&stream, &[(0.0, 0.0), (x, 0.0)], 13.0);
    assert_eq!(to(6.5), Hundredths(1300));
    assert_eq!(to(6.504), Hundredths(1300));
    assert_eq!(to(6.505), Hundredths(1301), "a half is rounded up");
    assert_eq!(to(6.51), Hundredths(1301));
    let bill = stream.0.price(&stream.1, &route(&[(0.0, 0.0), (6.0, 0.0)]), Length(6_500_000));
    assert_eq!((bill.crossings[0].at, bill.crossings[0].walked), (at(3.0, 0.0), Length::units(3)));
    // 14 in: 4 to the stream, 7 for it, 3 beyond; after 8 there is not enough left.
    let far = Country::default().line(&[(4.0, -9.0), (4.0, 9.0)], Rate::Toll).done();
    let bill = |x: f64, y: f64| far.0.price(&far.1, &route(&[(x, 0.0), (x + y, 0.0)]), Length::units(7));
    assert_eq!(bill(0.0, 20.0).walked_for(Length::units(14)), Length::units(7));
    assert_eq!(bill(-4.0, 20.0).walked_for(Length::units(14)), Length::units(8), "to the bank");
    assert_eq!(bill(0.0, 20.0).cost_to(Length(3_999_999)), Length(3_999_999));
    assert_eq!(bill(0.0, 20.0).cost_to(Length::units(4)), Length::units(11));
    // TH-GEO-12: as often as it is crossed.
    let there_and_back = [(0.0, 0.0), (6.0, 0.0), (6.0, 2.0), (0.0, 2.0)];
    assert_eq!(cost(&far, &there_and_back, 10.0), Hundredths(1400 + 1000));
    // Touched from either side it is not crossed, nor where the way runs on it for a while.
    for side in [-2.0, 2.0] {
        assert_eq!(cost(&far, &[(4.0 + side, 0.0), (4.0, 0.0), (4.0 + side, 0.0)], 10.0), Hundredths(400));
        let along = [(4.0 + side, 0.0), (4.0, 0.0), (4.0, 1.0), (4.0, 3.0), (4.0 + side, 3.0)];
        assert_eq!(cost(&far, &along, 10.0), Hundredths(700), "{side}");
        let over = [(4.0 + side, 0.0), (4.0, 0.0), (4.0, 3.0), (4.0 - side, 3.0)];
        assert_eq!(cost(&far, &over, 10.0), Hundredths(700 + 500), "{side}");
    }
}

#[test]
fn a_road_carries_over_streams_and_cliffs() {
    // TH-GEO-04, TH-TER-06, TH-TER-12
    let country = |y: f64| {
        let lines = Country::default()
            .line(&[(3.0, -9.0), (3.0, 9.0)], Rate::Toll)
            .line(&[(6.0, -9.0), (6.0, 9.0)], Rate::Barred)
            .road(&[(0.0, 0.0), (10.0, 0.0)], Factor::HALF)
            .done();
        lines.0.price(&lines.1, &route(&[(0.0, y), (10.0, y)]), Length::units(5))
    };
    let carried = country(0.2);
    assert_eq!((carried.cost, carried.bar), (Length::units(5), None));
    assert_eq!(carried.crossings[0].carried_by, Some(2));
    let barred = country(0.3);
    let bar = barred.bar.expect("a cliff");
    assert_eq!((bar.at, bar.feature, bar.leg), (at(6.0, 0.3), Some(1), 0));
    assert_eq!(barred.cost, Length::units(11));
    assert_eq!(barred.walked_for(Length::units(30)), Length::units(6));
}

#[test]
fn a_cliff_bars_and_its_end_does_not() {
    // TH-TER-12
    let cliff = Country::default().line(&[(10.0, 0.0), (10.0, 20.0)], Rate::Barred).done();
    let bar = |list: &[(f64, f64)]| cliff.0.price(&cliff.1, &route(list), Length::ZERO).bar;
    assert_eq!(bar(&[(6.0, 10.0), (14.0, 10.0)]).map(|b| b.at), Some(at(10.0, 10.0)));
    assert_eq!(bar(&[(6.0, 10.0), (10.0, 10.0), (14.0, 10.0)]).map(|b| b.leg), Some(1));
    assert_eq!(bar(&[(6.0, 21.0), (14.0, 21.0)]), None);
    // A flyer does not care.
    let over = Country::default().line(&[(10.0, 0.0), (10.0, 20.0)], Rate::Ignored).done();
    assert_eq!(cost(&over, &[(6.0, 10.0), (14.0, 10.0)], 48.0), Hundredths(800));
}

#[test]
fn what_may_not_be_entered_bars_the_way() {
    // TH-TER-03, TH-TER-08, TH-TER-11
    let river = || Country::default().area(rectangle((4.0, -9.0), (9.0, 9.0)), 1, Rate::Barred);
    let bridge = rectangle((4.0, -0.5), (9.0, 0.5));
    let crossing = river().area(bridge, 0, Rate::Carries(Factor::HALF)).done();
    assert_eq!(cost(&crossing, &[(4.0, 0.0), (9.0, 0.0)], 8.0), Hundredths(250));
    let bill = crossing.0.price(&crossing.1, &route(&[(0.0, 2.0), (4.1, 2.0)]), Length::ZERO);
    let bar = bill.bar.expect("the river");
    assert_eq!((bar.at, bar.walked, bar.feature), (at(4.0, 2.0), Length::units(4), Some(0)));
    assert_eq!(bill.cost, Length::units(4));
    let path = river().road(&[(0.0, 0.0), (12.0, 0.0)], Factor::PLAIN).done();
    assert_eq!(cost(&path, &[(0.0, 0.0), (7.0, 0.0)], 7.0), Hundredths(700));
    assert!(!path.0.is_open(&path.1, at(5.0, 3.0)) && path.0.is_open(&path.1, at(5.0, 0.2)));
}

#[test]
fn a_ship_keeps_to_the_water() {
    // TH-IRN-01
    let lake = Country::default().area(rectangle((0.0, 18.0), (72.0, 48.0)), 1, Rate::Pays(Factor::PLAIN));
    let (terrain, tariff) = lake.open(None);
    let bar =
        terrain.price(&tariff, &route(&[(30.0, 22.0), (30.0, 10.0)]), Length::ZERO).bar.expect("the shore");
    assert_eq!((bar.at, bar.walked, bar.feature), (at(30.0, 18.0), Length::units(4), None));
}

#[test]
fn a_grazed_corner_is_harmless() {
    // TH-GEO-11: a piece shorter than 0.002 forbids nothing.
    let forest = Country::default().area(rectangle((0.0, 0.0), (9.0, 9.0)), 3, Rate::Barred).done();
    let bar = |list: &[(f64, f64)]| forest.0.price(&forest.1, &route(list), Length::ZERO).bar;
    assert_eq!(bar(&[(-1.0, 1.001), (1.001, -1.0)]), None, "0.0014 in through the corner");
    assert!(bar(&[(-1.0, 1.002), (1.002, -1.0)]).is_some(), "0.0028 in through the corner");
    assert_eq!(bar(&[(-1.0, 1.0), (0.001, 1.0)]), None, "a thousandth into it");
    assert!(bar(&[(-1.0, 1.0), (0.002, 1.0)]).is_some());
    // Not even in many little steps.
    assert!(bar(&[(-1.0, 1.0), (0.001, 1.0), (0.002, 1.0), (0.003, 1.0)]).is_some());
    // Along the outline is inside.
    assert!(bar(&[(0.0, -1.0), (0.0, 10.0)]).is_some());
    // The shortest of all ways is judged by nothing.
    assert_eq!(bar(&[(1.0, 1.0), (1.001, 1.0)]), None);
}

#[test]
fn no_way_costs_nothing() {
    let woods = Country::default().area(rectangle((0.0, 0.0), (9.0, 9.0)), 6, WOODS).done();
    let bill = woods.0.price(&woods.1, &Route::new(&[at(3.0, 3.0)]).unwrap(), Length::units(3));
    assert_eq!((bill.cost, bill.pieces.len(), bill.bar), (Length::ZERO, 0, None));
    assert_eq!(bill.walked_for(Length::units(5)), Length::ZERO);
}

#[test]
fn a_bridge_carries_over_what_is_crossed_where_it_begins_and_ends() {
    // TH-GEO-04
    let bridged = |x: f64, rate| {
        let country = Country::default().line(&[(x, -9.0), (x, 9.0)], rate);
        let (terrain, tariff) =
            country.area(rectangle((4.0, -1.0), (8.0, 1.0)), 0, Rate::Carries(Factor::PLAIN)).done();
        terrain.price(&tariff, &route(&[(0.0, 0.0), (12.0, 0.0)]), Length::units(5))
    };
    for (x, carried_by) in [(3.999, None), (4.0, Some(1)), (6.0, Some(1)), (8.0, Some(1)), (8.001, None)] {
        let bill = bridged(x, Rate::Toll);
        assert_eq!(bill.crossings[0].carried_by, carried_by, "{x}");
        assert_eq!(bill.cost, Length::units(if carried_by.is_some() { 12 } else { 17 }), "{x}");
        assert_eq!(bridged(x, Rate::Barred).bar.is_some(), carried_by.is_none(), "{x}");
    }
}

#[test]
fn a_bar_on_an_outline_leaves_no_empty_piece() {
    let country = Country::default().area(rectangle((6.0, -9.0), (12.0, 9.0)), 1, Rate::Pays(Factor::DOUBLE));
    let (terrain, tariff) = country.line(&[(6.0, -9.0), (6.0, 9.0)], Rate::Barred).done();
    let bill = terrain.price(&tariff, &route(&[(0.0, 0.0), (10.0, 0.0)]), Length::ZERO);
    let pieces: Vec<_> = bill.pieces.iter().map(|piece| (piece.from, piece.to)).collect();
    assert_eq!(pieces, [(Length::ZERO, Length::units(6))]);
    assert_eq!((bill.cost, bill.walked_for(Length::units(30))), (Length::units(6), Length::units(6)));
}

#[test]
fn a_piece_of_two_thousandths_is_judged() {
    let country = |width: f64, rate| {
        let (terrain, tariff) =
            Country::default().area(rectangle((5.0, -1.0), (5.0 + width, 1.0)), 1, rate).done();
        terrain.price(&tariff, &route(&[(0.0, 0.0), (10.0, 0.0)]), Length::ZERO)
    };
    assert!(country(0.002, Rate::Barred).bar.is_some() && country(0.001, Rate::Barred).bar.is_none());
    let double = Rate::Pays(Factor::DOUBLE);
    assert_eq!(
        (country(0.002, double).cost, country(0.001, double).cost),
        (Length(10_002_000), Length::units(10))
    );
    assert_eq!((country(0.002, double).pieces.len(), country(0.001, double).pieces.len()), (3, 1));
}

#[test]
fn half_a_millionth_is_rounded_up() {
    let (terrain, tariff) = Country::default().open(Some(Factor::HALF));
    let bill = terrain.price(&tariff, &route(&[(0.0, 0.0), (0.001, 0.004)]), Length::ZERO);
    assert_eq!(
        (bill.length, bill.cost, bill.cost_to(bill.length)),
        (Length(4_123), Length(2_062), Length(2_062))
    );
}

#[test]
fn what_is_left_of_a_sum_goes_farther_where_that_is_cheaper() {
    let dear = Country::default().area(rectangle((0.0, -9.0), (5.0, 9.0)), 1, Rate::Pays(Factor::FOURFOLD));
    let (terrain, tariff) = dear.open(Some(Factor::HALF));
    let bill = terrain.price(&tariff, &route(&[(0.0, 0.0), (10.0, 0.0)]), Length::ZERO);
    let walked = |millionths: i64| bill.walked_for(Length(20_000_000 + millionths)).0 - 5_000_000;
    assert_eq!((walked(-1), walked(0), walked(2)), (-1, 0, 4));
}
