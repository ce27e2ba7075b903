//! LANDINGS, TAKE-OFFS and taxiing.

use crate::support::*;
use geometry::Vec2;
use table::{Game, Viewer, proves};
use triplanes::*;

const STILL: [&str; 3] = ["TA_standing_still"; 3];
const WAIT: [&str; 3] = ["wait"; 3];
const TAKE_OFF: [&str; 3] = ["R_stall", "R_straight", "R_climb"];
const LANDING: [&str; 3] = ["R_dive", "R_straight", "R_stall"];

/// A Nieuport, vehicle 0, here at this level, facing north along a landing field of which the middle is at (1500,
/// 1500), and a Locust far away, vehicle 1.
fn field(x: f64, y: f64, level: u8) -> Scene {
    let scene = Scene::new().altitude().set(|s| s.area = [3000.0, 3000.0]).field(1500.0, 1500.0, 0);
    scene.put("nieuport_16", x, y, 0).level(level).put("mk1_locust", 300.0, 2800.0, 180)
}

/// On the ground at the southern end of the field.
fn ready() -> Scene {
    field(1500.0, 1370.0, 0)
}

/// A landing that begins here comes to a stop 268.5 mm farther north.
fn approach(y: f64) -> Scene {
    field(1500.0, y, 1).put("nieuport_16", 2000.0, 500.0, 0)
}

/// Plans and plays so many phases.
fn flown(scene: &Scene, cards: &[&str], phases: u8) -> Play {
    let mut play = scene.begin();
    fly(&mut play, cards, phases);
    play
}

fn fly(play: &mut Play, cards: &[&str], phases: u8) {
    play.plan(0, cards).plan(1, &STILL);
    if play.view().vehicles.len() > 2 {
        play.plan(2, &["R_straight"; 3]);
    }
    for _ in 0..phases {
        play.rest_of_phase();
    }
}

fn refused(scene: &Scene, cards: &[&str]) -> &'static str {
    scene.begin().plan_refused(0, cards).rule.0
}

#[test]
fn an_airplane_on_the_ground_uses_no_weapon() {
    proves!("TT-ALT-12");
    let scene = |level: u8| {
        let scene = Scene::duel("nieuport_16", 80.0, 0).altitude().firing();
        scene.set(|s| {
            let plane = &mut s.vehicles[0];
            (plane.level, plane.flown) = (Some(level), Some(1));
            (plane.airplane.rockets, plane.airplane.cannon) = (2, true);
        })
    };
    let play = scene(0).begin();
    assert_eq!(play.fire_refused(0, 1, Through::Open).rule.0, "TT-ALT-12");
    assert_eq!(play.cannon_refused(0, 1, Through::Open), "TT-ALT-12");
    assert_eq!(play.launch_refused(0, 1, 1), "TT-ALT-12");
    assert!(!play.asks(EARTH).contains(&Ask::Fire { vehicle: v(0) }));
    scene(1).begin().fire(0, 1, Through::Open);
    let anchored = Scene::new().altitude().put("nieuport_16", 300.0, 300.0, 0).level(0);
    let anchored =
        anchored.with(|v| v.airplane.anchor = Anchor::Ready).put("mk1_locust", 410.0, 300.0, 90).firing();
    assert_eq!(anchored.begin().hook_refused(0, 1), "TT-ALT-12");
}

#[test]
fn only_taxi_orders_and_a_take_off_are_planned_on_the_ground() {
    proves!("TT-ALT-12");
    for card in ["R_left_60", "R_sideslip_right", "R_dive", "R_immelmann", "R_wide_sideslip_left"] {
        assert_eq!(refused(&ready(), &[card, "wait", "wait"]), "TT-ALT-12");
        assert_eq!(refused(&ready(), &["R_stall", "R_straight", card]), "TT-ALT-12");
    }
    // In the air again it flies as it likes: the climb card of the take-off was flown in space 1.
    let rising = || {
        ready().set(|s| {
            (s.vehicles[0].airplane.run, s.vehicles[0].airplane.last) =
                (Run::TakeOffStraight, LastManeuver::Straight);
        })
    };
    rising().begin().plan(0, &["R_climb", "R_left_60", "R_dive"]);
    assert_eq!(refused(&rising(), &["wait", "R_left_60", "wait"]), "TT-ALT-12");
    assert_eq!(refused(&rising(), &["R_climb", "wait", "R_left_60"]), "TT-ALT-13");
    // What is on offer is what is accepted.
    let play = rising().begin();
    let plans = play.legal(EARTH);
    assert!(plans.len() > 50 && plans.contains(&play.plan_order(0, &WAIT)));
    assert!(plans.iter().all(|plan| play.m.state().check(EARTH, plan).is_ok()));
}

