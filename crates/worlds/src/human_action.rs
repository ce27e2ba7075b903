//! HUMAN ACTION PHASE: everybody moves one zone, or Infantry works (WW-ACT-01 to WW-ACT-11, WW-REF-01, WW-REF-02).

use crate::content::{Chart, Op, Play, Timing};
use crate::dice::tell;
use crate::event::{Roll, What};
use crate::kinds::{Colour, Phase, UNITS, UnitId, UnitKind, ZONES, ZoneId, units_of, zones_of};
use crate::order::{Ask, Order};
use crate::sequence_of_play::{Breach, offer};
use crate::state::{Flow, State};
use table::Sink;

impl State {
    /// Where a counter that stands here may go with its action: next door, or two zones by Special Trains.
    fn reach(&self, from: ZoneId) -> u32 {
        let row = &self.content.zones[from.index()];
        row.adjacent | if self.now.trains > 0 { row.two_away } else { 0 }
    }

    pub(crate) fn visit_actions(&self, visit: &mut impl FnMut(Order) -> bool) -> bool {
        offer!(visit, Order::Done);
        let fixed = self.fixed_units();
        let infantry = self.content.mask(UnitKind::Infantry);
        let cavalry = self.content.mask(UnitKind::Cavalry);
        for from in ZoneId::all() {
            let ready = self.now.units_at[from.index()] & !self.now.acted;
            let rested = self.now.rested[from.index()];
            if ready == 0 && rested == [0, 0] {
                continue;
            }
            let reach = self.reach(from);
            for unit in units_of(ready & !fixed) {
                for to in zones_of(reach) {
                    offer!(visit, Order::Move { unit, to });
                }
                if infantry & unit.bit() != 0 && self.visit_work(unit, from, visit) {
                    return true;
                }
                if self.rules.attract && cavalry & unit.bit() != 0 && self.visit_attract(unit, from, visit) {
                    return true;
                }
            }
            for points in [1_u8, 2] {
                if rested[usize::from(points) - 1] > 0 {
                    for to in zones_of(reach) {
                        offer!(visit, Order::MoveRefugee { points, from, to });
                    }
                }
            }
        }
        for card in self.saved_for(Timing::HumanAction) {
            offer!(visit, Order::Play { card });
        }
        false
    }

    /// Asks as long as somebody can do something.
    pub(crate) fn actions(&mut self) {
        if self.visit_actions(&mut |order| order != Order::Done) {
            self.now.ask = Ask::Action;
        } else {
            self.end_actions();
        }
    }

    fn end_actions(&mut self) {
        self.now.trains = 0;
        self.now.rested = Default::default();
        self.now.flow = Flow::Excess;
    }

    /// Units that can never move: the 95t Gun (WW-ACT-01).
    fn fixed_units(&self) -> u32 {
        UnitKind::ALL
            .into_iter()
            .filter(|k| !self.content.gun_moves[*k as usize])
            .fold(0, |set, k| set | self.content.mask(k))
    }

    /// Infantry may attack a Cylinder or a machine, dig, or build a Powder Mill (WW-ACT-03).
    fn visit_work(&self, unit: UnitId, zone: ZoneId, visit: &mut impl FnMut(Order) -> bool) -> bool {
        if self.rules.uprising {
            for colour in Colour::DIE {
                if self.now.machines[zone.index()][colour.index()] > 0 {
                    offer!(visit, Order::AttackMachine { unit, colour });
                }
            }
        } else {
            for (i, wave) in self.now.waves.iter().enumerate() {
                if wave.cylinder && wave.zone == Some(zone) {
                    offer!(visit, Order::AttackCylinder { unit, wave: i as u8 });
                }
            }
        }
        if self.free_works() > 0 {
            for gun in units_of(self.guns_at(zone)) {
                offer!(visit, Order::Dig { unit, gun });
            }
        }
        if self.free_mills() > 0 {
            offer!(visit, Order::Mill { unit });
        }
        false
    }

