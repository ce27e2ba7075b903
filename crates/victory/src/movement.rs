//! 3.3 MOVEMENT GUIDELINES: planes fly step by step (WV-MOV-01 to WV-MOV-12).
//!
//! The functions of this file that take a [`Plane`] know no chance and nobody else: the game flies with them, and so
//! does a preview. What a hex brings with it (flak, fire, a freeze) is in `sequence_of_play.rs`.

use crate::content::{Content, Step};
use crate::dashboard::{cue_of, updated};
use crate::dice::tell;
use crate::event::{Test, What};
use crate::kinds::{Attitude, Health, Icon, Maneuver, Skill, TOP_LEVEL, UnitId};
use crate::maneuvers::{count, half_of, turned};
use crate::map::{Ground, Map};
use crate::order::Act;
use crate::state::{Fate, Flow, Plane, Running, State};
use geometry::{Facing, Hex};
use table::Sink;

/// What the next step of a running maneuver came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Moved {
    /// A hex was entered; the plane may have left, crashed or stalled there.
    Entered,
    /// It fell without turning.
    Dropped,
    /// The nose was turned, or the plane was turned over.
    Turned,
    /// The maneuver is flown to its end.
    Finished(Maneuver),
    /// Movement points are missing: the rest is owed (WV-TRN-06).
    Owed,
}

/// Begins a maneuver: its cost is paid at once (WV-TRN-07, WV-DRG-02).
pub(crate) fn begin(content: &Content, p: &mut Plane, maneuver: Maneuver) {
    let row = content.maneuver(maneuver);
    let strip = content.airplanes[usize::from(p.kind)].strip(p.band());
    p.delta = p.delta.saturating_sub(row.loss(strip.drag(p.initial)));
    p.running = Some(Running {
        maneuver,
        step: 0,
        left: None,
        prep: strip.prep,
        half: half_of(p.initial),
        right: p.facing.is_right(),
    });
    p.begun = true;
    p.level = false;
    p.wingover_exit = false;
    p.no_fire |= !row.fire_ok;
    p.no_bombs |= !row.bombs_ok;
    match maneuver {
        Maneuver::Roll if p.half_barrel => {
            p.barrel = true;
            p.half_barrel = false;
            return;
        }
        Maneuver::Roll => {
            p.half_barrel = true;
            return;
        }
        Maneuver::Jink => p.jinked = true,
        Maneuver::Sideslip => p.slipped = true,
        Maneuver::FallingLeaf => p.leafed = true,
        _ => {}
    }
    p.half_barrel = false;
}

/// Moves into a hex for a movement point; `gains` a speed for a level dived (WV-DIV-01).
pub(crate) fn enter(content: &Content, map: &Map, p: &mut Plane, to: Hex, gains: bool) {
    p.mp -= 1;
    p.flown += 1;
    p.turned = false;
    p.wingover_exit = false;
    p.delta += i8::from(gains);
    if to.y > TOP_LEVEL {
        // There is no level 31 (WV-STL-01).
        stop_stalled(p);
        return;
    }
    let from = p.at;
    p.at = to;
    let kind = &content.airplanes[usize::from(p.kind)];
    let sideways = if from.x == to.x && from.y == to.y { 0 } else { to.doubled() - from.doubled() };
    if !map.holds(to) && to.y >= 1 {
        p.fate = if sideways < 0 { Fate::LeftWest } else { Fate::LeftEast };
        p.safe = p.pilot != Health::Dead && !p.stalled && !p.fire;
        p.mp = 0;
    } else if to.y <= 0 || map.is_rock(to) {
        destroy(p);
    } else if to.y > kind.ceiling && from.y < to.y {
        stop_stalled(p);
    }
}

/// The plane and everybody aboard are lost (WV-MOV-07).
pub(crate) fn destroy(p: &mut Plane) {
    p.fate = Fate::Destroyed;
    p.pilot = Health::Dead;
    p.gunners = [Health::Dead; 2];
    p.running = None;
    p.mp = 0;
}

