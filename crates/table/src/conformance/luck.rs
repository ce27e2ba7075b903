//! The law of luck: what a game says of its chances is true.

use super::Plan;
use super::laws::are_words;
use super::walk::each_match;
use crate::game::{Game, SetupRequest};
use crate::luck::Throw;
use std::collections::BTreeMap;
use std::sync::Arc;

/// How often a value came, how often it was to come, and how far the two are apart by chance.
#[derive(Default)]
struct Count {
    throws: u32,
    came: f64,
    expected: f64,
    variance: f64,
}

impl Count {
    /// One throw more, in which the value came or did not, and was to come with this chance.
    fn add(&mut self, came: bool, share: f64) {
        self.throws += 1;
        self.came += f64::from(u8::from(came));
        self.expected += share;
        self.variance += share * (1.0 - share);
    }

    /// Four and a half standard deviations, and a few throws more for what comes seldom: chance alone goes beyond that
    /// less often than once in 100,000 times.
    fn is_fair(&self) -> bool {
        (self.came - self.expected).abs() <= 4.5 * self.variance.sqrt() + 3.0
    }
}

/// Each value of each kind of throw comes as often as the odds that were told for it say, over all matches: a wrong mean
/// shows, and so does a wrong spread. What came could come, and the kind has words.
pub fn luck_is_fair<G: Game>(content: &Arc<G::Content>, request: &SetupRequest, plan: Plan) {
    let mut counts: BTreeMap<(&str, &str, i32), Count> = BTreeMap::new();
    each_match::<G>("luck_is_fair", content, request, plan, |walk| {
        while walk.step() {}
        for throw in walk.played.throws() {
            is_sound(throw);
            for (value, share) in throw.shares() {
                let count = counts.entry((throw.side, throw.kind, value)).or_default();
                count.add(throw.came == value, share);
            }
        }
    });
    for ((side, kind, value), count) in &counts {
        let Count { throws, came, expected, .. } = count;
        assert!(
            count.is_fair(),
            "{}: luck_is_fair: {side}, {kind}: {value} came {came} times in {throws} throws, expected {expected:.1}",
            G::ID
        );
    }
}

fn is_sound(throw: &Throw) {
    let Throw { side, kind, came, .. } = throw;
    let possible = throw.odds().iter().any(|(value, _)| value == came);
    assert!(possible, "{side}, {kind}: {came} came, and only {:?} could", throw.odds());
    for words in [side, kind] {
        assert!(!words.is_empty() && are_words(words), "luck of {side:?} is called {kind:?}");
    }
}

#[cfg(test)]
mod tests {
    use super::Count;

    /// What is said of a hundred throws, of which so many came.
    fn hundred(came: u32, share: f64) -> (u32, bool) {
        let mut count = Count::default();
        (0..100).for_each(|n| count.add(n < came, share));
        (count.throws, count.is_fair())
    }

    #[test]
    fn what_comes_too_often_or_too_seldom_is_not_fair() {
        // Half of a hundred, give or take 4.5 times 5 and 3 more.
        assert_eq!([24, 25, 50, 75, 76].map(|came| hundred(came, 0.5).1), [false, true, true, true, false]);
        // A tenth: 10, give or take 4.5 times 3 and 3 more.
        assert_eq!([0, 26, 27].map(|came| hundred(came, 0.1).1), [true, true, false]);
        assert_eq!([73, 74, 90].map(|came| hundred(came, 0.9).1), [false, true, true]);
        // What is certain comes each time, and what is not to come hardly ever.
        assert_eq!([96, 97].map(|came| hundred(came, 1.0).1), [false, true]);
        assert_eq!([3, 4].map(|came| hundred(came, 0.0)), [(100, true), (100, false)]);
    }
}
