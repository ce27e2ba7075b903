//! One match in memory: its steps are taken here, and whoever listens is told what he may know.

use crate::kept::{Row, Step};
use crate::laying::Chance;
use crate::question::{Answer, Brief, Stored, value};
use crate::reviewing::Reviewing;
use bots::Desk;
use serde_json::Value;
use serde_json::value::RawValue;
use server::ending::ending;
use server::failure::{Code, bad, failure, forbidden};
use server::reasons::{Asker, Reasons, reason};
use server::stream::{self, Stream, Told, lines};
use server::wire::{
    Agreed, ChatLine, Clock, FailureBody, History, Made, Moment, News, Over, People, Person, Prompts,
    Reviewed, Root, Summary, Tell,
};
use std::collections::BTreeSet;
use table::face::{AnyMatch, SeenEvent};
use table::{SeatId, Viewer};

/// Somebody who listens, and what he was told last.
#[derive(Debug)]
struct Sub {
    line: u32,
    viewer: Viewer,
    /// Events of his stream that he has.
    events: u32,
    told: Option<Told>,
    people: Option<People>,
}

/// Events that a viewer had seen were taken back: how many of them stay, and by whom.
#[derive(Clone, Copy, Debug)]
struct Back {
    events: u32,
    seat: u8,
    dice: bool,
}

/// What somebody said that one match can not do alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    Rematch,
}

#[derive(Debug)]
pub struct Room {
    pub row: Row,
    pub play: Box<dyn AnyMatch>,
    streams: Vec<Stream>,
    /// For each stream: what was taken back since somebody was told last.
    backs: Vec<Option<Back>>,
    pub(crate) ended: Option<Over>,
    pub(crate) chat: Vec<ChatLine>,
    /// The seats of all orders that stand, and what the page called them.
    given: Vec<(u8, Option<String>)>,
    /// What it called those that do not.
    void: BTreeSet<(u8, String)>,
    pub(crate) rematch: Option<Made>,
    /// Why no bot goes on, and after how many steps that was found.
    halted: Option<(u32, String)>,
    reviewing: Option<Reviewing>,
    /// Why its bots did what they did, since the page was opened.
    reasons: Reasons,
    subs: Vec<Sub>,
    /// Steps so far, and those of them that are not stored yet.
    steps: u32,
    new: Vec<Step>,
    /// Answers to single lines, which are told after the news.
    answers: Vec<(u32, Tell)>,
    changed: i64,
    /// Something changed since it was last written down how the match stands.
    is_brief_due: bool,
    /// Something changed since somebody was told last: who only asks makes no news.
    is_news_due: bool,
}

impl Room {
    pub fn new(row: Row, play: Box<dyn AnyMatch>, now: i64) -> Self {
        let streams = stream::all(play.as_ref(), Vec::new(), 0);
        let given =
            (0..play.orders()).filter_map(|n| play.entry(n)).map(|(seat, _)| (seat.0, None)).collect();
        Self {
            backs: vec![None; streams.len()],
            streams,
            given,
            row,
            play,
            ended: None,
            chat: Vec::new(),
            void: BTreeSet::new(),
            rematch: None,
            halted: None,
            reviewing: None,
            reasons: Reasons::default(),
            subs: Vec::new(),
            steps: 0,
            new: Vec::new(),
            answers: Vec::new(),
            changed: now,
            is_brief_due: false,
            is_news_due: false,
        }
    }

    // ---- steps

    /// Takes a step, which will be stored.
    pub fn step(&mut self, step: Step, now: i64) -> Result<(), FailureBody> {
        self.take(&step)?;
        self.new.push(step);
        self.changed = now;
        (self.is_brief_due, self.is_news_due) = (true, true);
        Ok(())
    }