/// Stalled on the spot: no speed, no movement points (WV-STL-01).
pub(crate) fn stop_stalled(p: &mut Plane) {
    p.stalled = true;
    p.cue = 0;
    p.mp = 0;
    p.running = None;
}

/// Two levels straight down, from level 1 to the ground (WV-STL-02).
pub(crate) fn drop_two(map: &Map, p: &mut Plane) {
    p.at.y = (p.at.y - 2).max(0);
    if p.at.y == 0 || map.is_rock(p.at) {
        destroy(p);
    }
}

/// The next step of the running maneuver.
pub(crate) fn advance(content: &Content, map: &Map, p: &mut Plane) -> Moved {
    let Some(mut run) = p.running else { return Moved::Owed };
    let row = content.maneuver(run.maneuver);
    loop {
        let Some(&step) = row.steps.get(usize::from(run.step)) else {
            finish_maneuver(p, run.maneuver);
            return Moved::Finished(run.maneuver);
        };
        let times = match step {
            Step::Ahead(times) | Step::Slip(times) => {
                run.left.unwrap_or_else(|| count(times, run.prep, run.half))
            }
            _ => 1,
        };
        if times == 0 {
            run.step += 1;
            run.left = None;
            continue;
        }
        if step.enters() && p.mp < 1 {
            p.running = Some(run);
            return Moved::Owed;
        }
        run.left = if times > 1 { Some(times - 1) } else { None };
        run.step += u8::from(times == 1);
        p.running = Some(run);
        let right = p.facing.is_right();
        let low = |inner: bool| if right == inner { Facing::Sw } else { Facing::Se };
        let to = match step {
            Step::Ahead(_) => p.at.next(p.facing),
            Step::Slip(_) => p.at.next(if right { Facing::Se } else { Facing::Sw }),
            Step::Inner => p.at.next(low(true)),
            Step::Outer => p.at.next(low(false)),
            Step::Drop => {
                drop_two(map, p);
                return Moved::Dropped;
            }
            Step::End => {
                p.mp = 0;
                continue;
            }
            Step::Invert => {
                p.inverted = !p.inverted;
                return Moved::Turned;
            }
            _ => {
                let facing = turned(p.facing, step, run.right);
                if facing == p.facing {
                    continue;
                }
                p.facing = facing;
                p.turned |= step != Step::Flip;
                return Moved::Turned;
            }
        };
        let dives = matches!(step, Step::Ahead(_)) && p.attitude() == Attitude::Dive;
        enter(content, map, p, to, row.gains_dived && dives);
        return Moved::Entered;
    }
}

fn finish_maneuver(p: &mut Plane, maneuver: Maneuver) {
    p.running = None;
    match maneuver {
        Maneuver::WingoverDive => p.wingover_exit = true,
        Maneuver::FallingLeaf => stop_stalled(p),
        _ => {}
    }
}

/// Straight on: level flight, a sustained climb or a descent (WV-MOV-05, WV-CLB-05, WV-DIV-03).
pub(crate) fn straight(content: &Content, map: &Map, p: &mut Plane) {
    let to = p.at.next(p.facing);
    match p.attitude() {
        Attitude::Level => enter(content, map, p, to, false),
        Attitude::Dive => enter(content, map, p, to, true),
        Attitude::Climb => {
            let strip = content.airplanes[usize::from(p.kind)].strip(p.band());
            p.delta = p.delta.saturating_sub(strip.drag(p.initial));
            enter(content, map, p, to, false);
            p.mp = 0;
        }
    }
}

/// The free level-off.
pub(crate) fn level_off(p: &mut Plane) {
    p.facing = if p.facing.is_right() { Facing::E } else { Facing::W };
    p.turned = true;
    p.level = false;
    p.wingover_exit = false;
}

/// The speed that the plane would have after this move, if nothing else happened.
pub(crate) fn final_speed(p: &Plane) -> i8 {
    if p.stalled { p.cue } else { updated(cue_of(p.initial, p.delta), p.throttle) }
}

