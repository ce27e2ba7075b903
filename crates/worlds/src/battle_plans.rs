//! BATTLE PLANS: buying and using them (WW-PLN-01 to WW-PLN-09).

use crate::content::{Op, Play};
use crate::dice::tell;
use crate::event::{Roll, What};
use crate::kinds::{Colour, Plan};
use crate::order::{Ask, Order};
use crate::sequence_of_play::{Breach, offer};
use crate::state::{DieFor, Flow, Loaded, Shot, State};
use table::Sink;

/// A Trap works on Green (WW-PLN-05).
pub(crate) fn flips_by(colour: Colour) -> u8 {
    if colour == Colour::Green { 2 } else { 0 }
}

impl State {
    pub(crate) fn holds(&self, plan: Plan) -> bool {
        self.now.land.held[plan as usize] > 0
    }

    /// A plan is used once and stays out of the mix until the battle is over (WW-PLN-03).
    pub(crate) fn use_plan(&mut self, plan: Plan, rule: &'static str, sink: &mut Sink<What>) {
        self.now.land.held[plan as usize] -= 1;
        self.now.land.used[plan as usize] += 1;
        tell!(sink, rule, What::PlanUsed { plan });
    }

    pub(crate) fn visit_plans(&self, visit: &mut impl FnMut(Order) -> bool) -> bool {
        offer!(visit, Order::Done);
        if self.can_pay(self.rules.random_plan) && Plan::ALL.iter().any(|p| self.plan_left(*p) > 0) {
            offer!(visit, Order::RandomPlan);
        }
        if self.can_pay(self.rules.chosen_plan) {
            for plan in Plan::ALL.into_iter().filter(|p| self.plan_left(*p) > 0) {
                offer!(visit, Order::ChosenPlan { plan });
            }
        }
        for card in self.saved_at_battle() {
            offer!(visit, Order::Play { card });
        }
        false
    }

    pub(crate) fn buy_plan(&mut self, order: Order, sink: &mut Sink<What>) {
        match order {
            Order::RandomPlan => {
                let cost = self.rules.random_plan;
                if let Some(plan) = self.draw_plan(sink) {
                    self.pay_plan(plan, cost, sink);
                }
            }
            Order::ChosenPlan { plan } => {
                self.now.land.held[plan as usize] += 1;
                self.pay_plan(plan, self.rules.chosen_plan, sink);
            }
            Order::Play { card } => {
                self.play_saved(card, sink);
                let plans = match &self.content.events[card.index()].play {
                    Play::Save(_, ops) => ops.iter().fold(0, |sum, op| match op {
                        Op::RandomPlans { n } => sum + n,
                        _ => sum,
                    }),
                    _ => 0,
                };
                for _ in 0..plans {
                    if let Some(plan) = self.draw_plan(sink) {
                        tell!(sink, "WW-EVT-07", What::PlanGained { plan });
                    }
                }
            }
            _ => return,
        }
        // More may be bought until the player goes on.
        if self.visit_plans(&mut |order| order != Order::Done) {
            self.now.ask = Ask::Plans;
        }
    }

    fn pay_plan(&mut self, plan: Plan, cost: u8, sink: &mut Sink<What>) {
        self.now.production -= u16::from(cost);
        let total = self.now.production;
        let rule = if cost == self.content.costs.random_plan || cost == self.content.costs.chosen_plan {
            "WW-PLN-01"
        } else {
            "WW-SC1-07"
        };
        tell!(sink, rule, What::PlanBought { plan, cost, total });
    }

    pub(crate) fn plan_breach(&self, order: Order) -> Breach {
        match order {
            Order::ChosenPlan { plan } if self.plan_left(plan) == 0 => {
                ("WW-PLN-02", "no counter of this plan is left")
            }
            Order::RandomPlan if Plan::ALL.iter().all(|p| self.plan_left(*p) == 0) => {
                ("WW-PLN-02", "no plan is left to draw")
            }
            _ if self.rules.random_plan != self.content.costs.random_plan => {
                ("WW-SC1-07", "there are not enough Production points")
            }
            _ => ("WW-PLN-01", "there are not enough Production points"),
        }
    }

