//! ACE RULES and RECOVERY.

use crate::support::*;
use table::{Game, SeatId, Viewer, proves};
use triplanes::*;

use Skill::{
    AcrobaticPilot, BulletChecker, Daredevil, ItchyTriggerFinger, LuckyPilot, PerfectAim, Sniper,
    StrongNerves, SuperAce, TechnicalEye,
};
use Through::{Armor, Open};

const STILL: [&str; 3] = ["TA_standing_still"; 3];
const ZEROS: [&str; 11] = ["0"; 11];
const GREEN: &str = "0 jammed_guns (green)";
const RED: &str = "0 jammed_guns";

/// A Nieuport that flies, and a Locust that stands far away.
fn flyer(skills: &[(Skill, u8)]) -> Scene {
    Scene::new().put("nieuport_16", 300.0, 200.0, 0).put("mk1_locust", 800.0, 800.0, 180).ace(0, skills)
}

/// Plays a whole turn with these cards; the tripod stands still.
fn fly(scene: &Scene, cards: &[&str]) -> Play {
    let mut play = scene.begin();
    play.plan(0, cards).plan(1, &STILL).rest_of_turn();
    play
}

/// The card and the broken rule of each illegal card.
fn illegal(play: &Play) -> Vec<(String, &'static str)> {
    let found = play.happened(Viewer::Spectator).into_iter().filter_map(|w| match w {
        What::Illegal { card, broken, .. } => Some((card, broken)),
        _ => None,
    });
    found.collect()
}

/// Decks of the cards on a console.
fn decks(play: &Play, id: u8) -> Vec<DeckId> {
    play.see(id).damage.iter().map(|d| d.deck).collect()
}

/// In the firing step of phase 1: a Nieuport behind the open rear of a Locust, and the B cards to come.
fn shot(gap: f64, skills: &[(Skill, u8)], cards: &[&str]) -> Scene {
    Scene::duel("nieuport_16", gap, 0).ace(0, skills).stack(DeckId::B, cards).firing()
}

/// The duel after one shot with these skills declared.
fn after_shot(scene: &Scene, through: Through, declared: &[Skill]) -> Play {
    let mut play = scene.begin();
    let order = play.fire_using(0, 1, through, declared);
    play.give(EARTH, &order);
    play
}

/// The duel's airplane fired at the same tripod in the phase before.
fn aimed(scene: Scene) -> Scene {
    scene.set(|s| s.vehicles[0].last_shot = Some(LastShot { target: v(1), gun: 0, when: 2 }))
}

fn uses(play: &Play) -> Vec<(Skill, u8)> {
    let found = play.happened(Viewer::Spectator).into_iter().filter_map(|w| match w {
        What::SkillUsed { skill, counters, .. } => Some((skill, counters)),
        _ => None,
    });
    found.collect()
}

#[test]
fn no_skill_twice_for_the_same_airplane_and_none_for_tripods() {
    proves!("TT-ACE-01");
    assert_eq!(flyer(&[(Sniper, 0), (Sniper, 0)]).refused_by(), "TT-ACE-01");
    assert_eq!(flyer(&[]).ace(1, &[(Sniper, 0)]).refused_by(), "TT-ACE-01");
    let two =
        flyer(&[(Sniper, 0), (PerfectAim, 0)]).put("nieuport_16", 600.0, 200.0, 0).ace(2, &[(Sniper, 0)]);
    let play = two.begin();
    let skills = |id: u8| play.airplane(id).skills.iter().map(|s| s.skill).collect::<Vec<_>>();
    assert_eq!((skills(0), skills(2)), (vec![Sniper, PerfectAim], vec![Sniper]));
    // Skills lie open beside the console.
    assert!(play.airplane_seen_by(MARS, 0).skills.iter().all(|s| s.ready && s.counters == 0));
}

#[test]
fn one_wound_does_not_cost_a_pilot_his_skills() {
    proves!("TT-ACE-02");
    let scene = shot(80.0, &[(Sniper, 0)], &["2", "0"]).set(|s| s.vehicles[0].wounds = 1);
    let play = after_shot(&scene, Open, &[Sniper]);
    assert_eq!((play.points(1), play.counters(0, Sniper)), (3, 3));
}

#[test]
fn a_skill_is_ready_in_the_phase_after_its_last_counter_went() {
    proves!("TT-ACE-03");
    // Super Ace makes it two counters.
    let scene = Scene::duel("nieuport_16", 150.0, 0).ace(0, &[(Sniper, 0), (SuperAce, 0)]);
    let mut play = scene.stack(DeckId::B, &ZEROS).begin();
    let sniper = play.fire_using(0, 1, Open, &[Sniper]);
    play.plan_chase().pass(1).give(EARTH, &sniper);
    assert_eq!(play.counters(0, Sniper), 2);
    for (phase, left) in [(1, 1), (2, 0)] {
        play.pass(1);
        assert_eq!((play.step(), play.counters(0, Sniper)), (Step::Firing { phase }, left));
        assert_eq!(play.refused_by(EARTH, &sniper), "TT-ACE-03");
        assert!(!play.airplane(0).skills[0].ready);
        play.fire(0, 1, Open);
    }
    play.plan_chase().pass(1).give(EARTH, &sniper);
    assert_eq!((play.view().turn, play.counters(0, Sniper)), (2, 2));
}