    /// Takes a step, for the first time or again.
    pub fn take(&mut self, step: &Step) -> Result<(), FailureBody> {
        match step {
            Step::Order { seat, order, id } => {
                let from = self.play.happened();
                self.play.order(SeatId(*seat), order)?;
                for stream in &mut self.streams {
                    stream.count(self.play.as_ref(), from);
                }
                self.given.push((*seat, id.clone()));
            }
            Step::Undo { seat } => {
                let settled = self.play.settled();
                let before = self.events_after(settled);
                self.play.undo(Some(SeatId(*seat))).map_err(|error| bad(error.to_string()))?;
                if let Some(last) = self.given.iter().rposition(|(by, _)| by == seat) {
                    let taken = self.given.remove(last);
                    self.forget([taken]);
                }
                self.recount(settled, &before, *seat, false);
            }
            Step::Rewind { seat, keep, dice } => {
                let before = self.events_after(*keep);
                let earlier = self.play.past(*keep)();
                self.play = earlier.map_err(|error| failure(Code::Internal, error.to_string()))?;
                if let Some(dice) = dice {
                    self.play.reroll(*dice);
                }
                self.ended = None;
                let taken = self.given.split_off((*keep).min(self.given.len()));
                self.forget(taken);
                self.recount(*keep, &before, *seat, dice.is_some());
            }
            Step::End { how, seat } => {
                self.ended = Some(ending(self.play.as_ref(), how, seat.map(SeatId)));
            }
            Step::HandOver { seat, bot } => {
                if let Some(chair) = self.row.chairs.get_mut(usize::from(*seat)) {
                    chair.bot = Some(bot.clone());
                }
            }
            Step::Name { seat, name } => {
                if let Some(chair) = self.row.chairs.get_mut(usize::from(*seat)) {
                    chair.name.clone_from(name);
                }
            }
            Step::Chat { line } => self.chat.push(line.clone()),
            Step::Rematch { made } => self.rematch = Some(made.clone()),
        }
        self.steps += 1;
        Ok(())
    }

    fn forget(&mut self, taken: impl IntoIterator<Item = (u8, Option<String>)>) {
        self.void.extend(taken.into_iter().filter_map(|(seat, id)| Some((seat, id?))));
    }

    /// What each viewer has seen since so many orders.
    fn events_after(&self, orders: usize) -> Vec<Vec<SeenEvent>> {
        let events = |stream: &Stream| stream.played(self.play.as_ref(), stream.count_at(orders) as usize);
        self.streams.iter().map(events).collect()
    }

    /// Counts what came after the first so many orders anew. Whoever's events were taken back has a new stream.
    fn recount(&mut self, kept: usize, before: &[Vec<SeenEvent>], seat: u8, dice: bool) {
        for (index, before) in before.iter().enumerate() {
            let stream = &mut self.streams[index];
            let common = stream.count_at(kept);
            stream.recount(self.play.as_ref(), kept);
            let now = stream.played(self.play.as_ref(), common as usize);
            let same = before.iter().zip(&now).take_while(|(one, two)| one == two).count();
            if same < before.len() {
                stream.voids += 1;
                let events = common + same as u32;
                let earlier = self.backs[index].map_or(events, |back| back.events.min(events));
                self.backs[index] = Some(Back { events: earlier, seat, dice });
            }
        }
    }

    // ---- what is known of it

    pub fn is_human(&self, seat: SeatId) -> bool {
        self.row.chairs.get(seat.index()).is_some_and(|chair| chair.bot.is_none())
    }

    pub fn over(&self) -> Option<Over> {
        let by_the_rules = || {
            self.play.outcome().map(|outcome| Over {
                winner: outcome.winner_name,
                grade: outcome.grade,
                rule: Some(outcome.rule.to_string()),
                how: outcome.how.to_owned(),
                luck: Vec::new(),
            })
        };
        let over = self.ended.clone().or_else(by_the_rules)?;
        Some(Over { luck: self.play.luck(), ..over })
    }

    pub fn is_over(&self) -> bool {
        self.ended.is_some() || self.play.outcome().is_some()
    }

    /// An order that was accepted once: whether it still stands.
    pub fn known(&self, seat: SeatId, id: &str) -> Option<bool> {
        let stands = self.given.iter().any(|(by, known)| *by == seat.0 && known.as_deref() == Some(id));
        (stands || self.void.contains(&(seat.0, id.to_owned()))).then_some(stands)
    }

