//! What a player makes of a position: where a plane could fly, and what it would be worth there. No rule is here. It
//! runs on imagined states; how far a player looks is in the bots.

use crate::foresight::Expected;
use crate::manner::Manner;
use crate::kinds::{Aim, Attitude, Side, Skill, UnitId};
use crate::movement::final_speed;
use crate::order::{ACTS, Act, Course};
use crate::state::{Fate, Plane, State};
use geometry::Hex;
use std::collections::BTreeSet;

/// What a plane, unhurt, is worth; a hit takes a part of it.
pub(crate) const PLANE: f64 = 120.0;
const HIT: f64 = 10.0;
/// A hit on a plane that the match turns on counts so many times.
const PREY: f64 = 3.0;
/// Leaving the map without a reason, a stall, a structural test.
pub(crate) const FLIGHT: f64 = -60.0;
const STALL: f64 = -25.0;
const RED: f64 = -12.0;
/// The part of a plane that a structural test costs which it passes.
const STRAINED: f64 = 0.3;
/// A crossing that counts; for whoever must come back over the line, each hex that is missing to turn before an edge,
/// and the hexes that a turn takes.
pub(crate) const CROSSED: f64 = 40.0;
const EDGE: f64 = 1.0;
const TURN: i8 = 5;
/// The nose points away from the line that is to be crossed.
const AWAY: f64 = 3.0;
/// A match that is won.
const WON: f64 = 200.0;
/// How much of the fire from the ground is expected.
const GROUND_FIRE: f64 = 0.5;

/// A way to fly the rest of a move, if nobody and no die comes between.
#[derive(Clone, Copy, Debug)]
pub struct Flight {
    pub acts: Course,
    /// The plane at its end.
    pub end: Plane,
}

/// What a plane is out for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Errand {
    Fight,
    /// Shoot at a balloon or ground unit.
    Strike(UnitId),
    Bomb(UnitId),
    /// Fly level across the line of a reconnaissance.
    Cross,
    Leave {
        east: bool,
    },
}

/// Looks for ways until it has seen enough.
pub(crate) struct Ways<'a> {
    state: &'a State,
    acts: Vec<Act>,
    seen: BTreeSet<u64>,
    left: usize,
}

impl<'a> Ways<'a> {
    pub fn new(state: &'a State, most: usize) -> Self {
        Self { state, acts: Vec::new(), seen: BTreeSet::new(), left: most }
    }

    /// Shows every end of the move that has not been reached in the same way before; says whether that was enough.
    pub fn from(&mut self, p: &Plane, visit: &mut impl FnMut(&[Act], &Plane) -> bool) -> bool {
        if self.left == 0 || self.acts.len() + 1 >= ACTS || !self.seen.insert(trace(p)) {
            return false;
        }
        self.left -= 1;
        let over = !p.in_play() || p.stalled || p.mp < 1;
        if over && visit(&self.acts, p) {
            return true;
        }
        if !p.in_play() || p.stalled {
            return false;
        }
        let mut next = Vec::with_capacity(16);
        self.state.visit_acts(p, &mut |act| {
            if !matches!(act, Act::Throttle { .. } | Act::End) && !self.is_a_bet(p, act) {
                next.push(act);
            }
            false
        });
        for act in next {
            let mut after = *p;
            after.throttled = true;
            self.state.rehearse(&mut after, act, &mut |_| {});
            self.acts.push(act);
            let enough = self.from(&after, visit);
            self.acts.pop();
            if enough {
                return true;
            }
        }
        false
    }

    /// A Recruit who must test for a maneuver does without it.
    fn is_a_bet(&self, p: &Plane, act: Act) -> bool {
        let Act::Begin { maneuver } = act else { return false };
        p.skill() == Skill::Recruit && self.state.content().maneuver(maneuver).recruit_test
    }
}

