//! What is made of a set-up: every figure is checked, and the state that comes out can be played.

use super::{Setup, SkillSetup, Team, UsedSkill, VehicleSetup};
use crate::ace_rules::Skills;
use crate::anchor_and_chain::Anchor;
use crate::automated_tripod::{self};
use crate::content::{Content, DamageDeck, DeckId, LastManeuver, Model, Skill};
use crate::gun_positions::Gun;
use crate::invasion::{self};
use crate::number_of_players;
use crate::scenarios::{self, TWO_BOXES};
use crate::state::{DeckLeft, Fate, HeldCard, Objective, State, Step, Table, VehicleId};
use crate::take_off_and_landing::{Field, Run};
use crate::terrain_elements::TerrainPiece;
use crate::tripods_in_ww2::{self};
use crate::tripods_vs_tripods::Pilot;
use crate::vehicle::{Airplane, Craft, Tripod, Vehicle};
use geometry::{Angle, Area, Pose, overlaps};
use std::sync::Arc;
use table::{Dice, Seat, SeatId, Secret, SetupError};

/// Where everybody sits, in which area, with what.
pub(crate) fn begin(content: &Arc<Content>, setup: &Setup, seed: u64) -> Result<State, SetupError> {
    let table = lay_table(content, setup)?;
    let mut state = State {
        turn: setup.turn,
        step: Step::Over,
        vehicles: Vec::with_capacity(setup.vehicles.len()),
        guns: Vec::new(),
        objectives: Vec::with_capacity(setup.objectives.len()),
        held: Vec::with_capacity(16),
        decks: std::array::from_fn(|i| full_deck(&content.damage[i])),
        stack: Vec::new(),
        noted: Vec::new(),
        terrain: Vec::new(),
        field: None,
        clouds: setup.clouds.clone(),
        cloud_sides: setup.cloud_sides.clone(),
        invasion: None,
        work: setup.work.clone(),
        shots: Vec::new(),
        dice: Dice::new(seed),
        picture: setup.picture,
        automated: None,
        outcome: None,
        war: table.ww2.as_ref().map(|_| Box::default()),
        judgement: Arc::clone(&content.judgement),
        table: Arc::new(table),
    };
    if setup.cloud_sides.is_empty() {
        state.cloud_sides = vec![Team::Martians; setup.clouds.len()];
    } else if setup.cloud_sides.len() != setup.clouds.len() {
        return Err(SetupError::by("INV-GEN-03", "cloud_sides", "expected a side for each cloud"));
    }
    state.open_invasion(setup);
    state.field = landing_field(&state, setup)?;
    for (index, vehicle) in setup.vehicles.iter().enumerate() {
        put_vehicle(&mut state, index, vehicle)?;
    }
    for (index, objective) in setup.objectives.iter().enumerate() {
        if let Some(at) = objective.at {
            let inside = state.objective_footprint(Pose { centre: at, heading: Angle::degrees(0) });
            if !at.x.is_finite() || !at.y.is_finite() || !state.table.area.encloses(&inside) {
                let place = format!("objectives[{index}].at");
                return Err(SetupError::by("TT-SCN-04", place, "expected a template wholly inside the area"));
            }
        }
        state.objectives.push(Objective {
            pose: Pose { centre: objective.at.unwrap_or_default(), heading: Angle::degrees(0) },
            placed: objective.at.is_some(),
            red_weed: objective.red_weed,
            destroyed: objective.destroyed,
            reached: objective.reached,
        });
    }
    for (index, terrain) in setup.terrain.iter().enumerate() {
        if terrain.at.is_some_and(|at| !state.table.area.contains(at)) {
            let place = format!("terrain[{index}].at");
            return Err(SetupError::by("TT-SCN-04", place, "expected a place inside the area"));
        }
        state.terrain.push(TerrainPiece {
            kind: terrain.kind,
            pose: Pose { centre: terrain.at.unwrap_or_default(), heading: terrain.facing },
            placed: terrain.at.is_some(),
            used: terrain.used,
            destroyed: terrain.destroyed,
        });
    }
    if setup.clouds.iter().any(|at| !at.x.is_finite() || !at.y.is_finite()) {
        return Err(SetupError::by("TT-SMK-03", "clouds", "expected places in millimetres"));
    }
    stack_cards(&mut state, setup)?;
    automated_tripod::prepare(&mut state, setup)?;
    no_overlaps(&state)?;
    if setup.step.is_none() {
        off_terrain(&state)?;
    }
    Ok(state)
}

