//! THE MARTIAN INVASION: scenarios, and the rules that all of them share (TT-SCN).

pub mod bring_proof;
mod file;
pub mod goals;
mod offers;
pub mod placing;
pub mod simple_battle;

pub use offers::list;

pub use file::{Condition, ForcePlace, HowMany, Replaces, Reserve, ScenarioFile, TemplatesPlace};

use crate::anchor_and_chain::Anchor;
use crate::automated_tripod::AutomatedSetup;
use crate::content::{Content, Skill, TerrainKind, intern};
use crate::invasion;
use crate::setup::{
    FieldSetup, ObjectiveSetup, Placement, Planning, SeatSetup, Setup, SkillSetup, Team, TerrainSetup,
    VehicleSetup, altitude_table,
};
use crate::state::Fate;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use table::{SeatId, SetupError, SetupRequest};

/// The turn after which a match that nobody has won is a draw (TT-VIC-04).
pub const TURN_LIMIT: u16 = 100;

/// Why so many players can not have a vehicle each.
pub(super) fn shared_out(players: usize, team: Team, vehicles: usize) -> String {
    let have = if vehicles == 1 { "one vehicle".to_owned() } else { format!("{vehicles} vehicles") };
    format!("each player needs a vehicle: the {} have {have} for {players} players", team.name())
}

/// Which scenario a set-up plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scenario {
    SimpleBattle,
    BringProof,
}

impl Scenario {
    pub const ALL: [Self; 2] = [Self::SimpleBattle, Self::BringProof];

    pub fn id(self) -> &'static str {
        match self {
            Self::SimpleBattle => "simple-battle",
            Self::BringProof => "bring-proof",
        }
    }

    pub fn parse(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|s| s.id() == id)
    }
}

impl Setup {
    /// The scenarios that are played by rules of their own; all others are files.
    pub(crate) fn scenario(&self) -> Option<Scenario> {
        Scenario::parse(&self.scenario)
    }
}

fn fit(file: &ScenarioFile, rule: Option<&String>, place: &str, why: String) -> SetupError {
    let rule = rule.or(file.rule.as_ref()).map(|r| table::RuleId(intern(r)));
    SetupError { rule, place: place.to_owned(), why }
}

