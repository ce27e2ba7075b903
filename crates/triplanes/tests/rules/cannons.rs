//! 37 MM CANNONS.

use crate::support::*;
use table::{Game, Viewer, proves};
use triplanes::*;

const STRAIGHT: [&str; 3] = ["R_straight"; 3];
const CHASE: [&str; 3] = ["TA_long_straight", "TA_long_straight", "TA_running"];

/// A Nieuport with a cannon, vehicle 0, and a Locust due north of it, vehicle 1.
fn gunner(gap: f64, facing: i32) -> Scene {
    Scene::duel("nieuport_16", gap, facing).set(|s| s.vehicles[0].airplane.cannon = true)
}

/// The same, with a wingman, vehicle 2, who has a shot at the Locust and keeps the firing step open.
fn with_wingman(gap: f64, facing: i32) -> Scene {
    gunner(gap, facing).put("nieuport_16", 530.0, 200.0 + gap + 31.2 - 151.0, 0)
}

/// All of them go north side by side, with a shot at the Locust in every phase.
fn chase(airplane: &[&str]) -> Play {
    let mut play = gunner(180.0, 0).begin();
    play.plan(0, airplane).plan(1, &CHASE).pass(1);
    play
}

/// A chase with a wingman, vehicle 2.
fn pair(airplane: &[&str]) -> Play {
    let scene = gunner(180.0, 0).put("nieuport_16", 510.0, 200.0, 0);
    let mut play = scene.stack(DeckId::A, &["0"]).begin();
    play.plan(0, airplane).plan(1, &CHASE).plan(2, &STRAIGHT).pass(1);
    play
}

/// The cards of airplane 0 that were illegal, with the rule.
fn illegal(play: &Play) -> Vec<(String, &'static str)> {
    let told = play.happened(Viewer::Spectator).into_iter().filter_map(|what| match what {
        What::Illegal { card, broken, .. } => Some((card, broken)),
        _ => None,
    });
    told.collect()
}

fn card(number: u8, card: &str) -> SpaceView {
    SpaceView::Card { number, card: card.to_owned() }
}

/// The position written down and taken up again.
fn taken_up(play: &Play) -> Play {
    Scene { content: Content::built_in(), setup: play.m.state().position() }.begin()
}

#[test]
fn a_cannon_draws_from_deck_c_in_the_front_arc() {
    proves!("TT-CAN-01");
    let scene = Scene::duel("sopwith_camel", 130.0, 0).set(|s| s.vehicles[0].airplane.cannon = true);
    let mut play = scene.stack(DeckId::C, &["3"]).firing().begin();
    play.cannon(0, 1, Through::Open);
    assert_eq!((play.held(1), play.points(1)), (vec![("C 3 +2".to_owned(), false)], 3));
    assert_eq!((play.left_in(DeckId::C), play.left_in(DeckId::A)), (16, 43));
    // Out of the arc: abeam, or behind.
    for (x, y) in [(150.0, 0.0), (0.0, -150.0)] {
        let scene = with_wingman(190.0, 0).put("mk1_locust", 450.0 + x, 200.0 + y, 0).firing();
        assert_eq!(scene.begin().cannon_refused(0, 3, Through::Open), "TT-AFR-02");
    }
}

#[test]
fn a_cannon_fires_forward_whatever_guns_there_are() {
    proves!("TT-CAN-01");
    // A Caproni with a rear gun, and a Locust behind it.
    let scene = Scene::new().put("caproni_ca3", 450.0, 400.0, 0).with(|v| v.airplane.cannon = true);
    let play = scene.put("mk1_locust", 450.0, 220.0, 0).firing().begin();
    let legal = play.legal(EARTH);
    assert!(legal.iter().any(|order| matches!(order, Order::Fire { gun: 1, .. })));
    assert!(!legal.iter().any(|order| matches!(order, Order::Cannon { .. })));
}

#[test]
fn a_cannon_is_loaded_when_the_game_begins() {
    proves!("TT-CAN-02");
    let mut play = chase(&STRAIGHT);
    assert_eq!(
        (play.view().turn, play.step(), play.airplane(0).console.loading),
        (1, Step::Firing { phase: 0 }, 0)
    );
    play.cannon(0, 1, Through::Open);
    assert_eq!(play.times("TT-CAN-04"), 1);
}

