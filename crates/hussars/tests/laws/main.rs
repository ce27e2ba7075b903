//! What holds for every match, the games that are written down, the long hunts, and the trace from rules to tests.

mod conformance;
mod golden;
mod hunt;
mod positions;
mod secrecy;
mod trace;
mod transcripts;
