//! Measuring, numbers, costs of paths, crossings, marks, stops, deploying, arriving (TH-GEO).

use crate::support::{Scene, deg, go, p, pick};
use hussars::ground::Walker;
use hussars::measure::{Form, Gauge, Length, P, Place, Polygon, crosses, polygons_near};
use hussars::{Class, Flow, Order, Phase, Side, What, Where, first_within, marks};
use table::proves;

const FOOT: Form = Form::Rect { width: 1000, depth: 500 };
const TRIPOD: Form = Form::Rect { width: 1500, depth: 1500 };

#[test]
fn distances_run_from_edge_to_edge() {
    proves!("TH-GEO-01");
    let (a, b) = (FOOT.at(p(10.0, 10.0), 0), FOOT.at(p(10.0, 13.0), 0));
    assert_eq!(a.apart(&b), 250);
    assert!(a.near(&b, 250) && !a.near(&b, 200));
    let touching = FOOT.at(p(10.0, 10.5), 0);
    assert_eq!((a.apart(&touching), a.apart(&a)), (0, 0));
}

#[test]
fn a_stand_is_where_its_centre_is() {
    proves!("TH-GEO-02");
    let scene = Scene::new().rect("woods", 0.0, 0.0, 10.0, 20.0);
    let content = scene.content();
    let map = &content.scenario("test").expect("the test").map;
    assert!(map.cover_at(p(10.0, 10.0)).is_some(), "on the boundary is inside");
    assert!(map.cover_at(p(10.3, 10.0)).is_none());
}

#[test]
fn corners_are_rounded_to_thousandths_and_gaps_to_hundredths() {
    proves!("TH-GEO-10");
    let base = FOOT.at(p(10.0, 10.0), 450);
    let mut corners = base.corners().to_vec();
    corners.sort_unstable();
    let mut printed = vec![p(9.823, 10.530), p(10.530, 9.823), p(10.177, 9.470), p(9.470, 10.177)];
    printed.sort_unstable();
    assert_eq!(corners, printed);
    let rounded = |millionths: i64| Length(millionths).rounded().0;
    assert_eq!((rounded(2_004_900), rounded(2_005_100)), (200, 201));
    let mut s = Scene::new();
    let t = s.martian("tripod", 10.0, 10.0, 0.0);
    let mut play = s.play(Phase::MartianMovement);
    play.order(pick(t));
    assert_eq!(play.refused(Order::Go { path: vec![p(1000.0, 5.0)], facing: 0 }), "TH-GEO-10");
    assert_eq!(play.refused(Order::Go { path: vec![p(12.0, 10.0)], facing: 3600 }), "TH-GEO-10");
    assert_eq!(play.refused(Order::Go { path: vec![], facing: 0 }), "TH-GEO-10");
    let many: Vec<_> = (0..64).map(|i| p(10.1 + f64::from(i) * 0.1, 10.0)).collect();
    assert_eq!(play.refused(Order::Go { path: many, facing: 0 }), "TH-GEO-10");
}

#[test]
fn a_path_is_paid_for_piece_by_piece() {
    proves!("TH-GEO-03", "TH-GEO-11");
    let content = Scene::new()
        .rect("woods", 3.0, -0.0, 30.0, 30.0)
        .area("town", &[(50.0, 50.0), (60.0, 50.0), (60.0, 60.0), (50.0, 60.0)])
        .content();
    let map = &content.scenario("test").expect("the test").map;
    let horse = Walker::of(Class::Cavalry, 1400);
    assert_eq!(map.price(&horse, &[p(0.0, 10.0), p(7.0, 10.0)]), Ok(1100), "3 clear and 4 in woods");
    assert_eq!(map.price(&horse, &[p(0.0, 10.0), p(9.0, 10.0)]), Ok(1500));
    // However a straight leg is split, it costs the same.
    let split: Vec<_> = (0..=50).map(|i| p(f64::from(i) * 0.14, 10.0)).collect();
    assert_eq!(map.price(&horse, &split), Ok(1100));
}

