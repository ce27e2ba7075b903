//! What chance gave whom: told to all alike when a match is over, and in no byte before.

use crate::common::{Server, file, game};
use load::Player;
use load::http::make_match;
use serde_json::{Value, json};
use server::Config;
use server::storage::{Place, Sync};

fn throws(luck: &Value) -> u64 {
    luck.as_array().unwrap().iter().map(|line| line["throws"].as_u64().unwrap()).sum()
}

fn tells_luck(text: &str) -> bool {
    text.contains("\"luck\"")
}

fn shelf(place: Place) -> Config {
    Config::new(vec![(games::EXAMPLES[0].plain)()], place)
}

/// Somebody gives an order and all hear what came of it.
async fn given(players: &mut [Player], seat: usize, order: Value) {
    let told = players[seat].order(&order).await.unwrap();
    assert_eq!(told["op"], "ack", "{order}: {told}");
    for player in players {
        player.say(&json!({ "op": "ping", "at": 1 })).await.unwrap();
        player.until_op("pong").await.unwrap();
    }
}

/// A courier on his way past a hunter who lies here, shot at once from 6 paces or more; with them a spectator.
async fn ambushed(server: &Server, post: u16) -> (String, [String; 3], Vec<Player>) {
    let wish = json!({ "setup": { "scenario": "road" }, "seed": 1 });
    let (id, keys, watch) = make_match(server.at, &wish).await.unwrap();
    let keys = [keys[0].clone(), keys[1].clone(), watch];
    let mut players = Vec::new();
    for key in &keys {
        players.push(Player::join(server.at, &id, key).await.unwrap());
    }
    given(&mut players, 1, json!({ "kind": "post", "at": post })).await;
    given(&mut players, 0, json!({ "kind": "walk", "by": 120 })).await;
    given(&mut players, 1, json!({ "kind": "pass", "walks": 1 })).await;
    given(&mut players, 0, json!({ "kind": "walk", "by": 120 })).await;
    given(&mut players, 1, json!({ "kind": "fire" })).await;
    assert!(players[0].over.is_null(), "one shot is not enough");
    (id, keys, players)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn all_hear_the_same_when_it_is_over_and_nothing_before() {
    let place = Place::File(file("luck"), Sync::Normal);
    let server = Server::with(shelf(place.clone())).await;
    let (id, keys, mut players) = ambushed(&server, 300).await;
    for key in &keys {
        for path in ["", "/log", "/history"] {
            let answer = server.get(&format!("/api/matches/{id}{path}"), key).await.body;
            assert!(!tells_luck(&answer), "{path}: {answer}");
        }
    }
    // On to the end of the road, whether or not he is hit.
    while players[0].over.is_null() {
        if players[0].is_awaited() {
            given(&mut players, 0, json!({ "kind": "walk", "by": 120 })).await;
        } else {
            given(&mut players, 1, json!({ "kind": "pass", "walks": 3 })).await;
        }
    }
    let luck = players[0].over["luck"].clone();
    // From 6 paces four of six shots hit.
    let line = &luck[0];
    assert_eq!(
        (&line["side"], &line["kind"], &line["throws"]),
        (&json!("Hunter"), &json!("Shots that hit"), &json!(1))
    );
    assert!((line["expected"].as_f64().unwrap() - 2.0 / 3.0).abs() < 1e-9);
    assert_eq!((&line["low"], &line["high"]), (&json!(0), &json!(1)));
    assert_eq!((&line["verdict"], &line["words"]), (&json!("too_few"), &json!("too few throws to tell")));
    for player in &players {
        assert_eq!(player.over["luck"], luck);
        let first = player.heard.iter().find(|text| tells_luck(text)).unwrap();
        let first: Value = serde_json::from_str(first).unwrap();
        assert!(!first["news"]["over"].is_null(), "told with the end: {first}");
    }
    // It is part of the match, not of the moment: whoever comes later hears the same, after a restart, too.
    server.stop().await;
    let server = Server::with(shelf(place)).await;
    let later = Player::join(server.at, &id, &keys[2]).await.unwrap();
    assert_eq!(later.over["luck"], luck);
    let summary = server.get(&format!("/api/matches/{id}"), &keys[0]).await.json().unwrap();
    assert_eq!(summary["over"]["luck"], luck);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn odds_that_tell_where_the_hunter_lies_are_in_no_byte_before_the_end() {
    let server = Server::with(shelf(Place::Memory)).await;
    let mut heard = Vec::new();
    let mut odds = Vec::new();
    // Six paces off, and seven: the die falls the same way, and the odds were others.
    for post in [300, 310] {
        let (id, _, mut players) = ambushed(&server, post).await;
        let own =
            |player: &Player| player.heard.iter().map(|text| text.replace(&id, "ID")).collect::<Vec<_>>();
        heard.push((own(&players[0]), own(&players[2])));
        players[0].say(&json!({ "op": "wish", "wish": "resign" })).await.unwrap();
        players[0].until(|player, _| !player.over.is_null()).await.unwrap();
        odds.push(players[0].over["luck"][0]["expected"].as_f64().unwrap());
    }
    assert!((odds[0] - 2.0 * odds[1]).abs() < 1e-9, "four in six, two in six: {odds:?}");
    assert_eq!(heard[0], heard[1]);
    server.stop().await;
}

/// Plays so many orders of a solitaire game.
async fn alone(server: &Server, orders: usize) -> Player {
    let wish = json!({ "setup": { "scenario": "core" }, "seed": 11 });
    let (id, keys, _) = make_match(server.at, &wish).await.unwrap();
    let mut player = Player::join(server.at, &id, &keys[0]).await.unwrap();
    for _ in 0..orders {
        assert!(player.answer_one().await.unwrap(), "the war goes on");
    }
    player
}

async fn resigned(player: &mut Player) -> Value {
    player.say(&json!({ "op": "wish", "wish": "resign" })).await.unwrap();
    player.until(|player, _| !player.over.is_null()).await.unwrap();
    player.over["luck"].clone()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_gives_up_is_told_and_an_undo_takes_its_luck_back() {
    let server = Server::with(Config::new(vec![game("worlds")], Place::Memory)).await;
    // As far as the first order that rolls dice.
    let (mut orders, mut shorter) = (1, resigned(&mut alone(&server, 0).await).await);
    let mut player = loop {
        assert!(orders < 30, "nobody rolls dice");
        let mut player = alone(&server, orders).await;
        assert!(!player.heard.iter().any(|text| tells_luck(text)));
        let longer = resigned(&mut player).await;
        if throws(&longer) > throws(&shorter) {
            break player;
        }
        (orders, shorter) = (orders + 1, longer);
    };

    player.say(&json!({ "op": "wish", "wish": "undo" })).await.unwrap();
    player.until(|player, _| player.over.is_null()).await.unwrap();
    assert!(!tells_luck(player.heard.last().unwrap()), "the match goes on");
    assert_eq!(resigned(&mut player).await, shorter);
    server.stop().await;
}
