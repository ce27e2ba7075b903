//! Proof that nobody chose the dice of a match, and that sealed orders are those that were sealed.
//!
//! Before anybody sits down the server tells a [`pledge`](Pledged::pledge): the hash of a secret. Every person adds a salt:
//! first its hash, a [`vow`]; when all have vowed, the salt itself, so that nobody chooses his own after he has seen another
//! one, not even together with who knows the secret. The match's [`seed`](Pledged::seed) follows from secret and salts; so
//! do the seeds of other dice after a rewind. While the match goes on each sealed hand becomes a link of a chain of hashes
//! that is told to all. When it is over its log carries the secret, the salts and the chain, and [`Proof::check`] does the
//! sums again.
//!
//! A proof of [`VERSION`] 2 binds every order that lies behind a barrier, with its seat and its place, and the
//! set-up: pledge and dice are made of it. One of version 1 has a pledge and dice without it, and no links of rounds: who
//! decided last sealed nothing.
//!
//! Every hash is SHA-256 of a text whose first line says what it is of, so that no hash can be taken for another one:
//!
//! ```text
//! heatray pledge 1 ⏎ MATCH ⏎ SECRET
//! heatray setup 1  ⏎ the first line of the log without its seed
//! heatray pledge 2 ⏎ MATCH ⏎ SETUP ⏎ SECRET
//! heatray vow 1    ⏎ MATCH ⏎ SEAT ⏎ SALT
//! heatray dice 1   ⏎ MATCH ⏎ SECRET ⏎ SALT of seat 0 ⏎ SALT of seat 1 ⏎ … ⏎ NUMBER     (its first 16 digits are the seed)
//! heatray dice 2   ⏎ MATCH ⏎ SECRET ⏎ SALT of seat 0 ⏎ SALT of seat 1 ⏎ … ⏎ SETUP ⏎ NUMBER
//! heatray blind 1  ⏎ MATCH ⏎ SECRET ⏎ NUMBER of the link
//! heatray seal 1   ⏎ LINK before, or PLEDGE ⏎ BLIND ⏎ SEAT AFTER UPTO ⏎ ORDER ⏎ ORDER ⏎ …
//! heatray round 1  ⏎ LINK before, or PLEDGE ⏎ BLIND ⏎ AFTER UPTO ⏎ SEAT ORDER ⏎ SEAT ORDER ⏎ …
//! heatray back 1   ⏎ LINK before, or PLEDGE ⏎ KEEP AFTER ⏎ NUMBER of the dice, or nothing
//! ```

use crate::log::Reroll;
use crate::seat::SeatId;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::fmt::Write;

/// Bytes of a secret and of a hash, and the most that a salt has. They are written as hexadecimal digits.
pub const BYTES: usize = 32;

/// How a match that begins now is proved. Older ones are proved as they began.
pub const VERSION: u32 = 2;

/// What a match of the first programs, which said nothing of it, is proved by.
pub fn first_version() -> u32 {
    1
}

fn is_first(version: &u32) -> bool {
    *version == first_version()
}

