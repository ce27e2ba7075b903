//! SEEING YOUR OPPONENT: line of sight, spotting, and what hills, ridges and cover do to both (TH-LOS-01 to TH-LOS-09,
//! TH-SPO-01 to TH-SPO-09, TH-ELV-01 to TH-ELV-07, TH-COV-01 to TH-COV-07).

use crate::event::What;
use crate::kinds::{Ground, Side, StandId, Type};
use crate::measure::{Base, Gauge, P};
use crate::state::{Seen, State};
use geometry::ground::{Block, Eye, Grain, Hundredths, Level, Relief, Sight};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use table::{Audience, Barrier, Event, Sink};

/// The tripods' levels above their ground (TH-ELV-01).
const TRIPOD_LEVELS: Level = Level::levels(2);

/// The figures of the sight test (TH-LOS-08).
const GRAIN: Grain = Grain {
    graze: 10,
    step: 250,
    slack: Level(50),
    inside: Hundredths(200),
    touch: Hundredths(5),
    shared: Hundredths(100),
};

/// What was seen along the last lines that were looked along, with the places they were looked from: nobody needs to be told
/// that a stand moved, and copies of a state share it. A move that is foreseen and then made looks along each line once.
#[derive(Clone, Debug)]
pub(crate) struct Sights(Arc<[AtomicU64]>);

/// Lines that are remembered; a power of two.
const LINES: usize = 4096;

impl Sights {
    pub fn new() -> Self {
        Self((0..LINES).map(|_| AtomicU64::new(0)).collect())
    }

    /// Both stands with their places and facings in 62 bits, never 0: two lines share a key once in some 10^18.
    fn key(a: (StandId, P, u16), b: (StandId, P, u16)) -> u64 {
        let mut key = 0x9e37_79b9_7f4a_7c15_u64;
        for (id, at, facing) in [a, b] {
            let place = (u64::from(at.x as u32) << 32) | u64::from(at.y as u32);
            for word in [place, (u64::from(id.0) << 16) | u64::from(facing)] {
                key = (key ^ word).wrapping_mul(0xbf58_476d_1ce4_e5b9);
                key ^= key >> 29;
            }
        }
        (key | 1 << 63) & !1
    }

    fn look(&self, key: u64, sight: impl FnOnce() -> bool) -> bool {
        let cell = &self.0[(key >> 8) as usize % LINES];
        let known = cell.load(Ordering::Relaxed);
        if known & !1 == key {
            return known & 1 == 1;
        }
        let seen = sight();
        cell.store(key | u64::from(seen), Ordering::Relaxed);
        seen
    }
}

impl State {
    /// Who looks or is looked at: ground level, and two more for a tripod (TH-ELV-01, TH-LOS-05).
    fn looks(&self, id: StandId) -> Eye {
        let extra = if self.ty(id) == Type::Tripod { TRIPOD_LEVELS } else { Level::GROUND };
        self.relief().eye(self.base(id), extra)
    }

    fn relief(&self) -> &Relief {
        self.map().relief(self.rules().ridge_always)
    }

    /// The levels from which a stand looks.
    pub fn eye(&self, id: StandId) -> f64 {
        self.looks(id).height.as_levels()
    }

    /// A line of sight from one stand to another (TH-LOS-03).
    pub fn sees(&self, viewer: StandId, target: StandId) -> bool {
        if self.ty(target) == Type::Flyer || self.ty(viewer) == Type::Flyer {
            return self.sight(viewer, target).is_ok();
        }
        let (a, b) = if viewer < target { (viewer, target) } else { (target, viewer) };
        let pose = |id: StandId| (id, self.stand(id).at, self.stand(id).facing);
        self.sights.look(Sights::key(pose(a), pose(b)), || self.sight(a, b).is_ok())
    }

    /// The line that sees, or what is in the way of the line between the centres; none where a flyer is looked for.
    pub fn sight(&self, viewer: StandId, target: StandId) -> Result<Option<[P; 2]>, Option<Block>> {
        if self.ty(target) == Type::Flyer {
            return Ok(None);
        }
        if self.ty(viewer) == Type::Flyer {
            let seen = self.seen_from_above(viewer, &self.base(target));
            return if seen { Ok(None) } else { Err(None) };
        }
        match self.relief().sight(&self.looks(viewer), &self.looks(target), &GRAIN, None) {
            Sight::Clear { from, to } => Ok(Some([from, to])),
            Sight::Blocked(block) => Err(Some(block)),
        }
    }

    /// A flyer looks straight down: only those wholly inside cover escape it (TH-LOS-06).
    fn seen_from_above(&self, flyer: StandId, base: &Base) -> bool {
        if self.rules().flyer_mutual {
            return true;
        }
        let hidden = |area: &crate::ground::Area| {
            let above = || base.near(&self.base(flyer), 200) && area.shape.contains(self.stand(flyer).at);
            area.cover && base.is_wholly_inside(&area.shape) && !above()
        };
        !self.map().areas.iter().any(hidden)
    }

    /// Whether a stand sees a point of the ground; the cover that holds it may be left out (TH-LOS-09).
    pub fn sees_point(&self, viewer: StandId, at: P, cover: bool) -> bool {
        if self.ty(viewer) == Type::Flyer {
            return true;
        }
        let map = self.map();
        let except = if cover { None } else { map.cover_at(at).and_then(|a| map.cover_number(a)) };
        self.relief().sees_ground(&self.looks(viewer), &[at], &GRAIN, except)
    }