    pub fn decision(&self, seat: SeatId) -> String {
        self.prompts(Viewer::Seat(seat)).decision
    }

    fn stream(&self, viewer: Viewer) -> &Stream {
        let spectators = self.streams.len() - 1;
        let index = viewer.seat().map_or(spectators, |seat| seat.index().min(spectators));
        &self.streams[index]
    }

    fn prompts(&self, viewer: Viewer) -> Prompts {
        stream::prompts(self.play.as_ref(), viewer, self.stream(viewer).voids, self.is_over())
    }

    fn table_for(&self, viewer: Viewer) -> Told {
        Told {
            voids: self.stream(viewer).voids,
            view: self.play.view_text(viewer),
            prompts: self.prompts(viewer),
            goals: self.play.goals(viewer),
            over: self.over(),
        }
    }

    fn waiting(&self) -> Vec<SeatId> {
        if self.is_over() { Vec::new() } else { self.play.waiting() }
    }

    pub fn people(&self) -> People {
        let waiting = self.waiting();
        let seats = self.play.seats().iter().enumerate().map(|(index, seat)| {
            let chair = self.row.chairs.get(index).cloned().unwrap_or_default();
            Person {
                seat: seat.id.0,
                team: seat.team_name.clone(),
                name: if chair.name.is_empty() { seat.name.clone() } else { chair.name },
                bot: chair.bot,
                online: self.subs.iter().any(|sub| sub.viewer == Viewer::Seat(seat.id)),
                ready: !waiting.contains(&seat.id),
                ..Person::default()
            }
        });
        People {
            seats: seats.collect(),
            watching: self.subs.iter().filter(|sub| sub.viewer == Viewer::Spectator).count() as u32,
            clock: Clock::None,
            halted: self.halted_now(),
            ..People::default()
        }
    }

    pub fn brief(&self) -> Brief {
        let summary = Summary {
            id: self.row.id.clone(),
            game: self.row.game.clone(),
            scenario: self.row.scenario.clone(),
            title: self.row.title.clone(),
            turn: self.play.turn(),
            seat: None,
            my_turn: false,
            over: self.over(),
            people: self.people(),
            changed: self.changed / 1000,
        };
        let waiting = self.waiting().iter().map(|seat| seat.0).collect();
        Brief { summary, waiting, keys: self.row.chairs.iter().map(|chair| chair.key.clone()).collect() }
    }

    pub fn moment(&self, viewer: Viewer, events: u32, all: bool) -> Result<Moment, FailureBody> {
        if all && !self.is_over() {
            return Err(forbidden("the other side's cards are shown when the match is over"));
        }
        let (events, orders) = self.stream(viewer).orders_at(events);
        let past = self.play.past(orders as usize)();
        let past = past.map_err(|error| failure(Code::Internal, error.to_string()))?;
        Ok(Moment { events, view: past.view_text(if all { Viewer::Umpire } else { viewer }) })
    }

    pub fn history(&self, viewer: Viewer) -> History {
        let stream = self.stream(viewer);
        History { events: stream.events(self.play.as_ref(), 0), marks: stream.event_marks() }
    }

    pub fn log(&self, viewer: Viewer) -> Value {
        if self.is_over() || viewer.seat().is_some() {
            return Value::String(self.play.log_text());
        }
        self.play.log_for(viewer)
    }

    /// What a match begins with that goes on from a moment of this one.
    pub fn base_of(
        &self,
        viewer: Viewer,
        events: u32,
        orders: Option<u32>,
    ) -> Result<(String, Option<Root>), FailureBody> {
        if viewer.seat().is_none() && !self.is_over() {
            return Err(forbidden("a match that others play can be forked when it is over, not before"));
        }
        let at = orders.filter(|_| self.is_over());
        let orders = at.unwrap_or_else(|| self.stream(viewer).orders_at(events).1);
        Ok((self.play.first(orders as usize), Some(Agreed::root(&self.row.agreed))))
    }

