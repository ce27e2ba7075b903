//! The engine protocol, as a client meets it.

use games::Shelf;
use heatray::engine::{Engine, LINE_LIMIT, MATCH_LIMIT};
use serde_json::{Value, json};
use std::io::BufReader;

/// Sends one request and reads the answer.
fn ask(engine: &mut Engine<'_>, request: &Value) -> Value {
    let answer = engine.answer(request.to_string().as_bytes()).expect("one answer to one request");
    assert!(!answer.contains('\n'), "{answer}");
    serde_json::from_str(&answer).unwrap()
}

fn code(answer: &Value) -> &str {
    assert!(answer["error"]["message"].as_str().is_some_and(|m| m.len() > 5), "{answer}");
    answer["error"]["code"].as_str().unwrap()
}

fn begin(engine: &mut Engine<'_>, seed: u64) -> Value {
    let new = json!({"id": 1, "op": "new", "game": "triplanes", "scenario": "simple-battle", "seed": seed});
    let answer = ask(engine, &new);
    assert_eq!(answer["id"], 1, "{answer}");
    answer["match"].clone()
}

/// Runs whole lines through the engine as a pipe would.
fn pipe(input: &[u8]) -> Vec<Value> {
    let shelf = Shelf::default();
    let mut output = Vec::new();
    Engine::new(&shelf).run(BufReader::new(input), &mut output).unwrap();
    let text = String::from_utf8(output).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_line_that_makes_no_sense_is_answered_and_the_engine_goes_on() {
    let mut input = Vec::new();
    let mut expected = Vec::new();
    let mut line = |bytes: &[u8], code: &'static str| {
        input.extend_from_slice(bytes);
        input.push(b'\n');
        expected.push(code);
        input.extend_from_slice(b"{\"id\":\"still here\",\"op\":\"rules\",\"rule\":\"TT-GEN-01\"}\n");
        expected.push("");
    };
    line(b"{\"id\":1,", "malformed_json");
    line(b"\xff\xfe\x00", "malformed_json");
    line("[".repeat(100_000).as_bytes(), "malformed_json");
    line(&vec![b'x'; 10 << 20], "line_too_long");
    line(format!("\"{}\"", "x".repeat(LINE_LIMIT)).as_bytes(), "line_too_long");
    line(b"[1,2]", "not_an_object");
    line(b"7", "not_an_object");
    line(b"{}", "missing_field");
    line(b"{\"op\":7}", "bad_field");
    line(b"{\"op\":\"castle\"}", "unknown_op");
    line(b"{\"op\":\"view\"}", "missing_field");
    line(b"{\"op\":\"view\",\"match\":\"one\"}", "bad_field");
    line(b"{\"op\":\"view\",\"match\":-1}", "bad_field");
    line(b"{\"op\":\"view\",\"match\":1}", "unknown_match");
    line(b"{\"op\":\"rules\",\"rule\":\"TT-GEN-99\"}", "unknown_rule");
    let answers = pipe(&input);
    assert_eq!(answers.len(), expected.len());
    for (answer, code) in answers.iter().zip(expected) {
        if code.is_empty() {
            assert_eq!(
                (&answer["id"], &answer["rule"]["title"]),
                (&json!("still here"), &json!("Two sides"))
            );
        } else {
            assert_eq!(self::code(answer), code);
            assert_eq!(answer["id"], Value::Null);
        }
    }
}

#[test]
fn blank_lines_are_skipped_and_a_last_line_needs_no_break() {
    let answers = pipe(
        b"\n  \r\n\t\n{\"id\":1,\"op\":\"close\",\"match\":1}\r\n\n{\"id\":2,\"op\":\"close\",\"match\":2}",
    );
    assert_eq!(answers.iter().map(|a| a["id"].clone()).collect::<Vec<_>>(), [1, 2]);
    assert!(pipe(b"").is_empty());
}

