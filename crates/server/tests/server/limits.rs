//! Those who want too much: each is told so in a sentence, and what others want is done.

use crate::common::Server;
use load::http::request;
use serde_json::json;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_flood_of_passwords_is_told_to_come_again() {
    let server = Server::start().await;
    let mut tasks = Vec::new();
    for n in 0..120 {
        let at = server.at;
        tasks.push(tokio::spawn(async move {
            let wrong = json!({ "name": format!("Eve{n}"), "password": "difference" });
            request(at, "POST", "/api/sessions", &[], Some(&wrong)).await.unwrap()
        }));
    }
    assert_eq!(server.get("/healthz", "").await.status, 200);
    let (mut looked_at, mut sent_away) = (0, 0);
    for task in tasks {
        let answer = task.await.unwrap();
        match answer.status {
            403 => looked_at += 1,
            429 => {
                assert!(answer.body.contains("try again in a moment"), "{}", answer.body);
                sent_away += 1;
            }
            _ => panic!("{}", answer.body),
        }
    }
    assert!(looked_at >= 32 && sent_away > 0, "{looked_at} looked at, {sent_away} sent away");
    let right = json!({ "name": "Ada", "password": "analytical" });
    assert_eq!(server.post("/api/accounts", "", &right).await.status, 200, "and then it is quiet again");
    server.stop().await;
}
