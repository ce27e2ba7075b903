//! The whole state of a match. Small and quick to copy: decks are counts, consoles are plain fields.

use crate::appraise::Judgement;
use crate::automated_tripod::Automated;
use crate::content::{Altitude, CardIx, Content, DAMAGE_ROWS, DeckId, ManeuverDeck, Model, Side, Ww2};
use crate::draws::{Then, Work};
use crate::firing_airplanes::ShotOption;
use crate::gun_positions::GunPosition;
use crate::invasion::Invasion;
use crate::order::{Action, Order, RulerPosition, Through};
use crate::scenarios::{ForcePlace, ScenarioFile};
use crate::setup::{Setup, Team};
use crate::take_off_and_landing::Field;
use crate::terrain_elements::TerrainPiece;
use crate::tripods_in_ww2::War;
use crate::tripods_vs_tripods::Pilot;
use crate::vehicle::Vehicle;
use geometry::{Area, Convex, Pose, Vec2};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use table::{Audience, Dice, Outcome, Seat, Secret};

/// A vehicle's number, in the order of the set-up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct VehicleId(pub u8);

impl VehicleId {
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl fmt::Display for VehicleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}

/// Where the turn stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Step {
    /// Templates and vehicles are put on the table (TT-SET-01).
    Placing,
    Planning,
    /// The action window of a movement step (TT-ACT-01).
    Actions {
        phase: u8,
    },
    /// A movement step with secret actions: action cards are laid face down (INV-TVT-02, INV-BOM-04).
    Commit {
        phase: u8,
    },
    /// Bombers decide what they drop (INV-BOM-06).
    Drops {
        phase: u8,
    },
    /// Action cards are shown, by initiative (INV-TVT-06).
    Reveal {
        phase: u8,
    },
    /// Cards are revealed; somebody picks the straight that replaces an illegal card (TT-AIL-01).
    Straights {
        phase: u8,
    },
    /// Somebody may fire before anything moves: Itchy Trigger Finger (TT-ACE-12).
    EarlyFire {
        phase: u8,
    },
    /// A drawn card waits for its player's decision.
    Drawing {
        phase: u8,
    },
    /// Sealed declarations of a firing step (TT-INF-16).
    Firing {
        phase: u8,
    },
    Over,
    /// WW2: a planning phase of the Martian turn; tripods and airplanes choose together (INV-WW2-05).
    PlanningPhase {
        phase: u8,
    },
}

impl Step {
    /// The phase of the turn, counted from 0; none before and after the phases.
    pub fn phase(self) -> Option<u8> {
        match self {
            Self::Actions { phase }
            | Self::PlanningPhase { phase }
            | Self::Commit { phase }
            | Self::Drops { phase }
            | Self::Reveal { phase }
            | Self::Straights { phase }
            | Self::EarlyFire { phase }
            | Self::Drawing { phase }
            | Self::Firing { phase } => Some(phase),
            Self::Placing | Self::Planning | Self::Over => None,
        }
    }

    /// The phase has begun: recovery is over, and cards are about to be carried out or were.
    pub fn is_in_phase(self) -> bool {
        match self {
            Self::Placing | Self::Planning | Self::PlanningPhase { .. } | Self::Over => false,
            Self::Actions { .. }
            | Self::Commit { .. }
            | Self::Drops { .. }
            | Self::Reveal { .. }
            | Self::Straights { .. }
            | Self::EarlyFire { .. }
            | Self::Drawing { .. }
            | Self::Firing { .. } => true,
        }
    }
}

/// What became of a vehicle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Fate {
    /// Waits behind the lines until its side has nothing else left (TT-SPK-02).
    Reserve,
    /// Not yet on the table.
    ToCome,
    InPlay,
    Eliminated,
    /// Left the area: across the Earthling side, or elsewhere (TT-EXT-03, TT-EXT-04).
    Exited {
        earthling_side: bool,
    },
}

