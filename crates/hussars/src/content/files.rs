//! Reading the component files.

use super::rows::{
    ClassWord, GroundFile, Lot, RayEffect, ScenarioFile, Shape, ShipEffect, StandsFile, TerrainRow, VpRow,
    WeaponsFile,
};
use super::{Arm, Content, Exit, GroundRow, Profile, Scenario, Score, Unit, Zone};
use crate::ground::{Area, Line, Map, Sketch};
use crate::kinds::{Class, Ground, Side, Type, Weapon};
use crate::measure::{self, Form, Gauge, P, Polygon, Polyline};
use crate::setup::Options;
use components::{ContentError, Parsed, Source};
use geometry::ground::{Factor, Hill, Level};
use std::sync::Arc;
use table::state_hash;

/// The files that come with the program.
pub const BUILT_IN: components::Files<'static> = components::files!(
    "../../../../content/hussars/":
    "stands.toml",
    "weapons.toml",
    "ground.toml",
    "scenarios/horsell.toml",
    "scenarios/weybridge.toml",
    "scenarios/thunderchild.toml",
    "scenarios/london.toml",
    "scenarios/primrose.toml",
    "scenarios/tilbury.toml",
    "balance.toml",
);

pub(super) fn parse(files: &[(&str, &str)]) -> Result<Content, ContentError> {
    let profiles = stands(files)?;
    let (arms, hit_table) = weapons(files)?;
    let grounds: Arc<[GroundRow]> = ground(files)?.into();
    let side = arms[Weapon::GasProjector.index()].cloud;
    let cloud = Form::Rect { width: side, depth: side }.at(P::default(), 0).footprint;
    let (scenarios, hash) = (Vec::new(), state_hash(&Parsed::of(files)?));
    let mut content = Content { profiles, arms, hit_table, grounds, scenarios, cloud, hash };
    for (name, _) in files.iter().filter(|(name, _)| name.starts_with("scenarios/")) {
        let source = Source::find(files, name)?;
        let scenario = scenario(&source, &content)?;
        content.scenarios.push(scenario);
    }
    Ok(content)
}