/// The forces of a scenario file, with the models, skills and players that somebody chose.
fn fill(
    content: &Content,
    file: &ScenarioFile,
    variant: Option<&str>,
    setup: &mut Setup,
    words: &mut Words<'_>,
) -> Result<(), SetupError> {
    if let Some(variant) = variant {
        file.check_variant(variant).map_err(|why| SetupError::new("variant", why))?;
    }
    // A mat stands for 90 x 90 cm; a scenario that asks for another area keeps it (TT-SCN-03, INV-LON-01).
    if !setup.mat || !file.fits_a_mat() {
        (setup.area, setup.mat) = (file.area, false);
    }
    if file.is_exact() && !file.bombing && setup.bombing {
        let force = file.force(Team::Earthlings, variant);
        let why = format!("the airplanes of {} carry no bombs", file.title);
        return Err(fit(file, force.and_then(|f| f.rule.as_ref()), "options.bombing", why));
    }
    setup.black_smoke |= file.black_smoke;
    setup.altitude |= file.altitude;
    setup.ww2 = file.ww2;
    setup.tripods_vs_tripods |= file.tripods_vs_tripods;
    setup.bombing |= file.bombing;
    setup.field = file.field.as_ref().map(|_| FieldSetup::default());
    setup.terrain_objectives = file.terrain_objectives;
    setup.variant = variant.map(str::to_owned);
    setup.objectives = vec![ObjectiveSetup::to_place(); file.objectives];
    lay_terrain(file, setup, words)?;
    let players: [usize; 2] = simple_battle::pair(words.take("players").unwrap_or("1,1"), "options.players")?;
    let [least, most] = file.players;
    if players[0] + players[1] < least || players[0] + players[1] > most || players.contains(&0) {
        let why = format!("{} is for {least} to {most} players on two sides", file.title);
        return Err(fit(file, None, "options.players", why));
    }
    for (team, players) in [(Team::Earthlings, players[0]), (Team::Martians, players[1])] {
        let place = format!("options.{}", team.name().to_lowercase());
        let Some(force) = file.force(team, variant) else { continue };
        let varied = file.variant_about(team, variant);
        let rule = force.rule.as_ref().or(varied.and_then(|v| v.rule.as_ref()));
        let chosen: Vec<&str> = words
            .take(&team.name().to_lowercase())
            .map(|text| text.split(',').map(str::trim).collect())
            .unwrap_or_default();
        if !chosen.is_empty() && chosen.len() != force.vehicles.len() {
            let why =
                format!("the {} have {} vehicles, found {}", team.name(), force.vehicles.len(), chosen.len());
            return Err(fit(file, rule, &place, why));
        }
        if players > force.vehicles.len() {
            let why = shared_out(players, team, force.vehicles.len());
            return Err(SetupError::by("TT-GEN-02", place, why));
        }
        let mut texts: Vec<String> = Vec::new();
        for (index, slot) in force.vehicles.iter().enumerate() {
            let text = chosen.get(index).copied().unwrap_or(slot.models[0].get_ref());
            let model = text.split('+').next().unwrap_or_default();
            if !slot.models.iter().any(|m| m.get_ref() == model) {
                let late = ["mk3_squid", "mk4_cuttlefish"].contains(&model);
                let plane = content.model(model).is_some_and(|m| m.tripod().is_none());
                let lists = slot.models.iter().any(|m| file::CENTRAL.contains(&m.get_ref().as_str()));
                let known: Vec<&str> = slot.models.iter().map(|m| m.get_ref().as_str()).collect();
                let why = format!("vehicle {} is {model:?}; expected one of {}", index + 1, known.join(", "));
                let own_rule = force.rule.is_some();
                return Err(match (late && varied.is_none() && !own_rule, plane && lists && !own_rule) {
                    (true, _) => SetupError::by("TT-SCN-06", place, why),
                    (_, true) => SetupError::by("TT-SCN-08", place, why),
                    _ => fit(file, rule, &place, why),
                });
            }
            texts.push(text.to_owned());
        }
        let first = setup.vehicles.len();
        deal(setup, team, players, &texts.iter().map(String::as_str).collect::<Vec<_>>());
        let words: Vec<&str> = texts.iter().map(String::as_str).collect();
        for (vehicle, slot) in setup.vehicles[first..].iter_mut().zip(&force.vehicles) {
            vehicle.pilot = slot.pilot;
            vehicle.loads = if slot.bombs { invasion::usual_loads(content, vehicle) } else { slot.loads };
        }
        let given: Vec<u8> = setup.vehicles[first..].iter().map(|v| v.loads).collect();
        invasion::fit_out(content, setup, first, &words, &place)?;
        let rows = setup.vehicles[first..].iter_mut().zip(&force.vehicles).zip(given);
        for ((vehicle, slot), loads) in rows {
            let armed = vehicle.airplane.anchor != Anchor::None
                || vehicle.airplane.rockets > 0 && !slot.rockets
                || vehicle.airplane.cannon && !slot.cannon
                || vehicle.loads != loads;
            if file.is_exact() && armed {
                let why = "this scenario hands out no other weapons, and no other bombs".to_owned();
                return Err(fit(file, rule, &place, why));
            }
            if slot.rockets {
                vehicle.airplane.rockets = 2;
            }
            vehicle.airplane.cannon |= slot.cannon;
            let own = vehicle.skills.len();
            vehicle.skills.extend(slot.skills.iter().map(|s| SkillSetup::Ready(s.get_ref().clone())));
            if own > 0 && force.ace.is_none() && !file.leaves_aces_open(force) {
                let why = "this scenario says itself which pilots have skills".to_owned();
                return Err(fit(file, rule, &place, why));
            }
        }
        if let Some(ace) = &force.ace {
            give_skills(content, file, ace, &mut setup.vehicles[first..], &place)?;
        }
    }
    for reserve in &file.reserve {
        let seat = setup.seats.iter().position(|s| s.team == reserve.team).unwrap_or(0);
        let model = reserve_model(file, reserve, words)?;
        let mut vehicle = VehicleSetup::new(model, SeatId(seat as u8));
        vehicle.fate = Some(Fate::Reserve);
        vehicle.airplane.rockets = if reserve.rockets { 2 } else { 0 };
        vehicle.airplane.cannon = reserve.cannon;
        vehicle.skills = reserve.skills.iter().map(|s| SkillSetup::Ready(s.get_ref().clone())).collect();
        setup.vehicles.push(vehicle);
    }
    Ok(())
}

/// As many terrain templates as the box holds: so many find room beside the objectives of a scenario (TT-TER-01).
pub const MOST_TERRAIN: usize = 6;

/// On any table: each that is to be placed is measured against all that lie.
pub const TWO_BOXES: usize = 2 * MOST_TERRAIN;

