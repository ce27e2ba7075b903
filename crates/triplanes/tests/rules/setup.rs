//! SETUP.

use crate::support::*;
use geometry::{Angle, Vec2};
use std::collections::BTreeSet;
use table::{Game, SeatId, proves};
use triplanes::*;

const STILL: [&str; 3] = ["TA_standing_still"; 3];
const STRAIGHT: [&str; 3] = ["R_straight"; 3];

fn objective(x: f64, y: f64) -> Order {
    Order::PlaceObjective { at: Vec2::new(x, y) }
}

/// At half a ruler from its side: the base of a tripod that faces south, of an airplane that faces north.
fn tripod(id: u8, x: f64) -> Order {
    Order::PlaceVehicle { vehicle: v(id), at: Vec2::new(x, 768.8), facing: Angle::degrees(180) }
}

fn airplane(id: u8, x: f64) -> Order {
    Order::PlaceVehicle { vehicle: v(id), at: Vec2::new(x, 134.0), facing: Angle::ZERO }
}

/// Vehicles that are still to be placed by their players.
fn to_place(seats: &[(&str, Team)], vehicles: &[(&str, u8)]) -> Scene {
    let mut scene = Scene::new().seats(seats).set(|s| s.placement = Placement::Played);
    for (model, seat) in vehicles {
        scene = scene.put(model, 0.0, 0.0, 0).of(*seat).with(|v| v.at = None);
    }
    scene
}

fn two_locusts() -> Scene {
    let scene = Scene::new().put("nieuport_16", 450.0, 100.0, 0);
    scene.put("mk1_locust", 300.0, 600.0, 180).put("mk1_locust", 600.0, 600.0, 180)
}

#[test]
fn objectives_are_placed_first_then_tripods_then_airplanes() {
    proves!("TT-SET-01");
    let mut play = Scene::scenario("bring-proof", &[]).begin();
    assert_eq!(play.step(), Step::Placing);
    assert_eq!(play.refused_by(MARS, &tripod(1, 450.0)), "TT-SET-01");
    play.give(EARTH, &objective(350.0, 450.0));
    assert_eq!(play.refused_by(MARS, &tripod(1, 450.0)), "TT-SET-01");
    assert_eq!(play.refused_by(MARS, &objective(550.0, 450.0)), "TT-SET-01");
    assert_eq!(play.refused_by(EARTH, &airplane(0, 450.0)), "TT-SET-01");
    play.give(EARTH, &objective(550.0, 450.0));
    assert_eq!(play.refused_by(EARTH, &objective(450.0, 620.0)), "TT-SET-01");
    assert_eq!(play.refused_by(EARTH, &airplane(0, 450.0)), "TT-SET-01");
    play.give(MARS, &tripod(1, 450.0));
    assert_eq!(play.refused_by(EARTH, &play.plan_order(0, &STRAIGHT)), "TT-SET-01");
    play.give(EARTH, &airplane(0, 450.0));
    assert_eq!(play.step(), Step::Planning);
    assert_eq!(play.refused_by(EARTH, &airplane(0, 300.0)), "TT-SET-01");
    assert_at(&play, 0, 450.0, 134.0, 0.0);
    assert_at(&play, 1, 450.0, 768.8, 180.0);
}

#[test]
fn the_vehicles_of_a_team_are_placed_in_seat_order_in_the_open() {
    proves!("TT-SET-01");
    let seats =
        [("E1", Team::Earthlings), ("M1", Team::Martians), ("E2", Team::Earthlings), ("M2", Team::Martians)];
    let vehicles = [("nieuport_16", 2), ("mk1_locust", 3), ("nieuport_16", 0), ("mk1_locust", 1)];
    let mut play = to_place(&seats, &vehicles).begin();
    let next = |play: &Play| play.m.prompts().iter().map(|p| (p.seat.0, p.ask)).collect::<Vec<_>>();
    let place = |seat: u8, vehicle: u8| vec![(seat, Ask::PlaceVehicle { vehicle: v(vehicle) })];
    assert_eq!(next(&play), place(1, 3));
    assert_eq!(play.refused_by(SeatId(3), &tripod(1, 300.0)), "TT-SET-01");
    play.give(SeatId(1), &tripod(3, 450.0));
    assert!(play.seen_by(SeatId(3), 3).pose.is_some());
    assert_eq!(next(&play), place(3, 1));
    play.give(SeatId(3), &tripod(1, 300.0));
    assert_eq!(next(&play), place(0, 2));
    play.give(SeatId(0), &airplane(2, 450.0));
    assert_eq!(next(&play), place(2, 0));
    play.give(SeatId(2), &airplane(0, 450.0));
    assert_eq!(play.step(), Step::Planning);
}

