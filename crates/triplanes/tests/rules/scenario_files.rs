//! The scenarios that are written in files: A SPARK OF HOPE, FIRST CONTACT, THE HUNTERS AND THE HUNTED,
//! TRIPODS ACROSS THE PIAVE, and what they share.

use crate::support::*;
use geometry::{Angle, Vec2};
use std::sync::Arc;
use table::{Game, SetupError, SetupRequest, proves};
use triplanes::TerrainKind::{Crater, Marsh, Pond};
use triplanes::*;

const STILL: [&str; 3] = ["standing_still"; 3];

fn resolve(id: &str, variant: Option<&str>, options: &[(&str, &str)]) -> Result<Setup, SetupError> {
    State::resolve(&Content::built_in(), &SetupRequest::of(id, options).in_variant(variant))
}

fn scenario(id: &str, variant: Option<&str>, options: &[(&str, &str)]) -> Scene {
    let setup = resolve(id, variant, options).unwrap_or_else(|e| panic!("{e}"));
    Scene { content: Content::built_in(), setup }
}

/// The rule that refuses these options.
fn refused(id: &str, variant: Option<&str>, options: &[(&str, &str)]) -> &'static str {
    let error = resolve(id, variant, options).expect_err("the options should be refused");
    error.rule.unwrap_or_else(|| panic!("no rule: {error}")).0
}

fn models(play: &Play) -> Vec<String> {
    play.view().vehicles.into_iter().map(|v| v.model).collect()
}

/// How many skills each airplane's pilot has.
fn skills(play: &Play) -> Vec<usize> {
    play.view().vehicles.iter().filter_map(|v| v.airplane()).map(|a| a.skills.len()).collect()
}

/// What is asked for while the table is set up, each time answered with the first place on offer.
fn placing(play: &mut Play) -> Vec<(table::SeatId, Ask)> {
    let mut asked = Vec::new();
    while play.step() == Step::Placing {
        let prompt = play.m.prompts()[0];
        asked.push((prompt.seat, prompt.ask));
        let order = play.m.state().option(&prompt, 0);
        play.give(prompt.seat, &order);
    }
    asked
}

/// Everything on the table: airplanes in a row in the south that face north, tripods in a row in the north
/// that face south, objectives around the middle and terrain near the corners.
fn laid(scene: Scene) -> Scene {
    scene.set(|s| {
        let (mut planes, mut tripods) = (0.0, 0.0);
        for vehicle in s.vehicles.iter_mut().filter(|v| v.fate.is_none()) {
            if vehicle.model.starts_with("mk") {
                (vehicle.at, vehicle.facing) = (Some(Vec2::new(250.0 + 200.0 * tripods, 768.0)), Angle::HALF);
                tripods += 1.0;
            } else {
                vehicle.at = Some(Vec2::new(150.0 + 120.0 * planes, 134.0));
                planes += 1.0;
            }
        }
        let around = [(450.0, 450.0), (450.0, 650.0), (277.0, 350.0), (623.0, 350.0)];
        for (objective, (x, y)) in s.objectives.iter_mut().zip(around) {
            objective.at = Some(Vec2::new(x, y));
        }
        for (terrain, (x, y)) in
            s.terrain.iter_mut().zip([(60.0, 60.0), (60.0, 840.0), (840.0, 60.0), (840.0, 840.0)])
        {
            terrain.at = Some(Vec2::new(x, y));
        }
    })
}

/// Puts one vehicle elsewhere.
fn moved(scene: Scene, id: usize, (x, y, facing): (f64, f64, i32)) -> Scene {
    scene
        .set(|s| (s.vehicles[id].at, s.vehicles[id].facing) = (Some(Vec2::new(x, y)), Angle::degrees(facing)))
}

fn gone(scene: Scene, id: usize, fate: Fate) -> Scene {
    scene.set(|s| s.vehicles[id].fate = Some(fate))
}

/// This many objectives, and after them terrain templates, are destroyed.
fn destroyed(scene: Scene, count: usize) -> Scene {
    scene.set(|s| {
        let terrain = s.terrain.iter_mut().map(|t| &mut t.destroyed);
        s.objectives.iter_mut().map(|o| &mut o.destroyed).chain(terrain).take(count).for_each(|d| *d = true);
    })
}

/// A vehicle whose fire eliminates it at the start of this turn.
fn burning(scene: Scene, id: usize) -> Scene {
    let resistance = scene.content.model(&scene.setup.vehicles[id].model).expect("a model").resistance();
    let scene = scene.stack(DeckId::A, &["2"]);
    scene.set(|s| (s.vehicles[id].flames, s.vehicles[id].hidden.note) = (1, resistance - 1))
}

/// Plans these cards for a vehicle and anything for the others; the action window of phase 1 opens.
fn planned(scene: &Scene, id: u8, cards: [&str; 3]) -> Play {
    let mut play = scene.begin();
    if play.see(id).fate == Fate::InPlay {
        let deck = play.see(id).maneuver_deck;
        let cards = cards.map(|card| format!("{deck}_{card}"));
        play.plan(id, &cards.each_ref().map(String::as_str));
    }
    play.until(Step::Actions { phase: 0 });
    play
}

/// How the game stands after the first phase, in which this vehicle moves straight on.
fn leaves(scene: &Scene, id: u8) -> Option<(Option<String>, &'static str)> {
    let tripod = scene.setup.vehicles[usize::from(id)].model.starts_with("mk");
    let first = if tripod { "long_straight" } else { "straight" };
    let rest = if tripod { "standing_still" } else { "straight" };
    let mut play = planned(scene, id, [first, rest, rest]);
    play.until(Step::Actions { phase: 1 });
    assert!(matches!(play.see(id).fate, Fate::Exited { .. }));
    play.ended()
}

/// How the game stands when the fires of this turn have burnt.
fn burns(scene: &Scene, id: u8) -> Play {
    let mut play = scene.begin();
    play.until(Step::Actions { phase: 0 });
    assert_eq!(play.see(id).fate, Fate::Eliminated);
    play
}

fn grade(play: &Play) -> Option<String> {
    play.view().outcome.and_then(|o| o.grade)
}

const EXITED: Fate = Fate::Exited { earthling_side: false };
const BY_SOUTH: (f64, f64, i32) = (450.0, 50.0, 180);

