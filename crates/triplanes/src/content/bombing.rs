//! The figures of BOMBING TRIPODS (INV-BOM).

use super::DeckId;
use components::Spanned;
use components::{ContentError, Provenance, Source};
use serde::Deserialize;
use serde::de::IgnoredAny;

/// How many cards bombs are worth, and what destroys them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bombing {
    /// The usual loads of an airplane with one engine, and with more (INV-BOM-01).
    pub loads_one_engine: u8,
    pub loads_more_engines: u8,
    pub deck: DeckId,
    /// For each load: cards of an edge hit; cards drawn and kept of a dot hit (INV-BOM-23, INV-BOM-24).
    pub edge_cards: u8,
    pub dot_cards_drawn: u8,
    pub dot_cards_kept: u8,
    /// Points of one shot that destroy a bomb card (INV-BOM-18).
    pub destroyed_at_points: u8,
    pub fragment_deck: DeckId,
    pub fragment_cards: u8,
}

#[derive(Deserialize)]
struct BombingFile {
    bombing: Option<BombingRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "fields that people read, and those that say where a figure comes from")]
struct BombingRow {
    default_loads_one_engine: u8,
    default_loads_more_engines: u8,
    damage_deck: Spanned<String>,
    edge_cards_per_load: u8,
    dot_cards_drawn_per_load: Spanned<u8>,
    dot_cards_kept_per_load: u8,
    destroyed_at_points: u8,
    fragment_deck: Spanned<String>,
    fragment_cards: u8,
    provenance: Provenance,
    #[serde(default)]
    note: IgnoredAny,
}

/// The table; nothing where the file or its table is missing.
pub(super) fn bombing(files: &[(&str, &str)]) -> Result<Option<Bombing>, ContentError> {
    let Ok(source) = Source::find(files, "bombing.toml") else { return Ok(None) };
    let Some(row) = source.parse::<BombingFile>()?.bombing else { return Ok(None) };
    let drawn = *row.dot_cards_drawn_per_load.get_ref();
    source.check(drawn >= row.dot_cards_kept_per_load, row.dot_cards_drawn_per_load.span(), || {
        "expected at least as many cards drawn as are kept".to_owned()
    })?;
    let letter = |name: &Spanned<String>| {
        DeckId::parse(name.get_ref()).ok_or_else(|| {
            let why = format!("expected a damage deck A, B, C, D, X, Y or Z, found {:?}", name.get_ref());
            source.at(name.span(), why)
        })
    };
    Ok(Some(Bombing {
        loads_one_engine: row.default_loads_one_engine,
        loads_more_engines: row.default_loads_more_engines,
        deck: letter(&row.damage_deck)?,
        edge_cards: row.edge_cards_per_load,
        dot_cards_drawn: drawn,
        dot_cards_kept: row.dot_cards_kept_per_load,
        destroyed_at_points: row.destroyed_at_points,
        fragment_deck: letter(&row.fragment_deck)?,
        fragment_cards: row.fragment_cards,
    }))
}
