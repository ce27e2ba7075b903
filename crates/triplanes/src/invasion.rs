//! INVASION, the booklet of add-ons: which modules are in use, and what a match with them keeps in mind (INV-GEN).
//!
//! Each module is switched on for itself (INV-GEN-01), and rules only for as long as its own condition holds; then
//! the base game is back (INV-GEN-04). A match without them carries an empty box.

use crate::bombing_tripods::{BombCard, DotHit, DotSetup, Strike};
use crate::content::{Content, Model};
use crate::setup::{SeatSetup, Setup, Team, VehicleSetup};
use crate::state::{State, Step, Table, VehicleId};
use crate::tripods_vs_tripods::{ActionCard, Pilot};
use serde::{Deserialize, Serialize};
use table::{Audience, Secret, SetupError};

/// More loads than any airplane lifts.
pub(crate) const MOST_LOADS: u8 = 20;

/// What a match with tripods against tripods or with bombers keeps in mind. Lists are in the order of the vehicles.
#[derive(Clone, Debug, Default, Hash)]
pub struct Invasion {
    /// Action cards on the consoles, face down, known to the team (INV-TVT-02, INV-TVT-04).
    pub laid: Vec<(VehicleId, Secret<ActionCard>)>,
    /// Who shows next: those of one block together (INV-TVT-06 to INV-TVT-08).
    pub order: Vec<Vec<VehicleId>>,
    /// Bomb loads on board of each vehicle (INV-BOM-01).
    pub loads: Vec<u8>,
    /// Sealed drop decisions (INV-BOM-06).
    pub declared: Vec<(VehicleId, Secret<u8>)>,
    /// Loads that fall in this phase, and whose card is not yet on the table.
    pub dropping: Vec<(VehicleId, u8)>,
    pub bombs: Vec<BombCard>,
    /// Hits that are still to be worked out.
    pub strikes: Vec<Strike>,
    /// Cards in the hand of a bomber's player (INV-BOM-24).
    pub drawn: Option<DotHit>,
}

/// The same on paper, for positions in the middle of a phase.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct InvasionSetup {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub laid: Vec<(VehicleId, ActionCard)>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub order: Vec<Vec<VehicleId>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub declared: Vec<(VehicleId, u8)>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub dropping: Vec<(VehicleId, u8)>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub bombs: Vec<BombCard>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub strikes: Vec<Strike>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub drawn: Option<DotSetup>,
}

impl Invasion {
    /// The match is over, or a phase is: nothing lies face down or falls any more.
    pub fn clear(&mut self) {
        self.laid.clear();
        self.order.clear();
        self.declared.clear();
        self.dropping.clear();
        self.bombs.clear();
        self.strikes.clear();
        self.drawn = None;
    }
}

/// Puts an entry where the vehicle's number belongs, in place of its earlier one.
pub(crate) fn put<T>(list: &mut Vec<(VehicleId, T)>, id: VehicleId, value: T) {
    match list.binary_search_by_key(&id, |(vehicle, _)| *vehicle) {
        Ok(at) => list[at].1 = value,
        Err(at) => list.insert(at, (id, value)),
    }
}

pub(crate) fn entry<T>(list: &[(VehicleId, T)], id: VehicleId) -> Option<&T> {
    list.iter().find(|(vehicle, _)| *vehicle == id).map(|(_, value)| value)
}

impl State {
    /// INV-GEN-01: what an `Invasion` match keeps in mind; nothing while no module of it is in use.
    pub(crate) fn invasion(&self) -> Option<&Invasion> {
        self.invasion.as_deref()
    }

    /// The seats of a vehicle's side: team-mates confer (INV-TVT-04).
    pub(crate) fn team_audience(&self, id: VehicleId) -> Audience {
        self.table.team_audience(self.team(id))
    }

    /// Whether action cards are laid face down in the movement step that opens now (INV-GEN-04).
    pub(crate) fn secret_actions(&self) -> bool {
        self.tripods_oppose() || self.bombers_fly()
    }

    /// The step in which actions of this phase are chosen: face down or face up.
    pub(crate) fn action_window(&self, phase: u8) -> Step {
        if self.secret_actions() { Step::Commit { phase } } else { Step::Actions { phase } }
    }
}

impl Table {
    pub(crate) fn team_audience(&self, team: Team) -> Audience {
        let mates = self.seats.iter().filter(|seat| seat.team == team.id());
        mates.fold(Audience::NOBODY, |audience, seat| audience.and(seat.id))
    }
}

