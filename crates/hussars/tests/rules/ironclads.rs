//! IRONCLADS (TH-IRN) and steamers.

use crate::support::{Played, Scene, go, gun, p, pick};
use hussars::Weapon::{FieldArtillery as F, HeavyArtillery as H, Machinegun as M};
use hussars::{Ask, Content, Order, Phase, ShipResult, Side, StandId, Weapon, What, Where};
use table::proves;

/// Water north of y 18, a ship in it.
fn sea(speed: i32, dice: &[u16]) -> (Scene, StandId) {
    let mut s = Scene::new().rect("lake", 0.0, 18.0, 120.0, 120.0).dice(dice);
    let ship = s.human("ironclad", 30.0, 22.0, 180.0);
    s.set(ship, |x| x.speed = speed);
    (s, ship)
}

#[test]
fn ships_keep_to_the_water() {
    proves!("TH-IRN-01", "TH-IRN-02");
    let (mut s, ship) = sea(1200, &[]);
    s.martian("tripod", 100.0, 10.0, 0.0);
    let mut play = s.play(Phase::HumanMovement);
    assert_eq!(play.refused(Order::EndStep), "TH-IRN-02", "it is under way");
    play.order(pick(ship));
    play.order(go(&[(30.0, 10.0)], 180.0));
    assert_eq!((play.stand(ship).at, play.stand(ship).speed), (p(30.0, 18.0), 0));
}

#[test]
fn speed_changes_by_four_inches_at_most() {
    proves!("TH-IRN-02", "TH-IRN-03");
    let reach = |speed: i32, length: f64| {
        let (mut s, ship) = sea(speed, &[]);
        s.martian("tripod", 100.0, 10.0, 0.0);
        let mut play = s.play(Phase::HumanMovement);
        play.order(pick(ship));
        let order = go(&[(30.0, 22.0 + length)], 0.0);
        if play.accepts(order.clone()) { Ok(()) } else { Err(play.refused(order)) }
    };
    for (speed, length, answer) in [
        (1200, 8.0, Ok(())),
        (1200, 12.0, Ok(())),
        (1200, 16.0, Ok(())),
        (1200, 17.0, Err("TH-IRN-03")),
        (1200, 7.9, Err("TH-IRN-03")),
        (2200, 24.0, Ok(())),
        (2200, 25.0, Err("TH-IRN-02")),
    ] {
        assert_eq!(reach(speed, length), answer, "from {speed} to {length}");
    }
    let (mut s, ship) = sea(1200, &[]);
    s.martian("tripod", 100.0, 10.0, 0.0);
    let mut play = s.play(Phase::HumanMovement);
    play.order(pick(ship));
    play.order(go(&[(30.0, 38.0)], 0.0));
    assert_eq!((play.stand(ship).at, play.stand(ship).speed), (p(30.0, 38.0), 1600));
}

#[test]
fn every_gun_has_its_own_target() {
    proves!("TH-IRN-04", "TH-IRN-05", "TH-IRN-06", "TH-SEQ-10");
    let content = Content::built_in();
    let guns = &content.profiles[content.profile("ironclad").expect("a ship")].guns;
    assert_eq!(guns, &[H, H, F, F, M, M]);
    let (mut s, ship) = sea(1200, &[1, 1, 1, 1]);
    let a = s.martian("tripod", 30.0, 40.0, 0.0);
    let b = s.martian("tripod", 50.0, 40.0, 0.0);
    let mut play = s.play(Phase::Artillery);
    assert_eq!(play.refused(gun(ship, 4, a)), "TH-IRN-05", "machine guns in phase 5");
    for (n, target) in [(0, a), (1, b), (2, a)] {
        play.order(gun(ship, n, target));
        assert_eq!(play.refused(gun(ship, n, target)), "TH-IRN-04");
    }
    play.order(gun(ship, 3, b));
    assert_eq!(play.state().now.phase, Phase::HumanMovement, "all four have fired");
    play.order(pick(ship));
    assert!(play.accepts(go(&[(42.0, 22.0)], 90.0)), "and it moves");
    for (crew, needed) in [("green", 6), ("regular", 6), ("veteran", 5), ("elite", 5)] {
        let (s, ship) = sea(0, &[]);
        let mut s = s.option("ironclad_crew", crew);
        let t = s.martian("tripod", 30.0, 40.0, 0.0);
        let play = s.play(Phase::SmallArms);
        let odds = play.state().odds(ship, M, t, hussars::Mode::Phase, false);
        assert_eq!(odds.needed(), needed, "{crew}");
        assert_eq!(play.state().gap(ship, t), 1575);
        assert!(play.accepts(gun(ship, 4, t)) && play.accepts(gun(ship, 5, t)));
    }
}

