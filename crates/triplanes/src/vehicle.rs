//! A vehicle in play: what anybody has, and what an airplane or a tripod has alone.

use crate::ace_rules::Skills;
use crate::console::{AirplaneConsole, TripodConsole};
use crate::content::{CardIx, Restrictions, Spaces};
use crate::gun_positions::Gun;
use crate::order::Action;
use crate::setup::{Team, VehicleSetup};
use crate::state::{Declaration, Fate, HiddenDamage, State, VehicleId};
use geometry::Pose;
use std::hash::{Hash, Hasher};
use table::{Audience, SeatId, Secret};

/// A vehicle and what every console has.
#[derive(Clone, Copy, Debug)]
pub struct Vehicle {
    pub pose: Pose,
    pub fate: Fate,
    pub owner: SeatId,
    pub planned: bool,
    pub plan: Secret<Spaces>,
    pub bound: Secret<Restrictions>,
    pub hidden: Secret<HiddenDamage>,
    /// A declaration of this firing step, sealed until all are in.
    pub declared: Option<Secret<Declaration>>,
    /// The card carried out in this phase, public.
    pub flown: Option<CardIx>,
    pub flames: u8,
    pub wounds: u8,
    pub craft: Craft,
}

/// What a vehicle is, with what only such a console has.
#[derive(Clone, Copy, Debug)]
pub enum Craft {
    Airplane(Airplane),
    Tripod(Tripod),
}

/// An airplane: its console, and what is kept beside it because it is secret, looked up or counted by phases.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Airplane {
    pub console: AirplaneConsole,
    /// The pilot's gun.
    pub gun: Gun,
    pub skills: Skills,
    /// The phase, counted through, in which it last drew a card with a symbol (TT-RKT-06): its player alone knows.
    pub special_drawn: u32,
    /// This phase began with a recovery counter of the cannon.
    pub loading_now: bool,
    /// The card shifted into the next turn (TT-CAN-08).
    pub carried: Secret<Option<CardIx>>,
    /// With altitude rules: its level (TT-ALT-01).
    pub level: u8,
}

/// A tripod: its console, its energy, and its action cards.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tripod {
    pub console: TripodConsole,
    /// An action chosen while the window is open: known to the team only.
    pub choosing: Option<Secret<Action>>,
    /// The action in force in this phase, public.
    pub action: Action,
    pub energy: u8,
    pub rating: u8,
}

impl Vehicle {
    #[inline]
    pub fn airplane(&self) -> Option<&Airplane> {
        match &self.craft {
            Craft::Airplane(airplane) => Some(airplane),
            Craft::Tripod(_) => None,
        }
    }

    #[inline]
    pub fn airplane_mut(&mut self) -> Option<&mut Airplane> {
        match &mut self.craft {
            Craft::Airplane(airplane) => Some(airplane),
            Craft::Tripod(_) => None,
        }
    }

    #[inline]
    pub fn tripod(&self) -> Option<&Tripod> {
        match &self.craft {
            Craft::Airplane(_) => None,
            Craft::Tripod(tripod) => Some(tripod),
        }
    }

    #[inline]
    pub fn tripod_mut(&mut self) -> Option<&mut Tripod> {
        match &mut self.craft {
            Craft::Airplane(_) => None,
            Craft::Tripod(tripod) => Some(tripod),
        }
    }

    /// Both consoles: the one that this vehicle does not have is empty.
    fn consoles(&self) -> (Airplane, Tripod) {
        match self.craft {
            Craft::Airplane(airplane) => (airplane, Tripod::default()),
            Craft::Tripod(tripod) => (Airplane::new(self.plan.audience()), tripod),
        }
    }

    #[inline]
    pub fn in_play(&self) -> bool {
        self.fate == Fate::InPlay
    }

    /// The action in force; an airplane has no action cards.
    #[inline]
    pub fn action(&self) -> Action {
        self.tripod().map_or(Action::Pass, |tripod| tripod.action)
    }

    /// Energy counters; an airplane has none.
    #[inline]
    pub fn energy(&self) -> u8 {
        self.tripod().map_or(0, |tripod| tripod.energy)
    }

    #[inline]
    pub fn is_toppled(&self) -> bool {
        self.tripod().is_some_and(|tripod| tripod.console.toppled > 0)
    }

    /// A cloud was declared and is not yet on the table.
    pub fn declares_smoke(&self) -> bool {
        self.tripod().is_some_and(|tripod| !tripod.console.launched)
            && matches!(self.declared.map(|d| *d.judge()), Some(Declaration::Smoke { .. }))
    }
}