/// Why a vehicle of a set-up does not go with the modules in use (INV-GEN-01, INV-GEN-03, INV-BOM-01).
pub(crate) fn check_vehicle(
    setup: &Setup,
    vehicle: &VehicleSetup,
    seat: &SeatSetup,
    model: &Model,
    place: impl Fn(&str) -> String,
) -> Result<(), SetupError> {
    let tripod = model.tripod().is_some();
    let stranger = match seat.team {
        Team::Martians => !tripod,
        Team::Earthlings => tripod && !setup.tripods_vs_tripods,
    };
    if stranger {
        let why = format!("{} can not be controlled by {}", model.name(), seat.team.name());
        return Err(SetupError::by("TT-GEN-01", place("seat"), why));
    }
    if vehicle.pilot.is_some() && !tripod {
        let why = "human or Martian is said of a tripod's pilot; an airplane's is always human";
        return Err(SetupError::by("INV-GEN-03", place("pilot"), why));
    }
    if vehicle.pilot == Some(Pilot::Human) && !setup.tripods_vs_tripods {
        let why = "human pilots in tripods need the module tripods_vs_tripods";
        return Err(SetupError::by("INV-GEN-01", place("pilot"), why));
    }
    if vehicle.loads == 0 {
        return Ok(());
    }
    let loads = place("loads");
    if !setup.bombing {
        return Err(SetupError::by("INV-GEN-01", loads, "bomb loads need the module bombing"));
    }
    if tripod || vehicle.loads > MOST_LOADS {
        let why = format!("expected an airplane with at most {MOST_LOADS} loads");
        return Err(SetupError::by("INV-BOM-01", loads, why));
    }
    Ok(())
}

/// Crews and loads as the words of a force ask for them: `mk1_locust+human`, `sopwith_camel+bombs`,
/// `caproni_ca3+bombs:3` (INV-GEN-03, INV-BOM-01).
pub(crate) fn fit_out(
    content: &Content,
    setup: &mut Setup,
    first: usize,
    texts: &[&str],
    place: &str,
) -> Result<(), SetupError> {
    for (vehicle, text) in setup.vehicles[first..].iter_mut().zip(texts) {
        for word in text.split('+').skip(1).map(str::trim) {
            if let Some(pilot) = Pilot::parse(word) {
                vehicle.pilot = Some(pilot);
            }
            let Some(loads) = word.strip_prefix("bombs") else { continue };
            vehicle.loads = match loads.strip_prefix(':') {
                None => usual_loads(content, vehicle),
                Some(number) => number.parse().ok().filter(|n| *n > 0).ok_or_else(|| {
                    let why = format!("expected a number of loads from 1, as in bombs:2, found {word:?}");
                    SetupError::by("INV-BOM-01", place, why)
                })?,
            };
        }
    }
    Ok(())
}

/// Whether this word after a model's name is about crews or loads.
pub(crate) fn is_word(word: &str) -> bool {
    Pilot::parse(word).is_some() || word == "bombs" || word.starts_with("bombs:")
}

/// INV-BOM-01: one load for a single engine, two for more.
pub(crate) fn usual_loads(content: &Content, vehicle: &VehicleSetup) -> u8 {
    let engines = content.model(&vehicle.model).and_then(|m| m.airplane()).map(|m| m.engines);
    match (engines, &content.bombing) {
        (Some(1), Some(bombing)) => bombing.loads_one_engine,
        (Some(_), Some(bombing)) => bombing.loads_more_engines,
        _ => 0,
    }
}

/// With bombing switched on and nobody named as a bomber, every airplane is one.
pub(crate) fn load_everybody(content: &Content, setup: &mut Setup) {
    if setup.bombing && setup.vehicles.iter().all(|v| v.loads == 0) {
        for vehicle in &mut setup.vehicles {
            vehicle.loads = usual_loads(content, vehicle);
        }
    }
}

/// INV-BOM-01, TT-GEN-07: bombs are played from a table of the components.
pub(crate) fn check_components(content: &Content, setup: &Setup) -> Result<(), SetupError> {
    if setup.bombing && content.bombing.is_none() {
        let why = "these components have no [bombing] table: expected one in bombing.toml";
        return Err(SetupError::by("TT-GEN-07", "bombing", why));
    }
    Ok(())
}

/// On paper, and back.
impl State {
    pub(crate) fn write_invasion(&self) -> InvasionSetup {
        let Some(invasion) = self.invasion() else { return InvasionSetup::default() };
        InvasionSetup {
            laid: invasion.laid.iter().map(|(id, card)| (*id, *card.judge())).collect(),
            order: invasion.order.clone(),
            declared: invasion.declared.iter().map(|(id, loads)| (*id, *loads.judge())).collect(),
            dropping: invasion.dropping.clone(),
            bombs: invasion.bombs.clone(),
            strikes: invasion.strikes.clone(),
            drawn: invasion.drawn.as_ref().map(DotSetup::of),
        }
    }

    /// The box of a match in which a module is in use.
    pub(crate) fn open_invasion(&mut self, setup: &Setup) {
        if !setup.tripods_vs_tripods && !setup.bombing {
            return;
        }
        let loads = setup.vehicles.iter().map(|v| v.loads).collect();
        self.invasion = Some(Box::new(Invasion { loads, ..Invasion::default() }));
    }