fn full_deck(deck: &DamageDeck) -> DeckLeft {
    let mut rows = [0; crate::content::DAMAGE_ROWS];
    for (row, card) in deck.cards.iter().enumerate() {
        rows[row] = card.count;
    }
    DeckLeft { total: deck.total(), rows }
}

/// The field lies wholly inside the area, in a game with altitude rules. One that the scenario does not know of can
/// not be placed by the players.
fn landing_field(state: &State, setup: &Setup) -> Result<Option<Field>, SetupError> {
    let asked = state.table.scenario.as_ref().is_some_and(|s| s.field.is_some());
    let Some(field) = &setup.field else {
        let why = "this scenario has a landing field: expected a table, with or without its place";
        return if asked { Err(SetupError::by("TT-EAG-02", "field", why)) } else { Ok(None) };
    };
    if field.at.is_none() && !asked {
        let why = "expected the place of the landing field: this scenario does not say where it may lie";
        return Err(SetupError::by("TT-EAG-02", "field.at", why));
    }
    if !setup.altitude {
        return Err(SetupError::by("TT-ALT-14", "field", "a landing field needs altitude = true"));
    }
    let pose = Pose { centre: field.at.unwrap_or_default(), heading: field.facing };
    if field.at.is_some_and(|at| {
        !at.x.is_finite() || !at.y.is_finite() || !state.table.area.encloses(&state.field_outline(pose))
    }) {
        return Err(SetupError::by("TT-EAG-02", "field.at", "expected a field wholly inside the area"));
    }
    Ok(Some(Field { pose, placed: field.at.is_some() }))
}

/// TT-GEN-07: the altitude rules are played from a table of the components.
pub(crate) fn altitude_table<'a>(
    content: &'a Content,
    place: &str,
) -> Result<&'a Arc<crate::content::Altitude>, SetupError> {
    content.altitude.as_ref().ok_or_else(|| {
        let why = "these components have no [altitude] table: expected one in altitude.toml";
        SetupError::by("TT-GEN-07", place, why)
    })
}

/// The longest side of a table, in millimetres. Places are listed over the whole of it.
pub(crate) const AREA_LIMIT: f64 = 5000.0;

