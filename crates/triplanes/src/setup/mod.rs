//! SETUP and NUMBER OF PLAYERS AND VEHICLES: a loose set-up that anybody may fill, validated into a state
//! that is always playable (TT-GEN, TT-SET, TT-GEO-06).

use crate::automated_tripod::AutomatedSetup;
use crate::console::{AirplaneConsole, TripodConsole};
use crate::content::{DeckId, LastManeuver, Restrictions, TerrainKind};
use crate::draws::Work;
use crate::gun_positions::GunSetup;
use crate::invasion::InvasionSetup;
use crate::order::{Action, Cards};
use crate::scenarios;
use crate::state::{Declaration, Fate, HiddenDamage, LastShot, Step};
use crate::tripods_in_ww2::PlaneSetup;
use crate::tripods_vs_tripods::Pilot;
use geometry::{Angle, Vec2};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use table::{SeatId, TeamId};

mod begin;
mod flat;

pub(crate) use begin::{AREA_LIMIT, altitude_table, begin, take};

/// The two sides (TT-GEN-01).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Team {
    Earthlings,
    Martians,
}

impl Team {
    pub fn id(self) -> TeamId {
        TeamId(self as u8)
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Earthlings => "Earthlings",
            Self::Martians => "Martians",
        }
    }

    #[must_use]
    pub fn enemy(self) -> Self {
        match self {
            Self::Earthlings => Self::Martians,
            Self::Martians => Self::Earthlings,
        }
    }
}

/// Refuse or penalize an illegal plan (TT-PLN-06).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Planning {
    #[default]
    Strict,
    Printed,
}

/// Whether players put their pieces on the table themselves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Placement {
    /// Everything stands at its default place, or where the seed deals it.
    #[default]
    Quick,
    /// Placing is part of the game (TT-SET-01).
    Played,
}

/// A complete set-up: of a new match, or of a position in the middle of one. What a position does not say
/// has its value at the start of a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    #[serde(default = "simple_battle")]
    pub scenario: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variant: Option<String>,
    /// The Standard layer: special damages (TT-GEN-05).
    #[serde(default = "yes")]
    pub standard: bool,
    #[serde(default)]
    pub planning: Planning,
    #[serde(default)]
    pub placement: Placement,
    /// A match that lasts longer is a draw (TT-VIC-04).
    #[serde(default = "default_turn_limit")]
    pub turn_limit: u16,
    /// Width and height of the playing area in millimetres.
    #[serde(default = "default_area")]
    pub area: [f64; 2],
    /// An official game mat may be smaller than the least area (TT-SCN-03).
    #[serde(default, skip_serializing_if = "is_default")]
    pub mat: bool,
    #[serde(default = "first_turn")]
    pub turn: u16,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step: Option<Step>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub picture: bool,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub stack: BTreeMap<DeckId, Vec<String>>,
    /// The black smoke rule is in use (TT-ACT-09).
    #[serde(default, skip_serializing_if = "is_default")]
    pub black_smoke: bool,
    /// *Tripods in WW2* is played (INV-WW2-01).
    #[serde(default, skip_serializing_if = "is_default")]
    pub ww2: bool,
    /// WW2 airplanes plan one turn ahead (INV-WW2-10).
    #[serde(default, skip_serializing_if = "is_default")]
    pub plan_ahead: bool,
    /// The altitude rules are in use (TT-ALT-01).
    #[serde(default, skip_serializing_if = "is_default")]
    pub altitude: bool,
    /// The modules of Invasion: tripods on both sides, and bombs (INV-GEN-01).
    #[serde(default, skip_serializing_if = "is_default")]
    pub tripods_vs_tripods: bool,
    #[serde(default, skip_serializing_if = "is_default")]
    pub bombing: bool,
    /// The middle of a phase with them.
    #[serde(default, skip_serializing_if = "is_default")]
    pub invasion: InvasionSetup,
    /// The landing field (TT-EAG-02).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field: Option<FieldSetup>,
    /// Terrain templates count as objectives (TT-PIA-04).
    #[serde(default, skip_serializing_if = "is_default")]
    pub terrain_objectives: bool,
    /// Black smoke clouds on the table, by their centres.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub clouds: Vec<Vec2>,
    /// Whose clouds they are; all the Martians' if it is not said.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cloud_sides: Vec<Team>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub terrain: Vec<TerrainSetup>,
    /// Cards that are still to be drawn in this step.
    #[serde(default, skip_serializing_if = "is_default")]
    pub work: Work,
    /// Seats that the booklet's procedure plays (INV-AUT-01).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub automated: Option<AutomatedSetup>,
    pub seats: Vec<SeatSetup>,
    pub vehicles: Vec<VehicleSetup>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub objectives: Vec<ObjectiveSetup>,
}

