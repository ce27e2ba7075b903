//! 7.3 ORDER OF MOVEMENT and 7.4 TIE-BRAKING PROCEDURE: pools, tailing, engagement, ties (WV-ORD-01 to WV-ORD-05,
//! WV-TAI-01, WV-TIE-01).

use crate::dice::tell;
use crate::event::What;
use crate::kinds::PLANES;
use crate::map::mega_distance;
use crate::sequence_of_play::planes_of;
use crate::state::{Flow, Phase, Plane, State};
use table::Sink;

/// Whether one plane starts the round on the other's tail (WV-TAI-01).
pub(crate) fn tails(tailer: &Plane, target: &Plane) -> bool {
    tailer.side != target.side
        && !tailer.wild
        && tailer.fights()
        && target.fights()
        && (1..=2).contains(&tailer.at.distance(target.at))
        && target.at.bearing(target.facing, tailer.at).beyond_120()
}

impl State {
    /// Who tails whom and who is engaged with whom in this round.
    pub(crate) fn find_tailing(&mut self, sink: &mut Sink<What>) {
        let count = usize::from(self.now.plane_count).min(PLANES);
        let mut links = [0_u8; PLANES];
        let mut foes = [0_u8; PLANES];
        for i in 0..count {
            for j in 0..i {
                let (p, q) = (&self.now.planes[i], &self.now.planes[j]);
                if p.side == q.side || !p.fights() || !q.fights() {
                    continue;
                }
                // Hexes of adjacent MegaHexes are at most 4 + 2 + 2 apart.
                if p.at.distance(q.at) <= 8 && mega_distance(p.at, q.at) <= 1 {
                    foes[i] |= 1 << j;
                    foes[j] |= 1 << i;
                    links[i] |= u8::from(tails(p, q)) << j;
                    links[j] |= u8::from(tails(q, p)) << i;
                }
            }
        }
        for (i, (tailed, engaged)) in links.into_iter().zip(foes).enumerate().take(count) {
            let p = &mut self.now.planes[i];
            p.tails = tailed;
            p.foes = engaged;
            for target in planes_of(tailed) {
                tell!(sink, "WV-TAI-01", What::Tails { plane: i as u8, target });
            }
        }
    }

    /// Planes that tail this one.
    pub(crate) fn tailers(&self, index: u8) -> u8 {
        let mut set = 0;
        for (i, p) in self.now.planes().iter().enumerate() {
            set |= (p.tails >> index & 1) << i;
        }
        set
    }

    /// A maneuver that breaks tailing was flown to its end (WV-HLP-04).
    pub(crate) fn break_tailing(&mut self, target: u8, sink: &mut Sink<What>) {
        for plane in planes_of(self.tailers(target)) {
            self.plane_mut(plane).tails &= !(1 << target);
            tell!(sink, "WV-HLP-04", What::TailingBroken { plane, target });
        }
    }

    /// The pool a plane moves in, 1 to 5 (WV-ORD-01).
    pub(crate) fn pool(&self, index: u8) -> u8 {
        let p = self.plane(index);
        if p.wild {
            1
        } else if p.tails != 0 || self.tailers(index) != 0 {
            2
        } else if p.foes != 0 {
            3
        } else if self.sees_an_enemy(p) {
            5
        } else {
            4
        }
    }

    pub(crate) fn order_of_movement(&mut self, sink: &mut Sink<What>) {
        self.now.phase = Phase::OrderOfMovement;
        let mut pools = [0_u8; 6];
        for i in 0..self.now.plane_count {
            if !self.plane(i).in_play() {
                continue;
            }
            let pool = self.pool(i);
            pools[usize::from(pool)] |= 1 << i;
            self.plane_mut(i).idle = pool == 4;
        }
        self.now.order_len = 0;
        if let Some(anchor) = self.table.anchor {
            // The scout moves first, then the bomber (WV-SCN-06).
            let all = pools.iter().fold(0, |set, pool| set | pool);
            for plane in planes_of(all & !(1 << anchor)).chain(planes_of(all & (1 << anchor))) {
                self.push_order(plane);
            }
        } else {
            for (pool, mut set) in pools.into_iter().enumerate().skip(1) {
                if pool == 2 {
                    self.order_tailing(set, sink);
                    continue;
                }
                while set != 0 {
                    let first = self.first_of(set, sink);
                    self.push_order(first);
                    set &= !(1 << first);
                }
            }
        }
        if sink.is_on() {
            let order = self.now.order().to_vec();
            tell!(sink, "WV-ORD-01", What::OrderSet { order });
        }
        self.now.phase = Phase::Movement;
        tell!(sink, "WV-SEQ-01", What::PhaseBegan { phase: Phase::Movement });
        self.now.flow = Flow::NextMover;
    }

