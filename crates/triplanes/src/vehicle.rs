//! A vehicle and its console. Some of what lies there anybody has; the rest is an airplane's or a tripod's alone.

use crate::ace_rules::Skills;
use crate::anchor_and_chain::{Anchor, Hook};
use crate::content::{CardIx, LastManeuver, Restrictions, Spaces};
use crate::gun_positions::Gun;
use crate::order::Action;
use crate::rockets::Flight;
use crate::setup::{Team, VehicleSetup};
use crate::state::{Declaration, Fate, HiddenDamage, State, VehicleId};
use crate::take_off_and_landing::Run;
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

/// The console of an airplane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Airplane {
    pub last: LastManeuver,
    /// A card was illegal and its straight is not yet chosen.
    pub owes_straight: bool,
    /// The pilot's gun.
    pub gun: Gun,
    pub smoke: u8,
    pub skills: Skills,
    /// Lucky Pilot has had his luck (TT-ACE-09).
    pub lucky_used: bool,
    /// Fired before the moves: no weapon in the firing step (TT-ACE-12).
    pub fired_early: bool,
    pub rockets: u8,
    pub flight: Option<Flight>,
    /// The phase, counted through, in which it last drew a card with a symbol (TT-RKT-06).
    pub special_drawn: u32,
    pub anchor: Anchor,
    pub hook: Option<Hook>,
    pub cannon: bool,
    /// Recovery counters of the cannon, and whether this phase began with one.
    pub loading: u8,
    pub loading_now: bool,
    pub fired_cannon: bool,
    /// Spaces of this turn that hold an inserted stall, as bits (TT-CAN-09).
    pub inserted: u8,
    /// The next turn begins with a stall (TT-CAN-10).
    pub forced_stall: bool,
    /// The card shifted into the next turn (TT-CAN-08).
    pub carried: Secret<Option<CardIx>>,
    /// Space 1 of this turn holds a card that was selected for the last one.
    pub shifted: bool,
    /// With altitude rules: its level, its climb counters, and how far it has come in taking off or landing
    /// (TT-ALT-01, TT-ALT-02). All public.
    pub level: u8,
    pub climb: u8,
    pub run: Run,
}

/// The console of a tripod.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tripod {
    /// An action chosen while the window is open: known to the team only.
    pub choosing: Option<Secret<Action>>,
    /// The action in force in this phase, public.
    pub action: Action,
    /// The next movement card is carried out backward (TT-TMN-03).
    pub reverse: bool,
    pub energy: u8,
    pub rating: u8,
    pub battery: u8,
    /// Recovery counters in the toppled box.
    pub toppled: u8,
    /// Recovery counters in the heat-ray box, and whether the ray was fired in this step.
    pub cooling: u8,
    pub fired: bool,
    /// Recovery counters in the black smoke box, and whether a cloud was launched in this step.
    pub smoke_box: u8,
    pub launched: bool,
    /// It will fall at the end of this phase (TT-ANC-05).
    pub entangled: bool,
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
    pub fn consoles(&self) -> (Airplane, Tripod) {
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
        self.tripod().is_some_and(|tripod| tripod.toppled > 0)
    }

    /// A cloud was declared and is not yet on the table.
    pub fn declares_smoke(&self) -> bool {
        self.tripod().is_some_and(|tripod| !tripod.launched)
            && matches!(self.declared.map(|d| *d.judge()), Some(Declaration::Smoke { .. }))
    }
}

/// What a vehicle can not have is hashed as if it lay there empty: in the order of the first logs, whose hashes hold.
impl Hash for Vehicle {
    fn hash<H: Hasher>(&self, h: &mut H) {
        let (plane, tripod) = self.consoles();
        (self.pose, self.fate, self.owner, self.planned, self.plan, self.bound, self.hidden).hash(h);
        (self.declared, tripod.choosing, tripod.action, self.flown).hash(h);
        (plane.owes_straight, plane.last, tripod.reverse, plane.gun.last_shot).hash(h);
        (tripod.energy, tripod.rating, tripod.battery, tripod.toppled, tripod.cooling).hash(h);
        (plane.gun.jammed, plane.gun.jammed_now, plane.smoke, self.flames, self.wounds, plane.skills).hash(h);
        (plane.rockets, plane.flight, plane.special_drawn, plane.anchor, plane.hook).hash(h);
        (tripod.entangled, plane.cannon, plane.loading, plane.loading_now, plane.fired_cannon).hash(h);
        (plane.inserted, plane.forced_stall, plane.carried, plane.shifted).hash(h);
        (tripod.smoke_box, tripod.launched, plane.lucky_used, tripod.fired, plane.fired_early).hash(h);
        (plane.level, plane.climb, plane.run).hash(h);
    }
}