#[test]
fn damage_binds_no_plan_made_on_the_ground() {
    proves!("TT-ALT-12");
    let damaged = |level: u8| {
        field(1500.0, 1370.0, level).set(|s| {
            let plane = &mut s.vehicles[0];
            (plane.flames, plane.hidden.engine) = (3, 1);
            (plane.hidden.left_jam, plane.hidden.right_jam) = (true, true);
        })
    };
    damaged(0).begin().plan(0, &["roll_left", "roll_right", "wait"]);
    let mut play = flown(&damaged(0).stack(DeckId::A, &["0"]), &TAKE_OFF, 3);
    assert_eq!((play.height(0), play.cites("TT-AIL-01")), ((1, 0), false));
    assert_eq!(play.plan_refused(0, &["R_straight", "R_straight", "R_stall"]).rule.0, "TT-SPV-04");
    play.plan(0, &["R_sideslip_left", "R_stall", "R_sideslip_left"]);
    assert_eq!(refused(&damaged(1), &["R_left_60", "R_stall", "R_left_60"]), "TT-SPA-02");
}

#[test]
fn an_illegal_card_on_the_ground_becomes_waiting_and_costs_an_a_card() {
    proves!("TT-ALT-12");
    let scene = ready().printed().stack(DeckId::A, &["1"]);
    let play = flown(&scene, &["R_left_60", "wait", "wait"], 1);
    assert_at(&play, 0, 1500.0, 1370.0, 0.0);
    assert_eq!(
        (play.points(0), play.height(0), play.airplane(0).console.last),
        (1, (0, 0), LastManeuver::Other)
    );
    assert!(play.cites("TT-ALT-12") && play.asks(EARTH).is_empty());
    // In the air an order for the ground is replaced by a straight.
    let scene = field(1500.0, 1370.0, 2).printed().stack(DeckId::A, &["1"]);
    let mut play = flown(&scene, &["wait", "R_left_60", "R_left_60"], 0);
    play.rest_of_phase();
    assert_at(&play, 0, 1500.0, 1467.0, 0.0);
    let broken = |w: &What| matches!(w, What::Illegal { broken: "TT-ALT-13", .. });
    assert!(play.points(0) == 1 && play.happened(Viewer::Spectator).iter().any(broken));
}

#[test]
fn heat_rays_and_tripods_reach_the_ground() {
    proves!("TT-ALT-12");
    // A tripod walks over it: nothing happens.
    let scene = Scene::new().altitude().put("nieuport_16", 450.0, 450.0, 0).level(0);
    let mut play = scene.put("mk1_locust", 450.0, 360.0, 0).begin();
    play.plan(0, &WAIT)
        .plan(1, &["TA_long_straight", "TA_standing_still", "TA_standing_still"])
        .rest_of_phase();
    assert_eq!((play.see(0).fate, play.held(0).len(), play.tripod(1).console.toppled), (Fate::InPlay, 0, 0));
    // Black smoke chokes it where it stands.
    let scene = ready().clouds(&[(1500.0, 1370.0)]).stack(DeckId::Z, &["1"]);
    let choked = flown(&scene, &WAIT, 1);
    assert_eq!((choked.points(0), choked.clouds().len()), (1, 0));
}