    fn push_order(&mut self, plane: u8) {
        self.now.order[usize::from(self.now.order_len)] = plane;
        self.now.order_len += 1;
    }

    /// Groups linked by tailing, each from the foremost plane back; inside a ring nobody is foremost (WV-ORD-03).
    fn order_tailing(&mut self, pool: u8, sink: &mut Sink<What>) {
        let mut sequences = [[0_u8; PLANES]; PLANES];
        let mut lengths = [0_usize; PLANES];
        let mut heads = 0_u8;
        let mut left = pool;
        while left != 0 {
            let mut group = self.linked(left & left.wrapping_neg()) & pool;
            left &= !group;
            let (mut sequence, mut n) = ([0; PLANES], 0);
            while group != 0 {
                let next = self.first_of(self.foremost(group), sink);
                sequence[n] = next;
                n += 1;
                group &= !(1 << next);
            }
            let head = usize::from(sequence[0]);
            sequences[head] = sequence;
            lengths[head] = n;
            heads |= 1 << head;
        }
        while heads != 0 {
            let head = self.first_of(heads, sink);
            heads &= !(1 << head);
            let n = lengths[usize::from(head)];
            for plane in &sequences[usize::from(head)][..n] {
                self.push_order(*plane);
            }
        }
    }

    /// Those of a group who tail nobody of it, or nobody but planes of their own ring.
    fn foremost(&self, group: u8) -> u8 {
        let free =
            planes_of(group).filter(|i| self.plane(*i).tails & group == 0).fold(0, |set, i| set | 1 << i);
        if free != 0 {
            return free;
        }
        let mut links = [0; PLANES];
        for i in planes_of(group) {
            links[usize::from(i)] = self.plane(i).tails & group;
        }
        let reach = closure(links);
        let closed =
            |i: &u8| planes_of(reach[usize::from(*i)]).all(|j| reach[usize::from(j)] & (1_u8 << *i) != 0);
        planes_of(group).filter(closed).fold(0, |set, i| set | 1 << i)
    }

    /// Everybody joined to these planes by tailing, either way; planes out of control move by themselves.
    fn linked(&self, seed: u8) -> u8 {
        let mut group = seed;
        loop {
            let mut grown = group;
            for (i, p) in self.now.planes().iter().enumerate().filter(|(_, p)| !p.wild) {
                if group & (1 << i) != 0 {
                    grown |= p.tails;
                } else if p.tails & group != 0 {
                    grown |= 1 << i;
                }
            }
            grown = planes_of(grown).filter(|i| !self.plane(*i).wild).fold(0, |set, i| set | 1 << i);
            if grown == group {
                return group;
            }
            group = grown;
        }
    }

    /// Least skilled, lowest, slowest; then a d6 each, ties again (WV-TIE-01).
    pub(crate) fn first_of(&mut self, set: u8, sink: &mut Sink<What>) -> u8 {
        let key = |p: &Plane| (p.skill(), p.at.y, p.initial);
        let Some(least) = planes_of(set).map(|i| key(self.plane(i))).min() else { return 0 };
        let mut tied = planes_of(set).filter(|i| key(self.plane(*i)) == least).fold(0_u8, |s, i| s | 1 << i);
        while tied.count_ones() > 1 {
            let (mut lowest, mut again) = (7, 0);
            for plane in planes_of(tied) {
                let roll = self.d6(sink);
                tell!(sink, "WV-TIE-01", What::TieRolled { plane, roll });
                if roll < lowest {
                    (lowest, again) = (roll, 0);
                }
                if roll == lowest {
                    again |= 1 << plane;
                }
            }
            tied = again;
        }
        tied.trailing_zeros() as u8
    }
}

/// Whom one reaches by following links.
fn closure(links: [u8; PLANES]) -> [u8; PLANES] {
    let mut reach = links;
    for _ in 0..PLANES {
        for i in 0..PLANES {
            for j in planes_of(reach[i]) {
                reach[i] |= reach[usize::from(j)];
            }
        }
    }
    reach
}
