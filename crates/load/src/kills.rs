//! A program that is killed again and again under people at work, and what is left of their orders.

use crate::Program;
use crate::crowd::{self, Crowd};
use anyhow::{Context, Result, bail};
use std::fs::OpenOptions;
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

/// What is done to a program.
#[derive(Clone, Debug)]
pub struct Kills<'a> {
    pub program: &'a Path,
    pub db: &'a str,
    /// Matches at once, with two people each.
    pub matches: usize,
    pub kills: usize,
    /// Orders that are acknowledged between two kills.
    pub orders: usize,
    /// After every second kill the journal of the SQLite file ends with half a write.
    pub torn: bool,
    /// A file that is there while harm may be done to the database, too.
    pub harm: Option<PathBuf>,
    /// A folder for logs.
    pub folder: &'a Path,
}

/// What came of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Endured {
    pub acknowledged: usize,
    /// Orders that were not taken at once, because there was nobody, or nothing could be stored.
    pub failed: u64,
    pub returns: u64,
    /// Journals that were torn.
    pub torn: usize,
    /// Logs that were replayed.
    pub logs: usize,
}

/// A program, or its database, may take so long to come back.
const PATIENCE: Duration = Duration::from_secs(120);

/// Kills the program in the middle of everything and starts it again, so often; then everybody stops, and every
/// acknowledged order is looked for: it is known by its id, stands in the log once and in its turn, and the log leads to
/// the state of which it was written, before the program is killed a last time and after.
pub async fn endure(plan: &Kills<'_>) -> Result<Endured> {
    let harm = plan.harm.as_deref();
    let mut program = Program::start(plan.program, &["--port", "0", "--db", plan.db]).await?;
    let address = program.address;
    let port = address.port().to_string();
    let serve = ["--port", &port, "--db", plan.db];
    let crowd = Arc::new(Crowd::default());
    let people = crowd::gather(address, &crowd, plan.matches).await?;
    if let Some(harm) = harm {
        std::fs::write(harm, "")?;
    }
    let mut torn = 0;
    for kill in 0..plan.kills {
        reached(&crowd, (kill + 1) * plan.orders).await?;
        program.kill().await?;
        if plan.torn && kill % 2 == 1 {
            torn += usize::from(tear(Path::new(plan.db))?);
        }
        program = again(plan.program, &serve).await?;
    }
    reached(&crowd, (plan.kills + 1) * plan.orders).await?;
    if let Some(harm) = harm {
        std::fs::remove_file(harm)?;
    }
    crowd.stop.store(true, Ordering::Relaxed);
    for person in people {
        person.await??;
    }
    let acknowledged =
        std::mem::take(&mut *crowd.acknowledged.lock().unwrap_or_else(PoisonError::into_inner));

    well(&program).await?;
    let live = crowd::logs(address, &acknowledged).await?;
    program.kill().await?;
    let program = again(plan.program, &serve).await?;
    well(&program).await?;
    let missing = crowd::missing(address, &acknowledged).await?;
    if missing > 0 {
        bail!("{missing} of {} acknowledged orders are lost", acknowledged.len());
    }
    let logs = crowd::logs(address, &acknowledged).await?;
    if let Some(id) = live.iter().find(|(id, log)| logs.get(*id) != Some(*log)).map(|(id, _)| id) {
        bail!("match {id} is another one after the program was started again");
    }
    crowd::replay(plan.program, &logs, plan.folder).await?;
    program.kill().await?;
    Ok(Endured {
        acknowledged: acknowledged.len(),
        failed: crowd.failed.load(Ordering::Relaxed),
        returns: crowd.returns.load(Ordering::Relaxed),
        torn,
        logs: logs.len(),
    })
}

/// Starts the program; without its database it ends at once, and is started again.
async fn again(program: &Path, serve: &[&str]) -> Result<Program> {
    let begun = Instant::now();
    loop {
        match Program::start(program, serve).await {
            Ok(program) => return Ok(program),
            Err(error) if begun.elapsed() > PATIENCE => return Err(error),
            Err(_) => tokio::time::sleep(Duration::from_millis(100)).await,
        }
    }
}

async fn reached(crowd: &Crowd, orders: usize) -> Result<()> {
    let waited = tokio::time::timeout(PATIENCE, crowd.reached(orders)).await;
    waited.with_context(|| format!("people do not get on: {} of {orders} orders", crowd.count()))
}

async fn well(program: &Program) -> Result<()> {
    let begun = Instant::now();
    while !crowd::is_well(program.address).await.unwrap_or(false) {
        if begun.elapsed() > PATIENCE {
            bail!("the server does not become well again");
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    Ok(())
}

/// The head of a journal, and of each page in it.
const HEAD: usize = 32;
const PAGE_HEAD: usize = 24;

/// Where the pages of a SQLite journal end, and how long each is; none if there is no page yet. A journal is written again
/// from its beginning: what is left of the time before stands behind that, with another salt.
pub fn pages_of(journal: &[u8]) -> Option<(usize, usize)> {
    let (size, salt) = (journal.get(8..12)?, journal.get(16..24)?);
    let page = PAGE_HEAD + size.iter().fold(0, |size, byte| (size << 8) | usize::from(*byte));
    let pages = journal.get(HEAD..)?.chunks_exact(page).take_while(|head| head[8..16] == *salt).count();
    (pages > 0).then_some((HEAD + pages * page, page))
}

/// Writes half a page behind the last one of the journal, as if the program had been killed while it wrote. False if there is
/// no page yet.
pub fn tear(db: &Path) -> Result<bool> {
    let journal = PathBuf::from(format!("{}-wal", db.display()));
    let Ok(bytes) = std::fs::read(&journal) else { return Ok(false) };
    let Some((end, page)) = pages_of(&bytes) else { return Ok(false) };
    let mut file = OpenOptions::new().write(true).open(&journal).context("the journal")?;
    file.seek(SeekFrom::Start(end as u64))?;
    file.write_all(&bytes[end - page..end - page / 2])?;
    Ok(true)
}
