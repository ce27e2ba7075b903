//! How much the server bears.

use crate::run::{Build, cargo, heatray, step};
use anyhow::Result;
use std::env;
use std::fs;
use std::process;

/// Builds the program and the scripted clients, and lets them play.
pub fn all() -> Result<()> {
    step("release build", &mut cargo(&["build", "--release", "--package", "heatray", "--package", "load"]))?;
    let folder = env::temp_dir().join(format!("heatray-load-{}", process::id()));
    fs::create_dir_all(&folder)?;
    let program = heatray(Build::Release, &[]);
    let load = program.get_program().to_owned();
    let load = std::path::Path::new(&load).with_file_name(format!("load{}", env::consts::EXE_SUFFIX));
    let mut result = Ok(());
    for sync in ["normal", "full"] {
        let mut command = process::Command::new(&load);
        command.arg(program.get_program()).arg("--db").arg(folder.join(format!("{sync}.db")));
        command.args(["--sync", sync]).env("RUST_LOG", "warn");
        result = result.and(step(&format!("load, synchronous={sync}"), &mut command));
    }
    let _ = fs::remove_dir_all(&folder);
    result
}
