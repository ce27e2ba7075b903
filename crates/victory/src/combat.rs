//! 8.0 COMBAT and 8.1 BASIC AIR-TO-AIR COMBAT: arcs, ammunition, modifiers, jams (WV-ARC-01 to WV-ARC-04, WV-AMM-01 to
//! WV-AMM-05, WV-MOD-01 to WV-MOD-11, WV-JAM-01, WV-JAM-02).

use crate::dice::tell;
use crate::event::{From, Shift, Test, What, Why};
use crate::kinds::{Aspect, Attitude, Colour, GUNS, Health, Hit, Icon, Opt, Skill, UnitId};
use crate::luck::Stake;
use crate::order::{Ask, Order};
use crate::sequence_of_play::{Breach, offer};
use crate::state::{Flow, Gun, Phase, Plan, Plane, State};
use crate::words::many;
use geometry::Facing;
use table::Sink;

/// Shots of one combat phase: every firing position, every ground unit and every bomb load once.
const SHOTS: usize = crate::kinds::PLANES * (GUNS + 1) + crate::kinds::GROUND;

/// Told with figures where there is room for them.
const OUT_OF_RANGE: &str = "out of range";

/// A result that waits until all dice are rolled (WV-MOD-01).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Landing {
    pub target: UnitId,
    pub by: UnitId,
    pub hit: Hit,
    /// The d20 that names the part, where the target is a plane.
    pub roll: PartRoll,
}

/// A d20 as it fell, and as the direction of the attack moves it (WV-DMG-02).
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PartRoll {
    pub natural: u8,
    pub sum: u8,
}

/// A shot as it would be rolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shot {
    pub distance: u8,
    pub aspect: Option<Aspect>,
    pub base: Colour,
    pub shift: i8,
    pub colour: Colour,
}

impl Gun {
    pub fn total(&self) -> u8 {
        self.left[0] + self.left[1]
    }

    /// Takes ammunition; the next number of a gun without a belt must be loaded first (WV-AMM-01 to WV-AMM-05).
    fn spend(&mut self, points: u8, belt: bool) {
        let first = self.left[0].min(points);
        let had_first = self.left[0] > 0;
        self.left[0] -= first;
        self.left[1] -= (points - first).min(self.left[1]);
        if !belt && had_first && self.left[0] == 0 && self.left[1] > 0 {
            self.dry = true;
        }
    }

    /// Whether there is enough for a long burst (WV-AMM-05).
    fn has_long_burst(&self, belt: bool) -> bool {
        if belt { self.total() >= 2 } else { self.left[0] >= 2 || (self.left[0] == 0 && self.left[1] >= 2) }
    }
}

/// From where a shot comes, seen from its target (WV-MOD-05).
pub(crate) fn aspect(target: &Plane, from: geometry::Hex) -> Aspect {
    let bearing = target.at.bearing(target.facing, from);
    if bearing.within_30() {
        Aspect::Head
    } else if bearing.beyond_150() {
        Aspect::Rear
    } else {
        Aspect::Side
    }
}

/// An offset as a plane that faces E would have it (WV-MAP-15).
fn facing_east(offset: geometry::Axial, facing: Facing) -> geometry::Axial {
    let (offset, facing) =
        if facing.is_right() { (offset, facing) } else { (offset.mirrored(), facing.mirrored()) };
    match facing {
        Facing::Ne => offset.turned_by(5),
        Facing::Se => offset.turned_by(1),
        _ => offset,
    }
}

/// Whether a test clears a jam: in level flight a success is enough (WV-JAM-02).
pub(crate) fn clears(icon: Icon, level: bool) -> bool {
    icon == Icon::Critical || (icon == Icon::Success && level)
}

impl State {
    /// Whether a hex lies in the line or template of a firing position, and how far away (WV-ARC-01 to WV-ARC-03).
    pub(crate) fn in_arc(&self, p: &Plane, gun: usize, to: geometry::Hex) -> Option<u8> {
        let weapon = self.kind_of(p).weapons.get(gun)?;
        let offset = p.at.to(to);
        let distance = offset.length();
        if distance == 0 || distance > weapon.range {
            return None;
        }
        let seen = facing_east(offset, p.facing);
        let hit = if let Some(template) = weapon.template {
            self.content().templates[usize::from(template)].holds(seen)
        } else {
            let ahead = seen.r == 0 && seen.q > 0;
            // Full hexes of the spines on either side of the nose lie at distances 2 and 4 (WV-ARC-02).
            let spine = self.table.options.has(Opt::SpineAim)
                && p.attitude() != Attitude::Level
                && (seen.q == seen.r || seen.q == -2 * seen.r)
                && seen.q > 0;
            ahead || spine
        };
        hit.then_some(distance)
    }

