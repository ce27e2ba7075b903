//! Reading the component files.

use super::rows::{
    AirplaneRow, AirplanesFile, ByBand, CombatFile, CostWord, DiceFile, DragRow, Feed, GaugesFile,
    ManeuverText, ManeuversFile, MapFile, SpeedsRow, TimeText, WeaponRow,
};
use super::scenarios;
use super::{
    Airplane, BOXES, Content, Cost, DamageTable, Diagram, EngineGauge, FlakRow, ManeuverRow, MatRow,
    Modifiers, Sectors, Step, Strip, StructureGauge, TargetRow, Template, TimeRow, Times, Weapon,
};
use crate::kinds::{Colour, EngineBox, FASTEST, GUNS, Hit, Icon, Maneuver, Part, SLOWEST};
use crate::map::COLUMNS;
use components::Spanned;
use components::{ContentError, Parsed, Source};
use table::state_hash;

/// The files that come with the program.
pub const BUILT_IN: components::Files<'static> = components::files!(
    "../../../../content/":
    "victory/dice.toml",
    "victory/gauges.toml",
    "victory/map.toml",
    "victory/airplanes.toml",
    "victory/maneuvers.toml",
    "victory/combat.toml",
    "victory/scenarios.toml",
    "victory/briefings.toml",
    "victory/balance.toml",
);

pub(super) fn parse(files: &[(&str, &str)]) -> Result<Content, ContentError> {
    let mut content = empty();
    dice(files, &mut content)?;
    gauges(files, &mut content)?;
    map(files, &mut content)?;
    airplanes(files, &mut content)?;
    maneuvers(files, &mut content)?;
    combat(files, &mut content)?;
    scenarios::read(files, &mut content)?;
    content.hash = state_hash(&Parsed::of(files)?);
    Ok(content)
}

fn empty() -> Content {
    Content {
        combat: [[Hit::Miss; 6]; 9],
        test: [[Icon::Failure; 6]; 5],
        airplanes: Vec::new(),
        structures: Vec::new(),
        engines: Vec::new(),
        controls: [1; 3],
        damages: Vec::new(),
        maneuvers: Vec::new(),
        diagrams: Vec::new(),
        mats: Vec::new(),
        times: Vec::new(),
        templates: Vec::new(),
        sectors: Sectors::default(),
        modifiers: Modifiers {
            range: [0; 6],
            head: 0,
            rear: 0,
            side: 0,
            jink: 0,
            barrel_roll: 0,
            falling_leaf: 0,
            tailing: 0,
            long_burst: 0,
        },
        targets: Vec::new(),
        flak: FlakRow { die: Colour::Pink, heavy: 0, near: Colour::Green, direct: Colour::Purple },
        bombing: (Colour::Yellow, 5),
        time_freeze: [[0; 11]; 11],
        scenarios: Vec::new(),
        hash: table::StateHash(0),
    }
}

fn dice(files: &[(&str, &str)], c: &mut Content) -> Result<(), ContentError> {
    let source = Source::find(files, "victory/dice.toml")?;
    let file: DiceFile = source.parse()?;
    let mut seen = 0_u16;
    for row in &file.die {
        let colour = *row.colour.get_ref();
        seen |= 1 << colour.index();
        let combat: Option<[Hit; 6]> = row.combat.get_ref().clone().try_into().ok();
        c.combat[colour.index()] =
            combat.ok_or_else(|| source.at(row.combat.span(), "expected six faces"))?;
        if let Some(test) = &row.test {
            let faces: Option<[Icon; 6]> = test.get_ref().clone().try_into().ok();
            let faces = faces.ok_or_else(|| source.at(test.span(), "expected six icons"))?;
            source.check(colour <= Colour::Yellow, row.colour.span(), || {
                "only dice from white to yellow serve for tests (WV-DIC-05)".to_owned()
            })?;
            c.test[colour.index()] = faces;
        } else {
            source.check(colour > Colour::Yellow, row.colour.span(), || {
                "expected six test icons on every die from white to yellow (WV-DIC-05)".to_owned()
            })?;
        }
        source.check(row.number.is_empty() || row.number == [1, 2, 3, 4, 5, 6], row.colour.span(), || {
            "expected the numbers 1 to 6".to_owned()
        })?;
    }
    source.check(seen == 0x1ff, 0..0, || "expected nine dice, one of each colour (WV-DIC-01)".to_owned())
}

