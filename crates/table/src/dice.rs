//! The one source of chance in a match.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::fmt;
use std::hash::{Hash, Hasher};

/// A reproducible generator: `ChaCha8` keyed by the match's seed, with own functions for dice and picks so
/// that a library's change of its ranges can not change an old log.
///
/// The cipher is strong on purpose: a player who has seen a thousand draws can not work out the next one.
///
/// ```
/// use table::Dice;
/// let (mut a, mut b) = (Dice::new(7), Dice::new(7));
/// assert_eq!((0..9).map(|_| a.die(6)).collect::<Vec<_>>(), (0..9).map(|_| b.die(6)).collect::<Vec<_>>());
/// ```
#[derive(Clone)]
pub struct Dice {
    seed: u64,
    core: ChaCha8Rng,
}

impl Dice {
    /// The algorithm's name, as the header of a log says it.
    pub const ALGORITHM: &'static str = "chacha8";

    pub fn new(seed: u64) -> Self {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        key[8..24].copy_from_slice(b"heatray dice v1 ");
        Self { seed, core: ChaCha8Rng::from_seed(key) }
    }

    /// An independent generator for a numbered purpose: game 17 of a batch, seat 2 of game 17.
    pub fn derive(seed: u64, index: u64) -> Self {
        Self::new(mix(seed ^ mix(index.wrapping_add(0x9e37_79b9_7f4a_7c15))))
    }

    /// How many words were taken so far: two generators of one seed and position give the same future.
    pub fn position(&self) -> u64 {
        self.core.get_word_pos() as u64
    }

    pub fn next_u64(&mut self) -> u64 {
        self.core.next_u64()
    }

    /// A number in `0..n`, each equally likely; 0 if `n` is 0.
    pub fn below(&mut self, n: u32) -> u32 {
        // Multiply and keep the high word; reject the few low words that would favour small results.
        let mut product = u64::from(self.core.next_u32()) * u64::from(n);
        if (product as u32) < n {
            let threshold = n.wrapping_neg() % n;
            while (product as u32) < threshold {
                product = u64::from(self.core.next_u32()) * u64::from(n);
            }
        }
        (product >> 32) as u32
    }

    /// An index into a list of this length, which must not be empty.
    pub fn pick(&mut self, len: usize) -> usize {
        debug_assert!(len > 0);
        self.below(len as u32) as usize
    }

    /// A die with this many sides: 1 to `sides`.
    pub fn die(&mut self, sides: u32) -> u32 {
        self.below(sides) + 1
    }

    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.pick(last + 1));
        }
    }
}

fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

impl Hash for Dice {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.seed, self.position()).hash(state);
    }
}

impl PartialEq for Dice {
    fn eq(&self, other: &Self) -> bool {
        (self.seed, self.position()) == (other.seed, other.position())
    }
}

impl Eq for Dice {}

impl fmt::Debug for Dice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Dice(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn golden_vectors_hold_on_every_platform() {
        let mut dice = Dice::new(1918);
        let rolls: Vec<u32> = (0..16).map(|_| dice.die(6)).collect();
        assert_eq!(rolls, GOLDEN_ROLLS);
        let mut deck: Vec<u32> = (0..10).collect();
        dice.shuffle(&mut deck);
        assert_eq!(deck, GOLDEN_DECK);
        assert_eq!(Dice::derive(1918, 3).next_u64(), GOLDEN_DERIVED);
    }

    const GOLDEN_ROLLS: [u32; 16] = [2, 2, 4, 4, 4, 1, 1, 2, 5, 3, 5, 4, 5, 5, 3, 1];
    const GOLDEN_DECK: [u32; 10] = [7, 2, 3, 4, 5, 0, 6, 9, 8, 1];
    const GOLDEN_DERIVED: u64 = 9_181_031_964_658_776_214;

    #[test]
    fn a_wide_range_rejects_the_words_that_would_favour_small_results() {
        // Three quarters of the words fit: the others are thrown again, and the position tells.
        let mut dice = Dice::new(1918);
        let drawn: Vec<u32> = (0..8).map(|_| dice.below(3 << 30)).collect();
        let golden = [
            628_825_299,
            679_202_130,
            1_768_532_448,
            1_621_770_238,
            487_797_764,
            2_401_331_367,
            1_391_714_169,
            2_320_220_945,
        ];
        assert_eq!(drawn, golden);
        assert_eq!(dice.position(), 11, "three of eleven words were thrown again");
    }

    #[test]
    fn generators_are_equal_when_their_future_is() {
        let mut one = Dice::new(4);
        let two = one.clone();
        assert_eq!(one, two);
        assert_eq!(crate::state_hash(&one), crate::state_hash(&two));
        one.die(6);
        assert_ne!(one, two);
        assert_ne!(crate::state_hash(&one), crate::state_hash(&two));
        assert_ne!(Dice::new(5), two);
        assert_ne!(crate::state_hash(&Dice::new(5)), crate::state_hash(&two));
        assert_eq!(format!("{two:?}"), "Dice(..)", "the seed would tell the future");
    }

    #[test]
    fn picks_stay_in_the_list() {
        let mut dice = Dice::new(9);
        let picks: std::collections::BTreeSet<usize> = (0..100).map(|_| dice.pick(3)).collect();
        assert_eq!(picks.into_iter().collect::<Vec<_>>(), [0, 1, 2]);
    }

    #[test]
    fn every_side_comes_up_about_equally_often() {
        let mut dice = Dice::new(3);
        let mut seen = [0_u32; 6];
        for _ in 0..60_000 {
            seen[dice.die(6) as usize - 1] += 1;
        }
        assert!(seen.iter().all(|&n| (9_600..10_400).contains(&n)), "{seen:?}");
    }

    #[test]
    fn the_position_counts_the_words_taken() {
        let mut dice = Dice::new(5);
        assert_eq!(dice.position(), 0);
        dice.below(6);
        assert_eq!(dice.position(), 1);
        dice.next_u64();
        assert_eq!(dice.position(), 3);
    }

    #[test]
    fn nothing_is_below_zero_or_one_but_zero() {
        let mut dice = Dice::new(1);
        assert_eq!(dice.below(0), 0);
        assert_eq!(dice.below(1), 0);
    }
}
