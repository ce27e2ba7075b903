//! EVENT PHASE: one card each turn, carried out step by step (WW-EVT-01 to WW-EVT-07).

use crate::content::{Op, OpWhere, Play};
use crate::devastation::Toll;
use crate::dice::tell;
use crate::event::{Roll, What};
use crate::kinds::{EventId, UnitKind, ZoneId, ZoneState, units_of, zones_of};
use crate::order::{Ask, Order};
use crate::sequence_of_play::offer;
use crate::state::{Drawn, Flow, Loaded, State};
use table::Sink;

impl State {
    /// Draws the turn's card; in the Uprising Handling Machine cards are drawn again (WW-EVT-01, WW-SC2-10).
    pub(crate) fn draw_event(&mut self, free: bool, sink: &mut Sink<What>) {
        self.now.flow = Flow::EventPaid;
        // Twice through the pile finds any card that may take effect.
        for _ in 0..2 * self.content.events.len() {
            let empty = self.now.event_deck.pile == 0;
            let drawn = if empty && self.rules.fixed_pile {
                None
            } else {
                self.draw(|s| &mut s.now.event_deck, Loaded::Event, sink)
            };
            let Some(card) = drawn.map(EventId) else {
                tell!(sink, "WW-SC1-02", What::NoEventsLeft);
                return;
            };
            let machine = self.rules.uprising
                && self.ops_of(card, 0).iter().any(|op| matches!(op, Op::HandlingMachine { .. }));
            if machine {
                self.now.event_deck.discard |= card.bit();
                tell!(sink, "WW-SC2-10", What::EventRedrawn { card });
                continue;
            }
            let rule = if free { "WW-EVT-01" } else { "WW-SC1-10" };
            tell!(sink, rule, What::EventDrawn { card });
            self.open_card(card, sink);
            return;
        }
    }

    fn open_card(&mut self, card: EventId, sink: &mut Sink<What>) {
        self.now.drawn = Drawn { card: Some(card), ..Drawn::default() };
        match &self.content.events[card.index()].play {
            Play::Save(..) => {
                self.now.saved |= card.bit();
                self.now.drawn = Drawn::default();
                tell!(sink, "WW-EVT-03", What::EventSaved { card });
            }
            Play::Or(_) if self.half_possible(0) || self.half_possible(1) => {
                self.now.flow = Flow::Event;
                self.now.ask = Ask::Or;
            }
            Play::Or(_) => {
                self.no_effect(sink);
                self.close_event();
            }
            Play::Immediate(_) => self.now.flow = Flow::Event,
        }
    }

    /// The steps of a card, or of one half of an OR card.
    fn ops_of(&self, card: EventId, half: u8) -> &[Op] {
        match self.content.events.get(card.index()).map(|e| &e.play) {
            Some(Play::Immediate(ops) | Play::Save(_, ops)) => ops,
            Some(Play::Or(halves)) => &halves[usize::from(half.min(1))],
            None => &[],
        }
    }

    fn half_possible(&self, half: u8) -> bool {
        let Some(card) = self.now.drawn.card else { return false };
        self.ops_of(card, half).iter().any(|op| self.possible(op))
    }

    /// Whether a step of an OR card can be carried out (WW-EVT-02).
    fn possible(&self, op: &Op) -> bool {
        match op {
            Op::FlyingMachine { n } if *n < 0 => self.now.flying_machine > 0,
            Op::Place { .. }
            | Op::Earthworks { .. }
            | Op::PowderMill { .. }
            | Op::Unweed { .. }
            | Op::RestoreZone { .. } => self.can_be_done(op),
            _ => true,
        }
    }

    /// A step with a choice has something to choose; with an empty box a counter may be taken off the map for it
    /// (WW-ACT-10).
    fn can_be_done(&self, op: &Op) -> bool {
        let taken_off = match op {
            Op::Earthworks { .. } => self.visit_works_back(&mut |_| true),
            Op::PowderMill { .. } => self.mill_sites() != 0 && self.visit_mills_back(&mut |_| true),
            _ => false,
        };
        taken_off || self.visit_op(op, &mut |order| order != Order::Done)
    }

    /// Zones where an event may put a Powder Mill.
    fn mill_sites(&self) -> u32 {
        zones_where(|z| self.has_unit(z, UnitKind::Infantry))
    }

