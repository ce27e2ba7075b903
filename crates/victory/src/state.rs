//! The table at one moment: what lies on it, and what the game does next.

use crate::content::Content;
use crate::kinds::{
    Aim, Attitude, Band, Control, GROUND, GUNS, Health, Maneuver, Options, PLANES, Side, Skill, UnitId,
};
use crate::map::{Map, Mega};
use crate::order::{Ask, Course};
use crate::padded::Blank;
use crate::setup::Setup;
use geometry::{Facing, Hex};
use serde::{Deserialize, Serialize};
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use table::{Dice, Seat};

/// Flak markers on the map at once.
pub const MARKERS: usize = 8;
/// Clouds of one kind on the map at once.
pub const CLOUDS: usize = 6;

/// What a firing position does in the combat phase (WV-MOD-01).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Plan {
    #[default]
    Hold,
    Fire {
        target: UnitId,
        long: bool,
    },
    Clear,
}

/// A firing position: its two ammunition numbers and its state (WV-AMM-01 to WV-AMM-05, WV-JAM-01).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Gun {
    pub left: [u8; 2],
    pub jammed: bool,
    /// The first number is used up and the second one is not loaded yet.
    pub dry: bool,
    /// It has fired, or was being cleared, in this round.
    pub fired: bool,
    pub plan: Plan,
}

/// How a plane left play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Fate {
    #[default]
    Flying,
    Destroyed,
    Landed,
    LeftWest,
    LeftEast,
}

/// A maneuver that is being flown. A turn may run over into the next round (WV-TRN-06).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Running {
    pub maneuver: Maneuver,
    /// The step that comes next, and how often it is still to be flown once it has begun.
    pub step: u8,
    pub left: Option<u8>,
    /// The Prep of the band it began in, and half the movement points it began with.
    pub prep: u8,
    pub half: u8,
    /// The heading it began with.
    pub right: bool,
}

/// An airplane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plane {
    /// Its row among the airplanes.
    pub kind: u8,
    pub side: Side,
    pub skill: Skill,
    pub fate: Fate,
    pub at: Hex,
    pub facing: Facing,
    pub inverted: bool,

    pub throttle: i8,
    pub cue: i8,
    /// The speed it began the round with: its movement points, and the column of every drag (WV-SPD-04, WV-SPD-07).
    pub initial: i8,
    /// Gains and losses of this round.
    pub delta: i8,
    pub mp: i8,
    /// Hexes entered in this round.
    pub flown: u8,
    /// Where the round began: the position marker (WV-CMP-02).
    pub start: Hex,
    pub running: Option<Running>,

    pub structure: u8,
    /// Ailerons, elevators, rudder.
    pub controls: [u8; 3],
    pub engine: u8,
    pub punctured: bool,
    pub leak: Option<u8>,
    pub fire: bool,
    pub pilot: Health,
    pub gunners: [Health; 2],
    pub guns: [Gun; GUNS],
    pub loaded: bool,
    pub bomb: Option<UnitId>,

    /// Units in sight.
    pub seen: u32,
    /// The planes that it tails in this round, and the enemies it is engaged with, as sets.
    pub tails: u8,
    pub foes: u8,
    pub stalled: bool,
    /// It was out of control when the round began (WV-ORD-02).
    pub wild: bool,
    /// Not engaged, and nobody in sight (WV-ORD-05).
    pub idle: bool,

    /// Its turn to move has come, its throttle is set, its move is over.
    pub active: bool,
    pub throttled: bool,
    pub done: bool,
    /// A maneuver was begun in this round.
    pub begun: bool,
    /// The nose was turned since the last hex entered (WV-ATT-01).
    pub turned: bool,
    /// It came out of a wingover nose down and has flown no hex since (WV-WGO-02).
    pub wingover_exit: bool,
    /// An odd number of rolls and no other maneuver since (WV-BRL-01).
    pub half_barrel: bool,
    pub jinked: bool,
    pub barrel: bool,
    pub leafed: bool,
    pub slipped: bool,
    /// Nobody aboard may fire, or drop bombs, in this round.
    pub no_fire: bool,
    pub no_bombs: bool,
    /// It flew level all round so far.
    pub level: bool,
    /// Goggles: bound in the next round, bound in this one (WV-LEK-03).
    pub fouling: bool,
    pub fouled: bool,
    /// Hit by the enemy in this game (WV-MOV-08).
    pub hit: bool,
    pub last_hit: Option<UnitId>,
    /// It left the map or landed under control.
    pub safe: bool,
    /// It left the map while engaged or with an enemy in sight (WV-SCN-18).
    pub fled: bool,
    /// Flak markers that have attacked it in this round.
    pub flak: u8,
    /// Reconnaissance: crossings so far, one in this round, the side of the line it is on.
    pub crossings: u8,
    pub crossed: bool,
    pub line_side: i8,
    /// In a time freeze: the hexes after which it stops.
    pub limit: Option<u8>,
}