    /// The review as far as it has come. Who asks first begins it.
    pub fn review(&mut self) -> Result<Reviewed, FailureBody> {
        let Some(over) = self.over() else {
            return Err(failure(Code::Stale, "a match is reviewed when it is over, not before"));
        };
        let known = self.reviewing.take().filter(|review| review.is_of(self.play.as_ref()));
        let review = if let Some(known) = known {
            known
        } else {
            let seats = || self.play.seats().iter().map(|seat| seat.id);
            let own = seats().filter(|seat| !self.play.plays_itself(*seat));
            let mut people: Vec<SeatId> = own.clone().filter(|seat| self.is_human(*seat)).collect();
            if people.is_empty() {
                people = own.collect();
            }
            let marks = self.streams.iter().map(|stream| stream.marks.clone()).collect();
            Reviewing::begin(self.play.as_ref(), &over, people, marks)?
        };
        Ok(self.reviewing.insert(review).told())
    }

    // ---- bots

    /// The first bot that the match waits for, while somebody is here.
    fn bot_awaited(&self) -> Option<(SeatId, &str)> {
        if self.subs.is_empty() || self.halted_now().is_some() {
            return None;
        }
        let bot = |seat: SeatId| Some((seat, self.row.chairs.get(seat.index())?.bot.as_deref()?));
        self.waiting().into_iter().find_map(bot)
    }

    fn halted_now(&self) -> Option<String> {
        let (at, why) = self.halted.as_ref()?;
        (*at == self.steps && !self.is_over()).then(|| why.clone())
    }

    /// Does what somebody here has to do, or a piece of it.
    pub fn work(&mut self, now: i64) {
        let Some((seat, bot)) = self.bot_awaited() else {
            if let Some(review) = &mut self.reviewing {
                review.step();
            }
            return;
        };
        let chance = bots::chance(self.play.as_ref(), seat);
        let still = self.play.still();
        let desk = Desk::new(still.as_ref(), seat);
        let bot = bots::by_name(bot, chance).ok();
        let (number, mut because) = (self.play.orders(), None);
        let order = bot.zip(desk.owed()).and_then(|(mut bot, prompt)| {
            let Some((order, words)) = bots::order(bot.as_mut(), &desk, prompt) else {
                return desk.option(prompt, 0);
            };
            because = reason(bot.as_ref(), desk.turn(), words);
            Some(order)
        });
        let why = match order {
            None => "finds no order".to_owned(),
            Some(order) => match self.step(Step::Order { seat: seat.0, order, id: None }, now) {
                Ok(()) => {
                    if let Some(because) = because {
                        self.reasons.keep(seat, number, because);
                    }
                    return;
                }
                Err(error) => format!("gives an order that is refused: {}", error.message),
            },
        };
        let name = self.people().seats.into_iter().find(|person| person.seat == seat.0);
        let name = name.map(|person| person.name).unwrap_or_default();
        let words = format!("The match stands still: the bot that plays {name} {why}.");
        self.halted = Some((self.steps, words));
        self.is_news_due = true;
    }

    /// Why the bot of a seat did what it did.
    pub fn why(&self, viewer: Viewer, seat: u8, id: String) -> Tell {
        let is_bot = self.row.chairs.get(usize::from(seat)).is_some_and(|chair| chair.bot.is_some());
        let asker = Asker { viewer, seat: SeatId(seat), is_bot, is_over: self.is_over() };
        self.reasons.tell(self.play.as_ref(), asker, id)
    }

    // ---- who listens

    pub fn viewer_of(&self, line: u32) -> Option<Viewer> {
        self.subs.iter().find(|sub| sub.line == line).map(|sub| sub.viewer)
    }

    /// Lets somebody in. He is welcomed when everything that was to be done is done.
    pub fn join(&mut self, line: u32, key: &str, events: u32, voids: u32) -> Result<(), FailureBody> {
        let viewer = self.row.viewer(key).ok_or_else(|| {
            forbidden("this key opens no seat of this match; expected the key of a seat or of spectators")
        })?;
        let stream = self.stream(viewer);
        let events = if voids == stream.voids { events.min(stream.count) } else { 0 };
        self.subs.push(Sub { line, viewer, events, told: None, people: None });
        self.is_news_due = true;
        Ok(())
    }

