//! Several servers at one PostgreSQL, in a database of their own. Processes that are killed and stopped are in the tests of
//! the program.

use crate::common::{Server, add_salts, battle, catch_up, file, game, games, play_until};
use load::http::{Answer, make_match, request};
use load::{Player, Socket};
use serde_json::{Value, json};
use server::Config;
use server::storage::{
    Claim, Lease, MatchRow, Node, PictureRow, Pictured, Place, StepRow, Store, StoreError, Sync, ToldRow,
    Write,
};
use sqlx::{AssertSqlSafe, PgPool};
use std::time::{Duration, Instant};
use tokio::net::TcpListener;

/// So long that no test comes to its end: what happens earlier has another reason.
pub const LONG: Duration = Duration::from_secs(60);
pub const SHORT: Duration = Duration::from_millis(600);

/// A database that nobody else uses, where there is a PostgreSQL.
pub async fn database(name: &str) -> Option<String> {
    let Ok(url) = std::env::var("HEATRAY_TEST_POSTGRES") else {
        eprintln!("PostgreSQL is NOT tested: HEATRAY_TEST_POSTGRES names no database");
        return None;
    };
    let db = PgPool::connect(&url).await.unwrap();
    for sql in [format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)"), format!("CREATE DATABASE {name}")] {
        sqlx::raw_sql(AssertSqlSafe(sql)).execute(&db).await.unwrap();
    }
    db.close().await;
    let (server, _) = url.rsplit_once('/').unwrap();
    Some(format!("{server}/{name}"))
}

pub async fn node(url: &str, lease: Duration) -> Server {
    node_with(url, lease, |_| {}).await
}

pub async fn node_with(url: &str, lease: Duration, change: impl FnOnce(&mut Config)) -> Server {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let mut config = Config::new(games(), Place::Postgres(url.to_owned()));
    config.node = Node { address: Some(listener.local_addr().unwrap().to_string()), lease };
    change(&mut config);
    Server::on(listener, config).await
}

/// Strikes a node from the list, as others do when it was silent for too long.
pub async fn strike(url: &str, node: &str) {
    let db = PgPool::connect(url).await.unwrap();
    sqlx::query("DELETE FROM nodes WHERE id = $1").bind(node).execute(&db).await.unwrap();
    db.close().await;
}

/// Waits until something is so; a minute is never needed.
pub async fn until(what: &str, mut is_so: impl AsyncFnMut() -> bool) {
    let end = Instant::now() + Duration::from_secs(60);
    while !is_so().await {
        assert!(Instant::now() < end, "it never came to this: {what}");
        tokio::task::yield_now().await;
    }
}

fn row(id: &str) -> MatchRow {
    MatchRow {
        id: id.to_owned(),
        game: "triplanes".to_owned(),
        scenario: String::new(),
        title: String::new(),
        base: String::new(),
        seats: String::new(),
        created: 1,
    }
}

fn step(id: &str, n: i64) -> Write {
    Write::Step(StepRow {
        match_id: id.to_owned(),
        n,
        kind: "order".to_owned(),
        seat: 0,
        payload: "{}".to_owned(),
        client_id: None,
        clocks: None,
        at: n,
        hash: None,
    })
}

fn ours(claim: Claim) -> Lease {
    match claim {
        Claim::Ours(lease) => lease,
        other => panic!("it is not ours: {other:?}"),
    }
}

