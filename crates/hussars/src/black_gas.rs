//! BLACK GAS: canisters, clouds, death by touch, fear and flight (TH-GAS-01 to TH-GAS-12).

use crate::combat::{Mode, Odds};
use crate::event::{Cause, Modifier, What};
use crate::kinds::{Side, StandId, System, Type, Weapon};
use crate::measure::{Base, Gauge, P, Place, wedge};
use crate::sequence_of_play::tell;
use crate::state::{Active, Cloud, State, Use, Where};
use crate::walk::{CONTACT, Course, first_within, marks};
use geometry::ground::Onset;
use smallvec::SmallVec;
use std::sync::Mutex;
use table::{Refusal, Sink};

/// A stand that sees a cloud within this gap is afraid (TH-GAS-05).
const FEAR: i32 = 600;
/// Far enough from the cloud (TH-GAS-06).
const SAFE: i32 = 1200;
/// Step of the engine's own way out, in thousandths.
const STEP: f64 = 500.0;

/// The last flight that was worked out, with what it depends on: an order is judged more than once before it is walked.
#[derive(Debug, Default)]
pub(crate) struct Flights(Mutex<Option<(u64, Vec<P>)>>);

/// A copy goes its own way.
impl Clone for Flights {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl Flights {
    fn of(&self, key: u64, flight: impl FnOnce() -> Vec<P>) -> Vec<P> {
        let Ok(mut known) = self.0.lock() else { return flight() };
        if let Some((_, path)) = known.as_ref().filter(|(of, _)| *of == key) {
            return path.clone();
        }
        let path = flight();
        *known = Some((key, path.clone()));
        path
    }
}

impl State {
    /// The square of a cloud (TH-GAS-03).
    pub fn cloud(&self, at: P) -> Base {
        self.content.cloud.at(at)
    }

    pub(crate) fn judge_gas(&self, id: StandId, at: P, mode: Mode) -> Result<(), Refusal> {
        let (name, stand) = (|| self.name(id), self.stand(id));
        if !self.ty(id).is_machine() {
            let rule = if self.ty(id) == Type::Cylinder { "TH-CYL-07" } else { "TH-GAS-01" };
            return Err(Refusal::new(rule, format!("{} has no gas projector", name())));
        }
        if self.is_broken(id, System::GasProjector) {
            return Err(Refusal::new("TH-MAR-05", format!("{} has lost its gas projector", name())));
        }
        if stand.gas == 0 {
            let rule = if self.ty(id) == Type::Flyer { "TH-GAS-08" } else { "TH-GAS-07" };
            return Err(Refusal::new(rule, format!("{} has no canister left", name())));
        }
        if !at.in_bounds() {
            return Err(Refusal::new("TH-GEO-10", "expected a point of the board"));
        }
        let on_base = |t: StandId| self.base(t).reaches(at, 0);
        if mode == Mode::Melee {
            let fight = self.now.melee.as_ref();
            let foes = fight.map(|m| {
                m.movers
                    .iter()
                    .chain(&m.others)
                    .copied()
                    .filter(|t| self.side(*t) == Side::Human && on_base(*t))
                    .count()
            });
            return match foes {
                Some(1..) => Ok(()),
                _ => Err(Refusal::new("TH-CLC-12", "in close combat gas is aimed at a stand in it")),
            };
        }
        let base = self.base(id);
        let reach = i32::from(self.content.arm(Weapon::GasProjector).range) * 200;
        if !base.reaches(at, reach) {
            let why = format!(
                "the point is {} away; canisters reach {}",
                crate::movement::in_inches(base.gap_to(at)),
                crate::movement::in_inches(reach)
            );
            return Err(Refusal::new("TH-GAS-09", why));
        }
        if self.ty(id) == Type::Flyer && !wedge(base.centre, stand.facing).contains(at) {
            return Err(Refusal::new("TH-ARC-01", "a flyer's gas is aimed into its front arc"));
        }
        if !self.rules().gas_any && !self.fielded(Side::Human).any(|t| self.stand(t).spotted && on_base(t)) {
            return Err(Refusal::new(
                "TH-GAS-09",
                "the aim point must lie on the base of a spotted enemy stand",
            ));
        }
        if !self.sees_point(id, at, false) {
            return Err(Refusal::new("TH-GAS-09", format!("{} does not see this point", name())));
        }
        Ok(())
    }