/// What only the owner of a vehicle knows of its damage (TT-INF-07).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct HiddenDamage {
    /// The points written down when a deck ran out (TT-INF-11).
    pub note: u16,
    pub engine: u8,
    pub reverse_destroyed: bool,
    pub smoke_generator: bool,
    /// Restrictions of this turn, and those that begin with the next one.
    pub left_jam: bool,
    pub right_jam: bool,
    pub gyroscope: bool,
    pub next_left_jam: bool,
    pub next_right_jam: bool,
    pub next_gyroscope: bool,
}

/// A shot of an earlier phase that later fire can be aimed by (TT-AIM-01).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LastShot {
    pub target: VehicleId,
    pub gun: u8,
    /// Phases are counted through: 3 for each turn.
    pub when: u32,
}

/// What a vehicle will fire at in this step.
#[derive(Clone, Copy, Debug, PartialEq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Declaration {
    Hold,
    Fire {
        target: VehicleId,
        gun: u8,
        through: Through,
        #[serde(default)]
        sniper: bool,
        #[serde(default)]
        perfect_aim: bool,
    },
    Ray {
        target: VehicleId,
        ruler: RulerPosition,
    },
    RayBombs {
        bombs: VehicleId,
        ruler: RulerPosition,
    },
    Cannon {
        target: VehicleId,
        through: Through,
    },
    Launch {
        target: VehicleId,
        count: u8,
    },
    Hook {
        target: VehicleId,
    },
    Smoke {
        at: Vec2,
        remove: Option<u8>,
    },
}

impl Declaration {
    pub fn of(order: &Order) -> Option<Self> {
        match *order {
            Order::Hold { .. } | Order::HoldGun { .. } => Some(Self::Hold),
            Order::Fire { target, gun, through, sniper, perfect_aim, .. } => {
                Some(Self::Fire { target, gun, through, sniper, perfect_aim })
            }
            Order::Ray { target, ruler, .. } => Some(Self::Ray { target, ruler }),
            Order::RayBombs { bombs, ruler, .. } => Some(Self::RayBombs { bombs, ruler }),
            Order::Cannon { target, through, .. } => Some(Self::Cannon { target, through }),
            Order::Launch { target, count, .. } => Some(Self::Launch { target, count }),
            Order::Hook { target, .. } => Some(Self::Hook { target }),
            Order::Smoke { at, remove, .. } => Some(Self::Smoke { at, remove }),
            _ => None,
        }
    }
}

/// A damage card on a console.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct HeldCard {
    pub vehicle: VehicleId,
    pub deck: DeckId,
    /// In the +1 space (TT-AIM-05).
    pub aimed: bool,
    /// One more point by Sniper (TT-ACE-11).
    pub sniper: bool,
    /// Turned by 90 degrees: a heat-ray hit a tripod, and the number counts twice (INV-TVT-20).
    pub doubled: bool,
    /// From a bomb: special damage on it has toppled the tripod (INV-BOM-26).
    pub bomb: bool,
    /// Shown to everybody when it was drawn (TT-INF-04).
    pub shown: bool,
    /// The symbol of this card was applied: fire damage takes points only.
    pub points_only: bool,
    pub turn: u16,
    pub row: Secret<u8>,
}

impl HeldCard {
    /// The projection of a card: shown to all, or known to its owner.
    pub fn seen_row(&self, viewer: table::Viewer) -> Option<u8> {
        if self.shown { Some(*self.row.judge()) } else { self.row.seen_by(viewer).copied() }
    }
}

/// A damage deck in play: how many of each card are left. Its order is not kept: a card is picked when it is
/// drawn, which is the same as a shuffled deck and leaves nothing to peek at.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct DeckLeft {
    pub total: u16,
    pub rows: [u8; DAMAGE_ROWS],
}

