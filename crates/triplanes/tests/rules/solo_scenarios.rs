//! SOLO SCENARIOS: A LONELY INVADER, DOWN FROM THE ALPS.

use crate::support::*;
use ::geometry::{Angle, Vec2};
use table::{Game, SetupRequest, Viewer, proves};
use triplanes::*;

const BOTH: [&str; 2] = ["a-lonely-invader", "down-from-the-alps"];

fn at(play: &Play, objective: usize) -> (f64, f64) {
    let at = play.view().objectives[objective].at.expect("on the table");
    (at.x, at.y)
}

fn resolve(scenario: &str, options: &[(&str, &str)]) -> Result<Setup, table::SetupError> {
    State::resolve(&Content::built_in(), &SetupRequest::of(scenario, options))
}

fn refused(scenario: &str, options: &[(&str, &str)]) -> &'static str {
    resolve(scenario, options).expect_err("refused").rule.expect("a rule").0
}

fn place(id: u8, x: f64, y: f64, facing: i32) -> Order {
    Order::PlaceVehicle { vehicle: v(id), at: Vec2::new(x, y), facing: Angle::degrees(facing) }
}

/// The airplane number of the first airplane, and of the tripod.
const PLANE: u8 = 0;

fn tripod_of(play: &Play) -> u8 {
    play.view().vehicles.iter().find(|v| v.tripod().is_some()).expect("a tripod").id.0
}

#[test]
fn one_player_against_an_automated_tripod_opposite() {
    proves!("INV-ALI-01", "INV-ALI-02", "INV-ALP-01", "INV-SOL-01");
    for scenario in BOTH {
        let play = Scene::scenario(scenario, &[]).begin();
        let view = play.view();
        assert_eq!(view.area.map(f64::round).map(|mm| mm as i32), [900, 900]);
        let asked: Vec<_> = play.m.prompts().iter().map(|p| p.seat).collect();
        assert!(asked.iter().all(|s| *s == EARTH));
        let id = tripod_of(&play);
        // Half a ruler from the border to the rear side.
        assert_at(&play, id, 450.0, 900.0 - 100.0 - 31.2, 180.0);
        assert_eq!(
            (play.see(id).model.as_str(), play.energy(id)),
            ("mk1_locust", play.tripod(id).energy_rating)
        );
        assert_eq!(view.automated.len(), 1);
    }
}

#[test]
fn six_objectives_in_two_rows() {
    proves!("INV-ALI-03", "INV-ALP-02", "INV-GEN-02");
    let wanted =
        [(450.0, 200.0), (450.0, 400.0), (250.0, 200.0), (650.0, 200.0), (250.0, 400.0), (650.0, 400.0)];
    for scenario in BOTH {
        let play = Scene::scenario(scenario, &[]).begin();
        assert_eq!(play.view().objectives.len(), 6);
        for (objective, place) in wanted.iter().enumerate() {
            assert_eq!(at(&play, objective), *place);
        }
        assert!(play.view().objectives.iter().all(|o| !o.red_weed && !o.destroyed));
    }
}

#[test]
fn on_the_mat_the_short_sides_are_home() {
    proves!("INV-SOL-02");
    for scenario in BOTH {
        let play = Scene::scenario(scenario, &[("mat", "on")]).begin();
        assert_eq!(play.view().area.map(f64::round).map(|mm| mm as i32), [680, 980]);
        assert_at(&play, tripod_of(&play), 340.0, 980.0 - 131.2, 180.0);
        assert_eq!((at(&play, 0), at(&play, 2)), ((340.0, 200.0), (140.0, 200.0)));
    }
}

