//! The components: vehicles, maneuver decks, damage decks, rulers, templates. Read from text, checked, and
//! turned into dense tables that the rules look things up in.

mod altitude;
mod bombing;
mod decks;
mod files;
mod plans;
mod rows;
mod skills;
mod terrain;
mod ww2;

pub use altitude::Altitude;
pub use bombing::Bombing;
pub use components::ContentError;
pub use decks::{
    CardClass, CardIx, DAMAGE_ROWS, DamageCard, DamageDeck, DeckId, ManeuverCard, ManeuverDeck, Rudder,
    Special,
};
pub use files::BUILT_IN;
pub use plans::{LastManeuver, PlanBook, Restrictions, Spaces};
pub use skills::{Skill, SkillFigures};
pub use terrain::{TerrainKind, TerrainShape};
pub use ww2::{Reversal, Speed, Ww2};

use crate::appraise::Judgement;
use crate::scenarios::ScenarioFile;
use components::Judged;
use geometry::Angle;
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};
use table::StateHash;

/// The six sides of a tripod's base, clockwise seen from above (TT-GEO-03).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Side {
    Front,
    FrontRight,
    RearRight,
    Rear,
    RearLeft,
    FrontLeft,
}

impl Side {
    pub const ALL: [Self; 6] =
        [Self::Front, Self::FrontRight, Self::RearRight, Self::Rear, Self::RearLeft, Self::FrontLeft];

    pub fn index(self) -> usize {
        self as usize
    }

    /// The direction in which this side looks, relative to the tripod's front.
    pub fn angle(self) -> Angle {
        Angle::degrees(60 * self as i32)
    }

    pub fn name(self) -> &'static str {
        ["front", "front-right", "rear-right", "rear", "rear-left", "front-left"][self.index()]
    }
}

/// Which way a heat-ray ruler may be tilted: by its letter (TT-TFR-04).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Face {
    Left,
    Right,
    Either,
}

/// A heat-ray ruler (TT-TFR-01).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayRuler {
    pub length: f64,
    pub half: f64,
    pub width: f64,
    pub tilt: Angle,
}

/// A projector on a side of a tripod's base.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Projector {
    pub heavy: bool,
    pub face: Face,
}

/// What one side of a tripod's base carries.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SideFittings {
    pub projector: Option<Projector>,
    pub armor: bool,
    pub launcher: bool,
}

/// A gun of an airplane: its deck, and the arc it fires in (TT-AFR-02).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gun {
    /// How its place on the airplane is called: "front".
    pub name: &'static str,
    pub deck: DeckId,
    pub direction: Angle,
    pub half_arc: Angle,
    pub origin_forward: f64,
    /// What a hit draws at short and at long range (TT-AFR-04, TT-AFR-05, INV-WW2-16).
    pub short: Draws,
    pub long: Draws,
}

impl Gun {
    /// The same gun with the firepower of another deck: two cards at short range, one at long range.
    pub fn arm(&mut self, deck: DeckId) {
        self.deck = deck;
        (self.short, self.long) = (Draws::new(&[deck, deck]), Draws::new(&[deck]));
    }
}

/// The draws of one hit, at most four.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Draws {
    decks: [Option<DeckId>; 4],
}

impl Draws {
    pub const MOST: usize = 4;

    pub fn new(list: &[DeckId]) -> Self {
        Self { decks: std::array::from_fn(|n| list.get(n).copied()) }
    }

    pub fn iter(self) -> impl Iterator<Item = DeckId> {
        self.decks.into_iter().flatten()
    }
}

#[derive(Clone, Debug)]
pub struct AirplaneModel {
    pub id: String,
    pub name: String,
    pub alliance: String,
    pub width: f64,
    pub length: f64,
    pub resistance: u16,
    pub guns: Vec<Gun>,
    /// Flown with one card and a speed marker at a time (INV-WW2-01).
    pub ww2: bool,
    /// So many climb counters are a level (TT-ALT-02), up to the ceiling (TT-ALT-03).
    pub climb_counters: u8,
    pub ceiling_level: u8,
    pub engines: u8,
    pub deck: Arc<ManeuverDeck>,
}

#[derive(Clone, Debug)]
pub struct TripodModel {
    pub id: String,
    pub name: String,
    pub mark: String,
    pub apothem: f64,
    pub resistance: u16,
    pub energy_rating: u8,
    pub recharge_level: u8,
    pub firepower: DeckId,
    /// The airplane deck that its heat-ray draws from against a tripod (INV-TVT-14).
    pub vs_tripods: DeckId,
    /// With a Martian and with a human pilot (INV-TVT-05).
    pub initiative: [u8; 2],
    pub facings: Vec<Side>,
    pub sides: [SideFittings; 6],
    pub deck: Arc<ManeuverDeck>,
}

/// A vehicle's model: everything that is printed on its card and its base.
#[derive(Clone, Debug)]
pub enum Model {
    Airplane(AirplaneModel),
    Tripod(TripodModel),
}