    /// A Cavalry next to a Wave may draw it on (WW-ACT-11, WW-SC2-11).
    fn visit_attract(&self, unit: UnitId, zone: ZoneId, visit: &mut impl FnMut(Order) -> bool) -> bool {
        let adjacent = self.content.zones[zone.index()].adjacent;
        for band in self.bands() {
            let Some(from) = self.band_zone(band).filter(|z| adjacent & z.bit() != 0) else { continue };
            if !self.rules.uprising {
                if self.now.waves[usize::from(band)].attracted.is_none() {
                    offer!(visit, Order::Attract { unit, wave: band });
                }
                continue;
            }
            for (colour, damaged) in self.band(band).kinds() {
                if self.still_here(from, colour, damaged) {
                    offer!(visit, Order::AttractTripod { unit, from, colour, damaged });
                }
            }
        }
        false
    }

    /// Whether a Tripod of this kind is left in the zone that nobody has drawn on yet.
    fn still_here(&self, from: ZoneId, colour: Colour, damaged: bool) -> bool {
        let drawn = self.drawn_on(from, colour, damaged);
        let Some(uprising) = &self.now.uprising else { return false };
        let band = &uprising.groups[from.index()];
        let there = if damaged { band.damaged } else { band.sound }[colour.index()];
        usize::from(there) > drawn
    }

    /// How many Tripods of this kind go after a Cavalry this turn.
    fn drawn_on(&self, from: ZoneId, colour: Colour, damaged: bool) -> usize {
        let Some(uprising) = &self.now.uprising else { return 0 };
        uprising.attracted.iter().filter(|a| (a.0, a.1, a.2) == (from, colour, damaged)).count()
    }

    /// Earthworks and Powder Mills may be taken off at any time: with every decision on the map (WW-ACT-10).
    pub(crate) fn visit_counters_back(&self, visit: &mut impl FnMut(Order) -> bool) -> bool {
        let on_the_map = matches!(
            self.now.ask,
            Ask::Production
                | Ask::Storm { .. }
                | Ask::Battle
                | Ask::Action
                | Ask::Excess { .. }
                | Ask::Or
                | Ask::Event
                | Ask::PaidEvent
        );
        on_the_map && (self.visit_works_back(visit) || self.visit_mills_back(visit))
    }

    pub(crate) fn visit_works_back(&self, visit: &mut impl FnMut(Order) -> bool) -> bool {
        for gun in units_of(self.content.guns).filter(|g| self.now.works[g.index()] > 0) {
            offer!(visit, Order::TakeWorks { gun });
        }
        false
    }

    pub(crate) fn visit_mills_back(&self, visit: &mut impl FnMut(Order) -> bool) -> bool {
        for zone in ZoneId::all().filter(|z| self.now.mills[z.index()] > 0) {
            offer!(visit, Order::TakeMill { zone });
        }
        false
    }

    /// A counter goes back to the box; whatever the player is asked, he is asked still. Says whether one went.
    pub(crate) fn take_counter(&mut self, order: Order, sink: &mut Sink<What>) -> bool {
        match order {
            Order::TakeWorks { gun } => {
                self.now.works[gun.index()] -= 1;
                let level = self.now.works[gun.index()];
                tell!(sink, "WW-ACT-10", What::EarthworksTaken { gun, level });
            }
            Order::TakeMill { zone } => {
                self.now.mills[zone.index()] -= 1;
                tell!(sink, "WW-ACT-10", What::MillTaken { zone });
            }
            _ => return false,
        }
        true
    }

