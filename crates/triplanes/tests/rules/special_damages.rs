//! SPECIAL DAMAGES and MULTIPLE SPECIAL DAMAGE CARDS.

mod airplanes;
mod any_vehicle;
mod tripods;

use crate::support::*;
use std::sync::Arc;
use table::{Viewer, proves};
use triplanes::*;

const STAND: [&str; 3] = ["TA_standing_still"; 3];
const FLY: [&str; 3] = ["R_straight"; 3];
const RAY: Action = Action::HeatRay { from: Side::Front };

/// A Nieuport behind the open rear of a Locust: one B card at 150 mm, two at 80 mm.
fn rear(gap: f64, cards: &[&str]) -> Scene {
    Scene::duel("nieuport_16", gap, 0).stack(DeckId::B, cards)
}

/// The Nieuport of a duel fires across an open side in phase 1.
fn shot(scene: Scene) -> Play {
    let mut play = scene.firing_in(0).begin();
    play.fire(0, 1, Through::Open);
    play
}

/// A Nieuport that takes one X card at long range in phase 1.
fn rayed(scene: Scene, card: &str) -> Play {
    let mut play = scene.stack(DeckId::X, &[card]).begin();
    play.act(1, RAY);
    play
}

/// A Nieuport between two Locusts that takes one X card from each in phase 1.
fn crossfire(cards: [&str; 2]) -> Play {
    let scene = Scene::under_the_ray().put("mk1_locust", 450.0, 710.0, 180).planned(&STAND);
    let mut play = scene.stack(DeckId::X, &cards).begin();
    play.act(1, RAY).act(2, RAY).hold(0);
    play
}

/// Face to face: a Nieuport 150 mm in front of a Locust without energy that fires its heat-ray.
fn face_to_face(b_card: &str, x_card: &str) -> Scene {
    let scene = Scene::duel("nieuport_16", 150.0, 180).energy(0).ray_from(Side::Front);
    scene.stack(DeckId::B, &[b_card]).stack(DeckId::X, &[x_card])
}

/// A Nieuport that flies a second steep maneuver in a row and draws this A card for it.
fn strained(content: Arc<Content>, card: &str) -> Play {
    let scene = Scene::duel("nieuport_16", 400.0, 0).content(content).printed().stack(DeckId::A, &[card]);
    let mut play = scene.set(|s| s.vehicles[0].airplane.last = LastManeuver::Steep).begin();
    play.plan(0, &["R_stall", "R_straight", "R_straight"]).plan(1, &STAND).pass(1);
    play
}

/// The special damages that a viewer knows of, in their order, as (rule, vehicle, damage).
fn specials(play: &Play, viewer: Viewer) -> Vec<(&'static str, u8, Special)> {
    let seen = play.m.events().iter().filter_map(|e| Some((e.rule.0, e.seen_by(viewer)?)));
    let known = seen.filter_map(|(rule, what)| match what {
        What::SpecialDamage { vehicle, special } => Some((rule, vehicle.0, *special)),
        _ => None,
    });
    known.collect()
}

/// The damage is in the owner's log with this rule, and in nobody else's.
fn assert_secret(play: &Play, owner: table::SeatId, rule: &'static str, vehicle: u8, special: Special) {
    assert_eq!(specials(play, Viewer::Seat(owner)), [(rule, vehicle, special)]);
    assert_eq!(specials(play, Viewer::Spectator), []);
}

fn assert_announced(play: &Play, rule: &'static str, vehicle: u8, special: Special) {
    assert_eq!(specials(play, Viewer::Spectator), [(rule, vehicle, special)]);
}

fn hidden(play: &Play, id: u8) -> HiddenDamage {
    play.see(id).hidden.expect("the umpire sees it")
}

