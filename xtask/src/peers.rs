//! Ours beside what others have built, on one machine in the same minutes: on shared machines only ratios last.

use crate::report::number;
use crate::run::{Build, cargo, heatray, output, root, step};
use anyhow::{Context, Result, bail};
use std::collections::BTreeMap;
use std::env;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Each round measures everybody once; the middle one of the rounds counts.
const ROUNDS: usize = 5;
const SECONDS: &str = "4";
/// The part of `docs/performance.md` that this chore writes.
const BEGIN: &str = "<!-- cargo xtask peers -->\n";
const END: &str = "<!-- end of peers -->\n";

/// What is measured, in the order of the table.
const BATTLE: &str = "Tripods & Triplanes, simple battle";
const WORLDS: &str = "The War of the Worlds, core";
const CHESS: &str = "OpenSpiel chess";
const BACKGAMMON: &str = "OpenSpiel backgammon";
const GOOFSPIEL: &str = "OpenSpiel goofspiel";
const SERVER: &str = "our server, stored before it is told";
const BOARDGAME: &str = "boardgame.io, in memory";

type Figures = BTreeMap<&'static str, Vec<f64>>;

pub fn all() -> Result<()> {
    step("release build", &mut cargo(&["build", "--release", "--package", "heatray", "--package", "load"]))?;
    let folder = root().join("xtask/peers");
    let python = packages(&folder)?;
    let mut figures = Figures::new();
    for round in 1..=ROUNDS {
        println!("\n=== round {round} of {ROUNDS}");
        measure(&folder, &python, &mut figures)?;
    }
    let table = table(&figures)?;
    println!("\n{table}");
    let file = root().join("docs/performance.md");
    let text = fs::read_to_string(&file).with_context(|| file.display().to_string())?;
    fs::write(&file, replaced(&text, &table)?)?;
    Ok(())
}

/// OpenSpiel in an environment of its own, boardgame.io by its lock file.
fn packages(folder: &Path) -> Result<PathBuf> {
    let venv = root().join("target/peers");
    let python = venv.join("bin/python");
    if !python.exists() {
        step("Python for OpenSpiel", Command::new("python3").args(["-m", "venv"]).arg(&venv))?;
    }
    let mut pip = Command::new(&python);
    pip.args(["-m", "pip", "install", "--quiet", "--requirement"]).arg(folder.join("requirements.txt"));
    step("OpenSpiel", &mut pip)?;
    let mut npm = Command::new("npm");
    step("boardgame.io", npm.args(["ci", "--no-audit", "--no-fund"]).current_dir(folder))?;
    Ok(python)
}

fn measure(folder: &Path, python: &Path, figures: &mut Figures) -> Result<()> {
    let mut note = |what: &'static str, json: &str, field: &str| -> Result<()> {
        let figure = number(json, field).and_then(|text| text.parse::<f64>().ok());
        let figure = figure.with_context(|| format!("{what} gave no `{field}`: {}", json.trim()))?;
        println!("    {what}: {figure:.0}");
        figures.entry(what).or_default().push(figure);
        Ok(())
    };
    let lab = |game: &str, scenario: &str, games: &str| {
        output(&mut heatray(
            Build::Release,
            &["lab", "run", game, scenario, "--games", games, "--seed", "1", "--threads", "1", "--json"],
        ))
    };
    note(BATTLE, &lab("triplanes", "simple-battle", "100000")?, "orders_per_s")?;
    let spiel = output(Command::new(python).arg(folder.join("open_spiel.py")).arg(SECONDS))?;
    for (what, field) in [(CHESS, "chess"), (BACKGAMMON, "backgammon"), (GOOFSPIEL, "goofspiel")] {
        note(what, &spiel, field)?;
    }
    note(WORLDS, &lab("worlds", "core", "30000")?, "orders_per_s")?;

    let database = env::temp_dir().join(format!("heatray-peers-{}", std::process::id()));
    fs::create_dir_all(&database)?;
    let program = heatray(Build::Release, &[]);
    let load = Path::new(program.get_program()).with_file_name(format!("load{}", env::consts::EXE_SUFFIX));
    let mut ours = Command::new(load);
    ours.arg(program.get_program()).arg("--db").arg(database.join("one.db"));
    ours.args(["--seconds", SECONDS, "--one-match"]).env("RUST_LOG", "warn");
    let ours = output(&mut ours);
    let _ = fs::remove_dir_all(&database);
    note(SERVER, &ours?, "orders_per_s")?;
    let theirs = output(Command::new("node").arg(folder.join("boardgame.mjs")).arg(SECONDS))?;
    note(BOARDGAME, &theirs, "moves_per_s")
}