#[test]
fn a_stream_takes_half_and_the_sum_is_rounded_once() {
    proves!("TH-GEO-11", "TH-TER-06");
    let content = Scene::new().area("stream", &[(3.0, 0.0), (3.0, 40.0)]).content();
    let map = &content.scenario("test").expect("the test").map;
    let horse = Walker::of(Class::Cavalry, 1300);
    let to = |x: f64| map.price(&horse, &[p(0.0, 10.0), p(x, 10.0)]);
    assert_eq!(to(6.5), Ok(1300));
    assert_eq!(to(6.504), Ok(1300));
    assert_eq!(to(6.51), Ok(1301));
    assert_eq!(map.price(&Walker::of(Class::Infantry, 800), &[p(0.0, 10.0), p(6.5, 10.0)]), Ok(650));
}

#[test]
fn one_factor_holds_where_terrain_overlaps() {
    proves!("TH-GEO-04", "TH-GEO-11");
    let content =
        Scene::new().rect("town", 0.0, 0.0, 40.0, 40.0).area("road", &[(0.0, 20.0), (40.0, 20.0)]).content();
    let map = &content.scenario("test").expect("the test").map;
    let tripod = Walker::of(Class::Tripod, 2400);
    assert_eq!(map.price(&tripod, &[p(5.0, 20.0), p(15.0, 20.0)]), Ok(500), "road before town");
    assert_eq!(map.price(&tripod, &[p(5.0, 10.0), p(15.0, 10.0)]), Ok(2000));
    assert_eq!(
        map.price(&tripod, &[p(5.0, 20.0), p(9.0, 20.0), p(9.0, 26.25)]),
        Ok(200 + 1250),
        "4 in along the road, 6.25 in of town: it is left squarely"
    );
}

#[test]
fn a_vertex_belongs_to_one_side() {
    proves!("TH-GEO-12");
    let (a, b) = (p(10.0, 0.0), p(10.0, 20.0));
    let count = |path: &[(f64, f64)]| {
        path.windows(2).filter(|l| crosses(p(l[0].0, l[0].1), p(l[1].0, l[1].1), a, b)).count()
    };
    assert_eq!(count(&[(6.0, 10.0), (10.0, 10.0), (14.0, 10.0)]), 1);
    assert_eq!(count(&[(6.0, 10.0), (10.0, 10.0), (6.0, 12.0)]), 0);
}

#[test]
fn a_stream_is_paid_once_from_whichever_bank() {
    proves!("TH-GEO-12", "TH-TER-06");
    let content = Scene::new().area("stream", &[(10.0, 0.0), (10.0, 20.0)]).content();
    let map = &content.scenario("test").expect("the test").map;
    let horse = Walker::of(Class::Cavalry, 1400);
    let cost = |path: &[(f64, f64)]| {
        let path: Vec<P> = path.iter().map(|q| p(q.0, q.1)).collect();
        map.price(&horse, &path).expect("a way")
    };
    for (here, over) in [(6.0, 14.0), (14.0, 6.0)] {
        assert_eq!(cost(&[(here, 10.0), (10.0, 10.0), (over, 10.0)]), 800 + 700);
        assert_eq!(cost(&[(here, 10.0), (10.0, 10.0)]), 400, "it ends on the line");
        assert_eq!(cost(&[(here, 10.0), (10.0, 10.0), (here, 10.0)]), 800, "there and back");
        assert_eq!(cost(&[(here, 10.0), (10.0, 10.0), (10.0, 12.0), (here, 12.0)]), 1000, "along it");
        assert_eq!(cost(&[(here, 20.0), (over, 20.0)]), 800 + 700, "its end belongs to it");
    }
}

