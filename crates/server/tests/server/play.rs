//! People at a real server: sockets, bots, reconnection, undo, replay.

use crate::common::{SLOW_SOCKETS, Server, battle, catch_up, file, play_until};
use load::Player;
use load::http::make_match;
use serde_json::{Value, json};
use server::storage::{Place, StepRow, Store, Sync, Write};
use server::{App, Config};

const DAY: i64 = 86_400_000;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_takes_changes_sees_what_whole_views_show() {
    let server = Server::start().await;
    let mut wish = battle();
    wish["setup"]["options"] = json!({ "turn_limit": "3" });
    let (id, keys, watch) = make_match(server.at, &wish).await.unwrap();
    let mut one = Player::join(server.at, &id, &keys[0]).await.unwrap();
    let mut two = Player::join(server.at, &id, &keys[1]).await.unwrap();
    let mut whole = Player::join_simply(server.at, &id, &watch).await.unwrap();
    let mut changes = Player::join(server.at, &id, &watch).await.unwrap();
    play_until(&mut one, &mut two, 99).await.unwrap();
    for spectator in [&mut whole, &mut changes] {
        spectator.until(|player, _| !player.over.is_null()).await.unwrap();
    }
    let told = |player: &Player, word: &str| player.heard.iter().filter(|t| t.contains(word)).count();
    assert_eq!(told(&whole, "\"changes\""), 0, "who did not ask for them gets none");
    assert!(told(&changes, "\"changes\"") > 5 && told(&changes, "\"view\"") < told(&whole, "\"view\""));
    assert_eq!(whole.view, changes.view);
    let bytes = |player: &Player| player.heard.iter().map(String::len).sum::<usize>();
    assert!(bytes(&changes) * 3 < bytes(&whole) * 2, "{} of {} bytes", bytes(&changes), bytes(&whole));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_people_play_to_the_end_and_look_back() {
    let server = Server::start().await;
    let mut wish = battle();
    wish["setup"]["options"] = json!({ "turn_limit": "3" });
    let (id, keys, watch) = make_match(server.at, &wish).await.unwrap();
    let mut one = Player::join(server.at, &id, &keys[0]).await.unwrap();
    let mut two = Player::join(server.at, &id, &keys[1]).await.unwrap();
    let mut spectator = Player::join(server.at, &id, &watch).await.unwrap();
    assert_eq!((&one.welcome["seat"], &two.welcome["seat"]), (&json!(0), &json!(1)));
    assert_eq!(spectator.welcome["seat"], Value::Null);
    assert_eq!(one.welcome["title"], "A simple battle");

    let forbidden = server.get(&format!("/api/matches/{id}/moment?events=1&all=1"), &keys[0]).await;
    assert_eq!(forbidden.status, 403, "cards lie open when the match is over, not before");

    play_until(&mut one, &mut two, 99).await.unwrap();
    assert_eq!(one.over["how"], two.over["how"]);
    assert!(one.over["how"].is_string());
    spectator.until(|player, _| !player.over.is_null()).await.unwrap();

    let history = server.get(&format!("/api/matches/{id}/history"), &keys[0]).await.json().unwrap();
    assert_eq!(history["events"].as_array().unwrap(), &one.events, "what was told is what happened");
    let marks: Vec<u64> = history["marks"].as_array().unwrap().iter().filter_map(Value::as_u64).collect();
    assert!(marks.is_sorted_by(|a, b| a < b) && *marks.last().unwrap() as usize == one.events.len());
    for mark in &marks {
        let moment = server.get(&format!("/api/matches/{id}/moment?events={mark}"), &keys[0]).await;
        assert_eq!(moment.json().unwrap()["events"], *mark);
    }
    let last = server.get(&format!("/api/matches/{id}/moment?events=999999"), &keys[0]).await.json().unwrap();
    assert_eq!(last["view"], one.view);
    let open = server.get(&format!("/api/matches/{id}/moment?events=9&all=1"), &watch).await;
    assert_eq!(open.status, 200);

    let log = server.get(&format!("/api/matches/{id}/log"), &watch).await;
    assert!(log.head.contains("content-disposition: attachment"));
    assert!(crate::common::games()[0].verify_log(&log.body).unwrap().ok);

    let summary = server.get(&format!("/api/matches/{id}"), &keys[1]).await.json().unwrap();
    assert_eq!((&summary["seat"], &summary["my_turn"]), (&json!(1), &json!(false)));
    assert_eq!(summary["over"], one.over);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_answers_and_the_player_owns_the_match() {
    let server = Server::start().await;
    let (id, key, mut ada) = server.solo().await;
    assert_eq!(ada.welcome["own"], true);
    assert_eq!(ada.people["seats"][0]["name"], "Ada");
    assert_eq!(ada.people["seats"][1]["bot"], "random");
    while ada.prompts["turn"].as_u64() < Some(3) && ada.over.is_null() {
        ada.answer_all().await.unwrap();
        if ada.over.is_null() && !ada.is_awaited() {
            ada.until(|player, _| player.is_awaited() || !player.over.is_null()).await.unwrap();
        }
    }
    let log = server.get(&format!("/api/matches/{id}/log"), &key).await;
    assert!(log.body.contains("\"seed\":5"), "the whole log is the owner's at any time");

    // Back behind a reveal: only oneself is cheated.
    let before = ada.events.len();
    ada.say(&json!({ "op": "wish", "wish": "undo" })).await.unwrap();
    ada.until(|player, tell| tell["op"] == "news" && player.events.len() < before).await.unwrap();
    assert!(ada.voids > 0 && ada.is_awaited());
    ada.answer_all().await.unwrap();

    // From any moment of it a new match can begin.
    let fork = json!({ "fork": { "of": id, "key": key, "events": 4 },
        "seats": [{ "kind": "open" }, { "kind": "bot", "bot": "random" }] });
    let (copy, keys, _) = make_match(server.at, &fork).await.unwrap();
    let forked = Player::join(server.at, &copy, &keys[0]).await.unwrap();
    assert_eq!(forked.events[..4], ada.events[..4]);
    assert_eq!(forked.welcome["scenario"], "simple-battle");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn orders_are_refused_with_reasons_and_done_once() {
    let server = Server::start().await;
    let (id, mut one, mut two) = server.two(&battle()).await;
    let legal = one.legal(&json!({ "within": { "plan": { "vehicle": 0 } }, "limit": 3 })).await.unwrap();
    assert_eq!(legal.len(), 3);
    let cards = one.legal(&json!({ "within": { "plan": {} }, "spread": "/plan/cards/0" })).await.unwrap();
    assert!(cards.len() > 1 && cards.iter().all(Value::is_u64), "{cards:?}");

    let told = one.order(&json!({ "plan": { "vehicle": 1, "cards": [1, 2, 3] } })).await.unwrap();
    assert_eq!(told["op"], "refused");
    assert!(told["rule"].is_string() && told["why"].is_string(), "{told}");
    let told = one.order(&json!({ "castle": "kingside" })).await.unwrap();
    assert!(told["why"].as_str().unwrap().contains("not an order of this game"), "{told}");

    one.say(&json!({ "op": "check", "id": "c", "order": legal[0] })).await.unwrap();
    assert_eq!(one.until(|_, tell| tell["id"] == "c").await.unwrap()["op"], "fine");
    assert!(one.is_awaited(), "a check changes nothing");

    one.say(&json!({ "op": "nearest", "id": "n", "order": legal[0] })).await.unwrap();
    let near = one.until(|_, tell| tell["id"] == "n").await.unwrap();
    assert_eq!((&near["op"], &near["order"], &near["why"]), (&json!("nearest"), &legal[0], &json!(null)));
    one.say(&json!({ "op": "nearest", "id": "m", "order": { "hold": { "vehicle": 0 } } })).await.unwrap();
    let far = one.until(|_, tell| tell["id"] == "m").await.unwrap();
    assert!(far["op"] == "refused" && far["rule"].is_string(), "{far}");
    assert!(one.is_awaited(), "a question changes nothing");

    assert_eq!(one.order_as("same", &legal[0]).await.unwrap()["op"], "ack");
    let events = one.events.clone();
    assert_eq!(one.order_as("same", &legal[0]).await.unwrap()["op"], "ack");
    let other = one.order_as("same", &legal[1]).await.unwrap();
    assert_eq!((&other["op"], &other["code"]), (&json!("refused"), &json!("bad_request")), "{other}");
    for id in ["", "a\0b", "a\nb", "\u{7f}"] {
        let refused = one.order_as(id, &legal[1]).await.unwrap();
        assert_eq!((&refused["op"], &refused["code"]), (&json!("refused"), &json!("bad_request")), "{id:?}");
    }
    catch_up(&mut one, &mut two).await.unwrap();
    assert_eq!(one.events, events, "an order with a known id is done once");
    assert_eq!(two.events.len(), 3, "a sealed plan is no event for the other side");
    let _ = id;
    server.stop().await;
}

/// Two windows on one seat, both of which answer by themselves what has one answer: the second answer comes when
/// another decision is open already, and must not be taken for an answer to that one.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_order_that_names_its_decision_answers_no_other_one() {
    let server = Server::start().await;
    let (id, mut one, mut two) = server.two(&battle()).await;
    play_until(&mut one, &mut two, 2).await.unwrap();
    let mut window = Player::join(server.at, &id, one.key()).await.unwrap();
    assert_eq!(window.prompts, one.prompts, "both windows know the same decision by the same name");
    let named = |player: &Player| player.prompts["decision"].as_str().unwrap().to_owned();
    let decision = named(&one);
    let plans = one.legal(&json!({ "within": { "plan": { "vehicle": 0 } }, "limit": 2 })).await.unwrap();
    let say = |id: &str, order: &Value, decision: &str| json!({ "op": "order", "id": id, "order": order, "decision": decision });

    one.say(&say("first", &plans[0], &decision)).await.unwrap();
    one.until_op("ack").await.unwrap();
    assert_ne!(named(&one), decision, "an answered decision is another one");
    let events = one.events.clone();
    window.say(&say("second", &plans[1], &decision)).await.unwrap();
    let no = window.until_op("refused").await.unwrap();
    assert_eq!((&no["code"], &no["id"]), (&json!("stale"), &json!("second")));
    assert_eq!(window.events, events, "nothing was done");
    let path = format!("/api/matches/{id}/orders");
    let twin = json!({ "id": "third", "order": plans[1], "decision": decision });
    let answer = server.post(&path, one.key(), &twin).await;
    assert_eq!((answer.status, &answer.json().unwrap()["error"]["code"]), (409, &json!("stale")));
    // The same id is the same order: it is answered again, not judged again.
    window.say(&say("first", &plans[0], &decision)).await.unwrap();
    window.until_op("ack").await.unwrap();
    window.say(&say("fourth", &plans[1], &named(&window))).await.unwrap();
    window.until_op("ack").await.unwrap();

    // What the other side does in secret changes no name; a spectator has none.
    let before = named(&two);
    one.order(&plans[0]).await.unwrap();
    two.say(&json!({ "op": "ping", "at": 2 })).await.unwrap();
    two.until_op("pong").await.unwrap();
    assert_eq!(named(&two), before);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_opponent_who_plans_again_causes_no_bytes() {
    let server = Server::start().await;
    let (_, mut one, mut two) = server.two(&battle()).await;
    catch_up(&mut one, &mut two).await.unwrap();
    let plans = one.legal(&json!({ "within": { "plan": { "vehicle": 0 } }, "limit": 5 })).await.unwrap();
    assert_eq!(one.order(&plans[0]).await.unwrap()["op"], "ack");
    catch_up(&mut one, &mut two).await.unwrap();
    let heard = two.heard.len();
    for plan in &plans[1..] {
        assert_eq!(one.order(plan).await.unwrap()["op"], "ack");
    }
    catch_up(&mut one, &mut two).await.unwrap();
    assert_eq!(two.heard[heard..], ["{\"op\":\"pong\",\"at\":1.0}"], "the pong and nothing else");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_comes_back_gets_what_he_missed_also_after_a_take_back() {
    let server = Server::start().await;
    let (_, mut one, mut two) = server.two(&battle()).await;
    play_until(&mut one, &mut two, 2).await.unwrap();
    let known = two.events.len();
    two.drop_line();
    one.answer_all().await.unwrap();
    two.come_back().await.unwrap();
    assert!(two.events.len() >= known);
    two.answer_all().await.unwrap();
    catch_up(&mut one, &mut two).await.unwrap();

    // One takes a sealed plan back while he is away; his own stream is another one then.
    let (_, mut one, mut two) = server.two(&battle()).await;
    one.answer_all().await.unwrap();
    let planned = one.events.clone();
    one.drop_line();
    let id = one.welcome["match"].as_str().unwrap().to_owned();
    let mut again = Player::join(server.at, &id, &key_of(&one)).await.unwrap();
    again.say(&json!({ "op": "wish", "wish": "undo" })).await.unwrap();
    again.until_op("news").await.unwrap();
    let plans = again.legal(&json!({ "within": { "plan": { "vehicle": 0 } }, "limit": 9 })).await.unwrap();
    again.order(&plans[8]).await.unwrap();
    one.come_back().await.unwrap();
    assert_eq!(one.events.len(), planned.len());
    assert_ne!(one.events, planned, "the plan that was taken back is not kept beside the new one");
    assert_eq!(one.events, again.events);
    catch_up(&mut one, &mut two).await.unwrap();
    assert_eq!(two.voids, 0, "the other side never saw anything to take back");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_does_not_keep_up_is_let_go_and_holds_up_nobody() {
    let _alone = SLOW_SOCKETS.lock().await;
    let server = Server::start().await;
    let slow = |figures: &str| {
        let count = figures.lines().find_map(|line| line.strip_prefix("heatray_slow_sockets_total "));
        count.and_then(|count| count.parse::<usize>().ok()).unwrap_or_default()
    };
    let before = slow(&server.get("/metrics", "").await.body);
    let (id, keys, _) = make_match(server.at, &battle()).await.unwrap();
    let mut lazy = Player::join(server.at, &id, &keys[0]).await.unwrap();
    let mut one = Player::join(server.at, &id, &keys[0]).await.unwrap();
    let plans = one.legal(&json!({ "within": { "plan": { "vehicle": 0 } }, "limit": 2 })).await.unwrap();
    // Every order and its undo are news to this seat, and one of its two listeners reads nothing.
    let mut told = 0;
    loop {
        assert_eq!(one.order(&plans[told % 2]).await.unwrap()["op"], "ack");
        one.say(&json!({ "op": "wish", "wish": "undo" })).await.unwrap();
        one.until_op("news").await.unwrap();
        told += 1;
        assert!(told < 20_000, "nobody is let go");
        if told % 100 == 0 && slow(&server.get("/metrics", "").await.body) == before + 1 {
            break;
        }
    }
    // What was under way comes in order, then the reason.
    let reason = lazy.until_op("error").await.unwrap();
    assert_eq!(reason["error"]["code"], "busy", "{reason}");
    assert!(lazy.hear().await.is_err(), "and the line is closed");
    one.say(&json!({ "op": "ping", "at": 1 })).await.unwrap();
    one.until_op("pong").await.unwrap();
    lazy.come_back().await.unwrap();
    assert_eq!((&lazy.events, &lazy.view), (&one.events, &one.view));
    server.stop().await;
}

fn key_of(player: &Player) -> String {
    player.key().to_owned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_undo_behind_a_reveal_needs_the_others_leave() {
    let server = Server::start().await;
    let (_, mut one, mut two) = server.two(&battle()).await;
    play_until(&mut one, &mut two, 2).await.unwrap();
    catch_up(&mut one, &mut two).await.unwrap();
    let before = two.events.len();
    one.say(&json!({ "op": "wish", "wish": "undo" })).await.unwrap();
    two.until(|player, _| player.people["undo_asked"] == 0).await.unwrap();
    assert!(two.people["undo_turn"].is_u64(), "what falls is told: {}", two.people);
    one.say(&json!({ "op": "wish", "wish": "allow_undo" })).await.unwrap();
    let no = one.until_op("error").await.unwrap();
    assert_eq!(no["error"]["code"], "refused", "nobody allows himself, and who tries keeps his seat");
    two.say(&json!({ "op": "wish", "wish": "allow_undo" })).await.unwrap();
    two.until(|player, _| player.events.len() < before && player.people["undo_asked"].is_null())
        .await
        .unwrap();
    catch_up(&mut one, &mut two).await.unwrap();
    assert_eq!(two.voids, 1);
    play_until(&mut one, &mut two, 3).await.unwrap();
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn resign_draw_rematch_and_chat() {
    let server = Server::start().await;
    let (id, mut one, mut two) = server.two(&battle()).await;
    one.say(&json!({ "op": "chat", "text": "Good luck!" })).await.unwrap();
    let line = two.until_op("chat").await.unwrap();
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_secs();
    assert!(line["line"]["at"].as_u64().is_some_and(|at| at.abs_diff(now) < 600), "{line}");
    assert_eq!((&line["line"]["text"], &line["line"]["seat"]), (&json!("Good luck!"), &json!(0)));
    one.say(&json!({ "op": "chat", "text": "x".repeat(501) })).await.unwrap();
    assert_eq!(one.until_op("error").await.unwrap()["error"]["place"], "text");
    for text in ["a\0b", "two\nlines", "\u{1b}[2J", "\u{85}"] {
        one.say(&json!({ "op": "chat", "text": format!("a{text}b") })).await.unwrap();
        assert_eq!(one.until_op("error").await.unwrap()["error"]["place"], "text", "{text:?}");
        one.say(&json!({ "op": "name", "name": format!("a{text}b") })).await.unwrap();
        assert_eq!(one.until_op("error").await.unwrap()["error"]["place"], "name", "{text:?}");
    }
    one.say(&json!({ "op": "name", "name": "Ada" })).await.unwrap();
    two.until(|player, _| player.people["seats"][0]["name"] == "Ada").await.unwrap();

    two.say(&json!({ "op": "wish", "wish": "offer_draw" })).await.unwrap();
    one.until(|player, _| player.people["draw_offered"] == 1).await.unwrap();
    one.say(&json!({ "op": "wish", "wish": "decline_draw" })).await.unwrap();
    two.until(|player, _| player.people["draw_offered"].is_null()).await.unwrap();
    one.say(&json!({ "op": "wish", "wish": "accept_draw" })).await.unwrap();
    assert_eq!(one.until_op("error").await.unwrap()["error"]["code"], "stale");

    one.say(&json!({ "op": "wish", "wish": "resign" })).await.unwrap();
    two.until(|player, _| !player.over.is_null()).await.unwrap();
    let side = two.people["seats"][0]["team"].as_str().unwrap();
    assert_eq!(two.over["how"], format!("the {side} resigned"));
    assert_eq!(two.over["winner"], two.people["seats"][1]["team"]);
    let plan = json!({ "plan": { "vehicle": 1, "cards": [1, 2, 3] } });
    assert_eq!(two.order(&plan).await.unwrap()["why"], "the match is over");

    two.say(&json!({ "op": "wish", "wish": "rematch" })).await.unwrap();
    one.until(|player, _| player.people["rematch_asked"] == 1).await.unwrap();
    one.say(&json!({ "op": "wish", "wish": "rematch" })).await.unwrap();
    let (mine, his) = (one.until_op("rematch").await.unwrap(), two.until_op("rematch").await.unwrap());
    assert_eq!(mine["made"]["match"], his["made"]["match"]);
    assert_ne!(mine["made"]["match"], id.as_str());
    let keys = mine["made"]["keys"].as_array().unwrap();
    assert_eq!((keys.len(), &keys[0]["seat"]), (1, &json!(1)), "the other side, and only his own key");
    let next = mine["made"]["match"].as_str().unwrap();
    let again = Player::join(server.at, next, keys[0]["key"].as_str().unwrap()).await.unwrap();
    assert_eq!(again.people["seats"][1]["name"], "Ada");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_takes_over_and_finishes() {
    let server = Server::start().await;
    let mut wish = battle();
    wish["setup"]["options"] = json!({ "turn_limit": "2" });
    let (_, mut one, mut two) = server.two(&wish).await;
    for player in [&mut one, &mut two] {
        player.say(&json!({ "op": "wish", "wish": "hand_over" })).await.unwrap();
    }
    one.until(|player, _| !player.over.is_null()).await.unwrap();
    assert!(one.people["seats"][0]["bot"].is_string());
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn after_a_restart_everything_is_there() {
    let place = Place::File(file("restart"), Sync::Normal);
    let server = Server::at(place.clone()).await;
    let (id, mut one, mut two) = server.two(&battle()).await;
    play_until(&mut one, &mut two, 2).await.unwrap();
    one.say(&json!({ "op": "chat", "text": "See you" })).await.unwrap();
    one.answer_all().await.unwrap();
    catch_up(&mut one, &mut two).await.unwrap();
    server.stop().await;
    assert_eq!(one.until_op("bye").await.unwrap()["op"], "bye", "a server that stops says so");

    let server = Server::at(place).await;
    let (events, view) = (one.events.clone(), one.view.clone());
    for player in [&mut one, &mut two] {
        player.moved(server.at);
        player.come_back().await.unwrap();
    }
    assert_eq!((&one.events, &one.view), (&events, &view));
    assert_eq!(one.welcome["chat"][0]["text"], "See you");
    play_until(&mut one, &mut two, 3).await.unwrap();
    let history = server.get(&format!("/api/matches/{id}/history"), one.key()).await.json().unwrap();
    assert_eq!(history["events"].as_array().unwrap(), &one.events);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn matches_that_nobody_listens_to_leave_memory_and_come_back() {
    let mut config = Config::new(crate::common::games(), Place::Memory);
    config.keep = 0;
    let server = Server::with(config).await;
    let (id, mut one, mut two) = server.two(&battle()).await;
    play_until(&mut one, &mut two, 2).await.unwrap();
    catch_up(&mut one, &mut two).await.unwrap();
    let hall = |app: &App| std::sync::Arc::clone(&app.hall);
    hall(&server.app).sweep().await;
    assert_eq!(server.app.hall.in_memory(), 1, "somebody listens");
    one.drop_line();
    two.drop_line();
    // The server notices that they are gone, and lets the match go with the next sweep.
    let mut sweeps = 0;
    while server.app.hall.in_memory() > 0 {
        server.app.hall.sweep().await;
        tokio::task::yield_now().await;
        sweeps += 1;
        assert!(sweeps < 1_000_000);
    }
    one.come_back().await.unwrap();
    two.come_back().await.unwrap();
    assert_eq!(server.app.hall.in_memory(), 1);
    play_until(&mut one, &mut two, 3).await.unwrap();
    let _ = id;
    server.stop().await;
}

/// Who knocks in the very moment in which a match leaves memory is let in behind the next door, and stays.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_is_put_out_who_comes_while_a_match_leaves_memory() {
    let mut config = Config::new(crate::common::games(), Place::Memory);
    config.keep = 0;
    let server = Server::with(config).await;
    let (_, mut one, mut two) = server.two(&battle()).await;
    two.drop_line();
    let hall = std::sync::Arc::clone(&server.app.hall);
    let sweeper = tokio::spawn(async move {
        loop {
            hall.sweep().await;
            tokio::task::yield_now().await;
        }
    });
    for round in 0..100 {
        one.drop_line();
        one.come_back().await.unwrap();
        let legal = one.legal(&json!({ "limit": 1 })).await;
        assert!(legal.is_ok(), "round {round}: he is at the table and is put out: {legal:?}");
    }
    sweeper.abort();
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_clock_is_shown_and_a_decision_in_time_gains() {
    let server = Server::start().await;
    let mut wish = battle();
    wish["clock"] = json!({ "kind": "live", "minutes": 1, "gain_seconds": 5 });
    let (_, mut one, mut two) = server.two(&wish).await;
    catch_up(&mut one, &mut two).await.unwrap();
    let left = |player: &Player, seat: usize| player.people["seats"][seat]["left_ms"].as_f64().unwrap();
    assert!(left(&one, 0) <= 60_000.0);
    one.answer_all().await.unwrap();
    catch_up(&mut one, &mut two).await.unwrap();
    assert!(left(&two, 0) > 60_000.0, "a decision in time gains some");
    assert!(left(&two, 1) <= 60_000.0);
    for wrong in
        [json!({ "kind": "live", "minutes": 0, "gain_seconds": 5 }), json!({ "kind": "days", "days": 0 })]
    {
        wish["clock"] = wrong;
        assert_eq!(server.post("/api/matches", "", &wish).await.status, 400);
    }
    server.stop().await;
}

/// A stored match whose clocks were started so long ago with so much left.
pub async fn stored(
    name: &str,
    clock: Value,
    left: [i64; 2],
    ago: i64,
) -> (Place, String, Vec<String>, String) {
    let place = Place::File(file(name), Sync::Normal);
    let server = Server::at(place.clone()).await;
    let mut wish = battle();
    wish["clock"] = clock;
    let (id, keys, watch) = make_match(server.at, &wish).await.unwrap();
    server.stop().await;
    let store = Store::open(&place).await.unwrap();
    let start = StepRow {
        match_id: id.clone(),
        // Behind the guest who sat down.
        n: 1,
        kind: "start".to_owned(),
        seat: -1,
        payload: String::new(),
        client_id: None,
        clocks: Some(json!(left).to_string()),
        at: server::room::now_ms() - ago,
        hash: None,
    };
    store.write(vec![Write::Step(start)]).await.unwrap();
    store.close().await;
    (place, id, keys, watch)
}

/// The same, on a server that starts now.
async fn begun(name: &str, clock: Value, left: [i64; 2], ago: i64) -> (Server, String, Vec<String>, String) {
    let (place, id, keys, watch) = stored(name, clock, left, ago).await;
    (Server::at(place).await, id, keys, watch)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn time_runs_out_also_while_the_program_does_not_run() {
    let day = json!({ "kind": "days", "days": 1 });
    let (server, id, keys, watch) = begun("clock", day, [DAY, DAY], 2 * DAY).await;
    let spectator = Player::join(server.at, &id, &watch).await.unwrap();
    let how = spectator.over["how"].as_str().expect("the first look finds the match over");
    assert!(how.starts_with("the time of the ") && how.ends_with(" ran out"), "{how}");
    assert_eq!(
        spectator.over["winner"], spectator.people["seats"][1]["team"],
        "the first seat was first to run out"
    );
    let mut one = Player::join(server.at, &id, &keys[0]).await.unwrap();
    let plan = json!({ "plan": { "vehicle": 0, "cards": [1, 2, 3] } });
    assert_eq!(one.order(&plan).await.unwrap()["why"], "the match is over");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_comes_after_the_flag_finds_the_match_over() {
    let plan = json!({ "id": "late", "order": { "plan": { "vehicle": 0, "cards": [1, 2, 3] } } });
    let wishes = ["undo", "offer_draw", "resign", "hand_over"].map(|wish| ("wish", json!({ "wish": wish })));
    for (index, (path, body)) in [("orders", plan)].into_iter().chain(wishes).enumerate() {
        let day = json!({ "kind": "days", "days": 1 });
        let (server, id, keys, _) = begun(&format!("flag-{index}"), day, [DAY, DAY], 2 * DAY).await;
        // The first word that the match hears is the one that comes too late.
        let answer = server.post(&format!("/api/matches/{id}/{path}"), &keys[0], &body).await;
        let why = answer.json().unwrap()["error"].clone();
        assert_eq!((&why["code"], &why["message"]), (&json!("stale"), &json!("the match is over")), "{body}");
        server.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_number_of_pings_holds_the_flag() {
    let live = json!({ "kind": "live", "minutes": 1, "gain_seconds": 0 });
    let (server, id, _, watch) = begun("pings", live, [50, 60_000], 0).await;
    let mut spectator = Player::join(server.at, &id, &watch).await.unwrap();
    let mut pings = 0;
    while spectator.over.is_null() {
        spectator.say(&json!({ "op": "ping", "at": 1 })).await.unwrap();
        spectator.until_op("pong").await.unwrap();
        pings += 1;
        assert!(pings < 30_000, "the flag does not fall while somebody talks");
    }
    assert!(
        spectator.over["how"].as_str().is_some_and(|how| how.ends_with(" ran out")),
        "{:?}",
        spectator.over
    );
    server.stop().await;
}
