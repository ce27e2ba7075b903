//! Three servers at one PostgreSQL that are killed and stopped in turn.

use crate::postgres::Postgres;
use crate::run::{Build, cargo, heatray, root, step};
use crate::test::TESTS;
use anyhow::Result;
use std::env;
use std::path::Path;
use std::process::Command;

/// With `--tests` the program that the tests have built is tried; whatever else stands there is for the driver.
pub fn all(arguments: &[String]) -> Result<()> {
    let build = if arguments.iter().any(|word| word == "--tests") { Build::Tests } else { Build::Release };
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
    let program = heatray(build, &[]).get_program().to_owned();
    let driver = Path::new(&program).with_file_name(format!("nodes{}", env::consts::EXE_SUFFIX));
    let database = Postgres::start()?;
    let mut command = Command::new(driver);
    command.current_dir(root()).arg(&program).args(["--db", &database.url()]);
    command.args(arguments.iter().filter(|word| *word != "--tests" && *word != "--nodes"));
    command.env("RUST_LOG", "off");
    step("three nodes, killed and stopped in turn", &mut command)
}