/// What tells one point of a move from another.
fn trace(p: &Plane) -> u64 {
    let flags = [
        p.inverted,
        p.jinked,
        p.barrel,
        p.leafed,
        p.no_fire,
        p.level,
        p.turned,
        p.begun,
        p.half_barrel,
        p.wingover_exit,
        p.stalled,
        p.running.is_some(),
        p.no_bombs,
    ];
    let bits = flags.iter().fold(0_u64, |bits, flag| bits << 1 | u64::from(*flag));
    let byte = |n: i8| u64::from(n as u8);
    bits << 40
        | byte(p.at.x) << 32
        | byte(p.at.y) << 24
        | byte(p.mp) << 16
        | byte(p.delta) << 8
        | (p.facing as u64) << 4
        | p.fate as u64
}

/// From where a run at a target begins: a few hexes before and above it, the nose towards it.
fn way_to_a_run(p: &Plane, target: Hex) -> f64 {
    let height = if target.y > 0 { 0 } else { 5 };
    let start = Hex::new(target.x, (target.y + height).min(30));
    let seen = p.at.bearing(p.facing, target).within_60();
    f64::from(p.at.distance(start).max(2)) + if seen { 0.0 } else { 4.0 }
}

/// A plane at the beginning of its own move.
pub(crate) fn ready(p: &Plane) -> Plane {
    Plane {
        initial: p.cue,
        delta: 0,
        mp: p.cue.max(0),
        flown: 0,
        start: p.at,
        throttled: false,
        begun: false,
        turned: false,
        wingover_exit: false,
        jinked: false,
        barrel: false,
        leafed: false,
        slipped: false,
        no_fire: false,
        no_bombs: false,
        level: p.attitude() == Attitude::Level,
        active: true,
        done: false,
        idle: false,
        ..*p
    }
}

impl State {
    /// Every way to fly on from here, its throttle left as it is; at most so many points of the way are looked at.
    pub fn flights(&self, plane: u8, most: usize) -> Vec<Flight> {
        let mut found = Vec::new();
        let mut p = *self.plane(plane);
        if !p.active {
            p = ready(&p);
        }
        Ways::new(self, most).from(&p, &mut |acts, end| {
            found.extend(Course::new(acts).map(|acts| Flight { acts, end: *end }));
            false
        });
        found
    }

    /// The throttle after which the next round looks best, of those that are legal, and what it is worth.
    pub fn best_throttle(&self, now: &Plane, end: &Plane) -> (i8, f64) {
        let mut best: Option<(i8, f64)> = None;
        self.visit_acts(now, &mut |act| {
            if let Act::Throttle { to } = act {
                let worth = self.speed_worth(&Plane { throttle: to, ..*end });
                if best.is_none_or(|(_, other)| worth > other) {
                    best = Some((to, worth));
                }
                return false;
            }
            // Throttles come first.
            true
        });
        best.unwrap_or_else(|| (end.throttle, self.speed_worth(end)))
    }

    /// What the speed of the next round is worth.
    pub(crate) fn speed_worth(&self, end: &Plane) -> f64 {
        if !end.in_play() || end.stalled {
            return 0.0;
        }
        let speed = final_speed(end);
        let strip = self.kind_of(end).strip(end.band());
        let near_the_ground = if end.at.y <= 4 { 2.5 } else { 1.0 };
        if strip.is_stall(speed) {
            STALL * near_the_ground
        } else if strip.is_candy(speed) {
            -PLANE
        } else if strip.is_red(speed) {
            RED
        } else {
            let margin = f64::from(speed - strip.first);
            0.5 * f64::from(speed.min(strip.top)) - if margin < 2.0 { 4.0 } else { 0.0 }
        }
    }

    /// What it is worth to a side that one of its planes ends its move so, the others where they are expected then.
    pub fn outlook(&self, plane: u8, end: &Plane) -> f64 {
        Expected::now(self, plane, &Manner::PLAIN).worth(end)
    }

