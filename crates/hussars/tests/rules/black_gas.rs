//! BLACK GAS (TH-GAS).

use crate::support::{Scene, gas, go, needed, p, pick};
use hussars::{Attack, Cloud, Mode, Moment, Order, Phase, What};
use table::proves;

fn cloud(x: f64, y: f64, turn: u8) -> Cloud {
    Cloud { at: p(x, y), turn }
}

#[test]
fn a_canister_bursts_where_it_was_aimed_or_scatters() {
    proves!("TH-GAS-01", "TH-GAS-02", "TH-GAS-03");
    for (dice, centre) in [(vec![3], (30.0, 30.0)), (vec![2, 180, 2, 3], (30.0, 25.0))] {
        let mut s = Scene::new().option("gas_aim", "any").dice(&dice);
        let t = s.martian("tripod", 30.0, 10.0, 0.0);
        s.human("regular_infantry", 90.0, 90.0, 0.0);
        let mut play = s.play(Phase::FirstFire);
        play.order(gas(t, 30.0, 30.0));
        assert_eq!(play.state().now.clouds, [cloud(centre.0, centre.1, 2)]);
        assert_eq!(play.stand(t).gas, 2);
    }
    let mut s = Scene::new();
    s.martian("tripod", 30.0, 10.0, 0.0);
    let play = s.play(Phase::FirstFire);
    let square = play.state().cloud(p(30.0, 30.0));
    let (low, high) = (square.bounds().min, square.bounds().max);
    assert_eq!((low, high), (p(29.0, 29.0), p(31.0, 31.0)));
    // Off the board the shot is spent.
    let mut s = Scene::new().option("gas_aim", "any").dice(&[1, 180, 6, 6]);
    let t = s.martian("tripod", 30.0, 20.0, 0.0);
    s.human("regular_infantry", 90.0, 90.0, 0.0);
    let mut play = s.play(Phase::FirstFire);
    play.order(gas(t, 30.0, 5.0));
    assert!(play.state().now.clouds.is_empty());
    assert_eq!(play.stand(t).gas, 2);
}

#[test]
fn touching_gas_is_death() {
    proves!("TH-GAS-04");
    let mut s = Scene::new().dice(&[3]);
    let t = s.martian("tripod", 30.0, 10.0, 0.0);
    let aimed = s.human("regular_infantry", 30.0, 30.0, 0.0);
    let touching = s.human("regular_infantry", 31.5, 30.0, 0.0);
    let safe = s.human("regular_infantry", 31.6, 31.2, 0.0);
    s.hide(touching);
    let mut play = s.play(Phase::FirstFire);
    play.order(gas(t, 30.0, 30.0));
    assert_eq!([aimed, touching, safe].map(|id| play.alive(id)), [false, false, true]);
    // Whoever walks into it dies where he first touches.
    let mut s = Scene::new().dice(&[6, 6]);
    s.martian("tripod", 90.0, 90.0, 0.0);
    let foot = s.human("regular_infantry", 30.0, 20.0, 0.0);
    s.human("regular_infantry", 60.0, 20.0, 0.0);
    s.clouds = vec![cloud(30.0, 26.0, 2)];
    let mut play = s.play(Phase::HumanMovement);
    let news = play.walk(foot, 30.0, 31.0);
    assert!(!play.alive(foot));
    assert_eq!(play.stand(foot).at.y, 24_746, "its front edge comes to within 0.005 in: {news:?}");
}

