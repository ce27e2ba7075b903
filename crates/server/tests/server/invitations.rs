//! The host is nobody special: what he has, what his guests have, and what they are told before they sit down.

use crate::common::{Server, battle, catch_up, fair, file, game, play_until};
use load::Player;
use load::http::{Answer, claim};
use serde_json::{Value, json};
use server::storage::{Place, Sync};
use table::SetupRequest;

/// A match that was just made: its id, the host's key and the first invitation.
async fn invited(server: &Server, wish: &Value) -> (String, String, String, Value) {
    let made = server.post("/api/matches", "", wish).await;
    assert_eq!(made.status, 200, "{}", made.body);
    let made = made.json().unwrap();
    let word = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let key = word(&made["keys"][0]["key"]);
    (word(&made["match"]), key, word(&made["invitations"][0]["token"]), made)
}

async fn offer(server: &Server, id: &str, token: &str) -> Answer {
    server.get(&format!("/api/matches/{id}/invitation"), token).await
}

async fn try_claim(server: &Server, id: &str, token: &str, key: &str) -> Answer {
    let wish = json!({ "invitation": token, "key": key });
    server.post(&format!("/api/matches/{id}/claim"), "", &wish).await
}

fn battle_request() -> SetupRequest {
    SetupRequest { scenario: "simple-battle".to_owned(), ..SetupRequest::default() }
}

