//! A match without a server, by what a page asks and gets.

use offline::{Answer, Ask, Home, Question};
use serde_json::{Value, json};

const NOW: i64 = 1_700_000_000_000;

/// A page that keeps what it is given to keep.
#[derive(Default)]
struct Page {
    home: Home,
    rows: Vec<(String, String)>,
    steps: Vec<(String, u32, String)>,
    chance: u64,
    /// What was told on each line.
    told: Vec<(u32, Value)>,
    busy: bool,
}

impl Page {
    fn chance(&mut self) -> String {
        self.chance += 1;
        format!("{:016x}", self.chance)
    }

    fn got(&mut self, answer: Answer) -> Value {
        self.rows.extend(answer.rows);
        for stored in answer.steps {
            let before = self.steps.iter().filter(|(of, ..)| *of == stored.r#match).count();
            assert_eq!(stored.n as usize, before, "steps are numbered without a gap");
            self.steps.push((stored.r#match, stored.n, stored.step));
        }
        let read = |text: &str| serde_json::from_str::<Value>(text).expect("JSON");
        self.told.extend(answer.tells.iter().map(|(line, tell)| (*line, read(tell.get()))));
        self.busy = answer.busy;
        answer.value.map(|value| read(value.get())).unwrap_or_default()
    }

    fn make(&mut self, wish: Value) -> Result<Value, String> {
        let wish = Box::new(serde_json::from_value(wish).expect("a wish"));
        let question = Question::Make { wish, now: NOW, chance: self.chance() };
        let answer = self.home.ask(question).map_err(|error| error.message)?;
        Ok(self.got(answer))
    }

    /// Says something on a line; what was told on it since.
    fn say(&mut self, of: &str, line: u32, say: Value) -> Vec<Value> {
        let say = Box::new(serde_json::from_value(say).expect("something to say"));
        let chance = self.chance();
        let answer = self.home.ask(Question::Hear { r#match: of.to_owned(), line, say, now: NOW, chance });
        let from = self.told.len();
        self.got(answer.expect("the match is in memory"));
        self.told[from..].iter().filter(|(on, _)| *on == line).map(|(_, tell)| tell.clone()).collect()
    }

    fn hello(&mut self, of: &str, line: u32, key: &str) -> Vec<Value> {
        self.say(of, line, json!({ "op": "hello", "key": key, "events": 0, "voids": 0 }))
    }

    fn work(&mut self, of: &str) {
        while self.busy {
            let answer = self.home.ask(Question::Work { r#match: of.to_owned(), now: NOW });
            self.got(answer.expect("the match is in memory"));
        }
    }

    fn ask(&mut self, of: &str, key: &str, ask: Ask) -> Value {
        let question = Question::Ask { r#match: of.to_owned(), key: key.to_owned(), ask };
        let answer = self.home.ask(question).expect("an answer");
        self.got(answer)
    }

    /// A match as it lies in the browser.
    fn kept(&self, of: &str) -> (String, Vec<String>) {
        let row = self.rows.iter().find(|(id, _)| id == of).expect("a row").1.clone();
        (row, self.steps.iter().filter(|(id, ..)| id == of).map(|(.., step)| step.clone()).collect())
    }

    /// The same browser on another day: nothing is in memory.
    fn another_day(&mut self, of: &str) {
        self.home = Home::default();
        let (row, steps) = self.kept(of);
        let answer = self.home.ask(Question::Open { row, steps });
        self.got(answer.expect("what was stored is read"));
    }

    /// The log of a match by what lies in the browser alone.
    fn saved(&mut self, of: &str) -> String {
        let (row, steps) = self.kept(of);
        let answer = Home::default().ask(Question::Save { row, steps }).expect("a log");
        text(&self.got(answer))
    }
}

fn text(value: &Value) -> String {
    value.as_str().expect("a text").to_owned()
}

fn battle(page: &mut Page, bot: &str) -> (String, String) {
    let setup = json!({ "scenario": "simple-battle", "options": { "setup": "quick" } });
    let seats = json!([{ "kind": "human", "name": "Ada" }, { "kind": "bot", "bot": bot }]);
    let made = page.make(json!({ "game": "triplanes", "setup": setup, "seats": seats, "seed": 5 })).unwrap();
    (text(&made["match"]), text(&made["keys"][0]["key"]))
}

/// Gives the first legal order of what is asked, as often as that is possible.
fn play(page: &mut Page, of: &str, line: u32, most: usize) -> usize {
    for given in 0..most {
        page.work(of);
        let legal = page.say(of, line, json!({ "op": "legal", "id": "l", "ask": { "limit": 1 } }));
        let Some(order) = legal.last().and_then(|tell| tell["values"].get(0).cloned()) else { return given };
        let id = format!("order-{}-{given}", page.chance);
        let told = page.say(of, line, json!({ "op": "order", "id": id, "order": order }));
        assert_eq!(told.last().unwrap()["op"], "ack", "{told:?}");
    }
    most
}

#[test]
fn a_match_against_a_bot_comes_back_as_it_was_left() {
    let mut page = Page::default();
    let (id, key) = battle(&mut page, "greedy");
    let welcome = page.hello(&id, 1, &key);
    assert_eq!(
        (&welcome[0]["op"], &welcome[0]["seat"], &welcome[0]["own"]),
        (&json!("welcome"), &json!(0), &json!(true))
    );
    assert_eq!(play(&mut page, &id, 1, 3), 3);
    page.work(&id);
    let log = page.ask(&id, &key, Ask::Log);
    let seen = page.ask(&id, &key, Ask::History);
    page.another_day(&id);
    assert_eq!(page.ask(&id, &key, Ask::Log), log);
    let welcome = page.hello(&id, 2, &key);
    assert_eq!(welcome[0]["news"]["events"], seen["events"]);
    assert_eq!(welcome[0]["marks"], seen["marks"]);
}

#[test]
fn the_same_seed_and_orders_lead_where_they_lead_elsewhere() {
    let mut page = Page::default();
    let (id, key) = battle(&mut page, "greedy");
    page.hello(&id, 1, &key);
    play(&mut page, &id, 1, 400);
    let log = text(&page.ask(&id, &key, Ask::Log));
    let shelf = games::Shelf::default();
    let game = shelf.game("triplanes").unwrap();
    let verified = game.verify_log(&log).unwrap();
    assert!(verified.ok && verified.orders > 10, "{verified:?}");
    let replayed = offline::replay_log(game, &log).unwrap();
    assert_eq!(replayed.hashes.last(), replayed.written.as_ref());
    assert_eq!(replayed.hashes.last(), Some(&verified.hash.to_string()));
}

#[test]
fn an_order_is_done_once_and_can_be_taken_back() {
    let mut page = Page::default();
    let (id, key) = battle(&mut page, "random");
    page.hello(&id, 1, &key);
    page.work(&id);
    let legal = page.say(&id, 1, json!({ "op": "legal", "id": "l", "ask": { "limit": 1 } }));
    let order = legal.last().unwrap()["values"][0].clone();
    let before = page.ask(&id, &key, Ask::Log);
    let give = json!({ "op": "order", "id": "one", "order": order });
    assert_eq!(page.say(&id, 1, give.clone()).last().unwrap()["op"], "ack");
    let steps = page.steps.len();
    assert_eq!(page.say(&id, 1, give.clone()).last().unwrap()["op"], "ack");
    assert_eq!(page.steps.len(), steps, "it was done once");
    page.say(&id, 1, json!({ "op": "wish", "wish": "undo" }));
    assert_eq!(page.steps.len(), steps + 1);
    let again = page.say(&id, 1, give);
    assert_eq!(
        (&again.last().unwrap()["op"], &again.last().unwrap()["code"]),
        (&json!("refused"), &json!("stale"))
    );
    page.another_day(&id);
    assert_eq!(page.ask(&id, &key, Ask::Log), before);
}

#[test]
fn a_step_behind_what_was_shown_is_taken_back_with_other_dice() {
    let mut page = Page::default();
    let (id, key) = battle(&mut page, "random");
    page.hello(&id, 1, &key);
    play(&mut page, &id, 1, 6);
    page.work(&id);
    for _ in 0..4 {
        page.say(&id, 1, json!({ "op": "wish", "wish": "undo" }));
    }
    assert!(page.told.iter().any(|(_, tell)| tell["op"] == "back" && tell["dice"] == true));
    page.work(&id);
    let before = text(&page.ask(&id, &key, Ask::Log));
    page.another_day(&id);
    assert_eq!(text(&page.ask(&id, &key, Ask::Log)), before);
    page.hello(&id, 2, &key);
    assert!(play(&mut page, &id, 2, 3) > 0);
}

#[test]
fn a_match_of_other_rules_is_refused_in_words_and_can_be_carried_away() {
    let mut page = Page::default();
    let (id, key) = battle(&mut page, "random");
    page.hello(&id, 1, &key);
    play(&mut page, &id, 1, 6);
    page.work(&id);
    // Orders that were taken back are not in the log, and dice that came anew are.
    for _ in 0..4 {
        page.say(&id, 1, json!({ "op": "wish", "wish": "undo" }));
    }
    play(&mut page, &id, 1, 2);
    page.work(&id);
    let log = text(&page.ask(&id, &key, Ask::Log));
    assert!(log.contains("{\"dice\":"), "{log}");
    assert_eq!(without_end(&page.saved(&id)), without_end(&log));

    let (row, steps) = page.kept(&id);
    let changed = |old: &str, new: &str| {
        assert!(row.contains(old), "{row}");
        row.replace(old, new)
    };
    let mut other_order = steps.clone();
    let last = other_order.iter().rposition(|step| step.contains("\"at\":\"")).expect("an order");
    let at = other_order[last].find("\"at\":\"").expect("its table") + 6;
    let digit = if &other_order[last][at..=at] == "0" { "1" } else { "0" };
    other_order[last].replace_range(at..=at, digit);
    let mut refused = steps.clone();
    refused[0] = refused[0].replace("\"seat\":", "\"seat\":7");
    let place = format!("Step {}:", last + 1);
    let rules = r#"\"rules\":"#;
    let cases = [
        (changed(rules, &format!("{rules}9")), steps.clone(), "rules version 9"),
        (other_content(&row), steps.clone(), "components that are not here"),
        (row.clone(), other_order, place.as_str()),
        (row.clone(), refused, "Step 1:"),
    ];
    for (row, steps, why) in cases {
        let error =
            Home::default().ask(Question::Open { row: row.clone(), steps: steps.clone() }).unwrap_err();
        assert_eq!((error.code.as_str(), error.message.contains(why)), ("stale", true), "{}", error.message);
        assert!(
            error.message.contains("still in this browser") && error.message.contains("Save it as a file")
        );
        // Whatever is wrong with it, it can be carried away.
        assert!(Home::default().ask(Question::Save { row, steps }).is_ok());
    }
    // Older sites wrote no hashes: their matches open as they did.
    let before: Vec<String> = steps.iter().map(|step| without_table(step)).collect();
    assert_ne!(before, steps);
    Home::default().ask(Question::Open { row, steps: before }).expect("an older match");
}

/// A row whose match began with other components.
fn other_content(row: &str) -> String {
    let name = r#"\"content\":\""#;
    let hash = row.find(name).expect("a header") + name.len();
    format!("{}{:0>16}{}", &row[..hash], 1, &row[hash + 16..])
}

/// A log without the line that says where it led.
fn without_end(log: &str) -> Vec<Value> {
    let lines = log.lines().filter(|line| !line.starts_with("{\"orders\""));
    lines.map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// A step as it was written before steps named their table.
fn without_table(step: &str) -> String {
    let mut step: Value = serde_json::from_str(step).expect("JSON");
    step.as_object_mut().expect("a step").remove("at");
    step.to_string()
}

#[test]
fn two_on_one_screen_play_resign_and_play_again() {
    let mut page = Page::default();
    let setup = json!({ "scenario": "simple-battle", "options": { "setup": "quick" } });
    let wish = json!({ "game": "triplanes", "setup": setup, "hot_seat": true, "seats": [] });
    let made = page.make(wish).unwrap();
    let id = text(&made["match"]);
    let keys: Vec<String> = made["keys"].as_array().unwrap().iter().map(|key| text(&key["key"])).collect();
    assert_eq!(keys.len(), 2);
    page.hello(&id, 1, &keys[0]);
    page.hello(&id, 2, &keys[1]);
    let told = page.say(&id, 1, json!({ "op": "wish", "wish": "resign" }));
    let over = told.iter().find(|tell| tell["op"] == "news").expect("news");
    assert_eq!(over["news"]["over"]["winner"], "Martians");
    let told = page.say(&id, 1, json!({ "op": "wish", "wish": "rematch" }));
    let other = told.iter().find(|tell| tell["op"] == "rematch").expect("a rematch");
    assert_ne!(other["made"]["match"], json!(id));
    assert_eq!(page.rows.len(), 2, "it is kept");
}

#[test]
fn what_needs_two_machines_is_refused_in_words() {
    let mut page = Page::default();
    let setup = json!({ "scenario": "simple-battle", "options": {} });
    for more in [
        json!({ "fair": true }),
        json!({ "clock": { "kind": "days", "days": 2 } }),
        json!({ "seats": [{ "kind": "open" }, { "kind": "guest" }] }),
        json!({ "seats": [] }),
    ] {
        let mut wish = json!({ "game": "triplanes", "setup": setup });
        wish.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let why = page.make(wish).unwrap_err();
        assert!(why.contains("a server") && why.contains("this screen"), "{why}");
    }
    assert!(page.rows.is_empty());
}

#[test]
fn a_key_of_nobody_opens_nothing() {
    let mut page = Page::default();
    let (id, _) = battle(&mut page, "random");
    let told = page.hello(&id, 1, "nobody");
    assert_eq!((&told[0]["op"], &told[0]["error"]["code"]), (&json!("error"), &json!("forbidden")));
    let ask = Question::Ask { r#match: id, key: "nobody".into(), ask: Ask::Log };
    assert_eq!(page.home.ask(ask).unwrap_err().code, "forbidden");
}

#[test]
fn whatever_is_sent_is_answered_in_words() {
    let mut home = Home::default();
    for odd in [
        "",
        "{}",
        "[]",
        "\"drop\"",
        "{\"open\":{\"row\":\"\",\"steps\":[]}}",
        "{\"golden\":{\"text\":\"\"}}",
        "\u{1F6E9}",
    ] {
        let answer: Value = serde_json::from_str(&home.answer(odd.as_bytes())).expect("JSON");
        assert!(answer["error"]["message"].is_string(), "{odd:?}: {answer}");
    }
    assert!(home.answer(&[0xff, 0x00]).contains("not a question"));
}

#[test]
fn a_match_that_is_over_is_reviewed_piece_by_piece() {
    let mut page = Page::default();
    let setup = json!({ "scenario": "frank-luke", "options": {} });
    let seats = json!([{ "kind": "bot", "bot": "random" }]);
    let made = page.make(json!({ "game": "victory", "setup": setup, "seats": seats, "seed": 3 })).unwrap();
    let (id, watch) = (text(&made["match"]), text(&made["watch"]));
    page.hello(&id, 1, &watch);
    page.work(&id);
    assert!(page.told.iter().any(|(_, tell)| tell["news"]["over"]["how"].is_string()));
    let begun = page.ask(&id, &watch, Ask::Review);
    assert_eq!(begun["review"], Value::Null);
    let mut pieces = 0;
    while page.busy && pieces < 3 {
        let answer = page.home.ask(Question::Work { r#match: id.clone(), now: NOW }).unwrap();
        page.got(answer);
        pieces += 1;
    }
    let later = page.ask(&id, &watch, Ask::Review);
    assert!(later["done"].as_u64() > begun["done"].as_u64(), "{begun} {later}");
}

#[test]
fn a_measurement_searches_as_often_each_time_and_names_what_it_does_not_know() {
    let mut page = Page::default();
    let mut pace = |bot: &str, seed: u64| {
        let setup = json!({ "scenario": "frank-luke" });
        let question =
            json!({ "pace": { "game": "victory", "setup": setup, "bot": bot, "orders": 12, "seed": seed } });
        let answer = page.home.answer(question.to_string().as_bytes());
        serde_json::from_str::<Value>(&answer).expect("JSON")
    };
    let searched = pace("recruit", 1)["value"].clone();
    assert_eq!(searched["orders"], 12);
    assert!(searched["playouts"].as_u64() > Some(12), "{searched}");
    assert_eq!(pace("recruit", 1)["value"], searched);
    assert_ne!(pace("recruit", 2)["value"]["hash"], searched["hash"]);
    // Who presses anything looks at nothing.
    assert_eq!(pace("random", 1)["value"]["playouts"], 0);
    assert_eq!(pace("kasparov", 1)["error"]["place"], "bot");
}
