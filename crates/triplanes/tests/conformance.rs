//! The laws of the table, for every set-up that can be played.

use std::sync::Arc;
use table::conformance::{self, Plan};
use table::{SetupRequest, proves};
use triplanes::{Content, State};

fn request(scenario: &str, options: &[(&str, &str)]) -> SetupRequest {
    let options = options.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect();
    SetupRequest { scenario: scenario.to_owned(), variant: None, options }
}

fn content() -> Arc<Content> {
    Content::built_in()
}

const TWO: &str = "nieuport_16,fokker_dvii";
const THREE: &str = "nieuport_16,fokker_dvii,sopwith_camel";

/// `HEATRAY_GAMES` asks for a longer hunt than the test run has time for.
fn plan() -> Plan {
    let games = std::env::var("HEATRAY_GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(6);
    Plan { games, every: 12, options: 60, worlds: 2, open_allies: true, ..Plan::default() }
}

fn laws(options: &[(&str, &str)]) {
    conformance::check::<State>(&content(), &request("simple-battle", options), plan());
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
    conformance::check::<State>(&content(), &request("bring-proof", &[]), plan());
    conformance::check::<State>(&content(), &request("bring-proof", &[("setup", "quick")]), plan());
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
    let mut wanted = request(id, options);
    wanted.variant = variant.map(str::to_owned);
    conformance::check::<State>(&content(), &wanted, plan);
}

#[test]
fn spark_of_hope() {
    scenario_laws("spark-of-hope", None, &[]);
    scenario_laws("spark-of-hope", None, &[("setup", "quick")]);
}

#[test]
fn first_contact() {
    scenario_laws("first-contact", None, &[("setup", "quick")]);
    scenario_laws(
        "first-contact",
        None,
        &[("martians", "mk2_scarab"), ("players", "2,1"), ("planning", "printed")],
    );
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
