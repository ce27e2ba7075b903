//! What outlives the program: matches, their steps, chat, accounts. One schema for SQLite and PostgreSQL.
//!
//! Everything that is written goes through one task, the [`Scribe`](scribe): it collects what all matches want
//! to append and commits it in one transaction. An append that has returned is durable.

mod migrations;
mod nodes;
mod postgres;
mod quill;
mod rows;
mod scribe;
mod sqlite;
mod watch;

pub use nodes::{Claim, LEASE, Lease, Node, Owner, Peer};

use nodes::Members;
use rusqlite::ffi::{SQLITE_CONSTRAINT_PRIMARYKEY, SQLITE_CONSTRAINT_UNIQUE};
use scribe::{Inkwell, Scribe};
use sqlx::{PgPool, SqlitePool};
use std::fs::File;
use std::path::PathBuf;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
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
    #[error(
        "{} is in use by another program; expected a file that no other `heatray serve` has open: stop that one, or name \
         another file with --db",
        .0.display()
    )]
    InUse(PathBuf),
    /// Somebody else has taken the match: nothing was written.
    #[error("the match is another node's")]
    Elsewhere,
    /// The database has struck this program from the list of its nodes.
    #[error("this program is no node of the database at the moment")]
    Outside,
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
    /// The hash of the table that it was taken at. Programs before decision 32 did not keep it.
    pub hash: Option<i64>,
}

/// What everybody was told since the last such row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToldRow {
    pub match_id: String,
    /// How many steps had been taken.
    pub step: i64,
    pub body: String,
}

/// The table of a match as everybody saw it last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PictureRow {
    pub match_id: String,
    pub at: Pictured,
    pub body: String,
}

/// When a picture was taken: after so many steps, at a table of this hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pictured {
    pub step: i64,
    pub hash: i64,
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
    /// What was told up to a step; what is there stays.
    Told(ToldRow),
    /// In place of an earlier one of its match.
    Picture(PictureRow),
    /// The components of a game; those that are there stay.
    Content {
        game: String,
        hash: String,
        files: String,
    },
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
        /// Whose: nodes must not take each other's for their own.
        name: String,
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

type StepTuple = (i64, String, i64, String, Option<String>, Option<String>, i64, Option<i64>);

/// The door to the database.
#[derive(Clone, Debug)]
pub struct Store {
    read: Pool,
    scribe: Scribe,
    beats: Arc<AtomicI64>,
    /// Where other programs may share the database.
    members: Option<Arc<Members>>,
    /// A file is this program's as long as it is open.
    lock: Arc<Mutex<Option<File>>>,
}

impl Store {
    /// Opens or makes the database and brings its schema up to date.
    pub async fn open(place: &Place) -> Result<Self, StoreError> {
        Self::open_as(place, &Node::default(), |_| {}).await
    }

    /// The same, as this node where several programs share a database; tells of each commit how many jobs shared it.
    pub async fn open_as(place: &Place, node: &Node, count: fn(usize)) -> Result<Self, StoreError> {
        let (mut watch, mut members, mut lock) = (None, None, None);
        let (read, ink) = match place {
            Place::Memory => {
                let pool = sqlite::memory().await?;
                (pool.clone(), Inkwell::Pool(pool))
            }
            Place::File(file, sync) => {
                lock = Some(sqlite::lock(file)?);
                let read = sqlite::file(file).await?;
                watch = Some(watch::Watch::new(file));
                (read, Inkwell::File(file.clone(), *sync))
            }
            Place::Postgres(url) => {
                let connections = postgres::connect(url, node).await?;
                members = Some(connections.members);
                (Pool::Postgres(connections.read), Inkwell::Pool(Pool::Postgres(connections.write)))
            }
        };
        let shared = *place == Place::Memory;
        let beats = Arc::new(AtomicI64::new(first_beat()));
        let scribe =
            Scribe::start(ink, read.clone(), watch, shared, Arc::clone(&beats), members.clone(), count);
        Ok(Self { read, scribe, beats, members, lock: Arc::new(Mutex::new(lock)) })
    }

    /// Writes all of these or none, and returns when they are durable.
    pub async fn write(&self, writes: Vec<Write>) -> Result<(), StoreError> {
        self.write_with(writes, None).await
    }

    /// The same for what belongs to a match: refused as [`StoreError::Elsewhere`] if the lease is not held any more.
    pub async fn write_held(&self, lease: &Lease, writes: Vec<Write>) -> Result<(), StoreError> {
        self.write_with(writes, lease.proof().cloned()).await
    }