    /// The enemy units that a firing position reaches, one after the other.
    fn visit_targets(&self, p: &Plane, gun: usize, visit: &mut impl FnMut(UnitId) -> bool) -> bool {
        let mut enemies = self.enemies_of(p.side);
        while enemies != 0 {
            let target = UnitId(enemies.trailing_zeros() as u8);
            enemies &= enemies - 1;
            if self.in_arc(p, gun, self.place_of(target)).is_some() {
                offer!(visit, target);
            }
        }
        false
    }

    /// Whether somebody able serves this position now.
    pub(crate) fn check_gunner(&self, plane: u8, gun: usize) -> Result<(), Breach> {
        let p = self.plane(plane);
        let kind = self.kind_of(p);
        if gun >= kind.weapons.len() {
            return Err(("WV-ARC-04", "there is no such firing position"));
        }
        if !p.fights() {
            return Err(("WV-CRW-05", "a plane without a pilot is out of the fight"));
        }
        if p.stalled {
            return Err(("WV-STL-04", "nobody fires from a stalled plane"));
        }
        if p.no_fire {
            let rule = if p.slipped { "WV-SSL-02" } else { "WV-ROL-05" };
            return Err((rule, "nobody aboard may fire in a round of this maneuver"));
        }
        if let Some(gunner) = kind.gunner_of(gun) {
            if p.gunners[gunner] != Health::Healthy {
                return Err(("WV-CRW-03", "the gunner is wounded"));
            }
            if p.inverted {
                return Err(("WV-ATT-06", "a gunner can not fire upside down"));
            }
            if p.crossed {
                return Err(("WV-SCN-11", "the observer was at the camera in this round"));
            }
            if gunner == 0 && p.bomb.is_some() {
                return Err(("WV-BMB-02", "the foremost gunner aims the bombs in this round"));
            }
        }
        if p.guns[gun].fired {
            return Err(("WV-ARC-04", "this position has fired in this round"));
        }
        Ok(())
    }

    pub(crate) fn check_fire(&self, plane: u8, gun: usize, target: UnitId, long: bool) -> Result<(), Breach> {
        self.check_gunner(plane, gun)?;
        let p = self.plane(plane);
        let weapon = &self.kind_of(p).weapons[gun];
        let state = &p.guns[gun];
        if state.jammed {
            return Err(("WV-JAM-01", "the gun is jammed"));
        }
        if state.dry {
            return Err(("WV-AMM-03", "the gun must be reloaded: fly level for a round"));
        }
        if state.total() == 0 {
            return Err(("WV-AMM-04", "the position is out of ammunition"));
        }
        if long && !state.has_long_burst(weapon.belt) {
            return Err(("WV-AMM-05", "a long burst takes two points"));
        }
        if self.enemies_of(p.side) & target.bit() == 0 {
            let pilotless = target.as_plane().is_some_and(|i| self.now.planes[i].side != p.side);
            let rule = if pilotless { "WV-CRW-05" } else { "WV-ARC-01" };
            return Err((rule, "this is no enemy that can be fired at"));
        }
        self.check_arc(p, gun, self.place_of(target))
    }

    /// Whether a hex is near enough, and where the position points (WV-ARC-01 to WV-ARC-03).
    fn check_arc(&self, p: &Plane, gun: usize, to: geometry::Hex) -> Result<(), Breach> {
        if self.in_arc(p, gun, to).is_some() {
            return Ok(());
        }
        let weapon = &self.kind_of(p).weapons[gun];
        let flexible = weapon.template.is_some();
        let rule = if flexible { "WV-ARC-03" } else { "WV-ARC-01" };
        Err(match p.at.distance(to) {
            0 => ("WV-ARC-01", "nobody fires into his own hex"),
            far if far > weapon.range => (rule, OUT_OF_RANGE),
            _ if flexible => (rule, "not in the field of fire of this position"),
            _ => (rule, "not straight ahead of the nose"),
        })
    }

