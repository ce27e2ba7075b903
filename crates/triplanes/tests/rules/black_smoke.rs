//! BLACK SMOKE.

use crate::support::*;
use geometry::Vec2;
use table::{Game, Viewer, proves};
use triplanes::*;

const STRAIGHT: [&str; 3] = ["R_straight"; 3];
const STILL: [&str; 3] = ["TA_standing_still"; 3];
const REAR_RIGHT: Action = Action::BlackSmoke { from: Side::RearRight };

/// A Nieuport that flies north far from everything, vehicle 0, and a Locust at (450, 450) facing north, vehicle 1.
fn scene() -> Scene {
    let scene = Scene::new().set(|s| (s.area, s.black_smoke) = ([1500.0, 3000.0], true));
    scene.put("nieuport_16", 1300.0, 200.0, 0).put("mk1_locust", 450.0, 450.0, 0)
}

/// Planned, with this action of the Locust in phase 1.
fn acting(scene: &Scene, action: Action) -> Play {
    let mut play = scene.begin();
    play.plan(0, &STRAIGHT).plan(1, &STILL).act(1, action);
    play
}

/// Where a launch from the rear-right side of the Locust at (450, 450) ends.
fn far_end() -> (f64, f64) {
    ahead((450.0, 450.0), 120, 31.2 + 150.0)
}

/// The figures of the ledger: an apothem of 30 mm, a launcher on the rear side, a circle of 25 mm.
fn ledger_figures() -> std::sync::Arc<Content> {
    let rear = r#"side = "rear", projector = "none", armor = false, black_smoke_launcher = "#;
    content_with(&[
        ("geometry.toml", "flat_to_flat_mm = 62.4", "flat_to_flat_mm = 60.0"),
        ("tripods.toml", &format!("{rear}false"), &format!("{rear}true")),
        ("templates.toml", "inner_circle_radius_mm = 12.0", "inner_circle_radius_mm = 25.0"),
    ])
}

fn near((x, y): (f64, f64), clouds: &[(f64, f64)]) -> bool {
    clouds.iter().any(|(cx, cy)| (cx - x).abs() < 0.01 && (cy - y).abs() < 0.01)
}

#[test]
fn black_smoke_costs_one_energy_and_shows_its_launcher() {
    proves!("TT-SMK-01");
    let play = acting(&scene().set(|s| s.vehicles[1].energy = Some(3)), REAR_RIGHT);
    assert_eq!((play.step(), play.energy(1)), (Step::Firing { phase: 0 }, 2));
    assert_eq!(play.tripod_seen_by(EARTH, 1).action, Some(REAR_RIGHT));
    let mut play = scene().begin();
    play.plan(0, &STRAIGHT).plan(1, &STILL);
    for from in [Side::Front, Side::FrontRight, Side::Rear, Side::FrontLeft] {
        assert_eq!(play.act_refused(1, Action::BlackSmoke { from }).rule.0, "TT-SMK-01");
    }
    play.act(1, Action::BlackSmoke { from: Side::RearLeft });
}

#[test]
fn without_energy_black_smoke_has_no_effect() {
    proves!("TT-SMK-01");
    let mut play = acting(&scene().set(|s| s.vehicles[1].energy = Some(0)), REAR_RIGHT);
    assert_eq!((play.step(), play.energy(1), play.times("TT-HRA-03")), (Step::Actions { phase: 1 }, 0, 1));
    play.rest_of_turn();
    assert!(play.clouds().is_empty());
    let mut play = acting(&scene().set(|s| s.vehicles[1].energy = Some(1)), REAR_RIGHT);
    play.smoke(1, far_end(), None);
    assert_eq!((play.energy(1), play.clouds().len()), (0, 1));
}

#[test]
fn black_smoke_is_not_used_without_its_rule() {
    proves!("TT-ACT-09");
    let mut play = scene().set(|s| s.black_smoke = false).begin();
    play.plan(0, &STRAIGHT).plan(1, &STILL);
    assert_eq!(play.act_refused(1, REAR_RIGHT).rule.0, "TT-ACT-09");
    assert!(
        !play.legal(MARS).iter().any(|o| matches!(o, Order::Act { action: Action::BlackSmoke { .. }, .. }))
    );
    let mut play = scene().begin();
    play.plan(0, &STRAIGHT).plan(1, &STILL);
    assert!(play.legal(MARS).contains(&Order::Act { vehicle: v(1), action: REAR_RIGHT }));
}

