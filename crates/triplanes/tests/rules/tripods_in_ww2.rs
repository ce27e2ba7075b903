//! TRIPODS IN WW2 (INV-WW2).

mod firing;
mod game_turn;
mod maneuvers;
mod planning;

use crate::support::*;
use table::proves;
use triplanes::*;

/// An airplane looking north and a Locust far ahead, in planning phase 1: nothing is in anybody's reach.
fn apart(airplane: &str) -> Scene {
    Scene::new().ww2().set(|s| s.area = [1500.0, 3000.0]).put(airplane, 750.0, 300.0, 0).put(
        "mk1_locust",
        750.0,
        2500.0,
        180,
    )
}

/// The tripod of [`apart`] stands still and does nothing until this planning phase is over.
fn idle(play: &mut Play) {
    if play.asks(MARS).contains(&Ask::Plan { vehicle: v(1) }) && !play.see(1).plan[0].ne(&SpaceView::Empty) {
        play.plan(1, &["TA_standing_still"; 3]);
    }
    play.pass(1);
}

#[test]
fn tripods_by_the_base_game_airplanes_by_counters() {
    proves!("INV-WW2-01");
    // A Scarab and a Spitfire at long range of each other.
    let scene = Scene::new().ww2().set(|s| s.area = [900.0, 3000.0]).put("spitfire_mk1", 450.0, 200.0, 0);
    let scene = scene.put("mk2_scarab", 450.0, 200.0 + 190.0 + 31.2, 180).ray_from(Side::Front);
    let scene = scene.stack(DeckId::WB, &["2"]);
    let mut play = scene.firing().begin();
    let shot = play.legal(EARTH).into_iter().find(|o| matches!(o, Order::Fire { .. })).expect("a shot");
    play.give(EARTH, &shot).until(Step::PlanningPhase { phase: 1 });
    let scarab = play.m.content().model("mk2_scarab").expect("a model").tripod().expect("a tripod").firepower;
    assert_eq!(play.drawn(0), [scarab]);
    assert!(play.drawn(1) == [DeckId::WB] || play.times("TT-ARM-05") == 1);
}

#[test]
fn airplanes_of_one_era() {
    proves!("INV-WW2-01", "INV-WW2-14");
    let mixed = Scene::ww2_duel("nieuport_16", 500.0, 0);
    assert_eq!(mixed.refused_by(), "INV-WW2-01");
    assert_eq!(Scene::duel("bf109e", 500.0, 0).refused_by(), "INV-WW2-01");
    let high = Scene::ww2_duel("bf109e", 500.0, 0).set(|s| s.altitude = true);
    assert_eq!(high.refused_by(), "INV-WW2-14");
    let ace = Scene::ww2_duel("bf109e", 500.0, 0).ace(0, &[(Skill::Sniper, 0)]);
    assert_eq!(ace.refused_by(), "INV-WW2-01");
}

#[test]
fn twice_the_resistance() {
    proves!("INV-WW2-02");
    let printed = Content::built_in().model("mk1_locust").expect("a model").resistance();
    let play = apart("spitfire_mk1").begin();
    assert_eq!(play.see(1).resistance, 2 * printed);
    // An unprotected explosion costs half of the doubled figure.
    let scene = Scene::ww2_duel("spitfire_mk1", 150.0, 0).stack(DeckId::WB, &["explosion"]);
    let mut play = scene.firing().begin();
    play.fire(0, 1, Through::Open);
    assert_eq!(play.points(1), printed);
    assert_eq!(play.see(1).fate, Fate::InPlay);
}

