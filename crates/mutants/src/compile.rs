//! One build with many mutants in it; those that the compiler does not take are left out.

use crate::Options;
use crate::sources::{Crate, Scratch, write};
use anyhow::{Context, Result, bail};
use mutants::Branch;
use mutants::rewrite::{rewrite, root};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The test programs, and what is in them.
#[derive(Debug)]
pub struct Built {
    /// Those that are tried, in the order of the sample.
    pub viable: Vec<usize>,
    /// Those of the sample that do not compile.
    pub unviable: BTreeSet<usize>,
    pub programs: Vec<Program>,
}

/// A test program.
#[derive(Clone, Debug)]
pub struct Program {
    /// The crate whose tests it holds.
    pub package: String,
    pub name: String,
    pub file: PathBuf,
    /// Where cargo would run it.
    pub folder: PathBuf,
}

/// Builds the test programs of the crate, and of those beside it, with the first `wanted` candidates that compile.
///
/// A few more than are wanted go into the first build: who is refused has a successor at once. The compiler looks at types
/// before it looks at borrows, so that it takes some rounds.
pub fn build(
    scratch: &Scratch,
    found: &Crate,
    candidates: &[usize],
    wanted: usize,
    options: &Options,
) -> Result<Built> {
    // Those that did not compile in the last run do not compile now, as long as nothing else has changed.
    let known = scratch.folder.join(format!("{}-refused.json", found.name));
    let about = found.print();
    let last = fs::read(&known).ok();
    let last = last.and_then(|text| serde_json::from_slice::<(u64, BTreeSet<usize>)>(&text).ok());
    let mut refused =
        last.filter(|(print, _)| *print == about).map_or_else(BTreeSet::new, |(_, refused)| refused);
    let mut reach = candidates.len().min(wanted + wanted / 3);
    for round in 1..=20 {
        let viable: Vec<usize> =
            candidates[..reach].iter().copied().filter(|mutant| !refused.contains(mutant)).collect();
        let branches = write_sources(scratch, found, &viable.iter().copied().collect())?;
        let (errors, programs) = cargo(scratch, options)?;
        if errors.is_empty() {
            if viable.len() < wanted && reach < candidates.len() {
                reach = candidates.len().min(reach + wanted / 3 + 1);
                continue;
            }
            let viable: Vec<usize> = viable.into_iter().take(wanted).collect();
            let tried = viable.last().map_or(0, |last| 1 + place_of(candidates, *last));
            let tried = if viable.len() < wanted { reach } else { tried };
            let unviable =
                candidates[..tried].iter().copied().filter(|mutant| refused.contains(mutant)).collect();
            return Ok(Built { viable, unviable, programs });
        }
        let before = refused.len();
        let mut unclear = Vec::new();
        for error in &errors {
            let blamed = error.blame(&branches);
            if blamed.is_empty() {
                unclear.push(error.text.as_str());
            }
            refused.extend(blamed);
        }
        write(&known, &serde_json::to_vec(&(about, &refused))?)?;
        println!("round {round}: {} errors, {} mutants do not compile", errors.len(), refused.len());
        if refused.len() == before {
            bail!("no mutant is at fault:\n{}", unclear.join("\n"));
        }
    }
    bail!("after twenty rounds the crate still does not compile")
}

fn place_of(candidates: &[usize], mutant: usize) -> usize {
    candidates.iter().position(|other| *other == mutant).unwrap_or(0)
}

/// By file, where the mutants stand.
type Branches = BTreeMap<String, Vec<Branch>>;

fn write_sources(scratch: &Scratch, found: &Crate, chosen: &BTreeSet<usize>) -> Result<Branches> {
    let mut branches = Branches::new();
    for (index, file) in found.files.iter().enumerate() {
        let mut starts = Vec::with_capacity(file.places.len());
        let mut next = file.first;
        for place in &file.places {
            starts.push(next);
            next += place.changes.len();
        }
        let new = rewrite(&file.text, &file.places, &|place, change| {
            Some(starts[place] + change).filter(|number| chosen.contains(number))
        });
        let mut text = new.text;
        let mut moved = new.branches;
        if index == 0 {
            let whole = root(&text, found.mutants.len().max(1));
            let before = whole.find(&text).unwrap_or(0);
            for branch in &mut moved {
                branch.branch = branch.branch.start + before..branch.branch.end + before;
                branch.place = branch.place.start + before..branch.place.end + before;
            }
            text = whole;
        }
        write(&scratch.workspace.join(&file.name), text.as_bytes())?;
        branches.insert(file.name.clone(), moved);
    }
    Ok(branches)
}