    /// Near enough by the spotting chart (TH-SPO-02 to TH-SPO-05).
    fn in_spotting_range(&self, target: StandId, viewer: StandId) -> bool {
        let (profile, stand) = (self.profile(target), self.stand(target));
        if profile.ty.is_large() || stand.moving {
            return true;
        }
        // Most are far away: their centres say so before anybody's base is looked at.
        let limit = i32::from(profile.spotted_still) * 100;
        let reach = i64::from(limit) * 10 + 12 + profile.shape.span + self.profile(viewer).shape.span;
        let far = (self.stand(viewer).at - stand.at).squared() > reach * reach;
        !far && self.is_near(&self.base(viewer), target, limit)
    }

    /// Whether some enemy spots this stand where it is now (TH-SPO-01).
    pub(crate) fn is_exposed(&self, target: StandId) -> bool {
        let enemy = self.side(target).other();
        self.fielded(enemy).any(|v| self.in_spotting_range(target, v) && self.sees(v, target))
    }

    /// Tests one stand against all its enemies; it is then spotted for all of them (TH-SPO-07).
    pub(crate) fn spot(&mut self, target: StandId, sink: &mut Sink<What>) {
        if self.on_board(target) && !self.stand(target).spotted && self.is_exposed(target) {
            self.reveal("TH-SPO-01", target, sink);
        }
    }

    /// Tests the enemies of one stand against it.
    pub(crate) fn spot_from(&mut self, viewer: StandId, sink: &mut Sink<What>) {
        let enemy = self.side(viewer).other();
        for target in self.ids() {
            let stand = self.stand(target);
            let near = |s: &Self| s.in_spotting_range(target, viewer) && s.sees(viewer, target);
            if self.side(target) == enemy && self.on_board(target) && !stand.spotted && near(self) {
                self.reveal("TH-SPO-01", target, sink);
            }
        }
    }

    /// The other side learns where a stand is; its owner is not told (TH-SPO-10).
    pub(crate) fn reveal(&mut self, rule: &'static str, target: StandId, sink: &mut Sink<What>) {
        if !self.stand(target).spotted {
            self.stand_mut(target).spotted = true;
            self.tell_spotted(rule, target, sink);
        }
    }

    /// What comes down or out in sight is known at once; that it is spotted is told after what it did.
    pub(crate) fn spot_after(
        &mut self,
        target: StandId,
        sink: &mut Sink<What>,
        tell: impl FnOnce(&Self, &mut Sink<What>),
    ) {
        let seen = !self.stand(target).spotted && self.is_exposed(target);
        self.stand_mut(target).spotted |= seen;
        tell(self, sink);
        if seen {
            self.tell_spotted("TH-SPO-01", target, sink);
        }
    }

    fn tell_spotted(&self, rule: &'static str, target: StandId, sink: &mut Sink<What>) {
        let (at, facing) = (self.stand(target).at, self.stand(target).facing);
        sink.barrier(Barrier::Revealed);
        let audience = Audience::only(self.side(target).other().seat());
        sink.emit(|| Event::private(rule, audience, What::Spotted { stand: target, at, facing }));
    }

    /// At the start of a phase: out of every enemy's sight is unspotted (TH-SPO-08), then the tests of the new phase.
    pub(crate) fn refresh_spotting(&mut self, sink: &mut Sink<What>) {
        for id in self.ids() {
            if !self.on_board(id) || !self.stand(id).spotted {
                continue;
            }
            let enemy = self.side(id).other();
            if !self.fielded(enemy).any(|v| self.sees(v, id)) {
                let turn = self.now.turn;
                let stand = self.stand_mut(id);
                stand.spotted = false;
                stand.seen = Some(Seen { turn, at: stand.at, facing: stand.facing });
                let audience = Audience::only(enemy.seat());
                sink.emit(|| Event::private("TH-SPO-08", audience, What::Unspotted { stand: id }));
            }
        }
        self.spot_all(sink);
    }

    /// All tests at once: after deployment, with no stand moving (TH-SPO-09).
    pub(crate) fn spot_all(&mut self, sink: &mut Sink<What>) {
        for id in self.ids() {
            self.spot(id, sink);
        }
    }

    /// The target is in cover against this firer: area cover, a stream or a ridge between (TH-COV-01, TH-COV-06,
    /// TH-COV-07, TH-ELV-06). Tripods and flyers never are (TH-CBT-04).
    pub fn in_cover(&self, target: StandId, firer: StandId, artillery: bool) -> bool {
        if self.ty(target).is_machine() {
            return false;
        }
        let at = self.stand(target).at;
        if self.map().cover_at(at).is_some() {
            return true;
        }
        let (from, base) = (self.stand(firer).at, self.base(target));
        self.map().lines.iter().any(|line| {
            let across = || line.line.is_crossed(from, at);
            match line.kind {
                Ground::Stream => {
                    (self.rules().stream_any || base.is_near_line(&line.line, Hundredths(100))) && across()
                }
                Ground::Ridge if !artillery => {
                    base.is_near_line(&line.line, Hundredths(5))
                        && !self.base(firer).is_near_line(&line.line, Hundredths(100))
                        && across()
                }
                _ => false,
            }
        })
    }

    /// Whether some stand of a side sees this point.
    pub(crate) fn any_sees_point(&self, side: Side, at: P) -> bool {
        self.fielded(side).any(|v| self.sees_point(v, at, true))
    }
}
