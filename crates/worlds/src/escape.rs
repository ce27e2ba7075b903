//! ESCAPE PHASE and NEW CYLINDERS LAND (WW-ESC-01 to WW-ESC-04, WW-CYL-01 to WW-CYL-03).

use crate::content::Escape;
use crate::dice::tell;
use crate::event::{Roll, What};
use crate::kinds::{Phase, ZoneId, zones_of};
use crate::state::{BOATS, Boat, Flow, Naval, State, Wave};
use table::Sink;

impl State {
    /// Every Refugee counter in a zone with a Harbour rolls; those that roll Red meet at sea (WW-ESC-01, WW-ESC-04).
    pub(crate) fn escape_phase(&mut self, sink: &mut Sink<What>) {
        self.now.naval = Naval::default();
        for zone in zones_of(self.now.harbours) {
            let [ones, twos] = self.now.refugees[zone.index()];
            for points in std::iter::repeat_n(1, ones.into()).chain(std::iter::repeat_n(2, twos.into())) {
                self.flee(zone, points, sink);
                if self.judge(sink) {
                    return;
                }
            }
        }
        self.now.flow = if self.now.naval.boat_count > 0 { Flow::SeaSetUp } else { Flow::Landings };
    }

    /// One roll on the Escape chart (WW-ESC-02, WW-ESC-03).
    fn flee(&mut self, zone: ZoneId, points: u8, sink: &mut Sink<What>) {
        let i = usize::from(points) - 1;
        let colour = self.roll(Roll::Escape { zone, points }, sink);
        self.now.refugees[zone.index()][i] -= 1;
        match self.content.escape[i][colour.index() % 3] {
            Escape::Escape => {
                tell!(sink, "WW-ESC-02", What::Escaped { zone, points });
                self.human_points("WW-ESC-03", points * self.content.score.escaped, sink);
            }
            Escape::Half => {
                self.now.refugees[zone.index()][0] += 1;
                tell!(sink, "WW-ESC-02", What::Escaped { zone, points: 1 });
                tell!(sink, "WW-ESC-02", What::StayedBehind { zone });
                self.human_points("WW-ESC-03", self.content.score.escaped, sink);
            }
            Escape::NavalBattle => {
                let naval = &mut self.now.naval;
                let n = usize::from(naval.boat_count);
                if n < BOATS {
                    naval.boats[n] = Boat { points, hex: None, level: 1, acted: false };
                    naval.boat_count += 1;
                }
                tell!(sink, "WW-ESC-04", What::Intercepted { zone, points });
            }
        }
    }

    /// The last step of the Escape Phase (WW-CYL-01).
    pub(crate) fn landings(&mut self, sink: &mut Sink<What>) {
        let due = std::mem::take(&mut self.now.landings);
        self.new_cylinders(due, sink);
        self.begin_martian_action();
        self.enter(Phase::MartianAction, Flow::Martian { next: 0 }, sink);
    }

    /// Cylinders land where the chart says, as far as Wave counters are free (WW-CYL-02, WW-CYL-03).
    pub(crate) fn new_cylinders(&mut self, due: u8, sink: &mut Sink<What>) {
        if self.rules.uprising {
            return;
        }
        for landed in 0..due {
            if self.now.waves.iter().all(|w| w.zone.is_some()) {
                tell!(sink, "WW-CYL-03", What::LandingsLost { count: due - landed });
                return;
            }
            let zone = self.placement(sink);
            self.land_cylinder("WW-CYL-02", zone, sink);
        }
    }

    /// Puts the lowest free Wave counter there, Cylinder side up.
    pub(crate) fn land_cylinder(&mut self, rule: &'static str, zone: ZoneId, sink: &mut Sink<What>) {
        let Some(wave) = self.now.waves.iter().position(|w| w.zone.is_none()) else { return };
        self.now.waves[wave] = Wave { zone: Some(zone), cylinder: true, building: 4, ..Wave::default() };
        tell!(sink, rule, What::WaveLanded { wave: wave as u8, zone, cylinder: true });
    }
}
