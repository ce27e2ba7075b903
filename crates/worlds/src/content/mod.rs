//! The components: zones, charts, boards, cards. Read from text, checked, and turned into dense tables.

mod files;
mod rows;

pub use components::ContentError;
pub use files::BUILT_IN;

use crate::kinds::{
    Action, Colour, Devastation, GearColour, HEXES, Hex, MartianAction, SeaAction, ShipKind, UNITS, UnitKind,
    ZONES, ZoneId, ZoneState,
};
use crate::steward::Judgement;
use components::Judged;
use serde::Deserialize;
use std::sync::Arc;
use table::StateHash;

/// A zone of the map (WW-CMP-02).
#[derive(Clone, Debug)]
pub struct ZoneRow {
    pub id: String,
    pub name: String,
    pub x: u16,
    pub y: u16,
    pub colour: GearColour,
    pub workforce: u8,
    pub factory: bool,
    pub harbour: bool,
    pub harbour_name: Option<String>,
    /// A set of zones.
    pub adjacent: u32,
    /// Zones that are two moves away.
    pub two_away: u32,
    /// The zone's row of the Martian Movement chart (WW-MAC-03).
    pub martian_move: [ZoneId; 3],
}

/// Prices in Production points (WW-PRO-04, WW-PLN-01).
#[derive(Clone, Copy, Debug, Default)]
pub struct Costs {
    pub units: [u8; 4],
    pub random_harbour: u8,
    pub chosen_harbour: u8,
    pub random_plan: u8,
    pub chosen_plan: u8,
}

/// Victory points for what happens.
#[derive(Clone, Copy, Debug, Default)]
pub struct Score {
    pub tripod: u8,
    pub escaped: u8,
    pub refugee_captured: u8,
    pub refugee_destroyed: u8,
    pub unit_captured: u8,
    pub destroyed_zone: u8,
    pub red_weed_zone: u8,
}

#[derive(Clone, Debug, Default)]
pub struct ShipRow {
    pub name: String,
    pub cost: u8,
    pub dice: u8,
    pub ram: bool,
}

/// A row of the Martian Action chart: the first that fits applies (WW-MAC-02).
#[derive(Clone, Copy, Debug)]
pub struct MartianActionRow {
    pub state: ZoneState,
    pub min: u8,
    pub max: u8,
    pub results: [MartianAction; 3],
}

/// A result of the escape chart (WW-ESC-02).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Escape {
    Escape,
    Half,
    NavalBattle,
}

#[derive(Clone, Debug)]
pub struct LandCard {
    pub id: String,
    /// The initiative in the corner.
    pub humans: bool,
    /// The column of each colour.
    pub place: [u8; 5],
    pub actions: [Vec<Action>; 5],
}

#[derive(Clone, Debug)]
pub struct SeaCard {
    pub id: String,
    pub humans: bool,
    pub place: [u8; 5],
    pub actions: Vec<SeaAction>,
}

/// When a saved card is played (WW-EVT-03).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Timing {
    Production,
    HumanAction,
    NavalSetup,
    LandBattleStart,
    DevastationRoll,
}

/// Where a card's counter goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OpWhere {
    LiveZone,
    LiveFactory,
}

/// One step of an Event card (WW-EVT-07).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    Place { unit: UnitKind, n: u8, place: OpWhere },
    FreeShip { ship: ShipKind, n: u8 },
    HandlingMachine { colour: Colour },
    Earthworks { n: u8 },
    PowderMill { n: u8 },
    Production { n: i8 },
    Discount { item: UnitKind, price: u8 },
    LongMove { n: u8 },
    MoveRefugees { n: u8 },
    Harbour { n: u8 },
    HitTripod { n: u8 },
    RandomPlans { n: u8 },
    Unweed { n: u8 },
    HumanVp { n: u8 },
    DamageTripod { waves: u8 },
    CancelDevastation,
    FlyingMachine { n: i8 },
    RestoreZone { workforce: u8 },
    LandCylinder { n: u8 },
    AssemblyRoll,
    Workforce { zone: ZoneId, n: i8 },
    PlaceRefugee { zone: ZoneId, points: u8 },
    SmokeAdjacent { n: u8 },
    PayOrFlyingMachine { n: u8 },
    Weed { n: u8 },
    RefugeesNearWaves { points: u8, zones: u8 },
    LoseUnit { n: u8 },
    RepairTripod { n: u8 },
    None,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Play {
    Immediate(Vec<Op>),
    Save(Timing, Vec<Op>),
    Or([Vec<Op>; 2]),
}