    /// How a match stands for a side: who has won, who still flies and in what shape, how far every errand has come.
    pub(crate) fn standing(&self, side: Side) -> f64 {
        let for_side = |whose: Side| if whose == side { 1.0 } else { -1.0 };
        let won = self.now.outcome.and_then(|ending| ending.winner);
        let mut sum = won.map_or(0.0, |winner| WON * for_side(winner));
        for (i, p) in self.now.planes().iter().enumerate() {
            let plane = i as u8;
            let errand = self.errand(plane);
            let own = match p.fate {
                Fate::Flying => {
                    let hit = self.worth_of_a_hit(UnitId(plane));
                    let hurt = f64::from(p.structure + p.engine + p.controls.iter().sum::<u8>());
                    PLANE - hit * hurt.min(6.0)
                        + Self::flying_worth(p)
                        + self.speed_worth(p)
                        + self.errand_worth(plane, errand)
                        + CROSSED * f64::from(p.crossings)
                }
                Fate::LeftEast | Fate::LeftWest => {
                    let wanted = errand == (Errand::Leave { east: p.fate == Fate::LeftEast });
                    let kept = if wanted && p.safe { PLANE + 20.0 } else { PLANE + FLIGHT };
                    kept + CROSSED * f64::from(p.crossings)
                }
                Fate::Destroyed | Fate::Landed => PLANE + self.worth_of_a_fall(p),
            };
            sum += own * for_side(p.side);
        }
        for (i, unit) in self.now.grounds().iter().enumerate() {
            let target = UnitId::ground(i);
            sum -= self.worth_of_a_hit(target) * f64::from(unit.hits) * for_side(unit.side);
        }
        sum
    }

    /// A plane that does not fly any more.
    pub(crate) fn worth_of_a_fall(&self, end: &Plane) -> f64 {
        match end.fate {
            Fate::Landed if self.table.aim != Aim::OverTheTop => FLIGHT - 10.0,
            _ => -PLANE,
        }
    }

    /// Height, attitude, control.
    pub(crate) fn flying_worth(end: &Plane) -> f64 {
        let mut worth = if end.stalled { STALL } else { 0.0 };
        worth -= 3.0 * f64::from((3 - end.at.y).max(0));
        if end.inverted {
            worth -= 1.5;
        }
        worth
    }

    /// The price of a hex where somebody stands who does not move any more: both test their structure (WV-MOV-04).
    pub(crate) fn crowd(&self, plane: u8) -> f64 {
        let p = self.plane(plane);
        let mut price = 0.0;
        for (i, other) in self.now.planes().iter().enumerate() {
            if i == usize::from(plane) || !other.in_play() || !other.done || other.at != p.at {
                continue;
            }
            // To ram an enemy is no aim: who falls unhit is nobody's kill.
            let friend = if other.side == p.side { self.cost_of_a_test(other) } else { 0.0 };
            price += self.cost_of_a_test(p) + friend;
        }
        price
    }

    /// What a structural test takes of a plane on average (WV-OVS-02).
    fn cost_of_a_test(&self, p: &Plane) -> f64 {
        let die = self.kind_of(p).sturdiness.test(p.skill().shift());
        let (strained, unhurt) = self.test_odds(die);
        PLANE * ((6 - strained - unhurt) as f64 + STRAINED * strained as f64) / 6.0
    }

    /// What guns on the ground could do to a plane that has come into their reach, on average.
    pub(crate) fn fire_from_the_ground(&self, plane: u8) -> f64 {
        let mut sum = 0.0;
        for unit in 0..usize::from(self.now.ground_count) {
            if self.reaches(unit, usize::from(plane))
                && let Some(shot) = self.visit_ground_shifts(unit, usize::from(plane), &mut |_, _| {})
            {
                sum += self.mean_hits(shot.colour) * self.worth_of_a_hit(UnitId(plane));
            }
        }
        GROUND_FIRE * sum
    }