#[test]
fn special_damage_hits_the_target_except_a_jam() {
    proves!("TT-SPC-01");
    let jam = |points: &str| format!(r#"{points}, special = "jammed_guns""#);
    let (zero, one) = (jam("points = 0, zero = true"), jam("points = 1, zero = false"));
    let content = content_with(&[("damage.toml", &zero, &one)]);
    let play = shot(rear(150.0, &["1 jammed_guns"]).content(content));
    assert_eq!((play.points(1), play.airplane(0).jammed), (1, 3));
    // Any other symbol strikes who was hit, besides the points.
    let play = shot(rear(150.0, &["2 wounded"]));
    assert_eq!((play.points(1), play.see(1).wounds, play.see(0).wounds), (2, 1, 0));
}

#[test]
fn symbols_mean_nothing_in_the_basic_layer() {
    proves!("TT-SPC-01");
    let scene = rear(80.0, &["2 fire", "0 jammed_guns"]);
    let standard = shot(scene.clone());
    assert_eq!((standard.points(1), standard.see(1).flames, standard.airplane(0).jammed), (2, 3, 3));
    let basic = shot(scene.basic());
    assert_eq!((basic.points(1), basic.see(1).flames, basic.airplane(0).jammed), (2, 0, 0));
}

#[test]
fn armor_stops_special_damage() {
    proves!("TT-SPC-02");
    let scene = Scene::duel("nieuport_16", 80.0, 180).stack(DeckId::B, &["2 toppled", "0 jammed_guns"]);
    let mut play = scene.firing().begin();
    play.fire(0, 1, Through::Armor);
    assert_eq!((play.tripod(1).console.toppled, play.airplane(0).jammed), (0, 0));
    assert_eq!((play.points(1), play.energy(1)), (0, 9 - 1), "the energy icon keeps its effect");
    assert_eq!(play.times("TT-ARM-05"), 2);
}

#[test]
fn the_small_icon_is_for_airplanes() {
    proves!("TT-SPC-03");
    // An A card with a topple as its main icon and smoke as its small one.
    let main = r#"points = 2, zero = false, special = "toppled", energy_icons = 1, corner_special = "#;
    let (printed, wanted) = (format!(r#"{main}"rudder_left""#), format!(r#"{main}"smoke_trail""#));
    let content = content_with(&[("damage.toml", &printed, &wanted)]);
    let airplane = strained(Arc::clone(&content), "2 toppled");
    assert_eq!((airplane.airplane(0).console.smoke, airplane.points(0)), (3, 2));
    assert_announced(&airplane, "TT-SPA-03", 0, Special::SmokeTrail);

    let scene = Scene::duel("sopwith_camel", 150.0, 0).content(content).stack(DeckId::A, &["2 toppled"]);
    let tripod = shot(scene);
    assert_eq!((tripod.times("TT-SPT-06"), tripod.times("TT-SPA-03"), tripod.points(1)), (1, 0, 2));
}

#[test]
fn without_a_small_icon_the_main_icon_counts_if_it_can() {
    proves!("TT-SPC-03");
    let built_in = Content::built_in;
    assert_eq!(strained(built_in(), "3 fire").see(0).flames, 3);
    assert_eq!(strained(built_in(), "2 wounded").see(0).wounds, 1);
    assert_eq!(hidden(&strained(built_in(), "3 engine"), 0).engine, 1);
    assert_eq!(strained(built_in(), "explosion").points(0), 5);
    // Nobody fired, so there are no guns to jam.
    let jam = strained(built_in(), "0 jammed_guns");
    assert_eq!((jam.airplane(0).jammed, jam.times("TT-SPA-01")), (0, 0));
    // A battery without a small icon is nothing to an airplane; its points count.
    let battery = r#"points = 2, zero = false, special = "battery", energy_icons = 1, corner_special = "#;
    let (printed, bare) = (format!(r#"{battery}"smoke_trail""#), format!(r#"{battery}"""#));
    let play = strained(content_with(&[("damage.toml", &printed, &bare)]), "2 battery +1");
    assert_eq!((play.points(0), play.airplane(0).console.smoke), (2, 0));
    assert_eq!(specials(&play, Viewer::Umpire), []);
}

#[test]
fn a_symbol_that_does_not_fit_its_target_is_ignored() {
    proves!("TT-SPC-04");
    for (symbol, points) in [("rudder_left", 1), ("rudder_right", 1), ("smoke_trail", 1)] {
        let (printed, wanted) = (r#"special = "gyroscope""#, format!(r#"special = "{symbol}""#));
        let content = content_with(&[("damage.toml", printed, &wanted)]);
        let play = shot(rear(150.0, &[&format!("1 {symbol}")]).content(content));
        assert_eq!(play.points(1), points);
        assert_eq!(specials(&play, Viewer::Umpire), []);
        assert_eq!(hidden(&play, 1), HiddenDamage::default());
    }
}

#[test]
fn a_disabled_smoke_generator_has_no_effect_without_black_smoke() {
    proves!("TT-SPC-04");
    let play = shot(rear(150.0, &["1 smoke_generator"]));
    let whole = shot(rear(150.0, &["1"]));
    assert_eq!(play.step(), Step::Actions { phase: 1 });
    assert_eq!(play.legal(MARS), whole.legal(MARS), "the same actions");
    let smoke = Action::BlackSmoke { from: Side::RearRight };
    for play in [play, whole] {
        assert_eq!(play.act_refused(1, smoke).rule.0, "TT-ACT-09");
    }
}

#[test]
fn several_fires_or_jams_at_once_count_once() {
    proves!("TT-SPC-05");
    let fires = crossfire(["3 fire", "4 fire"]);
    assert_eq!((fires.see(0).flames, fires.points(0)), (3, 7));
    assert_announced(&fires, "TT-SPV-03", 0, Special::Fire);
    let tripod = shot(rear(80.0, &["2 fire", "4 fire"]));
    assert_eq!((tripod.see(1).flames, tripod.points(1)), (3, 6));

    let left = crossfire(["1 rudder_left", "2 rudder_left"]);
    assert_secret(&left, EARTH, "TT-SPA-02", 0, Special::RudderLeft);
    let right = crossfire(["2 rudder_right", "3 rudder_right"]);
    assert_secret(&right, EARTH, "TT-SPA-02", 0, Special::RudderRight);
    let gyroscopes = shot(rear(80.0, &["1 gyroscope +1 /rudder_left", "1 gyroscope +1 /rudder_right"]));
    assert_secret(&gyroscopes, MARS, "TT-SPT-05", 1, Special::Gyroscope);
    assert_eq!(gyroscopes.points(1), 2);
}

#[test]
fn different_jams_at_once_are_both_in_force() {
    proves!("TT-SPC-05");
    let mut play = crossfire(["1 rudder_left", "2 rudder_right"]);
    play.rest_of_turn();
    assert!(hidden(&play, 0).left_jam && hidden(&play, 0).right_jam);
}

#[test]
fn several_smokes_wounds_or_engine_damages_at_once_add_up() {
    proves!("TT-SPC-05");
    let smokes = crossfire(["2 smoke_trail", "3 smoke_trail"]);
    assert_eq!((smokes.airplane(0).console.smoke, smokes.see(0).flames), (0, 3));
    for cards in [["4 wounded", "5 wounded"], ["3 engine", "5 engine"]] {
        let play = crossfire(cards);
        assert_eq!(play.see(0).fate, Fate::Eliminated);
        assert_eq!(play.caused_by("TT-SPC-06", Viewer::Spectator), [What::Eliminated { vehicle: v(0) }]);
    }
    // One wound and one engine damage are not two of a kind.
    let play = crossfire(["4 wounded", "3 engine"]);
    assert_eq!((play.see(0).fate, play.see(0).wounds, hidden(&play, 0).engine), (Fate::InPlay, 1, 1));
}

#[test]
fn special_damages_apply_in_their_order() {
    proves!("TT-SPC-05");
    let kinds = |play: &Play| specials(play, Viewer::Umpire).iter().map(|(.., s)| *s).collect::<Vec<_>>();
    // Three Nieuports at short range draw six cards.
    let scene = rear(80.0, &["2 toppled", "1 gyroscope", "4 fire", "3 engine", "2 wounded", "2 battery"]);
    let scene = scene.put("nieuport_16", 400.0, 200.0, 0).put("nieuport_16", 500.0, 200.0, 0);
    let mut play = scene.firing().begin();
    play.fire(3, 1, Through::Open).fire(2, 1, Through::Open).fire(0, 1, Through::Open);
    let order = [Special::Battery, Special::Wounded, Special::Engine, Special::Fire, Special::Gyroscope];
    assert_eq!(kinds(&play), order);
    let last = play.m.events().iter().filter(|e| matches!(e.rule.0, "TT-SPT-05" | "TT-SPT-06"));
    assert_eq!(
        last.map(|e| e.rule.0).collect::<Vec<_>>(),
        ["TT-SPT-05", "TT-SPT-06"],
        "the topple comes last"
    );

    // Special damages come before eliminations.
    let beaten = shot(rear(150.0, &["2 battery"]).with(|v| v.hidden.note = 20));
    let rules: Vec<&str> = beaten.m.events().iter().map(|e| e.rule.0).collect();
    let place = |rule| rules.iter().position(|r| *r == rule).expect("an event");
    assert!(place("TT-SPT-01") < place("TT-DMG-02"));

    let pair = shot(rear(80.0, &["3 circuits", "2 battery"]));
    assert_eq!(kinds(&pair), [Special::Battery, Special::Circuits]);
    let smoke = crossfire(["3 fire", "2 smoke_trail"]);
    assert_eq!(kinds(&smoke), [Special::SmokeTrail, Special::Fire]);
    let rudder = crossfire(["1 rudder_left", "3 fire"]);
    assert_eq!(kinds(&rudder), [Special::Fire, Special::RudderLeft]);
}

#[test]
fn a_second_wound_or_engine_damage_eliminates_an_airplane_that_still_fires() {
    proves!("TT-SPC-06");
    for (card, wounds, engine) in [("4 wounded", 1, 0), ("3 engine", 0, 1)] {
        let scene = face_to_face("3", card).set(|s| {
            let airplane = &mut s.vehicles[0];
            (airplane.wounds, airplane.hidden.engine, airplane.hidden.note) = (wounds, engine, 1);
        });
        let play = shot(scene);
        assert_eq!(play.see(0).fate, Fate::Eliminated);
        assert_eq!(play.caused_by("TT-SPC-06", Viewer::Spectator), [What::Eliminated { vehicle: v(0) }]);
        assert_eq!(play.points(1), 3, "its own shot took effect");
    }
}

#[test]
fn a_second_wound_eliminates_a_tripod_that_still_fires() {
    proves!("TT-SPC-06");
    let play = shot(face_to_face("2 wounded", "2").set(|s| s.vehicles[1].wounds = 1));
    assert_eq!(play.see(1).fate, Fate::Eliminated);
    assert_eq!(play.caused_by("TT-SPC-06", Viewer::Spectator), [What::Eliminated { vehicle: v(1) }]);
    assert_eq!(play.points(0), 2, "its heat-ray took effect");
    let once = shot(face_to_face("2 wounded", "2"));
    assert_eq!(once.see(1).fate, Fate::InPlay);
}