#[test]
fn counters_on_one_skill_do_not_stop_another() {
    proves!("TT-ACE-04");
    let mut play = shot(150.0, &[(PerfectAim, 2), (Sniper, 0)], &ZEROS).begin();
    let order = play.fire_using(0, 1, Open, &[Sniper]);
    play.give(EARTH, &order);
    assert_eq!((play.counters(0, PerfectAim), play.counters(0, Sniper)), (2, 3));
    play.pass(1);
    assert_eq!(play.step(), Step::Firing { phase: 1 });
    assert_eq!((play.counters(0, PerfectAim), play.counters(0, Sniper)), (1, 2));
}

#[test]
fn a_skill_maneuver_may_be_planned_while_the_skill_recovers() {
    proves!("TT-ACE-05");
    let scene = |counters| {
        let scene = flyer(&[(Daredevil, counters)]).stack(DeckId::A, &["1"]);
        scene.set(|s| s.vehicles[0].airplane.last = LastManeuver::Steep)
    };
    // Space 3: the counter leaves after the movement step of phase 1.
    let play = fly(&scene(1), &["R_left_60", "R_stall", "R_wide_sideslip_left"]);
    assert_eq!((illegal(&play), decks(&play, 0)), (vec![], vec![]));
    // So it does for space 2, but a second counter does not.
    let steep_second = |counters| {
        let scene = scene(counters).set(|s| s.vehicles[0].airplane.last = LastManeuver::Other);
        fly(&scene, &["R_stall", "R_stall", "R_straight"])
    };
    assert_eq!(illegal(&steep_second(1)), []);
    assert_eq!(illegal(&steep_second(2)), [("R_stall".to_owned(), "TT-AMN-03")]);
    // Space 1: accepted at planning, penalized at the reveal.
    let play = fly(&scene(1), &["R_stall", "R_left_60", "R_straight"]);
    assert_eq!(illegal(&play), [("R_stall".to_owned(), "TT-AMN-03")]);
    assert_eq!((decks(&play, 0), play.points(0)), (vec![DeckId::A], 1));
    let straight = What::FliesStraight { vehicle: v(0), card: "R_straight".to_owned() };
    assert!(play.happened(Viewer::Spectator).contains(&straight));
    assert_eq!(uses(&play), []);
}

#[test]
fn the_skills_come_from_the_content() {
    proves!("TT-ACE-06");
    let content = Content::built_in();
    let figures: Vec<_> = Skill::ALL
        .iter()
        .map(|s| (s.word(), content.skill(*s).recovery_counters, content.skill(*s).uses_per_game))
        .collect();
    let expected = [
        ("acrobatic_pilot", 5, 0),
        ("daredevil", 4, 0),
        ("lucky_pilot", 0, 1),
        ("bullet_checker", 3, 0),
        ("sniper", 3, 0),
        ("itchy_trigger_finger", 3, 0),
        ("perfect_aim", 3, 0),
        ("strong_nerves", 0, 0),
        ("technical_eye", 0, 0),
        ("super_ace", 0, 0),
    ];
    assert_eq!(figures, expected);
    let unknown = flyer(&[]).set(|s| s.vehicles[0].skills = vec![SkillSetup::Ready("baron".to_owned())]);
    assert_eq!(unknown.refused_by(), "TT-ACE-06");
}

#[test]
fn a_declared_skill_must_be_there_and_ready() {
    proves!("TT-ACE-06");
    let play = shot(150.0, &[(Sniper, 1), (PerfectAim, 0)], &[]).begin();
    assert_eq!(play.refused_by(EARTH, &play.fire_using(0, 1, Open, &[Sniper])), "TT-ACE-03");
    assert_eq!(play.refused_by(EARTH, &play.fire_using(0, 1, Open, &[Sniper, PerfectAim])), "TT-ACE-03");
    let play = shot(150.0, &[(Sniper, 0)], &[]).begin();
    assert_eq!(play.refused_by(EARTH, &play.fire_using(0, 1, Open, &[PerfectAim])), "TT-ACE-13");
    let play = shot(150.0, &[], &[]).begin();
    assert_eq!(play.refused_by(EARTH, &play.fire_using(0, 1, Open, &[Sniper])), "TT-ACE-11");
    // Counters are placed in sight of everybody, whether or not the use changed anything.
    let play = after_shot(&shot(150.0, &[(Sniper, 0)], &["0"]), Open, &[Sniper]);
    assert_eq!((uses(&play), play.points(1)), (vec![(Sniper, 3)], 0));
}

#[test]
fn an_acrobatic_pilot_flies_any_card_after_an_immelmann() {
    proves!("TT-ACE-07");
    let plan = ["R_straight", "R_immelmann", "R_left_60"];
    assert_eq!(flyer(&[]).begin().plan_refused(0, &plan).rule.0, "TT-AMN-05");
    let play = fly(&flyer(&[(AcrobaticPilot, 0)]), &plan);
    assert_eq!((illegal(&play), decks(&play, 0)), (vec![], vec![]));
    assert_eq!((play.view().turn, play.counters(0, AcrobaticPilot)), (2, 5));
    assert_eq!(uses(&play), [(AcrobaticPilot, 5)]);
    // A straight there does not use the skill.
    let play = fly(&flyer(&[(AcrobaticPilot, 0)]), &["R_straight", "R_immelmann", "R_straight"]);
    assert_eq!((play.counters(0, AcrobaticPilot), uses(&play)), (0, vec![]));
    // Otherwise legal: a jammed rudder still forbids the left turn.
    let jammed = flyer(&[(AcrobaticPilot, 0)]).set(|s| s.vehicles[0].hidden.left_jam = true);
    assert_eq!(jammed.begin().plan_refused(0, &plan).rule.0, "TT-SPA-02");
}

