//! Storage that fails: what was acknowledged is there, and what is not there was not acknowledged. The disk that
//! fills up in earnest is `cargo xtask faults`.

use crate::common::{Server, battle, file, play_until};
use load::Player;
use load::proxy::Proxy;
use serde_json::{Value, json};
use server::storage::{ChatRow, MatchRow, Place, StepRow, Store, StoreError, Sync, Write};
use sqlx::{AssertSqlSafe, PgPool, SqlitePool};
use std::fs::OpenOptions;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

fn step(id: &str, n: i64) -> Write {
    Write::Step(StepRow {
        match_id: id.to_owned(),
        n,
        kind: "order".to_owned(),
        seat: 0,
        payload: "x".repeat(200),
        client_id: Some(format!("c{n}")),
        clocks: None,
        at: n,
        hash: None,
    })
}

fn chat(id: &str, n: i64) -> Write {
    let (name, body) = ("Ada".to_owned(), "Hello".to_owned());
    Write::Chat(ChatRow { match_id: id.to_owned(), n, seat: None, name, body, at: n })
}

async fn with_a_match(place: &Place) -> (Store, String) {
    let store = Store::open(place).await.unwrap();
    let id = format!("m-{}", server::secret::match_id());
    let row = MatchRow {
        id: id.clone(),
        game: "triplanes".to_owned(),
        scenario: String::new(),
        title: String::new(),
        base: String::new(),
        seats: String::new(),
        created: 1,
    };
    store.write(vec![Write::Match(row), step(&id, 0)]).await.unwrap();
    (store, id)
}

/// Somebody else at the same database.
enum Other {
    Sqlite(SqlitePool),
    Postgres(PgPool),
}

impl Other {
    async fn at(place: &Place) -> Self {
        match place {
            Place::File(file, _) => {
                Self::Sqlite(SqlitePool::connect(&format!("sqlite://{}", file.display())).await.unwrap())
            }
            Place::Postgres(url) => Self::Postgres(PgPool::connect(url).await.unwrap()),
            Place::Memory => unreachable!("memory has no other side"),
        }
    }

    async fn run(&self, sql: String) {
        let sql = AssertSqlSafe(sql);
        match self {
            Self::Sqlite(db) => drop(sqlx::raw_sql(sql).execute(db).await.unwrap()),
            Self::Postgres(db) => drop(sqlx::raw_sql(sql).execute(db).await.unwrap()),
        }
    }

    /// Steps of this match can not be written, the way they can not when the disk is full: SQLite rolls the whole
    /// transaction back by itself.
    async fn fill(&self, id: &str) {
        let name = trigger(id);
        self.run(match self {
            Self::Sqlite(_) => format!(
                "CREATE TRIGGER {name} BEFORE INSERT ON steps WHEN NEW.match_id = '{id}' \
                 BEGIN SELECT RAISE(ROLLBACK, 'database or disk is full'); END"
            ),
            Self::Postgres(_) => format!(
                "CREATE FUNCTION {name}() RETURNS trigger AS $$ BEGIN \
                 RAISE EXCEPTION 'no space left on device' USING ERRCODE = '53100'; END $$ LANGUAGE plpgsql; \
                 CREATE TRIGGER {name} BEFORE INSERT ON steps FOR EACH ROW WHEN (NEW.match_id = '{id}') \
                 EXECUTE FUNCTION {name}()"
            ),
        })
        .await;
    }

    async fn free(&self, id: &str) {
        let name = trigger(id);
        self.run(match self {
            Self::Sqlite(_) => format!("DROP TRIGGER {name}"),
            Self::Postgres(_) => format!("DROP TRIGGER {name} ON steps; DROP FUNCTION {name}()"),
        })
        .await;
    }

    async fn count(&self, id: &str) -> i64 {
        let sql = "SELECT COUNT(*) FROM steps WHERE match_id = $1";
        let (count,): (i64,) = match self {
            Self::Sqlite(db) => sqlx::query_as(sql).bind(id).fetch_one(db).await.unwrap(),
            Self::Postgres(db) => sqlx::query_as(sql).bind(id).fetch_one(db).await.unwrap(),
        };
        count
    }
}

fn trigger(id: &str) -> String {
    let letters: Vec<String> = id.bytes().map(|byte| format!("{byte:02x}")).collect();
    format!("full_{}", letters.concat())
}

