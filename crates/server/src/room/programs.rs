//! Programs at the table. What they are told is what a page at their seat is told: they ask for it, and hear by themselves only
//! that it is their turn, that others wish something, and that the match is over.

use super::{Ask as Asks, Asker, Given, Reply, Room};
use crate::engine::{self, Ask, Request, Seen, Stand, Unread};
use crate::failure;
use crate::figures::FIGURES;
use crate::limits::Act;
use crate::stream::Told;
use crate::wire::{Say, Tell, Wish};
use serde_json::Value;
use std::time::Instant;
use table::Viewer;

/// Events of one answer; who wants more asks from `next` on.
const EVENTS: usize = 1000;

/// What a program was told by itself so far.
#[derive(Debug, Default)]
pub(super) struct Program {
    decision: String,
    over: bool,
    wished: (Option<u8>, Option<u8>),
}

impl Room {
    /// Answers a line of a program.
    pub(super) async fn line(&mut self, sub: u64, line: Result<Request, Unread>, at: Instant) {
        let Some(from) = self.subs.iter().find(|s| s.id == sub) else { return };
        let viewer = from.viewer;
        let request = match line {
            Ok(request) => request,
            Err(Unread { id, error }) => {
                // It counts like a look: whoever sends nothing but nonsense has an end, too.
                let may = from.line.as_ref().map_or(Ok(()), |line| line.guest.may(Act::Look));
                let answer = match may {
                    Ok(()) => protocol::error(&id, &error),
                    Err(busy) => engine::refused(&id, busy),
                };
                return self.answer_program(sub, answer);
            }
        };
        if let Err(error) = request.is_at(&self.id, viewer) {
            let may = from.line.as_ref().map_or(Ok(()), |line| line.guest.may(Act::Look));
            let answer = match may {
                Ok(()) => protocol::error(&request.id, &error),
                Err(busy) => engine::refused(&request.id, busy),
            };
            return self.answer_program(sub, answer);
        }
        if let (Some(act), Some(line)) = (request.act(), &from.line)
            && let Err(error) = line.guest.may(act)
        {
            return self.answer_program(sub, engine::refused(&request.id, error));
        }
        let Request { id, ask, .. } = request;
        let answer = match ask {
            Ask::Question(say) => return self.question(viewer, say, Asker::Sub(sub)),
            Ask::Order { order, decision } => {
                let answer = self.ordered(viewer, &id, &order, decision).await;
                FIGURES.order_time.time(at.elapsed());
                answer
            }
            Ask::Wish(Wish::Rematch) => {
                let why =
                    "a rematch is no wish of this line: whoever sits down in it needs a link of his own";
                engine::refused(&id, failure::refused(why))
            }
            Ask::Wish(wish) => match self.say(viewer, Say::Wish { wish }).await {
                Some(Tell::Error { error }) => engine::refused(&id, error),
                _ => engine::done(&id),
            },
            // A match against bots is its player's own to save, but while it goes on a program is told what its seat may know.
            Ask::Log if !self.is_over() && self.old.is_none() => engine::log(&id, &self.play.log_for(viewer)),
            Ask::Log => match self.answer(viewer, Asks::Log).await {
                Ok(Reply::LogText(text)) => engine::log(&id, &text),
                Ok(Reply::LogValue(log)) => engine::log(&id, &log),
                Ok(_) => return,
                Err(error) => engine::refused(&id, error),
            },
            Ask::Events { from } => self.events_from(viewer, &id, from),
            Ask::Prompts => self.seen(viewer, |_, told| {
                Stand::of(viewer, &told.prompts, told.voids, told.over.as_ref()).answer(&id)
            }),
            Ask::View => self.seen(viewer, |_, told| engine::view(&id, &told.view)),
            Ask::Briefing => {
                self.seen(viewer, |room, told| engine::briefing(&id, &room.play.briefing(), &told.goals))
            }
        };
        // Whose match it is now knows what came of it.
        if !self.lost {
            self.answer_program(sub, answer);
        }
    }

