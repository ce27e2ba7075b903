//! What stands are worth, what a hit takes from them, and how likely one is.

use super::Commander;
use crate::combat::Mode;
use crate::content::Feat;
use crate::kinds::{Side, StandId, System, Type, Weapon};
use crate::reflex::VICTORY;

/// A machine's boxes that are marked, and how likely it is to be there at the end.
type Outlooks = Vec<([u8; 5], f64)>;

impl Commander<'_> {
    /// Hits that a shot of this weapon lands in the mean, where it hits with this chance for each die.
    pub(super) fn mean_hits(&self, weapon: Weapon, chance: f64) -> f64 {
        let arm = self.state.content.arm(weapon);
        let effect: u32 = arm.effect_hits.iter().map(|h| u32::from(*h)).sum();
        chance * f64::from(arm.dice) * f64::from(effect) / 6.0
    }

    /// Turns after this one.
    pub(super) fn turns_left(&self) -> f64 {
        f64::from(self.state.battle.turns.saturating_sub(self.state.now.turn))
    }

    /// What its side loses with a stand: by what the battle scores, and by what it could still do.
    pub(super) fn assess(&self, id: StandId) -> f64 {
        let stake = self.state.stake(id);
        let ty = self.state.ty(id);
        if ty.is_machine() {
            return self.machine(id, self.state.stand(id).marks, &mut Outlooks::new());
        }
        let profile = self.state.profile(id);
        let hits: f64 = match ty {
            Type::Ironclad => {
                let all = self.state.guns(id).map(|(_, w)| {
                    let needed = self.state.to_hit(id, w, false);
                    self.mean_hits(w, self.state.chance(needed))
                });
                all.sum()
            }
            Type::Steamer | Type::Cylinder => 0.0,
            _ => profile.weapon.map_or(0.0, |w| self.mean_hits(w, self.state.chance(profile.to_hit))),
        };
        stake + self.w.guns * hits * self.turns_left() + self.threat(id)
    }

    /// Whether marks fell a machine.
    fn felled(&self, id: StandId, marks: &[u8; 5]) -> bool {
        let boxes = &self.state.profile(id).boxes;
        let gone =
            |system: System| boxes[system.index()] > 0 && marks[system.index()] >= boxes[system.index()];
        gone(System::Pilot) || gone(System::Motive)
    }

    /// The marks after each roll of a hit's place; none where a hit does nothing.
    fn after_hit(&self, id: StandId, marks: &[u8; 5]) -> [Option<[u8; 5]>; 6] {
        let boxes = &self.state.profile(id).boxes;
        let mut after = [None; 6];
        for (next, row) in after.iter_mut().zip(&self.state.content.hit_table) {
            let open = row.iter().find(|system| marks[system.index()] < boxes[system.index()]);
            *next = open.map(|system| {
                let mut then = *marks;
                then[system.index()] += 1;
                then
            });
        }
        after
    }

    /// How likely a machine with these marks is to be there at the end, if each hit is followed by another one so often.
    fn lasts(&self, id: StandId, marks: [u8; 5], known: &mut Outlooks) -> f64 {
        if self.felled(id, &marks) {
            return 0.0;
        }
        if let Some((_, chance)) = known.iter().find(|(m, _)| *m == marks) {
            return *chance;
        }
        let (mut sum, mut vain) = (0.0, 0.0);
        for next in self.after_hit(id, &marks) {
            match next {
                Some(next) => sum += self.lasts(id, next, known) / 6.0,
                None => vain += 1.0 / 6.0,
            }
        }
        let q = self.w.hail;
        let chance = ((1.0 - q) + q * sum) / (1.0 - q * vain);
        known.push((marks, chance));
        chance
    }

    /// What a machine with these marks is worth to the Martians.
    fn machine(&self, id: StandId, marks: [u8; 5], known: &mut Outlooks) -> f64 {
        let lasts = self.lasts(id, marks, known);
        if lasts <= 0.0 {
            return 0.0;
        }
        let boxes = &self.state.profile(id).boxes;
        let broken = |system: System| marks[system.index()] >= boxes[system.index()];
        let armed = if !broken(System::HeatRay) {
            1.0
        } else if !broken(System::GasProjector) && self.state.stand(id).gas > 0 {
            0.4
        } else {
            0.0
        };
        let ty = self.state.ty(id);
        let lame = boxes[System::Legs.index()] > 0 && broken(System::Legs);
        let able = if lame { 0.5 } else { 1.0 };
        let marked: u8 = marks.iter().sum();
        let mut worth = self.state.stake(id) + self.w.arms * armed * able * (self.turns_left() + 0.5);
        for score in &self.state.battle.scores {
            match score.feat {
                Feat::BoxMarkedOnSurvivor => worth -= VICTORY * f64::from(score.vp) * f64::from(marked),
                Feat::TripodExited if ty == Type::Tripod && lame => worth -= VICTORY * f64::from(score.vp),
                _ => {}
            }
        }
        lasts * worth
    }

    /// What a hit takes from a stand in the mean.
    pub(super) fn hit_worth(&self, id: StandId) -> f64 {
        let worth = self.worth(id);
        match self.state.ty(id) {
            Type::Tripod | Type::Flyer => {
                let marks = self.state.stand(id).marks;
                let mut known = Outlooks::new();
                let after = self.after_hit(id, &marks).into_iter().flatten();
                after.map(|then| (worth - self.machine(id, then, &mut known)) / 6.0).sum::<f64>().max(0.1)
            }
            Type::Ironclad => worth / 5.0,
            Type::Cylinder => {
                let left = self.state.profile(id).hits.saturating_sub(self.state.stand(id).hits);
                worth / f64::from(left.max(1))
            }
            _ => worth,
        }
    }

    /// How likely a heat-ray that hits takes a stand: at once, or by the check that it asks for, unless one is owed.
    pub(super) fn burns(&self, id: StandId, mode: Mode) -> f64 {
        let (stand, ty) = (self.state.stand(id), self.state.ty(id));
        match ty {
            Type::Ironclad => return 0.2,
            Type::Steamer => return 1.0 / 3.0,
            _ if self.state.side(id) == Side::Martian => return 1.0 / 3.0,
            _ => {}
        }
        let number = self.state.profile(id).morale.saturating_sub(1);
        let number = if number > 0 && stand.strategic && mode != Mode::Melee { number + 1 } else { number };
        let fails = (f64::from(number) / 6.0).min(1.0);
        if stand.owes {
            (1.0 - fails) / 3.0
        } else if stand.checked {
            1.0 / 3.0
        } else {
            1.0 / 3.0 + 2.0 / 3.0 * fails
        }
    }
}