    /// Why none of these positions could fire at a target from where the plane is; nothing where one could.
    pub(crate) fn why_silent(
        &self,
        plane: u8,
        guns: std::ops::Range<usize>,
        target: UnitId,
    ) -> Option<(&'static str, String)> {
        let p = self.plane(plane);
        let (alone, mut found) = (guns.len() == 1, Vec::new());
        for gun in guns {
            let weapon = &self.kind_of(p).weapons[gun];
            let (rule, why) = self.check_fire(plane, gun, target, false).err()?;
            let far = many(p.at.distance(self.place_of(target)), "hex", "hexes");
            let why = match why {
                OUT_OF_RANGE => format!("{far} away, the range is {}", weapon.range),
                _ => why.to_owned(),
            };
            found.push((rule, if alone { why } else { format!("{}: {why}", weapon.position) }));
        }
        let rule = found.first()?.0;
        Some((rule, found.into_iter().map(|(_, why)| why).collect::<Vec<_>>().join("; ")))
    }

    pub(crate) fn check_clear(&self, plane: u8, gun: usize) -> Result<(), Breach> {
        self.check_gunner(plane, gun)?;
        if self.plane(plane).guns[gun].jammed { Ok(()) } else { Err(("WV-JAM-02", "this gun is not jammed")) }
    }

    /// What a position may do: fire bursts, clear a jam, hold. At least holding is possible when it is asked.
    pub(crate) fn visit_gun(&self, plane: u8, gun: u8, visit: &mut impl FnMut(Order) -> bool) -> bool {
        offer!(visit, Order::Hold);
        self.visit_gun_actions(plane, usize::from(gun), visit)
    }

    fn visit_gun_actions(&self, plane: u8, gun: usize, visit: &mut impl FnMut(Order) -> bool) -> bool {
        if self.check_gunner(plane, gun).is_err() {
            return false;
        }
        let p = self.plane(plane);
        let state = &p.guns[gun];
        if state.jammed {
            return visit(Order::Clear);
        }
        if state.dry || state.total() == 0 {
            return false;
        }
        let long = state.has_long_burst(self.kind_of(p).weapons[gun].belt);
        self.visit_targets(p, gun, &mut |target| {
            offer!(visit, Order::Fire { target, long: false });
            long && visit(Order::Fire { target, long: true })
        })
    }

    /// Every modifier of a shot of a plane, one after the other (WV-MOD-02 to WV-MOD-11).
    pub(crate) fn visit_shifts(
        &self,
        plane: u8,
        gun: usize,
        target: UnitId,
        long: bool,
        visit: &mut impl FnMut(Why, i8),
    ) -> Shot {
        let p = self.plane(plane);
        let m = &self.content().modifiers;
        let weapon = &self.kind_of(p).weapons[gun];
        let distance = p.at.distance(self.place_of(target));
        let mut total = 0;
        let mut add = |why: Why, by: i8| {
            if by != 0 {
                total += by;
                visit(why, by);
            }
        };
        // Gunners are always Experts (WV-MOD-03).
        let forward = weapon.template.is_none();
        let skill = if forward { p.skill() } else { Skill::Expert };
        add(Why::Skill, skill.shift());
        add(Why::Range, m.range[usize::from(distance.clamp(1, 6)) - 1]);
        let mut from = None;
        if let Some(i) = target.as_plane() {
            let t = &self.now.planes[i];
            let aspect = aspect(t, p.at);
            from = Some(aspect);
            match aspect {
                Aspect::Head => add(Why::Head, m.head),
                Aspect::Rear => add(Why::Rear, m.rear),
                Aspect::Side => add(Why::Side, m.side),
            }
            self.evasion(t, &mut add);
            if forward && p.tails & (1 << i) != 0 {
                add(Why::Tailing, m.tailing);
            }
        } else if let Some(i) = target.as_ground() {
            add(Why::Size, self.target_of(&self.now.ground[i]).size);
        }
        if long {
            add(Why::LongBurst, m.long_burst);
        }
        Shot { distance, aspect: from, base: weapon.die, shift: total, colour: weapon.die.combat(total) }
    }