/// TT-TER-01: the terrain that the scenario asks for, or else what the players have agreed on.
fn lay_terrain(file: &ScenarioFile, setup: &mut Setup, words: &mut Words<'_>) -> Result<(), SetupError> {
    let text = words.take("terrain").unwrap_or_default();
    let kinds: Vec<&str> = text.split(',').map(str::trim).filter(|w| !w.is_empty()).collect();
    if file.terrain.is_empty() {
        if file.solo && !kinds.is_empty() {
            let why = format!("{} has fixed places for everything: no terrain is added", file.title);
            return Err(SetupError::by("TT-TER-01", "options.terrain", why));
        }
        return add_terrain(setup, &kinds, MOST_TERRAIN);
    }
    if kinds.len() > file.terrain.len() {
        let why = format!(
            "{} has {} terrain templates of its own and no others, found {}",
            file.title,
            file.terrain.len(),
            kinds.len()
        );
        return Err(fit(file, file.templates_rule.as_ref(), "options.terrain", why));
    }
    for (index, choice) in file.terrain.iter().enumerate() {
        let kind = match kinds.get(index) {
            None => choice[0],
            Some(word) => TerrainKind::parse(word).filter(|k| choice.contains(k)).ok_or_else(|| {
                let known: Vec<&str> = choice.iter().map(|k| k.word()).collect();
                let why = format!("expected {} here, found {word:?}", known.join(" or "));
                fit(file, file.templates_rule.as_ref(), "options.terrain", why)
            })?,
        };
        setup.terrain.push(TerrainSetup::to_place(kind));
    }
    Ok(())
}

/// Terrain that the players add to a battle or a scenario.
fn add_terrain(setup: &mut Setup, kinds: &[&str], most: usize) -> Result<(), SetupError> {
    let by = |why: String| Err(SetupError::by("TT-TER-01", "options.terrain", why));
    if kinds.len() > most {
        return by(format!("expected at most {most} terrain templates, found {}", kinds.len()));
    }
    for word in kinds {
        let Some(kind) = TerrainKind::parse(word) else {
            return by(format!("no terrain {word:?}; expected crater, marsh, pond, woods or trench"));
        };
        setup.terrain.push(TerrainSetup::to_place(kind));
    }
    Ok(())
}

/// The model of a reinforcement: named beforehand where the scenario leaves it to the player (INV-ALI-05).
fn reserve_model(
    file: &ScenarioFile,
    reserve: &Reserve,
    words: &mut Words<'_>,
) -> Result<String, SetupError> {
    let default = reserve.model.get_ref();
    if reserve.models.is_empty() {
        return Ok(default.clone());
    }
    let Some(word) = words.take("replacement") else { return Ok(default.clone()) };
    let known: Vec<&str> = reserve.models.iter().map(|m| m.get_ref().as_str()).collect();
    if word == default || known.contains(&word) {
        return Ok(word.to_owned());
    }
    let why = format!("no replacement {word:?}; expected one of {}", known.join(", "));
    Err(fit(file, reserve.rule.as_ref(), "options.replacement", why))
}

/// INV-AUT-01: the seats that the procedure plays: all Martian ones, none, or those that are named.
fn automated(setup: &mut Setup, word: Option<&str>, solo: bool) -> Result<(), SetupError> {
    let martians = |setup: &Setup| -> Vec<SeatId> {
        let of = |i: &u8| setup.seats[usize::from(*i)].team == Team::Martians;
        (0..setup.seats.len() as u8).filter(of).map(SeatId).collect()
    };
    let seats = match word {
        None if !solo => return Ok(()),
        None | Some("on") => martians(setup),
        Some("off") => return Ok(()),
        Some(text) => {
            let number = |word: &str| word.trim().parse().map(SeatId);
            text.split(',').map(number).collect::<Result<Vec<SeatId>, _>>().map_err(|_| {
                let why = format!("expected on, off or a list of seats such as 1, found {text:?}");
                SetupError::by("INV-AUT-01", "options.automated", why)
            })?
        }
    };
    setup.automated = Some(AutomatedSetup { seats, ..AutomatedSetup::default() });
    Ok(())
}

