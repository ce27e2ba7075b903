//! What a process takes of the machine, as Linux tells it.

use anyhow::{Context, Result};

/// The seconds of processor time that a process has used. Linux counts in hundredths.
pub fn processor(pid: u32) -> Result<f64> {
    let line = std::fs::read_to_string(format!("/proc/{pid}/stat")).context("measured on Linux")?;
    let fields: Vec<&str> = line.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let ticks =
        |index: usize| fields.get(index).and_then(|field| field.parse::<f64>().ok()).context("no times");
    Ok((ticks(11)? + ticks(12)?) / 100.0)
}

/// The resident memory of a process in kilobytes.
pub fn memory(pid: u32) -> Result<i64> {
    let status =
        std::fs::read_to_string(format!("/proc/{pid}/status")).context("memory is measured on Linux")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).context("no VmRSS")?;
    Ok(line.trim().trim_end_matches(" kB").trim().parse()?)
}

/// The threads of a process.
pub fn threads(pid: u32) -> Result<usize> {
    entries(pid, "task")
}

/// The files and sockets that a process holds open.
pub fn descriptors(pid: u32) -> Result<usize> {
    entries(pid, "fd")
}

fn entries(pid: u32, folder: &str) -> Result<usize> {
    Ok(std::fs::read_dir(format!("/proc/{pid}/{folder}")).context("measured on Linux")?.count())
}