#[test]
fn any_id_comes_back() {
    let shelf = Shelf::default();
    let mut engine = Engine::new(&shelf);
    for id in [json!(7), json!("x"), json!([1, {"a": null}]), json!({"deep": true}), json!(null), json!(1.5)]
    {
        let answer = ask(&mut engine, &json!({"id": id, "op": "hash", "match": 1}));
        assert_eq!((&answer["id"], code(&answer)), (&id, "unknown_match"));
    }
    let text = engine.answer(b"{\"op\":\"close\",\"match\":1,\"id\":3}").unwrap();
    assert!(text.starts_with("{\"id\":3,"), "{text}");
}

#[test]
fn fields_are_checked_by_name() {
    let shelf = Shelf::default();
    let mut engine = Engine::new(&shelf);
    let number = begin(&mut engine, 1);
    for (request, expected, names) in [
        (json!({"op": "new", "game": "chess", "scenario": "x"}), "unknown_game", "triplanes"),
        (json!({"op": "new", "game": "triplanes"}), "missing_field", "scenario"),
        (json!({"op": "new", "game": "triplanes", "scenario": "x"}), "bad_setup", "simple-battle"),
        (json!({"op": "new", "game": "triplanes", "scenario": "piave", "sed": 1}), "bad_field", "seed"),
        (json!({"op": "new", "game": "triplanes", "scenario": "piave", "seed": -1}), "bad_field", "seed"),
        (
            json!({"op": "new", "game": "triplanes", "scenario": "simple-battle", "options": 3}),
            "bad_field",
            "options",
        ),
        (
            json!({"op": "new", "game": "triplanes", "scenario": "simple-battle", "options": {"area": [1]}}),
            "bad_field",
            "options.area",
        ),
        (
            json!({"op": "new", "game": "triplanes", "scenario": "simple-battle", "options": {"turn_limit": true}}),
            "bad_setup",
            "options.turn_limit",
        ),
        (json!({"op": "load"}), "missing_field", "position"),
        (json!({"op": "load", "position": {}, "log": ""}), "bad_field", "both"),
        (json!({"op": "load", "position": 4}), "bad_field", "TOML"),
        (json!({"op": "load", "position": "a ="}), "bad_field", "line 1"),
        (json!({"op": "load", "position": {"seats": []}}), "bad_setup", "vehicles"),
        (json!({"op": "load", "log": "{}"}), "bad_log", "line 1"),
        (json!({"op": "view", "match": number, "seat": 2}), "unknown_seat", "0 to 1"),
        (json!({"op": "view", "match": number, "seat": 2000}), "unknown_seat", "2000"),
        (json!({"op": "view", "match": number, "seat": "judge"}), "bad_field", "umpire"),
        (json!({"op": "legal", "match": number}), "missing_field", "seat"),
        (json!({"op": "legal", "match": number, "seat": "umpire"}), "not_your_seat", "umpire"),
        (json!({"op": "order", "match": number, "seat": 0}), "missing_field", "order"),
        (json!({"op": "order", "match": number, "seat": 0, "order": {"castle": 1}}), "bad_order", "`plan`"),
        (
            json!({"op": "order", "match": number, "seat": "spectator", "order": {}}),
            "not_your_seat",
            "spectator",
        ),
        (json!({"op": "undo", "match": number}), "nothing_to_undo", "nothing to take back"),
        (json!({"op": "undo", "match": number, "seat": "spectator"}), "not_your_seat", "spectator"),
        (json!({"op": "bot", "match": number, "seat": 0, "bot": "hal"}), "unknown_bot", "random"),
        (json!({"op": "bot", "match": number, "seat": 0, "bot": "random", "play": 1}), "bad_field", "play"),
        (json!({"op": "rules"}), "missing_field", "search"),
    ] {
        let answer = ask(&mut engine, &request);
        assert_eq!(code(&answer), expected, "{request}: {answer}");
        assert!(answer["error"]["message"].as_str().unwrap().contains(names), "{request}: {answer}");
    }
}

