//! ARMY LISTS: forces by points (TH-ARM-01 to TH-ARM-09).

use crate::content::{Content, Feat, Profile, Score, Zone};
use crate::kinds::{Side, Type};
use crate::measure::{Gauge, P, Place, Polygon};
use crate::setup::{Armies, Bought, add_troop};
use crate::state::{Battle, Troop};
use table::SetupError;

/// No force has more stands: ids and lists stay small.
const MOST_STANDS: usize = 120;
/// Turns of a battle without a scenario (TH-ARM-09).
const TURNS: u8 = 8;

/// Reads an army: units with commas between them, a unit's stands with plus signs, `regular_infantry:6`.
pub fn read(place: &str, text: &str) -> Result<Vec<Bought>, SetupError> {
    let mut units = Vec::new();
    for unit in text.split(',').map(str::trim).filter(|u| !u.is_empty()) {
        let mut stands = Vec::new();
        for lot in unit.split('+').map(str::trim) {
            let (id, count) = lot.split_once(':').unwrap_or((lot, "1"));
            let count =
                count.trim().parse::<u8>().ok().filter(|n| (1..=50).contains(n)).ok_or_else(|| {
                    SetupError::new(place, format!("expected a number of 1 to 50 after the colon of {lot:?}"))
                })?;
            stands.push((id.trim().to_owned(), count));
        }
        units.push(Bought { stands });
    }
    Ok(units)
}

fn profiles<'a>(
    content: &'a Content,
    place: &str,
    unit: &Bought,
    side: Side,
) -> Result<Vec<(usize, &'a Profile)>, SetupError> {
    let mut found = Vec::new();
    for (id, count) in &unit.stands {
        let index = content.profile(id).filter(|i| content.profiles[*i].side == side);
        let index = index.ok_or_else(|| {
            SetupError::by(
                "TH-ARM-06",
                place,
                format!("there is no stand {id:?} on the list of the {}", side.name()),
            )
        })?;
        found.extend(std::iter::repeat_n((index, &content.profiles[index]), usize::from(*count)));
    }
    Ok(found)
}

/// Points of an army; the price is that of its stands (TH-ARM-06 to TH-ARM-08).
pub fn price(content: &Content, army: &[Bought]) -> u32 {
    let lot = |(id, count): &(String, u8)| {
        content.profile(id).map_or(0, |p| u32::from(content.profiles[p].points) * u32::from(*count))
    };
    army.iter().flat_map(|u| &u.stands).map(lot).sum()
}

/// Whether a human unit keeps to the printed organisation (TH-ARM-03 to TH-ARM-05).
fn organised(unit: &[(usize, &Profile)]) -> Result<(), (&'static str, String)> {
    let count = |f: fn(Type) -> bool| unit.iter().filter(|(_, p)| f(p.ty)).count();
    let Some((_, first)) = unit.first() else {
        return Err(("TH-ARM-03", "a unit without stands is none".to_owned()));
    };
    let n = unit.len();
    let one_quality = unit.iter().all(|(_, p)| p.quality == first.quality);
    let one_type = unit.iter().all(|(_, p)| p.ty == first.ty);
    match first.ty {
        Type::Ironclad if n == 1 => Ok(()),
        Type::Ironclad => Err(("TH-ARM-07", "ironclads are bought singly".to_owned())),
        Type::Cavalry if n == 4 && one_type && one_quality => Ok(()),
        Type::Cavalry => Err(("TH-ARM-05", "a squadron has 4 cavalry stands of one quality".to_owned())),
        _ if unit.iter().all(|(_, p)| p.ty.is_gun()) => {
            if n == 4 && one_quality {
                Ok(())
            } else {
                Err(("TH-ARM-04", "an artillery battalion has 4 artillery stands of one quality".to_owned()))
            }
        }
        _ => {
            let foot = count(|t| t == Type::Infantry);
            let (guns, fast) = (count(Type::is_gun), count(|t| t == Type::Machinegun));
            let fits = (6..=8).contains(&n) && foot >= 4 && fast <= 2 && guns <= 2 && foot + guns + fast == n;
            if fits && one_quality {
                Ok(())
            } else {
                Err((
                "TH-ARM-03",
                "a battalion has 6 to 8 stands of one quality: at least 4 infantry, at most 2 machineguns and 2 guns".to_owned(),
            ))
            }
        }
    }
}