#[test]
fn each_vehicle_brings_its_own_card_and_console() {
    proves!("TT-SET-02");
    let mut play = two_locusts().begin();
    for id in [1, 2] {
        assert_eq!((play.tripod(id).console, play.energy(id)), (TripodConsole::default(), 9));
        let seen = play.see(id);
        assert_eq!((seen.damage.len(), seen.points), (0, Some(0)));
        assert_eq!((seen.resistance, seen.maneuver_deck.as_str()), (22, "TA"));
    }
    assert_eq!((play.see(0).resistance, play.see(0).maneuver_deck.as_str()), (10, "R"));
    play.plan(0, &STRAIGHT).plan(1, &STILL).plan(2, &STILL);
    play.act(1, Action::HeatRay { from: Side::Front }).pass(2);
    let boxes = |id: u8| (play.tripod(id).console.cooling, play.tripod(id).energy);
    assert_eq!((boxes(1), boxes(2)), ((1, 8), (0, 9)));
}

#[test]
fn a_vehicle_needs_a_card_of_the_game_and_the_console_of_its_kind() {
    proves!("TT-SET-02");
    assert_eq!(two_locusts().put("zeppelin", 450.0, 300.0, 0).refused_by(), "TT-SET-02");
    let toppled = two_locusts().put("nieuport_16", 450.0, 300.0, 0).with(|v| v.tripod.toppled = 1);
    assert_eq!(toppled.refused_by(), "TT-SET-02");
}

#[test]
fn each_vehicle_has_its_own_copy_of_its_maneuver_deck() {
    proves!("TT-SET-03");
    let scene = Scene::new().put("nieuport_16", 300.0, 100.0, 0).put("nieuport_16", 600.0, 100.0, 0);
    let mut play = scene.put("mk1_locust", 450.0, 800.0, 180).begin();
    let stall = |id: u8| Order::Plan { vehicle: v(id), cards: Cards([Some(10), Some(1), Some(11)]) };
    play.give(EARTH, &stall(0)).give(EARTH, &stall(1)).plan(2, &STILL).pass(2);
    assert_eq!(
        [play.see(0).plan[0].clone(), play.see(1).plan[0].clone()],
        [0; 2].map(|_| SpaceView::Card { number: 10, card: "R_stall".to_owned() })
    );
    assert_at(&play, 0, 300.0, 174.5, 0.0);
    assert_at(&play, 1, 600.0, 174.5, 0.0);
}

#[test]
fn climb_and_dive_cards_are_left_in_the_box() {
    proves!("TT-SET-04");
    for planning in [Planning::Strict, Planning::Printed] {
        let scene = Scene::new().set(|s| s.planning = planning).put("nieuport_16", 450.0, 100.0, 0);
        let play = scene
            .with(|v| v.airplane.last = LastManeuver::Straight)
            .put("mk1_locust", 450.0, 800.0, 180)
            .begin();
        let check = |number: u8| {
            let rest = if number <= 2 { [Some(3), Some(4)] } else { [Some(1), Some(2)] };
            let cards = Cards([Some(number), rest[0], rest[1]]);
            play.m.state().check(EARTH, &Order::Plan { vehicle: v(0), cards }).map_err(|r| r.rule.0)
        };
        assert_eq!(
            (1..=22).filter(|n| check(*n).is_ok()).collect::<Vec<u8>>(),
            (1..=20).collect::<Vec<u8>>()
        );
        assert_eq!([check(21), check(22)], [Err("TT-SET-04"); 2]);
        let offered = play.legal(EARTH);
        let used: BTreeSet<u8> = offered
            .iter()
            .flat_map(|o| if let Order::Plan { cards, .. } = o { cards.0 } else { [None; 3] })
            .flatten()
            .collect();
        assert!(used.contains(&20) && used.iter().all(|n| *n <= 20), "{used:?}");
    }
}