    /// What one plane could do to another with every gun.
    pub fn shots_at(&self, plane: u8, target: u8) -> f64 {
        self.shots_by(plane, target, &Manner::PLAIN)
    }

    pub(crate) fn shots_by(&self, plane: u8, target: u8, manner: &Manner) -> f64 {
        let guns = self.kind_of(self.plane(plane)).weapons.len();
        (0..guns).map(|gun| self.burst(plane, gun, UnitId(target), manner)).sum()
    }

    /// How much of its structure a plane has lost.
    pub(crate) fn frailty(&self, plane: u8) -> f64 {
        let p = self.plane(plane);
        let zebra = self.content().structures[self.kind_of(p).structure].zebra();
        f64::from(p.structure) / f64::from(zebra.max(1))
    }

    /// The errand of a plane whose pilot knows when to go home.
    pub(crate) fn errand_by(&self, plane: u8, manner: &Manner) -> Errand {
        let errand = self.errand(plane);
        if errand != Errand::Fight || manner.prudence <= 0.0 {
            return errand;
        }
        let p = self.plane(plane);
        let away = || {
            let room = |east: bool| {
                let way = if east { self.table.map.columns - p.at.x } else { p.at.x };
                way + if p.facing.is_right() == east { 0 } else { 5 }
            };
            Errand::Leave { east: room(true) < room(false) }
        };
        let hurt = self.frailty(plane) >= manner.prudence;
        match self.table.aim {
            Aim::Dogfight | Aim::Value => {
                let score = |side: Side| match self.table.aim {
                    Aim::Dogfight => u16::from(self.half_kills(side)),
                    _ => self.value_destroyed(side),
                };
                let (own, his) = (score(p.side), score(p.side.other()));
                if own > his || (own == his && hurt) { away() } else { errand }
            }
            Aim::OverTheTop | Aim::RedBaron if hurt => away(),
            _ => errand,
        }
    }

    /// What a burst is worth on average; nothing if it can not be fired.
    pub(crate) fn burst(&self, plane: u8, gun: usize, target: UnitId, manner: &Manner) -> f64 {
        if self.check_fire(plane, gun, target, false).is_err() {
            return 0.0;
        }
        let shot = self.visit_shifts(plane, gun, target, false, &mut |_, _| {});
        let worth = self.mean_hits(shot.colour) * self.worth_of_a_hit(target);
        match target.as_plane() {
            Some(i) if manner.finish > 0.0 => worth * (1.0 + manner.finish * self.frailty(i as u8)),
            _ => worth,
        }
    }

    pub(crate) fn mean_hits(&self, die: crate::kinds::Colour) -> f64 {
        let faces = &self.content().combat[die.index()];
        faces.iter().map(|f| f64::from(f.points())).sum::<f64>() / 6.0
    }

    pub(crate) fn worth_of_a_hit(&self, target: UnitId) -> f64 {
        if let Some(g) = target.as_ground().and_then(|i| self.now.grounds().get(i)) {
            let needed = f64::from(self.target_of(g).hits.max(1));
            let wanted = match self.table.aim {
                Aim::FrankLuke | Aim::Balloon => self.target_of(g).balloon,
                Aim::TomsRevenge | Aim::PrancingHorse | Aim::Raid | Aim::Value => true,
                _ => false,
            };
            return if wanted { 80.0 / needed } else { 1.0 };
        }
        let prey = target.as_plane().is_some_and(|i| self.is_prey(i as u8));
        if prey { PREY * HIT } else { HIT }
    }

