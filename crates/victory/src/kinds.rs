//! The vocabulary: sides, skills, dice, bands, parts, maneuvers.

use geometry::Facing;
use serde::{Deserialize, Serialize};

/// At most so many airplanes are in a match.
pub const PLANES: usize = 8;
/// At most so many balloons and ground units.
pub const GROUND: usize = 12;
/// Firing positions of one airplane.
pub const GUNS: usize = 3;
/// The highest level of a mat.
pub const TOP_LEVEL: i8 = 30;
/// The ends of the speed strip (WV-SPD-08).
pub const SLOWEST: i8 = -2;
pub const FASTEST: i8 = 11;

/// An airplane, or a balloon or ground unit: airplanes are numbered first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct UnitId(pub u8);

impl UnitId {
    pub const fn plane(index: usize) -> Self {
        Self(index as u8)
    }

    pub const fn ground(index: usize) -> Self {
        Self((PLANES + index) as u8)
    }

    pub const fn as_plane(self) -> Option<usize> {
        if (self.0 as usize) < PLANES { Some(self.0 as usize) } else { None }
    }

    pub const fn as_ground(self) -> Option<usize> {
        let n = self.0 as usize;
        if n >= PLANES && n < PLANES + GROUND { Some(n - PLANES) } else { None }
    }

    /// As a member of a set of units; nobody that can not be one.
    #[inline]
    pub const fn bit(self) -> u32 {
        if self.0 < 32 { 1 << self.0 } else { 0 }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Side {
    Allied,
    German,
}

impl Side {
    pub const BOTH: [Self; 2] = [Self::Allied, Self::German];

    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Allied => Self::German,
            Self::German => Self::Allied,
        }
    }

    pub const fn name(self) -> &'static str {
        match self {
            Self::Allied => "Allies",
            Self::German => "Germans",
        }
    }
}

/// Skill of a pilot, least first (WV-CMP-03).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Skill {
    Recruit,
    Expert,
    Ace,
}

impl Skill {
    /// How far it shifts a die.
    #[inline]
    pub const fn shift(self) -> i8 {
        self as i8 - 1
    }
}

/// The nine dice, weakest first (WV-DIC-01).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Colour {
    White,
    Pink,
    Grey,
    Green,
    Yellow,
    Red,
    Blue,
    Purple,
    Black,
}

impl Colour {
    pub const ALL: [Self; 9] = [
        Self::White,
        Self::Pink,
        Self::Grey,
        Self::Green,
        Self::Yellow,
        Self::Red,
        Self::Blue,
        Self::Purple,
        Self::Black,
    ];

    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// A combat die shifted by the sum of all modifiers, stopped at white and black (WV-DIC-02, WV-DIC-03).
    #[must_use]
    #[inline]
    pub fn combat(self, shift: i8) -> Self {
        Self::ALL[(self as i8).saturating_add(shift).clamp(0, 8) as usize]
    }

    /// A test die shifted, stopped at white and yellow (WV-DIC-05).
    #[must_use]
    #[inline]
    pub fn test(self, shift: i8) -> Self {
        Self::ALL[(self as i8).saturating_add(shift).clamp(0, 4) as usize]
    }

    pub const fn name(self) -> &'static str {
        ["white", "pink", "grey", "green", "yellow", "red", "blue", "purple", "black"][self as usize]
    }
}

/// A face of a combat die (WV-DIC-04).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Hit {
    Miss,
    #[serde(rename = "hit1")]
    One,
    #[serde(rename = "hit2")]
    Two,
    #[serde(rename = "hit3")]
    Three,
    Destroyed,
}

impl Hit {
    /// The number of hits, where the face has one.
    pub const fn points(self) -> u8 {
        match self {
            Self::Miss => 0,
            Self::One => 1,
            Self::Two => 2,
            Self::Three => 3,
            Self::Destroyed => 4,
        }
    }
}

/// The small icon of a test die (WV-DIC-06).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Icon {
    Failure,
    Success,
    Critical,
}

/// A third of the sky (WV-MAP-10).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Band {
    Low,
    Medium,
    High,
}

impl Band {
    #[inline]
    pub const fn of(level: i8) -> Self {
        if level <= 10 {
            Self::Low
        } else if level <= 20 {
            Self::Medium
        } else {
            Self::High
        }
    }

    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    pub const fn name(self) -> &'static str {
        ["low", "medium", "high"][self as usize]
    }
}

/// How an airplane stands to the horizon (WV-MAP-07).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Attitude {
    Level,
    Climb,
    Dive,
}

impl Attitude {
    #[inline]
    pub const fn of(facing: Facing) -> Self {
        match facing {
            Facing::E | Facing::W => Self::Level,
            Facing::Ne | Facing::Nw => Self::Climb,
            Facing::Se | Facing::Sw => Self::Dive,
        }
    }
}

/// A part that a hit can go to (WV-DMG-03).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Part {
    Engine,
    GasTank,
    Pilot,
    Gunner,
    Ailerons,
    Structure,
    Elevators,
    Rudder,
}

