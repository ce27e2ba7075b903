//! The rows of the component files as they stand on paper. What is not listed here is refused.

use super::{RedZone, Side};
use components::Provenance;
use components::Spanned;
use geometry::Angle;
use serde::Deserialize;
use serde::de::IgnoredAny;

/// A row that says in detail where its figures come from: beside its own fields it has these, which people read.
macro_rules! sourced {
    ($(#[$about:meta])* struct $row:ident { $($(#[$note:meta])* $field:ident: $type:ty,)+ }) => {
        $(#[$about])*
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        #[expect(dead_code, reason = "fields that people read, and those that say where a figure comes from")]
        pub(super) struct $row {
            $($(#[$note])* pub(super) $field: $type,)+
            provenance: Provenance,
            #[serde(default)]
            from: IgnoredAny,
            #[serde(default)]
            note: IgnoredAny,
            #[serde(default)]
            seed_fields: IgnoredAny,
            #[serde(default)]
            public_fields: IgnoredAny,
            #[serde(default)]
            reconstructed_fields: IgnoredAny,
        }
    };
}

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

sourced! {
    struct DeckRow {
        id: Spanned<String>,
        kind: Spanned<String>,
        total_cards: usize,
        card: Vec<Spanned<CardRow>>,
        #[serde(default)]
        used_by: Vec<String>,
    }
}

sourced! {
    #[derive(Clone)]
    struct CardRow {
        id: String,
        numbers: Vec<u8>,
        count: usize,
        kind: String,
        #[serde(default)]
        symbol: Option<String>,
        #[serde(default)]
        movement: Option<String>,
        #[serde(default)]
        steep: bool,
        #[serde(default)]
        stop: bool,
        #[serde(default)]
        energy: bool,
        #[serde(default)]
        advanced: bool,
        #[serde(default)]
        path: Option<PathRow>,
        #[serde(default)]
        card: Option<CardShape>,
        #[serde(default)]
        auto_deck: Option<String>,
        #[serde(default)]
        path_slow: Option<PathRow>,
        #[serde(default)]
        path_fast: Option<PathRow>,
    }
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

sourced! {
    struct AirplaneRow {
        id: Spanned<String>,
        name: String,
        era: Spanned<String>,
        alliance: String,
        maneuver_deck: Spanned<String>,
        #[serde(default)]
        firepower: Option<Spanned<String>>,
        #[serde(default)]
        firepower_variants: Vec<String>,
        resistance: u16,
        front_arc_deg: Angle,
        #[serde(default)]
        guns: Option<Vec<GunRow>>,
        climb_counters: Spanned<u8>,
        ceiling_level: Spanned<u8>,
        seats: u8,
        engines: u8,
        base: Spanned<String>,
        #[serde(default)]
        bomb_loads_max: u8,
    }
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

sourced! {
    struct TripodRow {
        id: Spanned<String>,
        name: String,
        mark: String,
        maneuver_deck: Spanned<String>,
        firepower: Spanned<String>,
        vs_tripod_deck: Spanned<String>,
        resistance: u16,
        energy_rating: u8,
        recharge_level: u8,
        change_facing_max_deg: u16,
        change_facing_sides: Vec<Side>,
        initiative_martian: u8,
        initiative_human: u8,
        side: Vec<SideRow>,
    }
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

sourced! {
    struct DamageDeckRow {
        id: Spanned<String>,
        total_cards: u16,
        used_for: String,
        card: Vec<Spanned<DamageRow>>,
    }
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

sourced! {
    struct SkillRow {
        id: Spanned<String>,
        name: String,
        recovery_counters: u8,
        uses_per_game: u8,
        effect: String,
        effect_id: Spanned<String>,
    }
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
