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
        // Between two tripods there is no airplane whose neighbours could be looked past.
        let airplane = [firer, target].into_iter().find(|id| !self.is_tripod(*id));
        let own = airplane.map(|id| self.footprint(id));
        let other = |id: &VehicleId| *id != firer && *id != target && self.is_between(*id, firer, target);
        for id in self.in_play().filter(other) {
            let base = self.footprint(id);
            if self.is_tripod(id) || !own.as_ref().is_some_and(|own| overlaps(own, &base)) {
                list.push(base);
            }
        }
        list
    }
}