#[test]
fn taxiing_goes_by_the_arrow_of_the_stall() {
    proves!("TT-ALT-13");
    let first = |order: &str| flown(&ready(), &[order, "wait", "wait"], 1);
    assert_at(&first("roll"), 0, 1500.0, 1370.0 + 74.5, 0.0);
    assert_at(&first("roll_right"), 0, 1500.0 + 29.44, 1370.0 + 57.5, 60.0);
    assert_at(&first("roll_left"), 0, 1500.0 - 29.44, 1370.0 + 57.5, 300.0);
    assert_at(&first("wait"), 0, 1500.0, 1370.0, 0.0);
    assert!(first("roll").cites("TT-ALT-13"));
    // As often as wanted, face down and turned up like cards, and nothing to remember.
    let mut play = ready().begin();
    play.plan(0, &["roll"; 3]);
    assert_eq!(play.seen_by(MARS, 0).plan, [const { SpaceView::Hidden }; 3]);
    play.plan(1, &STILL).rest_of_turn();
    assert_eq!(
        (play.turned_up(0), play.airplane(0).console.last),
        (vec!["roll".to_owned(); 3], LastManeuver::Other)
    );
    assert_at(&play, 0, 1500.0, 1370.0 + 3.0 * 74.5, 0.0);
}

#[test]
fn taxi_orders_are_for_the_ground() {
    proves!("TT-ALT-13");
    assert_eq!(refused(&field(1500.0, 1370.0, 1), &["wait", "R_straight", "R_straight"]), "TT-ALT-13");
    assert_eq!(refused(&field(1500.0, 1370.0, 3), &["R_straight", "R_straight", "roll"]), "TT-ALT-13");
    // Without altitude rules nobody can give them.
    let plain = Scene::new().put("nieuport_16", 450.0, 100.0, 0).put("mk1_locust", 450.0, 800.0, 180);
    assert_eq!(refused(&plain, &WAIT), "TT-SET-04");
    assert_eq!(refused(&plain.printed(), &WAIT), "TT-SET-04");
}

#[test]
fn a_take_off_is_stall_straight_climb() {
    proves!("TT-ALT-14");
    let mut play = flown(&ready(), &TAKE_OFF, 1);
    let seen = |play: &Play| (play.height(0), play.airplane(0).console.run);
    assert_eq!(seen(&play), ((0, 0), Run::TakeOffStall));
    play.rest_of_phase();
    assert_eq!(seen(&play), ((0, 0), Run::TakeOffStraight));
    play.rest_of_phase();
    assert_eq!(seen(&play), ((1, 0), Run::None));
    // The field was left on the way; the climb leaves a steep counter.
    assert_at(&play, 0, 1500.0, 1370.0 + 74.5 + 97.0 + 74.5, 0.0);
    assert_eq!((play.airplane(0).console.last, play.times("TT-ALT-14")), (LastManeuver::Steep, 1));
    assert_eq!(play.plan_refused(0, &["R_dive", "R_straight", "R_straight"]).rule.0, "TT-AMN-03");
}

#[test]
fn a_take_off_begins_inside_the_field() {
    proves!("TT-ALT-14");
    // 45 mm to the side and 135 mm to the south are the borders of the field.
    for (x, y) in [(1545.5, 1500.0), (1500.0, 1364.5), (1500.0, 1300.0)] {
        assert_eq!(refused(&field(x, y, 0), &TAKE_OFF), "TT-ALT-14");
    }
    for (x, y) in [(1545.0, 1500.0), (1500.0, 1365.0)] {
        field(x, y, 0).begin().plan(0, &TAKE_OFF);
    }
    // The place where the stall is revealed counts: a roll may come first.
    field(1500.0, 1300.0, 0).begin().plan(0, &["roll", "R_stall", "R_straight"]);
    assert_eq!(refused(&field(1500.0, 1600.0, 0), &["roll", "R_stall", "R_straight"]), "TT-ALT-14");
    // Without a field nobody takes off.
    let none = ready().set(|s| s.field = None);
    assert_eq!(refused(&none, &TAKE_OFF), "TT-ALT-14");
    none.begin().plan(0, &WAIT);
    // In the printed setting it waits, and has not begun.
    let scene = field(1500.0, 1300.0, 0).printed().stack(DeckId::A, &["1", "1", "1"]);
    let play = flown(&scene, &TAKE_OFF, 3);
    assert_eq!((play.height(0), play.points(0)), ((0, 0), 3));
}

