//! Whose leave is asked, and whose is not; and what of the next match everybody gets.

use crate::common::{Server, battle, catch_up, fair, play_until};
use load::Player;
use load::http::{claim, make_match};
use serde_json::{Value, json};

fn wish(wish: &str) -> Value {
    json!({ "op": "wish", "wish": wish })
}

/// A wish that is not granted, and why.
async fn refused(player: &mut Player, what: &str) -> (String, String) {
    player.say(&wish(what)).await.unwrap();
    let error = player.until_op("error").await.unwrap()["error"].clone();
    (error["code"].as_str().unwrap().to_owned(), error["message"].as_str().unwrap().to_owned())
}

/// Two people on one side, and somebody on the other.
fn two_against(other: &Value) -> Value {
    let options = json!({ "earthlings": "nieuport_16,sopwith_camel", "martians": "mk1_locust",
        "players": "2,1" });
    json!({ "setup": { "scenario": "simple-battle", "options": options }, "seed": 5,
        "seats": [{ "kind": "open" }, { "kind": "guest" }, other] })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn against_bots_alone_it_is_the_team_mates_who_give_leave() {
    let server = Server::start().await;
    let (id, keys, _) =
        make_match(server.at, &two_against(&json!({ "kind": "bot", "bot": "random" }))).await.unwrap();
    let mut one = Player::join(server.at, &id, &keys[0]).await.unwrap();
    let mut two = Player::join(server.at, &id, &keys[1]).await.unwrap();
    while one.prompts["turn"].as_u64() < Some(2) {
        for player in [&mut one, &mut two] {
            player.answer_all().await.unwrap();
        }
        catch_up(&mut one, &mut two).await.unwrap();
    }
    one.say(&wish("undo")).await.unwrap();
    two.until(|player, _| player.people["undo_asked"] == 0).await.unwrap();
    assert_eq!(refused(&mut one, "allow_undo").await.0, "refused", "nobody allows himself");
    two.say(&wish("deny_undo")).await.unwrap();
    one.until(|player, _| player.people["undo_asked"].is_null()).await.unwrap();
    one.say(&wish("undo")).await.unwrap();
    two.until(|player, _| player.people["undo_asked"] == 0).await.unwrap();
    let voids = two.voids;
    two.say(&wish("allow_undo")).await.unwrap();
    two.until(|player, _| player.voids > voids).await.unwrap();
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_draw_is_offered_for_the_round_in_which_it_is() {
    let server = Server::start().await;
    let (_, mut one, mut two) = server.two(&battle()).await;
    one.say(&wish("offer_draw")).await.unwrap();
    two.until(|player, _| player.people["draw_offered"] == 0).await.unwrap();
    one.answer_one().await.unwrap();
    catch_up(&mut one, &mut two).await.unwrap();
    assert_eq!(two.people["draw_offered"], 0, "the round goes on");
    play_until(&mut one, &mut two, 2).await.unwrap();
    assert_eq!(two.people["draw_offered"], Value::Null, "nobody has answered in time");
    assert_eq!(refused(&mut two, "accept_draw").await.0, "stale");
    server.stop().await;
}

/// With a clock nobody comes back after he has given up, though he plays alone; without one he may.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_that_ended_under_a_clock_stays_ended() {
    let server = Server::start().await;
    for clock in [json!({ "kind": "none" }), json!({ "kind": "days", "days": 1 })] {
        let mut made = battle();
        made["seats"] = json!([{ "kind": "open" }, { "kind": "bot", "bot": "random" }]);
        made["clock"] = clock.clone();
        let (id, keys, _) = make_match(server.at, &made).await.unwrap();
        let mut one = Player::join(server.at, &id, &keys[0]).await.unwrap();
        one.answer_one().await.unwrap();
        one.say(&wish("resign")).await.unwrap();
        one.until(|player, _| !player.over.is_null()).await.unwrap();
        if clock["kind"] == "none" {
            one.say(&wish("undo")).await.unwrap();
            one.until(|player, _| player.over.is_null()).await.unwrap();
        } else {
            assert_eq!(refused(&mut one, "undo").await, ("stale".to_owned(), "the match is over".to_owned()));
        }
    }
    server.stop().await;
}

/// Alone one begins anew whenever one likes.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_plays_alone_plays_again_before_the_end_and_others_do_not() {
    let server = Server::start().await;
    let (_, _, mut ada) = server.solo().await;
    ada.say(&wish("rematch")).await.unwrap();
    let made = ada.until_op("rematch").await.unwrap()["made"].clone();
    assert_eq!(made["keys"].as_array().unwrap().len(), 1, "{made}");
    let (_, mut one, _two) = server.two(&battle()).await;
    assert_eq!(refused(&mut one, "rematch").await.0, "stale");
    server.stop().await;
}