/// Pilots who have skills of their choice: what is not chosen gets the first skills of the list.
fn give_skills(
    content: &Content,
    file: &ScenarioFile,
    ace: &file::Ace,
    vehicles: &mut [VehicleSetup],
    place: &str,
) -> Result<(), SetupError> {
    let of_alliance = |v: &VehicleSetup| {
        let model = content.model(&v.model).and_then(|m| m.airplane());
        ace.alliance.as_ref().is_none_or(|a| model.is_some_and(|m| m.alliance == *a))
    };
    let wanted = ace.pilots.unwrap_or_else(|| vehicles.iter().filter(|v| of_alliance(v)).count());
    let mut named = vehicles.iter().filter(|v| !v.skills.is_empty()).count();
    for vehicle in vehicles.iter_mut() {
        if vehicle.skills.is_empty() && named < wanted && of_alliance(vehicle) {
            named += 1;
            let words = Skill::ALL.iter().rev().filter(|s| **s != Skill::SuperAce).map(|s| s.word());
            vehicle.skills = words.take(ace.skills).map(|w| SkillSetup::Ready(w.to_owned())).collect();
        }
    }
    let right = |v: &&VehicleSetup| v.skills.len() == ace.skills && of_alliance(v);
    let aces = vehicles.iter().filter(|v| !v.skills.is_empty()).count();
    if aces != wanted || vehicles.iter().filter(right).count() != wanted {
        let who = if wanted == 1 { "one pilot".to_owned() } else { format!("{wanted} pilots") };
        let skills = if ace.skills == 1 { "one skill".to_owned() } else { format!("{} skills", ace.skills) };
        let why = format!("expected {who} with {skills} each, and no others");
        return Err(fit(file, ace.rule.as_ref(), place, why));
    }
    Ok(())
}

/// Words from a form or a command line, read once and checked off.
pub(crate) struct Words<'a> {
    options: BTreeMap<&'a str, &'a str>,
}

impl<'a> Words<'a> {
    pub(crate) fn take(&mut self, id: &str) -> Option<&'a str> {
        self.options.remove(id)
    }

    pub(crate) fn number<T: std::str::FromStr + PartialOrd + std::fmt::Display>(
        &mut self,
        id: &str,
        numbers: RangeInclusive<T>,
        default: T,
    ) -> Result<T, SetupError> {
        let Some(text) = self.take(id) else { return Ok(default) };
        text.trim().parse().ok().filter(|n| numbers.contains(n)).ok_or_else(|| {
            let (from, to) = (numbers.start(), numbers.end());
            let why = format!("expected a number from {from} to {to}, found {text:?}");
            SetupError::new(format!("options.{id}"), why)
        })
    }

    pub(crate) fn one_of<T: Copy>(
        &mut self,
        id: &str,
        words: &[(&str, T)],
        default: T,
    ) -> Result<T, SetupError> {
        let Some(text) = self.take(id) else { return Ok(default) };
        words.iter().find(|(word, _)| *word == text).map(|(_, value)| *value).ok_or_else(|| {
            let known: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
            let why = format!("expected {}, found {text:?}", known.join(" or "));
            SetupError::new(format!("options.{id}"), why)
        })
    }
}

pub fn resolve(content: &Content, request: &SetupRequest) -> Result<Setup, SetupError> {
    let scenario = Scenario::parse(&request.scenario);
    let file = content.scenario(&request.scenario);
    let Some(id) = scenario.map(Scenario::id).or(file.map(|f| f.id.as_str())) else {
        let mut known: Vec<&str> = Scenario::ALL.iter().map(|s| s.id()).collect();
        known.extend(content.scenarios.iter().map(|s| s.id.as_str()));
        let why = format!("no scenario {:?}; expected one of {}", request.scenario, known.join(", "));
        return Err(SetupError::new("scenario", why));
    };
    if let (Some(variant), true) = (&request.variant, file.is_none_or(|f| f.variant.is_empty())) {
        let why = format!("{id} has no variants, found {variant:?}");
        return Err(SetupError::new("variant", why));
    }
    let mut words =
        Words { options: request.options.iter().map(|(id, value)| (id.as_str(), value.as_str())).collect() };
    refuse_other_rules(&mut words)?;
    let placement = match scenario {
        Some(Scenario::SimpleBattle) => Placement::Quick,
        Some(Scenario::BringProof) | None => Placement::Played,
    };
    let mat = words.one_of("mat", &[("off", false), ("on", true)], false)?;
    let mut setup = Setup {
        scenario: id.to_owned(),
        variant: None,
        standard: words.one_of("layer", &[("basic", false), ("standard", true)], true)?,
        planning: words.one_of(
            "planning",
            &[("strict", Planning::Strict), ("printed", Planning::Printed)],
            Planning::Strict,
        )?,
        placement: words.one_of(
            "setup",
            &[("quick", Placement::Quick), ("played", Placement::Played)],
            placement,
        )?,
        turn_limit: words.number("turn_limit", 1..=u16::MAX, file.map_or(TURN_LIMIT, |f| f.turn_limit))?,
        area: if mat { content.game_mat } else { [900.0, 900.0] },
        mat,
        turn: 1,
        step: None,
        picture: false,
        stack: BTreeMap::new(),
        black_smoke: words.one_of("black_smoke", &[("off", false), ("on", true)], false)?,
        altitude: words.one_of("altitude", &[("off", false), ("on", true)], false)?,
        ww2: false,
        plan_ahead: false,
        tripods_vs_tripods: words.one_of("tripods_vs_tripods", &[("off", false), ("on", true)], false)?,
        bombing: words.one_of("bombing", &[("off", false), ("on", true)], false)?,
        invasion: crate::invasion::InvasionSetup::default(),
        field: None,
        terrain_objectives: false,
        clouds: Vec::new(),
        cloud_sides: Vec::new(),
        terrain: Vec::new(),
        work: crate::draws::Work::default(),
        automated: None,
        seats: Vec::new(),
        vehicles: Vec::new(),
        objectives: Vec::new(),
    };
    let automated_word = words.take("automated");
    if file.is_some_and(|f| f.ww2) || scenario == Some(Scenario::SimpleBattle) {
        setup.plan_ahead = words.one_of("plan_ahead", &[("off", false), ("on", true)], false)?;
    }
    match scenario {
        Some(Scenario::SimpleBattle) => simple_battle::fill(content, &mut setup, &mut words)?,
        Some(Scenario::BringProof) => bring_proof::fill(content, &mut setup, &mut words)?,
        None => {
            if let Some(file) = file {
                fill(content, file, request.variant.as_deref(), &mut setup, &mut words)?;
            }
        }
    }
    automated(&mut setup, automated_word, file.is_some_and(|f| f.solo))?;
    if !file.is_some_and(|f| f.is_exact()) {
        invasion::load_everybody(content, &mut setup);
    }
    invasion::check_components(content, &setup)?;
    if setup.altitude {
        let demanded = file.is_some_and(|f| f.altitude);
        altitude_table(content, if demanded { "scenario" } else { "options.altitude" })?;
    }
    if let Some((id, _)) = words.options.pop_first() {
        let info = list(content).into_iter().find(|s| s.id == setup.scenario);
        let known: Vec<String> = info.into_iter().flat_map(|s| s.options).map(|o| o.id).collect();
        let why = format!("{} has no such option; expected one of {}", setup.scenario, known.join(", "));
        return Err(SetupError::new(format!("options.{id}"), why));
    }
    Ok(setup)
}

