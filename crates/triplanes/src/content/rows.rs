//! The rows of the component files as they stand on paper. What is not listed here is refused.

use super::{RedZone, Side};
use components::Provenance;
use components::Spanned;
use geometry::Angle;
use serde::Deserialize;
use serde::de::IgnoredAny;

#[derive(Deserialize)]
pub(super) struct GeometryFile {
    pub(super) geometry: Geometry,
}

#[derive(Deserialize)]
pub(super) struct Geometry {
    pub(super) airplane_base_width_mm: f64,
    pub(super) airplane_base_length_mm: f64,
    pub(super) large_airplane_base_width_mm: f64,
    pub(super) large_airplane_base_length_mm: f64,
    pub(super) card_width_mm: f64,
    pub(super) card_length_mm: f64,
    pub(super) airplane_ruler: AirplaneRuler,
    pub(super) tripod_base: TripodBase,
    pub(super) game_mat: GameMat,
    pub(super) pose: PoseRow,
}

#[derive(Deserialize)]
pub(super) struct GameMat {
    pub(super) size_mm: Spanned<[f64; 2]>,
}

#[derive(Deserialize)]
pub(super) struct PoseRow {
    pub(super) trace_handle: f64,
}

#[derive(Deserialize)]
pub(super) struct AirplaneRuler {
    pub(super) length_mm: Spanned<f64>,
    pub(super) half_mm: f64,
}

#[derive(Deserialize)]
pub(super) struct TripodBase {
    pub(super) flat_to_flat_mm: f64,
}

#[derive(Deserialize)]
pub(super) struct ManeuverFile {
    pub(super) maneuver_deck: Vec<DeckRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "fields that only say where a figure comes from")]
pub(super) struct DeckRow {
    pub(super) id: Spanned<String>,
    pub(super) kind: Spanned<String>,
    pub(super) total_cards: usize,
    pub(super) card: Vec<Spanned<CardRow>>,
    pub(super) provenance: Provenance,
    #[serde(default)]
    pub(super) used_by: Vec<String>,
    #[serde(default)]
    pub(super) from: IgnoredAny,
    #[serde(default)]
    pub(super) note: IgnoredAny,
    #[serde(default)]
    pub(super) seed_fields: IgnoredAny,
    #[serde(default)]
    pub(super) public_fields: IgnoredAny,
    #[serde(default)]
    pub(super) reconstructed_fields: IgnoredAny,
}

#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "fields that later rules read, and those that say where a figure comes from")]
pub(super) struct CardRow {
    pub(super) id: String,
    pub(super) numbers: Vec<u8>,
    pub(super) count: usize,
    pub(super) kind: String,
    #[serde(default)]
    pub(super) symbol: Option<String>,
    #[serde(default)]
    pub(super) movement: Option<String>,
    #[serde(default)]
    pub(super) steep: bool,
    #[serde(default)]
    pub(super) stop: bool,
    #[serde(default)]
    pub(super) energy: bool,
    #[serde(default)]
    pub(super) advanced: bool,
    #[serde(default)]
    pub(super) path: Option<PathRow>,
    #[serde(default)]
    pub(super) card: Option<CardShape>,
    #[serde(default)]
    pub(super) auto_deck: Option<String>,
    #[serde(default)]
    pub(super) path_slow: Option<PathRow>,
    #[serde(default)]
    pub(super) path_fast: Option<PathRow>,
    pub(super) provenance: Provenance,
    #[serde(default)]
    pub(super) from: IgnoredAny,
    #[serde(default)]
    pub(super) note: IgnoredAny,
    #[serde(default)]
    pub(super) seed_fields: IgnoredAny,
    #[serde(default)]
    pub(super) public_fields: IgnoredAny,
    #[serde(default)]
    pub(super) reconstructed_fields: IgnoredAny,
}

#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CardShape {
    pub(super) orientation: String,
    pub(super) start_mm: f64,
}

#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "the shape is for drawing the card")]
pub(super) struct PathRow {
    pub(super) shape: String,
    pub(super) forward_mm: f64,
    pub(super) right_mm: f64,
    pub(super) turn_deg: Angle,
}

#[derive(Deserialize)]
pub(super) struct AirplaneFile {
    pub(super) airplane: Vec<AirplaneRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "fields that later rules read, and those that say where a figure comes from")]
pub(super) struct AirplaneRow {
    pub(super) id: Spanned<String>,
    pub(super) name: String,
    pub(super) era: Spanned<String>,
    pub(super) alliance: String,
    pub(super) maneuver_deck: Spanned<String>,
    #[serde(default)]
    pub(super) firepower: Option<Spanned<String>>,
    #[serde(default)]
    pub(super) firepower_variants: Vec<String>,
    pub(super) resistance: u16,
    pub(super) front_arc_deg: Angle,
    #[serde(default)]
    pub(super) guns: Option<Vec<GunRow>>,
    pub(super) climb_counters: Spanned<u8>,
    pub(super) ceiling_level: Spanned<u8>,
    pub(super) seats: u8,
    pub(super) engines: u8,
    pub(super) base: Spanned<String>,
    #[serde(default)]
    pub(super) bomb_loads_max: u8,
    pub(super) provenance: Provenance,
    #[serde(default)]
    pub(super) from: IgnoredAny,
    #[serde(default)]
    pub(super) note: IgnoredAny,
    #[serde(default)]
    pub(super) seed_fields: IgnoredAny,
    #[serde(default)]
    pub(super) public_fields: IgnoredAny,
    #[serde(default)]
    pub(super) reconstructed_fields: IgnoredAny,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GunRow {
    pub(super) id: String,
    #[serde(default)]
    pub(super) firepower: Option<Spanned<String>>,
    pub(super) arc_centre_deg: Angle,
    pub(super) arc_width_deg: Angle,
    #[serde(default)]
    pub(super) origin_forward_mm: f64,
    #[serde(default)]
    pub(super) short_draws: Vec<Spanned<String>>,
    #[serde(default)]
    pub(super) long_draws: Vec<Spanned<String>>,
}

#[derive(Deserialize)]
pub(super) struct TripodFile {
    pub(super) tripod: Vec<TripodRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "fields that later rules read, and those that say where a figure comes from")]
