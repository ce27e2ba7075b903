//! NUMBER OF PLAYERS AND VEHICLES, and the layers of the rules.

use crate::support::*;
use table::{Game, SeatId, SetupError, SetupRequest, proves};
use triplanes::*;

const STILL: [&str; 3] = ["TA_standing_still"; 3];
const STRAIGHT: [&str; 3] = ["R_straight"; 3];

/// One airplane far away from one tripod.
fn duel() -> Scene {
    Scene::new().put("nieuport_16", 100.0, 100.0, 0).put("mk1_locust", 450.0, 800.0, 180)
}

/// So many airplanes and tripods for each player, Earthlings first.
fn dealt(airplanes: &[usize], tripods: &[usize]) -> Scene {
    let earth = airplanes.iter().map(|_| ("E", Team::Earthlings));
    let seats: Vec<(&str, Team)> = earth.chain(tripods.iter().map(|_| ("M", Team::Martians))).collect();
    let mut scene = Scene::new().seats(&seats);
    let mut x = 0.0;
    for (seat, count) in airplanes.iter().chain(tripods).enumerate() {
        let (model, y) = if seat < airplanes.len() { ("nieuport_16", 200.0) } else { ("mk1_locust", 700.0) };
        for _ in 0..*count {
            x += 80.0;
            scene = scene.put(model, x, y, 0).of(seat as u8);
        }
    }
    scene
}

/// The seats that the vehicles of a simple battle are dealt to.
fn dealt_by_default(earthlings: &str, martians: &str, players: &str) -> Result<Vec<u8>, SetupError> {
    let options = [("earthlings", earthlings), ("martians", martians), ("players", players)];
    let request = SetupRequest::of("simple-battle", &options);
    let setup = State::resolve(&Content::built_in(), &request)?;
    Ok(setup.vehicles.iter().map(|v| v.seat.0).collect())
}

/// An airplane behind a tripod at long range, in the firing step: what it hits is not protected.
fn behind(scene: Scene) -> Scene {
    scene
        .put("nieuport_16", 450.0, 318.8, 0)
        .planned(&STRAIGHT)
        .put("mk1_locust", 450.0, 500.0, 0)
        .planned(&STILL)
        .from_step(Step::Firing { phase: 0 })
}

#[test]
fn earthlings_control_only_airplanes_and_martians_only_tripods() {
    proves!("TT-GEN-01");
    let play = duel().begin();
    assert_eq!(play.see(0).team, Team::Earthlings);
    assert_eq!(play.see(1).team, Team::Martians);
    assert_eq!(duel().put("mk1_locust", 200.0, 600.0, 180).of(0).refused_by(), "TT-GEN-01");
    assert_eq!(duel().put("nieuport_16", 200.0, 400.0, 0).of(1).refused_by(), "TT-GEN-01");
}

#[test]
fn vehicles_of_the_own_team_are_friendly_and_all_others_are_enemies() {
    proves!("TT-GEN-01");
    let two_of_each = || {
        behind(Scene::new())
            .put("nieuport_16", 450.0, 400.0, 0)
            .planned(&STRAIGHT)
            .put("mk1_locust", 450.0, 650.0, 0)
            .planned(&STILL)
    };
    let play = two_of_each().begin();
    assert_eq!(play.fire_refused(0, 2, Through::Open).rule.0, "TT-AFR-03");
    assert_eq!(two_of_each().begin().fire(2, 1, Through::Open).see(1).damage.len(), 2);
    let ray = |vehicle, target| Order::Ray {
        vehicle: v(vehicle),
        target: v(target),
        ruler: RulerPosition::RightAngle,
    };
    let aiming =
        two_of_each().set(|s| s.vehicles[1].action = Some(Action::HeatRay { from: Side::Front })).begin();
    assert_eq!(aiming.refused_by(MARS, &ray(1, 3)), "TT-TFR-05");
}

#[test]
fn only_airplanes_have_guns_and_only_tripods_have_heat_rays() {
    proves!("TT-GEN-01");
    let play = behind(Scene::new()).begin();
    let ray = Order::Ray { vehicle: v(0), target: v(1), ruler: RulerPosition::RightAngle };
    assert_eq!(play.refused_by(EARTH, &ray), "TT-GEN-01");
    assert_eq!(play.fire_refused(1, 0, Through::Open).rule.0, "TT-GEN-01");
}

#[test]
fn at_least_one_player_on_each_side_with_at_least_one_vehicle_each() {
    proves!("TT-GEN-02");
    assert_eq!(dealt(&[1], &[]).refused_by(), "TT-GEN-02");
    assert_eq!(dealt(&[], &[1]).refused_by(), "TT-GEN-02");
    assert_eq!(dealt(&[1, 0], &[1]).refused_by(), "TT-GEN-02");
    assert_eq!(dealt(&[1], &[1, 0]).refused_by(), "TT-GEN-02");
    assert_eq!(dealt(&[1], &[1]).begin().view().vehicles.len(), 2);
    let rule = |earth: &str, mars: &str, players: &str| {
        dealt_by_default(earth, mars, players).expect_err("too few").rule.expect("a rule").0
    };
    assert_eq!(rule("", "mk1_locust", "1,1"), "TT-GEN-02");
    assert_eq!(rule("nieuport_16", "mk1_locust", "0,1"), "TT-GEN-02");
    assert_eq!(rule("nieuport_16", "mk1_locust", "1,2"), "TT-GEN-02");
}

