//! PLANNING: three cards and an action for tripods, one card and a speed marker for airplanes (INV-WW2-10, INV-WW2-11).

use super::{Ahead, maneuvers};
use crate::content::{CardIx, LastManeuver, Restrictions, Speed};
use crate::event::What;
use crate::order::Order;
use crate::state::{State, Step, VehicleId};
use smallvec::SmallVec;
use table::{Event, Refusal, Sink};

pub type Rows = SmallVec<[CardIx; 24]>;

impl State {
    pub(crate) fn plans_ahead(&self) -> bool {
        self.table.setup.plan_ahead
    }

    /// The planning phase that is open, counted from 0.
    pub(crate) fn planning_phase(&self) -> Option<u8> {
        match self.step {
            Step::PlanningPhase { phase } => Some(phase),
            _ => None,
        }
    }

    /// The phase for which action cards are chosen now: in their own window, or in a planning phase of WW2.
    pub(crate) fn action_phase(&self) -> Option<u8> {
        match self.step {
            Step::Actions { phase } => Some(phase),
            // Secret action cards have steps of their own (INV-WW2-11).
            Step::PlanningPhase { phase } if !self.secret_actions() => Some(phase),
            _ => None,
        }
    }

    /// Whether this vehicle makes its plan now, in a phase that is not yet locked.
    pub(crate) fn is_planning(&self, id: VehicleId) -> bool {
        match self.step {
            Step::Planning => true,
            Step::PlanningPhase { phase } => phase == 0 || !self.is_tripod(id),
            _ => false,
        }
    }

    /// Whether everybody sees that a card lies ready for the next phase.
    pub(crate) fn lies_ahead(&self, id: VehicleId) -> bool {
        self.plane(id).is_some_and(|p| p.ahead.judge().is_some())
    }

    /// Whether an airplane still owes a card; with planning ahead it has to have the next one, too.
    pub(crate) fn owes_flight(&self, id: VehicleId) -> bool {
        let Some(phase) = self.planning_phase() else { return false };
        self.is_ww2_airplane(id)
            && (self.card_for(id, phase).is_none()
                || (self.plans_ahead() && self.plane(id).is_some_and(|p| p.ahead.judge().is_none())))
    }

    /// What limits the card that is chosen next: of this phase, or of the phase after it.
    pub(crate) fn flight_bound(&self, id: VehicleId) -> Restrictions {
        let phase = self.phase();
        let (Some(row), true) = (self.card_for(id, phase), self.plans_ahead()) else {
            return *self[id].bound.judge();
        };
        let last = maneuvers::reminder(self.deck(id).card(row), self[id].bound.judge().last);
        Restrictions { last, ..self.restrictions(id) }
    }

    /// Every card with each marker that can be chosen now.
    pub(crate) fn flights(&self, id: VehicleId) -> Rows {
        let Some(figures) = self.ww2() else { return Rows::new() };
        maneuvers::legal(self.deck(id), &self.flight_bound(id), figures).collect()
    }

    pub(crate) fn flight_order(&self, vehicle: VehicleId, row: CardIx) -> Order {
        let card = self.deck(vehicle).card(row);
        let number = card.printed().next().unwrap_or(0);
        Order::Fly { vehicle, card: number, speed: card.speed }
    }

    /// Whether this card with this marker may be planned now.
    pub(crate) fn flight_breach(
        &self,
        id: VehicleId,
        card: u8,
        speed: Option<Speed>,
    ) -> Result<CardIx, Refusal> {
        let Some(figures) = self.ww2() else {
            return Err(Refusal::new(
                "TT-PLN-01",
                "a plan has three cards; speed markers are for WW2 airplanes",
            ));
        };
        if self.is_tripod(id) {
            let why = format!("{} plans three cards, without speed markers", self.name(id));
            return Err(Refusal::new("INV-WW2-10", why));
        }
        if self.planning_phase().is_none() {
            return Err(Refusal::new("TT-PLN-03", "all choices are locked; planned cards are not changed"));
        }
        let Some(speed) = speed else {
            return Err(Refusal::new("INV-WW2-14", "a card needs its speed marker: slow or fast"));
        };
        let deck = self.deck(id);
        let row = (card < 100).then(|| deck.row_of(speed.number(card))).flatten();
        let Some(row) = row else {
            return Err(Refusal::new("TT-PLN-02", format!("deck {} has no card {card}", deck.id)));
        };
        if !maneuvers::in_use(deck.card(row)) {
            let why = format!("{} is left in the box: no altitude rules in WW2 matches", deck.card(row).id);
            return Err(Refusal::new("TT-SET-04", why));
        }
        let r = self.flight_bound(id);
        match maneuvers::breach(deck, row, &r, figures).filter(|_| !r.printed) {
            None => Ok(row),
            Some((rule, why)) => {
                let after = match r.last {
                    LastManeuver::None => "",
                    LastManeuver::FastStraight => " (last flown: a fast straight)",
                    LastManeuver::Straight => " (last flown: a slow straight)",
                    LastManeuver::Stall => " (last flown: a stall)",
                    LastManeuver::Immelmann | LastManeuver::SteepImmelmann => " (last flown: an Immelmann)",
                    LastManeuver::SplitS => " (last flown: a Split-S)",
                    LastManeuver::Steep | LastManeuver::Overdive => " (last flown: a steep card)",
                    LastManeuver::Other => " (last flown: neither straight nor steep)",
                };
                Err(Refusal::new(rule, format!("{}: {why}{after}", deck.card(row).id)))
            }
        }
    }

    /// A plan of three cards in a WW2 match: for tripods, in the first planning phase.
    pub(crate) fn three_cards_breach(&self, id: VehicleId) -> Result<(), Refusal> {
        if self.is_ww2_airplane(id) {
            let why = format!("{} plans one card with a speed marker at a time", self.name(id));
            return Err(Refusal::new("INV-WW2-10", why));
        }
        match self.step {
            Step::PlanningPhase { phase: 0 } => Ok(()),
            Step::PlanningPhase { phase } => {
                let why = format!("its cards were planned in phase 1; phase {} is for its action", phase + 1);
                Err(Refusal::new("INV-WW2-11", why))
            }
            _ => Err(Refusal::new("TT-PLN-03", "all plans are in; planned cards are not changed")),
        }
    }

    /// INV-WW2-10: in the first planning phase the three cards come before the action.
    pub(crate) fn cards_first_breach(&self, id: VehicleId, phase: u8) -> Result<(), Refusal> {
        if self.ww2().is_some() && self.owes_plan(id) && phase == 0 {
            let why = format!("the three cards of {} come before its action", self.name(id));
            return Err(Refusal::new("INV-WW2-10", why));
        }
        Ok(())
    }

    /// Lays a card with its marker face down.
    pub(crate) fn lay_flight(&mut self, id: VehicleId, row: CardIx, out: &mut Sink<What>) {
        let phase = usize::from(self.phase());
        let bound = self.flight_bound(id);
        if self.plans_ahead() && self[id].plan.judge()[phase].is_some() {
            if let Some(plane) = self.plane_mut(id) {
                *plane.ahead.judge_mut() = Some(Ahead { card: row, bound });
            }
        } else {
            self[id].plan.judge_mut()[phase] = Some(row);
        }
        self[id].planned = !self.owes_flight(id);
        let audience = self.own_audience(id);
        out.emit(|| {
            let card = self.deck(id).card(row).id.clone();
            Event::private("INV-WW2-10", audience, What::CardLaid { vehicle: id, card })
        });
    }
}
