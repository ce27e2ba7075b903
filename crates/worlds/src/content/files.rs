//! Reading the component files.

use super::rows::{
    BoardsFile, CardsFile, ChartsFile, CounterRow, CountersFile, EventsFile, MapFile, OpRow, PlayRow,
    ScenariosFile, Side, WordChart,
};
use super::{
    Chart, Content, Costs, EventCard, LandCard, MartianActionRow, Op, Play, ScenarioRow, SeaCard, ShipRow,
    ZoneRow,
};
use crate::board;
use crate::kinds::{Colour, HEXES, Hex, Phase, UNITS, UnitKind, ZONES, ZoneId, ZoneState};
use crate::steward::Judgement;
use components::{ContentError, Judged, Parsed, Source, Spanned};
use std::ops::Range;
use std::sync::Arc;
use table::state_hash;

/// The files that come with the program.
pub const BUILT_IN: components::Files<'static> = components::files!(
    "../../../../content/worlds/":
    "counters.toml",
    "map.toml",
    "charts.toml",
    "boards.toml",
    "cards.toml",
    "events.toml",
    "scenarios.toml",
    "judgement.toml",
    "balance.toml",
);

pub(super) fn parse(files: &[(&str, &str)]) -> Result<Content, ContentError> {
    let mut content = Content::empty();
    counters(files, &mut content)?;
    map(files, &mut content)?;
    charts(files, &mut content)?;
    boards(files, &mut content)?;
    cards(files, &mut content)?;
    events(files, &mut content)?;
    scenarios(files, &mut content)?;
    content.judged = Judged::read(files, BUILT_IN, Judgement::NAMES)?;
    content.judgement = Arc::new(Judgement::of(&content.judged.values()).unwrap_or_default());
    content.hash = state_hash(&Parsed::of(files)?);
    Ok(content)
}

fn counters(files: &[(&str, &str)], c: &mut Content) -> Result<(), ContentError> {
    let source = Source::find(files, "counters.toml")?;
    let file: CountersFile = source.parse()?;
    let faces = file.die.faces.get_ref();
    let fair = faces.len() == 6 && faces.iter().all(|f| f.index() < 3);
    source
        .check(fair, file.die.faces.span(), || "expected six faces, each green, yellow or red".to_owned())?;
    source.check(file.die.r#match.get_ref() == "exact", file.die.r#match.span(), || {
        "expected \"exact\" (WW-DIE-02)".to_owned()
    })?;
    c.die.copy_from_slice(faces);
    c.range_colour = [file.range_colour.one, file.range_colour.two, file.range_colour.three];
    let t = &file.tracks;
    source.check((8..=20).contains(t.end.get_ref()), t.end.span(), || "expected 8 to 20".to_owned())?;
    c.points_per_step = t.points_per_step.max(1);
    c.track_end = *t.end.get_ref();
    c.flying_machine_pieces = t.flying_machine_pieces.max(1);
    for (place, colour) in &t.end_of_turn_roll {
        let place: u8 =
            place.parse().map_err(|_| source.at(t.end.span(), "expected a space of the track"))?;
        c.end_of_turn_roll.push((place, *colour));
    }
    c.new_cylinder_at.clone_from(t.new_cylinder_at.get_ref());
    let s = &file.scoring;
    c.score.tripod = s.tripod_destroyed_human;
    c.score.escaped = s.refugee_point_escaped_human;
    c.score.refugee_captured = s.refugee_point_captured_martian;
    c.score.refugee_destroyed = s.refugee_point_destroyed_martian;
    c.score.unit_captured = s.unit_captured_in_battle_martian;
    c.score.destroyed_zone = s.destroyed_zone_martian;
    c.score.red_weed_zone = s.red_weed_zone_martian;
    let order = [
        Phase::Production,
        Phase::Devastation,
        Phase::Battle,
        Phase::HumanAction,
        Phase::Escape,
        Phase::MartianAction,
        Phase::Assembly,
        Phase::Event,
    ];
    source.check(file.phases.order.get_ref()[..] == order, file.phases.order.span(), || {
        "expected the eight phases in the order of WW-SEQ-01".to_owned()
    })?;
    let k = &file.costs;
    c.costs = Costs {
        units: [k.infantry, k.cavalry, k.field_gun, k.siege_gun],
        random_harbour: k.random_harbour,
        chosen_harbour: k.chosen_harbour,
        random_plan: k.random_battle_plan,
        chosen_plan: k.chosen_battle_plan,
    };
    for gun in &file.gun {
        let kind = *gun.id.get_ref();
        source
            .check(kind.is_gun(), gun.id.span(), || "expected field_gun, siege_gun or gun_95t".to_owned())?;
        source.check((1..=6).contains(gun.dice.get_ref()), gun.dice.span(), || {
            "expected 1 to 6 dice".to_owned()
        })?;
        c.gun_dice[kind as usize] = *gun.dice.get_ref();
        c.gun_moves[kind as usize] = gun.may_move;
    }
    for ship in file.warship {
        let kind = *ship.id.get_ref();
        c.ships[kind as usize] = ShipRow { name: ship.name, cost: ship.cost, dice: ship.dice, ram: ship.ram };
    }
    for plan in &file.battle_plan {
        c.plans[plan.id as usize] = plan.count;
        c.plan_texts[plan.id as usize].clone_from(&plan.effect);
    }
    counter_mix(&source, &file.counter, c)
}

