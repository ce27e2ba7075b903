//! The orders that a player can give, and what a prompt can ask for.

use crate::content::{Side, Speed};
use crate::state::VehicleId;
use crate::tripods_vs_tripods::ActionCard;
use geometry::{Angle, Pose, Vec2};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// One decision of one seat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Order {
    /// Set-up: lays out the landing field, its long sides along this facing (TT-EAG-02).
    PlaceField { at: Vec2, facing: Angle },
    /// Set-up: lays an objective template with its centre here.
    PlaceObjective { at: Vec2 },
    /// Set-up: puts a vehicle on the table.
    PlaceVehicle { vehicle: VehicleId, at: Vec2, facing: Angle },
    /// Planning: the printed numbers of the cards in spaces 1, 2 and 3; 0 for an empty space.
    Plan { vehicle: VehicleId, cards: Cards },
    /// WW2 planning: the printed number of one card, with its speed marker (INV-WW2-10).
    Fly {
        vehicle: VehicleId,
        card: u8,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        speed: Option<Speed>,
    },
    /// The action window: at most one action card for a tripod.
    Act { vehicle: VehicleId, action: Action },
    /// An illegal card was revealed and the deck has several straights: which one is flown (TT-AIL-01).
    FlyStraight { vehicle: VehicleId, card: u8 },
    /// The firing step: the airplane does not fire.
    Hold { vehicle: VehicleId },
    /// The firing step: one of the further guns of an airplane does not fire (INV-BOM-35).
    HoldGun { vehicle: VehicleId, gun: u8 },
    /// The firing step: an airplane fires its guns along one line (TT-AFR-06).
    Fire {
        vehicle: VehicleId,
        target: VehicleId,
        #[serde(default, skip_serializing_if = "is_zero")]
        gun: u8,
        through: Through,
        /// Uses the skill Sniper for this shot (TT-ACE-11).
        #[serde(default, skip_serializing_if = "is_no")]
        sniper: bool,
        /// Uses the skill Perfect Aim for this shot (TT-ACE-13).
        #[serde(default, skip_serializing_if = "is_no")]
        perfect_aim: bool,
    },
    /// The firing step: an airplane fires its cannon (TT-CAN-04).
    Cannon { vehicle: VehicleId, target: VehicleId, through: Through },
    /// The firing step: an airplane launches one or two rockets (TT-RKT-03).
    Launch { vehicle: VehicleId, target: VehicleId, count: u8 },
    /// The firing step: an airplane throws its anchor (TT-ANC-01).
    Hook { vehicle: VehicleId, target: VehicleId },
    /// The firing step: a tripod launches a cloud, and takes one away if none is left (TT-SMK-03, TT-SMK-04).
    Smoke { vehicle: VehicleId, at: Vec2, remove: Option<u8> },
    /// Set-up: lays a terrain template.
    PlaceTerrain { at: Vec2, facing: Angle },
    /// A drawn card: whether Lucky Pilot ignores it (TT-ACE-09).
    Lucky { vehicle: VehicleId, ignore: bool },
    /// Inside a crater: whether another card is drawn (TT-TER-10).
    DrawAgain { vehicle: VehicleId, again: bool },
    /// Inside a crater: which of the two cards applies.
    Apply { vehicle: VehicleId, second: bool },
    /// A movement step with secret actions: a tripod's action card, face down (INV-TVT-02, INV-BOM-04).
    Commit { vehicle: VehicleId, card: ActionCard },
    /// Before anything is revealed: how many loads a bomber drops in this phase (INV-BOM-06).
    Drop { vehicle: VehicleId, loads: u8 },
    /// The firing step: a heat-ray at falling bombs, named by their bomber (INV-BOM-16).
    RayBombs { vehicle: VehicleId, bombs: VehicleId, ruler: RulerPosition },
    /// A dot hit: the bomber's player gives the tripod one of the cards he has drawn, counted from 0 (INV-BOM-24).
    Inflict { vehicle: VehicleId, target: VehicleId, card: u8 },
    /// The firing step: a tripod lays its heat-ray ruler and picks a target (TT-TFR-03, TT-TFR-08).
    Ray { vehicle: VehicleId, target: VehicleId, ruler: RulerPosition },
}

impl Order {
    pub fn place(vehicle: VehicleId, pose: Pose) -> Self {
        Self::PlaceVehicle { vehicle, at: pose.centre, facing: pose.heading }
    }

