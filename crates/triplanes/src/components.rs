//! What is printed on the components, for whoever draws the table or writes a bot: cards, bases, rulers,
//! templates. The rules never look here; it is one way out of [`Content`].

use crate::choices::{action_words, laid_words, maneuver_words};
use crate::content::{
    CardClass, Content, DeckId, Face, Model, Side, Skill, Special, Speed, TerrainKind, TerrainShape,
    TripodModel,
};
use crate::order::Action;
use crate::tripods_vs_tripods::ActionCard;
use geometry::{Angle, Path};
use serde::Serialize;
use std::collections::BTreeMap;

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Components {
    /// The length of the airplane ruler; half of it is short range.
    pub ruler: f64,
    pub medium_ray: RayCard,
    pub heavy_ray: RayCard,
    pub objective_size: [f64; 2],
    /// Width and length of a bomb card.
    pub bomb_size: [f64; 2],
    pub cloud_radius: f64,
    pub cloud_inner_radius: f64,
    pub smoke_reach: f64,
    pub models: BTreeMap<String, ModelCard>,
    /// Maneuver decks by their letters.
    pub maneuvers: BTreeMap<String, Vec<ManeuverCardInfo>>,
    pub damage: BTreeMap<String, Vec<DamageCardInfo>>,
    pub terrain: BTreeMap<TerrainKind, TerrainCard>,
    pub skills: BTreeMap<Skill, SkillCard>,
    pub action_cards: Vec<ActionCardInfo>,
}

#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct RayCard {
    pub length: f64,
    pub half: f64,
    pub width: f64,
    pub tilt: Angle,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ModelCard {
    Airplane {
        name: String,
        alliance: String,
        width: f64,
        length: f64,
        resistance: u16,
        maneuver_deck: String,
        climb_counters: u8,
        ceiling_level: u8,
        engines: u8,
        guns: Vec<GunCard>,
        /// Flown with one card and a speed marker at a time.
        ww2: bool,
    },
    Tripod {
        name: String,
        mark: String,
        apothem: f64,
        resistance: u16,
        energy_rating: u8,
        recharge_level: u8,
        firepower: DeckId,
        vs_tripods: DeckId,
        /// With a Martian and with a human pilot.
        initiative: [u8; 2],
        maneuver_deck: String,
        facings: Vec<Side>,
        /// Its actions, whether or not this is their moment.
        actions: Vec<ActionInfo>,
        sides: Vec<SideCard>,
    },
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct GunCard {
    pub name: &'static str,
    pub deck: DeckId,
    pub direction: Angle,
    pub half_arc: Angle,
    pub origin_forward: f64,
    /// What a hit draws at short and at long range.
    pub short: Vec<DeckId>,
    pub long: Vec<DeckId>,
}

#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct SideCard {
    pub side: Side,
    pub armor: bool,
    pub launcher: bool,
    pub projector: Option<ProjectorCard>,
}

#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ProjectorCard {
    pub heavy: bool,
    /// Which way its ruler may be tilted.
    pub tilts_left: bool,
    pub tilts_right: bool,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ManeuverCardInfo {
    pub id: String,
    /// The numbers printed on the copies; a plan names one of them.
    pub numbers: Vec<u8>,
    /// The same without the speed marker: what is to be read on the copies, and what an order to fly names.
    pub printed: Vec<u8>,
    pub kind: ManeuverKind,
    pub steep: bool,
    pub stop: bool,
    pub energy: bool,
    /// Only with altitude rules.
    pub advanced: bool,
    pub path: Path,
    /// WW2: this arrow is flown with this speed marker; each card of such a deck stands here twice.
    pub speed: Option<Speed>,
    /// How it is called across the table.
    pub words: String,
}

/// An action that a tripod's cards and tokens allow, whether or not this is its moment.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ActionInfo {
    pub action: Action,
    pub label: String,
    pub detail: &'static str,
}

/// An action card that can be laid face down.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ActionCardInfo {
    pub card: ActionCard,
    pub label: &'static str,
    pub detail: &'static str,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum ManeuverKind {
    Straight,
    Turn,
    Stall,
    Immelmann,
    Climb,
    Dive,
    Normal,
    Running,
    StandingStill,
    Reverse,
    /// Orders on the ground, without a card.
    Wait,
    Roll,
}

