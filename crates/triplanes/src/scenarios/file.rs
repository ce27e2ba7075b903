//! A scenario in one TOML file: area, forces, placement, goals. Described in docs/scenarios.md.

use crate::content::{ContentError, Model, Skill, TerrainKind};
use crate::setup::{AREA_LIMIT, Team};
use crate::tripods_vs_tripods::Pilot;
use components::{Spanned, Unread};
use serde::Deserialize;
use serde::de::IgnoredAny;
use std::ops::Range;
use std::sync::Arc;

/// Airplanes of the Central Powers and of the Entente that fire deck A (TT-SCN-08).
pub const CENTRAL: [&str; 5] = ["albatros_dva", "aviatik_di", "fokker_dri", "pfalz_diii", "phonix_di"];
pub const ENTENTE: [&str; 6] =
    ["hanriot_hd1", "sopwith_camel", "sopwith_triplane", "spad_xiii", "macchi_m5", "nieuport_28"];

/// A scenario as its file says it, checked against the components.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScenarioFile {
    pub id: String,
    pub title: String,
    pub about: String,
    /// The ledger entry that is cited when a set-up does not fit.
    #[serde(default)]
    pub rule: Option<String>,
    /// The least and the greatest number of players.
    pub players: [usize; 2],
    #[serde(default = "area")]
    pub area: [f64; 2],
    #[serde(default = "turn_limit")]
    pub turn_limit: u16,
    #[serde(default)]
    pub black_smoke: bool,
    /// *Tripods in WW2* is played (INV-WW2-01).
    #[serde(default)]
    pub ww2: bool,
    /// The altitude rules are in use (TT-EAG-08).
    #[serde(default)]
    pub altitude: bool,
    /// The modules of Invasion that are in use (INV-GEN-01).
    #[serde(default)]
    pub tripods_vs_tripods: bool,
    #[serde(default)]
    pub bombing: bool,
    #[serde(default)]
    pub field: Option<FieldRow>,
    /// One player against the automated tripod: the Martian seats are played by its procedure unless the set-up
    /// says otherwise, and forces come exactly as they are listed (INV-AUT-01).
    #[serde(default)]
    pub solo: bool,
    #[serde(default)]
    pub objectives: usize,
    /// Fixed places of the objectives in rulers: to the right of the middle, and in from the Earthling side.
    #[serde(default)]
    pub objectives_at: Vec<[f64; 2]>,
    #[serde(default)]
    pub templates_place: TemplatesPlace,
    #[serde(default)]
    pub templates_rule: Option<String>,
    /// For each terrain template the kinds it may be; the first is the default.
    #[serde(default)]
    pub terrain: Vec<Vec<TerrainKind>>,
    #[serde(default)]
    pub terrain_objectives: bool,
    pub force: Vec<Force>,
    #[serde(default)]
    pub reserve: Vec<Reserve>,
    pub victory: Vec<Victory>,
    #[serde(default)]
    pub decisive: Option<Decisive>,
    #[serde(default)]
    pub variant: Vec<Variant>,
    #[serde(default)]
    #[expect(dead_code, reason = "says where the scenario comes from")]
    provenance: IgnoredAny,
}

/// The usual area.
fn area() -> [f64; 2] {
    [900.0, 900.0]
}
fn turn_limit() -> u16 {
    super::TURN_LIMIT
}

/// A landing field, laid out first by the Earthlings (TT-EAG-02).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FieldRow {
    /// How far its nearest point is from the Earthling side, in rulers.
    pub rulers: f64,
    #[serde(default)]
    pub rule: Option<String>,
}

/// Where templates lie.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TemplatesPlace {
    /// At most one ruler from the middle, one ruler or more apart (TT-SCN-05).
    #[default]
    Middle,
    /// At most one ruler from a border, one ruler or more apart (TT-PIA-02).
    Edge,
}

