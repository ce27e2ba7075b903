//! One suite for all databases. PostgreSQL is tested where `HEATRAY_TEST_POSTGRES` names a database that may be
//! written to; `cargo xtask test` starts one.

use crate::common::{Server, battle, catch_up, file, play_until};
use load::Player;
use load::http::make_match;
use serde_json::json;
use server::storage::{
    AccountRow, ChatRow, MatchRow, PictureRow, Pictured, Place, StepRow, Store, StoreError, Sync, ToldRow,
    Write,
};

/// Databases outlive a test run: names must be new each time.
fn unique(name: &str) -> String {
    format!("{name}-{}", server::secret::match_id())
}

fn a_match(id: &str) -> MatchRow {
    MatchRow {
        id: id.to_owned(),
        game: "triplanes".to_owned(),
        scenario: "piave".to_owned(),
        title: "Tripods Across the Piave".to_owned(),
        base: "{\"ä\":\"'; DROP TABLE steps; --\"}".to_owned(),
        seats: "{}".to_owned(),
        created: 1_794_785_158_000,
    }
}

fn step(id: &str, n: i64, client: Option<&str>) -> StepRow {
    StepRow {
        match_id: id.to_owned(),
        n,
        kind: "order".to_owned(),
        seat: n % 2,
        payload: format!("{{\"n\":{n}}}"),
        client_id: client.map(str::to_owned),
        clocks: (n % 3 == 0).then(|| "[1,2]".to_owned()),
        at: 7 + n,
        hash: (n % 2 == 0).then_some(i64::MIN + n),
    }
}

async fn suite(place: Place) {
    let store = Store::open(&place).await.unwrap();
    store.check().await.unwrap();
    let id = unique("m");
    assert_eq!(store.find_match(&id).await.unwrap(), None);
    store.write(vec![Write::Match(a_match(&id)), Write::Step(step(&id, 0, Some("a")))]).await.unwrap();
    assert_eq!(store.find_match(&id).await.unwrap(), Some(a_match(&id)));
    assert!(matches!(store.write(vec![Write::Match(a_match(&id))]).await, Err(StoreError::Taken)));

    // Steps of the same number are there once: whoever has not read the last one can not write the next.
    assert!(matches!(store.write(vec![Write::Step(step(&id, 0, None))]).await, Err(StoreError::Taken)));
    store.write(vec![Write::Step(step(&id, 1, Some("a")))]).await.unwrap();

    // Many at once: those that can not be written do not take the others down.
    let mut jobs = Vec::new();
    // Every fiftieth is there already.
    let spoiled = (2..202).flat_map(|n| if n % 50 == 0 { vec![n, 0] } else { vec![n] });
    for n in spoiled {
        let (store, row) = (store.clone(), step(&id, n, None));
        jobs.push(tokio::spawn(async move { store.write(vec![Write::Step(row)]).await.is_ok() }));
    }
    let mut fine = 0;
    for job in jobs {
        fine += usize::from(job.await.unwrap());
    }
    assert_eq!(fine, 200);
    let steps = store.steps(&id).await.unwrap();
    assert_eq!(steps.len(), 202);
    assert_eq!(steps[0], step(&id, 0, Some("a")));
    assert!(steps.iter().enumerate().all(|(n, step)| step.n == n as i64));
    // All or nothing.
    let both = vec![Write::Step(step(&id, 202, None)), Write::Step(step(&id, 5, None))];
    assert!(store.write(both).await.is_err());
    assert_eq!(store.steps(&id).await.unwrap().len(), 202);

    let line = ChatRow {
        match_id: id.clone(),
        n: 0,
        seat: None,
        name: "Spectator".to_owned(),
        body: "Grüße \u{1f680} 'quoted'".to_owned(),
        at: 9,
    };
    store.write(vec![Write::Chat(line.clone())]).await.unwrap();
    assert_eq!(store.chat(&id).await.unwrap(), [line]);

    // Components are there once: who comes with the same hash again changes nothing.
    let hash = unique("h");
    assert_eq!(store.content("triplanes", &hash).await.unwrap(), None);
    for files in ["[[\"a.toml\",\"x = 1\"]]", "[]"] {
        let (game, hash, files) = ("triplanes".to_owned(), hash.clone(), files.to_owned());
        store.write(vec![Write::Content { game, hash, files }]).await.unwrap();
    }
    let kept = store.content("triplanes", &hash).await.unwrap();
    assert_eq!(kept.as_deref(), Some("[[\"a.toml\",\"x = 1\"]]"));
    assert_eq!(store.content("worlds", &hash).await.unwrap(), None);

    // Of pictures the last one counts, whoever comes late with an older one; of what was told each piece stays.
    assert_eq!(store.picture(&id).await.unwrap(), None);
    for (step, body) in [(7, "first"), (9, "second"), (8, "late"), (9, "again")] {
        let (match_id, body) = (id.clone(), body.to_owned());
        let told = Write::Told(ToldRow { match_id: id.clone(), step, body: body.clone() });
        let at = Pictured { step, hash: -step };
        store.write(vec![told, Write::Picture(PictureRow { match_id, at, body })]).await.unwrap();
    }
    let last = store.picture(&id).await.unwrap().unwrap();
    assert_eq!((last.at, last.body.as_str()), (Pictured { step: 9, hash: -9 }, "again"));
    assert_eq!(store.pictured(&id).await.unwrap(), Some(last.at));
    let told = store.told(&id).await.unwrap();
    let told: Vec<_> = told.iter().map(|piece| (piece.step, piece.body.as_str())).collect();
    assert_eq!(told, [(7, "first"), (8, "late"), (9, "second")]);

    let name = unique("Ada");
    let row = AccountRow {
        id: unique("a"),
        name: name.clone(),
        looks: name.to_lowercase(),
        password: "hash".to_owned(),
        created: 1,
    };
    store.write(vec![Write::Account(row.clone())]).await.unwrap();
    assert_eq!(store.account(&name.to_uppercase(), "").await.unwrap(), Some(row.clone()));
    let token = unique("t");
    let session = Write::Session { token: token.clone(), account: row.id.clone(), expires: 100 };
    store.write(vec![session]).await.unwrap();
    assert_eq!(store.session(&token, 99).await.unwrap(), Some((row.id.clone(), name)));
    assert_eq!(store.session(&token, 100).await.unwrap(), None);
    for seat in [1, 0, 1] {
        let keep = Write::Keep { account: row.id.clone(), match_id: id.clone(), seat, at: 5 };
        store.write(vec![keep]).await.unwrap();
    }
    assert_eq!(store.kept(&row.id).await.unwrap(), [(id.clone(), 0), (id.clone(), 1)]);
    assert_eq!(store.kept_seat(&row.id, &id).await.unwrap(), Some(0));
    store.write(vec![Write::OldSessions { now: 100 }]).await.unwrap();
    assert_eq!(store.session(&token, 1).await.unwrap(), None);
    store.close().await;
    assert!(matches!(store.write(vec![Write::OldSessions { now: 1 }]).await, Err(StoreError::Stopping)));

    if place != Place::Memory {
        let again = Store::open(&place).await.unwrap();
        assert_eq!(again.steps(&id).await.unwrap().len(), 202, "it is still there");
        again.close().await;
    }
}