#[test]
fn fear_of_gas_in_view_within_six_inches() {
    proves!("TH-GAS-05");
    for (gap, roll, flees) in [(5.9, 4, true), (5.9, 5, false), (6.1, 4, false)] {
        let mut s = Scene::new().dice(&[roll]);
        s.martian("tripod", 90.0, 90.0, 0.0);
        let foot = s.human("regular_infantry", 30.0, 20.0, 0.0);
        s.clouds = vec![cloud(30.0, 21.25 + gap, 2)];
        let play = s.start(Phase::HumanMovement);
        assert_eq!(play.stand(foot).fears != 0, flees, "{gap} {roll}");
    }
    // Behind a hill nobody is afraid.
    let hill = &[(20.0, 21.0), (40.0, 21.0), (40.0, 24.0), (20.0, 24.0)];
    let mut s = Scene::new().dice(&[1]).hill(hill, &[(22.0, 22.5), (38.0, 22.5)], 3);
    s.martian("tripod", 90.0, 90.0, 0.0);
    let foot = s.human("regular_infantry", 30.0, 20.0, 0.0);
    s.clouds = vec![cloud(30.0, 26.5, 2)];
    let play = s.start(Phase::HumanMovement);
    assert_eq!(play.stand(foot).fears, 0);
}

fn frightened(dice: &[u16], gap: f64) -> (crate::support::Played, hussars::StandId) {
    let mut s = Scene::new().dice(dice);
    s.martian("tripod", 110.0, 110.0, 0.0);
    let foot = s.human("regular_infantry", 30.0, 50.0, 180.0);
    s.clouds = vec![cloud(30.0, 51.25 + gap, 2)];
    let play = s.start(Phase::HumanMovement);
    assert!(play.stand(foot).fears != 0);
    (play, foot)
}

#[test]
fn a_flight_leads_away_to_twelve_inches() {
    proves!("TH-GAS-06");
    let (mut play, foot) = frightened(&[1, 4, 5], 4.0);
    assert_eq!(play.refused(Order::EndStep), "TH-GAS-06", "the flight is owed");
    assert_eq!(play.refused(crate::support::march(foot)), "TH-GAS-06");
    play.order(pick(foot));
    assert_eq!(play.refused(go(&[(30.0, 51.0)], 0.0)), "TH-GAS-06", "nearer");
    assert_eq!(play.refused(go(&[(30.0, 46.0)], 180.0)), "TH-GAS-06", "it can go farther");
    assert_eq!(play.refused(Order::Stay { facing: 0 }), "TH-GAS-06");
    assert_eq!(play.refused(go(&[(30.0, 42.0), (30.0, 43.0)], 180.0)), "TH-GAS-06", "back within 12 in");
    let options = table::Game::options(play.state(), &play.m.prompts()[0]);
    assert_eq!(options, 1, "the engine's own flight");
    play.order(go(&[(30.0, 41.0)], 180.0));
    assert!(play.alive(foot) && play.accepts(Order::EndStep));
    // With 5 in it has done its duty at 9.
    let (mut play, foot) = frightened(&[1, 2, 3], 4.0);
    play.order(pick(foot));
    play.order(go(&[(30.0, 45.0)], 180.0));
    assert!(play.alive(foot));
}

#[test]
fn twelve_inches_are_measured_as_the_base_comes_to_lie() {
    proves!("TH-GAS-06");
    let mut s = Scene::new().dice(&[4, 6, 6]);
    s.martian("tripod", 110.0, 110.0, 0.0);
    let foot = s.human("regular_infantry", 26.75, 25.0, 270.0);
    s.clouds = vec![cloud(20.0, 25.0, 2)];
    let mut play = s.start(Phase::HumanMovement);
    play.order(pick(foot));
    // Facing east it is half an inch deep along the way and lies 12 in off; facing north a corner is 11.75 in off.
    assert!(play.accepts(go(&[(33.25, 25.0)], 90.0)));
    assert_eq!(play.refused(go(&[(33.25, 25.0)], 0.0)), "TH-GAS-06");
    assert_eq!(play.refused(go(&[(33.24, 25.0)], 90.0)), "TH-GAS-06", "11.99 in");
    assert!(play.accepts(go(&[(33.5, 25.0)], 0.0)));
    // The engine's own flight is no excuse for a turn back.
    let prompt = play.m.prompts()[0];
    let own = table::Game::option(play.state(), &prompt, 0);
    let Order::Go { path, .. } = own else { panic!("a flight: {own:?}") };
    let end = *path.last().expect("a way");
    let turned = Order::Go { path, facing: 0 };
    assert_eq!(play.accepts(turned), end.x - 500 - 21_000 >= 11_995, "{end:?}");
}

