//! What the server sees to by itself, while nobody asks it for anything.

use crate::common::odd::{Gate, Odd, OddGame};
use crate::common::{Server, add_salts, battle, catch_up, fair, file, games};
use crate::play::stored;
use load::Player;
use load::http::make_match;
use serde_json::{Value, json};
use server::Config;
use server::storage::{AccountRow, ChatRow, Place, Store, Sync, Write};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use table::SeatId;

/// Waits until something is so; half a minute is never needed.
async fn until(what: &str, mut is_so: impl AsyncFnMut() -> bool) {
    let end = Instant::now() + Duration::from_secs(30);
    while !is_so().await {
        assert!(Instant::now() < end, "it never came to this: {what}");
        tokio::task::yield_now().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sessions_that_ended_are_cleared_away_and_others_stay() {
    let place = Place::File(file("sessions"), Sync::Normal);
    let store = Store::open(&place).await.unwrap();
    let now = server::room::now_ms() / 1000;
    let (id, name) = ("a".to_owned(), "Ada".to_owned());
    let ada =
        AccountRow { id: id.clone(), name, looks: "ada".to_owned(), password: String::new(), created: 1 };
    let session =
        |token: &str, expires| Write::Session { token: token.to_owned(), account: id.clone(), expires };
    store
        .write(vec![Write::Account(ada), session("over", now - 60), session("good", now + 600)])
        .await
        .unwrap();
    // By a clock that stands before both of them.
    assert!(store.session("over", 1).await.unwrap().is_some());
    store.close().await;
    let server = Server::at(place).await;
    let store = server.app.hall.store.clone();
    until("the old one is gone", async || store.session("over", 1).await.unwrap().is_none()).await;
    assert!(store.session("good", 1).await.unwrap().is_some());
    server.stop().await;
}

/// Whoever lets his time run out has lost, also where nobody listens any more.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_flag_falls_though_nobody_looks() {
    let clock = json!({ "kind": "live", "minutes": 1, "gain_seconds": 0 });
    let (place, id, keys, _) = stored("unseen-flag", clock, [300, 60_000], 0).await;
    // Nothing but the clock is waited for: a picture is taken at once.
    let mut config = Config::new(games(), place);
    config.quiet = Duration::ZERO;
    let server = Server::with(config).await;
    assert_eq!(
        server.get(&format!("/api/matches/{id}"), &keys[0]).await.json().unwrap()["over"],
        Value::Null
    );
    let store = server.app.hall.store.clone();
    let last = async || store.steps(&id).await.unwrap().last().map(|step| (step.kind.clone(), step.seat));
    until("the flag falls", async || last().await == Some(("time".to_owned(), 0))).await;
    server.stop().await;
}

/// Somebody has written in its place: memory and storage may disagree, so the match is loaded again.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_line_of_chat_whose_place_is_taken_is_none_and_the_match_is_read_again() {
    let server = Server::start().await;
    let (id, mut one, _two) = server.two(&battle()).await;
    let say = |text: &str| json!({ "op": "chat", "text": text });
    one.say(&say("first")).await.unwrap();
    one.until_op("chat").await.unwrap();
    let other = ChatRow {
        match_id: id.clone(),
        n: 1,
        seat: Some(1),
        name: "Bea".to_owned(),
        body: "second".to_owned(),
        at: 9,
    };
    server.app.hall.store.write(vec![Write::Chat(other)]).await.unwrap();
    one.say(&say("third")).await.unwrap();
    assert_eq!(one.until_op("error").await.unwrap()["error"]["code"], "stale");
    one.until_op("bye").await.unwrap();
    one.come_back().await.unwrap();
    let chat = one.welcome["chat"].as_array().unwrap().clone();
    assert_eq!(chat.iter().map(|line| &line["text"]).collect::<Vec<_>>(), ["first", "second"]);
    one.say(&say("third")).await.unwrap();
    assert_eq!(one.until_op("chat").await.unwrap()["line"]["text"], "third");
    server.stop().await;
}

