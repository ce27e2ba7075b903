//! THE MARTIAN INVASION and BRING PROOF.

use crate::support::*;
use geometry::{Angle, Vec2};
use table::{Game, SetupRequest, Viewer, proves};
use triplanes::*;

const STILL: [&str; 3] = ["TA_standing_still"; 3];
const STRAIGHT: [&str; 3] = ["R_straight"; 3];
const STALL: [&str; 3] = ["R_stall", "R_straight", "R_straight"];

fn objective(x: f64, y: f64) -> Order {
    Order::PlaceObjective { at: Vec2::new(x, y) }
}

fn vehicle(id: u8, x: f64, y: f64, facing: i32) -> Order {
    Order::PlaceVehicle { vehicle: v(id), at: Vec2::new(x, y), facing: Angle::degrees(facing) }
}

fn bring_proof() -> Scene {
    Scene::scenario("bring-proof", &[])
}

/// Bring Proof, with everything on the table: the airplane and the tripod stand here.
fn in_play(airplane: (f64, f64, i32), tripod: (f64, f64, i32)) -> Scene {
    bring_proof().set(|s| {
        for (vehicle, (x, y, facing)) in s.vehicles.iter_mut().zip([airplane, tripod]) {
            vehicle.at = Some(Vec2::new(x, y));
            vehicle.facing = Angle::degrees(facing);
        }
        for (objective, x) in s.objectives.iter_mut().zip([350.0, 550.0]) {
            objective.at = Some(Vec2::new(x, 450.0));
        }
    })
}

/// An airplane that flies away, its centre this far from the flat side of the tripod behind it.
fn close_to_the_tripod(away: f64) -> Scene {
    in_play((450.0, 600.0 - 31.2 - away, 180), (450.0, 600.0, 0))
}

/// Plays the first phase with this card; whether a picture was taken.
fn picture(scene: &Scene, airplane: &[&str], tripod: &[&str]) -> bool {
    let mut play = scene.begin();
    play.plan(0, airplane).plan(1, tripod).pass(1);
    let taken = play.view_of(MARS).picture;
    assert_eq!(play.cites("TT-PRF-05"), taken);
    taken
}

/// How the game ends for an airplane that leaves from here in this turn.
fn leaves(scene: &Scene) -> Option<(Option<String>, &'static str)> {
    let mut play = scene.begin();
    play.plan(0, &STRAIGHT).plan(1, &STILL).rest_of_phase();
    assert!(matches!(play.see(0).fate, Fate::Exited { .. }));
    play.ended()
}

#[test]
fn with_altitude_rules_the_picture_is_taken_from_low_down() {
    proves!("TT-PRF-06");
    let at = |level: u8| {
        let scene = close_to_the_tripod(50.0).set(|s| s.altitude = true);
        picture(&scene.set(|s| s.vehicles[0].level = Some(level)), &STALL, &STILL)
    };
    assert_eq!([1, 2, 3, 4].map(at), [true, true, false, false]);
    // Without the rules there are no levels, and they are off unless somebody asks.
    assert!(!bring_proof().setup.altitude);
    assert!(Scene::scenario("bring-proof", &[("altitude", "on")]).setup.altitude);
}

#[test]
fn the_martian_side_lies_opposite_to_the_earthling_side() {
    proves!("TT-SCN-01");
    let play = Scene::scenario("bring-proof", &[("setup", "quick")]).begin();
    let view = play.view();
    let ys = |id: u8| play.see(id).base.iter().map(|corner| corner.y).collect::<Vec<f64>>();
    assert!((ys(0).into_iter().fold(900.0, f64::min) - 100.0).abs() < 0.01);
    assert!((ys(1).into_iter().fold(0.0, f64::max) - 800.0).abs() < 0.01);
    assert!(view.area.iter().all(|side| (side - 900.0).abs() < 1e-9));
    // They face each other.
    let facing = |id: u8| play.see(id).pose.map(|pose| pose.heading);
    assert_eq!([facing(0), facing(1)], [Some(Angle::ZERO), Some(Angle::HALF)]);
    let mut home = in_play((450.0, 50.0, 180), (450.0, 600.0, 180)).begin();
    home.plan(0, &STRAIGHT).plan(1, &STILL).pass(1);
    assert_eq!(home.see(0).fate, Fate::Exited { earthling_side: true });
    let mut away = in_play((450.0, 850.0, 0), (450.0, 600.0, 180)).begin();
    away.plan(0, &STRAIGHT).plan(1, &STILL).pass(1);
    assert_eq!(away.see(0).fate, Fate::Exited { earthling_side: false });
}

