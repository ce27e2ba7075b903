//! What people ask of each other: who has a say in it, and what becomes of the seat.

mod common;

use common::{Server, battle, catch_up, file, games, play_until};
use load::Player;
use load::http::make_match;
use serde_json::{Value, json};
use server::Config;
use server::storage::{Place, Sync};
use std::sync::Arc;
use table::face::Shelved;

fn wish(wish: &str) -> Value {
    json!({ "op": "wish", "wish": wish })
}

/// Makes a wish that is not granted.
async fn refused(player: &mut Player, what: &str) -> String {
    player.say(&wish(what)).await.unwrap();
    let tell = player.until_op("error").await.unwrap();
    assert_eq!(tell["error"]["code"], "refused", "the seat stays: {tell}");
    tell["error"]["message"].as_str().unwrap().to_owned()
}

/// Two against two, all at the table.
async fn four(server: &Server) -> Vec<Player> {
    let options = json!({ "earthlings": "nieuport_16,sopwith_camel", "martians": "mk1_locust,mk2_scarab",
        "players": "2,2" });
    let setup = json!({ "setup": { "scenario": "simple-battle", "options": options }, "seed": 5 });
    let (id, keys, _) = make_match(server.at, &setup).await.unwrap();
    let mut players = Vec::new();
    for key in keys {
        players.push(Player::join(server.at, &id, &key).await.unwrap());
    }
    players
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn team_mates_do_not_consent_for_the_enemy() {
    let server = Server::start().await;
    let mut players = four(&server).await;
    assert_eq!(players[0].people["seats"][0]["team"], players[0].people["seats"][1]["team"]);
    // Plans are laid and shown: an order can be taken back with the enemy's leave alone.
    while players[0].prompts["turn"].as_u64() < Some(2) {
        for player in &mut players {
            player.answer_one().await.unwrap();
            player.say(&json!({ "op": "ping", "at": 1 })).await.unwrap();
            player.until_op("pong").await.unwrap();
        }
    }
    let before = players[2].voids;
    players[0].say(&wish("undo")).await.unwrap();
    players[1].until(|player, _| player.people["undo_asked"] == 0).await.unwrap();
    assert!(refused(&mut players[1], "allow_undo").await.contains("other side"));
    assert!(refused(&mut players[1], "deny_undo").await.contains("other side"));
    players[2].until(|player, _| player.people["undo_asked"] == 0).await.unwrap();
    players[2].say(&wish("allow_undo")).await.unwrap();
    players[2].until(|player, _| player.voids > before).await.unwrap();

    players[1].say(&wish("offer_draw")).await.unwrap();
    players[0].until(|player, _| player.people["draw_offered"] == 1).await.unwrap();
    assert!(refused(&mut players[0], "accept_draw").await.contains("other side"));
    assert!(players[0].over.is_null());
    players[3].say(&wish("accept_draw")).await.unwrap();
    players[0].until(|player, _| !player.over.is_null()).await.unwrap();
    assert_eq!(
        (&players[0].over["how"], &players[0].over["winner"]),
        (&json!("a draw was agreed"), &Value::Null)
    );
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_draw_that_nobody_can_agree_to_is_refused_and_the_seat_stays() {
    let server = Server::start().await;
    let (_, _, mut ada) = server.solo().await;
    assert!(refused(&mut ada, "offer_draw").await.contains("agree to a draw"));
    assert!(ada.is_awaited() && ada.over.is_null());
    ada.answer_all().await.unwrap();
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_gives_up_alone_has_lost() {
    let mut shelf = games();
    shelf.push(Arc::new(Shelved::<worlds::State>::new(worlds::Content::built_in())));
    let server = Server::with(Config::new(shelf, Place::Memory)).await;
    let (id, keys, _) = make_match(server.at, &json!({ "setup": { "scenario": "core" } })).await.unwrap();
    let mut lone = Player::join(server.at, &id, &keys[0]).await.unwrap();
    assert_eq!(lone.people["seats"].as_array().unwrap().len(), 1, "nobody sits on the other side");
    assert!(refused(&mut lone, "offer_draw").await.contains("nobody is there"));
    lone.say(&wish("resign")).await.unwrap();
    lone.until(|player, _| !player.over.is_null()).await.unwrap();
    assert_eq!(
        (&lone.over["winner"], &lone.over["how"]),
        (&json!("Martians"), &json!("the Humans resigned"))
    );

    // Against bots, and against the game's own procedure.
    let (_, _, mut ada) = server.solo().await;
    ada.say(&wish("resign")).await.unwrap();
    ada.until(|player, _| !player.over.is_null()).await.unwrap();
    assert_eq!(ada.over["winner"], ada.people["seats"][1]["team"]);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn alone_a_match_is_played_again_from_the_same_seat() {
    let server = Server::start().await;
    let invader = json!({ "setup": { "scenario": "a-lonely-invader", "options": { "setup": "quick" } } });
    let bot = json!({ "setup": { "scenario": "simple-battle" },
        "seats": [{ "kind": "human", "name": "Ada" }, { "kind": "bot", "bot": "random" }] });
    let second = json!({ "setup": { "scenario": "simple-battle" },
        "seats": [{ "kind": "bot", "bot": "random" }, { "kind": "open" }] });
    for (setup, seat) in [(invader, 0), (bot, 0), (second, 1)] {
        let (id, keys, _) = make_match(server.at, &setup).await.unwrap();
        let mut one = Player::join(server.at, &id, &keys[0]).await.unwrap();
        one.say(&wish("resign")).await.unwrap();
        one.until(|player, _| !player.over.is_null()).await.unwrap();
        one.say(&wish("rematch")).await.unwrap();
        let made = one.until_op("rematch").await.unwrap()["made"].clone();
        assert_eq!(made["keys"].as_array().unwrap().len(), 1, "{made}");
        assert_eq!(made["keys"][0]["seat"], seat);
        let (next, key) = (made["match"].as_str().unwrap(), made["keys"][0]["key"].as_str().unwrap());
        let mut again = Player::join(server.at, next, key).await.unwrap();
        assert_eq!(again.welcome["seat"], seat);
        // It waits for this person, now or when the others are ready, and for nobody who is not there.
        if !again.is_awaited() {
            again.until(|player, _| player.is_awaited()).await.unwrap();
        }
        let twin =
            server.post(&format!("/api/matches/{id}/wish"), &keys[0], &json!({ "wish": "rematch" })).await;
        assert_eq!(twin.json().unwrap(), made, "without a socket the answer has the key");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_seen_and_taken_back_is_rolled_anew_and_replays() {
    let place = Place::File(file("rewound"), Sync::Normal);
    let server = Server::at(place.clone()).await;
    let (id, mut one, mut two) = server.two(&battle()).await;
    play_until(&mut one, &mut two, 3).await.unwrap();
    for _ in 0..2 {
        one.say(&wish("undo")).await.unwrap();
        two.until(|player, _| player.people["undo_asked"] == 0).await.unwrap();
        let before = two.voids;
        two.say(&wish("allow_undo")).await.unwrap();
        two.until(|player, _| player.voids > before).await.unwrap();
    }
    catch_up(&mut one, &mut two).await.unwrap();
    play_until(&mut one, &mut two, 4).await.unwrap();
    let (events, view) = (one.events.clone(), one.view.clone());
    server.stop().await;

    let server = Server::at(place).await;
    let mut again = Player::join(server.at, &id, one.key()).await.unwrap();
    assert_eq!((&again.events, &again.view), (&events, &view), "new dice are part of the match");
    again.say(&wish("resign")).await.unwrap();
    again.until(|player, _| !player.over.is_null()).await.unwrap();
    let log = server.get(&format!("/api/matches/{id}/log"), one.key()).await.body;
    assert!(log.lines().any(|line| line.starts_with("{\"dice\":")), "{log}");
    assert!(games()[0].verify_log(&log).unwrap().ok);

    // A match that branches off does not have the future of the first one either.
    let dice = |log: &str| {
        log.lines().filter(|line| line.starts_with("{\"dice\":")).map(str::to_owned).collect::<Vec<_>>()
    };
    let fork = json!({ "fork": { "of": id, "key": one.key(), "events": 9999 }, "hot_seat": true });
    let (copy, keys, _) = make_match(server.at, &fork).await.unwrap();
    let forked = server.get(&format!("/api/matches/{copy}/log"), &keys[0]).await.body;
    assert_ne!(dice(&forked).last(), dice(&log).last());
    assert!(games()[0].verify_log(&forked).unwrap().ok);
    server.stop().await;
}