    pub(crate) fn take_action(&mut self, order: Order, sink: &mut Sink<What>) {
        match order {
            Order::Move { unit, to } => self.move_unit(unit, to, sink),
            Order::MoveRefugee { points, from, to } => self.move_refugee(points, from, to, sink),
            Order::AttackCylinder { unit, wave } => self.attack_cylinder(unit, wave, sink),
            Order::AttackMachine { unit, colour } => self.attack_machine(unit, colour, sink),
            Order::Dig { unit, gun } => self.dig(unit, gun, sink),
            Order::Mill { unit } => self.build_mill(unit, sink),
            Order::Attract { unit, wave } => {
                if self.attracts(unit, sink) {
                    let to = self.now.unit_zone[unit.index()];
                    self.now.waves[usize::from(wave)].attracted = to;
                    if let Some(to) = to {
                        tell!(sink, "WW-ACT-11", What::Attracted { band: wave, to });
                    }
                }
            }
            Order::AttractTripod { unit, from, colour, damaged } => {
                let to = self.now.unit_zone[unit.index()];
                if self.attracts(unit, sink)
                    && let (Some(to), Some(uprising)) = (to, &mut self.now.uprising)
                {
                    uprising.attracted.push((from, colour, damaged, to));
                    tell!(sink, "WW-SC2-11", What::Attracted { band: from.0, to });
                }
            }
            Order::Play { card } => {
                self.play_saved(card, sink);
                if let Play::Save(_, ops) = &self.content.events[card.index()].play {
                    for op in ops {
                        if let Op::LongMove { n } = op {
                            self.now.trains = self.now.trains.saturating_add(*n);
                        }
                    }
                }
            }
            _ => self.end_actions(),
        }
    }

    /// A move of two zones uses up a place on the trains.
    fn by_train(&mut self, from: ZoneId, to: ZoneId) {
        if self.content.zones[from.index()].adjacent & to.bit() == 0 {
            self.now.trains = self.now.trains.saturating_sub(1);
        }
    }

    /// A Gun that moves leaves its Earthworks behind (WW-ACT-07).
    fn move_unit(&mut self, unit: UnitId, to: ZoneId, sink: &mut Sink<What>) {
        let Some(from) = self.now.unit_zone[unit.index()] else { return };
        self.by_train(from, to);
        let levels = self.now.works[unit.index()];
        self.put_unit(unit, to);
        self.now.acted |= unit.bit();
        tell!(sink, "WW-ACT-01", What::UnitMoved { unit, from, to });
        if levels > 0 {
            tell!(sink, "WW-ACT-07", What::EarthworksLeft { gun: unit, levels });
        }
    }

    fn move_refugee(&mut self, points: u8, from: ZoneId, to: ZoneId, sink: &mut Sink<What>) {
        self.by_train(from, to);
        self.shift_refugee("WW-ACT-01", points, from, to, sink);
    }

    pub(crate) fn shift_refugee(
        &mut self,
        rule: &'static str,
        points: u8,
        from: ZoneId,
        to: ZoneId,
        sink: &mut Sink<What>,
    ) {
        let i = usize::from(points) - 1;
        self.now.rested[from.index()][i] -= 1;
        self.now.refugees[from.index()][i] -= 1;
        self.now.refugees[to.index()][i] = self.now.refugees[to.index()][i].saturating_add(1);
        tell!(sink, rule, What::RefugeesMoved { points, from, to });
    }

    fn attack_cylinder(&mut self, unit: UnitId, wave: u8, sink: &mut Sink<What>) {
        self.now.acted |= unit.bit();
        let colour = self.roll(Roll::CylinderAttack { unit, wave }, sink);
        match self.content.word(Chart::CylinderAttack, colour) {
            1 => {
                let cylinder = &mut self.now.waves[usize::from(wave)];
                cylinder.building = cylinder.building.saturating_sub(1);
                let left = cylinder.building;
                if left == 0 {
                    *cylinder = crate::state::Wave::default();
                }
                tell!(sink, "WW-ACT-04", What::CylinderHit { wave, left });
                self.human_points("WW-ACT-04", self.content.score.tripod, sink);
                if left == 0 {
                    tell!(sink, "WW-ACT-05", What::CylinderGone { wave });
                }
            }
            2 => self.lose_unit("WW-ACT-04", unit, sink),
            _ => {}
        }
    }

