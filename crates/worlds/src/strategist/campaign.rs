//! The Human Action Phase: where units march, what Infantry does, which way Refugees take.

use super::Mind;
use super::foresight::Foresight;
use crate::{Order, UnitId, UnitKind, ZoneId};

impl Mind<'_> {
    pub(super) fn action(&self, map: &Foresight, order: &Order) -> f64 {
        let w = self.weights;
        let zone_of = |unit: UnitId| self.state.now.unit_zone[unit.index()];
        match *order {
            Order::AttackCylinder { wave, .. } => {
                50.0 + f64::from(self.state.now.waves[usize::from(wave)].building)
            }
            Order::AttackMachine { .. } => 50.0,
            Order::Move { unit, to } => zone_of(unit).map_or(-1.0, |from| self.march(map, unit, from, to)),
            Order::Dig { gun, .. } => {
                let threat = zone_of(gun).map_or(0.0, |zone| map.after[zone.index()]);
                let built = f64::from(self.state.now.works[gun.index()]);
                if threat > w.dig_threat && built < w.dig_most { w.dig } else { -1.0 }
            }
            Order::Mill { unit } => {
                let threat = zone_of(unit).map_or(0.0, |zone| map.after[zone.index()]);
                w.mill * threat - 1.0
            }
            Order::MoveRefugee { points, from, to } => self.flight(map, points, from, to),
            Order::Done => 0.0,
            _ => -1.0,
        }
    }

    fn march(&self, map: &Foresight, unit: UnitId, from: ZoneId, to: ZoneId) -> f64 {
        let w = self.weights;
        match self.state.kind(unit) {
            UnitKind::Infantry => {
                let gain = map.pull[to.index()] - map.pull[from.index()];
                if gain > w.march_least { 10.0 + gain } else { -1.0 }
            }
            UnitKind::FieldGun | UnitKind::SiegeGun => {
                let worth = |zone: ZoneId, own: f64| {
                    let tripods = map.after[zone.index()];
                    w.gun_tripods * tripods
                        + w.gun_company * (self.guns(zone) - own).min(4.0) * tripods.min(1.0)
                };
                let gain = worth(to, 0.0) - worth(from, 1.0);
                if gain > w.gun_march { 5.0 + gain } else { -1.0 }
            }
            _ => -1.0,
        }
    }

    /// What a move of Refugees is worth: what the two zones are worth after it, less what they are worth before.
    pub(super) fn flight(&self, map: &Foresight, points: u8, from: ZoneId, to: ZoneId) -> f64 {
        let mut here = self.state.now.refugees[from.index()];
        let mut there = self.state.now.refugees[to.index()];
        let before = self.refuge(map, from, here) + self.refuge(map, to, there);
        let n = usize::from(points) - 1;
        here[n] = here[n].saturating_sub(1);
        there[n] = there[n].saturating_add(1);
        let gain = self.refuge(map, from, here) + self.refuge(map, to, there) - before;
        if gain > 0.01 { 30.0 + gain } else { -1.0 }
    }

    /// What Refugees in a zone are worth when the phase ends: those for whom there is room, less those who are lost.
    fn refuge(&self, map: &Foresight, zone: ZoneId, [ones, twos]: [u8; 2]) -> f64 {
        let w = self.weights;
        let room = self.state.capacity(zone);
        let twos_kept = twos.min(room);
        let ones_kept = ones.min(room - twos_kept);
        let kept = f64::from(ones_kept + 2 * twos_kept);
        let lost = f64::from(ones + 2 * twos) - kept;
        let each = if map.harbours & zone.bit() != 0 {
            w.refugee_harbour
        } else {
            let hope = if map.near_harbours & zone.bit() != 0 { w.refugee_near } else { w.refugee_far };
            hope - w.refugee_fear * map.presence[zone.index()]
        };
        kept * each - lost * w.refugee_lost
    }
}
