//! The lab from outside.

mod balance;
mod bench;
mod duel;
mod journal;
mod tune;

use std::path::{Path, PathBuf};
use table::SetupRequest;
use table::face::{AnyGame, Shelved, Starter};

pub fn triplanes() -> Shelved<triplanes::State> {
    Shelved::new(triplanes::Content::built_in())
}

pub fn worlds() -> Shelved<worlds::State> {
    Shelved::new(worlds::Content::built_in())
}

/// A quick set-up of a scenario of Tripods & Triplanes.
pub fn battle(scenario: &str) -> Box<dyn Starter> {
    triplanes().starter(&SetupRequest::of(scenario, &[("setup", "quick")])).unwrap()
}

pub fn names(bots: &[&str]) -> Vec<String> {
    bots.iter().map(|bot| (*bot).to_owned()).collect()
}

/// A folder of this test's own.
pub fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

pub const QUIET: &(dyn Fn() + Sync) = &|| {};
