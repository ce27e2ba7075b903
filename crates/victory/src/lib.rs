//! Winged Victory: air combat in the Great War, seen from the side. One module for each section of the rulebook.
//!
//! Everything lies open but the dice to come. A move is built act by act: throttle, straight on, a maneuver that is
//! begun and then flown to its end, landing, the end. [`Flow`] says what the game does next by itself, [`Ask`] what it
//! waits for; the visitor of an `Ask` is at once the list of legal orders and their check, and builds no list.

mod air_to_ground;
mod appraise;
mod briefing;
mod choices;
mod combat;
mod components;
pub mod content;
mod damage;
mod dashboard;
mod dice;
mod dogfight;
mod event;
mod foresight;
mod free;
mod game;
mod kinds;
mod luck;
mod maneuvers;
pub mod manner;
pub mod map;
mod missions;
mod movement;
mod order;
mod order_of_movement;
mod padded;
pub mod pilot;
mod position;
mod preview;
mod reflex;
mod scenarios;
mod sequence_of_play;
mod setup;
mod special_flight_conditions;
mod spotting;
mod state;
mod time_freezing;
mod victory;
mod view;
mod weather;
mod words;

pub use appraise::Flight;
pub use combat::Shot;
pub use components::Components;
pub use content::{Content, ContentError};
pub use dashboard::{cue_of, updated};
pub use event::{Crew, From, Shift, Test, What, Why};
pub use kinds::*;
pub use missions::Mission;
pub use order::{ACTS, Act, Ask, Cloud, Course, Order};
pub use preview::{NextView, Preview, ShotView, SilentView};
pub use setup::{GroundSetup, PlaneSetup, ReconSetup, Setup};
pub use state::{
    Ending, Fate, Flow, Freeze, Frozen, Ground, Gun, How, Loaded, Marker, Now, Phase, Plan, Plane, Recon,
    Running, Sky, Standing, State, Table,
};
pub use view::View;

/// The layers of the ledger that this crate enforces: `(prefix, layer)`.
pub const LAYERS_IN_FORCE: &[(&str, &str)] = &[
    ("WV", "basic"),
    ("WV", "optional:rotary"),
    ("WV", "optional:blind-spot"),
    ("WV", "optional:spine-aim"),
    ("WV", "optional:target-size"),
    ("WV", "optional:hit-direction"),
    ("WV", "optional:goggles"),
    ("WV", "optional:time-freezing"),
    ("WV", "optional:bomb-load"),
    ("WV", "scenario:1"),
    ("WV", "scenario:2"),
    ("WV", "scenario:3"),
    ("WV", "scenario:4"),
    ("WV", "scenario:5"),
    ("WV", "scenario:6"),
    ("WV", "scenario:7"),
    ("WV", "scenario:8"),
    ("WV", "scenario:9"),
];