#[test]
fn the_airplane_of_the_lonely_invader() {
    proves!("INV-ALI-04");
    let scenario = "a-lonely-invader";
    for model in ["albatros_dva", "spad_xiii", "sopwith_camel", "fokker_dri", "hanriot_hd1", "macchi_m5"] {
        let setup = resolve(scenario, &[("earthlings", model)]).expect("a set-up");
        assert_eq!((setup.vehicles[0].model.as_str(), setup.vehicles[0].airplane.cannon), (model, true));
        assert_eq!(setup.vehicles[0].skills.len(), 1);
    }
    assert_eq!(refused(scenario, &[("earthlings", "nieuport_16")]), "INV-ALI-04");
    assert_eq!(refused(scenario, &[("earthlings", "sopwith_camel+sniper")]), "INV-ALI-04");
    assert_eq!(refused(scenario, &[("earthlings", "sopwith_camel+rockets")]), "INV-ALI-04");
    let mut play = Scene::scenario(scenario, &[("earthlings", "sopwith_camel")]).begin();
    assert_eq!(play.refused_by(EARTH, &place(PLANE, 450.0, 134.0, 0)), "INV-ALI-04");
    play.give(EARTH, &place(PLANE, 450.0, 234.0, 0));
    assert_eq!(play.step(), Step::Planning);
    let seen = play.airplane(PLANE);
    assert!(seen.console.cannon && seen.console.loading == 0);
    assert_eq!(seen.skills.iter().map(|s| s.skill).collect::<Vec<_>>(), [Skill::ItchyTriggerFinger]);
}

#[test]
fn the_airplanes_of_down_from_the_alps() {
    proves!("INV-ALP-03");
    let scenario = "down-from-the-alps";
    let setup = resolve(scenario, &[("earthlings", "sopwith_camel,fokker_dri")]).expect("a set-up");
    let planes: Vec<&VehicleSetup> = setup.vehicles.iter().filter(|v| v.seat == EARTH).collect();
    assert_eq!(planes.len(), 2);
    assert!(planes.iter().all(|v| !v.airplane.cannon && v.skills.is_empty() && v.airplane.rockets == 0));
    assert!(resolve(scenario, &[("earthlings", "macchi_m5,macchi_m5")]).is_ok());
    assert_eq!(refused(scenario, &[("earthlings", "macchi_m5,macchi_m5,macchi_m5")]), "INV-ALP-03");
    assert_eq!(refused(scenario, &[("earthlings", "macchi_m5+cannon,macchi_m5")]), "INV-ALP-03");
    assert_eq!(refused(scenario, &[("earthlings", "macchi_m5+sniper,macchi_m5")]), "INV-ALP-03");
    assert_eq!(refused(scenario, &[("earthlings", "nieuport_16,macchi_m5")]), "INV-ALP-03");
    let mut play = Scene::scenario(scenario, &[]).begin();
    play.give(EARTH, &place(0, 300.0, 234.0, 0)).give(EARTH, &place(1, 600.0, 234.0, 0));
    assert_eq!(play.step(), Step::Planning);
}

#[test]
fn no_bombs_and_no_terrain_whatever_is_asked_for() {
    proves!("INV-ALI-04", "INV-ALP-03", "TT-TER-01");
    for (scenario, rule) in BOTH.into_iter().zip(["INV-ALI-04", "INV-ALP-03"]) {
        assert_eq!(refused(scenario, &[("bombing", "on")]), rule);
        let plane = resolve(scenario, &[]).expect("a set-up").vehicles[0].model.clone();
        let force =
            if scenario == BOTH[0] { format!("{plane}+bombs") } else { format!("{plane}+bombs,{plane}") };
        assert_eq!(refused(scenario, &[("earthlings", &force)]), rule);
        assert_eq!(refused(scenario, &[("terrain", "crater")]), "TT-TER-01");
    }
}

/// A position of a solo scenario: vehicles stand here, and the fates of the others.
fn mid(scenario: &str, change: impl FnOnce(&mut Setup)) -> Scene {
    let play = Scene::scenario(scenario, &[("setup", "quick")]).begin();
    let mut setup = play.m.state().position();
    setup.step = None;
    for v in &mut setup.vehicles {
        v.plan = None;
    }
    change(&mut setup);
    Scene { content: Content::built_in(), setup }
}

/// The lonely invader near the Earthling edge in the last phase of turn 5; the airplane does not outlive it, or
/// flies off the table.
fn last_flight(burns: bool) -> Scene {
    mid("a-lonely-invader", |s| {
        s.placement = Placement::Played;
        s.turn = 5;
        let tripod = s.vehicles.iter_mut().find(|v| v.model == "mk1_locust").expect("a tripod");
        (tripod.at, tripod.facing) = (Some(Vec2::new(200.0, 181.2)), Angle::degrees(0));
        s.automated.as_mut().expect("automated").tripods.clear();
        s.vehicles[0].plan = Some(Cards([1, 2, 3].map(Some)));
        if burns {
            // The last maneuver takes it through black smoke.
            s.step = Some(Step::Actions { phase: 2 });
            (s.vehicles[0].at, s.vehicles[0].facing) = (Some(Vec2::new(700.0, 600.0)), Angle::degrees(0));
            s.vehicles[0].hidden.note = 10;
            (s.black_smoke, s.clouds) = (true, vec![Vec2::new(700.0, 690.0)]);
            s.stack.insert(DeckId::Z, vec!["5".to_owned()]);
        } else {
            s.step = Some(Step::Actions { phase: 2 });
            s.vehicles[0].at = Some(Vec2::new(880.0, 880.0));
        }
    })
}

