//! What is told and thought along one war of each scenario: every word, preview and judgement, as hashes that stand in git.

use table::SetupRequest;
use table::conformance::{self, Course};
use worlds::{Content, State};

fn transcript(name: &str, scenario: &str, options: &[(&str, &str)], course: Course) {
    let request = SetupRequest::of(scenario, options);
    conformance::transcript::<State>(
        env!("CARGO_MANIFEST_DIR"),
        name,
        &Content::built_in(),
        &request,
        course,
    );
}

/// A war to its end, as the steward leads it.
fn led(seed: u64) -> Course {
    Course { seed, orders: 240, looks: 1, every: 5, whims: 8, later: 30 }
}

#[test]
fn core() {
    transcript("core", "core", &[], led(1));
}

#[test]
fn core_at_random_with_cavalry_attract() {
    let course = Course { whims: 1, ..led(2) };
    transcript("core-attract", "core", &[("cavalry_attract", "on")], course);
}

#[test]
fn mars_ironclads() {
    transcript("mars-ironclads", "mars-ironclads", &[], led(3));
}

#[test]
fn handling_machine_uprising() {
    transcript("handling-machine-uprising", "handling-machine-uprising", &[], led(4));
}

#[test]
fn refugee_crisis() {
    transcript("refugee-crisis", "refugee-crisis", &[], led(5));
}
