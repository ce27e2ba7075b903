//! Questions that change nothing, and the same words over HTTP.

use super::{Ask, FailureBody, History, Reply, Room, Say, SeatId, Summary, Tell, Viewer, Wish};
use crate::failure::{forbidden, not_found};
use crate::wire::Agreed;

impl Room {
    pub(super) async fn answer(&mut self, viewer: Viewer, ask: Ask) -> Result<Reply, FailureBody> {
        Ok(match ask {
            Ask::Invite { seat } => Reply::Invitation(self.invite(viewer, SeatId(seat)).await?),
            // Whoever holds an invitation is nobody yet: these are answered before it is asked who he is.
            Ask::Offer { invitation } => Reply::Offer(Box::new(self.offer(&invitation)?)),
            Ask::Claim(wish) => Reply::Claimed(self.claim(&wish).await?),
            Ask::Say(say) => {
                let rematch = matches!(say, Say::Wish { wish: Wish::Rematch });
                let told = self.say(viewer, say).await;
                // Who has no socket learns here where the new match is.
                let made = self.rematch.as_ref().filter(|_| rematch);
                let made = made.map(|made| Tell::Rematch { made: self.share_of(viewer, made) });
                Reply::Told(Box::new(told.or(made).unwrap_or(Tell::Fine { id: String::new() })))
            }
            Ask::Summary => Reply::Summary(Box::new(self.summary(viewer))),
            Ask::Moment { events, all } => {
                if all && !self.is_over() {
                    return Err(forbidden("the other side's cards are shown when the match is over"));
                }
                if all && self.old.as_ref().is_some_and(|old| !old.lies_open()) {
                    return Err(forbidden("of this match nothing was stored but what each seat saw"));
                }
                let (events, orders) = self.moment(viewer, events)?;
                let viewer = if all { Viewer::Umpire } else { viewer };
                Reply::Moment { past: self.play.past(orders as usize), viewer, events }
            }
            Ask::History => {
                let stream = self.streams.iter().find(|stream| stream.viewer == viewer);
                let stream = stream.ok_or_else(|| not_found("there is no such seat"))?;
                let events = stream.events(self.play.as_ref(), 0);
                Reply::History(History { events, marks: stream.event_marks() })
            }
            Ask::Log if self.old.is_some() => Reply::LogText(self.old_log()?),
            Ask::Log if self.is_over() || self.owns(viewer) => Reply::LogText(self.whole_log()),
            Ask::Log => Reply::LogValue(self.play.log_for(viewer)),
            Ask::Review => Reply::Review(Box::new(self.finished()?)),
            Ask::Fork { events, orders } => {
                self.must_be_played()?;
                if !self.is_over() && !self.owns(viewer) {
                    return Err(forbidden(
                        "a match that others play can be forked when it is over, not before",
                    ));
                }
                let orders = match orders.filter(|_| self.is_over()) {
                    Some(orders) => orders,
                    None => self.moment(viewer, events)?.1,
                };
                Reply::Fork {
                    game: self.play.game().to_owned(),
                    scenario: self.scenario.clone(),
                    title: self.title.clone(),
                    base: self.play.first(orders as usize),
                    root: self.seating.agreed.as_ref().map(Agreed::root),
                }
            }
        })
    }

    /// The first moment at which this viewer had seen so many events: how many he had, and the match's orders.
    fn moment(&mut self, viewer: Viewer, events: u32) -> Result<(u32, u32), FailureBody> {
        let stream = self.stream(viewer).ok_or_else(|| not_found("there is no such seat"))?;
        Ok(stream.orders_at(events))
    }

    fn summary(&mut self, viewer: Viewer) -> Summary {
        self.clocks.pass(super::steady_ms());
        let waiting = self.waiting();
        Summary {
            id: self.id.clone(),
            game: self.play.game().to_owned(),
            scenario: self.scenario.clone(),
            title: self.title.clone(),
            turn: self.play.turn(),
            seat: viewer.seat().map(|seat| seat.0),
            my_turn: viewer.seat().is_some_and(|seat| waiting.contains(&seat)),
            over: self.over(),
            people: self.people(),
            changed: self.changed_for(viewer) / 1000,
        }
    }
}
