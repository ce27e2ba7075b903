//! The same bits on every machine: a hash over the table of angles and over a thousand answers.

mod support;

use geometry::{Angle, Convex, Fan, Path, Strip, Vec2, backward_move, forward_move, separation};
use support::Lcg;

/// FNV-1a over 64-bit words.
struct Bits(u64);

impl Bits {
    fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    fn add(&mut self, number: f64) {
        for byte in number.to_bits().to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn add_point(&mut self, point: Vec2) {
        self.add(point.x);
        self.add(point.y);
    }
}

#[test]
fn sines_and_cosines() {
    let mut bits = Bits::new();
    for tenths in 0..3600 {
        let (sin, cos) = Angle::from_tenths(tenths).sin_cos();
        bits.add(sin);
        bits.add(cos);
    }
    assert_eq!(bits.0, 0x9d5d_ce8f_f2bc_5bf5, "{:#018x}", bits.0);
}

#[test]
fn a_thousand_rulers() {
    let mut random = Lcg(20_260_101);
    let mut bits = Bits::new();
    let (mut fans, mut strips) = (0, 0);
    for _ in 0..1000 {
        let target = random.shape(150).build();
        let blockers: Vec<Convex> = (0..random.below(4)).map(|_| random.shape(120).build()).collect();
        let origin = Vec2::new(random.length(-20, 20), random.length(-20, 20));
        let half_arc = Angle::from_tenths(random.below(1801) as i32);
        let fan = Fan { origin, heading: random.angle(), half_arc, length: random.length(60, 260) };
        for reach in fan.sees(&target, &blockers).iter().flatten() {
            bits.add_point(reach.point);
            bits.add(reach.distance);
            bits.add(reach.side as f64);
            fans += 1;
        }
        let strip = Strip { foot: origin, direction: random.angle(), length: 180.0, width: 20.0 };
        if let Some(reach) = strip.reach(&target, &blockers) {
            bits.add_point(reach.point);
            bits.add(reach.along);
            strips += 1;
        }
        let blocker = random.shape(120);
        bits.add(separation(&target, &blocker.build()));
        let path =
            Path { forward: random.length(0, 90), right: random.length(-40, 40), turn: random.angle() };
        bits.add_point(forward_move(blocker.pose(), &path, 34.0, 30.0).centre);
        bits.add_point(backward_move(blocker.pose(), &path, 31.2).centre);
    }
    assert!(fans > 500 && strips > 50, "{fans} {strips}");
    assert_eq!(bits.0, 0x3437_fd7f_167d_155e, "{:#018x}", bits.0);
}

#[test]
fn directions() {
    let mut random = Lcg(7);
    let mut bits = Bits::new();
    for _ in 0..1000 {
        let direction = Vec2::new(random.length(-90, 90), random.length(-90, 90));
        bits.add(f64::from(Angle::from_direction(direction).tenths()));
    }
    assert_eq!(bits.0, 0xfab8_119a_e18c_2fc0, "{:#018x}", bits.0);
}
