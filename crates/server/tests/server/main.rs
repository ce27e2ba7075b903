//! The server from outside. One program: each one of its own would compile and link all of it again.

mod common;

mod api;
mod bodies;
mod fair;
mod fairness;
mod faults;
mod guests;
mod invitations;
mod limits;
mod luck;
mod nodes;
mod old;
mod patience;
mod play;
mod positions;
mod programs;
mod questions;
mod reasons;
mod review;
mod secrecy;
mod site;
mod storage;
mod types;
mod wishes;