    /// The needed roll and why: only range and movement modify it (TH-GAS-11).
    pub(crate) fn gas_odds(&self, id: StandId, at: P, mode: Mode) -> Odds {
        let arm = self.content.arm(Weapon::GasProjector);
        let mut modifiers = Vec::new();
        if mode != Mode::Melee && !self.base(id).reaches(at, i32::from(arm.range) * 100) {
            modifiers.push(Modifier::Range);
        }
        if matches!(mode, Mode::Watch(moment) if moment.is_during()) {
            modifiers.push(Modifier::Movement);
        }
        Odds { to_hit: arm.to_hit, sum: -(modifiers.len() as i8), modifiers }
    }

    pub(crate) fn throw_gas(&mut self, id: StandId, aim: P, mode: Mode, sink: &mut Sink<What>) {
        let odds = self.gas_odds(id, aim, mode);
        self.stand_mut(id).gas -= 1;
        let luck = (self.side(id), Weapon::GasProjector.luck());
        let roll = self.die_for(id, Use::Hit, luck, |s, roll| u8::from(s.hits(roll, &odds)), sink);
        let hit = self.hits(roll, &odds);
        let (needed, modifiers) = (odds.needed(), odds.modifiers);
        let mut scatter = None;
        let mut at = aim;
        if !hit {
            let direction = self.draw(id, Use::Scatter, 360);
            let far = self.die(id, Use::Scatter) + self.die(id, Use::Scatter);
            scatter = Some((direction, far));
            at = aim.ahead(direction * 10, f64::from(far) * 1000.0);
        }
        let burst = self.map().on_board(at).then_some(at);
        let rule = if hit { "TH-GAS-01" } else { "TH-GAS-02" };
        tell!(sink, rule, What::Canister { stand: id, aim, needed, modifiers, roll, burst, scatter });
        let Some(at) = burst else { return };
        let turn = self.now.turn;
        if self.now.clouds.len() < 32 {
            self.now.clouds.push(Cloud { at, turn });
        }
        let cloud = self.cloud(at);
        let touched: Vec<StandId> = self
            .fielded(Side::Human)
            .filter(|t| self.fears_gas(*t) && self.base(*t).near(&cloud, 0))
            .collect();
        for target in touched {
            self.destroy("TH-GAS-04", target, Cause::Gas, sink);
        }
    }

    /// Ships and Martians take no harm (TH-GAS-12, TH-TC-03).
    pub(crate) fn fears_gas(&self, id: StandId) -> bool {
        self.side(id) == Side::Human && !self.ty(id).is_ship()
    }

    /// Clouds that have lasted their time go at the start of a turn (TH-GAS-10).
    pub(crate) fn clear_gas(&mut self, sink: &mut Sink<What>) {
        let Some(turns) = self.rules().gas_turns else { return };
        let now = self.now.turn;
        let old = |c: &Cloud| now > c.turn.saturating_add(turns);
        for cloud in self.now.clouds.iter().filter(|c| old(c)) {
            let at = cloud.at;
            tell!(sink, "TH-GAS-10", What::GasGone { at });
        }
        self.now.clouds.retain(|c| !old(c));
    }

    /// Where a moving base first touches gas (TH-GAS-04).
    pub(crate) fn gas_on_the_way(&self, id: StandId, base: &Base, to: P) -> Option<P> {
        if !self.fears_gas(id) {
            return None;
        }
        let first = self.now.clouds.iter().filter_map(|c| first_within(base, to, &self.cloud(c.at), 0));
        first.min_by(|a, b| base.centre.far(*a).total_cmp(&base.centre.far(*b)))
    }

    /// A base that lies in gas kills its stand (TH-GAS-04).
    pub(crate) fn is_gassed(&self, id: StandId, base: &Base) -> bool {
        self.fears_gas(id) && self.now.clouds.iter().any(|c| base.near(&self.cloud(c.at), 0))
    }

    fn sees_cloud(&self, id: StandId, at: P) -> bool {
        self.cloud(at).points().iter().any(|p| self.sees_point(id, *p, true))
    }

