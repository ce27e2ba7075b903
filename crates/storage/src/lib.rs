//! What outlives the program: matches, their steps, chat, accounts. One schema for SQLite and PostgreSQL.
//!
//! Everything that is written goes through one task, the [`Scribe`](scribe): it collects what all matches want
//! to append and commits it in one transaction. An append that has returned is durable.

mod migrations;
mod postgres;
mod quill;
mod rows;
mod scribe;
mod sqlite;
mod watch;

use rusqlite::ffi::{SQLITE_CONSTRAINT_PRIMARYKEY, SQLITE_CONSTRAINT_UNIQUE};
use scribe::{Inkwell, Scribe};
use sqlx::{PgPool, SqlitePool};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// How hard SQLite tries before it calls something durable.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sync {
    /// Survives the end of the program at any moment; a power cut may cost the last moments.
    #[default]
    Normal,
    /// Survives a power cut, and waits for the disk with every commit.
    Full,
}

/// Where the matches are kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// Nowhere: they end with the program.
    Memory,
    File(PathBuf, Sync),
    Postgres(String),
}

#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    #[error("the database: {0}")]
    Sql(#[from] SqlError),
    #[error("the database's schema: {0}")]
    Schema(#[from] sqlx::migrate::MigrateError),
    #[error("the folder of the database: {0}")]
    Folder(#[from] std::io::Error),
    #[error("that is there already")]
    Taken,
    /// Nothing is stored any more until the program starts again.
    #[error("the database is lost: {0}")]
    Lost(String),
    #[error("the database is malformed ({0}); expected a sound file: put a copy of it in its place")]
    Malformed(String),
    #[error("what was written can not be read back")]
    Unread,
    #[error("a text with a NUL can not be stored")]
    Unfit,
    #[error("the program is about to stop")]
    Stopping,
}

/// What a database says that fails, through either of its doors.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub enum SqlError {
    Sqlx(#[from] sqlx::Error),
    Sqlite(#[from] rusqlite::Error),
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        Self::Sql(error.into())
    }
}

impl SqlError {
    /// Something of that name is there already.
    fn is_taken(&self) -> bool {
        match self {
            Self::Sqlx(sqlx::Error::Database(error)) => error.is_unique_violation(),
            Self::Sqlx(_) => false,
            Self::Sqlite(error) => error.sqlite_error().is_some_and(|error| {
                matches!(error.extended_code, SQLITE_CONSTRAINT_UNIQUE | SQLITE_CONSTRAINT_PRIMARYKEY)
            }),
        }
    }

    /// It was not the storage that failed, but what was to be stored.
    fn is_about_values(&self) -> bool {
        // SQLite: 18 is a size, 19 a constraint, 20 a mismatch.
        let of_sqlite = |code: i32| matches!(code & 0xff, 18..=20);
        match self {
            Self::Sqlx(sqlx::Error::Database(error)) => {
                // PostgreSQL: 22 is about values, 23 about constraints.
                let code = error.code().unwrap_or_default();
                if code.len() == 5 {
                    ["22", "23"].iter().any(|class| code.starts_with(class))
                } else {
                    code.parse().is_ok_and(of_sqlite)
                }
            }
            Self::Sqlx(_) => false,
            Self::Sqlite(error) => error.sqlite_error().is_some_and(|error| of_sqlite(error.extended_code)),
        }
    }
}

/// A match as it began.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchRow {
    pub id: String,
    pub game: String,
    pub scenario: String,
    pub title: String,
    /// A log without its footer.
    pub base: String,
    /// JSON: who sits where.
    pub seats: String,
    pub created: i64,
    /// JSON: what each viewer was told before the first step. Programs before decision 31 did not keep it.
    pub told: Option<String>,
}

/// Something that changed a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepRow {
    pub match_id: String,
    pub n: i64,
    pub kind: String,
    pub seat: i64,
    pub payload: String,
    pub client_id: Option<String>,
    pub clocks: Option<String>,
    pub at: i64,
    /// The hash of the state that it led to.
    pub hash: Option<i64>,
    /// JSON: what each viewer was told of it.
    pub told: Option<String>,
}

