//! Each entry of the ledger, by the section of the book it stands in.

mod assembly;
mod battle;
mod battle_plans;
mod cards;
mod choices;
mod components;
mod devastation;
mod dice;
mod end_of_battle;
mod escape;
mod events;
mod human_action;
mod human_step;
mod luck;
mod martian_action;
mod martian_step;
mod naval_battle;
mod production;
mod scenarios;
mod setup;
mod special_actions;
mod support;
mod victory;
mod words;
