//! The lines of the engine's protocol, whoever speaks it: one JSON object in, one out, with the same `id`.
//!
//! `heatray engine` speaks it over a pipe and has every match; the server speaks it over a socket, at one seat. What they can
//! be asked stands there. Here is what they have in common: how a request's fields are read, and how it is answered.

mod answer;
mod fields;

pub use answer::{Body, Code, EngineError, error, ok};
pub use fields::{Fields, bad};
