//! Reading the component files.

use super::altitude::{FIRST_TAXI_NUMBER, altitude, lowest_stall, taxi_orders};
use super::bombing::bombing;
use super::rows::{
    AceFile, AirplaneFile, AirplaneRow, CardRow, DamageFile, DamageRow, Geometry, GeometryFile, ManeuverFile,
    RulerFile, TemplateFile, TerrainFile, TripodFile, TripodRow,
};
use super::ww2::ww2;
use super::{
    AirplaneModel, Altitude, CardClass, Content, DAMAGE_ROWS, DamageCard, DamageDeck, DeckId, Draws, Face,
    Gun, ManeuverCard, ManeuverDeck, Model, Projector, RayRuler, Rudder, SideFittings, Skill, SkillFigures,
    Special, Speed, TerrainKind, TerrainShape, TripodModel, intern,
};
use crate::appraise::Judgement;
use crate::scenarios::ScenarioFile;
use components::{ContentError, Judged, Parsed, Source, Spanned};
use geometry::{Angle, Path};
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;
use table::state_hash;

/// The files that come with the program.
pub const BUILT_IN: components::Files<'static> = components::files!(
    "../../../../content/triplanes/":
    "geometry.toml",
    "maneuvers.toml",
    "airplanes.toml",
    "tripods.toml",
    "damage.toml",
    "rulers.toml",
    "templates.toml",
    "terrain.toml",
    "scenarios/spark-of-hope.toml",
    "scenarios/first-contact.toml",
    "scenarios/hunters-hunted.toml",
    "scenarios/a-lonely-invader.toml",
    "scenarios/down-from-the-alps.toml",
    "scenarios/piave.toml",
    "scenarios/eagles-nest.toml",
    "scenarios/captured.toml",
    "scenarios/bombs-away.toml",
    "scenarios/iron-rain.toml",
    "altitude.toml",
    "ww2.toml",
    "scenarios/alsace-again.toml",
    "scenarios/londons-burning.toml",
    "bombing.toml",
    "aces.toml",
    "judgement.toml",
    "balance.toml",
);

fn skills(source: &Source<'_>) -> Result<[SkillFigures; 10], ContentError> {
    let mut figures = [None; 10];
    for row in source.parse::<AceFile>()?.ace_skill {
        let Some(skill) = Skill::parse(row.id.get_ref()) else {
            let known: Vec<&str> = Skill::ALL.iter().map(|s| s.word()).collect();
            let why = format!("unknown skill {:?}; expected one of {}", row.id.get_ref(), known.join(", "));
            return Err(source.at(row.id.span(), why));
        };
        source.check(row.effect_id.get_ref() == skill.effect(), row.effect_id.span(), || {
            format!("expected effect_id {:?} for {}", skill.effect(), skill.word())
        })?;
        let (recovery_counters, uses_per_game) = (row.recovery_counters, row.uses_per_game);
        figures[skill as usize] = Some(SkillFigures { recovery_counters, uses_per_game });
    }
    for skill in Skill::ALL {
        source.check(figures[skill as usize].is_some(), 0..0, || {
            format!("skill {} is missing", skill.word())
        })?;
    }
    Ok(figures.map(Option::unwrap_or_default))
}

fn terrain(source: &Source<'_>) -> Result<[TerrainShape; 5], ContentError> {
    let mut shapes = [None; 5];
    for row in source.parse::<TerrainFile>()?.terrain {
        let Some(kind) = TerrainKind::parse(row.id.get_ref()) else {
            let why = format!(
                "unknown terrain {:?}; expected crater, marsh, pond, woods or trench",
                row.id.get_ref()
            );
            return Err(source.at(row.id.span(), why));
        };
        let [width, length] = row.size_mm;
        shapes[kind as usize] = match row.shape.as_str() {
            "circle" if row.radius_mm > 0.0 => Some(TerrainShape::Circle { radius: row.radius_mm }),
            "rectangle" if width > 0.0 && length > 0.0 => Some(TerrainShape::Rectangle { width, length }),
            _ => {
                let why = "expected a circle with radius_mm or a rectangle with size_mm";
                return Err(source.at(row.id.span(), why));
            }
        };
    }
    for kind in TerrainKind::ALL {
        source
            .check(shapes[kind as usize].is_some(), 0..0, || format!("terrain {} is missing", kind.word()))?;
    }
    Ok(shapes.map(|s| s.unwrap_or(TerrainShape::Circle { radius: 1.0 })))
}

