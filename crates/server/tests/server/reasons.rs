//! Why bots did what they did: told at once where nothing is hidden, and otherwise when the match is over. How far one that
//! searches is, people hear meanwhile.

use crate::common::{Server, game, games};
use load::Player;
use load::http::make_match;
use serde_json::{Value, json};
use server::Config;
use server::storage::Place;

/// Somebody against this bot, and somebody who watches.
async fn table(server: &Server, game: &str, setup: Value, bot: &str) -> (Player, Player) {
    let seats = json!([{ "kind": "open" }, { "kind": "bot", "bot": bot }]);
    let wish = json!({ "game": game, "setup": setup, "seats": seats, "seed": 3 });
    let (id, keys, watch) = make_match(server.at, &wish).await.unwrap();
    let one = Player::join(server.at, &id, &keys[0]).await.unwrap();
    (one, Player::join(server.at, &id, &watch).await.unwrap())
}

/// Gives the first legal order there is.
async fn answer(who: &mut Player) {
    let orders = who.legal(&json!({ "limit": 1 })).await.unwrap();
    let told = who.order(&orders[0]).await.unwrap();
    assert_eq!(told["op"], "ack", "{told}");
}

async fn why(who: &mut Player, seat: u8) -> Value {
    let id = who.next_id();
    who.say(&json!({ "op": "why", "id": id, "seat": seat })).await.unwrap();
    who.until(|_, tell| tell["id"] == id.as_str()).await.unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn where_plans_are_sealed_reasons_are_told_when_the_match_is_over() {
    let server = Server::with(Config::new(games(), Place::Memory)).await;
    let setup = json!({ "scenario": "simple-battle", "options": { "setup": "quick" } });
    let (mut one, mut watcher) = table(&server, "triplanes", setup, "greedy").await;
    for _ in 0..6 {
        while !one.is_awaited() {
            one.hear().await.unwrap();
        }
        answer(&mut one).await;
    }
    for who in [&mut one, &mut watcher] {
        let told = why(who, 1).await;
        assert_eq!((&told["op"], &told["code"]), (&json!("refused"), &json!("refused")), "{told}");
        assert!(told["why"].as_str().unwrap().contains("when the match is over"), "{told}");
    }
    one.say(&json!({ "op": "wish", "wish": "resign" })).await.unwrap();
    one.until(|player, _| !player.over.is_null()).await.unwrap();
    for who in [&mut one, &mut watcher] {
        let told = why(who, 1).await;
        assert_eq!(told["op"], "reasons", "{told}");
        let last = &told["reasons"][0];
        assert!(last["why"].is_string() && !last["order"].as_str().unwrap().is_empty(), "{told}");
        for seat in [0, 9] {
            let told = why(who, seat).await;
            assert_eq!(
                (&told["op"], &told["why"]),
                (&json!("refused"), &json!("no bot sits there")),
                "{told}"
            );
        }
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn where_all_lies_open_a_search_tells_what_it_weighed_at_once() {
    let server = Server::with(Config::new(vec![game("victory")], Place::Memory)).await;
    let setup = json!({ "scenario": "dogfight", "options": {} });
    let (mut one, mut watcher) = table(&server, "victory", setup, "veteran").await;
    let told = loop {
        let told = why(&mut one, 1).await;
        assert_eq!(told["op"], "reasons", "{told}");
        if told["reasons"].as_array().unwrap().iter().any(|reason| reason["value"].is_number()) {
            break told;
        }
        if one.is_awaited() {
            answer(&mut one).await;
        } else {
            one.hear().await.unwrap();
        }
    };
    let weighed = |reason: &&Value| {
        reason["value"].is_number() && reason["alternatives"].as_array().unwrap().len() == 2
    };
    let reason = told["reasons"].as_array().unwrap().iter().find(weighed).unwrap_or(&told["reasons"][0]);
    assert!(reason["why"].is_string() && reason["turn"].is_number(), "{told}");
    let seen = why(&mut watcher, 1).await;
    assert!(seen["reasons"].as_array().unwrap().contains(reason), "{seen}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn people_hear_how_far_a_search_is() {
    let server = Server::with(Config::new(vec![game("victory")], Place::Memory)).await;
    let setup = json!({ "scenario": "dogfight", "options": {} });
    let (mut one, _watcher) = table(&server, "victory", setup, "ace").await;
    let mut shares: Vec<u64> = Vec::new();
    while shares.len() < 2 {
        if one.is_awaited() {
            answer(&mut one).await;
            continue;
        }
        let told = one.hear().await.unwrap();
        if told["op"] == "people" {
            assert!(told["people"]["seats"][0]["share"].is_null(), "{told}");
            shares.extend(told["people"]["seats"][1]["share"].as_u64());
        }
    }
    assert!(shares.iter().all(|share| *share <= 100), "{shares:?}");
    server.stop().await;
}
