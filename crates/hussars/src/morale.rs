//! MORALE: heat-ray checks of stands, casualty checks of units (TH-MOR-01 to TH-MOR-09).

use crate::combat::Mode;
use crate::event::{Cause, What};
use crate::kinds::{Side, StandId, UnitId};
use crate::luck::MORALE;
use crate::sequence_of_play::tell;
use crate::state::{State, Use, Where};
use table::{Barrier, Sink};

impl State {
    /// The printed number; 0 passes always (TH-HUM-04).
    fn morale(&self, id: StandId) -> u8 {
        let profile = self.profile(id);
        if self.rules().section_4 { profile.morale_section_4 } else { profile.morale }
    }

    /// What a stand needs now: one more out of cohesion (TH-COH-07).
    pub fn morale_needed(&self, id: StandId) -> u8 {
        match self.morale(id) {
            0 => 0,
            number => number + u8::from(!self.in_cohesion(id)),
        }
    }

    /// One die against the number; elite stands pass without a roll (TH-MOR-08).
    pub(crate) fn check(
        &mut self,
        rule: &'static str,
        id: StandId,
        purpose: Use,
        penalty: u8,
        sink: &mut Sink<What>,
    ) -> bool {
        let needed = self.morale_needed(id);
        if needed == 0 {
            return true;
        }
        sink.barrier(Barrier::Drawn);
        let (needed, luck) = (needed + penalty, (self.side(id), MORALE));
        let roll = self.die_for(id, purpose, luck, |_, roll| u8::from(roll >= needed), sink);
        let passed = roll >= needed;
        self.tell_of(sink, rule, id, || match purpose {
            Use::Fear => What::Feared { stand: id, needed, roll, passed },
            _ => What::Checked { stand: id, needed, roll, passed },
        });
        passed
    }

    /// A heat-ray hit of 1-4: one check a phase, rolled at its end or at once in close combat (TH-MOR-07, TH-CLC-11).
    pub(crate) fn owe_check(&mut self, id: StandId, mode: Mode, sink: &mut Sink<What>) {
        let stand = self.stand_mut(id);
        if stand.checked {
            return;
        }
        stand.checked = true;
        if self.morale(id) == 0 {
            // Elite stands pass without a roll (TH-MOR-08), and that is told, too.
            let passed = What::Checked { stand: id, needed: 0, roll: 0, passed: true };
            self.tell_of(sink, "TH-MOR-08", id, || passed);
            return;
        }
        self.stand_mut(id).owes = true;
        self.tell_of(sink, "TH-CBT-12", id, || What::CheckOwed { stand: id });
        if mode == Mode::Melee {
            self.heat_ray_check(id, sink);
        }
    }

    /// A stand that fails is destroyed (TH-CBT-13); on a strategic move it is shaken (TH-STR-08).
    pub(crate) fn heat_ray_check(&mut self, id: StandId, sink: &mut Sink<What>) {
        self.stand_mut(id).owes = false;
        // In close combat a marching stand fights as usual (TH-STR-10).
        let penalty = u8::from(self.stand(id).strategic && self.now.melee.is_none());
        if !self.check("TH-CBT-13", id, Use::Morale, penalty, sink) {
            self.destroy("TH-CBT-13", id, Cause::Morale, sink);
        }
    }

    /// Single stands first (TH-SEQ-04, TH-MOR-09).
    pub(crate) fn heat_ray_checks(&mut self, sink: &mut Sink<What>) {
        for id in self.ids() {
            if self.on_board(id) && self.stand(id).owes {
                self.heat_ray_check(id, sink);
            }
        }
    }

    /// A unit that lost a stand in this phase and has lost two thirds of all checks, once a phase (TH-MOR-02,
    /// TH-MOR-03, TH-MOR-05, TH-MOR-06).
    pub(crate) fn casualty_checks(&mut self, sink: &mut Sink<What>) {
        for unit in (0..self.battle.troops.len() as u8).map(UnitId) {
            let troop = self.troop(unit);
            if troop.side != Side::Human || troop.stands.iter().all(|id| self.ty(*id).is_ship()) {
                continue;
            }
            let all = troop.stands.len();
            let lost = troop.stands.iter().filter(|id| self.stand(**id).place == Where::Lost).count();
            let fresh = troop.stands.iter().any(|id| self.stand(*id).fresh);
            let left: Vec<StandId> = troop.stands.iter().copied().filter(|id| self.on_board(*id)).collect();
            if fresh && 3 * lost >= 2 * all && !left.is_empty() {
                self.casualty_check(unit, &left, sink);
            }
        }
    }

    /// The number that most survivors have, the worse on a tie, worse by one if most of them are astray (TH-MOR-04).
    pub fn unit_needed(&self, left: &[StandId]) -> u8 {
        // Elite stands count as the best number of all.
        let of = |number: u8| left.iter().filter(|id| self.morale(**id) == number).count();
        let numbers = left.iter().map(|id| self.morale(*id));
        let most = numbers.max_by_key(|number| (of(*number), *number)).unwrap_or(0);
        let astray = left.iter().filter(|id| !self.in_cohesion(**id)).count();
        if most == 0 { 0 } else { most + u8::from(2 * astray > left.len()) }
    }

    fn casualty_check(&mut self, unit: UnitId, left: &[StandId], sink: &mut Sink<What>) {
        let needed = self.unit_needed(left);
        if needed == 0 {
            return;
        }
        sink.barrier(Barrier::Drawn);
        let first = self.troop(unit).stands[0];
        let luck = (self.side(first), MORALE);
        let roll = self.die_for(first, Use::Casualty, luck, |_, roll| u8::from(roll >= needed), sink);
        let passed = roll >= needed;
        tell!(sink, "TH-MOR-04", What::UnitChecked { unit, needed, roll, passed });
        if !passed {
            for id in left {
                self.destroy("TH-MOR-06", *id, Cause::Broken, sink);
            }
        }
    }
}
