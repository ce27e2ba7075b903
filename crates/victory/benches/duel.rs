//! Random duels, single thread, events off.

use criterion::{Criterion, criterion_group, criterion_main};

fn duels(_: &mut Criterion) {}

criterion_group!(benches, duels);
criterion_main!(benches);
