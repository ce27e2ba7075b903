//! Logs of every game and every version of its rules, kept for ever in `corpus/`. Those of the version of today lead to the
//! same state after every order, with the content that they were played with; older ones are still read, and refused to be
//! played with a sentence. And a golden playthrough changes only together with the version of the rules.
//!
//! `cargo xtask corpus` adds what is missing, and never changes what is there.

use games::{EXAMPLES, Entry, GAMES};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use table::face::AnyGame;
use table::{Dice, LogError, MatchLog, SetupRequest, StateHash};

/// Scenarios of a game that are played for the corpus, and orders of each at most.
const LOGS: usize = 4;
const ORDERS: usize = 250;

/// What `corpus/versions.toml` says of a game: the version of its rules, and where its golden playthroughs led.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Version {
    rules: u32,
    goldens: BTreeMap<String, String>,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn corpus() -> PathBuf {
    root().join("corpus")
}

fn blesses() -> bool {
    std::env::var_os("HEATRAY_BLESS").is_some_and(|v| v == "1")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

fn write(path: &Path, text: &str) {
    let folder = path.parent().map_or(Ok(()), fs::create_dir_all);
    folder.and_then(|()| fs::write(path, text)).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
}

/// The files of a folder with this ending, in the order of their names; none if there is no such folder.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let Ok(found) = fs::read_dir(folder) else { return Vec::new() };
    let mut paths: Vec<PathBuf> =
        found.map(|entry| entry.expect("a folder that can be read").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|found| found == ending));
    paths.sort_unstable();
    paths
}

// ---- goldens

/// Where each golden playthrough leads: by what is played, with which content and which dice. Other content is no other
/// rules.
fn goldens(game: &str) -> BTreeMap<String, String> {
    let folder = root().join(format!("crates/{game}/tests/golden"));
    files(&folder, "txt").iter().map(|path| golden(&read(path), &path.display().to_string())).collect()
}

fn golden(text: &str, file: &str) -> (String, String) {
    let mut lines = text.lines();
    let (title, header) = (lines.next().unwrap_or_default(), lines.next().unwrap_or_default());
    let (_, played) =
        header.split_once(", ").unwrap_or_else(|| panic!("{file}:2: expected `rules N, dice …`"));
    let last = lines.next_back().and_then(|line| line.strip_prefix("hash "));
    let hash = last.unwrap_or_else(|| panic!("{file}: expected the hash of the match in the last line"));
    (format!("{title}; {played}"), hash.to_owned())
}

/// Whether what was written down is still true; if not, what to do.
fn judge(game: &str, now: &Version, kept: &Version) -> Result<(), Advice> {
    if now.rules < kept.rules {
        let why = format!("the rules version of {game} is {}, and was {} before", now.rules, kept.rules);
        return Err(Advice::Mend(format!("{why}; it never goes down")));
    }
    if now.rules > kept.rules {
        return Err(Advice::Record(format!("the rules version of {game} is {} now", now.rules)));
    }
    let changed =
        now.goldens.iter().find(|(name, hash)| kept.goldens.get(*name).is_some_and(|was| was != *hash));
    if let Some((name, _)) = changed {
        return Err(Advice::Mend(format!(
            "the golden playthrough {name:?} leads elsewhere, and the rules version of {game} is still {}: matches that \
             are under way would be played again otherwise. Raise RULES_VERSION in its `impl Game`, record the goldens \
             (HEATRAY_BLESS=1), then run `cargo xtask corpus`",
            now.rules
        )));
    }
    if now.goldens != kept.goldens {
        return Err(Advice::Record(format!("{game} has other golden playthroughs than were written down")));
    }
    Ok(())
}

#[derive(Debug, PartialEq)]
enum Advice {
    /// It may be written down as it is now.
    Record(String),
    /// Something has to be changed first.
    Mend(String),
}

fn all_games() -> impl Iterator<Item = &'static Entry> {
    GAMES.iter().chain(EXAMPLES)
}