fn counter_mix(source: &Source, rows: &[CounterRow], c: &mut Content) -> Result<(), ContentError> {
    let count = |id: &str| rows.iter().find(|r| r.id.get_ref() == id);
    let wanted = |id: &str| {
        count(id)
            .map(|r| (r.count, r.id.span()))
            .ok_or_else(|| source.at(0..0, format!("expected a counter {id:?}")))
    };
    let (waves, at) = wanted("wave")?;
    source.check(usize::from(waves) == crate::kinds::WAVES, at, || {
        "expected 5 Wave counters (WW-CMP-03)".to_owned()
    })?;
    let (tripods, at) = wanted("tripod")?;
    let per_colour = count("tripod").and_then(|r| r.per_colour).unwrap_or_default();
    source
        .check(tripods == 30 && per_colour == 6, at, || "expected 30 Tripods, 6 of each colour".to_owned())?;
    c.per_colour = per_colour;
    c.earthworks = wanted("earthworks")?.0;
    c.powder_mills = wanted("powder_mill")?.0;
    let machines = count("handling_machine").and_then(|r| r.colours.as_ref());
    for (i, colour) in Colour::DIE.iter().enumerate() {
        let n = machines.and_then(|m| m.get(colour.name())).and_then(toml::Value::as_integer);
        let n = n.and_then(|n| u8::try_from(n).ok());
        c.machines[i] = n.ok_or_else(|| {
            source.at(wanted("handling_machine").map_or(0..0, |w| w.1), "expected a number for each colour")
        })?;
    }
    let mut slot = 0_usize;
    for kind in UnitKind::ALL {
        let n = match kind {
            UnitKind::Infantry => wanted("infantry")?,
            UnitKind::Cavalry => wanted("cavalry")?,
            UnitKind::FieldGun => wanted("field_gun")?,
            UnitKind::SiegeGun => wanted("siege_gun")?,
            _ => (1, 0..0),
        };
        for _ in 0..n.0 {
            source
                .check(slot < UNITS, n.1.clone(), || format!("at most {UNITS} unit counters fit the box"))?;
            c.unit_kind[slot] = kind;
            c.units_of_kind[kind as usize] |= 1 << slot;
            slot += 1;
        }
    }
    c.guns = c.mask(UnitKind::FieldGun) | c.mask(UnitKind::SiegeGun) | c.mask(UnitKind::Gun95t);
    Ok(())
}

