//! One whole game for each scenario, in words, in git: a change of the rules shows in review.

use table::SetupRequest;
use table::conformance;
use worlds::{Content, State};

fn golden(scenario: &str, seed: u64) {
    let request = SetupRequest::of(scenario, &[]);
    conformance::golden::<State>(env!("CARGO_MANIFEST_DIR"), scenario, &Content::built_in(), &request, seed);
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
