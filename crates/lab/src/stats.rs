//! How sure a figure is.

/// Two-sided 95 %.
const Z: f64 = 1.959_963_984_540_054;

/// Student's t for two-sided 95 %, from 1 to 30 degrees of freedom.
const T: [f64; 30] = [
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131,
    2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042,
];

/// The Wilson score interval of a rate at 95 %: where the true rate lies after `hits` of `trials`.
///
/// Unlike the textbook interval it stays inside 0 to 1 and is right for few trials and extreme rates.
///
/// ```
/// let [low, high] = lab::wilson(5, 10);
/// assert!((low - 0.2366).abs() < 1e-4 && (high - 0.7634).abs() < 1e-4);
/// ```
pub fn wilson(hits: u64, trials: u64) -> [f64; 2] {
    wilson_rate(hits as f64 / trials.max(1) as f64, trials)
}

/// The same for a mean of results between 0 and 1, such as a score in which a draw is half a win. Such results vary less
/// than wins and losses do, so the interval is a little wider than it had to be.
pub fn wilson_rate(rate: f64, trials: u64) -> [f64; 2] {
    if trials == 0 {
        return [0.0, 1.0];
    }
    let n = trials as f64;
    let z2 = Z * Z;
    let middle = rate + z2 / (2.0 * n);
    let half = Z * (rate * (1.0 - rate) / n + z2 / (4.0 * n * n)).max(0.0).sqrt();
    let scale = 1.0 + z2 / n;
    [((middle - half) / scale).clamp(0.0, rate), ((middle + half) / scale).clamp(rate, 1.0)]
}

fn t(freedom: usize) -> f64 {
    if let Some(t) = freedom.checked_sub(1).and_then(|row| T.get(row)) {
        return *t;
    }
    // Cornish and Fisher: exact to the third figure from 30 on.
    let v = freedom.max(1) as f64;
    let z3 = Z * Z * Z;
    Z + (z3 + Z) / (4.0 * v) + (5.0 * z3 * Z * Z + 16.0 * z3 + 3.0 * Z) / (96.0 * v * v)
}

pub fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

/// The square of a mean's own uncertainty.
fn spread(values: &[f64]) -> f64 {
    let (n, middle) = (values.len() as f64, mean(values));
    if values.len() < 2 {
        return 0.0;
    }
    values.iter().map(|v| (v - middle) * (v - middle)).sum::<f64>() / (n - 1.0) / n
}

/// The interval of a mean at 95 %; none of fewer than two values.
pub fn mean_interval(values: &[f64]) -> Option<[f64; 2]> {
    let half = t(values.len().checked_sub(1).filter(|freedom| *freedom > 0)?) * spread(values).sqrt();
    Some([mean(values) - half, mean(values) + half])
}

/// The interval of the difference of two means at 95 %, of values that have nothing to do with each other. None of fewer
/// than two values on either side.
pub fn difference_interval(first: &[f64], second: &[f64]) -> Option<[f64; 2]> {
    let few = first.len().min(second.len()).checked_sub(1).filter(|freedom| *freedom > 0)?;
    // The smaller group's freedom is the careful choice.
    let half = t(few) * (spread(first) + spread(second)).sqrt();
    let difference = mean(first) - mean(second);
    Some([difference - half, difference + half])
}

/// The interval of the mean of scores between 0 and 1 at 95 %, where the scores are pairs of games.
///
/// Two pairs that nobody played are thought of beside them, one of score 0 and one of score 1, as Agresti and Coull do for
/// rates: so a handful of pairs that came out alike does not pass for certainty. What is left is Student's interval, cut at
/// 0 and 1.
pub fn score_interval(scores: &[f64]) -> [f64; 2] {
    let thought: Vec<f64> = scores.iter().copied().chain([0.0, 1.0]).collect();
    let score = mean(scores);
    let [low, high] = mean_interval(&thought).unwrap_or([0.0, 1.0]);
    if scores.is_empty() {
        return [0.0, 1.0];
    }
    [low.clamp(0.0, score), high.clamp(score, 1.0)]
}

