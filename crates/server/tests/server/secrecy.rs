//! Every byte that a seat receives before a reveal is the same, whatever the other side plans.

use crate::common::{Server, battle, catch_up, fair, file};
use load::{Player, http::make_match};
use serde_json::{Value, json};
use server::storage::{Place, StepRow, Store, Sync, Write};

/// What seat 1 and a spectator hear while seat 0 plans, with everything that is random by design made the same.
async fn heard(choices: &[usize], undo: bool) -> (Vec<String>, Vec<String>, Value) {
    let server = Server::start().await;
    let (id, keys, watch) = make_match(server.at, &battle()).await.unwrap();
    let mut two = Player::join(server.at, &id, &keys[1]).await.unwrap();
    let mut spectator = Player::join(server.at, &id, &watch).await.unwrap();
    let mut one = Player::join(server.at, &id, &keys[0]).await.unwrap();
    let plans = one.legal(&json!({ "within": { "plan": { "vehicle": 0 } } })).await.unwrap();
    for &choice in choices {
        assert_eq!(one.order(&plans[choice % plans.len()]).await.unwrap()["op"], "ack");
        one.say(&json!({ "op": "check", "id": "c", "order": plans[0] })).await.unwrap();
        one.until_op("fine").await.unwrap();
        if undo {
            one.say(&json!({ "op": "wish", "wish": "undo" })).await.unwrap();
            one.until_op("news").await.unwrap();
            assert_eq!(one.order(&plans[choice % plans.len()]).await.unwrap()["op"], "ack");
        }
    }
    // What the other seat can ask for is part of what it can hear.
    two.legal(&json!({ "limit": 10 })).await.unwrap();
    catch_up(&mut one, &mut two).await.unwrap();
    spectator.say(&json!({ "op": "ping", "at": 1 })).await.unwrap();
    spectator.until_op("pong").await.unwrap();
    let log = server.get(&format!("/api/matches/{id}/log"), &keys[1]).await.body;
    let history = server.get(&format!("/api/matches/{id}/history"), &keys[1]).await.body;
    two.heard.push(log);
    two.heard.push(history);
    let hide = |lines: Vec<String>| lines.into_iter().map(|line| line.replace(&id, "ID")).collect();
    let plan = one.events.last().cloned().unwrap();
    server.stop().await;
    (hide(two.heard), hide(spectator.heard), plan)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_plans_can_not_be_told_apart_before_the_reveal() {
    let (two, spectator, plan) = heard(&[0], false).await;
    for other in [1, 17, 200] {
        let (two_again, spectator_again, other_plan) = heard(&[other], false).await;
        assert_ne!(plan, other_plan, "the plans differ");
        assert_eq!(two, two_again);
        assert_eq!(spectator, spectator_again);
    }
    // Who changes his mind twice is not told from who knew at once.
    let (two_again, spectator_again, _) = heard(&[5, 6, 7], false).await;
    assert_eq!((&two, &spectator), (&two_again, &spectator_again));
    // A plan that is taken back and laid again shows as being unready for a while, and nothing of the plan.
    let (one_way, _, _) = heard(&[3], true).await;
    let (another, _, _) = heard(&[4], true).await;
    assert_eq!(one_way, another);
}

/// Where a seat's stream was told in pieces is told to it, too: a piece without anything in it would tell of an order.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_takes_an_order_back_is_not_told_that_others_have_sealed_theirs() {
    let mut marks = Vec::new();
    for others in [false, true] {
        let server = Server::start().await;
        let mut wish = fair();
        wish["fair"] = json!(false);
        wish["seed"] = json!(5);
        let (id, mut one, mut two) = server.two(&wish).await;
        let plans = one.legal(&json!({ "within": { "plan": {} }, "limit": 1 })).await.unwrap();
        assert_eq!(one.order(&plans[0]).await.unwrap()["op"], "ack");
        if others {
            let plans = two.legal(&json!({ "within": { "plan": {} }, "limit": 1 })).await.unwrap();
            assert_eq!(two.order(&plans[0]).await.unwrap()["op"], "ack");
        }
        // The news of the order itself may come behind its acknowledgement.
        let voids = one.voids;
        one.say(&json!({ "op": "wish", "wish": "undo" })).await.unwrap();
        one.until(|player, _| player.voids > voids).await.unwrap();
        let history = server.get(&format!("/api/matches/{id}/history"), one.key()).await;
        marks.push(history.json().unwrap()["marks"].clone());
        server.stop().await;
    }
    assert_eq!(marks[0], marks[1]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_planned_cards_are_in_no_byte_of_the_other_side() {
    let (two, spectator, plan) = heard(&[42], false).await;
    let text = plan["text"].as_str().unwrap();
    assert!(text.contains("plans"), "{text}");
    for line in two.iter().chain(&spectator) {
        assert!(!line.contains(text) && !line.contains("plan_laid"), "{line}");
    }
}

/// The list of matches says when each last changed: for everybody by what he may know.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_time_of_the_last_change_does_not_tell_of_a_sealed_plan() {
    let place = Place::File(file("changed"), Sync::Normal);
    let server = Server::at(place.clone()).await;
    let (id, keys, watch) = make_match(server.at, &battle()).await.unwrap();
    let mut one = Player::join(server.at, &id, &keys[0]).await.unwrap();
    let plans = one.legal(&json!({ "within": { "plan": { "vehicle": 0 } }, "limit": 1 })).await.unwrap();
    let changed = async |server: &Server, key: &str| {
        let summary = server.get(&format!("/api/matches/{id}"), key).await.json().unwrap();
        summary["changed"].as_i64().unwrap()
    };
    let before = changed(&server, &keys[1]).await;
    server.stop().await;

    // A plan that was laid an hour later.
    let later = (before + 3600) * 1000;
    let store = Store::open(&place).await.unwrap();
    let plan = StepRow {
        match_id: id.clone(),
        // Behind the guest who sat down.
        n: 1,
        kind: "order".to_owned(),
        seat: 0,
        payload: plans[0].to_string(),
        client_id: None,
        clocks: None,
        at: later,
        hash: None,
    };
    store.write(vec![Write::Step(plan)]).await.unwrap();
    store.close().await;
    let server = Server::at(place).await;
    assert_eq!(changed(&server, &keys[0]).await, before + 3600, "his own plan");
    for key in [&keys[1], &watch] {
        assert_eq!(changed(&server, key).await, before);
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_seat_that_is_handed_over_opens_nothing_to_the_other_person() {
    let server = Server::start().await;
    let (id, mut one, mut two) = server.two(&battle()).await;
    let plans = two.legal(&json!({ "within": { "plan": {} }, "limit": 1 })).await.unwrap();
    assert_eq!(two.order(&plans[0]).await.unwrap()["op"], "ack");
    two.say(&json!({ "op": "wish", "wish": "hand_over" })).await.unwrap();
    one.until(|player, _| player.people["seats"][1]["bot"].is_string()).await.unwrap();
    let log = server.get(&format!("/api/matches/{id}/log"), one.key()).await;
    let kept = log.json().unwrap();
    assert_eq!((&kept["orders"], &kept["seed"]), (&json!([]), &Value::Null), "{}", log.body);
    let again = Player::join(server.at, &id, one.key()).await.unwrap();
    assert_eq!(again.welcome["own"], false);
    let fork = json!({ "fork": { "of": id, "key": one.key(), "events": 9 }, "hot_seat": true });
    assert_eq!(server.post("/api/matches", "", &fork).await.status, 403);
    one.say(&json!({ "op": "wish", "wish": "resign" })).await.unwrap();
    one.until(|player, _| !player.over.is_null()).await.unwrap();
    let log = server.get(&format!("/api/matches/{id}/log"), one.key()).await;
    assert!(log.body.contains("\"seed\":5"), "when it is over everything lies open");
    server.stop().await;
}
