//! The one desk at which is written. Who comes while nobody writes to the file does it himself; who comes meanwhile
//! leaves his job to the scribe, a task that commits together what has gathered: the busier the server, the more orders
//! share one commit.

use super::nodes::{self, Members, Proof};
use super::quill::{self, Quill};
use super::rows::{Bind, INSERT_STEPS};
use super::watch::{Change, Watch};
use super::{Pool, SqlError, StepRow, StoreError, Sync, Write, on, pulse, read_back};
use sqlx::pool::PoolConnection;
use sqlx::{
    Connection, Database, Encode, Executor, IntoArguments, PgConnection, Postgres, QueryBuilder, Sqlite,
    Transaction, Type,
};
use std::borrow::Cow;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicI64;
use std::time::Duration;
use tokio::sync::{Mutex, mpsc, oneshot};

/// Jobs that may wait; who comes when they are so many waits outside.
const QUEUE: usize = 4096;
/// Jobs that share a transaction, at most.
const TOGETHER: usize = 512;
/// Rows of one statement: SQLite takes 32,766 parameters, but long statements are not kept prepared.
const ROWS: usize = 64;
/// How long a connection may take to close.
const FAREWELL: Duration = Duration::from_secs(2);

#[derive(Debug)]
struct Job {
    writes: Vec<Write>,
    /// Without it nothing is written, if there is one.
    proof: Option<Proof>,
    done: oneshot::Sender<Result<(), StoreError>>,
}

#[derive(Debug)]
enum Message {
    Job(Job),
    Stop(oneshot::Sender<()>),
}

#[derive(Clone, Debug)]
pub(super) struct Scribe {
    jobs: mpsc::Sender<Message>,
    desk: Arc<Mutex<Desk>>,
}

/// Where the connection that writes comes from.
#[derive(Debug)]
pub(super) enum Inkwell {
    Pool(Pool),
    File(PathBuf, Sync),
}

/// The connection that writes. It is kept: to ask for it each time costs more than the insert.
#[derive(Debug)]
enum Pen {
    File(Quill),
    Sqlite(PoolConnection<Sqlite>),
    Postgres(PoolConnection<Postgres>),
}

impl Pen {
    async fn take(from: &Inkwell) -> Result<Self, SqlError> {
        Ok(match from {
            Inkwell::File(file, sync) => Self::File(Quill::open(file, *sync)?),
            Inkwell::Pool(Pool::Sqlite(db)) => Self::Sqlite(db.acquire().await?),
            Inkwell::Pool(Pool::Postgres(db)) => Self::Postgres(db.acquire().await?),
        })
    }

    /// Writes all of these or none; false if a lease that they need is not held.
    async fn write(&mut self, writes: &[&Write], proofs: &[&Proof]) -> Result<bool, SqlError> {
        match self {
            Self::File(quill) => quill.write(writes)?,
            Self::Sqlite(connection) => write_to::<Sqlite>(connection, writes).await?,
            Self::Postgres(connection) if !proofs.is_empty() => {
                return Ok(write_held(connection, writes, proofs).await?);
            }
            Self::Postgres(connection) => write_to::<Postgres>(connection, writes).await?,
        }
        Ok(true)
    }

    /// Closes the connection: whatever it was in the middle of is over.
    async fn discard(self) {
        let closing = async {
            match self {
                Self::File(quill) => quill.close().map_err(SqlError::from),
                Self::Sqlite(connection) => connection.close().await.map_err(SqlError::from),
                Self::Postgres(connection) => connection.close().await.map_err(SqlError::from),
            }
        };
        if !matches!(tokio::time::timeout(FAREWELL, closing).await, Ok(Ok(()))) {
            tracing::warn!("a connection to the database does not close in good order");
        }
    }
}

/// The pen, and where it is put down.
#[derive(Debug)]
struct Desk {
    ink: Inkwell,
    read: Pool,
    pen: Option<Pen>,
    /// Readers have no other connection, and the database is gone with it: the pen must be neither kept nor closed.
    shared: bool,
    watch: Option<Watch>,
    /// Something failed since the last commit: the next connection has to show that it can write.
    doubt: bool,
    /// Why nothing is stored any more.
    lost: Option<String>,
    stopped: bool,
    beats: Arc<AtomicI64>,
    members: Option<Arc<Members>>,
    /// Is told how many jobs share a commit.
    count: fn(usize),
}

