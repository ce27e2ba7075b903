//! The whole state of one match. Everything on the table lies open: only the dice and the order of the cards are not
//! known, and a pile is kept as the set of its cards, so what comes next is drawn when it comes.

use crate::content::Content;
use crate::kinds::{
    Colour, EventId, Hex, Phase, Plan, ShipKind, TRIPODS, UNITS, UnitId, UnitKind, WAVES, ZONES, ZoneId,
    ZoneState, units_of, zones_of,
};
use crate::order::Ask;
use crate::scenarios::Rules;
use crate::steward::Judgement;
use serde::{Deserialize, Serialize};
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use table::{Dice, Seat};

/// The Tripods of a Wave, or of a zone in the Handling Machine Uprising: how many of each colour and side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Band {
    pub sound: [u8; 5],
    pub damaged: [u8; 5],
}

impl Band {
    pub fn count(&self) -> u8 {
        self.sound.iter().sum::<u8>() + self.damaged.iter().sum::<u8>()
    }

    pub fn is_empty(&self) -> bool {
        self.count() == 0
    }

    pub fn of(&self, colour: Colour) -> u8 {
        self.sound[colour.index()] + self.damaged[colour.index()]
    }

    pub fn has(&self, colour: Colour, damaged: bool) -> bool {
        (if damaged { self.damaged } else { self.sound })[colour.index()] > 0
    }

    pub(crate) fn side(&mut self, damaged: bool) -> &mut [u8; 5] {
        if damaged { &mut self.damaged } else { &mut self.sound }
    }

    pub(crate) fn take(&mut self, colour: Colour, damaged: bool) {
        let n = &mut self.side(damaged)[colour.index()];
        *n = n.saturating_sub(1);
    }

    pub(crate) fn put(&mut self, colour: Colour, damaged: bool) {
        self.side(damaged)[colour.index()] += 1;
    }

    pub(crate) fn join(&mut self, other: &Self) {
        for i in 0..5 {
            self.sound[i] += other.sound[i];
            self.damaged[i] += other.damaged[i];
        }
    }

    /// The kinds of Tripod in it: colour and side.
    pub fn kinds(self) -> impl Iterator<Item = (Colour, bool)> {
        [false, true].into_iter().flat_map(move |damaged| {
            Colour::ALL.into_iter().filter(move |c| self.has(*c, damaged)).map(move |c| (c, damaged))
        })
    }
}

/// A Wave counter (WW-CMP-03).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wave {
    /// Where it stands; none while it is not in play.
    pub zone: Option<ZoneId>,
    /// It shows its Cylinder.
    pub cylinder: bool,
    /// Tripods under construction in the Cylinder.
    pub building: u8,
    /// Its medallion.
    pub tripods: Band,
    /// Where a Cavalry draws it this turn (WW-ACT-11).
    pub attracted: Option<ZoneId>,
}

/// The Tripods that stand in zones: scenario II only (WW-SC2-05).
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Uprising {
    pub groups: [Band; ZONES],
    /// Tripods that came into the zone in this Martian Action Phase and have acted (WW-SC2-06).
    pub arrived: [Band; ZONES],
    /// Tripods that a Cavalry draws on, and where to (WW-SC2-11): from, colour, damaged, to.
    pub attracted: Vec<(ZoneId, Colour, bool, ZoneId)>,
}

/// A pile and its discards, as sets of cards (WW-CMP-09).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deck {
    pub pile: u64,
    pub discard: u64,
}

/// A Tripod on a battle board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tripod {
    pub colour: Colour,
    pub damaged: bool,
    /// None before it is placed, and when it is destroyed.
    pub hex: Option<Hex>,
}

const NO_TRIPOD: Tripod = Tripod { colour: Colour::Green, damaged: false, hex: None };

/// What a die in a Land Battle is rolled for: kept while its roll may still be changed (WW-PLN-06).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum DieFor {
    Scout { unit: UnitId },
    Trap,
    Detect { tripod: u8, gun: UnitId },
    Attack { tripod: u8, gun: UnitId },
    Shot,
}

/// A Gun's attack on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shot {
    pub gun: UnitId,
    pub tripod: u8,
    pub dice: u8,
    pub was_sound: bool,
}

