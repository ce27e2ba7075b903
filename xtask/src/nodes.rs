//! Three servers at one PostgreSQL that are killed and stopped in turn.

use crate::postgres::Postgres;
use crate::run::{Build, built, companion, step};
use anyhow::Result;

/// With `--tests` the program that the tests have built is tried; whatever else stands there is for the driver.
pub fn all(arguments: &[String]) -> Result<()> {
    let build = if arguments.iter().any(|word| word == "--tests") { Build::Tests } else { Build::Release };
    let program = built(build)?;
    let database = Postgres::start()?;
    let mut command = companion(&program, "nodes");
    command.arg(&program).args(["--db", &database.url()]);
    command.args(arguments.iter().filter(|word| *word != "--tests" && *word != "--nodes"));
    command.env("RUST_LOG", "off");
    step("three nodes, killed and stopped in turn", &mut command)
}
