//! The small vocabulary: colours, zones, hexes, units, cards.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// Zones of the strategic map (WW-CMP-02).
pub const ZONES: usize = 18;
/// Unit counters and characters together (WW-CMP-12).
pub const UNITS: usize = 32;
/// Hexes of a battle board: five columns of seven (WW-CMP-10).
pub const HEXES: usize = 35;
/// Tripod counters (WW-CMP-04).
pub const TRIPODS: usize = 30;
/// Wave counters (WW-CMP-03).
pub const WAVES: usize = 5;

/// A colour of a die, a Tripod or a Handling Machine. Dice and machines use the first three.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Colour {
    Green,
    Yellow,
    Red,
    Blue,
    Violet,
}

impl Colour {
    pub const ALL: [Self; 5] = [Self::Green, Self::Yellow, Self::Red, Self::Blue, Self::Violet];
    /// The colours of a die.
    pub const DIE: [Self; 3] = [Self::Green, Self::Yellow, Self::Red];

    pub const fn index(self) -> usize {
        self as usize
    }

    pub fn name(self) -> &'static str {
        ["green", "yellow", "red", "blue", "violet"][self.index()]
    }
}

/// A zone, by its place in the list of zones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ZoneId(pub u8);

impl ZoneId {
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    pub const fn bit(self) -> u32 {
        1 << self.0
    }

    pub fn all() -> impl Iterator<Item = Self> {
        (0..ZONES as u8).map(Self)
    }
}

/// The zones of a set, in the order of the list.
pub fn zones_of(mut mask: u32) -> impl Iterator<Item = ZoneId> {
    std::iter::from_fn(move || {
        (mask != 0).then(|| {
            let first = mask.trailing_zeros() as u8;
            mask &= mask - 1;
            ZoneId(first)
        })
    })
}

/// A hex of a battle board, written as column and row: `C5`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "ts", ts(type = "string"))]
pub struct Hex(pub u8);

impl Hex {
    pub const fn at(column: u8, row: u8) -> Self {
        Self(column * 7 + row - 1)
    }

    pub const fn index(self) -> usize {
        self.0 as usize
    }

    pub const fn column(self) -> u8 {
        self.0 / 7
    }

    pub const fn row(self) -> u8 {
        self.0 % 7 + 1
    }

    pub const fn bit(self) -> u64 {
        1 << self.0
    }

    /// Reads `C5`.
    pub fn read(text: &str) -> Option<Self> {
        let bytes = text.as_bytes();
        let [column @ b'A'..=b'E', row @ b'1'..=b'7'] = bytes else { return None };
        Some(Self::at(column - b'A', row - b'0'))
    }
}

impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'A' + self.column()), self.row())
    }
}

impl Serialize for Hex {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Hex {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        let text = String::deserialize(d)?;
        Self::read(&text)
            .ok_or_else(|| serde::de::Error::custom(format!("expected a hex A1 to E7, found {text:?}")))
    }
}

/// The hexes of a set, column by column.
pub fn hexes_of(mut mask: u64) -> impl Iterator<Item = Hex> {
    std::iter::from_fn(move || {
        (mask != 0).then(|| {
            let first = mask.trailing_zeros() as u8;
            mask &= mask - 1;
            Hex(first)
        })
    })
}

/// A unit or character counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct UnitId(pub u8);

impl UnitId {
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    pub const fn bit(self) -> u32 {
        1 << self.0
    }
}

/// The units of a set, in rising number.
pub fn units_of(mut mask: u32) -> impl Iterator<Item = UnitId> {
    std::iter::from_fn(move || {
        (mask != 0).then(|| {
            let first = mask.trailing_zeros() as u8;
            mask &= mask - 1;
            UnitId(first)
        })
    })
}

/// What a unit counter shows (WW-CMP-06, WW-EVT-04).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum UnitKind {
    Infantry,
    Cavalry,
    FieldGun,
    SiegeGun,
    #[serde(rename = "gun_95t")]
    Gun95t,
    Curate,
    Heliograph,
    Narrator,
}

