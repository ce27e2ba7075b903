//! What an attack may do to whom, only from what its side may know: the order of offers, their words and previews
//! (note TH-N03).

use crate::combat::{Mode, Odds};
use crate::kinds::{Side, StandId, Type, Weapon};
use crate::measure::{Gauge, P};
use crate::order::{Attack, Order};
use crate::state::State;

/// Points that stand for what has no price: a steamer, a cylinder.
const UNPRICED: u16 = 20;
/// Hits that bring a machine down, about.
const LIVES: f64 = 6.0;

impl State {
    /// The chance that a die shows what is needed (TH-CBT-07).
    pub(crate) fn chance(&self, needed: u8) -> f64 {
        match needed {
            0..=1 => 1.0,
            2..=6 => f64::from(7 - needed) / 6.0,
            _ if self.rules().natural_six => 1.0 / 6.0,
            _ => 0.0,
        }
    }

    /// Stands under a sweep that this side knows of, its own included (TH-HRY-05), each with its odds.
    pub(crate) fn swept(&self, id: StandId, middle: P, bearing: u16, mode: Mode) -> Vec<(StandId, Odds)> {
        let (line, side) = (self.sweep_line(middle, bearing), self.side(id));
        let known = self.known_enemies(side).chain(self.fielded(side));
        known
            .filter(|t| self.touches_line(*t, line))
            .map(|t| (t, self.odds(id, Weapon::HeatRay, t, mode, true)))
            .collect()
    }

    /// Stands that a cloud on this point kills, as far as this side knows (TH-GAS-04).
    pub(crate) fn gassed(&self, side: Side, at: P) -> Vec<StandId> {
        let cloud = self.cloud(at);
        let known = self.known_enemies(side).filter(|t| self.fears_gas(*t));
        known.filter(|t| self.base(*t).near(&cloud, 0)).collect()
    }

    fn price(&self, id: StandId) -> f64 {
        let points = self.profile(id).points;
        f64::from(if points == 0 { UNPRICED } else { points })
    }

    /// What a heat-ray that hits takes from its target, in the mean (TH-CBT-12, TH-IRN-07). Its printed morale number
    /// counts: whether it is in cohesion may hang on stands that nobody sees.
    fn burnt(&self, target: StandId) -> f64 {
        let checked = match self.ty(target) {
            Type::Ironclad => return self.price(target) / LIVES,
            ty if self.side(target) == Side::Martian || ty == Type::Steamer => 0.0,
            _ => f64::from(self.profile(target).morale.saturating_sub(1)) / 6.0,
        };
        self.price(target) * (1.0 + 2.0 * checked) / 3.0
    }

    /// Whether some roll of this attack hits, as far as its side knows.
    pub(crate) fn may_hit(&self, id: StandId, attack: Attack, mode: Mode) -> bool {
        let hits = |odds: &Odds| self.chance(odds.needed()) > 0.0;
        match attack {
            Attack::Fire { gun, target } => self
                .weapon(id, gun, target, mode)
                .is_some_and(|w| hits(&self.odds(id, w, target, mode, false))),
            Attack::Sweep { middle, bearing } => {
                self.swept(id, middle, bearing, mode).iter().any(|(_, odds)| hits(odds))
            }
            Attack::Gas { .. } => true,
        }
    }

    /// Army points that an attack takes from the enemy in the mean, less those that it takes from its own side.
    pub(crate) fn harm(&self, id: StandId, attack: Attack, mode: Mode) -> f64 {
        match attack {
            Attack::Fire { gun, target } => {
                let Some(weapon) = self.weapon(id, gun, target, mode) else { return 0.0 };
                let arm = self.content.arm(weapon);
                let chance = self.chance(self.odds(id, weapon, target, mode, false).needed());
                if weapon == Weapon::HeatRay {
                    return chance * self.burnt(target);
                }
                let hits: u32 = arm.effect_hits.iter().map(|h| u32::from(*h)).sum();
                chance * f64::from(arm.dice) * f64::from(hits) / 6.0 * self.price(target) / LIVES
            }
            Attack::Sweep { middle, bearing } => {
                let each = self.swept(id, middle, bearing, mode);
                let harm = each.iter().map(|(t, odds)| {
                    let harm = self.chance(odds.needed()) * self.burnt(*t);
                    if self.side(*t) == self.side(id) { -harm } else { harm }
                });
                harm.sum()
            }
            Attack::Gas { at } => {
                let dead = self.gassed(self.side(id), at);
                let chance = self.chance(self.gas_odds(id, at, mode).needed());
                chance * dead.iter().map(|t| self.price(*t)).sum::<f64>()
            }
        }
    }
}

/// Shows orders by the harm that they promise, the most first; those that can do none come last, as they were found.
pub(crate) fn show(mut found: Vec<(f64, Order)>, visit: &mut dyn FnMut(Order) -> bool) -> bool {
    found.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    found.into_iter().any(|(_, order)| visit(order))
}
