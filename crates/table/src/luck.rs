//! What chance gave, against what was to be expected of it.
//!
//! A game tells each throw where it falls ([`crate::Sink::luck`]): for whom more is better, what was thrown, what came of
//! what could have come. The match keeps the throws and sums them up by side and kind. Odds can tell what a deck still
//! holds or where a hidden stand is, so nobody hears of them before the match is over.

use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// Fewer throws tell nothing, whatever came.
pub const FEW: u32 = 10;

/// What lies beyond on either side is called luck: one game in forty.
const TAIL: f64 = 0.025;

/// A sum that is less likely than this is not counted.
const NEVER: f64 = 1e-12;

/// A die that was rolled or a card that was drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Throw {
    /// The team for which more is better, by its name.
    pub side: &'static str,
    /// What was thrown, as a heading: "Hits by Guns".
    pub kind: &'static str,
    pub came: i32,
    /// Every value that could have come, once and in rising order, with its weight.
    odds: Vec<(i32, u32)>,
}

impl Throw {
    /// A throw whose results have these values and weights, such as the cards that a deck still holds.
    pub fn of(
        side: &'static str,
        kind: &'static str,
        came: i32,
        odds: impl IntoIterator<Item = (i32, u32)>,
    ) -> Self {
        let mut sorted: Vec<(i32, u32)> = odds.into_iter().filter(|(_, weight)| *weight > 0).collect();
        sorted.sort_unstable();
        sorted.dedup_by(|later, first| {
            let same = later.0 == first.0;
            first.1 += if same { later.1 } else { 0 };
            same
        });
        Self { side, kind, came, odds: sorted }
    }

    /// One of several faces or cards, each as likely: what came, and what each of them is worth.
    ///
    /// ```
    /// use table::Throw;
    /// let hit = Throw::among("Hunter", "Shots that hit", &2, &[1, 2, 3, 4, 5, 6], |face| i32::from(*face <= 4));
    /// assert_eq!((hit.came, hit.odds()), (1, &[(0, 2), (1, 4)][..]));
    /// assert!((hit.mean() - 2.0 / 3.0).abs() < 1e-12);
    /// ```
    pub fn among<T>(
        side: &'static str,
        kind: &'static str,
        came: &T,
        faces: &[T],
        worth: impl Fn(&T) -> i32,
    ) -> Self {
        Self::of(side, kind, worth(came), faces.iter().map(|face| (worth(face), 1)))
    }

    pub fn odds(&self) -> &[(i32, u32)] {
        &self.odds
    }

    /// Whether there was anything to decide: what can come in one way only is no chance.
    pub fn is_open(&self) -> bool {
        self.odds.len() > 1
    }

    /// How likely each value was.
    pub(crate) fn shares(&self) -> impl Iterator<Item = (i32, f64)> + '_ {
        let total: f64 = self.odds.iter().map(|(_, weight)| f64::from(*weight)).sum();
        self.odds.iter().map(move |(value, weight)| (*value, f64::from(*weight) / total))
    }

    /// What was to be expected.
    pub fn mean(&self) -> f64 {
        self.shares().map(|(value, share)| f64::from(value) * share).sum()
    }
}

/// What the throws of one side and kind came to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Luck {
    /// The team for which more is better.
    pub side: Cow<'static, str>,
    pub kind: Cow<'static, str>,
    pub throws: u32,
    pub came: i32,
    pub expected: f64,
    /// The margin: nineteen of twenty such games come to something between these two, both included.
    pub low: i32,
    pub high: i32,
    pub verdict: Verdict,
    /// The verdict in words.
    pub words: Cow<'static, str>,
}

/// What can be said of a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    TooFew,
    Usual,
    Lucky,
    Unlucky,
}

/// How likely each sum is, from the first one on.
struct Sums {
    first: i32,
    shares: Vec<f64>,
}

impl Sums {
    fn add(&mut self, throw: &Throw) {
        let (Some((least, _)), Some((most, _))) = (throw.odds.first(), throw.odds.last()) else { return };
        let mut shares = vec![0.0; self.shares.len() + (most - least) as usize];
        for (value, share) in throw.shares() {
            let by = (value - least) as usize;
            for (sum, before) in shares[by..].iter_mut().zip(&self.shares) {
                *sum += before * share;
            }
        }
        let never = shares.iter().take_while(|share| **share < NEVER).count();
        shares.drain(..never);
        while shares.last().is_some_and(|share| *share < NEVER) {
            shares.pop();
        }
        self.first += least + never as i32;
        self.shares = shares;
    }

