//! Who listens, and what he is told: only what changed, and only what he may know.

use super::{Caller, Known, Old, Program, Room, Sub, steady_ms};
use crate::engine;
use crate::failure::not_found;
use crate::figures::FIGURES;
use crate::line::{Heard, Line, State, Tongue, slow};
use crate::stream::{self, Forms, Stream, Told, written};
use crate::wire::{FailureBody, News, People, Person, Prompts, Tell};
use axum::extract::ws::Utf8Bytes;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};
use table::face::SeenEvent;
use table::{SeatId, Viewer};
use tokio::task::coop::has_budget_remaining;

/// How many watch is told at most so often: those who come and go give the others nothing to do.
const WATCHING: Duration = Duration::from_secs(1);

impl Room {
    pub(super) async fn join(
        &mut self,
        caller: &Caller,
        known: Known,
        line: Box<Line>,
    ) -> Result<(), FailureBody> {
        let viewer = self.viewer(caller)?;
        self.last_sub += 1;
        let id = self.last_sub;
        let sat = match &line.tongue {
            Tongue::Page => None,
            Tongue::Engine { sat } => Some(sat.clone()),
        };
        let program = sat.is_some().then(Program::default);
        self.subs.push(Sub { id, viewer, changes: known.changes, program, line: Some(line) });
        self.start_the_clock().await;
        let people = self.people();
        let (own, chat) = (self.owns(viewer), self.chat.clone());
        let told = self.table_for(viewer);
        let Some(stream) = self.streams.iter_mut().find(|stream| stream.viewer == viewer) else {
            return Err(not_found("there is no such seat"));
        };
        let from = if known.voids == stream.voids { known.events.min(stream.count) } else { 0 };
        if let Some(sat) = sat {
            stream.told = Some(told);
            self.sit(id, viewer, &sat);
            self.tell_people();
            self.wake_bots();
            return Ok(());
        }
        let news = News {
            from,
            voids: stream.voids,
            events: stream.events(self.play.as_ref(), from as usize),
            view: Some(told.view.clone()),
            changes: None,
            prompts: told.prompts.clone(),
            goals: Some(told.goals.clone()),
            over: told.over.clone(),
        };
        let marks = stream.event_marks();
        // Who takes changes was told this very view: nothing changes the table without telling.
        debug_assert!(stream.told.as_ref().is_none_or(|before| before.view.get() == told.view.get()));
        stream.told = Some(told);
        let welcome = Tell::Welcome {
            id: self.id.clone(),
            game: self.play.game().to_owned(),
            scenario: self.scenario.clone(),
            title: self.title.clone(),
            seat: viewer.seat().map(|seat| seat.0),
            own,
            marks,
            chat,
            people,
            agreed: self.seating.agreed.clone(),
            fair: self.fairness(),
            briefing: self.play.briefing(),
            news,
        };
        self.tell_one(id, &welcome);
        if let Some(made) = &self.rematch {
            let made = self.share_of(viewer, made);
            self.tell_one(id, &Tell::Rematch { made });
        }
        self.tell_people();
        self.wake_bots();
        Ok(())
    }

    pub(super) fn leave(&mut self, sub: u64, last: Result<(), FailureBody>) {
        let Some(index) = self.subs.iter().position(|s| s.id == sub) else { return };
        if let Some(line) = self.subs.remove(index).line {
            line.end(last);
        }
        let listening: Vec<Viewer> = self.subs.iter().map(|s| s.viewer).collect();
        for stream in self.streams.iter_mut().filter(|stream| !listening.contains(&stream.viewer)) {
            stream.told = None;
        }
        self.tell_people();
    }

    /// A question is answered: in the tongue of who asked.
    pub(super) fn answered(&mut self, sub: u64, tell: Tell) {
        if self.subs.iter().any(|s| s.id == sub && s.program.is_some()) {
            if let Some(text) = engine::told(tell) {
                self.answer_program(sub, text);
            }
        } else {
            self.tell_one(sub, &tell);
        }
    }

    pub(super) fn tell_one(&mut self, sub: u64, tell: &Tell) {
        // Most answers are this short, and thousands of them may wait.
        let text = written(tell, 64);
        self.send(&text, |s| s.id == sub);
    }

