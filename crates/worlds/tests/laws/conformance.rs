//! The laws of the table, for the core game and every scenario.

use std::sync::Arc;
use table::SetupRequest;
use table::conformance::{self, Plan};
use worlds::{Content, State};

fn content() -> Arc<Content> {
    Content::built_in()
}

fn plan() -> Plan {
    Plan { games: conformance::games(4), every: 40, options: 60, worlds: 1, ..Plan::default() }
}

fn laws(scenario: &str, options: &[(&str, &str)]) {
    conformance::check::<State>(&content(), &SetupRequest::of(scenario, options), plan());
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

/// Wrong odds show in many throws only.
#[test]
fn luck_in_many_wars() {
    for scenario in ["core", "handling-machine-uprising"] {
        let plan = Plan { games: 40 * plan().games, ..plan() };
        conformance::luck_is_fair::<State>(&content(), &SetupRequest::of(scenario, &[]), plan);
    }
}