const GUESTS: &str = "a-key-of-the-guests-own-";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_host_gets_no_key_of_a_guests_seat() {
    let server = Server::start().await;
    let (id, host, token, made) = invited(&server, &battle()).await;
    assert_eq!(made["keys"].as_array().unwrap().len(), 1, "{made}");
    assert_eq!((&made["keys"][0]["seat"], &made["invitations"][0]["seat"]), (&json!(0), &json!(1)));

    // An invitation opens nothing but its own page.
    for path in ["", "/log", "/history", "/moment?events=1"] {
        assert_eq!(server.get(&format!("/api/matches/{id}{path}"), &token).await.status, 403, "{path}");
    }
    assert!(Player::join(server.at, &id, &token).await.is_err());
    let mut one = Player::join(server.at, &id, &host).await.unwrap();
    assert_eq!(one.people["seats"][1]["invited"], true);

    let claimed = try_claim(&server, &id, &token, GUESTS).await;
    assert_eq!((claimed.status, claimed.json().unwrap()), (200, json!({ "seat": 1 })));
    one.until(|player, _| player.people["seats"][1]["invited"] == false).await.unwrap();
    let mut two = Player::join(server.at, &id, GUESTS).await.unwrap();
    assert_eq!(two.welcome["seat"], 1);
    play_until(&mut one, &mut two, 2).await.unwrap();
    one.say(&json!({ "op": "wish", "wish": "resign" })).await.unwrap();
    catch_up(&mut one, &mut two).await.unwrap();

    // Whatever the host hears or asks for, also when it is over: the guest's key is not in it.
    let mut host_has = one.heard.concat() + &made.to_string();
    for path in ["", "/log", "/history", "/moment?events=1", "/moment?events=1&all=1"] {
        let answer = server.get(&format!("/api/matches/{id}{path}"), &host).await;
        assert_eq!(answer.status, 200, "{path}");
        host_has += &answer.body;
    }
    host_has += &offer(&server, &id, &token).await.body;
    host_has += &try_claim(&server, &id, &token, "the-host-tries-it-again-").await.body;
    assert!(!host_has.contains(GUESTS));
    // What he has of the seat opens it for him no more than before.
    assert!(Player::join(server.at, &id, &token).await.is_err());
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_invitation_is_exchanged_once() {
    let place = Place::File(file("invited"), Sync::Normal);
    let server = Server::at(place.clone()).await;
    let (id, host, token, _) = invited(&server, &battle()).await;
    assert_eq!(offer(&server, &id, &token).await.json().unwrap()["taken"], false);
    assert_eq!(try_claim(&server, &id, &token, GUESTS).await.status, 200);
    for _ in 0..2 {
        let again = try_claim(&server, &id, &token, "somebody-else-came-later").await;
        assert_eq!((again.status, &again.json().unwrap()["error"]["code"]), (409, &json!("stale")));
        assert!(again.body.contains("this invitation has been used"), "{}", again.body);
    }
    assert_eq!(offer(&server, &id, &token).await.json().unwrap()["taken"], true);
    // The guest who did not hear the answer asks again, with his own key.
    assert_eq!(try_claim(&server, &id, &token, GUESTS).await.status, 200);
    server.stop().await;

    let server = Server::at(place).await;
    let guest = Player::join(server.at, &id, GUESTS).await.unwrap();
    assert_eq!((&guest.welcome["seat"], &guest.people["seats"][1]["invited"]), (&json!(1), &json!(false)));
    assert_eq!(try_claim(&server, &id, &token, "somebody-else-came-later").await.status, 409);
    assert_eq!(Player::join(server.at, &id, &host).await.unwrap().welcome["seat"], 0);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_no_claim_is_refused_by_its_place() {
    let server = Server::start().await;
    let (id, host, token, made) = invited(&server, &battle()).await;
    for odd in ["", "short", "twenty-five-letters-long-", "twenty-four-letters, no/"] {
        let answer = try_claim(&server, &id, &token, odd).await;
        assert_eq!((answer.status, &answer.json().unwrap()["error"]["place"]), (400, &json!("key")), "{odd}");
    }
    // A key that opens something here already is nobody's own.
    for taken in [&host, made["watch"].as_str().unwrap()] {
        assert_eq!(try_claim(&server, &id, &token, taken).await.status, 400);
    }
    for wrong in ["", GUESTS, &host, made["watch"].as_str().unwrap()] {
        assert_eq!(try_claim(&server, &id, wrong, GUESTS).await.status, 403, "{wrong}");
        assert_eq!(offer(&server, &id, wrong).await.status, 403, "{wrong}");
    }
    assert_eq!(try_claim(&server, "AAAAAAAAAAAA", &token, GUESTS).await.status, 404);
    let keep = json!({ "match": id, "key": token });
    assert_eq!(server.post("/api/me/matches", "", &keep).await.status, 403);
    let named = |name: &str| json!({ "invitation": token, "key": GUESTS, "name": name });
    let odd = server.post(&format!("/api/matches/{id}/claim"), "", &named("A\nda")).await;
    assert_eq!((odd.status, &odd.json().unwrap()["error"]["place"]), (400, &json!("name")));
    // None of it has used the invitation up.
    assert_eq!(server.post(&format!("/api/matches/{id}/claim"), "", &named("Bea")).await.status, 200);
    let one = Player::join(server.at, &id, &host).await.unwrap();
    assert_eq!(one.people["seats"][1]["name"], "Bea");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_invitation_that_nobody_used_can_be_renewed_before_all_eyes() {
    let server = Server::start().await;
    let (id, host, first, made) = invited(&server, &battle()).await;
    let renew = async |key: &str, seat: &str| {
        server.post(&format!("/api/matches/{id}/seats/{seat}/invitation"), key, &json!({})).await
    };
    let mut one = Player::join(server.at, &id, &host).await.unwrap();
    let renewed = renew(&host, "1").await;
    assert_eq!(renewed.status, 200, "{}", renewed.body);
    let second = renewed.json().unwrap()["token"].as_str().unwrap().to_owned();
    let told = one.until_op("chat").await.unwrap();
    assert!(told["line"]["text"].as_str().unwrap().contains("a new invitation"), "{told}");
    assert_eq!(
        (offer(&server, &id, &first).await.status, offer(&server, &id, &second).await.status),
        (403, 200)
    );
    assert_eq!(try_claim(&server, &id, &first, GUESTS).await.status, 403, "the one before is void");
    assert_eq!(renew(made["watch"].as_str().unwrap(), "1").await.status, 422, "spectators invite nobody");
    assert_eq!(renew("", "1").await.status, 403);
    assert_eq!(renew(&host, "0").await.status, 409, "his own seat waits for nobody");
    for none in ["2", "300", "x"] {
        assert_eq!(renew(&host, none).await.status, 404, "{none}");
    }
    let key = claim(server.at, &id, &second, &[]).await.unwrap();
    assert_eq!(renew(&host, "1").await.status, 409, "somebody sits there");
    assert_eq!(renew(&key, "1").await.status, 422, "a guest invites nobody");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_the_host_chose_is_shown_before_anybody_sits_down_and_ever_after() {
    let server = Server::start().await;
    let agreed = async |wish: Value| {
        let (id, host, token, _) = invited(&server, &wish).await;
        let offered = offer(&server, &id, &token).await.json().unwrap();
        let key = claim(server.at, &id, &token, &[]).await.unwrap();
        for key in [&key, &host] {
            let there = Player::join(server.at, &id, key).await.unwrap();
            assert_eq!(there.welcome["agreed"], offered["agreed"], "what was offered is what is there");
        }
        (id, host, offered)
    };
    let options = json!({ "setup": "quick" });
    let setup = json!({ "scenario": "simple-battle", "options": options });
    let (id, host, offered) = agreed(json!({ "setup": setup, "seed": 7 })).await;
    assert_eq!((&offered["seat"], &offered["taken"]), (&json!(1), &json!(false)));
    assert_eq!(offered["people"]["seats"][0]["team"], "Earthlings");
    let expected = json!({ "from": "setup", "variant": null, "options": options, "seed": 7, "orders": 0,
        "host": [0], "bots": [], "root": null, "fair": false });
    assert_eq!(offered["agreed"], expected);
    assert_eq!(agreed(json!({ "setup": setup })).await.2["agreed"]["seed"], Value::Null, "drawn, not chosen");

    // Dice that somebody has in his hand are not the dice that others play with.
    let mut one = Player::join(server.at, &id, &host).await.unwrap();
    one.say(&json!({ "op": "wish", "wish": "resign" })).await.unwrap();
    one.until(|player, _| !player.over.is_null()).await.unwrap();
    let log = server.get(&format!("/api/matches/{id}/log"), &host).await.body;
    let (copy, host, offered) = agreed(json!({ "log": log })).await;
    assert_eq!((&offered["agreed"]["from"], &offered["agreed"]["seed"]), (&json!("log"), &Value::Null));
    let mut one = Player::join(server.at, &copy, &host).await.unwrap();
    one.say(&json!({ "op": "wish", "wish": "resign" })).await.unwrap();
    one.until(|player, _| !player.over.is_null()).await.unwrap();
    let other = server.get(&format!("/api/matches/{copy}/log"), &host).await.body;
    assert!(other.contains("{\"dice\":") && !log.contains("{\"dice\":"), "{other}");

    let position = serde_json::from_str::<Value>(log.lines().next().unwrap()).unwrap()["setup"].clone();
    let wish = json!({ "game": "triplanes", "position": position, "seed": 3 });
    let (_, _, offered) = agreed(wish).await;
    assert_eq!((&offered["agreed"]["from"], &offered["agreed"]["seed"]), (&json!("position"), &json!(3)));
    server.stop().await;
}

/// What a position stacked or a seed dealt lies there after a fork, too: whoever is invited to that is told.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_fork_tells_how_its_first_match_was_laid() {
    let server = Server::start().await;
    let setup = json!({ "scenario": "simple-battle" });
    for (mut wish, root) in [
        (json!({ "setup": setup, "seed": 7 }), json!({ "from": "setup", "seed": 7 })),
        (json!({ "setup": setup }), json!({ "from": "setup", "seed": null })),
        (
            json!({ "game": "triplanes", "position": game("triplanes").new_match(&battle_request(), 1).unwrap().setup() }),
            json!({ "from": "position", "seed": null }),
        ),
    ] {
        wish["hot_seat"] = json!(true);
        let (mut id, mut key, _, _) = invited(&server, &wish).await;
        // A fork of a fork has the same root.
        for _ in 0..2 {
            let fork = json!({ "fork": { "of": id, "key": key, "events": 0 }, "hot_seat": true });
            (id, key, _, _) = invited(&server, &fork).await;
            let one = Player::join(server.at, &id, &key).await.unwrap();
            let agreed = &one.welcome["agreed"];
            assert_eq!((&agreed["from"], &agreed["root"]), (&json!("fork"), &root), "{wish}");
        }
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_seat_is_said_in_one_way() {
    let server = Server::start().await;
    for odd in [json!({ "kind": "guest", "name": "Ada" }), json!({ "kind": "open", "bot": "random" })] {
        let wish = json!({ "setup": { "scenario": "simple-battle" }, "seats": [{ "kind": "open" }, odd] });
        let refused = server.post("/api/matches", "", &wish).await;
        assert!(refused.status == 400 && refused.body.contains("unknown field"), "{odd}: {}", refused.body);
    }
    let (id, host, ..) = invited(&server, &battle()).await;
    for (seat, status) in
        [("+1", 404), ("01", 404), ("-1", 404), ("256", 404), ("", 404), ("x", 404), ("1", 200)]
    {
        let path = format!("/api/matches/{id}/seats/{seat}/invitation");
        assert_eq!(server.post(&path, &host, &json!({})).await.status, status, "{seat:?}");
    }
    server.stop().await;
}

/// Two on each side; the host has one seat of each.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_host_with_two_seats_agrees_for_nobody_else() {
    let server = Server::start().await;
    let options = json!({ "earthlings": "nieuport_16,sopwith_camel", "martians": "mk1_locust,mk2_scarab",
        "players": "2,2" });
    let wish = json!({ "setup": { "scenario": "simple-battle", "options": options }, "hot_seat": true,
        "seats": [{ "kind": "open" }, { "kind": "guest" }, { "kind": "open" }, { "kind": "guest" }] });
    let made = server.post("/api/matches", "", &wish).await.json().unwrap();
    let id = made["match"].as_str().unwrap();
    let join = async |value: &Value| Player::join(server.at, id, value.as_str().unwrap()).await.unwrap();
    let (mut first, mut third) = (join(&made["keys"][0]["key"]).await, join(&made["keys"][1]["key"]).await);
    let teams = [0, 1, 2, 3].map(|seat| first.people["seats"][seat]["team"].clone());
    assert!(teams[0] == teams[1] && teams[2] == teams[3] && teams[0] != teams[2], "{teams:?}");
    let token = made["invitations"][1]["token"].as_str().unwrap();
    let mut guest =
        Player::join(server.at, id, &claim(server.at, id, token, &[]).await.unwrap()).await.unwrap();
    let wish = |wish: &str| json!({ "op": "wish", "wish": wish });
    first.say(&wish("offer_draw")).await.unwrap();
    third.until(|player, _| player.people["draw_offered"] == 0).await.unwrap();
    third.say(&wish("accept_draw")).await.unwrap();
    let refused = third.until_op("error").await.unwrap();
    assert!(refused["error"]["message"].as_str().unwrap().contains("the other side answers"), "{refused}");
    guest.say(&wish("accept_draw")).await.unwrap();
    guest.until(|player, _| !player.over.is_null()).await.unwrap();
    first.say(&wish("rematch")).await.unwrap();
    third.until(|player, _| player.people["rematch_asked"] == 0).await.unwrap();
    third.say(&wish("rematch")).await.unwrap();
    catch_up(&mut third, &mut guest).await.unwrap();
    assert!(!third.heard.iter().any(|text| text.contains("\"op\":\"rematch\"")), "nobody agreed yet");
    guest.say(&wish("rematch")).await.unwrap();
    guest.until_op("rematch").await.unwrap();
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_screen_with_guests_opens_nothing_to_who_sits_before_it() {
    let server = Server::start().await;
    let wish = json!({ "setup": { "scenario": "simple-battle" }, "seed": 5, "hot_seat": true,
        "seats": [{ "kind": "open" }, { "kind": "guest" }] });
    let (id, host, token, made) = invited(&server, &wish).await;
    assert_eq!(made["keys"].as_array().unwrap().len(), 1, "{made}");
    let one = Player::join(server.at, &id, &host).await.unwrap();
    assert_eq!(one.welcome["own"], false);
    let log = server.get(&format!("/api/matches/{id}/log"), &host).await;
    assert!(!log.body.contains("seed"), "{}", log.body);
    let fork = json!({ "fork": { "of": id, "key": host, "events": 9 }, "hot_seat": true });
    assert_eq!(server.post("/api/matches", "", &fork).await.status, 403);
    // A draw takes two.
    let key = claim(server.at, &id, &token, &[]).await.unwrap();
    let mut one = one;
    let mut two = Player::join(server.at, &id, &key).await.unwrap();
    one.say(&json!({ "op": "wish", "wish": "offer_draw" })).await.unwrap();
    two.until(|player, _| player.people["draw_offered"] == 0).await.unwrap();
    assert!(two.over.is_null());
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_plays_again_needs_no_invitation() {
    let server = Server::start().await;
    let (_, mut one, mut two) = server.two(&battle()).await;
    one.say(&json!({ "op": "wish", "wish": "resign" })).await.unwrap();
    two.until(|player, _| !player.over.is_null()).await.unwrap();
    one.say(&json!({ "op": "wish", "wish": "rematch" })).await.unwrap();
    two.until(|player, _| player.people["rematch_asked"] == 0).await.unwrap();
    two.say(&json!({ "op": "wish", "wish": "rematch" })).await.unwrap();
    let (his, mine) = (two.until_op("rematch").await.unwrap(), one.until_op("rematch").await.unwrap());
    for made in [&his["made"], &mine["made"]] {
        assert_eq!((made["keys"].as_array().unwrap().len(), &made["invitations"]), (1, &json!([])), "{made}");
    }
    assert_ne!(his["made"]["keys"][0]["key"], mine["made"]["keys"][0]["key"]);
    let (id, key) = (his["made"]["match"].as_str().unwrap(), his["made"]["keys"][0]["key"].as_str().unwrap());
    let again = Player::join(server.at, id, key).await.unwrap();
    assert_eq!((&again.welcome["seat"], &again.welcome["agreed"]["from"]), (&json!(0), &json!("rematch")));
    assert_eq!(
        again.welcome["agreed"]["host"],
        json!([1]),
        "the host of the match before, on the other side"
    );
    server.stop().await;
}

/// Whoever sits before one screen with guests has not the whole table to himself, in the next match neither.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_screen_with_guests_is_none_when_it_is_played_again() {
    let server = Server::start().await;
    let wish = json!({ "setup": { "scenario": "simple-battle" }, "seed": 5, "hot_seat": true,
        "seats": [{ "kind": "open" }, { "kind": "guest" }] });
    let (id, host, token, _) = invited(&server, &wish).await;
    // What the host knows can not become the guest's key.
    assert_eq!(try_claim(&server, &id, &token, &token).await.status, 400);
    assert_eq!(try_claim(&server, &id, &token, GUESTS).await.status, 200);
    let mut one = Player::join(server.at, &id, &host).await.unwrap();
    let mut two = Player::join(server.at, &id, GUESTS).await.unwrap();
    one.say(&json!({ "op": "wish", "wish": "resign" })).await.unwrap();
    two.until(|player, _| !player.over.is_null()).await.unwrap();
    one.say(&json!({ "op": "wish", "wish": "rematch" })).await.unwrap();
    two.until(|player, _| player.people["rematch_asked"] == 0).await.unwrap();
    two.say(&json!({ "op": "wish", "wish": "rematch" })).await.unwrap();
    let made = one.until_op("rematch").await.unwrap()["made"].clone();
    let (id, key) = (made["match"].as_str().unwrap(), made["keys"][0]["key"].as_str().unwrap());
    assert_eq!(made["keys"].as_array().unwrap().len(), 1, "{made}");
    let again = Player::join(server.at, id, key).await.unwrap();
    assert_eq!(again.welcome["own"], false);
    let log = server.get(&format!("/api/matches/{id}/log"), key).await;
    assert!(!log.body.contains("seed"), "{}", log.body);
    let more = server.post(&format!("/api/matches/{id}/wish"), key, &json!({ "wish": "rematch" })).await;
    assert_eq!(more.status, 409, "{}", more.body);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_sits_down_to_a_match_that_was_called_off() {
    let place = Place::File(file("called-off"), Sync::Normal);
    let mut server = Server::at(place.clone()).await;
    let (late, host, token, _) = invited(&server, &fair()).await;
    let (early, other_host, other_token, _) = invited(&server, &fair()).await;
    assert_eq!(try_claim(&server, &early, &other_token, GUESTS).await.status, 200);
    for (id, key) in [(&late, &host), (&early, &other_host)] {
        let wish = json!({ "wish": "call_off" });
        assert_eq!(server.post(&format!("/api/matches/{id}/wish"), key, &wish).await.status, 200);
    }
    // Also when it is read from the database.
    for restart in [false, true] {
        if restart {
            server.stop().await;
            server = Server::at(place.clone()).await;
        }
        let refused = try_claim(&server, &late, &token, GUESTS).await;
        assert_eq!((refused.status, &refused.json().unwrap()["error"]["code"]), (422, &json!("refused")));
        assert!(refused.body.contains("called off before it began"), "{}", refused.body);
        assert_eq!(offer(&server, &late, &token).await.json().unwrap()["taken"], false);
        // Who sat there before is answered again.
        assert_eq!(try_claim(&server, &early, &other_token, GUESTS).await.status, 200);
    }
    server.stop().await;
}
