//! A free set-up: any airplanes, mats, targets, weather and options. The book leaves it to the players; what it is
//! worth to destroy something is the value that the dashboards print (WV-DSH-02), a ground unit counts one point.

use crate::content::Content;
use crate::kinds::{Aim, Band, GROUND, Options, PLANES, Side};
use crate::map::{Map, Mega};
use crate::scenarios::{common_options, plane_list, read_common, read_plane, seats};
use crate::setup::{GroundSetup, PlaneSetup, Setup};
use crate::state::Sky;
use crate::words::capital;
use geometry::{Facing, Hex};
use table::{ChoiceInfo, ExtraInfo, ListInfo, OptionInfo, RowInfo, ScenarioInfo, SetupError, SetupRequest};

pub const ID: &str = "free";

fn number(place: &str, value: &str, range: std::ops::RangeInclusive<i8>) -> Result<i8, SetupError> {
    value.trim().parse().ok().filter(|n| range.contains(n)).ok_or_else(|| {
        let why = format!("expected a number {} to {}, found {value:?}", range.start(), range.end());
        SetupError::new(place, why)
    })
}

pub(crate) fn resolve(content: &Content, request: &SetupRequest) -> Result<Setup, SetupError> {
    if let Some(variant) = &request.variant {
        return Err(SetupError::new("variant", format!("there is no variant {variant:?}; expected none")));
    }
    let mut setup = blank(ID);
    let (mut level, mut time) = (15, None);
    let (mut lists, mut targets) =
        (["spad_vii", "albatros_d3"].map(str::to_owned), [const { String::new() }; 2]);
    let mut clouds = String::new();
    for (key, value) in &request.options {
        let place = format!("options.{key}");
        if read_common(&mut setup, key, value)? {
            continue;
        }
        match key.as_str() {
            "allied" => lists[0].clone_from(value),
            "german" => lists[1].clone_from(value),
            "allied-ground" => targets[0].clone_from(value),
            "german-ground" => targets[1].clone_from(value),
            "level" => level = number(&place, value, 1..=30)?,
            "rounds" => setup.rounds = number(&place, value, 1..=30)? as u8,
            "mats" => setup.mats = value.chars().filter(char::is_ascii_alphabetic).collect(),
            "clouds" => clouds.clone_from(value),
            "time" => time = Some(value.clone()),
            "haze" => setup.sky.haze = Some(number(&place, value, 0..=30)?),
            "storm" => setup.sky.storm = Some(number(&place, value, 1..=30)?),
            _ => return Err(SetupError::new(place, "this scenario has no such option")),
        }
    }
    let map = content.lay(&setup.mats).filter(|_| (1..=2).contains(&setup.mats.len())).ok_or_else(|| {
        SetupError::by("WV-MAP-02", "options.mats", "expected one or two of the mats A to F, such as BC")
    })?;
    for side in Side::BOTH {
        planes(content, &map, side, &lists[side.index()], level, &mut setup)?;
        grounds(content, &map, side, &targets[side.index()], &mut setup)?;
    }
    if let Some(time) = time {
        let row = content.times.iter().find(|t| t.id == time || t.name == time);
        let row = row.ok_or_else(|| {
            let known: Vec<&str> = content.times.iter().map(|t| t.id.as_str()).collect();
            let why = format!("expected one of {}, found {time:?}", known.join(", "));
            SetupError::by("WV-WEA-02", "options.time", why)
        })?;
        setup.sky.sun = row.sun(map.columns);
    }
    read_clouds(&map, &clouds, &mut setup.sky)?;
    Ok(setup)
}

pub(crate) fn blank(scenario: &str) -> Setup {
    Setup {
        scenario: scenario.to_owned(),
        aim: Aim::Value,
        mats: vec!['B'],
        rounds: 30,
        options: Options::default(),
        automated: Vec::new(),
        by_hand: false,
        one_is_enough: false,
        placing: false,
        attacker: Side::Allied,
        planes: Vec::new(),
        ground: Vec::new(),
        sky: Sky::default(),
        recon: None,
        anchor: None,
        mission: None,
        stack: Vec::new(),
        position: None,
    }
}

/// A free hex at a side's edge: first the level that was asked for, then the levels around it, then a column further in.
pub(crate) fn edge_hex(map: &Map, taken: &[Hex], side: Side, level: i8, ceiling: i8) -> Hex {
    let left = side == Side::Allied;
    let free = |hex: &Hex| map.holds(*hex) && !map.is_rock(*hex) && hex.y <= ceiling && !taken.contains(hex);
    for column in 1..=map.columns {
        for away in 0..30 {
            for y in [level + away, level - away] {
                let hex = map.from_side(column, y, left);
                if y >= 1 && free(&hex) {
                    return hex;
                }
            }
        }
    }
    map.from_side(1, level, left)
}

