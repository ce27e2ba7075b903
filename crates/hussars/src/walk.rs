//! A move played out mark by mark: contact, gas, rams, sight, overwatch (TH-GEO-13, TH-GEO-14, TH-CLC-01).

use crate::event::{Cause, What};
use crate::kinds::{Side, StandId, Type};
use crate::measure::{Base, Gauge, Length, P, Place, Route};
use crate::state::{Flow, State, Where};
use geometry::ground::{Hundredths, apart, last_free};
use smallvec::SmallVec;
use table::{Event, Sink};

/// Marks lie this far apart along the way.
const MARK: Length = Length::thousandths(500);
/// Places are rounded to thousandths: a gain of room is known to this many of them.
const BLUR: f64 = 2.0;
/// Enemies stop a mover at this gap (TH-CLC-01).
pub(crate) const CONTACT: i32 = 100;
/// A silent cylinder is touched at this gap (TH-CYL-11).
const TOUCH: i32 = 5;

/// A place on a path at which things are tested.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mark {
    pub at: P,
    /// The facing on the way from here on: a bend turns the base first.
    pub facing: u16,
    /// The facing with which it came.
    pub came: u16,
    pub walked: Length,
}

/// Every 0.5 in of length, every vertex, start and end (TH-GEO-13).
pub fn marks(path: &[P], first: u16) -> Vec<Mark> {
    let here = path.first().copied().unwrap_or_default();
    let still = Mark { at: here, facing: first, came: first, walked: Length::ZERO };
    let Ok(route) = Route::new(path) else { return vec![still] };
    let facings: SmallVec<[u16; 8]> =
        (0..route.legs()).map(|leg| route.leg(leg).0.heading(route.leg(leg).1)).collect();
    let Some(&start) = facings.first() else { return vec![still] };
    let mut came = start;
    let mark = |mark: &geometry::ground::Mark| {
        let facing = facings[mark.leg];
        let before = std::mem::replace(&mut came, facing);
        Mark { at: mark.at, facing, came: before, walked: mark.walked }
    };
    route.marks(MARK).iter().map(mark).collect()
}

/// The first whole thousandth on the way at which the gap rounds to the limit or less (TH-GEO-14).
pub fn first_within(base: &Base, to: P, other: &Base, limit: i32) -> Option<P> {
    let near = i64::from(limit) * 10 + 7 + base.footprint.span() + other.footprint.span();
    if !apart(other.centre, base.centre, to).below(near) {
        return None;
    }
    let around = other.around(&base.footprint);
    geometry::ground::first_within(&around, base.centre, to, Hundredths(limit)).map(|halt| halt.at)
}

/// How a move ends as far as somebody knows: where, with which base, and what stops it.
#[derive(Clone, Debug)]
pub struct Course {
    pub end: P,
    pub base: Base,
    pub stop: Option<StandId>,
    /// The path as far as it is walked.
    pub walked: Vec<P>,
}

