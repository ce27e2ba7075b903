//! VICTORY and defeat (WW-VIC-01 to WW-VIC-09).

use crate::dice::tell;
use crate::event::{Roll, What};
use crate::kinds::{Colour, Phase, UnitKind};
use crate::state::{Ending, Flow, State};
use table::Sink;

impl State {
    /// Looks at the conditions that hold at any time, in the printed order (WW-VIC-03 to WW-VIC-07). Says whether the
    /// match is over.
    pub(crate) fn judge(&mut self, sink: &mut Sink<What>) -> bool {
        if self.now.outcome.is_some() {
            return true;
        }
        if self.now.phase == Phase::SetUp {
            return false;
        }
        let end = self.content.track_end;
        let ending = if !self.rules.uprising && self.now.waves.iter().all(|w| w.zone.is_none()) {
            Ending::EmptyMap
        } else if self.rules.no_tripods_wins && self.bands().next().is_none() {
            Ending::NoTripods
        } else if self.rules.uprising && self.now.machines.iter().all(|m| *m == [0; 3]) {
            Ending::NoMachines
        } else if self.now.germs >= end {
            Ending::Germs
        } else if self.now.colonization >= end {
            Ending::Colonization
        } else if !self.is_live(self.content.london) {
            Ending::London
        } else if self.now.flying_machine >= self.content.flying_machine_pieces {
            Ending::FlyingMachine
        } else {
            return false;
        };
        self.end(ending, sink);
        true
    }

    fn end(&mut self, ending: Ending, sink: &mut Sink<What>) {
        self.now.outcome = Some(ending);
        self.now.flow = Flow::Over;
        tell!(sink, ending.rule(), What::Ended { ending });
    }

    /// The Narrator's report, the Germs' die, then the Martians' (WW-VIC-08, WW-VIC-09).
    pub(crate) fn end_of_turn(&mut self, sink: &mut Sink<What>) {
        self.narrate(sink);
        if self.judge(sink) {
            return;
        }
        self.now.flow = Flow::StartTurn;
        if let Some(needed) = self.last_roll(self.now.germs)
            && self.roll(Roll::Germs { needed }, sink) == needed
        {
            self.end(Ending::GermRoll, sink);
            return;
        }
        if let Some(needed) = self.last_roll(self.now.colonization)
            && self.roll(Roll::Colonization { needed }, sink) == needed
        {
            self.end(Ending::ColonizationRoll, sink);
        }
    }

    /// The colour that decides on this space of the track; none is rolled for on the others.
    pub fn last_roll(&self, space: u8) -> Option<Colour> {
        self.content.end_of_turn_roll.iter().find(|(place, _)| *place == space).map(|(_, colour)| *colour)
    }

    /// He sees a Wave from where he is (WW-EVT-04).
    fn narrate(&mut self, sink: &mut Sink<What>) {
        let narrator = self.content.mask(UnitKind::Narrator).trailing_zeros() as usize;
        let Some(zone) = self.now.unit_zone.get(narrator).copied().flatten() else { return };
        let near = self.content.zones[zone.index()].adjacent | zone.bit();
        if self.bands().any(|b| self.band_zone(b).is_some_and(|z| near & z.bit() != 0)) {
            self.human_points("WW-EVT-04", self.content.narrator_points, sink);
        }
    }
}