#[test]
fn a_golden_playthrough_changes_only_with_the_version_of_its_rules() {
    let path = corpus().join("versions.toml");
    let text = fs::read_to_string(&path).unwrap_or_default();
    let mut kept: BTreeMap<String, Version> = toml::from_str(&text).expect("corpus/versions.toml");
    let mut wrong = Vec::new();
    for entry in all_games() {
        let now = Version { rules: (entry.plain)().rules(), goldens: goldens(entry.id) };
        let was = kept.get(entry.id).cloned().unwrap_or_default();
        match judge(entry.id, &now, &was) {
            Ok(()) => {}
            Err(Advice::Record(_)) if blesses() => drop(kept.insert(entry.id.to_owned(), now)),
            Err(Advice::Record(why)) => wrong.push(format!("{why}; run `cargo xtask corpus`")),
            Err(Advice::Mend(why)) => wrong.push(why),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    if blesses() {
        let head = "# The version of the rules of each game, and where its golden playthroughs led by then. Written by\n\
                    # `cargo xtask corpus`; a hash changes only where the version goes up.\n\n";
        write(&path, &format!("{head}{}", toml::to_string(&kept).expect("plain data")));
    }
}

#[test]
fn a_changed_golden_without_a_new_version_is_no_record() {
    let of = |rules, goldens: &[(&str, &str)]| {
        let goldens = goldens.iter().map(|(name, hash)| ((*name).to_owned(), (*hash).to_owned())).collect();
        Version { rules, goldens }
    };
    let kept = of(2, &[("a", "1"), ("b", "2")]);
    assert_eq!(judge("g", &kept, &kept), Ok(()));
    let Err(Advice::Mend(why)) = judge("g", &of(2, &[("a", "1"), ("b", "3"), ("c", "4")]), &kept) else {
        panic!("another hash of b")
    };
    assert!(why.contains("\"b\"") && why.contains("still 2") && why.contains("Raise RULES_VERSION"), "{why}");
    assert!(matches!(judge("g", &of(1, &[("a", "1"), ("b", "2")]), &kept), Err(Advice::Mend(_))));
    for fine in [of(3, &[("a", "9")]), of(2, &[("a", "1")]), of(2, &[("a", "1"), ("b", "2"), ("c", "3")])] {
        assert!(matches!(judge("g", &fine, &kept), Err(Advice::Record(_))), "{fine:?}");
    }
    let text = "Game: heath, on=off\ng rules 1, dice d, content c, seed 7\nseat 0\n\nhash 0123\n";
    let known = ("Game: heath, on=off; dice d, content c, seed 7".to_owned(), "0123".to_owned());
    assert_eq!(golden(text, "file"), known);
}

// ---- logs

fn game_with(entry: &Entry, content: StateHash) -> Arc<dyn AnyGame> {
    let plain = (entry.plain)();
    if plain.content() == content && plain.files().is_empty() {
        return plain;
    }
    let path = corpus().join(entry.id).join(format!("content-{content}.json"));
    let files = serde_json::from_str(&read(&path)).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let game = plain.with_files(files).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    assert_eq!(game.content(), content, "{}", path.display());
    game
}

fn hashes(path: &Path) -> Vec<String> {
    read(&path.with_extension("hashes")).lines().map(str::to_owned).collect()
}

/// Plays a log of today's rules again, looking at every step.
fn replay(entry: &Entry, text: &str, hashes: &[String]) -> Result<(), String> {
    let header = table::log::header_of(text).ok_or("line 1: no header")?;
    let game = game_with(entry, header.content);
    let log: MatchLog<Value, Value> = MatchLog::parse(text).map_err(|e| e.to_string())?;
    let first = text.lines().next().unwrap_or_default();
    let mut play = game.load_log(first).map_err(|e| e.to_string())?;
    if hashes.len() != log.entries.len() + 1 {
        return Err(format!("{} orders, {} hashes", log.entries.len(), hashes.len()));
    }
    for (step, hash) in hashes.iter().enumerate() {
        if let Some(order) = step.checked_sub(1).map(|n| &log.entries[n]) {
            play.order(order.seat, &order.order).map_err(|e| format!("step {step}: {e}"))?;
        }
        if play.hash().to_string() != *hash {
            return Err(format!("step {step}: the stored match and today's rules differ"));
        }
    }
    match game.verify_log(text) {
        Ok(verified) if verified.ok => Ok(()),
        Ok(verified) => Err(format!("it leads to {}", verified.hash)),
        Err(error) => Err(error.to_string()),
    }
}

/// A log of older rules can be read by anybody, and is refused to be played with a sentence.
fn is_read_and_refused(entry: &Entry, text: &str) {
    let log: MatchLog<Value, Value> = MatchLog::parse(text).expect("a log of any version is read");
    assert!(!log.entries.is_empty() && log.hash.is_some());
    let game = (entry.plain)();
    let Err(refused) = game.load_log(text) else { panic!("a log of rules {} is played", log.header.rules) };
    assert!(matches!(refused, LogError::Version { .. }), "{refused}");
    let words = refused.to_string();
    let [old, new] = [log.header.rules, game.rules()].map(|rules| format!("{} rules {rules}", entry.id));
    assert!(words.contains(&old) && words.contains(&new), "{words}");
}

#[test]
fn every_log_of_the_corpus_is_what_it_was() {
    if blesses() {
        all_games().for_each(record);
    }
    for entry in all_games() {
        let today = (entry.plain)().rules();
        let mut of_today = 0;
        for rules in 1..=today {
            for path in files(&corpus().join(entry.id).join(rules.to_string()), "jsonl") {
                let text = read(&path);
                if rules == today {
                    of_today += 1;
                    let found = replay(entry, &text, &hashes(&path));
                    assert_eq!(found, Ok(()), "{}: rules changed without a new version?", path.display());
                } else {
                    is_read_and_refused(entry, &text);
                }
            }
        }
        assert!(of_today > 0, "no log of {} rules {today}; run `cargo xtask corpus`", entry.id);
    }
}

/// Plays some scenarios at random, for those who come after us.
fn record(entry: &Entry) {
    let game = (entry.plain)();
    let home = corpus().join(entry.id);
    if !game.files().is_empty() {
        let path = home.join(format!("content-{}.json", game.content()));
        write(&path, &serde_json::to_string(game.files()).expect("texts"));
    }
    let scenarios = game.scenarios();
    let every = scenarios.len().div_ceil(LOGS).max(1);
    for scenario in scenarios.iter().step_by(every) {
        let folder = home.join(game.rules().to_string());
        let path = folder.join(format!("{}-{}.jsonl", scenario.id, game.content()));
        if path.exists() {
            continue;
        }
        let request = SetupRequest::of(&scenario.id, &[]);
        let mut play = game.new_match(&request, 1).unwrap_or_else(|e| panic!("{}: {e}", scenario.id));
        let mut dice = Dice::derive(1, 1);
        let mut hashes = vec![play.hash().to_string()];
        while let Some((prompt, _)) = play.owed().filter(|_| play.orders() < ORDERS) {
            assert!(play.draw(prompt, &mut dice), "{}: no order", scenario.id);
            hashes.push(play.hash().to_string());
        }
        write(&path, &play.log_text());
        write(&path.with_extension("hashes"), &(hashes.join("\n") + "\n"));
    }
}

/// A log of the corpus, for the tests of the tests.
fn any_log() -> (&'static Entry, String, Vec<String>) {
    let entry = &GAMES[0];
    let folder = corpus().join(entry.id).join((entry.plain)().rules().to_string());
    let path = files(&folder, "jsonl").into_iter().next().expect("a log; run `cargo xtask corpus`");
    (entry, read(&path), hashes(&path))
}

#[test]
fn a_step_that_leads_elsewhere_is_named() {
    let (entry, text, mut hashes) = any_log();
    hashes[3] = "0123456789abcdef".to_owned();
    let why = "step 3: the stored match and today's rules differ".to_owned();
    assert_eq!(replay(entry, &text, &hashes), Err(why));
}

#[test]
fn a_log_of_other_rules_is_read_and_not_played() {
    let (entry, text, _) = any_log();
    let rules = (entry.plain)().rules();
    let older = text.replacen(&format!("\"rules\":{rules},"), &format!("\"rules\":{},", rules - 1), 1);
    assert_ne!(older, text);
    is_read_and_refused(entry, &older);
}