impl Scribe {
    pub(super) fn start(
        ink: Inkwell,
        read: Pool,
        watch: Option<Watch>,
        shared: bool,
        beats: Arc<AtomicI64>,
        members: Option<Arc<Members>>,
        count: fn(usize),
    ) -> Self {
        let (jobs, inbox) = mpsc::channel(QUEUE);
        let desk = Arc::new(Mutex::new(Desk {
            ink,
            read,
            pen: None,
            shared,
            watch,
            doubt: false,
            lost: None,
            stopped: false,
            beats,
            members,
            count,
        }));
        tokio::spawn(work(Arc::clone(&desk), inbox));
        Self { jobs, desk }
    }

    pub(super) async fn write(&self, writes: Vec<Write>, proof: Option<Proof>) -> Result<(), StoreError> {
        if let Ok(mut desk) = self.desk.try_lock()
            && matches!(desk.ink, Inkwell::File(..))
            && self.jobs.capacity() == QUEUE
        {
            // To write to a file is not interrupted: a caller who gives up leaves nothing half done.
            return desk.commit_one(&writes).await;
        }
        let (done, answer) = oneshot::channel();
        self.jobs.send(Message::Job(Job { writes, proof, done })).await.map_err(|_| StoreError::Stopping)?;
        answer.await.map_err(|_| StoreError::Stopping)?
    }

    pub(super) async fn stop(&self) {
        let (done, answer) = oneshot::channel();
        if self.jobs.send(Message::Stop(done)).await.is_ok() {
            let _ = answer.await;
        }
    }
}

async fn work(desk: Arc<Mutex<Desk>>, mut inbox: mpsc::Receiver<Message>) {
    let mut waiting = Vec::with_capacity(TOGETHER);
    while inbox.recv_many(&mut waiting, TOGETHER).await > 0 {
        let mut desk = desk.lock().await;
        // More may have come in while somebody else was writing.
        while waiting.len() < TOGETHER
            && let Ok(more) = inbox.try_recv()
        {
            waiting.push(more);
        }
        let mut jobs = Vec::with_capacity(waiting.len());
        let mut stop = None;
        for message in waiting.drain(..) {
            match message {
                Message::Job(job) => jobs.push(job),
                Message::Stop(done) => stop = Some(done),
            }
        }
        if !jobs.is_empty() {
            desk.commit(jobs).await;
        }
        if let Some(done) = stop {
            (desk.pen, desk.stopped) = (None, true);
            if let Inkwell::Pool(pool) = &desk.ink {
                on!(pool, db => db.close().await);
            }
            let _ = done.send(());
            return;
        }
    }
}

impl Desk {
    async fn commit_one(&mut self, writes: &[Write]) -> Result<(), StoreError> {
        if self.stopped {
            return Err(StoreError::Stopping);
        }
        (self.count)(1);
        self.write(&writes.iter().collect::<Vec<_>>(), &[]).await
    }

    async fn commit(&mut self, jobs: Vec<Job>) {
        (self.count)(jobs.len());
        let all: Vec<&Write> = jobs.iter().flat_map(|job| &job.writes).collect();
        let proofs: Vec<&Proof> = jobs.iter().filter_map(|job| job.proof.as_ref()).collect();
        let result = self.write(&all, &proofs).await;
        if jobs.len() == 1 || result.is_ok() {
            let mut result = Some(result);
            for job in jobs {
                let _ = job.done.send(result.take().unwrap_or(Ok(())));
            }
            return;
        }
        // One of them spoils the transaction of all: each by itself, so that the others are not made to suffer.
        let mut jobs = jobs.into_iter();
        for job in jobs.by_ref() {
            let proof: Vec<&Proof> = job.proof.iter().collect();
            let result = self.write(&job.writes.iter().collect::<Vec<_>>(), &proof).await;
            let ours = result.as_ref().is_err_and(is_our_fault);
            let _ = job.done.send(result);
            if ours {
                break;
            }
        }
        // Where nothing can be written, trying every one of them would only make the next ones wait.
        for job in jobs {
            let _ = job.done.send(Err(StoreError::Unread));
        }
    }