#[test]
fn a_crossing_over_two_moves_is_paid_in_the_second() {
    proves!("TH-GEO-12", "TH-TER-06");
    // From either bank onto the line in one turn; in the next one back, on, or along the line and then on.
    for (here, over) in [(48.0, 44.0), (44.0, 48.0)] {
        for (then, cost) in [
            (vec![(here, 40.0)], 200),
            (vec![(over, 40.0)], 200 + 700),
            (vec![(46.0, 41.0), (over, 41.0)], 300 + 700),
            (vec![(46.0, 41.0), (here, 41.0)], 300),
        ] {
            let mut s =
                Scene::new().area("stream", &[(46.0, 0.0), (46.0, 80.0)]).dice(&[3, 4, 3, 4, 3, 4, 3, 4]);
            let horse = s.human("regular_cavalry", here, 40.0, 90.0);
            let mut play = s.play(Phase::HumanMovement);
            play.order(pick(horse));
            let order = go(&[(46.0, 40.0)], 90.0);
            let seen = play.state().foresee(Side::Human.seat(), &order).expect("a preview");
            assert_eq!(seen.cost, 200, "from {here}");
            play.order(order);
            assert_eq!(play.stand(horse).at, p(46.0, 40.0));
            let bank = play.stand(horse).bank.expect("the bank that it came from");
            assert_eq!(bank.x > 46_000, here > 46.0);
            // The next movement phase, by a position: the bank is part of it.
            let mut setup = table::Game::position(play.state());
            let now = setup.position.as_mut().expect("a position");
            now.stands[horse.index()].done = false;
            (now.flow, now.ask) = (hussars::Flow::Moving, Some((Side::Human, hussars::Ask::Move)));
            setup.stack = vec![3, 4, 3, 4];
            let content = play.m.content().clone();
            let mut later = table::Match::<hussars::State>::begin(&content, setup, 1).expect("a position");
            later.order(Side::Human.seat(), &pick(horse)).expect("a stand to move");
            let order = go(&then, 90.0);
            let seen = later.state().foresee(Side::Human.seat(), &order).expect("a preview");
            assert_eq!(seen.cost, cost, "from {here} by {then:?}");
            assert_eq!(seen.legs.iter().map(|l| l.cost).sum::<i32>(), cost, "piece by piece");
            later.order(Side::Human.seat(), &order).expect("a way");
            assert_eq!(later.state().stand(horse).bank, None);
        }
    }
}

#[test]
fn cavalry_in_london_pays_the_stream_from_the_right_once() {
    proves!("TH-GEO-12");
    // The referee's case: (48, 40) to (46, 40), where a stream runs.
    let content = hussars::Content::built_in();
    let map = &content.scenario("london").expect("a scenario").map;
    let price = |walker: &Walker, path: &[(f64, f64)]| {
        let path: Vec<P> = path.iter().map(|q| p(q.0, q.1)).collect();
        map.price(walker, &path).expect("a way")
    };
    let horse = Walker::of(Class::Cavalry, 1400);
    let stream = map.lines.iter().find(|l| l.kind == hussars::Ground::Stream).expect("a stream");
    let on = stream.line.points()[1];
    for side in [-1, 1] {
        let here = P::new(on.x + side * 500, on.y);
        let over = P::new(on.x - side * 500, on.y);
        let there = map.price(&horse, &[here, on]).expect("a way");
        let across = map.price(&horse, &[here, over]).expect("a way");
        assert!(there < 700 && across >= 700, "{there}, {across}");
        let bank = map.bank(&horse, &[here, on]).expect("a bank");
        let back = Walker { onset: geometry::ground::Onset::From(bank), ..horse };
        assert_eq!(map.price(&back, &[on, here]), Ok(there));
        assert_eq!(map.price(&back, &[on, over]).expect("a way"), across - there);
    }
    let (one, other) =
        (price(&horse, &[(48.0, 40.0), (46.0, 40.0)]), price(&horse, &[(44.0, 40.0), (46.0, 40.0)]));
    assert!(one < 700 && other < 700, "{one} from the right, {other} from the left");
}

#[test]
fn marks_lie_every_half_inch_and_at_bends() {
    proves!("TH-GEO-13");
    let all = marks(&[p(0.0, 0.0), p(1.3, 0.0), p(1.3, 1.9)], 0);
    let walked: Vec<i32> = all.iter().map(|m| (m.walked.0 / 1000) as i32).collect();
    assert_eq!(walked, [0, 500, 1000, 1300, 1500, 2000, 2500, 3000, 3200]);
    assert_eq!((all[3].came, all[3].facing), (900, 0), "at the bend the base turns");
}

