//! THE GAME TURN and END OF TURN.

use crate::support::*;
use table::{Viewer, proves};
use triplanes::*;

const STILL: [&str; 3] = ["TA_standing_still"; 3];
const STRAIGHT: [&str; 3] = ["R_straight"; 3];

/// Too far apart for any shot.
fn apart() -> Scene {
    Scene::new().put("nieuport_16", 100.0, 100.0, 0).put("mk1_locust", 700.0, 800.0, 180)
}

/// In the action window of phase 1: an airplane whose stall ends 150 mm in front of a tripod's front side.
fn head_on() -> Scene {
    let scene =
        Scene::new().put("nieuport_16", 450.0, 244.3, 0).planned(&["R_stall", "R_straight", "R_stall"]);
    scene.put("mk1_locust", 450.0, 500.0, 180).planned(&STILL).from_step(Step::Actions { phase: 0 })
}

/// The places of these happenings in what a spectator saw, in this order.
fn in_order(play: &Play, wanted: &[fn(&What) -> bool]) {
    let seen = play.happened(Viewer::Spectator);
    let mut from = 0;
    for (number, is) in wanted.iter().enumerate() {
        let found = seen[from..].iter().position(is);
        from += 1 + found.unwrap_or_else(|| panic!("number {number} does not follow: {:#?}", &seen[from..]));
    }
}

#[test]
fn a_turn_is_one_planning_phase_and_three_action_phases() {
    proves!("TT-SEQ-01");
    let mut play = apart().begin();
    assert_eq!((play.view().turn, play.step()), (1, Step::Planning));
    play.plan(0, &STRAIGHT).plan(1, &STILL);
    for phase in 0..3 {
        assert_eq!((play.view().turn, play.step()), (1, Step::Actions { phase }));
        play.pass(1);
    }
    assert_eq!((play.view().turn, play.step()), (2, Step::Planning));
    let mut steps = play.happened(Viewer::Spectator);
    steps.retain(|w| matches!(w, What::TurnBegan { .. } | What::Revealed { .. }));
    let phases: Vec<u16> = steps
        .iter()
        .map(|w| match w {
            What::Revealed { phase, .. } => u16::from(*phase),
            What::TurnBegan { turn } => 100 * turn,
            _ => 0,
        })
        .collect();
    assert_eq!(phases, [100, 1, 2, 3, 200]);
    assert_eq!(apart().set(|s| s.turn = 0).refused_by(), "TT-SEQ-01");
}

#[test]
fn nobody_fires_before_everybody_has_moved() {
    proves!("TT-SEQ-02");
    let mut play = head_on().begin();
    assert_eq!(play.fire_refused(0, 1, Through::Armor).rule.0, "TT-SEQ-02");
    assert_eq!(play.refused_by(EARTH, &Order::Hold { vehicle: v(0) }), "TT-SEQ-02");
    let ray = Order::Ray { vehicle: v(1), target: v(0), ruler: RulerPosition::RightAngle };
    assert_eq!(play.refused_by(MARS, &ray), "TT-SEQ-02");
    play.pass(1);
    assert_eq!(play.step(), Step::Firing { phase: 0 });
    play.fire(0, 1, Through::Armor);
    assert_eq!(play.fire_refused(0, 1, Through::Armor).rule.0, "TT-SEQ-02");
    let planning = apart().begin();
    assert_eq!(planning.fire_refused(0, 1, Through::Open).rule.0, "TT-SEQ-02");
}

#[test]
fn a_step_is_completed_by_everybody_before_the_next_one_starts() {
    proves!("TT-SEQ-02");
    let mut play = apart().put("mk1_locust", 500.0, 800.0, 180).begin();
    play.plan(0, &STRAIGHT).plan(1, &STILL);
    assert_eq!(play.step(), Step::Planning);
    play.plan(2, &STILL).pass(1);
    assert_eq!(play.step(), Step::Actions { phase: 0 });
    assert_at(&play, 0, 100.0, 100.0, 0.0);
    play.pass(2);
    assert_at(&play, 0, 100.0, 197.0, 0.0);
}

#[test]
fn the_movement_step_has_a_fixed_inner_order() {
    proves!("TT-SEQ-03");
    let scene = apart().set(|s| (s.vehicles[0].flames, s.vehicles[1].tripod.toppled) = (3, 1));
    let mut play = scene.put("mk1_locust", 500.0, 700.0, 180).put("nieuport_16", 890.0, 300.0, 90).begin();
    play.plan(0, &["R_stall", "R_left_60", "R_stall"]).plan(3, &STRAIGHT).plan(2, &STILL);
    play.plan(1, &["", "TA_standing_still", "TA_standing_still"]);
    // The fallen tripod is up again and the fire has done its work before the action is chosen.
    assert_eq!((play.tripod(1).console.toppled, play.see(0).flames, play.see(0).damage.len()), (0, 2, 1));
    play.act(2, Action::ChangeFacing { to: Side::FrontRight });
    in_order(
        &play,
        &[
            |w| matches!(w, What::StoodUp { vehicle: VehicleId(1) }),
            |w| matches!(w, What::Burns { vehicle: VehicleId(0), flames: 2 }),
            |w| matches!(w, What::CardDrawn { vehicle: VehicleId(0), why: DrawnFor::Flames, .. }),
            |w| matches!(w, What::ActionShown { vehicle: VehicleId(2), .. }),
            |w| matches!(w, What::Revealed { phase: 1, .. }),
            |w| matches!(w, What::Moved { vehicle: VehicleId(0), .. }),
            |w| matches!(w, What::FacingChanged { vehicle: VehicleId(2), .. }),
            |w| matches!(w, What::LeftTheArea { vehicle: VehicleId(3), .. }),
        ],
    );
    assert_at(&play, 2, 500.0, 700.0, 240.0);
}

