//! NAVAL BATTLE: Refugees at sea, War Ships to guard them, a Tripod in the way (WW-NAV-01 to WW-NAV-18).

use crate::content::{Op, Play, Timing};
use crate::dice::tell;
use crate::event::{Roll, SeaMark, What};
use crate::kinds::{Colour, Hex, SeaAction, ShipKind, hexes_of};
use crate::order::{Ask, Order};
use crate::sequence_of_play::{Breach, offer};
use crate::state::{BOATS, Boat, Flow, Loaded, Naval, Ship, State, Tripod};
use table::Sink;

impl State {
    /// Draws the Tripods and the initiative, then lets both sides set up (WW-NAV-01, WW-NAV-02).
    pub(crate) fn sea_set_up(&mut self, sink: &mut Sink<What>) {
        if self.now.naval.tripod_count == 0 && !self.now.naval.martians_placed {
            if !self.call_tripods(sink) {
                // No Tripod is left to intervene.
                self.rest_escapes("WW-NAV-01", sink);
                self.finish_sea(sink);
                return;
            }
            let card = self.draw(|s| &mut s.now.sea_deck, Loaded::SeaCard, sink).unwrap_or(0);
            self.now.sea_deck.discard |= 1 << card;
            let humans = self.content.sea_cards[usize::from(card)].humans;
            self.now.naval.humans_first = !humans;
            tell!(sink, "WW-NAV-02", What::SeaInitiative { card, humans });
        }
        let naval = &self.now.naval;
        if !naval.martians_placed && (naval.humans_placed || !naval.humans_first) {
            self.place_sea_tripods(sink);
        } else if naval.humans_placed {
            self.now.flow = Flow::SeaRound;
        } else {
            let next = (0..naval.boat_count).find(|b| naval.boats[usize::from(*b)].hex.is_none());
            match next {
                Some(refugee) => self.now.ask = Ask::PlaceRefugee { refugee },
                None if self.visit_ships(&mut |order| order != Order::Done) => self.now.ask = Ask::Ships,
                None => self.now.naval.humans_placed = true,
            }
        }
    }

    /// Tripods of different colours among those that are in no Wave.
    fn call_tripods(&mut self, sink: &mut Sink<What>) -> bool {
        let mut open =
            Colour::ALL.iter().filter(|c| self.spare_tripods(**c) > 0).fold(0, |s, c| s | 1 << c.index());
        for n in 0..self.rules.naval_tripods.min(2) {
            let Some(colour) = self.pick_colour(open, sink) else { break };
            open &= !(1 << colour.index());
            self.now.naval.tripods[usize::from(n)] = Tripod { colour, damaged: false, hex: None };
            self.now.naval.tripod_count = n + 1;
        }
        // They act in the order of their colours.
        let count = usize::from(self.now.naval.tripod_count);
        self.now.naval.tripods[..count].sort_by_key(|t| t.colour);
        let (refugees, tripods) = (self.now.naval.boat_count, self.now.naval.tripod_count);
        let rule = if self.rules.naval_tripods > 1 { "WW-SC1-09" } else { "WW-NAV-01" };
        tell!(sink, rule, What::SeaBattleBegan { refugees, tripods });
        tripods > 0
    }

    /// On the letters of a Sea Battle card; a ship that stands there is destroyed (WW-NAV-07).
    fn place_sea_tripods(&mut self, sink: &mut Sink<What>) {
        let card = self.draw(|s| &mut s.now.sea_deck, Loaded::SeaCard, sink).unwrap_or(0);
        self.now.sea_deck.discard |= 1 << card;
        tell!(sink, "WW-NAV-07", What::SeaCard { card });
        let place = self.content.sea_cards[usize::from(card)].place;
        for tripod in 0..self.now.naval.tripod_count {
            let colour = self.now.naval.tripods[usize::from(tripod)].colour;
            let hex = self.content.sea_letters[usize::from(place[colour.index()])];
            self.now.naval.tripods[usize::from(tripod)].hex = Some(hex);
            tell!(sink, "WW-NAV-07", What::SeaTripodPlaced { tripod, colour, hex });
            self.enter_sea_hex(hex, sink);
        }
        self.now.naval.martians_placed = true;
    }

