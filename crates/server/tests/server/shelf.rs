//! What the home page is told of the games: cards, lessons, books, badges.

use crate::common::{Server, game};
use load::http::request;
use serde_json::{Value, json};
use server::Config;
use server::page::{Page, PageFile};
use server::storage::Place;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;
use table::{SetupRequest, Takes, Viewer};

fn scenarios(server: &Value, game: usize) -> Vec<Value> {
    server[game]["scenarios"].as_array().unwrap().clone()
}

/// A card shows the table as it lies when the match begins: with the pieces on it, where the game can deal them at once.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_picture_of_a_scenario_is_dealt() {
    let shelf = ["triplanes", "worlds"].map(game).to_vec();
    let server = Server::with(Config::new(shelf.clone(), Place::Memory)).await;
    let cards = server.get("/api/games", "").await.json().unwrap();
    let mut dealt = 0;
    for (index, game) in shelf.iter().enumerate() {
        for card in scenarios(&cards, index) {
            let id = card["id"].as_str().unwrap();
            let info = game.scenarios().into_iter().find(|info| info.id == id).unwrap();
            let can_be_dealt = info.options.iter().any(|option| {
                option.id == "setup" && option.takes != Takes::Text && option.takes.allows("quick")
            });
            let quick: &[(&str, &str)] = if can_be_dealt { &[("setup", "quick")] } else { &[] };
            let begun = game.new_match(&SetupRequest::of(id, quick), 7).unwrap();
            assert_eq!(card["picture"], begun.view(Viewer::Spectator), "{id}");
            let bare = game.new_match(&SetupRequest::of(id, &[]), 7).unwrap();
            dealt += usize::from(begun.view(Viewer::Spectator) != bare.view(Viewer::Spectator));
        }
    }
    assert!(dealt > 3, "{dealt} tables would be empty");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_one_can_play_alone_comes_first() {
    let server = Server::start().await;
    let cards = scenarios(&server.get("/api/games", "").await.json().unwrap(), 0);
    let alone = |card: &Value| {
        let options = card["options"].as_array().unwrap();
        options.iter().any(|option| option["id"] == "automated" && option["default"] == "on")
    };
    for card in &cards {
        assert_eq!(card["solo"], alone(card), "{}", card["id"]);
    }
    let first = cards.iter().take_while(|card| alone(card)).count();
    assert!(first > 0 && first < cards.len() && !cards[first..].iter().any(alone));
    server.stop().await;
}

/// The procedure plays where the scenario says so, however many seats somebody names before it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_names_his_own_seat_alone_still_plays_against_the_procedure() {
    let server = Server::start().await;
    let wish = json!({ "setup": { "scenario": "a-lonely-invader", "options": { "setup": "quick" } },
        "seats": [{ "kind": "human", "name": "Ada" }] });
    let made = server.post("/api/matches", "", &wish).await.json().unwrap();
    assert_eq!((made["keys"].as_array().unwrap().len(), &made["invitations"]), (1, &json!([])), "{made}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_game_has_its_own_lessons() {
    let entries = || games::GAMES.iter().filter(|entry| ["triplanes", "worlds"].contains(&entry.id));
    let mut config = Config::new(entries().map(|entry| (entry.plain)()).collect(), Place::Memory);
    config.lessons = entries()
        .flat_map(|entry| entry.lessons.iter())
        .map(|(file, text)| lessons::read(file, text).unwrap())
        .collect();
    let all: Vec<(String, String)> =
        config.lessons.iter().map(|lesson| (lesson.game.clone(), lesson.id.clone())).collect();
    assert!(all.len() > 2);
    let server = Server::with(config).await;
    let cards = server.get("/api/games", "").await.json().unwrap();
    let mut offered = Vec::new();
    for card in cards.as_array().unwrap() {
        for lesson in card["lessons"].as_array().unwrap() {
            let word = |value: &Value| value.as_str().unwrap().to_owned();
            offered.push((word(&card["game"]), word(&lesson["id"])));
            assert!(lesson["steps"].as_u64() > Some(1), "{lesson}");
        }
    }
    assert_eq!(offered, all);
    for (game, lesson) in &all {
        let path = |game: &str| format!("/api/games/{game}/lessons/{lesson}");
        let told = server.get(&path(game), "").await.json().unwrap();
        assert_eq!((&told["game"], &told["id"]), (&json!(game), &json!(lesson)));
        let other = if game == "triplanes" { "worlds" } else { "triplanes" };
        assert_eq!(server.get(&path(other), "").await.status, 404, "{lesson} of {other}");
    }
    assert_eq!(server.get("/api/games/triplanes/lessons/no-such", "").await.status, 404);
    server.stop().await;
}