/// TT-GEN-06, TT-GEN-07: rules that are not in force can not be switched on.
fn refuse_other_rules(words: &mut Words<'_>) -> Result<(), SetupError> {
    for id in ["crew", "engines"] {
        if words.take(id).is_some() {
            let why = "the rules pack's rules for crews and several engines are not in force";
            return Err(SetupError::by("TT-GEN-07", format!("options.{id}"), why));
        }
    }
    Ok(())
}

pub(crate) fn seat(team: Team, number: usize, of: usize) -> SeatSetup {
    let name = match (team, of) {
        (Team::Earthlings, 1) => "Earthling".to_owned(),
        (Team::Martians, 1) => "Martian".to_owned(),
        (Team::Earthlings, _) => format!("Earthling {}", number + 1),
        (Team::Martians, _) => format!("Martian {}", number + 1),
    };
    SeatSetup { name, team }
}

/// Gives a vehicle a weapon or its pilot a skill; an unknown word is found when the set-up is checked.
pub(crate) fn equip(vehicle: &mut VehicleSetup, word: &str) {
    match word {
        "rockets" => vehicle.airplane.rockets = 2,
        "anchor" => vehicle.airplane.anchor = Anchor::Ready,
        "cannon" => vehicle.airplane.cannon = true,
        // Crews and loads are seen to when the force is complete.
        word if invasion::is_word(word) => {}
        _ => vehicle.skills.push(SkillSetup::Ready(word.to_owned())),
    }
}

/// TT-GEN-03: vehicles are dealt evenly, the odd ones to the lower seats.
pub(crate) fn deal(setup: &mut Setup, team: Team, players: usize, models: &[&str]) {
    let first = setup.seats.len();
    setup.seats.extend((0..players).map(|number| seat(team, number, players)));
    for (index, model) in models.iter().enumerate() {
        // Neighbours stay together: 5 airplanes for 2 players are 3 and 2.
        let seat = (0..players).find(|p| {
            let upto = (p + 1) * (models.len() / players) + (p + 1).min(models.len() % players);
            index < upto
        });
        let seat = SeatId((first + seat.unwrap_or(0)) as u8);
        // "nieuport_16+sniper": a model and what it carries.
        let mut words = model.split('+').map(str::trim);
        let mut vehicle = VehicleSetup::new(words.next().unwrap_or_default(), seat);
        for word in words {
            equip(&mut vehicle, word);
        }
        setup.vehicles.push(vehicle);
    }
}
