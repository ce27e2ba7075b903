//! ALSACE AGAIN! (INV-ALS).

use crate::support::*;
use geometry::{Angle, Vec2};
use table::{Game, SetupRequest, proves};
use triplanes::*;

fn resolve(variant: Option<&str>, options: &[(&str, &str)]) -> Result<Setup, table::SetupError> {
    State::resolve(&Content::built_in(), &SetupRequest::of("alsace-again", options).in_variant(variant))
}

fn refused(variant: Option<&str>, options: &[(&str, &str)]) -> &'static str {
    resolve(variant, options).expect_err("a refusal").rule.expect("a rule").0
}

/// Everything placed but the vehicle that is to be placed next.
fn up_to(ask: impl Fn(&Ask, &Play) -> bool) -> Play {
    let mut play = Scene::scenario("alsace-again", &[]).begin();
    while !ask(&play.m.prompts()[0].ask, &play) {
        let prompt = play.m.prompts()[0];
        let first = play.m.state().option(&prompt, 0);
        play.give(prompt.seat, &first);
    }
    play
}

fn place(id: u8, x: f64, y: f64, facing: i32) -> Order {
    Order::PlaceVehicle { vehicle: v(id), at: Vec2::new(x, y), facing: Angle::degrees(facing) }
}

#[test]
fn the_frame() {
    proves!("INV-ALS-01");
    let setup = resolve(None, &[]).expect("a set-up");
    assert_eq!((setup.area, setup.ww2, setup.objectives.len()), ([900.0, 900.0], true, 3));
    assert_eq!(resolve(None, &[("players", "2,1")]).expect("three players").seats.len(), 3);
    assert_eq!(refused(None, &[("players", "2,2")]), "INV-ALS-01");
    // Doubled figures.
    let play = Scene::scenario("alsace-again", &[("setup", "quick")]).begin();
    let printed = Content::built_in().model("mk1_locust").expect("a model").resistance();
    assert_eq!(play.see(2).resistance, 2 * printed);
}

#[test]
fn a_locust_along_the_martian_side() {
    proves!("INV-ALS-02");
    let play = up_to(|ask, _| matches!(ask, Ask::PlaceVehicle { .. }));
    let ok = |order: &Order| play.m.state().check(MARS, order).is_ok();
    // Rear side on the edge: the centre is an apothem away from it.
    for x in [40.0, 450.0, 860.0] {
        assert!(ok(&place(2, x, 900.0 - 31.2, 180)), "{x}");
    }
    assert_eq!(play.refused_by(MARS, &place(2, 450.0, 900.0 - 150.0, 180)), "INV-ALS-02");
    assert_eq!(play.refused_by(MARS, &place(2, 450.0, 900.0 - 20.0, 180)), "TT-SCN-04");
    assert_eq!(refused(None, &[("martians", "mk2_scarab")]), "INV-ALS-02");
}

#[test]
fn three_objectives_around_the_middle() {
    proves!("INV-ALS-03");
    let mut play = Scene::scenario("alsace-again", &[]).begin();
    let at = |x: f64, y: f64| Order::PlaceObjective { at: Vec2::new(x, y) };
    assert_eq!(play.refused_by(EARTH, &at(450.0, 655.0)), "INV-ALS-03");
    play.give(EARTH, &at(450.0, 650.0));
    assert_eq!(play.refused_by(EARTH, &at(450.0, 460.0)), "INV-ALS-03");
    play.give(EARTH, &at(276.8, 350.0)).give(EARTH, &at(623.2, 350.0));
    assert_eq!(play.asks(MARS), [Ask::PlaceVehicle { vehicle: v(2) }]);
}

#[test]
fn a_messerschmitt_and_a_stuka_with_machine_guns() {
    proves!("INV-ALS-04");
    let setup = resolve(None, &[]).expect("a set-up");
    let models: Vec<&str> = setup.vehicles.iter().map(|v| v.model.as_str()).collect();
    assert_eq!(models, ["bf109e", "ju87_stuka", "mk1_locust"]);
    assert!(setup.vehicles.iter().all(|v| v.airplane.rockets == 0));
    assert_eq!(refused(None, &[("earthlings", "bf109e,bf109e")]), "INV-ALS-04");
    assert_eq!(refused(None, &[("earthlings", "bf109e,ju87_stuka+rockets")]), "INV-ALS-04");
    // No bombs, whatever the options.
    assert_eq!(refused(None, &[("earthlings", "bf109e,ju87_stuka+bombs")]), "INV-ALS-04");
    assert_eq!(
        refused(None, &[("bombing", "on"), ("earthlings", "bf109e,ju87_stuka+bombs:2")]),
        "INV-ALS-04"
    );
    let asked = resolve(None, &[("bombing", "on")]).expect_err("no bombs");
    assert_eq!((asked.rule.map(|r| r.0), asked.place.as_str()), (Some("INV-ALS-04"), "options.bombing"));
    assert_eq!(refused(Some("eastern-front"), &[("bombing", "on")]), "INV-ALS-07");
    let airplane = |ask: &Ask, play: &Play| match ask {
        Ask::PlaceVehicle { vehicle } => play.see(vehicle.0).tripod().is_none(),
        _ => false,
    };
    let play = up_to(airplane);
    assert!(play.m.state().check(EARTH, &place(0, 450.0, 34.0, 0)).is_ok());
    assert_eq!(play.refused_by(EARTH, &place(0, 450.0, 60.0, 0)), "INV-ALS-04");
}

