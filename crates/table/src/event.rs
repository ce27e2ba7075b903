//! What happened, and who may know it.

use crate::luck::Throw;
use crate::rule::RuleId;
use crate::seat::{Audience, Viewer};

/// Something that happened, with the ledger entry that made it happen. `W` is the game's own list of
/// happenings; its words are written for those who may read them.
#[derive(Clone, Debug, PartialEq)]
pub struct Event<W> {
    pub rule: RuleId,
    public: Option<W>,
    private: Option<(Audience, W)>,
}

impl<W> Event<W> {
    /// Everybody may know it.
    pub fn public(rule: &'static str, what: W) -> Self {
        Self { rule: RuleId(rule), public: Some(what), private: None }
    }

    /// Only the audience learns that it happened at all.
    pub fn private(rule: &'static str, audience: Audience, what: W) -> Self {
        Self { rule: RuleId(rule), public: None, private: Some((audience, what)) }
    }

    /// Everybody learns that it happened; the audience learns more.
    pub fn split(rule: &'static str, audience: Audience, full: W, public: W) -> Self {
        Self { rule: RuleId(rule), public: Some(public), private: Some((audience, full)) }
    }

    /// The projection: what this viewer may know of it, if anything.
    pub fn seen_by(&self, viewer: Viewer) -> Option<&W> {
        match &self.private {
            Some((audience, full)) if audience.admits(viewer) => Some(full),
            _ => self.public.as_ref(),
        }
    }
}

/// Why undo stops: behind a barrier somebody knows more than before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Barrier {
    /// Sealed orders or hidden cards were opened.
    Revealed,
    /// A card was drawn or a die was rolled.
    Drawn,
}

/// Takes the events of one order. Switched off it costs next to nothing: the closure is not called.
#[derive(Debug)]
pub struct Sink<W> {
    events: Option<Vec<Event<W>>>,
    throws: Vec<Throw>,
    barrier: Option<Barrier>,
}

impl<W> Sink<W> {
    pub const fn on() -> Self {
        Self { events: Some(Vec::new()), throws: Vec::new(), barrier: None }
    }

    pub const fn off() -> Self {
        Self { events: None, throws: Vec::new(), barrier: None }
    }

    pub fn is_on(&self) -> bool {
        self.events.is_some()
    }

    #[inline]
    pub fn emit(&mut self, event: impl FnOnce() -> Event<W>) {
        if let Some(events) = &mut self.events {
            events.push(event());
        }
    }

    /// What chance has just decided, and for whom. Nobody is told before the match is over; what could come in one way
    /// only, or was laid down before, is no chance.
    #[inline]
    pub fn luck<T: IntoIterator<Item = Throw>>(&mut self, throws: impl FnOnce() -> T) {
        if self.events.is_some() {
            self.throws.extend(throws().into_iter().filter(Throw::is_open));
        }
    }

    /// An order that crosses a barrier can not be undone.
    #[inline]
    pub fn barrier(&mut self, barrier: Barrier) {
        self.barrier = Some(barrier);
    }

    pub fn crossed(&self) -> Option<Barrier> {
        self.barrier
    }

    pub fn take(&mut self) -> Vec<Event<W>> {
        self.barrier = None;
        self.events.as_mut().map(std::mem::take).unwrap_or_default()
    }

    pub fn take_throws(&mut self) -> Vec<Throw> {
        std::mem::take(&mut self.throws)
    }

    pub fn events(&self) -> &[Event<W>] {
        self.events.as_deref().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seat::SeatId;

    #[test]
    fn each_viewer_sees_his_own_version() {
        let (own, other) = (Viewer::Seat(SeatId(1)), Viewer::Seat(SeatId(0)));
        let audience = Audience::only(SeatId(1));
        let open = Event::public("X", "open");
        assert_eq!(open.seen_by(Viewer::Spectator), Some(&"open"));
        let hidden = Event::private("X", audience, "hidden");
        assert_eq!(hidden.seen_by(own), Some(&"hidden"));
        assert_eq!(hidden.seen_by(Viewer::Umpire), Some(&"hidden"));
        assert_eq!(hidden.seen_by(other), None);
        let split = Event::split("X", audience, "a three", "a card");
        assert_eq!(split.seen_by(own), Some(&"a three"));
        assert_eq!(split.seen_by(other), Some(&"a card"));
        assert_eq!(split.seen_by(Viewer::Spectator), Some(&"a card"));
    }

    #[test]
    fn a_sink_that_is_off_takes_nothing_but_the_barrier() {
        let mut sink: Sink<u8> = Sink::off();
        sink.emit(|| unreachable!("the closure is not called"));
        sink.luck(|| -> Option<Throw> { unreachable!("the closure is not called") });
        assert!(!sink.is_on() && sink.events().is_empty());
        assert_eq!(sink.crossed(), None);
        sink.barrier(Barrier::Drawn);
        assert_eq!(sink.crossed(), Some(Barrier::Drawn));
        assert!(sink.take().is_empty());
        assert_eq!(sink.crossed(), None);
    }

    #[test]
    fn throws_are_taken_apart_from_events_and_only_if_there_was_a_choice() {
        let mut sink: Sink<u8> = Sink::on();
        let throw = |came, sides: i32| Throw::of("Earth", "Rolls", came, (1..=sides).map(|face| (face, 1)));
        sink.luck(|| [throw(2, 6), throw(1, 1)]);
        sink.luck(|| None);
        sink.luck(|| Some(throw(3, 3)));
        assert!(sink.take().is_empty());
        assert_eq!(sink.take_throws(), [throw(2, 6), throw(3, 3)]);
        assert!(sink.take_throws().is_empty());
    }

    #[test]
    fn a_sink_that_is_on_keeps_the_order_of_events() {
        let mut sink = Sink::on();
        sink.emit(|| Event::public("X", 1));
        sink.emit(|| Event::public("X", 2));
        assert!(sink.is_on());
        assert_eq!(sink.events().len(), 2);
        let seen: Vec<_> = sink.take().iter().filter_map(|e| e.seen_by(Viewer::Spectator).copied()).collect();
        assert_eq!(seen, [1, 2]);
        assert!(sink.events().is_empty());
    }
}