    /// The share of games that come to less.
    fn below(&self, came: i32) -> f64 {
        let fewer = (came - self.first).clamp(0, self.shares.len() as i32);
        self.shares[..fewer as usize].iter().sum()
    }

    /// The least sum that is no bad luck, and the highest that is no good luck.
    fn margin(&self) -> (i32, i32) {
        let last = self.first + self.shares.len() as i32 - 1;
        (self.first + beyond(self.shares.iter()), last - beyond(self.shares.iter().rev()))
    }
}

/// How many sums from this end on are so far out that one of them comes in one game of forty at most.
fn beyond<'a>(shares: impl Iterator<Item = &'a f64>) -> i32 {
    let mut sum = 0.0;
    let out = |share: &&f64| {
        sum += **share;
        sum <= TAIL
    };
    shares.take_while(out).count() as i32
}

/// The throws of one side and kind, which are not none.
fn balance(throws: &[&Throw]) -> Luck {
    let mut sums = Sums { first: 0, shares: vec![1.0] };
    let (mut came, mut expected) = (0, 0.0);
    for throw in throws {
        sums.add(throw);
        came += throw.came;
        expected += throw.mean();
    }
    let (low, high) = sums.margin();
    let count = throws.len() as u32;
    let (below, above) = (sums.below(came), 1.0 - sums.below(came + 1));
    let by = |share: f64, words: [&'static str; 3]| match share {
        0.999.. => words[2],
        0.99.. => words[1],
        _ => words[0],
    };
    let (verdict, words) = if count < FEW {
        (Verdict::TooFew, "too few throws to tell")
    } else if came > high {
        let words = [
            "luckier than 39 of 40 such games",
            "luckier than 99 of 100 such games",
            "luckier than 999 of 1000 such games",
        ];
        (Verdict::Lucky, by(below, words))
    } else if came < low {
        let words = [
            "unluckier than 39 of 40 such games",
            "unluckier than 99 of 100 such games",
            "unluckier than 999 of 1000 such games",
        ];
        (Verdict::Unlucky, by(above, words))
    } else {
        (Verdict::Usual, "within what chance does")
    };
    let [side, kind, words] = [throws[0].side, throws[0].kind, words].map(Cow::Borrowed);
    Luck { side, kind, throws: count, came, expected, low, high, verdict, words }
}

/// One line for each side and kind: sides as they come, what was thrown most often first.
pub fn balances(throws: &[Throw]) -> Vec<Luck> {
    let mut groups: Vec<Vec<&Throw>> = Vec::new();
    for throw in throws {
        let same = |group: &&mut Vec<&Throw>| (group[0].side, group[0].kind) == (throw.side, throw.kind);
        match groups.iter_mut().find(same) {
            Some(group) => group.push(throw),
            None => groups.push(vec![throw]),
        }
    }
    let sides: Vec<&str> = groups.iter().map(|group| group[0].side).collect();
    let order = |side: &str| sides.iter().position(|other| *other == side);
    groups.sort_by_key(|group| (order(group[0].side), std::cmp::Reverse(group.len())));
    groups.iter().map(|group| balance(group)).collect()
}