fn lay_table(content: &Arc<Content>, setup: &Setup) -> Result<Table, SetupError> {
    let [width, height] = setup.area;
    if ![width, height].iter().all(|side| (0.0..=AREA_LIMIT).contains(side)) {
        let why = format!(
            "expected two lengths of at most {AREA_LIMIT} mm, as in scenario files, found {width} x {height}"
        );
        return Err(SetupError::by("TT-GEO-06", "area", why));
    }
    if (width < 900.0 || height < 900.0) && !setup.mat || width < 400.0 || height < 400.0 {
        let why = format!("the area must be at least 900 x 900 mm, found {width} x {height}");
        return Err(SetupError::by("TT-GEO-06", "area", why));
    }
    if setup.mat && width > height {
        let why = format!("the home sides of a mat are its shorter ones; found {width} x {height}");
        return Err(SetupError::by("TT-SCN-03", "area", why));
    }
    if setup.turn == 0 || setup.turn_limit == 0 {
        return Err(SetupError::by("TT-SEQ-01", "turn", "turns are counted from 1"));
    }
    if setup.vehicles.len() > 200 || setup.seats.len() > SeatId::MAX {
        let why = format!("this program seats at most {} players with 200 vehicles", SeatId::MAX);
        return Err(SetupError::new("vehicles", why));
    }
    if setup.terrain.len() > TWO_BOXES {
        let why = format!("expected at most {TWO_BOXES} terrain templates, found {}", setup.terrain.len());
        return Err(SetupError::by("TT-TER-01", "terrain", why));
    }
    let mut models = Vec::new();
    for (index, vehicle) in setup.vehicles.iter().enumerate() {
        let place = |field: &str| format!("vehicles[{index}].{field}");
        let Some(model) = content.model(&vehicle.model) else {
            let known: Vec<&str> = content.models.iter().map(|m| m.id()).collect();
            let why = format!("no vehicle {:?}; expected one of {}", vehicle.model, known.join(", "));
            return Err(SetupError::by("TT-SET-02", place("model"), why));
        };
        let Some(seat) = setup.seats.get(vehicle.seat.index()) else {
            let why = format!("there is no {}; the set-up has {} seats", vehicle.seat, setup.seats.len());
            return Err(SetupError::by("TT-GEN-02", place("seat"), why));
        };
        invasion::check_vehicle(setup, vehicle, seat, model, place)?;
        models.push(match content.ww2.as_ref().filter(|_| setup.ww2) {
            Some(figures) => tripods_in_ww2::against_ww2(model, figures),
            None => Arc::clone(model),
        });
    }
    tripods_in_ww2::check(content, setup)?;
    invasion::check_components(content, setup)?;
    number_of_players::division(setup)?;
    automated_tripod::check_seats(content, setup)?;
    let file = content.scenario(&setup.scenario);
    match scenarios::Scenario::parse(&setup.scenario) {
        Some(scenarios::Scenario::SimpleBattle) => {}
        Some(scenarios::Scenario::BringProof) => scenarios::bring_proof::check(setup)?,
        None if file.is_some() => {}
        None => return Err(SetupError::new("scenario", format!("no scenario {:?}", setup.scenario))),
    }
    if let Some(variant) = &setup.variant {
        let known = file
            .map_or_else(|| Err("this scenario has no variants".to_owned()), |f| f.check_variant(variant));
        known.map_err(|why| SetupError::new("variant", why))?;
    }
    let reserves = reserves(setup, file.map(|f| f.reserve.as_slice()).unwrap_or_default());
    let places = setup
        .vehicles
        .iter()
        .zip(&reserves)
        .map(|(v, reserve)| {
            if let (Some(row), Some(file)) = (reserve, file) {
                return file.reserve[*row].place;
            }
            let team = setup.seats[v.seat.index()].team;
            let force = file.and_then(|f| f.force(team, setup.variant.as_deref()));
            force.map(|f| f.place).unwrap_or_default()
        })
        .collect();
    let place_rule = |(v, reserve): (&VehicleSetup, &Option<usize>)| {
        // A reinforcement whose scenario says where it comes in has an entry of its own (INV-ALI-05).
        let row = reserve.zip(file).map(|(row, file)| &file.reserve[row]).filter(|row| row.away.is_some());
        if let Some(rule) = row.and_then(|row| row.rule.as_deref()) {
            return crate::content::intern(rule);
        }
        let team = setup.seats[v.seat.index()].team;
        let force = file.and_then(|f| f.force(team, setup.variant.as_deref()));
        force.and_then(|f| f.rule.as_deref()).map_or("TT-SCN-04", crate::content::intern)
    };
    let place_rules = setup.vehicles.iter().zip(&reserves).map(place_rule).collect();
    let teams: Vec<Team> = setup.seats.iter().map(|s| s.team).collect();
    let seats: Vec<Seat> = setup
        .seats
        .iter()
        .enumerate()
        .map(|(index, seat)| Seat {
            id: SeatId(index as u8),
            name: seat.name.clone(),
            team: seat.team.id(),
            team_name: seat.team.name().to_owned(),
        })
        .collect();
    let pilot = |v: &VehicleSetup| v.pilot.unwrap_or(Pilot::of(setup.seats[v.seat.index()].team));
    let pilots: Vec<Pilot> = setup.vehicles.iter().map(pilot).collect();
    if file.is_some_and(|f| f.altitude) && !setup.altitude {
        let why = "this scenario is played with altitude rules: expected altitude = true";
        return Err(SetupError::by("TT-EAG-08", "altitude", why));
    }
    if let Some(file) = file.filter(|f| f.ww2 && !setup.ww2) {
        let why = format!("{} is played in WW2: expected ww2 = true", file.title);
        return Err(SetupError::by("INV-WW2-01", "ww2", why));
    }
    let altitude = setup.altitude.then(|| altitude_table(content, "altitude").cloned()).transpose()?;
    Ok(Table {
        altitude,
        ww2: content.ww2.clone().filter(|_| setup.ww2),
        place_rules,
        content: Arc::clone(content),
        names: names(&models, &pilots),
        seats,
        models,
        teams,
        pilots,
        area: Area { width, height },
        scenario: file.cloned(),
        places,
        reserves,
        setup: setup.clone(),
    })
}

