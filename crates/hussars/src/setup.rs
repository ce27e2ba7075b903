//! The table before the first turn: options, forces, and positions that somebody wrote down.

use crate::content::{Content, Scenario};
use crate::event::What;
use crate::kinds::{Phase, Quality, Side, StandId, Type, UnitId};
use crate::measure::P;
use crate::state::{Battle, Flow, Now, Piece, Stand, State, Troop, Where};
use serde::{Deserialize, Serialize};
use std::sync::{Arc, OnceLock};
use table::{Seat, SetupError, Sink, TeamId};

/// Where two readings are both playable, the default is the ruling and the other stays available.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields, default)]
pub struct Options {
    /// TH-HUM-04: the morale column of section 4.
    pub section_4: bool,
    /// TH-OVR-07
    pub human_overwatch: bool,
    /// TH-TER-04
    pub overflight: bool,
    /// TH-CBT-07
    pub natural_six: bool,
    /// TH-GAS-10: further whole turns; none stays for good.
    pub gas_turns: Option<u8>,
    /// TH-LOS-02
    pub indirect_fire: bool,
    /// TH-SPO-10
    pub hidden_stands: bool,
    /// TH-GAS-09
    pub gas_any: bool,
    /// TH-OVR-05
    pub three_shots: bool,
    /// TH-COV-06
    pub stream_any: bool,
    /// TH-ELV-05
    pub ridge_always: bool,
    /// TH-LOS-06
    pub flyer_mutual: bool,
    /// TH-IRN-04
    pub crew: Quality,
    /// TH-ARM-03
    pub free_organisation: bool,
    /// TH-CYL-07: as many dice for a cylinder as its scenario gives.
    pub scenario_dice: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            section_4: false,
            human_overwatch: true,
            overflight: false,
            natural_six: false,
            gas_turns: Some(1),
            indirect_fire: false,
            hidden_stands: false,
            gas_any: false,
            three_shots: false,
            stream_any: true,
            ridge_always: true,
            flyer_mutual: false,
            crew: Quality::Regular,
            free_organisation: false,
            scenario_dice: false,
        }
    }
}

/// An option as a form shows it: id, what it is about, the entry, the words it takes.
#[derive(Debug)]
pub struct OptionRow {
    pub id: &'static str,
    pub about: &'static str,
    pub rule: &'static str,
    pub values: &'static [&'static str],
}

pub const OPTIONS: &[OptionRow] = &[
    OptionRow {
        id: "profile_table",
        about: "Which printed morale numbers hold",
        rule: "TH-HUM-04",
        values: &["army_list", "section_4"],
    },
    OptionRow {
        id: "human_overwatch",
        about: "Human stands take overwatch markers too",
        rule: "TH-OVR-07",
        values: &["true", "false"],
    },
    OptionRow {
        id: "flyer_overflight",
        about: "Whether a flyer may pass over forest and swamp",
        rule: "TH-TER-04",
        values: &["printed", "free"],
    },
    OptionRow {
        id: "natural_six_hits",
        about: "An unmodified 6 always hits",
        rule: "TH-CBT-07",
        values: &["false", "true"],
    },
    OptionRow {
        id: "gas_turns",
        about: "Whole turns that gas lasts after the turn of the shot",
        rule: "TH-GAS-10",
        values: &["1", "0", "2", "permanent"],
    },
    OptionRow {
        id: "indirect_fire",
        about: "Artillery fires at what others have spotted",
        rule: "TH-LOS-02",
        values: &["false", "true"],
    },
    OptionRow {
        id: "hidden_stands",
        about: "Unspotted stands are hidden from the other player",
        rule: "TH-SPO-10",
        values: &["false", "true"],
    },
    OptionRow {
        id: "gas_aim",
        about: "Gas is aimed at spotted stands, or at any point in sight",
        rule: "TH-GAS-09",
        values: &["spotted", "any"],
    },
    OptionRow {
        id: "overwatch_shots",
        about: "Attacks that a marker buys",
        rule: "TH-OVR-05",
        values: &["1", "3"],
    },
    OptionRow {
        id: "stream_cover",
        about: "A stream covers all beyond it, or those at its bank",
        rule: "TH-COV-06",
        values: &["any", "bank"],
    },
    OptionRow {
        id: "ridge_sight",
        about: "A ridge blocks every line, or height looks over it",
        rule: "TH-ELV-05",
        values: &["always", "by_height"],
    },
    OptionRow {
        id: "flyer_sight",
        about: "A flyer sees open ground, or every stand",
        rule: "TH-LOS-06",
        values: &["open_ground", "mutual"],
    },
    OptionRow {
        id: "ironclad_crew",
        about: "The crew of ironclads that no scenario names",
        rule: "TH-IRN-04",
        values: &["regular", "green", "veteran", "elite"],
    },
    OptionRow {
        id: "organisation",
        about: "How strictly armies keep to battalions and squadrons",
        rule: "TH-ARM-03",
        values: &["printed", "free"],
    },
    OptionRow {
        id: "cylinder_dice",
        about: "One die a turn wakes a cylinder, or as many as the scenario gives",
        rule: "TH-CYL-07",
        values: &["1", "scenario"],
    },
];