/// Checks both armies and puts them in place of the scenario's own (TH-ARM-09).
pub(crate) fn open_battle(content: &Content, battle: &mut Battle, armies: &Armies) -> Result<(), SetupError> {
    if !(100..=1000).contains(&armies.points) {
        return Err(SetupError::by(
            "TH-ARM-09",
            "options.points",
            format!("expected 100 to 1000 points, found {}", armies.points),
        ));
    }
    let board = (battle.map.width, battle.map.height);
    let zone = |id: &str, side: Side, x0: i32, x1: i32| {
        let shape = Polygon::rectangle(P::new(x0, 0), P::new(x1, board.1));
        let narrow = |_| SetupError::new("options.map", "expected a map more than 30 in wide");
        shape.map_err(narrow).map(|shape| Zone { id: id.to_owned(), side, shape })
    };
    battle.zones = vec![
        zone("west", Side::Martian, 0, 8_000.min(board.0))?,
        zone("east", Side::Human, 30_000.min(board.0), board.0)?,
    ];
    battle.open = true;
    battle.turns = TURNS;
    battle.deploy_order = [Side::Human, Side::Martian];
    battle.activation_dice = 1;
    battle.prefix = "TH-ARM";
    battle.exits.clear();
    battle.ends.clear();
    battle.troops.clear();
    battle.pieces.clear();
    let grade = |percent: u32| (u32::from(armies.points) * percent).div_ceil(100) as u16;
    battle.grades = [grade(15), grade(30)];
    let score = |side, feat| Score {
        side,
        feat,
        vp: 1,
        per: 1,
        units: Vec::new(),
        without: Vec::new(),
        towns: Vec::new(),
        min_stands: 0,
        no_martian_within: 0,
    };
    battle.scores =
        vec![score(Side::Martian, Feat::HumanPointsLost), score(Side::Human, Feat::MachinePointsLost)];
    martians(content, battle, armies)?;
    humans(content, battle, armies)
}

fn too_dear(
    content: &Content,
    place: &str,
    army: &[Bought],
    points: u16,
    side: Side,
) -> Result<(), SetupError> {
    for unit in army {
        profiles(content, place, unit, side)?;
    }
    let paid = price(content, army);
    if army.is_empty() || paid == 0 {
        return Err(SetupError::by("TH-ARM-09", place, "expected some stands".to_owned()));
    }
    if paid > u32::from(points) {
        return Err(SetupError::by(
            "TH-ARM-09",
            place,
            format!("{paid} points are more than the agreed {points}"),
        ));
    }
    Ok(())
}

fn martians(content: &Content, battle: &mut Battle, armies: &Armies) -> Result<(), SetupError> {
    let place = "options.martians";
    too_dear(content, place, &armies.martians, armies.points, Side::Martian)?;
    let mut flyers = 0;
    for (n, unit) in armies.martians.iter().enumerate() {
        let stands = profiles(content, place, unit, Side::Martian)?;
        if let Some((_, other)) = stands.iter().find(|(_, p)| !p.ty.is_machine()) {
            return Err(SetupError::by(
                "TH-ARM-01",
                place,
                format!("expected tripods or the flyer, found {}", other.name),
            ));
        }
        flyers += stands.iter().filter(|(_, p)| p.ty == Type::Flyer).count();
        let ids: Vec<usize> = stands.iter().map(|(i, _)| *i).collect();
        muster(content, battle, Side::Martian, 0, format!("Group {}", n + 1), &ids);
    }
    if flyers > 1 {
        return Err(SetupError::by(
            "TH-ARM-02",
            place,
            format!("a force has at most one flyer, found {flyers}"),
        ));
    }
    Ok(())
}

