//! A match that is over is looked at again: beside everything else, the same for everybody, and not before.

use crate::common::odd::{Gate, Odd, OddGame};
use crate::common::{Server, battle, catch_up, games};
use load::Player;
use load::http::{Answer, make_match};
use serde_json::{Value, json};
use server::Config;
use server::storage::Place;
use std::sync::Arc;
use std::time::Duration;
use table::face::AnyGame;

async fn ask(server: &Server, id: &str, key: &str) -> Answer {
    server.get(&format!("/api/matches/{id}/review"), key).await
}

/// Asks until the review is there.
async fn reviewed(server: &Server, id: &str, key: &str) -> Value {
    let mut before = 0;
    loop {
        let answer = ask(server, id, key).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        let told = answer.json().unwrap();
        if told["review"].is_object() {
            assert_eq!(told["done"], told["of"]);
            return told["review"].clone();
        }
        let done = told["done"].as_u64().unwrap();
        assert!(done >= before && done < told["of"].as_u64().unwrap(), "{told}");
        before = done;
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// A courier walks past a hunter who lets him pass, to the end of the road.
async fn walked(server: &Server) -> (String, [String; 3]) {
    let wish = json!({ "setup": { "scenario": "road" }, "seed": 1 });
    let (id, keys, watch) = make_match(server.at, &wish).await.unwrap();
    let mut one = Player::join(server.at, &id, &keys[0]).await.unwrap();
    let mut two = Player::join(server.at, &id, &keys[1]).await.unwrap();
    assert_eq!(two.order(&json!({ "kind": "post", "at": 300 })).await.unwrap()["op"], "ack");
    catch_up(&mut one, &mut two).await.unwrap();
    let early = ask(server, &id, &keys[0]).await;
    assert_eq!((early.status, &early.json().unwrap()["error"]["code"]), (409, &json!("stale")));
    while one.over.is_null() {
        if one.is_awaited() {
            assert_eq!(one.order(&json!({ "kind": "walk", "by": 120 })).await.unwrap()["op"], "ack");
        } else {
            assert_eq!(two.order(&json!({ "kind": "pass", "walks": 1 })).await.unwrap()["op"], "ack");
        }
        catch_up(&mut one, &mut two).await.unwrap();
    }
    (id, [keys[0].clone(), keys[1].clone(), watch])
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn all_read_the_same_review_when_it_is_over_and_nobody_before() {
    let server = Server::with(Config::new(vec![(games::EXAMPLES[0].plain)()], Place::Memory)).await;
    let (id, keys) = walked(&server).await;
    // Also who only watches may begin it.
    let first = reviewed(&server, &id, &keys[2]).await;
    for key in &keys {
        assert_eq!(reviewed(&server, &id, key).await, first);
    }
    assert_eq!(ask(&server, &id, "nobody's").await.status, 403);
    let moments = first["moments"].as_array().unwrap();
    assert!(moments.len() > 1, "{first}");
    // The hunter who let him pass at six paces is told so, whoever reads it.
    let points = first["points"].as_array().unwrap();
    let passed = points.iter().find(|point| point["better"]["words"] == "fire").expect("a better answer");
    assert_eq!((&passed["seat"], &passed["chosen"]), (&json!(1), &json!("let him pass")), "{passed}");
    assert!(passed["gain"].as_f64().unwrap() < -passed["margin"].as_f64().unwrap(), "{passed}");
    assert_eq!(first["sides"].as_array().unwrap().len(), 2);
    let end = moments.last().unwrap();
    assert_eq!((&end["odds"]["low"], &end["odds"]["mean"]), (&end["odds"]["high"], &json!(1.0)), "{end}");
    // Each viewer finds the moment in his own stream: two seats and the spectators.
    assert!(moments.iter().all(|moment| moment["seen"].as_array().unwrap().len() == 3), "{first}");
    let history = server.get(&format!("/api/matches/{id}/history"), &keys[1]).await.json().unwrap();
    assert_eq!(end["seen"][1], history["events"].as_array().unwrap().len());
    // Another match of the same orders is another sample of the same.
    let (other, keys) = walked(&server).await;
    let again = reviewed(&server, &other, &keys[0]).await;
    assert_eq!((&again["playouts"], &again["moments"]), (&first["playouts"], &first["moments"]));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_moment_of_a_match_that_is_over_is_tried_again_from_its_very_order() {
    let server = Server::with(Config::new(vec![(games::EXAMPLES[0].plain)()], Place::Memory)).await;
    let (id, keys) = walked(&server).await;
    for orders in [0, 1, 3] {
        let fork = json!({ "of": id, "key": keys[2], "events": 0, "orders": orders });
        let wish = json!({ "fork": fork, "seats": [{ "kind": "open" }, { "kind": "bot", "bot": "random" }] });
        let made = server.post("/api/matches", "", &wish).await.json().unwrap();
        let player = Player::join(
            server.at,
            made["match"].as_str().unwrap(),
            made["keys"][0]["key"].as_str().unwrap(),
        );
        let welcome = player.await.unwrap();
        assert!(welcome.heard[0].contains(&format!("\"orders\":{orders}")), "{}", welcome.heard[0]);
    }
    server.stop().await;
}

/// Two who seal a plan each and then give up.
async fn given_up(server: &Server) -> (String, String) {
    let (id, mut one, mut two) = server.two(&battle()).await;
    for (seat, player) in [&mut one, &mut two].into_iter().enumerate() {
        let cards = if seat == 0 { [1, 2, 3] } else { [15, 14, 8] };
        let plan = json!({ "plan": { "vehicle": seat, "cards": cards } });
        assert_eq!(player.order(&plan).await.unwrap()["op"], "ack");
    }
    one.say(&json!({ "op": "wish", "wish": "resign" })).await.unwrap();
    one.until(|player, _| !player.over.is_null()).await.unwrap();
    (id, one.key().to_owned())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_review_holds_nobody_up_and_one_client_has_one_at_a_time() {
    let gate = Arc::new(Gate::default());
    let odd = Odd::Slow(Arc::clone(&gate));
    let game: Arc<dyn AnyGame> = Arc::new(OddGame { game: Arc::clone(&games()[0]), odd });
    let server = Server::with(Config::new(vec![game], Place::Memory)).await;
    let (id, key) = given_up(&server).await;
    let (other, others) = given_up(&server).await;
    assert_eq!(ask(&server, &id, &key).await.status, 200);
    let reached = Arc::clone(&gate);
    tokio::task::spawn_blocking(move || reached.wait_for(1)).await.unwrap();
    // It is at work, and a match is played meanwhile.
    let (_, mut one, mut two) = server.two(&battle()).await;
    let plan = json!({ "plan": { "vehicle": 0, "cards": [1, 2, 3] } });
    assert_eq!(one.order(&plan).await.unwrap()["op"], "ack");
    catch_up(&mut one, &mut two).await.unwrap();
    let busy = ask(&server, &other, &others).await;
    assert_eq!((busy.status, &busy.json().unwrap()["error"]["code"]), (429, &json!("busy")), "{}", busy.body);
    assert_eq!(ask(&server, &id, &key).await.json().unwrap()["review"], Value::Null, "still at work");
    gate.open();
    let review = reviewed(&server, &id, &key).await;
    let end = review["moments"].as_array().unwrap().last().unwrap().clone();
    assert_eq!(end["odds"]["mean"], 0.0, "who gave up has lost: {end}");
    assert_eq!(ask(&server, &other, &others).await.status, 200, "now it is the turn of the other one");
    server.stop().await;
}
