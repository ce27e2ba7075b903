//! What is offered of continuous choices: destinations, sweeps, aim points (notes TH-N01 to TH-N04). Every offer is
//! accepted; whatever else the rules allow is accepted too.

use crate::combat::Mode;
use crate::kinds::{Ground, Side, StandId, System, Type, Weapon};
use crate::measure::{Gauge, P, Place};
use crate::order::{Attack, Order};
use crate::state::{Active, State, Where};
use crate::walk::first_within;
use geometry::ground::{Outline, apart, foot};

/// Destinations offered for a stand.
const MOST: usize = 40;
/// Bearings of the lines through one stand that a sweep is offered along, in tenths (note TH-N03).
const CROSS: [u16; 4] = [0, 450, 900, 1350];

/// What an offered move is about; the same idea has the same name, for logs, bots and screen readers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Idea {
    Flee,
    Contact {
        enemy: StandId,
        side: &'static str,
    },
    Storm {
        cylinder: StandId,
    },
    Range {
        enemy: StandId,
        inches: i32,
    },
    Edge {
        area: usize,
    },
    Inside {
        area: usize,
    },
    Ridge {
        line: usize,
    },
    Along {
        line: usize,
    },
    Goal {
        name: String,
    },
    Join {
        mate: StandId,
    },
    Compass {
        bearing: u16,
        half: bool,
    },
    Fly {
        inches: i32,
        turn: i8,
    },
    Steer {
        bearing: u16,
        speed: i32,
    },
    Ram {
        tripod: StandId,
    },
    /// Toward a tripod that this voyage does not reach.
    Near {
        tripod: StandId,
    },
}

/// A way that an idea means, before anybody works it out: most of them are never walked.
#[derive(Clone, Debug)]
pub(crate) enum Way {
    /// Straight toward a point, as far as the allowance and the ground let the stand go.
    Toward(P),
    /// Onto a line at its nearest point, and along it.
    Along {
        line: usize,
        foot: P,
        forward: bool,
    },
    Path(Vec<P>),
}

/// Takes an idea, its way and the facing at its end, if that is not up to the stand; says whether it has seen enough.
pub(crate) type Offer<'a> = dyn FnMut(Idea, Way, Option<u16>) -> bool + 'a;

