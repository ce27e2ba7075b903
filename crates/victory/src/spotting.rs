//! 7.2 SPOTTING: who has whom in sight (WV-SPT-01 to WV-SPT-09).

use crate::dice::tell;
use crate::event::{Test, What};
use crate::kinds::{Colour, GROUND, Icon, Opt, PLANES, UnitId};
use crate::map::mega_distance;
use crate::order::{Ask, Order};
use crate::sequence_of_play::offer;
use crate::state::{Flow, Phase, State};
use geometry::Hex;
use table::Sink;

/// Pilots see so many MegaHexes far; a plain success spots one less.
pub(crate) const RANGE: u8 = 5;

/// What can be made out at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sight {
    /// In plain sight: no test.
    Plain,
    Hidden,
    /// Seen if a test says so; what was seen stays seen.
    Faint,
    /// The same, but what was seen must be tested anew (WV-SPT-08).
    Blind,
    /// In the sun: only what was seen gets a test (WV-SPT-07).
    Sun,
}

impl State {
    pub(crate) fn place_of(&self, unit: UnitId) -> Hex {
        match (unit.as_plane(), unit.as_ground()) {
            (Some(i), _) => self.now.planes[i].at,
            (_, Some(i)) => self.now.ground[i].at,
            _ => Hex::new(0, 0),
        }
    }

    pub(crate) fn sight(&self, from: Hex, heads_right: Option<bool>, to: Hex) -> Sight {
        let distance = mega_distance(from, to);
        let sky = &self.now.sky;
        if distance == 0 {
            Sight::Plain
        } else if distance > RANGE || sky.blocks(&self.table.map, from, to) {
            Sight::Hidden
        } else if sky.dazzles(from, to) {
            Sight::Sun
        } else if sky.silhouettes(from, to) {
            Sight::Plain
        } else if self.table.options.has(Opt::BlindSpot)
            && to.y < from.y
            && heads_right.is_some_and(|right| {
                if right { to.doubled() < from.doubled() } else { to.doubled() > from.doubled() }
            })
        {
            Sight::Blind
        } else {
            Sight::Faint
        }
    }

    /// The spotting phase: each unit for itself (WV-SPT-09).
    pub(crate) fn spotting(&mut self, next: u8, sink: &mut Sink<What>) {
        if next == 0 {
            self.now.phase = Phase::Spotting;
            tell!(sink, "WV-SEQ-01", What::PhaseBegan { phase: Phase::Spotting });
            if sink.is_on() && self.nobody_looks() {
                tell!(sink, "WV-SPT-09", What::PhaseSkipped { phase: Phase::Spotting });
            }
        }
        if usize::from(next) >= PLANES + GROUND {
            self.now.flow = Flow::OrderOfMovement;
            return;
        }
        let unit = UnitId(next);
        self.now.flow = Flow::Spotting { next: next + 1 };
        if let Some(i) = unit.as_plane() {
            if i >= usize::from(self.now.plane_count) {
                // The ground comes next.
                self.now.flow = Flow::Spotting { next: PLANES as u8 };
                return;
            }
            if !self.now.planes[i].fights() {
                return;
            }
            let p = &self.now.planes[i];
            let (side, seen) = (p.side, p.seen);
            let (kept, to_test) = self.look_around(unit, seen);
            self.now.planes[i].seen = kept;
            self.now.to_test = to_test;
            tell_lost(unit, seen & !kept & !to_test, sink);
            tell_spotted(unit, kept & !seen, sink);
            if to_test != 0 {
                if self.table.automated[side.index()] {
                    self.look_for_all(unit, seen, sink);
                } else {
                    // What must be tested anew is out of sight until it is.
                    tell_lost(unit, seen & to_test, sink);
                    self.now.ask = Ask::Look { plane: next };
                }
            }
        } else if let Some(i) = unit.as_ground() {
            if i >= usize::from(self.now.ground_count) {
                self.now.flow = Flow::OrderOfMovement;
                return;
            }
            let g = &self.now.ground[i];
            if !g.in_play() || self.target_of(g).spotting.is_none() {
                return;
            }
            let seen = g.seen;
            let (kept, to_test) = self.look_around(unit, seen);
            self.now.ground[i].seen = kept;
            self.now.to_test = to_test;
            tell_lost(unit, seen & !kept & !to_test, sink);
            tell_spotted(unit, kept & !seen, sink);
            self.look_for_all(unit, seen, sink);
            let g = &mut self.now.ground[i];
            g.alarmed |= g.seen != 0;
        }
    }

    /// Whether nobody comes into sight or out of it in this phase, and nobody has a test.
    fn nobody_looks(&self) -> bool {
        let idle = |unit: UnitId, seen: u32| self.look_around(unit, seen) == (seen, 0);
        let planes = self.now.planes().iter().enumerate();
        let grounds = self.now.grounds().iter().enumerate();
        planes.filter(|(_, p)| p.fights()).all(|(i, p)| idle(UnitId::plane(i), p.seen))
            && grounds
                .filter(|(_, g)| g.in_play() && self.target_of(g).spotting.is_some())
                .all(|(i, g)| idle(UnitId::ground(i), g.seen))
    }