/// Whether this is written as bytes are written here: pairs of digits and small letters.
pub fn is_hex(text: &str) -> bool {
    text.len().is_multiple_of(2) && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

/// Whether this is written as a hash is.
pub fn is_hash(text: &str) -> bool {
    is_hex(text) && text.len() == 2 * BYTES
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

/// What a seat says of its salt before it shows it. Its number is in it: whoever says another one's vow after him can not
/// keep it.
pub fn vow(id: &str, seat: SeatId, salt: &str) -> String {
    hash(&format!("heatray vow 1\n{id}\n{}\n{salt}", seat.0))
}

/// The hash of a set-up: of the first line of its log, with game, rules, content and seats. Its seed follows from this one.
pub fn setup(header: &str) -> String {
    let plain = header.split_once("\"seed\":").map(|(before, rest)| {
        let rest = rest.trim_start_matches(|digit: char| digit.is_ascii_digit());
        format!("{before}{}", rest.strip_prefix(',').unwrap_or(rest))
    });
    hash(&format!("heatray setup 1\n{}", plain.as_deref().unwrap_or(header)))
}

/// What the dice of a match follow from.
#[derive(Clone, PartialEq, Eq)]
pub struct Pledged {
    pub id: String,
    pub secret: String,
    /// What each seat has added so far.
    pub salts: Vec<Option<String>>,
    /// The hash of the set-up; none in the first version.
    pub setup: Option<String>,
}

/// The secret tells the future.
impl std::fmt::Debug for Pledged {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Pledged({})", self.pledge())
    }
}

impl Pledged {
    /// A match whose log begins with this line.
    pub fn new(id: &str, secret: &str, seats: usize, header: &str) -> Self {
        Self { setup: Some(setup(header)), ..Self::first(id, secret, seats) }
    }

    /// A match of the first version.
    pub fn first(id: &str, secret: &str, seats: usize) -> Self {
        Self { id: id.to_owned(), secret: secret.to_owned(), salts: vec![None; seats], setup: None }
    }

    pub fn version(&self) -> u32 {
        if self.setup.is_some() { VERSION } else { first_version() }
    }

    /// The set-up is in it: whoever could still choose one when the salts are known would choose the dice.
    pub fn pledge(&self) -> String {
        let Self { id, secret, .. } = self;
        match &self.setup {
            Some(setup) => hash(&format!("heatray pledge 2\n{id}\n{setup}\n{secret}")),
            None => hash(&format!("heatray pledge 1\n{id}\n{secret}")),
        }
    }

    /// Number 0 is what the match begins with, each further one is for a rewind behind something that was shown.
    pub fn seed(&self, number: u32) -> u64 {
        let mut text = format!("heatray dice {}\n{}\n{}\n", self.version(), self.id, self.secret);
        for line in
            self.salts.iter().map(|salt| salt.as_deref().unwrap_or_default()).chain(self.setup.as_deref())
        {
            text.push_str(line);
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
    /// All orders between two barriers, of whichever seats, when the second one was crossed: what the last one decided may
    /// stay hidden, and nobody else has sealed it.
    Round {
        after: usize,
        upto: usize,
        /// The orders with their seats, where they do not stand in the log any more.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        orders: Option<Vec<String>>,
        hash: String,
    },
    /// The match went back to its first so many orders, of which so many lie behind a barrier, and on with other dice of
    /// this number if something had been shown.
    Back { keep: usize, after: usize, dice: Option<u32>, hash: String },
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
        hash_lines(format!("heatray seal 1\n{before}\n{blind}\n{} {after} {upto}", seat.0), orders)
    }
}

fn hash_lines(mut text: String, lines: &[String]) -> String {
    for line in lines {
        text.push('\n');
        text.push_str(line);
    }
    hash(&text)
}

/// An order as the link of a round has it.
pub fn line(seat: SeatId, order: &str) -> String {
    format!("{} {order}", seat.0)
}

/// The link of a round.
pub fn round(before: &str, blind: &str, after: usize, upto: usize, lines: &[String]) -> String {
    hash_lines(format!("heatray round 1\n{before}\n{blind}\n{after} {upto}"), lines)
}

/// The link of a rewind.
pub fn back(before: &str, keep: usize, after: usize, dice: Option<u32>) -> String {
    let dice = dice.map(|number| number.to_string()).unwrap_or_default();
    hash(&format!("heatray back 1\n{before}\n{keep} {after}\n{dice}"))
}

impl Link {
    pub fn hash(&self) -> &str {
        match self {
            Self::Seal { hash, .. } | Self::Round { hash, .. } | Self::Back { hash, .. } => hash,
        }
    }
}

/// Which links something later made void: the same seat sealed other orders, or the match went back behind it.
fn voids(chain: &[Link]) -> Vec<bool> {
    let (mut sealed, mut least) = (BTreeSet::new(), usize::MAX);
    let mut found: Vec<bool> = chain
        .iter()
        .rev()
        .map(|link| match link {
            // Noted first: what is void itself still made an earlier one void.
            Link::Seal { seat, after, upto, .. } => !sealed.insert((*seat, *after)) || least < *upto,
            Link::Round { upto, .. } => least < *upto,
            Link::Back { keep, .. } => {
                least = least.min(*keep);
                false
            }
        })
        .collect();
    found.reverse();
    found
}

/// What a log carries when the match is over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Proof {
    #[serde(default = "first_version", skip_serializing_if = "is_first")]
    pub version: u32,
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
    #[error("the proof has version {0}; this program knows the versions 1 to {VERSION}")]
    Version(u32),
    #[error("the secret, or the set-up, is not the one that was pledged")]
    Pledge,
    #[error("the proof has {found} salts, and the match {expected} seats")]
    Seats { found: usize, expected: usize },
    #[error("the log's seed is {found}, and {expected} follows from the secret and the salts")]
    Seed { found: u64, expected: u64 },
    #[error("other dice number {0} are not the next ones")]
    Number(u32),
    #[error(
        "the other dice of the log are not those that follow from the secret and the salts, where they follow"
    )]
    Dice,
    #[error("link {0} of the chain: what was sealed is not what stands in the log")]
    Link(usize),
    #[error(
        "link {0} of the chain: a seal of orders that stand tells none of its own, and another one tells them all"
    )]
    Told(usize),
    #[error("{bound} orders are bound by the links of rounds, and {expected} lie behind a barrier")]
    Unbound { bound: usize, expected: usize },
}