    async fn write(&mut self, writes: &[&Write], proofs: &[&Proof]) -> Result<(), StoreError> {
        self.look().await?;
        let mut pen = self.pen().await?;
        let held = match pen.write(writes, proofs).await {
            Ok(held) => held,
            Err(error) => {
                // Whatever spoiled it, the connection may be in the middle of something: what is written into that is
                // answered as if it were stored, and is not.
                self.doubt = true;
                if self.shared {
                    drop(pen);
                } else {
                    pen.discard().await;
                }
                return Err(if error.is_taken() { StoreError::Taken } else { StoreError::Sql(error) });
            }
        };
        self.pen = (!self.shared).then_some(pen);
        self.doubt = false;
        self.look().await?;
        if held { Ok(()) } else { Err(StoreError::Elsewhere) }
    }

    /// The connection to write with. One that is taken up after a failure writes something first, which others must
    /// be able to read.
    async fn pen(&mut self) -> Result<Pen, StoreError> {
        if let Some(pen) = self.pen.take() {
            return Ok(pen);
        }
        let mut pen = Pen::take(&self.ink).await?;
        if self.doubt && !self.shared {
            let pulse = pulse(&self.beats, self.members.as_ref());
            let proof = match pen.write(&[&pulse], &[]).await {
                Ok(_) => read_back(&self.read, &pulse).await,
                Err(error) => Err(error.into()),
            };
            if let Err(error) = proof {
                pen.discard().await;
                return Err(error);
            }
        }
        Ok(pen)
    }

    /// Looks whether the files are still there. What is not can not be mended from here: nothing more is taken.
    async fn look(&mut self) -> Result<(), StoreError> {
        let change = match (&self.lost, &mut self.watch) {
            (Some(why), _) => return Err(StoreError::Lost(why.clone())),
            (None, None) => return Ok(()),
            (None, Some(watch)) => watch.look(),
        };
        let why = match change {
            Ok(()) => return Ok(()),
            Err(Change::Shorter(why)) => match self.is_whole().await {
                // Another program has tidied up.
                Ok(true) => return Ok(()),
                Ok(false) => why,
                Err(error) => format!("{why} ({error})"),
            },
            Err(Change::Gone(why)) => why,
        };
        tracing::error!(why, "the database is lost; nothing is stored any more");
        if let Some(pen) = self.pen.take() {
            pen.discard().await;
        }
        self.lost = Some(why.clone());
        Err(StoreError::Lost(why))
    }

    /// Whether a fresh connection finds the database in order.
    async fn is_whole(&mut self) -> Result<bool, SqlError> {
        if let Some(pen) = self.pen.take() {
            pen.discard().await;
        }
        let Inkwell::File(file, _) = &self.ink else { return Ok(true) };
        Ok(tokio::task::block_in_place(|| quill::is_whole(file))?)
    }
}

/// Whether it was the storage that failed, and not what was to be stored.
fn is_our_fault(error: &StoreError) -> bool {
    match error {
        StoreError::Taken | StoreError::Unfit | StoreError::Elsewhere => false,
        StoreError::Sql(error) => !error.is_about_values(),
        _ => true,
    }
}

/// The same for steps of matches: if the leases that they need are held.
async fn write_held(
    connection: &mut PgConnection,
    writes: &[&Write],
    proofs: &[&Proof],
) -> Result<bool, sqlx::Error> {
    let steps = steps(writes);
    if steps.len() == writes.len() && steps.len() <= ROWS {
        return nodes::insert_held(connection, &steps, proofs).await;
    }
    let mut transaction = connection.begin().await?;
    let held = match nodes::hold(&mut transaction, proofs).await {
        Ok(true) => insert_all::<Postgres>(&mut transaction, writes, &steps).await.map(|()| true),
        held => held,
    };
    finish(transaction, held, |held| *held).await
}

