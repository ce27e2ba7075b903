//! TRIPOD PROTECTION.

use crate::support::*;
use table::{Viewer, proves};
use triplanes::*;

/// A Nieuport that looks at the armored front of a Locust with this energy, and the B cards of its shot.
fn front(gap: f64, energy: u8, cards: &[&str]) -> Scene {
    Scene::duel("nieuport_16", gap, 180).energy(energy).stack(DeckId::B, cards)
}

/// What is left after one shot across armor: energy and points.
fn after_armored_shot(scene: Scene) -> (u8, u16) {
    let mut play = scene.firing().begin();
    play.fire(0, 1, Through::Armor);
    assert_eq!(play.held(1), [], "nothing stays on the console");
    (play.energy(1), play.points(1))
}

/// The components with another text in the file of the tripods.
fn tripods_with(from: &str, to: &str) -> Result<Content, content::ContentError> {
    let changed = |file: &str, text: &str| {
        if file == "tripods.toml" { text.replace(from, to) } else { text.to_owned() }
    };
    let files: Vec<(&str, String)> = content::BUILT_IN.iter().map(|(f, t)| (*f, changed(f, t))).collect();
    let files: Vec<(&str, &str)> = files.iter().map(|(f, t)| (*f, t.as_str())).collect();
    Content::parse(&files)
}

#[test]
fn every_side_is_protected_or_not() {
    proves!("TT-ARM-01");
    let content = Content::built_in();
    let open_sides = content.models.iter().filter_map(|m| m.tripod()).map(|tripod| {
        let open = Side::ALL.into_iter().filter(|side| !tripod.sides[side.index()].armor);
        (tripod.mark.as_str(), open.collect::<Vec<Side>>())
    });
    let open_sides: Vec<(&str, Vec<Side>)> = open_sides.collect();
    let rear = [Side::RearRight, Side::Rear, Side::RearLeft];
    assert_eq!(open_sides[0], ("MK. I", rear.to_vec()));
    assert_eq!(open_sides[1], ("MK. II", vec![Side::Rear]));
    assert!(open_sides.iter().all(|(_, open)| (1..6).contains(&open.len())));
    let shown = Scene::duel("nieuport_16", 150.0, 0).begin().tripod(1).armored;
    assert_eq!(shown, [Side::Front, Side::FrontRight, Side::FrontLeft]);
}

