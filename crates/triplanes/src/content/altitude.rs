//! The table of the altitude rules (TT-GEN-07). Content without it can not offer them.

use super::{CardClass, CardIx, ManeuverCard, Rudder};
use components::Spanned;
use components::{ContentError, Provenance, Source};
use geometry::{Angle, Path};
use serde::Deserialize;
use serde::de::IgnoredAny;

/// The figures of `altitude.toml`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Altitude {
    pub start_level: u8,
    pub ground_level: u8,
    pub tripod_level: u8,
    pub highest_level: u8,
    /// The level that a take-off ends at.
    pub take_off_level: u8,
    pub dive_levels: u8,
    pub split_s_levels: u8,
    pub overdive_levels: u8,
    /// Over so many levels fire is still possible, with half a ruler.
    pub fire_max_levels_apart: u8,
    pub anchor_levels: Vec<u8>,
    pub picture_levels: Vec<u8>,
    /// Levels that black smoke does not reach.
    pub clear_of_smoke: Vec<u8>,
}

/// The first number of the orders that an airplane on the ground plans in place of cards.
pub(super) const FIRST_TAXI_NUMBER: u8 = 201;

/// Three numbers each, as an order may stand in all spaces: wait, roll, roll left, roll right (TT-ALT-13).
pub(super) fn taxi_orders(stall: &ManeuverCard, turn: Angle) -> [ManeuverCard; 4] {
    let orders = [
        ("wait", CardClass::Wait, Angle::ZERO),
        ("roll", CardClass::Roll, Angle::ZERO),
        ("roll_left", CardClass::Roll, -turn),
        ("roll_right", CardClass::Roll, turn),
    ];
    let mut first = FIRST_TAXI_NUMBER;
    orders.map(|(id, class, turn)| {
        let numbers = vec![first, first + 1, first + 2];
        first += 3;
        // Who waits has no way to go, and whoever draws the order must not show one.
        let forward = if class == CardClass::Wait { 0.0 } else { stall.path.forward };
        ManeuverCard {
            id: id.to_owned(),
            numbers,
            class,
            rudder: Rudder::Neither,
            steep: false,
            stop: false,
            energy: false,
            reserve: false,
            speed: None,
            advanced: true,
            path: Path { forward, right: 0.0, turn },
            size: None,
            start: 0.0,
        }
    })
}

/// The stall with the lowest number.
pub(super) fn lowest_stall(cards: &[ManeuverCard]) -> Option<CardIx> {
    let rows = (0..cards.len() as u8).map(CardIx);
    let stalls = rows.filter(|row| cards[row.index()].class == CardClass::Stall);
    stalls.min_by_key(|row| cards[row.index()].numbers[0])
}

#[derive(Deserialize)]
struct AltitudeFile {
    altitude: Option<AltitudeRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "fields that people read, and those that say where a figure comes from")]
struct AltitudeRow {
    levels: Spanned<Vec<u8>>,
    start_level: Spanned<u8>,
    ground_level: Spanned<u8>,
    tripod_level: Spanned<u8>,
    dive_levels: Spanned<u8>,
    split_s_levels: Spanned<u8>,
    overdive_levels: Spanned<u8>,
    fire_max_levels_apart: u8,
    anchor_levels: Vec<u8>,
    picture_levels: Vec<u8>,
    taxi: TaxiRow,
    takeoff: SequenceRow,
    landing: SequenceRow,
    provenance: Provenance,
    #[serde(default)]
    climb: IgnoredAny,
    #[serde(default)]
    dive: IgnoredAny,
    #[serde(default)]
    above_ceiling: IgnoredAny,
    #[serde(default)]
    fire_same_level: IgnoredAny,
    #[serde(default)]
    fire_one_level_apart: IgnoredAny,
    #[serde(default)]
    fire_two_or_more_apart: IgnoredAny,
    #[serde(default)]
    blocking: IgnoredAny,
    #[serde(default)]
    dive_aim_bonus: IgnoredAny,
    #[serde(default)]
    split_s: IgnoredAny,
    #[serde(default)]
    overdive: IgnoredAny,
    #[serde(default)]
    from: IgnoredAny,
    #[serde(default)]
    note: IgnoredAny,
    #[serde(default)]
    seed_fields: IgnoredAny,
    #[serde(default)]
    reconstructed_fields: IgnoredAny,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "fields that people read, and those that say where a figure comes from")]
