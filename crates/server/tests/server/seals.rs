//! The chain of a fair match: which links are told, and when.

use crate::common::{Server, catch_up};
use crate::common::{fair, game, play_until};
use crate::fair::{begun, seals};
use load::Player;
use load::http::make_match;
use serde_json::{Value, json};
use table::SeatId;
use table::proof::vow;

/// The seats whose links were told, in their order; nobody's is that of a round or of a step back.
fn links(player: &Player) -> Vec<Option<u64>> {
    seals(player).iter().map(|tell| tell["seat"].as_u64()).collect()
}

fn wish(wish: &str) -> Value {
    json!({ "op": "wish", "wish": wish })
}

/// The second seat lays one plan, the first one all of his, and then the second one the rest, until they are shown.
async fn shown(server: &Server) -> (Player, Player) {
    let (_, mut one, mut two) = begun(server).await;
    assert!(two.answer_one().await.unwrap());
    catch_up(&mut one, &mut two).await.unwrap();
    one.answer_all().await.unwrap();
    catch_up(&mut one, &mut two).await.unwrap();
    assert_eq!(links(&one), [Some(0)], "the first one is ready");
    while links(&one).len() == 1 {
        assert!(two.answer_one().await.unwrap());
        catch_up(&mut one, &mut two).await.unwrap();
    }
    assert_eq!(links(&one), [Some(0), None], "all that was decided is bound before it is shown");
    (one, two)
}

/// His hand lies there as it lay: nothing about it is told anew.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_step_back_leaves_the_seals_that_were_there_before_it() {
    let server = Server::start().await;
    let (mut one, mut two) = shown(&server).await;
    let voids = two.voids;
    two.say(&wish("undo")).await.unwrap();
    one.until(|player, _| player.people["undo_asked"] == 1).await.unwrap();
    one.say(&wish("allow_undo")).await.unwrap();
    two.until(|player, _| player.voids > voids).await.unwrap();
    catch_up(&mut one, &mut two).await.unwrap();
    assert!(two.is_awaited() && !one.is_awaited(), "only the last plan is to be laid again");
    for player in [&one, &two] {
        assert_eq!(links(player), [Some(0), None, None], "the step back, and no other seal");
    }
    // Laid again, it is bound with what was sealed before.
    while links(&one).len() == 3 {
        assert!(two.answer_one().await.unwrap());
        catch_up(&mut one, &mut two).await.unwrap();
    }
    assert_eq!(links(&one)[3..], [None]);
    server.stop().await;
}

/// Whoever plays alone has his log at any time; what the dice are made of is in it when the match is over.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_log_of_who_plays_alone_proves_nothing_before_the_end() {
    let server = Server::start().await;
    let mut wish = fair();
    wish["seats"] = json!([{ "kind": "open" }, { "kind": "bot", "bot": "random" }]);
    let (id, keys, _) = make_match(server.at, &wish).await.unwrap();
    let mut one = Player::join(server.at, &id, &keys[0]).await.unwrap();
    let path = format!("/api/matches/{id}/log");
    let log = async || server.get(&path, &keys[0]).await.body;
    assert!(log().await.contains("\"seed\"") && !log().await.contains("\"secret\""));
    one.vow(&vow(&id, SeatId(0), "")).await.unwrap();
    one.salt("").await.unwrap();
    one.until(|player, _| player.is_awaited()).await.unwrap();
    assert!(log().await.contains("\"seed\"") && !log().await.contains("\"secret\""));
    one.say(&self::wish("resign")).await.unwrap();
    one.until(|player, _| !player.over.is_null()).await.unwrap();
    assert!(log().await.contains("\"secret\""));
    server.stop().await;
}

/// The order that ends a match by its rules is bound like any other.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_last_order_of_a_match_is_bound() {
    let server = Server::start().await;
    let mut made = fair();
    made["setup"]["options"]["turn_limit"] = json!("1");
    let (id, mut one, mut two) = server.two(&made).await;
    crate::common::add_salts(&id, &mut one, &mut two).await.unwrap();
    play_until(&mut one, &mut two, 99).await.unwrap();
    assert!(one.over["rule"].is_string(), "{}", one.over);
    let log = server.get(&format!("/api/matches/{id}/log"), one.key()).await.body;
    let verified = game("triplanes").verify_log(&log).unwrap();
    assert!(verified.ok && verified.proof.is_some_and(|proof| proof.ok), "{log}");
    let last: Value = serde_json::from_str(log.lines().last().unwrap()).unwrap();
    let orders = log.lines().filter(|line| line.contains("\"order\":")).count();
    let bound =
        last["proof"]["chain"].as_array().unwrap().iter().filter_map(|link| link["round"]["upto"].as_u64());
    assert_eq!(bound.max(), Some(orders as u64), "{log}");
    server.stop().await;
}

/// Whoever sees the same after the table was dealt anew has lost nothing.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_told_once_more_is_not_taken_back() {
    let server = Server::start().await;
    let (id, mut one, mut two) = server.two(&fair()).await;
    let before = [&one, &two].map(|player| player.events.clone());
    crate::common::add_salts(&id, &mut one, &mut two).await.unwrap();
    for (player, before) in [&one, &two].into_iter().zip(before) {
        let is_there = player.events.starts_with(&before);
        assert_eq!(player.voids, u64::from(!is_there), "{before:?} {:?}", player.events);
        assert!(is_there, "no die is rolled before the first plan");
    }
    server.stop().await;
}