#[test]
fn cannon_or_machine_guns() {
    proves!("TT-CAN-03", "TT-AFR-07");
    let armed = || {
        with_wingman(150.0, 0)
            .set(|s| (s.vehicles[0].airplane.rockets, s.vehicles[0].airplane.anchor) = (2, Anchor::Ready))
    };
    let mut play = armed().firing().begin();
    assert!(play.legal(EARTH).contains(&play.fire_order(0, 1, Through::Open)));
    play.cannon(0, 1, Through::Open);
    assert_eq!(play.fire_refused(0, 1, Through::Open).rule.0, "TT-CAN-03");
    assert_eq!(play.launch_refused(0, 1, 1), "TT-AFR-07");
    assert_eq!(play.hook_refused(0, 1), "TT-AFR-07");
    assert_eq!(play.cannon_refused(0, 1, Through::Open), "TT-AFR-03");
    let mut play = armed().firing().begin();
    play.fire(0, 1, Through::Open);
    assert_eq!(play.cannon_refused(0, 1, Through::Open), "TT-AFR-07");
}

#[test]
fn what_a_cannon_costs_is_told_before_it_fires() {
    proves!("TT-CAN-05", "TT-CAN-11");
    let play = with_wingman(150.0, 0).firing().begin();
    let prompt = play.m.prompts()[0];
    let row = |order: &Order| play.m.state().row(&prompt, order);
    let all = play.legal(EARTH);
    let cannon = all.iter().find(|o| matches!(o, Order::Cannon { .. })).expect("a shot of the cannon");
    let told = row(cannon).detail;
    assert!(told.contains("the next card is a stall") && told.contains("two phases"), "{told}");
    let guns = all.iter().find(|o| matches!(o, Order::Fire { .. })).expect("a burst of the guns");
    assert!(!row(guns).detail.contains("stall"));
}

#[test]
fn one_c_card_at_any_distance_up_to_one_ruler() {
    proves!("TT-CAN-04");
    for gap in [40.0, 190.0, 200.0] {
        let mut play = gunner(gap, 0).stack(DeckId::C, &["2", "2 gyroscope"]).firing().begin();
        play.cannon(0, 1, Through::Open);
        assert_eq!((play.held(1).len(), play.points(1)), (1, 2), "{gap} mm");
        let distance = play.caused_by("TT-CAN-04", Viewer::Spectator).into_iter().find_map(|w| match w {
            What::CannonFired {
                distance, side: Side::Rear, through: Through::Open, aimed: false, ..
            } => Some(distance),
            _ => None,
        });
        assert!((distance.expect("a shot") - gap).abs() < 0.01);
    }
    for gap in [200.1, 201.0] {
        assert_eq!(with_wingman(gap, 0).firing().begin().cannon_refused(0, 1, Through::Open), "TT-AFR-02");
    }
}

#[test]
fn armor_and_lines_of_sight_work_as_usual() {
    proves!("TT-CAN-04");
    let mut play = with_wingman(150.0, 180).stack(DeckId::C, &["3"]).firing();
    play.setup.vehicles[1].energy = Some(3);
    let mut play = play.begin();
    assert_eq!(play.cannon_refused(0, 1, Through::Open), "TT-AFR-06");
    play.cannon(0, 1, Through::Armor).hold(2);
    assert_eq!((play.energy(1), play.see(1).damage.len(), play.left_in(DeckId::C)), (1, 0, 17));
    // A friend hides the Locust.
    let hidden = gunner(190.0, 0).put("nieuport_16", 450.0, 294.0, 0).firing().begin();
    assert_eq!(hidden.cannon_refused(0, 1, Through::Open), "TT-LOS-01");
    // Overlapping.
    let over = with_wingman(20.0, 0).firing().begin();
    assert_eq!(over.cannon_refused(0, 1, Through::Open), "TT-LOS-03");
    // There is no shot into the air.
    assert_eq!(hidden.cannon_refused(0, 9, Through::Open), "TT-AFR-03");
}