#[test]
fn there_is_no_upper_limit_on_players_or_vehicles() {
    proves!("TT-GEN-02");
    let play = dealt(&[2, 2, 1], &[2, 2, 2]).begin();
    assert_eq!((play.view().seats.len(), play.view().vehicles.len()), (6, 11));
}

#[test]
fn vehicles_are_divided_as_evenly_as_possible() {
    proves!("TT-GEN-03");
    let five = "nieuport_16,nieuport_16,nieuport_16,nieuport_16,nieuport_16";
    let seats = dealt_by_default(five, "mk1_locust,mk1_locust", "3,2").expect("an even deal");
    assert_eq!(seats, [0, 0, 1, 1, 2, 3, 4]);
    dealt(&[2, 2, 1], &[1, 1]).begin();
    dealt(&[1, 2, 2], &[1, 1]).begin();
    assert_eq!(dealt(&[3, 1, 1], &[1, 1]).refused_by(), "TT-GEN-03");
    assert_eq!(dealt(&[1, 1], &[3, 1]).refused_by(), "TT-GEN-03");
}

#[test]
fn players_are_divided_as_evenly_as_possible() {
    proves!("TT-GEN-03");
    dealt(&[1, 1], &[2]).begin();
    dealt(&[2], &[1, 1]).begin();
    assert_eq!(dealt(&[1, 1, 1], &[2]).refused_by(), "TT-GEN-03");
    assert_eq!(dealt(&[2], &[1, 1, 1]).refused_by(), "TT-GEN-03");
    // A team never has more players than vehicles, so one tripod may face three Earthlings.
    dealt(&[1, 1, 1], &[1]).begin();
    dealt(&[1], &[1, 1, 1]).begin();
}

#[test]
fn each_vehicle_is_played_separately() {
    proves!("TT-GEN-04");
    let two = || duel().energy(0).put("mk1_locust", 650.0, 800.0, 180).energy(5);
    let mut play = two().begin();
    play.plan(0, &STRAIGHT).plan(1, &STILL).plan(2, &STILL);
    play.act(1, Action::HeatRay { from: Side::Front }).pass(2);
    let nothing = What::ActionWithoutEffect { vehicle: v(1), action: Action::HeatRay { from: Side::Front } };
    assert!(play.happened(table::Viewer::Spectator).contains(&nothing));
    assert_eq!((play.energy(1), play.energy(2)), (0, 5));
    // The other way round only the second one pays.
    let mut play = two().begin();
    play.plan(0, &STRAIGHT).plan(1, &STILL).plan(2, &STILL);
    play.pass(1).act(2, Action::HeatRay { from: Side::Front });
    assert_eq!((play.energy(1), play.energy(2)), (0, 4));
    assert_eq!((play.tripod(1).console.cooling, play.tripod(2).console.cooling), (0, 1));
}

#[test]
fn a_player_gives_orders_to_his_own_vehicles_only() {
    proves!("TT-GEN-04");
    let play = duel().begin();
    assert_eq!(play.refused_by(MARS, &play.plan_order(0, &STRAIGHT)), "TT-GEN-04");
    assert_eq!(play.refused_by(EARTH, &Order::Hold { vehicle: v(9) }), "TT-GEN-04");
    let mates = dealt(&[1, 1], &[1]).begin();
    assert_eq!(mates.refused_by(SeatId(1), &mates.plan_order(0, &STRAIGHT)), "TT-GEN-04");
}

#[test]
fn special_damages_belong_to_the_standard_layer() {
    proves!("TT-GEN-05");
    for (standard, counters) in [(false, 0), (true, 2)] {
        let scene = behind(Scene::new()).stack(DeckId::B, &["2 toppled"]).set(|s| s.standard = standard);
        let mut play = scene.begin();
        play.fire(0, 1, Through::Open);
        assert_eq!(
            (play.points(1), play.happened(table::Viewer::Umpire).contains(&toppled())),
            (2, standard)
        );
        // One counter goes again at the start of the next movement step.
        assert_eq!(play.tripod(1).console.toppled, u8::saturating_sub(counters, 1));
    }
}

fn toppled() -> What {
    What::Toppled { vehicle: v(1), counters: 2 }
}

#[test]
fn an_explosion_belongs_to_the_basic_layer() {
    proves!("TT-GEN-05");
    let mut play = behind(Scene::new().basic()).stack(DeckId::B, &["explosion"]).begin();
    play.fire(0, 1, Through::Open);
    assert_eq!(play.points(1), 11);
}

#[test]
fn optional_rules_are_agreed_before_play() {
    proves!("TT-GEN-06");
    let mut play = duel().begin();
    play.plan(0, &STRAIGHT).plan(1, &STILL);
    for from in Side::ALL {
        assert_eq!(play.act_refused(1, Action::BlackSmoke { from }).rule.0, "TT-ACT-09");
    }
    assert!(
        !play.legal(MARS).iter().any(|o| matches!(o, Order::Act { action: Action::BlackSmoke { .. }, .. }))
    );
}
