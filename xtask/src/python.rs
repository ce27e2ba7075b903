//! The Python package: its tests with what the tests' build has made of it, and its speed as pip installs it.

use crate::report::number;
use crate::run::{cargo, output, root, step, target};
use crate::test::TESTS;
use anyhow::{Context, Result, bail};
use serde_json::Value;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What the pinned packages of the tests ask for. The package itself is content with 3.10.
const OLDEST: (u32, u32) = (3, 11);
/// Orders a second that a batch of 1,024 simple battles must do from Python on one core, in one round at least.
const LEAST: f64 = 500_000.0;
const ROUNDS: &str = "5";
const SECONDS: &str = "3";

/// The tests of the package.
pub fn tests() -> Result<()> {
    let Some(python) = interpreter() else {
        let (major, minor) = OLDEST;
        println!(
            "\n=== Python package: SKIPPED, python3 {major}.{minor}+ is not installed: its tests and those of its \
             environments and of Ray did not run"
        );
        return Ok(());
    };
    let home = target().join("python");
    let venv = environment(&python, &home.join("venv"))?;
    install(&venv, &home, "requirements-test.txt")?;
    if let Err(why) = install(&venv, &home, "requirements-ray.txt") {
        println!(
            "\n=== Ray: SKIPPED, it can not be installed here ({why:#}): nobody kills a node of a cluster"
        );
    }
    let site = site(&home.join("site"))?;
    let mut pytest = Command::new(&venv);
    pytest.args(["-m", "pytest", "--quiet", "-p", "no:cacheprovider"]).arg(folder().join("tests"));
    // Not where the package stands without its library: Ray's workers look into the folder of whoever asked them first.
    pytest.current_dir(&home).env("PYTHONPATH", &site).env("PYTHONDONTWRITEBYTECODE", "1");
    step("tests of the Python package", &mut pytest)?;
    let venv = installed(&python, &home.join("clean"), Some("dev"))?;
    let mut played = Command::new(venv);
    step("the package as pip installs it", played.arg(folder().join("tests/installed.py")))
}

/// The package in a clean environment, as anybody installs it; in the profile that pip asks for, or in a quicker one.
fn installed(python: &Path, clean: &Path, profile: Option<&str>) -> Result<PathBuf> {
    if clean.exists() {
        fs::remove_dir_all(clean).with_context(|| clean.display().to_string())?;
    }
    let venv = environment(python, clean)?;
    let mut pip = Command::new(&venv);
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]).arg(folder());
    pip.env("CARGO_TARGET_DIR", target());
    if let Some(profile) = profile {
        pip.env("MATURIN_PEP517_ARGS", format!("--profile {profile}"));
    }
    step("pip install ./python", &mut pip)?;
    Ok(venv)
}

/// Installs the package as anybody would and measures it beside OpenSpiel's own Python loop, round by round.
pub fn bench() -> Result<()> {
    let Some(python) = interpreter() else { bail!("python3 {}.{}+ is not installed", OLDEST.0, OLDEST.1) };
    let home = target().join("python");
    let venv = installed(&python, &home.join("bench"), None)?;
    let mut pip = Command::new(&venv);
    pip.args(["-m", "pip", "install", "--quiet", "--requirement"]);
    step("OpenSpiel", pip.arg(root().join("xtask/peers/requirements.txt")))?;
    let mut bench = Command::new(&venv);
    bench.arg(folder().join("bench/orders.py")).args([ROUNDS, SECONDS]);
    let told = output(&mut bench)?;
    println!("\n{}", told.trim_end());
    let best = number(&told, "best").and_then(|text| text.parse::<f64>().ok());
    let best = best.with_context(|| format!("the measurement gave no `best`: {}", told.trim()))?;
    if best < LEAST {
        bail!("{best:.0} orders a second from Python; expected {LEAST:.0} in one round at least");
    }
    Ok(())
}

fn folder() -> PathBuf {
    root().join("python")
}