#[test]
fn an_acrobatic_pilot_who_recovers_breaks_the_rule_of_the_immelmann() {
    proves!("TT-ACE-07", "TT-ACE-05");
    let plan = ["R_straight", "R_immelmann", "R_left_60"];
    for (counters, left) in [(4, 1), (3, 0)] {
        // Two counters, or one, are left when phase 3 begins.
        let play = fly(&flyer(&[(AcrobaticPilot, counters)]).stack(DeckId::A, &["2"]), &plan);
        assert_eq!(illegal(&play), [("R_left_60".to_owned(), "TT-AMN-05")]);
        assert_eq!((decks(&play, 0), play.points(0)), (vec![DeckId::A], 2));
        assert_eq!(play.counters(0, AcrobaticPilot), left);
        // 97 mm ahead, the Immelmann's arrow of 29 mm, 97 mm back.
        assert_at(&play, 0, 300.0, 200.0 + 97.0 + 29.0 - 97.0, 180.0);
    }
    let play = fly(&flyer(&[(AcrobaticPilot, 2)]), &plan);
    assert_eq!((illegal(&play), play.counters(0, AcrobaticPilot)), (vec![], 5));
}

#[test]
fn a_daredevil_flies_two_steep_cards_in_a_row() {
    proves!("TT-ACE-08");
    let plan = ["R_stall", "R_wide_sideslip_left", "R_left_60"];
    assert_eq!(flyer(&[]).begin().plan_refused(0, &plan).rule.0, "TT-AMN-03");
    let mut play = flyer(&[(Daredevil, 0)]).begin();
    play.plan(0, &plan).plan(1, &STILL).pass(1);
    assert_eq!((play.step(), play.counters(0, Daredevil)), (Step::Actions { phase: 1 }, 0));
    play.pass(1);
    // Placed in this movement step, so none goes at its end (TT-ACE-03).
    assert_eq!((play.step(), play.counters(0, Daredevil)), (Step::Actions { phase: 2 }, 4));
    play.pass(1);
    assert_eq!((play.view().turn, play.counters(0, Daredevil)), (2, 3));
    assert_eq!((illegal(&play), decks(&play, 0)), (vec![], vec![]));
}

#[test]
fn a_third_steep_card_is_illegal_because_the_skill_recovers() {
    proves!("TT-ACE-08", "TT-ACE-05");
    let scene = flyer(&[(Daredevil, 0)]).stack(DeckId::A, &["1"]);
    let play = fly(&scene, &["R_stall", "R_wide_sideslip_left", "R_stall"]);
    assert_eq!(illegal(&play), [("R_stall".to_owned(), "TT-AMN-03")]);
    assert_eq!((decks(&play, 0), play.points(0)), (vec![DeckId::A], 1));
    assert_eq!((uses(&play), play.counters(0, Daredevil)), (vec![(Daredevil, 4)], 3));
}

/// A Nieuport with 8 of 10 points that is hit by this card at long range.
fn struck(card: &str) -> Play {
    let scene = Scene::under_the_ray().ace(0, &[(LuckyPilot, 0)]).set(|s| s.vehicles[0].hidden.note = 8);
    let mut play = scene.stack(DeckId::X, &[card, "0"]).begin();
    play.act(1, Action::HeatRay { from: Side::Front });
    play
}

const LUCK: Order = Order::Lucky { vehicle: VehicleId(0), ignore: true };
const NO_LUCK: Order = Order::Lucky { vehicle: VehicleId(0), ignore: false };

#[test]
fn a_lucky_pilot_ignores_one_card() {
    proves!("TT-ACE-09");
    let mut play = struck("4 fire");
    assert_eq!((play.asks(EARTH), play.asks(MARS)), (vec![Ask::Lucky { vehicle: v(0) }], vec![]));
    // He has seen the card; the others have not.
    let hand = |play: &Play, seat: SeatId| play.view_of(seat).hand.expect("a card in hand").card;
    assert_eq!((hand(&play, EARTH), hand(&play, MARS)), (Some("4 fire".to_owned()), None));
    assert_eq!(play.refused_by(MARS, &LUCK), "TT-GEN-04");
    play.give(EARTH, &LUCK);
    let nieuport = play.see(0);
    assert_eq!((nieuport.fate, play.points(0), nieuport.flames), (Fate::InPlay, 8, 0));
    assert_eq!((play.left_in(DeckId::X), nieuport.damage.len()), (40, 0));
    assert!(!play.airplane(0).skills[0].ready);
    // The face of the card stays hidden.
    let ignored = |card: Option<&str>| {
        vec![What::CardIgnored { vehicle: v(0), deck: DeckId::X, card: card.map(str::to_owned) }]
    };
    assert_eq!(play.caused_by("TT-ACE-09", Viewer::Seat(EARTH)), ignored(Some("4 fire")));
    assert_eq!(play.caused_by("TT-ACE-09", Viewer::Seat(MARS)), ignored(None));
    // It was drawn all the same: rockets in flight would be spoiled (TT-RKT-06).
    assert_eq!(play.m.state().position().vehicles[0].special_drawn, 3);
}

#[test]
fn luck_holds_once_in_a_game() {
    proves!("TT-ACE-09");
    let mut play = struck("4 fire");
    play.give(EARTH, &LUCK).pass(1);
    assert_eq!(play.refused_by(EARTH, &LUCK), "TT-ACE-09");
    let spent = Scene::under_the_ray().ace(0, &[(LuckyPilot, 0)]).set(|s| {
        s.vehicles[0].airplane.lucky_used = true;
        s.vehicles[0].hidden.note = 8;
    });
    let mut play = spent.stack(DeckId::X, &["4 fire"]).begin();
    play.act(1, Action::HeatRay { from: Side::Front });
    assert_eq!(play.see(0).fate, Fate::Eliminated);
}

