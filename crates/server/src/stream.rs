//! What each viewer has been told so far.

use crate::changes;
use crate::wire::{EventLine, News, Over, PromptLine, Prompts, TellNews};
use serde::Serialize;
use serde_json::value::RawValue;
use table::face::{AnyMatch, SeenEvent, SeenPrompt};
use table::{Goal, SeatId, Viewer};

/// A message as it goes out: where there are sockets, nobody copies it for each of them.
#[cfg(feature = "machine")]
pub type Text = axum::extract::ws::Utf8Bytes;
#[cfg(not(feature = "machine"))]
pub type Text = String;

/// The stream of one viewer.
#[derive(Clone, Debug)]
pub struct Stream {
    pub viewer: Viewer,
    /// How many events of this viewer there are.
    pub count: u32,
    /// How often some of them were taken back.
    pub voids: u32,
    /// What was told before the stretch that is played now: nothing in most matches.
    pub earlier: Vec<EventLine>,
    /// After each order that showed this viewer something: his events, and the orders of the match.
    pub marks: Vec<(u32, u32)>,
    /// What those who listen were told last; nothing if nobody listens.
    pub told: Option<Told>,
}

/// A view goes out whole, or as what changed in it, as each client asked for.
#[derive(Clone, Copy, Debug)]
pub struct Forms<T> {
    pub whole: T,
    pub changes: T,
}

/// The state of the table as it was told.
#[derive(Clone, Debug)]
pub struct Told {
    /// How often events of his were taken back: also where the table looks the same, he must hear of it.
    pub voids: u32,
    pub view: Box<RawValue>,
    pub prompts: Prompts,
    pub goals: Vec<Goal>,
    pub over: Option<Over>,
}

impl Told {
    /// News of this table for those who were told of it before, as they are written in each form that somebody listens
    /// to. Nothing of it is copied but into the text.
    pub fn news(
        self,
        before: &Self,
        from: u32,
        events: Vec<EventLine>,
        forms: Forms<bool>,
    ) -> (Self, Forms<Option<Text>>) {
        let Self { voids, view, prompts, goals, over } = self;
        let (goals, same) = if goals == before.goals { (None, Some(goals)) } else { (Some(goals), None) };
        let changes = forms.changes.then(|| changes::between(&before.view, &view)).flatten();
        let mut news = News { from, voids, events, view: None, changes, prompts, goals, over };
        let text = |news: &News, about| written(&TellNews { news }, about + 1024);
        let short = news.changes.as_ref().map(|changes| changes.get().len());
        let short = short.map(|length| text(&news, length));
        let length = view.get().len();
        (news.view, news.changes) = (Some(view), None);
        let whole = (forms.whole || forms.changes && short.is_none()).then(|| text(&news, length));
        let texts =
            Forms { changes: if forms.changes { short.or_else(|| whole.clone()) } else { None }, whole };
        let News { view, prompts, goals, over, .. } = news;
        let view = view.unwrap_or_default();
        (Self { voids, view, prompts, goals: goals.or(same).unwrap_or_default(), over }, texts)
    }
}

/// A message of about this size as it goes out: who begins small copies what is long several times.
pub fn written(tell: &impl Serialize, about: usize) -> Text {
    let mut bytes = Vec::with_capacity(about);
    let text = serde_json::to_writer(&mut bytes, tell).map(|()| String::from_utf8(bytes));
    match text {
        Ok(Ok(text)) => text.into(),
        error => {
            tracing::error!(?error, "a message that can not be written");
            "{\"op\":\"error\",\"error\":{\"code\":\"internal\",\"message\":\"a fault in the server\"}}"
                .into()
        }
    }
}

impl PartialEq for Told {
    fn eq(&self, other: &Self) -> bool {
        self.voids == other.voids
            && self.view.get() == other.view.get()
            && self.prompts == other.prompts
            && self.goals == other.goals
            && self.over == other.over
    }
}