/// How far from its own side a force is set up (TT-SCN-04).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ForcePlace {
    #[default]
    AtHalfRuler,
    WithinHalfRuler,
    /// On the ground beside the landing field (TT-EAG-04).
    ByField,
    /// One ruler from its own side (INV-ALI-04).
    AtOneRuler,
    /// Half a ruler in from the middle of its own side, square to the other one: nobody chooses (INV-ALI-02).
    AtMiddle,
    /// Inside the area and touching the own side (INV-ALS-02, INV-ALI-05).
    TouchingSide,
    /// With the middle of the base in the own half of the area (INV-LON-04).
    OwnHalf,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Force {
    pub team: Team,
    #[serde(default)]
    pub place: ForcePlace,
    pub vehicles: Vec<Slot>,
    /// The ledger entry that is cited when these vehicles are others, or are put elsewhere.
    #[serde(default)]
    pub rule: Option<String>,
    #[serde(default)]
    pub ace: Option<Ace>,
}

/// One vehicle of a force: the models to choose from, the first is the default.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Slot {
    pub models: Vec<Spanned<String>>,
    #[serde(default)]
    pub rockets: bool,
    #[serde(default)]
    pub cannon: bool,
    #[serde(default)]
    pub skills: Vec<Spanned<String>>,
    /// Who sits in a tripod; somebody of its own side if it is not said (INV-GEN-03).
    #[serde(default)]
    pub pilot: Option<Pilot>,
    /// Bomb loads; `bombs` gives as many as are usual for its engines (INV-BOM-01).
    #[serde(default)]
    pub loads: u8,
    #[serde(default)]
    pub bombs: bool,
}

/// Which pilots of a force are aces, and with how many skills of their choice.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ace {
    /// So many pilots, or all of an alliance.
    #[serde(default)]
    pub pilots: Option<usize>,
    #[serde(default)]
    pub alliance: Option<String>,
    pub skills: usize,
    #[serde(default)]
    pub rule: Option<String>,
}

/// An airplane that comes when the first ones are lost (TT-SPK-02).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reserve {
    pub team: Team,
    #[serde(default)]
    pub rule: Option<String>,
    pub model: Spanned<String>,
    /// Models that may be chosen in its place.
    #[serde(default)]
    pub models: Vec<Spanned<String>>,
    #[serde(default)]
    pub rockets: bool,
    #[serde(default)]
    pub cannon: bool,
    #[serde(default)]
    pub skills: Vec<Spanned<String>>,
    /// Where it comes in; half a ruler from its own side if it is not said.
    #[serde(default)]
    pub place: ForcePlace,
    /// How far from every tripod it is placed, in rulers; more than one ruler if it is not said.
    #[serde(default)]
    pub away: Option<f64>,
    /// What it takes the place of.
    #[serde(default)]
    pub replaces: Replaces,
}

/// Which loss of its side calls a reinforcement (TT-EXT-03).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Replaces {
    /// A vehicle that was destroyed or has left the area (TT-SPK-02).
    #[default]
    Lost,
    /// A vehicle that was destroyed (INV-ALI-05).
    Destroyed,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Victory {
    pub team: Team,
    #[serde(default)]
    pub rule: Option<String>,
    pub how: String,
    /// The degree of this victory. The first row whose conditions hold decides.
    #[serde(default)]
    pub grade: Option<String>,
    /// The team wins when all of these hold.
    pub all: Vec<Condition>,
}

/// The vocabulary of goals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Condition {
    TripodsDestroyed,
    AirplanesDestroyed,
    /// Tripods on the Earthlings' side (INV-GEN-03).
    CapturedTripodsDestroyed,
    /// Everything that a side has.
    ForceDestroyed(Team),
    TripodLeftByEarthlingSide,
    ObjectivesDestroyed(u8),
    /// No airplane is in play or to come: destroyed, or out of the area (INV-ALI-07).
    AirplanesGone,
    /// A tripod is in play.
    TripodInPlay,
    /// At most so many airplanes were destroyed or left the area (INV-ALP-04).
    AirplanesLostAtMost(u8),
    /// No reinforcement has been placed yet (INV-ALI-06).
    ReserveUnused,
    /// Every tripod has left by the Earthling side (INV-LON-06).
    TripodsLeftByEarthlingSide,
    /// So many templates had a standing tripod on them (INV-WWS-02).
    ObjectivesReached(u8),
}