/// Who found no order finds none by being asked again.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_that_found_no_order_is_asked_once_for_each_table() {
    let server = odd(Odd::Mute(SeatId(1)), Place::Memory).await;
    let (_, mut one) = against(&server, "random").await;
    while one.people["halted"].is_null() {
        one.hear().await.unwrap();
    }
    pings(&mut one, 1).await;
    let before = errors(&one);
    pings(&mut one, 200).await;
    assert_eq!(errors(&one), before, "the same table");
    // With a plan on the table it is another question.
    assert_eq!(one.order(&plan()).await.unwrap()["op"], "ack");
    one.until_op("error").await.unwrap();
    pings(&mut one, 200).await;
    assert_eq!(errors(&one), before + 1, "one more");
    let words = one.people["halted"].as_str().unwrap();
    assert!(
        words.contains(&format!("plays {} finds", one.people["seats"][1]["name"].as_str().unwrap())),
        "{words}"
    );
    one.say(&json!({ "op": "wish", "wish": "resign" })).await.unwrap();
    one.until(|player, _| player.people["halted"].is_null()).await.unwrap();
    server.stop().await;
}

/// A server whose one game is odd in this way.
async fn odd(odd: Odd, place: Place) -> Server {
    let game = OddGame { game: Arc::clone(&games()[0]), odd };
    Server::with(Config::new(vec![Arc::new(game)], place)).await
}

/// A person at the table, and this bot on the other side.
async fn against(server: &Server, bot: &str) -> (String, Player) {
    let wish = json!({ "setup": { "scenario": "simple-battle" }, "seed": 5,
        "seats": [{ "kind": "open" }, { "kind": "bot", "bot": bot }] });
    let (id, keys, _) = make_match(server.at, &wish).await.unwrap();
    let one = Player::join(server.at, &id, &keys[0]).await.unwrap();
    (id, one)
}

fn plan() -> Value {
    json!({ "plan": { "vehicle": 0, "cards": [1, 2, 3] } })
}

/// How often he was told of a fault.
fn errors(player: &Player) -> usize {
    player.heard.iter().filter(|text| text.starts_with("{\"op\":\"error\"")).count()
}

/// So many words to and fro: whatever happens by itself has had its time.
async fn pings(player: &mut Player, count: usize) {
    for _ in 0..count {
        player.say(&json!({ "op": "ping", "at": 1 })).await.unwrap();
        player.until_op("pong").await.unwrap();
    }
}

/// The seats of the orders that are stored.
async fn ordered(server: &Server, id: &str) -> Vec<i64> {
    let steps = server.app.hall.store.steps(id).await.unwrap();
    steps.iter().filter(|step| step.kind == "order").map(|step| step.seat).collect()
}

/// Somebody takes his order back while a bot thinks: what it thought about is not there any more.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_answers_the_table_as_it_is_and_no_earlier_one() {
    let (gate, seats) = (Arc::new(Gate::default()), Arc::new(Mutex::new(Vec::new())));
    let server = odd(Odd::Queued(Arc::clone(&gate), Arc::clone(&seats)), Place::Memory).await;
    let (id, mut one) = against(&server, "random").await;
    assert_eq!(one.order(&plan()).await.unwrap()["op"], "ack");
    one.say(&json!({ "op": "wish", "wish": "undo" })).await.unwrap();
    one.until(|player, _| player.is_awaited()).await.unwrap();
    let knocked = Arc::clone(&gate);
    tokio::task::spawn_blocking(move || knocked.wait_for(2)).await.unwrap();
    gate.open();
    one.until(|player, _| player.people["seats"][1]["ready"] == true).await.unwrap();
    pings(&mut one, 100).await;
    assert_eq!(ordered(&server, &id).await, [0, 1], "one order, though it was asked twice");
    assert_eq!(errors(&one), 0, "{:?}", one.heard.last());
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_that_comes_after_the_end_is_not_heard() {
    let (gate, seats) = (Arc::new(Gate::default()), Arc::new(Mutex::new(Vec::new())));
    let server = odd(Odd::Queued(Arc::clone(&gate), seats), Place::Memory).await;
    let (id, mut one) = against(&server, "random").await;
    let knocked = Arc::clone(&gate);
    tokio::task::spawn_blocking(move || knocked.wait_for(1)).await.unwrap();
    one.say(&json!({ "op": "wish", "wish": "resign" })).await.unwrap();
    one.until(|player, _| !player.over.is_null()).await.unwrap();
    gate.open();
    pings(&mut one, 200).await;
    assert_eq!((ordered(&server, &id).await, errors(&one)), (vec![], 0));
    server.stop().await;
}