// What all scenarios share.

#[test]
fn first_contact_asks_for_objectives_then_the_tripod_then_the_airplanes() {
    proves!("TT-SCN-02");
    let asked = placing(&mut scenario("first-contact", None, &[]).begin());
    let objective = |objective| (EARTH, Ask::PlaceObjective { objective });
    let vehicle = |seat, id| (seat, Ask::PlaceVehicle { vehicle: v(id) });
    let expected =
        [objective(0), objective(1), objective(2), vehicle(MARS, 2), vehicle(EARTH, 0), vehicle(EARTH, 1)];
    assert_eq!(asked, expected);
}

#[test]
fn terrain_is_placed_after_the_objectives_and_before_the_tripods() {
    proves!("TT-SCN-02");
    let asked = placing(&mut scenario("piave", None, &[]).begin());
    assert!(asked[..4].iter().all(|a| matches!(a, (EARTH, Ask::PlaceObjective { .. }))));
    assert!(asked[4..8].iter().all(|a| matches!(a, (EARTH, Ask::PlaceTerrain { .. }))));
    assert!(asked[8..11].iter().all(|a| matches!(a, (MARS, Ask::PlaceVehicle { .. }))));
    assert!(asked[11..].iter().all(|a| matches!(a, (EARTH, Ask::PlaceVehicle { .. }))));
    assert_eq!(asked.len(), 16);
}

#[test]
fn a_game_mat_takes_the_place_of_the_area_and_its_short_sides_are_the_home_sides() {
    proves!("TT-SCN-03");
    for id in ["simple-battle", "bring-proof", "spark-of-hope", "first-contact", "hunters-hunted", "piave"] {
        let play = scenario(id, None, &[("mat", "on"), ("setup", "quick")]).begin();
        assert_eq!(play.view().area.map(|side| side as i32), [680, 980], "{id}");
        for vehicle in play.view().vehicles.iter().filter(|v| v.fate == Fate::InPlay) {
            let ys = vehicle.base.iter().map(|corner| corner.y);
            let home = if vehicle.tripod().is_some() {
                980.0 - ys.fold(0.0, f64::max)
            } else {
                ys.fold(980.0, f64::min)
            };
            assert!((home - 100.0).abs() < 0.01, "{id}: {home}");
        }
        placing(&mut scenario(id, None, &[("mat", "on"), ("setup", "played")]).begin());
    }
    // The flag lifts the least size for any mat, and only the flag does.
    let sized = |area: [f64; 2], mat: bool| {
        scenario("first-contact", None, &[]).set(|s| (s.area, s.mat) = (area, mat))
    };
    sized([700.0, 1000.0], true).begin();
    assert_eq!(sized([680.0, 980.0], false).refused_by(), "TT-GEO-06");
    assert_eq!(sized([980.0, 680.0], true).refused_by(), "TT-SCN-03");
}

#[test]
fn late_tripods_are_for_the_second_invasion() {
    proves!("TT-SCN-06");
    assert_eq!(refused("hunters-hunted", None, &[("martians", "mk3_squid,mk1_locust")]), "TT-SCN-06");
    assert_eq!(refused("piave", None, &[("martians", "mk4_cuttlefish,mk1_locust,mk2_scarab")]), "TT-SCN-06");
    scenario("hunters-hunted", Some("second-invasion"), &[("martians", "mk3_squid,mk1_locust")]).begin();
    // Other tripods are a matter of the scenario.
    assert_eq!(refused("hunters-hunted", None, &[("martians", "mk2_scarab,mk1_locust")]), "TT-HUN-01");
}

/// First Contact: two objectives are destroyed, the third lies under a tripod that walks out in phase 3.
fn last_objective(actions: [Action; 2]) -> Play {
    let scene = moved(destroyed(laid(scenario("first-contact", None, &[])), 2), 2, BY_SOUTH);
    let scene =
        scene.set(|s| (s.objectives[2].at, s.vehicles[2].energy) = (Some(Vec2::new(450.0, 50.0)), Some(1)));
    let mut play = planned(&scene, 2, ["standing_still", "standing_still", "long_straight"]);
    play.act(2, actions[0]).until(Step::Actions { phase: 1 });
    play.act(2, actions[1]).until(Step::Actions { phase: 2 });
    assert_eq!(play.ended(), None);
    play.pass(2);
    assert_eq!(play.see(2).fate, Fate::Exited { earthling_side: true });
    play
}

#[test]
fn a_flipped_objective_is_not_destroyed() {
    proves!("TT-SCN-07");
    let (recharge, destroy) =
        (Action::Recharge { objective: Some(2) }, Action::DestroyObjective { objective: Some(2) });
    let flipped = last_objective([recharge, Action::Pass]);
    assert_eq!(
        flipped.view().objectives.iter().map(|o| o.red_weed).collect::<Vec<_>>(),
        [false, false, true]
    );
    assert_eq!(flipped.ended(), Some(wins(Team::Earthlings, "TT-VIC-03")));
    assert_eq!(last_objective([destroy, Action::Pass]).ended(), Some(wins(Team::Martians, "TT-FIR-03")));
    // A flipped one can still be destroyed, and then it counts.
    assert_eq!(last_objective([recharge, destroy]).ended(), Some(wins(Team::Martians, "TT-FIR-03")));
}

#[test]
fn only_the_listed_airplanes_of_firepower_a_are_taken_where_they_are_asked_for() {
    proves!("TT-SCN-08");
    let listed = [
        "albatros_dva",
        "aviatik_di",
        "fokker_dri",
        "pfalz_diii",
        "phonix_di",
        "hanriot_hd1",
        "sopwith_camel",
        "sopwith_triplane",
        "spad_xiii",
        "macchi_m5",
        "nieuport_28",
    ];
    let content = Content::built_in();
    for model in content.models.iter().filter(|m| m.airplane().is_some()).map(|m| m.id()) {
        // The same model may be chosen twice.
        let pair = format!("{model},{model}");
        let options = [("earthlings", pair.as_str())];
        if listed.contains(&model) {
            let play = scenario("first-contact", None, &options).begin();
            assert_eq!(models(&play)[..2], [model, model]);
            assert!(
                content.model(model).and_then(|m| m.airplane()).is_some_and(|m| m.guns[0].deck == DeckId::A)
            );
        } else {
            assert_eq!(refused("first-contact", None, &options), "TT-SCN-08", "{model}");
        }
    }
    assert!(content.model("fokker_dvii").is_some());
    for version in ["sopwith_triplane:B", "aviatik_di:B", "hanriot_hd1:B"] {
        assert!(
            content.model(version).is_some_and(|m| m.airplane().is_some_and(|m| m.guns[0].deck == DeckId::B))
        );
    }
}

