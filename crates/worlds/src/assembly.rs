//! ASSEMBLY PHASE: Cylinders open, machines build (WW-ASM-01 to WW-ASM-03, WW-SC2-08).

use crate::dice::tell;
use crate::event::{Roll, What};
use crate::kinds::{Colour, Phase, WAVES, ZoneId};
use crate::state::{Flow, State};
use table::Sink;

impl State {
    pub(crate) fn assembly_phase(&mut self, sink: &mut Sink<What>) {
        self.assembly_rolls(sink);
        if self.rules.uprising {
            for zone in ZoneId::all() {
                for colour in Colour::DIE {
                    for _ in 0..self.now.machines[zone.index()][colour.index()] {
                        self.machine_builds("WW-SC2-08", zone, colour, sink);
                    }
                }
            }
        }
        self.enter(Phase::Event, Flow::DrawEvent, sink);
    }

    /// Every Cylinder in rising number: the colour of a Handling Machine in its zone opens it (WW-ASM-02).
    pub(crate) fn assembly_rolls(&mut self, sink: &mut Sink<What>) {
        for wave in 0..WAVES as u8 {
            let counter = self.now.waves[usize::from(wave)];
            let Some(zone) = counter.zone.filter(|_| counter.cylinder) else { continue };
            let colour = self.roll(Roll::Assembly { wave }, sink);
            if self.now.machines[zone.index()][colour.index() % 3] == 0 {
                continue;
            }
            let opened = &mut self.now.waves[usize::from(wave)];
            (opened.cylinder, opened.building) = (false, 0);
            tell!(sink, "WW-ASM-02", What::Opened { wave, zone });
            self.draw_tripods(wave, counter.building, sink);
        }
    }

    /// A Handling Machine that rolls its own colour builds a Tripod in its zone (WW-SC2-08).
    pub(crate) fn machine_builds(
        &mut self,
        rule: &'static str,
        zone: ZoneId,
        colour: Colour,
        sink: &mut Sink<What>,
    ) {
        let opening = rule == "WW-SC2-04";
        if self.roll(Roll::Machine { zone, colour, opening }, sink) != colour {
            return;
        }
        let open = self.missing_colours(zone.0);
        if let Some(built) = self.pick_colour(open, sink) {
            self.band_mut(zone.0).put(built, false);
            tell!(sink, rule, What::TripodBuilt { zone, colour: built });
        }
    }
}
