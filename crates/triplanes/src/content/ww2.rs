//! The figures of *Tripods in WW2*: factors for tripods, damage counters, and how WW2 airplanes are flown (INV-WW2).

use super::files::damage_card;
use super::rows::DamageRow;
use super::{DamageDeck, DeckId};
use components::Spanned;
use components::{ContentError, Provenance, Source};
use serde::Deserialize;
use serde::de::IgnoredAny;

/// What a speed marker says (INV-WW2-14).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Speed {
    Slow,
    Fast,
}

/// So much higher is the number of a card with the fast marker.
const FAST: u8 = 100;

impl Speed {
    pub const BOTH: [Self; 2] = [Self::Slow, Self::Fast];

    pub fn word(self) -> &'static str {
        match self {
            Self::Slow => "slow",
            Self::Fast => "fast",
        }
    }

    /// A card flown fast has a number of its own in plans and positions: 101 is card 1 with the fast marker.
    pub fn number(self, printed: u8) -> u8 {
        match self {
            Self::Slow => printed,
            Self::Fast => printed.saturating_add(FAST),
        }
    }

    /// The other way round.
    pub fn printed(self, number: u8) -> u8 {
        match self {
            Self::Slow => number,
            Self::Fast => number.saturating_sub(FAST),
        }
    }
}

/// At which speed a reversal is flown, and at which the straight after it (INV-WW2-15).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reversal {
    pub own: Speed,
    pub after: Speed,
}

/// What is different against WW2 airplanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ww2 {
    /// INV-WW2-02, INV-WW2-03.
    pub resistance_factor: u16,
    pub recharge_factor: u8,
    /// In Earthling turns (INV-WW2-17).
    pub jam_turns: u8,
    pub rudder_jam_turns: u8,
    pub smoke_turns: u8,
    pub flame_counters: u8,
    pub immelmann: Reversal,
    pub split_s: Reversal,
}

#[derive(Deserialize)]
struct Ww2File {
    tripod_ww2_rule: Factors,
    ww2_damage_pool: Vec<PoolRow>,
    ww2_airplane_rules: Rules,
}

#[derive(Deserialize)]
struct Factors {
    resistance_factor: Spanned<u16>,
    recharge_level_factor: Spanned<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "fields that only say where a figure comes from")]
struct PoolRow {
    id: Spanned<String>,
    total_counters: u16,
    counter: Vec<Spanned<DamageRow>>,
    provenance: Provenance,
    #[serde(default)]
    note: IgnoredAny,
}

#[derive(Deserialize)]
struct Rules {
    cards_per_planning: Spanned<u8>,
    jam_turns: u8,
    rudder_jam_turns: u8,
    smoke_turns: u8,
    flame_counters: u8,
    engine_damage_speed: Spanned<Speed>,
    immelmann: Spanned<ReversalRow>,
    split_s: Spanned<ReversalRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ReversalRow {
    before_kind: String,
    #[serde(default)]
    before_speed: Option<Speed>,
    own_speed: Speed,
    after_kind: String,
    after_speed: Speed,
}

/// Reads `ww2.toml` and fills the counters' places among the damage decks; none if the file is not there.
pub(super) fn ww2(
    files: &[(&str, &str)],
    decks: &mut [DamageDeck; DeckId::COUNT],
) -> Result<Option<Ww2>, ContentError> {
    if files.iter().all(|(file, _)| *file != "ww2.toml") {
        return Ok(None);
    }
    let source = Source::find(files, "ww2.toml")?;
    let file: Ww2File = source.parse()?;
    for row in file.ww2_damage_pool {
        let letter = DeckId::parse(row.id.get_ref());
        let Some(id) = letter.and_then(DeckId::counters) else {
            return Err(source.at(row.id.span(), "expected a pool of counters A, B, C or D"));
        };
        let mut pool = DamageDeck::default();
        for spanned in row.counter {
            let span = spanned.span();
            pool.cards.push(damage_card(&source, span, spanned.into_inner())?);
        }
        pool.check(&source, &row.id, row.total_counters)?;
        // Airplanes have an equal supply of their own; they draw from A alone.
        if id == DeckId::WA {
            decks[DeckId::PA.index()] = pool.clone();
        }
        decks[id.index()] = pool;
    }
    for id in DeckId::COUNTERS {
        source.check(!decks[id.index()].cards.is_empty(), 0..0, || {
            format!("expected a pool of counters {}", id.letter())
        })?;
    }
    let (factors, rules) = (file.tripod_ww2_rule, file.ww2_airplane_rules);
    let (resistance, recharge) = (factors.resistance_factor, factors.recharge_level_factor);
    source.check((1..=10).contains(resistance.get_ref()), resistance.span(), || {
        "expected a factor from 1 to 10".to_owned()
    })?;
    source.check((1..=10).contains(recharge.get_ref()), recharge.span(), || {
        "expected a factor from 1 to 10".to_owned()
    })?;
    source.check(*rules.cards_per_planning.get_ref() == 1, rules.cards_per_planning.span(), || {
        "a WW2 airplane plans one card at a time: expected 1".to_owned()
    })?;
    source.check(
        *rules.engine_damage_speed.get_ref() == Speed::Slow,
        rules.engine_damage_speed.span(),
        || "a damaged engine is slow: expected \"slow\"".to_owned(),
    )?;
    let reversal = |row: &Spanned<ReversalRow>, kind: &str, speed: Option<Speed>| {
        let r = row.get_ref();
        let fits = r.before_kind == kind && r.before_speed == speed && r.after_kind == "straight";
        source.check(fits, row.span(), || {
            format!("expected before_kind \"{kind}\", before_speed {speed:?} and after_kind \"straight\"")
        })?;
        Ok::<_, ContentError>(Reversal { own: r.own_speed, after: r.after_speed })
    };
    Ok(Some(Ww2 {
        resistance_factor: *resistance.get_ref(),
        recharge_factor: *recharge.get_ref(),
        jam_turns: rules.jam_turns,
        rudder_jam_turns: rules.rudder_jam_turns,
        smoke_turns: rules.smoke_turns,
        flame_counters: rules.flame_counters,
        immelmann: reversal(&rules.immelmann, "straight", Some(Speed::Fast))?,
        split_s: reversal(&rules.split_s, "stall", None)?,
    }))
}
