//! How fast bots decide.

use crate::{QUIET, battle};
use lab::{Batch, bench};

#[test]
fn a_measurement_counts_what_it_times() {
    let batch = Batch { games: 6, seed: 2, threads: 2, ..Batch::default() };
    let starter = battle("simple-battle");
    let report = bench(starter.as_ref(), &batch, QUIET).unwrap();
    assert_eq!((report.games, report.one.threads, report.all.threads), (6, 1, 2));
    assert!(report.decisions.count > 0 && report.decisions.count <= report.orders, "{report:?}");
    assert!(report.decisions.p50_ms <= report.decisions.p99_ms && report.speedup > 0.0);
    let played = lab::run(starter.as_ref(), &batch, None, QUIET).unwrap();
    assert_eq!((report.hash, report.orders), (played.hash, played.orders));
    let json = serde_json::to_string(&report).unwrap();
    assert!(!json.contains("null"), "every figure is one: {json}");
}

#[test]
fn what_can_not_be_timed_is_refused() {
    let starter = battle("simple-battle");
    let none = bench(starter.as_ref(), &Batch { games: 0, ..Batch::default() }, QUIET).unwrap_err();
    assert!(none.to_string().contains("a game or more"), "{none}");
    let short = Batch { games: 2, max_orders: 2, ..Batch::default() };
    let broken = bench(starter.as_ref(), &short, QUIET).unwrap_err();
    assert!(broken.to_string().contains("game 0 broke"), "{broken}");
}
