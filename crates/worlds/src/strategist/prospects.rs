//! How a war is going: a curve through the marks of a table, for whoever does not want to play it to its end.

use crate::{State, UnitKind, ZoneId, ZoneState, units_of};

/// What each mark weighs, fitted to how 1,500 games of the strategist ended that stood so at the start of a turn (seed 900;
/// the other quarter of 2,000 games was kept to check it: docs/bots.md).
const CORE: [f64; MARKS] = [
    -1.669, 2.116, -2.582, 3.866, -2.708, 0.790, -1.006, -1.977, -0.258, 0.082, 0.481, 0.233, 0.271, 0.461,
    0.329, -0.612, 1.459, -0.063,
];
const CRISIS: [f64; MARKS] = [
    -0.728, 2.650, -3.266, 3.954, -2.699, 0.527, -0.696, -1.995, -0.310, 0.189, 0.370, 0.287, 0.451, 0.193,
    0.142, -0.211, 1.050, -1.076,
];
const IRONCLADS: [f64; MARKS] = [
    -1.506, -0.994, -4.280, 6.060, -1.762, 2.768, -1.126, -1.881, -0.285, -0.051, 0.560, 0.282, -0.701,
    0.034, 0.048, 0.243, 1.637, 0.0,
];
const UPRISING: [f64; MARKS] = [
    -1.393, 1.333, -1.227, 1.367, -1.985, 1.780, 0.195, -0.784, -0.474, 0.0, 0.032, 0.274, -0.069, 0.370,
    0.166, -1.126, 2.139, -0.751,
];

/// The chance that the Humans win, from 0 to 1: as a strategist's games ended that stood so.
pub fn chance(state: &State) -> f64 {
    if let Some(ending) = state.now.outcome {
        return if ending.won() { 1.0 } else { 0.0 };
    }
    let rules = &state.rules;
    let weights = if rules.uprising {
        &UPRISING
    } else if rules.no_tripods_wins {
        &IRONCLADS
    } else if rules.refugee_per_workforce {
        &CRISIS
    } else {
        &CORE
    };
    curve(marks(state).iter().zip(weights).map(|(mark, weight)| mark * weight).sum())
}

/// Marks of a table that are weighed.
pub const MARKS: usize = 18;

/// What is looked at, each about one in size.
pub fn marks(state: &State) -> [f64; MARKS] {
    let now = &state.now;
    let human = (f64::from(now.germs) + f64::from(now.hvp) / 10.0) / 10.0;
    let martian = (f64::from(now.colonization) + f64::from(now.mvp) / 10.0) / 10.0;
    let zones = |wanted| now.zone_state.iter().filter(|at| **at == wanted).count() as f64;
    let tripods: u8 = state.bands().map(|band| state.band(band).count()).sum();
    let cylinders: u8 = now.waves.iter().filter(|wave| wave.cylinder).map(|wave| wave.building).sum();
    let dice: u8 = units_of(state.content.guns)
        .filter(|gun| now.unit_zone[gun.index()].is_some())
        .map(|gun| state.content.gun_dice[state.kind(gun) as usize])
        .sum();
    let machines: u8 = now.machines.iter().flatten().sum();
    let ways_out = now.harbours & state.live_zones();
    let (mut near, mut far) = (0.0, 0.0);
    for zone in ZoneId::all() {
        let [ones, twos] = now.refugees[zone.index()];
        let points = f64::from(ones) + 2.0 * f64::from(twos);
        *(if ways_out & zone.bit() != 0 { &mut near } else { &mut far }) += points;
    }
    let london = f64::from(now.workforce[state.content.london.index()]);
    [
        1.0,
        human,
        martian,
        human * human,
        martian * martian,
        human * martian,
        zones(ZoneState::Destroyed) / 5.0,
        zones(ZoneState::RedWeed) / 5.0,
        f64::from(tripods) / 10.0,
        f64::from(cylinders) / 10.0,
        f64::from(dice) / 10.0,
        f64::from(state.in_play(UnitKind::Infantry)) / 5.0,
        f64::from(now.production) / 50.0,
        near / 10.0,
        far / 10.0,
        f64::from(now.flying_machine) / 4.0,
        f64::from(state.income()) / 50.0 + london / 100.0,
        f64::from(machines) / 10.0,
    ]
}

/// A sum of marks as a chance: it needs nothing but a root, which is the same on every machine.
pub fn curve(x: f64) -> f64 {
    0.5 + 0.5 * x / (1.0 + x * x).sqrt()
}
