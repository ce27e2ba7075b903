//! The thread from the ledger through the code to the tests.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn sources(dir: &Path, out: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(dir).expect("a folder").map(|e| e.expect("an entry").path()) {
        if entry.is_dir() {
            sources(&entry, out);
        } else if entry.extension().is_some_and(|e| e == "rs") {
            out.push(entry);
        }
    }
}

fn read(part: &str) -> Vec<(String, String)> {
    let mut files = Vec::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join(part), &mut files);
    files.sort();
    files.into_iter().map(|p| (p.display().to_string(), fs::read_to_string(&p).expect("a source"))).collect()
}

#[test]
fn every_entry_has_a_test() {
    let missing = ledger::in_force(victory::LAYERS_IN_FORCE);
    assert!(missing.is_empty(), "no test proves {missing:?}");
    let entries = ledger::Ledger::embedded().by_prefix("WV");
    let left: Vec<&str> = entries
        .filter(|r| !victory::LAYERS_IN_FORCE.contains(&(r.prefix(), r.layer.as_str())))
        .map(|r| r.id.as_str())
        .collect();
    assert!(left.is_empty(), "not in force: {left:?}");
}

#[test]
fn every_rule_that_the_sources_cite_is_in_the_ledger() {
    let ledger = ledger::Ledger::embedded();
    for (file, text) in read("src").into_iter().chain(read("tests")) {
        for id in ledger::cited_ids(&text) {
            assert!(ledger.get(id).is_some(), "{file} cites {id}, which is not in the ledger");
        }
    }
}

/// An entry that can refuse or cause something is cited where it does so: in the code, not only in tests.
#[test]
fn every_limit_is_cited_by_the_code() {
    let cited: BTreeSet<String> = {
        let texts = read("src");
        texts.iter().flat_map(|(_, text)| ledger::cited_ids(text)).map(str::to_owned).collect()
    };
    let limits = ledger::Ledger::embedded().by_prefix("WV").filter(|r| r.kind == ledger::Kind::Limit);
    let silent: Vec<&str> = limits.map(|r| r.id.as_str()).filter(|id| !cited.contains(*id)).collect();
    assert!(silent.is_empty(), "no source cites {silent:?}");
}

#[test]
fn rules_know_neither_json_nor_the_world_outside() {
    let manifest = include_str!("../Cargo.toml");
    let dependencies = manifest.split("[dev-dependencies]").next().expect("the first part");
    for word in ["serde_json", "rayon", "tokio", "lab", "bots", "ledger", "hussars", "worlds", "triplanes"] {
        assert!(!dependencies.contains(&format!("\n{word}")), "victory must not depend on {word}");
    }
    for (file, text) in read("src") {
        for word in
            ["std::fs", "std::io", "std::net", "std::thread", "std::time", "HashMap", "HashSet", "println!"]
        {
            assert!(!text.contains(word), "{file} must not use {word}");
        }
    }
}