pub(super) fn parse(files: &[(&str, &str)]) -> Result<Content, ContentError> {
    let source = Source::find(files, "geometry.toml")?;
    let geometry = source.parse::<GeometryFile>()?.geometry;
    let ruler = *geometry.airplane_ruler.length_mm.get_ref();
    let halves = (ruler - 2.0 * geometry.airplane_ruler.half_mm).abs() < 1e-9 && ruler > 0.0;
    source.check(halves, geometry.airplane_ruler.length_mm.span(), || {
        "expected a positive length_mm that is twice half_mm".to_owned()
    })?;

    let game_mat = *geometry.game_mat.size_mm.get_ref();
    source.check(game_mat[0] <= game_mat[1], geometry.game_mat.size_mm.span(), || {
        "expected the short side of the mat first".to_owned()
    })?;

    let size = (geometry.card_width_mm, geometry.card_length_mm);
    let template_source = Source::find(files, "templates.toml")?;
    let templates = template_source.parse::<TemplateFile>()?.template;
    let cloud = templates.iter().find(|t| t.id == "black_smoke_cloud");
    let clear_of_smoke = cloud.map(|t| t.harmless_altitudes.clone()).unwrap_or_default();
    let (altitude, taxi_turn) = altitude(files, clear_of_smoke)?.unzip();
    let decks = maneuver_decks(&Source::find(files, "maneuvers.toml")?, size, taxi_turn)?;
    let mut damage = damage_decks(&Source::find(files, "damage.toml")?)?;
    let ww2 = ww2(files, &mut damage)?;
    let mut models = Vec::new();
    let source = Source::find(files, "airplanes.toml")?;
    for row in source.parse::<AirplaneFile>()?.airplane {
        // Without the figures of that era its airplanes stay in the box.
        if row.era.get_ref() == "ww2" && ww2.is_none() {
            continue;
        }
        let variants = row.firepower_variants.clone();
        let model = airplane(&source, row, &geometry, &decks, altitude.as_ref())?;
        // The same airplane with other guns is a version of its own: "sopwith_triplane:B".
        for letter in variants.iter().filter_map(|l| DeckId::parse(l)) {
            if model.guns.iter().all(|g| g.deck != letter) {
                let mut version = model.clone();
                version.id = format!("{}:{letter}", model.id);
                version.name = format!("{} ({letter})", model.name);
                version.guns.iter_mut().for_each(|g| g.arm(letter));
                models.push(Arc::new(Model::Airplane(version)));
            }
        }
        models.push(Arc::new(Model::Airplane(model)));
    }
    let source = Source::find(files, "tripods.toml")?;
    for row in source.parse::<TripodFile>()?.tripod {
        models.push(Arc::new(Model::Tripod(tripod(&source, row, &geometry, &decks)?)));
    }
    let rays = rulers(&Source::find(files, "rulers.toml")?)?;
    let size_of = |id: &str| {
        let size = templates.iter().find(|t| t.id == id).and_then(|t| t.size_mm);
        size.ok_or_else(|| {
            template_source.at(0..0, format!("expected a [[template]] with id = {id:?} and size_mm"))
        })
    };
    let (objective_size, field_size) = (size_of("objective")?, size_of("landing_field")?);
    let bomb_size = size_of("bomb_card")?;
    let bombing = bombing(files)?;
    let (cloud_radius, cloud_inner_radius) =
        cloud.and_then(|t| Some((t.radius_mm?, t.inner_circle_radius_mm?))).ok_or_else(|| {
            let why = "expected a [[template]] black_smoke_cloud with radius_mm and inner_circle_radius_mm";
            template_source.at(0..0, why)
        })?;
    let objective = templates.iter().find(|t| t.id == "objective");
    let objectives = objective.map_or([0, 0], |t| [t.count, t.extra_in_invasion]);
    let zone = |id: &str| {
        let Some(zone) = templates.iter().find(|t| t.id == id).and_then(|t| t.red_zone.as_ref()) else {
            return Ok(None);
        };
        let why = || "expected from_mm below to_mm, and a width_mm above 0".to_owned();
        template_source.check(zone.get_ref().is_sound(), zone.span(), why)?;
        Ok(Some(*zone.get_ref()))
    };
    let red_zones = zone("auto_S")?.zip(zone("auto_L")?).map(|(s, l)| [s, l]);
    let source = Source::find(files, "rulers.toml")?;
    let smoke = source.parse::<RulerFile>()?.ruler.into_iter().find(|r| r.id.get_ref() == "black_smoke");
    let smoke_reach = smoke
        .map(|r| r.length_mm)
        .ok_or_else(|| source.at(0..0, "expected a [[ruler]] with id = \"black_smoke\""))?;
    let mut scenarios = Vec::new();
    for (file, text) in files.iter().filter(|(file, _)| file.starts_with("scenarios/")) {
        scenarios.push(Arc::new(ScenarioFile::parse(file, text, &models, &scenarios)?));
    }
    let terrain = terrain(&Source::find(files, "terrain.toml")?)?;
    let skills = skills(&Source::find(files, "aces.toml")?)?;
    let judged = Judged::read(files, BUILT_IN, Judgement::NAMES)?;
    Ok(Content {
        judgement: Arc::new(Judgement::of(&judged.values()).unwrap_or_default()),
        judged,
        ruler,
        game_mat,
        rays,
        objective_size,
        objectives,
        red_zones,
        field_size,
        bomb_size,
        bombing,
        altitude: altitude.map(Arc::new),
        models,
        damage,
        ww2: ww2.map(Arc::new),
        skills,
        scenarios,
        terrain,
        cloud_radius,
        cloud_inner_radius,
        smoke_reach,
        trace_handle: geometry.pose.trace_handle,
        hash: state_hash(&Parsed::of(files)?),
    })
}

