//! What chance gave: each die, by what its colours are worth to a side.
//!
//! Left out is what no side can wish for: where Cylinders land, where Waves go and whether they go at all, what Cavalry
//! scouts (a Plan of one's choice costs the Cavalry), and all cards.

use crate::battle_plans::flips_by;
use crate::content::{Chart, Escape};
use crate::event::Roll;
use crate::kinds::Colour;
use crate::state::State;
use table::Throw;

const HUMANS: &str = "Humans";
const MARTIANS: &str = "Martians";
/// The two sides, by the names of their teams. Nobody sits for the second.
pub(crate) const SIDES: [&str; 2] = [HUMANS, MARTIANS];

/// What a task of Infantry or Cavalry costs when it fails.
const LOST: &str = "Units lost at their tasks";

impl Roll {
    /// Whose luck the die is, and of what kind.
    fn stake(self) -> Option<(&'static str, &'static str)> {
        Some(match self {
            Self::Shot { .. } => (HUMANS, "Hits by Guns"),
            Self::ShipShot { .. } => (HUMANS, "Hits by War Ships"),
            Self::Trap => (HUMANS, "Traps that worked"),
            Self::CylinderAttack { .. } => (HUMANS, "Attacks on Cylinders that worked"),
            Self::MachineAttack { .. } => (HUMANS, "Attacks on Handling Machines that worked"),
            Self::Earthworks { .. } => (HUMANS, "Earthworks built"),
            Self::PowderMill { .. } => (HUMANS, "Powder Mills built"),
            Self::Explosion { .. } => (HUMANS, "Harm done by Powder Mills"),
            Self::Attract { .. } => (HUMANS, "Tripods lured by Cavalry"),
            Self::Escape { .. } => (HUMANS, "Refugees escaped"),
            Self::Germs { .. } => (HUMANS, "Rolls of the Germs that ended the war"),
            Self::Detect { .. } => (MARTIANS, "Guns detected"),
            Self::Attack { .. } => (MARTIANS, "Guns hit"),
            Self::SeaDetect { .. } => (MARTIANS, "Ships and Refugees detected at sea"),
            Self::SeaFire { .. } => (MARTIANS, "Ships and Refugees hit at sea"),
            Self::Devastation { .. } => (MARTIANS, "Workforce devastated"),
            Self::RedWeed { .. } => (MARTIANS, "Zones overgrown by Red Weed"),
            Self::Assembly { .. } => (MARTIANS, "Cylinders opened"),
            Self::Machine { .. } => (MARTIANS, "Tripods built by Handling Machines"),
            Self::Colonization { .. } => (MARTIANS, "Rolls of Colonization that ended the war"),
            Self::Placement | Self::MartianAction { .. } | Self::MartianMove { .. } | Self::Scout { .. } => {
                return None;
            }
        })
    }

    /// The chart of a task at which a unit can be lost: its last result.
    fn task(self) -> Option<Chart> {
        match self {
            Self::CylinderAttack { .. } | Self::MachineAttack { .. } => Some(Chart::CylinderAttack),
            Self::Earthworks { .. } => Some(Chart::Earthworks),
            Self::PowderMill { .. } => Some(Chart::PowderMill),
            Self::Attract { .. } => Some(Chart::Attract),
            _ => None,
        }
    }
}

impl State {
    /// A die that has been rolled and has not taken effect.
    pub(crate) fn luck_of(&self, roll: Roll, colour: Colour) -> impl Iterator<Item = Throw> + use<> {
        let die = &self.content.die;
        let stake = roll.stake().map(|(side, kind)| {
            Throw::among(side, kind, &colour, die, |colour| i32::from(self.worth(roll, *colour)))
        });
        let lost = roll.task().map(|chart| {
            let lost = |colour: &Colour| i32::from(self.content.word(chart, *colour) == 2);
            Throw::among(MARTIANS, LOST, &colour, die, lost)
        });
        stake.into_iter().chain(lost)
    }

    /// What a colour brings the side that the die is good for.
    fn worth(&self, roll: Roll, colour: Colour) -> u8 {
        let word = |chart| self.content.word(chart, colour);
        let is = |wanted: Option<Colour>| u8::from(wanted == Some(colour));
        match roll {
            Roll::Shot { range, .. }
            | Roll::ShipShot { range, .. }
            | Roll::Detect { range, .. }
            | Roll::Attack { range, .. }
            | Roll::SeaDetect { range, .. }
            | Roll::SeaFire { range, .. } => is(self.needed(range)),
            Roll::Germs { needed } | Roll::Colonization { needed } => is(Some(needed)),
            Roll::Machine { colour: own, .. } => is(Some(own)),
            Roll::Trap => flips_by(colour).min(1),
            Roll::CylinderAttack { .. } | Roll::MachineAttack { .. } => {
                u8::from(word(Chart::CylinderAttack) == 1)
            }
            Roll::Earthworks { .. } => word(Chart::Earthworks).min(1),
            Roll::PowderMill { .. } => u8::from(word(Chart::PowderMill) == 1),
            Roll::Attract { .. } => u8::from(word(Chart::Attract) == 1),
            // A hit, or two at once.
            Roll::Explosion { .. } => word(Chart::Explosion),
            Roll::RedWeed { .. } => word(Chart::RedWeed),
            Roll::Assembly { wave } => {
                let zone = self.now.waves[usize::from(wave)].zone;
                zone.map_or(0, |zone| self.now.machines[zone.index()][colour.index() % 3]).min(1)
            }
            Roll::Escape { points, .. } => {
                match self.content.escape[usize::from(points) - 1][colour.index() % 3] {
                    Escape::Escape => points,
                    Escape::Half => 1,
                    Escape::NavalBattle => 0,
                }
            }
            Roll::Devastation { band } => {
                let attack = self.content.devastation[colour.index() % 3];
                let (harm, _) = self.content.attacks[attack as usize];
                let left = self.acting_zone(band).map_or(0, |zone| self.now.workforce[zone.index()]);
                harm.saturating_mul(self.band(band).count()).min(left)
            }
            Roll::Placement | Roll::MartianAction { .. } | Roll::MartianMove { .. } | Roll::Scout { .. } => 0,
        }
    }
}
