//! What can happen, as somebody reads it. Where a viewer may not know a card, its field is `None`.

use crate::automated_tripod::Reasoning;
use crate::content::{DeckId, Side, Skill, Special, TerrainKind};
use crate::firing_airplanes::Across;
use crate::order::{Action, Cards, RulerPosition, Through, is_zero};
use crate::state::VehicleId;
use crate::tripods_vs_tripods::ActionCard;
use geometry::{Pose, Vec2};
use serde::{Deserialize, Serialize};

/// Short or long (TT-GEO-05).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Range {
    Short,
    Long,
}

/// Why a card was drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum DrawnFor {
    Shot,
    Flames,
    IllegalManeuver,
    BlackSmoke,
    /// A heat-ray at falling bombs (INV-BOM-17).
    AtBombs,
    Bombs,
    /// Bombs that burst near their airplane (INV-BOM-20).
    Fragments,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct RevealedCard {
    pub vehicle: VehicleId,
    pub card: String,
}

/// An action card that is shown by its turn (INV-TVT-09).
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ShownAction {
    pub vehicle: VehicleId,
    pub action: Action,
    pub energy: u8,
    /// Paid for; without energy a card has no effect.
    pub works: bool,
}

/// Loads that one bomber drops in a phase.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Drop {
    pub vehicle: VehicleId,
    pub loads: u8,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum What {
    FieldPlaced {
        pose: Pose,
    },
    ObjectivePlaced {
        objective: u8,
        at: Vec2,
    },
    VehiclePlaced {
        vehicle: VehicleId,
        pose: Pose,
    },
    TurnBegan {
        turn: u16,
    },
    /// WW2: a planning phase of the Martian turn, and which turn of the Earthlings it begins.
    PlanningBegan {
        phase: u8,
        earthling_turn: u16,
    },
    /// WW2: a card with its speed marker lies face down.
    CardLaid {
        vehicle: VehicleId,
        card: String,
    },
    ObjectiveReached {
        objective: u8,
        vehicle: VehicleId,
    },
    PlanLaid {
        vehicle: VehicleId,
        cards: Cards,
    },
    RecoveryCounter {
        vehicle: VehicleId,
        left: u8,
    },
    StoodUp {
        vehicle: VehicleId,
    },
    Burns {
        vehicle: VehicleId,
        flames: u8,
    },
    /// The team sees a choice while the window is open.
    ActionPicked {
        vehicle: VehicleId,
        action: Action,
    },
    ActionShown {
        vehicle: VehicleId,
        action: Action,
        energy: u8,
    },
    ActionWithoutEffect {
        vehicle: VehicleId,
        action: Action,
    },
    /// A bump keeps a standing tripod from turning (TT-CHF-05).
    TurnHindered {
        vehicle: VehicleId,
    },
    ActionForbidden {
        vehicle: VehicleId,
        action: Action,
        energy: u8,
    },
    Revealed {
        phase: u8,
        cards: Vec<RevealedCard>,
    },
    EnergySpent {
        vehicle: VehicleId,
        energy: u8,
    },
    Illegal {
        vehicle: VehicleId,
        card: String,
        broken: &'static str,
    },
    FliesStraight {
        vehicle: VehicleId,
        card: String,
    },
    /// An illegal card on the ground is replaced by waiting (TT-ALT-12).
    Waits {
        vehicle: VehicleId,
    },
    ClimbCounter {
        vehicle: VehicleId,
        counters: u8,
    },
    LevelChanged {
        vehicle: VehicleId,
        level: u8,
    },
    AtCeiling {
        vehicle: VehicleId,
    },
    Landed {
        vehicle: VehicleId,
    },
    Crashed {
        vehicle: VehicleId,
    },
    Moved {
        vehicle: VehicleId,
        from: Pose,
        to: Pose,
        backward: bool,
    },
    SentBack {
        vehicle: VehicleId,
        to: Pose,
    },
    FacingChanged {
        vehicle: VehicleId,
        pose: Pose,
    },
    ObjectiveDestroyed {
        objective: u8,
        vehicle: VehicleId,
    },
    NothingToDestroy {
        vehicle: VehicleId,
    },
    LeftTheArea {
        vehicle: VehicleId,
        earthling_side: bool,
    },
    PictureTaken {
        vehicle: VehicleId,
        target: VehicleId,
        distance: f64,
    },
    JamCounter {
        vehicle: VehicleId,
        left: u8,
        /// Which gun, where the airplane has several.
        #[serde(default, skip_serializing_if = "is_zero")]
        gun: u8,
    },
    Cooled {
        vehicle: VehicleId,
    },
    MustCool {
        vehicle: VehicleId,
    },
    GunsFired {
        vehicle: VehicleId,
        target: VehicleId,
        deck: DeckId,
        range: Range,
        through: Through,
        side: Side,
        aimed: bool,
        distance: f64,
        line: [Vec2; 2],
        #[serde(default, skip_serializing_if = "is_zero")]
        gun: u8,
        /// WW2: the counters that are drawn.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        counters: Vec<DeckId>,
    },
    RayFired {
        vehicle: VehicleId,
        from: Side,
        target: VehicleId,
        deck: DeckId,
        range: Range,
        ruler: RulerPosition,
        distance: f64,
        line: [Vec2; 2],
        /// What the ray crosses of a tripod (INV-TVT-16).
        #[serde(skip_serializing_if = "Option::is_none")]
        across: Option<Across>,
    },
    RayMissed {
        vehicle: VehicleId,
        from: Side,
    },
    CardDrawn {
        vehicle: VehicleId,
        deck: DeckId,
        card: Option<String>,
        aimed: bool,
        why: DrawnFor,
    },
    /// A card of an armored hit, shown and returned.
    ArmorHit {
        vehicle: VehicleId,
        deck: DeckId,
        card: String,
        lost: u8,
        energy: u8,
    },
    CannonFired {
        vehicle: VehicleId,
        target: VehicleId,
        through: Through,
        side: Side,
        aimed: bool,
        distance: f64,
        line: [Vec2; 2],
    },
    StallInserted {
        vehicle: VehicleId,
    },
    RocketsLaunched {
        vehicle: VehicleId,
        target: VehicleId,
        count: u8,
    },
    RocketsMissed {
        vehicle: VehicleId,
        target: VehicleId,
    },
    RocketsHit {
        vehicle: VehicleId,
        target: VehicleId,
        count: u8,
        through: Through,
    },
    AnchorThrown {
        vehicle: VehicleId,
        target: VehicleId,
        hooked: bool,
    },
    AnchorHolds {
        vehicle: VehicleId,
        target: VehicleId,
        held: bool,
    },
    TestDrawn {
        vehicle: VehicleId,
        card: String,
    },
    TerrainPlaced {
        piece: u8,
        kind: TerrainKind,
        pose: Pose,
    },
    SmokeLaunched {
        vehicle: VehicleId,
        at: Vec2,
        removed: Option<u8>,
        placed: bool,
    },
    CloudDissipated {
        at: Vec2,
    },
    ZeroReplaced {
        vehicle: VehicleId,
        deck: DeckId,
        card: String,
    },
    CardIgnored {
        vehicle: VehicleId,
        deck: DeckId,
        card: Option<String>,
    },
    CraterDraw {
        vehicle: VehicleId,
        deck: DeckId,
        card: Option<String>,
    },
    CraterChoice {
        vehicle: VehicleId,
        deck: DeckId,
    },
    SkillUsed {
        vehicle: VehicleId,
        skill: Skill,
        counters: u8,
    },
    SpecialDamage {
        vehicle: VehicleId,
        special: Special,
    },
    GunsJammed {
        vehicle: VehicleId,
        counters: u8,
        #[serde(default, skip_serializing_if = "is_zero")]
        gun: u8,
    },
    Toppled {
        vehicle: VehicleId,
        counters: u8,
    },
    Eliminated {
        vehicle: VehicleId,
    },
    Recharged {
        vehicle: VehicleId,
        gained: u8,
        energy: u8,
        objective: Option<u8>,
    },
    DeckRanOut {
        deck: DeckId,
    },
    DamageNoted {
        vehicle: VehicleId,
        total: Option<u16>,
    },
    SmokeCounter {
        vehicle: VehicleId,
        left: u8,
    },
    Reminder {
        vehicle: VehicleId,
        of: crate::content::LastManeuver,
    },
    ReverseReminder {
        vehicle: VehicleId,
    },
    /// The used cards of an automated tripod go home (INV-AUT-06).
    UsedCardsReturned {
        vehicle: VehicleId,
        cards: u8,
    },
    /// An automated tripod has decided, and why.
    Reasoned(Box<Reasoning>),
    /// The team sees a card that is laid face down.
    CardCommitted {
        vehicle: VehicleId,
        card: ActionCard,
    },
    /// All have committed: these tripods have a card face down.
    CardsLaid {
        vehicles: Vec<VehicleId>,
    },
    RevealOrder {
        order: Vec<Vec<VehicleId>>,
    },
    /// Cards that are shown together.
    CardsShown {
        shown: Vec<ShownAction>,
    },
    DropDeclared {
        vehicle: VehicleId,
        loads: u8,
    },
    BombsReleased {
        drops: Vec<Drop>,
    },
    BombsLost {
        bomber: VehicleId,
    },
    BombsPlaced {
        bomber: VehicleId,
        loads: u8,
        pose: Pose,
    },
    RayAtBombs {
        vehicle: VehicleId,
        from: Side,
        bombs: VehicleId,
        deck: DeckId,
        range: Range,
        ruler: RulerPosition,
        distance: f64,
        line: [Vec2; 2],
    },
    /// A card drawn for a shot at bombs: shown and returned.
    BombsTakeCard {
        bombs: VehicleId,
        deck: DeckId,
        card: String,
        points: u8,
    },
    BombsDestroyed {
        bombs: VehicleId,
        fragments: bool,
    },
    BombsMissed {
        bombs: VehicleId,
    },
    BombsHit {
        bombs: VehicleId,
        target: VehicleId,
        loads: u8,
        dot: bool,
    },
    /// The bomber's player sees what he has drawn for a dot hit.
    BombCardsDrawn {
        bombs: VehicleId,
        target: VehicleId,
        deck: DeckId,
        count: u8,
        cards: Option<Vec<String>>,
    },
    BombsRemoved {
        bombs: Vec<VehicleId>,
    },
    Ended {
        winner: Option<&'static str>,
        grade: Option<String>,
    },
}