async fn acknowledged_is_stored(place: Place) {
    let (store, id) = with_a_match(&place).await;
    let other = Other::at(&place).await;
    other.fill(&id).await;
    for n in 1..4 {
        let failed = store.write(vec![chat(&id, n), step(&id, n)]).await;
        assert!(matches!(failed, Err(StoreError::Sql(_))), "{failed:?}");
    }
    assert!(store.write(vec![step(&id, 1)]).await.is_err());
    other.free(&id).await;
    // A failure of another kind, in the middle of a transaction.
    for _ in 0..2 {
        let taken = store.write(vec![chat(&id, 9), step(&id, 0)]).await;
        assert!(matches!(taken, Err(StoreError::Taken)), "{taken:?}");
    }
    store.check().await.unwrap();

    let mut players = Vec::new();
    for player in 0..20 {
        let (store, id) = (store.clone(), id.clone());
        players.push(tokio::spawn(async move {
            for n in 0..10 {
                store.write(vec![step(&id, 1 + player * 10 + n)]).await.unwrap();
            }
        }));
    }
    for player in players {
        player.await.unwrap();
    }
    // Whoever else looks sees it now: not only when this program has stopped.
    assert_eq!(other.count(&id).await, 201);
    store.close().await;
    let again = Store::open(&place).await.unwrap();
    assert_eq!(again.steps(&id).await.unwrap().len(), 201);
    assert_eq!(again.chat(&id).await.unwrap().len(), 0, "what was refused is not there in part");
    again.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn after_a_full_disk_a_file_keeps_what_it_acknowledges() {
    acknowledged_is_stored(Place::File(file("faults"), Sync::Normal)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn after_a_full_disk_postgres_keeps_what_it_acknowledges() {
    let Ok(url) = std::env::var("HEATRAY_TEST_POSTGRES") else {
        eprintln!("PostgreSQL is NOT tested: HEATRAY_TEST_POSTGRES names no database");
        return;
    };
    acknowledged_is_stored(Place::Postgres(url)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn after_a_failure_the_journal_is_folded_so_that_it_does_not_fill_the_disk() {
    let path = file("folded");
    let place = Place::File(path.clone(), Sync::Normal);
    let (store, id) = with_a_match(&place).await;
    for n in 1..100 {
        store.write(vec![step(&id, n)]).await.unwrap();
    }
    assert!(store.write(vec![step(&id, 0)]).await.is_err());
    store.write(vec![step(&id, 100)]).await.unwrap();
    // The file alone, without its journal.
    let copy = path.with_extension("alone");
    std::fs::copy(&path, &copy).unwrap();
    let alone = Other::at(&Place::File(copy, Sync::Normal)).await;
    assert_eq!(alone.count(&id).await, 100);
    store.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_text_that_can_not_be_stored_does_not_spoil_the_others() {
    let (store, id) = with_a_match(&Place::Memory).await;
    let Write::Step(row) = step(&id, 1) else { unreachable!() };
    let spoiled = Write::Step(StepRow { payload: "a\0b".to_owned(), ..row });
    assert!(matches!(store.write(vec![spoiled]).await, Err(StoreError::Unfit)));
    store.write(vec![step(&id, 1)]).await.unwrap();
    assert_eq!(store.find_match("a\0b").await.unwrap(), None);
    assert_eq!(store.account("a\0b", "").await.unwrap(), None);
}

fn cut(path: &Path, length: u64) {
    OpenOptions::new().write(true).open(path).unwrap().set_len(length).unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_file_that_is_removed_or_cut_off_is_noticed_at_the_next_write() {
    type Harm = fn(&Path);
    let harms: [(&str, Harm); 4] = [
        ("removed", |path| std::fs::remove_file(path).unwrap()),
        ("replaced", |path| {
            let copy = path.with_extension("copy");
            std::fs::copy(path, &copy).unwrap();
            std::fs::rename(&copy, path).unwrap();
        }),
        ("cut", |path| cut(path, 4096)),
        ("journal", |path| std::fs::remove_file(format!("{}-wal", path.display())).unwrap()),
    ];
    for (name, harm) in harms {
        let path = file(&format!("lost-{name}"));
        let place = Place::File(path.clone(), Sync::Normal);
        let (store, id) = with_a_match(&place).await;
        // What another program tidies up is no loss.
        let other = Other::at(&place).await;
        other.run("PRAGMA wal_checkpoint(TRUNCATE)".to_owned()).await;
        store.write(vec![step(&id, 1)]).await.unwrap();
        harm(&path);
        let lost = store.write(vec![step(&id, 2)]).await;
        assert!(matches!(lost, Err(StoreError::Lost(_))), "{name}: {lost:?}");
        assert!(store.check().await.is_err(), "{name}");
        assert!(store.write(vec![step(&id, 3)]).await.is_err(), "{name}: it does not come back by itself");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_without_its_file_says_so_and_acknowledges_nothing() {
    let path = file("lost-server");
    let server = Server::at(Place::File(path.clone(), Sync::Normal)).await;
    let (_, mut one, _two) = server.two(&battle()).await;
    assert_eq!(server.get("/healthz", "").await.status, 200);
    std::fs::remove_file(&path).unwrap();
    let told = one.order(&json!({ "plan": { "vehicle": 0, "cards": [1, 2, 3] } })).await.unwrap();
    assert_eq!((&told["op"], &told["code"]), (&json!("refused"), &json!("internal")), "{told}");
    let health = server.get("/healthz", "").await;
    assert_eq!(health.status, 503);
    assert!(health.body.contains("was removed"), "{}", health.body);
    let made = server.post("/api/matches", "", &battle()).await;
    assert_eq!(made.json().unwrap()["error"]["code"], Value::from("internal"));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_is_well_only_while_what_it_writes_can_be_read_back() {
    let place = Place::File(file("pulse"), Sync::Normal);
    let server = Server::at(place.clone()).await;
    assert_eq!(server.get("/healthz", "").await.status, 200);
    let other = Other::at(&place).await;
    // Everything can still be read, and nothing written.
    for (name, full) in
        [("fails", "RAISE(ROLLBACK, 'database or disk is full')"), ("is_lost", "RAISE(IGNORE)")]
    {
        // Each has its own name: another connection may still know the one that is gone.
        let trigger = format!("CREATE TRIGGER {name} BEFORE INSERT ON pulse BEGIN SELECT {full}; END");
        other.run(trigger).await;
        let health = server.get("/healthz", "").await;
        assert_eq!(health.status, 503, "{full}");
        assert!(health.body.contains("nothing is stored"), "{}", health.body);
        other.run(format!("DROP TRIGGER {name}")).await;
        assert_eq!(server.get("/healthz", "").await.status, 200, "{full}");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_with_a_missing_step_is_refused_by_its_number() {
    let place = Place::File(file("gap"), Sync::Normal);
    let server = Server::at(place.clone()).await;
    let (id, keys, _) = load::http::make_match(server.at, &battle()).await.unwrap();
    server.stop().await;
    let store = Store::open(&place).await.unwrap();
    // The first step is the guest who sat down.
    for n in [1, 2, 4] {
        let Write::Step(row) = step(&id, n) else { unreachable!() };
        let name = StepRow { kind: "name".to_owned(), payload: format!("Ada {n}"), ..row };
        store.write(vec![Write::Step(name)]).await.unwrap();
    }
    store.close().await;
    let server = Server::at(place).await;
    let answer = server.get(&format!("/api/matches/{id}"), &keys[0]).await;
    assert_eq!(answer.status, 500);
    assert!(answer.body.contains("step 3 is missing"), "{}", answer.body);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_malformed_file_is_refused_at_the_start() {
    let path = file("malformed");
    let place = Place::File(path.clone(), Sync::Normal);
    let (store, id) = with_a_match(&place).await;
    for n in 1..400 {
        store.write(vec![step(&id, n)]).await.unwrap();
    }
    store.close().await;
    Store::open(&place).await.unwrap().close().await;
    let mut bytes = std::fs::read(&path).unwrap();
    let middle = bytes.len() / 2 / 4096 * 4096;
    bytes[middle..middle + 4096].fill(0xa5);
    std::fs::write(&path, bytes).unwrap();
    let refused = Store::open(&place).await.unwrap_err();
    assert!(matches!(refused, StoreError::Malformed(_)), "{refused}");
    assert!(refused.to_string().contains("expected a sound file"), "{refused}");
}

/// A file and its journal as they lie on the disk, the journal cut off after so many bytes.
fn crashed(path: &Path, length: usize) -> PathBuf {
    let copy = file("crashed");
    std::fs::copy(path, &copy).unwrap();
    let journal = std::fs::read(format!("{}-wal", path.display())).unwrap();
    std::fs::write(format!("{}-wal", copy.display()), &journal[..length.min(journal.len())]).unwrap();
    copy
}

/// The orders of a log, and whether it leads where it says.
fn orders_of(log: &str) -> (Vec<Value>, bool) {
    let lines = log.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let orders = lines.filter_map(|line| line.get("order").cloned()).collect();
    (orders, crate::common::game("triplanes").verify_log(log).unwrap().ok)
}

/// Whatever part of the last writes reached the disk: what is there is the beginning of the match, and it goes on.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_journal_that_is_cut_off_anywhere_leaves_the_beginning_of_a_match() {
    let path = file("torn");
    let server = Server::at(Place::File(path.clone(), Sync::Normal)).await;
    let wish = json!({ "setup": { "scenario": "simple-battle" }, "seed": 5, "hot_seat": true });
    let (id, mut one, mut two) = server.two(&wish).await;
    let keys = [one.key().to_owned(), two.key().to_owned()];
    let written = || {
        let journal = std::fs::read(format!("{}-wal", path.display())).unwrap();
        load::kills::pages_of(&journal).unwrap().0
    };
    let begun = written();
    play_until(&mut one, &mut two, 3).await.unwrap();
    let log = format!("/api/matches/{id}/log");
    let (given, _) = orders_of(&server.get(&log, &keys[0]).await.body);
    let whole = written();
    assert!(whole > begun, "the journal was begun anew in the middle: {begun}, {whole}");
    let mut found = Vec::new();
    // In the middle of what stood there before the first order (most of it the components), then at every sixth of what came
    // since, and some bytes less: in the head of a page, in its middle, at its end.
    let sixths = (0..=6).zip([0, 1, 24, 2000, 4096, 4119, 0]);
    let cuts = sixths.map(|(sixth, less)| begun + (whole - begun) * sixth / 6 - less);
    for (cut, length) in std::iter::once(begun / 2).chain(cuts).enumerate() {
        let copy = crashed(&path, length);
        let again = Server::at(Place::File(copy, Sync::Normal)).await;
        let told = again.get(&log, &keys[0]).await;
        if told.status == 404 {
            // Not even the match was written by then.
            found.push(0);
            again.stop().await;
            continue;
        }
        assert_eq!(told.status, 200, "cut {cut}: {}", told.body);
        let (orders, leads_there) = orders_of(&told.body);
        assert!(leads_there && given.starts_with(&orders), "cut {cut}: {orders:?}");
        found.push(orders.len());
        let mut one = Player::join(again.at, &id, &keys[0]).await.unwrap();
        let mut two = Player::join(again.at, &id, &keys[1]).await.unwrap();
        play_until(&mut one, &mut two, 4).await.unwrap();
        let (more, leads_there) = orders_of(&again.get(&log, &keys[0]).await.body);
        assert!(leads_there && more.len() > orders.len(), "cut {cut}: it goes on");
        again.stop().await;
    }
    assert!(found.is_sorted(), "more of the journal, more of the match: {found:?}");
    assert_eq!(*found.last().unwrap(), given.len(), "all of the journal, all of the match");
    assert!(
        found.iter().any(|orders| (1..given.len()).contains(orders)),
        "it was never cut in the middle: {found:?}"
    );
    server.stop().await;
}

/// A database that can not be reached for a while: nothing is acknowledged meanwhile, nothing is lost, and nobody has to do
/// anything but come back.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn postgres_goes_and_comes_back() {
    let Ok(url) = std::env::var("HEATRAY_TEST_POSTGRES") else {
        eprintln!("PostgreSQL is NOT tested: HEATRAY_TEST_POSTGRES names no database");
        return;
    };
    let (before, rest) = url.split_once('@').unwrap();
    let (host, name) = rest.split_once('/').unwrap();
    let way = Proxy::to(host.parse().unwrap()).await.unwrap();
    let server = Server::at(Place::Postgres(format!("{before}@{}/{name}", way.at))).await;
    let wish = json!({ "setup": { "scenario": "simple-battle" }, "seed": 5, "hot_seat": true });
    let (id, mut one, _two) = server.two(&wish).await;
    let plan = |cards: [u8; 3]| json!({ "plan": { "vehicle": 0, "cards": cards } });
    let mut given = vec![plan([1, 2, 3])];
    assert_eq!(one.order_as("first", &given[0]).await.unwrap()["op"], "ack");
    for (n, cards) in [[1, 1, 1], [2, 2, 2]].into_iter().enumerate() {
        let order = one.legal(&json!({ "within": { "plan": { "vehicle": 0 } }, "limit": 40 })).await.unwrap();
        let order = order.get(n + 7).cloned().unwrap_or_else(|| plan(cards));
        way.cut();
        let id = format!("again-{n}");
        let told = one.order_as(&id, &order).await.unwrap();
        assert_eq!((&told["op"], &told["code"]), (&json!("refused"), &json!("internal")), "{told}");
        assert_eq!(server.get("/healthz", "").await.status, 503);
        way.mend();
        let since = Instant::now();
        loop {
            one.come_back().await.unwrap();
            let told = one.order_as(&id, &order).await;
            if told.is_ok_and(|told| told["op"] == "ack") {
                break;
            }
            assert!(since.elapsed() < Duration::from_secs(60), "the server does not find its database again");
        }
        assert_eq!(server.get("/healthz", "").await.status, 200);
        given.push(order);
    }
    let key = one.key().to_owned();
    let log = server.get(&format!("/api/matches/{id}/log"), &key).await;
    assert_eq!(orders_of(&log.body), (given.clone(), true), "once each, in their turn");
    server.stop().await;
    let server = Server::at(Place::Postgres(url)).await;
    let log = server.get(&format!("/api/matches/{id}/log"), &key).await;
    assert_eq!(orders_of(&log.body), (given, true), "and they are stored");
    server.stop().await;
}
