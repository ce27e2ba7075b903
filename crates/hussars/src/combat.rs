//! COMBAT: who may fire at what, rolling to hit, effects, hit locations, arcs (TH-CBT-01 to TH-CBT-16, TH-ARC-01 to
//! TH-ARC-03, TH-MGS-01 to TH-MGS-03).

use crate::event::{Cause, Modifier, What};
use crate::kinds::{Quality, Side, StandId, System, Type, Weapon};
use crate::measure::{Gauge, Place};
use crate::order::{Attack, Moment};
use crate::sequence_of_play::tell;
use crate::state::{State, Use, Where};
use table::{Barrier, Refusal, Sink};

/// On which occasion somebody fires.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    Phase,
    Watch(Moment),
    Melee,
}

/// What a shot needs and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Odds {
    pub to_hit: u8,
    pub modifiers: Vec<Modifier>,
    /// The sum of the modifiers.
    pub sum: i8,
}

impl Odds {
    /// The roll that is needed; above 6 it is impossible (TH-CBT-07).
    pub fn needed(&self) -> u8 {
        (self.to_hit as i8 - self.sum).max(1) as u8
    }
}

impl State {
    /// The weapon that a stand fires with; out of its arc in close combat a gun's crew has small arms (TH-CLC-09).
    pub(crate) fn weapon(&self, id: StandId, gun: u8, target: StandId, mode: Mode) -> Option<Weapon> {
        match self.ty(id) {
            Type::Tripod | Type::Flyer | Type::Cylinder => Some(Weapon::HeatRay),
            Type::Ironclad => self.guns(id).find(|(n, _)| *n == gun).map(|(_, weapon)| weapon),
            Type::Steamer => None,
            ty if ty.is_artillery() && mode == Mode::Melee && !self.in_arc(id, target) => {
                Some(Weapon::SmallArms)
            }
            _ => self.profile(id).weapon,
        }
    }

    /// Artillery stands and flyers fire into a wedge of 45 degrees (TH-ARC-01); all others all round (TH-ARC-02).
    pub(crate) fn has_arc(&self, id: StandId) -> bool {
        self.ty(id).is_artillery() || self.ty(id) == Type::Flyer
    }

    pub fn in_arc(&self, id: StandId, target: StandId) -> bool {
        let stand = self.stand(id);
        !self.has_arc(id) || self.base(target).in_arc(stand.at, stand.facing)
    }

    pub(crate) fn judge_attack(
        &self,
        side: Side,
        id: StandId,
        attack: Attack,
        mode: Mode,
    ) -> Result<(), Refusal> {
        self.judge_fielded(side, id)?;
        let (name, stand) = (|| self.name(id), self.stand(id));
        if mode == Mode::Phase {
            self.fires_now(id)?;
            if stand.strategic {
                return Err(Refusal::new(
                    "TH-STR-05",
                    format!("{} is on a strategic move and can not fire", name()),
                ));
            }
            if stand.fired && self.ty(id) != Type::Ironclad {
                return Err(Refusal::new("TH-SEQ-10", format!("{} has fired in this phase", name())));
            }
        }
        match attack {
            Attack::Fire { gun, target } => self.judge_fire(side, id, gun, target, mode),
            Attack::Sweep { middle, bearing } => self.judge_sweep(id, middle, bearing, mode),
            Attack::Gas { at } => self.judge_gas(id, at, mode),
        }
    }

    /// A working heat-ray (TH-MAR-05, TH-CYL-07).
    pub(crate) fn judge_ray(&self, id: StandId) -> Result<(), Refusal> {
        let name = || self.name(id);
        match self.ty(id) {
            Type::Cylinder if self.stand(id).sixes == 0 => {
                Err(Refusal::new("TH-CYL-07", format!("the heat-ray of {} is not active yet", name())))
            }
            Type::Tripod | Type::Flyer if self.is_broken(id, System::HeatRay) => {
                Err(Refusal::new("TH-MAR-05", format!("{} has lost its heat-ray", name())))
            }
            Type::Cylinder | Type::Tripod | Type::Flyer => Ok(()),
            _ => Err(Refusal::new("TH-HRY-02", format!("{} has no heat-ray", name()))),
        }
    }

