//! The laws of the table, for every set-up that can be played.

use std::sync::Arc;
use table::conformance::{self, Plan};
use table::{SetupRequest, proves};
use triplanes::{Content, State};

fn content() -> Arc<Content> {
    Content::built_in()
}

const TWO: &str = "nieuport_16,fokker_dvii";
const THREE: &str = "nieuport_16,fokker_dvii,sopwith_camel";

fn plan() -> Plan {
    Plan {
        games: conformance::games(6),
        every: 12,
        options: 60,
        worlds: 2,
        open_allies: true,
        ..Plan::default()
    }
}

fn laws(options: &[(&str, &str)]) {
    conformance::check::<State>(&content(), &SetupRequest::of("simple-battle", options), plan());
}

#[test]
fn one_against_one() {
    laws(&[]);
}

#[test]
fn one_against_one_printed() {
    laws(&[("planning", "printed"), ("earthlings", "fokker_dvii")]);
}

#[test]
fn one_against_one_basic() {
    laws(&[("layer", "basic")]);
}

#[test]
fn two_against_two_in_four_seats() {
    proves!("TT-GEN-03", "TT-INF-10");
    laws(&[("earthlings", TWO), ("martians", "mk1_locust,mk3_squid"), ("players", "2,2")]);
}

#[test]
fn three_against_two_printed() {
    laws(&[("earthlings", THREE), ("martians", "mk2_scarab,mk4_cuttlefish"), ("planning", "printed")]);
}

#[test]
fn a_placed_set_up() {
    laws(&[("setup", "played"), ("martians", "mk1_locust,mk2_scarab")]);
}

#[test]
fn aces() {
    let forces = "nieuport_16+sniper+perfect_aim+itchy_trigger_finger+daredevil+super_ace,\
                  fokker_dvii+lucky_pilot+acrobatic_pilot+bullet_checker+technical_eye+strong_nerves";
    laws(&[("earthlings", forces), ("martians", "mk1_locust,mk2_scarab")]);
    laws(&[("earthlings", forces), ("planning", "printed")]);
}

#[test]
fn bring_proof() {
    conformance::check::<State>(&content(), &SetupRequest::of("bring-proof", &[]), plan());
    conformance::check::<State>(&content(), &SetupRequest::of("bring-proof", &[("setup", "quick")]), plan());
}

#[test]
fn special_weapons() {
    let forces = "nieuport_16+rockets+anchor,fokker_dvii+cannon+lucky_pilot,spad_xiii+rockets+cannon";
    laws(&[("earthlings", forces), ("martians", "mk1_locust,mk2_scarab")]);
    laws(&[("earthlings", forces), ("planning", "printed")]);
}

#[test]
fn terrain_and_black_smoke() {
    let terrain = ("terrain", "crater,marsh,pond,woods,trench,crater");
    laws(&[terrain, ("black_smoke", "on"), ("martians", "mk1_locust,mk3_squid"), ("objectives", "2")]);
    laws(&[terrain, ("black_smoke", "on"), ("setup", "played"), ("planning", "printed")]);
}

/// Scenarios from files, with their variants, set up by the players and by the seed.
fn scenario_laws(id: &str, variant: Option<&str>, options: &[(&str, &str)]) {
    let plan = Plan { games: plan().games.div_ceil(2), every: 10, options: 30, ..plan() };
    conformance::check::<State>(&content(), &SetupRequest::of(id, options).in_variant(variant), plan);
}

#[test]
fn spark_of_hope() {
    scenario_laws("spark-of-hope", None, &[]);
    scenario_laws("spark-of-hope", None, &[("setup", "quick")]);
}

#[test]
fn first_contact() {
    scenario_laws("first-contact", None, &[("setup", "quick")]);
    // Short games: who looks seldom may see no secret at all.
    let forces = [("martians", "mk2_scarab"), ("players", "2,1"), ("planning", "printed")];
    let plan = Plan { games: plan().games.div_ceil(2), every: 4, options: 30, ..plan() };
    conformance::check::<State>(&content(), &SetupRequest::of("first-contact", &forces), plan);
}