#[test]
fn nobody_replaces_an_airplane_that_flew_off() {
    proves!("INV-ALI-05", "INV-ALI-07", "TT-EXT-03", "TT-VIC-03");
    let play = last_flight(false).begin();
    assert!(matches!(play.see(PLANE).fate, Fate::Exited { .. }));
    assert_eq!(play.ended(), Some(wins(Team::Martians, "TT-VIC-03")));
    assert!(
        play.view()
            .vehicles
            .iter()
            .all(|v| v.fate != Fate::ToCome && v.fate != Fate::InPlay || v.tripod().is_some())
    );
}

#[test]
fn a_second_airplane_comes_once() {
    proves!("INV-ALI-05");
    let scene = last_flight(true);
    let mut play = scene.begin();
    assert_eq!((play.step(), play.view().turn), (Step::Placing, 6), "{:#?}", play.log(Viewer::Umpire));
    let second =
        play.view().vehicles.iter().find(|v| v.fate == Fate::ToCome).expect("a second airplane").id.0;
    assert_eq!(play.asks(EARTH), [Ask::PlaceVehicle { vehicle: v(second) }]);
    assert_eq!(play.see(tripod_of(&play)).fate, Fate::InPlay);
    // On the border line, two rulers from the tripod's base.
    let refuse = |play: &Play, x: f64, y: f64| play.refused_by(EARTH, &place(second, x, y, 0));
    assert_eq!(refuse(&play, 850.0, 134.0), "INV-ALI-05");
    let (x, ..) = play.at(tripod_of(&play));
    let far = |gap: f64| {
        // Nearest points: the corner of the airplane's base and the tripod's hexagon; found by trying.
        let mut across = x + gap;
        loop {
            let order = place(second, across, 34.0, 0);
            if play.m.state().check(EARTH, &order).is_ok() {
                return across;
            }
            across += 1.0;
            assert!(across < 878.0, "no place is far enough");
        }
    };
    let first = far(300.0);
    assert_eq!(refuse(&play, first - 12.0, 34.0), "INV-ALI-05");
    assert!(refusal_names(&play, &place(second, first - 12.0, 34.0, 0)));
    play.give(EARTH, &place(second, first, 34.0, 0));
    assert_eq!(play.step(), Step::Planning);
    let seen = play.airplane(second);
    assert!(seen.console.cannon && seen.skills.is_empty());
    // It is lost as well: no third one comes.
    assert!(play.view().vehicles.iter().all(|v| v.fate != Fate::Reserve));
}

fn refusal_names(play: &Play, order: &Order) -> bool {
    play.refusal(EARTH, order).why.contains("400 mm")
}

#[test]
fn the_second_airplane_is_chosen_beforehand() {
    let chosen = |model: &str| resolve("a-lonely-invader", &[("replacement", model)]);
    let setup = chosen("fokker_dri").expect("a set-up");
    assert_eq!(setup.vehicles.last().expect("vehicles").model, "fokker_dri");
    assert_eq!(chosen("nieuport_16").expect_err("refused").rule.expect("a rule").0, "INV-ALI-05");
    assert!(resolve("down-from-the-alps", &[("replacement", "fokker_dri")]).is_err());
}

/// How a match ends whose vehicles have these fates when the firing step is over.
fn graded(scenario: &str, fates: &[(usize, Fate)]) -> (Option<String>, Option<String>, &'static str) {
    let scene = mid(scenario, |s| {
        s.step = Some(Step::Over);
        for (index, fate) in fates {
            s.vehicles[*index].fate = Some(*fate);
        }
    });
    let outcome = scene.begin().view().outcome.expect("over");
    (outcome.winner_name, outcome.grade, outcome.rule.0)
}