pub(crate) fn plane(
    content: &Content,
    map: &Map,
    setup: &Setup,
    id: &str,
    side: Side,
    level: i8,
) -> PlaneSetup {
    let kind = &content.airplanes[content.airplane(id).unwrap_or(0)];
    let taken: Vec<Hex> = setup.planes.iter().map(|p| p.at).collect();
    let at = edge_hex(map, &taken, side, level.min(kind.ceiling), kind.ceiling);
    let strip = kind.strip(Band::of(at.y));
    let speed = if kind.bomber { kind.loaded_speed.unwrap_or(strip.top) } else { strip.top };
    PlaneSetup {
        kind: id.to_owned(),
        side,
        skill: crate::kinds::Skill::Expert,
        name: None,
        at,
        facing: if side == Side::Allied { Facing::E } else { Facing::W },
        speed: speed.max(strip.first),
        structure: 0,
        elevators: 0,
        rudder: 0,
        ammo: None,
        jammed: false,
    }
}

fn planes(
    content: &Content,
    map: &Map,
    side: Side,
    list: &str,
    level: i8,
    setup: &mut Setup,
) -> Result<(), SetupError> {
    let place = if side == Side::Allied { "options.allied" } else { "options.german" };
    for text in list.split(',').filter(|t| !t.trim().is_empty()) {
        let (id, skill) = read_plane(content, place, text)?;
        if setup.planes.len() >= PLANES {
            return Err(SetupError::new(place, format!("expected at most {PLANES} airplanes in all")));
        }
        let row = PlaneSetup { skill, ..plane(content, map, setup, &id, side, level) };
        setup.planes.push(row);
    }
    if setup.planes.iter().any(|p| p.side == side) {
        Ok(())
    } else {
        Err(SetupError::new(place, "expected at least one airplane"))
    }
}

/// Targets are written as `flak@7`, a type and its column; a balloon as `balloon@7@10` with its level. A form writes
/// `flak+column:7` and `balloon+over:7+level:10`.
fn grounds(
    content: &Content,
    map: &Map,
    side: Side,
    list: &str,
    setup: &mut Setup,
) -> Result<(), SetupError> {
    let place = if side == Side::Allied { "options.allied-ground" } else { "options.german-ground" };
    for text in list.split(',').filter(|t| !t.trim().is_empty()) {
        let (head, extras) = text.trim().split_once('+').unwrap_or((text.trim(), ""));
        let mut words = head.split('@');
        let id = words.next().unwrap_or_default();
        let extra = |names: &[&str]| {
            let pairs = extras.split('+').filter_map(|e| e.split_once(':'));
            pairs.into_iter().find(|(name, _)| names.contains(name)).map(|(_, n)| n)
        };
        let known = ["column", "over", "level"];
        if let Some(odd) = extras
            .split('+')
            .find(|e| !e.is_empty() && !e.split_once(':').is_some_and(|(name, _)| known.contains(&name)))
        {
            let why = format!("expected column:7, over:7 or level:10, found {odd:?}");
            return Err(SetupError::new(place, why));
        }
        let kind = content.target(id).map(|k| &content.targets[k]).ok_or_else(|| {
            let known: Vec<&str> = content.targets.iter().map(|t| t.id.as_str()).collect();
            SetupError::new(place, format!("expected one of {}, found {id:?}", known.join(", ")))
        })?;
        if setup.ground.len() >= GROUND {
            return Err(SetupError::new(place, format!("expected at most {GROUND} targets in all")));
        }
        let column = if let Some(x) = words.next().or_else(|| extra(&["column", "over"])) {
            number(place, x, 1..=map.columns - 1)?
        } else {
            let n = 3 + 2 * setup.ground.iter().filter(|g| g.side == side).count() as i8;
            map.from_side(n.min(map.columns - 1), 0, side == Side::Allied).x
        };
        let level = match words.next().or_else(|| extra(&["level"])) {
            Some(level) if kind.balloon => number(place, level, 1..=30)?,
            _ if kind.balloon => 10,
            None => 0,
            Some(_) => return Err(SetupError::new(place, "only a balloon has a level")),
        };
        setup.ground.push(GroundSetup { kind: id.to_owned(), side, at: Hex::new(column, level) });
    }
    Ok(())
}

/// Clouds are written as `cumulus@4@8` or `low_stratus@4@8`, by the centre of their MegaHex, `medium_stratus`,
/// `high_stratus`, `moon`.
fn read_clouds(map: &Map, list: &str, sky: &mut Sky) -> Result<(), SetupError> {
    let place = "options.clouds";
    for text in list.split(',').map(str::trim).filter(|t| !t.is_empty()) {
        let mut words = text.split('@');
        let kind = words.next().unwrap_or_default();
        match kind {
            "medium_stratus" => sky.medium_stratus = true,
            "high_stratus" => sky.high_stratus = true,
            "moon" => sky.moon = true,
            "cumulus" | "low_stratus" => {
                let mut next = |most| number(place, words.next().unwrap_or_default(), 0..=most);
                let hex = Hex::new(next(map.columns)?, next(32)?);
                let clouds = if kind == "cumulus" { &mut sky.cumulus } else { &mut sky.low_stratus };
                if !Mega::is_centre(hex) {
                    let why = format!("({}, {}) is no centre of a MegaHex", hex.x, hex.y);
                    return Err(SetupError::by("WV-MAP-08", place, why));
                }
                if !Sky::add(clouds, Mega(hex)) {
                    return Err(SetupError::new(place, "expected at most six of a kind"));
                }
            }
            _ => {
                let why = format!(
                    "expected cumulus@x@level, low_stratus@x@level, medium_stratus, high_stratus or moon, found {kind:?}"
                );
                return Err(SetupError::new(place, why));
            }
        }
    }
    Ok(())
}