#[test]
fn a_tripod_starts_with_as_much_energy_as_its_rating() {
    proves!("TT-SET-05");
    let seven = content_with(&[("tripods.toml", "energy_rating = 9", "energy_rating = 7")]);
    let play = two_locusts().content(seven).begin();
    assert_eq!((play.energy(1), play.tripod(1).energy_rating), (7, 7));
    let play = two_locusts().put("mk2_scarab", 450.0, 400.0, 180).begin();
    assert_eq!([play.energy(1), play.energy(2), play.energy(3)], [9, 9, 10]);
    assert_eq!(two_locusts().energy(10).refused_by(), "TT-RCH-04");
}

#[test]
fn a_tripod_has_four_action_cards() {
    proves!("TT-SET-06");
    let mut play = two_locusts().objective(600.0, 600.0).begin();
    play.plan(0, &STRAIGHT).plan(1, &STILL).plan(2, &STILL);
    let cards: BTreeSet<&str> = play
        .legal(MARS)
        .iter()
        .filter_map(|order| match order {
            Order::Act { vehicle: VehicleId(2), action } => Some(*action),
            _ => None,
        })
        .filter_map(|action| match action {
            Action::Pass => None,
            Action::ChangeFacing { .. } => Some("change facing"),
            Action::DestroyObjective { .. } => Some("destroy objective"),
            Action::HeatRay { .. } => Some("heat-ray"),
            Action::Recharge { .. } => Some("recharge"),
            Action::BlackSmoke { .. } => Some("black smoke"),
            Action::Blank => Some("blank"),
        })
        .collect();
    assert_eq!(
        cards.into_iter().collect::<Vec<_>>(),
        ["change facing", "destroy objective", "heat-ray", "recharge"]
    );
    assert_eq!(play.act_refused(2, Action::BlackSmoke { from: Side::RearRight }).rule.0, "TT-ACT-09");
    assert_eq!(play.act_refused(2, Action::Blank).rule.0, "TT-SET-06");
}

#[test]
fn damage_decks_are_shared_by_all() {
    proves!("TT-SET-07");
    let still = |scene: Scene| scene.planned(&STILL);
    let scene = Scene::new().put("albatros_dva", 300.0, 420.0, 0).planned(&["B_straight"; 3]);
    let scene = still(scene.put("mk1_locust", 300.0, 500.0, 0));
    let scene = scene.put("sopwith_camel", 600.0, 318.8, 0).planned(&["C_straight"; 3]);
    let scene = still(scene.put("mk1_locust", 600.0, 500.0, 0));
    let mut play = scene.stack(DeckId::A, &["1", "2", "3"]).from_step(Step::Firing { phase: 0 }).begin();
    let left = |play: &Play| play.view().decks.iter().map(|d| (d.deck, d.left)).collect::<Vec<_>>();
    assert_eq!(left(&play), [(DeckId::A, 43), (DeckId::X, 40)]);
    play.fire(0, 1, Through::Open).fire(2, 3, Through::Open);
    assert_eq!(left(&play), [(DeckId::A, 40), (DeckId::X, 40)]);
    assert_eq!((play.points(1), play.points(3)), (3, 3));
}

#[test]
fn decks_that_match_a_firepower_are_set_aside_and_deck_a_always() {
    proves!("TT-SET-07");
    let play = two_locusts().put("mk2_scarab", 450.0, 400.0, 180).begin();
    let decks: Vec<DeckId> = play.view().decks.iter().map(|d| d.deck).collect();
    assert_eq!(decks, [DeckId::A, DeckId::B, DeckId::X, DeckId::Y]);
    // Deck B holds one such card: two consoles can not have it.
    let twice =
        two_locusts().damage(&["B 3 engine"]).set(|s| s.vehicles[1].damage = s.vehicles[2].damage.clone());
    assert_eq!(twice.refused_by(), "TT-SET-07");
    assert_eq!(two_locusts().stack(DeckId::B, &["explosion", "explosion"]).refused_by(), "TT-SET-07");
    two_locusts().stack(DeckId::B, &["explosion"]).begin();
}