fn gauges(files: &[(&str, &str)], c: &mut Content) -> Result<(), ContentError> {
    let source = Source::find(files, "victory/gauges.toml")?;
    let file: GaugesFile = source.parse()?;
    for row in file.structure {
        let boxes = *row.boxes.get_ref();
        let lines = row.thick_lines_after.get_ref();
        source.check((1..=40).contains(&boxes), row.boxes.span(), || "expected 1 to 40 boxes".to_owned())?;
        source.check(
            lines.is_sorted() && lines.iter().all(|l| (1..=boxes).contains(l)),
            row.thick_lines_after.span(),
            || "expected boxes of this gauge in order".to_owned(),
        )?;
        let lines = row.thick_lines_after.into_inner();
        c.structures.push(StructureGauge { id: row.id, boxes, lines, arrows: row.arrow_boxes });
    }
    for row in file.engine {
        let last = row.boxes.get_ref().last() == Some(&EngineBox::Seized);
        let ok = last && row.boxes.get_ref().len() <= 12;
        source.check(ok, row.boxes.span(), || {
            "expected at most 12 boxes, seized the last (WV-DMG-10)".to_owned()
        })?;
        c.engines.push(EngineGauge { id: row.id, boxes: row.boxes.into_inner() });
    }
    c.controls = [file.controls.ailerons, file.controls.elevators, file.controls.rudder].map(|n| n.max(1));
    for row in file.damage {
        let mut parts = [Part::Structure; 20];
        let mut next = 1;
        for part in row.rows.get_ref() {
            source.check(
                part.from == next && part.to >= part.from && part.to <= 20,
                row.rows.span(),
                || format!("expected the row of {} to begin at {next}", part.part.name()),
            )?;
            parts[usize::from(part.from - 1)..usize::from(part.to)].fill(part.part);
            next = part.to + 1;
        }
        source.check(next == 21, row.rows.span(), || "expected rows up to 20 (WV-DMG-03)".to_owned())?;
        c.damages.push(DamageTable { id: row.id, parts });
    }
    Ok(())
}

fn map(files: &[(&str, &str)], c: &mut Content) -> Result<(), ContentError> {
    let source = Source::find(files, "victory/map.toml")?;
    let file: MapFile = source.parse()?;
    for mat in file.mat {
        if let Some(rock) = &mat.mountain_top {
            let fits = rock.get_ref().len() == COLUMNS as usize
                && rock.get_ref().iter().all(|t| (0..=20).contains(t));
            source
                .check(fits, rock.span(), || "expected a level 0 to 20 for each of 20 columns".to_owned())?;
        }
        c.mats.push(MatRow {
            id: mat.id,
            kind: mat.kind,
            wood: mat.wood_x,
            front: mat.front_x,
            no_mans_land: mat.no_mans_land_x,
            rock: mat.mountain_top.map(Spanned::into_inner),
            sea: mat.sea_x,
        });
    }
    for time in file.time {
        c.times.push(read_time(&source, time)?);
    }
    for t in file.template {
        let mut mask = [0_u16; 9];
        for hex in t.hexes.get_ref() {
            let inside = hex.length() <= t.range && t.range <= 4 && hex.length() > 0;
            source.check(inside, t.hexes.span(), || format!("({}, {}) is out of range", hex.q, hex.r))?;
            mask[(hex.r + 4) as usize] |= 1 << (hex.q + 4);
        }
        c.templates.push(Template {
            id: t.id,
            name: t.name,
            bearing: (t.bearing_from, t.bearing_to),
            range: t.range,
            hexes: t.hexes.into_inner(),
            mask,
        });
    }
    let s = file.sectors;
    c.sectors = Sectors {
        tail: s.tail,
        aspect_head: s.aspect_head,
        aspect_rear: s.aspect_rear,
        forward_line: s.forward_line,
        spine_up: s.spine_up,
        spine_down: s.spine_down,
    };
    Ok(())
}

fn read_time(source: &Source<'_>, time: TimeText) -> Result<TimeRow, ContentError> {
    let words = time.sun.get_ref();
    let level = words.rsplit(' ').next().and_then(|n| n.parse().ok());
    let sun = match (words.as_str(), level) {
        ("none", _) => None,
        (w, Some(level)) if w.contains("left") => Some((scenarios::Edge::Left, level)),
        (w, Some(level)) if w.contains("right") => Some((scenarios::Edge::Right, level)),
        (w, Some(level)) if w.contains("middle") => Some((scenarios::Edge::Middle, level)),
        _ => {
            return Err(source.at(time.sun.span(), "expected none, or left, right or middle and a level"));
        }
    };
    Ok(TimeRow { d6: time.d6, id: time.id, name: time.name, sun })
}

