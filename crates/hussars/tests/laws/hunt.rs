//! Many random games of each scenario: no panic, no dead end, no endless game, and each replays to the same state.

use hussars::{Content, State};
use table::{Dice, Game, Match, SetupRequest};

/// Plays games with events off; `HEATRAY_HUNT` asks for more than the test run has time for.
fn hunt(scenario: &str) {
    let games = std::env::var("HEATRAY_HUNT").ok().and_then(|n| n.parse().ok()).unwrap_or(4);
    let content = Content::built_in();
    let request = SetupRequest { scenario: scenario.to_owned(), ..SetupRequest::default() };
    let setup = State::resolve(&content, &request).expect("a scenario");
    let mut spent = std::time::Duration::ZERO;
    let (mut orders, mut wins) = (0_u64, [0_u32; 3]);
    for game in 0..games {
        let start = std::time::Instant::now();
        let mut played = Match::<State>::begin_silent(&content, setup.clone(), game).expect("a match");
        let mut dice = Dice::derive(game, 77);
        let mut given = Vec::new();
        while played.state().outcome().is_none() {
            let options = played.state().options(&played.prompts()[0]);
            assert!(options > 0, "{scenario} {game}: {:?} has no options", played.prompts()[0]);
            let (n, prompt) = (dice.pick(options), played.prompts()[0]);
            given.push((prompt.seat, played.state().option(&prompt, n)));
            played.choose(0, n);
            orders += 1;
            assert!(orders < 20_000 * (game + 1), "{scenario} {game}: endless");
        }
        spent += start.elapsed();
        let mut again = Match::<State>::begin_silent(&content, setup.clone(), game).expect("a match");
        for (seat, order) in &given {
            let accepted = again.order(*seat, order).map(|_| ());
            assert_eq!(accepted, Ok(()), "{scenario} {game}: {order:?}");
        }
        assert_eq!(again.hash(), played.hash(), "{scenario} {game} replays to another state");
        let winner = played.state().outcome().and_then(|o| o.winner);
        wins[winner.map_or(2, |t| usize::from(t.0))] += 1;
    }
    let seconds = spent.as_secs_f64();
    eprintln!(
        "{scenario}: {games} games, {orders} orders, {:.1} games/s, Martians {} humans {} draws {}",
        games as f64 / seconds,
        wins[0],
        wins[1],
        wins[2]
    );
}

#[test]
fn horsell() {
    hunt("horsell");
}
#[test]
fn weybridge() {
    hunt("weybridge");
}
#[test]
fn thunderchild() {
    hunt("thunderchild");
}
#[test]
fn london() {
    hunt("london");
}
#[test]
fn primrose() {
    hunt("primrose");
}
#[test]
fn tilbury() {
    hunt("tilbury");
}
