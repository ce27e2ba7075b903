//! What a board draws: reach, ways round, the components (notes TH-N01 and TH-N02).

use crate::support::{Scene, deg, march, p, pick};
use hussars::measure::{P, Place, Polygon};
use hussars::{Content, Order, Phase, Side, State};
use table::{Game, Viewer};

fn reach(state: &State, side: Side) -> Vec<Vec<P>> {
    state.view(Viewer::Seat(side.seat())).active.map(|a| a.reach).unwrap_or_default()
}

fn covered(stars: &[Vec<P>], at: P) -> bool {
    stars.iter().any(|tips| Polygon::new(tips.clone()).is_ok_and(|star| star.contains(at)))
}

#[test]
fn a_way_round_leads_over_the_bridge() {
    // Cavalry rolls 12 with its four dice; a river lies between, and a bridge 3 in to the side of the straight line.
    let mut s = Scene::new()
        .rect("impassable_river", 0.0, 30.0, 120.0, 32.0)
        .rect("bridge", 42.0, 29.9, 43.0, 32.1)
        .dice(&[3, 3, 3, 3]);
    let horse = s.human("regular_cavalry", 40.0, 28.0, 0.0);
    let mut play = s.play(Phase::HumanMovement);
    play.order(pick(horse));
    let (state, beyond) = (play.state(), p(41.0, 34.0));
    let stars = reach(state, Side::Human);
    assert!(covered(&stars, beyond), "beyond the river");
    assert!(!covered(&stars, p(40.0, 31.0)), "not in it");
    assert!(covered(&stars, p(40.0, 20.0)) && !covered(&stars, p(40.0, 15.9)), "12 in and no more");
    assert!(reach(state, Side::Martian).is_empty(), "the other side is told nothing");
    let straight = Order::Go { path: vec![beyond], facing: 0 };
    assert_eq!(play.refused(straight.clone()), "TH-TER-08");
    let Ok(Order::Go { path, .. }) = state.nearest(Side::Human.seat(), &straight) else {
        panic!("no way round");
    };
    assert_eq!(path.last(), Some(&beyond));
    assert!(path.len() > 1 && play.accepts(Order::Go { path, facing: 0 }));
}

#[test]
fn every_tip_of_the_reach_can_be_walked_to() {
    let mut s = Scene::new()
        .rect("woods", 30.0, 40.0, 50.0, 44.0)
        .rect("town", 52.0, 30.0, 60.0, 36.0)
        .area("road", &[(20.0, 37.0), (56.0, 37.0), (70.0, 30.0)])
        .area("stream", &[(45.0, 0.0), (45.0, 30.0), (40.0, 50.0)])
        .area("cliff", &[(48.0, 20.0), (60.0, 26.0)])
        .dice(&[3, 3, 3, 2]);
    let horse = s.human("regular_cavalry", 47.0, 33.0, 0.0);
    s.martian("tripod", 52.0, 40.0, 0.0);
    let mut play = s.play(Phase::HumanMovement);
    play.order(pick(horse));
    let stars = reach(play.state(), Side::Human);
    let tips: Vec<P> = stars.iter().flatten().copied().filter(|tip| *tip != p(47.0, 33.0)).collect();
    assert!(stars.len() > 3 && tips.len() > 300, "{} stars, {} tips", stars.len(), tips.len());
    for tip in tips {
        let wish = Order::Go { path: vec![tip], facing: p(47.0, 33.0).heading(tip) };
        let near = play.state().nearest(Side::Human.seat(), &wish);
        let end = match &near {
            Ok(Order::Go { path, .. }) => path.last().copied(),
            _ => None,
        };
        assert_eq!(end, Some(tip), "{near:?}");
    }
}

#[test]
fn a_march_keeps_away_in_its_reach_too() {
    let mut s = Scene::new();
    let foot = s.human("regular_infantry", 40.0, 20.0, 0.0);
    s.martian("tripod", 40.0, 36.0, 0.0);
    let mut play = s.play(Phase::HumanMovement);
    play.order(march(foot));
    let stars = reach(play.state(), Side::Human);
    assert!(covered(&stars, p(40.0, 24.5)) && !covered(&stars, p(40.0, 25.5)));
    assert!(play.accepts(Order::Go { path: vec![p(40.0, 24.5)], facing: deg(0.0) }));
}

#[test]
fn the_box_holds_every_map_and_stand() {
    let content = Content::built_in();
    let json = serde_json::to_value(State::components(&content)).expect("the components");
    let maps = json["maps"].as_array().expect("maps");
    assert_eq!(maps.len(), content.scenarios.len());
    for (map, scenario) in maps.iter().zip(&content.scenarios) {
        assert_eq!(map["id"], scenario.id.as_str());
        assert_eq!(map["areas"].as_array().map(Vec::len), Some(scenario.map.areas.len()));
        assert_eq!(map["hills"].as_array().map(Vec::len), Some(scenario.map.hills.len()));
        for line in map["lines"].as_array().expect("lines") {
            assert!(line["points"].as_array().is_some_and(|points| points.len() > 1), "{line}");
        }
    }
    assert_eq!(json["stands"].as_array().map(Vec::len), Some(content.profiles.len()));
    let ray = json["weapons"].as_array().and_then(|w| w.iter().find(|w| w["weapon"] == "heat_ray"));
    assert_eq!(ray.map(|r| (&r["range"], &r["sweep_length"])), Some((&24.into(), &12.into())));
}
