//! One whole game for each scenario, in words, in git: a change of the rules shows in review.

use table::SetupRequest;
use table::conformance::{assert_golden, playthrough};
use victory::{Content, State};

fn golden(scenario: &str, seed: u64) {
    let request = SetupRequest { scenario: scenario.to_owned(), ..SetupRequest::default() };
    let text = playthrough::<State>(&Content::built_in(), &request, seed);
    assert_golden(format!("{}/tests/golden/{scenario}.txt", env!("CARGO_MANIFEST_DIR")), &text);
}

#[test]
fn frank_luke() {
    golden("frank-luke", 1);
}

#[test]
fn toms_revenge() {
    golden("toms-revenge", 2);
}

#[test]
fn bombing_run() {
    golden("bombing-run", 3);
}

#[test]
fn red_baron() {
    golden("red-baron", 4);
}

#[test]
fn recon() {
    golden("recon", 5);
}

#[test]
fn over_the_top() {
    golden("over-the-top", 6);
}

#[test]
fn dogfight() {
    golden("dogfight", 7);
}

#[test]
fn prancing_horse() {
    golden("prancing-horse", 8);
}

#[test]
fn last_raid() {
    golden("last-raid", 9);
}
