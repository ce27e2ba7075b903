//! Those who come by an invitation: what they are told before they sit down, and how they do.

use super::{FailureBody, Room, SeatId, Viewer};
use crate::failure::{Code, failure, forbidden, misplaced, not_found, refused};
use crate::names::tidy;
use crate::secret;
use crate::wire::{ClaimWish, Invitation, Offer};

impl Room {
    fn invited(&self, token: &str) -> Result<SeatId, FailureBody> {
        self.seating.invited(token).ok_or_else(|| {
            forbidden(
                "this invitation opens no seat of this match; perhaps another one was made in its place",
            )
        })
    }

    /// What somebody is invited to.
    pub(super) fn offer(&self, token: &str) -> Result<Offer, FailureBody> {
        let seat = self.invited(token)?;
        Ok(Offer {
            id: self.id.clone(),
            game: self.play.game().to_owned(),
            scenario: self.scenario.clone(),
            title: self.title.clone(),
            seat: seat.0,
            taken: self.seating.chairs[seat.index()].key.is_some(),
            people: self.people(),
            agreed: self.seating.agreed.clone(),
            fair: self.fairness(),
        })
    }

    /// Gives the seat of an invitation to whoever is first to come with it, by the key that he made himself. Who did not
    /// hear the answer asks again with the same key.
    pub(super) async fn claim(&mut self, wish: &ClaimWish) -> Result<SeatId, FailureBody> {
        let seat = self.invited(&wish.invitation)?;
        if !secret::is_key(&wish.key) {
            return Err(misplaced("key", "expected 24 letters out of A-Z a-z 0-9 - _ that nobody guesses"));
        }
        let hash = secret::hash(&wish.key);
        match &self.seating.chairs[seat.index()].key {
            Some(key) if *key == hash => return Ok(seat),
            Some(_) => {
                let why = "this invitation has been used: somebody sits there. If it was not you, tell whoever invited you";
                return Err(failure(Code::Stale, why));
            }
            None => {}
        }
        if self.is_over() && !self.has_begun() {
            return Err(refused("this match was called off before it began: nobody sits down any more"));
        }
        if self.seating.has_key(&hash) {
            return Err(misplaced("key", "expected a key of your own making that opens nothing here yet"));
        }
        let name = tidy("name", &wish.name)?;
        self.seating.may_be_called(seat, &name)?;
        self.write("claim", Some(seat), hash.clone(), None).await?;
        self.seating.chairs[seat.index()].key = Some(hash);
        if !name.is_empty() {
            self.write("name", Some(seat), name.clone(), None).await?;
            self.seating.chairs[seat.index()].name = name;
        }
        self.tell_people();
        Ok(seat)
    }

    /// Makes another invitation to a seat that nobody has taken; the one before opens nothing any more. Everybody hears
    /// of it: whoever was invited first must not wonder.
    pub(super) async fn invite(&mut self, viewer: Viewer, seat: SeatId) -> Result<Invitation, FailureBody> {
        let by = self.player(viewer)?;
        if !self.seating.chairs[by.index()].host {
            return Err(refused("whoever made this match invites to it"));
        }
        let chair = self.seating.chairs.get(seat.index());
        let chair = chair.ok_or_else(|| not_found(format!("there is no seat {}", seat.0)))?;
        if !chair.is_invited() {
            return Err(failure(Code::Stale, "nobody is waited for in this seat"));
        }
        let token = secret::key();
        let hash = secret::hash(&token);
        self.write("invite", Some(seat), hash.clone(), None).await?;
        self.seating.chairs[seat.index()].invitation = Some(hash);
        let name = self.play.seats().get(seat.index()).map(|seat| seat.name.clone()).unwrap_or_default();
        // Where the chat is full the new invitation is good all the same.
        let _ = self
            .chat(viewer, &format!("There is a new invitation for {name}. The one before is void."))
            .await;
        Ok(Invitation { seat: seat.0, token })
    }
}
