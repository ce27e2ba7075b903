//! What chance gave: each die, by what its faces are worth to a side.
//!
//! What harms a stand is good for the other side, whoever fired. Left out is what neither side can wish for: where gas and
//! cylinders drift, where a flyer comes down, which machine of a cylinder is lost, how long a ship takes to sink.

use crate::event::What;
use crate::kinds::{Side, StandId, Weapon};
use crate::state::{State, Use};
use table::{Sink, Throw};

pub(crate) const MORALE: &str = "Morale checks passed";

impl Weapon {
    pub(crate) const fn luck(self) -> &'static str {
        match self {
            Self::HeavyArtillery => "Hits by heavy guns",
            Self::FieldArtillery => "Hits by field guns",
            Self::SmallArms => "Hits by small arms",
            Self::Machinegun => "Hits by machineguns",
            Self::HeatRay => "Hits by heat-rays",
            Self::GasProjector => "Gas canisters on their mark",
        }
    }
}

impl State {
    /// Rolls a die of which each face is worth something to this side. One that a position laid down is no chance.
    pub(crate) fn die_for(
        &mut self,
        id: StandId,
        purpose: Use,
        (side, kind): (Side, &'static str),
        worth: impl Fn(&Self, u8) -> u8,
        sink: &mut Sink<What>,
    ) -> u8 {
        let laid = usize::from(self.used) < self.stack.len();
        let roll = self.die(id, purpose);
        if !laid {
            let worth = |face: &u8| i32::from(worth(self, *face));
            sink.luck(|| [Throw::among(side.name(), kind, &roll, &[1, 2, 3, 4, 5, 6], worth)]);
        }
        roll
    }
}