/// The vehicles that wait behind the lines are the last of a set-up, in the order of the scenario's file.
fn reserves(setup: &Setup, rows: &[scenarios::Reserve]) -> Vec<Option<usize>> {
    let first = setup.vehicles.len().saturating_sub(rows.len());
    let row = |(index, v): (usize, &VehicleSetup)| {
        let row = index.checked_sub(first)?;
        let fits = setup.seats[v.seat.index()].team == rows.get(row)?.team;
        (fits && index > 0).then_some(row)
    };
    setup.vehicles.iter().enumerate().map(row).collect()
}

/// "Nieuport 16", or "Nieuport 16 (2)" where several of a kind are in play. A tripod with a human pilot was
/// captured: that is how people tell it from the others.
fn names(models: &[Arc<Model>], pilots: &[Pilot]) -> Vec<String> {
    let captured = |n: usize| models[n].tripod().is_some() && pilots[n] == Pilot::Human;
    let same =
        |one: usize, other: usize| models[one].id() == models[other].id() && captured(one) == captured(other);
    let count = |upto: usize, of: usize| (0..upto).filter(|n| same(*n, of)).count();
    let name = |index: usize| {
        let prefix = if captured(index) { "Captured " } else { "" };
        let name = format!("{prefix}{}", models[index].name());
        if count(models.len(), index) > 1 { format!("{name} ({})", count(index, index) + 1) } else { name }
    };
    (0..models.len()).map(name).collect()
}