impl Part {
    pub const fn name(self) -> &'static str {
        ["engine", "gas tank", "pilot", "gunner", "ailerons", "structure", "elevators", "rudder"]
            [self as usize]
    }
}

/// A control surface.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Control {
    Ailerons,
    Elevators,
    Rudder,
}

impl Control {
    pub const ALL: [Self; 3] = [Self::Ailerons, Self::Elevators, Self::Rudder];

    pub const fn name(self) -> &'static str {
        ["ailerons", "elevators", "rudder"][self as usize]
    }
}

/// What stands in a box of the engine gauge (WV-DMG-08 to WV-DMG-10).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum EngineBox {
    Plain,
    Minus1,
    Leak,
    Minus2,
    Fire,
    Seized,
}

/// A crew member (WV-CRW-01).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Health {
    #[default]
    Healthy,
    Wounded,
    Dead,
}

/// From where fire reaches its target (WV-MOD-05).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Aspect {
    Head,
    Side,
    Rear,
}

impl Aspect {
    pub const fn name(self) -> &'static str {
        ["head-to-head", "from the side", "from the rear"][self as usize]
    }
}

/// A maneuver that can be begun at a free point (WV-MOV-10, WV-MOV-12). The landing hexes of a turn are part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Maneuver {
    ZoomClimb,
    PowerDive,
    LevelOff,
    Roll,
    PullUp,
    LevelTurnInner,
    LevelTurnOuter,
    EasyTurnInnerInner,
    EasyTurnInnerOuter,
    EasyTurnOuterInner,
    EasyTurnOuterOuter,
    ClimbingTurn,
    SustainedTurn,
    DivingTurn,
    DivingTurnLate,
    DivingTurnEarly,
    HalfLoop,
    WingoverDive,
    WingoverLevel,
    Jink,
    Sideslip,
    Immelmann,
    FallingLeaf,
}

impl Maneuver {
    pub const ALL: [Self; 23] = [
        Self::ZoomClimb,
        Self::PowerDive,
        Self::LevelOff,
        Self::Roll,
        Self::PullUp,
        Self::LevelTurnInner,
        Self::LevelTurnOuter,
        Self::EasyTurnInnerInner,
        Self::EasyTurnInnerOuter,
        Self::EasyTurnOuterInner,
        Self::EasyTurnOuterOuter,
        Self::ClimbingTurn,
        Self::SustainedTurn,
        Self::DivingTurn,
        Self::DivingTurnLate,
        Self::DivingTurnEarly,
        Self::HalfLoop,
        Self::WingoverDive,
        Self::WingoverLevel,
        Self::Jink,
        Self::Sideslip,
        Self::Immelmann,
        Self::FallingLeaf,
    ];

    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// Whose kills, or what, decides a match: the scenarios' victory entries and those of built missions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Aim {
    FrankLuke,
    TomsRevenge,
    BombingRun,
    RedBaron,
    Recon,
    OverTheTop,
    Dogfight,
    PrancingHorse,
    LastRaid,
    /// Free set-up: who destroyed more, by value.
    Value,
    /// Missions: Allied bombers destroy the target, or photograph it, or the balloon is shot down.
    Raid,
    Photograph,
    Balloon,
}

/// The eight options (WV-DSH-04).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Opt {
    Rotary,
    BlindSpot,
    SpineAim,
    TargetSize,
    HitDirection,
    Goggles,
    TimeFreezing,
    BombLoad,
}

impl Opt {
    pub const ALL: [Self; 8] = [
        Self::Rotary,
        Self::BlindSpot,
        Self::SpineAim,
        Self::TargetSize,
        Self::HitDirection,
        Self::Goggles,
        Self::TimeFreezing,
        Self::BombLoad,
    ];

    pub const fn word(self) -> &'static str {
        [
            "rotary",
            "blind-spot",
            "spine-aim",
            "target-size",
            "hit-direction",
            "goggles",
            "time-freezing",
            "bomb-load",
        ][self as usize]
    }

    pub const fn rule(self) -> &'static str {
        [
            "WV-SPD-03",
            "WV-SPT-08",
            "WV-ARC-02",
            "WV-MOD-10",
            "WV-DMG-02",
            "WV-LEK-03",
            "WV-TFZ-01",
            "WV-BMB-04",
        ][self as usize]
    }
}

/// A set of options.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Options(u8);

impl Options {
    #[inline]
    pub const fn has(self, opt: Opt) -> bool {
        self.0 & (1 << opt as u8) != 0
    }

    #[must_use]
    pub const fn with(self, opt: Opt) -> Self {
        Self(self.0 | 1 << opt as u8)
    }

    pub fn list(self) -> impl Iterator<Item = Opt> {
        Opt::ALL.into_iter().filter(move |opt| self.has(*opt))
    }
}

impl Serialize for Options {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.list())
    }
}

impl<'de> Deserialize<'de> for Options {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let list = Vec::<Opt>::deserialize(from)?;
        Ok(list.into_iter().fold(Self::default(), Self::with))
    }
}