#[test]
fn three_canisters_for_each_machine() {
    proves!("TH-GAS-07", "TH-GAS-08");
    for kind in ["tripod", "flyer"] {
        let mut s = Scene::new();
        let t = s.martian(kind, 30.0, 10.0, 0.0);
        assert_eq!(s.stands[t.index()].gas, 3, "{kind}");
        s.human("regular_infantry", 30.0, 30.0, 0.0);
        s.set(t, |x| x.gas = 0);
        let rule = s.play(Phase::FirstFire).refused(gas(t, 30.0, 30.0));
        assert_eq!(rule, if kind == "flyer" { "TH-GAS-08" } else { "TH-GAS-07" });
    }
}

#[test]
fn gas_is_aimed_at_what_is_spotted_or_at_any_point_in_sight() {
    proves!("TH-GAS-09", "TH-LOS-09");
    let scene = |aim: &str| {
        let hill = &[(60.0, 20.0), (80.0, 20.0), (80.0, 24.0), (60.0, 24.0)];
        let mut s = Scene::new().option("gas_aim", aim).rect("woods", 25.0, 30.0, 35.0, 40.0).hill(
            hill,
            &[(62.0, 22.0), (78.0, 22.0)],
            6,
        );
        let t = s.martian("tripod", 30.0, 10.0, 0.0);
        let b = s.martian("tripod", 70.0, 18.0, 0.0);
        s.human("regular_field_artillery", 40.0, 20.0, 0.0);
        (s.play(Phase::FirstFire), t, b)
    };
    let (play, t, b) = scene("spotted");
    assert_eq!(play.refused(gas(t, 30.0, 31.0)), "TH-GAS-09");
    assert!(play.accepts(gas(t, 40.4, 20.4)), "any point of the battery's base");
    assert_eq!(play.refused(gas(t, 40.6, 20.4)), "TH-GAS-09");
    assert_eq!(play.refused(gas(b, 70.0, 27.0)), "TH-GAS-09");
    let (play, t, b) = scene("any");
    assert!(play.accepts(gas(t, 30.0, 31.0)), "the wood that holds the point is no hindrance");
    assert_eq!(play.refused(gas(b, 70.0, 27.0)), "TH-GAS-09", "behind the hill");
    assert_eq!(play.refused(gas(t, 30.0, 59.0)), "TH-GAS-09", "beyond 48 in");
}

#[test]
fn a_cloud_behind_a_ridge_is_seen_from_the_ridge() {
    proves!("TH-LOS-09");
    for (y, seen) in [(17.0, false), (19.75, true)] {
        let mut s = Scene::new().area("ridge", &[(20.0, 20.0), (40.0, 20.0)]).dice(&[1]);
        s.martian("tripod", 110.0, 110.0, 0.0);
        let foot = s.human("regular_infantry", 30.0, y, 0.0);
        s.clouds = vec![cloud(30.0, y + 6.5, 2)];
        let play = s.start(Phase::HumanMovement);
        assert_eq!(play.stand(foot).fears != 0, seen, "{y}");
    }
}

#[test]
fn gas_lasts_for_the_next_turn() {
    proves!("TH-GAS-10");
    for (option, gone) in [("0", 3), ("1", 4), ("2", 5)] {
        let mut s = Scene::new().option("gas_turns", option);
        s.martian("tripod", 10.0, 10.0, 0.0);
        s.human("regular_infantry", 110.0, 110.0, 0.0);
        s.clouds = vec![cloud(60.0, 60.0, 2)];
        let mut play = s.start(Phase::HumanMovement);
        play.until(gone - 1, Phase::SmallArms);
        assert_eq!(play.state().now.clouds.len(), usize::from(gone > 2), "{option}");
        play.until(gone, Phase::FirstFire);
        assert!(play.state().now.clouds.is_empty(), "{option}");
    }
    let mut s = Scene::new().option("gas_turns", "permanent");
    s.martian("tripod", 10.0, 10.0, 0.0);
    s.human("regular_infantry", 110.0, 110.0, 0.0);
    s.clouds = vec![cloud(60.0, 60.0, 2)];
    let mut play = s.start(Phase::HumanMovement);
    play.until(8, Phase::FirstFire);
    assert_eq!(play.state().now.clouds.len(), 1);
}

