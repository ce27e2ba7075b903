//! Random duels: how fast the rules play when nobody looks. An order is one decision, a step is one order or one hex.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use std::sync::Arc;
use table::{Dice, Game, Match, SetupRequest, Sink, state_hash};
use victory::{Content, Setup, State};

fn setup(scenario: &str, options: &[(&str, &str)]) -> (Arc<Content>, Setup) {
    let content = Content::built_in();
    let options = options.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect();
    let request = SetupRequest { scenario: scenario.to_owned(), variant: None, options };
    let setup = State::resolve(&content, &request).expect("a set-up");
    (content, setup)
}

/// Plays one match at random, without a log; returns how many orders were given and hexes entered.
fn play(content: &Arc<Content>, setup: &Setup, seed: u64) -> (usize, usize) {
    let mut sink = Sink::off();
    let mut state = State::begin(content, setup, seed, &mut sink).expect("a match");
    let mut dice = Dice::derive(seed, 1);
    let (mut prompts, mut orders, mut hexes) = (Vec::new(), 0, 0);
    while !state.is_over() {
        prompts.clear();
        state.prompts(&mut prompts);
        let prompt = prompts[0];
        let order = state.draw(&prompt, &mut dice).expect("an order");
        let flown = |state: &State| state.now().planes().iter().map(|p| usize::from(p.flown)).sum::<usize>();
        let before = flown(&state);
        state.apply(prompt.seat, &order, &mut sink);
        orders += 1;
        hexes += flown(&state).saturating_sub(before);
    }
    (orders, hexes)
}

fn games(c: &mut Criterion) {
    for (scenario, options) in [("over-the-top", &[][..]), ("dogfight", &[("placing", "line")][..])] {
        let (content, setup) = setup(scenario, options);
        let counts = (0..200).map(|seed| play(&content, &setup, seed));
        let (orders, hexes) = counts.fold((0, 0), |(a, b), (o, h)| (a + o, b + h));
        let mut group = c.benchmark_group(format!("200 random games of {scenario}"));
        group.throughput(Throughput::Elements((orders + hexes) as u64));
        group.bench_function(format!("{orders} orders, {hexes} hexes"), |b| {
            b.iter(|| (0..200).map(|seed| play(&content, &setup, black_box(seed)).0).sum::<usize>());
        });
        group.finish();
    }
}

fn copies(c: &mut Criterion) {
    let (content, setup) = setup("over-the-top", &[]);
    let played = Match::<State>::begin_silent(&content, setup, 7).expect("a match");
    let state = played.state();
    assert_eq!(state_hash(&state.clone()), state_hash(state));
    c.bench_function("clone a state", |b| b.iter(|| black_box(state).clone()));
}

criterion_group!(benches, games, copies);
criterion_main!(benches);
