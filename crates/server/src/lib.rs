//! Matches over HTTP and WebSocket: seats by link, bots, storage, replay.
//!
//! ```text
//! socket ─ Say ─> room (one task a match): check ─> store ─> apply ─> Tell to every viewer what he may know
//! ```
//!
//! [`app`] puts it together; [`hall`] knows all matches, [`room`] is one of them and holds its sockets ([`line`]);
//! [`wire`] is the contract with clients. Absent on purpose: any knowledge of a game, and any way to change a match other
//! than a stored step.

pub mod api;
pub mod app;
pub mod catalogue;
pub mod clocks;
pub mod connections;
pub mod failure;
pub mod figures;
pub mod hall;
pub mod hosts;
pub mod limits;
pub mod line;
pub mod names;
pub mod nodes;
pub mod page;
pub mod pattern;
pub mod reach;
pub mod reading;
pub mod reviews;
pub mod room;
pub mod searcher;
pub mod secret;
pub mod socket;
pub mod thinkers;
pub mod wire;
pub mod workers;

pub use app::{App, Config};
pub use connections::Patience;
pub use storage;