#[test]
fn a_lucky_pilot_may_take_the_card_and_keep_his_luck() {
    proves!("TT-ACE-09");
    let mut play = struck("4 fire");
    play.give(EARTH, &NO_LUCK);
    assert_eq!(play.see(0).fate, Fate::Eliminated);
    let scene = Scene::under_the_ray().ace(0, &[(LuckyPilot, 0)]).stack(DeckId::X, &["4 fire"]);
    let mut play = scene.begin();
    play.act(1, Action::HeatRay { from: Side::Front }).give(EARTH, &NO_LUCK);
    let nieuport = play.see(0);
    assert_eq!((play.points(0), nieuport.flames, play.airplane(0).skills[0].ready), (4, 3, true));
}

/// At short range a shown 0 calls for a second card; a 0 that is ignored does not.
#[test]
fn an_ignored_card_is_not_replaced() {
    proves!("TT-ACE-09");
    let close = |order: &Order| {
        let scene = Scene::new().put("nieuport_16", 450.0, 400.0, 0).ace(0, &[(LuckyPilot, 0)]);
        let scene = scene.put("mk1_locust", 450.0, 400.0 - 34.0 - 80.0 - 31.2, 0).ray_from(Side::Front);
        let mut play = scene.firing().stack(DeckId::X, &["0", "5"]).begin();
        play.give(EARTH, order);
        play
    };
    let play = close(&LUCK);
    assert_eq!((play.points(0), play.see(0).damage.len(), play.left_in(DeckId::X)), (0, 0, 40));
    // It was shown, so everybody knows it.
    let ignored = What::CardIgnored { vehicle: v(0), deck: DeckId::X, card: Some("0".to_owned()) };
    assert_eq!(play.caused_by("TT-ACE-09", Viewer::Spectator), [ignored]);
    let mut play = close(&NO_LUCK);
    assert_eq!(play.asks(EARTH), [Ask::Lucky { vehicle: v(0) }]);
    play.give(EARTH, &NO_LUCK);
    assert_eq!((play.points(0), play.see(0).damage.len()), (5, 2));
}

#[test]
fn luck_turns_away_any_damage_card() {
    proves!("TT-ACE-09");
    // Fire.
    let scene = flyer(&[(LuckyPilot, 0)]).set(|s| s.vehicles[0].flames = 2).stack(DeckId::A, &["3"]);
    let mut play = scene.begin();
    play.plan(0, &["R_left_60"; 3]).plan(1, &STILL).give(EARTH, &LUCK);
    assert_eq!((play.points(0), play.see(0).flames, play.step()), (0, 1, Step::Actions { phase: 0 }));
    // The strain of an illegal maneuver.
    let scene = flyer(&[(LuckyPilot, 0)]).printed().stack(DeckId::A, &["3"]);
    let mut play = scene.begin();
    play.plan(0, &["R_immelmann", "R_straight", "R_straight"]).plan(1, &STILL).pass(1);
    assert_at(&play, 0, 300.0, 200.0, 0.0);
    play.give(EARTH, &LUCK);
    assert_eq!((play.points(0), play.left_in(DeckId::A)), (0, 43));
    assert_at(&play, 0, 300.0, 297.0, 0.0);
}

#[test]
fn a_bullet_checker_ignores_green_jams() {
    proves!("TT-ACE-10");
    let fire = |skills: &[(Skill, u8)], gap: f64, cards: &[&str]| {
        let play = after_shot(&shot(gap, skills, cards), Open, &[]);
        (play.airplane(0).jammed, play.airplane(0).skills.first().map(|s| s.counters))
    };
    assert_eq!(fire(&[(BulletChecker, 0)], 150.0, &[GREEN]), (0, Some(3)));
    assert_eq!(fire(&[(BulletChecker, 0)], 150.0, &[RED]), (3, Some(0)));
    assert_eq!(fire(&[(BulletChecker, 1)], 150.0, &[GREEN]), (3, Some(1)));
    assert_eq!(fire(&[], 150.0, &[GREEN]), (3, None));
    assert_eq!(fire(&[(BulletChecker, 0)], 150.0, &["0"]), (0, Some(0)));
    // Two cards of one shot.
    assert_eq!(fire(&[(BulletChecker, 0)], 80.0, &[GREEN, GREEN]), (0, Some(3)));
    assert_eq!(fire(&[(BulletChecker, 0)], 80.0, &[GREEN, RED]), (3, Some(3)));
    assert_eq!(fire(&[(BulletChecker, 0)], 80.0, &[RED, GREEN]), (3, Some(3)));
}

#[test]
fn the_other_card_of_a_checked_shot_counts() {
    proves!("TT-ACE-10");
    let play = after_shot(&shot(80.0, &[(BulletChecker, 0)], &[GREEN, "2"]), Open, &[]);
    assert_eq!((play.points(1), play.see(1).damage.len(), play.airplane(0).jammed), (2, 2, 0));
    assert_eq!(uses(&play), [(BulletChecker, 3)]);
}

