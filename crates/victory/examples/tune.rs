//! Throwaway: manners against each other.
use table::{Game, Match, SetupRequest, Sink, TeamId, Dice, Prompt};
use victory::manner::{Manner, NAMES};
use victory::pilot::Pilot;
use victory::{Ask, Content, Order, State};
use std::sync::Arc;

fn play(content: &Arc<Content>, setup: &<State as Game>::Setup, seed: u64, manners: [&Manner; 2]) -> f64 {
    let mut sink = Sink::off();
    let mut state = State::begin(content, setup, seed, &mut sink).expect("a match");
    let mut minds = [Pilot::default(), Pilot::default()];
    let mut prompts: Vec<Prompt<Ask>> = Vec::new();
    while !state.is_over() {
        prompts.clear();
        state.prompts(&mut prompts);
        let prompt = prompts[0];
        let seat = prompt.seat.index();
        let advice = minds[seat].advise(&state, &prompt, manners[seat]);
        let order: Order = state.option(&prompt, advice.option);
        state.apply(prompt.seat, &order, &mut sink);
    }
    match state.outcome().expect("over").winner {
        Some(TeamId(0)) => 1.0,
        Some(_) => 0.0,
        None => 0.5,
    }
}

type Suite = Vec<(String, <State as Game>::Setup)>;

/// Mean score of a against b and its standard error, pairs of games on the same seed with sides changed.
fn duel(content: &Arc<Content>, suite: &Suite, from: u64, pairs: u64, a: &Manner, b: &Manner) -> (f64, f64, Vec<f64>) {
    let mut all = Vec::new();
    let mut each = Vec::new();
    for (n, (_, setup)) in suite.iter().enumerate() {
        let jobs: Vec<u64> = (0..pairs).collect();
        let run = |jobs: &[u64]| -> Vec<f64> {
            jobs.iter().map(|g| {
                let seed = Dice::derive(from + g, n as u64).next_u64();
                0.5 * (play(content, setup, seed, [a, b]) + 1.0 - play(content, setup, seed, [b, a]))
            }).collect()
        };
        let found = run(&jobs);
        each.push(found.iter().sum::<f64>() / pairs as f64);
        all.extend(found);
    }
    let n = all.len() as f64;
    let mean = all.iter().sum::<f64>() / n;
    let var = all.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / (n - 1.0);
    (mean, (var / n).sqrt(), each)
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let content = Content::built_in();
    let mut suite: Suite = Vec::new();
    for word in words[0].split(',') {
        let (scenario, variant) = word.split_once('/').map_or((word, None), |(s, v)| (s, Some(v)));
        let request = SetupRequest { scenario: scenario.to_owned(), variant: variant.map(str::to_owned), ..SetupRequest::default() };
        suite.push((word.to_owned(), State::resolve(&content, &request).expect("a set-up")));
    }
    let pairs: u64 = words[1].parse().unwrap();
    let from: u64 = words[2].parse().unwrap();
    let plain = Manner::PLAIN;
    let mut best = Manner::PLAIN;
    for word in &words[3..] {
        if let Some((k, v)) = word.split_once('=') {
            if let Some(n) = NAMES.iter().position(|x| *x == k) { *best.field(n) = v.parse().unwrap(); }
        }
    }
    if words.iter().any(|w| w == "search") {
        let mut seeds = from;
        let mut steps = [0.5_f64; 19];
        for round in 0..6 {
            for n in 0..15 {
                let mut taken = false;
                for sign in [1.0, -1.0] {
                    let mut trial = best;
                    let old = *trial.field(n);
                    *trial.field(n) = if sign > 0.0 { old * (1.0 + steps[n]) } else { old / (1.0 + steps[n]) };
                    seeds += 1000;
                    let (m, e, _) = duel(&content, &suite, seeds, pairs, &trial, &best);
                    println!("round {round} {} {:.3}: {:.3} +- {:.3}", NAMES[n], *trial.field(n), m, e);
                    if m - 0.5 > 1.5 * e && e > 0.0 {
                        best = trial;
                        taken = true;
                        println!("  TAKEN {best:?}");
                        break;
                    }
                }
                steps[n] *= if taken { 1.4 } else { 0.6 };
            }
        }
    }
    let (m, e, each) = duel(&content, &suite, from + 1_000_000, pairs, &best, &plain);
    println!("against plain: {m:.3} +- {e:.3}");
    for ((name, _), x) in suite.iter().zip(each) { println!("   {name}: {x:.3}"); }
    let _ = Match::<State>::new;
}