/// With how many of the winner's vehicles in play a victory is decisive (TT-SCN-09).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Decisive {
    #[serde(default)]
    pub rule: Option<String>,
    pub earthlings: HowMany,
    pub martians: HowMany,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(untagged)]
pub enum HowMany {
    AtLeast(usize),
    All(All),
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum All {
    All,
}

/// Other forces for the same battle.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Variant {
    pub id: String,
    #[serde(default)]
    pub rule: Option<String>,
    pub force: Vec<Force>,
}

/// Where things stand in the text, for errors about them.
#[derive(Deserialize)]
struct Places {
    id: Spanned<IgnoredAny>,
    players: Spanned<IgnoredAny>,
    area: Option<Spanned<IgnoredAny>>,
    objectives: Option<Spanned<IgnoredAny>>,
    altitude: Option<Spanned<IgnoredAny>>,
    terrain: Option<Spanned<IgnoredAny>>,
    field: Option<Spanned<IgnoredAny>>,
    #[serde(default)]
    reserve: Vec<Spanned<IgnoredAny>>,
    #[serde(default)]
    force: Vec<ForceSpan>,
    #[serde(default)]
    variant: Vec<VariantSpan>,
    victory: Vec<Spanned<IgnoredAny>>,
}

#[derive(Deserialize)]
struct ForceSpan {
    place: Option<Spanned<ForcePlace>>,
    team: Team,
    #[serde(default)]
    vehicles: Vec<IgnoredAny>,
}

/// So many airplanes find a place beside a landing field, however the first ones stand.
const MOST_BY_FIELD: usize = 6;

#[derive(Deserialize)]
struct VariantSpan {
    force: Vec<ForceSpan>,
}

impl ScenarioFile {
    /// Whether a game mat may stand for its area (TT-SCN-03): the usual one, to the last bit.
    pub(super) fn fits_a_mat(&self) -> bool {
        self.area.map(f64::to_bits) == area().map(f64::to_bits)
    }