fn choice(word: impl Into<String>, name: impl Into<String>) -> ChoiceInfo {
    ChoiceInfo { word: word.into(), name: name.into(), sort: String::new(), when: None }
}

fn mats(content: &Content) -> OptionInfo {
    let mut entry = OptionInfo::text("mats", "One mat, or two side by side", "letters A to F", "B");
    let named = |m: &crate::content::MatRow| choice(m.id, format!("{}, mat {}", capital(&m.kind), m.id));
    let row = RowInfo { choices: content.mats.iter().map(named).collect(), given: Vec::new() };
    let rows = vec![row.clone()];
    entry.lists = vec![ListInfo { variant: None, rows, more: Some(row), extras: Vec::new() }];
    entry
}

/// Clouds by their places on one mat; more can be written by hand.
fn clouds() -> OptionInfo {
    let mut entry =
        OptionInfo::text("clouds", "Clouds and the moon", "such as cumulus@4@8,medium_stratus", "");
    let mut choices = vec![
        choice("medium_stratus", "Stratus over the medium levels"),
        choice("high_stratus", "Stratus over the high levels"),
        choice("moon", "The moon instead of the sun"),
    ];
    for (word, name, levels) in [("cumulus", "Cumulus", 4..=28), ("low_stratus", "Low stratus", 4..=8)] {
        let inside = |m: &Mega| levels.contains(&m.0.y) && (2..crate::map::COLUMNS).contains(&m.0.x);
        for Mega(hex) in Mega::all(crate::map::COLUMNS).filter(inside) {
            let name = format!("{name} at column {}, level {}", hex.x, hex.y);
            choices.push(choice(format!("{word}@{}@{}", hex.x, hex.y), name));
        }
    }
    let more = RowInfo { choices, given: Vec::new() };
    entry.lists = vec![ListInfo { variant: None, rows: Vec::new(), more: Some(more), extras: Vec::new() }];
    entry
}

const TIMES: [&str; 6] = ["before_dawn", "dawn", "morning", "noon", "evening", "sunset"];

pub(crate) fn info(content: &Content) -> ScenarioInfo {
    let types: Vec<String> = content.airplanes.iter().map(|a| a.id.clone()).collect();
    let list = |id: &str, default: &str| {
        let mut entry = OptionInfo::text(
            id,
            "The airplanes of this side",
            "types with commas between, such as spad_vii+ace",
            default,
        );
        entry.lists = vec![plane_list(content, &types, 1)];
        entry
    };
    let targets = |id: &str| {
        let mut entry = OptionInfo::text(
            id,
            "Balloons and ground units",
            "types with columns, such as flak@7,balloon@9@10",
            "",
        );
        let choice = |t: &crate::content::TargetRow| ChoiceInfo {
            word: t.id.clone(),
            name: t.name.clone(),
            sort: if t.balloon { "balloon" } else { "target" }.to_owned(),
            when: None,
        };
        let place = |word: &str, name: &str, about: &str, sort: &str, most: u8| ExtraInfo {
            word: word.to_owned(),
            name: name.to_owned(),
            about: about.to_owned(),
            group: "Place".to_owned(),
            sort: sort.to_owned(),
            most,
            when: None,
        };
        let extras = vec![
            place("column", "Column", "from the left; 0 is wherever there is room", "target", 39),
            place("over", "Column", "from the left; 0 is wherever there is room", "balloon", 39),
            place("level", "Level", "0 is level 10", "balloon", 30),
        ];
        let more = RowInfo { choices: content.targets.iter().map(choice).collect(), given: Vec::new() };
        entry.lists = vec![ListInfo { variant: None, rows: Vec::new(), more: Some(more), extras }];
        entry
    };
    let mut options = vec![
        list("allied", "spad_vii"),
        list("german", "albatros_d3"),
        targets("allied-ground"),
        targets("german-ground"),
        mats(content),
        OptionInfo::number("level", "The level at which airplanes start", 1..=30, 15),
        OptionInfo::number("rounds", "How many rounds the match lasts", 1..=30, 30),
        OptionInfo::one_of("time", "Time of day", &TIMES, "before_dawn"),
        clouds(),
        OptionInfo::text("haze", "Haze from this level down", "a level, or nothing", ""),
        OptionInfo::text("storm", "A thunderstorm from this level up", "a level, or nothing", ""),
    ];
    options.extend(common_options());
    ScenarioInfo {
        id: ID.to_owned(),
        title: "Free set-up".to_owned(),
        about: "Any airplanes, pilots, targets, mats and weather. Whoever destroys more value wins."
            .to_owned(),
        variants: Vec::new(),
        difficulty: 2,
        minutes: 30,
        seats: seats(),
        options,
    }
}
