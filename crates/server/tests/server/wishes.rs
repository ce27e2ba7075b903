//! What people ask of each other: who has a say in it, and what becomes of the seat.

use crate::common::odd::{Odd, OddGame};
use crate::common::{Server, battle, catch_up, file, game, games, play_until};
use load::Player;
use load::http::make_match;
use serde_json::{Value, json};
use server::Config;
use server::storage::{Place, Sync};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

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
    table(server, "2,2").await
}

/// So many against so many with two vehicles each, all at the table.
async fn table(server: &Server, players: &str) -> Vec<Player> {
    let options = json!({ "earthlings": "nieuport_16,sopwith_camel", "martians": "mk1_locust,mk2_scarab",
        "players": players });
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
    let shelf = ["triplanes", "worlds"].map(game).to_vec();
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

/// Makes a wish for which it is too late.
async fn stale(player: &mut Player, what: &str) {
    player.say(&wish(what)).await.unwrap();
    let tell = player.until_op("error").await.unwrap();
    assert_eq!(tell["error"]["code"], "stale", "{tell}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_that_takes_over_has_agreed_to_nothing() {
    let server = Server::start().await;
    let mut players = table(&server, "2,1").await;
    players[0].say(&wish("offer_draw")).await.unwrap();
    players[2].until(|player, _| player.people["draw_offered"] == 0).await.unwrap();
    players[2].say(&wish("hand_over")).await.unwrap();
    players[1].until(|player, _| player.people["seats"][2]["bot"].is_string()).await.unwrap();
    assert_eq!(players[1].people["draw_offered"], Value::Null);
    stale(&mut players[1], "accept_draw").await;
    assert!(refused(&mut players[0], "offer_draw").await.contains("nobody is there"));
    assert!(players[1].over.is_null());
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn leave_is_for_the_order_that_it_was_asked_for() {
    let server = Server::start().await;
    let (_, mut one, mut two) = server.two(&battle()).await;
    play_until(&mut one, &mut two, 2).await.unwrap();
    catch_up(&mut one, &mut two).await.unwrap();
    one.say(&wish("undo")).await.unwrap();
    two.until(|player, _| player.people["undo_asked"] == 0).await.unwrap();
    assert!(one.answer_one().await.unwrap(), "the asker decides something else meanwhile");
    two.until(|player, _| player.people["undo_asked"].is_null()).await.unwrap();
    stale(&mut two, "allow_undo").await;
    assert_eq!(two.voids, 0);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn team_mates_do_not_agree_to_a_rematch_for_the_others() {
    let server = Server::start().await;
    let mut players = table(&server, "2,1").await;
    players[2].say(&wish("resign")).await.unwrap();
    for mate in players.iter_mut().take(2) {
        mate.until(|player, _| !player.over.is_null()).await.unwrap();
        mate.say(&wish("rematch")).await.unwrap();
        mate.say(&json!({ "op": "ping", "at": 1 })).await.unwrap();
        mate.until_op("pong").await.unwrap();
    }
    assert_eq!(players[1].people["rematch_asked"], 0, "the first of them asks");
    assert!(!players[1].heard.iter().any(|line| line.contains("\"op\":\"rematch\"")));
    players[2].say(&wish("rematch")).await.unwrap();
    for player in &mut players {
        player.until_op("rematch").await.unwrap();
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_order_that_was_taken_back_is_not_acknowledged_again() {
    let place = Place::File(file("taken-back"), Sync::Normal);
    let server = Server::at(place.clone()).await;
    let (_, mut one, _two) = server.two(&battle()).await;
    let plans = one.legal(&json!({ "within": { "plan": { "vehicle": 0 } }, "limit": 2 })).await.unwrap();
    assert_eq!(one.order_as("first", &plans[0]).await.unwrap()["op"], "ack");
    one.say(&wish("undo")).await.unwrap();
    one.until(|player, _| player.is_awaited()).await.unwrap();
    let again = one.order_as("first", &plans[0]).await.unwrap();
    assert_eq!((&again["op"], &again["code"]), (&json!("refused"), &json!("stale")), "{again}");
    assert!(one.is_awaited());
    assert_eq!(one.order_as("second", &plans[0]).await.unwrap()["op"], "ack");
    one.say(&wish("undo")).await.unwrap();
    one.until(|player, _| player.is_awaited()).await.unwrap();
    server.stop().await;
    let server = Server::at(place).await;
    one.moved(server.at);
    one.come_back().await.unwrap();
    for id in ["first", "second"] {
        assert_eq!(one.order_as(id, &plans[0]).await.unwrap()["code"], "stale", "also after a restart");
    }
    assert_eq!(one.order_as("third", &plans[0]).await.unwrap()["op"], "ack");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_takes_back_gives_back_the_gain() {
    let server = Server::start().await;
    let mut timed = battle();
    timed["clock"] = json!({ "kind": "live", "minutes": 1, "gain_seconds": 30 });
    let (id, mut one, _two) = server.two(&timed).await;
    let plans = one.legal(&json!({ "within": { "plan": { "vehicle": 0 } }, "limit": 1 })).await.unwrap();
    for _ in 0..5 {
        assert_eq!(one.order(&plans[0]).await.unwrap()["op"], "ack");
        one.say(&wish("undo")).await.unwrap();
        one.until(|player, _| player.is_awaited()).await.unwrap();
    }
    let people = server.get(&format!("/api/matches/{id}"), one.key()).await.json().unwrap()["people"].clone();
    let left = people["seats"][0]["left_ms"].as_f64().unwrap();
    assert!(left <= 60_000.0, "{left}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn changes_of_mind_replay_nothing_and_have_an_end() {
    let place = Place::File(file("minds"), Sync::Normal);
    let replays = Arc::new(AtomicUsize::new(0));
    let shelf = || {
        let odd = Odd::Counted(Arc::clone(&replays));
        vec![Arc::new(OddGame { game: Arc::clone(&games()[0]), odd }) as Arc<dyn table::face::AnyGame>]
    };
    let server = Server::with(Config::new(shelf(), place.clone())).await;
    let (_, mut one, mut two) = server.two(&battle()).await;
    play_until(&mut one, &mut two, 2).await.unwrap();
    let plans = one.legal(&json!({ "within": { "plan": { "vehicle": 0 } }, "limit": 2 })).await.unwrap();
    for _ in 0..5 {
        assert_eq!(one.order(&plans[0]).await.unwrap()["op"], "ack");
        one.say(&wish("undo")).await.unwrap();
        one.until(|player, _| player.is_awaited()).await.unwrap();
    }
    for n in 0..500 {
        assert_eq!(one.order(&plans[n % 2]).await.unwrap()["op"], "ack", "{n}");
    }
    let enough = one.order(&plans[0]).await.unwrap();
    assert!(enough["op"] == "refused" && enough["why"].as_str().unwrap().contains("500"), "{enough}");
    catch_up(&mut one, &mut two).await.unwrap();
    let (events, view, voids) = (one.events.clone(), one.view.clone(), one.voids);
    server.stop().await;

    let server = Server::with(Config::new(shelf(), place)).await;
    one.moved(server.at);
    one.come_back().await.unwrap();
    assert_eq!((&one.events, &one.view, one.voids), (&events, &view, voids));
    assert_eq!(replays.load(Ordering::Relaxed), 0, "an undo since the last barrier plays nothing again");
    server.stop().await;
}

/// A die that was rolled in sight is taken back with leave: whoever saw it hears of it, also if his table looks as before.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_order_that_is_taken_back_goes_from_every_screen() {
    let server = Server::with(Config::new(vec![game("hussars")], Place::Memory)).await;
    let made = json!({ "game": "hussars", "setup": { "scenario": "horsell" }, "seed": 5 });
    let (id, keys, _) = make_match(server.at, &made).await.unwrap();
    let mut martian = Player::join(server.at, &id, &keys[0]).await.unwrap();
    let mut simple = Player::join_simply(server.at, &id, &keys[0]).await.unwrap();
    let mut human = Player::join(server.at, &id, &keys[1]).await.unwrap();
    let mut rolled = false;
    for _ in 0..80 {
        catch_up(&mut martian, &mut human).await.unwrap();
        let text = human.prompts["mine"][0]["text"].as_str().unwrap_or_default().to_owned();
        let seen = martian.view["stands"].as_array().unwrap().iter().find(|stand| {
            stand["side"] == "human" && stand["whereabouts"] == "board" && stand["open"]["done"] == false
        });
        if let Some(stand) = seen.filter(|_| text.contains("Pick a stand")) {
            let before = martian.events.len();
            let pick = json!({ "do": "pick", "stand": stand["id"], "strategic": false });
            if human.order(&pick).await.unwrap()["op"] == "ack" {
                catch_up(&mut martian, &mut human).await.unwrap();
                rolled = martian.events.len() > before;
                if rolled {
                    break;
                }
            }
        }
        let who = if human.is_awaited() { &mut human } else { &mut martian };
        let orders = who.legal(&json!({ "limit": 1 })).await.unwrap();
        assert_eq!(who.order(&orders[0]).await.unwrap()["op"], "ack");
    }
    assert!(rolled, "nobody rolled in sight");
    let had = martian.events.len();
    human.say(&wish("undo")).await.unwrap();
    martian.until(|player, _| player.people["undo_asked"] == 1).await.unwrap();
    martian.say(&wish("allow_undo")).await.unwrap();
    human.until(|player, _| player.voids > 0).await.unwrap();
    catch_up(&mut martian, &mut simple).await.unwrap();
    let fresh = Player::join(server.at, &id, &keys[0]).await.unwrap();
    for player in [&martian, &simple] {
        assert_eq!((&player.events, player.voids), (&fresh.events, fresh.voids));
        assert!(player.events.len() < had);
    }
    server.stop().await;
}

/// When a match is over everybody may read its log: who played against a person does not go back behind that.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_resigns_to_read_what_another_one_sealed_and_plays_on() {
    let server = Server::start().await;
    let (_, mut one, mut two) = server.two(&battle()).await;
    let laid = two.legal(&json!({ "limit": 1 })).await.unwrap();
    assert_eq!(two.order(&laid[0]).await.unwrap()["op"], "ack");
    two.say(&wish("hand_over")).await.unwrap();
    one.until(|player, _| player.people["seats"][1]["bot"].is_string()).await.unwrap();
    one.answer_one().await.unwrap();
    one.say(&wish("resign")).await.unwrap();
    one.until(|player, _| !player.over.is_null()).await.unwrap();
    one.say(&wish("undo")).await.unwrap();
    let error = one.until_op("error").await.unwrap();
    assert_eq!(error["error"]["code"], "stale", "{error}");
    assert!(!one.over.is_null());
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_watches_leaves_the_players_room_to_talk() {
    let server = Server::start().await;
    let (id, keys, watch) = make_match(server.at, &battle()).await.unwrap();
    let mut one = Player::join(server.at, &id, &keys[0]).await.unwrap();
    let mut spectator = Player::join(server.at, &id, &watch).await.unwrap();
    let chat = json!({ "op": "chat", "text": "look!" });
    for _ in 0..200 {
        spectator.say(&chat).await.unwrap();
        spectator.until_op("chat").await.unwrap();
    }
    spectator.say(&chat).await.unwrap();
    assert_eq!(spectator.until_op("error").await.unwrap()["error"]["code"], "busy");
    one.say(&json!({ "op": "chat", "text": "We play." })).await.unwrap();
    let line = one.until(|_, tell| tell["op"] == "chat" && tell["line"]["seat"] == 0).await.unwrap();
    assert_eq!(line["line"]["text"], "We play.");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_somebody_asked_waits_for_its_answer_though_nobody_is_there() {
    let mut config = Config::new(games(), Place::Memory);
    config.keep = 0;
    let server = Server::with(config).await;
    let (id, mut one, mut two) = server.two(&battle()).await;
    play_until(&mut one, &mut two, 2).await.unwrap();
    one.say(&wish("undo")).await.unwrap();
    two.until(|player, _| player.people["undo_asked"] == 0).await.unwrap();
    let keys = [one.key().to_owned(), two.key().to_owned()];
    drop((one, two));
    let people = async || {
        let summary = server.get(&format!("/api/matches/{id}"), &keys[0]).await;
        summary.json().unwrap()["people"].clone()
    };
    while people().await["seats"].as_array().unwrap().iter().any(|seat| seat["online"] == true) {}
    let wish = async |seat: usize, wish: &str| {
        let answer =
            server.post(&format!("/api/matches/{id}/wish"), &keys[seat], &json!({ "wish": wish })).await;
        assert_eq!(answer.status, 200, "{wish}: {}", answer.body);
    };
    server.app.hall.sweep().await;
    assert_eq!(people().await["undo_asked"], 0);
    wish(1, "deny_undo").await;
    wish(0, "offer_draw").await;
    server.app.hall.sweep().await;
    assert_eq!(people().await["draw_offered"], 0);
    wish(1, "accept_draw").await;
    wish(1, "rematch").await;
    server.app.hall.sweep().await;
    assert_eq!(people().await["rematch_asked"], 1);
    // When all is answered it leaves as ever.
    wish(0, "rematch").await;
    while server.app.hall.has(&id) {
        server.app.hall.sweep().await;
    }
    server.stop().await;
}