/// The table of a match as everybody saw it last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PictureRow {
    pub match_id: String,
    /// How many steps had been taken.
    pub step: i64,
    pub body: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChatRow {
    pub match_id: String,
    pub n: i64,
    pub seat: Option<i64>,
    pub name: String,
    pub body: String,
    pub at: i64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccountRow {
    pub id: String,
    pub name: String,
    /// What the name looks like: two people may not look the same.
    pub looks: String,
    pub password: String,
    pub created: i64,
}

/// One thing to write.
#[derive(Clone, Debug)]
pub enum Write {
    Match(MatchRow),
    Step(StepRow),
    Chat(ChatRow),
    Account(AccountRow),
    /// The components of a game; those that are there stay.
    Content {
        game: String,
        hash: String,
        files: String,
    },
    /// In place of the last one of its match.
    Picture(PictureRow),
    Session {
        token: String,
        account: String,
        expires: i64,
    },
    EndSession {
        token: String,
    },
    /// Written and read back, to see whether that can be done.
    Pulse {
        beat: i64,
    },
    /// Forgets sessions that expired before this moment.
    OldSessions {
        now: i64,
    },
    Keep {
        account: String,
        match_id: String,
        seat: i64,
        at: i64,
    },
}

/// The databases that this speaks to.
#[derive(Clone, Debug)]
enum Pool {
    Sqlite(SqlitePool),
    Postgres(PgPool),
}

/// Compiles one piece of code for each kind of database.
macro_rules! on {
    ($pool:expr, $db:ident => $body:expr) => {
        match $pool {
            $crate::Pool::Sqlite($db) => $body,
            $crate::Pool::Postgres($db) => $body,
        }
    };
}
use on;

type StepTuple = (i64, String, i64, String, Option<String>, Option<String>, i64, Option<i64>, Option<String>);
type MatchTuple = (String, String, String, String, String, String, i64, Option<String>);

/// The door to the database.
#[derive(Clone, Debug)]
pub struct Store {
    read: Pool,
    scribe: Scribe,
    beats: Arc<AtomicI64>,
}

impl Store {
    /// Opens or makes the database and brings its schema up to date.
    pub async fn open(place: &Place) -> Result<Self, StoreError> {
        Self::open_counted(place, |_| {}).await
    }

    /// The same; tells of each commit how many jobs shared it.
    pub async fn open_counted(place: &Place, count: fn(usize)) -> Result<Self, StoreError> {
        let (read, ink) = match place {
            Place::Memory => {
                let pool = sqlite::memory().await?;
                (pool.clone(), Inkwell::Pool(pool))
            }
            Place::File(file, sync) => (sqlite::file(file).await?, Inkwell::File(file.clone(), *sync)),
            Place::Postgres(url) => {
                let (read, write) = postgres::connect(url).await?;
                (read, Inkwell::Pool(write))
            }
        };
        let watch = match place {
            Place::File(file, _) => Some(watch::Watch::new(file)),
            Place::Memory | Place::Postgres(_) => None,
        };
        let shared = *place == Place::Memory;
        let beats = Arc::new(AtomicI64::new(first_beat()));
        let scribe = Scribe::start(ink, read.clone(), watch, shared, Arc::clone(&beats), count);
        Ok(Self { read, scribe, beats })
    }

    /// Writes all of these or none, and returns when they are durable.
    pub async fn write(&self, writes: Vec<Write>) -> Result<(), StoreError> {
        if writes.iter().any(Write::has_nul) {
            return Err(StoreError::Unfit);
        }
        self.scribe.write(writes).await
    }

    /// Writes what is still waiting, and closes the database.
    pub async fn close(&self) {
        self.scribe.stop().await;
        on!(&self.read, db => db.close().await);
    }

    /// Writes something and reads it back: an answer alone would not tell whether orders are stored.
    pub async fn check(&self) -> Result<(), StoreError> {
        let beat = self.beats.fetch_add(1, Ordering::Relaxed);
        let check = async {
            self.write(vec![Write::Pulse { beat }]).await?;
            read_back(&self.read, beat).await
        };
        tokio::time::timeout(PATIENCE, check).await.unwrap_or(Err(StoreError::Unread))
    }

    pub async fn find_match(&self, id: &str) -> Result<Option<MatchRow>, StoreError> {
        if id.contains('\0') {
            return Ok(None);
        }
        let sql = "SELECT id, game, scenario, title, base, seats, created, told FROM matches WHERE id = $1";
        let row: Option<MatchTuple> =
            on!(&self.read, db => sqlx::query_as(sql).bind(id).fetch_optional(db).await?);
        Ok(row.map(|(id, game, scenario, title, base, seats, created, told)| MatchRow {
            id,
            game,
            scenario,
            title,
            base,
            seats,
            created,
            told,
        }))
    }

    pub async fn steps(&self, match_id: &str) -> Result<Vec<StepRow>, StoreError> {
        if match_id.contains('\0') {
            return Ok(Vec::new());
        }
        let sql = "SELECT n, kind, seat, payload, client_id, clocks, at, hash, told FROM steps \
                   WHERE match_id = $1 ORDER BY n";
        let rows: Vec<StepTuple> =
            on!(&self.read, db => sqlx::query_as(sql).bind(match_id).fetch_all(db).await?);
        let row = |(n, kind, seat, payload, client_id, clocks, at, hash, told)| StepRow {
            match_id: match_id.to_owned(),
            n,
            kind,
            seat,
            payload,
            client_id,
            clocks,
            at,
            hash,
            told,
        };
        Ok(rows.into_iter().map(row).collect())
    }

    /// The files of the components of a game that this hash names, as they were written.
    pub async fn content(&self, game: &str, hash: &str) -> Result<Option<String>, StoreError> {
        let sql = "SELECT files FROM contents WHERE game = $1 AND hash = $2";
        let row: Option<(String,)> =
            on!(&self.read, db => sqlx::query_as(sql).bind(game).bind(hash).fetch_optional(db).await?);
        Ok(row.map(|(files,)| files))
    }

    /// The last picture of a match.
    pub async fn picture(&self, match_id: &str) -> Result<Option<PictureRow>, StoreError> {
        let sql = "SELECT step, body FROM pictures WHERE match_id = $1";
        let row: Option<(i64, String)> =
            on!(&self.read, db => sqlx::query_as(sql).bind(match_id).fetch_optional(db).await?);
        Ok(row.map(|(step, body)| PictureRow { match_id: match_id.to_owned(), step, body }))
    }

    pub async fn chat(&self, match_id: &str) -> Result<Vec<ChatRow>, StoreError> {
        if match_id.contains('\0') {
            return Ok(Vec::new());
        }
        let sql = "SELECT n, seat, name, body, at FROM chat WHERE match_id = $1 ORDER BY n";
        let rows: Vec<(i64, Option<i64>, String, String, i64)> =
            on!(&self.read, db => sqlx::query_as(sql).bind(match_id).fetch_all(db).await?);
        let row =
            |(n, seat, name, body, at)| ChatRow { match_id: match_id.to_owned(), n, seat, name, body, at };
        Ok(rows.into_iter().map(row).collect())
    }

    /// The account of this name, in capital or small letters.
    pub async fn account(&self, name: &str, looks: &str) -> Result<Option<AccountRow>, StoreError> {
        let rows = self.accounts_like(name, looks).await?;
        Ok(rows.into_iter().find(|row| row.name.to_lowercase() == name.to_lowercase()))
    }

    /// Whether somebody has this name, or looks like it.
    pub async fn is_taken(&self, name: &str, looks: &str) -> Result<bool, StoreError> {
        Ok(!self.accounts_like(name, looks).await?.is_empty())
    }

    /// Accounts of the first releases are kept by their names in small letters, later ones by their looks.
    async fn accounts_like(&self, name: &str, looks: &str) -> Result<Vec<AccountRow>, StoreError> {
        if name.contains('\0') {
            return Ok(Vec::new());
        }
        let sql = "SELECT id, name, folded, password, created FROM accounts WHERE folded = $1 OR folded = $2";
        let rows: Vec<(String, String, String, String, i64)> = on!(&self.read, db => sqlx::query_as(sql).bind(name.to_lowercase()).bind(looks).fetch_all(db).await?);
        let row = |(id, name, looks, password, created)| AccountRow { id, name, looks, password, created };
        Ok(rows.into_iter().map(row).collect())
    }

    /// The account of a session that has not expired: id and name.
    pub async fn session(&self, token: &str, now: i64) -> Result<Option<(String, String)>, StoreError> {
        let sql = "SELECT accounts.id, accounts.name FROM sessions \
                   JOIN accounts ON accounts.id = sessions.account \
                   WHERE sessions.token = $1 AND sessions.expires > $2";
        Ok(on!(&self.read, db => sqlx::query_as(sql).bind(token).bind(now).fetch_optional(db).await?))
    }

    /// The matches that an account keeps, newest first: id and seat.
    pub async fn kept(&self, account: &str) -> Result<Vec<(String, i64)>, StoreError> {
        let sql = "SELECT match_id, seat FROM account_matches WHERE account = $1 ORDER BY at DESC, match_id, seat \
                   LIMIT 200";
        Ok(on!(&self.read, db => sqlx::query_as(sql).bind(account).fetch_all(db).await?))
    }

    /// The first seat that an account keeps in a match.
    pub async fn kept_seat(&self, account: &str, match_id: &str) -> Result<Option<i64>, StoreError> {
        if match_id.contains('\0') {
            return Ok(None);
        }
        let sql =
            "SELECT seat FROM account_matches WHERE account = $1 AND match_id = $2 ORDER BY seat LIMIT 1";
        let row: Option<(i64,)> =
            on!(&self.read, db => sqlx::query_as(sql).bind(account).bind(match_id).fetch_optional(db).await?);
        Ok(row.map(|(seat,)| seat))
    }
}

/// How long a health check may take.
const PATIENCE: Duration = Duration::from_secs(5);

/// Beats grow from start to start.
fn first_beat() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_micros() as i64)
}

