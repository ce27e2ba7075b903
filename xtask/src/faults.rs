//! Disks that fill up: a small one in memory, a server with people at work on it, and a look at what is left.

use crate::postgres::Postgres;
use crate::run::{Build, cargo, heatray, root, step};
use crate::test::TESTS;
use anyhow::{Result, bail};
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{self, Command};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

/// A file system of its own in memory; it is gone with this value.
struct Disk(PathBuf);

impl Disk {
    fn mount(name: &str, megabytes: u32) -> Result<Self> {
        let folder = env::temp_dir().join(format!("heatray-disk-{name}-{}", process::id()));
        fs::create_dir_all(&folder)?;
        let size = format!("size={megabytes}m");
        let mounted = Command::new("mount").args(["-t", "tmpfs", "-o", &size, "tmpfs"]).arg(&folder).status();
        if !mounted.is_ok_and(|status| status.success()) {
            let _ = fs::remove_dir(&folder);
            bail!("a small disk can not be mounted; run this chore as root, on Linux");
        }
        Ok(Self(folder))
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(&self.0).status();
        let _ = fs::remove_dir(&self.0);
    }
}

/// With `--tests` the program that the tests have built is tried: slower, but it is there already.
pub fn all(arguments: &[String]) -> Result<()> {
    let build = match arguments {
        [] => Build::Release,
        [only] if only == "--tests" => Build::Tests,
        _ => bail!("cargo xtask faults takes nothing or --tests; found {}", arguments.join(" ")),
    };
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
    for stop in ["clean", "kill"] {
        let disk = Disk::mount("sqlite", 32)?;
        let db = disk.0.join("heatray.db");
        step(
            &format!("SQLite, a full disk, stop: {stop}"),
            &mut faults(build, &disk.0, &db.to_string_lossy(), stop),
        )?;
        drop(disk);

        let disk = Disk::mount("postgres", 192)?;
        let database = Postgres::start_in(&disk.0.join("postgres"))?;
        let done = AtomicBool::new(false);
        let result = thread::scope(|scope| {
            // Without room it gives up; whoever runs one has it started again.
            scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    database.revive();
                    thread::sleep(Duration::from_millis(300));
                }
            });
            let tried = step(
                &format!("PostgreSQL, a full disk, stop: {stop}"),
                &mut faults(build, &disk.0, &database.url(), stop),
            );
            done.store(true, Ordering::Relaxed);
            tried
        });
        drop(database);
        drop(disk);
        result?;
    }
    Ok(())
}

fn faults(build: Build, disk: &Path, db: &str, stop: &str) -> Command {
    let program = heatray(build, &[]).get_program().to_owned();
    let driver = Path::new(&program).with_file_name(format!("faults{}", env::consts::EXE_SUFFIX));
    let mut command = Command::new(driver);
    command.current_dir(root()).arg(&program).args(["--db", db, "--stop", stop, "--disk"]).arg(disk);
    command.env("RUST_LOG", "off");
    command
}
