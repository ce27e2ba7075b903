//! OVERLAPPING DURING MOVEMENT (TT-OVL). Airplanes may overlap anything; tripods go back.

use crate::event::What;
use crate::state::{State, VehicleId};
use geometry::{Pose, overlaps};
use smallvec::SmallVec;
use table::{Event, Sink};

impl State {
    /// TT-OVL-03, TT-OVL-04: overlapping tripods that moved go back, and so on until none overlap.
    /// Returns those that went back.
    pub(crate) fn separate_tripods(
        &mut self,
        before: &[Pose],
        out: &mut Sink<What>,
    ) -> SmallVec<[VehicleId; 4]> {
        let mut sent: SmallVec<[VehicleId; 4]> = SmallVec::new();
        let tripods: SmallVec<[VehicleId; 8]> = self.in_play().filter(|id| self.is_tripod(*id)).collect();
        if tripods.len() < 2 {
            return sent;
        }
        loop {
            let mut back: SmallVec<[VehicleId; 8]> = SmallVec::new();
            for (number, &one) in tripods.iter().enumerate() {
                for &other in &tripods[..number] {
                    if overlaps(&self.footprint(one), &self.footprint(other)) {
                        back.extend(
                            [other, one].into_iter().filter(|id| self[*id].pose != before[id.index()]),
                        );
                    }
                }
            }
            if back.is_empty() {
                return sent;
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
    }
}
