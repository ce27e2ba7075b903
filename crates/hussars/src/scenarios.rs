//! The designed scenarios, and battles without one.

use crate::content::{Content, Scenario};
use crate::kinds::Side;
use crate::setup::{Armies, OPTIONS, Options, Setup};
use table::{OptionInfo, ScenarioInfo, SeatInfo, SetupError, SetupRequest};

/// A battle of agreed points on any scenario's map (TH-ARM-09).
pub const OPEN: &str = "open-battle";

pub(crate) fn unknown(content: &Content, id: &str) -> SetupError {
    let known: Vec<&str> = content.scenarios.iter().map(|s| s.id.as_str()).chain([OPEN]).collect();
    SetupError::new("scenario", format!("there is no scenario {id:?}; expected one of {}", known.join(", ")))
}

pub(crate) fn resolve(content: &Content, request: &SetupRequest) -> Result<Setup, SetupError> {
    if let Some(variant) = &request.variant {
        return Err(SetupError::new("variant", format!("there is no variant {variant:?}; expected none")));
    }
    let open = request.scenario == OPEN;
    let mut options = Options::default();
    let mut map = "weybridge".to_owned();
    let (mut points, mut martians, mut humans) = (300_u16, "tripod:3".to_owned(), String::new());
    if !open {
        let scenario = content.scenario(&request.scenario);
        options = scenario.ok_or_else(|| unknown(content, &request.scenario))?.options.clone();
        map.clone_from(&request.scenario);
    }
    for (key, value) in &request.options {
        match key.as_str() {
            "map" if open => {
                content.scenario(value).ok_or_else(|| {
                    SetupError::by("TH-ARM-09", "options.map", format!("there is no map {value:?}"))
                })?;
                map.clone_from(value);
            }
            "points" if open => {
                points = value.parse().ok().filter(|n| (100..=1000).contains(n)).ok_or_else(|| {
                    SetupError::by(
                        "TH-ARM-09",
                        "options.points",
                        format!("expected a number of 100 to 1000, found {value:?}"),
                    )
                })?;
            }
            "martians" if open => martians.clone_from(value),
            "humans" if open => humans.clone_from(value),
            _ => options.set(key, value)?,
        }
    }
    let armies = if open {
        if humans.is_empty() {
            DEFAULT_HUMANS.clone_into(&mut humans);
        }
        Some(Armies {
            points,
            martians: crate::army_lists::read("options.martians", &martians)?,
            humans: crate::army_lists::read("options.humans", &humans)?,
        })
    } else {
        None
    };
    Ok(Setup { scenario: map, options, armies, stack: Vec::new(), position: None })
}

/// 300 points of everything: three battalions, two batteries of guns, horse.
const DEFAULT_HUMANS: &str = "regular_infantry:6+regular_machinegun:1+regular_field_artillery:1,\
    regular_infantry:6+regular_machinegun:1+regular_field_artillery:1,\
    veteran_field_artillery:4,regular_heavy_artillery:4,regular_horse_artillery:4,regular_cavalry:4";

fn option(row: &crate::setup::OptionRow, options: &Options) -> OptionInfo {
    let (about, default) = (format!("{} [{}]", row.about, row.rule), options.get(row.id));
    if row.values.contains(&"true") {
        return OptionInfo::either(row.id, &about, ["true", "false"], &default);
    }
    OptionInfo::one_of(row.id, &about, row.values, &default)
}

fn seats() -> Vec<SeatInfo> {
    let seat = |side: &Side| SeatInfo {
        seat: side.seat(),
        name: side.name().to_owned(),
        team: side.name().to_owned(),
    };
    Side::ALL.iter().map(seat).collect()
}

pub(crate) fn list(content: &Content) -> Vec<ScenarioInfo> {
    let info = |s: &Scenario| ScenarioInfo {
        id: s.id.clone(),
        title: s.name.clone(),
        about: s.about.clone(),
        variants: Vec::new(),
        seats: seats(),
        options: OPTIONS.iter().filter(|o| o.id != "organisation").map(|o| option(o, &s.options)).collect(),
        difficulty: s.difficulty,
        minutes: s.minutes,
    };
    let maps: Vec<&str> = content.scenarios.iter().map(|s| s.id.as_str()).collect();
    let mut options = vec![
        OptionInfo::one_of("map", "The map that is fought over", &maps, "weybridge"),
        OptionInfo::number("points", "Points of each side", 100..=1000, 300),
        OptionInfo::text("martians", "The machines", "tripod:3 or tripod:2+flyer:1", "tripod:3"),
        OptionInfo::text(
            "humans",
            "Units with commas, stands with plus signs",
            "regular_infantry:6+regular_machinegun:1+regular_field_artillery:1",
            DEFAULT_HUMANS,
        ),
    ];
    options.extend(OPTIONS.iter().map(|o| option(o, &Options::default())));
    let open = ScenarioInfo {
        id: OPEN.to_owned(),
        title: "Open battle".to_owned(),
        about: "Two armies of equal points on a map of your choice, eight turns.".to_owned(),
        variants: Vec::new(),
        seats: seats(),
        options,
        difficulty: 2,
        minutes: 60,
    };
    content.scenarios.iter().map(info).chain([open]).collect()
}
