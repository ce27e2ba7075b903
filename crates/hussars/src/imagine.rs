//! Other worlds that a seat can not tell from the true one: hidden stands elsewhere, other dice (TH-SPO-10).

use crate::kinds::{Side, StandId, Type};
use crate::measure::{Gauge, P};
use crate::state::{State, Where};
use table::{Dice, SeatId};

/// Tries near where a stand may be, and then anywhere on the board.
const TRIES: u32 = 24;
const TRIES_ANYWHERE: u32 = 400;
/// A stand that was seen last turn has not gone farther than this, in thousandths.
const WANDER: u32 = 14_000;

impl State {
    pub(crate) fn imagined(&self, seat: SeatId, dice: &mut Dice) -> Self {
        let mut world = self.clone();
        world.offers = std::sync::OnceLock::new();
        world.seed = dice.next_u64();
        // Loaded dice are for whoever wrote the position.
        world.stack = std::sync::Arc::from([]);
        world.used = 0;
        let Some(side) = Side::of(seat) else { return world };
        // Who answers an interruption does not know how the mover gave his orders.
        world.now.fleeing &= self.now.phase.side() == side;
        if self.now.phase.side() != side {
            world.now.march = None;
        }
        if !self.rules().hidden_stands {
            return world;
        }
        let hidden = |id: StandId| {
            let stand = self.stand(id);
            stand.place == Where::Board && !stand.spotted && !self.is_involved(id)
        };
        let others: Vec<StandId> = self.ids().filter(|id| self.side(*id) != side).collect();
        // All of them are taken up before any is put down: none may tell by where it leaves room where it truly is.
        for id in others.iter().copied().filter(|id| hidden(*id)) {
            world.stand_mut(id).place = Where::Waiting;
        }
        for id in others {
            match self.stand(id).place {
                Where::Board if hidden(id) => {
                    world.shift_hidden(id, side, dice);
                    if self.now.turn > 1 || self.side(id) == Side::Martian {
                        world.stand_mut(id).marker = if dice.below(2) == 0 { 0 } else { 7 };
                    }
                }
                Where::Falling if self.stand(id).falls > 0 => world.guess_landing(id, dice),
                _ => {}
            }
        }
        world
    }

    /// Part of what is going on: it stays where it is, or the question would make no sense.
    fn is_involved(&self, id: StandId) -> bool {
        let now = &self.now;
        now.active.is_some_and(|a| a.stand == id)
            || now.walk.as_ref().is_some_and(|w| w.stand == id)
            || now.chances.iter().any(|c| c.holder == id)
            || now.melee.as_ref().is_some_and(|m| m.movers.contains(&id) || m.others.contains(&id))
            || now.weapons.contains(&id)
            || self.stand(id).stopped
            || self.stand(id).freed
            // Ships keep their courses and cylinders their holes; a flyer is seen by all.
            || matches!(self.ty(id), Type::Cylinder | Type::Flyer | Type::Ironclad | Type::Steamer)
    }

    /// Somewhere in its zone, or about where it was last seen: passable, free, and not where it would be spotted. If nothing is
    /// found there then anywhere, and at the worst where it would be spotted: never where it truly is, for that would tell.
    fn shift_hidden(&mut self, id: StandId, side: Side, dice: &mut Dice) {
        let (form, class) = (self.profile(id).shape.clone(), self.profile(id).class);
        let board = self.map().bounds();
        let anywhere = (board.min, board.max);
        let mut at_worst = None;
        let about = if let Some(seen) = self.stand(id).seen {
            let reach = (WANDER * u32::from(self.now.turn.saturating_sub(seen.turn) + 1)) as i32;
            (P::new(seen.at.x - reach, seen.at.y - reach), P::new(seen.at.x + reach, seen.at.y + reach))
        } else {
            let bounds = self.battle.zones[self.troop(self.unit(id)).zone].shape.bounds();
            (bounds.min, bounds.max)
        };
        self.stand_mut(id).place = Where::Board;
        for n in 0..TRIES + TRIES_ANYWHERE {
            let (low, high) = if n < TRIES { about } else { anywhere };
            let x = low.x + dice.below((high.x - low.x).max(1) as u32) as i32;
            let y = low.y + dice.below((high.y - low.y).max(1) as u32) as i32;
            let (at, facing) = (P::new(x, y), dice.below(3600) as u16);
            if !self.map().on_board(at) || !self.map().may_stand(class, at) {
                continue;
            }
            let base = form.at(at, facing);
            let near = self.fielded(side).any(|e| base.near(&self.base(e), 100));
            if near || self.overlapped(id, &base).next().is_some() {
                continue;
            }
            let stand = self.stand_mut(id);
            (stand.at, stand.facing) = (at, facing);
            self.stand_mut(id).bank = None;
            if !self.is_exposed(id) {
                return;
            }
            at_worst.get_or_insert((at, facing));
        }
        if let Some((at, facing)) = at_worst {
            let stand = self.stand_mut(id);
            (stand.at, stand.facing) = (at, facing);
        }
    }

    fn guess_landing(&mut self, id: StandId, dice: &mut Dice) {
        let troop = self.troop(self.unit(id)).clone();
        let later: Vec<u8> = troop.lands_choice.iter().copied().filter(|t| *t > self.now.turn).collect();
        let zone = self.battle.zones[troop.zone].shape.clone();
        let (low, high) = (zone.bounds().min, zone.bounds().max);
        for _ in 0..TRIES {
            let x = low.x + dice.below((high.x - low.x).max(1) as u32) as i32;
            let y = low.y + dice.below((high.y - low.y).max(1) as u32) as i32;
            if zone.contains(P::new(x, y)) {
                self.stand_mut(id).at = P::new(x, y);
                break;
            }
        }
        if !later.is_empty() {
            self.stand_mut(id).falls = later[dice.pick(later.len())];
        }
    }
}