fn burnt(dice: &[u16], speed: i32) -> (Played, StandId, Vec<What>) {
    let (mut s, ship) = sea(speed, dice);
    let t = s.martian("tripod", 30.0, 35.0, 0.0);
    s.human("elite_infantry", 100.0, 10.0, 0.0);
    let mut play = s.play(Phase::FirstFire);
    let news = play.fire(t, ship);
    (play, ship, news)
}

#[test]
fn the_heat_ray_has_a_table_of_its_own() {
    proves!("TH-IRN-07", "TH-IRN-08", "TH-IRN-09", "TH-IRN-10");
    for (roll, result) in [
        (1, ShipResult::Engine),
        (2, ShipResult::Engine),
        (3, ShipResult::Weapon),
        (4, ShipResult::Weapon),
        (5, ShipResult::Weapon),
        (6, ShipResult::Ammunition),
    ] {
        let (play, ship, news) = burnt(&[3, roll, 3], 1400);
        assert!(news.contains(&What::ShipHit { ship, roll: roll as u8, result }), "{roll}: {news:?}");
        assert!(play.alive(ship) && !news.iter().any(|w| matches!(w, What::CheckOwed { .. })));
    }
    let (play, ship, _) = burnt(&[3, 1], 1400);
    assert_eq!((play.stand(ship).speed, play.state().top_speed(ship)), (800, 1800));
    let (mut s, ship) = sea(0, &[]);
    s.set(ship, |x| x.engines = 4);
    s.martian("tripod", 100.0, 10.0, 0.0);
    assert_eq!(s.play(Phase::HumanMovement).state().top_speed(ship), 0);
}

#[test]
fn the_martians_choose_the_weapon_that_is_lost() {
    proves!("TH-IRN-09");
    let (mut play, ship, _) = burnt(&[3, 4], 1200);
    assert_eq!(play.asked(), Some((Side::Martian, Ask::Weapon { ship })));
    assert_eq!(play.refused(Order::Weapon { gun: 6 }), "TH-IRN-09");
    let news = play.order(Order::Weapon { gun: 0 });
    assert!(news.contains(&What::GunLost { ship, gun: Weapon::HeavyArtillery }));
    assert_eq!(play.state().guns(ship).count(), 5);
    let (mut s, ship) = sea(0, &[3, 4]);
    let t = s.martian("tripod", 30.0, 35.0, 0.0);
    s.set(ship, |x| x.guns_lost = 63);
    let mut play = s.play(Phase::FirstFire);
    let news = play.fire(t, ship);
    assert!(news.contains(&What::ShipHit { ship, roll: 4, result: ShipResult::Nothing }));
}