/// The streams of all who may look, one for each seat and one for the spectators, at the beginning of a stretch of play
/// before which each of them was told this.
pub fn all(play: &dyn AnyMatch, earlier: Vec<Vec<EventLine>>, voids: u32) -> Vec<Stream> {
    let seats = (0..play.seats().len()).map(|seat| Viewer::Seat(SeatId(seat as u8)));
    let mut earlier = earlier.into_iter();
    let stream = |viewer| {
        let earlier = earlier.next().unwrap_or_default();
        let mut stream = Stream { viewer, count: 0, voids, earlier, marks: Vec::new(), told: None };
        stream.restart(play);
        stream
    };
    seats.chain([Viewer::Spectator]).map(stream).collect()
}

impl Stream {
    /// Counts the events since number `from` of all; returns how many are new to this viewer.
    pub fn count(&mut self, play: &dyn AnyMatch, from: usize) -> u32 {
        let new = play.count_since(self.viewer, from) as u32;
        self.count += new;
        if new > 0 {
            self.marks.push((self.count, play.orders() as u32));
        }
        new
    }

    /// The events of this viewer from this number on.
    pub fn events(&self, play: &dyn AnyMatch, from: usize) -> Vec<EventLine> {
        let earlier = self.earlier.get(from..).unwrap_or_default();
        let now = lines(self.played(play, from));
        if earlier.is_empty() { now } else { earlier.iter().cloned().chain(now).collect() }
    }

    /// The same of the stretch that is played now.
    pub fn played(&self, play: &dyn AnyMatch, from: usize) -> Vec<SeenEvent> {
        play.events(self.viewer, from.saturating_sub(self.earlier.len()))
    }

    /// How many events this viewer had seen after so many orders.
    pub fn count_at(&self, orders: usize) -> u32 {
        let behind = self.marks.partition_point(|(_, at)| *at as usize <= orders);
        behind.checked_sub(1).map_or(0, |last| self.marks[last].0)
    }

    /// Counts anew what came after the first so many orders: those before them are as they were.
    pub fn recount(&mut self, play: &dyn AnyMatch, kept: usize) {
        self.count = self.count_at(kept);
        self.marks.retain(|(_, orders)| *orders as usize <= kept);
        for orders in kept + 1..=play.orders() {
            let (from, to) = (play.happened_after(orders - 1), play.happened_after(orders));
            let new = play.count_between(self.viewer, from, to) as u32;
            self.count += new;
            if new > 0 {
                self.marks.push((self.count, orders as u32));
            }
        }
    }

    /// Counts from the beginning.
    pub fn restart(&mut self, play: &dyn AnyMatch) {
        self.marks.clear();
        let first = play.count_between(self.viewer, 0, play.happened_after(0)) + self.earlier.len();
        let first = first as u32;
        if first > 0 {
            self.marks.push((first, 0));
        }
        self.recount(play, 0);
    }

    /// How many orders had been given when this viewer had seen so many events.
    pub fn orders_at(&self, events: u32) -> (u32, u32) {
        let at = self.marks.partition_point(|(seen, _)| *seen < events);
        self.marks.get(at).or(self.marks.last()).copied().unwrap_or((0, 0))
    }

    pub fn event_marks(&self) -> Vec<u32> {
        self.marks.iter().map(|(seen, _)| *seen).collect()
    }
}

pub fn line(event: SeenEvent) -> EventLine {
    EventLine { turn: event.turn, rule: event.rule.0, text: event.text, what: event.what }
}

pub fn lines(events: Vec<SeenEvent>) -> Vec<EventLine> {
    events.into_iter().map(line).collect()
}

/// The open decisions as the wire has them; `voids` is how often events of this viewer were taken back.
pub fn prompts(play: &dyn AnyMatch, viewer: Viewer, voids: u32, none: bool) -> Prompts {
    if none {
        return Prompts { turn: play.turn(), ..Prompts::default() };
    }
    let open = play.open(viewer);
    let decision = decision(play, viewer, voids, &open);
    let mine = open
        .into_iter()
        .map(|prompt| PromptLine {
            must: prompt.duty.waits(),
            duty: prompt.duty,
            ask: prompt.ask,
            text: prompt.text,
            options: prompt.options as u32,
            vain: prompt.vain,
        })
        .collect();
    Prompts { turn: play.turn(), waiting: play.waiting().iter().map(|seat| seat.0).collect(), mine, decision }
}

