//! Each entry of the ledger, by the section of the book it stands in.

mod army_lists;
mod black_gas;
mod close_combat;
mod cohesion;
mod combat;
mod cylinders;
mod flyers;
mod geometry;
mod heat_rays;
mod hidden;
mod humans;
mod ironclads;
mod luck;
mod marches;
mod martians;
mod morale;
mod movement;
mod overwatch;
mod reach;
mod scenarios;
mod seeing;
mod sequence;
mod strategic;
mod support;
mod terrain;
mod words;