#[test]
fn range_and_movement_modify_gas_and_nothing_else() {
    proves!("TH-GAS-11");
    let mut s = Scene::new().option("gas_aim", "any").dice(&[6]).rect("woods", 20.0, 40.0, 40.0, 50.0);
    let t = s.martian("tripod", 30.0, 10.0, 0.0);
    let foot = s.human("regular_infantry", 30.0, 40.75, 0.0);
    s.set(foot, |x| x.strategic = true);
    s.human("regular_infantry", 90.0, 90.0, 0.0);
    let mut play = s.play(Phase::FirstFire);
    let news = play.order(gas(t, 30.0, 40.75));
    assert_eq!(needed(&news), 4, "30 in, in cover, marching: only the range counts");
    // On overwatch, during movement: 5.
    let mut s = Scene::new().option("gas_aim", "any").dice(&[1, 1, 6]);
    let t = s.martian("tripod", 30.0, 10.0, 0.0);
    let foot = s.human("regular_infantry", 30.0, 41.0, 0.0);
    s.set(t, |x| x.marker = 7);
    let mut play = s.play(Phase::HumanMovement);
    play.walk(foot, 30.0, 42.0);
    let shot = Order::React { holder: t, mark: 0, attack: Attack::Gas { at: p(30.0, 41.0) } };
    let news = play.order(shot);
    assert_eq!(needed(&news), 5);
    let _ = Mode::Watch(Moment::During);
}

#[test]
fn ships_and_martians_do_not_mind_gas() {
    proves!("TH-GAS-12", "TH-TC-03");
    let mut s = Scene::new().rect("lake", 28.0, 20.0, 40.0, 40.0).dice(&[3]).option("gas_aim", "any");
    let t = s.martian("tripod", 30.0, 10.0, 0.0);
    let ship = s.human("ironclad", 30.0, 30.0, 0.0);
    let steamer = s.human("steamer", 31.3, 30.0, 0.0);
    let tripod = s.martian("tripod", 27.8, 30.0, 0.0);
    let foot = s.human("regular_infantry", 30.0, 32.0, 0.0);
    let mut play = s.play(Phase::FirstFire);
    let news = play.order(gas(t, 29.4, 31.0));
    assert_eq!([ship, steamer, tripod, foot].map(|id| play.alive(id)), [true, true, true, false]);
    assert!(news.iter().any(|w| matches!(w, What::Destroyed { stand, .. } if *stand == foot)));
    play.until(2, Phase::HumanMovement);
    assert_eq!((play.stand(ship).fears, play.stand(ship).marks), (0, [0; 5]));
}

#[test]
fn a_stand_that_turns_into_gas_dies() {
    proves!("TH-GAS-04");
    // Half an inch deep it stands clear of the cloud; an inch wide it does not.
    let scene = |x: f64, dice: &[u16]| {
        let mut s = Scene::new().dice(dice);
        s.martian("tripod", 110.0, 110.0, 0.0);
        let foot = s.human("elite_infantry", x, 25.0, 270.0);
        s.clouds = vec![cloud(20.0, 25.0, 2)];
        (s.start(Phase::HumanMovement), foot)
    };
    for facing in [0, 2700] {
        let (mut play, foot) = scene(21.3, &[6, 6]);
        play.order(pick(foot));
        play.order(Order::Stay { facing });
        assert_eq!(play.alive(foot), facing == 2700, "turned on the spot to {facing}");
        let (mut play, foot) = scene(25.0, &[6, 6]);
        play.order(pick(foot));
        play.order(go(&[(21.3, 25.0)], f64::from(facing) / 10.0));
        assert_eq!(play.alive(foot), facing == 2700, "turned at the end to {facing}");
    }
}

