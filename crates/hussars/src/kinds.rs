//! The words of the game: sides, types, qualities, classes, weapons, systems, phases.

use serde::{Deserialize, Serialize};
use table::SeatId;

/// A word that is written in small letters, in orders, views and files alike.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($variant:ident),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[cfg_attr(feature = "ts", derive(ts_rs::TS))]
        #[serde(rename_all = "snake_case")]
        pub enum $name { $($variant),+ }

        impl $name {
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            pub const fn index(self) -> usize {
                self as usize
            }
        }
    };
}

words!(Side { Martian, Human });

impl Side {
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Martian => Self::Human,
            Self::Human => Self::Martian,
        }
    }

    pub const fn seat(self) -> SeatId {
        SeatId(self as u8)
    }

    pub const fn of(seat: SeatId) -> Option<Self> {
        match seat.0 {
            0 => Some(Self::Martian),
            1 => Some(Self::Human),
            _ => None,
        }
    }

    pub const fn name(self) -> &'static str {
        match self {
            Self::Martian => "Martians",
            Self::Human => "Humans",
        }
    }
}

words!(
    /// Four types of human stand, four of them artillery (TH-HUM-01), and the Martians' (TH-MAR-01).
    Type {
        Infantry,
        Cavalry,
        HeavyArtillery,
        FieldArtillery,
        HorseArtillery,
        Machinegun,
        Ironclad,
        Steamer,
        Tripod,
        Flyer,
        Cylinder,
    }
);

impl Type {
    /// Heavy, field, horse and machinegun stands (TH-HUM-01, TH-MGS-01).
    pub const fn is_artillery(self) -> bool {
        self.is_gun() || matches!(self, Self::Machinegun)
    }

    /// What fires in the artillery phase (TH-SEQ-06).
    pub const fn is_gun(self) -> bool {
        matches!(self, Self::HeavyArtillery | Self::FieldArtillery | Self::HorseArtillery)
    }

    pub const fn is_ship(self) -> bool {
        matches!(self, Self::Ironclad | Self::Steamer)
    }

    /// A machine with a record sheet.
    pub const fn is_machine(self) -> bool {
        matches!(self, Self::Tripod | Self::Flyer)
    }

    /// Large enough to be seen from anywhere (TH-SPO-05).
    pub const fn is_large(self) -> bool {
        matches!(self, Self::Tripod | Self::Flyer | Self::Ironclad | Self::Steamer | Self::Cylinder)
    }

    pub const fn name(self) -> &'static str {
        match self {
            Self::Infantry => "infantry",
            Self::Cavalry => "cavalry",
            Self::HeavyArtillery => "heavy artillery",
            Self::FieldArtillery => "field artillery",
            Self::HorseArtillery => "horse artillery",
            Self::Machinegun => "machinegun",
            Self::Ironclad => "ironclad",
            Self::Steamer => "steamer",
            Self::Tripod => "tripod",
            Self::Flyer => "flyer",
            Self::Cylinder => "cylinder",
        }
    }
}

words!(
    /// Quality sets to-hit number, morale and cohesion (TH-HUM-02).
    Quality { Green, Regular, Veteran, Elite }
);

impl Quality {
    /// Reads a printed name: `Militia` is green and `Average` regular (TH-HUM-02).
    pub fn read(word: &str) -> Option<Self> {
        match word.to_ascii_lowercase().as_str() {
            "green" | "militia" => Some(Self::Green),
            "regular" | "average" => Some(Self::Regular),
            "veteran" => Some(Self::Veteran),
            "elite" => Some(Self::Elite),
            _ => None,
        }
    }
}

words!(
    /// Movement classes; the leg class is split where towns and fords split it (TH-MOV-08, TH-TER-14).
    Class { Infantry, Tripod, Cavalry, Artillery, Flyer, Ship, None }
);

words!(Weapon { HeavyArtillery, FieldArtillery, SmallArms, Machinegun, HeatRay, GasProjector });

