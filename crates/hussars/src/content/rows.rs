//! The component files as they are written.

use crate::kinds::{Ground, Quality, Side, Type, Weapon};
use components::Provenance;
use components::Spanned;
use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StandsFile {
    pub stand: Vec<StandRow>,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ClassWord {
    V,
    C,
    A,
    F,
    W,
    None,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Boxes {
    pub legs: u8,
    pub motive: u8,
    pub heat_ray: u8,
    pub gas_projector: u8,
    pub pilot: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ray {
    pub range: u8,
    pub to_hit: u8,
    #[serde(default)]
    pub shots: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StandRow {
    pub id: Spanned<String>,
    pub name: String,
    #[expect(dead_code, reason = "for readers of the file")]
    pub provenance: Provenance,
    pub side: Side,
    pub r#type: Spanned<Type>,
    pub quality: Option<Quality>,
    pub class: ClassWord,
    #[serde(default)]
    pub move_dice: u8,
    #[serde(default)]
    pub r#move: u8,
    #[serde(default)]
    pub morale: u8,
    #[serde(default)]
    pub morale_section_4: u8,
    #[serde(default)]
    pub to_hit: u8,
    #[serde(default)]
    pub range: u8,
    pub weapon: Option<Weapon>,
    #[serde(default)]
    pub weapons: Vec<Weapon>,
    pub points: u16,
    #[serde(default)]
    pub cohesion: u8,
    #[serde(default)]
    pub strategic: u8,
    #[serde(default)]
    pub spotted_still: u8,
    pub base: Option<Spanned<[f64; 2]>>,
    pub base_disc: Option<f64>,
    pub boxes: Option<Boxes>,
    #[serde(default)]
    pub motive_loss: u8,
    pub heat_ray: Option<Ray>,
    pub gas_projector: Option<Ray>,
    #[serde(default)]
    pub speed_step: u8,
    #[serde(default)]
    pub engine_loss: u8,
    #[serde(default)]
    pub sinking_loss: u8,
    #[serde(default)]
    pub hits: u8,
    #[serde(default)]
    pub cargo: u8,
    #[serde(default)]
    pub landing_to_hit: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WeaponsFile {
    pub weapon: Vec<WeaponRow>,
    pub hit_table: HitTable,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HitTable {
    #[expect(dead_code, reason = "for readers of the file")]
    pub provenance: Provenance,
    pub rows: Spanned<Vec<Vec<crate::kinds::System>>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RayEffect {
    Check,
    Destroy,
}

/// What a heat-ray does to an ironclad (TH-IRN-07).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ShipEffect {
    Engine,
    Weapon,
    Ammunition,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WeaponRow {
    pub id: Spanned<Weapon>,
    #[expect(dead_code, reason = "for readers of the file")]
    pub provenance: Provenance,
    pub range: u8,
    pub dice: Spanned<u8>,
    #[serde(default)]
    pub effect_hits: [u8; 6],
    pub arc_degrees: u16,
    #[serde(default)]
    pub to_hit: u8,
    #[serde(default)]
    pub sweep_to_hit: u8,
    #[serde(default)]
    pub sweep_length: u8,
    pub effect: Option<[RayEffect; 6]>,
    pub effect_on_ironclad: Option<[ShipEffect; 6]>,
    #[serde(default)]
    pub shots: u8,
    pub cloud: Option<[f64; 2]>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GroundFile {
    pub ground: Vec<GroundRow>,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Shape {
    Area,
    Line,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GroundRow {
    pub id: Spanned<Ground>,
    #[expect(dead_code, reason = "for readers of the file")]
    pub provenance: Provenance,
    pub shape: Shape,
    #[serde(default)]
    pub cost: BTreeMap<String, f64>,
    #[serde(default)]
    pub free: Vec<String>,
    #[serde(default)]
    pub half: Vec<String>,
    pub cover: bool,
    pub height: Option<u8>,
    pub rule: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScenarioFile {
    pub id: Spanned<String>,
    pub name: String,
    #[expect(dead_code, reason = "for readers of the file")]
    pub provenance: Provenance,
    #[expect(dead_code, reason = "for readers of the file")]
    pub inspired_by: String,
    pub prefix: String,
    pub board: Spanned<[f64; 2]>,
    pub turns: Spanned<u8>,
    pub deploy_order: Spanned<Vec<Side>>,
    #[serde(default)]
    pub options: BTreeMap<String, Spanned<toml::Value>>,
    #[serde(default = "one")]
    pub activation_dice: u8,
    pub grades: [u16; 2],
    pub points: PointsRow,
    pub difficulty: Spanned<u8>,
    pub minutes: u16,
    pub end: Vec<super::End>,
    pub briefing: BriefingRow,
    #[serde(default)]
    pub terrain: Vec<TerrainRow>,
    pub zone: Vec<ZoneRow>,
    #[serde(default)]
    pub unit: Vec<UnitRow>,
    #[serde(default)]
    pub exit: Vec<ExitRow>,
    pub vp: Vec<VpRow>,
}

const fn one() -> u8 {
    1
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PointsRow {
    pub human: u16,
    pub martian: u16,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BriefingRow {
    pub about: String,
    pub ends: String,
    pub special: Vec<String>,
    pub know: Vec<String>,
    pub side: Vec<BriefingSide>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BriefingSide {
    pub side: Side,
    pub aim: String,
    pub loses: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TerrainRow {
    pub id: String,
    pub kind: Spanned<Ground>,
    pub points: Spanned<Vec<[f64; 2]>>,
    pub height: Option<u8>,
    pub crest: Option<Vec<[f64; 2]>>,
    pub levels: Option<Spanned<u8>>,
    #[serde(default)]
    pub thronged: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ZoneRow {
    pub id: String,
    pub side: Side,
    pub points: Spanned<Vec<[f64; 2]>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lot {
    pub stand: Spanned<String>,
    pub count: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnitRow {
    pub id: Spanned<String>,
    pub side: Side,
    pub name: String,
    pub zone: Spanned<String>,
    pub stands: Vec<Lot>,
    pub points: Spanned<u16>,
    pub place: Spanned<Vec<[f64; 3]>>,
    #[serde(default)]
    pub cargo: Vec<Lot>,
    #[serde(default)]
    pub heat_ray_active: bool,
    pub lands_turn: Option<u8>,
    pub lands_turn_choice: Option<Vec<u8>>,
    #[serde(default)]
    pub scouts: Vec<u8>,
    pub arrives_turn: Option<u8>,
    pub entry: Option<[[f64; 2]; 2]>,
    pub crew: Option<Quality>,
    pub speed: Option<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExitRow {
    pub side: Side,
    pub edge: Spanned<[[f64; 2]; 2]>,
    pub from_turn: u8,
    pub kind: Option<Type>,
    #[serde(default)]
    pub units: Vec<Spanned<String>>,
    pub rule: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VpRow {
    pub side: Side,
    pub event: Spanned<super::Feat>,
    pub vp: u16,
    pub per: Option<Spanned<u16>>,
    pub unit: Option<Spanned<String>>,
    #[serde(default)]
    pub units: Vec<Spanned<String>>,
    #[serde(default)]
    pub without: Vec<Type>,
    #[serde(default)]
    pub towns: Vec<Spanned<String>>,
    #[serde(default)]
    pub min_stands: u8,
    #[serde(default)]
    pub no_martian_within: u8,
}