/// The pieces in play: the Locust here, with so many objectives reached.
fn battle(locust: (f64, f64), reached: usize) -> Scene {
    Scene::scenario("alsace-again", &[("setup", "quick")]).set(|s| {
        for (vehicle, (x, y)) in s.vehicles.iter_mut().zip([(200.0, 600.0), (700.0, 600.0), locust]) {
            vehicle.at = Some(Vec2::new(x, y));
        }
        let spots = [(450.0, 650.0), (277.0, 350.0), (623.0, 350.0)];
        for (index, (objective, (x, y))) in s.objectives.iter_mut().zip(spots).enumerate() {
            (objective.at, objective.reached) = (Some(Vec2::new(x, y)), index < reached);
        }
    })
}

/// A counter whose symbol did not count.
fn scorched(card: &str) -> HeldSetup {
    let mut setup = Scene::new().put("mk1_locust", 450.0, 450.0, 0).damage(&[card]).setup;
    let mut held = setup.vehicles.remove(0).damage.remove(0);
    held.points_only = true;
    held
}

fn leave(facing: i32, locust: (f64, f64), reached: usize) -> Play {
    let scene = battle(locust, reached).set(|s| s.vehicles[2].facing = Angle::degrees(facing));
    let mut play = scene.begin();
    play.plan(2, &["TA_long_straight", "TA_standing_still", "TA_standing_still"]);
    play.fly(0, "left_45", Speed::Slow).fly(1, "right_45", Speed::Slow).pass(2);
    play
}

#[test]
fn the_earthlings_win_by_destroying_the_tripod() {
    proves!("INV-ALS-05");
    let near = |s: &mut Setup| {
        s.vehicles[0].at = Some(Vec2::new(450.0, 200.0));
        s.vehicles[1].fate = Some(Fate::Eliminated);
        s.vehicles[2].at = Some(Vec2::new(450.0, 200.0 + 90.0 + 31.2));
        s.step = Some(Step::Firing { phase: 0 });
        s.vehicles[0].plan = Some(Cards([Some(1), None, None]));
        s.vehicles[2].plan = Some(Cards([Some(11), Some(12), Some(13)]));
        s.stack.insert(DeckId::WC, vec!["explosion".to_owned()]);
        // 22 points of 44; the explosion is the other half.
        s.vehicles[2].damage = ["WC 5", "WC 4", "WC 4", "WC 6 wounded", "WC 3"].map(scorched).to_vec();
    };
    let mut play = battle((450.0, 800.0), 0).set(near).begin();
    play.fire(0, 2, Through::Open);
    assert_eq!(play.ended(), Some(wins(Team::Earthlings, "INV-ALS-05")));
}

#[test]
fn the_martians_win_by_reaching_all_and_breaking_through() {
    proves!("INV-ALS-06");
    assert_eq!(leave(180, (450.0, 40.0), 3).ended(), Some(wins(Team::Martians, "INV-ALS-06")));
    // By another side, or with one objective missing, they do not.
    assert_eq!(leave(270, (40.0, 500.0), 3).ended(), Some(wins(Team::Earthlings, "INV-WWS-03")));
    assert_eq!(leave(180, (450.0, 40.0), 2).ended(), Some(wins(Team::Earthlings, "INV-WWS-03")));
}

#[test]
fn or_by_destroying_both_airplanes() {
    proves!("INV-ALS-06");
    let last = |s: &mut Setup| {
        s.vehicles[0].fate = Some(Fate::Eliminated);
        s.vehicles[1].flames = 1;
        s.vehicles[1].damage =
            ["PA 3", "PA 3 battery", "PA 2", "PA 2", "PA 2", "PA 2", "PA 1", "PA 1", "PA 1"]
                .map(scorched)
                .to_vec();
        s.stack.insert(DeckId::PA, vec!["1".to_owned()]);
    };
    let mut play = battle((450.0, 800.0), 0).set(last).begin();
    play.plan(2, &["TA_standing_still"; 3]).fly(1, "left_45", Speed::Slow).pass(2);
    assert_eq!(play.ended(), Some(wins(Team::Martians, "INV-ALS-06")));
}

#[test]
fn the_variant() {
    proves!("INV-ALS-07");
    let variant = Some("eastern-front");
    for pair in ["yak1,yak1", "yak1,re2001", "re2001,re2001"] {
        assert!(resolve(variant, &[("earthlings", pair)]).is_ok(), "{pair}");
    }
    assert_eq!(refused(variant, &[("earthlings", "bf109e,yak1")]), "INV-ALS-07");
    assert_eq!(refused(variant, &[("earthlings", "re2001_cn,yak1")]), "INV-ALS-07");
    assert_eq!(refused(None, &[("earthlings", "yak1,re2001")]), "INV-ALS-04");
}
