//! INVASION: which modules are in use, and when the base game is back.

use crate::support::*;
use ActionCard::{Blank, HeatRay};
use RulerPosition::RightAngle;
use geometry::{Angle, Vec2};
use table::{SeatId, proves};
use triplanes::*;

const STILL: [&str; 3] = ["TA_standing_still"; 3];
const RAY: Action = Action::HeatRay { from: Side::Front };

#[test]
fn modules_are_switched_on_for_themselves() {
    proves!("INV-GEN-01");
    // Bombing alone: a tripod of the Earthlings can not even be put on the table, so no ray meets a tripod.
    let bombs = |crews: bool| {
        let scene = Scene::new().bombing().put("sopwith_camel", 100.0, 100.0, 0).loads(1);
        let scene = scene.put("mk1_locust", 450.0, 450.0, 0).put("mk1_locust", 450.0, 662.4, 0).of(0);
        scene.set(|s| s.tripods_vs_tripods = crews)
    };
    assert_eq!(bombs(false).refused_by(), "TT-GEN-01");
    assert!(bombs(true).try_begin().is_ok());
    // A ray at its own kind hits nobody, and drains, topples and cools as ever.
    let scene = Scene::new()
        .bombing()
        .put("sopwith_camel", 100.0, 100.0, 0)
        .loads(1)
        .put("mk1_locust", 450.0, 450.0, 0)
        .ray_from(Side::Front)
        .put("mk1_locust", 450.0, 662.4, 0);
    let play = scene.firing().try_begin().expect("a position");
    assert!(play.cites("TT-TFR-09"));
    assert_eq!(play.tripod(1).console.cooling, 1);
    assert_eq!(play.see(2).damage.len(), 0);
    // A human in a Martian machine, and loads, need their own module.
    let crew = Scene::new().put("nieuport_16", 100.0, 100.0, 0).put("mk1_locust", 450.0, 450.0, 0);
    assert_eq!(crew.clone().with(|v| v.pilot = Some(Pilot::Human)).refused_by(), "INV-GEN-01");
    assert!(crew.clone().crews().with(|v| v.pilot = Some(Pilot::Human)).try_begin().is_ok());
    let loaded = crew.crews().set(|s| s.vehicles[0].loads = 1);
    assert_eq!(loaded.refused_by(), "INV-GEN-01");
}

#[test]
fn each_module_brings_its_components() {
    proves!("INV-GEN-02");
    let text = |name: &str| {
        let (_, text) = content::BUILT_IN.iter().find(|(file, _)| *file == name).expect("a file");
        text.parse::<toml::Table>().expect("toml")
    };
    let templates = text("templates.toml");
    let objective = templates["template"]
        .as_array()
        .expect("rows")
        .iter()
        .find(|t| t["id"].as_str() == Some("objective"));
    let count = |field: &str| objective.and_then(|o| o[field].as_integer()).expect("a count");
    assert_eq!(count("count") + count("extra_in_invasion"), 6);
    assert_eq!(Content::built_in().bomb_size.map(|mm| mm as u32), [44, 68]);
    // Decks that the modules set aside, beyond those that the guns and rays ask for.
    let decks =
        |scene: Scene| -> String { scene.begin().view().decks.iter().map(|d| d.deck.to_string()).collect() };
    let plain = Scene::new().put("sopwith_camel", 100.0, 100.0, 0).put("mk1_locust", 450.0, 450.0, 0);
    assert_eq!(decks(plain.clone()), "AX");
    assert_eq!(decks(plain.clone().crews()), "ABX");
    assert_eq!(decks(plain.bombing()), "ACXZ");
}

#[test]
fn a_captured_tripod_is_a_tripod_like_any_other() {
    proves!("INV-GEN-03");
    let play = Scene::new()
        .crews()
        .put("mk1_locust", 300.0, 200.0, 0)
        .of(0)
        .put("mk1_locust", 600.0, 700.0, 180)
        .begin();
    let (human, martian) = (play.see(0), play.see(1));
    assert_eq!((human.resistance, human.maneuver_deck), (martian.resistance, martian.maneuver_deck));
    let (own, foe) = (play.tripod(0), play.tripod(1));
    assert_eq!((own.energy_rating, own.armored), (foe.energy_rating, foe.armored));
    assert_eq!((own.initiative, foe.initiative), (3, 2));
    assert_eq!(human.name, "Captured Locust");
    // It may recharge from an objective and launch black smoke.
    let mut play = Scene::new()
        .crews()
        .put("mk1_locust", 300.0, 200.0, 0)
        .of(0)
        .energy(2)
        .planned(&STILL)
        .put("mk1_locust", 600.0, 700.0, 180)
        .planned(&STILL)
        .objective(300.0, 200.0)
        .from_step(Step::Commit { phase: 0 })
        .begin();
    play.lay(0, ActionCard::Recharge).lay(1, ActionCard::None);
    play.act(0, Action::Recharge { objective: Some(0) });
    assert_eq!(play.energy(0), 6);
    assert_eq!(
        Scene::new()
            .crews()
            .put("nieuport_16", 1.0, 1.0, 0)
            .with(|v| v.pilot = Some(Pilot::Human))
            .refused_by(),
        "INV-GEN-03"
    );
}

