//! Matches over HTTP and WebSocket: seats by link, bots, storage, replay.
//!
//! ```text
//! socket ─ Say ─> room (one task a match): check ─> store ─> apply ─> Tell to every viewer what he may know
//! ```
//!
//! [`app`] puts it together; [`hall`] knows all matches, [`room`] is one of them and holds its sockets ([`line`]);
//! [`wire`] is the contract with clients. What needs no machine (no sockets, threads, clock or storage) is there without
//! the feature `machine`, too: a page that plays without a server says the same ([`asked`], [`stream`], [`laid`]). Absent on purpose: any knowledge of a game, and any way to change a match other
//! than a stored step.

#[cfg(feature = "machine")]
pub mod api;
#[cfg(feature = "machine")]
pub mod app;
pub mod asked;
#[cfg(feature = "machine")]
pub mod catalogue;
pub mod changes;
#[cfg(feature = "machine")]
pub mod clocks;
#[cfg(feature = "machine")]
pub mod connections;
pub mod ending;
#[cfg(feature = "machine")]
pub mod engine;
pub mod failure;
#[cfg(feature = "machine")]
pub mod figures;
#[cfg(feature = "machine")]
pub mod hall;
#[cfg(feature = "machine")]
pub mod hosts;
pub mod laid;
#[cfg(feature = "machine")]
pub mod limits;
#[cfg(feature = "machine")]
pub mod line;
#[cfg(feature = "machine")]
pub mod names;
#[cfg(feature = "machine")]
pub mod nodes;
#[cfg(feature = "machine")]
pub mod page;
pub mod pattern;
#[cfg(feature = "machine")]
pub mod reach;
#[cfg(feature = "machine")]
pub mod reading;
pub mod reasons;
pub mod reviewed;
#[cfg(feature = "machine")]
pub mod reviews;
#[cfg(feature = "machine")]
pub mod room;
#[cfg(feature = "machine")]
pub mod searcher;
#[cfg(feature = "machine")]
pub mod secret;
#[cfg(feature = "machine")]
pub mod site;
#[cfg(feature = "machine")]
pub mod socket;
pub mod stream;
#[cfg(feature = "machine")]
pub mod thinkers;
pub mod wire;
#[cfg(feature = "machine")]
pub mod workers;

#[cfg(feature = "machine")]
pub use app::{App, Config};
#[cfg(feature = "machine")]
pub use connections::Patience;
#[cfg(feature = "machine")]
pub use storage;
