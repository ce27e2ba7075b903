//! The thread from the ledger through the code to the tests.

use std::fs;

ledger::thread!(hussars);

#[test]
fn only_the_projection_decides_who_may_know_and_it_never_judges() {
    let file = format!("{}/src/view.rs", env!("CARGO_MANIFEST_DIR"));
    let view = fs::read_to_string(file).expect("the projection");
    assert!(!view.contains("judge"), "view.rs must not judge orders");
}
