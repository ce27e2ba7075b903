//! How sure a win rate is.

/// Two-sided 95 %.
const Z: f64 = 1.959_963_984_540_054;

/// The Wilson score interval of a rate at 95 %: where the true rate lies after `hits` of `trials`.
///
/// Unlike the textbook interval it stays inside 0 to 1 and is right for few trials and extreme rates.
///
/// ```
/// let [low, high] = lab::wilson(5, 10);
/// assert!((low - 0.2366).abs() < 1e-4 && (high - 0.7634).abs() < 1e-4);
/// ```
pub fn wilson(hits: u64, trials: u64) -> [f64; 2] {
    if trials == 0 {
        return [0.0, 1.0];
    }
    let n = trials as f64;
    let rate = hits as f64 / n;
    let z2 = Z * Z;
    let middle = rate + z2 / (2.0 * n);
    let half = Z * (rate * (1.0 - rate) / n + z2 / (4.0 * n * n)).sqrt();
    let scale = 1.0 + z2 / n;
    [((middle - half) / scale).max(0.0), ((middle + half) / scale).min(1.0)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_match_known_values() {
        for (hits, trials, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ] {
            let [found_low, found_high] = wilson(hits, trials);
            assert!((found_low - low).abs() < 5e-5, "{hits}/{trials}: {found_low} for {low}");
            assert!((found_high - high).abs() < 5e-5, "{hits}/{trials}: {found_high} for {high}");
        }
    }

    #[test]
    fn nothing_is_known_before_the_first_trial() {
        let [low, high] = wilson(0, 0);
        assert!(low <= 0.0 && high >= 1.0);
    }

    #[test]
    fn all_hits_mirror_no_hits() {
        let ([low, high], [low_none, high_none]) = (wilson(20, 20), wilson(0, 20));
        assert!((low - (1.0 - high_none)).abs() < 1e-12 && (high - (1.0 - low_none)).abs() < 1e-12);
    }
}
