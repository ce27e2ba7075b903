//! What a commander does at once: every answer is weighed by what it promises now, none is thought through. For bots.

use crate::combat::Mode;
use crate::kinds::{Side, StandId, Type};
use crate::measure::{P, Place};
use crate::offers::Idea;
use crate::order::{Ask, Attack, Order};
use crate::preview::Preview;
use crate::state::State;
use table::{Dice, Game, Prompt, SeatId};

/// Hits that a machine takes before it falls, about.
const LIVES: f64 = 6.0;
/// What being seen by one enemy costs, as a part of the stand's worth.
const SEEN: f64 = 0.03;
/// What a shot from the end of a move is worth beside one that is fired now.
const HOPE: f64 = 0.8;
/// An inch nearer to the nearest known enemy.
const INCH: f64 = 0.05;

impl State {
    /// The number of the answer that promises most; equal ones by chance.
    pub(crate) fn at_once(&self, prompt: &Prompt<Ask>, dice: &mut Dice) -> usize {
        let Some(side) = Side::of(prompt.seat) else { return 0 };
        let ideas = self.ideas(prompt.ask);
        let mut best = (f64::MIN, 0);
        for n in 0..self.options(prompt) {
            let order = self.option(prompt, n);
            let chance = f64::from(dice.die(1000)) * 1e-4;
            let worth = self.impulse(prompt.seat, side, &order, &ideas) + chance;
            if worth > best.0 {
                best = (worth, n);
            }
        }
        best.1
    }

    /// The ways of the picked stand with what they are for.
    fn ideas(&self, ask: Ask) -> Vec<(Vec<P>, Idea)> {
        let mut found = Vec::new();
        if let (Ask::Path, Some(active)) = (ask, self.now.active) {
            self.visit_ideas(&active, false, &mut |idea, path, _| {
                found.push((path, idea));
                false
            });
        }
        found
    }

    fn impulse(&self, seat: SeatId, side: Side, order: &Order, ideas: &[(Vec<P>, Idea)]) -> f64 {
        match order {
            Order::DeployPrinted { unit: None } => 100.0,
            Order::Attack { stand, .. } => {
                let seen = self.foresee(seat, order).unwrap_or_default();
                self.fire_worth(&seen) - self.shows_itself(side, *stand)
            }
            Order::React { holder, attack, .. } => self.reaction(*holder, *attack),
            Order::Hold => -0.5,
            Order::Resign => -1e6,
            Order::Mark { stands } => stands.len() as f64,
            Order::Emerge { .. } => 3.0,
            Order::Enter { strategic, .. } => 1.0 - f64::from(u8::from(*strategic)),
            Order::Pick { stand, strategic } => self.pick_worth(*stand, *strategic),
            Order::Stay { .. } => {
                let id = self.now.active.map(|a| a.stand);
                id.map_or(0.0, |id| HOPE * self.best_shot(id) + self.nearness(id, self.stand(id).at))
            }
            Order::Go { path, .. } => {
                let idea = ideas.iter().find(|(way, _)| way == path).map(|(_, idea)| idea);
                let id = self.now.active.map(|a| a.stand);
                let seen = self.foresee(seat, order).unwrap_or_default();
                id.map_or(0.0, |id| self.way_worth(id, &seen, idea))
            }
            Order::Continue { stand, .. } => {
                let seen = self.foresee(seat, order).unwrap_or_default();
                self.way_worth(*stand, &seen, None)
            }
            _ => 0.0,
        }
    }

    /// What a hit on it is worth.
    fn prize(&self, id: StandId) -> f64 {
        let points = f64::from(self.profile(id).points);
        match self.ty(id) {
            Type::Tripod | Type::Flyer | Type::Ironclad => points / LIVES,
            Type::Cylinder => 30.0,
            _ => points.max(2.0),
        }
    }

    fn chance(&self, needed: u8) -> f64 {
        match needed {
            0..=1 => 1.0,
            2..=6 => f64::from(7 - needed) / 6.0,
            _ if self.rules().natural_six => 1.0 / 6.0,
            _ => 0.0,
        }
    }

    fn fire_worth(&self, seen: &Preview) -> f64 {
        let shots = seen.shots.iter();
        shots.map(|s| self.chance(s.needed) * self.prize(s.target)).sum::<f64>() - 0.05
    }

    /// A hidden stand that fires is seen.
    fn shows_itself(&self, side: Side, id: StandId) -> f64 {
        let hidden = self.rules().hidden_stands && side == Side::Human && !self.stand(id).spotted;
        if hidden { 0.05 * self.prize(id) } else { 0.0 }
    }

    fn reaction(&self, holder: StandId, attack: Attack) -> f64 {
        match attack {
            Attack::Fire { gun, target } => {
                let weapon = self.weapon(holder, gun, target, Mode::Phase);
                weapon.map_or(-1.0, |w| {
                    let odds = self.odds(holder, w, target, Mode::Phase, false);
                    self.chance(odds.needed().saturating_add(1)) * self.prize(target) - 0.1
                })
            }
            Attack::Sweep { .. } | Attack::Gas { .. } => 1.0,
        }
    }

    /// The best shot of a stand from where it is, at what its side knows.
    fn best_shot(&self, id: StandId) -> f64 {
        let side = self.side(id);
        let worth = |target: StandId| {
            let weapon = self.weapon(id, 0, target, Mode::Phase).filter(|_| self.sees(id, target))?;
            let odds = self.odds(id, weapon, target, Mode::Phase, false);
            Some(self.chance(odds.needed()) * self.prize(target))
        };
        self.known_enemies(side).filter_map(worth).fold(0.0, f64::max)
    }

    /// Guns stay where they have a target; everybody else goes.
    fn pick_worth(&self, id: StandId, strategic: bool) -> f64 {
        let gun = self.has_arc(id) || self.ty(id) == Type::Machinegun;
        let stays = gun && self.best_shot(id) > 0.0;
        0.5 - f64::from(u8::from(stays)) - 0.4 * f64::from(u8::from(strategic))
    }

    fn nearness(&self, id: StandId, at: P) -> f64 {
        let far = self.known_enemies(self.side(id)).map(|e| self.stand(e).at.far(at) / 1000.0);
        let nearest = far.fold(f64::MAX, f64::min);
        if nearest < f64::MAX { -INCH * nearest } else { 0.0 }
    }

    fn way_worth(&self, id: StandId, seen: &Preview, idea: Option<&Idea>) -> f64 {
        let machine = self.side(id) == Side::Martian;
        let own = self.prize(id);
        if seen.leaves {
            let scores = self.battle.scores.iter().any(|s| s.feat.is_an_exit() && s.side == self.side(id));
            return if scores { 20.0 } else { -50.0 };
        }
        let mut worth = match idea {
            Some(Idea::Goal { .. }) => 2.0,
            Some(Idea::Storm { .. } | Idea::Ram { .. }) => 6.0,
            Some(Idea::Contact { enemy, .. }) if machine => 0.5 * self.prize(*enemy),
            Some(Idea::Contact { .. }) => -2.0,
            _ => 0.0,
        };
        let shots = seen.shots.iter().filter(|s| s.in_arc);
        let shots = shots.map(|s| self.chance(s.needed) * self.prize(s.target));
        worth += HOPE * shots.fold(0.0, f64::max);
        worth -= SEEN * own * seen.seen_by.len() as f64;
        if !machine {
            worth += if seen.in_cover { 0.05 * own } else { 0.0 };
            worth -= if seen.in_cohesion { 0.0 } else { 2.0 };
        }
        worth + seen.end.map_or(0.0, |end| self.nearness(id, end))
    }
}
