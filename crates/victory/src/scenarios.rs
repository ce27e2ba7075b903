//! 10 SINGLE MISSIONS: the nine scenarios as menus list them and as set-ups (WV-SCN-01 to WV-SCN-20, WV-DSH-03,
//! WV-DSH-04).

use crate::content::{Content, ScenarioRow, UnitRow};
use crate::free;
use crate::kinds::{Aim, Opt, Options, Side, Skill};
use crate::map::Mega;
use crate::missions;
use crate::setup::{GroundSetup, PlaneSetup, ReconSetup, Setup};
use crate::state::Sky;
use geometry::{Facing, Hex};
use table::{
    ChoiceInfo, ExtraInfo, ListInfo, OptionInfo, RowInfo, ScenarioInfo, SeatId, SeatInfo, SetupError,
    SetupRequest,
};

/// Crossings of the line that a reconnaissance takes (WV-SCN-11).
const CROSSINGS: u8 = 3;

pub(crate) fn seats() -> Vec<SeatInfo> {
    let seat = |side: Side| SeatInfo {
        seat: SeatId(side as u8),
        name: side.name().to_owned(),
        team: side.name().to_owned(),
    };
    Side::BOTH.map(seat).to_vec()
}

/// The eight options (WV-DSH-04), and who fires ground units.
pub(crate) fn common_options() -> Vec<OptionInfo> {
    let about = |opt: Opt| match opt {
        Opt::Rotary => "Rotary engines run at 0 or at full speed",
        Opt::BlindSpot => "What is lower and behind is lost from sight",
        Opt::SpineAim => "Planes that do not fly level may aim along a hex spine",
        Opt::TargetSize => "The size of the target shifts the die",
        Opt::HitDirection => "Fire from ahead hits the front, from behind the back",
        Opt::Goggles => "A leak fouls goggles for a round",
        Opt::TimeFreezing => "Engaged pilots may freeze time once a round and fire in the middle of a move",
        Opt::BombLoad => "Loaded bombers are slower",
    };
    let mut list: Vec<OptionInfo> =
        Opt::ALL.into_iter().map(|opt| OptionInfo::switch(opt.word(), about(opt))).collect();
    list.push(OptionInfo::one_of(
        "ground",
        "Who fires ground units: the game, or their owner",
        &["game", "owner"],
        "game",
    ));
    list
}

/// Reads an option that all scenarios have; says whether it was one.
pub(crate) fn read_common(setup: &mut Setup, key: &str, value: &str) -> Result<bool, SetupError> {
    let place = format!("options.{key}");
    if let Some(opt) = Opt::ALL.into_iter().find(|o| o.word() == key) {
        match value {
            "on" => setup.options = setup.options.with(opt),
            "off" => {}
            _ => {
                let why = format!("expected on or off, found {value:?}");
                return Err(SetupError::by(opt.rule(), place, why));
            }
        }
        return Ok(true);
    }
    if key == "ground" {
        setup.by_hand = match value {
            "owner" => true,
            "game" => false,
            _ => {
                let why = format!("expected game or owner, found {value:?}");
                return Err(SetupError::by("WV-SCN-21", place, why));
            }
        };
        return Ok(true);
    }
    Ok(false)
}

fn unknown(content: &Content, id: &str) -> SetupError {
    let known: Vec<&str> =
        content.scenarios.iter().map(|s| s.id.as_str()).chain([free::ID, missions::ID]).collect();
    SetupError::by(
        "WV-DSH-03",
        "scenario",
        format!("there is no scenario {id:?}; expected one of {}", known.join(", ")),
    )
}

pub(crate) fn resolve(content: &Content, request: &SetupRequest) -> Result<Setup, SetupError> {
    match request.scenario.as_str() {
        free::ID => return free::resolve(content, request),
        missions::ID => return missions::resolve(content, request),
        _ => {}
    }
    let row = content.scenario(&request.scenario).ok_or_else(|| unknown(content, &request.scenario))?;
    let mut setup = printed(content, row);
    variant(content, row, &mut setup, request.variant.as_deref())?;
    let mut dogfight = Lists::default();
    for (key, value) in &request.options {
        if read_common(&mut setup, key, value)? {
            continue;
        }
        match (row.aim, key.as_str()) {
            (Aim::BombingRun, "scout-starts") => scout_side(&mut setup, value)?,
            (Aim::LastRaid, "gothas-down") => {
                setup.one_is_enough = match value.as_str() {
                    "one" => true,
                    "both" => false,
                    _ => {
                        let why = format!("expected both or one, found {value:?}");
                        return Err(SetupError::by("WV-SCN-20", "options.gothas-down", why));
                    }
                };
            }
            (Aim::Dogfight, "allied") => dogfight.allied = Some(value),
            (Aim::Dogfight, "german") => dogfight.german = Some(value),
            (Aim::Dogfight, "placing") => {
                setup.placing = match value.as_str() {
                    "hand" => true,
                    "line" => false,
                    _ => {
                        let why = format!("expected hand or line, found {value:?}");
                        return Err(SetupError::by("WV-SCN-14", "options.placing", why));
                    }
                };
            }
            _ => {
                return Err(SetupError::new(format!("options.{key}"), "this scenario has no such option"));
            }
        }
    }
    if row.aim == Aim::Dogfight {
        line_up(content, row, &mut setup, &dogfight, request.variant.as_deref())?;
    }
    Ok(setup)
}