#[test]
fn a_set_up_against_the_rules_cites_the_rule() {
    let shelf = Shelf::default();
    let request =
        json!({"op": "new", "game": "triplanes", "scenario": "simple-battle", "options": {"area": "10,10"}});
    let answer = ask(&mut Engine::new(&shelf), &request);
    assert_eq!(code(&answer), "bad_setup");
    assert_eq!((&answer["error"]["rule"], &answer["error"]["place"]), (&json!("TT-GEO-06"), &json!("area")));
}

#[test]
fn an_order_out_of_phase_is_refused_with_its_rule() {
    let shelf = Shelf::default();
    let mut engine = Engine::new(&shelf);
    let number = begin(&mut engine, 1);
    let hash = ask(&mut engine, &json!({"op": "hash", "match": number}))["hash"].clone();
    let early = json!({"op": "order", "match": number, "seat": 0, "order": {"hold": {"vehicle": 0}}});
    let answer = ask(&mut engine, &early);
    assert_eq!(answer["refused"]["rule"], "TT-SEQ-02", "{answer}");
    assert!(answer["refused"]["why"].is_string() && answer["error"].is_null());
    let theirs = json!({"op": "order", "match": number, "seat": 1, "order": {"plan": {"vehicle": 0, "cards": [1, 2, 3]}}});
    assert_eq!(ask(&mut engine, &theirs)["refused"]["rule"], "TT-GEN-04");
    assert_eq!(ask(&mut engine, &json!({"op": "hash", "match": number}))["hash"], hash);
}

#[test]
fn a_wish_comes_to_the_nearest_legal_order() {
    let shelf = Shelf::default();
    let mut engine = Engine::new(&shelf);
    let new = json!({"op": "new", "game": "triplanes", "scenario": "a-lonely-invader", "seed": 1});
    let number = ask(&mut engine, &new)["match"].clone();
    let mut near = |order: Value| {
        ask(&mut engine, &json!({"op": "nearest", "match": number, "seat": 0, "order": order}))
    };
    let wish = |y: f64| json!({"place_vehicle": {"vehicle": 0, "at": {"x": 300.0, "y": y}, "facing": 0}});
    let answer = near(wish(600.0));
    // One ruler from the side to the rear edge of a base that is 68 mm long.
    assert_eq!(answer["order"], wish(234.0), "{answer}");
    assert_eq!(answer["moved"]["rule"], "INV-ALI-04");
    let again = near(answer["order"].clone());
    assert_eq!((&again["order"], &again["moved"]), (&wish(234.0), &Value::Null));
    let other = near(json!({"place_objective": {"at": {"x": 1.0, "y": 1.0}}}));
    assert_eq!(other["refused"]["rule"], "TT-SET-01", "{other}");
    assert_eq!(code(&near(json!({"castle": "kingside"}))), "bad_order");
}

#[test]
fn an_order_for_another_round_is_stale() {
    let shelf = Shelf::default();
    let mut engine = Engine::new(&shelf);
    let number = begin(&mut engine, 1);
    let round =
        ask(&mut engine, &json!({"op": "prompts", "match": number, "seat": 0}))["round"].as_u64().unwrap();
    let order = ask(&mut engine, &json!({"op": "legal", "match": number, "seat": 0, "limit": 1}))["orders"]
        [0]
    .clone();
    let give =
        |round: u64| json!({"op": "order", "match": number, "seat": 0, "order": order, "round": round});
    assert_eq!(code(&ask(&mut engine, &give(round + 1))), "stale");
    let answer = ask(&mut engine, &give(round));
    assert_eq!(answer["events"].as_array().unwrap().len(), 1, "{answer}");
}

