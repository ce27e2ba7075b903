//! Legal orders with their words: a command, what it costs, brings and risks, and whose it is.

use crate::content::{Chart, Op};
use crate::kinds::{Colour, EventId, Hex, Plan, UnitId, UnitKind, ZoneId, units_of};
use crate::odds::{OddsView, ShotView, told};
use crate::order::{Ask, Order};
use crate::state::State;
use crate::words::{dice_words, several, title_words};
use table::Row;

impl State {
    pub(crate) fn row_of(&self, order: &Order) -> Row {
        let detail = self.detail(order);
        let group = self.heading(order);
        Row { label: self.command(order), detail: title_words(&detail), group: title_words(&group) }
    }

    /// What a purchase costs; none for an order that costs no Production points.
    pub(crate) fn price_of(&self, order: &Order) -> Option<u8> {
        let costs = &self.content.costs;
        match *order {
            Order::Buy { kind, .. } => {
                UnitKind::BOUGHT.iter().position(|k| *k == kind).map(|i| costs.units[i])
            }
            Order::Discount { card, .. } => self.discount(card).map(|(_, price)| price),
            Order::RandomHarbour => Some(self.random_harbour_cost()),
            Order::Harbour { .. } => Some(costs.chosen_harbour),
            Order::RandomPlan => Some(self.rules.random_plan),
            Order::ChosenPlan { .. } if self.now.ask == Ask::Plans => Some(self.rules.chosen_plan),
            Order::BuyShip { ship, .. } => Some(self.content.ships[ship as usize].cost),
            Order::Pay => match self.current_op() {
                Some(Op::PayOrFlyingMachine { n }) => Some(n),
                _ => None,
            },
            Order::PayEvent => self.rules.paid_event,
            _ => None,
        }
    }

    /// What a die brings that this order rolls on a chart.
    pub(crate) fn chances_of(&self, order: &Order) -> Vec<OddsView> {
        match order {
            Order::AttackCylinder { .. } => self.chart(
                Chart::CylinderAttack,
                &["", "destroys a Tripod under construction", "loses the Infantry"],
            ),
            Order::AttackMachine { .. } => {
                self.chart(Chart::CylinderAttack, &["", "destroys the machine", "loses the Infantry"])
            }
            Order::Dig { .. } => {
                self.chart(Chart::Earthworks, &["", "digs a level", "digs a level and loses the Infantry"])
            }
            Order::Mill { .. } => self.chart(Chart::PowderMill, &["", "builds it", "loses the Infantry"]),
            Order::Attract { .. } | Order::AttractTripod { .. } => {
                self.chart(Chart::Attract, &["", "draws it on", "loses the Cavalry"])
            }
            _ => Vec::new(),
        }
    }

    fn zone_words(&self, zone: ZoneId) -> &str {
        self.name_of_zone(zone)
    }

