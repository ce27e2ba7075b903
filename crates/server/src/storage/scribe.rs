//! The one task that writes. While it waits for a commit, what comes in gathers, and is the next transaction: the
//! busier the server, the more orders share one commit.

use super::{AccountRow, ChatRow, MatchRow, Pool, StepRow, StoreError, Write, folded, on};
use crate::figures::FIGURES;
use sqlx::pool::PoolConnection;
use sqlx::{Connection, Database, Encode, Executor, IntoArguments, Postgres, QueryBuilder, Sqlite, Type};
use tokio::sync::{mpsc, oneshot};

/// Jobs that may wait; who comes when they are so many waits outside.
const QUEUE: usize = 4096;
/// Jobs that share a transaction, at most.
const TOGETHER: usize = 512;
/// Rows of one statement: SQLite takes 32,766 parameters, but long statements are not kept prepared.
const ROWS: usize = 64;

#[derive(Debug)]
struct Job {
    writes: Vec<Write>,
    done: oneshot::Sender<Result<(), StoreError>>,
}

#[derive(Debug)]
enum Message {
    Job(Job),
    Stop(oneshot::Sender<()>),
}

#[derive(Clone, Debug)]
pub(super) struct Scribe {
    desk: mpsc::Sender<Message>,
}

/// The connection that writes. It is kept: to ask the pool for it each time costs more than the insert.
#[derive(Debug)]
enum Pen {
    Sqlite(PoolConnection<Sqlite>),
    Postgres(PoolConnection<Postgres>),
}

impl Pen {
    async fn take(pool: &Pool) -> Result<Self, sqlx::Error> {
        Ok(match pool {
            Pool::Sqlite(db) => Self::Sqlite(db.acquire().await?),
            Pool::Postgres(db) => Self::Postgres(db.acquire().await?),
        })
    }

    async fn write(&mut self, writes: &[&Write]) -> Result<(), sqlx::Error> {
        match self {
            Self::Sqlite(connection) => write_to::<Sqlite>(connection, writes).await,
            Self::Postgres(connection) => write_to::<Postgres>(connection, writes).await,
        }
    }
}

/// The pen, and where it is put down.
#[derive(Debug)]
struct Desk {
    pool: Pool,
    pen: Option<Pen>,
    /// Readers have no other connection: the pen must not be kept.
    shared: bool,
}

impl Scribe {
    pub(super) fn start(pool: Pool, shared: bool) -> Self {
        let (desk, inbox) = mpsc::channel(QUEUE);
        tokio::spawn(work(Desk { pool, pen: None, shared }, inbox));
        Self { desk }
    }

    pub(super) async fn write(&self, writes: Vec<Write>) -> Result<(), StoreError> {
        let (done, answer) = oneshot::channel();
        self.desk.send(Message::Job(Job { writes, done })).await.map_err(|_| StoreError::Stopping)?;
        answer.await.map_err(|_| StoreError::Stopping)?
    }

    pub(super) async fn stop(&self) {
        let (done, answer) = oneshot::channel();
        if self.desk.send(Message::Stop(done)).await.is_ok() {
            let _ = answer.await;
        }
    }
}

async fn work(mut desk: Desk, mut inbox: mpsc::Receiver<Message>) {
    let mut waiting = Vec::with_capacity(TOGETHER);
    while inbox.recv_many(&mut waiting, TOGETHER).await > 0 {
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
            desk.pen = None;
            on!(&desk.pool, db => db.close().await);
            let _ = done.send(());
            return;
        }
    }
}

impl Desk {
    async fn commit(&mut self, jobs: Vec<Job>) {
        FIGURES.commit_jobs.record(jobs.len() as f64);
        let all: Vec<&Write> = jobs.iter().flat_map(|job| &job.writes).collect();
        let result = self.write(&all).await;
        if jobs.len() == 1 || result.is_ok() {
            let mut result = Some(result);
            for job in jobs {
                let _ = job.done.send(result.take().unwrap_or(Ok(())));
            }
            return;
        }
        // One of them spoils the transaction of all: each by itself, so that the others are not made to suffer.
        for job in jobs {
            let result = self.write(&job.writes.iter().collect::<Vec<_>>()).await;
            let _ = job.done.send(result);
        }
    }

    async fn write(&mut self, writes: &[&Write]) -> Result<(), StoreError> {
        let mut pen = match self.pen.take() {
            Some(pen) => pen,
            None => Pen::take(&self.pool).await?,
        };
        match pen.write(writes).await {
            Ok(()) => {
                self.pen = (!self.shared).then_some(pen);
                Ok(())
            }
            // What spoiled it may be the connection: the next one is a new one.
            Err(sqlx::Error::Database(error)) if error.is_unique_violation() => Err(StoreError::Taken),
            Err(error) => Err(StoreError::Sql(error)),
        }
    }
}

