//! Matches that were begun with other content or under other rules: none of them is lost, and none is in the way.

use crate::common::{Server, battle, catch_up, file, game, play_until};
use load::Player;
use load::http::make_match;
use serde_json::{Value, json};
use server::Config;
use server::storage::{Place, Sync};
use sqlx::{AssertSqlSafe, SqlitePool};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use table::face::AnyGame;

fn place(file: &Path) -> Place {
    Place::File(file.to_owned(), Sync::Normal)
}

/// What another program might have left in the file.
async fn alter(file: &Path, sql: &str) {
    let pool = SqlitePool::connect(&format!("sqlite://{}", file.display())).await.unwrap();
    for statement in sql.split(';').filter(|statement| !statement.trim().is_empty()) {
        sqlx::query(AssertSqlSafe(statement.to_owned())).execute(&pool).await.unwrap();
    }
    pool.close().await;
}

const OTHER_RULES: &str = r#"UPDATE matches SET base = replace(base, '"rules":1,', '"rules":0,');
    UPDATE steps SET payload = replace(payload, '"rules":1,', '"rules":0,') WHERE kind = 'continue'"#;

/// The game with the files of its content changed.
fn with(change: impl Fn(&str, &str) -> String) -> Arc<dyn AnyGame> {
    let plain = game("triplanes");
    let files = plain.files().iter().map(|(name, text)| (name.clone(), change(name, text)));
    plain.with_files(files.collect()).unwrap()
}

async fn serving(games: Vec<Arc<dyn AnyGame>>, file: &Path) -> Server {
    Server::with(Config::new(games, place(file))).await
}

fn wish(word: &str) -> Value {
    json!({ "op": "wish", "wish": word })
}

