//! Collects the `proves!` calls of every crate's sources into a table, so that the ledger knows at
//! compile time which tests stand behind which entry.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

#[path = "src/scan.rs"]
mod scan;

/// Crate, file stem and function of one test.
type Test = (String, String, String);

fn main() -> io::Result<()> {
    // The whole folder, so that a crate or a `tests` folder added later is noticed too.
    println!("cargo::rerun-if-changed=..");

    let mut proofs: BTreeMap<String, BTreeSet<Test>> = BTreeMap::new();
    for krate in sorted_entries(Path::new(".."))? {
        for sub in ["src", "tests"] {
            collect(&krate, &krate.join(sub), &mut proofs)?;
        }
    }

    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR for build scripts"));
    fs::write(out.join("proofs.rs"), table(&proofs))
}

/// Reads every `.rs` file under `dir`, which need not exist.
fn collect(krate: &Path, dir: &Path, proofs: &mut BTreeMap<String, BTreeSet<Test>>) -> io::Result<()> {
    if !dir.is_dir() {
        return Ok(());
    }
    for path in sorted_entries(dir)? {
        if path.is_dir() {
            collect(krate, &path, proofs)?;
        } else if path.extension().is_some_and(|e| e == "rs") {
            for proof in scan::proofs(&fs::read_to_string(&path)?) {
                let test = (name_of(krate.file_name()), name_of(path.file_stem()), proof.test);
                proofs.entry(proof.id).or_default().insert(test);
            }
        }
    }
    Ok(())
}

fn sorted_entries(dir: &Path) -> io::Result<Vec<PathBuf>> {
    let mut entries = fs::read_dir(dir)?.map(|e| e.map(|e| e.path())).collect::<io::Result<Vec<_>>>()?;
    entries.sort();
    Ok(entries)
}

fn name_of(part: Option<&std::ffi::OsStr>) -> String {
    part.map(|p| p.to_string_lossy().into_owned()).unwrap_or_default()
}

/// The generated source: entries sorted by id, so that a lookup is a binary search.
fn table(proofs: &BTreeMap<String, BTreeSet<Test>>) -> String {
    let mut source = String::from("&[\n");
    for (id, tests) in proofs {
        let _ = write!(source, "    ({id:?}, &[");
        for (krate, file, test) in tests {
            let _ = write!(source, "TestRef {{ krate: {krate:?}, file: {file:?}, test: {test:?} }}, ");
        }
        source.push_str("]),\n");
    }
    source.push_str("]\n");
    source
}