    pub(crate) fn visit_or(&self, visit: &mut impl FnMut(Order) -> bool) -> bool {
        offer!(visit, Order::Done);
        if self.half_possible(0) {
            offer!(visit, Order::First);
        }
        if self.half_possible(1) {
            offer!(visit, Order::Second);
        }
        false
    }

    pub(crate) fn take_half(&mut self, order: Order, sink: &mut Sink<What>) {
        match order {
            Order::First => self.now.drawn.half = 0,
            Order::Second => self.now.drawn.half = 1,
            _ => {
                if let Some(card) = self.now.drawn.card {
                    tell!(sink, "WW-EVT-02", What::EventDeclined { card });
                }
                self.close_event();
            }
        }
    }

    fn close_event(&mut self) {
        if let Some(card) = self.now.drawn.card {
            self.now.event_deck.discard |= card.bit();
        }
        self.now.drawn = Drawn::default();
        self.now.flow = Flow::EventPaid;
    }

    fn next_op(&mut self) {
        self.now.drawn.op += 1;
        self.now.drawn.left = None;
        self.now.drawn.used = 0;
        self.now.rested = Default::default();
    }

    pub(crate) fn current_op(&self) -> Option<Op> {
        let drawn = &self.now.drawn;
        self.ops_of(drawn.card?, drawn.half).get(usize::from(drawn.op)).copied()
    }

    /// Carries the card out step by step (WW-EVT-07).
    pub(crate) fn event_steps(&mut self, sink: &mut Sink<What>) {
        match self.current_op() {
            Some(op) => self.carry_out_op(op, sink),
            None => self.close_event(),
        }
    }

    fn carry_out_op(&mut self, op: Op, sink: &mut Sink<What>) {
        match op {
            Op::HandlingMachine { colour } => {
                let zone = self.placement(sink);
                if self.free_machines(colour) > 0 {
                    self.put_machine("WW-EVT-06", zone, colour, sink);
                }
            }
            Op::Production { n } => self.production_points("WW-EVT-07", n, sink),
            Op::HumanVp { n } => self.human_points("WW-EVT-07", n, sink),
            Op::FlyingMachine { n } if n > 0 => {
                for _ in 0..n {
                    self.build_piece("WW-EVT-07", sink);
                }
            }
            Op::FlyingMachine { n } => {
                self.now.flying_machine = self.now.flying_machine.saturating_sub(n.unsigned_abs());
                let pieces = self.now.flying_machine;
                tell!(sink, "WW-EVT-07", What::FlyingMachine { pieces });
            }
            Op::LandCylinder { n } => self.new_cylinders(n, sink),
            Op::AssemblyRoll => self.assembly_rolls(sink),
            Op::Workforce { zone, n } => self.event_workforce(zone, n, sink),
            Op::PlaceRefugee { zone, points } => self.event_refugee(zone, points, sink),
            Op::SmokeAdjacent { n } => self.drifting_smoke(n, sink),
            Op::Weed { n } => self.weed_at_random(n, sink),
            Op::None | Op::FreeShip { .. } | Op::Discount { .. } | Op::LongMove { .. } => {
                self.no_effect(sink);
            }
            Op::RandomPlans { .. } | Op::CancelDevastation => self.no_effect(sink),
            Op::RefugeesNearWaves { .. }
            | Op::Place { .. }
            | Op::Earthworks { .. }
            | Op::PowderMill { .. }
            | Op::MoveRefugees { .. }
            | Op::Harbour { .. }
            | Op::HitTripod { .. }
            | Op::Unweed { .. }
            | Op::DamageTripod { .. }
            | Op::RestoreZone { .. }
            | Op::PayOrFlyingMachine { .. }
            | Op::LoseUnit { .. }
            | Op::RepairTripod { .. } => {
                self.choice_op(op, sink);
                return;
            }
        }
        self.next_op();
    }

    fn no_effect(&mut self, sink: &mut Sink<What>) {
        if let Some(card) = self.now.drawn.card {
            tell!(sink, "WW-EVT-07", What::NoEffect { card });
        }
    }

