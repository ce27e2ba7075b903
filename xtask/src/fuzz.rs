//! Hours of what `cargo xtask test` does for seconds: whatever can be sent, through every door.

use crate::run::{cargo, root, step};
use anyhow::{Context, Result, bail};
use std::path::Path;

const MINUTES: &str = "10";

/// The program of the tests is its own hunter: it has all assertions, and takes its orders from the environment.
pub fn all(arguments: &[String]) -> Result<()> {
    let mut tests = cargo(&["test", "--workspace", "--test", "fuzz", "--"]);
    let (mut minutes, mut target) = (MINUTES.to_owned(), String::new());
    let mut words = arguments.iter();
    while let Some(word) = words.next() {
        let mut value =
            || words.next().cloned().with_context(|| format!("{word}: expected a value after it"));
        match word.as_str() {
            "--minutes" => minutes = whole(word, value()?)?,
            "--target" => target = value()?,
            "--seed" => {
                tests.env("HEATRAY_FUZZ_SEED", whole(word, value()?)?);
            }
            "--keep" => {
                tests.env("HEATRAY_FUZZ_KEEP", "1");
            }
            "--input" => {
                let file = value()?;
                // The tests run in another folder.
                let file = std::env::current_dir()?.join(Path::new(&file));
                tests.env("HEATRAY_FUZZ_INPUT", file);
            }
            _ => bail!("expected --minutes N, --target T, --seed S, --keep or --input FILE; found {word}"),
        }
    }
    let known = targets()?;
    if !target.is_empty() && !known.contains(&target) {
        bail!("--target: expected one of {}; found {target}", known.join(", "));
    }
    tests.env("HEATRAY_FUZZ_MINUTES", &minutes);
    tests.args(["--nocapture", &format!("slice::{target}")]);
    step(&format!("fuzz, {minutes} minutes a target"), &mut tests)
}

fn whole(word: &str, value: String) -> Result<String> {
    value.parse::<u64>().with_context(|| format!("{word}: expected a whole number, found {value}"))?;
    Ok(value)
}

/// Every target has a file.
fn targets() -> Result<Vec<String>> {
    let folder = root().join("crates/fuzz/src/targets");
    let files = std::fs::read_dir(&folder).with_context(|| folder.display().to_string())?;
    let names = files.filter_map(|file| file.ok()?.path().file_stem()?.to_str().map(str::to_owned));
    let mut names: Vec<String> = names.filter(|name| name != "mod" && name != "world").collect();
    names.sort();
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_targets_are_known_by_name() {
        assert_eq!(
            targets().expect("a folder"),
            ["bodies", "content", "engine", "frames", "logs", "positions", "seats"]
        );
        for (words, why) in [
            (["--target", "castle"], "expected one of bodies"),
            (["--minutes", "soon"], "expected a whole number"),
            (["--speed", "9"], "expected --minutes"),
        ] {
            let error = format!("{:#}", all(&words.map(str::to_owned)).expect_err(why));
            assert!(error.contains(why), "{error}");
        }
    }
}
