//! OVERLAPPING DURING MOVEMENT (TT-OVL). Airplanes may overlap anything; tripods go back.

use crate::event::What;
use crate::order::Action;
use crate::state::{State, VehicleId};
use geometry::{Pose, overlaps};
use smallvec::SmallVec;
use table::{Event, Sink};

impl State {
    /// TT-OVL-03, TT-OVL-04: overlapping tripods that moved go back, and so on until none overlap.
    /// Whoever was overlapped keeps the facing it had (TT-CHF-05). Returns those that went back.
    pub(crate) fn separate_tripods(
        &mut self,
        before: &[Pose],
        out: &mut Sink<What>,
    ) -> SmallVec<[VehicleId; 4]> {
        let mut sent: SmallVec<[VehicleId; 4]> = SmallVec::new();
        let tripods: SmallVec<[VehicleId; 8]> = self.tripods().collect();
        if tripods.len() < 2 {
            return sent;
        }
        let mut bumped: SmallVec<[VehicleId; 8]> = SmallVec::new();
        loop {
            let mut back: SmallVec<[VehicleId; 8]> = SmallVec::new();
            for (number, &one) in tripods.iter().enumerate() {
                for &other in &tripods[..number] {
                    if overlaps(&self.footprint(one), &self.footprint(other)) {
                        bumped.extend([other, one]);
                        back.extend(
                            [other, one].into_iter().filter(|id| self[*id].pose != before[id.index()]),
                        );
                    }
                }
            }
            if back.is_empty() {
                break;
            }
            back.sort_unstable();
            back.dedup();
            for id in back {
                let to = before[id.index()];
                self[id].pose = to;
                sent.push(id);
                out.emit(|| Event::public("TT-OVL-03", What::SentBack { vehicle: id, to }));
            }
        }
        bumped.sort_unstable();
        bumped.dedup();
        for id in bumped {
            if let Some(tripod) = self[id].tripod_mut()
                && matches!(tripod.action, Action::ChangeFacing { .. })
            {
                tripod.action = Action::Pass;
                out.emit(|| Event::public("TT-CHF-05", What::TurnHindered { vehicle: id }));
            }
        }
        sent
    }
}
