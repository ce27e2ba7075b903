//! What the chores do with each game stands beside its rules, in `crates/GAME/chores.txt`: no chore names a game.

use crate::run::root;
use anyhow::{Context, Result, bail};
use std::fs;

/// A line of a game's list.
#[derive(Debug, PartialEq, Eq)]
pub struct Row {
    pub game: String,
    pub scenario: String,
    pub rest: Vec<String>,
}

const KINDS: [&str; 3] = ["smoke", "count", "batch"];

/// The rows of one kind, game by game.
pub fn rows(kind: &str) -> Result<Vec<Row>> {
    let folder = root().join("crates");
    let entries = fs::read_dir(&folder).with_context(|| folder.display().to_string())?;
    let mut games: Vec<_> =
        entries.collect::<Result<_, _>>().with_context(|| folder.display().to_string())?;
    games.sort_by_key(fs::DirEntry::file_name);
    let mut found = Vec::new();
    for game in games {
        let file = game.path().join("chores.txt");
        if !file.is_file() {
            continue;
        }
        let text = fs::read_to_string(&file).with_context(|| file.display().to_string())?;
        let name = game.file_name().to_string_lossy().into_owned();
        for (kind_of, row) in read(&name, &text).with_context(|| file.display().to_string())? {
            if kind_of == kind {
                found.push(row);
            }
        }
    }
    if found.is_empty() {
        bail!("no game has a row `{kind}` in its chores.txt");
    }
    Ok(found)
}

fn read(game: &str, text: &str) -> Result<Vec<(String, Row)>> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|(n, line)| {
            let mut words = line.split_whitespace().map(str::to_owned);
            let kind = words.next().filter(|kind| KINDS.contains(&kind.as_str()));
            let (Some(kind), Some(scenario)) = (kind, words.next()) else {
                bail!("line {}: expected {} and a scenario, found {line:?}", n + 1, KINDS.join(", "));
            };
            Ok((kind, Row { game: game.to_owned(), scenario, rest: words.collect() }))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn a_row_is_a_kind_a_scenario_and_the_rest() {
        let rows = read("game", "# why\n\nbatch heath setup=quick a=b\nsmoke road\n").expect("good rows");
        assert_eq!(rows.len(), 2);
        assert_eq!((rows[0].0.as_str(), rows[0].1.scenario.as_str()), ("batch", "heath"));
        assert_eq!(rows[0].1.rest, ["setup=quick", "a=b"]);
    }

    #[test]
    fn a_row_of_no_kind_is_told_with_its_line() {
        for (text, line) in [("batch heath\nbacth heath", "line 2"), ("batch", "line 1")] {
            let error = read("game", text).expect_err("a mistake").to_string();
            assert!(error.contains(line) && error.contains("smoke, count, batch"), "{error}");
        }
    }
}