type Decks = BTreeMap<String, Arc<ManeuverDeck>>;

fn maneuver_decks(
    source: &Source<'_>,
    size: (f64, f64),
    taxi_turn: Option<Angle>,
) -> Result<Decks, ContentError> {
    let mut decks = BTreeMap::new();
    for row in source.parse::<ManeuverFile>()?.maneuver_deck {
        let (tripod, ww2) = match row.kind.get_ref().as_str() {
            "tripod" => (true, false),
            "airplane_ww1" => (false, false),
            "airplane_ww2" => (false, true),
            other => {
                let why = format!(
                    "expected kind \"airplane_ww1\", \"airplane_ww2\" or \"tripod\", found {other:?}"
                );
                return Err(source.at(row.kind.span(), why));
            }
        };
        let mut cards = Vec::new();
        let mut numbers = std::collections::BTreeSet::new();
        for spanned in row.card {
            let span = spanned.span();
            let card = spanned.into_inner();
            source.check(card.numbers.len() == card.count && card.count > 0, span.clone(), || {
                format!("card {} counts {} but lists {} numbers", card.id, card.count, card.numbers.len())
            })?;
            for &number in &card.numbers {
                source.check((1..FIRST_TAXI_NUMBER).contains(&number), span.clone(), || {
                    format!("card numbers begin with 1 and end with {}", FIRST_TAXI_NUMBER - 1)
                })?;
                source.check(numbers.insert(number), span.clone(), || {
                    format!("number {number} stands twice in deck {}", row.id.get_ref())
                })?;
            }
            if ww2 {
                cards.extend(speed_cards(source, span, &card, size)?);
            } else {
                cards.push(maneuver_card(source, span, card, tripod, size)?);
            }
        }
        source.check(numbers.len() == row.total_cards, row.id.span(), || {
            format!("total_cards says {}, the rows hold {}", row.total_cards, numbers.len())
        })?;
        let id = row.id.get_ref().clone();
        let needs: &[CardClass] =
            if tripod { &[CardClass::StandingStill] } else { &[CardClass::Straight, CardClass::Stall] };
        for class in needs {
            source.check(cards.iter().any(|c| c.class == *class), row.id.span(), || {
                format!("deck {id} needs a card of the class {class:?}")
            })?;
        }
        source.check(cards.len() <= 32, row.id.span(), || "expected at most 32 rows".to_owned())?;
        if let (Some(turn), Some(stall), false) = (taxi_turn, lowest_stall(&cards), ww2) {
            let orders = taxi_orders(&cards[stall.index()], turn);
            cards.extend(orders);
        }
        decks.insert(id.clone(), Arc::new(ManeuverDeck::new(id, tripod, cards)));
    }
    Ok(decks)
}

