//! Many programs at one PostgreSQL. Each is a node that says again and again that it is there, by the database's clock. A
//! match belongs to the node that holds its lease. A node that is silent for too long is struck from the list by any other
//! one: its leases go with it, and what it still wants to write finds no row to hold, and is refused.

use super::{StepRow, StoreError};
use sqlx::{PgConnection, PgPool, Postgres, QueryBuilder};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Weak};
use std::time::Duration;
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, MissedTickBehavior};

/// How long a node may be silent, if nobody says otherwise.
pub const LEASE: Duration = Duration::from_secs(5);
/// Signs of life within a lease: some may be lost.
const BEATS: u32 = 5;
/// Leases that are given back together.
const TOGETHER: usize = 512;

/// How this program takes part, where several share a database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// Where the others reach it, HOST:PORT. Without it nobody is passed on to it.
    pub address: Option<String>,
    /// After so long a silence its matches are others'.
    pub lease: Duration,
}

impl Default for Node {
    fn default() -> Self {
        Self { address: None, lease: LEASE }
    }
}

/// A node that was there a moment ago.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Peer {
    pub id: Arc<str>,
    pub address: Option<String>,
    /// Matches that it has in memory.
    pub matches: usize,
}

/// The right to change a match. It is given back when it is dropped.
#[derive(Debug)]
pub struct Lease(Option<Held>);

impl Lease {
    /// Where no other program can be.
    pub fn alone() -> Self {
        Self(None)
    }

    pub(super) fn proof(&self) -> Option<&Proof> {
        self.0.as_ref().map(|held| &held.proof)
    }
}

#[derive(Debug)]
struct Held {
    proof: Proof,
    members: Weak<Members>,
}

impl Drop for Held {
    fn drop(&mut self) {
        if let Some(members) = self.members.upgrade() {
            members.held.fetch_sub(1, Ordering::Relaxed);
            let _ = members.back.send(self.proof.fence);
        }
    }
}

/// What a write shows to be taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Proof {
    node: Arc<str>,
    fence: i64,
}

/// Whose a match is.
#[derive(Debug)]
pub enum Claim {
    Ours(Lease),
    Theirs(Owner),
    /// There is no such match, or it changed hands in this moment.
    Nobodys,
}

/// Another node that holds a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Owner {
    pub node: Arc<str>,
    pub address: Option<String>,
    /// For how long it has promised to be there, in the database's microseconds: it grows with each sign of life.
    pub until: i64,
}

/// This program as a node, from one registration to its end.
#[derive(Clone, Debug)]
struct Term {
    /// None while the database does not know us.
    id: Option<Arc<str>>,
    /// Before this moment nobody else can have taken anything of ours.
    sure: Instant,
}

#[derive(Debug)]
pub(super) struct Members {
    /// For signs of life alone: they wait for nobody.
    beats: PgPool,
    read: PgPool,
    node: Node,
    secret: String,
    term: watch::Sender<Term>,
    peers: watch::Sender<Vec<Peer>>,
    held: AtomicUsize,
    back: mpsc::UnboundedSender<i64>,
    closed: AtomicBool,
}

impl Members {
    /// Becomes a node, and stays one until [`Members::leave`] or until nobody needs it any more.
    pub(super) async fn join(beats: PgPool, read: PgPool, node: Node) -> Result<Arc<Self>, StoreError> {
        let secret = secret(&beats).await?;
        let (back, returned) = mpsc::unbounded_channel();
        let term = watch::Sender::new(Term { id: None, sure: Instant::now() });
        let members = Arc::new(Self {
            beats,
            read,
            node,
            secret,
            term,
            peers: watch::Sender::default(),
            held: AtomicUsize::new(0),
            back,
            closed: AtomicBool::new(false),
        });
        members.register(None).await?;
        members.look_around().await?;
        tokio::spawn(stay(Arc::downgrade(&members)));
        tokio::spawn(give_back(members.read.clone(), returned));
        Ok(members)
    }

