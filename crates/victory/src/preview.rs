//! What an order would do and cost: path, stop, speed, shots, risks. It depends on nothing that is left to chance.

use crate::combat::Shot;
use crate::dashboard::cue_of;
use crate::kinds::{Aspect, Colour, Hit, UnitId};
use crate::movement::{Moved, advance, begin, final_speed, level_off, straight};
use crate::order::{Act, Ask, Order};
use crate::state::{Fate, Plane, State};
use geometry::{Facing, Hex};
use serde::Serialize;
use table::Row;

/// A shot that a position would have.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ShotView {
    pub gun: u8,
    pub target: UnitId,
    pub distance: u8,
    pub aspect: Option<Aspect>,
    pub base: Colour,
    pub colour: Colour,
    pub shifts: Vec<crate::event::Shift>,
    /// Faces of six that hit.
    pub hits: u8,
}

/// An enemy that no gun could fire at, and why.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct SilentView {
    pub target: UnitId,
    pub why: String,
    pub rule: &'static str,
}

/// So many of them are named, the nearest first: who is farther away is not fired at for the same reason.
const SILENT: usize = 4;

/// An act that is legal behind a move in the making, its words, and where it would lead.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct NextView {
    pub act: Act,
    pub label: String,
    pub detail: String,
    pub group: String,
    #[cfg_attr(feature = "ts", ts(type = "[number, number][]"))]
    pub path: Vec<Hex>,
    #[cfg_attr(feature = "ts", ts(type = "[number, number]"))]
    pub at: Hex,
    pub facing: Facing,
    pub inverted: bool,
    pub points_left: i8,
    pub cue: i8,
    pub speed: i8,
    pub shots: Vec<ShotView>,
    pub silent: Vec<SilentView>,
    pub risks: Vec<String>,
}

/// An order, looked at before it is given.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Preview {
    pub plane: Option<u8>,
    /// Hexes entered, in order.
    #[cfg_attr(feature = "ts", ts(type = "[number, number][]"))]
    pub path: Vec<Hex>,
    /// Where it would stand then.
    #[cfg_attr(feature = "ts", ts(type = "[number, number] | null"))]
    pub at: Option<Hex>,
    pub facing: Option<Facing>,
    pub inverted: bool,
    pub points_left: i8,
    /// The cue now, after it, and the speed of the next round if the move ended there.
    pub cue: i8,
    pub speed: i8,
    pub shots: Vec<ShotView>,
    pub silent: Vec<SilentView>,
    pub risks: Vec<String>,
    /// Nobody and no die can come between: the order does exactly this.
    pub certain: bool,
    /// For a move in the making: what may come next. Where nothing may, or only its end, it is whole.
    pub next: Vec<NextView>,
    /// Straight on to the last movement point: one act for each hex of its path.
    pub glide: Option<NextView>,
}

impl State {
    /// Flies an act on a copy of a plane: what it does if nobody and no die comes between.
    pub(crate) fn rehearse(&self, p: &mut Plane, act: Act, path: &mut impl FnMut(Hex)) {
        let (content, map) = (&self.table.content, &self.table.map);
        match act {
            Act::Throttle { to } => {
                p.throttle = to;
                p.throttled = true;
                if p.running.is_none() {
                    return;
                }
            }
            Act::Straight if p.running.is_some() => p.throttled = true,
            Act::Straight => {
                straight(content, map, p);
                path(p.at);
                return;
            }
            Act::Level => return level_off(p),
            Act::Begin { maneuver } => begin(content, p, maneuver),
            Act::Land => {
                p.at = p.at.next(p.facing);
                p.mp = 0;
                p.fate = Fate::Landed;
                path(p.at);
                return;
            }
            Act::End => return,
        }
        while p.in_play() && p.running.is_some() {
            match advance(content, map, p) {
                Moved::Entered | Moved::Dropped => path(p.at),
                Moved::Owed => break,
                Moved::Turned | Moved::Finished(_) => {}
            }
        }
    }

