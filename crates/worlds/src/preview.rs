//! What an order would do and cost: the price, the place, the dice and what they bring. Nothing in it is left to chance
//! but what it calls odds.

use crate::event::What;
use crate::kinds::{Hex, UnitId, ZoneId};
use crate::odds::{OddsView, ShotView};
use crate::order::{Ask, Order};
use crate::state::State;
use serde::Serialize;
use table::Sink;

/// What an order puts somewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Counter {
    Unit(UnitId),
    Refugee(u8),
    Ship(u8),
}

/// An order, looked at before it is given.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Preview {
    /// Production points that it costs, and that are left then.
    pub cost: u8,
    pub production: u16,
    /// The counter that it moves or places, and where that stands then.
    pub counter: Option<Counter>,
    pub zone: Option<ZoneId>,
    pub hex: Option<Hex>,
    /// Levels of Earthworks that the counter has then.
    pub level: Option<u8>,
    /// Victory points that it brings for certain.
    pub human_points: u8,
    pub martian_points: u8,
    /// How the tracks of both sides stand then: steps and points in one number.
    pub human_total: u16,
    pub martian_total: u16,
    pub shot: Option<ShotView>,
    /// A die on a chart.
    pub chances: Vec<OddsView>,
    pub risks: Vec<String>,
    /// No die comes between: the order does exactly this.
    pub certain: bool,
}

impl State {
    fn human_total(&self) -> u16 {
        u16::from(self.now.germs) * u16::from(self.content.points_per_step) + u16::from(self.now.hvp)
    }

    fn martian_total(&self) -> u16 {
        u16::from(self.now.colonization) * u16::from(self.content.points_per_step) + u16::from(self.now.mvp)
    }

    /// What a legal order would do; nothing where there is nothing to foresee.
    pub(crate) fn foresee(&self, order: &Order) -> Option<Preview> {
        let mut seen = Preview {
            cost: self.price_of(order).unwrap_or(0),
            chances: self.chances_of(order),
            ..Preview::default()
        };
        seen.production = self.now.production.saturating_sub(seen.cost.into());
        let told = self.foresee_place(order, &mut seen) | self.foresee_attack(order, &mut seen);
        let bought = self.price_of(order).is_some();
        if !told && !bought && seen.chances.is_empty() {
            return None;
        }
        seen.human_total = self.human_total() + u16::from(seen.human_points);
        seen.martian_total = self.martian_total() + u16::from(seen.martian_points);
        seen.certain = self.is_certain(*order);
        Some(seen)
    }

    /// Whether no die is rolled and no card drawn between this order and the next decision.
    fn is_certain(&self, order: Order) -> bool {
        let mut trial = self.clone();
        let mut sink = Sink::<What>::off();
        trial.carry_out(order, &mut sink);
        sink.crossed().is_none()
    }

    /// Where a counter stands then.
    fn foresee_place(&self, order: &Order, seen: &mut Preview) -> bool {
        let unit = |kind| self.spare(kind).map(Counter::Unit);
        match *order {
            Order::Buy { kind, zone } | Order::Deploy { kind, zone } => {
                (seen.counter, seen.zone) = (unit(kind), Some(zone));
            }
            Order::Discount { card, zone } => {
                seen.counter = self.discount(card).and_then(|(kind, _)| unit(kind));
                seen.zone = Some(zone);
            }
            Order::Move { unit, to } => {
                (seen.counter, seen.zone) = (Some(Counter::Unit(unit)), Some(to));
                seen.level = Some(0);
                if self.now.works[unit.index()] > 0 {
                    seen.risks.push("Its Earthworks stay behind.".to_owned());
                }
            }
            Order::MoveRefugee { to, .. } => {
                seen.zone = Some(to);
                let [ones, twos] = self.now.refugees[to.index()];
                if ones.saturating_add(twos) >= self.capacity(to) {
                    seen.risks.push("The zone is full: who finds no room is lost.".to_owned());
                }
            }
            Order::Harbour { zone } => seen.zone = Some(zone),
            Order::Place { hex } => self.foresee_hex(hex, seen),
            Order::BuyShip { hex, .. } | Order::FreeShip { hex, .. } => {
                (seen.counter, seen.hex) = (Some(Counter::Ship(self.now.naval.ship_count)), Some(hex));
                seen.level = Some(1);
            }
            Order::Sail { ship, hex } => {
                (seen.counter, seen.hex) = (Some(Counter::Ship(ship)), Some(hex));
                self.warn_of_tripods(hex, seen);
            }
            Order::Row { refugee, hex } => {
                let boat = &self.now.naval.boats[usize::from(refugee)];
                if self.content.black_hexes & hex.bit() != 0 {
                    seen.human_points = boat.points * self.content.score.escaped;
                } else {
                    (seen.counter, seen.hex) = (Some(Counter::Refugee(refugee)), Some(hex));
                    self.warn_of_tripods(hex, seen);
                }
            }
            _ => return false,
        }
        true
    }

