//! A server and a thousand matches whose players come and go.

use crate::run::{Build, built, companion, step};
use anyhow::Result;
use std::env;
use std::fs;
use std::process;

/// With `--tests` the program that the tests have built is soaked: slower, but it is there already. Everything else is for
/// the scripted clients.
pub fn all(arguments: &[String]) -> Result<()> {
    let build = if arguments.iter().any(|word| word == "--tests") { Build::Tests } else { Build::Release };
    let program = built(build)?;
    let folder = env::temp_dir().join(format!("heatray-soak-{}", process::id()));
    fs::create_dir_all(&folder)?;
    let mut soak = companion(&program, "soak");
    soak.arg(&program).arg("--db").arg(folder.join("soak.db")).env("RUST_LOG", "warn");
    soak.args(arguments.iter().filter(|word| *word != "--tests"));
    let soaked = step("soak", &mut soak);
    let _ = fs::remove_dir_all(&folder);
    soaked
}
