//! Matches that were begun with other content or under other rules: none of them is lost, and none is in the way.

use crate::common::odd::{Odd, OddGame};
use crate::common::{Server, add_salts, battle, catch_up, fair, file, game, games, play_until};
use load::Player;
use load::http::make_match;
use serde_json::{Value, json};
use server::Config;
use server::storage::{Place, Sync};
use sqlx::{AssertSqlSafe, PgPool, SqlitePool};
use std::sync::Arc;
use std::time::{Duration, Instant};
use table::face::AnyGame;

fn at(name: &str) -> Place {
    Place::File(file(name), Sync::Normal)
}

/// What another program might have left of this match: statements with two semicolons between them.
async fn alter(left: &Left, sql: &str) {
    for statement in sql.replace("ID", &format!("'{}'", left.id)).split(";;") {
        let statement = AssertSqlSafe(statement.to_owned());
        match &left.place {
            Place::File(file, _) => {
                let db = SqlitePool::connect(&format!("sqlite://{}", file.display())).await.unwrap();
                sqlx::query(statement).execute(&db).await.unwrap();
                db.close().await;
            }
            Place::Postgres(url) => {
                let db = PgPool::connect(url).await.unwrap();
                sqlx::query(statement).execute(&db).await.unwrap();
                db.close().await;
            }
            Place::Memory => unreachable!("nobody else is there"),
        }
    }
}

const OTHER_RULES: &str = r#"UPDATE matches SET base = replace(base, '"rules":1,', '"rules":0,') WHERE id = ID;;
    UPDATE steps SET payload = replace(payload, '"rules":1,', '"rules":0,') WHERE kind = 'continue' AND match_id = ID"#;
/// What people are told of that.
const VERSION: &str = "Played under rules version 0; now 1.";

/// The game with the files of its content changed.
fn with(change: impl Fn(&str, &str) -> String) -> Arc<dyn AnyGame> {
    let plain = game("triplanes");
    let files = plain.files().iter().map(|(name, text)| (name.clone(), change(name, text)));
    plain.with_files(files.collect()).unwrap()
}

async fn serving(games: Vec<Arc<dyn AnyGame>>, place: &Place) -> Server {
    Server::with(Config::new(games, place.clone())).await
}

fn wish(word: &str) -> Value {
    json!({ "op": "wish", "wish": word })
}

/// A match of two people and a spectator, some turns old, as each of them saw it last.
#[derive(Clone)]
struct Left {
    place: Place,
    id: String,
    keys: Vec<String>,
    seen: Vec<Seen>,
}

#[derive(Clone, Debug, PartialEq)]
struct Seen {
    events: Vec<Value>,
    view: Value,
    goals: Value,
}

fn seen(player: &Player) -> Seen {
    let goals = player.welcome["news"]["goals"].clone();
    Seen { events: player.events.clone(), view: player.view.clone(), goals }
}

async fn look(server: &Server, left: &Left) -> Vec<Player> {
    let mut players = Vec::new();
    for key in &left.keys {
        players.push(Player::join(server.at, &left.id, key).await.unwrap());
    }
    players
}

/// Plays it, and leaves the server as it stands.
async fn played(server: &Server, place: &Place) -> Left {
    let (id, mut keys, watch) = make_match(server.at, &battle()).await.unwrap();
    let mut one = Player::join(server.at, &id, &keys[0]).await.unwrap();
    let mut two = Player::join(server.at, &id, &keys[1]).await.unwrap();
    play_until(&mut one, &mut two, 3).await.unwrap();
    // Something was taken back, and something lies sealed.
    one.say(&wish("undo")).await.unwrap();
    catch_up(&mut one, &mut two).await.unwrap();
    two.say(&wish("allow_undo")).await.unwrap();
    catch_up(&mut two, &mut one).await.unwrap();
    play_until(&mut one, &mut two, 3).await.unwrap();
    let plans = one.legal(&json!({ "within": { "plan": {} }, "limit": 1 })).await.unwrap();
    assert_eq!(one.order(&plans[0]).await.unwrap()["op"], "ack");
    keys.push(watch);
    let mut left = Left { place: place.clone(), id, keys, seen: Vec::new() };
    left.seen = look(server, &left).await.iter().map(seen).collect();
    assert_ne!(left.seen[0].view, left.seen[1].view, "there is a secret in it");
    left
}