/// A match of two people and a spectator, some turns old, as each of them saw it last.
struct Left {
    file: PathBuf,
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

async fn left(name: &str) -> Left {
    let file = file(name);
    let server = Server::at(place(&file)).await;
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
    let mut left = Left { file, id, keys, seen: Vec::new() };
    left.seen = look(&server, &left).await.iter().map(seen).collect();
    assert!(left.seen[0].events.len() > left.seen[1].events.len(), "there is a secret in it");
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
    let left = left("old-comment").await;
    let commented = with(|name, text| format!("# {name}, read again\n\n{text}\n# the end\n"));
    assert_eq!(commented.content(), game("triplanes").content());
    let server = serving(vec![commented], &left.file).await;
    lives(&server, &left).await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_keeps_the_components_that_it_began_with() {
    let left = left("old-figure").await;
    let other = with(|name, text| match name {
        "airplanes.toml" => text.replace("resistance = 1", "resistance = 2"),
        _ => text.to_owned(),
    });
    assert_ne!(other.content(), game("triplanes").content());
    let server = serving(vec![other], &left.file).await;
    // A new match is played with what is here now, beside it.
    let (_, mut one, mut two) = server.two(&battle()).await;
    let tough = |view: &Value| view["vehicles"][0]["resistance"].clone();
    assert_ne!(tough(&one.view), tough(&left.seen[0].view), "{}", one.view["vehicles"][0]);
    lives(&server, &left).await;
    play_until(&mut one, &mut two, 2).await.unwrap();

    // Who forks it has its components, too.
    let log = server.get(&format!("/api/matches/{}/log", left.id), &left.keys[0]).await.json().unwrap();
    assert_eq!(log["content"], json!(game("triplanes").content()));
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

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_of_older_rules_is_shown_to_each_as_he_saw_it() {
    let left = left("old-rules").await;
    alter(&left.file, OTHER_RULES).await;
    let server = Server::at(place(&left.file)).await;
    let players = is_shown(&server, &left, "Played under rules version 0; now 1.").await;
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
async fn it_goes_on_from_its_position_when_all_agree() {
    let left = left("old-continued").await;
    alter(&left.file, OTHER_RULES).await;
    let server = Server::at(place(&left.file)).await;
    let mut players = look(&server, &left).await;
    players[2].say(&wish("continue")).await.unwrap();
    assert_eq!(
        players[2].until_op("error").await.unwrap()["error"]["code"],
        "refused",
        "who watches has no say"
    );
    let mut spectator = players.pop().unwrap();
    let [one, two] = &mut players[..] else { panic!("two") };
    one.say(&wish("decline_continue")).await.unwrap();
    assert_eq!(one.until_op("error").await.unwrap()["error"]["code"], "stale");
    one.say(&wish("continue")).await.unwrap();
    two.until(|player, _| player.people["continue_agreed"] == json!([0])).await.unwrap();
    two.say(&wish("decline_continue")).await.unwrap();
    one.until(|player, _| player.people["continue_agreed"] == json!([])).await.unwrap();
    assert!(one.people["old"].is_string(), "it is still only shown");
    for player in [&mut *one, &mut *two] {
        player.say(&wish("continue")).await.unwrap();
    }
    for player in [&mut *one, &mut *two, &mut spectator] {
        player.until_op("bye").await.unwrap();
        player.come_back().await.unwrap();
        assert_eq!(player.people["old"], Value::Null);
        assert_eq!(player.people["continue_agreed"], json!([]));
    }
    for (player, before) in [&*one, &*two, &spectator].into_iter().zip(&left.seen) {
        assert_eq!(player.events[..before.events.len()], before.events[..], "what was told stays told");
    }
    let marks = one.welcome["marks"].as_array().unwrap().clone();
    assert!(marks[0].as_u64().unwrap() as usize >= left.seen[0].events.len());
    play_until(one, two, 4).await.unwrap();
    one.say(&wish("undo")).await.unwrap();
    catch_up(one, two).await.unwrap();
    two.say(&wish("allow_undo")).await.unwrap();
    catch_up(two, one).await.unwrap();
    let refused = one.say(&wish("continue")).await;
    assert!(refused.is_ok());
    assert_eq!(one.until_op("error").await.unwrap()["error"]["code"], "stale", "it is played already");
    let now = Left {
        seen: look(&server, &left).await.iter().map(seen).collect(),
        file: left.file.clone(),
        id: left.id.clone(),
        keys: left.keys.clone(),
    };
    server.stop().await;

    // It is loaded again like any other one, and the rules may change once more.
    let server = Server::at(place(&left.file)).await;
    for (player, before) in look(&server, &now).await.iter().zip(&now.seen) {
        assert_eq!(&seen(player), before);
    }
    server.stop().await;
    alter(&left.file, OTHER_RULES).await;
    let server = Server::at(place(&left.file)).await;
    is_shown(&server, &now, "Played under rules version 0; now 1.").await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_step_that_leads_elsewhere_is_named() {
    let left = left("old-step").await;
    alter(&left.file, "UPDATE steps SET hash = hash + 1 WHERE n = 2").await;
    let server = Server::at(place(&left.file)).await;
    is_shown(&server, &left, "Step 3: the stored match and today's rules differ.").await;
    server.stop().await;
    // So is an order that is not legal any more.
    let refused =
        "UPDATE steps SET hash = hash - 1, payload = '{\"plan\":{\"vehicle\":99,\"cards\":[]}}' WHERE n = 2";
    alter(&left.file, refused).await;
    let server = Server::at(place(&left.file)).await;
    is_shown(&server, &left, "Step 3: the stored match and today's rules differ.").await;
    server.stop().await;
}

/// What a program stored that knew nothing of pictures and of what each step told.
const BY_AN_OLDER_PROGRAM: &str = "UPDATE steps SET hash = NULL, told = NULL; UPDATE matches SET told = NULL; \
                                   DELETE FROM pictures; DELETE FROM contents";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_of_an_older_program_is_taken_over() {
    let left = left("old-program").await;
    let plain = game("triplanes");
    // It named content by the text of the files.
    let text = table::state_hash(plain.files());
    let named = format!("UPDATE matches SET base = replace(base, '{}', '{text}')", plain.content());
    alter(&left.file, &format!("{BY_AN_OLDER_PROGRAM};{named}")).await;
    let server = Server::at(place(&left.file)).await;
    for (player, before) in look(&server, &left).await.iter().zip(&left.seen) {
        assert_eq!(&seen(player), before);
    }
    server.stop().await;
    alter(&left.file, OTHER_RULES).await;
    let server = Server::at(place(&left.file)).await;
    is_shown(&server, &left, "Played under rules version 0; now 1.").await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_of_which_no_picture_was_stored_says_so() {
    let left = left("old-blind").await;
    alter(&left.file, &format!("{BY_AN_OLDER_PROGRAM};{OTHER_RULES}")).await;
    let server = Server::at(place(&left.file)).await;
    let answer = server.get(&format!("/api/matches/{}", left.id), &left.keys[0]).await;
    assert_eq!(answer.status, 409, "{}", answer.body);
    assert!(
        answer.body.contains("rules version 0; now 1") && answer.body.contains("no picture"),
        "{}",
        answer.body
    );
    let (_, mut one, mut two) = server.two(&battle()).await;
    play_until(&mut one, &mut two, 2).await.unwrap();
    server.stop().await;
}

/// The program was killed before it could take another picture: what happened since is told, the table is the older one.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_picture_that_is_behind_is_continued_from_where_it_was_taken() {
    let left = left("old-behind").await;
    alter(&left.file, "CREATE TABLE kept AS SELECT * FROM pictures").await;
    let server = Server::at(place(&left.file)).await;
    let mut players = look(&server, &left).await;
    {
        let [one, two, _] = &mut players[..] else { panic!("three") };
        play_until(one, two, 4).await.unwrap();
    }
    let later: Vec<Seen> = look(&server, &left).await.iter().map(seen).collect();
    server.stop().await;
    let back = "UPDATE pictures SET step = (SELECT step FROM kept), body = (SELECT body FROM kept)";
    alter(&left.file, &format!("{back};{OTHER_RULES}")).await;
    let server = Server::at(place(&left.file)).await;
    let mut players = look(&server, &left).await;
    for (index, player) in players.iter().enumerate() {
        assert_eq!(player.events, later[index].events);
        assert_eq!(player.view, left.seen[index].view);
        assert!(
            player.people["old"].as_str().unwrap().contains("steps before that"),
            "{}",
            player.people["old"]
        );
    }
    for player in &mut players[..2] {
        player.say(&wish("continue")).await.unwrap();
    }
    for (player, before) in players.iter_mut().zip(&left.seen) {
        player.until_op("bye").await.unwrap();
        player.come_back().await.unwrap();
        assert_eq!(player.events[..before.events.len()], before.events[..]);
        assert!(player.events.len() < later[0].events.len(), "what the table does not know of is void");
    }
    server.stop().await;
}

/// When it is over everything lies open, under any rules.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_that_is_over_keeps_its_log() {
    let file = file("old-over");
    let server = Server::at(place(&file)).await;
    let (id, mut one, mut two) = server.two(&battle()).await;
    play_until(&mut one, &mut two, 2).await.unwrap();
    one.say(&wish("resign")).await.unwrap();
    two.until(|player, _| !player.over.is_null()).await.unwrap();
    let path = |what: &str| format!("/api/matches/{id}/{what}");
    let log = server.get(&path("log"), two.key()).await.body;
    let open = server.get(&path("moment?events=9999&all=1"), two.key()).await.json().unwrap();
    server.stop().await;
    alter(&file, OTHER_RULES).await;
    let server = Server::at(place(&file)).await;
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