    /// Takes up the middle of a phase. Everything is checked: a position is written by people.
    pub(crate) fn read_invasion(&mut self, setup: &Setup) -> Result<(), SetupError> {
        let paper = &setup.invasion;
        if *paper == InvasionSetup::default() {
            return self.check_reveal();
        }
        let by = |rule, field: &str, why: &str| Err(SetupError::by(rule, format!("invasion.{field}"), why));
        let Some(mut invasion) = self.invasion.take() else {
            return by("INV-GEN-01", "laid", "no module of Invasion is in use in this match");
        };
        let known = |id: VehicleId| self.get(id).filter(|v| v.in_play());
        let tripod = |id: VehicleId| known(id).is_some_and(|v| v.tripod().is_some());
        let plane = |id: VehicleId| known(id).is_some_and(|v| v.airplane().is_some());
        if !paper.laid.iter().all(|(id, _)| tripod(*id))
            || !paper.order.iter().flatten().all(|id| tripod(*id))
            || paper.order.iter().any(Vec::is_empty)
        {
            return by("INV-TVT-02", "laid", "expected tripods in play");
        }
        let drops = paper.declared.iter().chain(&paper.dropping);
        if !drops.clone().all(|(id, _)| plane(*id)) {
            return by("INV-BOM-06", "dropping", "expected airplanes in play");
        }
        if paper.declared.iter().any(|(id, loads)| *loads > invasion.loads[id.index()]) {
            return by("INV-BOM-03", "declared", "more loads than it carries");
        }
        let bombers = |id: VehicleId| self.get(id).is_some_and(|v| v.airplane().is_some());
        let finite = |bomb: &BombCard| bomb.pose.centre.x.is_finite() && bomb.pose.centre.y.is_finite();
        if !paper.bombs.iter().all(|b| bombers(b.bomber) && b.loads > 0 && finite(b)) {
            return by("INV-BOM-07", "bombs", "expected an airplane, its loads and a place for each card");
        }
        let strikes = paper.strikes.iter().map(|s| (s.bomber, s.target));
        let mut hits = strikes.chain(paper.drawn.iter().map(|d| (d.bomber, d.target)));
        if !hits.all(|(bomber, target)| plane(bomber) && tripod(target)) {
            return by("INV-BOM-21", "strikes", "expected a bomber and a tripod in play");
        }
        for (id, card) in &paper.laid {
            put(&mut invasion.laid, *id, Secret::new(self.team_audience(*id), *card));
        }
        invasion.order.clone_from(&paper.order);
        for (id, loads) in &paper.declared {
            put(&mut invasion.declared, *id, Secret::new(self.own_audience(*id), *loads));
        }
        for (id, loads) in &paper.dropping {
            put(&mut invasion.dropping, *id, *loads);
        }
        invasion.bombs.clone_from(&paper.bombs);
        invasion.bombs.sort_by_key(|bomb| bomb.bomber);
        invasion.strikes.clone_from(&paper.strikes);
        if let Some(drawn) = &paper.drawn {
            if !self.takes_from_deck(&drawn.rows) || drawn.left == 0 || drawn.rows.is_empty() {
                self.invasion = Some(invasion);
                return by("INV-BOM-24", "drawn", "expected cards that are in the deck, and some to inflict");
            }
            invasion.drawn = Some(drawn.clone().sealed(self.own_audience(drawn.bomber)));
        }
        self.invasion = Some(invasion);
        self.check_reveal()
    }

    /// In the steps of secret actions the cards on paper have to fit the plans they lie on.
    fn check_reveal(&self) -> Result<(), SetupError> {
        let by = |rule, why: &str| Err(SetupError::by(rule, "invasion.laid", why));
        let (Step::Commit { phase } | Step::Drops { phase } | Step::Reveal { phase }) = self.step else {
            return Ok(());
        };
        let Some(invasion) = self.invasion() else {
            return by("INV-GEN-01", "no module of Invasion is in use in this match");
        };
        for (id, card) in &invasion.laid {
            if let Err(refusal) = self.commit_breach(*id, phase, *card.judge()) {
                return by(refusal.rule.0, &refusal.why);
            }
        }
        let missing = |id: &VehicleId| self.may_act(*id, phase) && entry(&invasion.laid, *id).is_none();
        let open = matches!(self.step, Step::Commit { .. });
        if !open && !matches!(self.step, Step::Reveal { .. }) && self.in_play().any(|id| missing(&id)) {
            return by("INV-TVT-02", "every tripod has committed before this step");
        }
        let shows =
            |id: &VehicleId| entry(&invasion.laid, *id).is_some_and(|c| *c.judge() != ActionCard::None);
        if !invasion.order.iter().flatten().all(shows) {
            return by("INV-TVT-06", "who shows has laid a card");
        }
        Ok(())
    }
}