#[test]
fn human_crews_set_up_between_the_martians_and_the_airplanes() {
    proves!("INV-GEN-03");
    let scene = Scene::scenario(
        "simple-battle",
        &[
            ("tripods_vs_tripods", "on"),
            ("earthlings", "nieuport_16,mk1_locust"),
            ("martians", "mk2_scarab"),
            ("setup", "played"),
        ],
    );
    let mut play = scene.begin();
    let mut placed = Vec::new();
    while play.step() == Step::Placing {
        let prompt = *play.m.prompts().first().expect("a prompt");
        let order = table::Game::option(play.m.state(), &prompt, 0);
        if let Order::PlaceVehicle { vehicle, .. } = order {
            placed.push(vehicle.0);
        }
        play.give(prompt.seat, &order);
    }
    assert_eq!(placed, [2, 1, 0], "the Scarab, the captured Locust, the Nieuport");
    assert!(play.at(1).1 < 450.0, "on its own side of the table");
}

#[test]
fn nobody_fires_at_his_own_side() {
    proves!("INV-GEN-03");
    let scene = Scene::new()
        .crews()
        .put("nieuport_16", 450.0, 200.0, 0)
        .with(|v| (v.airplane.rockets, v.airplane.anchor) = (2, Anchor::Ready))
        .put("mk1_locust", 450.0, 350.0, 0)
        .of(0)
        .put("mk2_scarab", 800.0, 800.0, 0);
    let play = scene.clone().firing().begin();
    assert_eq!(play.fire_refused(0, 1, Through::Open).rule.0, "INV-GEN-03");
    let with_stall = scene.set(|s| s.vehicles[0].flown = Some(1));
    let play = with_stall.firing().begin();
    assert_eq!(play.launch_refused(0, 1, 1), "INV-GEN-03");
    assert_eq!(play.hook_refused(0, 1), "INV-GEN-03");
    assert!(play.view().shots.iter().all(|s| s.vehicle != v(0)));
}

#[test]
fn tripods_of_both_sides_get_out_of_each_others_way() {
    proves!("INV-GEN-03");
    let mut play = Scene::new()
        .crews()
        .put("mk1_locust", 450.0, 400.0, 0)
        .of(0)
        .planned(&["TA_long_straight", "TA_standing_still", "TA_standing_still"])
        .put("mk1_locust", 450.0, 500.0, 180)
        .planned(&STILL)
        .from_step(Step::Commit { phase: 0 })
        .begin();
    play.lay(0, ActionCard::None).lay(1, ActionCard::None);
    assert!(play.cites("TT-OVL-03"));
    assert_at(&play, 0, 450.0, 400.0, 0.0);
}

#[test]
fn black_smoke_is_counted_for_each_side() {
    proves!("INV-GEN-03");
    // Both of the Martians' clouds are out; the Earthlings have two of their own.
    let scene = Scene::new()
        .crews()
        .put("mk1_locust", 300.0, 200.0, 0)
        .of(0)
        .with(|v| v.action = Some(Action::BlackSmoke { from: Side::RearRight }))
        .put("mk1_locust", 600.0, 700.0, 180)
        .with(|v| v.action = Some(Action::BlackSmoke { from: Side::RearRight }))
        .clouds(&[(100.0, 800.0), (200.0, 800.0)]);
    let play = scene.firing().begin();
    let removals = |seat: SeatId| {
        let of = |o: Order| if let Order::Smoke { remove, .. } = o { Some(remove) } else { None };
        let mut list: Vec<Option<u8>> = play.legal(seat).into_iter().filter_map(of).collect();
        list.sort_unstable();
        list.dedup();
        list
    };
    assert_eq!(removals(EARTH), [None], "there is room");
    assert_eq!(removals(MARS), [None, Some(0), Some(1)]);
    let order = play.legal(EARTH).remove(0);
    let Order::Smoke { vehicle, at, .. } = order else { panic!("{order:?}") };
    assert_eq!(play.refused_by(EARTH, &Order::Smoke { vehicle, at, remove: Some(0) }), "INV-GEN-03");
}