#[test]
fn a_sniper_scores_one_more_point_with_each_card_that_is_not_a_zero() {
    proves!("TT-ACE-11");
    let scene = |cards: &[&str]| shot(80.0, &[(Sniper, 0)], cards);
    let points = |scene: &Scene, declared: &[Skill]| after_shot(scene, Open, declared).points(1);
    assert_eq!(points(&scene(&["2", "0"]), &[]), 2);
    assert_eq!(points(&scene(&["2", "0"]), &[Sniper]), 3);
    assert_eq!(points(&aimed(scene(&["2", "0"])), &[]), 3);
    assert_eq!(points(&aimed(scene(&["2", "0"])), &[Sniper]), 4);
    assert_eq!(points(&scene(&["2", "1"]), &[Sniper]), 5);
    // Half the resistance of 22, and one.
    assert_eq!(points(&scene(&["explosion", "0"]), &[Sniper]), 12);
    let play = after_shot(&scene(&["2", "0"]), Open, &[Sniper]);
    assert_eq!((uses(&play), play.counters(0, Sniper)), (vec![(Sniper, 3)], 3));
    assert_eq!(after_shot(&scene(&["2", "0"]), Open, &[]).counters(0, Sniper), 0);
}

#[test]
fn armor_cancels_the_snipers_point() {
    proves!("TT-ACE-11");
    let scene =
        Scene::duel("nieuport_16", 80.0, 180).ace(0, &[(Sniper, 0)]).stack(DeckId::B, &["2", "0"]).firing();
    for declared in [&[][..], &[Sniper]] {
        let play = after_shot(&scene, Armor, declared);
        assert_eq!((play.points(1), play.energy(1), play.see(1).damage.len()), (0, 8, 0));
    }
}

/// In the action window of phase 1: a Nieuport, vehicle 0, 90 mm behind the open rear of a Locust, vehicle 1.
fn itchy(skills: &[(Skill, u8)], plane: &[&str], tripod: &[&str], cards: &[&str]) -> Scene {
    let scene = Scene::duel("nieuport_16", 90.0, 0).ace(0, skills).stack(DeckId::B, cards);
    with_plans(scene, &[plane, tripod])
}

fn with_plans(mut scene: Scene, plans: &[&[&str]]) -> Scene {
    let vehicles = std::mem::take(&mut scene.setup.vehicles);
    for (vehicle, plan) in vehicles.into_iter().zip(plans) {
        scene.setup.vehicles.push(vehicle);
        scene = scene.planned(plan);
    }
    scene.from_step(Step::Actions { phase: 0 })
}

const READY: [(Skill, u8); 1] = [(ItchyTriggerFinger, 0)];
const TURN_AWAY: [&str; 3] = ["R_right_60", "R_straight", "R_straight"];
const AHEAD: [&str; 3] = ["R_straight"; 3];
const WALK: [&str; 3] = ["TA_long_straight", "TA_standing_still", "TA_standing_still"];
const EARLY: Step = Step::EarlyFire { phase: 0 };
const FIRING: Step = Step::Firing { phase: 0 };

/// The itchy airplane turns away; another one, vehicle 2, has a target after the moves, vehicle 3.
fn turning_away(cards: &[&str]) -> Scene {
    let scene = Scene::duel("nieuport_16", 90.0, 0).ace(0, &READY).stack(DeckId::B, cards);
    let scene =
        scene.put("nieuport_16", 150.0, 1000.0, 0).put("mk1_locust", 150.0, 1000.0 + 97.0 + 150.0 + 31.2, 0);
    with_plans(scene, &[&TURN_AWAY, &WALK, &AHEAD, &STILL])
}

#[test]
fn an_itchy_trigger_finger_fires_before_anything_moves() {
    proves!("TT-ACE-12", "TT-SEQ-03");
    let mut play = turning_away(&["2", "1"]).begin();
    play.pass(1).pass(3);
    assert_eq!((play.step(), play.asks(EARTH)), (EARLY, vec![Ask::EarlyFire { vehicle: v(0) }]));
    // Revealed, not yet moved.
    assert!(play.cites("TT-MOV-01") && !play.cites("TT-MOV-03"));
    assert_eq!(play.fire_refused(2, 3, Open).rule.0, "TT-SEQ-02");
    play.fire(0, 1, Open);
    assert_eq!((play.step(), play.points(1), play.see(1).damage.len()), (FIRING, 3, 2));
    let seen = play.happened(Viewer::Spectator);
    let place = |is: fn(&What) -> bool| seen.iter().position(is).expect("it happened");
    let last_card = seen.iter().rposition(|w| matches!(w, What::CardDrawn { vehicle: VehicleId(1), .. }));
    assert!(place(|w| matches!(w, What::Revealed { .. })) < place(|w| matches!(w, What::SkillUsed { .. })));
    assert!(place(|w| matches!(w, What::SkillUsed { .. })) < place(|w| matches!(w, What::GunsFired { .. })));
    assert!(last_card < Some(place(|w| matches!(w, What::Moved { .. }))));
    // Afterwards the tripod has walked on, and no weapon of this airplane fires any more.
    assert_at(&play, 1, 450.0, 200.0 + 90.0 + 31.2 + 88.4, 0.0);
    assert_eq!(play.fire_refused(0, 1, Open).rule.0, "TT-ACE-12");
    assert_eq!(play.fire_refused(0, 3, Open).rule.0, "TT-ACE-12");
    assert_eq!((uses(&play), play.counters(0, ItchyTriggerFinger)), (vec![(ItchyTriggerFinger, 3)], 3));
}

#[test]
fn who_waits_fires_by_the_normal_rules() {
    proves!("TT-ACE-12");
    let mut play = turning_away(&[]).begin();
    play.pass(1).pass(3).hold(0);
    assert_eq!((play.step(), play.counters(0, ItchyTriggerFinger)), (FIRING, 0));
    // The tripod is out of the arc after the moves.
    assert_eq!(play.fire_refused(0, 1, Open).rule.0, "TT-AFR-02");
    let mut play = itchy(&READY, &AHEAD, &WALK, &ZEROS).begin();
    play.pass(1).hold(0);
    assert_eq!(play.step(), FIRING);
    play.fire(0, 1, Open);
    assert_eq!((uses(&play), play.see(1).damage.len()), (vec![], 2));
}

