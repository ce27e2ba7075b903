//! The laws of the table, for the core game and every scenario.

use std::sync::Arc;
use table::SetupRequest;
use table::conformance::{self, Plan};
use worlds::{Content, State};

fn request(scenario: &str, options: &[(&str, &str)]) -> SetupRequest {
    let options = options.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect();
    SetupRequest { scenario: scenario.to_owned(), variant: None, options }
}

fn content() -> Arc<Content> {
    Content::built_in()
}

/// `HEATRAY_GAMES` asks for a longer hunt than the test run has time for.
fn plan() -> Plan {
    let games = std::env::var("HEATRAY_GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(4);
    Plan { games, every: 40, options: 60, worlds: 1, ..Plan::default() }
}

fn laws(scenario: &str, options: &[(&str, &str)]) {
    conformance::check::<State>(&content(), &request(scenario, options), plan());
}

#[test]
fn the_core_game() {
    laws("core", &[]);
}

#[test]
fn the_core_game_with_cavalry_attract() {
    laws("core", &[("cavalry_attract", "on")]);
}

#[test]
fn mars_ironclads() {
    laws("mars-ironclads", &[]);
}

#[test]
fn handling_machine_uprising() {
    laws("handling-machine-uprising", &[]);
}

#[test]
fn refugee_crisis() {
    laws("refugee-crisis", &[]);
}