#[test]
fn energy_icons_and_illegal_cards_come_between_the_reveal_and_the_moves() {
    proves!("TT-SEQ-03");
    let scene = apart().printed().put("mk1_locust", 500.0, 500.0, 180).put("nieuport_16", 300.0, 100.0, 0);
    let mut play = scene.with(|v| (v.airplane.last, v.jammed) = (LastManeuver::Steep, 2)).begin();
    play.plan(0, &STRAIGHT)
        .plan(1, &["TA_running", "TA_standing_still", "TA_standing_still"])
        .plan(2, &STILL);
    play.plan(3, &["R_stall", "R_straight", "R_straight"]).pass(1).pass(2);
    in_order(
        &play,
        &[
            |w| matches!(w, What::Revealed { phase: 1, .. }),
            |w| matches!(w, What::EnergySpent { vehicle: VehicleId(1), energy: 8 }),
            |w| matches!(w, What::Illegal { vehicle: VehicleId(3), .. }),
            |w| matches!(w, What::CardDrawn { vehicle: VehicleId(3), why: DrawnFor::IllegalManeuver, .. }),
            |w| matches!(w, What::Moved { vehicle: VehicleId(0), .. }),
            |w| matches!(w, What::Moved { vehicle: VehicleId(3), .. }),
            |w| matches!(w, What::JamCounter { vehicle: VehicleId(3), left: 1, .. }),
        ],
    );
}

#[test]
fn fire_burns_in_the_first_phase_only() {
    proves!("TT-SEQ-03");
    let mut play = apart().set(|s| s.vehicles[0].flames = 3).begin();
    play.plan(0, &["R_stall", "R_right_60", "R_stall"]).plan(1, &STILL).rest_of_turn();
    assert_eq!((play.see(0).flames, play.times("TT-SPV-03")), (2, 2));
}

#[test]
fn damage_of_the_firing_step_is_resolved_before_recharging() {
    proves!("TT-SEQ-04");
    let mut play = head_on().energy(0).stack(DeckId::B, &["3"]).begin();
    play.act(1, Action::Recharge { objective: None }).fire(0, 1, Through::Open);
    // The armored front side did not protect a tripod without energy.
    assert_eq!((play.points(1), play.see(1).damage.len(), play.energy(1)), (3, 1, 1));
    in_order(
        &play,
        &[
            |w| matches!(w, What::GunsFired { through: Through::Open, side: Side::Front, .. }),
            |w| matches!(w, What::CardDrawn { vehicle: VehicleId(1), .. }),
            |w| matches!(w, What::Recharged { vehicle: VehicleId(1), gained: 1, energy: 1, .. }),
        ],
    );
    assert_eq!(play.tripod(1).action, None);
}

#[test]
fn the_firing_step_has_a_fixed_inner_order() {
    proves!("TT-SEQ-04");
    // One tripod cools while it fires nothing, the other one fires, is hit and topples.
    let scene = head_on().energy(1).stack(DeckId::B, &["2 toppled"]).stack(DeckId::X, &["3"]);
    let scene = scene.put("mk1_locust", 200.0, 800.0, 180).planned(&STILL).with(|v| v.tripod.cooling = 1);
    let mut play = scene.begin();
    play.act(1, Action::HeatRay { from: Side::Front }).act(2, Action::Recharge { objective: None });
    assert_eq!(play.tripod(2).console.cooling, 0);
    play.fire(0, 1, Through::Open);
    in_order(
        &play,
        &[
            |w| matches!(w, What::Moved { vehicle: VehicleId(0), .. }),
            |w| matches!(w, What::Cooled { vehicle: VehicleId(2) }),
            |w| matches!(w, What::GunsFired { vehicle: VehicleId(0), .. }),
            |w| matches!(w, What::RayFired { vehicle: VehicleId(1), .. }),
            |w| matches!(w, What::Toppled { vehicle: VehicleId(1), counters: 2 }),
            |w| matches!(w, What::MustCool { vehicle: VehicleId(1) }),
            |w| matches!(w, What::Recharged { vehicle: VehicleId(2), .. }),
            |w| matches!(w, What::RecoveryCounter { vehicle: VehicleId(1), left: 1 }),
        ],
    );
}