/// What a log says that a proof has to bear out.
#[derive(Clone, Copy, Debug)]
pub struct Claims<'a> {
    /// Its first line.
    pub header: &'a str,
    pub seats: usize,
    pub seed: u64,
    /// Other dice, in the order of the log.
    pub rerolls: &'a [Reroll],
    pub orders: &'a [(SeatId, String)],
    /// How many of them lie behind a barrier.
    pub settled: usize,
}

impl Proof {
    /// The whole proof: orders are told where they do not stand in the log any more.
    pub fn of(pledged: &Pledged, mut chain: Vec<Link>) -> Self {
        let voids = voids(&chain);
        for (link, void) in chain.iter_mut().zip(voids) {
            if let Link::Seal { orders, .. } | Link::Round { orders, .. } = link
                && !void
            {
                *orders = None;
            }
        }
        Self {
            version: pledged.version(),
            id: pledged.id.clone(),
            pledge: pledged.pledge(),
            secret: pledged.secret.clone(),
            salts: pledged.salts.iter().map(|salt| salt.clone().unwrap_or_default()).collect(),
            chain,
        }
    }

    /// Does all sums again.
    pub fn check(&self, claims: Claims<'_>) -> Result<(), ProofError> {
        let version = self.version;
        if !(first_version()..=VERSION).contains(&version) {
            return Err(ProofError::Version(version));
        }
        for (name, text) in [("pledge", &self.pledge), ("secret", &self.secret)] {
            if !is_hash(text) {
                return Err(ProofError::Hex(name.to_owned()));
            }
        }
        if let Some(seat) = self.salts.iter().position(|salt| !is_salt(salt)) {
            return Err(ProofError::Hex(format!("the salt of seat {seat}")));
        }
        // One more would be one that nobody at the table gave.
        if self.salts.len() != claims.seats {
            return Err(ProofError::Seats { found: self.salts.len(), expected: claims.seats });
        }
        let salts = self.salts.iter().map(|salt| Some(salt.clone())).collect();
        let setup = (!is_first(&version)).then(|| setup(claims.header));
        let pledged = Pledged { id: self.id.clone(), secret: self.secret.clone(), salts, setup };
        if pledged.pledge() != self.pledge {
            return Err(ProofError::Pledge);
        }
        let expected = pledged.seed(0);
        if claims.seed != expected {
            return Err(ProofError::Seed { found: claims.seed, expected });
        }
        self.check_dice(&pledged, claims.rerolls)?;
        self.check_chain(&pledged, claims.orders)?;
        if is_first(&version) { Ok(()) } else { self.check_rounds(claims.settled) }
    }