/// A name for what is open to a viewer. It is made of his own prompts, his own orders and his own stream alone: what
/// the others do without his knowing does not change it.
fn decision(play: &dyn AnyMatch, viewer: Viewer, voids: u32, mine: &[SeenPrompt]) -> String {
    let Some(seat) = viewer.seat().filter(|_| !mine.is_empty()) else { return String::new() };
    let asked: Vec<_> = mine.iter().map(|p| (p.must, p.ask.get(), p.text.as_str(), p.options)).collect();
    table::state_hash(&(play.orders_of(seat), voids, play.turn(), asked)).to_string()
}

#[cfg(test)]
mod tests {
    use super::Told;
    use crate::wire::{Over, Prompts};
    use serde_json::value::RawValue;
    use table::face::AnyMatch;
    use table::{SeatId, SetupRequest, Viewer};

    /// Nobody is told again what he was told; whatever is other is news.
    #[test]
    fn a_table_is_the_same_if_everything_of_it_is() {
        let game = (games::EXAMPLES[0].plain)();
        let play = game.new_match(&SetupRequest::of("road", &[]), 7).expect("a match");
        let viewer = Viewer::Seat(SeatId(1));
        let told = || Told {
            voids: 1,
            view: play.view_text(viewer),
            prompts: super::prompts(play.as_ref(), viewer, 1, false),
            goals: play.goals(viewer),
            over: None,
        };
        assert_eq!(told(), told());
        let (before, mine) = (told(), told().prompts.mine);
        assert!(!mine.is_empty() && !before.goals.is_empty(), "{before:?}");
        let over = Over { winner: None, grade: None, rule: None, how: "a draw".to_owned(), luck: Vec::new() };
        let prompts = |change: &dyn Fn(&mut Prompts)| {
            let mut prompts = told().prompts;
            change(&mut prompts);
            prompts
        };
        for other in [
            Told { voids: 2, ..told() },
            Told { view: RawValue::from_string("{}".to_owned()).expect("an object"), ..told() },
            Told { goals: Vec::new(), ..told() },
            Told { over: Some(over), ..told() },
            Told { prompts: prompts(&|prompts| prompts.turn += 1), ..told() },
            Told { prompts: prompts(&|prompts| prompts.decision.push('x')), ..told() },
            Told { prompts: prompts(&|prompts| prompts.mine[0].options += 1), ..told() },
            Told { prompts: prompts(&|prompts| prompts.mine[0].text.push('x')), ..told() },
            Told { prompts: prompts(&|prompts| prompts.mine[0].vain ^= true), ..told() },
        ] {
            assert_ne!(before, other);
        }
    }

    /// A mark without events would be a moment at which nothing happened.
    #[test]
    fn a_stream_has_a_mark_for_each_order_that_showed_something() {
        let game = (games::EXAMPLES[0].plain)();
        let mut play = game.new_match(&SetupRequest::of("road", &[]), 7).expect("a match");
        let begun = super::all(play.as_ref(), Vec::new(), 0);
        let seen = |play: &dyn AnyMatch, viewer| play.events(viewer, 0).len() as u32;
        for stream in &begun {
            let first = seen(play.as_ref(), stream.viewer);
            assert_eq!(stream.count, first, "{}", stream.viewer);
            assert_eq!(
                stream.event_marks(),
                Vec::from_iter((first > 0).then_some(first)),
                "{}",
                stream.viewer
            );
        }
        // All hear of it, and the hunter where it is.
        let from = play.happened();
        play.order(SeatId(1), &serde_json::json!({ "kind": "post", "at": 300 })).expect("a post");
        for mut stream in begun {
            let (before, new) = (stream.event_marks(), stream.count(play.as_ref(), from));
            assert_eq!(stream.count, seen(play.as_ref(), stream.viewer), "{}", stream.viewer);
            assert_eq!(stream.event_marks().len(), before.len() + usize::from(new > 0), "{}", stream.viewer);
        }
    }
}