/// The middle figure of each, and the ratio of ours to theirs round by round.
fn table(figures: &Figures) -> Result<String> {
    let of = |what: &str| figures.get(what).with_context(|| format!("nothing was measured of {what}"));
    let date = output(Command::new("date").args(["-u", "+%F"]))?;
    let mut text = format!(
        "`cargo xtask peers`, {}, {ROUNDS} rounds in turn on one machine, one thread; the middle figure, and the \
         ratios of the rounds.\nOpenSpiel is driven from Python, as its package comes; its random player is a \
         Python loop.\n\n| ours | a second | theirs | a second | ours / theirs |\n|---|---|---|---|---|\n",
        date.trim()
    );
    for (ours, theirs) in [
        (BATTLE, CHESS),
        (BATTLE, BACKGAMMON),
        (BATTLE, GOOFSPIEL),
        (WORLDS, CHESS),
        (WORLDS, BACKGAMMON),
        (WORLDS, GOOFSPIEL),
        (SERVER, BOARDGAME),
    ] {
        let mut ratios: Vec<f64> = of(ours)?.iter().zip(of(theirs)?).map(|(a, b)| a / b).collect();
        let middle_ratio = middle(&mut ratios);
        let (low, high) = (ratios.first().copied().unwrap_or(0.0), ratios.last().copied().unwrap_or(0.0));
        let _ = writeln!(
            text,
            "| {ours} | {:.0} | {theirs} | {:.0} | {middle_ratio:.1} ({low:.1} to {high:.1}) |",
            middle(&mut of(ours)?.clone()),
            middle(&mut of(theirs)?.clone()),
        );
    }
    Ok(text)
}

/// The middle one; the figures are sorted afterwards.
fn middle(figures: &mut [f64]) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures.get(figures.len() / 2).copied().unwrap_or(0.0)
}

/// The text with the part between the marks exchanged.
fn replaced(text: &str, part: &str) -> Result<String> {
    let (Some(begin), Some(end)) = (text.find(BEGIN), text.find(END)) else {
        bail!("docs/performance.md: expected the lines {} and {}", BEGIN.trim(), END.trim());
    };
    let kept = begin + BEGIN.len();
    if end < kept {
        bail!("docs/performance.md: {} stands before {}", END.trim(), BEGIN.trim());
    }
    Ok(format!("{}\n{part}\n{}", &text[..kept], &text[end..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_the_middle_of_the_rounds_and_ratios_of_each() {
        let names = [BATTLE, WORLDS, CHESS, BACKGAMMON, GOOFSPIEL, SERVER, BOARDGAME];
        let mut figures: Figures = names.into_iter().map(|name| (name, vec![1.0, 1.0, 1.0])).collect();
        figures.insert(SERVER, vec![4000.0, 8000.0, 6000.0]);
        figures.insert(BOARDGAME, vec![1000.0, 1000.0, 2000.0]);
        let table = table(&figures).unwrap();
        assert!(table.contains("| 6000 | boardgame.io, in memory | 1000 | 4.0 (3.0 to 8.0) |"), "{table}");
        figures.remove(CHESS);
        assert!(super::table(&figures).is_err());
    }

    #[test]
    fn only_the_part_between_the_marks_is_exchanged() {
        let text = format!("before\n{BEGIN}old\n{END}after\n");
        assert_eq!(replaced(&text, "new").unwrap(), format!("before\n{BEGIN}\nnew\n{END}after\n"));
        assert!(replaced("no marks", "new").is_err());
    }
}