#[test]
fn a_stall_is_inserted_after_a_shot() {
    proves!("TT-CAN-05");
    let mut play = chase(&["R_straight", "R_sideslip_right", "R_right_60"]);
    play.rest_of_phase().pass(1).cannon(0, 1, Through::Open);
    // Everybody knows of the stall, and nobody but the owner what was shifted.
    assert_eq!(play.step(), Step::Actions { phase: 2 });
    assert_eq!(play.caused_by("TT-CAN-05", Viewer::Seat(MARS)), [What::StallInserted { vehicle: v(0) }]);
    let (own, foe) = (play.airplane_seen_by(EARTH, 0), play.airplane_seen_by(MARS, 0));
    assert_eq!((own.console.inserted, foe.console.inserted), (0b100, 0b100));
    assert_eq!((own.carried, foe.carried), (card(4, "R_right_60"), SpaceView::Hidden));
    // Phase 3 is the stall.
    play.rest_of_phase();
    assert_at(&play, 0, 466.5, 200.0 + 97.0 + 100.5 + 74.5, 0.0);
    // The shifted card is the first of the next turn.
    assert_eq!((play.view().turn, play.step()), (2, Step::Planning));
    assert_eq!(play.seen_by(EARTH, 0).plan[0], card(4, "R_right_60"));
    assert_eq!(play.seen_by(MARS, 0).plan[0], SpaceView::Hidden);
    play.plan(0, &["", "R_straight", "R_straight"]).plan(1, &CHASE).rest_of_phase();
    assert_eq!(play.turned_up(0), ["R_straight", "R_sideslip_right", "R_stall", "R_right_60"]);
    assert!((play.at(0).2 - 60.0).abs() < 1e-9);
    assert_eq!(illegal(&play), []);
}

#[test]
fn the_inserted_stall_may_lie_in_a_later_space() {
    proves!("TT-CAN-05", "TT-CAN-09");
    // The deck of the Fokker D.VII has a single stall.
    let scene = Scene::duel("fokker_dvii", 180.0, 0).set(|s| s.vehicles[0].airplane.cannon = true);
    let mut play = scene.begin();
    play.plan(0, &["L_straight", "L_stall", "L_straight"]).plan(1, &CHASE).pass(1);
    play.cannon(0, 1, Through::Open);
    let mut copy = taken_up(&play);
    for play in [&mut play, &mut copy] {
        assert_eq!(play.see(0).plan[1..], [card(15, "L_stall"), card(15, "L_stall")]);
        play.rest_of_turn();
        assert_at(play, 0, 450.0, 200.0 + 115.5 + 74.0 + 74.0, 0.0);
        assert_eq!(illegal(play), []);
    }
}

#[test]
fn at_most_one_card_is_carried_over() {
    proves!("TT-CAN-07");
    let mut play = chase(&["R_straight", "R_sideslip_right", "R_straight"]);
    play.cannon(0, 1, Through::Open).rest_of_turn();
    play.plan(0, &["", "R_sideslip_left", "R_right_60"]).plan(1, &CHASE).pass(1);
    play.cannon(0, 1, Through::Open).rest_of_turn();
    play.plan(0, &["", "R_straight", "R_straight"]).plan(1, &CHASE).rest_of_phase();
    let turns = ["R_straight", "R_stall", "R_sideslip_right", "R_straight", "R_stall", "R_sideslip_left"];
    assert_eq!(play.turned_up(0)[..6], turns);
    assert_eq!(play.turned_up(0)[6..], ["R_right_60"]);
}

/// Turn 2 is planned, and this card was carried over.
fn carrying(third: &str, change: impl FnOnce(&mut VehicleSetup)) -> Play {
    let scene = gunner(180.0, 0).set(|s| change(&mut s.vehicles[0]));
    let mut play = scene.begin();
    play.plan(0, &["R_straight", "R_straight", third]).plan(1, &CHASE).pass(1);
    play.cannon(0, 1, Through::Open).rest_of_turn();
    assert_eq!((play.view().turn, play.step()), (2, Step::Planning));
    play
}