fn strip(
    source: &Source<'_>,
    drag: &Spanned<DragRow>,
    speeds: &Spanned<SpeedsRow>,
    top: &Spanned<i8>,
    prep: &Spanned<u8>,
) -> Result<Strip, ContentError> {
    let (row, special) = (drag.get_ref(), speeds.get_ref());
    let last = row.from + row.values.len() as i8 - 1;
    let on_strip = (1..=FASTEST).contains(&row.from) && !row.values.is_empty() && last <= FASTEST;
    source.check(on_strip, drag.span(), || "expected boxes from 1 to 11".to_owned())?;
    let black = special.first_black == row.from && special.stall_up_to == row.from - 1;
    source.check(black, speeds.span(), || {
        format!("the first numbered box is {}: expected the stall up to the box before it", row.from)
    })?;
    let candy = special.candy_from.is_none_or(|from| from == last + 1);
    source.check(candy, speeds.span(), || "expected candy boxes right of the last number".to_owned())?;
    source.check((0..=last).contains(top.get_ref()), top.span(), || {
        "expected a speed with a drag number".to_owned()
    })?;
    source.check(*prep.get_ref() <= 5, prep.span(), || "expected a Prep of 0 to 5".to_owned())?;
    let mut values = [0; BOXES];
    for (i, value) in values.iter_mut().enumerate() {
        let speed = (i as i8 + SLOWEST).clamp(row.from, last);
        *value = row.values[(speed - row.from) as usize];
    }
    Ok(Strip {
        first: row.from,
        last,
        drag: values,
        red: special.red_from.zip(special.red_to),
        candy: special.candy_from,
        top: *top.get_ref(),
        prep: *prep.get_ref(),
    })
}

fn airplanes(files: &[(&str, &str)], c: &mut Content) -> Result<(), ContentError> {
    let source = Source::find(files, "victory/airplanes.toml")?;
    let file: AirplanesFile = source.parse()?;
    for row in file.airplane {
        let airplane = airplane(&source, row, c)?;
        c.airplanes.push(airplane);
    }
    source.check(c.airplanes.len() <= 200, 0..0, || "expected at most 200 airplanes".to_owned())
}

fn airplane(source: &Source<'_>, row: AirplaneRow, c: &Content) -> Result<Airplane, ContentError> {
    let place = |found: Option<usize>, name: &Spanned<String>, of: &str| {
        found.ok_or_else(|| source.at(name.span(), format!("there is no {of} {:?}", name.get_ref())))
    };
    let gauge = c.structures.iter().position(|g| g.id == *row.structure_gauge.get_ref());
    let engine = c.engines.iter().position(|g| g.id == *row.engine_gauge.get_ref());
    let damage = c.damages.iter().position(|g| g.id == *row.damage_table.get_ref());
    for test in [&row.spotting, &row.sturdiness, &row.handling] {
        source.check(*test.get_ref() <= Colour::Yellow, test.span(), || {
            "expected a test die, white to yellow (WV-DIC-05)".to_owned()
        })?;
    }
    let known = c.airplanes.iter().any(|a| a.id == *row.id.get_ref());
    source.check(!known, row.id.span(), || "this airplane is there twice".to_owned())?;
    source.check((1..=30).contains(row.ceiling.get_ref()), row.ceiling.span(), || {
        "expected a level 1 to 30".to_owned()
    })?;
    let ByBand { high, medium, low } = &row.drag;
    let strips = [
        strip(source, low, &row.speeds.low, &row.top_speed.low, &row.prep.low)?,
        strip(source, medium, &row.speeds.medium, &row.top_speed.medium, &row.prep.medium)?,
        strip(source, high, &row.speeds.high, &row.top_speed.high, &row.prep.high)?,
    ];
    source.check(row.weapon.len() <= GUNS, row.id.span(), || format!("expected at most {GUNS} weapons"))?;
    let weapons = row.weapon.iter().map(|w| weapon(source, w, c)).collect::<Result<Vec<_>, _>>()?;
    let gunners = weapons.iter().filter(|w| w.template.is_some()).count();
    source.check(gunners < usize::from(row.seats.max(1)) && gunners <= 2, row.id.span(), || {
        "expected a seat for the pilot and for each gunner".to_owned()
    })?;
    Ok(Airplane {
        structure: place(gauge, &row.structure_gauge, "structure gauge")?,
        engine: place(engine, &row.engine_gauge, "engine gauge")?,
        damage: place(damage, &row.damage_table, "damage table")?,
        id: row.id.into_inner(),
        name: row.name,
        side: row.side,
        role: row.role,
        bomber: row.bomber,
        vp: row.vp,
        sluggish: row.sluggish,
        rotary: row.rotary,
        ceiling: *row.ceiling.get_ref(),
        loaded_speed: row.loaded_speed,
        strips,
        spotting: row.spotting.into_inner(),
        sturdiness: row.sturdiness.into_inner(),
        handling: row.handling.into_inner(),
        size: row.size,
        weapons,
    })
}