impl State {
    /// Carries out an act that is legal.
    pub(crate) fn act(&mut self, index: u8, act: Act, sink: &mut Sink<What>) {
        self.now.flow = Flow::Fly { plane: index };
        match act {
            Act::Throttle { to } => self.set_throttle(index, to, sink),
            Act::Straight if self.plane(index).running.is_some() => self.plane_mut(index).throttled = true,
            Act::Straight => {
                let before = *self.plane(index);
                let p = &mut self.now.planes[usize::from(index)];
                straight(&self.table.content, &self.table.map, p);
                self.entered(index, &before, sink);
            }
            Act::Level => {
                level_off(self.plane_mut(index));
                self.tell_turned("WV-CLB-03", index, sink);
            }
            Act::Begin { maneuver } => self.begin_maneuver(index, maneuver, sink),
            Act::Land => self.land(index, sink),
            Act::End => self.finish(index, sink),
        }
    }

    fn tell_turned(&self, rule: &'static str, plane: u8, sink: &mut Sink<What>) {
        let p = self.plane(plane);
        tell!(sink, rule, What::Turned { plane, facing: p.facing, inverted: p.inverted });
    }

    fn begin_maneuver(&mut self, index: u8, maneuver: Maneuver, sink: &mut Sink<What>) {
        let row = self.content().maneuver(maneuver);
        let rule = row.rule;
        if row.recruit_test && self.plane(index).skill() == Skill::Recruit {
            // Before its Prep (WV-ROL-02).
            let kept = self.handling_test(index, Test::Handling, sink);
            if !kept {
                return;
            }
        }
        let delta = self.plane(index).delta;
        begin(&self.table.content, &mut self.now.planes[usize::from(index)], maneuver);
        let p = self.plane(index);
        let (loss, cue) = (delta - p.delta, cue_of(p.initial, p.delta));
        tell!(sink, rule, What::Begun { plane: index, maneuver, loss, cue });
    }

    /// Flies on with the running maneuver until a hex is entered, it is over, or movement points are missing; says
    /// whether it did anything.
    pub(crate) fn fly_on(&mut self, index: u8, sink: &mut Sink<What>) -> bool {
        loop {
            let before = *self.plane(index);
            let p = &mut self.now.planes[usize::from(index)];
            match advance(&self.table.content, &self.table.map, p) {
                Moved::Owed => return false,
                Moved::Turned => self.tell_turned("WV-MOV-10", index, sink),
                Moved::Entered => {
                    self.entered(index, &before, sink);
                    return true;
                }
                Moved::Dropped => {
                    self.fallen(index, sink);
                    if !self.plane(index).in_play() {
                        return true;
                    }
                }
                Moved::Finished(maneuver) => {
                    if self.content().maneuver(maneuver).breaks_tailing {
                        self.break_tailing(index, sink);
                    }
                    if maneuver == Maneuver::FallingLeaf {
                        tell!(sink, "WV-FLF-01", What::Stalled { plane: index });
                    }
                    return true;
                }
            }
        }
    }

    /// Tells of a hex entered and looks at what it means.
    pub(crate) fn entered(&mut self, index: u8, before: &Plane, sink: &mut Sink<What>) {
        let p = self.plane(index);
        let (at, mp) = (p.at, p.mp);
        match p.fate {
            Fate::Flying => {
                if p.at == before.at {
                    tell!(sink, "WV-STL-01", What::Stalled { plane: index });
                    return;
                }
                tell!(sink, "WV-MOV-02", What::Entered { plane: index, at, mp });
                if p.stalled && !before.stalled {
                    tell!(sink, "WV-STL-01", What::Stalled { plane: index });
                }
                self.look_at_the_line(index, before, sink);
            }
            Fate::LeftWest | Fate::LeftEast => self.left(index, sink),
            Fate::Destroyed | Fate::Landed => {
                let rule = if at.y > 0 { "WV-MAP-04" } else { "WV-MAP-11" };
                tell!(sink, rule, What::Crashed { plane: index, at });
            }
        }
        self.now.flow = Flow::Entered { plane: index };
    }

