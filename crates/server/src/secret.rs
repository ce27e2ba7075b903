//! Names that nobody guesses, and what is kept of them.

use sha2::{Digest, Sha256};

const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

const MATCH_ID: usize = 12;

/// So many letters of six random bits each, fit for a URL.
fn letters(count: usize) -> String {
    let mut bytes = vec![0; count];
    // Without randomness of the system no secret can be made, and nothing can be served.
    getrandom::fill(&mut bytes).expect("the system gives no random numbers");
    bytes.iter().map(|byte| char::from(LETTERS[usize::from(byte & 63)])).collect()
}

/// The name of a match: 72 bits.
pub fn match_id() -> String {
    letters(MATCH_ID)
}

/// Whether a match could have this name.
pub fn is_match_id(text: &str) -> bool {
    text.len() == MATCH_ID && text.bytes().all(|byte| LETTERS.contains(&byte))
}

const KEY: usize = 24;

/// A key to a seat, an invitation, or a session's token: 144 bits.
pub fn key() -> String {
    letters(KEY)
}

/// Whether somebody who makes a key himself has made one as long as ours.
pub fn is_key(text: &str) -> bool {
    text.len() == KEY && text.bytes().all(|byte| LETTERS.contains(&byte))
}

/// A match's seed. As long as the dice take it: a player who tries them all must not come to the end.
pub fn seed() -> u64 {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes).expect("the system gives no random numbers");
    u64::from_le_bytes(bytes)
}

/// What the dice of a fair match are pledged by: 256 bits, in hexadecimal digits.
pub fn pledge() -> String {
    let mut bytes = [0; table::proof::BYTES];
    getrandom::fill(&mut bytes).expect("the system gives no random numbers");
    table::proof::to_hex(&bytes)
}

/// What is stored in place of a key. Keys are long and random, so one plain hash is enough.
pub fn hash(key: &str) -> String {
    table::proof::to_hex(&Sha256::digest(key.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_long_fit_for_a_url_and_never_the_same() {
        let (one, two) = (key(), key());
        assert_ne!(one, two);
        assert_eq!(one.len(), 24);
        assert!(one.bytes().all(|b| LETTERS.contains(&b)));
        assert!(is_key(&one));
        for other in ["", &one[1..], &format!("{one}A"), "twenty-four letters, no/"] {
            assert!(!is_key(other), "{other}");
        }
        assert_ne!(match_id(), match_id());
        assert!(is_match_id(&match_id()));
        for other in ["", "nosuchmatch", "thirteen-long", "twelve/signs", &one] {
            assert!(!is_match_id(other), "{other}");
        }
        assert_ne!(seed(), seed());
        assert_ne!(pledge(), pledge());
        assert!(pledge().len() == 64 && pledge().bytes().all(|b| b.is_ascii_hexdigit()));
    }

    #[test]
    fn a_hash_is_the_known_one() {
        assert_eq!(hash("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }
}