    /// What a legal order would do; nothing where there is nothing to foresee.
    pub(crate) fn foresee(&self, order: &Order) -> Option<Preview> {
        let mut preview = Preview::default();
        match (self.now.ask, order) {
            (Ask::Fly { plane }, Order::Act(act)) => self.preview_acts(plane, &[*act], &mut preview),
            (Ask::Fly { plane }, Order::Move { acts }) => {
                self.preview_acts(plane, acts.left(), &mut preview);
                self.preview_next(plane, acts.left(), &mut preview);
            }
            (Ask::Gun { plane, gun }, Order::Hold) => {
                preview.plane = Some(plane);
                let gun = usize::from(gun);
                preview.silent = self.silent(plane, gun..gun + 1);
            }
            (Ask::Gun { plane, gun }, Order::Fire { target, long }) => {
                preview.plane = Some(plane);
                preview.shots.push(self.shot_view(plane, gun, *target, *long));
                if *long {
                    preview.risks.push("A single hit jams the gun.".to_owned());
                }
            }
            (Ask::Bombs { plane }, Order::Bombs { .. }) => {
                preview.plane = Some(plane);
                let (near, direct) = self.test_odds(self.bombing_die(plane));
                preview.risks.push(format!("The load is gone; it misses {} in 6.", 6 - near - direct));
            }
            _ => return None,
        }
        Some(preview)
    }

    /// Whether the plane stands as a certain preview said.
    pub(crate) fn keeps(&self, preview: &Preview) -> Result<(), String> {
        let Some(plane) = preview.plane.filter(|_| preview.certain) else { return Ok(()) };
        let p = self.plane(plane);
        let cue = cue_of(p.initial, p.delta);
        let found = (Some(p.at), Some(p.facing), p.inverted, p.mp.max(0), cue, final_speed(p));
        let said =
            (preview.at, preview.facing, preview.inverted, preview.points_left, preview.cue, preview.speed);
        if found == said { Ok(()) } else { Err(format!("the plane stands so: {found:?}")) }
    }

    /// Whether something on the table may interrupt a plane that moves.
    fn may_be_interrupted(&self, plane: u8) -> bool {
        let flak = self.now.markers[0].is_some();
        let guns = self.now.grounds().iter().any(|g| g.in_play() && g.seen & UnitId(plane).bit() != 0);
        flak || guns || self.freezable(plane) != 0
    }

    fn preview_acts(&self, plane: u8, acts: &[Act], preview: &mut Preview) {
        let mut p = *self.plane(plane);
        preview.certain = !self.may_be_interrupted(plane);
        for act in acts {
            preview.certain &= !matches!(act, Act::Land | Act::End);
            self.warn(&p, *act, preview);
            self.rehearse(&mut p, *act, &mut |hex| preview.path.push(hex));
        }
        preview.certain &= p.in_play() && !p.stalled;
        self.preview_dangers(plane, preview);
        self.describe(plane, &p, preview);
    }

    /// The dice that an act asks for.
    fn warn(&self, p: &Plane, act: Act, preview: &mut Preview) {
        if let Act::Begin { maneuver } = act {
            let row = self.content().maneuver(maneuver);
            if row.recruit_test && p.skill() == crate::kinds::Skill::Recruit {
                preview.certain = false;
                preview.risks.push("A handling test comes first: failure is a stall.".to_owned());
            }
        }
        if act == Act::Land {
            let rough = self.is_rough(p.at.next(p.facing));
            let risk =
                if rough { "There is no ground to land on." } else { "A handling test: failure is a crash." };
            preview.risks.push(risk.to_owned());
        }
    }

    /// Where a plane that was flown in thought stands, and what it would have there.
    fn describe(&self, plane: u8, p: &Plane, preview: &mut Preview) {
        preview.plane = Some(plane);
        preview.at = Some(p.at);
        preview.facing = Some(p.facing);
        preview.inverted = p.inverted;
        preview.points_left = p.mp.max(0);
        preview.cue = if p.stalled { p.cue } else { cue_of(p.initial, p.delta) };
        preview.speed = final_speed(p);
        match p.fate {
            Fate::Destroyed => preview.risks.push("It ends in a crash.".to_owned()),
            Fate::LeftEast | Fate::LeftWest => preview.risks.push("It leaves the map.".to_owned()),
            Fate::Flying | Fate::Landed => {}
        }
        if p.in_play() {
            let risk = self.speed_risk(p, preview.speed);
            if !risk.is_empty() {
                preview.risks.push(format!("Speed {} in the next round{risk}.", preview.speed));
            }
            self.preview_shots(plane, p, preview);
        }
    }