#[test]
fn a_take_off_may_run_over_the_turn_and_is_broken_off_by_anything_else() {
    proves!("TT-ALT-14");
    let mut play = flown(&ready(), &["wait", "wait", "R_stall"], 3);
    assert_eq!(play.airplane(0).console.run, Run::TakeOffStall);
    fly(&mut play, &["R_straight", "R_climb", "R_left_60"], 2);
    assert_eq!(play.height(0), (1, 0));
    // Broken off: a straight or a climb is out of its turn.
    for cards in [
        ["R_stall", "wait", "R_straight"],
        ["R_stall", "R_climb", "wait"],
        ["R_straight", "wait", "wait"],
        ["R_climb", "wait", "wait"],
    ] {
        assert_eq!(refused(&ready(), &cards), "TT-ALT-14", "{cards:?}");
    }
    let mut play = flown(&ready(), &["R_stall", "R_straight", "wait"], 3);
    assert_eq!((play.height(0), play.airplane(0).console.run), ((0, 0), Run::None));
    assert_eq!(play.plan_refused(0, &["R_climb", "wait", "wait"]).rule.0, "TT-ALT-14");
    // It begins again, still inside the field.
    fly(&mut play, &TAKE_OFF, 3);
    assert_eq!(play.height(0), (1, 0));
    // Two stalls in a row are two steep cards.
    assert_eq!(refused(&ready(), &["R_stall", "R_stall", "wait"]), "TT-AMN-03");
}

#[test]
fn a_landing_is_dive_straight_stall_onto_the_field() {
    proves!("TT-ALT-15");
    let mut play = flown(&approach(1200.0), &LANDING, 1);
    assert_eq!((play.height(0), play.airplane(0).console.run), ((0, 0), Run::LandingDive));
    play.rest_of_phase();
    assert_eq!((play.height(0), play.airplane(0).console.run), ((0, 0), Run::LandingStraight));
    play.rest_of_phase();
    assert_eq!(
        (play.height(0), play.airplane(0).console.run, play.see(0).fate),
        ((0, 0), Run::None, Fate::InPlay)
    );
    assert!(play.caused_by("TT-ALT-15", Viewer::Spectator).contains(&What::Landed { vehicle: v(0) }));
    // It may taxi and take off again; right after the stall another one would be steep.
    assert_eq!(play.plan_refused(0, &TAKE_OFF).rule.0, "TT-AMN-03");
    play.plan(0, &["wait", "R_stall", "R_straight"]);
}

#[test]
fn a_landing_that_fails_is_a_crash() {
    proves!("TT-ALT-15");
    // Short of the field, and beyond it: it stops 268.5 mm ahead.
    for (y, lands) in [(1096.4, false), (1096.5, true), (1366.5, true), (1366.6, false)] {
        let mut play = flown(&approach(y), &LANDING, 2);
        assert_eq!(play.see(0).fate, Fate::InPlay);
        play.rest_of_phase();
        assert_eq!(play.see(0).fate == Fate::InPlay, lands, "from {y}");
    }
    // A turn in the place of the straight, or anything but a stall in the place of the stall.
    let play = flown(&approach(1200.0), &["R_dive", "R_left_60", "R_stall"], 2);
    assert_eq!((play.see(0).fate, play.times("TT-ALT-15")), (Fate::Eliminated, 3));
    let mut play = flown(&approach(1200.0), &["R_dive", "R_straight", "R_straight"], 2);
    assert_eq!(play.see(0).fate, Fate::InPlay);
    play.rest_of_phase();
    assert_eq!(play.see(0).fate, Fate::Eliminated);
}

#[test]
fn a_landing_runs_over_the_turn_and_uses_no_weapon() {
    proves!("TT-ALT-15");
    let mut play = flown(&approach(1200.0 - 97.0), &["R_straight", "R_dive", "R_straight"], 3);
    assert_eq!(play.airplane(0).console.run, Run::LandingStraight);
    // After the stall it is on the ground: orders for the ground follow.
    assert_eq!(play.plan_refused(0, &["R_stall", "R_left_60", "wait"]).rule.0, "TT-ALT-12");
    assert_eq!(play.plan_refused(0, &["wait", "wait", "wait"]).rule.0, "TT-ALT-13");
    fly(&mut play, &["R_stall", "roll", "wait"], 3);
    assert_eq!((play.height(0), play.see(0).fate), ((0, 0), Fate::InPlay));
    let landing = |run: Run| {
        let scene = Scene::duel("nieuport_16", 80.0, 0).altitude().field(200.0, 500.0, 0).firing();
        let scene = scene.set(|s| (s.vehicles[0].level, s.vehicles[0].airplane.run) = (Some(0), run));
        scene.begin().fire_refused(0, 1, Through::Open).rule.0
    };
    assert_eq!([Run::LandingDive, Run::LandingStraight].map(landing), ["TT-ALT-15"; 2]);
}