#[test]
fn the_degree_of_victory_counts_the_winners_vehicles_in_play() {
    proves!("TT-SCN-09");
    let last_airplane = |variant: Option<&str>| {
        let scene = laid(scenario("hunters-hunted", variant, &[]));
        burning(gone(gone(scene, 0, Fate::Eliminated), 1, Fate::Eliminated), 2)
    };
    for variant in [None, Some("second-invasion")] {
        let both = burns(&last_airplane(variant), 2);
        assert_eq!(
            (both.ended(), grade(&both)),
            (Some(wins(Team::Martians, "TT-HUN-02")), Some("decisive".to_owned()))
        );
        let one = burns(&gone(last_airplane(variant), 4, EXITED), 2);
        assert_eq!(
            (one.ended(), grade(&one)),
            (Some(wins(Team::Martians, "TT-HUN-02")), Some("marginal".to_owned()))
        );
    }
    // Other scenarios know no degrees.
    let spark = burns(&burning(laid(scenario("spark-of-hope", None, &[])), 1), 1);
    assert_eq!((spark.ended().is_some(), grade(&spark)), (true, None));
}

// A SPARK OF HOPE

#[test]
fn a_spark_of_hope_pits_a_nieuport_with_rockets_against_a_locust() {
    proves!("TT-SPK-01");
    let mut play = scenario("spark-of-hope", None, &[]).begin();
    let asked = placing(&mut play);
    assert_eq!(asked.iter().filter(|(_, ask)| matches!(ask, Ask::PlaceObjective { .. })).count(), 4);
    let view = play.view();
    assert_eq!((view.objectives.len(), view.seats.len()), (4, 2));
    assert_eq!(view.area.map(|side| side as i32), [900, 900]);
    let in_play: Vec<&VehicleView> = view.vehicles.iter().filter(|v| v.fate == Fate::InPlay).collect();
    assert_eq!(in_play.iter().map(|v| v.model.as_str()).collect::<Vec<_>>(), ["nieuport_16", "mk1_locust"]);
    let first = in_play[0].airplane().expect("an airplane");
    assert_eq!(first.console.rockets, 2);
    assert_eq!(first.skills.iter().map(|s| s.skill).collect::<Vec<_>>(), [Skill::ItchyTriggerFinger]);
    for options in [
        ("players", "1,2"),
        ("earthlings", "fokker_dvii"),
        ("martians", "mk2_scarab"),
        ("earthlings", "nieuport_16+sniper"),
    ] {
        assert_eq!(refused("spark-of-hope", None, &[options]), "TT-SPK-01", "{options:?}");
    }
}

/// Turn 4, phase 2: the heat-ray of a tripod in the middle of its enemy's side is about to destroy the
/// first airplane.
fn first_airplane_under_the_ray() -> Scene {
    let scene = moved(laid(scenario("spark-of-hope", None, &[])), 0, (450.0, 389.7, 180));
    moved(scene, 1, (450.0, 134.0, 0)).stack(DeckId::X, &["2"]).set(|s| {
        (s.turn, s.step, s.vehicles[0].hidden.note) = (4, Some(Step::Actions { phase: 1 }), 8);
        s.vehicles[1].energy = Some(1);
        let deck = Arc::clone(Content::built_in().model("nieuport_16").expect("a model").deck());
        let stall = deck.card(deck.by_id("R_stall").expect("a card")).numbers[0];
        s.vehicles[0].plan = Some(Cards([Some(1), Some(stall), Some(2)]));
        s.vehicles[1].plan = Some(Cards([Some(11), Some(12), Some(13)]));
    })
}

fn second_airplane_to_come(scene: &Scene) -> Play {
    let mut play = scene.begin();
    play.act(1, Action::HeatRay { from: Side::Front }).until(Step::Actions { phase: 2 });
    assert_eq!((play.see(0).fate, play.see(2).fate), (Fate::Eliminated, Fate::Reserve));
    assert_eq!(play.ended(), None, "the second airplane is still to come");
    play.rest_of_turn();
    play
}

/// Whether the second airplane may be placed with its base this far from the eastern corner of the tripod's.
fn comes_at(play: &Play, centre: f64, gap: f64) -> Result<(), &'static str> {
    let at = Vec2::new(centre + 36.0267 + gap + 22.0, 134.0);
    let order = Order::PlaceVehicle { vehicle: v(2), at, facing: Angle::ZERO };
    play.m.state().check(EARTH, &order).map_err(|r| r.rule.0)
}

#[test]
fn the_second_nieuport_is_placed_before_the_next_planning() {
    proves!("TT-SPK-02");
    let mut play = second_airplane_to_come(&first_airplane_under_the_ray());
    assert_eq!((play.view().turn, play.step()), (5, Step::Placing));
    assert_eq!(play.asks(EARTH), [Ask::PlaceVehicle { vehicle: v(2) }]);
    assert_eq!(play.asks(MARS), []);
    let near = |gap| comes_at(&play, 450.0, gap);
    assert_eq!([near(195.0), near(200.0), near(205.0)], [Err("TT-SPK-02"), Err("TT-SPK-02"), Ok(())]);
    // Half a ruler from the side, like everybody.
    let off = Order::PlaceVehicle { vehicle: v(2), at: Vec2::new(800.0, 144.0), facing: Angle::ZERO };
    assert_eq!(play.refused_by(EARTH, &off), "TT-SCN-04");
    assert!(play.legal(EARTH).iter().all(|order| play.m.state().check(EARTH, order).is_ok()));
    let there = Order::PlaceVehicle { vehicle: v(2), at: Vec2::new(800.0, 134.0), facing: Angle::ZERO };
    play.give(EARTH, &there);
    assert_eq!((play.view().turn, play.step()), (5, Step::Planning));
    let second = play.see(2);
    assert_eq!((second.fate, second.model.as_str()), (Fate::InPlay, "nieuport_16"));
    let second = play.airplane(2);
    assert_eq!(second.console.rockets, 2);
    assert_eq!(second.skills.iter().map(|s| s.skill).collect::<Vec<_>>(), [Skill::Sniper]);
}