fn is_elsewhere(written: &Result<(), StoreError>) -> bool {
    matches!(written, Err(StoreError::Elsewhere))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_database_refuses_what_a_stale_owner_writes() {
    let Some(url) = database("nodes_fence").await else { return };
    let place = Place::Postgres(url.clone());
    let one = Store::open_as(&place, &Node { address: None, lease: LONG }, |_| {}).await.unwrap();
    let two = Store::open_as(&place, &Node { address: None, lease: LONG }, |_| {}).await.unwrap();
    one.write(vec![Write::Match(row("m")), Write::Match(row("other"))]).await.unwrap();
    let (first, other) = (ours(one.claim("m").await.unwrap()), ours(one.claim("other").await.unwrap()));
    one.write_held(&first, vec![step("m", 0)]).await.unwrap();
    assert!(
        matches!(two.claim("m").await.unwrap(), Claim::Theirs(owner) if Some(&owner.node) == one.node().as_ref())
    );
    assert!(matches!(two.claim("nobody").await.unwrap(), Claim::Nobodys));
    assert!(one.owner("m").await.unwrap().is_none(), "it is our own");

    // Opened again here: what the first opening still writes is refused.
    let second = ours(one.claim("m").await.unwrap());
    assert!(is_elsewhere(&one.write_held(&first, vec![step("m", 1)]).await));
    drop(first);
    one.write_held(&second, vec![step("m", 1)]).await.unwrap();

    strike(&url, &one.node().unwrap()).await;
    let taken = ours(two.claim("m").await.unwrap());
    assert!(is_elsewhere(&one.write_held(&second, vec![step("m", 2)]).await));
    // Also beside something else, in a transaction of several statements: nothing of it is there.
    let chat = Write::Match(row("beside"));
    assert!(is_elsewhere(&one.write_held(&second, vec![chat, step("m", 2)]).await));
    assert!(two.find_match("beside").await.unwrap().is_none());
    // Nor does the table that he remembers take the place of a newer one.
    let picture = |step, body: &str| {
        let [match_id, id] = ["m"; 2].map(str::to_owned);
        let at = Pictured { step, hash: 1 };
        let told = ToldRow { match_id: id, step, body: body.to_owned() };
        vec![Write::Told(told), Write::Picture(PictureRow { match_id, at, body: body.to_owned() })]
    };
    two.write_held(&taken, picture(2, "true")).await.unwrap();
    assert!(is_elsewhere(&one.write_held(&second, picture(3, "stale")).await));
    assert_eq!(two.picture("m").await.unwrap().map(|picture| picture.body).as_deref(), Some("true"));
    assert_eq!(two.told("m").await.unwrap().len(), 1);
    // And one who is refused spoils nothing for those who share a commit with him.
    let both = tokio::join!(
        two.write_held(&taken, vec![step("m", 2)]),
        one.write_held(&other, vec![step("other", 0)]),
        one.write(vec![Write::Match(row("fine"))]),
    );
    assert!(both.0.is_ok() && is_elsewhere(&both.1) && both.2.is_ok(), "{both:?}");
    assert_eq!(two.steps("m").await.unwrap().iter().map(|step| step.n).collect::<Vec<_>>(), [0, 1, 2]);
    assert_eq!(two.steps("other").await.unwrap(), []);
    one.close().await;
    two.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lease_goes_back_when_it_is_dropped_and_when_a_program_stops() {
    let Some(url) = database("nodes_back").await else { return };
    let place = Place::Postgres(url);
    let one = Store::open_as(&place, &Node { address: None, lease: LONG }, |_| {}).await.unwrap();
    let two = Store::open_as(&place, &Node { address: None, lease: LONG }, |_| {}).await.unwrap();
    one.write(vec![Write::Match(row("m"))]).await.unwrap();
    drop(ours(one.claim("m").await.unwrap()));
    until("the lease is given back", async || matches!(two.claim("m").await.unwrap(), Claim::Ours(_))).await;
    until("and again", async || matches!(one.claim("m").await.unwrap(), Claim::Ours(_))).await;
    let held = async || match one.claim("m").await.unwrap() {
        Claim::Ours(lease) => Some(lease),
        _ => None,
    };
    let mut lease = None;
    until("one has it", async || {
        lease = held().await;
        lease.is_some()
    })
    .await;
    one.close().await;
    assert!(
        matches!(two.claim("m").await.unwrap(), Claim::Ours(_)),
        "who stops gives everything back at once"
    );
    drop(lease);
    two.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_silent_node_is_replaced_when_its_lease_has_run_out() {
    let Some(url) = database("nodes_silent").await else { return };
    let place = Place::Postgres(url.clone());
    let one = Store::open_as(&place, &Node { address: None, lease: LONG }, |_| {}).await.unwrap();
    one.write(vec![Write::Match(row("m"))]).await.unwrap();
    let lease = ours(one.claim("m").await.unwrap());
    let db = PgPool::connect(&url).await.unwrap();
    let two = Store::open_as(&place, &Node { address: None, lease: SHORT }, |_| {}).await.unwrap();
    assert!(matches!(two.claim("m").await.unwrap(), Claim::Theirs(_)), "it is not time yet");
    assert!(one.is_sure(&lease).await);
    // Its time is over by the database's clock, whatever its own says.
    sqlx::query("UPDATE nodes SET until = now() - interval '1 ms' WHERE id = $1")
        .bind(&*one.node().unwrap())
        .execute(&db)
        .await
        .unwrap();
    let taken = ours(two.claim("m").await.unwrap());
    assert!(is_elsewhere(&one.write_held(&lease, vec![step("m", 0)]).await));
    two.write_held(&taken, vec![step("m", 0)]).await.unwrap();
    // Signs of life keep it, however often its time would have run out.
    let first = one.owner("m").await.unwrap().unwrap().until;
    until("several leases have passed", async || {
        let now = one.owner("m").await.unwrap().expect("it is taken").until;
        now > first + 3 * SHORT.as_micros() as i64
    })
    .await;
    assert!(two.is_sure(&taken).await);
    two.write_held(&taken, vec![step("m", 1)]).await.unwrap();
    db.close().await;
    one.close().await;
    two.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_people_play_at_two_nodes_that_do_not_have_their_match() {
    let Some(url) = database("nodes_play").await else { return };
    let nodes = [node(&url, LONG).await, node(&url, LONG).await, node(&url, LONG).await];
    let wish = json!({ "setup": { "scenario": "simple-battle" }, "seed": 5, "hot_seat": true });
    let (id, keys, watch) = make_match(nodes[0].at, &wish).await.unwrap();
    let mut one = Player::join(nodes[1].at, &id, &keys[0]).await.unwrap();
    let mut two = Player::join_simply(nodes[2].at, &id, &keys[1]).await.unwrap();
    play_until(&mut one, &mut two, 3).await.unwrap();
    assert_eq!(nodes.each_ref().map(|node| node.app.hall.in_memory()), [1, 0, 0], "one node has it");

    // The same from everywhere: a fresh look, the log, a question, chat, a moment.
    let mut looks = Vec::new();
    for node in &nodes {
        let fresh = Player::join(node.at, &id, &keys[0]).await.unwrap();
        let log = node.get(&format!("/api/matches/{id}/log"), &keys[0]).await;
        let legal = node.post(&format!("/api/matches/{id}/legal"), &keys[0], &json!({ "limit": 3 })).await;
        let moment = node.get(&format!("/api/matches/{id}/moment?events=5"), &keys[0]).await;
        assert_eq!([log.status, legal.status, moment.status], [200; 3], "{} {}", log.body, legal.body);
        looks.push((fresh.view, fresh.events, log.body, legal.body, moment.body));
    }
    assert_eq!((&looks[0].0, &looks[0].1), (&one.view, &one.events));
    assert!(looks.iter().all(|look| *look == looks[0]));
    let said = nodes[1].post(&format!("/api/matches/{id}/chat"), &keys[0], &json!({ "text": "Hello" })).await;
    assert_eq!(said.status, 200, "{}", said.body);
    assert_eq!(two.until_op("chat").await.unwrap()["line"]["text"], "Hello");
    let watcher = Player::join(nodes[2].at, &id, &watch).await.unwrap();
    let at_home = Player::join(nodes[0].at, &id, &watch).await.unwrap();
    assert_eq!((&watcher.events, &watcher.view), (&at_home.events, &at_home.view));

    // What is wrong is told as it is told at home.
    for node in &nodes {
        let wrong = node.get(&format!("/api/matches/{id}"), "no key").await;
        assert_eq!((wrong.status, error(&wrong)["code"].as_str()), (403, Some("forbidden")));
        let odd = node
            .post(&format!("/api/matches/{id}/orders"), &keys[0], &json!({ "id": "x", "order": 1 }))
            .await;
        assert_eq!((odd.status, error(&odd)["code"].as_str()), (400, Some("bad_request")));
        let nobody = node.get("/api/matches/aaaaaaaaaaaa", "no key").await;
        assert_eq!(nobody.status, 404);
    }
    drop((one, two, watcher, at_home));
    for node in nodes {
        node.stop().await;
    }
}

pub fn error(answer: &Answer) -> Value {
    answer.json().unwrap()["error"].clone()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn forks_and_kept_matches_are_found_at_any_node() {
    let Some(url) = database("nodes_lists").await else { return };
    let nodes = [node(&url, LONG).await, node(&url, LONG).await];
    let wish = json!({ "setup": { "scenario": "simple-battle" }, "seed": 5, "hot_seat": true });
    let (id, keys, watch) = make_match(nodes[0].at, &wish).await.unwrap();
    let fork = json!({ "fork": { "of": id, "key": keys[0], "events": 0 }, "hot_seat": true });
    let (forked, fork_keys, _) = make_match(nodes[1].at, &fork).await.unwrap();
    assert_eq!(nodes[1].get(&format!("/api/matches/{forked}"), &fork_keys[0]).await.status, 200);
    let wrong = json!({ "fork": { "of": id, "key": "no key", "events": 0 } });
    assert_eq!(nodes[1].post("/api/matches", "", &wrong).await.status, 403);

    let ada = json!({ "name": "Ada", "password": "analytical" });
    let registered = nodes[1].post("/api/accounts", "", &ada).await;
    let cookie = registered.header("set-cookie").unwrap().split(';').next().unwrap();
    let cookie = [format!("cookie: {cookie}")];
    for key in &keys {
        let keep = json!({ "match": id, "key": key });
        let kept = request(nodes[1].at, "POST", "/api/me/matches", &cookie, Some(&keep)).await.unwrap();
        assert_eq!(kept.status, 200, "{}", kept.body);
    }
    let keep = json!({ "match": id, "key": watch });
    let kept = request(nodes[1].at, "POST", "/api/me/matches", &cookie, Some(&keep)).await.unwrap();
    assert_eq!(kept.status, 403, "{}", kept.body);
    let keep = json!({ "match": id, "key": "no key" });
    let kept = request(nodes[1].at, "POST", "/api/me/matches", &cookie, Some(&keep)).await.unwrap();
    assert_eq!((kept.status, error(&kept)["code"].as_str()), (403, Some("forbidden")));
    let mut lists = Vec::new();
    for node in &nodes {
        let mine = request(node.at, "GET", "/api/me/matches", &cookie, None).await.unwrap().json().unwrap();
        let seats: Vec<u64> =
            mine.as_array().unwrap().iter().map(|one| one["seat"].as_u64().unwrap()).collect();
        assert_eq!(seats.len(), 2, "{mine}");
        // The cookie opens the seat through the other node as well.
        let path = format!("/api/matches/{id}");
        let summary = request(node.at, "GET", &path, &cookie, None).await.unwrap();
        assert_eq!((summary.status, summary.json().unwrap()["seat"].as_u64()), (200, Some(0)));
        lists.push(mine);
    }
    assert_eq!(lists[0], lists[1]);
    assert_eq!(nodes[1].app.hall.in_memory(), 0, "nothing was loaded twice");
    for node in nodes {
        node.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_says_that_he_is_a_node_has_to_know_the_secret() {
    let Some(url) = database("nodes_forged").await else { return };
    let (one, two) = (node(&url, SHORT).await, node(&url, SHORT).await);
    let (id, keys, _) = make_match(one.at, &battle()).await.unwrap();
    let path = format!("/api/matches/{id}");
    let secret = one.app.hall.store.secret().unwrap().to_owned();
    assert_eq!(secret, two.app.hall.store.secret().unwrap());
    assert!(secret.len() >= 64);
    let get = async |at, headers: &[&str]| {
        let headers: Vec<String> = headers.iter().map(|&header| header.to_owned()).collect();
        request(at, "GET", &path, &headers, None).await.unwrap()
    };
    let key = format!("authorization: Bearer {}", keys[0]);
    for forged in ["", "x", &secret[1..], &secret.to_uppercase(), &format!("{secret}x")] {
        for at in [one.at, two.at] {
            let refused = get(at, &[&format!("x-heatray-node: {forged}"), &key]).await;
            assert_eq!(
                (refused.status, error(&refused)["place"].as_str()),
                (403, Some("x-heatray-node")),
                "{forged:?}"
            );
        }
    }
    // What only nodes say opens nothing for others, neither here nor through another node.
    for at in [one.at, two.at] {
        assert_eq!(get(at, &["x-heatray-seat: 0", "x-heatray-client: here"]).await.status, 403);
        assert_eq!(get(at, &["x-heatray-seat: 0", &key]).await.status, 200);
    }
    let shown = format!("x-heatray-node: {secret}");
    assert_eq!(get(one.at, &[&shown, "x-heatray-seat: 0"]).await.status, 200);
    assert_eq!(get(one.at, &[&shown, &shown, "x-heatray-seat: 0"]).await.status, 403);
    // What was passed on is not passed on again: the owner is alive, so it is told to come again.
    let again = get(two.at, &[&shown, &key]).await;
    assert_eq!((again.status, error(&again)["code"].as_str()), (429, Some("busy")), "{}", again.body);
    assert!(again.body.contains("at another node"), "{}", again.body);
    // Where there are no nodes nobody is one.
    let alone = Server::start().await;
    let refused = request(alone.at, "GET", "/api/games", &[shown], None).await.unwrap();
    assert_eq!(refused.status, 403);
    for server in [one, two, alone] {
        server.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_is_limited_by_his_own_address_through_whatever_node_he_comes() {
    let Some(url) = database("nodes_limits").await else { return };
    let mut nodes = Vec::new();
    for _ in 0..3 {
        nodes.push(node_with(&url, LONG, |config| config.behind_proxy = true).await);
    }
    let as_of = |address: &str| [format!("x-forwarded-for: {address}")];
    let wish = battle();
    let made = request(nodes[0].at, "POST", "/api/matches", &as_of("192.0.2.9"), Some(&wish)).await.unwrap();
    let made = made.json().unwrap();
    let (id, key) = (made["match"].as_str().unwrap(), made["keys"][0]["key"].as_str().unwrap());
    let chat = async |n: usize, address: &str| {
        let mut headers = as_of(address).to_vec();
        headers.push(format!("authorization: Bearer {key}"));
        let text = json!({ "text": format!("Hello {n}") });
        let path = format!("/api/matches/{id}/chat");
        request(nodes[1 + n % 2].at, "POST", &path, &headers, Some(&text)).await.unwrap().status
    };
    let mut refused = 0;
    for n in 0..60 {
        refused += usize::from(chat(n, "192.0.2.1").await == 429);
    }
    assert!(refused > 0, "two nodes are no way to say twice as much");
    assert_eq!(chat(0, "192.0.2.2").await, 200, "others are not meant");
    for node in nodes {
        node.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn people_go_on_at_another_node_when_theirs_stops() {
    let Some(url) = database("nodes_stop").await else { return };
    let [one, two, three] = [node(&url, LONG).await, node(&url, LONG).await, node(&url, LONG).await];
    let (id, keys, _) = make_match(one.at, &battle()).await.unwrap();
    let mut ada = Player::join(one.at, &id, &keys[0]).await.unwrap();
    let mut bob = Player::join(two.at, &id, &keys[1]).await.unwrap();
    play_until(&mut ada, &mut bob, 2).await.unwrap();
    one.stop().await;
    // The lease is a minute: that it was given back is the reason that nobody waits for it.
    for (player, at) in [(&mut ada, three.at), (&mut bob, two.at)] {
        assert!(player.until_op("bye").await.is_ok(), "he was told so, through the other node as well");
        player.moved(at);
        player.come_back().await.unwrap();
    }
    play_until(&mut ada, &mut bob, 4).await.unwrap();
    assert_eq!(two.app.hall.in_memory() + three.app.hall.in_memory(), 1);
    catch_up(&mut ada, &mut bob).await.unwrap();
    let fresh = Player::join(two.at, &id, &keys[0]).await.unwrap();
    assert_eq!((fresh.events, fresh.view), (ada.events.clone(), ada.view.clone()));
    drop((ada, bob));
    two.stop().await;
    three.stop().await;
}

/// A fair match goes from node to node with a hand that is sealed and not yet shown: nothing of its proof is lost.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_fair_match_proves_itself_whatever_node_has_it() {
    let Some(url) = database("nodes_fair").await else { return };
    let [one, two, three] = [node(&url, LONG).await, node(&url, LONG).await, node(&url, LONG).await];
    let wish = json!({ "setup": { "scenario": "simple-battle" }, "fair": true });
    let (id, keys, _) = make_match(one.at, &wish).await.unwrap();
    let mut ada = Player::join(one.at, &id, &keys[0]).await.unwrap();
    let mut bob = Player::join(two.at, &id, &keys[1]).await.unwrap();
    add_salts(&id, &mut ada, &mut bob).await.unwrap();
    play_until(&mut ada, &mut bob, 1).await.unwrap();
    ada.answer_all().await.unwrap();
    catch_up(&mut ada, &mut bob).await.unwrap();
    let heard = bob.heard.iter().map(|text| serde_json::from_str::<Value>(text).unwrap());
    let sealed = heard.rev().find(|tell| tell["op"] == "sealed").unwrap();
    one.stop().await;
    for (player, at) in [(&mut ada, three.at), (&mut bob, two.at)] {
        player.until_op("bye").await.unwrap();
        player.moved(at);
        player.come_back().await.unwrap();
    }
    let fair = &bob.welcome["fair"];
    assert_eq!(
        (&fair["last"], fair["links"].as_u64()),
        (&sealed["hash"], sealed["link"].as_u64().map(|n| n + 1))
    );
    play_until(&mut ada, &mut bob, 2).await.unwrap();
    ada.say(&json!({ "op": "wish", "wish": "resign" })).await.unwrap();
    ada.until(|player, _| !player.over.is_null()).await.unwrap();
    let log = two.get(&format!("/api/matches/{id}/log"), &keys[1]).await.body;
    assert_eq!(log, three.get(&format!("/api/matches/{id}/log"), &keys[0]).await.body);
    let verified = game("triplanes").verify_log(&log).unwrap();
    assert!(verified.ok && verified.proof.is_some_and(|proof| proof.ok && proof.links > 0), "{log}");
    drop((ada, bob));
    two.stop().await;
    three.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_that_was_struck_from_the_list_lets_its_people_go() {
    let Some(url) = database("nodes_struck").await else { return };
    let (one, two) = (node(&url, SHORT).await, node(&url, SHORT).await);
    let (id, keys, _) = make_match(one.at, &battle()).await.unwrap();
    let mut ada = Player::join(one.at, &id, &keys[0]).await.unwrap();
    let mut bob = Player::join(two.at, &id, &keys[1]).await.unwrap();
    play_until(&mut ada, &mut bob, 2).await.unwrap();
    let before = one.app.hall.store.node();
    strike(&url, before.as_deref().unwrap()).await;
    // Bob's line ends with the node that it went to, and he finds the match where it is now: at his own node, if he was
    // quicker than Ada.
    while bob.hear().await.is_ok() {}
    bob.come_back().await.unwrap();
    while ada.hear().await.is_ok() {}
    ada.come_back().await.unwrap();
    play_until(&mut ada, &mut bob, 3).await.unwrap();
    until("it is a node again", async || {
        one.app.hall.store.node().is_some_and(|node| Some(&node) != before.as_ref())
    })
    .await;
    assert_eq!(one.get("/healthz", "").await.status, 200);
    assert_eq!(one.app.hall.in_memory() + two.app.hall.in_memory(), 1);
    let fresh = Player::join(one.at, &id, &keys[0]).await.unwrap();
    catch_up(&mut ada, &mut bob).await.unwrap();
    assert_eq!((fresh.events, fresh.view), (ada.events.clone(), ada.view.clone()));
    drop((ada, bob));
    one.stop().await;
    two.stop().await;
}

/// Nobody says a word, and nothing is to be stored: they are told all the same.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_only_listens_hears_that_his_match_is_elsewhere_now() {
    let Some(url) = database("nodes_listen").await else { return };
    let one = node_with(&url, SHORT, |config| config.quiet = LONG).await;
    let (id, keys, _) = make_match(one.at, &battle()).await.unwrap();
    let mut ada = Player::join(one.at, &id, &keys[0]).await.unwrap();
    strike(&url, &one.app.hall.store.node().unwrap()).await;
    ada.until_op("bye").await.unwrap();
    until("the match is not in memory any more", async || one.app.hall.in_memory() == 0).await;
    drop(ada);
    one.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_that_tells_no_address_keeps_its_matches_to_itself() {
    let Some(url) = database("nodes_alone").await else { return };
    let alone = |config: &mut Config| config.node.address = None;
    let (one, two) = (node_with(&url, SHORT, alone).await, node_with(&url, SHORT, alone).await);
    let (id, keys, _) = make_match(one.at, &battle()).await.unwrap();
    let answer = two.get(&format!("/api/matches/{id}"), &keys[0]).await;
    assert_eq!((answer.status, error(&answer)["code"].as_str()), (429, Some("busy")), "{}", answer.body);
    let mut socket = Socket::connect(two.at, &id).await.unwrap();
    socket.send(json!({ "op": "hello", "key": keys[0] }).to_string()).await.unwrap();
    let told: Value = serde_json::from_str(&socket.receive().await.unwrap()).unwrap();
    assert_eq!((&told["op"], &told["error"]["code"]), (&json!("error"), &json!("busy")), "{told}");
    one.stop().await;
    assert_eq!(two.get(&format!("/api/matches/{id}"), &keys[0]).await.status, 200, "now it is free");
    two.stop().await;
}

/// Its lease may have been renewed just before it fell silent: who asks waits for longer than what is left of it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_asks_for_a_match_waits_until_the_lease_of_a_silent_node_has_run_out() {
    let Some(url) = database("nodes_wait").await else { return };
    let one = node_with(&url, LONG, |config| config.node.address = None).await;
    let (id, keys, _) = make_match(one.at, &battle()).await.unwrap();
    let two = node(&url, SHORT).await;
    let db = PgPool::connect(&url).await.unwrap();
    // Longer than half a lease of the one who asks, and shorter than a whole one.
    sqlx::query("UPDATE nodes SET until = now() + interval '500 ms' WHERE id = $1")
        .bind(&*one.app.hall.store.node().unwrap())
        .execute(&db)
        .await
        .unwrap();
    db.close().await;
    let answer = two.get(&format!("/api/matches/{id}"), &keys[0]).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    assert_eq!(two.app.hall.in_memory(), 1, "it is the other one's now");
    two.stop().await;
    one.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn new_matches_are_shared_where_all_requests_come_to_one_node() {
    let Some(url) = database("nodes_share").await else { return };
    let nodes = [node(&url, SHORT).await, node(&url, SHORT).await, node(&url, SHORT).await];
    let mut made = Vec::new();
    until("every node has matches", async || {
        made.push(make_match(nodes[0].at, &battle()).await.unwrap());
        nodes.iter().all(|node| node.app.hall.in_memory() > 0)
    })
    .await;
    let in_memory: usize = nodes.iter().map(|node| node.app.hall.in_memory()).sum();
    assert_eq!(in_memory, made.len(), "each is at one node");
    for (id, keys, _) in made {
        assert_eq!(nodes[0].get(&format!("/api/matches/{id}"), &keys[0]).await.status, 200);
    }
    for node in nodes {
        node.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_file_belongs_to_one_program() {
    let path = file("one-program");
    let place = Place::File(path.clone(), Sync::Normal);
    let store = Store::open(&place).await.unwrap();
    let name = path.with_extension("another-name");
    let _ = std::fs::remove_file(&name);
    std::os::unix::fs::symlink(&path, &name).unwrap();
    for file in [&path, &name] {
        let refused = Store::open(&Place::File(file.clone(), Sync::Normal)).await.unwrap_err();
        assert!(matches!(refused, StoreError::InUse(_)), "{refused}");
        let words = refused.to_string();
        assert!(
            words.contains(file.to_str().unwrap()) && words.contains("in use by another program"),
            "{words}"
        );
    }
    store.write(vec![Write::Match(row("m"))]).await.unwrap();
    store.close().await;
    let again = Store::open(&Place::File(name, Sync::Normal)).await.unwrap();
    assert!(again.find_match("m").await.unwrap().is_some(), "it is the same file");
    again.close().await;
}
