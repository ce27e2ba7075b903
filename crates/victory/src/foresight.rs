//! What a player expects: where everybody will be when fire is opened, in this round and in the next one, and how an
//! errand goes on from there. No rule is here. It runs on imagined states.

use crate::appraise::{CROSSED, Errand, FLIGHT, PLANE, Ways, ready};
use crate::kinds::{Attitude, PLANES, UnitId};
use crate::manner::Manner;
use crate::movement::{final_speed, straight};
use crate::order::Act;
use crate::sequence_of_play::planes_of;
use crate::state::{Fate, Plane, State};

/// Photographs are planned for so many rounds with so many ways at a time, each with so many points looked at; what
/// comes a round later is worth so much less.
const ROUNDS: i32 = 4;
const BEAM: usize = 16;
const POINTS: usize = 250;
const LATER: f64 = 0.9;
/// The price of a place from which there is no way to fly on.
pub(crate) const TRAPPED: f64 = 70.0;
/// All photographs taken.
const ALL_TAKEN: f64 = 30.0;

/// The table as one plane expects it to lie when fire is opened: who has yet to move flies straight on.
pub(crate) struct Expected {
    world: State,
    plane: u8,
    errand: Errand,
    /// How sure everybody's place is.
    sure: [f64; PLANES],
    /// The bomber of scenario 3 stays where it is and the others fall behind.
    behind: i8,
    next_round: bool,
    manner: Manner,
}

impl Expected {
    /// At the end of this round.
    pub fn now(state: &State, plane: u8, manner: &Manner) -> Self {
        Self::of(state, plane, false, manner)
    }

    /// At the end of the next one.
    pub fn next_round(state: &State, plane: u8, manner: &Manner) -> Self {
        Self::of(state, plane, true, manner)
    }

    fn of(state: &State, plane: u8, next_round: bool, manner: &Manner) -> Self {
        let mut world = state.clone();
        let mut sure = [1.0; PLANES];
        let mut behind = 0;
        for i in 0..state.now.plane_count {
            let p = state.plane(i);
            let moves = u8::from(!p.done) + u8::from(next_round);
            if i == plane || p.side == state.plane(plane).side || !p.fights() || moves == 0 {
                continue;
            }
            if state.table.anchor == Some(i) {
                behind = p.cue.max(0) * moves as i8;
                continue;
            }
            sure[usize::from(i)] = if state.is_steady(i) { manner.steady } else { manner.free };
            for _ in 0..moves {
                *world.plane_mut(i) = world.carried_on(i);
            }
        }
        let errand = state.errand_by(plane, manner);
        Self { world, plane, errand, sure, behind, next_round, manner: *manner }
    }

    /// What it is worth to the plane's side that it ends its move so.
    pub fn worth(&mut self, end: &Plane) -> f64 {
        match end.fate {
            Fate::Flying => {}
            Fate::Destroyed | Fate::Landed => return self.world.worth_of_a_fall(end),
            Fate::LeftEast | Fate::LeftWest => {
                let wanted = self.errand == (Errand::Leave { east: end.fate == Fate::LeftEast });
                return if wanted && end.safe { PLANE } else { FLIGHT };
            }
        }
        let mut here = *end;
        here.at.x += self.behind;
        if !self.world.table.map.holds(here.at) {
            return FLIGHT;
        }
        *self.world.plane_mut(self.plane) = here;
        let world = &self.world;
        let mut worth = State::flying_worth(&here) + self.fire();
        for enemy in planes_of(world.foes_of(here.side)) {
            let done = world.plane(enemy).done;
            if self.next_round || done {
                let part = if self.next_round {
                    self.manner.returned * self.sure[usize::from(enemy)]
                } else {
                    self.manner.care
                };
                worth -= part * world.shots_by(enemy, self.plane, &self.manner);
            }
        }
        worth -= world.fire_from_the_ground(self.plane);
        worth += world.errand_worth(self.plane, self.errand) + world.company(self.plane, self.errand, &self.manner);
        if self.next_round { worth } else { worth - world.crowd(self.plane) }
    }

    /// The best burst of every position, against whoever is in its reach; who moves later may be gone by then.
    fn fire(&self) -> f64 {
        let world = &self.world;
        let p = world.plane(self.plane);
        let enemies = world.enemies_of(p.side);
        let mut sum = 0.0;
        for gun in 0..world.kind_of(p).weapons.len() {
            let (mut best, mut left) = (0.0_f64, enemies);
            while left != 0 {
                let target = UnitId(left.trailing_zeros() as u8);
                left &= left - 1;
                if world.in_arc(p, gun, world.place_of(target)).is_some() {
                    let sure = target.as_plane().map_or(1.0, |i| self.sure[i]);
                    best = best.max(sure * world.burst(self.plane, gun, target, &self.manner));
                }
            }
            sum += best;
        }
        sum
    }
}

/// A way that photographs are planned along: the plane, what it has taken by then, and the first move it began with.
struct Leg {
    p: Plane,
    taken: f64,
    root: usize,
    worth: f64,
}

impl State {
    /// Planes of the enemy that can fight, as a set.
    fn foes_of(&self, side: crate::kinds::Side) -> u8 {
        (self.enemies_of(side) & ((1 << PLANES) - 1)) as u8
    }

    /// Whether a plane is on its way somewhere and will hardly turn.
    fn is_steady(&self, plane: u8) -> bool {
        self.kind_of(self.plane(plane)).sluggish || matches!(self.errand(plane), Errand::Leave { .. })
    }

