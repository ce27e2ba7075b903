//! PostgreSQL, by its URL.

use super::migrations::migrations;
use super::{Pool, StoreError};
use sqlx::postgres::PgPoolOptions;

/// A pool to read and a pool of one connection to write.
pub(super) async fn connect(url: &str) -> Result<(Pool, Pool), StoreError> {
    let write = PgPoolOptions::new().max_connections(1).connect(url).await?;
    migrations().run(&write).await?;
    let read = PgPoolOptions::new().max_connections(8).connect(url).await?;
    Ok((Pool::Postgres(read), Pool::Postgres(write)))
}