#[test]
fn the_trigger_finger_recovers_for_three_movement_steps() {
    proves!("TT-ACE-12", "TT-ACE-03");
    let mut play = Scene::duel("nieuport_16", 90.0, 0).ace(0, &READY).stack(DeckId::B, &ZEROS).begin();
    let mut early = Vec::new();
    for turn in 1..=2 {
        play.plan_chase();
        for phase in 0..3 {
            play.pass(1);
            if play.step() == (Step::EarlyFire { phase }) {
                early.push((turn, phase + 1));
                play.fire(0, 1, Open);
            } else {
                assert_eq!(play.step(), Step::Firing { phase });
                play.hold(0);
            }
        }
    }
    assert_eq!(early, [(1, 1), (2, 2)]);
}

#[test]
fn every_skill_of_an_early_shot_keeps_its_counters_in_that_step() {
    proves!("TT-ACE-12", "TT-ACE-03");
    let skills = [(ItchyTriggerFinger, 0), (Sniper, 0), (PerfectAim, 0), (BulletChecker, 0)];
    let mut play = itchy(&skills, &AHEAD, &STILL, &["0", "2", GREEN]).begin();
    play.pass(1);
    let order = play.fire_using(0, 1, Open, &[Sniper, PerfectAim]);
    play.give(EARTH, &order);
    assert_eq!((play.step(), play.points(1)), (Step::Actions { phase: 1 }, 3));
    let counters = skills.map(|(skill, _)| play.counters(0, skill));
    assert_eq!(counters, [3; 4]);
}

#[test]
fn a_tripod_that_topples_by_an_early_shot_does_not_carry_out_its_card() {
    proves!("TT-ACE-12");
    let mut play = itchy(&READY, &AHEAD, &WALK, &["2 toppled", "0"]).begin();
    play.pass(1);
    let (x, y, facing) = play.at(1);
    play.fire(0, 1, Open);
    assert_at(&play, 1, x, y, facing);
    assert!(play.happened(Viewer::Spectator).contains(&What::Toppled { vehicle: v(1), counters: 2 }));
    // The airplane flies on; nobody is left to act or fire in this turn.
    assert_at(&play, 0, 450.0, 200.0 + 3.0 * 97.0, 0.0);
}

#[test]
fn an_early_shot_meets_the_armor_that_actions_and_energy_icons_left() {
    proves!("TT-ACE-12");
    let run: [&str; 3] = ["TA_running", "TA_standing_still", "TA_standing_still"];
    for (energy, open) in [(1, true), (2, false)] {
        let scene = Scene::duel("nieuport_16", 90.0, 180).energy(energy).ace(0, &READY);
        let mut running = with_plans(scene.clone(), &[&AHEAD, &run]).begin();
        running.pass(1);
        let mut firing = with_plans(scene, &[&AHEAD, &STILL]).begin();
        firing.act(1, Action::HeatRay { from: Side::FrontRight });
        for play in [running, firing] {
            assert_eq!((play.step(), play.energy(1)), (EARLY, energy - 1));
            let [yes, no] = if open { [Open, Armor] } else { [Armor, Open] };
            assert_eq!(play.m.state().check(EARTH, &play.fire_order(0, 1, yes)), Ok(()));
            assert_eq!(play.fire_refused(0, 1, no).rule.0, "TT-AFR-06");
        }
    }
}

#[test]
fn an_early_shot_is_the_fire_of_its_phase_for_aiming() {
    proves!("TT-ACE-12");
    let aims = |play: &Play| {
        let found = play.happened(Viewer::Spectator).into_iter().filter_map(|w| match w {
            What::GunsFired { aimed, .. } => Some(aimed),
            _ => None,
        });
        found.collect::<Vec<_>>()
    };
    // Early in phase 1, then in the firing step of phase 2.
    let chase = || Scene::duel("nieuport_16", 90.0, 0).ace(0, &READY).stack(DeckId::B, &ZEROS).begin();
    let mut play = chase();
    play.plan_chase().pass(1).fire(0, 1, Open).pass(1).fire(0, 1, Open);
    assert_eq!(aims(&play), [false, true]);
    // In the firing step of phase 1, then early in phase 2.
    let mut play = chase();
    play.plan_chase().pass(1).hold(0).fire(0, 1, Open).pass(1);
    assert_eq!(play.step(), Step::EarlyFire { phase: 1 });
    play.fire(0, 1, Open);
    assert_eq!(aims(&play), [false, true]);
}

#[test]
fn a_jam_of_an_early_shot_counts_from_the_maneuver_of_this_very_phase() {
    proves!("TT-ACE-12");
    let scene = Scene::duel("nieuport_16", 90.0, 0).ace(0, &READY);
    let mut play = scene.stack(DeckId::B, &[RED, "0"]).begin();
    play.plan_chase().pass(1).fire(0, 1, Open);
    assert!(play.happened(Viewer::Spectator).contains(&What::GunsJammed {
        vehicle: v(0),
        counters: 3,
        gun: 0
    }));
    // Nobody can fire in these phases, so they pass by themselves.
    assert_eq!((play.step(), play.airplane(0).jammed), (Step::Actions { phase: 1 }, 2));
    play.pass(1);
    assert_eq!((play.step(), play.airplane(0).jammed), (Step::Actions { phase: 2 }, 1));
    play.pass(1);
    assert_eq!((play.step(), play.airplane(0).jammed), (Step::Planning, 0));
    play.plan_chase().pass(1);
    assert_eq!(play.step(), FIRING);
    play.fire(0, 1, Open);
}

