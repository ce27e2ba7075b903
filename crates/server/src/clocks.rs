//! The time that each seat has left. It knows no time of its own: who calls says what time it is.

use crate::wire::Clock;

const DAY: i64 = 86_400_000;

/// The clocks of one match, in milliseconds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clocks {
    kind: Clock,
    left: Vec<i64>,
    /// Whose clock runs.
    running: Vec<bool>,
    /// When `left` was true.
    at: i64,
    /// Clocks stand until everybody has come to the table.
    started: bool,
}

impl Clocks {
    pub fn new(kind: Clock, seats: usize, now: i64) -> Self {
        let whole = match kind {
            Clock::None => 0,
            Clock::Live { minutes, .. } => i64::from(minutes) * 60_000,
            Clock::Days { days } => i64::from(days) * DAY,
        };
        Self { kind, left: vec![whole; seats], running: vec![false; seats], at: now, started: false }
    }

    pub fn kind(&self) -> Clock {
        self.kind
    }

    pub fn is_on(&self) -> bool {
        self.kind != Clock::None
    }

    pub fn started(&self) -> bool {
        self.started
    }

    pub fn start(&mut self, now: i64) {
        self.at = now;
        self.started = true;
    }

    /// What was left when it was written down; a live clock stood while the program did not run.
    pub fn restore(&mut self, left: &[i64], written: i64) {
        if left.len() == self.left.len() {
            self.left.copy_from_slice(left);
            self.at = written;
        }
    }

    /// Lets time pass.
    pub fn pass(&mut self, now: i64) {
        let gone = (now - self.at).max(0);
        self.at = now;
        for (left, _) in self.left.iter_mut().zip(&self.running).filter(|(_, running)| **running) {
            *left -= gone;
        }
    }

    /// Sets whose clock runs from now on. A decision that is made gives a live clock its gain, a new one gives a
    /// correspondence clock its days.
    pub fn run(&mut self, now: i64, wanted: &[bool]) {
        self.pass(now);
        if !self.is_on() || !self.started {
            return;
        }
        for ((left, running), &wanted) in self.left.iter_mut().zip(&mut self.running).zip(wanted) {
            match (self.kind, *running, wanted) {
                (Clock::Live { gain_seconds, .. }, true, false) => *left += i64::from(gain_seconds) * 1000,
                (Clock::Days { days }, false, true) => *left = i64::from(days) * DAY,
                _ => {}
            }
            *running = wanted;
        }
    }

    /// Like [`Clocks::run`] after something was taken back: who has to decide again gives back what he gained by having
    /// decided, and goes on with the time that he had left then.
    pub fn run_back(&mut self, now: i64, wanted: &[bool]) {
        self.pass(now);
        if !self.is_on() || !self.started {
            return;
        }
        for ((left, running), &wanted) in self.left.iter_mut().zip(&mut self.running).zip(wanted) {
            if let (Clock::Live { gain_seconds, .. }, false, true) = (self.kind, *running, wanted) {
                *left -= i64::from(gain_seconds) * 1000;
            }
            *running = wanted;
        }
    }

    /// Everybody has his days again: the match goes on from a moment that all agreed on.
    pub fn renew_days(&mut self) {
        if let Clock::Days { days } = self.kind {
            self.left.fill(i64::from(days) * DAY);
        }
    }

    /// Like [`Clocks::run`] for a match that comes back from storage: nobody gains anything by that.
    pub fn resume(&mut self, now: i64, wanted: &[bool]) {
        if !self.started {
            return;
        }
        self.running.copy_from_slice(wanted);
        if matches!(self.kind, Clock::Live { .. }) {
            self.at = now;
        }
    }

    pub fn stop(&mut self, now: i64) {
        self.pass(now);
        self.running.fill(false);
    }

    /// A seat whose time has run out.
    pub fn expired(&self) -> Option<usize> {
        (0..self.left.len()).find(|&seat| self.running[seat] && self.left[seat] <= 0)
    }

    /// How long until somebody's time runs out, if nothing happens.
    pub fn next(&self) -> Option<i64> {
        let running = self.left.iter().zip(&self.running).filter(|(_, running)| **running);
        running.map(|(left, _)| (*left).max(0)).min()
    }

    pub fn left(&self, seat: usize) -> Option<i64> {
        self.is_on().then(|| self.left.get(seat).copied()).flatten()
    }

