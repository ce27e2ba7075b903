//! The tests that every rulebook needs: the thread from the ledger through a game's code to its tests, and the walls around
//! a crate of rules. A game calls [`thread!`](crate::thread) once in its tests.

use crate::{Kind, Ledger, Rule, cited_ids, in_force};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// A crate of rules, seen from outside.
#[derive(Clone, Copy, Debug)]
pub struct Crate {
    pub name: &'static str,
    /// Its folder.
    pub home: &'static str,
    /// What of the ledger it has in force: prefix and layer.
    pub layers: &'static [(&'static str, &'static str)],
}

/// What rules may be built with. A game is no part of another, and none reaches out of the program.
const ALLOWED: [&str; 7] = ["components", "geometry", "serde", "smallvec", "table", "toml", "ts-rs"];

/// Doors to the world outside, and orders of iteration that differ from run to run.
const FORBIDDEN: [&str; 8] =
    ["std::fs", "std::io", "std::net", "std::thread", "std::time", "HashMap", "HashSet", "println!"];

impl Crate {
    /// Every entry of its books is in force and has a test.
    ///
    /// # Panics
    /// With the ids that have none.
    pub fn every_entry_has_a_test(&self) {
        let missing = in_force(self.layers);
        assert!(missing.is_empty(), "no test proves {missing:?}");
        let books: BTreeSet<&str> = self.layers.iter().map(|(prefix, _)| *prefix).collect();
        let entries = books.iter().flat_map(|prefix| Ledger::embedded().by_prefix(prefix));
        let left: Vec<&str> = entries.filter(|r| !self.has_in_force(r)).map(|r| r.id.as_str()).collect();
        assert!(left.is_empty(), "not in force: {left:?}");
    }

    /// # Panics
    /// With a source that cites an entry which the ledger does not have.
    pub fn every_rule_that_the_sources_cite_is_in_the_ledger(&self) {
        for (file, text) in self.read("src").into_iter().chain(self.read("tests")) {
            for id in cited_ids(&text) {
                assert!(
                    Ledger::embedded().get(id).is_some(),
                    "{file} cites {id}, which is not in the ledger"
                );
            }
        }
    }

    /// An entry that can refuse or cause something is cited where it does so: in the code, not only in tests.
    ///
    /// # Panics
    /// With the ids of those that are not.
    pub fn every_limit_is_cited_by_the_code(&self) {
        let texts = self.read("src");
        let cited: BTreeSet<&str> = texts.iter().flat_map(|(_, text)| cited_ids(text)).collect();
        let rules = Ledger::embedded().rules().iter();
        let limits = rules.filter(|r| r.kind == Kind::Limit && self.has_in_force(r));
        let silent: Vec<&str> = limits.map(|r| r.id.as_str()).filter(|id| !cited.contains(*id)).collect();
        assert!(silent.is_empty(), "no source cites {silent:?}");
    }

    /// # Panics
    /// With the dependency or the source that leads out of the rules.
    pub fn rules_know_neither_json_nor_the_world_outside(&self) {
        let manifest = fs::read_to_string(Path::new(self.home).join("Cargo.toml")).expect("a manifest");
        let (_, dependencies) = manifest.split_once("[dependencies]\n").expect("dependencies");
        let dependencies = dependencies.split("\n[").next().expect("the first part");
        for line in dependencies.lines().filter(|line| !line.trim().is_empty()) {
            let word = line.split(['.', ' ', '=']).next().expect("the first part");
            assert!(ALLOWED.contains(&word), "{} must not depend on {word}", self.name);
        }
        for (file, text) in self.read("src") {
            for word in FORBIDDEN {
                assert!(!text.contains(word), "{file} must not use {word}");
            }
        }
    }

    /// What a viewer may know is decided in one file, by `seen_by`: it never opens what only rules may look at.
    ///
    /// # Panics
    /// If the projection reads the true value of a secret.
    pub fn the_projection_never_judges(&self) {
        let view = fs::read_to_string(Path::new(self.home).join("src/view.rs")).expect("a projection");
        assert!(!view.contains("judge"), "{}/src/view.rs must open secrets by seen_by alone", self.name);
    }

    fn has_in_force(&self, rule: &Rule) -> bool {
        self.layers.contains(&(rule.prefix(), rule.layer.as_str()))
    }

    fn read(&self, part: &str) -> Vec<(String, String)> {
        let mut files = Vec::new();
        sources(&Path::new(self.home).join(part), &mut files);
        files.sort();
        let text = |path: &PathBuf| fs::read_to_string(path).expect("a source");
        files.iter().map(|path| (path.display().to_string(), text(path))).collect()
    }
}

fn sources(dir: &Path, out: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(dir).expect("a folder").map(|e| e.expect("an entry").path()) {
        if entry.is_dir() {
            sources(&entry, out);
        } else if entry.extension().is_some_and(|e| e == "rs") {
            out.push(entry);
        }
    }
}

/// The tests of [`thread`](crate::thread) for a game's crate: `ledger::thread!(triplanes);`.
#[macro_export]
macro_rules! thread {
    ($game:ident) => {
        const CRATE: $crate::thread::Crate = $crate::thread::Crate {
            name: stringify!($game),
            home: env!("CARGO_MANIFEST_DIR"),
            layers: $game::LAYERS_IN_FORCE,
        };

        $crate::thread!(
            CRATE: every_entry_has_a_test,
            every_rule_that_the_sources_cite_is_in_the_ledger,
            every_limit_is_cited_by_the_code,
            rules_know_neither_json_nor_the_world_outside,
            the_projection_never_judges,
        );
    };
    ($crate_of:ident: $($test:ident),+ $(,)?) => {$(
        #[test]
        fn $test() {
            $crate_of.$test();
        }
    )+};
}
