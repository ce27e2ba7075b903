//! PRODUCTION PHASE: income, and what it buys (WW-PRO-01 to WW-PRO-09).

use crate::content::{Op, Play, Timing};
use crate::dice::tell;
use crate::event::What;
use crate::kinds::{EventId, Phase, UnitKind, ZoneId, zones_of};
use crate::order::{Ask, Order};
use crate::sequence_of_play::{Breach, offer};
use crate::state::{Flow, Loaded, State};
use table::Sink;

impl State {
    pub(crate) fn production_phase(&mut self, sink: &mut Sink<What>) {
        self.now.free_harbour_used = false;
        self.enter(Phase::Production, Flow::Buying, sink);
        let rule = if self.rules.production { "WW-PRO-01" } else { "WW-SC1-06" };
        let points = if self.rules.production { self.income() } else { 0 };
        self.now.production = self.now.production.saturating_add(points.into());
        let total = self.now.production;
        tell!(sink, rule, What::Income { points, total });
    }

    /// Asks as long as there is something to buy.
    pub(crate) fn buying(&mut self, sink: &mut Sink<What>) {
        if self.visit_production(&mut |order| order != Order::Done) {
            self.now.ask = Ask::Production;
        } else {
            self.buy(Order::Done, sink);
        }
    }

    pub(crate) fn can_pay(&self, cost: u8) -> bool {
        self.now.production >= u16::from(cost)
    }

    /// The first random Harbour of a phase is free in scenario III (WW-SC3-02).
    pub fn random_harbour_cost(&self) -> u8 {
        let free = self.rules.free_harbour && !self.now.free_harbour_used;
        if free { 0 } else { self.content.costs.random_harbour }
    }

    pub(crate) fn discount(&self, card: EventId) -> Option<(UnitKind, u8)> {
        match &self.content.events.get(card.index())?.play {
            Play::Save(_, ops) => ops.iter().find_map(|op| match op {
                Op::Discount { item, price } => Some((*item, *price)),
                _ => None,
            }),
            _ => None,
        }
    }

    pub(crate) fn visit_production(&self, visit: &mut impl FnMut(Order) -> bool) -> bool {
        offer!(visit, Order::Done);
        let costs = &self.content.costs;
        let factories = self.open_factories();
        for (i, kind) in UnitKind::BOUGHT.into_iter().enumerate() {
            if self.can_pay(costs.units[i]) && self.spare(kind).is_some() {
                for zone in zones_of(factories) {
                    offer!(visit, Order::Buy { kind, zone });
                }
            }
        }
        let squares = self.open_harbours();
        if squares != 0 && self.can_pay(self.random_harbour_cost()) {
            offer!(visit, Order::RandomHarbour);
        }
        if self.can_pay(costs.chosen_harbour) {
            for zone in zones_of(squares) {
                offer!(visit, Order::Harbour { zone });
            }
        }
        for card in self.saved_for(Timing::Production) {
            let Some((kind, price)) = self.discount(card) else { continue };
            if self.can_pay(price) && self.spare(kind).is_some() {
                for zone in zones_of(factories) {
                    offer!(visit, Order::Discount { card, zone });
                }
            }
        }
        false
    }

    pub(crate) fn buy(&mut self, order: Order, sink: &mut Sink<What>) {
        match order {
            Order::Buy { kind, zone } => {
                self.buy_unit(kind, zone, self.content.costs.units[kind as usize], sink);
            }
            Order::Discount { card, zone } => {
                if let Some((kind, price)) = self.discount(card) {
                    self.play_saved(card, sink);
                    self.buy_unit(kind, zone, price, sink);
                }
            }
            Order::RandomHarbour => {
                let cost = self.random_harbour_cost();
                let rule = if cost == 0 { "WW-SC3-02" } else { "WW-PRO-09" };
                self.now.free_harbour_used = true;
                if let Some(zone) = self.pick_bit(self.open_harbours().into(), Loaded::Zone, sink) {
                    self.build_harbour(rule, ZoneId(zone), cost, sink);
                }
            }
            Order::Harbour { zone } => {
                self.build_harbour("WW-PRO-08", zone, self.content.costs.chosen_harbour, sink);
            }
            _ => self.enter(Phase::Devastation, Flow::Devastation { next: 0 }, sink),
        }
    }

    fn buy_unit(&mut self, kind: UnitKind, zone: ZoneId, cost: u8, sink: &mut Sink<What>) {
        let Some(unit) = self.spare(kind) else { return };
        self.now.production -= u16::from(cost);
        self.put_unit(unit, zone);
        let total = self.now.production;
        tell!(sink, "WW-PRO-03", What::Bought { kind, zone, cost, total });
    }

    pub(crate) fn build_harbour(
        &mut self,
        rule: &'static str,
        zone: ZoneId,
        cost: u8,
        sink: &mut Sink<What>,
    ) {
        self.now.production = self.now.production.saturating_sub(cost.into());
        self.now.harbours |= zone.bit();
        tell!(sink, rule, What::HarbourPlaced { zone, cost });
    }

    /// Why this purchase is refused in the Production Phase.
    pub(crate) fn purchase_breach(&self, order: Order) -> Breach {
        let costs = &self.content.costs;
        match order {
            Order::Buy { kind, zone } => {
                let Some(i) = UnitKind::BOUGHT.iter().position(|k| *k == kind) else {
                    return ("WW-EVT-04", "it comes into play by its Event card only");
                };
                self.unit_breach(kind, zone, self.can_pay(costs.units[i]))
            }
            Order::Discount { card, zone } => match self.discount(card) {
                Some((kind, price)) if self.now.saved & card.bit() != 0 => {
                    self.unit_breach(kind, zone, self.can_pay(price))
                }
                _ => ("WW-EVT-03", "no such card is saved"),
            },
            Order::RandomHarbour if self.open_harbours() == 0 => {
                ("WW-PRO-09", "there is no empty Harbour square in a live zone")
            }
            Order::Harbour { zone } if zone.index() >= self.content.zones.len() => {
                ("WW-CMP-02", "there is no such zone")
            }
            Order::Harbour { zone } if self.content.harbours & zone.bit() == 0 => {
                ("WW-PRO-08", "this zone has no Harbour square")
            }
            Order::Harbour { zone } if self.now.harbours & zone.bit() != 0 => {
                ("WW-PRO-08", "there is a Harbour already")
            }
            Order::Harbour { zone } if !self.is_live(zone) => {
                ("WW-PRO-07", "nothing is placed in a Destroyed or Red Weed zone")
            }
            _ => ("WW-PRO-04", "there are not enough Production points"),
        }
    }

    fn unit_breach(&self, kind: UnitKind, zone: ZoneId, affordable: bool) -> Breach {
        if zone.index() >= self.content.zones.len() {
            return ("WW-CMP-02", "there is no such zone");
        }
        if !self.content.zones[zone.index()].factory {
            return ("WW-PRO-05", "units are placed in zones with a Factory");
        }
        if !self.is_live(zone) {
            return ("WW-PRO-07", "nothing is placed in a Destroyed or Red Weed zone");
        }
        if self.spare(kind).is_none() {
            return ("WW-CMP-12", "no counter of this kind is left");
        }
        if !affordable {
            return ("WW-PRO-04", "there are not enough Production points");
        }
        ("WW-PRO-03", "units are bought in the Production Phase")
    }
}
