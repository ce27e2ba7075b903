//! Proof that nobody chose the dice of a match, and that sealed orders are those that were sealed.
//!
//! Before anybody sits down the server tells a [`pledge`](Pledged::pledge): the hash of a secret. Then every seat may add a
//! salt. The match's [`seed`](Pledged::seed) follows from secret and salts; so do the seeds of other dice after a rewind.
//! While the match goes on each sealed hand becomes a link of a chain of hashes that is told to all. When it is over its
//! log carries the secret, the salts and the chain, and [`Proof::check`] does the sums again.
//!
//! Every hash is SHA-256 of a text whose first line says what it is of, so that no hash can be taken for another one:
//!
//! ```text
//! heatray pledge 1 ⏎ MATCH ⏎ SECRET
//! heatray dice 1   ⏎ MATCH ⏎ SECRET ⏎ SALT of seat 0 ⏎ SALT of seat 1 ⏎ … ⏎ NUMBER     (its first 16 digits are the seed)
//! heatray blind 1  ⏎ MATCH ⏎ SECRET ⏎ NUMBER of the link
//! heatray seal 1   ⏎ LINK before, or PLEDGE ⏎ BLIND ⏎ SEAT AFTER UPTO ⏎ ORDER ⏎ ORDER ⏎ …
//! heatray back 1   ⏎ LINK before, or PLEDGE ⏎ KEEP ⏎ NUMBER of the dice, or nothing
//! ```

use crate::seat::SeatId;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fmt::Write;

/// Bytes of a secret and of a hash, and the most that a salt has. They are written as hexadecimal digits.
pub const BYTES: usize = 32;

/// Whether this is written as bytes are written here: pairs of digits and small letters.
pub fn is_hex(text: &str) -> bool {
    text.len().is_multiple_of(2) && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

/// Whether a seat may add this.
pub fn is_salt(text: &str) -> bool {
    is_hex(text) && text.len() <= 2 * BYTES
}

pub fn to_hex(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(2 * bytes.len());
    for byte in bytes {
        let _ = write!(text, "{byte:02x}");
    }
    text
}

fn hash(text: &str) -> String {
    to_hex(&Sha256::digest(text.as_bytes()))
}

/// What the dice of a match follow from.
#[derive(Clone, PartialEq, Eq)]
pub struct Pledged {
    pub id: String,
    pub secret: String,
    /// What each seat has added so far.
    pub salts: Vec<Option<String>>,
}

/// The secret tells the future.
impl std::fmt::Debug for Pledged {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Pledged({})", self.pledge())
    }
}

impl Pledged {
    pub fn new(id: &str, secret: &str, seats: usize) -> Self {
        Self { id: id.to_owned(), secret: secret.to_owned(), salts: vec![None; seats] }
    }

    pub fn pledge(&self) -> String {
        hash(&format!("heatray pledge 1\n{}\n{}", self.id, self.secret))
    }

    /// Number 0 is what the match begins with, each further one is for a rewind behind something that was shown.
    pub fn seed(&self, number: u32) -> u64 {
        let mut text = format!("heatray dice 1\n{}\n{}\n", self.id, self.secret);
        for salt in &self.salts {
            text.push_str(salt.as_deref().unwrap_or_default());
            text.push('\n');
        }
        let digest = hash(&(text + &number.to_string()));
        u64::from_str_radix(&digest[..16], 16).unwrap_or_default()
    }

    /// What makes a seal say nothing about the few orders that it could be of.
    pub fn blind(&self, link: usize) -> String {
        hash(&format!("heatray blind 1\n{}\n{}\n{link}", self.id, self.secret))
    }
}

/// One thing that was told to all while the match went on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Link {
    /// The orders of a seat since the last barrier, when they were sealed. None: it took its hand up again.
    Seal {
        seat: SeatId,
        /// Orders of the match behind the last barrier, and all of them then.
        after: usize,
        upto: usize,
        count: usize,
        /// The orders, where they do not stand in the log any more.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        orders: Option<Vec<String>>,
        hash: String,
    },
    /// The match went back to its first so many orders, and on with other dice of this number if something had been shown.
    Back { keep: usize, dice: Option<u32>, hash: String },
}

/// A seat's orders as they are sealed.
#[derive(Clone, Copy, Debug)]
pub struct Hand<'a> {
    pub seat: SeatId,
    pub after: usize,
    pub upto: usize,
    pub orders: &'a [String],
}

