//! Which mutants are tried: an even choice that a seed repeats.

/// The numbers below `count` in an order that follows from the seed alone. Whoever takes the first ones has an even sample,
/// and whoever needs more goes on where he stopped.
pub fn order(count: usize, seed: u64) -> Vec<usize> {
    let mut state = seed;
    let mut numbers: Vec<usize> = (0..count).collect();
    for last in (1..count).rev() {
        let other = (next(&mut state) % (last as u64 + 1)) as usize;
        numbers.swap(last, other);
    }
    numbers
}

/// One of so many parts of a sample, counted from 1: together they are the whole, each once.
pub fn part(sample: &[usize], part: usize, of: usize) -> Vec<usize> {
    sample[(part - 1) * sample.len() / of..part * sample.len() / of].to_vec()
}

/// SplitMix64, by Sebastiano Vigna: small, and good enough to shuffle.
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut word = *state;
    word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ (word >> 31)
}

#[cfg(test)]
mod tests {
    use super::{order, part};

    #[test]
    fn parts_are_the_whole() {
        let whole = order(7, 1);
        let parts: Vec<_> = (1..=3).map(|number| part(&whole, number, 3)).collect();
        assert_eq!(parts.concat(), whole);
        assert!(parts.iter().all(|part| (2..=3).contains(&part.len())));
    }

    #[test]
    fn a_seed_repeats_its_choice_and_leaves_nothing_out() {
        let first = order(1000, 17);
        assert_eq!(first, order(1000, 17));
        assert_ne!(first, order(1000, 18));
        let mut sorted = first.clone();
        sorted.sort_unstable();
        assert_eq!(sorted, (0..1000).collect::<Vec<_>>());
        let below = first[..200].iter().filter(|&&number| number < 500).count();
        assert!((70..130).contains(&below), "{below} of 200 are in the first half");
    }
}
