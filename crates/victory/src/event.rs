//! What can happen, as everybody reads it: the sky lies open.

use crate::kinds::{Aspect, Colour, Hit, Icon, Maneuver, Part, Side, UnitId};
use crate::map::Mega;
use crate::order::Cloud;
use crate::state::{How, Phase};
use geometry::{Facing, Hex};
use serde::Serialize;

/// Why a test die is rolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Test {
    Structural,
    Handling,
    Landing,
    Spotting,
    Extinguish,
    Clear,
    Flak,
    Bombing,
}

/// One modifier of a combat die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Shift {
    pub why: Why,
    pub by: i8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Why {
    Skill,
    Range,
    Head,
    Rear,
    Side,
    Jink,
    BarrelRoll,
    FallingLeaf,
    Tailing,
    LongBurst,
    Size,
}

impl Why {
    pub const fn name(self) -> &'static str {
        [
            "skill",
            "range",
            "head-to-head",
            "rear",
            "side",
            "jinking target",
            "barrel rolling target",
            "falling leaf",
            "tailing",
            "long burst",
            "size of the target",
        ][self as usize]
    }
}

/// Who was hit aboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Crew {
    Pilot,
    Gunner(u8),
}

/// Where an attack comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum From {
    /// A firing position of a plane.
    Gun {
        plane: u8,
        gun: u8,
    },
    Ground {
        unit: UnitId,
    },
    Flak,
    Fire,
    Storm,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "what", rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum What {
    RoundBegan {
        round: u8,
    },
    PhaseBegan {
        phase: Phase,
    },
    /// Nobody has anything to do in a phase.
    PhaseSkipped {
        phase: Phase,
    },
    FirstToPlace {
        side: Side,
        allied: u8,
        german: u8,
    },
    Placed {
        plane: u8,
        #[cfg_attr(feature = "ts", ts(type = "[number, number]"))]
        at: Hex,
    },
    SunSet {
        side: Side,
        time: u8,
    },
    CloudPlaced {
        side: Side,
        cloud: Option<Cloud>,
    },
    FlakPlaced {
        unit: UnitId,
        #[cfg_attr(feature = "ts", ts(type = "[number, number]"))]
        mega: Mega,
        heavy: bool,
    },
    /// A test die was rolled.
    Tested {
        test: Test,
        unit: UnitId,
        target: Option<UnitId>,
        colour: Colour,
        icon: Icon,
        /// How many MegaHexes away a target is that a plain success does not spot.
        far: Option<u8>,
    },
    /// The die that a position laid down next is of another kind than the one that is rolled.
    DieWaits {
        lies: &'static str,
    },
    Spotted {
        unit: UnitId,
        target: UnitId,
    },
    SightLost {
        unit: UnitId,
        target: UnitId,
    },
    TieRolled {
        plane: u8,
        roll: u8,
    },
    OrderSet {
        order: Vec<u8>,
    },
    Tails {
        plane: u8,
        target: u8,
    },
    TailingBroken {
        plane: u8,
        target: u8,
    },
    Throttle {
        plane: u8,
        to: i8,
    },
    Begun {
        plane: u8,
        maneuver: Maneuver,
        loss: i8,
        cue: i8,
    },
    Entered {
        plane: u8,
        #[cfg_attr(feature = "ts", ts(type = "[number, number]"))]
        at: Hex,
        mp: i8,
    },
    Turned {
        plane: u8,
        facing: Facing,
        inverted: bool,
    },
    Dropped {
        plane: u8,
        #[cfg_attr(feature = "ts", ts(type = "[number, number]"))]
        at: Hex,
    },
    /// The scout of scenario 3 is left behind by the bomber.
    Shifted {
        plane: u8,
        #[cfg_attr(feature = "ts", ts(type = "[number, number]"))]
        at: Hex,
    },
    MoveOver {
        plane: u8,
        cue: i8,
        speed: i8,
    },
    Stalled {
        plane: u8,
    },
    Recovered {
        plane: u8,
        speed: i8,
    },
    CrackedUp {
        plane: u8,
        #[cfg_attr(feature = "ts", ts(type = "[number, number]"))]
        at: Hex,
        by: Option<UnitId>,
    },
    Crashed {
        plane: u8,
        #[cfg_attr(feature = "ts", ts(type = "[number, number]"))]
        at: Hex,
    },
    Exploded {
        plane: u8,
    },
    Landed {
        plane: u8,
        hard: bool,
    },
    Left {
        plane: u8,
        east: bool,
        safe: bool,
    },
    Collided {
        plane: u8,
        with: u8,
    },
    FrozenBy {
        side: Side,
        plane: u8,
        hexes: u8,
        time: u8,
    },
    /// A combat die was rolled.
    Shot {
        from: From,
        target: UnitId,
        aspect: Option<Aspect>,
        distance: u8,
        long: bool,
        base: Colour,
        shifts: Vec<Shift>,
        colour: Colour,
        hit: Hit,
    },
    /// A d20 named the part.
    PartHit {
        plane: u8,
        /// What the die shows.
        natural: u8,
        /// The same, moved by the direction of the attack.
        roll: u8,
        part: Part,
        hit: Hit,
    },
    Structure {
        plane: u8,
        disc: u8,
    },
    ControlHit {
        plane: u8,
        control: crate::kinds::Control,
        disc: u8,
        dead: bool,
    },
    Engine {
        plane: u8,
        disc: u8,
    },
    Seized {
        plane: u8,
    },
    Leaking {
        plane: u8,
        rounds: u8,
    },
    LeakRolled {
        plane: u8,
        hit: Hit,
    },
    CaughtFire {
        plane: u8,
    },
    FireOut {
        plane: u8,
    },
    Wounded {
        plane: u8,
        crew: Crew,
    },
    Killed {
        plane: u8,
        crew: Crew,
    },
    Jammed {
        plane: u8,
        gun: u8,
    },
    Cleared {
        plane: u8,
        gun: u8,
    },
    Reloaded {
        plane: u8,
        gun: u8,
    },
    OutOfAmmunition {
        plane: u8,
        gun: u8,
    },
    Fouled {
        plane: u8,
    },
    TargetHit {
        unit: UnitId,
        hits: u8,
    },
    TargetDestroyed {
        unit: UnitId,
    },
    BalloonSank {
        unit: UnitId,
        level: i8,
    },
    BalloonSafe {
        unit: UnitId,
    },
    Crossed {
        plane: u8,
        crossings: u8,
    },
    Over {
        winner: Option<Side>,
        how: How,
    },
}