    /// Whether the match turns on this plane.
    fn is_prey(&self, plane: u8) -> bool {
        let p = self.plane(plane);
        match self.table.aim {
            Aim::RedBaron => self.hero(p.side).is_some_and(|h| std::ptr::eq(h, p)),
            Aim::LastRaid | Aim::Raid => self.kind_of(p).bomber,
            Aim::Recon | Aim::Photograph => self.table.recon.is_some_and(|r| r.plane == plane),
            Aim::PrancingHorse => {
                self.hero(Side::Allied).is_some_and(|h| std::ptr::eq(h, p))
                    || (self.table.recon.is_some_and(|r| r.plane == plane) && p.crossings > 0)
            }
            _ => false,
        }
    }

    pub(crate) fn errand(&self, plane: u8) -> Errand {
        let p = self.plane(plane);
        let home = Errand::Leave { east: p.side == Side::German };
        let observes = self.table.recon.is_some_and(|r| r.plane == plane);
        let photographs = || if self.recon_done() { home } else { Errand::Cross };
        let strike = |balloons: bool| {
            let foes = self.now.grounds().iter().enumerate();
            foes.filter(|(_, g)| g.side != p.side && g.in_play())
                .filter(|(_, g)| !balloons || self.target_of(g).balloon)
                .min_by_key(|(_, g)| g.at.distance(p.at))
                .map(|(i, _)| UnitId::ground(i))
        };
        let attacks = p.side == self.table.setup.attacker;
        match (self.table.aim, p.side) {
            (Aim::FrankLuke, Side::Allied) => strike(true).map_or(home, Errand::Strike),
            (Aim::TomsRevenge, Side::Allied) => strike(false).map_or(home, Errand::Strike),
            (Aim::RedBaron, Side::German) if self.hunt_is_over(p) => home,
            (Aim::Recon, Side::Allied) | (Aim::PrancingHorse, Side::German) | (Aim::Photograph, _)
                if observes =>
            {
                photographs()
            }
            (Aim::PrancingHorse, Side::Allied) => strike(false).map_or(Errand::Fight, Errand::Strike),
            (Aim::LastRaid, Side::German) if self.kind_of(p).bomber => Errand::Leave { east: false },
            (Aim::Raid, _) if attacks && self.kind_of(p).bomber => match strike(false) {
                Some(target) if p.loaded => Errand::Bomb(target),
                Some(target) if p.guns.iter().any(|g| g.total() > 0) => Errand::Strike(target),
                _ => home,
            },
            (Aim::Balloon, _) if attacks => strike(true).map_or(Errand::Fight, Errand::Strike),
            _ => Errand::Fight,
        }
    }

    /// Whether the hunter has nothing left to win: his prey is down or gone, or he can not hurt it any more and it has
    /// no leak or fire that could bring it down (WV-SCN-09).
    fn hunt_is_over(&self, hunter: &Plane) -> bool {
        let unarmed = hunter.guns.iter().all(|g| g.total() == 0);
        self.hero(Side::Allied)
            .is_none_or(|prey| !prey.fights() || (unarmed && prey.leak.is_none() && !prey.fire))
    }

    /// How far a plane has come with what it is out for.
    pub(crate) fn errand_worth(&self, plane: u8, errand: Errand) -> f64 {
        let p = self.plane(plane);
        let columns = f64::from(self.table.map.columns);
        match errand {
            Errand::Fight => 0.0,
            Errand::Strike(unit) => -1.2 * way_to_a_run(p, self.place_of(unit)),
            Errand::Bomb(unit) => {
                if self.check_bombs(plane, unit).is_ok() {
                    return 60.0 - f64::from(p.at.y);
                }
                let at = self.place_of(unit);
                let line = Self::bomb_line(p.at.y, p.facing.is_right(), at.x);
                let ahead = f64::from(if p.facing.is_right() { line - p.at.x } else { p.at.x - line });
                let way = if ahead >= 0.0 { ahead } else { 8.0 - ahead };
                -0.8 * way - 0.3 * f64::from(p.at.y) - if p.attitude() == Attitude::Level { 0.0 } else { 3.0 }
            }
            Errand::Cross => self.way_to_the_line(p),
            Errand::Leave { east } => {
                let way = if east { columns - f64::from(p.at.x) } else { f64::from(p.at.x) };
                -1.5 * way
            }
        }
    }