#[test]
fn a_side_without_its_flag_is_no_side() {
    proves!("TT-ARM-01");
    let silent = tripods_with(
        r#"side = "rear", projector = "none", armor = false"#,
        r#"side = "rear", projector = "none""#,
    );
    assert!(silent.expect_err("no flag").why.contains("armor"));
    let twice = tripods_with(r#"side = "rear_left""#, r#"side = "rear""#);
    assert_eq!(twice.expect_err("two rears").why, "side rear stands here twice");
}

#[test]
fn an_unprotected_hit_is_damage_in_the_normal_way() {
    proves!("TT-ARM-02");
    let rear = Scene::duel("nieuport_16", 150.0, 0).stack(DeckId::B, &["3"]);
    let toppled = front(150.0, 5, &["3"]).with(|v| v.tripod.toppled = 2);
    for (scene, energy) in [(front(150.0, 0, &["3"]), 0), (rear, 9), (toppled, 5)] {
        let mut play = scene.firing().begin();
        assert_eq!(play.fire_refused(0, 1, Through::Armor).rule.0, "TT-AFR-06");
        play.fire(0, 1, Through::Open);
        assert_eq!((play.points(1), play.energy(1)), (3, energy));
        assert_eq!(play.held(1), [("B 3 +1".to_owned(), false)]);
        assert_eq!(play.seen_by(EARTH, 1).damage[0].card, None, "the card is secret");
    }
    // One counter is enough for the armor to work.
    assert_eq!(after_armored_shot(front(150.0, 1, &["1"])), (1, 0));
}

/// A Locust with an apothem of 30 mm faces +y at (0, 0). The named sides of its front half are open, the others
/// protected. A Nieuport is at this place with this heading.
fn before(open: &[&str], x: f64, y: f64, heading: i32) -> Play {
    let armor = |side: &str, armor| format!("side = \"{side}\", projector = \"medium\", armor = {armor}");
    let mut changes =
        vec![("geometry.toml", "flat_to_flat_mm = 62.4".to_owned(), "flat_to_flat_mm = 60.0".to_owned())];
    changes.extend(open.iter().map(|side| ("tripods.toml", armor(side, true), armor(side, false))));
    let changes: Vec<_> =
        changes.iter().map(|(file, from, to)| (*file, from.as_str(), to.as_str())).collect();
    let scene =
        Scene::new().content(content_with(&changes)).put("nieuport_16", 450.0 + x, 450.0 + y, heading);
    scene.put("mk1_locust", 450.0, 450.0, 0).stack(DeckId::B, &["1"]).firing().begin()
}

/// The side that a shot without armor crosses; `None` if all that can be reached is protected.
fn open_side(mut play: Play) -> Option<Side> {
    let through_armor = play.fire_order(0, 1, Through::Armor);
    assert!(play.legal(EARTH).contains(&through_armor), "the front is always in view");
    let open = play.fire_order(0, 1, Through::Open);
    if !play.legal(EARTH).contains(&open) {
        assert_eq!(play.refused_by(EARTH, &open), "TT-AFR-06");
        return None;
    }
    play.give(EARTH, &open);
    play.happened(Viewer::Umpire).into_iter().find_map(|what| match what {
        What::GunsFired { side, .. } => Some(side),
        _ => None,
    })
}

#[test]
fn a_hit_is_unprotected_if_a_line_reaches_an_open_side() {
    proves!("TT-ARM-03");
    let only_front_protected = ["front_right", "front_left"];
    // The arc holds the front and the front-right side, then the front and the front-left side.
    assert_eq!(open_side(before(&only_front_protected, 0.0, 150.0, 140)), Some(Side::FrontRight));
    assert_eq!(open_side(before(&only_front_protected, 0.0, 150.0, 220)), Some(Side::FrontLeft));
    assert_eq!(open_side(before(&["front_right"], 0.0, 150.0, 180)), Some(Side::FrontRight));
    assert_eq!(open_side(before(&[], 0.0, 150.0, 180)), None);
}

#[test]
fn a_side_is_hit_from_outside_its_line_only() {
    proves!("TT-ARM-03");
    // The line through the front-right side passes (-51.96, 150). From within it the corner that the side
    // shares with the front is in view, but a corner belongs to no side.
    assert_eq!(open_side(before(&["front_right"], -51.5, 150.0, 180)), Some(Side::FrontRight));
    assert_eq!(open_side(before(&["front_right"], -52.5, 150.0, 180)), None);
}

#[test]
fn an_open_side_must_be_within_the_arc_and_the_ruler() {
    proves!("TT-ARM-03");
    assert_eq!(open_side(before(&["front_right"], 0.0, 150.0, 220)), None, "outside the arc");
    // The front is 199.5 mm away, the near corner of the front-right side 200.25 mm.
    assert_eq!(open_side(before(&["front_right"], 0.0, 229.5, 180)), None, "beyond the ruler");
    assert_eq!(open_side(before(&["front_right"], 0.0, 229.0, 180)), Some(Side::FrontRight));
}

#[test]
fn numbers_are_ignored_across_armor() {
    proves!("TT-ARM-04");
    let five = r#"points = 5, zero = false, special = "", energy_icons = "#;
    let content = content_with(&[("damage.toml", &format!("{five}2"), &format!("{five}0"))]);
    let scene = Scene::duel("sopwith_camel", 80.0, 180).content(content).energy(2);
    let mut play = scene.stack(DeckId::A, &["5", "0"]).firing().begin();
    play.fire(0, 1, Through::Armor);
    assert_eq!((play.points(1), play.energy(1)), (0, 2));
    assert_eq!(play.held(1), []);
    let shown = |card: &str| What::ArmorHit {
        vehicle: v(1),
        deck: DeckId::A,
        card: card.to_owned(),
        lost: 0,
        energy: 2,
    };
    assert_eq!(
        play.caused_by("TT-ARM-05", Viewer::Spectator),
        [shown("5"), shown("0")],
        "all see both cards"
    );
}

#[test]
fn energy_icons_drain_energy_across_armor() {
    proves!("TT-ARM-05");
    // "4" has two icons, "3" has one.
    assert_eq!(after_armored_shot(front(80.0, 5, &["4", "3"])), (2, 0));
    assert_eq!(after_armored_shot(front(150.0, 1, &["4"])), (0, 0));
    assert_eq!(after_armored_shot(front(150.0, 5, &["1"])), (5, 0), "no icon, no loss");
}

#[test]
fn an_explosion_drains_half_the_original_rating_across_armor() {
    proves!("TT-ARM-06");
    let rating_7 = ("tripods.toml", "energy_rating = 9", "energy_rating = 7");
    let explosion = r#"special = "explosion", energy_icons = "#;
    let icons = ("damage.toml", &*format!("{explosion}0"), &*format!("{explosion}2"));
    // Two battery damages lowered the rating to 5; icons on the card do not add to the explosion.
    for (content, card) in
        [(content_with(&[rating_7]), "explosion"), (content_with(&[rating_7, icons]), "explosion +2")]
    {
        let scene = Scene::duel("nieuport_16", 150.0, 180).with(|v| v.tripod.battery = 2).content(content);
        let mut play = scene.energy(5).stack(DeckId::B, &[card]).firing().begin();
        assert_eq!(play.tripod(1).energy_rating, 5);
        play.fire(0, 1, Through::Armor);
        assert_eq!((play.energy(1), play.points(1)), (1, 0));
        assert_eq!(play.times("TT-ARM-06"), 1);
    }
    assert_eq!(after_armored_shot(front(150.0, 3, &["explosion"])), (0, 0), "not below 0");
}

#[test]
fn cards_of_a_protected_hit_go_back_at_once() {
    proves!("TT-ARM-07");
    let content = content_with_deck(DeckId::B, &[(10, 1), (10, 2)]);
    let mut play = Scene::duel("nieuport_16", 80.0, 180).content(content).firing().begin();
    assert_eq!(play.left_in(DeckId::B), 20);
    play.fire(0, 1, Through::Armor);
    assert_eq!(play.times("TT-ARM-05"), 2);
    assert_eq!(play.left_in(DeckId::B), 20);
}

#[test]
fn returned_cards_can_be_drawn_again_by_a_later_shot_of_the_step() {
    proves!("TT-ARM-07");
    // Another Locust holds two of the four B cards: two shots of two cards use the other two twice.
    let content = content_with_deck(DeckId::B, &[(4, 1)]);
    let scene = Scene::duel("nieuport_16", 80.0, 180).content(content).put("nieuport_16", 500.0, 200.0, 0);
    let scene = scene.put("mk1_locust", 800.0, 800.0, 0).damage(&["B 1"; 2]);
    let mut play = scene.firing().begin();
    play.fire(0, 1, Through::Armor).fire(2, 1, Through::Armor);
    assert_eq!(play.times("TT-ARM-05"), 4);
    assert_eq!((play.left_in(DeckId::B), play.times("TT-DCK-01")), (2, 0));
}

#[test]
fn a_card_shown_for_a_heat_ray_stays_on_the_target() {
    proves!("TT-ARM-07");
    let scene = Scene::duel("nieuport_16", 120.0, 180).ray_from(Side::Front).stack(DeckId::X, &["4"]);
    let mut play = scene.firing().begin();
    play.hold(0);
    assert_eq!(play.times("TT-TFR-06"), 1, "at short range");
    assert_eq!(play.seen_by(MARS, 0).damage[0].card.as_deref(), Some("4"));
    assert_eq!((play.points(0), play.left_in(DeckId::X)), (4, 39));
}

#[test]
fn armor_is_judged_once_in_a_firing_step() {
    proves!("TT-ARM-08");
    let scene = Scene::duel("nieuport_16", 190.0, 180).energy(1).put("nieuport_16", 510.0, 200.0, 0);
    let stalling = Some(Cards([Some(1), Some(10), Some(2)]));
    let scene = scene.set(|s| (s.vehicles[0].plan, s.vehicles[2].plan) = (stalling, stalling));
    let mut play = scene.stack(DeckId::B, &["2", "3", "1"]).firing_in(0).begin();
    play.fire(0, 1, Through::Armor);
    assert_eq!(play.fire_refused(2, 1, Through::Open).rule.0, "TT-AFR-06");
    play.fire(2, 1, Through::Armor);
    assert_eq!(play.times("TT-ARM-05"), 2, "both shots were protected");
    assert_eq!((play.energy(1), play.points(1)), (0, 0));
    // The same shot in the next phase, aimed now.
    play.until(Step::Firing { phase: 1 });
    assert_eq!(play.fire_refused(0, 1, Through::Armor).rule.0, "TT-AFR-06");
    play.fire(0, 1, Through::Open).hold(2);
    assert_eq!(play.points(1), 2);
}

#[test]
fn the_armor_is_that_after_the_costs_of_the_phase() {
    proves!("TT-ARM-08");
    // The last counter goes for the heat-ray: nothing is left for the armor of this step.
    let scene = Scene::duel("nieuport_16", 190.0 + 97.0, 180).energy(1).planned(&["TA_standing_still"; 3]);
    let scene = scene.set(|s| s.vehicles[0].plan = Some(Cards([1, 2, 3].map(Some)))).stack(DeckId::B, &["1"]);
    for (action, through, points) in
        [(Action::HeatRay { from: Side::Front }, Through::Open, 1), (Action::Pass, Through::Armor, 0)]
    {
        let mut play = scene.clone().from_step(Step::Actions { phase: 0 }).begin();
        play.act(1, action).fire(0, 1, through);
        assert_eq!(play.points(1), points);
    }
}
