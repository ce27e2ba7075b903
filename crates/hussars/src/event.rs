//! What can happen, as those who may know it read it.

use crate::kinds::{Phase, Side, StandId, System, UnitId, Weapon};
use crate::march::{Halt, Short};
use crate::measure::P;
use crate::order::Moment;
use serde::Serialize;

/// Why a stand is gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    Fire,
    Morale,
    Gas,
    Crash,
    Broken,
    Stormed,
    Sunk,
    Landing,
    Cylinder,
}

/// Why a shot needs what it needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Modifier {
    Range,
    Cover,
    Movement,
    Flyer,
    Strategic,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum ShipResult {
    Engine,
    Weapon,
    Ammunition,
    Nothing,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "what", rename_all = "snake_case")]
pub enum What {
    TurnBegan {
        turn: u8,
    },
    PhaseBegan {
        phase: Phase,
    },
    Deployed {
        stand: StandId,
        at: P,
        facing: u16,
    },
    SideDeployed {
        side: Side,
    },
    LandingWritten {
        cylinder: StandId,
        at: P,
        turn: u8,
    },
    Landed {
        cylinder: StandId,
        at: P,
        roll: u8,
        scatter: Option<(u16, u8)>,
    },
    Pushed {
        stand: StandId,
        at: P,
    },
    Activation {
        cylinder: StandId,
        roll: u8,
    },
    RayActive {
        cylinder: StandId,
    },
    Assembled {
        cylinder: StandId,
    },
    Emerged {
        machine: StandId,
        cylinder: StandId,
        at: P,
        facing: u16,
    },
    Picked {
        stand: StandId,
        dice: Vec<u8>,
        allowance: i32,
        strategic: bool,
    },
    Moved {
        stand: StandId,
        path: Vec<P>,
        facing: u16,
    },
    /// A stand of a march that does not go, for its own side.
    Stayed {
        stand: StandId,
        why: Short,
    },
    /// Those of a march who have not gone yet, for their own side.
    Halted {
        stands: Vec<StandId>,
        why: Halt,
    },
    Turned {
        stand: StandId,
        facing: u16,
    },
    Exited {
        stand: StandId,
    },
    CutShort {
        stand: StandId,
        at: P,
    },
    Spotted {
        stand: StandId,
        at: P,
        facing: u16,
    },
    Unspotted {
        stand: StandId,
    },
    Shot {
        stand: StandId,
        weapon: Weapon,
        target: StandId,
        needed: u8,
        modifiers: Vec<Modifier>,
        rolls: Vec<u8>,
        hits: u8,
    },
    Swept {
        stand: StandId,
        middle: P,
        bearing: u16,
    },
    Effect {
        target: StandId,
        weapon: Weapon,
        roll: u8,
        hits: u8,
    },
    CheckOwed {
        stand: StandId,
    },
    Located {
        target: StandId,
        roll: u8,
        system: System,
    },
    CylinderHit {
        cylinder: StandId,
        hits: u8,
    },
    MachineLost {
        machine: StandId,
    },
    ShipHit {
        ship: StandId,
        roll: u8,
        result: ShipResult,
    },
    GunLost {
        ship: StandId,
        gun: Weapon,
    },
    Sinking {
        ship: StandId,
        turns: u8,
    },
    Rammed {
        ship: StandId,
        tripod: StandId,
        hits: u8,
    },
    Canister {
        stand: StandId,
        aim: P,
        needed: u8,
        modifiers: Vec<Modifier>,
        roll: u8,
        burst: Option<P>,
        scatter: Option<(u16, u8)>,
    },
    GasGone {
        at: P,
    },
    Feared {
        stand: StandId,
        needed: u8,
        roll: u8,
        passed: bool,
    },
    Checked {
        stand: StandId,
        needed: u8,
        roll: u8,
        passed: bool,
    },
    UnitChecked {
        unit: UnitId,
        needed: u8,
        roll: u8,
        passed: bool,
    },
    Crashed {
        flyer: StandId,
        at: P,
    },
    Destroyed {
        stand: StandId,
        cause: Cause,
        at: Option<P>,
    },
    Contact {
        stand: StandId,
        enemy: StandId,
    },
    CombatBegan {
        movers: Vec<StandId>,
        others: Vec<StandId>,
    },
    Deadlock {
        movers: Vec<StandId>,
    },
    Marked {
        stands: Vec<StandId>,
    },
    Watched {
        moment: Moment,
        stand: StandId,
    },
    Scored {
        scores: [u16; 2],
    },
    Over {
        winner: Option<Side>,
        grade: u8,
        scores: [u16; 2],
    },
}