fn simple_battle() -> String {
    "simple-battle".to_owned()
}
fn yes() -> bool {
    true
}
fn default_turn_limit() -> u16 {
    scenarios::TURN_LIMIT
}
fn default_area() -> [f64; 2] {
    [900.0, 900.0]
}
fn first_turn() -> u16 {
    1
}
fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeatSetup {
    pub name: String,
    pub team: Team,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ObjectiveSetup {
    /// The centre; not yet on the table without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Vec2>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub red_weed: bool,
    #[serde(default, skip_serializing_if = "is_default")]
    pub destroyed: bool,
    /// A tripod has stood on it (INV-WWS-02).
    #[serde(default, skip_serializing_if = "is_default")]
    pub reached: bool,
}

impl ObjectiveSetup {
    /// One that is still to be placed.
    pub fn to_place() -> Self {
        Self { at: None, red_weed: false, destroyed: false, reached: false }
    }
}

/// The landing field: its centre, and the way its long sides run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FieldSetup {
    /// The centre; not yet on the table without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Vec2>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub facing: Angle,
}

/// A terrain template (TT-TER-01).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TerrainSetup {
    pub kind: TerrainKind,
    /// The centre; not yet on the table without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Vec2>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub facing: Angle,
    #[serde(default, skip_serializing_if = "is_default")]
    pub used: bool,
    #[serde(default, skip_serializing_if = "is_default")]
    pub destroyed: bool,
}

impl TerrainSetup {
    /// One that is still to be placed.
    pub fn to_place(kind: TerrainKind) -> Self {
        Self { kind, at: None, facing: Angle::ZERO, used: false, destroyed: false }
    }
}

/// A vehicle with its console. What is not said of the console is looked up or follows from the step.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(remote = "Self", deny_unknown_fields)]
pub struct VehicleSetup {
    pub model: String,
    pub seat: SeatId,
    /// Who sits in a tripod; somebody of its own side if it is not said (INV-GEN-03).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pilot: Option<Pilot>,
    /// Bomb loads on board (INV-BOM-01).
    #[serde(default, skip_serializing_if = "is_default")]
    pub loads: u8,
    /// The centre of the base; not yet on the table without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Vec2>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub facing: Angle,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fate: Option<Fate>,
    /// Damage cards on the console, as `deck card`: "B 3 circuits".
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub damage: Vec<HeldSetup>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub hidden: HiddenDamage,
    /// A total was written down when a deck ran out.
    #[serde(default, skip_serializing_if = "is_default")]
    pub noted: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plan: Option<Cards>,
    /// The restrictions that this turn's plan was made under, where they differ from those of the console.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bound: Option<BoundSetup>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub choosing: Option<Action>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub action: Option<Action>,
    /// The printed number of the card carried out in this phase.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub flown: Option<u8>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub declared: Option<Declaration>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_shot: Option<LastShot>,
    /// The printed rating if it is not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub energy: Option<u8>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub jammed: u8,
    /// The guns are silent in this phase; while counters lie there they are, if it is not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub jammed_now: Option<bool>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub flames: u8,
    #[serde(default, skip_serializing_if = "is_default")]
    pub wounds: u8,
    /// The pilot's skills, each with its recovery counters (TT-ACE-01).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub skills: Vec<SkillSetup>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub special_drawn: u32,
    /// The cannon is being loaded in this phase; while counters lie there it is, if it is not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub loading_now: Option<bool>,
    /// The printed number of the card shifted into the next turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub carried: Option<u8>,
    /// The level of an airplane; the one at which it starts if it is not said (TT-ALT-01).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<u8>,
    /// Gun positions besides the pilot's, where something is to be said of them (INV-BOM-35).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub guns: Vec<GunSetup>,
    /// What WW2 adds to an airplane's console.
    #[serde(default, skip_serializing_if = "is_default")]
    pub plane: PlaneSetup,
    /// What lies open on its console; the one that it does not have is empty.
    #[serde(flatten, skip_deserializing, serialize_with = "flat::write")]
    pub airplane: AirplaneConsole,
    #[serde(flatten, skip_deserializing, serialize_with = "flat::write")]
    pub tripod: TripodConsole,
}

