//! What a seat can not see of a WW2 airplane, drawn anew.

use super::{Ahead, maneuvers};
use crate::content::{CardIx, Restrictions, Special};
use crate::special_damages::symbol_for;
use crate::state::{State, Step, VehicleId};
use table::Dice;

impl State {
    /// Of a card drawn at that moment: whether its rudder jam has still to begin, and whether it is in force.
    pub(crate) fn rudder_age(&self, stamp: u16) -> (bool, bool) {
        let age = self.clock(self.phase()).saturating_sub(u32::from(stamp));
        let turns = self.ww2().map_or(0, |w| u32::from(w.rudder_jam_turns));
        (age == 0, (1..=turns).contains(&age))
    }

    /// The rudder counters that follow from the imagined cards.
    pub(crate) fn imagine_rudder(&mut self, id: VehicleId) {
        if !self.is_ww2_airplane(id) || !self.standard() {
            return;
        }
        let now = self.clock(self.phase());
        let turns = self.ww2().map_or(0, |w| w.rudder_jam_turns);
        let mut rudder = [0_u8; 2];
        for held in self.held.iter().filter(|h| h.vehicle == id && !h.points_only) {
            let card = self.damage_card(held.deck, *held.row.judge());
            let side = match symbol_for(card, true) {
                Some(Special::RudderLeft) => 0,
                Some(Special::RudderRight) => 1,
                _ => continue,
            };
            let age = now.saturating_sub(u32::from(held.turn));
            if age > 0 && age <= u32::from(turns) {
                rudder[side] = rudder[side].max(turns + 1 - age as u8);
            }
        }
        if let Some(plane) = self.plane_mut(id) {
            *plane.rudder.judge_mut() = rudder;
        }
    }

    /// A card that lies face down: any that this airplane could have planned.
    pub(crate) fn imagine_flight(&mut self, id: VehicleId, dice: &mut Dice) {
        if matches!(self.step, Step::Placing | Step::Over) {
            return;
        }
        let (phase, table) = (usize::from(self.phase()), std::sync::Arc::clone(&self.table));
        let (deck, Some(figures)) = (table.models[id.index()].deck(), table.ww2.as_deref()) else { return };
        let old = *self[id].bound.judge();
        // What everybody knows stays; the rest follows from the imagined damage.
        let bound = Restrictions { last: old.last, fire: old.fire, ..self.restrictions(id) };
        *self[id].bound.judge_mut() = bound;
        let mut draw = |r: &Restrictions| -> Option<CardIx> {
            let rows: Vec<CardIx> = maneuvers::legal(deck, r, figures).collect();
            (!rows.is_empty()).then(|| rows[dice.pick(rows.len())])
        };
        if phase >= self.revealed_spaces() && self[id].plan.judge()[phase].is_some() {
            let card = draw(&bound);
            self[id].plan.judge_mut()[phase] = card;
        }
        let Some(Ahead { bound: before, .. }) = self.plane(id).and_then(|p| *p.ahead.judge()) else { return };
        let row = self[id].flown.or(self[id].plan.judge()[phase]);
        let last = row.map_or(bound.last, |row| maneuvers::reminder(deck.card(row), bound.last));
        let bound = Restrictions { last, fire: before.fire, ..self.restrictions(id) };
        let card = draw(&bound);
        if let Some(plane) = self.plane_mut(id) {
            *plane.ahead.judge_mut() = card.map(|card| Ahead { card, bound });
        }
    }
}
