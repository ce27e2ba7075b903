//! One whole game for each scenario, in words, in git: a change of the rules shows in review.

use table::SetupRequest;
use table::conformance::{assert_golden, playthrough};
use triplanes::{Content, State};

fn golden(name: &str, scenario: &str, options: &[(&str, &str)], seed: u64) {
    let options = options.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect();
    let request = SetupRequest { scenario: scenario.to_owned(), variant: None, options };
    let text = playthrough::<State>(&Content::built_in(), &request, seed);
    assert_golden(format!("{}/tests/golden/{name}.txt", env!("CARGO_MANIFEST_DIR")), &text);
}

#[test]
fn simple_battle() {
    golden("simple-battle", "simple-battle", &[], 10);
}

#[test]
fn simple_battle_printed() {
    let forces = [
        ("planning", "printed"),
        ("earthlings", "fokker_dvii,sopwith_camel,nieuport_16"),
        ("martians", "mk1_locust,mk3_squid"),
    ];
    golden("simple-battle-printed", "simple-battle", &forces, 4);
}

#[test]
fn bring_proof() {
    golden("bring-proof", "bring-proof", &[], 3);
}
