//! What is promised of `cadet`: it follows its seed, knows the goal, and loses to whoever takes care.

mod common;

use bots::{Bot, CadetBot, Desk, GreedyBot, RandomBot};
use common::{pair, play};
use table::face::{AnyGame, AnyMatch, Shelved};
use table::{Dice, SetupRequest, TeamId};
use triplanes::{Content, State};

fn bring_proof(seed: u64) -> Box<dyn AnyMatch> {
    let request = SetupRequest::of("bring-proof", &[("setup", "quick")]);
    Shelved::<State>::new(Content::built_in()).new_match(&request, seed).unwrap()
}

fn earthlings_win(seed: u64, mut bots: Vec<Box<dyn Bot>>) -> bool {
    let mut game = bring_proof(seed);
    play(game.as_mut(), &mut bots, 2000, |_, _| {});
    game.outcome().and_then(|o| o.winner) == Some(TeamId(0))
}

#[test]
fn its_seed_decides_and_secrets_do_not() {
    let mut game = bring_proof(1);
    let mut bots = pair(CadetBot::new(1), CadetBot::new(2));
    let mut dice = Dice::new(3);
    let mut compared = 0;
    play(game.as_mut(), &mut bots, 60, |game, seat| {
        let other = game.imagine(seat, &mut dice);
        let chosen = |game: &dyn AnyMatch| {
            let desk = Desk::new(game, seat);
            desk.owed().map(|prompt| CadetBot::new(7).choose(&desk, prompt))
        };
        assert_eq!(chosen(game), chosen(other.as_ref()));
        compared += 1;
    });
    assert!(compared > 20, "{compared}");
}

#[test]
fn whoever_takes_the_suggestions_brings_proof_past_it() {
    let won =
        (0..16).filter(|seed| earthlings_win(*seed, pair(GreedyBot::new(0), CadetBot::new(*seed)))).count();
    assert!(won >= 10, "{won} of 16");
}

#[test]
fn it_is_no_fool() {
    let won = (0..12)
        .filter(|seed| earthlings_win(*seed, pair(RandomBot::new(*seed), CadetBot::new(*seed))))
        .count();
    assert!(won <= 3, "random won {won} of 12");
}