    /// A plane a round later, if it flies straight on; one that would be lost so will do something else.
    fn carried_on(&self, plane: u8) -> Plane {
        let p = self.plane(plane);
        let mut q = ready(p);
        q.running = None;
        while q.mp > 0 && q.in_play() && !q.stalled {
            straight(&self.table.content, &self.table.map, &mut q);
        }
        let left = matches!(q.fate, Fate::LeftEast | Fate::LeftWest);
        let meant = left && matches!(self.errand(plane), Errand::Leave { .. });
        if !q.in_play() && !meant {
            return Plane { done: true, ..*p };
        }
        q.cue = final_speed(&q);
        Plane { done: true, active: false, ..q }
    }

    /// How the next round looks from the end of a move, at best; nothing if there is no way to fly on.
    pub(crate) fn next_round(&self, end: &Plane, most: usize, expected: &mut Expected) -> Option<f64> {
        if !end.in_play() || self.stalls_at(end, end.band(), final_speed(end)) {
            return None;
        }
        let p = ready(&Plane { cue: final_speed(end), ..*end });
        let mut best: Option<f64> = None;
        Ways::new(self, most).from(&p, &mut |_, end| {
            if (end.in_play() && !end.stalled) || matches!(end.fate, Fate::LeftEast | Fate::LeftWest) {
                let worth = expected.worth(end);
                if (end.in_play() || worth > 0.0) && best.is_none_or(|other| worth > other) {
                    best = Some(worth);
                }
            }
            false
        });
        best
    }

    /// Whether a plane has photographs to take.
    pub(crate) fn crosses(&self, plane: u8) -> bool {
        self.errand(plane) == Errand::Cross
    }

    /// The throttles of a move that lead to different speeds, the fastest first.
    pub(crate) fn throttles(&self, now: &Plane, end: &Plane) -> Vec<i8> {
        let mut found: Vec<(i8, i8)> = Vec::new();
        self.visit_acts(now, &mut |act| {
            if let Act::Throttle { to } = act {
                let speed = final_speed(&Plane { throttle: to, ..*end });
                if found.iter().all(|(_, other)| *other != speed) {
                    found.push((to, speed));
                }
                return false;
            }
            // Throttles come first.
            true
        });
        if found.is_empty() {
            return vec![end.throttle];
        }
        found.reverse();
        found.into_iter().map(|(to, _)| to).collect()
    }

    /// What the photographs come to that can be taken in the next rounds from each of these ends.
    pub(crate) fn photographs_to_come(&self, plane: u8, ends: &[(Plane, f64)]) -> Vec<f64> {
        let Some(recon) = self.table.recon.filter(|r| r.plane == plane) else { return vec![0.0; ends.len()] };
        let needed = f64::from(recon.needed.saturating_sub(self.plane(plane).crossings)) * CROSSED;
        let leg = |p: Plane, taken: f64, root: usize| {
            let left = if taken + 1.0 >= needed {
                ALL_TAKEN + self.way_home(&p)
            } else {
                self.way_to_the_line(&p) + self.speed_worth(&p)
            };
            Leg { p, taken, root, worth: taken + left }
        };
        let mut beam: Vec<Leg> =
            ends.iter().enumerate().map(|(root, (p, taken))| leg(*p, *taken, root)).collect();
        let mut best: Vec<f64> = beam.iter().map(|l| l.worth - TRAPPED).collect();
        let mut later = 1.0;
        for _ in 0..ROUNDS {
            later *= LATER;
            let mut next: Vec<Leg> = Vec::new();
            for l in &beam {
                if !l.p.in_play() || self.stalls_at(&l.p, l.p.band(), final_speed(&l.p)) {
                    continue;
                }
                let start = ready(&Plane { cue: final_speed(&l.p), ..l.p });
                Ways::new(self, POINTS).from(&start, &mut |acts, end| {
                    if end.in_play() && !end.stalled {
                        let (crossed, line_side) = self.crossings_of(start, acts);
                        let taken = (l.taken + later * CROSSED * f64::from(crossed)).min(needed);
                        for throttle in self.throttles(&start, end) {
                            next.push(leg(Plane { throttle, line_side, ..*end }, taken, l.root));
                        }
                    }
                    false
                });
            }
            next.sort_by(|a, b| b.worth.total_cmp(&a.worth));
            let mut kept: Vec<Leg> = Vec::with_capacity(BEAM);
            for l in next {
                best[l.root] = best[l.root].max(l.worth);
                let same = |k: &Leg| {
                    k.p.at == l.p.at && k.p.facing == l.p.facing && final_speed(&k.p) == final_speed(&l.p)
                };
                if kept.len() < BEAM && !kept.iter().any(same) {
                    kept.push(l);
                }
            }
            beam = kept;
        }
        best
    }

    /// How often a plane crosses the line in level flight with these acts, and on which side of it it ends.
    pub(crate) fn crossings_of(&self, mut p: Plane, acts: &[Act]) -> (u8, i8) {
        let level = self.table.recon.and_then(|r| r.level);
        let (mut side, mut crossed) = (p.line_side, 0);
        for act in acts {
            let flies_level = *act == Act::Straight && p.running.is_none() && p.attitude() == Attitude::Level;
            self.rehearse(&mut p, *act, &mut |_| {});
            let now = self.side_of_line(&p);
            if now == 0 || now == side || !p.in_play() {
                continue;
            }
            crossed += u8::from(flies_level && side != 0 && level.is_none_or(|l| l == p.at.y));
            side = now;
        }
        (crossed, side)
    }
}
