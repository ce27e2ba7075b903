//! What must hold before a commit, and what the build server runs.

use crate::chores::rows;
use crate::postgres::Postgres;
use crate::python;
use crate::report::Batch;
use crate::run::{Build, cargo, cargo_has, heatray, step, step_output};
use crate::{wasm, web};
use anyhow::{Context, Result, bail};
use std::time::Instant;

const SMOKE_GAMES: u64 = 500;

/// All tests of the workspace. Not --all-targets: that would run the benchmarks, too.
pub const TESTS: [&str; 6] = ["test", "--workspace", "--lib", "--bins", "--tests", "--examples"];

/// Every step in order; the first that fails ends the run.
pub fn all() -> Result<()> {
    let start = Instant::now();
    component_step("formatting", "rustfmt", "fmt", &["fmt", "--all", "--check"])?;
    let clippy = ["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"];
    component_step("clippy", "clippy", "clippy", &clippy)?;
    step("build of the tests", cargo(&TESTS).arg("--no-run"))?;
    // Most of the tests wait for something, or have one long thread: the client's own checks fit in beside them.
    std::thread::scope(|scope| {
        let client = scope.spawn(|| web::units().and_then(|()| wasm::for_tests()));
        let rust = rust();
        let client = client.join().unwrap_or_else(|_| bail!("the checks of the client's code panicked"));
        rust.and(client.map(drop))
    })?;
    // All of them use what the tests have built: nothing is compiled a third time.
    smoke()?;
    python::tests()?;
    web::browser(Build::Tests)?;
    println!("\nAll steps passed in {:.0} s.", start.elapsed().as_secs_f64());
    Ok(())
}

/// The tests of the workspace, which are built.
fn rust() -> Result<()> {
    let database = Postgres::start();
    let mut tests = cargo(&TESTS);
    match &database {
        Ok(database) => {
            tests.env("HEATRAY_TEST_POSTGRES", database.url());
        }
        Err(why) => println!("\n=== PostgreSQL: SKIPPED, {why:#}"),
    }
    step("tests", &mut tests)?;
    drop(database);
    step("doc tests", &mut cargo(&["test", "--workspace", "--doc"]))
}

/// A step of a toolchain component which a machine may lack: then it is skipped, and said so.
fn component_step(name: &str, component: &str, subcommand: &str, arguments: &[&str]) -> Result<()> {
    if cargo_has(subcommand) {
        return step(name, &mut cargo(arguments));
    }
    println!(
        "\n=== {name}: SKIPPED, {component} is not installed; install it with: rustup component add {component}"
    );
    Ok(())
}

/// The program itself: its content is sound, a batch of games comes to its end, the ledger answers.
fn smoke() -> Result<()> {
    step("smoke: content", &mut heatray(Build::Tests, &["check"]))?;

    let name = "smoke: a batch of games";
    let games = SMOKE_GAMES.to_string();
    for row in rows("smoke")? {
        let batch = ["--games", &games, "--seed", "1", "--verify", "--json"];
        let lab = [&["lab", "run", row.game.as_str(), row.scenario.as_str()], batch.as_slice()].concat();
        let json = step_output(name, &mut heatray(Build::Tests, &lab))?;
        println!("    {}", json.trim());
        Batch::read(&json)
            .and_then(|batch| batch.must_be_clean(SMOKE_GAMES))
            .with_context(|| format!("step `{name}` failed"))?;
    }

    let name = "smoke: rule coverage";
    let coverage = step_output(name, &mut heatray(Build::Tests, &["rules", "--coverage"]))?;
    if coverage.trim().is_empty() {
        bail!("step `{name}` failed: nothing was printed");
    }
    println!("{}", coverage.trim_end());
    Ok(())
}