fn map(files: &[(&str, &str)], c: &mut Content) -> Result<(), ContentError> {
    let source = Source::find(files, "map.toml")?;
    let file: MapFile = source.parse()?;
    c.map_size = [file.map.width, file.map.height];
    source.check(
        *file.map.zones.get_ref() == ZONES && file.zone.len() == ZONES,
        file.map.zones.span(),
        || format!("expected {ZONES} zones"),
    )?;
    for counter in &file.production_counter {
        for side in counter.sides.get_ref() {
            for &workforce in &side.workforce {
                source.check(workforce < 13, counter.sides.span(), || {
                    "expected Workforce up to 12".to_owned()
                })?;
                c.gears[counter.colour as usize][usize::from(workforce)] = side.gears;
            }
        }
    }
    let ids: Vec<&str> = file.zone.iter().map(|z| z.id.get_ref().as_str()).collect();
    let find = |id: &str, span: Range<usize>| {
        let place = ids.iter().position(|z| *z == id);
        place.map(|i| ZoneId(i as u8)).ok_or_else(|| source.at(span, format!("there is no zone {id:?}")))
    };
    let mut gears = 0_u16;
    for zone in &file.zone {
        let workforce = *zone.workforce.get_ref();
        let printed =
            c.gears[zone.gear_colour as usize].get(usize::from(workforce)).copied().unwrap_or_default();
        source
            .check((1..13).contains(&workforce), zone.workforce.span(), || "expected 1 to 12".to_owned())?;
        source.check(printed == *zone.gears.get_ref(), zone.gears.span(), || {
            format!("expected {printed}, as its Production counter shows at Workforce {workforce}")
        })?;
        gears += u16::from(printed);
        let mut adjacent = 0;
        for id in zone.adjacent.get_ref() {
            adjacent |= find(id, zone.adjacent.span())?.bit();
        }
        let row = zone.martian_move.get_ref();
        let mut moves = [ZoneId(0); 3];
        for (to, id) in moves.iter_mut().zip([&row.green, &row.yellow, &row.red]) {
            *to = find(id, zone.martian_move.span())?;
            source.check(adjacent & to.bit() != 0, zone.martian_move.span(), || {
                format!("{id:?} is not adjacent")
            })?;
        }
        c.zones.push(ZoneRow {
            id: zone.id.get_ref().clone(),
            name: zone.name.clone(),
            x: zone.x,
            y: zone.y,
            colour: zone.gear_colour,
            workforce,
            factory: zone.factory,
            harbour: zone.harbour,
            harbour_name: zone.harbour_name.clone(),
            adjacent,
            two_away: 0,
            martian_move: moves,
        });
    }
    source.check(gears == *file.map.starting_gears.get_ref(), file.map.starting_gears.span(), || {
        format!("expected {gears}, the sum over all zones")
    })?;
    for (i, zone) in file.zone.iter().enumerate() {
        let here = ZoneId(i as u8);
        let mut two = 0;
        for next in crate::kinds::zones_of(c.zones[i].adjacent) {
            source.check(c.zones[next.index()].adjacent & here.bit() != 0, zone.adjacent.span(), || {
                format!("{} is adjacent to {}, and not the other way round", ids[i], ids[next.index()])
            })?;
            two |= c.zones[next.index()].adjacent;
        }
        c.zones[i].two_away = two & !c.zones[i].adjacent & !here.bit();
        c.factories |= if zone.factory { here.bit() } else { 0 };
        c.harbours |= if zone.harbour { here.bit() } else { 0 };
    }
    c.london = find("london", file.map.zones.span())?;
    Ok(())
}

