//! A unit moved by one order (note TH-N02): it unpacks into single moves, the foremost stand first, each with its own dice,
//! its own stops and the enemy's overwatch against it.

use crate::event::What;
use crate::kinds::{Side, StandId, Type, UnitId};
use crate::measure::{P, Place};
use crate::order::Order;
use crate::state::{Active, State};
use serde::{Deserialize, Serialize};
use table::{Refusal, Sink};

/// Nobody marches farther, in thousandths.
const FARTHEST: i32 = 72_000;
/// Of three and a half inches that a die gives in the mean: most stands get so far, and the unit stays together.
const INCHES_A_DIE: i32 = 3;
/// Parts of a way that are tried when the whole of it can not be gone.
const PARTS: [f64; 4] = [1.0, 0.75, 0.5, 0.25];

/// A unit on its way.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct March {
    pub unit: UnitId,
    /// How far east and north.
    pub shift: P,
    #[serde(default)]
    pub strategic: bool,
    /// Who has still to go, first to last.
    pub left: Vec<StandId>,
    /// Enemies that were known, and comrades on the board, when it was ordered.
    pub known: u8,
    pub strong: u8,
}

impl State {
    /// The stands of a unit that can be moved together, those in front first.
    fn marchers(&self, side: Side, unit: UnitId, shift: P, strategic: bool) -> Vec<StandId> {
        let walks = |id: &StandId| {
            let ty = self.ty(*id);
            let able = match ty {
                Type::Flyer | Type::Cylinder | Type::Ironclad | Type::Steamer => false,
                Type::Tripod => self.machine_allowance(*id) > 0,
                _ => !self.is_pinned(*id),
            };
            able && self.stand(*id).fears == 0 && self.judge_pick(side, *id, strategic).is_ok()
        };
        let mut found: Vec<StandId> = self.troop(unit).stands.iter().copied().filter(walks).collect();
        let ahead = |id: &StandId| {
            let at = self.stand(*id).at;
            i64::from(at.x) * i64::from(shift.x) + i64::from(at.y) * i64::from(shift.y)
        };
        found.sort_by_key(|id| (-ahead(id), *id));
        found
    }

    pub(crate) fn judge_unit_march(
        &self,
        side: Side,
        unit: UnitId,
        shift: P,
        strategic: bool,
    ) -> Result<(), Refusal> {
        let Some(troop) = self.battle.troops.get(unit.index()) else {
            return Err(Refusal::new("TH-COH-01", format!("there is no unit number {}", unit.0)));
        };
        if troop.side != side {
            return Err(Refusal::new("TH-SEQ-02", "this unit belongs to the other side"));
        }
        let far = |v: i32| !(-FARTHEST..=FARTHEST).contains(&v);
        if shift == P::default() || far(shift.x) || far(shift.y) {
            let why = "expected a shift in thousandths of an inch, no farther than 72 in";
            return Err(Refusal::new("TH-GEO-10", why));
        }
        if self.marchers(side, unit, shift, strategic).len() < 2 {
            if strategic && let Some(id) = troop.stands.iter().find(|id| self.on_board(**id)) {
                self.judge_pick(side, *id, true)?;
            }
            let why = format!("fewer than two stands of {} can still be moved together", troop.name);
            return Err(Refusal::new("TH-MOV-01", why));
        }
        Ok(())
    }

    pub(crate) fn march(&mut self, side: Side, unit: UnitId, shift: P, strategic: bool) {
        let left = self.marchers(side, unit, shift, strategic);
        let (known, strong) = (self.enemies_known(side), self.strength(unit));
        self.now.march = Some(Box::new(March { unit, shift, strategic, left, known, strong }));
    }

    fn enemies_known(&self, side: Side) -> u8 {
        self.known_enemies(side).count() as u8
    }

    fn strength(&self, unit: UnitId) -> u8 {
        self.troop(unit).stands.iter().filter(|id| self.on_board(**id)).count() as u8
    }

    /// The next stand of the march goes; says whether there was one. A march ends early when its side comes to know of
    /// another enemy or loses one of these stands: then somebody has to think again.
    pub(crate) fn march_next(&mut self, side: Side, sink: &mut Sink<What>) -> bool {
        let Some(mut march) = self.now.march.take() else { return false };
        if self.enemies_known(side) > march.known || self.strength(march.unit) < march.strong {
            return false;
        }
        let able = self.marchers(side, march.unit, march.shift, march.strategic);
        let Some(next) = march.left.iter().position(|id| able.contains(id)) else { return false };
        let id = march.left[next];
        march.left.drain(..=next);
        self.pick(id, march.strategic, sink);
        self.now.ask = None;
        let Some(active) = self.now.active else { return false };
        match self.march_way(&active, &march) {
            Some((path, facing)) => self.go(&path, facing, sink),
            None => self.stay(self.stand(id).facing, sink),
        }
        self.now.march = Some(march);
        true
    }

