//! The laws of the table, for every scenario and for battles of bought armies.

use hussars::{Content, State};
use std::sync::Arc;
use table::SetupRequest;
use table::conformance::{self, Plan};

fn request(scenario: &str, options: &[(&str, &str)]) -> SetupRequest {
    let options = options.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect();
    SetupRequest { scenario: scenario.to_owned(), variant: None, options }
}

fn content() -> Arc<Content> {
    Content::built_in()
}

/// `HEATRAY_GAMES` asks for a longer hunt than the test run has time for.
fn games() -> u64 {
    std::env::var("HEATRAY_GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(2)
}

fn plan() -> Plan {
    Plan { games: games(), every: 300, options: 12, worlds: 1, ..Plan::default() }
}

fn laws(scenario: &str, options: &[(&str, &str)]) {
    conformance::check::<State>(&content(), &request(scenario, options), plan());
}

/// Games to their end, nothing else: cheap enough for many.
fn hunt(scenario: &str, options: &[(&str, &str)], games: u64) {
    conformance::random_play_ends::<State>(&content(), &request(scenario, options), Plan { games, ..plan() });
}

#[test]
fn horsell() {
    laws("horsell", &[]);
}

#[test]
fn weybridge() {
    laws("weybridge", &[]);
}

#[test]
fn thunderchild() {
    // Ships hide nothing, and few others stand here: who looks seldom may see no secret at all.
    conformance::check::<State>(&content(), &request("thunderchild", &[]), Plan { every: 60, ..plan() });
}

#[test]
fn london() {
    laws("london", &[]);
}

#[test]
fn primrose() {
    // As above: its games are short and soon everybody has been seen.
    conformance::check::<State>(&content(), &request("primrose", &[]), Plan { every: 60, ..plan() });
}

#[test]
fn tilbury() {
    laws("tilbury", &[]);
}

#[test]
fn open_battle() {
    // In plain view there is nothing to imagine, and the law of secrets asks for some.
    // Most stands stand in view of somebody here: who looks seldom may see no secret at all.
    let plan = Plan { every: 40, ..plan() };
    conformance::check::<State>(&content(), &request("open-battle", &[("hidden_stands", "true")]), plan);
}

#[test]
fn plain_view_with_the_other_readings() {
    let options = [
        ("hidden_stands", "false"),
        ("profile_table", "section_4"),
        ("flyer_overflight", "free"),
        ("natural_six_hits", "true"),
        ("gas_turns", "permanent"),
        ("indirect_fire", "true"),
        ("overwatch_shots", "3"),
        ("stream_cover", "bank"),
        ("ridge_sight", "by_height"),
        ("flyer_sight", "mutual"),
        ("ironclad_crew", "elite"),
    ];
    for scenario in ["primrose", "tilbury"] {
        hunt(scenario, &options, 2 * games());
    }
}

#[test]
fn open_battles_on_every_map() {
    for map in ["horsell", "weybridge", "thunderchild", "london", "primrose", "tilbury"] {
        let martians = "tripod:2+flyer:1";
        hunt("open-battle", &[("map", map), ("points", "500"), ("martians", martians)], games());
    }
    let ships = [
        ("map", "tilbury"),
        ("humans", "ironclad:1,regular_infantry:6,green_cavalry:4"),
        ("hidden_stands", "true"),
    ];
    hunt("open-battle", &ships, games());
}

/// Wrong odds show in many throws only.
#[test]
fn luck_in_many_battles() {
    for scenario in ["horsell", "thunderchild"] {
        let plan = Plan { games: 5 * games(), ..plan() };
        conformance::luck_is_fair::<State>(&content(), &request(scenario, &[]), plan);
    }
}