    /// How far a plane is from its next crossing: the way, the level, the nose, the room to turn behind it.
    pub(crate) fn way_to_the_line(&self, p: &Plane) -> f64 {
        self.table.recon.map_or(0.0, |r| {
            let side = self.side_of_line(p);
            let goes_west = side > 0 || (side == 0 && p.line_side > 0);
            let beyond = if goes_west { r.x - 2 } else { r.x + 2 };
            let off = r.level.map_or(0.0, |l| f64::from((l - p.at.y).abs()));
            let away = if p.facing.is_right() == goes_west { AWAY } else { 0.0 };
            -0.8 * f64::from((beyond - p.at.x).abs()) - 1.2 * off - away - EDGE * f64::from(self.cramped(p))
        })
    }

    /// How far it is home.
    pub(crate) fn way_home(&self, p: &Plane) -> f64 {
        let way = if p.side == Side::German { self.table.map.columns - p.at.x } else { p.at.x };
        -0.5 * f64::from(way)
    }

    /// What the crossings are worth that a plane would fly with these acts, and on which side of the line it ends.
    pub(crate) fn photographs(&self, plane: u8, acts: &[Act]) -> (f64, i8) {
        let mut p = *self.plane(plane);
        if self.table.recon.is_none_or(|r| r.plane != plane) {
            return (0.0, p.line_side);
        }
        if !p.active {
            p = ready(&p);
        }
        let (crossed, side) = self.crossings_of(p, acts);
        (CROSSED * f64::from(crossed), side)
    }

    /// How many hexes are missing to turn before the edge ahead.
    fn cramped(&self, p: &Plane) -> i8 {
        let room = if p.facing.is_right() { self.table.map.columns - 1 - p.at.x } else { p.at.x };
        (TURN - room).max(0)
    }

    /// Where the enemies are: in front of the nose and not behind, near, and lower.
    pub(crate) fn company(&self, plane: u8, errand: Errand, manner: &Manner) -> f64 {
        let p = self.plane(plane);
        let fights = matches!(errand, Errand::Fight);
        let mut worth = 0.0;
        let mut nearest = f64::MAX;
        let hunted = |i: u8| self.plane(i).side != p.side && self.plane(i).fights() && self.is_prey(i);
        let hunts = (0..self.now.plane_count).any(hunted);
        for (i, enemy) in self.now.planes().iter().enumerate() {
            if enemy.side == p.side || !enemy.fights() {
                continue;
            }
            let far = f64::from(p.at.distance(enemy.at));
            let near = (8.0 - far).max(0.0);
            if !hunts || self.is_prey(i as u8) {
                nearest = nearest.min(far);
            }
            let mine = p.at.bearing(p.facing, enemy.at);
            let his = enemy.at.bearing(enemy.facing, p.at);
            if mine.within_60() {
                worth += manner.ahead * near;
            }
            if his.beyond_120() {
                worth += manner.behind * near;
            } else if his.within_30() {
                worth -= if enemy.done { manner.seen } else { manner.stalked } * near;
            }
            worth += manner.height * f64::from((p.at.y - enemy.at.y).clamp(-6, 6));
        }
        if fights && nearest < f64::MAX {
            worth -= manner.near * nearest.max(2.0);
        }
        if fights { worth } else { worth * 0.3 }
    }

    /// A plane as it would be after an act.
    pub fn after(&self, plane: u8, act: Act) -> Plane {
        let mut p = *self.plane(plane);
        self.rehearse(&mut p, act, &mut |_| {});
        p
    }

    /// The table with a plane somewhere else.
    #[must_use]
    pub fn with_plane(&self, plane: u8, end: &Plane) -> Self {
        let mut world = self.clone();
        *world.plane_mut(plane) = *end;
        world
    }
}