#[test]
fn the_earthling_places_objectives_then_the_martian_tripods_then_the_earthling_airplanes() {
    proves!("TT-SCN-02");
    let mut play = bring_proof().begin();
    let mut asked = Vec::new();
    while play.step() == Step::Placing {
        let prompts = play.m.prompts().to_vec();
        assert_eq!(prompts.len(), 1);
        asked.push((prompts[0].seat, prompts[0].ask));
        let order = play.m.state().option(&prompts[0], 0);
        play.give(prompts[0].seat, &order);
    }
    let expected = [
        (EARTH, Ask::PlaceObjective { objective: 0 }),
        (EARTH, Ask::PlaceObjective { objective: 1 }),
        (MARS, Ask::PlaceVehicle { vehicle: v(1) }),
        (EARTH, Ask::PlaceVehicle { vehicle: v(0) }),
    ];
    assert_eq!(asked, expected);
}

/// Bring Proof with both objectives laid, where the Martian places his tripod.
fn placing_the_tripod() -> Play {
    let mut play = bring_proof().begin();
    play.give(EARTH, &objective(350.0, 450.0)).give(EARTH, &objective(550.0, 450.0));
    play
}

#[test]
fn a_tripod_is_placed_exactly_half_a_ruler_from_its_side() {
    proves!("TT-SCN-04");
    let play = placing_the_tripod();
    // The nearest point of the base lies this far north: a flat side, or a corner when it is turned by 30.
    let flat = |y: f64| play.m.state().check(MARS, &vehicle(1, 450.0, y - 31.2, 180)).map_err(|r| r.rule.0);
    let corner =
        |y: f64| play.m.state().check(MARS, &vehicle(1, 450.0, y - 36.0267, 30)).map_err(|r| r.rule.0);
    for place in [&flat as &dyn Fn(f64) -> Result<(), &'static str>, &corner] {
        assert_eq!(place(800.0), Ok(()));
        assert_eq!([place(790.0), place(810.0)], [Err("TT-SCN-04"); 2]);
        // Half a millimetre of slack.
        assert_eq!([place(799.5), place(800.5)], [Ok(()); 2]);
        assert_eq!([place(799.48), place(800.52)], [Err("TT-SCN-04"); 2]);
    }
    // Measured at its own side, not at the other.
    assert_eq!(flat(100.0), Err("TT-SCN-04"));
}

#[test]
fn any_lateral_position_and_any_facing_wholly_inside_the_area() {
    proves!("TT-SCN-04");
    let play = placing_the_tripod();
    let at =
        |x: f64, y: f64, facing| play.m.state().check(MARS, &vehicle(1, x, y, facing)).map_err(|r| r.rule.0);
    for facing in [0, 60, 120, 180, 240, 300] {
        assert_eq!(at(200.0, 768.8, facing), Ok(()));
    }
    assert_eq!([at(36.1, 768.8, 0), at(863.9, 768.8, 0)], [Ok(()); 2]);
    assert_eq!([at(35.9, 768.8, 0), at(864.1, 768.8, 0)], [Err("TT-SCN-04"); 2]);
    assert_eq!(at(f64::NAN, 768.8, 0), Err("TT-SCN-04"));
}

#[test]
fn an_airplane_is_placed_exactly_half_a_ruler_from_its_side() {
    proves!("TT-SCN-04");
    let mut play = placing_the_tripod();
    play.give(MARS, &vehicle(1, 450.0, 768.8, 180));
    let at =
        |y: f64, facing| play.m.state().check(EARTH, &vehicle(0, 450.0, y, facing)).map_err(|r| r.rule.0);
    assert_eq!([at(134.0, 0), at(134.0, 180), at(122.0, 90)], [Ok(()); 3]);
    assert_eq!([at(124.0, 0), at(144.0, 0), at(134.0, 90), at(766.0, 0)], [Err("TT-SCN-04"); 4]);
}

#[test]
fn templates_lie_wholly_inside_the_area() {
    proves!("TT-SCN-04");
    let laid = |x: f64| {
        in_play((450.0, 134.0, 0), (450.0, 700.0, 180))
            .set(|s| s.objectives[0].at = Some(Vec2::new(x, 450.0)))
    };
    assert_eq!(laid(29.9).refused_by(), "TT-SCN-04");
    laid(30.0).begin();
    assert_eq!(bring_proof().begin().refused_by(EARTH, &objective(20.0, 450.0)), "TT-SCN-04");
}

