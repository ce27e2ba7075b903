//! A mission builder: a sensible mission from a number. The book names such a way to play and leaves it to a booklet of
//! its own; what is dealt here is this project's design (WV-DSH-03).

use crate::content::{Content, Matchup};
use crate::free::{blank, plane};
use crate::kinds::{Aim, Side, Skill};
use crate::map::{Map, Mega};
use crate::scenarios::{common_options, read_common, seats};
use crate::setup::{GroundSetup, PlaneSetup, ReconSetup, Setup};
use crate::state::Sky;
use geometry::Hex;
use serde::{Deserialize, Serialize};
use table::{Dice, OptionInfo, ScenarioInfo, SetupError, SetupRequest};

pub const ID: &str = "mission";

/// What is to be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mission {
    Patrol,
    Escort,
    Balloon,
    Bombing,
    Recon,
    Intercept,
}

impl Mission {
    const ALL: [Self; 6] =
        [Self::Patrol, Self::Escort, Self::Balloon, Self::Bombing, Self::Recon, Self::Intercept];

    pub const fn word(self) -> &'static str {
        ["patrol", "escort", "balloon", "bombing", "recon", "intercept"][self as usize]
    }
}

/// The matchups that a mission deals from, by the time when their types met.
const YEARS: [&str; 5] = ["1916", "spring-1917", "autumn-1917", "spring-1918", "autumn-1918"];

pub(crate) fn info() -> ScenarioInfo {
    let years: Vec<&str> = std::iter::once("any").chain(YEARS).collect();
    let mut options = vec![
        OptionInfo::number("number", "Every number deals another mission", 0..=u32::MAX, 1),
        OptionInfo::one_of("year", "When the types flew that meet", &years, "any"),
    ];
    options.extend(common_options());
    ScenarioInfo {
        id: ID.to_owned(),
        title: "A mission".to_owned(),
        about: "Patrol, escort, balloon, bombing, reconnaissance or interception, dealt from a number."
            .to_owned(),
        variants: Mission::ALL.iter().map(|m| m.word().to_owned()).collect(),
        difficulty: 2,
        minutes: 40,
        seats: seats(),
        options,
    }
}

pub(crate) fn resolve(content: &Content, request: &SetupRequest) -> Result<Setup, SetupError> {
    let mut setup = blank(ID);
    let (mut seed, mut year) = (1_u64, None);
    for (key, value) in &request.options {
        let place = format!("options.{key}");
        if read_common(&mut setup, key, value)? {
            continue;
        }
        match key.as_str() {
            "number" => {
                seed = value
                    .trim()
                    .parse()
                    .map_err(|_| SetupError::new(place, format!("expected a number, found {value:?}")))?;
            }
            "year" if value == "any" => {}
            "year" => {
                let named = YEARS.iter().position(|y| *y == value.trim());
                let why = || {
                    let known = YEARS.join(", ");
                    SetupError::new(place, format!("expected any or one of {known}, found {value:?}"))
                };
                year = Some(named.ok_or_else(why)?);
            }
            _ => return Err(SetupError::new(place, "this scenario has no such option")),
        }
    }
    let mut dice = Dice::derive(seed, 0x57_56);
    let dealt = Mission::ALL[dice.pick(Mission::ALL.len())];
    let mission = match request.variant.as_deref() {
        None => dealt,
        Some(word) => *Mission::ALL.iter().find(|m| m.word() == word).ok_or_else(|| {
            let known = Mission::ALL.map(Mission::word).join(", ");
            SetupError::new("variant", format!("there is no variant {word:?}; expected one of {known}"))
        })?,
    };
    deal(content, mission, year, &mut dice, setup)
}