#[test]
fn seats_see_their_own_plans_and_undo_takes_them_back() {
    let shelf = Shelf::default();
    let mut engine = Engine::new(&shelf);
    let number = begin(&mut engine, 4);
    let before = ask(&mut engine, &json!({"op": "view", "match": number}));
    let asked = json!({"op": "bot", "match": number, "seat": 0, "bot": "random", "seed": 3});
    let advice = ask(&mut engine, &asked);
    assert_eq!(advice, ask(&mut engine, &asked), "asking changes nothing");
    let given =
        ask(&mut engine, &json!({"op": "order", "match": number, "seat": 0, "order": advice["order"]}));
    let own = ask(&mut engine, &json!({"op": "events", "match": number, "seat": 0}));
    assert_eq!(own["next"], given["next"]);
    let last = own["events"].as_array().unwrap().last().unwrap().clone();
    assert_eq!(given["events"], json!([last]));
    let theirs = ask(&mut engine, &json!({"op": "events", "match": number, "seat": 1}));
    assert!(!theirs["events"].as_array().unwrap().contains(&last));
    assert_eq!(
        code(&ask(&mut engine, &json!({"op": "undo", "match": number, "seat": 1}))),
        "nothing_to_undo"
    );
    let undone = ask(&mut engine, &json!({"op": "undo", "match": number, "seat": 0}));
    assert_eq!(undone["orders"], 0, "{undone}");
    assert_eq!(ask(&mut engine, &json!({"op": "view", "match": number}))["view"], before["view"]);
}

/// Plays by what the answers say, and nothing else. Returns the number of orders.
fn play_on(engine: &mut Engine<'_>, number: &Value, most: usize) -> usize {
    for orders in 0..most {
        let prompts = ask(engine, &json!({"op": "prompts", "match": number}));
        let Some(seat) = prompts["waiting"].get(0) else {
            assert!(!prompts["outcome"].is_null() && prompts["luck"].is_array(), "{prompts}");
            return orders;
        };
        let request = json!({"op": "bot", "match": number, "seat": seat, "bot": "random", "seed": 9});
        let order = ask(engine, &request)["order"].clone();
        let round = &prompts["round"];
        let give = json!({"op": "order", "match": number, "seat": seat, "order": order, "round": round});
        let answer = ask(engine, &give);
        assert!(answer["events"].is_array(), "{give}: {answer}");
    }
    most
}

#[test]
fn a_whole_game_by_json_alone_and_its_log_loads_to_the_same_state() {
    let shelf = Shelf::default();
    let mut engine = Engine::new(&shelf);
    let number = begin(&mut engine, 5);
    let orders = play_on(&mut engine, &number, 5000);
    assert!((1..5000).contains(&orders));
    let over = json!({"op": "bot", "match": number, "seat": 0, "bot": "random"});
    assert_eq!(code(&ask(&mut engine, &over)), "nothing_owed");
    let log = ask(&mut engine, &json!({"op": "log", "match": number}))["log"].clone();
    let loaded = ask(&mut engine, &json!({"op": "load", "log": log}));
    assert_eq!(loaded["orders"], orders, "{loaded}");
    let hash = |engine: &mut Engine<'_>, number: &Value| {
        ask(engine, &json!({"op": "hash", "match": number}))["hash"].clone()
    };
    assert_eq!(hash(&mut engine, &number), hash(&mut engine, &loaded["match"]));
    assert_eq!(ask(&mut engine, &json!({"op": "close", "match": number}))["closed"], number);
    assert_eq!(code(&ask(&mut engine, &json!({"op": "close", "match": number}))), "unknown_match");
}

#[test]
fn a_position_is_the_same_table_again_in_json_and_in_toml() {
    let shelf = Shelf::default();
    let mut engine = Engine::new(&shelf);
    for orders in [0, 1, 2, 3, 5, 8, 13] {
        let number = begin(&mut engine, 11);
        play_on(&mut engine, &number, orders);
        let saved = ask(&mut engine, &json!({"op": "position", "match": number}));
        let view = ask(&mut engine, &json!({"op": "view", "match": number}))["view"].clone();
        if !view["outcome"].is_null() {
            continue;
        }
        for form in ["position", "toml"] {
            let loaded = ask(&mut engine, &json!({"op": "load", "position": saved[form], "seed": 3}));
            assert!(loaded["match"].is_number(), "{form} after {orders}: {loaded}");
            for seat in [json!("umpire"), json!("spectator"), json!(0), json!(1)] {
                let look = |number: &Value| json!({"op": "view", "match": number, "seat": seat});
                let old = ask(&mut engine, &look(&number))["view"].clone();
                let new = ask(&mut engine, &look(&loaded["match"]))["view"].clone();
                assert_eq!(old, new, "{form} after {orders} orders, seen by {seat}");
            }
        }
    }
}