fn weapon(source: &Source<'_>, row: &WeaponRow, c: &Content) -> Result<Weapon, ContentError> {
    let template = match &row.template {
        None => None,
        Some(name) => {
            let found = c.templates.iter().position(|t| t.id == *name.get_ref());
            let place = found.ok_or_else(|| {
                source.at(name.span(), format!("there is no gunner template {:?}", name.get_ref()))
            })?;
            Some(place as u8)
        }
    };
    let ammo = row.ammo.get_ref();
    let ok = (1..=2).contains(&ammo.len()) && ammo.iter().all(|n| (1..=6).contains(n));
    source.check(ok, row.ammo.span(), || "expected one or two numbers 1 to 6 (WV-AMM-01)".to_owned())?;
    let pilot = row.position.get_ref() == "pilot";
    source.check(pilot == template.is_none(), row.position.span(), || {
        "expected a fixed gun for the pilot and a template for a gunner".to_owned()
    })?;
    Ok(Weapon {
        position: row.position.get_ref().clone(),
        template,
        range: row.range,
        die: row.die,
        ammo: [ammo[0], ammo.get(1).copied().unwrap_or(0)],
        belt: row.feed == Feed::Continuous,
    })
}

fn times(words: &str) -> Option<Times> {
    Some(match words {
        "prep" => Times::Prep,
        "max(prep,1)" => Times::PrepOr(1),
        "max(prep,2)" => Times::PrepOr(2),
        "half" => Times::Half,
        _ => return None,
    })
}

fn step(words: &str) -> Option<Step> {
    Some(match words {
        "F" => Step::Ahead(Times::Once),
        "up" => Step::Up,
        "down" => Step::Down,
        "level" => Step::Level,
        "flip" => Step::Flip,
        "about" => Step::About,
        "invert" => Step::Invert,
        "inner" => Step::Inner,
        "outer" => Step::Outer,
        "slip" => Step::Slip(Times::Once),
        "drop" => Step::Drop,
        "end" => Step::End,
        _ => match words.split_once('*')? {
            ("F", n) => Step::Ahead(times(n)?),
            ("slip", n) => Step::Slip(times(n)?),
            _ => return None,
        },
    })
}

/// The ids of the ledger that the maneuvers of the built-in files name; another one has nobody to explain it.
const RULES: &[&str] = &[
    "WV-CLB-01",
    "WV-CLB-04",
    "WV-DIV-01",
    "WV-DIV-02",
    "WV-DIV-04",
    "WV-FLF-01",
    "WV-FLF-02",
    "WV-HLP-01",
    "WV-HLP-02",
    "WV-IMM-01",
    "WV-IMM-02",
    "WV-JNK-01",
    "WV-JNK-02",
    "WV-PUL-01",
    "WV-ROL-01",
    "WV-ROL-03",
    "WV-SSL-01",
    "WV-SSL-02",
    "WV-TRN-01",
    "WV-TRN-02",
    "WV-TRN-05",
    "WV-TRN-09",
    "WV-TRN-10",
    "WV-WGO-01",
    "WV-WGO-03",
];