async fn left(place: Place) -> Left {
    let server = Server::at(place.clone()).await;
    let left = played(&server, &place).await;
    server.stop().await;
    left
}

/// Everybody sees what he saw, and the match goes on.
async fn lives(server: &Server, left: &Left) {
    let mut players = look(server, left).await;
    for (player, before) in players.iter().zip(&left.seen) {
        assert_eq!(&seen(player), before);
        assert_eq!(player.people["old"], Value::Null);
    }
    let [one, two, _] = &mut players[..] else { panic!("three") };
    play_until(one, two, 4).await.unwrap();
    assert!(!one.over.is_null() || one.prompts["turn"] == 4);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_comment_in_the_components_changes_nothing() {
    let left = left(at("old-comment")).await;
    let commented = with(|name, text| format!("# {name}, read again\n\n{text}\n# the end\n"));
    assert_eq!(commented.content(), game("triplanes").content());
    let server = serving(vec![commented], &left.place).await;
    lives(&server, &left).await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_keeps_the_components_that_it_began_with() {
    let left = left(at("old-figure")).await;
    let other = with(|name, text| match name {
        "airplanes.toml" => text.replace("resistance = 1", "resistance = 2"),
        _ => text.to_owned(),
    });
    assert_ne!(other.content(), game("triplanes").content());
    let server = serving(vec![other], &left.place).await;
    // A new match is played with what is here now, beside it.
    let (_, mut one, mut two) = server.two(&battle()).await;
    let tough = |view: &Value| view["vehicles"][0]["resistance"].clone();
    assert_ne!(tough(&one.view), tough(&left.seen[0].view), "{}", one.view["vehicles"][0]);
    lives(&server, &left).await;
    play_until(&mut one, &mut two, 2).await.unwrap();

    // Whoever takes its log away finds its components named, and may go on from there with them.
    let log = server.get(&format!("/api/matches/{}/log", left.id), &left.keys[0]).await;
    let content = format!("\"content\":\"{}\"", game("triplanes").content());
    assert!(log.body.contains(&content), "{}", log.body);
    server.stop().await;
}

/// What a program stored that knew nothing of hashes and pictures.
const BY_AN_OLDER_PROGRAM: &str = "UPDATE steps SET hash = NULL WHERE match_id = ID;; DELETE FROM told WHERE match_id = ID;; \
                                   DELETE FROM pictures WHERE match_id = ID;; DELETE FROM contents";

/// It named content by the text of its files, too.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_of_an_older_program_is_played_on() {
    let left = left(at("old-program")).await;
    let plain = game("triplanes");
    // It knew no file that stands beside the rules.
    let known = plain.files().iter().filter(|(name, _)| !table::weights::is_beside_the_rules(name));
    let text = table::state_hash(&known.cloned().collect::<Vec<_>>()[..]);
    let named = format!("UPDATE matches SET base = replace(base, '{}', '{text}')", plain.content());
    alter(&left, &format!("{BY_AN_OLDER_PROGRAM};;{named}")).await;
    let server = Server::at(left.place.clone()).await;
    lives(&server, &left).await;
    server.stop().await;
}

/// What is told of a match of older rules to those who only look.
async fn is_shown(server: &Server, left: &Left, why: &str) -> Vec<Player> {
    let mut players = look(server, left).await;
    for (player, before) in players.iter_mut().zip(&left.seen) {
        assert_eq!(&seen(player), before);
        let words = player.people["old"].as_str().unwrap_or_default().to_owned();
        assert!(words.starts_with(why) && words.contains("all at the table agree"), "{words}");
        assert_eq!((&player.prompts["mine"], &player.prompts["waiting"]), (&json!([]), &json!([])));
    }
    let one = &mut players[0];
    let refused = one.order(&json!({ "plan": {} })).await.unwrap();
    assert_eq!((&refused["op"], &refused["code"]), (&json!("refused"), &json!("stale")));
    assert!(refused["why"].as_str().unwrap().starts_with(why), "{refused}");
    for word in ["undo", "resign", "offer_draw", "hand_over"] {
        one.say(&wish(word)).await.unwrap();
        assert_eq!(one.until_op("error").await.unwrap()["error"]["code"], "stale", "{word}");
    }
    one.say(&json!({ "op": "legal", "id": "l", "ask": {} })).await.unwrap();
    assert_eq!(one.until(|_, tell| tell["id"] == "l").await.unwrap()["code"], "stale");
    let path = |what: &str| format!("/api/matches/{}/{what}", left.id);
    for (key, before) in left.keys.iter().zip(&left.seen) {
        let history = server.get(&path("history"), key).await.json().unwrap();
        assert_eq!(history["events"], json!(before.events));
        let moment = server.get(&path("moment?events=3"), key).await.json().unwrap();
        assert_eq!(moment["view"], before.view);
        assert_eq!(server.get(&path("log"), key).await.status, 422);
        assert_eq!(server.get(&path("moment?events=3&all=1"), key).await.status, 403);
        assert_eq!(server.get(&format!("/api/matches/{}", left.id), key).await.status, 200);
    }
    let fork = json!({ "fork": { "of": left.id, "key": left.keys[0], "events": 3 } });
    assert_eq!(server.post("/api/matches", "", &fork).await.status, 409);
    players
}

async fn older_rules_are_shown(place: Place) {
    let left = left(place).await;
    alter(&left, OTHER_RULES).await;
    let server = Server::at(left.place.clone()).await;
    let players = is_shown(&server, &left, VERSION).await;
    // What seat 0 has sealed is in no byte of the others.
    let sealed = left.seen[0].events.last().unwrap()["text"].as_str().unwrap().to_owned();
    for player in &players[1..] {
        assert!(player.heard.iter().all(|line| !line.contains(&sealed)), "{sealed}");
    }
    // Nobody else waits for it.
    let (_, mut one, mut two) = server.two(&battle()).await;
    play_until(&mut one, &mut two, 2).await.unwrap();
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_of_older_rules_is_shown_to_each_as_he_saw_it() {
    older_rules_are_shown(at("old-rules")).await;
}

/// Whoever of them is asked gives one order.
async fn one_order(one: &mut Player, two: &mut Player) {
    assert!(one.answer_one().await.unwrap() || two.answer_one().await.unwrap(), "nobody is asked");
    catch_up(one, two).await.unwrap();
}

/// All who play agree; those who listen come again.
async fn agree(players: &mut [Player]) {
    for player in &mut players[..2] {
        player.say(&wish("continue")).await.unwrap();
    }
    for player in players {
        player.until_op("bye").await.unwrap();
        player.come_back().await.unwrap();
        assert_eq!(player.people["old"], Value::Null);
        assert_eq!(player.people["continue_agreed"], json!([]));
    }
}

async fn it_goes_on(place: Place) {
    let left = left(place).await;
    alter(&left, OTHER_RULES).await;
    let server = Server::at(left.place.clone()).await;
    let mut players = look(&server, &left).await;
    players[2].say(&wish("continue")).await.unwrap();
    let refused = players[2].until_op("error").await.unwrap();
    assert_eq!(refused["error"]["code"], "refused", "who watches has no say");
    {
        let [one, two, _] = &mut players[..] else { panic!("three") };
        one.say(&wish("decline_continue")).await.unwrap();
        assert_eq!(one.until_op("error").await.unwrap()["error"]["code"], "stale");
        one.say(&wish("continue")).await.unwrap();
        two.until(|player, _| player.people["continue_agreed"] == json!([0])).await.unwrap();
        two.say(&wish("decline_continue")).await.unwrap();
        one.until(|player, _| player.people["continue_agreed"] == json!([])).await.unwrap();
        assert!(one.people["old"].is_string(), "it is still only shown");
    }
    agree(&mut players).await;
    for (player, before) in players.iter().zip(&left.seen) {
        assert_eq!(player.events[..before.events.len()], before.events[..], "what was told stays told");
    }
    let [one, two, _] = &mut players[..] else { panic!("three") };
    let marks = one.welcome["marks"].as_array().unwrap().clone();
    assert!(marks[0].as_u64().unwrap() as usize >= left.seen[0].events.len());
    // Not more, since its dice are new: a turn might end it.
    one_order(two, one).await;
    two.say(&wish("undo")).await.unwrap();
    catch_up(two, one).await.unwrap();
    one.say(&wish("allow_undo")).await.unwrap();
    catch_up(two, one).await.unwrap();
    one.say(&wish("continue")).await.unwrap();
    assert_eq!(one.until_op("error").await.unwrap()["error"]["code"], "stale", "it is played already");
    let now = Left { seen: look(&server, &left).await.iter().map(seen).collect(), ..left.clone() };
    server.stop().await;

    // It is loaded again like any other one, and the rules may change once more.
    let server = Server::at(left.place.clone()).await;
    for (player, before) in look(&server, &now).await.iter().zip(&now.seen) {
        assert_eq!(&seen(player), before);
    }
    server.stop().await;
    alter(&left, OTHER_RULES).await;
    let server = Server::at(left.place.clone()).await;
    let mut players = is_shown(&server, &now, VERSION).await;
    agree(&mut players).await;
    for (player, before) in players.iter().zip(&now.seen) {
        assert_eq!(player.events[..before.events.len()], before.events[..], "both stretches");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn it_goes_on_from_its_position_when_all_agree() {
    it_goes_on(at("old-continued")).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn postgres_shows_it_and_lets_it_go_on() {
    let Ok(url) = std::env::var("HEATRAY_TEST_POSTGRES") else {
        eprintln!("PostgreSQL is NOT tested: HEATRAY_TEST_POSTGRES names no database");
        return;
    };
    older_rules_are_shown(Place::Postgres(url.clone())).await;
    it_goes_on(Place::Postgres(url)).await;
}

/// The numbers of the orders in the file.
async fn orders(left: &Left) -> Vec<i64> {
    let Place::File(file, _) = &left.place else { panic!("a file") };
    let db = SqlitePool::connect(&format!("sqlite://{}", file.display())).await.unwrap();
    let sql = "SELECT n FROM steps WHERE kind = 'order' ORDER BY n";
    let rows: Vec<(i64,)> = sqlx::query_as(sql).fetch_all(&db).await.unwrap();
    db.close().await;
    rows.into_iter().map(|(n,)| n).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_step_that_leads_elsewhere_is_named() {
    let left = left(at("old-step")).await;
    let orders = orders(&left).await;
    let [third, fourth, .., last] = orders[2..] else { panic!("some orders") };
    let words = |step: i64| format!("Step {}: the stored match and today's rules differ.", step + 1);
    // The table that an order found is what the order before it left.
    let changes = [
        (format!("steps SET hash = hash + 1 WHERE n = {fourth}"), third),
        // After the last one nobody has done anything: its table is known by the picture.
        ("pictures SET hash = hash + 1 WHERE match_id = ID".to_owned(), last),
    ];
    for (change, step) in changes {
        alter(&left, &format!("UPDATE {change}")).await;
        let server = Server::at(left.place.clone()).await;
        is_shown(&server, &left, &words(step)).await;
        server.stop().await;
        alter(&left, &format!("UPDATE {}", change.replace("+ 1", "- 1"))).await;
    }
    // So is an order that is not legal any more.
    let refused = r#"payload = '{"plan":{"vehicle":99,"cards":[]}}'"#;
    alter(&left, &format!("UPDATE steps SET {refused} WHERE n = {third}")).await;
    let server = Server::at(left.place.clone()).await;
    is_shown(&server, &left, &words(third)).await;
    server.stop().await;
}

/// Rules that fall over what once was fine are a fault of theirs, and the match is shown all the same.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_that_is_too_much_for_the_rules_of_today_is_shown() {
    let left = left(at("old-fault")).await;
    let faulty: Arc<dyn AnyGame> = Arc::new(OddGame { game: game("triplanes"), odd: Odd::Forgetful });
    let server = serving(vec![faulty], &left.place).await;
    is_shown(&server, &left, "The rules of today can not play this match again.").await;
    server.stop().await;
}

/// A program that knows of pictures takes one of whatever it plays.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_of_an_older_program_is_shown_if_it_was_opened_since() {
    let left = left(at("old-opened")).await;
    alter(&left, BY_AN_OLDER_PROGRAM).await;
    let server = Server::at(left.place.clone()).await;
    for (player, before) in look(&server, &left).await.iter().zip(&left.seen) {
        assert_eq!(&seen(player), before);
    }
    server.stop().await;
    alter(&left, OTHER_RULES).await;
    let server = Server::at(left.place.clone()).await;
    is_shown(&server, &left, VERSION).await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_of_which_no_picture_was_stored_says_so() {
    let left = left(at("old-blind")).await;
    alter(&left, &format!("{BY_AN_OLDER_PROGRAM};;{OTHER_RULES}")).await;
    let server = Server::at(left.place.clone()).await;
    let answer = server.get(&format!("/api/matches/{}", left.id), &left.keys[0]).await;
    assert_eq!(answer.status, 409, "{}", answer.body);
    let said = answer.body.contains(VERSION) && answer.body.contains("but its orders");
    assert!(said, "{}", answer.body);
    let (_, mut one, mut two) = server.two(&battle()).await;
    play_until(&mut one, &mut two, 2).await.unwrap();
    server.stop().await;
}

/// The program was killed before it could take another picture: the match is shown as it was then, and says so.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_picture_that_is_behind_is_shown_and_continued_as_it_is() {
    let left = left(at("old-behind")).await;
    alter(&left, "CREATE TABLE kept AS SELECT * FROM pictures").await;
    let server = Server::at(left.place.clone()).await;
    let mut players = look(&server, &left).await;
    let [one, two, _] = &mut players[..] else { panic!("three") };
    play_until(one, two, 4).await.unwrap();
    server.stop().await;
    let back = "UPDATE pictures SET step = (SELECT step FROM kept), hash = (SELECT hash FROM kept), \
                body = (SELECT body FROM kept);;DELETE FROM told WHERE step > (SELECT step FROM kept)";
    alter(&left, back).await;
    // Today's rules know what happened since.
    let server = Server::at(left.place.clone()).await;
    let later: Vec<Seen> = look(&server, &left).await.iter().map(seen).collect();
    assert!(later[0].events.len() > left.seen[0].events.len());
    server.stop().await;
    alter(&left, &format!("{back};;{OTHER_RULES}")).await;
    let server = Server::at(left.place.clone()).await;
    let mut players = is_shown(&server, &left, VERSION).await;
    let words = players[0].people["old"].as_str().unwrap();
    assert!(words.contains("but for its last moments") && words.contains("only the orders"), "{words}");
    agree(&mut players).await;
    for (player, before) in players.iter().zip(&left.seen) {
        assert_eq!(player.events[..before.events.len()], before.events[..]);
    }
    let [one, two, _] = &mut players[..] else { panic!("three") };
    play_until(one, two, 4).await.unwrap();
    server.stop().await;
}

/// Waits until the picture in this file is of the last step; a minute is never needed.
async fn until_pictured(left: &Left) {
    let Place::File(file, _) = &left.place else { panic!("a file") };
    let db = SqlitePool::connect(&format!("sqlite://{}", file.display())).await.unwrap();
    let sql = "SELECT COUNT(*) FROM pictures WHERE step = (SELECT COUNT(*) FROM steps)";
    let end = Instant::now() + Duration::from_secs(60);
    loop {
        let (found,): (i64,) = sqlx::query_as(sql).fetch_one(&db).await.unwrap();
        if found == 1 {
            break;
        }
        assert!(Instant::now() < end, "no picture is taken");
        tokio::task::yield_now().await;
    }
    db.close().await;
}

/// Pictures are taken while it is played, not only when the program stops; one that can not be stored is in nobody's way,
/// and the next one tells what it would have told.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_killed_program_left_is_shown() {
    let place = at("old-killed");
    let mut config = Config::new(games(), place.clone());
    config.quiet = Duration::from_millis(1);
    let server = Server::with(config).await;
    let first = played(&server, &place).await;
    until_pictured(&first).await;
    let full =
        "CREATE TRIGGER no_room BEFORE INSERT ON told BEGIN SELECT RAISE(ROLLBACK, 'disk is full'); END";
    alter(&first, full).await;
    let mut players = look(&server, &first).await;
    let [one, two, _] = &mut players[..] else { panic!("three") };
    // One order each time: a turn might end the match.
    one_order(one, two).await;
    alter(&first, "DROP TRIGGER no_room").await;
    one_order(one, two).await;
    let left = Left { seen: look(&server, &first).await.iter().map(seen).collect(), ..first };
    until_pictured(&left).await;
    // As the file is now, without a farewell.
    let Place::File(path, _) = &place else { panic!("a file") };
    let copy = path.with_extension("copy.db");
    for ending in ["", "-wal"] {
        std::fs::copy(format!("{}{ending}", path.display()), format!("{}{ending}", copy.display())).unwrap();
    }
    let killed = Left { place: Place::File(copy, Sync::Normal), ..left };
    alter(&killed, OTHER_RULES).await;
    let after = Server::at(killed.place.clone()).await;
    is_shown(&after, &killed, VERSION).await;
    after.stop().await;
    server.stop().await;
}

/// When it is over everything lies open, under any rules.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_that_is_over_keeps_its_log() {
    let place = at("old-over");
    let server = Server::at(place.clone()).await;
    let (id, mut one, mut two) = server.two(&battle()).await;
    play_until(&mut one, &mut two, 2).await.unwrap();
    one.say(&wish("resign")).await.unwrap();
    two.until(|player, _| !player.over.is_null()).await.unwrap();
    let path = |what: &str| format!("/api/matches/{id}/{what}");
    let log = server.get(&path("log"), two.key()).await.body;
    let open = server.get(&path("moment?events=9999&all=1"), two.key()).await.json().unwrap();
    server.stop().await;
    let left = Left { place: place.clone(), id: id.clone(), keys: Vec::new(), seen: Vec::new() };
    alter(&left, OTHER_RULES).await;
    let server = Server::at(place).await;
    let mut again = Player::join(server.at, &id, two.key()).await.unwrap();
    assert_eq!((&again.events, &again.view, &again.over), (&two.events, &two.view, &two.over));
    let words = again.people["old"].as_str().unwrap();
    assert!(words.ends_with("It can be looked at to its end."), "{words}");
    assert_eq!(server.get(&path("log"), two.key()).await.body, log);
    let still = server.get(&path("moment?events=9999&all=1"), two.key()).await.json().unwrap();
    assert_eq!(still["view"], open["view"]);
    again.say(&wish("continue")).await.unwrap();
    assert_eq!(again.until_op("error").await.unwrap()["error"]["code"], "stale");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_fair_match_is_dealt_with_the_components_that_it_began_with() {
    let place = at("old-fair-figure");
    let server = Server::at(place.clone()).await;
    let (id, mut one, mut two) = server.two(&fair()).await;
    server.stop().await;
    let other = with(|name, text| match name {
        "airplanes.toml" => text.replace("resistance = 1", "resistance = 2"),
        _ => text.to_owned(),
    });
    let server = serving(vec![other], &place).await;
    for player in [&mut one, &mut two] {
        player.moved(server.at);
        player.come_back().await.unwrap();
    }
    add_salts(&id, &mut one, &mut two).await.unwrap();
    play_until(&mut one, &mut two, 2).await.unwrap();
    one.say(&wish("resign")).await.unwrap();
    one.until(|player, _| !player.over.is_null()).await.unwrap();
    let log = server.get(&format!("/api/matches/{id}/log"), one.key()).await.body;
    let verified = game("triplanes").verify_log(&log).unwrap();
    assert!(verified.ok && verified.proof.is_some(), "{verified:?}");
    server.stop().await;
}

/// Everybody has noted the pledge and the links that the older program told.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_fair_match_of_an_older_program_is_proved_as_it_began() {
    let place = at("old-fair-first");
    let server = Server::at(place.clone()).await;
    let (id, mut one, mut two) = server.two(&fair()).await;
    server.stop().await;
    let left = Left { place: place.clone(), id: id.clone(), keys: Vec::new(), seen: Vec::new() };
    alter(&left, r#"UPDATE matches SET seats = replace(seats, ',"proof":2', '') WHERE id = ID"#).await;
    let server = Server::at(place).await;
    for player in [&mut one, &mut two] {
        player.moved(server.at);
        player.come_back().await.unwrap();
    }
    add_salts(&id, &mut one, &mut two).await.unwrap();
    play_until(&mut one, &mut two, 2).await.unwrap();
    one.say(&wish("resign")).await.unwrap();
    one.until(|player, _| !player.over.is_null()).await.unwrap();
    let log = server.get(&format!("/api/matches/{id}/log"), one.key()).await.body;
    assert!(log.contains("{\"proof\":{\"match\"") && !log.contains("\"round\""), "{log}");
    let verified = game("triplanes").verify_log(&log).unwrap();
    assert!(verified.ok && verified.proof.is_some_and(|proof| proof.version == 1), "{log}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_fair_match_that_is_over_keeps_its_proof_under_other_rules() {
    let place = at("old-fair-over");
    let server = Server::at(place.clone()).await;
    let (id, mut one, mut two) = server.two(&fair()).await;
    add_salts(&id, &mut one, &mut two).await.unwrap();
    play_until(&mut one, &mut two, 2).await.unwrap();
    one.say(&wish("resign")).await.unwrap();
    one.until(|player, _| !player.over.is_null()).await.unwrap();
    let path = format!("/api/matches/{id}/log");
    let log = server.get(&path, one.key()).await.body;
    assert!(log.contains("\"proof\""));
    server.stop().await;
    let keys = vec![one.key().to_owned(), two.key().to_owned()];
    alter(&Left { place: place.clone(), id: id.clone(), keys, seen: Vec::new() }, OTHER_RULES).await;
    let server = Server::at(place).await;
    one.moved(server.at);
    one.come_back().await.unwrap();
    assert!(one.people["old"].is_string());
    assert_eq!((&one.welcome["fair"]["begun"], &one.welcome["agreed"]["fair"]), (&json!(true), &json!(true)));
    assert_eq!(server.get(&path, one.key()).await.body, log, "it was stored when the match ended");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_fair_match_that_goes_on_under_other_rules_is_fair_no_more_and_says_so_before() {
    let place = at("old-fair");
    let server = Server::at(place.clone()).await;
    let (id, mut one, mut two) = server.two(&fair()).await;
    add_salts(&id, &mut one, &mut two).await.unwrap();
    play_until(&mut one, &mut two, 2).await.unwrap();
    server.stop().await;
    let keys = vec![one.key().to_owned(), two.key().to_owned()];
    let left = Left { place: place.clone(), id: id.clone(), keys, seen: Vec::new() };
    alter(&left, OTHER_RULES).await;
    let server = Server::at(place.clone()).await;
    let mut players = look(&server, &left).await;
    let words = players[0].people["old"].as_str().unwrap().to_owned();
    assert!(words.contains("would not be a fair match any more"), "{words}");
    agree(&mut players).await;
    for player in &players {
        assert_eq!(
            (&player.welcome["fair"], &player.welcome["agreed"]["fair"]),
            (&Value::Null, &json!(false))
        );
    }
    let [one, two] = &mut players[..] else { panic!("two") };
    play_until(one, two, 3).await.unwrap();
    one.say(&wish("resign")).await.unwrap();
    one.until(|player, _| !player.over.is_null()).await.unwrap();
    let log = server.get(&format!("/api/matches/{id}/log"), one.key()).await.body;
    assert!(!log.contains("\"proof\"") && game("triplanes").verify_log(&log).unwrap().ok);
    server.stop().await;
    // Nor after the rules have changed once more.
    alter(&left, OTHER_RULES).await;
    let server = Server::at(place).await;
    let players = look(&server, &left).await;
    assert_eq!(
        (&players[0].welcome["fair"], &players[0].welcome["agreed"]["fair"]),
        (&Value::Null, &json!(false))
    );
    server.stop().await;
}

/// What one of them has agreed to waits for the others, though nobody is there.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_would_go_on_is_kept_in_mind_while_nobody_listens() {
    let left = left(at("old-agreed")).await;
    alter(&left, OTHER_RULES).await;
    let server = Server::with(Config { keep: 0, ..Config::new(games(), left.place.clone()) }).await;
    let path = format!("/api/matches/{}", left.id);
    let wish = async |seat: usize, word: &str| {
        server.post(&format!("{path}/wish"), &left.keys[seat], &json!({ "wish": word })).await.status
    };
    let agreed = async || {
        let summary = server.get(&path, &left.keys[0]).await.json().unwrap();
        summary["people"]["continue_agreed"].clone()
    };
    assert_eq!(wish(0, "continue").await, 200);
    server.app.hall.sweep().await;
    assert_eq!(agreed().await, json!([0]));
    assert_eq!(wish(1, "decline_continue").await, 200);
    assert_eq!(agreed().await, json!([]));
    // Now nothing keeps it.
    while server.app.hall.has(&left.id) {
        server.app.hall.sweep().await;
    }
    server.stop().await;
}