    /// One check for each stand that begins the phase within 6 in of a cloud in its view (TH-GAS-05).
    pub(crate) fn fear_of_gas(&mut self, sink: &mut Sink<What>) {
        if self.now.clouds.is_empty() {
            return;
        }
        for id in self.ids() {
            if !self.on_board(id) || !self.fears_gas(id) {
                continue;
            }
            let base = self.base(id);
            let mut seen = 0_u32;
            for (n, cloud) in self.now.clouds.iter().enumerate().take(32) {
                if base.near(&self.cloud(cloud.at), FEAR) && self.sees_cloud(id, cloud.at) {
                    seen |= 1 << n;
                }
            }
            if seen == 0 || self.check("TH-GAS-05", id, Use::Fear, 0, sink) {
                continue;
            }
            // Artillery that may not move this turn stays (TH-GAS-06).
            if !self.is_pinned(id) {
                self.stand_mut(id).fears = seen;
            }
        }
    }

    /// The gap to the nearest cloud that it runs from.
    fn gas_gap(&self, id: StandId, base: &Base) -> i32 {
        self.gas_gap_above(id, base, -1).unwrap_or(i32::MAX)
    }

    /// The same if it is more than this.
    fn gas_gap_above(&self, id: StandId, base: &Base, floor: i32) -> Option<i32> {
        let fears = self.stand(id).fears;
        let clouds = self.now.clouds.iter().enumerate().filter(|(n, _)| fears & (1 << n.min(&31)) != 0);
        let spans = base.footprint.span() + self.content.cloud.span();
        let mut least = i32::MAX;
        for (_, cloud) in clouds {
            // The middles tell a cloud that is no nearer than the nearest so far.
            let reach = (i64::from(least) * 10 + 5 + spans).min(1 << 30);
            if (cloud.at - base.centre).squared() < reach * reach {
                least = least.min(base.apart(&self.cloud(cloud.at)));
            }
            if least <= floor {
                return None;
            }
        }
        Some(least)
    }

    /// One of the 16 steps that leads farther from the cloud: passable, paid for, free, off the gas and the enemy.
    fn step_away(&self, id: StandId, from: P, left: i32, allowance: i32) -> Option<(P, i32)> {
        let (form, side) = (self.profile(id).shape.clone(), self.side(id));
        let mut walker = self.walker(id, allowance);
        if from != self.stand(id).at {
            // A step of a longer flight: whoever stands on a stream pays it when he leaves it.
            walker.onset = Onset::Either;
        }
        let here = self.gas_gap(id, &form.at(from, self.stand(id).facing));
        let mut steps: SmallVec<[(i32, u16, P); 16]> = SmallVec::new();
        for bearing in (0..16_u16).map(|sixteenth| sixteenth * 225) {
            let to = from.ahead(bearing, STEP);
            if self.map().on_board(to)
                && let Some(gap) = self.gas_gap_above(id, &form.at(to, bearing), here)
            {
                steps.push((-gap, bearing, to));
            }
        }
        // The farthest first, the lowest bearing on a tie: the first that can be made is the best.
        steps.sort_unstable_by_key(|(gap, bearing, _)| (*gap, *bearing));
        steps.into_iter().find_map(|(_, bearing, to)| {
            let base = form.at(to, bearing);
            let cost = self.map().price(&walker, &[from, to]).ok().filter(|cost| *cost <= left)?;
            let gassed = self.now.clouds.iter().any(|c| base.near(&self.cloud(c.at), 0));
            let enemy = || self.stoppers(id).any(|e| self.knows(side, e) && self.is_near(&base, e, CONTACT));
            let free = !gassed && !self.overlapped(id, &base).any(|o| self.knows(side, o)) && !enemy();
            free.then_some((to, cost))
        })
    }

    /// Whether the engine's own flight is one: a stand at a dead end from the start owes nothing.
    pub(crate) fn can_flee(&self, active: &Active) -> bool {
        let path = self.flee(active);
        let facing = self.flight_facing(active.stand, &path);
        self.judge_way(active, &path, facing, false, Some(&path)).is_ok()
    }

    /// The engine's own flight (TH-GAS-06).
    pub(crate) fn flee(&self, active: &Active) -> Vec<P> {
        self.flights.of(self.flight_key(active), || self.fled(active))
    }

