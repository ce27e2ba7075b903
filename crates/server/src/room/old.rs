//! A match that the rules of today do not lead to: it is shown from what was stored, and goes on from its position if
//! all who play agree. For that a picture of every match is taken when it is quiet.

use super::load::CONTINUE;
use super::shown::Picture;
use super::{FailureBody, Room, SeatId, StateHash, steady_ms, told};
use crate::failure::{Code, failure, refused};
use crate::secret;
use crate::storage::{PictureRow, Pictured, StepRow, ToldRow, Write};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A picture is taken after so many steps, however little time they took.
const BEHIND: i64 = 256;

/// When a picture that could not be stored is tried again.
const AGAIN: Duration = Duration::from_secs(10);

/// What is stored of what everybody has seen.
#[derive(Debug)]
pub(super) struct Album {
    /// How many steps had been taken when the last picture was taken.
    taken: i64,
    /// Before this none is tried: the last one could not be stored.
    again: Option<Instant>,
    /// All events up to so many orders are stored; none of them if nothing is.
    recorded: Option<usize>,
    /// When the last step was taken.
    stepped: Instant,
}

impl Album {
    /// Of a match that is just loaded: its last picture is as old as this.
    pub fn of(pictured: Option<Pictured>) -> Self {
        let taken = pictured.map_or(-1, |at| at.step);
        Self { taken, again: None, recorded: None, stepped: Instant::now() }
    }

    pub fn step(&mut self) {
        self.stepped = Instant::now();
    }

    /// So many orders were there when the last picture was taken.
    pub fn records(&mut self, orders: usize) {
        self.recorded = Some(orders);
    }

    fn took(&mut self, step: i64, orders: usize) {
        (self.taken, self.again) = (step, None);
        self.records(orders);
    }

    fn failed(&mut self) {
        self.again = Some(Instant::now() + AGAIN);
    }

    /// How long until a picture is due, if nothing happens; none if the last one is of this very step.
    fn due(&self, step: i64, over: bool, quiet: Duration) -> Option<Duration> {
        if self.taken == step {
            return None;
        }
        let at_once = over || step - self.taken > BEHIND;
        let quiet = if at_once { Duration::ZERO } else { quiet.saturating_sub(self.stepped.elapsed()) };
        let again = self.again.map_or(Duration::ZERO, |at| at.saturating_duration_since(Instant::now()));
        Some(quiet.max(again))
    }

    /// Everything is told anew.
    pub fn forget(&mut self) {
        self.recorded = None;
    }

    /// What came after so many orders is told anew.
    pub fn forget_after(&mut self, orders: usize) {
        self.recorded = self.recorded.map(|recorded| recorded.min(orders));
    }
}

/// Why a match can only be looked at, and who would go on.
#[derive(Debug)]
pub(super) struct Old {
    /// As people read it.
    pub words: String,
    pub picture: Arc<Picture>,
    pub agreed: Vec<SeatId>,
}

