//! A PostgreSQL of its own for the tests, thrown away afterwards.

use crate::run::root;
use anyhow::{Context, Result, bail};
use std::env;
use std::ffi::OsString;
use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{self, Command, Stdio};

/// A running server in a folder of its own; it ends with this value.
#[derive(Debug)]
pub struct Postgres {
    programs: PathBuf,
    folder: PathBuf,
    port: u16,
}

const INSTALL: &str = "install it to test with it: apt install postgresql, or brew install postgresql";

impl Postgres {
    pub fn start() -> Result<Self> {
        Self::start_in(&env::temp_dir().join(format!("heatray-postgres-{}", process::id())))
    }

    /// Starts one that keeps everything in this folder.
    pub fn start_in(folder: &Path) -> Result<Self> {
        let programs = programs().with_context(|| format!("it is not installed; {INSTALL}"))?;
        let folder = folder.to_path_buf();
        fs::create_dir_all(&folder)?;
        // A port that was free a moment ago.
        let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
        let server = Self { programs, folder, port };
        if is_root() {
            run(Command::new("chown").arg("postgres").arg(&server.folder))?;
        }
        let data = server.data();
        run(server.command("initdb").args(["--no-sync", "-A", "trust", "-U", "heatray", "-D"]).arg(&data))?;
        server.begin()?;
        Ok(server)
    }

    fn begin(&self) -> Result<()> {
        let options = format!("-F -h 127.0.0.1 -p {} -k {}", self.port, self.folder.display());
        run(self
            .command("pg_ctl")
            .args(["-w", "-o", &options, "-l"])
            .arg(self.folder.join("log"))
            .arg("-D")
            .arg(self.data())
            .arg("start"))
    }

    /// Ends it at once, with whatever it is doing.
    pub fn stop(&self) {
        let _ = run(self.command("pg_ctl").args(["-m", "immediate", "-D"]).arg(self.data()).arg("stop"));
    }

    /// Starts it again if it has ended.
    pub fn revive(&self) {
        if run(self.command("pg_ctl").args(["status", "-D"]).arg(self.data())).is_err() {
            let _ = self.begin();
        }
    }

    fn data(&self) -> PathBuf {
        self.folder.join("data")
    }

    pub fn url(&self) -> String {
        format!("postgres://heatray@127.0.0.1:{}/postgres", self.port)
    }

    /// PostgreSQL refuses to be run by root: then it is run by its own user.
    fn command(&self, program: &str) -> Command {
        let program = self.programs.join(program);
        if !is_root() {
            return Command::new(program);
        }
        let mut command = Command::new("setpriv");
        command.args(["--reuid=postgres", "--regid=postgres", "--init-groups"]).arg(program);
        command.current_dir(&self.folder);
        command
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        self.stop();
        let _ = fs::remove_dir_all(&self.folder);
    }
}

fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output();
    id.is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

/// The folder with `initdb`: Debian keeps it out of the path.
fn programs() -> Option<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let mut folders: Vec<PathBuf> = env::split_paths(&path).collect();
    let mut versions: Vec<OsString> = fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.file_name())
        .collect();
    versions.sort();
    folders.extend(
        versions.iter().rev().map(|version| Path::new("/usr/lib/postgresql").join(version).join("bin")),
    );
    folders.into_iter().find(|folder| folder.join("initdb").exists() && folder.join("pg_ctl").exists())
}

fn run(command: &mut Command) -> Result<()> {
    let shown = format!("{command:?}");
    // A server that stays keeps what it inherits: its output must not be ours, or nobody sees our end.
    let status = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
    if !status.with_context(|| shown.clone())?.success() {
        bail!("it does not start: {shown} failed, from {}", root().display());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::TcpStream;

    #[test]
    fn a_database_starts_where_it_is_installed_and_leaves_nothing_behind() {
        if programs().is_none() {
            let why = format!("{:#}", Postgres::start().unwrap_err());
            assert!(why.contains("install"), "{why}");
            return;
        }
        let database = Postgres::start().unwrap();
        let (port, folder) = (database.port, database.folder.clone());
        assert!(TcpStream::connect(("127.0.0.1", port)).is_ok());
        assert!(database.url().ends_with(&format!(":{port}/postgres")));
        drop(database);
        assert!(TcpStream::connect(("127.0.0.1", port)).is_err());
        assert!(!folder.exists());
    }
}
