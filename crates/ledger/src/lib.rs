//! The rule ledger: every rule of the five rulebooks, one entry and one id each.
//!
//! The books stand in `rules/*.toml` (their format in `rules/FORMAT.md`) and are compiled in, so a program
//! needs no files to explain a refusal:
//!
//! ```
//! use ledger::Ledger;
//!
//! let rule = Ledger::embedded().get("TT-GEN-01").unwrap();
//! assert_eq!(rule.title, "Two sides");
//! ```
//!
//! Which tests prove an entry is known too: [`trace::tests_of`], [`coverage`].
//!
//! Absent on purpose: no I/O at run time, and no knowledge of any game. What an entry means is the business
//! of the crate that cites it.

mod book;
mod error;
mod id;
mod outline;
mod rule;
// The build script uses it to scan the workspace; here it is only tested.
#[cfg(test)]
mod scan;
pub mod thread;
pub mod trace;

pub use error::{LedgerError, Problem};
pub use id::{cited_ids, is_id, prefix_of};
pub use outline::{Book, Chapter, Outline, Place, Section, Term};
pub use rule::{Kind, Rule};
pub use trace::{CoverageRow, TestRef, coverage, in_force, unknown_ids};

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::{LazyLock, OnceLock};

/// The rulebooks: prefix of their ids and title, in ledger order.
pub const BOOKS: [(&str, &str); 5] = [
    ("TT", "Tripods & Triplanes"),
    ("INV", "Invasion"),
    ("TH", "Tripods & Hussars"),
    ("WV", "Winged Victory"),
    ("WW", "The War of the Worlds"),
];

const FILES: [(&str, &str); 5] = [
    ("rules/triplanes.toml", include_str!("../../../rules/triplanes.toml")),
    ("rules/invasion.toml", include_str!("../../../rules/invasion.toml")),
    ("rules/hussars.toml", include_str!("../../../rules/hussars.toml")),
    ("rules/victory.toml", include_str!("../../../rules/victory.toml")),
    ("rules/worlds.toml", include_str!("../../../rules/worlds.toml")),
];

/// A set of rules with unique ids, in the order in which the books print them.
#[derive(Debug, Clone, Default)]
pub struct Ledger {
    rules: Vec<Rule>,
    places: BTreeMap<String, usize>,
    /// Heading and body of each rule in small letters, once somebody searches.
    folded: OnceLock<Vec<[String; 2]>>,
}

impl Ledger {
    /// The five books that this build was made with.
    pub fn embedded() -> &'static Self {
        static EMBEDDED: LazyLock<Ledger> = LazyLock::new(|| {
            Ledger::parse_all(&FILES).unwrap_or_else(|e| panic!("the embedded ledger is broken: {e}"))
        });
        &EMBEDDED
    }

    /// Reads one book. `needs` that lean on another book are left for [`Ledger::parse_all`].
    pub fn parse(file_name: &str, text: &str) -> Result<Self, LedgerError> {
        Self::parse_all(&[(file_name, text)])
    }

    /// Reads several books, given as file name and text, into one ledger.
    ///
    /// Checks that ids are well formed and unique, that layers and kinds are known, and that `needs` name
    /// entries that exist, for every book that is among the files.
    pub fn parse_all(files: &[(&str, &str)]) -> Result<Self, LedgerError> {
        let mut ledger = Self::default();
        let mut needs = Vec::new();
        for &(file, text) in files {
            for entry in book::read(file, text)? {
                let rule = entry.rule;
                if let Some(&first) = ledger.places.get(&rule.id) {
                    let first_title = ledger.rules[first].title.clone();
                    let problem = Problem::Duplicate { id: rule.id, first_title };
                    return Err(LedgerError::at(file, text, entry.id_at, problem));
                }
                needs.extend(
                    rule.needs.iter().cloned().zip(entry.needs_at).map(|(id, at)| (file, text, id, at)),
                );
                ledger.places.insert(rule.id.clone(), ledger.rules.len());
                ledger.rules.push(rule);
            }
        }
        for (file, text, id, at) in needs {
            let book_is_here = ledger.by_prefix(prefix_of(&id)).next().is_some();
            if book_is_here && ledger.get(&id).is_none() {
                return Err(LedgerError::at(file, text, at, Problem::UnknownNeed { id }));
            }
        }
        Ok(ledger)
    }

    /// Every entry, in ledger order.
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// The entry with this id, written exactly.
    pub fn get(&self, id: &str) -> Option<&Rule> {
        self.places.get(id).map(|&place| &self.rules[place])
    }

    /// The entries of one book, in ledger order.
    pub fn by_prefix(&self, prefix: &str) -> impl Iterator<Item = &Rule> {
        self.rules.iter().filter(move |rule| rule.prefix() == prefix)
    }

    /// Entries in which every one of `words` (separated by blanks, in any case) occurs: in the id, title,
    /// text, ruling or source. Those with more of the words in id or title come first, else in ledger order.
    /// Without a word nothing is found.
    pub fn search(&self, words: &str) -> Vec<&Rule> {
        let mut words: Vec<String> = words.split_whitespace().map(str::to_lowercase).collect();
        words.sort_unstable();
        words.dedup();
        if words.is_empty() {
            return Vec::new();
        }
        let fold = |rule: &Rule| {
            let ruling = rule.ruling.as_deref().unwrap_or_default();
            let heading = format!("{}\n{}", rule.id, rule.title).to_lowercase();
            [heading, format!("{}\n{ruling}\n{}", rule.text, rule.source).to_lowercase()]
        };
        let folded = self.folded.get_or_init(|| self.rules.iter().map(fold).collect());
        let mut hits: Vec<(usize, &Rule)> = Vec::new();
        for (rule, [heading, body]) in self.rules.iter().zip(folded) {
            if words.iter().all(|w| heading.contains(w.as_str()) || body.contains(w.as_str())) {
                hits.push((words.iter().filter(|w| heading.contains(w.as_str())).count(), rule));
            }
        }
        hits.sort_by_key(|&(in_heading, _)| Reverse(in_heading));
        hits.into_iter().map(|(_, rule)| rule).collect()
    }
}
