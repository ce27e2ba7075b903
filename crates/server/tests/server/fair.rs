//! A fair match: nobody chooses its dice, everybody can do the sums, and a seal says nothing before it is opened.

use crate::common::{SALTS, Server, add_salts, battle, catch_up, fair, file, game, play_until};
use load::Player;
use load::http::make_match;
use serde_json::{Value, json};
use server::Config;
use server::storage::{Place, Sync};
use table::SeatId;
use table::proof::{Pledged, vow};

const ONE: &str = SALTS[0];
const TWO: &str = SALTS[1];

/// A fair match between two people who have both added their salt.
pub async fn begun(server: &Server) -> (String, Player, Player) {
    let (id, mut one, mut two) = server.two(&fair()).await;
    add_salts(&id, &mut one, &mut two).await.unwrap();
    (id, one, two)
}

/// What an error says.
async fn error(player: &mut Player) -> (String, Value) {
    let error = player.until_op("error").await.unwrap()["error"].clone();
    (error["message"].as_str().unwrap().to_owned(), error["place"].clone())
}

/// Ends it, and the log that then lies open.
async fn resigned(server: &Server, id: &str, one: &mut Player) -> String {
    one.say(&json!({ "op": "wish", "wish": "resign" })).await.unwrap();
    one.until(|player, _| !player.over.is_null()).await.unwrap();
    server.get(&format!("/api/matches/{id}/log"), one.key()).await.body
}

/// Takes back until that needs the others' leave, which is given. What lies before a barrier the dice decide.
async fn undo_with_leave(one: &mut Player, two: &mut Player) {
    while one.people["undo_asked"] != 0 {
        one.say(&json!({ "op": "wish", "wish": "undo" })).await.unwrap();
        let told = one.until(|player, tell| {
            player.people["undo_asked"] == 0 || tell["op"] == "news" || tell["op"] == "error"
        });
        assert_ne!(told.await.unwrap()["op"], "error");
    }
    let voids = one.voids;
    two.until(|player, _| player.people["undo_asked"] == 0).await.unwrap();
    two.say(&json!({ "op": "wish", "wish": "allow_undo" })).await.unwrap();
    one.until(|player, _| player.voids > voids).await.unwrap();
    catch_up(one, two).await.unwrap();
}

pub fn seals(player: &Player) -> Vec<Value> {
    let heard = player.heard.iter().map(|text| serde_json::from_str::<Value>(text).unwrap());
    heard.filter(|tell| tell["op"] == "sealed").collect()
}

