//! The program as it is started.

use serde_json::Value;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use table::SetupRequest;
use table::proof::{Pledged, Proof};

pub(crate) fn heatray(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_heatray")).args(arguments).output().unwrap()
}

pub(crate) fn text(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// Runs a command that must succeed, and reads its JSON.
pub(crate) fn json(arguments: &[&str]) -> Value {
    let output = heatray(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// A folder of this test's own.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

pub(crate) fn write(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

/// The log of a game.
fn log(folder: &Path) -> String {
    let file = folder.join("game.jsonl").to_str().unwrap().to_owned();
    let option = format!("2={file}");
    json(&[
        "lab",
        "run",
        "triplanes",
        "simple-battle",
        "--games",
        "3",
        "--seed",
        "5",
        "--json",
        "--log",
        &option,
    ]);
    file
}

#[test]
fn a_demo_shows_a_match_of_bots() {
    let output = heatray(&["demo"]);
    let text = text(&output);
    assert!(output.status.success());
    for part in ["Bring Proof", "TT-SEQ-01", "▲2", "│", "What next:"] {
        assert!(text.contains(part), "{part}");
    }
    assert!(text.contains(" win: ") || text.contains(" wins: "));
    assert_eq!(text, self::text(&heatray(&["demo"])), "the seed is fixed");
}

#[test]
fn a_demo_takes_game_scenario_seed_and_options() {
    let some = heatray(&["demo", "--scenario", "simple-battle", "--seed", "3", "--option", "turn_limit=2"]);
    assert!(some.status.success());
    assert!(text(&some).starts_with("A simple battle"));
    let none = heatray(&["demo", "--scenario", "waterloo"]);
    assert_eq!(none.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&none.stderr).contains("simple-battle"));
    let other = heatray(&["demo", "--scenario", "frank-luke"]);
    assert!(text(&other).starts_with("Frank Luke"), "a scenario is found in its game");
}

#[test]
fn examples_are_on_the_shelf_when_asked_for() {
    let ids = |arguments: &[&str]| -> Vec<String> {
        let games = json(arguments);
        games.as_array().unwrap().iter().map(|g| g["game"].as_str().unwrap().to_owned()).collect()
    };
    assert!(!ids(&["games", "--json"]).contains(&"ambush".to_owned()));
    assert!(ids(&["--examples", "games", "--json"]).contains(&"ambush".to_owned()));
}

#[test]
fn every_command_explains_itself_with_examples() {
    for command in ["serve", "export-site", "demo", "games", "engine", "lab", "replay", "rules", "check"] {
        let output = heatray(&[command, "--help"]);
        assert!(output.status.success(), "{command}");
        assert!(
            text(&output).contains(if command == "engine" { "\"op\"" } else { "Examples:" }),
            "{command}"
        );
    }
    assert_eq!(heatray(&["castle"]).status.code(), Some(2));
    assert_eq!(heatray(&["lab", "run", "triplanes"]).status.code(), Some(2));
}

#[test]
fn games_are_listed() {
    let games = json(&["games", "--json"]);
    let game = &games[0];
    assert_eq!(game["game"], "triplanes");
    for key in ["title", "kind"] {
        assert!(!game[key].is_null(), "{key}");
    }
    for scenario in game["scenarios"].as_array().unwrap() {
        for key in ["id", "title", "about"] {
            assert!(scenario[key].is_string(), "{key}");
        }
        for key in ["variants", "seats", "options"] {
            assert!(scenario[key].is_array(), "{key}");
        }
    }
    let listed = text(&heatray(&["games"]));
    assert!(listed.contains("--option turn_limit=100"));
    // What a vehicle may be given, and who may be an ace, is said where the vehicles are.
    let unwrapped = listed.split_whitespace().collect::<Vec<_>>().join(" ");
    for word in ["+rockets (Rockets", "+anchor (Anchor and chain", "+cannon (37 mm cannon", "+sniper (Sniper"]
    {
        assert!(unwrapped.contains(word), "{word} is not listed");
    }
    assert!(unwrapped.contains("variants: aces, second-invasion, aces+second-invasion"));
}

#[test]
fn a_batch_reports_the_same_for_any_number_of_threads() {
    let run = |threads: &str| {
        json(&[
            "lab",
            "run",
            "triplanes",
            "simple-battle",
            "--option",
            "planning=printed",
            "--bots",
            "random,random",
            "--games",
            "40",
            "--seed",
            "9",
            "--threads",
            threads,
            "--verify",
            "--json",
        ])
    };
    let (one, two) = (run("1"), run("2"));
    assert_eq!(one["hash"], two["hash"]);
    assert_eq!((&one["games"], &one["finished"], &one["verified"]), (&40.into(), &40.into(), &40.into()));
    for key in ["dead_ends", "endless", "crashes", "mismatches"] {
        assert_eq!(one[key], 0, "{key}");
    }
    for key in ["orders", "turns_mean", "turns_max", "seconds", "games_per_s", "orders_per_s", "draws"] {
        assert!(one[key].is_number(), "{key}");
    }
    for key in ["wins", "grades", "endings", "intervals"] {
        assert!(one[key].is_object(), "{key}");
    }
}

#[test]
fn a_batch_with_an_endless_game_fails_and_names_it() {
    let output = heatray(&["lab", "run", "triplanes", "simple-battle", "--games", "3", "--max-orders", "2"]);
    assert_eq!(output.status.code(), Some(1));
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(error.contains("endless game: game 0 (its seed is "), "{error}");
    assert!(
        error.contains("heatray lab run triplanes simple-battle --bots random --games 1 --seed 1"),
        "{error}"
    );
    assert!(error.contains("--max-orders 2"), "{error}");
}

#[test]
fn what_can_not_be_played_is_said() {
    for (arguments, part) in [
        (["lab", "run", "chess", "x", "--games", "1"].as_slice(), "triplanes"),
        (&["lab", "run", "triplanes", "x"], "bring-proof"),
        (&["lab", "run", "triplanes", "simple-battle", "--bots", "hal"], "random"),
        (&["lab", "run", "triplanes", "simple-battle", "--option", "colour=red"], "turn_limit"),
        (&["lab", "run", "triplanes", "simple-battle", "--games", "2", "--log", "2=x"], "2 games"),
        (&["replay", "no-such-file"], "no-such-file"),
        (&["--content", "no-such-folder", "games"], "no-such-folder"),
    ] {
        let output = heatray(arguments);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains(part), "{arguments:?}: {output:?}");
    }
}

#[test]
fn a_log_is_verified_and_told() {
    let folder = folder("replay");
    let file = log(&folder);
    let verified = json(&["replay", &file, "--verify", "--json"]);
    assert_eq!(verified["ok"], true);
    assert!(verified["orders"].as_u64().is_some_and(|n| n > 0) && verified["hash"].is_string());
    assert!(text(&heatray(&["replay", &file])).contains("TT-SEQ-01"));
    let all = json(&["replay", &file, "--json"]);
    let own = json(&["replay", &file, "--json", "--seat", "spectator"]);
    assert!(own["events"].as_array().unwrap().len() < all["events"].as_array().unwrap().len());
    assert_eq!(heatray(&["replay", &file, "--seat", "7"]).status.code(), Some(1));

    let whole = fs::read_to_string(&file).unwrap();
    let hash = verified["hash"].as_str().unwrap();
    let other = write(&folder, "other.jsonl", &whole.replace(hash, "0000000000000000"));
    let output = heatray(&["replay", &other, "--verify", "--json"]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(serde_json::from_slice::<Value>(&output.stdout).unwrap()["ok"], false);

    // Of a log of other rules the orders can be read; they are not played.
    let old = write(&folder, "old.jsonl", &whole.replacen("\"rules\":1,", "\"rules\":0,", 1));
    let output = heatray(&["replay", &old]);
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(1));
    assert!(told.contains("rules 0, as they were written") && told.contains("this program reads"), "{told}");
    let orders = verified["orders"].as_u64().unwrap();
    assert_eq!(told.lines().filter(|line| line.starts_with("  seat ")).count() as u64, orders);
    let [all, own, none] = ["umpire", "0", "spectator"].map(|who| {
        let output = heatray(&["replay", &old, "--json", "--seat", who]);
        let told: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!((&told["ok"], &told["rules"]), (&Value::Bool(false), &0.into()));
        told["entries"].as_array().unwrap().len() as u64
    });
    assert!(all == orders && own > 0 && own < all && none == 0, "{all} {own} {none}");

    let mut lines: Vec<&str> = whole.lines().collect();
    lines[2] = "{\"seat\":0}";
    let broken = write(&folder, "broken.jsonl", &lines.join("\n"));
    let output = heatray(&["replay", &broken, "--verify"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("line 3"), "{output:?}");
    let output = heatray(&["replay", &broken, "--verify", "--json"]);
    assert!(serde_json::from_slice::<Value>(&output.stdout).unwrap()["error"].is_string());
}

#[test]
fn the_proof_of_a_fair_match_is_checked() {
    let folder = folder("proof");
    let secret = "0b".repeat(32);
    let shelf = games::GAMES.iter().find(|entry| entry.id == "triplanes").unwrap();
    let request = SetupRequest { scenario: "simple-battle".to_owned(), ..SetupRequest::default() };
    let begin = |seed| (shelf.plain)().new_match(&request, seed).unwrap();
    let mut pledged = Pledged::new("abcdefghijkl", &secret, 2, begin(0).log_text().lines().next().unwrap());
    pledged.salts = vec![Some("0a".to_owned()), None];
    let play = begin(pledged.seed(0));
    let proof = table::log::proof_line(Proof::of(&pledged, Vec::new()));
    let whole = play.log_text() + &proof;

    let file = write(&folder, "fair.jsonl", &whole);
    let verified = json(&["replay", &file, "--verify", "--json"]);
    assert_eq!((&verified["ok"], &verified["orders"]), (&Value::Bool(true), &Value::from(0)));
    assert_eq!(
        (&verified["proof"]["ok"], &verified["proof"]["pledge"]),
        (&Value::Bool(true), &pledged.pledge().into())
    );
    let said = text(&heatray(&["replay", &file, "--verify"]));
    for part in [&pledged.pledge(), "salt of seat 0 0a", "follow from what was pledged"] {
        assert!(said.contains(part), "{said}");
    }
    assert!(heatray(&["check", &file]).status.success());
    assert!(!said.contains("older program"), "{said}");
    // The names of the sides are in the set-up, and that is in the dice.
    let named = write(&folder, "named.jsonl", &whole.replacen("Earthling", "Martian", 1));
    let output = heatray(&["replay", &named, "--verify"]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(text(&output).contains("or the set-up, is not the one that was pledged"), "{output:?}");
    // Before, it was not: such proofs hold, and say so.
    let first = Pledged { setup: None, ..pledged.clone() };
    let old = begin(first.seed(0)).log_text() + &table::log::proof_line(Proof::of(&first, Vec::new()));
    assert!(!old.contains("\"version\""));
    let old = write(&folder, "old.jsonl", &old);
    let said = text(&heatray(&["replay", &old, "--verify"]));
    assert!(said.contains("follow from what was pledged") && said.contains("neither the set-up"), "{said}");
    let bare = write(&folder, "bare.jsonl", &play.log_text());
    assert!(
        text(&heatray(&["replay", &bare, "--verify"])).contains("no proof: "),
        "it does not pass for one"
    );

    let wrong = write(&folder, "wrong.jsonl", &whole.replace(&secret, &"0c".repeat(32)));
    for command in
        [&["replay", &wrong, "--verify"][..], &["replay", &wrong, "--verify", "--json"], &["check", &wrong]]
    {
        let output = heatray(command);
        assert_eq!(output.status.code(), Some(1), "{command:?}");
        let said = text(&output) + &String::from_utf8_lossy(&output.stderr);
        assert!(said.contains("is not the one that was pledged"), "{command:?}: {said}");
    }
    let twice = write(&folder, "twice.jsonl", &(whole.clone() + &proof));
    let output = heatray(&["replay", &twice, "--verify"]);
    assert!(
        String::from_utf8_lossy(&output.stderr).contains("line 4: expected the end of the file"),
        "{output:?}"
    );
    let odd = write(&folder, "odd.jsonl", &(play.log_text() + "{\"proof\":{}}\n"));
    let output = heatray(&["replay", &odd, "--verify"]);
    assert!(
        String::from_utf8_lossy(&output.stderr).contains("line 3: expected the proof of a match"),
        "{output:?}"
    );
}

#[test]
fn the_ledger_is_shown() {
    let entry = json(&["rules", "tt-gen-01", "--json"]);
    assert_eq!(entry["id"], "TT-GEN-01");
    assert!(entry["tests"].is_array());
    let shown = text(&heatray(&["rules", "TT-PRF-05"]));
    for part in ["source", "layer", "Ruling:", "Needs:", "TT-AMN-02"] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
    let unknown = heatray(&["rules", "TT-GEM-01"]);
    assert_eq!(unknown.status.code(), Some(1));
    assert!(text(&unknown).contains("TT-GEN-01"));
    assert!(text(&heatray(&["rules", "TT-GEN"])).lines().count() > 3);
    assert!(text(&heatray(&["rules", "--search", "heat", "ray"])).contains("TT-"));
    assert_eq!(heatray(&["rules", "--search", "xyzzy"]).status.code(), Some(1));
    assert_eq!(heatray(&["rules", "--prefix", "XX"]).status.code(), Some(2));
    assert!(
        json(&["rules", "--prefix", "INV", "--json"])
            .as_array()
            .unwrap()
            .iter()
            .all(|r| { r["id"].as_str().unwrap().starts_with("INV-") })
    );
}

#[test]
fn coverage_is_counted() {
    let rows = json(&["rules", "--coverage", "--json"]);
    let row = &rows[0];
    assert_eq!((&row["prefix"], &row["layer"]), (&"TT".into(), &"basic".into()));
    assert!(row["entries"].as_u64().unwrap() >= row["tested"].as_u64().unwrap());
    let table = text(&heatray(&["rules", "--coverage"]));
    assert!(table.contains("in force"));
    let total: u64 = rows.as_array().unwrap().iter().map(|row| row["entries"].as_u64().unwrap()).sum();
    assert!(table.lines().last().unwrap().contains(&total.to_string()), "{table}");
    assert!(json(&["rules", "--coverage", "--prefix", "WW", "--json"])[0]["prefix"] == "WW");
}

#[test]
fn what_is_built_in_is_sound() {
    let output = heatray(&["check"]);
    assert!(output.status.success(), "{}", text(&output));
    for part in ["ledger", "simple-battle quick", "bring-proof played"] {
        assert!(text(&output).contains(part), "{part}");
    }
}

const POSITION: &str = r#"turn = 3

[[seats]]
name = "Ann"
team = "earthlings"

[[seats]]
name = "Bob"
team = "martians"

[[vehicles]]
model = "nieuport_16"
seat = 0
at = { x = 450.0, y = 134.0 }

[[vehicles]]
model = "mk1_locust"
seat = 1
at = { x = 450.0, y = 700.0 }
facing = 180
"#;

#[test]
fn a_position_is_checked_with_file_and_line() {
    let folder = folder("positions");
    let wrong = |name: &str, text: &str, place: &str, part: &str| {
        let file = write(&folder, name, text);
        let output = heatray(&["check", &file]);
        assert_eq!(output.status.code(), Some(1), "{name}");
        let said = self::text(&output);
        assert!(said.contains(&format!("{file}:{place}: ")) && said.contains(part), "{name}: {said}");
    };
    let fine = write(&folder, "fine.toml", POSITION);
    let output = heatray(&["check", &fine]);
    assert!(output.status.success(), "{}", text(&output));
    wrong("syntax.toml", &POSITION.replace("turn = 3", "turn = "), "1", "");
    wrong("field.toml", &POSITION.replace("facing", "faceing"), "20", "facing");
    wrong("type.toml", &POSITION.replace("seat = 1", "seat = \"Bob\""), "18", "expected");
    wrong("rule.toml", &POSITION.replace("y = 700.0", "y = 7000.0"), "19", "TT-EXT-01");
    let named = |game: &str| format!("game = \"{game}\"\n{POSITION}");
    assert!(heatray(&["check", &write(&folder, "named.toml", &named("triplanes"))]).status.success());
    wrong("other.toml", "game = \"worlds\"\nscenario = \"core\"\nturn = 3\n", "3", "turn");
    wrong("unknown.toml", &named("chess"), "1", "no game \"chess\"");
    let json = r#"{"seats": [{"name": "A", "team": "earthlings"}, {"name": "B", "team": "martians"}],
 "vehicles": [
  {"model": "nieuport_16", "seat": 0, "at": {"x": 450, "y": 134}},
  {"model": "mk1_locust", "seat": 1,
   "at": {"x": 450, "y": 700}}
 ]}"#;
    let fine = write(&folder, "fine.json", json);
    let output = heatray(&["check", &fine]);
    assert!(output.status.success(), "{}", text(&output));
    wrong("rule.json", &json.replace("700", "7000"), "5", "TT-EXT-01");
    wrong("field.json", &json.replace("mk1_locust\", \"seat\"", "mk1_locust\", \"set\""), "4", "seat");
    wrong("bytes.toml", "", "1", "seats");
    let file = folder.join("latin.toml");
    fs::write(&file, b"turn = 1\nscenario = \"\xe4\"\n").unwrap();
    assert!(text(&heatray(&["check", file.to_str().unwrap()])).contains("latin.toml:2: expected UTF-8"));
}

#[test]
fn a_log_is_checked_with_file_and_line() {
    let folder = folder("logs");
    let file = log(&folder);
    assert!(heatray(&["check", &file]).status.success());
    let mut lines: Vec<String> = fs::read_to_string(&file).unwrap().lines().map(str::to_owned).collect();
    lines[3] = "{\"seat\":0,\"order\":{\"hold\":{\"vehicle\":200}}}".to_owned();
    let broken = write(&folder, "broken.jsonl", &lines.join("\n"));
    let output = heatray(&["check", &broken, &file]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output).contains("broken.jsonl:4: the order is refused"), "{}", text(&output));
    assert!(text(&output).contains("ok "), "the other file is still checked");
}

#[test]
fn content_can_be_replaced_file_by_file() {
    let folder = folder("content");
    let airplanes =
        triplanes::content::BUILT_IN.iter().find(|(name, _)| *name == "airplanes.toml").unwrap().1;
    write(&folder, "airplanes.toml", airplanes);
    let path = folder.to_str().unwrap();
    assert!(heatray(&["check", path]).status.success());
    assert!(heatray(&["--content", path, "check"]).status.success());
    let file = write(&folder, "airplanes.toml", "[[airplane]]\nid = 3\n");
    for target in [path, &file] {
        let output = heatray(&["check", target]);
        assert_eq!(output.status.code(), Some(1));
        assert!(text(&output).contains("airplanes.toml:2: ") || text(&output).contains("airplanes.toml:1: "));
    }
    let output = heatray(&["games", "--content", path]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("airplanes.toml:"), "{output:?}");
    let empty = self::folder("no-content");
    assert!(text(&heatray(&["check", empty.to_str().unwrap()])).contains("geometry.toml"));
}

const SCENARIO: &str = include_str!("../../../../docs/examples/scenario.toml");

#[test]
fn a_scenario_is_checked_with_file_and_line() {
    let folder = folder("scenario");
    let fine = write(&folder, "bridge.toml", SCENARIO);
    let output = heatray(&["check", &fine]);
    assert!(output.status.success(), "{}", text(&output));
    let broken = write(&folder, "broken.toml", &SCENARIO.replace("objectives = 2\n", "objectives = 7\n"));
    let output = heatray(&["check", &broken, &fine]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output).contains("broken.toml:6: expected at most 4 objectives"), "{}", text(&output));
    assert!(text(&output).contains("ok "), "the other file is still checked");
}

#[test]
fn a_content_folder_adds_and_replaces_scenarios() {
    let content = folder("scenarios-of-my-own");
    fs::create_dir_all(content.join("scenarios")).unwrap();
    write(&content, "scenarios/bridge.toml", SCENARIO);
    let (name, piave) =
        triplanes::content::BUILT_IN.iter().find(|(name, _)| *name == "scenarios/piave.toml").unwrap();
    write(&content, name, &piave.replace("Tripods Across the Piave", "The Other River"));
    let path = content.to_str().unwrap();
    let output = heatray(&["check", path]);
    assert!(output.status.success(), "{}", text(&output));
    let games = text(&heatray(&["--content", path, "games"]));
    assert!(games.contains("bridge") && games.contains("The Other River"), "{games}");
    assert!(!games.contains("Tripods Across the Piave"));
    assert!(text(&heatray(&["--content", path, "demo", "--scenario", "bridge"])).starts_with("The Bridge"));
    write(&content, "scenarios/bridge.toml", &SCENARIO.replace("\"sniper\"", "\"snipper\""));
    for output in [heatray(&["check", path]), heatray(&["--content", path, "games"])] {
        let said = format!("{}{}", text(&output), String::from_utf8_lossy(&output.stderr));
        assert_eq!(output.status.code(), Some(1));
        assert!(said.contains("bridge.toml:29: no skill \"snipper\""), "{said}");
    }
}

#[test]
fn the_engine_ends_with_its_input() {
    let mut engine = Command::new(env!("CARGO_BIN_EXE_heatray"))
        .arg("engine")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = engine.stdin.take().unwrap();
    input.write_all(b"{\"id\":1,\"op\":\"games\"}\nnonsense\n").unwrap();
    drop(input);
    let output = engine.wait_with_output().unwrap();
    assert!(output.status.success());
    assert_eq!(text(&output).lines().count(), 2);
}

#[test]
fn a_closed_pipe_ends_it_quietly() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_heatray"))
        .args(["rules", "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{output:?}");
    assert!(output.stderr.is_empty(), "{output:?}");
}

#[test]
fn winged_victory_is_on_the_shelf() {
    let games = text(&heatray(&["games"]));
    assert!(
        games.contains("victory") && games.contains("frank-luke") && games.contains("mission"),
        "{games}"
    );
    let run = [
        "lab",
        "run",
        "victory",
        "over-the-top",
        "--games",
        "5",
        "--seed",
        "1",
        "--verify",
        "--threads",
        "1",
    ];
    let output = heatray(&run);
    assert!(output.status.success(), "{}", text(&output));
    assert!(text(&output).contains("5 of 5 finished"), "{}", text(&output));
    for row in json(&["rules", "--coverage", "--prefix", "WV", "--json"]).as_array().unwrap() {
        assert_eq!(row["entries"], row["tested"], "{row}");
    }
}

#[test]
fn the_war_of_the_worlds_is_on_the_shelf() {
    let games = text(&heatray(&["games"]));
    assert!(games.contains("worlds") && games.contains("handling-machine-uprising"), "{games}");
    let run = ["lab", "run", "worlds", "core", "--games", "5", "--seed", "1", "--verify", "--threads", "1"];
    let output = heatray(&run);
    assert!(output.status.success(), "{}", text(&output));
    assert!(text(&output).contains("5 of 5 finished"), "{}", text(&output));
    // Its component files are read beside those of the other game.
    let folder = folder("worlds-content");
    let map = worlds::content::BUILT_IN.iter().find(|(name, _)| *name == "map.toml").unwrap().1;
    write(&folder, "map.toml", map);
    let path = folder.to_str().unwrap();
    assert!(heatray(&["check", path]).status.success());
    let file = write(&folder, "map.toml", &map.replacen("factory = false", "fort = true", 1));
    for target in [path, &file] {
        let output = heatray(&["check", target]);
        assert_eq!(output.status.code(), Some(1));
        assert!(text(&output).contains("map.toml:") && text(&output).contains("fort"), "{}", text(&output));
    }
}