/// Whether a beat that was written is there for those who read.
async fn read_back(read: &Pool, beat: i64) -> Result<(), StoreError> {
    let sql = "SELECT beat FROM pulse WHERE name = 'server'";
    let found: Option<(i64,)> = on!(read, db => sqlx::query_as(sql).fetch_optional(db).await?);
    // Somebody else may have looked at the same time.
    if found.is_some_and(|(found,)| found >= beat) { Ok(()) } else { Err(StoreError::Unread) }
}

impl Write {
    /// PostgreSQL knows no text with a NUL in it, and one such row would spoil the transaction of all.
    fn has_nul(&self) -> bool {
        let texts: &[&str] = match self {
            Self::Match(row) => {
                let told = row.told.as_deref().unwrap_or_default();
                &[&row.id, &row.game, &row.scenario, &row.title, &row.base, &row.seats, told]
            }
            Self::Step(row) => {
                let told = row.told.as_deref().unwrap_or_default();
                &[&row.kind, &row.payload, row.client_id.as_deref().unwrap_or_default(), told]
            }
            Self::Content { game, hash, files } => &[game, hash, files],
            Self::Picture(row) => &[&row.match_id, &row.body],
            Self::Chat(row) => &[&row.name, &row.body],
            Self::Account(row) => &[&row.name, &row.password],
            Self::Session { token, account, .. } => &[token, account],
            Self::EndSession { token } => &[token],
            Self::Keep { account, match_id, .. } => &[account, match_id],
            Self::Pulse { .. } | Self::OldSessions { .. } => &[],
        };
        texts.iter().any(|text| text.contains('\0'))
    }
}
