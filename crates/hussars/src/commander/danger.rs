//! What the enemy may do to who ends a move somewhere.

use super::Commander;
use crate::combat::Mode;
use crate::kinds::{Side, StandId, System, Type, Weapon};
use crate::measure::{P, Place, wedge};

impl Commander<'_> {
    /// Hits that an enemy may land on a machine that ends here, before it moves again.
    pub(super) fn hits_from(&self, enemy: StandId, id: StandId, end: P, seen: bool) -> f64 {
        let s = self.state;
        let (profile, at) = (s.profile(enemy), s.stand(enemy).at);
        let far = at.far(end) / 1000.0 - 0.5;
        let flyer = u8::from(s.ty(id) == Type::Flyer);
        let hits = |weapon: Weapon, near: f64| {
            let range = f64::from(s.content.arm(weapon).range);
            let far = (far - near).max(0.0);
            if far > 2.0 * range {
                return 0.0;
            }
            let needed = s.to_hit(enemy, weapon, false) + u8::from(far > range) + flyer;
            self.mean_hits(weapon, s.chance(needed))
        };
        if profile.ty == Type::Ironclad {
            let guns: f64 = if seen { s.guns(enemy).map(|(_, weapon)| hits(weapon, 0.0)).sum() } else { 0.0 };
            let reach = f64::from(s.stand(enemy).speed + 400) / 100.0;
            let rams = far < reach.min(24.0) + 1.0 && flyer == 0 && s.map().is_water(end);
            return self.w.ships * guns + if rams { self.w.rammed } else { 0.0 };
        }
        let Some(weapon) = profile.weapon else { return 0.0 };
        if profile.ty.is_gun() {
            if !seen || s.stand(enemy).strategic {
                return 0.0;
            }
            let before = wedge(at, s.stand(enemy).facing).contains(end);
            return hits(weapon, 0.0) * if before { self.w.before } else { self.w.aside };
        }
        // Foot, horse and machineguns walk up before they fire.
        self.w.walkers * hits(weapon, 3.5 * f64::from(profile.dice))
    }

    /// All that a machine has to fear at the end of a move.
    pub(super) fn fear(&self, id: StandId, end: P, seen_by: &[StandId]) -> f64 {
        let hits: f64 = self.foes.iter().map(|e| self.hits_from(*e, id, end, seen_by.contains(e))).sum();
        hits * self.hit_worth(id)
    }

    /// How likely a human stand that ends here is lost before its next move.
    pub(super) fn peril(&self, id: StandId, end: P, spotted: bool, in_cover: bool) -> f64 {
        let s = self.state;
        let mut peril = 0.0;
        for enemy in self.foes.iter().copied() {
            let far = s.stand(enemy).at.far(end) / 1000.0;
            let ty = s.ty(enemy);
            let armed = match ty {
                Type::Cylinder => s.stand(enemy).sixes > 0,
                _ => !s.is_broken(enemy, System::HeatRay) || s.stand(enemy).gas > 0,
            };
            if !armed || far > 49.0 {
                continue;
            }
            let others = |reach: f64| {
                let near =
                    |o: &&StandId| **o != id && s.stand(**o).at.far(s.stand(enemy).at) < reach * 1000.0;
                let share = |o: &StandId| if s.stand(*o).spotted { 1.0 } else { self.w.share };
                1.0 + self.own.iter().filter(near).map(share).sum::<f64>()
            };
            let hit = if far > 24.5 { 0.5 } else { 0.67 } - if in_cover { 0.16 } else { 0.0 };
            peril += self.w.rays * hit * self.burns(id, Mode::Phase) * 1.3 / others(48.0);
            let moves = ty == Type::Tripod && !s.is_broken(enemy, System::Legs);
            let reach = f64::from(s.machine_allowance(enemy)) / 100.0 + 1.5;
            if moves && far < reach {
                peril += self.w.charge * 1.5 / others(reach).max(1.5);
            }
        }
        let peril = peril.min(1.0);
        if spotted { peril } else { self.w.unseen * peril }
    }

    pub(super) fn is_martian(&self) -> bool {
        self.side == Side::Martian
    }
}