/// Where the Martian step stands: which Tripod, which of its actions, which part of that.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cursor {
    /// The place in the order green, yellow, red, blue, violet.
    pub colour: u8,
    pub tripod: u8,
    pub action: u8,
    pub part: u8,
    /// Guns that an action on all of them has still to roll for.
    pub todo: u32,
}

/// A Land Battle.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Land {
    pub band: u8,
    pub zone: ZoneId,
    pub round: u8,
    /// Plans in hand, and those that are out of the mix until the battle is over.
    pub held: [u8; 6],
    pub used: [u8; 6],
    pub humans_first: bool,
    pub humans_placed: bool,
    pub martians_placed: bool,
    pub scouted: u32,
    /// Units on the board; Guns that found no room wait beside it (WW-BSU-01).
    pub on_board: u32,
    pub waiting: u32,
    #[serde(with = "crate::sparse")]
    pub hex: [Option<Hex>; UNITS],
    /// Levels of Earthworks, the free one among them.
    pub level: [u8; UNITS],
    pub surprise: u32,
    pub fired: u32,
    pub fired_twice: u32,
    pub terrain: bool,
    pub heliograph_used: u8,
    pub tripods: [Tripod; TRIPODS],
    pub tripod_count: u8,
    /// Those that were there when the round began act in it.
    pub acting: u8,
    pub card: u8,
    pub second_card: Option<u8>,
    pub cursor: Cursor,
    pub shot: Option<Shot>,
    pub die: Option<(DieFor, Colour)>,
    pub flips: u8,
}

impl Default for Land {
    fn default() -> Self {
        Self {
            band: 0,
            zone: ZoneId(0),
            round: 0,
            held: [0; 6],
            used: [0; 6],
            humans_first: false,
            humans_placed: false,
            martians_placed: false,
            scouted: 0,
            on_board: 0,
            waiting: 0,
            hex: [None; UNITS],
            level: [0; UNITS],
            surprise: 0,
            fired: 0,
            fired_twice: 0,
            terrain: false,
            heliograph_used: 0,
            tripods: [NO_TRIPOD; TRIPODS],
            tripod_count: 0,
            acting: 0,
            card: 0,
            second_card: None,
            cursor: Cursor::default(),
            shot: None,
            die: None,
            flips: 0,
        }
    }
}

/// Refugee counters and War Ships that fit a naval board.
pub const BOATS: usize = 32;

/// A Refugee counter at sea.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Boat {
    pub points: u8,
    pub hex: Option<Hex>,
    pub level: u8,
    pub acted: bool,
}

/// A War Ship.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ship {
    pub kind: ShipKind,
    pub hex: Option<Hex>,
    pub level: u8,
    pub acted: bool,
}

/// A Naval Battle.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Naval {
    pub round: u8,
    pub boats: [Boat; BOATS],
    pub boat_count: u8,
    pub ships: [Ship; BOATS],
    pub ship_count: u8,
    /// Ships that a card gives and that are not placed yet.
    pub free: [u8; 4],
    pub tripods: [Tripod; 2],
    pub tripod_count: u8,
    pub humans_placed: bool,
    pub martians_placed: bool,
    pub humans_first: bool,
    pub card: u8,
    pub tripod: u8,
    pub action: u8,
}

impl Default for Naval {
    fn default() -> Self {
        Self {
            round: 0,
            boats: [Boat { points: 0, hex: None, level: 0, acted: false }; BOATS],
            boat_count: 0,
            ships: [Ship { kind: ShipKind::TorpedoBoat, hex: None, level: 0, acted: false }; BOATS],
            ship_count: 0,
            free: [0; 4],
            tripods: [NO_TRIPOD; 2],
            tripod_count: 0,
            humans_placed: false,
            martians_placed: false,
            humans_first: false,
            card: 0,
            tripod: 0,
            action: 0,
        }
    }
}

/// An Event card that is being carried out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Drawn {
    pub card: Option<EventId>,
    /// Which half of an OR card.
    pub half: u8,
    pub op: u8,
    /// How often the step is still to be done, once it has begun.
    pub left: Option<u8>,
    /// Waves or zones that the step has used already.
    pub used: u32,
}