#[test]
fn hunters_and_hunted() {
    scenario_laws("hunters-hunted", None, &[("setup", "quick")]);
    scenario_laws("hunters-hunted", Some("aces"), &[("players", "3,2")]);
    scenario_laws("hunters-hunted", Some("second-invasion"), &[("setup", "quick"), ("black_smoke", "on")]);
}

#[test]
fn across_the_piave() {
    scenario_laws("piave", None, &[("players", "5,3")]);
    scenario_laws("piave", Some("second-invasion"), &[("setup", "quick"), ("black_smoke", "on")]);
}

#[test]
fn altitude() {
    let forces = "nieuport_16+rockets+anchor+daredevil,fokker_dvii+cannon+lucky_pilot+acrobatic_pilot,\
                  spad_xiii+rockets+cannon+itchy_trigger_finger";
    let on = ("altitude", "on");
    laws(&[on, ("earthlings", forces), ("martians", "mk1_locust,mk2_scarab"), ("black_smoke", "on")]);
    laws(&[on, ("earthlings", forces), ("planning", "printed")]);
    laws(&[on, ("earthlings", THREE), ("players", "3,1"), ("setup", "played")]);
    conformance::check::<State>(
        &content(),
        &SetupRequest::of("bring-proof", &[on, ("setup", "quick")]),
        plan(),
    );
}

#[test]
fn eagles_nest() {
    scenario_laws("eagles-nest", None, &[]);
    scenario_laws("eagles-nest", None, &[("setup", "quick"), ("black_smoke", "on")]);
    scenario_laws("eagles-nest", None, &[("setup", "quick"), ("planning", "printed")]);
    scenario_laws("eagles-nest", Some("second-invasion"), &[("martians", "mk3_squid")]);
    scenario_laws("eagles-nest", Some("second-invasion"), &[("setup", "quick")]);
}

#[test]
fn tripods_in_ww2() {
    let ww2 = ("ww2", "on");
    laws(&[ww2]);
    let forces = ("earthlings", "ju87_stuka,spitfire_mk1+rockets,re2001");
    laws(&[ww2, forces, ("martians", "mk1_locust,mk2_scarab"), ("planning", "printed"), ("players", "3,2")]);
    let ground = ("terrain", "crater,marsh,pond,woods,trench,crater");
    laws(&[ww2, forces, ground, ("black_smoke", "on"), ("plan_ahead", "on"), ("objectives", "2")]);
    laws(&[ww2, forces, ("plan_ahead", "on"), ("planning", "printed")]);
    laws(&[ww2, ("layer", "basic"), ("earthlings", "hurricane,yak1"), ("setup", "played")]);
}

/// Modules of Invasion together (INV-GEN-01).
#[test]
fn tripods_in_ww2_with_other_modules() {
    let ww2 = ("ww2", "on");
    let both = ("martians", "mk2_scarab,mk3_squid");
    let bombers = ("earthlings", "ju87_stuka+bombs:2,bf109e+bombs,hurricane");
    laws(&[ww2, ("bombing", "on"), bombers, both, ("players", "3,2")]);
    let crews = ("earthlings", "spitfire_mk1+bombs,mk1_locust+human,mk2_scarab+human");
    laws(&[ww2, ("bombing", "on"), ("tripods_vs_tripods", "on"), crews, both, ("planning", "printed")]);
    laws(&[ww2, ("automated", "on"), bombers, ("bombing", "on"), both, ("objectives", "2")]);
    scenario_laws("alsace-again", None, &[("setup", "quick"), ("automated", "on")]);
    scenario_laws("londons-burning", None, &[("setup", "quick"), ("automated", "on"), ("players", "2,1")]);
}

#[test]
fn alsace_again() {
    scenario_laws("alsace-again", None, &[("players", "2,1")]);
    scenario_laws("alsace-again", None, &[("setup", "quick"), ("planning", "printed")]);
    scenario_laws("alsace-again", Some("eastern-front"), &[("setup", "quick"), ("plan_ahead", "on")]);
}

#[test]
fn londons_burning() {
    scenario_laws("londons-burning", None, &[("players", "3,2")]);
    scenario_laws("londons-burning", None, &[("setup", "quick"), ("black_smoke", "on")]);
}

