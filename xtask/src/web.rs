//! The browser client: its types, its tests, and the whole program in a real browser.

use crate::run::{Build, cargo, heatray, root, step, step_beside};
use crate::wasm;
use anyhow::{Context, Result, bail};
use std::env;
use std::path::Path;
use std::process::{Command, Stdio};

/// Where a Chromium is looked for, after `HEATRAY_CHROMIUM`.
const BROWSERS: [&str; 4] = [
    "/usr/bin/chromium-headless-shell",
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
];

fn npm(arguments: &[&str]) -> Command {
    let program = if cfg!(windows) { "npm.cmd" } else { "npm" };
    let mut command = Command::new(program);
    command.current_dir(root().join("web")).args(arguments);
    command
}

/// Packages by the lock file, when they are not there yet or of an older one.
fn packages() -> Result<()> {
    let found = npm(&["--version"]).stdout(Stdio::null()).stderr(Stdio::null()).status();
    if !found.is_ok_and(|status| status.success()) {
        bail!("npm is missing: the browser client needs Node 20 or newer, from https://nodejs.org");
    }
    let written = |file: &str| root().join(file).metadata().and_then(|data| data.modified()).ok();
    let installed = written("web/node_modules/.package-lock.json");
    if installed.is_some_and(|then| written("web/package-lock.json").is_none_or(|lock| lock <= then)) {
        return Ok(());
    }
    step("packages of the client", &mut npm(&["ci", "--no-audit", "--no-fund"]))
}

/// Types and unit tests: no browser, no program. They leave a core to whatever runs beside them, and at the end there is
/// a browser for those who come after.
pub fn units() -> Result<()> {
    packages()?;
    step_beside("types of the client's code", &mut npm(&["run", "--silent", "check"]))?;
    step_beside("lint of the client's code", &mut npm(&["run", "--silent", "lint"]))?;
    step_beside("unit tests of the client", &mut npm(&["run", "--silent", "test"]))?;
    chromium()
}

/// The program in a browser; this build of it has to be there.
pub fn browser(build: Build) -> Result<()> {
    packages()?;
    chromium()?;
    step("the program in a browser", &mut suite(build, &[])?)
}

/// The browser tests of this build, and of the rules without a server where those can be built.
fn suite(build: Build, more: &[&str]) -> Result<Command> {
    let mut suite = npm(&[&["run", "--silent", "e2e"], more].concat());
    suite.env("HEATRAY_BIN", heatray(build, &[]).get_program());
    if let Some(rules) = wasm::for_tests()? {
        if build == Build::Tests {
            // Of the same crates as the tests, so that nothing but the example is built.
            step("the same rules natively", &mut cargo(&["build", "--workspace", "--example", "ask"]))?;
        }
        suite.env("HEATRAY_RULES", rules);
    }
    Ok(suite)
}

/// The same once, quietly; what the test runner reports, whether tests failed or not.
pub fn browser_report(build: Build) -> Result<String> {
    packages()?;
    chromium()?;
    let file = env::temp_dir().join(format!("heatray-browser-tests-{}.json", std::process::id()));
    let out = format!("--outputFile={}", file.display());
    let ended = suite(build, &["--", "--reporter=json", &out])?
        .stdout(Stdio::null())
        .status()
        .context("the browser tests could not start")?;
    let report = std::fs::read_to_string(&file)
        .with_context(|| format!("the browser tests ended with {ended} and left no report"))?;
    std::fs::remove_file(&file).with_context(|| format!("{} can not be removed", file.display()))?;
    Ok(report)
}

/// `cargo xtask pace [ROUNDS]`: rules and bots in a page's worker beside the same on one native thread, in turn.
pub fn pace(words: &[String]) -> Result<()> {
    let rounds = words.first().map_or("3", String::as_str);
    if !rounds.parse::<u32>().is_ok_and(|rounds| rounds > 0) {
        bail!("expected a number of rounds: cargo xtask pace 3");
    }
    packages()?;
    chromium()?;
    // Together, so that both are of the same crates.
    let native =
        ["build", "--release", "--package", "heatray", "--package", "offline", "--bins", "--example", "ask"];
    step("the program, and the same rules natively", &mut cargo(&native))?;
    let mut suite = suite(Build::Release, &["--", "pace"])?;
    if !suite.get_envs().any(|(name, _)| name == "HEATRAY_RULES") {
        bail!("without rules for the page there is nothing to measure");
    }
    step("page and native program, in turn", suite.env("HEATRAY_PACE", rounds))
}

/// The pictures of the README, of the program as it is now.
pub fn screenshots() -> Result<()> {
    packages()?;
    chromium()?;
    step("release build", &mut cargo(&["build", "--release"]))?;
    let mut shots = npm(&["run", "--silent", "e2e", "--", "screens", "hour", "solo", "worlds"]);
    step("screenshots", shots.env("HEATRAY_SHOTS", "1"))
}

/// A Chromium is there, or is installed where that can be done without asking.
fn chromium() -> Result<()> {
    let named = env::var_os("HEATRAY_CHROMIUM").map(|p| Path::new(&p).exists());
    if named == Some(true) || BROWSERS.iter().any(|p| Path::new(p).exists()) {
        return Ok(());
    }
    let apt = |arguments: &[&str]| {
        let mut command = Command::new("apt-get");
        command.args(arguments).env("DEBIAN_FRONTEND", "noninteractive");
        command
    };
    // Old lists may do; only the browser itself counts.
    let _ = step_beside("package lists", &mut apt(&["update", "-q"]));
    // The one without a window is quicker; not every release of Debian has it.
    let install = |name: &str| step_beside(name, &mut apt(&["install", "-y", "-q", name]));
    let installed = install("chromium-headless-shell").or_else(|_| install("chromium"));
    if installed.is_err() || !BROWSERS.iter().any(|p| Path::new(p).exists()) {
        bail!(
            "no Chromium for the browser tests: install the package `chromium` (Debian: apt-get install chromium), \
             or set HEATRAY_CHROMIUM to the program"
        );
    }
    Ok(())
}
