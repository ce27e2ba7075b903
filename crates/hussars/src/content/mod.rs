//! The components: stands, weapons, ground, scenarios. Read from text, checked, and turned into tables.

mod files;
mod rows;

pub use components::ContentError;
pub use files::BUILT_IN;
pub use rows::{BriefingSide, RayEffect, ShipEffect};

use crate::ground::Map;
use crate::kinds::{Class, Ground, Quality, Side, System, Type, Weapon};
use crate::measure::{Form, P, Polygon, Shape};
use crate::setup::Options;
use geometry::ground::{Factor, Footprint};
use serde::Deserialize;
use std::sync::Arc;
use table::StateHash;

/// A profile of the army list, or a machine's sheet (TH-HUM-03, TH-MAR-01).
#[derive(Clone, Debug)]
pub struct Profile {
    pub id: String,
    pub name: String,
    pub side: Side,
    pub ty: Type,
    pub quality: Option<Quality>,
    pub class: Class,
    /// Movement dice of a human stand (TH-MOV-02).
    pub dice: u8,
    /// Fixed movement in inches: machines, ships.
    pub inches: u8,
    /// 0 passes every check.
    pub morale: u8,
    pub morale_section_4: u8,
    pub to_hit: u8,
    pub weapon: Option<Weapon>,
    pub guns: Vec<Weapon>,
    pub points: u16,
    pub cohesion: u8,
    pub strategic: u8,
    pub spotted_still: u8,
    pub form: Form,
    /// The form in every facing.
    pub shape: Shape,
    /// Boxes of each system (TH-MAR-01).
    pub boxes: [u8; 5],
    pub motive_loss: u8,
    pub gas_shots: u8,
    pub heat_ray: bool,
    pub speed_step: u8,
    pub engine_loss: u8,
    pub sinking_loss: u8,
    pub hits: u8,
    pub cargo: u8,
    pub landing_to_hit: u8,
}

#[derive(Clone, Debug)]
pub struct Arm {
    /// Effective range in inches; long range is twice that.
    pub range: u8,
    pub dice: u8,
    pub effect_hits: [u8; 6],
    pub arc_degrees: u16,
    pub to_hit: u8,
    pub sweep_to_hit: u8,
    pub sweep_length: u8,
    pub effect: [RayEffect; 6],
    pub on_ironclad: [ShipEffect; 6],
    /// Side of the cloud in thousandths of an inch.
    pub cloud: i32,
}

/// What a kind of ground does to those who cross it.
#[derive(Clone, Debug)]
pub struct GroundRow {
    pub kind: Ground,
    /// Cost for each inch by class; none may not enter.
    pub cost: [Option<Factor>; 6],
    /// Lines: half the allowance to cross.
    pub half: [bool; 6],
    /// Lines: may be crossed at all.
    pub passes: [bool; 6],
    pub cover: bool,
    pub height: u8,
    pub rule: &'static str,
}

/// What scores (TH-VIC-01).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Feat {
    CylinderDestroyed,
    TripodDestroyed,
    FlyerDestroyed,
    TripodAliveOutside,
    FlyerAliveOutside,
    TripodExited,
    BoxMarkedOnSurvivor,
    TownHeld,
    HumanPointsLost,
    SteamerSunk,
    SteamerEscaped,
    IroncladSunkOrSinking,
    ColumnStandExited,
    ColumnStandLost,
    /// Points of Martian machines destroyed, one by one (TH-ARM-09).
    MachinePointsLost,
}

impl Feat {
    /// It scores to leave the board.
    pub const fn is_an_exit(self) -> bool {
        matches!(self, Self::TripodExited | Self::SteamerEscaped | Self::ColumnStandExited)
    }
}

/// What ends a match before its last turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum End {
    NoHumanStands,
    CylindersDestroyedAndNoMachines,
    NoTripodsOnBoard,
    NoSteamerAndNoIronclad,
    NoMachines,
    NoColumnOnBoard,
}

#[derive(Clone, Debug)]
pub struct Score {
    pub side: Side,
    pub feat: Feat,
    pub vp: u16,
    pub per: u16,
    /// The unit that it is about, by its place in the scenario.
    pub units: Vec<u8>,
    pub without: Vec<Type>,
    /// Areas of the map.
    pub towns: Vec<usize>,
    pub min_stands: u8,
    pub no_martian_within: u8,
}

#[derive(Clone, Debug)]
pub struct Exit {
    pub side: Side,
    pub edge: [P; 2],
    pub from_turn: u8,
    pub kind: Option<Type>,
    pub units: Vec<u8>,
    pub rule: &'static str,
}

#[derive(Clone, Debug)]
pub struct Zone {
    pub id: String,
    pub side: Side,
    pub shape: Polygon,
}

#[derive(Clone, Debug)]
pub struct Unit {
    pub id: String,
    pub side: Side,
    pub name: String,
    pub zone: usize,
    /// Profile of each stand.
    pub stands: Vec<usize>,
    pub place: Vec<(P, u16)>,
    /// Profiles of the machines inside a cylinder.
    pub cargo: Vec<usize>,
    pub heat_ray_active: bool,
    pub lands: Option<u8>,
    pub lands_choice: Vec<u8>,
    /// A set of stands, by their place in the unit.
    pub scouts: u8,
    pub arrives: Option<u8>,
    pub entry: Option<[P; 2]>,
    pub crew: Option<Quality>,
    pub speed: u8,
}

#[derive(Clone, Debug)]
pub struct Scenario {
    pub id: String,
    pub name: String,
    pub about: String,
    /// The first part of the ledger ids that are its own.
    pub prefix: &'static str,
    pub map: Arc<Map>,
    pub turns: u8,
    pub deploy_order: [Side; 2],
    pub options: Options,
    pub activation_dice: u8,
    pub grades: [u16; 2],
    pub points: [u16; 2],
    /// From 1 to 3.
    pub difficulty: u8,
    pub minutes: u16,
    pub end: Vec<End>,
    pub ends: String,
    pub special: Vec<String>,
    pub know: Vec<String>,
    pub sides: Vec<BriefingSide>,
    pub zones: Vec<Zone>,
    pub units: Vec<Unit>,
    pub exits: Vec<Exit>,
    pub scores: Vec<Score>,
}

/// All components, checked.
#[derive(Debug)]
pub struct Content {
    pub profiles: Vec<Profile>,
    pub arms: Vec<Arm>,
    /// Columns of the hit table by roll (TH-CBT-15).
    pub hit_table: [Vec<System>; 6],
    pub grounds: Arc<[GroundRow]>,
    pub scenarios: Vec<Scenario>,
    /// What a cloud of gas covers (TH-GAS-03).
    pub cloud: Footprint,
    hash: StateHash,
}

components::content!(Content, files);

impl Content {
    pub fn hash(&self) -> StateHash {
        self.hash
    }

    pub fn profile(&self, id: &str) -> Option<usize> {
        self.profiles.iter().position(|p| p.id == id)
    }

    pub fn scenario(&self, id: &str) -> Option<&Scenario> {
        self.scenarios.iter().find(|s| s.id == id)
    }

    pub fn arm(&self, weapon: Weapon) -> &Arm {
        &self.arms[weapon.index()]
    }
}
