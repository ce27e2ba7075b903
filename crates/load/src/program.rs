//! The real program as a process of its own.

use anyhow::{Context, Result, bail};
use std::net::SocketAddr;
use std::path::Path;
use std::process::Stdio;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

/// A running `heatray serve`.
#[derive(Debug)]
pub struct Program {
    child: Child,
    pub address: SocketAddr,
}

impl Program {
    /// Starts the program and waits until it says where it is.
    pub async fn start(program: &Path, arguments: &[&str]) -> Result<Self> {
        Self::start_with(program, arguments, &[]).await
    }

    /// The same with something in its environment.
    pub async fn start_with(
        program: &Path,
        arguments: &[&str],
        environment: &[(&str, &Path)],
    ) -> Result<Self> {
        let mut child = Command::new(program)
            .args(["serve", "--no-open"])
            .args(arguments)
            .envs(environment.iter().copied())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .with_context(|| format!("{} can not be started", program.display()))?;
        let out = child.stdout.take().context("no output")?;
        let mut lines = BufReader::new(out).lines();
        while let Some(line) = lines.next_line().await? {
            if let Some(address) = line.strip_prefix("Heatray is at http://") {
                let address = address.trim().parse()?;
                // The rest is read so that the program never waits for us.
                tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
                return Ok(Self { child, address });
            }
        }
        bail!("the program ended before it said where it is")
    }

    /// Ends it at once: no chance to write anything more.
    pub async fn kill(mut self) -> Result<()> {
        Ok(self.child.kill().await?)
    }

    pub fn pid(&self) -> Option<u32> {
        self.child.id()
    }

    /// Waits until it ends by itself; whether all was well.
    pub async fn ended(mut self) -> Result<bool> {
        Ok(self.child.wait().await?.success())
    }
}
