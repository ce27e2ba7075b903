//! SQLite: a file in WAL mode, or nothing but memory.

use super::migrations::{Dialect, migrations};
use super::{Pool, StoreError};
use sqlx::SqlitePool;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use std::fs::{File, OpenOptions, TryLockError};
use std::path::Path;
use std::time::Duration;

/// Readers beside the one writer.
const READERS: u32 = 4;

/// Takes a file for this program alone, as long as what is returned is open. A second program would not see what this one
/// has in memory. The system gives it back when the program ends, in whatever way.
pub(super) fn lock(file: &Path) -> Result<File, StoreError> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder)?;
    // One file may have several names.
    let true_name = std::fs::canonicalize(file).or_else(|_| {
        Ok::<_, std::io::Error>(folder.canonicalize()?.join(file.file_name().unwrap_or_default()))
    })?;
    let mut name = true_name.into_os_string();
    // Beside the database: SQLite loses its own locks on a file when somebody else in the program closes it.
    name.push("-lock");
    let lock = OpenOptions::new().create(true).truncate(false).write(true).open(name)?;
    match lock.try_lock() {
        Ok(()) => Ok(lock),
        Err(TryLockError::WouldBlock) => Err(StoreError::InUse(file.to_path_buf())),
        Err(TryLockError::Error(error)) => Err(error.into()),
    }
}

/// Makes the file what it should be, and opens a pool to read it.
pub(super) async fn file(file: &Path) -> Result<Pool, StoreError> {
    let options = SqliteConnectOptions::new()
        .filename(file)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .busy_timeout(Duration::from_secs(10));
    let read = pool(READERS).connect_with(options).await?;
    sound(&read).await?;
    migrations(Dialect::Sqlite).run(&read).await?;
    Ok(Pool::Sqlite(read))
}

/// Refuses a file whose pages do not fit together: on it matches would go missing one by one, and nobody would know.
async fn sound(pool: &SqlitePool) -> Result<(), StoreError> {
    let found: Result<(String,), _> = sqlx::query_as("PRAGMA quick_check(1)").fetch_one(pool).await;
    match found {
        Ok((found,)) if found == "ok" => Ok(()),
        Ok((found,)) => Err(StoreError::Malformed(found.replace('\n', " "))),
        Err(sqlx::Error::Database(error)) => Err(StoreError::Malformed(error.to_string())),
        Err(error) => Err(error.into()),
    }
}

/// A file does not hang up: connections are kept, and not tried out before use.
fn pool(connections: u32) -> SqlitePoolOptions {
    SqlitePoolOptions::new()
        .max_connections(connections)
        .acquire_timeout(Duration::from_secs(5))
        .test_before_acquire(false)
        .idle_timeout(None)
        .max_lifetime(None)
}

/// One connection for all: the database is gone when it closes.
pub(super) async fn memory() -> Result<Pool, StoreError> {
    let pool: SqlitePool = pool(1).connect_with(SqliteConnectOptions::new().in_memory(true)).await?;
    migrations(Dialect::Sqlite).run(&pool).await?;
    Ok(Pool::Sqlite(pool))
}