/// Shows what some ideas are about, legal or not.
pub(crate) type Generator = fn(&State, &Active, &mut Offer<'_>) -> bool;

/// The ideas of those who walk, in the order in which they are offered.
pub(crate) const WALKS: [Generator; 6] = [
    State::enemy_walks,
    State::storm_walks,
    State::cover_walks,
    State::line_walks,
    State::goal_walks,
    State::compass_walks,
];

impl State {
    /// Attacks of one stand: shots, sweeps, gas (note TH-N03).
    pub(crate) fn visit_attacks(
        &self,
        id: StandId,
        mode: Mode,
        visit: &mut dyn FnMut(Attack) -> bool,
    ) -> bool {
        let side = self.side(id);
        let targets = self.targets(side);
        let legal = |attack: Attack| self.judge_attack(side, id, attack, mode).is_ok();
        let guns = self.distinct_guns(id);
        for &target in &targets {
            for &gun in &guns {
                let attack = Attack::Fire { gun, target };
                if self.is_in_reach(id, gun, target, mode) && legal(attack) && visit(attack) {
                    return true;
                }
            }
        }
        if side == Side::Human {
            return false;
        }
        self.visit_sweeps(id, &targets, &mut |attack| legal(attack) && visit(attack))
            || self.visit_aims(id, &targets, &mut |attack| legal(attack) && visit(attack))
    }

    /// Enemies that may be fired at (TH-LOS-01).
    pub(crate) fn targets(&self, side: Side) -> Vec<StandId> {
        self.fielded(side.other()).filter(|t| self.stand(*t).spotted).collect()
    }

    /// Near enough and in arc, as far as that can be told without looking.
    fn is_in_reach(&self, id: StandId, gun: u8, target: StandId, mode: Mode) -> bool {
        let Some(weapon) = self.weapon(id, gun, target, mode) else { return false };
        let reach = i32::from(self.content.arm(weapon).range) * 200;
        mode == Mode::Melee || (self.is_about(&self.base(id), target, reach) && self.in_arc(id, target))
    }

    /// One gun of each kind that has not fired: two alike are the same choice.
    pub(crate) fn distinct_guns(&self, id: StandId) -> Vec<u8> {
        if self.ty(id) != Type::Ironclad {
            return vec![0];
        }
        let fired = self.stand(id).guns_fired;
        let mut kinds = Vec::new();
        let mut guns = Vec::new();
        for (n, weapon) in self.guns(id).filter(|(n, _)| fired & (1 << n) == 0) {
            if !kinds.contains(&weapon) {
                kinds.push(weapon);
                guns.push(n);
            }
        }
        guns
    }

    pub(crate) fn visit_sweeps(
        &self,
        id: StandId,
        targets: &[StandId],
        visit: &mut dyn FnMut(Attack) -> bool,
    ) -> bool {
        if self.judge_ray(id).is_err() {
            return false;
        }
        let mut pairs: Vec<(i64, StandId, StandId)> = Vec::new();
        for (i, &a) in targets.iter().enumerate() {
            for &b in &targets[i + 1..] {
                let far = self.stand(a).at.far(self.stand(b).at);
                if far <= 12_000.0 && far > 0.0 {
                    pairs.push((far as i64, a, b));
                }
            }
        }
        pairs.sort_unstable();
        for &(_, a, b) in pairs.iter().take(24) {
            let (p, q) = (self.stand(a).at, self.stand(b).at);
            let (middle, bearing) = (p.toward(q, 0.5), p.heading(q) % 1800);
            if self.spares_martians(middle, bearing) && visit(Attack::Sweep { middle, bearing }) {
                return true;
            }
        }
        targets.iter().any(|t| {
            let middle = self.stand(*t).at;
            let mut bearings = CROSS.into_iter().filter(|bearing| self.spares_martians(middle, *bearing));
            bearings.any(|bearing| visit(Attack::Sweep { middle, bearing }))
        })
    }

    pub(crate) fn visit_aims(
        &self,
        id: StandId,
        targets: &[StandId],
        visit: &mut dyn FnMut(Attack) -> bool,
    ) -> bool {
        if !self.ty(id).is_machine() || self.stand(id).gas == 0 || self.is_broken(id, System::GasProjector) {
            return false;
        }
        for (i, t) in targets.iter().enumerate() {
            let base = self.base(*t);
            if visit(Attack::Gas { at: base.centre }) {
                return true;
            }
            for other in &targets[i + 1..] {
                let middle = || base.centre.toward(self.stand(*other).at, 0.5);
                if self.is_near(&base, *other, 300) && visit(Attack::Gas { at: middle() }) {
                    return true;
                }
            }
        }
        if !self.rules().gas_any {
            return false;
        }
        let side = self.side(id);
        let markers = self.ids().filter(|t| self.side(*t) != side && self.on_board_as_known(*t));
        let seen: Vec<P> = markers.filter_map(|t| self.stand(t).seen.map(|s| s.at)).collect();
        if seen.into_iter().any(|at| visit(Attack::Gas { at })) {
            return true;
        }
        self.map()
            .areas
            .iter()
            .filter(|a| a.cover)
            .any(|area| visit(Attack::Gas { at: middle(area.shape.points()) }))
    }

    /// A marker lies on the table: the stand was seen once and is neither spotted nor known to be gone.
    pub(crate) fn on_board_as_known(&self, id: StandId) -> bool {
        !self.stand(id).spotted && !matches!(self.stand(id).place, Where::Lost | Where::Exited)
    }

    /// The first attack of a holder on the mover (TH-OVR-09).
    pub(crate) fn attack_on(&self, holder: StandId, mover: StandId, mode: Mode) -> Option<Attack> {
        let mut found = None;
        self.visit_attacks_on(holder, mover, mode, &mut |attack| {
            found = Some(attack);
            true
        });
        found
    }

    pub(crate) fn visit_attacks_on(
        &self,
        holder: StandId,
        mover: StandId,
        mode: Mode,
        visit: &mut dyn FnMut(Attack) -> bool,
    ) -> bool {
        if !self.may_reach(holder, mover) {
            return false;
        }
        let side = self.side(holder);
        let legal = |attack: &Attack| self.judge_attack(side, holder, *attack, mode).is_ok();
        self.attacks_on(holder, mover).any(|attack| legal(&attack) && visit(attack))
    }

    /// Whether a target may be near enough for any weapon of a stand: both ends of a sweep are, so its middle is, too.
    fn may_reach(&self, id: StandId, target: StandId) -> bool {
        let range = |weapon: Weapon| i32::from(self.content.arm(weapon).range) * 200;
        let reach = match self.side(id) {
            Side::Martian => range(Weapon::HeatRay).max(range(Weapon::GasProjector)),
            Side::Human => {
                let guns = self.guns(id).map(|(_, weapon)| weapon).chain(self.profile(id).weapon);
                guns.map(range).max().unwrap_or(0)
            }
        };
        self.is_about(&self.base(id), target, reach)
    }

    /// What a holder may try on one stand, legal or not.
    pub(crate) fn attacks_on(
        &self,
        holder: StandId,
        target: StandId,
    ) -> impl Iterator<Item = Attack> + use<> {
        let middle = self.stand(target).at;
        let shots = self.distinct_guns(holder).into_iter().map(move |gun| Attack::Fire { gun, target });
        let martian = self.side(holder) == Side::Martian;
        let mut others = Vec::new();
        if martian {
            others.push(Attack::Gas { at: middle });
            let spares = CROSS.into_iter().filter(|bearing| self.spares_martians(middle, *bearing));
            others.extend(spares.map(|bearing| Attack::Sweep { middle, bearing }));
        }
        shots.chain(others)
    }

    /// Paths for the picked stand, and turns on the spot (note TH-N02).
    pub(crate) fn visit_path(&self, active: &Active, visit: &mut dyn FnMut(Order) -> bool) -> bool {
        for facing in self.turns(active.stand) {
            if self.judge_stay(active, facing).is_ok() && visit(Order::Stay { facing }) {
                return true;
            }
        }
        self.visit_paths(active, false, &mut |path, facing| visit(Order::Go { path, facing }))
    }

    /// Facings on the spot: as it stands, toward the nearest enemies, and between two of them where there is an arc.
    pub(crate) fn turns(&self, id: StandId) -> Vec<u16> {
        let at = self.stand(id).at;
        let mut facings = vec![self.stand(id).facing];
        let enemies = self.nearest_enemies(id, at, 3);
        facings.extend(enemies.iter().map(|e| at.heading(self.stand(*e).at)));
        if enemies.len() > 1 && self.has_arc(id) {
            let (a, b) = (self.stand(enemies[0]).at, self.stand(enemies[1]).at);
            facings.push(at.heading(a.toward(b, 0.5)));
        }
        facings.dedup();
        facings
    }

    /// Paths without their names.
    pub(crate) fn visit_paths(
        &self,
        active: &Active,
        continued: bool,
        visit: &mut dyn FnMut(Vec<P>, u16) -> bool,
    ) -> bool {
        self.visit_ideas(active, continued, &mut |_, path, facing| visit(path, facing))
    }

    /// Every idea with its path, legal and apart from the others.
    pub fn visit_ideas(
        &self,
        active: &Active,
        continued: bool,
        visit: &mut dyn FnMut(Idea, Vec<P>, u16) -> bool,
    ) -> bool {
        let id = active.stand;
        let mut ends: Vec<P> = Vec::new();
        let mut offer = |idea: Idea, way: Way, facing: Option<u16>| {
            if ends.len() >= MOST {
                return false;
            }
            let path = self.path_of(active, way);
            let Some(&end) = path.last() else { return false };
            if self.ty(id) != Type::Flyer && ends.iter().any(|e| e.far(end) < 500.0) {
                return false;
            }
            let facing = facing.unwrap_or_else(|| self.facing_at(id, &path));
            let flight = (idea == Idea::Flee).then_some(&path[..]);
            if self.judge_way(active, &path, facing, continued, flight).is_err() {
                return false;
            }
            ends.push(end);
            visit(idea, path, facing)
        };
        self.generators(id, continued).iter().any(|ideas| ideas(self, active, &mut offer))
    }

    /// Where the ideas of a stand come from.
    pub(crate) fn generators(&self, id: StandId, continued: bool) -> &'static [Generator] {
        match self.ty(id) {
            _ if self.stand(id).fears != 0 && !continued => &[Self::escapes],
            Type::Flyer => &[Self::flights],
            Type::Ironclad | Type::Steamer => &[Self::voyages],
            _ => &WALKS,
        }
    }

    /// The points of a way after the present place.
    pub(crate) fn path_of(&self, active: &Active, way: Way) -> Vec<P> {
        match way {
            Way::Toward(goal) => vec![self.toward(active, goal)],
            Way::Along { line, foot, forward } => {
                self.road_way(active, self.map().lines[line].line.points(), foot, forward)
            }
            Way::Path(path) => path,
        }
    }

    fn escapes(&self, active: &Active, offer: &mut Offer<'_>) -> bool {
        let path = self.flee(active);
        let facing = self.flight_facing(active.stand, &path);
        offer(Idea::Flee, Way::Path(path), Some(facing))
    }

    fn nearest_enemies(&self, id: StandId, at: P, n: usize) -> Vec<StandId> {
        let side = self.side(id);
        let mut enemies: Vec<(i64, StandId)> =
            self.known_enemies(side).map(|e| (self.stand(e).at.far(at) as i64, e)).collect();
        enemies.sort_unstable();
        enemies.into_iter().take(n).map(|(_, e)| e).collect()
    }

    /// Toward the nearest known enemy, or along the last leg.
    pub(crate) fn facing_at(&self, id: StandId, path: &[P]) -> u16 {
        let end = path[path.len() - 1];
        let from = if path.len() > 1 { path[path.len() - 2] } else { self.stand(id).at };
        self.nearest_enemies(id, end, 1).first().map_or(from.heading(end), |e| end.heading(self.stand(*e).at))
    }

    /// As far toward a point as the allowance and the ground let the stand go, straight.
    fn toward(&self, active: &Active, to: P) -> P {
        let from = self.stand(active.stand).at;
        let walker = self.walker(active.stand, active.allowance);
        self.map().farthest(&walker, from, to)
    }

    fn enemy_walks(&self, active: &Active, offer: &mut Offer<'_>) -> bool {
        let id = active.stand;
        let from = self.stand(id).at;
        let enemies = self.nearest_enemies(id, from, 3);
        for &enemy in &enemies {
            let at = self.stand(enemy).at;
            let back = at.heading(from);
            for (side, turn) in [("near", 0), ("left", 900), ("right", 2700), ("rear", 1800)] {
                let reach = self.base(enemy).span() + self.base(id).span() + 500.0;
                let goal = at.ahead((back + turn) % 3600, reach);
                // Past the goal: contact stops the move where it must.
                let goal = if side == "near" { at } else { goal };
                if offer(Idea::Contact { enemy, side }, Way::Toward(goal), None) {
                    return true;
                }
            }
            let arm = self.profile(id).weapon.map_or(24, |w| i32::from(self.content.arm(w).range));
            for inches in [arm, arm * 2] {
                let goal = at.ahead(back, f64::from(inches) * 1000.0 + self.base(enemy).span());
                if offer(Idea::Range { enemy, inches }, Way::Toward(goal), None) {
                    return true;
                }
            }
        }
        false
    }

    fn storm_walks(&self, active: &Active, offer: &mut Offer<'_>) -> bool {
        let (id, from) = (active.stand, self.stand(active.stand).at);
        let mut silent = self
            .known_enemies(self.side(id))
            .filter(|c| self.ty(*c) == Type::Cylinder && self.stand(*c).sixes == 0);
        silent.any(|cylinder| {
            let at = self.stand(cylinder).at;
            let goal = at.ahead(at.heading(from), 1_000.0 + f64::from(self.profile(id).form.half_depth()));
            offer(Idea::Storm { cylinder }, Way::Toward(goal), None)
        })
    }

    fn cover_walks(&self, active: &Active, offer: &mut Offer<'_>) -> bool {
        let id = active.stand;
        let from = self.stand(id).at;
        let mut covers: Vec<(i64, usize)> = self
            .map()
            .areas
            .iter()
            .enumerate()
            .filter(|(_, a)| a.cover)
            .map(|(i, a)| (middle(a.shape.points()).far(from) as i64, i))
            .collect();
        covers.sort_unstable();
        for &(_, area) in covers.iter().take(3) {
            let shape = &self.map().areas[area].shape;
            let centre = middle(shape.points());
            let inside = shape.stretches(from, centre, Outline::Counts);
            if let Some(t) = inside.first().map(|s| s.from).filter(|t| *t > 0.0) {
                let edge = from.toward(centre, t);
                // A little inside, so that the base still reaches the edge and sees out.
                let step =
                    edge.ahead(edge.heading(centre), f64::from(self.profile(id).form.half_depth()) * 0.8);
                if offer(Idea::Edge { area }, Way::Toward(step), None) {
                    return true;
                }
                let deep = edge.ahead(edge.heading(centre), 1_200.0);
                if offer(Idea::Inside { area }, Way::Toward(deep), None) {
                    return true;
                }
            }
        }
        false
    }

    fn line_walks(&self, active: &Active, offer: &mut Offer<'_>) -> bool {
        let id = active.stand;
        let from = self.stand(id).at;
        for (n, line) in self.map().lines.iter().enumerate() {
            let foot = line.line.nearest(from);
            if from.far(foot) >= 14_000.0 {
                continue;
            }
            match line.kind {
                Ground::Ridge => {
                    let back = foot.heading(from);
                    let at = foot.ahead(back, f64::from(self.profile(id).form.half_depth()) * 0.9);
                    if offer(Idea::Ridge { line: n }, Way::Toward(at), None) {
                        return true;
                    }
                }
                Ground::Road | Ground::Path => {
                    for forward in [true, false] {
                        let way = Way::Along { line: n, foot, forward };
                        if offer(Idea::Along { line: n }, way, None) {
                            return true;
                        }
                    }
                }
                _ => {}
            }
        }
        false
    }

    /// Onto a road at its nearest point and along it as far as the allowance pays.
    fn road_way(&self, active: &Active, line: &[P], foot: P, forward: bool) -> Vec<P> {
        let from = self.stand(active.stand).at;
        let walker = self.walker(active.stand, active.allowance);
        let on = line.windows(2).position(|s| apart(foot, s[0], s[1]).below(2)).unwrap_or(0);
        let ahead: Vec<P> =
            if forward { line[on + 1..].to_vec() } else { line[..=on].iter().rev().copied().collect() };
        let mut path = vec![from];
        for next in std::iter::once(foot).chain(ahead) {
            if path.last() == Some(&next) {
                continue;
            }
            let mut longer = path.clone();
            longer.push(next);
            if self.map().price(&walker, &longer).is_ok_and(|cost| cost <= active.allowance) {
                path = longer;
                continue;
            }
            let last = path[path.len() - 1];
            let (mut low, mut high) = (0.0, 1.0);
            for _ in 0..9 {
                let middle = f64::midpoint(low, high);
                longer[path.len()] = last.toward(next, middle);
                let pays = self.map().price(&walker, &longer).is_ok_and(|cost| cost <= active.allowance);
                if pays { low = middle } else { high = middle }
            }
            let end = last.toward(next, low);
            if end != last {
                path.push(end);
            }
            break;
        }
        path.remove(0);
        path
    }

    fn goal_walks(&self, active: &Active, offer: &mut Offer<'_>) -> bool {
        let id = active.stand;
        let (from, side) = (self.stand(id).at, self.side(id));
        for exit in
            self.battle.exits.iter().filter(|e| e.side == side && e.kind.is_none_or(|k| k == self.ty(id)))
        {
            let goal = foot(from, exit.edge[0], exit.edge[1]);
            if offer(Idea::Goal { name: "the exit".to_owned() }, Way::Toward(goal), None) {
                return true;
            }
        }
        for score in &self.battle.scores {
            for &town in &score.towns {
                let area = &self.map().areas[town];
                let goal = middle(area.shape.points());
                if offer(Idea::Goal { name: crate::words::title(&area.id) }, Way::Toward(goal), None) {
                    return true;
                }
            }
        }
        let troop = self.troop(self.unit(id));
        let mates = troop.stands.iter().copied().filter(|m| *m != id && self.on_board(*m));
        let nearest = mates.min_by_key(|m| self.gap(id, *m));
        if let Some(mate) = nearest.filter(|_| !self.ignores_cohesion(id)) {
            let at = self.stand(mate).at;
            let goal = at.ahead(at.heading(from), 1_300.0);
            if offer(Idea::Join { mate }, Way::Toward(goal), None) {
                return true;
            }
        }
        false
    }

    fn compass_walks(&self, active: &Active, offer: &mut Offer<'_>) -> bool {
        let from = self.stand(active.stand).at;
        let (w, h) = (self.map().width, self.map().height);
        for half in [false, true] {
            for bearing in (0..3600).step_by(450) {
                let reach = f64::from(active.allowance) * if half { 5.0 } else { 10.0 };
                let goal = from.ahead(bearing, reach);
                let goal = P::new(goal.x.clamp(0, w), goal.y.clamp(0, h));
                if offer(Idea::Compass { bearing, half }, Way::Toward(goal), None) {
                    return true;
                }
            }
        }
        false
    }

    /// Straight flights, and flights with 45 degrees after every 6 in.
    fn flights(&self, active: &Active, offer: &mut Offer<'_>) -> bool {
        let stand = self.stand(active.stand);
        let headings: Vec<u16> =
            if active.entering { (0..3600).step_by(450).collect() } else { vec![stand.facing] };
        for heading in headings {
            for inches in [6, 12, 24, 36, 48] {
                for turn in [0_i8, -1, 1] {
                    let (mut at, mut facing, mut path) = (stand.at, heading, Vec::new());
                    for leg in 0..inches / 6 {
                        if leg > 0 && turn != 0 {
                            facing = (i32::from(facing) + i32::from(turn) * 450).rem_euclid(3600) as u16;
                        }
                        at = at.ahead(facing, 6_000.0);
                        path.push(at);
                    }
                    if turn == 0 {
                        path = vec![at];
                    } else if inches == 6 {
                        facing = (i32::from(facing) + i32::from(turn) * 450).rem_euclid(3600) as u16;
                    }
                    if offer(Idea::Fly { inches, turn }, Way::Path(path), Some(facing)) {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// Sixteen bearings at three speeds, and the straight line to each tripod in the water.
    fn voyages(&self, active: &Active, offer: &mut Offer<'_>) -> bool {
        let id = active.stand;
        let stand = self.stand(id);
        let (low, high) = if self.ty(id) == Type::Steamer {
            (active.allowance / 2, active.allowance)
        } else {
            self.speeds(id)
        };
        let mut speeds = vec![high, i32::midpoint(low, high), low];
        speeds.dedup();
        let tripods: Vec<StandId> = self
            .known_enemies(Side::Human)
            .filter(|t| self.ty(*t) == Type::Tripod && self.map().is_water(self.stand(*t).at))
            .collect();
        for speed in speeds.into_iter().filter(|s| *s > 0) {
            if self.ty(id) == Type::Ironclad {
                for &tripod in &tripods {
                    let bearing = stand.at.heading(self.stand(tripod).at);
                    let to = exactly(stand.at, bearing, speed);
                    let base = self.profile(id).shape.at(stand.at, bearing);
                    let meets =
                        first_within(&base, to, &self.base(tripod), 0).is_some_and(|at| at != stand.at);
                    let idea = if meets { Idea::Ram { tripod } } else { Idea::Near { tripod } };
                    if offer(idea, Way::Path(vec![to]), Some(bearing)) {
                        return true;
                    }
                }
            }
            for sixteenth in 0..16_u16 {
                let bearing = (stand.facing + sixteenth * 225) % 3600;
                let to = exactly(stand.at, bearing, speed);
                if offer(Idea::Steer { bearing, speed }, Way::Path(vec![to]), Some(bearing)) {
                    return true;
                }
            }
        }
        false
    }
}

/// A point whose distance rounds to exactly this many hundredths.
fn exactly(from: P, bearing: u16, speed: i32) -> P {
    let to = from.ahead(bearing, f64::from(speed) * 10.0);
    if from.distance(to).rounded().0 <= speed {
        return to;
    }
    from.ahead(bearing, f64::from(speed) * 10.0 - 1.0)
}

/// The middle of an outline: the mean of its corners.
pub(crate) fn middle(points: &[P]) -> P {
    let n = points.len().max(1) as i64;
    let sum = points.iter().fold((0_i64, 0_i64), |(x, y), p| (x + i64::from(p.x), y + i64::from(p.y)));
    P::new((sum.0 / n) as i32, (sum.1 / n) as i32)
}
