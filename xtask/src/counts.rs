//! Instructions instead of seconds: a slower rule shows on the noisiest machine.
//!
//! Valgrind counts what a batch of games executes; two batches of different size tell what starting the program costs
//! and what an order does. The figures stand in `docs/instructions.tsv`; whoever makes something slower sees it here.

use crate::chores::{Row, rows};
use crate::report::number;
use crate::run::{Build, cargo, heatray, root, step};
use anyhow::{Context, Result, bail};
use std::fmt::Write;
use std::fs;
use std::process::{Command, Stdio};

/// More than this over the figure on file is a rule that became slower.
const TOLERANCE: f64 = 0.03;
const FILE: &str = "docs/instructions.tsv";

pub fn all(bless: bool) -> Result<()> {
    if !Command::new("valgrind").arg("--version").stdout(Stdio::null()).status().is_ok_and(|s| s.success()) {
        bail!(
            "valgrind is not installed; install it with your system's packages (Debian: apt install valgrind)"
        );
    }
    step("release build", &mut cargo(&["build", "--release", "--package", "heatray"]))?;
    let file = root().join(FILE);
    let written = fs::read_to_string(&file).unwrap_or_default();
    let mut fresh = String::from("# instructions an order, by `cargo xtask counts --bless`\n");
    let mut slower = Vec::new();
    for Row { game, scenario, rest } in &rows("count")? {
        let sizes = rest.iter().map(|n| n.parse()).collect::<Result<Vec<u64>, _>>().unwrap_or_default();
        let &[few, many] = sizes.as_slice() else {
            bail!("count {scenario} of {game}: expected the sizes of two batches, found {rest:?}");
        };
        let (first, second) = (counted(game, scenario, few)?, counted(game, scenario, many)?);
        let each = (second.0 - first.0) / (second.1 - first.1);
        let before = on_file(&written, game, scenario);
        let change =
            before.map_or(String::new(), |before| format!(", {:+.1} %", (each / before - 1.0) * 100.0));
        println!("    {game} {scenario}: {each:.0} instructions an order{change}");
        let _ = writeln!(fresh, "{game}\t{scenario}\t{each:.0}");
        if before.is_some_and(|before| each > before * (1.0 + TOLERANCE)) {
            slower.push(format!("{game} {scenario}{change}"));
        }
        if before.is_none() && !bless {
            bail!("{FILE} has no figure for {game} {scenario}; write it with: cargo xtask counts --bless");
        }
    }
    if bless {
        fs::write(&file, fresh).with_context(|| file.display().to_string())?;
    } else if !slower.is_empty() {
        bail!(
            "slower than {FILE} says: {}; if it has to be, `cargo xtask counts --bless`",
            slower.join("; ")
        );
    }
    Ok(())
}

fn on_file(text: &str, game: &str, scenario: &str) -> Option<f64> {
    let mut rows = text.lines().map(|line| line.split('\t').collect::<Vec<_>>());
    rows.find(|row| row.len() == 3 && row[0] == game && row[1] == scenario)?[2].parse().ok()
}

/// Instructions and orders of one batch.
fn counted(game: &str, scenario: &str, games: u64) -> Result<(f64, f64)> {
    let program = heatray(Build::Release, &[]).get_program().to_owned();
    let games = games.to_string();
    let mut batch = Command::new("valgrind");
    batch.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]).arg(program).current_dir(root());
    batch.args(["lab", "run", game, scenario, "--games", &games, "--seed", "1", "--threads", "1", "--json"]);
    let out = batch.output().context("valgrind could not start")?;
    let (told, counts) = (String::from_utf8_lossy(&out.stdout), String::from_utf8_lossy(&out.stderr));
    let orders = number(&told, "orders").and_then(|text| text.parse().ok());
    let instructions = instructions(&counts);
    instructions
        .zip(orders)
        .with_context(|| format!("{game} {scenario} ended with {}: {told}\n{counts}", out.status))
}

/// What callgrind says that it collected.
fn instructions(report: &str) -> Option<f64> {
    let line = report.lines().find(|line| line.contains("Collected"))?;
    line.rsplit(' ').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_read_from_the_report_and_from_the_file() {
        assert_eq!(instructions("==7== Events    : Ir\n==7== Collected : 79366533\n"), Some(79_366_533.0));
        assert_eq!(instructions("nothing"), None);
        let text = "# a remark\ntriplanes\tpiave\t512\nworlds\tcore\t300\n";
        assert_eq!(on_file(text, "triplanes", "piave"), Some(512.0));
        assert_eq!(on_file(text, "triplanes", "simple-battle"), None);
    }
}
