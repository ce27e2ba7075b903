//! Whom a node asks, and what becomes of a request whose node does not answer: nothing is done twice, nobody waits for a
//! living node, and nobody is sent away while a dead one still has its lease.

use crate::common::Server;
use crate::common::battle;
use crate::nodes::{LONG, SHORT, database, error, node, node_with, strike, until};
use load::Player;
use load::http::make_match;
use serde_json::{Value, json};
use sqlx::PgPool;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::io::AsyncReadExt;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

/// Somebody who hears every request out and answers none; how many came.
async fn mute() -> (String, Arc<AtomicUsize>, JoinHandle<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let (at, came) = (listener.local_addr().unwrap().to_string(), Arc::new(AtomicUsize::new(0)));
    let count = Arc::clone(&came);
    let task = tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            count.fetch_add(1, Ordering::Relaxed);
            let mut head = [0; 64];
            let _ = stream.read_exact(&mut head).await;
        }
    });
    (at, came, task)
}

/// From now on this node is silent: its lease runs out in half a second.
async fn falls_silent(url: &str, one: &Server) {
    let db = PgPool::connect(url).await.unwrap();
    sqlx::query("UPDATE nodes SET until = now() + interval '500 ms' WHERE id = $1")
        .bind(&*one.app.hall.store.node().unwrap())
        .execute(&db)
        .await
        .unwrap();
    db.close().await;
}

/// A match at a node that says it is at an address where nobody answers, and another node.
async fn behind(url: &str, address: String) -> (Server, Server, String, String) {
    let one = node_with(url, LONG, |config| config.node.address = Some(address)).await;
    let (id, keys, _) = make_match(one.at, &battle()).await.unwrap();
    let two = node(url, SHORT).await;
    (one, two, id, keys[0].clone())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_may_have_been_done_is_not_done_again_and_what_was_not_sent_is() {
    let Some(url) = database("passing_post").await else { return };
    let (address, came, mute) = mute().await;
    let (one, two, id, key) = behind(&url, address).await;
    let (path, hello) = (format!("/api/matches/{id}/chat"), json!({ "text": "Hello" }));
    let answer = two.post(&path, &key, &hello).await;
    assert_eq!((answer.status, error(&answer)["code"].as_str()), (429, Some("busy")), "{}", answer.body);
    assert_eq!(came.load(Ordering::Relaxed), 1, "he may have heard it");
    // Now nobody is there at all: what is said waits until the match is free.
    mute.abort();
    let _ = mute.await;
    falls_silent(&url, &one).await;
    let answer = two.post(&path, &key, &hello).await;
    assert_eq!((answer.status, two.app.hall.in_memory()), (200, 1), "{}", answer.body);
    assert_eq!(two.app.hall.store.chat(&id).await.unwrap().len(), 1);
    two.stop().await;
    one.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_only_looks_is_passed_on_until_somebody_answers() {
    let Some(url) = database("passing_get").await else { return };
    let (address, came, mute) = mute().await;
    let (one, two, id, key) = behind(&url, address).await;
    falls_silent(&url, &one).await;
    let answer = two.get(&format!("/api/matches/{id}"), &key).await;
    assert_eq!((answer.status, two.app.hall.in_memory()), (200, 1), "{}", answer.body);
    assert!(came.load(Ordering::Relaxed) > 1, "again and again");
    mute.abort();
    two.stop().await;
    one.stop().await;
}

/// Its sign of life is enough: nobody waits until its lease has run out, which it never does.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_match_of_a_living_node_is_not_waited_for() {
    let Some(url) = database("passing_alive").await else { return };
    let one = node_with(&url, SHORT, |config| config.node.address = None).await;
    let (id, keys, _) = make_match(one.at, &battle()).await.unwrap();
    let two = node(&url, LONG).await;
    let path = format!("/api/matches/{id}");
    let answer = tokio::time::timeout(Duration::from_secs(15), two.get(&path, &keys[0])).await;
    let answer = answer.expect("he waits for twice his own lease");
    assert_eq!((answer.status, error(&answer)["code"].as_str()), (429, Some("busy")), "{}", answer.body);
    assert_eq!(one.get(&path, &keys[0]).await.status, 200);
    two.stop().await;
    one.stop().await;
}

/// The order is refused by the database before its node knows why: whose match it is now answers it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_node_can_not_write_any_more_is_not_answered_there() {
    let Some(url) = database("passing_lost").await else { return };
    // It says every other second that it is there: long enough to be told no, short enough to wait for.
    let one = node_with(&url, Duration::from_secs(10), |config| config.quiet = LONG).await;
    let (id, keys, _) = make_match(one.at, &battle()).await.unwrap();
    let plan = json!({ "plan": { "vehicle": 0, "cards": [1, 2, 3] } });
    for say in
        [json!({ "op": "chat", "text": "Hello" }), json!({ "op": "order", "id": "first", "order": plan })]
    {
        let mut ada = Player::join(one.at, &id, &keys[0]).await.unwrap();
        strike(&url, &one.app.hall.store.node().unwrap()).await;
        ada.say(&say).await.unwrap();
        ada.until_op("bye").await.unwrap();
        let answers = ada.heard.iter().filter(|text| text.contains("refused") || text.contains("\"error\""));
        assert_eq!(answers.collect::<Vec<_>>(), Vec::<&String>::new(), "{say}");
        until("it is a node again", async || {
            let again = Player::join(one.at, &id, &keys[0]).await;
            again.is_ok()
        })
        .await;
    }
    one.stop().await;
}

fn in_memory(nodes: [&Server; 2]) -> [usize; 2] {
    nodes.map(|node| node.app.hall.in_memory())
}

/// A new match goes elsewhere where this node has more than twice those of the other one and eight more; those that are here
/// stay here.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_matches_of_a_node_are_its_own_and_new_ones_go_where_far_fewer_are() {
    let Some(url) = database("passing_share").await else { return };
    let one = node(&url, SHORT).await;
    let mut made = Vec::new();
    for _ in 0..8 {
        made.push(make_match(one.at, &battle()).await.unwrap());
    }
    let two = node(&url, SHORT).await;
    let make = async || {
        let answer = one.post("/api/matches", "", &battle()).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
    };
    // What a node knows of the others comes with its signs of life.
    let knows = async |matches: usize| {
        let peers = one.app.hall.store.peers().unwrap();
        let own = one.app.hall.store.node();
        until("the other one is known", async || {
            peers.borrow().iter().any(|peer| Some(&peer.id) != own.as_ref() && peer.matches == matches)
        })
        .await;
    };
    knows(0).await;
    let mut seen = Vec::new();
    for matches in [0, 0, 1, 1, 1] {
        knows(matches).await;
        make().await;
        seen.push(in_memory([&one, &two]));
    }
    assert_eq!(seen, [[9, 0], [9, 1], [10, 1], [11, 1], [11, 2]]);
    for (id, keys, _) in &made {
        let path = format!("/api/matches/{id}");
        let [here, there] = [one.get(&path, &keys[0]).await, two.get(&path, &keys[0]).await];
        assert_eq!((here.status, there.status), (200, 200), "{} {}", here.body, there.body);
        assert_eq!(here.json().unwrap()["match"], Value::from(id.as_str()));
    }
    assert_eq!(in_memory([&one, &two]), [11, 2], "nothing has moved");
    two.stop().await;
    one.stop().await;
}