/// The cards that an automated tripod begins with in its current deck (INV-AUT-03).
const CURRENT_KINDS: [&str; 4] = ["long_straight", "long_sideslip", "standing_still", "curve_60"];
/// A WW2 card has an arrow for each speed: two rows, told apart by their marker (INV-WW2-14).
fn speed_cards(
    source: &Source<'_>,
    span: Range<usize>,
    row: &CardRow,
    size: (f64, f64),
) -> Result<[ManeuverCard; 2], ContentError> {
    let of = |speed: Speed| {
        let path = match speed {
            Speed::Slow => &row.path_slow,
            Speed::Fast => &row.path_fast,
        };
        let wanted = row.numbers.iter().all(|n| *n < 100) && path.is_some() && row.path.is_none();
        source.check(wanted, span.clone(), || {
            "a WW2 card needs path_slow and path_fast, no path, and numbers below 100".to_owned()
        })?;
        let mut row = row.clone();
        row.path.clone_from(path);
        row.id = format!("{}_{}", row.id, speed.word());
        row.numbers = row.numbers.iter().map(|n| speed.number(*n)).collect();
        let card = maneuver_card(source, span.clone(), row, false, size)?;
        Ok(ManeuverCard { speed: Some(speed), ..card })
    };
    Ok([of(Speed::Slow)?, of(Speed::Fast)?])
}

fn maneuver_card(
    source: &Source<'_>,
    span: Range<usize>,
    row: CardRow,
    tripod: bool,
    (width, length): (f64, f64),
) -> Result<ManeuverCard, ContentError> {
    let class = match (tripod, row.kind.as_str(), row.movement.as_deref()) {
        (false, "straight" | "short_straight", None) => CardClass::Straight,
        (false, "turn" | "sideslip", None) => CardClass::Turn,
        (false, "stall", None) => CardClass::Stall,
        (false, "immelmann", None) => CardClass::Immelmann,
        (false, "climb", None) => CardClass::Climb,
        (false, "dive", None) => CardClass::Dive,
        (true, "standing_still", Some("stationary")) => CardClass::StandingStill,
        (true, "reverse", Some("stationary")) => CardClass::Reverse,
        (true, _, Some("normal")) => CardClass::Normal,
        (true, _, Some("running")) => CardClass::Running,
        (_, kind, movement) => {
            return Err(
                source.at(span, format!("unknown kind of maneuver: kind {kind:?}, movement {movement:?}"))
            );
        }
    };
    let rudder = match row.symbol.as_deref() {
        Some("left") => Rudder::Left,
        Some("right") => Rudder::Right,
        Some("straight" | "immelmann" | "climb" | "dive" | "none") | None => Rudder::Neither,
        Some(other) => {
            let why = format!(
                "expected symbol straight, left, right, immelmann, climb, dive or none, found {other:?}"
            );
            return Err(source.at(span, why));
        }
    };
    let path = match row.path {
        Some(path) => Path { forward: path.forward_mm, right: path.right_mm, turn: path.turn_deg },
        None if class.is_movement() => {
            return Err(
                source.at(span, "a movement card needs a path with forward_mm, right_mm and turn_deg")
            );
        }
        None => Path { forward: 0.0, right: 0.0, turn: Angle::degrees(0) },
    };
    let laid = match row.card.as_ref().map(|c| c.orientation.as_str()) {
        None => None,
        Some("portrait") => Some((width, length)),
        Some("landscape") => Some((length, width)),
        Some(other) => {
            let why = format!("expected orientation \"portrait\" or \"landscape\", found {other:?}");
            return Err(source.at(span, why));
        }
    };
    let reserve = tripod && !CURRENT_KINDS.contains(&row.kind.as_str());
    let home = if reserve { "reserve" } else { "current" };
    if let Some(other) = row.auto_deck.as_deref().filter(|deck| tripod && *deck != home) {
        let why = format!("a {} card belongs to the {home} deck (INV-AUT-03), found {other:?}", row.kind);
        return Err(source.at(span, why));
    }
    Ok(ManeuverCard {
        size: laid,
        start: row.card.as_ref().map_or(0.0, |c| c.start_mm),
        id: row.id,
        numbers: row.numbers,
        class,
        rudder,
        steep: row.steep,
        stop: row.stop,
        energy: row.energy,
        reserve,
        advanced: row.advanced,
        path,
        speed: None,
    })
}