fn deal(
    content: &Content,
    mission: Mission,
    year: Option<usize>,
    dice: &mut Dice,
    mut setup: Setup,
) -> Result<Setup, SetupError> {
    let matchups: &[Matchup] =
        content.scenarios.iter().find(|s| !s.matchups.is_empty()).map_or(&[], |s| &s.matchups);
    if matchups.is_empty() {
        return Err(SetupError::new("scenario", "the scenarios name no matchups to deal from"));
    }
    let era = &matchups[year.unwrap_or_else(|| dice.pick(matchups.len())) % matchups.len()];
    let attacker = if dice.below(2) == 0 { Side::Allied } else { Side::German };
    // An interception is the raid seen from the other side: the Germans come.
    let attacker = if mission == Mission::Intercept { Side::German } else { attacker };
    setup.attacker = attacker;
    setup.mission = Some(mission);
    setup.mats = if matches!(mission, Mission::Patrol | Mission::Balloon) {
        vec!['B']
    } else {
        [vec!['A', 'B'], vec!['B', 'C']][dice.pick(2)].clone()
    };
    let map = content.lay(&setup.mats).ok_or_else(|| SetupError::new("mats", "the mats are missing"))?;
    let level = 12 + dice.below(7) as i8;
    setup.aim = match mission {
        Mission::Patrol => Aim::Value,
        Mission::Escort | Mission::Bombing | Mission::Intercept => Aim::Raid,
        Mission::Balloon => Aim::Balloon,
        Mission::Recon => Aim::Photograph,
    };
    sky(content, &map, dice, &mut setup);
    objective(content, &map, mission, dice, &mut setup);
    // Scouts for both sides until their values are even; a raid's bomber counts as one of them.
    let scouts = 1 + dice.below(3) as usize;
    let mut deal_scouts = |setup: &mut Setup, side: Side, n: usize| {
        let types = if side == Side::Allied { &era.allied } else { &era.german };
        for _ in 0..n {
            let skill = [Skill::Recruit, Skill::Expert, Skill::Expert, Skill::Ace][dice.pick(4)];
            let id = &types[dice.pick(types.len())];
            let row = PlaneSetup { skill, ..plane(content, &map, setup, id, side, level) };
            setup.planes.push(row);
        }
    };
    let escorts = match mission {
        Mission::Bombing | Mission::Recon => scouts.saturating_sub(1),
        _ => scouts,
    };
    deal_scouts(&mut setup, attacker, escorts);
    let value = |setup: &Setup, side: Side| -> i32 {
        let worth = |p: &PlaneSetup| {
            let kind = content.airplane(&p.kind).map_or(0, |k| content.airplanes[k].vp);
            i32::from(kind) + i32::from(p.skill.shift())
        };
        setup.planes.iter().filter(|p| p.side == side).map(worth).sum()
    };
    while setup.planes.len() < 8 {
        let gap = value(&setup, attacker) - value(&setup, attacker.other());
        if gap < 2 && setup.planes.iter().any(|p| p.side != attacker) {
            break;
        }
        deal_scouts(&mut setup, attacker.other(), 1);
    }
    Ok(setup)
}

fn sky(content: &Content, map: &Map, dice: &mut Dice, setup: &mut Setup) {
    if !content.times.is_empty() {
        setup.sky.sun = content.times[dice.pick(content.times.len())].sun(map.columns);
    }
    match dice.below(6) {
        0 => setup.sky.medium_stratus = true,
        1 => setup.sky.high_stratus = true,
        2 => setup.sky.haze = Some(2 + dice.below(5) as i8),
        _ => {}
    }
    let low: Vec<Mega> = Mega::all(map.columns).filter(|m| m.0.y == 8).collect();
    for _ in 0..dice.below(3) {
        let mega = low[dice.pick(low.len())];
        let sky = &mut setup.sky;
        let clouds = if dice.below(2) == 0 { &mut sky.cumulus } else { &mut sky.low_stratus };
        Sky::add(clouds, mega);
    }
}

/// What the attacker came for: a bomber and its target, a camera and a battery, a balloon and its guns.
fn objective(content: &Content, map: &Map, mission: Mission, dice: &mut Dice, setup: &mut Setup) {
    let (attacker, defender) = (setup.attacker, setup.attacker.other());
    // Somewhere in the defender's half.
    let depth = 3 + dice.below(5) as i8;
    let column = map.from_side(depth, 0, defender == Side::Allied).x;
    let mut ground = |kind: &str, x: i8, level: i8| {
        if content.target(kind).is_some() {
            setup.ground.push(GroundSetup {
                kind: kind.to_owned(),
                side: defender,
                at: Hex::new(x.clamp(1, map.columns - 1), level),
            });
        }
    };
    match mission {
        Mission::Patrol => {}
        Mission::Balloon => {
            ground("balloon", column, 10);
            ground("aa_mg", column, 0);
        }
        Mission::Recon => {
            ground("artillery", column, 0);
            ground("aa_mg", column + 1, 0);
        }
        Mission::Escort | Mission::Bombing | Mission::Intercept => {
            ground(["artillery", "tank", "infantry"][dice.pick(3)], column, 0);
            // Flak reaches two MegaHexes and more: it stands behind what it guards.
            let inward = if defender == Side::Allied { -1 } else { 1 };
            ground("flak", column + 2 * inward, 0);
        }
    }
    let level = 10 + dice.below(6) as i8;
    match mission {
        Mission::Escort | Mission::Bombing | Mission::Intercept => {
            let bomber = content.airplanes.iter().find(|a| a.bomber && a.side == attacker);
            if let Some(bomber) = bomber {
                let row = plane(content, map, setup, &bomber.id, attacker, level);
                setup.planes.push(row);
            }
        }
        Mission::Recon => {
            let seats = |a: &&crate::content::Airplane| a.side == attacker && a.gunners() == 1 && !a.bomber;
            let types: Vec<_> = content.airplanes.iter().filter(seats).collect();
            if !types.is_empty() {
                let kind = types[dice.pick(types.len())];
                let row = plane(content, map, setup, &kind.id, attacker, level);
                setup.planes.push(row);
                let plane = setup.planes.len() as u8 - 1;
                setup.recon = Some(ReconSetup { plane, x: column, level: None, needed: 2 });
            }
        }
        Mission::Patrol | Mission::Balloon => {}
    }
}