    fn foresee_hex(&self, hex: Hex, seen: &mut Preview) {
        seen.hex = Some(hex);
        match self.now.ask {
            Ask::PlaceGun { unit } => {
                seen.counter = Some(Counter::Unit(unit));
                seen.level = Some(self.now.works[unit.index()] + 1);
            }
            Ask::PlaceFoot { unit } => (seen.counter, seen.level) = (Some(Counter::Unit(unit)), Some(0)),
            Ask::PlaceRefugee { refugee } => {
                (seen.counter, seen.level) = (Some(Counter::Refugee(refugee)), Some(1));
            }
            _ => {}
        }
    }

    fn warn_of_tripods(&self, hex: Hex, seen: &mut Preview) {
        if self.room_from_tripods(hex) <= 1 {
            seen.risks.push("A Tripod stands beside it.".to_owned());
        }
    }

    /// Dice that are thrown at somebody, and what a miss brings.
    fn foresee_attack(&self, order: &Order, seen: &mut Preview) -> bool {
        match *order {
            Order::Fire { gun, tripod } => {
                seen.shot = self.gun_shot(gun, tripod);
                let level = self.now.land.level[gun.index()].saturating_sub(1);
                (seen.counter, seen.level) = (Some(Counter::Unit(gun)), Some(level));
                seen.hex = self.now.land.hex[gun.index()];
                if level == 0 {
                    seen.risks.push("Without Earthworks Tripods can attack it.".to_owned());
                }
            }
            Order::ShipFire { ship, tripod } => {
                seen.shot = self.ship_shot(ship, tripod);
                let counter = &self.now.naval.ships[usize::from(ship)];
                let level = counter.level.saturating_sub(1);
                (seen.counter, seen.level) = (Some(Counter::Ship(ship)), Some(level));
                seen.hex = counter.hex;
                if level == 0 {
                    seen.risks.push("Without Earthworks the Tripod can fire at it.".to_owned());
                }
            }
            Order::Ram { .. } => {
                seen.human_points = self.content.score.tripod;
                seen.risks.push("The ship is lost, too.".to_owned());
            }
            Order::Shell => seen.human_points = self.content.score.tripod,
            Order::GiveUp { points } => {
                seen.martian_points = points * self.content.score.refugee_destroyed;
            }
            _ => return false,
        }
        true
    }

    /// Whether the table is as a certain preview said.
    pub(crate) fn keeps(&self, seen: &Preview) -> Result<(), String> {
        if !seen.certain {
            return Ok(());
        }
        let tracks = (self.now.production, self.human_total(), self.martian_total());
        if tracks != (seen.production, seen.human_total, seen.martian_total) {
            return Err(format!("Production and Victory points are {tracks:?}"));
        }
        let Some(counter) = seen.counter else { return Ok(()) };
        let (zone, hex, level) = match counter {
            Counter::Unit(unit) => {
                let (i, land) = (unit.index(), &self.now.land);
                let on_board = land.on_board & unit.bit() != 0;
                let level = if on_board { land.level[i] } else { self.now.works[i] };
                (self.now.unit_zone[i], land.hex[i], level)
            }
            Counter::Refugee(n) => {
                let boat = &self.now.naval.boats[usize::from(n)];
                (None, boat.hex, boat.level)
            }
            Counter::Ship(n) => {
                let ship = &self.now.naval.ships[usize::from(n)];
                (None, ship.hex, ship.level)
            }
        };
        let kept = seen.zone.is_none_or(|z| zone == Some(z))
            && seen.hex.is_none_or(|h| hex == Some(h))
            && seen.level.is_none_or(|l| level == l);
        if kept { Ok(()) } else { Err(format!("the counter stands so: {zone:?} {hex:?} level {level}")) }
    }
}