impl Airplane {
    /// An empty console; its player alone knows what he has shifted into the next turn.
    pub fn new(own: Audience) -> Self {
        Self {
            last: LastManeuver::None,
            owes_straight: false,
            gun: Gun::default(),
            smoke: 0,
            skills: Skills::default(),
            lucky_used: false,
            fired_early: false,
            rockets: 0,
            flight: None,
            special_drawn: 0,
            anchor: Anchor::None,
            hook: None,
            cannon: false,
            loading: 0,
            loading_now: false,
            fired_cannon: false,
            inserted: 0,
            forced_stall: false,
            carried: Secret::new(own, None),
            shifted: false,
            level: 0,
            climb: 0,
            run: Run::None,
        }
    }

    /// What a set-up says as the console has it. Its skills, its level and the card shifted into the next turn are
    /// looked up; what counts in this phase follows from the step, where it is not said.
    pub fn read(row: &VehicleSetup, own: Audience) -> Self {
        Self {
            last: row.last,
            owes_straight: row.owes_straight,
            gun: Gun {
                jammed: row.jammed,
                jammed_now: row.jammed_now.unwrap_or_default(),
                last_shot: row.last_shot,
            },
            smoke: row.smoke,
            lucky_used: row.lucky_used,
            fired_early: row.fired_early,
            rockets: row.rockets,
            flight: row.flight,
            special_drawn: row.special_drawn,
            anchor: row.anchor,
            hook: row.hook,
            cannon: row.cannon,
            loading: row.loading,
            loading_now: row.loading_now.unwrap_or_default(),
            fired_cannon: row.fired_cannon,
            inserted: row.inserted,
            forced_stall: row.forced_stall,
            shifted: row.shifted,
            climb: row.climb,
            run: row.run,
            ..Self::new(own)
        }
    }

    /// The same, back on paper.
    pub fn write(&self, row: &mut VehicleSetup) {
        row.last = self.last;
        row.owes_straight = self.owes_straight;
        row.jammed = self.gun.jammed;
        row.last_shot = self.gun.last_shot;
        row.smoke = self.smoke;
        row.lucky_used = self.lucky_used;
        row.fired_early = self.fired_early;
        row.rockets = self.rockets;
        row.flight = self.flight;
        row.special_drawn = self.special_drawn;
        row.anchor = self.anchor;
        row.hook = self.hook;
        row.cannon = self.cannon;
        row.loading = self.loading;
        row.fired_cannon = self.fired_cannon;
        row.inserted = self.inserted;
        row.forced_stall = self.forced_stall;
        row.shifted = self.shifted;
        row.climb = self.climb;
        row.run = self.run;
    }
}

impl Tripod {
    /// What a set-up says as the console has it; its energy is worked out from what is printed.
    pub fn read(row: &VehicleSetup, team: Audience) -> Self {
        Self {
            choosing: row.choosing.map(|action| Secret::new(team, action)),
            action: row.action.unwrap_or_default(),
            reverse: row.reverse,
            battery: row.battery,
            toppled: row.toppled,
            cooling: row.cooling,
            fired: row.fired,
            smoke_box: row.smoke_box,
            launched: row.launched,
            entangled: row.entangled,
            ..Self::default()
        }
    }

    /// The same, back on paper.
    pub fn write(&self, row: &mut VehicleSetup) {
        row.choosing = self.choosing.map(|choice| *choice.judge());
        row.action = (self.action != Action::Pass).then_some(self.action);
        row.reverse = self.reverse;
        row.energy = Some(self.energy);
        row.battery = self.battery;
        row.toppled = self.toppled;
        row.cooling = self.cooling;
        row.fired = self.fired;
        row.smoke_box = self.smoke_box;
        row.launched = self.launched;
        row.entangled = self.entangled;
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
