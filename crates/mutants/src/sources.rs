//! The copy of the workspace, and the crate's sources in it.

use anyhow::{Context, Result, bail};
use mutants::{Place, find};
use serde_json::Value;
use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// A folder beside what cargo builds, with a copy of every file that git knows. It stays from one run to the next, so that
/// only what changed is built again.
#[derive(Debug)]
pub struct Scratch {
    /// Where the sources are read.
    root: PathBuf,
    pub folder: PathBuf,
    /// The copy.
    pub workspace: PathBuf,
    /// What cargo builds of it.
    pub target: PathBuf,
}

impl Scratch {
    /// The sources of the crate that is changed stay as the last run has left them: who needs the same ones again builds
    /// nothing.
    pub fn prepare(changed: &str) -> Result<Scratch> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize()?;
        let target = ["CARGO_TARGET_DIR", "CARGO_BUILD_TARGET_DIR"].into_iter().find_map(env::var_os);
        let folder = root.join(target.unwrap_or_else(|| "target".into())).join("mutants");
        let (workspace, target) = (folder.join("work"), folder.join("build"));
        let scratch = Scratch { root: root.clone(), workspace, target, folder };
        let own = format!("crates/{changed}/src/");
        let listed = Command::new("git").current_dir(&root).args(["ls-files", "-z"]).output()?;
        if !listed.status.success() {
            bail!("git ls-files ended with {}", listed.status);
        }
        let listed = String::from_utf8(listed.stdout).context("a file's name is not UTF-8")?;
        let mut known = BTreeSet::new();
        for name in listed.split('\0').filter(|name| !name.is_empty()) {
            let Ok(bytes) = fs::read(root.join(name)) else { continue };
            // A program beside the library is no part of it, and is not written again later.
            let of_the_library = name.strip_prefix(&own).and_then(|file| file.strip_suffix(".rs"));
            let of_the_library =
                of_the_library.is_some_and(|file| file != "main" && !file.starts_with("bin/"));
            if !of_the_library || !scratch.workspace.join(name).is_file() {
                write(&scratch.workspace.join(name), &bytes)?;
            }
            known.insert(scratch.workspace.join(name));
        }
        remove_others(&scratch.workspace, &known)?;
        Ok(scratch)
    }
}

/// Writes a file unless it says that already: cargo goes by the time of the last change.
pub fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    if fs::read(path).is_ok_and(|old| old == bytes) {
        return Ok(());
    }
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(path, bytes).with_context(|| format!("{} can not be written", path.display()))
}

/// What a test left behind (the failures that a property remembers) must not help the next run.
fn remove_others(folder: &Path, known: &BTreeSet<PathBuf>) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            remove_others(&path, known)?;
        } else if !known.contains(&path) {
            fs::remove_file(&path)?;
        }
    }
    Ok(())
}

/// The features of a crate that are on where nobody says otherwise.
fn features(root: &Path, name: &str) -> Result<Vec<String>> {
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    let out = cargo
        .current_dir(root)
        .args(["metadata", "--no-deps", "--offline", "--format-version", "1"])
        .output()?;
    let known: Value = serde_json::from_slice(&out.stdout).context("cargo does not tell of the workspace")?;
    let packages = known["packages"].as_array().context("cargo tells of no packages")?;
    let own = packages.iter().find(|package| package["name"] == name);
    let on = own.and_then(|own| own["features"]["default"].as_array());
    Ok(on.into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect())
}

/// A source file with its places.
#[derive(Debug)]
pub struct Source {
    /// As the compiler names it, from the root of the workspace.
    pub name: String,
    pub text: String,
    pub places: Vec<Place>,
    /// The number of its first mutant.
    pub first: usize,
}

/// One change of one place.
#[derive(Clone, Copy, Debug)]
pub struct Mutant {
    pub file: usize,
    pub place: usize,
    pub change: usize,
}

/// The crate and all its mutants.
#[derive(Debug)]
pub struct Crate {
    pub name: String,
    /// The first one is the root.
    pub files: Vec<Source>,
    pub mutants: Vec<Mutant>,
}

impl Crate {
    /// Reads the root and the modules that it names; a file that only tests see is not among them.
    pub fn read(scratch: &Scratch, name: &str) -> Result<Crate> {
        let features = features(&scratch.root, name)?;
        let mut found = Crate { name: name.into(), files: Vec::new(), mutants: Vec::new() };
        let root = format!("crates/{name}/src/lib.rs");
        if !scratch.root.join(&root).is_file() {
            bail!("there is no crate `{name}` with a library");
        }
        found.follow(scratch, root, &features)?;
        Ok(found)
    }

    fn follow(&mut self, scratch: &Scratch, name: String, features: &[String]) -> Result<()> {
        let text = fs::read_to_string(scratch.root.join(&name))?;
        let read = find::find(&text, features).with_context(|| name.clone())?;
        let file = self.files.len();
        let first = self.mutants.len();
        for (place, found) in read.places.iter().enumerate() {
            self.mutants.extend((0..found.changes.len()).map(|change| Mutant { file, place, change }));
        }
        let folder = match name.strip_suffix("/mod.rs").or_else(|| name.strip_suffix("/lib.rs")) {
            Some(folder) => folder.to_owned(),
            None => name.trim_end_matches(".rs").to_owned(),
        };
        self.files.push(Source { name, text, places: read.places, first });
        for module in read.modules {
            let path = format!("{folder}/{}", module.join("/"));
            let places = [format!("{path}.rs"), format!("{path}/mod.rs")];
            let Some(next) = places.into_iter().find(|name| scratch.root.join(name).is_file()) else {
                bail!("{path}: no file of this module");
            };
            self.follow(scratch, next, features)?;
        }
        Ok(())
    }

    /// Another number, if anything in the sources is another thing.
    pub fn print(&self) -> u64 {
        let mut print = DefaultHasher::new();
        self.files.iter().for_each(|file| (&file.name, &file.text).hash(&mut print));
        print.finish()
    }

    pub fn place(&self, mutant: usize) -> &Place {
        let Mutant { file, place, .. } = self.mutants[mutant];
        &self.files[file].places[place]
    }

    /// Where it is and what it does, in a line.
    pub fn shown(&self, mutant: usize) -> String {
        let Mutant { file, change, .. } = self.mutants[mutant];
        let place = self.place(mutant);
        let (name, what) = (&self.files[file].name, &place.changes[change].shown);
        format!("{mutant}: {name}:{}: {}: {what}", place.line, place.function)
    }
}
