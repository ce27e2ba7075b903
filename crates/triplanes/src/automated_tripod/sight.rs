//! What a card leads to: end positions, base limits, templates, acquired targets (INV-AUT-38 to INV-AUT-42,
//! INV-AUT-45, INV-AUT-66, INV-AUT-73).

use super::{Mind, RedZoneView, TemplateKind};
use crate::altitude::LevelReach;
use crate::content::{CardClass, Side};
use crate::event::Range;
use crate::firing_tripods::positions;
use crate::order::RulerPosition;
use crate::state::VehicleId;
use geometry::{Angle, Border, Convex, Pose, backward_move, forward_move, overlaps};
use smallvec::SmallVec;

/// A heat-ray ruler that touches the red part of an airplane's template, or its base.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Aim {
    pub airplane: VehicleId,
    pub range: Range,
    pub heavy: bool,
    pub side: Side,
    pub ruler: RulerPosition,
}

impl Aim {
    /// INV-AUT-42: closest range first, then the most powerful heat-ray.
    pub fn rank(&self) -> (bool, bool) {
        (self.range == Range::Long, !self.heavy)
    }
}

/// One for each position of a ruler at most.
pub(super) type Aims = SmallVec<[Aim; 3]>;

/// The red part of the template that lies before one airplane.
#[derive(Clone, Debug)]
pub(crate) struct Zone {
    pub airplane: VehicleId,
    pub red: Convex,
    pub reach: LevelReach,
}

impl Zone {
    /// Whether it can be aimed at from this base: in reach by its level, and clear of the base.
    pub fn is_open_to(&self, base: &Convex) -> bool {
        self.reach != LevelReach::Never && !overlaps(base, &self.red)
    }
}

/// Where a card ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    Free,
    /// Out of the area by the Earthling side: allowed and wanted where a card is drawn (INV-AUT-20).
    Home,
    Out,
    OnTripod,
}