impl Weapon {
    pub const fn name(self) -> &'static str {
        match self {
            Self::HeavyArtillery => "heavy gun",
            Self::FieldArtillery => "field gun",
            Self::SmallArms => "small arms",
            Self::Machinegun => "machinegun",
            Self::HeatRay => "heat-ray",
            Self::GasProjector => "gas projector",
        }
    }
}

words!(
    /// The boxes of a record sheet (TH-MAR-01).
    System { Legs, Motive, HeatRay, GasProjector, Pilot }
);

impl System {
    pub const fn name(self) -> &'static str {
        match self {
            Self::Legs => "legs",
            Self::Motive => "motive faculties",
            Self::HeatRay => "heat-ray",
            Self::GasProjector => "gas projector",
            Self::Pilot => "pilot",
        }
    }
}

words!(
    /// A turn runs through five phases (TH-SEQ-01).
    Phase { FirstFire, MartianMovement, Artillery, HumanMovement, SmallArms }
);

impl Phase {
    /// Martian player turn: the first two phases; human player turn: the other three (TH-SEQ-02).
    pub const fn side(self) -> Side {
        match self {
            Self::FirstFire | Self::MartianMovement => Side::Martian,
            Self::Artillery | Self::HumanMovement | Self::SmallArms => Side::Human,
        }
    }

    pub const fn next(self) -> Option<Self> {
        match self {
            Self::FirstFire => Some(Self::MartianMovement),
            Self::MartianMovement => Some(Self::Artillery),
            Self::Artillery => Some(Self::HumanMovement),
            Self::HumanMovement => Some(Self::SmallArms),
            Self::SmallArms => None,
        }
    }

    pub const fn is_movement(self) -> bool {
        matches!(self, Self::MartianMovement | Self::HumanMovement)
    }

    pub const fn name(self) -> &'static str {
        match self {
            Self::FirstFire => "Martian First Fire Phase",
            Self::MartianMovement => "Martian Movement Phase",
            Self::Artillery => "Human Artillery Phase",
            Self::HumanMovement => "Human Movement Phase",
            Self::SmallArms => "Human Small Arms Phase",
        }
    }
}

words!(
    /// What the ground is made of; the order is the precedence of TH-GEO-04 where areas overlap.
    Ground {
        Road,
        Bridge,
        Path,
        Lake,
        ImpassableRiver,
        FordableRiver,
        Town,
        Forest,
        Swamp,
        Woods,
        Clear,
        Hill,
        Stream,
        Cliff,
        Ridge,
    }
);

impl Ground {
    pub const fn name(self) -> &'static str {
        match self {
            Self::Road => "road",
            Self::Bridge => "bridge",
            Self::Path => "path",
            Self::Lake => "water",
            Self::ImpassableRiver => "river",
            Self::FordableRiver => "ford",
            Self::Town => "town",
            Self::Forest => "forest",
            Self::Swamp => "swamp",
            Self::Woods => "woods",
            Self::Clear => "open ground",
            Self::Hill => "hill",
            Self::Stream => "stream",
            Self::Cliff => "cliff",
            Self::Ridge => "ridge",
        }
    }

    pub const fn is_line(self) -> bool {
        matches!(self, Self::Road | Self::Path | Self::Stream | Self::Cliff | Self::Ridge)
    }

    /// Lake, sea and impassable river (TH-IRN-01).
    pub const fn is_navigable(self) -> bool {
        matches!(self, Self::Lake | Self::ImpassableRiver)
    }

    /// Where a falling cylinder is lost (TH-CYL-04).
    pub const fn is_bad_ground(self) -> bool {
        matches!(self, Self::Lake | Self::ImpassableRiver | Self::FordableRiver | Self::Swamp | Self::Town)
    }
}

/// A stand's number in the match's roster.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(transparent)]
pub struct StandId(pub u8);

/// A unit's number in the match's roster.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(transparent)]
pub struct UnitId(pub u8);

impl StandId {
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl UnitId {
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}
