//! One order at random without the list of all (note TH-N04): a kind of order, then a stand, then one idea of it, and only
//! that one is judged. What is drawn is what the list could hold: both ask the same generators.

use crate::combat::Mode;
use crate::kinds::{Side, StandId, Type};
use crate::measure::P;
use crate::offers::{Generator, Idea, Way};
use crate::order::{Ask, Attack, Moment, Order};
use crate::state::{Active, State, Where};
use smallvec::SmallVec;
use table::Dice;

/// Ideas that are tried before the stand stays or the step ends.
const TRIES: u32 = 8;

/// One of them, each equally likely.
fn one<T: Copy>(of: &[T], dice: &mut Dice) -> Option<T> {
    if of.is_empty() { None } else { Some(of[dice.pick(of.len())]) }
}

impl State {
    /// None where the tries come to nothing, and where the list is short: then somebody has to look at it.
    pub(crate) fn drawn(&self, dice: &mut Dice) -> Option<Order> {
        let (side, ask) = self.now.ask?;
        match ask {
            Ask::Deploy => self.drawn_deployment(side, dice),
            Ask::Fire => Some(self.drawn_fire(side, dice).unwrap_or(Order::EndStep)),
            Ask::Move => self.drawn_move(side, dice),
            Ask::Path => self.drawn_path(dice),
            Ask::Watch { moment, .. } => Some(self.drawn_watch(side, moment, dice).unwrap_or(Order::Pass)),
            Ask::Continue => Some(self.drawn_rest(side, dice).unwrap_or(Order::EndStep)),
            Ask::Mark => Some(Order::Mark { stands: self.drawn_marks(side, dice) }),
            Ask::Combat | Ask::Shot { .. } | Ask::Weapon { .. } => None,
        }
    }

    fn drawn_deployment(&self, side: Side, dice: &mut Dice) -> Option<Order> {
        if self.judge_deployed(side).is_ok() {
            return Some(Order::EndStep);
        }
        for _ in 0..TRIES {
            let order = match dice.below(4) {
                0 => Some(Order::DeployPrinted { unit: None }),
                1 => {
                    let units: SmallVec<[_; 32]> = self.units_to_deploy(side).collect();
                    let unit = one(&units, dice).filter(|unit| self.judge_printed(side, Some(*unit)).is_ok());
                    unit.map(|unit| Order::DeployPrinted { unit: Some(unit) })
                }
                2 => self.next_to_deploy(side).and_then(|stand| {
                    let facing = self.battle.pieces[stand.index()].facing;
                    let at = one(&self.deployment_samples(stand), dice)?;
                    self.judge_deploy(side, stand, at, facing).ok()?;
                    Some(Order::Deploy { stand, at, facing })
                }),
                _ => {
                    let unwritten: SmallVec<[_; 8]> = self.landings_to_write(side).collect();
                    one(&unwritten, dice).and_then(|cylinder| {
                        let turn = one(&self.troop(self.unit(cylinder)).lands_choice, dice)?;
                        let at = one(&self.deployment_samples(cylinder), dice)?;
                        self.judge_landing(side, cylinder, at, turn).ok()?;
                        Some(Order::Land { cylinder, at, turn })
                    })
                }
            };
            if order.is_some() {
                return order;
            }
        }
        None
    }

    /// None ends the step.
    fn drawn_fire(&self, side: Side, dice: &mut Dice) -> Option<Order> {
        if dice.below(2) == 0 {
            return None;
        }
        let able = |id: &StandId| {
            let stand = self.stand(*id);
            self.is_due(*id) && !stand.strategic && (!stand.fired || self.ty(*id) == Type::Ironclad)
        };
        let able: SmallVec<[StandId; 64]> = self.fielded(side).filter(able).collect();
        let targets = self.targets(side);
        (0..TRIES).find_map(|_| {
            let stand = one(&able, dice)?;
            let attack = self.drawn_attack(stand, &targets, Mode::Phase, dice)?;
            Some(Order::Attack { stand, attack })
        })
    }

    /// A shot, a sweep or gas.
    fn drawn_attack(&self, id: StandId, targets: &[StandId], mode: Mode, dice: &mut Dice) -> Option<Attack> {
        let side = self.side(id);
        let kind = if side == Side::Martian { dice.below(3) } else { 0 };
        let mut ideas: SmallVec<[Attack; 64]> = SmallVec::new();
        let mut take = |attack| {
            ideas.push(attack);
            false
        };
        let attack = match kind {
            0 => {
                let (target, gun) = (one(targets, dice)?, one(&self.distinct_guns(id), dice)?);
                Attack::Fire { gun, target }
            }
            1 => {
                self.visit_sweeps(id, targets, &mut take);
                one(&ideas, dice)?
            }
            _ => {
                self.visit_aims(id, targets, &mut take);
                one(&ideas, dice)?
            }
        };
        self.judge_attack(side, id, attack, mode).ok().map(|()| attack)
    }