/// A fault in the rules while a bot thinks is no end of the match.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn for_a_bot_that_fails_its_first_legal_order_is_taken() {
    let server = odd(Odd::Faulty, Place::Memory).await;
    let (id, mut one) = against(&server, "random").await;
    if one.people["seats"][1]["ready"] != true {
        one.until(|player, _| player.people["seats"][1]["ready"] == true).await.unwrap();
    }
    assert_eq!((ordered(&server, &id).await, errors(&one)), (vec![1], 0));
    server.stop().await;
}

/// Who plays without a socket has an opponent all the same; bots among themselves play for somebody who watches.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_plays_against_people_and_otherwise_for_those_who_watch() {
    let server = Server::start().await;
    let bot = json!({ "kind": "bot", "bot": "random" });
    let wish = |first: &Value| json!({ "setup": { "scenario": "simple-battle", "options": { "turn_limit": "1" } }, "seats": [first, bot] });
    let (id, keys, _) = make_match(server.at, &wish(&json!({ "kind": "open" }))).await.unwrap();
    until("the bot has planned", async || ordered(&server, &id).await == [1]).await;
    let seen = server.get(&format!("/api/matches/{id}"), &keys[0]).await.json().unwrap();
    let now = server::room::now_ms() / 1000;
    assert!(seen["changed"].as_i64().is_some_and(|at| at.abs_diff(now) < 600), "{seen}");

    let (id, _, watch) = make_match(server.at, &wish(&bot)).await.unwrap();
    for _ in 0..50 {
        assert_eq!(server.get(&format!("/api/matches/{id}"), &watch).await.status, 200);
    }
    assert_eq!(ordered(&server, &id).await, [0_i64; 0], "nobody watches");
    let mut watcher = Player::join(server.at, &id, &watch).await.unwrap();
    while watcher.over.is_null() {
        watcher.hear().await.unwrap();
    }
    server.stop().await;
}

/// How a match ended outside of the rules is worked out again from who did what.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn how_a_match_ended_is_known_after_a_restart() {
    let place = Place::File(file("ends"), Sync::Normal);
    let server = Server::at(place.clone()).await;
    let mut left = Vec::new();
    for (seat, wishes) in [(0, &["resign"][..]), (1, &["resign"]), (0, &["offer_draw", "accept_draw"])] {
        let (id, mut one, mut two) = server.two(&battle()).await;
        for (turn, wish) in wishes.iter().enumerate() {
            let who = if (seat + turn) % 2 == 0 { &mut one } else { &mut two };
            who.say(&json!({ "op": "wish", "wish": wish })).await.unwrap();
            let told = two.until(|player, _| !player.over.is_null() || player.people["draw_offered"] == 0);
            told.await.unwrap();
        }
        let winner = if wishes.len() == 1 { &two.people["seats"][1 - seat]["team"] } else { &Value::Null };
        assert_eq!(two.over["winner"], *winner, "{wishes:?}");
        left.push((id, two.key().to_owned(), two.over.clone()));
    }
    server.stop().await;
    let server = Server::at(place).await;
    for (id, key, over) in left {
        assert_eq!(Player::join(server.at, &id, &key).await.unwrap().over, over);
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_at_which_nobody_is_stops_at_once() {
    let server = Server::start().await;
    let (id, keys, _) = make_match(server.at, &battle()).await.unwrap();
    assert_eq!(server.get(&format!("/api/matches/{id}"), &keys[0]).await.status, 200);
    // Whoever is there has three seconds to go.
    let stopped = tokio::time::timeout(Duration::from_millis(2500), server.stop()).await;
    assert!(stopped.is_ok(), "it waits for nobody");
}

/// Clocks start once: when everybody who plays is there, the match has begun and is not over.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_clock_starts_once_and_only_where_there_is_one() {
    let server = Server::start().await;
    let live = json!({ "kind": "live", "minutes": 10, "gain_seconds": 0 });
    let starts = async |id: &str| {
        let steps = server.app.hall.store.steps(id).await.unwrap();
        steps.iter().filter(|step| step.kind == "start").count()
    };
    let with = |mut wish: Value| {
        wish["clock"] = live.clone();
        wish
    };
    // There is none.
    let (id, _one, _two) = server.two(&battle()).await;
    assert_eq!(starts(&id).await, 0);
    // Who goes and comes again starts nothing.
    let (id, keys, watch) = make_match(server.at, &with(battle())).await.unwrap();
    let mut one = Player::join(server.at, &id, &keys[0]).await.unwrap();
    let _watcher = Player::join(server.at, &id, &watch).await.unwrap();
    assert_eq!(starts(&id).await, 0, "one of them is missing");
    let _two = Player::join(server.at, &id, &keys[1]).await.unwrap();
    assert_eq!(starts(&id).await, 1);
    one.come_back().await.unwrap();
    assert_eq!(starts(&id).await, 1);
    // He has given up before the other one came.
    let (id, keys, _) = make_match(server.at, &with(battle())).await.unwrap();
    let mut one = Player::join(server.at, &id, &keys[0]).await.unwrap();
    one.say(&json!({ "op": "wish", "wish": "resign" })).await.unwrap();
    one.until(|player, _| !player.over.is_null()).await.unwrap();
    let _two = Player::join(server.at, &id, &keys[1]).await.unwrap();
    assert_eq!(starts(&id).await, 0, "it is over");
    // A fair match begins when all have shown their salts.
    let (id, mut one, mut two) = server.two(&with(fair())).await;
    assert_eq!(starts(&id).await, 0, "it has not begun");
    add_salts(&id, &mut one, &mut two).await.unwrap();
    assert_eq!(starts(&id).await, 1);
    server.stop().await;
}

