//! PostgreSQL, by its URL.

use super::StoreError;
use super::migrations::{Dialect, migrations};
use super::nodes::{Members, Node};
use sqlx::postgres::PgPoolOptions;
use sqlx::{AssertSqlSafe, Executor, PgPool};
use std::sync::Arc;
use std::time::Duration;

/// Connections to one database.
pub(super) struct Connections {
    pub read: PgPool,
    /// One connection.
    pub write: PgPool,
    pub members: Arc<Members>,
}

pub(super) async fn connect(url: &str, node: &Node) -> Result<Connections, StoreError> {
    // Who stops in the middle of a transaction holds what he locked: not for longer than his lease.
    let patience = format!("SET idle_in_transaction_session_timeout = {}", node.lease.as_millis());
    let write = pool(1).after_connect(move |connection, _| {
        let patience = AssertSqlSafe(patience.clone());
        Box::pin(async move { connection.execute(patience).await.map(drop) })
    });
    let write = write.connect(url).await?;
    migrations(Dialect::Postgres).run(&write).await?;
    let read = pool(8).connect(url).await?;
    let members = Members::join(pool(1).connect(url).await?, read.clone(), node.clone()).await?;
    Ok(Connections { read, write, members })
}

/// Who waits for longer than this is told that it failed.
fn pool(connections: u32) -> PgPoolOptions {
    PgPoolOptions::new().max_connections(connections).acquire_timeout(Duration::from_secs(5))
}
