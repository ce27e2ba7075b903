//! Ways: what a stand may do from the end of one, and what may be done to it there.

use super::Commander;
use super::landing::{TOUCH, faded};
use crate::combat::Mode;
use crate::content::Feat;
use crate::kinds::{StandId, Type, Weapon};
use crate::measure::{Gauge, P, Place};
use crate::offers::Idea;
use crate::preview::{Preview, Shooting};
use crate::reflex::VICTORY;
use crate::state::Where;

impl Commander<'_> {
    /// What a way of a stand is worth.
    pub(super) fn way(&self, id: StandId, seen: &Preview, idea: Option<&Idea>) -> f64 {
        let s = self.state;
        if seen.leaves {
            return s.way_out(id, s.stand(id).at).map_or(-50.0, |(worth, ..)| worth);
        }
        let Some(end) = seen.end else { return 0.0 };
        let mut worth = match idea {
            Some(Idea::Storm { cylinder }) => s.stake(*cylinder),
            Some(Idea::Goal { .. }) => 1.0,
            _ => 0.0,
        };
        if let Some(enemy) = seen.stopped_by {
            worth += self.close_combat(id, end, seen.facing.unwrap_or(0), enemy);
        }
        if self.is_martian() {
            worth + self.machine_at(id, end, seen)
        } else {
            worth + self.human_at(id, end, seen, true)
        }
    }

    /// What it is worth to stay.
    pub(super) fn stay(&self, id: StandId, facing: u16) -> f64 {
        let s = self.state;
        let at = s.stand(id).at;
        let mut there;
        let here = if facing == s.stand(id).facing {
            s
        } else {
            there = s.clone();
            there.stand_mut(id).facing = facing;
            &there
        };
        let seen_by: Vec<StandId> = self.foes.iter().copied().filter(|e| here.sees(*e, id)).collect();
        let targets = self.foes.iter().copied().filter(|e| s.stand(*e).spotted);
        let shots = targets.filter_map(|target| {
            let weapon = here.weapon(id, 0, target, Mode::Phase)?;
            let range = here.gap(id, target);
            let reach = i32::from(s.content.arm(weapon).range) * 200;
            (range <= reach && here.sees(id, target)).then(|| {
                let odds = here.odds(id, weapon, target, Mode::Phase, false);
                Shooting {
                    target,
                    range,
                    needed: odds.needed(),
                    in_arc: here.in_arc(id, target),
                    to_hit: odds.to_hit,
                    reasons: Vec::new(),
                }
            })
        });
        let seen = Preview {
            end: Some(at),
            facing: Some(facing),
            in_cohesion: here.in_cohesion(id),
            in_cover: s.map().cover_at(at).is_some(),
            shots: shots.collect(),
            seen_by,
            ..Preview::default()
        };
        if self.is_martian() { self.machine_at(id, at, &seen) } else { self.human_at(id, at, &seen, false) }
    }

    /// The worth of a shot in the mean.
    fn shot(&self, id: StandId, shot: &Shooting) -> f64 {
        let s = self.state;
        let chance = s.chance(shot.needed);
        if self.is_martian() {
            return chance * self.burns(shot.target, Mode::Phase) * self.worth(shot.target);
        }
        let hits: f64 = if s.ty(id) == Type::Ironclad {
            s.guns(id).map(|(_, weapon)| self.mean_hits(weapon, chance)).sum()
        } else {
            s.profile(id).weapon.map_or(0.0, |weapon| self.mean_hits(weapon, chance))
        };
        hits * self.hit_worth(shot.target)
    }

    fn best(&self, id: StandId, seen: &Preview) -> f64 {
        seen.shots.iter().filter(|s| s.in_arc).map(|shot| self.shot(id, shot)).fold(0.0, f64::max)
    }

    fn machine_at(&self, id: StandId, end: P, seen: &Preview) -> f64 {
        let s = self.state;
        let mut worth = if self.turns_left() > 0.0 { self.w.hope * self.best(id, seen) } else { 0.0 };
        worth -= self.fear(id, end, &seen.seen_by);
        worth += s.pull(id, end) - self.w.inch * self.nearest(end);
        // A machine near a town keeps it from those who hold it.
        for score in s.battle.scores.iter().filter(|score| score.feat == Feat::TownHeld) {
            for town in &score.towns {
                let limit = i32::from(score.no_martian_within) * 100;
                let area = &s.map().areas[*town];
                if s.profile(id).shape.at(end, 0).gap_to_polygon(&area.shape).0 <= limit {
                    let late = if self.turns_left() < 1.0 { VICTORY } else { 0.5 };
                    worth += late * f64::from(score.vp);
                }
            }
        }
        worth
    }

    fn human_at(&self, id: StandId, end: P, seen: &Preview, moved: bool) -> f64 {
        let s = self.state;
        let ty = s.ty(id);
        let (own, best) = (self.worth(id), self.best(id, seen));
        let strategic = s.now.active.is_some_and(|a| a.stand == id && a.strategic);
        let mut worth = if strategic {
            0.0
        } else if ty.is_gun() {
            if self.turns_left() > 0.0 { best } else { 0.0 }
        } else {
            best
        };
        let spotted = !seen.seen_by.is_empty() && (moved || s.stand(id).spotted);
        worth -= own * self.peril(id, end, spotted, seen.in_cover);
        worth += if seen.in_cover { self.w.cover * own } else { 0.0 };
        let base = s.profile(id).shape.at(end, seen.facing.unwrap_or(0));
        let close = self.own.iter().filter(|o| **o != id && s.is_near(&base, **o, 100)).count();
        worth -= self.w.crowd * own * close.min(4) as f64;
        worth -= if seen.in_cohesion { 0.0 } else { self.w.astray };
        worth += s.pull(id, end);
        worth + self.held(id, end) + self.approach(id, end)
    }

    /// What a stand may still do from here until the end: fire at what does not run away, reach a cylinder that is silent.
    fn approach(&self, id: StandId, end: P) -> f64 {
        let s = self.state;
        let profile = s.profile(id);
        let Some(weapon) = profile.weapon else { return 0.0 };
        let (range, stride) = (f64::from(s.content.arm(weapon).range), 3.5 * f64::from(profile.dice));
        let hits = self.mean_hits(weapon, s.chance(profile.to_hit));
        let worth = |enemy: &StandId| {
            let far = s.stand(*enemy).at.far(end) / 1000.0;
            if s.ty(*enemy) == Type::Cylinder && s.stand(*enemy).sixes == 0 {
                let turns = (far - TOUCH).max(0.0) / stride;
                let dice = f64::from(s.battle.activation_dice.max(1));
                return self.w.silent * s.stake(*enemy) * faded(5.0 / 6.0, dice * turns);
            }
            let turns = (far - range).max(0.0) / stride;
            let part = if s.ty(*enemy) == Type::Cylinder { self.w.siege } else { self.w.approach };
            part * hits * self.hit_worth(*enemy) * (self.turns_left() - turns).max(0.0)
        };
        self.foes.iter().map(worth).fold(0.0, f64::max)
    }

    /// Towns that score while enough stands are in them.
    fn held(&self, id: StandId, end: P) -> f64 {
        let s = self.state;
        let mut worth = 0.0;
        for score in s.battle.scores.iter().filter(|score| score.feat == Feat::TownHeld) {
            for town in &score.towns {
                let shape = &s.map().areas[*town].shape;
                if !shape.contains(end) {
                    continue;
                }
                let mates = self.own.iter().filter(|o| **o != id && shape.contains(s.stand(**o).at)).count();
                let wanted = usize::from(score.min_stands);
                let part = if mates < wanted { 0.5 } else { 0.5 / (mates - wanted + 2) as f64 };
                worth += part * f64::from(score.vp) * VICTORY;
            }
        }
        worth
    }

    fn nearest(&self, at: P) -> f64 {
        let far = self.foes.iter().map(|e| self.state.stand(*e).at.far(at) / 1000.0);
        let nearest = far.fold(f64::MAX, f64::min);
        if nearest < f64::MAX { nearest } else { 0.0 }
    }

    /// What a close combat is worth in the mean for who walks into it.
    fn close_combat(&self, id: StandId, end: P, facing: u16, enemy: StandId) -> f64 {
        let s = self.state;
        let base = s.profile(id).shape.at(end, facing);
        let mut others: Vec<StandId> = self
            .foes
            .iter()
            .copied()
            .filter(|e| *e == enemy || (s.fights_hand_to_hand(*e) && base.near(&s.base(*e), 100)))
            .collect();
        if self.is_martian() {
            let hits = |e: StandId| {
                let Some(weapon) = s.profile(e).weapon else { return 0.0 };
                let before = !s.has_arc(e) || base.in_arc(s.stand(e).at, s.stand(e).facing);
                let weapon = if s.ty(e).is_artillery() && !before { Weapon::SmallArms } else { weapon };
                self.mean_hits(weapon, s.chance(s.profile(e).to_hit))
            };
            let kills = |e: StandId| 0.6 * self.burns(e, Mode::Melee).max(0.2);
            others.sort_by(|a, b| (hits(*b) * kills(*b)).total_cmp(&(hits(*a) * kills(*a))).then(a.cmp(b)));
            let (mut cost, mut gain) = (0.0, 0.0);
            for n in 0..others.len() {
                let rounds = 1.0 / kills(others[n]);
                let fire: f64 = others[n..].iter().map(|e| hits(*e)).sum();
                cost += rounds * fire;
                gain += self.worth(others[n]);
            }
            return gain - cost * self.hit_worth(id);
        }
        // Those who are stopped there, and those who may still join.
        let joins = |o: &&StandId| {
            let stand = s.stand(**o);
            let foot = matches!(s.ty(**o), Type::Infantry | Type::Cavalry);
            let near = stand.at.far(s.stand(enemy).at) < 6_000.0;
            **o != id && foot && stand.place == Where::Board && (stand.stopped || (!stand.done && near))
        };
        let party = 1.0 + self.own.iter().filter(joins).count() as f64;
        let burnt = 0.67 * self.burns(id, Mode::Melee).max(0.2);
        let weapon = s.profile(id).weapon.unwrap_or(Weapon::SmallArms);
        let hits = self.mean_hits(weapon, s.chance(s.profile(id).to_hit));
        // Each of a party shares in its rounds: the longer it lasts, the more of them.
        let rounds = f64::midpoint(party, 1.0) / burnt;
        let gain = rounds.min(12.0) * hits * self.hit_worth(enemy);
        gain - self.worth(id)
    }
}