/// What the game does next by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Flow {
    TakeCards,
    Deploy,
    StartTurn,
    Buying,
    Devastation {
        next: u8,
    },
    Battles,
    Initiative,
    BattleSetUp,
    /// A Battle card lies open; plans may still change it.
    CardWindow {
        placing: bool,
    },
    Scouting,
    Round,
    MartianStep,
    Shooting,
    HumanStep,
    Actions,
    Excess,
    Escape,
    SeaSetUp,
    SeaRound,
    SeaMartianStep,
    SeaHumanStep,
    Landings,
    Martian {
        next: u8,
    },
    Mills {
        band: u8,
        next: u8,
    },
    Zones,
    Assembly,
    DrawEvent,
    Event,
    EventPaid,
    EndOfTurn,
    Over,
}

/// How it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Ending {
    EmptyMap,
    Germs,
    NoTripods,
    NoMachines,
    GermRoll,
    Colonization,
    London,
    FlyingMachine,
    ColonizationRoll,
}

impl Ending {
    pub fn won(self) -> bool {
        matches!(self, Self::EmptyMap | Self::Germs | Self::NoTripods | Self::NoMachines | Self::GermRoll)
    }

    pub fn rule(self) -> &'static str {
        match self {
            Self::EmptyMap => "WW-VIC-03",
            Self::Germs | Self::Colonization => "WW-VIC-04",
            Self::NoTripods => "WW-SC1-11",
            Self::NoMachines => "WW-SC2-09",
            Self::GermRoll => "WW-VIC-08",
            Self::London => "WW-VIC-05",
            Self::FlyingMachine => "WW-VIC-06",
            Self::ColonizationRoll => "WW-VIC-09",
        }
    }

    /// For statistics.
    pub fn how(self) -> &'static str {
        match self {
            Self::EmptyMap => "empty map",
            Self::Germs => "germs at ten",
            Self::NoTripods => "no tripod left",
            Self::NoMachines => "no handling machine left",
            Self::GermRoll => "germ roll",
            Self::Colonization => "colonization at ten",
            Self::London => "London destroyed",
            Self::FlyingMachine => "flying machine",
            Self::ColonizationRoll => "colonization roll",
        }
    }
}

/// Everything that lies on the table.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Now {
    pub turn: u16,
    pub phase: Phase,
    pub flow: Flow,
    pub ask: Ask,
    pub outcome: Option<Ending>,
    pub production: u16,
    pub hvp: u8,
    pub germs: u8,
    pub mvp: u8,
    pub colonization: u8,
    pub flying_machine: u8,
    /// Cylinders that land at the end of the Escape Phase (WW-CYL-01).
    pub landings: u8,
    /// Points of Refugees that Waves captured in this Martian Action Phase (WW-ZON-02).
    pub captured: u8,
    pub workforce: [u8; ZONES],
    pub zone_state: [ZoneState; ZONES],
    /// Refugee 1 and Refugee 2 counters, and how many of them have not acted yet.
    pub refugees: [[u8; 2]; ZONES],
    pub rested: [[u8; 2]; ZONES],
    pub harbours: u32,
    pub mills: [u8; ZONES],
    pub machines: [[u8; 3]; ZONES],
    #[serde(with = "crate::sparse")]
    pub unit_zone: [Option<ZoneId>; UNITS],
    pub units_at: [u32; ZONES],
    /// Built levels of Earthworks.
    pub works: [u8; UNITS],
    pub acted: u32,
    /// Counters that may still travel by Special Trains.
    pub trains: u8,
    pub waves: [Wave; WAVES],
    pub uprising: Option<Box<Uprising>>,
    pub land_deck: Deck,
    pub sea_deck: Deck,
    pub event_deck: Deck,
    pub saved: u64,
    pub free_harbour_used: bool,
    pub fought: u32,
    pub land: Land,
    pub naval: Naval,
    pub drawn: Drawn,
    /// Units or cards that a set-up still lets the player choose.
    pub to_choose: u8,
}

/// What chance gives next, laid down in a position: cards, zones and events by their numbers in the content.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Loaded {
    Die(Colour),
    /// A Tripod counter that is drawn.
    Tripod(Colour),
    Plan(Plan),
    LandCard(u8),
    SeaCard(u8),
    Event(u8),
    /// A zone that is drawn by lot.
    Zone(u8),
}