impl Old {
    pub fn agreed(&self) -> Vec<u8> {
        self.agreed.iter().map(|seat| seat.0).collect()
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

    /// The hash of the table as it stands: of one state it is worked out once.
    pub(super) fn table_hash(&mut self) -> StateHash {
        *self.hash.get_or_insert_with(|| self.play.hash())
    }

    // ---- pictures

    /// How long until a picture of the table is due; none if the last one is still true.
    pub(super) fn until_picture(&self) -> Option<Duration> {
        let is_played = self.old.is_none();
        is_played.then(|| self.album.due(self.step, self.is_over(), self.hall.quiet)).flatten()
    }

    pub(super) fn is_picture_due(&self) -> bool {
        self.until_picture().is_some_and(|due| due.is_zero())
    }

    /// Stores what everybody sees now, and what he was told since the last time. It is made of the match, and nobody waits
    /// for it: if it can not be stored it is tried again.
    pub(super) async fn take_picture(&mut self) {
        if self.until_picture().is_none() || self.broken {
            return;
        }
        if !self.hall.store.is_sure(&self.lease).await {
            (self.broken, self.lost) = (true, true);
            return;
        }
        let at = Pictured { step: self.step, hash: self.table_hash().0 as i64 };
        let orders = self.play.orders();
        let Some((body, told)) = tokio::task::block_in_place(|| self.picture()) else {
            // Of such a match there will be none.
            self.album.taken = at.step;
            return;
        };
        let [match_id, id] = [self.id.clone(), self.id.clone()];
        let told = Write::Told(ToldRow { match_id: id, step: at.step, body: told });
        match self.store(vec![told, Write::Picture(PictureRow { match_id, at, body })]).await {
            Ok(()) => self.album.took(at.step, orders),
            Err(error) => {
                tracing::warn!(id = self.id, %error, "a picture of a match is not stored");
                self.album.failed();
            }
        }
    }

    /// The picture, and the piece that goes before it.
    fn picture(&self) -> Option<(String, String)> {
        let (cut, from) = match self.album.recorded {
            Some(orders) => {
                let cut = self.streams.iter().map(|stream| stream.count_at(orders)).collect();
                (cut, self.play.happened_after(orders))
            }
            None => (self.streams.iter().map(|stream| stream.earlier.len() as u32).collect::<Vec<_>>(), 0),
        };
        let viewers: Vec<_> = self.streams.iter().map(|stream| stream.viewer).collect();
        let told = told::piece(&cut, &self.play.told_since(from, &viewers))?;
        let learned = viewers.iter().map(|viewer| self.changed_for(*viewer)).collect();
        let over = self.over();
        let log = over.is_some().then(|| self.whole_log());
        Some((Picture::of(self.play.as_ref(), over, log, self.fairness(), learned)?, told))
    }

    // ---- going on

    pub(super) async fn agree_to_continue(&mut self, seat: SeatId) -> Result<(), FailureBody> {
        let Some(old) = &mut self.old else {
            return Err(failure(Code::Stale, "this match is played by the rules of today"));
        };
        if self.ended.is_some() {
            return Err(failure(Code::Stale, "the match is over"));
        }
        if !old.agreed.contains(&seat) {
            old.agreed.push(seat);
        }
        let all = self.seating.humans().all(|human| old.agreed.contains(&human));
        if !all && !self.seating.is_one_screen() {
            return Ok(());
        }
        let begun = self.go_on().await;
        if let (Err(_), Some(old)) = (&begun, &mut self.old) {
            old.agreed.clear();
        }
        begun
    }

    pub(super) fn decline_to_continue(&mut self) -> Result<(), FailureBody> {
        match &mut self.old {
            Some(old) if !old.agreed.is_empty() => {
                old.agreed.clear();
                Ok(())
            }
            _ => Err(failure(Code::Stale, "nobody asks to go on")),
        }
    }

    /// Begins a new stretch from the stored position. It is stored as a step, and the match is loaded again: one way to
    /// come to a table is enough.
    async fn go_on(&mut self) -> Result<(), FailureBody> {
        let game = Arc::clone(self.hall.game(self.play.game())?);
        let position = self.play.position();
        let begun = tokio::task::spawn_blocking(move || game.load_position(&position, secret::seed())).await;
        let begun = begun.map_err(|_| failure(Code::Internal, "a fault while the match was set up"))?;
        let begun = begun.map_err(|e| refused(format!("today's rules do not take its position: {e}")))?;
        if begun.seats().len() != self.seating.chairs.len() {
            return Err(refused("today's rules have other seats for its position"));
        }
        self.clocks.renew_days();
        let row = StepRow {
            match_id: self.id.clone(),
            n: self.step,
            kind: CONTINUE.to_owned(),
            seat: -1,
            payload: begun.first(0),
            client_id: None,
            clocks: self.clocks.written(),
            at: steady_ms(),
            hash: None,
        };
        self.broken = true;
        self.store(vec![Write::Step(row)]).await?;
        tracing::info!(id = self.id, "a match goes on by the rules of today");
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{AGAIN, Album, BEHIND};
    use std::time::Duration;

    #[test]
    fn a_picture_is_due_when_it_is_quiet_or_over_or_far_behind() {
        const HOUR: Duration = Duration::from_secs(3600);
        let mut album = Album::of(None);
        assert!(album.due(0, false, HOUR).is_some_and(|due| due > HOUR / 2), "of a match that begins, too");
        assert_eq!(album.due(0, false, Duration::ZERO), Some(Duration::ZERO), "nothing happens");
        assert_eq!([album.due(0, true, HOUR), album.due(1, true, HOUR)], [Some(Duration::ZERO); 2]);
        album.failed();
        assert!(
            album.due(0, true, HOUR).is_some_and(|due| due > AGAIN / 2 && due <= AGAIN),
            "tried again later"
        );
        album.took(5, 7);
        assert_eq!(album.due(5, true, Duration::ZERO), None, "it is taken");
        assert!(album.due(5 + BEHIND, false, HOUR).is_some_and(|due| due > HOUR / 2));
        assert_eq!(album.due(6 + BEHIND, false, HOUR), Some(Duration::ZERO));
    }

    #[test]
    fn what_was_taken_back_is_stored_anew() {
        let mut album = Album::of(None);
        album.forget_after(3);
        assert_eq!(album.recorded, None);
        album.records(8);
        album.forget_after(9);
        assert_eq!(album.recorded, Some(8));
        album.forget_after(3);
        album.forget_after(7);
        assert_eq!(album.recorded, Some(3));
    }
}
