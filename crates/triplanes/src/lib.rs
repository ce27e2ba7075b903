//! *Tripods & Triplanes*: airplanes against Martian tripods, with secret simultaneous orders, on a table
//! measured in millimetres.
//!
//! One module for each section of the rulebook, named as the book names it; ids in the doc comments are
//! those of `rules/triplanes.toml`. The state is in [`state`], the order of play in [`sequence`], what
//! anybody may see in [`view`].

mod ace_rules;
mod airplane_maneuvers;
mod altitude;
mod anchor_and_chain;
mod appraise;
mod automated_tripod;
mod black_smoke;
mod bombing_tripods;
mod cannons;
mod choices;
mod components;
mod console;
pub mod content;
mod cooling;
mod damage;
mod draws;
mod event;
mod firing_airplanes;
mod firing_tripods;
mod game;
mod gun_positions;
mod imagine;
mod invasion;
mod leaving_the_playing_area;
mod line_of_sight;
mod luck;
mod movement_maneuvers;
mod number_of_players;
mod options;
mod order;
mod overlapping;
mod planning;
mod position;
mod preview;
mod reflex;
mod rockets;
mod scenarios;
mod sequence;
mod setup;
mod special_damages;
mod state;
mod take_off_and_landing;
mod terrain_elements;
mod toppled_tripods;
mod tripod_action_cards;
mod tripod_maneuvers;
mod tripod_protection;
mod tripods_in_ww2;
mod tripods_vs_tripods;
mod vehicle;
mod victory;
mod view;
mod words;

pub use ace_rules::Skills;
pub use anchor_and_chain::{Anchor, Hook};
pub use appraise::DECIDED;
pub use automated_tripod::{
    AutomatedSetup, Automaton, Candidate, EnergyStatus, Reasoning, RedZoneView, Sighting, TemplateKind,
    Thought,
};
pub use bombing_tripods::{BombCard, DotSetup, Strike};
pub use components::Components;
pub use console::{AirplaneConsole, TripodConsole};
pub use content::{Content, DeckId, LastManeuver, Side, Skill, Special, Speed, TerrainKind};
pub use draws::{DrawTask, InHand, Then, Work};
pub use event::{DrawnFor, Drop, Range, ShownAction, What};
pub use firing_airplanes::{Across, ShotOption};
pub use game::LAYERS_IN_FORCE;
pub use gun_positions::GunSetup;
pub use invasion::InvasionSetup;
pub use order::{Action, Ask, Cards, Order, RulerPosition, Through};
pub use preview::{ForeseenShot, Leaving, LegView, PictureView, Preview};
pub use rockets::Flight;
pub use scenarios::placing::{PlacingView, Shape};
pub use setup::{
    BoundSetup, FieldSetup, HeldSetup, ObjectiveSetup, Placement, Planning, SeatSetup, Setup, SkillSetup,
    Team, TerrainSetup, UsedSkill, VehicleSetup,
};
pub use special_damages::Pending;
pub use state::{Declaration, Fate, HiddenDamage, LastShot, State, Step, VehicleId};
pub use take_off_and_landing::Run;
pub use tripods_in_ww2::PlaneSetup;
pub use tripods_vs_tripods::{ActionCard, Pilot};
pub use view::{
    AirplaneView, AutomatonView, BombView, CraftView, DamageView, DotView, GunView, LaidView, SpaceView,
    TripodView, VehicleView, View,
};
