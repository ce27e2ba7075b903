//! Which tests prove which entries.
//!
//! A test names the entries that it proves with `proves!("TT-GEN-01");` (the macro is in the crate
//! `table`). The build script collects these calls from the sources of all crates.

use crate::{Ledger, Rule};
use serde::Serialize;

/// A test that names an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct TestRef {
    /// Name of the crate's folder.
    #[serde(rename = "crate")]
    pub krate: &'static str,
    /// File name without its ending.
    pub file: &'static str,
    /// Name of the test function.
    pub test: &'static str,
}

/// Sorted by id.
static PROOFS: &[(&str, &[TestRef])] = include!(concat!(env!("OUT_DIR"), "/proofs.rs"));

/// The tests that name `id`.
pub fn tests_of(id: &str) -> &'static [TestRef] {
    PROOFS.binary_search_by_key(&id, |(proved, _)| proved).map_or(&[], |place| PROOFS[place].1)
}

/// How many entries of one layer of one book have a test.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CoverageRow {
    pub prefix: &'static str,
    pub layer: &'static str,
    pub entries: usize,
    pub tested: usize,
}

/// One row for each book and layer, in ledger order.
pub fn coverage() -> Vec<CoverageRow> {
    let mut rows: Vec<CoverageRow> = Vec::new();
    for rule in Ledger::embedded().rules() {
        let (prefix, layer) = (rule.prefix(), rule.layer.as_str());
        let place =
            rows.iter().position(|row| row.prefix == prefix && row.layer == layer).unwrap_or_else(|| {
                rows.push(CoverageRow { prefix, layer, entries: 0, tested: 0 });
                rows.len() - 1
            });
        rows[place].entries += 1;
        rows[place].tested += usize::from(is_tested(rule));
    }
    rows
}

/// Ids of the entries without a test in the layers in force, given as prefix and layer: `("TT", "basic")`.
///
/// # Panics
/// When a layer has no entry at all: a misspelt layer would otherwise pass as fully tested.
pub fn in_force(layers: &[(&str, &str)]) -> Vec<&'static str> {
    let mut untested = Vec::new();
    for &(prefix, layer) in layers {
        let mut entries = Ledger::embedded().by_prefix(prefix).filter(|rule| rule.layer == layer).peekable();
        assert!(entries.peek().is_some(), "the ledger has no entry of {prefix} in layer {layer}");
        untested.extend(entries.filter(|rule| !is_tested(rule)).map(|rule| rule.id.as_str()));
    }
    untested
}

/// Ids that tests claim to prove and that the ledger does not have.
pub fn unknown_ids() -> Vec<&'static str> {
    let ledger = Ledger::embedded();
    PROOFS.iter().map(|(id, _)| *id).filter(|id| ledger.get(id).is_none()).collect()
}

fn is_tested(rule: &Rule) -> bool {
    !tests_of(&rule.id).is_empty()
}

#[cfg(test)]
mod tests {
    use super::{PROOFS, tests_of};

    #[test]
    fn the_table_is_sorted_so_that_every_entry_is_found() {
        assert!(PROOFS.is_sorted_by_key(|(id, _)| id));
        for (id, tests) in PROOFS {
            assert_eq!(tests_of(id), *tests);
            assert!(!tests.is_empty(), "{id}");
        }
    }

    #[test]
    fn an_unclaimed_id_has_no_tests() {
        assert_eq!(tests_of("nothing"), []);
    }
}