#[test]
fn contact_stops_at_the_first_thousandth_that_rounds_to_an_inch() {
    proves!("TH-GEO-14", "TH-CLC-01", "TH-CLC-02");
    let base = TRIPOD.at(p(0.0, 0.0), 900);
    let foe = FOOT.at(p(20.0, 0.0), 2700);
    assert_eq!(first_within(&base, p(40.0, 0.0), &foe, 100), Some(p(17.996, 0.0)));
    assert_eq!(first_within(&base, p(17.99, 0.0), &foe, 100), None);
    let mut s = Scene::new();
    let t = s.martian("tripod", 10.0, 50.0, 90.0);
    let foot = s.human("regular_infantry", 30.0, 50.0, 270.0);
    let mut play = s.play(Phase::MartianMovement);
    let news = play.walk(t, 33.0, 50.0);
    assert!(news.contains(&What::Contact { stand: t, enemy: foot }));
    assert_eq!(play.stand(t).at, p(27.996, 50.0));
    assert_eq!((play.stand(t).stopped, play.stand(t).left), (true, 600));
}

#[test]
fn bases_do_not_overlap_at_the_end_but_friends_are_passed() {
    proves!("TH-GEO-05", "TH-GEO-16");
    let mut s = Scene::new().dice(&[6, 6]);
    let a = s.human("regular_infantry", 5.0, 10.0, 90.0);
    s.human("regular_infantry", 10.0, 10.0, 0.0);
    let mut play = s.play(Phase::HumanMovement);
    play.order(pick(a));
    assert_eq!(play.refused(go(&[(10.4, 10.0)], 0.0)), "TH-GEO-05");
    assert_eq!(play.refused(go(&[(10.99, 10.0)], 0.0)), "TH-GEO-05");
    assert!(play.accepts(go(&[(11.0, 10.0)], 0.0)), "touching is allowed");
    play.order(go(&[(12.0, 10.0)], 90.0));
    assert_eq!(play.stand(a).at, p(12.0, 10.0));
}

#[test]
fn a_turn_on_the_spot_overlaps_nobody_either() {
    proves!("TH-GEO-05");
    let mut s = Scene::new().dice(&[1, 1]);
    let a = s.human("regular_infantry", 10.0, 10.0, 0.0);
    s.human("regular_infantry", 10.0, 10.6, 0.0);
    let mut play = s.play(Phase::HumanMovement);
    play.order(pick(a));
    assert_eq!(play.refused(Order::Stay { facing: 900 }), "TH-GEO-05");
    assert!(play.accepts(Order::Stay { facing: 1800 }));
}

#[test]
fn a_base_with_a_corner_on_the_edge_is_not_wholly_inside() {
    proves!("TH-GEO-16");
    let wood = Polygon::rectangle(p(0.0, 0.0), p(20.0, 20.0)).expect("a wood");
    assert!(FOOT.at(p(10.0, 10.0), 0).is_wholly_inside(&wood));
    assert!(!FOOT.at(p(19.5, 10.0), 0).is_wholly_inside(&wood), "its corners lie on the outline");
    assert!(FOOT.at(p(19.499, 10.0), 0).is_wholly_inside(&wood));
    assert!(FOOT.at(p(10.0, 10.0), 0).overlaps(&FOOT.at(p(10.99, 10.0), 0)));
    assert!(!FOOT.at(p(10.0, 10.0), 0).overlaps(&FOOT.at(p(11.0, 10.0), 0)));
}

const EAST: &str = "[[exit]]\nside = \"martian\"\nkind = \"tripod\"\nedge = [[72.0, 0.0], [72.0, 48.0]]\nfrom_turn = 1\nrule = \"TH-GEO-06\"\n";

#[test]
fn nobody_leaves_but_by_an_exit() {
    proves!("TH-GEO-06");
    let mut s = Scene::new().board(72.0, 48.0);
    let t = s.martian("tripod", 70.0, 20.0, 90.0);
    s.human("regular_infantry", 10.0, 20.0, 0.0);
    let mut play = s.play(Phase::MartianMovement);
    play.order(pick(t));
    assert_eq!(play.refused(go(&[(73.0, 20.0)], 90.0)), "TH-GEO-06");
    for x in [72.0, 73.0] {
        let mut s = Scene::new().board(72.0, 48.0).extra(EAST);
        let t = s.martian("tripod", 70.0, 20.0, 90.0);
        s.human("regular_infantry", 10.0, 20.0, 0.0);
        let mut play = s.play(Phase::MartianMovement);
        let news = play.walk(t, x, 20.0);
        assert!(news.contains(&What::Exited { stand: t }), "{x}: {news:?}");
        assert_eq!(play.stand(t).place, Where::Exited);
    }
}

