//! COOLING (TT-COO).

use crate::event::What;
use crate::state::{State, VehicleId};
use table::{Event, Sink};

impl State {
    /// The counter of an earlier shot goes at the beginning of the firing step.
    pub(crate) fn cool(&mut self, out: &mut Sink<What>) {
        for id in self.ids() {
            if !self[id].in_play() {
                continue;
            }
            if let Some(tripod) = self[id].tripod_mut().filter(|tripod| tripod.console.cooling > 0) {
                tripod.console.cooling -= 1;
                out.emit(|| Event::public("TT-COO-01", What::Cooled { vehicle: id }));
            }
        }
    }

    /// A projector that has fired, at a target or into the air, must cool (TT-TFR-09).
    pub(crate) fn heat_up(&mut self, id: VehicleId, out: &mut Sink<What>) {
        let Some(tripod) = self[id].tripod_mut() else { return };
        tripod.console.cooling = 1;
        out.emit(|| Event::public("TT-COO-01", What::MustCool { vehicle: id }));
    }
}