#[test]
fn the_second_nieuport_also_comes_when_the_first_leaves_the_table() {
    proves!("TT-SPK-02");
    let scene = moved(laid(scenario("spark-of-hope", None, &[])), 0, (450.0, 50.0, 180));
    assert_eq!(leaves(&scene, 0), None);
    let mut play = planned(&scene, 0, ["straight"; 3]);
    play.rest_of_turn();
    assert_eq!(
        (play.view().turn, play.step(), play.asks(EARTH)),
        (2, Step::Placing, vec![Ask::PlaceVehicle { vehicle: v(2) }])
    );
    // It comes only once.
    let again = gone(moved(scene, 2, (450.0, 50.0, 180)), 2, Fate::InPlay);
    assert_eq!(leaves(&gone(again, 0, EXITED), 2), Some(wins(Team::Martians, "TT-VIC-03")));
}

#[test]
fn where_no_spot_is_far_enough_the_farthest_is_used() {
    proves!("TT-SPK-02");
    let narrow = moved(first_airplane_under_the_ray(), 0, (200.0, 389.7, 180));
    let narrow = moved(narrow, 1, (200.0, 134.0, 0)).set(|s| {
        (s.area, s.mat) = ([400.0, 900.0], true);
        s.objectives.iter_mut().for_each(|o| o.at = Some(Vec2::new(100.0, 600.0)));
    });
    let mut play = second_airplane_to_come(&narrow);
    // Its base touches the border 119.97 mm from the tripod's.
    assert_eq!([comes_at(&play, 200.0, 100.0), comes_at(&play, 200.0, 119.9)], [Err("TT-SPK-02"), Ok(())]);
    let offered = play.legal(EARTH);
    assert!(!offered.is_empty() && offered.iter().all(|order| play.m.state().check(EARTH, order).is_ok()));
    play.give(EARTH, &offered[0]);
    assert_eq!(play.step(), Step::Planning);
}

#[test]
fn the_earthling_wins_a_spark_of_hope_when_the_tripod_is_destroyed_by_whatever_cause() {
    proves!("TT-SPK-03");
    let burning = burning(laid(scenario("spark-of-hope", None, &[])).set(|s| s.turn = 6), 1);
    let play = burns(&burning, 1);
    assert_eq!((play.view().turn, play.ended()), (6, Some(wins(Team::Earthlings, "TT-SPK-03"))));
}

#[test]
fn the_martian_wins_a_spark_of_hope_by_breaking_through_after_three_objectives() {
    proves!("TT-SPK-04");
    let scene = |count| moved(destroyed(laid(scenario("spark-of-hope", None, &[])), count), 1, BY_SOUTH);
    assert_eq!(leaves(&scene(3), 1), Some(wins(Team::Martians, "TT-SPK-04")));
    assert_eq!(leaves(&scene(4), 1), Some(wins(Team::Martians, "TT-SPK-04")));
    assert_eq!(leaves(&scene(2), 1), Some(wins(Team::Earthlings, "TT-VIC-03")));
    // Across any other side it does not count.
    assert_eq!(leaves(&moved(scene(3), 1, (450.0, 850.0, 0)), 1), Some(wins(Team::Earthlings, "TT-VIC-03")));
}

#[test]
fn the_martian_wins_a_spark_of_hope_when_both_nieuports_are_destroyed() {
    proves!("TT-SPK-04");
    let spark = || laid(scenario("spark-of-hope", None, &[]));
    // The first alone never ends the game.
    assert_eq!(burns(&burning(spark(), 0), 0).ended(), None);
    let second = gone(moved(gone(spark(), 0, Fate::Eliminated), 2, (450.0, 50.0, 180)), 2, Fate::InPlay);
    assert_eq!(burns(&burning(second.clone(), 2), 2).ended(), Some(wins(Team::Martians, "TT-SPK-04")));
    // One that left the table is not destroyed, but gone.
    assert_eq!(leaves(&second, 2), Some(wins(Team::Martians, "TT-VIC-03")));
    let both = burning(burning(second, 2), 1).stack(DeckId::A, &["2", "2"]);
    assert_eq!(burns(&both, 2).ended(), Some((None, "TT-VIC-02")));
}

// FIRST CONTACT

#[test]
fn first_contact_is_for_two_or_three_players_with_either_early_tripod() {
    proves!("TT-FIR-01");
    for (players, seats) in [("1,1", 2), ("2,1", 3)] {
        for tripod in ["mk1_locust", "mk2_scarab"] {
            let mut play =
                scenario("first-contact", None, &[("players", players), ("martians", tripod)]).begin();
            placing(&mut play);
            assert_eq!((play.view().seats.len(), play.view().objectives.len()), (seats, 3));
            assert_eq!((models(&play).len(), models(&play)[2].as_str()), (3, tripod));
        }
    }
    assert_eq!(refused("first-contact", None, &[("players", "2,2")]), "TT-FIR-01");
    assert_eq!(refused("first-contact", None, &[("players", "3,1")]), "TT-FIR-01");
    assert_eq!(refused("first-contact", None, &[("martians", "mk1_locust,mk2_scarab")]), "TT-FIR-01");
    assert_eq!(refused("first-contact", None, &[("earthlings", "spad_xiii")]), "TT-FIR-01");
}