#[test]
fn destroyed_at_the_doubled_figure() {
    proves!("INV-WW2-02");
    // 22 x 2 = 44: two explosions and nothing else.
    let hit = |held: &[&str]| {
        let scene = Scene::ww2_duel("spitfire_mk1", 90.0, 0).damage(held);
        let mut play = scene.stack(DeckId::WB, &["4", "4 fire"]).firing().begin();
        play.fire(0, 1, Through::Open);
        play.see(1).fate
    };
    let resistance = apart("spitfire_mk1").begin().see(1).resistance;
    assert_eq!(resistance, 44);
    let held = ["WC 5", "WC 6 wounded", "WC 4", "WC 4", "WC 3", "WC 3", "WC 3", "WD 6"]; // 34 points
    assert_eq!(hit(&held), Fate::InPlay);
    let more = ["WC 5", "WC 6 wounded", "WC 4", "WC 4", "WC 3", "WC 3", "WC 3", "WD 6", "WC 2"]; // 36
    assert_eq!(hit(&more), Fate::Eliminated);
}

#[test]
fn twice_the_recharge_level() {
    proves!("INV-WW2-03");
    let recharge = |energy: u8, objective: Option<u8>| {
        let scene =
            Scene::new().ww2().put("spitfire_mk1", 100.0, 100.0, 0).put("mk1_locust", 450.0, 700.0, 0);
        let mut play = scene.energy(energy).objective(450.0, 700.0).begin();
        play.fly(0, "straight", Speed::Slow).plan(1, &["TA_standing_still"; 3]);
        play.act(1, Action::Recharge { objective });
        play.energy(1)
    };
    let model = Content::built_in();
    let locust = model.model("mk1_locust").and_then(|m| m.tripod()).expect("a tripod").clone();
    let doubled = 2 * locust.recharge_level;
    assert_eq!(recharge(1, Some(0)), (1 + doubled).min(locust.energy_rating));
    assert_eq!(recharge(locust.energy_rating - 1, Some(0)), locust.energy_rating);
    assert_eq!(recharge(1, None), 2);
}

#[test]
fn a_reserve_of_counters_for_either_side() {
    proves!("INV-WW2-04", "INV-WW2-13");
    let mut play = Scene::ww2_duel("bf109e", 90.0, 0)
        .stack(DeckId::WA, &["2"])
        .stack(DeckId::WC, &["3", "2"])
        .firing()
        .begin();
    let left = |play: &Play| [DeckId::WA, DeckId::WC, DeckId::PA].map(|d| play.left_in(d));
    assert_eq!(left(&play), [24, 24, 24]);
    play.fire(0, 1, Through::Open);
    assert_eq!(play.drawn(1), [DeckId::WA, DeckId::WC, DeckId::WC]);
    assert_eq!((left(&play), play.points(1)), ([23, 22, 24], 7));
    assert_eq!(play.times("INV-WW2-04"), 3);
    // No card of the base game is in use here.
    assert!(play.view().decks.iter().all(|d| d.deck != DeckId::A && d.deck != DeckId::C));
}

#[test]
fn counters_across_armor() {
    proves!("INV-WW2-04");
    let mut play = Scene::ww2_duel("bf109e", 90.0, 180)
        .energy(4)
        .stack(DeckId::WA, &["0 jammed_guns"])
        .stack(DeckId::WC, &["3", "4 engine"])
        .firing()
        .begin();
    play.fire(0, 1, Through::Armor);
    assert_eq!((play.points(1), play.energy(1), play.drawn(1).len()), (0, 1, 0));
    assert_eq!([DeckId::WA, DeckId::WC].map(|d| play.left_in(d)), [24, 24]);
    assert_eq!(play.airplane(0).jammed, 0);
    // An explosion drains half the rating, rounded up.
    let scene = Scene::ww2_duel("spitfire_mk1", 150.0, 180).stack(DeckId::WB, &["explosion"]);
    let mut play = scene.firing().begin();
    let rating = play.energy(1);
    play.fire(0, 1, Through::Armor);
    assert_eq!(play.energy(1), rating - rating.div_ceil(2));
}

