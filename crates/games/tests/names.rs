//! A new game touches its own places and one line of the register; nothing else names a game.

use std::fs;
use std::path::{Path, PathBuf};

/// Where no game is named. `crates/games` is the register.
const NAMELESS: [&str; 20] = [
    "crates/bots/src",
    "crates/components/src",
    "crates/geometry/src",
    "crates/heatray/src",
    "crates/lab/src",
    "crates/ledger/src",
    "crates/lessons/src",
    "crates/load/src",
    "crates/offline/src",
    "crates/page/src",
    "crates/server/src",
    "crates/table/src",
    "crates/wasm/src",
    "web/src/App.svelte",
    "web/src/frame",
    "web/src/lib",
    "web/src/main.ts",
    "web/src/offline",
    "web/src/table",
    "xtask/src",
];

/// Names that are no coupling: a new game need not stand beside them.
const LEFT: [(&str, &str); 4] = [
    ("crates/ledger/src/rule.rs", "a kind of rule is called so"),
    ("xtask/src/peers.rs", "two games are measured beside other programs of their kind"),
    ("xtask/src/main.rs", "a tenth of one crate's mutants is what a night has time for"),
    ("xtask/src/web.rs", "files of browser tests that take the README's pictures"),
];

fn sources(path: &Path, out: &mut Vec<PathBuf>) {
    if path.is_file() {
        let ending = path.extension().and_then(|e| e.to_str()).unwrap_or_default();
        if ["rs", "ts", "svelte"].contains(&ending) && !path.to_string_lossy().ends_with(".test.ts") {
            out.push(path.to_owned());
        }
        return;
    }
    for entry in fs::read_dir(path).expect("a folder") {
        sources(&entry.expect("an entry").path(), out);
    }
}

/// A name as a word of code: a crate's path, an id in quotes, a folder. English is not meant.
fn named(line: &str, game: &str) -> bool {
    let said = [format!("\"{game}\""), format!("'{game}'"), format!("{game}::"), format!("/{game}/")];
    said.iter().any(|word| line.contains(word))
}

#[test]
fn nobody_names_a_game_but_its_own_places() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files = Vec::new();
    for place in NAMELESS {
        sources(&root.join(place), &mut files);
    }
    assert!(files.len() > 150, "only {} files were found", files.len());
    let mut found = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).expect("a source");
        // What tests of a crate play is theirs.
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        let place = file.strip_prefix(&root).expect("inside").display().to_string();
        let names = |line: &str| games::GAMES.iter().any(|game| named(line, game.id));
        for (n, line) in code.lines().enumerate().filter(|(_, line)| names(line)) {
            if !LEFT.iter().any(|(left, _)| *left == place) {
                found.push(format!("{place}:{}: {}", n + 1, line.trim()));
            }
        }
    }
    assert!(found.is_empty(), "{} lines name a game:\n{}", found.len(), found.join("\n"));
}

#[test]
fn a_name_in_code_is_told_from_an_english_word() {
    assert!(named("use victory::State;", "victory"));
    assert!(named("gameParts('victory')", "victory"));
    assert!(!named("/// How a victory is told.", "victory"));
}

/// Who adds a game copies this one: it has to be read in one go.
#[test]
fn the_board_of_the_worked_example_has_under_150_lines() {
    let board = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/games/ambush");
    let lines = ["Board.svelte", "Rail.svelte"]
        .map(|file| fs::read_to_string(board.join(file)).expect("a part of the board").lines().count());
    assert!(lines.iter().sum::<usize>() < 150, "{lines:?}");
}
