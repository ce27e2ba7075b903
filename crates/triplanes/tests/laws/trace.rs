//! The thread from the ledger through the code to the tests.

use std::fs;

ledger::thread!(triplanes);

#[test]
fn the_projection_never_judges() {
    let file = format!("{}/src/view.rs", env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(&file).expect("view.rs");
    assert!(text.contains("seen_by"), "{file} opens secrets");
    assert!(!text.contains("judge"), "{file} must open secrets by seen_by alone");
}