fn maneuvers(files: &[(&str, &str)], c: &mut Content) -> Result<(), ContentError> {
    let source = Source::find(files, "victory/maneuvers.toml")?;
    let file: ManeuversFile = source.parse()?;
    for (row, expected) in file.maneuver.iter().zip(Maneuver::ALL) {
        source
            .check(*row.id.get_ref() == expected, row.id.span(), || format!("expected {expected:?} here"))?;
        c.maneuvers.push(maneuver(&source, row)?);
    }
    source.check(c.maneuvers.len() == Maneuver::ALL.len(), 0..0, || {
        format!("expected {} maneuvers", Maneuver::ALL.len())
    })?;
    c.diagrams = file
        .diagram
        .into_iter()
        .map(|d| Diagram {
            id: d.id,
            maneuver: d.maneuver,
            facing_in: d.facing_in,
            path: d.path,
            facing_out: d.facing_out,
        })
        .collect();
    Ok(())
}

fn maneuver(source: &Source<'_>, row: &ManeuverText) -> Result<ManeuverRow, ContentError> {
    let rule = |id: &Spanned<String>| {
        let found = RULES.iter().find(|r| *r == id.get_ref());
        found.copied().ok_or_else(|| source.at(id.span(), "expected an entry that describes a maneuver"))
    };
    let steps = row.steps.iter().map(|text| {
        step(text.get_ref()).ok_or_else(|| {
            source.at(text.span(), format!("{:?} is no step of a maneuver (WV-MOV-10)", text.get_ref()))
        })
    });
    let steps = steps.collect::<Result<Vec<Step>, _>>()?;
    source.check((1..=12).contains(&steps.len()), row.id.span(), || "expected 1 to 12 steps".to_owned())?;
    let cost = row.cost.iter().map(|word| match word {
        CostWord::Half => Cost::Half,
        CostWord::Full => Cost::Full,
        CostWord::Less4 => Cost::Less4,
    });
    Ok(ManeuverRow {
        name: row.name.clone(),
        rule: rule(&row.rule)?,
        limits: rule(&row.limits)?,
        attitudes: row.attitude.iter().fold(0, |set, a| set | 1 << *a as u8),
        steps,
        cost: cost.collect(),
        gains_dived: row.gains_dived,
        inverted_ok: row.inverted_ok,
        controls: row.controls.iter().fold(0, |set, c| set | 1 << *c as u8),
        recruit_test: row.recruit_test,
        wounded_ok: row.wounded_ok,
        sluggish_ok: row.sluggish_ok,
        fire_ok: row.fire_ok,
        bombs_ok: row.bombs_ok,
        breaks_tailing: row.breaks_tailing,
        fills_move: row.fills_move,
        carries_over: row.carries_over,
        acrobatic: row.acrobatic,
    })
}

fn combat(files: &[(&str, &str)], c: &mut Content) -> Result<(), ContentError> {
    let source = Source::find(files, "victory/combat.toml")?;
    let file: CombatFile = source.parse()?;
    let range: Option<[i8; 6]> = file.range.shift.get_ref().clone().try_into().ok();
    let range = range.ok_or_else(|| source.at(file.range.shift.span(), "expected six shifts (WV-MOD-04)"))?;
    let m = file.modifiers;
    c.modifiers = Modifiers {
        range,
        head: m.aspect_head_to_head,
        rear: m.aspect_rear,
        side: m.aspect_side,
        jink: m.target_jink,
        barrel_roll: m.target_barrel_roll,
        falling_leaf: m.target_falling_leaf,
        tailing: m.tailing,
        long_burst: m.long_burst,
    };
    for t in file.target {
        source.check((1..=20).contains(t.hits.get_ref()), t.hits.span(), || "expected 1 to 20".to_owned())?;
        c.targets.push(TargetRow {
            balloon: t.id == "balloon",
            id: t.id,
            name: t.name,
            hits: *t.hits.get_ref(),
            die: t.die,
            range: t.range,
            range_min: t.range_min,
            flak: t.megahex,
            spotting: t.spotting,
            size: t.size,
        });
    }
    let f = file.flak;
    c.flak = FlakRow { die: f.die, heavy: f.heavy_shift, near: f.near, direct: f.direct };
    let levels = *file.bombing.levels_per_shift.get_ref();
    source.check(levels > 0, file.bombing.levels_per_shift.span(), || "expected 1 or more".to_owned())?;
    c.bombing = (file.bombing.die, levels);
    let rows = file.time_freeze.row.get_ref();
    let fits = rows.len() == 11 && rows.iter().all(|r| r.len() == 11);
    source.check(fits, file.time_freeze.row.span(), || "expected 11 rows of 11 cells".to_owned())?;
    for (to, from) in c.time_freeze.iter_mut().zip(rows) {
        to.copy_from_slice(from);
    }
    Ok(())
}
