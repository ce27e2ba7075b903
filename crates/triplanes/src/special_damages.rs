//! SPECIAL DAMAGES and MULTIPLE SPECIAL DAMAGE CARDS (TT-SPC, TT-SPT, TT-SPA, TT-SPV).

use crate::content::{DamageCard, Skill, Special};
use crate::draws::DrawTask;
use crate::event::What;
use crate::state::{State, VehicleId};
use crate::vehicle::Craft;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use table::{Event, Sink};

/// Symbols drawn in one step: they take effect together, after all points (TT-SEQ-04).
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct Pending {
    specials: Vec<(VehicleId, Special, u8)>,
    /// Airplanes whose guns jam: which gun, and whether the jam is a green one.
    jams: Vec<(VehicleId, u8, bool)>,
    topples: Vec<VehicleId>,
    /// Tripods that fall by a bomb's special damage (INV-BOM-26).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    bombed: Vec<VehicleId>,
    /// Eliminated by a second wound or engine damage (TT-SPC-06).
    killed: Vec<VehicleId>,
}

/// The symbol that counts for this target (TT-SPC-03, TT-SPC-04).
pub fn symbol_for(card: &DamageCard, airplane: bool) -> Option<Special> {
    use Special as S;
    let symbol = if airplane { card.corner.or(card.special) } else { card.special }?;
    let fits = match symbol {
        S::Battery | S::Circuits | S::ReverseDestroyed | S::SmokeGenerator | S::Gyroscope | S::Toppled => {
            !airplane
        }
        S::RudderLeft | S::RudderRight | S::SmokeTrail => airplane,
        S::Wounded | S::Engine | S::Fire => true,
        // A jam strikes the firer, an explosion is points.
        S::JammedGuns | S::Explosion => false,
    };
    fits.then_some(symbol)
}

/// Whether everybody is told (TT-INF-06, TT-INF-07).
pub fn is_announced(special: Special) -> bool {
    !matches!(
        special,
        Special::ReverseDestroyed
            | Special::SmokeGenerator
            | Special::Gyroscope
            | Special::RudderLeft
            | Special::RudderRight
            | Special::Engine
    )
}

impl Pending {
    /// Notes the symbol of a card that a vehicle has just drawn; a jam strikes the gun that drew it (TT-SPC-01).
    pub fn note(&mut self, state: &State, task: &DrawTask, card: &DamageCard) {
        let target = task.vehicle;
        if !state.standard() {
            return;
        }
        if let Some(special) = symbol_for(card, !state.is_tripod(target)) {
            self.specials.push((target, special, card.points));
        } else if let (Some(Special::JammedGuns), Some(firer)) = (card.special, task.firer) {
            self.jams.push((firer, task.gun, card.green_jam));
        }
    }

    /// Special damage by a bomb: the tripod falls, in the Basic Rules too.
    pub fn bombed(&mut self, target: VehicleId) {
        if !self.bombed.contains(&target) {
            self.bombed.push(target);
        }
    }

    /// Applies everything but eliminations and topples (TT-SPC-05 gives the order for one vehicle).
    pub fn apply(&mut self, state: &mut State, out: &mut Sink<What>) {
        if self.specials.is_empty() && self.jams.is_empty() {
            return;
        }
        let mut specials = std::mem::take(&mut self.specials);
        specials.sort_by_key(|(vehicle, special, _)| (*vehicle, order(*special)));
        let mut last = None;
        for &(id, special, points) in &specials {
            let again = last == Some((id, special));
            last = Some((id, special));
            self.strike(state, id, special, points, again, out);
        }
        // After the wounds: a man who is wounded in this step clears a jam slowly (TT-SPA-06).
        let jams = std::mem::take(&mut self.jams);
        let mut guns: SmallVec<[(VehicleId, u8); 4]> = jams.iter().map(|(id, gun, _)| (*id, *gun)).collect();
        guns.sort_unstable();
        guns.dedup();
        for (id, gun) in guns {
            let (green, red) = (jams.contains(&(id, gun, true)), jams.contains(&(id, gun, false)));
            // A green jam is spotted in time by a man who checks his bullets (TT-ACE-10).
            if green && state.skill_ready(id, Skill::BulletChecker) {
                state.use_skill(id, Skill::BulletChecker, out);
                if !red {
                    continue;
                }
            }
            let slow = state[id].wounds > 0 && !state.has_skill(id, Skill::StrongNerves);
            let quick = state.has_skill(id, Skill::TechnicalEye);
            let turns = state.ww2().map_or(3, |w| w.jam_turns);
            let counters = turns + u8::from(slow) - u8::from(quick);
            if let Some(jam) = state.gun_mut(id, gun) {
                jam.jammed = counters;
            }
            out.emit(|| Event::public("TT-SPA-01", What::GunsJammed { vehicle: id, counters, gun }));
        }
    }