#[test]
fn guns_that_are_not_free_do_not_fire_early() {
    proves!("TT-ACE-12");
    // Another itchy airplane keeps the step open.
    let refused = |change: fn(&mut VehicleSetup)| {
        let scene = Scene::duel("nieuport_16", 90.0, 0).ace(0, &READY).set(|s| change(&mut s.vehicles[0]));
        let scene = scene.put("nieuport_16", 150.0, 1000.0, 0).ace(2, &READY);
        let scene = scene.put("mk1_locust", 150.0, 1121.2, 0);
        let mut play = with_plans(scene, &[&AHEAD, &STILL, &AHEAD, &STILL]).begin();
        play.pass(1).pass(3);
        assert_eq!((play.step(), play.asks(EARTH)), (EARLY, vec![Ask::EarlyFire { vehicle: v(2) }]));
        play.fire_refused(0, 1, Open).rule.0
    };
    assert_eq!(refused(|v| v.jammed = 1), "TT-SPA-01");
    assert_eq!(
        refused(|v| v.airplane.flight = Some(Flight { target: VehicleId(1), count: 1, when: 2 })),
        "TT-RKT-02"
    );
    assert_eq!(
        refused(|v| (v.airplane.cannon, v.airplane.loading, v.loading_now) = (true, 1, Some(true))),
        "TT-CAN-12"
    );
    assert_eq!(refused(|v| v.skills.clear()), "TT-SEQ-02");
    let used = |v: &mut VehicleSetup| {
        let skill = ItchyTriggerFinger.word().to_owned();
        v.skills = vec![SkillSetup::Used(UsedSkill { skill, counters: 1, recovering: true, fresh: false })];
    };
    assert_eq!(refused(used), "TT-ACE-03");
}

#[test]
fn a_wounded_pilot_does_not_fire_early_in_a_sharp_maneuver() {
    proves!("TT-ACE-12", "TT-ACE-14");
    let opens = |skills: &[(Skill, u8)], wounds: u8, first: &str, last: LastManeuver| {
        let scene = itchy(skills, &[first, "R_straight", "R_straight"], &STILL, &[]);
        let mut play =
            scene.set(|s| (s.vehicles[0].wounds, s.vehicles[0].airplane.last) = (wounds, last)).begin();
        play.pass(1);
        play.step() == EARLY
    };
    let calm = [(ItchyTriggerFinger, 0), (StrongNerves, 0)];
    for sharp in ["R_stall", "R_immelmann"] {
        assert!(opens(&READY, 0, sharp, LastManeuver::Straight));
        assert!(!opens(&READY, 1, sharp, LastManeuver::Straight));
        assert!(opens(&calm, 1, sharp, LastManeuver::Straight));
    }
    // The maneuver before does not matter.
    assert!(opens(&READY, 1, "R_straight", LastManeuver::Steep));
}

#[test]
fn early_shots_are_collected_hidden_and_resolved_together() {
    proves!("TT-ACE-12");
    let scene = Scene::duel("nieuport_16", 90.0, 0).ace(0, &READY).stack(DeckId::B, &["2", "1", "3", "0"]);
    let scene = scene.put("nieuport_16", 500.0, 200.0, 0).ace(2, &READY);
    let mut play = with_plans(scene, &[&AHEAD, &WALK, &AHEAD]).begin();
    play.pass(1).fire(0, 1, Open);
    assert_eq!((play.step(), play.points(1), uses(&play)), (EARLY, 0, vec![]));
    assert_eq!((play.seen_by(EARTH, 0).declared.is_some(), play.seen_by(MARS, 0).declared), (true, None));
    assert_eq!(play.fire_refused(0, 1, Open).rule.0, "TT-AFR-03");
    play.fire(2, 1, Open);
    assert_eq!((play.points(1), uses(&play).len()), (6, 2));
}

#[test]
fn perfect_aim_replaces_one_zero() {
    proves!("TT-ACE-13");
    let fire = |gap: f64, cards: &[&str], declared: &[Skill]| {
        after_shot(&shot(gap, &[(PerfectAim, 0)], cards), Open, declared)
    };
    let replaced = |play: &Play| play.caused_by("TT-ACE-13", Viewer::Spectator).len() - uses(play).len();
    let play = fire(80.0, &["0", "0", "3"], &[PerfectAim]);
    assert_eq!((play.points(1), play.see(1).damage.len(), play.counters(0, PerfectAim)), (3, 2, 3));
    assert_eq!((replaced(&play), play.left_in(DeckId::B)), (1, 42));
    let play = fire(80.0, &["0", "0", "3"], &[]);
    assert_eq!((play.points(1), play.counters(0, PerfectAim)), (0, 0));
    // A 0 as the second card is replaced as well, but no second one.
    assert_eq!(fire(80.0, &["2", "0", "3"], &[PerfectAim]).points(1), 5);
    assert_eq!(fire(80.0, &["0", "3", "0", "4"], &[PerfectAim]).points(1), 3);
    // Nothing to replace: the counters are placed all the same.
    let play = fire(80.0, &["2", "1", "3"], &[PerfectAim]);
    assert_eq!((play.points(1), play.see(1).damage.len(), play.counters(0, PerfectAim)), (3, 2, 3));
    assert_eq!(replaced(&play), 0);
    // The new card stands even if it is a 0.
    let play = fire(150.0, &["0", "0", "3"], &[PerfectAim]);
    assert_eq!((play.points(1), play.see(1).damage.len(), replaced(&play)), (0, 1, 1));
}

