//! What a viewer may see: the one place where secrets are opened for somebody's eyes (TT-INF).

use crate::automated_tripod::Automaton;
use crate::console::{AirplaneConsole, TripodConsole};
use crate::content::{DeckId, Model, Side, Skill, TerrainKind};
use crate::event::Range;
use crate::firing_airplanes::Across;
use crate::invasion::entry;
use crate::order::{Action, Cards, Order};
use crate::planning;
use crate::scenarios::placing::PlacingView;
use crate::setup::Team;
use crate::state::{Declaration, Fate, HiddenDamage, State, Step, VehicleId};
use crate::tripods_vs_tripods::{ActionCard, Pilot};
use crate::vehicle::{Airplane, Craft, Tripod, Vehicle};
use geometry::{Pose, Vec2};
use serde::Serialize;
use table::{Outcome, Seat, SeatId, Viewer};

/// The table as one viewer sees it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct View {
    pub scenario: String,
    pub turn: u16,
    pub step: Step,
    pub area: [f64; 2],
    pub ruler: f64,
    pub standard: bool,
    pub printed: bool,
    pub seats: Vec<Seat>,
    pub vehicles: Vec<VehicleView>,
    pub objectives: Vec<ObjectiveView>,
    pub decks: Vec<DeckView>,
    pub terrain: Vec<TerrainView>,
    /// Black smoke clouds by their centres, and their radius.
    pub clouds: Vec<Vec2>,
    pub cloud_radius: f64,
    pub picture: bool,
    /// The altitude rules are in use.
    pub altitude: bool,
    /// *Tripods in WW2*: which turn of the Earthlings this is, and whether they plan one ahead.
    pub earthling_turn: Option<u16>,
    pub plan_ahead: bool,
    /// The landing field: where it lies, and its corners.
    pub field: Option<FieldView>,
    /// A drawn card waits for this vehicle's player; he sees its face.
    pub hand: Option<HandView>,
    /// Action cards are laid face down in this step (INV-TVT-01, INV-BOM-04).
    pub secret_actions: bool,
    /// Who shows an action card, one block after the other (INV-TVT-06).
    pub reveal_order: Vec<Vec<VehicleId>>,
    /// Anybody may measure: nobody does while there are bombs to drop (INV-BOM-30).
    pub may_measure: bool,
    /// Ways and arcs may be drawn to aim by: not while bombers decide (INV-BOM-30).
    pub may_aim: bool,
    /// Falling bombs.
    pub bombs: Vec<BombView>,
    /// Cards of a dot hit in the hand of a bomber's player, who sees their faces.
    pub dot_hit: Option<DotView>,
    /// The lines of fire that this viewer can declare in the step that is open, as they were measured.
    pub shots: Vec<ShotView>,
    /// Where this viewer may put what he is asked to place.
    pub placing: Vec<PlacingView>,
    /// The decks of automated tripods: all but the order of the current one lies open (INV-AUT-74).
    pub automated: Vec<AutomatonView>,
    pub outcome: Option<Outcome>,
}

