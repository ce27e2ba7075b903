//! The laws that every game passes, and golden playthroughs. For tests.
//!
//! ```text
//! table::conformance::check::<MyGame>(&content, &request, Plan { games: 50, ..Plan::default() });
//! ```
//!
//! Each law plays random matches and panics with the game, the law, the match's seed and the number of orders
//! that were carried out before it broke; [`at`] brings that very moment back.
//!
//! A game hides its mistakes where nobody looks, so the laws look at random moments of whole matches rather
//! than at positions that somebody thought of.

mod golden;
mod laws;
mod look;
mod luck;
mod options;
mod secrecy;
mod shake;
mod sheet;
mod transcript;
mod walk;

pub use golden::{assert_golden, golden, playthrough};
pub use laws::{
    are_words, checked_equals_unchecked, drawn_is_accepted, legal_iff_accepted, nearest_is_accepted,
    orders_have_words, outcome_is_final, position_round_trip, previews_are_kept, prompts_offer_something,
    random_play_ends, refused_leaves_the_state_untouched, replay_and_text_equal, undo_equals,
    windows_can_be_passed,
};
pub use luck::luck_is_fair;
pub use options::listed_options_are_taken;
pub use secrecy::{bytes_for, chance_is_a_barrier, imagined_worlds_play_on, secrecy};
pub use transcript::{Course, Transcript, follow, transcript};
pub use walk::at;

use crate::dice::Dice;
use crate::game::{Game, SetupRequest};
use crate::play::Match;
use std::sync::Arc;

/// How much is played, and how closely it is looked at.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Matches for each law.
    pub games: u64,
    /// The seed of the batch; each match gets a seed of its own from it.
    pub seed: u64,
    /// A match that is not over after this many orders is endless.
    pub max_orders: usize,
    /// The costly laws look at the first moment, at the last, and on average at one of this many between.
    pub every: u32,
    /// At most this many options of one prompt are tried at a moment.
    pub options: usize,
    /// Imagined worlds for each seat and moment.
    pub worlds: u64,
    /// Seats of one team may read each other's sealed orders.
    pub open_allies: bool,
}

impl Default for Plan {
    fn default() -> Self {
        Self { games: 20, seed: 1, max_orders: 10_000, every: 8, options: 512, worlds: 3, open_allies: false }
    }
}

/// How many games a test plays: so many, unless `HEATRAY_GAMES` asks for a longer hunt than the test run has time for.
pub fn games(usual: u64) -> u64 {
    std::env::var("HEATRAY_GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(usual)
}

/// Plays one match by orders picked at random from the lists, while nobody looks; says how many were given. For benchmarks.
pub fn play_at_random<G: Game>(content: &Arc<G::Content>, setup: &G::Setup, seed: u64) -> usize {
    let mut played = Match::<G>::begin_silent(content, setup.clone(), seed).expect("a match");
    let mut dice = Dice::derive(seed, 1);
    while let Some(prompt) = played.prompts().iter().position(|p| p.duty.waits()) {
        let options = played.state().options(&played.prompts()[prompt]);
        played.choose(prompt, dice.pick(options));
    }
    assert!(played.state().is_over());
    played.entries().len()
}

/// All laws, one after the other; the cheap ones first, because the others build on them.
pub fn check<G: Game>(content: &Arc<G::Content>, request: &SetupRequest, plan: Plan) {
    listed_options_are_taken::<G>(content, request, plan);
    random_play_ends::<G>(content, request, plan);
    prompts_offer_something::<G>(content, request, plan);
    legal_iff_accepted::<G>(content, request, plan);
    drawn_is_accepted::<G>(content, request, plan);
    nearest_is_accepted::<G>(content, request, plan);
    refused_leaves_the_state_untouched::<G>(content, request, plan);
    windows_can_be_passed::<G>(content, request, plan);
    previews_are_kept::<G>(content, request, plan);
    orders_have_words::<G>(content, request, plan);
    checked_equals_unchecked::<G>(content, request, plan);
    replay_and_text_equal::<G>(content, request, plan);
    chance_is_a_barrier::<G>(content, request, plan);
    position_round_trip::<G>(content, request, plan);
    undo_equals::<G>(content, request, plan);
    luck_is_fair::<G>(content, request, plan);
    secrecy::<G>(content, request, plan);
    imagined_worlds_play_on::<G>(content, request, plan);
    outcome_is_final::<G>(content, request, plan);
}

#[cfg(test)]
mod tests {
    use super::games;

    #[test]
    fn a_test_plays_its_usual_number_of_games_unless_it_is_told_otherwise() {
        let told = std::env::var("HEATRAY_GAMES").ok().and_then(|n| n.parse().ok());
        assert_eq!(games(7), told.unwrap_or(7));
    }
}
