//! A hash of a state that is the same on every platform.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::hash::{Hash, Hasher};

/// The hash of a state, written as 16 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct StateHash(pub u64);

impl fmt::Display for StateHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl fmt::Debug for StateHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl From<StateHash> for String {
    fn from(hash: StateHash) -> Self {
        hash.to_string()
    }
}

impl TryFrom<String> for StateHash {
    type Error = String;
    fn try_from(text: String) -> Result<Self, String> {
        match u64::from_str_radix(&text, 16) {
            Ok(value) if text.len() == 16 => Ok(Self(value)),
            _ => Err(format!("expected a hash of 16 hexadecimal digits, found {text:?}")),
        }
    }
}

impl StateHash {
    /// Folds another hash into this one; the order matters.
    #[must_use]
    pub fn then(self, other: Self) -> Self {
        state_hash(&(self.0, other.0))
    }
}

pub fn state_hash<T: Hash + ?Sized>(value: &T) -> StateHash {
    let mut hasher = StableHasher::default();
    value.hash(&mut hasher);
    StateHash(hasher.finish())
}

/// Eats every integer as a little-endian 64-bit word, so that byte order and pointer width do not matter.
#[derive(Debug)]
struct StableHasher(u64);

impl Default for StableHasher {
    fn default() -> Self {
        Self(0x6865_6174_7261_7931)
    }
}

impl StableHasher {
    fn word(&mut self, word: u64) {
        let mixed = (self.0 ^ word).wrapping_mul(0x9fb2_1c65_1e98_df25);
        self.0 = (mixed ^ (mixed >> 35)).rotate_left(23).wrapping_add(0x9e37_79b9_7f4a_7c15);
    }
}

impl Hasher for StableHasher {
    fn finish(&self) -> u64 {
        let z = (self.0 ^ (self.0 >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
        (z ^ (z >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93) ^ (z >> 29)
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.word(u64::from_le_bytes(word));
        }
        self.word(bytes.len() as u64);
    }

    fn write_u8(&mut self, i: u8) {
        self.word(i.into());
    }
    fn write_u16(&mut self, i: u16) {
        self.word(i.into());
    }
    fn write_u32(&mut self, i: u32) {
        self.word(i.into());
    }
    fn write_u64(&mut self, i: u64) {
        self.word(i);
    }
    fn write_u128(&mut self, i: u128) {
        self.word(i as u64);
        self.word((i >> 64) as u64);
    }
    fn write_usize(&mut self, i: usize) {
        self.word(i as u64);
    }
    fn write_i8(&mut self, i: i8) {
        self.word(i64::from(i) as u64);
    }
    fn write_i16(&mut self, i: i16) {
        self.word(i64::from(i) as u64);
    }
    fn write_i32(&mut self, i: i32) {
        self.word(i64::from(i) as u64);
    }
    fn write_i64(&mut self, i: i64) {
        self.word(i as u64);
    }
    fn write_isize(&mut self, i: isize) {
        self.word(i as i64 as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Hash)]
    enum Shape {
        Disc(u32),
        Strip { long: i16, name: Option<&'static str> },
    }

    #[test]
    fn golden_hashes_hold_on_every_platform_and_toolchain() {
        let value =
            (7_u8, -3_i32, [Shape::Disc(9), Shape::Strip { long: -4, name: Some("ray") }], vec![1_u64, 2]);
        assert_eq!(state_hash(&value).to_string(), "467b6378239629ba");
    }

    #[test]
    fn every_width_of_integer_is_eaten() {
        let golden = [
            (state_hash(&0x0102_u16), "e3478a3a5c78db48"),
            (state_hash(&0x0102_0304_0506_0708_090a_0b0c_0d0e_0f10_u128), "c83bc49b2b1cdf81"),
            (state_hash(&-2_i8), "64b8b2ab147f8ac9"),
            (state_hash(&-2_i64), "64b8b2ab147f8ac9"),
            (state_hash(&-2_isize), "64b8b2ab147f8ac9"),
            (state_hash(&3_usize), "4fbdf6ed5026738d"),
            (state_hash("nine bytes"), "2a71cc0acf44bc94"),
            (StateHash(3).then(StateHash(4)), "8e2c08e14ab0c82a"),
        ];
        let found: Vec<String> = golden.iter().map(|(hash, _)| format!("{hash:?}")).collect();
        assert_eq!(found, golden.map(|(_, text)| text));
        assert_eq!(state_hash(&-2_i8), state_hash(&-2_i64), "the value counts, not the width");
    }

    #[test]
    fn order_and_length_matter() {
        assert_ne!(state_hash(&[1_u8, 2]), state_hash(&[2_u8, 1]));
        assert_ne!(state_hash(&vec![0_u8; 3]), state_hash(&vec![0_u8; 4]));
        assert_ne!(StateHash(1).then(StateHash(2)), StateHash(2).then(StateHash(1)));
    }

    #[test]
    fn text_form_is_sixteen_digits_and_reads_back() {
        assert_eq!(StateHash(10).to_string(), "000000000000000a");
        assert_eq!(StateHash::try_from("000000000000000a".to_owned()), Ok(StateHash(10)));
        for wrong in ["a", "zzzzzzzzzzzzzzzz", "00000000000000000a"] {
            let why = format!("expected a hash of 16 hexadecimal digits, found {wrong:?}");
            assert_eq!(StateHash::try_from(wrong.to_owned()), Err(why));
        }
        assert_eq!(serde_json::to_string(&StateHash(10)).unwrap(), "\"000000000000000a\"");
        assert_eq!(serde_json::from_str::<StateHash>("\"000000000000000a\"").unwrap(), StateHash(10));
    }
}
