//! What is promised of the strategist: it plays every scenario to its end, better than the steward by more than chance, and
//! what it is better at can be seen in its games.

use std::collections::BTreeMap;
use std::sync::Arc;
use table::{Dice, Duty, Game, Prompt, Sink, Viewer};
use worlds::strategist::{self, Weights};
use worlds::{Content, HUMAN, Order, State, What, steward};

const SCENARIOS: [&str; 4] = ["core", "mars-ironclads", "handling-machine-uprising", "refugee-crisis"];

fn by_strategist(state: &State) -> Order {
    strategist::choice(state, &Weights::of(state)).1.expect("an order")
}

fn by_steward(state: &State) -> Order {
    let prompt = Prompt { seat: HUMAN, duty: Duty::Owed, ask: state.now.ask };
    let n = steward::decide(state, &prompt);
    state.option(&prompt, n)
}

/// Plays a game and shows what happened in it.
fn played(
    content: &Arc<Content>,
    scenario: &str,
    seed: u64,
    player: fn(&State) -> Order,
    sink: &mut Sink<What>,
) -> State {
    let request = table::SetupRequest::of(scenario, &[]);
    let setup = State::resolve(content, &request).expect("a set-up");
    let mut state = State::begin(content, &setup, seed, sink).expect("a match");
    while !state.is_over() {
        let order = player(&state);
        assert_eq!(state.check(HUMAN, &order), Ok(()), "{scenario}, seed {seed}: {order:?}");
        state.apply(HUMAN, &order, sink);
    }
    state
}

fn wins(scenario: &str, games: u64, player: fn(&State) -> Order) -> u64 {
    let content = Content::built_in();
    let won = |game: u64| {
        let seed = Dice::derive(77, game).next_u64();
        played(&content, scenario, seed, player, &mut Sink::off())
            .now
            .outcome
            .is_some_and(worlds::Ending::won)
    };
    (0..games).map(|game| u64::from(won(game))).sum()
}

#[test]
fn it_wins_more_than_the_steward_by_more_than_chance() {
    for scenario in SCENARIOS {
        let games = 200;
        let (mine, his) = (wins(scenario, games, by_strategist), wins(scenario, games, by_steward));
        // With 200 games each, 10 percentage points are two standard errors.
        assert!(mine > his + games * 10 / 100, "{scenario}: {mine} and {his} of {games}");
    }
}

/// What a batch of core games came to: points at sea, and what was left in the purse at the end of a turn.
fn counted(player: fn(&State) -> Order) -> (BTreeMap<&'static str, u64>, u16) {
    let content = Content::built_in();
    let (mut points, mut left) = (BTreeMap::new(), 0);
    for game in 0..60 {
        let mut sink = Sink::on();
        let seed = Dice::derive(5, game).next_u64();
        let end = played(&content, "core", seed, player, &mut sink);
        left = left.max(end.now.production);
        for event in sink.take() {
            let seen = event.seen_by(Viewer::Seat(HUMAN));
            if let Some(What::HumanPoints { gained, .. } | What::MartianPoints { gained, .. }) = seen {
                *points.entry(event.rule.0).or_default() += u64::from(*gained);
            }
        }
    }
    (points, left)
}

#[test]
fn its_boats_get_away_and_its_points_are_spent() {
    let ((mine, left), (his, _)) = (counted(by_strategist), counted(by_steward));
    let (out, caught) = ("WW-NAV-15", "WW-NAV-09");
    assert!(mine[out] > 2 * his[out], "{} points got away, {} before", mine[out], his[out]);
    assert!(2 * mine[caught] < his[caught], "{} points were caught, {} before", mine[caught], his[caught]);
    assert!(left < 99, "{left} points unspent");
}

#[test]
fn every_figure_has_a_name() {
    let mut weights = Weights::default();
    assert!(weights.named("luck").is_none());
    for name in Weights::NAMES {
        let figure = weights.named(name).expect("a figure");
        assert!(figure.is_finite(), "{name}");
        *figure += 1.0;
    }
    assert_ne!(weights, Weights::default());
}
