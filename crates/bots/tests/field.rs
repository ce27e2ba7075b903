//! `greedy` in Tripods & Hussars.

use bots::{Bot, Desk, GreedyBot};
use hussars::{Content, State};
use std::time::{Duration, Instant};
use table::face::{AnyGame, AnyMatch, Shelved};
use table::{Dice, SeatId, SetupRequest};

const MOST_ORDERS: usize = 4000;

/// Plays a battle; says who won, and what the slowest decision of `greedy` took.
fn battle(scenario: &str, greedy: SeatId, seed: u64) -> (Option<u8>, Duration) {
    let request = SetupRequest { scenario: scenario.to_owned(), ..SetupRequest::default() };
    let game = Shelved::<State>::new(Content::built_in());
    let mut table: Box<dyn AnyMatch> = game.new_match(&request, seed).expect("a battle");
    let mut player = GreedyBot::new(seed);
    // As `random` plays everywhere: the game draws an order (`Game::draw`).
    let mut dice = Dice::new(seed);
    let mut slowest = Duration::ZERO;
    for _ in 0..MOST_ORDERS {
        let Some((prompt, seat)) = table.owed() else { break };
        if seat != greedy {
            assert!(table.draw(prompt, &mut dice), "nothing to draw");
            continue;
        }
        let begun = Instant::now();
        let n = player.choose(&Desk::new(table.as_ref(), seat), prompt);
        slowest = slowest.max(begun.elapsed());
        table.choose(prompt, n);
    }
    let outcome = table.outcome().expect("every battle ends");
    (outcome.winner.map(|team| team.0), slowest)
}

/// Of so many battles against `random` from each side greedy wins more than it loses, clearly.
#[test]
fn greedy_beats_random_on_the_common() {
    for seat in [SeatId(0), SeatId(1)] {
        let results: Vec<_> = (0..12).map(|seed| battle("horsell", seat, seed).0).collect();
        let won = results.iter().filter(|w| **w == Some(seat.0)).count();
        let lost = results.iter().filter(|w| w.is_some_and(|w| w != seat.0)).count();
        assert!(won >= 8 && lost <= 4, "seat {}: won {won}, lost {lost} of 12", seat.0);
    }
}

/// The slowest of a battle took 7 ms on a busy machine; this only notices another kind of thinking.
#[test]
fn greedy_does_not_keep_people_waiting() {
    let (_, slowest) = battle("weybridge", SeatId(0), 1);
    assert!(slowest < Duration::from_secs(5), "{slowest:?}");
}