    /// Reads a scenario; errors name file, line and what was expected. Its id is none of the `others`.
    pub fn parse(
        file: &str,
        text: &str,
        models: &[Arc<Model>],
        others: &[Arc<Self>],
    ) -> Result<Self, ContentError> {
        let at = |span: Range<usize>, why: String| {
            let before = &text.as_bytes()[..span.start.min(text.len())];
            ContentError {
                file: file.to_owned(),
                line: 1 + before.iter().filter(|b| **b == b'\n').count(),
                why,
            }
        };
        let unread = |e: Unread| at(e.span.unwrap_or(0..0), e.why);
        let mut scenario: Self = components::read(text).map_err(unread)?;
        let places: Places = components::read(text).map_err(unread)?;
        let whole = |why: &str| Err(at(0..0, why.to_owned()));
        let taken = others.iter().any(|other| other.id == scenario.id);
        if taken || super::Scenario::parse(&scenario.id).is_some() {
            let why = format!("the id {:?} is taken by another scenario; expected a new one", scenario.id);
            return Err(at(places.id.span(), why));
        }
        let [least, most] = scenario.players;
        if least < 2 || most < least {
            let why = "expected players = [least, most] with at least 2 players";
            return Err(at(places.players.span(), why.to_owned()));
        }
        for team in [Team::Earthlings, Team::Martians] {
            if scenario.force.iter().filter(|f| f.team == team).count() != 1 {
                return whole(&format!("expected one [[force]] of the {}", team.name()));
            }
            if !scenario.victory.iter().any(|v| v.team == team) {
                return whole(&format!("expected a [[victory]] of the {}: how can they win?", team.name()));
            }
        }
        let span = |place: &Option<Spanned<IgnoredAny>>| place.as_ref().map_or(0..0, Spanned::span);
        if let Some(why) = scenario.objectives_slip() {
            return Err(at(span(&places.objectives), why));
        }
        if let Some((span, why)) = scenario.reserve_slip(&places) {
            return Err(at(span, why.to_owned()));
        }
        if let Some(altitude) = places.altitude.as_ref().filter(|_| scenario.ww2 && scenario.altitude) {
            let why = "no altitude rules in WW2 scenarios (INV-WW2-14): expected altitude = false";
            return Err(at(altitude.span(), why.to_owned()));
        }
        if scenario.terrain.iter().any(Vec::is_empty) {
            return Err(at(span(&places.terrain), "expected a kind for each terrain template".to_owned()));
        }
        if scenario.area.iter().any(|side| !(900.0..=AREA_LIMIT).contains(side)) {
            let why = format!("expected an area of 900 to {AREA_LIMIT} mm on each side");
            return Err(at(span(&places.area), why));
        }
        if let Some(index) = scenario.victory.iter().position(|v| v.all.is_empty()) {
            let why = "expected at least one condition in each [[victory]]";
            return Err(at(places.victory[index].span(), why.to_owned()));
        }
        if let Some((span, why)) = scenario.field_slip(&places) {
            return Err(at(span, why.to_owned()));
        }
        let ww2 = scenario.ww2;
        let forces = scenario.force.iter_mut().chain(scenario.variant.iter_mut().flat_map(|v| &mut v.force));
        for force in forces {
            for slot in &mut force.vehicles {
                slot.models =
                    expand(&slot.models, models, (force.team, scenario.tripods_vs_tripods, ww2), &at)?;
                if let Some((span, why)) = slot.slip(models, scenario.tripods_vs_tripods, scenario.bombing) {
                    return Err(at(span, why.to_owned()));
                }
                let tripod = |m: &Spanned<String>| is_tripod(models, m.get_ref());
                if let Some(model) = slot.models.iter().find(|m| by_field(force.place) && tripod(m)) {
                    let why = "\"by-field\" is for airplanes; expected no tripod here";
                    return Err(at(model.span(), why.to_owned()));
                }
                skills(&slot.skills, &at)?;
            }
            if force.vehicles.is_empty() {
                return whole("expected at least one vehicle in each force");
            }
        }
        for reserve in &mut scenario.reserve {
            expand(std::slice::from_ref(&reserve.model), models, (reserve.team, false, ww2), &at)?;
            if !reserve.models.is_empty() {
                reserve.models = expand(&reserve.models, models, (reserve.team, false, ww2), &at)?;
            }
            skills(&reserve.skills, &at)?;
        }
        Ok(scenario)
    }

    /// Four objective templates, and the two more of Invasion in solo and WW2 games (INV-GEN-02); fixed places for all or for none.
    fn objectives_slip(&self) -> Option<String> {
        let most = if self.solo || self.ww2 { 6 } else { 4 };
        if self.objectives > most {
            return Some(format!("expected at most {most} objectives"));
        }
        let count = self.objectives_at.len();
        if count > 0 && count != self.objectives {
            return Some(format!("expected {} places in objectives_at, found {count}", self.objectives));
        }
        let sound = |at: &[f64; 2]| at.iter().all(|rulers| rulers.is_finite() && rulers.abs() <= 25.0);
        let off = self.objectives_at.iter().position(|at| !sound(at))?;
        Some(format!("objectives_at[{off}] is off the table; expected two lengths in rulers"))
    }

