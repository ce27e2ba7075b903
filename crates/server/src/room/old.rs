//! A match that the rules of today do not lead to: it is shown from what was stored, and goes on from its position if
//! all who play agree. For that a picture of every match is taken when it is quiet.

use super::load::CONTINUE;
use super::shown::Picture;
use super::{FailureBody, Room, SeatId, now_ms, stream, told};
use crate::failure::{Code, failure, refused};
use crate::secret;
use crate::storage::{PictureRow, StepRow, Write};
use crate::wire::EventLine;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A picture is taken when nothing has happened for so long.
const QUIET: Duration = Duration::from_secs(2);
/// It is taken after so many steps in any case.
const BEHIND: i64 = 64;

/// Why a match can only be looked at, and how it can go on.
#[derive(Debug)]
pub(super) struct Old {
    /// As people read it.
    pub words: String,
    pub picture: Arc<Picture>,
    /// How many events of each viewer there were in the picture.
    pub seen: Vec<usize>,
    pub asked: Vec<SeatId>,
}

impl Old {
    pub fn agreed(&self) -> Vec<u8> {
        self.asked.iter().map(|seat| seat.0).collect()
    }

    /// Whether all that was secret is stored for everybody's eyes.
    pub fn lies_open(&self) -> bool {
        self.picture.over.is_some()
    }
}

impl Room {
    /// An error if this match can only be looked at.
    pub(super) fn must_be_played(&self) -> Result<(), FailureBody> {
        self.old.as_ref().map_or(Ok(()), |old| Err(failure(Code::Stale, &old.words)))
    }

    /// The log as it was stored: of a match that was over then.
    pub(super) fn old_log(&self) -> Result<String, FailureBody> {
        let log = self.old.as_ref().filter(|_| self.is_over()).and_then(|old| old.picture.log.clone());
        log.ok_or_else(|| {
            refused("the log of this match can not be written any more; its events can be read")
        })
    }

    // ---- pictures

    /// How long until a picture of the table is due; none if the last one is still true.
    pub(super) fn until_picture(&self) -> Option<Duration> {
        if self.old.is_some() || self.pictured == self.step {
            return None;
        }
        let due = self.is_over() || self.step - self.pictured > BEHIND;
        Some(if due { Duration::ZERO } else { QUIET.saturating_sub(self.stepped.elapsed()) })
    }

    /// Stores what everybody sees now. It is made of the match, and nobody waits for it: if it can not be stored the next
    /// one is.
    pub(super) async fn take_picture(&mut self) {
        if self.until_picture().is_none() || self.broken {
            return;
        }
        self.pictured = self.step;
        let body = if self.slow { tokio::task::block_in_place(|| self.picture()) } else { self.picture() };
        let Some(body) = body else { return };
        let row = PictureRow { match_id: self.id.clone(), step: self.step, body };
        if let Err(error) = self.hall.store.write(vec![Write::Picture(row)]).await {
            tracing::warn!(id = self.id, %error, "a picture of a match is not stored");
        }
    }

    fn picture(&self) -> Option<String> {
        let told = self.gaps.then(|| self.all_told()).flatten();
        Picture::of(self.play.as_ref(), self.over(), told)
    }

    /// All that everybody has been told, as one record.
    fn all_told(&self) -> Option<String> {
        let events: Vec<Vec<EventLine>> =
            self.streams.iter().map(|stream| stream.events(self.play.as_ref(), 0)).collect();
        told::changed(events.iter().map(|events| (0, &events[..])))
    }

    // ---- going on

    pub(super) async fn agree_to_continue(&mut self, seat: SeatId) -> Result<(), FailureBody> {
        let Some(old) = &mut self.old else {
            return Err(failure(Code::Stale, "this match is played by the rules of today"));
        };
        if self.ended.is_some() {
            return Err(failure(Code::Stale, "the match is over"));
        }
        if !old.asked.contains(&seat) {
            old.asked.push(seat);
        }
        let asked = old.asked.clone();
        if self.seating.hot_seat || self.seating.humans().all(|human| asked.contains(&human)) {
            let done = self.go_on().await;
            if done.is_err()
                && let Some(old) = &mut self.old
            {
                old.asked.clear();
            }
            return done;
        }
        Ok(())
    }

    pub(super) fn decline_to_continue(&mut self) -> Result<(), FailureBody> {
        match &mut self.old {
            Some(old) if !old.asked.is_empty() => {
                old.asked.clear();
                Ok(())
            }
            _ => Err(failure(Code::Stale, "nobody asks to go on")),
        }
    }

    /// Begins a new stretch from the stored position. It is stored as a step, and the match is loaded again: one way to
    /// come to a table is enough.
    async fn go_on(&mut self) -> Result<(), FailureBody> {
        let Some(old) = &self.old else { return Ok(()) };
        let game = Arc::clone(self.hall.game(self.play.game())?);
        let position = self.play.position();
        let begun = tokio::task::spawn_blocking(move || game.load_position(&position, secret::seed())).await;
        let begun = begun.map_err(|_| failure(Code::Internal, "a fault while the match was set up"))?;
        let begun = begun.map_err(|e| refused(format!("today's rules do not take its position: {e}")))?;
        if begun.seats().len() != self.seating.chairs.len() {
            return Err(refused("today's rules have other seats for its position"));
        }
        // What came after the picture has not happened at the table that goes on.
        let events = self.streams.iter().zip(&old.seen).map(|(stream, seen)| {
            let first = stream::lines(begun.events(stream.viewer, 0));
            stream.earlier.iter().take(*seen).cloned().chain(first).collect()
        });
        let events: Vec<Vec<EventLine>> = events.collect();
        let told = told::changed(events.iter().map(|events| (0, &events[..])));
        let row = StepRow {
            match_id: self.id.clone(),
            n: self.step,
            kind: CONTINUE.to_owned(),
            seat: -1,
            payload: begun.first(0),
            client_id: None,
            clocks: self.clocks.written(),
            at: now_ms(),
            hash: Some(begun.hash().0 as i64),
            told,
        };
        self.broken = true;
        self.hall.store.write(vec![Write::Step(row)]).await?;
        tracing::info!(id = self.id, "a match goes on by the rules of today");
        Ok(())
    }

    /// A match that is just loaded: its picture is as old as this.
    pub(super) fn pictured_at(&mut self, step: Option<i64>) {
        self.pictured = step.unwrap_or(-1);
        self.stepped = Instant::now();
    }
}