impl Blank for Plane {
    fn blank() -> Self {
        Self {
            kind: 0,
            side: Side::Allied,
            skill: Skill::Expert,
            fate: Fate::Flying,
            at: Hex::new(0, 0),
            facing: Facing::E,
            inverted: false,
            throttle: 0,
            cue: 0,
            initial: 0,
            delta: 0,
            mp: 0,
            flown: 0,
            start: Hex::new(0, 0),
            running: None,
            structure: 0,
            controls: [0; 3],
            engine: 0,
            punctured: false,
            leak: None,
            fire: false,
            pilot: Health::Healthy,
            gunners: [Health::Healthy; 2],
            guns: [Gun::default(); GUNS],
            loaded: false,
            bomb: None,
            seen: 0,
            tails: 0,
            foes: 0,
            stalled: false,
            wild: false,
            idle: false,
            active: false,
            throttled: false,
            done: false,
            begun: false,
            turned: false,
            wingover_exit: false,
            half_barrel: false,
            jinked: false,
            barrel: false,
            leafed: false,
            slipped: false,
            no_fire: false,
            no_bombs: false,
            level: true,
            fouling: false,
            fouled: false,
            hit: false,
            last_hit: None,
            safe: false,
            fled: false,
            flak: 0,
            crossings: 0,
            crossed: false,
            line_side: 0,
            limit: None,
        }
    }
}

impl Plane {
    #[inline]
    pub fn in_play(&self) -> bool {
        self.fate == Fate::Flying
    }

    /// In play with a living pilot: it can see, tail, be fired at (WV-CRW-05).
    #[inline]
    pub fn fights(&self) -> bool {
        self.fate == Fate::Flying && self.pilot != Health::Dead
    }

    #[inline]
    pub fn band(&self) -> Band {
        Band::of(self.at.y)
    }

    #[inline]
    pub fn attitude(&self) -> Attitude {
        Attitude::of(self.facing)
    }

    /// A wounded pilot counts as a Recruit (WV-CRW-02).
    #[inline]
    pub fn skill(&self) -> Skill {
        if self.pilot == Health::Healthy { self.skill } else { Skill::Recruit }
    }

    /// Destroyed or without a pilot, after a hit by the enemy (WV-MOV-08).
    pub fn shot_down(&self) -> bool {
        self.hit && (self.fate == Fate::Destroyed || self.pilot == Health::Dead)
    }

    #[inline]
    pub fn works(&self, control: Control, content: &Content) -> bool {
        self.controls[control as usize] < content.controls[control as usize]
    }

    /// The hex right behind it, where a leak or fire marker lies (WV-LEK-03).
    pub fn behind(&self) -> Hex {
        self.at.next(self.facing.opposite())
    }
}

/// How a balloon or ground unit left play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Standing {
    #[default]
    Standing,
    Destroyed,
    /// A balloon that came down (WV-BAL-02).
    Safe,
}

/// A balloon or ground unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ground {
    pub kind: u8,
    pub side: Side,
    pub at: Hex,
    pub hits: u8,
    pub standing: Standing,
    pub fired: bool,
    pub plan: Option<UnitId>,
    /// Planes in sight.
    pub seen: u32,
    /// A balloon that has ever seen an enemy sinks (WV-BAL-02).
    pub alarmed: bool,
}