#[test]
fn the_ruler_is_laid_at_a_right_angle_after_all_moves() {
    proves!("TT-SMK-02");
    let rear = Action::BlackSmoke { from: Side::Rear };
    let mut play = acting(&scene().content(ledger_figures()), rear);
    assert_eq!(play.asks(MARS), [Ask::Smoke { vehicle: v(1) }]);
    // Launching is mandatory.
    assert_eq!(play.refused_by(MARS, &Order::Hold { vehicle: v(1) }), "TT-SMK-02");
    play.smoke(1, (450.0, 450.0 - 180.0), None);
    let told =
        What::SmokeLaunched { vehicle: v(1), at: Vec2::new(450.0, 270.0), removed: None, placed: true };
    assert!(play.happened(Viewer::Spectator).contains(&told));
    assert_eq!(play.clouds(), [(450.0, 270.0)]);
    // From where the tripod stands after its move, 88.4 mm on less 1.2 mm of the smaller base on either side.
    let mut play = scene().content(ledger_figures()).begin();
    play.plan(0, &STRAIGHT).plan(1, &["TA_long_straight", STILL[0], STILL[0]]).act(1, rear);
    let (_, y, _) = play.at(1);
    assert!(y > 530.0);
    assert_eq!(play.smoke_refused(1, (450.0, 270.0), None), "TT-SMK-03");
    play.smoke(1, (450.0, y - 180.0), None);
}

#[test]
fn only_a_tripod_that_chose_black_smoke_launches_it() {
    proves!("TT-SMK-02");
    let scene = scene().put("mk1_locust", 450.0, 1000.0, 0);
    let mut play = scene.begin();
    play.plan(0, &STRAIGHT).plan(1, &STILL).plan(2, &STILL).act(1, REAR_RIGHT).pass(2);
    assert_eq!(play.smoke_refused(2, far_end(), None), "TT-SMK-02");
    assert_eq!(
        play.refused_by(EARTH, &Order::Smoke { vehicle: v(0), at: Vec2::ZERO, remove: None }),
        "TT-AFR-07"
    );
    play.smoke(1, far_end(), None);
}

#[test]
fn the_stand_stays_inside_the_circle_of_the_template() {
    proves!("TT-SMK-03");
    let launch = |x: f64, y: f64| {
        let play = acting(&scene().content(ledger_figures()), Action::BlackSmoke { from: Side::Rear });
        (play, (450.0 + x, 450.0 + y))
    };
    for (x, y) in [(20.0, -180.0), (25.0, -180.0), (0.0, -155.0), (-15.0, -200.0)] {
        let (mut play, at) = launch(x, y);
        play.smoke(1, at, None);
        assert_eq!(play.clouds(), [at]);
    }
    for (x, y) in [(30.0, -180.0), (25.1, -180.0), (0.0, -205.1)] {
        let (play, at) = launch(x, y);
        assert_eq!(play.smoke_refused(1, at, None), "TT-SMK-03");
    }
    let (play, _) = launch(0.0, 0.0);
    assert_eq!(play.smoke_refused(1, (f64::NAN, 0.0), None), "TT-SMK-03");
}

#[test]
fn a_template_may_stick_out_of_the_area_and_is_hidden_until_all_is_open() {
    proves!("TT-SMK-03");
    // The Nieuport has a target of its own and is not ready yet.
    let scene = scene().set(|s| {
        s.vehicles[0].at = Some(Vec2::new(450.0, 250.0));
        s.vehicles[1].at = Some(Vec2::new(450.0, 500.0));
        s.area = [620.0, 3000.0];
        s.mat = true;
    });
    let mut play = acting(&scene, REAR_RIGHT);
    let end = ahead((450.0, 500.0), 120, 31.2 + 150.0);
    play.smoke(1, end, None);
    assert_eq!((play.seen_by(EARTH, 1).declared, play.clouds().len()), (None, 0));
    play.hold(0);
    assert!(near(end, &play.clouds()) && end.0 + 35.0 > 620.0);
}

