//! 6.0 SPECIAL FLIGHT CONDITIONS: crack-up, overspeed, handling and structural tests, stall (WV-CRK-01, WV-OVS-01,
//! WV-OVS-02, WV-HDL-01, WV-STL-01 to WV-STL-04), and collisions (WV-MOV-04).

use crate::dice::tell;
use crate::event::{Test, What};
use crate::kinds::{Colour, Health, Icon, UnitId};
use crate::movement::{destroy, drop_two, stop_stalled};
use crate::state::{Flow, Plane, State};
use geometry::Facing;
use table::Sink;

/// Structure points that a passed structural test costs (WV-OVS-02).
const STRAIN: u8 = 5;

impl State {
    /// Straight down to the ground; the last who hit it scores the kill (WV-CRK-01).
    pub(crate) fn crack_up(&mut self, index: u8, sink: &mut Sink<What>) {
        let p = self.plane_mut(index);
        if !p.in_play() {
            return;
        }
        destroy(p);
        p.at.y = 0;
        let (at, by) = (p.at, p.last_hit.filter(|_| p.hit));
        tell!(sink, "WV-CRK-01", What::CrackedUp { plane: index, at, by });
    }

    /// Says whether the plane came through (WV-OVS-02).
    pub(crate) fn structural_test(&mut self, index: u8, sink: &mut Sink<What>) -> bool {
        let p = self.plane(index);
        let die = self.kind_of(p).sturdiness.test(p.skill().shift());
        match self.test_die("WV-OVS-02", Test::Structural, UnitId(index), None, die, sink) {
            Icon::Failure => self.crack_up(index, sink),
            Icon::Success => self.damage_structure(index, STRAIN, sink),
            Icon::Critical => {}
        }
        self.plane(index).in_play()
    }

    /// The die of a handling test (WV-HDL-01).
    pub(crate) fn handling_die(&self, p: &Plane) -> Colour {
        self.kind_of(p).handling.test(p.skill().shift())
    }

    /// Says whether control is kept or regained; otherwise the plane stalls where it is, or is no more (WV-HDL-01).
    pub(crate) fn handling_test(&mut self, index: u8, test: Test, sink: &mut Sink<What>) -> bool {
        let die = self.handling_die(self.plane(index));
        match self.test_die("WV-HDL-01", test, UnitId(index), None, die, sink) {
            Icon::Failure => {
                stop_stalled(self.plane_mut(index));
                tell!(sink, "WV-STL-01", What::Stalled { plane: index });
                false
            }
            Icon::Success => true,
            Icon::Critical => self.structural_test(index, sink),
        }
    }

    /// A stalled plane falls, then tries to recover; says whether it flies on (WV-STL-02, WV-STL-03).
    pub(crate) fn fall_and_recover(&mut self, index: u8, sink: &mut Sink<What>) -> bool {
        let p = &mut self.now.planes[usize::from(index)];
        p.running = None;
        drop_two(&self.table.map, p);
        self.fallen(index, sink);
        if self.plane(index).in_play() {
            self.flak_attack(index, sink);
        }
        if !self.plane(index).fights() {
            return false;
        }
        if !self.handling_test(index, Test::Handling, sink) {
            return false;
        }
        let p = self.plane(index);
        let speed = self.kind_of(p).strip(p.band()).first;
        let p = self.plane_mut(index);
        p.stalled = false;
        p.level = false;
        p.inverted = false;
        p.facing = if p.facing.is_right() { Facing::E } else { Facing::W };
        p.cue = speed;
        p.initial = speed;
        p.delta = 0;
        p.mp = speed;
        tell!(sink, "WV-STL-03", What::Recovered { plane: index, speed });
        true
    }

    /// Red boxes test the structure, candy boxes break it (WV-OVS-01, WV-DRG-05, WV-DRG-06).
    pub(crate) fn overspeed(&mut self, index: u8, sink: &mut Sink<What>) {
        let p = self.plane(index);
        if !p.fights() || self.table.anchor == Some(index) {
            return;
        }
        let strip = self.kind_of(p).strip(p.band());
        let (red, candy) = (strip.is_red(p.cue), strip.is_candy(p.cue));
        if candy {
            self.crack_up(index, sink);
        } else if red {
            self.structural_test(index, sink);
        }
    }

    /// Planes in one hex when all have moved, or at a time freeze (WV-MOV-04). A plane without a pilot takes no test.
    pub(crate) fn collisions(&mut self, next: Flow, sink: &mut Sink<What>) {
        let mut struck = 0_u8;
        let planes = self.now.planes();
        for (i, p) in planes.iter().enumerate().filter(|(_, p)| p.in_play()) {
            for (j, q) in planes.iter().enumerate().skip(i + 1).filter(|(_, q)| q.in_play()) {
                if p.at == q.at {
                    struck |= 1 << i | 1 << j;
                    let (plane, with) = (i as u8, j as u8);
                    tell!(sink, "WV-MOV-04", What::Collided { plane, with });
                }
            }
        }
        while struck != 0 {
            let index = struck.trailing_zeros() as u8;
            struck &= struck - 1;
            if self.plane(index).pilot != Health::Dead {
                self.structural_test(index, sink);
            }
        }
        self.now.flow = next;
    }
}
