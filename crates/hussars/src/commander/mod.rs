//! A second judgement, stronger than the reflex: what the search begins with.
//!
//! It looks at the table, never ahead, and gives the order that is worth most by what it is about: shots (`fire.rs`), ways
//! (`moves.rs`) with what may be done to who ends there (`danger.rs`), ships (`ships.rs`), cylinders that come down
//! (`landing.rs`). What a stand is worth and what a hit takes from it is told in `worth.rs`, the figures in [`Weights`].

mod danger;
mod fire;
mod landing;
mod moves;
mod ships;
mod weights;
mod worth;

use crate::combat::Mode;
use crate::kinds::{Side, StandId};
use crate::measure::P;
use crate::offers::Idea;
use crate::order::{Ask, Moment, Order};
use crate::state::State;
use std::cell::Cell;
use table::{Advice, Dice, Game, Prompt};
use weights::Weights;

/// A shot that is worth less is not fired.
const LEAST: f64 = 0.05;

/// A side's commander at one decision.
pub(crate) struct Commander<'a> {
    state: &'a State,
    side: Side,
    w: Weights,
    own: Vec<StandId>,
    /// Enemies that the side knows of.
    foes: Vec<StandId>,
    /// Worths that were worked out already.
    worths: Vec<Cell<f64>>,
}

impl State {
    /// The answer of the commander, and why.
    pub(crate) fn counselled(&self, prompt: &Prompt<Ask>, dice: &mut Dice) -> Option<Advice> {
        let side = Side::of(prompt.seat)?;
        let commander = Commander::new(self, side, Weights::of(self));
        let ideas = self.ideas(prompt.ask);
        let mut best = (f64::MIN, 0);
        for n in 0..self.options(prompt) {
            let chance = f64::from(dice.die(1000)) * 1e-4;
            let worth = commander.weigh(prompt, &self.option(prompt, n), &ideas) + chance;
            if worth > best.0 {
                best = (worth, n);
            }
        }
        let why = reason(&self.option(prompt, best.1));
        Some(Advice { option: best.1, why: Some(why.to_owned()) })
    }
}

/// What the commander looks at when it gives such an order, for whoever asks.
fn reason(order: &Order) -> &'static str {
    match order {
        Order::Land { .. } => "It comes down far from those who could walk up to it.",
        Order::Go { .. } | Order::Continue { .. } => {
            "What it may hit from there, less what may be done to it there, by its share of the enemy's fire."
        }
        Order::Stay { .. } => "Every other place in its reach is worse, or shows it to the enemy.",
        _ => crate::reflex::reason(order),
    }
}

impl<'a> Commander<'a> {
    fn new(state: &'a State, side: Side, w: Weights) -> Self {
        let own = state.fielded(side).collect();
        let foes = state.known_enemies(side).collect();
        let worths = state.ids().map(|_| Cell::new(f64::NAN)).collect();
        Self { state, side, w, own, foes, worths }
    }

    /// What the loss of a stand means to its side.
    fn worth(&self, id: StandId) -> f64 {
        let known = self.worths[id.index()].get();
        if !known.is_nan() {
            return known;
        }
        let worth = self.assess(id);
        self.worths[id.index()].set(worth);
        worth
    }

    fn weigh(&self, prompt: &Prompt<Ask>, order: &Order, ideas: &[(Vec<P>, Idea)]) -> f64 {
        let s = self.state;
        match order {
            Order::Attack { stand, attack } => {
                if s.now.melee.is_some() {
                    return self.attack(*stand, *attack, Mode::Melee);
                }
                self.attack(*stand, *attack, Mode::Phase) - self.shows(*stand) - LEAST
            }
            Order::React { holder, mark, attack } => {
                let Some((_, Ask::Watch { moment, .. })) = s.now.ask else { return 0.0 };
                let then = if moment == Moment::During { s.imagined_at(*mark) } else { None };
                let there = then.as_ref().unwrap_or(s);
                let commander = Commander::new(there, self.side, self.w);
                commander.attack(*holder, *attack, Mode::Watch(moment)) - self.shows(*holder) - 2.0 * LEAST
            }
            Order::Land { cylinder, at, turn } => self.landing(*cylinder, *at, *turn),
            Order::Go { path, .. } => {
                let idea = ideas.iter().find(|(way, _)| way == path).map(|(_, idea)| idea);
                let Some(id) = s.now.active.map(|a| a.stand) else { return 0.0 };
                let seen = s.foresee(prompt.seat, order).unwrap_or_default();
                if s.ty(id).is_ship() { self.voyage(id, &seen, idea) } else { self.way(id, &seen, idea) }
            }
            Order::Continue { stand, .. } => {
                let seen = s.foresee(prompt.seat, order).unwrap_or_default();
                self.way(*stand, &seen, None) - self.stay(*stand, s.stand(*stand).facing)
            }
            Order::Stay { facing } => match s.now.active.map(|a| a.stand) {
                Some(id) if !s.ty(id).is_ship() => self.stay(id, *facing),
                _ => s.impulse(prompt.seat, self.side, order, ideas),
            },
            Order::Pick { stand, strategic } => self.pick(*stand, *strategic),
            _ => s.impulse(prompt.seat, self.side, order, ideas),
        }
    }

    /// Everybody is asked, columns that score by leaving to march.
    fn pick(&self, id: StandId, strategic: bool) -> f64 {
        let leaves = self.state.way_out(id, self.state.stand(id).at).is_some();
        let march = if leaves { 0.4 } else { -0.4 };
        0.5 + if strategic { march } else { 0.0 }
    }
}