    /// What a plane does against any fire: evasion, and its size where that counts (WV-MOD-06, WV-MOD-07, WV-MOD-10).
    pub(crate) fn evasion(&self, target: &Plane, add: &mut impl FnMut(Why, i8)) {
        let m = &self.content().modifiers;
        if target.jinked {
            add(Why::Jink, m.jink);
        }
        if target.barrel {
            add(Why::BarrelRoll, m.barrel_roll);
        }
        if target.leafed {
            add(Why::FallingLeaf, m.falling_leaf);
        }
        if self.table.options.has(Opt::TargetSize) {
            add(Why::Size, self.kind_of(target).size);
        }
    }

    /// Every position says what it does, in order of movement (WV-MOD-01). In a time freeze only its group, and
    /// planes that have recovered, may fire (WV-TFZ-05, WV-TFZ-06).
    pub(crate) fn declare(&mut self, next: u8, gun: u8) {
        let Some(&plane) = self.now.order().get(usize::from(next)) else {
            self.now.flow = Flow::DeclareGround { next: 0 };
            return;
        };
        let p = self.plane(plane);
        let may = match self.now.freeze.now {
            None => true,
            Some(frozen) => frozen.group & (1 << plane) != 0 || (p.wild && p.done),
        };
        let (guns, side) = (self.kind_of(p).weapons.len() as u8, p.side);
        if !may || !p.fights() || gun > guns {
            self.now.flow = Flow::Declare { next: next + 1, gun: 0 };
            return;
        }
        self.now.flow = Flow::Declare { next, gun: gun + 1 };
        // Bombs come first: they take the foremost gunner's hands (WV-BMB-02).
        let Some(index) = gun.checked_sub(1) else {
            if self.now.freeze.now.is_none() && self.bombs_possible(plane) {
                self.now.ask = Ask::Bombs { plane };
            }
            return;
        };
        if !self.visit_gun_actions(plane, usize::from(index), &mut |_| true) {
            return;
        }
        if self.table.automated[side.index()] {
            self.automatic_gunner(plane, index);
        } else {
            self.now.ask = Ask::Gun { plane, gun: index };
        }
    }

    pub(crate) fn declare_gun(&mut self, plane: u8, gun: u8, order: Order) {
        let plan = match order {
            Order::Fire { target, long } => Plan::Fire { target, long },
            Order::Clear => Plan::Clear,
            _ => Plan::Hold,
        };
        self.plane_mut(plane).guns[usize::from(gun) % GUNS].plan = plan;
    }

    /// Whether nobody has declared anything.
    fn nobody_fires(&self) -> bool {
        let planes = self.now.planes().iter();
        let idle = |p: &Plane| p.bomb.is_none() && p.guns.iter().all(|g| g.plan == Plan::Hold);
        planes.clone().all(idle) && self.now.grounds().iter().all(|g| g.plan.is_none())
    }

    /// All dice are rolled, then all results take effect (WV-MOD-01).
    pub(crate) fn resolve(&mut self, sink: &mut Sink<What>) {
        let mut landings = [None::<Landing>; SHOTS];
        let mut n = 0;
        if sink.is_on() && self.now.freeze.now.is_none() && self.nobody_fires() {
            tell!(sink, "WV-SEQ-01", What::PhaseSkipped { phase: Phase::Combat });
        }
        for turn in 0..usize::from(self.now.order_len) {
            let plane = self.now.order[turn];
            for gun in 0..GUNS {
                let plan = std::mem::take(&mut self.plane_mut(plane).guns[gun].plan);
                match plan {
                    Plan::Hold => {}
                    Plan::Clear => self.clear_jam(plane, gun, sink),
                    Plan::Fire { target, long } => {
                        landings[n] = self.fire(plane, gun, target, long, sink);
                        n += 1;
                    }
                }
            }
            if let Some(target) = self.plane(plane).bomb {
                landings[n] = self.drop_bombs(plane, target, sink);
                n += 1;
            }
        }
        for unit in 0..usize::from(self.now.ground_count) {
            if let Some(target) = self.now.ground[unit].plan.take() {
                landings[n] = self.ground_shot(unit, target, sink);
                n += 1;
            }
        }
        for landing in landings.into_iter().take(n).flatten() {
            self.strike(landing, sink);
        }
        if let Some(frozen) = self.now.freeze.now.take() {
            return self.thaw(frozen);
        }
        self.now.phase = Phase::EndOfRound;
        self.now.flow = Flow::EndOfRound;
    }