    /// Whatever a flight depends on, in 64 bits: the runner, the clouds, and where everybody stands.
    fn flight_key(&self, active: &Active) -> u64 {
        let mut key = 0x9e37_79b9_7f4a_7c15_u64;
        let mut mix = |word: u64| {
            key = (key ^ word).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            key ^= key >> 29;
        };
        let place = |at: P| (u64::from(at.x as u32) << 32) | u64::from(at.y as u32);
        mix((u64::from(active.stand.0) << 32) | u64::from(active.allowance as u32));
        mix(u64::from(self.stand(active.stand).fears));
        mix(self.stand(active.stand).bank.map_or(0, place));
        for cloud in &self.now.clouds {
            mix(place(cloud.at));
        }
        for stand in &self.now.stands {
            mix(place(stand.at));
            let board = u64::from(stand.place == Where::Board) << 18;
            let known = u64::from(stand.spotted) << 17 | u64::from(stand.sixes > 0) << 16;
            mix(board | known | u64::from(stand.facing));
        }
        key
    }

    /// The best of 16 steps, again and again.
    fn fled(&self, active: &Active) -> Vec<P> {
        let (id, mut left) = (active.stand, active.allowance);
        let form = self.profile(id).shape.clone();
        let mut path = vec![self.stand(id).at];
        let mut facing = self.stand(id).facing;
        for _ in 0..60 {
            let from = path[path.len() - 1];
            if self.gas_gap(id, &form.at(from, facing)) >= SAFE {
                break;
            }
            let Some((to, cost)) = self.step_away(id, from, left, active.allowance) else { break };
            left -= cost;
            facing = from.heading(to);
            path.push(to);
        }
        // The whole way is priced at once, and roundings add up.
        let walker = self.walker(id, active.allowance);
        while path.len() > 1 && self.map().price(&walker, &path).is_ok_and(|cost| cost > active.allowance) {
            path.pop();
        }
        let end = path[path.len() - 1];
        let came = if path.len() > 1 { path[path.len() - 2].heading(end) } else { facing };
        let gap = self.gas_gap(id, &form.at(end, came));
        if gap < SAFE
            && let Some(straight) = self.flee_straight(active, gap)
        {
            return vec![straight];
        }
        path.remove(0);
        path
    }

    /// Small steps end where none of them gains: along an edge, a straight line may still get farther off. The one that
    /// gets farthest, or 12 in; none that gets no farther than this.
    fn flee_straight(&self, active: &Active, floor: i32) -> Option<P> {
        let (id, from) = (active.stand, self.stand(active.stand).at);
        let (form, side) = (self.profile(id).shape.clone(), self.side(id));
        let walker = self.walker(id, active.allowance);
        let gap = |at: P, floor: i32| self.gas_gap_above(id, &form.at(at, from.heading(at)), floor);
        let mut best: Option<P> = None;
        let mut most = floor;
        // The lowest bearing on a tie.
        for sixteenth in 0..16_u16 {
            let bearing = sixteenth * 225;
            let far = from.ahead(bearing, f64::from(active.allowance) * 10.0);
            let share = self.map().left_at(from, far);
            let far = self.map().farthest(&walker, from, from.toward(far, share));
            // The nearest half inch of the line that is far enough, or its end. A step gains no more than its length, so
            // the first ones need no look; a hundredth or two are lost in roundings.
            let steps = (from.far(far) / STEP) as u32;
            let here = self.gas_gap(id, &form.at(from, bearing));
            let idle = (f64::from((SAFE - here - 3).max(0)) * 10.0 / STEP).floor() as u32;
            let mut spots = (idle.max(1)..=steps).map(|n| from.ahead(bearing, f64::from(n) * STEP));
            let end = spots.find(|at| gap(*at, SAFE - 1).is_some()).unwrap_or(far);
            let Some(gained) = gap(end, most).map(|gap| gap.min(SAFE)).filter(|gap| *gap > most) else {
                continue;
            };
            let (start, base) = (form.at(from, from.heading(end)), form.at(end, from.heading(end)));
            let met = |e: StandId| {
                self.knows(side, e) && first_within(&start, end, &self.base(e), CONTACT).is_some()
            };
            let free = end != from
                && self.map().on_board(end)
                && self.map().price(&walker, &[from, end]).is_ok_and(|cost| cost <= active.allowance)
                && self.leads_away(id, &[from, end]).is_ok()
                && !self.overlapped(id, &base).any(|o| self.knows(side, o))
                && !self.stoppers(id).any(met);
            if free {
                (best, most) = (Some(end), gained);
            }
        }
        best
    }

