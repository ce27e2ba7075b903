//! INTO THE EAGLES' NEST.

use crate::support::*;
use geometry::{Angle, Vec2};
use table::{Game, SetupError, SetupRequest, proves};
use triplanes::*;

const STILL: [&str; 3] = ["TA_standing_still"; 3];
const OBJECTIVES: [(f64, f64); 4] = [(450.0, 650.0), (640.0, 510.0), (260.0, 510.0), (450.0, 445.0)];

fn resolve(variant: Option<&str>, options: &[(&str, &str)]) -> Result<Setup, SetupError> {
    State::resolve(&Content::built_in(), &SetupRequest::of("eagles-nest", options).in_variant(variant))
}

fn nest(variant: Option<&str>, options: &[(&str, &str)]) -> Scene {
    let setup = resolve(variant, options).unwrap_or_else(|e| panic!("{e}"));
    Scene { content: Content::built_in(), setup }
}

fn refused(variant: Option<&str>, options: &[(&str, &str)]) -> &'static str {
    let error = resolve(variant, options).expect_err("the options should be refused");
    error.rule.unwrap_or_else(|| panic!("no rule: {error}")).0
}

fn field(x: f64, y: f64, facing: i32) -> Order {
    Order::PlaceField { at: Vec2::new(x, y), facing: Angle::degrees(facing) }
}

fn objective(x: f64, y: f64) -> Order {
    Order::PlaceObjective { at: Vec2::new(x, y) }
}

fn airplane(id: u8, x: f64, y: f64, facing: i32) -> Order {
    Order::PlaceVehicle { vehicle: v(id), at: Vec2::new(x, y), facing: Angle::degrees(facing) }
}

/// The field lies across, from (315, 300) to (585, 390), and the objectives around it.
fn up_to_the_airplanes() -> Play {
    let mut play = nest(None, &[]).begin();
    play.give(EARTH, &field(450.0, 345.0, 90));
    for (x, y) in OBJECTIVES {
        play.give(EARTH, &objective(x, y));
    }
    while let Some(prompt) = play.m.prompts().iter().find(|p| p.seat == MARS).copied() {
        let order = play.m.state().option(&prompt, 0);
        play.give(MARS, &order);
    }
    play
}

/// Everything on the table; these airplanes and tripods are gone.
fn battle(gone: &[usize]) -> Scene {
    nest(None, &[]).set(|s| {
        s.field = Some(FieldSetup { at: Some(Vec2::new(450.0, 345.0)), facing: Angle::degrees(90) });
        for (o, (x, y)) in s.objectives.iter_mut().zip(OBJECTIVES) {
            o.at = Some(Vec2::new(x, y));
        }
        for (index, vehicle) in s.vehicles.iter_mut().enumerate() {
            let across = 150.0 + 200.0 * index as f64;
            let (x, y) = if index < 4 { (across, 250.0) } else { (across - 700.0, 768.0) };
            vehicle.at = Some(Vec2::new(x, y));
            if gone.contains(&index) {
                vehicle.fate = Some(Fate::Eliminated);
            }
        }
    })
}

/// This vehicle burns up at the start of the turn; how the match ends.
fn burnt(scene: Scene, id: usize) -> (Option<String>, &'static str, Option<String>) {
    let resistance = scene.content.model(&scene.setup.vehicles[id].model).expect("a model").resistance();
    let scene = scene.stack(DeckId::A, &["2"]);
    let scene = scene.set(|s| (s.vehicles[id].flames, s.vehicles[id].hidden.note) = (1, resistance - 1));
    let mut play = scene.begin();
    play.until(Step::Actions { phase: 0 });
    let outcome = play.view().outcome.expect("an outcome");
    (outcome.winner_name, outcome.rule.0, outcome.grade)
}