/// The Locust launches with these clouds on the table; cloud `remove` makes room.
fn launch_with(clouds: &[(f64, f64)], remove: Option<u8>) -> Play {
    let mut play = acting(&scene().clouds(clouds), REAR_RIGHT);
    play.smoke(1, far_end(), remove);
    play
}

#[test]
fn two_templates_for_each_tripod() {
    proves!("TT-SMK-04");
    let (one, two) = ((100.0, 1000.0), (300.0, 1000.0));
    let play = launch_with(&[one], None);
    assert!(play.clouds().len() == 2 && near(far_end(), &play.clouds()));
    // With none left a cloud makes room ...
    for (remove, kept) in [(0, two), (1, one)] {
        let play = launch_with(&[one, two], Some(remove));
        assert_eq!(play.clouds().len(), 2);
        assert!(near(kept, &play.clouds()) && near(far_end(), &play.clouds()));
    }
    // ... or nothing is placed, and the energy is lost.
    let play = launch_with(&[one, two], None);
    assert_eq!((play.clouds(), play.energy(1), play.tripod(1).console.smoke_box), (vec![one, two], 8, 2));
    let play = acting(&scene().clouds(&[one, two]), REAR_RIGHT);
    assert_eq!(play.smoke_refused(1, far_end(), Some(2)), "TT-SMK-04");
    // The Martian player may always take one away for a new one.
    assert_eq!(launch_with(&[one], Some(0)).clouds().len(), 1);
}

#[test]
fn the_supply_does_not_shrink_with_the_tripods() {
    proves!("TT-SMK-04");
    let three = [(100.0, 1000.0), (300.0, 1000.0), (500.0, 1000.0)];
    let scene = scene().clouds(&three).put("mk1_locust", 900.0, 450.0, 0);
    let scene = scene.with(|v| v.fate = Some(Fate::Eliminated));
    let mut play = acting(&scene, REAR_RIGHT);
    play.smoke(1, far_end(), None);
    assert_eq!(play.clouds().len(), 4);
}

#[test]
fn two_launches_of_one_step_share_the_supply() {
    proves!("TT-SMK-04");
    let three = [(100.0, 1000.0), (300.0, 1000.0), (500.0, 1000.0)];
    let both = |remove: Option<u8>| {
        let mut play = scene().clouds(&three).put("mk1_locust", 900.0, 450.0, 0).begin();
        play.plan(0, &STRAIGHT).plan(1, &STILL).plan(2, &STILL).act(1, REAR_RIGHT).act(2, REAR_RIGHT);
        let other = ahead((900.0, 450.0), 120, 31.2 + 150.0);
        play.smoke(1, far_end(), None).smoke(2, other, remove);
        assert_eq!(play.clouds().len(), 4);
        near(other, &play.clouds())
    };
    assert!(!both(None));
    assert!(both(Some(0)));
}

#[test]
fn clouds_stay_over_turns() {
    proves!("TT-SMK-05");
    let cloud = (450.0, 1000.0);
    let scene = scene().clouds(&[cloud]).put("mk1_locust", 900.0, 450.0, 0);
    let mut play = scene.with(|v| v.fate = Some(Fate::Eliminated)).begin();
    for turn in 1..=3 {
        assert_eq!(play.view().turn, turn);
        play.plan(0, &STRAIGHT).plan(1, &STILL).rest_of_turn();
        assert_eq!(play.clouds(), [cloud]);
    }
}

#[test]
fn launchers_recharge_for_two_phases() {
    proves!("TT-SMK-06");
    let mut play = acting(&scene(), REAR_RIGHT);
    play.smoke(1, far_end(), None);
    let other = Action::BlackSmoke { from: Side::RearLeft };
    for (phase, counters) in [(1, 2), (2, 1)] {
        assert_eq!(
            (play.step(), play.tripod_seen_by(EARTH, 1).console.smoke_box),
            (Step::Actions { phase }, counters)
        );
        for action in [REAR_RIGHT, other] {
            assert_eq!(play.act_refused(1, action).rule.0, "TT-SMK-06");
        }
        if phase == 1 {
            play.act(1, Action::HeatRay { from: Side::Front });
        } else {
            play.pass(1);
        }
    }
    assert_eq!((play.view().turn, play.tripod(1).console.smoke_box), (2, 0));
    play.plan(0, &STRAIGHT).plan(1, &STILL).act(1, other);
    assert_eq!(play.step(), Step::Firing { phase: 0 });
}

