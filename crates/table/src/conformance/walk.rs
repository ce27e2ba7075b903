//! Random matches that can be played again from two numbers.

use super::Plan;
use crate::dice::Dice;
use crate::game::{Game, SetupRequest};
use crate::play::Match;
use crate::seat::SeatId;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// Orders of the match that are kept to be given again at the wrong moment or by the wrong seat.
const POOL: usize = 48;

/// A random match on its way. The choices depend on the seed alone, never on what a law looks at.
pub(super) struct Walk<G: Game> {
    pub played: Match<G>,
    pub plan: Plan,
    /// Chance for the laws: which moments, which options, which worlds.
    pub look: Dice,
    play: Dice,
    pool: Vec<G::Order>,
}

/// A prompt's number and an option's number.
pub(super) type Choice = (usize, usize);

impl<G: Game> Walk<G> {
    fn new(content: &Arc<G::Content>, request: &SetupRequest, seed: u64, plan: Plan) -> Self {
        let played = Match::new(content, request, seed)
            .unwrap_or_else(|e| panic!("{}: the request can not be set up: {e}", G::ID));
        Self { played, plan, play: Dice::derive(seed, 1), look: Dice::derive(seed, 2), pool: Vec::new() }
    }

    /// Whether the match goes on. Endless ones fail here.
    fn goes_on(&self) -> bool {
        let orders = self.played.entries().len();
        let over = self.played.state().outcome().is_some();
        assert!(over || orders < self.plan.max_orders, "endless: no outcome after {orders} orders");
        !over
    }

    /// The prompt that is answered next; `None` when the match is over. Dead and endless matches fail here.
    pub fn asked(&mut self) -> Option<usize> {
        self.goes_on().then(|| ask(&self.played, &mut self.play))
    }

    /// The next random order; `None` when the match is over. Dead and endless matches fail here.
    pub fn next(&mut self) -> Option<Choice> {
        if !self.goes_on() {
            return None;
        }
        let (prompt, n) = pick(&self.played, &mut self.play);
        self.remember(self.played.state().option(&self.played.prompts()[prompt], n));
        Some((prompt, n))
    }

    /// Plays one random order; `false` when the match is over.
    pub fn step(&mut self) -> bool {
        let Some((prompt, n)) = self.next() else { return false };
        self.played.choose(prompt, n);
        true
    }

    fn remember(&mut self, order: G::Order) {
        if self.pool.contains(&order) {
            return;
        }
        if self.pool.len() < POOL {
            self.pool.push(order);
        } else {
            let old = self.look.pick(POOL);
            self.pool[old] = order;
        }
    }

    /// Whether the costly laws look at this moment.
    pub fn looks(&mut self) -> bool {
        self.played.entries().is_empty()
            || self.played.state().outcome().is_some()
            || self.look.below(self.plan.every.max(1)) == 0
    }

    pub fn seats(&self) -> Vec<SeatId> {
        self.played.state().seats().iter().map(|s| s.id).collect()
    }

    /// Orders seen in this match, and some of every prompt that is open now: many are illegal for most seats.
    pub fn foreign_orders(&mut self) -> Vec<G::Order> {
        for prompt in self.played.prompts().to_vec() {
            let options = self.played.state().options(&prompt);
            if options > 0 {
                let n = self.look.pick(options);
                self.remember(self.played.state().option(&prompt, n));
            }
        }
        self.pool.clone()
    }

    /// The options of a seat's prompts, all of them: those that are visited are those that are numbered.
    pub fn listed(&self, seat: SeatId) -> Vec<G::Order> {
        let state = self.played.state();
        let mut listed = Vec::new();
        for prompt in self.played.prompts().iter().filter(|p| p.seat == seat) {
            let numbered = (0..state.options(prompt)).map(|n| state.option(prompt, n));
            let mut visited = Vec::new();
            state.each_option(prompt, &mut |order| {
                visited.push(order);
                false
            });
            assert!(numbered.eq(visited.iter().cloned()), "{prompt:?} lists other orders than it numbers");
            listed.append(&mut visited);
        }
        listed
    }

    /// Whether a continuous choice is open to this seat.
    pub fn samples(&self, seat: SeatId) -> bool {
        let state = self.played.state();
        self.played.prompts().iter().any(|p| p.seat == seat && state.sampled(&p.ask))
    }
}

/// A random prompt: mostly one that the match waits for, at times a change of mind.
pub(super) fn ask<G: Game>(played: &Match<G>, dice: &mut Dice) -> usize {
    let prompts = played.prompts();
    let (must, may): (Vec<usize>, Vec<usize>) = (0..prompts.len()).partition(|&i| prompts[i].duty.waits());
    assert!(!must.is_empty(), "dead end: the match is not over and waits for nobody");
    let from = if may.is_empty() || dice.below(8) > 0 { &must } else { &may };
    from[dice.pick(from.len())]
}

/// A random order of a random prompt.
pub(super) fn pick<G: Game>(played: &Match<G>, dice: &mut Dice) -> Choice {
    let (prompt, prompts) = (ask(played, dice), played.prompts());
    let options = played.state().options(&prompts[prompt]);
    assert!(options > 0, "the prompt {:?} has no options", prompts[prompt]);
    (prompt, dice.pick(options))
}

/// The match that a failure names: this seed, after this many random orders.
pub fn at<G: Game>(content: &Arc<G::Content>, request: &SetupRequest, seed: u64, orders: usize) -> Match<G> {
    let mut walk = Walk::<G>::new(content, request, seed, Plan { max_orders: orders + 1, ..Plan::default() });
    while walk.played.entries().len() < orders && walk.step() {}
    walk.played
}

/// Plays the plan's matches; whatever breaks in one of them is reported with its place.
pub(super) fn each_match<G: Game>(
    law: &str,
    content: &Arc<G::Content>,
    request: &SetupRequest,
    plan: Plan,
    mut visit: impl FnMut(&mut Walk<G>),
) {
    for game in 0..plan.games {
        let seed = Dice::derive(plan.seed, game).next_u64();
        let mut walk = Walk::new(content, request, seed, plan);
        if let Err(cause) = catch_unwind(AssertUnwindSafe(|| visit(&mut walk))) {
            let orders = walk.played.entries().len();
            panic!("{}: {law}: match seed {seed}, after order {orders}: {}", G::ID, words(cause.as_ref()));
        }
    }
}

fn words(cause: &(dyn Any + Send)) -> &str {
    let text = cause.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| cause.downcast_ref::<&str>().copied()).unwrap_or("a panic without words")
}

/// Compares long texts and shows where they part.
pub(super) fn assert_same(what: &str, left: &str, right: &str) {
    if left == right {
        return;
    }
    let same = left.chars().zip(right.chars()).take_while(|(a, b)| a == b).count();
    let around = |text: &str| text.chars().skip(same.saturating_sub(60)).take(140).collect::<String>();
    panic!("{what}:\n  one:   …{}…\n  other: …{}…", around(left), around(right));
}

#[cfg(test)]
mod tests {
    use super::assert_same;

    #[test]
    fn long_texts_are_shown_where_they_part() {
        let text = |end: &str| format!("{}{end}{}", "a".repeat(500), "z".repeat(500));
        assert_same("the same", &text("b"), &text("b"));
        let cause = std::panic::catch_unwind(|| assert_same("two texts", &text("b"), &text("c")));
        let said = cause.expect_err("they differ").downcast::<String>().expect("words");
        let around = |end: &str| format!("…{}{end}{}…", "a".repeat(60), "z".repeat(79));
        assert_eq!(*said, format!("two texts:\n  one:   {}\n  other: {}", around("b"), around("c")));
    }
}
