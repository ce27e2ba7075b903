//! TOPPLED TRIPODS (TT-TOP).

use crate::event::What;
use crate::order::Action;
use crate::state::{State, VehicleId};
use table::{Event, Refusal, Sink};

impl State {
    /// The tripod falls: its plan, its action and a pending reverse are lost (TT-TOP-03, TT-TOP-04).
    pub(crate) fn topple(&mut self, id: VehicleId, rule: &'static str, out: &mut Sink<What>) {
        // A second fall does not add up (TT-TOP-09).
        let Some(tripod) = self[id].tripod_mut() else { return };
        let counters = tripod.console.toppled.max(2);
        tripod.console.toppled = counters;
        tripod.console.reverse = false;
        self.discard_plan(id);
        out.emit(|| Event::public(rule, What::Toppled { vehicle: id, counters }));
    }

    /// Cards planned for later phases go back face down (TT-INF-15).
    pub(crate) fn discard_plan(&mut self, id: VehicleId) {
        *self[id].plan.judge_mut() = [None; 3];
        if let Some(tripod) = self[id].tripod_mut() {
            (tripod.action, tripod.choosing) = (Action::Pass, None);
        }
        if let Some(plane) = self.plane_mut(id) {
            *plane.ahead.judge_mut() = None;
        }
    }

    /// TT-TOP-06: with three recovery counters or more there is no space to plan for.
    pub(crate) fn lying_breach(&self, id: VehicleId) -> Result<(), Refusal> {
        if self.plans(id) {
            return Ok(());
        }
        let counters = self[id].tripod().map_or(0, |tripod| tripod.console.toppled);
        let name = self.name(id);
        let why = format!("{name} is toppled with {counters} recovery counters and plans no card");
        Err(Refusal::new("TT-TOP-06", why))
    }

    /// TT-TOP-05: one recovery counter goes at the start of each movement step; with the last one the tripod
    /// stands up where it fell (TT-TOP-02).
    pub(crate) fn recover(&mut self, out: &mut Sink<What>) {
        for id in self.ids() {
            if !self[id].in_play() {
                continue;
            }
            let Some(tripod) = self[id].tripod_mut().filter(|tripod| tripod.console.toppled > 0) else {
                continue;
            };
            tripod.console.toppled -= 1;
            let left = tripod.console.toppled;
            out.emit(|| {
                let what = if left == 0 {
                    What::StoodUp { vehicle: id }
                } else {
                    What::RecoveryCounter { vehicle: id, left }
                };
                Event::public("TT-TOP-05", what)
            });
        }
    }
}