/// A match: the table, the dice, and what does not change.
#[derive(Clone)]
pub struct State {
    pub content: Arc<Content>,
    /// What the steward judges by: no rule asks it.
    pub(crate) judgement: Arc<Judgement>,
    pub(crate) rules: Rules,
    pub(crate) dice: Dice,
    /// Dice and draws to come, first to last; then the dice decide.
    pub(crate) stack: Vec<Loaded>,
    pub now: Now,
    pub(crate) seats: Arc<[Seat]>,
}

impl std::fmt::Debug for State {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "State(turn {}, {:?})", self.now.turn, self.now.ask)
    }
}

impl Hash for State {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (&self.now, &self.rules, &self.dice).hash(state);
        // A match whose dice nobody has loaded keeps the hash that it always had.
        if !self.stack.is_empty() {
            self.stack.hash(state);
        }
    }
}

impl State {
    pub fn kind(&self, unit: UnitId) -> UnitKind {
        self.content.unit_kind[unit.index() % UNITS]
    }

    pub fn is_live(&self, zone: ZoneId) -> bool {
        self.now.zone_state[zone.index()] == ZoneState::Live
    }

    /// The gears that the zone's Production counter shows (WW-CMP-07).
    pub fn gears(&self, zone: ZoneId) -> u8 {
        let colour = self.content.zones[zone.index()].colour as usize;
        self.content.gears[colour][usize::from(self.now.workforce[zone.index()].min(12))]
    }

    pub fn income(&self) -> u8 {
        ZoneId::all().map(|z| self.gears(z)).sum()
    }

    pub fn guns_at(&self, zone: ZoneId) -> u32 {
        self.now.units_at[zone.index()] & self.content.guns
    }

    pub fn has_unit(&self, zone: ZoneId, kind: UnitKind) -> bool {
        self.now.units_at[zone.index()] & self.content.mask(kind) != 0
    }

    /// A counter of this kind that is not in play (WW-CMP-12).
    pub fn spare(&self, kind: UnitKind) -> Option<UnitId> {
        units_of(self.content.mask(kind)).find(|u| self.now.unit_zone[u.index()].is_none())
    }

    /// How many of a kind are in play.
    pub fn in_play(&self, kind: UnitKind) -> u32 {
        units_of(self.content.mask(kind)).filter(|u| self.now.unit_zone[u.index()].is_some()).count() as u32
    }

    pub(crate) fn put_unit(&mut self, unit: UnitId, zone: ZoneId) {
        self.lift_unit(unit);
        self.now.unit_zone[unit.index()] = Some(zone);
        self.now.units_at[zone.index()] |= unit.bit();
    }

    /// Takes a unit off the map; its Earthworks are free again.
    pub(crate) fn lift_unit(&mut self, unit: UnitId) {
        if let Some(zone) = self.now.unit_zone[unit.index()].take() {
            self.now.units_at[zone.index()] &= !unit.bit();
        }
        self.now.works[unit.index()] = 0;
        self.now.acted &= !unit.bit();
    }

    /// Earthworks counters that are not on the map (WW-ACT-10).
    pub fn free_works(&self) -> u8 {
        self.content.earthworks.saturating_sub(self.now.works.iter().sum())
    }

    /// Powder Mill counters that are not on the map (WW-ACT-10).
    pub fn free_mills(&self) -> u8 {
        self.content.powder_mills.saturating_sub(self.now.mills.iter().sum())
    }

    /// Handling Machines of this colour that are not on the map.
    pub fn free_machines(&self, colour: Colour) -> u8 {
        let out: u8 = self.now.machines.iter().map(|m| m[colour.index() % 3]).sum();
        self.content.machines[colour.index() % 3].saturating_sub(out)
    }

