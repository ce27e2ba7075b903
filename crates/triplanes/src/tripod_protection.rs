//! TRIPOD PROTECTION: electrified armor (TT-ARM).

use crate::content::{DeckId, Side};
use crate::event::What;
use crate::state::{State, VehicleId};
use smallvec::SmallVec;
use table::{Event, Sink};

impl State {
    /// TT-ARM-02, TT-TOP-08: armor works while the tripod stands and has an energy counter.
    pub(crate) fn armor_works(&self, id: VehicleId) -> bool {
        self[id].energy > 0 && !self[id].is_toppled()
    }

    pub(crate) fn is_armored(&self, id: VehicleId, side: Side) -> bool {
        self.tripod(id).is_some_and(|m| m.sides[side.index()].armor)
    }

    /// A hit across working armor: cards are shown, drain energy and go back (TT-ARM-04 to TT-ARM-07).
    pub(crate) fn hit_armor(&mut self, id: VehicleId, deck: DeckId, cards: u8, out: &mut Sink<What>) {
        let mut drawn: SmallVec<[u8; 2]> = SmallVec::new();
        for _ in 0..cards {
            let Some(row) = self.draw(deck, out) else { continue };
            drawn.push(row);
            let card = self.damage_card(deck, row);
            let explosion = card.is_explosion();
            let lost = if explosion {
                self.tripod(id).map_or(0, |m| m.energy_rating.div_ceil(2))
            } else {
                card.energy_icons
            };
            let lost = lost.min(self[id].energy);
            self[id].energy -= lost;
            out.emit(|| {
                let rule = if explosion { "TT-ARM-06" } else { "TT-ARM-05" };
                let card = self.damage_card(deck, row).name.clone();
                Event::public(rule, What::ArmorHit { vehicle: id, deck, card, lost, energy: self[id].energy })
            });
        }
        for row in drawn {
            self.put_back(deck, row);
        }
    }
}