    /// The vehicle that this order is given to; none where something is put on the table.
    pub fn commanded(&self) -> Option<VehicleId> {
        match *self {
            Self::PlaceField { .. }
            | Self::PlaceObjective { .. }
            | Self::PlaceTerrain { .. }
            | Self::PlaceVehicle { .. } => None,
            Self::Plan { vehicle, .. }
            | Self::Fly { vehicle, .. }
            | Self::Act { vehicle, .. }
            | Self::FlyStraight { vehicle, .. }
            | Self::Hold { vehicle }
            | Self::HoldGun { vehicle, .. }
            | Self::Fire { vehicle, .. }
            | Self::Cannon { vehicle, .. }
            | Self::Launch { vehicle, .. }
            | Self::Hook { vehicle, .. }
            | Self::Smoke { vehicle, .. }
            | Self::Lucky { vehicle, .. }
            | Self::DrawAgain { vehicle, .. }
            | Self::Apply { vehicle, .. }
            | Self::Commit { vehicle, .. }
            | Self::Drop { vehicle, .. }
            | Self::RayBombs { vehicle, .. }
            | Self::Inflict { vehicle, .. }
            | Self::Ray { vehicle, .. } => Some(vehicle),
        }
    }
}

pub(crate) fn is_zero(gun: &u8) -> bool {
    *gun == 0
}

fn is_no(flag: &bool) -> bool {
    !flag
}

/// The cards of a plan. An empty space is written as 0 and may be read as null; a shorter list leaves the last
/// spaces empty.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "ts", ts(type = "[number, number, number]"))]
pub struct Cards(pub [Option<u8>; 3]);

impl Serialize for Cards {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.map(|card| card.unwrap_or(0)).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Cards {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let list = Vec::<Option<u8>>::deserialize(deserializer)?;
        if list.len() > 3 {
            return Err(serde::de::Error::custom(format!(
                "a plan has at most three cards, found {}",
                list.len()
            )));
        }
        let mut cards = [None; 3];
        for (space, card) in cards.iter_mut().zip(list) {
            *space = card.filter(|number| *number != 0);
        }
        Ok(Self(cards))
    }
}

/// What a tripod does with its action card (TT-ACT-02).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Action {
    #[default]
    Pass,
    ChangeFacing {
        to: Side,
    },
    DestroyObjective {
        objective: Option<u8>,
    },
    HeatRay {
        from: Side,
    },
    /// With an objective: gains the recharge level from it; without: one counter.
    Recharge {
        objective: Option<u8>,
    },
    BlackSmoke {
        from: Side,
    },
    /// A bluff in secret play (INV-TVT-03).
    Blank,
}

/// Whether the line of fire crosses electrified armor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Through {
    Open,
    Armor,
}

/// How a heat-ray ruler lies against its side of the base.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum RulerPosition {
    RightAngle,
    TiltedLeft,
    TiltedRight,
}

impl RulerPosition {
    pub fn name(self) -> &'static str {
        match self {
            Self::RightAngle => "at a right angle",
            Self::TiltedLeft => "tilted to the left",
            Self::TiltedRight => "tilted to the right",
        }
    }
}

/// What a prompt asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Ask {
    PlaceField,
    PlaceObjective {
        objective: u8,
    },
    PlaceTerrain {
        piece: u8,
    },
    PlaceVehicle {
        vehicle: VehicleId,
    },
    Plan {
        vehicle: VehicleId,
    },
    /// WW2: one card with a speed marker.
    Fly {
        vehicle: VehicleId,
    },
    Act {
        vehicle: VehicleId,
    },
    FlyStraight {
        vehicle: VehicleId,
    },
    Fire {
        vehicle: VehicleId,
    },
    /// A further gun position of an airplane (INV-BOM-35).
    FireGun {
        vehicle: VehicleId,
        gun: u8,
    },
    Ray {
        vehicle: VehicleId,
    },
    Smoke {
        vehicle: VehicleId,
    },
    EarlyFire {
        vehicle: VehicleId,
    },
    Lucky {
        vehicle: VehicleId,
    },
    DrawAgain {
        vehicle: VehicleId,
    },
    Apply {
        vehicle: VehicleId,
    },
    /// An action card face down (INV-TVT-02).
    Commit {
        vehicle: VehicleId,
    },
    /// Whether a bomber drops its loads (INV-BOM-06).
    Drop {
        vehicle: VehicleId,
    },
    /// A card of a dot hit (INV-BOM-24).
    Inflict {
        vehicle: VehicleId,
        target: VehicleId,
    },
}