    fn command(&self, order: &Order) -> String {
        let zone = |z: ZoneId| self.zone_words(z);
        let side = |damaged: bool| if damaged { "damaged " } else { "" };
        match *order {
            Order::Done => self.go_on().to_owned(),
            Order::TakeCard { card } => self.card_name(card).to_owned(),
            Order::Deploy { zone: z, .. }
            | Order::Buy { zone: z, .. }
            | Order::Discount { zone: z, .. }
            | Order::Harbour { zone: z } => format!("In {}", zone(z)),
            Order::RandomHarbour => "A Harbour by lot".to_owned(),
            Order::Play { card } => format!("Play {}", self.card_name(card)),
            Order::Battle { band } => format!("Fight {}", self.band_there(band)),
            Order::RandomPlan => "Draw a Battle Plan".to_owned(),
            Order::ChosenPlan { plan } => plan.name().to_owned(),
            Order::Place { hex } | Order::BuyShip { hex, .. } | Order::FreeShip { hex, .. } => {
                format!("Hex {hex}")
            }
            Order::LeaveOff => "Leave it beside the board".to_owned(),
            Order::Kriegspiel => "Kriegspiel".to_owned(),
            Order::Apply { second } => {
                let card = if second { self.now.land.second_card.unwrap_or(0) } else { self.now.land.card };
                format!("Apply card {}", self.land_card(card))
            }
            Order::LineOfSight => "Line of Sight".to_owned(),
            Order::Heliograph => "The Heliograph".to_owned(),
            Order::Trap => "Spring a Trap".to_owned(),
            Order::Flip { tripod } => format!("Flip {}", self.one_tripod(tripod)),
            Order::Terrain => "Terrain".to_owned(),
            Order::Surprise { .. } => "Surprise Shot on it".to_owned(),
            Order::Shell => "Explosive Shell".to_owned(),
            Order::Fire { tripod, .. } => format!("Fire at {}", self.one_tripod(tripod)),
            Order::Target { unit } | Order::Unit { unit } => title_words(&self.unit_name(unit)),
            Order::Move { to, .. } | Order::MoveRefugee { to, .. } => format!("Move to {}", zone(to)),
            Order::AttackCylinder { wave, .. } => format!("Attack Cylinder {}", u16::from(wave) + 1),
            Order::AttackMachine { colour, .. } => format!("Attack the {} Handling Machine", colour.name()),
            Order::Dig { gun, .. } => format!("Dig Earthworks for {}", self.unit_name(gun)),
            Order::Mill { .. } => "Build a Powder Mill".to_owned(),
            Order::Attract { wave, .. } => format!("Draw on {}", self.band_there(wave)),
            Order::AttractTripod { from, colour, damaged, .. } => {
                format!("Draw on a {}{} Tripod in {}", side(damaged), colour.name(), zone(from))
            }
            Order::TakeWorks { .. } => "Take a level of Earthworks off".to_owned(),
            Order::TakeMill { zone: z } => format!("Take a Powder Mill from {}", zone(z)),
            Order::GiveUp { points } => format!("Give up a Refugee {points}"),
            Order::Sail { hex, .. } => format!("Sail to {hex}"),
            Order::ShipFire { tripod, .. } => format!("Fire at {}", self.sea_tripod(tripod)),
            Order::Ram { tripod, .. } => format!("Ram {}", self.sea_tripod(tripod)),
            Order::Row { hex, .. } => format!("Move to {hex}"),
            Order::SeaTarget { ship: true, counter } => self.ship_words(counter),
            Order::SeaTarget { ship: false, counter } => self.boat_words(counter),
            Order::EndBattle => "End the Naval Battle".to_owned(),
            Order::Tripod { colour, damaged, .. } => {
                format!("The {}{} Tripod", side(damaged), colour.name())
            }
            Order::First => self.half(0),
            Order::Second => self.half(1),
            Order::Zone { zone: z } => zone(z).to_owned(),
            Order::Pay => "Pay".to_owned(),
            Order::PayEvent => "Pay for another Event card".to_owned(),
        }
    }