    fn strike(
        &mut self,
        state: &mut State,
        id: VehicleId,
        special: Special,
        points: u8,
        again: bool,
        out: &mut Sink<What>,
    ) {
        let tripod = state.is_tripod(id);
        let audience = state.own_audience(id);
        let mut announce = |rule: &'static str, special: Special| {
            out.emit(|| {
                let what = What::SpecialDamage { vehicle: id, special };
                if is_announced(special) {
                    Event::public(rule, what)
                } else {
                    Event::private(rule, audience, what)
                }
            });
        };
        // In WW2 an airplane's figures are those of its own era (INV-WW2-17).
        let figures = state.ww2().copied().filter(|_| !tripod);
        let (smoke, flames) = figures.map_or((3, 3), |w| (w.smoke_turns, w.flame_counters));
        let v = &mut state[id];
        match (special, &mut v.craft) {
            (Special::Battery, Craft::Tripod(t)) => {
                announce("TT-SPT-01", special);
                t.console.battery += 1;
                t.rating = t.rating.saturating_sub(1);
                t.energy = t.energy.saturating_sub(1).min(t.rating);
            }
            (Special::Circuits, Craft::Tripod(t)) => {
                announce("TT-SPT-02", special);
                t.energy = t.energy.saturating_sub(points);
            }
            (Special::Wounded, _) => {
                announce(if tripod { "TT-SPT-07" } else { "TT-SPA-05" }, special);
                v.wounds += 1;
                if v.wounds >= 2 {
                    self.killed.push(id);
                }
            }
            (Special::Engine, _) => {
                announce(if tripod { "TT-SPV-02" } else { "TT-SPV-01" }, special);
                let engine = &mut v.hidden.judge_mut().engine;
                *engine = (*engine + 1).min(2);
                if !tripod && *engine >= 2 {
                    self.killed.push(id);
                }
            }
            (Special::SmokeTrail, Craft::Airplane(a)) if a.console.smoke > 0 => {
                announce("TT-SPA-04", Special::Fire);
                a.console.smoke = 0;
                v.flames = flames;
            }
            (Special::SmokeTrail, Craft::Airplane(a)) => {
                announce("TT-SPA-03", special);
                a.console.smoke = smoke;
            }
            // Several of these drawn at the same time count once (TT-SPC-05).
            _ if again => {}
            (Special::Fire, _) => {
                announce(if v.flames > 0 { "TT-SPV-05" } else { "TT-SPV-03" }, special);
                v.flames = flames;
            }
            (Special::RudderLeft, _) => {
                announce("TT-SPA-02", special);
                v.hidden.judge_mut().next_left_jam = true;
            }
            (Special::RudderRight, _) => {
                announce("TT-SPA-02", special);
                v.hidden.judge_mut().next_right_jam = true;
            }
            (Special::Gyroscope, _) => {
                announce("TT-SPT-05", special);
                v.hidden.judge_mut().next_gyroscope = true;
            }
            (Special::ReverseDestroyed, _) => {
                announce("TT-SPT-03", special);
                v.hidden.judge_mut().reverse_destroyed = true;
            }
            (Special::SmokeGenerator, _) => {
                announce("TT-SPT-04", special);
                v.hidden.judge_mut().smoke_generator = true;
            }
            (Special::Toppled, _) => self.topples.push(id),
            // What the other kind of vehicle has is not struck (TT-SPC-03); a jam and an explosion are no symbols.
            (Special::Battery | Special::Circuits, Craft::Airplane(_))
            | (Special::SmokeTrail, Craft::Tripod(_))
            | (Special::JammedGuns | Special::Explosion, _) => {}
        }
    }

    /// Eliminations, then topples of what still stands (TT-SEQ-04).
    pub fn finish(&mut self, state: &mut State, out: &mut Sink<What>) {
        for id in std::mem::take(&mut self.killed) {
            if state[id].in_play() {
                state.eliminate(id, "TT-SPC-06", out);
            }
        }
        for id in state.ids() {
            if state[id].in_play() && state.is_beaten(id) {
                state.eliminate(id, "TT-DMG-02", out);
            }
        }
        for id in std::mem::take(&mut self.topples) {
            if state[id].in_play() {
                state.topple(id, "TT-SPT-06", out);
            }
            self.bombed.retain(|bombed| *bombed != id);
        }
        for id in std::mem::take(&mut self.bombed) {
            if state[id].in_play() {
                state.topple(id, "INV-BOM-26", out);
            }
        }
    }
}

/// The order in which several symbols strike one vehicle.
fn order(special: Special) -> u8 {
    match special {
        Special::Battery => 0,
        Special::Circuits => 1,
        Special::Wounded => 2,
        Special::Engine => 3,
        Special::SmokeTrail => 4,
        Special::Fire => 5,
        Special::RudderLeft => 6,
        Special::RudderRight => 7,
        Special::Gyroscope => 8,
        Special::ReverseDestroyed => 9,
        Special::SmokeGenerator => 10,
        Special::JammedGuns | Special::Explosion => 11,
        Special::Toppled => 12,
    }
}