    /// What does not fit about a reinforcement, and where.
    fn reserve_slip(&self, places: &Places) -> Option<(Range<usize>, &'static str)> {
        for (index, reserve) in self.reserve.iter().enumerate() {
            let span = places.reserve.get(index).map_or(0..0, Spanned::span);
            if !matches!(
                reserve.place,
                ForcePlace::AtHalfRuler | ForcePlace::AtOneRuler | ForcePlace::TouchingSide
            ) {
                return Some((
                    span,
                    "expected place = \"at-half-ruler\", \"at-one-ruler\" or \"touching-side\"",
                ));
            }
            if reserve.away.is_some_and(|rulers| !(0.0..=5.0).contains(&rulers)) {
                return Some((span, "expected away as 0.0 to 5.0 rulers"));
            }
        }
        None
    }

    /// What does not fit about landing field and altitude, and where.
    fn field_slip(&self, places: &Places) -> Option<(Range<usize>, &'static str)> {
        let span = places.field.as_ref().map_or(0..0, Spanned::span);
        if self.field.is_some() && !self.altitude {
            return Some((span, "a landing field needs the altitude rules: expected altitude = true"));
        }
        // It lies in the nearer half of the area, whichever way it is turned.
        let fits = |field: &FieldRow| (0.0..=2.0).contains(&field.rulers);
        if self.field.as_ref().is_some_and(|field| !fits(field)) {
            return Some((span, "expected the field's distance as rulers = 0.0 to 2.0"));
        }
        let forces = places.force.iter().chain(places.variant.iter().flat_map(|v| &v.force));
        for force in forces {
            let Some(place) = force.place.as_ref().filter(|p| *p.get_ref() == ForcePlace::ByField) else {
                continue;
            };
            if self.field.is_none() {
                return Some((place.span(), "\"by-field\" needs a landing field: expected a [field]"));
            }
            if force.team == Team::Martians {
                return Some((place.span(), "\"by-field\" is for airplanes; expected another place"));
            }
            if force.vehicles.len() > MOST_BY_FIELD {
                return Some((place.span(), "expected at most 6 vehicles \"by-field\""));
            }
            if let Some(reserve) = places.reserve.first() {
                return Some((reserve.span(), "no reserve comes \"by-field\"; expected no [[reserve]]"));
            }
        }
        None
    }

    /// The forces of the scenario, or of its variants where they name others. Variants about different sides can
    /// be played together, joined by a plus sign: `aces+second-invasion` (TT-HUN-04, TT-HUN-05).
    pub fn force(&self, team: Team, variant: Option<&str>) -> Option<&Force> {
        let other = self.variants_of(variant).flat_map(|v| &v.force);
        other.chain(&self.force).find(|f| f.team == team)
    }

    fn variants_of<'a>(&'a self, variant: Option<&str>) -> impl Iterator<Item = &'a Variant> {
        let words = variant.into_iter().flat_map(|v| v.split('+'));
        words.filter_map(|word| self.variant.iter().find(|v| v.id == word))
    }

    /// The variant that decides about this side's force.
    pub fn variant_about(&self, team: Team, variant: Option<&str>) -> Option<&Variant> {
        self.variants_of(variant).find(|v| v.force.iter().any(|f| f.team == team))
    }

    /// Every variant, and every way to play several of them together.
    pub fn all_variants(&self) -> Vec<String> {
        let mut list: Vec<String> = self.variant.iter().map(|v| v.id.clone()).collect();
        for (at, one) in self.variant.iter().enumerate() {
            for other in &self.variant[at + 1..] {
                let both = format!("{}+{}", one.id, other.id);
                list.extend(self.check_variant(&both).is_ok().then_some(both));
            }
        }
        list
    }

    /// Known variants, each once, and no two about the same side.
    pub fn check_variant(&self, variant: &str) -> Result<(), String> {
        let mut sides = Vec::new();
        for word in variant.split('+') {
            let Some(known) = self.variant.iter().find(|v| v.id == word) else {
                let ids: Vec<&str> = self.variant.iter().map(|v| v.id.as_str()).collect();
                return Err(format!("no variant {word:?}; expected one of {}", ids.join(", ")));
            };
            for force in &known.force {
                if sides.contains(&force.team) {
                    let side = force.team.name();
                    return Err(format!(
                        "{variant:?} names two forces of the {side}; expected one for a side"
                    ));
                }
                sides.push(force.team);
            }
        }
        Ok(())
    }

    /// Vehicles carry exactly what is listed: in solo games (INV-ALI-04, INV-ALP-03) and in WW2 (INV-ALS-04).
    pub fn is_exact(&self) -> bool {
        self.solo || self.ww2
    }

    /// TT-ACE-01: players may make aces of the pilots of a force of which the scenario does not say itself who has
    /// skills. WW2 airplanes are flown without the base game's skills (INV-WW2-01).
    pub fn leaves_aces_open(&self, force: &Force) -> bool {
        let says = force.ace.is_some() || force.vehicles.iter().any(|slot| !slot.skills.is_empty());
        !says && !self.is_exact()
    }
}