fn put_vehicle(state: &mut State, index: usize, setup: &VehicleSetup) -> Result<(), SetupError> {
    let place = |field: &str| format!("vehicles[{index}].{field}");
    let model = Arc::clone(&state.table.models[index]);
    let pose = Pose { centre: setup.at.unwrap_or_default(), heading: setup.facing };
    let fate = setup.fate.unwrap_or(if setup.at.is_some() { Fate::InPlay } else { Fate::ToCome });
    if fate == Fate::InPlay && !state.table.area.contains(pose.centre) {
        let why = format!("({}, {}) is outside of the area", pose.centre.x, pose.centre.y);
        return Err(SetupError::by("TT-EXT-01", place("at"), why));
    }
    if !pose.centre.x.is_finite() || !pose.centre.y.is_finite() {
        return Err(SetupError::by("TT-GEO-01", place("at"), "expected two lengths in millimetres"));
    }
    let (owner, own) = (setup.seat, state.audience_of(setup.seat));
    let rating = model.tripod().map_or(0, |m| m.energy_rating.saturating_sub(setup.tripod.battery));
    let energy = setup.energy.unwrap_or(rating);
    if energy > rating {
        let why = format!("energy {energy} is above the rating {rating}");
        return Err(SetupError::by("TT-RCH-04", place("energy"), why));
    }
    if setup.wounds > 1 && fate == Fate::InPlay {
        return Err(SetupError::by("TT-SPC-06", place("wounds"), "a second wound eliminates a vehicle"));
    }
    if model.airplane().is_some() && setup.hidden.engine > 1 && fate == Fate::InPlay {
        let why = "a second engine damage eliminates an airplane";
        return Err(SetupError::by("TT-SPC-06", place("hidden.engine"), why));
    }
    let carried = match setup.carried {
        None => None,
        Some(number) => Some(model.deck().row_of(number).ok_or_else(|| {
            SetupError::by(
                "TT-CAN-08",
                place("carried"),
                format!("deck {} has no card {number}", model.deck().id),
            )
        })?),
    };
    weapons(state, setup, &model, &place)?;
    let level = level(state, index, setup, &model)?;
    let skills = skills(setup, &model, &place)?;
    let team = state.table.team_audience(state.table.teams[owner.index()]);
    let (airplane, tripod) = (Airplane::read(setup, own), Tripod::read(setup, team));
    let gun = Gun { jammed_now: state.counts_now(setup.jammed, setup.jammed_now), ..airplane.gun };
    let loading_now = state.counts_now(setup.airplane.loading, setup.loading_now);
    let (craft, stray) = match &*model {
        Model::Airplane(_) => {
            let carried = Secret::new(own, carried);
            let craft = Craft::Airplane(Airplane { gun, skills, loading_now, carried, level, ..airplane });
            (craft, (tripod != Tripod::default()).then_some("an airplane has no tripod console"))
        }
        Model::Tripod(_) => {
            let empty = carried.is_none() && airplane == Airplane::new(own);
            let craft = Craft::Tripod(Tripod { energy, rating, ..tripod });
            (craft, (!empty).then_some("a tripod has no airplane console"))
        }
    };
    if let Some(why) = stray {
        return Err(SetupError::by("TT-SET-02", format!("vehicles[{index}]"), why));
    }
    let id = VehicleId(index as u8);
    let vehicle = Vehicle {
        pose,
        fate,
        owner,
        planned: false,
        plan: Secret::new(own, [None; 3]),
        bound: Secret::new(own, crate::content::Restrictions::default()),
        hidden: Secret::new(own, setup.hidden),
        declared: setup.declared.map(|d| Secret::new(own, d)),
        flown: None,
        flames: setup.flames,
        wounds: setup.wounds,
        craft,
    };
    state.vehicles.push(vehicle);
    state.mount_guns(id, setup, &place)?;
    state.seat_plane(id, setup, &place)?;
    if setup.noted || setup.hidden.note > 0 {
        state.noted.push(id);
    }
    if let Some(number) = setup.flown {
        let row = model.deck().row_of(number).ok_or_else(|| {
            SetupError::by(
                "TT-PLN-02",
                place("flown"),
                format!("deck {} has no card {number}", model.deck().id),
            )
        })?;
        state[id].flown = Some(row);
    }
    for (number, held) in setup.damage.iter().enumerate() {
        let (deck, row) = card_of(&state.table.content, &held.card).map_err(|why| {
            SetupError::by("TT-DMG-01", format!("vehicles[{index}].damage[{number}].card"), why)
        })?;
        if !take(&mut state.decks[deck.index()], row) {
            let why = format!("deck {deck} holds no further {:?}", held.card);
            return Err(SetupError::by("TT-SET-07", format!("vehicles[{index}].damage[{number}].card"), why));
        }
        let audience = held.known_to.map_or(own, |bomber| own.and(bomber));
        state.held.push(HeldCard {
            vehicle: id,
            deck,
            aimed: held.aimed,
            sniper: held.sniper,
            doubled: held.doubled,
            bomb: held.bomb,
            shown: held.shown,
            points_only: held.points_only,
            turn: held.turn,
            row: Secret::new(audience, row),
        });
    }
    // In the middle of a salvo it may be beaten already: it falls when all cards are drawn (TT-DMG-04).
    let drawing = matches!(state.table.setup.step, Some(Step::Drawing { .. })) && state.work.shots > 0;
    if fate == Fate::InPlay && state.is_beaten(id) && !drawing {
        let why = format!("this damage eliminates it: the resistance is {}", model.resistance());
        return Err(SetupError::by("TT-DMG-02", place("damage"), why));
    }
    if setup.plan.is_some() && fate != Fate::InPlay {
        return Err(SetupError::by("TT-PLN-01", place("plan"), "only a vehicle in play has a plan"));
    }
    Ok(())
}