#[test]
fn the_second_and_the_third_phase_run_like_the_first() {
    proves!("TT-SEQ-05");
    let mut play = apart().energy(0).begin();
    play.plan(0, &["R_straight", "R_stall", "R_left_60"]).plan(1, &STILL);
    for (phase, energy) in [(0, 1), (1, 2), (2, 3)] {
        assert_eq!(play.step(), Step::Actions { phase });
        play.act(1, Action::Recharge { objective: None });
        assert_eq!(play.energy(1), energy);
    }
    let revealed: Vec<String> = play
        .happened(Viewer::Spectator)
        .into_iter()
        .filter_map(|w| if let What::Revealed { cards, .. } = w { Some(cards[0].card.clone()) } else { None })
        .collect();
    assert_eq!(revealed, ["R_straight", "R_stall", "R_left_60"]);
}

#[test]
fn one_action_card_for_each_tripod_and_phase() {
    proves!("TT-SEQ-05");
    let mut play = head_on().begin();
    play.act(1, Action::HeatRay { from: Side::Front });
    assert_eq!(play.step(), Step::Firing { phase: 0 });
    assert_eq!(play.act_refused(1, Action::Recharge { objective: None }).rule.0, "TT-ACT-02");
    play.hold(0);
    assert_eq!(play.step(), Step::Actions { phase: 1 });
    play.act(1, Action::Recharge { objective: None });
}

#[test]
fn a_new_reminder_takes_the_place_of_the_old_one() {
    proves!("TT-EOT-01");
    let mut play = apart().begin();
    play.plan(0, &["R_stall", "R_straight", "R_stall"]).plan(1, &STILL).rest_of_turn();
    assert_eq!(play.airplane(0).console.last, LastManeuver::Steep);
    play.plan(0, &["R_straight", "R_stall", "R_straight"]).plan(1, &STILL).rest_of_turn();
    assert_eq!(play.airplane(0).console.last, LastManeuver::Straight);
    assert_eq!((play.times("TT-REM-01"), play.times("TT-REM-03")), (1, 1));
    let reminders =
        play.happened(Viewer::Spectator).into_iter().filter(|w| matches!(w, What::Reminder { .. }));
    let kept = [LastManeuver::Steep, LastManeuver::Straight].map(|of| What::Reminder { vehicle: v(0), of });
    assert_eq!(reminders.collect::<Vec<_>>(), kept);
}

#[test]
fn cards_go_back_to_their_decks_at_the_end_of_the_turn() {
    proves!("TT-EOT-01");
    let mut play = apart().begin();
    for turn in 1..=2 {
        assert_eq!((play.view().turn, play.step()), (turn, Step::Planning));
        assert_eq!(play.seen_by(EARTH, 0).plan, [SpaceView::Empty, SpaceView::Empty, SpaceView::Empty]);
        // All three straights and all three standing still cards, turn after turn.
        play.plan(0, &STRAIGHT).plan(1, &STILL).rest_of_turn();
    }
    assert_eq!(play.view().turn, 3);
}

#[test]
fn at_the_end_of_a_turn_its_restrictions_expire_and_those_of_the_next_begin() {
    proves!("TT-EOT-01");
    let scene = apart().set(|s| {
        (s.vehicles[0].hidden.left_jam, s.vehicles[0].hidden.next_right_jam) = (true, true);
        (s.vehicles[1].hidden.gyroscope, s.vehicles[0].airplane.smoke) = (true, 2);
    });
    let (left, right) =
        (["R_left_60", "R_straight", "R_straight"], ["R_right_60", "R_straight", "R_straight"]);
    let turn = Action::ChangeFacing { to: Side::FrontLeft };
    let mut play = scene.begin();
    assert_eq!(play.plan_refused(0, &left).rule.0, "TT-SPA-02");
    play.plan(0, &right).plan(1, &STILL);
    assert_eq!(play.act_refused(1, turn).rule.0, "TT-SPT-05");
    play.rest_of_turn();
    assert_eq!(play.airplane(0).console.smoke, 1);
    assert_eq!(play.plan_refused(0, &right).rule.0, "TT-SPA-02");
    play.plan(0, &left).plan(1, &STILL).act(1, turn).rest_of_turn();
    assert_eq!(play.airplane(0).console.smoke, 0);
    play.plan(0, &right);
}

#[test]
fn reminders_come_before_the_smoke_counters() {
    proves!("TT-EOT-01");
    let mut play = apart().set(|s| s.vehicles[0].airplane.smoke = 1).begin();
    play.plan(0, &STRAIGHT).plan(1, &["TA_standing_still", "TA_standing_still", "TA_reverse"]).rest_of_turn();
    in_order(
        &play,
        &[
            |w| matches!(w, What::Reminder { vehicle: VehicleId(0), of: LastManeuver::Straight }),
            |w| matches!(w, What::SmokeCounter { vehicle: VehicleId(0), left: 0 }),
            |w| matches!(w, What::ReverseReminder { vehicle: VehicleId(1) }),
            |w| matches!(w, What::TurnBegan { turn: 2 }),
        ],
    );
}