/// A Python that is new enough.
fn interpreter() -> Option<PathBuf> {
    let new_enough = |name: &&str| {
        let asks = "import sys; print(*sys.version_info[:2])";
        let said = Command::new(name).args(["-c", asks]).stderr(Stdio::null()).output().ok()?;
        let text = String::from_utf8(said.stdout).ok()?;
        let (major, minor) = text.trim().split_once(' ')?;
        Some((major.parse::<u32>().ok()?, minor.parse::<u32>().ok()?) >= OLDEST)
    };
    ["python3", "python"].into_iter().find(|name| new_enough(name) == Some(true)).map(PathBuf::from)
}

/// The interpreter of a virtual environment, which is made if it is not there.
fn environment(python: &Path, venv: &Path) -> Result<PathBuf> {
    let inside = if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" };
    if !venv.join(inside).exists() {
        step("an environment for Python", Command::new(python).args(["-m", "venv"]).arg(venv))?;
    }
    Ok(venv.join(inside))
}

/// Packages by a file of pins, when they are not there yet or by an older one.
fn install(python: &Path, home: &Path, pins: &str) -> Result<()> {
    let (file, installed) = (folder().join(pins), home.join(pins));
    let wanted = fs::read_to_string(&file).with_context(|| file.display().to_string())?;
    if fs::read_to_string(&installed).is_ok_and(|text| text == wanted) {
        return Ok(());
    }
    let mut pip = Command::new(python);
    let words = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--requirement"];
    step(&format!("packages of {pins}"), pip.args(words).arg(&file))?;
    fs::write(&installed, wanted).with_context(|| installed.display().to_string())
}

/// The package with the library that the tests' build has made: nothing is compiled for it alone.
fn site(site: &Path) -> Result<PathBuf> {
    let told =
        output(cargo(&TESTS).args(["--no-run", "--quiet", "--message-format=json-render-diagnostics"]))?;
    let library = library(&told).context("the tests' build made no library for Python")?;
    let package = site.join("heatray");
    if package.exists() {
        fs::remove_dir_all(&package).with_context(|| package.display().to_string())?;
    }
    copy(&folder().join("heatray"), &package)?;
    let name = if cfg!(windows) { "_heatray.pyd" } else { "_heatray.abi3.so" };
    fs::copy(&library, package.join(name)).with_context(|| library.display().to_string())?;
    Ok(site.to_owned())
}

/// The library for Python among what cargo says it has built.
fn library(told: &str) -> Option<PathBuf> {
    let built = told.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let ours = built.filter(|line| line["target"]["name"] == "_heatray" && line["profile"]["test"] == false);
    let files: Vec<PathBuf> = ours
        .flat_map(|line| line["filenames"].as_array().cloned().unwrap_or_default())
        .filter_map(|file| file.as_str().map(PathBuf::from))
        .collect();
    files.into_iter().find(|file| file.extension().is_some_and(|end| end == env::consts::DLL_EXTENSION))
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to).with_context(|| to.display().to_string())?;
    for entry in fs::read_dir(from).with_context(|| from.display().to_string())? {
        let entry = entry?;
        let (path, name) = (entry.path(), entry.file_name());
        if path.is_dir() && name != "__pycache__" {
            copy(&path, &to.join(name))?;
        } else if path.extension().is_some_and(|end| end == "py" || end == "pyi" || end == "typed") {
            fs::copy(&path, to.join(name)).with_context(|| path.display().to_string())?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_library_is_found_among_what_was_built() {
        let line = |name: &str, test: bool, file: &str| {
            serde_json::json!({
                "reason": "compiler-artifact",
                "target": { "name": name },
                "profile": { "test": test },
                "filenames": ["/x/lib_heatray.rlib", file],
            })
            .to_string()
        };
        let end = env::consts::DLL_EXTENSION;
        let ours = format!("/x/lib_heatray.{end}");
        let told = [
            line("table", false, &format!("/x/libtable.{end}")),
            line("_heatray", true, &format!("/x/test.{end}")),
            "not JSON".to_owned(),
            line("_heatray", false, &ours),
        ];
        assert_eq!(library(&told.join("\n")), Some(PathBuf::from(ours)));
        assert_eq!(library(&told[..3].join("\n")), None);
    }
}