#[test]
fn two_tripods_against_four_airplanes() {
    proves!("TT-EAG-01");
    let scene = nest(None, &[]);
    let models: Vec<&str> = scene.setup.vehicles.iter().map(|v| v.model.as_str()).collect();
    assert_eq!(models.len(), 6);
    assert_eq!(models[4..], ["mk1_locust"; 2]);
    assert_eq!((scene.setup.area, scene.setup.seats.len(), scene.setup.objectives.len()), ([900.0; 2], 2, 4));
    assert_eq!(refused(None, &[("players", "2,1")]), "TT-EAG-01");
    assert_eq!(refused(None, &[("earthlings", "spad_xiii,spad_xiii,spad_xiii")]), "TT-EAG-01");
    assert_eq!(refused(None, &[("martians", "mk1_locust,mk2_scarab")]), "TT-EAG-01");
    // Both lists together; other airplanes are not on them.
    resolve(None, &[("earthlings", "fokker_dri,fokker_dri,pfalz_diii,albatros_dva")]).expect("a choice");
    let other = [("earthlings", "fokker_dvii,fokker_dri,pfalz_diii,albatros_dva")];
    assert_eq!(refused(None, &other), "TT-SCN-08");
    // The tripods stand half a ruler from their side.
    let play = up_to_the_airplanes();
    for id in [4, 5] {
        let north = play.see(id).base.iter().map(|corner| corner.y).fold(0.0, f64::max);
        assert!((900.0 - north - 100.0).abs() < 0.6, "{north}");
    }
}

#[test]
fn the_landing_field_lies_one_and_a_half_rulers_from_the_earthling_side() {
    proves!("TT-EAG-02");
    let play = nest(None, &[]).begin();
    assert_eq!(play.asks(EARTH), [Ask::PlaceField]);
    assert_eq!(play.refused_by(EARTH, &field(450.0, 295.0, 90)), "TT-EAG-02");
    assert_eq!(play.refused_by(EARTH, &field(450.0, 345.0, 0)), "TT-EAG-02", "along it reaches down to 210");
    assert_eq!(play.refused_by(EARTH, &field(100.0, 345.0, 90)), "TT-EAG-02", "beyond the border");
    assert_eq!(play.refused_by(EARTH, &field(f64::NAN, 345.0, 90)), "TT-EAG-02");
    assert_eq!(play.refused_by(MARS, &field(450.0, 345.0, 90)), "TT-SET-01");
    assert_eq!(play.refused_by(EARTH, &objective(450.0, 450.0)), "TT-SET-01", "the field comes first");
    // Any lateral position and any direction.
    for order in
        [field(450.0, 345.0, 90), field(135.0, 345.0, 90), field(200.0, 435.0, 0), field(450.0, 435.0, 0)]
    {
        let mut play = nest(None, &[]).begin();
        play.give(EARTH, &order);
        assert!(play.cites("TT-EAG-02") && play.view_of(MARS).field.is_some());
    }
    // What is on offer is accepted, in many directions.
    assert!(play.legal(EARTH).len() > 40);
    assert!(play.legal(EARTH).iter().all(|order| play.m.state().check(EARTH, order).is_ok()));
    // It is laid out once.
    let placed = up_to_the_airplanes();
    assert_eq!(placed.refused_by(EARTH, &field(450.0, 345.0, 90)), "TT-SET-01");
}

#[test]
fn wherever_the_field_lies_the_objectives_find_room() {
    proves!("TT-EAG-02", "TT-EAG-03");
    let start = nest(None, &[]).begin();
    for order in start.legal(EARTH) {
        let mut play = nest(None, &[]).begin();
        play.give(EARTH, &order);
        for _ in 0..4 {
            let prompt = *play.m.prompts().first().expect("a prompt");
            assert!(play.m.state().options(&prompt) > 0, "{order:?}");
            let first = play.m.state().option(&prompt, 0);
            play.give(EARTH, &first);
        }
    }
}

#[test]
fn objectives_lie_outside_the_field() {
    proves!("TT-EAG-03");
    let mut play = nest(None, &[]).begin();
    play.give(EARTH, &field(450.0, 345.0, 90));
    assert_eq!(play.refused_by(EARTH, &objective(450.0, 345.0)), "TT-EAG-03");
    assert_eq!(play.refused_by(EARTH, &objective(320.0, 395.0)), "TT-EAG-03");
    assert_eq!(play.refused_by(EARTH, &objective(450.0, 660.0)), "TT-SCN-05");
    play.give(EARTH, &objective(450.0, 450.0));
    assert_eq!(play.refused_by(EARTH, &objective(450.0, 640.0)), "TT-SCN-05");
    play.give(EARTH, &objective(450.0, 650.0));
}