    async fn write_with(&self, writes: Vec<Write>, proof: Option<nodes::Proof>) -> Result<(), StoreError> {
        if writes.iter().any(Write::has_nul) {
            return Err(StoreError::Unfit);
        }
        self.scribe.write(writes, proof).await
    }

    /// Writes what is still waiting, gives back what is held, and closes the database.
    pub async fn close(&self) {
        self.scribe.stop().await;
        if let Some(members) = &self.members {
            members.leave().await;
        }
        on!(&self.read, db => db.close().await);
        *self.lock.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// Writes something and reads it back: an answer alone would not tell whether orders are stored.
    pub async fn check(&self) -> Result<(), StoreError> {
        if self.members.as_ref().is_some_and(|members| members.id().is_none()) {
            return Err(StoreError::Outside);
        }
        let pulse = pulse(&self.beats, self.members.as_ref());
        let check = async {
            self.write(vec![pulse.clone()]).await?;
            read_back(&self.read, &pulse).await
        };
        tokio::time::timeout(PATIENCE, check).await.unwrap_or(Err(StoreError::Unread))
    }

    // ---- nodes

    /// Takes a match for this program, if it is no other's.
    pub async fn claim(&self, match_id: &str) -> Result<Claim, StoreError> {
        match &self.members {
            Some(members) if !match_id.contains('\0') => members.claim(match_id).await,
            _ => Ok(Claim::Ours(Lease::alone())),
        }
    }

    /// The other node that holds a match.
    pub async fn owner(&self, match_id: &str) -> Result<Option<Owner>, StoreError> {
        match &self.members {
            Some(members) if !match_id.contains('\0') => members.owner(match_id).await,
            _ => Ok(None),
        }
    }

    /// Whether a lease is ours still; where that is not known, waits until it is.
    pub async fn is_sure(&self, lease: &Lease) -> bool {
        match (&self.members, lease.proof()) {
            (Some(members), Some(proof)) => members.is_sure(proof).await,
            _ => true,
        }
    }

    /// Returns when this node has lost everything that it held.
    pub async fn lost(&self) {
        match &self.members {
            Some(members) => members.lost().await,
            None => std::future::pending().await,
        }
    }

    /// The nodes of this database, this one among them; none where no other can be.
    pub fn peers(&self) -> Option<tokio::sync::watch::Receiver<Vec<Peer>>> {
        self.members.as_ref().map(|members| members.peers())
    }

    /// The name of this node, while it is one.
    pub fn node(&self) -> Option<Arc<str>> {
        self.members.as_ref().and_then(|members| members.id())
    }

    /// What the nodes of this database show each other.
    pub fn secret(&self) -> Option<&str> {
        self.members.as_ref().map(|members| members.secret())
    }

    /// After so long a silence a node's matches are others'.
    pub fn lease(&self) -> Duration {
        self.members.as_ref().map_or(Duration::ZERO, |members| members.lease())
    }

    pub async fn find_match(&self, id: &str) -> Result<Option<MatchRow>, StoreError> {
        if id.contains('\0') {
            return Ok(None);
        }
        let sql = "SELECT id, game, scenario, title, base, seats, created FROM matches WHERE id = $1";
        let row: Option<(String, String, String, String, String, String, i64)> =
            on!(&self.read, db => sqlx::query_as(sql).bind(id).fetch_optional(db).await?);
        Ok(row.map(|(id, game, scenario, title, base, seats, created)| MatchRow {
            id,
            game,
            scenario,
            title,
            base,
            seats,
            created,
        }))
    }

    pub async fn steps(&self, match_id: &str) -> Result<Vec<StepRow>, StoreError> {
        if match_id.contains('\0') {
            return Ok(Vec::new());
        }
        let sql = "SELECT n, kind, seat, payload, client_id, clocks, at, hash FROM steps \
                   WHERE match_id = $1 ORDER BY n";
        let rows: Vec<StepTuple> =
            on!(&self.read, db => sqlx::query_as(sql).bind(match_id).fetch_all(db).await?);
        let row = |(n, kind, seat, payload, client_id, clocks, at, hash)| StepRow {
            match_id: match_id.to_owned(),
            n,
            kind,
            seat,
            payload,
            client_id,
            clocks,
            at,
            hash,
        };
        Ok(rows.into_iter().map(row).collect())
    }

    /// When the last picture of a match was taken.
    pub async fn pictured(&self, match_id: &str) -> Result<Option<Pictured>, StoreError> {
        let sql = "SELECT step, hash FROM pictures WHERE match_id = $1";
        let row: Option<(i64, i64)> =
            on!(&self.read, db => sqlx::query_as(sql).bind(match_id).fetch_optional(db).await?);
        Ok(row.map(|(step, hash)| Pictured { step, hash }))
    }

    /// The last picture of a match.
    pub async fn picture(&self, match_id: &str) -> Result<Option<PictureRow>, StoreError> {
        let sql = "SELECT step, hash, body FROM pictures WHERE match_id = $1";
        let row: Option<(i64, i64, String)> =
            on!(&self.read, db => sqlx::query_as(sql).bind(match_id).fetch_optional(db).await?);
        let picture = |(step, hash, body)| PictureRow {
            match_id: match_id.to_owned(),
            at: Pictured { step, hash },
            body,
        };
        Ok(row.map(picture))
    }

    /// What everybody was told, piece by piece.
    pub async fn told(&self, match_id: &str) -> Result<Vec<ToldRow>, StoreError> {
        let sql = "SELECT step, body FROM told WHERE match_id = $1 ORDER BY step";
        let rows: Vec<(i64, String)> =
            on!(&self.read, db => sqlx::query_as(sql).bind(match_id).fetch_all(db).await?);
        let told = |(step, body)| ToldRow { match_id: match_id.to_owned(), step, body };
        Ok(rows.into_iter().map(told).collect())
    }

    /// The files of the components of a game that this hash names, as they were written.
    pub async fn content(&self, game: &str, hash: &str) -> Result<Option<String>, StoreError> {
        let sql = "SELECT files FROM contents WHERE game = $1 AND hash = $2";
        let row: Option<(String,)> =
            on!(&self.read, db => sqlx::query_as(sql).bind(game).bind(hash).fetch_optional(db).await?);
        Ok(row.map(|(files,)| files))
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

/// The next beat.
fn pulse(beats: &AtomicI64, members: Option<&Arc<Members>>) -> Write {
    let name =
        members.and_then(|members| members.id()).map_or_else(|| "server".to_owned(), |id| id.to_string());
    Write::Pulse { name, beat: beats.fetch_add(1, Ordering::Relaxed) }
}

/// Whether a beat that was written is there for those who read.
async fn read_back(read: &Pool, pulse: &Write) -> Result<(), StoreError> {
    let Write::Pulse { name, beat } = pulse else { return Ok(()) };
    let sql = "SELECT beat FROM pulse WHERE name = $1";
    let found: Option<(i64,)> = on!(read, db => sqlx::query_as(sql).bind(name).fetch_optional(db).await?);
    // Somebody else may have looked at the same time.
    if found.is_some_and(|(found,)| found >= *beat) { Ok(()) } else { Err(StoreError::Unread) }
}

impl Write {
    /// PostgreSQL knows no text with a NUL in it, and one such row would spoil the transaction of all.
    fn has_nul(&self) -> bool {
        let texts: &[&str] = match self {
            Self::Match(row) => &[&row.id, &row.game, &row.scenario, &row.title, &row.base, &row.seats],
            Self::Step(row) => &[&row.kind, &row.payload, row.client_id.as_deref().unwrap_or("")],
            Self::Chat(row) => &[&row.name, &row.body],
            Self::Account(row) => &[&row.name, &row.password],
            Self::Told(ToldRow { match_id, body, .. }) | Self::Picture(PictureRow { match_id, body, .. }) => {
                &[match_id, body]
            }
            Self::Content { game, hash, files } => &[game, hash, files],
            Self::Session { token, account, .. } => &[token, account],
            Self::EndSession { token } => &[token],
            Self::Keep { account, match_id, .. } => &[account, match_id],
            Self::Pulse { .. } | Self::OldSessions { .. } => &[],
        };
        texts.iter().any(|text| text.contains('\0'))
    }

    /// How many rows of a step it is as long as.
    fn weight(&self) -> usize {
        const STEP: usize = 512;
        match self {
            Self::Told(ToldRow { body, .. })
            | Self::Picture(PictureRow { body, .. })
            | Self::Content { files: body, .. } => 1 + body.len() / STEP,
            _ => 1,
        }
    }
}