fn stands(files: &[(&str, &str)]) -> Result<Vec<Profile>, ContentError> {
    let source = Source::find(files, "stands.toml")?;
    let file: StandsFile = source.parse()?;
    let mut profiles: Vec<Profile> = Vec::new();
    for row in file.stand {
        let (id, at, ty) = (row.id.get_ref().clone(), row.id.span(), *row.r#type.get_ref());
        source
            .check(profiles.iter().all(|p| p.id != id), at.clone(), || format!("{id} stands here twice"))?;
        let form = match (&row.base, row.base_disc) {
            (Some(base), None) => {
                let [width, depth] = base.get_ref().map(mils);
                let wide = !matches!(ty, Type::Infantry | Type::Cavalry) || width == 1000;
                source.check(wide, base.span(), || {
                    "infantry and cavalry bases are 1 in wide (TH-SCA-03)".to_owned()
                })?;
                source.check(width > 0 && depth > 0, base.span(), || {
                    "expected a width and a depth".to_owned()
                })?;
                Form::Rect { width, depth }
            }
            (None, Some(across)) => Form::Disc { radius: mils(across) / 2 },
            _ => return Err(source.at(at, "expected either base or base_disc")),
        };
        let same = profiles.iter().filter(|p| p.ty == ty).all(|p| p.form == form);
        source.check(same, at.clone(), || {
            format!("all stands of {} use one size of base (TH-SCA-03)", ty.name())
        })?;
        let class = match (row.class, ty) {
            (ClassWord::V, Type::Tripod) => Class::Tripod,
            (ClassWord::V, _) => Class::Infantry,
            (ClassWord::C, _) => Class::Cavalry,
            (ClassWord::A, _) => Class::Artillery,
            (ClassWord::F, _) => Class::Flyer,
            (ClassWord::W, _) => Class::Ship,
            (ClassWord::None, _) => Class::None,
        };
        let boxes = row.boxes.map_or([0; 5], |b| [b.legs, b.motive, b.heat_ray, b.gas_projector, b.pilot]);
        profiles.push(Profile {
            id,
            name: row.name,
            side: row.side,
            ty,
            quality: row.quality,
            class,
            dice: row.move_dice,
            inches: row.r#move,
            morale: row.morale,
            morale_section_4: row.morale_section_4,
            to_hit: row.to_hit,
            weapon: row.weapon,
            guns: row.weapons,
            points: row.points,
            cohesion: row.cohesion,
            strategic: row.strategic,
            spotted_still: row.spotted_still,
            form,
            shape: profiles
                .iter()
                .find(|p: &&Profile| p.form == form)
                .map_or_else(|| measure::Shape::new(form), |p| p.shape.clone()),
            boxes,
            motive_loss: row.motive_loss,
            gas_shots: row.gas_projector.as_ref().map_or(0, |g| g.shots),
            heat_ray: row.heat_ray.is_some(),
            speed_step: row.speed_step,
            engine_loss: row.engine_loss,
            sinking_loss: row.sinking_loss,
            hits: row.hits,
            cargo: row.cargo,
            landing_to_hit: row.landing_to_hit,
        });
        for ray in [row.heat_ray, row.gas_projector].into_iter().flatten() {
            let fits = ray.range == 24 && ray.to_hit == 3;
            source
                .check(fits, at.clone(), || "range and to-hit number are those of weapons.toml".to_owned())?;
        }
        source.check(row.range == 0 || row.weapon.is_some(), at, || "a range needs a weapon".to_owned())?;
    }
    Ok(profiles)
}

type Arms = (Vec<Arm>, [Vec<crate::kinds::System>; 6]);

fn weapons(files: &[(&str, &str)]) -> Result<Arms, ContentError> {
    let source = Source::find(files, "weapons.toml")?;
    let file: WeaponsFile = source.parse()?;
    let mut arms = Vec::new();
    for weapon in Weapon::ALL {
        let row = file.weapon.iter().find(|r| r.id.get_ref() == weapon);
        let row = row.ok_or_else(|| source.at(0..0, format!("expected a weapon {weapon:?}")))?;
        source.check((1..=12).contains(row.dice.get_ref()), row.dice.span(), || {
            "expected 1 to 12 dice".to_owned()
        })?;
        arms.push(Arm {
            range: row.range,
            dice: *row.dice.get_ref(),
            effect_hits: row.effect_hits,
            arc_degrees: row.arc_degrees,
            to_hit: row.to_hit,
            sweep_to_hit: row.sweep_to_hit,
            sweep_length: row.sweep_length,
            effect: row.effect.unwrap_or([RayEffect::Check; 6]),
            on_ironclad: row.effect_on_ironclad.unwrap_or([ShipEffect::Engine; 6]),
            cloud: row.cloud.map_or(0, |c| mils(c[0])),
        });
        let _ = row.shots;
    }
    let rows = file.hit_table.rows.get_ref().clone();
    let at = file.hit_table.rows.span();
    source.check(rows.iter().all(|r| !r.is_empty()), at.clone(), || {
        "expected a column in each row".to_owned()
    })?;
    let table = rows.try_into().map_err(|_| source.at(at, "expected six rows (TH-CBT-14)"))?;
    Ok((arms, table))
}

const CLASSES: [(&str, Class); 6] = [
    ("infantry", Class::Infantry),
    ("tripod", Class::Tripod),
    ("cavalry", Class::Cavalry),
    ("artillery", Class::Artillery),
    ("flyer", Class::Flyer),
    ("ship", Class::Ship),
];

fn ground(files: &[(&str, &str)]) -> Result<Vec<GroundRow>, ContentError> {
    let source = Source::find(files, "ground.toml")?;
    let file: GroundFile = source.parse()?;
    let mut rows = Vec::new();
    for kind in Ground::ALL {
        let row = file.ground.iter().find(|r| r.id.get_ref() == kind);
        let row = row.ok_or_else(|| source.at(0..0, format!("expected a row for {}", kind.name())))?;
        let at = row.id.span();
        let line = matches!(row.shape, Shape::Line);
        source.check(line == kind.is_line(), at.clone(), || {
            format!("{} is {}", kind.name(), if kind.is_line() { "a line" } else { "an area" })
        })?;
        let class = |word: &String| {
            let found = CLASSES.iter().find(|(name, _)| name == word);
            found.map(|(_, class)| class.index()).ok_or_else(|| {
                source.at(at.clone(), format!("there is no class {word:?}; expected infantry, tripod, cavalry, artillery, flyer or ship"))
            })
        };
        let mut cost = [None; 6];
        for (word, factor) in &row.cost {
            let halves = *factor * 2.0;
            source.check((1.0..=16.0).contains(&halves) && halves.fract() == 0.0, at.clone(), || {
                "expected a cost in halves of an inch, 0.5 to 8".to_owned()
            })?;
            cost[class(word)?] = Some(Factor(halves as u8));
        }
        let (mut half, mut passes) = ([false; 6], [false; 6]);
        for word in &row.half {
            half[class(word)?] = true;
            passes[class(word)?] = true;
        }
        for word in &row.free {
            passes[class(word)?] = true;
        }
        let rule = RULES.iter().find(|r| *r == row.rule.get_ref());
        let rule = rule
            .ok_or_else(|| source.at(row.rule.span(), "expected an entry of the ledger such as TH-TER-01"))?;
        rows.push(GroundRow {
            kind: *kind,
            cost,
            half,
            passes,
            cover: row.cover,
            height: row.height.unwrap_or(0),
            rule,
        });
    }
    Ok(rows)
}

/// The entries that a row of `ground.toml` or an exit may cite.
const RULES: &[&str] = &[
    "TH-TER-01",
    "TH-TER-02",
    "TH-TER-03",
    "TH-TER-05",
    "TH-TER-06",
    "TH-TER-07",
    "TH-TER-08",
    "TH-TER-09",
    "TH-TER-10",
    "TH-TER-11",
    "TH-TER-12",
    "TH-TER-13",
    "TH-TER-14",
    "TH-GEO-06",
    "TH-WS-02",
    "TH-TC-04",
    "TH-RL-03",
    "TH-TB-04",
];

/// Entries of a scenario's own, by their first part.
const PREFIXES: &[&str] = &["TH-HC", "TH-WS", "TH-TC", "TH-RL", "TH-PH", "TH-TB"];

fn mils(inches: f64) -> i32 {
    crate::measure::mils(inches)
}

fn point(at: [f64; 2]) -> P {
    P { x: mils(at[0]), y: mils(at[1]) }
}

fn scenario(source: &Source, content: &Content) -> Result<Scenario, ContentError> {
    let file: ScenarioFile = source.parse()?;
    let [width, height] = file.board.get_ref().map(mils);
    let fits = (12_000..=200_000).contains(&width) && (12_000..=200_000).contains(&height);
    source.check(fits, file.board.span(), || "expected a board of 12 to 200 in".to_owned())?;
    source.check((1..=30).contains(file.turns.get_ref()), file.turns.span(), || {
        "expected 1 to 30 turns".to_owned()
    })?;
    source.check((1..=3).contains(file.difficulty.get_ref()), file.difficulty.span(), || {
        "expected 1 to 3".to_owned()
    })?;
    let order: [Side; 2] = file.deploy_order.get_ref().clone().try_into().map_err(|_| {
        source.at(file.deploy_order.span(), "expected both sides, in the order in which they deploy")
    })?;
    source.check(order[0] != order[1], file.deploy_order.span(), || "a side deploys once".to_owned())?;
    let mut options = Options::default();
    for (key, value) in &file.options {
        let word = match value.get_ref() {
            toml::Value::String(word) => word.clone(),
            other => other.to_string(),
        };
        options.set(key, &word).map_err(|e| source.at(value.span(), e.why))?;
    }
    let mut map = Sketch::new(width, height);
    for row in &file.terrain {
        terrain(source, row, content, &mut map)?;
    }
    let map = map.finish(Arc::clone(&content.grounds));
    let mut zones = Vec::new();
    for zone in &file.zone {
        let shape = outline(source, &zone.id, &zone.points)?;
        zones.push(Zone { id: zone.id.clone(), side: zone.side, shape });
    }
    let mut units = Vec::new();
    for row in &file.unit {
        units.push(unit(source, row, &zones, content)?);
    }
    let unit_id = |word: &components::Spanned<String>| {
        let found = units.iter().position(|u| u.id == *word.get_ref());
        found
            .map(|i| i as u8)
            .ok_or_else(|| source.at(word.span(), format!("there is no unit {:?}", word.get_ref())))
    };
    let mut exits = Vec::new();
    for row in &file.exit {
        let edge = row.edge.get_ref().map(point);
        let along =
            |value: fn(P) -> i32, ends: [i32; 2]| ends.iter().any(|e| edge.iter().all(|p| value(*p) == *e));
        let on_edge = along(|p| p.x, [0, width]) || along(|p| p.y, [0, height]);
        source.check(on_edge, row.edge.span(), || {
            "expected a stretch of one edge of the board (TH-GEO-06)".to_owned()
        })?;
        let rule = RULES.iter().find(|r| **r == row.rule).unwrap_or(&"TH-GEO-06");
        let of = row.units.iter().map(unit_id).collect::<Result<_, _>>()?;
        exits.push(Exit { side: row.side, edge, from_turn: row.from_turn, kind: row.kind, units: of, rule });
    }
    let mut scores = Vec::new();
    for row in &file.vp {
        scores.push(score(source, row, &map, unit_id)?);
    }
    let prefix = PREFIXES.iter().find(|p| **p == file.prefix).unwrap_or(&"TH-VIC");
    let scenario = Scenario {
        id: file.id.get_ref().clone(),
        name: file.name,
        about: file.briefing.about,
        prefix,
        map: Arc::new(map),
        turns: *file.turns.get_ref(),
        deploy_order: order,
        options,
        activation_dice: file.activation_dice.clamp(1, 6),
        grades: file.grades,
        points: [file.points.martian, file.points.human],
        difficulty: *file.difficulty.get_ref(),
        minutes: file.minutes,
        end: file.end,
        ends: file.briefing.ends,
        special: file.briefing.special,
        know: file.briefing.know,
        sides: file.briefing.side,
        zones,
        units,
        exits,
        scores,
    };
    zones_apart(source, &scenario, &file.zone)?;
    printed_places(source, &scenario, content, &file.unit)?;
    Ok(scenario)
}

/// An outline that crosses itself nowhere.
fn outline(
    source: &Source,
    id: &str,
    points: &components::Spanned<Vec<[f64; 2]>>,
) -> Result<Polygon, ContentError> {
    Polygon::new(points.get_ref().iter().map(|p| point(*p)).collect())
        .map_err(|e| source.at(points.span(), format!("the outline of {id}: {e}")))
}

fn terrain(
    source: &Source,
    row: &TerrainRow,
    content: &Content,
    map: &mut Sketch,
) -> Result<(), ContentError> {
    let kind = *row.kind.get_ref();
    let id = row.id.clone();
    let usual = &content.grounds[kind.index()];
    let height = Level::levels(row.height.unwrap_or(usual.height).into());
    if kind.is_line() {
        let points: Vec<P> = row.points.get_ref().iter().map(|p| point(*p)).collect();
        let line = Polyline::new(points)
            .map_err(|e| source.at(row.points.span(), format!("the line of {id}: {e}")))?;
        map.lines.push(Line { id, kind, line, height, thronged: row.thronged });
        return Ok(());
    }
    let shape = outline(source, &id, &row.points)?;
    if kind == Ground::Hill {
        let levels = row
            .levels
            .as_ref()
            .ok_or_else(|| source.at(row.kind.span(), "a hill needs levels (TH-ELV-03)"))?;
        source.check((1..=9).contains(levels.get_ref()), levels.span(), || {
            "a hill is one or more levels high (TH-ELV-03)".to_owned()
        })?;
        let crest: Vec<P> = row.crest.iter().flatten().map(|p| point(*p)).collect();
        let top = Level::levels((*levels.get_ref()).into());
        let hill = Hill::new(shape, crest, top)
            .map_err(|e| source.at(row.kind.span(), format!("{e} (TH-ELV-02)")))?;
        map.hills.push((id, hill));
    } else {
        map.areas.push(Area { id, kind, shape, height, cover: usual.cover });
    }
    Ok(())
}

fn lots(source: &Source, lots: &[Lot], content: &Content) -> Result<Vec<usize>, ContentError> {
    let mut stands = Vec::new();
    for lot in lots {
        let id = lot.stand.get_ref();
        let profile = content
            .profile(id)
            .ok_or_else(|| source.at(lot.stand.span(), format!("there is no stand {id:?}")))?;
        stands.extend(std::iter::repeat_n(profile, usize::from(lot.count)));
    }
    Ok(stands)
}

fn unit(
    source: &Source,
    row: &super::rows::UnitRow,
    zones: &[Zone],
    content: &Content,
) -> Result<Unit, ContentError> {
    let zone = zones.iter().position(|z| z.id == *row.zone.get_ref());
    let zone =
        zone.ok_or_else(|| source.at(row.zone.span(), format!("there is no zone {:?}", row.zone.get_ref())))?;
    let (stands, cargo) = (lots(source, &row.stands, content)?, lots(source, &row.cargo, content)?);
    let at = row.id.span();
    source.check(!stands.is_empty() && stands.len() <= 8, at.clone(), || {
        "a unit has 1 to 8 stands (TH-ARM-03)".to_owned()
    })?;
    let own = stands.iter().all(|p| content.profiles[*p].side == row.side);
    source.check(own, at.clone(), || "a stand of the other side stands in this unit".to_owned())?;
    let paid: u16 = stands.iter().map(|p| content.profiles[*p].points).sum();
    source.check(paid == *row.points.get_ref(), row.points.span(), || {
        format!("these stands cost {paid} points (TH-ARM-06)")
    })?;
    let cylinder = stands.iter().any(|p| content.profiles[*p].ty == Type::Cylinder);
    let machines = cargo.iter().all(|p| content.profiles[*p].ty.is_machine());
    source.check(cargo.is_empty() || (cylinder && machines && cargo.len() <= 5), at.clone(), || {
        "a cylinder carries at most five tripods or flyers (TH-CYL-06)".to_owned()
    })?;
    let flyers = stands.iter().chain(&cargo).filter(|p| content.profiles[**p].ty == Type::Flyer).count();
    source.check(flyers <= 1, at.clone(), || "a force has at most one flyer (TH-ARM-02)".to_owned())?;
    source.check(row.place.get_ref().len() == stands.len(), row.place.span(), || {
        "expected a place for each stand".to_owned()
    })?;
    source.check(row.arrives_turn.is_some() == row.entry.is_some(), at, || {
        "a unit that arrives later needs an entry line (TH-GEO-15)".to_owned()
    })?;
    let place =
        row.place.get_ref().iter().map(|p| (point([p[0], p[1]]), crate::measure::tenths(p[2]))).collect();
    Ok(Unit {
        id: row.id.get_ref().clone(),
        side: row.side,
        name: row.name.clone(),
        zone,
        stands,
        place,
        cargo,
        heat_ray_active: row.heat_ray_active,
        lands: row.lands_turn,
        lands_choice: row.lands_turn_choice.clone().unwrap_or_default(),
        scouts: row.scouts.iter().fold(0, |set, n| set | 1 << (n & 7)),
        arrives: row.arrives_turn,
        entry: row.entry.map(|e| e.map(point)),
        crew: row.crew,
        speed: row.speed.unwrap_or(0),
    })
}

fn score(
    source: &Source,
    row: &VpRow,
    map: &Map,
    unit: impl Fn(&components::Spanned<String>) -> Result<u8, ContentError>,
) -> Result<Score, ContentError> {
    let mut towns = Vec::new();
    for town in &row.towns {
        let found = map.areas.iter().position(|a| a.id == *town.get_ref());
        towns.push(
            found.ok_or_else(|| source.at(town.span(), format!("there is no area {:?}", town.get_ref())))?,
        );
    }
    if let Some(per) = &row.per {
        source.check(*per.get_ref() > 0, per.span(), || "expected at least 1".to_owned())?;
    }
    Ok(Score {
        side: row.side,
        feat: *row.event.get_ref(),
        vp: row.vp,
        per: row.per.as_ref().map_or(1, |p| *p.get_ref()),
        units: row.unit.iter().chain(&row.units).map(unit).collect::<Result<_, _>>()?,
        without: row.without.clone(),
        towns,
        min_stands: row.min_stands,
        no_martian_within: row.no_martian_within,
    })
}

/// Zones in which opposing sides deploy lie more than 1 in apart (TH-GEO-09).
fn zones_apart(
    source: &Source,
    scenario: &Scenario,
    rows: &[super::rows::ZoneRow],
) -> Result<(), ContentError> {
    let used =
        |n: usize| scenario.units.iter().any(|u| u.zone == n && u.arrives.is_none() && u.lands.is_none());
    for (i, a) in scenario.zones.iter().enumerate().filter(|(i, _)| used(*i)) {
        for (j, b) in scenario.zones.iter().enumerate().filter(|(j, _)| used(*j)) {
            let near = a.side != b.side && crate::measure::polygons_near(&a.shape, &b.shape, 100);
            source.check(!near, rows[i.max(j)].points.span(), || {
                format!(
                    "zones {} and {} of opposing sides lie within 1 in of each other (TH-GEO-09)",
                    a.id, b.id
                )
            })?;
        }
    }
    Ok(())
}

/// The printed places are a legal deployment: on the board, in their zones, passable, clear of each other, in cohesion, and
/// no gun is blind.
fn printed_places(
    source: &Source,
    scenario: &Scenario,
    content: &Content,
    rows: &[super::rows::UnitRow],
) -> Result<(), ContentError> {
    let mut bases = Vec::new();
    for (unit, row) in scenario.units.iter().zip(rows) {
        if unit.arrives.is_some() || unit.lands.is_some() {
            continue;
        }
        let mut own = Vec::new();
        for (&profile, &(at, facing)) in unit.stands.iter().zip(&unit.place) {
            let profile = &content.profiles[profile];
            let here =
                format!("{} at ({}, {})", profile.name, f64::from(at.x) / 1000.0, f64::from(at.y) / 1000.0);
            let wrong = |why: &str| source.at(row.place.span(), format!("{here}: {why} (TH-GEO-09)"));
            if !scenario.zones[unit.zone].shape.contains(at) {
                return Err(wrong("not in the unit's zone"));
            }
            let barred = profile.class != Class::None && !scenario.map.may_stand(profile.class, at);
            if !scenario.map.on_board(at) || barred {
                return Err(wrong("off the board, or on ground it may not enter"));
            }
            let base = profile.shape.at(at, facing);
            if bases.iter().any(|other| base.overlaps(other)) {
                return Err(wrong("overlaps another base"));
            }
            // Wholly inside cover nothing but that cover is seen (TH-COV-04).
            let hides = |a: &&crate::ground::Area| a.cover && base.is_wholly_inside(&a.shape);
            if profile.ty.is_gun()
                && let Some(area) = scenario.map.areas.iter().find(hides)
            {
                return Err(wrong(&format!("a gun wholly inside {} is blind", area.id)));
            }
            bases.push(base);
            own.push((base, profile));
        }
        for (i, (base, profile)) in own.iter().enumerate() {
            let bound = profile.cohesion > 0 && own.len() > 1;
            let near = |j: usize| i != j && base.apart(&own[j].0) <= i32::from(profile.cohesion) * 100;
            source.check(!bound || (0..own.len()).any(near), row.place.span(), || {
                format!("stand {} of {} is out of cohesion (TH-GEO-09)", i + 1, unit.name)
            })?;
        }
    }
    Ok(())
}