/// A whole match over a restart.
async fn match_over_a_restart(place: Place) {
    let server = Server::at(place.clone()).await;
    let (id, keys, _) = make_match(server.at, &battle()).await.unwrap();
    let mut one = Player::join(server.at, &id, &keys[0]).await.unwrap();
    let mut two = Player::join(server.at, &id, &keys[1]).await.unwrap();
    play_until(&mut one, &mut two, 3).await.unwrap();
    one.say(&json!({ "op": "wish", "wish": "undo" })).await.unwrap();
    catch_up(&mut one, &mut two).await.unwrap();
    two.say(&json!({ "op": "wish", "wish": "allow_undo" })).await.unwrap();
    catch_up(&mut one, &mut two).await.unwrap();
    catch_up(&mut two, &mut one).await.unwrap();
    server.stop().await;
    let server = Server::at(place).await;
    let fresh = Player::join(server.at, &id, &keys[0]).await.unwrap();
    assert_eq!((&fresh.events, &fresh.view, fresh.voids), (&one.events, &one.view, one.voids));
    assert!(fresh.voids > 0);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn memory() {
    suite(Place::Memory).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_file() {
    suite(Place::File(file("suite"), Sync::Normal)).await;
    suite(Place::File(file("suite-full"), Sync::Full)).await;
    match_over_a_restart(Place::File(file("restarted"), Sync::Normal)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn postgres() {
    let Ok(url) = std::env::var("HEATRAY_TEST_POSTGRES") else {
        eprintln!("PostgreSQL is NOT tested: HEATRAY_TEST_POSTGRES names no database");
        return;
    };
    suite(Place::Postgres(url.clone())).await;
    match_over_a_restart(Place::Postgres(url)).await;
}