/// What a bot decides is stored like anything else, or the match is loaded again: nobody hears that it can not go on.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bots_order_that_can_not_be_stored_is_no_fault_of_the_bot() {
    let (gate, seats) = (Arc::new(Gate::default()), Arc::new(Mutex::new(Vec::new())));
    let path = file("bot-lost");
    let server = odd(Odd::Queued(Arc::clone(&gate), seats), Place::File(path.clone(), Sync::Normal)).await;
    let (_, mut one) = against(&server, "random").await;
    let knocked = Arc::clone(&gate);
    tokio::task::spawn_blocking(move || knocked.wait_for(1)).await.unwrap();
    std::fs::remove_file(&path).unwrap();
    gate.open();
    one.until_op("bye").await.unwrap();
    assert_eq!(errors(&one), 0, "{:?}", one.heard);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_left_on_a_clock_is_known_after_a_restart() {
    let place = Place::File(file("clocks-left"), Sync::Normal);
    let server = Server::at(place.clone()).await;
    let mut wish = battle();
    wish["clock"] = json!({ "kind": "live", "minutes": 5, "gain_seconds": 60 });
    let (id, mut one, _two) = server.two(&wish).await;
    one.answer_all().await.unwrap();
    one.say(&json!({ "op": "name", "name": "Ada" })).await.unwrap();
    one.until(|player, _| player.people["seats"][0]["name"] == "Ada").await.unwrap();
    server.stop().await;
    let server = Server::at(place).await;
    let people = server.get(&format!("/api/matches/{id}"), one.key()).await.json().unwrap()["people"].clone();
    let left = [0, 1].map(|seat| people["seats"][seat]["left_ms"].as_f64().unwrap() / 60_000.0);
    assert!(left[0] > 5.5 && left[1] <= 5.0, "he has decided and gained a minute: {left:?}");
    server.stop().await;
}

/// Where nobody says anything there is nothing to do.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_at_which_all_are_silent_rests() {
    let server = Server::start().await;
    let (_, mut one, mut two) = server.two(&battle()).await;
    catch_up(&mut one, &mut two).await.unwrap();
    let metrics = tokio::runtime::Handle::current().metrics();
    let busy = || -> Duration {
        (0..metrics.num_workers()).map(|worker| metrics.worker_total_busy_duration(worker)).sum()
    };
    let (before, half_a_second) = (busy(), Duration::from_millis(500));
    assert!(tokio::time::timeout(half_a_second, one.hear()).await.is_err(), "nobody has said anything");
    let spent = busy().saturating_sub(before);
    assert!(spent < half_a_second / 2, "{spent:?} of {half_a_second:?}");
    server.stop().await;
}