#[test]
fn a_card_carried_over_is_the_first_of_the_turn() {
    proves!("TT-CAN-08");
    let mut play = carrying("R_left_60", |_| {});
    for plan in [["R_left_60", "R_straight", "R_straight"], ["R_straight", "R_stall", "R_straight"]] {
        assert_eq!(play.plan_refused(0, &plan).rule.0, "TT-CAN-08");
    }
    for plan in [["", "R_straight", ""], ["", "", "R_straight"], ["", "", ""]] {
        assert_eq!(play.plan_refused(0, &plan).rule.0, "TT-PLN-01");
    }
    assert!(taken_up(&play).seen_by(EARTH, 0).plan[0] == card(7, "R_left_60"), "as written down, too");
    play.plan(0, &["", "R_stall", "R_right_60"]);
    let whole = [card(7, "R_left_60"), card(10, "R_stall"), card(4, "R_right_60")];
    assert_eq!(play.seen_by(EARTH, 0).plan, whole);
    assert_eq!(play.seen_by(MARS, 0).plan, [SpaceView::Hidden, SpaceView::Hidden, SpaceView::Hidden]);
    assert_eq!(taken_up(&play).seen_by(EARTH, 0).plan, whole);
    play.plan(1, &CHASE).rest_of_turn();
    assert_eq!(play.turned_up(0)[3..], ["R_left_60", "R_stall", "R_right_60"]);
    // In the turn after that three cards are planned again.
    assert_eq!(play.plan_refused(0, &["", "R_straight", "R_straight"]).rule.0, "TT-PLN-01");
    play.plan(0, &STRAIGHT);
}

#[test]
fn neighbours_are_tested_with_the_card_carried_over() {
    proves!("TT-CAN-08");
    let mut play = carrying("R_stall", |_| {});
    let steep = ["", "R_wide_sideslip_left", "R_straight"];
    assert_eq!(play.plan_refused(0, &steep).rule.0, "TT-AMN-03");
    play.plan(0, &["", "R_straight", "R_wide_sideslip_left"]);
    let mut play = carrying("R_immelmann", |_| {});
    assert_eq!(play.plan_refused(0, &["", "R_left_60", "R_straight"]).rule.0, "TT-AMN-05");
    assert_eq!(play.plan_refused(0, &["", "R_straight", "R_immelmann"]).rule.0, "TT-PLN-02", "it is in use");
    play.plan(0, &["", "R_straight", "R_left_60"]);
}

#[test]
fn new_restrictions_do_not_touch_the_card_carried_over() {
    proves!("TT-CAN-08");
    // The rudder is jammed to the left through the second turn.
    let mut play = carrying("R_left_60", |v| v.hidden.next_left_jam = true);
    assert_eq!(play.plan_refused(0, &["", "R_left_60", "R_straight"]).rule.0, "TT-SPA-02");
    play.plan(0, &["", "R_straight", "R_straight"]).plan(1, &CHASE).rest_of_phase();
    assert_eq!((illegal(&play), play.see(0).damage.len()), (vec![], 0));
    assert!((play.at(0).2 - 300.0).abs() < 1e-9);
}

#[test]
fn the_inserted_stall_is_not_steep() {
    proves!("TT-CAN-09");
    // A steep card directly after it.
    let mut play = chase(&["R_straight", "R_wide_sideslip_left", "R_straight"]);
    play.cannon(0, 1, Through::Open).rest_of_turn();
    assert_eq!(play.turned_up(0), ["R_straight", "R_stall", "R_wide_sideslip_left"]);
    assert_eq!((illegal(&play), play.see(0).damage.len()), (vec![], 0));
    // One directly before it, and another one after it.
    let mut play = gunner(180.0, 0).printed().begin();
    play.plan(0, &["R_wide_sideslip_left", "R_stall", "R_straight"]).plan(1, &CHASE).pass(1);
    play.cannon(0, 1, Through::Open).rest_of_turn();
    assert_eq!(play.turned_up(0), ["R_wide_sideslip_left", "R_stall", "R_stall"]);
    assert_eq!((illegal(&play), play.see(0).damage.len()), (vec![], 0));
    // It leaves no reminder.
    let mut play = chase(&STRAIGHT);
    play.rest_of_phase().pass(1).cannon(0, 1, Through::Open).rest_of_turn();
    assert_eq!((play.airplane(0).console.last, play.times("TT-REM-01")), (LastManeuver::Other, 0));
}