fn deck_of(
    source: &Source<'_>,
    name: &Spanned<String>,
    decks: &Decks,
    tripod: bool,
) -> Result<Arc<ManeuverDeck>, ContentError> {
    match decks.get(name.get_ref()) {
        Some(deck) if deck.tripod == tripod => Ok(Arc::clone(deck)),
        _ => {
            let fitting: Vec<&str> =
                decks.values().filter(|d| d.tripod == tripod).map(|d| d.id.as_str()).collect();
            let why =
                format!("no maneuver deck {:?}; expected one of {}", name.get_ref(), fitting.join(", "));
            Err(source.at(name.span(), why))
        }
    }
}

fn letter(source: &Source<'_>, name: &Spanned<String>) -> Result<DeckId, ContentError> {
    DeckId::parse(name.get_ref()).filter(|deck| !deck.is_counters()).ok_or_else(|| {
        source.at(
            name.span(),
            format!("expected a damage deck A, B, C, D, X, Y or Z, found {:?}", name.get_ref()),
        )
    })
}

fn half(angle: Angle) -> Angle {
    Angle::from_tenths(angle.tenths() / 2)
}

/// The counters that a WW2 gun draws at one range.
fn draws(source: &Source<'_>, id: &Spanned<String>, list: &[Spanned<String>]) -> Result<Draws, ContentError> {
    source.check((1..=Draws::MOST).contains(&list.len()), id.span(), || {
        format!("expected short_draws and long_draws of 1 to {} letters for each gun", Draws::MOST)
    })?;
    let mut decks = Vec::new();
    for name in list {
        let deck = letter(source, name)?;
        source.check(deck.counters().is_some(), name.span(), || {
            format!("expected a pool of counters A, B, C or D, found {:?}", name.get_ref())
        })?;
        decks.push(deck);
    }
    Ok(Draws::new(&decks))
}

fn airplane(
    source: &Source<'_>,
    row: AirplaneRow,
    geometry: &Geometry,
    decks: &Decks,
    altitude: Option<&Altitude>,
) -> Result<AirplaneModel, ContentError> {
    let (width, length) = match row.base.get_ref().as_str() {
        "standard" => (geometry.airplane_base_width_mm, geometry.airplane_base_length_mm),
        "large" => (geometry.large_airplane_base_width_mm, geometry.large_airplane_base_length_mm),
        other => {
            return Err(source
                .at(row.base.span(), format!("expected base \"standard\" or \"large\", found {other:?}")));
        }
    };
    source.check(row.resistance > 0, row.id.span(), || "expected a resistance above 0".to_owned())?;
    if let Some(highest) = altitude.map(|a| a.highest_level) {
        source.check(*row.climb_counters.get_ref() > 0, row.climb_counters.span(), || {
            "expected at least one climb counter for a level".to_owned()
        })?;
        source.check(
            (1..=highest).contains(row.ceiling_level.get_ref()),
            row.ceiling_level.span(),
            || format!("expected a level from 1 to {highest}"),
        )?;
    }
    let ww2 = match row.era.get_ref().as_str() {
        "ww1" => false,
        "ww2" => true,
        other => {
            let why = format!("expected era \"ww1\" or \"ww2\", found {other:?}");
            return Err(source.at(row.era.span(), why));
        }
    };
    let deck = deck_of(source, &row.maneuver_deck, decks, false)?;
    source.check(deck.has_speeds() == ww2, row.maneuver_deck.span(), || {
        format!("deck {} is of another era than this airplane", deck.id)
    })?;
    let missing = || source.at(row.id.span(), "an airplane without guns needs a firepower letter");
    let mut guns = Vec::new();
    if let Some(list) = &row.guns {
        for gun in list {
            let (short, long) = if ww2 {
                (draws(source, &row.id, &gun.short_draws)?, draws(source, &row.id, &gun.long_draws)?)
            } else {
                let letter_of = gun.firepower.as_ref().or(row.firepower.as_ref()).ok_or_else(missing)?;
                let deck = letter(source, letter_of)?;
                (Draws::new(&[deck, deck]), Draws::new(&[deck]))
            };
            guns.push(Gun {
                name: intern(&gun.id),
                deck: short.iter().next().unwrap_or(DeckId::A),
                direction: gun.arc_centre_deg,
                half_arc: half(gun.arc_width_deg),
                origin_forward: gun.origin_forward_mm,
                short,
                long,
            });
        }
    } else {
        let deck = letter(source, row.firepower.as_ref().ok_or_else(missing)?)?;
        guns.push(Gun {
            name: "front",
            deck,
            direction: Angle::degrees(0),
            half_arc: half(row.front_arc_deg),
            origin_forward: 0.0,
            short: Draws::new(&[deck, deck]),
            long: Draws::new(&[deck]),
        });
    }
    Ok(AirplaneModel {
        deck,
        id: row.id.into_inner(),
        name: row.name,
        alliance: row.alliance,
        width,
        length,
        resistance: row.resistance,
        guns,
        ww2,
        climb_counters: *row.climb_counters.get_ref(),
        ceiling_level: *row.ceiling_level.get_ref(),
        engines: row.engines,
    })
}