    fn tripod_hexes(&self) -> u64 {
        let naval = &self.now.naval;
        let tripods = &naval.tripods[..usize::from(naval.tripod_count)];
        tripods.iter().filter_map(|t| t.hex).fold(0, |set, h| set | h.bit())
    }

    fn ship_hexes(&self) -> u64 {
        let naval = &self.now.naval;
        let ships = &naval.ships[..usize::from(naval.ship_count)];
        ships.iter().filter_map(|s| s.hex).fold(0, |set, h| set | h.bit())
    }

    fn boats_left(&self) -> bool {
        let naval = &self.now.naval;
        naval.boats[..usize::from(naval.boat_count)].iter().any(|b| b.hex.is_some())
    }

    /// Refugees start in the top row (WW-NAV-03).
    pub(crate) fn visit_refugee_places(&self, visit: &mut impl FnMut(Order) -> bool) -> bool {
        for hex in hexes_of(self.content.top_hexes & !self.tripod_hexes()) {
            offer!(visit, Order::Place { hex });
        }
        false
    }

    pub(crate) fn place_refugee(&mut self, refugee: u8, order: Order, sink: &mut Sink<What>) {
        if let Order::Place { hex } = order {
            let boat = &mut self.now.naval.boats[usize::from(refugee)];
            (boat.hex, boat.level) = (Some(hex), 1);
            let points = boat.points;
            tell!(sink, "WW-NAV-03", What::RefugeeSet { refugee, points, hex });
        }
    }

    /// War Ships anywhere but in the top row, one to a hex (WW-NAV-04, WW-NAV-05).
    pub(crate) fn visit_ships(&self, visit: &mut impl FnMut(Order) -> bool) -> bool {
        let naval = &self.now.naval;
        let open = self.open_sea();
        let full = usize::from(naval.ship_count) >= BOATS || open == 0;
        let owed = naval.free.iter().any(|n| *n > 0);
        if !owed || full {
            offer!(visit, Order::Done);
        }
        if full {
            return false;
        }
        for ship in ShipKind::ALL {
            if naval.free[ship as usize] > 0 {
                for hex in hexes_of(open) {
                    offer!(visit, Order::FreeShip { ship, hex });
                }
            }
        }
        if owed {
            return false;
        }
        for ship in ShipKind::ALL {
            let cost = self.content.ships[ship as usize].cost;
            if cost > 0 && self.can_pay(cost) {
                for hex in hexes_of(open) {
                    offer!(visit, Order::BuyShip { ship, hex });
                }
            }
        }
        for card in self.saved_for(Timing::NavalSetup) {
            offer!(visit, Order::Play { card });
        }
        false
    }

    fn open_sea(&self) -> u64 {
        let all = (1_u64 << crate::kinds::HEXES) - 1;
        all & !self.content.top_hexes & !self.tripod_hexes() & !self.ship_hexes()
    }

    pub(crate) fn place_ships(&mut self, order: Order, sink: &mut Sink<What>) {
        match order {
            Order::BuyShip { ship, hex } => {
                let cost = self.content.ships[ship as usize].cost;
                self.now.production -= u16::from(cost);
                self.launch(ship, hex, cost, "WW-NAV-04", sink);
            }
            Order::FreeShip { ship, hex } => {
                self.now.naval.free[ship as usize] -= 1;
                self.launch(ship, hex, 0, "WW-EVT-07", sink);
            }
            Order::Play { card } => {
                self.play_saved(card, sink);
                if let Play::Save(_, ops) = &self.content.events[card.index()].play {
                    for op in ops {
                        if let Op::FreeShip { ship, n } = op {
                            self.now.naval.free[*ship as usize] += n;
                        }
                    }
                }
            }
            _ => {
                self.now.naval.free = [0; 4];
                self.now.naval.humans_placed = true;
            }
        }
    }

    fn launch(&mut self, kind: ShipKind, hex: Hex, cost: u8, rule: &'static str, sink: &mut Sink<What>) {
        let naval = &mut self.now.naval;
        let ship = naval.ship_count;
        naval.ships[usize::from(ship)] = Ship { kind, hex: Some(hex), level: 1, acted: false };
        naval.ship_count += 1;
        tell!(sink, rule, What::ShipPlaced { ship, kind, hex, cost });
    }