#[test]
fn airplanes_start_on_the_ground_beside_the_field() {
    proves!("TT-EAG-04");
    // The field reaches from y = 300 to 390; an airplane that looks north is 68 mm long.
    let mut play = up_to_the_airplanes();
    assert_eq!(play.asks(EARTH), [Ask::PlaceVehicle { vehicle: v(0) }]);
    let south = |mm: f64| 300.0 - 34.0 - mm;
    assert_eq!(play.refused_by(EARTH, &airplane(0, 450.0, south(-1.0), 0)), "TT-EAG-04", "on the field");
    assert_eq!(play.refused_by(EARTH, &airplane(0, 450.0, south(100.5), 0)), "TT-EAG-04", "too far away");
    play.give(EARTH, &airplane(0, 450.0, south(90.0), 0));
    assert_eq!(play.refused_by(EARTH, &airplane(1, 460.0, south(90.0), 0)), "TT-EAG-04", "on the other");
    assert_eq!(play.refused_by(EARTH, &airplane(2, 550.0, south(90.0), 0)), "TT-SET-01", "one by one");
    play.give(EARTH, &airplane(1, 550.0, south(100.0), 135));
    for order in play.legal(EARTH) {
        assert!(play.m.state().check(EARTH, &order).is_ok());
    }
    play.give(EARTH, &airplane(2, 350.0, south(20.0), 180)).give(EARTH, &airplane(3, 650.0, 345.0, 270));
    assert_eq!(play.step(), Step::Planning);
    assert_eq!([0, 1, 2, 3].map(|id| play.height(id)), [(0, 0); 4]);
    // They roll onto the field and take off.
    let straight = format!("{}_straight", play.see(0).maneuver_deck);
    assert_eq!(play.plan_refused(0, &[&straight, "wait", "wait"]).rule.0, "TT-ALT-14");
    play.plan(0, &["roll", "wait", "wait"]);
}

#[test]
fn a_quick_set_up_deals_field_and_airplanes() {
    proves!("TT-EAG-02", "TT-EAG-04");
    let mut fields = Vec::new();
    for seed in 0..20 {
        let setup = resolve(None, &[("setup", "quick")]).expect("a set-up");
        let play = Play { m: table::Match::begin(&Content::built_in(), setup, seed).expect("a match") };
        assert_eq!(play.step(), Step::Planning);
        let corners = play.view().field.expect("a field").corners;
        let south = corners.iter().map(|c| c.y).fold(f64::INFINITY, f64::min);
        assert!((south - 300.0).abs() < 0.6, "{south}");
        fields.push((corners[0].x.round() as i32, corners[0].y.round() as i32));
        assert_eq!([0, 1, 2, 3].map(|id| play.height(id).0), [0; 4]);
    }
    fields.sort_unstable();
    fields.dedup();
    assert!(fields.len() > 5, "the seed decides");
}

#[test]
fn the_squadron_leader_has_two_skills() {
    proves!("TT-EAG-05");
    let skills = |scene: &Scene| -> Vec<usize> {
        scene.setup.vehicles.iter().map(|v| v.skills.len()).filter(|n| *n > 0).collect()
    };
    assert_eq!(skills(&nest(None, &[])), [2]);
    let chosen = |text: &str| [("earthlings".to_owned(), text.to_owned())];
    let list = chosen("spad_xiii,fokker_dri+sniper+daredevil,spad_xiii,spad_xiii");
    assert_eq!(skills(&nest(None, &[("earthlings", &list[0].1)])), [2]);
    for wrong in [
        "spad_xiii+sniper,spad_xiii,spad_xiii,spad_xiii",
        "spad_xiii+sniper+daredevil+super_ace,spad_xiii,spad_xiii,spad_xiii",
        "spad_xiii+sniper+daredevil,spad_xiii+sniper,spad_xiii,spad_xiii",
    ] {
        assert_eq!(refused(None, &[("earthlings", wrong)]), "TT-EAG-05", "{wrong}");
    }
    let twice = nest(None, &[("earthlings", "spad_xiii+sniper+sniper,spad_xiii,spad_xiii,spad_xiii")]);
    assert_eq!(twice.refused_by(), "TT-ACE-01");
}

#[test]
fn victories_are_graded_by_what_is_left() {
    proves!("TT-EAG-06");
    let earthlings = |gone: &[usize]| burnt(battle(gone), 4);
    let grade = |word: &str| Some(word.to_owned());
    let won = |word: &str| (Some("Earthlings".to_owned()), "TT-EAG-06", grade(word));
    // Airplanes on the ground are in play.
    assert_eq!(earthlings(&[5]), won("decisive"));
    assert_eq!(earthlings(&[5, 0]), won("decisive"));
    assert_eq!(earthlings(&[5, 0, 1]), won("marginal"));
    let martians = |gone: &[usize]| burnt(battle(gone), 0);
    let won = |word: &str| (Some("Martians".to_owned()), "TT-EAG-06", grade(word));
    assert_eq!(martians(&[1, 2, 3]), won("decisive"));
    assert_eq!(martians(&[1, 2, 3, 5]), won("marginal"));
}

