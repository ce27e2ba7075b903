//! A unit moved by one order (note TH-N02): it unpacks into single moves, the foremost stand first, each with its own dice,
//! its own stops and the enemy's overwatch against it.

use crate::event::What;
use crate::kinds::{Side, StandId, Type, UnitId};
use crate::measure::{P, Place};
use crate::order::Order;
use crate::state::{Active, State};
use serde::{Deserialize, Serialize};
use table::{Audience, Event, Refusal, Sink};

/// Nobody marches farther, in thousandths.
const FARTHEST: i32 = 72_000;
/// Of three and a half inches that a die gives in the mean: most stands get so far, and the unit stays together.
const INCHES_A_DIE: i32 = 3;
/// A way that can not be gone to its end is tried half an inch shorter, again and again, and then drawn out between the last
/// two by halves: a longer order never ends a stand shorter for the roughness of the measure.
const STEP: f64 = 500.0;
const HALVES: u32 = 4;
/// On a road an inch of the allowance carries so far.
const ON_A_ROAD: f64 = 2.0;

/// Why a stand of a march does not go as far as the order says, as far as its side knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Short {
    /// The edge of the board, or the inches that it has on this ground.
    Inches,
    /// A known enemy would stop it.
    Enemy,
    /// Black gas lies ahead.
    Gas,
    /// It would leave those behind who have gone before.
    Unit,
    /// Somebody stands there, or the rules forbid the end.
    Room,
}

impl Short {
    pub const fn words(self) -> &'static str {
        match self {
            Self::Inches => "as far as its inches carry on this ground",
            Self::Enemy => "short of an enemy",
            Self::Gas => "short of the gas",
            Self::Unit => "waits for the rest of its unit",
            Self::Room => "as far as there is room",
        }
    }

    /// The same of a stand that does not go at all.
    pub const fn stays(self) -> &'static str {
        match self {
            Self::Inches => "stays: the ground or the edge ahead bars its way, or costs too many inches",
            Self::Enemy => "stays: an enemy is too near ahead",
            Self::Gas => "stays: gas lies ahead",
            Self::Unit => "stays with the rest of its unit",
            Self::Room => "stays: there is no room ahead",
        }
    }
}

/// Why the rest of a march does not begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Halt {
    /// Another enemy has come into sight.
    Enemy,
    /// One of these stands was lost on the way.
    Loss,
}

/// A way of one stand, and what made it shorter than the order.
struct Found {
    path: Vec<P>,
    short: Option<Short>,
}