#[test]
fn a_set_up_a_position_and_a_log_name_their_game() {
    let shelf = Shelf::default().with_examples();
    let mut engine = Engine::new(&shelf);
    let games: Vec<(&str, String)> = shelf.games().map(|g| (g.id(), g.scenarios()[0].id.clone())).collect();
    for (n, (id, scenario)) in games.iter().enumerate() {
        let nameless = ask(&mut engine, &json!({"op": "new", "scenario": scenario}));
        assert_eq!(code(&nameless), "missing_field", "{nameless}");
        let made = ask(&mut engine, &json!({"op": "new", "game": id, "scenario": scenario, "seed": 3}));
        assert_eq!(made["game"], json!(id), "{made}");
        let log = ask(&mut engine, &json!({"op": "log", "match": made["match"], "seat": "umpire"}));
        assert_eq!(table::log::game_of(log["log"].as_str().unwrap()).unwrap(), *id);
        let saved = ask(&mut engine, &json!({"op": "position", "match": made["match"]}));
        assert_eq!(saved["position"]["game"], json!(id));
        // Not every position has a TOML form.
        for form in ["position", "toml"].iter().filter(|form| !saved[**form].is_null()) {
            let loaded = ask(&mut engine, &json!({"op": "load", "position": saved[form]}));
            assert_eq!(loaded["game"], json!(id), "{loaded}");
        }
        let (other, _) = games[(n + 1) % games.len()];
        let wrong = ask(&mut engine, &json!({"op": "load", "game": other, "position": saved["position"]}));
        assert_eq!(code(&wrong), "bad_setup", "{wrong}");
        assert!(wrong.to_string().contains(&format!("a position of {id}, not of {other}")), "{wrong}");
    }
    let unknown = ask(&mut engine, &json!({"op": "load", "position": {"game": "chess"}}));
    assert_eq!(code(&unknown), "unknown_game", "{unknown}");
}

#[test]
fn matches_are_bounded() {
    let shelf = Shelf::default();
    let mut engine = Engine::new(&shelf);
    for seed in 0..MATCH_LIMIT as u64 {
        begin(&mut engine, seed);
    }
    let more = json!({"op": "new", "game": "triplanes", "scenario": "simple-battle"});
    assert_eq!(code(&ask(&mut engine, &more)), "too_many_matches");
    ask(&mut engine, &json!({"op": "close", "match": 1}));
    assert!(ask(&mut engine, &more)["match"].is_number());
}

#[test]
fn the_ledger_and_the_shelf_answer() {
    let shelf = Shelf::default();
    let mut engine = Engine::new(&shelf);
    let games = ask(&mut engine, &json!({"op": "games"}));
    assert_eq!(games["games"][0]["game"], "triplanes");
    // Whoever referees on the pipe can read the ground that a view only names.
    let box_of = ask(&mut engine, &json!({"op": "components", "game": "hussars"}));
    let map = &box_of["components"]["maps"][0];
    assert_eq!((&map["id"], &map["hills"][0]["levels"]), (&"horsell".into(), &3.0.into()));
    let stream = |l: &&serde_json::Value| l["kind"] == "stream";
    assert!(
        map["lines"].as_array().expect("lines").iter().any(|l| stream(&l) && l["points"][0]["x"] == 48_000)
    );
    assert_eq!(
        ask(&mut engine, &json!({"op": "components", "game": "chess"}))["error"]["code"],
        "unknown_game"
    );
    let found = ask(&mut engine, &json!({"op": "rules", "search": "immelmann straight"}));
    assert!(found["rules"].as_array().is_some_and(|rules| rules.len() > 1), "{found}");
}