impl Luck {
    /// The line in words: "Hunter, Shots that hit: 2 in 3, expected 1.3, margin 0 to 3: too few throws to tell".
    pub fn told(&self) -> String {
        let Self { side, kind, throws, came, expected, low, high, words, .. } = self;
        format!("{side}, {kind}: {came} in {throws}, expected {expected:.1}, margin {low} to {high}: {words}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Coins, of which so many came up.
    fn coins(up: usize, of: usize) -> Vec<Throw> {
        (0..of).map(|n| Throw::of("Earth", "Coins", i32::from(n < up), [(0, 1), (1, 1)])).collect()
    }

    fn line(throws: &[Throw]) -> Luck {
        balances(throws).swap_remove(0)
    }

    fn close(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-9
    }

    #[test]
    fn weights_of_one_value_are_added_and_what_can_not_come_is_left_out() {
        let card = Throw::of("Mars", "Damage", 2, [(2, 3), (0, 5), (2, 1), (7, 0), (0, 1)]);
        assert_eq!(card.odds(), [(0, 6), (2, 4)]);
        assert!(close(card.mean(), 0.8), "8 points on 10 cards");
        assert!(card.is_open());
        assert!(!Throw::of("Mars", "Damage", 2, [(2, 3), (0, 0)]).is_open(), "only twos are left");
        assert!(!Throw::of("Mars", "Damage", 2, []).is_open());
    }

    #[test]
    fn ten_coins_come_up_twice_to_eight_times() {
        // Of 1024 ways 1 + 10 bring one or none, 45 more bring two: 1.1 and 5.5 in a hundred.
        let usual = line(&coins(5, 10));
        assert!(close(usual.expected, 5.0));
        assert_eq!((usual.came, usual.low, usual.high, usual.throws), (5, 2, 8, 10));
        for (up, verdict, words) in [
            (0, Verdict::Unlucky, "unluckier than 999 of 1000 such games"),
            (1, Verdict::Unlucky, "unluckier than 39 of 40 such games"),
            (2, Verdict::Usual, "within what chance does"),
            (8, Verdict::Usual, "within what chance does"),
            (9, Verdict::Lucky, "luckier than 39 of 40 such games"),
            (10, Verdict::Lucky, "luckier than 999 of 1000 such games"),
        ] {
            let luck = line(&coins(up, 10));
            assert_eq!((luck.verdict, &*luck.words), (verdict, words), "{up} of 10");
        }
    }

    #[test]
    fn a_small_sample_is_not_called_luck() {
        let luck = line(&coins(9, 9));
        assert_eq!((luck.low, luck.high, luck.came), (2, 7, 9), "outside of the margin");
        assert_eq!((luck.verdict, &*luck.words), (Verdict::TooFew, "too few throws to tell"));
        assert_eq!(line(&coins(9, 9)[..1]).verdict, Verdict::TooFew);
    }

    #[test]
    fn a_margin_has_no_hits_below_none() {
        // A twelfth of twelve throws: a symmetric margin would begin at less than nothing.
        let rare: Vec<Throw> = (0..12).map(|_| Throw::of("Earth", "Hits", 0, [(0, 11), (1, 1)])).collect();
        let luck = line(&rare);
        assert!(close(luck.expected, 1.0));
        assert_eq!((luck.low, luck.high, luck.verdict), (0, 3, Verdict::Usual));
    }

    #[test]
    fn odds_of_each_throw_are_its_own_and_values_may_be_below_zero() {
        let mut throws = coins(4, 8);
        throws.extend((0..4).map(|_| Throw::of("Earth", "Coins", -3, [(-3, 1), (-1, 1)])));
        let luck = line(&throws);
        assert!(close(luck.expected, 4.0 - 8.0));
        assert_eq!((luck.throws, luck.came), (12, 4 - 12));
        assert_eq!(luck.verdict, Verdict::Usual);
    }

    #[test]
    fn many_throws_are_counted_as_exactly_as_few() {
        // 4000 coins: the standard deviation is 31.6, and 1.96 of it are 62.
        let luck = line(&coins(2000, 4000));
        assert!(close(luck.expected, 2000.0));
        assert_eq!((luck.low, luck.high), (1938, 2062));
        assert_eq!(line(&coins(1937, 4000)).verdict, Verdict::Unlucky);
        // 2.33 and 3.09 standard deviations are 73.7 and 97.7.
        for (from_mean, share) in
            [(63, "39 of 40"), (80, "99 of 100"), (110, "999 of 1000"), (2000, "999 of 1000")]
        {
            let words = [2000 + from_mean, 2000 - from_mean].map(|up| line(&coins(up, 4000)).words);
            assert_eq!(words, ["luckier", "unluckier"].map(|how| format!("{how} than {share} such games")));
        }
    }

    #[test]
    fn one_game_of_forty_is_out_of_the_usual() {
        let card = |came| vec![Throw::of("Earth", "Cards", came, (1..=40).map(|card| (card, 1)))];
        assert_eq!((line(&card(1)).low, line(&card(1)).high), (2, 39));
    }

    #[test]
    fn there_is_a_line_for_each_side_and_kind() {
        let throw = |side, kind| Throw::of(side, kind, 1, [(0, 1), (1, 1)]);
        let throws =
            [throw("Mars", "Rays"), throw("Earth", "Guns"), throw("Mars", "Gas"), throw("Mars", "Gas")];
        let lines = balances(&throws);
        let told: Vec<_> = lines.iter().map(|luck| (&*luck.side, &*luck.kind, luck.throws)).collect();
        assert_eq!(told, [("Mars", "Gas", 2), ("Mars", "Rays", 1), ("Earth", "Guns", 1)]);
        assert_eq!(lines[0].told(), "Mars, Gas: 2 in 2, expected 1.0, margin 0 to 2: too few throws to tell");
        assert_eq!(balances(&[]), []);
    }
}
