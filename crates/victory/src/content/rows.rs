//! The component files, field by field. What nobody knows is refused with its line.

use crate::kinds::{Attitude, Colour, Control, EngineBox, Hit, Icon, Part, Side};
use components::Provenance;
use components::Spanned;
use geometry::{Axial, Facing};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DiceFile {
    pub die: Vec<DieRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DieRow {
    pub colour: Spanned<Colour>,
    pub combat: Spanned<Vec<Hit>>,
    pub test: Option<Spanned<Vec<Icon>>>,
    #[serde(default)]
    pub number: Vec<u8>,
    #[serde(rename = "provenance")]
    _provenance: Provenance,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AirplanesFile {
    pub airplane: Vec<AirplaneRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ByBand<T> {
    pub high: T,
    pub medium: T,
    pub low: T,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DragRow {
    pub from: i8,
    pub values: Vec<i8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SpeedsRow {
    pub stall_up_to: i8,
    pub first_black: i8,
    pub red_from: Option<i8>,
    pub red_to: Option<i8>,
    pub candy_from: Option<i8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Facts {
    #[serde(default, rename = "max_speed_kmh")]
    _speed: Option<u16>,
    #[serde(default, rename = "ceiling_m")]
    _ceiling: Option<u16>,
    #[serde(default, rename = "source")]
    _source: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AirplaneRow {
    pub id: Spanned<String>,
    pub name: String,
    pub side: Side,
    pub role: String,
    pub seats: u8,
    pub bomber: bool,
    pub vp: u8,
    pub sluggish: bool,
    pub rotary: bool,
    pub ceiling: Spanned<i8>,
    pub structure_gauge: Spanned<String>,
    pub engine_gauge: Spanned<String>,
    pub damage_table: Spanned<String>,
    pub loaded_speed: Option<i8>,
    pub top_speed: ByBand<Spanned<i8>>,
    pub prep: ByBand<Spanned<u8>>,
    pub drag: ByBand<Spanned<DragRow>>,
    pub speeds: ByBand<Spanned<SpeedsRow>>,
    pub spotting: Spanned<Colour>,
    pub sturdiness: Spanned<Colour>,
    pub handling: Spanned<Colour>,
    pub size: i8,
    #[serde(default)]
    pub weapon: Vec<WeaponRow>,
    #[serde(default, rename = "facts")]
    _facts: Option<Facts>,
    #[serde(default, rename = "seed_part")]
    _seed: Option<String>,
    #[serde(rename = "provenance")]
    _provenance: Provenance,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WeaponRow {
    pub position: Spanned<String>,
    pub template: Option<Spanned<String>>,
    pub range: u8,
    pub die: Colour,
    pub ammo: Spanned<Vec<u8>>,
    pub feed: Feed,
    #[serde(rename = "provenance")]
    _provenance: Provenance,
}

#[derive(Clone, Copy, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub(super) enum Feed {
    Continuous,
    Reload,
    Single,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GaugesFile {
    pub structure: Vec<StructureRow>,
    pub engine: Vec<EngineRow>,
    pub controls: ControlsRow,
    pub damage: Vec<DamageRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StructureRow {
    pub id: String,
    pub boxes: Spanned<u8>,
    pub thick_lines_after: Spanned<Vec<u8>>,
    pub arrow_boxes: Vec<u8>,
    #[serde(rename = "provenance")]
    _provenance: Provenance,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct EngineRow {
    pub id: String,
    pub boxes: Spanned<Vec<EngineBox>>,
    #[serde(rename = "provenance")]
    _provenance: Provenance,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ControlsRow {
    pub ailerons: u8,
    pub elevators: u8,
    pub rudder: u8,
    #[serde(rename = "provenance")]
    _provenance: Provenance,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DamageRow {
    pub id: String,
    #[serde(default, rename = "note")]
    _note: Option<String>,
    pub rows: Spanned<Vec<PartRow>>,
    #[serde(rename = "provenance")]
    _provenance: Provenance,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PartRow {
    pub part: Part,
    pub from: u8,
    pub to: u8,
    #[serde(rename = "provenance")]
    _provenance: Provenance,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ManeuversFile {
    pub maneuver: Vec<ManeuverText>,
    pub diagram: Vec<DiagramText>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ManeuverText {
    pub id: Spanned<crate::kinds::Maneuver>,
    pub name: String,
    pub rule: Spanned<String>,
    pub limits: Spanned<String>,
    pub attitude: Vec<Attitude>,
    pub steps: Vec<Spanned<String>>,
    pub cost: Vec<CostWord>,
    pub gains_dived: bool,
    pub inverted_ok: bool,
    pub controls: Vec<Control>,
    pub recruit_test: bool,
    pub wounded_ok: bool,
    pub sluggish_ok: bool,
    pub fire_ok: bool,
    pub bombs_ok: bool,
    pub breaks_tailing: bool,
    pub fills_move: bool,
    pub carries_over: bool,
    pub acrobatic: bool,
    #[serde(rename = "provenance")]
    _provenance: Provenance,
}

#[derive(Clone, Copy, Deserialize)]
pub(super) enum CostWord {
    #[serde(rename = "half")]
    Half,
    #[serde(rename = "full")]
    Full,
    #[serde(rename = "less_4")]
    Less4,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DiagramText {
    pub id: String,
    pub maneuver: Option<crate::kinds::Maneuver>,
    pub facing_in: Facing,
    pub path: Vec<Axial>,
    pub facing_out: Facing,
    #[serde(rename = "provenance")]
    _provenance: Provenance,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MapFile {
    pub mat: Vec<MatText>,
    pub time: Vec<TimeText>,
    pub template: Vec<TemplateText>,
    pub sectors: SectorsText,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MatText {
    pub id: char,
    pub kind: String,
    pub wood_x: Option<[i8; 2]>,
    pub front_x: Option<i8>,
    pub no_mans_land_x: Option<[i8; 2]>,
    pub mountain_top: Option<Spanned<Vec<i8>>>,
    pub sea_x: Option<[i8; 2]>,
    #[serde(default, rename = "seed_part")]
    _seed: Option<String>,
    #[serde(rename = "provenance")]
    _provenance: Provenance,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TimeText {
    pub d6: u8,
    pub id: String,
    pub name: String,
    pub sun: Spanned<String>,
    #[serde(rename = "provenance")]
    _provenance: Provenance,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TemplateText {
    pub id: String,
    pub name: String,
    pub bearing_from: i16,
    pub bearing_to: i16,
    pub range: u8,
    pub hexes: Spanned<Vec<Axial>>,
    #[serde(rename = "provenance")]
    _provenance: Provenance,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SectorsText {
    pub tail: Vec<Axial>,
    pub aspect_head: Vec<Axial>,
    pub aspect_rear: Vec<Axial>,
    pub forward_line: Vec<Axial>,
    pub spine_up: Vec<Axial>,
    pub spine_down: Vec<Axial>,
    #[serde(rename = "provenance")]
    _provenance: Provenance,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CombatFile {
    pub range: RangeText,
    pub modifiers: ModifiersText,
    pub target: Vec<TargetText>,
    pub flak: FlakText,
    pub bombing: BombingText,
    pub time_freeze: FreezeText,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RangeText {
    pub shift: Spanned<Vec<i8>>,
    #[serde(default, rename = "note")]
    _note: Option<String>,
    #[serde(default, rename = "seed_part")]
    _seed: Option<String>,
    #[serde(rename = "provenance")]
    _provenance: Provenance,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ModifiersText {
    pub aspect_head_to_head: i8,
    pub aspect_rear: i8,
    pub aspect_side: i8,
    pub target_jink: i8,
    pub target_barrel_roll: i8,
    pub target_falling_leaf: i8,
    pub tailing: i8,
    pub long_burst: i8,
    #[serde(rename = "provenance")]
    _provenance: Provenance,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TargetText {
    pub id: String,
    pub name: String,
    pub hits: Spanned<u8>,
    pub die: Option<Colour>,
    pub range: u8,
    #[serde(default)]
    pub range_min: u8,
    pub megahex: bool,
    pub spotting: Option<Colour>,
    pub size: i8,
    #[serde(default, rename = "seed_part")]
    _seed: Option<String>,
    #[serde(rename = "provenance")]
    _provenance: Provenance,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FlakText {
    pub die: Colour,
    pub heavy_shift: i8,
    pub near: Colour,
    pub direct: Colour,
    #[serde(rename = "provenance")]
    _provenance: Provenance,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BombingText {
    pub die: Colour,
    pub levels_per_shift: Spanned<i8>,
    #[serde(rename = "provenance")]
    _provenance: Provenance,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FreezeText {
    pub row: Spanned<Vec<Vec<u8>>>,
    #[serde(rename = "provenance")]
    _provenance: Provenance,
}
