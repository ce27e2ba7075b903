//! A WW2 airplane in a position on paper.

use super::{Ahead, Plane};
use crate::content::{CardIx, Restrictions};
use crate::order::Cards;
use crate::setup::{BoundSetup, VehicleSetup};
use crate::state::{State, Step, VehicleId};
use serde::{Deserialize, Serialize};
use table::SetupError;

/// What a set-up says of a WW2 airplane besides its console.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PlaneSetup {
    /// For how many Earthling turns the rudder is still jammed to the left and to the right.
    pub rudder: [u8; 2],
    /// The card planned one turn ahead, 100 more if it is flown fast, and what limited it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ahead: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ahead_bound: Option<BoundSetup>,
}

impl State {
    /// Puts the consoles of WW2 airplanes on the table.
    pub(crate) fn seat_plane(
        &mut self,
        id: VehicleId,
        setup: &VehicleSetup,
        place: &impl Fn(&str) -> String,
    ) -> Result<(), SetupError> {
        let row = setup.plane;
        let ww2 = self.is_ww2_airplane(id);
        if !ww2 && row != PlaneSetup::default() {
            let why = "expected a WW2 airplane in a match with ww2 = true";
            return Err(SetupError::by("INV-WW2-01", place("plane"), why));
        }
        let mut plane = Plane::new(setup.seat);
        *plane.rudder.judge_mut() = row.rudder.map(|n| n.min(self.ww2().map_or(0, |w| w.rudder_jam_turns)));
        if let Some(number) = row.ahead {
            let Some(card) = self.deck(id).row_of(number).filter(|_| self.plans_ahead()) else {
                let why = format!("expected a card of deck {} in a match with plan_ahead", self.deck(id).id);
                return Err(SetupError::by("INV-WW2-10", place("plane.ahead"), why));
            };
            let bound = self.read_bound(row.ahead_bound.unwrap_or_default());
            *plane.ahead.judge_mut() = Some(Ahead { card, bound });
        }
        if let Some(war) = &mut self.war {
            war.planes.push(plane);
        }
        Ok(())
    }

    pub(crate) fn read_bound(&self, b: BoundSetup) -> Restrictions {
        b.read(Restrictions { printed: self.printed(), ..Restrictions::default() })
    }

    pub(crate) fn write_plane(&self, id: VehicleId) -> PlaneSetup {
        let Some(plane) = self.plane(id).filter(|_| self.is_ww2_airplane(id)) else {
            return PlaneSetup::default();
        };
        let ahead = *plane.ahead.judge();
        let number = |row: CardIx| self.deck(id).card(row).numbers.first().copied().unwrap_or(0);
        PlaneSetup {
            rudder: *plane.rudder.judge(),
            ahead: ahead.map(|a| number(a.card)),
            ahead_bound: ahead.map(|a| BoundSetup::of(&a.bound)),
        }
    }

    /// The step fits the era: planning phases belong to WW2, planning and the action window to the base game.
    pub(crate) fn check_era(&self, step: Step) -> Result<(), SetupError> {
        let fits = match step {
            Step::PlanningPhase { .. } => self.ww2().is_some(),
            // An action window is left when bombers or tripods burn before secret cards are laid (INV-GEN-04).
            Step::Actions { .. } => self.ww2().is_none() || self.invasion().is_some(),
            Step::Planning => self.ww2().is_none(),
            _ => true,
        };
        let why = "planning phases are steps of WW2 matches, planning and actions of all others";
        if fits { Ok(()) } else { Err(SetupError::by("INV-WW2-05", "step", why)) }
    }

    /// The one card of an airplane, in the space of its phase.
    pub(crate) fn read_flight(
        &mut self,
        id: VehicleId,
        plan: Option<Cards>,
        place: &impl Fn(&str) -> String,
    ) -> Result<(), SetupError> {
        let phase = usize::from(self.phase());
        let by = |rule, why: String| Err(SetupError::by(rule, place("plan"), why));
        let cards = plan.unwrap_or_default().0;
        let planning = self.planning_phase().is_some();
        if cards.iter().enumerate().any(|(space, card)| space != phase && card.is_some()) {
            return by("INV-WW2-10", format!("expected one card, in space {}", phase + 1));
        }
        let Some(number) = cards[phase] else {
            return match self.step {
                _ if planning => Ok(()),
                Step::Placing | Step::Over => Ok(()),
                _ => by("INV-WW2-10", "an airplane in an action phase needs its planned card".to_owned()),
            };
        };
        let Some(row) = self.deck(id).row_of(number) else {
            return by("TT-PLN-02", format!("deck {} has no card {number}", self.deck(id).id));
        };
        if planning && !self.plans_ahead() && !self.flights(id).contains(&row) {
            return by("INV-WW2-15", format!("card {number} can not be flown next"));
        }
        if !super::maneuvers::in_use(self.deck(id).card(row)) {
            return by("TT-SET-04", format!("card {number} is left in the box"));
        }
        self[id].plan.judge_mut()[phase] = Some(row);
        self[id].planned = !self.owes_flight(id);
        Ok(())
    }
}