#[test]
fn an_empty_pool_is_filled_as_a_deck_is() {
    proves!("INV-WW2-04", "TT-DCK-01");
    // All 12 counters of D lie on the console; a rocket draws one more.
    let all: Vec<&str> = vec!["WD 2", "WD 2", "WD 3", "WD 3", "WD 3 fire", "WD 4", "WD 4", "WD 4 fire"];
    let rest = ["WD 5 fire", "WD 5 toppled", "WD 6", "WD explosion"];
    let held: Vec<&str> = all.into_iter().chain(rest).collect();
    let scene = Scene::ww2_duel("spitfire_mk1", 150.0, 0).set(|s| s.area = [900.0, 3000.0]);
    let strong = content_with(&[("tripods.toml", "resistance = 22", "resistance = 60")]);
    let scene = scene.content(strong).damage(&held).set(|s| s.vehicles[0].airplane.rockets = 1);
    let flight = |s: &mut Setup| {
        let hit = Flight { target: v(1), count: 1, when: 2 };
        (s.vehicles[0].airplane.rockets, s.vehicles[0].flown) = (0, Some(1));
        s.vehicles[0].airplane.flight = Some(hit);
    };
    let mut play = scene.set(flight).firing().begin();
    play.until(Step::PlanningPhase { phase: 1 });
    let told = play.log(table::Viewer::Spectator).join("\n");
    assert!(told.contains("The tripods' D counters have run out"), "{told}");
    assert!(play.see(1).has_note);
}

#[test]
fn draws_that_go_back_to_no_airplane() {
    proves!("INV-WW2-13");
    // A burning tripod draws an A counter: points alone. A test of terrain draws a card.
    let mut play = apart("spitfire_mk1").with(|v| v.flames = 2).stack(DeckId::WA, &["2 fire"]).begin();
    play.fly(0, "straight", Speed::Slow);
    idle(&mut play);
    assert_eq!((play.drawn(1), play.points(1), play.see(1).flames), (vec![DeckId::WA], 2, 1));
    let crater = apart("spitfire_mk1").terrain(TerrainKind::Crater, 750.0, 2400.0);
    for (card, falls) in [("0", true), ("1", false)] {
        let mut play = crater.clone().stack(DeckId::A, &[card]).begin();
        play.fly(0, "straight", Speed::Slow);
        play.plan(1, &["TA_long_straight", "TA_standing_still", "TA_standing_still"]).pass(1);
        assert_eq!(play.tripod(1).console.toppled > 0, falls, "{card}");
    }
}

#[test]
fn effects_of_tripods_keep_their_pace() {
    proves!("INV-WW2-12");
    // It fires in A1, cools in A2, and fires again in A3.
    let mut play = apart("spitfire_mk1").begin();
    play.fly(0, "straight", Speed::Slow).plan(1, &["TA_standing_still"; 3]);
    let ray = Action::HeatRay { from: Side::Front };
    play.act(1, ray);
    assert_eq!(play.step(), Step::PlanningPhase { phase: 1 });
    assert_eq!(play.act_refused(1, ray).rule.0, "TT-COO-02");
    play.fly(0, "straight", Speed::Slow).pass(1);
    play.fly(0, "straight", Speed::Slow).act(1, ray);
    assert_eq!(play.times("TT-TFR-09"), 2);
}

#[test]
fn a_tripod_that_falls_in_a1_stands_up_in_a3() {
    proves!("INV-WW2-12");
    let crater = apart("spitfire_mk1").terrain(TerrainKind::Crater, 750.0, 2400.0).stack(DeckId::A, &["0"]);
    let mut play = crater.begin();
    play.fly(0, "straight", Speed::Slow);
    play.plan(1, &["TA_long_straight", "TA_standing_still", "TA_standing_still"]).pass(1);
    assert_eq!(play.tripod(1).console.toppled, 2);
    assert!(play.asks(MARS).is_empty());
    play.fly(0, "straight", Speed::Slow);
    assert_eq!((play.step(), play.tripod(1).console.toppled), (Step::PlanningPhase { phase: 2 }, 1));
    play.fly(0, "straight", Speed::Slow);
    assert_eq!((play.step(), play.tripod(1).console.toppled), (Step::PlanningPhase { phase: 0 }, 0));
    play.plan(1, &["TA_standing_still"; 3]);
}