#[test]
fn a_simple_battle_begins_half_a_ruler_from_the_own_side() {
    proves!("TT-SET-08");
    let forces =
        [("earthlings", "nieuport_16,fokker_dvii,sopwith_camel"), ("martians", "mk1_locust,mk3_squid")];
    let play = Scene::scenario("simple-battle", &forces).begin();
    assert_eq!(play.step(), Step::Planning);
    // Evenly spread along it.
    for (id, x) in [225.0, 450.0, 675.0, 300.0, 600.0].into_iter().enumerate() {
        assert!((play.at(id as u8).0 - x).abs() < 0.01);
    }
    for vehicle in play.view().vehicles {
        let ys = || vehicle.base.iter().map(|corner| corner.y);
        let off = if vehicle.tripod().is_some() {
            900.0 - ys().fold(0.0, f64::max)
        } else {
            ys().fold(900.0, f64::min)
        };
        assert!((off - 100.0).abs() < 0.01, "{} stands {off} mm from its side", vehicle.name);
        assert_eq!(
            vehicle.pose.map(|p| p.heading),
            Some(Angle::degrees(if vehicle.tripod().is_some() { 180 } else { 0 }))
        );
    }
}

#[test]
fn tripods_may_not_be_placed_overlapping_each_other() {
    proves!("TT-SET-08");
    let seats = [("E", Team::Earthlings), ("M", Team::Martians)];
    let vehicles = [("nieuport_16", 0), ("mk1_locust", 1), ("mk1_locust", 1), ("nieuport_16", 0)];
    let mut play = to_place(&seats, &vehicles).begin();
    assert_eq!(play.refused_by(MARS, &tripod(2, 600.0)), "TT-SET-01");
    play.give(MARS, &tripod(1, 450.0));
    // Corner to corner two bases are 72.05 mm wide.
    assert_eq!(play.refused_by(MARS, &tripod(2, 522.0)), "TT-SET-08");
    assert_eq!(play.m.state().check(MARS, &tripod(2, 522.1)), Ok(()));
    play.give(MARS, &tripod(2, 600.0)).give(EARTH, &airplane(0, 450.0));
    // Airplanes may.
    play.give(EARTH, &airplane(3, 450.0));
    assert_eq!(play.step(), Step::Planning);
    let standing = two_locusts().put("mk1_locust", 310.0, 600.0, 0);
    assert_eq!(standing.refused_by(), "TT-SET-08");
}

#[test]
fn a_console_can_not_show_what_no_game_leads_to() {
    proves!("TT-SET-02");
    let airplane =
        |change: fn(&mut VehicleSetup)| two_locusts().set(|s| change(&mut s.vehicles[0])).try_begin();
    let locust =
        |change: fn(&mut VehicleSetup)| two_locusts().set(|s| change(&mut s.vehicles[1])).try_begin();
    let rule = |begun: Result<Play, table::SetupError>| begun.err().and_then(|e| e.rule).map(|r| r.0);
    let refused = [
        (rule(airplane(|v| v.at = Some(Vec2::new(450.0, 900.02)))), "TT-EXT-01"),
        (rule(airplane(|v| v.tripod.toppled = 1)), "TT-SET-02"),
        (rule(airplane(|v| v.tripod.reverse = true)), "TT-SET-02"),
        (rule(airplane(|v| v.tripod.cooling = 1)), "TT-SET-02"),
        (rule(locust(|v| v.jammed = 1)), "TT-SET-02"),
        (rule(locust(|v| v.carried = Some(11))), "TT-SET-02"),
        (rule(airplane(|v| v.wounds = 2)), "TT-SPC-06"),
        (rule(airplane(|v| v.hidden.engine = 2)), "TT-SPC-06"),
        (rule(airplane(|v| v.hidden.note = 10)), "TT-DMG-02"),
        (rule(airplane(|v| v.flown = Some(99))), "TT-PLN-02"),
        (rule(locust(|v| v.hidden.note = 22)), "TT-DMG-02"),
        (rule(locust(|v| v.tripod.battery = 1)), ""),
        (rule(locust(|v| (v.tripod.battery, v.energy) = (1, Some(9)))), "TT-RCH-04"),
        (rule(locust(|v| v.hidden.engine = 2)), ""),
        (rule(locust(|v| v.hidden.note = 21)), ""),
        (rule(airplane(|v| (v.hidden.note, v.hidden.engine, v.wounds) = (9, 1, 1))), ""),
        (rule(two_locusts().damage(&["B 9"]).try_begin()), "TT-DMG-01"),
    ];
    for (number, (found, expected)) in refused.into_iter().enumerate() {
        assert_eq!(found.unwrap_or_default(), expected, "number {number}");
    }
}