#[test]
fn a_random_direction_is_a_whole_degree() {
    proves!("TH-GEO-07", "TH-GAS-02");
    let mut s = Scene::new().option("gas_aim", "any").dice(&[1, 90, 3, 4]);
    let t = s.martian("tripod", 20.0, 30.0, 0.0);
    s.human("regular_infantry", 60.0, 60.0, 0.0);
    let mut play = s.play(Phase::FirstFire);
    let news = play.order(crate::support::gas(t, 20.0, 20.0));
    let burst = news.iter().find_map(|w| if let What::Canister { burst, .. } = w { *burst } else { None });
    assert_eq!(burst, Some(p(27.0, 20.0)));
}

#[test]
fn stands_arrive_by_their_entry_line() {
    proves!("TH-GEO-15");
    let mut s = Scene::new().dice(&[4, 4, 3, 3, 1, 1, 1, 1]);
    s.turn = 1;
    let more = "";
    let ids = s.unit(
        Side::Human,
        &[("regular_cavalry", 0.0, 5.0, 90.0), ("regular_cavalry", 0.0, 7.0, 90.0)],
        more,
    );
    for id in &ids {
        s.set(*id, |x| (x.place, x.spotted) = (Where::Waiting, false));
    }
    s.martian("tripod", 100.0, 100.0, 0.0);
    let mut play = s.play(Phase::HumanMovement);
    let enter = |y: f64| Order::Enter { stand: ids[0], at: p(0.0, y), strategic: false };
    assert_eq!(play.refused(enter(11.0)), "TH-GEO-15");
    assert_eq!(play.refused(pick(ids[0])), "TH-SCA-01");
    play.order(enter(5.0));
    assert_eq!(play.refused(go(&[(0.0, 9.0)], 0.0)), "TH-GEO-15", "it ends clear of the line");
    assert_eq!(play.refused(go(&[(14.1, 5.0)], 90.0)), "TH-GEO-11");
    let news = play.order(go(&[(14.0, 5.0)], 90.0));
    assert!(matches!(news.last(), Some(What::Moved { .. } | What::Spotted { .. })));
    assert_eq!((play.stand(ids[0]).at, play.stand(ids[0]).moving), (p(14.0, 5.0), true));
    // The second stays off the board, and is no casualty.
    play.order(Order::Enter { stand: ids[1], at: p(0.0, 8.0), strategic: false });
    play.order(Order::Stay { facing: 900 });
    assert_eq!(play.stand(ids[1]).place, Where::Waiting);
}

#[test]
fn nobody_but_a_flyer_enters_beside_an_enemy() {
    proves!("TH-GEO-15");
    let enters = |side: Side, kind: &str, foe: &str, x: f64| {
        let mut s = Scene::new();
        s.turn = 1;
        let other = if side == Side::Human { Side::Martian } else { Side::Human };
        let id = s.unit(side, &[(kind, 0.0, 5.0, 90.0)], "")[0];
        s.set(id, |stand| (stand.place, stand.spotted) = (Where::Waiting, false));
        s.unit(other, &[(foe, x, 5.0, 270.0)], "");
        let phase = if side == Side::Human { Phase::HumanMovement } else { Phase::MartianMovement };
        s.play(phase).accepts(Order::Enter { stand: id, at: p(0.0, 5.0), strategic: false })
    };
    assert!(enters(Side::Human, "regular_infantry", "tripod", 8.0));
    assert!(!enters(Side::Human, "regular_infantry", "tripod", 1.5));
    assert!(!enters(Side::Martian, "tripod", "regular_infantry", 1.5));
    assert!(enters(Side::Martian, "flyer", "regular_infantry", 1.5), "it looks down on them");
}