/// The lower quartile, the median and the upper quartile of sorted values.
pub fn quartiles(sorted: &[u32]) -> [f64; 3] {
    [0.25, 0.5, 0.75].map(|share| {
        let Some(last) = sorted.len().checked_sub(1) else { return 0.0 };
        let place = share * last as f64;
        let (below, above) = (sorted[place.floor() as usize], sorted[place.ceil() as usize]);
        f64::from(below) + (place - place.floor()) * (f64::from(above) - f64::from(below))
    })
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
        for [low, high] in [wilson(0, 0), score_interval(&[])] {
            assert!(low <= 0.0 && high >= 1.0);
        }
        assert_eq!((mean_interval(&[1.0]), difference_interval(&[1.0, 2.0], &[1.0])), (None, None));
    }

    #[test]
    fn all_hits_mirror_no_hits() {
        let ([low, high], [low_none, high_none]) = (wilson(20, 20), wilson(0, 20));
        assert!((low - (1.0 - high_none)).abs() < 1e-12 && (high - (1.0 - low_none)).abs() < 1e-12);
        let ([low, high], [low_none, high_none]) = (score_interval(&[1.0; 20]), score_interval(&[0.0; 20]));
        assert!((low - (1.0 - high_none)).abs() < 1e-12 && (high - (1.0 - low_none)).abs() < 1e-12);
    }

    #[test]
    fn students_t_meets_its_table() {
        for (freedom, known) in
            [(1, 12.706), (10, 2.228), (31, 2.040), (60, 2.000), (120, 1.980), (10_000, 1.960)]
        {
            assert!((t(freedom) - known).abs() < 1e-3, "{freedom}: {}", t(freedom));
        }
    }

    #[test]
    fn the_interval_of_a_mean_is_that_of_the_textbook() {
        // Mean 5, deviation 2.58199, four values: 3.182 * 2.58199 / 2.
        let [low, high] = mean_interval(&[2.0, 4.0, 6.0, 8.0]).unwrap();
        assert!((low - 0.892).abs() < 1e-3 && (high - 9.108).abs() < 1e-3, "{low} {high}");
        let [low, high] = difference_interval(&[2.0, 4.0, 6.0, 8.0], &[1.0, 1.0, 1.0, 1.0]).unwrap();
        assert!((low - -0.108).abs() < 1e-3 && (high - 8.108).abs() < 1e-3, "{low} {high}");
    }

    #[test]
    fn pairs_that_come_out_alike_are_no_certainty() {
        let [low, high] = score_interval(&[0.5; 4]);
        assert!(low < 0.4 && high > 0.6, "{low} {high}");
        let [low, high] = score_interval(&[0.5; 400]);
        assert!((0.49..0.5).contains(&low) && (0.5..0.51).contains(&high), "{low} {high}");
        let [low, high] = score_interval(&[1.0; 3]);
        assert!(low < 0.6 && high >= 1.0, "{low}");
    }

    /// How often the interval holds the truth when pairs are drawn from a known law.
    #[test]
    fn nineteen_of_twenty_intervals_hold_the_truth() {
        let mut dice = table::Dice::derive(3, 3);
        for weights in [[1, 2, 4, 2, 1], [0, 1, 8, 1, 0], [0, 0, 1, 4, 15]] {
            let total: usize = weights.iter().sum();
            let truth: f64 =
                weights.iter().enumerate().map(|(i, w)| 0.25 * i as f64 * *w as f64).sum::<f64>()
                    / total as f64;
            let mut held = 0;
            for _ in 0..1000 {
                let pair = |_| {
                    let mut at = dice.pick(total);
                    let kind = weights.iter().position(|w| {
                        let here = at < *w;
                        at = at.saturating_sub(*w);
                        here
                    });
                    0.25 * kind.unwrap_or(0) as f64
                };
                let scores: Vec<f64> = (0..40).map(pair).collect();
                let [low, high] = score_interval(&scores);
                held += usize::from(low <= truth && truth <= high);
            }
            assert!(held >= 930, "{weights:?}: {held} of 1000");
        }
    }

    #[test]
    fn quartiles_lie_between_neighbours() {
        // In quarters of a turn.
        let quarters = |sorted: &[u32]| quartiles(sorted).map(|value| (4.0 * value) as u32);
        assert_eq!((quarters(&[]), quarters(&[7])), ([0; 3], [28; 3]));
        assert_eq!(quarters(&[1, 2, 3, 4]), [7, 10, 13]);
        assert_eq!(quarters(&[1, 2, 3, 4, 9]), [8, 12, 16]);
    }
}