    /// From mark to mark never nearer before 12 in, never back within them, never into gas.
    fn leads_away(&self, id: StandId, path: &[P]) -> Result<(), &'static str> {
        let form = self.profile(id).shape.clone();
        let all = marks(path, self.stand(id).facing);
        // Measured from where it stands, as it turns to run.
        let mut last = self.gas_gap(id, &form.at(all[0].at, all[0].facing));
        for pair in all.windows(2) {
            let base = form.at(pair[0].at, pair[0].facing);
            if self.gas_on_the_way(id, &base, pair[1].at).is_some() {
                return Err("this way touches gas");
            }
            let gap = self.gas_gap(id, &form.at(pair[1].at, pair[1].came));
            if gap < last.min(SAFE) {
                return Err("this way leads nearer to it");
            }
            last = gap;
        }
        Ok(())
    }

    /// A flight never nears the cloud before 12 in and never comes back within them (TH-GAS-06).
    pub(crate) fn judge_flight_from_gas(
        &self,
        active: &Active,
        path: &[P],
        facing: u16,
        course: &Course,
        own: Option<&[P]>,
    ) -> Result<(), Refusal> {
        let id = active.stand;
        let (name, form) = (self.name(id), self.profile(id).shape.clone());
        let wrong = |why: &str| Err(Refusal::new("TH-GAS-06", format!("{name} runs from the gas: {why}")));
        let all = marks(path, self.stand(id).facing);
        let end = all[all.len() - 1];
        // As it comes, and as it comes to lie: a base that turns at the end may bring a corner back.
        let came = self.gas_gap(id, &form.at(end.at, end.came));
        let there = self.gas_gap(id, &form.at(end.at, facing));
        if course.stop.is_none() && came >= SAFE && there < SAFE {
            return wrong("as it faces at the end it would lie within 12 inches");
        }
        let flight: Vec<P>;
        let own = if let Some(own) = own {
            own
        } else {
            flight = self.flee(active);
            &flight
        };
        if path[1..] == own[..] {
            return Ok(());
        }
        if let Err(why) = self.leads_away(id, path) {
            return wrong(why);
        }
        if there >= SAFE || course.stop.is_some() {
            return Ok(());
        }
        let cost = self.map().price(&self.walker(id, active.allowance), path).unwrap_or(active.allowance);
        let left = active.allowance - cost;
        if self.step_away(id, end.at, left, active.allowance).is_none() {
            // At a dead end with inches left, where another way leads farther: it has to take such a one.
            let before = if own.len() > 1 { own[own.len() - 2] } else { self.stand(id).at };
            let better =
                own.last().is_some_and(|e| self.gas_gap(id, &form.at(*e, before.heading(*e))) > there);
            return if better && left >= 50 { wrong("another way leads farther from it") } else { Ok(()) };
        }
        wrong("it can go farther, to 12 inches")
    }

    /// Somebody of this side has to run (TH-GAS-06).
    pub(crate) fn judge_flee(&self, side: Side) -> Result<(), Refusal> {
        if self.fielded(side).any(|id| self.owes_flight(id)) {
            return Ok(());
        }
        Err(Refusal::new("TH-GAS-06", "no stand has to run from gas"))
    }

    /// The next of those who have to run is picked and goes as proposed, just as by an order of its own; false when nobody
    /// is left. Overwatch is asked on the way as ever.
    pub(crate) fn flee_next(&mut self, side: Side, sink: &mut Sink<What>) -> bool {
        let Some(id) = self.fielded(side).find(|id| self.owes_flight(*id)) else { return false };
        self.pick(id, false, sink);
        self.now.ask = None;
        let Some(active) = self.now.active else { return true };
        let path = self.flee(&active);
        let facing = self.flight_facing(id, &path);
        if self.judge_way(&active, &path, facing, false, Some(&path)).is_ok() {
            self.go(&path, facing, sink);
        } else {
            // With the dice it has rolled every way is barred.
            self.stay(self.stand(id).facing, sink);
        }
        true
    }

    /// Along the last leg of a flight.
    pub(crate) fn flight_facing(&self, id: StandId, path: &[P]) -> u16 {
        match path {
            [.., a, b] => a.heading(*b),
            [only] => self.stand(id).at.heading(*only),
            [] => self.stand(id).facing,
        }
    }

    /// A flight that this stand still owes in this phase.
    pub(crate) fn owes_flight(&self, id: StandId) -> bool {
        let stand = self.stand(id);
        let usual = Active { stand: id, allowance: 600, strategic: false, entering: false };
        stand.fears != 0 && !stand.done && self.can_flee(&usual)
    }
}