    fn go_on(&self) -> &'static str {
        match self.now.ask {
            Ask::Production => "Buy nothing more",
            Ask::Storm { .. } => "Let it roll",
            Ask::Plans | Ask::Ships => "Begin the battle",
            Ask::Card => "Let the card take effect",
            Ask::Reroll => "Keep the die",
            Ask::Flip => "Flip no more",
            Ask::Fire => "Cease fire",
            Ask::Shell => "Keep the shell",
            Ask::Action => "End the Human Action Phase",
            Ask::Sea => "End the human step",
            Ask::Or => "Neither",
            Ask::Event if matches!(self.current_op(), Some(Op::PayOrFlyingMachine { .. })) => "Do not pay",
            Ask::Event => "No more",
            Ask::PaidEvent => "End the turn",
            _ => "Go on",
        }
    }

    /// The heading that an order stands under: who does it, or what is bought.
    fn heading(&self, order: &Order) -> String {
        let unit = |u: UnitId| match self.now.unit_zone[u.index() % crate::kinds::UNITS] {
            Some(zone) if self.now.land.on_board & u.bit() == 0 => {
                format!("{} in {}", self.unit_name(u), self.zone_words(zone))
            }
            _ => self.unit_name(u),
        };
        let priced = |what: &str| match self.price_of(order) {
            Some(0) => format!("{what}, free"),
            Some(price) => format!("{what}, {}", several(price, "point")),
            None => what.to_owned(),
        };
        match *order {
            Order::Deploy { kind, .. } => kind.name().to_owned(),
            Order::Buy { kind, .. } => priced(kind.name()),
            Order::Discount { card, .. } => priced(self.card_name(card)),
            Order::Harbour { .. } => priced("A Harbour where you want"),
            Order::RandomHarbour => "Harbours".to_owned(),
            Order::TakeCard { .. } | Order::Play { .. } | Order::PayEvent => "Event cards".to_owned(),
            Order::Battle { .. } => "Battles".to_owned(),
            Order::ChosenPlan { .. } => priced("A Battle Plan of your choice"),
            Order::RandomPlan => "Battle Plans".to_owned(),
            Order::Kriegspiel
            | Order::LineOfSight
            | Order::Heliograph
            | Order::Trap
            | Order::Terrain
            | Order::Shell => "Plans in hand".to_owned(),
            Order::Apply { .. } => "Battle cards".to_owned(),
            Order::Flip { .. } | Order::Tripod { .. } => "Tripods".to_owned(),
            Order::Place { .. } | Order::LeaveOff => self.placed(),
            Order::Surprise { gun } | Order::Fire { gun, .. } | Order::TakeWorks { gun } => unit(gun),
            Order::Move { unit: u, .. }
            | Order::AttackCylinder { unit: u, .. }
            | Order::AttackMachine { unit: u, .. }
            | Order::Dig { unit: u, .. }
            | Order::Mill { unit: u }
            | Order::Attract { unit: u, .. }
            | Order::AttractTripod { unit: u, .. } => unit(u),
            Order::MoveRefugee { points, from, .. } => {
                format!("Refugee {points} in {}", self.zone_words(from))
            }
            Order::TakeMill { .. } => "Powder Mills".to_owned(),
            Order::GiveUp { .. } => "Refugees".to_owned(),
            Order::BuyShip { ship, .. } => priced(ship.name()),
            Order::FreeShip { ship, .. } => format!("{}, free", ship.name()),
            Order::Sail { ship, .. } | Order::ShipFire { ship, .. } | Order::Ram { ship, .. } => {
                self.ship_words(ship)
            }
            Order::Row { refugee, .. } => self.boat_words(refugee),
            Order::Target { .. } | Order::SeaTarget { .. } => "Equally close".to_owned(),
            Order::First | Order::Second | Order::Zone { .. } | Order::Unit { .. } | Order::Pay => {
                self.now.drawn.card.map_or("The card", |card| self.card_name(card)).to_owned()
            }
            Order::Done | Order::EndBattle => "Go on".to_owned(),
        }
    }

    fn placed(&self) -> String {
        match self.now.ask {
            Ask::PlaceGun { unit } | Ask::PlaceFoot { unit } => self.unit_name(unit),
            Ask::PlaceRefugee { refugee } => self.boat_words(refugee),
            Ask::SeaStep { tripod } => self.sea_tripod(tripod),
            _ => "Hexes".to_owned(),
        }
    }

    /// What an order costs, brings and risks; nothing where there is nothing to say.
    fn detail(&self, order: &Order) -> String {
        let left = |price: u8| {
            let left = self.now.production.saturating_sub(price.into());
            let price = if price == 0 { "free".to_owned() } else { several(price, "point") };
            format!("{price}, {left} left")
        };
        if let Some(price) = self.price_of(order) {
            let what = match order {
                Order::ChosenPlan { plan } => format!("; {}", self.plan_words(*plan)),
                Order::RandomPlan => format!("; one of {}", self.plans_left()),
                Order::Harbour { zone } => {
                    let name = self.content.zones[zone.index()].harbour_name.as_deref();
                    name.map_or_else(String::new, |name| format!("; {name}"))
                }
                Order::RandomHarbour => {
                    format!("; in one of {}", several(self.open_harbours().count_ones(), "zone"))
                }
                _ => String::new(),
            };
            return left(price) + &what;
        }
        let chances = told(&self.chances_of(order));
        match *order {
            _ if !chances.is_empty() => chances,
            Order::Done => self.left_to_do(),
            Order::TakeCard { card } | Order::Play { card } => {
                self.content.events.get(card.index()).map_or_else(String::new, |e| e.text.clone())
            }
            Order::ChosenPlan { plan } => self.plan_words(plan),
            Order::Battle { band } => self.battle_detail(band),
            Order::Place { hex } => self.place_detail(hex),
            Order::Deploy { zone, .. } | Order::Move { to: zone, .. } => self.arrival(order, zone),
            Order::MoveRefugee { to, .. } => self.shelter(to),
            Order::Apply { second: true } => "the second card".to_owned(),
            Order::Apply { second: false } => "the first card".to_owned(),
            Order::LeaveOff => "there are more Guns than hexes for them".to_owned(),
            Order::Kriegspiel => "a second card is drawn, and you choose".to_owned(),
            Order::LineOfSight | Order::Heliograph => "the die is rolled again".to_owned(),
            Order::Trap => {
                let green = self.faces(Colour::Green);
                format!("green flips up to two Tripods ({green} in 6), else the plan is lost")
            }
            Order::Terrain => "every Gun fires twice in this round".to_owned(),
            Order::Surprise { .. } => "one more die for its first shot".to_owned(),
            Order::Shell => {
                format!("the Tripod is destroyed: {}", several(self.content.score.tripod, "Victory point"))
            }
            Order::Flip { .. } => "its next hit destroys it".to_owned(),
            Order::Fire { gun, tripod } => {
                let level = self.now.land.level[gun.index() % 32].saturating_sub(1);
                let shot = self.gun_shot(gun, tripod).map_or_else(String::new, |s| Self::shot_words(&s));
                format!("{shot}; {} of Earthworks left", several(level, "level"))
            }
            Order::ShipFire { ship, tripod } => {
                self.ship_shot(ship, tripod).map_or_else(String::new, |s| Self::shot_words(&s))
            }
            Order::Ram { .. } => {
                format!("both are destroyed: {}", several(self.content.score.tripod, "Victory point"))
            }
            Order::Row { hex, .. } | Order::Sail { hex, .. } => self.sea_detail(order, hex),
            Order::Target { unit } => self.target_detail(unit),
            Order::SeaTarget { ship, counter } => self.sea_target_detail(ship, counter),
            Order::TakeWorks { .. } | Order::TakeMill { .. } => {
                "back to the box, to be used elsewhere".to_owned()
            }
            Order::GiveUp { points } => format!(
                "the Martians score {}",
                several(points * self.content.score.refugee_destroyed, "point")
            ),
            Order::Tripod { band, .. } => self.band_there(band),
            Order::EndBattle => "no Refugee is left at sea".to_owned(),
            Order::Zone { .. } | Order::Unit { .. } => self.op_words().to_owned(),
            _ => String::new(),
        }
    }

    fn card_name(&self, card: EventId) -> &str {
        self.content.events.get(card.index()).map_or("a card", |e| e.name.as_str())
    }

    /// A band and where it stands; the Tripods of a zone say it themselves.
    fn band_there(&self, band: u8) -> String {
        let name = self.band_name(band);
        match self.band_zone(band) {
            Some(zone) if self.now.uprising.is_none() => format!("{name} in {}", self.zone_words(zone)),
            _ => name,
        }
    }

    /// One effect of an OR card.
    fn half(&self, n: usize) -> String {
        let text = self.now.drawn.card.and_then(|c| self.content.events.get(c.index()));
        let halves = text.and_then(|e| e.text.split_once(" OR "));
        let half = halves.map(|(a, b)| if n == 0 { a.trim_end_matches(';') } else { b });
        half.map_or_else(|| format!("The {} effect", ["first", "second"][n.min(1)]), title_words)
    }

    fn plan_words(&self, plan: Plan) -> String {
        self.content.plan_texts[plan as usize].clone()
    }

    fn plans_left(&self) -> String {
        let left: u32 = Plan::ALL.iter().map(|p| u32::from(self.plan_left(*p))).sum();
        several(left, "counter")
    }

    pub(crate) fn shot_words(shot: &ShotView) -> String {
        let needed = shot.needed.map_or("nothing", Colour::name);
        format!(
            "range {}, {needed} hits ({} in 6), {}: {} % hit, {} % destroy",
            shot.range,
            shot.faces,
            dice_words(shot.dice),
            shot.hits,
            shot.destroys
        )
    }

    /// What stays undone if the player goes on: nothing where nothing does.
    fn left_to_do(&self) -> String {
        match self.now.ask {
            Ask::Production if self.now.production > 0 => {
                format!("{} stay in hand", several(self.now.production, "Production point"))
            }
            Ask::Fire => {
                let idle = units_of(self.may_fire()).filter(|gun| {
                    (0..self.now.land.tripod_count).any(|tripod| self.gun_range(tripod, *gun) <= 3)
                });
                let idle = idle.count() as u32;
                if idle == 0 { String::new() } else { format!("{} could still fire", several(idle, "Gun")) }
            }
            Ask::Action => {
                let near = |zone: &ZoneId| {
                    let around = self.content.zones[zone.index()].adjacent | zone.bit();
                    self.now.rested[zone.index()] != [0, 0]
                        && self.bands().filter_map(|b| self.band_zone(b)).any(|z| around & z.bit() != 0)
                };
                let zones: Vec<&str> = ZoneId::all().filter(near).map(|z| self.name_of_zone(z)).collect();
                if zones.is_empty() {
                    return String::new();
                }
                format!("Refugees stay beside Tripods in {}", zones.join(", "))
            }
            Ask::Event => match self.current_op() {
                Some(Op::PayOrFlyingMachine { .. }) => "the Flying Machine grows by a piece".to_owned(),
                _ => String::new(),
            },
            _ => String::new(),
        }
    }

    fn battle_detail(&self, band: u8) -> String {
        let guns = self.band_zone(band).map_or(0, |zone| self.guns_at(zone).count_ones());
        format!("{} against {}", several(guns, "Gun"), several(self.band(band).count(), "Tripod"))
    }

    /// Who stands where a unit goes, and what it leaves behind.
    fn arrival(&self, order: &Order, zone: ZoneId) -> String {
        let mut list = Vec::new();
        if let Order::Move { unit, .. } = *order {
            let levels = self.now.works[unit.index()];
            if levels > 0 {
                list.push(format!("leaves {} of Earthworks behind", several(levels, "level")));
            }
        }
        for band in self.bands().filter(|b| self.band_zone(*b) == Some(zone)) {
            let tripods = several(self.band(band).count(), "Tripod");
            list.push(if self.now.uprising.is_some() {
                format!("{tripods} there")
            } else {
                format!("{} with {tripods} there", self.band_name(band))
            });
        }
        if self.now.waves.iter().any(|w| w.cylinder && w.zone == Some(zone)) {
            list.push("a Cylinder there".to_owned());
        }
        list.join("; ")
    }

    /// Whether Refugees find shelter and a way out there.
    fn shelter(&self, zone: ZoneId) -> String {
        let [ones, twos] = self.now.refugees[zone.index()];
        let room = self.capacity(zone).saturating_sub(ones.saturating_add(twos));
        let mut list = vec![match room {
            0 => "no room there: it is lost".to_owned(),
            n => format!("room for {n}"),
        }];
        if self.now.harbours & zone.bit() != 0 {
            list.push("a Harbour".to_owned());
        }
        let arrival = self.arrival(&Order::Done, zone);
        if !arrival.is_empty() {
            list.push(arrival);
        }
        list.join("; ")
    }

    fn place_detail(&self, hex: Hex) -> String {
        match self.now.ask {
            Ask::PlaceGun { .. } | Ask::PlaceFoot { .. } => {
                let land = &self.now.land;
                let tripods = land.tripods[..usize::from(land.tripod_count)].iter();
                let near = tripods.filter_map(|t| t.hex).map(|t| self.content.range[hex.index()][t.index()]);
                near.min().map_or_else(String::new, |n| format!("the nearest Tripod at range {n}"))
            }
            Ask::PlaceRefugee { .. } => self.sea_distances(hex),
            Ask::SeaStep { .. } => {
                let naval = &self.now.naval;
                let boats = (0..naval.boat_count).filter(|b| naval.boats[usize::from(*b)].hex == Some(hex));
                let ships = (0..naval.ship_count).filter(|s| naval.ships[usize::from(*s)].hex == Some(hex));
                let list: Vec<String> = boats
                    .map(|b| format!("captures {}", self.boat_words(b)))
                    .chain(ships.map(|s| format!("destroys {}", self.ship_words(s))))
                    .collect();
                list.join(", ")
            }
            _ => String::new(),
        }
    }

    fn sea_distances(&self, hex: Hex) -> String {
        let naval = &self.now.naval;
        let out = self.to_black(hex) as u32;
        let mut text = format!("{} from a way out", hexes(out));
        if naval.tripods[..usize::from(naval.tripod_count)].iter().any(|t| t.hex.is_some()) {
            text += ", ";
            text += &hexes(self.room_from_tripods(hex) as u32);
            text += " from the nearest Tripod";
        }
        text
    }

    fn sea_detail(&self, order: &Order, hex: Hex) -> String {
        match *order {
            Order::Row { refugee, .. } if self.content.black_hexes & hex.bit() != 0 => {
                let points = self.now.naval.boats.get(usize::from(refugee)).map_or(0, |b| b.points);
                format!("escapes: {}", several(points * self.content.score.escaped, "Victory point"))
            }
            Order::Row { .. } => self.sea_distances(hex),
            _ => format!("{} from the nearest Tripod", hexes(self.room_from_tripods(hex) as u32)),
        }
    }

    /// How likely the Tripod is to find or to hit the Gun that is named.
    fn target_detail(&self, unit: UnitId) -> String {
        let Ask::Target { tripod, aim } = self.now.ask else { return String::new() };
        let range = self.gun_range(tripod, unit);
        let does = match aim {
            crate::order::Aim::Detect | crate::order::Aim::FocusedDetect => "finds",
            _ => "hits",
        };
        let level = self.now.land.level[unit.index()];
        self.needed_words(range, does) + &format!("; {} of Earthworks", several(level, "level"))
    }

    fn sea_target_detail(&self, ship: bool, counter: u8) -> String {
        let Ask::SeaTarget { tripod, fire } = self.now.ask else { return String::new() };
        let (naval, n) = (&self.now.naval, usize::from(counter));
        let at = if ship { naval.ships[n].hex } else { naval.boats[n].hex };
        let (Some(from), Some(at)) = (naval.tripods[usize::from(tripod)].hex, at) else {
            return String::new();
        };
        let range = self.content.range[from.index()][at.index()];
        self.needed_words(range, if fire { "hits" } else { "finds" })
    }

    fn needed_words(&self, range: u8, does: &str) -> String {
        self.needed(range).map_or_else(
            || format!("range {range}"),
            |colour| format!("range {range}, {} {does} ({} in 6)", colour.name(), self.faces(colour)),
        )
    }

    /// What the choice that a card asks for is for.
    fn op_words(&self) -> &'static str {
        match self.current_op() {
            Some(Op::Place { .. }) => "the new unit stands there",
            Some(Op::Earthworks { .. }) => "it gets a level of Earthworks",
            Some(Op::PowderMill { .. }) => "it gets a Powder Mill",
            Some(Op::Harbour { .. }) => "it gets a Harbour",
            Some(Op::Unweed { .. }) => "the Red Weed there withers",
            Some(Op::RestoreZone { .. }) => "the zone lives again",
            Some(Op::RefugeesNearWaves { .. }) => "Refugees leave their homes there",
            Some(Op::LoseUnit { .. }) => "it is lost",
            _ => "",
        }
    }

    /// A Tripod of the battle; those that are alike and share a hex are told apart by their number.
    fn one_tripod(&self, tripod: u8) -> String {
        let land = &self.now.land;
        let list = &land.tripods[..usize::from(land.tripod_count)];
        let Some(own) = list.get(usize::from(tripod)) else { return self.tripod_words(tripod) };
        let alike = list.iter().filter(|t| *t == own).count();
        let before = list[..usize::from(tripod)].iter().filter(|t| *t == own).count();
        let number = if alike > 1 { format!(", number {}", before + 1) } else { String::new() };
        self.tripod_words(tripod) + &number
    }

    fn ship_words(&self, ship: u8) -> String {
        let naval = &self.now.naval;
        naval.ships[..usize::from(naval.ship_count)].get(usize::from(ship)).map_or_else(
            || format!("Ship {}", u16::from(ship) + 1),
            |s| format!("{}{}", s.kind.name(), there(s.hex)),
        )
    }

    /// Refugees that share a hex are told apart by their number.
    fn boat_words(&self, refugee: u8) -> String {
        let naval = &self.now.naval;
        let boats = &naval.boats[..usize::from(naval.boat_count)];
        let Some(boat) = boats.get(usize::from(refugee)) else {
            return format!("Refugee {}", u16::from(refugee) + 1);
        };
        let like = |b: &&crate::state::Boat| (b.points, b.hex) == (boat.points, boat.hex);
        let before = boats[..usize::from(refugee)].iter().filter(like).count();
        let all = boats.iter().filter(like).count();
        let number = if all > 1 { format!(", number {}", before + 1) } else { String::new() };
        format!("Refugee {}{}{number}", boat.points, there(boat.hex))
    }

    fn sea_tripod(&self, tripod: u8) -> String {
        let naval = &self.now.naval;
        naval.tripods.get(usize::from(tripod)).map_or_else(
            || "the Tripod".to_owned(),
            |t| {
                let side = if t.damaged { "Damaged " } else { "" };
                format!("the {side}{} Tripod{}", t.colour.name(), there(t.hex))
            },
        )
    }
}

fn there(hex: Option<Hex>) -> String {
    hex.map_or_else(String::new, |h| format!(" in {h}"))
}

fn hexes(n: u32) -> String {
    if n == 1 { "1 hex".to_owned() } else { format!("{n} hexes") }
}
