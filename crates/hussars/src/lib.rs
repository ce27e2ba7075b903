//! Tripods & Hussars: miniatures on a table with terrain, over the kernel `table`. One module for each section of the
//! rulebook.
//!
//! Lengths are whole thousandths of an inch ([`measure`]), facings tenths of a degree. A stand that is not spotted is
//! hidden from the other side: orders are judged by what their side may know, and what it does not know acts on them
//! afterwards.

mod army_lists;
mod black_gas;
mod briefing;
mod close_combat;
mod cohesion;
mod combat;
mod commander;
mod components;
pub mod content;
mod cylinders;
mod deployment;
mod draw;
mod event;
mod flyer_movement;
mod game;
pub mod ground;
mod harm;
mod heat_rays;
mod imagine;
mod ironclads;
mod kinds;
mod look;
mod luck;
mod march;
pub mod measure;
mod morale;
mod movement;
mod offers;
mod order;
mod overwatch;
mod places;
mod position;
mod preview;
mod reach;
mod reflex;
mod scenarios;
mod seeing_your_opponent;
mod sequence_of_play;
mod setup;
mod state;
mod strategic_movement;
mod victory;
mod view;
mod walk;
mod words;

pub use army_lists::{price, read as read_army};
pub use combat::{Mode, Odds};
pub use components::Components;
pub use content::{Content, ContentError};
pub use event::{Cause, Modifier, ShipResult, What};
pub use game::LAYERS_IN_FORCE;
pub use kinds::*;
pub use look::{InTheWay, Look};
pub use march::{Halt, March, Short};
pub use movement::Plan;
pub use offers::Idea;
pub use order::{Ask, Attack, Moment, Order};
pub use preview::{Preview, Reason, Shooting};
pub use scenarios::OPEN;
pub use setup::{Armies, Bought, OPTIONS, Options, Setup};
pub use state::{
    Active, Battle, Chance, Cloud, Ending, Flow, Melee, Now, Piece, Seen, Stand, State, Troop, Walk, Where,
};
pub use view::View;
pub use walk::{Course, Mark, first_within, marks};

/// The ground scale, for those who draw it (TH-SCA-02).
pub const YARDS_TO_THE_INCH: u32 = 25;
