//! Programs at the table: the engine's protocol over a socket, at one seat.

use crate::common::{Server, battle, game, games};
use load::http::{make_match, request};
use load::{Player, Seat, Socket};
use serde_json::{Value, json};
use server::Config;
use server::storage::Place;
use std::process::Command;
use std::time::Duration;

const KEY: &str = "a-key-of-the-programs-ow";

/// A battle that chance does not draw out.
fn short(seats: &Value) -> Value {
    json!({ "setup": { "scenario": "simple-battle", "options": { "turn_limit": "4" } }, "seed": 5, "seats": seats })
}

async fn made(server: &Server, wish: &Value) -> (String, Value) {
    let made = server.post("/api/matches", "", wish).await;
    assert_eq!(made.status, 200, "{}", made.body);
    let made = made.json().unwrap();
    (made["match"].as_str().unwrap().to_owned(), made)
}

/// A match of two people; a program sits at the second seat.
async fn with_program(server: &Server) -> (String, Player, Seat, Vec<String>) {
    let (id, keys, watch) = make_match(server.at, &battle()).await.unwrap();
    let one = Player::join(server.at, &id, &keys[0]).await.unwrap();
    let two = Seat::with_key(server.at, &id, &keys[1]).await.unwrap();
    (id, one, two, vec![keys[0].clone(), keys[1].clone(), watch])
}

