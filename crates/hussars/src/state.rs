//! The state of a match: what stands where, what it has done, what is asked.

use crate::content::{Content, End, Exit, Profile, Score, Zone};
use crate::ground::Map;
use crate::kinds::{Phase, Quality, Side, StandId, System, Type, UnitId, Weapon};
use crate::march::March;
use crate::measure::{Base, Gauge, P};
use crate::order::Ask;
use crate::setup::Options;
use serde::{Deserialize, Serialize};
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use table::{Dice, Seat};

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// Where a stand is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Where {
    /// Not yet on the board: to be deployed, or to arrive later (TH-GEO-15).
    #[default]
    Waiting,
    /// A cylinder on its way (TH-CYL-02).
    Falling,
    /// A machine inside a cylinder (TH-CYL-06).
    Inside(StandId),
    Board,
    /// Left by an exit: no casualty (TH-GEO-06).
    Exited,
    Lost,
}

/// Where the other side last saw a stand (TH-SPO-10).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Seen {
    pub turn: u8,
    pub at: P,
    pub facing: u16,
}

/// What a die is rolled for: each purpose has dice of its own (TH-SPO-11).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    Move,
    Hit,
    Effect,
    Location,
    Morale,
    Fear,
    Casualty,
    Scatter,
    Crash,
    Landing,
    Activation,
    Ship,
}

pub const USES: usize = 12;

/// A stand (TH-SCA-01). Every field but the place counts from its ordinary value, so that a position stays short.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields, default)]
pub struct Stand {
    pub place: Where,
    pub at: P,
    pub facing: u16,
    /// A flyer's last direction, where it turned at the end of its flight (TH-MAR-10).
    #[serde(skip_serializing_if = "is_default")]
    pub course: Option<u16>,
    /// It stands on a stream or a cliff and came from this bank: a point beside it (TH-GEO-12).
    #[serde(skip_serializing_if = "is_default")]
    pub bank: Option<P>,
    /// The other side may fire at it (TH-LOS-01).
    #[serde(skip_serializing_if = "is_default")]
    pub spotted: bool,
    #[serde(skip_serializing_if = "is_default")]
    pub seen: Option<Seen>,
    /// Overwatch: a set of moments at which it may still fire (TH-OVR-05).
    #[serde(skip_serializing_if = "is_default")]
    pub marker: u8,
    /// Fired in its fire phase of this player turn.
    #[serde(skip_serializing_if = "is_default")]
    pub fired: bool,
    /// Changed place in this player turn, or fought in close combat in it (TH-OVR-01).
    #[serde(skip_serializing_if = "is_default")]
    pub stirred: bool,
    /// Changed place in this movement phase (TH-SPO-02).
    #[serde(skip_serializing_if = "is_default")]
    pub moving: bool,
    /// Has had its move in this phase (TH-MOV-01).
    #[serde(skip_serializing_if = "is_default")]
    pub done: bool,
    /// Stopped by an enemy in this phase (TH-CLC-01), with this much left (TH-CLC-02).
    #[serde(skip_serializing_if = "is_default")]
    pub stopped: bool,
    #[serde(skip_serializing_if = "is_default")]
    pub left: i32,
    /// Its close combat is over and it may go on (TH-CLC-07).
    #[serde(skip_serializing_if = "is_default")]
    pub freed: bool,
    /// A machine that stands outside a cylinder, or did.
    #[serde(skip_serializing_if = "is_default")]
    pub out: bool,
    /// Bound by a strategic move (TH-STR-04).
    #[serde(skip_serializing_if = "is_default")]
    pub strategic: bool,
    /// Owes a heat-ray check (TH-SEQ-04), and has taken or owes the one of this phase (TH-MOR-07).
    #[serde(skip_serializing_if = "is_default")]
    pub owes: bool,
    #[serde(skip_serializing_if = "is_default")]
    pub checked: bool,
    /// Must run from the clouds of this set (TH-GAS-06).
    #[serde(skip_serializing_if = "is_default")]
    pub fears: u32,
    /// Began the phase out of cohesion (TH-COH-05).
    #[serde(skip_serializing_if = "is_default")]
    pub astray: bool,
    /// Lost in this phase (TH-MOR-02).
    #[serde(skip_serializing_if = "is_default")]
    pub fresh: bool,
    /// Rammed in this phase (TH-IRN-13).
    #[serde(skip_serializing_if = "is_default")]
    pub rammed: bool,
    /// Boxes marked, by system (TH-MAR-01).
    #[serde(skip_serializing_if = "is_default")]
    pub marks: [u8; 5],
    /// Canisters left (TH-GAS-07).
    #[serde(skip_serializing_if = "is_default")]
    pub gas: u8,
    /// A ship's speed in hundredths of an inch (TH-IRN-02).
    #[serde(skip_serializing_if = "is_default")]
    pub speed: i32,
    #[serde(skip_serializing_if = "is_default")]
    pub engines: u8,
    /// Sets of a ship's guns: lost, and fired in this player turn.
    #[serde(skip_serializing_if = "is_default")]
    pub guns_lost: u8,
    #[serde(skip_serializing_if = "is_default")]
    pub guns_fired: u8,
    /// Turns until it goes down; 0 is afloat (TH-IRN-10).
    #[serde(skip_serializing_if = "is_default")]
    pub sinking: u8,
    /// The turn and the phase in which the ammunition blew up.
    #[serde(skip_serializing_if = "is_default")]
    pub struck: Option<(u8, Phase)>,
    /// A cylinder's sixes (TH-CYL-07), hits (TH-CYL-13), and machines that are assembled and have not left.
    #[serde(skip_serializing_if = "is_default")]
    pub sixes: u8,
    #[serde(skip_serializing_if = "is_default")]
    pub hits: u8,
    #[serde(skip_serializing_if = "is_default")]
    pub ready: u8,
    /// The turn in which a cylinder falls or fell (TH-CYL-02).
    #[serde(skip_serializing_if = "is_default")]
    pub falls: u8,
    /// Dice rolled in this phase for each use.
    #[serde(skip)]
    pub drawn: [u8; USES],
}