fn proof_of(log: &str) -> Value {
    serde_json::from_str::<Value>(log.lines().last().unwrap()).unwrap()["proof"].clone()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_fair_match_refuses_whatever_somebody_could_choose() {
    let server = Server::start().await;
    let position = json!({ "scenario": "simple-battle" });
    let fork = json!({ "of": "AAAAAAAAAAAA", "key": "k", "events": 1 });
    let setup = json!({ "scenario": "simple-battle" });
    for (place, mut wish) in [
        ("seed", json!({ "setup": setup, "seed": 5 })),
        ("seed", json!({ "setup": setup, "seed": 0 })),
        ("log", json!({ "log": "anything" })),
        ("position", json!({ "position": position })),
        ("fork", json!({ "fork": fork })),
        ("hot_seat", json!({ "setup": setup, "hot_seat": true })),
    ] {
        wish["fair"] = json!(true);
        let refused = server.post("/api/matches", "", &wish).await;
        assert_eq!((refused.status, &refused.json().unwrap()["error"]["place"]), (400, &json!(place)));
        assert!(refused.body.contains("a fair match refuses this: "), "{}", refused.body);
    }
    let bot = json!({ "kind": "bot", "bot": "random" });
    let nobody = json!({ "setup": setup, "fair": true, "seats": [bot, bot] });
    let refused = server.post("/api/matches", "", &nobody).await;
    assert_eq!((refused.status, &refused.json().unwrap()["error"]["place"]), (400, &json!("fair")));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_fair_match_is_pledged_at_once_and_dealt_when_everybody_has_added_his_salt() {
    let server = Server::start().await;
    let made = server.post("/api/matches", "", &fair()).await.json().unwrap();
    let (id, token) = (made["match"].as_str().unwrap(), made["invitations"][0]["token"].as_str().unwrap());
    let offer = server.get(&format!("/api/matches/{id}/invitation"), token).await.json().unwrap();
    assert_eq!(offer["agreed"]["fair"], true);
    let pledge = offer["fair"]["pledge"].as_str().unwrap().to_owned();
    assert_eq!((pledge.len(), &offer["fair"]["begun"]), (64, &json!(false)));
    assert_eq!((&offer["fair"]["last"], &offer["fair"]["links"]), (&json!(pledge), &json!(0)));

    let keys = load::http::sit_down(server.at, &made, &[]).await.unwrap();
    let mut one = Player::join(server.at, id, &keys[0]).await.unwrap();
    let mut two = Player::join(server.at, id, &keys[1]).await.unwrap();
    assert_eq!(one.welcome["fair"], offer["fair"]);
    // Nothing can be decided yet, and it is seen who is waited for.
    assert_eq!((&one.prompts["mine"], &one.prompts["waiting"]), (&json!([]), &json!([])));
    let told = one.order(&json!({ "plan": { "vehicle": 0, "cards": [1, 2, 3] } })).await.unwrap();
    assert_eq!((&told["op"], &told["code"]), (&json!("refused"), &json!("stale")), "{told}");
    assert!(told["why"].as_str().unwrap().contains("when everybody has sat down"), "{told}");
    one.say(&json!({ "op": "legal", "id": "l", "ask": {} })).await.unwrap();
    assert_eq!(one.until(|_, tell| tell["id"] == "l").await.unwrap()["code"], "stale");

    for odd in ["0", "xy", "AB", &"00".repeat(33)] {
        one.salt(odd).await.unwrap();
        assert_eq!(error(&mut one).await.1, "salt", "{odd}");
        one.vow(odd).await.unwrap();
        assert_eq!(error(&mut one).await.1, "hash", "{odd}");
    }
    let ready = |player: &Player| [0, 1].map(|seat| player.people["seats"][seat]["ready"] == true);
    let (first, second) = (vow(id, SeatId(0), ONE), vow(id, SeatId(1), TWO));
    // Said twice is said once.
    one.vow(&first).await.unwrap();
    one.vow(&first).await.unwrap();
    let told = two.until_op("fair").await.unwrap()["fair"].clone();
    assert_eq!((&told["vows"], &told["salts"]), (&json!([first, null]), &json!([null, null])));
    catch_up(&mut one, &mut two).await.unwrap();
    assert_eq!(ready(&two), [true, false]);
    // Nobody shows his before the others are bound.
    one.salt(ONE).await.unwrap();
    assert!(error(&mut one).await.0.contains("when everybody has vowed"));
    let answer = server.post(&format!("/api/matches/{id}/vow"), &keys[1], &json!({ "hash": second })).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    catch_up(&mut one, &mut two).await.unwrap();
    assert_eq!(ready(&two), [false, false], "both are to show it");

    one.salt(TWO).await.unwrap();
    assert!(error(&mut one).await.0.contains("that this seat has vowed"));
    one.salt(ONE).await.unwrap();
    one.salt(ONE).await.unwrap();
    let told = two.until(|_, tell| tell["fair"]["salts"][0].is_string()).await.unwrap();
    assert_eq!((&told["fair"]["salts"], &told["fair"]["begun"]), (&json!([ONE, null]), &json!(false)));
    catch_up(&mut one, &mut two).await.unwrap();
    assert_eq!(ready(&two), [true, false]);
    let answer = server.post(&format!("/api/matches/{id}/salt"), &keys[1], &json!({ "salt": TWO })).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    let told = one.until(|_, tell| tell["fair"]["begun"] == true).await.unwrap();
    assert_eq!((&told["fair"]["salts"], &told["fair"]["pledge"]), (&json!([ONE, TWO]), &json!(pledge)));
    catch_up(&mut one, &mut two).await.unwrap();
    assert!(one.is_awaited() && two.is_awaited());
    assert_eq!(ready(&two), [false, false], "both are to plan");
    let mine = server.get(&format!("/api/matches/{id}"), &keys[1]).await.json().unwrap();
    assert_eq!(mine["my_turn"], true, "{mine}");
    one.vow(&second).await.unwrap();
    assert!(error(&mut one).await.0.contains("has begun"));
    one.say(&json!({ "op": "wish", "wish": "call_off" })).await.unwrap();
    assert!(error(&mut one).await.0.contains("has begun"));

    // The dice follow from pledge and salts, and from nothing else.
    let log = resigned(&server, id, &mut one).await;
    let proof = proof_of(&log);
    let header = log.lines().next().unwrap();
    let mut pledged = Pledged::new(id, proof["secret"].as_str().unwrap(), 2, header);
    assert_eq!(pledged.pledge(), pledge);
    pledged.salts = vec![Some(ONE.to_owned()), Some(TWO.to_owned())];
    let seed = format!("\"seed\":{},", pledged.seed(0));
    assert!(header.contains(&seed), "{seed} {log}");
    pledged.salts[1] = None;
    assert!(!log.contains(&format!("\"seed\":{},", pledged.seed(0))), "salts change dice");
    assert_eq!(
        server.post(&format!("/api/matches/{id}/salt"), &keys[1], &json!({ "salt": "" })).await.status,
        409
    );
    server.stop().await;
}

/// Who places first is rolled for before anybody decides: the table that lay there until then was laid by other dice.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_other_dice_had_told_is_void_when_the_table_is_dealt() {
    let server = Server::with(Config::new(vec![game("victory")], Place::Memory)).await;
    let wish = json!({ "setup": { "scenario": "dogfight" }, "fair": true });
    let (id, mut one, mut two) = server.two(&wish).await;
    let before = one.events.clone();
    assert!(before.iter().any(|event| event["rule"] == "WV-SCN-13"), "{before:?}");
    add_salts(&id, &mut one, &mut two).await.unwrap();
    // The same faces may come up again.
    assert_eq!(one.voids, u64::from(!one.events.starts_with(&before)), "{before:?} {:?}", one.events);
    let fresh = Player::join(server.at, &id, one.key()).await.unwrap();
    assert_eq!((&one.events, one.voids), (&fresh.events, fresh.voids));
    assert_eq!(two.events, fresh.events, "nothing of it is secret");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_is_told_the_secret_before_the_end() {
    let server = Server::start().await;
    let (id, mut one, mut two) = begun(&server).await;
    play_until(&mut one, &mut two, 3).await.unwrap();
    let watch = server.get(&format!("/api/matches/{id}/log"), two.key()).await.body;
    let during = one.heard.concat() + &two.heard.concat() + &watch;
    let proof = proof_of(&resigned(&server, &id, &mut one).await);
    assert!(!during.contains(proof["secret"].as_str().unwrap()));
    assert!(during.contains(proof["pledge"].as_str().unwrap()));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_log_of_a_fair_match_proves_itself_over_rewinds_and_a_restart() {
    let place = Place::File(file("fair"), Sync::Normal);
    let server = Server::at(place.clone()).await;
    let (id, mut one, mut two) = begun(&server).await;
    play_until(&mut one, &mut two, 2).await.unwrap();
    undo_with_leave(&mut one, &mut two).await;
    play_until(&mut one, &mut two, 2).await.unwrap();
    let last = seals(&two).last().cloned().unwrap();
    let (key, heard) = (one.key().to_owned(), seals(&two));
    server.stop().await;

    // What was told is what is known after a restart.
    let server = Server::at(place).await;
    let mut one = Player::join(server.at, &id, &key).await.unwrap();
    let mut two = Player::join(server.at, &id, two.key()).await.unwrap();
    let fair = one.welcome["fair"].clone();
    assert_eq!(
        (&fair["last"], fair["links"].as_u64().unwrap()),
        (&last["hash"], last["link"].as_u64().unwrap() + 1)
    );
    undo_with_leave(&mut one, &mut two).await;
    play_until(&mut one, &mut two, 2).await.unwrap();
    let log = resigned(&server, &id, &mut one).await;
    let proof = proof_of(&log);
    let chain = proof["chain"].as_array().unwrap();
    for tell in heard.iter().chain(&seals(&two)) {
        let link = chain[tell["link"].as_u64().unwrap() as usize].as_object().unwrap();
        assert_eq!(link.values().next().unwrap()["hash"], tell["hash"], "what was told is in the proof");
    }
    let backs: Vec<&Value> =
        chain.iter().filter_map(|link| link.get("back")).map(|back| &back["dice"]).collect();
    assert_eq!(backs, [&json!(1), &json!(2)], "each rewind has the next dice");
    assert!(chain.iter().any(|link| link["seal"]["count"].as_u64() > Some(0)), "{proof}");
    assert!(log.contains("{\"dice\":"), "the match goes on with other dice");

    let verified = game("triplanes").verify_log(&log).unwrap();
    assert!(verified.ok && verified.proof.as_ref().is_some_and(|proof| proof.ok), "{verified:?}");
    // It can be loaded like any other log.
    let copy = make_match(server.at, &json!({ "log": log, "hot_seat": true })).await;
    assert!(copy.is_ok(), "{copy:?}");
    server.stop().await;

    // Whatever is changed in it is found.
    let (body, _) = log.trim_end().rsplit_once('\n').unwrap();
    let mut tried = 0;
    for place in leaves(&proof, String::new()) {
        let mut wrong = proof.clone();
        let leaf = wrong.pointer_mut(&place).unwrap();
        *leaf = match &*leaf {
            Value::Number(n) => json!(n.as_u64().unwrap() + 1),
            Value::String(text) if text.starts_with(['a', 'f']) => json!(text.replacen(['a', 'f'], "0", 1)),
            Value::String(text) => json!(format!("{}{}", "f", text.get(1..).unwrap_or("f"))),
            Value::Null => json!(7),
            _ => continue,
        };
        let text = format!("{body}\n{}\n", json!({ "proof": wrong }));
        let found = game("triplanes").verify_log(&text);
        assert!(found.is_err() || found.as_ref().is_ok_and(|found| !found.ok), "{place}: {found:?}");
        tried += 1;
    }
    assert!(tried >= 5 + 2 * 4 + 5, "head and salts, two rewinds and a seal at least: {tried}");
    // Without its proof it is a log like any other, and says so.
    let bare = game("triplanes").verify_log(body).unwrap();
    assert!(bare.ok && bare.proof.is_none());
}

/// The places of all plain values.
fn leaves(value: &Value, place: String) -> Vec<String> {
    match value {
        Value::Object(fields) => {
            fields.iter().flat_map(|(name, inner)| leaves(inner, format!("{place}/{name}"))).collect()
        }
        Value::Array(items) => {
            items.iter().enumerate().flat_map(|(n, inner)| leaves(inner, format!("{place}/{n}"))).collect()
        }
        _ => vec![place],
    }
}

/// What seat 1 hears while seat 0 plans so, with everything that is random by design made the same.
async fn heard(choice: usize, changes_of_mind: usize) -> (Vec<String>, usize) {
    let server = Server::start().await;
    let (id, mut one, mut two) = begun(&server).await;
    let before = two.heard.len();
    for n in 0..=changes_of_mind {
        let plans = one.legal(&json!({ "within": { "plan": { "vehicle": 0 } } })).await.unwrap();
        let plan = &plans[(choice + (changes_of_mind - n) * 3) % plans.len()];
        assert_eq!(one.order(plan).await.unwrap()["op"], "ack");
    }
    catch_up(&mut one, &mut two).await.unwrap();
    let early = seals(&two).len();
    while one.is_awaited() {
        let ask = one.awaited().unwrap();
        let plans = one.legal(&json!({ "within": load::player::pattern(&ask) })).await.unwrap();
        assert_eq!(one.order(&plans[choice % plans.len()]).await.unwrap()["op"], "ack");
    }
    catch_up(&mut one, &mut two).await.unwrap();
    let told = seals(&two);
    assert_eq!(told.len(), early + 1, "one seal when he is ready");
    assert_eq!((told[early]["seat"].as_u64(), told[early]["hash"].as_str().unwrap().len()), (Some(0), 64));
    let hashes: Vec<String> = told.iter().map(|tell| tell["hash"].as_str().unwrap().to_owned()).collect();
    let random = [id.as_str(), one.key(), two.key()].into_iter().map(str::to_owned).chain(hashes);
    let random: Vec<String> = random.collect();
    let plain = |text: &String| random.iter().fold(text.clone(), |text, one| text.replace(one, "·"));
    let rest = two.heard[before..].iter().map(plain).collect();
    server.stop().await;
    (rest, early)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_seal_is_of_one_length_and_says_neither_what_nor_how_often() {
    let (first, early) = heard(0, 0).await;
    assert_eq!(early, 0, "nothing is sealed while he is waited for");
    assert!(first.iter().any(|text| text.contains("\"op\":\"sealed\"")));
    for (choice, minds) in [(4, 0), (0, 3), (7, 2)] {
        assert_eq!(
            heard(choice, minds).await,
            (first.clone(), 0),
            "choice {choice}, {minds} other ones before"
        );
    }
}

/// What the proof of a log says that was changed by whoever can work its hash out again; nothing if the rules refuse it.
fn proof_holds(log: &str) -> Option<bool> {
    Some(game("triplanes").verify_log(log).ok()?.proof?.ok)
}

/// Who can work the hash of a log out again could say that another match was played.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_set_up_of_a_fair_match_is_bound() {
    let server = Server::start().await;
    let (id, mut one, mut two) = begun(&server).await;
    one.answer_all().await.unwrap();
    catch_up(&mut one, &mut two).await.unwrap();
    let log = resigned(&server, &id, &mut one).await;
    server.stop().await;
    assert_eq!(proof_holds(&log), Some(true), "{log}");
    let (line, rest) = log.split_once('\n').unwrap();
    let mut tried = Vec::new();
    for (place, value) in [
        ("/setup/seats/0/name", json!("Martian")),
        ("/setup/turn_limit", json!(77)),
        ("/setup/standard", json!(false)),
        ("/setup/planning", json!("printed")),
        ("/setup/scenario", json!("first-contact")),
        ("/setup/area", json!([1000.0, 1000.0])),
        ("/setup/vehicles/1/model", json!("mk2_scarab")),
    ] {
        // As text: the lines of a log are in order, and a value that is read has lost it.
        let header: Value = serde_json::from_str(line).unwrap();
        let name = place.rsplit('/').next().unwrap();
        let was = header.pointer(place).unwrap_or_else(|| panic!("{place}: {line}"));
        let other = line.replacen(&format!("\"{name}\":{was}"), &format!("\"{name}\":{value}"), 1);
        assert_ne!(other, line, "{place}");
        match proof_holds(&format!("{other}\n{rest}")) {
            Some(holds) => {
                assert!(!holds, "{place}");
                tried.push(name);
            }
            None => assert!(game("triplanes").verify_log(&format!("{other}\n{rest}")).is_err(), "{place}"),
        }
    }
    assert!(["name", "turn_limit", "area"].iter().all(|name| tried.contains(name)), "{tried:?}");
}

/// His first card is shown at once, and the others are not: who has them in his hands could change them.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_the_last_one_decides_is_bound_with_the_news_of_it() {
    let place = Place::File(file("last"), Sync::Normal);
    let server = Server::at(place.clone()).await;
    let (id, mut one, mut two) = begun(&server).await;
    one.answer_all().await.unwrap();
    catch_up(&mut one, &mut two).await.unwrap();
    let (before, heard) = (seals(&one).len(), one.heard.len());
    assert_eq!(before, 1);
    while seals(&one).len() == before {
        let ask = two.awaited().unwrap();
        let plans = two.legal(&json!({ "within": load::player::pattern(&ask) })).await.unwrap();
        assert_eq!(two.order(&plans[0]).await.unwrap()["op"], "ack");
        catch_up(&mut one, &mut two).await.unwrap();
    }
    let told = seals(&one);
    assert_eq!(told.len(), 2, "one link for all that was decided, when the first of it is shown");
    assert_eq!((&told[1]["seat"], told[1]["hash"].as_str().unwrap().len()), (&Value::Null, 64));
    let place_of = |op: &str| one.heard[heard..].iter().rposition(|text| text.contains(op)).unwrap();
    assert!(place_of("\"op\":\"sealed\"") < place_of("\"op\":\"news\""), "nobody sees it unbound");
    server.stop().await;

    // It is worked out again.
    let server = Server::at(place).await;
    let mut one = Player::join(server.at, &id, one.key()).await.unwrap();
    assert_eq!((&one.welcome["fair"]["links"], &one.welcome["fair"]["last"]), (&json!(2), &told[1]["hash"]));
    let log = resigned(&server, &id, &mut one).await;
    assert_eq!(proof_holds(&log), Some(true), "{log}");
    let line = log.lines().rfind(|line| line.contains("\"plan\"")).unwrap();
    let plan: Value = serde_json::from_str(line).unwrap();
    assert_eq!(plan["seat"], 1);
    let mut tried = 0;
    for card in 1..24 {
        let mut other = plan.clone();
        let hidden = &mut other["order"]["plan"]["cards"][2];
        if *hidden == json!(card) {
            continue;
        }
        *hidden = json!(card);
        let holds = proof_holds(&log.replace(line, &other.to_string()));
        assert_ne!(holds, Some(true), "card {card}");
        tried += usize::from(holds.is_some());
    }
    assert!(tried > 0, "the rules would have allowed another card");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hand_that_is_taken_up_again_is_seen_and_nothing_of_it() {
    let server = Server::start().await;
    let (id, mut one, mut two) = begun(&server).await;
    one.answer_all().await.unwrap();
    catch_up(&mut one, &mut two).await.unwrap();
    assert_eq!(seals(&two).len(), 1);
    one.say(&json!({ "op": "wish", "wish": "undo" })).await.unwrap();
    one.until_op("news").await.unwrap();
    catch_up(&mut one, &mut two).await.unwrap();
    assert!(one.is_awaited());
    assert_eq!(seals(&two).len(), 2, "his cards are in his hand again");
    // Ended like that: the orders that stand are not those that were sealed, and the proof says why.
    let log = resigned(&server, &id, &mut one).await;
    let verified = game("triplanes").verify_log(&log).unwrap();
    assert!(verified.ok, "{verified:?}");
    let chain = proof_of(&log)["chain"].clone();
    assert!(chain[0]["seal"]["orders"].is_array() && chain[1]["seal"]["count"] == 0, "{chain}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_fair_match_against_a_bot_begins_with_its_one_salt_and_is_played_again_with_another_pledge() {
    let server = Server::start().await;
    let wish = json!({ "setup": { "scenario": "simple-battle" }, "fair": true,
        "seats": [{ "kind": "open" }, { "kind": "bot", "bot": "random" }] });
    let (id, keys, _) = make_match(server.at, &wish).await.unwrap();
    let mut one = Player::join(server.at, &id, &keys[0]).await.unwrap();
    assert!(!one.is_awaited());
    one.vow(&vow(&id, SeatId(0), "")).await.unwrap();
    one.salt("").await.unwrap();
    one.until(|player, _| player.is_awaited()).await.unwrap();
    let pledge = one.welcome["fair"]["pledge"].clone();
    let log = resigned(&server, &id, &mut one).await;
    assert!(game("triplanes").verify_log(&log).unwrap().ok);
    one.say(&json!({ "op": "wish", "wish": "rematch" })).await.unwrap();
    let made = one.until_op("rematch").await.unwrap()["made"].clone();
    let (next, key) = (made["match"].as_str().unwrap(), made["keys"][0]["key"].as_str().unwrap());
    let again = Player::join(server.at, next, key).await.unwrap();
    assert_eq!(
        (&again.welcome["fair"]["begun"], &again.welcome["agreed"]["fair"]),
        (&json!(false), &json!(true))
    );
    assert_ne!(again.welcome["fair"]["pledge"], pledge);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_that_is_not_fair_takes_no_salt() {
    let server = Server::start().await;
    let (_, mut one, _two) = server.two(&battle()).await;
    assert_eq!(one.welcome["fair"], Value::Null);
    one.salt(ONE).await.unwrap();
    let error = one.until_op("error").await.unwrap();
    assert!(error["error"]["message"].as_str().unwrap().contains("were not pledged"), "{error}");
    one.vow(&vow("x", SeatId(0), ONE)).await.unwrap();
    let error = one.until_op("error").await.unwrap();
    assert!(error["error"]["message"].as_str().unwrap().contains("were not pledged"), "{error}");
    server.stop().await;
}

/// Whoever knows the secret and sees the others' salts could try his own until the dice suit him.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_chooses_his_salt_after_he_has_seen_another_one() {
    let server = Server::start().await;
    let (id, mut one, mut two) = server.two(&fair()).await;
    // A vow can be changed while nobody has shown anything, and nobody loses by it.
    two.vow(&vow(&id, SeatId(1), "02")).await.unwrap();
    two.vow(&vow(&id, SeatId(1), "03")).await.unwrap();
    one.until(|_, tell| tell["fair"]["vows"][1] == vow(&id, SeatId(1), "03")).await.unwrap();
    one.vow(&vow(&id, SeatId(0), ONE)).await.unwrap();
    one.salt(ONE).await.unwrap();
    two.until(|_, tell| tell["fair"]["salts"][0] == ONE).await.unwrap();
    for other in ["02", "04", ""] {
        two.salt(other).await.unwrap();
        assert!(error(&mut two).await.0.contains("that this seat has vowed"), "{other}");
    }
    // Nor does he get out of it: a bot in his place would be other dice, too.
    two.say(&json!({ "op": "wish", "wish": "hand_over" })).await.unwrap();
    assert!(error(&mut two).await.0.contains("when everybody has sat down"));
    // Whoever vows again now makes all draw again, before all eyes.
    two.vow(&vow(&id, SeatId(1), "05")).await.unwrap();
    let told = one.until(|_, tell| tell["fair"]["again"] == 1).await.unwrap()["fair"].clone();
    assert_eq!((&told["salts"], &told["vows"][0]), (&json!([null, null]), &Value::Null), "{told}");
    assert!(one.until_op("chat").await.unwrap()["line"]["text"].as_str().unwrap().contains("drawn again"));
    one.salt(ONE).await.unwrap();
    assert!(error(&mut one).await.0.contains("when everybody has vowed"));
    one.vow(&vow(&id, SeatId(0), "06")).await.unwrap();
    one.salt("06").await.unwrap();
    two.until(|_, tell| tell["fair"]["salts"][0] == "06").await.unwrap();
    two.salt("05").await.unwrap();
    one.until(|_, tell| tell["fair"]["begun"] == true).await.unwrap();
    let log = resigned(&server, &id, &mut one).await;
    assert_eq!(proof_of(&log)["salts"], json!(["06", "05"]));
    assert!(game("triplanes").verify_log(&log).unwrap().ok);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn another_ones_vow_can_not_be_kept_and_drawing_again_has_an_end() {
    let server = Server::start().await;
    let (id, mut one, mut two) = server.two(&fair()).await;
    let first = vow(&id, SeatId(0), ONE);
    two.vow(&first).await.unwrap();
    one.until(|_, tell| tell["fair"]["vows"][1].is_string()).await.unwrap();
    one.vow(&first).await.unwrap();
    one.salt(ONE).await.unwrap();
    two.until(|_, tell| tell["fair"]["salts"][0] == ONE).await.unwrap();
    two.salt(ONE).await.unwrap();
    assert!(error(&mut two).await.0.contains("that this seat has vowed"));
    for n in 0..20 {
        two.vow(&vow(&id, SeatId(1), &format!("{n:02x}"))).await.unwrap();
        one.until(|_, tell| tell["fair"]["again"] == n + 1).await.unwrap();
        one.vow(&first).await.unwrap();
        two.until(|_, tell| tell["fair"]["vows"][0].is_string()).await.unwrap();
    }
    two.vow(&first).await.unwrap();
    assert!(error(&mut two).await.0.contains("20 times at most"));
    server.stop().await;
}

/// Whoever has vowed may be away when the program is started again; so may whoever has shown his.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_vowed_and_shown_is_known_after_a_restart() {
    let place = Place::File(file("vowed"), Sync::Normal);
    let mut server = Server::at(place.clone()).await;
    let (id, mut one, mut two) = server.two(&fair()).await;
    let again = async |server: Server, one: &mut Player, two: &mut Player| {
        let told = one.welcome["fair"].clone();
        server.stop().await;
        let server = Server::at(place.clone()).await;
        for player in [&mut *one, &mut *two] {
            player.moved(server.at);
            player.come_back().await.unwrap();
        }
        assert_eq!(one.welcome["fair"]["pledge"], told["pledge"]);
        server
    };
    one.vow(&vow(&id, SeatId(0), "aa")).await.unwrap();
    two.vow(&vow(&id, SeatId(1), TWO)).await.unwrap();
    let both = |tell: &Value| [0, 1].iter().all(|seat| tell["fair"]["vows"][seat].is_string());
    one.until(|_, tell| both(tell)).await.unwrap();
    one.vow(&vow(&id, SeatId(0), ONE)).await.unwrap();
    one.until(|_, tell| tell["fair"]["again"] == 1).await.unwrap();
    catch_up(&mut one, &mut two).await.unwrap();
    server = again(server, &mut one, &mut two).await;
    assert_eq!(
        (&one.welcome["fair"]["again"], &one.welcome["fair"]["vows"]),
        (&json!(1), &json!([vow(&id, SeatId(0), ONE), null]))
    );
    two.vow(&vow(&id, SeatId(1), TWO)).await.unwrap();
    one.until(|_, tell| tell["fair"]["vows"][1].is_string()).await.unwrap();
    one.salt(ONE).await.unwrap();
    catch_up(&mut one, &mut two).await.unwrap();
    server = again(server, &mut one, &mut two).await;
    assert_eq!(two.welcome["fair"]["salts"], json!([ONE, null]));
    two.salt(TWO).await.unwrap();
    one.until(|player, _| player.is_awaited()).await.unwrap();
    catch_up(&mut one, &mut two).await.unwrap();
    let view = one.view.clone();
    server = again(server, &mut one, &mut two).await;
    assert_eq!((&one.view, &one.welcome["fair"]["begun"]), (&view, &json!(true)), "the same table");
    play_until(&mut one, &mut two, 2).await.unwrap();
    let log = resigned(&server, &id, &mut one).await;
    assert!(game("triplanes").verify_log(&log).unwrap().ok);
    server.stop().await;
}

/// Whoever is waited for and never comes must not hold the others for ever.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_that_somebody_does_not_let_begin_is_called_off_and_nobody_loses() {
    let place = Place::File(file("called-off"), Sync::Normal);
    let server = Server::at(place.clone()).await;
    let (id, mut one, mut two) = server.two(&fair()).await;
    one.vow(&vow(&id, SeatId(0), ONE)).await.unwrap();
    two.vow(&vow(&id, SeatId(1), TWO)).await.unwrap();
    one.until(|_, tell| tell["fair"]["vows"][1].is_string()).await.unwrap();
    one.salt(ONE).await.unwrap();
    two.until(|_, tell| tell["fair"]["salts"][0] == ONE).await.unwrap();
    one.say(&json!({ "op": "wish", "wish": "resign" })).await.unwrap();
    assert!(
        error(&mut one).await.0.contains("when everybody has sat down"),
        "nobody loses what has not begun"
    );
    one.say(&json!({ "op": "wish", "wish": "call_off" })).await.unwrap();
    two.until(|player, _| !player.over.is_null()).await.unwrap();
    let log = server.get(&format!("/api/matches/{id}/log"), two.key()).await.body;
    assert_eq!(
        (&two.over["winner"], &two.over["how"]),
        (&Value::Null, &json!("it was called off before it began"))
    );
    assert!(!log.contains("\"proof\""), "there is nothing to prove, and the secret stays one");
    two.salt(TWO).await.unwrap();
    assert!(error(&mut two).await.0.contains("is over"));
    let (over, key) = (two.over.clone(), two.key().to_owned());
    server.stop().await;
    let server = Server::at(place).await;
    assert_eq!(Player::join(server.at, &id, &key).await.unwrap().over, over);
    server.stop().await;
}

/// A match of an older program says nothing of a pledge, nor does its log.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_log_without_a_proof_is_loaded_and_carries_none() {
    let server = Server::start().await;
    let (id, mut one, mut two) = server.two(&battle()).await;
    play_until(&mut one, &mut two, 2).await.unwrap();
    let log = resigned(&server, &id, &mut one).await;
    assert!(!log.contains("\"proof\""));
    let verified = game("triplanes").verify_log(&log).unwrap();
    assert!(verified.ok && verified.proof.is_none());
    assert!(make_match(server.at, &json!({ "log": log, "hot_seat": true })).await.is_ok());
    server.stop().await;
}