    pub(super) fn tell_all(&mut self, tell: &Tell) {
        let text = written(tell, 256);
        self.send(&text, |_| true);
        if matches!(tell, Tell::Bye) {
            let bye = Utf8Bytes::from(engine::bye());
            let programs = self.subs.iter_mut().filter(|sub| sub.program.is_some());
            programs.filter_map(|sub| sub.line.as_mut()).for_each(|line| line.say(&bye));
        }
    }

    /// Says something to pages; programs ask.
    pub(super) fn send(&mut self, text: &Utf8Bytes, to: impl Fn(&Sub) -> bool) {
        for sub in self.subs.iter_mut().filter(|sub| sub.program.is_none() && to(sub)) {
            if let Some(line) = &mut sub.line {
                line.say(text);
            }
        }
    }

    /// Sends everything that the last step had to say, as far as the sockets take it.
    pub(super) async fn flush(&mut self) {
        std::future::poll_fn(|context| {
            self.pump(context);
            Poll::Ready(())
        })
        .await;
    }

    /// Writes what waits. Whoever does not keep up, or is not there, is let go; his leaving is heard next.
    pub(super) fn pump(&mut self, context: &mut Context<'_>) {
        for sub in &mut self.subs {
            let Some(line) = &mut sub.line else { continue };
            match line.pump(context) {
                State::Well => {}
                State::Slow => {
                    FIGURES.slow_sockets.add(1);
                    if let Some(line) = sub.line.take() {
                        line.end(Err(slow()));
                    }
                }
                State::Broken => sub.line = None,
            }
        }
    }

    /// What one of the listeners says, each in his turn. Whoever has sent nothing that anybody wants to hear has had it.
    pub(super) fn poll_heard(&mut self, context: &mut Context<'_>) -> Poll<(u64, Heard)> {
        let (first, count) = (self.turn, self.subs.len());
        let mut more = false;
        for index in (0..count).map(|step| (first + step) % count) {
            let sub = &mut self.subs[index];
            let heard = match &mut sub.line {
                Some(line) => line.poll_heard(context),
                None => Poll::Ready(Some(Heard::Gone(Ok(())))),
            };
            match heard {
                Poll::Ready(Some(heard)) => {
                    self.turn = index + 1;
                    return Poll::Ready((sub.id, heard));
                }
                Poll::Ready(None) => {
                    self.turn = index + 1;
                    more = true;
                }
                // He has used up what this task may read at once, perhaps without ending a single message.
                Poll::Pending if !has_budget_remaining() => {
                    self.turn = index + 1;
                    more = true;
                    break;
                }
                Poll::Pending => {}
            }
        }
        if more {
            context.waker().wake_by_ref();
        }
        Poll::Pending
    }

    /// How long those who listen wait for something that is told by itself.
    pub(super) fn until_news(&self) -> Duration {
        let beat = self.until_beat();
        if !self.watching_waits {
            return beat;
        }
        beat.min(self.next_watching.saturating_duration_since(Instant::now()))
    }

    fn until_beat(&self) -> Duration {
        self.next_beat.saturating_duration_since(Instant::now())
    }

    /// Gives everybody a sign of life when it is time, and lets go who gives none.
    pub(super) fn beat(&mut self) {
        if self.until_beat() > Duration::ZERO {
            return;
        }
        let every = self.hall.beat;
        self.next_beat = Instant::now() + every;
        for sub in &mut self.subs {
            if sub.line.as_mut().is_some_and(|line| !line.beat(every)) {
                sub.line = None;
            }
        }
    }

    pub(super) fn table_for(&self, viewer: Viewer) -> Told {
        let (view, goals) = (self.play.view_text(viewer), self.play.goals(viewer));
        Told { voids: self.voids_of(viewer), view, prompts: self.prompts(viewer), goals, over: self.over() }
    }

    fn voids_of(&self, viewer: Viewer) -> u32 {
        self.streams.iter().find(|stream| stream.viewer == viewer).map_or(0, |stream| stream.voids)
    }

    pub(super) fn prompts(&self, viewer: Viewer) -> Prompts {
        let none = self.is_over() || !self.has_begun();
        stream::prompts(self.play.as_ref(), viewer, self.voids_of(viewer), none)
    }

    /// The name of the decision that is open to a seat. Who listens has been told it: it is not worked out once more.
    pub(super) fn decision(&self, seat: SeatId) -> String {
        let viewer = Viewer::Seat(seat);
        let told = self.streams.iter().find(|stream| stream.viewer == viewer).and_then(|s| s.told.as_ref());
        told.map_or_else(|| self.prompts(viewer).decision, |told| told.prompts.decision.clone())
    }

