//! BATTLE PHASE: which battles are fought, initiative and set-up (WW-BAT-01 to WW-BAT-04, WW-INI-01, WW-BSU-01 to
//! WW-BSU-06).

use crate::content::{Chart, Timing};
use crate::dice::tell;
use crate::event::What;
use crate::kinds::{Colour, Phase, Plan, UnitId, UnitKind, hexes_of, units_of};
use crate::order::{Ask, Order};
use crate::sequence_of_play::offer;
use crate::state::{DieFor, Flow, Land, Loaded, State, Tripod};
use table::Sink;

impl State {
    /// Bands that share a zone with a Gun and have not fought yet (WW-BAT-01, WW-BAT-02).
    pub(crate) fn battles(&self) -> impl Iterator<Item = u8> + '_ {
        self.bands().filter(|b| {
            let fought = self.now.fought & (1 << b) != 0;
            !fought && self.band_zone(*b).is_some_and(|z| self.guns_at(z) != 0)
        })
    }

    /// The next battle, or on to the Human Action Phase (WW-END-05).
    pub(crate) fn next_battle(&mut self, sink: &mut Sink<What>) {
        let mut waiting = self.battles();
        let (first, second) = (waiting.next(), waiting.next());
        drop(waiting);
        match (first, second) {
            (None, _) => {
                self.now.acted = 0;
                self.now.rested = self.now.refugees;
                self.enter(Phase::HumanAction, Flow::Actions, sink);
            }
            (Some(band), None) => self.begin_battle(band, sink),
            _ => self.now.ask = Ask::Battle,
        }
    }

    pub(crate) fn visit_battles(&self, visit: &mut impl FnMut(Order) -> bool) -> bool {
        for band in self.battles() {
            offer!(visit, Order::Battle { band });
        }
        false
    }

    pub(crate) fn choose_battle(&mut self, order: Order, sink: &mut Sink<What>) {
        if let Order::Battle { band } = order {
            self.begin_battle(band, sink);
        }
    }

    /// All units of the zone and all Tripods of the band go to the board (WW-BAT-03).
    fn begin_battle(&mut self, band: u8, sink: &mut Sink<What>) {
        let Some(zone) = self.band_zone(band) else { return };
        self.now.fought |= 1 << band;
        self.now.land = Land { band, zone, ..Land::default() };
        tell!(sink, "WW-BAT-03", What::BattleBegan { zone, band });
        self.now.flow = Flow::Initiative;
        if self.visit_plans(&mut |order| order != Order::Done) {
            self.now.ask = Ask::Plans;
        }
    }

    /// A card decides, unless the Heliograph does (WW-INI-01).
    pub(crate) fn initiative(&mut self, sink: &mut Sink<What>) {
        let heliograph = self.has_unit(self.now.land.zone, UnitKind::Heliograph);
        let card =
            if heliograph { None } else { self.draw(|s| &mut s.now.land_deck, Loaded::LandCard, sink) };
        let humans = card.is_none_or(|c| self.content.land_cards[usize::from(c)].humans);
        if let Some(card) = card {
            self.now.land_deck.discard |= 1 << card;
        }
        let rule = if heliograph { "WW-EVT-04" } else { "WW-INI-01" };
        tell!(sink, rule, What::Initiative { card, humans });
        self.now.land.humans_first = !humans;
        self.now.flow = Flow::BattleSetUp;
    }

    /// Whoever has the initiative sets up second.
    pub(crate) fn battle_set_up(&mut self, sink: &mut Sink<What>) {
        let land = &self.now.land;
        let martians_turn = !land.martians_placed && (land.humans_placed || !land.humans_first);
        if martians_turn {
            if let Some(card) = self.draw(|s| &mut s.now.land_deck, Loaded::LandCard, sink) {
                self.now.land.card = card;
                tell!(sink, "WW-BSU-05", What::BattleCard { card });
            }
            self.now.flow = Flow::CardWindow { placing: true };
        } else if self.now.land.humans_placed {
            self.now.flow = Flow::Round;
        } else {
            self.next_unit();
        }
    }

    /// Guns first, then everybody else (WW-BSU-01, WW-BSU-03).
    fn next_unit(&mut self) {
        let land = &self.now.land;
        let rest = self.now.units_at[land.zone.index()] & !land.on_board & !land.waiting;
        let guns = rest & self.content.guns;
        let room = self.content.gun_hexes & !self.occupied();
        if guns != 0 && room == 0 {
            self.now.land.waiting |= guns;
            return;
        }
        match units_of(guns).next().or_else(|| units_of(rest).next()) {
            Some(unit) if guns != 0 => self.now.ask = Ask::PlaceGun { unit },
            Some(unit) => self.now.ask = Ask::PlaceFoot { unit },
            None => self.now.flow = Flow::Scouting,
        }
    }

    fn occupied(&self) -> u64 {
        let land = &self.now.land;
        let guns = units_of(land.on_board & self.content.guns);
        guns.filter_map(|u| land.hex[u.index()]).fold(0, |set, hex| set | hex.bit())
    }

    pub(crate) fn visit_gun_places(&self, visit: &mut impl FnMut(Order) -> bool) -> bool {
        for hex in hexes_of(self.content.gun_hexes & !self.occupied()) {
            offer!(visit, Order::Place { hex });
        }
        // More Guns than hexes: the player chooses which of them wait.
        let land = &self.now.land;
        let guns = (self.guns_at(land.zone) & !land.waiting).count_ones();
        if guns > self.content.gun_hexes.count_ones() {
            offer!(visit, Order::LeaveOff);
        }
        false
    }

    pub(crate) fn visit_foot_places(&self, visit: &mut impl FnMut(Order) -> bool) -> bool {
        for hex in hexes_of(self.content.blue_hexes) {
            offer!(visit, Order::Place { hex });
        }
        false
    }

    pub(crate) fn place_unit(&mut self, unit: UnitId, order: Order, sink: &mut Sink<What>) {
        let gun = self.kind(unit).is_gun();
        let built = self.now.works[unit.index()];
        let land = &mut self.now.land;
        if let Order::Place { hex } = order {
            land.on_board |= unit.bit();
            land.hex[unit.index()] = Some(hex);
            // One level is free (WW-BSU-02).
            land.level[unit.index()] = if gun { built + 1 } else { 0 };
            let rule = if gun { "WW-BSU-01" } else { "WW-BSU-03" };
            tell!(sink, rule, What::UnitSet { unit, hex });
        } else {
            land.waiting |= unit.bit();
            tell!(sink, "WW-BSU-01", What::GunWaits { unit });
        }
    }

    /// Each Cavalry rolls once (WW-BSU-04).
    pub(crate) fn scouting(&mut self, sink: &mut Sink<What>) {
        let land = &self.now.land;
        let cavalry = land.on_board & self.content.mask(UnitKind::Cavalry) & !land.scouted;
        let Some(unit) = units_of(cavalry).next() else {
            self.now.land.humans_placed = true;
            self.now.flow = Flow::BattleSetUp;
            return;
        };
        self.now.land.scouted |= unit.bit();
        self.roll_in_battle(DieFor::Scout { unit }, sink);
    }

    pub(crate) fn scouted(&mut self, unit: UnitId, colour: Colour, sink: &mut Sink<What>) {
        let left = Plan::ALL.iter().any(|p| self.plan_left(*p) > 0);
        match self.content.word(Chart::Scouting, colour) {
            1 => {
                if let Some(plan) = self.draw_plan(sink) {
                    tell!(sink, "WW-BSU-04", What::PlanGained { plan });
                }
            }
            2 => {
                self.off_board(unit);
                tell!(sink, "WW-BSU-04", What::UnitLost { unit });
                if left {
                    self.now.ask = Ask::ChoosePlan;
                }
            }
            _ => {}
        }
    }

    /// A unit leaves the board and the map.
    pub(crate) fn off_board(&mut self, unit: UnitId) {
        let land = &mut self.now.land;
        land.on_board &= !unit.bit();
        land.hex[unit.index()] = None;
        land.level[unit.index()] = 0;
        land.surprise &= !unit.bit();
        self.lift_unit(unit);
    }

    /// Each Tripod stands on the letter that the card gives for its colour (WW-BSU-05).
    pub(crate) fn place_tripods(&mut self, sink: &mut Sink<What>) {
        let card = self.now.land.card;
        let place = self.content.land_cards[usize::from(card)].place;
        let band = self.band(self.now.land.band);
        let mut n = 0_u8;
        for colour in Colour::ALL {
            let hex = self.content.land_letters[usize::from(place[colour.index()])];
            for damaged in [false, true] {
                let count = if damaged { band.damaged } else { band.sound }[colour.index()];
                for _ in 0..count {
                    self.now.land.tripods[usize::from(n)] = Tripod { colour, damaged, hex: Some(hex) };
                    let rule = if self.rules.uprising { "WW-SC2-05" } else { "WW-BSU-05" };
                    tell!(sink, rule, What::TripodPlaced { tripod: n, colour, hex });
                    n += 1;
                }
            }
        }
        self.now.land.tripod_count = n;
        self.now.land.martians_placed = true;
        self.now.flow = Flow::BattleSetUp;
    }

    /// The card is discarded when it takes effect.
    pub(crate) fn close_card(&mut self, placing: bool, sink: &mut Sink<What>) {
        self.now.land_deck.discard |= 1 << self.now.land.card;
        if placing {
            self.place_tripods(sink);
        } else {
            self.now.flow = Flow::MartianStep;
        }
    }

    /// A new round: the Martians act first (WW-BAT-04).
    pub(crate) fn battle_round(&mut self, sink: &mut Sink<What>) {
        if self.battle_over() {
            self.finish_battle(sink);
            return;
        }
        let land = &mut self.now.land;
        land.round = land.round.saturating_add(1);
        (land.fired, land.fired_twice, land.terrain, land.heliograph_used) = (0, 0, false, 0);
        land.acting = land.tripod_count;
        land.cursor = crate::state::Cursor::default();
        let round = land.round;
        tell!(sink, "WW-BAT-04", What::RoundBegan { round });
        if let Some(card) = self.draw(|s| &mut s.now.land_deck, Loaded::LandCard, sink) {
            self.now.land.card = card;
            tell!(sink, "WW-MAR-01", What::BattleCard { card });
        }
        self.now.flow = Flow::CardWindow { placing: false };
    }

    /// Why a placement on the land board is refused.
    pub(crate) fn place_breach(&self, unit: UnitId, order: Order) -> (&'static str, &'static str) {
        let Order::Place { hex } = order else {
            return ("WW-BSU-01", "there is room for every Gun");
        };
        if !self.kind(unit).is_gun() {
            return ("WW-BSU-03", "Infantry, Cavalry and people stand in the blue hexes");
        }
        if self.content.gun_hexes & hex.bit() == 0 {
            return ("WW-BSU-01", "Guns stand in hexes with a green border");
        }
        ("WW-BSU-01", "there is a Gun already")
    }

    pub(crate) fn saved_at_battle(&self) -> impl Iterator<Item = crate::kinds::EventId> + '_ {
        self.saved_for(Timing::LandBattleStart)
    }
}