fn humans(content: &Content, battle: &mut Battle, armies: &Armies) -> Result<(), SetupError> {
    let place = "options.humans";
    too_dear(content, place, &armies.humans, armies.points, Side::Human)?;
    let water = battle.map.areas.iter().any(|a| a.kind.is_navigable() && a.shape.bounds().max.x >= 30_000);
    for (n, unit) in armies.humans.iter().enumerate() {
        let stands = profiles(content, place, unit, Side::Human)?;
        if stands.iter().any(|(_, p)| p.ty == Type::Steamer) {
            return Err(SetupError::by("TH-TC-02", place, "steamers are not for sale"));
        }
        if stands.iter().any(|(_, p)| p.ty == Type::Ironclad) && !water {
            return Err(SetupError::by("TH-ARM-09", place, "there is no water for an ironclad on this map"));
        }
        if stands.len() > 8 {
            return Err(SetupError::by(
                "TH-ARM-03",
                place,
                format!("a unit has at most 8 stands, found {}", stands.len()),
            ));
        }
        if !battle.options.free_organisation {
            organised(&stands)
                .map_err(|(rule, why)| SetupError::by(rule, place, format!("unit {}: {why}", n + 1)))?;
        }
        let name = match stands[0].1.ty {
            Type::Ironclad => "Ironclad",
            Type::Cavalry => "Squadron",
            ty if ty.is_gun() => "Battery",
            _ => "Battalion",
        };
        let ids: Vec<usize> = stands.iter().map(|(i, _)| *i).collect();
        muster(content, battle, Side::Human, 1, format!("{name} {}", n + 1), &ids);
        if battle.pieces.len() > MOST_STANDS {
            return Err(SetupError::by(
                "TH-ARM-09",
                place,
                format!("more than {MOST_STANDS} stands do not fit the table"),
            ));
        }
    }
    Ok(())
}

/// A unit in its zone; its printed places are found on free ground, row by row, in cohesion.
fn muster(content: &Content, battle: &mut Battle, side: Side, zone: usize, name: String, stands: &[usize]) {
    let mut bases: Vec<_> = battle
        .pieces
        .iter()
        .map(|p| content.profiles[usize::from(p.profile)].shape.at(p.at, p.facing))
        .collect();
    let mut placed: Vec<(usize, (P, u16))> = Vec::new();
    let facing = if side == Side::Martian { 900 } else { 2700 };
    let bounds = *battle.zones[zone].shape.bounds();
    let (low, high) = (bounds.min, bounds.max);
    for &index in stands {
        let profile = &content.profiles[index];
        let anchor = placed.first().map(|(_, (at, _))| *at);
        let mut best: Option<(f64, P)> = None;
        for x in (low.x..=high.x).step_by(750) {
            for y in (low.y + 750..high.y).step_by(1_100) {
                let at = P::new(x, y);
                let away = anchor.map_or(f64::from(x - low.x) * 4.0 + f64::from(y) / 8.0, |a| a.far(at));
                if best.is_some_and(|(least, _)| away >= least) || !battle.map.may_stand(profile.class, at) {
                    continue;
                }
                let base = profile.shape.at(at, facing);
                let near = |i: &(usize, (P, u16))| {
                    let other = &content.profiles[i.0];
                    base.apart(&other.shape.at(i.1.0, i.1.1))
                        <= i32::from(profile.cohesion.min(other.cohesion)) * 100
                };
                let together = profile.cohesion == 0 || placed.is_empty() || placed.iter().any(near);
                if together && !bases.iter().any(|b| base.overlaps(b)) {
                    best = Some((away, at));
                }
            }
        }
        let at = best.map_or(low, |(_, at)| at);
        bases.push(profile.shape.at(at, facing));
        placed.push((index, (at, facing)));
    }
    let troop = Troop {
        id: name.to_lowercase().replace(' ', "-"),
        name,
        side,
        zone,
        stands: Vec::new(),
        arrives: None,
        entry: None,
        lands: None,
        lands_choice: Vec::new(),
        crew: None,
    };
    add_troop(battle, content, troop, &placed, 0);
}
