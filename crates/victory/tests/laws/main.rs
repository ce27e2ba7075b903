//! What holds for every match, the games that are written down, and the trace from rules to tests.

mod conformance;
mod golden;
mod trace;
mod transcripts;
