//! How much the server bears.

use crate::postgres::Postgres;
use crate::run::{Build, built, companion, step};
use anyhow::Result;
use std::env;
use std::fs;
use std::path::Path;
use std::process::{self, Command};

/// Builds the program and the scripted clients, and lets them play: at a file, at a PostgreSQL, at three servers of one.
pub fn all() -> Result<()> {
    let program = built(Build::Release)?;
    let folder = env::temp_dir().join(format!("heatray-load-{}", process::id()));
    fs::create_dir_all(&folder)?;
    let mut result = Ok(());
    for sync in ["normal", "full"] {
        let db = folder.join(format!("{sync}.db"));
        let mut files = load(&program, &db.to_string_lossy());
        files.args(["--sync", sync]);
        result = result.and(step(&format!("load, synchronous={sync}"), &mut files));
    }
    let _ = fs::remove_dir_all(&folder);
    for nodes in ["1", "3"] {
        let database = Postgres::start()?;
        let mut shared = load(&program, &database.url());
        shared.args(["--nodes", nodes]);
        result = result.and(step(&format!("load, PostgreSQL, servers: {nodes}"), &mut shared));
    }
    result
}

fn load(program: &Path, db: &str) -> Command {
    let mut command = companion(program, "load");
    command.arg(program).args(["--db", db]).env("RUST_LOG", "warn");
    command
}
