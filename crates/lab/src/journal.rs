//! What was played is written down game by game, so that a batch which was stopped goes on where it stopped.
//!
//! The first line is the batch's settings, each further line a game and a checksum of it. A line is written at once and
//! whole; one that was torn has no end, and is played again. Whatever else is not as it was written is refused.

use crate::batch::LabError;
use crate::play::{Job, Played};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use table::state_hash;

/// Goes up when older journals can not be read.
const FORMAT: u64 = 1;
const SUM: &str = ",\"sum\":\"";

/// The games of one batch that are finished, in a file.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: Mutex<File>,
    /// By their numbers, each with its line.
    done: BTreeMap<u64, (usize, Played)>,
}

impl Journal {
    /// Opens or begins the journal of a batch with these settings. Everything that the games depend on must be in them.
    pub fn open(path: &Path, settings: &Value) -> Result<Self, LabError> {
        let failed = |why: &dyn std::fmt::Display| LabError::Journal(format!("{}: {why}", path.display()));
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(|e| failed(&e))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(failed(&"another batch is writing to it")),
            Err(TryLockError::Error(e)) => return Err(failed(&e)),
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(|e| failed(&e))?;
        let text = String::from_utf8(bytes).map_err(|e| {
            let good = &e.as_bytes()[..e.utf8_error().valid_up_to()];
            let line = 1 + good.iter().filter(|byte| **byte == b'\n').count();
            LabError::Journal(format!("{}:{line}: damaged: expected text", path.display()))
        })?;
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let header = serde_json::json!({ "lab": FORMAT, "settings": settings }).to_string();
        let mut journal = Self { path: path.to_owned(), file: Mutex::new(file), done: BTreeMap::new() };
        if whole == 0 && !header.starts_with(&text) {
            return Err(journal.damaged(1, "expected the settings of a batch"));
        }
        for (line, written) in text[..whole].lines().enumerate() {
            if line == 0 {
                journal.same_settings(written, settings)?;
            } else {
                journal.read(line + 1, written)?;
            }
        }
        // What was torn goes, and the next line begins where it began.
        let begin = |file: &mut File| -> std::io::Result<()> {
            file.set_len(whole as u64)?;
            file.seek(SeekFrom::End(0))?;
            if whole == 0 { file.write_all(format!("{header}\n").as_bytes()) } else { Ok(()) }
        };
        begin(&mut journal.file.lock().unwrap_or_else(PoisonError::into_inner)).map_err(|e| failed(&e))?;
        Ok(journal)
    }

    /// How many games it tells of.
    pub fn len(&self) -> usize {
        self.done.len()
    }

    pub fn is_empty(&self) -> bool {
        self.done.is_empty()
    }

    fn damaged(&self, line: usize, why: impl std::fmt::Display) -> LabError {
        LabError::Journal(format!("{}:{line}: {why}", self.path.display()))
    }

    fn same_settings(&self, written: &str, settings: &Value) -> Result<(), LabError> {
        let header: Value =
            serde_json::from_str(written).map_err(|_| self.damaged(1, "expected the settings of a batch"))?;
        if header["lab"] != FORMAT {
            return Err(self.damaged(1, format!("expected a journal of format {FORMAT}")));
        }
        match difference(&header["settings"], settings, "") {
            Some(why) => Err(self.damaged(1, format!("this is the journal of another batch: {why}"))),
            None => Ok(()),
        }
    }

    fn read(&mut self, line: usize, written: &str) -> Result<(), LabError> {
        let game = written.rfind(SUM).and_then(|at| {
            let sum = written[at + SUM.len()..].strip_suffix("\"}")?;
            let game = format!("{}}}", &written[..at]);
            (state_hash(game.as_str()).to_string() == sum).then_some(game)
        });
        let Some(game) = game else {
            return Err(self.damaged(line, "damaged: expected a game and its checksum"));
        };
        let played: Played =
            serde_json::from_str(&game).map_err(|e| self.damaged(line, format!("not a game: {e}")))?;
        let index = played.index;
        match self.done.insert(index, (line, played)) {
            Some((before, _)) => {
                Err(self.damaged(line, format!("game {index} stands in line {before} already")))
            }
            None => Ok(()),
        }
    }

    /// This game, if it was played before.
    pub(crate) fn told(&self, job: &Job) -> Result<Option<Played>, LabError> {
        match self.done.get(&job.index) {
            Some((line, played)) if played.seed != job.seed => {
                let (index, seed) = (job.index, job.seed);
                Err(self
                    .damaged(*line, format!("expected game {index} with seed {seed}, found {}", played.seed)))
            }
            found => Ok(found.map(|(_, played)| played.clone())),
        }
    }

    /// Writes a game down.
    pub(crate) fn add(&self, played: &Played) -> Result<(), LabError> {
        let failed = |e: &dyn std::fmt::Display| LabError::Journal(format!("{}: {e}", self.path.display()));
        let game = serde_json::to_string(played).map_err(|e| failed(&e))?;
        let bare = game.strip_suffix('}').unwrap_or(&game);
        let line = format!("{bare}{SUM}{}\"}}\n", state_hash(game.as_str()));
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.write_all(line.as_bytes()).and_then(|()| file.flush()).map_err(|e| failed(&e))
    }
}

/// The first place where two settings differ, in words.
fn difference(written: &Value, wanted: &Value, place: &str) -> Option<String> {
    if let (Value::Object(before), Value::Object(now)) = (written, wanted) {
        let mut keys: Vec<&String> = before.keys().chain(now.keys()).collect();
        keys.sort();
        return keys.into_iter().find_map(|key| {
            let place = if place.is_empty() { key.clone() } else { format!("{place}.{key}") };
            difference(&written[key], &wanted[key], &place)
        });
    }
    let word = |value: &Value| if value.is_null() { "not set".to_owned() } else { value.to_string() };
    (written != wanted).then(|| format!("{place} was {}, and is {} now", word(written), word(wanted)))
}
