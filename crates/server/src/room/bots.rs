//! Bots at the table: who is asked, and what becomes of the answer.

use super::{Cmd, Given, Room, Ticket};
use crate::failure::{Code, failure};
use crate::limits::Client;
use crate::thinkers::Question;
use crate::wire::Tell;
use serde_json::Value;
use std::time::Duration;
use table::SeatId;

/// A bot that is quicker is not worth a message.
const NOTICEABLE: Duration = Duration::from_millis(250);

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
            if self.thinking.get(&seat).is_some_and(|(at_work, _)| at_work.asks_the_same(ticket)) {
                continue;
            }
            let Some(door) = self.door.upgrade() else { return };
            self.thinking.insert(seat, (ticket, false));
            let seed = bots::chance(self.play.as_ref(), seat);
            let question = Question { client: self.for_whom(), bot, seat, table: self.play.still(), seed };
            let thinkers = self.hall.thinkers.clone();
            tokio::spawn(async move {
                let thought = thinkers.ask(question);
                tokio::pin!(thought);
                let order = if let Ok(order) = tokio::time::timeout(NOTICEABLE, &mut thought).await {
                    order
                } else {
                    let _ = door.send(Cmd::StillThinking { seat, ticket }).await;
                    thought.await
                };
                let _ = door.send(Cmd::Thought { seat, ticket, order }).await;
            });
        }
    }

    /// For whom the bots of this match think: the first player who is here, or anybody who is, or who opened it.
    pub(super) fn for_whom(&self) -> Client {
        let here = || self.subs.iter().filter_map(|sub| Some((sub.viewer, sub.line.as_ref()?.guest.client)));
        let player = here().find(|(viewer, _)| viewer.seat().is_some());
        player.or_else(|| here().next()).map_or(self.opener, |(_, client)| client)
    }

    pub(super) async fn thought(&mut self, seat: SeatId, ticket: Ticket, order: Option<Value>) {
        if self.thinking.get(&seat).is_some_and(|(at_work, _)| *at_work == ticket) {
            self.thinking.remove(&seat);
        }
        let still = self.ticket().asks_the_same(ticket);
        let is_its = self.seating.bot(seat).is_some() && self.play.waiting().contains(&seat);
        // Somebody may have ended the match while it thought.
        if still && is_its && !self.is_over() {
            let refused = match order {
                None => Some("finds no order".to_owned()),
                Some(order) => match self.order(seat, Given::default(), &order).await {
                    Ok(()) => None,
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