    pub fn leave(&mut self, line: u32) {
        self.subs.retain(|sub| sub.line != line);
        self.is_news_due = true;
    }

    pub fn tell(&mut self, line: u32, tell: Tell) {
        self.answers.push((line, tell));
    }

    pub fn tell_all(&mut self, tell: &Tell) {
        self.answers.extend(self.subs.iter().map(|sub| (sub.line, tell.clone())));
    }

    /// Says what is to be stored, and tells everybody what became of it.
    pub fn settle(&mut self, answer: &mut Answer) {
        let first = self.steps - self.new.len() as u32;
        for (n, step) in (first..).zip(self.new.drain(..)) {
            let step = value(&step).get().to_owned();
            answer.steps.push(Stored { r#match: self.row.id.clone(), n, step });
        }
        if std::mem::take(&mut self.is_brief_due) {
            answer.briefs.push(self.brief());
        }
        if std::mem::take(&mut self.is_news_due) {
            self.tell_news(answer);
        }
        answer.tells.extend(self.answers.drain(..).map(|(line, tell)| (line, value(&tell))));
        let reviews = self.reviewing.as_ref().is_some_and(Reviewing::is_at_work);
        answer.busy = self.bot_awaited().is_some() || reviews;
    }

    fn tell_news(&mut self, answer: &mut Answer) {
        let people = self.people();
        let mut subs = std::mem::take(&mut self.subs);
        for sub in &mut subs {
            let mut tell = |tell: &Tell| answer.tells.push((sub.line, value(tell)));
            let stream = self.stream(sub.viewer);
            let index = sub.viewer.seat().map_or(self.streams.len() - 1, SeatId::index);
            let now = self.table_for(sub.viewer);
            let Some(told) = sub.told.take() else {
                let news = self.news(stream, sub.events, &now, None);
                tell(&self.welcome(sub.viewer, news, people.clone()));
                if let Some(made) = &self.rematch {
                    tell(&Tell::Rematch { made: made.clone() });
                }
                (sub.events, sub.told, sub.people) = (stream.count, Some(now), Some(people.clone()));
                continue;
            };
            if let Some(back) = self.backs[index] {
                sub.events = sub.events.min(back.events);
                tell(&Tell::Back { seat: back.seat, dice: back.dice });
            }
            if sub.events < stream.count || told != now {
                tell(&Tell::News { news: self.news(stream, sub.events, &now, Some(&told)) });
            }
            (sub.events, sub.told) = (stream.count, Some(now));
            if sub.people.as_ref() != Some(&people) {
                tell(&Tell::People { people: people.clone() });
                sub.people = Some(people.clone());
            }
        }
        self.subs = subs;
        self.backs.fill(None);
    }

    fn news(&self, stream: &Stream, from: u32, now: &Told, before: Option<&Told>) -> News {
        let view: Box<RawValue> = now.view.clone();
        News {
            from,
            voids: stream.voids,
            events: lines(stream.played(self.play.as_ref(), from as usize)),
            view: Some(view),
            changes: None,
            prompts: now.prompts.clone(),
            goals: before.is_none_or(|before| before.goals != now.goals).then(|| now.goals.clone()),
            over: now.over.clone(),
        }
    }

    fn welcome(&self, viewer: Viewer, news: News, people: People) -> Tell {
        Tell::Welcome {
            id: self.row.id.clone(),
            game: self.row.game.clone(),
            scenario: self.row.scenario.clone(),
            title: self.row.title.clone(),
            seat: viewer.seat().map(|seat| seat.0),
            own: viewer.seat().is_some_and(|seat| self.is_human(seat)),
            marks: self.stream(viewer).event_marks(),
            chat: self.chat.clone(),
            people,
            agreed: Some(self.row.agreed.clone()),
            fair: None,
            briefing: self.play.briefing(),
            news,
        }
    }

    /// The dice of a match that goes back behind what was shown.
    pub fn other_dice(&self, earlier: &dyn AnyMatch, chance: &mut Chance) -> Option<u64> {
        (earlier.round() != self.play.round()).then(|| chance.seed())
    }
}