impl Options {
    pub fn set(&mut self, key: &str, word: &str) -> Result<(), SetupError> {
        let place = format!("options.{key}");
        let Some(row) = OPTIONS.iter().find(|o| o.id == key) else {
            let known: Vec<&str> = OPTIONS.iter().map(|o| o.id).collect();
            return Err(SetupError::new(
                place,
                format!("there is no such option; expected one of {}", known.join(", ")),
            ));
        };
        if !row.values.contains(&word) {
            let why = format!("expected {}, found {word:?}", row.values.join(" or "));
            return Err(SetupError::by(row.rule, place, why));
        }
        let on = word == "true";
        match key {
            "profile_table" => self.section_4 = word == "section_4",
            "human_overwatch" => self.human_overwatch = on,
            "flyer_overflight" => self.overflight = word == "free",
            "natural_six_hits" => self.natural_six = on,
            "gas_turns" => self.gas_turns = word.parse().ok(),
            "indirect_fire" => self.indirect_fire = on,
            "hidden_stands" => self.hidden_stands = on,
            "gas_aim" => self.gas_any = word == "any",
            "overwatch_shots" => self.three_shots = word == "3",
            "stream_cover" => self.stream_any = word == "any",
            "ridge_sight" => self.ridge_always = word == "always",
            "flyer_sight" => self.flyer_mutual = word == "mutual",
            "ironclad_crew" => self.crew = Quality::read(word).unwrap_or(Quality::Regular),
            "cylinder_dice" => self.scenario_dice = word == "scenario",
            _ => self.free_organisation = word == "free",
        }
        Ok(())
    }

    /// The word of an option, as [`Options::set`] reads it.
    pub fn get(&self, key: &str) -> String {
        let pick = |on: bool, yes: &str, no: &str| if on { yes.to_owned() } else { no.to_owned() };
        match key {
            "profile_table" => pick(self.section_4, "section_4", "army_list"),
            "human_overwatch" => self.human_overwatch.to_string(),
            "flyer_overflight" => pick(self.overflight, "free", "printed"),
            "natural_six_hits" => self.natural_six.to_string(),
            "gas_turns" => self.gas_turns.map_or("permanent".to_owned(), |n| n.to_string()),
            "indirect_fire" => self.indirect_fire.to_string(),
            "hidden_stands" => self.hidden_stands.to_string(),
            "gas_aim" => pick(self.gas_any, "any", "spotted"),
            "overwatch_shots" => pick(self.three_shots, "3", "1"),
            "stream_cover" => pick(self.stream_any, "any", "bank"),
            "ridge_sight" => pick(self.ridge_always, "always", "by_height"),
            "flyer_sight" => pick(self.flyer_mutual, "mutual", "open_ground"),
            "ironclad_crew" => format!("{:?}", self.crew).to_lowercase(),
            "cylinder_dice" => pick(self.scenario_dice, "scenario", "1"),
            _ => pick(self.free_organisation, "free", "printed"),
        }
    }
}

/// A body of stands that somebody bought: profile and number (TH-ARM-03).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Bought {
    pub stands: Vec<(String, u8)>,
}

/// Two armies of agreed points on a scenario's map (TH-ARM-09).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Armies {
    pub points: u16,
    pub martians: Vec<Bought>,
    pub humans: Vec<Bought>,
}

/// A match before its first order: a scenario with its options, or a position that somebody wrote down.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// The scenario, or the one whose map an open battle is fought on.
    pub scenario: String,
    pub options: Options,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub armies: Option<Armies>,
    /// Dice results to come, in order; directions in degrees.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stack: Vec<u16>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<Box<Now>>,
}

pub(crate) fn begin(
    content: &Arc<Content>,
    setup: &Setup,
    seed: u64,
    sink: &mut Sink<What>,
) -> Result<State, SetupError> {
    let index = content.scenarios.iter().position(|s| s.id == setup.scenario);
    let index = index.ok_or_else(|| crate::scenarios::unknown(content, &setup.scenario))?;
    let mut battle = of_scenario(index, &content.scenarios[index], content, &setup.options);
    if let Some(armies) = &setup.armies {
        crate::army_lists::open_battle(content, &mut battle, armies)?;
    }
    if let Some(wrong) = setup.stack.iter().position(|die| *die > 359) {
        return Err(SetupError::new(
            format!("stack.{wrong}"),
            "expected a die of 1 to 6 or a direction of 0 to 359",
        ));
    }
    let now = match &setup.position {
        Some(now) => {
            crate::position::validate(content, &battle, now)?;
            (**now).clone()
        }
        None => fresh(content, &battle),
    };
    let mut state = State {
        content: Arc::clone(content),
        battle: Arc::new(battle),
        setup: Arc::new(Setup { position: None, stack: Vec::new(), ..setup.clone() }),
        seed,
        stack: setup.stack.clone().into(),
        used: 0,
        sights: crate::seeing_your_opponent::Sights::new(),
        now,
        seats: seats(),
        flights: crate::black_gas::Flights::default(),
        offers: OnceLock::new(),
    };
    state.advance(sink);
    Ok(state)
}