    /// One side has nobody left on the board (WW-NAV-16).
    fn sea_over(&self) -> bool {
        self.tripod_hexes() == 0 || (!self.boats_left() && self.ship_hexes() == 0)
    }

    /// A new round: a card drives the Tripods (WW-NAV-08), and nothing lasts longer than twenty rounds (WW-NAV-18).
    pub(crate) fn sea_round(&mut self, sink: &mut Sink<What>) {
        if self.sea_over() {
            self.end_sea(sink);
            return;
        }
        if self.now.naval.round >= self.content.naval_rounds {
            tell!(sink, "WW-NAV-18", What::SeaDrawnOut);
            for refugee in 0..self.now.naval.boat_count {
                self.capture_boat(refugee, "WW-NAV-18", sink);
            }
            self.finish_sea(sink);
            return;
        }
        self.now.naval.round += 1;
        let round = self.now.naval.round;
        tell!(sink, "WW-NAV-08", What::RoundBegan { round });
        let card = self.draw(|s| &mut s.now.sea_deck, Loaded::SeaCard, sink).unwrap_or(0);
        self.now.sea_deck.discard |= 1 << card;
        tell!(sink, "WW-NAV-08", What::SeaCard { card });
        let naval = &mut self.now.naval;
        (naval.card, naval.tripod, naval.action) = (card, 0, 0);
        self.now.flow = Flow::SeaMartianStep;
    }

    pub(crate) fn sea_martian_step(&mut self, sink: &mut Sink<What>) {
        if self.sea_over() {
            self.end_sea(sink);
            return;
        }
        let naval = &self.now.naval;
        let tripod = naval.tripod;
        if tripod >= naval.tripod_count {
            self.open_human_step();
            return;
        }
        let card = &self.content.sea_cards[usize::from(naval.card)];
        let action = card.actions.get(usize::from(naval.action)).copied();
        let Some(action) = action.filter(|_| naval.tripods[usize::from(tripod)].hex.is_some()) else {
            self.next_sea_tripod();
            return;
        };
        self.now.naval.action += 1;
        match action {
            SeaAction::MoveRefugee | SeaAction::MoveWarship => self.sea_move(tripod, action, sink),
            SeaAction::Fire => self.sea_aim(tripod, true, sink),
            SeaAction::Detect => self.sea_aim(tripod, false, sink),
        }
    }

    fn next_sea_tripod(&mut self) {
        self.now.naval.tripod += 1;
        self.now.naval.action = 0;
    }

    fn open_human_step(&mut self) {
        let naval = &mut self.now.naval;
        for boat in &mut naval.boats {
            boat.acted = false;
        }
        for ship in &mut naval.ships {
            ship.acted = false;
        }
        self.now.flow = Flow::SeaHumanStep;
    }

    /// Hexes that bring the Tripod closer to one of the nearest counters it hunts (WW-NAV-09, WW-NAV-10).
    fn closing_hexes(&self, tripod: u8, hunted: u64) -> u64 {
        let Some(from) = self.now.naval.tripods[usize::from(tripod)].hex else { return 0 };
        let range = &self.content.range;
        let Some(nearest) = hexes_of(hunted).map(|h| range[from.index()][h.index()]).min() else { return 0 };
        let mut set = 0;
        for target in hexes_of(hunted).filter(|h| range[from.index()][h.index()] == nearest) {
            for step in hexes_of(self.content.around[from.index()]) {
                if range[step.index()][target.index()] < nearest {
                    set |= step.bit();
                }
            }
        }
        set
    }

    fn hunted(&self, action: SeaAction) -> u64 {
        if action == SeaAction::MoveWarship {
            return self.ship_hexes();
        }
        let naval = &self.now.naval;
        let boats = &naval.boats[..usize::from(naval.boat_count)];
        boats.iter().filter_map(|b| b.hex).fold(0, |set, h| set | h.bit())
    }

