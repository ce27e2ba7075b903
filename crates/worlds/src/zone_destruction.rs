//! ZONE DESTRUCTION: Red Weed, and what the Martians score for it (WW-ZON-01 to WW-ZON-04).

use crate::content::{Chart, RED_WEED};
use crate::dice::tell;
use crate::event::{Roll, What};
use crate::kinds::{Phase, WAVES, ZoneId, ZoneState};
use crate::state::{Flow, State};
use table::Sink;

impl State {
    pub(crate) fn zone_destruction(&mut self, sink: &mut Sink<What>) {
        self.join_groups();
        for zone in ZoneId::all() {
            if self.now.zone_state[zone.index()] == ZoneState::Destroyed {
                let colour = self.roll(Roll::RedWeed { zone }, sink);
                if usize::from(self.content.word(Chart::RedWeed, colour)) + 1 == RED_WEED.len() {
                    self.grow_weed("WW-ZON-01", zone, sink);
                }
            }
        }
        let captured = std::mem::take(&mut self.now.captured);
        self.martian_points("WW-ZON-02", captured.saturating_mul(self.content.score.refugee_captured), sink);
        let count = |state| self.now.zone_state.iter().filter(|s| **s == state).count() as u8;
        let (dead, weed) = (count(ZoneState::Destroyed), count(ZoneState::RedWeed));
        self.martian_points("WW-ZON-03", dead * self.content.score.destroyed_zone, sink);
        self.martian_points("WW-ZON-04", weed * self.content.score.red_weed_zone, sink);
        self.waves_grow(sink);
        self.enter(Phase::Assembly, Flow::Assembly, sink);
    }

    pub(crate) fn grow_weed(&mut self, rule: &'static str, zone: ZoneId, sink: &mut Sink<What>) {
        self.now.zone_state[zone.index()] = ZoneState::RedWeed;
        tell!(sink, rule, What::RedWeed { zone });
    }

    /// In the Uprising, groups that met in a zone are one from now on (WW-SC2-06).
    fn join_groups(&mut self) {
        if let Some(uprising) = &mut self.now.uprising {
            for zone in 0..uprising.groups.len() {
                let arrived = std::mem::take(&mut uprising.arrived[zone]);
                uprising.groups[zone].join(&arrived);
            }
        }
    }

    /// In scenario I every Wave gains a Tripod, up to five (WW-SC1-08).
    fn waves_grow(&mut self, sink: &mut Sink<What>) {
        if self.rules.growth == 0 {
            return;
        }
        for wave in 0..WAVES as u8 {
            if self.band_zone(wave).is_none() {
                continue;
            }
            for _ in 0..self.rules.growth {
                let open = self.missing_colours(wave);
                if let Some(colour) = self.pick_colour(open, sink) {
                    self.band_mut(wave).put(colour, false);
                    tell!(sink, "WW-SC1-08", What::WaveGrew { wave, colour });
                }
            }
        }
    }
}