    /// Every Wave on its Tripod side in rising number; in the Uprising the zones with Tripods, by the list (WW-SC2-06).
    pub fn bands(&self) -> impl Iterator<Item = u8> + '_ {
        (0..self.band_limit()).filter(|b| self.band_zone(*b).is_some())
    }

    pub(crate) fn band_limit(&self) -> u8 {
        if self.now.uprising.is_some() { ZONES as u8 } else { WAVES as u8 }
    }

    /// Where a band of Tripods stands; none if there is no such band.
    pub fn band_zone(&self, band: u8) -> Option<ZoneId> {
        match &self.now.uprising {
            Some(uprising) => {
                let tripods = uprising.groups.get(usize::from(band))?;
                (!tripods.is_empty()).then_some(ZoneId(band))
            }
            None => self.now.waves.get(usize::from(band)).filter(|w| !w.cylinder).and_then(|w| w.zone),
        }
    }

    /// Its Tripods; numbers from 18 on mean those that came into a zone in this phase (WW-SC2-06).
    pub fn band(&self, band: u8) -> Band {
        match &self.now.uprising {
            Some(uprising) if usize::from(band) >= ZONES => uprising.arrived[usize::from(band) % ZONES],
            Some(uprising) => uprising.groups[usize::from(band) % ZONES],
            None => self.now.waves[usize::from(band) % WAVES].tripods,
        }
    }

    pub(crate) fn band_mut(&mut self, band: u8) -> &mut Band {
        match &mut self.now.uprising {
            Some(uprising) => {
                let Uprising { groups, arrived, .. } = &mut **uprising;
                let bands = if usize::from(band) >= ZONES { arrived } else { groups };
                &mut bands[usize::from(band) % ZONES]
            }
            None => &mut self.now.waves[usize::from(band) % WAVES].tripods,
        }
    }

    /// Whether Tripods stand in this zone; Cylinders do not count.
    pub fn tripods_in(&self, zone: ZoneId) -> bool {
        self.bands().any(|b| self.band_zone(b) == Some(zone))
    }

    /// Tripods of a colour that are in no Wave and on no board.
    pub fn spare_tripods(&self, colour: Colour) -> u8 {
        let mut out: u8 = self.now.waves.iter().map(|w| w.tripods.of(colour)).sum();
        if let Some(uprising) = &self.now.uprising {
            out += uprising.groups.iter().chain(&uprising.arrived).map(|b| b.of(colour)).sum::<u8>();
        }
        let naval = &self.now.naval;
        let sea = naval.tripods.iter().take(usize::from(naval.tripod_count));
        out +=
            sea.filter(|t| t.colour == colour && (t.hex.is_some() || !naval.martians_placed)).count() as u8;
        self.content.per_colour.saturating_sub(out)
    }

    pub(crate) fn plan_left(&self, plan: Plan) -> u8 {
        let land = &self.now.land;
        let out = land.held[plan as usize] + land.used[plan as usize];
        self.content.plans[plan as usize].saturating_sub(out)
    }

    /// Live zones with a Factory (WW-PRO-05, WW-PRO-07).
    pub(crate) fn open_factories(&self) -> u32 {
        zones_of(self.content.factories).filter(|z| self.is_live(*z)).fold(0, |set, z| set | z.bit())
    }

    pub(crate) fn live_zones(&self) -> u32 {
        ZoneId::all().filter(|z| self.is_live(*z)).fold(0, |set, z| set | z.bit())
    }

    /// Empty Harbour squares in live zones (WW-PRO-08, WW-PRO-07).
    pub(crate) fn open_harbours(&self) -> u32 {
        self.content.harbours & !self.now.harbours & self.live_zones()
    }

    /// How many Refugee counters a zone can hold (WW-REF-01).
    pub fn capacity(&self, zone: ZoneId) -> u8 {
        if !self.is_live(zone) {
            return 0;
        }
        let curate = self.has_unit(zone, UnitKind::Curate);
        self.gears(zone) + if curate { self.content.curate_capacity } else { 0 }
    }

    pub fn name_of_zone(&self, zone: ZoneId) -> &str {
        &self.content.zones[zone.index() % ZONES].name
    }

    /// A Wave or a zone's Tripods, in words.
    pub(crate) fn band_name(&self, band: u8) -> String {
        if self.now.uprising.is_some() {
            format!("the Tripods in {}", self.name_of_zone(ZoneId(band % ZONES as u8)))
        } else {
            format!("Wave {}", band + 1)
        }
    }

    /// A unit in words: its kind, and a number where there are several.
    pub(crate) fn unit_name(&self, unit: UnitId) -> String {
        let kind = self.kind(unit);
        let mask = self.content.mask(kind);
        if mask.count_ones() < 2 {
            return kind.name().to_owned();
        }
        format!("{} {}", kind.name(), (mask & (unit.bit() - 1)).count_ones() + 1)
    }
}