    /// The action that the Tripod is carrying out.
    fn sea_action(&self) -> Option<SeaAction> {
        let naval = &self.now.naval;
        let actions = &self.content.sea_cards.get(usize::from(naval.card))?.actions;
        actions.get(usize::from(naval.action).checked_sub(1)?).copied()
    }

    fn sea_move(&mut self, tripod: u8, action: SeaAction, sink: &mut Sink<What>) {
        let steps = self.closing_hexes(tripod, self.hunted(action));
        match steps.count_ones() {
            0 => {
                tell!(sink, "WW-NAV-10", What::SeaTripodIdle { tripod, action });
                // Without a War Ship the rest of the card is not carried out either.
                if action == SeaAction::MoveWarship {
                    self.next_sea_tripod();
                }
            }
            1 => self.sea_walk(tripod, Hex(steps.trailing_zeros() as u8), sink),
            _ => self.now.ask = Ask::SeaStep { tripod },
        }
    }

    pub(crate) fn visit_sea_steps(&self, tripod: u8, visit: &mut impl FnMut(Order) -> bool) -> bool {
        let hunted = self.sea_action().map_or(0, |a| self.hunted(a));
        for hex in hexes_of(self.closing_hexes(tripod, hunted)) {
            offer!(visit, Order::Place { hex });
        }
        false
    }

    pub(crate) fn take_sea_step(&mut self, tripod: u8, order: Order, sink: &mut Sink<What>) {
        if let Order::Place { hex } = order {
            self.sea_walk(tripod, hex, sink);
        }
    }

    fn sea_walk(&mut self, tripod: u8, to: Hex, sink: &mut Sink<What>) {
        let action = self.sea_action().unwrap_or(SeaAction::MoveRefugee);
        let Some(from) = self.now.naval.tripods[usize::from(tripod)].hex.replace(to) else { return };
        let rule = if action == SeaAction::MoveWarship { "WW-NAV-10" } else { "WW-NAV-09" };
        tell!(sink, rule, What::SeaTripodMoved { tripod, action, from, to });
        self.enter_sea_hex(to, sink);
    }

    /// Refugees in the hex are captured, a ship is destroyed.
    fn enter_sea_hex(&mut self, hex: Hex, sink: &mut Sink<What>) {
        for refugee in 0..self.now.naval.boat_count {
            if self.now.naval.boats[usize::from(refugee)].hex == Some(hex) {
                self.capture_boat(refugee, "WW-NAV-09", sink);
            }
        }
        for ship in 0..self.now.naval.ship_count {
            if self.now.naval.ships[usize::from(ship)].hex == Some(hex) {
                self.lose_ship(ship, "WW-NAV-10", sink);
            }
        }
    }

    fn capture_boat(&mut self, refugee: u8, rule: &'static str, sink: &mut Sink<What>) {
        let boat = &mut self.now.naval.boats[usize::from(refugee)];
        if boat.hex.take().is_some() {
            let points = boat.points;
            tell!(sink, rule, What::RefugeeCaptured { refugee, points });
            self.martian_points(rule, points * self.content.score.refugee_captured, sink);
        }
    }

    fn lose_ship(&mut self, ship: u8, rule: &'static str, sink: &mut Sink<What>) {
        let lost = &mut self.now.naval.ships[usize::from(ship)];
        lost.hex = None;
        let kind = lost.kind;
        tell!(sink, rule, What::ShipLost { ship, kind });
    }

    /// What a Tripod may aim at, within range 3: any counter without Earthworks to fire at (WW-NAV-11), the nearest
    /// ones with Earthworks to detect (WW-NAV-12). Sets of Refugees and of ships; of Refugees that are alike and share
    /// a hex the first stands for all.
    fn sea_targets(&self, tripod: u8, fire: bool) -> (u32, u32) {
        let naval = &self.now.naval;
        let Some(from) = naval.tripods[usize::from(tripod)].hex else { return (0, 0) };
        let (mut boats, mut ships, mut best) = (0, 0, 3);
        let mut look = |hex: Option<Hex>, level: u8, bit: u32, ship: bool| {
            let Some(hex) = hex.filter(|_| (level == 0) == fire) else { return };
            let range = self.content.range[from.index()][hex.index()];
            if range < best && !fire {
                (boats, ships, best) = (0, 0, range);
            }
            if range <= best {
                *(if ship { &mut ships } else { &mut boats }) |= bit;
            }
        };
        let list = &naval.boats[..usize::from(naval.boat_count)];
        for (i, boat) in list.iter().enumerate() {
            let like = |b: &Boat| (b.hex, b.points, b.level) == (boat.hex, boat.points, boat.level);
            if !list[..i].iter().any(like) {
                look(boat.hex, boat.level, 1 << i, false);
            }
        }
        for (i, ship) in naval.ships[..usize::from(naval.ship_count)].iter().enumerate() {
            look(ship.hex, ship.level, 1 << i, true);
        }
        (boats, ships)
    }

