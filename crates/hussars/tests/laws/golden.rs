//! One whole game for each scenario, in words, in git: a change of the rules shows in review.

use hussars::{Content, State};
use table::SetupRequest;
use table::conformance::{assert_golden, playthrough};

fn golden(scenario: &str, seed: u64) {
    let request = SetupRequest { scenario: scenario.to_owned(), ..SetupRequest::default() };
    let text = playthrough::<State>(&Content::built_in(), &request, seed);
    assert_golden(format!("{}/tests/golden/{scenario}.txt", env!("CARGO_MANIFEST_DIR")), &text);
}

#[test]
fn horsell() {
    golden("horsell", 1);
}

#[test]
fn weybridge() {
    golden("weybridge", 2);
}

#[test]
fn thunderchild() {
    golden("thunderchild", 3);
}

#[test]
fn london() {
    golden("london", 4);
}

#[test]
fn primrose() {
    golden("primrose", 5);
}

#[test]
fn tilbury() {
    golden("tilbury", 6);
}