/// A complaint of the compiler.
#[derive(Debug)]
struct Error {
    text: String,
    /// File and bytes; what it is about first, then what else it points at.
    spans: Vec<(String, Range<usize>)>,
}

impl Error {
    /// The mutants it is about: the one in whose branch it lies, or those of the innermost place around it.
    fn blame(&self, branches: &Branches) -> Vec<usize> {
        let found = |test: &dyn Fn(&Branch, &Range<usize>) -> bool| {
            self.spans.iter().find_map(|(file, span)| {
                let fitting = branches.get(file)?.iter().filter(|branch| test(branch, span));
                let inner = fitting.min_by_key(|branch| branch.place.len())?;
                Some((file.clone(), inner.clone()))
            })
        };
        let within =
            |outer: &Range<usize>, inner: &Range<usize>| outer.start <= inner.start && inner.end <= outer.end;
        if let Some((_, branch)) = found(&|branch, span| within(&branch.branch, span)) {
            return vec![branch.mutant];
        }
        let around = found(&|branch, span| within(&branch.place, span))
            .or_else(|| found(&|branch, span| within(span, &branch.branch)));
        let Some((file, inner)) = around else { return Vec::new() };
        branches[&file].iter().filter(|other| other.place == inner.place).map(|other| other.mutant).collect()
    }
}

/// Builds the tests; the errors, or the programs.
fn cargo(scratch: &Scratch, options: &Options) -> Result<(Vec<Error>, Vec<Program>)> {
    let packages = std::iter::once(&options.package).chain(&options.with);
    let out = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .current_dir(&scratch.workspace)
        .env("CARGO_TARGET_DIR", &scratch.target)
        .args(["test", "--tests", "--no-run", "--locked", "--message-format", "json"])
        .args(["--jobs", &options.jobs.to_string()])
        .args(packages.flat_map(|package| ["--package", package]))
        .stderr(Stdio::piped())
        .output()?;
    let mut errors = Vec::new();
    let mut programs = Vec::new();
    for line in String::from_utf8_lossy(&out.stdout).lines() {
        let Ok(message) = serde_json::from_str::<Value>(line) else { continue };
        if message["reason"] == "compiler-message" && message["message"]["level"] == "error" {
            errors.extend(error(&message["message"]));
        } else if let Some(program) = message["executable"].as_str()
            && message["profile"]["test"] == true
        {
            let manifest = message["manifest_path"].as_str().map(Path::new);
            let folder = manifest.and_then(Path::parent).context("cargo names no manifest of a program")?;
            programs.push(Program {
                package: folder.file_name().unwrap_or_default().to_string_lossy().into_owned(),
                name: message["target"]["name"].as_str().unwrap_or_default().to_owned(),
                file: PathBuf::from(program),
                folder: folder.to_owned(),
            });
        }
    }
    if !out.status.success() && errors.is_empty() {
        bail!("cargo could not build the tests:\n{}", String::from_utf8_lossy(&out.stderr));
    }
    Ok((errors, programs))
}

/// The sum at the end ("aborting due to") points nowhere and is none.
fn error(message: &Value) -> Option<Error> {
    let spans = message["spans"].as_array()?;
    let place = |span: &Value| {
        let number = |name: &str| span[name].as_u64().map(|number| number as usize);
        Some((span["file_name"].as_str()?.to_owned(), number("byte_start")?..number("byte_end")?))
    };
    let (first, second): (Vec<_>, Vec<_>) = spans.iter().partition(|span| span["is_primary"] == true);
    let spans: Vec<_> = first.into_iter().chain(second).filter_map(place).collect();
    let text = message["rendered"].as_str().unwrap_or_default().to_owned();
    (!spans.is_empty()).then_some(Error { text, spans })
}

#[cfg(test)]
mod tests {
    use super::{Branch, Branches, Error};

    #[test]
    fn an_error_is_laid_to_the_mutant_it_lies_in() {
        let branch = |mutant, branch, place| Branch { mutant, branch, place };
        let branches = Branches::from([(
            "a.rs".to_owned(),
            vec![branch(1, 10..15, 0..60), branch(2, 20..25, 0..60), branch(3, 40..45, 35..50)],
        )]);
        let blame = |file: &str, span| {
            Error { text: String::new(), spans: vec![(file.into(), span)] }.blame(&branches)
        };
        assert_eq!(blame("a.rs", 21..23), [2], "in its branch");
        assert_eq!(blame("a.rs", 46..47), [3], "in the innermost place");
        assert_eq!(blame("a.rs", 0..30), [1, 2], "in the place of two");
        assert!(blame("a.rs", 70..71).is_empty());
        assert!(blame("b.rs", 21..23).is_empty());
    }
}
