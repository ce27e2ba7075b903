//! The kernel of the table: seats, orders, refusals, events, views, randomness and the match log.
//!
//! It knows no game. A game implements [`Game`]; [`Match`] plays it and keeps its log; [`face`] wraps any
//! match so that programs are written once for all games; [`conformance`] is the kit of laws that every
//! game must pass.
//!
//! ```text
//! content + setup + seed ─> Match ─ order(seat) ─> Game::apply ─> events ─> log
//!                                                     └─> Game::view(viewer)
//! ```

pub mod conformance;
pub mod dice;
pub mod event;
pub mod face;
pub mod game;
pub mod hash;
pub mod log;
pub mod luck;
pub mod names;
pub mod play;
pub mod proof;
pub mod rule;
pub mod seat;
pub mod secret;
pub mod tactics;
pub mod weights;

pub use dice::Dice;
pub use event::{Barrier, Event, Sink};
pub use game::{
    Briefing, ChoiceInfo, Duty, ExtraInfo, Game, Goal, Kind, ListInfo, OptionInfo, Outcome, Prompt, Row,
    RowInfo, ScenarioInfo, SeatInfo, SetupError, SetupRequest, SideBriefing, Stands, Takes,
};
pub use hash::{StateHash, state_hash};
pub use log::{Header, LogError, MatchLog};
pub use luck::{Luck, Throw, Verdict};
pub use play::{Match, UndoError};
pub use proof::{Proof, ProofError};
pub use rule::{Refusal, RuleId};
pub use seat::{Audience, Seat, SeatId, TeamId, Viewer};
pub use secret::Secret;
pub use tactics::{Advice, Breadth, Course, Intent, Memory, PlayedOut, Stage, Worth};
pub use weights::Weight;