fn tripod(
    source: &Source<'_>,
    row: TripodRow,
    geometry: &Geometry,
    decks: &Decks,
) -> Result<TripodModel, ContentError> {
    let mut sides = [SideFittings { projector: None, armor: false, launcher: false }; 6];
    source.check(row.side.len() == 6, row.id.span(), || {
        format!("expected six sides, found {}", row.side.len())
    })?;
    source.check(row.resistance > 0, row.id.span(), || "expected a resistance above 0".to_owned())?;
    let mut seen = [false; 6];
    for side in &row.side {
        let place = side.side.index();
        source.check(!seen[place], side.projector.span(), || {
            format!("side {} stands here twice", side.side.name())
        })?;
        seen[place] = true;
        let face = match side.ruler_face.get_ref().as_str() {
            "L" => Face::Left,
            "R" => Face::Right,
            "either" => Face::Either,
            other => {
                let why = format!("expected ruler_face \"L\", \"R\" or \"either\", found {other:?}");
                return Err(source.at(side.ruler_face.span(), why));
            }
        };
        let projector = match side.projector.get_ref().as_str() {
            "none" => None,
            "medium" => Some(Projector { heavy: false, face }),
            "heavy" => Some(Projector { heavy: true, face }),
            other => {
                let why = format!("expected projector \"none\", \"medium\" or \"heavy\", found {other:?}");
                return Err(source.at(side.projector.span(), why));
            }
        };
        sides[place] = SideFittings { projector, armor: side.armor, launcher: side.black_smoke_launcher };
    }
    Ok(TripodModel {
        deck: deck_of(source, &row.maneuver_deck, decks, true)?,
        firepower: letter(source, &row.firepower)?,
        vs_tripods: letter(source, &row.vs_tripod_deck)?,
        initiative: [row.initiative_martian, row.initiative_human],
        id: row.id.into_inner(),
        name: row.name,
        mark: row.mark,
        apothem: geometry.tripod_base.flat_to_flat_mm / 2.0,
        resistance: row.resistance,
        energy_rating: row.energy_rating,
        recharge_level: row.recharge_level,
        facings: row.change_facing_sides,
        sides,
    })
}

fn damage_decks(source: &Source<'_>) -> Result<[DamageDeck; DeckId::COUNT], ContentError> {
    let mut decks: [DamageDeck; DeckId::COUNT] = std::array::from_fn(|_| DamageDeck::default());
    for row in source.parse::<DamageFile>()?.damage_deck {
        let id = letter(source, &row.id)?;
        let deck = &mut decks[id.index()];
        for spanned in row.card {
            let span = spanned.span();
            deck.cards.push(damage_card(source, span, spanned.into_inner())?);
        }
        deck.check(source, &row.id, row.total_cards)?;
    }
    for id in DeckId::ALL.into_iter().filter(|id| !id.is_counters()) {
        if decks[id.index()].cards.is_empty() {
            return Err(source.at(0..0, format!("damage deck {id} is missing")));
        }
    }
    Ok(decks)
}