    /// The table as this viewer was told it last: who listens was.
    fn seen(&self, viewer: Viewer, answer: impl Fn(&Self, &Told) -> String) -> String {
        let told = self.streams.iter().find(|stream| stream.viewer == viewer).and_then(|s| s.told.as_ref());
        told.map_or_else(|| answer(self, &self.table_for(viewer)), |told| answer(self, told))
    }

    /// Gives an order: the events that its seat learns by it, or why not.
    async fn ordered(&mut self, viewer: Viewer, id: &str, order: &Value, decision: Option<String>) -> String {
        let before = self.stream(viewer).map_or(0, |stream| stream.count);
        let given = match self.player(viewer) {
            Ok(seat) => self.order(seat, Given { id: None, decision }, order).await,
            Err(error) => Err(error),
        };
        match given {
            Ok(()) => self.events_from(viewer, id, before),
            Err(error) => engine::refused(id, error),
        }
    }

    fn events_from(&self, viewer: Viewer, id: &str, from: u32) -> String {
        let stream = self.streams.iter().find(|stream| stream.viewer == viewer);
        let (mut events, from, voids) = stream.map_or((Vec::new(), 0, 0), |stream| {
            let from = from.min(stream.count);
            (stream.events(self.play.as_ref(), from as usize), from, stream.voids)
        });
        events.truncate(EVENTS);
        let next = from + events.len() as u32;
        protocol::ok(&id, &Seen { events, next, voids })
    }

    /// The first words to a program that sits down.
    pub(super) fn sit(&mut self, sub: u64, viewer: Viewer, id: &str) {
        let stream = self.streams.iter().find(|stream| stream.viewer == viewer);
        let (next, voids) = stream.map_or((0, 0), |stream| (stream.count, stream.voids));
        let seats = self.play.seats();
        let answer = serde_json::json!({
            "match": self.id,
            "game": self.play.game(),
            "scenario": self.scenario,
            "title": self.title,
            "seat": viewer.seat(),
            "seats": seats,
            "turn": self.play.turn(),
            "fair": self.fair.is_some(),
            "begun": self.has_begun(),
            "next": next,
            "voids": voids,
        });
        self.answer_program(sub, protocol::ok(&id, &answer));
    }

    pub(super) fn answer_program(&mut self, sub: u64, text: String) {
        if let Some(line) = self.subs.iter_mut().find(|s| s.id == sub).and_then(|s| s.line.as_mut()) {
            line.say(&text.into());
        }
    }

    /// Tells programs whose turn has come, and what else they should hear without asking. It follows from what their seat was
    /// told and from nothing else.
    pub(super) fn tell_programs(&mut self) {
        let (undo, draw) = (self.told_people.undo_asked, self.told_people.draw_offered);
        let seating = &self.seating;
        for sub in &mut self.subs {
            let (Some(program), Some(line)) = (&mut sub.program, &mut sub.line) else { continue };
            let stream = self.streams.iter().find(|stream| stream.viewer == sub.viewer);
            let Some(Told { voids, prompts, over, .. }) = stream.and_then(|stream| stream.told.as_ref())
            else {
                continue;
            };
            if program.decision != prompts.decision {
                program.decision.clone_from(&prompts.decision);
                // A bot that plays here by now decides by itself.
                let plays = sub.viewer.seat().is_some_and(|seat| seating.is_human(seat));
                if plays && prompts.mine.iter().any(|prompt| prompt.must) {
                    let stand = Stand::of(sub.viewer, prompts, *voids, over.as_ref());
                    line.say(&stand.asked().into());
                }
            }
            let own = sub.viewer.seat().map(|seat| seat.0);
            let wished = (undo.filter(|by| Some(*by) != own), draw.filter(|by| Some(*by) != own));
            if program.wished != wished {
                program.wished = wished;
                if wished != (None, None) {
                    line.say(&engine::wished(wished.0, wished.1).into());
                }
            }
            if program.over != over.is_some() {
                program.over = over.is_some();
                if let Some(over) = over {
                    line.say(&engine::over(over).into());
                }
            }
        }
    }
}