/// Where one stand of a march would come to, with so many inches to spend.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Marcher {
    pub stand: StandId,
    /// Hundredths of an inch: a machine's own, a strategic rate, or what its dice give in the mean.
    pub allowance: i32,
    pub path: Vec<P>,
    pub end: P,
    pub facing: u16,
    pub cost: i32,
    /// Why it goes less far than the order, in words.
    pub short: Option<&'static str>,
    pub in_cohesion: bool,
    pub in_cover: bool,
    /// Known enemies that would see it there.
    pub seen_by: Vec<StandId>,
}

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
            let why = "expected a shift in thousandths of an inch, no farther than 72 inches";
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
        let able = self.marchers(side, march.unit, march.shift, march.strategic);
        let halted = if self.strength(march.unit) < march.strong {
            Some(Halt::Loss)
        } else {
            (self.enemies_known(side) > march.known).then_some(Halt::Enemy)
        };
        if let Some(why) = halted {
            let stands: Vec<StandId> = march.left.into_iter().filter(|id| able.contains(id)).collect();
            if !stands.is_empty() {
                let audience = Audience::only(side.seat());
                sink.emit(|| Event::private("TH-MOV-01", audience, What::Halted { stands, why }));
            }
            return false;
        }
        let Some(next) = march.left.iter().position(|id| able.contains(id)) else { return false };
        let id = march.left[next];
        march.left.drain(..=next);
        self.pick(id, march.strategic, sink);
        self.now.ask = None;
        let Some(active) = self.now.active else { return false };
        match self.march_way(&active, &march) {
            Ok(Found { path, .. }) => self.go(&path, self.facing_at(id, &path), sink),
            Err(why) => {
                // Whom it waits for, and what it knows of, is its own side's affair.
                let audience = Audience::only(side.seat());
                sink.emit(|| Event::private("TH-MOV-01", audience, What::Stayed { stand: id, why }));
                self.stay(self.stand(id).facing, sink);
            }
        }
        self.now.march = Some(march);
        true
    }

    /// Why a way is none for a march: it runs neither into an enemy that is known, nor into gas, nor away from those who
    /// have gone before. Nothing if it will do.
    fn flaw(&self, active: &Active, path: &[P], gone: &[StandId]) -> Option<Short> {
        let id = active.stand;
        let plan = match self.judge_go(active, path, self.facing_at(id, path), false) {
            Err(refusal) if refusal.rule.0 == "TH-GEO-11" => return Some(Short::Inches),
            Err(_) => return Some(Short::Room),
            Ok(plan) => plan,
        };
        let base = &plan.course.base;
        if plan.course.stop.is_some() {
            Some(Short::Enemy)
        } else if self.is_gassed(id, base) || self.gas_crossed(id, &plan.path) {
            Some(Short::Gas)
        } else if gone.is_empty() || self.ignores_cohesion(id) || self.is_near_any(id, base, gone) {
            None
        } else {
            Some(Short::Unit)
        }
    }

    /// As far as the march goes, by the same shift as the others; else as far along it as the inches pay; else up to one of
    /// those who have gone before; else alone; else why it stays.
    fn march_way(&self, active: &Active, march: &March) -> Result<Found, Short> {
        let id = active.stand;
        let from = self.stand(id).at;
        let goal = P::new(from.x + march.shift.x, from.y + march.shift.y);
        let gone: Vec<StandId> =
            self.troop(march.unit).stands.iter().copied().filter(|o| self.has_gone(*o, id)).collect();
        let inside = if goal.in_bounds() { from.toward(goal, self.map().left_at(from, goal)) } else { from };
        let walker = self.walker(id, active.allowance);
        let straight = self.map().farthest(&walker, from, inside);
        let (length, far) = (from.far(inside), from.far(straight));
        let point = |far: f64| from.toward(inside, far / length.max(1.0));
        let mut short = (inside != goal).then_some(Short::Inches);
        let mut alone: Option<Found> = None;
        let mut flawless = |path: &[P], short: &mut Option<Short>| {
            let flaw = self.flaw(active, path, &gone);
            if flaw == Some(Short::Unit) && alone.is_none() {
                alone = Some(Found { path: path.to_vec(), short: *short });
            }
            *short = flaw.or(*short);
            flaw.is_none()
        };
        // Where the straight way is barred or dear, one round to as far along the order as it leads.
        let inches = f64::from(active.allowance) * 10.0;
        if straight != inside && far + STEP < inches {
            let most = (length / STEP).floor().min(inches * ON_A_ROAD / STEP) as i32;
            let least = (far / STEP).floor() as i32;
            let ends = (least + 1..=most).rev().map(|n| point(f64::from(n) * STEP));
            let ends = (length <= inches * ON_A_ROAD).then_some(inside).into_iter().chain(ends);
            if let Some((end, path)) = self.first_way(active, ends, |path| flawless(path, &mut short)) {
                return Ok(Found { path, short: short.filter(|_| end != goal) });
            }
        }
        // Straight ahead, and half an inch less again and again. They are the same places for every order, so that a longer
        // one finds what a shorter one finds.
        if straight != inside {
            short = short.or(Some(Short::Inches));
        }
        let halves = (1..=((far - 1.0) / STEP).floor().max(0.0) as i32).rev().map(|n| f64::from(n) * STEP);
        let mut beyond = None;
        let halves = halves.map(|at| (at, point(at)));
        for (at, end) in std::iter::once((far, straight)).chain(halves).filter(|(far, _)| *far > 0.0) {
            let flaw = if end == from { Some(Short::Room) } else { self.flaw(active, &[end], &gone) };
            if flaw.is_none() || (flaw == Some(Short::Unit) && alone.is_none()) {
                let (mut low, mut best) = (at, end);
                if let Some(mut high) = beyond {
                    // A little farther may still do.
                    for _ in 0..HALVES {
                        let middle = f64::midpoint(low, high);
                        let end = point(middle);
                        if end != from && self.flaw(active, &[end], &gone) == flaw {
                            (low, best) = (middle, end);
                        } else {
                            high = middle;
                        }
                    }
                }
                let found = Found { path: vec![best], short };
                if flaw.is_none() {
                    return Ok(found);
                }
                alone = Some(found);
            }
            beyond = Some(at);
            short = flaw.or(short);
        }
        let mut mates: Vec<(i64, P)> =
            gone.iter().map(|o| self.stand(*o).at).map(|at| (from.far(at) as i64, at)).collect();
        mates.sort_unstable();
        for (_, at) in mates.into_iter().take(2) {
            let toward = self.map().farthest(&walker, from, at);
            for part in [1.0, 0.75, 0.5, 0.25] {
                let path = vec![from.toward(toward, part)];
                if path[0] != from && self.flaw(active, &path, &gone).is_none() {
                    return Ok(Found { path, short: Some(Short::Unit) });
                }
            }
        }
        alone.ok_or(short.unwrap_or(Short::Room))
    }

    /// Where each stand of a march would come to, and the table then: a machine by its own inches, a stand with dice by what
    /// they give in the mean. Nothing is rolled, and whom the side does not know of stands in nobody's way.
    fn marched(&self, side: Side, unit: UnitId, shift: P, strategic: bool) -> (Self, Vec<Marcher>) {
        let mut there = self.clone();
        there.march(side, unit, shift, strategic);
        let mut found = Vec::new();
        let Some(march) = there.now.march.take() else { return (there, found) };
        for &id in &march.left {
            let allowance = there.usual_inches(id, strategic);
            let active = Active { stand: id, allowance, strategic, entering: false };
            let mut path = vec![there.stand(id).at];
            let (facing, short) = match there.march_way(&active, &march) {
                Ok(way) => {
                    let facing = there.facing_at(id, &way.path);
                    path.extend(way.path);
                    (facing, way.short.map(Short::words))
                }
                Err(why) => (there.stand(id).facing, Some(why.stays())),
            };
            let end = path[path.len() - 1];
            let cost = there.map().price(&there.walker(id, allowance), &path).unwrap_or(0);
            there.place_mover(id, end, facing);
            there.stand_mut(id).done = true;
            let in_cover = there.map().cover_at(end).is_some();
            let (in_cohesion, seen_by) = (true, Vec::new());
            let stand = id;
            found.push(Marcher {
                stand,
                allowance,
                path,
                end,
                facing,
                cost,
                short,
                in_cohesion,
                in_cover,
                seen_by,
            });
        }
        for marcher in &mut found {
            marcher.in_cohesion = there.in_cohesion(marcher.stand);
        }
        (there, found)
    }

    /// The same with the known enemies that would see them, and what somebody should know before the unit goes so.
    pub(crate) fn foresee_march(
        &self,
        side: Side,
        unit: UnitId,
        shift: P,
        strategic: bool,
    ) -> (Vec<Marcher>, Vec<String>) {
        let (there, mut all) = self.marched(side, unit, shift, strategic);
        for marcher in &mut all {
            marcher.seen_by = self.known_enemies(side).filter(|e| there.sees(*e, marcher.stand)).collect();
        }
        let mut risks = hazards(&all);
        match all.iter().filter(|m| !m.seen_by.is_empty()).count() {
            0 => {}
            1 => risks.push("one stand ends in sight of a known enemy".to_owned()),
            n => risks.push(format!("{n} stands end in sight of a known enemy")),
        }
        if strategic {
            risks.push("no fire this turn, easier to hit, shaken".to_owned());
        }
        (all, risks)
    }

    /// How many stands a march moves, and what is in their way, for whoever reads about it.
    pub(crate) fn march_words(&self, unit: UnitId, shift: P, strategic: bool) -> (usize, Vec<String>) {
        let side = self.troop(unit).side;
        if self.judge_unit_march(side, unit, shift, strategic).is_err() {
            return (self.marchers(side, unit, shift, strategic).len(), Vec::new());
        }
        let (_, all) = self.marched(side, unit, shift, strategic);
        (all.len(), hazards(&all))
    }

    /// The inches that a stand may count on, in hundredths.
    fn usual_inches(&self, id: StandId, strategic: bool) -> i32 {
        let profile = self.profile(id);
        match profile.side {
            Side::Martian => self.machine_allowance(id),
            Side::Human if strategic => i32::from(profile.strategic) * 100,
            Side::Human => i32::from(profile.dice) * 350,
        }
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

    /// The stands of a unit that an ordinary march moves now; none where fewer than two can.
    pub(crate) fn together(&self, unit: UnitId) -> Vec<StandId> {
        let side = self.troop(unit).side;
        if !matches!(self.now.ask, Some((asked, crate::order::Ask::Move)) if asked == side) {
            return Vec::new();
        }
        let mut all = self.marchers(side, unit, P::new(0, 1), false);
        if all.len() < 2 {
            all.clear();
        }
        all.sort_unstable();
        all
    }
}

/// Gas and enemies that halt stands of a march, and stands that would be alone at its end.
fn hazards(all: &[Marcher]) -> Vec<String> {
    let tell = |n: usize, one: &str, more: &str| match n {
        0 => None,
        1 => Some(format!("one stand {one}")),
        n => Some(format!("{n} stands {more}")),
    };
    let held = |why: Short| all.iter().filter(|m| m.short == Some(why.words())).count();
    let alone = all.iter().filter(|m| !m.in_cohesion).count();
    [
        tell(held(Short::Gas), "halts before the black gas", "halt before the black gas"),
        tell(held(Short::Enemy), "halts short of an enemy", "halt short of an enemy"),
        tell(held(Short::Unit), "waits for the rest of the unit", "wait for the rest of the unit"),
        tell(alone, "ends out of cohesion", "end out of cohesion"),
    ]
    .into_iter()
    .flatten()
    .collect()
}
