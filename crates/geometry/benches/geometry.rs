//! What one question costs. Every benchmark asserts its answer first.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use geometry::{Angle, Convex, Fan, Path, Pose, Strip, Vec2, forward_move, overlaps, separation};

fn pose(x: f64, y: f64, tenths: i32) -> Pose {
    Pose::new(Vec2::new(x, y), Angle::from_tenths(tenths))
}

fn footprints(c: &mut Criterion) {
    // Too close for the outer circles, too far for the inner ones: the sides must decide.
    let a = Convex::hexagon(pose(0.0, 0.0, 0), 31.2);
    let near = Convex::hexagon(pose(45.0, 45.0, 150), 31.2);
    let far = Convex::hexagon(pose(3.0, 65.0, 70), 31.2);
    let base = Convex::rectangle(pose(46.0, 36.0, 320), 44.0, 68.0);
    assert!(overlaps(&a, &near) && !overlaps(&a, &far) && overlaps(&a, &base));
    c.bench_function("overlap of two hexagons, yes", |b| {
        b.iter(|| overlaps(black_box(&a), black_box(&near)));
    });
    c.bench_function("overlap of two hexagons, no", |b| b.iter(|| overlaps(black_box(&a), black_box(&far))));
    c.bench_function("overlap of hexagon and rectangle", |b| {
        b.iter(|| overlaps(black_box(&a), black_box(&base)));
    });
    assert!((0.6..0.7).contains(&separation(&a, &far)), "{}", separation(&a, &far));
    c.bench_function("separation of two hexagons", |b| b.iter(|| separation(black_box(&a), black_box(&far))));
    c.bench_function("hexagon", |b| b.iter(|| Convex::hexagon(black_box(pose(3.0, 65.0, 70)), 31.2)));
    c.bench_function("rectangle", |b| {
        b.iter(|| Convex::rectangle(black_box(pose(3.0, 65.0, 70)), 44.0, 68.0));
    });
}

fn rulers(c: &mut Criterion) {
    let fan =
        Fan { origin: Vec2::ZERO, heading: Angle::ZERO, half_arc: Angle::from_tenths(335), length: 200.0 };
    let target = Convex::hexagon(pose(10.0, 170.0, 100), 31.2);
    let blockers = [
        Convex::rectangle(pose(-45.0, 90.0, 200), 44.0, 68.0),
        Convex::rectangle(pose(40.0, 80.0, 900), 44.0, 68.0),
    ];
    let count = |blockers: &[Convex]| fan.sees(&target, blockers).iter().flatten().count();
    assert_eq!((count(&[]), count(&blockers)), (3, 2));
    c.bench_function("fan, all sides, no blocker", |b| {
        b.iter(|| black_box(&fan).sees(black_box(&target), &[]));
    });
    c.bench_function("fan, all sides, two blockers", |b| {
        b.iter(|| black_box(&fan).sees(black_box(&target), black_box(&blockers)));
    });
    c.bench_function("fan, nearest, two blockers", |b| {
        b.iter(|| black_box(&fan).nearest(black_box(&target), black_box(&blockers)));
    });
    let distant = Convex::hexagon(pose(10.0, 470.0, 100), 31.2);
    assert_eq!(fan.nearest(&distant, &blockers), None);
    c.bench_function("fan, out of range", |b| {
        b.iter(|| black_box(&fan).nearest(black_box(&distant), black_box(&blockers)));
    });

    let strip = Strip { foot: Vec2::ZERO, direction: Angle::degrees(30), length: 180.0, width: 20.0 };
    let base = Convex::rectangle(pose(70.0, 110.0, 200), 44.0, 68.0);
    let aside = [Convex::hexagon(pose(50.0, 10.0, 0), 31.2), Convex::hexagon(pose(-10.0, 75.0, 0), 31.2)];
    assert!(strip.reach(&base, &aside).is_some());
    c.bench_function("strip, two blockers", |b| {
        b.iter(|| black_box(&strip).reach(black_box(&base), black_box(&aside)));
    });
}

fn moves(c: &mut Criterion) {
    let path = Path { forward: 50.0, right: 20.0, turn: Angle::degrees(60) };
    let end = forward_move(pose(0.0, 0.0, 0), &path, 34.0, 34.0);
    assert_eq!(end.heading, Angle::degrees(60));
    assert!((end.centre.y - 101.0).abs() < 1e-9);
    c.bench_function("forward move", |b| {
        b.iter(|| forward_move(black_box(pose(0.0, 0.0, 0)), black_box(&path), 34.0, 34.0));
    });
}

criterion_group!(benches, footprints, rulers, moves);
criterion_main!(benches);
