//! What a site is made of is what a server answers.

use crate::common::{Server, games};
use server::storage::Place;
use server::{App, Config, site};

#[tokio::test(flavor = "multi_thread")]
async fn every_file_of_a_site_is_the_answer_of_its_route() {
    let app = App::new(Config::new(games(), Place::Memory)).await.unwrap();
    let files = site::files(&app).await.unwrap();
    let server = Server::start().await;
    let mut asked = 0;
    for (file, text) in &files {
        let written: serde_json::Value = serde_json::from_slice(text).unwrap();
        let path = file.strip_suffix(".json").unwrap();
        // A server gives its rules one by one.
        if path == "api/rules" {
            let rules = written.as_array().unwrap();
            assert!(rules.len() > 500, "{} entries", rules.len());
            for rule in rules.iter().step_by(97) {
                let one = server.get(&format!("/api/rules/{}", rule["id"].as_str().unwrap()), "").await;
                assert_eq!(&one.json().unwrap(), rule);
            }
            continue;
        }
        let answer = server.get(&format!("/{path}"), "").await;
        assert_eq!((answer.status, answer.json().unwrap()), (200, written), "{path}");
        asked += 1;
    }
    assert_eq!(asked, 2 + 2 * games().len(), "shelf, books, and of each game its components and its book");
    server.stop().await;
}