    /// It has left the map (WV-MAP-13).
    pub(crate) fn left(&mut self, index: u8, sink: &mut Sink<What>) {
        let p = self.plane(index);
        let (east, safe) = (p.fate == Fate::LeftEast, p.safe);
        let fled = p.foes != 0 || self.sees_an_enemy(p);
        self.plane_mut(index).fled = fled;
        tell!(sink, "WV-MAP-13", What::Left { plane: index, east, safe });
        self.landing_at_home(index, sink);
    }

    /// A plane that fell two levels.
    pub(crate) fn fallen(&mut self, index: u8, sink: &mut Sink<What>) {
        let p = self.plane(index);
        let (at, alive) = (p.at, p.in_play());
        tell!(sink, "WV-STL-02", What::Dropped { plane: index, at });
        if !alive {
            tell!(sink, "WV-MOV-07", What::Crashed { plane: index, at });
        }
    }

    /// A landing is declared: a handling test decides (WV-MOV-09); on sea or rock it is a crash (WV-MAP-09).
    /// Whether nobody can land here (WV-MAP-09).
    pub(crate) fn is_rough(&self, at: Hex) -> bool {
        let map = &self.table.map;
        map.holds(at) && (map.ground(at.x) == Ground::Sea || map.is_rock(at))
    }

    fn land(&mut self, index: u8, sink: &mut Sink<What>) {
        let p = self.plane_mut(index);
        p.at = p.at.next(p.facing);
        p.mp = 0;
        p.flown += 1;
        let at = self.plane(index).at;
        self.now.flow = Flow::Entered { plane: index };
        if !self.table.map.holds(at) {
            let p = self.plane_mut(index);
            p.fate = if p.facing.is_right() { Fate::LeftEast } else { Fate::LeftWest };
            p.safe = !p.fire;
            self.left(index, sink);
            return;
        }
        let icon = if self.is_rough(at) {
            tell!(sink, "WV-MAP-09", What::Entered { plane: index, at, mp: 0 });
            Icon::Failure
        } else {
            let die = self.handling_die(self.plane(index));
            self.test_die("WV-MOV-09", Test::Landing, UnitId(index), None, die, sink)
        };
        let p = self.plane_mut(index);
        if icon == Icon::Failure {
            destroy(p);
            tell!(sink, "WV-MOV-09", What::Crashed { plane: index, at });
        } else {
            p.fate = Fate::Landed;
            p.safe = true;
            p.fire = false;
            tell!(sink, "WV-MOV-09", What::Landed { plane: index, hard: icon == Icon::Success });
        }
    }

    /// The move is over: the cue is added up and goes half way to the throttle (WV-SEQ-03, WV-SPD-05).
    pub(crate) fn finish(&mut self, index: u8, sink: &mut Sink<What>) {
        let p = self.plane_mut(index);
        p.done = true;
        p.active = false;
        p.mp = 0;
        if p.in_play() {
            let cue = if p.stalled { p.cue } else { cue_of(p.initial, p.delta) };
            let speed = final_speed(p);
            p.cue = speed;
            tell!(sink, "WV-SPD-05", What::MoveOver { plane: index, cue, speed });
        }
        self.now.course.clear();
        self.now.flow = Flow::NextMover;
    }

    /// A plane whose pilot is dead flies the points it has left straight on; level, it goes into a dive (WV-CRW-04).
    pub(crate) fn fly_without_pilot(&mut self, index: u8, sink: &mut Sink<What>) {
        let p = self.plane_mut(index);
        p.running = None;
        if p.attitude() == Attitude::Level {
            p.facing = if p.facing.is_right() { Facing::Se } else { Facing::Sw };
            self.tell_turned("WV-CRW-04", index, sink);
        }
        while self.plane(index).in_play() && self.plane(index).mp > 0 && !self.plane(index).stalled {
            let before = *self.plane(index);
            let p = &mut self.now.planes[usize::from(index)];
            straight(&self.table.content, &self.table.map, p);
            self.entered(index, &before, sink);
            self.flak_attack(index, sink);
        }
        self.finish(index, sink);
    }
}
