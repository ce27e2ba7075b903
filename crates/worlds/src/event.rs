//! What can happen. Everything is open to everybody.

use crate::kinds::{
    Action, Colour, Devastation, EventId, Hex, MartianAction, Phase, Plan, SeaAction, ShipKind, UnitId,
    UnitKind, ZoneId,
};
use crate::order::Aim;
use crate::state::Ending;
use serde::Serialize;

/// A counter at sea that a Tripod aims at, as it was when the die was rolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum SeaMark {
    Refugee { points: u8, hex: Hex },
    Ship { kind: ShipKind, hex: Hex },
}

/// What a die was rolled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Roll {
    Placement,
    Devastation {
        band: u8,
    },
    MartianAction {
        band: u8,
        zone: ZoneId,
    },
    MartianMove {
        band: u8,
        zone: ZoneId,
    },
    RedWeed {
        zone: ZoneId,
    },
    Assembly {
        wave: u8,
    },
    Machine {
        zone: ZoneId,
        colour: Colour,
        opening: bool,
    },
    Escape {
        zone: ZoneId,
        points: u8,
    },
    Scout {
        unit: UnitId,
    },
    Trap,
    Detect {
        tripod: u8,
        gun: UnitId,
        range: u8,
    },
    Attack {
        tripod: u8,
        gun: UnitId,
        range: u8,
    },
    Shot {
        gun: UnitId,
        tripod: u8,
        range: u8,
    },
    CylinderAttack {
        unit: UnitId,
        wave: u8,
    },
    MachineAttack {
        unit: UnitId,
        colour: Colour,
    },
    Earthworks {
        unit: UnitId,
    },
    PowderMill {
        unit: UnitId,
    },
    Explosion {
        zone: ZoneId,
    },
    Attract {
        unit: UnitId,
    },
    /// At the end of a turn: the colour that decides.
    Germs {
        needed: Colour,
    },
    Colonization {
        needed: Colour,
    },
    SeaDetect {
        tripod: u8,
        target: SeaMark,
        range: u8,
    },
    SeaFire {
        tripod: u8,
        target: SeaMark,
        range: u8,
    },
    ShipShot {
        ship: u8,
        kind: ShipKind,
        tripod: u8,
        colour: Colour,
        range: u8,
    },
}

