//! Whatever anybody can send, and what must hold of the answer. A target is a plain function over bytes: it takes an input
//! through one of the program's doors, fails if something does not hold, and says in which words it was answered.
//!
//! [`hunt`](hunt::hunt) changes kept inputs by chance ([`mutate`]) and goes on with those that were answered in new words.
//! A slice of it is an ordinary test; `cargo xtask fuzz` goes on for hours.

pub mod corpus;
pub mod hunt;
pub mod mutate;
pub mod targets;
pub mod usage;

pub use hunt::{Finding, Hunt, Target, hunt};