    /// Enemies that stay or come into sight without a test, and those that can be tested for.
    fn look_around(&self, unit: UnitId, seen: u32) -> (u32, u32) {
        let (from, heading, side, only) = if let Some(i) = unit.as_plane() {
            let p = &self.now.planes[i];
            let pair = p.tails | self.tailers(i as u8);
            // Who tails or is tailed has eyes for nobody else (WV-SPT-05).
            let only = if pair == 0 { u32::MAX } else { u32::from(pair) };
            (p.at, Some(p.facing.is_right()), p.side, only)
        } else {
            let g = &self.now.ground[unit.as_ground().unwrap_or(0)];
            (g.at, None, g.side, (1 << PLANES) - 1)
        };
        let (mut kept, mut to_test) = (0, 0);
        let mut enemies = self.enemies_of(side) & only;
        while enemies != 0 {
            let target = UnitId(enemies.trailing_zeros() as u8);
            let bit = target.bit();
            enemies &= enemies - 1;
            match self.sight(from, heading, self.place_of(target)) {
                Sight::Plain => kept |= bit,
                Sight::Faint if seen & bit != 0 => kept |= bit,
                Sight::Faint | Sight::Blind => to_test |= bit,
                Sight::Sun if seen & bit != 0 => to_test |= bit,
                Sight::Sun | Sight::Hidden => {}
            }
        }
        (kept, to_test)
    }

    fn look_for_all(&mut self, unit: UnitId, seen: u32, sink: &mut Sink<What>) {
        while self.now.to_test != 0 {
            let target = UnitId(self.now.to_test.trailing_zeros() as u8);
            self.look_for(unit, target, seen & target.bit() != 0, sink);
        }
    }

    /// The die of a spotting test: skill and weather shift it (WV-SPT-03, WV-WEA-10).
    pub(crate) fn spotting_die(&self, unit: UnitId, target: UnitId) -> Colour {
        let shift = self.now.sky.shift(self.place_of(unit), self.place_of(target));
        if let Some(i) = unit.as_plane() {
            let p = &self.now.planes[i];
            self.kind_of(p).spotting.test(shift + p.skill().shift())
        } else {
            let g = &self.now.ground[unit.as_ground().unwrap_or(0)];
            self.target_of(g).spotting.unwrap_or(Colour::White).test(shift)
        }
    }

    /// How far a target is that a plain success does not spot; nothing if it does.
    pub(crate) fn too_far(&self, unit: UnitId, target: UnitId) -> Option<u8> {
        let distance = mega_distance(self.place_of(unit), self.place_of(target));
        (distance >= RANGE).then_some(distance)
    }

    /// Whether a test finds its target.
    pub(crate) fn spots(&self, unit: UnitId, target: UnitId, icon: Icon) -> bool {
        match icon {
            Icon::Failure => false,
            Icon::Success => self.too_far(unit, target).is_none(),
            Icon::Critical => true,
        }
    }

    /// One test for one target (WV-SPT-03).
    fn look_for(&mut self, unit: UnitId, target: UnitId, was_seen: bool, sink: &mut Sink<What>) {
        self.now.to_test &= !target.bit();
        let die = self.spotting_die(unit, target);
        let icon = self.test_die("WV-SPT-03", Test::Spotting, unit, Some(target), die, sink);
        if self.spots(unit, target, icon) {
            match unit.as_plane() {
                Some(i) => self.now.planes[i].seen |= target.bit(),
                None => self.now.ground[unit.as_ground().unwrap_or(0)].seen |= target.bit(),
            }
            tell!(sink, "WV-SPT-03", What::Spotted { unit, target });
        } else if was_seen {
            tell!(sink, "WV-SPT-04", What::SightLost { unit, target });
        }
    }

    pub(crate) fn visit_looks(&self, visit: &mut impl FnMut(Order) -> bool) -> bool {
        offer!(visit, Order::LookAround);
        offer!(visit, Order::LookAway);
        let mut left = self.now.to_test;
        while left != 0 {
            let target = UnitId(left.trailing_zeros() as u8);
            left &= left - 1;
            offer!(visit, Order::Look { target });
        }
        false
    }

    pub(crate) fn look(&mut self, plane: u8, order: Order, sink: &mut Sink<What>) {
        let unit = UnitId(plane);
        match order {
            Order::LookAround => self.look_for_all(unit, 0, sink),
            Order::Look { target } => self.look_for(unit, target, false, sink),
            _ => self.now.to_test = 0,
        }
        if self.now.to_test != 0 {
            self.now.ask = Ask::Look { plane };
        }
    }
}

fn tell_lost(unit: UnitId, mut lost: u32, sink: &mut Sink<What>) {
    while lost != 0 && sink.is_on() {
        let target = UnitId(lost.trailing_zeros() as u8);
        lost &= lost - 1;
        tell!(sink, "WV-SPT-04", What::SightLost { unit, target });
    }
}

fn tell_spotted(unit: UnitId, mut found: u32, sink: &mut Sink<What>) {
    while found != 0 && sink.is_on() {
        let target = UnitId(found.trailing_zeros() as u8);
        found &= found - 1;
        tell!(sink, "WV-SPT-02", What::Spotted { unit, target });
    }
}
