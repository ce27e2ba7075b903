//! When each viewer last learned something. A time that moved with what he may not know would tell of it.

use super::{Accepted, Room, SeatId, StateHash, Stream, Viewer};

#[derive(Clone, Copy, Debug)]
pub(super) struct Learned {
    at: i64,
    /// His events then, and how often some had been taken back.
    seen: (u32, u32),
}

impl Learned {
    pub fn of(stream: &Stream, at: i64) -> Self {
        Self { at, seen: (stream.count, stream.voids) }
    }

    pub fn not_before(&mut self, at: i64) {
        self.at = self.at.max(at);
    }
}

impl Room {
    /// A step was stored. Orders, and what is taken back of them, are for those who see events of them; everything else
    /// is done before all eyes.
    pub(super) fn learn(&mut self, kind: &str, at: i64) {
        if !matches!(kind, "order" | "undo" | "rewind") {
            self.learned.iter_mut().for_each(|learned| learned.at = at);
        }
    }

    /// Looks who has seen something new.
    pub(super) fn learn_events(&mut self, at: i64) {
        for (learned, stream) in self.learned.iter_mut().zip(&self.streams) {
            let now = Learned::of(stream, at);
            if learned.seen != now.seen {
                *learned = now;
            }
        }
    }

    /// When this viewer last learned something, in milliseconds since 1970.
    pub(super) fn changed_for(&self, viewer: Viewer) -> i64 {
        let index = self.streams.iter().position(|stream| stream.viewer == viewer);
        index.and_then(|index| self.learned.get(index)).map_or(0, |learned| learned.at)
    }

    /// Remembers an order that was accepted, so that it is done once.
    pub(super) fn note_given(&mut self, seat: SeatId, id: Option<String>, print: StateHash) {
        let id: Option<Box<str>> = id.map(String::into_boxed_str);
        if let Some(id) = id.clone() {
            self.accepted.insert((seat.0, id), Accepted { print, stands: true });
        }
        self.given.push((seat, id));
    }

    /// The last order of a seat stands no more.
    pub(super) fn forget_last_of(&mut self, seat: SeatId) {
        if let Some(last) = self.given.iter().rposition(|(by, _)| *by == seat) {
            let taken = self.given.remove(last);
            self.void(&[taken]);
        }
    }

    /// The orders after the first so many stand no more.
    pub(super) fn forget_after(&mut self, keep: usize) {
        let taken = self.given.split_off(keep.min(self.given.len()));
        self.void(&taken);
    }

    fn void(&mut self, taken: &[(SeatId, Option<Box<str>>)]) {
        for (seat, id) in taken {
            let known = id.clone().and_then(|id| self.accepted.get_mut(&(seat.0, id)));
            if let Some(known) = known {
                known.stands = false;
            }
        }
    }

    /// How many orders this seat has given since the last barrier.
    pub(super) fn changes_of_mind(&self, seat: SeatId) -> usize {
        self.given[self.play.settled().min(self.given.len())..].iter().filter(|(by, _)| *by == seat).count()
    }
}