fn charts(files: &[(&str, &str)], c: &mut Content) -> Result<(), ContentError> {
    let source = Source::find(files, "charts.toml")?;
    let file: ChartsFile = source.parse()?;
    let p = &file.cylinder_placement;
    for (i, id) in [&p.green, &p.yellow, &p.red].into_iter().enumerate() {
        c.placement[i] = c
            .zone(id.get_ref())
            .ok_or_else(|| source.at(id.span(), format!("there is no zone {:?}", id.get_ref())))?;
    }
    for (id, bonus) in file.start_bonus.iter().filter(|(id, _)| *id != "provenance") {
        let zone =
            c.zone(id).ok_or_else(|| source.at(0..0, format!("start_bonus: there is no zone {id:?}")))?;
        let bonus = bonus.as_integer().and_then(|n| u8::try_from(n).ok());
        c.start_bonus[zone.index()] =
            bonus.ok_or_else(|| source.at(0..0, format!("start_bonus.{id}: expected a number")))?;
    }
    for (id, colour) in file.initial_handling_machines.iter().filter(|(id, _)| *id != "provenance") {
        let zone = c.zone(id).ok_or_else(|| source.at(0..0, format!("there is no zone {id:?}")))?;
        let found = Colour::DIE.into_iter().find(|k| colour.as_str() == Some(k.name()));
        let colour = found.ok_or_else(|| {
            source.at(0..0, format!("initial_handling_machines.{id}: expected green, yellow or red"))
        })?;
        c.initial_machines.push((zone, colour));
    }
    let d = &file.tripod_devastation;
    c.devastation = [d.green, d.yellow, d.red];
    for attack in &file.devastation_attack {
        c.attacks[attack.id as usize] = (attack.workforce.unsigned_abs(), attack.refugee);
    }
    for row in &file.martian_action {
        let state = match row.state.get_ref().as_str() {
            "red_weed" => ZoneState::RedWeed,
            "destroyed" => ZoneState::Destroyed,
            "standing" => ZoneState::Live,
            _ => return Err(source.at(row.state.span(), "expected red_weed, destroyed or standing")),
        };
        c.martian_action.push(MartianActionRow {
            state,
            min: row.min_workforce,
            max: row.max_workforce,
            results: [row.green, row.yellow, row.red],
        });
    }
    for workforce in 0..13 {
        let states: &[ZoneState] =
            if workforce == 0 { &[ZoneState::Destroyed, ZoneState::RedWeed] } else { &[ZoneState::Live] };
        for state in states {
            source.check(c.martian_row(*state, workforce).is_some(), 0..0, || {
                format!("martian_action: no row for Workforce {workforce}")
            })?;
        }
    }
    for (points, key) in [(0, "refugee_1"), (1, "refugee_2")] {
        let row = file.escape_chart.get(key);
        let row = row.ok_or_else(|| source.at(0..0, format!("expected [escape_chart.{key}]")))?;
        for (i, word) in [&row.green, &row.yellow, &row.red].into_iter().enumerate() {
            c.escape[points][i] = match word.get_ref().as_str() {
                "escape" => super::Escape::Escape,
                "half_escape" if points == 1 => super::Escape::Half,
                "naval_battle" => super::Escape::NavalBattle,
                _ => return Err(source.at(word.span(), "expected escape, half_escape or naval_battle")),
            };
        }
    }
    let words = |chart: &WordChart| [chart.green.clone(), chart.yellow.clone(), chart.red.clone()];
    let charts = [
        (Chart::Scouting, "cavalry_scouting", words(&file.cavalry_scouting), super::SCOUTING),
        (Chart::CylinderAttack, "cylinder_attack", words(&file.cylinder_attack), super::CYLINDER_ATTACK),
        (Chart::Earthworks, "build_earthworks", words(&file.build_earthworks), super::BUILD_EARTHWORKS),
        (Chart::PowderMill, "build_powder_mill", words(&file.build_powder_mill), super::BUILD_POWDER_MILL),
        (Chart::Explosion, "powder_mill_explosion", words(&file.powder_mill_explosion), super::EXPLOSION),
        (Chart::RedWeed, "red_weed", words(&file.red_weed), super::RED_WEED),
        (Chart::Attract, "cavalry_attract", words(&file.cavalry_attract), super::ATTRACT),
    ];
    for (chart, name, found, known) in charts {
        let mut row = [0; 3];
        for (i, word) in found.iter().enumerate() {
            let place = known.iter().position(|k| k == word);
            let place = place.ok_or_else(|| {
                source.at(0..0, format!("{name}: expected one of {}, found {word:?}", known.join(", ")))
            })?;
            row[i] = place as u8;
        }
        c.word_charts[chart as usize] = row;
    }
    Ok(())
}