/// A cloud of black gas, and the turn that made it (TH-GAS-03, TH-GAS-10).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Cloud {
    pub at: P,
    pub turn: u8,
}

/// The stand whose path is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Active {
    pub stand: StandId,
    /// Hundredths of an inch.
    pub allowance: i32,
    #[serde(default)]
    pub strategic: bool,
    /// It comes from off the board (TH-GEO-15).
    #[serde(default)]
    pub entering: bool,
}

/// A move on its way (TH-GEO-13).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Walk {
    pub stand: StandId,
    pub path: Vec<P>,
    pub facing: u16,
    pub allowance: i32,
    /// Marks behind it.
    pub done: u16,
    /// Enemies within 1 in at the start, with their last gap (TH-CLC-01).
    pub excused: Vec<(StandId, i32)>,
    /// Overwatch was asked for this move up to this mark.
    pub asked: u16,
    #[serde(default)]
    pub strategic: bool,
    /// What it has to spend came from a rest after close combat.
    #[serde(default)]
    pub continued: bool,
    /// It was on its way unseen.
    #[serde(default)]
    pub unseen: bool,
}

/// A holder and a mark at which it may fire at the mover (TH-OVR-09).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Chance {
    pub holder: StandId,
    pub mark: u16,
}

/// A close combat (TH-CLC-10).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Melee {
    pub movers: Vec<StandId>,
    pub others: Vec<StandId>,
    pub round: u16,
    /// Who has still to fire in this round, first to last.
    pub queue: Vec<StandId>,
}

/// What the game does next by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Flow {
    Deploy { first: bool },
    TurnStart,
    PhaseStart,
    Firing,
    Before,
    Moving,
    Walking,
    Between,
    Combats,
    Melee,
    Continue,
    After,
    Marks,
    PhaseEnd,
    Over,
}

/// How a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Ending {
    pub winner: Option<Side>,
    /// 0 narrow, 1 clear, 2 decisive (TH-VIC-01).
    pub grade: u8,
    pub scores: [u16; 2],
    pub resigned: bool,
}