    /// What may follow these acts, each flown on a copy.
    fn preview_next(&self, plane: u8, acts: &[Act], preview: &mut Preview) {
        let mut before = *self.plane(plane);
        for act in acts {
            if *act == Act::End {
                return;
            }
            self.rehearse(&mut before, *act, &mut |_| {});
        }
        if !before.in_play() || before.stalled {
            return;
        }
        self.visit_acts(&before, &mut |act| {
            let mut seen = Preview::default();
            let mut p = before;
            self.warn(&p, act, &mut seen);
            self.rehearse(&mut p, act, &mut |hex| seen.path.push(hex));
            preview.next.push(self.next_view(plane, &p, act, self.act_row(&before, act), seen));
            false
        });
        let (mut p, mut seen) = (before, Preview::default());
        let going = |p: &Plane| p.running.is_none() && p.in_play() && !p.stalled && p.mp > 0;
        while going(&p) && self.check_act(&p, Act::Straight).is_ok() {
            self.rehearse(&mut p, Act::Straight, &mut |hex| seen.path.push(hex));
        }
        if !seen.path.is_empty() && !going(&p) {
            let row = self.glide_row(&before, &p, seen.path.len());
            preview.glide = Some(self.next_view(plane, &p, Act::Straight, row, seen));
        }
    }

    fn next_view(&self, plane: u8, p: &Plane, act: Act, row: Row, mut seen: Preview) -> NextView {
        self.describe(plane, p, &mut seen);
        NextView {
            act,
            label: row.label,
            detail: row.detail,
            group: row.group,
            path: seen.path,
            at: p.at,
            facing: p.facing,
            inverted: p.inverted,
            points_left: seen.points_left,
            cue: seen.cue,
            speed: seen.speed,
            shots: seen.shots,
            silent: seen.silent,
            risks: seen.risks,
        }
    }

    /// What waits on the way: flak, and guns on the ground that have seen the plane.
    fn preview_dangers(&self, plane: u8, preview: &mut Preview) {
        let p = self.plane(plane);
        let waits = |n: usize, hex: Hex| {
            p.flak & (1 << n) == 0 && self.now.markers[n].is_some_and(|m| m.mega.holds(hex))
        };
        if preview.path.iter().any(|hex| (0..self.now.markers.len()).any(|n| waits(n, *hex))) {
            preview.risks.push("It flies into flak.".to_owned());
        }
        for (i, g) in self.now.grounds().iter().enumerate() {
            let row = self.target_of(g);
            let ready = g.side != p.side && g.in_play() && !g.fired && row.die.is_some() && !row.flak;
            let sees = g.seen & UnitId(plane).bit() != 0;
            if ready && sees && preview.path.iter().any(|hex| g.at.distance(*hex) <= row.range) {
                preview.risks.push(format!("{} can fire at it.", self.unit_name(UnitId::ground(i))));
            }
        }
    }

    /// The shots that it would have from there, with everybody else where he is.
    fn preview_shots(&self, plane: u8, p: &Plane, preview: &mut Preview) {
        let mut world = self.clone();
        *world.plane_mut(plane) = *p;
        let guns = world.kind_of(p).weapons.len();
        for (gun, target) in (0..guns).flat_map(|g| (0..20).map(move |t| (g, UnitId(t)))) {
            if world.check_fire(plane, gun, target, false).is_ok() {
                preview.shots.push(world.shot_view(plane, gun as u8, target, false));
            }
        }
        preview.silent = world.silent(plane, 0..guns);
    }

    /// The enemies that none of these positions could fire at, the nearest first.
    fn silent(&self, plane: u8, guns: std::ops::Range<usize>) -> Vec<SilentView> {
        let p = self.plane(plane);
        let enemies = self.enemies_of(p.side);
        let mut found: Vec<UnitId> = (0..20).map(UnitId).filter(|t| enemies & t.bit() != 0).collect();
        found.sort_by_key(|target| p.at.distance(self.place_of(*target)));
        let view = |target: UnitId| {
            let (rule, why) = self.why_silent(plane, guns.clone(), target)?;
            Some(SilentView { target, why, rule })
        };
        found.into_iter().filter_map(view).take(SILENT).collect()
    }

    fn shot_view(&self, plane: u8, gun: u8, target: UnitId, long: bool) -> ShotView {
        let mut shifts = Vec::new();
        let shot: Shot = self.visit_shifts(plane, usize::from(gun), target, long, &mut |why, by| {
            shifts.push(crate::event::Shift { why, by });
        });
        let faces = &self.content().combat[shot.colour.index()];
        ShotView {
            gun,
            target,
            distance: shot.distance,
            aspect: shot.aspect,
            base: shot.base,
            colour: shot.colour,
            shifts,
            hits: faces.iter().filter(|f| **f != Hit::Miss).count() as u8,
        }
    }
}