    fn sea_aim(&mut self, tripod: u8, fire: bool, sink: &mut Sink<What>) {
        let (boats, ships) = self.sea_targets(tripod, fire);
        match boats.count_ones() + ships.count_ones() {
            0 => {
                let rule = if fire { "WW-NAV-11" } else { "WW-NAV-12" };
                tell!(sink, rule, What::SeaNoTarget { tripod, fire });
            }
            1 => {
                let ship = ships != 0;
                let counter = (if ship { ships } else { boats }).trailing_zeros() as u8;
                self.sea_shot(tripod, fire, ship, counter, sink);
            }
            _ => self.now.ask = Ask::SeaTarget { tripod, fire },
        }
    }

    pub(crate) fn visit_sea_targets(
        &self,
        tripod: u8,
        fire: bool,
        visit: &mut impl FnMut(Order) -> bool,
    ) -> bool {
        let (boats, ships) = self.sea_targets(tripod, fire);
        for counter in (0..32).filter(|i| boats & (1 << i) != 0) {
            offer!(visit, Order::SeaTarget { ship: false, counter });
        }
        for counter in (0..32).filter(|i| ships & (1 << i) != 0) {
            offer!(visit, Order::SeaTarget { ship: true, counter });
        }
        false
    }

    pub(crate) fn take_sea_target(&mut self, tripod: u8, fire: bool, order: Order, sink: &mut Sink<What>) {
        if let Order::SeaTarget { ship, counter } = order {
            self.sea_shot(tripod, fire, ship, counter, sink);
        }
    }

    fn sea_shot(&mut self, tripod: u8, fire: bool, ship: bool, counter: u8, sink: &mut Sink<What>) {
        let (naval, i) = (&self.now.naval, usize::from(counter));
        let hex = if ship { naval.ships[i].hex } else { naval.boats[i].hex };
        let (Some(from), Some(hex)) = (naval.tripods[usize::from(tripod)].hex, hex) else { return };
        let target = if ship {
            SeaMark::Ship { kind: naval.ships[i].kind, hex }
        } else {
            SeaMark::Refugee { points: naval.boats[i].points, hex }
        };
        let range = self.content.range[from.index()][hex.index()];
        let roll = if fire {
            Roll::SeaFire { tripod, target, range }
        } else {
            Roll::SeaDetect { tripod, target, range }
        };
        if Some(self.roll(roll, sink)) != self.needed(range) {
            return;
        }
        if !fire {
            let level =
                if ship { &mut self.now.naval.ships[i].level } else { &mut self.now.naval.boats[i].level };
            *level = level.saturating_sub(1);
            tell!(sink, "WW-NAV-12", What::SeaDetected { ship, counter });
        } else if ship {
            self.lose_ship(counter, "WW-NAV-11", sink);
        } else {
            self.now.naval.boats[i].hex = None;
            let points = self.now.naval.boats[i].points;
            tell!(sink, "WW-NAV-11", What::RefugeeDestroyed { refugee: counter, points });
            self.martian_points("WW-NAV-11", points * self.content.score.refugee_destroyed, sink);
        }
    }

    pub(crate) fn sea_human_step(&mut self, sink: &mut Sink<What>) {
        if self.sea_over() {
            self.end_sea(sink);
        } else if self.visit_sea(&mut |order| order != Order::Done) {
            self.now.ask = Ask::Sea;
        } else {
            self.now.flow = Flow::SeaRound;
        }
    }

