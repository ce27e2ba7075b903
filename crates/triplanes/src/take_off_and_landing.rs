//! LANDINGS, TAKE-OFFS and taxiing of the rules pack (TT-ALT-12 to TT-ALT-15). What an airplane near the ground may
//! plan depends on where its own moves bring it, so its plans are flown in thought.

use crate::airplane_maneuvers::{self, engine_breach, why};
use crate::altitude::{Aloft, Effect};
use crate::content::{Altitude, CardClass, CardIx, Restrictions, Spaces};
use crate::draws::Then;
use crate::order::Cards;
use crate::planning;
use crate::state::{State, Step, VehicleId};
use geometry::{Convex, Pose, TOLERANCE};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use table::Refusal;

/// How far a take-off or a landing has come: the last card of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Run {
    #[default]
    None,
    TakeOffStall,
    TakeOffStraight,
    LandingDive,
    LandingStraight,
}

impl Run {
    pub fn is_landing(self) -> bool {
        matches!(self, Self::LandingDive | Self::LandingStraight)
    }
}

/// The landing field (TT-EAG-02).
#[derive(Clone, Copy, Debug, PartialEq, Hash)]
pub struct Field {
    pub pose: Pose,
    pub placed: bool,
}

impl State {
    /// Where the landing field lies.
    pub(crate) fn field_pose(&self) -> Option<Pose> {
        self.field.filter(|f| f.placed).map(|f| f.pose)
    }

    pub(crate) fn field_outline(&self, pose: Pose) -> Convex {
        let [width, length] = self.table.content.field_size;
        Convex::rectangle(pose, width, length)
    }

    fn is_inside_field(&self, pose: Pose) -> bool {
        self.field_pose().is_some_and(|field| self.field_outline(field).contains(pose.centre, TOLERANCE))
    }

    /// On the ground, and not in the middle of a landing (TT-ALT-12).
    pub(crate) fn is_on_ground(&self, id: VehicleId) -> bool {
        self.altitude().is_some_and(|figures| !self.is_tripod(id) && grounded(self.aloft(id), figures))
    }

    /// Why an airplane at level 0 uses no weapon (TT-ALT-12, TT-ALT-15).
    pub(crate) fn ground_fire_breach(&self, id: VehicleId) -> Result<(), Refusal> {
        let Some((figures, airplane)) = self.altitude().zip(self[id].airplane()) else { return Ok(()) };
        if airplane.level != figures.ground_level {
            return Ok(());
        }
        let (rule, why) = if airplane.console.run.is_landing() {
            ("TT-ALT-15", "a landing airplane uses no weapon")
        } else {
            ("TT-ALT-12", "an airplane on the ground uses no weapon")
        };
        Err(Refusal::new(rule, why))
    }

    /// A maneuver that begins at level 0: the next part of a take-off or a landing, or the end of it.
    pub(crate) fn roll(&self, from: Aloft, to: &mut Aloft, class: CardClass, figures: &Altitude) -> Effect {
        to.run = Run::None;
        match (from.run, class) {
            (Run::LandingDive, CardClass::Straight) => to.run = Run::LandingStraight,
            (Run::LandingStraight, CardClass::Stall) if self.is_inside_field(to.pose) => {
                return Effect::Landed;
            }
            (Run::LandingDive | Run::LandingStraight, _) => return Effect::Crash("TT-ALT-15"),
            (_, CardClass::Stall) if self.is_inside_field(from.pose) => to.run = Run::TakeOffStall,
            (Run::TakeOffStall, CardClass::Straight) => to.run = Run::TakeOffStraight,
            (Run::TakeOffStraight, CardClass::Climb) => {
                (to.level, to.climb) = (figures.take_off_level, 0);
                return Effect::Level("TT-ALT-14");
            }
            _ => {}
        }
        Effect::Nothing
    }