    fn judge_fire(
        &self,
        side: Side,
        id: StandId,
        gun: u8,
        target: StandId,
        mode: Mode,
    ) -> Result<(), Refusal> {
        let name = || self.name(id);
        if target.index() >= self.now.stands.len() || self.side(target) == side {
            return Err(Refusal::new("TH-CBT-01", "there is no such enemy stand"));
        }
        if matches!(self.stand(target).place, Where::Lost | Where::Exited) && !self.rules().hidden_stands {
            return Err(Refusal::new("TH-CBT-01", format!("{} is gone", self.name(target))));
        }
        // One sentence for all that is not spotted, wherever it is: a refusal tells nothing (TH-SPO-11).
        if !self.on_board(target) || !self.stand(target).spotted {
            return Err(Refusal::new("TH-LOS-01", format!("{} is not spotted", self.name(target))));
        }
        if self.ty(id) == Type::Ironclad {
            self.judge_ships_gun(id, gun, mode)?;
        } else if gun != 0 {
            return Err(Refusal::new("TH-IRN-04", format!("{} has one weapon; expected gun 0", name())));
        }
        if side == Side::Martian {
            self.judge_ray(id)?;
        }
        let Some(weapon) = self.weapon(id, gun, target, mode) else {
            return Err(Refusal::new("TH-TC-02", format!("{} has no weapon", name())));
        };
        if mode == Mode::Melee {
            let fight = self.now.melee.as_ref();
            let there = fight.is_some_and(|m| m.movers.contains(&target) || m.others.contains(&target));
            return if there {
                Ok(())
            } else {
                Err(Refusal::new("TH-CLC-10", format!("{} is not in this close combat", self.name(target))))
            };
        }
        let indirect = self.rules().indirect_fire && self.ty(id).is_gun();
        if !indirect && !self.sees(id, target) {
            let why = self.why_unseen(id, target).map_or_else(String::new, |why| format!(": {why}"));
            return Err(Refusal::new(
                "TH-LOS-02",
                format!("{} has no line of sight to {}{why}", name(), self.name(target)),
            ));
        }
        let reach = i32::from(self.content.arm(weapon).range) * 200;
        if !self.is_near(&self.base(id), target, reach) {
            let why = format!(
                "{} is {} away; {} reaches {}",
                self.name(target),
                crate::movement::in_inches(self.gap(id, target)),
                name(),
                crate::movement::in_inches(reach)
            );
            return Err(Refusal::new("TH-CBT-01", why));
        }
        if !self.in_arc(id, target) {
            let rule = if self.ty(id) == Type::Machinegun { "TH-MGS-01" } else { "TH-ARC-01" };
            return Err(Refusal::new(
                rule,
                format!("{} is outside the front arc of {}", self.name(target), name()),
            ));
        }
        Ok(())
    }

    /// To-hit number by quality; a ship's by its crew (TH-HUM-04, TH-IRN-04, TH-TB-02).
    pub(crate) fn to_hit(&self, id: StandId, weapon: Weapon, sweep: bool) -> u8 {
        let arm = self.content.arm(weapon);
        match weapon {
            Weapon::HeatRay if sweep => arm.sweep_to_hit,
            Weapon::HeatRay | Weapon::GasProjector => arm.to_hit,
            _ if self.ty(id) == Type::Ironclad => {
                let crew = self.troop(self.unit(id)).crew.unwrap_or(self.rules().crew);
                if crew >= Quality::Veteran { 5 } else { 6 }
            }
            _ => self.profile(id).to_hit,
        }
    }

