//! Two games that are as small as a game can be, and their broken twins; a third is the crate `ambush`.
//!
//! `FAULT` breaks a game on purpose, in one place, so that a test can prove that a law finds it.
#![allow(dead_code, reason = "each test program uses a part")]

pub mod bids;
pub mod race;

pub mod fault {
    pub use ambush::fault::*;

    pub const CRASHES: u8 = 1;
    pub const NEVER_ENDS: u8 = 2;
    pub const DEAD_END: u8 = 3;
    pub const EMPTY_PROMPT: u8 = 4;
    pub const ASKS_AFTER_THE_END: u8 = 5;
    pub const REFUSES_A_LISTED_ORDER: u8 = 6;
    pub const ACCEPTS_AN_UNLISTED_ORDER: u8 = 7;
    pub const ACCEPTS_STRANGERS: u8 = 8;
    pub const LISTS_ANOTHER_FORM: u8 = 9;
    pub const CHECK_CHANGES_THE_STATE: u8 = 10;
    pub const SILENCE_CHANGES_THE_RULES: u8 = 11;
    pub const LOOKS_AT_A_CLOCK: u8 = 12;
    pub const POSITION_FORGETS_THE_PACE: u8 = 13;
    pub const POSITION_FORGETS_A_HIDDEN_COUNT: u8 = 14;
    pub const COPIES_SHARE_STATE: u8 = 15;
    pub const ROLLS_WITHOUT_A_BARRIER: u8 = 16;
    pub const PLAYS_ON_AFTER_THE_END: u8 = 17;
    pub const SHOWS_THE_CARD: u8 = 18;
    pub const REFUSAL_NAMES_THE_CARD: u8 = 19;
    pub const IMAGINES_THE_TRUTH: u8 = 20;
    pub const IMAGINES_AN_ENDLESS_WORLD: u8 = 21;
    pub const IMAGINES_THE_TRUE_DICE: u8 = 22;
    pub const NAMELESS_WINNER: u8 = 23;
    pub const ASKS_NOBODY: u8 = 24;
    /// No mistake, only another game: a change of pace is owed as well.
    pub const ASKS_TWICE: u8 = 25;
    pub const REFUSES_A_LISTED_WORD: u8 = 26;
    pub const TAKES_ANY_NUMBER: u8 = 27;
    pub const DRAWS_AN_ILLEGAL_ORDER: u8 = 28;
    pub const DRAWS_AN_UNLISTED_ORDER: u8 = 29;
    pub const DRAWS_NOTHING: u8 = 30;
    pub const DRAWS_FOREVER: u8 = 31;
    pub const DRAWS_BY_THE_CLOCK: u8 = 32;
    pub const NO_ORDER_ANSWERS: u8 = 33;
    pub const LUCK_FORGETS_THE_ONE: u8 = 34;
    pub const LUCK_EXPECTS_TOO_MUCH: u8 = 35;
    pub const LUCK_EXPECTS_EXTREMES: u8 = 36;
    pub const LUCK_WITHOUT_WORDS: u8 = 37;

    /// No mistakes either: other words, another opinion, another player.
    pub const SAYS_ANOTHER_WORD: u8 = 52;
    pub const APPRAISES_A_HAIR_MORE: u8 = 53;
    pub const ROLLS_ON: u8 = 54;
    pub const NAME_OF_TWO_LINES: u8 = 55;
    pub const DEFAULT_BEYOND_ITS_LIST: u8 = 56;
    /// No mistake: who bids is told no more of it than the others.
    pub const BIDS_BLINDLY: u8 = 57;
    /// Nor is this one: an even bid is not taken back.
    pub const EVEN_BIDS_STAND: u8 = 58;
    pub const IMAGINES_THE_TRUE_HANDS: u8 = 59;
    /// The same is no mistake where nothing is secret.
    pub const OPEN_HANDS: u8 = 38;
    /// Nor where one player has the cards of a procedure in his hand.
    pub const BERT_PLAYS_ITSELF: u8 = 39;
    /// Sometimes to one that is not there.
    pub const ADVISES_ANOTHER_PACE: u8 = 70;
    pub const TELLS_THE_NEXT_DIE: u8 = 71;
    pub const TELLS_THE_SEED: u8 = 72;
    pub const BLAMES_THE_SCENARIO: u8 = 74;
    /// No mistake where a list is said to be one of samples.
    pub const LISTS_SAMPLES: u8 = 73;

    pub const VIEW_SHOWS_BIDS: u8 = 40;
    pub const SPECTATOR_SEES_BIDS: u8 = 41;
    pub const PUBLIC_BID_EVENT: u8 = 42;
    pub const WORDS_TELL_THE_BID: u8 = 43;
    pub const OPENS_BIDS_WITHOUT_A_BARRIER: u8 = 44;
    pub const PROMPT_TELLS_THE_BID: u8 = 45;
    pub const REFUSAL_TELLS_THE_BID: u8 = 46;
    pub const UNDO_TELLS_THE_BID: u8 = 47;
    pub const OWN_ORDER_TELLS_THE_HAND: u8 = 48;
    pub const RASH_DOUBLE: u8 = 49;
    pub const ALLIES: u8 = 50;
    pub const MOVES_TO_AN_ILLEGAL_ORDER: u8 = 51;
}