#[test]
fn at_an_edge_a_flight_goes_sideways() {
    proves!("TH-GAS-06");
    let mut s = Scene::new().board(48.0, 48.0).dice(&[4, 6, 6]);
    s.martian("tripod", 5.0, 40.0, 0.0);
    let foot = s.human("regular_infantry", 46.0, 25.0, 90.0);
    s.clouds = vec![cloud(42.0, 25.0, 2)];
    let mut play = s.start(Phase::HumanMovement);
    play.order(pick(foot));
    assert_eq!(play.refused(go(&[(48.0, 25.0)], 90.0)), "TH-GAS-06", "4.75 in off, 10 in unused");
    assert!(play.accepts(go(&[(46.0, 37.0)], 0.0)), "11.04 in off, and nothing left");
    let own = table::Game::option(play.state(), &play.m.prompts()[0], 0);
    play.order(own);
    let gap = play.stand(foot).at.y.abs_diff(25_000);
    assert!(gap >= 10_000, "all it has, along the edge: {:?}", play.stand(foot).at);
}

#[test]
fn all_who_have_to_run_may_run_by_one_order() {
    proves!("TH-GAS-06", "TH-OVR-09");
    // Three fail their checks, one passes; each rolls its own dice. A tripod watches.
    let scene = |marker: u8| {
        let mut s = Scene::new().dice(&[1, 1, 6, 1, 4, 5, 2, 3, 6, 6, 1, 1]);
        let t = s.martian("tripod", 30.0, 75.0, 180.0);
        s.set(t, |x| (x.marker, x.gas) = (marker, 0));
        let feet: Vec<_> = [(26.0, 44.0), (30.0, 45.0), (34.0, 44.0), (38.0, 46.0)]
            .iter()
            .map(|(x, y)| s.human("regular_infantry", *x, *y, 180.0))
            .collect();
        s.human("regular_infantry", 100.0, 100.0, 0.0);
        s.clouds = vec![cloud(32.0, 49.0, 2)];
        (s.start(Phase::HumanMovement), feet, t)
    };
    let (mut one, feet, _) = scene(0);
    let afraid: Vec<_> = feet.iter().copied().filter(|id| one.stand(*id).fears != 0).collect();
    assert_eq!(afraid, [feet[0], feet[1], feet[3]]);
    let (mut other, ..) = scene(0);
    let row = table::Game::row(one.state(), &one.m.prompts()[0], &Order::Flee);
    assert!(afraid.iter().all(|id| row.detail.contains(&one.state().name(*id))), "{row:?}");
    assert_eq!(table::Game::option(one.state(), &one.m.prompts()[0], 0), Order::Flee, "it is offered first");
    let news = one.order(Order::Flee);
    assert_eq!(news.iter().filter(|w| matches!(w, What::Picked { .. })).count(), 3);
    for id in &afraid {
        other.order(pick(*id));
        let own = table::Game::option(other.state(), &other.m.prompts()[0], 0);
        assert!(matches!(own, Order::Go { .. }), "{own:?}");
        other.order(own);
    }
    assert_eq!(one.m.hash(), other.m.hash(), "as by single orders");
    assert_eq!(one.refused(Order::Flee), "TH-GAS-06", "nobody is left to run");
    assert!(one.accepts(Order::EndStep));
    // Who was moved by hand does not run again, and overwatch is asked on the way.
    let (mut play, _, t) = scene(7);
    play.pass();
    play.order(pick(afraid[1]));
    let own = table::Game::option(play.state(), &play.m.prompts()[0], 0);
    play.order(own);
    play.pass();
    play.order(Order::Flee);
    let mut asked = 0;
    while let Some((hussars::Side::Martian, hussars::Ask::Watch { .. })) = play.asked() {
        assert!(play.stand(t).marker != 0);
        asked += 1;
        play.order(Order::Pass);
    }
    assert_eq!(asked, 2, "once for each of the two");
    assert!(afraid.iter().all(|id| play.stand(*id).done) && !play.state().now.fleeing);
}