/// What a vehicle can not have is hashed as if it lay there empty: in the order of the first logs, whose hashes hold.
impl Hash for Vehicle {
    fn hash<H: Hasher>(&self, h: &mut H) {
        let (airplane, tripod) = self.consoles();
        let (a, t, gun) = (airplane.console, tripod.console, airplane.gun);
        (self.pose, self.fate, self.owner, self.planned, self.plan, self.bound, self.hidden).hash(h);
        (self.declared, tripod.choosing, tripod.action, self.flown).hash(h);
        (a.owes_straight, a.last, t.reverse, gun.last_shot).hash(h);
        (tripod.energy, tripod.rating, t.battery, t.toppled, t.cooling).hash(h);
        (gun.jammed, gun.jammed_now, a.smoke, self.flames, self.wounds, airplane.skills).hash(h);
        (a.rockets, a.flight, airplane.special_drawn, a.anchor, a.hook).hash(h);
        (t.entangled, a.cannon, a.loading, airplane.loading_now, a.fired_cannon).hash(h);
        (a.inserted, a.forced_stall, airplane.carried, a.shifted).hash(h);
        (t.smoke_box, t.launched, a.lucky_used, t.fired, a.fired_early).hash(h);
        (airplane.level, a.climb, a.run).hash(h);
    }
}

impl Airplane {
    /// With an empty console; its player alone knows what he has shifted into the next turn.
    pub fn new(own: Audience) -> Self {
        Self {
            console: AirplaneConsole::default(),
            gun: Gun::default(),
            skills: Skills::default(),
            special_drawn: 0,
            loading_now: false,
            carried: Secret::new(own, None),
            level: 0,
        }
    }

    /// As a set-up says it. Its skills, its level and the card shifted into the next turn are looked up; what counts in
    /// this phase follows from the step, where it is not said.
    pub fn read(row: &VehicleSetup, own: Audience) -> Self {
        Self {
            console: row.airplane,
            gun: Gun {
                jammed: row.jammed,
                jammed_now: row.jammed_now.unwrap_or_default(),
                last_shot: row.last_shot,
            },
            special_drawn: row.special_drawn,
            loading_now: row.loading_now.unwrap_or_default(),
            ..Self::new(own)
        }
    }

    /// The same, back on paper.
    pub fn write(&self, row: &mut VehicleSetup) {
        row.airplane = self.console;
        row.jammed = self.gun.jammed;
        row.last_shot = self.gun.last_shot;
        row.special_drawn = self.special_drawn;
    }
}

impl Tripod {
    /// As a set-up says it; its energy is worked out from what is printed.
    pub fn read(row: &VehicleSetup, team: Audience) -> Self {
        Self {
            console: row.tripod,
            choosing: row.choosing.map(|action| Secret::new(team, action)),
            action: row.action.unwrap_or_default(),
            ..Self::default()
        }
    }

    /// The same, back on paper.
    pub fn write(&self, row: &mut VehicleSetup) {
        row.tripod = self.console;
        row.choosing = self.choosing.map(|choice| *choice.judge());
        row.action = (self.action != Action::Pass).then_some(self.action);
        row.energy = Some(self.energy);
    }
}

impl State {
    #[inline]
    pub(crate) fn is_tripod(&self, id: VehicleId) -> bool {
        matches!(self[id].craft, Craft::Tripod(_))
    }

    /// Whether there is such a tripod in play: an order may name anything.
    pub(crate) fn is_tripod_in_play(&self, id: VehicleId) -> bool {
        self.get(id).is_some_and(|v| v.in_play() && v.tripod().is_some())
    }

    /// The tripods in play.
    pub(crate) fn tripods(&self) -> impl DoubleEndedIterator<Item = VehicleId> + '_ {
        self.in_play().filter(|id| self.is_tripod(*id))
    }

    /// The airplanes in play.
    pub(crate) fn airplanes(&self) -> impl DoubleEndedIterator<Item = VehicleId> + '_ {
        self.in_play().filter(|id| !self.is_tripod(*id))
    }

    /// The tripods of a side, in play or not.
    pub(crate) fn tripods_of(&self, team: Team) -> impl Iterator<Item = VehicleId> + '_ {
        self.ids().filter(move |id| self.is_tripod(*id) && self.team(*id) == team)
    }

    /// The airplanes of a side, in play or not.
    pub(crate) fn airplanes_of(&self, team: Team) -> impl Iterator<Item = VehicleId> + '_ {
        self.ids().filter(move |id| !self.is_tripod(*id) && self.team(*id) == team)
    }

    /// Every tripod's console, in play or not.
    pub(crate) fn tripods_mut(&mut self) -> impl Iterator<Item = &mut Tripod> {
        self.vehicles.iter_mut().filter_map(Vehicle::tripod_mut)
    }

    /// Every airplane's console, in play or not.
    pub(crate) fn airplanes_mut(&mut self) -> impl Iterator<Item = &mut Airplane> {
        self.vehicles.iter_mut().filter_map(Vehicle::airplane_mut)
    }
}
