//! A batch that was stopped goes on where it stopped.

use crate::{QUIET, battle, folder, names};
use lab::{Batch, Duel, Journal, LabError, duel, run};
use serde_json::json;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

fn batch(threads: usize) -> Batch {
    Batch { games: 20, seed: 5, threads, verify: true, ..Batch::default() }
}

fn settings() -> serde_json::Value {
    json!({ "seed": 5, "setup": { "scenario": "simple-battle" } })
}

/// Plays the batch with this journal; says how many games it played itself.
fn go_on(file: &Path, threads: usize) -> (lab::Report, u64) {
    let played = AtomicU64::new(0);
    let count = || {
        played.fetch_add(1, Ordering::Relaxed);
    };
    let journal = Journal::open(file, &settings()).unwrap();
    let report = run(battle("simple-battle").as_ref(), &batch(threads), Some(&journal), &count).unwrap();
    (report, played.into_inner())
}

/// The report without what depends on the clock.
fn timeless(report: &lab::Report) -> lab::Report {
    lab::Report { seconds: 0.0, games_per_s: 0.0, orders_per_s: 0.0, ..report.clone() }
}

#[test]
fn a_stopped_batch_ends_as_one_that_was_not() {
    let folder = folder("stopped");
    let file = folder.join("games.jsonl");
    let whole = run(battle("simple-battle").as_ref(), &batch(1), None, QUIET).unwrap();
    let (first, played) = go_on(&file, 2);
    assert_eq!((timeless(&first), played), (timeless(&whole), 20));
    let text = fs::read_to_string(&file).unwrap();
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    assert_eq!(lines.len(), 21, "the settings and 20 games");

    // Stopped after seven games, or in the middle of a line, or of the settings, or before anything was written.
    let torn = format!("{}{}", lines[..8].concat(), &lines[8][..lines[8].len() - 9]);
    let unended = lines[..8].concat().trim_end().to_owned();
    for (left, to_play) in [
        (lines[..8].concat(), 13),
        (torn, 13),
        (unended, 14),
        (lines[0][..20].to_owned(), 20),
        (String::new(), 20),
    ] {
        fs::write(&file, &left).unwrap();
        let (again, played) = go_on(&file, 2);
        assert_eq!((timeless(&again), played), (timeless(&whole), to_play), "{left:?}");
        let mut now: Vec<String> = fs::read_to_string(&file).unwrap().lines().map(str::to_owned).collect();
        let mut before: Vec<String> = text.lines().map(str::to_owned).collect();
        now[1..].sort();
        before[1..].sort();
        assert_eq!(now, before, "the same lines, in whatever order");
        assert_eq!(go_on(&file, 1).1, 0, "nothing is left to play");
    }
}

#[test]
fn a_duel_goes_on_as_well() {
    let file = folder("stopped-duel").join("games.jsonl");
    let starter = battle("simple-battle");
    let wish = |threads| Duel {
        games: 6,
        seed: 2,
        threads,
        bots: names(&["cadet", "random"]),
        verify: false,
        max_orders: 100_000,
    };
    let whole = duel(starter.as_ref(), &wish(1), None, QUIET).unwrap();
    let with = |threads| {
        let journal = Journal::open(&file, &json!({})).unwrap();
        duel(starter.as_ref(), &wish(threads), Some(&journal), QUIET).unwrap()
    };
    with(2);
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text.split_inclusive('\n').take(4).collect::<String>()).unwrap();
    let again = with(2);
    assert_eq!((again.body, again.hash), (whole.body, whole.hash));
}

#[test]
fn games_that_broke_are_told_of_as_well() {
    let file = folder("stopped-broken").join("games.jsonl");
    let short = Batch { max_orders: 2, games: 3, ..batch(1) };
    let starter = battle("simple-battle");
    let with = || {
        let journal = Journal::open(&file, &json!({})).unwrap();
        run(starter.as_ref(), &short, Some(&journal), QUIET).unwrap()
    };
    let (first, again) = (with(), with());
    assert_eq!(timeless(&first), timeless(&again));
    assert_eq!((again.endless, again.first_fault.is_some()), (3, true));
}

fn refused(file: &Path, text: &[u8]) -> String {
    fs::write(file, text).unwrap();
    let opened = Journal::open(file, &settings());
    let after = fs::read(file).unwrap();
    assert_eq!(after, text, "what is refused is left as it was");
    match opened {
        Err(LabError::Journal(why)) => why,
        other => panic!("{other:?}"),
    }
}

#[test]
fn damage_is_refused_with_its_line() {
    let folder = folder("damaged");
    let file = folder.join("games.jsonl");
    go_on(&file, 1);
    let text = fs::read_to_string(&file).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let with = |at: usize, line: &str| {
        let mut lines = lines.clone();
        lines[at] = line;
        lines.join("\n") + "\n"
    };
    let place = |line: usize| format!("{}:{line}: ", file.display());
    for (at, line, part) in [
        (3, "{\"index\":2}", "expected a game and its checksum"),
        (3, "", "expected a game and its checksum"),
        (20, &lines[20].replace("\"orders\":", "\"orders\":1"), "expected a game and its checksum"),
        (5, lines[2], "stands in line 3 already"),
        (0, "{}", "a journal of format 1"),
        (0, "heat", "the settings of a batch"),
    ] {
        let why = refused(&file, with(at, line).as_bytes());
        assert!(why.starts_with(&place(at + 1)) && why.contains(part), "{why}");
    }
    let foreign = refused(&file, b"a letter to a friend");
    assert!(foreign.starts_with(&place(1)) && foreign.contains("settings of a batch"), "{foreign}");
    let mut bytes = text.clone().into_bytes();
    let third = lines[0].len() + lines[1].len() + 7;
    bytes[third] = 0xff;
    assert!(refused(&file, &bytes).starts_with(&place(3)));

    let other = text.replacen("\"seed\":5", "\"seed\":6", 1);
    let why = refused(&file, other.as_bytes());
    assert!(why.contains("another batch: seed was 6, and is 5 now"), "{why}");
    let other = text.replacen("simple-battle", "piave", 1);
    assert!(refused(&file, other.as_bytes()).contains("setup.scenario was \"piave\""));
}

#[test]
fn a_game_of_another_seed_is_refused() {
    let file = folder("other-seed").join("games.jsonl");
    go_on(&file, 1);
    let journal = Journal::open(&file, &settings()).unwrap();
    let other = Batch { seed: 6, ..batch(1) };
    let error = run(battle("simple-battle").as_ref(), &other, Some(&journal), QUIET).unwrap_err();
    assert!(error.to_string().contains(":2: expected game 0 with seed "), "{error}");
}

#[test]
fn two_batches_do_not_write_into_one_journal() {
    let file = folder("two-at-once").join("games.jsonl");
    let first = Journal::open(&file, &settings()).unwrap();
    let error = Journal::open(&file, &settings()).unwrap_err();
    assert!(error.to_string().contains("another batch is writing"), "{error}");
    drop(first);
    assert!(Journal::open(&file, &settings()).unwrap().is_empty());
}