#[test]
fn objectives_lie_around_the_middle_one_ruler_apart() {
    proves!("TT-SCN-05");
    let mut play = bring_proof().begin();
    assert_eq!(play.refused_by(EARTH, &objective(450.0, 660.0)), "TT-SCN-05");
    assert_eq!(play.refused_by(EARTH, &objective(450.0, 650.02)), "TT-SCN-05");
    assert_eq!(play.m.state().check(EARTH, &objective(450.0, 650.0)), Ok(()));
    play.give(EARTH, &objective(450.0, 450.0));
    assert_eq!(play.refused_by(EARTH, &objective(450.0, 640.0)), "TT-SCN-05");
    assert_eq!(play.refused_by(EARTH, &objective(450.0, 649.98)), "TT-SCN-05");
    assert_eq!(play.refused_by(EARTH, &objective(450.0, 660.0)), "TT-SCN-05");
    play.give(EARTH, &objective(450.0, 650.0));
    assert_eq!(play.asks(EARTH), []);
}

#[test]
fn every_place_that_is_offered_is_a_legal_place() {
    proves!("TT-SCN-04", "TT-SCN-05");
    let mut play = bring_proof().begin();
    // At least so many of them differ. With one objective in the middle only the circle one ruler out is left for
    // the other: its twelve points and those opposite are offered again and again.
    for (seat, places, order) in [
        (EARTH, 200, objective(450.0, 450.0)),
        (EARTH, 12, objective(450.0, 650.0)),
        (MARS, 200, vehicle(1, 450.0, 768.8, 180)),
        (EARTH, 200, vehicle(0, 450.0, 134.0, 0)),
    ] {
        let offered = play.legal(seat);
        let distinct: std::collections::BTreeSet<String> = offered.iter().map(|o| format!("{o:?}")).collect();
        assert!(distinct.len() >= places, "only {} places for {order:?}", distinct.len());
        assert!(offered.iter().all(|o| play.m.state().check(seat, o).is_ok()));
        play.give(seat, &order);
    }
}

#[test]
fn bring_proof_pits_one_nieuport_without_rockets_against_one_locust() {
    proves!("TT-PRF-01");
    let play = bring_proof().begin();
    let view = play.view();
    let models: Vec<&str> = view.vehicles.iter().map(|v| v.model.as_str()).collect();
    assert_eq!((models, view.seats.len()), (vec!["nieuport_16", "mk1_locust"], 2));
    assert!(view.area.iter().all(|side| (side - 900.0).abs() < 1e-9));
    // Nothing that a rocket would be drawn from is set aside.
    assert_eq!(view.decks.iter().map(|d| d.deck).collect::<Vec<_>>(), [DeckId::A, DeckId::B, DeckId::X]);
    assert_eq!(bring_proof().set(|s| s.area = [900.0, 1000.0]).refused_by(), "TT-PRF-01");
    let three = [("E", Team::Earthlings), ("M", Team::Martians), ("M", Team::Martians)];
    let three_players = bring_proof().seats(&three).put("mk1_locust", 450.0, 768.8, 180).of(2);
    assert_eq!(three_players.refused_by(), "TT-PRF-01");
    assert_eq!(bring_proof().put("mk1_locust", 200.0, 768.8, 180).refused_by(), "TT-PRF-01");
    assert_eq!(
        bring_proof().set(|s| s.vehicles[1].model = "mk2_scarab".to_owned()).refused_by(),
        "TT-PRF-01"
    );
    assert_eq!(
        bring_proof().set(|s| s.vehicles[0].model = "fokker_dvii".to_owned()).refused_by(),
        "TT-PRF-01"
    );
}

#[test]
fn bring_proof_has_no_choice_of_forces() {
    proves!("TT-PRF-01");
    for option in ["earthlings", "martians", "players"] {
        let options = [(option.to_owned(), "1,2".to_owned())].into();
        let request = SetupRequest { scenario: "bring-proof".to_owned(), variant: None, options };
        let error = State::resolve(&Content::built_in(), &request).expect_err("no such option");
        assert_eq!(error.place, format!("options.{option}"));
    }
}

