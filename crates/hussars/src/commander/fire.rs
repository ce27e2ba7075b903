//! Shots: what each promises now, with what the others of its side have done already.

use super::Commander;
use crate::combat::Mode;
use crate::kinds::{Side, StandId, Weapon};
use crate::measure::{Gauge, P};
use crate::order::Attack;
use crate::state::Where;

/// Square inches from which a base reaches into a cloud.
const MET: f64 = 9.0;

impl Commander<'_> {
    /// What an attack takes from the enemy in the mean, less what it takes from its own side.
    pub(super) fn attack(&self, id: StandId, attack: Attack, mode: Mode) -> f64 {
        let s = self.state;
        match attack {
            Attack::Fire { gun, target } => {
                let Some(weapon) = s.weapon(id, gun, target, mode) else { return 0.0 };
                let chance = s.chance(s.odds(id, weapon, target, mode, false).needed());
                if weapon == Weapon::HeatRay {
                    return chance * self.burns(target, mode) * self.worth(target);
                }
                self.mean_hits(weapon, chance) * self.hit_worth(target)
            }
            Attack::Sweep { middle, bearing } => {
                let each = s.swept(id, middle, bearing, mode);
                let harm = each.iter().map(|(t, odds)| {
                    let harm = s.chance(odds.needed()) * self.burns(*t, mode) * self.worth(*t);
                    if s.side(*t) == self.side { -harm } else { harm }
                });
                harm.sum()
            }
            Attack::Gas { at } => {
                let chance = s.chance(s.gas_odds(id, at, mode).needed());
                let seen: f64 = s.gassed(self.side, at).iter().map(|t| self.alive(*t) * self.worth(*t)).sum();
                let cloud = s.cloud(at);
                // Who was seen there not long ago may still be there.
                let lost = s.ids().filter(|t| {
                    s.side(*t) == Side::Human
                        && !s.stand(*t).spotted
                        && !matches!(s.stand(*t).place, Where::Lost | Where::Exited)
                        && s.fears_gas(*t)
                });
                let guessed: f64 = lost
                    .filter_map(|t| {
                        let seen = s.stand(t).seen?;
                        let age = f64::from(s.now.turn.saturating_sub(seen.turn));
                        let base = s.profile(t).shape.at(seen.at, seen.facing);
                        base.near(&cloud, 0).then(|| self.w.old / (1.0 + age) * self.worth(t))
                    })
                    .sum();
                chance * (seen + guessed + self.blind(at))
            }
        }
    }

    /// What a cloud on cover may meet of those who were set up about there and never seen.
    fn blind(&self, at: P) -> f64 {
        let s = self.state;
        if !s.rules().hidden_stands || s.map().cover_at(at).is_none() {
            return 0.0;
        }
        let mut sum = 0.0;
        for (n, zone) in s.battle.zones.iter().enumerate() {
            if zone.side == self.side || !zone.shape.contains(at) {
                continue;
            }
            let points = zone.shape.points();
            let twice: f64 = (0..points.len())
                .map(|i| {
                    let (a, b) = (points[i], points[(i + 1) % points.len()]);
                    f64::from(a.x) * f64::from(b.y) - f64::from(b.x) * f64::from(a.y)
                })
                .sum();
            let area = (twice.abs() / 2e6).max(1.0);
            let hidden = s.ids().filter(|t| {
                let stand = s.stand(*t);
                s.side(*t) != self.side
                    && s.troop(s.unit(*t)).zone == n
                    && !stand.spotted
                    && stand.seen.is_none()
                    && s.fears_gas(*t)
                    && stand.place == Where::Board
            });
            sum += hidden.map(|t| self.worth(t)).sum::<f64>() * MET / area;
        }
        sum
    }

    /// How likely a stand that owes a check is to be there after it.
    pub(super) fn alive(&self, id: StandId) -> f64 {
        if !self.state.stand(id).owes {
            return 1.0;
        }
        1.0 - f64::from(self.state.profile(id).morale.saturating_sub(1)) / 6.0
    }

    /// What a stand that fires from hiding gives up.
    pub(super) fn shows(&self, id: StandId) -> f64 {
        let hidden = self.state.rules().hidden_stands
            && self.side == Side::Human
            && !self.state.stand(id).spotted
            && !self.state.ty(id).is_large();
        if hidden { self.w.shown * self.worth(id) } else { 0.0 }
    }
}
