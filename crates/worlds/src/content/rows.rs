//! The rows of the component files as they are written.

use super::{OpWhere, Timing};
use crate::kinds::{
    Action, Colour, Devastation, GearColour, MartianAction, Phase, Plan, SeaAction, ShipKind, UnitKind,
};
use components::Provenance;
use components::Spanned;
use serde::Deserialize;
use serde::de::IgnoredAny;
use std::collections::BTreeMap;

macro_rules! rows {
    ($($(#[$m:meta])* struct $name:ident { $($(#[$fm:meta])* $field:ident : $type:ty),* $(,)? })*) => {$(
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        #[allow(dead_code, reason = "fields that only say where a figure comes from")]
        $(#[$m])*
        pub(super) struct $name {
            $($(#[$fm])* pub(super) $field: $type,)*
            provenance: Provenance,
            #[serde(default)]
            seed_fields: IgnoredAny,
            #[serde(default)]
            public_fields: IgnoredAny,
            #[serde(default)]
            ruled_fields: IgnoredAny,
        }
    )*};
}

macro_rules! file {
    (struct $name:ident { $($(#[$fm:meta])* $field:ident : $type:ty),* $(,)? }) => {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        #[allow(dead_code, reason = "tables that are printed but not looked up")]
        pub(super) struct $name { $($(#[$fm])* pub(super) $field: $type,)* }
    };
}

rows! {
    struct DieRow { faces: Spanned<Vec<Colour>>, r#match: Spanned<String> }
    struct RangeRow {
        #[serde(rename = "1")] one: Colour,
        #[serde(rename = "2")] two: Colour,
        #[serde(rename = "3")] three: Colour,
    }
    struct TracksRow {
        points_per_step: u8, end: Spanned<u8>, end_of_turn_roll: BTreeMap<String, Colour>, flying_machine_pieces: u8,
        new_cylinder_at: Spanned<Vec<u8>>,
    }
    struct ScoringRow {
        tripod_destroyed_human: u8, refugee_point_escaped_human: u8, refugee_point_captured_martian: u8,
        refugee_point_destroyed_martian: u8, unit_captured_in_battle_martian: u8, destroyed_zone_martian: u8,
        red_weed_zone_martian: u8,
    }
    struct PhasesRow { order: Spanned<Vec<Phase>> }
    struct CostsRow {
        infantry: u8, cavalry: u8, field_gun: u8, siege_gun: u8, random_harbour: u8, chosen_harbour: u8,
        random_battle_plan: u8, chosen_battle_plan: u8,
    }
    struct GunRow { id: Spanned<UnitKind>, dice: Spanned<u8>, may_move: bool }
    struct WarshipRow {
        id: Spanned<ShipKind>, name: String, cost: u8, dice: u8,
        #[serde(default)] ram: bool,
    }
    struct CounterRow {
        id: Spanned<String>, count: u8, binding: bool,
        #[serde(default)] colours: Option<toml::Value>,
        #[serde(default)] per_colour: Option<u8>,
        #[serde(default)] points: Option<u8>,
    }
    struct PlanRow { id: Plan, name: String, count: u8, effect: String }
    struct ProductionRow { colour: GearColour, sides: Spanned<Vec<SideRow>> }
    struct MapRow { width: u16, height: u16, zones: Spanned<usize>, starting_gears: Spanned<u16> }
    struct ZoneFileRow {
        id: Spanned<String>, name: String, x: u16, y: u16, gear_colour: GearColour, workforce: Spanned<u8>,
        gears: Spanned<u8>, factory: bool, harbour: bool,
        #[serde(default)] harbour_name: Option<String>,
        adjacent: Spanned<Vec<String>>, martian_move: Spanned<ByDie<String>>,
    }
    struct HexRow {
        columns: Spanned<Vec<String>>, rows: u8, shifted_columns: Vec<String>, example: String,
    }
    struct LandHexRow {
        id: Spanned<String>, col: u8, row: u8, x: u16, y: u16,
        #[serde(default)] letter: Option<String>,
        gun: bool, blue: bool,
    }
    struct NavalHexRow {
        id: Spanned<String>, col: u8, row: u8, x: u16, y: u16,
        #[serde(default)] letter: Option<String>,
        top: bool, black: bool,
    }
    struct NavalBattleRow { tripods: u8, max_rounds: u8 }
    struct LandCardRow {
        id: String, initiative: Side, place: Spanned<ByTripod<char>>, action: Spanned<ByTripod<Vec<Action>>>,
    }
    struct SeaCardRow { id: String, initiative: Side, place: Spanned<ByTripod<char>>, action: Spanned<Vec<SeaAction>> }
    struct EventRow {
        id: Spanned<String>, name: String, play: PlayRow, text: String,
        #[serde(default)] counter: Option<String>,
        #[serde(default)] person: Option<bool>,
        #[serde(default)] timing: Option<Timing>,
        #[serde(default)] ops: Vec<OpRow>,
        #[serde(default)] ops_a: Vec<OpRow>,
        #[serde(default)] ops_b: Vec<OpRow>,
    }
    struct ScenarioFileRow {
        id: Spanned<String>, layer: String, number: String,
        #[serde(default = "yes")] initial_handling_machines: bool,
        #[serde(default)] event_pile: Option<u8>,
        #[serde(default)] free_units: u8,
        #[serde(default)] random_harbours: u8,
        #[serde(default = "one")] waves: Spanned<u8>,
        #[serde(default = "four")] tripods_per_wave: Spanned<u8>,
        #[serde(default = "yes")] production: bool,
        #[serde(default)] random_battle_plan: Option<u8>,
        #[serde(default)] chosen_battle_plan: Option<u8>,
        #[serde(default)] tripods_gained_per_turn: u8,
        #[serde(default)] naval_tripods: Option<u8>,
        #[serde(default)] paid_event_cost: Option<u8>,
        #[serde(default)] green_handling_machines: Spanned2,
        #[serde(default)] rolled_handling_machines: u8,
        #[serde(default)] rolled_colours: Vec<Colour>,
        #[serde(default)] start_production_points: u8,
        #[serde(default)] opening_rolls_per_machine: u8,
        #[serde(default = "yes")] initial_wave: bool,
        #[serde(default = "yes")] initial_cylinder: bool,
        #[serde(default)] refugee_per_workforce_lost: bool,
        #[serde(default)] first_random_harbour_free: bool,
    }
    struct PlacementRow { green: Spanned<String>, yellow: Spanned<String>, red: Spanned<String> }
    struct DevastationRow { green: Devastation, yellow: Devastation, red: Devastation }
    struct AttackRow { id: Devastation, workforce: i8, refugee: u8 }
    struct ActionRow {
        state: Spanned<String>, min_workforce: u8, max_workforce: u8, green: MartianAction, yellow: MartianAction,
        red: MartianAction,
    }
    struct EscapeRow { green: Spanned<String>, yellow: Spanned<String>, red: Spanned<String> }
    /// A chart whose results the rules carry out by their printed words.
    struct WordChart { green: String, yellow: String, red: String }
}

type Spanned2 = Vec<String>;

fn yes() -> bool {
    true
}

fn one() -> Spanned<u8> {
    Spanned::new(0..0, 1)
}

fn four() -> Spanned<u8> {
    Spanned::new(0..0, 4)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SideRow {
    pub(super) workforce: Vec<u8>,
    pub(super) gears: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ByDie<T> {
    pub(super) green: T,
    pub(super) yellow: T,
    pub(super) red: T,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ByTripod<T> {
    pub(super) green: T,
    pub(super) yellow: T,
    pub(super) red: T,
    pub(super) blue: T,
    pub(super) violet: T,
}

impl<T> ByTripod<T> {
    pub(super) fn list(self) -> [T; 5] {
        [self.green, self.yellow, self.red, self.blue, self.violet]
    }
}

#[derive(Clone, Copy, PartialEq, Deserialize)]
pub(super) enum Side {
    H,
    M,
}

#[derive(Clone, Copy, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum PlayRow {
    Immediate,
    Save,
    Or,
}

#[derive(Clone, Deserialize)]
#[serde(tag = "op", rename_all = "snake_case", deny_unknown_fields)]
#[expect(dead_code, reason = "the names of places are fixed by their op")]
pub(super) enum OpRow {
    PlaceCounter { counter: UnitKind, r#where: OpWhere },
    AuraCapacity { n: u8 },
    AuraInitiative,
    AuraRerollGunDie { per_round: u8 },
    AuraVpNearWave { n: u8 },
    FreeShip { ship: ShipKind, n: u8 },
    PlaceGun { gun: UnitKind, r#where: OpWhere },
    PlaceUnit { unit: UnitKind, n: u8, r#where: OpWhere },
    PlaceHandlingMachine { colour: Colour, r#where: String },
    Earthworks { n: u8 },
    PowderMill { n: u8, r#where: String },
    Production { n: i8 },
    Discount { item: UnitKind, price: u8 },
    LongMove { n: u8, zones: u8 },
    MoveRefugees { n: u8 },
    Harbour { n: u8 },
    HitTripod { n: u8, r#where: String },
    RandomPlans { n: u8 },
    Unweed { n: u8 },
    HumanVp { n: u8 },
    DamageTripod { waves: u8 },
    CancelDevastation,
    FlyingMachine { n: i8 },
    RestoreZone { workforce: u8 },
    LandCylinder { n: u8 },
    AssemblyRoll,
    Workforce { zone: String, n: i8 },
    PlaceRefugee { zone: String, points: u8 },
    SmokeAdjacent { n: i8, wave: String },
    PayOrFlyingMachine { n: u8 },
    Weed { n: u8, r#where: String },
    PlaceRefugeeNearWaves { points: u8, zones: u8 },
    LoseUnitOrMartianVp { n: u8 },
    RepairTripod { n: u8 },
    None,
}

file! { struct CountersFile {
    die: DieRow, range_colour: RangeRow, tracks: TracksRow, scoring: ScoringRow, phases: PhasesRow, costs: CostsRow,
    gun: Vec<GunRow>, warship: Vec<WarshipRow>, counter: Vec<CounterRow>, battle_plan: Vec<PlanRow>,
} }
file! { struct MapFile { map: MapRow, production_counter: Vec<ProductionRow>, zone: Vec<ZoneFileRow> } }
file! { struct ChartsFile {
    cylinder_placement: PlacementRow, start_bonus: BTreeMap<String, toml::Value>,
    initial_handling_machines: BTreeMap<String, toml::Value>, tripod_devastation: DevastationRow,
    devastation_attack: Vec<AttackRow>, martian_action: Vec<ActionRow>, escape_chart: BTreeMap<String, EscapeRow>,
    cavalry_scouting: WordChart, cylinder_attack: WordChart, build_earthworks: WordChart, build_powder_mill: WordChart,
    powder_mill_explosion: WordChart, red_weed: WordChart, cavalry_attract: WordChart,
} }
file! { struct BoardsFile {
    hex_geometry: HexRow, land_hex: Vec<LandHexRow>, naval_battle: NavalBattleRow, naval_hex: Vec<NavalHexRow>,
} }
file! { struct CardsFile { land_card: Spanned<Vec<LandCardRow>>, sea_card: Spanned<Vec<SeaCardRow>> } }
file! { struct EventsFile { event_ops: BTreeMap<String, toml::Value>, event: Spanned<Vec<EventRow>> } }
file! { struct ScenariosFile { scenario: Vec<ScenarioFileRow> } }
