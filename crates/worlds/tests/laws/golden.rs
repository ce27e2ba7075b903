//! One whole game for each scenario, in words, in git: a change of the rules shows in review.

use table::SetupRequest;
use table::conformance::{assert_golden, playthrough};
use worlds::{Content, State};

fn golden(scenario: &str, seed: u64) {
    let request = SetupRequest { scenario: scenario.to_owned(), ..SetupRequest::default() };
    let text = playthrough::<State>(&Content::built_in(), &request, seed);
    assert_golden(format!("{}/tests/golden/{scenario}.txt", env!("CARGO_MANIFEST_DIR")), &text);
}

#[test]
fn core() {
    golden("core", 3);
}

#[test]
fn mars_ironclads() {
    golden("mars-ironclads", 1);
}

#[test]
fn handling_machine_uprising() {
    golden("handling-machine-uprising", 2);
}

#[test]
fn refugee_crisis() {
    golden("refugee-crisis", 4);
}