pub(super) struct TripodRow {
    pub(super) id: Spanned<String>,
    pub(super) name: String,
    pub(super) mark: String,
    pub(super) maneuver_deck: Spanned<String>,
    pub(super) firepower: Spanned<String>,
    pub(super) vs_tripod_deck: Spanned<String>,
    pub(super) resistance: u16,
    pub(super) energy_rating: u8,
    pub(super) recharge_level: u8,
    pub(super) change_facing_max_deg: u16,
    pub(super) change_facing_sides: Vec<Side>,
    pub(super) initiative_martian: u8,
    pub(super) initiative_human: u8,
    pub(super) side: Vec<SideRow>,
    pub(super) provenance: Provenance,
    #[serde(default)]
    pub(super) from: IgnoredAny,
    #[serde(default)]
    pub(super) note: IgnoredAny,
    #[serde(default)]
    pub(super) seed_fields: IgnoredAny,
    #[serde(default)]
    pub(super) public_fields: IgnoredAny,
    #[serde(default)]
    pub(super) reconstructed_fields: IgnoredAny,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "provenance is required, not read")]
pub(super) struct SideRow {
    pub(super) side: Side,
    pub(super) projector: Spanned<String>,
    pub(super) armor: bool,
    pub(super) black_smoke_launcher: bool,
    pub(super) ruler_face: Spanned<String>,
    pub(super) provenance: Provenance,
}

#[derive(Deserialize)]
pub(super) struct DamageFile {
    pub(super) damage_deck: Vec<DamageDeckRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "fields that only say where a figure comes from")]
pub(super) struct DamageDeckRow {
    pub(super) id: Spanned<String>,
    pub(super) total_cards: u16,
    pub(super) used_for: String,
    pub(super) card: Vec<Spanned<DamageRow>>,
    pub(super) provenance: Provenance,
    #[serde(default)]
    pub(super) from: IgnoredAny,
    #[serde(default)]
    pub(super) note: IgnoredAny,
    #[serde(default)]
    pub(super) seed_fields: IgnoredAny,
    #[serde(default)]
    pub(super) public_fields: IgnoredAny,
    #[serde(default)]
    pub(super) reconstructed_fields: IgnoredAny,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "provenance is required, not read")]
pub(super) struct DamageRow {
    pub(super) count: u8,
    pub(super) points: u8,
    pub(super) zero: bool,
    pub(super) special: String,
    pub(super) energy_icons: u8,
    pub(super) corner_special: String,
    #[serde(default)]
    pub(super) jam_color: Option<String>,
    pub(super) provenance: Provenance,
}

#[derive(Deserialize)]
pub(super) struct AceFile {
    pub(super) ace_skill: Vec<SkillRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "fields that people read, and those that say where a figure comes from")]
pub(super) struct SkillRow {
    pub(super) id: Spanned<String>,
    pub(super) name: String,
    pub(super) recovery_counters: u8,
    pub(super) uses_per_game: u8,
    pub(super) effect: String,
    pub(super) effect_id: Spanned<String>,
    pub(super) provenance: Provenance,
    #[serde(default)]
    pub(super) from: IgnoredAny,
    #[serde(default)]
    pub(super) note: IgnoredAny,
    #[serde(default)]
    pub(super) seed_fields: IgnoredAny,
    #[serde(default)]
    pub(super) public_fields: IgnoredAny,
    #[serde(default)]
    pub(super) reconstructed_fields: IgnoredAny,
}

#[derive(Deserialize)]
pub(super) struct RulerFile {
    pub(super) ruler: Vec<RulerRow>,
}

#[derive(Deserialize)]
pub(super) struct RulerRow {
    pub(super) id: Spanned<String>,
    pub(super) length_mm: f64,
    #[serde(default)]
    pub(super) half_mm: f64,
    pub(super) width_mm: f64,
    #[serde(default)]
    pub(super) tilt_deg: Angle,
}

#[derive(Deserialize)]
pub(super) struct TemplateFile {
    pub(super) template: Vec<TemplateRow>,
}

#[derive(Deserialize)]
pub(super) struct TemplateRow {
    pub(super) id: String,
    #[serde(default)]
    pub(super) size_mm: Option<[f64; 2]>,
    #[serde(default)]
    pub(super) radius_mm: Option<f64>,
    #[serde(default)]
    pub(super) inner_circle_radius_mm: Option<f64>,
    #[serde(default)]
    pub(super) harmless_altitudes: Vec<u8>,
    #[serde(default)]
    pub(super) count: usize,
    #[serde(default)]
    pub(super) extra_in_invasion: usize,
    #[serde(default)]
    pub(super) red_zone: Option<Spanned<RedZone>>,
}

#[derive(Deserialize)]
pub(super) struct TerrainFile {
    pub(super) terrain: Vec<TerrainRow>,
}

#[derive(Deserialize)]
pub(super) struct TerrainRow {
    pub(super) id: Spanned<String>,
    pub(super) shape: String,
    #[serde(default)]
    pub(super) radius_mm: f64,
    #[serde(default)]
    pub(super) size_mm: [f64; 2],
}