    /// In the Uprising the attack is on a Handling Machine (WW-SC2-07).
    fn attack_machine(&mut self, unit: UnitId, colour: Colour, sink: &mut Sink<What>) {
        self.now.acted |= unit.bit();
        let Some(zone) = self.now.unit_zone[unit.index()] else { return };
        let die = self.roll(Roll::MachineAttack { unit, colour }, sink);
        match self.content.word(Chart::CylinderAttack, die) {
            1 => {
                self.now.machines[zone.index()][colour.index()] -= 1;
                tell!(sink, "WW-SC2-07", What::MachineDestroyed { zone, colour });
                self.human_points("WW-SC2-07", self.content.score.tripod, sink);
            }
            2 => self.lose_unit("WW-SC2-07", unit, sink),
            _ => {}
        }
    }

    pub(crate) fn lose_unit(&mut self, rule: &'static str, unit: UnitId, sink: &mut Sink<What>) {
        self.lift_unit(unit);
        tell!(sink, rule, What::UnitLost { unit });
    }

    fn dig(&mut self, unit: UnitId, gun: UnitId, sink: &mut Sink<What>) {
        self.now.acted |= unit.bit();
        let colour = self.roll(Roll::Earthworks { unit }, sink);
        let result = self.content.word(Chart::Earthworks, colour);
        if result > 0 {
            self.now.works[gun.index()] += 1;
            let level = self.now.works[gun.index()];
            tell!(sink, "WW-ACT-06", What::EarthworksBuilt { gun, level });
        }
        if result == 2 {
            self.lose_unit("WW-ACT-06", unit, sink);
        }
    }

    fn build_mill(&mut self, unit: UnitId, sink: &mut Sink<What>) {
        self.now.acted |= unit.bit();
        let Some(zone) = self.now.unit_zone[unit.index()] else { return };
        let colour = self.roll(Roll::PowderMill { unit }, sink);
        match self.content.word(Chart::PowderMill, colour) {
            1 => {
                self.now.mills[zone.index()] += 1;
                tell!(sink, "WW-ACT-08", What::MillPlaced { zone });
            }
            2 => self.lose_unit("WW-ACT-08", unit, sink),
            _ => {}
        }
    }

    fn attracts(&mut self, unit: UnitId, sink: &mut Sink<What>) -> bool {
        self.now.acted |= unit.bit();
        let colour = self.roll(Roll::Attract { unit }, sink);
        match self.content.word(Chart::Attract, colour) {
            1 => true,
            2 => {
                self.lose_unit("WW-ACT-11", unit, sink);
                false
            }
            _ => false,
        }
    }

    /// When the phase ends, no zone keeps more Refugee counters than it can hold (WW-REF-01, WW-REF-02).
    pub(crate) fn excess(&mut self, sink: &mut Sink<What>) {
        for zone in ZoneId::all() {
            loop {
                let [ones, twos] = self.now.refugees[zone.index()];
                let here = u16::from(ones) + u16::from(twos);
                let room = u16::from(self.capacity(zone));
                if here <= room {
                    break;
                }
                let all_go = room == 0;
                if ones > 0 && twos > 0 && !all_go {
                    self.now.ask = Ask::Excess { zone };
                    return;
                }
                self.lose_refugee(zone, if ones > 0 { 1 } else { 2 }, sink);
                if self.judge(sink) {
                    return;
                }
            }
        }
        self.enter(Phase::Escape, Flow::Escape, sink);
    }

    fn lose_refugee(&mut self, zone: ZoneId, points: u8, sink: &mut Sink<What>) {
        self.now.refugees[zone.index()][usize::from(points) - 1] -= 1;
        tell!(sink, "WW-REF-02", What::RefugeesLost { zone, points });
        self.martian_points("WW-REF-02", points * self.content.score.refugee_destroyed, sink);
    }