/// The next match before one screen has all its keys there, and none where somebody watches.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_watches_one_screen_gets_no_key_of_the_next_match() {
    let server = Server::start().await;
    let mut made = battle();
    made["hot_seat"] = json!(true);
    let (id, keys, watch) = make_match(server.at, &made).await.unwrap();
    let mut one = Player::join(server.at, &id, &keys[0]).await.unwrap();
    let mut watcher = Player::join(server.at, &id, &watch).await.unwrap();
    one.say(&wish("resign")).await.unwrap();
    one.until(|player, _| !player.over.is_null()).await.unwrap();
    one.say(&wish("rematch")).await.unwrap();
    let count =
        |told: &Value| ["keys", "invitations"].map(|list| told["made"][list].as_array().unwrap().len());
    assert_eq!(count(&one.until_op("rematch").await.unwrap()), [2, 0]);
    assert_eq!(count(&watcher.until_op("rematch").await.unwrap()), [0, 0]);
    // Who comes later hears of it, too.
    let mut late = Player::join(server.at, &id, &watch).await.unwrap();
    assert_eq!(count(&late.until_op("rematch").await.unwrap()), [0, 0]);
    let mut late = Player::join(server.at, &id, &keys[1]).await.unwrap();
    assert_eq!(count(&late.until_op("rematch").await.unwrap()), [2, 0]);
    server.stop().await;
}

/// Who never came is invited again, by whoever invited him.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_never_came_is_invited_to_the_next_match() {
    let server = Server::start().await;
    let made =
        server.post("/api/matches", "", &two_against(&json!({ "kind": "guest" }))).await.json().unwrap();
    let (id, host) = (made["match"].as_str().unwrap(), made["keys"][0]["key"].as_str().unwrap());
    let token = made["invitations"][1]["token"].as_str().unwrap();
    let mut one = Player::join(server.at, id, host).await.unwrap();
    let key = claim(server.at, id, token, &[]).await.unwrap();
    let mut three = Player::join(server.at, id, &key).await.unwrap();
    three.say(&wish("resign")).await.unwrap();
    one.until(|player, _| !player.over.is_null()).await.unwrap();
    one.say(&wish("rematch")).await.unwrap();
    three.until(|player, _| player.people["rematch_asked"] == 0).await.unwrap();
    three.say(&wish("rematch")).await.unwrap();
    let seats = |told: &Value, list: &str| -> Vec<u64> {
        told["made"][list].as_array().unwrap().iter().map(|one| one["seat"].as_u64().unwrap()).collect()
    };
    let (his, hosts) = (three.until_op("rematch").await.unwrap(), one.until_op("rematch").await.unwrap());
    assert_eq!((seats(&hosts, "keys"), seats(&hosts, "invitations")), (vec![2], vec![1]), "{hosts}");
    assert_eq!((seats(&his, "keys"), seats(&his, "invitations")), (vec![0], vec![]), "{his}");
    server.stop().await;
}

/// A log that one person plays on alone keeps its dice: what he wished for was not used.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_seed_is_told_where_it_was_used() {
    let server = Server::start().await;
    let (id, keys, _) = make_match(server.at, &battle()).await.unwrap();
    let mut one = Player::join(server.at, &id, &keys[0]).await.unwrap();
    one.say(&wish("resign")).await.unwrap();
    one.until(|player, _| !player.over.is_null()).await.unwrap();
    let log = server.get(&format!("/api/matches/{id}/log"), &keys[0]).await.body;
    for (hot_seat, seed) in [(true, Value::Null), (false, json!(8))] {
        let wish = json!({ "log": log, "seed": 8, "hot_seat": hot_seat });
        let (id, keys, _) = make_match(server.at, &wish).await.unwrap();
        let one = Player::join(server.at, &id, &keys[0]).await.unwrap();
        assert_eq!(one.welcome["agreed"]["seed"], seed, "{}", one.welcome["agreed"]);
    }
    server.stop().await;
}

/// What another seat decided in secret and took back is nothing that could be taken from him.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whose_orders_stand_has_lost_nothing_by_what_another_one_took_back() {
    let server = Server::start().await;
    let mut wish = battle();
    wish["setup"]["options"] = fair()["setup"]["options"].clone();
    let (id, mut one, mut two) = server.two(&wish).await;
    assert!(one.answer_one().await.unwrap() && two.answer_one().await.unwrap());
    catch_up(&mut one, &mut two).await.unwrap();
    let (heard, events) = (two.heard.len(), two.events.clone());
    let known = one.events.len();
    one.say(&self::wish("undo")).await.unwrap();
    one.until(|player, tell| tell["op"] == "news" && player.events.len() < known).await.unwrap();
    catch_up(&mut one, &mut two).await.unwrap();
    // He sees that no plan lies there any more, and nothing of his own has changed.
    assert!(
        !two.heard[heard..].iter().any(|text| text.contains("\"op\":\"back\"")),
        "{:?}",
        &two.heard[heard..]
    );
    assert_eq!((one.voids, two.voids), (1, 0));
    assert_eq!(two.events, events);
    // His own is taken back from what came before it.
    assert!(one.answer_one().await.unwrap());
    two.say(&self::wish("undo")).await.unwrap();
    two.until(|player, tell| tell["op"] == "news" && player.events.len() < events.len()).await.unwrap();
    let fresh = Player::join(server.at, &id, two.key()).await.unwrap();
    assert_eq!((&fresh.events, fresh.voids), (&two.events, 1));
    server.stop().await;
}