    /// Counts what happened since number `from` of all events, and tells everybody who listens what he may know.
    pub(super) fn tell_step(&mut self, from: usize) {
        for index in 0..self.streams.len() {
            let new = self.streams[index].count(self.play.as_ref(), from);
            let Stream { viewer, count, told, .. } = &self.streams[index];
            let news = new > 0 && told.is_some();
            let events = if news { self.play.seen_since(*viewer, from) } else { Vec::new() };
            self.tell_viewer(index, count - new, events);
        }
    }

    /// Tells those who listen as this kind of viewer how the table is now, and these events, which are his from this
    /// number on.
    pub(super) fn tell_viewer(&mut self, index: usize, from: u32, events: Vec<SeenEvent>) {
        let Stream { viewer, told: Some(before), .. } = &self.streams[index] else { return };
        let viewer = *viewer;
        let told = self.table_for(viewer);
        if events.is_empty() && *before == told {
            return;
        }
        let hears = |sub: &Sub| sub.program.is_none() && sub.viewer == viewer;
        let wants = |changes| self.subs.iter().any(|sub| hears(sub) && sub.changes == changes);
        let forms = Forms { whole: wants(false), changes: wants(true) };
        let (told, texts) = told.news(before, from, stream::lines(events), forms);
        self.streams[index].told = Some(told);
        if let Some(text) = texts.whole {
            self.send(&text, |sub| sub.viewer == viewer && !sub.changes);
        }
        if let Some(text) = texts.changes {
            self.send(&text, |sub| sub.viewer == viewer && sub.changes);
        }
    }

    pub(super) fn people(&self) -> People {
        let waiting = self.waiting();
        let seats = self.play.seats().iter().enumerate().map(|(index, seat)| {
            let chair = &self.seating.chairs[index];
            Person {
                seat: seat.id.0,
                team: seat.team_name.clone(),
                name: if chair.name.is_empty() { seat.name.clone() } else { chair.name.clone() },
                bot: chair.bot.clone(),
                invited: chair.is_invited(),
                online: self.subs.iter().any(|sub| sub.viewer == Viewer::Seat(seat.id)),
                thinking: self.thinking.get(&seat.id).is_some_and(|at_work| at_work.told),
                share: self.thinking.get(&seat.id).and_then(|at_work| at_work.share),
                ready: !waiting.contains(&seat.id),
                left_ms: if chair.bot.is_some() { None } else { self.clocks.left(index).map(|ms| ms as f64) },
            }
        });
        People {
            seats: seats.collect(),
            watching: self.subs.iter().filter(|sub| sub.viewer == Viewer::Spectator).count() as u32,
            undo_asked: self.undo_asked.as_ref().map(|asked| asked.by.0),
            undo_turn: self.undo_asked.as_ref().and_then(|asked| asked.turn),
            draw_offered: self.draw_offered.as_ref().map(|asked| asked.by.0),
            rematch_asked: self.rematch_asked.map(|seat| seat.0),
            clock: self.clocks.kind(),
            halted: self.halted_now(),
            old: self.old.as_ref().map(|old| old.words.clone()),
            continue_agreed: self.old.as_ref().map_or_else(Vec::new, Old::agreed),
        }
    }

    /// Tells how many watch, if that waits and it is time.
    pub(super) fn tell_watching(&mut self) {
        if self.watching_waits && Instant::now() >= self.next_watching {
            self.tell_people();
        }
    }

    /// Tells who is at the table, if that changed. The time left alone is no news: everybody has a watch.
    pub(super) fn tell_people(&mut self) {
        self.clocks.pass(steady_ms());
        let mut people = self.people();
        let left: Vec<_> = people.seats.iter_mut().map(|person| person.left_ms.take()).collect();
        self.watching_waits = false;
        if self.told_people != people {
            let watching = std::mem::replace(&mut self.told_people.watching, people.watching);
            if watching != people.watching {
                let now = Instant::now();
                if now < self.next_watching && self.told_people == people {
                    self.told_people.watching = watching;
                    self.watching_waits = true;
                    return;
                }
                self.next_watching = now + WATCHING;
            }
            self.told_people = people.clone();
            people.seats.iter_mut().zip(left).for_each(|(person, left)| person.left_ms = left);
            self.tell_all(&Tell::People { people });
        }
    }
}
