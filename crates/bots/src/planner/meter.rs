//! How far a search is: for whoever waits for it and wants to see that something happens.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Playouts that are done, of those that a decision may take. It tells nothing of what was found.
#[derive(Debug, Default)]
pub struct Meter {
    done: AtomicUsize,
    budget: AtomicUsize,
}

impl Meter {
    /// Done, and how many there may be; none before the search knows it, and where nothing is searched.
    pub fn read(&self) -> Option<(usize, usize)> {
        let budget = self.budget.load(Ordering::Relaxed);
        (budget > 0).then(|| (self.done.load(Ordering::Relaxed).min(budget), budget))
    }

    /// The same in hundredths.
    ///
    /// ```
    /// assert_eq!(bots::Meter::default().percent(), None);
    /// ```
    pub fn percent(&self) -> Option<u8> {
        self.read().map(|(done, budget)| (100 * done / budget) as u8)
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

/// A search begins that may take so many playouts.
pub(super) fn expect(playouts: usize) {
    METER.with_borrow(|meter| {
        if let Some(meter) = meter {
            meter.done.store(0, Ordering::Relaxed);
            meter.budget.store(playouts, Ordering::Relaxed);
        }
    });
}

/// So many playouts are done.
pub(super) fn count(playouts: usize) {
    METER.with_borrow(|meter| {
        if let Some(meter) = meter {
            meter.done.fetch_add(playouts, Ordering::Relaxed);
        }
    });
}
