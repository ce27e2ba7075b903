//! MOVEMENT: who may move, how far, and which path is legal (TH-MOV-01 to TH-MOV-08, TH-GEO-05, TH-GEO-06, TH-GEO-15).

use crate::content::Exit;
use crate::event::What;
use crate::ground::Walker;
use crate::kinds::{Class, Phase, Side, StandId, System, Type};
use crate::measure::{Base, P, Place};
use crate::order::{Ask, Order};
use crate::places::way_words;
use crate::state::{Active, Flow, State, Use, Walk, Where};
use crate::walk::Course;
use geometry::ground::Onset;
use table::{Barrier, Refusal, Sink};

/// Points of a path after the first (TH-GEO-10).
const MOST_POINTS: usize = 63;

/// Hundredths of an inch in words: `7`, `7.5`, `7.25`.
pub(crate) fn inches(hundredths: i32) -> String {
    let text = format!("{:.2}", f64::from(hundredths) / 100.0);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// The same with its unit: `1 inch`, `7.5 inches`. Shortened it would read like the word before a place.
pub(crate) fn in_inches(hundredths: i32) -> String {
    match inches(hundredths).as_str() {
        "1" => "1 inch".to_owned(),
        other => format!("{other} inches"),
    }
}

/// A path that may be walked, and how it would end as far as the mover's side knows.
#[derive(Clone, Debug)]
pub struct Plan {
    /// From the present place on, cut where it leaves by an exit or meets the shore.
    pub path: Vec<P>,
    pub cost: i32,
    pub course: Course,
    pub exit: bool,
}

impl State {
    /// The sheet's figure less damage, in hundredths (TH-MOV-04, TH-MAR-03, TH-MAR-04, TH-MAR-08).
    pub fn machine_allowance(&self, id: StandId) -> i32 {
        let profile = self.profile(id);
        if profile.ty == Type::Tripod && self.is_broken(id, System::Legs) {
            return 0;
        }
        let lost = i32::from(profile.motive_loss) * i32::from(self.marked(id, System::Motive));
        (i32::from(profile.inches) - lost).max(0) * 100
    }

    /// Artillery that fired stays put, horse artillery excepted (TH-MOV-06, TH-MOV-07).
    pub(crate) fn is_pinned(&self, id: StandId) -> bool {
        let ty = self.ty(id);
        ty.is_gun() && ty != Type::HorseArtillery && self.stand(id).fired
    }

    pub(crate) fn judge_pick(&self, side: Side, id: StandId, strategic: bool) -> Result<(), Refusal> {
        self.judge_fielded(side, id)?;
        if self.ty(id) == Type::Cylinder {
            return Err(Refusal::new("TH-CYL-10", "a cylinder never moves"));
        }
        if self.stand(id).done {
            return Err(Refusal::new(
                "TH-MOV-01",
                format!("{} has had its move in this phase", self.name(id)),
            ));
        }
        if strategic { self.judge_strategic(id, self.stand(id).at) } else { Ok(()) }
    }

    /// A stand that arrives names a point of its entry line (TH-GEO-15).
    pub(crate) fn judge_enter(&self, side: Side, id: StandId, at: P, strategic: bool) -> Result<(), Refusal> {
        self.judge_own(side, id)?;
        let troop = self.troop(self.unit(id));
        let name = self.name(id);
        let (Some(turn), Some(entry)) = (troop.arrives, troop.entry) else {
            return Err(Refusal::new("TH-GEO-15", format!("{name} does not arrive from off the board")));
        };
        if self.stand(id).place != Where::Waiting || self.stand(id).done {
            return Err(Refusal::new("TH-MOV-01", format!("{name} is not waiting to enter")));
        }
        if self.now.turn < turn {
            return Err(Refusal::new("TH-GEO-15", format!("{name} arrives in turn {turn}")));
        }
        if !at.in_bounds() || !at.is_on(entry) {
            return Err(Refusal::new("TH-GEO-15", format!("{name} enters by its stretch of the edge only")));
        }
        let profile = self.profile(id);
        if !self.map().may_stand(profile.class, at) && !self.rules().overflight {
            return Err(Refusal::new("TH-GEO-15", format!("{name} can not enter the ground there")));
        }
        let base = profile.shape.at(at, self.battle.pieces[id.index()].facing);
        if profile.ty != Type::Flyer
            && self.stoppers(id).any(|e| self.knows(side, e) && self.is_near(&base, e, 100))
        {
            return Err(Refusal::new(
                "TH-GEO-15",
                format!("an enemy stands within 1 inch of where {name} would enter"),
            ));
        }
        if strategic { self.judge_strategic(id, at) } else { Ok(()) }
    }

    /// The stand is picked: a human one rolls its dice (TH-MOV-02, TH-MOV-03).
    pub(crate) fn pick(&mut self, id: StandId, strategic: bool, sink: &mut Sink<What>) {
        let profile = self.profile(id);
        let (ty, rate, dice) = (profile.ty, i32::from(profile.strategic) * 100, profile.dice);
        let mut rolled = Vec::new();
        let allowance = match ty {
            Type::Tripod | Type::Flyer => self.machine_allowance(id),
            Type::Ironclad => self.speeds(id).1,
            Type::Steamer => i32::from(profile.inches) * 100,
            _ if self.is_pinned(id) => 0,
            _ if strategic => rate,
            _ => {
                sink.barrier(Barrier::Drawn);
                let luck = (self.side(id), "Inches rolled for movement");
                let inches = |_: &Self, roll: u8| roll;
                rolled = (0..dice).map(|_| self.die_for(id, Use::Move, luck, inches, sink)).collect();
                rolled.iter().map(|d| i32::from(*d) * 100).sum()
            }
        };
        let entering = self.stand(id).place == Where::Waiting;
        self.now.active = Some(Active { stand: id, allowance, strategic, entering });
        let rule = if strategic { "TH-STR-02" } else { "TH-MOV-03" };
        self.tell_of(sink, rule, id, || What::Picked { stand: id, dice: rolled, allowance, strategic });
        let side = self.side(id);
        self.ask(side, Ask::Path);
    }

    pub(crate) fn enter(&mut self, id: StandId, at: P, strategic: bool, sink: &mut Sink<What>) {
        let facing = self.battle.pieces[id.index()].facing;
        let stand = self.stand_mut(id);
        (stand.at, stand.facing) = (at, facing);
        self.pick(id, strategic, sink);
    }

    pub(crate) fn walker(&self, id: StandId, allowance: i32) -> Walker {
        let class = self.profile(id).class;
        let at = self.stand(id).at;
        let barred = class == Class::Flyer && !self.rules().overflight && !self.map().may_stand(class, at);
        let leaving = barred.then(|| self.map().cover_at(at)).flatten();
        let onset = self.stand(id).bank.map_or(Onset::Fresh, Onset::From);
        Walker { class, allowance, overflight: self.rules().overflight, leaving, onset }
    }

    /// An exit that this stand may use now (TH-GEO-06).
    fn exits(&self, id: StandId) -> impl Iterator<Item = &Exit> + '_ {
        let (ty, unit, side) = (self.ty(id), self.unit(id), self.side(id));
        self.battle.exits.iter().filter(move |e| {
            e.side == side
                && self.now.turn >= e.from_turn
                && e.kind.is_none_or(|k| k == ty)
                && (e.units.is_empty() || e.units.contains(&unit.0))
        })
    }

    /// The path up to where it reaches an exit; an error where it leaves the board elsewhere.
    fn cut_at_edge(&self, id: StandId, path: &[P]) -> Result<(Vec<P>, bool), Refusal> {
        let map = self.map();
        let mut cut = vec![path[0]];
        for leg in path.windows(2) {
            let (p, q) = (leg[0], leg[1]);
            let mut first: Option<(f64, P)> = None;
            for exit in self.exits(id) {
                let [a, b] = exit.edge;
                let (from, to, line) = if a.x == b.x { (p.x, q.x, a.x) } else { (p.y, q.y, a.y) };
                if from == line || (from < line) == (to < line) && to != line {
                    continue;
                }
                let t = f64::from(line - from) / f64::from(to - from);
                let at = p.toward(q, t);
                let on = |v: i32, a: i32, b: i32| v >= a.min(b) && v <= a.max(b);
                if on(at.x, a.x, b.x) && on(at.y, a.y, b.y) && first.is_none_or(|(least, _)| t < least) {
                    first = Some((t, at));
                }
            }
            if let Some((_, at)) = first {
                if at != p {
                    cut.push(at);
                }
                return Ok((cut, true));
            }
            if !map.on_board(q) {
                let rule = self
                    .battle
                    .exits
                    .iter()
                    .find(|e| e.side == self.side(id))
                    .map_or("TH-GEO-06", |e| e.rule);
                return Err(Refusal::new(rule, format!("{} may not leave the board there", self.name(id))));
            }
            cut.push(q);
        }
        Ok((cut, false))
    }

    /// Whether the picked stand may go this way (TH-GEO-11), by what its side may know (TH-SPO-11).
    pub fn judge_go(
        &self,
        active: &Active,
        path: &[P],
        facing: u16,
        continued: bool,
    ) -> Result<Plan, Refusal> {
        self.judge_way(active, path, facing, continued, None)
    }

    /// The same for somebody who knows the engine's own flight from gas already.
    pub(crate) fn judge_way(
        &self,
        active: &Active,
        path: &[P],
        facing: u16,
        continued: bool,
        flight: Option<&[P]>,
    ) -> Result<Plan, Refusal> {
        let id = active.stand;
        let ty = self.ty(id);
        let name = || self.name(id);
        if path.is_empty() || path.len() > MOST_POINTS {
            return Err(Refusal::new("TH-GEO-10", format!("expected a path of 1 to {MOST_POINTS} points")));
        }
        if facing >= 3600 || path.iter().any(|p| !p.in_bounds()) {
            return Err(Refusal::new(
                "TH-GEO-10",
                "expected points of the board and a facing of 0 to 3599 tenths",
            ));
        }
        let mut whole = vec![self.stand(id).at];
        whole.extend_from_slice(path);
        if ty != Type::Flyer && whole.windows(2).any(|leg| leg[0] == leg[1]) {
            return Err(Refusal::new("TH-GEO-13", "a leg of the path has no length"));
        }
        if ty.is_ship() {
            return self.judge_voyage(active, &whole, facing);
        }
        if self.is_pinned(id) {
            let rule = if self.now.phase == Phase::HumanMovement { "TH-MOV-06" } else { "TH-SEQ-07" };
            return Err(Refusal::new(
                rule,
                format!("{} fired in the artillery phase and may only turn", name()),
            ));
        }
        if ty == Type::Tripod && self.is_broken(id, System::Legs) {
            return Err(Refusal::new("TH-MAR-03", format!("{} has lost its legs and can not move", name())));
        }
        if active.allowance <= 0 {
            // Nothing rounds to nothing here: a way is a way.
            return Err(Refusal::new("TH-GEO-11", format!("{} has no inch left to move", name())));
        }
        let (cut, exit) = self.cut_at_edge(id, &whole)?;
        let walker = self.walker(id, active.allowance);
        let cost = self.map().price(&walker, &cut).map_err(|block| {
            let at = way_words(cut[0], block.at);
            let why =
                format!("{} may not enter the {}, {at} of where it stands", name(), block.ground.name());
            Refusal::new(block.rule, why)
        })?;
        if let Some(area) = walker.leaving.filter(|_| !exit && cut.iter().any(|p| *p != cut[0])) {
            let (end, area) = (cut[cut.len() - 1], &self.map().areas[area]);
            if area.shape.contains(end) {
                let why = format!("{} may fly out of the {}, not stop above it", name(), area.kind.name());
                return Err(Refusal::new("TH-TER-04", why));
            }
        }
        let cost =
            if ty == Type::Flyer { cost + self.judge_flight(active, &cut, facing, exit)? } else { cost };
        if cost > active.allowance {
            let rule = if ty == Type::Flyer { "TH-FLY-01" } else { "TH-GEO-11" };
            let why = format!(
                "this way costs {}, and {} has {}",
                in_inches(cost),
                name(),
                in_inches(active.allowance)
            );
            return Err(Refusal::new(rule, why));
        }
        // Who leaves by an exit turns no more.
        let last = if exit { cut[cut.len() - 2].heading(cut[cut.len() - 1]) } else { facing };
        let course = self.course(id, &cut, last, true);
        let end = course.end;
        if !exit || course.stop.is_some() {
            self.judge_end(id, &course.base, end, &course.walked)?;
        }
        if active.entering && !exit && course.stop.is_none() {
            self.judge_clear_of_entry(id, end)?;
        }
        if active.strategic {
            self.judge_march(id, &cut, facing)?;
        }
        if self.stand(id).fears != 0 && !continued {
            self.judge_flight_from_gas(active, &cut, facing, &course, flight)?;
        } else {
            let bound =
                if continued { self.stand(id).astray } else { !active.entering && !self.in_cohesion(id) };
            if !exit {
                self.judge_cohesion(id, &self.profile(id).shape.at(cut[cut.len() - 1], facing), bound)?;
            }
        }
        Ok(Plan { path: cut, cost, course, exit })
    }

    /// The end of a move overlaps no base that its side knows of (TH-GEO-05); a silent cylinder that it storms on its way
    /// is gone by then (TH-CYL-11).
    pub(crate) fn judge_end(&self, id: StandId, base: &Base, end: P, way: &[P]) -> Result<(), Refusal> {
        if !self.map().on_board(end) {
            return Err(Refusal::new("TH-GEO-06", format!("{} would end off the board", self.name(id))));
        }
        let side = self.side(id);
        let mut met = self.overlapped(id, base).filter(|other| self.knows(side, *other));
        match met.find(|other| !self.is_stormed(id, *other, way)) {
            Some(other) => {
                let why = format!("{} would end on the base of {}", self.name(id), self.name(other));
                Err(Refusal::new("TH-GEO-05", why))
            }
            None => Ok(()),
        }
    }

    /// Stands whose base this base overlaps; flyers hinder nobody and are hindered by nobody.
    pub(crate) fn overlapped<'a>(
        &'a self,
        id: StandId,
        base: &'a Base,
    ) -> impl Iterator<Item = StandId> + 'a {
        let flies = self.ty(id) == Type::Flyer;
        self.ids().filter(move |other| {
            !flies
                && *other != id
                && self.on_board(*other)
                && self.ty(*other) != Type::Flyer
                && self.is_about(base, *other, 0)
                && base.overlaps(&self.base(*other))
        })
    }

    pub(crate) fn judge_clear_of_entry(&self, id: StandId, end: P) -> Result<(), Refusal> {
        let entry = self.troop(self.unit(id)).entry;
        match entry {
            Some(entry) if end.is_on(entry) => {
                Err(Refusal::new("TH-GEO-15", format!("{} must end clear of its entry line", self.name(id))))
            }
            _ => Ok(()),
        }
    }

    /// The picked stand turns on the spot, or not even that (TH-MOV-05).
    pub(crate) fn judge_stay(&self, active: &Active, facing: u16) -> Result<(), Refusal> {
        let id = active.stand;
        if facing >= 3600 {
            return Err(Refusal::new("TH-GEO-10", "expected a facing of 0 to 3599 tenths"));
        }
        if active.entering {
            return Ok(());
        }
        let name = self.name(id);
        if self.ty(id) == Type::Flyer
            && facing != self.stand(id).facing
            && active.allowance < crate::flyer_movement::PIVOT
        {
            return Err(Refusal::new(
                "TH-FLY-03",
                format!("{name} has not the 12 inches that a pivot costs"),
            ));
        }
        if self.ty(id) == Type::Ironclad {
            self.judge_speed(id, 0)?;
        }
        if self.stand(id).fears != 0 && self.can_flee(active) {
            return Err(Refusal::new("TH-GAS-06", format!("{name} must run from the gas")));
        }
        let base = self.profile(id).shape.at(self.stand(id).at, facing);
        if facing != self.stand(id).facing {
            self.judge_end(id, &base, base.centre, &[])?;
        }
        Ok(())
    }

    pub(crate) fn stay(&mut self, facing: u16, sink: &mut Sink<What>) {
        let Some(active) = self.now.active.take() else { return };
        let id = active.stand;
        let stand = self.stand_mut(id);
        (stand.done, stand.fears) = (true, 0);
        if active.entering {
            return;
        }
        stand.strategic |= active.strategic;
        stand.speed = 0;
        let turns = stand.facing != facing;
        self.now.flow = Flow::Moving;
        if turns {
            let beside = self.beside(id);
            let met = self.turn_in_place(id, facing, &beside, sink);
            self.tell_of(sink, "TH-MOV-05", id, || What::Turned { stand: id, facing });
            if let Some(enemy) = met {
                self.meet(id, enemy, active.allowance, sink);
            } else if self.on_board(id) {
                // A base that turned may have come into or out of sight.
                self.spot_on_the_way(id, sink);
            }
        }
    }

    pub(crate) fn go(&mut self, path: &[P], facing: u16, sink: &mut Sink<What>) {
        let Some(active) = self.now.active.take() else { return };
        let Ok(plan) = self.judge_go(&active, path, facing, false) else { return };
        let id = active.stand;
        if self.ty(id) == Type::Ironclad {
            self.stand_mut(id).speed = self.ordered_speed(id, path);
        }
        self.set_out(&active, plan, facing, false);
        if active.entering {
            self.stand_mut(id).place = Where::Board;
        }
        let _ = sink;
    }

    pub(crate) fn go_on(&mut self, id: StandId, path: &[P], facing: u16) {
        let active = Active { stand: id, allowance: self.stand(id).left, strategic: false, entering: false };
        let Ok(plan) = self.judge_go(&active, path, facing, true) else { return };
        self.stand_mut(id).freed = false;
        self.set_out(&active, plan, facing, true);
    }

    fn set_out(&mut self, active: &Active, plan: Plan, facing: u16, continued: bool) {
        let id = active.stand;
        let unseen = !self.knows(self.side(id).other(), id);
        let stand = self.stand_mut(id);
        stand.done = true;
        stand.strategic |= active.strategic;
        self.now.walk = Some(Box::new(Walk {
            stand: id,
            path: plan.path,
            facing,
            allowance: active.allowance,
            done: 0,
            excused: Vec::new(),
            asked: 0,
            strategic: active.strategic,
            continued,
            unseen,
        }));
        self.now.flow = Flow::Walking;
    }

    /// Whether a side has anything to do in its movement step.
    pub(crate) fn can_move_something(&self, side: Side) -> bool {
        self.ids().any(|id| self.side(id) == side && self.is_to_move(id))
    }

    /// Whether a stand has its move in this phase still before it.
    pub(crate) fn is_to_move(&self, id: StandId) -> bool {
        let stand = self.stand(id);
        match stand.place {
            Where::Board => self.ty(id) != Type::Cylinder && !stand.done,
            Where::Waiting => {
                !stand.done && self.troop(self.unit(id)).arrives.is_some_and(|t| t <= self.now.turn)
            }
            Where::Inside(cylinder) => self.on_board(cylinder) && self.stand(cylinder).ready > 0,
            _ => false,
        }
    }

    /// Flights from gas in one order; whole units; stands to pick, machines to let out, arrivals; then the end of the step.
    pub(crate) fn visit_moves(&self, side: Side, visit: &mut dyn FnMut(Order) -> bool) -> bool {
        if self.judge_flee(side).is_ok() && visit(Order::Flee) {
            return true;
        }
        if self.visit_marches(side, visit) {
            return true;
        }
        for id in self.ids().filter(|id| self.side(*id) == side) {
            match self.stand(id).place {
                Where::Board => {
                    for strategic in [false, true] {
                        if self.judge_pick(side, id, strategic).is_ok()
                            && visit(Order::Pick { stand: id, strategic })
                        {
                            return true;
                        }
                    }
                }
                Where::Waiting => {
                    for at in self.entry_samples(id) {
                        for strategic in [false, true] {
                            let legal = self.judge_enter(side, id, at, strategic).is_ok();
                            if legal && visit(Order::Enter { stand: id, at, strategic }) {
                                return true;
                            }
                        }
                    }
                }
                Where::Inside(_) => {
                    for bearing in (0..360).step_by(45) {
                        let legal = self.judge_emerge(side, id, bearing).is_ok();
                        if legal && visit(Order::Emerge { machine: id, bearing }) {
                            return true;
                        }
                    }
                }
                _ => {}
            }
        }
        self.judge_end_step(side).is_ok() && visit(Order::EndStep)
    }

    /// The printed point of entry first, then the ends and the middle of the line.
    pub(crate) fn entry_samples(&self, id: StandId) -> Vec<P> {
        let Some([a, b]) = self.troop(self.unit(id)).entry else { return Vec::new() };
        let printed = self.battle.pieces[id.index()].at;
        vec![geometry::ground::foot(printed, a, b), a.toward(b, 0.5), a, b]
    }
}