    fn millis(&self) -> i64 {
        self.node.lease.as_millis() as i64
    }

    pub(super) fn id(&self) -> Option<Arc<str>> {
        self.term.borrow().id.clone()
    }

    pub(super) fn secret(&self) -> &str {
        &self.secret
    }

    pub(super) fn peers(&self) -> watch::Receiver<Vec<Peer>> {
        self.peers.subscribe()
    }

    pub(super) fn lease(&self) -> Duration {
        self.node.lease
    }

    /// Writes this node into the list. Who was at its address before is gone: two programs can not listen there.
    async fn register(&self, before: Option<&str>) -> Result<(), StoreError> {
        let sent = Instant::now();
        let gone = sqlx::query("DELETE FROM nodes WHERE address = $1 OR id = $2")
            .bind(&self.node.address)
            .bind(before)
            .execute(&self.beats)
            .await?;
        if gone.rows_affected() > 0 {
            tracing::info!("a node that was here before is struck from the list; its matches are free");
        }
        let sql = "INSERT INTO nodes (id, address, until, matches) \
                   VALUES (gen_random_uuid()::text, $1, now() + $2 * interval '1 millisecond', 0) RETURNING id";
        let (id,): (String,) =
            sqlx::query_as(sql).bind(&self.node.address).bind(self.millis()).fetch_one(&self.beats).await?;
        self.term.send_replace(Term { id: Some(id.into()), sure: sent + self.node.lease });
        Ok(())
    }

    /// A sign of life; false if the database does not know us any more.
    async fn beat(&self, id: &str) -> Result<bool, sqlx::Error> {
        let sql =
            "UPDATE nodes SET until = now() + $2 * interval '1 millisecond', matches = $3 WHERE id = $1";
        let held = self.held.load(Ordering::Relaxed) as i64;
        let beat = sqlx::query(sql).bind(id).bind(self.millis()).bind(held).execute(&self.beats).await?;
        Ok(beat.rows_affected() > 0)
    }

    /// Strikes those from the list who were silent for too long, and looks who is there.
    async fn look_around(&self) -> Result<(), sqlx::Error> {
        strike(&self.beats).await?;
        let pulses = "DELETE FROM pulse WHERE name <> 'server' AND name NOT IN (SELECT id FROM nodes)";
        sqlx::query(pulses).execute(&self.beats).await?;
        let sql = "SELECT id, address, matches FROM nodes WHERE until >= now() ORDER BY id";
        let rows: Vec<(String, Option<String>, i64)> = sqlx::query_as(sql).fetch_all(&self.beats).await?;
        let peer = |(id, address, matches): (String, _, i64)| Peer {
            id: id.into(),
            address,
            matches: matches as usize,
        };
        // Also if nothing is different: who waits for somebody to come counts the looks.
        self.peers.send_replace(rows.into_iter().map(peer).collect());
        Ok(())
    }

    /// Says that we are there, or finds out that we are not.
    async fn renew(&self) {
        let (sent, patience) = (Instant::now(), self.node.lease / 2);
        let Term { id, sure } = self.term.borrow().clone();
        let Some(id) = id else {
            match tokio::time::timeout(patience, self.register(None)).await {
                Ok(Ok(())) => tracing::info!("this node is on the list again"),
                Ok(Err(error)) => tracing::debug!(%error, "this node is not on the list"),
                Err(_) => tracing::debug!("the database does not answer"),
            }
            return;
        };
        match tokio::time::timeout(patience, self.beat(&id)).await {
            Ok(Ok(true)) => {
                self.term.send_modify(|term| term.sure = sent + self.node.lease);
                if let Ok(Err(error)) = tokio::time::timeout(patience, self.look_around()).await {
                    tracing::debug!(%error, "the list of nodes can not be read");
                }
                return;
            }
            Ok(Ok(false)) => tracing::warn!("this node was silent for too long; its matches are others'"),
            // Perhaps the next one comes through in time.
            Ok(Err(_)) | Err(_) if Instant::now() < sure => return,
            Ok(Err(error)) => tracing::warn!(%error, "the database can not be reached; matches are let go"),
            Err(_) => tracing::warn!("the database does not answer; matches are let go"),
        }
        self.term.send_modify(|term| term.id = None);
        if let Ok(Err(error)) = tokio::time::timeout(patience, self.register(Some(&id))).await {
            tracing::debug!(%error, "this node is not on the list");
        }
    }