    /// As far as the march goes, by the same shift as the others; else as far along it as the dice pay, but not away from
    /// those who have gone before; else up to one of those.
    fn march_way(&self, active: &Active, march: &March) -> Option<(Vec<P>, u16)> {
        let id = active.stand;
        let from = self.stand(id).at;
        let goal = P::new(from.x + march.shift.x, from.y + march.shift.y);
        let walker = self.walker(id, active.allowance);
        let gone: Vec<StandId> =
            self.troop(march.unit).stands.iter().copied().filter(|o| self.has_gone(*o, id)).collect();
        let within = goal.in_bounds() && self.map().on_board(goal);
        let far = if goal.in_bounds() {
            let share = self.map().left_at(from, goal);
            self.map().farthest(&walker, from, from.toward(goal, share))
        } else {
            from
        };
        let mut ways: Vec<Vec<P>> = Vec::new();
        if within && far != goal {
            ways.extend(self.way_to(active, goal));
        }
        ways.extend(PARTS.iter().map(|part| vec![from.toward(far, *part)]));
        let mut mates: Vec<(i64, P)> =
            gone.iter().map(|o| self.stand(*o).at).map(|at| (from.far(at) as i64, at)).collect();
        mates.sort_unstable();
        for (_, at) in mates.into_iter().take(2) {
            let toward = self.map().farthest(&walker, from, at);
            ways.extend(PARTS.iter().map(|part| vec![from.toward(toward, *part)]));
        }
        let mut second = None;
        for path in ways.into_iter().filter(|path| path.last().is_some_and(|end| *end != from)) {
            let facing = self.facing_at(id, &path);
            let Ok(plan) = self.judge_go(active, &path, facing, false) else { continue };
            // Whom it knows of a march does not run into.
            if plan.course.stop.is_some() {
                continue;
            }
            if gone.is_empty() || self.ignores_cohesion(id) || self.is_near_any(id, &plan.course.base, &gone)
            {
                return Some((path, facing));
            }
            second = second.or(Some((path, facing)));
        }
        second
    }

    /// A comrade on the board that has had its move.
    fn has_gone(&self, mate: StandId, id: StandId) -> bool {
        mate != id && self.on_board(mate) && self.stand(mate).done && !self.ignores_cohesion(mate)
    }

    /// Marches that are offered for each unit: at the nearest known enemy, and to the four winds.
    pub(crate) fn visit_marches(&self, side: Side, visit: &mut dyn FnMut(Order) -> bool) -> bool {
        for unit in (0..self.battle.troops.len() as u8).map(UnitId) {
            if self.troop(unit).side != side || self.troop(unit).stands.len() < 2 {
                continue;
            }
            for strategic in [false, true] {
                let able = self.marchers(side, unit, P::new(0, 1), strategic);
                let Some(far) = able.iter().map(|id| self.stride(*id, strategic)).min() else { continue };
                if able.len() < 2 || far <= 0 {
                    continue;
                }
                let lead = self.stand(able[0]).at;
                let enemy = self.known_enemies(side).map(|e| self.stand(e).at);
                let enemy = enemy.min_by_key(|at| (lead.far(*at) as i64, *at));
                let advance = enemy.filter(|_| !strategic).map(|at| lead.heading(at));
                let winds = (0..4).map(|wind| wind * 900);
                for bearing in advance.into_iter().chain(winds.filter(|w| Some(*w) != advance)) {
                    let shift = P::default().ahead(bearing, f64::from(far));
                    let on = |id: &StandId| {
                        let at = self.stand(*id).at;
                        self.map().on_board(P::new(at.x + shift.x, at.y + shift.y))
                    };
                    if able.iter().all(on) && visit(Order::March { unit, shift, strategic }) {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// How far a stand is asked to march, in thousandths.
    fn stride(&self, id: StandId, strategic: bool) -> i32 {
        let profile = self.profile(id);
        match profile.side {
            Side::Martian => self.machine_allowance(id) * 10,
            Side::Human if strategic => i32::from(profile.strategic) * 1000,
            Side::Human => i32::from(profile.dice) * INCHES_A_DIE * 1000,
        }
    }

    /// How many stands a march moves, for whoever reads about it.
    pub(crate) fn marching(&self, unit: UnitId, strategic: bool) -> usize {
        self.marchers(self.troop(unit).side, unit, P::new(0, 1), strategic).len()
    }
}