impl State {
    /// Enemies that stop this mover (TH-CLC-13): flyers, ships and silent cylinders neither stop nor are stopped.
    pub(crate) fn stoppers(&self, mover: StandId) -> impl Iterator<Item = StandId> + '_ {
        let fights = self.fights_hand_to_hand(mover);
        let enemy = self.side(mover).other();
        self.ids().filter(move |id| {
            fights && self.side(*id) == enemy && self.on_board(*id) && self.fights_hand_to_hand(*id)
        })
    }

    /// Those of them that some leg of a way may bring within reach.
    fn stoppers_about<'a>(&'a self, mover: StandId, path: &'a [P]) -> impl Iterator<Item = StandId> + 'a {
        let span = self.profile(mover).shape.span;
        self.stoppers(mover).filter(move |e| {
            let reach = i64::from(CONTACT) * 10 + 12 + span + self.profile(*e).shape.span;
            path.windows(2).any(|leg| apart(self.stand(*e).at, leg[0], leg[1]).below(reach))
        })
    }

    pub(crate) fn fights_hand_to_hand(&self, id: StandId) -> bool {
        match self.ty(id) {
            Type::Flyer | Type::Ironclad | Type::Steamer => false,
            Type::Cylinder => self.stand(id).sixes > 0,
            _ => true,
        }
    }

    /// Where a move would end, by the enemies its own side knows of, or by all.
    pub(crate) fn course(&self, id: StandId, path: &[P], facing: u16, known: bool) -> Course {
        let form = self.profile(id).shape.clone();
        let side = self.side(id);
        let enemies: Vec<(StandId, Base)> = self
            .stoppers_about(id, path)
            .filter(|e| !known || self.knows(side, *e))
            .map(|e| (e, self.base(e)))
            .collect();
        let end = path[path.len() - 1];
        if enemies.is_empty() {
            return Course { end, base: form.at(end, facing), stop: None, walked: path.to_vec() };
        }
        let all = marks(path, facing);
        let start = form.at(path[0], all[0].facing);
        let mut excused: Vec<(StandId, i32)> =
            enemies.iter().map(|(e, b)| (*e, start.apart(b))).filter(|(_, gap)| *gap <= CONTACT).collect();
        let mut walked = vec![path[0]];
        for pair in all.windows(2) {
            let base = form.at(pair[0].at, pair[0].facing);
            let gone = pair[1].walked - pair[0].walked;
            if let Some((enemy, at)) = contact(&base, &pair[1], gone, &enemies, &mut excused, &form) {
                if walked.last() != Some(&at) {
                    walked.push(at);
                }
                let facing = if at == pair[1].at { pair[1].facing } else { pair[0].facing };
                return Course { end: at, base: form.at(at, facing), stop: Some(enemy), walked };
            }
            if path.contains(&pair[1].at) {
                walked.push(pair[1].at);
            }
        }
        let base = form.at(end, facing);
        let stop =
            enemies.iter().find(|(e, theirs)| turned_into(&base, theirs, *e, &excused)).map(|(e, _)| *e);
        Course { end, base, stop, walked }
    }

    pub(crate) fn walking(&mut self, sink: &mut Sink<What>) {
        let Some(walk) = self.now.walk.clone() else {
            self.now.flow = Flow::Moving;
            return;
        };
        if !self.on_board(walk.stand) {
            self.end_walk(&walk, true, sink);
            self.now.walk = None;
            return;
        }
        if walk.done == 0 && walk.asked == 0 && !self.start_walk(sink) {
            return;
        }
        if self.ask_on_the_way() {
            return;
        }
        self.walk_to(u16::MAX, sink);
    }

    /// The base turns along its first leg; a march too near an unknown enemy does not begin (TH-STR-06).
    fn start_walk(&mut self, sink: &mut Sink<What>) -> bool {
        let Some(mut walk) = self.now.walk.take() else { return false };
        let id = walk.stand;
        let all = marks(&walk.path, walk.facing);
        let start = self.profile(id).shape.at(all[0].at, all[0].facing);
        let enemy = self.side(id).other();
        let near = |limit: i32| self.fielded(enemy).any(|e| start.near(&self.base(e), limit));
        if walk.strategic && near(crate::strategic_movement::KEEP_AWAY) {
            let at = walk.path[0];
            self.tell_of(sink, "TH-STR-06", id, || What::CutShort { stand: id, at });
            self.now.flow = Flow::Moving;
            return false;
        }
        walk.excused = self
            .stoppers(id)
            .map(|e| (e, start.apart(&self.base(e))))
            .filter(|(_, gap)| *gap <= CONTACT)
            .collect();
        self.stand_mut(id).facing = all[0].facing;
        if all.last().is_some_and(|end| end.at != all[0].at) || all.len() > 2 {
            // The start is a mark of the moving stand: who leaves a place in view is seen leaving it (TH-GEO-13).
            let stand = self.stand_mut(id);
            (stand.moving, stand.stirred) = (true, true);
            self.spot_on_the_way(id, sink);
            walk.unseen &= !self.knows(enemy, id);
        }
        self.now.walk = Some(walk);
        true
    }

    /// Walks on to a mark, or to the end if nothing stops it before. Says whether the stand is still on its way.
    pub(crate) fn walk_to(&mut self, mark: u16, sink: &mut Sink<What>) -> bool {
        let Some(mut walk) = self.now.walk.take() else { return false };
        let all = marks(&walk.path, walk.facing);
        let last = all.len() - 1;
        while usize::from(walk.done) < last && walk.done < mark {
            let (from, to) = (all[usize::from(walk.done)], all[usize::from(walk.done) + 1]);
            if !self.slide(&mut walk, &from, &to, sink) {
                self.end_walk(&walk, true, sink);
                return false;
            }
            walk.done += 1;
        }
        if usize::from(walk.done) < last {
            self.now.walk = Some(walk);
            return true;
        }
        self.end_walk(&walk, false, sink);
        false
    }

    /// From one mark to the next; false when the move is over.
    fn slide(
        &mut self,
        walk: &mut crate::state::Walk,
        from: &Mark,
        to: &Mark,
        sink: &mut Sink<What>,
    ) -> bool {
        let id = walk.stand;
        let form = self.profile(id).shape.clone();
        let base = form.at(from.at, from.facing);
        self.stand_mut(id).facing = from.facing;
        let ty = self.ty(id);
        if ty.is_ship() {
            return self.slide_ship(walk, &base, from, to, sink);
        }
        let enemies: Vec<(StandId, Base)> =
            self.stoppers_about(id, &[from.at, to.at]).map(|e| (e, self.base(e))).collect();
        let gone = to.walked - from.walked;
        let stop = contact(&base, to, gone, &enemies, &mut walk.excused, &form);
        let gas = self.gas_on_the_way(id, &base, to.at);
        let far = |at: P| from.at.far(at);
        if let Some(at) = gas.filter(|g| stop.is_none_or(|(_, s)| far(*g) <= far(s))) {
            self.place_mover(id, at, from.facing);
            self.storm(id, &base, at, sink);
            self.destroy("TH-GAS-04", id, Cause::Gas, sink);
            return false;
        }
        let end = stop.map_or(to.at, |(_, at)| at);
        self.storm(id, &base, end, sink);
        let facing = if end == to.at { to.facing } else { from.facing };
        if walk.strategic && self.march_is_cut(id, end, facing) {
            self.tell_of(sink, "TH-STR-06", id, || What::CutShort { stand: id, at: from.at });
            return false;
        }
        self.place_mover(id, end, facing);
        if let Some((enemy, at)) = stop {
            self.stopped(walk, enemy, at, sink);
            return false;
        }
        if ty == Type::Flyer {
            self.stand_mut(id).course = Some(from.facing);
            self.spot_from(id, sink);
            self.spot(id, sink);
        } else {
            self.spot_on_the_way(id, sink);
        }
        self.on_board(id)
    }

    pub(crate) fn spot_on_the_way(&mut self, id: StandId, sink: &mut Sink<What>) {
        self.spot(id, sink);
        self.spot_from(id, sink);
    }

    pub(crate) fn place_mover(&mut self, id: StandId, at: P, facing: u16) {
        let stand = self.stand_mut(id);
        if stand.at != at {
            (stand.moving, stand.stirred) = (true, true);
        }
        (stand.at, stand.facing) = (at, facing);
    }

    fn march_is_cut(&self, id: StandId, at: P, facing: u16) -> bool {
        let base = self.profile(id).shape.at(at, facing);
        let enemy = self.side(id).other();
        self.fielded(enemy).any(|e| self.is_near(&base, e, crate::strategic_movement::KEEP_AWAY))
    }

    /// Within 1 in of an enemy: the mover stops and keeps what it has left (TH-CLC-01, TH-CLC-02).
    fn stopped(&mut self, walk: &crate::state::Walk, enemy: StandId, at: P, sink: &mut Sink<What>) {
        let id = walk.stand;
        let walked = walked(walk, at);
        let price = self.map().price(&self.walker(id, walk.allowance), &walked).unwrap_or(walk.allowance);
        self.meet(id, enemy, walk.allowance - price, sink);
        // An unknown enemy may have halted it on a friend: it is set back to its last free place (TH-GEO-05).
        let base = self.base(id);
        if self.overlapped(id, &base).next().is_some() {
            self.set_back(id, &walked);
            let near = self.base(id).near(&self.base(enemy), CONTACT);
            self.stand_mut(id).stopped = near;
        }
    }

    /// Back along its own path to the last place where it overlaps nobody.
    fn set_back(&mut self, id: StandId, walked: &[P]) {
        if let Some((at, facing)) = self.last_free(id, walked) {
            let stand = self.stand_mut(id);
            (stand.at, stand.facing) = (at, facing);
        }
    }

    pub(crate) fn last_free(&self, id: StandId, walked: &[P]) -> Option<(P, u16)> {
        let form = self.profile(id).shape.clone();
        walked.windows(2).rev().find_map(|leg| {
            let facing = leg[0].heading(leg[1]);
            let free = |at: P| self.overlapped(id, &form.at(at, facing)).next().is_none();
            let halt = last_free(leg[0], leg[1], leg[0].distance(leg[1]), free)?;
            Some((halt.at, facing))
        })
    }

    fn end_walk(&mut self, walk: &crate::state::Walk, cut: bool, sink: &mut Sink<What>) {
        let id = walk.stand;
        self.now.chances.clear();
        self.now.flow = if walk.continued { Flow::Continue } else { Flow::Moving };
        if !self.on_board(id) {
            return;
        }
        let at = self.stand(id).at;
        self.stand_mut(id).fears = 0;
        let bank = self.map().bank(&self.walker(id, walk.allowance), &walked(walk, at));
        self.stand_mut(id).bank = bank;
        if !cut {
            if self.ty(id).is_ship() {
                self.stand_mut(id).facing = walk.facing;
                self.end_voyage(walk, sink);
            }
            if self.leaves_here(id, at) {
                self.tell_moved(walk, sink);
                self.stand_mut(id).place = Where::Exited;
                tell_exit(sink, id);
                return;
            }
            if !self.stand(id).stopped {
                self.stand_mut(id).left = 0;
            }
            if walk.strategic && self.march_is_cut(id, at, walk.facing) {
                // The facing of its leg keeps it 10 in from an enemy that it did not know of (TH-STR-06).
                self.tell_of(sink, "TH-STR-06", id, || What::CutShort { stand: id, at });
            } else if let Some(enemy) = self.turn_in_place(id, walk.facing, &walk.excused, sink) {
                self.stopped(walk, enemy, at, sink);
            }
            if !self.on_board(id) {
                return;
            }
            self.spot_on_the_way(id, sink);
        }
        self.tell_moved(walk, sink);
    }

    /// A machine that loses legs or motive faculties on its way goes no farther than what it has now (TH-MAR-03,
    /// TH-MAR-04, TH-MAR-08).
    pub(crate) fn maim_walk(&mut self, loss: i32) {
        let Some(mut walk) = self.now.walk.take() else { return };
        if loss > 0 {
            let id = walk.stand;
            walk.allowance = (walk.allowance - loss).max(0);
            let at = self.stand(id).at;
            let behind = marks(&walk.path, walk.facing)[usize::from(walk.done)].walked;
            let mut far = Length::ZERO;
            let passed = walk.path.windows(2).take_while(|leg| {
                far += leg[0].distance(leg[1]);
                far <= behind
            });
            let passed = passed.count();
            let walker = self.walker(id, walk.allowance);
            let pays = |path: &[P]| self.map().price(&walker, path).is_ok_and(|cost| cost <= walk.allowance);
            let (mut kept, mut from) = (walk.path[..=passed].to_vec(), at);
            // Without legs not even a hair's breadth that costs nothing.
            let ahead = if walk.allowance > 0 { &walk.path[passed + 1..] } else { &[at][..] };
            for &next in ahead {
                kept.push(next);
                if pays(&kept) {
                    from = next;
                    continue;
                }
                let (last, mut low, mut high) = (kept.len() - 1, 0.0, 1.0);
                for _ in 0..12 {
                    let middle = f64::midpoint(low, high);
                    kept[last] = from.toward(next, middle);
                    if pays(&kept) { low = middle } else { high = middle }
                }
                kept[last] = from.toward(next, low);
                break;
            }
            kept.dedup();
            if kept.last() == Some(&at) {
                // It stops here, as it stands.
                walk.facing = self.stand(id).facing;
            }
            walk.path = kept;
        }
        self.now.walk = Some(walk);
    }

    /// A base that turns in its place may touch gas (TH-GAS-04), or come within 1 in of an enemy: that one is named.
    pub(crate) fn turn_in_place(
        &mut self,
        id: StandId,
        facing: u16,
        excused: &[(StandId, i32)],
        sink: &mut Sink<What>,
    ) -> Option<StandId> {
        self.stand_mut(id).facing = facing;
        let base = self.base(id);
        if self.is_gassed(id, &base) {
            self.destroy("TH-GAS-04", id, Cause::Gas, sink);
            return None;
        }
        let turned = |e: &StandId| {
            self.is_about(&base, *e, CONTACT) && turned_into(&base, &self.base(*e), *e, excused)
        };
        self.stoppers(id).find(turned)
    }

    /// Enemies beside a stand, each with its gap: they stop it only if it comes nearer (TH-CLC-01).
    pub(crate) fn beside(&self, id: StandId) -> Vec<(StandId, i32)> {
        let base = self.base(id);
        let near = self.stoppers(id).filter(|e| self.is_near(&base, *e, CONTACT));
        near.map(|e| (e, base.apart(&self.base(e)))).collect()
    }

    /// Close combat is to come, with this much left (TH-CLC-01, TH-CLC-02).
    pub(crate) fn meet(&mut self, id: StandId, enemy: StandId, left: i32, sink: &mut Sink<What>) {
        let stand = self.stand_mut(id);
        (stand.stopped, stand.left) = (true, left.max(0));
        self.spot_on_the_way(id, sink);
        // In close combat both are spotted, whatever lies between (TH-CLC-12).
        self.reveal("TH-SPO-11", enemy, sink);
        self.reveal("TH-CLC-12", id, sink);
        tell_contact(sink, id, enemy);
    }

    /// Who was seen all the way is seen on it; else only its own side reads the path (TH-SPO-10).
    fn tell_moved(&self, walk: &crate::state::Walk, sink: &mut Sink<What>) {
        let id = walk.stand;
        let stand = self.stand(id);
        let (at, facing) = (stand.at, stand.facing);
        let what = || What::Moved { stand: id, path: walked(walk, at), facing };
        let side = self.side(id);
        let (unseen, known) = (walk.unseen && self.rules().hidden_stands, self.knows(side.other(), id));
        let own = table::Audience::only(side.seat());
        sink.emit(|| match (unseen, known) {
            (false, _) => Event::public("TH-MOV-01", what()),
            // Who comes into sight on the way is seen where it ends.
            (true, true) => {
                Event::split("TH-MOV-01", own, what(), What::Moved { stand: id, path: vec![at], facing })
            }
            (true, false) => Event::private("TH-MOV-01", own, what()),
        });
    }

    /// The end of the move lies on an exit that is open to it (TH-GEO-06).
    fn leaves_here(&self, id: StandId, at: P) -> bool {
        let on = |v: i32, a: i32, b: i32| v >= a.min(b) && v <= a.max(b);
        let (ty, unit, side) = (self.ty(id), self.unit(id), self.side(id));
        self.battle.exits.iter().any(|e| {
            let [a, b] = e.edge;
            e.side == side
                && self.now.turn >= e.from_turn
                && e.kind.is_none_or(|k| k == ty)
                && (e.units.is_empty() || e.units.contains(&unit.0))
                && on(at.x, a.x, b.x)
                && on(at.y, a.y, b.y)
        })
    }

    fn is_silent(&self, id: StandId) -> bool {
        self.ty(id) == Type::Cylinder && self.on_board(id) && self.stand(id).sixes == 0
    }

    /// Whether a way touches this silent cylinder (TH-CYL-11).
    pub(crate) fn is_stormed(&self, id: StandId, cylinder: StandId, way: &[P]) -> bool {
        let form = &self.profile(id).shape;
        self.side(id) == Side::Human
            && self.is_silent(cylinder)
            && way.windows(2).any(|leg| {
                let base = form.at(leg[0], leg[0].heading(leg[1]));
                first_within(&base, leg[1], &self.base(cylinder), TOUCH).is_some()
            })
    }

    /// A silent cylinder dies when a human stand touches it on its way (TH-CYL-11).
    fn storm(&mut self, id: StandId, base: &Base, to: P, sink: &mut Sink<What>) {
        if self.side(id) != Side::Human {
            return;
        }
        let touched: Vec<StandId> = self
            .ids()
            .filter(|c| self.is_silent(*c) && first_within(base, to, &self.base(*c), TOUCH).is_some())
            .collect();
        for cylinder in touched {
            self.destroy_cylinder("TH-CYL-11", cylinder, Cause::Stormed, sink);
        }
    }
}