/// A scenario as printed.
fn printed(content: &Content, row: &ScenarioRow) -> Setup {
    let mut setup = Setup {
        scenario: row.id.clone(),
        aim: row.aim,
        mats: row.mats.clone(),
        rounds: row.rounds,
        options: Options::default(),
        automated: Vec::new(),
        by_hand: false,
        placing: row.aim == Aim::Dogfight,
        one_is_enough: false,
        attacker: Side::Allied,
        planes: Vec::new(),
        ground: Vec::new(),
        sky: sky(row),
        recon: None,
        anchor: None,
        mission: None,
        stack: Vec::new(),
        position: None,
    };
    for unit in &row.units {
        match unit_of(content, unit) {
            Unit::Plane(p) => setup.planes.push(p),
            Unit::Ground(g) => setup.ground.push(g),
        }
    }
    match row.aim {
        Aim::FrankLuke | Aim::TomsRevenge => setup.automated = vec![Side::German],
        Aim::BombingRun => {
            setup.automated = vec![Side::German];
            setup.anchor = Some(0);
        }
        Aim::Recon => {
            let x = setup.ground.first().map_or(16, |g| g.at.x);
            setup.recon = Some(ReconSetup { plane: 0, x, level: Some(15), needed: CROSSINGS });
        }
        Aim::PrancingHorse => {
            let x = setup.ground.iter().find(|g| g.side == Side::Allied).map_or(5, |g| g.at.x);
            setup.recon = Some(ReconSetup { plane: 2, x, level: None, needed: CROSSINGS });
        }
        _ => {}
    }
    setup
}

enum Unit {
    Plane(PlaneSetup),
    Ground(GroundSetup),
}

