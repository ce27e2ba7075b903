//! TRIPOD PROTECTION: electrified armor (TT-ARM).

use crate::content::{DamageCard, DeckId, Side};
use crate::event::What;
use crate::state::{State, VehicleId};
use table::{Event, Sink};

impl State {
    /// TT-ARM-02, TT-TOP-08: armor works while the tripod stands and has an energy counter.
    pub(crate) fn armor_works(&self, id: VehicleId) -> bool {
        self[id].tripod().is_some_and(|tripod| tripod.energy > 0 && tripod.console.toppled == 0)
    }

    pub(crate) fn is_armored(&self, id: VehicleId, side: Side) -> bool {
        self.model(id).tripod().is_some_and(|m| m.sides[side.index()].armor)
    }

    /// The energy that a card drains from a tripod: its icons, or half the rating for an explosion (TT-ARM-05, TT-ARM-06).
    pub(crate) fn drained_through_armor(&self, id: VehicleId, card: &DamageCard) -> u8 {
        let rating = || self.model(id).tripod().map_or(0, |m| m.energy_rating);
        let lost = if card.is_explosion() { rating().div_ceil(2) } else { card.energy_icons };
        lost.min(self[id].energy())
    }

    /// A card of a hit across working armor: numbers are ignored, energy is drained (TT-ARM-04 to TT-ARM-06).
    pub(crate) fn drain_armor(&mut self, id: VehicleId, deck: DeckId, row: u8, out: &mut Sink<What>) {
        let card = self.damage_card(deck, row);
        let (explosion, lost) = (card.is_explosion(), self.drained_through_armor(id, card));
        let Some(tripod) = self[id].tripod_mut() else { return };
        tripod.energy -= lost;
        let energy = tripod.energy;
        out.emit(|| {
            let rule = if explosion { "TT-ARM-06" } else { "TT-ARM-05" };
            let card = self.damage_card(deck, row).name.clone();
            Event::public(rule, What::ArmorHit { vehicle: id, deck, card, lost, energy })
        });
    }
}