#[test]
fn pilots_of_the_central_powers_have_one_skill_and_those_of_the_entente_none() {
    proves!("TT-FIR-02");
    let fly =
        |earthlings: &str| skills(&scenario("first-contact", None, &[("earthlings", earthlings)]).begin());
    assert_eq!(fly("fokker_dri,albatros_dva"), [1, 1]);
    assert_eq!(fly("sopwith_camel,spad_xiii"), [0, 0]);
    assert_eq!(fly("sopwith_camel,albatros_dva"), [0, 1]);
    let chosen =
        scenario("first-contact", None, &[("earthlings", "fokker_dri+sniper,albatros_dva+daredevil")])
            .begin();
    let of = |id: u8| chosen.airplane(id).skills.iter().map(|s| s.skill).collect::<Vec<_>>();
    assert_eq!([of(0), of(1)], [[Skill::Sniper], [Skill::Daredevil]]);
    for wrong in [
        "fokker_dri+sniper+daredevil,albatros_dva",
        "sopwith_camel+sniper,spad_xiii",
        "sopwith_camel+sniper,albatros_dva",
    ] {
        assert_eq!(refused("first-contact", None, &[("earthlings", wrong)]), "TT-FIR-02", "{wrong}");
    }
}

#[test]
fn first_contact_is_won_by_breaking_through_or_destroying_the_enemy() {
    proves!("TT-FIR-03");
    let contact = || laid(scenario("first-contact", None, &[]));
    let out = |count| leaves(&moved(destroyed(contact(), count), 2, BY_SOUTH), 2);
    assert_eq!(out(3), Some(wins(Team::Martians, "TT-FIR-03")));
    assert_eq!(out(2), Some(wins(Team::Earthlings, "TT-VIC-03")));
    assert_eq!(burns(&burning(contact(), 2), 2).ended(), Some(wins(Team::Earthlings, "TT-FIR-03")));
    assert_eq!(burns(&burning(contact(), 0), 0).ended(), None);
    let last = burning(gone(contact(), 1, Fate::Eliminated), 0);
    assert_eq!(burns(&last, 0).ended(), Some(wins(Team::Martians, "TT-FIR-03")));
}

// THE HUNTERS AND THE HUNTED

#[test]
fn the_hunters_are_fokkers_and_snipes_close_to_their_side() {
    proves!("TT-HUN-01");
    let force = ("earthlings", "fokker_dvii,fokker_dvii,sopwith_snipe");
    let mut play = scenario("hunters-hunted", None, &[force, ("players", "3,2")]).begin();
    assert_eq!(models(&play), ["fokker_dvii", "fokker_dvii", "sopwith_snipe", "mk1_locust", "mk1_locust"]);
    assert_eq!((skills(&play), play.view().seats.len()), (vec![0; 3], 5));
    assert_eq!(
        refused("hunters-hunted", None, &[("earthlings", "albatros_dva,fokker_dvii,fokker_dvii")]),
        "TT-HUN-01"
    );
    assert_eq!(refused("hunters-hunted", None, &[("players", "3,3")]), "TT-HUN-01");
    while play.m.prompts()[0].ask != (Ask::PlaceVehicle { vehicle: v(0) }) {
        let prompt = play.m.prompts()[0];
        let order = play.m.state().option(&prompt, 0);
        play.give(prompt.seat, &order);
    }
    assert_eq!(play.view().objectives.iter().filter(|o| o.at.is_some()).count(), 4);
    // The nearest point of the base lies 34 mm before its centre.
    let near = |side: f64| {
        let at = Vec2::new(450.0, side + 34.0);
        let order = Order::PlaceVehicle { vehicle: v(0), at, facing: Angle::ZERO };
        play.m.state().check(EARTH, &order).map_err(|r| r.rule.0)
    };
    assert_eq!([near(60.0), near(0.1), near(100.0)], [Ok(()); 3]);
    assert_eq!([near(-0.1), near(100.1)], [Err("TT-SCN-04"); 2]);
}

/// Hunters 0 to 2 against tripods 3 and 4; the last tripod burns.
fn last_tripod() -> Scene {
    burning(gone(laid(scenario("hunters-hunted", None, &[])), 3, Fate::Eliminated), 4)
}

#[test]
fn the_hunt_ends_when_one_side_is_destroyed() {
    proves!("TT-HUN-02");
    assert_eq!(burns(&last_tripod(), 4).ended(), Some(wins(Team::Earthlings, "TT-HUN-02")));
    let hunt = || laid(scenario("hunters-hunted", None, &[]));
    assert_eq!(burns(&burning(hunt(), 4), 4).ended(), None);
    let two_lost = || gone(gone(hunt(), 0, Fate::Eliminated), 1, Fate::Eliminated);
    assert_eq!(burns(&burning(two_lost(), 2), 2).ended(), Some(wins(Team::Martians, "TT-HUN-02")));
    assert_eq!(leaves(&moved(two_lost(), 2, (450.0, 50.0, 180)), 2), Some(wins(Team::Martians, "TT-VIC-03")));
    // Objectives decide nothing: a tripod that leaves after all were destroyed has not won.
    let out = moved(destroyed(hunt(), 4), 4, BY_SOUTH);
    assert_eq!(leaves(&out, 4), None);
    assert_eq!(leaves(&gone(out, 3, Fate::Eliminated), 4), Some(wins(Team::Earthlings, "TT-VIC-03")));
}

#[test]
fn the_hunt_is_decisive_with_both_tripods_or_two_airplanes_in_play() {
    proves!("TT-HUN-03");
    let degree = |scene: &Scene, id| grade(&burns(scene, id));
    let lost = |count: usize, fate| (0..count).fold(last_tripod(), |scene, id| gone(scene, id, fate));
    for fate in [Fate::Eliminated, EXITED] {
        assert_eq!(degree(&lost(0, fate), 4).as_deref(), Some("decisive"));
        assert_eq!(degree(&lost(1, fate), 4).as_deref(), Some("decisive"));
        assert_eq!(degree(&lost(2, fate), 4).as_deref(), Some("marginal"));
    }
    let scene = laid(scenario("hunters-hunted", None, &[]));
    let martian = burning(gone(gone(scene, 0, Fate::Eliminated), 1, Fate::Eliminated), 2);
    assert_eq!(degree(&martian, 2).as_deref(), Some("decisive"));
    assert_eq!(degree(&gone(martian, 3, Fate::Eliminated), 2).as_deref(), Some("marginal"));
}

