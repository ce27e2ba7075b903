//! Maneuver decks and damage decks.

use super::Speed;
use super::plans::PlanBook;
use geometry::Path;
use std::fmt;

/// A row of a maneuver deck: all copies of one card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
pub struct CardIx(pub u8);

impl CardIx {
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// What the rules ask of a card (TT-AMN-01, TT-AMN-02, TT-TMN-01).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardClass {
    Straight,
    Turn,
    Stall,
    Immelmann,
    Climb,
    Dive,
    /// Orders of an airplane on the ground, in place of cards (TT-ALT-13).
    Wait,
    Roll,
    Normal,
    Running,
    StandingStill,
    Reverse,
}

impl CardClass {
    /// A card that is laid on the table, so that the vehicle moves along it.
    pub fn is_movement(self) -> bool {
        !matches!(self, Self::StandingStill | Self::Reverse | Self::Wait)
    }

    /// An order to an airplane on the ground; no card of the deck.
    pub fn is_taxi(self) -> bool {
        matches!(self, Self::Wait | Self::Roll)
    }
}

/// The direction arrow in the corner of an airplane card, as far as a rudder jam cares (TT-SPA-02).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rudder {
    Left,
    Right,
    Neither,
}

/// One row of a maneuver deck.
#[derive(Clone, Debug)]
pub struct ManeuverCard {
    pub id: String,
    /// The numbers printed on the copies.
    pub numbers: Vec<u8>,
    pub class: CardClass,
    pub rudder: Rudder,
    pub steep: bool,
    pub stop: bool,
    pub energy: bool,
    /// The home of this card with an automated tripod: its reserve deck, not the current one (INV-AUT-03).
    pub reserve: bool,
    /// Only with altitude rules (TT-SET-04).
    pub advanced: bool,
    pub path: Path,
    /// The speed marker that goes with this arrow of a WW2 card (INV-WW2-14).
    pub speed: Option<Speed>,
    /// Width and length of the card as it is laid, and where the arrow starts, from the card's left edge.
    pub size: Option<(f64, f64)>,
    pub start: f64,
}

impl ManeuverCard {
    pub fn copies(&self) -> usize {
        self.numbers.len()
    }

    /// What is printed on the copies: the arrow of the fast marker is numbered apart from it ([`Speed::number`]).
    pub fn printed(&self) -> impl Iterator<Item = u8> + '_ {
        self.numbers.iter().map(|number| self.speed.map_or(*number, |speed| speed.printed(*number)))
    }
}

/// A maneuver deck: the cards that a vehicle may plan (TT-SET-03).
#[derive(Debug)]
pub struct ManeuverDeck {
    pub id: String,
    pub tripod: bool,
    pub cards: Vec<ManeuverCard>,
    /// The row of each printed number.
    by_number: Vec<Option<CardIx>>,
    /// The straight with the lowest number: what replaces an illegal card (TT-AIL-01).
    pub straights: Vec<CardIx>,
    /// What replaces a card that is illegal on the ground (TT-ALT-12).
    pub wait: Option<CardIx>,
    pub plans: PlanBook,
}

impl ManeuverDeck {
    pub fn new(id: String, tripod: bool, cards: Vec<ManeuverCard>) -> Self {
        let highest = cards.iter().flat_map(|c| &c.numbers).copied().max().unwrap_or(0);
        let mut by_number = vec![None; usize::from(highest) + 1];
        for (row, card) in cards.iter().enumerate() {
            for &number in &card.numbers {
                by_number[usize::from(number)] = Some(CardIx(row as u8));
            }
        }
        let mut straights: Vec<CardIx> = (0..cards.len() as u8).map(CardIx).collect();
        straights.retain(|ix| cards[ix.index()].class == CardClass::Straight);
        straights.sort_by_key(|ix| cards[ix.index()].numbers[0]);
        let wait = cards.iter().position(|c| c.class == CardClass::Wait).map(|row| CardIx(row as u8));
        let plans = PlanBook::new();
        Self { id, tripod, cards, by_number, straights, wait, plans }
    }

    pub fn card(&self, ix: CardIx) -> &ManeuverCard {
        &self.cards[ix.index()]
    }

    /// The row that holds the card with this printed number.
    pub fn row_of(&self, number: u8) -> Option<CardIx> {
        self.by_number.get(usize::from(number)).copied().flatten()
    }

    /// The same card with the other or the same speed marker.
    pub fn at_speed(&self, row: CardIx, speed: Speed) -> CardIx {
        let printed = self.card(row).printed().next().unwrap_or(0);
        self.row_of(speed.number(printed)).unwrap_or(row)
    }

    /// Whether its cards are flown with speed markers.
    pub fn has_speeds(&self) -> bool {
        self.cards.iter().any(|c| c.speed.is_some())
    }

    pub fn by_id(&self, id: &str) -> Option<CardIx> {
        self.cards.iter().position(|c| c.id == id).map(|i| CardIx(i as u8))
    }
}

/// The letter of a damage deck, or a supply of WW2 damage counters: the tripods' (W) and the airplanes' own (P), which
/// are never mixed (INV-WW2-04).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum DeckId {
    A,
    B,
    C,
    D,
    X,
    Y,
    Z,
    WA,
    WB,
    WC,
    WD,
    PA,
}