fn boards(files: &[(&str, &str)], c: &mut Content) -> Result<(), ContentError> {
    let source = Source::find(files, "boards.toml")?;
    let file: BoardsFile = source.parse()?;
    let columns = file.hex_geometry.columns.get_ref();
    source.check(columns[..] == ["A", "B", "C", "D", "E"] && file.hex_geometry.rows == 7, 0..0, || {
        "expected columns A to E and 7 rows".to_owned()
    })?;
    let place = |id: &Spanned<String>, col: u8, row: u8, next: usize| {
        let hex =
            Hex::read(id.get_ref()).filter(|h| h.column() == col && h.row() == row && h.index() == next);
        hex.ok_or_else(|| source.at(id.span(), "expected the hexes A1 to E7, column by column"))
    };
    let letter = |letter: &Option<String>, hex: Hex, row: &mut [Hex; 5]| {
        if letter.as_ref().is_some_and(|l| l.as_bytes() == [b'A' + hex.column()]) {
            row[usize::from(hex.column())] = hex;
        }
    };
    for (i, row) in file.land_hex.iter().enumerate() {
        let hex = place(&row.id, row.col, row.row, i)?;
        letter(&row.letter, hex, &mut c.land_letters);
        c.gun_hexes |= if row.gun { hex.bit() } else { 0 };
        c.blue_hexes |= if row.blue { hex.bit() } else { 0 };
        c.hex_places.push([row.x, row.y]);
    }
    for (i, row) in file.naval_hex.iter().enumerate() {
        let hex = place(&row.id, row.col, row.row, i)?;
        letter(&row.letter, hex, &mut c.sea_letters);
        c.top_hexes |= if row.top { hex.bit() } else { 0 };
        c.black_hexes |= if row.black { hex.bit() } else { 0 };
    }
    source.check(file.land_hex.len() == HEXES && file.naval_hex.len() == HEXES, 0..0, || {
        format!("expected {HEXES} hexes on each board")
    })?;
    source.check(
        c.gun_hexes != 0 && c.blue_hexes != 0 && c.top_hexes != 0 && c.black_hexes != 0,
        0..0,
        || "expected gun, blue, top and black hexes".to_owned(),
    )?;
    c.naval_tripods = file.naval_battle.tripods;
    c.naval_rounds = file.naval_battle.max_rounds.max(1);
    c.range = board::ranges();
    c.around = board::neighbours();
    Ok(())
}

fn cards(files: &[(&str, &str)], c: &mut Content) -> Result<(), ContentError> {
    let source = Source::find(files, "cards.toml")?;
    let file: CardsFile = source.parse()?;
    let place = |letters: [char; 5], span: Range<usize>| {
        let mut columns = [0_u8; 5];
        for (column, letter) in columns.iter_mut().zip(letters) {
            if !('A'..='E').contains(&letter) {
                return Err(source.at(span, "expected a letter A to E for each colour"));
            }
            *column = letter as u8 - b'A';
        }
        Ok(columns)
    };
    let count = file.land_card.get_ref().len();
    source.check((1..=32).contains(&count), file.land_card.span(), || "expected 1 to 32 cards".to_owned())?;
    let count = file.sea_card.get_ref().len();
    source.check((1..=32).contains(&count), file.sea_card.span(), || "expected 1 to 32 cards".to_owned())?;
    for row in file.land_card.into_inner() {
        let (at, span) = (row.place.span(), row.action.span());
        let actions = row.action.into_inner().list();
        source.check(actions.iter().all(|list| (1..=3).contains(&list.len())), span, || {
            "expected one to three actions for each colour".to_owned()
        })?;
        c.land_cards.push(LandCard {
            id: row.id,
            humans: row.initiative == Side::H,
            place: place(row.place.into_inner().list(), at)?,
            actions,
        });
    }
    for row in file.sea_card.into_inner() {
        let at = row.place.span();
        c.sea_cards.push(SeaCard {
            id: row.id,
            humans: row.initiative == Side::H,
            place: place(row.place.into_inner().list(), at)?,
            actions: row.action.into_inner(),
        });
    }
    Ok(())
}

