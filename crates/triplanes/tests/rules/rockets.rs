//! ROCKETS.

use crate::support::*;
use table::{Viewer, proves};
use triplanes::*;

const STRAIGHT: [&str; 3] = ["R_straight"; 3];
const STILL: [&str; 3] = ["TA_standing_still"; 3];
/// Off in the second phase.
const WALK: [&str; 3] = ["TA_standing_still", "TA_long_straight", "TA_standing_still"];

/// A Nieuport with two rockets, vehicle 0, that comes to (450, 1097) by its first straight, heading north; a
/// Locust, vehicle 1, at this place as seen from there; and a wingman, vehicle 2, with a shot at the Locust.
fn armed(x: f64, y: f64, facing: i32) -> Scene {
    let scene = Scene::new().set(|s| s.area = [900.0, 3000.0]);
    let scene = scene.put("nieuport_16", 450.0, 1000.0, 0).with(|v| v.airplane.rockets = 2);
    let scene = scene.put("mk1_locust", 450.0 + x, 1097.0 + y, facing);
    scene.put("nieuport_16", 530.0 + x, 1000.0 + y - 151.0, 0)
}

/// Straight ahead, with this gap to the near side of the base.
fn ahead_by(gap: f64, facing: i32) -> Scene {
    armed(0.0, gap + 31.2, facing)
}

/// The Locust is due north, and nobody else is there.
fn alone(gap: f64, facing: i32) -> Scene {
    ahead_by(gap, facing).set(|s| s.vehicles.truncate(2))
}

/// The firing step of the first phase.
fn first_phase(scene: &Scene, airplane: &[&str], tripod: &[&str]) -> Play {
    let mut play = scene.begin();
    play.plan(0, airplane).plan(1, tripod);
    for wingman in 2..play.view().vehicles.len() as u8 {
        play.plan(wingman, &STRAIGHT);
    }
    play.pass(1);
    play
}

/// Rockets launched in phase 1 and seen through phase 2.
fn launched(scene: &Scene, airplane: &[&str], tripod: &[&str], count: u8) -> Play {
    let mut play = first_phase(scene, airplane, tripod);
    play.launch(0, 1, count).until(Step::Actions { phase: 2 });
    play
}