fn is_tripod(models: &[Arc<Model>], id: &str) -> bool {
    models.iter().any(|m| m.id() == id && m.tripod().is_some())
}

fn by_field(place: ForcePlace) -> bool {
    place == ForcePlace::ByField
}

impl Slot {
    /// What does not fit about crew and loads, and where (INV-GEN-03, INV-BOM-01).
    fn slip(
        &self,
        models: &[Arc<Model>],
        crews: bool,
        bombing: bool,
    ) -> Option<(Range<usize>, &'static str)> {
        let span = self.models.first().map_or(0..0, Spanned::span);
        let tripod = |m: &Spanned<String>| is_tripod(models, m.get_ref());
        let loaded = self.loads > 0 || self.bombs;
        if self.pilot.is_some() && !crews {
            return Some((span, "a pilot is named where the file says tripods_vs_tripods = true"));
        }
        if loaded && !bombing {
            return Some((span, "bombs are carried where the file says bombing = true"));
        }
        if self.pilot.is_some() && !self.models.iter().all(tripod) {
            return Some((span, "a pilot is named for tripods alone"));
        }
        (loaded && self.models.iter().any(tripod)).then_some((span, "airplanes alone carry bombs"))
    }
}

type At<'a> = &'a dyn Fn(Range<usize>, String) -> ContentError;

/// `@central` and `@entente` stand for the lists of airplanes that fire deck A.
fn expand(
    words: &[Spanned<String>],
    models: &[Arc<Model>],
    (team, captured, ww2): (Team, bool, bool),
    at: At<'_>,
) -> Result<Vec<Spanned<String>>, ContentError> {
    let mut list = Vec::new();
    for word in words {
        let names: Vec<&str> = match word.get_ref().as_str() {
            "@central" => CENTRAL.to_vec(),
            "@entente" => ENTENTE.to_vec(),
            name => vec![name],
        };
        for name in names {
            let fits = |m: &&Arc<Model>| match (team, m.airplane()) {
                (Team::Martians, airplane) => airplane.is_none(),
                (Team::Earthlings, Some(m)) => m.ww2 == ww2,
                (Team::Earthlings, None) => captured,
            };
            if !models.iter().filter(fits).any(|m| m.id() == name) {
                let known: Vec<&str> = models.iter().filter(fits).map(|m| m.id()).collect();
                let why = format!(
                    "no vehicle {name:?} for the {}; expected one of {}",
                    team.name(),
                    known.join(", ")
                );
                return Err(at(word.span(), why));
            }
            list.push(Spanned::new(word.span(), name.to_owned()));
        }
    }
    if list.is_empty() {
        return Err(at(0..0, "expected at least one model for each vehicle".to_owned()));
    }
    Ok(list)
}

fn skills(words: &[Spanned<String>], at: At<'_>) -> Result<(), ContentError> {
    for word in words {
        if Skill::parse(word.get_ref()).is_none() {
            let known: Vec<&str> = Skill::ALL.iter().map(|s| s.word()).collect();
            let why = format!("no skill {:?}; expected one of {}", word.get_ref(), known.join(", "));
            return Err(at(word.span(), why));
        }
    }
    Ok(())
}
