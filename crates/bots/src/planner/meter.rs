//! How far a search is: for whoever waits for it and wants to see that something happens.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// How much of the work of a decision is done. It counts rounds, and the pieces of the round that goes on: how many pieces a
/// round has follows from what was found before, how many rounds there are does not. So it tells nothing of what was found.
#[derive(Debug, Default)]
pub struct Meter {
    /// Rounds that are over, all rounds, pieces of this round that are done and all of them: 16 bits, 8, 20 and 20.
    state: AtomicU64,
}

const PIECES: u64 = (1 << 20) - 1;

impl Meter {
    /// In hundredths; nothing before a search has begun, and where nothing is searched.
    ///
    /// ```
    /// assert_eq!(bots::Meter::default().percent(), None);
    /// ```
    pub fn percent(&self) -> Option<u8> {
        let state = self.state.load(Ordering::Relaxed);
        let (over, rounds) = (state >> 48, state >> 40 & 0xff);
        let (done, pieces) = (state >> 20 & PIECES, state & PIECES);
        let within = 100 * done.min(pieces) / pieces.max(1);
        (rounds > 0).then(|| ((100 * over + within) / rounds).min(100) as u8)
    }

    fn begin(&self, over: usize, rounds: usize, pieces: usize) {
        let pieces = (pieces as u64).min(PIECES);
        self.state.store(
            (over as u64 & 0xffff) << 48 | (rounds as u64).min(0xff) << 40 | pieces,
            Ordering::Relaxed,
        );
    }

    fn count(&self, pieces: usize) {
        self.state
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |state| {
                let done = ((state >> 20 & PIECES) + pieces as u64).min(PIECES);
                Some(state & !(PIECES << 20) | done << 20)
            })
            .ok();
    }
}

thread_local! {
    /// The meter of the decision that this thread works at.
    static METER: RefCell<Option<Arc<Meter>>> = const { RefCell::new(None) };
}

/// The meter of this thread, for another one that works at the same decision.
pub(super) fn here() -> Option<Arc<Meter>> {
    METER.with_borrow(Option::clone)
}

/// Works with this meter, and puts back what was there before.
pub(super) fn with<T>(meter: Option<Arc<Meter>>, work: impl FnOnce() -> T) -> T {
    let before = METER.replace(meter);
    let done = work();
    METER.set(before);
    done
}

/// A round begins when so many of all rounds are over; it has so many pieces.
pub(super) fn round(over: usize, rounds: usize, pieces: usize) {
    METER.with_borrow(|meter| {
        if let Some(meter) = meter {
            meter.begin(over, rounds, pieces);
        }
    });
}

/// So many pieces of this round are done.
pub(super) fn count(pieces: usize) {
    METER.with_borrow(|meter| {
        if let Some(meter) = meter {
            meter.count(pieces);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_moves_with_rounds_and_with_the_pieces_of_one() {
        let meter = Arc::new(Meter::default());
        let mut shares = Vec::new();
        with(Some(Arc::clone(&meter)), || {
            count(3);
            shares.push(meter.percent());
            round(0, 4, 10);
            shares.push(meter.percent());
            count(4);
            shares.push(meter.percent());
            count(60);
            shares.push(meter.percent());
            round(3, 4, 2);
            shares.push(meter.percent());
            count(1);
            shares.push(meter.percent());
        });
        count(1);
        shares.push(meter.percent());
        assert_eq!(shares, [None, Some(0), Some(10), Some(25), Some(75), Some(87), Some(87)]);
    }

    #[test]
    fn a_round_of_any_size_is_full_at_most() {
        let meter = Meter::default();
        for (rounds, pieces) in [(1, 0), (1, 1), (5, 5_000_000), (255, 1 << 20)] {
            meter.begin(0, rounds, pieces);
            meter.count(usize::MAX >> 20);
            assert!(meter.percent() <= Some(100), "{rounds} {pieces}");
            meter.begin(rounds, rounds, pieces);
            assert_eq!(meter.percent(), Some(100), "{rounds} {pieces}");
        }
    }
}
