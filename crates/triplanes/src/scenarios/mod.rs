//! THE MARTIAN INVASION: scenarios, and the rules that all of them share (TT-SCN).

pub mod bring_proof;
pub mod placing;
pub mod simple_battle;

use crate::anchor_and_chain::Anchor;
use crate::content::Content;
use crate::setup::{Placement, Planning, SeatSetup, Setup, SkillSetup, Team, VehicleSetup};
use std::collections::BTreeMap;
use table::{OptionInfo, ScenarioInfo, SeatId, SeatInfo, SetupError, SetupRequest};

/// The turn after which a match that nobody has won is a draw (TT-VIC-04).
pub const TURN_LIMIT: u16 = 100;

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
    pub(crate) fn scenario(&self) -> Scenario {
        Scenario::parse(&self.scenario).unwrap_or(Scenario::SimpleBattle)
    }
}

pub fn list(content: &Content) -> Vec<ScenarioInfo> {
    let seat_of = |number: u8, team: Team| SeatInfo {
        seat: SeatId(number),
        name: seat(team, 0, 1).name,
        team: team.name().to_owned(),
    };
    let option = |id: &str, about: &str, expects: &str, default: &str| OptionInfo {
        id: id.to_owned(),
        about: about.to_owned(),
        expects: expects.to_owned(),
        default: default.to_owned(),
    };
    let limit = TURN_LIMIT.to_string();
    let common = |setup: &str| {
        vec![
            option(
                "planning",
                "refuse an illegal plan, or accept and punish it",
                "strict or printed",
                "strict",
            ),
            option("layer", "basic rules alone, or special damages too", "basic or standard", "standard"),
            option(
                "setup",
                "deal the pieces onto the table, or let the players place them",
                "quick or played",
                setup,
            ),
            option("black_smoke", "the optional black smoke rule", "on or off", "off"),
            option("turn_limit", "the turn after which the match is a draw", "a number from 1", &limit),
        ]
    };
    let models = |tripods: bool| -> String {
        let ids: Vec<&str> =
            content.models.iter().filter(|m| m.tripod().is_some() == tripods).map(|m| m.id()).collect();
        format!("a list of: {}", ids.join(", "))
    };
    let mut battle = common("quick");
    battle.extend([
        option("earthlings", "the airplanes", &models(false), simple_battle::EARTHLINGS),
        option("martians", "the tripods", &models(true), simple_battle::MARTIANS),
        option("terrain", "terrain templates", "a list of: crater, marsh, pond, woods, trench", ""),
        option("objectives", "objective templates around the middle", "a number up to 4", "0"),
        option("players", "how many players on each side, Earthlings first", "two numbers: 1,1", "1,1"),
        option("area", "width and height of the table", "two lengths in mm: 900,900", "900,900"),
    ]);
    let seats = || vec![seat_of(0, Team::Earthlings), seat_of(1, Team::Martians)];
    vec![
        ScenarioInfo {
            id: Scenario::SimpleBattle.id().to_owned(),
            title: "A simple battle".to_owned(),
            about: "Any airplanes against any tripods; the last side on the table wins.".to_owned(),
            variants: Vec::new(),
            seats: seats(),
            options: battle,
        },
        ScenarioInfo {
            id: Scenario::BringProof.id().to_owned(),
            title: "Bring Proof".to_owned(),
            about: "One Nieuport must photograph a tripod with a stall close by, and bring the picture home."
                .to_owned(),
            variants: Vec::new(),
            seats: seats(),
            options: common("played"),
        },
    ]
}

/// Words from a form or a command line, read once and checked off.
pub(crate) struct Words<'a> {
    options: BTreeMap<&'a str, &'a str>,
}

impl<'a> Words<'a> {
    pub(crate) fn take(&mut self, id: &str) -> Option<&'a str> {
        self.options.remove(id)
    }

    pub(crate) fn number<T: std::str::FromStr>(&mut self, id: &str, default: T) -> Result<T, SetupError> {
        match self.take(id) {
            None => Ok(default),
            Some(text) => text.trim().parse().map_err(|_| {
                SetupError::new(format!("options.{id}"), format!("expected a number, found {text:?}"))
            }),
        }
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
    let Some(scenario) = Scenario::parse(&request.scenario) else {
        let known: Vec<&str> = Scenario::ALL.iter().map(|s| s.id()).collect();
        let why = format!("no scenario {:?}; expected one of {}", request.scenario, known.join(", "));
        return Err(SetupError::new("scenario", why));
    };
    if let Some(variant) = &request.variant {
        let why = format!("{} has no variants, found {variant:?}", scenario.id());
        return Err(SetupError::new("variant", why));
    }
    let mut words =
        Words { options: request.options.iter().map(|(id, value)| (id.as_str(), value.as_str())).collect() };
    refuse_other_rules(&mut words)?;
    let placement = match scenario {
        Scenario::SimpleBattle => Placement::Quick,
        Scenario::BringProof => Placement::Played,
    };
    let mut setup = Setup {
        scenario: scenario.id().to_owned(),
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
        turn_limit: words.number("turn_limit", TURN_LIMIT)?,
        area: [900.0, 900.0],
        mat: false,
        turn: 1,
        step: None,
        picture: false,
        stack: BTreeMap::new(),
        black_smoke: words.one_of("black_smoke", &[("off", false), ("on", true)], false)?,
        terrain_objectives: false,
        clouds: Vec::new(),
        terrain: Vec::new(),
        work: crate::draws::Work::default(),
        seats: Vec::new(),
        vehicles: Vec::new(),
        objectives: Vec::new(),
    };
    match scenario {
        Scenario::SimpleBattle => simple_battle::fill(content, &mut setup, &mut words)?,
        Scenario::BringProof => bring_proof::fill(&mut setup),
    }
    if let Some((id, _)) = words.options.pop_first() {
        let info = list(content).into_iter().find(|s| s.id == scenario.id());
        let known: Vec<String> = info.into_iter().flat_map(|s| s.options).map(|o| o.id).collect();
        let why = format!("{} has no such option; expected one of {}", scenario.id(), known.join(", "));
        return Err(SetupError::new(format!("options.{id}"), why));
    }
    Ok(setup)
}

/// TT-GEN-06, TT-GEN-07: rules that are not in force can not be switched on.
fn refuse_other_rules(words: &mut Words<'_>) -> Result<(), SetupError> {
    for id in ["altitude", "crew", "engines"] {
        if words.take(id).is_some() {
            let why = "rules of the separate accessories pack are not in force";
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
        "rockets" => vehicle.rockets = 2,
        "anchor" => vehicle.anchor = Anchor::Ready,
        "cannon" => vehicle.cannon = true,
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