    /// A burst: ammunition, the die, a jam, the d20 (WV-DIC-04, WV-JAM-01, WV-DMG-01).
    fn fire(
        &mut self,
        plane: u8,
        gun: usize,
        target: UnitId,
        long: bool,
        sink: &mut Sink<What>,
    ) -> Option<Landing> {
        let mut shifts = Vec::new();
        let record = sink.is_on();
        let shot = self.visit_shifts(plane, gun, target, long, &mut |why, by| {
            if record {
                shifts.push(Shift { why, by });
            }
        });
        let from = From::Gun { plane, gun: gun as u8 };
        let stake = Stake::damage(self.plane(plane).side, from.luck());
        let hit = self.combat_die(shot.colour, stake, sink);
        let belt = self.kind_of(self.plane(plane)).weapons[gun].belt;
        let state = &mut self.plane_mut(plane).guns[gun];
        state.fired = true;
        state.spend(1 + u8::from(long), belt);
        let empty = state.total() == 0;
        let jams = long && hit == Hit::One;
        state.jammed |= jams;
        tell!(
            sink,
            "WV-MOD-02",
            What::Shot {
                from,
                target,
                aspect: shot.aspect,
                distance: shot.distance,
                long,
                base: shot.base,
                shifts,
                colour: shot.colour,
                hit,
            }
        );
        if jams {
            tell!(sink, "WV-JAM-01", What::Jammed { plane, gun: gun as u8 });
        }
        if empty {
            tell!(sink, "WV-AMM-04", What::OutOfAmmunition { plane, gun: gun as u8 });
        }
        self.landing(UnitId(plane), target, hit, shot.aspect, sink)
    }

    /// What a hit will do when all dice are rolled.
    pub(crate) fn landing(
        &mut self,
        by: UnitId,
        target: UnitId,
        hit: Hit,
        aspect: Option<Aspect>,
        sink: &mut Sink<What>,
    ) -> Option<Landing> {
        if hit == Hit::Miss {
            return None;
        }
        let roll =
            if target.as_plane().is_some() { self.part_roll(aspect, sink) } else { PartRoll::default() };
        Some(Landing { target, by, hit, roll })
    }

    /// The d20, moved by the direction of the attack where that option is in use (WV-DMG-02).
    pub(crate) fn part_roll(&mut self, aspect: Option<Aspect>, sink: &mut Sink<What>) -> PartRoll {
        let natural = self.d20(sink);
        let sum = match aspect.filter(|_| self.table.options.has(Opt::HitDirection)) {
            Some(Aspect::Rear) => (natural + 1).min(20),
            Some(Aspect::Head) => (natural - 1).max(1),
            _ => natural,
        };
        PartRoll { natural, sum }
    }

    /// The die that clears a jam, by the skill of whoever serves the gun (WV-JAM-02).
    pub(crate) fn clearing_die(&self, plane: u8, gun: usize) -> Colour {
        let p = self.plane(plane);
        let gunner = self.kind_of(p).gunner_of(gun).is_some();
        let skill = if gunner { Skill::Expert } else { p.skill() };
        Colour::Grey.test(skill.shift())
    }

    /// The operator tries to clear his gun instead of firing it (WV-JAM-02).
    fn clear_jam(&mut self, plane: u8, gun: usize, sink: &mut Sink<What>) {
        let die = self.clearing_die(plane, gun);
        let level = self.plane(plane).level;
        let icon = self.test_die("WV-JAM-02", Test::Clear, UnitId(plane), None, die, sink);
        let state = &mut self.plane_mut(plane).guns[gun];
        state.fired = true;
        if clears(icon, level) {
            state.jammed = false;
            tell!(sink, "WV-JAM-02", What::Cleared { plane, gun: gun as u8 });
        }
    }

    /// Guns that were emptied are loaded again by a round of level flight without firing (WV-AMM-03).
    pub(crate) fn reload(&mut self, plane: u8, sink: &mut Sink<What>) {
        let p = self.plane_mut(plane);
        if !p.level || !p.fights() {
            return;
        }
        for gun in 0..GUNS {
            let state = &mut self.plane_mut(plane).guns[gun];
            if state.dry && !state.fired {
                state.dry = false;
                tell!(sink, "WV-AMM-03", What::Reloaded { plane, gun: gun as u8 });
            }
        }
    }
}