#[derive(Clone, Debug)]
pub struct EventCard {
    pub id: String,
    pub name: String,
    pub text: String,
    pub play: Play,
}

/// What a scenario changes (WW-SC0-01).
#[derive(Clone, Debug)]
pub struct ScenarioRow {
    pub id: String,
    pub number: String,
    pub initial_machines: bool,
    pub event_pile: Option<u8>,
    pub free_units: u8,
    pub random_harbours: u8,
    pub waves: u8,
    pub tripods_per_wave: u8,
    pub production: bool,
    pub random_plan: Option<u8>,
    pub chosen_plan: Option<u8>,
    pub growth: u8,
    pub naval_tripods: Option<u8>,
    pub paid_event: Option<u8>,
    pub green_machines: Vec<ZoneId>,
    pub rolled_machines: Vec<Colour>,
    pub start_production: u8,
    pub opening_rolls: u8,
    pub initial_wave: bool,
    pub initial_cylinder: bool,
    pub refugee_per_workforce: bool,
    pub free_harbour: bool,
}

/// The charts whose results are words.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Chart {
    Scouting,
    CylinderAttack,
    Earthworks,
    PowderMill,
    Explosion,
    RedWeed,
    Attract,
}

pub(crate) const SCOUTING: &[&str] = &["none", "random_battle_plan", "chosen_battle_plan_and_remove_cavalry"];
pub(crate) const CYLINDER_ATTACK: &[&str] = &["none", "destroy_one_tripod", "infantry_destroyed"];
pub(crate) const BUILD_EARTHWORKS: &[&str] = &["none", "earthworks", "earthworks_then_remove_infantry"];
pub(crate) const BUILD_POWDER_MILL: &[&str] = &["none", "powder_mill", "infantry_destroyed"];
pub(crate) const EXPLOSION: &[&str] = &["none", "one_tripod_takes_a_hit", "one_tripod_destroyed"];
pub(crate) const RED_WEED: &[&str] = &["none", "flip_destroyed_to_red_weed"];
pub(crate) const ATTRACT: &[&str] = &["none", "wave_moves_to_cavalry_zone", "cavalry_destroyed"];

/// All components, checked.
#[derive(Debug)]
pub struct Content {
    pub die: [Colour; 6],
    /// The colour that hits at range 1, 2 and 3.
    pub range_colour: [Colour; 3],
    pub points_per_step: u8,
    pub track_end: u8,
    pub end_of_turn_roll: Vec<(u8, Colour)>,
    pub flying_machine_pieces: u8,
    pub new_cylinder_at: Vec<u8>,
    pub score: Score,
    pub costs: Costs,
    pub gun_dice: [u8; 8],
    pub gun_moves: [bool; 8],
    pub ships: [ShipRow; 4],
    pub plans: [u8; 6],
    pub plan_texts: [String; 6],
    pub per_colour: u8,
    pub earthworks: u8,
    pub powder_mills: u8,
    pub machines: [u8; 3],
    pub unit_kind: [UnitKind; UNITS],
    pub units_of_kind: [u32; 8],
    pub guns: u32,
    pub map_size: [u16; 2],
    /// By colour of the counter and Workforce.
    pub gears: [[u8; 13]; 3],
    pub zones: Vec<ZoneRow>,
    pub london: ZoneId,
    pub factories: u32,
    pub harbours: u32,
    pub placement: [ZoneId; 3],
    pub start_bonus: [u8; ZONES],
    pub initial_machines: Vec<(ZoneId, Colour)>,
    pub devastation: [Devastation; 3],
    /// Workforce lost and points of the Refugee counter placed, by attack.
    pub attacks: [(u8, u8); 3],
    pub martian_action: Vec<MartianActionRow>,
    /// By Refugee counter and colour.
    pub escape: [[Escape; 3]; 2],
    pub(crate) word_charts: [[u8; 3]; 7],
    pub land_letters: [Hex; 5],
    pub sea_letters: [Hex; 5],
    pub gun_hexes: u64,
    pub blue_hexes: u64,
    pub top_hexes: u64,
    pub black_hexes: u64,
    pub hex_places: Vec<[u16; 2]>,
    pub range: [[u8; HEXES]; HEXES],
    pub around: [u64; HEXES],
    pub naval_tripods: u8,
    pub naval_rounds: u8,
    pub land_cards: Vec<LandCard>,
    pub sea_cards: Vec<SeaCard>,
    pub events: Vec<EventCard>,
    pub curate_capacity: u8,
    pub heliograph_rerolls: u8,
    pub narrator_points: u8,
    pub scenarios: Vec<ScenarioRow>,
    /// What the steward judges by, where it comes from, and the same as figures.
    pub(crate) judged: Judged,
    pub(crate) judgement: Arc<Judgement>,
    hash: StateHash,
}

