//! Switchable mutants: the code with all its small mistakes in it, of which a program chooses one when it starts.
//!
//! A mutant is a small change that a test ought to notice. To build the crate anew for each of them takes a day; so the
//! change and what it changes both stand in the source, and a variable of the environment says which one counts:
//!
//! ```text
//! a < b      (if crate::mutants::is(17) { a <= b } else if crate::mutants::is(18) { a >= b } else { a < b })
//! ```
//!
//! One build serves every mutant ([`rewrite`]), and the same switch tells which test comes past which mutant, so that only
//! those tests are run that could notice it. This library finds places ([`find`]), chooses among their changes
//! ([`sample`]) and writes the source ([`rewrite`]); the program beside it copies, builds and runs.

pub mod find;
pub mod returns;
pub mod rewrite;
pub mod sample;

pub use find::{Change, Form, Found, Place};
pub use rewrite::{Branch, Rewritten};