/// The firing step: a Nieuport 150 mm before a Locust with the heat-ray of its front chosen, and a cloud half-way,
/// this far to the side. Another pair keeps the step open.
fn smoked(aside: f64) -> Play {
    let scene =
        Scene::duel("nieuport_16", 150.0, 180).ray_from(Side::Front).clouds(&[(450.0 + aside, 285.0)]);
    scene.put("nieuport_16", 800.0, 1600.0, 0).put("mk1_locust", 800.0, 1750.0, 0).firing().begin()
}

#[test]
fn clouds_block_line_of_sight() {
    proves!("TT-SMK-07");
    let play = smoked(0.0);
    assert_eq!(play.fire_refused(0, 1, Through::Armor).rule.0, "TT-SMK-07");
    assert_eq!(play.ways_to_hit(1), []);
    assert_eq!(play.ray_refused(1, 0, RulerPosition::RightAngle).rule.0, "TT-SMK-07");
    // Beside the line it leaves both of them a part in view.
    for aside in [-48.0, 48.0] {
        let play = smoked(aside);
        assert!(play.legal(EARTH).contains(&play.fire_order(0, 1, Through::Armor)));
        assert!(play.ways_to_hit(1).contains(&(0, RulerPosition::RightAngle)));
    }
    // The edge of the ray is 14 mm off its middle: a cloud of 35 mm that is 22 mm aside enters one edge only.
    for (aside, blocked) in [(20.0, true), (22.0, false)] {
        assert_eq!(smoked(aside).ways_to_hit(1).contains(&(0, RulerPosition::RightAngle)), !blocked);
    }
}

/// An airplane turns left from (450, 1000): its card lies before it, from x = 428.5 to 472.5, up to y = 1102.
fn turn_left(cloud: (f64, f64)) -> Play {
    let scene = scene().clouds(&[cloud]).stack(DeckId::Z, &["1", "1"]);
    let scene = scene.set(|s| s.vehicles[0].at = Some(Vec2::new(450.0, 1000.0)));
    let mut play = scene.begin();
    play.plan(0, &["R_left_60", "R_straight", "R_straight"]).plan(1, &STILL).pass(1);
    play
}

#[test]
fn a_maneuver_card_dissipates_a_cloud() {
    proves!("TT-SMK-08");
    for (cloud, touched) in [
        ((472.5 + 34.9, 1070.0), true),
        ((472.5 + 35.1, 1070.0), false),
        ((462.0, 1102.0 + 34.9), true),
        ((462.0, 1102.0 + 35.1), false),
    ] {
        let play = turn_left(cloud);
        assert_eq!(play.clouds().is_empty(), touched, "{cloud:?}");
        assert_eq!(play.held(0).len(), usize::from(touched));
        assert_eq!(play.times("TT-SMK-08"), usize::from(touched));
    }
    // So does a base: here the one at the end of the turn, at (405.06, 1084), 34 mm ahead along 300 degrees.
    for (gap, touched) in [(34.9, true), (35.1, false)] {
        let cloud = ahead((405.06, 1084.0), 300, 34.0 + gap);
        assert_eq!(turn_left(cloud).clouds().is_empty(), touched);
    }
}

/// The Locust plays this card in phase 1, with a cloud at this place.
fn walks(cloud: (f64, f64), card: &str, change: impl FnOnce(&mut VehicleSetup)) -> Play {
    let scene = scene().printed().clouds(&[cloud]).set(|s| change(&mut s.vehicles[1]));
    let mut play = scene.begin();
    play.plan(0, &STRAIGHT).plan(1, &[card, "TA_standing_still", "TA_standing_still"]).rest_of_phase();
    play
}

#[test]
fn a_card_carried_out_backward_lies_behind_the_base() {
    proves!("TT-SMK-08");
    // From the rear side at y = 418.8, down to 350.8; the base moves 26 mm only.
    for (y, touched) in [(350.8 - 34.9, true), (350.8 - 35.1, false)] {
        let play = walks((450.0, y), "TA_long_straight", |v| v.tripod.reverse = true);
        assert_at(&play, 1, 450.0, 450.0 - 26.0, 0.0);
        assert_eq!(play.clouds().is_empty(), touched);
    }
    assert_eq!(walks((450.0, 315.9), "TA_long_straight", |_| {}).clouds().len(), 1);
}