/// The way that lies behind a mover who is now at this point.
fn walked(walk: &crate::state::Walk, at: P) -> Vec<P> {
    let all = marks(&walk.path, walk.facing);
    let behind = all[usize::from(walk.done)].walked;
    let (mut way, mut far) = (vec![walk.path[0]], Length::ZERO);
    for leg in walk.path.windows(2) {
        far += leg[0].distance(leg[1]);
        if far > behind {
            break;
        }
        way.push(leg[1]);
    }
    way.push(at);
    way.dedup();
    way
}

fn tell_contact(sink: &mut Sink<What>, stand: StandId, enemy: StandId) {
    sink.emit(|| Event::public("TH-CLC-01", What::Contact { stand, enemy }));
}

fn tell_exit(sink: &mut Sink<What>, stand: StandId) {
    sink.emit(|| Event::public("TH-GEO-06", What::Exited { stand }));
}

/// Whether a base that turned in its place has come within 1 in of an enemy: one that it was beside already counts if it
/// is nearer now (TH-CLC-01).
fn turned_into(base: &Base, theirs: &Base, enemy: StandId, excused: &[(StandId, i32)]) -> bool {
    let before = excused.iter().find(|(e, _)| *e == enemy).map_or(i32::MAX, |(_, gap)| *gap);
    base.near(theirs, CONTACT) && base.apart(theirs) < before
}