impl DeckId {
    pub const COUNT: usize = 12;
    /// How many of them are cards.
    pub const CARDS: usize = 7;
    pub const ALL: [Self; Self::COUNT] = [
        Self::A,
        Self::B,
        Self::C,
        Self::D,
        Self::X,
        Self::Y,
        Self::Z,
        Self::WA,
        Self::WB,
        Self::WC,
        Self::WD,
        Self::PA,
    ];
    pub const COUNTERS: [Self; 4] = [Self::WA, Self::WB, Self::WC, Self::WD];

    /// The tripods' counters of the same letter.
    #[must_use]
    pub fn counters(self) -> Option<Self> {
        Self::COUNTERS.get(self.index()).copied()
    }

    /// The letter that is printed on it.
    #[must_use]
    pub fn letter(self) -> Self {
        match self {
            Self::WA | Self::PA => Self::A,
            Self::WB => Self::B,
            Self::WC => Self::C,
            Self::WD => Self::D,
            deck => deck,
        }
    }

    pub fn is_counters(self) -> bool {
        self.index() >= Self::CARDS
    }

    /// As people call it: "deck B", "the B counters".
    pub fn told(self) -> String {
        match self {
            Self::PA => "the airplanes' A counters".to_owned(),
            deck if deck.is_counters() => format!("the {} counters", deck.letter()),
            deck => format!("deck {deck}"),
        }
    }

    pub fn index(self) -> usize {
        self as usize
    }

    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|d| d.to_string() == text)
    }
}

impl fmt::Display for DeckId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

/// A symbol on a damage card (TT-SPC-01).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Special {
    Battery,
    Circuits,
    ReverseDestroyed,
    SmokeGenerator,
    Gyroscope,
    Toppled,
    JammedGuns,
    RudderLeft,
    RudderRight,
    SmokeTrail,
    Wounded,
    Engine,
    Fire,
    Explosion,
}

impl Special {
    pub const ALL: [Self; 14] = [
        Self::Battery,
        Self::Circuits,
        Self::ReverseDestroyed,
        Self::SmokeGenerator,
        Self::Gyroscope,
        Self::Toppled,
        Self::JammedGuns,
        Self::RudderLeft,
        Self::RudderRight,
        Self::SmokeTrail,
        Self::Wounded,
        Self::Engine,
        Self::Fire,
        Self::Explosion,
    ];

    /// The word that content files use.
    pub fn word(self) -> &'static str {
        match self {
            Self::Battery => "battery",
            Self::Circuits => "circuits",
            Self::ReverseDestroyed => "reverse_destroyed",
            Self::SmokeGenerator => "smoke_generator",
            Self::Gyroscope => "gyroscope",
            Self::Toppled => "toppled",
            Self::JammedGuns => "jammed_guns",
            Self::RudderLeft => "rudder_left",
            Self::RudderRight => "rudder_right",
            Self::SmokeTrail => "smoke_trail",
            Self::Wounded => "wounded",
            Self::Engine => "engine",
            Self::Fire => "fire",
            Self::Explosion => "explosion",
        }
    }

    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|s| s.word() == word)
    }

    /// The name as people say it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Battery => "battery damage",
            Self::Circuits => "circuits hit",
            Self::ReverseDestroyed => "destroyed reverse mechanism",
            Self::SmokeGenerator => "disabled black smoke generator",
            Self::Gyroscope => "out of order gyroscope",
            Self::Toppled => "toppled",
            Self::JammedGuns => "jammed guns",
            Self::RudderLeft => "left rudder jam",
            Self::RudderRight => "right rudder jam",
            Self::SmokeTrail => "smoke trail",
            Self::Wounded => "wounded pilot",
            Self::Engine => "engine damage",
            Self::Fire => "vehicle on fire",
            Self::Explosion => "explosion",
        }
    }
}

/// How many different cards a damage deck may hold: a deck in play is a count per row.
pub const DAMAGE_ROWS: usize = 32;

/// One row of a damage deck: all copies of one card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DamageCard {
    pub count: u8,
    pub points: u8,
    /// A zero card; an explosion has no points and is no zero.
    pub zero: bool,
    pub special: Option<Special>,
    /// Replaces `special` on an airplane (TT-SPC-03).
    pub corner: Option<Special>,
    pub energy_icons: u8,
    pub green_jam: bool,
    /// The card in words, unique in its deck: "3 circuits +1 /smoke_trail".
    pub name: String,
}

impl DamageCard {
    pub fn is_explosion(&self) -> bool {
        self.special == Some(Special::Explosion)
    }
}

#[derive(Clone, Debug, Default)]
pub struct DamageDeck {
    pub cards: Vec<DamageCard>,
}

impl DamageDeck {
    /// Finds a card by its full name, or by the beginning of it that says points and symbol.
    pub fn find(&self, name: &str) -> Option<usize> {
        let name = name.trim();
        self.cards.iter().position(|c| c.name == name).or_else(|| {
            self.cards.iter().position(|c| {
                c.name.strip_prefix(name).is_some_and(|rest| {
                    rest.starts_with([' ', '/', '+']) && {
                        // "3" must not find "3 circuits": a symbol has to be named.
                        !rest.trim_start().starts_with(|ch: char| ch.is_ascii_lowercase())
                    }
                })
            })
        })
    }

    pub fn total(&self) -> u16 {
        self.cards.iter().map(|c| u16::from(c.count)).sum()
    }
}
