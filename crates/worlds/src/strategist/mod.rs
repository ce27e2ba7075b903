//! A second plan to play by, stronger than the steward's: what the search improves on and plays on with.
//!
//! It looks at the table, never ahead, and answers each decision with the order that is worth most. What an order is worth
//! follows from where Tripods, Cylinders and Refugees are going to be (`foresight.rs`) and from a list of figures
//! ([`Weights`]).

mod battles;
mod campaign;
mod events;
mod foresight;
pub mod prospects;
pub(crate) mod sea;
mod spending;
mod weights;

pub use weights::Weights;

use crate::{Ask, Order, State};
use foresight::Foresight;
use table::{Advice, Breadth, Prompt};

/// The number of the order that the strategist gives, and the order.
pub fn choice(state: &State, weights: &Weights) -> (usize, Option<Order>) {
    let mind = Mind::new(state, weights);
    let mut best: (f64, usize, Option<Order>) = (f64::MIN, 0, None);
    let mut n = 0;
    state.visit(&mut |order| {
        let worth = mind.worth(&order);
        if worth > best.0 {
            best = (worth, n, Some(order));
        }
        n += 1;
        false
    });
    (best.1, best.2)
}

/// The numbers of the orders that a search looks at: the best by the strategist's own measure, one of those that are worth
/// the same, and to stop. Only what is bought is searched: elsewhere what a look ahead can tell apart is less than its noise.
pub(crate) fn worth_a_look(state: &State, breadth: Breadth) -> Vec<usize> {
    if state.now.ask != Ask::Production {
        return Vec::new();
    }
    let weights = Weights::of(state);
    let mind = Mind::new(state, &weights);
    let mut ranked: Vec<(f64, usize)> = Vec::new();
    state.visit(&mut |order| {
        // What ends the phase is always worth a thought.
        let last = if order == Order::Done { 1e6 } else { 0.0 };
        ranked.push((mind.worth(&order) + last, ranked.len()));
        false
    });
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    ranked.dedup_by(|b, a| a.0.total_cmp(&b.0).is_eq());
    ranked.truncate(breadth.options);
    ranked.into_iter().map(|(_, n)| n).collect()
}

/// The same with the figures for the scenario, and why.
pub(crate) fn advise(state: &State, prompt: &Prompt<Ask>) -> Advice {
    let (option, order) = choice(state, &Weights::of(state));
    let why = order.and_then(|order| crate::steward::reason(prompt.ask, &order));
    Advice { option, why: why.map(str::to_owned) }
}

/// What the strategist sees in a state.
struct Mind<'a> {
    state: &'a State,
    weights: &'a Weights,
    /// None in battles, where the map does not matter.
    map: Option<Foresight>,
    obvious: Option<Order>,
}

impl<'a> Mind<'a> {
    fn new(state: &'a State, weights: &'a Weights) -> Self {
        let on_the_map = matches!(
            state.now.ask,
            Ask::Production | Ask::Action | Ask::Event | Ask::Or | Ask::Storm { .. } | Ask::Deploy
        );
        let map = on_the_map.then(|| Foresight::new(state, weights));
        let own = matches!(state.now.ask, Ask::Production | Ask::Action | Ask::Plans | Ask::Deploy);
        let obvious = if own { None } else { state.suggestion() };
        Self { state, weights, map, obvious }
    }

    /// What an order is worth; the obvious answer is worth one, and to stop nothing.
    fn worth(&self, order: &Order) -> f64 {
        let own = match (self.state.now.ask, &self.map) {
            (Ask::Production, Some(map)) => Some(self.purchase(map, order)),
            (Ask::Action, Some(map)) => Some(self.action(map, order)),
            (Ask::Storm { band }, _) => Some(self.storm(band, order)),
            (Ask::Deploy, _) => Some(self.deployment(order)),
            (Ask::Event | Ask::Or, Some(map)) => self.event(map, order),
            (Ask::TakeCard, _) => Some(self.card(order)),
            (Ask::PaidEvent, _) => match order {
                Order::PayEvent => Some(self.weights.pay_event),
                Order::Done => Some(1.0),
                _ => None,
            },
            (Ask::Plans, _) => Some(self.plan(order)),
            (Ask::Ships, _) => Some(self.ship(order)),
            (Ask::PlaceRefugee { .. }, _) => Some(self.boat_place(order)),
            (Ask::SeaStep { .. }, _) => Some(self.sea_step(order)),
            (Ask::Sea, _) => Some(self.at_sea(order)),
            (Ask::Fire, _) => Some(self.shot(order)),
            (Ask::PlaceGun { .. }, _) => Some(self.gun_place(order)),
            (Ask::Card, _) => Some(self.card_window(order)),
            (Ask::Apply, _) => self.applied(order),
            (Ask::Battle, _) => match order {
                Order::Battle { band } => Some(10.0 - f64::from(self.state.band(*band).count())),
                _ => None,
            },
            _ => None,
        };
        own.unwrap_or(if Some(*order) == self.obvious { 1.0 } else { 0.0 })
    }
}
