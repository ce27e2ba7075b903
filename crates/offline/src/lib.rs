//! The table without a server: matches that one person plays on one screen, alone, with bots or with somebody beside him, as a
//! machine that is asked and answers.
//!
//! ```text
//! page ─ worker ─ question ─> Home::answer ─> Room: check, carry out ─> what is to be stored ─> what is told
//! ```
//!
//! What is said and told is what the server's sockets carry ([`server::wire`]), so a page does not notice where its match is.
//! Orders are judged by the same [`table::face::AnyMatch`], and what a table is asked beside that is answered by the same
//! functions of `server`. Whoever asks stores what an answer gives him to store, and only then passes on what it tells: as on a
//! server, nothing is told that is not kept.
//!
//! Absent on purpose: threads, a clock, storage and chance of its own (they come with the question), and whatever needs two
//! machines: invitations, accounts, clocks and pledged dice.

mod golden;
mod home;
mod kept;
mod laying;
mod old;
mod question;
mod reviewing;
mod room;
mod talk;

pub use golden::{Replayed, replay_golden, replay_log};
pub use home::Home;
pub use kept::{Chair, Row, Step};
pub use question::{Answer, Ask, Brief, Question, Stored};
