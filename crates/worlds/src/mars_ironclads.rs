//! I THE MARS IRONCLADS: the player makes the Event pile and deploys twenty units before the Waves land (WW-SC1-01 to
//! WW-SC1-11).

use crate::dice::tell;
use crate::event::What;
use crate::kinds::{EventId, UnitKind, ZONES, ZoneId};
use crate::order::{Ask, Order};
use crate::sequence_of_play::{Breach, offer};
use crate::state::{Flow, Loaded, State};
use std::sync::Arc;
use table::Sink;

impl State {
    pub(crate) fn take_cards(&mut self) {
        if self.now.to_choose > 0 {
            self.now.ask = Ask::TakeCard;
            return;
        }
        let row = self.rules.scenario.map(|i| &self.content.scenarios[usize::from(i)]);
        self.now.to_choose = row.map_or(0, |r| r.free_units);
        self.now.flow = Flow::Deploy;
    }

    pub(crate) fn visit_cards(&self, visit: &mut impl FnMut(Order) -> bool) -> bool {
        for card in 0..self.content.events.len() as u8 {
            if self.now.event_deck.pile & (1 << card) == 0 {
                offer!(visit, Order::TakeCard { card: EventId(card) });
            }
        }
        false
    }

    pub(crate) fn take_card(&mut self, order: Order, sink: &mut Sink<What>) {
        if let Order::TakeCard { card } = order {
            self.now.event_deck.pile |= card.bit();
            self.now.to_choose = self.now.to_choose.saturating_sub(1);
            tell!(sink, "WW-SC1-02", What::CardTaken { card });
        }
    }

    pub(crate) fn visit_deploy(&self, visit: &mut impl FnMut(Order) -> bool) -> bool {
        for kind in UnitKind::BOUGHT {
            if self.spare(kind).is_some() {
                for zone in ZoneId::all() {
                    offer!(visit, Order::Deploy { kind, zone });
                }
            }
        }
        false
    }

    pub(crate) fn deploy(&mut self, order: Order, sink: &mut Sink<What>) {
        if let Order::Deploy { kind, zone } = order {
            self.muster("WW-SC1-03", kind, zone, sink);
            self.now.to_choose = self.now.to_choose.saturating_sub(1);
        }
    }

    /// Then come the Harbours and the Waves (WW-SC1-04, WW-SC1-05).
    pub(crate) fn deploying(&mut self, sink: &mut Sink<What>) {
        let can_deploy = self.visit_deploy(&mut |_| true);
        if self.now.to_choose > 0 && can_deploy {
            self.now.ask = Ask::Deploy;
            return;
        }
        let content = Arc::clone(&self.content);
        if let Some(row) = self.rules.scenario.map(|i| &content.scenarios[usize::from(i)]) {
            for _ in 0..row.random_harbours {
                if let Some(zone) = self.pick_bit(self.open_harbours().into(), Loaded::Zone, sink) {
                    self.build_harbour("WW-SC1-04", ZoneId(zone), 0, sink);
                }
            }
            for wave in 0..row.waves {
                self.land_ready(wave, "WW-SC1-05", row.tripods_per_wave, sink);
            }
        }
        self.now.to_choose = 0;
        self.now.flow = Flow::StartTurn;
    }

    pub(crate) fn deploy_breach(&self, order: Order) -> Breach {
        match order {
            Order::Deploy { zone, .. } if zone.index() >= ZONES => ("WW-CMP-02", "there is no such zone"),
            Order::Deploy { kind, .. } if self.spare(kind).is_none() => {
                ("WW-CMP-12", "no counter of this kind is left")
            }
            Order::Deploy { .. } => {
                ("WW-SC1-03", "Infantry, Cavalry, Field Guns and Siege Guns are deployed")
            }
            _ => ("WW-SC1-03", "units are being deployed"),
        }
    }
}
