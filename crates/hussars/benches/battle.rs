//! Random battles: how fast the rules play when nobody looks; what one stand is offered; whether one stand sees another.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use hussars::ground::Walker;
use hussars::measure::P;
use hussars::{Ask, Class, Content, Order, Setup, StandId, State};
use std::hint::black_box;
use std::sync::Arc;
use table::{Dice, Game, Match, SetupRequest, Sink, state_hash};

const GAMES: u64 = 20;

fn setup(scenario: &str) -> (Arc<Content>, Setup) {
    let content = Content::built_in();
    let request = SetupRequest { scenario: scenario.to_owned(), ..SetupRequest::default() };
    let setup = State::resolve(&content, &request).expect("a set-up");
    (content, setup)
}

/// Plays one match by drawn orders, without a log; says how many they were and where they led.
fn play(content: &Arc<Content>, setup: &Setup, seed: u64) -> (usize, State) {
    let mut sink = Sink::off();
    let mut state = State::begin(content, setup, seed, &mut sink).expect("a match");
    let mut dice = Dice::derive(seed, 1);
    let (mut prompts, mut orders) = (Vec::new(), 0);
    while !state.is_over() {
        prompts.clear();
        state.prompts(&mut prompts);
        let order = state.draw(&prompts[0], &mut dice).expect("an order");
        state.apply(prompts[0].seat, &order, &mut sink);
        orders += 1;
    }
    (orders, state)
}

fn games(c: &mut Criterion) {
    for scenario in ["weybridge", "horsell"] {
        let (content, setup) = setup(scenario);
        let orders: usize = (0..GAMES).map(|seed| play(&content, &setup, seed).0).sum();
        let (one, two) = (play(&content, &setup, 1), play(&content, &setup, 1));
        assert_eq!((one.0, state_hash(&one.1)), (two.0, state_hash(&two.1)), "a game follows its seed");
        let mut group = c.benchmark_group(format!("{GAMES} random games of {scenario}"));
        group.throughput(Throughput::Elements(GAMES));
        group.bench_function(format!("{orders} orders"), |b| {
            b.iter(|| (0..GAMES).map(|seed| play(&content, &setup, black_box(seed)).0).sum::<usize>());
        });
        group.finish();
    }
}

/// Weybridge as it is printed, in the humans' first movement phase, with a stand picked.
fn picked() -> State {
    let (content, setup) = setup("weybridge");
    let mut played = Match::<State>::begin_silent(&content, setup, 7).expect("a match");
    loop {
        let prompt = played.prompts()[0];
        let order = match prompt.ask {
            Ask::Path if played.state().now.turn > 0 && prompt.seat.0 == 1 => return played.state().clone(),
            Ask::Path => Order::Stay { facing: 0 },
            Ask::Deploy if played.state().check(prompt.seat, &Order::EndStep).is_err() => {
                Order::DeployPrinted { unit: None }
            }
            Ask::Watch { .. } => Order::Pass,
            Ask::Mark => Order::Mark { stands: Vec::new() },
            Ask::Move if prompt.seat.0 == 1 => {
                let mut pick = Order::EndStep;
                played.state().each_option(&prompt, &mut |order| {
                    let found = matches!(order, Order::Pick { strategic: false, .. });
                    if found {
                        pick = order;
                    }
                    found
                });
                pick
            }
            _ => Order::EndStep,
        };
        played.order(prompt.seat, &order).expect("a legal order");
    }
}

fn offers(c: &mut Criterion) {
    let state = picked();
    let active = state.now.active.expect("a stand is picked");
    let count = |state: &State| {
        let mut offered = 0;
        state.visit_ideas(&active, false, &mut |_, path, facing| {
            offered += usize::from(facing < 3600 && !path.is_empty());
            false
        });
        offered
    };
    let offered = count(&state);
    assert!((10..=40).contains(&offered), "{offered} ways");
    c.bench_function(&format!("the {offered} ways of one stand"), |b| b.iter(|| count(black_box(&state))));
}

fn sights(c: &mut Criterion) {
    let state = picked();
    let ids: Vec<StandId> = state.ids().filter(|id| state.on_board(*id)).collect();
    let enemies = |a: StandId, b: StandId| a < b && state.side(a) != state.side(b);
    let pairs =
        || ids.iter().flat_map(|a| ids.iter().map(move |b| (*a, *b))).filter(|(a, b)| enemies(*a, *b));
    for clear in [true, false] {
        let all: Vec<_> = pairs().filter(|(a, b)| state.sight(*a, *b).is_ok() == clear).collect();
        assert!(!all.is_empty() && all.iter().all(|(a, b)| state.sight(*b, *a).is_ok() == clear));
        let mut group = c.benchmark_group("lines of sight");
        group.throughput(Throughput::Elements(all.len() as u64));
        group.bench_function(format!("{} {}", all.len(), if clear { "clear" } else { "blocked" }), |b| {
            b.iter(|| all.iter().filter(|(a, b)| state.sight(*a, *b).is_ok()).count());
        });
        group.finish();
    }
}

/// Ways of four points all over the table, as tripods walk them.
fn prices(c: &mut Criterion) {
    let content = Content::built_in();
    let map = &content.scenario("weybridge").expect("a scenario").map;
    let walker = Walker::of(Class::Tripod, 2400);
    let mut dice = Dice::new(3);
    let mut point = || P::new(dice.below(72_000) as i32, dice.below(48_000) as i32);
    let ways: Vec<[P; 4]> = (0..100).map(|_| [point(), point(), point(), point()]).collect();
    let passable = |ways: &[[P; 4]]| ways.iter().filter(|way| map.price(&walker, &way[..]).is_ok()).count();
    assert!((20..=100).contains(&passable(&ways)), "{}", passable(&ways));
    let mut group = c.benchmark_group("prices");
    group.throughput(Throughput::Elements(ways.len() as u64));
    group.bench_function("100 ways of three legs", |b| b.iter(|| passable(black_box(&ways))));
    group.finish();
}

fn copies(c: &mut Criterion) {
    let state = picked();
    assert_eq!(state_hash(&state.clone()), state_hash(&state));
    c.bench_function("clone a state", |b| b.iter(|| black_box(&state).clone()));
}

criterion_group!(benches, games, offers, sights, prices, copies);
criterion_main!(benches);