#[test]
fn solo_scenarios() {
    for id in ["a-lonely-invader", "down-from-the-alps"] {
        scenario_laws(id, None, &[]);
        scenario_laws(id, None, &[("setup", "quick"), ("mat", "on")]);
        scenario_laws(id, None, &[("setup", "quick"), ("automated", "off")]);
    }
}

#[test]
fn automated_tripods_in_other_battles() {
    let on = ("automated", "on");
    let armed =
        "nieuport_16+rockets+anchor,fokker_dvii+cannon+lucky_pilot,spad_xiii+rockets+itchy_trigger_finger";
    let terrain = ("terrain", "crater,marsh,pond,woods,trench,crater");
    let two = ("martians", "mk1_locust,mk3_squid");
    let few = Plan { games: plan().games.div_ceil(3), every: 4, ..plan() };
    let laws = |options: &[(&str, &str)]| {
        conformance::check::<State>(&content(), &SetupRequest::of("simple-battle", options), few);
    };
    // Alone against two of them, with everything that can fly and lie about.
    laws(&[on, ("earthlings", armed), two, terrain, ("objectives", "4")]);
    // Several players: base secrecy. One of two tripods is played by a person.
    laws(&[on, ("earthlings", THREE), two, ("players", "2,1"), ("setup", "played")]);
    laws(&[("automated", "2"), ("earthlings", TWO), two, ("players", "1,2"), terrain, ("black_smoke", "on")]);
    laws(&[("automated", "3"), ("earthlings", TWO), two, ("players", "2,2"), ("planning", "printed")]);
    laws(&[on, ("earthlings", armed), ("altitude", "on"), ("martians", "mk2_scarab,mk4_cuttlefish")]);
    conformance::check::<State>(&content(), &SetupRequest::of("bring-proof", &[on]), few);
    scenario_laws("piave", None, &[on, ("setup", "quick")]);
    scenario_laws("spark-of-hope", None, &[on]);
}

/// The modules of Invasion.
const CREWS: (&str, &str) = ("tripods_vs_tripods", "on");
const BOMBS: (&str, &str) = ("bombing", "on");

#[test]
fn tripods_against_tripods() {
    laws(&[CREWS, ("earthlings", "mk1_locust"), ("martians", "mk2_scarab")]);
    laws(&[CREWS, ("earthlings", "mk1_locust"), ("martians", "mk1_locust"), ("planning", "printed")]);
    let two = ("martians", "mk1_locust,mk1_locust");
    laws(&[CREWS, ("earthlings", "mk1_locust+martian,mk3_squid"), two, ("players", "2,2")]);
    let all = [("black_smoke", "on"), ("objectives", "2"), ("terrain", "crater,woods"), ("layer", "basic")];
    laws(
        &[&[CREWS, ("earthlings", "mk2_scarab,mk4_cuttlefish"), two, ("players", "2,2")], &all[..]].concat(),
    );
}

#[test]
fn tripods_and_airplanes_against_tripods() {
    let forces =
        [("earthlings", "mk1_locust,nieuport_16+rockets+anchor"), ("martians", "mk2_scarab,mk3_squid")];
    laws(&[&[CREWS, ("players", "2,2"), ("setup", "played")], &forces[..]].concat());
    laws(
        &[&[CREWS, ("planning", "printed"), ("altitude", "on"), ("black_smoke", "on")], &forces[..]].concat(),
    );
}

#[test]
fn bombers_against_a_lone_tripod() {
    laws(&[BOMBS, ("earthlings", "caproni_ca3"), ("martians", "mk2_scarab")]);
    laws(&[
        BOMBS,
        ("earthlings", "caproni_ca3+bombs:3,sopwith_camel+bombs+lucky_pilot"),
        ("planning", "printed"),
    ]);
    laws(&[BOMBS, ("earthlings", "caproni_ca3,sopwith_camel"), ("altitude", "on"), ("layer", "basic")]);
}

