//! A mistake is told where it stands.

use components::Spanned;
use components::{ContentError, Provenance, Source};
use serde::Deserialize;

#[derive(Debug, Deserialize)]
struct File {
    row: Vec<Row>,
}

#[derive(Debug, Deserialize)]
struct Row {
    n: Spanned<u8>,
    provenance: Provenance,
}

const GOOD: &str = "[[row]]\nn = 7\nprovenance = \"seed\"\n";

fn error(text: &str) -> ContentError {
    Source::find(&[("a.toml", text)], "a.toml").and_then(|s| s.parse::<File>()).expect_err("a mistake")
}

#[test]
fn a_file_that_is_missing_is_named() {
    let missing = Source::find(&[("a.toml", GOOD)], "b.toml").expect_err("missing");
    assert_eq!(missing.file, "b.toml");
    assert!(missing.to_string().contains("expected it beside the other component files"), "{missing}");
}

#[test]
fn a_mistake_is_told_with_its_line() {
    let wrong = error("[[row]]\nn = 7\nprovenance = \"hearsay\"\n");
    assert_eq!((wrong.file.as_str(), wrong.line), ("a.toml", 3), "{wrong}");
    assert!(wrong.why.contains("designed"), "{wrong}");
    assert_eq!(error("[[row]]\n\nn = 300\nprovenance = \"seed\"\n").line, 3);
    assert!(error("[[row]]\nn = 3\n").why.contains("provenance"), "no row without one");
}

#[test]
fn a_check_speaks_of_the_row_that_fails_it() {
    let source = Source { file: "a.toml", text: GOOD };
    let file: File = source.parse().expect("a good file");
    let row = &file.row[0];
    assert_eq!(row.provenance, Provenance::Seed);
    assert!(source.check(*row.n.get_ref() < 8, row.n.span(), || unreachable!()).is_ok());
    let wrong = source.check(*row.n.get_ref() < 7, row.n.span(), || "expected less than 7".to_owned());
    assert_eq!(wrong.expect_err("too much").to_string(), "a.toml:2: expected less than 7");
    // A span behind the end, or inside a letter of more than one byte, is still a line.
    assert_eq!(Source { file: "a", text: "é\n" }.at(1..2, "").line, 1);
    assert_eq!(Source { file: "a", text: "é\n" }.at(99..100, "").line, 2);
}

#[test]
fn files_are_paired_with_their_names() {
    const FILES: components::Files<'_> = components::files!("../": "Cargo.toml");
    assert_eq!(FILES[0].0, "Cargo.toml");
    assert!(FILES[0].1.contains("name = \"components\""));
}
