//! Random battles: how fast the rules play when nobody looks. An order is one decision of one seat.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use std::sync::Arc;
use table::conformance::play_at_random;
use table::{Game, Match, SetupRequest, state_hash};
use triplanes::{Content, Setup, State};

fn setup(options: &[(&str, &str)]) -> (Arc<Content>, Setup) {
    setup_of("simple-battle", options)
}

fn setup_of(scenario: &str, options: &[(&str, &str)]) -> (Arc<Content>, Setup) {
    let content = Content::built_in();
    let setup = State::resolve(&content, &SetupRequest::of(scenario, options)).expect("a set-up");
    (content, setup)
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
        let orders: usize = (0..500).map(|seed| play_at_random::<State>(&content, &setup, seed)).sum();
        let mut group = c.benchmark_group(format!("500 random battles {name}"));
        group.throughput(Throughput::Elements(orders as u64));
        group.bench_function(format!("{orders} orders"), |b| {
            b.iter(|| {
                (0..500).map(|seed| play_at_random::<State>(&content, &setup, black_box(seed))).sum::<usize>()
            });
        });
        group.finish();
    }
}

/// Eight vehicles, terrain, rockets, an ace; dealt by the seed.
fn piave(c: &mut Criterion) {
    let (content, setup) = setup_of("piave", &[("setup", "quick")]);
    let orders: usize = (0..50).map(|seed| play_at_random::<State>(&content, &setup, seed)).sum();
    let mut group = c.benchmark_group("50 random battles of Tripods Across the Piave");
    group.throughput(Throughput::Elements(orders as u64));
    group.bench_function(format!("{orders} orders"), |b| {
        b.iter(|| {
            (0..50).map(|seed| play_at_random::<State>(&content, &setup, black_box(seed))).sum::<usize>()
        });
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
