//! TRIPODS IN WW2 (INV-WW2): tripods by the rules of the base game, airplanes with one card and a speed marker at a time.
//!
//! What the base game already does phase by phase it does here as well; a phase of the Martian turn is a turn of the
//! Earthlings. Tripods are doubled when the table is laid ([`against_ww2`]), draws of airplane fire become counters
//! where they are put in line ([`State::supply`]); the rest is in the sections below.

mod game_turn;
mod imagine;
pub(crate) mod maneuvers;
mod planning;
mod position;

pub(crate) use planning::Rows;
pub use position::PlaneSetup;

use crate::content::{CardIx, Content, DeckId, Model, Restrictions, Ww2};
use crate::setup::Setup;
use crate::state::{State, VehicleId};
use crate::vehicle::Craft;
use std::sync::Arc;
use table::{Audience, SeatId, Secret, SetupError};

/// What a match in WW2 keeps besides the base game: something for each vehicle, by its number.
#[derive(Clone, Debug, Default, Hash)]
pub struct War {
    pub planes: Vec<Plane>,
}

/// A WW2 airplane.
#[derive(Clone, Copy, Debug, Hash)]
pub struct Plane {
    /// For how many Earthling turns the rudder is still jammed to the left and to the right (INV-WW2-17).
    pub rudder: Secret<[u8; 2]>,
    /// With planning one turn ahead: the card of the next action phase (INV-WW2-10).
    pub ahead: Secret<Option<Ahead>>,
}

/// A card planned ahead, and what limited the choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ahead {
    pub card: CardIx,
    pub bound: Restrictions,
}

impl Plane {
    pub fn new(seat: SeatId) -> Self {
        let own = Audience::only(seat);
        Self { rudder: Secret::new(own, [0; 2]), ahead: Secret::new(own, None) }
    }
}

impl State {
    /// The figures of *Tripods in WW2*, if it is played.
    pub(crate) fn ww2(&self) -> Option<&Ww2> {
        self.table.ww2.as_deref()
    }

    /// Whether this is a WW2 airplane.
    pub(crate) fn is_ww2_airplane(&self, id: VehicleId) -> bool {
        self.table.ww2.is_some() && !self.is_tripod(id)
    }

    pub(crate) fn plane(&self, id: VehicleId) -> Option<&Plane> {
        self.war.as_ref()?.planes.get(id.index())
    }

    pub(crate) fn plane_mut(&mut self, id: VehicleId) -> Option<&mut Plane> {
        self.war.as_mut()?.planes.get_mut(id.index())
    }

    /// INV-WW2-04, INV-WW2-13: in place of a card of this deck a vehicle draws from this supply.
    pub(crate) fn supply(&self, id: VehicleId, deck: DeckId) -> DeckId {
        match self[id].craft {
            _ if self.table.ww2.is_none() => deck,
            Craft::Tripod(_) => deck.counters().unwrap_or(deck),
            Craft::Airplane(_) if deck == DeckId::A => DeckId::PA,
            Craft::Airplane(_) => deck,
        }
    }

    /// The number by which a held card tells when it was drawn: Earthling turns for WW2 airplanes (INV-WW2-07).
    pub(crate) fn stamp(&self, id: VehicleId) -> u16 {
        if self.is_ww2_airplane(id) { self.clock(self.phase()) as u16 } else { self.turn }
    }

    /// INV-WW2-06: three Earthling turns make up a Martian one.
    pub(crate) fn earthling_turn(&self) -> u16 {
        3 * self.turn.saturating_sub(1) + u16::from(self.phase()) + 1
    }
}

/// INV-WW2-02, INV-WW2-03: a tripod as it stands against WW2 airplanes.
pub fn against_ww2(model: &Arc<Model>, figures: &Ww2) -> Arc<Model> {
    match &**model {
        Model::Airplane(_) => Arc::clone(model),
        Model::Tripod(m) => {
            let mut m = m.clone();
            m.resistance = m.resistance.saturating_mul(figures.resistance_factor);
            m.recharge_level = m.recharge_level.saturating_mul(figures.recharge_factor);
            Arc::new(Model::Tripod(m))
        }
    }
}

/// INV-WW2-01: WW2 airplanes take the place of those of WW1, and are flown without the base game's own weapons,
/// skills and altitude rules.
pub fn check(content: &Content, setup: &Setup) -> Result<(), SetupError> {
    let by = |place: String, why: &str| Err(SetupError::by("INV-WW2-01", place, why.to_owned()));
    if setup.ww2 && content.ww2.is_none() {
        return by("ww2".to_owned(), "these components have no WW2 figures: expected them in ww2.toml");
    }
    if setup.plan_ahead && !setup.ww2 {
        return by(
            "plan_ahead".to_owned(),
            "planning one turn ahead is for WW2 airplanes: expected ww2 = true",
        );
    }
    if setup.ww2 && setup.altitude {
        let why = "climb and dive cards of WW2 airplanes are left out: expected altitude = false";
        return Err(SetupError::by("INV-WW2-14", "altitude", why));
    }
    for (index, vehicle) in setup.vehicles.iter().enumerate() {
        let place = |field: &str| format!("vehicles[{index}].{field}");
        let Some(model) = content.model(&vehicle.model).and_then(|m| m.airplane()) else { continue };
        if model.ww2 && !setup.ww2 {
            return by(place("model"), "an airplane of WW2: expected ww2 = true for the whole match");
        }
        if !model.ww2 && setup.ww2 {
            return by(place("model"), "an airplane of WW1: with ww2 = true all airplanes are of WW2");
        }
        let anchored = vehicle.airplane.anchor != crate::anchor_and_chain::Anchor::None;
        if setup.ww2 && (!vehicle.skills.is_empty() || vehicle.airplane.cannon || anchored) {
            return by(place("skills"), "WW2 airplanes have no skills, cannon or anchor of the base game");
        }
    }
    Ok(())
}