    /// Takes a match, if it is nobody's or ours.
    pub(super) async fn claim(self: &Arc<Self>, match_id: &str) -> Result<Claim, StoreError> {
        let node = self.id().ok_or(StoreError::Outside)?;
        let sql = "INSERT INTO leases (match_id, node) SELECT id, $2 FROM matches WHERE id = $1 \
                   ON CONFLICT (match_id) DO UPDATE SET fence = nextval('fences') WHERE leases.node = excluded.node \
                   RETURNING fence";
        // Once more, if whoever held it is struck from the list now.
        for _ in 0..2 {
            let taken = sqlx::query_as(sql).bind(match_id).bind(&*node).fetch_optional(&self.read).await;
            let taken: Option<(i64,)> = taken.map_err(|error| match &error {
                // The list does not have us: matches are others' to take.
                sqlx::Error::Database(why) if why.is_foreign_key_violation() => StoreError::Outside,
                _ => error.into(),
            })?;
            if let Some((fence,)) = taken {
                self.held.fetch_add(1, Ordering::Relaxed);
                let proof = Proof { node, fence };
                return Ok(Claim::Ours(Lease(Some(Held { proof, members: Arc::downgrade(self) }))));
            }
            if let Some(owner) = self.owner(match_id).await? {
                return Ok(Claim::Theirs(owner));
            }
        }
        Ok(Claim::Nobodys)
    }

    /// The other node that holds a match.
    pub(super) async fn owner(&self, match_id: &str) -> Result<Option<Owner>, StoreError> {
        let sql = "SELECT nodes.id, address, CAST(EXTRACT(EPOCH FROM until) * 1000000 AS BIGINT), until < now() \
                   FROM leases JOIN nodes ON nodes.id = leases.node WHERE match_id = $1";
        let row: Option<(String, Option<String>, i64, bool)> =
            sqlx::query_as(sql).bind(match_id).fetch_optional(&self.read).await?;
        let Some((id, address, until, silent)) = row else { return Ok(None) };
        if silent && strike(&self.read).await? > 0 {
            return Ok(None);
        }
        let ours = self.id().is_some_and(|own| *own == *id);
        Ok((!ours).then(|| Owner { node: id.into(), address, until }))
    }

    /// Whether a lease is ours still. When that is not known, waits until it is.
    pub(super) async fn is_sure(&self, proof: &Proof) -> bool {
        let known = |term: &Term| match &term.id {
            Some(id) if *id == proof.node => (Instant::now() < term.sure).then_some(true),
            _ => Some(false),
        };
        if let Some(known) = known(&self.term.borrow()) {
            return known;
        }
        let mut terms = self.term.subscribe();
        match terms.wait_for(|term| known(term).is_some()).await {
            Ok(term) => known(&term).unwrap_or(false),
            Err(_) => false,
        }
    }

    /// Waits until this node has lost what it held.
    pub(super) async fn lost(&self) {
        let mut terms = self.term.subscribe();
        let Ok(before) = terms.wait_for(|term| term.id.is_some()).await.map(|term| term.id.clone()) else {
            return;
        };
        let _ = terms.wait_for(|term| term.id != before).await;
    }

    /// Gives everything back.
    pub(super) async fn leave(&self) {
        self.closed.store(true, Ordering::Relaxed);
        if let Some(id) = self.id() {
            let left = sqlx::query("DELETE FROM nodes WHERE id = $1").bind(&*id).execute(&self.beats).await;
            if let Err(error) = left {
                tracing::warn!(%error, "this node stays on the list until its lease runs out");
            }
        }
        self.beats.close().await;
    }
}