    /// Rounds follow each other without a gap, as far as something was shown. Those that were taken back do not count.
    fn check_rounds(&self, expected: usize) -> Result<(), ProofError> {
        let mut bound = 0;
        for (n, (link, void)) in self.chain.iter().zip(voids(&self.chain)).enumerate() {
            match link {
                Link::Round { after, upto, .. } if !void => {
                    if *after != bound || upto <= after {
                        return Err(ProofError::Link(n));
                    }
                    bound = *upto;
                }
                _ => {}
            }
        }
        if bound == expected { Ok(()) } else { Err(ProofError::Unbound { bound, expected }) }
    }

    /// Other dice come one after the other, none is left out. A rewind takes those away that lie behind it, as
    /// [`Match::reroll`](crate::Match::reroll) does; what then stands is what the log has.
    fn check_dice(&self, pledged: &Pledged, rerolls: &[Reroll]) -> Result<(), ProofError> {
        let (mut stand, mut last) = (Vec::<Reroll>::new(), 0);
        for link in &self.chain {
            let Link::Back { keep, after, dice, .. } = link else { continue };
            stand.retain(|reroll| reroll.after <= *keep);
            if let Some(number) = *dice {
                if number.checked_sub(1) != Some(last) {
                    return Err(ProofError::Number(number));
                }
                last = number;
                stand.retain(|reroll| reroll.after < *after);
                stand.push(Reroll { after: *after, seed: pledged.seed(number) });
            }
        }
        if stand == rerolls { Ok(()) } else { Err(ProofError::Dice) }
    }