    /// All modifiers that apply are added together (TH-CBT-03 to TH-CBT-07, TH-STR-09, TH-CLC-12).
    pub fn odds(&self, id: StandId, weapon: Weapon, target: StandId, mode: Mode, sweep: bool) -> Odds {
        let mut odds = Odds { to_hit: self.to_hit(id, weapon, sweep), modifiers: Vec::new(), sum: 0 };
        let mut add = |modifier: Modifier, by: i8| {
            odds.modifiers.push(modifier);
            odds.sum += by;
        };
        let artillery = matches!(weapon, Weapon::HeavyArtillery | Weapon::FieldArtillery);
        let range = i32::from(self.content.arm(weapon).range) * 100;
        if mode != Mode::Melee && !self.is_near(&self.base(id), target, range) {
            add(Modifier::Range, -1);
        }
        if self.in_cover(target, id, artillery) {
            add(Modifier::Cover, -1);
        }
        if matches!(mode, Mode::Watch(moment) if moment.is_during()) {
            add(Modifier::Movement, -1);
        }
        if self.ty(target) == Type::Flyer {
            add(Modifier::Flyer, -1);
        }
        if mode != Mode::Melee && self.stand(target).strategic && !artillery {
            add(Modifier::Strategic, 1);
        }
        odds
    }

    pub(crate) fn hits(&self, roll: u8, odds: &Odds) -> bool {
        roll >= odds.needed() || (self.rules().natural_six && roll == 6)
    }

    /// Fires in its own fire phase (TH-SEQ-03, TH-SEQ-06, TH-SEQ-09).
    pub(crate) fn fire_in_phase(&mut self, id: StandId, attack: Attack, sink: &mut Sink<What>) {
        self.stand_mut(id).fired = true;
        self.attack(id, attack, Mode::Phase, sink);
    }

    /// One attack, resolved at once (TH-GEO-08).
    pub(crate) fn attack(&mut self, id: StandId, attack: Attack, mode: Mode, sink: &mut Sink<What>) {
        if !self.on_board(id) {
            return;
        }
        sink.barrier(Barrier::Drawn);
        // Who fires is spotted at that moment (TH-SPO-06).
        self.reveal("TH-SPO-06", id, sink);
        match attack {
            Attack::Fire { gun, target } => self.shoot(id, gun, target, mode, sink),
            Attack::Sweep { middle, bearing } => self.sweep(id, middle, bearing, mode, sink),
            Attack::Gas { at } => self.throw_gas(id, at, mode, sink),
        }
    }

    fn shoot(&mut self, id: StandId, gun: u8, target: StandId, mode: Mode, sink: &mut Sink<What>) {
        if !self.on_board(target) {
            return;
        }
        let Some(weapon) = self.weapon(id, gun, target, mode) else { return };
        if self.ty(id) == Type::Ironclad {
            self.stand_mut(id).guns_fired |= 1 << gun.min(7);
        }
        self.roll_to_hit(id, weapon, target, mode, false, sink);
    }

    /// To-hit dice of one weapon at one target, then an effect die for each that hits (TH-CBT-08, TH-MGS-02).
    pub(crate) fn roll_to_hit(
        &mut self,
        id: StandId,
        weapon: Weapon,
        target: StandId,
        mode: Mode,
        sweep: bool,
        sink: &mut Sink<What>,
    ) {
        let odds = self.odds(id, weapon, target, mode, sweep);
        let dice = self.content.arm(weapon).dice;
        // A sweep rolls for each stand it touches: the target's own dice, so that a hidden one moves no other.
        let roller = if sweep { target } else { id };
        let luck = (self.side(target).other(), weapon.luck());
        let hit = |s: &Self, roll: u8| u8::from(s.hits(roll, &odds));
        let rolls: Vec<u8> = (0..dice).map(|_| self.die_for(roller, Use::Hit, luck, hit, sink)).collect();
        let hits = rolls.iter().filter(|r| self.hits(**r, &odds)).count() as u8;
        let (needed, modifiers) = (odds.needed(), odds.modifiers);
        self.tell_of(sink, if sweep { "TH-HRY-02" } else { "TH-CBT-02" }, target, || What::Shot {
            stand: id,
            weapon,
            target,
            needed,
            modifiers,
            rolls,
            hits,
        });
        for _ in 0..hits {
            self.effect(weapon, target, roller, mode, sink);
        }
    }