#[test]
fn the_hunters_may_be_aces_in_lighter_airplanes() {
    proves!("TT-HUN-04");
    let take = |earthlings: &str| [("earthlings".to_owned(), earthlings.to_owned())];
    let options = take("fokker_dri,sopwith_camel,macchi_m5");
    let options: Vec<(&str, &str)> = options.iter().map(|(k, v)| (k.as_str(), v.as_str())).collect();
    let play = scenario("hunters-hunted", Some("aces"), &options).begin();
    assert_eq!(skills(&play), [1, 1, 1]);
    assert_eq!(models(&play)[..3], ["fokker_dri", "sopwith_camel", "macchi_m5"]);
    assert_eq!(
        refused(
            "hunters-hunted",
            Some("aces"),
            &[("earthlings", "fokker_dri+sniper+daredevil,sopwith_camel,macchi_m5")]
        ),
        "TT-HUN-04"
    );
    assert_eq!(
        refused("hunters-hunted", Some("aces"), &[("earthlings", "fokker_dvii,sopwith_camel,macchi_m5")]),
        "TT-SCN-08"
    );
    assert!(resolve("hunters-hunted", Some("kings"), &[]).is_err_and(|e| e.place == "variant"));
}

#[test]
fn the_second_invasion_hunts_with_one_squid_and_one_early_tripod() {
    proves!("TT-HUN-05");
    for other in ["mk1_locust", "mk2_scarab"] {
        let martians = format!("mk3_squid,{other}");
        let play = scenario("hunters-hunted", Some("second-invasion"), &[("martians", &martians)]).begin();
        assert_eq!(models(&play)[3..], ["mk3_squid", other]);
    }
    assert_eq!(
        refused("hunters-hunted", Some("second-invasion"), &[("martians", "mk3_squid,mk3_squid")]),
        "TT-HUN-05"
    );
}

// TRIPODS ACROSS THE PIAVE

#[test]
fn five_airplanes_with_rockets_and_one_ace_hold_the_piave() {
    proves!("TT-PIA-01");
    let mut play = scenario("piave", None, &[("players", "5,3")]).begin();
    placing(&mut play);
    let view = play.view();
    let tripods = view.vehicles.iter().filter(|v| v.tripod().is_some()).map(|v| v.model.as_str());
    assert_eq!(tripods.collect::<Vec<_>>(), ["mk1_locust", "mk1_locust", "mk2_scarab"]);
    assert_eq!(
        view.vehicles.iter().filter_map(|v| v.airplane()).map(|a| a.console.rockets).collect::<Vec<_>>(),
        [2; 5]
    );
    assert_eq!((skills(&play), view.seats.len()), (vec![2, 0, 0, 0, 0], 8));
    let take = |ace: &str| format!("spad_xiii,fokker_dri{ace},spad_xiii,spad_xiii,spad_xiii");
    let chosen = scenario("piave", None, &[("earthlings", &take("+sniper+daredevil"))]).begin();
    assert_eq!(skills(&chosen), [0, 2, 0, 0, 0]);
    for wrong in ["+sniper", "+sniper+daredevil+perfect_aim"] {
        assert_eq!(refused("piave", None, &[("earthlings", &take(wrong))]), "TT-PIA-01");
    }
    // The two skills are different ones.
    assert_eq!(scenario("piave", None, &[("earthlings", &take("+sniper+sniper"))]).refused_by(), "TT-ACE-01");
    assert_eq!(refused("piave", None, &[("players", "5,4")]), "TT-PIA-01");
}

#[test]
fn the_templates_of_the_piave_lie_along_the_borders() {
    proves!("TT-PIA-02");
    let mut play = scenario("piave", None, &[]).begin();
    let objective = |x: f64, y: f64| Order::PlaceObjective { at: Vec2::new(x, y) };
    let terrain = |x: f64, y: f64| Order::PlaceTerrain { at: Vec2::new(x, y), facing: Angle::ZERO };
    let check = |play: &Play, order: Order| play.m.state().check(EARTH, &order).map_err(|r| r.rule.0);
    // Any of the four borders will do.
    for (x, y) in [(150.0, 450.0), (750.0, 450.0), (450.0, 150.0), (450.0, 750.0), (200.0, 450.0)] {
        assert_eq!(check(&play, objective(x, y)), Ok(()));
    }
    assert_eq!(
        [check(&play, objective(450.0, 450.0)), check(&play, objective(200.1, 450.0))],
        [Err("TT-PIA-02"); 2]
    );
    for (x, y) in [(150.0, 450.0), (450.0, 150.0), (750.0, 450.0), (450.0, 750.0)] {
        play.give(EARTH, &objective(x, y));
    }
    assert_eq!(play.asks(EARTH), [Ask::PlaceTerrain { piece: 0 }]);
    // One ruler from objectives and from each other.
    assert_eq!([check(&play, terrain(150.0, 250.0)), check(&play, terrain(150.0, 200.0))], [Ok(()); 2]);
    assert_eq!(
        [check(&play, terrain(150.0, 251.0)), check(&play, terrain(450.0, 450.0))],
        [Err("TT-PIA-02"); 2]
    );
    play.give(EARTH, &terrain(150.0, 150.0));
    assert_eq!(check(&play, terrain(250.0, 150.0)), Err("TT-PIA-02"));
    for (x, y) in [(750.0, 150.0), (150.0, 750.0), (750.0, 750.0)] {
        play.give(EARTH, &terrain(x, y));
    }
    assert_eq!(play.asks(MARS).len(), 1);
}

#[test]
fn the_terrain_of_the_piave_holds_no_woods() {
    proves!("TT-PIA-02");
    for wrong in ["woods,marsh,pond,marsh", "marsh,marsh,pond,woods", "trench,marsh,pond,marsh"] {
        assert_eq!(refused("piave", None, &[("terrain", wrong)]), "TT-PIA-02");
    }
    let setup = resolve("piave", None, &[("terrain", "marsh,marsh,pond,crater")]).expect("large templates");
    assert_eq!(setup.terrain.iter().map(|t| t.kind).collect::<Vec<_>>(), [Marsh, Marsh, Pond, Crater]);
}

/// Airplanes 0 to 4 against tripods 5 to 7.
fn piave() -> Scene {
    laid(scenario("piave", None, &[])).from_step(Step::Planning)
}