    fn drawn_move(&self, side: Side, dice: &mut Dice) -> Option<Order> {
        let mut movers: SmallVec<[StandId; 64]> = SmallVec::new();
        if dice.below(2) == 0 {
            // Who owes a move has it first; whether somebody who is afraid could run is not asked before he is picked.
            let owes = |id: &StandId| {
                let stand = self.stand(*id);
                (stand.fears != 0 && !stand.done) || self.owes_way(*id)
            };
            match self.fielded(side).find(owes) {
                Some(_) if dice.below(4) == 0 && self.judge_flee(side).is_ok() => return Some(Order::Flee),
                Some(id) => movers.push(id),
                None => return Some(Order::EndStep),
            }
        } else {
            if dice.below(8) == 0
                && let Some(order) = self.drawn_march(side, dice)
            {
                return Some(order);
            }
            movers.extend(self.ids().filter(|id| self.side(*id) == side && self.is_to_move(*id)));
        }
        for _ in 0..TRIES {
            let Some(id) = one(&movers, dice) else { break };
            let strategic = side == Side::Human && dice.below(2) == 0;
            let (order, judged) = match self.stand(id).place {
                Where::Waiting => {
                    let Some(at) = one(&self.entry_samples(id), dice) else { continue };
                    let order = Order::Enter { stand: id, at, strategic };
                    (order, self.judge_enter(side, id, at, strategic))
                }
                Where::Inside(_) => {
                    let bearing = dice.below(8) as u16 * 45;
                    (Order::Emerge { machine: id, bearing }, self.judge_emerge(side, id, bearing))
                }
                _ => (Order::Pick { stand: id, strategic }, self.judge_pick(side, id, strategic)),
            };
            if judged.is_ok() {
                return Some(order);
            }
        }
        self.owing(side).is_none().then_some(Order::EndStep)
    }

    fn drawn_march(&self, side: Side, dice: &mut Dice) -> Option<Order> {
        let mut marches = Vec::new();
        self.visit_marches(side, &mut |order| {
            marches.push(order);
            false
        });
        if marches.is_empty() { None } else { Some(marches.swap_remove(dice.pick(marches.len()))) }
    }

    fn drawn_path(&self, dice: &mut Dice) -> Option<Order> {
        let active = self.now.active?;
        let generators = self.generators(active.stand, false);
        let stays = |facing: u16| self.judge_stay(&active, facing).is_ok().then_some(Order::Stay { facing });
        // Who runs has one way to go; only who can not may stay.
        let (tries, kinds) =
            if self.stand(active.stand).fears == 0 { (TRIES, generators.len() + 1) } else { (1, 1) };
        for _ in 0..tries {
            let order = match generators.get(dice.pick(kinds)) {
                None => one(&self.turns(active.stand), dice).and_then(stays),
                Some(ideas) => {
                    let way = self.drawn_way(&active, *ideas, false, dice);
                    way.map(|(path, facing)| Order::Go { path, facing })
                }
            };
            if order.is_some() {
                return order;
            }
        }
        stays(self.stand(active.stand).facing)
    }

    /// One of the ideas of a generator, if it can be walked.
    fn drawn_way(
        &self,
        active: &Active,
        ideas: Generator,
        continued: bool,
        dice: &mut Dice,
    ) -> Option<(Vec<P>, u16)> {
        let mut ways: SmallVec<[(Way, Option<u16>); 24]> = SmallVec::new();
        let mut flees = false;
        ideas(self, active, &mut |idea, way, facing| {
            flees = idea == Idea::Flee;
            ways.push((way, facing));
            false
        });
        if ways.is_empty() {
            return None;
        }
        let (way, facing) = ways.swap_remove(dice.pick(ways.len()));
        let path = self.path_of(active, way);
        if path.is_empty() {
            return None;
        }
        let facing = facing.unwrap_or_else(|| self.facing_at(active.stand, &path));
        self.judge_way(active, &path, facing, continued, flees.then_some(&path[..])).ok()?;
        Some((path, facing))
    }

    /// None ends the step.
    fn drawn_rest(&self, side: Side, dice: &mut Dice) -> Option<Order> {
        if dice.below(2) == 0 {
            return None;
        }
        let freed: SmallVec<[StandId; 16]> = self.fielded(side).filter(|id| self.stand(*id).freed).collect();
        (0..TRIES).find_map(|_| {
            let stand = one(&freed, dice)?;
            let ideas = one(self.generators(stand, true), dice)?;
            let (path, facing) = self.drawn_way(&self.rest(stand), ideas, true, dice)?;
            Some(Order::Continue { stand, path, facing })
        })
    }

    /// None passes.
    fn drawn_watch(&self, side: Side, moment: Moment, dice: &mut Dice) -> Option<Order> {
        let during = moment == Moment::During;
        let holders: SmallVec<[StandId; 64]> =
            if during { self.chance_holders().into() } else { self.holders(side, moment).collect() };
        let holds = u32::from(moment != Moment::After);
        let kind = dice.below(1 + holds + u32::from(!holders.is_empty()));
        if kind == 0 {
            return None;
        }
        if kind == 1 && holds == 1 {
            return Some(Order::Hold);
        }
        let mode = Mode::Watch(moment);
        if !during {
            let targets = self.targets(side);
            return (0..TRIES).find_map(|_| {
                let holder = one(&holders, dice)?;
                let attack = self.drawn_attack(holder, &targets, mode, dice)?;
                Some(Order::React { holder, mark: 0, attack })
            });
        }
        let mover = self.now.walk.as_ref()?.stand;
        let holder = one(&holders, dice)?;
        let mark = one(&self.chance_marks(holder), dice)?;
        let then = self.imagined_at(mark)?;
        let attacks: SmallVec<[Attack; 16]> = then.attacks_on(holder, mover).collect();
        (0..TRIES).find_map(|_| {
            let attack = one(&attacks, dice)?;
            then.judge_attack(side, holder, attack, mode).ok()?;
            Some(Order::React { holder, mark, attack })
        })
    }

    /// Nobody, everybody who can, or one of them.
    fn drawn_marks(&self, side: Side, dice: &mut Dice) -> Vec<StandId> {
        let kind = dice.below(3);
        if kind == 0 {
            return Vec::new();
        }
        let able: Vec<StandId> = self.fielded(side).filter(|id| self.may_take_marker(*id)).collect();
        if kind == 1 { able } else { one(&able, dice).into_iter().collect() }
    }
}
