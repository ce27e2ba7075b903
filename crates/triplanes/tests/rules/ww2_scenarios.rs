//! SCENARIOS of *Tripods in WW2*: what both share (INV-WWS).

use crate::support::*;
use geometry::Vec2;
use table::proves;
use triplanes::*;

/// Alsace Again! with its pieces on the table: the Locust here, one objective under it or ahead of it, two far away.
fn alsace(locust: (f64, f64), facing: i32) -> Scene {
    let scene = Scene::scenario("alsace-again", &[("setup", "quick")]);
    let places = [(400.0, 220.0), (750.0, 220.0), locust];
    scene.set(|s| {
        for (vehicle, (x, y)) in s.vehicles.iter_mut().zip(places) {
            vehicle.at = Some(Vec2::new(x, y));
        }
        s.vehicles[2].facing = geometry::Angle::degrees(facing);
        for (objective, (x, y)) in
            s.objectives.iter_mut().zip([(450.0, 650.0), (277.0, 350.0), (623.0, 350.0)])
        {
            objective.at = Some(Vec2::new(x, y));
        }
    })
}

fn reached(play: &Play) -> Vec<bool> {
    play.view().objectives.iter().map(|o| o.reached).collect()
}

/// Both airplanes turn, the Locust carries out these cards.
fn turn(play: &mut Play, cards: &[&str], actions: [Action; 3]) {
    play.plan(2, cards);
    for action in actions {
        for id in [0, 1] {
            play.fly(id, "left_45", Speed::Slow);
        }
        play.act(2, action);
        if play.view().outcome.is_some() {
            return;
        }
        while let Some(prompt) = play
            .m
            .prompts()
            .iter()
            .find(|p| {
                p.duty.waits() && !matches!(p.ask, Ask::Fly { .. } | Ask::Plan { .. } | Ask::Act { .. })
            })
            .copied()
        {
            let order = table::Game::option(play.m.state(), &prompt, 0);
            play.give(prompt.seat, &order);
        }
    }
}

#[test]
fn distances_are_airplane_rulers() {
    proves!("INV-WWS-01");
    let scene = Scene::scenario("alsace-again", &[]);
    assert!((scene.content.ruler - 200.0).abs() < 1e-9);
    let play = scene.begin();
    let at = |x: f64, y: f64| Order::PlaceObjective { at: Vec2::new(x, y) };
    assert!(table::Game::check(play.m.state(), EARTH, &at(450.0, 650.0)).is_ok());
    assert_eq!(play.refused_by(EARTH, &at(450.0, 651.0)), "INV-ALS-03");
}

#[test]
fn objectives_come_before_tripods_and_tripods_before_airplanes() {
    proves!("INV-WWS-01");
    let mut play = Scene::scenario("alsace-again", &[]).begin();
    let mut order = Vec::new();
    while play.step() == Step::Placing {
        let prompt = play.m.prompts()[0];
        order.push(match prompt.ask {
            Ask::PlaceObjective { .. } => "objective",
            Ask::PlaceVehicle { vehicle } if play.see(vehicle.0).tripod().is_some() => "tripod",
            _ => "airplane",
        });
        let first = table::Game::option(play.m.state(), &prompt, 0);
        play.give(prompt.seat, &first);
    }
    assert_eq!(order, ["objective", "objective", "objective", "tripod", "airplane", "airplane"]);
}

#[test]
fn standing_on_an_objective_at_the_end_of_a_movement_step_reaches_it() {
    proves!("INV-WWS-02");
    // Two long straights south bring it from 850 over the template at 650, and away again.
    let mut play = alsace((450.0, 850.0), 180).begin();
    play.plan(2, &["TA_long_straight", "TA_long_straight", "TA_standing_still"]);
    for (before, after) in [(false, false), (false, true), (true, true)] {
        assert_eq!(reached(&play)[0], before);
        for id in [0, 1] {
            play.fly(id, "left_45", Speed::Slow);
        }
        play.pass(2);
        assert_eq!(reached(&play)[0], after);
    }
    assert_eq!(play.times("INV-WWS-02"), 1);
    // For good, also when it walks on.
    turn(&mut play, &["TA_running", "TA_long_straight", "TA_long_straight"], [Action::Pass; 3]);
    assert_eq!(reached(&play), [true, false, false]);
}

#[test]
fn passing_over_is_not_enough_and_a_fallen_tripod_reaches_nothing() {
    proves!("INV-WWS-02");
    // It lies on the template.
    let lying = alsace((450.0, 650.0), 180).set(|s| s.vehicles[2].tripod.toppled = 2);
    let mut play = lying.begin();
    play.plan(2, &["", "", "TA_standing_still"]);
    for id in [0, 1] {
        play.fly(id, "left_45", Speed::Slow);
    }
    assert_eq!((play.tripod(2).console.toppled, reached(&play)[0]), (1, false));
    // Up again, it is there.
    for id in [0, 1] {
        play.fly(id, "left_45", Speed::Slow);
    }
    assert_eq!((play.tripod(2).console.toppled, reached(&play)[0]), (0, true));
}

#[test]
fn destroying_implies_reaching() {
    proves!("INV-WWS-02");
    let mut play = alsace((450.0, 650.0), 180).begin();
    play.plan(2, &["TA_standing_still"; 3]);
    for id in [0, 1] {
        play.fly(id, "left_45", Speed::Slow);
    }
    play.act(2, Action::DestroyObjective { objective: Some(0) });
    let seen = &play.view().objectives[0];
    assert!(seen.destroyed && seen.reached);
}

#[test]
fn the_side_with_vehicles_left_wins() {
    proves!("INV-WWS-03");
    // The tripod leaves by the Earthling side after reaching two of three.
    let two = |s: &mut Setup| (s.objectives[0].reached, s.objectives[1].reached) = (true, true);
    let mut play = alsace((450.0, 40.0), 180).set(two).begin();
    turn(&mut play, &["TA_long_straight", "TA_standing_still", "TA_standing_still"], [Action::Pass; 3]);
    assert_eq!(play.ended(), Some(wins(Team::Earthlings, "INV-WWS-03")));
    // An airplane that has left is not destroyed: with the other one destroyed nobody's goal is reached.
    let gone = |s: &mut Setup| {
        s.vehicles[0].fate = Some(Fate::Exited { earthling_side: true });
        (s.vehicles[1].at, s.vehicles[1].facing) =
            (Some(Vec2::new(700.0, 20.0)), geometry::Angle::degrees(180));
    };
    let mut play = alsace((450.0, 850.0), 180).set(gone).begin();
    play.plan(2, &["TA_standing_still"; 3]).fly(1, "straight", Speed::Slow).pass(2);
    assert_eq!(play.ended(), Some(wins(Team::Martians, "INV-WWS-03")));
    // Nobody is left: the last airplane and the tripod leave together.
    let last = |s: &mut Setup| {
        gone(s);
        s.vehicles[2].at = Some(Vec2::new(450.0, 40.0));
    };
    let mut play = alsace((450.0, 850.0), 180).set(last).begin();
    play.plan(2, &["TA_long_straight", "TA_standing_still", "TA_standing_still"]);
    play.fly(1, "straight", Speed::Slow).pass(2);
    assert_eq!(play.ended(), Some((None, "INV-WWS-03")));
}
