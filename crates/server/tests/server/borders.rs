//! Limits at their very borders: the last that is taken, and the first that is not.

use crate::common::{Server, battle, file, play_until};
use load::Player;
use load::http::{make_match, request};
use serde_json::{Value, json};
use server::storage::{ChatRow, Place, StepRow, Store, Sync, Write};

/// An answer to whatever has an id.
async fn told(player: &mut Player, mut say: Value, id: &str) -> Value {
    say["id"] = json!(id);
    player.say(&say).await.unwrap();
    player.until(|_, tell| tell["id"].as_str().is_some_and(|told| told.starts_with(&id[..1]))).await.unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_id_has_room_for_sixty_four_letters() {
    let server = Server::start().await;
    let (_, mut one, _two) = server.two(&battle()).await;
    let plan = json!({ "plan": { "vehicle": 0, "cards": [1, 2, 3] } });
    let last = "z".repeat(64);
    for op in ["check", "nearest", "preview", "legal", "suggest", "why", "order"] {
        let mut say = json!({ "op": op });
        match op {
            "legal" => say["ask"] = json!({ "limit": 1 }),
            "why" => say["seat"] = json!(1),
            "suggest" => {}
            _ => say["order"] = plan.clone(),
        }
        let good = told(&mut one, say.clone(), &last).await;
        assert_eq!(good["id"], last.as_str(), "{op}: {good}");
        // Nobody has reasons at this table, and says so.
        let why = good["why"].as_str().unwrap_or_default();
        assert!((good["op"] == "refused") == (op == "why") && !why.contains("letters"), "{op}: {good}");
        let long = told(&mut one, say, &"z".repeat(65)).await;
        assert_eq!((&long["op"], &long["code"]), (&json!("refused"), &json!("bad_request")), "{op}: {long}");
        assert_eq!(long["id"], format!("{last}…"), "{op}");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_line_of_chat_has_a_letter_and_five_hundred_at_most_and_a_match_a_thousand_lines() {
    let place = Place::File(file("talk"), Sync::Normal);
    let server = Server::at(place.clone()).await;
    let (id, mut one, two) = server.two(&battle()).await;
    let say = |text: &str| json!({ "op": "chat", "text": text });
    for (text, is_taken) in [("", false), ("x", true), (&*"x".repeat(500), true), (&*"x".repeat(501), false)]
    {
        one.say(&say(text)).await.unwrap();
        let told = one.until(|_, tell| tell["op"] == "chat" || tell["op"] == "error").await.unwrap();
        assert_eq!(
            (told["op"] == "chat", &told["error"]["place"] == "text"),
            (is_taken, !is_taken),
            "{told}"
        );
    }
    one.say(&json!({ "op": "name", "name": "Ada" })).await.unwrap();
    one.say(&say("so many")).await.unwrap();
    let line = one.until_op("chat").await.unwrap()["line"].clone();
    assert_eq!((&line["seat"], &line["name"]), (&json!(0), &json!("Ada")));
    let key = one.key().to_owned();
    drop((one, two));
    server.stop().await;
    let store = Store::open(&place).await.unwrap();
    let lines = (3..999).map(|n| {
        let (name, body) = ("Ada".to_owned(), "Hello".to_owned());
        Write::Chat(ChatRow { match_id: id.clone(), n, seat: Some(0), name, body, at: n })
    });
    store.write(lines.collect()).await.unwrap();
    store.close().await;
    let server = Server::at(place).await;
    let mut one = Player::join(server.at, &id, &key).await.unwrap();
    assert_eq!(one.welcome["chat"].as_array().unwrap().len(), 999);
    one.say(&say("the last")).await.unwrap();
    assert_eq!(one.until_op("chat").await.unwrap()["line"]["text"], "the last");
    one.say(&say("one more")).await.unwrap();
    assert_eq!(one.until_op("error").await.unwrap()["error"]["code"], "busy");
    server.stop().await;
}

/// Each time it is played again from its beginning.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_goes_back_two_hundred_times() {
    let place = Place::File(file("rewinds"), Sync::Normal);
    let server = Server::at(place.clone()).await;
    let mut wish = battle();
    wish["hot_seat"] = json!(true);
    let (id, mut one, mut two) = server.two(&wish).await;
    play_until(&mut one, &mut two, 3).await.unwrap();
    let key = one.key().to_owned();
    server.stop().await;
    let store = Store::open(&place).await.unwrap();
    let steps = store.steps(&id).await.unwrap();
    let orders = steps.iter().filter(|step| step.kind == "order").count();
    let rewinds = (steps.len() as i64..).take(198).map(|n| {
        Write::Step(StepRow {
            match_id: id.clone(),
            n,
            kind: "rewind".to_owned(),
            seat: 0,
            payload: orders.to_string(),
            client_id: None,
            clocks: None,
            at: n,
            hash: None,
        })
    });
    store.write(rewinds.collect()).await.unwrap();
    store.close().await;
    let server = Server::at(place).await;
    let mut one = Player::join(server.at, &id, &key).await.unwrap();
    let mut refused = None;
    // Within a turn nothing has to be played again; of those that lie behind a barrier two are left.
    let mut back = 0;
    while refused.is_none() {
        one.say(&json!({ "op": "wish", "wish": "undo" })).await.unwrap();
        let tell = one.until(|_, tell| tell["op"] == "back" || tell["op"] == "error").await.unwrap();
        back += usize::from(tell["dice"] == true);
        refused = tell["error"]["message"].as_str().map(str::to_owned);
    }
    assert_eq!((refused.as_deref(), back), (Some("a match goes back 200 times at most"), 2));
    server.stop().await;
}

/// Its text is measured before it is taken apart.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_position_has_room_to_its_last_byte() {
    let server = Server::start().await;
    let of_length = |length: usize| {
        let empty = json!({ "scenario": "" }).to_string().len();
        json!({ "game": "triplanes", "position": { "scenario": "x".repeat(length - empty) } })
    };
    for (length, is_long) in [(512 << 10, false), ((512 << 10) + 1, true)] {
        let answer = server.post("/api/matches", "", &of_length(length)).await;
        assert_eq!(answer.status, 400, "there is no such scenario");
        assert_eq!(answer.body.contains("a position of at most 524288 bytes"), is_long, "{}", answer.body);
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_logs_in_stays_for_sixty_days() {
    const DAY: i64 = 86_400;
    let server = Server::start().await;
    let register = async |name: &str, letters: usize| {
        let wish = json!({ "name": name, "password": "p".repeat(letters) });
        request(server.at, "POST", "/api/accounts", &[], Some(&wish)).await.unwrap()
    };
    for (letters, status) in [(7, 400), (201, 400), (8, 200)] {
        assert_eq!(register("Bea", letters).await.status, status, "{letters} letters");
    }
    let made = register("Ada", 200).await;
    let cookie = made.header("set-cookie").unwrap();
    assert!(cookie.contains(&format!("Max-Age={}", 60 * DAY)), "{cookie}");
    let token = cookie.split(';').next().unwrap().split_once('=').unwrap().1;
    let (store, now) = (&server.app.hall.store, server::room::now_ms() / 1000);
    let at = async |days: i64| {
        let session = store.session(&server::secret::hash(token), now + days * DAY).await.unwrap();
        session.map(|(_, name)| name)
    };
    assert_eq!((at(59).await.as_deref(), at(61).await), (Some("Ada"), None));
    let row = store.account("Ada", "ada").await.unwrap().unwrap();
    assert!(row.created.abs_diff(now) < 600, "{}", row.created);
    let out = [format!("cookie: {}", cookie.split(';').next().unwrap())];
    assert_eq!(request(server.at, "DELETE", "/api/sessions", &out, None).await.unwrap().status, 200);
    assert_eq!(at(0).await, None);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_that_there_is_not_takes_no_room() {
    let server = Server::start().await;
    for odd in ["nosuchmatchA", "nosuchmatchB"] {
        assert_eq!(server.get(&format!("/api/matches/{odd}"), "key").await.status, 404);
    }
    assert_eq!(server.app.hall.in_memory(), 0);
    make_match(server.at, &battle()).await.unwrap();
    assert_eq!(server.app.hall.in_memory(), 1);
    server.stop().await;
}

/// To find that out the match is played again, which costs too much where it is long.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn where_an_undo_leads_is_told_up_to_three_hundred_orders() {
    let server = Server::start().await;
    let (id, mut one, mut two) = server.two(&battle()).await;
    play_until(&mut one, &mut two, 2).await.unwrap();
    let steps = server.app.hall.store.steps(&id).await.unwrap();
    let given = steps.iter().filter(|step| step.kind == "order").count();
    let plans = one.legal(&json!({ "within": { "plan": { "vehicle": 0 } }, "limit": 2 })).await.unwrap();
    for n in given..300 {
        assert_eq!(one.order(&plans[n % 2]).await.unwrap()["op"], "ack", "order {n}");
    }
    // What he decided lies behind a barrier.
    let undo = json!({ "op": "wish", "wish": "undo" });
    two.say(&undo).await.unwrap();
    one.until(|player, _| player.people["undo_asked"] == 1).await.unwrap();
    assert_eq!(one.people["undo_turn"], 1, "{}", one.people);
    assert_eq!(one.order(&plans[0]).await.unwrap()["op"], "ack");
    two.say(&undo).await.unwrap();
    one.until(|player, _| player.people["undo_turn"].is_null()).await.unwrap();
    assert_eq!(one.people["undo_asked"], 1);
    server.stop().await;
}