#[test]
fn a_card_that_is_not_carried_out_is_not_laid() {
    proves!("TT-SMK-08");
    // Running without energy is illegal; the same card with energy walks into the cloud.
    for (energy, clouds) in [(0, 1), (1, 0)] {
        let play = walks((450.0, 545.0), "TA_running", |v| v.energy = Some(energy));
        assert_eq!(play.clouds().len(), clouds);
    }
    // The straight flown for an illegal card is laid: its front comes to y = 1131.
    let scene =
        scene().printed().clouds(&[(450.0, 1160.0)]).stack(DeckId::Z, &["1"]).stack(DeckId::A, &["1"]);
    let scene = scene.set(|s| {
        s.vehicles[0].at = Some(Vec2::new(450.0, 1000.0));
        s.vehicles[0].hidden.left_jam = true;
    });
    let mut play = scene.begin();
    play.plan(0, &["R_left_60", "R_straight", "R_straight"]).plan(1, &STILL).pass(1);
    assert!(play.clouds().is_empty());
    assert_eq!(play.held(0), [("A 1".to_owned(), false), ("Z 1".to_owned(), false)]);
}

/// An airplane flies straight on from (450, 1000) with these clouds about; another one beside it at x = 550.
fn flies_into(clouds: &[(f64, f64)]) -> Play {
    let scene = scene().clouds(clouds).stack(DeckId::Z, &["1 smoke_trail", "1", "1"]);
    let scene = scene.set(|s| s.vehicles[0].at = Some(Vec2::new(450.0, 1000.0)));
    let mut play = scene.put("nieuport_16", 550.0, 1000.0, 0).begin();
    play.plan(0, &STRAIGHT).plan(1, &STILL).plan(2, &STRAIGHT).pass(1);
    play
}

#[test]
fn black_smoke_damages_airplanes() {
    proves!("TT-SMK-09");
    // Card and base overlap the same cloud: one card, face down, with its symbol.
    let play = flies_into(&[(440.0, 1080.0)]);
    assert_eq!(play.held(0), [("Z 1 smoke_trail".to_owned(), false)]);
    assert_eq!((play.airplane(0).console.smoke, play.points(0), play.left_in(DeckId::Z)), (3, 1, 19));
    assert_eq!(play.seen_by(MARS, 0).damage[0].card, None);
    assert_eq!((play.times("TT-SMK-09"), play.see(2).damage.len()), (1, 0));
    // Two clouds, two cards.
    let play = flies_into(&[(440.0, 1050.0), (440.0, 1140.0)]);
    assert_eq!((play.held(0).len(), play.clouds().len()), (2, 0));
    // Two airplanes in the same cloud both draw.
    let play = flies_into(&[(500.0, 1100.0)]);
    assert_eq!((play.held(0).len(), play.held(2).len(), play.clouds().len()), (1, 1, 0));
}

#[test]
fn basic_rules_take_the_points_of_black_smoke_alone() {
    proves!("TT-SMK-09");
    let scene = scene().basic().clouds(&[(450.0, 1080.0)]).stack(DeckId::Z, &["1 smoke_trail"]);
    let mut play = scene.set(|s| s.vehicles[0].at = Some(Vec2::new(450.0, 1000.0))).begin();
    play.plan(0, &STRAIGHT).plan(1, &STILL).pass(1);
    assert_eq!((play.points(0), play.airplane(0).console.smoke), (1, 0));
}

#[test]
fn tripods_are_not_harmed() {
    proves!("TT-SMK-10");
    let play = walks((450.0, 560.0), "TA_long_straight", |_| {});
    assert_eq!((play.clouds().len(), play.see(1).damage.len(), play.times("TT-SMK-08")), (0, 0, 1));
    // One that stands still does not reach it.
    assert_eq!(walks((450.0, 560.0), "TA_standing_still", |_| {}).clouds().len(), 1);
}