impl From<CardClass> for ManeuverKind {
    fn from(class: CardClass) -> Self {
        match class {
            CardClass::Straight => Self::Straight,
            CardClass::Turn => Self::Turn,
            CardClass::Stall => Self::Stall,
            CardClass::Immelmann => Self::Immelmann,
            CardClass::Climb => Self::Climb,
            CardClass::Dive => Self::Dive,
            CardClass::Normal => Self::Normal,
            CardClass::Running => Self::Running,
            CardClass::StandingStill => Self::StandingStill,
            CardClass::Reverse => Self::Reverse,
            CardClass::Wait => Self::Wait,
            CardClass::Roll => Self::Roll,
        }
    }
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct DamageCardInfo {
    /// The card in words, by which the view names it.
    pub card: String,
    pub count: u8,
    pub points: u8,
    pub special: Option<Special>,
    /// In its place on an airplane.
    pub corner: Option<Special>,
    pub energy: u8,
    /// A jam on it is a green one, else a red one.
    pub green: bool,
}

#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "shape", rename_all = "snake_case")]
pub enum TerrainCard {
    Circle { radius: f64 },
    Rectangle { width: f64, length: f64 },
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct SkillCard {
    pub name: String,
    /// The entry that says how it is played.
    pub rule: String,
    pub recovery_counters: u8,
}

impl Components {
    pub fn of(content: &Content) -> Self {
        let ray = |heavy| {
            let r = content.ray(heavy);
            RayCard { length: r.length, half: r.half, width: r.width, tilt: r.tilt }
        };
        let damage = DeckId::ALL.into_iter().map(|deck| {
            let cards = content.damage[deck.index()].cards.iter();
            let infos = cards.map(|c| DamageCardInfo {
                card: c.name.clone(),
                count: c.count,
                points: c.points,
                special: c.special,
                corner: c.corner,
                energy: c.energy_icons,
                green: c.green_jam,
            });
            (deck.to_string(), infos.collect())
        });
        let terrain = TerrainKind::ALL.into_iter().map(|kind| {
            let card = match content.terrain(kind) {
                TerrainShape::Circle { radius } => TerrainCard::Circle { radius },
                TerrainShape::Rectangle { width, length } => TerrainCard::Rectangle { width, length },
            };
            (kind, card)
        });
        let skills = Skill::ALL.into_iter().map(|skill| {
            let recovery_counters = content.skill(skill).recovery_counters;
            (skill, SkillCard { name: skill.name(), rule: skill.rule().to_owned(), recovery_counters })
        });
        Self {
            ruler: content.ruler,
            medium_ray: ray(false),
            heavy_ray: ray(true),
            objective_size: content.objective_size,
            bomb_size: content.bomb_size,
            cloud_radius: content.cloud_radius,
            cloud_inner_radius: content.cloud_inner_radius,
            smoke_reach: content.smoke_reach,
            models: content.models.iter().map(|m| (m.id().to_owned(), model_card(m))).collect(),
            maneuvers: content.models.iter().map(|m| (m.deck().id.clone(), maneuver_cards(m))).collect(),
            damage: damage.collect(),
            terrain: terrain.collect(),
            skills: skills.collect(),
            action_cards: ACTION_CARDS.map(action_card).to_vec(),
        }
    }
}

/// The action cards of a tripod, in the order in which they lie beside its console.
const ACTION_CARDS: [ActionCard; 7] = [
    ActionCard::HeatRay,
    ActionCard::ChangeFacing,
    ActionCard::Recharge,
    ActionCard::DestroyObjective,
    ActionCard::BlackSmoke,
    ActionCard::Blank,
    ActionCard::None,
];

fn action_card(card: ActionCard) -> ActionCardInfo {
    let (label, detail) = laid_words(card);
    ActionCardInfo { card, label, detail }
}

/// What a tripod of this model may ever do with an action card; smoke is in use in some matches only.
fn actions(model: &TripodModel) -> Vec<ActionInfo> {
    let rays = Side::ALL.into_iter().filter(|s| model.sides[s.index()].projector.is_some());
    let turns = Side::ALL.into_iter().filter(|s| model.facings.contains(s));
    let list = std::iter::once(Action::Pass)
        .chain(rays.map(|from| Action::HeatRay { from }))
        .chain(turns.map(|to| Action::ChangeFacing { to }))
        .chain([Action::Recharge { objective: None }, Action::DestroyObjective { objective: None }]);
    list.map(|action| {
        let (label, detail) = action_words(action);
        ActionInfo { action, label, detail }
    })
    .collect()
}

fn maneuver_cards(model: &Model) -> Vec<ManeuverCardInfo> {
    let cards = model.deck().cards.iter().map(|c| ManeuverCardInfo {
        id: c.id.clone(),
        numbers: c.numbers.clone(),
        printed: c.printed().collect(),
        kind: c.class.into(),
        steep: c.steep,
        stop: c.stop,
        energy: c.energy,
        advanced: c.advanced,
        path: c.path,
        speed: c.speed,
        words: maneuver_words(c),
    });
    cards.collect()
}

fn model_card(model: &Model) -> ModelCard {
    match model {
        Model::Airplane(m) => ModelCard::Airplane {
            name: m.name.clone(),
            alliance: m.alliance.clone(),
            width: m.width,
            length: m.length,
            resistance: m.resistance,
            maneuver_deck: m.deck.id.clone(),
            climb_counters: m.climb_counters,
            ceiling_level: m.ceiling_level,
            engines: m.engines,
            guns: m
                .guns
                .iter()
                .map(|g| GunCard {
                    name: g.name,
                    deck: g.deck,
                    direction: g.direction,
                    half_arc: g.half_arc,
                    origin_forward: g.origin_forward,
                    short: g.short.iter().collect(),
                    long: g.long.iter().collect(),
                })
                .collect(),
            ww2: m.ww2,
        },
        Model::Tripod(m) => ModelCard::Tripod {
            name: m.name.clone(),
            mark: m.mark.clone(),
            apothem: m.apothem,
            resistance: m.resistance,
            energy_rating: m.energy_rating,
            recharge_level: m.recharge_level,
            firepower: m.firepower,
            vs_tripods: m.vs_tripods,
            initiative: m.initiative,
            maneuver_deck: m.deck.id.clone(),
            facings: m.facings.clone(),
            actions: actions(m),
            sides: Side::ALL
                .into_iter()
                .map(|side| {
                    let fitting = m.sides[side.index()];
                    SideCard {
                        side,
                        armor: fitting.armor,
                        launcher: fitting.launcher,
                        projector: fitting.projector.map(|p| ProjectorCard {
                            heavy: p.heavy,
                            tilts_left: p.face != Face::Right,
                            tilts_right: p.face != Face::Left,
                        }),
                    }
                })
                .collect(),
        },
    }
}