fn code(told: &Value) -> &str {
    told["error"]["code"].as_str().unwrap_or_default()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_program_takes_an_invitation_and_plays_a_whole_match_against_greedy() {
    let server = Server::start().await;
    let wish = short(&json!([{ "kind": "guest" }, { "kind": "bot", "bot": "greedy" }]));
    let (id, made) = made(&server, &wish).await;
    assert!(made["keys"].as_array().unwrap().is_empty(), "the host has no seat");
    let first = json!({ "id": "first", "op": "sit", "invitation": made["invitations"][0]["token"], "key": KEY,
        "name": "Deep Heat" });
    let mut seat = Seat::sit(Socket::engine(server.at, &id, None).await.unwrap(), &first).await.unwrap();
    assert_eq!(
        (&seat.sat["id"], &seat.sat["match"], &seat.sat["seat"], &seat.sat["game"]),
        (&json!("first"), &json!(id), &json!(0), &json!("triplanes"))
    );
    assert_eq!(seat.sat["seats"].as_array().unwrap().len(), 2);
    let people = server.get(&format!("/api/matches/{id}"), KEY).await.json().unwrap()["people"].clone();
    assert_eq!(
        (&people["seats"][0]["name"], &people["seats"][0]["online"]),
        (&json!("Deep Heat"), &json!(true))
    );

    let (over, orders) = seat.play().await.unwrap();
    assert!(orders >= 3, "{orders} orders");
    assert!(over["how"].is_string() && over["luck"].is_array(), "{over}");
    let stand = seat.ask(json!({ "op": "prompts" })).await.unwrap();
    assert_eq!((&stand["outcome"], &stand["prompts"], &stand["waiting"]), (&over, &json!([]), &json!([])));

    // Piece by piece and all at once it is the same story, and that of the page.
    let mut told = Vec::new();
    for line in &seat.heard {
        let line: Value = serde_json::from_str(line).unwrap();
        if line["next"].is_number() && line["events"].is_array() {
            told.extend(line["events"].as_array().unwrap().clone());
        }
    }
    let all = seat.ask(json!({ "op": "events" })).await.unwrap();
    let history = server.get(&format!("/api/matches/{id}/history"), KEY).await.json().unwrap();
    assert_eq!(all["events"], history["events"]);
    assert_eq!(all["next"], history["events"].as_array().unwrap().len());
    assert!(told.iter().all(|event| all["events"].as_array().unwrap().contains(event)));
    let last = all["next"].as_u64().unwrap();
    let rest = seat.ask(json!({ "op": "events", "from": last - 1 })).await.unwrap();
    assert_eq!(rest["events"], json!([all["events"][last as usize - 1]]));
    let none = seat.ask(json!({ "op": "events", "from": last + 9 })).await.unwrap();
    assert_eq!((&none["events"], &none["next"]), (&json!([]), &json!(last)));

    // Everything lies open now, and the log leads to the same end.
    let log = seat.ask(json!({ "op": "log" })).await.unwrap();
    let play = game("triplanes").load_log(log["log"].as_str().unwrap()).unwrap();
    let outcome = play.outcome().expect("an end");
    assert_eq!(json!(outcome.winner_name), over["winner"]);
    let late = seat.ask(json!({ "op": "order", "order": {} })).await.unwrap();
    assert_eq!(code(&late), "stale", "{late}");
    let legal = seat.ask(json!({ "op": "legal" })).await.unwrap();
    assert_eq!((&legal["total"], &legal["orders"]), (&json!(0), &json!([])));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_comes_back_with_the_same_first_line_sits_again() {
    let server = Server::start().await;
    let (id, made) =
        made(&server, &short(&json!([{ "kind": "human", "name": "Ada" }, { "kind": "guest" }]))).await;
    let token = &made["invitations"][0]["token"];
    let sit = async |first: Value| {
        Seat::sit(Socket::engine(server.at, &id, None).await.unwrap(), &first)
            .await
            .map_err(|e| e.to_string())
    };
    let first = json!({ "id": 1, "op": "sit", "invitation": token, "key": KEY, "name": "Bea" });
    let mut seat = sit(first.clone()).await.unwrap();
    let asked = seat.next().await.unwrap();
    let given = seat.answer_first(&asked["asked"]).await.unwrap();
    assert!(given["events"].as_array().is_some_and(|events| !events.is_empty()), "{given}");
    drop(seat);
    let mut again = sit(first).await.unwrap();
    assert_eq!((&again.sat["seat"], &again.sat["next"]), (&json!(1), &given["next"]));
    let events = again.ask(json!({ "op": "events", "match": id, "seat": 1 })).await.unwrap();
    assert_eq!(events["next"], given["next"]);

    // Who is not let in is told why, under the id of his line, and the line ends.
    let other = json!("another-key-of-his-own--");
    for (line, words) in [
        (json!({ "op": "sit", "invitation": token, "key": other }), "stale"),
        (json!({ "op": "sit", "invitation": "no-such-invitation", "key": other }), "forbidden"),
        (json!({ "op": "sit", "invitation": token, "key": "short" }), "bad_field"),
        (json!({ "op": "sit", "key": other }), "forbidden"),
        (json!({ "op": "sit", "key": token }), "forbidden"),
        (json!({ "op": "sit", "key": "" }), "forbidden"),
        (json!({ "op": "sit", "key": KEY, "name": "Eve" }), "bad_field"),
        (json!({ "op": "sit", "key": KEY, "seat": 0 }), "bad_field"),
        (json!({ "op": "sit" }), "missing_field"),
        (json!({ "op": "hello", "key": KEY }), "unknown_op"),
        (json!({ "op": "view" }), "unknown_op"),
        (json!({ "key": KEY }), "missing_field"),
    ] {
        let mut line = line;
        line["id"] = json!("who");
        let mut socket = Socket::engine(server.at, &id, None).await.unwrap();
        socket.send(line.to_string()).await.unwrap();
        let told: Value = serde_json::from_str(&socket.receive().await.unwrap()).unwrap();
        assert_eq!((&told["id"], code(&told)), (&json!("who"), words), "{line}: {told}");
        assert!(!told["error"]["message"].as_str().unwrap().is_empty());
        assert!(socket.receive().await.is_err(), "the line of {line} stays open");
    }
    let mut nowhere = Socket::engine(server.at, "nomatchatall", None).await.unwrap();
    nowhere.send(json!({ "id": 7, "op": "sit", "key": KEY }).to_string()).await.unwrap();
    let told: Value = serde_json::from_str(&nowhere.receive().await.unwrap()).unwrap();
    assert_eq!((&told["id"], code(&told)), (&json!(7), "unknown_match"), "{told}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_line_has_one_answer_and_the_line_goes_on() {
    let server = Server::start().await;
    let (id, _one, mut seat, _) = with_program(&server).await;
    let asked = seat.next().await.unwrap();
    assert_eq!(asked["asked"]["prompts"][0]["must"], true, "{asked}");
    assert_eq!(asked["asked"]["prompts"][0]["seat"], 1);
    let long = format!("{{\"id\":\"{}\",\"op\":\"view\"}}", "x".repeat(80));
    for (line, of, word) in [
        ("", Value::Null, "malformed_json"),
        ("{", Value::Null, "malformed_json"),
        ("[1]", Value::Null, "not_an_object"),
        (&long, Value::Null, "bad_field"),
        ("{\"id\":1}", json!(1), "missing_field"),
        ("{\"id\":[2],\"op\":3}", json!([2]), "bad_field"),
        ("{\"id\":\"a\",\"op\":\"sit\",\"key\":\"k\"}", json!("a"), "unknown_op"),
        ("{\"id\":\"a\",\"op\":\"hash\"}", json!("a"), "unknown_op"),
        ("{\"id\":\"a\",\"op\":\"position\"}", json!("a"), "unknown_op"),
        ("{\"op\":\"view\",\"card\":1}", Value::Null, "bad_field"),
        ("{\"op\":\"view\",\"seat\":0}", Value::Null, "not_your_seat"),
        ("{\"op\":\"view\",\"seat\":9}", Value::Null, "not_your_seat"),
        ("{\"op\":\"view\",\"seat\":\"umpire\"}", Value::Null, "not_your_seat"),
        ("{\"op\":\"view\",\"seat\":\"spectator\"}", Value::Null, "not_your_seat"),
        ("{\"op\":\"order\",\"seat\":0,\"order\":{}}", Value::Null, "not_your_seat"),
        ("{\"op\":\"view\",\"seat\":-1}", Value::Null, "bad_field"),
        ("{\"op\":\"view\",\"match\":1}", Value::Null, "bad_field"),
        ("{\"op\":\"view\",\"match\":\"other\"}", Value::Null, "unknown_match"),
        ("{\"op\":\"events\",\"from\":-1}", Value::Null, "bad_field"),
        ("{\"op\":\"legal\",\"limit\":\"x\"}", Value::Null, "bad_field"),
        ("{\"op\":\"legal\",\"words\":1}", Value::Null, "bad_field"),
        ("{\"op\":\"order\"}", Value::Null, "missing_field"),
        ("{\"op\":\"order\",\"order\":{\"castle\":1}}", Value::Null, "bad_order"),
        ("{\"op\":\"order\",\"order\":{},\"round\":1}", Value::Null, "bad_field"),
        ("{\"op\":\"order\",\"order\":{},\"decision\":\"other\"}", Value::Null, "stale"),
        ("{\"op\":\"preview\",\"order\":{\"castle\":1}}", Value::Null, "bad_order"),
        ("{\"op\":\"nearest\",\"order\":7}", Value::Null, "bad_order"),
        ("{\"op\":\"wish\",\"wish\":\"win\"}", Value::Null, "bad_field"),
        ("{\"op\":\"wish\",\"wish\":{\"resign\":null}}", Value::Null, "bad_field"),
        ("{\"op\":\"wish\",\"wish\":\"allow_undo\"}", Value::Null, "stale"),
        ("{\"op\":\"undo\"}", Value::Null, "stale"),
    ] {
        seat.socket.send(line).await.unwrap();
        let told = seat.hear().await.unwrap();
        assert_eq!((&told["id"], code(&told)), (&of, word), "{line}: {told}");
        assert!(!told["error"]["message"].as_str().unwrap().is_empty());
        assert!(word != "bad_order" || told["error"]["place"] == "order", "{line}: {told}");
    }
    // An id has room for 64 bytes, with its quotes.
    for (letters, word) in [(62, ""), (63, "bad_field")] {
        let id = "x".repeat(letters);
        seat.socket.send(json!({ "id": id, "op": "prompts" }).to_string()).await.unwrap();
        let told = seat.hear().await.unwrap();
        assert_eq!((code(&told), told["id"] == id), (word, word.is_empty()), "{told}");
    }
    // What is long is told again in short.
    let shout = json!({ "op": "view", "x".repeat(20_000): 1 });
    let told = seat.ask(shout).await.unwrap();
    assert!(told["error"]["message"].as_str().unwrap().chars().count() <= 800, "{told}");
    for op in ["order", "preview", "nearest"] {
        let told = seat.ask(json!({ "op": op, "order": { "x".repeat(20_000): 1 } })).await.unwrap();
        assert_eq!((code(&told), &told["error"]["place"]), ("bad_order", &json!("order")));
        assert!(told["error"]["message"].as_str().unwrap().chars().count() <= 800, "{told}");
    }
    let told = seat.ask(json!({ "op": "x".repeat(20_000) })).await.unwrap();
    assert_eq!(code(&told), "unknown_op");
    assert!(told["error"]["message"].as_str().unwrap().chars().count() <= 800, "{told}");

    // A refusal names its rule, and nothing has changed.
    let stand = seat.ask(json!({ "op": "prompts" })).await.unwrap();
    assert_eq!(
        (&stand["decision"], &stand["prompts"]),
        (&asked["asked"]["decision"], &asked["asked"]["prompts"])
    );
    let legal = seat.ask(json!({ "op": "legal", "limit": 3, "seat": 1, "match": id })).await.unwrap();
    let (orders, rows) = (legal["orders"].as_array().unwrap(), legal["rows"].as_array().unwrap());
    assert_eq!((orders.len(), rows.len()), (3, 3));
    assert!(
        rows.iter().zip(orders).all(|(row, order)| row["order"] == *order && row["label"].is_string()),
        "{legal}"
    );
    assert_eq!(legal["total"], stand["prompts"][0]["options"]);
    let bare = seat.ask(json!({ "op": "legal", "limit": 3, "words": false })).await.unwrap();
    assert_eq!((&bare["orders"], &bare["rows"]), (&legal["orders"], &Value::Null));
    let within = seat.ask(json!({ "op": "legal", "within": orders[1] })).await.unwrap();
    assert_eq!(within["orders"], json!([orders[1]]));
    let mut foul = orders[0].clone();
    foul["plan"]["vehicle"] = json!(0);
    let told = seat.ask(json!({ "op": "order", "order": foul })).await.unwrap();
    assert!(told["refused"]["rule"].is_string() && told["refused"]["why"].is_string(), "{told}");
    let told = seat.ask(json!({ "op": "preview", "order": foul })).await.unwrap();
    assert!(told["refused"]["rule"].is_string(), "{told}");
    let near = seat.ask(json!({ "op": "nearest", "order": orders[2] })).await.unwrap();
    assert_eq!((&near["order"], &near["moved"]), (&orders[2], &Value::Null));
    let seen = seat.ask(json!({ "op": "preview", "order": orders[0] })).await.unwrap();
    assert!(seen["preview"].is_object(), "{seen}");
    let advice = seat.ask(json!({ "op": "suggest" })).await.unwrap();
    assert!(advice["text"].is_string() && advice["order"]["plan"].is_object(), "{advice}");
    let about = seat.ask(json!({ "op": "briefing" })).await.unwrap();
    assert!(about["briefing"]["about"].is_string() && about["goals"].is_array(), "{about}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_no_line_ends_the_socket_with_a_word() {
    let server = Server::start().await;
    let (id, _one, _seat, keys) = with_program(&server).await;
    for (kind, bytes, word) in [
        (2, b"bytes".to_vec(), "malformed_json"),
        (1, b"\xff\xfe".to_vec(), "malformed_json"),
        (1, vec![b' '; (64 << 10) + 1], "line_too_long"),
    ] {
        let mut seat = Seat::with_key(server.at, &id, &keys[1]).await.unwrap();
        while !seat.next().await.unwrap()["asked"].is_object() {}
        seat.socket.send_frame(kind, &bytes).await.unwrap();
        let told = seat.hear().await.unwrap();
        assert_eq!((&told["id"], code(&told)), (&Value::Null, word), "{told}");
        assert!(seat.hear().await.is_err());
    }
    // A browser's request is none for a socket.
    let plain = server.get(&format!("/api/matches/{id}/engine"), &keys[1]).await;
    assert_eq!((plain.status, &plain.json().unwrap()["error"]["code"]), (400, &json!("bad_request")));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_does_not_sit_down_is_not_waited_for() {
    let mut config = Config::new(games(), Place::Memory);
    config.patience.hello = Duration::from_millis(200);
    let server = Server::with(config).await;
    let (id, _one, _two, keys) = with_program(&server).await;
    let mut idle = Socket::engine(server.at, &id, None).await.unwrap();
    let told: Value = serde_json::from_str(&idle.receive().await.unwrap()).unwrap();
    assert!(told["error"]["message"].as_str().unwrap().contains("\"op\":\"sit\""), "{told}");
    assert_eq!(told["id"], Value::Null);
    assert!(idle.receive().await.is_err());
    // Who sits may be silent for as long as he likes.
    let mut seat = Seat::with_key(server.at, &id, &keys[0]).await.unwrap();
    let mut again = Socket::engine(server.at, &id, None).await.unwrap();
    assert!(again.receive().await.is_ok(), "as long as it takes another one to be sent away");
    assert!(seat.ask(json!({ "op": "view" })).await.unwrap()["view"].is_object());
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn those_who_watch_look_and_decide_nothing() {
    let server = Server::start().await;
    let (id, _one, _two, keys) = with_program(&server).await;
    let mut seat = Seat::with_key(server.at, &id, &keys[2]).await.unwrap();
    assert_eq!(seat.sat["seat"], Value::Null);
    let view = seat.ask(json!({ "op": "view", "seat": "spectator" })).await.unwrap();
    assert!(view["view"].is_object(), "{view}");
    assert_eq!(seat.ask(json!({ "op": "prompts" })).await.unwrap()["prompts"], json!([]));
    for line in [
        json!({ "op": "order", "order": {} }),
        json!({ "op": "legal" }),
        json!({ "op": "suggest" }),
        json!({ "op": "wish", "wish": "resign" }),
        json!({ "op": "undo" }),
    ] {
        let told = seat.ask(line.clone()).await.unwrap();
        assert_eq!(code(&told), "not_granted", "{line}: {told}");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_program_is_not_asked_what_a_bot_decides_in_its_place() {
    let server = Server::start().await;
    let (_, mut one, mut two, _) = with_program(&server).await;
    assert_eq!((&two.sat["fair"], &two.sat["begun"]), (&json!(false), &json!(true)));
    assert!(two.next().await.unwrap()["asked"].is_object());
    let told = two.ask(json!({ "op": "wish", "wish": "rematch" })).await.unwrap();
    assert_eq!(code(&told), "not_granted", "{told}");
    assert!(
        told["error"]["message"].as_str().unwrap().contains("a rematch is no wish of this line"),
        "{told}"
    );
    // Three times the table goes on without it, and it hears of nothing.
    two.ask(json!({ "op": "wish", "wish": "hand_over" })).await.unwrap();
    for _ in 0..3 {
        one.answer_all().await.unwrap();
    }
    let told = two.ask(json!({ "op": "prompts" })).await.unwrap();
    assert!(told["turn"].is_number(), "{told}");
    assert!(two.pushed.iter().all(|told| told["asked"].is_null()), "{:?}", two.pushed);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_program_is_asked_anew_when_an_order_was_taken_back() {
    let server = Server::start().await;
    let (id, mut one, mut two, _) = with_program(&server).await;
    let asked = two.next().await.unwrap();
    two.answer_first(&asked["asked"]).await.unwrap();
    one.answer_all().await.unwrap();
    let asked = two.next().await.unwrap();
    two.answer_first(&asked["asked"]).await.unwrap();
    // What was decided is shown: it stands, unless the other side gives leave.
    let voids = async |two: &mut Seat| two.ask(json!({ "op": "prompts" })).await.unwrap()["voids"].clone();
    assert_eq!(voids(&mut two).await, 0);
    one.say(&json!({ "op": "wish", "wish": "undo" })).await.unwrap();
    let wished = loop {
        let told = two.next().await.unwrap();
        if told["wished"].is_object() {
            break told;
        }
    };
    assert_eq!(wished, json!({ "wished": { "undo": 0, "draw": null } }));
    let done = two.ask(json!({ "op": "wish", "wish": "allow_undo" })).await.unwrap();
    assert_eq!(done, json!({ "id": done["id"] }));
    one.until_op("back").await.unwrap();
    assert!(voids(&mut two).await.as_u64() > Some(0));

    // A draw is offered, declined, and agreed to.
    two.pushed.clear();
    one.say(&json!({ "op": "wish", "wish": "offer_draw" })).await.unwrap();
    let offered = json!({ "wished": { "undo": null, "draw": 0 } });
    while two.next().await.unwrap() != offered {}
    two.ask(json!({ "op": "wish", "wish": "decline_draw" })).await.unwrap();
    one.until(|player, _| player.people["draw_offered"].is_null()).await.unwrap();
    one.say(&json!({ "op": "wish", "wish": "offer_draw" })).await.unwrap();
    while two.next().await.unwrap() != offered {}
    two.ask(json!({ "op": "wish", "wish": "accept_draw" })).await.unwrap();
    let (over, _) = two.play().await.unwrap();
    assert_eq!(over["winner"], Value::Null, "{over}");
    one.until(|player, _| !player.over.is_null()).await.unwrap();
    assert_eq!(one.over, over, "{id}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_sits_is_told_when_the_server_stops() {
    let server = Server::start().await;
    let (_, _one, mut seat, _) = with_program(&server).await;
    assert!(seat.next().await.unwrap()["asked"].is_object());
    server.stop().await;
    assert_eq!(seat.next().await.unwrap(), json!({ "bye": true }));
    assert!(seat.hear().await.is_err());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn floods_of_lines_have_an_end_and_hinder_nobody() {
    let mut config = Config::new(games(), Place::Memory);
    config.behind_proxy = true;
    let server = Server::with(config).await;
    let (loud, quiet) = ("192.0.2.1", "192.0.2.2");
    let headers = ["x-forwarded-for: 192.0.2.3".to_owned()];
    let wish = json!({ "setup": { "scenario": "simple-battle" }, "hot_seat": true });
    let made =
        request(server.at, "POST", "/api/matches", &headers, Some(&wish)).await.unwrap().json().unwrap();
    let id = made["match"].as_str().unwrap();
    let sit = async |from: &str, seat: usize| {
        let socket = Socket::engine(server.at, id, Some(from)).await.unwrap();
        Seat::sit(socket, &json!({ "op": "sit", "key": made["keys"][seat]["key"] })).await.unwrap()
    };
    for (line, most, words) in [
        (json!({ "op": "prompts" }), 900, "too many looks at a table at once"),
        (json!({ "op": "castle" }), 900, "too many looks at a table at once"),
        (json!({ "op": "order", "order": { "castle": 1 } }), 1000, "too many orders at once"),
        (json!({ "op": "undo" }), 200, "too many orders taken back at once"),
        (json!({ "op": "wish", "wish": "offer_draw" }), 100, "too many words at once"),
        (json!({ "op": "suggest" }), 1500, "too many questions at once"),
        (json!({ "op": "view", "seat": 1 }), 900, "too many looks at a table at once"),
    ] {
        let mut flood = sit(loud, 0).await;
        for n in 0..most {
            let mut line = line.clone();
            line["id"] = json!(n);
            flood.socket.send(line.to_string()).await.unwrap();
        }
        let mut busy = 0;
        let mut answers = 0;
        while answers < most {
            let told = flood.hear().await.unwrap();
            answers += usize::from(told.get("id").is_some());
            if code(&told) == "busy" {
                assert!(told["error"]["message"].as_str().unwrap().contains(words), "{told}");
                busy += 1;
            }
        }
        assert!(busy > 0 && busy < most, "{line}: {busy} of {most}");
        // By another socket it is the same; the other one notices nothing.
        let mut other = sit(quiet, 1).await;
        let told = other.ask(json!({ "op": "prompts" })).await.unwrap();
        assert!(told["prompts"].is_array(), "{told}");
    }
    server.stop().await;
}

/// Everything that a program at seat 1 can hear and ask for while seat 0 makes up its mind.
async fn heard(choices: &[usize], undo: bool) -> (Vec<String>, Value) {
    let server = Server::start().await;
    let (id, keys, _) = make_match(server.at, &battle()).await.unwrap();
    let mut two = Seat::with_key(server.at, &id, &keys[1]).await.unwrap();
    let mut one = Player::join(server.at, &id, &keys[0]).await.unwrap();
    let plans = one.legal(&json!({ "within": { "plan": { "vehicle": 0 } } })).await.unwrap();
    for &choice in choices {
        assert_eq!(one.order(&plans[choice % plans.len()]).await.unwrap()["op"], "ack");
        if undo {
            one.say(&json!({ "op": "wish", "wish": "undo" })).await.unwrap();
            one.until_op("news").await.unwrap();
            assert_eq!(one.order(&plans[choice % plans.len()]).await.unwrap()["op"], "ack");
        }
    }
    for op in ["prompts", "view", "events", "briefing", "log", "suggest"] {
        assert!(two.ask(json!({ "op": op })).await.unwrap()["error"].is_null());
    }
    let legal = two.ask(json!({ "op": "legal", "limit": 10 })).await.unwrap();
    for op in ["preview", "nearest", "order"] {
        assert!(two.ask(json!({ "op": op, "order": legal["orders"][7] })).await.unwrap()["error"].is_null());
    }
    let plan =
        one.events.iter().rev().find(|e| e["text"].as_str().is_some_and(|t| t.contains("plans"))).cloned();
    server.stop().await;
    let told = two.heard.iter().map(|line| line.replace(&id, "ID")).collect();
    (told, plan.expect("a plan"))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_program_hears_nothing_of_what_is_sealed() {
    let (told, plan) = heard(&[0], false).await;
    // Its last order was the last one that was waited for: from there on the plans are shown.
    let sealed = |told: &[String]| told[..told.len() - 1].to_vec();
    for other in [1, 17, 200] {
        let (again, other_plan) = heard(&[other], false).await;
        assert_ne!(plan["what"], other_plan["what"], "the plans differ");
        assert_eq!(sealed(&told), sealed(&again));
    }
    let (again, _) = heard(&[5, 6, 7], false).await;
    assert_eq!(sealed(&told), sealed(&again), "a mind that was changed");
    let (one_way, _) = heard(&[3], true).await;
    let (another, _) = heard(&[4], true).await;
    assert_eq!(sealed(&one_way), sealed(&another));
    let text = plan["text"].as_str().unwrap();
    assert!(sealed(&told).iter().all(|line| !line.contains(text) && !line.contains("plan_laid")));
}

/// A person may save what he plays alone at any time; a program at such a seat is told what any seat is told.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_program_against_a_bot_is_not_told_its_plan_by_the_log() {
    let server = Server::start().await;
    let (id, made) =
        made(&server, &short(&json!([{ "kind": "guest" }, { "kind": "bot", "bot": "random" }]))).await;
    let first = json!({ "id": 1, "op": "sit", "invitation": made["invitations"][0]["token"], "key": KEY });
    let mut seat = Seat::sit(Socket::engine(server.at, &id, None).await.unwrap(), &first).await.unwrap();
    // The bot has sealed its plan as soon as nobody but this seat is waited for.
    while seat.ask(json!({ "op": "legal", "limit": 1 })).await.unwrap()["error"].is_null()
        && seat.ask(json!({ "op": "prompts" })).await.unwrap()["waiting"] != json!([0])
    {}
    let log = seat.ask(json!({ "op": "log" })).await.unwrap()["log"].clone();
    assert_eq!(log["orders"], json!([]), "{log}");
    assert!(!log.to_string().contains("cards") && log["seed"].is_null(), "{log}");
    let asked = json!({ "op": "legal", "limit": 1 });
    let order = seat.ask(asked).await.unwrap()["orders"][0].clone();
    assert!(seat.ask(json!({ "op": "order", "order": order })).await.unwrap()["error"].is_null());
    let log = seat.ask(json!({ "op": "log" })).await.unwrap()["log"].clone();
    assert_eq!(log["orders"].as_array().map(Vec::len), Some(1), "its own: {log}");
    server.stop().await;
}

/// The example of the documentation, as it stands there.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_example_in_python_plays_its_seat_to_the_end() {
    let python = std::env::var("HEATRAY_TEST_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let has = Command::new(&python).args(["-c", "import websockets.sync.client"]).output();
    if !has.is_ok_and(|out| out.status.success()) {
        eprintln!("docs/examples/bot.py is NOT tested: {python} has no package websockets");
        return;
    }
    let server = Server::start().await;
    let seats = json!([{ "kind": "guest" }, { "kind": "bot", "bot": "random" }]);
    let (id, made) = made(&server, &short(&seats)).await;
    let token = made["invitations"][0]["token"].as_str().unwrap();
    let link = format!("http://{}/#/i/{id}/{token}", server.at);
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/examples/bot.py");
    let run = tokio::task::spawn_blocking(move || Command::new(python).args([script, &link]).output());
    let out = run.await.unwrap().unwrap();
    let said = String::from_utf8_lossy(&out.stdout);
    assert!(out.status.success(), "{said}\n{}", String::from_utf8_lossy(&out.stderr));
    assert!(said.starts_with("sits at seat 0\n") && said.contains("\nover: {"), "{said}");
    let watch = made["watch"].as_str().unwrap();
    let summary = server.get(&format!("/api/matches/{id}"), watch).await.json().unwrap();
    assert_eq!(summary["people"]["seats"][0]["name"], "Python");
    assert!(summary["over"].is_object(), "{summary}");
    server.stop().await;
}