components::content!(Content, files);

impl Content {
    pub fn zone(&self, id: &str) -> Option<ZoneId> {
        self.zones.iter().position(|z| z.id == id).map(|i| ZoneId(i as u8))
    }

    pub fn scenario(&self, id: &str) -> Option<&ScenarioRow> {
        self.scenarios.iter().find(|s| s.id == id)
    }

    /// Whom Martians feed on: Infantry, Cavalry, and people, who count as Infantry (WW-EVT-05).
    pub fn eaten(&self) -> u32 {
        let food = UnitKind::ALL.into_iter().filter(|kind| !kind.is_gun());
        food.fold(0, |set, kind| set | self.mask(kind))
    }

    /// The counters of a kind.
    pub fn mask(&self, kind: UnitKind) -> u32 {
        self.units_of_kind[kind as usize]
    }

    pub(crate) fn martian_row(&self, state: ZoneState, workforce: u8) -> Option<&MartianActionRow> {
        self.martian_action.iter().find(|r| r.state == state && (r.min..=r.max).contains(&workforce))
    }

    /// The result of a chart whose results are words, as the number of the word.
    pub(crate) fn word(&self, chart: Chart, colour: Colour) -> u8 {
        self.word_charts[chart as usize][colour.index() % 3]
    }

    pub fn hash(&self) -> StateHash {
        self.hash
    }

    fn empty() -> Self {
        Self {
            die: [Colour::Green; 6],
            range_colour: [Colour::Green; 3],
            points_per_step: 10,
            track_end: 10,
            end_of_turn_roll: Vec::new(),
            flying_machine_pieces: 4,
            new_cylinder_at: Vec::new(),
            score: Score::default(),
            costs: Costs::default(),
            gun_dice: [1; 8],
            gun_moves: [true; 8],
            ships: Default::default(),
            plans: [0; 6],
            plan_texts: Default::default(),
            per_colour: 0,
            earthworks: 0,
            powder_mills: 0,
            machines: [0; 3],
            unit_kind: [UnitKind::Infantry; UNITS],
            units_of_kind: [0; 8],
            guns: 0,
            map_size: [0; 2],
            gears: [[0; 13]; 3],
            zones: Vec::new(),
            london: ZoneId(0),
            factories: 0,
            harbours: 0,
            placement: [ZoneId(0); 3],
            start_bonus: [0; ZONES],
            initial_machines: Vec::new(),
            devastation: [Devastation::HeatRay; 3],
            attacks: [(0, 0); 3],
            martian_action: Vec::new(),
            escape: [[Escape::Escape; 3]; 2],
            word_charts: [[0; 3]; 7],
            land_letters: [Hex(0); 5],
            sea_letters: [Hex(0); 5],
            gun_hexes: 0,
            blue_hexes: 0,
            top_hexes: 0,
            black_hexes: 0,
            hex_places: Vec::new(),
            range: [[0; HEXES]; HEXES],
            around: [0; HEXES],
            naval_tripods: 1,
            naval_rounds: 20,
            land_cards: Vec::new(),
            sea_cards: Vec::new(),
            events: Vec::new(),
            curate_capacity: 0,
            heliograph_rerolls: 0,
            narrator_points: 0,
            scenarios: Vec::new(),
            judged: Judged::default(),
            judgement: Arc::default(),
            hash: StateHash(0),
        }
    }
}
