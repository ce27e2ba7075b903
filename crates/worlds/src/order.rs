//! What the player is asked, and what he may answer.

use crate::kinds::{Colour, EventId, Hex, Plan, ShipKind, UnitId, UnitKind, ZoneId};
use serde::{Deserialize, Serialize};

/// What a Tripod wants of the closest Gun.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Aim {
    Detect,
    Attack,
    /// A shot at the nearest Gun, hidden or not (WW-SPC-09).
    Fire,
    FocusedDetect,
    FocusedFire,
}

/// The decision that the match waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Ask {
    /// Scenario I: choose a card for the Event pile.
    TakeCard,
    /// Scenario I: place a unit anywhere.
    Deploy,
    /// Buy units and Harbours, or go on.
    Production,
    /// This Wave is about to roll for Devastation, and Thunderstorm is at hand.
    Storm {
        band: u8,
    },
    /// Which battle is fought next.
    Battle,
    /// Buy Battle Plans, or go on.
    Plans,
    PlaceGun {
        unit: UnitId,
    },
    PlaceFoot {
        unit: UnitId,
    },
    /// Scouting gives a Battle Plan of your choice.
    ChoosePlan,
    /// A Battle card was drawn: use a plan on it, or let it take effect.
    Card,
    /// Which of the two cards is applied.
    Apply,
    /// A die was rolled that may be rolled again.
    Reroll,
    /// A Trap went off: which Tripod is flipped.
    Flip,
    /// Several Guns are equally close to this Tripod.
    Target {
        tripod: u8,
        aim: Aim,
    },
    /// Your Guns may fire.
    Fire,
    /// A Tripod was damaged: use Explosive Shell, or not.
    Shell,
    /// Move units and Refugees, let Infantry work.
    Action,
    /// The zone holds more Refugees than it can.
    Excess {
        zone: ZoneId,
    },
    PlaceRefugee {
        refugee: u8,
    },
    /// Buy and place War Ships.
    Ships,
    /// Several ways lead the Tripod closer.
    SeaStep {
        tripod: u8,
    },
    /// Several counters are equally close to this Tripod.
    SeaTarget {
        tripod: u8,
        fire: bool,
    },
    /// Ships and Refugees move, ships fire.
    Sea,
    /// A Powder Mill went off: which Tripod is hit.
    Blast {
        band: u8,
        destroys: bool,
    },
    /// An OR card: one effect, the other, or none.
    Or,
    /// A step of an Event card asks for a choice.
    Event,
    /// Scenario I: pay for another Event card, or end the turn.
    PaidEvent,
    /// The match is over.
    Over,
}

/// An answer. `Done` ends a step, keeps a die, declines an offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Order {
    Done,
    TakeCard {
        card: EventId,
    },
    Deploy {
        kind: UnitKind,
        zone: ZoneId,
    },
    Buy {
        kind: UnitKind,
        zone: ZoneId,
    },
    /// Buys a unit at the price of a saved card.
    Discount {
        card: EventId,
        zone: ZoneId,
    },
    RandomHarbour,
    Harbour {
        zone: ZoneId,
    },
    /// Plays a saved card.
    Play {
        card: EventId,
    },
    Battle {
        band: u8,
    },
    RandomPlan,
    ChosenPlan {
        plan: Plan,
    },
    /// Puts the counter in question on this hex, or moves the Tripod there.
    Place {
        hex: Hex,
    },
    /// A Gun for which there is no room waits beside the board.
    LeaveOff,
    Kriegspiel,
    Apply {
        second: bool,
    },
    LineOfSight,
    Heliograph,
    Trap,
    Flip {
        tripod: u8,
    },
    Terrain,
    Surprise {
        gun: UnitId,
    },
    Shell,
    Fire {
        gun: UnitId,
        tripod: u8,
    },
    Target {
        unit: UnitId,
    },
    Move {
        unit: UnitId,
        to: ZoneId,
    },
    MoveRefugee {
        points: u8,
        from: ZoneId,
        to: ZoneId,
    },
    AttackCylinder {
        unit: UnitId,
        wave: u8,
    },
    AttackMachine {
        unit: UnitId,
        colour: Colour,
    },
    Dig {
        unit: UnitId,
        gun: UnitId,
    },
    Mill {
        unit: UnitId,
    },
    Attract {
        unit: UnitId,
        wave: u8,
    },
    /// Scenario II: one Tripod of a zone.
    AttractTripod {
        unit: UnitId,
        from: ZoneId,
        colour: Colour,
        damaged: bool,
    },
    /// Takes a level of Earthworks off a Gun, to use the counter elsewhere.
    TakeWorks {
        gun: UnitId,
    },
    TakeMill {
        zone: ZoneId,
    },
    GiveUp {
        points: u8,
    },
    BuyShip {
        ship: ShipKind,
        hex: Hex,
    },
    /// Places a ship that a card gives.
    FreeShip {
        ship: ShipKind,
        hex: Hex,
    },
    Sail {
        ship: u8,
        hex: Hex,
    },
    ShipFire {
        ship: u8,
        tripod: u8,
    },
    Ram {
        ship: u8,
        tripod: u8,
    },
    Row {
        refugee: u8,
        hex: Hex,
    },
    SeaTarget {
        ship: bool,
        counter: u8,
    },
    EndBattle,
    Tripod {
        band: u8,
        colour: Colour,
        damaged: bool,
    },
    First,
    Second,
    Zone {
        zone: ZoneId,
    },
    Unit {
        unit: UnitId,
    },
    Pay,
    PayEvent,
}