    /// Refugees row one hex; ships sail one hex, fire or ram (WW-NAV-13, WW-NAV-14).
    pub(crate) fn visit_sea(&self, visit: &mut impl FnMut(Order) -> bool) -> bool {
        offer!(visit, Order::Done);
        let naval = &self.now.naval;
        let (tripods, ships) = (self.tripod_hexes(), self.ship_hexes());
        for refugee in 0..naval.boat_count {
            let boat = &naval.boats[usize::from(refugee)];
            let Some(from) = boat.hex.filter(|_| !boat.acted) else { continue };
            for hex in hexes_of(self.content.around[from.index()] & !tripods) {
                offer!(visit, Order::Row { refugee, hex });
            }
        }
        for ship in 0..naval.ship_count {
            let counter = &naval.ships[usize::from(ship)];
            let Some(from) = counter.hex.filter(|_| !counter.acted) else { continue };
            for hex in hexes_of(self.content.around[from.index()] & !tripods & !ships) {
                offer!(visit, Order::Sail { ship, hex });
            }
            for tripod in 0..naval.tripod_count {
                let Some(at) = naval.tripods[usize::from(tripod)].hex else { continue };
                let range = self.content.range[from.index()][at.index()];
                if range <= 3 {
                    offer!(visit, Order::ShipFire { ship, tripod });
                }
                if range == 1 && self.content.ships[counter.kind as usize].ram {
                    offer!(visit, Order::Ram { ship, tripod });
                }
            }
        }
        if !self.boats_left() {
            offer!(visit, Order::EndBattle);
        }
        false
    }

    pub(crate) fn act_at_sea(&mut self, order: Order, sink: &mut Sink<What>) {
        match order {
            Order::Row { refugee, hex } => self.row(refugee, hex, sink),
            Order::Sail { ship, hex } => {
                let counter = &mut self.now.naval.ships[usize::from(ship)];
                counter.acted = true;
                if let Some(from) = counter.hex.replace(hex) {
                    tell!(sink, "WW-NAV-13", What::ShipSailed { ship, from, to: hex });
                }
            }
            Order::ShipFire { ship, tripod } => self.ship_fires(ship, tripod, sink),
            Order::Ram { ship, tripod } => {
                tell!(sink, "WW-EVT-04", What::Rammed { ship, tripod });
                self.lose_ship(ship, "WW-EVT-04", sink);
                self.sink_tripod(tripod, sink);
            }
            Order::EndBattle => self.finish_sea(sink),
            _ => self.now.flow = Flow::SeaRound,
        }
    }

    /// A black hex is the way out (WW-NAV-15).
    fn row(&mut self, refugee: u8, to: Hex, sink: &mut Sink<What>) {
        let boat = &mut self.now.naval.boats[usize::from(refugee)];
        boat.acted = true;
        let Some(from) = boat.hex.replace(to) else { return };
        tell!(sink, "WW-NAV-14", What::RefugeeRowed { refugee, from, to });
        if self.content.black_hexes & to.bit() != 0 {
            self.boat_escapes(refugee, "WW-NAV-15", sink);
        }
    }

    fn boat_escapes(&mut self, refugee: u8, rule: &'static str, sink: &mut Sink<What>) {
        let boat = &mut self.now.naval.boats[usize::from(refugee)];
        boat.hex = None;
        let points = boat.points;
        tell!(sink, rule, What::RefugeeEscaped { refugee, points });
        self.human_points(rule, points * self.content.score.escaped, sink);
    }

    /// Ships fire like Guns (WW-NAV-13).
    fn ship_fires(&mut self, ship: u8, tripod: u8, sink: &mut Sink<What>) {
        let counter = &mut self.now.naval.ships[usize::from(ship)];
        counter.acted = true;
        counter.level = counter.level.saturating_sub(1);
        let (kind, from) = (counter.kind, counter.hex);
        let at = self.now.naval.tripods[usize::from(tripod)].hex;
        let (Some(from), Some(at)) = (from, at) else { return };
        let range = self.content.range[from.index()][at.index()];
        let dice = self.content.ships[kind as usize].dice;
        tell!(sink, "WW-NAV-13", What::ShipFires { ship, tripod, range, dice });
        for _ in 0..dice {
            if self.now.naval.tripods[usize::from(tripod)].hex.is_none() {
                return;
            }
            let colour = self.now.naval.tripods[usize::from(tripod)].colour;
            let roll = Roll::ShipShot { ship, kind, tripod, colour, range };
            if Some(self.roll(roll, sink)) != self.needed(range) {
                continue;
            }
            let target = &mut self.now.naval.tripods[usize::from(tripod)];
            if target.damaged {
                self.sink_tripod(tripod, sink);
            } else {
                target.damaged = true;
                let colour = target.colour;
                tell!(sink, "WW-FIR-04", What::TripodDamaged { colour });
            }
        }
    }

