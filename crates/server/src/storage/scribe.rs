//! The one task that writes. While it waits for a commit, what comes in gathers, and is the next transaction: the
//! busier the server, the more orders share one commit.

use super::{AccountRow, ChatRow, MatchRow, Pool, StepRow, StoreError, Write, folded, on};
use sqlx::{Acquire, Database, Encode, Executor, IntoArguments, QueryBuilder, Type};
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

impl Scribe {
    pub(super) fn start(pool: Pool) -> Self {
        let (desk, inbox) = mpsc::channel(QUEUE);
        tokio::spawn(work(pool, inbox));
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

async fn work(pool: Pool, mut inbox: mpsc::Receiver<Message>) {
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
            commit(&pool, jobs).await;
        }
        if let Some(done) = stop {
            on!(&pool, db => db.close().await);
            let _ = done.send(());
            return;
        }
    }
}

async fn commit(pool: &Pool, jobs: Vec<Job>) {
    metrics::histogram!("heatray_commit_jobs").record(jobs.len() as f64);
    let all: Vec<&Write> = jobs.iter().flat_map(|job| &job.writes).collect();
    let result = write_all(pool, &all).await;
    if jobs.len() == 1 || result.is_ok() {
        let mut result = Some(result);
        for job in jobs {
            let _ = job.done.send(result.take().unwrap_or(Ok(())));
        }
        return;
    }
    // One of them spoils the transaction of all: each by itself, so that the others are not made to suffer.
    for job in jobs {
        let result = write_all(pool, &job.writes.iter().collect::<Vec<_>>()).await;
        let _ = job.done.send(result);
    }
}

async fn write_all(pool: &Pool, writes: &[&Write]) -> Result<(), StoreError> {
    let result = on!(pool, db => write_to(db, writes).await);
    result.map_err(|error| match &error {
        sqlx::Error::Database(inner) if inner.is_unique_violation() => StoreError::Taken,
        _ => StoreError::Sql(error),
    })
}

async fn write_to<DB>(pool: &sqlx::Pool<DB>, writes: &[&Write]) -> Result<(), sqlx::Error>
where
    DB: Database,
    for<'c> &'c mut DB::Connection: Executor<'c, Database = DB>,
    for<'c> &'c mut DB::Connection: Acquire<'c, Database = DB>,
    DB::Arguments: IntoArguments<DB>,
    for<'q> i64: Encode<'q, DB> + Type<DB>,
    for<'q> Option<i64>: Encode<'q, DB> + Type<DB>,
    for<'q> &'q str: Encode<'q, DB> + Type<DB>,
    for<'q> String: Encode<'q, DB> + Type<DB>,
    for<'q> Option<&'q str>: Encode<'q, DB> + Type<DB>,
{
    let steps: Vec<&StepRow> =
        writes.iter().filter_map(|w| if let Write::Step(step) = w { Some(step) } else { None }).collect();
    let mut connection = pool.acquire().await?;
    // One statement is its own transaction: no need to begin and to commit.
    if steps.len() == writes.len() && steps.len() <= ROWS {
        return insert_steps(&mut connection, &steps).await;
    }
    let mut transaction = connection.begin().await?;
    for write in writes {
        insert(&mut transaction, write).await?;
    }
    for rows in steps.chunks(ROWS) {
        insert_steps(&mut transaction, rows).await?;
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
