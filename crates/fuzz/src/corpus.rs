//! The inputs that are kept: small files in `corpus/TARGET`, each named by what is in it, so that none is there twice.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use table::state_hash;

/// The longest input that is kept.
pub const LIMIT: usize = 4 << 10;
/// The most inputs that are kept of a target: each of them is tried with every run of the tests.
pub const MOST: usize = 60;

pub fn folder(target: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(target)
}

/// The kept inputs of a target, in the order of their names.
pub fn kept(target: &str) -> io::Result<Vec<(String, Vec<u8>)>> {
    let folder = folder(target);
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        found.push((name, fs::read(&path)?));
    }
    found.sort();
    Ok(found)
}

/// Keeps an input; false if it is there already, too long to be kept, or one too many.
pub fn keep(target: &str, input: &[u8]) -> io::Result<bool> {
    let path = folder(target).join(name(input));
    if input.len() > LIMIT || path.exists() || kept(target)?.len() >= MOST {
        return Ok(false);
    }
    fs::create_dir_all(folder(target))?;
    fs::write(path, input)?;
    Ok(true)
}

/// A name that says what is in a file.
pub fn name(input: &[u8]) -> String {
    state_hash(input).to_string()
}
