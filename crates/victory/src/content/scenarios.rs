//! Mats, times of day, the printed scenarios and their briefings.

use super::Content;
use crate::kinds::{Aim, PLANES, Side, Skill};
use crate::map::{COLUMNS, Ground, Map, Mega};
use components::Spanned;
use components::{ContentError, Provenance, Source};
use geometry::Hex;
use serde::Deserialize;

#[derive(Clone, Debug)]
pub struct MatRow {
    pub id: char,
    pub kind: String,
    pub wood: Option<[i8; 2]>,
    pub front: Option<i8>,
    pub no_mans_land: Option<[i8; 2]>,
    pub rock: Option<Vec<i8>>,
    pub sea: Option<[i8; 2]>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    Left,
    Middle,
    Right,
}

/// A time of day (WV-WEA-02).
#[derive(Clone, Debug)]
pub struct TimeRow {
    pub d6: u8,
    pub id: String,
    pub name: String,
    pub sun: Option<(Edge, i8)>,
}

impl TimeRow {
    /// The MegaHex of the sun on a map of so many columns.
    pub fn sun(&self, columns: i8) -> Option<Mega> {
        let (edge, level) = self.sun?;
        let x = match edge {
            Edge::Left => 2,
            Edge::Right => columns - 2,
            // The left one of two equal choices.
            Edge::Middle => (columns / 2 - 2) / 4 * 4 + 2,
        };
        Some(Mega(Hex::new(x, level)))
    }
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnitRow {
    pub r#type: String,
    #[serde(default)]
    pub alternatives: Vec<String>,
    pub side: Side,
    pub skill: Option<Skill>,
    pub x: i8,
    pub level: i8,
    pub speed: Option<i8>,
    pub heading: Option<Heading>,
    pub who: Option<String>,
    #[serde(default)]
    pub structure: u8,
    #[serde(default)]
    pub rudder: u8,
    #[serde(default)]
    pub elevators: u8,
    pub ammo_left: Option<[u8; 2]>,
    #[serde(default)]
    pub jammed: bool,
    #[serde(default, rename = "provenance")]
    _provenance: Option<Provenance>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Heading {
    Left,
    Right,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WeatherRow {
    pub r#type: WeatherKind,
    pub megahex: Option<Hex>,
    pub level: Option<i8>,
    #[serde(default, rename = "provenance")]
    _provenance: Option<Provenance>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WeatherKind {
    Sun,
    Moon,
    Haze,
    Thunderstorm,
    HighStratus,
    MediumStratus,
    LowStratus,
    Cumulus,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Matchup {
    pub allied: Vec<String>,
    pub german: Vec<String>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlanesPerSide {
    pub min: u8,
    pub max: u8,
    pub default: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ScenarioText {
    id: Spanned<String>,
    number: u8,
    name: String,
    mats: Spanned<Vec<char>>,
    kind: String,
    rounds: Spanned<u8>,
    #[serde(rename = "ends_when")]
    _ends_when: String,
    time: Option<String>,
    rules: Vec<String>,
    planes_per_side: Option<PlanesPerSide>,
    #[serde(default)]
    places_allied: Vec<Hex>,
    #[serde(default)]
    places_german: Vec<Hex>,
    #[serde(default)]
    matchup: Vec<Matchup>,
    #[serde(default)]
    unit: Vec<Spanned<UnitRow>>,
    #[serde(default)]
    weather: Vec<WeatherRow>,
    #[serde(default, rename = "seed_part")]
    _seed: Option<String>,
    #[serde(rename = "provenance")]
    _provenance: Provenance,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ScenariosFile {
    scenario: Vec<ScenarioText>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BriefingsFile {
    briefing: Vec<BriefingText>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BriefingText {
    scenario: Spanned<String>,
    difficulty: u8,
    minutes: u16,
    short: String,
    about: String,
    allied: String,
    allied_loses: String,
    german: String,
    german_loses: String,
    ends: String,
    special: Vec<String>,
    know: Vec<String>,
}

/// What a scenario is about, in words for people.
#[derive(Clone, Debug, Default)]
pub struct Briefing {
    pub short: String,
    pub about: String,
    pub allied: String,
    pub allied_loses: String,
    pub german: String,
    pub german_loses: String,
    pub ends: String,
    pub special: Vec<String>,
    pub know: Vec<String>,
}

/// A printed scenario.
#[derive(Clone, Debug)]
pub struct ScenarioRow {
    pub id: String,
    pub number: u8,
    pub name: String,
    pub aim: Aim,
    pub mats: Vec<char>,
    pub kind: String,
    pub rounds: u8,
    pub time: Option<String>,
    pub rules: Vec<String>,
    pub planes_per_side: Option<PlanesPerSide>,
    pub places: [Vec<Hex>; 2],
    pub matchups: Vec<Matchup>,
    pub units: Vec<UnitRow>,
    pub weather: Vec<WeatherRow>,
    pub briefing: Briefing,
    pub difficulty: u8,
    pub minutes: u16,
}

impl ScenarioRow {
    pub fn solo(&self) -> bool {
        self.kind == "solitaire"
    }
}

const AIMS: [(&str, Aim); 11] = [
    ("frank-luke", Aim::FrankLuke),
    ("toms-revenge", Aim::TomsRevenge),
    ("bombing-run", Aim::BombingRun),
    ("red-baron", Aim::RedBaron),
    ("recon", Aim::Recon),
    ("over-the-top", Aim::OverTheTop),
    ("dogfight", Aim::Dogfight),
    ("prancing-horse", Aim::PrancingHorse),
    ("last-raid", Aim::LastRaid),
    ("free", Aim::Value),
    ("mission", Aim::Value),
];

pub(super) fn read(files: &[(&str, &str)], c: &mut Content) -> Result<(), ContentError> {
    let source = Source::find(files, "victory/scenarios.toml")?;
    let file: ScenariosFile = source.parse()?;
    for row in file.scenario {
        let aim = AIMS.iter().find(|(id, _)| id == row.id.get_ref()).map(|(_, aim)| *aim);
        let aim =
            aim.ok_or_else(|| source.at(row.id.span(), "there is no victory entry for this scenario"))?;
        let mats = row.mats.get_ref();
        let known = (1..=2).contains(&mats.len()) && mats.iter().all(|m| c.mat(*m).is_some());
        source.check(known, row.mats.span(), || "expected one or two mats A to F".to_owned())?;
        source.check((1..=30).contains(row.rounds.get_ref()), row.rounds.span(), || {
            "expected 1 to 30".to_owned()
        })?;
        for unit in &row.unit {
            let names = std::iter::once(&unit.get_ref().r#type).chain(&unit.get_ref().alternatives);
            for name in names {
                let known = c.airplane(name).is_some() || c.target(name).is_some();
                source.check(known, unit.span(), || format!("there is no airplane or target {name:?}"))?;
            }
        }
        let known = |id: &String| c.airplane(id).is_some();
        let fits = row.matchup.iter().all(|m| m.allied.iter().chain(&m.german).all(known));
        source.check(fits, row.id.span(), || "a matchup names an unknown airplane".to_owned())?;
        let most = row.planes_per_side.map_or(0, |n| usize::from(n.max));
        source.check(2 * most <= PLANES, row.id.span(), || format!("expected at most {PLANES} airplanes"))?;
        c.scenarios.push(ScenarioRow {
            id: row.id.into_inner(),
            number: row.number,
            name: row.name,
            aim,
            mats: row.mats.into_inner(),
            kind: row.kind,
            rounds: *row.rounds.get_ref(),
            time: row.time,
            rules: row.rules,
            planes_per_side: row.planes_per_side,
            places: [row.places_allied, row.places_german],
            matchups: row.matchup,
            units: row.unit.into_iter().map(Spanned::into_inner).collect(),
            weather: row.weather,
            briefing: Briefing::default(),
            difficulty: 1,
            minutes: 30,
        });
    }
    briefings(files, c)
}

fn briefings(files: &[(&str, &str)], c: &mut Content) -> Result<(), ContentError> {
    let source = Source::find(files, "victory/briefings.toml")?;
    let file: BriefingsFile = source.parse()?;
    for row in file.briefing {
        source.check((1..=3).contains(&row.difficulty), row.scenario.span(), || {
            "expected a difficulty of 1 to 3".to_owned()
        })?;
        let id = row.scenario.get_ref();
        let found = c.scenarios.iter_mut().find(|s| s.id == *id);
        let found =
            found.ok_or_else(|| source.at(row.scenario.span(), format!("there is no scenario {id:?}")))?;
        found.briefing = Briefing {
            short: row.short,
            about: row.about,
            allied: row.allied,
            allied_loses: row.allied_loses,
            german: row.german,
            german_loses: row.german_loses,
            ends: row.ends,
            special: row.special,
            know: row.know,
        };
        found.difficulty = row.difficulty;
        found.minutes = row.minutes;
    }
    let mute = c.scenarios.iter().find(|s| s.briefing.about.is_empty());
    source.check(mute.is_none(), 0..0, || {
        format!("expected a briefing of {}", mute.map_or("every scenario", |s| s.id.as_str()))
    })
}

impl Content {
    /// Mats laid side by side, the first one left (WV-MAP-02).
    pub fn lay(&self, mats: &[char]) -> Option<Map> {
        let rows: Vec<&MatRow> = mats.iter().map(|m| self.mat(*m)).collect::<Option<_>>()?;
        let columns = COLUMNS * rows.len() as i8;
        let mut map = Map {
            columns,
            rock: vec![0; columns as usize + 1],
            ground: vec![Ground::Land; columns as usize + 1],
            front: None,
        };
        for (i, row) in rows.iter().enumerate() {
            let left = COLUMNS as usize * i;
            for (x, top) in row.rock.iter().flatten().enumerate() {
                map.rock[left + x] = *top;
            }
            if let Some([from, to]) = row.sea {
                for x in from..=to {
                    map.ground[left + x.clamp(0, COLUMNS - 1) as usize] = Ground::Sea;
                }
            }
            map.front = map.front.or(row.front.map(|x| x + left as i8));
        }
        Some(map)
    }
}