impl Roll {
    /// The entry of the ledger that calls for the die.
    pub fn rule(self) -> &'static str {
        match self {
            Self::Placement => "WW-SET-09",
            Self::Devastation { .. } => "WW-DEV-01",
            Self::MartianAction { .. } => "WW-MAC-01",
            Self::MartianMove { .. } => "WW-MAC-03",
            Self::RedWeed { .. } => "WW-ZON-01",
            Self::Assembly { .. } => "WW-ASM-02",
            Self::Machine { opening: true, .. } => "WW-SC2-04",
            Self::Machine { .. } => "WW-SC2-08",
            Self::Escape { .. } => "WW-ESC-01",
            Self::Scout { .. } => "WW-BSU-04",
            Self::Trap => "WW-PLN-05",
            Self::Detect { .. } => "WW-MAR-07",
            Self::Attack { .. } => "WW-MAR-09",
            Self::Shot { .. } => "WW-FIR-03",
            Self::CylinderAttack { .. } => "WW-ACT-04",
            Self::MachineAttack { .. } => "WW-SC2-07",
            Self::Earthworks { .. } => "WW-ACT-06",
            Self::PowderMill { .. } => "WW-ACT-08",
            Self::Explosion { .. } => "WW-ACT-09",
            Self::Attract { .. } => "WW-ACT-11",
            Self::Germs { .. } => "WW-VIC-08",
            Self::Colonization { .. } => "WW-VIC-09",
            Self::SeaDetect { .. } => "WW-NAV-12",
            Self::SeaFire { .. } => "WW-NAV-11",
            Self::ShipShot { .. } => "WW-NAV-13",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum What {
    TurnBegan {
        turn: u16,
    },
    PhaseBegan {
        phase: Phase,
    },
    Die {
        roll: Roll,
        colour: Colour,
    },
    Rerolled {
        colour: Colour,
    },

    WaveLanded {
        wave: u8,
        zone: ZoneId,
        cylinder: bool,
    },
    TripodsDrawn {
        band: u8,
        colours: Vec<Colour>,
    },
    MachinePlaced {
        zone: ZoneId,
        colour: Colour,
    },
    MachineDestroyed {
        zone: ZoneId,
        colour: Colour,
    },
    StartBonus {
        points: u8,
        total: u16,
    },
    CardTaken {
        card: EventId,
    },

    Income {
        points: u8,
        total: u16,
    },
    Bought {
        kind: UnitKind,
        zone: ZoneId,
        cost: u8,
        total: u16,
    },
    UnitPlaced {
        unit: UnitId,
        zone: ZoneId,
    },
    UnitLost {
        unit: UnitId,
    },
    HarbourPlaced {
        zone: ZoneId,
        cost: u8,
    },
    Points {
        change: i8,
        total: u16,
    },

    Devastates {
        band: u8,
        zone: ZoneId,
        attack: Devastation,
    },
    NothingToDevastate {
        band: u8,
        zone: ZoneId,
    },
    Workforce {
        zone: ZoneId,
        lost: u8,
        left: u8,
    },
    Refugees {
        zone: ZoneId,
        points: u8,
        count: u8,
    },
    ZoneDestroyed {
        zone: ZoneId,
    },
    RedWeed {
        zone: ZoneId,
    },
    WeedGone {
        zone: ZoneId,
    },
    ZoneRestored {
        zone: ZoneId,
        workforce: u8,
    },
    Stormed {
        band: u8,
    },

    HumanPoints {
        gained: u8,
        points: u8,
        germs: u8,
    },
    MartianPoints {
        gained: u8,
        points: u8,
        colonization: u8,
    },

    BattleBegan {
        zone: ZoneId,
        band: u8,
    },
    PlanBought {
        plan: Plan,
        cost: u8,
        total: u16,
    },
    PlanGained {
        plan: Plan,
    },
    PlanUsed {
        plan: Plan,
    },
    Initiative {
        card: Option<u8>,
        humans: bool,
    },
    BattleCard {
        card: u8,
    },
    CardApplied {
        card: u8,
    },
    TripodPlaced {
        tripod: u8,
        colour: Colour,
        hex: Hex,
    },
    UnitSet {
        unit: UnitId,
        hex: Hex,
    },
    GunWaits {
        unit: UnitId,
    },
    RoundBegan {
        round: u8,
    },
    TripodActs {
        tripod: u8,
        colour: Colour,
        action: Action,
    },
    TripodMoved {
        tripod: u8,
        from: Hex,
        to: Hex,
    },
    TripodStays {
        tripod: u8,
        hex: Hex,
    },
    /// An action found nothing to act on; without an aim it is Black Smoke.
    NoTarget {
        tripod: u8,
        colour: Colour,
        aim: Option<Aim>,
    },
    GunOverrun {
        unit: UnitId,
    },
    UnitCaptured {
        unit: UnitId,
    },
    Detected {
        gun: UnitId,
        level: u8,
    },
    GunDestroyed {
        gun: UnitId,
    },
    UnitSmoked {
        unit: UnitId,
    },
    Reinforced {
        colour: Colour,
        hex: Hex,
    },
    NoReinforcement,
    GunFires {
        gun: UnitId,
        tripod: u8,
        range: u8,
        dice: u8,
        level: u8,
    },
    TripodDamaged {
        colour: Colour,
    },
    TripodDestroyed {
        colour: Colour,
    },
    BattleEnded {
        humans: u8,
        tripods: u8,
    },
    WaveRemoved {
        wave: u8,
    },

    UnitMoved {
        unit: UnitId,
        from: ZoneId,
        to: ZoneId,
    },
    RefugeesMoved {
        points: u8,
        from: ZoneId,
        to: ZoneId,
    },
    EarthworksBuilt {
        gun: UnitId,
        level: u8,
    },
    EarthworksTaken {
        gun: UnitId,
        level: u8,
    },
    EarthworksLeft {
        gun: UnitId,
        levels: u8,
    },
    MillPlaced {
        zone: ZoneId,
    },
    MillTaken {
        zone: ZoneId,
    },
    MillsGone {
        zone: ZoneId,
    },
    CylinderHit {
        wave: u8,
        left: u8,
    },
    CylinderGone {
        wave: u8,
    },
    Attracted {
        band: u8,
        to: ZoneId,
    },
    RefugeesLost {
        zone: ZoneId,
        points: u8,
    },

    Escaped {
        zone: ZoneId,
        points: u8,
    },
    StayedBehind {
        zone: ZoneId,
    },
    Intercepted {
        zone: ZoneId,
        points: u8,
    },
    SeaBattleBegan {
        refugees: u8,
        tripods: u8,
    },
    SeaInitiative {
        card: u8,
        humans: bool,
    },
    SeaCard {
        card: u8,
    },
    RefugeeSet {
        refugee: u8,
        points: u8,
        hex: Hex,
    },
    ShipPlaced {
        ship: u8,
        kind: ShipKind,
        hex: Hex,
        cost: u8,
    },
    SeaTripodPlaced {
        tripod: u8,
        colour: Colour,
        hex: Hex,
    },
    SeaTripodMoved {
        tripod: u8,
        action: SeaAction,
        from: Hex,
        to: Hex,
    },
    SeaTripodIdle {
        tripod: u8,
        action: SeaAction,
    },
    SeaNoTarget {
        tripod: u8,
        fire: bool,
    },
    RefugeeCaptured {
        refugee: u8,
        points: u8,
    },
    RefugeeDestroyed {
        refugee: u8,
        points: u8,
    },
    RefugeeEscaped {
        refugee: u8,
        points: u8,
    },
    RefugeeRowed {
        refugee: u8,
        from: Hex,
        to: Hex,
    },
    ShipSailed {
        ship: u8,
        from: Hex,
        to: Hex,
    },
    ShipFires {
        ship: u8,
        tripod: u8,
        range: u8,
        dice: u8,
    },
    ShipLost {
        ship: u8,
        kind: ShipKind,
    },
    Rammed {
        ship: u8,
        tripod: u8,
    },
    SeaDetected {
        ship: bool,
        counter: u8,
    },
    SeaDrawnOut,
    SeaBattleEnded,

    MartianDoes {
        band: u8,
        zone: ZoneId,
        action: MartianAction,
    },
    WaveMoved {
        band: u8,
        from: ZoneId,
        to: ZoneId,
    },
    RefugeesCaptured {
        zone: ZoneId,
        points: u8,
    },
    FlyingMachine {
        pieces: u8,
    },
    WaveGrew {
        wave: u8,
        colour: Colour,
    },
    Opened {
        wave: u8,
        zone: ZoneId,
    },
    TripodBuilt {
        zone: ZoneId,
        colour: Colour,
    },
    /// Cylinders that found no free Wave counter.
    LandingsLost {
        count: u8,
    },

    EventDrawn {
        card: EventId,
    },
    EventRedrawn {
        card: EventId,
    },
    EventSaved {
        card: EventId,
    },
    EventPlayed {
        card: EventId,
    },
    EventDeclined {
        card: EventId,
    },
    NoEffect {
        card: EventId,
    },
    NoEventsLeft,
    TripodRepaired {
        band: u8,
        colour: Colour,
    },
    Ended {
        ending: Ending,
    },
}