/// Everything that changes.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Now {
    pub turn: u8,
    pub phase: Phase,
    pub flow: Flow,
    pub ask: Option<(Side, Ask)>,
    pub stands: Vec<Stand>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub clouds: Vec<Cloud>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub active: Option<Active>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub walk: Option<Box<Walk>>,
    /// All who owe a flight from gas run as proposed before anything else is asked (TH-GAS-06).
    #[serde(default, skip_serializing_if = "is_default")]
    pub fleeing: bool,
    /// A unit that was ordered to march: its stands go one after the other before anything else is asked.
    #[serde(default, skip_serializing_if = "is_default")]
    pub march: Option<Box<March>>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub chances: Vec<Chance>,
    /// Not asked again before the last moment (TH-OVR-09).
    #[serde(default, skip_serializing_if = "is_default")]
    pub holding: bool,
    /// How often overwatch was asked in this phase.
    #[serde(default, skip_serializing_if = "is_default")]
    pub watches: u16,
    #[serde(default, skip_serializing_if = "is_default")]
    pub melee: Option<Box<Melee>>,
    /// Ships that lose a weapon of the Martians' choice (TH-IRN-09).
    #[serde(default, skip_serializing_if = "is_default")]
    pub weapons: Vec<StandId>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub outcome: Option<Ending>,
}

/// A unit of the match (TH-COH-03).
#[derive(Clone, Debug)]
pub struct Troop {
    pub id: String,
    pub name: String,
    pub side: Side,
    pub zone: usize,
    pub stands: Vec<StandId>,
    pub arrives: Option<u8>,
    pub entry: Option<[P; 2]>,
    pub lands: Option<u8>,
    pub lands_choice: Vec<u8>,
    pub crew: Option<Quality>,
}

/// A stand of the match before anything happens to it.
#[derive(Clone, Copy, Debug)]
pub struct Piece {
    pub profile: u16,
    pub unit: UnitId,
    /// The printed place.
    pub at: P,
    pub facing: u16,
    pub scout: bool,
    /// The machine's number among its likes, or the stand's number in its unit.
    pub number: u8,
}

/// What a set-up settles for a whole match.
#[derive(Clone, Debug)]
pub struct Battle {
    pub scenario: usize,
    pub open: bool,
    pub options: Options,
    pub map: Arc<Map>,
    pub turns: u8,
    pub deploy_order: [Side; 2],
    pub activation_dice: u8,
    pub grades: [u16; 2],
    pub prefix: &'static str,
    pub zones: Vec<Zone>,
    pub troops: Vec<Troop>,
    pub pieces: Vec<Piece>,
    pub exits: Vec<Exit>,
    pub scores: Vec<Score>,
    pub ends: Vec<End>,
}

/// A match of Tripods & Hussars.
#[derive(Clone, Debug)]
pub struct State {
    pub(crate) content: Arc<Content>,
    pub(crate) battle: Arc<Battle>,
    pub(crate) setup: Arc<crate::setup::Setup>,
    pub(crate) seed: u64,
    /// Dice results to come, in order, that a position was written with.
    pub(crate) stack: Arc<[u16]>,
    pub(crate) used: u16,
    pub now: Now,
    pub(crate) seats: Arc<[Seat]>,
    /// Lines of sight that were looked along already.
    pub(crate) sights: crate::seeing_your_opponent::Sights,
    /// A flight from gas that was worked out already.
    pub(crate) flights: crate::black_gas::Flights,
    /// The offers of the open decision, once somebody asked for them.
    pub(crate) offers: std::sync::OnceLock<Arc<[crate::order::Order]>>,
}

impl Hash for State {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.seed, self.stack.as_ref(), self.used).hash(state);
        self.now.hash(state);
    }
}

impl State {
    pub fn stand(&self, id: StandId) -> &Stand {
        &self.now.stands[id.index()]
    }

    pub(crate) fn stand_mut(&mut self, id: StandId) -> &mut Stand {
        &mut self.now.stands[id.index()]
    }

    pub fn ids(&self) -> impl Iterator<Item = StandId> + use<> {
        (0..self.now.stands.len() as u8).map(StandId)
    }

    pub fn profile(&self, id: StandId) -> &Profile {
        &self.content.profiles[usize::from(self.battle.pieces[id.index()].profile)]
    }

    pub fn ty(&self, id: StandId) -> Type {
        self.profile(id).ty
    }

    pub fn side(&self, id: StandId) -> Side {
        self.profile(id).side
    }

    pub fn unit(&self, id: StandId) -> UnitId {
        self.battle.pieces[id.index()].unit
    }

    pub fn troop(&self, unit: UnitId) -> &Troop {
        &self.battle.troops[unit.index()]
    }

    pub fn on_board(&self, id: StandId) -> bool {
        self.stand(id).place == Where::Board
    }