#[test]
fn one_event_after_the_other() {
    proves!("TH-GEO-08", "TH-MAR-10", "TH-MAR-11");
    // A veteran battery shoots the flyer's pilot; it crashes 0.5 in from the last infantry.
    let mut s = Scene::new().dice(&[6, 1, 6, 3, 4]);
    let flyer = s.martian("flyer", 30.0, 20.0, 90.0);
    let battery = s.human("veteran_field_artillery", 30.0, 50.0, 180.0);
    let foot = s.human("regular_infantry", 37.0, 21.0, 0.0);
    let mut play = s.play(Phase::Artillery);
    let news = play.fire(battery, flyer);
    assert!(news.contains(&What::Crashed { flyer, at: p(37.0, 20.0) }));
    assert!(!play.alive(flyer) && !play.alive(foot) && play.alive(battery));
}

#[test]
fn a_deployment_keeps_to_zone_ground_and_room() {
    proves!("TH-GEO-09");
    use hussars::{Content, State};
    use table::{Match, SetupRequest};
    let request = SetupRequest { scenario: "thunderchild".to_owned(), ..SetupRequest::default() };
    let mut m = Match::<State>::new(&Content::built_in(), &request, 1).expect("a match");
    let find = |m: &Match<State>, name: &str| {
        m.state().ids().find(|id| m.state().name(*id).contains(name)).expect(name)
    };
    let (foot, one, two) = (find(&m, "infantry 1"), find(&m, "Steamer 1"), find(&m, "Steamer 2"));
    let human = Side::Human.seat();
    let deploy = |stand, x, y| Order::Deploy { stand, at: p(x, y), facing: 0 };
    let refused = |m: &Match<State>, order: Order| {
        use table::Game;
        m.state().check(human, &order).err().map(|r| r.rule.0)
    };
    assert_eq!(refused(&m, deploy(foot, 60.0, 12.2)), Some("TH-GEO-09"), "in the sea, inside the zone");
    let turned = Order::Deploy { stand: one, at: p(32.0, 24.0), facing: 3600 };
    assert_eq!(refused(&m, turned), Some("TH-GEO-10"));
    m.order(human, &deploy(one, 32.0, 24.0)).expect("a steamer in the anchorage");
    assert_eq!(refused(&m, deploy(two, 32.5, 24.0)), Some("TH-GEO-05"));
    assert_eq!(refused(&m, Order::EndStep), Some("TH-GEO-09"), "not all are placed");
    m.order(human, &Order::DeployPrinted { unit: None }).expect("the printed places");
    m.order(human, &Order::EndStep).expect("all are placed");
    assert_eq!(m.state().now.flow, Flow::Deploy { first: false });
    let _ = deg(0.0);
}

#[test]
fn a_heading_is_the_tenth_that_runs_nearest() {
    let o = P::new(0, 0);
    for tenth in (0..3600).step_by(7) {
        assert_eq!(o.heading(o.ahead(tenth, 90_000.0)), tenth);
    }
    assert_eq!(o.heading(o), 0);
    assert_eq!((o.heading(P::new(0, 5)), o.heading(P::new(0, -5))), (0, 1800));
    assert_eq!((o.heading(P::new(5, 0)), o.heading(P::new(-5, 0))), (900, 2700));
}

#[test]
fn areas_that_are_near_are_found() {
    let area = |points: &[(i32, i32)]| {
        Polygon::new(points.iter().map(|(x, y)| P::new(*x, *y)).collect()).expect("an area")
    };
    let (one, other) = (area(&[(0, 0), (1000, 0), (0, 1000)]), area(&[(3000, 0), (4000, 0), (4000, 500)]));
    assert!(polygons_near(&one, &other, 200) && !polygons_near(&one, &other, 199));
    let across = area(&[(-500, 200), (1500, 200), (1500, 300), (-500, 300)]);
    assert!(polygons_near(&one, &across, 0), "they cross, and no corner lies in the other");
}

/// Whoever forks a match, or loads a log for others, must not carry dice of his own choice into it.
#[test]
fn other_dice_forget_what_was_stacked() {
    let mut s = Scene::new().dice(&[6; 40]);
    s.human("regular_cavalry", 20.0, 40.0, 90.0);
    let play = s.play(Phase::HumanMovement);
    let mut again = play.state().clone();
    assert!(!table::Game::position(&again).stack.is_empty(), "a position keeps it");
    table::Game::reseed(&mut again, 9);
    assert!(table::Game::position(&again).stack.is_empty());
}
