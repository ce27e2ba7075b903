//! The server from outside. One program: each one of its own would compile and link all of it again.

mod common;

mod api;
mod bodies;
mod borders;
mod fair;
mod fairness;
mod faults;
mod guests;
mod house;
mod invitations;
mod leave;
mod limits;
mod luck;
mod nodes;
mod old;
mod passing;
mod patience;
mod play;
mod positions;
mod programs;
mod questions;
mod reasons;
mod review;
mod seals;
mod secrecy;
mod shelf;
mod site;
mod storage;
mod types;
mod wishes;
