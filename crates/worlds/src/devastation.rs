//! DEVASTATION PHASE: what a Wave does to its zone (WW-DEV-01 to WW-DEV-08).

use crate::content::Timing;
use crate::dice::tell;
use crate::event::{Roll, What};
use crate::kinds::{Phase, ZONES, ZoneId, ZoneState};
use crate::order::{Ask, Order};
use crate::sequence_of_play::offer;
use crate::state::{Flow, State};
use table::Sink;

impl State {
    /// Waves roll in rising number; Cylinders do not (WW-DEV-01).
    pub(crate) fn devastation_phase(&mut self, next: u8, sink: &mut Sink<What>) {
        if let Some(band) = (next..self.band_limit()).find(|b| self.band_zone(*b).is_some()) {
            self.now.flow = Flow::Devastation { next: band + 1 };
            self.threaten(band, sink);
        } else {
            self.now.fought = 0;
            self.enter(Phase::Battle, Flow::Battles, sink);
        }
    }

    /// The zone that a band stands in, also while it acts.
    pub(crate) fn acting_zone(&self, band: u8) -> Option<ZoneId> {
        match &self.now.uprising {
            Some(_) => Some(ZoneId(band % ZONES as u8)),
            None => self.band_zone(band),
        }
    }

    /// A band is about to roll: Thunderstorm may stop it.
    pub(crate) fn threaten(&mut self, band: u8, sink: &mut Sink<What>) {
        let live = self.acting_zone(band).is_some_and(|z| self.is_live(z));
        if live && self.saved_for(Timing::DevastationRoll).next().is_some() {
            self.now.ask = Ask::Storm { band };
        } else {
            self.devastate(band, sink);
        }
    }

    pub(crate) fn visit_storm(&self, visit: &mut impl FnMut(Order) -> bool) -> bool {
        offer!(visit, Order::Done);
        for card in self.saved_for(Timing::DevastationRoll) {
            offer!(visit, Order::Play { card });
        }
        false
    }

    pub(crate) fn storm(&mut self, band: u8, order: Order, sink: &mut Sink<What>) {
        match order {
            Order::Play { card } => {
                self.play_saved(card, sink);
                tell!(sink, "WW-EVT-03", What::Stormed { band });
            }
            _ => self.devastate(band, sink),
        }
    }

    /// One die for the band, one effect for each of its Tripods (WW-DEV-02 to WW-DEV-05).
    fn devastate(&mut self, band: u8, sink: &mut Sink<What>) {
        let Some(zone) = self.acting_zone(band) else { return };
        let colour = self.roll(Roll::Devastation { band }, sink);
        let attack = self.content.devastation[colour.index() % 3];
        tell!(sink, "WW-DEV-02", What::Devastates { band, zone, attack });
        if !self.is_live(zone) {
            tell!(sink, "WW-DEV-08", What::NothingToDevastate { band, zone });
            return;
        }
        let (harm, refugee) = self.content.attacks[attack as usize];
        let mut fled = [0_u8; 2];
        let mut lost = 0;
        for _ in 0..self.band(band).count() {
            let left = self.now.workforce[zone.index()];
            if left == 0 {
                break;
            }
            let taken = harm.min(left);
            self.now.workforce[zone.index()] = left - taken;
            lost += taken;
            if (1..=2).contains(&refugee) {
                fled[usize::from(refugee) - 1] += 1;
            }
            if self.rules.refugee_per_workforce && taken > 0 {
                fled[usize::from(taken.min(2)) - 1] += 1;
            }
        }
        let rule = ["WW-DEV-03", "WW-DEV-04", "WW-DEV-05"][attack as usize];
        let rule = if self.rules.refugee_per_workforce && lost > 0 { "WW-SC3-01" } else { rule };
        for (i, count) in fled.into_iter().enumerate().filter(|(_, n)| *n > 0) {
            self.now.refugees[zone.index()][i] = self.now.refugees[zone.index()][i].saturating_add(count);
            tell!(sink, rule, What::Refugees { zone, points: i as u8 + 1, count });
        }
        self.workforce_lost(rule, zone, lost, sink);
    }

    /// The counter is turned; at 0 the zone is Destroyed (WW-DEV-06, WW-DEV-07).
    pub(crate) fn workforce_lost(
        &mut self,
        rule: &'static str,
        zone: ZoneId,
        lost: u8,
        sink: &mut Sink<What>,
    ) {
        if lost == 0 {
            return;
        }
        let left = self.now.workforce[zone.index()];
        tell!(sink, rule, What::Workforce { zone, lost, left });
        if left == 0 && self.is_live(zone) {
            self.now.zone_state[zone.index()] = ZoneState::Destroyed;
            tell!(sink, "WW-DEV-07", What::ZoneDestroyed { zone });
        }
    }
}