impl Model {
    pub fn id(&self) -> &str {
        match self {
            Self::Airplane(m) => &m.id,
            Self::Tripod(m) => &m.id,
        }
    }

    pub fn name(&self) -> &str {
        match self {
            Self::Airplane(m) => &m.name,
            Self::Tripod(m) => &m.name,
        }
    }

    pub fn deck(&self) -> &Arc<ManeuverDeck> {
        match self {
            Self::Airplane(m) => &m.deck,
            Self::Tripod(m) => &m.deck,
        }
    }

    pub fn resistance(&self) -> u16 {
        match self {
            Self::Airplane(m) => m.resistance,
            Self::Tripod(m) => m.resistance,
        }
    }

    pub fn airplane(&self) -> Option<&AirplaneModel> {
        match self {
            Self::Airplane(m) => Some(m),
            Self::Tripod(_) => None,
        }
    }

    pub fn tripod(&self) -> Option<&TripodModel> {
        match self {
            Self::Tripod(m) => Some(m),
            Self::Airplane(_) => None,
        }
    }
}

/// The red part of an automated tripod's template, ahead of an airplane's front edge (INV-AUT-38, INV-AUT-45).
#[derive(Clone, Copy, Debug, PartialEq, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RedZone {
    #[serde(rename = "from_mm")]
    pub from: f64,
    #[serde(rename = "to_mm")]
    pub to: f64,
    #[serde(rename = "width_mm")]
    pub width: f64,
}

impl RedZone {
    fn is_sound(&self) -> bool {
        self.from >= 0.0
            && self.to > self.from
            && self.width > 0.0
            && self.to.is_finite()
            && self.width.is_finite()
    }
}

/// All components, checked.
#[derive(Debug)]
pub struct Content {
    /// L, the length of the airplane ruler; every scenario distance is in this ruler (TT-GEO-05).
    pub ruler: f64,
    /// Width and height of the official game mat (TT-SCN-03).
    pub game_mat: [f64; 2],
    pub rays: [RayRuler; 2],
    pub objective_size: [f64; 2],
    /// Objective templates of the base game, and those that the booklet adds for solo games (INV-GEN-02).
    pub objectives: [usize; 2],
    /// The red parts of the S and the L template; content without them offers no automated tripod (INV-GEN-02).
    pub red_zones: Option<[RedZone; 2]>,
    /// Width and length of the landing field (TT-EAG-02).
    pub field_size: [f64; 2],
    /// Width and length of a bomb card (INV-BOM-11).
    pub bomb_size: [f64; 2],
    /// The figures of bombing; content without their table can not offer it.
    pub bombing: Option<Bombing>,
    /// The altitude rules; content without their table can not offer them (TT-GEN-07).
    pub altitude: Option<Arc<Altitude>>,
    pub models: Vec<Arc<Model>>,
    /// Cards, then the counters of WW2.
    pub damage: [DamageDeck; DeckId::COUNT],
    /// The figures of *Tripods in WW2*; content without them can not offer it.
    pub ww2: Option<Arc<Ww2>>,
    pub skills: [SkillFigures; 10],
    /// Scenarios that are written in files.
    pub scenarios: Vec<Arc<ScenarioFile>>,
    pub terrain: [TerrainShape; 5],
    /// Radius of a black smoke cloud, and of the circle that must hold the ruler's end.
    pub cloud_radius: f64,
    pub cloud_inner_radius: f64,
    pub smoke_reach: f64,
    /// See `[geometry.pose] trace` in the component files.
    pub trace_handle: f64,
    /// What a position is judged by, where it comes from, and the same as figures.
    pub(crate) judged: Judged,
    pub(crate) judgement: Arc<Judgement>,
    hash: StateHash,
}

components::content!(Content, files);

impl Content {
    pub fn half_ruler(&self) -> f64 {
        self.ruler / 2.0
    }

    pub fn scenario(&self, id: &str) -> Option<&Arc<ScenarioFile>> {
        self.scenarios.iter().find(|s| s.id == id)
    }

    pub fn model(&self, id: &str) -> Option<&Arc<Model>> {
        self.models.iter().find(|m| m.id() == id)
    }

    pub fn ray(&self, heavy: bool) -> &RayRuler {
        &self.rays[usize::from(heavy)]
    }

    pub fn terrain(&self, kind: TerrainKind) -> TerrainShape {
        self.terrain[kind as usize]
    }

    pub fn skill(&self, skill: Skill) -> SkillFigures {
        self.skills[skill as usize]
    }

    pub fn hash(&self) -> StateHash {
        self.hash
    }
}

/// A word from a component file that rules and results cite for as long as the program runs.
pub(crate) fn intern(word: &str) -> &'static str {
    static WORDS: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
    let mut words = WORDS.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    if let Some(known) = words.get(word) {
        return known;
    }
    let word: &'static str = Box::leak(word.to_owned().into_boxed_str());
    words.insert(word);
    word
}
