//! What chance gave: each die, by what its faces are worth to a side.
//!
//! What harms a plane is good for the other side, whoever fired. Left out is what has no scale on which more is better: the
//! part that a d20 names, the d6 of ties and leaks, which gunner is hit.

use crate::air_to_ground::bombed;
use crate::combat::clears;
use crate::event::{From, Test};
use crate::kinds::{Hit, Icon, Side, UnitId};
use crate::state::State;
use table::Throw;

impl From {
    /// What kind of luck a shot from there is.
    pub(crate) const fn luck(self) -> &'static str {
        match self {
            Self::Gun { .. } => "Damage rolled by guns",
            Self::Ground { .. } => "Damage rolled by ground fire",
            Self::Flak => "Damage rolled by flak",
            Self::Fire => "Damage rolled by fire aboard",
            Self::Storm => "Damage rolled by storms",
        }
    }
}

/// Whose luck a combat die is: each face counts by its hits, or by what else it is rolled for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stake {
    pub side: Side,
    pub kind: &'static str,
    pub worth: fn(Hit) -> u8,
}

impl Stake {
    pub const fn damage(side: Side, kind: &'static str) -> Self {
        Self { side, kind, worth: Hit::points }
    }
}

impl State {
    /// A test die with these faces as it fell.
    pub(crate) fn test_luck(
        &self,
        test: Test,
        unit: UnitId,
        target: Option<UnitId>,
        icon: Icon,
        faces: &[Icon],
    ) -> Option<Throw> {
        let own = self.side_of(unit)?;
        let (side, kind) = match test {
            Test::Structural => (own, "Structural tests passed"),
            Test::Handling => (own, "Handling tests passed"),
            Test::Landing => (own, "Landings that went well"),
            Test::Spotting => (own, "Enemies spotted"),
            Test::Extinguish => (own, "Fires put out"),
            Test::Clear => (own, "Jams cleared"),
            Test::Flak => (own.other(), "Flak bursts near a plane"),
            Test::Bombing => (own, "Damage rolled by bombs"),
        };
        let worth = |icon: &Icon| match test {
            Test::Structural | Test::Handling | Test::Landing => i32::from(*icon != Icon::Failure),
            Test::Spotting => i32::from(target.is_some_and(|target| self.spots(unit, target, *icon))),
            Test::Extinguish => i32::from(*icon == Icon::Success),
            Test::Clear => {
                i32::from(unit.as_plane().is_some_and(|i| clears(*icon, self.now.planes[i].level)))
            }
            // Near, or right at it.
            Test::Flak => *icon as i32,
            Test::Bombing => i32::from(bombed(*icon).points()),
        };
        Some(Throw::among(side.name(), kind, &icon, faces, worth))
    }
}