    /// For storage.
    pub fn written(&self) -> Option<String> {
        self.is_on().then(|| serde_json::json!(self.left).to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIVE: Clock = Clock::Live { minutes: 1, gain_seconds: 5 };

    #[test]
    fn a_live_clock_runs_while_its_seat_is_awaited_and_gains_by_a_decision() {
        let mut clocks = Clocks::new(LIVE, 2, 0);
        clocks.run(0, &[true, true]);
        clocks.pass(10_000);
        assert_eq!(clocks.left(0), Some(60_000), "clocks stand until the match has started");
        clocks.start(10_000);
        clocks.run(10_000, &[true, true]);
        clocks.run(20_000, &[false, true]);
        assert_eq!((clocks.left(0), clocks.left(1)), (Some(55_000), Some(50_000)));
        assert_eq!(clocks.next(), Some(50_000));
        clocks.pass(70_000);
        assert_eq!((clocks.left(0), clocks.expired()), (Some(55_000), Some(1)));
    }

    #[test]
    fn a_clock_that_was_stopped_stands() {
        let mut clocks = Clocks::new(LIVE, 2, 0);
        clocks.start(0);
        clocks.run(0, &[true, false]);
        clocks.stop(10_000);
        clocks.pass(90_000);
        assert_eq!((clocks.left(0), clocks.left(1), clocks.expired()), (Some(50_000), Some(60_000), None));
        assert_eq!(clocks.next(), None);
    }

    #[test]
    fn days_are_for_each_decision() {
        let mut clocks = Clocks::new(Clock::Days { days: 2 }, 2, 0);
        clocks.start(0);
        clocks.run(0, &[true, false]);
        clocks.run(DAY, &[false, true]);
        assert_eq!((clocks.left(0), clocks.left(1)), (Some(DAY), Some(2 * DAY)));
        clocks.run(DAY + 1, &[true, false]);
        assert_eq!(clocks.left(0), Some(2 * DAY));
        clocks.pass(3 * DAY + 1);
        assert_eq!(clocks.expired(), Some(0));
    }

    #[test]
    fn nobody_gains_by_taking_back() {
        for kind in [LIVE, Clock::Days { days: 2 }] {
            let mut clocks = Clocks::new(kind, 2, 0);
            clocks.start(0);
            clocks.run(0, &[true, true]);
            for now in 1..100 {
                clocks.run(now * 10, &[false, true]);
                clocks.run_back(now * 10, &[true, true]);
            }
            assert_eq!(clocks.left(0), clocks.left(1), "{kind:?}");
            clocks.run(1000, &[false, true]);
            clocks.run_back(1000, &[true, false]);
            assert_eq!(clocks.left(0), clocks.left(1), "nor does who must no longer decide");
            clocks.renew_days();
            let whole = if kind == LIVE { 59_000 } else { 2 * DAY };
            assert_eq!(clocks.left(0), Some(whole));
        }
    }

    #[test]
    fn after_a_restart_a_live_clock_goes_on_and_days_have_passed() {
        let written = |kind| {
            let mut clocks = Clocks::new(kind, 2, 0);
            clocks.start(0);
            clocks.restore(&[7000, 8000], 1000);
            clocks.resume(3000, &[true, false]);
            clocks.pass(4000);
            clocks.left(0)
        };
        assert_eq!(written(LIVE), Some(6000));
        assert_eq!(written(Clock::Days { days: 1 }), Some(4000));
    }

    /// While the program runs its time does not jump (`room::steady_ms`); between two runs somebody may have set the clock.
    #[test]
    fn a_clock_that_was_set_back_while_the_program_stood_costs_nobody_anything() {
        for (kind, left) in [(LIVE, 6000), (Clock::Days { days: 1 }, 6000)] {
            let mut clocks = Clocks::new(kind, 2, 0);
            clocks.start(0);
            clocks.restore(&[7000, 8000], 10 * DAY);
            clocks.resume(9 * DAY, &[true, false]);
            clocks.pass(9 * DAY);
            clocks.pass(9 * DAY + 1000);
            assert_eq!((clocks.left(0), clocks.left(1)), (Some(left), Some(8000)), "{kind:?}");
        }
    }

    #[test]
    fn without_a_clock_nothing_is_shown_or_stored() {
        let mut clocks = Clocks::new(Clock::None, 2, 0);
        clocks.start(0);
        clocks.run(0, &[true, true]);
        clocks.pass(1 << 40);
        assert_eq!(
            (clocks.left(0), clocks.written(), clocks.expired(), clocks.next()),
            (None, None, None, None)
        );
    }

    #[test]
    fn before_the_clocks_start_nobody_has_gained_anything_to_give_back() {
        for (kind, left) in [(LIVE, 60_000), (Clock::Days { days: 2 }, 2 * DAY)] {
            let mut clocks = Clocks::new(kind, 2, 0);
            clocks.run_back(10, &[true, true]);
            assert_eq!((clocks.left(0), clocks.next()), (Some(left), None), "{kind:?}");
        }
        let mut none = Clocks::new(Clock::None, 2, 0);
        none.start(0);
        none.run_back(10, &[true, true]);
        assert_eq!((none.next(), none.expired()), (None, None), "nobody's clock runs");
    }
}
