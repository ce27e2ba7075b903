//! Battles on land: where Guns stand, at what they fire, which plans are used.

use super::Mind;
use crate::{Action, Order, Plan, UnitKind};

impl Mind<'_> {
    pub(super) fn gun_place(&self, order: &Order) -> f64 {
        let Order::Place { hex } = *order else { return -99.0 };
        let w = self.weights;
        let off = (f64::from(hex.column()) - 2.0).abs();
        w.gun_row * f64::from(hex.row()) - w.gun_middle * off
    }

    /// What a shot promises, less the cover that it gives away; plans that make more of it come first.
    pub(super) fn shot(&self, order: &Order) -> f64 {
        let (state, w) = (self.state, self.weights);
        let land = &state.now.land;
        match *order {
            Order::Fire { gun, tripod } => {
                let range = state.gun_range(tripod, gun);
                let faces = state.needed(range).map_or(0, |colour| state.faces(colour));
                let (p, dice) = (f64::from(faces) / 6.0, state.shot_dice(gun));
                let misses = |dice: u8| (0..dice).map(|_| 1.0 - p).product::<f64>();
                let none = misses(dice);
                let one = f64::from(dice) * p * misses(dice.saturating_sub(1));
                let target = &land.tripods[usize::from(tripod)];
                let promise = if target.damaged || state.holds(Plan::ExplosiveShell) {
                    w.kill * (1.0 - none)
                } else {
                    w.kill * (1.0 - none - one) + w.damage * one
                };
                let cost = match land.level[gun.index()] {
                    0 => 0.0,
                    1 => w.expose,
                    _ => w.expose_more,
                };
                promise - cost + if target.damaged { 1e-3 } else { 0.0 }
            }
            Order::Terrain if land.fired == 0 => 30.0,
            Order::Surprise { gun } if state.kind(gun) != UnitKind::FieldGun => 26.0,
            Order::Surprise { .. } => 25.0,
            Order::Trap => 24.0,
            Order::Done => 0.0,
            _ => -1.0,
        }
    }

    /// How much a Battle card harms: what its Tripods do, those who are there.
    fn harm(&self, card: u8) -> f64 {
        let land = &self.state.now.land;
        let Some(card) = self.state.content.land_cards.get(usize::from(card)) else { return 0.0 };
        let there = land.tripods[..usize::from(land.tripod_count)].iter().filter(|t| t.hex.is_some());
        there.flat_map(|t| &card.actions[t.colour.index()]).map(|action| harm_of(*action)).sum()
    }

    pub(super) fn card_window(&self, order: &Order) -> f64 {
        match order {
            Order::Kriegspiel => self.harm(self.state.now.land.card) - self.weights.kriegspiel,
            Order::Done => 0.0,
            _ => -1.0,
        }
    }

    pub(super) fn applied(&self, order: &Order) -> Option<f64> {
        let Order::Apply { second } = *order else { return None };
        let land = &self.state.now.land;
        let card = if second { land.second_card? } else { land.card };
        Some(-self.harm(card))
    }
}

/// What an action of a Tripod costs, in Guns, roughly.
fn harm_of(action: Action) -> f64 {
    match action {
        Action::Attack => 0.5,
        Action::FocusedFire | Action::HighActivity | Action::BlackSmoke => 1.0,
        Action::FireAll | Action::Reinforcement => 0.8,
        Action::Detect => 0.2,
        Action::FocusedDetect | Action::DetectAll => 0.4,
        _ => 0.1,
    }
}
