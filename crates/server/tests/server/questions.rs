//! Questions about orders: whatever they cost, nobody else waits for them.

use crate::common::odd::{Gate, Odd, OddGame};
use crate::common::{Server, battle, catch_up};
use load::Player;
use load::http::make_match;
use serde_json::{Value, json};
use server::Config;
use server::storage::Place;
use std::sync::Arc;
use table::SeatId;
use table::face::AnyGame;

async fn with(odd: Odd) -> Server {
    let game: Arc<dyn AnyGame> = Arc::new(OddGame { game: Arc::clone(&crate::common::games()[0]), odd });
    Server::with(Config::new(vec![game], Place::Memory)).await
}

fn plan(vehicle: u8, cards: [u8; 3]) -> Value {
    json!({ "plan": { "vehicle": vehicle, "cards": cards } })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_question_that_takes_long_holds_up_neither_its_match_nor_another_one() {
    let gate = Arc::new(Gate::default());
    let server = with(Odd::Slow(Arc::clone(&gate))).await;
    let (id, mut one, mut two) = server.two(&battle()).await;
    one.say(&json!({ "op": "legal", "id": "slow", "ask": {} })).await.unwrap();
    tokio::task::spawn_blocking({
        let gate = Arc::clone(&gate);
        move || gate.wait_for(1)
    })
    .await
    .unwrap();
    // The same match, the asker himself, and another match.
    assert_eq!(two.order(&plan(1, [15, 14, 8])).await.unwrap()["op"], "ack");
    catch_up(&mut one, &mut two).await.unwrap();
    let (_, mut three, mut four) = server.two(&battle()).await;
    assert_eq!(three.order(&plan(0, [1, 2, 3])).await.unwrap()["op"], "ack");
    catch_up(&mut three, &mut four).await.unwrap();
    assert_eq!(server.get("/healthz", "").await.status, 200);

    // One question of a viewer is answered at a time; the others wait, and not without end.
    for number in 0..40 {
        one.say(&json!({ "op": "legal", "id": format!("more-{number}"), "ask": { "limit": 1 } }))
            .await
            .unwrap();
    }
    let busy = one.until(|_, tell| tell["op"] == "refused").await.unwrap();
    assert_eq!((&busy["code"], &busy["id"]), (&json!("busy"), &json!("more-31")));
    catch_up(&mut one, &mut two).await.unwrap();
    assert_eq!(gate.knocked(), 1, "the others wait for the first one");

    gate.open();
    let answer = one.until(|_, tell| tell["id"] == "slow").await.unwrap();
    assert!(answer["total"].as_u64() > Some(0), "{answer}");
    let last = one.until(|_, tell| tell["id"] == "more-30").await.unwrap();
    assert_eq!(last["values"].as_array().unwrap().len(), 1);
    let answer = server.post(&format!("/api/matches/{id}/legal"), one.key(), &json!({ "limit": 2 })).await;
    assert_eq!((answer.status, answer.json().unwrap()["values"].as_array().unwrap().len()), (200, 2));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_waits_for_an_answer_longer_than_a_limit() {
    let gate = Arc::new(Gate::default());
    let server = with(Odd::Slow(Arc::clone(&gate))).await;
    let (_, mut one, _two) = server.two(&battle()).await;
    one.say(&json!({ "op": "legal", "id": "slow", "ask": {} })).await.unwrap();
    let told = one.until(|_, tell| tell["id"] == "slow").await.unwrap();
    assert_eq!((&told["op"], &told["code"]), (&json!("refused"), &json!("busy")));
    gate.open();
    let plans = one.legal(&json!({ "limit": 2 })).await.unwrap();
    assert_eq!(plans.len(), 2, "the next question is answered again");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_answer_has_an_end_however_much_is_asked_for() {
    let server = Server::start().await;
    let options = json!({ "earthlings": vec!["nieuport_16"; 30].join(","), "area": "4000,900" });
    let wish = json!({ "setup": { "scenario": "simple-battle", "options": options } });
    let (id, keys, _) = make_match(server.at, &wish).await.unwrap();
    let all = json!({ "limit": 4_000_000 });
    let answer = server.post(&format!("/api/matches/{id}/legal"), &keys[0], &all).await.json().unwrap();
    assert!(answer["total"].as_u64() > Some(10_000), "{}", answer["total"]);
    assert_eq!(answer["values"].as_array().unwrap().len(), 10_000);
    server.stop().await;
}

/// Asks, and hears the answer.
async fn ask(player: &mut Player, question: Value) -> Value {
    player.say(&question).await.unwrap();
    player.until(|_, tell| tell["id"] == question["id"]).await.unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn orders_come_in_words_and_a_move_in_the_making_is_foreseen() {
    let server = Server::with(Config::new(vec![crate::common::game("victory")], Place::Memory)).await;
    let wish = json!({ "game": "victory", "seed": 5, "setup": { "scenario": "over-the-top" } });
    let (_, mut one, mut two) = server.two(&wish).await;
    for _ in 0..20 {
        let (mover, other) = if one.is_awaited() { (&mut one, &mut two) } else { (&mut two, &mut one) };
        let told = ask(mover, json!({ "op": "legal", "id": "r", "ask": { "words": true } })).await;
        let rows = told["rows"].as_array().unwrap();
        assert_eq!(told["total"], rows.len());
        let worded = |row: &Value| ["label", "detail", "group"].iter().all(|part| row[part] != "");
        assert!(rows.iter().all(worded), "{told}");
        if mover.prompts["mine"][0]["ask"]["fly"].is_null() {
            assert_eq!(mover.order(&told["values"][0]).await.unwrap()["op"], "ack");
            catch_up(&mut one, &mut two).await.unwrap();
            continue;
        }
        let draft =
            |acts: Value| json!({ "op": "preview", "id": "p", "order": { "move": { "acts": acts } } });
        let told = ask(mover, draft(json!(["straight"]))).await;
        assert_eq!(told["preview"]["path"].as_array().unwrap().len(), 1);
        assert!(!told["preview"]["next"].as_array().unwrap().is_empty(), "{told}");
        let told = ask(mover, draft(json!(["end"]))).await;
        assert_eq!((&told["op"], &told["rule"]), (&json!("refused"), &json!("WV-MOV-03")));
        // A draft is no order, and nobody else's.
        assert!(!mover.check(&json!({ "move": { "acts": ["straight"] } })).await.unwrap());
        let told = ask(other, draft(json!(["straight"]))).await;
        assert_eq!((&told["op"], &told["rule"]), (&json!("refused"), &json!("WV-SEQ-01")));
        server.stop().await;
        return;
    }
    panic!("nobody was asked to fly");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_without_end_and_a_table_without_room_are_refused() {
    let server = Server::start().await;
    let tripods = vec!["mk1_locust"; 40].join(",");
    for (options, place, words) in [
        (json!({ "area": "100000,100000", "setup": "played" }), "area", "at most 5000 mm"),
        (json!({ "martians": tripods, "setup": "played" }), "vehicles", "expected"),
    ] {
        let wish = json!({ "setup": { "scenario": "simple-battle", "options": options } });
        let answer = server.post("/api/matches", "", &wish).await;
        let error = answer.json().unwrap()["error"].clone();
        assert_eq!((answer.status, &error["place"]), (400, &json!(place)), "{error}");
        if place == "area" {
            assert!(error["message"].as_str().unwrap().contains(words), "{error}");
        }
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_that_finds_no_order_stops_the_match_and_says_so() {
    let server = with(Odd::Mute(SeatId(1))).await;
    let wish = json!({ "setup": { "scenario": "simple-battle" },
        "seats": [{ "kind": "open" }, { "kind": "bot", "bot": "random" }] });
    let (id, keys, _) = make_match(server.at, &wish).await.unwrap();
    let mut one = Player::join(server.at, &id, &keys[0]).await.unwrap();
    while one.people["halted"].is_null() {
        one.hear().await.unwrap();
    }
    let words = one.people["halted"].as_str().unwrap().to_owned();
    assert!(words.contains("stands still") && words.contains("finds no order"), "{words}");
    // It is not asked again and again: after the match has said so, nothing happens by itself.
    assert_eq!(one.order(&plan(0, [1, 2, 3])).await.unwrap()["op"], "ack");
    let heard = one.heard.len();
    one.say(&json!({ "op": "ping", "at": 1 })).await.unwrap();
    one.until_op("pong").await.unwrap();
    assert!(one.heard.len() <= heard + 3, "{:?}", &one.heard[heard..]);
    let late = Player::join(server.at, &id, &keys[0]).await.unwrap();
    assert!(late.people["halted"].is_string(), "who comes later learns it, too");
    // Who gives up has lost; the seat stays.
    one.say(&json!({ "op": "wish", "wish": "resign" })).await.unwrap();
    one.until(|player, _| !player.over.is_null()).await.unwrap();
    assert_eq!(one.over["winner"], one.people["seats"][1]["team"]);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn legal_orders_come_with_their_words_and_an_illegal_one_has_no_preview() {
    let server = Server::with(Config::new(crate::common::games(), Place::Memory)).await;
    let (id, keys, _) = make_match(server.at, &battle()).await.unwrap();
    let mut one = Player::join(server.at, &id, &keys[0]).await.unwrap();
    one.say(&json!({ "op": "legal", "id": "rows", "ask": { "words": true, "limit": 3 } })).await.unwrap();
    let told = one.until(|_, tell| tell["id"] == "rows").await.unwrap();
    let (values, rows) = (told["values"].as_array().unwrap(), told["rows"].as_array().unwrap());
    assert_eq!((values.len(), rows.len()), (3, 3), "{told}");
    assert!(rows.iter().all(|row| !row["label"].as_str().unwrap().is_empty()), "{told}");
    one.say(&json!({ "op": "legal", "id": "bare", "ask": { "limit": 3 } })).await.unwrap();
    let bare = one.until(|_, tell| tell["id"] == "bare").await.unwrap();
    assert!(bare.get("rows").is_none(), "words that nobody asked for: {bare}");
    one.say(&json!({ "op": "preview", "id": "fine", "order": values[0] })).await.unwrap();
    assert_eq!(one.until(|_, tell| tell["id"] == "fine").await.unwrap()["op"], "preview");
    one.say(&json!({ "op": "preview", "id": "wrong", "order": plan(9, [1, 2, 3]) })).await.unwrap();
    let wrong = one.until(|_, tell| tell["id"] == "wrong").await.unwrap();
    assert_eq!((&wrong["op"], &wrong["code"]), (&json!("refused"), &json!("refused")), "{wrong}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_suggestion_is_legal_and_says_why_and_nothing_secret_moves_it() {
    let server = Server::with(Config::new(crate::common::games(), Place::Memory)).await;
    let suggest = json!({ "op": "suggest", "id": "advice" });
    let mut heard = Vec::new();
    // The same table with other dice, and the enemy sealing one thing or another before the question.
    for (seed, sealed) in [(7, 0), (7, 1), (7, 399), (8, 0)] {
        let mut made = battle();
        made["seed"] = json!(seed);
        let (_, mut one, mut two) = server.two(&made).await;
        let plans = two.legal(&json!({ "limit": 400 })).await.unwrap();
        assert_eq!(two.order(&plans[sealed.min(plans.len() - 1)]).await.unwrap()["op"], "ack");
        one.say(&suggest).await.unwrap();
        let told = one.until(|_, tell| tell["id"] == "advice").await.unwrap();
        assert_eq!(told["op"], "suggested", "{told}");
        assert!(!told["words"].as_str().unwrap().is_empty() && told["why"].is_string(), "{told}");
        heard.push((told["order"].clone(), told["why"].clone()));
        assert_eq!(one.order(&told["order"]).await.unwrap()["op"], "ack");
        // Who has answered is told that nothing is awaited, or gets advice on what came next.
        one.say(&json!({ "op": "suggest", "id": "again" })).await.unwrap();
        let again = one.until(|_, tell| tell["id"] == "again").await.unwrap();
        assert!(["suggested", "refused"].contains(&again["op"].as_str().unwrap()), "{again}");
    }
    assert!(heard.iter().all(|one| *one == heard[0]), "{heard:?}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn goals_are_told_at_the_beginning_and_when_they_stand_otherwise() {
    let server = Server::with(Config::new(crate::common::games(), Place::Memory)).await;
    let mut short = battle();
    short["setup"]["options"]["turn_limit"] = json!("12");
    let (id, mut one, mut two) = server.two(&short).await;
    let mut hello = load::Socket::connect(server.at, &id).await.unwrap();
    hello.send(json!({ "op": "hello", "key": one.key() }).to_string()).await.unwrap();
    let welcome: Value = serde_json::from_str(&hello.receive().await.unwrap()).unwrap();
    let turn =
        |tell: &Value| tell["news"]["goals"].as_array().map(|goals| goals.last().unwrap()["state"].clone());
    assert_eq!(turn(&welcome), Some(json!("turn 1 of 12")), "{welcome}");
    assert_eq!(welcome["briefing"]["sides"].as_array().unwrap().len(), 2, "{welcome}");
    one.say(&json!({ "op": "order", "id": "a", "order": plan(0, [1, 2, 3]) })).await.unwrap();
    let news = one.until(|_, tell| tell["op"] == "news").await.unwrap();
    assert!(news["news"].get("goals").is_none(), "nothing changed in them: {news}");
    catch_up(&mut one, &mut two).await.unwrap();
    server.stop().await;
}