/// Special weapons are for airplanes, and name vehicles that exist.
fn weapons(
    state: &State,
    setup: &VehicleSetup,
    model: &Model,
    place: &impl Fn(&str) -> String,
) -> Result<(), SetupError> {
    let known = |id: VehicleId| state.table.models.get(id.index()).is_some_and(|m| m.tripod().is_some());
    let carried = &setup.airplane;
    let armed =
        carried.rockets > 0 || carried.anchor != Anchor::None || carried.cannon || carried.flight.is_some();
    if armed && model.tripod().is_some() {
        return Err(SetupError::by("TT-AFR-07", place("rockets"), "only airplanes carry special weapons"));
    }
    if carried.rockets > 2 {
        return Err(SetupError::by("TT-RKT-01", place("rockets"), "expected at most two rocket counters"));
    }
    if carried.flight.is_some_and(|f| !known(f.target)) || carried.hook.is_some_and(|h| !known(h.target)) {
        return Err(SetupError::by("TT-RKT-03", place("flight"), "expected a tripod of this match"));
    }
    Ok(())
}

/// The level of an airplane, if there are levels (TT-ALT-01).
fn level(state: &State, index: usize, setup: &VehicleSetup, model: &Model) -> Result<u8, SetupError> {
    let by =
        |rule, field: &str, why: String| Err(SetupError::by(rule, format!("vehicles[{index}].{field}"), why));
    let (ww2, console) = (state.ww2().is_some(), &setup.airplane);
    let marks = match console.last {
        LastManeuver::Stall => !ww2,
        LastManeuver::Overdive => true,
        LastManeuver::FastStraight | LastManeuver::SplitS => {
            if !ww2 {
                let why = "expected a WW2 airplane in a match with ww2 = true".to_owned();
                return by("INV-WW2-15", "last", why);
            }
            false
        }
        _ => false,
    };
    let Some((figures, plane)) = state.altitude().zip(model.airplane()) else {
        let why = "expected an airplane in a match with altitude = true".to_owned();
        return match setup {
            VehicleSetup { level: Some(_), .. } => by("TT-ALT-01", "level", why),
            _ if console.climb > 0 => by("TT-ALT-02", "climb", why),
            _ if console.run != Run::None => by("TT-ALT-14", "run", why),
            _ if marks => by("TT-ALT-10", "last", why),
            _ => Ok(0),
        };
    };
    let by_field = state.table.places[index] == scenarios::ForcePlace::ByField;
    let start = if by_field { figures.ground_level } else { figures.start_level.min(plane.ceiling_level) };
    let level = setup.level.unwrap_or(start);
    if level > plane.ceiling_level {
        let why = format!("level {level} is above the ceiling, {}", plane.ceiling_level);
        return by("TT-ALT-03", "level", why);
    }
    if console.climb >= plane.climb_counters || (console.climb > 0 && level == figures.ground_level) {
        let why = format!("expected fewer than {} climb counters, and none at level 0", plane.climb_counters);
        return by("TT-ALT-02", "climb", why);
    }
    if console.run != Run::None && level != figures.ground_level {
        let why = format!("take-off and landing are made at level 0, not at {level}");
        return by("TT-ALT-14", "run", why);
    }
    if console.run.is_landing() && state.field_pose().is_none() {
        return by("TT-ALT-15", "run", "there is no landing field".to_owned());
    }
    Ok(level)
}