impl DamageDeck {
    /// Whether the rows of a deck hold what it says, and nothing twice.
    pub(super) fn check(
        &self,
        source: &Source<'_>,
        id: &Spanned<String>,
        total: u16,
    ) -> Result<(), ContentError> {
        source.check(self.total() == total, id.span(), || {
            format!("the total says {total}, the rows hold {}", self.total())
        })?;
        source.check(self.cards.len() <= DAMAGE_ROWS, id.span(), || {
            format!("expected at most {DAMAGE_ROWS} different cards")
        })?;
        // A shot holds two cards in hand before they return; one more is the least that can be drawn.
        source.check(self.total() >= 4, id.span(), || "expected at least 4 cards".to_owned())?;
        let mut names: Vec<&str> = self.cards.iter().map(|c| c.name.as_str()).collect();
        names.sort_unstable();
        let twice = names.windows(2).find(|pair| pair[0] == pair[1]);
        source.check(twice.is_none(), id.span(), || {
            format!("two rows are the same card: {:?}", twice.map(|t| t[0]).unwrap_or_default())
        })
    }
}

pub(super) fn damage_card(
    source: &Source<'_>,
    span: Range<usize>,
    row: DamageRow,
) -> Result<DamageCard, ContentError> {
    let symbol = |word: &str| match word {
        "" => Ok(None),
        word => Special::parse(word).map(Some).ok_or_else(|| {
            let words: Vec<&str> = Special::ALL.iter().map(|s| s.word()).collect();
            source.at(
                span.clone(),
                format!("unknown special damage {word:?}; expected one of {}", words.join(", ")),
            )
        }),
    };
    let special = symbol(&row.special)?;
    let corner = symbol(&row.corner_special)?;
    let explosion = special == Some(Special::Explosion);
    source.check(row.zero == (row.points == 0 && !explosion), span.clone(), || {
        "expected zero = true exactly for a card of 0 points that is no explosion".to_owned()
    })?;
    source.check(row.count > 0, span.clone(), || "expected a count above 0".to_owned())?;
    let green_jam = match row.jam_color.as_deref() {
        Some("green") => true,
        Some("red") | None => false,
        Some(other) => {
            return Err(source.at(span, format!("expected jam_color \"red\" or \"green\", found {other:?}")));
        }
    };
    let mut name = if explosion { "explosion".to_owned() } else { row.points.to_string() };
    if let (Some(special), false) = (special, explosion) {
        name = format!("{name} {}", special.word());
    }
    if row.energy_icons > 0 {
        name = format!("{name} +{}", row.energy_icons);
    }
    if let Some(corner) = corner {
        name = format!("{name} /{}", corner.word());
    }
    if green_jam {
        name += " (green)";
    }
    Ok(DamageCard {
        count: row.count,
        points: row.points,
        zero: row.zero,
        special,
        corner,
        energy_icons: row.energy_icons,
        green_jam,
        name,
    })
}

fn rulers(source: &Source<'_>) -> Result<[RayRuler; 2], ContentError> {
    let rows = source.parse::<RulerFile>()?.ruler;
    let find = |id: &str| {
        let row = rows.iter().find(|r| r.id.get_ref() == id);
        let row = row.ok_or_else(|| source.at(0..0, format!("expected a [[ruler]] with id = {id:?}")))?;
        let halves = row.length_mm > 0.0 && (row.length_mm - 2.0 * row.half_mm).abs() < 1e-9;
        source.check(halves && row.width_mm > 0.0, row.id.span(), || {
            "expected a positive width_mm and a length_mm that is twice half_mm".to_owned()
        })?;
        Ok(RayRuler { length: row.length_mm, half: row.half_mm, width: row.width_mm, tilt: row.tilt_deg })
    };
    Ok([find("heat_ray_medium")?, find("heat_ray_heavy")?])
}
