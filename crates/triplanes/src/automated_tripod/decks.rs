//! PREPARATION and PLANNING: the current deck, the reserve deck and the discard pile (INV-AUT-03 to INV-AUT-06,
//! INV-AUT-33, INV-AUT-35, INV-AUT-36).
//!
//! The order of the face-down deck is not kept: a card is picked when it is drawn, which is the same as a shuffled
//! deck and leaves nothing to peek at (INV-AUT-04).

use super::{Choice, Mind, card_of};
use crate::content::{CardClass, ManeuverDeck, Side};
use crate::state::VehicleId;
use serde::{Deserialize, Serialize};

/// The cards of one automated tripod, and what it remembers. Cards are written by their printed numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Automaton {
    pub vehicle: VehicleId,
    pub current: Vec<u8>,
    pub reserve: Vec<u8>,
    pub discard: Vec<u8>,
    /// Cards that come next from the current deck, forced by a position.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub top: Vec<u8>,
    /// The reserve cards are in the current deck (INV-AUT-35).
    pub enlarged: bool,
    /// Normal moves and stationary cards carried out in this turn.
    pub moves: u8,
    pub stationary: u8,
    /// It lay toppled in this turn.
    pub lay: bool,
    /// This step began with counters in the toppled box (INV-AUT-67).
    pub resting: bool,
    /// The heat-ray was cooling when this phase began (INV-AUT-53).
    pub was_cooling: bool,
    /// The card of this phase, and the one carried out in the phase before.
    pub played: Option<u8>,
    pub previous: Option<u8>,
    /// The objective that it is on its way to (INV-AUT-27).
    pub goal: Option<u8>,
    /// Cards drawn and put aside in this step.
    #[serde(skip)]
    pub(super) rejected: Vec<u8>,
}

/// Home by class: the reserve for what the booklet does not name (INV-AUT-03).
fn is_home_in_current(deck: &ManeuverDeck, number: u8, enlarged: bool) -> bool {
    let card = card_of(deck, number);
    !card.reserve || enlarged && !is_kept_back(card.class)
}

/// The two cards that never join the current deck.
fn is_kept_back(class: CardClass) -> bool {
    matches!(class, CardClass::Running | CardClass::Reverse)
}

impl Automaton {
    /// INV-AUT-03: the deck is split, nothing is used.
    pub fn new(vehicle: VehicleId, deck: &ManeuverDeck) -> Self {
        let mut all: Vec<u8> = deck.cards.iter().flat_map(|card| &card.numbers).copied().collect();
        all.sort_unstable();
        let (current, reserve) = all.into_iter().partition(|number| is_home_in_current(deck, *number, false));
        Self { vehicle, current, reserve, ..Self::default() }
    }

    /// INV-AUT-06: used cards go back to the deck they belong to; a new turn counts its moves anew.
    pub(super) fn begin_turn(&mut self, deck: &ManeuverDeck) {
        for number in std::mem::take(&mut self.discard) {
            if is_home_in_current(deck, number, self.enlarged) {
                self.current.push(number);
            } else {
                self.reserve.push(number);
            }
        }
        self.sort();
        (self.moves, self.stationary, self.lay) = (0, 0, false);
    }

    fn sort(&mut self) {
        self.current.sort_unstable();
        self.reserve.sort_unstable();
    }

    /// A step on the ground: nothing is played, and what was begun is forgotten.
    pub(super) fn rest(&mut self) {
        (self.played, self.previous, self.goal, self.lay) = (None, None, None, true);
    }

    /// The played card lies on the discard pile (INV-AUT-07).
    pub(super) fn play(&mut self, number: u8) {
        for pile in [&mut self.current, &mut self.reserve] {
            if let Some(at) = pile.iter().position(|n| *n == number) {
                pile.remove(at);
                self.discard.push(number);
                break;
            }
        }
        self.played = Some(number);
    }

    /// All cards that can be looked through, by number.
    pub(super) fn at_hand(&self) -> Vec<u8> {
        let mut all: Vec<u8> = self.current.iter().chain(&self.reserve).copied().collect();
        all.sort_unstable();
        all
    }
}

impl Mind<'_> {
    /// INV-AUT-35, INV-AUT-36: with enemies nearby the reserve joins the current deck, without them it leaves.
    pub(super) fn fit_deck(&mut self) {
        let deck = std::sync::Arc::clone(&self.deck);
        if self.near && !self.own.enlarged {
            let (stay, join): (Vec<u8>, Vec<u8>) =
                self.own.reserve.iter().partition(|n| is_kept_back(card_of(&deck, **n).class));
            let count = join.len();
            (self.own.reserve, self.own.enlarged) = (stay, true);
            self.own.current.extend(join);
            self.own.sort();
            self.notes.say("INV-AUT-35", || format!("{count} reserve cards join its current deck."));
        } else if !self.near && self.own.enlarged {
            let (stay, leave): (Vec<u8>, Vec<u8>) =
                self.own.current.iter().partition(|n| !card_of(&deck, **n).reserve);
            (self.own.current, self.own.enlarged) = (stay, false);
            self.own.reserve.extend(leave);
            self.own.sort();
            self.notes.say("INV-AUT-36", || {
                "Nobody is nearby any more: the reserve cards leave its deck.".to_owned()
            });
        }
    }

    /// INV-AUT-33: stands still, with a card from the current deck if there is one.
    pub(super) fn stand(&mut self, turn: Option<Side>) -> Choice {
        let is_still = |n: &&u8| self.class(**n) == CardClass::StandingStill;
        let piles = [&self.own.current, &self.own.discard, &self.own.reserve];
        let found = piles.into_iter().find_map(|pile| pile.iter().filter(is_still).min()).copied();
        let any =
            || self.deck.cards.iter().find(|c| c.class == CardClass::StandingStill).map(|c| c.numbers[0]);
        let card = found.or_else(any).unwrap_or(0);
        Choice { card, turn }
    }

    /// The top card of the face-down deck, and off it. An empty deck is filled with the discard pile first, without
    /// the cards rejected in this step (INV-AUT-20).
    pub(super) fn draw_card(&mut self) -> Option<u8> {
        if self.own.current.is_empty() {
            let (deck, own) = (&self.deck, &mut self.own);
            let returns = |n: &u8| !own.rejected.contains(n) && is_home_in_current(deck, *n, own.enlarged);
            let (back, stay) = own.discard.iter().partition(|n| returns(n));
            (own.current, own.discard) = (back, stay);
            own.sort();
            let count = own.current.len();
            if count > 0 {
                self.notes
                    .say("INV-AUT-20", || format!("Its deck is used up: {count} cards are shuffled in."));
            }
        }
        if self.own.current.is_empty() {
            return None;
        }
        let forced = (!self.own.top.is_empty()).then(|| self.own.top.remove(0));
        let at = forced.and_then(|n| self.own.current.iter().position(|c| *c == n));
        let at = match (at, self.own.current.len()) {
            (Some(at), _) => at,
            (None, 1) => 0,
            (None, len) => self.state.dice.pick(len),
        };
        Some(self.own.current.remove(at))
    }

    /// A drawn card that is not played lies on the discard pile (INV-AUT-07).
    pub(super) fn reject(&mut self, number: u8) {
        self.own.discard.push(number);
        self.own.rejected.push(number);
    }
}