/// An objective template (TT-GEO-07).
#[derive(Clone, Copy, Debug, PartialEq, Hash)]
pub struct Objective {
    pub pose: Pose,
    pub placed: bool,
    pub red_weed: bool,
    pub destroyed: bool,
    /// A tripod has stood on it (INV-WWS-02).
    pub reached: bool,
}

impl Objective {
    pub fn on_table(&self) -> bool {
        self.placed && !self.destroyed
    }
}

/// What the match is played with and by whom; fixed when it begins.
#[derive(Debug)]
pub struct Table {
    pub content: Arc<Content>,
    pub setup: Setup,
    pub seats: Vec<Seat>,
    pub models: Vec<Arc<Model>>,
    pub names: Vec<String>,
    pub teams: Vec<Team>,
    /// Who sits in each vehicle (INV-GEN-03).
    pub pilots: Vec<Pilot>,
    pub area: Area,
    /// The scenario's file, where it has one.
    pub scenario: Option<Arc<ScenarioFile>>,
    /// How each vehicle is set up.
    pub places: Vec<ForcePlace>,
    /// Which row of the scenario's reserve each vehicle is, if it is one.
    pub reserves: Vec<Option<usize>>,
    /// The figures of the altitude rules, where they are in use (TT-ALT-01).
    pub altitude: Option<Arc<Altitude>>,
    /// The figures of *Tripods in WW2*, where it is played (INV-WW2-01).
    pub ww2: Option<Arc<Ww2>>,
    /// The entry that is cited when a vehicle is put in the wrong place.
    pub place_rules: Vec<&'static str>,
}

/// One match of Tripods & Triplanes.
#[derive(Clone)]
pub struct State {
    pub(crate) table: Arc<Table>,
    /// What a position is judged by: no rule asks it.
    pub(crate) judgement: Arc<Judgement>,
    pub(crate) turn: u16,
    pub(crate) step: Step,
    pub(crate) vehicles: Vec<Vehicle>,
    /// Gun positions besides the first ones: none where every airplane has one gun (INV-BOM-35).
    pub(crate) guns: Vec<GunPosition>,
    pub(crate) objectives: Vec<Objective>,
    pub(crate) held: Vec<HeldCard>,
    pub(crate) decks: [DeckLeft; DeckId::COUNT],
    /// Cards that come next, forced by a position; the first of a deck's cards is drawn first.
    pub(crate) stack: Vec<(DeckId, u8)>,
    pub(crate) dice: Dice,
    /// Vehicles whose total was written down when a deck ran out: that a note exists is public.
    pub(crate) noted: Vec<VehicleId>,
    /// The shots that can be declared in the firing step that is open; measured once, empty otherwise.
    pub(crate) shots: Vec<ShotOption>,
    pub(crate) terrain: Vec<TerrainPiece>,
    pub(crate) field: Option<Field>,
    /// Black smoke clouds, by their centres, and whose they are.
    pub(crate) clouds: Vec<Vec2>,
    pub(crate) cloud_sides: Vec<Team>,
    /// Tripods against tripods, and bombs; nothing while neither is in use.
    pub(crate) invasion: Option<Box<Invasion>>,
    /// Cards that are still to be drawn in this step.
    pub(crate) work: Work,
    /// Bring Proof: the picture was taken (TT-PRF-05).
    pub(crate) picture: bool,
    /// The decks of automated tripods, where there are any (INV-AUT-01).
    pub(crate) automated: Option<Box<Automated>>,
    pub(crate) outcome: Option<Arc<Outcome>>,
    /// What WW2 adds (INV-WW2-01).
    pub(crate) war: Option<Box<War>>,
}