/// The cards of an automated tripod. How many are in the current deck is open, its order is not.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct AutomatonView {
    pub vehicle: VehicleId,
    pub current: usize,
    pub reserve: Vec<String>,
    pub discard: Vec<String>,
    /// The reserve cards are in the current deck, because enemies are nearby.
    pub enlarged: bool,
    /// Normal moves of this turn: a third one is not allowed.
    pub moves: u8,
    /// The objective that it is on its way to.
    pub goal: Option<u8>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct FieldView {
    pub pose: Pose,
    pub corners: Vec<Vec2>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct TerrainView {
    pub kind: TerrainKind,
    pub pose: Option<Pose>,
    pub used: bool,
    pub destroyed: bool,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct HandView {
    pub vehicle: VehicleId,
    pub deck: DeckId,
    pub card: Option<String>,
    pub other: Option<String>,
}

/// A bomb card on the table: all loads of one bomber.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct BombView {
    pub bomber: VehicleId,
    pub loads: u8,
    pub pose: Pose,
    pub corners: Vec<Vec2>,
    pub destroyed: bool,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct DotView {
    pub bomber: VehicleId,
    pub target: VehicleId,
    pub deck: DeckId,
    /// How many are still to be inflicted.
    pub left: u8,
    pub cards: Vec<Option<String>>,
}

/// What a viewer knows of the action card on a tripod's console.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum LaidView {
    Empty,
    /// A card lies here face down.
    Hidden,
    Card(ActionCard),
}

/// A shot that can be declared: the order, and the ruler as it lies.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ShotView {
    pub vehicle: VehicleId,
    pub order: Order,
    pub range: Range,
    /// The side of the target's base that the ruler crosses, or that the ray leaves from.
    pub side: Side,
    pub distance: f64,
    pub line: [Vec2; 2],
    /// What a heat-ray crosses of a tripod.
    pub across: Option<Across>,
}

/// A vehicle. Fields that are `null` are secret from this viewer, or empty.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct VehicleView {
    pub id: VehicleId,
    pub model: String,
    pub name: String,
    pub seat: SeatId,
    pub team: Team,
    pub fate: Fate,
    pub pose: Option<Pose>,
    /// The corners of the base, clockwise from the front left.
    pub base: Vec<Vec2>,
    pub resistance: u16,
    pub maneuver_deck: String,
    /// Spaces 1 to 3: what this viewer knows of the planned cards.
    pub plan: [SpaceView; 3],
    pub flown: Option<String>,
    pub declared: Option<Declaration>,
    /// Damage cards: how many, from which decks, in which space is public (TT-INF-03).
    pub damage: Vec<DamageView>,
    /// A total was written down when a deck ran out (TT-INF-11).
    pub has_note: bool,
    /// The sum of all points, for the owner.
    pub points: Option<u16>,
    /// What only the owner knows (TT-INF-07).
    pub hidden: Option<HiddenDamage>,
    pub flames: u8,
    pub wounds: u8,
    /// With altitude rules (TT-ALT-01).
    pub level: Option<u8>,
    /// What it means for the match if it leaves the table now; for its player.
    pub leaving: Option<LeavingView>,
    pub craft: CraftView,
}

/// What a vehicle is, with what only such a one has.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum CraftView {
    Airplane(AirplaneView),
    Tripod(TripodView),
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct AirplaneView {
    #[serde(flatten)]
    pub console: AirplaneConsole,
    /// The pilot's gun: its jam counters, and the tripod that it is aimed at.
    pub jammed: u8,
    pub aiming_at: Option<VehicleId>,
    /// Its gun positions besides the pilot's, where it has several.
    pub guns: Vec<GunView>,
    pub skills: Vec<SkillView>,
    /// The next turn begins with a card that lies face down (TT-CAN-05); in WW2 the one that was planned ahead.
    pub carried: SpaceView,
    /// Bomb loads on board; of them this viewer knows so many to be dropped in this phase (INV-BOM-01, INV-BOM-06).
    pub loads: u8,
    pub dropping: Option<u8>,
    /// With altitude rules: how many climb counters are a level, and the ceiling (TT-ALT-01).
    pub climb_counters: Option<u8>,
    pub ceiling: Option<u8>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct TripodView {
    #[serde(flatten)]
    pub console: TripodConsole,
    pub energy: u8,
    pub energy_rating: u8,
    /// The sides whose armor works.
    pub armored: Vec<Side>,
    pub action: Option<Action>,
    /// An action card face down (INV-TVT-02).
    pub laid: LaidView,
    /// Who sits in it, and when it shows its action cards (INV-GEN-03, INV-TVT-05).
    pub pilot: Pilot,
    pub initiative: u8,
}

impl VehicleView {
    pub fn airplane(&self) -> Option<&AirplaneView> {
        match &self.craft {
            CraftView::Airplane(airplane) => Some(airplane),
            CraftView::Tripod(_) => None,
        }
    }

    pub fn tripod(&self) -> Option<&TripodView> {
        match &self.craft {
            CraftView::Airplane(_) => None,
            CraftView::Tripod(tripod) => Some(tripod),
        }
    }
}

/// Who wins when a vehicle leaves the area, if that ends the match: over the Earthlings' edge, or elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct LeavingView {
    pub earthling_side: Option<Team>,
    pub elsewhere: Option<Team>,
}

