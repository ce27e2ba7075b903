//! What is asked, and what can be answered (note TH-N05).

use crate::kinds::{StandId, UnitId};
use crate::measure::P;
use serde::{Deserialize, Serialize};

/// A moment at which overwatch is asked (TH-OVR-09).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Moment {
    Before,
    /// While an enemy stand moves.
    During,
    /// All have moved and close combats are still to come: still at -1 (TH-SEQ-08).
    Between,
    After,
}

impl Moment {
    /// The three moments of option overwatch_shots = 3.
    pub const fn bit(self) -> u8 {
        match self {
            Self::Before => 1,
            Self::During | Self::Between => 2,
            Self::After => 4,
        }
    }

    /// Fire made while the enemy moves is at -1 (TH-CBT-05).
    pub const fn is_during(self) -> bool {
        matches!(self, Self::During | Self::Between)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Ask {
    Deploy,
    /// Any stand due in this phase fires, or the step ends.
    Fire,
    /// A stand is picked to move, or the step ends.
    Move,
    /// The picked stand's path.
    Path,
    Watch {
        moment: Moment,
        /// The how manieth question of this phase it is.
        #[serde(default)]
        count: u16,
    },
    /// Which close combat is fought first (TH-CLC-03).
    Combat,
    /// A shot in close combat.
    Shot {
        stand: StandId,
    },
    /// Moves after close combat (TH-CLC-07).
    Continue,
    Weapon {
        ship: StandId,
    },
    /// Overwatch markers (TH-OVR-01).
    Mark,
}

/// One attack with one weapon (TH-SEQ-10).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Attack {
    /// `gun` is a ship's gun; 0 for every other stand.
    Fire {
        gun: u8,
        target: StandId,
    },
    Sweep {
        middle: P,
        bearing: u16,
    },
    Gas {
        at: P,
    },
}

/// Points are thousandths of an inch, facings tenths of a degree.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub enum Order {
    Deploy {
        stand: StandId,
        at: P,
        facing: u16,
    },
    /// The printed places of a unit, or of all that are not yet placed.
    DeployPrinted {
        unit: Option<UnitId>,
    },
    Land {
        cylinder: StandId,
        at: P,
        turn: u8,
    },
    Attack {
        stand: StandId,
        attack: Attack,
    },
    Pick {
        stand: StandId,
        strategic: bool,
    },
    /// A stand from off the board begins at this point of its entry line.
    Enter {
        stand: StandId,
        at: P,
        strategic: bool,
    },
    /// A machine leaves its cylinder on this side, in whole degrees.
    Emerge {
        machine: StandId,
        bearing: u16,
    },
    /// The picked stand goes; the path begins with its next point.
    Go {
        path: Vec<P>,
        facing: u16,
    },
    Stay {
        facing: u16,
    },
    /// The stands of a unit are picked and go by this shift (east, north), one after the other and each with its own dice.
    March {
        unit: UnitId,
        shift: P,
        strategic: bool,
    },
    /// Every stand that owes a flight from gas is picked and runs as the engine proposes, one after the other.
    Flee,
    Continue {
        stand: StandId,
        path: Vec<P>,
        facing: u16,
    },
    React {
        holder: StandId,
        mark: u16,
        attack: Attack,
    },
    Pass,
    Hold,
    Combat {
        mover: StandId,
    },
    Weapon {
        gun: u8,
    },
    Mark {
        stands: Vec<StandId>,
    },
    /// No order but a question: the lines of sight of a stand.
    Look {
        stand: StandId,
    },
    EndStep,
    Resign,
}
