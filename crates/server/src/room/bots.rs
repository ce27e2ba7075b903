//! Bots at the table: who is asked, and what becomes of the answer.

use super::{Cmd, Given, Room, Ticket};
use crate::failure::{Code, failure};
use crate::limits::Client;
use crate::thinkers::{Question, Thought};
use crate::wire::Tell;
use bots::Meter;
use std::sync::Arc;
use std::time::Duration;
use table::SeatId;

/// A bot that is quicker is not worth a message.
const NOTICEABLE: Duration = Duration::from_millis(250);
/// So often people hear how far a bot is, if it is any farther.
const PULSE: Duration = Duration::from_millis(500);

/// A bot at work.
#[derive(Clone, Copy, Debug)]
pub struct AtWork {
    ticket: Ticket,
    /// Whether people were told, and how far it was then.
    pub told: bool,
    pub share: Option<u8>,
}

impl Room {
    fn ticket(&self) -> Ticket {
        Ticket { round: self.play.round(), orders: self.play.orders(), voids: self.voids }
    }

    /// Asks every bot that the match waits for. A match of bots alone plays while somebody watches.
    pub(super) fn wake_bots(&mut self) {
        if self.is_over()
            || !self.has_begun()
            || (self.seating.humans().next().is_none() && self.subs.is_empty())
        {
            return;
        }
        let ticket = self.ticket();
        // Who found no order finds none by being asked again.
        if self.halted.as_ref().is_some_and(|(at, _)| *at == ticket) {
            return;
        }
        for seat in self.play.waiting() {
            let Some(bot) = self.seating.bot(seat).map(str::to_owned) else { continue };
            if self.thinking.get(&seat).is_some_and(|at_work| at_work.ticket.asks_the_same(ticket)) {
                continue;
            }
            let Some(door) = self.door.upgrade() else { return };
            self.thinking.insert(seat, AtWork { ticket, told: false, share: None });
            let meter = Arc::new(Meter::default());
            let seed = bots::chance(self.play.as_ref(), seat);
            let question = Question {
                client: self.for_whom(),
                bot,
                seat,
                table: self.play.still(),
                seed,
                meter: Arc::clone(&meter),
            };
            let thinkers = self.hall.thinkers.clone();
            // Where one after the other decides and not everything lies open, how a search goes on may follow from what its seat
            // alone knows.
            let kind = self.hall.game(self.play.game()).map(|game| game.kind());
            let shown = kind.is_ok_and(|kind| kind.simultaneous || !kind.hidden);
            tokio::spawn(async move {
                let thought = thinkers.ask(question);
                tokio::pin!(thought);
                let mut told = None;
                let thought = loop {
                    let pause = if told.is_none() { NOTICEABLE } else { PULSE };
                    if let Ok(thought) = tokio::time::timeout(pause, &mut thought).await {
                        break thought;
                    }
                    let share = meter.percent().filter(|_| shown);
                    if told.replace(share) != Some(share) {
                        let _ = door.send(Cmd::StillThinking { seat, ticket, share }).await;
                    }
                };
                let _ = door.send(Cmd::Thought { seat, ticket, thought: Box::new(thought) }).await;
            });
        }
    }

    /// For whom the bots of this match think: the first player who is here, or anybody who is, or who opened it.
    pub(super) fn for_whom(&self) -> Client {
        let here = || self.subs.iter().filter_map(|sub| Some((sub.viewer, sub.line.as_ref()?.guest.client)));
        let player = here().find(|(viewer, _)| viewer.seat().is_some());
        player.or_else(|| here().next()).map_or(self.opener, |(_, client)| client)
    }

    /// A bot is still at work, and so far.
    pub(super) fn still_thinking(&mut self, seat: SeatId, ticket: Ticket, share: Option<u8>) {
        if let Some(at_work) = self.thinking.get_mut(&seat)
            && at_work.ticket == ticket
        {
            (at_work.told, at_work.share) = (true, share);
            self.tell_people();
        }
    }

    pub(super) async fn thought(&mut self, seat: SeatId, ticket: Ticket, thought: Thought) {
        let Thought { order, reason } = thought;
        if self.thinking.get(&seat).is_some_and(|at_work| at_work.ticket == ticket) {
            self.thinking.remove(&seat);
        }
        let still = self.ticket().asks_the_same(ticket);
        let is_its = self.seating.bot(seat).is_some() && self.play.waiting().contains(&seat);
        // Somebody may have ended the match while it thought.
        if still && is_its && !self.is_over() {
            let number = self.play.orders();
            let refused = match order {
                None => Some("finds no order".to_owned()),
                Some(order) => match self.order(seat, Given::default(), &order).await {
                    Ok(()) => {
                        if let Some(reason) = reason {
                            self.reasons.keep(seat, number, reason);
                        }
                        None
                    }
                    Err(_) if self.broken => return,
                    Err(error) => Some(format!("gives an order that is refused: {}", error.message)),
                },
            };
            if let Some(why) = refused {
                self.halt(seat, &why);
            }
        }
        self.tell_people();
        self.wake_bots();
    }

    /// Why the match stands still, if it does.
    pub(super) fn halted_now(&self) -> Option<String> {
        let (at, why) = self.halted.as_ref()?;
        (!self.is_over() && at.asks_the_same(self.ticket())).then(|| why.clone())
    }

    /// The match can not go on by itself: it stands still, and says so.
    fn halt(&mut self, seat: SeatId, why: &str) {
        let person = self.people().seats.into_iter().find(|person| person.seat == seat.0);
        let name = person.map(|person| person.name).unwrap_or_default();
        let words = format!("The match stands still: the bot that plays {name} {why}.");
        tracing::error!(id = self.id, seat = seat.0, why, "a bot can not go on");
        self.halted = Some((self.ticket(), words.clone()));
        self.tell_all(&Tell::Error { error: failure(Code::Internal, words) });
    }
}