#[test]
fn the_martians_cross_the_piave_when_every_template_is_destroyed_and_a_tripod_left() {
    proves!("TT-PIA-03");
    let out = |count| leaves(&moved(destroyed(piave(), count), 5, BY_SOUTH), 5);
    assert_eq!(out(8), Some(wins(Team::Martians, "TT-PIA-03")));
    assert_eq!(out(7), None, "the other tripods fight on");
    let alone =
        gone(gone(moved(destroyed(piave(), 7), 5, BY_SOUTH), 6, Fate::Eliminated), 7, Fate::Eliminated);
    assert_eq!(leaves(&alone, 5), Some(wins(Team::Earthlings, "TT-VIC-03")));
    // In either order: a tripod left earlier, the last template is destroyed now.
    let last = gone(destroyed(piave(), 7), 5, Fate::Exited { earthling_side: true });
    let mut play = planned(&moved(last, 6, (800.0, 800.0, 0)), 6, STILL);
    assert_eq!(play.ended(), None);
    play.act(6, Action::DestroyObjective { objective: Some(7) }).until(Step::Actions { phase: 1 });
    assert_eq!(play.ended(), Some(wins(Team::Martians, "TT-PIA-03")));
}

#[test]
fn the_piave_is_held_or_lost_when_one_side_is_destroyed() {
    proves!("TT-PIA-03");
    let lost =
        |from: usize, to: usize| (from..to).fold(piave(), |scene, id| gone(scene, id, Fate::Eliminated));
    assert_eq!(burns(&burning(lost(5, 7), 7), 7).ended(), Some(wins(Team::Earthlings, "TT-PIA-03")));
    assert_eq!(burns(&burning(lost(5, 6), 7), 7).ended(), None);
    assert_eq!(burns(&burning(lost(0, 4), 4), 4).ended(), Some(wins(Team::Martians, "TT-PIA-03")));
}

/// A tripod of recharge level 3 that stands on the marsh, template 5, in the north-west.
fn on_the_marsh() -> Scene {
    let content = content_with(&[(
        "tripods.toml",
        "resistance = 22\nenergy_rating = 9\nrecharge_level = 4",
        "resistance = 22\nenergy_rating = 9\nrecharge_level = 3",
    )]);
    moved(piave().content(content), 5, (60.0, 800.0, 0)).set(|s| s.vehicles[5].energy = Some(1))
}

#[test]
fn a_terrain_template_lets_tripods_recharge_once() {
    proves!("TT-PIA-04");
    let (from_it, alone) = (Action::Recharge { objective: Some(5) }, Action::Recharge { objective: None });
    let mut play = planned(&on_the_marsh(), 5, STILL);
    assert_eq!(play.view().terrain[1].kind, TerrainKind::Marsh);
    play.act(5, from_it).until(Step::Actions { phase: 1 });
    let marks = |play: &Play| (play.view().terrain[1].used, play.view().terrain[1].destroyed);
    assert_eq!((play.energy(5), marks(&play)), (4, (true, false)));
    assert_eq!(play.act_refused(5, from_it).rule.0, "TT-RCH-03");
    play.act(5, alone).until(Step::Actions { phase: 2 });
    assert_eq!(play.energy(5), 5);
    // A used one can still be destroyed: two separate marks.
    play.act(5, Action::DestroyObjective { objective: Some(5) }).rest_of_turn();
    assert_eq!(marks(&play), (true, true));
}

#[test]
fn a_destroyed_terrain_template_gives_no_energy_and_is_not_destroyed_twice() {
    proves!("TT-PIA-04");
    let mut play = planned(&on_the_marsh(), 5, STILL);
    play.act(5, Action::DestroyObjective { objective: Some(5) }).until(Step::Actions { phase: 1 });
    assert!(play.view().terrain[1].destroyed && play.view().terrain[1].pose.is_some());
    assert_eq!(play.act_refused(5, Action::DestroyObjective { objective: Some(5) }).rule.0, "TT-OBJ-02");
    assert_eq!(play.act_refused(5, Action::Recharge { objective: Some(5) }).rule.0, "TT-RCH-02");
}

#[test]
fn the_effects_of_destroyed_terrain_go_on() {
    proves!("TT-PIA-04");
    let walk = |x: f64| {
        let scene =
            moved(piave(), 5, (x, 720.0, 0)).set(|s| s.terrain[1].destroyed = true).stack(DeckId::A, &["0"]);
        let mut play = planned(&scene, 5, ["long_straight", "standing_still", "standing_still"]);
        play.pass(5).pass(6).pass(7);
        (play.cites("TT-TER-02"), play.tripod(5).console.toppled > 0)
    };
    assert_eq!(walk(60.0), (true, true));
    assert_eq!(walk(300.0), (false, false));
}

#[test]
fn the_second_invasion_crosses_the_piave_with_three_models() {
    proves!("TT-PIA-05");
    let play = scenario("piave", Some("second-invasion"), &[]).begin();
    let mut tripods = models(&play).split_off(5);
    tripods.sort_unstable();
    assert_eq!(tripods, ["mk1_locust", "mk3_squid", "mk4_cuttlefish"]);
    let other = [("martians", "mk4_cuttlefish,mk4_cuttlefish,mk1_locust")];
    assert_eq!(refused("piave", Some("second-invasion"), &other), "TT-PIA-05");
}

// Files

/// The example of docs/scenarios.md.
const EXAMPLE: &str = include_str!("../../../../docs/examples/scenario.toml");

/// Reads the built-in components with this scenario file beside them.
fn read(text: &str) -> Result<Content, content::ContentError> {
    let files: Vec<(&str, &str)> =
        content::BUILT_IN.iter().copied().chain([("scenarios/mine.toml", text)]).collect();
    Content::parse(&files)
}

#[test]
fn the_example_of_the_documentation_is_played_to_its_end() {
    let content = Arc::new(read(EXAMPLE).unwrap_or_else(|e| panic!("{e}")));
    for variant in [None, Some("reinforced".to_owned())] {
        let request = SetupRequest { scenario: "bridge".to_owned(), variant, ..SetupRequest::default() };
        let setup = State::resolve(&content, &request).unwrap_or_else(|e| panic!("{e}"));
        let mut play = Scene { content: Arc::clone(&content), setup }.begin();
        let mut dice = table::Dice::new(7);
        while play.view().outcome.is_none() {
            let prompt = *play.m.prompts().iter().find(|p| p.duty.waits()).expect("a prompt");
            let order = play.m.state().option(&prompt, dice.pick(play.m.state().options(&prompt)));
            play.give(prompt.seat, &order);
        }
    }
}