impl Hand<'_> {
    pub fn seal(&self, before: &str, blind: &str) -> String {
        let Self { seat, after, upto, orders } = self;
        let mut text = format!("heatray seal 1\n{before}\n{blind}\n{} {after} {upto}", seat.0);
        for order in *orders {
            text.push('\n');
            text.push_str(order);
        }
        hash(&text)
    }
}

/// The link of a rewind.
pub fn back(before: &str, keep: usize, dice: Option<u32>) -> String {
    let dice = dice.map(|number| number.to_string()).unwrap_or_default();
    hash(&format!("heatray back 1\n{before}\n{keep}\n{dice}"))
}

impl Link {
    pub fn hash(&self) -> &str {
        match self {
            Self::Seal { hash, .. } | Self::Back { hash, .. } => hash,
        }
    }

    /// Whether something later made this void: the same seat sealed other orders, or the match went back behind it.
    fn is_void(&self, later: &[Self]) -> bool {
        let Self::Seal { seat, after, upto, .. } = self else { return false };
        later.iter().any(|link| match link {
            Self::Seal { seat: by, after: then, .. } => (by, then) == (seat, after),
            Self::Back { keep, .. } => keep < upto,
        })
    }
}

/// What a log carries when the match is over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Proof {
    #[serde(rename = "match")]
    pub id: String,
    pub pledge: String,
    pub secret: String,
    /// By seat; empty where none was added.
    pub salts: Vec<String>,
    pub chain: Vec<Link>,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProofError {
    #[error("{0}: expected pairs of the digits 0-9 a-f, {BYTES} bytes of them")]
    Hex(String),
    #[error("the secret is not the one that was pledged")]
    Pledge,
    #[error("the log's seed is {found}, and {expected} follows from the secret and the salts")]
    Seed { found: u64, expected: u64 },
    #[error("other dice number {0} are not the next ones")]
    Number(u32),
    #[error("the log goes on with dice {0}, which do not follow from the secret and the salts")]
    Dice(u64),
    #[error("the match went on with other dice last, and the log does not")]
    Missing,
    #[error("link {0} of the chain: what was sealed is not what stands in the log")]
    Link(usize),
    #[error(
        "link {0} of the chain: a seal of orders that stand tells none of its own, and another one tells them all"
    )]
    Told(usize),
}

/// What a log says that a proof has to bear out.
#[derive(Clone, Copy, Debug)]
pub struct Claims<'a> {
    pub seed: u64,
    /// The seeds of other dice, in the order of the log.
    pub rerolls: &'a [u64],
    pub orders: &'a [(SeatId, String)],
}

impl Proof {
    /// The whole proof: orders are told where they do not stand in the log any more.
    pub fn of(pledged: &Pledged, mut chain: Vec<Link>) -> Self {
        for n in 0..chain.len() {
            let (now, later) = chain.split_at_mut(n + 1);
            let void = now[n].is_void(later);
            if let Link::Seal { orders, .. } = &mut now[n]
                && !void
            {
                *orders = None;
            }
        }
        Self {
            id: pledged.id.clone(),
            pledge: pledged.pledge(),
            secret: pledged.secret.clone(),
            salts: pledged.salts.iter().map(|salt| salt.clone().unwrap_or_default()).collect(),
            chain,
        }
    }

    /// Does all sums again.
    pub fn check(&self, claims: Claims<'_>) -> Result<(), ProofError> {
        for (name, text) in [("pledge", &self.pledge), ("secret", &self.secret)] {
            if !is_hex(text) || text.len() != 2 * BYTES {
                return Err(ProofError::Hex(name.to_owned()));
            }
        }
        if let Some(seat) = self.salts.iter().position(|salt| !is_salt(salt)) {
            return Err(ProofError::Hex(format!("the salt of seat {seat}")));
        }
        let salts = self.salts.iter().map(|salt| Some(salt.clone())).collect();
        let pledged = Pledged { id: self.id.clone(), secret: self.secret.clone(), salts };
        if pledged.pledge() != self.pledge {
            return Err(ProofError::Pledge);
        }
        let expected = pledged.seed(0);
        if claims.seed != expected {
            return Err(ProofError::Seed { found: claims.seed, expected });
        }
        self.check_dice(&pledged, claims.rerolls)?;
        self.check_chain(&pledged, claims.orders)
    }