impl UnitKind {
    pub const ALL: [Self; 8] = [
        Self::Infantry,
        Self::Cavalry,
        Self::FieldGun,
        Self::SiegeGun,
        Self::Gun95t,
        Self::Curate,
        Self::Heliograph,
        Self::Narrator,
    ];
    /// Those that are bought, in the order of the price list.
    pub const BOUGHT: [Self; 4] = [Self::Infantry, Self::Cavalry, Self::FieldGun, Self::SiegeGun];

    pub fn name(self) -> &'static str {
        [
            "Infantry",
            "Cavalry",
            "Field Gun",
            "Siege Gun",
            "95t Gun",
            "the Curate",
            "the Heliograph",
            "the Narrator",
        ][self as usize]
    }

    pub fn is_gun(self) -> bool {
        matches!(self, Self::FieldGun | Self::SiegeGun | Self::Gun95t)
    }
}

/// A War Ship (WW-NAV-04).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum ShipKind {
    TorpedoBoat,
    Cruiser,
    Ironclad,
    ThunderChild,
}

impl ShipKind {
    pub const ALL: [Self; 4] = [Self::TorpedoBoat, Self::Cruiser, Self::Ironclad, Self::ThunderChild];

    pub fn name(self) -> &'static str {
        ["Torpedo Boat", "Cruiser", "Ironclad", "HMS Thunder Child"][self as usize]
    }
}

/// A Battle Plan (WW-PLN-02).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Plan {
    Kriegspiel,
    Trap,
    LineOfSight,
    ExplosiveShell,
    SurpriseShot,
    Terrain,
}

impl Plan {
    pub const ALL: [Self; 6] = [
        Self::Kriegspiel,
        Self::Trap,
        Self::LineOfSight,
        Self::ExplosiveShell,
        Self::SurpriseShot,
        Self::Terrain,
    ];

    pub fn name(self) -> &'static str {
        ["Kriegspiel", "Trap", "Line of Sight", "Explosive Shell", "Surprise Shot", "Terrain"][self as usize]
    }
}

/// What a Land Battle card makes a Tripod do (WW-MAR-01, WW-SPC-01).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Action {
    Move,
    MoveLeft,
    MoveRight,
    Detect,
    Attack,
    FocusedDetect,
    DetectAll,
    BlackSmoke,
    FocusedFire,
    FireAll,
    DoubleMove,
    Reinforcement,
    HighActivity,
}

impl Action {
    pub fn name(self) -> &'static str {
        [
            "Move",
            "Move down-left",
            "Move down-right",
            "Detect",
            "Attack",
            "Focused Detect",
            "Detect All",
            "Black Smoke",
            "Focused Fire",
            "Fire All",
            "Double Move",
            "Reinforcement",
            "High Activity",
        ][self as usize]
    }
}

/// What a Sea Battle card makes a Tripod do (WW-NAV-08).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum SeaAction {
    MoveRefugee,
    MoveWarship,
    Fire,
    Detect,
}

/// An attack of the Tripod Devastation chart (WW-DEV-02).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Devastation {
    HeatRay,
    BlackSmoke,
    Panic,
}

impl Devastation {
    pub fn name(self) -> &'static str {
        ["the Heat Ray", "Black Smoke", "Panic"][self as usize]
    }
}

/// A result of the Martian Action chart (WW-MAC-02).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum MartianAction {
    #[serde(rename = "M")]
    Move,
    #[serde(rename = "FM")]
    FlyingMachine,
    #[serde(rename = "D")]
    Devastate,
}

/// What became of a zone (WW-CMP-08).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum ZoneState {
    Live,
    Destroyed,
    RedWeed,
}

/// The colour of a Production counter (WW-CMP-07).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum GearColour {
    Green,
    Yellow,
    Blue,
}

/// The eight phases of a turn (WW-SEQ-01).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Phase {
    /// Before the first turn, where a scenario lets the player deploy.
    SetUp,
    Production,
    Devastation,
    Battle,
    HumanAction,
    Escape,
    MartianAction,
    Assembly,
    Event,
}

impl Phase {
    pub fn name(self) -> &'static str {
        [
            "Set-up",
            "Production",
            "Devastation",
            "Battle",
            "Human Action",
            "Escape",
            "Martian Action",
            "Assembly",
            "Event",
        ][self as usize]
    }
}

/// An event card, by its place in the list of cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct EventId(pub u8);

impl EventId {
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    pub const fn bit(self) -> u64 {
        1 << self.0
    }
}
