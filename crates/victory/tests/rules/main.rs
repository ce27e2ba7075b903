//! Each entry of the ledger, by the section of the book it stands in.

mod air_to_ground;
mod appraise;
mod borders;
mod combat;
mod content;
mod damage;
mod dashboard;
mod diagrams;
mod dice;
mod examples;
mod limits;
mod luck;
mod maneuvers;
mod map;
mod movement;
mod order_of_movement;
mod play;
mod scenarios;
mod special_flight_conditions;
mod spotting;
mod support;
mod time_freezing;
mod victory_conditions;
mod weather;
mod words;
