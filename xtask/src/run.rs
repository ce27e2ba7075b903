//! Running cargo and the program.

use crate::test::TESTS;
use anyhow::{Context, Result, bail};
use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

/// The workspace's root: cargo names this package's folder when it runs it.
pub fn root() -> PathBuf {
    let package = env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
    package.as_deref().and_then(Path::parent).map_or_else(|| PathBuf::from("."), Path::to_path_buf)
}

pub fn cargo(arguments: &[&str]) -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root()).args(arguments);
    command
}

/// Which build of the program is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Build {
    /// The one that `cargo test` leaves behind: optimised a little, with all assertions.
    Tests,
    Release,
}

/// Where cargo leaves what it builds.
pub fn target() -> PathBuf {
    let target = ["CARGO_TARGET_DIR", "CARGO_BUILD_TARGET_DIR"].into_iter().find_map(env::var_os);
    // An absolute folder replaces the root in `join`.
    root().join(target.unwrap_or_else(|| "target".into()))
}

/// The program as cargo leaves it.
pub fn heatray(build: Build, arguments: &[&str]) -> Command {
    let folder = match build {
        Build::Tests => "debug",
        Build::Release => "release",
    };
    let mut command = Command::new(target().join(folder).join(format!("heatray{}", env::consts::EXE_SUFFIX)));
    command.current_dir(root()).args(arguments);
    command
}

/// Builds the program and the scripted clients beside it; the program's file.
pub fn built(build: Build) -> Result<PathBuf> {
    match build {
        Build::Release => {
            let release = ["build", "--release", "--package", "heatray", "--package", "load"];
            step("release build", &mut cargo(&release))?;
        }
        Build::Tests => {
            step("the program", cargo(&TESTS).arg("--no-run"))?;
            step("its players", &mut cargo(&["build", "--package", "load"]))?;
        }
    }
    Ok(heatray(build, &[]).get_program().into())
}

/// A program that lies beside this one.
pub fn companion(program: &Path, name: &str) -> Command {
    let mut command = Command::new(program.with_file_name(format!("{name}{}", env::consts::EXE_SUFFIX)));
    command.current_dir(root());
    command
}

/// Whether a cargo subcommand is installed.
pub fn cargo_has(subcommand: &str) -> bool {
    let mut probe = cargo(&[subcommand, "--version"]);
    probe.stdout(Stdio::null()).stderr(Stdio::null());
    probe.status().is_ok_and(|status| status.success())
}

/// Prints a header and runs the command to its end; fails, naming the step, when the command does.
pub fn step(name: &str, command: &mut Command) -> Result<()> {
    header(name, command);
    let start = Instant::now();
    let status = command.status().with_context(|| format!("step `{name}` could not start"))?;
    if !status.success() {
        bail!("step `{name}` failed ({status})");
    }
    println!("    done in {:.1} s", start.elapsed().as_secs_f64());
    Ok(())
}

/// Like [`step`] while others are at work: what the command printed comes in one piece when it has ended.
pub fn step_beside(name: &str, command: &mut Command) -> Result<()> {
    let start = Instant::now();
    let out = command.stdin(Stdio::null()).output();
    let out = out.with_context(|| format!("step `{name}` could not start"))?;
    let said =
        [&out.stdout[..], &out.stderr[..]].map(|text| String::from_utf8_lossy(text).into_owned()).concat();
    let took = start.elapsed().as_secs_f64();
    println!(
        "\n=== {name}: {}\n{}\n    done in {took:.1} s, beside the others",
        shown(command),
        said.trim_end()
    );
    if !out.status.success() {
        bail!("step `{name}` failed ({})", out.status);
    }
    Ok(())
}

/// Like [`step`], and returns what the command printed.
pub fn step_output(name: &str, command: &mut Command) -> Result<String> {
    header(name, command);
    output(command).with_context(|| format!("step `{name}` failed"))
}

/// Runs the command quietly and returns its standard output.
pub fn output(command: &mut Command) -> Result<String> {
    let shown = shown(command);
    let out = command
        .stderr(Stdio::inherit())
        .output()
        .with_context(|| format!("`{shown}` could not start; is it built? (cargo build --release)"))?;
    if !out.status.success() {
        bail!("`{shown}` ended with {}\n{}", out.status, String::from_utf8_lossy(&out.stdout).trim_end());
    }
    String::from_utf8(out.stdout).with_context(|| format!("`{shown}` printed something that is not UTF-8"))
}

fn header(name: &str, command: &Command) {
    println!("\n=== {name}: {}", shown(command));
}

/// The command as a person would type it.
fn shown(command: &Command) -> String {
    let program = Path::new(command.get_program()).file_stem().unwrap_or_default();
    let words = std::iter::once(program).chain(command.get_args());
    words.map(|word| word.to_string_lossy().into_owned()).collect::<Vec<_>>().join(" ")
}