#[test]
fn the_earthling_places_two_objectives() {
    proves!("TT-PRF-02");
    let mut play = bring_proof().begin();
    play.give(EARTH, &objective(350.0, 450.0)).give(EARTH, &objective(550.0, 450.0));
    let placed: Vec<Option<Vec2>> = play.view().objectives.iter().map(|o| o.at).collect();
    assert_eq!(placed, [Some(Vec2::new(350.0, 450.0)), Some(Vec2::new(550.0, 450.0))]);
    assert_eq!(play.asks(MARS), [Ask::PlaceVehicle { vehicle: v(1) }]);
    assert_eq!(bring_proof().set(|s| s.objectives.truncate(1)).refused_by(), "TT-PRF-02");
    assert_eq!(bring_proof().objective(450.0, 300.0).refused_by(), "TT-PRF-02");
}

#[test]
fn the_objectives_of_bring_proof_serve_for_recharging_and_decide_nothing() {
    proves!("TT-PRF-02");
    let mut play =
        in_play((100.0, 134.0, 0), (350.0, 450.0, 0)).set(|s| s.vehicles[1].energy = Some(2)).begin();
    play.plan(0, &STRAIGHT).plan(1, &STILL).act(1, Action::Recharge { objective: Some(0) });
    assert_eq!((play.energy(1), play.view().objectives[0].red_weed), (6, true));
    play.act(1, Action::DestroyObjective { objective: Some(0) }).rest_of_turn();
    let mut last =
        in_play((100.0, 134.0, 0), (550.0, 450.0, 0)).set(|s| s.objectives[0].destroyed = true).begin();
    last.plan(0, &STRAIGHT).plan(1, &STILL).act(1, Action::DestroyObjective { objective: Some(1) });
    assert!(last.view().objectives.iter().all(|o| o.destroyed));
    assert_eq!([play.ended(), last.ended()], [None, None]);
}

#[test]
fn the_earthling_wins_by_bringing_the_picture_home() {
    proves!("TT-PRF-03");
    let photographed =
        |airplane| in_play(airplane, (450.0, 700.0, 180)).set(|s| (s.picture, s.turn) = (true, 6));
    assert_eq!(leaves(&photographed((450.0, 50.0, 180))), Some(wins(Team::Earthlings, "TT-PRF-03")));
    for airplane in [(50.0, 450.0, 270), (850.0, 450.0, 90), (100.0, 850.0, 0)] {
        assert_eq!(leaves(&photographed(airplane)), Some(wins(Team::Martians, "TT-VIC-03")));
    }
    // Home without a picture.
    let empty_handed = in_play((450.0, 50.0, 180), (450.0, 700.0, 180));
    assert_eq!(leaves(&empty_handed), Some(wins(Team::Martians, "TT-VIC-03")));
}

#[test]
fn a_picture_in_one_turn_is_brought_home_in_a_later_one() {
    proves!("TT-PRF-03", "TT-PRF-05");
    let mut play = in_play((450.0, 480.0, 180), (450.0, 600.0, 0)).begin();
    play.plan(0, &STALL).plan(1, &STILL).rest_of_turn();
    assert_eq!((play.view().picture, play.ended()), (true, None));
    play.plan(0, &STRAIGHT).plan(1, &STILL).rest_of_turn();
    assert_eq!((play.view().turn, play.ended()), (2, Some(wins(Team::Earthlings, "TT-PRF-03"))));
}

/// In the firing step: an airplane behind a tripod that its next hit of two points destroys.
fn about_to_destroy_the_tripod(picture: bool) -> Play {
    let scene = in_play((450.0, 318.8, 0), (450.0, 500.0, 0)).stack(DeckId::B, &["2"]);
    let scene = scene.set(|s| {
        (s.picture, s.step, s.vehicles[1].hidden.note) = (picture, Some(Step::Firing { phase: 0 }), 20);
        s.vehicles[0].plan = Some(Cards([Some(1), Some(2), Some(3)]));
        s.vehicles[1].plan = Some(Cards([Some(11), Some(12), Some(13)]));
    });
    let mut play = scene.begin();
    play.fire(0, 1, Through::Open);
    assert_eq!(play.see(1).fate, Fate::Eliminated);
    play
}

