//! From scores to Elo, and from many duels to one table.

use table::Dice;

/// How often the seeds are drawn anew to see how sure a table is.
const DRAWS: u64 = 400;

/// The Elo difference that a score stands for; none where a side won everything, which no figure stands for.
///
/// ```
/// assert_eq!(lab::elo(0.5), Some(0.0));
/// assert!((lab::elo(0.75).unwrap() - 190.85).abs() < 0.01);
/// assert_eq!((lab::elo(0.0), lab::elo(1.0)), (None, None));
/// ```
pub fn elo(score: f64) -> Option<f64> {
    // Adding zero makes a plain zero of a negative one.
    (score > 0.0 && score < 1.0).then(|| 400.0 * libm::log10(score / (1.0 - score)) + 0.0)
}

/// The Elo of the end of an interval after so many games. An end at 0 or 1 is read as half a game short of it, one draw
/// among all these games: beyond that the games tell nothing, and the figure stays finite.
pub(crate) fn elo_bound(score: f64, games: u64) -> f64 {
    let least = 1.0 / (2.0 * games.max(2) as f64);
    elo(score.clamp(least, 1.0 - least)).unwrap_or(0.0)
}

/// The results of one pairing, seed by seed: the first player's score of each, or none where a game broke.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Scores {
    pub a: usize,
    pub b: usize,
    pub seeds: Vec<Option<f64>>,
}

/// The Elo of each of so many players by maximum likelihood (Bradley and Terry), with 0 in the middle, and its interval at
/// 95 %.
///
/// To each pairing one drawn seed is added, so that who lost or won everything has a figure, too. The intervals come from
/// seeds drawn anew with replacement: all games of a seed go together, since they have the same chance in common. Among them
/// are two that nobody played, as in [`crate::stats::score_interval`]: a few seeds that came out alike are no certainty.
pub(crate) fn table(players: usize, scores: &[Scores], seed: u64) -> Vec<(f64, [f64; 2])> {
    let seeds = scores.iter().map(|s| s.seeds.len()).max().unwrap_or(0);
    let all: Vec<usize> = (0..seeds).collect();
    let fitted = fit(players, scores, &all);
    let mut drawn: Vec<Vec<f64>> = vec![Vec::new(); players];
    for draw in 0..DRAWS {
        let mut dice = Dice::derive(seed ^ 0xe10e_10e1, draw);
        let again: Vec<usize> = (0..seeds).map(|_| dice.pick(seeds + 2)).collect();
        for (player, elo) in fit(players, scores, &again).into_iter().enumerate() {
            drawn[player].push(elo);
        }
    }
    let interval = |mut figures: Vec<f64>, elo: f64| {
        figures.sort_by(f64::total_cmp);
        let cut = figures.len() / 40;
        let [low, high] = [figures.get(cut), figures.get(figures.len().saturating_sub(1 + cut))];
        [low.map_or(elo, |low| low.min(elo)), high.map_or(elo, |high| high.max(elo))]
    };
    fitted.into_iter().zip(drawn).map(|(elo, figures)| (elo, interval(figures, elo))).collect()
}

fn fit(players: usize, scores: &[Scores], seeds: &[usize]) -> Vec<f64> {
    let (mut points, mut met) = (vec![0.0; players], vec![vec![0.0; players]; players]);
    for Scores { a, b, seeds: own } in scores {
        let (mut sum, mut count) = (0.5, 1.0);
        let of = |seed: &usize| match seed.checked_sub(own.len()) {
            None => own[*seed],
            Some(0) => Some(0.0),
            Some(_) => Some(1.0),
        };
        for score in seeds.iter().filter_map(of) {
            sum += score;
            count += 1.0;
        }
        points[*a] += sum;
        points[*b] += count - sum;
        met[*a][*b] += count;
        met[*b][*a] += count;
    }
    let mut strength = vec![1.0_f64; players];
    for _ in 0..2000 {
        let expected = |i: usize| -> f64 {
            (0..players).filter(|j| *j != i).map(|j| met[i][j] / (strength[i] + strength[j])).sum()
        };
        let mut next: Vec<f64> = (0..players)
            .map(|i| {
                let games = expected(i);
                if games > 0.0 { points[i] / games } else { strength[i] }
            })
            .collect();
        let sum: f64 = next.iter().sum();
        for one in &mut next {
            *one *= players as f64 / sum;
        }
        let moved = next.iter().zip(&strength).map(|(a, b)| (a / b - 1.0).abs()).fold(0.0, f64::max);
        strength = next;
        if moved < 1e-9 {
            break;
        }
    }
    let figures: Vec<f64> = strength.iter().map(|s| 400.0 * libm::log10(*s)).collect();
    let middle = figures.iter().sum::<f64>() / players.max(1) as f64;
    figures.into_iter().map(|figure| figure - middle).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_finite_and_in_order() {
        for games in [0, 1, 2, 10, 1_000_000] {
            let (low, high) = (elo_bound(0.0, games), elo_bound(1.0, games));
            assert!(low.is_finite() && high.is_finite() && low < high, "{games}: {low} {high}");
            assert!((low + high).abs() < 1e-6);
        }
        assert!((elo_bound(0.75, 100) - elo(0.75).unwrap()).abs() < 1e-12);
    }

    #[test]
    fn a_table_of_two_agrees_with_their_score() {
        let seeds: Vec<Option<f64>> = (0..1000).map(|n| Some(if n % 4 == 0 { 0.0 } else { 1.0 })).collect();
        let table = table(2, &[Scores { a: 0, b: 1, seeds }], 1);
        let difference = table[0].0 - table[1].0;
        assert!((difference - elo(750.5 / 1001.0).unwrap()).abs() < 1e-3, "{difference}");
        for (elo, [low, high]) in &table {
            assert!(low < elo && elo < high && high - low < 40.0, "{low} {elo} {high}");
        }
    }

    #[test]
    fn three_players_stand_where_they_were_put() {
        // Expected scores of players 200 and 100 and 0, rounded to hundredths.
        let seeds =
            |score: f64| (0..100).map(|n| Some(f64::from(u8::from(f64::from(n) < 100.0 * score)))).collect();
        let scores = [(0, 1, 0.64), (0, 2, 0.76), (1, 2, 0.64)].map(|(a, b, score)| Scores {
            a,
            b,
            seeds: seeds(score),
        });
        let table = table(3, &scores, 1);
        for ((elo, _), known) in table.iter().zip([100.0, 0.0, -100.0]) {
            assert!((elo - known).abs() < 5.0, "{elo} for {known}");
        }
        assert_eq!(table, super::table(3, &scores, 1));
    }

    #[test]
    fn who_lost_everything_has_a_figure_and_broken_games_count_for_nobody() {
        let scores = [
            Scores { a: 0, b: 1, seeds: vec![Some(1.0); 20] },
            Scores { a: 0, b: 2, seeds: vec![Some(1.0); 20] },
            Scores { a: 1, b: 2, seeds: vec![None; 20] },
        ];
        let table = table(3, &scores, 1);
        assert!(table.iter().all(|(elo, [low, high])| [elo, low, high].iter().all(|f| f.is_finite())));
        assert!(table[0].0 > 100.0 && (table[1].0 - table[2].0).abs() < 1e-6, "{table:?}");
    }
}
