//! The War of the Worlds: a solitaire game over the kernel `table`. One module for each section of the rulebook.
//!
//! Everything lies open but the dice and the cards to come. The Martians follow their charts; where a chart leaves
//! something open the player decides, and [`State::suggestion`] says what is obvious.

mod assembly;
mod battle;
mod battle_plans;
mod board;
mod choices;
mod components;
pub mod content;
mod devastation;
mod dice;
mod end_of_battle;
mod escape;
mod event;
mod events;
mod game;
mod goals;
mod human_action;
mod human_step;
mod kinds;
mod luck;
mod mars_ironclads;
mod martian_action;
mod martian_step;
mod naval_battle;
mod odds;
mod order;
mod position;
mod preview;
mod production;
mod scenarios;
mod sequence_of_play;
mod setup;
mod sparse;
mod special_actions;
mod state;
pub mod steward;
pub mod strategist;
mod suggestion;
mod victory;
mod view;
mod words;
mod zone_destruction;

pub use components::Components;
pub use content::{Content, ContentError};
pub use event::{Roll, SeaMark, What};
pub use game::{HUMAN, LAYERS_IN_FORCE};
pub use kinds::*;
pub use odds::{OddsView, ShotView};
pub use order::{Aim, Ask, Order};
pub use preview::{Counter, Preview};
pub use setup::Setup;
pub use state::{
    Band, Boat, Cursor, Deck, DieFor, Drawn, Ending, Flow, Land, Loaded, Naval, Now, Ship, Shot, State,
    Tripod, Uprising, Wave,
};
pub use view::{Prices, View};