#[test]
fn a_ship_that_blew_up_slows_and_goes_down() {
    proves!("TH-IRN-10", "TH-IRN-11");
    let (mut play, ship, news) = burnt(&[3, 6, 3], 2000);
    assert!(news.contains(&What::Sinking { ship, turns: 3 }));
    assert_eq!(play.state().speeds(ship), (800, 800));
    play.until(2, Phase::HumanMovement);
    play.order(pick(ship));
    assert_eq!(play.refused(go(&[(42.0, 22.0)], 90.0)), "TH-IRN-11");
    play.order(go(&[(38.0, 22.0)], 90.0));
    play.until(3, Phase::FirstFire);
    assert_eq!((play.stand(ship).sinking, play.stand(ship).speed), (3, 800));
    assert_eq!(play.state().speeds(ship), (0, 0));
    play.until(3, Phase::HumanMovement);
    assert_eq!(play.stand(ship).sinking, 2);
    play.until(5, Phase::FirstFire);
    assert!(play.alive(ship), "three turns are not over");
    play.until(5, Phase::HumanMovement);
    assert_eq!(play.stand(ship).place, Where::Lost, "at the end of phase 1 of turn 5");
    // With a 1 it has a whole turn of five phases, whether it was hit in the first phase or on overwatch in the fourth.
    let (mut play, ship, _) = burnt(&[3, 6, 1], 0);
    play.until(2, Phase::SmallArms);
    assert!(play.alive(ship));
    play.until(3, Phase::HumanMovement);
    assert_eq!(play.stand(ship).place, Where::Lost);
    let (mut s, ship) = sea(0, &[6, 6, 1]);
    let t = s.martian("tripod", 30.0, 35.0, 0.0);
    s.set(t, |x| x.marker = 7);
    let mut play = s.start(Phase::HumanMovement);
    let attack = hussars::Attack::Fire { gun: 0, target: ship };
    let news = play.order(Order::React { holder: t, mark: 0, attack });
    assert!(news.iter().any(|w| matches!(w, What::Sinking { turns: 1, .. })), "told as rolled: {news:?}");
    play.until(2, Phase::SmallArms);
    assert!(play.alive(ship) && play.stand(ship).sinking == 1);
    play.until(3, Phase::SmallArms);
    assert_eq!(play.stand(ship).place, Where::Lost);
    // A second hit rolls again, and the earlier end stands.
    for (left, roll, then) in [
        (5, 2, (2, Some((2, Phase::FirstFire)))),
        (2, 2, (2, None)),
        (2, 1, (1, Some((2, Phase::FirstFire)))),
    ] {
        let (mut s, ship) = sea(0, &[3, 6, roll]);
        let t = s.martian("tripod", 30.0, 35.0, 0.0);
        s.set(ship, |x| x.sinking = left);
        let mut play = s.play(Phase::FirstFire);
        play.fire(t, ship);
        let stand = play.stand(ship);
        assert_eq!((stand.sinking, stand.struck), then, "{left} turns, rolled {roll}");
    }
}

#[test]
fn a_tripod_in_the_water_is_rammed() {
    proves!("TH-IRN-12", "TH-IRN-13");
    // Contact after some inches; 4 hits: legs, ray, gas, then the pilot. What is left of the way is sailed.
    let (mut s, ship) = sea(1600, &[4, 1, 2, 3, 6]);
    let t = s.martian("tripod", 30.0, 33.25, 0.0);
    let mut play = s.play(Phase::HumanMovement);
    play.order(pick(ship));
    let news = play.order(go(&[(30.0, 38.0)], 0.0));
    assert!(news.contains(&What::Rammed { ship, tripod: t, hits: 4 }), "{news:?}");
    assert_eq!(news.iter().filter(|w| matches!(w, What::Located { .. })).count(), 4);
    assert!(!play.alive(t) && !news.iter().any(|w| matches!(w, What::Contact { .. })));
    assert_eq!((play.stand(ship).at, play.stand(ship).speed), (p(30.0, 38.0), 1600));
    // It survives: the ship stays in contact with speed 0.
    let (mut s, ship) = sea(1600, &[1, 1]);
    let t = s.martian("tripod", 30.0, 33.25, 0.0);
    let mut play = s.play(Phase::HumanMovement);
    play.order(pick(ship));
    play.order(go(&[(30.0, 38.0)], 0.0));
    assert!(play.alive(t));
    assert_eq!(
        (play.state().gap(ship, t), play.stand(ship).speed, play.state().speeds(ship)),
        (0, 0, (0, 400))
    );
    // On the shore it can not be rammed.
    let mut s = Scene::new().rect("lake", 0.0, 18.0, 120.0, 120.0);
    let ship = s.human("ironclad", 30.0, 30.0, 180.0);
    let t = s.martian("tripod", 30.0, 17.5, 0.0);
    s.set(ship, |x| x.speed = 1600);
    let mut play = s.play(Phase::HumanMovement);
    play.order(pick(ship));
    let news = play.order(go(&[(30.0, 14.0)], 180.0));
    assert!(play.alive(t) && !news.iter().any(|w| matches!(w, What::Rammed { .. })));
    assert_eq!(play.stand(ship).speed, 0);
}