fn events(files: &[(&str, &str)], c: &mut Content) -> Result<(), ContentError> {
    let source = Source::find(files, "events.toml")?;
    let file: EventsFile = source.parse()?;
    let all = file.event.span();
    source
        .check((1..=64).contains(&file.event.get_ref().len()), all, || "expected 1 to 64 cards".to_owned())?;
    for row in file.event.into_inner() {
        let span = row.id.span();
        let ops = |rows: &[OpRow], c: &mut Content| -> Result<Vec<Op>, ContentError> {
            let mut list = Vec::new();
            for op in rows {
                list.extend(one_op(&source, op, &span, c)?);
            }
            Ok(list)
        };
        let play = match row.play {
            PlayRow::Immediate => Play::Immediate(ops(&row.ops, c)?),
            PlayRow::Save => {
                let timing =
                    row.timing.ok_or_else(|| source.at(span.clone(), "a card to save needs its timing"))?;
                Play::Save(timing, ops(&row.ops, c)?)
            }
            PlayRow::Or => Play::Or([ops(&row.ops_a, c)?, ops(&row.ops_b, c)?]),
        };
        c.events.push(EventCard { id: row.id.into_inner(), name: row.name, text: row.text, play });
    }
    Ok(())
}

/// An op as the rules carry it out; a lasting effect goes to its figure instead.
fn one_op(
    source: &Source,
    op: &OpRow,
    span: &Range<usize>,
    c: &mut Content,
) -> Result<Option<Op>, ContentError> {
    let zone = |id: &str, c: &Content| {
        c.zone(id).ok_or_else(|| source.at(span.clone(), format!("there is no zone {id:?}")))
    };
    Ok(Some(match *op {
        OpRow::AuraCapacity { n } => {
            c.curate_capacity = n;
            return Ok(None);
        }
        OpRow::AuraInitiative => return Ok(None),
        OpRow::AuraRerollGunDie { per_round } => {
            c.heliograph_rerolls = per_round;
            return Ok(None);
        }
        OpRow::AuraVpNearWave { n } => {
            c.narrator_points = n;
            return Ok(None);
        }
        OpRow::PlaceCounter { counter, r#where } => Op::Place { unit: counter, n: 1, place: r#where },
        OpRow::PlaceGun { gun, r#where } => Op::Place { unit: gun, n: 1, place: r#where },
        OpRow::PlaceUnit { unit, n, r#where } => Op::Place { unit, n, place: r#where },
        OpRow::FreeShip { ship, n } => Op::FreeShip { ship, n },
        OpRow::PlaceHandlingMachine { colour, .. } => {
            source.check(colour.index() < 3, span.clone(), || "expected green, yellow or red".to_owned())?;
            Op::HandlingMachine { colour }
        }
        OpRow::Earthworks { n } => Op::Earthworks { n },
        OpRow::PowderMill { n, .. } => Op::PowderMill { n },
        OpRow::Production { n } => Op::Production { n },
        OpRow::Discount { item, price } => {
            source.check(UnitKind::BOUGHT.contains(&item), span.clone(), || {
                "expected a unit for sale".to_owned()
            })?;
            Op::Discount { item, price }
        }
        OpRow::LongMove { n, zones } => {
            source.check(zones == 2, span.clone(), || "expected zones = 2".to_owned())?;
            Op::LongMove { n }
        }
        OpRow::MoveRefugees { n } => Op::MoveRefugees { n },
        OpRow::Harbour { n } => Op::Harbour { n },
        OpRow::HitTripod { n, .. } => Op::HitTripod { n },
        OpRow::RandomPlans { n } => Op::RandomPlans { n },
        OpRow::Unweed { n } => Op::Unweed { n },
        OpRow::HumanVp { n } => Op::HumanVp { n },
        OpRow::DamageTripod { waves } => Op::DamageTripod { waves },
        OpRow::CancelDevastation => Op::CancelDevastation,
        OpRow::FlyingMachine { n } => Op::FlyingMachine { n },
        OpRow::RestoreZone { workforce } => Op::RestoreZone { workforce },
        OpRow::LandCylinder { n } => Op::LandCylinder { n },
        OpRow::AssemblyRoll => Op::AssemblyRoll,
        OpRow::Workforce { zone: ref id, n } => Op::Workforce { zone: zone(id, c)?, n },
        OpRow::PlaceRefugee { zone: ref id, points } => Op::PlaceRefugee { zone: zone(id, c)?, points },
        OpRow::SmokeAdjacent { n, .. } => Op::SmokeAdjacent { n: n.unsigned_abs() },
        OpRow::PayOrFlyingMachine { n } => Op::PayOrFlyingMachine { n },
        OpRow::Weed { n, .. } => Op::Weed { n },
        OpRow::PlaceRefugeeNearWaves { points, zones } => Op::RefugeesNearWaves { points, zones },
        OpRow::LoseUnitOrMartianVp { n } => Op::LoseUnit { n },
        OpRow::RepairTripod { n } => Op::RepairTripod { n },
        OpRow::None => Op::None,
    }))
}

fn scenarios(files: &[(&str, &str)], c: &mut Content) -> Result<(), ContentError> {
    let source = Source::find(files, "scenarios.toml")?;
    let file: ScenariosFile = source.parse()?;
    for row in file.scenario {
        let mut green = Vec::new();
        for id in &row.green_handling_machines {
            let zone =
                c.zone(id).ok_or_else(|| source.at(row.id.span(), format!("there is no zone {id:?}")))?;
            green.push(zone);
        }
        source.check(
            row.rolled_colours.len() == usize::from(row.rolled_handling_machines),
            row.id.span(),
            || "expected a colour for each rolled Handling Machine".to_owned(),
        )?;
        source.check(
            *row.waves.get_ref() <= 5 && (1..=5).contains(row.tripods_per_wave.get_ref()),
            row.id.span(),
            || "expected up to 5 Waves of up to 5 Tripods".to_owned(),
        )?;
        c.scenarios.push(ScenarioRow {
            id: row.layer.trim_start_matches("scenario:").to_owned(),
            number: row.number,
            initial_machines: row.initial_handling_machines,
            event_pile: row.event_pile,
            free_units: row.free_units,
            random_harbours: row.random_harbours,
            waves: *row.waves.get_ref(),
            tripods_per_wave: *row.tripods_per_wave.get_ref(),
            production: row.production,
            random_plan: row.random_battle_plan,
            chosen_plan: row.chosen_battle_plan,
            growth: row.tripods_gained_per_turn,
            naval_tripods: row.naval_tripods,
            paid_event: row.paid_event_cost,
            green_machines: green,
            rolled_machines: row.rolled_colours,
            start_production: row.start_production_points,
            opening_rolls: row.opening_rolls_per_machine,
            initial_wave: row.initial_wave,
            initial_cylinder: row.initial_cylinder,
            refugee_per_workforce: row.refugee_per_workforce_lost,
            free_harbour: row.first_random_harbour_free,
        });
    }
    Ok(())
}
