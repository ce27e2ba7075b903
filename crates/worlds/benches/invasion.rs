//! Random games: how fast the rules play when nobody looks. An order is one decision.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use std::sync::Arc;
use table::conformance::play_at_random;
use table::{Game, Match, SetupRequest, state_hash};
use worlds::{Content, Setup, State};

fn setup(scenario: &str) -> (Arc<Content>, Setup) {
    let content = Content::built_in();
    let setup = State::resolve(&content, &SetupRequest::of(scenario, &[])).expect("a set-up");
    (content, setup)
}

fn games(c: &mut Criterion) {
    for scenario in ["core", "mars-ironclads", "handling-machine-uprising", "refugee-crisis"] {
        let (content, setup) = setup(scenario);
        let orders: usize = (0..200).map(|seed| play_at_random::<State>(&content, &setup, seed)).sum();
        let mut group = c.benchmark_group(format!("200 random games of {scenario}"));
        group.throughput(Throughput::Elements(orders as u64));
        group.bench_function(format!("{orders} orders"), |b| {
            b.iter(|| {
                (0..200).map(|seed| play_at_random::<State>(&content, &setup, black_box(seed))).sum::<usize>()
            });
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
