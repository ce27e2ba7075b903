//! Three programs at one PostgreSQL with people at work: one is killed, one is stopped for longer than its lease. And two
//! programs at one file.

use load::Program;
use load::nodes::{Nodes, gather, judge};
use sqlx::{AssertSqlSafe, PgPool};
use std::path::Path;
use std::process::Command;
use std::time::Duration;

const BINARY: &str = env!("CARGO_BIN_EXE_heatray");
const LEASE: Duration = Duration::from_secs(1);
const MATCHES: usize = 9;
/// Orders in every match before and after something happens.
const ORDERS: usize = 5;

/// A database that nobody else uses, where there is a PostgreSQL.
async fn database(name: &str) -> Option<String> {
    let Ok(url) = std::env::var("HEATRAY_TEST_POSTGRES") else {
        eprintln!("PostgreSQL is NOT tested: HEATRAY_TEST_POSTGRES names no database");
        return None;
    };
    let db = PgPool::connect(&url).await.unwrap();
    for sql in [format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)"), format!("CREATE DATABASE {name}")] {
        sqlx::raw_sql(AssertSqlSafe(sql)).execute(&db).await.unwrap();
    }
    db.close().await;
    Some(format!("{}/{name}", url.rsplit_once('/').unwrap().0))
}

/// How many matches the node has that is reached there.
async fn leases(url: &str, address: &str) -> i64 {
    let db = PgPool::connect(url).await.unwrap();
    let sql = "SELECT count(*) FROM leases JOIN nodes ON nodes.id = leases.node WHERE address = $1";
    let (count,): (i64,) = sqlx::query_as(sql).bind(address).fetch_one(&db).await.unwrap();
    db.close().await;
    count
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn people_go_on_at_the_other_nodes_when_one_is_killed() {
    let Some(url) = database("program_killed").await else { return };
    let mut nodes = Nodes::start(BINARY.into(), &url, LEASE).await.unwrap();
    let addresses = nodes.addresses.clone();
    let (company, seats) = gather(&addresses, MATCHES).await.unwrap();
    company.all_go_on(ORDERS).await.unwrap();
    assert!(leases(&url, &addresses[0].to_string()).await > 0, "it has matches to lose");
    nodes.kill(0).await.unwrap();
    company.all_go_on(ORDERS).await.unwrap();
    nodes.revive(0).await.unwrap();
    company.all_go_on(ORDERS).await.unwrap();
    company.stop();
    let done = judge(&company, &addresses, seats).await.unwrap();
    assert!(done >= 3 * ORDERS * MATCHES, "{done}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_that_slept_beyond_its_lease_changes_nothing_when_it_wakes() {
    let Some(url) = database("program_stopped").await else { return };
    let nodes = Nodes::start(BINARY.into(), &url, LEASE).await.unwrap();
    let addresses = nodes.addresses.clone();
    let (company, seats) = gather(&addresses, MATCHES).await.unwrap();
    company.all_go_on(ORDERS).await.unwrap();
    assert!(leases(&url, &addresses[1].to_string()).await > 0, "it has matches to lose");
    nodes.signal(1, "STOP").unwrap();
    company.all_go_on(ORDERS).await.unwrap();
    assert_eq!(leases(&url, &addresses[1].to_string()).await, 0, "others have all that it had");
    // What its clients had sent it lies there to be read: orders that they have given elsewhere meanwhile.
    nodes.signal(1, "CONT").unwrap();
    company.all_go_on(ORDERS).await.unwrap();
    company.stop();
    let done = judge(&company, &addresses, seats).await.unwrap();
    assert!(done >= 3 * ORDERS * MATCHES, "{done}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_second_program_at_a_file_is_refused_and_a_killed_one_leaves_it_free() {
    let db = Path::new(env!("CARGO_TARGET_TMPDIR")).join("two-programs.db");
    let db = db.to_str().unwrap();
    let binary = Path::new(BINARY);
    let first = Program::start(binary, &["--port", "0", "--db", db]).await.unwrap();
    let second =
        Command::new(BINARY).args(["serve", "--no-open", "--port", "0", "--db", db]).output().unwrap();
    assert!(!second.status.success());
    let words = String::from_utf8_lossy(&second.stderr).into_owned();
    assert!(words.contains(db) && words.contains("in use by another program"), "{words}");
    first.kill().await.unwrap();
    let third = Program::start(binary, &["--port", "0", "--db", db]).await.unwrap();
    third.kill().await.unwrap();
}
