//! Random battles: how fast the rules play when nobody looks. An order is one decision of one seat.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use std::sync::Arc;
use table::{Dice, Game, Match, SetupRequest, state_hash};
use triplanes::{Content, Setup, State};

fn setup(options: &[(&str, &str)]) -> (Arc<Content>, Setup) {
    setup_of("simple-battle", options)
}

fn setup_of(scenario: &str, options: &[(&str, &str)]) -> (Arc<Content>, Setup) {
    let content = Content::built_in();
    let options = options.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect();
    let request = SetupRequest { scenario: scenario.to_owned(), variant: None, options };
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

fn battles(c: &mut Criterion) {
    let forces: [(&str, &[(&str, &str)]); 3] = [
        ("1v1", &[]),
        ("1v1 printed", &[("planning", "printed")]),
        (
            "3v2",
            &[("earthlings", "nieuport_16,fokker_dvii,sopwith_camel"), ("martians", "mk1_locust,mk2_scarab")],
        ),
    ];
    for (name, options) in forces {
        let (content, setup) = setup(options);
        let orders: usize = (0..500).map(|seed| play(&content, &setup, seed)).sum();
        let mut group = c.benchmark_group(format!("500 random battles {name}"));
        group.throughput(Throughput::Elements(orders as u64));
        group.bench_function(format!("{orders} orders"), |b| {
            b.iter(|| (0..500).map(|seed| play(&content, &setup, black_box(seed))).sum::<usize>());
        });
        group.finish();
    }
}

/// Eight vehicles, terrain, rockets, an ace; dealt by the seed.
fn piave(c: &mut Criterion) {
    let (content, setup) = setup_of("piave", &[("setup", "quick")]);
    let orders: usize = (0..50).map(|seed| play(&content, &setup, seed)).sum();
    let mut group = c.benchmark_group("50 random battles of Tripods Across the Piave");
    group.throughput(Throughput::Elements(orders as u64));
    group.bench_function(format!("{orders} orders"), |b| {
        b.iter(|| (0..50).map(|seed| play(&content, &setup, black_box(seed))).sum::<usize>());
    });
    group.finish();
}

fn copies(c: &mut Criterion) {
    let (content, setup) = setup(&[]);
    let mut played = Match::<State>::begin_silent(&content, setup, 7).expect("a match");
    for _ in 0..6 {
        played.choose(0, 0);
    }
    let state = played.state();
    assert_eq!(state_hash(&state.clone()), state_hash(state));
    c.bench_function("clone a state", |b| b.iter(|| black_box(state).clone()));
    c.bench_function("hash a state", |b| b.iter(|| state_hash(black_box(state))));
}

criterion_group!(benches, battles, piave, copies);
criterion_main!(benches);