async fn write_to<DB>(connection: &mut DB::Connection, writes: &[&Write]) -> Result<(), sqlx::Error>
where
    DB: Database,
    for<'c> &'c mut DB::Connection: Executor<'c, Database = DB>,
    DB::Arguments: IntoArguments<DB>,
    for<'q> Option<i64>: Encode<'q, DB> + Type<DB>,
    for<'q> Option<Cow<'q, str>>: Encode<'q, DB> + Type<DB>,
{
    let steps = steps(writes);
    // One statement is its own transaction: no need to begin and to commit.
    if steps.len() == writes.len() && steps.len() <= ROWS {
        return insert_steps::<DB>(connection, &steps).await;
    }
    let mut transaction = connection.begin().await?;
    let written = insert_all::<DB>(&mut transaction, writes, &steps).await;
    finish(transaction, written, |()| true).await
}

fn steps<'a>(writes: &[&'a Write]) -> Vec<&'a StepRow> {
    writes.iter().filter_map(|w| if let Write::Step(step) = w { Some(step) } else { None }).collect()
}

/// Ends a transaction as it went. The first error is the one to tell.
async fn finish<DB: Database, T>(
    transaction: Transaction<'_, DB>,
    written: Result<T, sqlx::Error>,
    is_good: impl Fn(&T) -> bool,
) -> Result<T, sqlx::Error> {
    if written.as_ref().is_ok_and(is_good) {
        transaction.commit().await?;
    } else {
        let _ = transaction.rollback().await;
    }
    written
}

async fn insert_all<DB>(
    transaction: &mut DB::Connection,
    writes: &[&Write],
    steps: &[&StepRow],
) -> Result<(), sqlx::Error>
where
    DB: Database,
    for<'c> &'c mut DB::Connection: Executor<'c, Database = DB>,
    DB::Arguments: IntoArguments<DB>,
    for<'q> Option<i64>: Encode<'q, DB> + Type<DB>,
    for<'q> Option<Cow<'q, str>>: Encode<'q, DB> + Type<DB>,
{
    for write in writes {
        insert::<DB>(transaction, write).await?;
    }
    for rows in steps.chunks(ROWS) {
        insert_steps::<DB>(transaction, rows).await?;
    }
    Ok(())
}

async fn insert_steps<DB>(connection: &mut DB::Connection, steps: &[&StepRow]) -> Result<(), sqlx::Error>
where
    DB: Database,
    for<'c> &'c mut DB::Connection: Executor<'c, Database = DB>,
    DB::Arguments: IntoArguments<DB>,
    for<'q> Option<i64>: Encode<'q, DB> + Type<DB>,
    for<'q> Option<Cow<'q, str>>: Encode<'q, DB> + Type<DB>,
{
    let mut sql = QueryBuilder::<DB>::new(INSERT_STEPS);
    push_steps(&mut sql, steps);
    sql.build().execute(connection).await?;
    Ok(())
}

/// The values of steps.
pub(super) fn push_steps<DB>(sql: &mut QueryBuilder<DB>, steps: &[&StepRow])
where
    DB: Database,
    for<'q> Option<i64>: Encode<'q, DB> + Type<DB>,
    for<'q> Option<Cow<'q, str>>: Encode<'q, DB> + Type<DB>,
{
    sql.push_values(steps, |mut row, step| {
        for bind in step.binds() {
            match bind {
                Bind::Int(value) => row.push_bind(value),
                Bind::Text(text) => row.push_bind(text),
            };
        }
    });
}

async fn insert<DB>(connection: &mut DB::Connection, write: &Write) -> Result<(), sqlx::Error>
where
    DB: Database,
    for<'c> &'c mut DB::Connection: Executor<'c, Database = DB>,
    DB::Arguments: IntoArguments<DB>,
    for<'q> Option<i64>: Encode<'q, DB> + Type<DB>,
    for<'q> Option<Cow<'q, str>>: Encode<'q, DB> + Type<DB>,
{
    // Steps are written together, after the matches that they belong to.
    if matches!(write, Write::Step(_)) {
        return Ok(());
    }
    let (sql, binds) = write.statement();
    let query = binds.into_iter().fold(sqlx::query(sql), |query, bind| match bind {
        Bind::Int(value) => query.bind(value),
        Bind::Text(text) => query.bind(text),
    });
    query.execute(connection).await?;
    Ok(())
}