#[test]
fn the_base_game_is_back_the_moment_a_condition_lapses() {
    proves!("INV-GEN-04");
    // A Camel with its last load, and a captured Locust that falls in the first phase.
    let scene = Scene::new()
        .crews()
        .bombing()
        .put("sopwith_camel", 100.0, 100.0, 0)
        .loads(1)
        .planned(&["C_straight"; 3])
        .put("mk1_locust", 450.0, 662.4, 0)
        .of(0)
        .energy(0)
        .planned(&STILL)
        .damage(&["A 5 +2", "A 5 circuits +2 /smoke_trail", "A 4 +2", "A 3 +1", "A 4 wounded +2"])
        .put("mk2_scarab", 450.0, 450.0, 0)
        .planned(&["TB_standing_still"; 3])
        .stack(DeckId::B, &["3 +1"])
        .from_step(Step::Commit { phase: 0 });
    let mut play = scene.begin();
    assert_eq!(play.act_refused(2, RAY).rule.0, "INV-TVT-02");
    play.lay(1, Blank).lay(2, HeatRay).drop_bombs(0, 1);
    assert_eq!(play.tripod_seen_by(EARTH, 2).laid, LaidView::Hidden, "face down");
    play.act(2, RAY).act(1, Action::Blank);
    assert_eq!(play.see(1).fate, Fate::Eliminated);
    assert_eq!(play.step(), Step::Actions { phase: 1 });
    assert_eq!(play.lay_refused(2, Blank), "TT-SET-06");
    assert_eq!(play.act_refused(2, Action::Blank).rule.0, "TT-SET-06");
    play.act(2, Action::Recharge { objective: None });
    assert!(play.cites("TT-INF-02"), "it lies face up");
}

#[test]
fn one_condition_is_enough() {
    proves!("INV-GEN-04");
    let scene = |crews: bool, loads: u8| {
        let scene = Scene::new().crews().bombing().put("sopwith_camel", 100.0, 100.0, 0).loads(loads).put(
            "mk1_locust",
            450.0,
            700.0,
            0,
        );
        let scene = if crews { scene.put("mk1_locust", 700.0, 100.0, 0).of(0) } else { scene };
        let mut play = scene.begin();
        for id in 0..play.view().vehicles.len() as u8 {
            let cards = if id == 0 { ["C_straight"; 3] } else { STILL };
            play.plan(id, &cards);
        }
        play.step()
    };
    let (down, up) = (Step::Commit { phase: 0 }, Step::Actions { phase: 0 });
    assert_eq!([scene(true, 1), scene(true, 0), scene(false, 1), scene(false, 0)], [down, down, down, up]);
}

#[test]
fn scenarios_of_the_project_say_so() {
    proves!("INV-GEN-01");
    for (id, crews, bombs) in
        [("captured", true, false), ("bombs-away", false, true), ("iron-rain", true, true)]
    {
        let (_, text) = content::BUILT_IN
            .iter()
            .find(|(file, _)| *file == format!("scenarios/{id}.toml"))
            .expect("a scenario");
        assert!(text.contains("provenance = \"project\""), "{id}");
        let scene = Scene::scenario(id, &[("setup", "quick")]);
        assert_eq!((scene.setup.tripods_vs_tripods, scene.setup.bombing), (crews, bombs), "{id}");
        let play = scene.begin();
        let vehicles = play.view().vehicles;
        assert_eq!(vehicles.iter().filter_map(|v| v.tripod()).any(|t| t.pilot == Pilot::Human), crews);
        assert_eq!(vehicles.iter().filter_map(|v| v.airplane()).any(|a| a.loads == 2), bombs);
    }
}

#[test]
fn goals_tell_tripods_of_both_sides_apart() {
    proves!("INV-GEN-03");
    // The captured Locust falls: that decides the scenario, whatever the airplane does.
    let mut scene = Scene::scenario("captured", &[("setup", "quick")]);
    let put = |s: &mut Setup, id: usize, x: f64, y: f64, facing: i32| {
        s.vehicles[id].at = Some(Vec2::new(x, y));
        s.vehicles[id].facing = Angle::degrees(facing);
    };
    let earth = scene.setup.vehicles.iter().position(|v| v.model == "mk1_locust").expect("a Locust");
    let plane = scene.setup.vehicles.iter().position(|v| v.model == "nieuport_16").expect("a Nieuport");
    let mars = scene.setup.vehicles.iter().position(|v| v.model == "mk2_scarab").expect("a Scarab");
    put(&mut scene.setup, earth, 450.0, 662.4, 0);
    put(&mut scene.setup, plane, 100.0, 100.0, 0);
    put(&mut scene.setup, mars, 450.0, 450.0, 0);
    scene.setup.vehicles[mars].action = Some(RAY);
    scene.setup.vehicles[earth].energy = Some(0);
    let cards = ["A 5 +2", "A 5 circuits +2 /smoke_trail", "A 4 +2", "A 3 +1", "A 4 wounded +2"];
    let scene = scene.set(|s| s.vehicles[earth].damage = held(&cards));
    let mut play = scene.stack(DeckId::B, &["3 +1"]).firing().try_begin().expect("a position");
    if matches!(play.step(), Step::Firing { .. }) {
        play.ray(mars as u8, earth as u8, RightAngle);
    }
    let outcome = play.view().outcome.expect("decided");
    assert_eq!(
        (outcome.winner_name.as_deref(), outcome.how),
        (Some("Martians"), "captured tripod destroyed")
    );
}