impl Blank for Ground {
    fn blank() -> Self {
        Self {
            kind: 0,
            side: Side::Allied,
            at: Hex::new(0, 0),
            hits: 0,
            standing: Standing::Destroyed,
            fired: false,
            plan: None,
            seen: 0,
            alarmed: false,
        }
    }
}

impl Ground {
    #[inline]
    pub fn in_play(&self) -> bool {
        self.standing == Standing::Standing
    }
}

/// A flak marker (WV-FLK-01).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Marker {
    #[cfg_attr(feature = "ts", ts(type = "[number, number]"))]
    pub mega: Mega,
    pub side: Side,
}

/// The weather (9.0).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Sky {
    #[cfg_attr(feature = "ts", ts(type = "[number, number] | null"))]
    pub sun: Option<Mega>,
    pub moon: bool,
    /// Hazy from this level down.
    pub haze: Option<i8>,
    /// Stormy from this level up.
    pub storm: Option<i8>,
    pub high_stratus: bool,
    pub medium_stratus: bool,
    #[cfg_attr(feature = "ts", ts(type = "([number, number] | null)[]"))]
    #[serde(with = "crate::padded")]
    pub low_stratus: [Option<Mega>; CLOUDS],
    #[cfg_attr(feature = "ts", ts(type = "([number, number] | null)[]"))]
    #[serde(with = "crate::padded")]
    pub cumulus: [Option<Mega>; CLOUDS],
}

impl Sky {
    /// Puts a cloud into the first free place; says whether there was one.
    pub(crate) fn add(clouds: &mut [Option<Mega>], mega: Mega) -> bool {
        let free = clouds.iter_mut().find(|c| c.is_none());
        free.map(|place| *place = Some(mega)).is_some()
    }
}

/// A round's phase (WV-SEQ-01).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Phase {
    SetUp,
    Flak,
    Spotting,
    OrderOfMovement,
    Movement,
    Combat,
    EndOfRound,
}

impl Phase {
    pub const fn name(self) -> &'static str {
        ["set-up", "flak", "spotting", "order of movement", "movement", "combat", "end of the round"]
            [self as usize]
    }
}

/// What the game does next by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Flow {
    /// Scenario 7: the sides place planes and clouds in turn.
    SetUp {
        step: u8,
    },
    StartRound,
    Flak {
        next: u8,
    },
    /// The unit whose turn to look it is.
    Spotting {
        next: u8,
    },
    OrderOfMovement,
    NextMover,
    /// This plane flies: a running maneuver goes on, otherwise its player is asked.
    Fly {
        plane: u8,
    },
    /// It has just entered a hex.
    Entered {
        plane: u8,
    },
    /// Everybody has had his say about the hex it entered.
    Passed {
        plane: u8,
    },
    /// Planes have moved in a time freeze.
    Frozen,
    Collisions,
    /// Firing positions say what they do: the next plane in order, the next position.
    Declare {
        next: u8,
        gun: u8,
    },
    DeclareGround {
        next: u8,
    },
    Resolve,
    EndOfRound,
    Over,
}

/// A time freeze of this round (8.1.6).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Freeze {
    /// Planes whose group has frozen time in this round.
    pub used: u8,
    /// While others catch up or fire: the group, its first plane and the elapsed time.
    pub now: Option<Frozen>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Frozen {
    pub group: u8,
    pub first: u8,
    pub time: u8,
    /// Those who have caught up.
    pub caught_up: u8,
}

/// A die result to come, laid down in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Loaded {
    Combat(crate::kinds::Hit),
    Test(crate::kinds::Icon),
    D6(u8),
    D20(u8),
}

impl Loaded {
    /// What kind of die it is.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Combat(_) => "A combat die",
            Self::Test(_) => "A test die",
            Self::D6(_) => "A d6",
            Self::D20(_) => "A d20",
        }
    }
}

/// How a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Ending {
    pub winner: Option<Side>,
    pub how: How,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum How {
    /// A side has done what it came for.
    Mission,
    /// Nobody has, and it is over.
    Stalemate,
    /// The last round has passed.
    Time,
}