/// A skill as a set-up writes it: its word alone, or with counters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum SkillSetup {
    Ready(String),
    Used(UsedSkill),
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UsedSkill {
    pub skill: String,
    #[serde(default)]
    pub counters: u8,
    /// The phase began with counters.
    #[serde(default, skip_serializing_if = "is_default")]
    pub recovering: bool,
    /// Taken in this phase.
    #[serde(default, skip_serializing_if = "is_default")]
    pub fresh: bool,
}

impl VehicleSetup {
    pub fn new(model: impl Into<String>, seat: SeatId) -> Self {
        Self {
            model: model.into(),
            seat,
            pilot: None,
            loads: 0,
            at: None,
            facing: Angle::degrees(0),
            fate: None,
            damage: Vec::new(),
            hidden: HiddenDamage::default(),
            noted: false,
            plan: None,
            bound: None,
            choosing: None,
            action: None,
            flown: None,
            declared: None,
            last_shot: None,
            energy: None,
            jammed: 0,
            jammed_now: None,
            flames: 0,
            wounds: 0,
            skills: Vec::new(),
            special_drawn: 0,
            loading_now: None,
            carried: None,
            level: None,
            guns: Vec::new(),
            plane: PlaneSetup::default(),
            airplane: AirplaneConsole::default(),
            tripod: TripodConsole::default(),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HeldSetup {
    /// Deck letter and card: "B 3 circuits".
    pub card: String,
    #[serde(default, skip_serializing_if = "is_default")]
    pub aimed: bool,
    #[serde(default, skip_serializing_if = "is_default")]
    pub sniper: bool,
    /// The number counts twice (INV-TVT-20).
    #[serde(default, skip_serializing_if = "is_default")]
    pub doubled: bool,
    /// From a bomb; `known_to` is its bomber's player, where he has chosen it (INV-BOM-24).
    #[serde(default, skip_serializing_if = "is_default")]
    pub bomb: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub known_to: Option<SeatId>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub shown: bool,
    #[serde(default, skip_serializing_if = "is_default")]
    pub points_only: bool,
    #[serde(default, skip_serializing_if = "is_default")]
    pub turn: u16,
}

/// See [`crate::content::Restrictions`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct BoundSetup {
    pub last: LastManeuver,
    pub fire: bool,
    pub left_jam: bool,
    pub right_jam: bool,
    pub engine: u8,
    pub no_reverse: bool,
    pub cards: u8,
}

impl BoundSetup {
    /// The restrictions that it says; what it does not say is as on this console, and no card is given.
    pub(crate) fn read(self, console: Restrictions) -> Restrictions {
        Restrictions {
            last: self.last,
            fire: self.fire,
            left_jam: self.left_jam,
            right_jam: self.right_jam,
            engine: self.engine.min(2),
            no_reverse: self.no_reverse,
            cards: self.cards.min(3),
            first: None,
            first_inserted: false,
            ..console
        }
    }

    pub fn of(bound: &Restrictions) -> Self {
        Self {
            last: bound.last,
            fire: bound.fire,
            left_jam: bound.left_jam,
            right_jam: bound.right_jam,
            engine: bound.engine,
            no_reverse: bound.no_reverse,
            cards: bound.cards,
        }
    }
}