/// The error of the example with this text replaced, which must point at this line of the new text.
fn wrong(from: &str, to: &str, at: Option<&str>, words: &str) {
    assert!(EXAMPLE.contains(from), "{from}");
    let text = EXAMPLE.replacen(from, to, 1);
    let error = read(&text).expect_err("the file should be refused");
    let line = at.map_or(1, |at| 1 + text.lines().position(|l| l.contains(at)).expect("the line"));
    assert_eq!((error.file.as_str(), error.line), ("scenarios/mine.toml", line), "{error}");
    assert!(error.why.contains(words), "{error}");
}

#[test]
fn a_wrong_scenario_file_is_refused_with_file_line_and_what_was_expected() {
    let airplane = "no vehicle \"spad_vii\" for the Earthlings; expected one of";
    wrong("\"spad_xiii\"", "\"spad_vii\"", Some("spad_vii"), airplane);
    wrong(
        "\"spad_xiii\"",
        "\"mk1_locust\"",
        Some("mk1_locust\", \"@entente"),
        "for the Earthlings; expected one of",
    );
    wrong(
        "\"sniper\"",
        "\"snipper\"",
        Some("snipper"),
        "no skill \"snipper\"; expected one of acrobatic_pilot",
    );
    wrong(
        "objectives = 2",
        "objectifs = 2",
        Some("objectifs"),
        "unknown field `objectifs`, expected one of `id`",
    );
    wrong(
        "place = \"within-half-ruler\"",
        "place = \"anywhere\"",
        Some("anywhere"),
        "expected one of `at-half-ruler`, `within-half-ruler`, `by-field`",
    );
    wrong(
        "\"tripods-destroyed\"",
        "\"tripods-tired\"",
        Some("tripods-tired"),
        "expected one of `tripods-destroyed`",
    );
    wrong(
        "players = [2, 3]",
        "players = [2, 3]\narea = [90, 90]",
        Some("area = [90"),
        "expected an area of 900 to 5000 mm on each side",
    );
    wrong("players = [2, 3]", "players = [3, 2]", Some("players ="), "expected players = [least, most]");
    wrong("objectives = 2", "objectives = 5", Some("objectives = 5"), "expected at most 4 objectives");
    wrong(
        "objectives = 2",
        "objectives = \"two\"",
        Some("objectives ="),
        "invalid type: string \"two\", expected",
    );
}

#[test]
fn a_landing_field_that_does_not_fit_is_refused_with_its_line() {
    let altitude = "players = [2, 3]\naltitude = true\nfield = { rulers = 1.5 }";
    let without = "players = [2, 3]\nfield = { rulers = 1.5 }";
    wrong("players = [2, 3]", without, Some("field ="), "expected altitude = true");
    let far = altitude.replace("1.5", "7.0");
    wrong("players = [2, 3]", &far, Some("field ="), "expected the field's distance as rulers = 0.0 to 2.0");
    let place = "place = \"by-field\"";
    wrong("place = \"within-half-ruler\"", place, Some(place), "expected a [field]");
    let odd = altitude.replace("rulers", "ruler");
    wrong("players = [2, 3]", &odd, Some("field ="), "expected `rulers` or `rule`");
    wrong("players = [2, 3]", "players = [2, 3]\naltitude = 3", Some("altitude = 3"), "expected a boolean");
    let text = EXAMPLE.replacen("players = [2, 3]", altitude, 1);
    let tripods = text.replacen("team = \"martians\"", &format!("team = \"martians\"\n{place}"), 1);
    let error =
        read(&tripods.replacen("place = \"at-half-ruler\"\n", "", 1)).expect_err("tripods by the field");
    assert!(error.why.contains("is for airplanes; expected another place"), "{error}");
    let many = text.replacen("place = \"within-half-ruler\"", place, 1);
    let rows = "vehicles = [\n".to_owned() + &"  { models = [\"spad_xiii\"] },\n".repeat(7);
    let error = read(&many.replacen("vehicles = [\n", &rows, 1)).expect_err("a crowd by the field");
    assert!(error.why.contains("expected at most 6 vehicles \"by-field\""), "{error}");
    let reserve = text.replacen("place = \"within-half-ruler\"", place, 1)
        + "\n[[reserve]]\nteam = \"earthlings\"\nmodel = \"spad_xiii\"\n";
    let error = read(&reserve).expect_err("a reserve by the field");
    let line = 1 + reserve.lines().position(|l| l == "[[reserve]]").expect("the line");
    assert_eq!((error.line, error.why.contains("expected no [[reserve]]")), (line, true), "{error}");
}

#[test]
fn each_side_needs_a_force_and_a_way_to_win() {
    let (first, rest) = EXAMPLE.split_once("[[victory]]\nteam = \"earthlings\"").expect("a victory");
    let (_, after) = rest.split_once("[[victory]]").expect("another victory");
    let error = read(&format!("{first}[[victory]]{after}")).expect_err("no victory of the Earthlings");
    assert_eq!(error.file, "scenarios/mine.toml");
    assert!(error.why.contains("expected a [[victory]] of the Earthlings: how can they win?"), "{error}");
    let error =
        read(&EXAMPLE.replacen("team = \"martians\"", "team = \"earthlings\"", 1)).expect_err("no Martians");
    assert!(error.why.contains("expected one [[force]] of the"), "{error}");
}

#[test]
fn an_option_that_is_not_there_is_answered_with_those_that_are() {
    for info in State::scenarios(&Content::built_in()) {
        let error = resolve(&info.id, None, &[("zeppelins", "2")]).expect_err("there is no such option");
        assert_eq!(error.place, "options.zeppelins");
        let known = error.why.rsplit_once("expected one of ").expect("those that are").1;
        let listed: Vec<&str> = info.options.iter().map(|o| o.id.as_str()).collect();
        assert_eq!(known, listed.join(", "), "{}", info.id);
    }
}

#[test]
fn two_scenarios_do_not_share_an_id() {
    for taken in ["piave", "simple-battle", "bring-proof"] {
        wrong("id = \"bridge\"", &format!("id = \"{taken}\""), Some("id = "), "is taken");
    }
}