#[test]
fn bombers_over_tripods_of_both_sides() {
    let forces = [
        ("earthlings", "mk2_scarab,caproni_ca3+bombs:4,sopwith_camel+bombs:2"),
        ("martians", "mk1_locust,mk2_scarab,mk2_scarab"),
        ("players", "3,3"),
    ];
    laws(&[&[CREWS, BOMBS], &forces[..]].concat());
    laws(&[&[CREWS, BOMBS, ("black_smoke", "on"), ("planning", "printed")], &forces[..]].concat());
}

#[test]
fn scenarios_of_the_project() {
    for (id, players) in [("captured", "2,1"), ("bombs-away", "2,2"), ("iron-rain", "3,2")] {
        scenario_laws(id, None, &[("setup", "quick"), ("players", players)]);
        scenario_laws(id, None, &[("planning", "printed")]);
    }
}

/// A landing field that leaves little room beside it, and airplanes with few cards: random players take off and land.
const AIRFIELD: &str = r#"
id = "airfield"
title = "The airfield"
about = "Landings and take-offs."
players = [2, 4]
altitude = true
area = [2000, 2000]
turn_limit = 40
field = { rulers = 0.0 }
force = [
  { team = "martians", vehicles = [{ models = ["mk1_locust"] }] },
  { team = "earthlings", place = "by-field", vehicles = [
    { models = ["caproni_ca3"], skills = ["daredevil"] },
    { models = ["caproni_ca3"], skills = ["itchy_trigger_finger"], rockets = true },
  ] },
]
victory = [
  { team = "martians", how = "airplanes destroyed", all = ["airplanes-destroyed"] },
  { team = "earthlings", how = "tripod destroyed", all = ["tripods-destroyed"] },
]
"#;

/// The built-in components with that scenario beside them.
fn airfield() -> Arc<Content> {
    let (small, large) = ("size_mm = [90.0, 270.0]", "size_mm = [1500.0, 1900.0]");
    let built_in = triplanes::content::BUILT_IN;
    let (_, templates) = built_in.iter().find(|(file, _)| *file == "templates.toml").expect("a file");
    assert!(templates.contains(small), "the landing field of the rules");
    let templates = templates.replace(small, large);
    let mut files: Vec<(&str, &str)> = built_in.to_vec();
    files.retain(|(file, _)| *file != "templates.toml");
    files.extend([("templates.toml", templates.as_str()), ("scenarios/airfield.toml", AIRFIELD)]);
    Arc::new(Content::parse(&files).expect("content"))
}

#[test]
fn landings_and_take_offs() {
    let content = airfield();
    for options in [
        vec![("setup", "quick")],
        vec![("setup", "quick"), ("planning", "printed"), ("players", "2,1")],
        vec![("players", "2,1"), ("black_smoke", "on")],
    ] {
        conformance::check::<State>(&content, &SetupRequest::of("airfield", &options), plan());
    }
    // They do land and take off.
    let mut seen = std::collections::BTreeSet::new();
    for seed in 0..400 {
        let text = conformance::playthrough::<State>(
            &content,
            &SetupRequest::of("airfield", &[("setup", "quick")]),
            seed,
        );
        seen.extend(
            ["TT-ALT-13", "TT-ALT-14", "has landed. [TT-ALT-15"].into_iter().filter(|w| text.contains(w)),
        );
    }
    assert_eq!(seen.len(), 3, "{seen:?}");
}

/// Wrong odds show in many throws only: enough battles for some thousand cards.
#[test]
fn luck_in_many_battles() {
    let many = |scenario: &str, options: &[(&str, &str)]| {
        let plan = Plan { games: 40 * plan().games, ..plan() };
        conformance::luck_is_fair::<State>(&content(), &SetupRequest::of(scenario, options), plan);
    };
    let forces = "nieuport_16+rockets+anchor+sniper,fokker_dvii+cannon+lucky_pilot,spad_xiii+perfect_aim";
    let terrain = ("terrain", "crater,marsh,pond,woods,trench,crater");
    let martians = ("martians", "mk1_locust,mk2_scarab,mk3_squid");
    many("simple-battle", &[("earthlings", forces), martians, terrain, ("black_smoke", "on")]);
    many("simple-battle", &[("ww2", "on"), ("martians", "mk1_locust,mk2_scarab")]);
    many("iron-rain", &[("setup", "quick")]);
}