#[test]
fn a_wounded_pilot_uses_a_weapon_in_an_inserted_stall() {
    proves!("TT-CAN-09");
    let wounded = |second: &str| {
        let scene = gunner(180.0, 0).set(|s| (s.vehicles[0].wounds, s.vehicles[0].airplane.rockets) = (1, 2));
        let mut play = scene.put("nieuport_16", 510.0, 200.0, 0).begin();
        play.plan(0, &["R_straight", second, "R_straight"]).plan(1, &CHASE).plan(2, &STRAIGHT).pass(1);
        play
    };
    let mut play = wounded("R_straight");
    play.cannon(0, 1, Through::Open).hold(2).pass(1).launch(0, 1, 1);
    let mut play = wounded("R_stall");
    play.hold(0).hold(2).pass(1);
    assert_eq!(play.launch_refused(0, 1, 1), "TT-SPA-05");
}

#[test]
fn the_inserted_stall_is_a_stall_for_a_damaged_engine() {
    proves!("TT-CAN-09");
    // The stall of this turn is carried over; the inserted one takes its place.
    let scene = gunner(180.0, 0).set(|s| s.vehicles[0].hidden.engine = 1);
    let mut play = scene.begin();
    play.plan(0, &["R_straight", "R_straight", "R_stall"]).plan(1, &CHASE).pass(1);
    play.cannon(0, 1, Through::Open).rest_of_turn();
    assert_eq!((illegal(&play), play.see(0).damage.len()), (vec![], 0));
    play.plan(0, &["", "R_straight", "R_straight"]);
}

#[test]
fn after_a_shot_in_the_third_phase_the_next_turn_begins_with_a_stall() {
    proves!("TT-CAN-10");
    let mut play = chase(&["R_straight", "R_straight", "R_stall"]);
    play.rest_of_phase().rest_of_phase().pass(1).cannon(0, 1, Through::Open);
    assert_eq!((play.view().turn, play.step()), (2, Step::Planning));
    let seen = play.airplane_seen_by(MARS, 0);
    assert_eq!(
        (seen.console.forced_stall, seen.carried, seen.console.inserted),
        (true, SpaceView::Empty, 0b001)
    );
    let asked = play.m.state().ask_text(&Ask::Plan { vehicle: v(0) });
    assert!(asked.starts_with("Plan 2 cards for ") && asked.contains("space 1 holds the stall"), "{asked}");
    assert_eq!(play.seen_by(EARTH, 0).plan, [card(10, "R_stall"), SpaceView::Empty, SpaceView::Empty]);
    assert_eq!(play.plan_refused(0, &["R_stall", "R_straight", "R_straight"]).rule.0, "TT-CAN-08");
    // Both stalls of the deck are free, and a steep card may follow.
    taken_up(&play).plan(0, &["", "R_stall", "R_straight"]);
    play.plan(0, &["", "R_wide_sideslip_left", "R_straight"]).plan(1, &CHASE).rest_of_turn();
    let cards = ["R_straight", "R_straight", "R_stall", "R_stall", "R_wide_sideslip_left", "R_straight"];
    assert_eq!(play.turned_up(0), cards);
    assert_eq!((illegal(&play), play.see(0).damage.len()), (vec![], 0), "though the last maneuver was steep");
    assert!(!play.airplane(0).console.forced_stall);
    play.plan(0, &STRAIGHT);
}

#[test]
fn reloading_takes_two_phases() {
    proves!("TT-CAN-11");
    let mut play = pair(&STRAIGHT);
    play.cannon(0, 1, Through::Open).hold(2);
    assert_eq!(play.airplane(0).console.loading, 2);
    for (phase, counters) in [(1, 1), (2, 0)] {
        play.pass(1);
        assert_eq!(
            (play.step(), play.airplane_seen_by(MARS, 0).console.loading),
            (Step::Firing { phase }, counters)
        );
        assert_eq!(play.cannon_refused(0, 1, Through::Open), "TT-CAN-11");
        play.hold(2);
    }
    play.plan(0, &["", "R_straight", "R_straight"]).plan(1, &CHASE).plan(2, &STRAIGHT).pass(1);
    assert_eq!((play.view().turn, play.step()), (2, Step::Firing { phase: 0 }));
    play.cannon(0, 1, Through::Open).hold(2);
    assert_eq!((play.airplane(0).console.loading, play.times("TT-CAN-04")), (2, 2));
}

