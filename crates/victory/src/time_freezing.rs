//! 8.1.6 TIME FREEZING (WV-TFZ-01 to WV-TFZ-06), and who may interrupt a move at all (WV-GND-02).

use crate::content::Step;
use crate::dice::tell;
use crate::event::What;
use crate::kinds::{Opt, Side, UnitId};
use crate::movement::level_off;
use crate::order::{Ask, Order};
use crate::sequence_of_play::{Breach, offer, planes_of};
use crate::state::{Flow, Frozen, State};
use table::{SeatId, Sink};

impl State {
    /// Everybody linked by being engaged, tailing pairs included; planes out of control belong to no group.
    pub(crate) fn group_of(&self, index: u8) -> u8 {
        let calm = |i: u8| !self.plane(i).wild && self.plane(i).in_play();
        if !calm(index) || self.plane(index).foes == 0 {
            return 0;
        }
        let mut group = 1_u8 << index;
        loop {
            let near = planes_of(group).fold(group, |set, i| set | self.plane(i).foes | self.plane(i).tails);
            let near = planes_of(near).filter(|i| calm(*i)).fold(0, |set, i| set | 1 << i);
            if near == group {
                break;
            }
            group = near;
        }
        if group.count_ones() > 1 { group } else { 0 }
    }

    /// The group that may freeze time while this plane moves: it must be its first, and the freeze unused (WV-TFZ-01).
    pub(crate) fn freezable(&self, index: u8) -> u8 {
        if !self.table.options.has(Opt::TimeFreezing) || self.now.freeze.now.is_some() {
            return 0;
        }
        let group = self.group_of(index);
        let others = group & !(1 << index);
        let begun = planes_of(others).any(|i| self.plane(i).active || self.plane(i).done);
        if begun || self.now.freeze.used & group != 0 { 0 } else { group }
    }

    /// Seats that may interrupt after this hex, as a set.
    pub(crate) fn interrupters(&self, index: u8) -> u8 {
        let mut seats = 0;
        if self.table.options.has(Opt::TimeFreezing) {
            for i in planes_of(self.freezable(index)) {
                seats |= 1 << self.plane(i).side.index();
            }
        }
        if self.table.by_hand {
            let enemy = self.plane(index).side.other();
            let able = (0..usize::from(self.now.ground_count)).any(|u| self.can_interrupt(u, index));
            seats |= u8::from(able) << enemy.index();
        }
        for side in Side::BOTH {
            if self.table.automated[side.index()] {
                seats &= !(1 << side.index());
            }
        }
        seats
    }

    pub(crate) fn visit_window(
        &self,
        seat: SeatId,
        plane: u8,
        visit: &mut impl FnMut(Order) -> bool,
    ) -> bool {
        if self.now.window & (1_u8.checked_shl(u32::from(seat.0)).unwrap_or(0)) == 0 {
            return false;
        }
        offer!(visit, Order::Pass);
        offer!(visit, Order::StandDown);
        if self.freezable(plane) != 0 {
            offer!(visit, Order::Freeze);
        }
        if self.table.by_hand && self.plane(plane).side.index() != seat.index() {
            for unit in 0..usize::from(self.now.ground_count) {
                if self.can_interrupt(unit, plane) {
                    offer!(visit, Order::GroundFire { unit: UnitId::ground(unit) });
                }
            }
        }
        false
    }

    pub(crate) fn answer_window(&mut self, seat: SeatId, plane: u8, order: Order, sink: &mut Sink<What>) {
        let own = 1_u8 << (seat.0 & 7);
        match order {
            Order::Freeze => {
                self.now.window = 0;
                self.freeze(Side::BOTH[seat.index() & 1], plane, sink);
                self.now.ask = Ask::Over;
                return;
            }
            Order::GroundFire { unit } => {
                if let Some(i) = unit.as_ground() {
                    self.shoot_from_the_ground(i, UnitId(plane), sink);
                }
                // The next gun may fire at the same hex.
                if !self.plane(plane).fights() {
                    self.now.window = 0;
                } else if self.interrupters(plane) & own == 0 {
                    self.now.window &= !own;
                }
            }
            Order::StandDown => {
                self.now.standing |= own;
                self.now.window &= !own;
            }
            _ => self.now.window &= !own,
        }
        if self.now.window == 0 {
            self.now.ask = Ask::Over;
        }
    }

    /// The time that a number of hexes takes at a speed; the strip of times ends at 11 (WV-TFZ-02, WV-TFZ-03).
    pub(crate) fn elapsed(&self, hexes: u8, speed: i8) -> u8 {
        let table = &self.content().time_freeze;
        let (hexes, speed) = (usize::from(hexes).clamp(1, 11), speed.clamp(1, 11) as usize);
        table[hexes - 1][speed - 1]
    }

