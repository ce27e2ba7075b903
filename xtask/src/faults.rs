//! What goes wrong in the life of a server, under people at work: it is killed, its last write is torn, its database goes and
//! comes back, its disk fills up; and a look at what is left.

use crate::postgres::Postgres;
use crate::run::{Build, built, companion, step};
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
    let (mut build, mut kills) = (Build::Release, "100".to_owned());
    let mut words = arguments.iter();
    while let Some(word) = words.next() {
        match (word.as_str(), words.as_slice().first().and_then(|word| word.parse::<u32>().ok())) {
            ("--tests", _) => build = Build::Tests,
            ("--kills", Some(number)) => {
                kills = number.to_string();
                words.next();
            }
            _ => bail!("cargo xtask faults takes --tests and --kills N; found {}", arguments.join(" ")),
        }
    }
    let program = built(build)?;
    killed(&program, &kills)?;
    for stop in ["clean", "kill"] {
        full(&program, stop)?;
    }
    Ok(())
}

/// Kills the program again and again: with a file whose journal is torn now and then, and with a database that goes and
/// comes back meanwhile.
fn killed(program: &Path, kills: &str) -> Result<()> {
    let folder = env::temp_dir().join(format!("heatray-kills-{}", process::id()));
    fs::create_dir_all(&folder)?;
    let mut torn = kill(program, &folder.join("heatray.db").to_string_lossy(), kills, &folder);
    let result = step("SQLite, kill -9 and torn writes", torn.arg("--torn")).and_then(|()| {
        let harm = folder.join("harm");
        let database = Postgres::start_in(&folder.join("postgres"))?;
        meanwhile(
            || {
                if harm.exists() {
                    database.stop();
                    thread::sleep(Duration::from_secs(1));
                }
                database.revive();
                thread::sleep(Duration::from_secs(2));
            },
            || {
                let mut gone = kill(program, &database.url(), kills, &folder);
                step("PostgreSQL, kill -9, and stopped itself", gone.arg("--harm").arg(&harm))
            },
        )
    });
    let _ = fs::remove_dir_all(&folder);
    result
}

/// Does one thing again and again until the other is done.
fn meanwhile<T>(again: impl Fn() + Sync, once: impl FnOnce() -> T) -> T {
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                again();
            }
        });
        let result = once();
        done.store(true, Ordering::Relaxed);
        result
    })
}

/// Fills the disk and frees it.
fn full(program: &Path, stop: &str) -> Result<()> {
    let disk = Disk::mount("sqlite", 32)?;
    let db = disk.0.join("heatray.db");
    step(
        &format!("SQLite, a full disk, stop: {stop}"),
        &mut fill(program, &disk.0, &db.to_string_lossy(), stop),
    )?;
    drop(disk);

    let disk = Disk::mount("postgres", 192)?;
    let database = Postgres::start_in(&disk.0.join("postgres"))?;
    let revive = || {
        // Without room it gives up; whoever runs one has it started again.
        database.revive();
        thread::sleep(Duration::from_millis(300));
    };
    let result = meanwhile(revive, || {
        step(
            &format!("PostgreSQL, a full disk, stop: {stop}"),
            &mut fill(program, &disk.0, &database.url(), stop),
        )
    });
    drop(database);
    drop(disk);
    result
}

fn fill(program: &Path, disk: &Path, db: &str, stop: &str) -> Command {
    let mut command = companion(program, "faults");
    command.arg(program).args(["--db", db, "--stop", stop, "--disk"]).arg(disk).env("RUST_LOG", "off");
    command
}

fn kill(program: &Path, db: &str, kills: &str, folder: &Path) -> Command {
    let mut command = companion(program, "kills");
    command.arg(program).args(["--db", db, "--kills", kills, "--folder"]).arg(folder).env("RUST_LOG", "off");
    command
}