#[test]
fn no_immelmann_and_no_machine_guns_while_reloading() {
    proves!("TT-CAN-12");
    let mut play = pair(&["R_straight", "R_immelmann", "R_straight"]);
    play.cannon(0, 1, Through::Open).hold(2);
    for phase in [1, 2] {
        play.pass(1);
        assert_eq!(play.step(), Step::Firing { phase });
        assert_eq!(play.fire_refused(0, 1, Through::Open).rule.0, "TT-CAN-12");
        assert_eq!(play.asks(EARTH), [Ask::Fire { vehicle: v(2) }]);
        play.hold(2);
    }
    assert_eq!(illegal(&play), [("R_immelmann".to_owned(), "TT-CAN-12")]);
    assert_eq!(
        (play.held(0), play.airplane(0).console.last),
        (vec![("A 0".to_owned(), false)], LastManeuver::Straight)
    );
    assert_at(&play, 0, 450.0, 200.0 + 97.0 + 74.5 + 97.0, 0.0);
    // In the next turn the guns are free again.
    play.plan(0, &["", "R_straight", "R_straight"]).plan(1, &CHASE).plan(2, &STRAIGHT).pass(1);
    play.fire(0, 1, Through::Open);
}

#[test]
fn an_immelmann_shifted_into_the_next_turn_is_legal() {
    proves!("TT-CAN-12");
    let mut play = carrying("R_immelmann", |_| {});
    play.plan(0, &["", "R_straight", "R_straight"]).plan(1, &CHASE).rest_of_phase();
    assert_eq!((illegal(&play), play.at(0).2), (vec![], 180.0));
}

#[test]
fn the_straight_owed_after_an_immelmann_is_due_after_the_inserted_stall() {
    proves!("TT-CAN-12");
    // The Immelmann brings the airplane to (450, 1029), heading south; the Locust is 150 mm ahead of it.
    let turned = |plan: &[&str]| {
        let scene = Scene::new().set(|s| s.area = [900.0, 3000.0]).printed().stack(DeckId::A, &["0"]);
        let scene = scene.put("nieuport_16", 450.0, 1000.0, 0);
        let scene = scene.with(|v| (v.airplane.cannon, v.airplane.last) = (true, LastManeuver::Straight));
        let mut play = scene.put("mk1_locust", 450.0, 1029.0 - 150.0 - 31.2, 0).begin();
        play.plan(0, plan).plan(1, &["TA_standing_still"; 3]).pass(1);
        play.cannon(0, 1, Through::Armor).rest_of_turn();
        assert_eq!(play.turned_up(0)[1], "R_stall");
        illegal(&play)
    };
    assert_eq!(turned(&["R_immelmann", "R_straight", "R_left_60"]), []);
    let broken = [("R_left_60".to_owned(), "TT-AMN-05")];
    assert_eq!(turned(&["R_immelmann", "R_left_60", "R_straight"]), broken);
}

/// A cannon shot in phase 1 after this shot of the last phase; these C cards come next.
fn aimed_by(last: Option<LastShot>, facing: i32, cards: &[&str]) -> Play {
    let scene = gunner(150.0, facing).set(|s| s.vehicles[0].last_shot = last).stack(DeckId::C, cards);
    let mut play = scene.firing().begin();
    play.cannon(0, 1, if facing == 0 { Through::Open } else { Through::Armor });
    play
}

/// The C cards that the Earthling player knows on the Locust's console.
fn known_c(play: &Play) -> Vec<Option<String>> {
    let seen = play.seen_by(EARTH, 1).damage.into_iter().filter(|d| d.deck == DeckId::C);
    seen.map(|d| d.card).collect()
}