    /// Other dice come one after the other, none is left out; the log has those that no later rewind took back.
    fn check_dice(&self, pledged: &Pledged, rerolls: &[u64]) -> Result<(), ProofError> {
        let mut rolled = Vec::new();
        for link in &self.chain {
            if let Link::Back { dice: Some(number), .. } = link {
                if *number as usize != rolled.len() + 1 {
                    return Err(ProofError::Number(*number));
                }
                rolled.push(pledged.seed(*number));
            }
        }
        if rolled.last() != rerolls.last() {
            return Err(rerolls.last().map_or(ProofError::Missing, |seed| ProofError::Dice(*seed)));
        }
        let mut rolled = rolled.iter();
        match rerolls.iter().find(|seed| !rolled.any(|other| other == *seed)) {
            Some(seed) => Err(ProofError::Dice(*seed)),
            None => Ok(()),
        }
    }

    fn check_chain(&self, pledged: &Pledged, log: &[(SeatId, String)]) -> Result<(), ProofError> {
        let mut before = self.pledge.as_str();
        for (n, link) in self.chain.iter().enumerate() {
            let found = match link {
                Link::Back { keep, dice, .. } => back(before, *keep, *dice),
                Link::Seal { seat, after, upto, count, orders, .. } => {
                    let told = if link.is_void(&self.chain[n + 1..]) {
                        orders.clone().ok_or(ProofError::Told(n))?
                    } else if orders.is_some() {
                        return Err(ProofError::Told(n));
                    } else {
                        let since = log.iter().skip(*after).filter(|(by, _)| by == seat);
                        since.map(|(_, order)| order.clone()).take(*count).collect()
                    };
                    if told.len() != *count {
                        return Err(ProofError::Link(n));
                    }
                    let hand = Hand { seat: *seat, after: *after, upto: *upto, orders: &told };
                    hand.seal(before, &pledged.blind(n))
                }
            };
            if found != link.hash() {
                return Err(ProofError::Link(n));
            }
            before = link.hash();
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECRET: &str = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";

    fn pledged() -> Pledged {
        let mut pledged = Pledged::new("abcdefghijkl", SECRET, 3);
        pledged.salts = vec![Some("ff".repeat(32)), Some("0a".to_owned()), None];
        pledged
    }

    /// Seat 0 seals, changes its mind, seat 1 answers; the match goes back and on with other dice.
    fn proof() -> (Proof, Vec<(SeatId, String)>) {
        let pledged = pledged();
        let log: Vec<(SeatId, String)> = [(0, "\"b\""), (1, "{\"x\":1}"), (0, "\"c\"")]
            .map(|(seat, text)| (SeatId(seat), text.to_owned()))
            .into();
        let mut chain: Vec<Link> = Vec::new();
        let seal = |chain: &mut Vec<Link>, seat: u8, after: usize, upto: usize, orders: &[&str]| {
            let (seat, orders) =
                (SeatId(seat), orders.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>());
            let before = chain.last().map_or_else(|| pledged.pledge(), |link| link.hash().to_owned());
            let hash = Hand { seat, after, upto, orders: &orders }.seal(&before, &pledged.blind(chain.len()));
            chain.push(Link::Seal { seat, after, upto, count: orders.len(), orders: Some(orders), hash });
        };
        seal(&mut chain, 0, 0, 1, &["\"a\""]);
        seal(&mut chain, 0, 0, 1, &["\"b\""]);
        seal(&mut chain, 1, 2, 3, &["\"gone\""]);
        let hash = back(chain[2].hash(), 2, Some(1));
        chain.push(Link::Back { keep: 2, dice: Some(1), hash });
        seal(&mut chain, 0, 2, 3, &["\"c\""]);
        (Proof::of(&pledged, chain), log)
    }

    fn check(proof: &Proof, log: &[(SeatId, String)]) -> Result<(), ProofError> {
        proof.check(Claims { seed: pledged().seed(0), rerolls: &[pledged().seed(1)], orders: log })
    }

    #[test]
    fn the_sums_are_the_same_everywhere() {
        let pledged = pledged();
        assert_eq!(pledged.pledge(), hash(&format!("heatray pledge 1\nabcdefghijkl\n{SECRET}")));
        assert_eq!(hash("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        assert_eq!(pledged.pledge(), GOLDEN_PLEDGE);
        assert_eq!((pledged.seed(0), pledged.seed(1)), GOLDEN_SEEDS);
        assert_eq!(pledged.blind(0), GOLDEN_BLIND);
        assert!(!format!("{pledged:?}").contains(SECRET), "the secret tells the future");
    }

    const GOLDEN_PLEDGE: &str = "4132a68e379f676ed88893c66ffeab9ac9894d6e05bfcc09126111804cb1c5ca";
    const GOLDEN_SEEDS: (u64, u64) = (12_921_892_332_681_448_738, 6_663_802_440_935_462_415);
    const GOLDEN_BLIND: &str = "de76169ad40d91ec009257791f5b34dae7eba15b49c1891bfc6370dc477769a6";

    #[test]
    fn every_salt_changes_the_dice_and_none_the_pledge() {
        let one = pledged();
        for seat in 0..3 {
            let mut other = one.clone();
            other.salts[seat] = Some("0b".to_owned());
            assert_ne!(one.seed(0), other.seed(0), "seat {seat}");
            assert_eq!(one.pledge(), other.pledge());
        }
        let mut moved = one.clone();
        moved.salts.swap(0, 1);
        assert_ne!(one.seed(0), moved.seed(0), "whose salt it is counts");
        assert_ne!(one.pledge(), Pledged { id: "abcdefghijkm".to_owned(), ..one.clone() }.pledge());
    }

    #[test]
    fn a_true_proof_holds() {
        let (proof, log) = proof();
        assert_eq!(check(&proof, &log), Ok(()));
        let told: Vec<bool> =
            proof.chain.iter().map(|link| matches!(link, Link::Seal { orders: Some(_), .. })).collect();
        assert_eq!(told, [true, false, true, false, false], "what does not stand is told");
    }

    #[test]
    fn whatever_is_changed_in_a_proof_or_its_log_is_found() {
        let (proof, log) = proof();
        let other = |digit: &str| if digit == "0" { "1" } else { "0" };
        let flip = |text: &str| format!("{}{}", other(&text[..1]), &text[1..]);
        let mut wrong: Vec<(&str, Proof)> = Vec::new();
        wrong.push(("match", Proof { id: "another".to_owned(), ..proof.clone() }));
        wrong.push(("pledge", Proof { pledge: flip(&proof.pledge), ..proof.clone() }));
        wrong.push(("secret", Proof { secret: flip(&proof.secret), ..proof.clone() }));
        wrong.push(("short secret", Proof { secret: "00".to_owned(), ..proof.clone() }));
        for seat in 0..3 {
            let mut one = proof.clone();
            one.salts[seat] = "77".to_owned();
            wrong.push(("salt", one));
        }
        wrong.push(("odd salt", Proof { salts: vec!["0".to_owned()], ..proof.clone() }));
        wrong.push(("long salt", Proof { salts: vec!["0".repeat(66)], ..proof.clone() }));
        wrong.push(("fewer salts", Proof { salts: proof.salts[..2].to_vec(), ..proof.clone() }));
        for n in 0..proof.chain.len() {
            let mut changed = |name, change: &dyn Fn(&mut Link)| {
                let mut one = proof.clone();
                change(&mut one.chain[n]);
                if one != proof {
                    wrong.push((name, one));
                }
            };
            changed("hash", &|link| match link {
                Link::Seal { hash, .. } | Link::Back { hash, .. } => *hash = flip(hash),
            });
            changed("seat", &|link| {
                if let Link::Seal { seat, .. } = link {
                    seat.0 ^= 1;
                }
            });
            changed("places", &|link| match link {
                Link::Seal { after, .. } => *after += 1,
                Link::Back { keep, .. } => *keep += 1,
            });
            changed("upto", &|link| {
                if let Link::Seal { upto, .. } = link {
                    *upto += 1;
                }
            });
            changed("count", &|link| {
                if let Link::Seal { count, .. } = link {
                    *count = 0;
                }
            });
            changed("orders", &|link| {
                if let Link::Seal { orders, .. } = link {
                    *orders = orders.take().map_or_else(|| Some(vec!["\"c\"".to_owned()]), |_| None);
                }
            });
            changed("dice", &|link| {
                if let Link::Back { dice, .. } = link {
                    *dice = Some(2);
                }
            });
            let mut shorter = proof.clone();
            shorter.chain.remove(n);
            // The last one can be left out of the file: whoever was told of it has it, and compares.
            if n + 1 < proof.chain.len() {
                wrong.push(("a link", shorter));
            }
        }
        for (name, wrong) in wrong {
            assert!(check(&wrong, &log).is_err(), "{name}: {wrong:?}");
        }
        for n in 0..log.len() {
            let mut other = log.clone();
            other[n].1 = "\"another\"".to_owned();
            // The order of seat 1 was never sealed: it was shown at once.
            assert_eq!(check(&proof, &other).is_err(), n != 1, "order {n}");
        }
        let (right, next) = (pledged().seed(0), pledged().seed(1));
        for (seed, rerolls) in
            [(right + 1, &[next][..]), (right, &[]), (right, &[7]), (right, &[7, next]), (right, &[next, 7])]
        {
            assert!(proof.check(Claims { seed, rerolls, orders: &log }).is_err(), "{seed} {rerolls:?}");
        }
    }
}