impl Hash for State {
    fn hash<H: Hasher>(&self, h: &mut H) {
        (self.turn, self.step, &self.vehicles, &self.objectives, &self.held).hash(h);
        (
            &self.decks[..DeckId::CARDS],
            &self.stack,
            &self.dice,
            &self.noted,
            self.picture,
            &self.outcome,
            &self.work,
        )
            .hash(h);
        (&self.terrain, &self.clouds, &self.field).hash(h);
        if let Some(automated) = &self.automated {
            automated.hash(h);
        }
        if let Some(invasion) = &self.invasion {
            (invasion, &self.cloud_sides).hash(h);
        }
        if !self.guns.is_empty() {
            self.guns.hash(h);
        }
        if let Some(war) = &self.war {
            (war, &self.decks[DeckId::CARDS..]).hash(h);
        }
    }
}

impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "State(turn {}, {:?})", self.turn, self.step)
    }
}

impl State {
    pub(crate) fn ids(&self) -> impl DoubleEndedIterator<Item = VehicleId> + use<> {
        (0..self.vehicles.len() as u8).map(VehicleId)
    }

    pub(crate) fn in_play(&self) -> impl DoubleEndedIterator<Item = VehicleId> + '_ {
        self.ids().filter(|id| self[*id].in_play())
    }

    pub(crate) fn get(&self, id: VehicleId) -> Option<&Vehicle> {
        self.vehicles.get(id.index())
    }

    pub(crate) fn model(&self, id: VehicleId) -> &Model {
        &self.table.models[id.index()]
    }

    pub(crate) fn deck(&self, id: VehicleId) -> &ManeuverDeck {
        self.model(id).deck()
    }

    pub(crate) fn team(&self, id: VehicleId) -> Team {
        self.table.teams[self[id].owner.index()]
    }

    pub(crate) fn name(&self, id: VehicleId) -> &str {
        self.table.names.get(id.index()).map_or("nobody", String::as_str)
    }

    pub(crate) fn standard(&self) -> bool {
        self.table.setup.standard
    }

    pub(crate) fn printed(&self) -> bool {
        self.table.setup.planning == crate::setup::Planning::Printed
    }

    /// The footprint of a vehicle at a pose (TT-GEO-02, TT-GEO-03).
    pub(crate) fn footprint_at(&self, id: VehicleId, pose: Pose) -> Convex {
        footprint(self.model(id), pose)
    }

    pub(crate) fn footprint(&self, id: VehicleId) -> Convex {
        self.footprint_at(id, self[id].pose)
    }

    pub(crate) fn objective_footprint(&self, pose: Pose) -> Convex {
        let [width, length] = self.table.content.objective_size;
        Convex::rectangle(pose, width, length)
    }

    /// The objectives that a vehicle's base overlaps. Where terrain counts as objectives (TT-PIA-04), its
    /// templates are numbered after them.
    pub(crate) fn objectives_under(&self, id: VehicleId) -> impl Iterator<Item = u8> + '_ {
        let base = (!self.objectives.is_empty() || self.terrain_counts()).then(|| self.footprint(id));
        (0..self.objective_count()).filter(move |i| {
            base.as_ref().is_some_and(|base| {
                if let Some(o) = self.objectives.get(usize::from(*i)) {
                    return o.on_table() && geometry::overlaps(base, &self.objective_footprint(o.pose));
                }
                let t = &self.terrain[usize::from(*i) - self.objectives.len()];
                t.placed && !t.destroyed && self.covers(t.kind, t.pose, base)
            })
        })
    }

    pub(crate) fn terrain_counts(&self) -> bool {
        self.table.setup.terrain_objectives
    }

    pub(crate) fn objective_count(&self) -> u8 {
        let terrain = if self.terrain_counts() { self.terrain.len() } else { 0 };
        (self.objectives.len() + terrain) as u8
    }

    /// Whether an objective was used for recharging, or destroyed.
    pub(crate) fn is_used(&self, objective: u8) -> bool {
        let index = usize::from(objective);
        match self.objectives.get(index) {
            Some(o) => o.red_weed,
            None => self.terrain.get(index - self.objectives.len()).is_none_or(|t| t.used),
        }
    }

    pub(crate) fn is_destroyed(&self, objective: u8) -> bool {
        let index = usize::from(objective);
        match self.objectives.get(index) {
            Some(o) => !o.on_table(),
            None => self.terrain.get(index - self.objectives.len()).is_none_or(|t| t.destroyed),
        }
    }

    pub(crate) fn mark_used(&mut self, objective: u8) {
        let (index, first) = (usize::from(objective), self.objectives.len());
        match self.objectives.get_mut(index) {
            Some(o) => o.red_weed = true,
            None => self.terrain[index - first].used = true,
        }
    }

    pub(crate) fn mark_destroyed(&mut self, objective: u8) {
        let (index, first) = (usize::from(objective), self.objectives.len());
        match self.objectives.get_mut(index) {
            Some(o) => o.destroyed = true,
            None => self.terrain[index - first].destroyed = true,
        }
    }

    /// The card of a tripod or airplane for this phase, as the rules know it.
    pub(crate) fn card_for(&self, id: VehicleId, phase: u8) -> Option<CardIx> {
        self[id].plan.judge()[usize::from(phase)]
    }

    /// Whether plans lie on the consoles: between planning and the end of the turn.
    pub(crate) fn in_mid_turn(&self) -> bool {
        !matches!(self.step, Step::Placing | Step::Planning | Step::PlanningPhase { phase: 0 } | Step::Over)
    }

    /// How many spaces of this turn's plans have been turned up.
    pub(crate) fn revealed_spaces(&self) -> usize {
        match self.step {
            Step::Placing | Step::Planning | Step::Over => 0,
            Step::Actions { phase }
            | Step::PlanningPhase { phase }
            | Step::Commit { phase }
            | Step::Drops { phase }
            | Step::Reveal { phase } => usize::from(phase),
            Step::Straights { phase } | Step::EarlyFire { phase } | Step::Firing { phase } => {
                usize::from(phase) + 1
            }
            // Flames are drawn for before the reveal, everything else after it.
            Step::Drawing { phase } => {
                let covered = matches!(self.work.then, Then::OpenActions | Then::Reveal);
                usize::from(phase) + usize::from(!covered)
            }
        }
    }

    /// A card of this turn that was turned up and is still on the console.
    pub(crate) fn open_card(&self, id: VehicleId, space: usize) -> Option<CardIx> {
        (space < self.revealed_spaces()).then(|| self[id].plan.judge()[space]).flatten()
    }

    /// Whether everybody sees a face-down card in this space: a plan lies on the console as soon as it is made
    /// (TT-INF-01, TT-INF-10).
    pub(crate) fn lies_face_down(&self, id: VehicleId, space: usize) -> bool {
        space >= self.revealed_spaces() && self[id].plan.judge()[space].is_some()
    }

    /// Phases counted through from the first turn on.
    pub(crate) fn clock(&self, phase: u8) -> u32 {
        u32::from(self.turn) * 3 + u32::from(phase)
    }

    pub(crate) fn own_audience(&self, id: VehicleId) -> Audience {
        self.audience_of(self[id].owner)
    }

    /// The side of the base that carries the projector of the heat-ray in force.
    pub(crate) fn ray_side(&self, id: VehicleId) -> Option<Side> {
        match self[id].action() {
            Action::HeatRay { from } if self[id].in_play() => Some(from),
            _ => None,
        }
    }
}

impl std::ops::Index<VehicleId> for State {
    type Output = Vehicle;
    fn index(&self, id: VehicleId) -> &Vehicle {
        &self.vehicles[id.index()]
    }
}

impl std::ops::IndexMut<VehicleId> for State {
    fn index_mut(&mut self, id: VehicleId) -> &mut Vehicle {
        &mut self.vehicles[id.index()]
    }
}

pub(crate) fn footprint(model: &Model, pose: Pose) -> Convex {
    match model {
        Model::Airplane(m) => Convex::rectangle(pose, m.width, m.length),
        Model::Tripod(m) => Convex::hexagon(pose, m.apothem),
    }
}