    fn sink_tripod(&mut self, tripod: u8, sink: &mut Sink<What>) {
        let target = &mut self.now.naval.tripods[usize::from(tripod)];
        target.hex = None;
        let colour = target.colour;
        tell!(sink, "WW-FIR-05", What::TripodDestroyed { colour });
        self.human_points("WW-FIR-05", self.content.score.tripod, sink);
    }

    /// With the last Tripod gone, all Refugees have escaped (WW-NAV-15).
    fn end_sea(&mut self, sink: &mut Sink<What>) {
        if self.tripod_hexes() == 0 {
            self.rest_escapes("WW-NAV-15", sink);
        }
        self.finish_sea(sink);
    }

    fn rest_escapes(&mut self, rule: &'static str, sink: &mut Sink<What>) {
        let unplaced = !self.now.naval.humans_placed;
        for refugee in 0..self.now.naval.boat_count {
            if self.now.naval.boats[usize::from(refugee)].hex.is_some() || unplaced {
                self.boat_escapes(refugee, rule, sink);
            }
        }
    }

    /// Ships leave play, a surviving Tripod goes back to the unused ones (WW-NAV-16).
    fn finish_sea(&mut self, sink: &mut Sink<What>) {
        tell!(sink, "WW-NAV-16", What::SeaBattleEnded);
        self.now.naval = Naval::default();
        self.now.flow = Flow::Landings;
    }

    pub(crate) fn sea_breach(&self, order: Order) -> Breach {
        let naval = &self.now.naval;
        match order {
            Order::Row { refugee, .. } if refugee >= naval.boat_count => {
                ("WW-NAV-14", "there is no such Refugee")
            }
            Order::Row { refugee, .. } if naval.boats[usize::from(refugee)].acted => {
                ("WW-NAV-14", "this Refugee has moved in this step")
            }
            Order::Row { .. } => ("WW-NAV-14", "a Refugee moves 1 hex on the board, not into a Tripod's hex"),
            Order::Sail { ship, .. } | Order::ShipFire { ship, .. } | Order::Ram { ship, .. }
                if ship < naval.ship_count && naval.ships[usize::from(ship)].acted =>
            {
                ("WW-NAV-13", "a War Ship moves or fires, not both")
            }
            Order::Sail { .. } => {
                ("WW-NAV-13", "a War Ship moves 1 hex, not into the hex of a ship or Tripod")
            }
            Order::EndBattle => ("WW-NAV-16", "there are Refugees on the board"),
            Order::Ram { .. } => ("WW-EVT-04", "only HMS Thunder Child rams, and only an adjacent Tripod"),
            _ => ("WW-NAV-13", "there is no such Tripod within range 3"),
        }
    }

    pub(crate) fn ship_breach(&self, order: Order) -> Breach {
        match order {
            Order::BuyShip { ship, hex } => {
                let cost = self.content.ships[ship as usize].cost;
                if cost == 0 {
                    ("WW-EVT-04", "HMS Thunder Child comes by her card only")
                } else if !self.can_pay(cost) {
                    ("WW-NAV-04", "there are not enough Production points")
                } else if self.content.top_hexes & hex.bit() != 0 {
                    ("WW-NAV-05", "War Ships are not placed in the top row")
                } else {
                    ("WW-NAV-05", "at most one ship to a hex, and none where a Tripod stands")
                }
            }
            Order::FreeShip { .. } => ("WW-NAV-05", "no such ship is to be placed there"),
            _ => ("WW-NAV-04", "War Ships are bought and placed now"),
        }
    }
}
