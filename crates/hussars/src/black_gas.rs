//! BLACK GAS: canisters, clouds, death by touch, fear and flight (TH-GAS-01 to TH-GAS-12).

use crate::combat::{Mode, Odds};
use crate::event::{Cause, Modifier, What};
use crate::kinds::{Side, StandId, System, Type, Weapon};
use crate::measure::{Base, Form, Gauge, P, Place, wedge};
use crate::sequence_of_play::tell;
use crate::state::{Active, Cloud, State, Use};
use crate::walk::{CONTACT, Course, first_within, marks};
use table::{Refusal, Sink};

/// A stand that sees a cloud within this gap is afraid (TH-GAS-05).
const FEAR: i32 = 600;
/// Far enough from the cloud (TH-GAS-06).
const SAFE: i32 = 1200;
/// Step of the engine's own way out, in thousandths.
const STEP: f64 = 500.0;

impl State {
    /// The square of a cloud (TH-GAS-03).
    pub fn cloud(&self, at: P) -> Base {
        let side = self.content.arm(Weapon::GasProjector).cloud;
        Form::Rect { width: side, depth: side }.at(at, 0)
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
                "the point is {} in away; canisters reach {} in",
                crate::movement::inches(base.gap_to(at)),
                reach / 100
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
        let (needed, modifiers) = (odds.needed(), odds.modifiers);
        self.stand_mut(id).gas -= 1;
        let roll = self.die(id, Use::Hit);
        let hit = roll >= needed || (self.rules().natural_six && roll == 6);
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
    fn fears_gas(&self, id: StandId) -> bool {
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
        let fears = self.stand(id).fears;
        let clouds = self.now.clouds.iter().enumerate().filter(|(n, _)| fears & (1 << n.min(&31)) != 0);
        clouds.map(|(_, c)| base.apart(&self.cloud(c.at))).min().unwrap_or(i32::MAX)
    }

    /// One of the 16 steps that leads farther from the cloud: passable, paid for, free, off the gas and the enemy.
    fn step_away(&self, id: StandId, from: P, left: i32, allowance: i32) -> Option<(P, i32)> {
        let (form, side) = (self.profile(id).shape.clone(), self.side(id));
        let walker = self.walker(id, allowance);
        let mut best: Option<(i32, P, i32)> = None;
        let here = self.gas_gap(id, &form.at(from, self.stand(id).facing));
        for sixteenth in 0..16_u16 {
            let bearing = sixteenth * 225;
            let to = from.ahead(bearing, STEP);
            let base = form.at(to, bearing);
            let gap = self.gas_gap(id, &base);
            if gap <= here || best.is_some_and(|(most, _, _)| gap <= most) || !self.map().on_board(to) {
                continue;
            }
            let Ok(cost) = self.map().price(&walker, &[from, to]) else { continue };
            let gassed = self.now.clouds.iter().any(|c| base.near(&self.cloud(c.at), 0));
            let enemy = || self.stoppers(id).any(|e| self.knows(side, e) && base.near(&self.base(e), 100));
            if cost > left || gassed || self.overlapped(id, &base).any(|o| self.knows(side, o)) || enemy() {
                continue;
            }
            best = Some((gap, to, cost));
        }
        best.map(|(_, to, cost)| (to, cost))
    }

    /// Whether the engine's own flight is one: a stand at a dead end from the start owes nothing.
    pub(crate) fn can_flee(&self, active: &Active) -> bool {
        let path = self.flee(active);
        let Some(&last) = path.last() else { return false };
        let before = if path.len() > 1 { path[path.len() - 2] } else { self.stand(active.stand).at };
        self.judge_go(active, &path, before.heading(last), false).is_ok()
    }

    /// The engine's own flight: the best of 16 steps, again and again (TH-GAS-06).
    pub(crate) fn flee(&self, active: &Active) -> Vec<P> {
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
            && let Some((_, straight)) = self.flee_straight(active).filter(|(far, _)| *far > gap)
        {
            return vec![straight];
        }
        path.remove(0);
        path
    }

    /// Small steps end where none of them gains: along an edge, a straight line may still get farther off. The one that
    /// gets farthest, or 12 in.
    fn flee_straight(&self, active: &Active) -> Option<(i32, P)> {
        let (id, from) = (active.stand, self.stand(active.stand).at);
        let (form, side) = (self.profile(id).shape.clone(), self.side(id));
        let walker = self.walker(id, active.allowance);
        let line = |sixteenth: u16| {
            let bearing = sixteenth * 225;
            let far = from.ahead(bearing, f64::from(active.allowance) * 10.0);
            let share = self.map().left_at(from, far);
            let far = self.map().farthest(&walker, from, from.toward(far, share));
            // The nearest half inch of the line that is far enough, or its end.
            let steps = (from.far(far) / STEP) as u32;
            let gap = |at: P| self.gas_gap(id, &form.at(at, from.heading(at)));
            let spots = (1..=steps).map(|n| from.ahead(bearing, f64::from(n) * STEP));
            let end = spots.into_iter().find(|at| gap(*at) >= SAFE).unwrap_or(far);
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
            free.then(|| (gap(end).min(SAFE), end))
        };
        // The lowest bearing on a tie.
        (0..16_u16).filter_map(line).reduce(|a, b| if b.0 > a.0 { b } else { a })
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
            return wrong("turned like this it would lie within 12 in");
        }
        let own = self.flee(active);
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
        wrong("it can go farther, to 12 in")
    }

    /// A flight that this stand still owes in this phase.
    pub(crate) fn owes_flight(&self, id: StandId) -> bool {
        let stand = self.stand(id);
        let usual = Active { stand: id, allowance: 600, strategic: false, entering: false };
        stand.fears != 0 && !stand.done && self.can_flee(&usual)
    }
}