    pub(crate) fn visit_excess(&self, zone: ZoneId, visit: &mut impl FnMut(Order) -> bool) -> bool {
        let [ones, twos] = self.now.refugees[zone.index()];
        if ones > 0 {
            offer!(visit, Order::GiveUp { points: 1 });
        }
        if twos > 0 {
            offer!(visit, Order::GiveUp { points: 2 });
        }
        false
    }

    pub(crate) fn give_up(&mut self, zone: ZoneId, order: Order, sink: &mut Sink<What>) {
        if let Order::GiveUp { points } = order {
            self.lose_refugee(zone, points, sink);
        }
    }

    /// Why an order of this phase is refused.
    pub(crate) fn action_breach(&self, order: Order) -> Breach {
        let (unit, to) = match order {
            Order::Move { unit, to } => (unit, Some(to)),
            Order::AttackCylinder { unit, .. }
            | Order::AttackMachine { unit, .. }
            | Order::Dig { unit, .. }
            | Order::Mill { unit }
            | Order::Attract { unit, .. }
            | Order::AttractTripod { unit, .. } => (unit, None),
            Order::MoveRefugee { .. } => {
                return ("WW-ACT-01", "a Refugee counter that has not acted moves to an adjacent zone");
            }
            _ => return ("WW-SEQ-01", "it is the Human Action Phase"),
        };
        if unit.index() >= UNITS {
            return ("WW-CMP-06", "there is no such unit");
        }
        let Some(zone) = self.now.unit_zone[unit.index()] else {
            return ("WW-ACT-01", "this unit is not on the map");
        };
        if self.now.acted & unit.bit() != 0 {
            return ("WW-ACT-01", "this unit has had its one action");
        }
        if let Some(to) = to {
            if self.fixed_units() & unit.bit() != 0 {
                return ("WW-EVT-04", "the 95t Gun never moves");
            }
            if to.index() >= ZONES || self.reach(zone) & to.bit() == 0 {
                return ("WW-ACT-01", "a unit moves to an adjacent zone");
            }
        }
        self.work_breach(unit, zone, order)
    }

    fn work_breach(&self, unit: UnitId, zone: ZoneId, order: Order) -> Breach {
        let kind = self.kind(unit);
        match order {
            Order::Attract { .. } | Order::AttractTripod { .. } if !self.rules.attract => {
                ("WW-ACT-11", "Cavalry Attract is not in play")
            }
            Order::Attract { wave, .. }
                if self.now.waves.get(usize::from(wave)).is_some_and(|w| w.attracted.is_some()) =>
            {
                ("WW-ACT-11", "another Cavalry draws this Wave on already")
            }
            Order::AttractTripod { from, colour, damaged, .. }
                if self.drawn_on(from, colour, damaged) > 0 && !self.still_here(from, colour, damaged) =>
            {
                ("WW-SC2-11", "another Cavalry draws this Tripod on already")
            }
            Order::Attract { .. } | Order::AttractTripod { .. } => {
                ("WW-ACT-11", "a Cavalry draws on Tripods of an adjacent zone")
            }
            Order::AttackMachine { .. } if !self.rules.uprising => {
                ("WW-SC2-07", "Handling Machines are attacked in the Uprising only")
            }
            _ if kind != UnitKind::Infantry => ("WW-ACT-03", "only Infantry has such an action"),
            Order::AttackCylinder { .. } => ("WW-ACT-04", "there is no such Cylinder in its zone"),
            Order::AttackMachine { .. } => ("WW-SC2-07", "there is no such Handling Machine in its zone"),
            Order::Dig { .. } if self.free_works() == 0 => {
                ("WW-ACT-10", "all Earthworks counters are on the map")
            }
            Order::Dig { .. } => ("WW-ACT-06", "there is no such Gun in its zone"),
            Order::Mill { .. } if self.free_mills() == 0 => ("WW-ACT-10", "all Powder Mills are on the map"),
            _ if zone.index() >= ZONES => ("WW-CMP-02", "there is no such zone"),
            _ => ("WW-ACT-03", "Infantry may do this instead of moving"),
        }
    }
}