    fn check_chain(&self, pledged: &Pledged, log: &[(SeatId, String)]) -> Result<(), ProofError> {
        let mut before = self.pledge.as_str();
        for (n, (link, void)) in self.chain.iter().zip(voids(&self.chain)).enumerate() {
            let found = match link {
                Link::Back { keep, after, dice, .. } => back(before, *keep, *after, *dice),
                Link::Round { .. } if is_first(&self.version) => return Err(ProofError::Link(n)),
                Link::Round { after, upto, orders, .. } => {
                    let lines = if void {
                        orders.clone().ok_or(ProofError::Told(n))?
                    } else if orders.is_some() {
                        return Err(ProofError::Told(n));
                    } else {
                        let between = log.get(*after..*upto).ok_or(ProofError::Link(n))?;
                        between.iter().map(|(seat, order)| line(*seat, order)).collect()
                    };
                    if Some(lines.len()) != upto.checked_sub(*after) {
                        return Err(ProofError::Link(n));
                    }
                    round(before, &pledged.blind(n), *after, *upto, &lines)
                }
                Link::Seal { seat, after, upto, count, orders, .. } => {
                    let told = if void {
                        orders.clone().ok_or(ProofError::Told(n))?
                    } else if orders.is_some() {
                        return Err(ProofError::Told(n));
                    } else {
                        // What was there when it was sealed stands before whatever came later.
                        let then = log.get(*after..(*upto).min(log.len())).ok_or(ProofError::Link(n))?;
                        let mine = then.iter().filter(|(by, _)| by == seat);
                        mine.map(|(_, order)| order.clone()).take(*count).collect()
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

    #[test]
    fn a_salt_is_written_in_pairs_of_digits_and_is_not_too_long() {
        assert!(is_salt("") && is_salt("00ff") && is_salt(SECRET));
        for wrong in ["0", "0F", "zz", "salt", &format!("{SECRET}00"), &"z".repeat(99)] {
            assert!(!is_salt(wrong), "{wrong}");
        }
        assert!(is_hash(SECRET) && !is_hash("00ff"));
    }

    const SAMPLE: &str = include_str!("../../../web/src/lib/proof.sample.log");

    fn header() -> &'static str {
        SAMPLE.lines().next().unwrap()
    }

    fn pledged() -> Pledged {
        let mut pledged = Pledged::new("abcdefghijkl", SECRET, 3, header());
        pledged.salts = vec![Some("ff".repeat(32)), Some("0a".to_owned()), None];
        pledged
    }

    /// The same, as the first programs had it.
    fn first_pledged() -> Pledged {
        Pledged { setup: None, ..pledged() }
    }

    /// Seat 0 seals, changes its mind, seat 1 answers; the match goes back and on with other dice.
    fn proof(pledged: &Pledged) -> (Proof, Vec<(SeatId, String)>) {
        let log: Vec<(SeatId, String)> = [(0, "\"b\""), (1, "{\"x\":1.0}"), (0, "\"c\"")]
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
        let shown = |chain: &mut Vec<Link>, after: usize, lines: &[&str]| {
            let lines: Vec<String> = lines.iter().map(|text| (*text).to_owned()).collect();
            let (before, upto) = (chain.last().unwrap().hash(), after + lines.len());
            let hash = round(before, &pledged.blind(chain.len()), after, upto, &lines);
            if pledged.version() > 1 {
                chain.push(Link::Round { after, upto, orders: Some(lines), hash });
            }
        };
        shown(&mut chain, 0, &["0 \"b\"", "1 {\"x\":1.0}"]);
        seal(&mut chain, 1, 2, 3, &["\"gone\""]);
        shown(&mut chain, 2, &["1 \"gone\"", "2 \"too\""]);
        let hash = back(chain.last().unwrap().hash(), 2, 2, Some(1));
        chain.push(Link::Back { keep: 2, after: 2, dice: Some(1), hash });
        seal(&mut chain, 0, 2, 3, &["\"c\""]);
        (Proof::of(pledged, chain), log)
    }

    fn check(proof: &Proof, log: &[(SeatId, String)]) -> Result<(), ProofError> {
        let pledged = if proof.version == 1 { first_pledged() } else { pledged() };
        let rerolls = [Reroll { after: 2, seed: pledged.seed(1) }];
        let seed = pledged.seed(0);
        proof.check(Claims { header: header(), seats: 3, seed, rerolls: &rerolls, orders: log, settled: 2 })
    }

    #[test]
    fn the_sums_are_the_same_everywhere() {
        let pledged = first_pledged();
        assert_eq!(pledged.pledge(), hash(&format!("heatray pledge 1\nabcdefghijkl\n{SECRET}")));
        assert_eq!(hash("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        assert_eq!(pledged.pledge(), GOLDEN_PLEDGE);
        assert_eq!((pledged.seed(0), pledged.seed(1)), GOLDEN_SEEDS);
        assert_eq!(pledged.blind(0), GOLDEN_BLIND);
        assert!(!format!("{pledged:?}").contains(SECRET), "the secret tells the future");
        let pledged = super::tests::pledged();
        let plain = r#"{"heatray":1,"game":"x","rules":1,"dice":"chacha8","content":"0011223344556677","setup":{"seed":1}}"#;
        let setup = hash(&format!("heatray setup 1\n{plain}"));
        assert_eq!(pledged.setup.as_deref(), Some(setup.as_str()), "the seed of the set-up is its own");
        assert_eq!(pledged.pledge(), hash(&format!("heatray pledge 2\nabcdefghijkl\n{setup}\n{SECRET}")));
        assert!(header().contains(&format!("\"seed\":{},", pledged.seed(0))), "{}", pledged.seed(0));
        assert!(SAMPLE.contains(&format!("{{\"dice\":{}}}", pledged.seed(1))), "{}", pledged.seed(1));
    }

    const GOLDEN_PLEDGE: &str = "4132a68e379f676ed88893c66ffeab9ac9894d6e05bfcc09126111804cb1c5ca";
    const GOLDEN_SEEDS: (u64, u64) = (12_921_892_332_681_448_738, 6_663_802_440_935_462_415);
    const GOLDEN_VOW: &str = "7a10b2509aa2b16f781bb6fb5f44527169c8a7ab4bc9165c4fecc6e6a9ba72a3";
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
        let told = |proof: &Proof| -> Vec<bool> {
            let told = |link: &Link| {
                matches!(link, Link::Seal { orders: Some(_), .. } | Link::Round { orders: Some(_), .. })
            };
            proof.chain.iter().map(told).collect()
        };
        // The page's own sums are tried on the same ones.
        let samples =
            [(first_pledged(), include_str!("../../../web/src/lib/proof.first.log")), (pledged(), SAMPLE)];
        for (pledged, sample) in samples {
            let (proof, log) = proof(&pledged);
            assert_eq!(check(&proof, &log), Ok(()));
            let void = if pledged.version() == 1 {
                &[true, false, true, false, false][..]
            } else {
                &[true, false, false, true, true, false, false]
            };
            assert_eq!(told(&proof), void, "what does not stand is told");
            assert_eq!(sample.lines().last(), Some(crate::log::proof_line(proof).trim_end()));
        }
    }

    #[test]
    fn whatever_is_changed_in_a_proof_or_its_log_is_found() {
        for pledged in [first_pledged(), pledged()] {
            let (proof, log) = proof(&pledged);
            is_found(&pledged, &proof, &log);
        }
    }

    fn is_found(pledged: &Pledged, proof: &Proof, log: &[(SeatId, String)]) {
        let other = |digit: &str| if digit == "0" { "1" } else { "0" };
        let flip = |text: &str| format!("{}{}", other(&text[..1]), &text[1..]);
        let mut wrong: Vec<(&str, Proof)> = vec![
            ("version", Proof { version: 3 - proof.version, ..proof.clone() }),
            ("no version", Proof { version: 0, ..proof.clone() }),
            ("a later version", Proof { version: 3, ..proof.clone() }),
            ("match", Proof { id: "another".to_owned(), ..proof.clone() }),
            ("pledge", Proof { pledge: flip(&proof.pledge), ..proof.clone() }),
            ("secret", Proof { secret: flip(&proof.secret), ..proof.clone() }),
            ("short secret", Proof { secret: "00".to_owned(), ..proof.clone() }),
        ];
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
                if one != *proof {
                    wrong.push((name, one));
                }
            };
            changed("hash", &|link| match link {
                Link::Seal { hash, .. } | Link::Round { hash, .. } | Link::Back { hash, .. } => {
                    *hash = flip(hash);
                }
            });
            changed("seat", &|link| {
                if let Link::Seal { seat, .. } = link {
                    seat.0 ^= 1;
                }
            });
            changed("places", &|link| match link {
                Link::Seal { after, .. } | Link::Round { after, .. } => *after += 1,
                Link::Back { keep, .. } => *keep += 1,
            });
            changed("behind a barrier", &|link| {
                if let Link::Back { after, .. } = link {
                    *after -= 1;
                }
            });
            changed("upto", &|link| {
                if let Link::Seal { upto, .. } | Link::Round { upto, .. } = link {
                    *upto += 1;
                }
            });
            changed("count", &|link| {
                if let Link::Seal { count, .. } = link {
                    *count = 0;
                }
            });
            changed("orders", &|link| {
                if let Link::Seal { orders, .. } | Link::Round { orders, .. } = link {
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
            assert!(check(&wrong, log).is_err(), "{name}: {wrong:?}");
        }
        for n in 0..log.len() {
            let mut other = log.to_vec();
            other[n].1 = "\"another\"".to_owned();
            // The order of seat 1 was never sealed by itself: the round binds it, and the first version had none.
            let unbound = proof.version == 1 && n == 1;
            assert_eq!(check(proof, &other).is_err(), !unbound, "order {n}");
        }
        let (right, next) = (pledged.seed(0), pledged.seed(1));
        let at = |after, seed| Reroll { after, seed };
        for (seed, rerolls) in [
            (right + 1, &[at(2, next)][..]),
            (right, &[]),
            (right, &[at(2, 7)]),
            (right, &[at(1, next)]),
            (right, &[at(1, 7), at(2, next)]),
            (right, &[at(2, next), at(3, 7)]),
        ] {
            let claims = Claims { header: header(), seats: 3, seed, rerolls, orders: log, settled: 2 };
            assert!(proof.check(claims).is_err(), "{seed} {rerolls:?}");
        }
    }

    /// A salt that is nobody's could be chosen last of all, by who knows the rest.
    #[test]
    fn there_are_as_many_salts_as_seats() {
        let (proof, log) = proof(&pledged());
        let mut more = pledged();
        more.salts.push(Some("77".to_owned()));
        let salts = [proof.salts.clone(), vec!["77".to_owned()]].concat();
        let ground = Proof { salts, chain: Vec::new(), ..proof };
        let claims =
            Claims { header: header(), seats: 3, seed: more.seed(0), rerolls: &[], orders: &log, settled: 0 };
        assert_eq!(ground.check(claims), Err(ProofError::Seats { found: 4, expected: 3 }));
        assert_eq!(ground.check(Claims { seats: 4, ..claims }), Ok(()));
    }

    #[test]
    fn the_set_up_is_in_the_pledge_and_in_the_dice() {
        let (proof, log) = proof(&pledged());
        let rerolls = [Reroll { after: 2, seed: pledged().seed(1) }];
        let right = Claims {
            header: header(),
            seats: 3,
            seed: pledged().seed(0),
            rerolls: &rerolls,
            orders: &log,
            settled: 2,
        };
        assert_eq!(proof.check(right), Ok(()));
        for (one, other) in [
            ("\"game\":\"x\"", "\"game\":\"y\""),
            ("\"rules\":1", "\"rules\":2"),
            ("7\",", "8\","),
            ("{\"seed\":1}", "{\"seed\":2}"),
        ] {
            let header = header().replacen(one, other, 1);
            assert_ne!(header, right.header);
            assert_eq!(proof.check(Claims { header: &header, ..right }), Err(ProofError::Pledge), "{other}");
            // Nor does it help to pledge once more.
            let pledged = Pledged { setup: Some(setup(&header)), ..pledged() };
            let again = Proof { pledge: pledged.pledge(), chain: Vec::new(), ..proof.clone() };
            let found = again.check(Claims { header: &header, ..right });
            assert!(matches!(found, Err(ProofError::Seed { .. })), "{other}: {found:?}");
        }
    }

    /// Who decided first is in the log, too.
    #[test]
    fn orders_of_two_seats_do_not_change_places() {
        for pledged in [first_pledged(), pledged()] {
            let (proof, mut log) = proof(&pledged);
            log.swap(0, 1);
            assert!(matches!(check(&proof, &log), Err(ProofError::Link(_))), "version {}", proof.version);
        }
    }

    /// A link that is left out leaves orders without one.
    #[test]
    fn every_order_behind_a_barrier_is_bound() {
        let (proof, log) = proof(&pledged());
        let seed = pledged().seed(0);
        let claims = Claims { header: header(), seats: 3, seed, rerolls: &[], orders: &log, settled: 2 };
        let cut = |links: usize| Proof { chain: proof.chain[..links].to_vec(), ..proof.clone() };
        let unbound = |bound, expected| Err(ProofError::Unbound { bound, expected });
        assert_eq!(cut(2).check(claims), unbound(0, 2));
        assert_eq!(cut(3).check(claims), Ok(()));
        assert_eq!(cut(3).check(Claims { settled: 3, ..claims }), unbound(2, 3));
    }

    /// Their sums are right, and an order lies between them or none in one of them.
    #[test]
    fn rounds_follow_each_other_without_a_gap_and_bind_something() {
        let log = [(SeatId(0), "\"b\"".to_owned()), (SeatId(1), "\"c\"".to_owned())];
        let found_of = |pledged: &Pledged, places: &[(usize, usize)]| {
            let mut chain = Vec::<Link>::new();
            for (after, upto) in places.iter().copied() {
                let lines: Vec<String> =
                    log[after..upto].iter().map(|(seat, text)| line(*seat, text)).collect();
                let before = chain.last().map_or_else(|| pledged.pledge(), |link| link.hash().to_owned());
                let hash = round(&before, &pledged.blind(chain.len()), after, upto, &lines);
                chain.push(Link::Round { after, upto, orders: Some(lines), hash });
            }
            let seed = pledged.seed(0);
            let claims = Claims { header: header(), seats: 3, seed, rerolls: &[], orders: &log, settled: 2 };
            Proof::of(pledged, chain).check(claims)
        };
        let found = |places: &[(usize, usize)]| found_of(&pledged(), places);
        assert_eq!((found(&[(0, 2)]), found(&[(0, 1), (1, 2)])), (Ok(()), Ok(())));
        assert_eq!(found(&[(1, 2)]), Err(ProofError::Link(0)), "the first order is left out");
        assert_eq!(found(&[(0, 1), (0, 2)]), Err(ProofError::Link(1)), "it is bound twice");
        assert_eq!(found(&[(0, 0), (0, 2)]), Err(ProofError::Link(0)), "nothing is no round");
        assert_eq!(
            found_of(&first_pledged(), &[(0, 2)]),
            Err(ProofError::Link(0)),
            "the first version has none"
        );
    }

    #[test]
    fn a_later_rewind_takes_other_dice_away() {
        let pledged = pledged();
        let mut chain = Vec::<Link>::new();
        let mut step_back = |keep, after, dice| {
            let before = chain.last().map_or_else(|| pledged.pledge(), |link| link.hash().to_owned());
            chain.push(Link::Back { keep, after, dice, hash: back(&before, keep, after, dice) });
        };
        step_back(9, 8, Some(1));
        step_back(5, 5, Some(2));
        step_back(6, 5, None);
        step_back(12, 10, Some(3));
        let proof = Proof::of(&pledged, chain);
        let stand = [(5, 2), (10, 3)].map(|(after, n)| Reroll { after, seed: pledged.seed(n) });
        let claims = Claims {
            header: header(),
            seats: 3,
            seed: pledged.seed(0),
            rerolls: &stand,
            orders: &[],
            settled: 0,
        };
        assert_eq!(proof.check(claims), Ok(()));
        assert_eq!(proof.check(Claims { rerolls: &stand[1..], ..claims }), Err(ProofError::Dice));
    }

    #[test]
    fn other_dice_at_one_place_are_the_last_ones() {
        let pledged = pledged();
        let mut chain = Vec::<Link>::new();
        for number in 1..=2 {
            let before = chain.last().map_or_else(|| pledged.pledge(), |link| link.hash().to_owned());
            let hash = back(&before, 4, 4, Some(number));
            chain.push(Link::Back { keep: 4, after: 4, dice: Some(number), hash });
        }
        // Nothing had been shown since: the dice stay.
        let hash = back(chain[1].hash(), 4, 4, None);
        chain.push(Link::Back { keep: 4, after: 4, dice: None, hash });
        let proof = Proof::of(&pledged, chain);
        let dice = [1, 2].map(|number| Reroll { after: 4, seed: pledged.seed(number) });
        let seed = pledged.seed(0);
        let claims =
            Claims { header: header(), seats: 3, seed, rerolls: &dice[1..], orders: &[], settled: 0 };
        assert_eq!(proof.check(claims), Ok(()));
        assert_eq!(proof.check(Claims { rerolls: &dice, ..claims }), Err(ProofError::Dice));
    }

    #[test]
    fn what_was_told_by_the_order_that_is_gone_back_to_stands() {
        let link = String::new;
        let seal = |upto| Link::Seal {
            seat: SeatId(0),
            after: upto - 1,
            upto,
            count: 1,
            orders: None,
            hash: link(),
        };
        let round = |upto| Link::Round { after: upto - 1, upto, orders: None, hash: link() };
        let back = Link::Back { keep: 2, after: 2, dice: None, hash: link() };
        let chain = [seal(2), round(2), seal(3), round(3), back];
        assert_eq!(voids(&chain), [false, false, true, true, false]);
        assert_eq!(voids(&chain[..4]), [false; 4], "as long as nobody goes back");
    }

    #[test]
    fn a_vow_is_of_one_match_one_seat_and_one_salt() {
        let one = vow("abcdefghijkl", SeatId(0), "0a");
        assert_eq!(one, GOLDEN_VOW);
        assert!(is_hash(&one) && !is_hash(&one[2..]) && !is_hash(&one.to_uppercase()));
        for other in [("abcdefghijkm", 0, "0a"), ("abcdefghijkl", 1, "0a"), ("abcdefghijkl", 0, "0b")] {
            assert_ne!(vow(other.0, SeatId(other.1), other.2), one);
        }
    }
}