/// Numbers of the vehicles: airplanes, then the tripod, then a reserve.
fn numbers(scenario: &str) -> (Vec<usize>, usize) {
    let play = Scene::scenario(scenario, &[]).begin();
    let all = play.view().vehicles;
    let planes = all.iter().filter(|v| v.tripod().is_none()).map(|v| usize::from(v.id.0)).collect();
    (planes, usize::from(tripod_of(&play)))
}

#[test]
fn the_lonely_invader_is_beaten_with_the_first_airplane_or_with_the_second() {
    proves!("INV-ALI-06", "INV-ALI-07", "INV-AUT-02");
    let scenario = "a-lonely-invader";
    let (planes, tripod) = numbers(scenario);
    let (first, second) = (planes[0], planes[1]);
    let win = |grade: &str| (Some("Earthlings".to_owned()), Some(grade.to_owned()), "INV-ALI-06");
    let lost = (Some("Martians".to_owned()), None, "INV-ALI-07");
    let (dead, out) = (Fate::Eliminated, Fate::Exited { earthling_side: false });
    assert_eq!(graded(scenario, &[(tripod, dead)]), win("strategic"));
    assert_eq!(graded(scenario, &[(tripod, dead), (first, dead)]), win("strategic"));
    assert_eq!(graded(scenario, &[(tripod, dead), (first, dead), (second, Fate::InPlay)]), win("tactical"));
    assert_eq!(graded(scenario, &[(tripod, dead), (first, dead), (second, dead)]), win("tactical"));
    assert_eq!(graded(scenario, &[(first, dead), (second, dead)]), lost);
    let gone = (Some("Martians".to_owned()), None, "TT-VIC-03");
    assert_eq!(graded(scenario, &[(first, out)]), gone);
    assert_eq!(graded(scenario, &[(first, dead), (second, out)]), gone);
    assert_eq!(graded(scenario, &[(tripod, Fate::Exited { earthling_side: true })]), lost);
}

#[test]
fn down_from_the_alps_is_graded_by_losses() {
    proves!("INV-ALP-04", "INV-ALP-05");
    let scenario = "down-from-the-alps";
    let (planes, tripod) = numbers(scenario);
    let win = |grade: &str| (Some("Earthlings".to_owned()), Some(grade.to_owned()), "INV-ALP-04");
    let lost = (Some("Martians".to_owned()), None, "INV-ALP-05");
    let (dead, out) = (Fate::Eliminated, Fate::Exited { earthling_side: false });
    assert_eq!(graded(scenario, &[(tripod, dead)]), win("strategic"));
    assert_eq!(graded(scenario, &[(tripod, dead), (planes[0], out)]), win("tactical"));
    assert_eq!(graded(scenario, &[(tripod, dead), (planes[0], dead), (planes[1], dead)]), win("marginal"));
    assert_eq!(graded(scenario, &[(planes[0], dead), (planes[1], dead)]), lost);
    let gone = (Some("Martians".to_owned()), None, "TT-VIC-03");
    assert_eq!(graded(scenario, &[(planes[0], dead), (planes[1], out)]), gone);
    assert_eq!(graded(scenario, &[(tripod, Fate::Exited { earthling_side: true })]), lost);
}

#[test]
fn the_tripod_walks_off_at_the_end_of_the_movement_step() {
    proves!("INV-ALP-05", "INV-ALI-07");
    for scenario in BOTH {
        let scene = mid(scenario, |s| {
            s.step = Some(Step::Actions { phase: 0 });
            for v in s.vehicles.iter_mut().filter(|v| v.model != "mk1_locust" && v.fate.is_none()) {
                v.at = Some(Vec2::new(v.at.expect("a place").x, 700.0));
                v.plan = Some(Cards([1, 2, 3].map(Some)));
            }
            let tripod = s.vehicles.iter_mut().find(|v| v.model == "mk1_locust").expect("a tripod");
            tripod.at = Some(Vec2::new(450.0, 20.0));
            let own = &mut s.automated.as_mut().expect("automated").tripods[0];
            own.top = vec![1];
        });
        let play = scene.begin();
        let outcome = play.view().outcome.expect("over");
        assert_eq!((outcome.winner_name.as_deref(), outcome.how), (Some("Martians"), "broke through"));
        assert!(!play.happened(Viewer::Spectator).iter().any(|w| matches!(w, What::Cooled { .. })));
    }
}