/// A badge tells what was measured of this very scenario, under the rules that are played.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_card_has_the_badge_of_its_scenario_if_the_rules_are_the_same() {
    let plain = game("triplanes");
    let badge = |scenario: &str, rules: u32, wins: u32| {
        format!(
            "[[badge]]\nscenario = {scenario:?}\ncommand = \"c\"\nbots = [\"greedy\"]\nseed = 1\ndate = \"2026-11-18\"\n\
             rules = {rules}\ngames = 100\ndraws = 10\n\
             [[badge.side]]\nname = \"Earthlings\"\nwins = {wins}\nlow = 0.2\nhigh = 0.4\n\
             [[badge.side]]\nname = \"Martians\"\nwins = {}\nlow = 0.5\nhigh = 0.7\n",
            90 - wins
        )
    };
    let ids: Vec<String> = plain.scenarios().into_iter().map(|scenario| scenario.id).collect();
    let text = badge(&ids[0], plain.rules(), 31)
        + &badge(&ids[1], plain.rules() + 1, 32)
        + &badge(&ids[2], plain.rules(), 33);
    let files = plain.files().iter().map(|(name, old)| {
        (name.clone(), if name.ends_with("balance.toml") { text.clone() } else { old.clone() })
    });
    let mut files: Vec<(String, String)> = files.collect();
    if !files.iter().any(|(name, _)| name.ends_with("balance.toml")) {
        files.push(("balance.toml".to_owned(), text.clone()));
    }
    let server = Server::with(Config::new(vec![plain.with_files(files).unwrap()], Place::Memory)).await;
    let cards = scenarios(&server.get("/api/games", "").await.json().unwrap(), 0);
    let wins: BTreeMap<&str, Option<u64>> = cards
        .iter()
        .map(|card| (card["id"].as_str().unwrap(), card["balance"]["sides"][0]["wins"].as_u64()))
        .collect();
    for (index, id) in ids.iter().enumerate() {
        let expected = [Some(31), None, Some(33)].get(index).copied().flatten();
        assert_eq!(wins[id.as_str()], expected, "{id}");
    }
    server.stop().await;
}

/// A game without a rulebook is played, and there is nothing to read about it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_games_with_rules_have_books() {
    let shelf = vec![(games::EXAMPLES[0].plain)(), game("worlds"), game("triplanes")];
    let server = Server::with(Config::new(shelf, Place::Memory)).await;
    let cards = server.get("/api/games", "").await.json().unwrap();
    assert_eq!(cards.as_array().unwrap().len(), 3);
    let books = server.get("/api/books", "").await.json().unwrap();
    let named: Vec<&str> =
        books.as_array().unwrap().iter().map(|book| book["game"].as_str().unwrap()).collect();
    assert_eq!(named, ["worlds", "triplanes"]);
    for book in books.as_array().unwrap() {
        let game = book["game"].as_str().unwrap();
        let whole = server.get(&format!("/api/games/{game}/book"), "").await.json().unwrap();
        let titles: Vec<&Value> =
            whole["books"].as_array().unwrap().iter().map(|book| &book["title"]).collect();
        assert_eq!(titles, book["books"].as_array().unwrap().iter().collect::<Vec<_>>(), "{game}");
        assert_eq!(
            whole["scenarios"].as_array().unwrap().len(),
            self::game(game).scenarios().len(),
            "{game}"
        );
    }
    server.stop().await;
}

struct Forms;

impl Page for Forms {
    fn file(&self, path: &str) -> Option<PageFile> {
        let of = |bytes: &'static [u8]| Some(Cow::Borrowed(bytes));
        let (brotli, gzip) = match path {
            "index.html" => (of(b"brotli"), of(b"gzip")),
            "plain.txt" => (None, None),
            _ => return None,
        };
        let (kind, tag) = ("text/html".to_owned(), "t1".to_owned());
        Some(PageFile { plain: Cow::Borrowed(b"plain"), brotli, gzip, kind, tag })
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_file_comes_in_the_best_form_that_is_there_and_taken() {
    let mut config = Config::new(Vec::new(), Place::Memory);
    config.page = Some(Arc::new(Forms));
    let server = Server::with(config).await;
    for (path, accepts, body, encoding) in [
        ("/", "gzip, br", "brotli", Some("br")),
        ("/", "br;q=1.0", "brotli", Some("br")),
        ("/", "gzip", "gzip", Some("gzip")),
        ("/", "gzip, deflate", "gzip", Some("gzip")),
        ("/", "deflate", "plain", None),
        ("/plain.txt", "gzip, br", "plain", None),
    ] {
        let header = [format!("accept-encoding: {accepts}")];
        let answer = request(server.at, "GET", path, &header, None).await.unwrap();
        assert_eq!((&*answer.body, answer.header("content-encoding")), (body, encoding), "{path} {accepts}");
        assert_eq!(answer.header("vary"), Some("accept-encoding"));
    }
    let api = request(server.at, "GET", "/api/castle", &[], None).await.unwrap();
    assert!(api.body.contains("there is no route"), "{}", api.body);
    server.stop().await;
}