#[test]
fn a_cloud_placed_on_a_vehicle_takes_effect_at_once() {
    proves!("TT-SMK-11");
    // The airplane comes to the far end of the ruler, a friend close to it.
    let (x, y) = far_end();
    let scene =
        || scene().set(|s| s.vehicles[0].at = Some(Vec2::new(x, y - 97.0))).stack(DeckId::Z, &["1", "2"]);
    let mut play = acting(&scene(), REAR_RIGHT);
    play.rest_of_phase();
    assert_eq!((play.clouds().len(), play.held(0)), (0, vec![("Z 1".to_owned(), false)]));
    assert_eq!((play.times("TT-SMK-11"), play.times("TT-SMK-09")), (1, 1));
    let mut play = scene().put("nieuport_16", x + 50.0, y - 97.0, 0).begin();
    play.plan(0, &STRAIGHT).plan(1, &STILL).plan(2, &STRAIGHT).act(1, REAR_RIGHT).rest_of_phase();
    assert_eq!((play.held(0).len(), play.held(2).len()), (1, 1));
    // Over a tripod it is lost.
    let mut play = self::scene().put("mk1_locust", x, y, 0).begin();
    play.plan(0, &STRAIGHT).plan(1, &STILL).plan(2, &STILL).act(1, REAR_RIGHT).pass(2);
    play.smoke(1, far_end(), None);
    assert_eq!((play.clouds().len(), play.see(2).damage.len(), play.times("TT-SMK-11")), (0, 0, 1));
}

/// A Nieuport with a shot at the open rear of a Locust that launches black smoke; a second Locust far away.
fn last_launch(note: u16, card: &str) -> Play {
    let scene = scene().stack(DeckId::B, &[card]).set(|s| {
        s.vehicles[0].at = Some(Vec2::new(450.0, 172.0));
        s.vehicles[1].hidden.note = note;
    });
    let mut play = scene.put("mk1_locust", 1000.0, 2000.0, 0).begin();
    play.plan(0, &STRAIGHT).plan(1, &STILL).plan(2, &STILL).act(1, REAR_RIGHT).pass(2);
    play.fire(0, 1, Through::Open).smoke(1, far_end(), None);
    play
}

#[test]
fn the_launch_of_a_tripod_that_is_destroyed_in_the_same_step_counts() {
    proves!("TT-SMK-12");
    let play = last_launch(21, "1");
    assert_eq!(play.see(1).fate, Fate::Eliminated);
    assert!(near(far_end(), &play.clouds()));
}

#[test]
fn a_disabled_generator_launches_no_more() {
    proves!("TT-SPT-04");
    // The launch of the phase in which the damage is drawn still takes place.
    let mut play = last_launch(0, "1 smoke_generator");
    assert!(near(far_end(), &play.clouds()));
    assert!(play.see(1).hidden.expect("the umpire").smoke_generator);
    assert_eq!(play.seen_by(EARTH, 1).hidden, None);
    for phase in [1, 2] {
        assert_eq!(play.step(), Step::Actions { phase });
        assert_eq!(play.act_refused(1, REAR_RIGHT).rule.0, "TT-SPT-04");
        play.rest_of_phase();
    }
    play.plan(0, &STRAIGHT).plan(1, &STILL).plan(2, &STILL);
    assert_eq!(play.act_refused(1, REAR_RIGHT).rule.0, "TT-SPT-04");
    // The other tripod's launchers work.
    play.act(2, REAR_RIGHT);
}

#[test]
fn a_cloud_outlives_its_generator() {
    proves!("TT-SPT-04");
    let scene = scene().clouds(&[(450.0, 1080.0)]).stack(DeckId::Z, &["1"]).set(|s| {
        s.vehicles[0].at = Some(Vec2::new(450.0, 1000.0));
        s.vehicles[1].hidden.smoke_generator = true;
    });
    let mut play = scene.begin();
    play.plan(0, &STRAIGHT).plan(1, &STILL).pass(1);
    assert_eq!((play.held(0), play.clouds().len()), (vec![("Z 1".to_owned(), false)], 0));
}

/// Whoever sends an order may name any vehicle.
#[test]
fn smoke_of_a_vehicle_that_is_not_there_is_brought_nowhere() {
    let play = acting(&scene(), REAR_RIGHT);
    let order = Order::Smoke { vehicle: VehicleId(9), at: Vec2::new(500.0, 500.0), remove: None };
    for seat in [EARTH, MARS] {
        let refusal = play.m.state().nearest(seat, &order).unwrap_err();
        assert_eq!(refusal.rule.0, "TT-GEN-04", "{refusal}");
    }
}
