//! The lab from the command line.

use crate::cli::{folder, heatray, json, text};
use serde_json::Value;
use std::fs;

/// The words of a command, and some more.
fn words<'a>(line: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    line.split_whitespace().chain(more.iter().copied()).collect()
}

fn without(mut report: Value, clock: &[&str]) -> Value {
    for key in clock {
        report.as_object_mut().unwrap().remove(*key);
    }
    report
}

const CLOCK: &[&str] = &["seconds", "games_per_s", "orders_per_s"];

#[test]
fn a_duel_prints_what_tools_read() {
    let line =
        "lab duel triplanes simple-battle --option setup=quick --bots cadet,random --games 7 --seed 2 --json";
    let [one, two] = ["1", "2"].map(|threads| json(&words(line, &["--threads", threads])));
    for key in ["games", "a_wins", "b_wins", "draws", "elo_low", "elo_high"] {
        assert!(one[key].is_number(), "{key}: {one}");
    }
    assert!(one.get("elo").is_some() && one["hash"].is_string());
    assert_eq!(one["games"], 8, "rounded up to pairs");
    assert_eq!(without(one, CLOCK), without(two, CLOCK));
    let told = text(&heatray(&words(line.trim_end_matches("--json"), &[])));
    for part in ["cadet against random", "Elo", "Martians", "hash", "sides changed"] {
        assert!(told.contains(part), "{part}: {told}");
    }
    let table = json(&words(
        "lab duel triplanes simple-battle --option setup=quick --bots cadet,random,greedy --games 2 --json",
        &[],
    ));
    assert_eq!((&table["games"], table["bots"].as_array().unwrap().len()), (&6.into(), 3));
}

#[test]
fn a_stopped_batch_goes_on() {
    let folder = folder("resume");
    let file = folder.join("games.jsonl").to_str().unwrap().to_owned();
    for line in [
        "lab run triplanes simple-battle --games 12 --seed 4 --json",
        "lab duel triplanes simple-battle --option setup=quick --bots cadet,random --games 12 --seed 4 --json",
    ] {
        let _ = fs::remove_file(&file);
        let whole = json(&words(line, &[]));
        json(&words(line, &["--resume", &file]));
        let written = fs::read_to_string(&file).unwrap();
        let kept: String = written.split_inclusive('\n').take(6).collect();
        fs::write(&file, format!("{kept}{{\"index\":11,\"se")).unwrap();
        let output = heatray(&words(line, &["--resume", &file, "--threads", "2"]));
        let again: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(without(again, CLOCK), without(whole, CLOCK), "{line}");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(said.contains("5 of 12 games stand in the journal"), "{said}");

        let other = heatray(&words(line, &["--resume", &file, "--option", "turn_limit=9"]));
        let said = String::from_utf8_lossy(&other.stderr).into_owned();
        assert_eq!(other.status.code(), Some(1));
        assert!(said.contains("games.jsonl:1: ") && said.contains("turn_limit"), "{said}");
        fs::write(&file, written.replacen("\"turns\":", "\"turns\":9", 1)).unwrap();
        let damaged = heatray(&words(line, &["--resume", &file]));
        let said = String::from_utf8_lossy(&damaged.stderr).into_owned();
        assert!(damaged.status.code() == Some(1) && said.contains("games.jsonl:2: "), "{said}");
    }
}

#[test]
fn what_the_lab_can_not_do_is_said() {
    for (line, code, part) in [
        ("lab duel triplanes simple-battle", 2, "--bots"),
        ("lab duel triplanes simple-battle --bots random", 1, "two bots or more"),
        ("lab duel triplanes simple-battle --bots random,hal", 1, "expected one of random"),
        ("lab duel triplanes simple-battle --bots random,automated", 1, "own procedure"),
        ("lab duel triplanes waterloo --bots random,cadet", 1, "simple-battle"),
        ("lab duel chess x --bots random,cadet", 1, "triplanes"),
        ("lab duel triplanes simple-battle --bots random,cadet --games 0", 1, "two games or more"),
        ("lab duel triplanes simple-battle --bots random,cadet --games few", 2, "--games"),
        ("lab tune worlds --bots steward", 2, "SCENARIOS"),
        ("lab tune hussars horsell --bots random", 1, "names no weights"),
        ("lab tune worlds core --weights courage", 1, "no weight \"courage\"; expected some of harbours,"),
        ("lab tune worlds core --bots steward --games 4", 1, "8 games of a trial"),
        ("lab balance worlds core --bots steward,random --games 4 --badges b.toml", 1, "equal bots"),
        ("lab balance triplanes --bots random --games 4 --pieces --badges b.toml", 1, "--pieces"),
        (
            "lab run triplanes simple-battle --games 1 --resume /no/such/folder/games",
            1,
            "/no/such/folder/games",
        ),
    ] {
        let output = heatray(&words(line, &[]));
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(code), "{line}: {said}");
        assert!(said.contains(part), "{line}: {said}");
    }
}

#[test]
fn a_balance_names_what_is_not_fair() {
    let line = "lab balance triplanes simple-battle --option setup=quick --bots random --games 30";
    let [one, two] = ["1", "2"].map(|threads| json(&words(line, &["--json", "--threads", threads])));
    let scenario = &one["scenarios"][0];
    for key in ["games", "finished", "score", "low", "high", "draws"] {
        assert!(scenario[key].is_number(), "{key}");
    }
    for key in ["sides", "turns", "swing", "endings", "decided"] {
        assert!(scenario[key].is_array() || scenario[key].is_object(), "{key}");
    }
    for key in ["mean", "lower_quartile", "median", "upper_quartile"] {
        assert!(scenario["turns"][key].is_number(), "{key}");
    }
    assert_eq!(one["outside"][0], "simple-battle");
    assert_eq!(without(one, CLOCK), without(two, CLOCK));
    let told = text(&heatray(&words(line, &["--pieces"])));
    for part in
        ["Earthlings", "swing", "turns", "outside of 35 to 65 of 100: simple-battle", "without nieuport_16"]
    {
        assert!(told.contains(part), "{part}: {told}");
    }
}