impl Mind<'_> {
    /// The pose after a card; a reverse that is pending works on the next movement card.
    pub(super) fn end(&self, number: u8) -> Pose {
        self.end_from(number, self.pose(), self.reverses())
    }

    pub(super) fn end_from(&self, number: u8, from: Pose, backward: bool) -> Pose {
        let (card, apothem) = (self.card(number), self.model().map_or(0.0, |m| m.apothem));
        match (card.class.is_movement(), backward) {
            (false, _) => from,
            (true, true) => backward_move(from, &card.path, apothem),
            (true, false) => forward_move(from, &card.path, apothem, apothem),
        }
    }

    /// INV-AUT-66, INV-AUT-37: why the base rules forbid a card now, if they do.
    pub(super) fn forbids(&self, number: u8) -> Option<&'static str> {
        let third = self.class(number) == CardClass::Normal && self.own.moves >= 2;
        if third { Some("INV-AUT-66") } else { self.forbids_apart_from_third_move(number) }
    }

    pub(super) fn forbids_apart_from_third_move(&self, number: u8) -> Option<&'static str> {
        let card = self.card(number);
        let hidden = self.state[self.id].hidden.judge();
        let moves = card.class.is_movement();
        let must_stand = self.phase == 2 && self.own.stationary == 0 && !self.own.lay;
        let breach = card.energy && self.energy() == 0
            || moves && hidden.engine >= 2
            || moves && hidden.engine == 1 && must_stand
            || card.class == CardClass::Reverse && hidden.reverse_destroyed;
        if breach {
            return Some("INV-AUT-66");
        }
        let steep_before = self.own.previous.is_some_and(|n| self.card(n).steep);
        (self.own.enlarged && card.steep && steep_before).then_some("INV-AUT-37")
    }

    /// INV-AUT-20, INV-AUT-73: in the area, and clear of other tripods as they stand now.
    pub(super) fn way_to(&self, end: Pose) -> Way {
        let (area, from) = (&self.state.table.area, self.pose().centre);
        if !area.contains(end.centre) {
            let home = area.exit_border(from, end.centre).is_some_and(|exit| exit.crosses(Border::South));
            return if home { Way::Home } else { Way::Out };
        }
        if self.stands_on_tripod(end) { Way::OnTripod } else { Way::Free }
    }

    fn stands_on_tripod(&self, end: Pose) -> bool {
        if end.centre == self.pose().centre {
            return false;
        }
        let base = self.state.footprint_at(self.id, end);
        let mut others = self.state.tripods().filter(|id| *id != self.id);
        others.any(|id| overlaps(&base, &self.state.footprint(id)))
    }

    pub(super) fn is_free(&self, number: u8) -> bool {
        self.way_to(self.end(number)) == Way::Free
    }

    /// Whether it could fire in the same phase after this card.
    pub(super) fn fires_after(&self, number: u8) -> bool {
        let card = self.card(number);
        let left = self.energy().saturating_sub(u8::from(card.energy));
        let steady = self.state[self.id].wounds == 0 || card.class == CardClass::StandingStill;
        !card.stop && left >= 1 && steady
    }

    /// INV-AUT-38, INV-AUT-45: a template in front of the base of every airplane in play.
    pub(super) fn lay_templates(&mut self, kind: TemplateKind) -> Vec<Zone> {
        let Some(zones) = self.state.table.content.red_zones else { return Vec::new() };
        let zone = zones[kind as usize];
        let mut list = Vec::new();
        for airplane in self.airplanes() {
            let Some(length) = self.state.model(airplane).airplane().map(|m| m.length) else { continue };
            let pose = self.state[airplane].pose;
            let ahead = length / 2.0 + f64::midpoint(zone.from, zone.to);
            let middle = Pose { centre: pose.centre + pose.heading.fwd() * ahead, heading: pose.heading };
            let red = Convex::rectangle(middle, zone.width, zone.to - zone.from);
            list.push(Zone { airplane, red, reach: self.state.ray_reach(airplane) });
        }
        if self.notes.on {
            let view =
                |z: &Zone| RedZoneView { airplane: z.airplane, kind, corners: z.red.vertices().to_vec() };
            self.notes.zones = list.iter().map(view).collect();
        }
        list
    }

    /// INV-AUT-39, INV-AUT-40: the airplanes that a pose acquires, each by its best ruler. Line of sight is ignored:
    /// the vehicles are yet to move.
    pub(super) fn aims(&self, pose: Pose, zones: &[Zone]) -> Vec<Aim> {
        let base = self.state.footprint_at(self.id, pose);
        let best = |zone: &Zone| {
            let all = Side::ALL.into_iter().flat_map(|side| self.aims_from(&base, pose.heading, side, zone));
            all.min_by_key(Aim::rank)
        };
        zones.iter().filter(|zone| zone.is_open_to(&base)).filter_map(best).collect()
    }

    /// Every ruler on one side of the base that touches a red part which is open to it.
    pub(super) fn aims_from(&self, base: &Convex, heading: Angle, side: Side, zone: &Zone) -> Aims {
        let mut list = Aims::new();
        let Some(projector) = self.model().and_then(|m| m.sides[side.index()].projector) else {
            return list;
        };
        let half = self.state.table.content.ray(projector.heavy).half;
        for &ruler in positions(projector.face) {
            let mut strip = self.state.ray_strip_on(base, heading, side, projector.heavy, ruler);
            if zone.reach == LevelReach::Half {
                strip.length = half;
            }
            if !strip.touches(&zone.red) {
                continue;
            }
            strip.length = half;
            let short = zone.reach == LevelReach::Normal && strip.touches(&zone.red);
            let range = if short { Range::Short } else { Range::Long };
            list.push(Aim { airplane: zone.airplane, range, heavy: projector.heavy, side, ruler });
        }
        list
    }

    /// What each card of the current deck leads to, in the order of the deck. Copies of a card lead to the same, so
    /// each card is worked out once: why it may not be played, and whom it acquires.
    pub(super) fn prospects(
        &self,
        zones: &[Zone],
        forbids: impl Fn(&Self, u8) -> Option<&'static str>,
    ) -> Vec<(u8, Option<&'static str>, Vec<Aim>)> {
        let mut list: Vec<(u8, Option<&'static str>, Vec<Aim>)> = Vec::with_capacity(self.own.current.len());
        for &number in &self.own.current {
            let row = self.deck.row_of(number);
            let known = list.iter().find(|(n, ..)| self.deck.row_of(*n) == row);
            let (forbidden, aims) = if let Some((_, forbidden, aims)) = known {
                (*forbidden, aims.clone())
            } else {
                let forbidden = forbids(self, number);
                let aims = if forbidden.is_none() { self.aims(self.end(number), zones) } else { Vec::new() };
                (forbidden, aims)
            };
            list.push((number, forbidden, aims));
        }
        list
    }

    /// INV-AUT-42: the best target among these, a random one of equals.
    pub(super) fn best_target(&mut self, aims: &[Aim]) -> VehicleId {
        let drawn = |a: &Aim| std::cmp::Reverse(self.state.cards_drawn(a.airplane));
        let value = |a: &Aim| (a.rank(), drawn(a));
        let best = aims.iter().map(value).min();
        let mut equals: Vec<VehicleId> =
            aims.iter().filter(|a| Some(value(a)) == best).map(|a| a.airplane).collect();
        equals.sort_unstable();
        equals.dedup();
        self.pick(&equals)
    }
}