/// TT-ACE-01, TT-ACE-06: known skills, each once, for airplanes only.
fn skills(
    setup: &VehicleSetup,
    model: &Model,
    place: &impl Fn(&str) -> String,
) -> Result<Skills, SetupError> {
    let mut skills = Skills::default();
    for row in &setup.skills {
        let used = match row {
            SkillSetup::Ready(word) => {
                UsedSkill { skill: word.clone(), counters: 0, recovering: false, fresh: false }
            }
            SkillSetup::Used(used) => used.clone(),
        };
        let Some(skill) = Skill::parse(&used.skill) else {
            let known: Vec<&str> = Skill::ALL.iter().map(|s| s.word()).collect();
            let why = format!("no skill {:?}; expected one of {}", used.skill, known.join(", "));
            return Err(SetupError::by("TT-ACE-06", place("skills"), why));
        };
        if model.tripod().is_some() {
            return Err(SetupError::by("TT-ACE-01", place("skills"), "only airplanes have aces"));
        }
        if !skills.add(skill) {
            let why = format!("{} is given twice to one pilot", skill.name());
            return Err(SetupError::by("TT-ACE-01", place("skills"), why));
        }
        skills.restore(skill, used.counters, used.recovering, used.fresh);
    }
    Ok(skills)
}

pub(crate) fn take(deck: &mut DeckLeft, row: u8) -> bool {
    let left = &mut deck.rows[usize::from(row)];
    if *left == 0 {
        return false;
    }
    *left -= 1;
    deck.total -= 1;
    true
}

/// "B 3 circuits": the deck's letter, then the card's name.
pub(crate) fn card_of(content: &Content, text: &str) -> Result<(DeckId, u8), String> {
    let (letter, name) = text.split_once(' ').unwrap_or((text, ""));
    let deck = DeckId::parse(letter)
        .ok_or_else(|| format!("expected a deck's letter and a card, found {text:?}"))?;
    let cards = &content.damage[deck.index()];
    cards.find(name).map(|row| (deck, row as u8)).ok_or_else(|| {
        let names: Vec<&str> = cards.cards.iter().map(|c| c.name.as_str()).collect();
        format!("deck {deck} has no card {name:?}; expected one of: {}", names.join(", "))
    })
}

fn stack_cards(state: &mut State, setup: &Setup) -> Result<(), SetupError> {
    for (deck, cards) in &setup.stack {
        let mut left = state.decks[deck.index()];
        for (number, name) in cards.iter().enumerate() {
            let place = || format!("stack.{deck}[{number}]");
            let row = state.table.content.damage[deck.index()].find(name).ok_or_else(|| {
                let why = card_of(&state.table.content, &format!("{deck} {name}")).err().unwrap_or_default();
                SetupError::by("TT-SET-07", place(), why)
            })?;
            if !take(&mut left, row as u8) {
                let why = format!("deck {deck} holds no further {name:?}");
                return Err(SetupError::by("TT-SET-07", place(), why));
            }
            state.stack.push((*deck, row as u8));
        }
    }
    Ok(())
}

/// Tripods are not set up on terrain; later they may well stand there (TT-TER-01).
fn off_terrain(state: &State) -> Result<(), SetupError> {
    let on_terrain = |id: &VehicleId| state.terrain_under(&state.footprint(*id)).next().is_some();
    match state.tripods().find(on_terrain) {
        Some(id) => {
            let why = format!("{} is set up on terrain", state.name(id));
            Err(SetupError::by("TT-TER-01", format!("vehicles[{}].at", id.0), why))
        }
        None => Ok(()),
    }
}

/// Tripods may not stand on each other (TT-SET-08).
fn no_overlaps(state: &State) -> Result<(), SetupError> {
    let tripods: Vec<VehicleId> = state.tripods().collect();
    for (number, one) in tripods.iter().enumerate() {
        for other in &tripods[..number] {
            if overlaps(&state.footprint(*one), &state.footprint(*other)) {
                let why = format!("{} overlaps {}", state.name(*one), state.name(*other));
                return Err(SetupError::by("TT-SET-08", format!("vehicles[{}].at", one.0), why));
            }
        }
    }
    Ok(())
}
