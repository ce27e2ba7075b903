//! What holds for every match, the games that are written down, and the trace from rules to tests.

mod bad_positions;
mod conformance;
mod golden;
mod strategist;
mod trace;
mod transcripts;