    /// A step that leaves something to choose, as often as it says and as long as it can be done.
    fn choice_op(&mut self, op: Op, sink: &mut Sink<What>) {
        if self.now.drawn.left.is_none() {
            self.now.drawn.left = Some(op.times());
            self.now.rested = self.now.refugees;
            if !self.can_be_done(&op) {
                self.impossible(op, sink);
                self.next_op();
                return;
            }
        }
        let left = self.now.drawn.left.unwrap_or(0);
        if left == 0 || !self.can_be_done(&op) {
            self.next_op();
            return;
        }
        let mut only = None;
        let several = self.visit_op(&op, &mut |order| only.replace(order).is_some());
        // What must be done and can be done in one way is done.
        match only.filter(|order| !several && *order != Order::Done) {
            Some(order) => self.event_choice(op, order, sink),
            None => self.now.ask = Ask::Event,
        }
    }

    /// What a step does that has no target at all.
    fn impossible(&mut self, op: Op, sink: &mut Sink<What>) {
        match op {
            Op::LoseUnit { n } => self.martian_points("WW-EVT-07", n, sink),
            Op::PayOrFlyingMachine { .. } => self.build_piece("WW-EVT-07", sink),
            _ => self.no_effect(sink),
        }
    }

    pub(crate) fn visit_event(&self, visit: &mut impl FnMut(Order) -> bool) -> bool {
        self.current_op().is_some_and(|op| self.visit_op(&op, visit))
    }

    fn visit_op(&self, op: &Op, visit: &mut impl FnMut(Order) -> bool) -> bool {
        let zones = |set: u32, visit: &mut dyn FnMut(Order) -> bool| -> bool {
            zones_of(set).any(|zone| visit(Order::Zone { zone }))
        };
        match *op {
            Op::Place { unit, place, .. } if self.spare(unit).is_some() => {
                let set = if place == OpWhere::LiveZone { self.live_zones() } else { self.open_factories() };
                zones(set, visit)
            }
            Op::Earthworks { .. } => {
                offer!(visit, Order::Done);
                if self.free_works() > 0 {
                    for unit in
                        units_of(self.content.guns).filter(|g| self.now.unit_zone[g.index()].is_some())
                    {
                        offer!(visit, Order::Unit { unit });
                    }
                }
                false
            }
            Op::PowderMill { .. } => {
                if self.free_mills() == 0 {
                    offer!(visit, Order::Done);
                    return false;
                }
                zones(self.mill_sites(), visit)
            }
            Op::MoveRefugees { .. } => {
                offer!(visit, Order::Done);
                for from in ZoneId::all() {
                    for points in [1_u8, 2] {
                        if self.now.rested[from.index()][usize::from(points) - 1] == 0 {
                            continue;
                        }
                        for to in zones_of(self.content.zones[from.index()].adjacent) {
                            offer!(visit, Order::MoveRefugee { points, from, to });
                        }
                    }
                }
                false
            }
            Op::Harbour { .. } => zones(self.open_harbours(), visit),
            Op::HitTripod { .. } => {
                for band in self.bands() {
                    let Some(zone) = self.band_zone(band) else { continue };
                    let near = self.content.zones[zone.index()].adjacent | zone.bit();
                    if zones_of(near).any(|z| self.guns_at(z) != 0) {
                        for (colour, damaged) in self.band(band).kinds() {
                            offer!(visit, Order::Tripod { band, colour, damaged });
                        }
                    }
                }
                false
            }
            Op::Unweed { .. } => {
                zones(zones_where(|z| self.now.zone_state[z.index()] == ZoneState::RedWeed), visit)
            }
            Op::DamageTripod { .. } => {
                offer!(visit, Order::Done);
                for band in self.bands().filter(|b| self.now.drawn.used & (1 << b) == 0) {
                    for (colour, damaged) in self.band(band).kinds().filter(|(_, damaged)| !damaged) {
                        offer!(visit, Order::Tripod { band, colour, damaged });
                    }
                }
                false
            }
            Op::RestoreZone { .. } => zones(zones_where(|z| self.can_be_restored(z)), visit),
            Op::PayOrFlyingMachine { n } => {
                offer!(visit, Order::Done);
                if self.can_pay(n) {
                    offer!(visit, Order::Pay);
                }
                false
            }
            Op::RefugeesNearWaves { zones: limit, .. } => zones(self.panicking_zones(limit), visit),
            Op::LoseUnit { .. } => {
                // People count as Infantry for being consumed (WW-EVT-05).
                let set = self.content.eaten();
                for unit in units_of(set).filter(|u| self.now.unit_zone[u.index()].is_some()) {
                    offer!(visit, Order::Unit { unit });
                }
                false
            }
            Op::RepairTripod { .. } => {
                let hurt = self.bands().find(|b| self.band(*b).damaged.iter().any(|n| *n > 0));
                let Some(band) = hurt else { return false };
                for (colour, damaged) in self.band(band).kinds().filter(|(_, damaged)| *damaged) {
                    offer!(visit, Order::Tripod { band, colour, damaged });
                }
                false
            }
            _ => false,
        }
    }

