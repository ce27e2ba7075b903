//! DEVASTATION PHASE: what a Wave does to its zone (WW-DEV-01 to WW-DEV-08).

use crate::content::Timing;
use crate::dice::tell;
use crate::event::{Roll, What};
use crate::kinds::{Phase, ZONES, ZoneId, ZoneState};
use crate::order::{Ask, Order};
use crate::sequence_of_play::offer;
use crate::state::{Flow, State};
use table::Sink;

/// What an attack or an event costs a zone, gathered point by point and told together.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Toll {
    lost: u8,
    /// Refugee 1 and Refugee 2 counters that the attack itself places, and those that the lost Workforce is worth.
    fled: [u8; 2],
    homeless: [u8; 2],
}

impl Toll {
    fn is_nothing(&self) -> bool {
        self.lost == 0 && self.fled == [0, 0]
    }
}

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
        if self.saved_for(Timing::DevastationRoll).next().is_some() {
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

    /// One die for the band, one effect for each of its Tripods (WW-DEV-02 to WW-DEV-05). Whoever flees does so for
    /// each Tripod, also when no Workforce is left to lose (WW-DEV-08).
    fn devastate(&mut self, band: u8, sink: &mut Sink<What>) {
        let Some(zone) = self.acting_zone(band) else { return };
        let colour = self.roll(Roll::Devastation { band }, sink);
        let attack = self.content.devastation[colour.index() % 3];
        tell!(sink, "WW-DEV-02", What::Devastates { band, zone, attack });
        let rule = ["WW-DEV-03", "WW-DEV-04", "WW-DEV-05"][attack as usize];
        let rule = if self.is_live(zone) { rule } else { "WW-DEV-08" };
        let (harm, refugee) = self.content.attacks[attack as usize];
        let mut toll = Toll::default();
        for _ in 0..self.band(band).count() {
            self.take_workforce(zone, harm, &mut toll);
            if (1..=2).contains(&refugee) {
                toll.fled[usize::from(refugee) - 1] += 1;
            }
        }
        if toll.is_nothing() {
            tell!(sink, "WW-DEV-08", What::NothingToDevastate { band, zone });
        }
        self.settle_toll(rule, zone, toll, sink);
    }

    /// Workforce goes down, never below 0. In the Refugee Crisis every point of it is a point of Refugees, whatever
    /// took it (WW-SC3-01).
    pub(crate) fn take_workforce(&mut self, zone: ZoneId, harm: u8, toll: &mut Toll) {
        let left = &mut self.now.workforce[zone.index()];
        let taken = harm.min(*left);
        *left -= taken;
        toll.lost += taken;
        if self.rules.refugee_per_workforce {
            toll.homeless[0] += taken % 2;
            toll.homeless[1] += taken / 2;
        }
    }

    /// Refugees take to the road, the counter is turned; at 0 the zone is Destroyed (WW-DEV-06, WW-DEV-07).
    pub(crate) fn settle_toll(
        &mut self,
        rule: &'static str,
        zone: ZoneId,
        toll: Toll,
        sink: &mut Sink<What>,
    ) {
        for (rule, counters) in [(rule, toll.fled), ("WW-SC3-01", toll.homeless)] {
            for (i, count) in counters.into_iter().enumerate().filter(|(_, n)| *n > 0) {
                let here = &mut self.now.refugees[zone.index()][i];
                *here = here.saturating_add(count);
                tell!(sink, rule, What::Refugees { zone, points: i as u8 + 1, count });
            }
        }
        if toll.lost == 0 {
            return;
        }
        let (lost, left) = (toll.lost, self.now.workforce[zone.index()]);
        tell!(sink, rule, What::Workforce { zone, lost, left });
        if left == 0 && self.is_live(zone) {
            self.now.zone_state[zone.index()] = ZoneState::Destroyed;
            tell!(sink, "WW-DEV-07", What::ZoneDestroyed { zone });
        }
    }
}
