//! `steward` in The War of the Worlds, and where a game has no advice.

use bots::{Bot, Desk, StewardBot};
use table::SetupRequest;
use table::face::{AnyGame, AnyMatch, Shelved};

/// Plays a match with a steward in every seat; how it ended.
fn plays(game: &dyn AnyGame, scenario: &str, seed: u64) -> Box<dyn AnyMatch> {
    let request = SetupRequest { scenario: scenario.to_owned(), ..SetupRequest::default() };
    let mut game = game.new_match(&request, seed).expect("a match");
    let mut bot = StewardBot::new(seed);
    while let Some((prompt, seat)) = game.owed() {
        let n = bot.choose(&Desk::new(&*game, seat), prompt);
        game.choose(prompt, n);
    }
    game
}

fn war(scenario: &str, seed: u64) -> Box<dyn AnyMatch> {
    plays(&Shelved::<worlds::State>::new(worlds::Content::built_in()), scenario, seed)
}

#[test]
fn the_steward_plays_every_scenario_to_its_end() {
    for scenario in ["core", "mars-ironclads", "handling-machine-uprising", "refugee-crisis"] {
        assert!(war(scenario, 5).outcome().is_some(), "{scenario}");
    }
}

#[test]
fn the_steward_wins_now_and_then() {
    let won = |seed| war("core", seed).outcome().is_some_and(|o| o.winner.is_some_and(|t| t.0 == 0));
    let wins = (0..40).filter(|seed| won(*seed)).count();
    assert!((5..36).contains(&wins), "{wins} of 40");
}

/// Plays the core game by what is suggested to whoever asks, and by nothing else.
fn by_suggestions(seed: u64) -> Box<dyn AnyMatch> {
    let request = SetupRequest { scenario: "core".to_owned(), ..SetupRequest::default() };
    let shelved = Shelved::<worlds::State>::new(worlds::Content::built_in());
    let mut game = shelved.new_match(&request, seed).expect("a match");
    while let Some((_, seat)) = game.owed() {
        let suggestion = bots::suggest(&bots::Desk::new(game.as_ref(), seat)).expect("a suggestion");
        game.order(seat, &suggestion.order).expect("what is suggested is legal");
    }
    game
}

#[test]
fn whoever_takes_nothing_but_suggestions_wins_as_often_as_the_steward() {
    let won = |game: &dyn AnyMatch| game.outcome().is_some_and(|o| o.winner.is_some_and(|t| t.0 == 0));
    let (mut wins, mut stewards) = (0, 0);
    for seed in 0..40 {
        let game = by_suggestions(seed);
        let left = game.view(table::Viewer::Spectator)["tracks"]["production"].as_u64().expect("points");
        assert!(left < 99, "seed {seed}: {left} points unspent");
        wins += usize::from(won(game.as_ref()));
        stewards += usize::from(won(war("core", seed).as_ref()));
    }
    assert!(wins >= stewards, "{wins} by suggestions, {stewards} by the steward");
}

#[test]
fn the_steward_follows_any_game_that_gives_advice() {
    let sky = Shelved::<victory::State>::new(victory::Content::built_in());
    assert!(plays(&sky, "frank-luke", 3).outcome().is_some());
}
