//! LEAVING THE PLAYING AREA (TT-EXT).

use crate::event::What;
use crate::state::{Fate, State, VehicleId};
use geometry::{Border, Pose};
use table::{Event, Refusal, Sink};

impl State {
    /// TT-EXT-02: a vehicle that is out of the game takes no orders.
    pub(crate) fn gone_breach(&self, id: VehicleId) -> Result<(), Refusal> {
        if !self[id].in_play() {
            return Err(Refusal::new("TT-EXT-02", format!("{} is out of the game", self.name(id))));
        }
        Ok(())
    }

    /// TT-EXT-02: whoever is outside at the end of a movement step is out of the game.
    pub(crate) fn check_exits(&mut self, before: &[Pose], out: &mut Sink<What>) {
        for id in self.ids() {
            let v = &self[id];
            if !v.in_play() || self.table.area.contains(v.pose.centre) {
                continue;
            }
            let exit = self.table.area.exit_border(before[id.index()].centre, v.pose.centre);
            // Exactly through a corner the owner chooses (TT-EXT-04); no rule makes the Earthling side the
            // worse choice, so it is chosen for him.
            let earthling_side = exit.is_some_and(|exit| exit.crosses(Border::South));
            self.remove(id, Fate::Exited { earthling_side });
            out.emit(|| Event::public("TT-EXT-02", What::LeftTheArea { vehicle: id, earthling_side }));
        }
    }
}