/// Tags that are opened and closed in turn, and attributes in quotes: what any reader of a page can read.
fn well_formed(page: &str) {
    let body = page.strip_prefix("<!DOCTYPE html>").unwrap();
    let mut open: Vec<&str> = Vec::new();
    for part in body.split('<').skip(1) {
        let (tag, after) = part.split_once('>').unwrap_or_else(|| panic!("a tag without an end: {part}"));
        assert!(!after.contains('>') || open.last() == Some(&"style"), "{part}");
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "{part}");
        } else if !tag.ends_with('/') {
            open.push(tag.split_whitespace().next().unwrap());
        }
    }
    assert!(open.is_empty(), "{open:?}");
}

#[test]
fn reports_are_pages_that_need_nothing_else() {
    let folder = folder("pages");
    for (name, line) in [
        ("run", "lab run triplanes simple-battle --games 20"),
        (
            "duel",
            "lab duel triplanes simple-battle --option setup=quick --bots cadet,random,greedy --games 2",
        ),
        ("alone", "lab duel worlds core --bots steward,random --games 4"),
        (
            "balance",
            "lab balance triplanes simple-battle --option setup=quick --bots random --games 10 --pieces",
        ),
        ("graded", "lab balance triplanes hunters-hunted --option setup=quick --bots random --games 10"),
    ] {
        let file = folder.join(format!("{name}.html"));
        let output = heatray(&words(line, &["--html", file.to_str().unwrap()]));
        assert!(output.status.success(), "{line}: {output:?}");
        let page = fs::read_to_string(&file).unwrap();
        well_formed(&page);
        for foreign in ["http", "<script", "<link", "src=", "url(", "@import", "NaN", ">inf"] {
            assert!(!page.contains(foreign), "{name}: {foreign}");
        }
        for part in ["name=\"viewport\"", "role=\"img\"", "<table>", "scope=\"row\"", "95 %", "heatray lab "]
        {
            assert!(page.contains(part), "{name}: {part}");
        }
    }
}

#[test]
fn a_measurement_is_told() {
    let line = "lab bench triplanes simple-battle --option setup=quick --bots random --games 4 --threads 2";
    let report = json(&words(line, &["--json"]));
    for key in ["games", "orders", "speedup"] {
        assert!(report[key].is_number(), "{key}");
    }
    assert!(report["decisions"]["p99_to_p50"].is_number() && report["one"]["orders_per_s"].is_number());
    let batch = "lab run triplanes simple-battle --option setup=quick --bots random --games 4 --json";
    assert_eq!(json(&words(batch, &[]))["hash"], report["hash"], "the games are those of a batch");
    assert!(text(&heatray(&words(line, &[]))).contains("speed-up"));
}

#[test]
fn a_fit_says_what_it_found_and_writes_nothing_else() {
    let file = folder("tune").join("judgement.toml").to_str().unwrap().to_owned();
    let line = "lab tune worlds core refugee-crisis --bots steward --weights plans,lone_gun --rounds 1 --games 16 --confirm 8";
    let report = json(&words(line, &["--json", "--out", &file]));
    for key in ["games", "confirmed", "seed"] {
        assert!(report[key].is_number(), "{key}: {report}");
    }
    assert_eq!((&report["mode"], report["weights"].as_array().unwrap().len()), (&"same_seat".into(), 2));
    assert_eq!(fs::exists(&file).unwrap(), report["better"].as_bool().unwrap(), "{report}");
    let told = text(&heatray(&words(line, &[])));
    assert!(told.contains("values that were tried seemed better"), "{told}");
    let again = json(&words(line, &["--json", "--threads", "1"]));
    assert_eq!(without(again, CLOCK), without(report, CLOCK));
}

#[test]
fn badges_are_written_with_where_they_come_from_and_keep_each_other() {
    let home = folder("badges").join("worlds");
    fs::create_dir_all(&home).unwrap();
    let file = home.join("balance.toml").to_str().unwrap().to_owned();
    for scenario in ["refugee-crisis", "core", "core"] {
        let line = format!("lab balance worlds {scenario} --bots steward --games 12");
        heatray(&words(&line, &["--badges", &file]));
    }
    let written = fs::read_to_string(&file).unwrap();
    let at = |part: &str| written.find(part).unwrap_or_else(|| panic!("{part}: {written}"));
    assert!(
        at("scenario = \"core\"") < at("scenario = \"refugee-crisis\""),
        "in the order of the game: {written}"
    );
    assert_eq!(written.matches("[[badge]]").count(), 2, "{written}");
    at("command = \"heatray lab balance worlds core --bots steward --games 12 --seed 1\"");
    let checked = text(&heatray(&["check", &file]));
    assert!(checked.starts_with("ok "), "{checked}");

    fs::write(&file, written.replacen("wins = ", "wins = 9", 1)).unwrap();
    let wrong = heatray(&["check", &file]);
    let said = String::from_utf8_lossy(&wrong.stdout).into_owned();
    assert_eq!(wrong.status.code(), Some(1), "{said}");
    assert!(said.contains("balance.toml:4: core: expected wins and draws that make up the games"), "{said}");
    let all = text(&heatray(&["check"]));
    assert!(all.contains("worlds balance: "), "{all}");
}
