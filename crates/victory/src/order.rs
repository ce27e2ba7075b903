//! What a player is asked, and what he may answer.

use crate::kinds::{Maneuver, UnitId};
use crate::map::Mega;
use geometry::Hex;
use serde::{Deserialize, Serialize};

/// The decision that the match waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Ask {
    /// Scenario 7: where this plane starts.
    Place {
        plane: u8,
    },
    /// Scenario 7: the time of day.
    Sun {
        side: crate::kinds::Side,
    },
    /// Scenario 7: a cloud, or none.
    Cloud {
        side: crate::kinds::Side,
    },
    /// Where this emplacement puts its marker.
    Flak {
        unit: UnitId,
    },
    /// Whom this plane looks for.
    Look {
        plane: u8,
    },
    /// This plane's throttle and next step.
    Fly {
        plane: u8,
    },
    /// This plane has entered a hex: freeze time, fire from the ground, or let it pass.
    Window {
        plane: u8,
        /// How many hexes it has flown in this round.
        hexes: u8,
    },
    /// Time stands still: turn the nose now, or leave it for later.
    Due {
        plane: u8,
    },
    /// What this firing position does.
    Gun {
        plane: u8,
        gun: u8,
    },
    /// Drop the bombs, or not.
    Bombs {
        plane: u8,
    },
    /// At whom this ground unit fires.
    Ground {
        unit: UnitId,
    },
    Over,
}

/// A cloud of the dogfight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Cloud {
    Cumulus {
        #[cfg_attr(feature = "ts", ts(type = "[number, number]"))]
        mega: Mega,
    },
    MediumStratus,
    HighStratus,
}

/// One act of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Act {
    Throttle {
        to: i8,
    },
    /// Into the hex ahead, without a maneuver.
    Straight,
    /// The free level-off: from a climb, or right after the diving exit of a wingover.
    Level,
    Begin {
        maneuver: Maneuver,
    },
    /// Into the ground hex ahead, gently.
    Land,
    /// The move is over.
    End,
}

/// At most so many acts make a move: a throttle, eleven movement points, free steps between.
pub const ACTS: usize = 24;

/// The acts of a whole move, in order.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Course {
    len: u8,
    next: u8,
    acts: [Act; ACTS],
}

impl Default for Course {
    fn default() -> Self {
        Self { len: 0, next: 0, acts: [Act::End; ACTS] }
    }
}

impl std::fmt::Debug for Course {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.left()).finish()
    }
}

impl Course {
    pub fn new(acts: &[Act]) -> Option<Self> {
        let mut course = Self::default();
        course.acts.get_mut(..acts.len())?.copy_from_slice(acts);
        course.len = acts.len() as u8;
        Some(course)
    }

    /// The acts that are still to be carried out.
    pub fn left(&self) -> &[Act] {
        let len = usize::from(self.len).min(ACTS);
        &self.acts[usize::from(self.next).min(len)..len]
    }

    pub(crate) fn take(&mut self) -> Option<Act> {
        let act = self.left().first().copied()?;
        self.next += 1;
        Some(act)
    }

    pub(crate) fn clear(&mut self) {
        *self = Self::default();
    }

    pub fn is_empty(&self) -> bool {
        self.next >= self.len
    }
}

impl Serialize for Course {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.left())
    }
}

impl<'de> Deserialize<'de> for Course {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let acts = Vec::<Act>::deserialize(from)?;
        Self::new(&acts).ok_or_else(|| {
            serde::de::Error::custom(format!("expected at most {ACTS} acts, found {}", acts.len()))
        })
    }
}

/// An answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Order {
    Place {
        #[cfg_attr(feature = "ts", ts(type = "[number, number]"))]
        hex: Hex,
    },
    /// The time of day by its number on the d6.
    Sun {
        time: u8,
    },
    Cloud {
        cloud: Cloud,
    },
    NoCloud,
    Flak {
        #[cfg_attr(feature = "ts", ts(type = "[number, number]"))]
        mega: Mega,
    },
    NoFlak,
    Look {
        target: UnitId,
    },
    /// Look for everybody that can be looked for.
    LookAround,
    /// Look for nobody else.
    LookAway,
    Act(Act),
    /// A whole move at once.
    Move {
        #[cfg_attr(feature = "ts", ts(type = "Act[]"))]
        acts: Course,
    },
    Freeze,
    /// A ground unit fires at the plane that has just entered a hex.
    GroundFire {
        unit: UnitId,
    },
    /// Let this hex pass.
    Pass,
    /// Let the rest of this move pass.
    StandDown,
    /// Make the free steps that are due, or leave them for later.
    TurnNow,
    TurnLater,
    Fire {
        target: UnitId,
        long: bool,
    },
    Clear,
    Hold,
    Bombs {
        target: UnitId,
    },
}
