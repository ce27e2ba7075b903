//! Random games: how fast the rules play when nobody looks. An order is one decision.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use std::sync::Arc;
use table::{Dice, Game, Match, SetupRequest, state_hash};
use worlds::{Content, Setup, State};

fn setup(scenario: &str) -> (Arc<Content>, Setup) {
    let content = Content::built_in();
    let request = SetupRequest { scenario: scenario.to_owned(), ..SetupRequest::default() };
    let setup = State::resolve(&content, &request).expect("a set-up");
    (content, setup)
}

/// Plays one match at random; returns how many orders were given.
fn play(content: &Arc<Content>, setup: &Setup, seed: u64) -> usize {
    let mut played = Match::<State>::begin_silent(content, setup.clone(), seed).expect("a match");
    let mut dice = Dice::derive(seed, 1);
    while let Some(prompt) = played.prompts().iter().position(|p| p.duty.waits()) {
        let options = played.state().options(&played.prompts()[prompt]);
        played.choose(prompt, dice.pick(options));
    }
    assert!(played.state().is_over());
    played.entries().len()
}

fn games(c: &mut Criterion) {
    for scenario in ["core", "mars-ironclads", "handling-machine-uprising", "refugee-crisis"] {
        let (content, setup) = setup(scenario);
        let orders: usize = (0..200).map(|seed| play(&content, &setup, seed)).sum();
        let mut group = c.benchmark_group(format!("200 random games of {scenario}"));
        group.throughput(Throughput::Elements(orders as u64));
        group.bench_function(format!("{orders} orders"), |b| {
            b.iter(|| (0..200).map(|seed| play(&content, &setup, black_box(seed))).sum::<usize>());
        });
        group.finish();
    }
}

fn copies(c: &mut Criterion) {
    let (content, setup) = setup("core");
    let played = Match::<State>::begin_silent(&content, setup, 7).expect("a match");
    let state = played.state();
    assert_eq!(state_hash(&state.clone()), state_hash(state));
    c.bench_function("clone a state", |b| b.iter(|| black_box(state).clone()));
    c.bench_function("hash a state", |b| b.iter(|| state_hash(black_box(state))));
}

criterion_group!(benches, games, copies);
criterion_main!(benches);