#[test]
fn the_straight_of_a_landing_is_flown_even_on_fire() {
    proves!("TT-ALT-15");
    let burning = |y: f64| approach(y).set(|s| s.vehicles[0].flames = 3).stack(DeckId::A, &["0", "0"]);
    let play = flown(&burning(1200.0), &LANDING, 3);
    assert_eq!((play.see(0).fate, play.cites("TT-AIL-01")), (Fate::InPlay, false));
    assert_eq!(refused(&burning(1200.0), &["R_straight", "R_left_60", "R_left_60"]), "TT-SPV-04");
    let high = burning(1200.0).set(|s| s.vehicles[0].level = Some(2));
    assert_eq!(refused(&high, &LANDING), "TT-SPV-04");
    // Over the turn's end likewise.
    let scene = burning(1200.0).set(|s| {
        let plane = &mut s.vehicles[0];
        plane.level = Some(0);
        (plane.airplane.run, plane.airplane.last) = (Run::LandingDive, LastManeuver::Steep);
        plane.at = Some(Vec2::new(1500.0, 1297.0));
    });
    let mut play = scene.begin();
    fly(&mut play, &["R_straight", "R_stall", "wait"], 2);
    assert_eq!(
        (play.see(0).fate, play.airplane(0).console.run, play.cites("TT-AIL-01")),
        (Fate::InPlay, Run::None, false)
    );
}

#[test]
fn what_replaces_an_illegal_card_counts_for_the_landing() {
    proves!("TT-ALT-15");
    // In the printed setting a climb after the dive is illegal, and a straight is flown in its place.
    let scene = approach(1200.0).printed().stack(DeckId::A, &["0"]);
    let mut play = flown(&scene, &["R_dive", "R_climb", "R_stall"], 3);
    if play.view().turn == 1 {
        play.rest_of_turn();
    }
    assert_eq!((play.see(0).fate, play.held(0).len(), play.height(0)), (Fate::InPlay, 1, (0, 0)));
}

#[test]
fn a_crash_comes_before_leaving_the_area() {
    proves!("TT-ALT-04", "TT-ALT-15");
    let scene = Scene::new().altitude().put("nieuport_16", 450.0, 870.0, 0).level(1);
    let scene = scene.put("mk1_locust", 450.0, 300.0, 0).put("nieuport_16", 100.0, 100.0, 0);
    let mut play = scene.begin();
    play.plan(0, &["R_dive", "R_straight", "R_straight"]).plan(1, &STILL).plan(2, &["R_straight"; 3]);
    play.rest_of_phase();
    assert_eq!(play.see(0).fate, Fate::Eliminated);
}

#[test]
fn a_position_keeps_levels_and_runs() {
    proves!("TT-ALT-01", "TT-ALT-14");
    let play = flown(&ready(), &["wait", "R_stall", "R_straight"], 2);
    let written = play.m.state().position();
    assert_eq!((written.vehicles[0].level, written.vehicles[0].airplane.run), (Some(0), Run::TakeOffStall));
    let mut again = Scene { content: play.m.content().clone(), setup: written }.begin();
    again.rest_of_phase();
    assert_eq!(again.airplane(0).console.run, Run::TakeOffStraight);
    again.plan(0, &["R_climb", "R_left_60", "R_left_60"]);
}

#[test]
fn an_order_to_wait_shows_no_way_to_go() {
    proves!("TT-ALT-13");
    let components = Components::of(&Content::built_in());
    let taxi: Vec<_> = components.maneuvers["R"].iter().filter(|c| c.numbers[0] > 200).collect();
    let ways: Vec<(&str, bool)> = taxi.iter().map(|c| (c.id.as_str(), c.path.forward > 0.0)).collect();
    assert_eq!(ways, [("wait", false), ("roll", true), ("roll_left", true), ("roll_right", true)]);
}