    /// Stands of a side that are on the board.
    pub fn fielded(&self, side: Side) -> impl Iterator<Item = StandId> + '_ {
        self.ids().filter(move |id| self.on_board(*id) && self.side(*id) == side)
    }

    pub fn base(&self, id: StandId) -> Base {
        let stand = self.stand(id);
        self.profile(id).shape.at(stand.at, stand.facing)
    }

    /// Whether a stand may be within this many hundredths of a base: its middle tells the far ones apart cheaply.
    pub(crate) fn is_about(&self, base: &Base, id: StandId, limit: i32) -> bool {
        let reach = i64::from(limit) * 10 + 6 + base.footprint.span() + self.profile(id).shape.span;
        let way = self.stand(id).at - base.centre;
        way.squared() <= reach * reach
    }

    /// Whether a stand is within this many hundredths of a base (TH-GEO-01).
    pub(crate) fn is_near(&self, base: &Base, id: StandId, limit: i32) -> bool {
        self.is_about(base, id, limit) && base.near(&self.base(id), limit)
    }

    pub fn gap(&self, a: StandId, b: StandId) -> i32 {
        self.base(a).apart(&self.base(b))
    }

    pub fn rules(&self) -> &Options {
        &self.battle.options
    }

    pub fn map(&self) -> &Map {
        &self.battle.map
    }

    /// Whether a side knows where this stand is: its own, the spotted, and everything with models in plain view.
    pub fn knows(&self, side: Side, id: StandId) -> bool {
        self.side(id) == side || !self.rules().hidden_stands || self.stand(id).spotted
    }

    /// Enemies on the board that a side knows of (TH-SPO-11).
    pub fn known_enemies(&self, side: Side) -> impl Iterator<Item = StandId> + '_ {
        self.fielded(side.other()).filter(move |id| self.knows(side, *id))
    }

    pub fn marked(&self, id: StandId, system: System) -> u8 {
        self.stand(id).marks[system.index()]
    }

    /// A system whose last box is marked, or that the machine never had (TH-CBT-16).
    pub fn is_broken(&self, id: StandId, system: System) -> bool {
        self.marked(id, system) >= self.profile(id).boxes[system.index()]
    }

    /// The guns a ship has left, with their numbers.
    pub fn guns(&self, id: StandId) -> impl Iterator<Item = (u8, Weapon)> + '_ {
        let lost = self.stand(id).guns_lost;
        let guns = self.profile(id).guns.iter().enumerate();
        guns.filter(move |(n, _)| lost & (1 << n) == 0).map(|(n, gun)| (n as u8, *gun))
    }

    /// A name for people: the kind, and its number in its unit.
    pub fn name(&self, id: StandId) -> String {
        let piece = &self.battle.pieces[id.index()];
        let (profile, troop) = (self.profile(id), self.troop(piece.unit));
        match profile.ty {
            Type::Tripod => format!("Tripod {}", piece.number),
            Type::Flyer => "The flyer".to_owned(),
            Type::Cylinder | Type::Ironclad => troop.name.clone(),
            Type::Steamer => format!("Steamer {}", piece.number),
            _ if troop.stands.len() == 1 => troop.name.clone(),
            ty => format!("{}, {} {}", troop.name, ty.name(), piece.number),
        }
    }

    /// A die for its own purpose: turn, phase, stand, use and count decide which (TH-SPO-11, TH-GEO-07).
    pub(crate) fn draw(&mut self, id: StandId, purpose: Use, sides: u32) -> u16 {
        if let Some(&loaded) = self.stack.get(usize::from(self.used)) {
            self.used += 1;
            let sides = sides as u16;
            // A direction is written in degrees, a die as it falls.
            return if sides == 360 { loaded % 360 } else { (loaded.max(1) - 1) % sides + 1 };
        }
        let count = &mut self.now.stands[id.index()].drawn[purpose as usize];
        let nth = *count;
        *count = count.saturating_add(1);
        let place = (u64::from(self.now.turn) << 40)
            | ((self.now.phase.index() as u64) << 32)
            | (u64::from(id.0) << 16)
            | ((purpose as u64) << 8)
            | u64::from(nth);
        let mut dice = Dice::derive(self.seed, place);
        if sides == 360 { dice.below(360) as u16 } else { dice.die(sides) as u16 }
    }

    pub(crate) fn die(&mut self, id: StandId, purpose: Use) -> u8 {
        self.draw(id, purpose, 6) as u8
    }
}