struct TaxiRow {
    orders: Spanned<Vec<String>>,
    arrow: Spanned<String>,
    turn_deg: Angle,
    provenance: Provenance,
    #[serde(default)]
    order_rule: IgnoredAny,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "fields that people read, and those that say where a figure comes from")]
struct SequenceRow {
    sequence: Spanned<Vec<String>>,
    #[serde(default)]
    end_level: Option<Spanned<u8>>,
    provenance: Provenance,
    #[serde(default)]
    needs: IgnoredAny,
    #[serde(default)]
    abort: IgnoredAny,
    #[serde(default)]
    grounded: IgnoredAny,
    #[serde(default)]
    fail: IgnoredAny,
    #[serde(default)]
    from: IgnoredAny,
    #[serde(default)]
    reconstructed_fields: IgnoredAny,
}

/// The table and the angle of a turn on the ground; nothing where the file or its table is missing.
pub(super) fn altitude(
    files: &[(&str, &str)],
    clear_of_smoke: Vec<u8>,
) -> Result<Option<(Altitude, Angle)>, ContentError> {
    let Ok(source) = Source::find(files, "altitude.toml") else { return Ok(None) };
    let Some(row) = source.parse::<AltitudeFile>()?.altitude else { return Ok(None) };
    let levels = row.levels.get_ref();
    let highest = levels.len().saturating_sub(1) as u8;
    let counted = levels.iter().enumerate().all(|(index, level)| *level as usize == index);
    source.check(counted && highest > 0, row.levels.span(), || {
        "expected levels counted from 0, the ground: [0, 1, 2]".to_owned()
    })?;
    source.check(*row.ground_level.get_ref() == 0, row.ground_level.span(), || {
        "expected 0: the ground is the lowest level".to_owned()
    })?;
    for level in [&row.start_level, &row.tripod_level] {
        source.check((1..=highest).contains(level.get_ref()), level.span(), || {
            format!("expected a level from 1 to {highest}")
        })?;
    }
    for drop in [&row.dive_levels, &row.split_s_levels, &row.overdive_levels] {
        source.check(*drop.get_ref() > 0, drop.span(), || "expected at least one level".to_owned())?;
    }
    let words = |list: &Spanned<Vec<String>>, expected: &[&str]| {
        source.check(list.get_ref() == expected, list.span(), || {
            format!("expected {}, as the rules are written for it", expected.join(", "))
        })
    };
    words(&row.taxi.orders, &["wait", "roll", "roll_left", "roll_right"])?;
    words(&row.takeoff.sequence, &["stall", "straight", "climb"])?;
    words(&row.landing.sequence, &["dive", "straight", "stall"])?;
    source.check(row.taxi.arrow.get_ref() == "stall", row.taxi.arrow.span(), || {
        "expected \"stall\": rolling goes by the arrow of that card".to_owned()
    })?;
    let take_off_level = match &row.takeoff.end_level {
        None => 1,
        Some(level) => {
            source.check((1..=highest).contains(level.get_ref()), level.span(), || {
                format!("expected a level from 1 to {highest}")
            })?;
            *level.get_ref()
        }
    };
    let figures = Altitude {
        start_level: *row.start_level.get_ref(),
        ground_level: *row.ground_level.get_ref(),
        tripod_level: *row.tripod_level.get_ref(),
        highest_level: highest,
        take_off_level,
        dive_levels: *row.dive_levels.get_ref(),
        split_s_levels: *row.split_s_levels.get_ref(),
        overdive_levels: *row.overdive_levels.get_ref(),
        fire_max_levels_apart: row.fire_max_levels_apart,
        anchor_levels: row.anchor_levels,
        picture_levels: row.picture_levels,
        clear_of_smoke,
    };
    Ok(Some((figures, row.taxi.turn_deg)))
}