    fn effect(
        &mut self,
        weapon: Weapon,
        target: StandId,
        roller: StandId,
        mode: Mode,
        sink: &mut Sink<What>,
    ) {
        if !self.on_board(target) {
            return;
        }
        if weapon == Weapon::HeatRay {
            self.burn(target, mode, sink);
            return;
        }
        let luck = (self.side(target).other(), "Damage done by hits");
        let effect = |s: &Self, roll: u8| s.content.arm(weapon).effect_hits[usize::from(roll - 1)];
        let roll = self.die_for(roller, Use::Effect, luck, effect, sink);
        let hits = effect(self, roll);
        let rule = match weapon {
            Weapon::HeavyArtillery => "TH-CBT-09",
            Weapon::FieldArtillery => "TH-CBT-10",
            Weapon::Machinegun => "TH-MGS-03",
            _ => "TH-CBT-11",
        };
        tell!(sink, rule, What::Effect { target, weapon, roll, hits });
        self.damage(target, hits, sink);
    }

    /// Counted hits: a machine's systems, a cylinder's five, and one is enough for a human stand (TH-HUM-06).
    pub(crate) fn damage(&mut self, target: StandId, hits: u8, sink: &mut Sink<What>) {
        for _ in 0..hits {
            if !self.on_board(target) {
                return;
            }
            match self.ty(target) {
                Type::Tripod | Type::Flyer => self.locate(target, sink),
                Type::Cylinder => self.hit_cylinder(target, sink),
                _ => self.destroy("TH-HUM-06", target, Cause::Fire, sink),
            }
        }
    }

    /// Column A, or the next column whose system is not destroyed (TH-CBT-14 to TH-CBT-16).
    fn located(&self, target: StandId, roll: u8) -> Option<System> {
        let row = &self.content.hit_table[usize::from(roll - 1)];
        row.iter().copied().find(|system| !self.is_broken(target, *system))
    }

    /// Whether a hit there is the last that a machine takes (TH-MAR-04, TH-MAR-06, TH-MAR-08, TH-MAR-09).
    fn fells(&self, target: StandId, system: System) -> bool {
        let last = || self.marked(target, system) + 1 >= self.profile(target).boxes[system.index()];
        system == System::Pilot || (system == System::Motive && last())
    }

    fn locate(&mut self, target: StandId, sink: &mut Sink<What>) {
        let luck = (self.side(target).other(), "Machines felled by damage");
        let fells = |s: &Self, roll: u8| {
            u8::from(s.located(target, roll).is_some_and(|system| s.fells(target, system)))
        };
        let roll = self.die_for(target, Use::Location, luck, fells, sink);
        let row = &self.content.hit_table[usize::from(roll - 1)];
        let Some(system) = self.located(target, roll) else { return };
        let rule = if row.first() == Some(&system) { "TH-CBT-14" } else { "TH-CBT-15" };
        self.mark(rule, target, system, roll, sink);
    }

