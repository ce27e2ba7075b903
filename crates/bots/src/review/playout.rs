//! A match that is played on to its end by what anybody does at a glance, and what many of them say together.

use table::face::AnyMatch;
use table::{Dice, Memory, TeamId};

/// What an appraisal of this size makes of even chances: three to one.
const CLEAR: f64 = 10.0;
/// Standard errors on either side of a figure: 95 in 100 lie within.
const MARGIN: f64 = 1.96;

/// What came of a playout for the side that is asked about: 1 is won, 0 lost, a draw lies between.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Played {
    pub value: f64,
    /// Nobody won.
    pub drawn: bool,
    /// It did not end in time, and the game has no opinion of where it stood.
    pub unknown: bool,
}

/// Plays on with these dice, at most so many orders. Everybody does what the game calls a reflex; where it has none he takes
/// the game's own advice, and where it has no advice either, any legal order.
pub fn play_on(mut game: Box<dyn AnyMatch>, team: TeamId, orders: usize, dice: &mut Dice) -> Played {
    let mut minds: Vec<Memory> = game.seats().iter().map(|_| Memory::default()).collect();
    for _ in 0..orders {
        let Some((prompt, seat)) = game.owed() else { break };
        if game.reflex(prompt, dice) {
            continue;
        }
        let advice = minds.get_mut(seat.index()).and_then(|mind| game.advise(prompt, mind, dice));
        match advice {
            Some(advice) => game.choose(prompt, advice.option),
            None if game.draw(prompt, dice) => {}
            None => break,
        }
    }
    worth(game.as_ref(), team)
}

/// What a table is worth to a side: how the match ended, or else what the game thinks of it.
pub fn worth(game: &dyn AnyMatch, team: TeamId) -> Played {
    if let Some(outcome) = game.outcome() {
        let value = outcome.winner.map_or(0.5, |winner| f64::from(u8::from(winner == team)));
        return Played { value, drawn: outcome.winner.is_none(), unknown: false };
    }
    let seat = game.seats().iter().find(|seat| seat.team == team).map(|seat| seat.id);
    match seat.and_then(|seat| game.appraise(seat)) {
        Some(worth) => Played { value: curve(worth.value), drawn: false, unknown: false },
        None => Played { value: 0.5, drawn: false, unknown: true },
    }
}

/// An appraisal as a chance: a curve of the logistic kind that needs nothing but a root, which is the same on every machine.
fn curve(worth: f64) -> f64 {
    let x = worth / CLEAR;
    0.5 + 0.5 * x / (3.0 + x * x).sqrt()
}

/// A chance as a sample tells it: what was found, and between which bounds the truth lies 95 times of 100.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chance {
    pub mean: f64,
    pub low: f64,
    pub high: f64,
}

impl Chance {
    /// It is no estimate.
    pub fn certain(mean: f64) -> Self {
        Self { mean, low: mean, high: mean }
    }

    /// By Wilson's interval, which does not call 0 of 20 impossible. Values between lost and won spread less than these do, so
    /// that it promises too little rather than too much.
    pub fn of(values: &[f64]) -> Self {
        if values.is_empty() {
            return Self { mean: 0.5, low: 0.0, high: 1.0 };
        }
        let (n, square) = (values.len() as f64, MARGIN * MARGIN);
        let mean = values.iter().sum::<f64>() / n;
        let middle = (mean + square / (2.0 * n)) / (1.0 + square / n);
        let spread = (mean * (1.0 - mean) / n + square / (4.0 * n * n)).max(0.0);
        let half = MARGIN * spread.sqrt() / (1.0 + square / n);
        Self { mean, low: (middle - half).max(0.0).min(mean), high: (middle + half).min(1.0).max(mean) }
    }

    /// The same for the other side.
    #[must_use]
    pub fn turned(self) -> Self {
        Self { mean: 1.0 - self.mean, low: 1.0 - self.high, high: 1.0 - self.low }
    }
}

/// How much more one thing is worth than another, and its margin.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Gain {
    pub mean: f64,
    pub margin: f64,
}

impl Gain {
    /// Of two things that were tried with the same dice, one by one.
    pub fn of(more: &[f64], less: &[f64]) -> Self {
        let apart: Vec<f64> = more.iter().zip(less).map(|(more, less)| more - less).collect();
        if apart.len() < 2 {
            return Self { mean: 0.0, margin: 1.0 };
        }
        let n = apart.len() as f64;
        let mean = apart.iter().sum::<f64>() / n;
        let spread = apart.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / (n - 1.0);
        // Twenty that are all alike do not prove that the next one is: one more might lie a whole match apart.
        let floor = 1.0 / (n * n);
        Self { mean, margin: MARGIN * (spread / n + floor).sqrt() }
    }

    /// Of two things that were tried apart.
    pub fn between(more: Chance, less: Chance) -> Self {
        let (up, down) = ((more.high - more.low) / 2.0, (less.high - less.low) / 2.0);
        Self { mean: more.mean - less.mean, margin: (up * up + down * down).sqrt() }
    }

    /// More than chance does, and more than nothing.
    pub fn is_beyond(self, least: f64) -> bool {
        self.mean > self.margin && self.mean >= least
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_sample_has_a_wide_margin_and_never_says_never() {
        let none = Chance::of(&[0.0; 20]);
        assert_eq!((none.mean, none.low), (0.0, 0.0));
        assert!((none.high - 0.161).abs() < 0.001, "{none:?}");
        let half: Vec<f64> = (0..400).map(|n| f64::from(n % 2)).collect();
        let (few, many) = (Chance::of(&half[..20]), Chance::of(&half));
        assert!(many.high - many.low < (few.high - few.low) / 3.0);
        assert!((many.high - 0.549).abs() < 0.001, "{many:?}");
        assert_eq!(Chance::of(&[]), Chance { mean: 0.5, low: 0.0, high: 1.0 });
        assert!((none.turned().low + none.high - 1.0).abs() < 1e-9);
    }

    #[test]
    fn what_the_same_dice_show_has_the_smaller_margin() {
        let less: Vec<f64> = (0..200).map(|n| f64::from(n % 2)).collect();
        let more: Vec<f64> = (0..200).map(|n| f64::from(u8::from(n % 2 == 1 || n % 10 == 0))).collect();
        let (paired, apart) = (Gain::of(&more, &less), Gain::between(Chance::of(&more), Chance::of(&less)));
        assert!((paired.mean - 0.1).abs() < 1e-9 && (apart.mean - 0.1).abs() < 1e-9);
        assert!(paired.margin < apart.margin / 2.0, "{paired:?} {apart:?}");
        assert!(paired.is_beyond(0.05) && !paired.is_beyond(0.2));
        assert!(!Gain::of(&less, &less).is_beyond(0.0));
        assert!(!Gain::of(&[1.0], &[0.0]).is_beyond(0.0), "once is no proof");
    }

    #[test]
    fn an_appraisal_becomes_a_chance_that_is_as_bad_for_the_other() {
        assert!((curve(0.0) - 0.5).abs() < 1e-9);
        assert!((curve(CLEAR) - 0.75).abs() < 1e-9);
        assert!((curve(37.0) + curve(-37.0) - 1.0).abs() < 1e-9);
        assert!(curve(100.0) < 1.0 && curve(100.0) > 0.97);
    }
}
