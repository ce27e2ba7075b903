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
use std::ops::Range;
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
    /// None if it is kept in memory only.
    file: Option<Mutex<File>>,
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
        let mut journal = Self { path: path.to_owned(), file: None, done: BTreeMap::new() };
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
        begin(&mut file).map_err(|e| failed(&e))?;
        journal.file = Some(Mutex::new(file));
        Ok(journal)
    }

    /// A journal that nobody keeps: for games that come from elsewhere, and are told of once.
    pub fn in_memory() -> Self {
        Self { path: PathBuf::from("journal"), file: None, done: BTreeMap::new() }
    }

    /// How many games it tells of.
    pub fn len(&self) -> usize {
        self.done.len()
    }

    pub fn is_empty(&self) -> bool {
        self.done.is_empty()
    }

    /// Takes in a game that was played elsewhere, as [`crate::part`] wrote it. One that it tells of already may come again,
    /// if it went the same way.
    pub fn take(&mut self, written: &str) -> Result<(), LabError> {
        let line = self.done.len() + 2;
        let played = self.game(line, written)?;
        if let Some((before, known)) = self.done.get(&played.index) {
            let why = format!("game {} went another way than in line {before}", played.index);
            return if *known == played { Ok(()) } else { Err(self.damaged(line, why)) };
        }
        self.add(&played)?;
        self.done.insert(played.index, (line, played));
        Ok(())
    }

    /// The games below this number that it does not tell of, in parts of at most so many.
    pub fn missing(&self, games: u64, most: u64) -> Vec<Range<u64>> {
        let mut parts: Vec<Range<u64>> = Vec::new();
        for index in (0..games).filter(|index| !self.done.contains_key(index)) {
            match parts.last_mut().filter(|part| part.end == index && part.end - part.start < most) {
                Some(part) => part.end += 1,
                None => parts.push(index..index + 1),
            }
        }
        parts
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

    /// A line as it is written, if it is whole.
    fn game(&self, line: usize, written: &str) -> Result<Played, LabError> {
        let game = written.rfind(SUM).and_then(|at| {
            let sum = written[at + SUM.len()..].strip_suffix("\"}")?;
            let game = format!("{}}}", &written[..at]);
            (state_hash(game.as_str()).to_string() == sum).then_some(game)
        });
        let Some(game) = game else {
            return Err(self.damaged(line, "damaged: expected a game and its checksum"));
        };
        serde_json::from_str(&game).map_err(|e| self.damaged(line, format!("not a game: {e}")))
    }

    fn read(&mut self, line: usize, written: &str) -> Result<(), LabError> {
        let played = self.game(line, written)?;
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
        let Some(file) = &self.file else { return Ok(()) };
        let line = line_of(played).map_err(|e| failed(&e))? + "\n";
        let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
        file.write_all(line.as_bytes()).and_then(|()| file.flush()).map_err(|e| failed(&e))
    }
}

/// A game and the checksum of what is said of it.
pub(crate) fn line_of(played: &Played) -> serde_json::Result<String> {
    let game = serde_json::to_string(played)?;
    let bare = game.strip_suffix('}').unwrap_or(&game);
    Ok(format!("{bare}{SUM}{}\"}}", state_hash(game.as_str())))
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