fn unit_of(content: &Content, row: &UnitRow) -> Unit {
    let at = Hex::new(row.x, row.level);
    if content.target(&row.r#type).is_some() {
        return Unit::Ground(GroundSetup { kind: row.r#type.clone(), side: row.side, at });
    }
    let right = row.heading.map_or(row.side == Side::Allied, |h| h == crate::content::Heading::Right);
    Unit::Plane(PlaneSetup {
        kind: row.r#type.clone(),
        side: row.side,
        skill: row.skill.unwrap_or(Skill::Expert),
        name: row.who.clone(),
        at,
        facing: if right { Facing::E } else { Facing::W },
        speed: row.speed.unwrap_or(0),
        structure: row.structure,
        elevators: row.elevators,
        rudder: row.rudder,
        ammo: row.ammo_left,
        jammed: row.jammed,
    })
}

fn sky(row: &ScenarioRow) -> Sky {
    use crate::content::WeatherKind as W;
    let mut sky = Sky::default();
    let put = |clouds: &mut [Option<Mega>], mega: Option<Hex>| {
        if let Some(hex) = mega {
            Sky::add(clouds, Mega(hex));
        }
    };
    for w in &row.weather {
        match w.r#type {
            W::Sun => sky.sun = w.megahex.map(Mega),
            W::Moon => sky.moon = true,
            W::Haze => sky.haze = w.level,
            W::Thunderstorm => sky.storm = w.level,
            W::HighStratus => sky.high_stratus = true,
            W::MediumStratus => sky.medium_stratus = true,
            W::LowStratus => put(&mut sky.low_stratus, w.megahex),
            W::Cumulus => put(&mut sky.cumulus, w.megahex),
        }
    }
    sky
}

fn variants(row: &ScenarioRow) -> Vec<String> {
    match row.aim {
        Aim::BombingRun | Aim::OverTheTop => {
            let unit = row.units.iter().find(|u| !u.alternatives.is_empty());
            unit.map_or_else(Vec::new, |u| {
                std::iter::once(&u.r#type).chain(&u.alternatives).cloned().collect()
            })
        }
        Aim::Dogfight => (1..=row.matchups.len()).map(|n| format!("matchup-{n}")).collect(),
        _ => Vec::new(),
    }
}

/// Another plane in place of the printed one (scenarios 3 and 6); the matchup of scenario 7.
fn variant(
    content: &Content,
    row: &ScenarioRow,
    setup: &mut Setup,
    word: Option<&str>,
) -> Result<(), SetupError> {
    let known = variants(row);
    let Some(word) = word else { return Ok(()) };
    let Some(n) = known.iter().position(|v| v == word) else {
        let expected = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
        let why = format!("there is no variant {word:?}; expected {expected}");
        return Err(SetupError::new("variant", why));
    };
    if row.aim == Aim::Dogfight || n == 0 {
        return Ok(());
    }
    for (unit, plane) in row.units.iter().zip(&mut setup.planes) {
        let Some(other) = unit.alternatives.get(n - 1) else { continue };
        plane.kind.clone_from(other);
        let kind = content.airplane(other).map(|k| &content.airplanes[k]);
        if let Some(kind) = kind.filter(|_| row.aim == Aim::BombingRun) {
            plane.side = kind.side;
            if let Some(speed) = kind.loaded_speed {
                plane.speed = speed;
            }
        }
    }
    if row.aim == Aim::BombingRun {
        setup.automated = setup.planes.first().map(|p| p.side).into_iter().collect();
    }
    Ok(())
}

/// Scenario 3: the scout starts on the right, or on the other side with the opposite heading (WV-SCN-05).
fn scout_side(setup: &mut Setup, value: &str) -> Result<(), SetupError> {
    let Some(scout) = setup.planes.get_mut(1) else { return Ok(()) };
    match value {
        "right" => {}
        "left" => {
            scout.at = Hex::new(1, scout.at.y);
            scout.facing = Facing::E;
        }
        _ => {
            let why = format!("expected right or left, found {value:?}");
            return Err(SetupError::by("WV-SCN-05", "options.scout-starts", why));
        }
    }
    Ok(())
}

#[derive(Default)]
struct Lists<'a> {
    allied: Option<&'a str>,
    german: Option<&'a str>,
}

/// One plane of a list: a type, and perhaps a skill after a plus sign.
pub(crate) fn read_plane(content: &Content, place: &str, text: &str) -> Result<(String, Skill), SetupError> {
    let mut words = text.trim().split('+').map(str::trim);
    let id = words.next().unwrap_or_default();
    if content.airplane(id).is_none() {
        let why = format!("there is no airplane {id:?}");
        return Err(SetupError::new(place, why));
    }
    let mut skill = Skill::Expert;
    for word in words {
        skill = match word {
            "recruit" => Skill::Recruit,
            "expert" => Skill::Expert,
            "ace" => Skill::Ace,
            _ => {
                let why = format!("expected recruit, expert or ace after {id}, found {word:?}");
                return Err(SetupError::by("WV-CMP-03", place, why));
            }
        };
    }
    Ok((id.to_owned(), skill))
}

/// Scenario 7: planes of one matchup, one to four a side (WV-SCN-15).
fn line_up(
    content: &Content,
    row: &ScenarioRow,
    setup: &mut Setup,
    lists: &Lists<'_>,
    word: Option<&str>,
) -> Result<(), SetupError> {
    let number = row.planes_per_side;
    let (most, usual) = number.map_or((4, 2), |n| (usize::from(n.max), usize::from(n.default)));
    let read = |side: Side, list: Option<&str>| -> Result<Vec<(String, Skill)>, SetupError> {
        let place = format!("options.{}", if side == Side::Allied { "allied" } else { "german" });
        let Some(list) = list.filter(|l| !l.trim().is_empty()) else { return Ok(Vec::new()) };
        let planes: Result<Vec<_>, _> = list.split(',').map(|t| read_plane(content, &place, t)).collect();
        let planes = planes?;
        if planes.len() > most {
            let why = format!("expected at most {most} airplanes, found {}", planes.len());
            return Err(SetupError::by("WV-SCN-15", place, why));
        }
        Ok(planes)
    };
    let (mut allied, mut german) = (read(Side::Allied, lists.allied)?, read(Side::German, lists.german)?);
    let fits = |types: &[String], planes: &[(String, Skill)]| planes.iter().all(|(id, _)| types.contains(id));
    let named = word.and_then(|word| variants(row).iter().position(|v| v == word));
    let pool = row.matchups.iter().enumerate().filter(|(n, _)| named.is_none_or(|named| named == *n));
    let chosen = pool.map(|(_, m)| m).find(|m| fits(&m.allied, &allied) && fits(&m.german, &german));
    let matchup = chosen.ok_or_else(|| {
        SetupError::by("WV-SCN-15", "options.allied", "these types do not belong to one matchup")
    })?;
    let fill = |planes: &mut Vec<(String, Skill)>, types: &[String]| {
        if planes.is_empty() {
            planes.extend(types.iter().cycle().take(usual).map(|id| (id.clone(), Skill::Expert)));
        }
    };
    fill(&mut allied, &matchup.allied);
    fill(&mut german, &matchup.german);
    for (side, planes) in [(Side::Allied, allied), (Side::German, german)] {
        for ((id, skill), at) in planes.into_iter().zip(&row.places[side.index()]) {
            let kind = content.airplane(&id).map_or(0, |k| k);
            let speed = content.airplanes[kind].strip(crate::kinds::Band::Medium).top;
            setup.planes.push(PlaneSetup {
                kind: id,
                side,
                skill,
                name: None,
                at: *at,
                facing: if side == Side::Allied { Facing::E } else { Facing::W },
                speed,
                structure: 0,
                elevators: 0,
                rudder: 0,
                ammo: None,
                jammed: false,
            });
        }
    }
    if setup.planes.len() > 4 && !setup.placing {
        setup.mats = vec!['A', 'B'];
        for p in setup.planes.iter_mut().filter(|p| p.side == Side::German) {
            p.at.x += 20;
        }
    }
    Ok(())
}

/// A list of airplanes for a form.
pub(crate) fn plane_list(content: &Content, types: &[String], rows: usize) -> ListInfo {
    let choice = |id: &String| ChoiceInfo {
        word: id.clone(),
        name: content.airplane(id).map_or_else(|| id.clone(), |k| content.airplanes[k].name.clone()),
        sort: "airplane".to_owned(),
        when: None,
    };
    let row = RowInfo { choices: types.iter().map(choice).collect(), given: Vec::new() };
    let extra = |word: &str, name: &str| ExtraInfo {
        word: word.to_owned(),
        name: name.to_owned(),
        about: String::new(),
        group: "Pilot".to_owned(),
        sort: "airplane".to_owned(),
        most: 1,
        when: None,
    };
    ListInfo {
        variant: None,
        rows: vec![row.clone(); rows],
        more: Some(row),
        extras: vec![extra("recruit", "Recruit"), extra("ace", "Ace")],
    }
}

pub(crate) fn list(content: &Content) -> Vec<ScenarioInfo> {
    let mut list: Vec<ScenarioInfo> = content.scenarios.iter().map(|row| info(content, row)).collect();
    list.push(free::info(content));
    list.push(missions::info());
    list
}

fn info(content: &Content, row: &ScenarioRow) -> ScenarioInfo {
    let mut options = Vec::new();
    match row.aim {
        Aim::BombingRun => {
            options.push(OptionInfo::one_of(
                "scout-starts",
                "Where the scout starts",
                &["right", "left"],
                "right",
            ));
        }
        Aim::LastRaid => {
            options.push(OptionInfo::one_of(
                "gothas-down",
                "Gothas that the Allies must bring down: both as printed, or one as a handicap",
                &["both", "one"],
                "both",
            ));
        }
        Aim::Dogfight => {
            let words = "types of one matchup with commas between, such as spad_vii+ace,nieuport_17";
            for (id, side) in [("allied", Side::Allied), ("german", Side::German)] {
                let mut entry = OptionInfo::text(id, "The airplanes of this side", words, "");
                let types = |m: &crate::content::Matchup| match side {
                    Side::Allied => m.allied.clone(),
                    Side::German => m.german.clone(),
                };
                entry.lists = row
                    .matchups
                    .iter()
                    .enumerate()
                    .map(|(n, m)| ListInfo {
                        variant: Some(format!("matchup-{}", n + 1)),
                        ..plane_list(content, &types(m), 2)
                    })
                    .collect();
                options.push(entry);
            }
            options.push(OptionInfo::one_of("placing", "Planes, sun and clouds", &["hand", "line"], "hand"));
        }
        _ => {}
    }
    options.extend(common_options());
    ScenarioInfo {
        id: row.id.clone(),
        title: row.name.clone(),
        about: row.briefing.short.clone(),
        variants: variants(row),
        difficulty: row.difficulty,
        minutes: row.minutes,
        seats: seats(),
        options,
    }
}
