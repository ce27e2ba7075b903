//! The pen for a SQLite file. It writes on the thread of whoever writes: to hand a step to another thread and to be
//! woken by it costs more than the insert does.

use super::rows::Bind;
use super::{Sync, Write};
use rusqlite::types::{ToSql, ToSqlOutput, ValueRef};
use rusqlite::{Connection, Error, ErrorCode, OpenFlags, TransactionBehavior, params_from_iter};
use std::path::Path;
use std::time::Duration;
use tokio::task::block_in_place;

/// How long another program may keep the file to itself.
const PATIENCE: Duration = Duration::from_secs(10);
/// After about so many rows the journal is folded into the file, which waits for the disk.
const FOLD: usize = 1000;

#[derive(Debug)]
pub(super) struct Quill {
    connection: Connection,
    sync: Sync,
    /// Rows since the journal was folded.
    rows: usize,
}

impl ToSql for Bind<'_> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match self {
            Self::Int(Some(value)) => ValueRef::Integer(*value),
            Self::Text(Some(text)) => ValueRef::Text(text.as_bytes()),
            Self::Int(None) | Self::Text(None) => ValueRef::Null,
        }))
    }
}

impl Quill {
    /// Opens a file that is there: one that is gone must not be made anew. A journal that is left is folded: a disk may
    /// be full of nothing else, and then nothing could ever be written again.
    pub(super) fn open(file: &Path, sync: Sync) -> Result<Self, Error> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(file, flags)?;
        connection.busy_timeout(PATIENCE)?;
        connection.pragma_update(None, "foreign_keys", true)?;
        connection.pragma_update(
            None,
            "synchronous",
            match sync {
                Sync::Normal => "normal",
                Sync::Full => "full",
            },
        )?;
        connection.pragma_update(None, "wal_autocheckpoint", 0)?;
        connection.busy_timeout(Duration::ZERO)?;
        let quill = Self { connection, sync, rows: 0 };
        block_in_place(|| quill.fold());
        Ok(quill)
    }

    /// Writes all of these or none. Where that means to wait, for the disk or for another program, the other tasks of
    /// this thread go on elsewhere.
    pub(super) fn write(&mut self, writes: &[&Write]) -> Result<(), Error> {
        let written = match self.sync {
            Sync::Normal => self.commit(writes),
            Sync::Full => block_in_place(|| self.commit(writes)),
        };
        match written {
            Err(error) if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy) => {
                block_in_place(|| self.commit_patiently(writes))?;
            }
            written => written?,
        }
        self.rows += writes.iter().map(|write| write.weight()).sum::<usize>();
        if self.rows >= FOLD {
            self.rows = 0;
            block_in_place(|| self.fold());
        }
        Ok(())
    }

    fn commit(&mut self, writes: &[&Write]) -> Result<(), Error> {
        // One statement is its own transaction: no need to begin and to commit.
        if let [write] = writes {
            return insert(&self.connection, write);
        }
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        for write in writes {
            insert(&transaction, write)?;
        }
        transaction.commit()
    }

    fn commit_patiently(&mut self, writes: &[&Write]) -> Result<(), Error> {
        self.connection.busy_timeout(PATIENCE)?;
        let written = self.commit(writes);
        self.connection.busy_timeout(Duration::ZERO)?;
        written
    }

    /// Folds the journal into the file. What was committed is stored already: it can be done the next time.
    fn fold(&self) {
        if let Err(error) = self.connection.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(())) {
            tracing::warn!(%error, "the journal is not folded into the file");
        }
    }

    pub(super) fn close(self) -> Result<(), Error> {
        self.connection.close().map_err(|(_, error)| error)
    }
}

fn insert(connection: &Connection, write: &Write) -> Result<(), Error> {
    let (sql, binds) = write.statement();
    connection.prepare_cached(sql)?.execute(params_from_iter(binds))?;
    Ok(())
}

/// Whether a fresh connection finds the database in order.
pub(super) fn is_whole(file: &Path) -> Result<bool, Error> {
    let connection = Connection::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    connection.busy_timeout(PATIENCE)?;
    let found: String = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    Ok(found == "ok")
}