/// What the nodes of this database show each other; the first one makes it.
async fn secret(db: &PgPool) -> Result<String, sqlx::Error> {
    let make = "INSERT INTO node_secret (secret) VALUES (gen_random_uuid()::text || gen_random_uuid()::text) \
                ON CONFLICT (one) DO NOTHING";
    sqlx::query(make).execute(db).await?;
    let (secret,): (String,) = sqlx::query_as("SELECT secret FROM node_secret").fetch_one(db).await?;
    Ok(secret)
}

/// Strikes nodes from the list that were silent for too long. Who is just writing or saying that he is there is spared: he
/// is looked at the next time.
async fn strike(db: &PgPool) -> Result<u64, sqlx::Error> {
    let sql =
        "DELETE FROM nodes WHERE id IN (SELECT id FROM nodes WHERE until < now() FOR UPDATE SKIP LOCKED)";
    Ok(sqlx::query(sql).execute(db).await?.rows_affected())
}

async fn stay(members: Weak<Members>) {
    let Some(every) = members.upgrade().map(|members| members.node.lease / BEATS) else { return };
    let mut beats = tokio::time::interval(every);
    beats.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        beats.tick().await;
        match members.upgrade() {
            Some(members) if !members.closed.load(Ordering::Relaxed) => members.renew().await,
            _ => return,
        }
    }
}

/// Takes leases back. One that can not be given back is ours until the program ends, which does no harm.
async fn give_back(db: PgPool, mut returned: mpsc::UnboundedReceiver<i64>) {
    let mut fences = Vec::new();
    while returned.recv_many(&mut fences, TOGETHER).await > 0 {
        let sql = "DELETE FROM leases WHERE fence = ANY($1)";
        if let Err(error) = sqlx::query(sql).bind(&fences).execute(&db).await {
            tracing::debug!(%error, "leases stay");
        }
        fences.clear();
    }
}

/// The row of the node that holds all these leases, held against those who would strike it until everything is committed.
/// What follows goes by what is bound first.
fn holding(sql: &mut QueryBuilder<Postgres>, proofs: &[&Proof]) {
    let mut fences: Vec<i64> = proofs.iter().map(|proof| proof.fence).collect();
    fences.sort_unstable();
    fences.dedup();
    let node = proofs.first().map(|proof| proof.node.to_string()).unwrap_or_default();
    sql.push("SELECT 1 FROM nodes WHERE id = ").push_bind(node.clone()).push(" AND ");
    // To look for one is half as dear as to count several.
    if let [fence] = fences[..] {
        sql.push("EXISTS (SELECT 1 FROM leases WHERE node = ").push_bind(node);
        sql.push(" AND fence = ").push_bind(fence).push(")");
    } else {
        let count = fences.len() as i64;
        sql.push("(SELECT count(*) FROM leases WHERE node = ").push_bind(node);
        sql.push(" AND fence = ANY(").push_bind(fences).push(")) = ").push_bind(count);
    }
    sql.push(" FOR KEY SHARE");
}

/// Holds leases until the transaction ends; false if one of them is not held.
pub(super) async fn hold(connection: &mut PgConnection, proofs: &[&Proof]) -> Result<bool, sqlx::Error> {
    let mut sql = QueryBuilder::new("");
    holding(&mut sql, proofs);
    Ok(sql.build().fetch_optional(connection).await?.is_some())
}

/// Writes steps in one statement, which is its own transaction, if the leases are held; false if one is not.
pub(super) async fn insert_held(
    connection: &mut PgConnection,
    steps: &[&StepRow],
    proofs: &[&Proof],
) -> Result<bool, sqlx::Error> {
    let mut sql = QueryBuilder::new("WITH held AS MATERIALIZED (");
    holding(&mut sql, proofs);
    sql.push(") ").push(super::rows::INSERT_STEPS).push("SELECT step.* FROM held, (");
    super::scribe::push_steps(&mut sql, steps);
    sql.push(") AS step");
    Ok(sql.build().execute(connection).await?.rows_affected() == steps.len() as u64)
}