async fn write_to<DB>(connection: &mut DB::Connection, writes: &[&Write]) -> Result<(), sqlx::Error>
where
    DB: Database,
    for<'c> &'c mut DB::Connection: Executor<'c, Database = DB>,
    DB::Arguments: IntoArguments<DB>,
    for<'q> i64: Encode<'q, DB> + Type<DB>,
    for<'q> Option<i64>: Encode<'q, DB> + Type<DB>,
    for<'q> &'q str: Encode<'q, DB> + Type<DB>,
    for<'q> String: Encode<'q, DB> + Type<DB>,
    for<'q> Option<&'q str>: Encode<'q, DB> + Type<DB>,
{
    let steps: Vec<&StepRow> =
        writes.iter().filter_map(|w| if let Write::Step(step) = w { Some(step) } else { None }).collect();
    // One statement is its own transaction: no need to begin and to commit.
    if steps.len() == writes.len() && steps.len() <= ROWS {
        return insert_steps::<DB>(connection, &steps).await;
    }
    let mut transaction = connection.begin().await?;
    for write in writes {
        insert::<DB>(&mut transaction, write).await?;
    }
    for rows in steps.chunks(ROWS) {
        insert_steps::<DB>(&mut transaction, rows).await?;
    }
    transaction.commit().await
}

async fn insert_steps<DB>(connection: &mut DB::Connection, steps: &[&StepRow]) -> Result<(), sqlx::Error>
where
    DB: Database,
    for<'c> &'c mut DB::Connection: Executor<'c, Database = DB>,
    DB::Arguments: IntoArguments<DB>,
    for<'q> i64: Encode<'q, DB> + Type<DB>,
    for<'q> &'q str: Encode<'q, DB> + Type<DB>,
    for<'q> Option<&'q str>: Encode<'q, DB> + Type<DB>,
{
    let mut sql = QueryBuilder::<DB>::new(
        "INSERT INTO steps (match_id, n, kind, seat, payload, client_id, clocks, at) ",
    );
    sql.push_values(steps, |mut row, step| {
        row.push_bind(step.match_id.as_str())
            .push_bind(step.n)
            .push_bind(step.kind.as_str())
            .push_bind(step.seat)
            .push_bind(step.payload.as_str())
            .push_bind(step.client_id.as_deref())
            .push_bind(step.clocks.as_deref())
            .push_bind(step.at);
    });
    sql.build().execute(connection).await?;
    Ok(())
}

async fn insert<DB>(connection: &mut DB::Connection, write: &Write) -> Result<(), sqlx::Error>
where
    DB: Database,
    for<'c> &'c mut DB::Connection: Executor<'c, Database = DB>,
    DB::Arguments: IntoArguments<DB>,
    for<'q> i64: Encode<'q, DB> + Type<DB>,
    for<'q> Option<i64>: Encode<'q, DB> + Type<DB>,
    for<'q> &'q str: Encode<'q, DB> + Type<DB>,
    for<'q> String: Encode<'q, DB> + Type<DB>,
{
    let query = match write {
        // Steps are written together, after the matches that they belong to.
        Write::Step(_) => return Ok(()),
        Write::Match(MatchRow { id, game, scenario, title, base, seats, created }) => sqlx::query(
            "INSERT INTO matches (id, game, scenario, title, base, seats, created) \
             VALUES ($1, $2, $3, $4, $5, $6, $7)",
        )
        .bind(id.as_str())
        .bind(game.as_str())
        .bind(scenario.as_str())
        .bind(title.as_str())
        .bind(base.as_str())
        .bind(seats.as_str())
        .bind(*created),
        Write::Chat(ChatRow { match_id, n, seat, name, body, at }) => sqlx::query(
            "INSERT INTO chat (match_id, n, seat, name, body, at) VALUES ($1, $2, $3, $4, $5, $6)",
        )
        .bind(match_id.as_str())
        .bind(*n)
        .bind(*seat)
        .bind(name.as_str())
        .bind(body.as_str())
        .bind(*at),
        Write::Account(AccountRow { id, name, password, created }) => sqlx::query(
            "INSERT INTO accounts (id, name, folded, password, created) VALUES ($1, $2, $3, $4, $5)",
        )
        .bind(id.as_str())
        .bind(name.as_str())
        .bind(folded(name))
        .bind(password.as_str())
        .bind(*created),
        Write::Session { token, account, expires } => {
            sqlx::query("INSERT INTO sessions (token, account, expires) VALUES ($1, $2, $3)")
                .bind(token.as_str())
                .bind(account.as_str())
                .bind(*expires)
        }
        Write::EndSession { token } => {
            sqlx::query("DELETE FROM sessions WHERE token = $1").bind(token.as_str())
        }
        Write::OldSessions { now } => sqlx::query("DELETE FROM sessions WHERE expires <= $1").bind(*now),
        Write::Keep { account, match_id, seat, at } => sqlx::query(
            "INSERT INTO account_matches (account, match_id, seat, at) VALUES ($1, $2, $3, $4) \
             ON CONFLICT (account, match_id, seat) DO NOTHING",
        )
        .bind(account.as_str())
        .bind(match_id.as_str())
        .bind(*seat)
        .bind(*at),
    };
    query.execute(connection).await?;
    Ok(())
}