/// A gun position with its own counters and its own aim (INV-BOM-35).
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct GunView {
    pub gun: u8,
    pub name: &'static str,
    pub jammed: u8,
    pub aiming_at: Option<VehicleId>,
    pub declared: Option<Declaration>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum SpaceView {
    Empty,
    /// A card lies here face down.
    Hidden,
    Card {
        number: u8,
        card: String,
    },
}

/// A skill lies open beside the console, with its counters (TT-INF-09).
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct SkillView {
    pub skill: Skill,
    pub counters: u8,
    pub ready: bool,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct DamageView {
    pub deck: DeckId,
    pub aimed: bool,
    /// The number counts twice: a heat-ray on a tripod (INV-TVT-20).
    pub doubled: bool,
    pub card: Option<String>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ObjectiveView {
    pub at: Option<Vec2>,
    pub red_weed: bool,
    pub destroyed: bool,
    pub reached: bool,
}

/// A damage deck: how many cards are left, never their order. What it is made of stands in the components, for
/// everybody and once (TT-INF-14).
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct DeckView {
    pub deck: DeckId,
    pub left: u16,
}

impl State {
    pub(crate) fn project(&self, viewer: Viewer) -> View {
        let table = &self.table;
        View {
            scenario: table.setup.scenario.clone(),
            turn: self.turn,
            step: self.step,
            area: [table.area.width, table.area.height],
            ruler: table.content.ruler,
            standard: self.standard(),
            printed: self.printed(),
            seats: table.seats.clone(),
            vehicles: self.ids().map(|id| self.project_vehicle(id, viewer)).collect(),
            objectives: self
                .objectives
                .iter()
                .map(|o| ObjectiveView {
                    at: o.placed.then_some(o.pose.centre),
                    red_weed: o.red_weed,
                    destroyed: o.destroyed,
                    reached: o.reached,
                })
                .collect(),
            decks: self.decks_in_use().map(|deck| self.project_deck(deck)).collect(),
            terrain: self
                .terrain
                .iter()
                .map(|t| TerrainView {
                    kind: t.kind,
                    pose: t.placed.then_some(t.pose),
                    used: t.used,
                    destroyed: t.destroyed,
                })
                .collect(),
            clouds: self.clouds.clone(),
            cloud_radius: table.content.cloud_radius,
            picture: self.picture,
            altitude: table.altitude.is_some(),
            earthling_turn: self.ww2().map(|_| self.earthling_turn()),
            plan_ahead: self.plans_ahead(),
            field: self
                .field_pose()
                .map(|pose| FieldView { pose, corners: self.field_outline(pose).vertices().to_vec() }),
            hand: self.project_hand(viewer),
            secret_actions: matches!(
                self.step,
                Step::Commit { .. } | Step::Drops { .. } | Step::Reveal { .. }
            ),
            reveal_order: self.invasion().map(|i| i.order.clone()).unwrap_or_default(),
            may_measure: self.may_aim() && !self.bombers_fly(),
            may_aim: self.may_aim(),
            bombs: self.project_bombs(),
            dot_hit: self.project_dot_hit(viewer),
            shots: self.project_shots(viewer),
            placing: self.project_placing(viewer),
            automated: self.project_automated(),
            outcome: self.outcome.as_deref().cloned(),
        }
    }

    /// TT-SET-07: the decks that somebody may draw from, or has drawn from; A always.
    pub(crate) fn decks_in_use(&self) -> impl Iterator<Item = DeckId> + '_ {
        let ww2 = self.ww2().is_some();
        // A counter letter is in use where a gun of this match draws it.
        let drawn = move |letter: DeckId| {
            let lists = |m: &crate::content::AirplaneModel| {
                m.guns.iter().any(|g| g.short.iter().chain(g.long.iter()).any(|d| d == letter))
            };
            self.table.models.iter().filter_map(|m| m.airplane()).any(lists)
        };
        let consoles = || self.vehicles.iter().filter_map(Vehicle::airplane).map(|a| a.console);
        let rockets = move || consoles().any(|c| c.rockets > 0 || c.flight.is_some());
        let special = move |deck: DeckId| match deck {
            DeckId::A => !ww2 || !self.terrain.is_empty(),
            DeckId::WA | DeckId::PA => ww2,
            DeckId::WB | DeckId::WC => ww2 && drawn(deck.letter()),
            DeckId::WD => ww2 && rockets(),
            DeckId::D if ww2 => false,
            // INV-GEN-02: decks that the modules set aside.
            DeckId::B if self.table.setup.tripods_vs_tripods => true,
            DeckId::C | DeckId::Z if self.table.setup.bombing => true,
            DeckId::C => consoles().any(|c| c.cannon),
            DeckId::D => rockets(),
            DeckId::Z => self.table.setup.black_smoke || !self.clouds.is_empty(),
            _ => false,
        };
        DeckId::ALL.into_iter().filter(move |deck| {
            special(*deck)
                || self.held.iter().any(|h| h.deck == *deck)
                || self.table.models.iter().any(|model| match &**model {
                    Model::Airplane(m) => !ww2 && m.guns.iter().any(|g| g.deck == *deck),
                    Model::Tripod(m) => m.firepower == *deck,
                })
        })
    }

    fn project_deck(&self, deck: DeckId) -> DeckView {
        DeckView { deck, left: self.decks[deck.index()].total }
    }

    fn project_vehicle(&self, id: VehicleId, viewer: Viewer) -> VehicleView {
        let v = &self[id];
        let model = self.model(id);
        let on_table = v.in_play();
        let own = v.hidden.seen_by(viewer);
        let held = self.held.iter().filter(|h| h.vehicle == id);
        let damage = held.map(|h| DamageView {
            deck: h.deck,
            aimed: h.aimed,
            doubled: h.doubled,
            card: h.seen_row(viewer).map(|row| self.damage_card(h.deck, row).name.clone()),
        });
        VehicleView {
            id,
            model: model.id().to_owned(),
            name: self.name(id).to_owned(),
            seat: v.owner,
            team: self.team(id),
            fate: v.fate,
            pose: on_table.then_some(v.pose),
            base: if on_table { self.footprint(id).vertices().to_vec() } else { Vec::new() },
            resistance: model.resistance(),
            maneuver_deck: model.deck().id.clone(),
            plan: self.project_plan(id, viewer),
            flown: v.flown.map(|row| model.deck().card(row).id.clone()),
            declared: v.declared.as_ref().and_then(|d| d.seen_by(viewer)).copied(),
            damage: damage.collect(),
            has_note: self.noted.contains(&id),
            points: own.map(|_| self.total_damage(id)),
            hidden: own.copied(),
            flames: v.flames,
            wounds: v.wounds,
            level: self.altitude().map(|_| self.level(id)),
            leaving: (on_table && viewer.seat() == Some(v.owner)).then(|| LeavingView {
                earthling_side: self.winner_if_left(id, true),
                elsewhere: self.winner_if_left(id, false),
            }),
            craft: match &v.craft {
                Craft::Airplane(airplane) => CraftView::Airplane(self.project_airplane(id, airplane, viewer)),
                Craft::Tripod(tripod) => CraftView::Tripod(self.project_tripod(id, tripod, viewer)),
            },
        }
    }

    fn project_airplane(&self, id: VehicleId, airplane: &Airplane, viewer: Viewer) -> AirplaneView {
        let model = self.model(id).airplane();
        let aloft = self.altitude().and(model);
        AirplaneView {
            console: airplane.console,
            jammed: airplane.gun.jammed,
            aiming_at: airplane.gun.last_shot.map(|s| s.target),
            guns: self
                .gun_positions(id)
                .map(|p| GunView {
                    gun: p.gun,
                    name: model.map_or("", |m| m.guns[usize::from(p.gun)].name),
                    jammed: p.state.jammed,
                    aiming_at: p.state.last_shot.map(|s| s.target),
                    declared: p.declared.as_ref().and_then(|d| d.seen_by(viewer)).copied(),
                })
                .collect(),
            skills: airplane
                .skills
                .list()
                .map(|skill| SkillView {
                    skill,
                    counters: airplane.skills.counters(skill),
                    ready: airplane.skills.ready(skill)
                        && !(skill == Skill::LuckyPilot && airplane.console.lucky_used),
                })
                .collect(),
            carried: match airplane.carried.seen_by(viewer) {
                Some(Some(row)) => {
                    let card = self.deck(id).card(*row);
                    SpaceView::Card { number: card.numbers[0], card: card.id.clone() }
                }
                None if self.carries(id) => SpaceView::Hidden,
                Some(None) | None => self.project_ahead(id, viewer),
            },
            loads: self.loads(id),
            dropping: self.project_drop(id, viewer),
            climb_counters: aloft.map(|m| m.climb_counters),
            ceiling: aloft.map(|m| m.ceiling_level),
        }
    }

    fn project_tripod(&self, id: VehicleId, tripod: &Tripod, viewer: Viewer) -> TripodView {
        TripodView {
            console: tripod.console,
            energy: tripod.energy,
            energy_rating: tripod.rating,
            armored: Side::ALL.into_iter().filter(|side| self.is_armored(id, *side)).collect(),
            action: project_action(tripod, viewer),
            laid: self.project_laid(id, viewer),
            pilot: self.table.pilots[id.index()],
            initiative: self.initiative(id).unwrap_or_default(),
        }
    }

    /// TT-INF-01: cards of phases that were revealed are public, later ones are the owner's.
    fn project_plan(&self, id: VehicleId, viewer: Viewer) -> [SpaceView; 3] {
        let v = &self[id];
        let deck = self.deck(id);
        let revealed = self.revealed_spaces();
        if let Some(spaces) = v.plan.seen_by(viewer) {
            let Cards(numbers) = planning::numbers(deck, spaces);
            return std::array::from_fn(|space| match (numbers[space], spaces[space]) {
                (Some(number), Some(row)) => SpaceView::Card { number, card: deck.card(row).id.clone() },
                _ => SpaceView::Empty,
            });
        }
        std::array::from_fn(|space| {
            if space < revealed {
                return match self.open_card(id, space) {
                    Some(row) => {
                        SpaceView::Card { number: deck.card(row).numbers[0], card: deck.card(row).id.clone() }
                    }
                    None => SpaceView::Empty,
                };
            }
            if self.lies_face_down(id, space) { SpaceView::Hidden } else { SpaceView::Empty }
        })
    }

    /// WW2: the card planned one turn ahead lies face down beside the console.
    fn project_ahead(&self, id: VehicleId, viewer: Viewer) -> SpaceView {
        let Some(plane) = self.plane(id) else { return SpaceView::Empty };
        match plane.ahead.seen_by(viewer) {
            Some(Some(ahead)) => {
                let card = self.deck(id).card(ahead.card);
                SpaceView::Card { number: card.numbers[0], card: card.id.clone() }
            }
            None if self.lies_ahead(id) => SpaceView::Hidden,
            Some(None) | None => SpaceView::Empty,
        }
    }

    /// A card in hand is its player's; across armor it lies open.
    fn project_hand(&self, viewer: Viewer) -> Option<HandView> {
        let (hand, task) = (self.work.hand?, self.work.queue.first()?);
        let sees = task.shown || self[task.vehicle].hidden.seen_by(viewer).is_some();
        let name = |row: u8| sees.then(|| self.damage_card(task.deck, row).name.clone());
        let (vehicle, deck) = (task.vehicle, task.deck);
        Some(HandView { vehicle, deck, card: name(hand.row), other: hand.other.and_then(name) })
    }

    fn project_automated(&self) -> Vec<AutomatonView> {
        let tripods = self.automated.iter().flat_map(|a| &a.tripods);
        let names = |id: VehicleId, numbers: &[u8]| {
            let rows = numbers.iter().filter_map(|n| self.deck(id).row_of(*n));
            rows.map(|row| self.deck(id).card(row).id.clone()).collect()
        };
        let view = |own: &Automaton| AutomatonView {
            vehicle: own.vehicle,
            current: own.current.len(),
            reserve: names(own.vehicle, &own.reserve),
            discard: names(own.vehicle, &own.discard),
            enlarged: own.enlarged,
            moves: own.moves,
            goal: own.goal,
        };
        tripods.filter(|own| self[own.vehicle].in_play()).map(view).collect()
    }

    /// A card that lies face down is the team's; others see that it lies there once all have committed (INV-TVT-02).
    fn project_laid(&self, id: VehicleId, viewer: Viewer) -> LaidView {
        let Some(card) = self.laid(id) else { return LaidView::Empty };
        match card.seen_by(viewer) {
            Some(ActionCard::None) => LaidView::Empty,
            Some(card) => LaidView::Card(*card),
            None if !matches!(self.step, Step::Commit { .. }) && self.has_laid(id) => LaidView::Hidden,
            None => LaidView::Empty,
        }
    }

    /// A sealed decision is its player's; an open one is everybody's (INV-BOM-06).
    fn project_drop(&self, id: VehicleId, viewer: Viewer) -> Option<u8> {
        match self.drop_declared(id) {
            Some(loads) => loads.seen_by(viewer).copied(),
            None => self.invasion().and_then(|i| entry(&i.dropping, id).copied()),
        }
    }

    /// Where bombs fall is public when their cards are placed, and not before (INV-BOM-30).
    fn project_bombs(&self) -> Vec<BombView> {
        let bombs = self.invasion().map(|i| i.bombs.iter()).into_iter().flatten();
        bombs
            .map(|bomb| BombView {
                bomber: bomb.bomber,
                loads: bomb.loads,
                pose: bomb.pose,
                corners: self.bomb_footprint(bomb.pose).vertices().to_vec(),
                destroyed: bomb.destroyed,
            })
            .collect()
    }

    fn project_dot_hit(&self, viewer: Viewer) -> Option<DotView> {
        let hit = self.dot_hit()?;
        let deck = self.bomb_deck()?;
        let cards = match hit.rows.seen_by(viewer) {
            Some(rows) => rows.iter().map(|row| Some(self.damage_card(deck, *row).name.clone())).collect(),
            None => vec![None; self.dot_cards()],
        };
        Some(DotView { bomber: hit.bomber, target: hit.target, deck, left: hit.left, cards })
    }

    /// Where a vehicle can fire follows from what lies open; the list is its own player's help.
    fn project_shots(&self, viewer: Viewer) -> Vec<ShotView> {
        let own = |id: VehicleId| viewer == Viewer::Umpire || viewer == Viewer::Seat(self[id].owner);
        let shots = self.shots.iter().filter(|s| own(s.vehicle)).map(|s| ShotView {
            vehicle: s.vehicle,
            order: s.order(),
            range: s.range,
            side: s.side,
            distance: s.distance,
            line: s.line,
            across: s.across,
        });
        shots.collect()
    }
}

/// While the action window is open a choice is known to the team (TT-INF-10), then to all.
fn project_action(tripod: &Tripod, viewer: Viewer) -> Option<Action> {
    match &tripod.choosing {
        Some(choice) => choice.seen_by(viewer).copied(),
        None => (tripod.action != Action::Pass).then_some(tripod.action),
    }
}