    /// The hexes that a speed covers in a time: the exact cell, or the next lower one (WV-TFZ-04).
    pub(crate) fn hexes_in(&self, time: u8, speed: i8) -> u8 {
        let speed = speed.clamp(1, 11) as usize;
        let cells = self.content().time_freeze.iter().map(|row| row[speed - 1]);
        cells
            .zip(1..)
            .filter(|(cell, _)| (1..=time).contains(cell))
            .map(|(_, hexes)| hexes)
            .max()
            .unwrap_or(0)
    }

    fn freeze(&mut self, side: Side, plane: u8, sink: &mut Sink<What>) {
        let group = self.freezable(plane);
        let (hexes, speed) = (self.plane(plane).flown, self.plane(plane).initial);
        let time = self.elapsed(hexes, speed);
        self.now.course.clear();
        self.now.freeze.used |= group;
        self.now.freeze.now = Some(Frozen { group, first: plane, time, caught_up: 1 << plane });
        self.now.flow = Flow::NextMover;
        tell!(sink, "WV-TFZ-02", What::FrozenBy { side, plane, hexes, time });
    }

    /// The others of the group move for the same time, in the usual order (WV-TFZ-04, WV-TFZ-05).
    pub(crate) fn next_to_catch_up(&mut self, sink: &mut Sink<What>) {
        let Some(mut frozen) = self.now.freeze.now else { return };
        let due = |i: &&u8| {
            let bit = 1_u8 << **i;
            frozen.group & bit != 0 && frozen.caught_up & bit == 0 && self.plane(**i).in_play()
        };
        let Some(&plane) = self.now.order().iter().find(due) else {
            self.now.flow = Flow::Frozen;
            return;
        };
        frozen.caught_up |= 1 << plane;
        self.now.freeze.now = Some(frozen);
        let hexes = self.hexes_in(frozen.time, self.plane(plane).initial);
        if hexes > 0 {
            self.plane_mut(plane).limit = Some(hexes);
            self.activate(plane, sink);
        }
    }

    /// Whether a plane in a time freeze has flown its hexes, or comes to the drop of a falling leaf (WV-TFZ-06).
    pub(crate) fn must_halt(&self, index: u8) -> bool {
        let Some(frozen) = self.now.freeze.now else { return false };
        let p = self.plane(index);
        if frozen.first == index || p.limit.is_some_and(|limit| p.flown >= limit) {
            return true;
        }
        matches!(self.next_step(index), Some(Step::Drop))
    }

    fn next_step(&self, index: u8) -> Option<Step> {
        let run = self.plane(index).running?;
        self.content().maneuver(run.maneuver).steps.get(usize::from(run.step)).copied()
    }

    /// It stops; free steps that are due may be made before the fire.
    pub(crate) fn halt(&mut self, index: u8) {
        self.now.flow = Flow::NextMover;
        // The rest of a whole move is asked for anew when time goes on.
        self.now.course.clear();
        let turns =
            self.next_step(index).is_some_and(|s| !s.enters() && !matches!(s, Step::Drop | Step::End));
        if turns || self.plane(index).wingover_exit {
            self.now.ask = Ask::Due { plane: index };
        }
    }

    /// The free steps that are due are made now, or later.
    pub(crate) fn turn_due(&mut self, index: u8, now: bool, sink: &mut Sink<What>) {
        self.now.flow = Flow::NextMover;
        if !now {
            return;
        }
        if self.plane(index).running.is_none() {
            level_off(self.plane_mut(index));
            let p = self.plane(index);
            tell!(sink, "WV-TFZ-06", What::Turned { plane: index, facing: p.facing, inverted: p.inverted });
            return;
        }
        while self.next_step(index).is_some_and(|s| !s.enters() && !matches!(s, Step::Drop | Step::End)) {
            let p = &mut self.now.planes[usize::from(index)];
            crate::movement::advance(&self.table.content, &self.table.map, p);
            let p = self.plane(index);
            tell!(sink, "WV-TFZ-06", What::Turned { plane: index, facing: p.facing, inverted: p.inverted });
        }
    }

    /// Time goes on: who has movement points left flies them by the usual order (WV-TFZ-05).
    pub(crate) fn thaw(&mut self, frozen: Frozen) {
        for plane in planes_of(frozen.group) {
            self.plane_mut(plane).limit = None;
        }
        self.now.flow = Flow::NextMover;
    }

    pub(crate) fn check_freeze(&self, plane: u8) -> Result<(), Breach> {
        if !self.table.options.has(Opt::TimeFreezing) {
            return Err(("WV-TFZ-01", "time freezing is not in use"));
        }
        if self.freezable(plane) == 0 {
            return Err((
                "WV-TFZ-01",
                "time is frozen once a round for each group, while its first plane moves",
            ));
        }
        Ok(())
    }
}
