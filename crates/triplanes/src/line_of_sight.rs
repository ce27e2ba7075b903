//! LINE OF SIGHT: which bases stand in the way (TT-LOS).

use crate::state::{State, VehicleId};
use geometry::{Convex, overlaps};
use smallvec::SmallVec;

pub type Blockers = SmallVec<[Convex; 4]>;

impl State {
    /// TT-LOS-01 to TT-LOS-05, TT-ALT-08: every other vehicle in play blocks, but airplanes that overlap the airplane of
    /// this pair (firing or fired at) do not.
    pub(crate) fn blockers(&self, firer: VehicleId, target: VehicleId) -> Blockers {
        let mut list = Blockers::new();
        if !self.clouds.is_empty() && (self.smoke_reaches(firer) || self.smoke_reaches(target)) {
            self.cloud_blockers(&mut list);
        }
        if self.vehicles.len() <= 2 {
            return list;
        }
        let airplane = if self.is_tripod(firer) { target } else { firer };
        let own = self.footprint(airplane);
        let other = |id: &VehicleId| *id != firer && *id != target && self.is_between(*id, firer, target);
        for id in self.in_play().filter(other) {
            let base = self.footprint(id);
            if self.is_tripod(id) || !overlaps(&own, &base) {
                list.push(base);
            }
        }
        list
    }
}
