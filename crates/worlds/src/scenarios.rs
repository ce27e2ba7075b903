//! SCENARIOS: what each of them changes in the core game (WW-SC0-01).

use crate::content::{Content, ScenarioRow};
use crate::setup::Setup;
use table::{OptionInfo, ScenarioInfo, SeatId, SeatInfo, SetupError, SetupRequest};

/// The core game's name.
pub const CORE: &str = "core";

/// What a scenario and its options settle for a whole match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// The scenario's place in the content; none is the core game.
    pub scenario: Option<u8>,
    /// Cavalry Attract is in play (WW-ACT-11).
    pub attract: bool,
    pub production: bool,
    pub random_plan: u8,
    pub chosen_plan: u8,
    pub growth: u8,
    pub naval_tripods: u8,
    pub paid_event: Option<u8>,
    /// The Event pile is not made anew (WW-SC1-02).
    pub fixed_pile: bool,
    pub refugee_per_workforce: bool,
    pub free_harbour: bool,
    pub uprising: bool,
    pub no_tripods_wins: bool,
}

impl Rules {
    pub(crate) fn of(content: &Content, setup: &Setup) -> Result<Self, SetupError> {
        let found = content.scenarios.iter().position(|s| s.id == setup.scenario);
        if found.is_none() && setup.scenario != CORE {
            return Err(unknown(content, "scenario", &setup.scenario));
        }
        let row = found.map(|i| &content.scenarios[i]);
        let uprising = row.is_some_and(|r| !r.initial_wave);
        Ok(Self {
            scenario: found.map(|i| i as u8),
            attract: uprising || setup.cavalry_attract,
            production: row.is_none_or(|r| r.production),
            random_plan: row.and_then(|r| r.random_plan).unwrap_or(content.costs.random_plan),
            chosen_plan: row.and_then(|r| r.chosen_plan).unwrap_or(content.costs.chosen_plan),
            growth: row.map_or(0, |r| r.growth),
            naval_tripods: row.and_then(|r| r.naval_tripods).unwrap_or(content.naval_tripods).min(2),
            paid_event: row.and_then(|r| r.paid_event),
            fixed_pile: row.is_some_and(|r| r.event_pile.is_some()),
            refugee_per_workforce: row.is_some_and(|r| r.refugee_per_workforce),
            free_harbour: row.is_some_and(|r| r.free_harbour),
            uprising,
            no_tripods_wins: row.is_some_and(|r| r.waves > 1),
        })
    }
}

fn unknown(content: &Content, place: &str, id: &str) -> SetupError {
    let known: Vec<&str> =
        [CORE].into_iter().chain(content.scenarios.iter().map(|s| s.id.as_str())).collect();
    SetupError::new(place, format!("there is no scenario {id:?}; expected one of {}", known.join(", ")))
}

pub(crate) fn resolve(content: &Content, request: &SetupRequest) -> Result<Setup, SetupError> {
    if let Some(variant) = &request.variant {
        return Err(SetupError::new("variant", format!("there is no variant {variant:?}; expected none")));
    }
    let mut setup = Setup {
        scenario: request.scenario.clone(),
        cavalry_attract: false,
        events: Vec::new(),
        stack: Vec::new(),
        position: None,
    };
    Rules::of(content, &setup)?;
    for (key, value) in &request.options {
        let place = format!("options.{key}");
        match key.as_str() {
            "cavalry_attract" => {
                setup.cavalry_attract = match value.as_str() {
                    "on" => true,
                    "off" => false,
                    _ => {
                        return Err(SetupError::by(
                            "WW-ACT-11",
                            place,
                            format!("expected on or off, found {value:?}"),
                        ));
                    }
                };
            }
            "events" if content.scenario(&request.scenario).is_some_and(|s| s.event_pile.is_some()) => {
                let ids = value.split(',').map(str::trim).filter(|id| !id.is_empty());
                setup.events = ids.map(str::to_owned).collect();
            }
            _ => return Err(SetupError::new(place, "this scenario has no such option")),
        }
    }
    chosen_events(content, &setup)?;
    Ok(setup)
}

/// The set of chosen cards: none, or exactly as many as the pile holds, all different (WW-SC1-02).
pub(crate) fn chosen_events(content: &Content, setup: &Setup) -> Result<Option<u64>, SetupError> {
    let pile = content.scenario(&setup.scenario).and_then(|s| s.event_pile);
    if setup.events.is_empty() {
        return Ok(None);
    }
    let wrong = |why: String| SetupError::by("WW-SC1-02", "options.events", why);
    let Some(pile) = pile else { return Err(wrong("this scenario plays with all Event cards".to_owned())) };
    let mut set = 0_u64;
    for id in &setup.events {
        let card = content.events.iter().position(|e| e.id == *id);
        let card = card.ok_or_else(|| wrong(format!("there is no Event card {id:?}")))?;
        if set & (1 << card) != 0 {
            return Err(wrong(format!("{id} is named twice")));
        }
        set |= 1 << card;
    }
    if set.count_ones() != u32::from(pile) {
        return Err(wrong(format!("expected {pile} cards, found {}", set.count_ones())));
    }
    Ok(Some(set))
}

pub(crate) fn list(content: &Content) -> Vec<ScenarioInfo> {
    let core = ScenarioInfo {
        id: CORE.to_owned(),
        title: "The War of the Worlds".to_owned(),
        about: "The Martians have landed. Hold England until the germs have done their work.".to_owned(),
        ..info(None)
    };
    let row = |s: &ScenarioRow| ScenarioInfo { id: s.id.clone(), ..info(Some(s)) };
    [core].into_iter().chain(content.scenarios.iter().map(row)).collect()
}

fn info(row: Option<&ScenarioRow>) -> ScenarioInfo {
    let (title, about) = match row.map(|r| r.id.as_str()) {
        Some("mars-ironclads") => {
            ("The Mars Ironclads", "Five full Waves at once, twenty units to meet them, and no production.")
        }
        Some("handling-machine-uprising") => (
            "Handling Machine Uprising",
            "Handling Machines all over the country build Tripod after Tripod. Destroy them all.",
        ),
        Some("refugee-crisis") => ("Refugee Crisis", "Whoever loses his home takes to the roads."),
        _ => ("A scenario", "The core game, changed."),
    };
    let mut options = Vec::new();
    if row.is_none_or(|r| r.initial_wave) {
        options.push(OptionInfo::switch("cavalry_attract", "Cavalry may try to draw a Wave on"));
    }
    if row.is_some_and(|r| r.event_pile.is_some()) {
        let about = "The cards of the Event pile; chosen at the table if none is named";
        options.push(OptionInfo::text("events", about, "15 ids such as EV01, with commas between", ""));
    }
    ScenarioInfo {
        id: String::new(),
        title: title.to_owned(),
        about: about.to_owned(),
        variants: Vec::new(),
        difficulty: if matches!(row.map(|r| r.id.as_str()), None | Some("refugee-crisis")) { 2 } else { 3 },
        minutes: 60,
        seats: vec![SeatInfo { seat: SeatId(0), name: "Human".to_owned(), team: "Humans".to_owned() }],
        options,
    }
}