    /// The rule that a card breaks where the airplane is now. `taken` are the cards of earlier spaces.
    pub(crate) fn card_breach_aloft(
        &self,
        id: VehicleId,
        at: Aloft,
        row: CardIx,
        limits: &Restrictions,
        taken: &[Option<CardIx>],
    ) -> Option<&'static str> {
        let deck = self.deck(id);
        let class = deck.card(row).class;
        let mut limits = *limits;
        if self.altitude().is_some_and(|figures| grounded(at, figures)) {
            match class {
                CardClass::Wait | CardClass::Roll => return None,
                CardClass::Stall if !self.is_inside_field(at.pose) => return Some("TT-ALT-14"),
                CardClass::Straight if at.run != Run::TakeOffStall => return Some("TT-ALT-14"),
                CardClass::Climb if at.run != Run::TakeOffStraight => return Some("TT-ALT-14"),
                CardClass::Stall | CardClass::Straight | CardClass::Climb => {}
                _ => return Some("TT-ALT-12"),
            }
            limits.fire = false;
        }
        // The straight of a landing is flown even on fire (TT-ALT-15).
        limits.fire &= at.run != Run::LandingDive;
        airplane_maneuvers::breach(deck, row, at.last, &limits, taken)
    }

    /// Whether plans depend on where the airplane is: on the ground, landing, or on fire where a landing may begin.
    fn plans_by_place(&self, id: VehicleId, bound: &Restrictions) -> bool {
        let airplane = self[id].airplane().filter(|_| !bound.printed);
        let Some((figures, airplane)) = self.altitude().zip(airplane) else { return false };
        let low = airplane.level <= 2 * figures.dive_levels && self.field_pose().is_some();
        airplane.level == figures.ground_level || (bound.fire && low)
    }

    /// Where a planned card will bring the airplane. What follows a crash is never flown: it is judged as in the air.
    fn fly_in_thought(&self, id: VehicleId, at: Aloft, row: CardIx, inserted: bool) -> Aloft {
        let (mut to, effect) = self.fly(id, at, row, inserted);
        if let (Effect::Crash(_), Some(figures)) = (effect, self.altitude()) {
            (to.level, to.run) = (figures.ground_level + 1, Run::None);
        }
        to
    }

    /// Whether a plan is accepted now (TT-PLN-06). Of a plan that is not complete and can not be completed the
    /// refusal says what is wrong with the cards that are there.
    pub(crate) fn plan_breach(&self, id: VehicleId, cards: &Cards) -> Result<Spaces, Refusal> {
        let judge = |cards: &Cards| self.whole_plan_breach(id, cards);
        judge(cards).map_err(|refusal| planning::hopeless(self.deck(id), cards, judge).unwrap_or(refusal))
    }

    fn whole_plan_breach(&self, id: VehicleId, cards: &Cards) -> Result<Spaces, Refusal> {
        let (deck, bound) = (self.deck(id), self[id].bound.judge());
        if !self.plans_by_place(id, bound) {
            return planning::breach(deck, bound, cards);
        }
        let spaces = planning::breach(deck, &Restrictions { printed: true, ..*bound }, cards)?;
        let mut at = self.aloft(id);
        for (space, row) in spaces.iter().enumerate() {
            let Some(row) = *row else { continue };
            let given = space == 0 && bound.first.is_some();
            if let (false, Some(rule)) = (given, self.card_breach_aloft(id, at, row, bound, &spaces[..space]))
            {
                return Err(Refusal::new(rule, why(rule, deck.card(row), space)));
            }
            at = self.fly_in_thought(id, at, row, given && bound.first_inserted);
        }
        engine_breach(deck, bound, &spaces).map_or(Ok(spaces), Err)
    }

    /// All plans that [`State::plan_breach`] accepts.
    pub(crate) fn legal_plans(&self, id: VehicleId) -> Cow<'_, [Spaces]> {
        let (deck, bound) = (self.deck(id), *self[id].bound.judge());
        if self.plans_by_place(id, &bound) {
            return Cow::Owned(self.plans_from(id, &bound, [bound.first, None, None], 0));
        }
        deck.plans.legal(deck, bound)
    }

    /// Plans that fit what lies open, as a seat imagines them that does not see the rest.
    pub(crate) fn fitting_plans(
        &self,
        id: VehicleId,
        bound: &Restrictions,
        truth: &Spaces,
    ) -> Cow<'_, [Spaces]> {
        if !self.plans_by_place(id, bound) {
            let deck = self.deck(id);
            return deck.plans.legal(deck, *bound);
        }
        let open = self.revealed_spaces().min(3);
        let mut known = *truth;
        known[open..].fill(None);
        if open == 0 {
            known[0] = bound.first;
        }
        Cow::Owned(self.plans_from(id, bound, known, open))
    }

    /// Plans that begin with these cards, of which the first `open` ones are on the table; the last of them may still
    /// have to be flown.
    fn plans_from(&self, id: VehicleId, bound: &Restrictions, known: Spaces, open: usize) -> Vec<Spaces> {
        let mut at = self.aloft(id);
        if let (true, Some(row)) = (open > 0 && !self.has_moved(), self[id].flown) {
            at = self.fly_in_thought(id, at, row, self.is_inserted(id, open - 1));
        }
        let mut list = Vec::new();
        self.add_plans(id, bound, known, open, at, &mut list);
        list
    }

    /// Whether the cards of this phase have been carried out.
    fn has_moved(&self) -> bool {
        match self.step {
            Step::Firing { .. } => true,
            Step::Drawing { .. } => matches!(self.work.then, Then::OpenFire | Then::EndPhase),
            _ => false,
        }
    }

    fn add_plans(
        &self,
        id: VehicleId,
        bound: &Restrictions,
        plan: Spaces,
        space: usize,
        at: Aloft,
        list: &mut Vec<Spaces>,
    ) {
        let deck = self.deck(id);
        if space == 3 {
            if engine_breach(deck, bound, &plan).is_none() {
                list.push(plan);
            }
            return;
        }
        if let Some(given) = plan[space] {
            let at = self.fly_in_thought(id, at, given, bound.first_inserted);
            return self.add_plans(id, bound, plan, space + 1, at, list);
        }
        // A forced stall is no card of the deck.
        let used = |row: CardIx| {
            let skip = usize::from(bound.first_inserted);
            plan[..space].iter().skip(skip).filter(|r| **r == Some(row)).count()
        };
        for row in (0..deck.cards.len() as u8).map(CardIx) {
            if used(row) < deck.card(row).copies()
                && self.card_breach_aloft(id, at, row, bound, &plan[..space]).is_none()
            {
                let mut next = plan;
                next[space] = Some(row);
                self.add_plans(id, bound, next, space + 1, self.fly_in_thought(id, at, row, false), list);
            }
        }
    }
}

fn grounded(at: Aloft, figures: &Altitude) -> bool {
    at.level == figures.ground_level && !at.run.is_landing()
}