#[test]
fn a_replaced_zero_is_shown_and_has_no_effect() {
    proves!("TT-ACE-13");
    let play = after_shot(&shot(150.0, &[(PerfectAim, 0)], &[RED, "2"]), Open, &[PerfectAim]);
    assert_eq!((play.airplane(0).jammed, play.points(1)), (0, 2));
    let shown = What::ZeroReplaced { vehicle: v(1), deck: DeckId::B, card: RED.to_owned() };
    assert!(play.caused_by("TT-ACE-13", Viewer::Spectator).contains(&shown));
    // Only the 0 becomes public, not what came instead.
    let drawn = play.caused_by("TT-INF-03", Viewer::Spectator);
    assert!(matches!(&drawn[..], [What::CardDrawn { card: None, .. }]), "{drawn:?}");
    // A new card jams like any other.
    let play = after_shot(&shot(150.0, &[(PerfectAim, 0)], &["0", RED]), Open, &[PerfectAim]);
    assert_eq!(play.airplane(0).jammed, 3);
}

#[test]
fn strong_nerves_shrug_the_first_wound_off() {
    proves!("TT-ACE-14");
    let stalling = |skills: &[(Skill, u8)]| {
        let scene = Scene::duel("nieuport_16", 150.0, 0).ace(0, skills).stack(DeckId::B, &[RED, "0"]);
        // The other airplane keeps the firing step open.
        let scene = scene.put("nieuport_16", 500.0, 200.0, 0).set(|s| s.vehicles[0].wounds = 1);
        let mut play = with_plans(scene, &[&["R_stall", "R_straight", "R_straight"], &STILL, &AHEAD]).begin();
        play.pass(1);
        play
    };
    assert_eq!(stalling(&[]).fire_refused(0, 1, Open).rule.0, "TT-SPA-05");
    let mut play = stalling(&[(StrongNerves, 0)]);
    play.fire(0, 1, Open).hold(2);
    assert_eq!(play.airplane(0).jammed, 3);
    let wounded = |skills: &[(Skill, u8)]| {
        let scene = shot(150.0, skills, &[RED]).set(|s| s.vehicles[0].wounds = 1);
        after_shot(&scene, Open, &[]).airplane(0).jammed
    };
    assert_eq!((wounded(&[]), wounded(&[(StrongNerves, 0)])), (4, 3));
}

#[test]
fn strong_nerves_do_not_outlast_a_second_wound() {
    proves!("TT-ACE-14");
    for (wounds, fate) in [(0, Fate::InPlay), (1, Fate::Eliminated)] {
        let scene =
            Scene::under_the_ray().ace(0, &[(StrongNerves, 0)]).set(|s| s.vehicles[0].wounds = wounds);
        let mut play = scene.stack(DeckId::X, &["4 wounded"]).begin();
        play.act(1, Action::HeatRay { from: Side::Front });
        assert_eq!((play.see(0).fate, play.cites("TT-SPC-06")), (fate, wounds == 1));
    }
}

#[test]
fn a_technical_eye_clears_a_jam_one_maneuver_sooner() {
    proves!("TT-ACE-15");
    let first_shot_after = |skills: &[(Skill, u8)], wounds: u8| {
        let scene =
            Scene::duel("nieuport_16", 180.0, 0).ace(0, skills).set(|s| s.vehicles[0].wounds = wounds);
        let mut play = scene.stack(DeckId::B, &[RED, "0"]).begin();
        play.plan_chase().pass(1).hold(0).pass(1).fire(0, 1, Open);
        let jammed = play.airplane(0).jammed;
        for _ in 0..6 {
            if play.step() == Step::Planning {
                play.plan_chase();
            }
            play.pass(1);
            if let Step::Firing { phase } = play.step() {
                return (jammed, play.view().turn, phase + 1);
            }
        }
        panic!("the guns stay jammed");
    };
    assert_eq!(first_shot_after(&[(TechnicalEye, 0)], 0), (2, 2, 2));
    assert_eq!(first_shot_after(&[], 0), (3, 2, 3));
    assert_eq!(first_shot_after(&[(TechnicalEye, 0)], 1), (3, 2, 3));
}

#[test]
fn a_super_ace_takes_one_counter_fewer_but_never_none() {
    proves!("TT-ACE-16");
    let snipe = |scene: Scene| after_shot(&scene, Open, &[Sniper]).counters(0, Sniper);
    assert_eq!(snipe(shot(150.0, &[(Sniper, 0), (SuperAce, 0)], &["0"])), 2);
    assert_eq!(snipe(shot(150.0, &[(Sniper, 0)], &["0"])), 3);
    let quick = content_with(&[("aces.toml", "recovery_counters = 3", "recovery_counters = 1")]);
    assert_eq!(snipe(shot(150.0, &[(Sniper, 0), (SuperAce, 0)], &["0"]).content(quick)), 1);
}

#[test]
fn a_super_ace_is_lucky_only_once() {
    proves!("TT-ACE-16");
    let scene = Scene::under_the_ray().ace(0, &[(LuckyPilot, 0), (SuperAce, 0)]);
    let mut play = scene.stack(DeckId::X, &["4"]).begin();
    play.act(1, Action::HeatRay { from: Side::Front }).give(EARTH, &LUCK);
    assert!(!play.airplane(0).skills[0].ready && play.airplane(0).skills[1].ready);
    assert_eq!(play.refused_by(EARTH, &LUCK), "TT-ACE-09");
}
