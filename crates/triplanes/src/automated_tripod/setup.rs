//! Automated tripods as part of a set-up, and of a position.

use super::{Automated, Automaton};
use crate::content::{CardClass, Content};
use crate::setup::{Setup, Team};
use crate::state::{State, VehicleId};
use serde::{Deserialize, Serialize};
use table::{SeatId, SetupError};

/// Which seats the procedure plays, and in the middle of a match what it remembers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AutomatedSetup {
    pub seats: Vec<SeatId>,
    /// The decks of the tripods; those that are not listed begin with a fresh split (INV-AUT-03).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tripods: Vec<Automaton>,
    /// How many damage cards each vehicle has drawn, by number; what lies on the consoles if it is not said.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub drawn: Vec<u16>,
}

/// INV-AUT-01: only seats of the Martians, and at least one seat is left to a player.
pub(crate) fn check_seats(content: &Content, setup: &Setup) -> Result<(), SetupError> {
    let Some(automated) = &setup.automated else { return Ok(()) };
    let by = |index: usize, why: String| {
        Err(SetupError::by("INV-AUT-01", format!("automated.seats[{index}]"), why))
    };
    if content.red_zones.is_none() && !automated.seats.is_empty() {
        let why = "these components have no templates auto_S and auto_L: expected them in templates.toml";
        return Err(SetupError::by("INV-GEN-02", "automated", why));
    }
    for (index, seat) in automated.seats.iter().enumerate() {
        match setup.seats.get(seat.index()) {
            None => {
                return by(index, format!("there is no {seat}; the set-up has {} seats", setup.seats.len()));
            }
            Some(s) if s.team != Team::Martians => {
                return by(index, format!("{} plays airplanes; only tripods are automated", s.name));
            }
            Some(_) if automated.seats[..index].contains(seat) => {
                return by(index, format!("{seat} is named twice"));
            }
            Some(_) => {}
        }
    }
    Ok(())
}

/// The decks of all automated tripods, as the set-up says or freshly split.
pub(crate) fn prepare(state: &mut State, setup: &Setup) -> Result<(), SetupError> {
    let Some(automated) = &setup.automated else { return Ok(()) };
    let mut tripods = Vec::new();
    for id in state.ids().filter(|id| state.is_tripod(*id)) {
        if !automated.seats.contains(&state[id].owner) {
            continue;
        }
        let given = automated.tripods.iter().find(|t| t.vehicle == id);
        tripods.push(match given {
            Some(own) => own.clone(),
            None => Automaton::new(id, state.deck(id)),
        });
    }
    for (index, own) in automated.tripods.iter().enumerate() {
        let place = |field: &str| format!("automated.tripods[{index}].{field}");
        if !tripods.iter().any(|t| t.vehicle == own.vehicle) {
            let why = format!("{} is no automated tripod", own.vehicle);
            return Err(SetupError::by("INV-AUT-01", place("vehicle"), why));
        }
        check_cards(state, own, &place)?;
    }
    let held = |id: VehicleId| state.held.iter().filter(|h| h.vehicle == id).count() as u16;
    let mut drawn: Vec<u16> = state.ids().map(held).collect();
    for (known, said) in drawn.iter_mut().zip(&automated.drawn) {
        *known = *said;
    }
    state.automated = Some(Box::new(Automated { tripods, drawn }));
    Ok(())
}

/// Every card of the deck lies in exactly one pile, and what is remembered exists.
fn check_cards(state: &State, own: &Automaton, place: &impl Fn(&str) -> String) -> Result<(), SetupError> {
    let deck = state.deck(own.vehicle);
    let mut all: Vec<u8> = deck.cards.iter().flat_map(|c| &c.numbers).copied().collect();
    let mut here: Vec<u8> =
        [&own.current, &own.reserve, &own.discard].into_iter().flatten().copied().collect();
    all.sort_unstable();
    here.sort_unstable();
    if all != here {
        let why = format!("expected each card of deck {} in one of the three piles", deck.id);
        return Err(SetupError::by("INV-AUT-03", place("current"), why));
    }
    let known = |number: &u8| all.contains(number);
    if !own.top.iter().chain(&own.played).chain(&own.previous).all(known) {
        let why = format!("expected cards of deck {}", deck.id);
        return Err(SetupError::by("INV-AUT-03", place("top"), why));
    }
    if own.goal.is_some_and(|o| usize::from(o) >= state.objectives.len()) {
        return Err(SetupError::by("INV-AUT-27", place("goal"), "there is no such objective"));
    }
    if own.moves > 3 || own.stationary > 3 {
        return Err(SetupError::by("INV-AUT-66", place("moves"), "a turn has three phases"));
    }
    if !deck.cards.iter().any(|c| c.class == CardClass::StandingStill) {
        return Err(SetupError::by("INV-AUT-33", place("current"), "expected a standing still card"));
    }
    Ok(())
}

impl State {
    /// The automated seats with all that their tripods remember, for a position.
    pub(crate) fn write_automated(&self) -> Option<AutomatedSetup> {
        let seats = self.table.setup.automated.as_ref()?.seats.clone();
        let (tripods, drawn) = match &self.automated {
            Some(automated) => (automated.tripods.clone(), automated.drawn.clone()),
            None => (Vec::new(), Vec::new()),
        };
        Some(AutomatedSetup { seats, tripods, drawn })
    }
}
