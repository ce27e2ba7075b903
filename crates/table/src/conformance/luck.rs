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
                count.throws += 1;
                count.came += f64::from(u8::from(throw.came == value));
                count.expected += share;
                count.variance += share * (1.0 - share);
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