#[test]
fn with_a_picture_the_game_outlasts_the_tripod() {
    proves!("TT-PRF-03");
    assert_eq!(about_to_destroy_the_tripod(false).ended(), Some(wins(Team::Earthlings, "TT-VIC-01")));
    let mut play = about_to_destroy_the_tripod(true);
    assert_eq!(play.ended(), None);
    // It flies on alone: north, so that it leaves across the wrong side.
    play.plan(0, &STRAIGHT).plan(0, &STRAIGHT);
    play.rest_of_turn();
    assert_eq!(play.ended(), Some((None, "TT-VIC-02")));
}

#[test]
fn the_martian_wins_if_the_airplane_is_destroyed_with_or_without_a_picture() {
    proves!("TT-PRF-04");
    for taken in [true, false] {
        for (note, fate) in [(7, Fate::InPlay), (8, Fate::Eliminated)] {
            // Flames of two points.
            let scene = in_play((450.0, 134.0, 0), (450.0, 700.0, 180)).stack(DeckId::A, &["2"]);
            let scene = scene.set(|s| {
                s.picture = taken;
                (s.vehicles[0].flames, s.vehicles[0].hidden.note) = (1, note);
            });
            let mut play = scene.begin();
            play.plan(0, &["R_stall", "R_left_60", "R_stall"]).plan(1, &STILL);
            let over = (fate == Fate::Eliminated).then(|| wins(Team::Martians, "TT-PRF-04"));
            assert_eq!((play.see(0).fate, play.ended()), (fate, over));
        }
    }
}

#[test]
fn the_picture_is_taken_by_a_stall_that_starts_within_half_a_ruler() {
    proves!("TT-PRF-05");
    assert!(picture(&close_to_the_tripod(95.0), &STALL, &STILL));
    assert!(!picture(&close_to_the_tripod(105.0), &STALL, &STILL));
    assert!(!picture(&close_to_the_tripod(50.0), &STRAIGHT, &STILL));
    assert!(picture(&close_to_the_tripod(100.0), &STALL, &STILL));
    assert!(!picture(&close_to_the_tripod(100.02), &STALL, &STILL));
    // A steep card is not enough: it has to be a stall.
    assert!(!picture(
        &close_to_the_tripod(50.0),
        &["R_wide_sideslip_left", "R_straight", "R_straight"],
        &STILL
    ));
}

/// What a player is told of the picture before he seals these cards.
fn foretold(scene: &Scene, cards: &[&str; 3]) -> (bool, String) {
    let play = scene.begin();
    let seen = table::Game::preview(play.m.state(), EARTH, &play.plan_order(0, cards)).expect("a preview");
    let picture = seen.picture.expect("a word about the picture");
    (picture.takes, picture.words)
}

#[test]
fn a_plan_says_whether_it_takes_the_picture_and_why_not() {
    proves!("TT-PRF-05");
    let near = foretold(&close_to_the_tripod(50.0), &STALL);
    assert_eq!(near, (true, "Takes the picture: the stall, card 1, starts 50 mm from Locust.".to_owned()));
    let (takes, words) = foretold(&close_to_the_tripod(150.0), &STALL);
    assert!(!takes && words.contains("starts 150 mm from Locust, 100 mm are the limit"), "{words}");
    let (takes, words) = foretold(&close_to_the_tripod(50.0), &STRAIGHT);
    assert!(!takes && words.contains("a stall begun within 100 mm"), "{words}");
    // A later card depends on what the tripod does until then.
    let (takes, words) =
        foretold(&in_play((450.0, 420.0, 0), (450.0, 600.0, 0)), &["R_straight", "R_stall", "R_straight"]);
    assert!(takes && words.starts_with("Takes the picture if Locust stays"), "{words}");
    // What is foretold of the first card comes true, and with the picture there is nothing more to say.
    for away in [95.0, 105.0] {
        let scene = close_to_the_tripod(away);
        assert_eq!(foretold(&scene, &STALL).0, picture(&scene, &STALL, &STILL));
    }
    let play = close_to_the_tripod(50.0).set(|s| s.picture = true).begin();
    let seen = table::Game::preview(play.m.state(), EARTH, &play.plan_order(0, &STALL)).expect("a preview");
    assert_eq!(seen.picture, None);
}