    /// One box of a system is marked; some of them were the last (TH-MAR-03 to TH-MAR-06, TH-MAR-08, TH-MAR-09).
    fn mark(&mut self, rule: &'static str, target: StandId, system: System, roll: u8, sink: &mut Sink<What>) {
        self.stand_mut(target).marks[system.index()] += 1;
        tell!(sink, rule, What::Located { target, roll, system });
        let flyer = self.ty(target) == Type::Flyer;
        match system {
            System::GasProjector => self.stand_mut(target).gas = 0,
            System::Legs => self.stand_mut(target).left = 0,
            System::Motive if self.is_broken(target, System::Motive) => {
                if flyer {
                    self.crash("TH-MAR-08", target, sink);
                } else {
                    self.destroy("TH-MAR-04", target, Cause::Fire, sink);
                }
            }
            System::Motive => {
                // What it kept for after a close combat is less, too.
                let loss = i32::from(self.profile(target).motive_loss) * 100;
                let stand = self.stand_mut(target);
                stand.left = (stand.left - loss).max(0);
            }
            System::Pilot if flyer => self.crash("TH-MAR-09", target, sink),
            System::Pilot => self.destroy("TH-MAR-06", target, Cause::Fire, sink),
            System::HeatRay => {}
        }
    }

    /// 2d6 in straight on, then everything within 1 in of the point is destroyed (TH-MAR-10, TH-MAR-11).
    fn crash(&mut self, rule: &'static str, flyer: StandId, sink: &mut Sink<What>) {
        let run = u32::from(self.die(flyer, Use::Crash)) + u32::from(self.die(flyer, Use::Crash));
        let stand = self.stand(flyer);
        let at = stand.at.ahead(stand.course.unwrap_or(stand.facing), f64::from(run) * 1000.0);
        tell!(sink, "TH-MAR-10", What::Crashed { flyer, at });
        self.destroy(rule, flyer, Cause::Crash, sink);
        if !self.map().on_board(at) {
            return;
        }
        let caught: Vec<StandId> = self
            .ids()
            .filter(|id| {
                self.on_board(*id) && self.ty(*id) != Type::Flyer && self.base(*id).gap_to(at) <= 100
            })
            .collect();
        for id in caught {
            if self.ty(id) == Type::Cylinder {
                self.destroy_cylinder("TH-MAR-11", id, Cause::Crash, sink);
            } else {
                self.destroy("TH-MAR-11", id, Cause::Crash, sink);
            }
        }
    }

    /// A stand is gone. Losses are told by kind, and by place where the other side sees the place (TH-SPO-10).
    pub(crate) fn destroy(&mut self, rule: &'static str, id: StandId, cause: Cause, sink: &mut Sink<What>) {
        if matches!(self.stand(id).place, Where::Lost | Where::Exited) {
            return;
        }
        let side = self.side(id);
        let at = self.stand(id).at;
        let here = self.on_board(id);
        let open =
            here && (self.knows(side.other(), id) || (sink.is_on() && self.any_sees_point(side.other(), at)));
        let stand = self.stand_mut(id);
        (stand.place, stand.fresh, stand.marker, stand.owes) = (Where::Lost, true, 0, false);
        (stand.stopped, stand.freed, stand.fears) = (false, false, 0);
        sink.emit(|| {
            let full = What::Destroyed { stand: id, cause, at: here.then_some(at) };
            let public = What::Destroyed { stand: id, cause, at: open.then_some(at) };
            table::Event::split(rule, table::Audience::only(side.seat()), full, public)
        });
    }

    /// Whether a side has a shot to make in this phase.
    pub(crate) fn can_fire(&self, side: Side) -> bool {
        self.fielded(side).any(|id| self.is_due(id) && self.has_attack(id, Mode::Phase))
    }

    /// Whether this stand has any attack now.
    pub(crate) fn has_attack(&self, id: StandId, mode: Mode) -> bool {
        if mode == Mode::Phase
            && (self.stand(id).strategic || (self.stand(id).fired && self.ty(id) != Type::Ironclad))
        {
            return false;
        }
        let blind = self.rules().gas_any
            && self.ty(id).is_machine()
            && self.stand(id).gas > 0
            && !self.is_broken(id, System::GasProjector);
        blind || self.visit_attacks(id, mode, &mut |_| true)
    }
}