/// The rule, and who was hit by how many across what; nobody if they missed.
type Arrival = (&'static str, Option<(u8, u8, Through)>);

/// The rule by which rockets missed, or who was hit by how many across what.
fn arrival(play: &Play) -> Vec<Arrival> {
    let told = play.m.events().iter().filter_map(|e| match e.seen_by(Viewer::Spectator)? {
        What::RocketsMissed { .. } => Some((e.rule.0, None)),
        What::RocketsHit { target, count, through, .. } => {
            Some((e.rule.0, Some((target.0, *count, *through))))
        }
        _ => None,
    });
    told.collect()
}

fn hit(count: u8, through: Through) -> Vec<Arrival> {
    vec![("TT-RKT-07", Some((1, count, through)))]
}

fn missed(rule: &'static str) -> Vec<Arrival> {
    vec![(rule, None)]
}

#[test]
fn two_rocket_counters_lie_on_the_console() {
    proves!("TT-RKT-01");
    let options = [("earthlings", "nieuport_16+rockets,spad_xiii,fokker_dvii+rockets")];
    let play = Scene::scenario("simple-battle", &options).begin();
    assert_eq!([0, 1, 2].map(|id| play.airplane(id).console.rockets), [2, 0, 2]);
    let proof = Scene::scenario("bring-proof", &[("setup", "quick")]).begin();
    assert_eq!(proof.airplane(0).console.rockets, 0);
    assert_eq!(alone(150.0, 0).set(|s| s.vehicles[0].airplane.rockets = 3).refused_by(), "TT-RKT-01");
}

#[test]
fn spent_counters_are_not_replaced() {
    proves!("TT-RKT-01");
    let mut play = first_phase(&ahead_by(190.0, 0), &STRAIGHT, &WALK);
    for count in [0, 3] {
        assert_eq!(play.launch_refused(0, 1, count), "TT-RKT-01");
    }
    assert_eq!(play.launch_refused(2, 1, 1), "TT-RKT-01", "the wingman has none");
    play.launch(0, 1, 1).hold(2);
    assert_eq!(play.airplane(0).console.rockets, 1);
    play.rest_of_turn();
    assert_eq!(play.airplane(0).console.rockets, 1);
    let one_left = ahead_by(190.0, 0).set(|s| s.vehicles[0].airplane.rockets = 1);
    let one_left = first_phase(&one_left, &STRAIGHT, &WALK);
    assert_eq!(one_left.launch_refused(0, 1, 2), "TT-RKT-01");
    assert!(one_left.legal(EARTH).contains(&Order::Launch { vehicle: v(0), target: v(1), count: 1 }));
}

/// Everything an airplane can carry, in a chase: the Locust and its hunters go north side by side.
fn all_weapons() -> Play {
    let scene = Scene::duel("nieuport_16", 180.0, 0).set(|s| {
        let hunter = &mut s.vehicles[0].airplane;
        (hunter.rockets, hunter.cannon, hunter.anchor) = (2, true, Anchor::Ready);
    });
    let mut play = scene.put("nieuport_16", 510.0, 200.0, 0).stack(DeckId::D, &["2"]).begin();
    play.plan_chase().pass(1);
    play
}

#[test]
fn machine_guns_or_rockets() {
    proves!("TT-RKT-02", "TT-AFR-07");
    let mut play = all_weapons();
    play.launch(0, 1, 1);
    assert_eq!(play.fire_refused(0, 1, Through::Open).rule.0, "TT-RKT-02");
    assert_eq!(play.cannon_refused(0, 1, Through::Open), "TT-AFR-07");
    assert_eq!(play.hook_refused(0, 1), "TT-AFR-07");
    assert_eq!(play.launch_refused(0, 1, 1), "TT-AFR-03");
    // The rockets are in flight through the second phase as well.
    play.hold(2).pass(1);
    assert_eq!(play.step(), Step::Firing { phase: 1 });
    assert_eq!(play.asks(EARTH), [Ask::Fire { vehicle: v(2) }]);
    assert_eq!(play.fire_refused(0, 1, Through::Open).rule.0, "TT-RKT-02");
    assert_eq!(play.cannon_refused(0, 1, Through::Open), "TT-RKT-02");
    assert_eq!(play.hook_refused(0, 1), "TT-RKT-02");
    assert_eq!(play.launch_refused(0, 1, 1), "TT-RKT-02");
    play.hold(2).pass(1);
    // In the third phase all weapons are free again.
    let legal = play.legal(EARTH);
    assert!(legal.contains(&play.fire_order(0, 1, Through::Open)));
    assert!(legal.contains(&play.cannon_order(0, 1, Through::Open)));
    assert!(legal.contains(&Order::Launch { vehicle: v(0), target: v(1), count: 1 }));
}

#[test]
fn after_machine_gun_fire_no_rockets_in_that_phase() {
    proves!("TT-RKT-02", "TT-AFR-07");
    let mut play = all_weapons();
    play.fire(0, 1, Through::Open);
    assert_eq!(play.launch_refused(0, 1, 1), "TT-AFR-07");
    assert_eq!(play.cannon_refused(0, 1, Through::Open), "TT-AFR-07");
    assert_eq!(play.hook_refused(0, 1), "TT-AFR-07");
}

#[test]
fn rockets_are_launched_after_a_straight_or_a_stall() {
    proves!("TT-RKT-03");
    let mut play = first_phase(&ahead_by(190.0, 0), &STRAIGHT, &STILL);
    play.launch(0, 1, 2);
    assert_eq!(
        (play.airplane(0).console.rockets, play.airplane(0).console.flight),
        (2, None),
        "sealed until all are in"
    );
    play.hold(2);
    let flight = Flight { target: v(1), count: 2, when: 3 };
    let seen = play.airplane_seen_by(MARS, 0).console;
    assert_eq!((seen.rockets, seen.flight), (0, Some(flight)));
    let told = What::RocketsLaunched { vehicle: v(0), target: v(1), count: 2 };
    assert_eq!(play.caused_by("TT-RKT-03", Viewer::Spectator), [told]);
    // 22.5 mm shorter, a stall.
    let stall = ["R_stall", "R_straight", "R_straight"];
    first_phase(&ahead_by(170.0, 0), &stall, &STILL).launch(0, 1, 2);
    for card in ["R_sideslip_left", "R_sideslip_right", "R_wide_sideslip_left"] {
        let play = first_phase(&ahead_by(150.0, 0), &[card, "R_straight", "R_straight"], &STILL);
        assert_eq!(play.launch_refused(0, 1, 2), "TT-RKT-03", "{card}");
        assert!(play.legal(EARTH).contains(&play.fire_order(0, 1, Through::Open)));
    }
}

#[test]
fn no_launch_after_a_turn() {
    proves!("TT-RKT-03");
    // A left turn brings the airplane to (405.1, 1084), heading 300.
    let (x, y) = ahead((405.1 - 450.0, 1084.0 - 1097.0), 300, 180.0);
    let play = first_phase(&armed(x, y, 300), &["R_left_60", "R_straight", "R_straight"], &STILL);
    assert!(play.legal(EARTH).contains(&play.fire_order(0, 1, Through::Open)));
    assert_eq!(play.launch_refused(0, 1, 1), "TT-RKT-03");
}

#[test]
fn the_target_is_a_tripod_in_the_front_arc_within_one_ruler() {
    proves!("TT-RKT-03");
    first_phase(&ahead_by(200.0, 0), &STRAIGHT, &STILL).launch(0, 1, 1);
    for (x, y, why) in [
        (0.0, 231.3, "0.1 mm too far"),
        (150.0, 0.0, "abeam"),
        (0.0, -160.0, "behind"),
        (0.0, 51.2, "overlapping"),
    ] {
        let play = first_phase(&armed(x, y, 0), &STRAIGHT, &STILL);
        assert_eq!(play.launch_refused(0, 1, 1), "TT-RKT-03", "{why}");
    }
    let play = first_phase(&ahead_by(190.0, 0), &STRAIGHT, &STILL);
    assert_eq!(play.launch_refused(0, 2, 1), "TT-RKT-03", "a friend");
    assert_eq!(play.launch_refused(0, 9, 1), "TT-RKT-03", "nobody");
}

/// A friend, vehicle 2, 94 mm ahead of the launching airplane hides the Locust behind it.
fn hidden() -> Scene {
    ahead_by(195.0, 0).set(|s| s.vehicles[2].at = Some(geometry::Vec2::new(450.0, 1094.0)))
}

#[test]
fn a_launch_needs_no_line_of_sight() {
    proves!("TT-RKT-03");
    let mut play = first_phase(&hidden(), &STRAIGHT, &WALK);
    assert_eq!(play.fire_refused(0, 1, Through::Open).rule.0, "TT-LOS-01");
    play.launch(0, 1, 2);
}

#[test]
fn the_next_maneuver_must_be_a_straight_or_a_stall() {
    proves!("TT-RKT-04");
    // To the right of the airplane: before and after a right turn it is in the arc.
    let scene = || armed(75.0, 200.0, 0);
    let play = launched(&scene(), &["R_straight", "R_right_60", "R_straight"], &STILL, 2);
    assert_eq!(arrival(&play), missed("TT-RKT-04"));
    assert_eq!(
        (play.airplane(0).console.rockets, play.airplane(0).console.flight, play.see(1).damage.len()),
        (0, None, 0)
    );
    for second in ["R_straight", "R_stall"] {
        let play = launched(&scene(), &["R_straight", second, "R_straight"], &STILL, 2);
        assert_eq!(arrival(&play), hit(2, Through::Open));
        assert_eq!((play.see(1).damage.len(), play.left_in(DeckId::D)), (2, 17 - 2));
    }
}

#[test]
fn the_maneuver_carried_out_counts() {
    proves!("TT-RKT-04");
    // A stall after a stall is illegal: a straight is flown instead, and a straight it is.
    let scene = ahead_by(150.0, 0).printed().stack(DeckId::A, &["0"]);
    let play = launched(&scene, &["R_stall", "R_stall", "R_straight"], &STILL, 1);
    assert_eq!(play.times("TT-AIL-01"), 3);
    assert_eq!(arrival(&play), hit(1, Through::Open));
}

#[test]
fn an_inserted_stall_is_a_stall_for_rockets() {
    proves!("TT-RKT-04", "TT-CAN-12");
    let scene = ahead_by(170.0, 0).set(|s| s.vehicles[0].airplane.cannon = true);
    let mut play = first_phase(&scene.stack(DeckId::C, &["0"]), &STRAIGHT, &WALK);
    play.cannon(0, 1, Through::Open).hold(2).pass(1);
    assert_eq!(play.see(0).flown.as_deref(), Some("R_stall"));
    // Loading the cannon does not bar the rockets.
    play.launch(0, 1, 1).hold(2).rest_of_phase();
    assert_eq!(arrival(&play), hit(1, Through::Open));
}

#[test]
fn the_target_must_still_be_in_the_arc_at_any_distance() {
    proves!("TT-RKT-05");
    // The Locust runs away from a stalling airplane: 200 mm grow to 227.9 mm.
    let run = ["TA_standing_still", "TA_running", "TA_standing_still"];
    let play = launched(&ahead_by(200.0, 0), &["R_straight", "R_stall", "R_straight"], &run, 1);
    assert_at(&play, 1, 450.0, 1328.2 + 102.4, 0.0);
    assert_eq!(arrival(&play), hit(1, Through::Open));
    // Passed on its left the Locust is behind the airplane.
    let play = launched(&armed(70.0, 60.0, 0), &STRAIGHT, &STILL, 1);
    assert_eq!(arrival(&play), missed("TT-RKT-05"));
    assert_eq!(play.see(1).damage.len(), 0);
}

#[test]
fn rockets_hit_a_target_that_the_airplane_overlaps() {
    proves!("TT-RKT-05", "TT-RKT-08");
    // The airplane's centre comes to lie over the base: no side is crossed, armor does not help.
    let play = launched(&alone(40.0, 180), &STRAIGHT, &STILL, 2);
    assert_eq!(arrival(&play), hit(2, Through::Open));
    assert_eq!((play.see(1).damage.len(), play.energy(1)), (2, 9));
    // The base is overlapped, the centre is still 20 mm before the armored front, or before the open rear.
    let play = launched(&alone(117.0, 180), &STRAIGHT, &STILL, 2);
    assert_eq!(arrival(&play), hit(2, Through::Armor));
    let play = launched(&alone(117.0, 0), &STRAIGHT, &STILL, 2);
    assert_eq!(arrival(&play), hit(2, Through::Open));
}

#[test]
fn a_target_that_left_the_game_is_missed() {
    proves!("TT-RKT-05");
    let scene = ahead_by(190.0, 0).set(|s| s.vehicles[1].hidden.note = 21).stack(DeckId::B, &["1", "1"]);
    let mut play = scene.put("mk1_locust", 100.0, 100.0, 0).begin();
    play.plan(0, &STRAIGHT).plan(1, &STILL).plan(2, &STRAIGHT).plan(3, &STILL).pass(1).pass(3);
    play.launch(0, 1, 2).fire(2, 1, Through::Open);
    assert_eq!(play.see(1).fate, Fate::Eliminated);
    play.rest_of_phase();
    assert_eq!(arrival(&play), missed("TT-RKT-05"));
}

/// The Locust in front of the launching airplane can answer with its heat-ray: this card comes next.
fn under_fire(card: &str) -> Scene {
    alone(150.0, 180).stack(DeckId::X, &[card])
}

/// Rockets launched in phase 1; the heat-ray is fired in this phase.
fn answered(scene: &Scene, phase: u8) -> Play {
    let mut play = scene.begin();
    play.plan(0, &["R_straight", "R_straight", "R_straight"]).plan(1, &STILL);
    for now in 0..2 {
        if now == phase {
            play.act(1, Action::HeatRay { from: Side::Front });
        } else {
            play.pass(1);
        }
        if now == 0 {
            play.launch(0, 1, 2);
        }
        if play.step() == (Step::Firing { phase: now }) {
            play.rest_of_phase();
        }
    }
    play
}

#[test]
fn a_symbol_drawn_on_the_way_spoils_the_launch() {
    proves!("TT-RKT-06");
    for card in ["2 smoke_trail", "2 rudder_left", "explosion"] {
        for standard in [true, false] {
            let play = answered(&under_fire(card).set(|s| s.standard = standard), 0);
            assert_eq!(arrival(&play), missed("TT-RKT-06"), "{card}");
            assert_eq!((play.airplane(0).console.rockets, play.energy(1)), (0, 8));
        }
    }
    let play = answered(&under_fire("4"), 0);
    assert_eq!((arrival(&play), play.points(0)), (hit(2, Through::Armor), 4));
    // In the second firing step it comes too late.
    let play = answered(&under_fire("2 smoke_trail"), 1);
    assert_eq!((arrival(&play), play.points(0)), (hit(2, Through::Armor), 2));
}

#[test]
fn a_symbol_drawn_in_a_movement_step_spoils_the_launch() {
    proves!("TT-RKT-06");
    // The strain of an illegal card, in the launching phase or in the next: its small icon counts.
    let plans = [["R_stall", "R_straight", "R_straight"], ["R_stall", "R_stall", "R_straight"]];
    for (last, plan) in [(LastManeuver::Steep, plans[0]), (LastManeuver::None, plans[1])] {
        for (card, expected) in [("2", hit(1, Through::Open)), ("2 battery", missed("TT-RKT-06"))] {
            let scene = alone(150.0, 0).printed().stack(DeckId::A, &[card]);
            let play = launched(&scene.set(|s| s.vehicles[0].airplane.last = last), &plan, &STILL, 1);
            assert_eq!((play.see(0).damage.len(), arrival(&play)), (1, expected), "{card}");
        }
    }
}

#[test]
fn what_was_drawn_before_the_launching_phase_does_not_count() {
    proves!("TT-RKT-06");
    let mut play = under_fire("2 rudder_left").begin();
    play.plan(0, &["R_straight", "R_stall", "R_straight"]).plan(1, &STILL);
    play.act(1, Action::HeatRay { from: Side::Front }).rest_of_phase();
    assert_eq!(play.points(0), 2);
    play.pass(1).launch(0, 1, 1).rest_of_phase();
    play.rest_of_phase();
    assert_eq!(arrival(&play), hit(1, Through::Open));
}

#[test]
fn a_symbol_that_is_ignored_does_not_spoil_the_launch() {
    proves!("TT-RKT-06");
    // A burning airplane with rockets in flight draws for its flames, then for a straight that is illegal.
    let burning = |second: &str| {
        let scene = alone(150.0, 0).printed().stack(DeckId::A, &["2 wounded", second]);
        let scene = scene.set(|s| {
            s.turn = 2;
            let hunter = &mut s.vehicles[0];
            (hunter.flames, hunter.airplane.rockets) = (1, 0);
            hunter.airplane.flight = Some(Flight { target: v(1), count: 1, when: 5 });
        });
        let mut play = scene.begin();
        play.plan(0, &STRAIGHT).plan(1, &STILL).rest_of_phase();
        assert_eq!(play.see(0).damage.len(), 2);
        arrival(&play)
    };
    assert_eq!(burning("0"), hit(1, Through::Open));
    // A jam strikes nobody here.
    assert_eq!(burning("0 jammed_guns"), hit(1, Through::Open));
    assert_eq!(burning("2 battery"), missed("TT-RKT-06"));
}

#[test]
fn rockets_cost_a_d_card_for_each_counter() {
    proves!("TT-RKT-07");
    for (count, points) in [(1, 3), (2, 5)] {
        let scene = ahead_by(190.0, 0).stack(DeckId::D, &["3", "2"]);
        let scene = scene.set(|s| {
            s.vehicles[0].last_shot = Some(LastShot { target: v(1), gun: 0, when: 2 });
        });
        let mut play = first_phase(&scene, &STRAIGHT, &WALK);
        play.launch(0, 1, count).hold(2);
        assert_eq!(play.see(1).damage.len(), 0, "not yet");
        play.rest_of_phase();
        assert_eq!(arrival(&play), hit(count, Through::Open));
        assert_eq!((play.held(1).len(), play.points(1)), (usize::from(count), points));
        assert!(play.held(1).iter().all(|(card, aimed)| card.starts_with('D') && !aimed));
        // Face down, as any damage.
        assert_eq!(play.seen_by(EARTH, 1).damage[0].card, None);
    }
}

#[test]
fn armor_protects_against_rockets() {
    proves!("TT-RKT-08");
    let scene = || alone(190.0, 180).set(|s| s.vehicles[1].energy = Some(3)).stack(DeckId::D, &["3", "2"]);
    let play = launched(&scene(), &STRAIGHT, &STILL, 2);
    assert_eq!(arrival(&play), hit(2, Through::Armor));
    assert_eq!((play.energy(1), play.see(1).damage.len(), play.times("TT-ARM-05")), (0, 0, 2));
    // Without energy, or fallen, it has no armor.
    let play = launched(&scene().set(|s| s.vehicles[1].energy = Some(0)), &STRAIGHT, &STILL, 2);
    assert_eq!((arrival(&play), play.points(1)), (hit(2, Through::Open), 5));
    // An open side in view is taken, however far: here the rear-left one.
    let play = launched(&alone(190.0, 240).stack(DeckId::D, &["3", "2"]), &STRAIGHT, &STILL, 2);
    assert_eq!((arrival(&play), play.points(1)), (hit(2, Through::Open), 5));
}

#[test]
fn a_vehicle_in_the_way_takes_the_rockets() {
    proves!("TT-RKT-09", "TT-SPC-03");
    let scene = hidden().stack(DeckId::D, &["3 battery", "4 toppled"]);
    let play = launched(&scene, &STRAIGHT, &WALK, 2);
    assert_eq!(arrival(&play), [("TT-RKT-09", Some((2, 2, Through::Open)))]);
    assert_eq!((play.points(2), play.see(1).damage.len()), (7, 0));
    // The small icons apply: a smoke trail and an engine damage.
    assert_eq!((play.airplane(2).console.smoke, play.see(2).hidden.expect("the umpire").engine), (3, 1));
    assert_eq!((play.tripod(1).console.battery, play.tripod(1).console.toppled), (0, 0));
    // A friend who hides a part only is not hit.
    let beside = hidden().set(|s| s.vehicles[2].at = Some(geometry::Vec2::new(490.0, 1094.0)));
    assert_eq!(arrival(&launched(&beside, &STRAIGHT, &WALK, 2)), hit(2, Through::Open));
}

#[test]
fn of_several_in_the_way_the_nearest_is_hit() {
    proves!("TT-RKT-09");
    let at = |x: f64, y: f64| (450.0 + x, 1000.0 + y);
    // North or south is all the same: the other way round, with the table turned about its middle.
    let turned = |s: &mut Setup| {
        for vehicle in &mut s.vehicles {
            vehicle.at = vehicle.at.map(|at| geometry::Vec2::new(900.0 - at.x, 3000.0 - at.y));
            vehicle.facing = vehicle.facing + geometry::Angle::HALF;
        }
    };
    let crowd = |places: [(f64, f64); 2]| {
        let scene = ahead_by(195.0, 0).set(|s| s.vehicles.truncate(2));
        let scene =
            places.iter().fold(scene, |s, (x, y)| s.put("nieuport_16", at(*x, *y).0, at(*x, *y).1, 0));
        let north = arrival(&launched(&scene, &STRAIGHT, &WALK, 2));
        assert_eq!(arrival(&launched(&scene.set(turned), &STRAIGHT, &WALK, 2)), north, "{places:?}");
        north
    };
    let hit_instead = |id| vec![("TT-RKT-09", Some((id, 2, Through::Open)))];
    // Each hides one half; vehicle 3 is 4 mm nearer.
    assert_eq!(crowd([(24.0, 98.0), (-20.0, 94.0)]), hit_instead(3));
    assert_eq!(crowd([(-20.0, 94.0), (24.0, 98.0)]), hit_instead(2));
    // Vehicle 3 is nearer, and in the arc, but hides nothing.
    assert_eq!(crowd([(0.0, 94.0), (60.0, 40.0)]), hit_instead(2));
    // One that overlaps the launching airplane does not block.
    assert_eq!(crowd([(0.0, 50.0), (200.0, -300.0)]), hit(2, Through::Open));
}

#[test]
fn another_tripod_in_the_way_takes_the_rockets() {
    proves!("TT-RKT-09", "TT-RKT-08");
    // The second Locust shows its armored front.
    let scene = alone(190.0, 0).put("mk1_locust", 450.0, 1272.0, 180).stack(DeckId::D, &["3"]);
    let scene = scene.set(|s| s.vehicles[1].at = Some(geometry::Vec2::new(450.0, 1348.0)));
    let mut play = scene
        .content(content_with(&[(
            "geometry.toml",
            "length_mm = 200.0\nhalf_mm = 100.0",
            "length_mm = 250.0\nhalf_mm = 125.0",
        )]))
        .begin();
    play.plan(0, &["R_straight", "R_stall", "R_straight"]).plan(1, &STILL).plan(2, &STILL).pass(1).pass(2);
    play.launch(0, 1, 1).rest_of_phase();
    play.rest_of_phase();
    assert_eq!(arrival(&play), [("TT-RKT-09", Some((2, 1, Through::Armor)))]);
    assert_eq!((play.energy(2), play.energy(1)), (9 - 2, 9));
}

#[test]
fn black_smoke_swallows_rockets() {
    proves!("TT-RKT-09");
    let flight = |x: f64| {
        let scene = alone(195.0, 0).clouds(&[(450.0 + x, 1097.0 + 150.0)]);
        launched(&scene, &["R_straight", "R_stall", "R_straight"], &WALK, 2)
    };
    let play = flight(0.0);
    assert_eq!((arrival(&play), play.clouds().len()), (missed("TT-RKT-09"), 1));
    assert_eq!(arrival(&flight(30.0)), hit(2, Through::Open));
}

#[test]
fn rockets_need_a_following_maneuver() {
    proves!("TT-RKT-10");
    // The launching airplane has one point of resistance left.
    let scene = || {
        let scene = under_fire("4").set(|s| s.vehicles[0].hidden.note = 9);
        scene.put("nieuport_16", 100.0, 100.0, 0)
    };
    let fight = |phase: u8| {
        let mut play = scene().begin();
        play.plan(0, &STRAIGHT).plan(1, &STILL).plan(2, &STRAIGHT);
        for now in 0..2 {
            let ray = Action::HeatRay { from: Side::Front };
            play.act(1, if now == phase { ray } else { Action::Pass });
            if now == 0 {
                play.launch(0, 1, 2);
            }
            if play.step() == (Step::Firing { phase: now }) {
                play.rest_of_phase();
            }
        }
        assert_eq!(play.see(0).fate, Fate::Eliminated);
        play
    };
    assert_eq!(arrival(&fight(0)), missed("TT-RKT-10"));
    assert_eq!(arrival(&fight(1)), hit(2, Through::Armor));
}

#[test]
fn an_airplane_that_left_the_area_misses() {
    proves!("TT-RKT-10");
    let scene = alone(190.0, 0).set(|s| {
        s.area = [900.0, 1160.0];
        s.vehicles[1].at = Some(geometry::Vec2::new(520.0, 1157.0));
    });
    let scene = scene.put("nieuport_16", 100.0, 100.0, 0);
    let play = launched(&scene, &STRAIGHT, &STILL, 1);
    assert!(matches!(play.see(0).fate, Fate::Exited { .. }));
    assert_eq!(arrival(&play), missed("TT-RKT-10"));
}

#[test]
fn a_launch_in_the_third_phase_arrives_in_the_next_turn() {
    proves!("TT-RKT-10");
    let turn = |second: &[&str]| {
        let mut play =
            Scene::duel("nieuport_16", 180.0, 0).set(|s| s.vehicles[0].airplane.rockets = 2).begin();
        play.plan_chase().until(Step::Firing { phase: 2 });
        play.launch(0, 1, 2);
        assert_eq!((play.view().turn, play.step(), arrival(&play)), (2, Step::Planning, vec![]));
        // The second maneuver is planned after the launch.
        play.plan(0, second).plan(1, &WALK).rest_of_phase();
        arrival(&play)
    };
    assert_eq!(turn(&STRAIGHT), hit(2, Through::Open));
    assert_eq!(turn(&["R_sideslip_left", "R_straight", "R_straight"]), missed("TT-RKT-04"));
}