#[test]
fn a_lost_match_says_what_the_picture_lacked() {
    proves!("TT-PRF-03");
    let told = |taken: bool| {
        let scene = in_play((450.0, 850.0, 0), (450.0, 300.0, 180)).set(|s| s.picture = taken);
        let mut play = scene.begin();
        play.plan(0, &STRAIGHT).plan(1, &STILL).rest_of_phase();
        let goals = table::Game::goals(play.m.state(), table::Viewer::Seat(EARTH));
        goals.into_iter().find(|goal| goal.rule.0 == "TT-PRF-03").expect("the goal")
    };
    let goal = told(false);
    assert_eq!(goal.stands, table::Stands::Lost);
    assert!(goal.state.starts_with("no picture was taken"), "{}", goal.state);
    assert!(told(true).state.starts_with("the picture was taken and did not come home"));
}

#[test]
fn any_point_of_the_base_will_do_whatever_the_facing() {
    proves!("TT-PRF-05");
    // West of a corner of the base: 36.03 mm from its centre.
    for facing in [0, 90, 180, 270] {
        assert!(picture(&in_play((450.0 - 36.02 - 100.0, 600.0, facing), (450.0, 600.0, 0)), &STALL, &STILL));
        assert!(!picture(
            &in_play((450.0 - 36.04 - 100.02, 600.0, facing), (450.0, 600.0, 0)),
            &STALL,
            &STILL
        ));
    }
}

#[test]
fn the_distance_is_measured_before_anybody_moves() {
    proves!("TT-PRF-05");
    let (away, near) = (["TA_long_straight", "TA_standing_still", "TA_standing_still"], STILL);
    // The tripod walks off to the north while the airplane flies south.
    assert!(picture(&close_to_the_tripod(95.0), &STALL, &away));
    // An airplane that a stall carries into reach comes too late.
    let scene = in_play((450.0, 600.0 - 31.2 - 130.0, 0), (450.0, 600.0, 0));
    assert!(!picture(&scene, &STALL, &near));
}

#[test]
fn the_picture_is_announced_to_everybody() {
    proves!("TT-PRF-05");
    let mut play = close_to_the_tripod(95.0).begin();
    play.plan(0, &STALL).plan(1, &STILL).pass(1);
    for viewer in [Viewer::Seat(MARS), Viewer::Spectator] {
        let words = "Nieuport 16 takes the picture of Locust from 95.0 mm. [TT-PRF-05]".to_owned();
        assert!(play.log(viewer).contains(&words));
    }
    // One is enough.
    let mut again = close_to_the_tripod(95.0).set(|s| s.picture = true).begin();
    again.plan(0, &STALL).plan(1, &STILL).pass(1);
    assert_eq!((play.times("TT-PRF-05"), again.times("TT-PRF-05")), (1, 0));
}

#[test]
fn a_toppled_tripod_can_be_photographed() {
    proves!("TT-PRF-05");
    let mut play = close_to_the_tripod(95.0).set(|s| s.vehicles[1].tripod.toppled = 2).begin();
    play.plan(0, &STALL).plan(1, &["", "", "TA_standing_still"]);
    let seen = play.happened(Viewer::Spectator);
    let taken = seen.iter().position(|w| matches!(w, What::PictureTaken { .. })).expect("a picture");
    let stands = seen.iter().position(|w| matches!(w, What::StoodUp { .. })).expect("it stands up");
    assert!(taken < stands);
}

#[test]
fn a_stall_that_is_flown_as_a_straight_takes_no_picture() {
    proves!("TT-PRF-05");
    let scene = close_to_the_tripod(50.0).printed().stack(DeckId::A, &["0"]);
    assert!(!picture(&scene.set(|s| s.vehicles[0].airplane.last = LastManeuver::Steep), &STALL, &STILL));
    let simple = Scene::new().put("nieuport_16", 450.0, 500.0, 180).put("mk1_locust", 450.0, 600.0, 0);
    assert!(!picture(&simple, &STALL, &STILL));
}

#[test]
fn the_picture_is_not_taken_through_black_smoke() {
    proves!("TT-PRF-05");
    // The airplane 95 mm south of the tripod, and a cloud between them or beside the line.
    let through = |clouds: &[(f64, f64)]| {
        picture(&close_to_the_tripod(95.0).clouds(clouds).stack(DeckId::Z, &["0", "0"]), &STALL, &STILL)
    };
    let middle = 600.0 - 31.2 - 47.5;
    assert!(!through(&[(450.0, middle)]));
    assert!(through(&[(490.0, middle)]));
    // What is left in view on the right is farther than half a ruler, or behind another cloud.
    assert!(!through(&[(490.0, middle), (425.0, middle)]));
    assert!(through(&[(450.0, 100.0)]));
}