    /// Destroyed, and without Wave or Cylinder.
    fn can_be_restored(&self, zone: ZoneId) -> bool {
        self.now.zone_state[zone.index()] == ZoneState::Destroyed
            && !self.tripods_in(zone)
            && self.now.waves.iter().all(|w| w.zone != Some(zone))
    }

    /// The live zones next to a Wave with the highest Workforce, as far as Refugees are still to be placed: those that
    /// are certain first, then those that tie for the last places.
    fn panicking_zones(&self, limit: u8) -> u32 {
        let near = self.bands().filter_map(|b| self.band_zone(b));
        let near = near.fold(0, |set, z| set | self.content.zones[z.index()].adjacent);
        let rest = near & self.live_zones() & !self.now.drawn.used;
        let left = u32::from(self.now.drawn.left.unwrap_or(limit));
        let above = |zone: ZoneId| {
            let own = self.now.workforce[zone.index()];
            zones_of(rest).filter(|z| self.now.workforce[z.index()] > own).count() as u32
        };
        let best = zones_of(rest).filter(|z| above(*z) == 0).fold(0, |set, z| set | z.bit());
        // All of them have room: the first is as good as any other.
        if best.count_ones() <= left { best & best.wrapping_neg() } else { best }
    }

    pub(crate) fn take_event_choice(&mut self, order: Order, sink: &mut Sink<What>) {
        if let Some(op) = self.current_op() {
            self.event_choice(op, order, sink);
        }
    }

    fn event_choice(&mut self, op: Op, order: Order, sink: &mut Sink<What>) {
        let left = self.now.drawn.left.unwrap_or(1).saturating_sub(1);
        self.now.drawn.left = Some(left);
        match (op, order) {
            (Op::PayOrFlyingMachine { n }, Order::Pay) => {
                self.production_points("WW-EVT-07", -(n as i8), sink);
            }
            (Op::PayOrFlyingMachine { .. }, _) => self.build_piece("WW-EVT-07", sink),
            (_, Order::Done) => self.now.drawn.left = Some(0),
            (Op::Place { unit, .. }, Order::Zone { zone }) => self.muster("WW-EVT-04", unit, zone, sink),
            (Op::Earthworks { .. }, Order::Unit { unit }) => {
                self.now.works[unit.index()] += 1;
                let level = self.now.works[unit.index()];
                tell!(sink, "WW-EVT-07", What::EarthworksBuilt { gun: unit, level });
            }
            (Op::PowderMill { .. }, Order::Zone { zone }) => {
                self.now.mills[zone.index()] += 1;
                tell!(sink, "WW-EVT-07", What::MillPlaced { zone });
            }
            (Op::MoveRefugees { .. }, Order::MoveRefugee { points, from, to }) => {
                self.shift_refugee("WW-EVT-07", points, from, to, sink);
            }
            (Op::Harbour { .. }, Order::Zone { zone }) => self.build_harbour("WW-EVT-07", zone, 0, sink),
            (Op::Unweed { .. }, Order::Zone { zone }) => {
                self.now.zone_state[zone.index()] = ZoneState::Destroyed;
                tell!(sink, "WW-EVT-07", What::WeedGone { zone });
            }
            (Op::RestoreZone { workforce }, Order::Zone { zone }) => {
                self.now.zone_state[zone.index()] = ZoneState::Live;
                self.now.workforce[zone.index()] = workforce;
                tell!(sink, "WW-EVT-07", What::ZoneRestored { zone, workforce });
            }
            (Op::RefugeesNearWaves { points, .. }, Order::Zone { zone }) => {
                self.now.drawn.used |= zone.bit();
                self.event_refugee(zone, points, sink);
            }
            (Op::LoseUnit { .. }, Order::Unit { unit }) => self.lose_unit("WW-EVT-07", unit, sink),
            (Op::HitTripod { .. }, Order::Tripod { band, colour, damaged }) => {
                self.hit_band(band, colour, damaged, false, sink);
            }
            (Op::DamageTripod { .. }, Order::Tripod { band, colour, .. }) => {
                self.now.drawn.used |= 1 << band;
                self.hit_band(band, colour, false, false, sink);
            }
            (Op::RepairTripod { .. }, Order::Tripod { band, colour, .. }) => {
                self.band_mut(band).take(colour, true);
                self.band_mut(band).put(colour, false);
                tell!(sink, "WW-EVT-07", What::TripodRepaired { band, colour });
            }
            _ => {}
        }
    }