/// Whether a step leads away from an enemy: it gains at least half as much room as it is long (TH-CLC-01).
fn leads_away(base: &Base, to: P, gone: Length, theirs: &Base) -> bool {
    let gained = base.moved_to(to).distance(theirs) - base.distance(theirs);
    gained + BLUR >= gone.0 as f64 / 2000.0
}

/// The first enemy that stops a base on its way to the next mark. An enemy that it started beside is left out while
/// it is left behind (TH-CLC-01).
fn contact(
    base: &Base,
    to: &Mark,
    gone: Length,
    enemies: &[(StandId, Base)],
    excused: &mut Vec<(StandId, i32)>,
    form: &crate::measure::Shape,
) -> Option<(StandId, P)> {
    let mut first: Option<(f64, StandId, P)> = None;
    // Who is not even listed is out of reach: coming back to him is a new contact.
    excused.retain(|(e, _)| enemies.iter().any(|(enemy, _)| enemy == e));
    let arrived = form.at(to.at, to.facing);
    for (enemy, theirs) in enemies {
        let hit = if let Some(known) = excused.iter().position(|(e, _)| e == enemy) {
            let gap = arrived.apart(theirs);
            let before = excused[known].1;
            if gap > CONTACT {
                excused.swap_remove(known);
                None
            } else {
                excused[known].1 = gap;
                let leaves = gap >= before && leads_away(base, to.at, gone, theirs);
                (!leaves).then_some(to.at)
            }
        } else {
            first_within(base, to.at, theirs, CONTACT)
                .or_else(|| arrived.near(theirs, CONTACT).then_some(to.at))
        };
        if let Some(at) = hit {
            let far = base.centre.far(at);
            if first.is_none_or(|(least, _, _)| far < least) {
                first = Some((far, *enemy, at));
            }
        }
    }
    first.map(|(_, enemy, at)| (enemy, at))
}