#[test]
fn the_second_invasion_is_one_large_tripod() {
    proves!("TT-EAG-07");
    let variant = Some("second-invasion");
    let tripods = |options: &[(&str, &str)]| -> Vec<String> {
        nest(variant, options).setup.vehicles.split_off(4).into_iter().map(|v| v.model).collect()
    };
    assert_eq!(tripods(&[]), ["mk4_cuttlefish"]);
    for model in ["mk4_cuttlefish", "mk3_squid", "mk2_scarab"] {
        assert_eq!(tripods(&[("martians", model)]), [model]);
    }
    assert_eq!(refused(variant, &[("martians", "mk3_squid,mk4_cuttlefish")]), "TT-EAG-07");
    assert_eq!(refused(variant, &[("martians", "mk1_locust")]), "TT-EAG-07");
    assert_eq!(refused(None, &[("martians", "mk4_cuttlefish,mk1_locust")]), "TT-SCN-06");
}

#[test]
fn a_single_tripod_that_wins_is_decisive() {
    proves!("TT-EAG-07");
    let scene = battle(&[1, 2, 3]).set(|s| {
        s.variant = Some("second-invasion".to_owned());
        s.vehicles.truncate(5);
        s.vehicles[4].model = "mk3_squid".to_owned();
    });
    assert_eq!(burnt(scene, 0).2.as_deref(), Some("decisive"));
}

#[test]
fn altitude_rules_need_not_be_asked_for() {
    proves!("TT-EAG-08");
    for options in [vec![], vec![("altitude", "on")], vec![("altitude", "off")], vec![("setup", "quick")]] {
        let scene = nest(None, &options);
        assert!(scene.setup.altitude, "{options:?}");
    }
    let play = battle(&[]).begin();
    assert_eq!([0, 1, 2, 3].map(|id| play.height(id)), [(0, 0); 4]);
    let files: Vec<(&str, &str)> =
        content::BUILT_IN.iter().copied().filter(|(file, _)| *file != "altitude.toml").collect();
    let bare = Content::parse(&files).expect("content");
    let request = SetupRequest { scenario: "eagles-nest".to_owned(), ..Default::default() };
    let error = State::resolve(&bare, &request).expect_err("no table");
    assert_eq!((error.rule.expect("a rule").0, error.place.as_str()), ("TT-GEN-07", "scenario"));
    assert!(error.why.contains("[altitude]"));
}

#[test]
fn a_position_of_the_scenario_has_its_field_and_its_levels() {
    proves!("TT-EAG-02", "TT-EAG-08");
    assert_eq!(battle(&[]).set(|s| s.altitude = false).refused_by(), "TT-EAG-08");
    assert_eq!(battle(&[]).set(|s| s.field = None).refused_by(), "TT-EAG-02");
    // Elsewhere a field must say where it lies.
    let open =
        Scene::new().altitude().put("nieuport_16", 450.0, 100.0, 0).put("mk1_locust", 450.0, 800.0, 180);
    assert_eq!(open.set(|s| s.field = Some(FieldSetup::default())).refused_by(), "TT-EAG-02");
    let play = battle(&[]).set(|s| s.field = Some(FieldSetup::default())).begin();
    assert_eq!((play.step(), play.asks(EARTH)), (Step::Placing, vec![Ask::PlaceField]));
}

#[test]
fn an_airplane_of_the_nest_takes_off_from_its_field() {
    proves!("TT-EAG-08");
    // On the field's axis, beside its western end, looking east along it.
    let scene = battle(&[1, 2, 3]).set(|s| {
        (s.vehicles[0].at, s.vehicles[0].facing) = (Some(Vec2::new(280.0, 345.0)), Angle::degrees(90));
    });
    let mut play = scene.begin();
    let deck = play.see(0).maneuver_deck;
    let card = |name: &str| format!("{deck}_{name}");
    let (stall, straight, climb) = (card("stall"), card("straight"), card("climb"));
    play.plan(0, &["roll", &stall, &straight]).plan(4, &STILL).plan(5, &STILL).rest_of_turn();
    assert_eq!((play.height(0), play.airplane(0).console.run), ((0, 0), Run::TakeOffStraight));
    play.plan(0, &[&climb, &straight, &straight]).plan(4, &STILL).plan(5, &STILL).rest_of_phase();
    assert_eq!(play.height(0), (1, 0));
}