#[test]
fn steamers_move_four_inches_without_dice() {
    proves!("TH-TC-02", "TH-TC-03");
    let scene = |dice: &[u16]| {
        let mut s = Scene::new().rect("lake", 0.0, 18.0, 120.0, 120.0).dice(dice);
        let steamer = s.human("steamer", 32.0, 30.0, 90.0);
        let t = s.martian("tripod", 32.0, 45.0, 0.0);
        s.human("elite_infantry", 100.0, 10.0, 0.0);
        (s, steamer, t)
    };
    let (s, steamer, _) = scene(&[]);
    let mut play = s.play(Phase::HumanMovement);
    play.order(pick(steamer));
    assert!(play.accepts(go(&[(36.0, 30.0)], 90.0)));
    assert_eq!(play.refused(go(&[(36.5, 30.0)], 90.0)), "TH-TC-02");
    assert_eq!(play.refused(go(&[(32.0, 33.0), (32.0, 30.0)], 90.0)), "TH-TC-02");
    for (effect, sunk) in [(4, false), (5, true)] {
        let (s, steamer, t) = scene(&[3, effect]);
        let mut play = s.play(Phase::FirstFire);
        let news = play.fire(t, steamer);
        assert_eq!(!play.alive(steamer), sunk);
        assert!(!news.iter().any(|w| matches!(w, What::CheckOwed { .. })));
    }
}

#[test]
fn a_ram_needs_no_run_up() {
    proves!("TH-IRN-12");
    let mut s = Scene::new().rect("lake", 0.0, 18.0, 120.0, 120.0).dice(&[1, 2]);
    let t = s.martian("tripod", 30.0, 40.0, 0.0);
    let ship = s.human("ironclad", 30.0, 43.0, 180.0);
    s.set(ship, |x| x.speed = 400);
    let mut play = s.play(Phase::HumanMovement);
    let gap = play.state().gap(ship, t);
    assert!((1..100).contains(&gap), "{gap}");
    play.order(pick(ship));
    let prompt = play.m.prompts()[0];
    let options = table::Game::options(play.state(), &prompt);
    let rams = (0..options)
        .map(|n| table::Game::option(play.state(), &prompt, n))
        .filter(|o| play.state().in_words(o).label.starts_with("Ram"))
        .collect::<Vec<_>>();
    let ram = rams.first().expect("a ram is offered").clone();
    let news = play.order(ram);
    assert!(news.iter().any(|w| matches!(w, What::Rammed { hits: 1, .. })), "{news:?}");
    // Against it already, it moves into no contact; and what ends short of it is no ram.
    let mut s = Scene::new().rect("lake", 0.0, 18.0, 120.0, 120.0);
    let t = s.martian("tripod", 30.0, 70.0, 0.0);
    let ship = s.human("ironclad", 30.0, 43.0, 0.0);
    s.set(ship, |x| x.speed = 400);
    let mut play = s.play(Phase::HumanMovement);
    let news = play.order(pick(ship));
    assert!(
        news.iter().any(|w| matches!(w, What::Picked { allowance: 800, .. })),
        "4 in more at most: {news:?}"
    );
    let prompt = play.m.prompts()[0];
    let labels: Vec<String> = (0..table::Game::options(play.state(), &prompt))
        .map(|n| play.state().in_words(&table::Game::option(play.state(), &prompt, n)).label)
        .collect();
    assert!(labels.iter().any(|l| l.starts_with("Toward Tripod")), "{labels:?}");
    assert!(!labels.iter().any(|l| l.starts_with("Ram")), "{labels:?}");
    let _ = t;
}

#[test]
fn a_ship_that_is_not_moved_has_no_way_on_it() {
    proves!("TH-IRN-02", "TH-IRN-11");
    let (mut s, ship) = sea(400, &[]);
    s.martian("tripod", 100.0, 10.0, 0.0);
    let mut play = s.play(Phase::HumanMovement);
    play.until(2, Phase::SmallArms);
    assert_eq!(play.stand(ship).speed, 0);
    let (mut s, ship) = sea(1200, &[]);
    s.martian("tripod", 100.0, 10.0, 0.0);
    s.set(ship, |x| x.sinking = 3);
    let mut play = s.play(Phase::HumanMovement);
    play.until(2, Phase::SmallArms);
    assert_eq!((play.stand(ship).speed, play.stand(ship).sinking), (0, 2));
}
