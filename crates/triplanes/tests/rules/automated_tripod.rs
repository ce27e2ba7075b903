//! AUTOMATED TRIPOD RULES.

mod advance;
mod engage;
mod evasive_maneuvers;
mod examples;
mod firing;
mod powerless;
mod preparation;
mod procedure;
mod terms;
mod who_chooses;

use crate::support::*;

/// The distance of two centres at which an airplane that faces a Locust's flat side is this far away.
const fn centres(gap: f64) -> f64 {
    31.2 + gap + 34.0
}

/// A Locust, vehicle 1, that faces the Earthling side, and an airplane behind it at this distance, flying away.
fn pursued(gap: f64) -> Scene {
    Scene::new()
        .automated()
        .set(|s| s.area = [900.0, 3000.0])
        .put("nieuport_16", 450.0, 500.0 + centres(gap), 0)
        .put("mk1_locust", 450.0, 500.0, 180)
}

/// Chances are near to this share of all cases.
fn assert_share(count: Option<&u64>, all: u64, share: f64) {
    let count = *count.unwrap_or(&0) as f64;
    let (wanted, width) = (share * all as f64, 4.0 * (all as f64 * share * (1.0 - share)).sqrt());
    assert!((count - wanted).abs() <= width, "{count} of {all} instead of about {wanted}");
}