#[test]
fn machine_guns_aim_the_cannon() {
    proves!("TT-CAN-14");
    let scene = gunner(180.0, 0).stack(DeckId::B, &["0 jammed_guns"]).stack(DeckId::C, &["0", "4"]);
    let mut play = scene.begin();
    play.plan(0, &STRAIGHT).plan(1, &CHASE).pass(1);
    // Guns that jam serve for aiming all the same.
    play.fire(0, 1, Through::Open).pass(1).cannon(0, 1, Through::Open);
    assert_eq!(play.held(1)[1..], [("C 0".to_owned(), false), ("C 4 +2".to_owned(), false)]);
    assert_eq!((play.points(1), known_c(&play)), (4, vec![Some("0".to_owned()), None]));
    let shot = play.caused_by("TT-CAN-04", Viewer::Spectator);
    assert!(matches!(shot[0], What::CannonFired { aimed: true, .. }));
}

#[test]
fn an_aimed_cannon_card_that_is_not_a_zero_is_the_only_one() {
    proves!("TT-CAN-14");
    let guns = Some(LastShot { target: v(1), gun: 0, when: 2 });
    let play = aimed_by(guns, 0, &["3", "4"]);
    assert_eq!((play.points(1), known_c(&play)), (3, vec![Some("3 +2".to_owned())]));
    let play = aimed_by(guns, 0, &["0", "0", "4"]);
    assert_eq!((play.points(1), known_c(&play)), (0, vec![Some("0".to_owned()), None]));
    // Across armor both cards are shown, and energy counts.
    let play = aimed_by(guns, 180, &["0", "4"]);
    assert_eq!((play.times("TT-ARM-05"), play.energy(1), play.see(1).damage.len()), (2, 7, 0));
}

#[test]
fn only_the_front_guns_at_this_target_in_the_last_phase_aim_the_cannon() {
    proves!("TT-CAN-14");
    let shot = |target, gun, when| Some(LastShot { target: v(target), gun, when });
    for last in [None, shot(1, 0, 1), shot(1, 1, 2), shot(7, 0, 2), shot(1, u8::MAX, 2)] {
        let play = aimed_by(last, 0, &["0", "4"]);
        assert_eq!((play.points(1), known_c(&play)), (0, vec![None]), "{last:?}");
    }
}

#[test]
fn aiming_crosses_the_turn_boundary() {
    proves!("TT-CAN-14");
    let scene = gunner(180.0, 0).stack(DeckId::B, &["0"]).stack(DeckId::C, &["0", "4"]);
    let mut play = scene.begin();
    play.plan(0, &STRAIGHT).plan(1, &CHASE).until(Step::Firing { phase: 2 }).fire(0, 1, Through::Open);
    play.plan(0, &STRAIGHT).plan(1, &CHASE).pass(1).cannon(0, 1, Through::Open);
    assert_eq!(play.points(1), 4);
}

#[test]
fn a_cannon_shot_does_not_aim_the_guns() {
    proves!("TT-CAN-14");
    let cannon = Some(LastShot { target: v(1), gun: u8::MAX, when: 2 });
    let scene = gunner(150.0, 0).set(|s| s.vehicles[0].last_shot = cannon).stack(DeckId::B, &["2"]);
    let mut play = scene.firing().begin();
    play.fire(0, 1, Through::Open);
    assert_eq!((play.points(1), play.held(1)[0].1), (2, false));
}

#[test]
fn only_who_carries_a_cannon_fires_one() {
    proves!("TT-CAN-15");
    let play = with_wingman(150.0, 0).firing().begin();
    assert_eq!(play.cannon_refused(2, 1, Through::Open), "TT-CAN-15");
    assert!(play.legal(EARTH).contains(&play.cannon_order(0, 1, Through::Open)));
    // Any airplane can have one, besides its guns.
    let options = [("earthlings", "nieuport_16,fokker_dvii+cannon")];
    let play = Scene::scenario("simple-battle", &options).begin();
    assert_eq!([0, 1].map(|id| play.airplane(id).console.cannon), [false, true]);
    let tripod = gunner(150.0, 0).set(|s| s.vehicles[1].airplane.cannon = true);
    assert_eq!(tripod.refused_by(), "TT-AFR-07");
}
