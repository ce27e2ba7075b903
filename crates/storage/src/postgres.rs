//! PostgreSQL, by its URL.

use super::migrations::{Dialect, migrations};
use super::{Pool, StoreError};
use sqlx::postgres::PgPoolOptions;
use std::time::Duration;

/// A pool to read and a pool of one connection to write.
pub(super) async fn connect(url: &str) -> Result<(Pool, Pool), StoreError> {
    let write = pool(1).connect(url).await?;
    migrations(Dialect::Postgres).run(&write).await?;
    let read = pool(8).connect(url).await?;
    Ok((Pool::Postgres(read), Pool::Postgres(write)))
}

/// Who waits for longer than this is told that it failed.
fn pool(connections: u32) -> PgPoolOptions {
    PgPoolOptions::new().max_connections(connections).acquire_timeout(Duration::from_secs(5))
}