fn seats() -> Arc<[Seat]> {
    static SEATS: OnceLock<Arc<[Seat]>> = OnceLock::new();
    let seat = |side: Side| Seat {
        id: side.seat(),
        name: side.name().to_owned(),
        team: TeamId(side as u8),
        team_name: side.name().to_owned(),
    };
    Arc::clone(SEATS.get_or_init(|| Arc::from([seat(Side::Martian), seat(Side::Human)])))
}

fn of_scenario(index: usize, scenario: &Scenario, content: &Content, options: &Options) -> Battle {
    let mut battle = Battle {
        scenario: index,
        open: false,
        options: options.clone(),
        map: Arc::clone(&scenario.map),
        turns: scenario.turns,
        deploy_order: scenario.deploy_order,
        activation_dice: scenario.activation_dice,
        grades: scenario.grades,
        prefix: scenario.prefix,
        zones: scenario.zones.clone(),
        troops: Vec::new(),
        pieces: Vec::new(),
        exits: scenario.exits.clone(),
        scores: scenario.scores.clone(),
        ends: scenario.end.clone(),
    };
    for unit in &scenario.units {
        let troop = Troop {
            id: unit.id.clone(),
            name: unit.name.clone(),
            side: unit.side,
            zone: unit.zone,
            stands: Vec::new(),
            arrives: unit.arrives,
            entry: unit.entry,
            lands: unit.lands,
            lands_choice: unit.lands_choice.clone(),
            crew: unit.crew,
        };
        let places = unit.place.iter().copied().chain(std::iter::repeat((P::default(), 0)));
        let stands: Vec<_> = unit.stands.iter().chain(&unit.cargo).copied().zip(places).collect();
        add_troop(&mut battle, content, troop, &stands, unit.scouts);
    }
    battle
}

/// Adds a unit and its stands; machines and steamers are numbered through the whole force.
pub(crate) fn add_troop(
    battle: &mut Battle,
    content: &Content,
    mut troop: Troop,
    stands: &[(usize, (P, u16))],
    scouts: u8,
) {
    let unit = UnitId(battle.troops.len() as u8);
    for (i, &(profile, (at, facing))) in stands.iter().enumerate() {
        let ty = content.profiles[profile].ty;
        let alike = |p: &&Piece| content.profiles[usize::from(p.profile)].ty == ty;
        let number = match ty {
            Type::Tripod => battle.pieces.iter().filter(alike).count(),
            _ => battle.pieces.iter().filter(|p| p.unit == unit).filter(alike).count(),
        };
        troop.stands.push(StandId(battle.pieces.len() as u8));
        battle.pieces.push(Piece {
            profile: profile as u16,
            unit,
            at,
            facing,
            scout: scouts & (1 << i.min(7)) != 0,
            number: number as u8 + 1,
        });
    }
    battle.troops.push(troop);
}

/// Nothing is deployed yet but what lies fixed: cylinders on the board, machines inside them.
fn fresh(content: &Content, battle: &Battle) -> Now {
    let mut stands = Vec::new();
    for (i, piece) in battle.pieces.iter().enumerate() {
        let profile = &content.profiles[usize::from(piece.profile)];
        let troop = &battle.troops[piece.unit.index()];
        let speeds = content.scenarios[battle.scenario].units.iter().find(|u| u.id == troop.id);
        let mut stand = Stand {
            at: piece.at,
            facing: piece.facing,
            gas: profile.gas_shots,
            speed: speeds.map_or(0, |u| i32::from(u.speed) * 100),
            out: profile.ty.is_machine(),
            ..Stand::default()
        };
        let cylinder =
            troop.stands.first().copied().filter(|s| {
                content.profiles[usize::from(battle.pieces[s.index()].profile)].ty == Type::Cylinder
            });
        if let Some(cylinder) = cylinder {
            let unit = speeds.filter(|_| !battle.open);
            if cylinder.index() == i {
                let falls = troop.lands.is_some();
                stand.place = if falls { Where::Falling } else { Where::Board };
                let active = unit.is_some_and(|u| u.heat_ray_active);
                let missing = unit.map_or(0, |u| profile.cargo.saturating_sub(u.cargo.len() as u8));
                stand.sixes = if active { 1 + missing } else { 0 };
            } else {
                stand.place = Where::Inside(cylinder);
                stand.out = false;
            }
        }
        stands.push(stand);
    }
    Now {
        turn: 0,
        phase: Phase::FirstFire,
        flow: Flow::Deploy { first: true },
        ask: None,
        stands,
        clouds: Vec::new(),
        active: None,
        walk: None,
        fleeing: false,
        march: None,
        chances: Vec::new(),
        holding: false,
        watches: 0,
        melee: None,
        weapons: Vec::new(),
        outcome: None,
    }
}
