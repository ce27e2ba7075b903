//! Mixed strategies: how often to do what, so that an opponent who knows it gains nothing by knowing it.

use table::Dice;

/// So often regrets are looked at: the strategies of matrices as small as these stand still long before.
const STEPS: u32 = 2000;
/// What is done more seldom than this share of the likeliest choice is not done: it is noise of the figures.
const SELDOM: f64 = 0.15;

/// The mixed strategies of both sides of a game that is a table of what each pair of choices is worth to the first side, row
/// by row. Regret matching: each does more of what he would rather have done, and the mean of all that is the answer.
pub fn strategies(worth: &[Vec<f64>]) -> (Vec<f64>, Vec<f64>) {
    let (rows, columns) = (worth.len(), worth.first().map_or(0, Vec::len));
    if rows == 0 || columns == 0 {
        return (uniform(rows), uniform(columns));
    }
    let (mut first, mut second) = (Side::new(rows), Side::new(columns));
    for step in 1..=STEPS {
        let own = first.now();
        let gains: Vec<f64> = worth.iter().map(|row| dot(row, &second.now())).collect();
        first.learn(&own, &gains, step);
        let other = second.now();
        let own = first.now();
        let loss = |column: usize| -worth.iter().zip(&own).map(|(row, p)| row[column] * p).sum::<f64>();
        let losses: Vec<f64> = (0..columns).map(loss).collect();
        second.learn(&other, &losses, step);
    }
    (first.mean(), second.mean())
}

/// One of the choices, as often as the strategy says; choices that are hardly ever right are left out.
pub fn draw(strategy: &[f64], dice: &mut Dice) -> usize {
    let most = strategy.iter().copied().fold(0.0, f64::max);
    let kept: Vec<f64> = strategy.iter().map(|p| if *p < SELDOM * most { 0.0 } else { *p }).collect();
    let mut at = f64::from(dice.below(1 << 24)) / f64::from(1 << 24) * kept.iter().sum::<f64>();
    for (n, share) in kept.iter().enumerate() {
        at -= share;
        if at < 0.0 && *share > 0.0 {
            return n;
        }
    }
    kept.iter().position(|share| *share >= most).unwrap_or(0)
}

/// A side that learns from what it would rather have done.
struct Side {
    regrets: Vec<f64>,
    sum: Vec<f64>,
}

impl Side {
    fn new(choices: usize) -> Self {
        Self { regrets: vec![0.0; choices], sum: vec![0.0; choices] }
    }

    fn now(&self) -> Vec<f64> {
        shares(&self.regrets)
    }

    fn learn(&mut self, played: &[f64], worth: &[f64], step: u32) {
        let got = dot(played, worth);
        for (regret, worth) in self.regrets.iter_mut().zip(worth) {
            *regret = (*regret + worth - got).max(0.0);
        }
        // The later, the better it knows.
        for (sum, played) in self.sum.iter_mut().zip(played) {
            *sum += f64::from(step) * played;
        }
    }

    fn mean(&self) -> Vec<f64> {
        shares(&self.sum)
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn uniform(choices: usize) -> Vec<f64> {
    vec![1.0 / choices.max(1) as f64; choices]
}

fn shares(figures: &[f64]) -> Vec<f64> {
    let sum: f64 = figures.iter().sum();
    if sum <= 0.0 { uniform(figures.len()) } else { figures.iter().map(|f| f / sum).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: &[f64], wanted: &[f64]) {
        let off = found.iter().zip(wanted).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        assert!(off < 0.01 && found.len() == wanted.len(), "{found:?}, not {wanted:?}");
    }

    #[test]
    fn matching_pennies_is_half_and_half() {
        let (first, second) = strategies(&[vec![1.0, -1.0], vec![-1.0, 1.0]]);
        near(&first, &[0.5, 0.5]);
        near(&second, &[0.5, 0.5]);
    }

    #[test]
    fn unequal_payoffs_shift_the_weights() {
        // Rock beats scissors for two: paper is played more often, since it beats rock.
        let (rock, paper, scissors) = (vec![0.0, -1.0, 2.0], vec![1.0, 0.0, -1.0], vec![-2.0, 1.0, 0.0]);
        let (first, second) = strategies(&[rock, paper, scissors]);
        near(&first, &[0.25, 0.5, 0.25]);
        near(&second, &[0.25, 0.5, 0.25]);
        // A penny that pays three times as much on one side: 3p - (1 - p) = (1 - p) - p.
        let (first, _) = strategies(&[vec![3.0, -1.0], vec![-1.0, 1.0]]);
        near(&first, &[1.0 / 3.0, 2.0 / 3.0]);
    }

    #[test]
    fn what_is_worse_whatever_the_other_does_is_never_done() {
        let (first, second) = strategies(&[vec![1.0, 2.0], vec![0.0, 1.5], vec![0.5, 1.0]]);
        near(&first, &[1.0, 0.0, 0.0]);
        near(&second, &[1.0, 0.0]);
        assert!((0..50).all(|seed| draw(&first, &mut Dice::new(seed)) == 0));
    }

    #[test]
    fn choices_are_drawn_as_often_as_their_weights_say_and_tiny_ones_never() {
        let mut dice = Dice::new(7);
        let mut count = [0; 3];
        for _ in 0..4000 {
            count[draw(&[0.6, 0.36, 0.04], &mut dice)] += 1;
        }
        assert_eq!(count[2], 0);
        assert!((2300..2700).contains(&count[0]), "{count:?}");
        assert_eq!(draw(&[], &mut dice), 0);
    }

    #[test]
    fn an_empty_table_has_empty_strategies() {
        assert_eq!(strategies(&[]), (Vec::new(), Vec::new()));
        assert_eq!(strategies(&[Vec::new()]), (vec![1.0], Vec::new()));
    }
}