/// Everything that changes in a match but the dice.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Now {
    pub round: u8,
    pub phase: Phase,
    pub flow: Flow,
    pub ask: Ask,
    pub outcome: Option<Ending>,
    pub plane_count: u8,
    #[serde(with = "crate::padded")]
    pub planes: [Plane; PLANES],
    pub ground_count: u8,
    #[serde(with = "crate::padded")]
    pub ground: [Ground; GROUND],
    #[serde(with = "crate::padded")]
    pub markers: [Option<Marker>; MARKERS],
    pub sky: Sky,
    /// The order of movement of this round.
    pub order: [u8; PLANES],
    pub order_len: u8,
    /// The place in it that moves.
    pub turn: u8,
    /// Seats that may still interrupt here, and seats that let this move pass.
    pub window: u8,
    pub standing: u8,
    pub freeze: Freeze,
    /// Targets that the looking plane may still test for, those in plain sight of a new test.
    pub to_test: u32,
    /// A whole move that is being flown.
    pub course: Course,
    /// Dice to come, first to last.
    pub stack: Vec<Loaded>,
    /// Who places first (scenario 7).
    pub places_first: Option<Side>,
}

impl Now {
    pub fn planes(&self) -> &[Plane] {
        &self.planes[..usize::from(self.plane_count).min(PLANES)]
    }

    pub fn grounds(&self) -> &[Ground] {
        &self.ground[..usize::from(self.ground_count).min(GROUND)]
    }

    pub fn order(&self) -> &[u8] {
        &self.order[..usize::from(self.order_len).min(PLANES)]
    }
}

/// What is settled for a whole match.
#[derive(Debug)]
pub struct Table {
    pub content: Arc<Content>,
    pub setup: Setup,
    pub map: Map,
    pub aim: Aim,
    pub rounds: u8,
    pub options: Options,
    /// Sides that play themselves.
    pub automated: [bool; 2],
    /// Ground units are fired by their owners; otherwise by WV-SCN-21.
    pub by_hand: bool,
    /// The bomber that is never moved (WV-SCN-06).
    pub anchor: Option<u8>,
    pub recon: Option<Recon>,
    pub names: Vec<String>,
    pub ground_names: Vec<String>,
    pub seats: Vec<Seat>,
}

/// A plane that must cross a line in level flight (WV-SCN-11, WV-SCN-18).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recon {
    pub plane: u8,
    pub x: i8,
    pub level: Option<i8>,
    pub needed: u8,
}

/// A match.
#[derive(Clone, Debug)]
pub struct State {
    pub(crate) table: Arc<Table>,
    pub(crate) dice: Dice,
    pub(crate) now: Now,
}

impl Hash for State {
    fn hash<H: Hasher>(&self, to: &mut H) {
        self.table.setup.hash_words(to);
        self.dice.hash(to);
        self.now.hash(to);
    }
}

impl State {
    /// The table as it lies.
    pub fn now(&self) -> &Now {
        &self.now
    }

    pub fn table(&self) -> &Table {
        &self.table
    }

    #[inline]
    pub(crate) fn content(&self) -> &Content {
        &self.table.content
    }

    #[inline]
    pub(crate) fn plane(&self, index: u8) -> &Plane {
        &self.now.planes[usize::from(index) & (PLANES - 1)]
    }

    #[inline]
    pub(crate) fn plane_mut(&mut self, index: u8) -> &mut Plane {
        &mut self.now.planes[usize::from(index) & (PLANES - 1)]
    }

    /// Whose a unit is.
    pub(crate) fn side_of(&self, unit: UnitId) -> Option<Side> {
        let plane = unit.as_plane().map(|i| self.now.planes[i].side);
        plane.or_else(|| unit.as_ground().map(|i| self.now.ground[i].side))
    }

    #[inline]
    pub(crate) fn kind_of(&self, plane: &Plane) -> &crate::content::Airplane {
        &self.table.content.airplanes[usize::from(plane.kind)]
    }

    #[inline]
    pub(crate) fn target_of(&self, ground: &Ground) -> &crate::content::TargetRow {
        &self.table.content.targets[usize::from(ground.kind)]
    }
}
