//! The way from entries to tests and back.

use ledger::{BOOKS, CoverageRow, Ledger, coverage, in_force, trace, unknown_ids};

#[test]
fn every_entry_that_a_test_claims_to_prove_exists() {
    assert_eq!(unknown_ids(), [""; 0]);
}

#[test]
fn coverage_counts_every_entry_once_in_ledger_order() {
    let rows = coverage();
    let entries = |prefix, layer| {
        rows.iter().find(|row| (row.prefix, row.layer) == (prefix, layer)).map_or(0, |row| row.entries)
    };
    assert_eq!((rows[0].prefix, rows[0].layer), ("TT", "basic"));
    assert_eq!((entries("TT", "basic"), entries("TT", "standard")), (173, 33));
    assert!(rows.is_sorted_by_key(|row| BOOKS.iter().position(|(prefix, _)| *prefix == row.prefix)));
    assert_eq!(rows.iter().map(|row| row.entries).sum::<usize>(), Ledger::embedded().rules().len());
    for (n, row) in rows.iter().enumerate() {
        assert!(row.tested <= row.entries, "{row:?}");
        assert!(!rows[..n].iter().any(|r| (r.prefix, r.layer) == (row.prefix, row.layer)), "{row:?} twice");
    }
}

#[test]
fn coverage_and_untested_entries_add_up() {
    for CoverageRow { prefix, layer, entries, tested } in coverage() {
        let untested = in_force(&[(prefix, layer)]);
        assert_eq!(untested.len(), entries - tested, "{prefix} {layer}");
        assert!(untested.iter().all(|id| trace::tests_of(id).is_empty()));
    }
}

#[test]
fn a_coverage_row_as_json_has_the_documented_fields() {
    let row = CoverageRow { prefix: "TT", layer: "basic", entries: 172, tested: 3 };
    let json = serde_json::to_string(&row).unwrap();
    assert_eq!(json, r#"{"prefix":"TT","layer":"basic","entries":172,"tested":3}"#);
}

#[test]
#[should_panic(expected = "no entry of TT in layer bsaic")]
fn a_misspelt_layer_does_not_pass_as_tested() {
    in_force(&[("TT", "bsaic")]);
}