    fn event_refugee(&mut self, zone: ZoneId, points: u8, sink: &mut Sink<What>) {
        let i = usize::from(points.clamp(1, 2)) - 1;
        self.now.refugees[zone.index()][i] = self.now.refugees[zone.index()][i].saturating_add(1);
        tell!(sink, "WW-EVT-07", What::Refugees { zone, points, count: 1 });
    }

    fn event_workforce(&mut self, zone: ZoneId, n: i8, sink: &mut Sink<What>) {
        if !self.is_live(zone) {
            return;
        }
        if n > 0 {
            let workforce = &mut self.now.workforce[zone.index()];
            *workforce = workforce.saturating_add_signed(n).min(12);
            return;
        }
        let mut toll = Toll::default();
        self.take_workforce(zone, n.unsigned_abs(), &mut toll);
        self.settle_toll("WW-EVT-07", zone, toll, sink);
    }

    /// The zone that the lowest Wave would move to loses Workforce, if it is live and not London.
    fn drifting_smoke(&mut self, n: u8, sink: &mut Sink<What>) {
        let first = self.bands().find_map(|b| self.band_zone(b).map(|z| (b, z)));
        let Some((band, from)) = first else {
            self.no_effect(sink);
            return;
        };
        let colour = self.roll(Roll::MartianMove { band, zone: from }, sink);
        let zone = self.content.zones[from.index()].martian_move[colour.index() % 3];
        if zone != self.content.london {
            self.event_workforce(zone, -(n as i8), sink);
        }
    }

    fn weed_at_random(&mut self, n: u8, sink: &mut Sink<What>) {
        for _ in 0..n {
            let dead = zones_where(|z| self.now.zone_state[z.index()] == ZoneState::Destroyed);
            match self.pick_bit(dead.into(), Loaded::Zone, sink) {
                Some(zone) => self.grow_weed("WW-EVT-07", ZoneId(zone), sink),
                None => self.no_effect(sink),
            }
        }
    }

    /// Scenario I: further cards for Production points (WW-SC1-10).
    pub(crate) fn paid_events(&mut self) {
        let cost = self.rules.paid_event;
        if cost.is_some_and(|c| self.can_pay(c)) && self.now.event_deck.pile != 0 {
            self.now.ask = Ask::PaidEvent;
        } else {
            self.now.flow = Flow::EndOfTurn;
        }
    }

    pub(crate) fn pay_event(&mut self, order: Order, sink: &mut Sink<What>) {
        match (order, self.rules.paid_event) {
            (Order::PayEvent, Some(cost)) => {
                self.production_points("WW-SC1-10", -(cost as i8), sink);
                self.draw_event(false, sink);
            }
            _ => self.now.flow = Flow::EndOfTurn,
        }
    }
}

fn zones_where(fits: impl Fn(ZoneId) -> bool) -> u32 {
    ZoneId::all().filter(|z| fits(*z)).fold(0, |set, z| set | z.bit())
}

impl Op {
    /// How often a step with a choice is done.
    fn times(self) -> u8 {
        match self {
            Self::Place { n, .. }
            | Self::Earthworks { n }
            | Self::PowderMill { n }
            | Self::MoveRefugees { n }
            | Self::Harbour { n }
            | Self::HitTripod { n }
            | Self::Unweed { n }
            | Self::RepairTripod { n } => n,
            Self::DamageTripod { waves } => waves,
            Self::RefugeesNearWaves { zones, .. } => zones,
            _ => 1,
        }
    }
}