    pub(crate) fn visit_plan_choice(&self, visit: &mut impl FnMut(Order) -> bool) -> bool {
        for plan in Plan::ALL.into_iter().filter(|p| self.plan_left(*p) > 0) {
            offer!(visit, Order::ChosenPlan { plan });
        }
        false
    }

    pub(crate) fn choose_plan(&mut self, order: Order, sink: &mut Sink<What>) {
        if let Order::ChosenPlan { plan } = order {
            self.now.land.held[plan as usize] += 1;
            tell!(sink, "WW-BSU-04", What::PlanGained { plan });
        }
    }

    /// A Battle card lies open: Kriegspiel may change it, a Trap may be sprung before it acts (WW-PLN-04, WW-PLN-05).
    pub(crate) fn card_window(&mut self, placing: bool, sink: &mut Sink<What>) {
        if self.visit_card_window(&mut |order| order != Order::Done) {
            self.now.ask = Ask::Card;
        } else {
            self.close_card(placing, sink);
        }
    }

    fn is_placing(&self) -> bool {
        self.now.flow == Flow::CardWindow { placing: true }
    }

    pub(crate) fn trap_may_work(&self) -> bool {
        self.holds(Plan::Trap) && self.sound_tripods().next().is_some()
    }

    /// Undamaged Tripods on the board.
    pub(crate) fn sound_tripods(&self) -> impl Iterator<Item = u8> + '_ {
        let land = &self.now.land;
        (0..land.tripod_count).filter(|t| {
            let tripod = &land.tripods[usize::from(*t)];
            tripod.hex.is_some() && !tripod.damaged
        })
    }

    pub(crate) fn visit_card_window(&self, visit: &mut impl FnMut(Order) -> bool) -> bool {
        offer!(visit, Order::Done);
        if self.holds(Plan::Kriegspiel) {
            offer!(visit, Order::Kriegspiel);
        }
        if !self.is_placing() && self.trap_may_work() {
            offer!(visit, Order::Trap);
        }
        false
    }

    pub(crate) fn use_on_card(&mut self, order: Order, sink: &mut Sink<What>) {
        let placing = self.is_placing();
        match order {
            Order::Kriegspiel => {
                self.use_plan(Plan::Kriegspiel, "WW-PLN-04", sink);
                if let Some(card) = self.draw(|s| &mut s.now.land_deck, Loaded::LandCard, sink) {
                    self.now.land.second_card = Some(card);
                    tell!(sink, "WW-PLN-04", What::BattleCard { card });
                    self.now.ask = Ask::Apply;
                }
            }
            Order::Trap => self.spring_trap(sink),
            _ => self.close_card(placing, sink),
        }
    }

    /// Both cards are discarded; one of them takes effect (WW-PLN-04).
    pub(crate) fn apply_card(&mut self, order: Order, sink: &mut Sink<What>) {
        if let Some(second) = self.now.land.second_card.take() {
            let first = self.now.land.card;
            let chosen = if order == (Order::Apply { second: true }) { second } else { first };
            let other = if chosen == first { second } else { first };
            self.now.land_deck.discard |= 1 << other;
            self.now.land.card = chosen;
            tell!(sink, "WW-PLN-04", What::CardApplied { card: chosen });
        }
    }

    pub(crate) fn spring_trap(&mut self, sink: &mut Sink<What>) {
        self.use_plan(Plan::Trap, "WW-PLN-05", sink);
        self.roll_in_battle(DieFor::Trap, sink);
    }

    pub(crate) fn visit_flips(&self, visit: &mut impl FnMut(Order) -> bool) -> bool {
        offer!(visit, Order::Done);
        for tripod in self.sound_tripods() {
            offer!(visit, Order::Flip { tripod });
        }
        false
    }

    /// Up to two Tripods are flipped; none is destroyed (WW-PLN-05).
    pub(crate) fn flip(&mut self, order: Order, sink: &mut Sink<What>) {
        let Order::Flip { tripod } = order else {
            self.now.land.flips = 0;
            return;
        };
        self.damage_tripod(tripod, "WW-PLN-05", sink);
        self.now.land.flips = self.now.land.flips.saturating_sub(1);
        self.ask_flips();
    }

    fn ask_flips(&mut self) {
        if self.now.land.flips > 0 && self.sound_tripods().next().is_some() {
            self.now.ask = Ask::Flip;
        } else {
            self.now.land.flips = 0;
        }
    }

    /// What a die of the battle is rolled for.
    fn roll_for(&self, die: DieFor) -> Option<Roll> {
        Some(match die {
            DieFor::Scout { unit } => Roll::Scout { unit },
            DieFor::Trap => Roll::Trap,
            DieFor::Detect { tripod, gun } => {
                Roll::Detect { tripod, gun, range: self.gun_range(tripod, gun) }
            }
            DieFor::Attack { tripod, gun } => {
                Roll::Attack { tripod, gun, range: self.gun_range(tripod, gun) }
            }
            DieFor::Shot => {
                let Shot { gun, tripod, .. } = self.now.land.shot?;
                Roll::Shot { gun, tripod, range: self.gun_range(tripod, gun) }
            }
        })
    }

    /// Rolls a die of the battle; it takes effect at once unless it can be rolled again (WW-PLN-06).
    pub(crate) fn roll_in_battle(&mut self, die: DieFor, sink: &mut Sink<What>) {
        let Some(roll) = self.roll_for(die) else { return };
        let colour = self.roll(roll, sink);
        if self.holds(Plan::LineOfSight) || self.heliograph_at_hand(die) {
            self.now.land.die = Some((die, colour));
            self.now.ask = Ask::Reroll;
        } else {
            self.settle_die(die, colour, sink);
        }
    }

    /// The Heliograph re-rolls one Gun die a round (WW-EVT-04).
    fn heliograph_at_hand(&self, die: DieFor) -> bool {
        let land = &self.now.land;
        let on_board = land.on_board & self.content.mask(crate::kinds::UnitKind::Heliograph) != 0;
        die == DieFor::Shot && on_board && land.heliograph_used < self.content.heliograph_rerolls
    }

    pub(crate) fn visit_reroll(&self, visit: &mut impl FnMut(Order) -> bool) -> bool {
        offer!(visit, Order::Done);
        if self.holds(Plan::LineOfSight) {
            offer!(visit, Order::LineOfSight);
        }
        if self.now.land.die.is_some_and(|(die, _)| self.heliograph_at_hand(die)) {
            offer!(visit, Order::Heliograph);
        }
        false
    }

    pub(crate) fn reroll(&mut self, order: Order, sink: &mut Sink<What>) {
        let Some((die, colour)) = self.now.land.die.take() else { return };
        let rule = match order {
            Order::LineOfSight => {
                self.use_plan(Plan::LineOfSight, "WW-PLN-06", sink);
                "WW-PLN-06"
            }
            Order::Heliograph => {
                self.now.land.heliograph_used += 1;
                "WW-EVT-04"
            }
            _ => {
                self.settle_die(die, colour, sink);
                return;
            }
        };
        let colour = self.throw(self.roll_for(die), sink);
        tell!(sink, rule, What::Rerolled { colour });
        // The same die may be rolled again only with another counter.
        if self.holds(Plan::LineOfSight) || self.heliograph_at_hand(die) {
            self.now.land.die = Some((die, colour));
            self.now.ask = Ask::Reroll;
        } else {
            self.settle_die(die, colour, sink);
        }
    }

    /// The result stands.
    fn settle_die(&mut self, die: DieFor, colour: Colour, sink: &mut Sink<What>) {
        match die {
            DieFor::Scout { unit } => self.scouted(unit, colour, sink),
            DieFor::Trap => {
                self.now.land.flips = flips_by(colour);
                self.ask_flips();
            }
            DieFor::Detect { tripod, gun } => self.detected(tripod, gun, colour, sink),
            DieFor::Attack { tripod, gun } => self.attacked(tripod, gun, colour, sink),
            DieFor::Shot => self.shot_die(colour, sink),
        }
    }
}
